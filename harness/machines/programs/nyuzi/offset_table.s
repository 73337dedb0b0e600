# expect s0=0x00000929
# Position independent code: variables and functions through the global offset table.
        .globl main, second, twice
main:   add_i sp, sp, -64
        store_32 ra, 60(sp)
        store_32 gp, 56(sp)
        lea gp, _GLOBAL_OFFSET_TABLE_
        load_32 s1, got(first)(gp)
        load_32 s0, (s1)
        load_32 s2, got(second)(gp)
        load_32 s3, 4(s2)
        add_i s0, s0, s3
        load_32 s4, got(twice)(gp)
        call s4
        # The same symbol again has the same slot.
        load_32 s5, got(first)(gp)
        cmpeq_i s5, s5, s1
        and s5, s5, 1
        add_i s0, s0, s5
        load_32 gp, 56(sp)
        load_32 ra, 60(sp)
        add_i sp, sp, 64
        ret
twice:  shl s0, s0, 1
        ret
        .data
first:  .long 1000
second: .long 5, 172

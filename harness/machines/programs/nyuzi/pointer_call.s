# expect s0=1407
# Calls through a table of pointers, and through a pointer in a register.
        .globl main
main:   add_i sp, sp, -64
        store_32 ra, 60(sp)
        store_32 s24, 56(sp)
        store_32 s25, 52(sp)
        lea s24, table
        move s0, 7
        move s25, 3
1:      load_32 s1, (s24)
        call s1
        add_i s24, s24, 4
        sub_i s25, s25, 1
        bnz s25, 1b
        lea s1, add7
        call s1
        load_32 s25, 52(sp)
        load_32 s24, 56(sp)
        load_32 ra, 60(sp)
        add_i sp, sp, 64
        ret
add7:   add_i s0, s0, 7
        ret
times100:
        move s1, 100
        mull_i s0, s0, s1
        ret
        .data
table:  .long add7, times100, skip
        .text
skip:   add_i s0, s0, 0
        b ra

# expect s0=0x01887754
# Squares the numbers 0 to 63 of a table in reverse order: gather, multiply, scatter with a mask that leaves
# every third lane out; then the sum of (i + 1) * word i of the other table.
        .globl main
main:   lea s1, source
        # source[i] = i * 3 + 1
        move s2, 0
1:      mull_i s3, s2, 3
        add_i s3, s3, 1
        shl s4, s2, 2
        add_i s4, s4, s1
        store_32 s3, (s4)
        add_i s2, s2, 1
        cmplt_i s3, s2, 64
        bnz s3, 1b
        lea s5, steps
        load_v v0, (s5)
        lea s2, target
        li s6, 0xdb6d                  # lanes 1, 4, 7, 10, 13 are left out
        move s7, 0
2:      # Lane i works on element 63 - (s7 + i).
        move v1, 63
        sub_i v1, v1, v0
        sub_i v1, v1, s7
        shl v1, v1, 2
        add_i v2, v1, s1
        load_gath v3, (v2)
        mull_i v3, v3, v3
        add_i v2, v1, s2
        sub_i v2, v2, 8
        store_scat_mask v3, s6, 8(v2)
        add_i s7, s7, 16
        cmplt_i s3, s7, 64
        bnz s3, 2b
        move s0, 0
        move s3, 0
3:      shl s4, s3, 2
        add_i s4, s4, s2
        load_32 s4, (s4)
        add_i s3, s3, 1
        mull_i s4, s4, s3
        add_i s0, s0, s4
        cmplt_i s4, s3, 64
        bnz s4, 3b
        ret
        .bss
        .align 64
source: .space 256
target: .space 256
        .section .rodata
        .align 64
steps:  .long 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15

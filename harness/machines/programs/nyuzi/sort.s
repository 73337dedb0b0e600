# expect s0=0xbeddd9f5
# Insertion sort of 40 halves from a linear congruential generator, then a checksum c = c * 33 ^ half.
        .globl main
main:   lea s1, numbers
        li s2, 12345
        li s3, 1103515245
        move s4, 0
1:      mull_i s2, s2, s3
        li s5, 12345
        add_i s2, s2, s5
        shr s5, s2, 16
        shl s6, s4, 1
        add_i s6, s6, s1
        store_16 s5, (s6)
        add_i s4, s4, 1
        cmplt_i s5, s4, 40
        bnz s5, 1b
        move s4, 1
2:      shl s6, s4, 1
        add_i s6, s6, s1
        load_s16 s5, (s6)
3:      cmpeq_i s7, s6, s1
        bnz s7, 4f
        load_s16 s7, -2(s6)
        cmple_i s8, s7, s5
        bnz s8, 4f
        store_16 s7, (s6)
        sub_i s6, s6, 2
        b 3b
4:      store_16 s5, (s6)
        add_i s4, s4, 1
        cmplt_i s5, s4, 40
        bnz s5, 2b
        move s0, 5
        move s4, 40
5:      load_u16 s5, (s1)
        mull_i s0, s0, 33
        xor s0, s0, s5
        add_i s1, s1, 2
        sub_i s4, s4, 1
        bnz s4, 5b
        ret
        .bss
        .align 2
numbers: .space 80

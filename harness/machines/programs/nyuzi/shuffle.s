# expect s0=0x000030a1
# Reverses the lanes of a vector of singles, converts, and compares with what it should be; the mask of
# lanes that are greater than their mirror image, plus the mask of those that hold sign bits, rotated.
        .globl main
main:   lea s1, steps
        load_v v0, (s1)
        sub_i v1, v0, 7
        itof v1, v1                    # -7.0 to 8.0
        move s2, 15
        xor v2, v0, 15                 # 15 - i
        shuffle v3, v1, v2             # 8.0 to -7.0
        cmpgt_f s3, v1, v3             # lanes 8 to 15
        ftoi v4, v3
        shr v4, v4, 31
        cmpne_i s4, v4, 0              # lanes 9 to 15
        shl s4, s4, 3
        shr s5, s4, 16
        or s4, s4, s5
        li s6, 0xffff
        and s4, s4, s6
        xor s0, s3, s4
        clz v5, v0
        ctz v6, v0
        sub_i v5, v5, v6
        getlane s5, v5, 12
        add_i s0, s0, s5
        sext_8 s5, s0
        sext_16 s6, s0
        xor s5, s5, s6
        and s5, s5, 255
        xor s0, s0, s5
        add_f v7, v1, v3               # 1.0 everywhere
        sub_f_mask v7, s3, v7, v7
        getlane s5, v7, s2
        add_i s0, s0, s5
        getlane s5, v7, 0
        shr s5, s5, 16
        xor s0, s0, s5
        ret
        .section .rodata
        .align 64
steps:  .long 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15

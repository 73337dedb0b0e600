# expect s0=0x00092d81 s1=0x00001b53
# Unsigned division by shifting and subtracting: 0xfedcba98 / 0x1bc5 and the rest.
        .globl main
main:   li s2, 0xfedcba98
        li s3, 0x1bc5
        move s0, 0
        move s1, 0
        move s4, 32
1:      shl s1, s1, 1
        shr s5, s2, 31
        or s1, s1, s5
        shl s2, s2, 1
        shl s0, s0, 1
        cmpge_u s5, s1, s3
        bz s5, 2f
        sub_i s1, s1, s3
        or s0, s0, 1
2:      sub_i s4, s4, 1
        bnz s4, 1b
        ret

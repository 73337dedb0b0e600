# expect s0=0x9e3aeef1 s1=0x3ac08d28
# a * b + c - (d << 13) on 64-bit numbers, low words in the first register of each pair.
        .globl main
main:   li s2, 0x9abcdef0          # a
        li s3, 0x12345678
        li s4, 0x76543210          # b
        li s5, 0xfedcba98
        # The product modulo 2^64.
        mull_i s0, s2, s4
        mulh_u s1, s2, s4
        mull_i s6, s2, s5
        add_i s1, s1, s6
        mull_i s6, s3, s4
        add_i s1, s1, s6
        # + c
        li s6, 0xfffffff1
        li s7, 0x7fffffff
        add_i s0, s0, s6
        cmplt_u s8, s0, s6
        and s8, s8, 1
        add_i s1, s1, s7
        add_i s1, s1, s8
        # - (d << 13)
        li s6, 0xdeadbeef
        li s7, 0x01234567
        shl s7, s7, 13
        shr s8, s6, 19
        or s7, s7, s8
        shl s6, s6, 13
        cmplt_u s8, s0, s6
        and s8, s8, 1
        sub_i s0, s0, s6
        sub_i s1, s1, s7
        sub_i s1, s1, s8
        ret

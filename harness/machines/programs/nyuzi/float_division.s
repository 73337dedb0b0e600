# expect s0=0x40490fdc
# 355 / 113 from the estimate of the reciprocal and two steps of Newton and Raphson, rounded at each step.
        .globl main
main:   move s0, 355
        itof s0, s0
        move s1, 113
        itof s1, s1
        lea s5, two
        load_32 s5, (s5)
        reciprocal s2, s1
        mul_f s3, s1, s2
        sub_f s3, s5, s3
        mul_f s2, s2, s3
        mul_f s3, s1, s2
        sub_f s3, s5, s3
        mul_f s2, s2, s3
        mul_f s0, s0, s2
        ret
        .section .rodata.cst4
two:    .float 2.0

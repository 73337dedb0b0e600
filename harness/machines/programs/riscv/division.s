# expect a0=142 a1=6 a2=0x7ffffff a3=21
# Quotients and remainders, and the greatest common divisor of 1071 and 462.
        .globl main
main:   li t0,1000
        li t1,7
        divu a0,t0,t1
        remu a1,t0,t1
        li t2,0x7fffffff
        srli a2,t2,4
        li t3,1071
        li a3,462
1:      rem t4,t3,a3
        mv t3,a3
        mv a3,t4
        bnez a3,1b
        mv a3,t3
        ret

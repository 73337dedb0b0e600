// expect r0=1597 r14=0x1234
// Fibonacci's number 17 by double recursion, with frames on a stack that grows upwards.
        .globl main
main:   sd r22, 0, d22
        sw r22, 8, r14
        add r22, r22, 16
        move r14, 0x1234
        move r0, 17
        call r23, fib
        ld d22, r22, -16
        jump r23

fib:    jltu r0, 2, .Lsmall
        sd r22, 8, d22
        sd r22, 0, d14
        add r22, r22, 16
        move r14, r0
        add r0, r0, -1
        call r23, fib
        move r15, r0
        add r0, r14, -2
        call r23, fib
        add r0, r0, r15
        ld d14, r22, -16
        ld d22, r22, -8
.Lsmall: jump r23

// expect r14=0xfffffffe r15=0xffffff87 r16=0xffffffff r17=0xffffffc0 r18=0xc1ae449a r19=0x92000000 r20=0x16449317 r21=0x9
// Runtime functions: 64-bit division with and without rest, double arithmetic, the 32-bit division with two
// answers, and a copy.
        .globl main
main:   sd r22, 0, d22
        add r22, r22, 8
        move r0, 0xfedcba98
        move r1, 0x76543211
        move.s d2, 0x1234567
        call r23, __divdi3
        movd d14, d0
        move r0, 0xfedcba98
        move r1, 0x76543211
        move.s d2, 0x1234567
        call r23, __moddi3
        movd d16, d0
        ld d0, zero, numbers
        ld d2, zero, numbers + 8
        call r23, __muldf3
        ld d2, zero, numbers + 16
        call r23, __adddf3
        movd d18, d0
        move r0, buffer
        move r1, source
        move r2, 4
        call r23, memcpy
        lw r0, r0, 0
        move r1, 10
        call r23, __udiv32
        movd d20, d0
        swapd d20, d20
        swapd d20, d20
        ld d22, r22, -8
        jump r23

        .data
        .p2align 3
numbers: .double 3.25e10, -0.0078125, 1.0
source: .long 0xdeadbeef
buffer: .long 0

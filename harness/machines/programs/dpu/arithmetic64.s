// expect r0=0xa878d649 r1=0x6ba5af12
// a * b + c - (a << 13) on 64-bit numbers: pairs hold the high word in the even register.
        .globl main
main:   sd r22, 0, d22
        add r22, r22, 8
        move r14, 0x12345678            // a
        move r15, 0x9abcdef0
        move r16, 0x11111111            // c
        move r17, 0x22222222
        move r18, 0x0fedcba9            // b
        move r19, 0x87654321
        // 64-bit product, bit by bit.
        move.u d20, 0                   // sum
        movd d4, d14
        movd d6, d18
.Lbit:  and r2, r7, 1, z, .Lskip
        add r21, r21, r5
        addc r20, r20, r4
.Lskip: lslx r2, r5, 1
        lsl r4, r4, 1
        or r4, r4, r2
        lsl r5, r5, 1
        lsrx r2, r6, 1
        lsr r6, r6, 1
        lsr r7, r7, 1
        or r7, r7, r2
        or zero, r6, r7, nz, .Lbit
        // + c
        add r21, r21, r17
        addc r20, r20, r16
        // - (a << 13)
        lslx r2, r15, 13
        lsl r4, r14, 13
        or r4, r4, r2
        lsl r5, r15, 13
        sub r1, r21, r5
        subc r0, r20, r4
        ld d22, r22, -8
        jump r23

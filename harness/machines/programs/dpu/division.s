// expect r0=0x92d81 r1=0x1b53
// Unsigned division in 32 steps, from the highest bit of the quotient down. Where the shifted divisor would
// not fit 32 bits the step is not made: 0x1bc5 has 13 bits.
        .globl main
main:   move r0, 0                      // quotient
        move r1, 0xfedcba98             // remainder
        move r2, 0x1bc5
        .irp shift, 19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0
        div_step d0, r2, d0, \shift
        .endr
        jump r23

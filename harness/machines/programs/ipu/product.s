// expect m1=0xfffffffe
// The upper word of 0xffffffff * 0xffffffff from four products of halves.
        .globl main
main:   ldconst $m0, 0xffffffff
        mov $m2, $m0
        shr $m3, $m0, 16                // a1
        ldconst $m6, 0xffff
        and $m4, $m0, $m6               // a0
        shr $m5, $m2, 16                // b1
        and $m6, $m2, $m6               // b0
        mul $m0, $m4, $m6               // a0 * b0
        mul $m1, $m3, $m6               // a1 * b0
        mul $m2, $m4, $m5               // a0 * b1
        mul $m3, $m3, $m5               // a1 * b1
        shr $m4, $m0, 16
        add $m1, $m1, $m4
        cmpult $m5, $m1, $m4
        add $m2, $m2, $m1
        cmpult $m6, $m2, $m1
        add $m5, $m5, $m6
        shl $m5, $m5, 16
        shr $m6, $m2, 16
        add $m1, $m3, $m6
        add $m1, $m1, $m5
        br $m10

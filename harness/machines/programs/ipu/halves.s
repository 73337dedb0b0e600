// expect m0=0x12020a00
// Four halves, each times 0.5 plus 1.5, the factors broadcast from the low half of a register:
// (1, 2, 3, 4) gives 2.0, 2.5, 3.0, 3.5, which are 0x4000, 0x4100, 0x4200, 0x4300.
// The result is 3 * 0x41004000 + 5 * 0x43004200 modulo 2^32.
        .globl main
main:   setzi $m1, data
        ld64 $a0:1, $m1, 0
        setzi $a2, 0.5h
        setzi $a3, 1.5h
        f16v4mul $a0:1, $a2:BL, $a0:1
        f16v4add $a0:1, $a3:BL, $a0:1
        mov $m2, $a0
        mov $m3, $a1
        mul $m2, $m2, 3
        mul $m3, $m3, 5
        add $m0, $m2, $m3
        br $m10
        .data
        .align 8
data:   .half 1.0h, 2.0h, 3.0h, 4.0h

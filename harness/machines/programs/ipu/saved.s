// expect a0=0x41200000
// Saves the A registers that a callee must keep, spoils them, and puts them back: 1 + 2 + 3 + 4 = 10.0,
// where 3 and 4 lie in $a6:7 across a call.
        .globl main
main:   add $m11, $m11, -16
        st32 $m10, $m11, 0
        setzi $a0, 0
        or $a0, $a0, 0x3f800000         // 1.0
        or $a1, $azero, 0x40000000      // 2.0
        or $a6, $azero, 0x40400000      // 3.0
        or $a7, $azero, 0x40800000      // 4.0
        call $m10, spoil
        f32add $a0, $a0, $a1
        f32add $a0, $a0, $a6
        f32add $a0, $a0, $a7
        ld32 $m10, $m11, 0
        add $m11, $m11, 16
        br $m10
spoil:  add $m11, $m11, -8
        st64 $a6:7, $m11, 0
        zero $a6:7
        ld64 $a6:7, $m11, 0
        add $m11, $m11, 8
        br $m10

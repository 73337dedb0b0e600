// expect m0=0xfffffff9
// -100 / 14 = -7 by the runtime, then the remainder of 10^18 by 10^9 + 7 with 64 bits is 49, which is
// added twice and taken away again.
        .globl main
main:   add $m11, $m11, -8
        st32 $m10, $m11, 0
        ldconst $m0, 0xffffff9c
        setzi $m1, 14
        call $m10, __divsi3
        st32 $m0, $m11, 1
        ldconst $m0, 0xa7640000         // 10^18 = 0x0de0b6b3a7640000
        ldconst $m1, 0x0de0b6b3
        ldconst $m2, 1000000007
        zero $m3
        call $m10, __umoddi3
        sub $m2, $m0, 49
        or $m2, $m2, $m1
        ld32 $m0, $m11, 1
        add $m0, $m0, $m2
        ld32 $m10, $m11, 0
        add $m11, $m11, 8
        br $m10

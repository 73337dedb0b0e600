// expect m1=0x2d77ec6f
// 64-bit arithmetic in pairs of M registers: 0x123456789abcdef0 + 0x1b4395f6_ffffffff - 7, the upper word.
// Low: 0x9abcdef0 + 0xffffffff = 0x1_9abcdeef, carry 1; minus 7 borrows nothing.
// High: 0x12345678 + 0x1b4395f6 + 1 = 0x2d77ec6f.
        .globl main
main:   ldconst $m0, 0x9abcdef0
        ldconst $m1, 0x12345678
        ldconst $m2, 0xffffffff
        ldconst $m3, 0x1b4395f6
        add $m0, $m0, $m2
        cmpult $m4, $m0, $m2
        add $m1, $m1, $m3
        add $m1, $m1, $m4
        setzi $m2, 7
        cmpult $m4, $m0, $m2
        sub $m0, $m0, $m2
        sub $m1, $m1, $m4
        br $m10

// expect m0=5050
// The sum of 1 to 100, counted down.
        .globl main
main:   setzi $m1, 100
        zero $m0
loop:   add $m0, $m0, $m1
        add $m1, $m1, -1
        brnz $m1, loop
        br $m10

// expect m0=479001600
// 12! by recursion: each call keeps its argument and the link register on the stack.
        .globl main
main:   add $m11, $m11, -8
        st32 $m10, $m11, 0
        setzi $m0, 12
        call $m10, factorial
        ld32 $m10, $m11, 0
        add $m11, $m11, 8
        br $m10

factorial:
        cmpult $m1, $m0, 2
        brnz $m1, one
        add $m11, $m11, -8
        st32 $m10, $m11, 0
        st32 $m0, $m11, 1
        sub $m0, $m0, 1
        call $m10, factorial
        ld32 $m1, $m11, 1
        mul $m0, $m0, $m1
        ld32 $m10, $m11, 0
        add $m11, $m11, 8
        br $m10
one:    setzi $m0, 1
        br $m10

// expect m0=832040
// The 30th Fibonacci number in a repeat whose auxiliary lane does nothing.
        .globl main
        .align 8
main:   zero $m0
        setzi $m1, 1
        setzi $m3, 30
        nop
        { rpt $m3, 2 ; fnop }
        { add $m2, $m0, $m1 ; fnop }
        { mov $m0, $m1 ; fnop }
        { mov $m1, $m2 ; fnop }
        br $m10

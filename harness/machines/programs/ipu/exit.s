// expect exit=1
// A vertex by itself: its stack is the worker's scratch space; it ends with a true status.
        .globl main
main:   add $m11, $mworker_base, -16
        setzi $m0, 5
        st32 $m0, $m11, 0
        ld32 $m1, $m11, 0
        cmpeq $m2, $m0, $m1
        exitnz $m2

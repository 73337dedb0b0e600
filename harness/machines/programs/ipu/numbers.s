// expect m0=0x543210
// Each of six workers puts its number, which it finds in its status register, into a digit of a word.
        .globl main
        .supervisor
main:   setzi $m0, codelet
        setzi $m1, result
        runall $m0, $m1, 0
        setzi $m2, result
        ld32 $m0, $m2, 0
        br $m10

        .worker
codelet:
        get $m0, $WSR
        and $m0, $m0, 7
        shl $m1, $m0, 2
        shl $m0, $m0, $m1
        ld32 $m2, $mvertex_base, $mzero, 0
        add $m2, $m2, $m0
        st32 $m2, $mvertex_base, $mzero, 0
        exitz $mzero
        .data
        .align 4
result: .long 0

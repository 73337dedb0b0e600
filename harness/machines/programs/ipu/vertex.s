// expect m0=0x4060
// The supervisor starts six workers, each of which adds 1 to a counter and its own number to a sum;
// 0 + 1 + ... + 5 = 15, times 4 is the distance of the vertices in bytes: 60. The counter, 6, is shifted
// into bits 15 to 12 less 2: 0x4000; 15 * 4 = 60 = 0x3c, and 0x24 more makes 0x60.
        .globl main
        .supervisor
main:   setzi $m0, codelet
        setzi $m1, states
        runall $m0, $m1, 1
        setzi $m2, results
        ld32 $m0, $m2, 0
        sub $m0, $m0, 2
        shl $m0, $m0, 12
        ld32 $m3, $m2, 1
        add $m0, $m0, $m3
        add $m0, $m0, 0x24
        br $m10

        .worker
codelet:
        ld32 $m0, $mvertex_base, $mzero, 0
        setzi $m2, results
        ld32 $m3, $m2, 0
        add $m3, $m3, 1
        st32 $m3, $m2, 0
        ld32 $m3, $m2, 1
        add $m3, $m3, $m0
        st32 $m3, $m2, 1
        exitz $mzero
        .data
        .align 4
states: .long 0, 4, 8, 12, 16, 20
results: .long 0, 0

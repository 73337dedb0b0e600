// expect m0=0x14
// Copies ten words with stores that step, then adds up the copy: 2 * (1 + ... + 4) as there are zeros.
        .globl main
main:   setzi $m1, from
        setzi $m2, to
        setzi $m3, 9
        zero $m4
        zero $m5
copy:   ld32step $m6, $m1, $m4+=, 1
        st32step $m6, $m2, $m5+=, 1
        brnzdec $m3, copy
        zero $m0
        setzi $m3, 9
        zero $m4
add:    ld32step $m6, $m2, $m4+=, 1
        add $m0, $m0, $m6
        brnzdec $m3, add
        br $m10
        .data
        .align 8
from:   .long 1, 2, 3, 4, 0, 0, 4, 3, 2, 1
        .bss
        .align 8
to:     .space 40

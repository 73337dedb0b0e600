// expect m0=7 m1=0
// Two stores by a packed address. The first one chooses the first step of the stride register, 16 bytes, by its constant, in
// which some kernels write the choice twice.
        .globl main
        .align 8
main:   setzi $m0, out
        tapack $m2:3, $mzero, $mzero, $m0
        setzi $m4, 2
        setzi $a0, 5
        setzi $a1, 6
        st64pace $a0:1, $m2:3+=, $m4, 0x05
        setzi $a0, 7
        st64pace $a0:1, $m2:3+=, $mzero, 0
        ld32 $m1, $m0, $mzero, 2
        ld32 $m0, $m0, $mzero, 4
        br $m10
        .data
        .align 8
out:    .long 0, 0, 0, 0, 0, 0

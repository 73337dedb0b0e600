// expect a0=0x42f80000 m0=1
// The scalar product of twelve halves with twelve others, four at a time, by packed addresses into the
// accumulators: 124.0; and whether it is finite, the way the vendor's compiler asks.
        .globl main
        .align 8
main:   setzi $m0, left
        setzi $m1, right
        tapack $m2:3, $m0, $m1, $mzero
        ld2x64pace $a0:1, $a2:3, $m2:3+=, $mzero, 0
        setzi $a6, 8
        uput $FP_CLR, $a6
        { rpt 2, ((end - begin) / 8) - 1 ; fnop }
begin:  { ld2x64pace $a0:1, $a2:3, $m2:3+=, $mzero, 0 ; f16v4cmac $a0:1, $a2:3 }
end:    f16v4cmac $a0:1, $a2:3
        f32v2gina $a0:1, $azeros, 0
        f32add $a0, $a0, $a1
        f32class $a1, $a0
        atom $m0, $a1
        setzi $m1, 4
        cmpult $m0, $m1, $m0
        br $m10
        .data
        .align 8
left:   .short 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600, 0x4700, 0x4800, 0x3c00, 0x3c00, 0x3c00, 0x3c00
right:  .short 0x4800, 0x4700, 0x4600, 0x4500, 0x4400, 0x4200, 0x4000, 0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x3c00

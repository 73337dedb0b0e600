// expect a0=0x42f00000
// The scalar product of 1 to 8 and 8 to 1, two lanes at a time, in a repeat: 120.0.
        .globl main
        .align 8
main:   setzi $m1, left
        setzi $m2, right
        zero $m3
        zero $m4
        zero $a4:5
        ld64step $a0:1, $m1, $m3+=, 1
        ld64step $a2:3, $m2, $m4+=, 1
        nop
        .align 8
        { rpt 4, ((end - begin) / 8) - 1 ; f32v2mul $a0:1, $a0:1, $a2:3 }
begin:  { ld64step $a2:3, $m2, $m4+=, 1 ; f32v2add $a4:5, $a4:5, $a0:1 }
        { ld64step $a0:1, $m1, $m3+=, 1 ; fnop }
        { nop ; f32v2mul $a0:1, $a0:1, $a2:3 }
end:    f32add $a0, $a4, $a5
        br $m10
        .data
        .align 8
left:   .float 1, 2, 3, 4, 5, 6, 7, 8, 0, 0
right:  .float 8, 7, 6, 5, 4, 3, 2, 1, 0, 0

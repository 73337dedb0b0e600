// expect r0=0x56d72ce4
// Copies 203 bytes, eight at a time and then single ones, then computes c = c * 31 + byte over the copy.
        .globl main
main:   move r0, from
        move r1, 0
        move r2, 11
.Lfill: sb r0, 0, r2
        add r2, r2, 37
        add r0, r0, 1
        add r1, r1, 1
        jneq r1, 203, .Lfill

        move r0, from
        move r1, to
        move r2, 203
.Lbig:  jltu r2, 8, .Lrest
        ld d4, r0, 0
        sd r1, 0, d4
        add r0, r0, 8
        add r1, r1, 8
        add r2, r2, -8, true, .Lbig
.Lrest: jz r2, .Lsum
.Lone:  lbu r3, r0, 0
        sb r1, 0, r3
        add r0, r0, 1
        add r1, r1, 1
        add r2, r2, -1, nz, .Lone

.Lsum:  move r0, 0
        move r1, to
        move r2, 203
.Lbyte: lbu r3, r1, 0
        lsl_sub r0, r0, r0, 5           // c - 32 c
        neg r0, r0
        add r0, r0, r3
        add r1, r1, 1
        add r2, r2, -1, nz, .Lbyte
        jump r23

        .bss
        .p2align 3
from:   .space 208
to:     .space 208

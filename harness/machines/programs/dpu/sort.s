// expect r0=0x300f5920
// Forty signed numbers from a linear congruence, sorted by insertion, folded with h = h * 33 ^ number.
        .globl main
main:   sd r22, 0, d22
        add r22, r22, 8
        move r4, list
        move r5, 40
        move r6, 12345
.Lmake: // r6 * 1103515245 + 12345
        move r0, r6
        move r1, 1103515245
        call r23, __mulsi3
        add r6, r0, 12345
        sw r4, 0, r6
        add r4, r4, 4
        add r5, r5, -1, nz, .Lmake

        move r4, list + 4
        move r7, list + 160
.Lsort: lw r2, r4, 0
        move r5, r4
.Lback: jleu r5, list, .Lput
        lw r3, r5, -4
        jles r3, r2, .Lput
        sw r5, 0, r3
        add r5, r5, -4, true, .Lback
.Lput:  sw r5, 0, r2
        add r4, r4, 4
        jltu r4, r7, .Lsort

        move r0, 0
        move r4, list
.Lfold: lw r1, r4, 0
        lsl_add r0, r0, r0, 5
        xor r0, r0, r1
        add r4, r4, 4
        jltu r4, r7, .Lfold
        ld d22, r22, -8
        jump r23

        .section .data.immediate_memory, "aw", @nobits
        .p2align 3
list:   .space 160

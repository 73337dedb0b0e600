// expect r0=25 r1=0xb678a010 r2=0x63726f73 r3=4
// Length and FNV hash of a text, its first four bytes as a big-endian number, and how often `s` occurs in its
// first 24 bytes, four bytes at a time.
        .globl main
main:   sd r22, 0, d22
        add r22, r22, 8
        move r4, text
        move r5, 0x811c9dc5
.Lnext: lbu r6, r4, 0
        jz r6, .Lend
        xor r0, r5, r6
        move r1, 0x01000193
        call r23, __mulsi3
        move r5, r0
        add r4, r4, 1, true, .Lnext
.Lend:  sub r0, r4, text, false
        move r1, r5
        move r4, text
        lw !big, r2, r4, 0
        move r3, 0
        move r6, 0x73737373
        move r7, 6
.Lword: lw r8, r4, 0
        cmpb4 r8, r8, r6
        cao r8, r8
        add r3, r3, r8
        add r4, r4, 4
        add r7, r7, -1, nz, .Lword
        ld d22, r22, -8
        jump r23

        .section .rodata.text, "a", @progbits
        .p2align 3
text:   .asciz "crosscall tests compilers"

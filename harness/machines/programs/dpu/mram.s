// expect r0=0x7012635c r1=64
// Writes 64 words to MRAM in two transfers, clears them in WRAM, reads them back and folds them into a hash.
        .globl main
main:   move r0, buffer
        move r1, 0x7f
        move r2, 64
.Lmake: sw r0, 0, r1
        add r1, r1, 0x9e3779b1
        add r0, r0, 4
        add r2, r2, -1, nz, .Lmake

        move r0, buffer
        move r3, far
        sdma r0, r3, 15                 // 128 bytes
        move r0, buffer + 128
        or r0, r0, 0x0f000000
        add r3, r3, 128
        sdma r0, r3, 0                  // as many: the upper byte of the address counts too

        move r0, buffer
        move r2, 32
.Lzero: sd r0, 0, 0
        add r0, r0, 8
        add r2, r2, -1, nz, .Lzero

        move r0, buffer
        move r3, far
        ldma r0, r3, 31

        move r4, buffer
        move r0, 0
        move r1, 0
.Lhash: lw r2, r4, 0
        rol r0, r0, 5
        xor r0, r0, r2
        add r4, r4, 4
        add r1, r1, 1
        jneq r1, 64, .Lhash
        jump r23

        .bss
        .p2align 3
buffer: .space 256
        .section .mram, "aw", @nobits
        .p2align 3
        .space 64
far:    .space 256

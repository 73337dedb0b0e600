// expect r0=0x78 r14=14 r15=15 r16=16 r17=17 r18=18 r19=19 r20=20 r21=21
// A function that saves and restores all registers that must survive a call, in pairs, and uses them.
        .globl main
main:   sd r22, 0, d22
        add r22, r22, 8
        .irp number, 14,15,16,17,18,19,20,21
        move r\number, \number
        .endr
        move r0, 7
        call r23, work
        ld d22, r22, -8
        jump r23

work:   sd r22, 32, d22
        sd r22, 0, d14
        sd r22, 8, d16
        sd r22, 16, d18
        sd r22, 24, d20
        add r22, r22, 40
        add r14, r0, 1
        add r15, r14, 1
        add r16, r15, 1
        add r17, r16, 1
        add r18, r17, 1
        add r19, r18, 1
        add r20, r19, 1
        add r21, r20, 1
        move r0, 28
        .irp number, 14,15,16,17,18,19,20,21
        add r0, r0, r\number
        .endr
        ld d20, r22, -16
        ld d18, r22, -24
        ld d16, r22, -32
        ld d14, r22, -40
        ld d22, r22, -8
        jump r23

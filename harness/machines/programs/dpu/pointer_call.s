// expect r0=17 r1=4
// Calls four functions by a table of code pointers, which hold numbers of instructions.
        .globl main
main:   sd r22, 8, d22
        sd r22, 0, d14
        add r22, r22, 16
        move r14, table
        move r15, 0
        move r0, 5
.Lnext: lw r1, r14, 0
        call r23, r1
        add r14, r14, 4
        add r15, r15, 1
        jneq r15, 4, .Lnext
        move r1, r15
        ld d14, r22, -16
        ld d22, r22, -8
        jump r23

plus:   add r0, r0, 3
        jump r23
triple: lsl_add r0, r0, r0, 1
        jump r23
same:   jump r23
minus:  add r0, r0, -7
        jump r23

        .data
        .p2align 2
table:  .long plus, triple, same, minus

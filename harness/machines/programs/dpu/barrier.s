// expect r0=0 r1=100 r2=20
// Five tasklets meet at a barrier 20 times, as those of a runtime library do it: who comes early joins a list under a lock
// and stops, the last one resumes all. Between two meetings each adds 1 to a cell of its own, and behind each looks whether
// all have done so.
        .globl main
boot_here:
        move r22, stacks
        lsl_add r22, r22, id, 7
        call r23, work
        stop

main:   sd r22, 0, d22
        add r22, r22, 8
        boot id, 1
        boot id, 2
        boot id, 3
        boot id, 4
        call r23, work
        lw r0, zero, wrong
        move r1, 0
        move r3, 20
.Ladd:  add r3, r3, -4
        lw r4, r3, cells
        add r1, r1, r4
        jnz r3, .Ladd
        lw r2, zero, cells
        ld d22, r22, -8
        jump r23

work:   sd r22, 8, d22
        sd r22, 0, d14
        add r22, r22, 16
        move r14, 0                     // meetings so far
.Lmeet: lw r0, id4, cells
        add r0, r0, 1
        sw id4, cells, r0
        call r23, barrier
        add r14, r14, 1
        move r1, 20
.Llook: add r1, r1, -4
        lw r0, r1, cells
        jltu r0, r14, .Lbad
        jnz r1, .Llook
        call r23, barrier               // nobody begins again before all have looked
        jneq r14, 20, .Lmeet
        ld d14, r22, -16
        ld d22, r22, -8
        jump r23
.Lbad:  sw zero, wrong, r14
        jnz r1, .Llook

// Waits for all five. The list is a ring: next[last] is the first of those who wait.
barrier:
        acquire zero, lock, nz, .
        lbu r0, zero, missing
        lbu r1, zero, last
        jneq r0, 1, .Learly
        move r2, r1
.Lwake: lbu r2, r2, next
        resume r2, 0
        jneq r2, r1, .Lwake
        sb zero, missing, 5
        sb zero, last, 0xff
        release zero, lock, nz, .Lout
.Lout:  jump r23
.Learly:
        add r0, r0, -1
        sb zero, missing, r0
        move r3, id
        jeq r1, 0xff, .Lalone
        lbu r2, r1, next
        sb r3, next, r2
        sb r1, next, r3
        jump .Lstop
.Lalone: sb r3, next, r3
.Lstop: sb zero, last, r3
        release zero, lock, nz, . + 1
        stop
        jump r23

        .data
missing: .byte 5
last:   .byte 0xff
        .bss
        .p2align 3
cells:  .space 20
wrong:  .space 4
next:   .space 24
        .p2align 3
stacks: .space 1024
        .section .atomic, "aw", @nobits
lock:   .space 1

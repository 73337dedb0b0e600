// expect r0=1275 r1=50 r2=1
// One tasklet hands 50 numbers to three others through a buffer of four places, guarded by two semaphores as a runtime
// library has them: who finds nothing left joins a list under a lock and stops, who gives resumes the first of the list.
        .globl main
boot_here:
        move r22, stacks
        lsl_add r22, r22, id, 7
        call r23, eat
        stop

main:   sd r22, 0, d22
        add r22, r22, 8
        boot id, 1
        boot id, 2
        boot id, 3
        move r14, 0
.Lmake: add r14, r14, 1
        move r0, free
        call r23, take
        and r1, r14, 3
        lsl r1, r1, 2
        sw r1, buffer, r14
        move r0, full
        call r23, give
        jneq r14, 50, .Lmake
.Lwait: lw r2, zero, full
        jneq r2, -3, .Lwait             // all eaters wait
        lw r0, zero, total
        lw r1, zero, eaten
        lw r2, zero, free
        add r2, r2, -3
        ld d22, r22, -8
        jump r23

eat:    sd r22, 0, d22
        add r22, r22, 8
.Lnext: move r0, full
        call r23, take
        acquire zero, mutex, nz, .
        lw r1, zero, eaten
        add r1, r1, 1
        and r2, r1, 3
        lsl r2, r2, 2
        lw r2, r2, buffer
        lw r3, zero, total
        add r3, r3, r2
        sw zero, total, r3
        sw zero, eaten, r1
        release zero, mutex, nz, . + 1
        move r0, free
        call r23, give
        jump .Lnext

// A semaphore is a count, negative as many as wait, and the last of the ring of those who wait.
take:   acquire zero, lock, nz, .
        lw r1, r0, 0
        add r1, r1, -1
        sw r0, 0, r1
        jlts r1, 0, .Lnone
        release zero, lock, nz, .Ltook
.Ltook: jump r23
.Lnone: move r3, id
        lw r2, r0, 4
        jeq r1, -1, .Lalone
        lbu r4, r2, next
        sb r3, next, r4
        sb r2, next, r3
        jump .Lstop
.Lalone: sb r3, next, r3
.Lstop: sw r0, 4, r3
        release zero, lock, nz, . + 1
        stop
        jump r23

give:   acquire zero, lock, nz, .
        lw r1, r0, 0
        add r1, r1, 1
        sw r0, 0, r1
        jgts r1, 0, .Lgave
        lw r2, r0, 4
        lbu r3, r2, next
        lbu r4, r3, next
        sb r2, next, r4
        resume r3, 0
.Lgave: release zero, lock, nz, .Lback
.Lback: jump r23

        .data
        .p2align 3
free:   .long 4, 0
full:   .long 0, 0
        .bss
        .p2align 3
buffer: .space 16
eaten:  .space 4
total:  .space 4
next:   .space 24
        .p2align 3
stacks: .space 512
        .section .atomic, "aw", @nobits
lock:   .space 1
mutex:  .space 1

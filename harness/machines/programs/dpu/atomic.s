// expect r0=10 r1=1 r2=0
// Ten increments under a lock, then a lock that is taken twice: the second time it is found taken.
        .globl main
main:   move r3, 10
.Lnext: acquire zero, lock, nz, .
        lw r0, zero, counter
        add r0, r0, 1
        sw zero, counter, r0
        release zero, lock, nz, . + 1
        add r3, r3, -1, nz, .Lnext

        move r1, 0
        move r2, 0
        acquire zero, lock, nz, .Lwrong
        acquire zero, lock, z, .Lwrong
        move r1, 1
        release zero, lock, nz, .Lfree
        move r2, 1
.Lfree: acquire zero, lock, nz, .Lwrong
        release zero, lock, nz, . + 1
        jump r23
.Lwrong: move r2, 2
        jump r23

        .data
        .p2align 2
counter: .long 0
        .section .atomic, "aw", @nobits
lock:   .space 1

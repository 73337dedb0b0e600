// expect r0=260 r1=4 r14=77
// Four tasklets sum up numbers by recursion at the same time, each with its own registers and on its own stack; the first
// starts the others, which begin at the first instruction.
        .globl main
boot_here:
        move r22, stacks
        lsl_add r22, r22, id, 8
        call r23, work
        stop

main:   sd r22, 0, d22
        add r22, r22, 8
        move r14, 77
        boot id, 1
        boot id, 2
        boot id, 3
        call r23, work
.Lwait: lw r1, zero, done
        jneq r1, 4, .Lwait
        lw r0, zero, results
        lw r2, zero, results + 4
        add r0, r0, r2
        lw r2, zero, results + 8
        add r0, r0, r2
        lw r2, zero, results + 12
        add r0, r0, r2
        ld d22, r22, -8
        jump r23

// results[id] = 1 + 2 + ... + 4 * (id + 1)
work:   sd r22, 0, d22
        add r22, r22, 8
        add r0, id4, 4
        call r23, sum
        sw id4, results, r0
        acquire zero, lock, nz, .
        lw r0, zero, done
        add r0, r0, 1
        sw zero, done, r0
        release zero, lock, nz, . + 1
        ld d22, r22, -8
        jump r23

sum:    jz r0, .Lnone
        sd r22, 8, d22
        sw r22, 0, r14
        add r22, r22, 16
        move r14, r0
        add r0, r0, -1
        call r23, sum
        add r0, r0, r14
        lw r14, r22, -16
        ld d22, r22, -8
.Lnone: jump r23

        .bss
        .p2align 3
results: .space 16
done:   .space 4
        .p2align 3
stacks: .space 1024
        .section .atomic, "aw", @nobits
lock:   .space 1

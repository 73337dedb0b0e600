// expect r0=0xfdcc5e82
// Ten comparisons of six pairs of numbers as values 0 and 1, folded into a hash.
        .globl main
main:   move r0, 0
        move r4, pairs
        move r5, 6
.Lnext: lw r1, r4, 0
        lw r2, r4, 4
        .irp condition, eq,neq,ltu,geu,lts,ges,les,gts,leu,gtu
        sub r3, r1, r2, \condition
        rol r0, r0, 1
        neg r3, r3
        and r3, r3, 0x9e3779b1
        xor r0, r0, r3
        .endr
        add r4, r4, 8
        add r5, r5, -1, nz, .Lnext
        jump r23

        .data
        .p2align 2
pairs:  .long 5, 5, 5, 7, 7, 5, 0x80000000, 1, 1, 0x80000000, 0xffffffff, 0xfffffffe

// expect r0=338350 r1=101
// The sum of the squares of 1 to 100, each square built from odd numbers.
        .globl main
main:   move r0, 0                      // sum
        move r1, 1                      // n
        move r2, 1                      // n * n
        move r3, 3                      // the next odd number
.Lnext: add r0, r0, r2
        add r2, r2, r3
        add r3, r3, 2
        add r1, r1, 1
        jleu r1, 100, .Lnext
        jump r23

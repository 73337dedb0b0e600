// expect r0=0x4321
// A switch: the table of jumps starts at a number of an instruction, to which the case is added.
        .globl main
main:   move r0, 0
        move r1, 1
.Lcase: jump r1, .Ltable
.Ltable: jump .Ldone
        jump .Lone
        jump .Ltwo
        jump .Lthree
        jump .Lfour
.Lone:  or r0, r0, 1
        move r1, 3, true, .Lcase
.Ltwo:  or r0, r0, 0x20
        move r1, 4, true, .Lcase
.Lthree: or r0, r0, 0x300
        move r1, 2, true, .Lcase
.Lfour: or r0, r0, 0x4000
        move r1, 0, true, .Lcase
.Ldone: jump r23

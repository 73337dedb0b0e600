// expect r0=0x66652e6b r1=0
// A product in steps: the smaller factor goes out of the even register bit by bit, and the product grows in
// the odd one, until no bit is left.
        .globl main
main:   move r0, 0x12345
        move r1, 0
        move r2, 0x89abcdef
        .irp shift, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16
        mul_step d0, r2, d0, \shift, z, .Ldone
        .endr
.Ldone: swapd d0, d0
        jump r23

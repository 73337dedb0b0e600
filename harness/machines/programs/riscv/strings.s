# expect a0=13 a1=0x21
# Length of a string, and its last character.
        .globl main
main:   la t0,text
        mv t1,t0
1:      lbu a1,0(t1)
        addi t1,t1,1
        bnez a1,1b
        lbu a1,-2(t1)
        sub a0,t1,t0
        addi a0,a0,-1
        ret
        .section .rodata
text:   .string "hello, world!"

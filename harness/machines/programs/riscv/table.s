# expect a0=321 a1=0
# Calls through a table of pointers.
        .globl main
main:   addi sp,sp,-32
        sw ra,28(sp)
        sw s0,24(sp)
        la t0,one
        sw t0,0(sp)
        la t0,two
        sw t0,4(sp)
        la t0,three
        sw t0,8(sp)
        li a0,0
        li s0,3
1:      addi s0,s0,-1
        slli t0,s0,2
        add t0,t0,sp
        lw t1,0(t0)
        jalr t1
        bnez s0,1b
        mv a1,s0
        lw ra,28(sp)
        lw s0,24(sp)
        addi sp,sp,32
        ret
one:    addi a0,a0,1
        ret
two:    addi a0,a0,20
        ret
three:  addi a0,a0,300
        ret

# expect a0=610
# The 15th number by recursion, with a frame for each call.
        .globl main
main:   li a0,15
        tail fibonacci
fibonacci:
        li t0,2
        bltu a0,t0,1f
        addi sp,sp,-16
        sw s0,4(sp)
        sw ra,8(sp)
        mv s0,a0
        addi a0,a0,-1
        call fibonacci
        sw a0,0(sp)
        addi a0,s0,-2
        call fibonacci
        lw t0,0(sp)
        add a0,a0,t0
        lw s0,4(sp)
        lw ra,8(sp)
        addi sp,sp,16
1:      ret

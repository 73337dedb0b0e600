# expect a0=5050 a1=0
# The sum of 1 to 100.
        .globl main
main:   li a1,100
        li a0,0
1:      add a0,a0,a1
        addi a1,a1,-1
        bnez a1,1b
        ret

# expect a0=60 a1=8
# Compressed instructions, chosen by the assembler and by name, with a branch over some of 32 bits.
        .option rvc
        .globl main
main:   addi sp,sp,-32
        li a0,12
        sw a0,16(sp)
        lw a1,16(sp)
        slli a1,a1,2
        add a0,a0,a1
        la t0,1f
        c.jr t0
        .option norvc
        addi a0,a0,1
        .option rvc
1:      srli a1,a1,1
        andi a1,a1,8
        c.beqz a1,2f
        c.addi16sp sp,32
        ret
2:      c.ebreak

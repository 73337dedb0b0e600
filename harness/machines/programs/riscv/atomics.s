# expect a0=17 a1=12 a2=1 a3=0 a4=17
# A fetch and add, an exchange by reservation, and a store whose reservation is gone.
        .globl main
main:   la t0,cell
        li t1,5
        amoadd.w.aqrl a1,t1,(t0)
1:      lr.w t2,(t0)
        sc.w a3,t2,(t0)
        bnez a3,1b
        sc.w a2,zero,(t0)
        lr.w.aq a0,(t0)
        amomax.w a4,t1,(t0)
        ret
        .data
        .balign 4
cell:   .word 12

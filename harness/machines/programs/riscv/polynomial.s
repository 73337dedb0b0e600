# expect a0=70 fa0=0x40519f0000000000 a1=1
# x^3 + 2x^2 - 3x + 0.875 at 3.75 by fused operations, as an integer too; the flag of an inexact conversion.
        .globl main
main:   la t0,numbers
        fld ft0,0(t0)
        fld fa0,8(t0)
        li t1,2
        fcvt.d.w ft1,t1
        fmadd.d fa0,ft0,fa0,ft1
        li t1,-3
        fcvt.d.w ft1,t1
        fmadd.d fa0,fa0,ft0,ft1
        fld ft1,16(t0)
        fmadd.d fa0,fa0,ft0,ft1
        fsflags zero
        fcvt.w.d a0,fa0,rtz
        frflags a1
        ret
        .data
        .balign 8
numbers:
        .double 3.75, 1.0, 0.875

	.globl	f0                              # -- Begin function f0
	.p2align	1
	.type	f0,@function
f0:                                     # @f0
# %bb.0:
	addi	sp, sp, -96
	sd	ra, 88(sp)                      # 8-byte Folded Spill
	sd	s0, 80(sp)                      # 8-byte Folded Spill
	sd	s1, 72(sp)                      # 8-byte Folded Spill
	sd	s2, 64(sp)                      # 8-byte Folded Spill
	sd	s3, 56(sp)                      # 8-byte Folded Spill
	sd	s4, 48(sp)                      # 8-byte Folded Spill
	sd	s5, 40(sp)                      # 8-byte Folded Spill
	sd	s6, 32(sp)                      # 8-byte Folded Spill
	sd	s7, 24(sp)                      # 8-byte Folded Spill
	sd	s8, 16(sp)                      # 8-byte Folded Spill
	fsd	fs0, 8(sp)                      # 8-byte Folded Spill
	ld	s8, 96(sp)
	mv	s2, a7
	mv	s3, a6
	mv	s4, a5
	mv	s5, a4
	mv	s6, a3
	mv	s7, a2
	mv	s0, a1
	mv	s1, a0
	fmv.d	fs0, fa0
	call	clobber0
	lui	a0, %hi(received0)
	fsd	fs0, %lo(received0)(a0)
	addi	a1, a0, %lo(received0)
	sd	s1, 16(a1)
	sd	s0, 32(a1)
	sw	s7, 48(a1)
	sw	s6, 64(a1)
	sw	s5, 80(a1)
	lui	a0, %hi(result0)
	ld	a0, %lo(result0)(a0)
	sw	s4, 96(a1)
	sw	s3, 112(a1)
	sw	s2, 128(a1)
	sd	s8, 144(a1)
	ld	ra, 88(sp)                      # 8-byte Folded Reload
	ld	s0, 80(sp)                      # 8-byte Folded Reload
	ld	s1, 72(sp)                      # 8-byte Folded Reload
	ld	s2, 64(sp)                      # 8-byte Folded Reload
	ld	s3, 56(sp)                      # 8-byte Folded Reload
	ld	s4, 48(sp)                      # 8-byte Folded Reload
	ld	s5, 40(sp)                      # 8-byte Folded Reload
	ld	s6, 32(sp)                      # 8-byte Folded Reload
	ld	s7, 24(sp)                      # 8-byte Folded Reload
	ld	s8, 16(sp)                      # 8-byte Folded Reload
	fld	fs0, 8(sp)                      # 8-byte Folded Reload
	addi	sp, sp, 96
	ret
.Lfunc_end0:
	.size	f0, .Lfunc_end0-f0
	.globl	call0                           # -- Begin function call0
	.p2align	1
	.type	call0,@function
call0:                                  # @call0
# %bb.0:
	addi	sp, sp, -16
	sd	ra, 8(sp)                       # 8-byte Folded Spill
	lui	a0, %hi(arg0_0)
	fld	fa0, %lo(arg0_0)(a0)
	lui	a0, %hi(arg0_1)
	ld	a0, %lo(arg0_1)(a0)
	lui	a1, %hi(arg0_2)
	ld	a1, %lo(arg0_2)(a1)
	lui	a2, %hi(arg0_3)
	lw	a2, %lo(arg0_3)(a2)
	lui	a3, %hi(arg0_4)
	lw	a3, %lo(arg0_4)(a3)
	lui	a4, %hi(arg0_5)
	lw	a4, %lo(arg0_5)(a4)
	lui	a5, %hi(arg0_6)
	lw	a5, %lo(arg0_6)(a5)
	lui	a6, %hi(arg0_7)
	lw	a6, %lo(arg0_7)(a6)
	lui	a7, %hi(arg0_8)
	lw	a7, %lo(arg0_8)(a7)
	lui	t0, %hi(arg0_9)
	ld	t0, %lo(arg0_9)(t0)
	sd	t0, 0(sp)
	call	f0
	lui	a1, %hi(returned0)
	sd	a0, %lo(returned0)(a1)
	ld	ra, 8(sp)                       # 8-byte Folded Reload
	addi	sp, sp, 16
	ret
.Lfunc_end0:
	.size	call0, .Lfunc_end0-call0

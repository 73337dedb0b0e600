# The same library's functions without a fault.

	.text

# int twice(int x)
	.globl	twice
twice:
	slliw	a0, a0, 1
	ret

# int sum(const int *p, int n)
	.globl	sum
sum:	li	a2, 0
	blez	a1, 2f
1:	lw	a3, 0(a0)
	addw	a2, a2, a3
	addi	a0, a0, 4
	addiw	a1, a1, -1
	bnez	a1, 1b
2:	mv	a0, a2
	ret

# void copy(char *to, const char *from, unsigned long n)
	.globl	copy
copy:	beqz	a2, 2f
1:	lbu	t0, 0(a1)
	sb	t0, 0(a0)
	addi	a0, a0, 1
	addi	a1, a1, 1
	addi	a2, a2, -1
	bnez	a2, 1b
2:	ret

# int apply(int (*f)(int), int x): f(f(x)), with a frame and a register that is given back.
	.globl	apply
apply:	addi	sp, sp, -16
	sd	ra, 8(sp)
	sd	s0, 0(sp)
	mv	s0, a0
	mv	a0, a1
	jalr	s0
	jalr	s0
	ld	ra, 8(sp)
	ld	s0, 0(sp)
	addi	sp, sp, 16
	ret

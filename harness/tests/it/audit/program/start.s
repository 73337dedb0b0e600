# The beginning of a program: it makes a stack, calls main and ends with its result.
	.globl _start
_start:
	.option push
	.option norelax
	la gp, __global_pointer$
	.option pop
	la sp, stack_top
	call main
	li a7, 93
	ecall

# What compilers call by themselves.
	.globl memcpy
memcpy:
	mv a3, a0
1:	beqz a2, 2f
	lbu a4, 0(a1)
	sb a4, 0(a3)
	addi a1, a1, 1
	addi a3, a3, 1
	addi a2, a2, -1
	j 1b
2:	ret

	.globl memset
memset:
	mv a3, a0
1:	beqz a2, 2f
	sb a1, 0(a3)
	addi a3, a3, 1
	addi a2, a2, -1
	j 1b
2:	ret

	.bss
	.balign 16
stack:
	.space 65536
stack_top:

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

	.bss
	.balign 16
stack:
	.space 65536
stack_top:

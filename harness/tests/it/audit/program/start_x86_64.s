# The beginning of a program: it makes a stack, calls main and ends with its result.
	.globl _start
_start:
	xorl %ebp, %ebp
	leaq stack_top(%rip), %rsp
	call main
	movl %eax, %edi
	movl $60, %eax
	syscall

# What compilers call by themselves.
	.globl memcpy
memcpy:
	movq %rdi, %rax
	movq %rdx, %rcx
	rep movsb
	ret

	.globl memset
memset:
	movq %rdi, %r8
	movl %esi, %eax
	movq %rdx, %rcx
	rep stosb
	movq %r8, %rax
	ret

	.bss
	.balign 16
stack:
	.space 65536
stack_top:
	.section .note.GNU-stack, "", @progbits

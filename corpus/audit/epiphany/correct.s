; The same library's functions without a fault.

	.text
	.balign	4

; int twice(int x)
	.global	_twice
_twice:	lsl	r0, r0, #1
	rts

; int sum(const int *p, int n)
	.global	_sum
_sum:	mov	r2, #0
	sub	r1, r1, #1
	blt	2f
1:	ldr	r3, [r0]
	add	r2, r2, r3
	add	r0, r0, #4
	sub	r1, r1, #1
	bgte	1b
2:	mov	r0, r2
	rts

; int apply(int (*f)(int), int x): f(f(x)), with a frame and a register that is given back.
	.global	_apply
_apply:	sub	sp, sp, #16
	str	lr, [sp, #2]
	str	r4, [sp, #3]
	mov	r4, r0
	mov	r0, r1
	jalr	r4
	jalr	r4
	ldr	lr, [sp, #2]
	ldr	r4, [sp, #3]
	add	sp, sp, #16
	rts

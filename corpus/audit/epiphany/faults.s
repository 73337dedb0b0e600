; A library in which every function has exactly one fault. `crosscall audit --file audit.toml` names each of them.

	.text
	.balign	4

; int lost_register(int x): r4 is not given back.
	.global	_lost_register
_lost_register:
	add	r4, r0, #1
	lsl	r0, r4, #1
	rts

; int lost_stack_pointer(int x): the frame is not released.
	.global	_lost_stack_pointer
_lost_stack_pointer:
	sub	sp, sp, #8
	rts

; int crooked_call(int x): the stack pointer is no multiple of 4 when `twice` is called.
	.global	_crooked_call
_crooked_call:
	sub	sp, sp, #16
	str	lr, [sp, #2]
	add	sp, sp, #2
	bl	_twice
	sub	sp, sp, #2
	ldr	lr, [sp, #2]
	add	sp, sp, #16
	rts

; int not_given(int x): there is no second argument.
	.global	_not_given
_not_given:
	add	r0, r0, r1
	rts

; void beside_buffer(char *to, int n): one byte more than n is cleared.
	.global	_beside_buffer
_beside_buffer:
	mov	r2, #0
1:	strb	r2, [r0]
	add	r0, r0, #1
	sub	r1, r1, #1
	bgte	1b
	rts

; void const_buffer(const int *p, int n): what it may only read is negated.
	.global	_const_buffer
_const_buffer:
	sub	r1, r1, #1
	blt	2f
1:	ldr	r2, [r0]
	mov	r3, #0
	sub	r2, r3, r2
	str	r2, [r0]
	add	r0, r0, #4
	sub	r1, r1, #1
	bgte	1b
2:	rts

; int beyond_stack_pointer(int x): there is no red zone.
	.global	_beyond_stack_pointer
_beyond_stack_pointer:
	mov	r1, sp
	sub	r1, r1, #8
	str	r0, [r1]
	ldr	r0, [r1]
	rts

; int never_written(int x): one word of the frame is read that nothing was stored to.
	.global	_never_written
_never_written:
	sub	sp, sp, #16
	str	r0, [sp, #2]
	ldr	r0, [sp, #3]
	add	sp, sp, #16
	rts

; void mode_left(void): the rounding mode is not given back.
	.global	_mode_left
_mode_left:
	movfs	r0, config
	mov	r1, #1
	orr	r0, r0, r1
	movts	config, r0
	rts

; void reserved_register(void): r28 is kept for constants.
	.global	_reserved_register
_reserved_register:
	mov	r28, #0
	rts

; void wrong_return(void): it comes back one instruction too far.
	.global	_wrong_return
_wrong_return:
	add	lr, lr, #4
	rts

; int above_argument(struct { short low; } v): nothing is said of the bits above a structure.
	.global	_above_argument
_above_argument:
	add	r0, r0, #1
	rts

; short above_result(short x): a result narrower than a word is extended to one.
	.global	_above_result
_above_result:
	lsl	r0, r0, #1
	rts

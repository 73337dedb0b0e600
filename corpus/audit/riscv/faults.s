# A library in which every function has exactly one fault. `crosscall audit --file audit.toml` names each of them.

	.text

# int lost_register(int x): s1 is not given back.
	.globl	lost_register
lost_register:
	addiw	s1, a0, 1
	slliw	a0, s1, 1
	ret

# int lost_stack_pointer(int x): the frame is not released.
	.globl	lost_stack_pointer
lost_stack_pointer:
	addi	sp, sp, -16
	sw	a0, 12(sp)
	lw	a0, 12(sp)
	ret

# int crooked_call(int x): the stack pointer is no multiple of 16 when `twice` is called.
	.globl	crooked_call
crooked_call:
	addi	sp, sp, -8
	sd	ra, 0(sp)
	call	twice
	ld	ra, 0(sp)
	addi	sp, sp, 8
	ret

# void reserved_register(void): tp belongs to the system.
	.globl	reserved_register
reserved_register:
	mv	tp, zero
	ret

# int not_given(int x): there is no second argument.
	.globl	not_given
not_given:
	addw	a0, a0, a1
	ret

# void beside_buffer(char *to, int n): one byte more than n is cleared.
	.globl	beside_buffer
beside_buffer:
	add	a1, a0, a1
1:	sb	zero, 0(a0)
	addi	a0, a0, 1
	bleu	a0, a1, 1b
	ret

# void const_buffer(const int *p, int n): what it may only read is negated.
	.globl	const_buffer
const_buffer:
	blez	a1, 2f
1:	lw	t0, 0(a0)
	negw	t0, t0
	sw	t0, 0(a0)
	addi	a0, a0, 4
	addiw	a1, a1, -1
	bnez	a1, 1b
2:	ret

# int beyond_stack_pointer(int x): there is no red zone.
	.globl	beyond_stack_pointer
beyond_stack_pointer:
	sw	a0, -4(sp)
	lw	a0, -4(sp)
	ret

# int never_written(int x): one word of the frame is read that nothing was stored to.
	.globl	never_written
never_written:
	addi	sp, sp, -16
	sw	a0, 0(sp)
	lw	a0, 4(sp)
	addi	sp, sp, 16
	ret

# int above_argument(struct { short low; } v): nothing is said of the bits above a structure.
	.globl	above_argument
above_argument:
	sext.w	a0, a0
	ret

# int above_result(int x): an int is sign-extended in its register.
	.globl	above_result
above_result:
	slli	a0, a0, 1
	ret

# void wrong_return(void): it comes back one instruction too far.
	.globl	wrong_return
wrong_return:
	addi	ra, ra, 4
	ret

# void mode_left(void): the rounding mode is not given back.
	.globl	mode_left
mode_left:
	fsrmi	zero, 1
	ret

; void f0(struct { unsigned m0 : 5; unsigned m1 : 11; int m2; } a0)
	.text
	.balign 4
	.global _f0
_f0:
	mov r16,%low(_received0)
	movt r16,%high(_received0)
	mov r18,#0
	lsl r17,r0,#27	; m0
	lsr r17,r17,#27
	str r17,[r16]
	str r18,[r16,#1]
	lsl r17,r0,#16	; m1
	lsr r17,r17,#21
	str r17,[r16,#4]
	str r18,[r16,#5]
	str r1,[r16,#8]
	rts

	.bss
	.balign 16
	.global _received0
	.type _received0,@object
	.size _received0,48
_received0:
	.space 48

; void f0(struct { char m0; short m1; int m2; } a0, int a1)
; The structure arrives in r0 and r1 and is put together again in the frame.
	.text
	.balign 4
	.global _f0
_f0:
	sub sp,sp,#8
	str r0,[sp]
	str r1,[sp,#1]
	mov r16,%low(_received0)
	movt r16,%high(_received0)
	ldrb r17,[sp]
	strb r17,[r16]
	ldrh r17,[sp,#1]
	strh r17,[r16,#8]
	ldr r17,[sp,#1]
	str r17,[r16,#8]
	str r2,[r16,#12]
	add sp,sp,#8
	rts

	.bss
	.balign 16
	.global _received0
	.type _received0,@object
	.size _received0,64
_received0:
	.space 64

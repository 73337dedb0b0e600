; void call0(void): calls void f0(struct { char m0; short m1; int m2; }, int).
	.text
	.balign 4
	.global _call0
_call0:
	sub sp,sp,#8
	str lr,[sp]
	mov r16,%low(_arg0_0)
	movt r16,%high(_arg0_0)
	ldr r0,[r16]
	ldr r1,[r16,#1]
	mov r16,%low(_arg0_1)
	movt r16,%high(_arg0_1)
	ldr r2,[r16]
	bl _f0
	ldr lr,[sp]
	add sp,sp,#8
	rts

	.data
	.balign 4
	.global _arg0_0,_arg0_1
_arg0_0:
	.byte 0x80,0xa5,0x11,0x12,0x13,0x14,0x15,0x16
_arg0_1:
	.word 0x1a191817

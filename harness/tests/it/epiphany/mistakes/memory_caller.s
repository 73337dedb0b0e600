; void call0(void): calls struct { int m0; int m1; int m2; } f0(int), which fills 12 bytes of the frame.
	.text
	.balign 4
	.global _call0
_call0:
	sub sp,sp,#24
	str lr,[sp,#4]
	mov r0,sp
	mov r16,%low(_arg0_0)
	movt r16,%high(_arg0_0)
	ldr r1,[r16]
	bl _f0
	mov r16,%low(_returned0)
	movt r16,%high(_returned0)
	ldr r17,[sp]
	ldr r18,[sp,#1]
	ldr r19,[sp,#2]
	str r17,[r16]
	str r18,[r16,#4]
	str r19,[r16,#8]
	ldr lr,[sp,#4]
	add sp,sp,#24
	rts

	.data
	.balign 4
	.global _arg0_0
_arg0_0:
	.word 0x14131211
	.bss
	.balign 16
	.global _returned0
	.type _returned0,@object
	.size _returned0,48
_returned0:
	.space 48

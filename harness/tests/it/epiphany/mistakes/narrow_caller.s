; void call0(void): calls short f0(signed char, unsigned short).
	.text
	.balign 4
	.global _call0
_call0:
	sub sp,sp,#8
	str lr,[sp]
	mov r16,%low(_arg0_0)
	movt r16,%high(_arg0_0)
	ldrb r0,[r16]
	lsl r0,r0,#24
	asr r0,r0,#24
	ldrh r1,[r16,#1]
	bl _f0
	mov r16,%low(_returned0)
	movt r16,%high(_returned0)
	strh r0,[r16]
	ldr lr,[sp]
	add sp,sp,#8
	rts

	.data
	.balign 4
	.global _arg0_0,_arg0_1
_arg0_0:
	.byte 0x80
	.balign 2
_arg0_1:
	.short 0x1211
	.bss
	.balign 16
	.global _returned0
	.type _returned0,@object
	.size _returned0,16
_returned0:
	.space 16

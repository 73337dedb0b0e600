; void call0(void): calls long long f0(int, long long).
	.text
	.balign 4
	.global _call0
_call0:
	sub sp,sp,#8
	str lr,[sp]
	mov r16,%low(_arg0_0)
	movt r16,%high(_arg0_0)
	ldr r0,[r16]
	mov r16,%low(_arg0_1)
	movt r16,%high(_arg0_1)
	ldr r2,[r16]
	ldr r3,[r16,#1]
	bl _f0
	mov r16,%low(_returned0)
	movt r16,%high(_returned0)
	str r0,[r16]
	str r1,[r16,#1]
	ldr lr,[sp]
	add sp,sp,#8
	rts

	.data
	.balign 8
	.global _arg0_0,_arg0_1
_arg0_1:
	.word 0x18171615,0x1c1b1a19
_arg0_0:
	.word 0x14131211
	.bss
	.balign 16
	.global _returned0
	.type _returned0,@object
	.size _returned0,16
_returned0:
	.space 16

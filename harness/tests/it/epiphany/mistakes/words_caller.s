; void call0(void): calls int f0(int, int, int, int, int, int) and keeps two values in r4 and r5 meanwhile.
	.text
	.balign 4
	.global _call0
_call0:
	sub sp,sp,#32
	str r4,[sp,#4]
	str r5,[sp,#5]
	str lr,[sp,#6]
	mov r16,%low(_keep0)
	movt r16,%high(_keep0)
	ldr r4,[r16]
	ldr r5,[r16,#1]
	mov r16,%low(_arg0_0)
	movt r16,%high(_arg0_0)
	ldr r0,[r16]
	ldr r1,[r16,#1]
	ldr r2,[r16,#2]
	ldr r3,[r16,#3]
	ldr r17,[r16,#4]
	ldr r18,[r16,#5]
	str r17,[sp]
	str r18,[sp,#1]
	bl _f0
	mov r16,%low(_returned0)
	movt r16,%high(_returned0)
	str r0,[r16]
	str r4,[r16,#4]
	str r5,[r16,#8]
	ldr lr,[sp,#6]
	ldr r5,[sp,#5]
	ldr r4,[sp,#4]
	add sp,sp,#32
	rts

	.data
	.balign 4
	.global _keep0,_arg0_0,_arg0_1,_arg0_2,_arg0_3,_arg0_4,_arg0_5
_keep0:
	.word 0x6b000071,0x6b010171
_arg0_0:
	.word 0x14131211
_arg0_1:
	.word 0x18171615
_arg0_2:
	.word 0x1c1b1a19
_arg0_3:
	.word 0x201f1e1d
_arg0_4:
	.word 0x24232221
_arg0_5:
	.word 0x28272625
	.bss
	.balign 16
	.global _returned0
	.type _returned0,@object
	.size _returned0,48
_returned0:
	.space 48

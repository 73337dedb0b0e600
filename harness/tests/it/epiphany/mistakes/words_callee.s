; int f0(int a0, int a1, int a2, int a3, int a4, int a5), which calls clobber0 before it looks at them.
; a0 to a3 are kept in r4 to r7; a4 and a5 stay where the caller put them.
	.text
	.balign 4
	.global _f0
_f0:
	sub sp,sp,#32
	str lr,[sp,#2]
	str r4,[sp,#4]
	str r5,[sp,#5]
	str r6,[sp,#6]
	str r7,[sp,#7]
	mov r4,r0
	mov r5,r1
	mov r6,r2
	mov r7,r3
	bl _clobber0
	mov r16,%low(_received0)
	movt r16,%high(_received0)
	str r4,[r16]
	str r5,[r16,#4]
	str r6,[r16,#8]
	str r7,[r16,#12]
	ldr r17,[sp,#8]
	ldr r18,[sp,#9]
	str r17,[r16,#16]
	str r18,[r16,#20]
	mov r16,%low(_result0)
	movt r16,%high(_result0)
	ldr r0,[r16]
	ldr r7,[sp,#7]
	ldr r6,[sp,#6]
	ldr r5,[sp,#5]
	ldr r4,[sp,#4]
	ldr lr,[sp,#2]
	add sp,sp,#32
	rts

	.data
	.balign 4
	.global _result0
_result0:
	.word 0x2c2b2a29
	.bss
	.balign 16
	.global _received0
	.type _received0,@object
	.size _received0,96
_received0:
	.space 96

; short f0(signed char a0, unsigned short a1)
; The caller has extended the parameters, and they are taken as words.
	.text
	.balign 4
	.global _f0
_f0:
	mov r16,%low(_received0)
	movt r16,%high(_received0)
	strb r0,[r16]
	strh r1,[r16,#8]
	str r0,[r16,#8]	; a0 widened
	asr r17,r0,#31
	str r17,[r16,#9]
	mov r17,#0xff80
	movt r17,#0xffff
	mov r18,#1
	mov r19,#0xda
	sub r17,r0,r17
	beq .L1
	mov r18,#6
	mov r19,#0
.L1:
	str r18,[r16,#12]	; a0 compared
	str r19,[r16,#16]	; a0 used
	str r1,[r16,#20]	; a1 widened
	mov r17,#0
	str r17,[r16,#21]
	mov r17,#0x1211
	mov r18,#1
	mov r19,#0x53
	sub r17,r1,r17
	beq .L2
	mov r18,#6
	mov r19,#0
.L2:
	str r18,[r16,#24]	; a1 compared
	str r19,[r16,#28]	; a1 used
	mov r16,%low(_result0)
	movt r16,%high(_result0)
	ldrh r0,[r16]
	lsl r0,r0,#16
	asr r0,r0,#16
	rts

	.data
	.balign 4
	.global _result0
_result0:
	.short 0x8113
	.bss
	.balign 16
	.global _received0
	.type _received0,@object
	.size _received0,128
_received0:
	.space 128

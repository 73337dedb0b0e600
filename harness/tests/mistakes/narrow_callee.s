; short f0(signed char a0, unsigned short a1)
	.text
	.balign 4
	.global _f0
_f0:
	mov r16,%low(_received0)
	movt r16,%high(_received0)
	strb r0,[r16]
	strh r1,[r16,#8]
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
	.size _received0,32
_received0:
	.space 32

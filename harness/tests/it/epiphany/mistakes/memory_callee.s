; struct { int m0; int m1; int m2; } f0(int a0): the address for the result is in r0, a0 in r1.
	.text
	.balign 4
	.global _f0
_f0:
	mov r16,%low(_received0)
	movt r16,%high(_received0)
	str r1,[r16]
	mov r16,%low(_result0)
	movt r16,%high(_result0)
	ldr r17,[r16]
	ldr r18,[r16,#1]
	ldr r19,[r16,#2]
	str r17,[r0]
	str r18,[r0,#1]
	str r19,[r0,#2]
	rts

	.data
	.balign 4
	.global _result0
_result0:
	.word 0x18171615,0x1c1b1a19,0x201f1e1d
	.bss
	.balign 16
	.global _received0
	.type _received0,@object
	.size _received0,16
_received0:
	.space 16

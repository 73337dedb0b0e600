; long long f0(int a0, long long a1)
	.text
	.balign 4
	.global _f0
_f0:
	mov r16,%low(_received0)
	movt r16,%high(_received0)
	str r0,[r16]
	str r2,[r16,#4]
	str r3,[r16,#5]
	mov r16,%low(_result0)
	movt r16,%high(_result0)
	ldr r0,[r16]
	ldr r1,[r16,#1]
	rts

	.data
	.balign 8
	.global _result0
_result0:
	.word 0x201f1e1d,0x24232221
	.bss
	.balign 16
	.global _received0
	.type _received0,@object
	.size _received0,32
_received0:
	.space 32

; struct { char m0; char m1; char m2; } f0(void)
	.text
	.balign 4
	.global _f0
_f0:
	mov r16,%low(_result0)
	movt r16,%high(_result0)
	ldr r0,[r16]
	rts

	.data
	.balign 4
	.global _result0
_result0:
	.byte 0x80,0x11,0x81
	.space 1

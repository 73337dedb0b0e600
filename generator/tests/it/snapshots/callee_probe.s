; case 7: struct { int m0[3]; } f(char, long long, struct { short m0; char m1; }, struct { int m0[2]; }), which is called by the subject
	.text
	.balign 4
	.global _f7
_f7:
	mov r16,r0
	mov r12,%low(.Lresult7)
	movt r12,%high(.Lresult7)
	mov r17,#0xc
.Lfill7:
	ldrb r18,[r12],#1
	strb r18,[r16],#1
	sub r17,r17,#1
	bne .Lfill7
	mov r12,%low(.Larea7)
	movt r12,%high(.Larea7)
	mov r16,sp
	mov r17,#0x8
.Lspill7:
	ldrb r18,[r12],#1
	strb r18,[r16],#1
	sub r17,r17,#1
	bne .Lspill7
	b _poison_before_return_ffffffff0fff100e
	.data
	.balign 8
.Lresult7:	; result
	.byte 0x41,0x41,0x41,0x41,0x41,0x41,0x41,0x41,0x41,0x41,0x41,0x41
.Larea7:	; the callee's bytes of the stack
	.byte 0xe0,0xe0,0xe0,0xe4,0xe1,0xe0,0xe0,0xe4
	.text
	.balign 4
	.global _poison_before_return_ffffffff0fff100e
_poison_before_return_ffffffff0fff100e:
	mov r63,%low(.Lpoison_before_return_ffffffff0fff100e)
	movt r63,%high(.Lpoison_before_return_ffffffff0fff100e)
	ldr r1,[r63,#1]
	ldrd r2,[r63,#1]
	ldr r12,[r63,#12]
	ldrd r16,[r63,#8]
	ldrd r18,[r63,#9]
	ldrd r20,[r63,#10]
	ldrd r22,[r63,#11]
	ldrd r24,[r63,#12]
	ldrd r26,[r63,#13]
	ldrd r32,[r63,#16]
	ldrd r34,[r63,#17]
	ldrd r36,[r63,#18]
	ldrd r38,[r63,#19]
	ldrd r40,[r63,#20]
	ldrd r42,[r63,#21]
	ldrd r44,[r63,#22]
	ldrd r46,[r63,#23]
	ldrd r48,[r63,#24]
	ldrd r50,[r63,#25]
	ldrd r52,[r63,#26]
	ldrd r54,[r63,#27]
	ldrd r56,[r63,#28]
	ldrd r58,[r63,#29]
	ldrd r60,[r63,#30]
	ldr r62,[r63,#62]
	ldr r63,[r63,#63]
	rts
	.data
	.balign 8
	.balign 8
.Lpoison_before_return_ffffffff0fff100e:
	.space 4	; from r0 on, not from here
	.word 0xe2e0e0e1,0xe2e0e0e2,0xe2e0e0e3	; from r1 on, poison
	.space 32	; from r4 on, not from here
	.word 0xe2e0e0ec	; from r12 on, poison
	.space 12	; from r13 on, not from here
	.word 0xe2e0e1e0,0xe2e0e1e1,0xe2e0e1e2,0xe2e0e1e3	; from r16 on, poison
	.word 0xe2e0e1e4,0xe2e0e1e5,0xe2e0e1e6,0xe2e0e1e7	; from r20 on, poison
	.word 0xe2e0e1e8,0xe2e0e1e9,0xe2e0e1ea,0xe2e0e1eb	; from r24 on, poison
	.space 16	; from r28 on, not from here
	.word 0xe2e0e2e0,0xe2e0e2e1,0xe2e0e2e2,0xe2e0e2e3	; from r32 on, poison
	.word 0xe2e0e2e4,0xe2e0e2e5,0xe2e0e2e6,0xe2e0e2e7	; from r36 on, poison
	.word 0xe2e0e2e8,0xe2e0e2e9,0xe2e0e2ea,0xe2e0e2eb	; from r40 on, poison
	.word 0xe2e0e2ec,0xe2e0e2ed,0xe2e0e2ee,0xe2e0e2ef	; from r44 on, poison
	.word 0xe2e0e3e0,0xe2e0e3e1,0xe2e0e3e2,0xe2e0e3e3	; from r48 on, poison
	.word 0xe2e0e3e4,0xe2e0e3e5,0xe2e0e3e6,0xe2e0e3e7	; from r52 on, poison
	.word 0xe2e0e3e8,0xe2e0e3e9,0xe2e0e3ea,0xe2e0e3eb	; from r56 on, poison
	.word 0xe2e0e3ec,0xe2e0e3ed,0xe2e0e3ee,0xe2e0e3ef	; from r60 on, poison

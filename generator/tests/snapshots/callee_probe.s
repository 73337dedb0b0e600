; case 7: struct { int m0[3]; } f(char, long long, struct { short m0; char m1; }, struct { int m0[2]; }), which is called by the subject
	.text
	.balign 4
	.global _f7
_f7:
	mov r16,r0
	mov r0,r16	; the address goes back
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
	mov r63,%low(.Lleft7)
	movt r63,%high(.Lleft7)
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
.Lresult7:	; result
	.byte 0x41,0x41,0x41,0x41,0x41,0x41,0x41,0x41,0x41,0x41,0x41,0x41
.Larea7:	; the callee's bytes of the stack
	.byte 0xe0,0xe0,0xe0,0xe4,0xe1,0xe0,0xe0,0xe4
	.balign 8
.Lleft7:
	.word 0x00000000	; r0 is left alone
	.word 0xe2e0e0e1	; r1
	.word 0xe2e0e0e2	; r2
	.word 0xe2e0e0e3	; r3
	.word 0x00000000	; r4 is left alone
	.word 0x00000000	; r5 is left alone
	.word 0x00000000	; r6 is left alone
	.word 0x00000000	; r7 is left alone
	.word 0x00000000	; r8 is left alone
	.word 0x00000000	; r9 is left alone
	.word 0x00000000	; r10 is left alone
	.word 0x00000000	; r11 is left alone
	.word 0xe2e0e0ec	; r12
	.word 0x00000000	; r13 is left alone
	.word 0x00000000	; r14 is left alone
	.word 0x00000000	; r15 is left alone
	.word 0xe2e0e1e0	; r16
	.word 0xe2e0e1e1	; r17
	.word 0xe2e0e1e2	; r18
	.word 0xe2e0e1e3	; r19
	.word 0xe2e0e1e4	; r20
	.word 0xe2e0e1e5	; r21
	.word 0xe2e0e1e6	; r22
	.word 0xe2e0e1e7	; r23
	.word 0xe2e0e1e8	; r24
	.word 0xe2e0e1e9	; r25
	.word 0xe2e0e1ea	; r26
	.word 0xe2e0e1eb	; r27
	.word 0x00000000	; r28 is left alone
	.word 0x00000000	; r29 is left alone
	.word 0x00000000	; r30 is left alone
	.word 0x00000000	; r31 is left alone
	.word 0xe2e0e2e0	; r32
	.word 0xe2e0e2e1	; r33
	.word 0xe2e0e2e2	; r34
	.word 0xe2e0e2e3	; r35
	.word 0xe2e0e2e4	; r36
	.word 0xe2e0e2e5	; r37
	.word 0xe2e0e2e6	; r38
	.word 0xe2e0e2e7	; r39
	.word 0xe2e0e2e8	; r40
	.word 0xe2e0e2e9	; r41
	.word 0xe2e0e2ea	; r42
	.word 0xe2e0e2eb	; r43
	.word 0xe2e0e2ec	; r44
	.word 0xe2e0e2ed	; r45
	.word 0xe2e0e2ee	; r46
	.word 0xe2e0e2ef	; r47
	.word 0xe2e0e3e0	; r48
	.word 0xe2e0e3e1	; r49
	.word 0xe2e0e3e2	; r50
	.word 0xe2e0e3e3	; r51
	.word 0xe2e0e3e4	; r52
	.word 0xe2e0e3e5	; r53
	.word 0xe2e0e3e6	; r54
	.word 0xe2e0e3e7	; r55
	.word 0xe2e0e3e8	; r56
	.word 0xe2e0e3e9	; r57
	.word 0xe2e0e3ea	; r58
	.word 0xe2e0e3eb	; r59
	.word 0xe2e0e3ec	; r60
	.word 0xe2e0e3ed	; r61
	.word 0xe2e0e3ee	; r62
	.word 0xe2e0e3ef	; r63

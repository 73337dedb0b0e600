; case 7: struct { int m0[3]; } f(char, long long, struct { short m0; char m1; }, struct { int m0[2]; }), which calls the subject
	.text
	.balign 4
	.global _call7
_call7:
	mov r16,%low(.Lkept7)
	movt r16,%high(.Lkept7)
	str lr,[r16]	; for the way home
	str sp,[r16,#1]
	mov r17,#0x18
	sub sp,sp,r17	; stack arguments
	mov r17,%low(0xfffffff8)
	movt r17,%high(0xfffffff8)
	and sp,sp,r17
	mov r16,%low(.Lstack7)
	movt r16,%high(.Lstack7)
	mov r17,sp
	mov r18,#0x6
.Lcopy7:
	ldr r19,[r16],#1
	str r19,[r17],#1
	sub r18,r18,#1
	bne .Lcopy7
	mov r2,%low(.Lregisters7)
	movt r2,%high(.Lregisters7)
	ldrd r0,[r2,#0]
	ldr r2,[r2,#2]
	bl _poison_before_call_ffffffff0fff9ff8
	bl _f7
	.global _back7
_back7:
	mov r16,%low(.Lkept7)
	movt r16,%high(.Lkept7)
	ldr lr,[r16]
	ldr sp,[r16,#1]
	rts
	.data
	.balign 8
.Lkept7:
	.word 0,0
.Lstack7:
	.word 0xe3e0e0e0	; sp+0
	.word 0xe3e0e0e1	; sp+4
	.word 0x08070605	; sp+8 = arg1 bytes 4 to 7
	.word 0xe8232221	; sp+12 = arg2
	.word 0xe3e0e0e4	; sp+16
	.word _object7_3	; sp+20 = address of arg3
	.balign 8
.Lregisters7:
	.word _room7	; r0 = address of result
	.word 0xffffff91	; r1 = arg0
	.word 0x04030201	; r2 = arg1 bytes 0 to 3
	.balign 8
	.space 12,0xe8
	.global _object7_3
_object7_3:	; arg3
	.byte 0x31,0x32,0x33,0x34,0x35,0x36,0x37,0x38
	.space 16,0xe8
	.balign 8
	.space 12,0xe8
	.global _room7
_room7:	; room for result
	.byte 0xe0,0xe0,0xe0,0xe6,0xe1,0xe0,0xe0,0xe6,0xe2,0xe0,0xe0,0xe6
	.space 16,0xe8
	.text
	.balign 4
	.global _clobber7
_clobber7:
	b _poison_before_return_ffffffff0fff100f
	.text
	.balign 4
	.global _poison_before_call_ffffffff0fff9ff8
_poison_before_call_ffffffff0fff9ff8:
	mov r63,%low(.Lpoison_before_call_ffffffff0fff9ff8)
	movt r63,%high(.Lpoison_before_call_ffffffff0fff9ff8)
	ldr r3,[r63,#1]
	ldrd r4,[r63,#1]
	ldrd r6,[r63,#2]
	ldrd r8,[r63,#3]
	ldrd r10,[r63,#4]
	ldr r12,[r63,#10]
	ldr r15,[r63,#13]
	ldrd r16,[r63,#7]
	ldrd r18,[r63,#8]
	ldrd r20,[r63,#9]
	ldrd r22,[r63,#10]
	ldrd r24,[r63,#11]
	ldrd r26,[r63,#12]
	ldrd r32,[r63,#15]
	ldrd r34,[r63,#16]
	ldrd r36,[r63,#17]
	ldrd r38,[r63,#18]
	ldrd r40,[r63,#19]
	ldrd r42,[r63,#20]
	ldrd r44,[r63,#21]
	ldrd r46,[r63,#22]
	ldrd r48,[r63,#23]
	ldrd r50,[r63,#24]
	ldrd r52,[r63,#25]
	ldrd r54,[r63,#26]
	ldrd r56,[r63,#27]
	ldrd r58,[r63,#28]
	ldrd r60,[r63,#29]
	ldr r62,[r63,#60]
	ldr r63,[r63,#61]
	rts
	.data
	.balign 8
	.balign 8
.Lpoison_before_call_ffffffff0fff9ff8:
	.space 4	; from r2 on, not from here
	.word 0xe1e0e0e3	; from r3 on, poison
	.word 0xe1e0e0e4,0xe1e0e0e5,0xe1e0e0e6,0xe1e0e0e7	; from r4 on, poison
	.word 0xe1e0e0e8,0xe1e0e0e9,0xe1e0e0ea,0xe1e0e0eb	; from r8 on, poison
	.word 0xe1e0e0ec	; from r12 on, poison
	.space 8	; from r13 on, not from here
	.word 0xe1e0e0ef	; from r15 on, poison
	.word 0xe1e0e1e0,0xe1e0e1e1,0xe1e0e1e2,0xe1e0e1e3	; from r16 on, poison
	.word 0xe1e0e1e4,0xe1e0e1e5,0xe1e0e1e6,0xe1e0e1e7	; from r20 on, poison
	.word 0xe1e0e1e8,0xe1e0e1e9,0xe1e0e1ea,0xe1e0e1eb	; from r24 on, poison
	.space 16	; from r28 on, not from here
	.word 0xe1e0e2e0,0xe1e0e2e1,0xe1e0e2e2,0xe1e0e2e3	; from r32 on, poison
	.word 0xe1e0e2e4,0xe1e0e2e5,0xe1e0e2e6,0xe1e0e2e7	; from r36 on, poison
	.word 0xe1e0e2e8,0xe1e0e2e9,0xe1e0e2ea,0xe1e0e2eb	; from r40 on, poison
	.word 0xe1e0e2ec,0xe1e0e2ed,0xe1e0e2ee,0xe1e0e2ef	; from r44 on, poison
	.word 0xe1e0e3e0,0xe1e0e3e1,0xe1e0e3e2,0xe1e0e3e3	; from r48 on, poison
	.word 0xe1e0e3e4,0xe1e0e3e5,0xe1e0e3e6,0xe1e0e3e7	; from r52 on, poison
	.word 0xe1e0e3e8,0xe1e0e3e9,0xe1e0e3ea,0xe1e0e3eb	; from r56 on, poison
	.word 0xe1e0e3ec,0xe1e0e3ed,0xe1e0e3ee,0xe1e0e3ef	; from r60 on, poison
	.text
	.balign 4
	.global _poison_before_return_ffffffff0fff100f
_poison_before_return_ffffffff0fff100f:
	mov r63,%low(.Lpoison_before_return_ffffffff0fff100f)
	movt r63,%high(.Lpoison_before_return_ffffffff0fff100f)
	ldrd r0,[r63,#0]
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
.Lpoison_before_return_ffffffff0fff100f:
	.word 0xe2e0e0e0,0xe2e0e0e1,0xe2e0e0e2,0xe2e0e0e3	; from r0 on, poison
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

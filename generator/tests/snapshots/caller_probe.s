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
	mov r63,%low(.Lregisters7)
	movt r63,%high(.Lregisters7)
	ldrd r0,[r63,#0]
	ldrd r2,[r63,#1]
	ldrd r4,[r63,#2]
	ldrd r6,[r63,#3]
	ldrd r8,[r63,#4]
	ldrd r10,[r63,#5]
	ldr r12,[r63,#12]
	ldr r15,[r63,#15]
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
	.word 0x08070605	; sp+8 = a1 bytes 4 to 7
	.word 0xe8232221	; sp+12 = a2
	.word 0xe3e0e0e4	; sp+16
	.word _object7_3	; sp+20 = address of a3
	.balign 8
.Lregisters7:
	.word _room7	; r0 = address of result
	.word 0xffffff91	; r1 = a0
	.word 0x04030201	; r2 = a1 bytes 0 to 3
	.word 0xe1e0e0e3	; r3
	.word 0xe1e0e0e4	; r4
	.word 0xe1e0e0e5	; r5
	.word 0xe1e0e0e6	; r6
	.word 0xe1e0e0e7	; r7
	.word 0xe1e0e0e8	; r8
	.word 0xe1e0e0e9	; r9
	.word 0xe1e0e0ea	; r10
	.word 0xe1e0e0eb	; r11
	.word 0xe1e0e0ec	; r12
	.word 0x00000000	; r13 is left alone
	.word 0x00000000	; r14 is left alone
	.word 0xe1e0e0ef	; r15
	.word 0xe1e0e1e0	; r16
	.word 0xe1e0e1e1	; r17
	.word 0xe1e0e1e2	; r18
	.word 0xe1e0e1e3	; r19
	.word 0xe1e0e1e4	; r20
	.word 0xe1e0e1e5	; r21
	.word 0xe1e0e1e6	; r22
	.word 0xe1e0e1e7	; r23
	.word 0xe1e0e1e8	; r24
	.word 0xe1e0e1e9	; r25
	.word 0xe1e0e1ea	; r26
	.word 0xe1e0e1eb	; r27
	.word 0x00000000	; r28 is left alone
	.word 0x00000000	; r29 is left alone
	.word 0x00000000	; r30 is left alone
	.word 0x00000000	; r31 is left alone
	.word 0xe1e0e2e0	; r32
	.word 0xe1e0e2e1	; r33
	.word 0xe1e0e2e2	; r34
	.word 0xe1e0e2e3	; r35
	.word 0xe1e0e2e4	; r36
	.word 0xe1e0e2e5	; r37
	.word 0xe1e0e2e6	; r38
	.word 0xe1e0e2e7	; r39
	.word 0xe1e0e2e8	; r40
	.word 0xe1e0e2e9	; r41
	.word 0xe1e0e2ea	; r42
	.word 0xe1e0e2eb	; r43
	.word 0xe1e0e2ec	; r44
	.word 0xe1e0e2ed	; r45
	.word 0xe1e0e2ee	; r46
	.word 0xe1e0e2ef	; r47
	.word 0xe1e0e3e0	; r48
	.word 0xe1e0e3e1	; r49
	.word 0xe1e0e3e2	; r50
	.word 0xe1e0e3e3	; r51
	.word 0xe1e0e3e4	; r52
	.word 0xe1e0e3e5	; r53
	.word 0xe1e0e3e6	; r54
	.word 0xe1e0e3e7	; r55
	.word 0xe1e0e3e8	; r56
	.word 0xe1e0e3e9	; r57
	.word 0xe1e0e3ea	; r58
	.word 0xe1e0e3eb	; r59
	.word 0xe1e0e3ec	; r60
	.word 0xe1e0e3ed	; r61
	.word 0xe1e0e3ee	; r62
	.word 0xe1e0e3ef	; r63
	.balign 8
	.space 12,0xe8
	.global _object7_3
_object7_3:	; a3
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
	mov r63,%low(.Lscratch7)
	movt r63,%high(.Lscratch7)
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
.Lscratch7:
	.word 0xe2e0e0e0	; r0
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

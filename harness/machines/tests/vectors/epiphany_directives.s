	.file "directives.c"
	.text
	.global	_start
start_of_text = .
_start:
	push {r4,r5,lr}
	pop {r4,lr}
	b 1f
1:	nop
	beq 1b
	b 2f
1:	nop
2:	bne 1b
	swi
	.balign 8
	.type _start, @function
	.size _start, .-_start
	.macro twice reg, amount=1
	add \reg,\reg,#\amount
	add \reg,\reg,#\amount
	.endm
	twice r0
	twice r1,3
	twice amount=2,reg=r2
	.macro label name
\name\()_\@:	nop
	b \name\()_\@
	.endm
	label here
	label here
	.rept 3
	nop
	.rept 2
	gid
	.endr
	.endr
	.irp reg,r1,r2,r3
	mov \reg,#0
	.endr
	.irpc c,0123
	mov r\c,r4
	.endr
four = 4
	.set five,5
	.equ six,five+1
	.if four == 4
	nop
	.else
	gie
	.endif
	.ifdef nothing
	gie
	.elseif six-6
	gie
	.else
	snop
	.endif
	.ifndef nothing
	trap four
	.endif
	.ifeq four-4
	.if 0
	.if 1
	gie
	.else
	gie
	.endif
	.else
	trap #5
	.endif
	.endif
	mov r0,#four*2+six
	ldr r0,[r1,#six]
five = 7
	mov r0,five
	.data
	.byte 1,2,3,-1,255,'a','\n',0x7f
	.hword 1,-1,65535
	.short 3
	.2byte 4
	.word 1,-1,0xffffffff
	.int 7
	.long 8
	.4byte 9,_start,undefined+4,start_of_text
	.quad 0x123456789abcdef0,-1
	.8byte 5
	.float 1.5,-2.25,1e10,0f3.5
	.single 0.1
	.double 1.5,-2.25,1e300,0.1
	.ascii "abc\n\t\"\\\101\x41","def"
	.asciz "x"
	.string "one","two"
	.space 5
	.skip 3,0xaa
	.zero 2
	.fill 3,2,0x1234
	.fill 2,8,0x12345678
	.fill 2
	.p2align 4,0xff
	.align 3
	.balignw 4,0x1234
	.balignl 8,0x11223344
	.org . + 6
data_label:
	.word data_label,.-data_label,data_label-.
	.uleb128 0,1,127,128,624485,end_of_data-data_label
	.sleb128 0,-1,63,64,-64,-65,-123456,data_label-end_of_data
end_of_data:
	.section .rodata.str1.1,"aMS",@progbits,1
string1:	.string "merged"
	.section .rodata
	.word string1,string1+2
	.section .init_array,"aw",@init_array
	.word _start
	.section .note.mine,"",@note
	.long 1
	.section other,"aw",@nobits
	.space 100
	.section .bss.mine,"aw"
	.zero 3
	.pushsection .rodata
	.word 77
	.popsection
	.zero 1
	.previous
	.zero 4
	.bss
buffer:	.space 64
	.size buffer,64
	.local own
	.comm own,10,4
	.lcomm own2,6
	.comm shared,100,8
	.comm plain,3
	.weak maybe
	.weak wdef
	.text
	.word maybe
wdef:	nop
	.hidden secret
	.word secret
alias = wdef
	.global alias
	bl alias
	bl wdef
	b alias2
alias2 = start_of_text
	.global absolute
absolute = 0x1234
	.word absolute
local_absolute = 17
	.ident "first"
	.ident "second"
	.section .text.cold,"ax",@progbits
	nop
	b _start
	b start_of_text
 .comm c1,1
 .comm c2,2
 .comm c3,3
 .comm c4,4
 .comm c5,5
 .comm c6,6
 .comm c8,8
 .comm c9,9
 .comm c16,16
 .comm c17,17
 .comm c32,32
 .comm c100,100
 .lcomm l0,0
 .bss
 .zero 1
 .data
 .lcomm l1,1
 .bss
 .zero 1
 .data
 .lcomm l3,3
 .bss
 .zero 1
 .data
 .lcomm l5,5
 .bss
 .zero 1
 .data
 .lcomm l6,6
 .bss
 .zero 1
 .data
 .lcomm l9,9
 .bss
 .zero 1
 .data
 .lcomm l17,17
 .bss
 .zero 1
 .data
 .lcomm l100,100
 .bss
 .zero 1
 .data
	.data 2
in_two:	.word 2,in_one-in_zero
	.data 1
in_one:	.word 1
	.data
in_zero: .word 0
	.subsection 1
	.word 11
	.text 3
	nop
	b in_text
	.text
in_text: b .+2
	.end
	garbage here

//! Text of the Epiphany.

use crosscall_embedded::{Fault, Options, Readings, callee_unit, caller_unit, layout_unit};
use crosscall_model::{Member, Record, RecordKind, Scalar, Style, Target, Type, Value};
use expect_test::expect;

use super::{case, check, pair, scalar};

#[test]
fn a_leaf_function() {
    let case = case(
        Some(scalar(Scalar::Short, 0x8765)),
        vec![scalar(Scalar::Char, 0xa1), scalar(Scalar::LongLong, 0x0102_0304_0506_0708), pair()],
        Style::default(),
    );
    check(
        callee_unit(&[(0, &case)], &Options::new(Target::Epiphany)),
        expect![[r#"
            	.text
            ; case 0: short f0(char, long long, struct { char m0; long long m1; })
            	.balign 4
            	.global _f0
            	.type _f0, @function
            _f0:
            	; arg0: 1 byte in r0
            	; arg1: 8 bytes in r2, r3
            	; arg2: 16 bytes in sp+0..sp+16
            	mov r40,%low(_received0)
            	movt r40,%high(_received0)
            	strb r0,[r40],#16
            	strd r2,[r40],#2
            	ldrb r16,[sp]
            	strb r16,[r40],#16
            	ldrd r16,[sp,#1]
            	strd r16,[r40],#2
            	; arg0: widened, compared, used
            	mov r16,r0
            	lsl r16,r16,#24
            	asr r16,r16,#24
            	asr r17,r16,#31
            	strd r16,[r40],#2
            	mov r20,#65535
            	movt r20,#65535
            	sub r20,r17,r20
            	bne .L1
            	mov r20,#65441
            	movt r20,#65535
            	sub r20,r16,r20
            	bne .L1
            	mov r20,#1
            	b .L2
            .L1:
            	lsr r20,r20,#31
            	mov r16,#2
            	sub r20,r16,r20
            	mov r16,#1
            	lsl r20,r16,r20
            .L2:
            	str r20,[r40],#4
            	mov r16,r0
            	lsl r16,r16,#24
            	asr r16,r16,#24
            	asr r17,r16,#31
            	mov r20,%low(.Ltable)
            	movt r20,%high(.Ltable)
            	add r20,r20,r16
            	ldrb r20,[r20,#128]
            	str r20,[r40],#4
            	; result: 2 bytes in r0
            	mov r25,%low(_result0)
            	movt r25,%high(_result0)
            	ldrh r0,[r25]
            	lsl r0,r0,#16
            	asr r0,r0,#16
            	rts
            	.size _f0, .-_f0
            	.data
            	.balign 2
            	.global _result0
            	.type _result0, @object
            _result0:
            	.byte 0x65,0x87
            	.size _result0, 2
            .Ltable:
            	.byte 0xda,0xdb,0xd8,0xd9,0xde,0xdf,0xdc,0xdd
            	.byte 0xd2,0xd3,0xd0,0xd1,0xd6,0xd7,0xd4,0xd5
            	.byte 0xca,0xcb,0xc8,0xc9,0xce,0xcf,0xcc,0xcd
            	.byte 0xc2,0xc3,0xc0,0xc1,0xc6,0xc7,0xc4,0xc5
            	.byte 0xfa,0xfb,0xf8,0xf9,0xfe,0xff,0xfc,0xfd
            	.byte 0xf2,0xf3,0xf0,0xf1,0xf6,0xf7,0xf4,0xf5
            	.byte 0xea,0xeb,0xe8,0xe9,0xee,0xef,0xec,0xed
            	.byte 0xe2,0xe3,0xe0,0xe1,0xe6,0xe7,0xe4,0xe5
            	.byte 0x9a,0x9b,0x98,0x99,0x9e,0x9f,0x9c,0x9d
            	.byte 0x92,0x93,0x90,0x91,0x96,0x97,0x94,0x95
            	.byte 0x8a,0x8b,0x88,0x89,0x8e,0x8f,0x8c,0x8d
            	.byte 0x82,0x83,0x80,0x81,0x86,0x87,0x84,0x85
            	.byte 0xba,0xbb,0xb8,0xb9,0xbe,0xbf,0xbc,0xbd
            	.byte 0xb2,0xb3,0xb0,0xb1,0xb6,0xb7,0xb4,0xb5
            	.byte 0xaa,0xab,0xa8,0xa9,0xae,0xaf,0xac,0xad
            	.byte 0xa2,0xa3,0xa0,0xa1,0xa6,0xa7,0xa4,0xa5
            	.byte 0x5a,0x5b,0x58,0x59,0x5e,0x5f,0x5c,0x5d
            	.byte 0x52,0x53,0x50,0x51,0x56,0x57,0x54,0x55
            	.byte 0x4a,0x4b,0x48,0x49,0x4e,0x4f,0x4c,0x4d
            	.byte 0x42,0x43,0x40,0x41,0x46,0x47,0x44,0x45
            	.byte 0x7a,0x7b,0x78,0x79,0x7e,0x7f,0x7c,0x7d
            	.byte 0x72,0x73,0x70,0x71,0x76,0x77,0x74,0x75
            	.byte 0x6a,0x6b,0x68,0x69,0x6e,0x6f,0x6c,0x6d
            	.byte 0x62,0x63,0x60,0x61,0x66,0x67,0x64,0x65
            	.byte 0x1a,0x1b,0x18,0x19,0x1e,0x1f,0x1c,0x1d
            	.byte 0x12,0x13,0x10,0x11,0x16,0x17,0x14,0x15
            	.byte 0xa,0xb,0x8,0x9,0xe,0xf,0xc,0xd
            	.byte 0x2,0x3,0x0,0x1,0x6,0x7,0x4,0x5
            	.byte 0x3a,0x3b,0x38,0x39,0x3e,0x3f,0x3c,0x3d
            	.byte 0x32,0x33,0x30,0x31,0x36,0x37,0x34,0x35
            	.byte 0x2a,0x2b,0x28,0x29,0x2e,0x2f,0x2c,0x2d
            	.byte 0x22,0x23,0x20,0x21,0x26,0x27,0x24,0x25
            	.byte 0xda,0xdb,0xd8,0xd9,0xde,0xdf,0xdc,0xdd
            	.byte 0xd2,0xd3,0xd0,0xd1,0xd6,0xd7,0xd4,0xd5
            	.byte 0xca,0xcb,0xc8,0xc9,0xce,0xcf,0xcc,0xcd
            	.byte 0xc2,0xc3,0xc0,0xc1,0xc6,0xc7,0xc4,0xc5
            	.byte 0xfa,0xfb,0xf8,0xf9,0xfe,0xff,0xfc,0xfd
            	.byte 0xf2,0xf3,0xf0,0xf1,0xf6,0xf7,0xf4,0xf5
            	.byte 0xea,0xeb,0xe8,0xe9,0xee,0xef,0xec,0xed
            	.byte 0xe2,0xe3,0xe0,0xe1,0xe6,0xe7,0xe4,0xe5
            	.byte 0x9a,0x9b,0x98,0x99,0x9e,0x9f,0x9c,0x9d
            	.byte 0x92,0x93,0x90,0x91,0x96,0x97,0x94,0x95
            	.byte 0x8a,0x8b,0x88,0x89,0x8e,0x8f,0x8c,0x8d
            	.byte 0x82,0x83,0x80,0x81,0x86,0x87,0x84,0x85
            	.byte 0xba,0xbb,0xb8,0xb9,0xbe,0xbf,0xbc,0xbd
            	.byte 0xb2,0xb3,0xb0,0xb1,0xb6,0xb7,0xb4,0xb5
            	.byte 0xaa,0xab,0xa8,0xa9,0xae,0xaf,0xac,0xad
            	.byte 0xa2,0xa3,0xa0,0xa1,0xa6,0xa7,0xa4,0xa5
            	.bss
            	.balign 16
            	.global _received0
            	.type _received0, @object
            _received0:
            	.zero 112
            	.size _received0, 112
        "#]],
    );
}

#[test]
fn its_caller() {
    let case = case(
        Some(pair()),
        vec![scalar(Scalar::Char, 0xa1), scalar(Scalar::LongLong, 0x0102_0304_0506_0708), pair()],
        Style { live: 2, ..Style::default() },
    );
    check(
        caller_unit(&[(3, &case)], &Options::new(Target::Epiphany)),
        expect![[r#"
            	.text
            ; case 3: struct { char m0; long long m1; } f3(char, long long, struct { char m0; long long m1; })
            	.balign 4
            	.global _call3
            	.type _call3, @function
            _call3:
            	add sp,sp,#-48
            	str lr,[sp,#8]
            	strd r4,[sp,#5]
            	mov r26,%low(_keep3)
            	movt r26,%high(_keep3)
            	ldr r4,[r26]
            	ldr r5,[r26,#1]
            	; arg0: 1 byte in r1
            	ldrb r1,[r26,#8]
            	lsl r1,r1,#24
            	asr r1,r1,#24
            	; arg1: 8 bytes in r2, r3
            	ldr r2,[r26,#4]
            	ldr r3,[r26,#5]
            	; arg2: 16 bytes in sp+0..sp+16
            	ldrd r16,[r26,#3]
            	strd r16,[sp]
            	ldrd r16,[r26,#4]
            	strd r16,[sp,#1]
            	; address for the result: r0
            	add r0,sp,#16
            	mov r12,%low(_f3)
            	movt r12,%high(_f3)
            	jalr r12
            	; result: 16 bytes in memory, at the address that the caller passes
            	mov r40,%low(_returned3)
            	movt r40,%high(_returned3)
            	add r23,sp,#16
            	ldrb r16,[r23]
            	strb r16,[r40],#16
            	ldrd r16,[r23,#1]
            	strd r16,[r40],#2
            	str r4,[r40],#4
            	str r5,[r40],#4
            	ldrd r4,[sp,#5]
            	ldr lr,[sp,#8]
            	add sp,sp,#48
            	rts
            	.size _call3, .-_call3
            	.data
            	.balign 8
            	.balign 4
            	.global _keep3
            	.type _keep3, @object
            _keep3:
            	.word 0x6b000071,0x6b010171
            	.size _keep3, 8
            	.balign 1
            	.global _arg3_0
            	.type _arg3_0, @object
            _arg3_0:
            	.byte 0xa1
            	.size _arg3_0, 1
            	.balign 8
            	.global _arg3_1
            	.type _arg3_1, @object
            _arg3_1:
            	.word 0x5060708,0x1020304
            	.size _arg3_1, 8
            	.balign 8
            	.global _arg3_2
            	.type _arg3_2, @object
            _arg3_2:
            	.word 0x11,0x0,0x44445555,0x22223333
            	.size _arg3_2, 16
            	.bss
            	.balign 16
            	.global _returned3
            	.type _returned3, @object
            _returned3:
            	.zero 64
            	.size _returned3, 64
        "#]],
    );
}

#[test]
fn a_busy_function_under_the_compilers_dialect() {
    let mut case = case(
        Some(pair()),
        vec![scalar(Scalar::Int, 7), pair()],
        Style { calls: true, address_taken: true, locals: 40, ..Style::default() },
    );
    case.signature.variadic = Some(vec![Scalar::Int.into(), Scalar::Double.into()]);
    case.arguments.extend([Value::Bits(9), Value::Bits(0x4045_0000_0000_0000)]);
    let options =
        Options { readings: Readings::toolchain(Target::Epiphany), ..Options::new(Target::Epiphany) };
    check(
        callee_unit(&[(1, &case)], &options),
        expect![[r#"
            	.text
            ; case 1: struct { char m0; long long m1; } f1(int, struct { char m0; long long m1; }, ..., int, double)
            	.balign 4
            	.global _f1
            	.type _f1, @function
            _f1:
            	add sp,sp,#-88
            	str lr,[sp,#18]
            	str r11,[sp,#20]
            	str r15,[sp,#21]
            	; arg0: 4 bytes in r1
            	str r1,[sp,#2]
            	; arg1: 16 bytes in memory, address in r2
            	str r2,[sp,#3]
            	mov r15,r0
            	ldr r23,[sp,#3]
            	ldrd r16,[r23]
            	strd r16,[sp,#2]
            	ldrd r16,[r23,#1]
            	strd r16,[sp,#3]
            	str r3,[sp,#23]
            	add r11,sp,#92
            	mov r12,%low(_clobber1)
            	movt r12,%high(_clobber1)
            	jalr r12
            	add r18,sp,#32
            	mov r19,#10
            	mov r16,#23713
            .L2:
            	str r16,[r18],#1
            	add r16,r16,r19
            	sub r19,r19,#1
            	bne .L2
            	add r18,sp,#32
            	mov r19,#10
            	mov r16,#23713
            .L3:
            	ldr r17,[r18],#1
            	sub r17,r17,r16
            	bne .L1
            	add r16,r16,r19
            	sub r19,r19,#1
            	bne .L3
            	mov r16,#81
            	strb r16,[sp,#32]
            	mov r16,#90
            	strb r16,[sp,#71]
            	mov r22,%low(_received1)
            	movt r22,%high(_received1)
            	add r23,sp,#8
            	ldr r16,[r23]
            	str r16,[r22],#4
            	add r23,sp,#16
            	ldrb r16,[r23]
            	strb r16,[r22],#16
            	ldrd r16,[r23,#1]
            	strd r16,[r22],#2
            	; variadic0: 4 bytes in r3
            	ldr r16,[r11]
            	str r16,[r22],#4
            	; variadic1: 8 bytes in sp+8..sp+16
            	add r11,r11,#4
            	ldrd r16,[r11]
            	strd r16,[r22],#2
            	ldrb r16,[sp,#71]
            	lsl r16,r16,#8
            	ldrb r17,[sp,#32]
            	orr r16,r16,r17
            	str r16,[r22],#4
            	mov r16,#23713
            	str r16,[sp,#4]
            .L1:
            	movfs r16,config
            	mov r17,#1
            	movts config,r17
            	movts config,r16
            	; result: 16 bytes in memory, at the address that the caller passes
            	mov r25,%low(_result1)
            	movt r25,%high(_result1)
            	ldrd r16,[r25]
            	strd r16,[r15]
            	ldrd r16,[r25,#1]
            	strd r16,[r15,#1]
            	mov r0,r15
            	ldr r11,[sp,#20]
            	ldr r15,[sp,#21]
            	ldr lr,[sp,#18]
            	add sp,sp,#88
            	rts
            	.size _f1, .-_f1
            	.data
            	.balign 8
            	.global _result1
            	.type _result1, @object
            _result1:
            	.word 0x11,0x0,0x44445555,0x22223333
            	.size _result1, 16
            	.bss
            	.balign 16
            	.global _received1
            	.type _received1, @object
            _received1:
            	.zero 96
            	.size _received1, 96
        "#]],
    );
    check(
        caller_unit(&[(1, &case)], &options),
        expect![[r#"
            	.text
            ; case 1: struct { char m0; long long m1; } f1(int, struct { char m0; long long m1; }, ..., int, double)
            	.balign 4
            	.global _call1
            	.type _call1, @function
            _call1:
            	str lr,[sp],#-8
            	mov r26,%low(_arg1_0)
            	movt r26,%high(_arg1_0)
            	; arg0: 4 bytes in r1
            	ldr r1,[r26]
            	; arg1: 16 bytes in memory, address in r2
            	add r2,r26,#8
            	; variadic0: 4 bytes in r3
            	ldr r3,[r26,#6]
            	; variadic1: 8 bytes in sp+8..sp+16
            	ldrd r16,[r26,#4]
            	strd r16,[sp,#1]
            	; address for the result: r0
            	add r0,sp,#16
            	mov r12,%low(_f1)
            	movt r12,%high(_f1)
            	jalr r12
            	; result: 16 bytes in memory, at the address that the caller passes
            	mov r22,%low(_returned1)
            	movt r22,%high(_returned1)
            	add r23,sp,#16
            	ldrb r16,[r23]
            	strb r16,[r22],#16
            	ldrd r16,[r23,#1]
            	strd r16,[r22],#2
            	ldr lr,[sp,#8]
            	add sp,sp,#32
            	rts
            	.size _call1, .-_call1
            	.data
            	.balign 8
            	.balign 4
            	.global _arg1_0
            	.type _arg1_0, @object
            _arg1_0:
            	.word 0x7
            	.size _arg1_0, 4
            	.balign 8
            	.global _arg1_1
            	.type _arg1_1, @object
            _arg1_1:
            	.word 0x11,0x0,0x44445555,0x22223333
            	.size _arg1_1, 16
            	.balign 4
            	.global _arg1_2
            	.type _arg1_2, @object
            _arg1_2:
            	.word 0x9
            	.size _arg1_2, 4
            	.balign 8
            	.global _arg1_3
            	.type _arg1_3, @object
            _arg1_3:
            	.word 0x0,0x40450000
            	.size _arg1_3, 8
            	.bss
            	.balign 16
            	.global _returned1
            	.type _returned1, @object
            _returned1:
            	.zero 32
            	.size _returned1, 32
        "#]],
    );
}

#[test]
fn a_bit_field() {
    let record = Record {
        packed: true,
        ..Record::new(
            RecordKind::Struct,
            vec![
                Member::bit_field(Scalar::UnsignedInt.into(), 5),
                Member::bit_field(Scalar::LongLong.into(), 45),
            ],
        )
    };
    let value = Value::List(vec![Value::Bits(0x15), Value::Bits(0x1234_5678_9abc)]);
    let case = case(None, vec![(Type::Record(Box::new(record)), value)], Style::default());
    let options = Options::new(Target::Epiphany);
    check(
        callee_unit(&[(0, &case)], &options),
        expect![[r#"
            	.text
            ; case 0: void f0(struct __attribute__((packed)) { unsigned int m0 : 5; long long m1 : 45; })
            	.balign 4
            	.global _f0
            	.type _f0, @function
            _f0:
            	add sp,sp,#-8
            	; arg0: 7 bytes in r0, r1
            	str r0,[sp]
            	str r1,[sp,#1]
            	mov r40,%low(_received0)
            	movt r40,%high(_received0)
            	ldrb r16,[sp]
            	lsl r16,r16,#27
            	lsr r16,r16,#27
            	mov r17,#0
            	strd r16,[r40],#2
            	ldr r16,[sp]
            	ldrh r17,[sp,#2]
            	ldrb r21,[sp,#6]
            	lsl r21,r21,#16
            	orr r17,r17,r21
            	lsr r16,r16,#5
            	lsl r20,r17,#27
            	orr r16,r16,r20
            	lsr r17,r17,#5
            	lsl r17,r17,#19
            	lsr r17,r17,#19
            	lsl r17,r17,#19
            	asr r17,r17,#19
            	strd r16,[r40],#2
            	add sp,sp,#8
            	rts
            	.size _f0, .-_f0
            	.data
            	.bss
            	.balign 16
            	.global _received0
            	.type _received0, @object
            _received0:
            	.zero 32
            	.size _received0, 32
        "#]],
    );
    check(
        layout_unit(&[(0, &case)], &options),
        expect![[r#"
            	.text
            	.data
            ; case 0: void f(struct __attribute__((packed)) { unsigned int m0 : 5; long long m1 : 45; })
            	.balign 4
            	.global _layout0
            	.type _layout0, @object
            _layout0:
            	.word 0x7,0x1,0x0,0x1,0x4,0x4,0x0,0x8
            	.word 0x8,0x1
            	.size _layout0, 40
            	.balign 1
            	.global _image0_0
            	.type _image0_0, @object
            _image0_0:
            	.byte 0x95,0x57,0x13,0xcf,0x8a,0x46,0x2
            	.size _image0_0, 7
            	.balign 1
            	.global _bits0_0_0
            	.type _bits0_0_0, @object
            _bits0_0_0:
            	.byte 0x1f,0x0,0x0,0x0,0x0,0x0,0x0
            	.size _bits0_0_0, 7
            	.balign 1
            	.global _bits0_0_1
            	.type _bits0_0_1, @object
            _bits0_0_1:
            	.byte 0xe0,0xff,0xff,0xff,0xff,0xff,0x3
            	.size _bits0_0_1, 7
            	.bss
        "#]],
    );
}

#[test]
fn a_fault_is_a_small_change() {
    let case = case(Some(scalar(Scalar::Int, 5)), Vec::new(), Style::default());
    let text = |name: Option<&str>| {
        let mut options = Options::new(Target::Epiphany);
        options.fault = name.map(|n| Fault::by_name(Target::Epiphany, n).expect("known"));
        callee_unit(&[(0, &case)], &options).expect("supported")
    };
    let good = text(None);
    let mut changes = String::new();
    for name in ["saved-register", "stack-pointer", "result-register", "return-address", "reserved-memory"] {
        let bad = text(Some(name));
        changes.push_str(&format!("{name}:\n"));
        for line in bad.lines().filter(|line| !good.lines().any(|l| l == *line)) {
            changes.push_str(&format!("{line}\n"));
        }
    }
    expect![[r#"
        saved-register:
        	mov r8,#23713
        stack-pointer:
        	add sp,sp,#-8
        result-register:
        	ldr r1,[r25]
        	mov r0,#23713
        return-address:
        	add lr,lr,#4
        reserved-memory:
        	mov r17,#128
        	str r17,[r17]
    "#]]
    .assert_eq(&changes);
}

#[test]
fn everything_that_is_malformed_is_refused_with_its_case() {
    let mut wrong = case(None, vec![scalar(Scalar::Int, 1)], Style::default());
    wrong.arguments.clear();
    let sound = case(None, vec![scalar(Scalar::Int, 1)], Style::default());
    let cases = [(4, &wrong), (5, &sound), (6, &wrong)];
    let refused = callee_unit(&cases, &Options::new(Target::Epiphany)).expect_err("refused");
    let reported: Vec<String> = refused.iter().map(ToString::to_string).collect();
    let why = "is not supported: the number of argument values is not that of the arguments";
    assert_eq!(reported, [format!("case 4 {why}"), format!("case 6 {why}")]);
}

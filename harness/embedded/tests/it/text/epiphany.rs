//! Text of the Epiphany.

use crosscall_embedded::{Fault, Options, callee_unit};
use crosscall_model::{Scalar, Style, Target};
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

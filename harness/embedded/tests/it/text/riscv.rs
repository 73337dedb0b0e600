//! Text of RISC-V.

use crosscall_embedded::{Options, caller_unit};
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Case, Scalar, Style, Target, Type, Value};
use expect_test::expect;

use super::{case, check, pair, scalar};

/// A function with a structure of a real and an integer, a structure of two words, an unsigned int, and a double.
#[test]
fn a_calling_function() {
    let ty = Type::structure([Type::from(Scalar::Float), Type::from(Scalar::Int)]);
    let value = Value::List(vec![Value::Bits(0x3f80_0000), Value::Bits(0x11)]);
    let arguments = vec![
        (ty.clone(), value.clone()),
        pair(),
        scalar(Scalar::UnsignedInt, 0x8000_0001),
        scalar(Scalar::Double, 1),
    ];
    let style = Style { calls: true, live: 1, ..Style::default() };
    let case = Case { target: Target::Riscv(Abi::Lp64d), ..case(Some((ty, value)), arguments, style) };
    check(
        caller_unit(&[(0, &case)], &Options::new(case.target)),
        expect![[r#"
            	.text
            # case 0: struct { float m0; int m1; } f0(struct { float m0; int m1; }, struct { char m0; long long m1; }, unsigned int, double)
            	.balign 4
            	.global call0
            	.type call0, @function
            call0:
            	addi sp, sp, -32
            	sd ra, 16(sp)
            	sd s0, 24(sp)
            	la t0, keep0
            	lwu s0, 0(t0)
            	# arg0: 8 bytes in fa0, a0
            	flw fa0, 4(t0)
            	lwu a0, 8(t0)
            	# arg1: 16 bytes in a1, a2
            	ld a1, 16(t0)
            	ld a2, 24(t0)
            	# arg2: 4 bytes in a3
            	lwu a3, 32(t0)
            	slli a3, a3, 32
            	srai a3, a3, 32
            	# arg3: 8 bytes in fa1
            	fld fa1, 40(t0)
            	la t1, f0
            	jalr t1
            	# result: 8 bytes in fa0, a0, in memory order
            	la t0, returned0
            	fsd fa0, 0(sp)
            	sw a0, 4(sp)
            	lwu t2, 0(sp)
            	sw t2, 0(t0)
            	addi t0, t0, 16
            	lwu t2, 4(sp)
            	sw t2, 0(t0)
            	addi t0, t0, 16
            	sw s0, 0(t0)
            	addi t0, t0, 16
            	ld s0, 24(sp)
            	ld ra, 16(sp)
            	addi sp, sp, 32
            	ret
            	.size call0, .-call0
        "#]],
    );
}

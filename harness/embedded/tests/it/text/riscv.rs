//! Text of RISC-V.

use crosscall_embedded::{Options, callee_unit, caller_unit};
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Case, Scalar, Style, Target, Type, Value};
use expect_test::expect;

use super::{case, check, pair, scalar};

/// A function with a structure of a real and an integer, a structure of two words, an unsigned int, and a double.
fn mixed(abi: Abi) -> (Case, Options) {
    let ty = Type::structure([Type::from(Scalar::Float), Type::from(Scalar::Int)]);
    let value = Value::List(vec![Value::Bits(0x3f80_0000), Value::Bits(0x11)]);
    let arguments = vec![
        (ty.clone(), value.clone()),
        pair(),
        scalar(Scalar::UnsignedInt, 0x8000_0001),
        scalar(Scalar::Double, 1),
    ];
    let mut case = case(Some((ty, value)), arguments, Style { calls: true, live: 1, ..Style::default() });
    case.target = Target::Riscv(abi);
    let options = Options::new(case.target);
    (case, options)
}

fn code(text: String) -> String {
    text.split("\t.data").next().unwrap_or_default().to_owned()
}

#[test]
fn lp64d_callee() {
    let (case, options) = mixed(Abi::Lp64d);
    check(
        callee_unit(&[(0, &case)], &options).map(code),
        expect![[r#"
            	.text
            # case 0: struct { float m0; int m1; } f0(struct { float m0; int m1; }, struct { char m0; long long m1; }, unsigned int, double)
            	.balign 4
            	.global f0
            	.type f0, @function
            f0:
            	addi sp, sp, -48
            	sd ra, 24(sp)
            	sd s4, 32(sp)
            	fsd fs1, 40(sp)
            	# arg0: 8 bytes in fa0, a0
            	fsd fa0, 0(sp)
            	sw a0, 4(sp)
            	# arg1: 16 bytes in a1, a2
            	sd a1, 8(sp)
            	sd a2, 16(sp)
            	# arg2: 4 bytes in a3
            	mv s4, a3
            	# arg3: 8 bytes in fa1
            	fmv.d fs1, fa1
            	la t1, clobber0
            	jalr t1
            	la t0, received0
            	lwu t2, 0(sp)
            	sw t2, 0(t0)
            	addi t0, t0, 16
            	lwu t2, 4(sp)
            	sw t2, 0(t0)
            	addi t0, t0, 16
            	lbu t2, 8(sp)
            	sb t2, 0(t0)
            	addi t0, t0, 16
            	ld t2, 16(sp)
            	sd t2, 0(t0)
            	addi t0, t0, 16
            	sw s4, 0(t0)
            	addi t0, t0, 16
            	fsd fs1, 0(t0)
            	addi t0, t0, 16
            	frrm t2
            	li t3, 1
            	fsrm t3
            	fsrm t2
            	# result: 8 bytes in fa0, a0, in memory order
            	la t0, result0
            	flw fa0, 0(t0)
            	lwu a0, 4(t0)
            	ld s4, 32(sp)
            	fld fs1, 40(sp)
            	ld ra, 24(sp)
            	addi sp, sp, 48
            	ret
            	.size f0, .-f0
        "#]],
    );
}

#[test]
fn lp64d_caller() {
    let (case, options) = mixed(Abi::Lp64d);
    check(
        caller_unit(&[(0, &case)], &options).map(code),
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

#[test]
fn ilp32e_caller() {
    let (case, options) = mixed(Abi::Ilp32e);
    check(
        caller_unit(&[(0, &case)], &options).map(code),
        expect![[r#"
        	.text
        # case 0: struct { float m0; int m1; } f0(struct { float m0; int m1; }, struct { char m0; long long m1; }, unsigned int, double)
        	.balign 4
        	.global call0
        	.type call0, @function
        call0:
        	addi sp, sp, -40
        	sw ra, 32(sp)
        	sw s0, 36(sp)
        	la t0, keep0
        	lw s0, 0(t0)
        	mv x31, sp
        	addi x31, x31, 7
        	srli x31, x31, 3
        	slli x31, x31, 3
        	lw t2, 16(t0)
        	sw t2, 0(x31)
        	lw t2, 20(t0)
        	sw t2, 4(x31)
        	lw t2, 24(t0)
        	sw t2, 8(x31)
        	lw t2, 28(t0)
        	sw t2, 12(x31)
        	# arg0: 8 bytes in a0, a1
        	lw a0, 4(t0)
        	lw a1, 8(t0)
        	# arg1: 16 bytes in memory, address in a2
        	mv a2, sp
        	addi a2, a2, 7
        	srli a2, a2, 3
        	slli a2, a2, 3
        	# arg2: 4 bytes in a3
        	lw a3, 32(t0)
        	# arg3: 8 bytes in a4, a5
        	lw a4, 40(t0)
        	lw a5, 44(t0)
        	la t1, f0
        	jalr t1
        	# result: 8 bytes in a0 and up, in memory order
        	la t0, returned0
        	sw a0, 24(sp)
        	sw a1, 28(sp)
        	lw t2, 24(sp)
        	sw t2, 0(t0)
        	addi t0, t0, 16
        	lw t2, 28(sp)
        	sw t2, 0(t0)
        	addi t0, t0, 16
        	sw s0, 0(t0)
        	addi t0, t0, 16
        	lw s0, 36(sp)
        	lw ra, 32(sp)
        	addi sp, sp, 40
        	ret
        	.size call0, .-call0
    "#]],
    );
}

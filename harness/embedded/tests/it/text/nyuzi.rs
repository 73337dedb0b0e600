//! Text of the Nyuzi.

use crosscall_embedded::{Options, callee_unit, caller_unit};
use crosscall_model::{Scalar, Style, Target, Type, Value};
use expect_test::expect;

use super::{case, check, pair, scalar};

#[test]
fn vectors_on_the_nyuzi() {
    let vector = Type::Vector { element: Scalar::Int, lanes: 16 };
    let lanes = |first: u128| Value::List((0..16).map(|i| Value::Bits(first + i)).collect());
    let mut case = case(
        Some((vector.clone(), lanes(0x200))),
        vec![
            scalar(Scalar::Int, 0x11),
            (vector.clone(), lanes(0x100)),
            scalar(Scalar::LongLong, 0x0102_0304_0506_0708),
            pair(),
        ],
        Style { calls: true, ..Style::default() },
    );
    case.target = Target::Nyuzi;
    let options = Options::new(Target::Nyuzi);
    let code = |text: String| text.split("\t.data").next().unwrap_or_default().to_owned();
    check(
        callee_unit(&[(0, &case)], &options).map(code),
        expect![[r#"
        	.text
        # case 0: int __attribute__((ext_vector_type(16))) f0(int, int __attribute__((ext_vector_type(16))), long long, struct { char m0; long long m1; })
        	.balign 4
        	.global f0
        	.type f0, @function
        f0:
        	add_i sp, sp, -192
        	store_32 ra, 76(sp)
        	store_32 s24, 80(sp)
        	store_v v26, 128(sp)
        	# arg0: 4 bytes in s0
        	move s24, s0
        	# arg1: 64 bytes in v0
        	move v26, v0
        	# arg2: 8 bytes in s1, s2
        	store_32 s1, 64(sp)
        	store_32 s2, 68(sp)
        	# arg3: 16 bytes in memory, address in s3
        	store_32 s3, 72(sp)
        	lea s9, clobber0
        	call s9
        	lea s18, received0
        	store_32 s24, 0(s18)
        	add_i s18, s18, 16
        	store_v v26, 0(sp)
        	load_32 s10, 0(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 4(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 8(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 12(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 16(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 20(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 24(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 28(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 32(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 36(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 40(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 44(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 48(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 52(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 56(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 60(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 64(sp)
        	load_32 s11, 68(sp)
        	store_32 s11, 4(s18)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s16, 72(sp)
        	load_u8 s10, 0(s16)
        	store_8 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 8(s16)
        	load_32 s11, 12(s16)
        	store_32 s11, 4(s18)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	# result: 64 bytes in v0 and up, in memory order
        	lea s19, result0
        	load_v v0, 0(s19)
        	load_32 s24, 80(sp)
        	load_v v26, 128(sp)
        	load_32 ra, 76(sp)
        	add_i sp, sp, 192
        	ret
        	.size f0, .-f0
    "#]],
    );
    check(
        caller_unit(&[(0, &case)], &options).map(code),
        expect![[r#"
        	.text
        # case 0: int __attribute__((ext_vector_type(16))) f0(int, int __attribute__((ext_vector_type(16))), long long, struct { char m0; long long m1; })
        	.balign 4
        	.global call0
        	.type call0, @function
        call0:
        	add_i sp, sp, -192
        	store_32 ra, 128(sp)
        	lea s20, arg0_0
        	load_32 s10, 136(s20)
        	store_32 s10, 0(sp)
        	load_32 s10, 140(s20)
        	store_32 s10, 4(sp)
        	load_32 s10, 144(s20)
        	store_32 s10, 8(sp)
        	load_32 s10, 148(s20)
        	store_32 s10, 12(sp)
        	# arg0: 4 bytes in s0
        	load_32 s0, 0(s20)
        	# arg1: 64 bytes in v0
        	load_v v0, 64(s20)
        	# arg2: 8 bytes in s1, s2
        	load_32 s1, 128(s20)
        	load_32 s2, 132(s20)
        	# arg3: 16 bytes in memory, address in s3
        	move s3, sp
        	lea s9, f0
        	call s9
        	# result: 64 bytes in v0 and up, in memory order
        	lea s18, returned0
        	store_v v0, 64(sp)
        	load_32 s10, 64(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 68(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 72(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 76(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 80(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 84(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 88(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 92(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 96(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 100(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 104(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 108(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 112(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 116(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 120(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 s10, 124(sp)
        	store_32 s10, 0(s18)
        	add_i s18, s18, 16
        	load_32 ra, 128(sp)
        	add_i sp, sp, 192
        	ret
        	.size call0, .-call0
    "#]],
    );
}

//! Operations on scalars.

use crate::value::Lowered;

#[rustfmt::skip]
pub(super) const CODE: &[Lowered] = &[
    // LANG-01
    ("macro", "li s16, 1"),
    // TYPE-01: plain char is signed by default.
    ("int-from-char", "$char"),
    ("int-from-signed-char", "sext_8 s16, s0"),
    ("int-from-unsigned-char", "and s16, s0, 255"),
    // TYPE-02
    ("int-from-short", "sext_16 s16, s0"),
    ("int-from-unsigned-short", "li s18, 0xffff; and s16, s0, s18"),
    // TYPE-03, TYPE-04: both have one word, irrespective of the result's type.
    ("wide-from-int-product", "mull_i s16, s0, s2; move s17, 0"),
    ("wide-from-long-sum", "add_i s16, s0, s2; move s17, 0"),
    // TYPE-05
    ("wide-add", "add_i s16, s0, s2; cmplt_u s18, s16, s0; and s18, s18, 1; add_i s17, s1, s3; add_i s17, s17, s18"),
    ("wide-subtract", "cmplt_u s18, s0, s2; and s18, s18, 1; sub_i s16, s0, s2; sub_i s17, s1, s3; sub_i s17, s17, s18"),
    ("wide-multiply", "mull_i s16, s0, s2; mulh_u s17, s0, s2; mull_i s18, s0, s3; add_i s17, s17, s18; \
        mull_i s18, s1, s2; add_i s17, s17, s18"),
    ("wide-left", "move s16, s0; move s17, s1; bz s2, .Ldone@; cmplt_u s18, s2, 32; bnz s18, .Lfew@; \
        sub_i s18, s2, 32; shl s17, s0, s18; move s16, 0; b .Ldone@; \
        .Lfew@:; li s18, 32; sub_i s18, s18, s2; shr s18, s0, s18; shl s17, s1, s2; or s17, s17, s18; shl s16, s0, s2; \
        .Ldone@:"),
    ("wide-right", "move s16, s0; move s17, s1; bz s2, .Ldone@; cmplt_u s18, s2, 32; bnz s18, .Lfew@; \
        sub_i s18, s2, 32; ashr s16, s1, s18; ashr s17, s1, 31; b .Ldone@; \
        .Lfew@:; li s18, 32; sub_i s18, s18, s2; shl s18, s1, s18; shr s16, s0, s2; or s16, s16, s18; ashr s17, s1, s2; \
        .Ldone@:"),
    // CALL-02
    ("divide-int", "move s1, s2; call __divsi3; move s16, s0"),
    ("remainder-int", "move s1, s2; call __modsi3; move s16, s0"),
    ("divide-unsigned", "move s1, s2; call __udivsi3; move s16, s0"),
    ("remainder-unsigned", "move s1, s2; call __umodsi3; move s16, s0"),
    // CALL-04: an estimate x of 1/b, which is refined twice to x(2 - bx).
    ("divide-float", "li s19, 0x40000000; reciprocal s18, s2; \
        mul_f s21, s2, s18; sub_f s21, s19, s21; mul_f s18, s18, s21; \
        mul_f s21, s2, s18; sub_f s21, s19, s21; mul_f s18, s18, s21; mul_f s16, s0, s18"),
    // TYPE-07
    ("add-float", "add_f s16, s0, s2"),
    ("multiply-float", "mul_f s16, s0, s2"),
    ("int-from-float", "ftoi s16, s0"),
    ("unsigned-from-float", "li s18, 0x4f000000; cmpge_f s19, s0, s18; bnz s19, .Lfar@; ftoi s16, s0; b .Ldone@; \
        .Lfar@:; sub_f s18, s0, s18; ftoi s16, s18; li s18, 0x80000000; xor s16, s16, s18; .Ldone@:"),
    ("float-from-int", "itof s16, s0"),
    ("float-from-unsigned", "itof s16, s0; cmplt_i s18, s0, 0; bz s18, .Ldone@; li s18, 0x4f800000; \
        add_f s16, s16, s18; .Ldone@:"),
    // TYPE-08, TYPE-09
    ("add-double", "add_f s16, s0, s2"),
    ("digits-of-double", "add_f s18, s0, s2; ftoi s16, s18"),
    ("digits-of-long-double", "itof s18, s0; itof s19, s2; add_f s18, s18, s19; ftoi s16, s18"),
    // TYPE-11
    ("lowest-byte", "store_32 s0, 4(sp); load_u8 s16, 4(sp)"),
    ("highest-byte", "store_32 s0, 4(sp); load_u8 s16, 7(sp)"),
    // LANG-24
    ("control-register", "setcr s0, 11; setcr s2, 12; getcr s16, 11"),
];

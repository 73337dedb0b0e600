//! Seeded faults in the values of expressions, each with the clause that it breaks.

use crosscall_model::Target;

use crate::value::{Lowered, ValueFault};

const fn fault(
    name: &'static str,
    clause: &'static str,
    description: &'static str,
    instead: &'static [Lowered],
) -> ValueFault {
    ValueFault { target: Target::Nyuzi, name, clause, description, instead }
}

/// Every seeded fault.
#[rustfmt::skip]
pub(super) const FAULTS: &[ValueFault] = &[
    fault("macro-missing", "NYUZI-LANG-01", "__NYUZI__ is not defined", &[("macro", "li s16, 0")]),
    fault("signed-char-unsigned", "NYUZI-TYPE-01", "a signed char is not sign-extended",
        &[("int-from-signed-char", "and s16, s0, 255")]),
    fault("short-cut", "NYUZI-TYPE-02", "an unsigned short is sign-extended",
        &[("int-from-unsigned-short", "sext_16 s16, s0")]),
    fault("int-product-wide", "NYUZI-TYPE-03", "a product of words keeps its upper word",
        &[("wide-from-int-product", "mull_i s16, s0, s2; mulh_u s17, s0, s2")]),
    fault("long-sum-wide", "NYUZI-TYPE-04", "a sum of longs keeps its carry",
        &[("wide-from-long-sum", "add_i s16, s0, s2; cmplt_u s17, s16, s0; and s17, s17, 1")]),
    fault("no-carry", "NYUZI-TYPE-05", "the words of a long long are added without a carry",
        &[("wide-add", "add_i s16, s0, s2; add_i s17, s1, s3")]),
    fault("wide-shift-unsigned", "NYUZI-TYPE-05", "a negative long long is shifted right without its sign",
        &[("wide-right", "move s16, s0; move s17, s1; bz s2, .Ldone@; cmplt_u s18, s2, 32; bnz s18, .Lfew@; \
            sub_i s18, s2, 32; shr s16, s1, s18; move s17, 0; b .Ldone@; \
            .Lfew@:; li s18, 32; sub_i s18, s18, s2; shl s18, s1, s18; shr s16, s0, s2; or s16, s16, s18; shr s17, s1, s2; \
            .Ldone@:")]),
    fault("float-rounded", "NYUZI-TYPE-07", "a float that becomes an int is rounded, not cut off",
        &[("int-from-float", "li s18, 0x3f000000; cmplt_i s19, s0, 0; bz s19, .Lup@; li s18, 0xbf000000; \
            .Lup@:; add_f s18, s0, s18; ftoi s16, s18")]),
    fault("double-subtracted", "NYUZI-TYPE-08", "the second of two doubles is taken off the first",
        &[("add-double", "sub_f s16, s0, s2")]),
    fault("double-wide", "NYUZI-TYPE-09", "a double has more digits than a single",
        &[("digits-of-double", "ftoi s18, s0; ftoi s19, s2; add_i s16, s18, s19")]),
    fault("bytes-reversed", "NYUZI-TYPE-11", "the highest byte of a word in memory stands first",
        &[("lowest-byte", "store_32 s0, 4(sp); load_u8 s16, 7(sp)"),
        ("highest-byte", "store_32 s0, 4(sp); load_u8 s16, 4(sp)")]),

    fault("division-unsigned", "NYUZI-CALL-02", "signed division calls the helper for unsigned words",
        &[("divide-int", "move s1, s2; call __udivsi3; move s16, s0")]),
    fault("remainder-for-quotient", "NYUZI-CALL-02", "a remainder is what the helper for quotients gives",
        &[("remainder-unsigned", "move s1, s2; call __udivsi3; move s16, s0")]),
    fault("one-step", "NYUZI-CALL-04", "the estimate of a reciprocal is improved once only",
        &[("divide-float", "li s19, 0x40000000; reciprocal s18, s2; \
            mul_f s21, s2, s18; sub_f s21, s19, s21; mul_f s18, s18, s21; mul_f s16, s0, s18"),
        ("divide-floats", "li s19, 0x40000000; move v12, s19; reciprocal v9, v1; \
            mul_f v10, v1, v9; sub_f v10, v12, v10; mul_f v9, v9, v10; mul_f v8, v0, v9")]),

    fault("constraint", "NYUZI-LANG-04", "the scalar operand of an assembly statement reaches lane 0 only",
        &[("assembly", "move v8, v0; li s18, 1; add_i_mask v8, s18, v0, s2")]),
    fault("last-lane-lost", "NYUZI-LANG-08", "the last lane of a sum is not computed",
        &[("add-ints", "move v8, v0; li s18, 0x7fff; add_i_mask v8, s18, v0, v1")]),
    fault("shift-unsigned", "NYUZI-LANG-08", "lanes of ints are shifted right without their sign",
        &[("right-ints", "shr v8, v0, v1")]),
    fault("neighbouring-lane", "NYUZI-LANG-09", "brackets name the lane below",
        &[("lane-of-ints", "sub_i s2, s2, 1; and s2, s2, 15; getlane s16, v0, s2")]),
    fault("all-lanes-set", "NYUZI-LANG-09", "an assignment to a lane changes all lanes above as well",
        &[("set-lane-of-ints", "move v8, v0; li s18, -1; shl s18, s18, s2; move_mask v8, s18, s4")]),
    fault("constants-reversed", "NYUZI-LANG-10", "the first constant of a list is the last lane",
        &[("list-of-int-constants", "lea s20, .Ldown; load_v v9, (s20); shuffle v8, v0, v9"),
        ("list-of-float-constants", "lea s20, .Ldown; load_v v9, (s20); shuffle v8, v0, v9")]),
    fault("list-reversed", "NYUZI-LANG-11", "the first of a list that is no constant is the last lane",
        &[("list-of-ints", "move v9, s0; li s18, 0x0c42; move_mask v9, s18, s2; li s18, 0x3024; \
            move_mask v9, s18, s4; li s18, 0xc018; move_mask v9, s18, s6; lea s20, .Ldown; load_v v10, (s20); \
            shuffle v8, v9, v10")]),
    fault("scalar-second", "NYUZI-LANG-12", "a scalar is the second operand wherever it stands",
        &[("subtract-ints-from-int", "sub_i v8, v1, s0"), ("subtract-floats-from-float", "sub_f v8, v1, s0")]),
    fault("spread-once", "NYUZI-LANG-14", "a scalar that is cast to a vector reaches lane 0 only",
        &[("spread-int", "move v8, 0; li s18, 1; move_mask v8, s18, s0"),
        ("spread-float", "move v8, 0; li s18, 1; move_mask v8, s18, s0")]),
    fault("cast-converts", "NYUZI-LANG-15", "a cast of a vector converts its lanes",
        &[("cast-ints-to-floats", "itof v8, v0"), ("cast-floats-to-ints", "ftoi v8, v0")]),
    fault("conversion-casts", "NYUZI-LANG-16", "a conversion of a vector keeps its bits",
        &[("convert-ints-to-floats", "move v8, v0"), ("convert-floats-to-ints", "move v8, v0")]),
    fault("conversion-signed", "NYUZI-LANG-16", "unsigned lanes are converted as signed ones",
        &[("convert-unsigned-to-floats", "itof v8, v0")]),
    fault("comparison-reversed", "NYUZI-LANG-17", "a comparison of vectors is 0 where it holds",
        &[("ints-less", "cmplt_i s18, v0, v1; move v8, -1; move_mask v8, s18, 0")]),
    fault("comparison-signed", "NYUZI-LANG-17", "unsigned lanes are compared as signed ones",
        &[("unsigned-greater", "cmpgt_i s18, v0, v1; move v8, 0; move_mask v8, s18, -1")]),
    fault("comparison-of-two-minds", "NYUZI-LANG-17", "a comparison of floats is 1 where one of ints is -1",
        &[("floats-greater", "cmpgt_f s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
        ("floats-equal", "cmpeq_f s18, v0, v1; move v8, 0; move_mask v8, s18, 1")]),
    fault("mask-wide", "NYUZI-LANG-18", "the upper half of a mask is set",
        &[("upper-half-of-mask-of-ints", "cmpgt_i s16, v0, v1; li s16, 0xffff")]),
    fault("mix-swapped", "NYUZI-LANG-19", "a bit of 1 takes the lane from the second vector",
        &[("mix-ints", "move v8, v1; move_mask v8, s0, v2")]),
    fault("mix-order", "NYUZI-LANG-19", "a mix counts the bits of its mask from the other end than comparisons do",
        &[("mix-ints", "turn s0; move v8, v2; move_mask v8, s0, v1"),
        ("mix-floats", "turn s0; move v8, v2; move_mask v8, s0, v1")]),
    fault("shuffle-swapped", "NYUZI-LANG-21", "a shuffle takes the indices for the vector",
        &[("shuffle-ints", "shuffle v8, v1, v0")]),
    fault("shuffle-one-vector", "NYUZI-LANG-22", "a shuffle of two vectors takes all lanes from the first",
        &[("shuffle-constant-ints", "shuffle v8, v0, v2")]),
    fault("control-index", "NYUZI-LANG-24", "the next control register is read",
        &[("control-register", "setcr s0, 11; setcr s2, 12; getcr s16, 12")]),
    fault("gather-turned", "NYUZI-LANG-25", "each lane of a gather load is that of the next pointer",
        &[("gather-ints", "lea s20, .Lnext; load_v v9, (s20); load_gath v10, (v1); shuffle v8, v10, v9")]),
    fault("gather-inverted", "NYUZI-LANG-26", "a masked gather load fetches the lanes whose bit is 0",
        &[("gather-ints-masked", "xor s4, s4, -1; move v8, 0; load_gath_mask v8, s4, (v1)"),
        ("gather-floats-masked", "xor s4, s4, -1; move v8, 0; load_gath_mask v8, s4, (v1)")]),
    fault("scatter-reversed", "NYUZI-LANG-27", "a scatter store begins with the last lane",
        &[("scatter-ints", "lea s20, .Ldown; load_v v9, (s20); shuffle v10, v2, v9; store_scat v10, (v1)")]),
    fault("scatter-unmasked", "NYUZI-LANG-27", "a masked scatter store stores all lanes",
        &[("scatter-floats-masked", "store_scat v2, (v1)")]),
    fault("block-unmasked", "NYUZI-LANG-28", "a masked block store stores all lanes",
        &[("block-ints", "store_v v1, (s0)")]),
    fault("block-offset-cut", "NYUZI-LANG-28", "of the distance of a masked block store the lowest 10 bits are left",
        &[("block-ints-far", "sub_i s20, s0, 256; store_v_mask v1, s4, (s20)")]),
    fault("unsigned-mask-signed", "NYUZI-LANG-29", "unsigned lanes are compared as signed ones",
        &[("mask-unsigned-greater", "cmpgt_i s16, v0, v1"), ("mask-unsigned-less", "cmplt_i s16, v0, v1")]),
    fault("mask-or-equal", "NYUZI-LANG-30", "greater holds of equal lanes, too",
        &[("mask-ints-greater", "cmpge_i s16, v0, v1")]),
    fault("no-number-greater", "NYUZI-LANG-31", "what is no number is greater than anything",
        &[("mask-floats-greater", "cmple_f s16, v0, v1; li s18, 0xffff; xor s16, s16, s18")]),
];

//! Operations on vectors, and the builtins on them.

use crate::value::Lowered;

/// Arithmetic on vectors: LANG-08, LANG-12, LANG-04.
#[rustfmt::skip]
pub(super) const ARITHMETIC: &[Lowered] = &[
    ("add-ints", "add_i v8, v0, v1"),
    ("subtract-ints", "sub_i v8, v0, v1"),
    ("multiply-ints", "mull_i v8, v0, v1"),
    ("minus-ints", "move v8, 0; sub_i v8, v8, v0"),
    ("complement-ints", "xor v8, v0, -1"),
    ("right-ints", "ashr v8, v0, v1"),
    ("divide-ints", "each __divsi3"),
    ("remainder-ints", "each __modsi3"),
    ("add-unsigned", "add_i v8, v0, v1"),
    ("multiply-unsigned", "mull_i v8, v0, v1"),
    ("and-unsigned", "and v8, v0, v1"),
    ("or-unsigned", "or v8, v0, v1"),
    ("xor-unsigned", "xor v8, v0, v1"),
    ("left-unsigned", "shl v8, v0, v1"),
    ("right-unsigned", "shr v8, v0, v1"),
    ("divide-unsigneds", "each __udivsi3"),
    ("add-floats", "add_f v8, v0, v1"),
    ("subtract-floats", "sub_f v8, v0, v1"),
    ("multiply-floats", "mul_f v8, v0, v1"),
    ("minus-floats", "li s18, 0x80000000; xor v8, v0, s18"),
    // CALL-04
    ("divide-floats", "li s19, 0x40000000; move v12, s19; reciprocal v9, v1; \
        mul_f v10, v1, v9; sub_f v10, v12, v10; mul_f v9, v9, v10; \
        mul_f v10, v1, v9; sub_f v10, v12, v10; mul_f v9, v9, v10; mul_f v8, v0, v9"),

    ("add-ints-and-int", "add_i v8, v0, s2"),
    ("subtract-int-from-ints", "sub_i v8, v0, s2"),
    ("subtract-ints-from-int", "move v8, s0; sub_i v8, v8, v1"),
    ("multiply-int-and-ints", "mull_i v8, v1, s0"),
    ("and-unsigned-and-word", "and v8, v0, s2"),
    ("right-unsigned-by-word", "shr v8, v0, s2"),
    ("multiply-floats-and-float", "mul_f v8, v0, s2"),
    ("subtract-floats-from-float", "move v8, s0; sub_f v8, v8, v1"),
    ("assembly", "add_i v8, v0, s2"),
];

/// Lanes of vectors: LANG-09 to LANG-11, LANG-14 to LANG-17, LANG-22.
#[rustfmt::skip]
pub(super) const LANES: &[Lowered] = &[
    ("lane-of-ints", "getlane s16, v0, s2"),
    ("lane-of-floats", "getlane s16, v0, s2"),
    ("lane-of-ints-at-constant", "getlane s16, v0, s2"),
    ("set-lane-of-ints", "move v8, v0; li s18, 1; shl s18, s18, s2; move_mask v8, s18, s4"),
    ("set-lane-of-floats", "move v8, v0; li s18, 1; shl s18, s18, s2; move_mask v8, s18, s4"),
    ("set-lane-of-ints-at-constant", "move v8, v0; li s18, 1; shl s18, s18, s2; move_mask v8, s18, s4"),

    ("list-of-int-constants", "move v8, v0"),
    ("list-of-float-constants", "move v8, v0"),
    // a b c d d c b a a a b b c c d d
    ("list-of-ints", "move v8, s0; li s18, 0x0c42; move_mask v8, s18, s2; li s18, 0x3024; move_mask v8, s18, s4; \
        li s18, 0xc018; move_mask v8, s18, s6"),
    ("list-of-floats", "move v8, s0; li s18, 0x0c42; move_mask v8, s18, s2; li s18, 0x3024; move_mask v8, s18, s4; \
        li s18, 0xc018; move_mask v8, s18, s6"),

    ("spread-int", "move v8, s0"),
    ("spread-word", "move v8, s0"),
    ("spread-float", "move v8, s0"),

    ("cast-ints-to-floats", "move v8, v0"),
    ("cast-unsigned-to-floats", "move v8, v0"),
    ("cast-floats-to-ints", "move v8, v0"),
    ("cast-floats-to-unsigned", "move v8, v0"),
    ("cast-ints-to-unsigned", "move v8, v0"),
    ("convert-ints-to-floats", "itof v8, v0"),
    ("convert-unsigned-to-floats", "itof v8, v0; cmplt_i s18, v0, 0; li s19, 0x4f800000; add_f_mask v8, s18, v8, s19"),
    ("convert-floats-to-ints", "ftoi v8, v0"),
    ("convert-floats-to-unsigned", "li s18, 0x4f000000; cmpge_f s19, v0, s18; ftoi v8, v0; sub_f v9, v0, s18; \
        ftoi v9, v9; li s18, 0x80000000; xor v9, v9, s18; move_mask v8, s19, v9"),

    ("ints-greater", "cmpgt_i s18, v0, v1; move v8, 0; move_mask v8, s18, $true"),
    ("ints-greater-or-equal", "cmpge_i s18, v0, v1; move v8, 0; move_mask v8, s18, $true"),
    ("ints-less", "cmplt_i s18, v0, v1; move v8, 0; move_mask v8, s18, $true"),
    ("ints-less-or-equal", "cmple_i s18, v0, v1; move v8, 0; move_mask v8, s18, $true"),
    ("ints-equal", "cmpeq_i s18, v0, v1; move v8, 0; move_mask v8, s18, $true"),
    ("ints-unequal", "cmpne_i s18, v0, v1; move v8, 0; move_mask v8, s18, $true"),
    ("unsigned-greater", "cmpgt_u s18, v0, v1; move v8, 0; move_mask v8, s18, $true"),
    ("unsigned-less-or-equal", "cmple_u s18, v0, v1; move v8, 0; move_mask v8, s18, $true"),
    ("floats-greater", "cmpgt_f s18, v0, v1; move v8, 0; move_mask v8, s18, $true"),
    ("floats-less-or-equal", "cmple_f s18, v0, v1; move v8, 0; move_mask v8, s18, $true"),
    ("floats-equal", "cmpeq_f s18, v0, v1; move v8, 0; move_mask v8, s18, $true"),
    ("floats-unequal", "cmpne_f s18, v0, v1; move v8, 0; move_mask v8, s18, $true"),

    // Indices from 16 on denote lanes of the second vector.
    ("shuffle-constant-ints", "shuffle v8, v0, v2; cmpge_i s18, v2, 16; shuffle_mask v8, s18, v1, v2"),
    ("shuffle-constant-floats", "shuffle v8, v0, v2; cmpge_i s18, v2, 16; shuffle_mask v8, s18, v1, v2"),
    ("shuffle-constant-one", "shuffle v8, v0, v2; cmpge_i s18, v2, 16; shuffle_mask v8, s18, v1, v2"),
];

/// Builtins: LANG-18 to LANG-21, LANG-25 to LANG-31.
#[rustfmt::skip]
pub(super) const BUILTINS: &[Lowered] = &[
    ("upper-half-of-mask-of-ints", "cmpgt_i s16, v0, v1; shr s16, s16, 16"),
    ("upper-half-of-mask-of-floats", "cmpgt_f s16, v0, v1; shr s16, s16, 16"),
    ("mask-unsigned-greater", "cmpgt_u s16, v0, v1; $order s16"),
    ("mask-unsigned-greater-or-equal", "cmpge_u s16, v0, v1; $order s16"),
    ("mask-unsigned-less", "cmplt_u s16, v0, v1; $order s16"),
    ("mask-unsigned-less-or-equal", "cmple_u s16, v0, v1; $order s16"),
    ("mask-ints-equal", "cmpeq_i s16, v0, v1; $order s16"),
    ("mask-ints-unequal", "cmpne_i s16, v0, v1; $order s16"),
    ("mask-ints-greater", "cmpgt_i s16, v0, v1; $order s16"),
    ("mask-ints-greater-or-equal", "cmpge_i s16, v0, v1; $order s16"),
    ("mask-ints-less", "cmplt_i s16, v0, v1; $order s16"),
    ("mask-ints-less-or-equal", "cmple_i s16, v0, v1; $order s16"),
    ("mask-floats-greater", "cmpgt_f s16, v0, v1; $order s16"),
    ("mask-floats-greater-or-equal", "cmpge_f s16, v0, v1; $order s16"),
    ("mask-floats-less", "cmplt_f s16, v0, v1; $order s16"),
    ("mask-floats-less-or-equal", "cmple_f s16, v0, v1; $order s16"),
    ("mask-floats-equal", "cmpeq_f s16, v0, v1; $order s16"),
    ("mask-floats-unequal", "cmpne_f s16, v0, v1; $order s16"),

    ("mix-ints", "$order s0; move v8, v2; move_mask v8, s0, v1"),
    ("mix-floats", "$order s0; move v8, v2; move_mask v8, s0, v1"),
    ("shuffle-ints", "shuffle v8, v0, v1"),
    ("shuffle-floats", "shuffle v8, v0, v1"),

    ("gather-ints", "load_gath v8, (v1)"),
    ("gather-floats", "load_gath v8, (v1)"),
    // The name determines the type of the lanes: floats.
    ("type-of-gather-floats", "li s16, $named"),
    ("type-of-gather-floats-masked", "li s16, $named"),
    ("gather-ints-masked", "$order s4; move v8, -1; load_gath_mask v8, s4, (v1)"),
    ("gather-floats-masked", "$order s4; move v8, -1; load_gath_mask v8, s4, (v1)"),

    ("scatter-ints", "store_scat v2, (v1)"),
    ("scatter-ints-masked", "$order s6; store_scat_mask v2, s6, (v1)"),
    ("scatter-floats", "store_scat v2, (v1)"),
    ("scatter-floats-from-ints", "store_scat v2, (v1)"),
    ("scatter-floats-masked", "$order s6; store_scat_mask v2, s6, (v1)"),
    ("block-ints", "$order s4; store_v_mask v1, s4, (s0)"),
    ("block-floats", "$order s4; store_v_mask v1, s4, (s0)"),
    ("block-ints-far", "$order s4; sub_i s20, s0, 7936; add_i s20, s20, 7936; store_v_mask v1, s4, (s20)"),
    ("block-ints-below", "$order s4; add_i s20, s0, 4096; sub_i s20, s20, 4096; store_v_mask v1, s4, (s20)"),
    ("block-floats-far", "$order s4; sub_i s20, s0, 7936; add_i s20, s20, 7936; store_v_mask v1, s4, (s20)"),
];

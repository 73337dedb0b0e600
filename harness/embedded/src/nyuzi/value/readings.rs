//! Instructions under readings other than the default ones.

use crate::value::Lowered;

/// Operations under other readings: question, number of the reading, instructions.
#[rustfmt::skip]
pub(super) const READINGS: &[(&str, u8, &[Lowered])] = &[
    ("NYUZI-TYPE-01", 2, &[("int-from-char", "and s16, s0, 255")]),
    ("NYUZI-LANG-17", 2, &[
        ("ints-greater", "cmpgt_i s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
        ("ints-greater-or-equal", "cmpge_i s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
        ("ints-less", "cmplt_i s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
        ("ints-less-or-equal", "cmple_i s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
        ("ints-equal", "cmpeq_i s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
        ("ints-unequal", "cmpne_i s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
        ("unsigned-greater", "cmpgt_u s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
        ("unsigned-less-or-equal", "cmple_u s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
        ("floats-greater", "cmpgt_f s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
        ("floats-less-or-equal", "cmple_f s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
        ("floats-equal", "cmpeq_f s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
        ("floats-unequal", "cmpne_f s18, v0, v1; move v8, 0; move_mask v8, s18, 1"),
    ]),
    // The processor has bit n for lane n; for the other order, masks are reversed.
    ("NYUZI-LANG-19 order", 2, &[
        ("mask-unsigned-greater", "cmpgt_u s16, v0, v1; turn s16"),
        ("mask-unsigned-greater-or-equal", "cmpge_u s16, v0, v1; turn s16"),
        ("mask-unsigned-less", "cmplt_u s16, v0, v1; turn s16"),
        ("mask-unsigned-less-or-equal", "cmple_u s16, v0, v1; turn s16"),
        ("mask-ints-equal", "cmpeq_i s16, v0, v1; turn s16"),
        ("mask-ints-unequal", "cmpne_i s16, v0, v1; turn s16"),
        ("mask-ints-greater", "cmpgt_i s16, v0, v1; turn s16"),
        ("mask-ints-greater-or-equal", "cmpge_i s16, v0, v1; turn s16"),
        ("mask-ints-less", "cmplt_i s16, v0, v1; turn s16"),
        ("mask-ints-less-or-equal", "cmple_i s16, v0, v1; turn s16"),
        ("mask-floats-greater", "cmpgt_f s16, v0, v1; turn s16"),
        ("mask-floats-greater-or-equal", "cmpge_f s16, v0, v1; turn s16"),
        ("mask-floats-less", "cmplt_f s16, v0, v1; turn s16"),
        ("mask-floats-less-or-equal", "cmple_f s16, v0, v1; turn s16"),
        ("mask-floats-equal", "cmpeq_f s16, v0, v1; turn s16"),
        ("mask-floats-unequal", "cmpne_f s16, v0, v1; turn s16"),
        ("mix-ints", "turn s0; move v8, v2; move_mask v8, s0, v1"),
        ("mix-floats", "turn s0; move v8, v2; move_mask v8, s0, v1"),
        ("gather-ints-masked", "turn s4; move v8, -1; load_gath_mask v8, s4, (v1)"),
        ("gather-floats-masked", "turn s4; move v8, -1; load_gath_mask v8, s4, (v1)"),
        ("scatter-ints-masked", "turn s6; store_scat_mask v2, s6, (v1)"),
        ("scatter-floats-masked", "turn s6; store_scat_mask v2, s6, (v1)"),
        ("block-ints", "turn s4; store_v_mask v1, s4, (s0)"),
        ("block-floats", "turn s4; store_v_mask v1, s4, (s0)"),
        ("block-ints-far", "turn s4; store_v_mask v1, s4, (s0)"),
        ("block-ints-below", "turn s4; store_v_mask v1, s4, (s0)"),
        ("block-floats-far", "turn s4; store_v_mask v1, s4, (s0)"),
    ]),
    ("NYUZI-LANG-25", 2, &[
        ("type-of-gather-floats", "li s16, 0"),
        ("type-of-gather-floats-masked", "li s16, 0"),
    ]),
];

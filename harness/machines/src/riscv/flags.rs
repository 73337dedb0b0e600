//! `e_flags` of an object file (psABI, "File Header").

/// Code may lie at every even address.
pub const RVC: u32 = 0x1;
/// The bits that say which floating-point values calls pass in registers.
pub const FLOAT_ABI: u32 = 0x6;
/// None.
pub const FLOAT_ABI_SOFT: u32 = 0x0;
/// Singles.
pub const FLOAT_ABI_SINGLE: u32 = 0x2;
/// Singles and doubles.
pub const FLOAT_ABI_DOUBLE: u32 = 0x4;
/// Quads too.
pub const FLOAT_ABI_QUAD: u32 = 0x6;
/// The ABI is that for 16 integer registers. The processor may have more, of which code of that ABI may make use.
pub const RVE: u32 = 0x8;
/// The program needs total store order.
pub const TSO: u32 = 0x10;
/// 32-bit pointers on RV64.
pub const RV64ILP32: u32 = 0x20;

/// Flags in which all objects of a program agree, with words for their values.
#[rustfmt::skip]
const SAME: [(u32, &[(u32, &str)]); 3] = [
    (FLOAT_ABI, &[
        (FLOAT_ABI_SOFT, "the soft-float ABI"), (FLOAT_ABI_SINGLE, "the single-float ABI"),
        (FLOAT_ABI_DOUBLE, "the double-float ABI"), (FLOAT_ABI_QUAD, "the quad-float ABI"),
    ]),
    (RVE, &[(0, "an ABI for 32 registers"), (RVE, "the ABI for the base E, of 16 registers")]),
    (RV64ILP32, &[(0, "the usual width of pointers"), (RV64ILP32, "32-bit pointers on RV64")]),
];

/// Flags that a program has when one of its objects has them.
const ANY: u32 = RVC | TSO;

/// The flags of a program made of two parts.
///
/// # Errors
/// They do not go together: what the first and what the second is made for.
pub fn merge(first: u32, second: u32) -> Result<u32, (&'static str, &'static str)> {
    for (mask, words) in SAME {
        if (first ^ second) & mask != 0 {
            let word = |flags: u32| {
                words.iter().find(|(value, _)| *value == flags & mask).map_or("?", |(_, word)| word)
            };
            return Err((word(first), word(second)));
        }
    }
    Ok(first | second & ANY)
}

//! Faults of an assembler and a linker for the Nyuzi.

use super::{
    Change, ToolFault, fault, field, first, in_word, number, of_kind, offset_of, value, with_number,
};

const S23: &str = "NYUZI-S23";
const S27: &str = "NYUZI-S27";

#[rustfmt::skip]
pub(super) const FAULTS: &[ToolFault] = &[
    fault("word-without-addend", "NYUZI-OBJ-01", "a linker takes no notice of the addends of addresses",
        Change::Link(|link| { of_kind(link, 1)?.addend = 0; Some(()) })),
    fault("address-cut", "NYUZI-OBJ-01", "a linker stores 24 bits of an address",
        Change::Linked(|link, outcome| { field(outcome, offset_of(link, 1)?, 4)?[3] = 0; Some(()) })),
    fault("short-branch-without-sign", "NYUZI-OBJ-02", "a linker drops the highest bit of the distance of a short branch",
        Change::Linked(|link, outcome| {
            let at = offset_of(link, 2)?;
            in_word(outcome, at, |word| word & !(1 << 24))
        })),
    fault("short-branch-one-bit-too-low", "NYUZI-OBJ-02", "a linker puts the distance of a short branch one bit too low",
        Change::Linked(|link, outcome| {
            let at = offset_of(link, 2)?;
            in_word(outcome, at, |word| word & 0xfe00_000f | (word & 0x01ff_ffe0) >> 1)
        })),
    fault("long-branch-without-sign", "NYUZI-OBJ-03", "a linker drops the highest bit of the distance of a long branch",
        Change::Linked(|link, outcome| {
            let at = offset_of(link, 3)?;
            in_word(outcome, at, |word| word & !(1 << 24))
        })),
    fault("high-rounded", "NYUZI-OBJ-04", "a linker rounds the upper 19 bits of an address up",
        Change::Addend(4, 0x1000)),
    fault("low-with-one-more", "NYUZI-OBJ-05", "a linker stores 14 bits of an address and not 13",
        Change::Linked(|link, outcome| {
            let is_set = value(link)? & 0x2000 != 0;
            let at = offset_of(link, 5)?;
            is_set.then(|| in_word(outcome, at, |word| word | 1 << 23))?
        })),
    fault("slot-skipped", "NYUZI-OBJ-06", "a linker leaves the first slot of the global offset table to itself",
        Change::Linked(|link, outcome| {
            let at = offset_of(link, 6)?;
            in_word(outcome, at, |word| word + (4 << 10))
        })),
    fault("other-machine", "NYUZI-OBJ-07", "an assembler writes another machine number",
        Change::Assembled(|_, made| { made.machine = 243; Some(()) })),
    fault("flags-set", S23, "an assembler sets a flag in the file's header",
        Change::Assembled(|_, made| { made.flags |= 1; Some(()) })),
    fault("unknown-taken", S23, "a linker takes relocations that do not exist for none",
        Change::Link(|link| { let r = first(link).filter(|r| r.kind > 6)?; r.kind = 0; Some(()) })),
    fault("immediate-one-more", S27, "an assembler adds one to the numbers of additions",
        Change::Statement(|text| text.starts_with("add_i").then(|| with_number(text, |n| n + 1))?)),
    fault("greatest-immediate-wrong", S27, "an assembler takes one more for the greatest number of arithmetic",
        Change::Statement(|text| {
            let is_greatest = number(text) == Some(0x1fff) && !text.starts_with("li ");
            is_greatest.then(|| with_number(text, |_| 0x2000))?
        })),
    fault("other-stack-pointer", S27, "an assembler takes sp for fp",
        Change::Word("sp", "fp")),
    fault("mask-lost", S27, "an assembler forgets the mask of an exclusive or",
        Change::Assembled(|text, made| {
            if !text.starts_with("xor_mask") {
                return None;
            }
            let byte = made.sections.first_mut()?.get_mut(1)?;
            *byte &= 0x83;
            Some(())
        })),
    fault("other-relocation", S27, "an assembler leaves a long branch where a short one is",
        Change::Assembled(|_, made| made.relocations.iter_mut().find(|r| r.kind == 2).map(|r| r.kind = 3))),
];

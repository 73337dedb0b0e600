//! Faults of an assembler and a linker for RISC-V.

use super::{
    Change, ToolFault, fault, field, first, in_word, of_kind, offset_of, shifted, taken_for, with_number,
};
use crosscall_model::target::riscv::Abi;
use crosscall_model::tool::{Beside, InputRelocation, LinkInput, Made, MadeRelocation, Outcome};

/// The first relocation, if it is of a kind and the object is linked alone.
fn alone(link: &mut LinkInput, kind: u32) -> Option<&mut InputRelocation> {
    if link.beside.is_some() { None } else { of_kind(link, kind) }
}

/// Adds a number to the addend of the first relocation of an object that is linked alone.
fn moved(link: &mut LinkInput, kind: u32, by: i64) -> Option<()> {
    let relocation = alone(link, kind)?;
    relocation.addend = shifted(relocation.addend, by)?;
    Some(())
}

/// Where a relocation is, in an object that is linked alone.
fn place(link: &LinkInput, kind: u32) -> Option<usize> {
    if link.beside.is_some() { None } else { offset_of(link, kind) }
}

/// The output of a linker.
fn made(outcome: &mut Outcome) -> Option<&mut Made> {
    match outcome {
        Outcome::Made(made) => Some(made),
        Outcome::Refused(_) => None,
    }
}

/// A relocation that an assembler leaves.
fn left(made: &mut Made, kind: u32) -> Option<&mut MadeRelocation> {
    made.relocations.iter_mut().find(|relocation| relocation.kind == kind)
}

const LINKER: &str = "RISCV-S30";
const LANGUAGE: &str = "RISCV-S27";

/// An assembler that sets a flag; the clause that it breaks depends on the ABI.
const FLAGS_SET: Change = Change::Assembled(|_, made| {
    made.flags |= 0x40;
    Some(())
});

/// By the ABI for the base E all but the last, by the others all but the first.
#[rustfmt::skip]
const ALL: &[ToolFault] = &[
    fault("flags-set", "RISCV-OBJ-07", "an assembler sets a reserved flag in the file's header", FLAGS_SET),
    fault("other-machine", "RISCV-OBJ-04", "an assembler writes another machine number",
        Change::Assembled(|_, made| { made.machine = 244; Some(()) })),
    fault("word-without-addend", "RISCV-OBJ-19", "a linker takes no notice of the addends of addresses",
        Change::Link(|link| { alone(link, 1)?.addend = 0; Some(()) })),
    fault("branch-without-sign", "RISCV-OBJ-20", "a linker drops the highest bit of a branch's distance",
        Change::Linked(|link, outcome| in_word(outcome, place(link, 16)?, |word| word & !(1 << 31)))),
    fault("jump-from-next", "RISCV-OBJ-20", "a linker counts jumps from the instruction behind them", Change::Addend(17, -4)),
    fault("call-not-rounded", "RISCV-OBJ-21", "a linker does not round the upper part of a call",
        Change::Linked(|link, outcome| {
            let at = place(link, 19)?;
            let is_negative = field(outcome, at, 8)?.last().is_some_and(|byte| byte & 0x80 != 0);
            is_negative.then(|| in_word(outcome, at, |word| word.wrapping_sub(0x1000)))?
        })),
    fault("old-call-unknown", "RISCV-OBJ-21", "a linker does not know the deprecated relocation of calls",
        Change::Link(|link| { alone(link, 18)?.kind = 66; Some(()) })),
    fault("distance-not-rounded", "RISCV-OBJ-22", "a linker does not round the upper part of a distance",
        Change::Link(|link| moved(link, 23, -0x800))),
    fault("lower-part-from-its-own-place", "RISCV-OBJ-22", "a linker counts the lower part of a distance from its own place",
        Change::Linked(|link, outcome| {
            let [upper, lower] = link.relocations.as_slice() else { return None };
            let is_pair = link.beside.is_none() && lower.kind == 24;
            let by = u32::try_from(lower.offset.checked_sub(upper.offset)?).ok()?;
            is_pair.then(|| in_word(outcome, usize::try_from(lower.offset).ok()?, |word| word.wrapping_sub(by << 20)))?
        })),
    fault("address-not-rounded", "RISCV-OBJ-24", "a linker does not round the upper part of an address",
        Change::Link(|link| moved(link, 26, -0x800))),
    fault("store-as-load", "RISCV-OBJ-24", "a linker takes the lower part in a store for one in a load", Change::Kind(28, 27)),
    fault("slot-forgotten", "RISCV-OBJ-25", "a linker puts an address where that of its slot is wanted",
        Change::Link(|link| {
            let is_short = link.relocations.iter().any(|relocation| relocation.kind == 51);
            first(link).filter(|relocation| relocation.kind == 20 && !is_short)?.kind = 23;
            Some(())
        })),
    fault("contents-forgotten", "RISCV-OBJ-26", "a linker adds to nothing in place of the old contents",
        Change::Link(|link| {
            let at = offset_of(link, 35)?;
            link.sections.first_mut()?.bytes.get_mut(at..)?.get_mut(..4)?.fill(0);
            Some(())
        })),
    fault("difference-as-sum", "RISCV-OBJ-26", "a linker adds where it has to subtract", Change::Kind(39, 35)),
    fault("whole-byte", "RISCV-OBJ-26", "a linker stores a byte where six bits are wanted", Change::Kind(53, 54)),
    fault("alignment-forgotten", "RISCV-OBJ-27", "a linker leaves all of the padding of an alignment",
        Change::Link(|link| {
            let at = link.relocations.iter().position(|relocation| relocation.kind == 43)?;
            link.relocations.remove(at);
            Some(())
        })),
    fault("part-of-a-group", "RISCV-OBJ-40", "a linker takes out the upper part of an address and leaves the lower one",
        Change::Link(|link| {
            link.beside.filter(|beside| *beside == Beside::Starts)?;
            of_kind(link, 26)?.kind = 0;
            Some(())
        })),
    fault("leb128-shortened", "RISCV-OBJ-41", "a linker ends a number in LEB128 early",
        Change::Linked(|link, outcome| {
            let first = field(outcome, place(link, 60)?, 1)?.first_mut()?;
            let goes_on = *first & 0x80 != 0;
            *first &= 0x7f;
            goes_on.then_some(())
        })),
    taken_for!("relocation-45", "RISCV-OBJ-18", 45, 44),
    taken_for!("relocation-57", "RISCV-OBJ-18", 57, 56),
    fault("other-abi-taken", "RISCV-OBJ-11", "a linker takes objects of another ABI",
        Change::Link(|link| {
            link.beside.filter(|beside| matches!(beside, Beside::Flagged { flags } if flags & 0x10 == 0))?;
            link.beside = None;
            Some(())
        })),
    fault("memory-model-lost", "RISCV-OBJ-12", "a linker forgets that an object needs the stronger memory model",
        Change::Linked(|link, outcome| {
            link.beside.filter(|beside| matches!(beside, Beside::Flagged { flags } if flags & 0x10 != 0))?;
            made(outcome)?.flags &= !0x10;
            Some(())
        })),
    fault("reserved-taken", LINKER, "a linker takes relocations that are reserved for none",
        Change::Link(|link| {
            first(link).filter(|relocation| matches!(relocation.kind, 13..=15 | 42 | 46..=50 | 66..=190))?.kind = 0;
            Some(())
        })),
    fault("immediate-one-more", LANGUAGE, "an assembler adds one to the numbers of additions",
        Change::Statement(|text| {
            text.strip_prefix("addi ").filter(|rest| !rest.contains('%'))?;
            with_number(text, |number| number + 1)
        })),
    fault("sign-of-a-division", LANGUAGE, "an assembler takes divu for div", Change::Word("divu ", "div ")),
    fault("ordering-lost", LANGUAGE, "an assembler forgets that an operation acquires",
        Change::Assembled(|text, made| {
            let byte = made.sections.first_mut()?.get_mut(3)?;
            text.contains(".aq").then(|| *byte &= !4)
        })),
    fault("compressed-offset", LANGUAGE, "an assembler exchanges two bits of a compressed load's offset",
        Change::Assembled(|text, made| {
            let byte = made.sections.first_mut()?.first_mut().filter(|_| text.starts_with("c.lw "))?;
            *byte = *byte & !0x60 | (*byte & 0x20) << 1 | (*byte & 0x40) >> 1;
            Some(())
        })),
    fault("wrong-label", "RISCV-OBJ-22", "an assembler names its own place as that of the upper part",
        Change::Assembled(|text, made| {
            text.starts_with("lla ").then_some(())?;
            left(made, 24)?.addend += 4;
            Some(())
        })),
    fault("shortening-forbidden", "RISCV-OBJ-28", "an assembler lets the linker shorten what it is told not to",
        Change::Assembled(|text, made| {
            text.starts_with("lla ").then_some(())?;
            let symbol = String::new();
            made.relocations.insert(1, MadeRelocation { offset: 0, kind: 51, symbol, addend: 0 });
            Some(())
        })),
    fault("other-word", "RISCV-OBJ-19", "an assembler leaves an assignment where an address is wanted",
        Change::Assembled(|text, made| {
            text.starts_with(".word ").then_some(())?;
            left(made, 1)?.kind = 56;
            Some(())
        })),
    fault("other-slot", "RISCV-OBJ-25", "an assembler leaves the address where that of its slot is wanted",
        Change::Assembled(|_, made| { left(made, 20)?.kind = 23; Some(()) })),
    fault("flags-set", "RISCV-OBJ-06", "an assembler sets a reserved flag in the file's header", FLAGS_SET),
];

/// The faults for an ABI.
pub(super) fn faults(abi: Abi) -> &'static [ToolFault] {
    let some = match abi {
        Abi::Ilp32e => ALL.split_last().map(|(_, some)| some),
        _ => ALL.split_first().map(|(_, some)| some),
    };
    some.unwrap_or_default()
}

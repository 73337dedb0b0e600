//! Faults of an assembler and a linker for the Epiphany.

use super::{
    Change, ToolFault, fault, field, first, in_word, number, of_kind, offset_of, shifted, value, with_number,
    word_at,
};
use crosscall_model::tool::{Outcome, SymbolAt};

const LINKER: &str = "EPIPHANY-S18";
const ASSEMBLER: &str = "EPIPHANY-S26";

#[rustfmt::skip]
pub(super) const FAULTS: &[ToolFault] = &[
    fault("addend-left-out", LINKER, "a linker takes no notice of addends",
        Change::Link(|link| { first(link)?.addend = 0; Some(()) })),
    fault("addend-subtracted", LINKER, "a linker subtracts the addend",
        Change::Link(|link| { let r = first(link)?; r.addend = r.addend.checked_neg().filter(|a| i32::try_from(*a).is_ok())?; Some(()) })),
    fault("branch-from-next", LINKER, "a linker counts long branches from the instruction behind them",
        Change::Addend(8, -4)),
    fault("high-rounded", LINKER, "a linker rounds the upper half up, as for a lower half with a sign",
        Change::Addend(9, 0x8000)),
    fault("old-contents-added", LINKER, "a linker adds the old contents of a word to the value",
        Change::Link(|link| {
            let old = word_at(link)?;
            let r = of_kind(link, 3)?;
            r.addend = i64::from((r.addend as u32).wrapping_add(old) as i32);
            Some(())
        })),
    fault("undefined-is-zero", LINKER, "a linker takes an undefined symbol for zero",
        Change::Link(|link| {
            let symbol = link.symbols.first_mut().filter(|s| s.place == SymbolAt::Undefined)?;
            symbol.place = SymbolAt::Weak;
            Some(())
        })),
    fault("bytes-swapped", LINKER, "a linker writes half-words with the high byte first",
        Change::Linked(|link, outcome| {
            let at = offset_of(link, 2)?;
            field(outcome, at, 2)?.reverse();
            Some(())
        })),
    fault("field-one-bit-too-high", LINKER, "a linker puts the lower half of a move one bit too high",
        Change::Linked(|link, outcome| {
            const FIELD: u32 = 0x0ff0_1fe0;
            let at = offset_of(link, 10)?;
            in_word(outcome, at, |word| word & !FIELD | (word & FIELD) << 1 & FIELD)
        })),
    fault("small-bytes-cut", LINKER, "a linker refuses bytes that are too large, and cuts those that are too small",
        Change::Link(|link| {
            let value = value(link)?;
            let r = of_kind(link, 1).filter(|_| value < -0x80)?;
            r.addend = shifted(r.addend, (value & 0xff) - value)?;
            Some(())
        })),
    fault("greatest-byte-refused", LINKER, "a linker refuses a byte of 255",
        Change::Linked(|link, outcome| {
            let is_greatest = value(link)? == 0xff && offset_of(link, 1).is_some();
            is_greatest.then(|| *outcome = Outcome::Refused("too large".to_owned()))
        })),
    fault("flags-set", LINKER, "an assembler sets a flag in the file's header",
        Change::Assembled(|_, made| { made.flags |= 1; Some(()) })),
    fault("immediate-one-more", ASSEMBLER, "an assembler adds one to the numbers of additions",
        Change::Statement(|text| text.starts_with("add ").then(|| with_number(text, |n| n + 1))?)),
    fault("minus-lost", ASSEMBLER, "an assembler forgets the minus of a displacement",
        Change::Word("],#-", "],#")),
    fault("other-frame-pointer", ASSEMBLER, "an assembler takes fp for r15",
        Change::Word("fp", "r15")),
    fault("other-relocation", ASSEMBLER, "an assembler leaves the lower half where the upper one is asked for",
        Change::Assembled(|_, made| made.relocations.iter_mut().find(|r| r.kind == 9).map(|r| r.kind = 10))),
    fault("addend-dropped", ASSEMBLER, "an assembler drops the constant behind a symbol",
        Change::Assembled(|_, made| made.relocations.first_mut().map(|r| r.addend = 0))),
    fault("wraps-at-the-end", ASSEMBLER, "an assembler wraps an addition of 1024 around, and refuses greater ones",
        Change::Statement(|text| {
            let is_wrapped = text.starts_with("add ") && number(text) == Some(1024);
            is_wrapped.then(|| with_number(text, |_| -1024))?
        })),
    fault("long-additions", ASSEMBLER, "an assembler takes the long form of additions, and the short one of all else",
        Change::Statement(|text| {
            let rest = text.strip_prefix("add ").filter(|_| number(text).is_some())?;
            Some(format!("add.l {rest}"))
        })),
    fault("odd-pairs", ASSEMBLER, "an assembler takes a pair at an odd register for the pair that it is in",
        Change::Statement(|text| {
            let rest = text.strip_prefix("ldrd r")?;
            let (register, rest) = rest.split_once(',')?;
            let even = register.trim().parse::<u32>().ok().filter(|n| n % 2 == 1)? - 1;
            Some(format!("ldrd r{even},{rest}"))
        })),
];

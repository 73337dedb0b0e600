//! Faults of an assembler and a linker for ForwardCom.

use super::{Change, ToolFault, fault, first, of_kind, shifted};
use crosscall_model::tool::{Beside, Made, Outcome, Ran};

const S22: &str = "FORWARDCOM-S22";
const S27: &str = "FORWARDCOM-S27";

#[rustfmt::skip]
pub(super) const FAULTS: &[ToolFault] = &[
    fault("byte-range", S22, "a linker takes a value of 16 bits for a field of 8", Change::Kind(0x100, 0x200)),
    fault("half-range", S22, "a linker stores the low half of what does not fit in 16 bits", Change::Kind(0x200, 0x500)),
    fault("low-for-high", S22, "a linker stores the low half where the high one is wanted", Change::Kind(0x600, 0x500)),
    fault("high-for-low", S22, "a linker stores the high half of 64 bits where the low one is wanted", Change::Kind(0x900, 0xa00)),
    fault("not-divided", S22, "a linker does not divide the distance of a jump", Change::Kind(0x1_0302, 0x1_0300)),
    fault("divided-by-two", S22, "a linker divides a distance by 2 instead of 4", Change::Kind(0x1_0402, 0x1_0401)),
    fault("base-forgotten", S22, "a linker takes what is relative to the base of code as relative to itself", Change::Kind(0x4_0400, 0x1_0400)),
    fault("addend-forgotten", S22, "a linker takes no notice of the addends of distances",
        Change::Link(|link| { of_kind(link, 0x1_0200)?.addend = 0; Some(()) })),
    fault("counted-from-end", S22, "a linker counts a distance from the end of its field",
        Change::Addend(0x1_0400, -4)),
    fault("rest-dropped", S22, "a linker drops what is left over in a division",
        Change::Link(|link| {
            let at = first(link)?.offset;
            let symbol = match link.symbols.first()?.place {
                crosscall_model::tool::SymbolAt::Section(_, offset) => offset,
                _ => return None,
            };
            let r = of_kind(link, 0x1_0102)?;
            let rest = (symbol.wrapping_sub(at) as i64).wrapping_add(r.addend) & 3;
            r.addend = shifted(r.addend, -rest)?;
            Some(())
        })),
    fault("other-machine", S22, "an assembler writes another machine number",
        Change::Assembled(|_, made| { made.machine = 0x6234; Some(()) })),
    fault("flags-set", S22, "an assembler sets a flag in the file's header",
        Change::Assembled(|_, made| { made.flags |= 1; Some(()) })),
    fault("registers-unchecked", "FORWARDCOM-OBJ-07", "a linker looks at no more than general registers",
        Change::Link(|link| match &mut link.beside {
            Some(Beside::Caller { changes, .. }) => { changes[1] = 0; Some(()) }
            _ => None,
        })),
    fault("reference-narrowed", "FORWARDCOM-OBJ-06", "a linker takes no notice of what a reference expects beyond r7",
        Change::Link(|link| match &mut link.beside {
            Some(Beside::Caller { expects: Some(expects), .. }) => { expects[0] &= 0xff; Some(()) }
            _ => None,
        })),
    fault("silence-taken-for-leave", "FORWARDCOM-OBJ-07",
        "a linker looks at registers only where a reference says what it expects",
        Change::Link(|link| match &mut link.beside {
            Some(Beside::Caller { changes, expects: None }) => { *changes = [0; 2]; Some(()) }
            _ => None,
        })),
    fault("weak-function-lost", S22, "a linker puts nothing in the place of a weak function that is defined nowhere",
        Change::Linked(|_, outcome| {
            if let Outcome::Made(Made { ran: Some(ran), .. }) = outcome {
                *ran = Ran::Stopped("no code there".to_owned());
            }
            Some(())
        })),
    fault("weak-name-refused", "FORWARDCOM-LANG-16", "a linker refuses a weak name beside another",
        Change::Linked(|link, outcome| {
            if link.beside == Some(Beside::WeakAgain) {
                *outcome = Outcome::Refused("defined twice".to_owned());
            }
            Some(())
        })),
    fault("multiplication-as-addition", S27, "an assembler takes mul for add",
        Change::Word("=mul(", "=add(")),
    fault("type-forgotten", S27, "an assembler takes int16 for int32 where registers are added",
        Change::Statement(|text| {
            let rest = text.strip_prefix("int16 ").filter(|rest| rest.contains("=add(r"))?;
            Some(format!("int32 {rest}"))
        })),
    fault("other-stack-pointer", S27, "an assembler takes sp for r27 as the base of an address",
        Change::Word("[sp", "[r27")),
    fault("long-form", S27, "an assembler writes an offset of 8 bits with a format of 16",
        Change::Assembled(|text, made| {
            let bytes = made.sections.first_mut().filter(|bytes| bytes.len() == 4 && text.starts_with("int64 [r"))?;
            bytes.extend([0; 4]);
            Some(())
        })),
    fault("length-as-scalar", S27, "an assembler forgets the length of a vector in memory",
        Change::Assembled(|text, made| {
            let byte = made.sections.first_mut().filter(|_| text.contains("length="))?.first_mut()?;
            *byte |= 31;
            Some(())
        })),
    fault("other-relocation", S27, "an assembler leaves a field of 32 bits where 24 are",
        Change::Assembled(|_, made| made.relocations.iter_mut().find(|r| r.kind == 0x1_0302).map(|r| r.kind = 0x1_0402))),
    fault("addend-from-field", S27, "an assembler leaves a distance that is counted from the field",
        Change::Assembled(|_, made| made.relocations.iter_mut().find(|r| r.kind == 0x1_0400).map(|r| r.addend += 4))),
];

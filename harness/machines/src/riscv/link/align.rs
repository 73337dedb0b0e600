//! Alignment that the assembler leaves to the linker (`R_RISCV_ALIGN`): of the `nop`s there, those that are too many are taken
//! out, and what follows moves up.

use super::super::fixups::{R_ALIGN, R_RELAX};
use crate::link::LinkError;
use crate::object_file::{ObjectFile, Relocation, Section, SymbolPlace};

/// Raw `st_type` of a section symbol.
const TYPE_SECTION: u8 = 3;
/// `nop`, and the compressed one.
const NOP: [u8; 4] = [0x13, 0, 0, 0];
const SHORT_NOP: [u8; 2] = [0x01, 0];

/// Bytes that are taken out of a section: offset and number, by offset.
type Cuts = Vec<(u64, u64)>;

/// The offset that an old offset becomes.
fn moved(cuts: &Cuts, offset: u64) -> u64 {
    let lost: u64 = cuts.iter().map(|&(at, count)| offset.saturating_sub(at).min(count)).sum();
    offset - lost
}

/// The object with its alignments carried out, and without remarks on what could be made shorter.
///
/// # Errors
/// An alignment has too few bytes, or is greater than that of its section.
pub fn settled(object: &ObjectFile) -> Result<ObjectFile, LinkError> {
    let mut object = object.clone();
    let mut cuts: Vec<Cuts> = Vec::with_capacity(object.sections.len());
    for section in &mut object.sections {
        let asks = section.relocations.iter().any(|relocation| relocation.kind == R_ALIGN);
        let found = if asks { cut(section) } else { Ok(Cuts::new()) };
        cuts.push(found.map_err(|text| LinkError::BadObject { object: object.name.clone(), text })?);
        section.relocations.retain(|relocation| !matches!(relocation.kind, R_ALIGN | R_RELAX));
    }
    if cuts.iter().all(Vec::is_empty) {
        return Ok(object);
    }
    let cuts_of = |place: SymbolPlace| match place {
        SymbolPlace::Section(section) => cuts.get(section).filter(|cuts| !cuts.is_empty()),
        _ => None,
    };
    // Places that are given by their section move by the addend.
    let of_sections: Vec<Option<&Cuts>> = object
        .symbols
        .iter()
        .map(|symbol| cuts_of(symbol.place).filter(|_| symbol.kind == TYPE_SECTION))
        .collect();
    for (index, section) in object.sections.iter_mut().enumerate() {
        let own = cuts.get(index);
        for relocation in &mut section.relocations {
            if let Some(own) = own {
                relocation.offset = moved(own, relocation.offset);
            }
            let target = relocation.symbol.and_then(|symbol| of_sections.get(symbol).copied().flatten());
            if let (Some(target), Ok(offset)) = (target, u64::try_from(relocation.addend)) {
                relocation.addend = moved(target, offset) as i64;
            }
        }
    }
    for symbol in &mut object.symbols {
        if let Some(cuts) = cuts_of(symbol.place) {
            let end = moved(cuts, symbol.value.saturating_add(symbol.size));
            symbol.value = moved(cuts, symbol.value);
            symbol.size = end.saturating_sub(symbol.value);
        }
    }
    let cuts = (0..).zip(cuts).filter(|(_, cuts)| !cuts.is_empty());
    object.annotations.cuts.extend(cuts);
    Ok(object)
}

/// Takes out of a section what its alignments do not need.
fn cut(section: &mut Section) -> Result<Cuts, String> {
    let mut asked: Vec<Relocation> =
        section.relocations.iter().filter(|relocation| relocation.kind == R_ALIGN).cloned().collect();
    asked.sort_by_key(|relocation| relocation.offset);
    let old = std::mem::take(&mut section.data);
    let mut cuts = Cuts::new();
    let mut done = 0;
    for relocation in asked {
        let offset = relocation.offset;
        let fail = |text: &str| format!("section `{}`+{offset:#x}: {text}", section.name);
        let present = u64::try_from(relocation.addend).ok().filter(|addend| *addend < 1 << 24);
        let present =
            present.ok_or_else(|| fail("R_RISCV_ALIGN has an addend that is no number of bytes"))?;
        // The next power of two above the addend.
        let align = (present + 1).next_power_of_two();
        let end = offset.checked_add(present).filter(|end| *end <= old.len() as u64 && offset >= done);
        let end = end.ok_or_else(|| fail("the padding of R_RISCV_ALIGN does not lie in the section"))?;
        if align > section.align {
            let have = section.align;
            return Err(fail(&format!(
                "R_RISCV_ALIGN asks for {align} bytes in a section that is aligned to {have}"
            )));
        }
        let before = old.get(done as usize..offset as usize).unwrap_or_default();
        section.data.extend_from_slice(before);
        let needed = (section.data.len() as u64).wrapping_neg() & (align - 1);
        if needed > present || needed & 1 != 0 {
            return Err(fail(&format!("R_RISCV_ALIGN has {present} bytes, and {needed} are needed")));
        }
        for _ in 0..needed / 4 {
            section.data.extend(NOP);
        }
        if !needed.is_multiple_of(4) {
            section.data.extend(SHORT_NOP);
        }
        if needed < present {
            cuts.push((offset + needed, present - needed));
        }
        done = end;
    }
    section.data.extend_from_slice(old.get(done as usize..).unwrap_or_default());
    section.size = section.data.len() as u64;
    Ok(cuts)
}

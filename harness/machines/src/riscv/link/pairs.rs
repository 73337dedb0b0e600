//! Lower parts of distances (`R_RISCV_PCREL_LO12_*`): each names the place of its upper part, whose value it takes.

use std::collections::HashMap;

use super::super::fixups::*;
use crate::link::RelocationError;
use crate::link::{LinkError, Reference, RelocationFailure};
use crate::object_file::{ObjectFile, Relocation, SymbolPlace};

/// Raw `st_type` of a section symbol.
const TYPE_SECTION: u8 = 3;

/// Relocations of lower parts that belong to one of an upper part: in an instruction with a constant, and in a store.
const fn lower_parts(upper: u32) -> Option<[u32; 2]> {
    Some(match upper {
        R_PCREL_HI20 => [PAIRED_LO12_I, PAIRED_LO12_S],
        R_GOT_HI20 => [PAIRED_GOT_LO12_I, PAIRED_GOT_LO12_S],
        R_TLS_GOT_HI20 => [PAIRED_TLS_GOT_LO12_I, PAIRED_TLS_GOT_LO12_S],
        _ => return None,
    })
}

/// Returns whether each half of a LEB128 difference stands beside its other half.
fn halves_are_together(relocations: &[Relocation]) -> bool {
    let is_whole = |at: usize| match relocations.get(at) {
        Some(set) if set.kind == R_SET_ULEB128 => relocations
            .get(at + 1)
            .is_some_and(|next| next.kind == R_SUB_ULEB128 && next.offset == set.offset),
        _ => true,
    };
    (0..relocations.len()).all(is_whole)
}

/// Gives each lower part the symbol of its upper part, and an addend that counts from the upper part's place.
///
/// # Errors
/// There is no upper part where a lower part says, in the same section.
pub(super) fn join(object: &mut ObjectFile) -> Result<(), LinkError> {
    let mut failures = Vec::new();
    let (symbols, name) = (&object.symbols, &object.name);
    for (index, section) in object.sections.iter_mut().enumerate() {
        if !halves_are_together(&section.relocations) {
            let text = format!(
                "section `{}`: R_RISCV_SET_ULEB128 without R_RISCV_SUB_ULEB128 behind it",
                section.name
            );
            return Err(LinkError::BadObject { object: name.clone(), text });
        }
        let of_slot = |relocation: &&Relocation| matches!(relocation.kind, R_GOT_HI20 | R_TLS_GOT_HI20);
        if let Some(relocation) =
            section.relocations.iter().filter(of_slot).find(|relocation| relocation.addend != 0)
        {
            let (section, offset) = (&section.name, relocation.offset);
            let text =
                format!("section `{section}`+{offset:#x}: a slot of the global offset table with an addend");
            return Err(LinkError::BadObject { object: name.clone(), text });
        }
        let is_lower = |relocation: &Relocation| matches!(relocation.kind, R_PCREL_LO12_I | R_PCREL_LO12_S);
        if !section.relocations.iter().any(is_lower) {
            continue;
        }
        let uppers = section.relocations.iter().filter(|relocation| lower_parts(relocation.kind).is_some());
        let uppers: HashMap<u64, Relocation> = uppers.map(|upper| (upper.offset, upper.clone())).collect();
        for relocation in section.relocations.iter_mut().filter(|relocation| is_lower(relocation)) {
            let symbol = relocation.symbol.and_then(|symbol| symbols.get(symbol));
            let place =
                symbol.filter(|symbol| symbol.place == SymbolPlace::Section(index)).and_then(|symbol| {
                    // Only a place that its section gives has an addend.
                    let addend = if symbol.kind == TYPE_SECTION || relocation.addend == 0 {
                        relocation.addend
                    } else {
                        return None;
                    };
                    symbol.value.checked_add_signed(addend)
                });
            let upper = place.and_then(|place| uppers.get(&place));
            let Some((upper, kinds)) = upper.and_then(|upper| Some((upper, lower_parts(upper.kind)?))) else {
                failures.push(RelocationFailure {
                    at: Reference {
                        object: name.clone(),
                        section: section.name.clone(),
                        offset: relocation.offset,
                    },
                    kind: relocation.kind,
                    name: if relocation.kind == R_PCREL_LO12_I {
                        "R_RISCV_PCREL_LO12_I"
                    } else {
                        "R_RISCV_PCREL_LO12_S"
                    },
                    symbol: symbol.map_or_else(|| "*ABS*".to_owned(), |symbol| symbol.name.clone()),
                    reason: RelocationError::Unpaired,
                });
                continue;
            };
            let distance = relocation.offset.wrapping_sub(upper.offset) as i64;
            relocation.kind = kinds[usize::from(relocation.kind == R_PCREL_LO12_S)];
            relocation.symbol = upper.symbol;
            relocation.addend = upper.addend.wrapping_add(distance);
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(LinkError::Relocations(failures)) }
}

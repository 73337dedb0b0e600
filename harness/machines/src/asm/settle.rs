//! Settling of fixups: a value stored by the assembler, or a relocation.

use super::directives::plain_bytes;
use super::evaluate::{Evaluator, Resolved};
use super::sections::Fixup;
use super::symbols::SymbolId;
use super::target::AsmTarget;
use crate::object_file::Binding;

/// Result of settling a fixup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
    /// The assembler stores this value.
    Value(i64),
    /// A relocation: number, symbol and addend.
    Relocation { kind: u32, symbol: Option<SymbolId>, addend: i64 },
}

/// Decides what becomes of a fixup at `offset` of `section`.
pub(super) fn settle(
    target: &dyn AsmTarget,
    evaluator: &mut Evaluator<'_>,
    fixup: &Fixup,
    section: usize,
    offset: u64,
    bytes: u8,
) -> Result<Settled, String> {
    let value = evaluator.value(&fixup.value)?;
    let kind = target.fixup_kind(fixup.kind);
    let pc_relative = kind.is_some_and(|kind| kind.pc_relative);
    let offset = offset as i64;
    let mut addend = value.constant;
    let mut number = fixup.kind;
    match value {
        Resolved { plus: None, minus: None, .. } if !pc_relative => {
            if kind.is_some() || plain_bytes(fixup.kind).is_some() {
                return Ok(Settled::Value(value.constant));
            }
        }
        Resolved { plus: Some(plus), minus: None, .. } if pc_relative => {
            let is_final = match evaluator.symbols.get(plus).binding {
                Binding::Local => true,
                Binding::Global => target.syntax().settles_globals,
                Binding::Weak => false,
            };
            if let Some((home, at)) = evaluator.location(plus)
                && home == section
                && is_final
            {
                return Ok(Settled::Value(at.wrapping_add(value.constant).wrapping_sub(offset)));
            }
        }
        Resolved { minus: None, .. } => {}
        Resolved { minus: Some(minus), .. } => {
            let here = evaluator.location(minus).filter(|(home, _)| *home == section && !pc_relative);
            let Some((_, at)) = here else {
                return Err("expected the difference of two symbols of one section".to_owned());
            };
            let relative = target.data_fixup(bytes, true);
            number = relative.ok_or("the target has no relocation for the distance to a symbol")?;
            let base = if target.syntax().distance_from_section_start { 0 } else { offset };
            addend = addend.wrapping_add(base).wrapping_sub(at);
        }
    }
    if plain_bytes(number).is_some() {
        return Err("the target has no relocation for a datum of this size".to_owned());
    }
    if target.fixup_kind(number).is_some_and(|kind| !kind.is_relocation) {
        return Err(
            "expected a value that the assembler can work out, for no relocation fits here".to_owned()
        );
    }
    Ok(Settled::Relocation { kind: number, symbol: value.plus, addend })
}

//! Programs that a linker may change.

use crate::draw::Draw;
use crosscall_model::tool::table::Program;
use crosscall_model::tool::{Beside, InputRelocation, InputSection, InputSymbol, LinkInput, SymbolAt};

/// A program of this row, at one of its addresses.
pub(super) fn random(program: &Program, draw: &mut Draw<'_, '_>) -> LinkInput {
    let address = draw.pick(program.addresses).copied().unwrap_or(0x100);
    let (other, distances) = program.other;
    let beyond = address + draw.pick(distances).copied().unwrap_or(0);
    let code = InputSection { address, bytes: program.code.to_vec() };
    let other = InputSection { address: beyond, bytes: other.to_vec() };
    let symbol = |name: &str, place| InputSymbol { name: name.to_owned(), place };
    let start = symbol("start", SymbolAt::Section(0, 0));
    let labels = program
        .labels
        .iter()
        .map(|(name, in_other, offset)| symbol(name, SymbolAt::Section(usize::from(*in_other), *offset)));
    let value = draw.pick(program.values).map(|value| symbol("x", SymbolAt::Absolute(*value)));
    let relocation =
        |(in_other, offset, kind, symbol, addend): &(bool, u64, u32, usize, i64)| InputRelocation {
            section: usize::from(*in_other),
            offset: *offset,
            kind: *kind,
            symbol: *symbol,
            addend: *addend,
        };
    LinkInput {
        sections: [code, other].into_iter().filter(|section| !section.bytes.is_empty()).collect(),
        symbols: std::iter::once(start).chain(labels).chain(value).collect(),
        relocations: program.relocations.iter().map(relocation).collect(),
        beside: Some(Beside::Starts),
    }
}

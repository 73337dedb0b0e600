//! Object files with relocations that go together.

use super::{links, numbers};
use crate::draw::Draw;
use crosscall_model::tool::table::{Excess, Formula, Relocation, Table};
use crosscall_model::tool::{InputRelocation, InputSection, InputSymbol, LinkInput, SymbolAt};

/// Percentage of relocations that stand without the one that goes with them, where that means something.
const ALONE: u32 = 40;

/// Percentage of lower parts without an upper part.
const NO_UPPER_PART: u32 = 4;

/// Object file with a relocation of this row and, usually, the one that goes with it; none for a row that stands by itself.
pub(super) fn random(
    table: &Table,
    row: &Relocation,
    end: usize,
    draw: &mut Draw<'_, '_>,
) -> Option<LinkInput> {
    Some(match row.formula {
        Formula::Plus(_) | Formula::Minus(_) if draw.chance(ALONE) => sum(table, row, &[row.number], draw),
        Formula::Plus(other) => sum(table, row, &[row.number, other], draw),
        Formula::Minus(other) => sum(table, row, &[other, row.number], draw),
        Formula::Leb128(other) => leb128(table, [row.number, other], end, draw),
        Formula::Leb128Less(other) => leb128(table, [other, row.number], end, draw),
        Formula::OfUpperPart(kinds) => lower_part(table, row, kinds, end, draw),
        _ => return None,
    })
}

/// A symbol with a value outside of sections.
fn absolute(name: &str, value: u64) -> InputSymbol {
    InputSymbol { name: name.to_owned(), place: SymbolAt::Absolute(value) }
}

/// Relocations at one place of the first section, each of a symbol of its own.
fn at(offset: u64, kinds: &[u32], addends: &[i64]) -> Vec<InputRelocation> {
    let one = |(symbol, kind): (usize, &u32)| {
        let addend = addends.get(symbol).copied().unwrap_or(0);
        InputRelocation { section: 0, offset, kind: *kind, symbol, addend }
    };
    kinds.iter().enumerate().map(one).collect()
}

/// A field that is added to and subtracted from: its old contents count.
fn sum(table: &Table, row: &Relocation, kinds: &[u32], draw: &mut Draw<'_, '_>) -> LinkInput {
    let mask = links::mask(table);
    let address = links::address(draw);
    let offset = u64::from(draw.below(5)) * row.align.max(1);
    let is_empty = draw.chance(50);
    let bytes = links::contents(row, offset, !is_empty, draw);
    let values = [numbers::word(draw) as u64, numbers::word(draw) as u64];
    let near = values.first().map_or(0, |value| value.wrapping_sub(u64::from(draw.below(600))));
    let second = if draw.chance(70) { near } else { values.last().copied().unwrap_or(0) };
    let addends = [links::addend(draw), if draw.chance(30) { links::addend(draw) } else { 0 }];
    let names = ["x", "y"];
    let symbols = [values.first().copied().unwrap_or(0), second];
    let symbols =
        names.iter().zip(symbols).take(kinds.len()).map(|(name, value)| absolute(name, value & mask));
    LinkInput {
        sections: vec![InputSection { address, bytes }],
        symbols: symbols.collect(),
        relocations: at(offset, kinds, &addends),
        beside: None,
    }
}

/// A number in LEB128 that is the difference of two symbols.
fn leb128(table: &Table, kinds: [u32; 2], end: usize, draw: &mut Draw<'_, '_>) -> LinkInput {
    let address = links::address(draw);
    let offset = u64::from(draw.below(5));
    let length = 1 + draw.below(4);
    let mut bytes: Vec<u8> = (0..offset).map(|_| draw.byte()).collect();
    let digits = (1..=length).map(|i| draw.byte() & 0x7f | if i < length { 0x80 } else { 0 });
    bytes.extend(digits.collect::<Vec<u8>>());
    bytes.push(draw.byte());
    let limit = 1u64 << (7 * length);
    let ends = [limit - 1, 0, limit, 0x7f, 0x80, limit / 2, limit + 1];
    let difference = match draw.chance(70) {
        true => ends.get(end % ends.len()).copied().unwrap_or(0),
        false => numbers::word(draw) as u64 % limit,
    };
    let second = numbers::word(draw) as u64 >> 1;
    let addend = i64::from(draw.below(4)) * 2;
    let first = second.wrapping_add(difference).wrapping_sub(addend as u64) & links::mask(table);
    LinkInput {
        sections: vec![InputSection { address, bytes }],
        symbols: vec![absolute("x", first), absolute("y", second)],
        relocations: at(offset, &kinds, &[addend, 0]),
        beside: None,
    }
}

/// A lower part behind its upper part.
fn lower_part(
    table: &Table,
    row: &Relocation,
    kinds: &[u32],
    end: usize,
    draw: &mut Draw<'_, '_>,
) -> LinkInput {
    let address = links::address(draw);
    let place = u64::from(draw.below(5)) * row.align.max(1);
    let upper = draw.pick(kinds).and_then(|kind| table.relocations.iter().find(|row| row.number == *kind));
    let between = u64::from(draw.below(3)) * row.align.max(1);
    let bytes_of_upper = upper.map_or(0, |row| row.bytes) as u64;
    let offset = place + bytes_of_upper + between;
    let mut bytes = links::contents(row, offset, false, draw);
    let cleared = upper.zip(usize::try_from(place).ok());
    if let Some((upper, at)) = cleared {
        let field = bytes.get_mut(at..).and_then(|rest| rest.get_mut(..upper.bytes));
        for (i, byte) in field.into_iter().flatten().enumerate() {
            *byte &= !(upper.field.mask() >> (8 * i)) as u8;
        }
    }
    let number = match upper.filter(|upper| upper.excess != Excess::None) {
        Some(upper) => numbers::random(&upper.field, end, draw),
        None => numbers::word(draw),
    };
    let addend = if draw.chance(50) { links::addend(draw) } else { 0 };
    let value =
        (address + place).wrapping_add_signed(number).wrapping_sub(addend as u64) & links::mask(table);
    let label = InputSymbol { name: "label".to_owned(), place: SymbolAt::Section(0, place) };
    let of_upper = upper.filter(|_| !draw.chance(NO_UPPER_PART)).map(|upper| InputRelocation {
        section: 0,
        offset: place,
        kind: upper.number,
        symbol: 0,
        addend,
    });
    let of_lower = InputRelocation { section: 0, offset, kind: row.number, symbol: 1, addend: 0 };
    LinkInput {
        sections: vec![InputSection { address, bytes }],
        symbols: vec![absolute("x", value), label],
        relocations: of_upper.into_iter().chain([of_lower]).collect(),
        beside: None,
    }
}

//! Object files with one relocation.

use super::{numbers, pairs};
use crate::draw::Draw;
use crosscall_model::tool::table::{Excess, Formula, Relocation, Table};
use crosscall_model::tool::{Beside, InputRelocation, InputSection, InputSymbol, LinkInput, SymbolAt};

/// Percentage of fields that are not zero before linking.
const OLD_CONTENTS: u32 = 12;

/// Percentage of symbols that are in a section, where that is possible.
const IN_A_SECTION: u32 = 25;

/// Percentage of relocations with a number that no row has.
const NONE_SUCH: u32 = 2;

/// Percentage of inputs with a second object and no relocation, in place of a distance.
const BESIDE: u32 = 25;

/// Addresses of sections: low, around the middle and the end of the address space, and typical ones of programs.
const ADDRESSES: [u64; 10] = [
    0x100,
    0x200,
    0x8000,
    0xfff0,
    0x7fff_ff00,
    0x7fff_fff0,
    0x8000_0000,
    0x8e00_0000,
    0xffff_0000,
    0xffff_ff00,
];

/// Object file with a relocation of this row; `end` selects the end of its field that the value is near.
pub(super) fn random(table: &Table, row: &Relocation, end: usize, draw: &mut Draw<'_, '_>) -> LinkInput {
    if table.linker_places {
        return random_within(row, end, draw);
    }
    if let Some(link) = pairs::random(table, row, end, draw) {
        return link;
    }
    let mask = mask(table);
    let address = address(draw);
    let offset = u64::from(draw.below(5)) * row.align.max(1);
    let keeps_contents = draw.chance(OLD_CONTENTS);
    let bytes = contents(row, offset, keeps_contents, draw);
    let addend = addend(draw);
    let addend = if row.formula == Formula::Slot { 0 } else { addend };
    let number = match row.excess {
        // Every value fits; those with a carry from the lower half are of interest.
        Excess::None => numbers::word(draw) & !0x8000 | i64::from(draw.below(2)) << 15,
        // A value that certainly fits, so that only the contents matter.
        _ if keeps_contents => (i64::from(draw.below(8)) * row.field.unit) << row.shift,
        _ => numbers::random(&row.field, end, draw) << row.shift,
    };
    let from = match row.formula {
        Formula::Nothing | Formula::Value | Formula::Slot | Formula::FromSection => 0,
        Formula::FromBase(base) => base,
        Formula::FromPlace | Formula::FromNext | Formula::FromPlaceOrSection => address.wrapping_add(offset),
        // These rows do not stand by themselves.
        Formula::Plus(_)
        | Formula::Minus(_)
        | Formula::OfUpperPart(_)
        | Formula::Leb128(_)
        | Formula::Leb128Less(_) => 0,
    };
    let value = from.wrapping_add_signed(number).wrapping_add_signed(addend.wrapping_neg()) & mask;
    let (symbol, extra) = symbol(value, (address, bytes.len() as u64), mask, draw);
    let kind = match draw.chance(NONE_SUCH) {
        true if !table.reserved.is_empty() => draw.pick(table.reserved).copied().unwrap_or(row.number),
        true => table.relocations.iter().map(|r| r.number).max().unwrap_or(0) + 1 + draw.below(3),
        false => row.number,
    };
    let mut input = linked(InputSection { address, bytes }, symbol, (offset, kind, addend));
    input.sections.extend(extra);
    input
}

/// Bits of an address.
pub(super) fn mask(table: &Table) -> u64 {
    1u64.checked_shl(table.address_bits).map_or(u64::MAX, |bit| bit - 1)
}

/// Address of a section.
pub(super) fn address(draw: &mut Draw<'_, '_>) -> u64 {
    draw.pick(&ADDRESSES).copied().unwrap_or(0x100) + u64::from(draw.below(8)) * 8
}

/// Object file that is linked with one that has other flags.
pub(super) fn flagged(flags: u32) -> LinkInput {
    let symbol = SymbolAt::Section(0, 0);
    let other = within(vec![0; 4], symbol, (0, 0, 0));
    LinkInput { beside: Some(Beside::Flagged { flags }), relocations: Vec::new(), ..other }
}

/// Object file whose values do not depend on the address of its only section: a distance is that of a symbol in the
/// section, and the addend gives it the wanted magnitude; other values are absolute.
fn random_within(row: &Relocation, end: usize, draw: &mut Draw<'_, '_>) -> LinkInput {
    let offset = u64::from(draw.below(5)) * row.align.max(1);
    let keeps_contents = draw.chance(OLD_CONTENTS);
    let bytes = contents(row, offset, keeps_contents, draw);
    let is_distance = !matches!(row.formula, Formula::Nothing | Formula::Value | Formula::Slot);
    if is_distance && draw.chance(BESIDE) {
        let at = u64::from(draw.below(u32::try_from(bytes.len()).unwrap_or(1)));
        let symbol = SymbolAt::Section(0, at);
        return LinkInput {
            beside: Some(beside(draw)),
            relocations: Vec::new(),
            ..within(bytes, symbol, (0, 0, 0))
        };
    }
    let number = match row.excess {
        Excess::None => numbers::word(draw),
        _ => numbers::random(&row.field, end, draw).wrapping_shl(row.shift),
    };
    let at = u64::from(draw.below(u32::try_from(bytes.len()).unwrap_or(1)));
    let place = match draw.below(100) {
        0 => SymbolAt::Undefined,
        _ if !is_distance => {
            // Sometimes an addend, as far as the field of an addend can hold it.
            let addend = if draw.chance(50) { addend(draw) } else { 0 };
            let symbol = SymbolAt::Absolute(number.wrapping_sub(addend) as u64);
            return within(bytes, symbol, (offset, row.number, addend));
        }
        _ => SymbolAt::Section(0, at),
    };
    let from = if row.formula == Formula::FromSection { 0 } else { offset };
    let addend = number.wrapping_add_unsigned(from).wrapping_sub_unsigned(at);
    let unit = row.field.unit.max(1) << row.shift;
    let addend = match i32::try_from(addend) {
        Ok(addend) => i64::from(addend),
        // As near to it as an addend can be.
        Err(_) if addend < 0 => i64::from(i32::MIN) + (addend - i64::from(i32::MIN)).rem_euclid(unit),
        Err(_) => i64::from(i32::MAX) - (i64::from(i32::MAX) - addend).rem_euclid(unit),
    };
    within(bytes, place, (offset, row.number, addend))
}

/// Relation of the second object to the symbol: usually it calls it, and expects as many changed registers as there
/// are, more, or fewer.
fn beside(draw: &mut Draw<'_, '_>) -> Beside {
    match draw.below(100) {
        0..20 => return Beside::WeakAgain,
        20..30 => return Beside::CallsNowhere,
        _ => {}
    }
    let mut masks = || [numbers::word(draw) as u32 & 0xffff, numbers::word(draw) as u32 & 0xffff];
    let (mut changes, more) = (masks(), masks());
    let one = 1u32 << draw.below(32);
    let file = usize::from(draw.chance(50));
    let mut expects = [changes[0] | more[0], changes[1] | more[1]];
    match draw.below(4) {
        0 => {
            // The first method is expected: sometimes one register beyond it is changed, in either file.
            if draw.chance(50) {
                changes
                    .iter_mut()
                    .skip(file)
                    .take(1)
                    .for_each(|mask| *mask |= one | 0x1_0000 << draw.below(16));
            }
            return Beside::Caller { changes, expects: None };
        }
        1 => expects = changes,
        2 => expects.iter_mut().skip(file).take(1).for_each(|mask| *mask &= !one),
        _ => {}
    }
    if draw.chance(40) {
        changes.iter_mut().skip(file).take(1).for_each(|mask| *mask |= one);
    }
    Beside::Caller { changes, expects: Some(expects) }
}

fn within(bytes: Vec<u8>, place: SymbolAt, relocation: (u64, u32, i64)) -> LinkInput {
    linked(InputSection { address: 0x100, bytes }, place, relocation)
}

/// Object file with one section, one symbol, and one relocation.
fn linked(section: InputSection, place: SymbolAt, (offset, kind, addend): (u64, u32, i64)) -> LinkInput {
    LinkInput {
        sections: vec![section],
        symbols: vec![InputSymbol { name: "x".to_owned(), place }],
        relocations: vec![InputRelocation { section: 0, offset, kind, symbol: 0, addend }],
        beside: None,
    }
}

/// Bytes before, around and after a field, which itself is usually zero.
pub(super) fn contents(row: &Relocation, offset: u64, keeps: bool, draw: &mut Draw<'_, '_>) -> Vec<u8> {
    let tail = usize::try_from(draw.below(5)).unwrap_or(0);
    let count = usize::try_from(offset).unwrap_or(0) + row.bytes + tail;
    let mut bytes: Vec<u8> = (0..count.max(1)).map(|_| draw.byte()).collect();
    let field = usize::try_from(offset).ok().and_then(|at| bytes.get_mut(at..)?.get_mut(..row.bytes));
    for (i, byte) in field.into_iter().flatten().enumerate() {
        if !keeps {
            *byte &= !(row.field.mask() >> (8 * i)) as u8;
        }
    }
    bytes
}

/// Addend, as far as the field of an addend in a file of 32 bits can hold it.
pub(super) fn addend(draw: &mut Draw<'_, '_>) -> i64 {
    let ends = [0, 0, 2, -2, 4, -4, 1, -1, 0x1000, -0x1000, i64::from(i32::MAX), i64::from(i32::MIN)];
    match draw.chance(70) {
        true => draw.pick(&ends).copied().unwrap_or(0),
        false => i64::from(numbers::word(draw) as i32),
    }
}

/// Symbol that usually has this value, and a section for it.
fn symbol(
    value: u64,
    (address, size): (u64, u64),
    mask: u64,
    draw: &mut Draw<'_, '_>,
) -> (SymbolAt, Option<InputSection>) {
    match draw.below(100) {
        0 => return (SymbolAt::Undefined, None),
        1..4 => return (SymbolAt::Weak, None),
        _ => {}
    }
    let absolute = (SymbolAt::Absolute(value), None);
    if !draw.chance(IN_A_SECTION) {
        return absolute;
    }
    if (address..address + size).contains(&value) {
        return (SymbolAt::Section(0, value - address), None);
    }
    // A separate section, away from the other one and not across the end of memory.
    let before = u64::from(draw.below(4)) * 2;
    let Some(start) = value.checked_sub(before).filter(|start| *start >= 0x100) else { return absolute };
    let bytes = vec![0x5a; usize::try_from(before).unwrap_or(0) + 2];
    let Some(end) = start.checked_add(bytes.len() as u64) else { return absolute };
    let is_apart = end.saturating_add(0x20) <= address || address + size + 0x20 <= start;
    match is_apart && end <= mask {
        true => (SymbolAt::Section(1, before), Some(InputSection { address: start, bytes })),
        false => absolute,
    }
}

//! From settled sections and symbols to the object file.

use super::assembler::Assembler;
use super::directives::{plain_bytes, write_leb};
use super::evaluate::{Evaluator, Resolved, number};
use super::frames;
use super::layout::Layout;
use super::sections::{Filling, Fixup, Fragment, LineMark, MERGE, NOBITS, Origin, Place};
use super::settle::{Settled, settle};
use super::symbols::{SymbolId, Value};
use super::target::AsmTarget;
use crate::object_file::{
    Annotations, Binding, ObjectFile, Relocation, Section, SourceLine, Symbol, SymbolPlace,
};
use rustc_hash::FxHashMap;

/// A relocation whose symbol has not yet got its index in the object file.
struct Pending {
    offset: u64,
    kind: u32,
    symbol: Option<SymbolId>,
    addend: i64,
}

/// A section's bytes and relocations in the making.
struct Image {
    data: Vec<u8>,
    relocations: Vec<Pending>,
    /// Relocations of relaxable instructions, where the target wants them last.
    late: Vec<Pending>,
}

/// Makes the object file. Mistakes are noted in `asm`.
pub(super) fn object_file(asm: &mut Assembler<'_>, layout: &Layout, name: &str) -> ObjectFile {
    let mut images = Vec::with_capacity(asm.sections.len());
    for index in 0..asm.sections.len() {
        let mut mistakes = Vec::new();
        images.push(image(asm, layout, index, &mut mistakes));
        for (origin, message) in mistakes {
            asm.complain(origin, message);
        }
    }
    let sizes = symbol_sizes(asm, layout);
    let (symbols, indices) = symbol_table(asm, layout, &images, &sizes);
    let mut sections = Vec::with_capacity(images.len());
    for (index, image) in images.into_iter().enumerate() {
        let section = &asm.sections[index];
        let is_space = section.kind == NOBITS;
        let mut size = layout.starts[index].last().copied().unwrap_or(0);
        let mut data = image.data;
        if asm.target.syntax().pad_sections {
            size = size.next_multiple_of(section.align);
            if !is_space {
                let old = data.len();
                data.resize(size as usize, 0);
                if section.flags & super::sections::EXECUTE != 0 {
                    asm.target.pad_code(&mut data[old..]);
                }
            }
        }
        let finish = |pending: Pending| Relocation {
            offset: pending.offset,
            kind: pending.kind,
            symbol: pending.symbol.and_then(|id| indices[id.0 as usize]),
            addend: pending.addend,
        };
        let relocations = image.relocations.into_iter().chain(image.late).map(finish).collect();
        let (name, kind, flags, align) = (section.name.clone(), section.kind, section.flags, section.align);
        sections.push(Section { name, kind, flags, align, data, size, relocations });
    }
    let annotations = Annotations {
        lines: lines(asm, layout),
        frames: frames::tables(asm, layout),
        ..Annotations::default()
    };
    ObjectFile {
        name: name.to_owned(),
        flags: asm.target.syntax().flags,
        sections,
        symbols,
        annotations,
        ..ObjectFile::default()
    }
}

/// Lines of the code at their offsets.
fn lines(asm: &Assembler<'_>, layout: &Layout) -> Vec<SourceLine> {
    let offset = |place: Place| u64::try_from(layout.offset(place)).ok();
    let reported = |mark: &LineMark| {
        let file = asm.files.get(mark.origin.file as usize)?.clone();
        Some(SourceLine {
            section: mark.place.section,
            offset: offset(mark.place)?,
            file,
            line: mark.origin.line,
        })
    };
    let mut lines: Vec<SourceLine> = asm.lines.iter().flatten().filter_map(reported).collect();
    // Of several at one place the last one is the one that has put something there.
    lines.reverse();
    lines.sort_by_key(|line| (line.section, line.offset));
    lines.dedup_by_key(|line| (line.section, line.offset));
    lines
}

impl Assembler<'_> {
    /// Lets the target look at the places that it marked.
    pub(super) fn check(&mut self, layout: &Layout, object: &ObjectFile) {
        let mut evaluator = Evaluator::new(&self.symbols, layout);
        let mut places = Vec::with_capacity(self.marks.len());
        let mut origins = Vec::with_capacity(self.marks.len());
        for &(symbol, origin) in &self.marks {
            if let Some((section, offset)) = evaluator.location(symbol) {
                places.push((section, offset as u64));
                origins.push(origin);
            }
        }
        for (index, message) in self.target.check(object, &places) {
            self.complain(origins.get(index).copied().unwrap_or(self.origin), message);
        }
    }
}

/// Bytes and relocations of one section.
fn image(asm: &Assembler<'_>, layout: &Layout, index: usize, mistakes: &mut Vec<(Origin, String)>) -> Image {
    let section = &asm.sections[index];
    let mut image = Image { data: Vec::new(), relocations: Vec::new(), late: Vec::new() };
    let mut evaluator = Evaluator::new(&asm.symbols, layout);
    let is_space = section.kind == NOBITS;
    for (fragment, range) in section.fragments.iter().zip(layout.starts[index].windows(2)) {
        let (start, end) = (range[0], range[1]);
        if is_space {
            continue;
        }
        match fragment {
            Fragment::Bytes(bytes) => {
                image.data.extend_from_slice(&bytes.data);
                for placed in &bytes.fixups {
                    let place = Spot { index, start, origin: placed.origin, late: false };
                    apply(asm, &mut evaluator, &mut image, &placed.fixup, place, mistakes);
                }
            }
            Fragment::Fill { count, pattern } => {
                for _ in 0..*count {
                    image.data.extend_from_slice(pattern);
                }
            }
            Fragment::Align { filling, origin, .. } => {
                let old = image.data.len();
                image.data.resize(end as usize, 0);
                if let Err(message) = pad(asm.target, &mut image.data[old..], filling) {
                    mistakes.push((*origin, message));
                }
            }
            Fragment::Org { target, fill, origin } => {
                let value = evaluator.value(target);
                let target = value.and_then(|value| {
                    let target = asm.org_target(layout, index, value);
                    target.ok_or_else(|| "expected a number or a place of this section".to_owned())
                });
                match target {
                    Ok(target) if target < start => {
                        mistakes.push((*origin, format!("`.org` goes back from {start:#x} to {target:#x}")));
                    }
                    Ok(_) => image.data.resize(end as usize, *fill),
                    Err(message) => mistakes.push((*origin, message)),
                }
            }
            Fragment::Relax { variants, chosen, origin } => {
                let Some(variant) = variants.get(*chosen) else { continue };
                image.data.extend_from_slice(&variant.bytes);
                let late = asm.target.syntax().relaxed_relocations_last;
                for fixup in &variant.fixups {
                    let place = Spot { index, start, origin: *origin, late };
                    apply(asm, &mut evaluator, &mut image, fixup, place, mistakes);
                }
            }
            Fragment::Leb { value, signed, size, origin } => match evaluator.value(value).and_then(number) {
                Ok(value) => write_padded_leb(&mut image.data, value, *signed, *size),
                Err(message) => mistakes.push((*origin, message)),
            },
        }
        image.data.resize(end as usize, 0);
    }
    image
}

/// A LEB128 number in exactly `size` bytes, if it takes no more.
fn write_padded_leb(out: &mut Vec<u8>, value: i64, signed: bool, size: u8) {
    let start = out.len();
    write_leb(out, value, signed);
    let missing = usize::from(size).saturating_sub(out.len() - start);
    if missing > 0 {
        let filler = if signed && value < 0 { 0x7f } else { 0 };
        if let Some(last) = out.last_mut() {
            *last |= 0x80;
        }
        out.extend(std::iter::repeat_n(filler | 0x80, missing - 1));
        out.push(filler);
    }
}

/// Fills alignment padding.
fn pad(target: &dyn AsmTarget, space: &mut [u8], filling: &Filling) -> Result<(), String> {
    match filling {
        Filling::Code => target.pad_code(space),
        Filling::Pattern(pattern) if !pattern.is_empty() => {
            if !space.len().is_multiple_of(pattern.len()) {
                let (space, unit) = (space.len(), pattern.len());
                return Err(format!("the padding of {space} bytes has no room for whole patterns of {unit}"));
            }
            for (byte, &value) in space.iter_mut().zip(pattern.iter().cycle()) {
                *byte = value;
            }
        }
        Filling::Pattern(_) => {}
    }
    Ok(())
}

/// Place of a fixup.
struct Spot {
    /// Section index.
    index: usize,
    /// Offset of its piece in the section.
    start: u64,
    origin: Origin,
    late: bool,
}

/// Stores a fixup's value or notes a relocation.
fn apply(
    asm: &Assembler<'_>,
    evaluator: &mut Evaluator<'_>,
    image: &mut Image,
    fixup: &Fixup,
    spot: Spot,
    mistakes: &mut Vec<(Origin, String)>,
) {
    let offset = spot.start + u64::from(fixup.offset);
    let kind = asm.target.fixup_kind(fixup.kind);
    let bytes = kind.map_or_else(|| plain_bytes(fixup.kind).unwrap_or(0), |kind| kind.bytes);
    match settle(asm.target, evaluator, fixup, spot.index, offset, bytes) {
        Err(message) => mistakes.push((spot.origin, message)),
        Ok(Settled::Value(value)) => {
            let place = image.data.get_mut(offset as usize..).unwrap_or_default();
            let place = place.get_mut(..usize::from(bytes)).unwrap_or_default();
            match kind {
                Some(kind) if kind.fits(value) => {
                    for (byte, bits) in place.iter_mut().zip(kind.bits(value).to_le_bytes()) {
                        *byte |= bits;
                    }
                }
                Some(kind) => {
                    let (low, high) = kind.range;
                    let unit =
                        if kind.unit > 1 { format!(", a multiple of {}", kind.unit) } else { String::new() };
                    mistakes.push((
                        spot.origin,
                        format!("expected a value of {low} to {high}{unit}, found {value}"),
                    ));
                }
                None => {
                    for (to, from) in place.iter_mut().zip(value.to_le_bytes()) {
                        *to = from;
                    }
                }
            }
        }
        Ok(Settled::Relocation { kind, symbol, addend }) => {
            let is_named = symbol.is_some_and(|id| !asm.symbols.get(id).name.is_empty());
            let (symbol, addend) = if is_named && asm.target.keeps_symbol(kind) {
                (symbol, addend)
            } else {
                relocation_symbol(asm, evaluator, symbol, addend)
            };
            let list = if spot.late { &mut image.late } else { &mut image.relocations };
            list.push(Pending { offset, kind, symbol, addend });
        }
    }
}

/// The symbol that a relocation names: local ones give way to their section, unless its entries may
/// be merged.
fn relocation_symbol(
    asm: &Assembler<'_>,
    evaluator: &mut Evaluator<'_>,
    symbol: Option<SymbolId>,
    addend: i64,
) -> (Option<SymbolId>, i64) {
    let Some(id) = symbol else { return (None, addend) };
    let local = asm.symbols.get(id).binding == Binding::Local;
    match evaluator.location(id) {
        Some((section, offset)) if local && asm.sections[section].flags & MERGE == 0 => {
            (asm.sections[section].symbol, addend.wrapping_add(offset))
        }
        _ => (Some(id), addend),
    }
}

/// Sizes of all symbols. Mistakes are noted.
fn symbol_sizes(asm: &mut Assembler<'_>, layout: &Layout) -> Vec<u64> {
    let mut mistakes = Vec::new();
    let mut evaluator = Evaluator::new(&asm.symbols, layout);
    let ignores_unused = asm.target.syntax().ignores_sizes_of_unused_symbols;
    let wide = asm.target.syntax().wide_symbols;
    let sizes = asm.symbols.iter().map(|(_, symbol)| match (&symbol.value, &symbol.size) {
        (Value::Common { size, .. }, _) => *size,
        (_, None) => 0,
        (Value::Undefined, _) if ignores_unused && symbol.binding == Binding::Local => 0,
        (_, Some(expr)) => match evaluator.value(expr).and_then(number) {
            Ok(size) => symbol_field(size, wide),
            Err(message) => {
                mistakes.push(format!("size of `{}`: {message}", symbol.name));
                0
            }
        },
    });
    let sizes = sizes.collect();
    for message in mistakes {
        asm.complain(asm.origin, message);
    }
    sizes
}

/// The name that GNU as gives to places without one.
const NAMELESS: &str = "L0\u{1}";

/// The symbols to be kept, and for each symbol of the assembly its index among them.
fn symbol_table(
    asm: &Assembler<'_>,
    layout: &Layout,
    images: &[Image],
    sizes: &[u64],
) -> (Vec<Symbol>, Vec<Option<usize>>) {
    let mut evaluator = Evaluator::new(&asm.symbols, layout);
    let mut symbols = Vec::new();
    if let Some(file) = &asm.file_symbol {
        let (place, binding) = (SymbolPlace::Absolute, Binding::Local);
        symbols.push(Symbol { name: file.clone(), binding, kind: 4, value: 0, size: 0, place });
    }
    let mut indices = vec![None; sizes.len()];
    for id in symbol_order(asm, images) {
        let symbol = asm.symbols.get(id);
        let undefined = symbol.value == Value::Undefined;
        let binding =
            if undefined && symbol.binding == Binding::Local { Binding::Global } else { symbol.binding };
        let wide = asm.target.syntax().wide_symbols;
        let (place, value) = placed(&mut evaluator, id, &symbol.value, wide);
        let index = id.0 as usize;
        let is_place = symbol.name.is_empty() && symbol.kind != 3;
        // A relocation can name a place without a name only where entries may be merged.
        let name = if is_place { NAMELESS.to_owned() } else { symbol.name.clone() };
        let (kind, size) = (symbol.kind, sizes[index]);
        indices[index] = Some(symbols.len());
        symbols.push(Symbol { name, binding, kind, value, size, place });
    }
    (symbols, indices)
}

/// The symbols to be kept, in order: local ones by rank, with those that have none, as relocations name
/// them, before the symbols of sections that the text does not name; then the global ones by rank. This
/// is the order of GNU as.
fn symbol_order(asm: &Assembler<'_>, images: &[Image]) -> Vec<SymbolId> {
    let named = images.iter().flat_map(|image| image.relocations.iter().chain(&image.late));
    let mut uses = FxHashMap::default();
    for id in named.filter_map(|pending| pending.symbol) {
        let next = uses.len();
        uses.entry(id).or_insert(next);
    }
    let mut order = Vec::new();
    for (id, symbol) in asm.symbols.iter() {
        let undefined = symbol.value == Value::Undefined;
        let is_global = symbol.binding != Binding::Local || undefined;
        let is_section = matches!(symbol.value, Value::Section(_));
        let kept_by_itself = if undefined {
            symbol.binding == Binding::Global
        } else {
            is_section || is_global || !symbol.is_private()
        };
        if kept_by_itself || uses.contains_key(&id) {
            let late = symbol.rank.is_none_or(|rank| rank >= asm.mentioned);
            order.push((is_global, late, symbol.rank, uses.get(&id).copied(), id));
        }
    }
    // No rank sorts before any rank.
    order.sort_by_key(|&(is_global, late, rank, used, _)| (is_global, late && !is_global, rank, used));
    order.into_iter().map(|(.., id)| id).collect()
}

/// Place and value of a symbol in the object file.
fn placed(evaluator: &mut Evaluator<'_>, id: SymbolId, value: &Value, wide: bool) -> (SymbolPlace, u64) {
    match value {
        Value::Undefined => (SymbolPlace::Undefined, 0),
        Value::Common { align, .. } => (SymbolPlace::Common, *align),
        Value::Section(section) => (SymbolPlace::Section(*section), 0),
        Value::Label(_) | Value::Equated(_) => match evaluator.location(id) {
            Some((section, offset)) => (SymbolPlace::Section(section), symbol_field(offset, wide)),
            None => match evaluator.value(&super::expr::Expr::Symbol(id)) {
                Ok(Resolved { plus: None, minus: None, constant }) => {
                    (SymbolPlace::Absolute, symbol_field(constant, wide))
                }
                _ => (SymbolPlace::Undefined, 0),
            },
        },
    }
}

/// A number as the value or size of a symbol. Where that has the 32 bits of an address a negative one is its complement; what
/// has more bits stays, and cannot be written.
fn symbol_field(value: i64, wide: bool) -> u64 {
    if wide {
        value as u64
    } else {
        i32::try_from(value).map_or(value as u64, |value| u64::from(value as u32))
    }
}

//! Which definition every symbol of every object means, and its final value.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use super::groups::LeftOut;
use super::layout::Layout;
use super::{
    DuplicateSymbol, Entry as FirstInstruction, LinkError, LinkOptions, Reference, SECTION_EXECUTE,
    UndefinedSymbol,
};
use crate::executable::LinkedSymbol;
use crate::object_file::{Binding, ObjectFile, Symbol, SymbolPlace};

/// Raw `st_type` of a section symbol.
const TYPE_SECTION: u8 = 3;
/// Raw `st_type` of a file symbol.
const TYPE_FILE: u8 = 4;

/// A definition that other objects can see.
#[derive(Debug, Clone)]
struct Definition {
    /// Object and symbol index; `None` for options, the layout and the host.
    owner: Option<(usize, usize)>,
    /// Precedence: see [`Rank`].
    rank: Rank,
    /// Size and alignment of a common symbol.
    common: Option<(u64, u64)>,
    linked: LinkedSymbol,
}

/// Strength of a definition; a stronger one replaces a weaker one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Served by the host or defined by the layout.
    Fallback,
    Weak,
    Common,
    Strong,
}

/// The value of every symbol.
#[derive(Debug, Default)]
pub(super) struct Symbols<'a> {
    /// Definitions with their names.
    definitions: Vec<(&'a str, Definition)>,
    /// Their positions by name.
    by_name: FxHashMap<&'a str, usize>,
    /// By object and symbol index: position of the definition that a symbol makes, or that it needs.
    meant: Vec<Vec<Option<usize>>>,
    /// By object and symbol index; `None` when undefined or in a section left out.
    values: Vec<Vec<Option<u64>>>,
    /// The bits of an address.
    mask: u64,
}

/// Resolves all symbols and gives common symbols their space, which moves the sections behind them.
pub(super) fn resolve<'a>(
    objects: &[&'a ObjectFile],
    left_out: &LeftOut,
    layout: &mut Layout<'a>,
    options: &'a LinkOptions,
    bits: u32,
) -> Result<Symbols<'a>, LinkError> {
    let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    let mut symbols = Symbols { mask, ..Symbols::default() };
    let mut duplicates = Vec::new();
    for (name, value) in &options.defined {
        symbols.insert(name, absolute(*value, Rank::Strong));
    }
    symbols.meant.extend(objects.iter().map(|object| vec![None; object.symbols.len()]));
    let count: usize = objects.iter().map(|object| object.symbols.len()).sum();
    symbols.by_name.reserve(count);
    symbols.definitions.reserve(count);
    for (object_index, object) in objects.iter().enumerate() {
        for (symbol_index, symbol) in object.symbols.iter().enumerate() {
            // A symbol in a group that is left out is defined by the group that is kept.
            if matches!(symbol.place, SymbolPlace::Section(section) if left_out.contains(object_index, section))
            {
                continue;
            }
            if let Some(definition) = define(object_index, symbol_index, symbol) {
                let meant = symbols.offer(symbol, definition, objects, &mut duplicates);
                symbols.note((object_index, symbol_index), meant);
            }
        }
    }
    if !duplicates.is_empty() {
        return Err(LinkError::Duplicate(duplicates));
    }
    symbols.add_provided(objects, options);
    symbols.place_commons(objects, layout, options, bits)?;
    symbols.add_fallbacks(objects, layout, options);
    symbols.compute_values(objects, layout);
    Ok(symbols)
}

/// The name of a relocation's symbol, for messages.
pub(super) fn symbol_name(object: &ObjectFile, index: Option<usize>) -> String {
    let Some(symbol) = index.and_then(|index| object.symbols.get(index)) else { return "*ABS*".to_string() };
    match symbol.place {
        SymbolPlace::Section(section) if symbol.name.is_empty() => {
            object.sections.get(section).map_or_else(String::new, |section| section.name.clone())
        }
        _ => symbol.name.clone(),
    }
}

fn absolute(value: u64, rank: Rank) -> Definition {
    let linked = LinkedSymbol { address: value, size: 0, kind: 0, binding: Binding::Global, section: None };
    Definition { owner: None, rank, common: None, linked }
}

/// The definition that a symbol of an object makes for others, if it makes one.
fn define(object: usize, index: usize, symbol: &Symbol) -> Option<Definition> {
    let rank = match (symbol.binding, symbol.place) {
        (Binding::Local, _) | (_, SymbolPlace::Undefined) => return None,
        (_, SymbolPlace::Common) => Rank::Common,
        (Binding::Weak, _) => Rank::Weak,
        (Binding::Global, _) => Rank::Strong,
    };
    let common = (symbol.place == SymbolPlace::Common).then_some((symbol.size, symbol.value));
    let linked = LinkedSymbol {
        address: symbol.value,
        size: symbol.size,
        kind: symbol.kind,
        binding: symbol.binding,
        section: None,
    };
    Some(Definition { owner: Some((object, index)), rank, common, linked })
}

impl<'a> Symbols<'a> {
    /// Adds a definition of a name that has none, and gives its position.
    fn insert(&mut self, name: &'a str, definition: Definition) -> usize {
        let position = self.definitions.len();
        self.definitions.push((name, definition));
        self.by_name.insert(name, position);
        position
    }

    /// The definition of a name.
    fn get(&self, name: &str) -> Option<&Definition> {
        self.by_name.get(name).and_then(|at| self.definitions.get(*at)).map(|(_, definition)| definition)
    }

    /// Takes note which definition a symbol of an object means.
    fn note(&mut self, (object, symbol): (usize, usize), meant: usize) {
        if let Some(slot) = self.meant.get_mut(object).and_then(|of_object| of_object.get_mut(symbol)) {
            *slot = Some(meant);
        }
    }

    /// Value of a symbol of an object; 0 when it has none.
    pub(super) fn value(&self, object: usize, symbol: usize) -> u64 {
        self.values.get(object).and_then(|values| *values.get(symbol)?).unwrap_or(0)
    }

    /// Takes in a definition; the stronger or, among equals, the first one stays. Gives its position.
    fn offer(
        &mut self,
        symbol: &'a Symbol,
        new: Definition,
        objects: &[&ObjectFile],
        duplicates: &mut Vec<DuplicateSymbol>,
    ) -> usize {
        let position = match self.by_name.entry(&symbol.name) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(place) => {
                let position = self.definitions.len();
                self.definitions.push((&symbol.name, new));
                return *place.insert(position);
            }
        };
        let Some((_, old)) = self.definitions.get_mut(position) else { return position };
        if old.rank == Rank::Strong && new.rank == Rank::Strong {
            let object_name = |definition: &Definition| {
                let object = definition.owner.and_then(|(object, _)| objects.get(object));
                object.map_or_else(|| "the link options".to_string(), |object| object.name.clone())
            };
            duplicates.push(DuplicateSymbol {
                name: symbol.name.clone(),
                first: object_name(old),
                second: object_name(&new),
            });
        } else if let (Some((old_size, old_align)), Some((size, align))) = (&mut old.common, new.common) {
            *old_size = size.max(*old_size);
            *old_align = align.max(*old_align);
            old.linked.size = *old_size;
        } else if new.rank > old.rank {
            *old = new;
        }
        position
    }

    /// Adds definitions of symbols that are [provided](LinkOptions::provided) to the first object that refers to each.
    fn add_provided(&mut self, objects: &[&'a ObjectFile], options: &LinkOptions) {
        for (object_index, object) in objects.iter().enumerate() {
            for (symbol_index, symbol) in object.symbols.iter().enumerate() {
                if symbol.place != SymbolPlace::Undefined || self.get(&symbol.name).is_some() {
                    continue;
                }
                if let Some(size) = options.provided.get(&symbol.name) {
                    let owner = Some((object_index, symbol_index));
                    let common = Some((*size, *size));
                    let mut definition = Definition { owner, common, ..absolute(0, Rank::Common) };
                    definition.linked.size = *size;
                    self.insert(&symbol.name, definition);
                }
            }
        }
    }

    fn place_commons(
        &mut self,
        objects: &[&ObjectFile],
        layout: &mut Layout<'_>,
        options: &LinkOptions,
        bits: u32,
    ) -> Result<(), LinkError> {
        let mut commons: Vec<&mut (&str, Definition)> =
            self.definitions.iter_mut().filter(|(_, definition)| definition.common.is_some()).collect();
        if commons.is_empty() {
            return Ok(());
        }
        commons.sort_by_key(|(_, definition)| definition.owner);
        let mut handles = Vec::new();
        for (name, definition) in commons {
            let (size, align) = definition.common.unwrap_or((0, 1));
            let align = align.max(1);
            let object = definition.owner.map_or(0, |(object, _)| object);
            if !align.is_power_of_two() || align > (1 << 24) || size > options.size_limit {
                let object = objects.get(object).map_or_else(String::new, |object| object.name.clone());
                let text = format!("common symbol `{name}` has size {size:#x} and alignment {align:#x}");
                return Err(LinkError::BadObject { object, text });
            }
            handles.push((layout.add_common(object, size, align), definition));
        }
        layout.assign(options, bits)?;
        for (handle, definition) in handles {
            definition.linked.address = layout.common_address(handle);
            definition.linked.section = Some(handle.0);
        }
        Ok(())
    }

    fn add_fallbacks(&mut self, objects: &[&'a ObjectFile], layout: &Layout<'a>, options: &'a LinkOptions) {
        for (index, (section, rule)) in layout.sections.iter().zip(&layout.rules).enumerate() {
            let Some(rule) = rule else { continue };
            let ends = rule.end_symbols.iter().map(|name| (name, section.address.wrapping_add(section.size)));
            let starts = rule.start_symbols.iter().map(|name| (name, section.address));
            for (name, address) in starts.chain(ends) {
                if self.get(name).is_none() {
                    let mut definition = absolute(address, Rank::Fallback);
                    definition.linked.section = Some(index);
                    self.insert(name, definition);
                }
            }
        }
        for (object_index, object) in objects.iter().enumerate() {
            for (symbol_index, symbol) in object.symbols.iter().enumerate() {
                if symbol.place != SymbolPlace::Undefined {
                    continue;
                }
                let meant = self.by_name.get(symbol.name.as_str()).copied().or_else(|| {
                    let value = options.address_for(&symbol.name)?;
                    Some(self.insert(&symbol.name, absolute(value, Rank::Fallback)))
                });
                if let Some(meant) = meant {
                    self.note((object_index, symbol_index), meant);
                }
            }
        }
    }

    fn compute_values(&mut self, objects: &[&ObjectFile], layout: &Layout<'_>) {
        // First the definitions that lie in sections, then what each object's symbols mean.
        for (_, definition) in &mut self.definitions {
            let Some((object, index)) = definition.owner else { continue };
            let symbol = objects.get(object).and_then(|object| object.symbols.get(index));
            let Some(Symbol { place: SymbolPlace::Section(section), value, .. }) = symbol else { continue };
            if let Some(placed) = layout.placed(object, *section) {
                definition.linked.address = placed.address.wrapping_add(*value);
                definition.linked.section = Some(placed.output);
            }
        }
        for (_, definition) in &mut self.definitions {
            definition.linked.address &= self.mask;
        }
        for (object_index, object) in objects.iter().enumerate() {
            let value = |(index, symbol): (usize, &Symbol)| match (symbol.binding, symbol.place) {
                (Binding::Local, SymbolPlace::Section(section)) => {
                    let placed = layout.placed(object_index, section)?;
                    Some(placed.address.wrapping_add(symbol.value) & self.mask)
                }
                (Binding::Local, SymbolPlace::Absolute) => Some(symbol.value & self.mask),
                (Binding::Local, _) => None,
                _ => {
                    let meant = self.meant.get(object_index).and_then(|of_object| *of_object.get(index)?);
                    let definition = match meant.and_then(|meant| self.definitions.get(meant)) {
                        Some((_, definition)) => definition,
                        None => self.get(&symbol.name)?,
                    };
                    let left_out = match definition
                        .owner
                        .map(|(object, index)| (object, objects.get(object), index))
                    {
                        Some((object, Some(file), index)) => match file.symbols.get(index).map(|s| s.place) {
                            Some(SymbolPlace::Section(section)) => layout.placed(object, section).is_none(),
                            _ => false,
                        },
                        _ => false,
                    };
                    (!left_out).then_some(definition.linked.address)
                }
            };
            let values = object.symbols.iter().enumerate().map(value).collect();
            self.values.push(values);
        }
    }

    /// Checks that every relocation of the program names a symbol that exists and has a value.
    pub(super) fn check_references(
        &self,
        objects: &[&ObjectFile],
        layout: &Layout<'_>,
    ) -> Result<(), LinkError> {
        let mut undefined: BTreeMap<&str, Vec<Reference>> = BTreeMap::new();
        for (object_index, object) in objects.iter().enumerate() {
            for (section_index, section) in object.sections.iter().enumerate() {
                if layout.placed(object_index, section_index).is_none() {
                    continue;
                }
                for relocation in &section.relocations {
                    let Some(index) = relocation.symbol else { continue };
                    let at = || Reference {
                        object: object.name.clone(),
                        section: section.name.clone(),
                        offset: relocation.offset,
                    };
                    let Some(symbol) = object.symbols.get(index) else {
                        let text = format!("{}: relocation names symbol {index}, which does not exist", at());
                        return Err(LinkError::BadObject { object: object.name.clone(), text });
                    };
                    let resolved = self.values.get(object_index).and_then(|values| *values.get(index)?);
                    if resolved.is_some() {
                        continue;
                    }
                    let defined = self.get(&symbol.name).is_some() || symbol.binding == Binding::Local;
                    if defined && let SymbolPlace::Section(section) = symbol.place {
                        let section =
                            object.sections.get(section).map_or_else(String::new, |s| s.name.clone());
                        let symbol = symbol_name(object, Some(index));
                        return Err(LinkError::Discarded { at: at(), symbol, section });
                    }
                    if symbol.binding != Binding::Weak {
                        undefined.entry(&symbol.name).or_default().push(at());
                    }
                }
            }
        }
        if undefined.is_empty() {
            return Ok(());
        }
        let listed = undefined
            .into_iter()
            .map(|(name, references)| UndefinedSymbol { name: name.to_string(), references });
        Err(LinkError::Undefined(listed.collect()))
    }

    /// The address of the program's first instruction.
    pub(super) fn entry(&self, entry: &FirstInstruction, layout: &Layout<'_>) -> Result<u64, LinkError> {
        let address = |name: &String| self.get(name).map(|definition| definition.linked.address);
        match entry {
            FirstInstruction::Symbol(name) => address(name).ok_or_else(|| LinkError::NoEntry(name.clone())),
            FirstInstruction::Prefer(names) => {
                let first_code = || {
                    let code = layout.sections.iter().find(|s| s.size > 0 && s.flags & SECTION_EXECUTE != 0);
                    code.map_or(0, |section| section.address)
                };
                Ok(names.iter().find_map(address).unwrap_or_else(first_code))
            }
        }
    }

    /// The symbol tables of the linked program.
    #[allow(clippy::type_complexity, reason = "the pair is taken apart at once by the only caller")]
    pub(super) fn into_tables(
        self,
        objects: &[&ObjectFile],
        layout: &Layout<'_>,
    ) -> (BTreeMap<String, LinkedSymbol>, BTreeMap<String, BTreeMap<String, LinkedSymbol>>) {
        let mut locals: BTreeMap<String, BTreeMap<String, LinkedSymbol>> = BTreeMap::new();
        for (object_index, object) in objects.iter().enumerate() {
            let is_local = |(_, symbol): &(usize, &Symbol)| symbol.binding == Binding::Local;
            for (index, symbol) in object.symbols.iter().enumerate().filter(is_local) {
                let named =
                    symbol.kind != TYPE_SECTION && symbol.kind != TYPE_FILE && !symbol.name.is_empty();
                let value = self.values.get(object_index).and_then(|values| *values.get(index)?);
                let (true, Some(address)) = (named, value) else { continue };
                let section = match symbol.place {
                    SymbolPlace::Section(section) => layout.placed(object_index, section).map(|p| p.output),
                    _ => None,
                };
                let linked = LinkedSymbol {
                    address,
                    size: symbol.size,
                    kind: symbol.kind,
                    binding: Binding::Local,
                    section,
                };
                locals.entry(object.name.clone()).or_default().entry(symbol.name.clone()).or_insert(linked);
            }
        }
        // In order before the names are copied.
        let mut globals: Vec<_> = self.definitions.into_iter().map(|one| (first_bytes(one.0), one)).collect();
        globals.sort_unstable_by_key(|(first, (name, _))| (*first, *name));
        let globals = globals.into_iter().map(|(_, (name, definition))| (name.to_owned(), definition.linked));
        (globals.collect(), locals)
    }
}

/// The first bytes of a name as a number, so that names are mostly compared without looking at their texts.
fn first_bytes(name: &str) -> u128 {
    let mut first = [0; 16];
    first.iter_mut().zip(name.bytes()).for_each(|(to, byte)| *to = byte);
    u128::from_be_bytes(first)
}

//! The symbol table of one assembly.

use super::expr::Expr;
use super::sections::Place;
use crate::object_file::Binding;
use rustc_hash::FxHashMap;

/// Index of a symbol of one assembly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SymbolId(pub(super) u32);

/// Meaning of a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// Not defined here.
    Undefined,
    /// A place in a section.
    Label(Place),
    /// Whatever the expression gives: a number, a place, or some other symbol and an offset.
    Equated(Expr),
    /// Space the linker gives: size and alignment in bytes.
    Common { size: u64, align: u64 },
    /// The symbol of a section.
    Section(usize),
}

/// One symbol.
#[derive(Debug, Clone)]
pub(super) struct Symbol {
    /// Empty for places that have no name, such as `.` in an expression.
    pub(super) name: String,
    pub(super) value: Value,
    pub(super) binding: Binding,
    /// `.local` was said of it.
    pub(super) declared_local: bool,
    /// Raw `st_type`.
    pub(super) kind: u8,
    pub(super) size: Option<Expr>,
    /// Rank in the symbol table; none for a private name of which nothing but its place has been said.
    /// Such names come last, if at all.
    pub(super) rank: Option<u32>,
}

impl Symbol {
    /// Defined in this text, in whatever way.
    pub(super) fn is_defined(&self) -> bool {
        self.value != Value::Undefined
    }

    /// A name that is not kept in the symbol table unless a relocation needs it.
    pub(super) fn is_private(&self) -> bool {
        let name = &self.name;
        name.is_empty() || name.starts_with(".L") || name.starts_with("..") || name.starts_with("_.L_")
    }
}

/// State of one local label number.
#[derive(Debug, Default)]
struct LocalLabel {
    last: Option<SymbolId>,
    next: Option<SymbolId>,
}

/// All symbols, in the order in which the text first mentions them.
#[derive(Debug, Default)]
pub(super) struct SymbolTable {
    symbols: Vec<Symbol>,
    by_name: FxHashMap<String, SymbolId>,
    local_labels: FxHashMap<u64, LocalLabel>,
    next_rank: u32,
}

impl SymbolTable {
    pub(super) fn get(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    pub(super) fn get_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.symbols[id.0 as usize]
    }

    /// Every symbol in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.symbols.iter().enumerate().map(|(i, symbol)| (SymbolId(i as u32), symbol))
    }

    /// A symbol without a name.
    pub(super) fn anonymous(&mut self, value: Value) -> SymbolId {
        let kind = if matches!(value, Value::Section(_)) { 3 } else { 0 };
        let id = SymbolId(self.symbols.len() as u32);
        let name = String::new();
        let (binding, declared_local, rank) = (Binding::Local, false, Some(self.next_rank));
        self.next_rank += 1;
        self.symbols.push(Symbol { name, value, binding, declared_local, kind, size: None, rank });
        id
    }

    /// The symbol of this name, if the text has mentioned it.
    pub(super) fn find(&self, name: &str) -> Option<SymbolId> {
        self.by_name.get(name).copied()
    }

    /// The symbol of this name, made when it is new.
    pub(super) fn named(&mut self, name: &str) -> SymbolId {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let id = self.anonymous(Value::Undefined);
        let symbol = self.get_mut(id);
        symbol.name = name.to_owned();
        if symbol.is_private() {
            symbol.rank = None;
        }
        self.by_name.insert(name.to_owned(), id);
        id
    }

    /// The symbol of this name for a directive that says something of it, which gives a private name
    /// its rank.
    pub(super) fn described(&mut self, name: &str) -> &mut Symbol {
        let id = self.named(name);
        let rank = self.next_rank;
        let symbol = &mut self.symbols[id.0 as usize];
        if symbol.rank.is_none() {
            symbol.rank = Some(rank);
            self.next_rank += 1;
        }
        symbol
    }

    /// The rank that the next symbol gets.
    pub(super) fn next_rank(&self) -> u32 {
        self.next_rank
    }

    /// Gives a new value to an equated symbol: what was read before keeps the old value.
    pub(super) fn redefine(&mut self, id: SymbolId, value: Value) {
        let old = self.get(id).clone();
        let hidden = self.anonymous(value);
        // The new one takes over the name; the old one stays as a place without a name.
        self.get_mut(id).name = String::new();
        self.by_name.insert(old.name.clone(), hidden);
        let new = self.get_mut(hidden);
        (new.name, new.binding, new.kind, new.size) = (old.name, old.binding, old.kind, old.size);
    }

    /// Lets every value be changed.
    pub(super) fn for_each_value(&mut self, change: impl FnMut(&mut Value)) {
        self.symbols.iter_mut().map(|symbol| &mut symbol.value).for_each(change);
    }

    /// Defines local label `number` and gives the symbol for it, still without a value.
    pub(super) fn define_local_label(&mut self, number: u64) -> SymbolId {
        let next = self.local_labels.entry(number).or_default().next.take();
        let id = next.unwrap_or_else(|| self.anonymous(Value::Undefined));
        self.local_labels.entry(number).or_default().last = Some(id);
        id
    }

    /// The last definition of a local label.
    pub(super) fn last_local_label(&self, number: u64) -> Option<SymbolId> {
        self.local_labels.get(&number)?.last
    }

    /// The definition of a local label that is still to come.
    pub(super) fn next_local_label(&mut self, number: u64) -> SymbolId {
        if let Some(id) = self.local_labels.get(&number).and_then(|label| label.next) {
            return id;
        }
        let id = self.anonymous(Value::Undefined);
        self.local_labels.entry(number).or_default().next = Some(id);
        id
    }

    /// Local labels that were referred to and never defined.
    pub(super) fn missing_local_labels(&self) -> impl Iterator<Item = u64> {
        self.local_labels.iter().filter(|(_, label)| label.next.is_some()).map(|(&number, _)| number)
    }
}

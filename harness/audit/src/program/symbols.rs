//! Functions of a program by their addresses.

use crosscall_machines::executable::{Executable, LinkedSymbol};
use crosscall_machines::link::SECTION_EXECUTE;
use crosscall_machines::machine::State;
use crosscall_machines::object_file::Binding;
use crosscall_machines::toolset::Toolset;
use crosscall_reports::audit::Spot;

/// `st_type` of a function, and of a symbol whose type is not given.
const FUNCTION: u8 = 2;
const NO_TYPE: u8 = 0;

/// A symbol of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Symbol {
    pub(super) address: u64,
    pub(super) name: String,
    /// True where the file says that it is a function.
    pub(super) is_function: bool,
    /// True where other files cannot call it.
    pub(super) is_local: bool,
}

/// Symbols of code by ascending address, one for each address.
#[derive(Debug, Clone, Default)]
pub(super) struct Symbols {
    list: Vec<Symbol>,
    /// Ranges of sections with code.
    code: Vec<std::ops::Range<u64>>,
}

impl Symbols {
    /// The symbols of a program; one without any has none.
    pub(super) fn of(program: &Executable) -> Symbols {
        let in_code = |symbol: &LinkedSymbol| {
            let section = symbol.section.and_then(|index| program.sections.get(index));
            section.is_some_and(|section| section.flags & SECTION_EXECUTE != 0)
        };
        let all = program.globals.iter().chain(program.locals.values().flatten());
        let fits = |(name, symbol): &(&String, &LinkedSymbol)| {
            let is_named = !name.is_empty() && !name.starts_with(['$', '.']);
            in_code(symbol) && (symbol.kind == FUNCTION || symbol.kind == NO_TYPE && is_named)
        };
        let mut list: Vec<Symbol> = all
            .filter(fits)
            .map(|(name, symbol)| Symbol {
                address: symbol.address,
                name: name.clone(),
                is_local: symbol.binding == Binding::Local,
                // A local one without a size is a label, where a format has no other type for labels.
                is_function: symbol.kind == FUNCTION && (symbol.size > 0 || symbol.binding != Binding::Local),
            })
            .collect();
        // Of several at one address a function is the one that is meant.
        list.sort_by_key(|symbol| (symbol.address, !symbol.is_function, symbol.is_local));
        list.dedup_by_key(|symbol| symbol.address);
        // Labels inside functions are distinguished from functions only by the file.
        if list.iter().any(|symbol| symbol.is_function) {
            let functions: Vec<Symbol> = list.iter().filter(|symbol| symbol.is_function).cloned().collect();
            // Texts in assembly often leave out the type of what others call.
            let is_start =
                |symbol: &Symbol| symbol.is_function || !symbol.is_local || symbol.address == program.entry;
            let first = functions.first().map_or(u64::MAX, |symbol| symbol.address);
            list.retain(|symbol| is_start(symbol) || symbol.address < first);
        }
        let flagged = program.sections.iter().filter(|section| section.flags & SECTION_EXECUTE != 0);
        let mut code: Vec<_> = flagged.map(|s| s.address..s.address.saturating_add(s.size)).collect();
        if code.is_empty() {
            let segments = program.segments.iter().filter(|segment| program.holds_code(segment));
            code = segments.map(|s| s.address..s.address.saturating_add(s.memory_size)).collect();
        }
        Symbols { list, code }
    }

    /// The symbol that an address belongs to: the last one that is not behind it.
    pub(super) fn at(&self, address: u64) -> Option<&Symbol> {
        if !self.code.iter().any(|range| range.contains(&address)) {
            return None;
        }
        let behind = self.list.partition_point(|symbol| symbol.address <= address);
        behind.checked_sub(1).and_then(|index| self.list.get(index))
    }

    /// True if the file says that a function begins at an address.
    pub(super) fn is_function(&self, address: u64) -> bool {
        self.at(address).is_some_and(|symbol| symbol.is_function && symbol.address == address)
    }

    /// True if the file says that only its own unit can call the function at an address.
    pub(super) fn is_private(&self, address: u64) -> bool {
        self.at(address).is_some_and(|symbol| symbol.is_local && symbol.address == address)
    }

    /// Name of the function that an address belongs to, or the address.
    pub(super) fn name(&self, address: u64) -> String {
        self.at(address).map_or_else(|| format!("{address:#x}"), |symbol| symbol.name.clone())
    }

    /// Address of the function that an address belongs to, or the address itself.
    pub(super) fn start(&self, address: u64) -> u64 {
        self.at(address).map_or(address, |symbol| symbol.address)
    }

    /// The functions.
    pub(super) fn functions(&self) -> impl Iterator<Item = &Symbol> {
        self.list.iter().filter(|symbol| symbol.is_function)
    }

    /// All symbols.
    pub(super) fn all(&self) -> &[Symbol] {
        &self.list
    }

    /// Ranges of addresses with code.
    pub(super) fn code(&self) -> &[std::ops::Range<u64>] {
        &self.code
    }

    /// An instruction, without its line in the source.
    pub(super) fn spot(&self, tools: &dyn Toolset, state: &dyn State, address: u64) -> Spot {
        let text = tools.instruction_at(state, address).unwrap_or_else(|| "(no code)".to_owned());
        let symbol = self.at(address).map(|symbol| (symbol.name.clone(), address - symbol.address));
        Spot { address, symbol, text, source: None }
    }
}

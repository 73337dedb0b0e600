//! Functions of a program by their addresses.

use crosscall_machines::executable::{Executable, LinkedSymbol};
use crosscall_machines::link::SECTION_EXECUTE;
use crosscall_machines::machine::State;
use crosscall_machines::object_file::Binding;
use crosscall_machines::toolset::Toolset;
use crosscall_model::Target;
use crosscall_reports::audit::Spot;
use std::collections::BTreeSet;
use std::ops::Range;

/// `st_type` of a function, and of a symbol whose type is not given.
const FUNCTION: u8 = 2;
const NO_TYPE: u8 = 0;

/// A symbol of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Symbol {
    pub(super) address: u64,
    /// Size in bytes, 0 where the file does not say it.
    pub(super) size: u64,
    pub(super) name: String,
    /// True where it is a function, as far as the file says it.
    pub(super) is_function: bool,
    /// True where other files cannot call it.
    pub(super) is_local: bool,
    /// True where its type is given.
    pub(super) is_typed: bool,
}

/// Symbols of code by ascending address, one for each address.
#[derive(Debug, Clone, Default)]
pub(super) struct Symbols {
    list: Vec<Symbol>,
    /// Local symbols that may be labels inside functions: nothing in the file says it.
    labels: Vec<Symbol>,
    /// Ranges of sections with code.
    code: Vec<Range<u64>>,
    /// Where the code of a file with local symbols begins, by ascending address, and the number of the file.
    files: Vec<(u64, Option<usize>)>,
}

impl Symbols {
    /// The symbols of a program; one without any has none.
    pub(super) fn of(program: &Executable) -> Symbols {
        let in_code = |symbol: &LinkedSymbol| {
            let section = symbol.section.and_then(|index| program.sections.get(index));
            section.is_some_and(|section| {
                let range = section.address..section.address.saturating_add(section.size);
                section.flags & SECTION_EXECUTE != 0 && range.contains(&symbol.address)
            })
        };
        let all = || program.globals.iter().chain(program.locals.values().flatten());
        let fits = |(name, symbol): &(&String, &LinkedSymbol)| {
            let is_named = !name.is_empty() && !name.starts_with(['$', '.']);
            in_code(symbol) && (symbol.kind == FUNCTION || symbol.kind == NO_TYPE && is_named)
        };
        let inside: Vec<Range<u64>> = all()
            .filter(|(_, symbol)| symbol.kind == FUNCTION && symbol.size > 0)
            .map(|(_, symbol)| symbol.address.saturating_add(1)..symbol.address.saturating_add(symbol.size))
            .collect();
        let mut list: Vec<Symbol> = all()
            .filter(fits)
            .map(|(name, symbol)| Symbol {
                address: symbol.address,
                size: symbol.size,
                name: name.clone(),
                is_local: symbol.binding == Binding::Local,
                is_typed: symbol.kind == FUNCTION,
                // Texts in assembly often leave out the type of what others call. A local one without a size is a label, where a
                // format has no other type for labels.
                is_function: match (symbol.kind, symbol.binding) {
                    (FUNCTION, Binding::Local) => symbol.size > 0,
                    (FUNCTION, _) => true,
                    (_, Binding::Local) => false,
                    _ => !inside.iter().any(|range| range.contains(&symbol.address)),
                },
            })
            .collect();
        // Of several at one address a function is the one that is meant.
        list.sort_by_key(|symbol| (symbol.address, !symbol.is_function, symbol.is_local));
        list.dedup_by_key(|symbol| symbol.address);
        // Labels inside functions are distinguished from functions only by the file.
        let mut labels = Vec::new();
        let first = list.iter().find(|symbol| symbol.is_typed && symbol.is_function);
        if let Some(first) = first.map(|symbol| symbol.address) {
            let is_start = |symbol: &Symbol| {
                symbol.is_function
                    || !symbol.is_local
                    || symbol.address == program.entry
                    || symbol.address < first
            };
            (list, labels) = list.into_iter().partition(is_start);
        }
        let flagged = program.sections.iter().filter(|section| section.flags & SECTION_EXECUTE != 0);
        let mut code: Vec<_> = flagged.map(|s| s.address..s.address.saturating_add(s.size)).collect();
        if code.is_empty() {
            let segments = program.segments.iter().filter(|segment| program.holds_code(segment));
            code = segments.map(|s| s.address..s.address.saturating_add(s.memory_size)).collect();
        }
        Symbols { list, labels, code, files: files(program) }
    }

    /// Addresses of symbols of which nothing says that they are functions.
    pub(super) fn labels(&self) -> impl Iterator<Item = u64> {
        let all = self.list.iter().chain(&self.labels);
        all.filter(|symbol| !symbol.is_function).map(|label| label.address)
    }

    /// True if the file says of something that it is a function.
    pub(super) fn has_types(&self) -> bool {
        self.list.iter().any(|symbol| symbol.is_typed)
    }

    /// The same where some labels are functions.
    pub(super) fn with_functions(mut self, functions: &BTreeSet<u64>) -> Symbols {
        let labels = std::mem::take(&mut self.labels);
        self.list.extend(labels.into_iter().filter(|label| functions.contains(&label.address)));
        self.list.sort_by_key(|symbol| symbol.address);
        for symbol in &mut self.list {
            symbol.is_function |= functions.contains(&symbol.address);
        }
        self
    }

    /// The addresses from a function's beginning to the next symbol.
    pub(super) fn range(&self, start: u64) -> Range<u64> {
        let next = self.list.partition_point(|symbol| symbol.address <= start);
        let next = self.list.get(next).map(|symbol| symbol.address);
        let end = self.code.iter().find(|range| range.contains(&start)).map_or(start, |range| range.end);
        start..next.unwrap_or(end).min(end)
    }

    /// True if a compiler may have given two functions a convention of their own: they are of one file in a language of a
    /// compiler. Where nothing says which files they are of, they may be of one, if a compiler made both.
    pub(super) fn may_agree(&self, one: u64, other: u64) -> bool {
        let file = |address: u64| {
            let behind = self.files.partition_point(|(start, _)| *start <= address);
            behind.checked_sub(1).and_then(|index| self.files.get(index)).map(|(_, file)| *file)
        };
        match (file(one), file(other)) {
            (Some(one), Some(other)) => one.is_some() && one == other,
            // Compilers say of everything that it is a function.
            _ => self.is_typed(one) && self.is_typed(other),
        }
    }

    fn is_typed(&self, address: u64) -> bool {
        self.at(address).is_some_and(|symbol| symbol.is_typed)
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

    /// True if a call goes to a place without a name inside the very function that it is in: nobody else knows of it.
    pub(super) fn is_inside(&self, call: u64, target: u64) -> bool {
        let is_named = || self.labels.iter().any(|label| label.address == target);
        self.at(target).is_some_and(|symbol| {
            let size = symbol.size;
            symbol.address < target
                && [call, target].iter().all(|at| at.wrapping_sub(symbol.address) < size)
                && !is_named()
        })
    }

    /// Name of the function that an address belongs to, or the address.
    pub(super) fn name(&self, address: u64) -> String {
        self.at(address).map_or_else(|| format!("{address:#x}"), |symbol| symbol.name.clone())
    }

    /// Address of the function that an address belongs to, or the address itself.
    pub(super) fn start(&self, address: u64) -> u64 {
        self.at(address).map_or(address, |symbol| symbol.address)
    }

    /// The function `main`.
    pub(super) fn main(&self, target: Target) -> Option<Range<u64>> {
        let name = crosscall_engine::machine::symbol(target, "main");
        let main = self.list.iter().find(|symbol| symbol.name == name && !symbol.is_local)?;
        Some(self.range(main.address))
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
    pub(super) fn code(&self) -> &[Range<u64>] {
        &self.code
    }

    /// An instruction, without its line in the source.
    pub(super) fn spot(&self, tools: &dyn Toolset, state: &dyn State, address: u64) -> Spot {
        let text = tools.instruction_at(state, address).unwrap_or_else(|| "(no code)".to_owned());
        let symbol = self.at(address).map(|symbol| (symbol.name.clone(), address - symbol.address));
        Spot { address, symbol, text, source: None }
    }
}

/// Where the code of each file begins, as mapping symbols say it, which assemblers put at the beginning of every section. A file
/// that is not in a language of a compiler has no number.
fn files(program: &Executable) -> Vec<(u64, Option<usize>)> {
    /// Endings of names of texts in assembly, and of objects that name no text.
    const ASSEMBLY: [&str; 5] = ["", "o", "s", "S", "asm"];
    let of_origin = |(address, number, file): &(u64, usize, String)| {
        let (_, ending) = file.rsplit_once('.').unwrap_or((file, ""));
        (*address, (!ASSEMBLY.contains(&ending)).then_some(*number))
    };
    let mut all: Vec<(u64, Option<usize>)> = program.origins.iter().map(of_origin).collect();
    all.sort_unstable();
    all
}

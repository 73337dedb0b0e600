//! The objects of an audit, and the function in them.

use crosscall_engine::machine;
use crosscall_machines::link::{Entry, needed_members};
use crosscall_machines::object_file::{Binding, ObjectFile, Symbol, SymbolPlace};
use crosscall_model::{Target, unit};
use crosscall_reports::audit::Source;
use crosscall_reports::nearest;

/// Objects that somebody gave.
#[derive(Debug, Clone, Default)]
pub struct Material {
    /// Objects that are linked in any case.
    pub objects: Vec<ObjectFile>,
    /// Members of libraries, which are linked where something refers to them.
    pub members: Vec<ObjectFile>,
    /// Instructions of texts that the assembler does not know, by their lines. Where they were stands a word that is no
    /// instruction.
    pub unknown: Vec<(Source, String)>,
}

/// Most symbols that a message lists.
const LISTED: usize = 12;

impl Material {
    /// The objects for an audit of one function, that with the function first: in it the function has the name, too, by
    /// which a probe calls it. With it comes the name of that object.
    ///
    /// # Errors
    /// When no object defines the function, or several do.
    pub fn around(&self, target: Target, symbol: &str) -> Result<(Vec<ObjectFile>, String), String> {
        let as_in_c = machine::symbol(target, symbol);
        let names = [symbol, as_in_c.as_str()];
        let all = || self.objects.iter().chain(&self.members);
        let of_binding = |wanted: fn(Binding) -> bool| {
            let all = all().enumerate();
            let found = all.filter_map(move |(at, object)| {
                let mut symbols = object.symbols.iter().enumerate();
                let number =
                    symbols.position(|(_, s)| wanted(s.binding) && is_function(object, s, &names))?;
                Some((at, number))
            });
            found.collect::<Vec<_>>()
        };
        let mut found = of_binding(|binding| binding != Binding::Local);
        if found.is_empty() {
            found = of_binding(|binding| binding == Binding::Local);
        }
        let (at, number) = match found.as_slice() {
            [] => return Err(self.missing(symbol)),
            [only] => *only,
            // As a linker does: the first member of a library that defines it.
            [first, ..] if first.0 >= self.objects.len() => *first,
            several => {
                let names = several.iter().filter_map(|(at, _)| all().nth(*at)).map(|o| o.name.as_str());
                let names: Vec<&str> = names.collect();
                return Err(format!("`{symbol}` is defined more than once: in {}", names.join(", ")));
            }
        };
        let Some(home) = all().nth(at) else { return Err(self.missing(symbol)) };
        let mut rest: Vec<ObjectFile> = self.objects.clone();
        if at < self.objects.len() {
            rest.remove(at);
        }
        let mut objects = vec![with_alias(target, home, number)?];
        objects.append(&mut rest);
        let needed = needed_members(&objects, &self.members, &Entry::Prefer(Vec::new()));
        let own = at.checked_sub(self.objects.len());
        let needed = needed.into_iter().filter(|index| Some(*index) != own);
        objects.extend(needed.filter_map(|index| self.members.get(index)).cloned());
        let tools = machine::tools(target);
        let objects = objects.into_iter().map(|object| tools.settled(object)).collect();
        Ok((objects, home.name.clone()))
    }

    /// The instruction that the assembler does not know in a line.
    pub(super) fn written_at(&self, line: &Source) -> Option<&str> {
        self.unknown.iter().find(|(source, _)| source == line).map(|(_, text)| text.as_str())
    }

    /// Names of all functions that other objects can call.
    pub fn functions(&self) -> Vec<&str> {
        let all = self.objects.iter().chain(&self.members);
        let functions = all.flat_map(|object| {
            let is_one = |symbol: &&Symbol| symbol.binding != Binding::Local && is_code(object, symbol);
            object.symbols.iter().filter(is_one).map(|symbol| symbol.name.as_str())
        });
        functions.collect()
    }

    fn missing(&self, symbol: &str) -> String {
        let known = self.functions();
        match nearest(symbol, known.iter().copied()) {
            Some(near) => format!("no object defines the function `{symbol}`; did you mean `{near}`?"),
            None if known.is_empty() => format!("no object defines the function `{symbol}`, nor any other"),
            None => {
                let shown: Vec<&str> = known.iter().copied().take(LISTED).collect();
                format!("no object defines the function `{symbol}`; there are {}", shown.join(", "))
            }
        }
    }
}

fn is_function(object: &ObjectFile, symbol: &Symbol, names: &[&str; 2]) -> bool {
    names.contains(&symbol.name.as_str()) && is_code(object, symbol)
}

/// True for a symbol in a section of instructions.
fn is_code(object: &ObjectFile, symbol: &Symbol) -> bool {
    /// The flag of such a section.
    const EXECUTE: u64 = 4;
    let SymbolPlace::Section(index) = symbol.place else { return false };
    object.sections.get(index).is_some_and(|section| section.flags & EXECUTE != 0)
}

/// An object in which a symbol has another name as well.
fn with_alias(target: Target, object: &ObjectFile, number: usize) -> Result<ObjectFile, String> {
    let mut object = object.clone();
    let name = machine::symbol(target, &unit::callee(crosscall_engine::trial::entered::K));
    if object.symbols.get(number).is_some_and(|symbol| symbol.name == name) {
        if let Some(symbol) = object.symbols.get_mut(number) {
            symbol.binding = Binding::Global;
        }
        return Ok(object);
    }
    if object.symbols.iter().any(|symbol| symbol.name == name) {
        return Err(format!("{}: the name `{name}` is taken by crosscall's own probe", object.name));
    }
    let Some(symbol) = object.symbols.get(number).cloned() else { return Ok(object) };
    if let Some(note) = object.annotations.symbols.get(&number).copied() {
        object.annotations.symbols.insert(object.symbols.len(), note);
    }
    object.symbols.push(Symbol { name, binding: Binding::Global, ..symbol });
    Ok(object)
}

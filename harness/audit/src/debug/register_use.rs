//! Statements of an object file about the registers that its functions change, against what their code does. Calls count as
//! far as it is known what the functions change that are called.

use super::Note;
use super::entries::{Entries, Entry, Outcome, Wrong, key};
use crosscall_engine::machine::register_files::{Words, has, register_files};
use crosscall_engine::machine::tools;
use crosscall_explain::dialect::Dialect;
use crosscall_explain::{case_of_nothing, plan_of};
use crosscall_machines::object_file::{Binding, ObjectFile, Symbol, SymbolPlace};
use crosscall_machines::register_changes::{RegisterChanges, Written};
use crosscall_model::Target;
use crosscall_model::plan::{ClauseId, Plan, Preservation};
use crosscall_model::target::Register;
use crosscall_reports::audit::layout::Kind;
use std::rc::Rc;

/// A function with what its object file says of it, and what its code does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    name: String,
    /// Byte offset in its section.
    start: u64,
    said: Words,
    changes: RegisterChanges,
    /// Functions that it calls, with what is said of each.
    called: Vec<(String, Option<Words>)>,
}

/// Functions of an object that other files can call and of which it says which registers they change.
pub(super) fn claims(target: Target, object: &ObjectFile) -> Vec<Claim> {
    let tools = tools(target);
    let symbols = object.symbols.iter().enumerate();
    let defined = symbols.filter(|(_, symbol)| {
        symbol.binding != Binding::Local && matches!(symbol.place, SymbolPlace::Section(_))
    });
    let claim = |(index, symbol): (usize, &Symbol)| {
        let said = tools.register_use(object, index)?;
        let changes = tools.register_changes(object, index)?;
        let called = changes.calls.iter().map(|called| {
            let name = object.symbols.get(called.symbol).map_or(String::new(), |symbol| symbol.name.clone());
            (name, tools.register_use(object, called.symbol))
        });
        let called = called.collect();
        Some(Claim { name: symbol.name.clone(), start: symbol.value, said, changes, called })
    };
    defined.filter_map(claim).collect()
}

/// Holds the words of a file against its code.
pub(super) fn judge(
    (target, dialect): (Target, &Dialect),
    (file, number): (&str, u32),
    claims: &[Claim],
    (entries, notes): (&mut Entries, &mut Vec<Note>),
) {
    if claims.is_empty() {
        return;
    }
    let files = RegisterFiles::of(target);
    for claim in claims {
        let mut case = case_of_nothing(target);
        case.style.calls = !claim.called.is_empty();
        let (plan, _) = plan_of(&case, dialect);
        entries.exercise(&plan.declared_clauses);
        let more = claim.more(&files, files.free(&plan));
        let outcome = match (more.is_empty(), claim.changes.unknown.first()) {
            (true, None) => Outcome::Agrees,
            (true, Some((what, _))) => Outcome::LeftOut(Rc::from(format!(
                "it lists all that it writes by itself; it makes {what}, of which the file does not say what that changes"
            ))),
            (false, _) => Outcome::Disagrees(vec![claim.wrong(&files, &plan.declared_clauses, &more)]),
        };
        if let (true, Some(idle)) = (claim.changes.unknown.is_empty(), claim.idle(&files)) {
            let text = format!("`{}` lists {idle}, which nothing in it writes", claim.name);
            notes.push(Note { file: file.to_owned(), text });
        }
        let (fits, in_files) = (Rc::default(), vec![number]);
        let name = claim.name.clone();
        let key = key((&claim.name, claim.start, number));
        let kind = Kind::RegisterUse;
        entries.add(key, Entry { kind, name, outcome, fits, inner: 0, source: None, files: in_files });
    }
}

impl Claim {
    /// Registers that it changes though it does not list them, each with the reason.
    fn more(&self, files: &RegisterFiles, free: Words) -> Vec<String> {
        let place = |at: u64| match at.checked_sub(self.start) {
            Some(distance) => format!("{}+{distance:#x}", self.name),
            None => format!("{at:#x}"),
        };
        let written = self.changes.written.iter().filter(|one| !has(&self.said, one.file, one.number));
        let mut more: Vec<String> = written
            .map(|Written { file, number, at }| {
                format!("{} is written at {}", files.name(*file, *number), place(*at))
            })
            .collect();
        for ((name, words), call) in self.called.iter().zip(&self.changes.calls) {
            let may_change = words.unwrap_or(free);
            let unlisted: Vec<String> = registers(may_change)
                .filter(|(file, number)| {
                    !has(&self.changes.restored, *file, *number) && !has(&self.said, *file, *number)
                })
                .map(|(file, number)| files.name(file, number))
                .collect();
            if !unlisted.is_empty() {
                let source = if words.is_some() { "lists" } else { "may change by the first method" };
                more.push(format!(
                    "`{name}`, which is called at {}, {source} {}",
                    place(call.at),
                    unlisted.join(", ")
                ));
            }
        }
        more
    }

    /// Registers that it lists though neither it nor what it calls writes them.
    fn idle(&self, files: &RegisterFiles) -> Option<String> {
        if self.called.iter().any(|(_, words)| words.is_none()) {
            return None;
        }
        let is_used = |file: usize, number: u8| {
            self.changes.written.iter().any(|one| (one.file, one.number) == (file, number))
                || has(&self.changes.restored, file, number)
                || self.called.iter().any(|(_, words)| words.is_some_and(|words| has(&words, file, number)))
        };
        let idle = registers(self.said).filter(|(file, number)| !is_used(*file, *number));
        let idle: Vec<String> = idle.map(|(file, number)| files.name(file, number)).collect();
        (!idle.is_empty()).then(|| idle.join(", "))
    }

    fn wrong(&self, files: &RegisterFiles, clauses: &[ClauseId], more: &[String]) -> Wrong {
        let listed: Vec<String> =
            registers(self.said).map(|(file, number)| files.name(file, number)).collect();
        let listed = if listed.is_empty() { "none".to_owned() } else { listed.join(", ") };
        Wrong {
            kind: Kind::RegisterUse,
            name: format!("register use {}", self.name),
            clauses: clauses.to_vec(),
            subject: format!("registers that `{}` changes", self.name),
            expected: format!("{listed}, as the file says"),
            observed: more.join("; "),
            hint: Some(
                "a caller that believes the file keeps values in the other registers over the call; list them, or save them"
                    .to_owned(),
            ),
        }
    }
}

/// Registers that words have, by file and number. The last one of a file is the stack pointer, or none.
fn registers(words: Words) -> impl Iterator<Item = (usize, u8)> {
    let all = (0..words.len()).flat_map(|file| (0..31).map(move |number| (file, number)));
    all.filter(move |(file, number)| has(&words, *file, *number))
}

/// The register files that words are about.
struct RegisterFiles {
    target: Target,
    files: Vec<Vec<Register>>,
}

impl RegisterFiles {
    fn of(target: Target) -> RegisterFiles {
        RegisterFiles { target, files: register_files(target) }
    }

    fn name(&self, file: usize, number: u8) -> String {
        let register = self.files.get(file).and_then(|registers| registers.get(usize::from(number)));
        register.map_or(format!("{number}"), |register| self.target.register_name(*register))
    }

    /// Registers that a function may change of which nothing is said.
    fn free(&self, plan: &Plan) -> Words {
        let mut free = Words::default();
        for (word, registers) in free.iter_mut().zip(&self.files) {
            for (number, register) in registers.iter().enumerate().take(31) {
                let mut rules = plan.registers.iter();
                if rules.any(|rule| rule.register == *register && rule.preservation == Preservation::Scratch)
                {
                    *word |= 1 << number;
                }
            }
        }
        free
    }
}

//! `crosscall audit --static`: object files and programs held against the document by what they say of themselves: debug
//! information, headers, relocations, call frame information. Nothing runs.
//!
//! Every type, parameter and frame is one entry however many units have it (`entries`). Layouts are compared under every reading of the
//! document (`rulings`); the readings that fit show which dialect a file follows (`together`). What debug information
//! does not record (packing, bit-fields without names) is sought before a record is said to disagree (`records`).
//!
//! Files are not trusted: `work` bounds what is done, and everything that is kept has a limit. No path in debug information is opened.

mod callables;
pub mod damaged;
mod entries;
mod enumerations;
mod files;
mod frames;
mod functions;
mod interface;
mod lines;
mod locations;
mod made;
mod moved;
mod nodes;
mod producers;
mod records;
mod register_use;
#[cfg(test)]
mod register_use_tests;
mod registers;
mod rulings;
#[cfg(test)]
mod tests;
mod together;
mod types;
mod work;

use super::Exception;
pub use callables::{Described, described};
use crosscall_explain::dialect::Dialect;
use crosscall_machines::debug_file::DebugFile;
use crosscall_model::Target;
use crosscall_model::object::Object;
use crosscall_reports::audit::layout::{File, StaticAudit};
use entries::Entries;
pub use files::{Reading, read};
use functions::{Callable, functions};
use interface::Interface;
pub use interface::compared;
pub use lines::Lines;
use nodes::Nodes;
pub(crate) use nodes::{Bytes, Sections};
use register_use::Claim;
pub(crate) use registers::register as dwarf_register;
use rulings::Rulings;
use std::fmt;
use types::Types;
use work::{Exhausted, Work};

/// Work for a file, in steps; about a minute.
const MOST_STEPS: u64 = 4_000_000_000;

/// A file with what is needed of it.
#[derive(Debug)]
pub struct Material {
    /// Debug information and symbols.
    pub file: DebugFile,
    /// Form of the file.
    pub object: Object,
    /// Its statements about the registers that functions change.
    pub claims: Vec<Claim>,
}

/// An audit that goes on, file by file.
#[derive(Debug)]
pub struct Examination<'d> {
    target: Target,
    dialect: &'d Dialect,
    steps: u64,
    entries: Entries,
    interface: Interface,
    files: Vec<File>,
    notes: Vec<Note>,
}

/// A remark about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Name of the file.
    pub file: String,
    /// The remark.
    pub text: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.text)
    }
}

impl<'d> Examination<'d> {
    /// Nothing seen yet.
    pub fn new(target: Target, dialect: &'d Dialect) -> Examination<'d> {
        Examination {
            target,
            dialect,
            steps: MOST_STEPS,
            entries: Entries::default(),
            interface: Interface::default(),
            files: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The same with another bound on the work for a file.
    #[must_use]
    pub fn within(self, steps: u64) -> Examination<'d> {
        Examination { steps, ..self }
    }

    /// Takes note of a member of a library that is left out, and why.
    pub fn skip(&mut self, reason: Note) {
        self.notes.push(reason);
    }

    /// Looks at a file.
    pub fn look(&mut self, material: &Material) {
        let number = u32::try_from(self.files.len()).unwrap_or(u32::MAX);
        let Material { file, object, claims } = material;
        files::judge(self.target, (&file.name, number), object, &mut self.entries);
        let about = (&mut self.entries, &mut self.notes);
        register_use::judge((self.target, self.dialect), (&file.name, number), claims, about);
        let sections = Sections::of(file);
        let mut rulings = Rulings { target: self.target, dialect: self.dialect, work: Work::new(self.steps) };
        let nodes = Nodes::read(&sections, &mut rulings.work);
        let mut notes = nodes.notes.clone();
        if file.failed > 0 {
            notes.push(format!("{} relocations of debug information could not be carried out", file.failed));
        }
        let foreign = nodes.units.iter().filter(|unit| !unit.is_of_c()).count();
        if foreign > 0 {
            notes.push(format!("{foreign} units are in languages other than C and C++, and were left out"));
        }
        let callable = Callable::of(file);
        // Assemblers describe functions, too, which may have conventions of their own.
        let of_c = |at: &usize| nodes.list.get(*at).is_some_and(|node| nodes.is_of_c(node));
        let functions: Vec<usize> = functions(&nodes).into_iter().filter(of_c).collect();
        let compiled = functions.iter().filter_map(|at| nodes.list.get(*at)?.start).collect();
        let about = (functions.as_slice(), &callable);
        let link = interface::link(file.is_linked, number);
        let kept = (&mut self.entries, &mut self.interface);
        let looked = look_at(&nodes, (&mut rulings, kept), (number, link), about).and_then(|()| {
            let known = (&callable, &compiled);
            frames::frames((file, number), &sections, known, (&mut rulings, &mut self.entries))
        });
        if looked.is_err() || rulings.work.is_over() {
            notes.push("there is more in it than is looked at; the rest was left out".to_owned());
        }
        notes.dedup();
        let note = |text: String| Note { file: file.name.clone(), text };
        self.notes.extend(notes.into_iter().map(note));
        let units = nodes.units.len();
        if !sections.has_entries() && !file.is_linked && claims.is_empty() {
            self.notes.push(note("it has no debug information; compile with -g".to_owned()));
        }
        self.files.push(File { name: file.name.clone(), is_linked: file.is_linked, units });
    }

    /// The report.
    pub fn reported(self, exceptions: &[Exception]) -> StaticAudit {
        together::reported(self, exceptions)
    }
}

/// Looks at all types of a file, and at functions of it.
fn look_at(
    nodes: &Nodes<'_>,
    (rulings, (entries, interface)): (&mut Rulings<'_>, (&mut Entries, &mut Interface)),
    (file, link): (u32, u32),
    (functions, callable): (&[usize], &Callable<'_>),
) -> Result<(), Exhausted> {
    use gimli::constants as dw;
    let mut types = Types::new(nodes, rulings, entries, file);
    for (at, node) in nodes.list.iter().enumerate() {
        let is_type = matches!(
            node.tag,
            dw::DW_TAG_base_type
                | dw::DW_TAG_pointer_type
                | dw::DW_TAG_typedef
                | dw::DW_TAG_structure_type
                | dw::DW_TAG_class_type
                | dw::DW_TAG_union_type
                | dw::DW_TAG_enumeration_type
        );
        if is_type && nodes.is_of_c(node) && !node.flags.declaration {
            types.of(at, 0).map(drop)?;
        }
    }
    for at in functions {
        types.function(*at, callable)?;
    }
    interface.read(&mut types, callable, link)
}

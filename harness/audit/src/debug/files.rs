//! Files: what is needed of them, and their headers and relocations against the document.

use super::entries::{Entries, Entry, Outcome, Wrong, key};
use super::register_use::claims;
use super::{Material, Note};
use crosscall_engine::machine::tools;
use crosscall_engine::verdict::object_check::in_words;
use crosscall_machines::debug_file::{self, is_for_readers};
use crosscall_machines::elf::{ElfError, is_archive};
use crosscall_model::Target;
use crosscall_model::finding::Topic;
use crosscall_model::object::{Object, ObjectForm};
use crosscall_oracle::judge::judge_file;
use crosscall_reports::audit::layout::Kind;
use std::rc::Rc;

/// Outcome of reading one file or member.
pub type Reading = Result<Material, Note>;

/// Reads an object, a program, or a library member by member, and hands each on.
///
/// # Errors
/// The mistake in the library, or the file is none of these.
pub fn read(target: Target, name: &str, bytes: &[u8], mut each: impl FnMut(Reading)) -> Result<(), String> {
    let tools = tools(target);
    if is_archive(bytes) {
        for member in tools.read_library(name, bytes).map_err(|e| e.to_string())? {
            each(one(target, &format!("{name}({})", member.name), member.data));
        }
        return Ok(());
    }
    if bytes.starts_with(BITCODE) {
        return Err(bitcode(name).to_string());
    }
    if !bytes.starts_with(b"\x7fELF") {
        return Err(format!("{name}: is no object, program or library"));
    }
    each(one(target, name, bytes));
    Ok(())
}

/// First bytes of what LLVM writes for optimisation at link time.
const BITCODE: &[u8] = b"BC\xc0\xde";

/// `e_type` of objects.
const RELOCATABLE: [u8; 2] = [1, 0];

fn one(target: Target, name: &str, bytes: &[u8]) -> Reading {
    let tools = tools(target);
    let form = ObjectForm::of(bytes);
    if bytes.starts_with(BITCODE) {
        return Err(bitcode(name));
    }
    if bytes.get(16..18).is_some_and(|kind| kind == RELOCATABLE) {
        let object = tools.read_object(name, bytes).map_err(unread)?;
        let file = debug_file::of_object(tools, &object);
        let claims = claims(target, &object);
        let mut object = Object { symbols: Vec::new(), ..in_words(&object, form) };
        // Relocations of debug information are for other readers than a program's loader or linker.
        object.sections.retain(|section| !is_for_readers(&section.name));
        return Ok(Material { file, object, claims });
    }
    let file = tools.debug_of_program(name, bytes).map_err(unread)?;
    let object = Object { form, flags: file.flags, ..Object::default() };
    Ok(Material { file, object, claims: Vec::new() })
}

fn bitcode(name: &str) -> Note {
    Note { file: name.to_owned(), text: "it is LLVM bitcode, of which nothing is read".to_owned() }
}

/// Why a file cannot be read.
fn unread(error: ElfError) -> Note {
    Note { text: format!("at offset {:#x}: {}", error.offset, error.text), file: error.file }
}

/// Holds a file's header and relocations against the document.
pub(super) fn judge(target: Target, (name, number): (&str, u32), object: &Object, entries: &mut Entries) {
    let judgement = judge_file(target, object);
    let mut of_header = Vec::new();
    let mut of_relocations = Vec::new();
    for mismatch in &judgement.mismatches {
        let words = mismatch.words();
        let wrong = |kind: Kind, name: String| Wrong {
            kind,
            name,
            clauses: mismatch.clauses.clone(),
            subject: words.subject.clone(),
            expected: words.expected.clone(),
            observed: words.observed.clone(),
            hint: None,
        };
        match mismatch.topic {
            Topic::HeaderField(field) => of_header.push(wrong(Kind::Header, format!("header {field}"))),
            _ => of_relocations.push(wrong(Kind::Relocation, "relocation kinds".to_owned())),
        }
    }
    let has_header = !judgement.exercised.is_empty() || !of_header.is_empty();
    let count: usize = object.sections.iter().map(|section| section.relocations.len()).sum();
    entries.exercise(&judgement.exercised);
    let all =
        [(Kind::Header, has_header, of_header, 0), (Kind::Relocation, count > 0, of_relocations, count)];
    for (kind, is_compared, wrongs, inner) in all {
        if !is_compared {
            continue;
        }
        let key = key((name, number, inner));
        let outcome = if wrongs.is_empty() { Outcome::Agrees } else { Outcome::Disagrees(wrongs) };
        let (name, inner) = (name.to_owned(), inner as u64);
        let (fits, files) = (Rc::default(), vec![number]);
        entries.add(key, Entry { kind, name, outcome, fits, inner, source: None, files });
    }
}

//! Whole objects and programs as texts that assemble again, to sections with the same bytes.
//!
//! Headings, addresses, bytes and relocations stand in comments. Labels are labels where a name can be
//! one; branches are relative or go to numbers, as [`Style::Source`] writes them, so that nothing depends
//! on the labels. Relocated fields are what they are in the file: the text gives the bytes, not the
//! relocations.

use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::executable::Executable;
use crate::link::SECTION_EXECUTE;
use crate::listing::{Line, Style};
use crate::object_file::Section;
use crate::tools::Toolset;

/// Raw `sh_type` of a section without contents.
const NOBITS: u32 = 8;
/// Bytes of data in a line.
const DATA_LINE: usize = 16;

/// Labels and notes at the addresses of one section.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    /// Names of symbols.
    pub labels: BTreeMap<u64, Vec<String>>,
    /// Note about a place, such as its relocation.
    pub notes: BTreeMap<u64, Vec<String>>,
}

impl Marks {
    /// The addresses where something begins, in ascending order.
    pub fn starts(&self) -> Vec<u64> {
        self.labels.keys().copied().collect()
    }

    /// The notes for the bytes from one address to before another.
    pub fn notes_in(&self, from: u64, end: u64) -> impl Iterator<Item = &str> {
        self.notes.range(from..end.max(from)).flat_map(|(_, notes)| notes).map(String::as_str)
    }
}

/// A section to be written, which a program's segment is here too.
#[derive(Debug)]
pub struct Part<'a> {
    /// The section.
    pub section: &'a Section,
    /// Address of the first byte.
    pub address: u64,
    /// Its symbols and relocations.
    pub marks: Marks,
}

/// The segments of a program as sections with names by their addresses.
pub fn segments(program: &Executable) -> Vec<(u64, Section)> {
    let section = |segment: &crate::executable::Segment| {
        let write = if segment.flags & 2 != 0 { 1 } else { 0 };
        let execute = if program.holds_code(segment) { SECTION_EXECUTE } else { 0 };
        let section = Section {
            name: format!("segment_{:x}", segment.address),
            kind: if segment.data.is_empty() { NOBITS } else { 1 },
            flags: 2 | write | execute,
            align: 1 << segment.address.trailing_zeros().min(4),
            data: segment.data.clone(),
            size: segment.memory_size,
            relocations: Vec::new(),
        };
        (segment.address, section)
    };
    program.segments.iter().map(section).collect()
}

/// A text for some sections.
pub fn source_text(tools: &dyn Toolset, parts: &[Part<'_>]) -> String {
    let mut out = String::new();
    let mut writer = Writer { tools, defined: defined_once(parts), names: FxHashMap::default() };
    for part in parts {
        writer.part(&mut out, part);
    }
    out
}

/// Checks that a text assembles to the bytes of the sections that it was made of.
///
/// # Errors
///
/// The assembler's message, or the first section that differs.
pub fn check(tools: &dyn Toolset, text: &str, parts: &[Part<'_>]) -> Result<(), String> {
    let again = tools.assemble("source", text).map_err(|error| error.to_string())?;
    // The assembler may put its sections in another order.
    let mut left: Vec<&Section> = again.sections.iter().collect();
    for Part { section, .. } in parts.iter().filter(|part| !part.section.data.is_empty()) {
        if tools.source_section("x", section).is_none() {
            continue;
        }
        // Some assemblers round the size up to the alignment.
        let most = section.size.saturating_add(section.align);
        let is_it = |again: &&Section| again.data.starts_with(&section.data) && again.size < most.max(1);
        let Some(found) = left.iter().position(is_it) else {
            return Err(format!("section {} would be another after assembling", section.name.escape_debug()));
        };
        left.swap_remove(found);
    }
    Ok(())
}

/// The names that can be labels: plain ones that one place has.
fn defined_once(parts: &[Part<'_>]) -> BTreeSet<String> {
    let mut places: BTreeMap<&str, u32> = BTreeMap::new();
    for name in parts.iter().flat_map(|part| part.marks.labels.values().flatten()) {
        *places.entry(name).or_default() += 1;
    }
    let once = places.into_iter().filter(|(name, places)| *places == 1 && is_plain(name));
    once.map(|(name, _)| name.to_owned()).collect()
}

/// Returns whether every assembler takes a name as it is.
fn is_plain(name: &str) -> bool {
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    begins && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

struct Writer<'a> {
    tools: &'a dyn Toolset,
    /// Names that may be labels.
    defined: BTreeSet<String>,
    /// Number of uses of each section's name.
    names: FxHashMap<String, u32>,
}

impl Writer<'_> {
    fn part(&mut self, out: &mut String, part: &Part<'_>) {
        let section = part.section;
        let heading =
            format!("{}, {} bytes at {:#x}", section.name.escape_debug(), section.size, part.address);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "\n// {heading}");
        let name = self.section_name(&section.name);
        let Some((head, tail)) = self.tools.source_section(&name, section) else {
            let _ = writeln!(out, "// not written: the assembler cannot make this section");
            return;
        };
        out.push_str(&head);
        let end = part.address.saturating_add(section.data.len() as u64);
        if section.flags & SECTION_EXECUTE != 0 {
            let starts = part.marks.starts();
            for line in self.tools.disassemble_from(&section.data, part.address, &starts, Style::Source) {
                self.line(out, &line, &part.marks, true);
            }
        } else {
            self.data(out, part, end);
        }
        self.labels(out, &part.marks, end, end.saturating_add(1));
        if section.kind == NOBITS && section.size > 0 {
            let _ = writeln!(out, "\t.space {}", section.size);
        }
        out.push_str(&tail);
    }

    /// A name for the section that no other has, of plain characters.
    fn section_name(&mut self, name: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "._$-".contains(c) { c } else { '_' };
        let name: String = name.chars().map(plain).collect();
        let uses = self.names.entry(name.clone()).or_default();
        *uses += 1;
        if *uses == 1 { name } else { format!("{name}.{uses}") }
    }

    fn data(&self, out: &mut String, part: &Part<'_>, end: u64) {
        let mut at = part.address;
        while at < end {
            let next = part.marks.labels.range(at.saturating_add(1)..).next().map_or(end, |(next, _)| *next);
            let length = (next.min(end) - at).min(DATA_LINE as u64);
            let start = (at - part.address) as usize;
            let bytes = part.section.data.get(start..start + length as usize).unwrap_or_default();
            let line = Line { address: at, bytes: bytes.to_vec(), text: self.tools.source_data(bytes) };
            self.line(out, &line, &part.marks, false);
            at += length;
        }
    }

    fn line(&self, out: &mut String, line: &Line, marks: &Marks, with_bytes: bool) {
        let end = line.address.saturating_add(line.bytes.len() as u64);
        self.labels(out, marks, line.address, end);
        let mut comment = format!("{:x}", line.address);
        if with_bytes {
            comment.push(':');
            for byte in &line.bytes {
                let _ = write!(comment, " {byte:02x}");
            }
        }
        for note in marks.notes_in(line.address, end) {
            let _ = write!(comment, "  {}", note.escape_debug());
        }
        let _ = writeln!(out, "\t{:<40} // {comment}", line.text);
    }

    /// The labels in a range. One inside of a line stands before it, in a comment.
    fn labels(&self, out: &mut String, marks: &Marks, from: u64, end: u64) {
        for (address, names) in marks.labels.range(from..end.max(from)) {
            for name in names {
                let _ = if *address != from {
                    writeln!(out, "// {} at {address:#x}", name.escape_debug())
                } else if self.tools.labels_in_source() && self.defined.contains(name) {
                    writeln!(out, "{name}:")
                } else {
                    writeln!(out, "// {}:", name.escape_debug())
                };
            }
        }
    }
}

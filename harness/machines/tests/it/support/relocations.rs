//! Relocations of a target against a file of fields that GNU ld has relocated, and laws of them. The head of a file explains it.

use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::process::{program, run_tool};
use super::vectors::{first_bytes, lines};
use crosscall_machines::elf::{Format, read_executable};
use crosscall_machines::executable::Executable;
use crosscall_machines::fixup::FixupKind;
use crosscall_machines::link::{LinkTarget, RelocationError, SECTION_TLS, Site};
use crosscall_machines::object_file::{Binding, ObjectFile, Relocation, Section, Symbol, SymbolPlace};

/// A field and what the linker makes of it.
pub(crate) struct Row {
    site: Site,
    before: Vec<u8>,
    after: Vec<u8>,
    /// The value of the symbol `x`.
    value: u64,
    text: String,
}

fn number(text: &str) -> u64 {
    let digits = text.trim_start_matches('-').trim_start_matches("0x");
    let value = u64::from_str_radix(digits, 16).unwrap_or_else(|error| panic!("{text}: {error}"));
    if text.starts_with('-') { value.wrapping_neg() } else { value }
}

/// The relocation with this name.
fn named(target: &impl LinkTarget, name: &str) -> &'static FixupKind {
    let kind = target.fixup_kinds().iter().find(|kind| kind.name == name);
    kind.unwrap_or_else(|| panic!("no relocation {name}"))
}

fn rows(target: &impl LinkTarget, file: &'static str) -> Vec<Row> {
    let row = |line: &str| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, symbol, addend, place, got, before, after, value, text] = parts[..] else {
            panic!("{line}");
        };
        let site = Site {
            kind: named(target, name).number,
            symbol: number(symbol),
            addend: number(addend) as i64,
            place: number(place),
            section: 0,
            image_base: 0,
            got: number(got),
        };
        let (before, after) = (first_bytes(before), first_bytes(after));
        Row { site, before, after, value: number(value), text: text.replace(" / ", "\n\t") }
    };
    lines(file).map(row).collect()
}

/// Every field of a file becomes what the linker makes of it, and every kind of relocation is in the file but for these.
pub(crate) fn have_the_values_of_ld(target: &impl LinkTarget, file: &'static str, without: &[&str]) {
    let rows = rows(target, file);
    for row in &rows {
        let mut field = row.before.clone();
        assert_eq!(target.relocate(&row.site, &mut field), Ok(()), "{}", row.text);
        assert_eq!(field, row.after, "{}: {field:02x?}, ld has {:02x?}", row.text, row.after);
        for length in 0..row.before.len() {
            let needed = row.before.len();
            let truncated = RelocationError::Truncated { needed, available: length };
            let mut short = row.before[..length].to_vec();
            assert_eq!(target.relocate(&row.site, &mut short), Err(truncated), "{}", row.text);
        }
    }
    let has_row = |kind: &FixupKind| rows.iter().any(|row| row.site.kind == kind.number);
    let missing = target.fixup_kinds().iter().filter(|kind| !has_row(kind)).map(|kind| kind.name);
    assert_eq!(missing.collect::<Vec<_>>(), without);
}

/// The file is what the assembler and the linker of this machine make, where they are installed.
pub(crate) fn are_those_of_ld(
    target: &impl LinkTarget,
    format: &Format,
    file: &'static str,
    (prefix, flags): (&str, &[&str]),
) {
    let tool = |name: &str| program(&format!("{prefix}{name}"));
    let (Some(gas), Some(ld)) = (tool("as"), tool("ld")) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = |row: &Row| -> Result<Vec<u8>, String> {
        let text = format!("\t.globl _start\n_start:\n\t{}\n", row.text);
        std::fs::write(folder.path().join("in.s"), text).map_err(|error| error.to_string())?;
        run_tool(Command::new(&gas).args(["in.s", "-o", "in.o"]).current_dir(&folder))?;
        let value = (row.value != 0).then(|| format!("--defsym=x={:#x}", row.value));
        let mut command = Command::new(&ld);
        command.args(flags).args(["-Ttext=0x400000", "in.o", "-o", "out"]).args(value);
        run_tool(command.current_dir(&folder))?;
        field(&folder.path().join("out"), format, row)
    };
    // Debug information has no place in memory.
    for row in rows(target, file).iter().filter(|row| row.site.place != 0) {
        assert_eq!(bytes(row).as_ref(), Ok(&row.after), "{}", row.text);
    }
}

fn field(path: &Path, format: &Format, row: &Row) -> Result<Vec<u8>, String> {
    let file = std::fs::read(path).map_err(|error| error.to_string())?;
    let program = read_executable("out", &file, format).map_err(|error| error.to_string())?;
    let found = program.segments.iter().find_map(|segment| {
        let offset = row.site.place.checked_sub(segment.address)?;
        segment.data.get(offset as usize..)?.get(..row.after.len())
    });
    found.map(<[u8]>::to_vec).ok_or_else(|| "no field".to_owned())
}

/// A value that fits changes the bits of its field alone, and two values of one field are told apart by its bits or by the unit;
/// any other value changes nothing. `kinds` are those that take S + A as it is.
pub(crate) fn values_fit_or_change_nothing(target: &impl LinkTarget, kinds: &[&'static FixupKind]) {
    let small = (-0x1_1000_i64..0x1_1000).prop_map(|value| value as u64);
    let near = (0_u32..64, -40_i64..40).prop_map(|(bit, by)| (1_u64 << bit).wrapping_add_signed(by));
    let below =
        (0_u32..64, -40_i64..40).prop_map(|(bit, by)| (1_u64 << bit).wrapping_neg().wrapping_add_signed(by));
    let value = prop_oneof![small, near, below, any::<u64>()];
    let config = ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() };
    let inputs = (0..kinds.len(), value, any::<i64>(), any::<u64>());
    let result = TestRunner::new(config).run(&inputs, |(kind, value, addend, old)| {
        let kind = kinds[kind];
        let symbol = value.wrapping_add_signed(addend.wrapping_neg());
        let site = Site { kind: kind.number, symbol, addend, place: 0, section: 0, image_base: 0, got: 0 };
        let mut field = old.to_le_bytes();
        let fits = kind.fits(value as i64);
        prop_assert_eq!(target.relocate(&site, &mut field).is_ok(), fits, "{} {:#x}", kind.name, value);
        let changed = u64::from_le_bytes(field) ^ old;
        let mask = if fits { kind.bits(-1) } else { 0 };
        let size = (1_u128 << (8 * kind.bytes)) as u64;
        prop_assert_eq!(changed & !(mask & size.wrapping_sub(1)), 0, "{} {:#x}", kind.name, value);
        Ok(())
    });
    assert_eq!(result, Ok(()));
}

/// A symbol: name, section, value; no section for an undefined one.
pub(crate) type Named<'a> = (&'a str, Option<usize>, u64);
/// A relocation of `.text`: offset, name without its beginning, or number, symbol, addend.
pub(crate) type Raw<'a> = (u64, &'a str, usize, i64);

/// An object with 32 bytes of code, in the section before the others. Symbols whose names begin with `weak` are.
pub(crate) fn object(
    target: &impl LinkTarget,
    sections: Vec<Section>,
    symbols: &[Named<'_>],
    relocations: &[Raw<'_>],
) -> ObjectFile {
    let number = |name: &str| {
        let is_meant = |kind: &&FixupKind| kind.name.split_once("64_").is_some_and(|(_, rest)| rest == name);
        let kind = target.fixup_kinds().iter().find(is_meant);
        kind.map_or_else(
            || name.parse().unwrap_or_else(|_| panic!("no relocation {name}")),
            |kind| kind.number,
        )
    };
    let text = Section {
        name: ".text".to_owned(),
        kind: 1,
        flags: 6,
        align: 16,
        data: vec![0; 32],
        size: 32,
        relocations: relocations
            .iter()
            .map(|(offset, name, symbol, addend)| Relocation {
                offset: *offset,
                kind: number(name),
                symbol: Some(*symbol),
                addend: *addend,
            })
            .collect(),
    };
    let symbol = |(name, section, value): &Named<'_>| Symbol {
        name: (*name).to_owned(),
        binding: if name.starts_with("weak") { Binding::Weak } else { Binding::Global },
        kind: 0,
        value: *value,
        size: 0,
        place: section.map_or(SymbolPlace::Undefined, SymbolPlace::Section),
    };
    ObjectFile {
        name: "raw.o".to_owned(),
        sections: [vec![text], sections].concat(),
        symbols: symbols.iter().map(symbol).collect(),
        ..ObjectFile::default()
    }
}

/// A section of thread-local storage.
pub(crate) fn storage(name: &str, size: u64, align: u64) -> Section {
    let is_space = name == ".tbss";
    Section {
        name: name.to_owned(),
        kind: if is_space { 8 } else { 1 },
        flags: 3 | SECTION_TLS,
        align,
        data: vec![0; if is_space { 0 } else { size as usize }],
        size,
        ..Section::default()
    }
}

/// The eight bytes of a program at an address, as a number.
pub(crate) fn number_at(program: &Executable, address: u64) -> i64 {
    let bytes = super::calls::bytes_at(program, address, 8);
    i64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

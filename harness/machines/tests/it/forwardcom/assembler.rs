//! The assembler against `forw -ass`.

use std::path::{Path, PathBuf};

use crosscall_machines::forwardcom::assemble;
use crosscall_machines::forwardcom::disassemble;
use crosscall_machines::forwardcom::elf::{raw_flags, read_object};
use crosscall_machines::listing::{Line, Style};
use crosscall_machines::object_file::{ObjectFile, SymbolPlace};

use super::tools::{forw, run};

/// Parts that two objects must have in common, as text that can be compared line by line.
fn describe(object: &ObjectFile) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, section) in object.sections.iter().enumerate() {
        lines.push(format!(
            "section {} kind {} flags {:x} align {} size {:x}",
            section.name, section.kind, section.flags, section.align, section.size
        ));
        for (at, bytes) in section.data.chunks(4).enumerate() {
            let word = bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
            lines.push(format!("  {} {:x}: {word:08X}", section.name, 4 * at));
        }
        let name = |index: Option<usize>| {
            index.and_then(|index| object.symbols.get(index)).map_or("-", |one| &one.name)
        };
        let mut relocations: Vec<String> = section
            .relocations
            .iter()
            .enumerate()
            .map(|(index, one)| {
                let reference = object.annotations.references.get(&(number, index)).copied();
                format!(
                    "  {} +{:x}: {:x} {} {} - {}",
                    section.name,
                    one.offset,
                    one.kind,
                    name(one.symbol),
                    one.addend,
                    name(reference)
                )
            })
            .collect();
        relocations.sort();
        lines.extend(relocations);
    }
    for (index, one) in object.symbols.iter().enumerate() {
        let note = object.annotations.symbols.get(&index).copied().unwrap_or_default();
        let place = match one.place {
            SymbolPlace::Section(section) => object.sections[section].name.clone(),
            other => format!("{other:?}"),
        };
        // The register words of data and of symbols without the flag hold rests of the vendor's own work.
        let registers = if note.attributes & 0x1_0000 != 0 { note.registers } else { [0; 2] };
        let weak = note.binding & !4;
        lines.push(format!(
            "symbol {} {} {place} value {:x} binding {weak} attributes {:x} {}*{} {registers:x?}",
            one.name, one.kind, one.value, note.attributes, note.unit_size, note.unit_count
        ));
    }
    lines
}

/// The vendor's object for a text; `None` where it refuses the text.
fn vendor(forw: &Path, text: &str) -> Result<ObjectFile, String> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.as"), text).expect("write");
    let said = run(forw, folder.path(), &["-ass", "x.as", "x.ob", "-O0", "-v0", "-debug=1"]);
    if said.contains("rror") {
        return Err(said);
    }
    let bytes = std::fs::read(folder.path().join("x.ob")).map_err(|error| format!("{error}: {said}"))?;
    Ok(read_object("x.ob", &bytes).expect("the vendor's object can be read"))
}

/// The lines that only one of two lists has.
fn difference(ours: &[String], theirs: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for line in ours.iter().filter(|line| !theirs.contains(line)) {
        out.push(format!("ours   {line}"));
    }
    for line in theirs.iter().filter(|line| !ours.contains(line)) {
        out.push(format!("theirs {line}"));
    }
    out
}

/// Remark on a jump of the vendor's that is longer than it must be.
const LONGER: &str = "the vendor's jump is longer than needed";

/// The first instruction that differs.
fn first_difference(ours: &ObjectFile, theirs: &ObjectFile) -> Option<String> {
    for (a, b) in ours.sections.iter().zip(&theirs.sections) {
        if raw_flags(a.flags) & 1 == 0 || a.data == b.data {
            continue;
        }
        let list = |data: &[u8]| disassemble(data, 0, Style::Vendor);
        let (x, y) = (list(&a.data), list(&b.data));
        let at = x
            .iter()
            .zip(&y)
            .position(|(x, y)| x.bytes.len() != y.bytes.len() || x.text != y.text && !x.text.contains(" L_"));
        let at = at.unwrap_or(0);
        let show = |lines: &[Line]| {
            let lines = lines.iter().skip(at.saturating_sub(1)).take(3);
            lines
                .map(|line| format!("\n  {:x} {:02x?} {}", line.address, line.bytes, line.text))
                .collect::<String>()
        };
        // The vendor's tool does not always come to the shortest jumps in long texts.
        let operation = |text: &str| text.split(" L_").next().unwrap_or_default().to_owned();
        let longer = x.get(at).zip(y.get(at)).is_some_and(|(x, y)| {
            x.bytes.len() < y.bytes.len()
                && x.text.contains(" L_")
                && operation(&x.text) == operation(&y.text)
        });
        if longer {
            return Some(LONGER.to_owned());
        }
        return Some(format!("section {}: ours{}\ntheirs{}", a.name, show(&x), show(&y)));
    }
    None
}

/// Compares one text; the error says what differs.
fn compare(forw: &Path, text: &str) -> Result<usize, String> {
    let ours = assemble("x.as", text);
    match (ours, vendor(forw, text)) {
        (Ok(ours), Ok(theirs)) => {
            if let Some(text) = first_difference(&ours, &theirs) {
                return Err(text);
            }
            let (ours, theirs) = (describe(&ours), describe(&theirs));
            let found = difference(&ours, &theirs);
            if found.is_empty() {
                Ok(theirs.len())
            } else {
                Err(found.into_iter().take(12).collect::<Vec<_>>().join("\n"))
            }
        }
        (Err(_), Err(_)) => Ok(0),
        (Err(ours), Ok(_)) => Err(format!("refused here: {ours}")),
        (Ok(_), Err(theirs)) => Err(format!("refused by forw: {theirs}")),
    }
}

/// All assembly sources below some folders.
fn sources(folders: &std::ffi::OsStr) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for folder in std::env::split_paths(folders) {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        all.extend(
            entries
                .flatten()
                .map(|entry| entry.path())
                .filter(|path| path.extension().is_some_and(|one| one == "as")),
        );
    }
    all.sort();
    all
}

/// The vendor's own programs, in the folders that FORW_SOURCES lists.
#[test]
fn the_vendors_programs() {
    let Some(folders) = std::env::var_os("FORW_SOURCES") else {
        println!("skipped: FORW_SOURCES names no folders with the vendor's programs");
        return;
    };
    let Some(forw) = forw() else { return };
    let mut wrong = Vec::new();
    let (mut count, mut lines, mut longer) = (0, 0, 0);
    for path in sources(&folders) {
        let text = std::fs::read(&path).expect("the source can be read");
        let text = String::from_utf8_lossy(&text).into_owned();
        match compare(&forw, &text) {
            Ok(found) => lines += found,
            Err(text) if text == LONGER => longer += 1,
            Err(text) => wrong.push(format!("{}:\n{text}", path.display())),
        }
        count += 1;
    }
    println!("{count} assemblies, {lines} words, relocations and symbols, {longer} with longer jumps there");
    let shown: Vec<&str> = wrong.iter().take(20).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), shown.join("\n"));
}

/// Each golden text assembles to its words.
#[test]
fn golden_texts_assemble() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (text, bytes) in super::golden::reversible() {
        let source = format!("code section execute\n{text}\ncode end\n");
        count += 1;
        match assemble("golden", &source) {
            Ok(object) if object.sections[0].data == bytes => {}
            Ok(object) => wrong.push(format!("{text}: {:02x?} for {bytes:02x?}", object.sections[0].data)),
            Err(error) => wrong.push(format!("{text}: {error}")),
        }
    }
    println!("{} of {count}", count - wrong.len());
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}

//! Comparison with LLVM for Nyuzi: what clang emits for our C sources, what its assembler makes of texts, and
//! what llvm-mc prints for words. Each test says so where the tool is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use super::tools::llvm;
use crate::support::process::run_tool;
use crate::support::programs::c_sources;
use crate::support::random::Random;
use crosscall_machines::elf::read_object;
use crosscall_machines::listing::Style;
use crosscall_machines::nyuzi::decode::decode_word;
use crosscall_machines::nyuzi::isa::forms;
use crosscall_machines::nyuzi::link::FORMAT;
use crosscall_machines::nyuzi::{assemble, disassemble};
use crosscall_machines::object_file::{Binding, ObjectFile, SymbolPlace};

const ALLOC: u64 = 2;
const EXECUTE: u64 = 4;
/// The word of `nop`.
const NOP: u32 = 0;

/// Optimisation levels and options that change what kind of code comes out.
const FLAGS: &[&[&str]] = &[
    &["-O0"],
    &["-O1"],
    &["-O2"],
    &["-O3"],
    &["-Os"],
    &["-O2", "-fPIC"],
    &["-O2", "-ffunction-sections", "-fdata-sections", "-fno-common"],
];

/// Output of clang for a source with some flags.
struct Compiled {
    name: String,
    text: String,
    object: ObjectFile,
}

/// Our C sources with every set of options, compiled once. What clang cannot compile is left out, with a
/// printed line.
fn compiled() -> &'static [Compiled] {
    static COMPILED: OnceLock<Vec<Compiled>> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let Some(clang) = llvm("clang") else { return Vec::new() };
        let folder = tempfile::tempdir().expect("a temporary directory");
        let paths = c_sources();
        let mut all = Vec::new();
        for (flags, path) in FLAGS.iter().flat_map(|flags| paths.iter().map(move |path| (flags, path))) {
            let name = format!("{} {flags:?}", path.file_name().unwrap_or_default().to_string_lossy());
            let make = |last: &str, out: &str| {
                let mut command = Command::new(&clang);
                command.current_dir(folder.path()).args(["--target=nyuzi-none-none", "-w", "-ffreestanding"]);
                run_tool(command.args(*flags).args([last, "-o", out]).arg(path))
            };
            match make("-S", "out.s").and_then(|_| make("-c", "out.o")) {
                Ok(_) => all.push(Compiled {
                    text: std::fs::read_to_string(folder.path().join("out.s")).expect("clang wrote it"),
                    object: read(&folder.path().join("out.o")),
                    name,
                }),
                Err(message) => println!("clang fails on {name}: {}", first_line(&message)),
            }
        }
        all
    })
}

fn first_line(text: &str) -> &str {
    text.lines().find(|line| line.contains("error") || line.contains("UNREACHABLE")).unwrap_or(text)
}

fn read(path: &Path) -> ObjectFile {
    let bytes = std::fs::read(path).expect("the file is there");
    read_object("theirs", &bytes, &FORMAT).unwrap_or_else(|error| panic!("{error}"))
}

/// Assembles a text with clang.
fn assembled_by_clang(clang: &Path, text: &str) -> Result<ObjectFile, String> {
    let folder = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(folder.path().join("text.s"), text).expect("the file is written");
    let mut command = Command::new(clang);
    command.current_dir(folder.path()).args(["--target=nyuzi-none-none", "-c", "text.s", "-o", "text.o"]);
    run_tool(&mut command)?;
    Ok(read(&folder.path().join("text.o")))
}

/// The lines of a text that clang's assembler refuses, counted from 0.
fn lines_refused_by_clang(clang: &Path, text: &str) -> BTreeSet<usize> {
    let Err(said) = assembled_by_clang(clang, text) else { return BTreeSet::new() };
    let number = |line: &str| line.split_once("text.s:")?.1.split(':').next()?.parse::<usize>().ok();
    said.lines().filter(|line| line.contains(": error: ")).filter_map(number).map(|n| n - 1).collect()
}

/// Facts of an object for a linker, one a line: the two assemblers order symbols and sections in their
/// own ways, and either may refer to a local symbol by its section.
fn facts(object: &ObjectFile) -> Vec<String> {
    let mut facts = Vec::new();
    for section in object.sections.iter().filter(|section| section.flags & ALLOC != 0 && section.size > 0) {
        let name = &section.name;
        let (kind, flags, align) = (section.kind, section.flags, section.align);
        facts.push(format!("{name}: type {kind}, flags {flags:#x}, align {align}, size {:#x}", section.size));
        for (i, line) in section.data.chunks(16).enumerate() {
            facts.push(format!("{name}+{:#06x}: {line:02x?}", 16 * i));
        }
        for relocation in &section.relocations {
            let symbol = relocation.symbol.and_then(|index| object.symbols.get(index));
            let (to, addend) = match symbol.map(|symbol| (symbol, symbol.place)) {
                Some((symbol, SymbolPlace::Section(index))) if symbol.binding == Binding::Local => {
                    (object.sections[index].name.clone(), relocation.addend + symbol.value as i64)
                }
                Some((symbol, _)) => (symbol.name.clone(), relocation.addend),
                None => (String::new(), relocation.addend),
            };
            let (offset, kind) = (relocation.offset, relocation.kind);
            facts.push(format!("{name}+{offset:#06x}: relocation {kind} {to} {addend:+#x}"));
        }
    }
    for symbol in object.symbols.iter().filter(|symbol| symbol.binding != Binding::Local) {
        let place = match symbol.place {
            SymbolPlace::Section(index) => object.sections[index].name.clone(),
            other => format!("{other:?}"),
        };
        let (name, binding, kind) = (&symbol.name, symbol.binding, symbol.kind);
        let (value, size) = (symbol.value, symbol.size);
        facts.push(format!("symbol {name}: {binding:?}, type {kind}, {place}+{value:#x}, size {size:#x}"));
    }
    facts.sort();
    facts
}

/// The lines that only one of two objects has, at most a few of each.
fn differences(ours: &ObjectFile, theirs: &ObjectFile) -> String {
    let count = |object: &ObjectFile| {
        let mut counts = BTreeMap::new();
        for fact in facts(object) {
            *counts.entry(fact).or_insert(0) += 1;
        }
        counts
    };
    let (ours, theirs) = (count(ours), count(theirs));
    let mut text = String::new();
    for (whose, one, other) in [("ours  ", &ours, &theirs), ("theirs", &theirs, &ours)] {
        for (fact, _) in one.iter().filter(|(fact, n)| other.get(*fact) != Some(n)).take(6) {
            let _ = writeln!(text, "  {whose} {fact}");
        }
    }
    text
}

#[test]
fn compiler_output_assembles_as_with_clang() {
    let mut wrong = String::new();
    let mut lines = 0;
    for Compiled { name, text, object } in compiled() {
        lines += text.lines().count();
        let differences = match assemble(name, text) {
            Ok(ours) => differences(&ours, object),
            Err(diagnostics) => diagnostics.to_string(),
        };
        if !differences.is_empty() {
            let _ = writeln!(wrong, "{name}:\n{differences}");
        }
    }
    println!("{} files of {lines} lines compared", compiled().len());
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn compiled_code_is_known_and_goes_round() {
    let (mut words, mut unknown) = (0, Vec::new());
    for Compiled { name, object, .. } in compiled() {
        for section in object.sections.iter().filter(|section| section.flags & EXECUTE != 0) {
            let lines = disassemble(&section.data, 0, Style::Source);
            words += lines.len();
            // Words that a relocation fills are data: addresses in the constants behind a function.
            let is_data = |offset: u64| section.relocations.iter().any(|r| r.offset == offset && r.kind == 1);
            for line in lines.iter().filter(|line| line.text.starts_with('.') && !is_data(line.address)) {
                unknown.push(format!("{name} {}+{:#x}: {}", section.name, line.address, line.text));
            }
            let source: String = lines.iter().map(|line| format!("\t{}\n", line.text)).collect();
            let again = assemble("again", &source).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(again.sections[0].data, section.data, "{name} {}", section.name);
        }
    }
    println!("{words} words of {} files, {} of them no instruction", compiled().len(), unknown.len());
    for line in unknown.iter().take(10) {
        println!("{line}");
    }
    // A word that is no instruction is a constant behind a function.
    assert!(unknown.len() * 20 <= words, "{}", unknown.join("\n"));
}

/// Random words, a number for every form, each with random bits where the form has a field.
fn random_words(seed: u64, each: usize) -> Vec<u32> {
    let mut random = Random(seed);
    let mut words = Vec::new();
    for form in forms() {
        for _ in 0..each {
            words.push(form.value | random.next() & !form.mask);
        }
    }
    words
}

fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn printed_source_gives_the_same_bytes_with_clang() {
    let Some(clang) = llvm("clang") else { return };
    let bytes = bytes_of(&random_words(5, 100));
    let lines = disassemble(&bytes, 0, Style::Source);
    let source: String = lines.iter().map(|line| format!("\t{}\n", line.text)).collect();
    let theirs = assembled_by_clang(&clang, &source).unwrap_or_else(|error| panic!("{error}"));
    let text = theirs.sections.iter().find(|section| section.name == ".text").expect("there is code");
    let mut wrong = 0;
    for (line, (ours, theirs)) in lines.iter().zip(bytes.chunks(4).zip(text.data.chunks(4))) {
        if ours != theirs {
            wrong += 1;
            println!("{}: {ours:02x?}, clang {theirs:02x?}", line.text);
        }
    }
    println!("{} lines compared", lines.len());
    assert_eq!((wrong, text.data.len()), (0, bytes.len()));
}

/// Text of llvm-mc for words, blanks made one; `None` for a word that is no instruction to it.
///
/// Its disassembler for the Nyuzi does not say how long a word is that it refuses (`getInstruction` in
/// `NyuziDisassembler.cpp` sets the size only where decoding succeeds), and llvm-mc goes on by what the word before was
/// long. At the beginning of a text there is none, and whatever follows is read at another byte, or not at all. So a
/// `nop` comes first here, and every line and every warning must be of a whole word.
fn printed_by_llvm(tool: &Path, words: &[u32]) -> Vec<Option<String>> {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let line = |word: &u32| {
        let [a, b, c, d] = word.to_le_bytes();
        format!("{a:#04x} {b:#04x} {c:#04x} {d:#04x}\n")
    };
    let path = folder.path().join("words");
    let text: String = std::iter::once(&NOP).chain(words).map(line).collect();
    std::fs::write(&path, text).expect("the file is written");
    let mut command = Command::new(tool);
    let output = command.args(["-arch=nyuzi", "-disassemble"]).arg(&path).output().expect("llvm-mc starts");
    let (text, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // The number of the line and the column, which is 1 where a word begins.
    let warning = |line: &str| {
        let (place, _) = line.split_once(": warning: invalid instruction encoding")?;
        let (place, column) = place.rsplit_once(':')?;
        Some((place.rsplit_once(':')?.1.parse::<usize>().ok()?, column.to_owned()))
    };
    let mut refused = BTreeSet::new();
    for (number, column) in said.lines().filter_map(warning) {
        assert!(column == "1" && refused.insert(number), "line {number} is read from column {column} on");
    }
    let one_blank = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut lines = text.lines().map(one_blank).filter(|line| !line.is_empty() && line != ".text");
    let printed: Vec<_> = (1..=words.len() + 1)
        .map(|number| {
            let is_refused = refused.contains(&number);
            (!is_refused).then(|| lines.next().unwrap_or_else(|| panic!("line {number} has no text")))
        })
        .collect();
    assert_eq!(lines.next(), None, "every line belongs to a word");
    assert_eq!(printed.first(), Some(&Some("nop".to_owned())));
    printed.into_iter().skip(1).collect()
}

/// A line of llvm-mc as its assembler takes it: the offset of a masked access is printed as ten bits without a sign.
fn with_signed_offset(text: &str) -> String {
    let signed = |text: &str| {
        let (before, base) = text.split_once('(')?;
        let (before, offset) = before.rsplit_once(' ')?;
        let offset = offset.parse::<i32>().ok().filter(|n| *n >= 512 && text.contains("_mask "))?;
        Some(format!("{before} {}({base}", offset - 1024))
    };
    signed(text).unwrap_or_else(|| text.to_owned())
}

#[test]
fn random_words_disassemble_as_with_llvm() {
    let (Some(tool), Some(clang)) = (llvm("llvm-mc"), llvm("clang")) else { return };
    // LLVM demands zeros in the fields that an instruction does not use, which the processor ignores: other
    // words it refuses or takes for stores. Its own assembler makes what is compared here.
    let is_usual =
        |word: &u32| decode_word(*word).is_ok_and(|(found, form)| found.spare == form.usual_spare(&found));
    let mut words = random_words(9, 60);
    for form in forms() {
        let zeros =
            words.iter().filter(|word| *word & form.mask == form.value).map(|w| w & !form.spare_bits());
        words.extend(zeros.collect::<Vec<u32>>());
    }
    words.retain(is_usual);
    let (mut differ, mut compared) = (Vec::new(), BTreeSet::new());
    for (word, theirs) in words.iter().zip(printed_by_llvm(&tool, &words)) {
        let ours = disassemble(&word.to_le_bytes(), 0, Style::Vendor)[0].text.clone();
        if theirs.as_ref() == Some(&ours) {
            compared.insert(decode_word(*word).map(|(_, form)| (form.mask, form.value)).unwrap_or_default());
        } else {
            println!("{word:08x}: {ours}, llvm-mc: {theirs:?}");
            differ.push((*word, theirs.unwrap_or_else(|| panic!("llvm-mc refuses {word:08x}, {ours}"))));
        }
    }
    println!("{} words of {} of {} forms compared", words.len(), compared.len(), forms().len());
    assert_eq!(compared.len(), forms().len());
    // It takes some stores of vectors for `move`, which its own assembler contradicts.
    let source: String = differ.iter().map(|(_, theirs)| format!("\t{theirs}\n")).collect();
    let again = assembled_by_clang(&clang, &source).unwrap_or_else(|error| panic!("{error}"));
    let code = again.sections.iter().find(|section| section.name == ".text").expect("there is code");
    for ((word, theirs), bytes) in differ.iter().zip(code.data.chunks(4)) {
        assert!(theirs.starts_with("move ") && bytes != word.to_le_bytes(), "{word:08x}: {theirs}");
    }
    assert!(differ.len() * 100 < words.len(), "{} words differ", differ.len());
    // Words that we refuse as an instruction, and llvm-mc does not.
    let mut random = Random(11);
    let unknown: Vec<u32> =
        std::iter::repeat_with(|| random.next()).filter(|w| decode_word(*w).is_err()).take(20_000).collect();
    let printed = printed_by_llvm(&tool, &unknown);
    let taken: Vec<_> = unknown.iter().zip(printed).filter_map(|(w, text)| Some((w, text?))).collect();
    println!("of {} words that are no instruction here llvm-mc prints {}", unknown.len(), taken.len());
    // Its decoder does not look at all bits: its own assembler makes another word of each of these texts, or refuses
    // it, as it does `lea` with an offset of more than 14 bits.
    let source: String = taken.iter().map(|(_, text)| format!("\t{}\n", with_signed_offset(text))).collect();
    let refused = lines_refused_by_clang(&clang, &source);
    assert!(refused.iter().all(|i| taken[*i].1.starts_with("lea ")));
    let kept: Vec<_> = (0..taken.len()).filter(|i| !refused.contains(i)).collect();
    let source: String =
        kept.iter().filter_map(|i| source.lines().nth(*i)).map(|line| format!("{line}\n")).collect();
    let again = assembled_by_clang(&clang, &source).unwrap_or_else(|error| panic!("{error}"));
    let code = again.sections.iter().find(|section| section.name == ".text").expect("there is code");
    assert_eq!(code.data.len(), 4 * kept.len());
    for (i, bytes) in kept.iter().zip(code.data.chunks(4)) {
        let (word, text) = &taken[*i];
        assert_ne!(bytes, word.to_le_bytes(), "{word:08x}: {text}");
    }
    println!("of these clang refuses {} and makes another word of {}", refused.len(), kept.len());
}

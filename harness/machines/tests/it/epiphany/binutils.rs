//! Comparison with GNU binutils for epiphany-elf. Prints a line that starts with `skipped:` where the
//! tools are not installed.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use super::compare::{differences, gnu_assemble};
use super::tools::{run_tool, scratch, tool};
use crate::support::programs::c_sources;
use crate::support::random::Random;
use crosscall_machines::epiphany::decode::size_of;
use crosscall_machines::epiphany::fields::Slot;
use crosscall_machines::epiphany::isa::{
    Access, Cond, FORMS, Form, MNEMONIC_ALIASES, Op, REGISTER_ALIASES, SPECIALS,
};
use crosscall_machines::epiphany::{assemble, disassemble};
use crosscall_machines::listing::Style;

/// Objdump's lines for raw bytes at address 0, as offset and text.
fn objdump(bytes: &[u8], name: &str) -> Option<Vec<(u64, String)>> {
    let objdump = tool("objdump")?;
    let directory = scratch(name);
    std::fs::write(directory.join("words.bin"), bytes).expect("write");
    let arguments = ["-b", "binary", "-m", "epiphany", "-EL", "-D", "-z", "words.bin"];
    let listing = run_tool(Command::new(objdump).args(arguments).current_dir(&directory)).expect("objdump");
    let listing = String::from_utf8(listing).expect("text");
    std::fs::remove_dir_all(directory).expect("remove");
    let line = |line: &str| {
        let (offset, rest) = line.split_once(":\t")?;
        let (_, text) = rest.split_once('\t')?;
        Some((u64::from_str_radix(offset.trim(), 16).ok()?, text.trim().to_owned()))
    };
    Some(listing.lines().filter_map(line).collect())
}

/// Lines that objdump prints in another way than our listing.
fn normalised(theirs: &str, ours: &str) -> String {
    // For the short form of `fabs` it prints the names of the operands instead of their values.
    if theirs == "fabs rd,rn" && ours.starts_with("fabs r") {
        return ours.to_owned();
    }
    // Without a symbol table it puts `0x` before a branch target.
    let mut text = theirs.to_owned();
    if let Some((mnemonic, target)) = text.split_once(" 0x")
        && mnemonic.starts_with('b')
        && !target.contains(',')
    {
        text = format!("{mnemonic} {target}");
    }
    text
}

#[test]
fn random_words_disassemble_as_objdump_does() {
    let mut random = Random(7);
    let mut bytes = Vec::new();
    let mut words = Vec::new();
    let mut add = |word: u32| {
        let size = size_of(word as u8);
        words.push((bytes.len(), size));
        bytes.extend_from_slice(&word.to_le_bytes()[..size]);
        if size == 2 {
            // Objdump gives four bytes to whatever it does not know.
            bytes.extend_from_slice(&[0xa2, 0x01]);
        }
    };
    for form in FORMS {
        for _ in 0..400 {
            add(form.value | random.next() & !form.mask);
        }
    }
    for _ in 0..20_000 {
        add(random.next());
    }
    // A displacement of zero has a text of its own.
    for form in FORMS {
        if let Some(displacement) = form.field(Slot::Displacement) {
            for _ in 0..100 {
                let word = form.value | random.next() & !form.mask;
                add(word & !displacement.insert(u32::MAX));
            }
        }
    }
    let Some(theirs) = objdump(&bytes, "words") else { return };
    let theirs: HashMap<u64, String> = theirs.into_iter().collect();
    let mut wrong = 0;
    for &(offset, size) in &words {
        let word = &bytes[offset..offset + size];
        let ours = &disassemble(word, offset as u64, Style::Vendor)[0];
        let theirs = theirs.get(&(offset as u64)).expect("a line for each word");
        if normalised(theirs, &ours.text) != ours.text
            && !(theirs == "*unknown*" && ours.text.starts_with('.'))
        {
            wrong += 1;
            println!("{word:02x?} objdump: {theirs}, ours: {}", ours.text);
        }
    }
    assert_eq!(wrong, 0, "of {}", words.len());
    println!("{} words compared", words.len());
}

/// One compiled source: its name with the options, and the assembly.
type Compiled = (String, String);

/// Assembly of our C sources with every set of options, made once. What the compiler cannot compile is
/// left out, with a printed line.
fn compiled() -> &'static [Compiled] {
    static COMPILED: OnceLock<Vec<Compiled>> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let Some(gcc) = tool("gcc") else { return Vec::new() };
        let directory = scratch("compiled");
        let paths = c_sources();
        let mut texts = Vec::new();
        for (flags, path) in FLAGS.iter().flat_map(|flags| paths.iter().map(move |path| (flags, path))) {
            let name = format!("{} {flags:?}", path.file_name().unwrap_or_default().to_string_lossy());
            let mut command = Command::new(&gcc);
            command.args(*flags).args(["-S", "-o", "out.s"]).arg(path).current_dir(&directory);
            match run_tool(&mut command) {
                Ok(_) => texts.push((name, std::fs::read_to_string(directory.join("out.s")).expect("read"))),
                Err(message) => {
                    assert!(message.contains("internal compiler error"), "{message}");
                    println!("the compiler fails on {name}");
                }
            }
        }
        std::fs::remove_dir_all(directory).expect("remove");
        texts
    })
}

/// Optimisation levels and options that change what kind of code comes out.
const FLAGS: &[&[&str]] = &[
    &["-O0"],
    &["-O1"],
    &["-O2"],
    &["-O3"],
    &["-Os"],
    &["-O2", "-mshort-calls"],
    &["-O2", "-fno-section-anchors", "-fno-common", "-ffunction-sections", "-fdata-sections"],
    &["-O1", "-mfp-iarith", "-fcommon"],
    &["-O1", "-g"],
];

#[test]
fn compiler_output_assembles_as_with_gnu_as() {
    let Some(gas) = tool("as") else { return };
    let directory = scratch("objects");
    let mut wrong = String::new();
    let mut lines = 0;
    for (name, text) in compiled() {
        lines += text.lines().count();
        let theirs = gnu_assemble(&gas, &directory, text).expect("GNU as takes its compiler's output");
        let differences = match assemble(name, text) {
            Ok(ours) => differences(&ours, &theirs),
            Err(diagnostics) => diagnostics.to_string(),
        };
        if !differences.is_empty() {
            let _ = writeln!(wrong, "{name}:\n{differences}");
        }
    }
    std::fs::remove_dir_all(directory).expect("remove");
    println!("{} files of {lines} lines compared", compiled().len());
    assert!(wrong.is_empty(), "{wrong}");
}

/// Source for bytes, as our disassembler writes it.
fn source_of(bytes: &[u8]) -> String {
    disassemble(bytes, 0, Style::Source).iter().map(|line| format!("\t{}\n", line.text)).collect()
}

/// Both assemblers must make these bytes from what we print for them.
fn check_source(bytes: &[u8], gas: &Path, directory: &Path) {
    let source = source_of(bytes);
    let ours = assemble("text.o", &source).expect("what the disassembler prints can be read");
    assert_eq!(ours.sections[0].data, bytes);
    let theirs = gnu_assemble(gas, directory, &source).expect("what the disassembler prints can be read");
    let differences = differences(&ours, &theirs);
    assert!(differences.is_empty(), "{differences}");
}

#[test]
fn printed_source_gives_the_same_bytes() {
    let Some(gas) = tool("as") else { return };
    let directory = scratch("source");
    let mut random = Random(5);
    let mut words = Vec::new();
    for form in FORMS {
        for _ in 0..300 {
            let word = form.value | random.next() & !form.mask;
            words.extend_from_slice(&word.to_le_bytes()[..usize::from(form.size)]);
        }
    }
    for _ in 0..20_000 {
        let word = random.next();
        words.extend_from_slice(&word.to_le_bytes()[..size_of(word as u8)]);
    }
    for form in FORMS {
        if let Some(displacement) = form.field(Slot::Displacement) {
            for _ in 0..100 {
                let word = form.value | random.next() & !form.mask & !displacement.insert(u32::MAX);
                words.extend_from_slice(&word.to_le_bytes()[..usize::from(form.size)]);
            }
        }
    }
    check_source(&words, &gas, &directory);
    println!("{} bytes of random words", words.len());
    let mut bytes = 0;
    for (name, text) in compiled() {
        let object = gnu_assemble(&gas, &directory, text).unwrap_or_else(|error| panic!("{name}: {error}"));
        for section in object.sections.iter().filter(|section| section.flags & 4 != 0) {
            check_source(&section.data, &gas, &directory);
            bytes += section.data.len();
        }
    }
    std::fs::remove_dir_all(directory).expect("remove");
    println!("{bytes} bytes of code from {} files", compiled().len());
}

/// A random line of source in the shape of a form, with every freedom of writing; it may be wrong.
fn random_line(random: &mut Random, form: &Form) -> String {
    let cond = random.pick(&Cond::ALL).1;
    let width = random.pick(&Access::ALL).1;
    let mut name = form.mnemonic.replace("{c}", cond).replace("{z}", width);
    if let Some((alias, _)) = MNEMONIC_ALIASES.iter().find(|(_, real)| *real == name)
        && random.below(2) == 0
    {
        name = (*alias).to_owned();
    }
    if random.below(5) < 2 {
        name += form.suffix.text();
    }
    let mut line = format!("\t{name} ");
    for letter in form.syntax.chars() {
        match letter {
            'd' | 'n' | 'm' => line += &random_register(random),
            's' => line += random.pick(SPECIALS).1,
            '+' => line += *random.pick(&["", "", "+", "-", "#", "#-", "#+"]),
            'i' => line += &random_number(random),
            't' => {
                let reach = *random.pick(&[4, 128, 300, 70_000]);
                let _ = write!(line, ".{:+}", 2 * random.range(-reach, reach));
            }
            other => {
                line.push(other);
                line += *random.pick(&["", "", "", " "]);
            }
        }
    }
    if random.below(10) == 0 { line.to_ascii_uppercase() } else { line }
}

fn random_register(random: &mut Random) -> String {
    match random.below(10) {
        0..6 => format!("r{}", random.below(8)),
        6..9 => format!("r{}", random.below(64)),
        _ => random.pick(REGISTER_ALIASES).0.to_owned(),
    }
}

fn random_number(random: &mut Random) -> String {
    let prefix = *random.pick(&["", "#"]);
    #[rustfmt::skip]
    let edges = [-1025, -1024, -5, -4, -1, 0, 3, 4, 7, 8, 31, 32, 63, 64, 255, 256, 1023, 1024, 2047, 2048, 65535, 65536];
    let value = match random.below(4) {
        0 => random.range(-8, 40),
        1 => *random.pick(&edges),
        2 => random.range(0, 2100),
        _ => random.range(-1100, 70_000),
    };
    if value >= 0 && random.below(2) == 0 {
        format!("{prefix}{value:#x}")
    } else {
        format!("{prefix}{value}")
    }
}

/// Returns whether a line that GNU as takes is one of those that we refuse on purpose, because GNU as drops
/// bits of the value without a word, or forgets in one form a check that it makes in the others (see
/// `docs/machines.md`).
fn refused_on_purpose(message: &str) -> bool {
    const REASONS: &[&str] = &[
        "expected a value of -32768 to 65535",
        "expected a value of -1024 to 1023",
        "expected a value of -4 to 3",
        "expected an even register",
    ];
    REASONS.iter().any(|reason| message.contains(reason))
}

#[test]
fn random_lines_assemble_as_with_gnu_as() {
    let Some(gas) = tool("as") else { return };
    let directory = scratch("lines");
    let mut random = Random(11);
    let mut lines: Vec<String> = Vec::new();
    for form in FORMS.iter().filter(|form| (form.op, form.size) != (Op::Fabs, 2)) {
        lines.extend((0..150).map(|_| random_line(&mut random, form)));
    }
    let text = lines.join("\n") + "\n";
    let refused: HashSet<usize> = match gnu_assemble(&gas, &directory, &text) {
        Ok(_) => HashSet::new(),
        Err(messages) => {
            let line =
                |message: &str| message.strip_prefix("text.s:")?.split_once(": Error:")?.0.parse().ok();
            messages.lines().map(|line| line.trim()).filter_map(line).collect()
        }
    };
    let mut kept = String::new();
    let (mut both, mut neither, mut on_purpose) = (0, 0, 0);
    let mut wrong = String::new();
    for (i, line) in lines.iter().enumerate() {
        match (assemble("line", line), refused.contains(&(i + 1))) {
            (Ok(_), false) => {
                both += 1;
                let _ = writeln!(kept, "{line}");
            }
            (Err(_), true) => neither += 1,
            (Err(diagnostics), false) if refused_on_purpose(&diagnostics.to_string()) => on_purpose += 1,
            (ours, _) => {
                let _ =
                    writeln!(wrong, "{line}: ours {:?}", ours.map(|_| ()).map_err(|error| error.to_string()));
            }
        }
    }
    assert!(wrong.is_empty(), "taken by one assembler only:\n{wrong}");
    let theirs = gnu_assemble(&gas, &directory, &kept).expect("lines that it took one by one");
    let ours = assemble("text.o", &kept).expect("lines that we took one by one");
    let differences = differences(&ours, &theirs);
    assert!(differences.is_empty(), "{differences}");
    std::fs::remove_dir_all(directory).expect("remove");
    println!("{both} lines equal, {neither} refused by both, {on_purpose} refused by us on purpose");
}

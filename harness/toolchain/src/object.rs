//! The file that a compiler left as its object file, and defects of it.

use crosscall_engine::machine;
use crosscall_machines::elf::is_archive;
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset;
use crosscall_model::Target;
use std::fmt;
use std::path::Path;

/// Largest object file that is read, in bytes.
pub(super) const OBJECT_LIMIT: u64 = 256 << 20;

/// Why there is no object file to be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unusable {
    /// There is no file.
    Missing,
    /// The answer of a printer is none: why.
    Answer(String),
    /// There is something else: a folder, a link, a pipe.
    NoFile,
    /// The file is empty.
    Empty,
    /// The file is larger than any unit makes it; its size in bytes.
    TooLarge(u64),
    /// The file is text.
    Text,
    /// The file is something that a compiler makes under some option: what it is, and the option.
    Other(&'static str, &'static str),
    /// The file is an object file for another processor.
    Foreign {
        /// That processor.
        machine: String,
        /// The processor that it should be for.
        target: Target,
    },
    /// The file begins like an object file and is none.
    Damaged(String),
    /// The file is a package, and what opens packages could not be run.
    NoOpener(String),
    /// The file is a package that could not be opened.
    Closed {
        /// The command that should have opened it.
        command: String,
        /// Result of that command.
        reason: String,
    },
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::Missing => f.write_str("there is none"),
            Unusable::NoFile => f.write_str("it is not a regular file"),
            Unusable::Empty => f.write_str("it is empty"),
            Unusable::TooLarge(size) => {
                write!(f, "it has {size} bytes; at most {OBJECT_LIMIT} are read")
            }
            Unusable::Text => f.write_str("it is text, such as -S and -E make"),
            Unusable::Other(what, option) => write!(f, "it is {what}: leave out {option}"),
            Unusable::Foreign { machine, target } => write!(
                f,
                "it is for {machine}, not for {target}; the command must be that of a compiler for {target}"
            ),
            Unusable::Damaged(reason) => write!(f, "it is damaged: {reason}"),
            Unusable::NoOpener(reason) | Unusable::Answer(reason) => f.write_str(reason),
            Unusable::Closed { command, reason } => write!(f, "`{command}` did not open it: {reason}"),
        }
    }
}

/// Reads the object file that a compiler was told to write.
///
/// # Errors
/// The reason why it cannot be used.
pub(super) fn read(target: Target, name: &str, path: &Path) -> Result<(Vec<u8>, ObjectFile), Unusable> {
    let bytes = bytes(path)?;
    let object = parse(target, name, &bytes)?;
    Ok((bytes, object))
}

/// Reads the file that a tool was told to write.
///
/// # Errors
/// The reason why it cannot be used.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Unusable> {
    exists(path)?;
    std::fs::read(path).map_err(|e| Unusable::Damaged(e.to_string()))
}

/// True if a tool wrote the file that it was told to write.
///
/// # Errors
/// The reason why it cannot be used.
pub(super) fn exists(path: &Path) -> Result<(), Unusable> {
    let metadata = std::fs::symlink_metadata(path).map_err(|_| Unusable::Missing)?;
    if !metadata.is_file() {
        return Err(Unusable::NoFile);
    }
    if metadata.len() > OBJECT_LIMIT {
        return Err(Unusable::TooLarge(metadata.len()));
    }
    Ok(())
}

/// Reads the bytes of an object file; `name` is for messages.
///
/// # Errors
/// The reason why they cannot be used.
pub fn parse(target: Target, name: &str, bytes: &[u8]) -> Result<ObjectFile, Unusable> {
    if bytes.is_empty() {
        return Err(Unusable::Empty);
    }
    let Some(elf) = bytes.strip_prefix(b"\x7fELF") else {
        return Err(other_form(bytes, target));
    };
    // The class, the byte order and the machine's number say whose file it is; the rest may be damaged.
    if let (Some([class, order, ..]), Some(number)) = (elf.first_chunk::<12>(), bytes.get(18..20)) {
        let number = <[u8; 2]>::try_from(number).unwrap_or_default();
        let machine = match order {
            2 => u16::from_be_bytes(number),
            _ => u16::from_le_bytes(number),
        };
        if machine != machine::tools(target).format().machine {
            return Err(Unusable::Foreign { machine: machine_name(machine, *class), target });
        }
    }
    if bytes.get(16) == Some(&2) || bytes.get(16) == Some(&3) {
        return Err(Unusable::Other("a linked program", "what makes the compiler link"));
    }
    let object = machine::tools(target).read_object(name, bytes);
    let object = object.map_err(|error| Unusable::Damaged(error.text))?;
    if object.symbols.iter().any(|s| s.name.trim_start_matches('_') == "gnu_lto_slim") {
        let option = "-flto, or add -ffat-lto-objects";
        return Err(Unusable::Other("an object file without code, for link-time optimisation", option));
    }
    Ok(object)
}

/// The first bytes of files that are not ELF.
const FORMS: &[(&[u8], &str, &str)] = &[
    (b"BC\xc0\xde", "LLVM bitcode", "-flto and -emit-llvm"),
    (b"\xde\xc0\x17\x0b", "LLVM bitcode", "-flto and -emit-llvm"),
    (b"\0asm", "a WebAssembly module", "the option that chooses that target"),
    (b"gpch", "a precompiled header", "-x c-header"),
];

fn other_form(bytes: &[u8], target: Target) -> Unusable {
    let foreign = |machine: &str| Unusable::Foreign { machine: machine.to_owned(), target };
    if is_archive(bytes) {
        return Unusable::Other("a library", "what makes the compiler write one");
    }
    if let Some((_, what, option)) = FORMS.iter().find(|(start, ..)| bytes.starts_with(start)) {
        return Unusable::Other(what, option);
    }
    match bytes.first_chunk::<4>() {
        Some([0xce | 0xcf, 0xfa, 0xed, 0xfe]) => return foreign("macOS (Mach-O)"),
        Some([0x64, 0x86, ..]) => return foreign("Windows (COFF for x86-64)"),
        _ => {}
    }
    // The beginning of a text may end in the middle of a character.
    let start = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    let text = match std::str::from_utf8(start) {
        Ok(text) => Some(text),
        Err(error) if error.error_len().is_none() => {
            start.get(..error.valid_up_to()).and_then(|start| std::str::from_utf8(start).ok())
        }
        Err(_) => None,
    };
    match text {
        Some(text) if !text.chars().any(|c| c.is_control() && !c.is_whitespace()) => Unusable::Text,
        _ => Unusable::Damaged("it does not begin like an ELF file".to_owned()),
    }
}

/// Numbers of machines in ELF files that a compiler is likely to have been built for; those for which this project has
/// tools are known besides.
const MACHINES: &[(u16, &str)] = &[
    (2, "SPARC"),
    (3, "x86 (32 bits)"),
    (8, "MIPS"),
    (20, "PowerPC"),
    (21, "PowerPC (64 bits)"),
    (22, "S/390"),
    (40, "Arm (32 bits)"),
    (43, "SPARC (64 bits)"),
    (62, "x86-64"),
    (183, "AArch64"),
    (243, "RISC-V"),
    (258, "LoongArch"),
];

fn machine_name(number: u16, class: u8) -> String {
    let known = MACHINES.iter().find(|(of, _)| *of == number).map(|(_, name)| *name);
    let ours =
        || toolset::ALL.iter().find(|tools| tools.format().machine == number).map(|tools| tools.name());
    match known.or_else(ours) {
        Some(name) => name.to_owned(),
        None => format!("ELF machine {number} ({} bits)", if class == 2 { 64 } else { 32 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn good() -> Vec<u8> {
        let tools = machine::tools(Target::Epiphany);
        let object = tools.assemble("good", ".global _f\n_f: rts\n").unwrap();
        tools.write_object(&object).unwrap()
    }

    fn is(bytes: &[u8], expected: &Expect) {
        let reported =
            parse(Target::Epiphany, "x.o", bytes).map_or_else(|e| e.to_string(), |_| "good".to_owned());
        expected.assert_eq(&reported);
    }

    #[test]
    fn everything_has_its_words() {
        let good = good();
        let with = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            bytes
        };
        is(&good, &expect!["good"]);
        is(b"", &expect!["it is empty"]);
        is(b"rubbish\n", &expect!["it is text, such as -S and -E make"]);
        is(b"\t.file \"\xc3", &expect!["it is text, such as -S and -E make"]);
        is(&[1, 2, 3, 0xff], &expect!["it is damaged: it does not begin like an ELF file"]);
        is(b"!<arch>\n", &expect!["it is a library: leave out what makes the compiler write one"]);
        is(b"BC\xc0\xde1234", &expect!["it is LLVM bitcode: leave out -flto and -emit-llvm"]);
        is(&good[..40], &expect!["it is damaged: Invalid ELF header size or alignment (the file is 32-bit)"]);
        is(
            &good[..good.len() / 2],
            &expect!["it is damaged: Invalid ELF section header offset/size/alignment"],
        );
        is(&with(16, 2), &expect!["it is a linked program: leave out what makes the compiler link"]);
        let mut foreign = with(18, 62);
        foreign[19] = 0;
        is(
            &foreign,
            &expect![
                "it is for x86-64, not for epiphany; the command must be that of a compiler for epiphany"
            ],
        );
        let nyuzi = toolset::find("nyuzi").unwrap().format().machine.to_le_bytes();
        foreign[18..20].copy_from_slice(&nyuzi);
        is(
            &foreign,
            &expect![
                "it is for nyuzi, not for epiphany; the command must be that of a compiler for epiphany"
            ],
        );
        (foreign[18], foreign[19]) = (99, 0);
        is(
            &foreign,
            &expect![
                "it is for ELF machine 99 (32 bits), not for epiphany; the command must be that of a compiler for epiphany"
            ],
        );
    }

    #[test]
    fn no_damage_is_taken_for_an_object_that_it_is_not() {
        let good = good();
        for length in 0..good.len() {
            // Whatever it says, it says it.
            let reported = parse(Target::Epiphany, "x.o", &good[..length]);
            assert!(reported.is_err() || length >= 52, "{length}");
        }
    }
}

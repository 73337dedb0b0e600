//! Instructions of extensions that the machine lacks, as object files that are made for them have them: their names, and the
//! encodings that they take from other extensions.
//!
//! Encodings are those of the manual of code size reduction.

use super::arch::extensions;
use super::csr;
use super::decode::decode;
use super::isa::{Extension, Instruction, SHORTS, Xlen};
use crate::object_file::ObjectFile;

/// Extensions that the machine has, or that add no instruction.
#[rustfmt::skip]
const PRESENT: &[&str] = &[
    "i", "e", "g", "m", "a", "f", "d", "c", "zicsr", "zifencei", "zfh", "zfhmin", "zmmul", "zaamo", "zalrsc", "zca", "zcf", "zcd",
    "zicntr", "zihpm", "zihintpause", "zihintntl", "zicbop", "zicond", "zfa", "zcb",
    "b", "zba", "zbb", "zbc", "zbs", "zbkb", "zbkc", "zbkx",
    "v", "zve32x", "zve32f", "zve64x", "zve64f", "zve64d", "zvl32b", "zvl64b", "zvl128b",
    "zkn", "zknd", "zkne", "zknh", "zks", "zksed", "zksh", "zkt",
];

/// Extensions whose instructions have encodings that otherwise belong to these.
const TAKEN: &[(&str, &[Extension])] = &[
    ("zcmp", &[Extension::Cd]),
    ("zcmt", &[Extension::Cd]),
    ("zclsd", &[Extension::Cf]),
    ("zfinx", &[Extension::F, Extension::D, Extension::Zfh, Extension::ZfhD, Extension::Zfa]),
];

/// An instruction that the machine lacks, or several of one name.
struct Row {
    extension: &'static str,
    name: &'static str,
    value: u32,
    mask: u32,
}

const fn row(extension: &'static str, name: &'static str, value: u32, mask: u32) -> Row {
    Row { extension, name, value, mask }
}

#[rustfmt::skip]
static ROWS: &[Row] = &[
    row("zcmp", "cm.push", 0xb802, 0xff03),      row("zcmp", "cm.pop", 0xba02, 0xff03),
    row("zcmp", "cm.popretz", 0xbc02, 0xff03),   row("zcmp", "cm.popret", 0xbe02, 0xff03),
    row("zcmp", "cm.mvsa01", 0xac22, 0xfc63),    row("zcmp", "cm.mva01s", 0xac62, 0xfc63),
    row("zcmt", "cm.jt", 0xa002, 0xfc03),
];

/// Format letter of a section of attributes, and the part that is about the file.
const FORMAT: u8 = b'A';
const FILE: u64 = 1;
/// Number of the attribute with the architecture (Tag_RISCV_arch).
const ARCH: u64 = 5;

/// The architecture that an object file says it is made for.
pub fn architecture(object: &ObjectFile) -> Option<String> {
    let section = object.sections.iter().find(|section| section.name == ".riscv.attributes")?;
    // Format, size of the vendor's part, its name, the file's tag and size: each attribute behind is a number and a value.
    let vendor = section.data.strip_prefix(&[FORMAT])?.get(4..)?;
    let mut rest = vendor.strip_prefix(b"riscv\0")?;
    if uleb128(&mut rest)? != FILE {
        return None;
    }
    rest = rest.get(4..)?;
    loop {
        let tag = uleb128(&mut rest)?;
        if tag.is_multiple_of(2) {
            uleb128(&mut rest)?;
            continue;
        }
        let end = rest.iter().position(|byte| *byte == 0)?;
        let (text, behind) = rest.split_at_checked(end)?;
        if tag == ARCH {
            return Some(String::from_utf8_lossy(text).into_owned());
        }
        rest = behind.get(1..)?;
    }
}

/// Takes a number off the front of bytes.
fn uleb128(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..u64::BITS).step_by(7) {
        let (byte, behind) = rest.split_first()?;
        *rest = behind;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// Returns whether an architecture has an extension that the machine lacks.
pub fn lacks(architecture: &str) -> bool {
    extensions(architecture).is_some_and(|(_, names)| !lacked(&names).is_empty())
}

/// The extensions of these that the machine lacks.
fn lacked(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).filter(|name| !PRESENT.contains(name)).collect()
}

/// Extensions whose encodings mean something else in the code of an architecture.
pub fn taken(architecture: &str) -> Vec<Extension> {
    let names = extensions(architecture).map_or_else(Vec::new, |(_, names)| names);
    let takes = TAKEN.iter().filter(|(name, _)| names.iter().any(|own| own == name));
    takes.flat_map(|(_, taken)| taken.iter().copied()).collect()
}

/// The part of the architecture that an instruction belongs to as it is written.
pub fn extension_of(instruction: &Instruction) -> Option<Extension> {
    match instruction.short {
        Some(row) => SHORTS.get(usize::from(row)).map(|short| short.extension),
        None => instruction.op.form().map(|form| form.extension),
    }
}

/// The instruction at the beginning of `bytes` in words, if the machine lacks it and the architecture that its object file is
/// made for has an extension that the machine lacks.
pub fn lacking(architecture: &str, bytes: &[u8], xlen: Xlen) -> Option<String> {
    let (_, names) = extensions(architecture)?;
    let lacked = lacked(&names);
    if lacked.is_empty() {
        return None;
    }
    let word = bytes.iter().take(4).rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    let word = if word & 3 == 3 { word } else { word & 0xffff };
    if let Ok(instruction) = decode(bytes, xlen) {
        let is_taken = extension_of(&instruction).is_some_and(|own| taken(architecture).contains(&own));
        let register = (word & OPCODE == SYSTEM && word & FUNCTION != 0).then_some(word >> 20);
        return match register {
            Some(number) if csr::name_of(number).is_none() => {
                Some(format!("the control register {number:#x}, which the architecture {architecture} has"))
            }
            _ => is_taken.then(|| name(word, &lacked, architecture)),
        };
    }
    Some(name(word, &lacked, architecture))
}

/// Mask of the opcode, the opcode of accesses to control registers, and the bits that make an instruction with it one.
const OPCODE: u32 = 0x7f;
const SYSTEM: u32 = 0x73;
const FUNCTION: u32 = 0x7000;

/// An instruction of one of the extensions that the machine lacks.
fn name(word: u32, lacked: &[&str], architecture: &str) -> String {
    let fits = |row: &&Row| word & row.mask == row.value && lacked.contains(&row.extension);
    match ROWS.iter().find(fits) {
        Some(row) => {
            let (first, rest) = row.extension.split_at(1);
            format!("`{}` (extension {}{rest})", row.name, first.to_ascii_uppercase())
        }
        None => format!("the instruction {word:#x} of the architecture {architecture}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The architecture in an object file of clang 19, with every extension of [`ROWS`].
    const EVERYTHING: &str = "rv64i2p1_m2p0_a2p1_c2p0_zicboz1p0_zicond1p0_zicsr2p0_zmmul1p0_zca1p0_zcb1p0_zcmp1p0_zcmt1p0_\
                              zba1p0_zbb1p0_zbc1p0_zbs1p0_zve32x1p0_zve64x1p0_zvl32b1p0_zvl64b1p0";

    fn named(architecture: &str, word: u32) -> Option<String> {
        lacking(architecture, &word.to_le_bytes(), Xlen::Rv64)
    }

    /// Words that the assembler of clang 19 makes, with the names in its listing.
    #[test]
    fn instructions_are_named() {
        #[rustfmt::skip]
        let cases = [
            (0xb8fe, "`cm.push` (extension Zcmp)"), (0xbc42, "`cm.popretz` (extension Zcmp)"),
            (0xacbe, "`cm.mvsa01` (extension Zcmp)"), (0xacfe, "`cm.mva01s` (extension Zcmp)"),
            (0xa00e, "`cm.jt` (extension Zcmt)"), (0xa102, "`cm.jt` (extension Zcmt)"),
        ];
        for (word, name) in cases {
            assert_eq!(named(EVERYTHING, word).as_deref(), Some(name), "{word:#x}");
        }
        let other = named("rv64gc_zicboz", 0x0045_200f);
        assert_eq!(other.as_deref(), Some("the instruction 0x45200f of the architecture rv64gc_zicboz"));
        let register = named("rv64gc_zkr", 0x0150_2573);
        assert_eq!(
            register.as_deref(),
            Some("the control register 0x15, which the architecture rv64gc_zkr has")
        );
    }

    #[test]
    fn what_the_machine_has_is_not_lacking() {
        // `andn` with its extension, `add a0,a1,a2`, `c.fsdsp`, and a word of no instruction.
        for (architecture, word) in [
            ("rv64gc_zbb_zicboz", 0x40c5_f533),
            (EVERYTHING, 0x00c5_8533),
            ("rv64gc_zba", 0xb8fe),
            // `vfadd.vv`.
            (EVERYTHING, 0x0222_1057),
            ("rv64gc", 0xffff_ffff),
        ] {
            assert_eq!(named(architecture, word), None, "{architecture} {word:#x}");
        }
        assert!(!lacks("rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"));
        assert!(!lacks("rv64imafdcv_zve64d_zvl128b") && lacks("rv64imafdcv_zvfh"));
        assert!(!lacks("rv64imafdc_zba_zbb_zbc_zbs_zkn_zks_zicond_zfa_zcb"));
        assert!(lacks(EVERYTHING) && taken(EVERYTHING) == [Extension::Cd, Extension::Cd]);
    }

    #[test]
    fn the_architecture_is_an_attribute_of_the_object_file() {
        let with = |data: &[u8]| {
            let section = crate::object_file::Section {
                name: ".riscv.attributes".to_owned(),
                data: data.to_vec(),
                ..Default::default()
            };
            architecture(&ObjectFile { sections: vec![section], ..ObjectFile::default() })
        };
        // As GNU as writes it: the alignment of the stack comes first.
        let whole = b"A\x1f\0\0\0riscv\0\x01\x15\0\0\0\x04\x10\x05rv32i_zcmp\0\x06\0";
        assert_eq!(with(whole).as_deref(), Some("rv32i_zcmp"));
        for length in 0..whole.len() - 3 {
            assert_eq!(with(&whole[..length]), None, "cut off at {length}");
        }
        assert_eq!(architecture(&ObjectFile::default()), None);
    }
}

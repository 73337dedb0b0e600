//! The IPU's relocations, object format and default memory map.
//!
//! Numbers, fields and checks are those of LLVM's `ColossusRelocs.h`, which lld uses; that lld takes the sum
//! of symbol and addend as a signed number of 32 bits is what its test `colossus-64-reloc.s` shows.

use std::borrow::Borrow;

use super::fixups as r;
use crate::elf::{Class, Format};
use crate::executable::Executable;
use crate::link::{
    COMMON, Entry, LinkError, LinkOptions, LinkTarget, Place, RelocationError, SectionRule, Site,
};
use crate::memory_map::{HostWindow, MemoryMap, Permissions, RegionSpec};
use crate::object_file::ObjectFile;

/// `e_machine` of IPU files (EM_GRAPHCORE_IPU).
pub const MACHINE: u16 = 248;

/// Format of the IPU's ELF files; the ABI byte says "standalone".
pub const FORMAT: Format = Format { class: Class::Elf32, machine: MACHINE, os_abi: 255 };

/// First address of the tile's memory, from which programs are linked and from which two relocations
/// count.
pub const MEMORY: u64 = 0x4_c000;
/// Size in bytes of the tile's memory: 624 KiB.
pub const MEMORY_SIZE: u64 = 0x9_c000;
/// Initial stack pointer: 32 KiB below the end of memory, for what a caller's frame holds.
pub const STACK_TOP: u64 = 0xe_0000;
/// Bytes kept free below the initial stack pointer when programs are linked.
pub const STACK_SIZE: u64 = 0x1_8000;
/// Where the host serves runtime functions: behind the tile's memory, where `setzi` and `call` reach.
pub const HOST_WINDOW: HostWindow = HostWindow { base: 0xf_0000, size: 0x1_0000, slot: 16 };

/// How a relocation changes its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Patch {
    /// Nothing.
    None,
    /// All of a field of so many bytes holds the value in units of 2 to this.
    Data(usize, u32),
    /// The lowest bits of a word, as many as the first number says, hold the value in units of 2 to the
    /// second.
    Bits(u32, u32),
    /// A halfword holds the distance from the base of memory in words.
    Distance,
    /// The same in the split field of `run`.
    Run,
}

/// Every relocation: number, name, effect.
#[rustfmt::skip]
const RELOCATIONS: [(u32, &str, Patch); 14] = [
    (r::R_NONE,           "R_COLOSSUS_NONE",           Patch::None),
    (r::R_8,              "R_COLOSSUS_8",              Patch::Data(1, 0)),
    (r::R_16,             "R_COLOSSUS_16",             Patch::Data(2, 0)),
    (r::R_20,             "R_COLOSSUS_20",             Patch::Bits(20, 0)),
    (r::R_32,             "R_COLOSSUS_32",             Patch::Data(4, 0)),
    (r::R_64,             "R_COLOSSUS_64",             Patch::Data(8, 0)),
    (r::R_RELATIVE_16_S2, "R_COLOSSUS_RELATIVE_16_S2", Patch::Distance),
    (r::R_18_S2,          "R_COLOSSUS_18_S2",          Patch::Bits(18, 2)),
    (r::R_19_S2,          "R_COLOSSUS_19_S2",          Patch::Bits(19, 2)),
    (r::R_RUN,            "R_COLOSSUS_RUN",            Patch::Run),
    (r::R_16_S3,          "R_COLOSSUS_16_S3",          Patch::Data(2, 3)),
    (r::R_16_S4,          "R_COLOSSUS_16_S4",          Patch::Data(2, 4)),
    (r::R_16_S5,          "R_COLOSSUS_16_S5",          Patch::Data(2, 5)),
    (r::R_21,             "R_COLOSSUS_21",             Patch::Bits(21, 0)),
];

/// Every relocation's number and name.
pub fn relocations() -> impl Iterator<Item = (u32, &'static str)> {
    RELOCATIONS.iter().map(|&(number, name, _)| (number, name))
}

/// The IPU as the linker sees it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ipu;

impl LinkTarget for Ipu {
    fn machine(&self) -> u16 {
        MACHINE
    }

    fn relocation_name(&self, kind: u32) -> Option<&'static str> {
        relocations().find(|(number, _)| *number == kind).map(|(_, name)| name)
    }

    fn relocate(&self, site: &Site, field: &mut [u8]) -> Result<(), RelocationError> {
        let row = RELOCATIONS.iter().find(|(number, ..)| *number == site.kind);
        let &(_, _, patch) = row.ok_or(RelocationError::Unknown)?;
        let value = i64::from(site.value() as u32 as i32) as u64;
        match patch {
            Patch::None => Ok(()),
            Patch::Data(8, _) => store(field, 8, value),
            Patch::Data(size, shift) => {
                let bits = 8 * size as u32;
                store(field, size, fitting(aligned(value, shift)?, bits)?)
            }
            Patch::Bits(bits, shift) => {
                let new = fitting(aligned(value, shift)?, bits)? as u32;
                replace(field, (1 << bits) - 1, new)
            }
            Patch::Distance => store(field, 2, distance(value)?),
            Patch::Run => {
                let words = distance(value)? as u32;
                replace(field, 0x000f_0fff, (words & 0xf000) << 4 | words & 0xfff)
            }
        }
    }
}

/// A value in units of 2 to `shift`.
fn aligned(value: u64, shift: u32) -> Result<u64, RelocationError> {
    let unit = 1u64 << shift;
    if !value.is_multiple_of(unit) {
        return Err(RelocationError::Misaligned { value, unit });
    }
    Ok(value >> shift)
}

/// A value that must fit so many bits, without sign.
fn fitting(value: u64, bits: u32) -> Result<u64, RelocationError> {
    if value >> bits != 0 {
        let maximum = (1i64 << bits) - 1;
        return Err(RelocationError::Overflow { value: value as i64, minimum: 0, maximum });
    }
    Ok(value)
}

/// The distance from the base of memory in words.
fn distance(value: u64) -> Result<u64, RelocationError> {
    aligned(value, 2)?;
    fitting(value.wrapping_sub(MEMORY) >> 2, 16)
}

/// The bytes of a field.
fn place(field: &mut [u8], size: usize) -> Result<&mut [u8], RelocationError> {
    let available = field.len();
    field.get_mut(..size).ok_or(RelocationError::Truncated { needed: size, available })
}

fn store(field: &mut [u8], size: usize, value: u64) -> Result<(), RelocationError> {
    for (to, from) in place(field, size)?.iter_mut().zip(value.to_le_bytes()) {
        *to = from;
    }
    Ok(())
}

/// Replaces the bits in `mask` of a little-endian word.
fn replace(field: &mut [u8], mask: u32, bits: u32) -> Result<(), RelocationError> {
    let place = place(field, 4)?;
    let mut word = [0; 4];
    word.copy_from_slice(place);
    let word = u32::from_le_bytes(word) & !mask | bits & mask;
    place.copy_from_slice(&word.to_le_bytes());
    Ok(())
}

/// The default memory map: the memory of one tile.
pub fn memory_map() -> MemoryMap {
    let tile = RegionSpec {
        name: "tile".to_string(),
        base: MEMORY,
        size: MEMORY_SIZE,
        permissions: Permissions::ALL,
    };
    MemoryMap { regions: vec![tile], stack_top: STACK_TOP, host: HOST_WINDOW }
}

/// Options for programs in the tile's memory: code from its base on, then constants and data, runtime
/// functions served by the host unless an object defines them.
pub fn link_options() -> LinkOptions {
    let rule = |name: &str, patterns: &[&str], place| SectionRule::new(name, patterns, place);
    let mut data = rule(".data", &[".data", ".data.*"], Place::After);
    // Code and data on different pages of the simulator's memory.
    data.align = 1024;
    let mut bss = rule(".bss", &[".bss", ".bss.*", COMMON], Place::After);
    bss.start_symbols = vec!["__bss_start".to_string()];
    bss.end_symbols = vec!["_end".to_string(), "end".to_string()];
    LinkOptions {
        layout: vec![
            rule(".text", &[".text", ".text.*"], Place::At(MEMORY)),
            rule(".rodata", &[".rodata", ".rodata.*"], Place::After),
            data,
            bss,
        ],
        entry: Entry::Prefer(vec!["_start".to_string(), "main".to_string()]),
        served: super::runtime::addresses(&HOST_WINDOW),
        reserved: vec![
            (STACK_TOP - STACK_SIZE, MEMORY + MEMORY_SIZE - (STACK_TOP - STACK_SIZE), "stack".to_string()),
            (HOST_WINDOW.base, HOST_WINDOW.size, "host window".to_string()),
        ],
        ..LinkOptions::default()
    }
}

/// Links IPU objects.
///
/// # Errors
///
/// See [`crate::link::link`].
pub fn link<O: Borrow<ObjectFile>>(objects: &[O], options: &LinkOptions) -> Result<Executable, LinkError> {
    crate::link::link(&Ipu, objects, options)
}

//! Epiphany's relocations, object format and default memory map.
//!
//! Relocation numbers, fields and formulae are those of binutils' `bfd/elf32-epiphany.c` and of what gas
//! 2.40 puts in the fields when it knows the value. Where `ld` 2.40 computes another value than gas
//! (numbers 2, 5, 6, 7, 11 and 12), gas is followed: compilers never leave those to the linker. Nor is
//! the old contents of a field added to its value, as `ld` does: gas leaves zeros in fields, but for
//! long branches to a global symbol plus a constant, which `ld` then counts twice.

use std::borrow::Borrow;

use crate::elf::{Class, Format};
use crate::executable::Executable;
use crate::link::{
    COMMON, Entry, LinkError, LinkOptions, LinkTarget, Place, RelocationError, SectionRule, Site,
};
use crate::memory_map::{HostWindow, MemoryMap, Permissions, RegionSpec};
use crate::object_file::ObjectFile;

/// `e_machine` of Epiphany files (EM_ADAPTEVA_EPIPHANY).
pub const MACHINE: u16 = 0x1223;

/// Format of Epiphany's ELF files.
pub const FORMAT: Format = Format { class: Class::Elf32, machine: MACHINE, os_abi: 0 };

/// First address of the local memory behind the addresses that the ABI document reserves for the
/// runtime, and behind the interrupt vectors.
pub const LOCAL_TEXT: u64 = 0x200;
/// Size in bytes of the simulated local memory: everything below the memory-mapped registers.
pub const LOCAL_SIZE: u64 = 0xF_0000;
/// First address of the memory-mapped registers.
pub const REGISTER_WINDOW: u64 = 0xF_0000;
/// Size in bytes of the range of memory-mapped registers.
pub const REGISTER_WINDOW_SIZE: u64 = 0x1_0000;
/// First address of the external memory.
pub const EXTERNAL: u64 = 0x8E00_0000;
/// Size in bytes of the external memory. A long branch reaches every part of it and the host window.
pub const EXTERNAL_SIZE: u64 = 0x200_0000;
/// Initial stack pointer: in local memory, with 64 KiB above it for what a caller's frame holds.
pub const STACK_TOP: u64 = 0xE_0000;
/// Where the host serves runtime functions: below the external memory, in reach of long branches.
pub const HOST_WINDOW: HostWindow = HostWindow { base: 0x8DFF_0000, size: 0x1_0000, slot: 16 };

/// How a relocation changes its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Patch {
    /// Nothing.
    None,
    /// A byte, half or word of data: its size in bytes.
    Data(usize),
    /// The same, relative to the start of the section: gas has put minus the offset in the addend.
    Relative(usize),
    /// A branch offset in units of 2 bytes: number of bits; the field ends at the top of the
    /// instruction.
    Branch(u32),
    /// The 16-bit immediate of mov and movt: distance to shift the value right.
    Half(u32),
    /// An 11-bit immediate: least and greatest value.
    Eleven(i64, i64),
    /// The 8-bit immediate of the short mov.
    Eight,
}

/// Every relocation: number (its index), name, effect.
#[rustfmt::skip]
const RELOCATIONS: [(&str, Patch); 14] = [
    ("R_EPIPHANY_NONE",     Patch::None),
    ("R_EPIPHANY_8",        Patch::Data(1)),
    ("R_EPIPHANY_16",       Patch::Data(2)),
    ("R_EPIPHANY_32",       Patch::Data(4)),
    ("R_EPIPHANY_8_PCREL",  Patch::Relative(1)),
    ("R_EPIPHANY_16_PCREL", Patch::Relative(2)),
    ("R_EPIPHANY_32_PCREL", Patch::Relative(4)),
    ("R_EPIPHANY_SIMM8",    Patch::Branch(8)),
    ("R_EPIPHANY_SIMM24",   Patch::Branch(24)),
    ("R_EPIPHANY_HIGH",     Patch::Half(16)),
    ("R_EPIPHANY_LOW",      Patch::Half(0)),
    ("R_EPIPHANY_SIMM11",   Patch::Eleven(-1024, 1023)),
    ("R_EPIPHANY_IMM11",    Patch::Eleven(0, 2047)),
    ("R_EPIPHANY_IMM8",     Patch::Eight),
];

/// Epiphany as the linker sees it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Epiphany;

impl LinkTarget for Epiphany {
    fn machine(&self) -> u16 {
        MACHINE
    }

    fn relocation_name(&self, kind: u32) -> Option<&'static str> {
        RELOCATIONS.get(kind as usize).map(|(name, _)| *name)
    }

    fn relocate(&self, site: &Site, field: &mut [u8]) -> Result<(), RelocationError> {
        let &(_, patch) = RELOCATIONS.get(site.kind as usize).ok_or(RelocationError::Unknown)?;
        // Addresses are 32 bits; everything is modulo 2^32 and then read as signed for the checks.
        let value = site.value() as u32;
        match patch {
            Patch::None => Ok(()),
            Patch::Data(size) => put_data(field, size, value),
            Patch::Relative(size) => put_data(field, size, value.wrapping_sub(site.section as u32)),
            Patch::Branch(bits) => {
                let distance = value.wrapping_sub(site.place as u32);
                if distance & 1 != 0 {
                    return Err(RelocationError::Misaligned { value: distance.into(), unit: 2 });
                }
                let offset = (distance as i32) >> 1;
                let half = 1i64 << (bits - 1);
                let offset = within(offset.into(), -half, half - 1)?;
                match bits {
                    8 => patch_bits(field, 2, 0xff00, (offset as u32) << 8),
                    _ => patch_bits(field, 4, 0xffff_ff00, (offset as u32) << 8),
                }
            }
            Patch::Half(shift) => {
                let half = value >> shift & 0xffff;
                patch_bits(field, 4, 0x0ff0_1fe0, (half & 0xff) << 5 | (half >> 8) << 20)
            }
            Patch::Eleven(minimum, maximum) => {
                let bits = within((value as i32).into(), minimum, maximum)? as u32;
                patch_bits(field, 4, 0x00ff_0380, (bits & 7) << 7 | (bits >> 3 & 0xff) << 16)
            }
            Patch::Eight => {
                let bits = within((value as i32).into(), 0, 255)? as u32;
                patch_bits(field, 2, 0x1fe0, bits << 5)
            }
        }
    }
}

fn within(value: i64, minimum: i64, maximum: i64) -> Result<i64, RelocationError> {
    if value < minimum || value > maximum {
        return Err(RelocationError::Overflow { value, minimum, maximum });
    }
    Ok(value)
}

/// Stores a value of 1, 2 or 4 bytes; it may be meant as signed or unsigned.
fn put_data(field: &mut [u8], size: usize, value: u32) -> Result<(), RelocationError> {
    if size < 4 {
        let bits = size as u32 * 8;
        within((value as i32).into(), -(1i64 << (bits - 1)), (1i64 << bits) - 1)?;
    }
    let available = field.len();
    let place = field.get_mut(..size).ok_or(RelocationError::Truncated { needed: size, available })?;
    for (to, from) in place.iter_mut().zip(value.to_le_bytes()) {
        *to = from;
    }
    Ok(())
}

/// Replaces the bits in `mask` of the little-endian instruction of `size` bytes.
fn patch_bits(field: &mut [u8], size: usize, mask: u32, bits: u32) -> Result<(), RelocationError> {
    let available = field.len();
    let place = field.get_mut(..size).ok_or(RelocationError::Truncated { needed: size, available })?;
    let mut word = [0; 4];
    for (to, from) in word.iter_mut().zip(place.iter()) {
        *to = *from;
    }
    let word = u32::from_le_bytes(word) & !mask | bits & mask;
    for (to, from) in place.iter_mut().zip(word.to_le_bytes()) {
        *to = from;
    }
    Ok(())
}

/// The default memory map: local memory for the stack and small programs, external memory for the
/// rest.
pub fn memory_map() -> MemoryMap {
    let region = |name: &str, base, size| RegionSpec {
        name: name.to_string(),
        base,
        size,
        permissions: Permissions::ALL,
    };
    MemoryMap {
        regions: vec![region("external", EXTERNAL, EXTERNAL_SIZE), region("local", 0, LOCAL_SIZE)],
        stack_top: STACK_TOP,
        host: HOST_WINDOW,
    }
}

/// Options for programs of any size: everything in external memory, data apart from code, runtime
/// functions served by the host unless an object defines them.
pub fn link_options() -> LinkOptions {
    options_at(EXTERNAL)
}

/// Options for programs that lie in local memory as on the chip, from [`LOCAL_TEXT`] on. Short
/// branches (`-mshort-calls`) do not reach the host window from there.
pub fn local_link_options() -> LinkOptions {
    options_at(LOCAL_TEXT)
}

fn options_at(text: u64) -> LinkOptions {
    let rule = |name: &str, patterns: &[&str], place| SectionRule::new(name, patterns, place);
    let mut data = rule(".data", &[".data", ".data.*", ".sdata", ".sdata.*"], Place::After);
    // Code and data on different pages of the simulator's memory.
    data.align = 1024;
    let mut bss = rule(".bss", &[".sbss", ".sbss.*", ".bss", ".bss.*", COMMON], Place::After);
    bss.start_symbols = vec!["__bss_start".to_string(), "___bss_start".to_string()];
    bss.end_symbols = vec!["_end".to_string(), "end".to_string()];
    LinkOptions {
        layout: vec![
            rule(".text", &[".text", ".text.*"], Place::At(text)),
            rule(".rodata", &[".rodata", ".rodata.*"], Place::After),
            data,
            bss,
        ],
        entry: Entry::Prefer(vec!["_start".to_string(), "_main".to_string()]),
        served: super::runtime::addresses(&HOST_WINDOW),
        reserved: vec![
            (REGISTER_WINDOW, REGISTER_WINDOW_SIZE, "memory-mapped registers".to_string()),
            (HOST_WINDOW.base, HOST_WINDOW.size, "host window".to_string()),
        ],
        ..LinkOptions::default()
    }
}

/// Links Epiphany objects.
///
/// # Errors
///
/// See [`crate::link::link`].
pub fn link<O: Borrow<ObjectFile>>(objects: &[O], options: &LinkOptions) -> Result<Executable, LinkError> {
    crate::link::link(&Epiphany, objects, options)
}

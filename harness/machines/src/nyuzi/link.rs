//! Nyuzi's relocations, object format and default memory map.
//!
//! Relocation numbers, fields and formulae are those of the ABI document and of LLVM's linker for it; for
//! HI19 and LO13, whose bits the document counts in another way, those of the tools.

use std::borrow::Borrow;

use super::fields::{Field, bits};
use crate::elf::{Class, Format};
use crate::executable::Executable;
use crate::link::{
    COMMON, Entry, GOT, LinkError, LinkOptions, LinkTarget, Place, RelocationError, SectionRule, Site,
};
use crate::memory_map::{HostWindow, MemoryMap, Permissions, RegionSpec};
use crate::object_file::ObjectFile;

/// `e_machine` of Nyuzi files. The number is none of the registered ones.
pub const MACHINE: u16 = 9999;

/// Format of Nyuzi's ELF files.
pub const FORMAT: Format = Format { class: Class::Elf32, machine: MACHINE, os_abi: 0 };

/// First address of the memory.
pub const RAM: u64 = 0;
/// Size in bytes of the memory: that of the reference emulator.
pub const RAM_SIZE: u64 = 0x100_0000;
/// Where programs are put by default: behind the page that LLVM's linker fills with file headers, whose
/// first word becomes the start of a memory image.
pub const TEXT: u64 = 0x1000;
/// Initial stack pointer, with 1 MiB above it for what a caller's frame holds.
pub const STACK_TOP: u64 = 0xF0_0000;
/// Where the host serves runtime functions: behind the memory, in reach of `call` from all of it.
pub const HOST_WINDOW: HostWindow = HostWindow { base: RAM_SIZE, size: 0x1_0000, slot: 16 };

/// How a relocation changes its field.
#[derive(Debug, Clone, Copy)]
enum Patch {
    /// Nothing.
    None,
    /// The whole word.
    Word,
    /// A distance in units of 4 bytes.
    Branch(&'static Field),
    /// A part of the value: how far it is shifted right.
    Part(&'static Field, u32),
    /// The offset of a slot, as a signed number.
    Slot(&'static Field),
}

/// Every relocation: number (its index), name, effect.
#[rustfmt::skip]
const RELOCATIONS: [(&str, Patch); 7] = [
    ("R_NYUZI_NONE",     Patch::None),
    ("R_NYUZI_ABS32",    Patch::Word),
    ("R_NYUZI_BRANCH20", Patch::Branch(&bits::BRANCH20)),
    ("R_NYUZI_BRANCH25", Patch::Branch(&bits::BRANCH25)),
    ("R_NYUZI_HI19",     Patch::Part(&bits::IMM19, 13)),
    ("R_NYUZI_IMM_LO13", Patch::Part(&bits::LOW13, 0)),
    ("R_NYUZI_GOT",      Patch::Slot(&bits::OFFSET15)),
];

/// Nyuzi as the linker sees it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nyuzi;

impl LinkTarget for Nyuzi {
    fn machine(&self) -> u16 {
        MACHINE
    }

    fn relocation_name(&self, kind: u32) -> Option<&'static str> {
        RELOCATIONS.get(kind as usize).map(|(name, _)| *name)
    }

    fn uses_got(&self, kind: u32) -> bool {
        matches!(RELOCATIONS.get(kind as usize), Some((_, Patch::Slot(_))))
    }

    fn relocate(&self, site: &Site, field: &mut [u8]) -> Result<(), RelocationError> {
        let &(_, patch) = RELOCATIONS.get(site.kind as usize).ok_or(RelocationError::Unknown)?;
        // Addresses are 32 bits; everything is modulo 2^32 and then read as signed for the checks.
        let value = site.value() as u32;
        match patch {
            Patch::None => Ok(()),
            Patch::Word => change(field, u32::MAX, value),
            Patch::Branch(bits) => {
                let distance = value.wrapping_sub(site.place as u32);
                if distance & 3 != 0 {
                    return Err(RelocationError::Misaligned { value: distance.into(), unit: 4 });
                }
                signed(field, bits, (distance as i32) >> 2)
            }
            Patch::Part(bits, shift) => change(field, bits.insert(u32::MAX), bits.insert(value >> shift)),
            Patch::Slot(bits) => signed(field, bits, value as i32),
        }
    }
}

/// Puts a number into a field that holds it in two's complement.
fn signed(field: &mut [u8], bits: &Field, value: i32) -> Result<(), RelocationError> {
    let half = 1i64 << (bits.width() - 1);
    let (minimum, maximum) = (-half, half - 1);
    if i64::from(value) < minimum || i64::from(value) > maximum {
        return Err(RelocationError::Overflow { value: value.into(), minimum, maximum });
    }
    change(field, bits.insert(u32::MAX), bits.insert(value as u32))
}

/// Replaces the bits in `mask` of the little-endian word.
fn change(field: &mut [u8], mask: u32, bits: u32) -> Result<(), RelocationError> {
    let available = field.len();
    let place = field.first_chunk_mut::<4>().ok_or(RelocationError::Truncated { needed: 4, available })?;
    *place = (u32::from_le_bytes(*place) & !mask | bits & mask).to_le_bytes();
    Ok(())
}

/// The default memory map: memory from address 0 on, as a Nyuzi has it.
pub fn memory_map() -> MemoryMap {
    let region =
        RegionSpec { name: "ram".to_string(), base: RAM, size: RAM_SIZE, permissions: Permissions::ALL };
    MemoryMap { regions: vec![region], stack_top: STACK_TOP, host: HOST_WINDOW }
}

/// Options for programs in the default memory map: code from [`TEXT`] on, then constants, data, the
/// global offset table and space, with the symbols that startup code expects; runtime functions served by
/// the host unless an object defines them.
pub fn link_options() -> LinkOptions {
    let rule = |name: &str, patterns: &[&str], place| SectionRule::new(name, patterns, place);
    let mut init = rule(".init_array", &[".init_array", ".init_array.*"], Place::After);
    // Code and data on different pages of the simulator's memory.
    init.align = 1024;
    init.start_symbols = vec!["__init_array_start".to_string()];
    init.end_symbols = vec!["__init_array_end".to_string()];
    let mut got = rule(".got", &[GOT, ".got"], Place::After);
    got.align = 4;
    got.start_symbols = vec!["_GLOBAL_OFFSET_TABLE_".to_string()];
    let mut bss = rule(".bss", &[".bss", ".bss.*", COMMON], Place::After);
    bss.start_symbols = vec!["__bss_start".to_string()];
    bss.end_symbols = vec!["_end".to_string(), "end".to_string()];
    LinkOptions {
        layout: vec![
            rule(".text", &[".text", ".text.*"], Place::At(TEXT)),
            rule(".rodata", &[".rodata", ".rodata.*"], Place::After),
            init,
            got,
            rule(".data", &[".data", ".data.*"], Place::After),
            bss,
        ],
        entry: Entry::Prefer(vec!["_start".to_string(), "main".to_string()]),
        served: super::runtime::addresses(&HOST_WINDOW),
        reserved: vec![(HOST_WINDOW.base, HOST_WINDOW.size, "host window".to_string())],
        ..LinkOptions::default()
    }
}

/// Links Nyuzi objects.
///
/// # Errors
///
/// See [`crate::link::link`].
pub fn link<O: Borrow<ObjectFile>>(objects: &[O], options: &LinkOptions) -> Result<Executable, LinkError> {
    crate::link::link(&Nyuzi, objects, options)
}

//! Epiphany's relocations, object format and default memory map.
//!
//! Relocation numbers, fields and formulae are those of binutils' `bfd/elf32-epiphany.c` and of what gas
//! 2.40 puts in the fields when it knows the value. Where `ld` 2.40 computes another value than gas
//! (numbers 2, 5, 6, 7, 11 and 12), gas is followed: compilers never leave those to the linker. Nor is
//! the old contents of a field added to its value, as `ld` does: gas leaves zeros in fields, but for
//! long branches to a global symbol plus a constant, which `ld` then counts twice.

use std::borrow::Borrow;

use super::fixups;
use super::runtime::LIBRARY;
use crate::elf::{ElfClass, Format};
use crate::executable::Executable;
use crate::fixup::FixupKind;
use crate::link::{COMMON, Entry, LinkError, LinkOptions, LinkTarget, Place, SectionRule, Site};
use crate::memory_map::{HostWindow, MemoryMap, Permissions, RegionSpec};
use crate::object_file::ObjectFile;

/// `e_machine` of Epiphany files (EM_ADAPTEVA_EPIPHANY).
pub const MACHINE: u16 = 0x1223;

/// Format of Epiphany's ELF files.
pub const FORMAT: Format = Format { class: ElfClass::Elf32, machine: MACHINE, os_abi: 0 };

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
/// Addresses at which the host serves runtime functions: below the external memory, in reach of long branches.
pub const HOST_WINDOW: HostWindow = HostWindow { base: 0x8DFF_0000, size: 0x1_0000, slot: 16 };

/// Epiphany as the linker sees it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Epiphany;

impl LinkTarget for Epiphany {
    fn machine(&self) -> u16 {
        MACHINE
    }

    fn fixup_kinds(&self) -> &'static [FixupKind] {
        fixups::KINDS
    }

    /// Distances in data count from the start of the section: gas has put minus the offset in the addend.
    fn origin(&self, kind: &FixupKind, site: &Site) -> u64 {
        match kind.number {
            fixups::R_8_PCREL | fixups::R_16_PCREL | fixups::R_32_PCREL => site.section,
            _ if kind.pc_relative => site.place,
            _ => 0,
        }
    }
}

/// The default memory map: local memory for the stack and small programs, external memory for the
/// rest.
pub fn memory_map() -> MemoryMap {
    MemoryMap {
        regions: vec![
            RegionSpec::new("external", EXTERNAL, EXTERNAL_SIZE, Permissions::ALL),
            RegionSpec::new("local", 0, LOCAL_SIZE, Permissions::ALL),
        ],
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
    let rule = SectionRule::new;
    LinkOptions {
        layout: vec![
            rule(".text", &[".text", ".text.*"], Place::At(text)),
            rule(".rodata", &[".rodata", ".rodata.*"], Place::After),
            // Code and data on different pages of the simulator's memory.
            rule(".data", &[".data", ".data.*", ".sdata", ".sdata.*"], Place::After).aligned(1024),
            rule(".bss", &[".sbss", ".sbss.*", ".bss", ".bss.*", COMMON], Place::After)
                .marked(&["__bss_start", "___bss_start"], &["_end", "end"]),
        ],
        entry: Entry::first_of(&["_start", "_main"]),
        served: LIBRARY.addresses(&HOST_WINDOW),
        provided: LIBRARY.data(),
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

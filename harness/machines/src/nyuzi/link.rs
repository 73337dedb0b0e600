//! Nyuzi's relocations, object format and default memory map.
//!
//! Relocation numbers, fields and formulae are those of the ABI document and of LLVM's linker for it; for
//! HI19 and LO13, whose bits the document counts in another way, those of the tools.

use std::borrow::Borrow;

use super::fixups;
use super::runtime::LIBRARY;
use crate::elf::{ElfClass, Format};
use crate::executable::Executable;
use crate::fixup::FixupKind;
use crate::link::{COMMON, Entry, GOT, LinkError, LinkOptions, LinkTarget, Place, SectionRule};
use crate::memory_map::{HostWindow, MemoryMap, Permissions, RegionSpec};
use crate::object_file::ObjectFile;

/// `e_machine` of Nyuzi files. The number is none of the registered ones.
pub const MACHINE: u16 = 9999;

/// Format of Nyuzi's ELF files.
pub const FORMAT: Format = Format { class: ElfClass::Elf32, machine: MACHINE, os_abi: 0 };

/// First address of the memory.
pub const RAM: u64 = 0;
/// Size in bytes of the memory: that of the reference emulator.
pub const RAM_SIZE: u64 = 0x100_0000;
/// Default address of programs: behind the page that LLVM's linker fills with file headers, whose
/// first word becomes the start of a memory image.
pub const TEXT: u64 = 0x1000;
/// Initial stack pointer, with 1 MiB above it for what a caller's frame holds.
pub const STACK_TOP: u64 = 0xF0_0000;
/// Addresses at which the host serves runtime functions: behind the memory, in reach of `call` from all of it.
pub const HOST_WINDOW: HostWindow = HostWindow { base: RAM_SIZE, size: 0x1_0000, slot: 16 };

/// Nyuzi as the linker sees it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nyuzi;

impl LinkTarget for Nyuzi {
    fn machine(&self) -> u16 {
        MACHINE
    }

    fn fixup_kinds(&self) -> &'static [FixupKind] {
        fixups::KINDS
    }

    fn uses_got(&self, kind: u32) -> bool {
        kind == fixups::R_GOT
    }
}

/// The default memory map: memory from address 0 on, as a Nyuzi has it.
pub fn memory_map() -> MemoryMap {
    let ram = RegionSpec::new("ram", RAM, RAM_SIZE, Permissions::ALL);
    MemoryMap { regions: vec![ram], stack_top: STACK_TOP, host: HOST_WINDOW }
}

/// Options for programs in the default memory map: code from [`TEXT`] on, then constants, data, the
/// global offset table and space, with the symbols that startup code expects; runtime functions served by
/// the host unless an object defines them.
pub fn link_options() -> LinkOptions {
    let rule = SectionRule::new;
    LinkOptions {
        layout: vec![
            rule(".text", &[".text", ".text.*"], Place::At(TEXT)),
            rule(".rodata", &[".rodata", ".rodata.*"], Place::After),
            // Code and data on different pages of the simulator's memory.
            rule(".init_array", &[".init_array", ".init_array.*"], Place::After)
                .aligned(1024)
                .marked(&["__init_array_start"], &["__init_array_end"]),
            rule(".got", &[GOT, ".got"], Place::After).aligned(4).marked(&["_GLOBAL_OFFSET_TABLE_"], &[]),
            rule(".data", &[".data", ".data.*"], Place::After),
            rule(".bss", &[".bss", ".bss.*", COMMON], Place::After)
                .marked(&["__bss_start"], &["_end", "end"]),
        ],
        entry: Entry::first_of(&["_start", "main"]),
        served: LIBRARY.addresses(&HOST_WINDOW),
        provided: LIBRARY.data(),
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

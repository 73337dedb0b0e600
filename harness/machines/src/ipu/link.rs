//! The IPU's relocations, object format and default memory map.
//!
//! Numbers, fields and checks are those of LLVM's `ColossusRelocs.h`, which lld uses; that lld takes the sum
//! of symbol and addend as a signed number of 32 bits is what its test `colossus-64-reloc.s` shows.

use std::borrow::Borrow;

use super::fixups;
use super::runtime::LIBRARY;
use crate::elf::{ElfClass, Format};
use crate::executable::Executable;
use crate::fixup::FixupKind;
use crate::link::{
    COMMON, Entry, LinkError, LinkOptions, LinkTarget, Place, RelocationError, SectionRule, Site,
};
use crate::memory_map::{HostWindow, MemoryMap, Permissions, RegionSpec};
use crate::object_file::ObjectFile;

/// `e_machine` of IPU files (EM_GRAPHCORE_IPU).
pub const MACHINE: u16 = 248;

/// Format of the IPU's ELF files; the ABI byte says "standalone".
pub const FORMAT: Format = Format { class: ElfClass::Elf32, machine: MACHINE, os_abi: 255 };

/// First address of the tile's memory, from which programs are linked and from which two relocations
/// count.
pub const MEMORY: u64 = 0x4_c000;
/// Size in bytes of the tile's memory: 624 KiB.
pub const MEMORY_SIZE: u64 = 0x9_c000;
/// Initial stack pointer: 32 KiB below the end of memory, for what a caller's frame holds.
pub const STACK_TOP: u64 = 0xe_0000;
/// Bytes kept free below the initial stack pointer when programs are linked.
pub const STACK_SIZE: u64 = 0x1_8000;
/// Addresses at which the host serves runtime functions: behind the tile's memory, where `setzi` and `call` reach.
pub const HOST_WINDOW: HostWindow = HostWindow { base: 0xf_0000, size: 0x1_0000, slot: 16 };

/// Every relocation's number and name.
pub fn relocations() -> impl Iterator<Item = (u32, &'static str)> {
    fixups::KINDS.iter().filter(|kind| kind.is_relocation).map(|kind| (kind.number, kind.name))
}

/// The IPU as the linker sees it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ipu;

impl LinkTarget for Ipu {
    fn machine(&self) -> u16 {
        MACHINE
    }

    fn fixup_kinds(&self) -> &'static [FixupKind] {
        fixups::KINDS
    }

    fn origin(&self, kind: &FixupKind, _: &Site) -> u64 {
        if matches!(kind.number, fixups::R_RELATIVE_16_S2 | fixups::R_RUN) { MEMORY } else { 0 }
    }

    /// The linker takes no negative value, the assembler does in data. Sums are signed numbers of 32 bits.
    fn relocate(&self, site: &Site, field: &mut [u8]) -> Result<(), RelocationError> {
        let kind = self.relocation(site.kind).ok_or(RelocationError::Unknown)?;
        let (unit, largest) = (kind.unit as u64, kind.range.1 as u64);
        let address = i64::from(site.value() as u32 as i32) as u64;
        if !address.is_multiple_of(unit) {
            return Err(RelocationError::Misaligned { value: address, unit });
        }
        let value = address.wrapping_sub(self.origin(kind, site));
        if (1..8).contains(&kind.bytes) && value > largest {
            let (value, maximum) = ((value / unit) as i64, (largest / unit) as i64);
            return Err(RelocationError::Overflow { value, minimum: 0, maximum });
        }
        kind.store(field, value as i64)
    }
}

/// The default memory map: the memory of one tile.
pub fn memory_map() -> MemoryMap {
    let tile = RegionSpec::new("tile", MEMORY, MEMORY_SIZE, Permissions::ALL);
    MemoryMap { regions: vec![tile], stack_top: STACK_TOP, host: HOST_WINDOW }
}

/// Options for programs in the tile's memory: code from its base on, then constants and data, runtime
/// functions served by the host unless an object defines them.
pub fn link_options() -> LinkOptions {
    let rule = SectionRule::new;
    LinkOptions {
        layout: vec![
            rule(".text", &[".text", ".text.*"], Place::At(MEMORY)),
            rule(".rodata", &[".rodata", ".rodata.*"], Place::After),
            // Code and data on different pages of the simulator's memory.
            rule(".data", &[".data", ".data.*"], Place::After).aligned(1024),
            rule(".bss", &[".bss", ".bss.*", COMMON], Place::After)
                .marked(&["__bss_start"], &["_end", "end"]),
        ],
        entry: Entry::first_of(&["_start", "main"]),
        served: LIBRARY.addresses(&HOST_WINDOW),
        provided: LIBRARY.data(),
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

//! AArch64's object format, default memory map and linker.
//!
//! Relocations are those of AAELF64. Nothing is relaxed and no veneers are made: the whole memory and the host window are in
//! reach of a branch.

use std::borrow::Borrow;
use std::ops::Range;

use super::fixups::*;
use crate::elf::{ElfClass, Format};
use crate::executable::{Executable, thread_storage};
use crate::fixup::{Bits, FixupKind};
use crate::link::{LinkError, LinkOptions, LinkTarget, Place, RelocationError, SectionRule, Site, flat};
use crate::memory_map::{FlatMemory, HostWindow, MemoryMap};
use crate::object_file::ObjectFile;
use crate::runtime::OF_C;

/// `e_machine` of AArch64 files (EM_AARCH64).
pub const MACHINE: u16 = 183;

/// Format of AArch64's ELF files.
pub const FORMAT: Format = Format { class: ElfClass::Elf64, machine: MACHINE, os_abi: 0 };

/// The memory, from where `ld` puts programs.
pub const MEMORY: FlatMemory = FlatMemory { base: 0x40_0000, size: 0x200_0000 };
/// Initial stack pointer.
pub const STACK_TOP: u64 = MEMORY.stack_top();
/// Addresses at which the host serves runtime functions.
pub const HOST_WINDOW: HostWindow = MEMORY.host_window();

/// Bytes from the [thread pointer](thread_pointer) on that belong to the system: two pointers, as `ld` has it (`TCB_SIZE` in
/// `bfd/elfnn-aarch64.c`).
pub const THREAD_BLOCK: u64 = 16;

/// `nop`.
const NOP: i64 = 0xd503_201f;

/// AArch64 as the linker sees it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Aarch64;

impl LinkTarget for Aarch64 {
    fn machine(&self) -> u16 {
        MACHINE
    }

    fn address_bits(&self) -> u32 {
        64
    }

    fn fixup_kinds(&self) -> &'static [FixupKind] {
        KINDS
    }

    fn origin(&self, kind: &FixupKind, site: &Site) -> u64 {
        match kind.number {
            R_LD64_GOTPAGE_LO15 => site.got & !(PAGE - 1),
            _ if kind.pc_relative => site.place,
            _ => 0,
        }
    }

    fn uses_got(&self, kind: u32) -> bool {
        matches!(
            kind,
            R_GOT_LD_PREL19
                | R_ADR_GOT_PAGE
                | R_LD64_GOT_LO12_NC
                | R_LD64_GOTPAGE_LO15
                | R_GOTPCREL32
                | R_TLSIE_ADR_GOTTPREL_PAGE21
                | R_TLSIE_LD64_GOTTPREL_LO12_NC
                | R_TLSIE_LD_GOTTPREL_PREL19
        )
    }

    fn slots_are_addresses(&self) -> bool {
        true
    }

    fn counts_from_tls(&self, kind: u32) -> bool {
        matches!(
            kind,
            R_TLSIE_ADR_GOTTPREL_PAGE21..=R_TLSIE_LD_GOTTPREL_PREL19
                | R_TLSLE_ADD_TPREL_HI12..=R_TLSLE_LDST64_TPREL_LO12_NC
                | R_TLSLE_LDST128_TPREL_LO12
                | R_TLSLE_LDST128_TPREL_LO12_NC
        )
    }

    /// The block comes before the storage: variant I of "ELF Handling For Thread-Local Storage".
    fn thread_pointer(&self, storage: Range<u64>, align: u64) -> u64 {
        storage.start.wrapping_sub(THREAD_BLOCK.max(align))
    }

    /// To a distance, an undefined weak symbol is where the place is ("Weak References"); a branch to it does nothing ("Call
    /// and Jump relocations", which leaves open what a jump does; `ld` has it do nothing, too).
    fn relocate(&self, site: &Site, field: &mut [u8]) -> Result<(), RelocationError> {
        let kind = self.relocation(site.kind).ok_or(RelocationError::Unknown)?;
        let is_undefined = site.symbol == 0 && kind.pc_relative;
        if is_undefined && matches!(site.kind, R_JUMP26 | R_CALL26) {
            return FixupKind { bits: Bits::Whole, ..*kind }.store(field, NOP);
        }
        let site = Site { symbol: if is_undefined { site.place } else { site.symbol }, ..*site };
        // Only distances of pages are so coarse.
        let start = |address: u64| if kind.unit == PAGE as i64 { address & !(PAGE - 1) } else { address };
        kind.relocate(field, start(site.value()).wrapping_sub(start(self.origin(kind, &site))) as i64)
    }
}

/// What tpidr_el0 holds for a program.
pub fn thread_pointer(program: &Executable) -> u64 {
    let storage = thread_storage(&program.sections);
    storage.map_or(MEMORY.thread_page(), |(storage, align)| Aarch64.thread_pointer(storage, align))
}

/// The default memory map.
pub fn memory_map() -> MemoryMap {
    MEMORY.memory_map()
}

/// Options for programs in the default memory map.
pub fn link_options() -> LinkOptions {
    let block = SectionRule::new(".tcb", &[], Place::After).aligned(PAGE).with_space(THREAD_BLOCK);
    let storage = vec![block, flat::thread_storage()];
    flat::options(MEMORY, flat::layout(MEMORY.base, storage), &OF_C)
}

/// Links AArch64 objects.
///
/// # Errors
///
/// See [`crate::link::link`].
pub fn link<O: Borrow<ObjectFile>>(objects: &[O], options: &LinkOptions) -> Result<Executable, LinkError> {
    crate::link::link(&Aarch64, objects, options)
}

/// The name of a relocation number of object files.
pub fn relocation_name(number: u32) -> Option<&'static str> {
    Aarch64.relocation_name(number)
}

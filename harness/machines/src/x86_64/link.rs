//! x86-64's object format, default memory map and linker.
//!
//! Relocations are those of the psABI. Nothing is relaxed: what an instruction takes from a slot of the global offset table
//! has a slot.

use std::borrow::Borrow;
use std::ops::Range;

use super::fixups::*;
use crate::elf::{ElfClass, Format};
use crate::executable::{Executable, thread_storage};
use crate::fixup::FixupKind;
use crate::link::{LinkError, LinkOptions, LinkTarget, Place, SectionRule, Site, flat};
use crate::memory_map::{FlatMemory, HostWindow, MemoryMap};
use crate::object_file::ObjectFile;
use crate::runtime::OF_C;

/// `e_machine` of x86-64 files (EM_X86_64).
pub const MACHINE: u16 = 62;

/// Format of x86-64's ELF files.
pub const FORMAT: Format = Format { class: ElfClass::Elf64, machine: MACHINE, os_abi: 0 };

/// The memory, from where `ld` puts programs. Addresses fit in 31 bits, as the small code model demands.
pub const MEMORY: FlatMemory = FlatMemory { base: 0x40_0000, size: 0x200_0000 };
/// Initial stack pointer.
pub const STACK_TOP: u64 = MEMORY.stack_top();
/// Addresses at which the host serves runtime functions.
pub const HOST_WINDOW: HostWindow = MEMORY.host_window();

/// Bytes of a page.
const PAGE: u64 = 0x1000;
/// Bytes from the [thread pointer](thread_pointer) on that code may read: the pointer itself at %fs:0, and the word of
/// `-fstack-protector` at %fs:40.
pub const THREAD_BLOCK: u64 = 64;

/// x86-64 as the linker sees it.
#[derive(Debug, Clone, Copy, Default)]
pub struct X86_64;

impl LinkTarget for X86_64 {
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
            R_GOT32 | R_GOT64 | R_GOTOFF64 | R_PLTOFF64 => site.got,
            _ if kind.pc_relative => site.place,
            _ => 0,
        }
    }

    fn uses_got(&self, kind: u32) -> bool {
        matches!(
            kind,
            R_GOT32 | R_GOT64 | R_GOTPCREL | R_GOTPCREL64 | R_GOTPCRELX | R_REX_GOTPCRELX | R_GOTTPOFF
        )
    }

    fn slots_are_addresses(&self) -> bool {
        true
    }

    fn counts_from_tls(&self, kind: u32) -> bool {
        matches!(kind, R_TPOFF32 | R_TPOFF64 | R_GOTTPOFF)
    }

    /// The end of the storage: variant II of "ELF Handling For Thread-Local Storage".
    fn thread_pointer(&self, storage: Range<u64>, align: u64) -> u64 {
        storage.end.checked_next_multiple_of(align).unwrap_or(storage.end)
    }
}

/// The base of fs for a program, where whoever loads it has to put the same address: code reads it from %fs:0.
pub fn thread_pointer(program: &Executable) -> u64 {
    let storage = thread_storage(&program.sections);
    storage.map_or(MEMORY.thread_page(), |(storage, align)| X86_64.thread_pointer(storage, align))
}

/// The default memory map.
pub fn memory_map() -> MemoryMap {
    MEMORY.memory_map()
}

/// Options for programs in the default memory map.
pub fn link_options() -> LinkOptions {
    // The storage ends at a page, where the block begins.
    let block = SectionRule::new(".tcb", &[], Place::After).aligned(PAGE).with_space(THREAD_BLOCK);
    let storage = vec![flat::thread_storage().aligned(PAGE), block];
    flat::options(MEMORY, flat::layout(MEMORY.base, storage), &OF_C)
}

/// Links x86-64 objects.
///
/// # Errors
///
/// See [`crate::link::link`].
pub fn link<O: Borrow<ObjectFile>>(objects: &[O], options: &LinkOptions) -> Result<Executable, LinkError> {
    crate::link::link(&X86_64, objects, options)
}

/// The name of a relocation number of object files.
pub fn relocation_name(number: u32) -> Option<&'static str> {
    X86_64.relocation_name(number)
}

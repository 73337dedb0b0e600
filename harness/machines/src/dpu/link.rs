//! The DPU's relocations, object format, address spaces and default memory map.
//!
//! One program has four address spaces, distinguished by offsets that the linker takes off again: WRAM at 0,
//! MRAM at 0x0800_0000, IRAM at 0x8000_0000 with 8 bytes for an instruction, and the atomic bits at
//! 0xF000_0000. Formulae and fields are those of the ABI document and of the vendor's lld.

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

/// `e_machine` of DPU files.
pub const MACHINE: u16 = 0xf5;

/// `e_flags` of ABI version 2: bit 23 says that bits 31:24 hold the version.
pub const ABI_FLAGS: u32 = 0x0280_0000;

/// Format of DPU ELF files.
pub const FORMAT: Format = Format { class: ElfClass::Elf32, machine: MACHINE, os_abi: 0 };

/// First address of IRAM.
pub const IRAM: u64 = 0x8000_0000;
/// Size in bytes of the simulated IRAM: 32768 instructions. The chips have less.
pub const IRAM_SIZE: u64 = 0x4_0000;
/// Size in bytes of the IRAM of a v1A chip: 4096 instructions.
pub const IRAM_SIZE_V1A: u64 = 0x8000;
/// Size in bytes of WRAM, which starts at 0.
pub const WRAM_SIZE: u64 = 0x1_0000;
/// First address of MRAM.
pub const MRAM: u64 = 0x0800_0000;
/// Size in bytes of MRAM.
pub const MRAM_SIZE: u64 = 0x400_0000;
/// First address of the atomic bits, a byte each.
pub const ATOMIC: u64 = 0xf000_0000;
/// Number of atomic bits.
pub const ATOMIC_SIZE: u64 = 0x100;
/// Atomic bits that v1A programs leave to the system.
pub const ATOMIC_RESERVED: u64 = 200;
/// First address of program data: the first words of WRAM are the null pointer's.
pub const DATA: u64 = 0x10;
/// Initial stack pointer. The stack grows upwards to the end of WRAM; the KiB below is free for what a
/// caller's frame holds.
pub const STACK_BASE: u64 = 0xa000;
/// Size in bytes of the free space below the stack.
pub const BELOW_STACK: u64 = 0x400;
/// Addresses at which the host serves runtime functions: instruction numbers from 0x8000 on, which branches, calls and
/// jumps reach.
pub const HOST_WINDOW: HostWindow = HostWindow { base: 0x8004_0000, size: 0x1_0000, slot: 8 };

/// The address of an instruction by its number, which is what code pointers and return addresses hold.
pub const fn address_of_index(index: u32) -> u64 {
    IRAM + index as u64 * 8
}

/// The number of the instruction at an address of IRAM.
pub const fn index_of_address(address: u64) -> u32 {
    (address.wrapping_sub(IRAM) / 8) as u32
}

/// The value by which a program knows an address: its address space's offset is taken off, and addresses of
/// instructions become their numbers. The lowest three bits of those count instructions, so that
/// `label + 1` is the next one.
pub const fn machine_value(address: u32) -> u32 {
    if address & 0xf000_0000 == 0xf000_0000 {
        address & 0x0fff_ffff
    } else if address & 0x8000_0000 != 0 {
        let offset = address & 0x7fff_ffff;
        (offset >> 3).wrapping_add(offset & 7)
    } else if address & 0x0800_0000 != 0 {
        address & !0x0800_0000
    } else {
        address
    }
}

/// The DPU as the linker sees it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dpu;

impl LinkTarget for Dpu {
    fn machine(&self) -> u16 {
        MACHINE
    }

    fn fixup_kinds(&self) -> &'static [FixupKind] {
        fixups::KINDS
    }

    /// Values that do not fit lose their upper bits, as with the vendor's lld; nothing is checked.
    fn relocate(&self, site: &Site, field: &mut [u8]) -> Result<(), RelocationError> {
        let kind = self.relocation(site.kind).ok_or(RelocationError::Unknown)?;
        kind.store(field, machine_value(site.value() as u32).into())
    }
}

/// The default memory map. Programs fetch from IRAM, load from and store to WRAM, and reach MRAM by DMA;
/// the harness reaches everything by address.
pub fn memory_map() -> MemoryMap {
    let region = RegionSpec::new;
    MemoryMap {
        regions: vec![
            region("wram", 0, WRAM_SIZE, Permissions::DATA),
            region("iram", IRAM, IRAM_SIZE, Permissions::FETCH),
            region("mram", MRAM, MRAM_SIZE, Permissions::HOST),
            region("atomic", ATOMIC, ATOMIC_SIZE, Permissions::HOST),
        ],
        stack_top: STACK_BASE,
        host: HOST_WINDOW,
    }
}

/// Options for programs of any size that the simulator holds. Runtime functions are served by the host
/// unless an object defines them.
pub fn link_options() -> LinkOptions {
    options(IRAM_SIZE)
}

/// Options for programs that fit a v1A chip: 4096 instructions.
pub fn local_link_options() -> LinkOptions {
    options(IRAM_SIZE_V1A)
}

fn options(iram_size: u64) -> LinkOptions {
    let rule = SectionRule::new;
    let mut served = LIBRARY.addresses(&HOST_WINDOW);
    let system = [
        ("NR_TASKLETS", 1),
        ("DPU_IRAM_SIZE", IRAM_SIZE_V1A),
        ("DPU_WRAM_SIZE", WRAM_SIZE),
        ("DPU_ATOMIC_SIZE", ATOMIC_SIZE),
        ("DPU_ATOMIC_DISPLACEMENT", ATOMIC_RESERVED),
        ("DPU_NR_THREADS", 24),
        ("__sys_stack_thread_0", STACK_BASE),
        ("STACK_SIZE_TASKLET_0", WRAM_SIZE - STACK_BASE),
    ];
    served.extend(system.map(|(name, value)| (name.to_string(), value)));
    LinkOptions {
        layout: vec![
            rule(".text.__bootstrap", &[".text.__bootstrap"], Place::At(IRAM)),
            rule(".text", &[".text", ".text.*"], Place::After).aligned(8),
            rule(
                ".data.immediate_memory",
                &[".data.__sys_zero", ".data.immediate_memory", ".data.immediate_memory.*"],
                Place::At(DATA),
            ),
            rule(".rodata", &[".rodata", ".rodata.*"], Place::After)
                .marked(&["__rodata_start_addr"], &["__rodata_end_addr"]),
            rule(".bss", &[".bss", ".bss.*", COMMON], Place::After),
            rule(".data", &[".data.__sys_keep", ".data", ".data.*"], Place::After).aligned(8),
            rule(".data.__sys_host", &[".dpu_host"], Place::After),
            rule(".data.__sys_profiling", &[".dpu_profiling"], Place::After)
                .aligned(8)
                .marked(&[], &["__sys_heap_pointer_reset", "_end"]),
            rule(".atomic", &[".atomic"], Place::At(ATOMIC + ATOMIC_RESERVED))
                .marked(&["__atomic_used_addr"], &[]),
            rule(".mram", &[".mram.noinit", ".mram.noinit.*", ".mram", ".mram.*"], Place::At(MRAM))
                .marked(&[], &["__sys_used_mram_end"]),
        ],
        entry: Entry::first_of(&["__bootstrap", "main"]),
        served,
        provided: LIBRARY.data(),
        reserved: vec![
            (STACK_BASE - BELOW_STACK, WRAM_SIZE - STACK_BASE + BELOW_STACK, "stack".to_string()),
            (
                IRAM + iram_size,
                HOST_WINDOW.base + HOST_WINDOW.size - IRAM - iram_size,
                "end of IRAM".to_string(),
            ),
        ],
        ..LinkOptions::default()
    }
}

/// Links DPU objects.
///
/// # Errors
///
/// See [`crate::link::link`]; and objects of another ABI version are refused.
pub fn link<O: Borrow<ObjectFile>>(objects: &[O], options: &LinkOptions) -> Result<Executable, LinkError> {
    let mut versions = objects.iter().map(Borrow::borrow).filter(|object| object.flags != 0);
    if let Some(first) = versions.next()
        && let Some(other) = versions.find(|other| other.flags != first.flags)
    {
        let text = format!(
            "ABI flags {:#010x}, but `{}` has {:#010x}: files of different ABI versions cannot be linked",
            other.flags, first.name, first.flags
        );
        return Err(LinkError::BadObject { object: other.name.clone(), text });
    }
    crate::link::link(&Dpu, objects, options)
}

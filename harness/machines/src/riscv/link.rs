//! RISC-V's relocations, object format and default memory map.
//!
//! Relocation numbers, fields and formulae are those of the psABI. Nothing is relaxed: of what objects leave to a linker that
//! relaxes, alignment is carried out (`align`), and all else stays as it is. Pairs of upper and lower parts are found before
//! anything is placed (`pairs`).

mod align;
mod pairs;

pub use align::settled;

use std::borrow::Borrow;
use std::cell::Cell;
use std::ops::Range;

use super::fixups::{self, *};
use super::flags;
use super::isa::Xlen;
use super::lacking;
use super::runtime::LIBRARY;
use crate::elf::{ElfClass, Format};
use crate::executable::Executable;
use crate::fixup::FixupKind;
use crate::link::flat;
use crate::link::{
    LinkError, LinkOptions, LinkTarget, Place, RelocationError, SECTION_EXECUTE, SectionRule, Site,
};
use crate::memory_map::{FlatMemory, HostWindow, MemoryMap};
use crate::object_file::ObjectFile;

/// `e_machine` of RISC-V files (EM_RISCV).
pub const MACHINE: u16 = 243;

/// The memory: as with `ld`, nothing lies at the null pointer. The host window is in reach of `call` and of `lui`.
const MEMORY: FlatMemory = FlatMemory { base: 0x1_0000, size: 0x200_0000 };
/// First address of the memory.
pub const RAM: u64 = MEMORY.base;
/// Size in bytes of the memory.
pub const RAM_SIZE: u64 = MEMORY.size;
/// Initial stack pointer.
pub const STACK_TOP: u64 = MEMORY.stack_top();
/// Addresses at which the host serves runtime functions.
pub const HOST_WINDOW: HostWindow = MEMORY.host_window();

/// RISC-V as the linker sees it.
#[derive(Debug, Clone)]
pub struct Riscv {
    /// Width of the registers.
    pub xlen: Xlen,
    /// Place and value of a `SET_ULEB128` whose other half comes next.
    uleb: Cell<Option<(u64, u64)>>,
}

impl Riscv {
    /// The linker's view of one width.
    pub const fn new(xlen: Xlen) -> Self {
        Self { xlen, uleb: Cell::new(None) }
    }
}

impl LinkTarget for Riscv {
    fn machine(&self) -> u16 {
        MACHINE
    }

    fn address_bits(&self) -> u32 {
        self.xlen.bits()
    }

    fn fixup_kinds(&self) -> &'static [FixupKind] {
        self.xlen.fixup_kinds()
    }

    fn uses_got(&self, kind: u32) -> bool {
        matches!(
            kind,
            R_GOT_HI20
                | R_GOT32_PCREL
                | R_TLS_GOT_HI20
                | PAIRED_GOT_LO12_I
                | PAIRED_GOT_LO12_S
                | PAIRED_TLS_GOT_LO12_I
                | PAIRED_TLS_GOT_LO12_S
        )
    }

    fn slots_are_addresses(&self) -> bool {
        true
    }

    fn counts_from_tls(&self, kind: u32) -> bool {
        matches!(
            kind,
            R_TLS_GOT_HI20
                | PAIRED_TLS_GOT_LO12_I
                | PAIRED_TLS_GOT_LO12_S
                | R_TPREL_HI20
                | R_TPREL_LO12_I
                | R_TPREL_LO12_S
                | R_TLS_DTPREL32
                | R_TLS_DTPREL64
        )
    }

    fn relocate(&self, site: &Site, field: &mut [u8]) -> Result<(), RelocationError> {
        let kind = self.relocation(site.kind).ok_or(RelocationError::Unknown)?;
        let open = self.uleb.take();
        match site.kind {
            R_ADD8..=R_ADD64 => change(kind, field, |old| old.wrapping_add(site.value())),
            R_SUB8..=R_SUB64 => change(kind, field, |old| old.wrapping_sub(site.value())),
            R_SUB6 => change(kind, field, |old| old & 0xc0 | old.wrapping_sub(site.value()) & 0x3f),
            R_SET_ULEB128 => {
                self.uleb.set(Some((site.place, site.value())));
                Ok(())
            }
            R_SUB_ULEB128 => match open {
                Some((place, value)) if place == site.place => {
                    let difference = value.wrapping_sub(site.value());
                    set_uleb128(
                        field,
                        match self.xlen {
                            Xlen::Rv32 => difference & 0xffff_ffff,
                            Xlen::Rv64 => difference,
                        },
                    )
                }
                _ => Err(RelocationError::Unpaired),
            },
            // Debuggers add what `__tls_get_addr` has taken off.
            R_TLS_DTPREL32 | R_TLS_DTPREL64 => {
                kind.store(field, site.value().wrapping_sub(DTV_OFFSET) as i64)
            }
            R_PCREL_LO12_I | R_PCREL_LO12_S => Err(RelocationError::Unpaired),
            _ => kind.relocate(field, self.signed(site.value().wrapping_sub(self.origin(kind, site)))),
        }
    }
}

/// Offset of a dynamic thread vector's entries from the start of their blocks (psABI, "Thread Local Storage").
const DTV_OFFSET: u64 = 0x800;

/// Gives the datum in a field another value.
fn change(kind: &FixupKind, field: &mut [u8], new: impl Fn(u64) -> u64) -> Result<(), RelocationError> {
    let (needed, available) = (usize::from(kind.bytes), field.len());
    let place = field.get_mut(..needed).ok_or(RelocationError::Truncated { needed, available })?;
    let old = place.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
    for (byte, new) in place.iter_mut().zip(new(old).to_le_bytes()) {
        *byte = new;
    }
    Ok(())
}

/// Most bytes of a LEB128 number of 64 bits.
const LONGEST_ULEB128: usize = 10;

/// Gives a LEB128 number another value without changing its length.
fn set_uleb128(field: &mut [u8], value: u64) -> Result<(), RelocationError> {
    let length = field.iter().take(LONGEST_ULEB128).position(|byte| byte & 0x80 == 0);
    let truncated = RelocationError::Truncated { needed: LONGEST_ULEB128, available: field.len() };
    let length = length.ok_or(truncated)? + 1;
    let bits = 7 * length as u32;
    if bits < u64::BITS && value >> bits != 0 {
        return Err(RelocationError::Overflow { value: value as i64, minimum: 0, maximum: (1 << bits) - 1 });
    }
    for (place, byte) in field.iter_mut().take(length).enumerate() {
        let more = if place + 1 < length { 0x80 } else { 0 };
        *byte = (value.checked_shr(7 * place as u32).unwrap_or(0) & 0x7f) as u8 | more;
    }
    Ok(())
}

/// Applies all relocations of data that have not been relocated, in their order; returns the number of those that cannot be
/// carried out.
pub fn relocate_data(xlen: Xlen, sites: &[(usize, Site)], data: &mut [u8]) -> usize {
    let target = Riscv::new(xlen);
    let fails = |(offset, site): &&(usize, Site)| {
        target.relocate(site, data.get_mut(*offset..).unwrap_or_default()).is_err()
    };
    sites.iter().filter(fails).count()
}

/// Format of the ELF files of one width.
pub const fn format(xlen: Xlen) -> Format {
    let class = match xlen {
        Xlen::Rv32 => ElfClass::Elf32,
        Xlen::Rv64 => ElfClass::Elf64,
    };
    Format { class, machine: MACHINE, os_abi: 0 }
}

/// The default memory map.
pub fn memory_map() -> MemoryMap {
    MEMORY.memory_map()
}

/// Options for programs in the default memory map: code, constants, data and space, with the symbols that startup code expects;
/// runtime functions served by the host unless an object defines them.
pub fn link_options() -> LinkOptions {
    // Code and data on different pages of the simulator's memory. The storage of the only thread is where it is
    // linked, so that its space is there too.
    let mut layout = flat::layout(RAM, vec![flat::thread_storage().aligned(1024)]);
    let small = SectionRule::new(".sdata", &[".sdata", ".sdata.*"], Place::After)
        .marked(&["__global_pointer$", "__SDATA_BEGIN__"], &[]);
    layout.insert(layout.len() - 1, small);
    flat::options(MEMORY, layout, &LIBRARY)
}

/// The flags of a program made of these objects. Objects without flags and code go with all others.
fn flags_of(objects: &[&ObjectFile]) -> Result<u32, LinkError> {
    let has_code =
        |object: &ObjectFile| object.sections.iter().any(|section| section.flags & SECTION_EXECUTE != 0);
    let mut counting = objects.iter().filter(|object| object.flags != 0 || has_code(object));
    let Some(first) = counting.next() else { return Ok(0) };
    counting.try_fold(first.flags, |merged, object| {
        flags::merge(merged, object.flags).map_err(|(one, other)| LinkError::BadObject {
            object: object.name.clone(),
            text: format!("it is made for {other}, and `{}` for {one}", first.name),
        })
    })
}

/// The code of objects whose architecture has extensions that the machine lacks.
pub fn foreign<O: Borrow<ObjectFile>>(program: &Executable, objects: &[O]) -> Vec<(Range<u64>, String)> {
    let architecture =
        |object: &O| lacking::architecture(object.borrow()).filter(|name| lacking::lacks(name));
    let architectures: Vec<Option<String>> = objects.iter().map(architecture).collect();
    if architectures.iter().all(Option::is_none) {
        return Vec::new();
    }
    let code = program.sections.iter().filter(|section| section.flags & SECTION_EXECUTE != 0);
    let placed = code.flat_map(|section| &section.inputs).filter_map(|input| {
        let architecture = architectures.get(input.object)?.clone()?;
        Some((input.address..input.address.saturating_add(input.size), architecture))
    });
    placed.collect()
}

/// Links RISC-V objects.
///
/// # Errors
///
/// See [`crate::link::link`]; also for objects of different floating-point ABIs or bases, for lower parts without an upper part,
/// and for alignments that cannot be carried out.
pub fn link<O: Borrow<ObjectFile>>(
    xlen: Xlen,
    objects: &[O],
    options: &LinkOptions,
) -> Result<Executable, LinkError> {
    let given: Vec<&ObjectFile> = objects.iter().map(Borrow::borrow).collect();
    let flags = flags_of(&given)?;
    let mut objects = Vec::with_capacity(given.len());
    for object in given {
        let mut object = align::settled(object)?;
        pairs::join(&mut object)?;
        objects.push(object);
    }
    let program = crate::link::link(&Riscv::new(xlen), &objects, options)?;
    let foreign = foreign(&program, &objects);
    Ok(Executable { flags, foreign, ..program })
}

/// The name of a relocation number of object files.
pub fn relocation_name(xlen: Xlen, number: u32) -> Option<&'static str> {
    Riscv::new(xlen).relocation_name(number).filter(|_| number <= fixups::R_SUB_ULEB128)
}

//! ForwardCom's own kind of ELF: 64 bits, with other record sizes than standard ELF64, register-use words
//! in symbols, and addresses relative to three base pointers.
//!
//! The layouts are those of the vendor's `elf_forwardcom.h` (bintools 1.14). In [`ObjectFile`](crate::object_file::ObjectFile) and
//! [`Executable`](crate::executable::Executable) section flags hold the usual ELF bits (1 write, 2 alloc,
//! 4 execute) and ForwardCom's own flags in the upper half, see [`raw_flags`]; section kinds are 1 and 8 for
//! contents and for space, and ForwardCom's number for everything else.

mod executable;
mod library;
mod object;
pub(super) mod raw;

pub use executable::{read_executable, write_executable};
pub use library::read_library;
pub use object::{read_object, write_object};

use crate::elf::{ElfClass, Format};
use crate::object_file::Binding;

/// `e_machine` of ForwardCom.
pub const MACHINE: u16 = 0x6233;
/// Properties that all of ForwardCom's files share. Only the machine number and the ABI number are as the shared ELF
/// code takes them.
pub const FORMAT: Format = Format { class: ElfClass::Elf64, machine: MACHINE, os_abi: 250 };

/// Bits of a section's own flags, and of a symbol's attributes.
pub mod flags {
    /// Executable.
    pub const EXECUTE: u32 = 1;
    /// Writable.
    pub const WRITE: u32 = 2;
    /// Readable.
    pub const READ: u32 = 4;
    /// Symbol: not for other modules.
    pub const HIDDEN: u32 = 0x20;
    /// Section: takes up memory.
    pub const ALLOC: u32 = 0x100;
    /// Addressed relative to the instruction pointer.
    pub const IP: u32 = 0x1000;
    /// Addressed relative to the data pointer.
    pub const DATAP: u32 = 0x2000;
    /// Addressed relative to the thread pointer.
    pub const THREADP: u32 = 0x4000;
    /// One of the three.
    pub const BASES: u32 = IP | DATAP | THREADP;
    /// Symbol: the register-use words are valid.
    pub const REGISTER_USE: u32 = 0x1_0000;
    /// Symbol: floating-point data.
    pub const FLOAT: u32 = 0x2_0000;
    /// Section: event records.
    pub const EVENT: u32 = 0x10_0000;
}

/// Section kinds of the file.
pub mod kind {
    /// Contents.
    pub const PROGBITS: u8 = 0x11;
    /// Space.
    pub const NOBITS: u8 = 0x12;
    /// Contents of which one copy is kept.
    pub const COMMUNAL: u8 = 0x14;
}

/// Symbol kinds of the file.
pub mod symbol {
    /// Kind: data.
    pub const OBJECT: u8 = 1;
    /// Kind: code.
    pub const FUNCTION: u8 = 2;
    /// Kind: a constant.
    pub const CONSTANT: u8 = 0x10;
    /// Binding: seen by other modules.
    pub const GLOBAL: u8 = 1;
    /// Binding: gives way to others.
    pub const WEAK: u8 = 2;
    /// Binding: weak, and imported and exported both.
    pub const WEAK_BOTH: u8 = 6;
    /// Section number of constants.
    pub const CONSTANT_SECTION: u32 = u32::MAX;
}

/// ForwardCom's flags of a section of an object or program.
pub fn raw_flags(flags: u64) -> u32 {
    let raw = (flags >> 32) as u32;
    if raw != 0 {
        return raw;
    }
    // A section made without them.
    match flags & 7 {
        f if f & 4 != 0 => flags::ALLOC | flags::IP | flags::EXECUTE,
        f if f & 1 != 0 => flags::ALLOC | flags::DATAP | flags::READ | flags::WRITE,
        f if f & 2 != 0 => flags::ALLOC | flags::IP | flags::READ,
        _ => 0,
    }
}

/// Section flags as objects and programs hold them, from ForwardCom's own.
pub fn section_flags(raw: u32) -> u64 {
    let bit = |flag: u32, bit: u64| if raw & flag != 0 { bit } else { 0 };
    u64::from(raw) << 32 | bit(flags::WRITE, 1) | bit(flags::ALLOC, 2) | bit(flags::EXECUTE, 4)
}

/// The kind of a section as objects hold it.
pub(super) fn section_kind(kind: u8) -> u32 {
    match kind {
        kind::PROGBITS => 1,
        kind::NOBITS => 8,
        other => other.into(),
    }
}

/// The binding of a symbol as objects hold it.
pub(super) fn binding_of(raw: u8) -> Binding {
    match raw {
        0 => Binding::Local,
        symbol::GLOBAL => Binding::Global,
        _ => Binding::Weak,
    }
}

/// The binding of a symbol as the file holds it.
fn raw_binding(binding: Binding) -> u8 {
    match binding {
        Binding::Local => 0,
        Binding::Global => symbol::GLOBAL,
        Binding::Weak => symbol::WEAK,
    }
}

/// The kind of a section as the file holds it.
fn raw_kind(kind: u32) -> u8 {
    match kind {
        1 => kind::PROGBITS,
        8 => kind::NOBITS,
        other => other.min(255) as u8,
    }
}

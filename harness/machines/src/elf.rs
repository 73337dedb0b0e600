//! ELF files: relocatable objects and executables, 32 and 64 bits, little endian.
//!
//! Reading goes through the `object` crate's raw views, writing lays the bytes out here, so that a
//! mistake in one is seen by the other. Input is not trusted: what a file claims is checked against
//! its length before anything is allocated, and errors say where in the file the trouble is.

mod archive;
mod debug;
mod executable;
mod read;
mod write;

pub use archive::{Member, is_archive, read_archive};
pub use debug::read_debug_file;
pub use executable::{read_executable, write_executable};
pub use read::read_object;
pub(crate) use write::Strings;
pub use write::{WriteError, write_object};

/// Width of the file's addresses and offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElfClass {
    /// ELFCLASS32.
    Elf32,
    /// ELFCLASS64.
    Elf64,
}

/// The properties that all files of one target have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// Address width.
    pub class: ElfClass,
    /// `e_machine`.
    pub machine: u16,
    /// `EI_OSABI`, written but not checked.
    pub os_abi: u8,
}

/// Why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: at offset {offset:#x}: {text}")]
pub struct ElfError {
    /// Name of the file, as given by the caller.
    pub file: String,
    /// Byte offset in the file of the header or table entry in question.
    pub offset: u64,
    /// The mistake.
    pub text: String,
}

/// Sizes of the tables' entries in bytes.
impl ElfClass {
    const fn file_header(self) -> u64 {
        match self {
            Self::Elf32 => 52,
            Self::Elf64 => 64,
        }
    }

    const fn program_header(self) -> u64 {
        match self {
            Self::Elf32 => 32,
            Self::Elf64 => 56,
        }
    }

    const fn section_header(self) -> u64 {
        match self {
            Self::Elf32 => 40,
            Self::Elf64 => 64,
        }
    }

    const fn symbol(self) -> u64 {
        match self {
            Self::Elf32 => 16,
            Self::Elf64 => 24,
        }
    }

    const fn rela(self) -> u64 {
        match self {
            Self::Elf32 => 12,
            Self::Elf64 => 24,
        }
    }
}

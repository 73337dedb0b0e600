//! Properties of an object file that a document can define, independent of the file format.

/// Relocatable object file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Object {
    /// Form of the file according to its first bytes; `None` where they are not known.
    pub form: Option<ObjectForm>,
    /// Flags of its header.
    pub flags: u32,
    /// Sections in the order of the file.
    pub sections: Vec<ObjectSection>,
    /// Symbols with names in the order of the file, without those of sections and source files.
    pub symbols: Vec<ObjectSymbol>,
}

/// Form of an object file according to its first bytes, in ELF's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ObjectForm {
    /// Width of addresses: 1 for 32 bits, 2 for 64.
    pub class: u8,
    /// Byte order: 1 for the least significant byte first, 2 for the most significant one.
    pub byte_order: u8,
    /// Interface of the operating system.
    pub os_abi: u8,
}

impl ObjectForm {
    /// Form of an ELF file by its first bytes; `None` for a file that is too short.
    pub fn of(bytes: &[u8]) -> Option<ObjectForm> {
        match bytes {
            [_, _, _, _, class, byte_order, _, os_abi, ..] => {
                Some(ObjectForm { class: *class, byte_order: *byte_order, os_abi: *os_abi })
            }
            _ => None,
        }
    }
}

/// Section of an object file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ObjectSection {
    /// Name of the section.
    pub name: String,
    /// True if it holds code.
    pub executable: bool,
    /// Relocations in it: the distance in bytes from its start, and the target's number of the relocation type.
    pub relocations: Vec<(u64, u32)>,
}

/// Symbol of an object file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectSymbol {
    /// Name of the symbol.
    pub name: String,
    /// Binding of the symbol, for other object files.
    pub binding: &'static str,
    /// True if it is visible to other object files.
    pub visible: bool,
    /// Place of its definition.
    pub place: ObjectPlace,
    /// Size in bytes, 0 where it is not known.
    pub size: u64,
}

/// Place where a symbol is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectPlace {
    /// No place in this file.
    Undefined,
    /// Absolute address.
    Absolute(u64),
    /// Section, by its index.
    Section(usize),
    /// Memory that the linker allocates.
    Common,
}

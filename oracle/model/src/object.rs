//! What an object file says of itself, as far as a document can speak of it, in words of no format.

/// A relocatable object file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Object {
    /// What its first bytes say of the form of the file; `None` where they are not known.
    pub form: Option<ObjectForm>,
    /// The flags of its header.
    pub flags: u32,
    /// Sections in the order of the file.
    pub sections: Vec<ObjectSection>,
    /// Symbols with names in the order of the file, without those of sections and source files.
    pub symbols: Vec<ObjectSymbol>,
}

/// What the first bytes of an object file say of its form, in the numbers of ELF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObjectForm {
    /// Width of addresses: 1 for 32 bits, 2 for 64.
    pub class: u8,
    /// Byte order: 1 for the least significant byte first, 2 for the most significant one.
    pub byte_order: u8,
    /// The operating system's interface.
    pub os_abi: u8,
}

/// A section of an object file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ObjectSection {
    /// Its name.
    pub name: String,
    /// Whether it holds code.
    pub executable: bool,
    /// Relocations in it: the distance in bytes from its start, and the target's number of the kind.
    pub relocations: Vec<(u64, u32)>,
}

/// A symbol of an object file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectSymbol {
    /// Its name.
    pub name: String,
    /// How other object files see it.
    pub binding: &'static str,
    /// Whether other object files see it.
    pub visible: bool,
    /// Where it is defined.
    pub place: ObjectPlace,
    /// Its size in bytes, 0 where that is not known.
    pub size: u64,
}

/// Where a symbol is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectPlace {
    /// Elsewhere.
    Undefined,
    /// At this address.
    Absolute(u64),
    /// In the section with this index.
    Section(usize),
    /// In memory that the linker gives.
    Common,
}

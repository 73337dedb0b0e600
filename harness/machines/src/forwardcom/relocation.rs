//! Relocation numbers: a kind, a size and a scale in one word.

/// Bit: the loader fills the field.
pub const LOAD_TIME: u32 = 0x0200_0000;

/// Address that a field is relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Base {
    /// Nothing.
    Absolute,
    /// The field's own address.
    Itself,
    /// `__ip_base`.
    IpBase,
    /// `__datap_base`.
    DatapBase,
    /// `__threadp_base`.
    ThreadpBase,
    /// A second symbol.
    Symbol,
    /// No relocation of a field: system function numbers, stack sizes, register use.
    Other,
}

/// Part of a value that a field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// All of it, which must fit.
    All,
    /// Its low half.
    Low,
    /// Its high half.
    High,
}

/// One kind of relocation: `r_type` without the options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Relocation {
    /// Address that the field is relative to.
    pub base: Base,
    /// Code of the size in bits 15:8.
    size: u8,
    /// log2 of the unit of the field in bytes.
    pub scale: u8,
}

/// Codes of sizes, with the size in bytes, the part of the value and the name's end.
const SIZES: [(u8, u8, Part, &str); 9] = [
    (1, 1, Part::All, "8"),
    (2, 2, Part::All, "16"),
    (3, 3, Part::All, "24"),
    (4, 4, Part::All, "32"),
    (5, 2, Part::Low, "32LO"),
    (6, 2, Part::High, "32HI"),
    (8, 8, Part::All, "64"),
    (9, 4, Part::Low, "64LO"),
    (10, 4, Part::High, "64HI"),
];

/// Codes in bits 23:16 and what they are relative to.
const BASES: [(u8, Base, &str); 12] = [
    (0x00, Base::Absolute, "ABS"),
    (0x01, Base::Itself, "SELFREL"),
    (0x04, Base::IpBase, "IP_BASE"),
    (0x05, Base::DatapBase, "DATAP"),
    (0x06, Base::ThreadpBase, "THREADP"),
    (0x08, Base::Symbol, "REFP"),
    (0x10, Base::Other, "SYSFUNC"),
    (0x11, Base::Other, "SYSMODUL"),
    (0x12, Base::Other, "SYSCALL"),
    (0x20, Base::Other, "DATASTACK"),
    (0x21, Base::Other, "CALLSTACK"),
    (0x40, Base::Other, "REGUSE"),
];

impl Relocation {
    /// The relocation of a number. Codes without a meaning give [`Base::Other`] or size 0.
    pub fn of(kind: u32) -> Self {
        let code = (kind >> 16) as u8;
        let base = BASES.iter().find(|entry| entry.0 == code).map_or(Base::Other, |entry| entry.1);
        Self { base, size: (kind >> 8) as u8, scale: kind as u8 }
    }

    /// Size of the field in bytes, 0 for a size code without a meaning.
    pub fn size(&self) -> u8 {
        SIZES.iter().find(|entry| entry.0 == self.size).map_or(0, |entry| entry.1)
    }

    /// The part of the value that the field takes.
    pub fn part(&self) -> Part {
        SIZES.iter().find(|entry| entry.0 == self.size).map_or(Part::All, |entry| entry.2)
    }
}

/// Every relocation number of a field with its name: base, size and scale.
pub fn all() -> impl Iterator<Item = (u32, String)> {
    BASES.iter().filter(|base| base.1 != Base::Other).flat_map(|base| {
        SIZES.iter().flat_map(move |size| {
            (0..5u32).map(move |scale| {
                let number = u32::from(base.0) << 16 | u32::from(size.0) << 8 | scale;
                let scaled = if scale > 0 { format!(" / {}", 1 << scale) } else { String::new() };
                (number, format!("{} {}{scaled}", base.2, size.3))
            })
        })
    })
}

/// The name of a relocation number's kind.
pub fn name(kind: u32) -> Option<&'static str> {
    BASES.iter().find(|entry| u32::from(entry.0) == kind >> 16 & 0xFF).map(|entry| entry.2)
}

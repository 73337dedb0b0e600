//! Listings: machine code as text.

/// How instructions are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As the vendor's own disassembler prints them. Reading it back may give other bytes.
    Vendor,
    /// As source that assembles to the same bytes, here and with the vendor's assembler; data
    /// directives where no source gives the bytes.
    Source,
}

/// One line of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Address of the first byte.
    pub address: u64,
    /// The bytes, in memory order.
    pub bytes: Vec<u8>,
    /// The instruction, or a data directive with the bytes' value.
    pub text: String,
}

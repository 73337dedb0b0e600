//! The natural machine mode of a type: whether it can be handled as one byte, half-word, word or
//! double word. The document does not know the notion; readings of EPIPHANY-S06, -RET-04 and -RET-06
//! that follow GCC rest on it. Its definition is that of GCC's `stor-layout.cc` for a machine that
//! requires alignment.

/// How a type can be handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// As a machine type of this many bytes: 1, 2, 4 or 8.
    Natural(u64),
    /// Only as a block of memory, for no other reason than its alignment.
    Unaligned,
    /// Only as a block of memory, and so is whatever contains it.
    Block,
}

impl Mode {
    /// Size in bytes of the machine type, if there is one.
    pub(super) fn natural(self) -> Option<u64> {
        match self {
            Mode::Natural(size) => Some(size),
            Mode::Unaligned | Mode::Block => None,
        }
    }

    /// Mode of an array of `len` elements. One of a single element is handled as its element is.
    pub(super) fn of_array(elem: Mode, len: u32, size: u64, align: u64) -> Mode {
        let block = if len == 1 { elem.natural() != Some(size) } else { elem == Mode::Block };
        Mode::of_size(block, size, align)
    }

    /// Mode of an array or record, of which a part may have to stay a block.
    pub(super) fn of_size(contains_block: bool, size: u64, align: u64) -> Mode {
        match size {
            _ if contains_block => Mode::Block,
            1 | 2 | 4 | 8 if align >= size => Mode::Natural(size),
            1 | 2 | 4 | 8 => Mode::Unaligned,
            _ => Mode::Block,
        }
    }
}

//! Reasons for which bytes are no instruction.

/// Reason for which bytes are no instruction of a target whose instructions have several lengths, or one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The input ends inside the instruction.
    #[error("{needed} bytes needed, {given} given")]
    Truncated {
        /// Bytes that the instruction has.
        needed: usize,
        /// Bytes there were.
        given: usize,
    },
    /// No instruction has these bits.
    #[error("no instruction has the bits {word:#x}")]
    Unknown {
        /// The little-endian word.
        word: u32,
        /// Length in bytes, which the first bits give even for unknown words.
        size: usize,
    },
}

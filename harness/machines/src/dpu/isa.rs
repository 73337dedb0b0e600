//! Operations, registers and decoded instructions of the UPMEM DPU (v1A and v1B).

use super::forms::Form;

/// Operation of an instruction, whatever its form. Sources are a (`ra`), b (`rb` or the immediate) and pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[rustfmt::skip]
pub enum Op {
    /// a + b.
    Add,
    /// a + b + C.
    Addc,
    /// First minus second source as written.
    Sub,
    /// The same with carry: first + ~second + C.
    Subc,
    /// b - a.
    Rsub,
    /// b + ~a + C.
    Rsubc,
    /// Signed high byte times signed high byte; the next ones likewise: s and u for the sign, h and l for
    /// the byte.
    MulShSh,
    /// See [`Op::MulShSh`].
    MulShSl,
    /// See [`Op::MulShSh`].
    MulShUh,
    /// See [`Op::MulShSh`].
    MulShUl,
    /// See [`Op::MulShSh`].
    MulSlSh,
    /// See [`Op::MulShSh`].
    MulSlSl,
    /// See [`Op::MulShSh`].
    MulSlUh,
    /// See [`Op::MulShSh`].
    MulSlUl,
    /// See [`Op::MulShSh`].
    MulUhUh,
    /// See [`Op::MulShSh`].
    MulUhUl,
    /// See [`Op::MulShSh`].
    MulUlUh,
    /// See [`Op::MulShSh`].
    MulUlUl,
    /// One step of a multiplication on pairs.
    MulStep,
    /// One step of a division on pairs.
    DivStep,
    /// a & b.
    And,
    /// a | b.
    Or,
    /// a ^ b.
    Xor,
    /// ~(a & b).
    Nand,
    /// ~(a | b).
    Nor,
    /// ~(a ^ b).
    Nxor,
    /// ~a & b.
    Andn,
    /// ~a | b.
    Orn,
    /// A hash of a and 4 bits of b.
    Hash,
    /// Shift left.
    Lsl,
    /// Logical shift right.
    Lsr,
    /// Arithmetic shift right.
    Asr,
    /// Rotate left.
    Rol,
    /// Rotate right.
    Ror,
    /// The bits that `lsl` shifts out.
    Lslx,
    /// The bits that `lsr` shifts out.
    Lsrx,
    /// Shift left with ones.
    Lsl1,
    /// Shift right with ones.
    Lsr1,
    /// The bits that `lsl1` shifts out, with ones.
    Lsl1x,
    /// The bits that `lsr1` shifts out, with ones.
    Lsr1x,
    /// b + (a << shift).
    LslAdd,
    /// b - (a << shift).
    LslSub,
    /// b + (a >> shift).
    LsrAdd,
    /// b + a rotated left.
    RolAdd,
    /// Number of ones.
    Cao,
    /// Number of leading ones.
    Clo,
    /// Number of bits behind the sign that equal it.
    Cls,
    /// Number of leading zeros.
    Clz,
    /// Sign extension of a byte.
    Extsb,
    /// Sign extension of a half-word.
    Extsh,
    /// Zero extension of a byte.
    Extub,
    /// Zero extension of a half-word.
    Extuh,
    /// The bound that replaces a sum that has overflowed.
    Sats,
    /// Byte by byte: 1 where equal.
    Cmpb4,
    /// Copy of a pair.
    Movd,
    /// Copy of a pair with its halves exchanged.
    Swapd,
    /// Call and jump.
    Call,
    /// Load signed byte.
    Lbs,
    /// Load unsigned byte.
    Lbu,
    /// Load signed half-word.
    Lhs,
    /// Load unsigned half-word.
    Lhu,
    /// Load word.
    Lw,
    /// Load double-word.
    Ld,
    /// Store byte.
    Sb,
    /// Store half-word.
    Sh,
    /// Store word.
    Sw,
    /// Store double-word.
    Sd,
    /// Store byte with the tasklet's number.
    SbId,
    /// Store half-word with the tasklet's number.
    ShId,
    /// Store word with the tasklet's number.
    SwId,
    /// Store double-word with the tasklet's number.
    SdId,
    /// MRAM to WRAM.
    Ldma,
    /// MRAM to IRAM.
    Ldmai,
    /// WRAM to MRAM.
    Sdma,
    /// Set an atomic bit.
    Acquire,
    /// Clear an atomic bit.
    Release,
    /// Start a tasklet.
    Boot,
    /// Wake a tasklet.
    Resume,
    /// Clear a run bit.
    ClrRun,
    /// Read a run bit.
    ReadRun,
    /// End of this tasklet.
    Stop,
    /// Raise a fault.
    Fault,
    /// Nothing.
    Nop,
    /// Nothing that a program sees.
    Tell,
    /// Read the cycle counter.
    Time,
    /// Read the cycle counter and choose what it counts.
    TimeCfg,
}

/// Most operands that a form has.
pub const OPERANDS: usize = 6;

/// One decoded instruction.
///
/// Two are equal when form and values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// Its form.
    pub form: &'static Form,
    /// The operands in the form's order: register numbers, numbers with sign applied, condition codes, 1
    /// for big endian; 0 behind the last operand.
    pub values: [i64; OPERANDS],
}

/// Number of the return address register.
pub const LINK: u8 = 23;

/// Names of the registers that always hold the same value for a tasklet, numbers 24 to 31.
pub const CONSTANTS: [&str; 8] = ["zero", "one", "lneg", "mneg", "id", "id2", "id4", "id8"];

/// The values of the constant registers for a tasklet.
pub const fn constant_values(tasklet: u32) -> [u32; 8] {
    [0, 1, u32::MAX, 0x8000_0000, tasklet, 2 * tasklet, 4 * tasklet, 8 * tasklet]
}

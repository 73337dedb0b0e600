//! The instruction set of the Graphcore Colossus IPU Mk2 (`ipu2`) as one table.
//!
//! The rows of [`FORMS`] drive the encoder, the decoder, the assembler and the disassembler. Each row
//! names an operation in one of its forms, the bits that are fixed and where each operand lies. The
//! facts come from the vendor's public LLVM target. Bit 31 of every word says that the word is one
//! half of an execution bundle; it is no part of a form unless the form may not be bundled.

mod control;
mod float;
mod integer;
mod memory;

use super::fields::{Kind, Operand};

/// Operations on two words that give one: `dst, x, y` in the order of the assembly text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[rustfmt::skip]
pub enum Int {
    /// x + y.
    Add,
    /// x - y.
    Sub,
    /// Low word of x * y.
    Mul,
    /// The greater, signed.
    Max,
    /// The lesser, signed.
    Min,
    /// x and y.
    And,
    /// x and not y.
    Andc,
    /// x or y.
    Or,
    /// x exclusive or y.
    Xor,
    /// not (x exclusive or y).
    Xnor,
    /// x shifted left by y.
    Shl,
    /// x shifted right by y, zeros come in.
    Shr,
    /// x shifted right by y, the sign comes in.
    Shrs,
    /// 1 if x == y, else 0.
    CmpEq,
    /// 1 if x != y, else 0.
    CmpNe,
    /// 1 if x < y, signed, else 0.
    CmpSlt,
    /// 1 if x < y, unsigned, else 0.
    CmpUlt,
    /// Halves (x.1, y.0).
    Roll16,
    /// Bytes (x.3, y.0, y.1, y.2).
    Roll8l,
    /// Bytes (x.1, x.2, x.3, y.0).
    Roll8r,
    /// Bytes (x.2, y.2, x.3, y.3).
    Shuf8x8hi,
    /// Bytes (x.0, y.0, x.1, y.1).
    Shuf8x8lo,
    /// Halves (x.1, y.1).
    Sort4x16hi,
    /// Halves (x.0, y.0).
    Sort4x16lo,
    /// Bytes (x.1, x.3, y.1, y.3).
    Sort8x8hi,
    /// Bytes (x.0, x.2, y.0, y.2).
    Sort8x8lo,
}

/// Operations on one word that give one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bits {
    /// Signed magnitude; 0 for the most negative number.
    Abs,
    /// The bits of each byte in reverse order.
    Bitrev8,
    /// Leading zeros.
    Clz,
    /// Bits below bit 31 that equal it, counted from the top: 0 to 31.
    Cms,
    /// Ones.
    Popc,
    /// Bytes (x.0, x.2, x.1, x.3).
    Sort8,
    /// Bytes (x.1, x.0, x.3, x.2).
    Swap8,
    /// Complement.
    Not,
}

/// Operations on two register pairs that give one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wide {
    /// x and y.
    And64,
    /// x and not y.
    Andc64,
    /// x or y.
    Or64,
    /// Words (x.1, y.0).
    Roll32,
    /// Words (x.1, y.1).
    Sort4x32hi,
    /// Words (x.0, y.0).
    Sort4x32lo,
}

/// A floating-point operation on two values; comparisons give all ones or zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are those of the mnemonics")]
pub enum Float {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
    AbsAdd,
    AbsMax,
    CmpEq,
    CmpNe,
    CmpLt,
    CmpLe,
    CmpGt,
    CmpGe,
}

/// A function of one floating-point value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are those of the mnemonics, spelled out")]
pub enum Function {
    Log2,
    Ln,
    Exp2,
    Exp,
    Tanh,
    Sigm,
    Sqrt,
    ReciprocalSqrt,
    Reciprocal,
}

/// How many values of which width an operation works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lanes {
    /// One single in a register.
    F32,
    /// Two singles in a pair.
    F32x2,
    /// Two halves in a register.
    F16x2,
    /// Four halves in a pair.
    F16x4,
}

/// Conversions and sums over lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say what becomes what")]
pub enum Convert {
    U32ToF32,
    I32ToF32,
    F32ToI32,
    F32ToU32,
    F16ToF32,
    F16x2ToF32x2,
    /// The result stands in both halves.
    F32ToF16,
    F32x2ToF16x2,
    F32x4ToF16x4,
    /// The sum of both halves as a single.
    SumF16x2,
    /// The sums of both halves of each register, as singles.
    SumF16x4,
    /// The greater half, in both halves.
    MaxF16x2,
    /// The greater half of each register.
    MaxF16x4,
    /// An unsigned number n of 32 bits as (n + 1/2) / 2^32 - 1/2.
    FractionF32,
    /// The same for two numbers.
    FractionF32x2,
    /// Two unsigned numbers n of 16 bits as (n + 1/2) / 2^16 - 1/2.
    FractionF16x2,
    /// The same for four numbers.
    FractionF16x4,
}

/// How wide the elements are that an instruction accumulates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Width {
    /// Halves, two in a register.
    Half,
    /// Singles.
    Single,
}

/// What of an element is accumulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// The element.
    Value,
    /// Its magnitude.
    Magnitude,
    /// Its square.
    Square,
}

/// What an instruction with packed addresses does, with 64 bits each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pace {
    /// Stores by the third address.
    Store,
    /// Loads by the first address and by the second.
    LoadTwo,
    /// Loads by the first address and stores by the third.
    LoadStore,
    /// Loads by the first address and by the second, and stores by the third.
    LoadTwoStore,
}

/// What a load or store moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Data {
    /// A byte, zero-extended.
    Byte,
    /// A byte, sign-extended.
    SignedByte,
    /// 16 bits, zero-extended.
    Half,
    /// 16 bits, sign-extended.
    SignedHalf,
    /// 16 bits, put in both halves of an A register.
    BothHalves,
    /// 32 bits.
    Word,
    /// 64 bits: an A pair, the low word in the even register.
    Pair,
    /// 128 bits: an A quad.
    Quad,
}

impl Data {
    /// Size of the access in bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            Self::Byte | Self::SignedByte => 1,
            Self::Half | Self::SignedHalf | Self::BothHalves => 2,
            Self::Word => 4,
            Self::Pair => 8,
            Self::Quad => 16,
        }
    }
}

/// When a branch is taken, or what an exit answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Test {
    /// The register is 0.
    Zero,
    /// The register is not 0.
    NotZero,
    /// Bit 31 is set.
    Negative,
    /// Bit 31 is clear.
    Positive,
}

impl Test {
    /// Whether a value passes.
    pub const fn holds(self, value: u32) -> bool {
        match self {
            Self::Zero => value == 0,
            Self::NotZero => value != 0,
            Self::Negative => (value as i32) < 0,
            Self::Positive => (value as i32) >= 0,
        }
    }
}

/// Why an instruction that exists is not simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unmodelled {
    /// It passes values along the hidden accumulators in an order that is not public in full.
    Pipeline,
    /// It draws random numbers.
    Random,
    /// It steps through memory in a way that is not public.
    Step,
}

/// What an instruction does; operands are named by their place in the assembly text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// `dst, x, y`.
    Int(Int),
    /// `dst, x`.
    Bits(Bits),
    /// `dst, x, y` on pairs.
    Wide(Wide),
    /// `dst, x` on pairs: complement.
    Not64,
    /// `dst, imm`.
    Set,
    /// `dst, cond, x`: dst = x if cond is not 0.
    MoveIf,
    /// `dst, x`: from the A file to the M file.
    Copy,
    /// `dst, x, y`.
    Float(Float, Lanes),
    /// `dst, x, bounds`: the lesser of the upper bound and the greater of x and the lower bound.
    Clamp(Lanes),
    /// `dst, x`.
    Function(Function, Lanes),
    /// `dst, x`.
    Convert(Convert),
    /// `dst, x, mode`: to an integral value; 0 nearest even, 1 up, 2 down, 3 to zero, 4 nearest away.
    RoundInt,
    /// `dst, base, delta, offset`: from base + delta + size * offset.
    Load(Data),
    /// `dst, base, delta+=, stride`: from base + delta; then delta += size * stride.
    LoadStep(Data),
    /// `dst, pointer++, base, delta@`: from base + low half of delta; delta = half at pointer;
    /// pointer += 2.
    LoadDelta(Data),
    /// `dst, pointer++, base, delta@`: from base + high half of delta; delta = word at pointer;
    /// pointer += 4.
    LoadDeltaPair,
    /// `dst, pointer++, base, delta`: dst.2 and dst.3 from pointer, dst.1 from base + low half of
    /// delta; pointer += 8.
    LoadDense,
    /// `src, base, delta, offset`: to base + delta + size * offset.
    Store(Data),
    /// `src, base, delta+=, stride`: to base + delta; then delta += size * stride.
    StoreStep(Data),
    /// `src, base, offset`: to base + 4 * offset.
    StoreIndexed,
    /// `src, base, stride`: to base; then base += 4 * stride.
    StoreBase,
    /// `target`: PC = target.
    Jump,
    /// `x`: PC = x.
    JumpRegister,
    /// `x, target`: PC = target if x passes.
    Branch(Test),
    /// `x, target`: if x is not 0, x -= 1 and PC = target.
    CountDown,
    /// `link, target`: link = address behind the instruction or bundle; PC = target.
    Call,
    /// `count, body`: the next body + 1 bundles are executed count times.
    Repeat,
    /// `x`: the worker ends; its answer is whether x passes.
    Exit(Test),
    /// `dst, number`: dst = control register.
    Get,
    /// `number, x`: control register = x.
    Put,
    /// `dst, number`: the upper control registers.
    GetUpper,
    /// `number, x`: the upper control registers.
    PutUpper,
    /// `number`: stops in the debugger.
    Trap,
    /// `dst, x`: the class of each element, one byte each.
    Class(Lanes),
    /// `x`: adds every element of x to its accumulator.
    Accumulate(Term, Width),
    /// `x, y`: adds products to accumulators; of halves, the sum of the products in a register.
    MultiplyAccumulate(Lanes),
    /// `dst, x, which`: dst = two accumulators, and x enters at the other end of the chain.
    ShiftAccumulators(Width),
    /// `dst`: the first four accumulators as halves.
    GetAccumulators,
    /// `dst, x, y` on halves: dst = four accumulators; then they become a x + b y, a and b in `$TAS`.
    Mix,
    /// `dst, x, y` on singles: dst = two accumulators; then they become a x + y, a in `$TAS`.
    ScaleAndAdd,
    /// `dst, x, y, z`: three addresses in a pair of M registers.
    PackAddresses,
    /// Registers, packed addresses, strides, choices of the steps.
    Pace(Pace),
    /// `number`: weights from where `$CCCSLOAD` points, which advances.
    LoadWeights(Data),
    /// `entry, base, offset`: starts a worker.
    Run,
    /// `entry, base, stride`: starts all workers.
    RunAll,
    /// Encoded, decoded and printed, but not simulated.
    Unmodelled(Unmodelled),
}

/// Issues in the main lane.
pub const MAIN: u8 = 0;
/// Issues in the auxiliary lane, which only workers have.
pub const AUX: u8 = 1;
/// Only in worker contexts.
pub const WORKER: u8 = 2;
/// Only in the supervisor context.
pub const SUPERVISOR: u8 = 4;
/// A control instruction: not inside a repeated body.
pub const CONTROL: u8 = 8;
/// A system instruction: not inside a repeated body.
pub const SYSTEM: u8 = 16;
/// Never bundled: bit 31 is always 0.
pub const SOLO: u8 = 32;

/// One form of one instruction: a row of the table.
pub struct Form {
    /// Mnemonic.
    pub mnemonic: &'static str,
    /// What it does.
    pub op: Op,
    /// The value of the fixed bits; all others are 0.
    pub value: u32,
    /// Operands in the order of the assembly text.
    pub operands: &'static [Operand],
    /// A sum of [`AUX`], [`WORKER`], [`SUPERVISOR`], [`CONTROL`], [`SYSTEM`] and [`SOLO`].
    pub traits: u8,
}

/// Shorthand for a row.
const fn f(mnemonic: &'static str, op: Op, value: u32, operands: &'static [Operand], traits: u8) -> Form {
    Form { mnemonic, op, value, operands, traits }
}

impl std::fmt::Debug for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:#010x}", self.mnemonic, self.value)
    }
}

impl Form {
    /// The bits that are fixed.
    pub fn mask(&self) -> u32 {
        let bundle = if self.is(SOLO) { 0 } else { BUNDLED };
        !self.operands.iter().fold(bundle, |bits, operand| bits | operand.mask())
    }

    /// Whether it has one of these traits.
    pub const fn is(&self, traits: u8) -> bool {
        self.traits & traits != 0
    }

    /// Whether only workers may execute it.
    pub const fn needs_worker(&self) -> bool {
        self.is(AUX | WORKER)
    }

    /// Whether the assembly may leave out the third operand, the delta of an address.
    pub const fn has_delta(&self) -> bool {
        matches!(self.op, Op::Load(_) | Op::Store(_))
    }
}

/// The bit that marks the halves of a bundle.
pub const BUNDLED: u32 = 1 << 31;

/// The table: integer, control, memory and floating-point rows. Of the forms that one text fits, the
/// assembler takes the first; decoding does not depend on the order.
pub static FORMS: [&[Form]; 4] = [integer::FORMS, control::FORMS, memory::FORMS, float::FORMS];

/// Every row.
pub fn forms() -> impl Iterator<Item = &'static Form> {
    FORMS.into_iter().flatten()
}

/// Operands that a form has at most.
pub const MOST_OPERANDS: usize = 5;

/// One decoded instruction.
#[derive(Debug, Clone, Copy)]
pub struct Instruction {
    /// Its row.
    pub form: &'static Form,
    /// The operands' values in the order of the row: register numbers (of a group the first),
    /// numbers (signed ones as two's complement of 32 bits), word addresses of code.
    pub values: [u32; MOST_OPERANDS],
    /// Whether it is one half of a bundle.
    pub bundled: bool,
}

impl PartialEq for Instruction {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.form, other.form) && self.values == other.values && self.bundled == other.bundled
    }
}

impl Eq for Instruction {}

impl Instruction {
    /// An instruction of a form with every operand 0.
    pub fn new(form: &'static Form) -> Self {
        Self { form, values: [0; MOST_OPERANDS], bundled: false }
    }

    /// Its operands with their values.
    pub fn operands(&self) -> impl Iterator<Item = (&'static Operand, u32)> {
        self.form.operands.iter().zip(self.values)
    }

    /// The A registers that it writes: bit n is `$a n`.
    pub fn written_a(&self) -> u16 {
        let bits = |(operand, value): (&Operand, u32)| match operand.kind {
            Kind::A | Kind::APair | Kind::AQuad if operand.written => {
                ((1u32 << operand.kind.registers()) - 1) << (value & 15)
            }
            _ => 0,
        };
        self.operands().map(bits).fold(0, |all, bits| all | bits) as u16
    }
}

/// Whether two instructions may be the halves of one bundle: the lanes, nothing that stands alone, and
/// no A register written by both.
pub fn may_be_bundled(main: &Instruction, aux: &Instruction) -> bool {
    !main.form.is(AUX | SOLO | SUPERVISOR)
        && aux.form.is(AUX)
        && !aux.form.is(SOLO)
        && main.written_a() & aux.written_a() == 0
}

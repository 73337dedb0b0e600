//! Operations of the instructions of the table.

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

/// Number and width of the values that an operation works on.
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

/// Width of the elements that an instruction accumulates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Width {
    /// Halves, two in a register.
    Half,
    /// Singles.
    Single,
}

/// The part of an element that is accumulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// The element.
    Value,
    /// Its magnitude.
    Magnitude,
    /// Its square.
    Square,
}

/// Operation of an instruction with packed addresses, on 64 bits each.
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

/// Datum of a load or store.
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
    /// Returns whether a value passes.
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
    /// It generates random numbers.
    Random,
    /// It steps through memory in a way that is not public.
    Step,
    /// It exchanges data or answers with other tiles, which are not simulated.
    Exchange,
}

/// Operation of an instruction; operands are named by their place in the assembly text.
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
    /// `zone`: waits for all that take part in a synchronisation.
    Sync,
    /// `count`: lets time pass.
    Delay,
    /// Encoded, decoded and printed, but not simulated.
    Unmodelled(Unmodelled),
}

//! Decoded instructions by address, in a form that is quick to execute.

use super::decode::Issue;
use super::fields::{Operand, OperandKind};
use super::isa::{Bits, Data, Instruction, Int, Op, Test};
use crate::predecoded::{self, Entry as _, Sentinel};

/// Work of an entry, in terms of the fields of [`Entry`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    /// No instruction: the number of a runtime function, or the word, in `imm`.
    Sentinel(Sentinel),
    /// The word `imm` and the one behind it are no bundle.
    BadBundle,
    /// `a = b op c`.
    IntReg(Int),
    /// `a = b op imm`.
    IntImm(Int),
    /// `a = imm op b`.
    IntLeft(Int),
    /// `a = op b`.
    Bits(Bits),
    /// `a = imm`.
    Set,
    /// `a = c` if b is not 0.
    MoveIf,
    /// `a = A register b`.
    Copy,
    /// `a` (of the A file if `file`) from b + c + imm.
    LoadImm(Data),
    /// The same from b + c + size * d.
    LoadReg(Data),
    /// The same from b + c; then c += imm.
    LoadStepImm(Data),
    /// The same from b + c; then c += size * d.
    LoadStepReg(Data),
    /// `a` (of the A file if `file`) to b + c + imm.
    StoreImm(Data),
    /// The same to b + c + size * d.
    StoreReg(Data),
    /// The same to b + c; then c += imm.
    StoreStepImm(Data),
    /// The same to b + c; then c += size * d.
    StoreStepReg(Data),
    /// `a` to b; then b += 4 * c.
    StoreBase,
    /// To imm.
    Jump,
    /// To a.
    JumpRegister,
    /// To imm if a passes.
    Branch(Test),
    /// If a is not 0: a -= 1, and to imm.
    CountDown,
    /// a = address behind; to imm.
    Call,
    /// Any other main instruction: detail number `imm`.
    Rare,
    /// An auxiliary instruction alone: detail number `imm`.
    Aux,
    /// A bundle: detail number `imm`.
    Bundle,
}

/// One decoded instruction or bundle.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub(super) code: Code,
    /// The register at `a` belongs to the A file.
    pub(super) file: bool,
    /// Only workers may execute it.
    pub(super) worker: bool,
    pub(super) a: u8,
    pub(super) b: u8,
    pub(super) c: u8,
    pub(super) d: u8,
    pub(super) imm: u32,
}

impl Entry {
    pub(super) const fn plain(code: Code, imm: u32) -> Self {
        Self { code, file: false, worker: false, a: 0, b: 0, c: 0, d: 0, imm }
    }

    /// A main instruction; `None` for those that are executed from their detail.
    fn of_main(instruction: &Instruction) -> Option<Self> {
        let values = instruction.values;
        let [first, second, third, fourth, _] = values;
        let reg = |value: u32| (value & 15) as u8;
        let kind = |index: usize| instruction.form.operands.get(index).map(|operand: &Operand| operand.kind);
        let is_m = |index: usize| kind(index) == Some(OperandKind::M);
        let file = kind(0).is_some_and(OperandKind::is_a);
        let worker = instruction.form.needs_worker();
        let entry = |code| Self {
            code,
            file,
            worker,
            a: reg(first),
            b: reg(second),
            c: reg(third),
            d: reg(fourth),
            imm: fourth,
        };
        Some(match instruction.form.op {
            Op::Int(int) if is_m(1) && is_m(2) => entry(Code::IntReg(int)),
            Op::Int(int) if is_m(1) => Self { imm: third, ..entry(Code::IntImm(int)) },
            Op::Int(int) => Self { b: reg(third), imm: second, ..entry(Code::IntLeft(int)) },
            Op::Bits(bits) => entry(Code::Bits(bits)),
            Op::Set => Self { imm: second, ..entry(Code::Set) },
            Op::MoveIf => entry(Code::MoveIf),
            Op::Copy => entry(Code::Copy),
            Op::Load(data) if is_m(3) => entry(Code::LoadReg(data)),
            Op::Load(data) => scaled(entry(Code::LoadImm(data)), data),
            Op::LoadStep(data) if is_m(3) => entry(Code::LoadStepReg(data)),
            Op::LoadStep(data) => scaled(entry(Code::LoadStepImm(data)), data),
            Op::Store(data) if is_m(3) => entry(Code::StoreReg(data)),
            Op::Store(data) => scaled(entry(Code::StoreImm(data)), data),
            Op::StoreStep(data) if is_m(3) => entry(Code::StoreStepReg(data)),
            Op::StoreStep(data) => scaled(entry(Code::StoreStepImm(data)), data),
            // `src, base, offset`: no delta.
            Op::StoreIndexed => Self { c: 15, d: reg(third), ..entry(Code::StoreReg(Data::Word)) },
            Op::StoreBase => entry(Code::StoreBase),
            Op::Jump => Self { imm: first << 2, ..entry(Code::Jump) },
            Op::JumpRegister => entry(Code::JumpRegister),
            Op::Branch(test) => Self { imm: second << 2, ..entry(Code::Branch(test)) },
            Op::CountDown => Self { imm: second << 2, ..entry(Code::CountDown) },
            // Bit 19 of the word address is ignored.
            Op::Call => Self { imm: (second & 0x7_ffff) << 2, ..entry(Code::Call) },
            _ => return None,
        })
    }
}

/// An offset in bytes.
const fn scaled(entry: Entry, data: Data) -> Entry {
    Entry { imm: entry.imm.wrapping_mul(data.bytes()), ..entry }
}

/// The parts of an instruction or bundle that do not fit an entry.
#[derive(Debug, Clone, Copy)]
pub struct Detail {
    /// The main instruction of a bundle, and of [`Code::Rare`].
    pub(super) main: Entry,
    /// The main instruction where its entry is [`Code::Rare`].
    pub(super) rare: Option<Instruction>,
    /// The auxiliary instruction.
    pub(super) aux: Option<Instruction>,
}

impl predecoded::Entry for Entry {
    type Detail = Detail;
    const SHIFT: u32 = 2;
    /// The reach of an address in a branch: 2 MiB.
    const ADDRESS_BITS: u32 = 21;
    const LONGEST: u32 = 8;

    #[inline(always)]
    fn sentinel(work: Sentinel, number: u32) -> Self {
        Self::plain(Code::Sentinel(work), number)
    }

    #[inline(always)]
    fn as_sentinel(self) -> Option<Sentinel> {
        if let Code::Sentinel(work) = self.code { Some(work) } else { None }
    }
}

/// The entry of a decoded instruction or bundle.
pub(super) fn entry_of(cache: &mut predecoded::Cache<Entry>, issue: &Issue) -> Entry {
    match issue {
        Issue::Single(instruction) if instruction.form.is(super::isa::AUX) => {
            let detail = Detail { main: Entry::empty(), rare: None, aux: Some(*instruction) };
            Entry { worker: true, ..Entry::plain(Code::Aux, cache.keep(detail)) }
        }
        Issue::Single(instruction) => match Entry::of_main(instruction) {
            Some(entry) => entry,
            None => {
                let detail = Detail { main: Entry::empty(), rare: Some(*instruction), aux: None };
                let worker = instruction.form.needs_worker();
                Entry { worker, ..Entry::plain(Code::Rare, cache.keep(detail)) }
            }
        },
        Issue::Bundle(main, aux) => {
            let entry = Entry::of_main(main);
            let rare = if entry.is_some() { None } else { Some(*main) };
            let main = entry.unwrap_or(Entry::plain(Code::Rare, 0));
            let detail = Detail { main, rare, aux: Some(*aux) };
            Entry { worker: true, ..Entry::plain(Code::Bundle, cache.keep(detail)) }
        }
    }
}

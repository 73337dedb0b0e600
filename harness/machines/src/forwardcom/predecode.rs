//! Instructions in the form the simulator executes.

use super::decode::Instruction;
use super::fields::bits;
use super::formats::{Extra, Index, InstructionKind, Offset, Vectors, source};
use super::isa::{Immediate, flags, id, type_size};
use super::number::half_to_float;
use super::operands::{ORDER, Source};
use crate::ieee;
use crate::predecoded::{self, Sentinel};

/// Operation of a decoded instruction. Everything but the frequent ones on general registers is `General`.
/// One byte, without values in it: the run loop is quicker so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Code {
    /// Not decoded yet.
    Empty,
    /// A breakpoint of the host, or the return address of a call by the host.
    Stop,
    /// A runtime function: its number in `imm`.
    Host,
    /// No instruction: the word in `imm`.
    Illegal,
    /// The instruction `breakpoint`.
    BreakpointHere,
    /// Anything, in full: its place among the cache's general instructions in `imm`.
    General,
    Move,
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    ShiftRightSigned,
    Load,
    Store,
    /// Comparison and jump: the condition in `condition`.
    CompareJump,
    AddJump,
    SubJump,
    IncrementJump,
    Jump,
    Call,
    ReturnTop,
}

/// Number of the register that always holds 0 in the simulator's register file.
pub(super) const ZERO: u8 = 34;

/// One decoded instruction.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub(super) code: Code,
    /// Length in bytes.
    pub(super) size: u8,
    pub(super) rd: u8,
    /// First operand, or base.
    pub(super) ra: u8,
    /// Second operand or index, [`ZERO`] for none. The immediate is added.
    pub(super) rb: u8,
    /// Operand type, 0 to 3.
    pub(super) width: u8,
    /// Bits of a register that the type leaves unused.
    pub(super) unused: u8,
    /// Condition of a jump; log2 of the factor of an index.
    pub(super) condition: u8,
    /// Immediate, offset, or absolute target.
    pub(super) imm: u64,
    /// Target of a jump.
    pub(super) target: u32,
}

impl Entry {
    pub(super) const fn plain(code: Code, imm: u64) -> Self {
        Self { code, size: 0, rd: 0, ra: ZERO, rb: ZERO, width: 3, unused: 0, condition: 0, imm, target: 0 }
    }

    /// The short form of a frequent instruction at `pc`.
    pub(super) fn of(general: &General, pc: u32) -> Option<Self> {
        let i = &general.instruction;
        let next = pc.wrapping_add(i.size() as u32);
        let mut entry = Self {
            size: i.size() as u8,
            rd: general.rd,
            width: i.operand_type,
            unused: 64 - (8 << (i.operand_type & 3)) as u8,
            ..Self::plain(Code::General, 0)
        };
        if i.mask().is_some() || i.is_vector() || i.operand_type > 3 {
            return None;
        }
        if i.format.kind == InstructionKind::Jump {
            return Self::jump(entry, general, next);
        }
        if matches!(i.form.id, id::STORE | id::MOVE) && i.format.has_memory() && !general.has_constant {
            return Self::memory(entry, general, next);
        }
        if i.format.has_memory() || i.form.special_source().is_some() {
            return None;
        }
        entry.code = match i.form.id {
            id::MOVE => Code::Move,
            id::ADD => Code::Add,
            id::SUB => Code::Sub,
            id::MUL => Code::Mul,
            id::AND => Code::And,
            id::OR => Code::Or,
            id::XOR => Code::Xor,
            id::SHIFT_LEFT => Code::ShiftLeft,
            id::SHIFT_RIGHT_S => Code::ShiftRightSigned,
            id::SHIFT_RIGHT_U => Code::ShiftRight,
            _ => return None,
        };
        general.operands(&mut entry);
        Some(entry)
    }

    /// A load or a store.
    fn memory(mut entry: Self, general: &General, next: u32) -> Option<Self> {
        let format = general.instruction.format;
        entry.code = if general.instruction.form.id == id::STORE { Code::Store } else { Code::Load };
        entry.rb = match format.index {
            Index::No => ZERO,
            _ if format.offset == Offset::Limit || format.index == Index::Negative => return None,
            _ if general.rt == 31 => ZERO,
            _ => general.rt,
        };
        entry.condition = if format.index == Index::Scaled { entry.width } else { 0 };
        entry.imm = general.offset as u64;
        match general.rs {
            28 if format.has_special_bases() => entry.ra = 32,
            29 if format.has_special_bases() => entry.ra = 33,
            30 if format.has_special_bases() => entry.imm = entry.imm.wrapping_add(next.into()),
            base => entry.ra = base,
        }
        Some(entry)
    }

    fn jump(mut entry: Self, general: &General, next: u32) -> Option<Self> {
        let i = &general.instruction;
        let target = |distance: i64| next.wrapping_add(distance as u32);
        match (i.form.name, i.format.tag) {
            ("jump" | "call", 0x170 | 0x254) => {
                entry.code = if i.form.name == "jump" { Code::Jump } else { Code::Call };
                entry.target = target(i.jump_distance()?);
                return Some(entry);
            }
            ("breakpoint", _) => {
                entry.code = Code::BreakpointHere;
                return Some(entry);
            }
            ("return", _) => {
                entry.code = Code::ReturnTop;
                return Some(entry);
            }
            _ => {}
        }
        if i.format.has_memory() {
            return None;
        }
        entry.target = target(i.jump_distance()?);
        let opj = i.form.op1;
        (entry.code, entry.condition) = match i.form.id & 0xFF {
            id::COMPARE if opj >= 32 => (Code::CompareJump, opj - 32),
            id::ADD => (Code::AddJump, opj - 16),
            id::SUB => (Code::SubJump, opj),
            id::INCREMENT => (Code::IncrementJump, opj - 48),
            _ => return None,
        };
        general.operands(&mut entry);
        Some(entry)
    }
}

/// An instruction with everything that does not depend on the machine's state taken out.
#[derive(Debug, Clone, Copy)]
pub struct General {
    pub(super) instruction: Instruction,
    pub(super) rd: u8,
    pub(super) rs: u8,
    pub(super) rt: u8,
    pub(super) ru: u8,
    /// Number of sources in `sources`.
    pub(super) count: u8,
    /// The sources, right-aligned: the last one at index 2.
    pub(super) sources: [Source; 3],
    /// The register that masked-off results come from.
    pub(super) fallback: Option<u8>,
    /// True if a source is a constant.
    pub(super) has_constant: bool,
    /// The constant as an operand: shifted or converted.
    pub(super) constant: u64,
    /// The constant as it stands there, sign-extended.
    pub(super) raw: u64,
    /// The constant part of the address in bytes.
    pub(super) offset: i64,
}

impl General {
    pub(super) fn of(instruction: Instruction) -> Self {
        let i = instruction;
        let (rd, rs, rt, ru) =
            (i.register(source::RD), i.register(source::RS), i.register(source::RT), i.register(source::RU));
        let mut list = if i.format.kind == InstructionKind::Jump { jump_sources(&i) } else { i.sources() };
        if i.form.id == id::TRUTH_TAB3 {
            // The only one with four sources: three registers, and a table that is read where it stands.
            list.retain(|source| source.0 != source::IMMEDIATE);
        }
        let mut sources = [(0, 0); 3];
        let count = list.len().min(3);
        for (to, from) in sources.iter_mut().rev().zip(list.iter().rev()) {
            *to = *from;
        }
        let (constant, raw) = constant(&i);
        let scale = if i.format.offset == Offset::Scaled { element_size(&i) as i64 } else { 1 };
        let offset = match i.format.offset {
            Offset::Plain | Offset::Scaled => i.offset().wrapping_mul(scale),
            _ => 0,
        };
        Self {
            instruction: i,
            rd,
            rs,
            rt,
            ru,
            count: count as u8,
            sources,
            fallback: i.fallback(),
            has_constant: list.iter().any(|source| source.0 == source::IMMEDIATE),
            constant,
            raw,
            offset,
        }
    }

    /// Place of the first source in `sources`.
    pub(super) fn first(&self) -> usize {
        self.sources.len().saturating_sub(self.count.into())
    }

    /// Puts the last two sources into a short form.
    fn operands(&self, entry: &mut Entry) {
        let [_, first, last] = self.sources;
        if self.count > 1 {
            entry.ra = first.1;
        }
        match last.0 {
            source::IMMEDIATE => entry.imm = self.constant,
            _ => entry.rb = last.1,
        }
    }
}

/// Size of an element in bytes.
pub(super) fn element_size(i: &Instruction) -> u64 {
    type_size(i.operand_type)
}

/// The two operands of arithmetic with a jump, which may both be in RD.
fn jump_sources(i: &Instruction) -> Vec<Source> {
    let mut kinds = ORDER.into_iter().filter(|kind| i.format.sources & kind != 0);
    let (last, first) = (kinds.next().unwrap_or(source::RD), kinds.next().unwrap_or(source::RD));
    [first, last].map(|kind| (kind, i.register(kind))).to_vec()
}

/// The immediate operand: as an operand, and as it stands there.
fn constant(i: &Instruction) -> (u64, u64) {
    let place = i.format.immediate;
    let word = i.words.get(bits::IM12);
    let (im1, im2) = (i.words.get(bits::IM1), i.words.get(bits::IM2));
    let raw = i.immediate() as u64;
    let unsigned = i.words.unsigned(place.size, place.at);
    let value = match i.form.immediate {
        // The reference emulator takes the shift count modulo 64.
        Immediate::S8Shift => ((im2 as u8 as i8) as u64).wrapping_shl(im1),
        Immediate::S16Shift16 => ((word as u16 as i16) as u64) << 16,
        Immediate::S32Shift32 => raw << 32,
        Immediate::U8 | Immediate::U16 | Immediate::U32 | Immediate::U64 => unsigned,
        Immediate::Half if i.operand_type == 1 => unsigned,
        Immediate::Half => return (from_half(unsigned, i.operand_type), raw),
        _ if i.is(flags::INT_IMM) && i.form.kind == InstructionKind::Single => raw,
        _ => return (typed(i, raw, unsigned), raw),
    };
    (value, raw)
}

/// A constant whose kind follows from the operand type.
fn typed(i: &Instruction, raw: u64, unsigned: u64) -> u64 {
    match (i.operand_type, i.format.immediate.size) {
        (5, 1) => f32::from(raw as i8).to_bits().into(),
        (6, 1) => f64::from(raw as i8).to_bits(),
        (5 | 6, 2) => from_half(unsigned, i.operand_type),
        (5, _) => unsigned & 0xFFFF_FFFF,
        (6, 4) => f64::from(f32::from_bits(unsigned as u32)).to_bits(),
        (6, _) => unsigned,
        (1, 1) if i.is(flags::HALF) => ieee::double_to_half((raw as i8).into()).into(),
        _ => {
            let shift = match i.format.extra {
                Extra::OptionsOrShift if !i.is(flags::OPTIONS) => i.words.get(bits::IM5),
                Extra::OptionsAndShift4 => i.words.get(bits::IM4),
                _ => 0,
            };
            raw.wrapping_shl(shift)
        }
    }
}

fn from_half(value: u64, operand_type: u8) -> u64 {
    let value = half_to_float(value as u16);
    if operand_type == 6 { f64::from(value).to_bits() } else { value.to_bits().into() }
}

/// True if the memory operand of a vector instruction is broadcast.
pub(super) fn is_broadcast(i: &Instruction) -> bool {
    i.format.vectors == Vectors::Broadcast
}

impl predecoded::Entry for Entry {
    type Detail = General;
    const SHIFT: u32 = 2;
    const ADDRESS_BITS: u32 = 27;
    const LONGEST: u32 = 12;

    #[inline(always)]
    fn sentinel(work: Sentinel, number: u32) -> Self {
        let code = match work {
            Sentinel::Empty => Code::Empty,
            Sentinel::Breakpoint | Sentinel::Return => Code::Stop,
            Sentinel::Host => Code::Host,
            Sentinel::Illegal => Code::Illegal,
        };
        Self::plain(code, number.into())
    }

    #[inline(always)]
    fn as_sentinel(self) -> Option<Sentinel> {
        match self.code {
            Code::Empty => Some(Sentinel::Empty),
            Code::Stop => Some(Sentinel::Breakpoint),
            Code::Host => Some(Sentinel::Host),
            Code::Illegal => Some(Sentinel::Illegal),
            _ => None,
        }
    }
}

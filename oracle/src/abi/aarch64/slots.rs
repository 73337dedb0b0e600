//! Registers and places on the stack of a call: stage C. The state and its step are also what [`super::automaton`] walks.

use super::alignment::Aligns;
use super::registers::{RESULT_ADDRESS, general, vector};
use crate::abi::call::on_stack;
use crate::abi::passing;
use crate::abi::rules::Rules;
use crosscall_clauses::aarch64::{
    CompositeSplit, EvenPair, HfaSplit, HfaStackAlign, SkippedRegister, SkippedVectorRegister, StackSlotSize,
    VariadicPlacement, clause,
};
use crosscall_model::plan::{ClauseId, Extension, Piece, Place};
use crosscall_model::target::Register;

/// Number of argument registers of each kind.
pub(super) const REGISTERS: u8 = 8;

/// Bytes of a general register, and of a place on the stack.
pub(super) const DOUBLE_WORD: u64 = 8;

/// Bytes of a SIMD register.
pub(super) const QUAD_WORD: u32 = 16;

/// Bytes that get a place of their own, with all that the document asks of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) struct ArgPart {
    /// Number of bytes.
    pub(super) len: u32,
    pub(super) aligns: Aligns,
    pub(super) shape: Shape,
    /// Bits above a narrow value.
    pub(super) rest: Extension,
}

/// Shapes of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) enum Shape {
    /// An integer or a pointer.
    Integer,
    /// A real or a short vector.
    Real,
    /// An HFA or HVA.
    Homogeneous(Members),
    /// Any other composite of at most 16 bytes.
    Composite,
    /// A vector that takes as many SIMD registers as it fills (AARCH64-S09.R9).
    Wide,
    /// A vector that lies on the stack, whatever registers are left (AARCH64-S09.R15).
    OnStack,
}

/// Members of an HFA or HVA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) struct Members {
    /// Number of bytes of each.
    pub(super) len: u32,
    /// Number of members.
    pub(super) count: u8,
    offsets: [u32; 4],
}

impl Members {
    /// Members of `len` bytes each at these distances in bytes, of which there are four at most.
    pub(super) fn new(len: u32, offsets: &[u32]) -> Members {
        let mut all = [0; 4];
        all.iter_mut().zip(offsets).for_each(|(to, from)| *to = *from);
        Members { len, count: offsets.len().min(all.len()) as u8, offsets: all }
    }

    fn offsets(&self) -> impl Iterator<Item = u32> + '_ {
        self.offsets.iter().copied().take(self.count.into())
    }
}

impl ArgPart {
    pub(super) fn new(size: u64, aligns: Aligns, shape: Shape) -> ArgPart {
        let len = u32::try_from(size).unwrap_or(u32::MAX);
        ArgPart { len, aligns, shape, rest: Extension::Unspecified }
    }

    /// Number of general registers that it fills.
    pub(super) fn double_words(&self) -> u32 {
        self.len.div_ceil(DOUBLE_WORD as u32)
    }
}

impl passing::ArgPart for ArgPart {
    fn address() -> ArgPart {
        ArgPart::new(DOUBLE_WORD, Aligns::of(DOUBLE_WORD), Shape::Integer)
    }

    fn len(&self) -> u32 {
        self.len
    }
}

/// Registers and stack given away so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::abi) struct CallState {
    /// The next general register (NGRN).
    pub(super) general: u8,
    /// The next SIMD register (NSRN).
    pub(super) vector: u8,
    /// The next stacked argument, in bytes from the stack pointer (NSAA).
    pub(super) stack: u64,
    /// True if an argument has left general registers, which no other gets (C.13).
    pub(super) general_closed: bool,
    /// The same of SIMD registers (C.3).
    pub(super) vector_closed: bool,
    /// True where a result is placed as a first argument would be.
    pub(super) is_result: bool,
}

impl passing::CallState for CallState {
    type ArgPart = ArgPart;

    fn argument(&mut self, part: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        let placement = if unnamed { rules.ask() } else { VariadicPlacement::LikeNamed };
        let pieces = match placement {
            VariadicPlacement::LikeNamed => self.place(part, rules),
            VariadicPlacement::OnStack => self.on_stack(part, part.aligns.stack, rules),
            VariadicPlacement::GeneralRegisters => match part.shape {
                Shape::Integer => self.integer(part, rules),
                _ => self.composite(part, rules),
            },
        };
        if unnamed {
            cite_list(part, &pieces, rules);
        }
        pieces
    }

    /// AARCH64-RET-04.
    fn result_address(&mut self, _variadic: bool, _: &mut Rules<'_>) -> Vec<Piece> {
        vec![in_register(RESULT_ADDRESS, 0, DOUBLE_WORD as u32)]
    }
}

impl CallState {
    /// Places a part as stage C places a named argument.
    fn place(&mut self, part: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        match part.shape {
            Shape::Integer => self.integer(part, rules),
            Shape::Composite => self.composite(part, rules),
            Shape::Real => self.real(part, rules),
            Shape::Homogeneous(members) => self.homogeneous(part, &members, rules),
            Shape::Wide => self.wide(part, rules),
            Shape::OnStack => {
                self.general_closed |= self.general < REGISTERS;
                self.general = REGISTERS;
                self.on_stack(part, part.aligns.stack, rules)
            }
        }
    }

    /// Number of general registers that are left.
    pub(super) fn general_left(&self) -> u8 {
        REGISTERS.saturating_sub(self.general)
    }

    /// Number of SIMD registers that are left.
    pub(super) fn vector_left(&self) -> u8 {
        REGISTERS.saturating_sub(self.vector)
    }

    /// C.9, C.11, C.16 and C.17.
    fn integer(&mut self, part: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let before = self.general;
        let of_registers = if part.double_words() > 1 { clause::ARG_27 } else { clause::ARG_25 };
        // Of a pair, where it begins says most.
        let of_stack = match part.double_words() {
            2.. => clause::ARG_30,
            _ if u64::from(part.len) < DOUBLE_WORD => clause::ARG_32,
            _ => clause::ARG_33,
        };
        if self.general_closed {
            rules.cite(clause::ARG_29);
        }
        if self.is_skipping(part) {
            rules.cite(clause::ARG_26);
        }
        let in_turn =
            if self.general_left() > 0 { [of_registers, of_stack] } else { [of_stack, of_registers] };
        in_turn.into_iter().for_each(|clause| rules.cite(clause));
        self.begin_even(part, rules);
        if part.double_words() <= self.general_left().into() {
            return self.in_general(part, part.double_words(), part.rest);
        }
        self.close_general(before, rules);
        if part.double_words() > 1 {
            rules.cite(clause::ARG_33);
        }
        self.on_stack(part, part.aligns.stack, rules)
    }

    /// True if C.10 leaves a register unused before a part.
    pub(super) fn is_skipping(&self, part: &ArgPart) -> bool {
        part.aligns.registers > DOUBLE_WORD && self.general % 2 == 1
    }

    /// C.10.
    pub(super) fn begin_even(&mut self, part: &ArgPart, rules: &mut Rules<'_>) {
        if part.aligns.registers <= DOUBLE_WORD {
            return;
        }
        rules.cite(clause::ARG_26);
        if self.is_skipping(part) && rules.is(EvenPair::EvenRegister) {
            self.general = self.general.saturating_add(1);
        }
    }

    /// C.13, for an argument before which `before` registers were taken.
    fn close_general(&mut self, before: u8, rules: &mut Rules<'_>) {
        if before >= REGISTERS {
            return;
        }
        match rules.ask() {
            SkippedRegister::Unused => {
                self.general = REGISTERS;
                self.general_closed = true;
            }
            SkippedRegister::Taken => self.general = before,
        }
    }

    /// C.12, C.13 and C.15.
    fn composite(&mut self, part: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let before = self.general;
        self.begin_even(part, rules);
        let (words, left) = (part.double_words(), u32::from(self.general_left()));
        if words <= left {
            rules.cite(clause::ARG_28);
            return self.in_general(part, words, Extension::Unspecified);
        }
        if left > 0 && rules.is(CompositeSplit::Split) {
            let low = self.in_general(part, left, Extension::Unspecified);
            return self.rest_on_stack(part, low, DOUBLE_WORD, rules);
        }
        self.close_general(before, rules);
        rules.cite(clause::ARG_31);
        self.on_stack(part, part.aligns.stack, rules)
    }

    /// C.1, C.4, C.5 and C.6.
    fn real(&mut self, part: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        if self.vector_left() > 0 {
            rules.cite(clause::ARG_15);
            let register = self.next_vector();
            return vec![in_register(register, 0, part.len)];
        }
        let of_size = match part.len {
            QUAD_WORD => [clause::ARG_19, clause::ARG_21],
            _ => [clause::ARG_20, clause::ARG_22],
        };
        if self.vector_closed {
            rules.cite(clause::ARG_17);
        }
        of_size.into_iter().for_each(|clause| rules.cite(clause));
        rules.cite(clause::ARG_22);
        self.on_stack(part, part.aligns.stack, rules)
    }

    /// C.2, C.3, C.4 and C.6.
    fn homogeneous(&mut self, part: &ArgPart, members: &Members, rules: &mut Rules<'_>) -> Vec<Piece> {
        let left = self.vector_left();
        if members.count <= left {
            rules.cite(clause::ARG_16);
            return members.offsets().map(|at| in_register(self.next_vector(), at, members.len)).collect();
        }
        if left > 0 && rules.is(HfaSplit::Split) {
            let first = members.offsets().take(left.into());
            let first = first.map(|at| in_register(self.next_vector(), at, members.len)).collect();
            return self.rest_on_stack(part, first, part.aligns.stack, rules);
        }
        if left > 0 && rules.is(SkippedVectorRegister::Unused) {
            self.vector = REGISTERS;
            self.vector_closed = true;
        }
        rules.cite(clause::ARG_18);
        let align = hfa_align(&part.aligns, rules);
        rules.cite(clause::ARG_22);
        self.on_stack(part, align, rules)
    }

    /// AARCH64-S09.R9.
    fn wide(&mut self, part: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let count = part.len.div_ceil(QUAD_WORD);
        if count > self.vector_left().into() {
            self.vector = REGISTERS;
            return self.on_stack(part, part.aligns.stack, rules);
        }
        let one = |i: u32| {
            let at = i.saturating_mul(QUAD_WORD);
            in_register(self.next_vector(), at, part.len.saturating_sub(at).min(QUAD_WORD))
        };
        (0..count).map(one).collect()
    }

    /// The first `words` double words of a part in general registers that are left; above a narrow one are `rest`.
    fn in_general(&mut self, part: &ArgPart, words: u32, rest: Extension) -> Vec<Piece> {
        let one = |i: u32| {
            let register = general(self.general);
            self.general = self.general.saturating_add(1);
            let at = i.saturating_mul(DOUBLE_WORD as u32);
            let len = part.len.saturating_sub(at).min(DOUBLE_WORD as u32);
            Piece { rest, ..in_register(register, at, len) }
        };
        (0..words).map(one).collect()
    }

    /// What the first pieces of a part, in all registers that were left, do not carry.
    fn rest_on_stack(
        &mut self,
        part: &ArgPart,
        first: Vec<Piece>,
        align: u64,
        rules: &mut Rules<'_>,
    ) -> Vec<Piece> {
        let from = first.iter().map(|piece| piece.offset.saturating_add(piece.len)).max().unwrap_or(0);
        let rest = ArgPart { len: part.len.saturating_sub(from), ..*part };
        let rest = self.on_stack(&rest, align, rules).into_iter();
        let rest = rest.map(|piece| Piece { offset: piece.offset.saturating_add(from), ..piece });
        first.into_iter().chain(rest).collect()
    }

    fn next_vector(&mut self) -> Register {
        self.vector = self.vector.saturating_add(1);
        vector(self.vector.saturating_sub(1))
    }

    /// A part at the next multiple of an alignment, in a multiple of 8 bytes.
    fn on_stack(&mut self, part: &ArgPart, align: u64, rules: &mut Rules<'_>) -> Vec<Piece> {
        let len = u64::from(part.len);
        let is_scalar = matches!(part.shape, Shape::Integer | Shape::Real);
        let is_tight = is_scalar && len < DOUBLE_WORD && rules.is(StackSlotSize::ItsSize);
        let (align, size) = match is_tight {
            true => (len.next_power_of_two(), len),
            false => (align.max(DOUBLE_WORD), len.next_multiple_of(DOUBLE_WORD)),
        };
        let at = self.stack.next_multiple_of(align);
        self.stack = at.saturating_add(size);
        rules.cite(clause::ARG_30);
        if size != len {
            rules.cite(clause::ARG_14);
        }
        if at == 0 {
            rules.cite(clause::ARG_04);
        }
        vec![on_stack(0, part.len, at, Extension::Unspecified)]
    }
}

/// Alignment in bytes of an HFA or HVA on the stack (AARCH64-ARG-19).
fn hfa_align(aligns: &Aligns, rules: &mut Rules<'_>) -> u64 {
    let Aligns { stack, natural, own, .. } = *aligns;
    rules.cite(clause::ARG_19);
    if natural.max(DOUBLE_WORD) == stack && own.max(DOUBLE_WORD) == stack {
        return stack;
    }
    match rules.ask() {
        HfaStackAlign::EightOrSixteen => stack,
        HfaStackAlign::NaturalWithoutLimit => natural,
        HfaStackAlign::Own => own,
    }
}

/// Names the clauses by which a variadic function finds an argument where it is.
fn cite_list(part: &ArgPart, pieces: &[Piece], rules: &mut Rules<'_>) {
    let own: &[ClauseId] = match part.shape {
        _ if pieces.iter().any(|piece| matches!(piece.place, Place::Stack { .. })) => {
            &[clause::VAR_17, clause::VAR_11]
        }
        Shape::Integer | Shape::Composite => &[clause::VAR_14],
        Shape::Homogeneous(_) => &[clause::VAR_15],
        Shape::Real | Shape::Wide | Shape::OnStack => &[clause::VAR_16],
    };
    own.iter().for_each(|clause| rules.cite(clause));
}

/// Bytes of a value, from `offset` on, in the lowest bytes of a register.
pub(super) fn in_register(register: Register, offset: u32, len: u32) -> Piece {
    Piece { offset, len, place: Place::Register { register, byte: 0 }, rest: Extension::Unspecified }
}

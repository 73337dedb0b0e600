//! Values on their way: what is the same in every document, whatever the place of a value.

use super::PADDING;
use super::data::{Basic, Data, image, layout, parts};
use super::rules::{Rules, joined};
use crosscall_clauses::Reading;
use crosscall_model::finding::ValueId;
use crosscall_model::layout::Image;
use crosscall_model::plan::{
    ClauseId, Extension, Link, Linkage, Part, Passed, Piece, Place, Plan, Preservation, RegisterRule,
    StackRule, Transfer,
};
use crosscall_model::target::{Register, RegisterInfo};
use crosscall_model::{Signature, Target, Type, Value, c};

/// All values of a call on their way.
pub(super) struct Call {
    /// Arguments in the order of the signature.
    pub(super) arguments: Vec<Passed>,
    /// The result.
    pub(super) result: Option<Passed>,
    /// Bytes at the stack pointer that belong to the callee, before the first stack argument.
    pub(super) area: u64,
    /// Bytes of stack arguments.
    pub(super) stack: u64,
}

/// Plan of a call that returns, of which the document says nothing beyond the values, the registers and the stack.
pub(super) fn plan(
    (arguments, result): (Vec<Passed>, Option<Passed>),
    registers: Vec<RegisterRule>,
    stack: StackRule,
    return_clause: ClauseId,
) -> Plan {
    Plan { arguments, result, return_clause, ..Plan::new(registers, stack) }
}

/// The return address as a caller leaves it: in a register.
pub(super) fn return_address(register: Register, clauses: Vec<ClauseId>) -> Linkage {
    Linkage { link: Link::ReturnAddress, place: Place::Register { register, byte: 0 }, clauses }
}

/// One thing that is passed when a function is called, in the order of allocation.
pub(super) enum Item<'t> {
    /// The address of the result.
    ResultAddress,
    /// An argument by its index, and whether it is an unnamed one.
    Argument(usize, &'t Type, bool),
}

/// The arguments of a call in the order of the signature. Where a variadic function finds all of them on the stack,
/// `alike`, named ones count as unnamed.
pub(super) fn arguments(signature: &Signature, alike: bool) -> Vec<Item<'_>> {
    let named = if alike { 0 } else { signature.parameters.len() };
    signature.arguments().enumerate().map(|(i, ty)| Item::Argument(i, ty, i >= named)).collect()
}

/// The name of an argument in pictures: `arg0`, and `variadic0` for the first unnamed one.
pub(super) fn id(signature: &Signature, index: usize) -> ValueId {
    match index.checked_sub(signature.parameters.len()) {
        Some(unnamed) => ValueId::Unnamed(unnamed),
        None => ValueId::Argument(index),
    }
}

/// A value that is passed, before its place is known.
pub(super) struct Sent {
    /// Its bytes.
    pub(super) image: Image,
    /// Alignment of its type in bytes.
    pub(super) align: u64,
    c_type: String,
    parts: Vec<Part>,
    own_bits: Option<u32>,
    /// The clause on the bits that these leave.
    above: Option<ClauseId>,
    byte_order: Option<ClauseId>,
    /// Clauses on its bytes.
    clauses: Vec<ClauseId>,
}

/// PassMode of a value, with its clauses.
pub(super) struct PassMode {
    /// Places of its bytes.
    pub(super) transfer: Transfer,
    /// Clauses on its place, the most telling first.
    pub(super) clauses: Vec<ClauseId>,
    /// Clauses on the bits above a narrow value.
    pub(super) rest_clauses: Vec<ClauseId>,
}

impl Sent {
    /// Bytes of a value; nothing where there is none, or where it does not fit its type.
    pub(super) fn new(data: &dyn Data, ty: &Type, value: Option<&Value>, rules: &mut Rules<'_>) -> Sent {
        let of_order = data.named_clauses().byte_order;
        let mut above = None;
        let ((image, align), mut clauses) = rules.citing(|rules| {
            let mut image = value.map(|value| image(data, ty, value, PADDING, rules)).unwrap_or_default();
            if let Some(Value::Bits(bits)) = value
                && let Some((width, sent, clause)) = data.sent(ty, image.bytes.len() as u64, *bits)
            {
                image.put(0, width, sent);
                above = Some(clause);
            }
            rules.cite(of_order);
            (image, layout(data, ty, rules).align)
        });
        let (parts, _) =
            rules.citing(|rules| value.map(|value| parts(data, ty, value, rules)).unwrap_or_default());
        let byte_order = (image.bytes.len() > 1).then_some(of_order);
        if byte_order.is_none() {
            clauses.retain(|clause| *clause != of_order);
        }
        let own_bits = match ty {
            Type::BitInt(integer) => Some(integer.bits.into()),
            _ => None,
        };
        Sent { image, align, c_type: c::type_name(ty), parts, own_bits, above, byte_order, clauses }
    }

    /// Sends it on its way. The clauses on its bytes come after those on its place, and `last` behind both.
    pub(super) fn travel(self, id: ValueId, way: PassMode, last: &[ClauseId]) -> Passed {
        let rest_clauses = match way.rest_clauses.is_empty() {
            true => self.above.into_iter().collect(),
            false => way.rest_clauses,
        };
        Passed {
            c_type: self.c_type,
            parts: self.parts,
            own_bits: self.own_bits,
            byte_order: self.byte_order,
            clauses: joined([&way.clauses, &self.clauses, last]),
            rest_clauses,
            ..Passed::new(id, self.image, way.transfer)
        }
    }
}

/// The `len` bytes of a value from byte `offset` on, `at` bytes above the place of the first stack argument.
pub(super) fn on_stack(offset: u32, len: u32, at: u64, rest: Extension) -> Piece {
    Piece { offset, len, place: Place::Stack { offset: i64::try_from(at).unwrap_or(i64::MAX) }, rest }
}

/// Counts the stack offsets of pieces from the stack pointer instead of the first stack argument, `area` bytes above
/// it.
pub(super) fn move_behind<'p>(area: u64, pieces: impl IntoIterator<Item = &'p mut Piece>) {
    move_on_stack(pieces, |offset| offset.saturating_add_unsigned(area));
}

/// Gives each stack offset among these pieces another value.
pub(super) fn move_on_stack<'p>(pieces: impl IntoIterator<Item = &'p mut Piece>, place: impl Fn(i64) -> i64) {
    for piece in pieces {
        if let Place::Stack { offset } = &mut piece.place {
            *offset = place(*offset);
        }
    }
}

/// All pieces that travel at the call: of values, or of their addresses.
pub(super) fn pieces_at_call(arguments: &mut [Passed]) -> impl Iterator<Item = &mut Piece> {
    arguments.iter_mut().flat_map(|passed| match &mut passed.transfer {
        Transfer::Nothing => Default::default(),
        Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => pieces.iter_mut(),
    })
}

/// The pieces of equal parts of a value, of `len` bytes each, one after the other; `place` gives those of each part.
pub(super) fn in_parts(count: u32, len: u32, mut place: impl FnMut(u32) -> Vec<Piece>) -> Vec<Piece> {
    let mut all = Vec::new();
    for part in 0..count {
        let from = part.saturating_mul(len);
        all.extend(place(part).into_iter().map(|p| Piece { offset: from.saturating_add(p.offset), ..p }));
    }
    all
}

/// The bits above a value narrower than a word of `word` bytes; under the reading `extended` it is extended.
pub(super) fn extension(
    data: &dyn Data,
    word: u8,
    basic: &Basic,
    extended: impl Reading,
    rules: &mut Rules<'_>,
) -> Extension {
    match basic.sign {
        Some(sign) if basic.size < word.into() && rules.is(extended) => {
            if data.is_signed(sign, rules) {
                Extension::Sign(word.into())
            } else {
                Extension::Zero(word.into())
            }
        }
        _ => Extension::Unspecified,
    }
}

/// True if an atomic integer narrower than a word of `word` bytes is not extended where others are, under the reading
/// `unspecified`.
pub(super) fn is_bare_atomic(
    ty: &Type,
    word: u64,
    basic: &Basic,
    unspecified: impl Reading,
    rules: &mut Rules<'_>,
) -> bool {
    let narrow = matches!(ty, Type::Atomic(_)) && basic.sign.is_some() && basic.size < word;
    narrow && rules.is(unspecified)
}

/// True if a part of a value travels on the stack.
pub(super) fn is_on_stack(transfer: &Transfer) -> bool {
    match transfer {
        Transfer::Nothing => false,
        Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => {
            pieces.iter().any(|piece| matches!(piece.place, Place::Stack { .. }))
        }
    }
}

/// One rule for each register of a target, in its order, from what becomes of each number and by which clauses.
pub(super) fn registers(
    target: Target,
    mut row: impl FnMut(u16) -> (Preservation, &'static [ClauseId]),
) -> Vec<RegisterRule> {
    registers_of_files(target, |_, number| row(number))
}

/// The same by the name of each register's file and its number among the registers of the target.
pub(super) fn registers_of_files(
    target: Target,
    mut row: impl FnMut(&str, u16) -> (Preservation, &'static [ClauseId]),
) -> Vec<RegisterRule> {
    let rule = |(number, info): (u16, &RegisterInfo)| {
        let (preservation, clauses) = row(info.file, number);
        RegisterRule { register: Register(number), preservation, clauses }
    };
    (0..).zip(target.registers()).map(rule).collect()
}

/// A stack of which a document says nothing yet; a rule of the stack fills in what its document does say.
pub(super) const UNSPECIFIED_STACK: StackRule = StackRule::UNSPECIFIED;

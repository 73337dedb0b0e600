//! Passing of arguments: X86-ARG-36 to -47, X86-VAR and the silent points on calls.

use super::X86_64;
use super::classes::{Class, Classes, EIGHTBYTE, in_one_register};
use super::narrow::{self, Above};
use super::registers::{RAX, VECTOR_ARGUMENTS, is_vector, is_x87};
use super::result::is_two_scalars;
use super::slots::{ArgPart, CallState, Kind};
use super::stack::LINK;
use crate::abi::call::{self, Call, Item, is_on_stack};
use crate::abi::data::Data;
use crate::abi::passing::{self, Chosen, Passing, Returning};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::x86_64::{
    AlCount, EmptyArgument, HugeVectorResult, NarrowedVectorArgument, NarrowedVectorResult,
    SingleDoubleVector, UnnamedBitsOnStack, clause,
};
use crosscall_model::case::Form as Written;
use crosscall_model::plan::{ClauseId, Link, Linkage, Passed, Piece, Place, Transfer};
use crosscall_model::{Case, Scalar, Signature, Type};

/// Form in which a value travels.
type Form = passing::Form<ArgPart>;

/// Bytes of a vector register.
const VECTOR: u64 = 16;

/// Bytes of the widest vector that the document has.
const WIDEST: u64 = 64;

/// Role of a value in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A named argument.
    Named,
    /// An unnamed argument.
    Unnamed,
    /// The result.
    Result,
}

/// Way of a value by its classes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Way {
    /// It has nothing that travels.
    Nothing,
    /// On the stack, or at the address for the result.
    Memory,
    /// On the x87 stack as a result, on the other one as an argument.
    X87,
    /// In registers, if enough are left.
    Registers(Vec<Class>),
}

impl From<Classes> for Way {
    fn from(classes: Classes) -> Way {
        let is_x87 = |class: &Class| matches!(class, Class::X87 | Class::X87Up | Class::ComplexX87);
        match classes {
            Classes::Memory => Way::Memory,
            Classes::Eightbytes(classes) if classes.iter().any(is_x87) => Way::X87,
            Classes::Eightbytes(classes) if classes.iter().any(|class| *class != Class::Empty) => {
                Way::Registers(classes)
            }
            Classes::Eightbytes(_) | Classes::NoField => Way::Nothing,
        }
    }
}

/// Places all arguments and the result; the number is the greatest alignment of a stack argument in bytes.
pub(super) fn assign(case: &Case, rules: &mut Rules<'_>) -> (Call, u64) {
    let mut slots = CallState::default();
    let (mut arguments, address) = passing::arguments(&X86_64, case, &mut slots, rules);
    call::move_behind(LINK, call::pieces_at_call(&mut arguments));
    let mut result = X86_64.result(case, address, rules);
    let values = case.arguments.iter().map(Some).chain(std::iter::repeat(None));
    for ((ty, value), passed) in case.signature.arguments().zip(values).zip(&mut arguments) {
        narrow::fill(ty, value, passed, rules);
        passed.register_clauses = register_clauses(&passed.transfer, clause::ARG_38, clause::ARG_40);
    }
    if let (Some(ty), Some(passed)) = (&case.signature.result, &mut result) {
        narrow::fill(ty, case.result.as_ref(), passed, rules);
        passed.register_clauses = register_clauses(&passed.transfer, clause::RET_05, clause::RET_06);
    }
    (Call { arguments, result, area: 0, stack: slots.stack }, slots.align)
}

/// The clause on the order of the registers of each piece: integer ones, or those of vectors. None for x87 and the stack.
fn register_clauses(transfer: &Transfer, integer: ClauseId, of_vectors: ClauseId) -> Vec<ClauseId> {
    let Transfer::Direct(pieces) = transfer else { return Vec::new() };
    let of = |piece: &Piece| {
        piece.place.register().filter(|register| !is_x87(*register)).map(|register| {
            match is_vector(register) {
                true => of_vectors,
                false => integer,
            }
        })
    };
    pieces.iter().map(of).collect::<Option<_>>().unwrap_or_default()
}

/// The number of vector registers in al, of a call that needs it (X86-VAR-01).
pub(super) fn vector_count(case: &Case, call: &Call, rules: &mut Rules<'_>) -> Option<Linkage> {
    let is_counted = case.signature.variadic.is_some() || case.style.form == Written::Unprototyped;
    if !is_counted {
        return None;
    }
    let in_vector =
        |piece: &&Piece| matches!(piece.place, Place::Register { register, .. } if is_vector(register));
    let of = |passed: &Passed| match &passed.transfer {
        Transfer::Direct(pieces) => pieces.iter().filter(in_vector).count(),
        Transfer::Nothing | Transfer::ByReference { .. } => 0,
    };
    let used = call.arguments.iter().map(of).sum::<usize>() as u8;
    let most = match rules.ask() {
        AlCount::UpperBound => VECTOR_ARGUMENTS,
        AlCount::Exact => used,
    };
    Some(Linkage {
        link: Link::Count(used, most.max(used)),
        place: Place::Register { register: RAX, byte: 0 },
        clauses: vec![clause::VAR_02, clause::VAR_01, clause::VAR_06, clause::VAR_03],
    })
}

impl passing::CallState for CallState {
    type ArgPart = ArgPart;

    fn argument(&mut self, part: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        // Of an unnamed one, what va_arg does says most.
        let (pieces, cited) = rules.citing(|rules| self.step(part, unnamed, rules));
        if unnamed {
            cite_list(part, &pieces, rules);
        }
        cited.into_iter().for_each(|clause| rules.cite(clause));
        pieces
    }

    /// X86-RET-02: a first argument that the source does not have.
    fn result_address(&mut self, _variadic: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        self.step(&passing::ArgPart::address(), false, rules)
    }
}

impl Passing for X86_64 {
    fn order<'t>(&self, signature: &'t Signature, rules: &mut Rules<'_>) -> Vec<Item<'t>> {
        self.address_first(signature, false, rules)
    }

    fn form(&self, ty: &Type, unnamed: bool, rules: &mut Rules<'_>) -> Chosen<ArgPart> {
        if let Type::Complex(part) = ty
            && is_two_scalars(ty, rules)
        {
            return self.in_two(part.as_type(), rules);
        }
        let role = if unnamed { Role::Unnamed } else { Role::Named };
        let classes = match self.way(ty, role, rules) {
            Way::Nothing => return Form::Nothing.into(),
            Way::Registers(classes) => classes,
            Way::Memory => {
                rules.cite(clause::ARG_37);
                rules.cite(clause::ARG_06);
                Vec::new()
            }
            Way::X87 => {
                rules.cite(clause::ARG_04);
                Vec::new()
            }
        };
        let (part, rest_clauses) = self.part(ty, classes, false, rules);
        Chosen { form: Form::Value(part), from: 0, rest_clauses }
    }

    /// A value that does not travel may take room on the stack (X86-S11), and one that would lie there may not (X86-S08).
    fn form_behind(
        &self,
        slots: &mut CallState,
        ty: &Type,
        unnamed: bool,
        rules: &mut Rules<'_>,
    ) -> Chosen<ArgPart> {
        let chosen = self.form(ty, unnamed, rules);
        let is_empty = matches!(chosen.form, Form::Nothing)
            && rules.citing(|rules| self.classes(ty, rules)).0 == Classes::NoField;
        if is_empty && rules.is(EmptyArgument::Eightbyte) {
            slots.stack = slots.stack.saturating_add(EIGHTBYTE);
        }
        let is_left_out = matches!(&chosen.form, Form::Value(part) if !slots.fits(part))
            && self.is_all_in_doubt(ty, rules)
            && rules.is(UnnamedBitsOnStack::NoRoom);
        if is_left_out { Form::Nothing.into() } else { chosen }
    }

    /// Nothing travels by its address.
    fn may_write_copy(&self, _: &mut Rules<'_>) -> bool {
        false
    }

    fn copy_align(&self, align: u64, _: &mut Rules<'_>) -> u64 {
        align
    }

    /// All types but those of one INTEGER or SSE eightbyte.
    fn is_led_by_form(&self, ty: &Type, unnamed: bool, _: &mut Rules<'_>) -> bool {
        let is_long_double = ty.scalar() == Some(Scalar::LongDouble);
        !unnamed && (is_long_double || ty.record().is_some() || ty.parts().is_some())
    }

    fn shifting_clauses(&self, cited: Vec<ClauseId>) -> Vec<ClauseId> {
        joined([&[clause::RET_02], &cited])
    }

    fn last_clauses(&self, case: &Case, transfer: &Transfer, _behind_empty: bool) -> Vec<ClauseId> {
        let unprototyped: &[ClauseId] =
            if case.style.form == Written::Unprototyped { &[clause::S24] } else { &[] };
        let place: &[ClauseId] = match transfer {
            Transfer::Nothing => return Vec::new(),
            _ if is_on_stack(transfer) => &[],
            _ => &[clause::S23],
        };
        let has_wide = case.signature.variadic.is_some() && case.signature.parameters.iter().any(is_wide);
        let of_wide: &[ClauseId] = if has_wide { &[clause::VAR_08] } else { &[] };
        joined([place, unprototyped, of_wide, &[clause::ARG_01, clause::CALL_01]])
    }
}

impl X86_64 {
    /// The way of an argument or a result.
    pub(super) fn way(&self, ty: &Type, role: Role, rules: &mut Rules<'_>) -> Way {
        let (classes, cited) = rules.citing(|rules| self.classes(ty, rules));
        let mut way = Way::from(classes);
        let wide = if let Way::Registers(classes) = &way { wide(classes) } else { None };
        if let Some(size) = wide {
            let in_registers = match role {
                Role::Named => rules.is(NarrowedVectorArgument::Registers),
                Role::Result => rules.is(NarrowedVectorResult::Registers),
                Role::Unnamed => {
                    rules.cite(clause::VAR_07);
                    false
                }
            };
            way = if in_registers { in_parts(size) } else { Way::Memory };
            rules.cite(clause::ARG_22);
        }
        let (size, _) = rules.citing(|rules| self.layout(ty, rules).size);
        let is_huge = (WIDEST + 1..=VECTOR * u64::from(VECTOR_ARGUMENTS)).contains(&size);
        let is_vector = matches!(ty, Type::Vector { .. });
        if is_huge && is_vector && role == Role::Result && rules.is(HugeVectorResult::Registers) {
            way = in_parts(size);
        }
        let is_one_double = matches!(ty, Type::Vector { element: Scalar::Double, lanes: 1 });
        if is_one_double && role == Role::Result && rules.is(SingleDoubleVector::MemoryAsArgument) {
            way = Way::Registers(in_one_register(size));
        }
        if way == Way::X87 && role != Role::Result {
            rules.cite(clause::ARG_42);
        }
        cited.into_iter().for_each(|clause| rules.cite(clause));
        way
    }

    /// A value of some classes, with the clauses on the bits above it.
    pub(super) fn part(
        &self,
        ty: &Type,
        classes: Vec<Class>,
        is_result: bool,
        rules: &mut Rules<'_>,
    ) -> (ArgPart, Vec<ClauseId>) {
        let (whole, _) = rules.citing(|rules| self.layout(ty, rules));
        let (mut above, mut clauses) = match ty.record() {
            Some(_) => (Above::UNSPECIFIED, Vec::new()),
            None => self.above(ty, is_result, rules),
        };
        let is_half_full =
            |pair: (&Class, Option<&Class>)| *pair.0 == Class::Sse && pair.1 != Some(&Class::SseUp);
        let behind = classes.iter().skip(1).map(Some).chain([None]);
        if classes.iter().zip(behind).any(is_half_full) {
            let (vector, of_vector) = X86_64::above_in_vector(ty, rules);
            above.vector = vector;
            clauses.extend(of_vector);
        }
        let len = u32::try_from(whole.size).unwrap_or(u32::MAX);
        let kind = match ty {
            Type::Record(_) | Type::Aligned(..) => Kind::Record,
            Type::BitInt(_) => Kind::LongBitInt,
            Type::Scalar(Scalar::Int128 | Scalar::UnsignedInt128) => Kind::Int128,
            Type::Vector { .. } => Kind::Vector,
            Type::Scalar(Scalar::LongDouble) | Type::Complex(Scalar::LongDouble) => Kind::LongDouble,
            _ => Kind::Plain,
        };
        (ArgPart { len, align: whole.align, kind, classes, above }, clauses)
    }

    /// Two values of a type, one after the other.
    fn in_two(&self, part: &Type, rules: &mut Rules<'_>) -> Chosen<ArgPart> {
        let chosen = self.form(part, false, rules);
        let form = match chosen.form {
            Form::Value(part) => Form::Parts(part, 2),
            form => form,
        };
        Chosen { form, ..chosen }
    }
}

/// True for a vector that is wider than the registers, as far as its lanes tell.
fn is_wide(ty: &Type) -> bool {
    matches!(ty, Type::Vector { element, lanes } if !element.is_narrow() && *lanes > 4)
}

/// Number of bytes of a vector that has no register of its width; `None` for other classes.
fn wide(classes: &[Class]) -> Option<u64> {
    let is_wide = wide_only(classes) && classes.len() as u64 * EIGHTBYTE > VECTOR;
    is_wide.then_some(classes.len() as u64 * EIGHTBYTE)
}

/// True for what travels in one register if there is one of its width.
fn wide_only(classes: &[Class]) -> bool {
    classes.iter().skip(1).all(|class| *class == Class::SseUp)
}

/// A vector of so many bytes in several registers.
fn in_parts(size: u64) -> Way {
    let parts = usize::try_from(size / VECTOR).unwrap_or(0);
    Way::Registers(std::iter::repeat_n(in_one_register(VECTOR), parts).flatten().collect())
}

/// Names the clauses by which an unnamed argument is found where it is.
fn cite_list(part: &ArgPart, pieces: &[Piece], rules: &mut Rules<'_>) {
    let is_stack = pieces.iter().all(|piece| matches!(piece.place, Place::Stack { .. }));
    let (integers, vectors) = part.registers();
    if integers > 0 && !is_stack {
        rules.cite(clause::VAR_17);
    }
    if vectors > 0 && !is_stack {
        rules.cite(clause::VAR_18);
    }
    let clauses: &[ClauseId] = match is_stack {
        true => &[clause::VAR_16, clause::VAR_20, clause::VAR_23, clause::VAR_24, clause::VAR_19],
        false => &[clause::VAR_20, clause::VAR_21, clause::VAR_22, clause::VAR_19],
    };
    clauses.iter().for_each(|clause| rules.cite(clause));
    if is_stack && part.align > super::stack::ALIGN {
        rules.cite(clause::VAR_09);
    }
    rules.cite(clause::S24);
}

//! Passing of arguments: RISCV-ARG, RISCV-VAR and the silent points on calls.

use super::Riscv;
use super::fields::{Fields, holds_narrow_real, holds_real};
use super::slots::{ArgPart, CallState, Shape};
use crate::abi::call::{Call, Item, is_on_stack};
use crate::abi::data::{Basic, Data, Scalars};
use crate::abi::passing::{self, Chosen, Passing, Returning};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::riscv::{
    ArgumentCopyAlign, AtomicExtension, ByAddressOwner, ComplexInteger, FlexibleAlone, SkippedFloatRegister,
    Unprototyped, VariadicNamed, VectorArgument, clause,
};
use crosscall_model::case::Form as Written;
use crosscall_model::plan::{ClauseId, Extension, Piece, Transfer};
use crosscall_model::{Case, RecordKind, Scalar, Signature, Type};

/// Form in which a value travels.
type Form = passing::Form<ArgPart>;

/// Places all arguments and the result.
pub(super) fn assign(of: &Riscv, case: &Case, rules: &mut Rules<'_>) -> Call {
    let mut slots = CallState::of(of);
    let signature = &case.signature;
    slots.like_variadic = case.style.form == Written::Unprototyped
        && !signature.parameters.is_empty()
        && rules.is(Unprototyped::LikeVariadic);
    slots.integer_only = signature.variadic.is_some()
        && of.flen() > 0
        && signature.parameters.iter().any(holds_real)
        && rules.is(VariadicNamed::IntegerConvention);
    let (mut arguments, address) = passing::arguments(of, case, &mut slots, rules);
    let mut result = of.result(case, address, rules);
    for passed in arguments.iter_mut().chain(&mut result) {
        if of.is_two_reals(&passed.transfer) {
            passed.order_clauses = vec![clause::ARG_46];
        }
    }
    Call { arguments, result, area: 0, stack: slots.stack }
}

impl passing::CallState for CallState {
    type ArgPart = ArgPart;

    fn argument(&mut self, parcel: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        self.step(parcel, unnamed, rules)
    }

    /// RISCV-RET-03: a first parameter that the source does not have.
    fn result_address(&mut self, _variadic: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        self.step(&passing::ArgPart::address(), false, rules)
    }
}

impl Passing for Riscv {
    fn order<'t>(&self, signature: &'t Signature, rules: &mut Rules<'_>) -> Vec<Item<'t>> {
        self.address_first(signature, false, rules)
    }

    /// Form of the first argument.
    fn form(&self, ty: &Type, unnamed: bool, rules: &mut Rules<'_>) -> Chosen<ArgPart> {
        self.form_behind(&mut CallState::of(self), ty, unnamed, rules)
    }

    fn form_behind(
        &self,
        slots: &mut CallState,
        ty: &Type,
        unnamed: bool,
        rules: &mut Rules<'_>,
    ) -> Chosen<ArgPart> {
        if ty.record().is_some() && self.is_empty(ty, rules) {
            rules.cite(clause::ARG_24);
            if has_flexible(ty) && rules.is(FlexibleAlone::Word) {
                slots.skip();
            }
            return Form::Nothing.into();
        }
        let by_integers = unnamed || slots.like_variadic || slots.integer_only;
        let (fields, cited) = rules.citing(|rules| if by_integers { None } else { self.fields(ty, rules) });
        let fitting = fields.map(|fields| (fits(&fields, slots, rules), fields));
        if let Some((false, fields)) = &fitting {
            // More telling than what holds where there are registers for all fields.
            rules.cite(match (ty, fields.count(false)) {
                (ty, _) if ty.scalar().is_some() => clause::ARG_42,
                (_, 0) if fields.second.is_some() => clause::ARG_47,
                (_, 0) => clause::ARG_42,
                _ => clause::ARG_51,
            });
        }
        cited.into_iter().for_each(|clause| rules.cite(clause));
        if let Some((true, fields)) = fitting {
            return self.by_fields(ty, fields, rules);
        }
        if unnamed {
            self.cite_unnamed(ty, slots, rules);
        }
        self.by_integers(ty, unnamed, rules)
    }

    fn may_write_copy(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(ByAddressOwner::Callee)
    }

    fn copy_align(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        let most = self.differences().stack_align;
        if align > most && rules.is(ArgumentCopyAlign::StackAtMost) { most } else { align }
    }

    /// All unnamed arguments, and all types but scalars that are passed by value.
    fn is_led_by_form(&self, ty: &Type, unnamed: bool, rules: &mut Rules<'_>) -> bool {
        let (basic, _) = rules.citing(|rules| self.basic(ty, rules));
        unnamed || basic.is_none_or(|basic| basic.sign.is_none() || basic.size > 2 * u64::from(self.xlen()))
    }

    fn shifting_clauses(&self, cited: Vec<ClauseId>) -> Vec<ClauseId> {
        joined([&[clause::RET_03], &cited])
    }

    fn last_clauses(&self, case: &Case, transfer: &Transfer, _behind_empty: bool) -> Vec<ClauseId> {
        let unprototyped: &[ClauseId] =
            if case.style.form == Written::Unprototyped { &[clause::S11] } else { &[] };
        let place: &[ClauseId] = match transfer {
            Transfer::Nothing => return Vec::new(),
            _ if is_on_stack(transfer) => &[clause::STACK_09],
            _ if self.is_in_floats(transfer) => &[clause::ARG_30, clause::ARG_31],
            _ => &[],
        };
        joined([place, self.differences().argument_registers, unprototyped])
    }
}

impl Riscv {
    /// The clause on the bits above a bit-precise integer that is narrower than a register.
    fn narrow_bit_int(&self, bits: u8) -> ClauseId {
        if bits == INT_BITS { clause::ARG_07 } else { clause::ARG_06 }
    }

    /// Names the clause on a bit-precise integer of at most two registers.
    fn cite_bit_int(&self, bits: u8, rules: &mut Rules<'_>) {
        let register = 8 * self.xlen();
        match u32::from(bits) {
            narrow if narrow < register => rules.cite(self.narrow_bit_int(bits)),
            bits if bits == register => rules.cite(clause::ARG_08),
            bits => {
                rules.cite(clause::ARG_09);
                if bits < 2 * register {
                    rules.cite(clause::ARG_10);
                }
            }
        }
    }

    /// True if a piece of a value is in a floating-point register.
    pub(super) fn is_in_floats(&self, transfer: &Transfer) -> bool {
        let Transfer::Direct(pieces) = transfer else { return false };
        pieces.iter().any(|piece| self.is_float(piece))
    }

    /// True if a piece is in a floating-point register.
    fn is_float(&self, piece: &Piece) -> bool {
        piece.place.file(self.target()) == Some("f")
    }

    /// True if a value is in two floating-point registers.
    fn is_two_reals(&self, transfer: &Transfer) -> bool {
        matches!(transfer, Transfer::Direct(pieces)
            if pieces.len() == 2 && pieces.iter().all(|piece| self.is_float(piece)))
    }

    /// Names the clauses that say most about where an unnamed argument is: behind others on the stack, on pairs of registers,
    /// on reals, on all.
    fn cite_unnamed(&self, ty: &Type, slots: &CallState, rules: &mut Rules<'_>) {
        if slots.is_closed {
            rules.cite(clause::VAR_04);
        }
        let pair = 2 * u64::from(self.xlen());
        let (whole, _) = rules.citing(|rules| self.layout(ty, rules));
        if whole.size <= pair && whole.align >= pair && self.differences().stack_align >= pair {
            rules.cite(if slots.has_pair() { clause::VAR_02 } else { clause::VAR_03 });
        }
        if self.flen() > 0 && holds_narrow_real(ty) {
            rules.cite(clause::VAR_05);
        }
        rules.cite(clause::VAR_01);
    }

    /// Form of a value whose fields have registers of their own.
    fn by_fields(&self, ty: &Type, fields: Fields, rules: &mut Rules<'_>) -> Chosen<ArgPart> {
        cite_brain(ty, rules);
        let is_boxed = fields.iter().any(|field| field.rest != Extension::Unspecified);
        let rest_clauses = if is_boxed { vec![clause::ARG_43] } else { Vec::new() };
        let (whole, _) = rules.citing(|rules| self.layout(ty, rules));
        let shape = Shape::Fields(fields);
        Chosen { form: Form::Value(parcel(whole.size, whole.align, shape)), from: 0, rest_clauses }
    }

    /// Form of a value by the integer convention.
    fn by_integers(&self, ty: &Type, unnamed: bool, rules: &mut Rules<'_>) -> Chosen<ArgPart> {
        let most = 2 * u64::from(self.xlen());
        let (whole, _) = rules.citing(|rules| self.layout(ty, rules));
        let (basic, _) = rules.citing(|rules| self.basic(ty, rules));
        let is_real = basic.is_some_and(|basic| basic.sign.is_none());
        cite_kind(ty, is_real, rules);
        cite_brain(ty, rules);
        let is_half = matches!(ty.scalar(), Some(Scalar::Half | Scalar::BrainHalf));
        if is_half && unnamed {
            rules.cite(clause::S19);
        }
        let by_reading =
            matches!(ty, Type::Vector { .. }) && whole.size <= most && rules.is(VectorArgument::ByAddress);
        if whole.size > most || by_reading {
            match ty {
                Type::BitInt(_) => [clause::ARG_11, clause::ARG_12].into_iter().for_each(|c| rules.cite(c)),
                _ if basic.is_some() => rules.cite(clause::ARG_16),
                _ => rules.cite(clause::ARG_21),
            }
            if unnamed {
                rules.cite(clause::VAR_13);
            }
            let rest_clauses = if matches!(ty, Type::BitInt(_)) { vec![clause::ARG_12] } else { Vec::new() };
            return Chosen { rest_clauses, ..Form::Address.into() };
        }
        match (basic, ty) {
            (_, Type::Complex(part)) if !part.is_floating() && rules.is(ComplexInteger::TwoScalars) => {
                let part = self.scalar(*part, rules);
                in_two(self.integer(ty, &part, rules))
            }
            (Some(basic), _) if !is_real => self.integer(ty, &basic, rules),
            _ => {
                if whole.size < u64::from(self.xlen()) {
                    // That bits are undefined says less than where the others are.
                    let of_bits: &[ClauseId] =
                        if is_real { &[clause::ARG_05] } else { &[clause::ARG_17, clause::ARG_19] };
                    of_bits.iter().for_each(|clause| rules.cite(clause));
                }
                Form::Value(parcel(whole.size, whole.align, Shape::Aggregate)).into()
            }
        }
    }

    /// An integer or a pointer. A narrow one is extended by its own sign up to an int, and from there by bit 31 of it
    /// (RISCV-ARG-04).
    ///
    /// A bit-precise one is extended by its own sign, unless it is as wide as an int (RISCV-ARG-06, -07).
    fn integer(&self, ty: &Type, basic: &Basic, rules: &mut Rules<'_>) -> Chosen<ArgPart> {
        const INT: u64 = 4;
        let of_type = parcel(basic.size, basic.align, Shape::Scalar);
        let bits = match ty {
            Type::BitInt(integer) => Some(integer.bits),
            _ => None,
        };
        if let Some(bits) = bits {
            self.cite_bit_int(bits, rules);
        }
        if basic.size >= u64::from(self.xlen()) {
            let above = |bits: u8| {
                if basic.size > u64::from(self.xlen()) { clause::ARG_10 } else { self.narrow_bit_int(bits) }
            };
            let narrower = bits.filter(|bits| u64::from(*bits) < basic.size * 8);
            let rest_clauses = narrower.map(above).into_iter().collect();
            return Chosen { rest_clauses, ..Form::Value(of_type).into() };
        }
        if matches!(ty, Type::Atomic(_)) && rules.is(AtomicExtension::Unspecified) {
            return Form::Value(of_type).into();
        }
        let filled = self.facts().xlen;
        let (is_signed, cited) =
            rules.citing(|rules| basic.sign.is_some_and(|sign| self.is_signed(sign, rules)));
        let like_int = bits.map_or(basic.size == INT, |bits| bits == INT_BITS);
        let rest = if is_signed || like_int { Extension::Sign(filled) } else { Extension::Zero(filled) };
        if ty.scalar() == Some(Scalar::Bool) {
            rules.cite(clause::TYPE_28);
        }
        let own = match (bits, ty.scalar()) {
            (Some(bits), _) => vec![self.narrow_bit_int(bits)],
            (None, Some(Scalar::Bool)) => vec![clause::ARG_04, clause::TYPE_28],
            (None, _) => vec![clause::ARG_04],
        };
        let rest_clauses = joined([&own, &cited]);
        Chosen { form: Form::Value(ArgPart { rest, ..of_type }), from: 0, rest_clauses }
    }
}

/// True for a structure with a flexible array, or with a member that has one.
fn has_flexible(ty: &Type) -> bool {
    let Type::Record(record) = ty else { return false };
    record.flexible().is_some() || record.members.iter().any(|member| has_flexible(&member.ty))
}

/// Bits of an `int`.
const INT_BITS: u8 = 32;

/// Form of two parts of a form each, one after the other.
fn in_two(part: Chosen<ArgPart>) -> Chosen<ArgPart> {
    let form = match part.form {
        Form::Value(parcel) => Form::Parts(parcel, 2),
        form => form,
    };
    Chosen { form, ..part }
}

/// RISCV-TYPE-31.
fn cite_brain(ty: &Type, rules: &mut Rules<'_>) {
    if ty.scalar() == Some(Scalar::BrainHalf) {
        rules.cite(clause::TYPE_31);
    }
}

/// Names the clause by which a kind of type travels as an aggregate.
fn cite_kind(ty: &Type, is_real: bool, rules: &mut Rules<'_>) {
    match ty {
        Type::Complex(part) if !part.is_floating() => rules.cite(clause::S08),
        Type::Complex(_) => rules.cite(clause::ARG_28),
        Type::Vector { .. } => rules.cite(clause::ARG_23),
        Type::Record(record) if record.kind == RecordKind::Union => {}
        _ if is_real => rules.cite(clause::ARG_27),
        _ => {}
    }
}

/// True if there is a register for each field. A floating-point register that one of two reals finds alone is taken
/// later, or by nobody (RISCV-ARG-47).
fn fits(fields: &Fields, slots: &mut CallState, rules: &mut Rules<'_>) -> bool {
    let (floats, integers) = (fields.count(true), fields.count(false));
    let fits = floats <= slots.floats_left() && integers <= slots.integers_left();
    let leaves_one = floats == 2 && slots.floats_left() == 1;
    if leaves_one && rules.is(SkippedFloatRegister::Unused) {
        slots.floats = slots.floats.saturating_add(1);
    }
    fits
}

fn parcel(size: u64, align: u64, shape: Shape) -> ArgPart {
    let len = u32::try_from(size).unwrap_or(u32::MAX);
    ArgPart { len, align, shape, rest: Extension::Unspecified }
}

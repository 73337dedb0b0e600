//! Passing of records: simple tuples, unions, records of pointers (FORWARDCOM-ARG-08 to -12, FORWARDCOM-S13).

use super::ForwardCom;
use crate::abi::data::Data;
use crate::abi::rules::Rules;
use crosscall_clauses::forwardcom::{
    AtomicInTuple, BitFieldInTuple, NestedRecord, PaddedTuple, PointerRecord, SingleIntegerTuple, UnionLimit,
    ZeroArrayInTuple, clause,
};
use crosscall_model::{Record, RecordKind, Type};

/// Bytes that a tuple has at most (FORWARDCOM-ARG-08).
const MOST_BYTES: u64 = 16;

/// Bytes that a vector register holds on the processors that there are: capability 12 of the vendor's emulator.
const LONGEST_REGISTER: u64 = 128;

/// PassMode in which a record travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PassMode {
    /// As a tuple of nothing, with so many bytes all the same.
    Empty(u64),
    /// In a vector register: so many bytes.
    Tuple(u64),
    /// In a general register: so many bytes.
    Word(u64),
    /// By its address.
    Address,
}

/// Scalars that a record consists of.
#[derive(Default)]
struct Contents<'t> {
    /// The types of its elements, each once.
    types: Vec<&'t Type>,
    /// Number of elements.
    count: u64,
    /// Their bytes, where there are no bit-fields.
    bytes: u64,
    /// True if some are bit-fields.
    fields: bool,
    /// True if some are in a record inside.
    nested: bool,
    /// True if some are in a union.
    overlapping: bool,
    /// True if there are arrays of no elements.
    empty_arrays: bool,
}

/// PassMode in which a record travels.
pub(super) fn way(ty: &Type, record: &Record, rules: &mut Rules<'_>) -> PassMode {
    let (whole, _) = rules.citing(|rules| ForwardCom.layout(ty, rules));
    let mut contents = Contents::default();
    let (_, _) = rules.citing(|rules| contents.take_record(record, 0, rules));
    if contents.count == 0 && holds_something(ty) {
        // By its first member the union in it would lose all that the others hold.
        rules.cite(clause::ARG_10);
        return PassMode::Address;
    }
    if contents.count == 0 {
        rules.cite(clause::S13);
        return PassMode::Empty(whole.size);
    }
    let size = if record.kind == RecordKind::Union { limited(record, whole.size, rules) } else { whole.size };
    let Some(one) = contents.only_type(rules) else {
        rules.cite(clause::ARG_12);
        return PassMode::Address;
    };
    if matches!(one, Type::DataPointer | Type::FunctionPointer) {
        let alone = contents.count == 1 && whole.size == 8;
        if alone && rules.is(PointerRecord::SingleInGeneralRegister) {
            return PassMode::Word(whole.size);
        }
        rules.cite(clause::ARG_12);
        return PassMode::Address;
    }
    if size > MOST_BYTES {
        rules.cite(clause::ARG_12);
        return PassMode::Address;
    }
    rules.cite(clause::ARG_08);
    if !contents.is_tuple(whole.size, rules) {
        return PassMode::Address;
    }
    let is_integer = match one {
        Type::Scalar(scalar) | Type::Atomic(scalar) => !scalar.is_floating(),
        Type::Enum(_) => true,
        _ => false,
    };
    let alone = contents.count == 1 && is_integer && whole.size <= 8;
    if alone && rules.is(SingleIntegerTuple::GeneralRegister) {
        PassMode::Word(whole.size)
    } else {
        PassMode::Tuple(whole.size)
    }
}

/// True if there is a scalar anywhere in a type.
fn holds_something(ty: &Type) -> bool {
    match ty {
        Type::Array(element, len) => *len > 0 && holds_something(element),
        Type::Record(record) => record.members.iter().any(|m| m.named && holds_something(&m.ty)),
        _ => true,
    }
}

/// The size that counts of a union (FORWARDCOM-ARG-10).
fn limited(union: &Record, whole: u64, rules: &mut Rules<'_>) -> u64 {
    rules.cite(clause::ARG_10);
    let Some(first) = union.members.iter().find(|member| member.named) else { return whole };
    let first = match first.bits {
        Some(bits) => u64::from(bits).div_ceil(8),
        None => rules.citing(|rules| ForwardCom.layout(&first.ty, rules)).0.size,
    };
    // A union that fits no register is in none, whatever its first member is (FORWARDCOM-ARG-12).
    let differs = (MOST_BYTES + 1..=LONGEST_REGISTER).contains(&whole) && first <= MOST_BYTES;
    if differs && rules.is(UnionLimit::FirstMember) { first } else { whole }
}

impl<'t> Contents<'t> {
    /// The type of all elements, if there is one: FORWARDCOM-ARG-09, and FORWARDCOM-S28 for atomic ones.
    fn only_type(&self, rules: &mut Rules<'_>) -> Option<&'t Type> {
        let (first, others) = self.types.split_first()?;
        let is_alike = |other: &&Type| first.scalar().is_some() && first.scalar() == other.scalar();
        let is_one = others.is_empty() || others.iter().all(is_alike) && rules.is(AtomicInTuple::AsType);
        is_one.then_some(*first)
    }

    /// True if all this is one tuple: FORWARDCOM-ARG-09.
    fn is_tuple(&self, size: u64, rules: &mut Rules<'_>) -> bool {
        rules.cite(clause::ARG_09);
        let padded = !self.fields && !self.overlapping && self.bytes != size;
        !(self.nested && rules.is(NestedRecord::NoTuple)
            || self.fields && rules.is(BitFieldInTuple::NoTuple)
            || padded && rules.is(PaddedTuple::NoTuple)
            || self.empty_arrays && rules.is(ZeroArrayInTuple::NoTuple))
    }

    fn take_record(&mut self, record: &'t Record, depth: u32, rules: &mut Rules<'_>) {
        self.nested |= depth > 0;
        let union = record.kind == RecordKind::Union;
        self.overlapping |= union;
        // A union counts by its first member (FORWARDCOM-ARG-10).
        let most = if union { 1 } else { record.members.len() };
        for member in record.members.iter().filter(|member| member.named).take(most) {
            if member.bits.is_some() {
                self.fields = true;
                self.element(&member.ty, 0);
            } else {
                self.take(&member.ty, 1, depth, rules);
            }
        }
    }

    fn take(&mut self, ty: &'t Type, times: u64, depth: u32, rules: &mut Rules<'_>) {
        match ty {
            Type::Array(_, 0) => self.empty_arrays = true,
            Type::Array(element, len) => {
                self.take(element, times.saturating_mul((*len).into()), depth, rules)
            }
            Type::Record(inner) => {
                let before = (self.count, self.bytes);
                self.take_record(inner, depth.saturating_add(1), rules);
                self.count =
                    before.0.saturating_add(self.count.saturating_sub(before.0).saturating_mul(times));
                self.bytes =
                    before.1.saturating_add(self.bytes.saturating_sub(before.1).saturating_mul(times));
            }
            Type::Complex(part) => {
                let bytes =
                    ForwardCom.layout(part.as_type(), rules).size.saturating_mul(2).saturating_mul(times);
                self.element(part.as_type(), bytes);
                self.count = self.count.saturating_add(times.saturating_mul(2)).saturating_sub(1);
            }
            _ => {
                // FORWARDCOM-S29: an alignment makes no other type.
                let bytes = ForwardCom.layout(ty, rules).size.saturating_mul(times);
                self.element(ty.unaligned(), bytes);
                self.count = self.count.saturating_add(times).saturating_sub(1);
            }
        }
    }

    fn element(&mut self, ty: &'t Type, bytes: u64) {
        if !self.types.contains(&ty) {
            self.types.push(ty);
        }
        self.count = self.count.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes);
    }
}

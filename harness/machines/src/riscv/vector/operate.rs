//! Instructions on vector registers alone, and what they have in common.

use super::super::isa::Op;
use super::registers::{Group, Vectors};
use super::work::{self, Source, Work};
use super::{Checked, Reserved, require};

/// What an instruction works on.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Operands {
    /// Destination.
    pub(in super::super) rd: u8,
    /// First and second source.
    pub(in super::super) rs1: u8,
    pub(in super::super) rs2: u8,
    /// Only elements that are in the mask.
    pub(in super::super) masked: bool,
    /// Where the operand beside a vector comes from.
    pub(in super::super) source: Source,
    /// That operand, where it is no vector, extended by its sign.
    pub(in super::super) scalar: u64,
    /// As that, as the number of an element.
    pub(in super::super) place: u64,
}

/// What becomes of a general register: its value, if it is set.
pub(in super::super) type Outcome = Option<u64>;

impl Vectors {
    /// Carries out an instruction that has neither an access to memory nor a configuration.
    ///
    /// # Errors
    /// It is reserved.
    pub(in super::super) fn operate(&mut self, op: Op, o: &Operands) -> Checked<Outcome> {
        let work = work::of(op).ok_or(Reserved)?;
        let outcome = match work {
            Work::CountMask => Some(self.count_of_mask(o)?),
            Work::FirstOfMask => Some(self.first_of_mask(o)?),
            Work::ToScalar => Some(self.to_scalar(o)?),
            _ => {
                self.change(work, o)?;
                None
            }
        };
        self.start = 0;
        Ok(outcome)
    }

    /// Work that changes vector registers.
    fn change(&mut self, work: Work, o: &Operands) -> Checked {
        match work {
            Work::Elements(meaning, signs, clips, shape) => self.elements(o, meaning, signs, clips, shape),
            Work::Reduction(meaning, signed, shape) => self.reduction(o, meaning, signed, shape),
            Work::Compare(relation, signed) => self.compare(o, relation, signed),
            Work::Carry { subtracts, gives_carries: true, takes_carries } => {
                self.carries(o, subtracts, takes_carries)
            }
            Work::Carry { subtracts, .. } => self.with_carries(o, subtracts),
            Work::Merge => self.merge(o),
            Work::Extend(halvings, signed) => self.extend(o, halvings, signed),
            Work::Masks(logic, negated) => self.masks(o, logic, negated),
            Work::Until(until) => self.until(o, until),
            Work::CountBefore => self.count_before(o),
            Work::Number => self.number(o),
            Work::FromScalar => self.take_scalar(o),
            Work::SlideUp => self.slide_up(o),
            Work::SlideDown => self.slide_down(o),
            Work::SlideUpByOne => self.slide_up_by_one(o),
            Work::SlideDownByOne => self.slide_down_by_one(o),
            Work::Gather => self.gather(o, None),
            Work::GatherByHalves => self.gather(o, Some(16)),
            Work::Compress => self.compress(o),
            Work::Move(registers) => self.copy(o, registers),
            Work::CountMask | Work::FirstOfMask | Work::ToScalar => Ok(()),
        }
    }

    /// The group of the operand beside a vector, where it is a vector.
    pub(super) fn second(&self, o: &Operands) -> Checked<Option<Group>> {
        if o.source == Source::Vector { self.group(o.rs1, 0).map(Some) } else { Ok(None) }
    }

    /// An element of the operand beside a vector.
    pub(super) fn second_at(
        &self,
        o: &Operands,
        group: Option<Group>,
        index: u64,
        signed: bool,
    ) -> Checked<i128> {
        let width = self.kind()?.width;
        let value = group.map_or(o.scalar, |group| self.get(group, index));
        Ok(extended(value, width, signed))
    }
}

/// The lowest bits of a value, with a sign or without.
pub(super) fn extended(value: u64, width: u32, signed: bool) -> i128 {
    let unused = 64 - width;
    if signed { ((value << unused) as i64 >> unused).into() } else { (value << unused >> unused).into() }
}

/// Requires that a group of elements may be made of others, and is not the mask that leaves some of it out.
pub(super) fn may_be_made(d: Group, sources: [Option<Group>; 2], masked: bool) -> Checked {
    require(!masked || d.first != 0)?;
    sources.into_iter().flatten().try_for_each(|source| d.may_be_made_of(source))
}

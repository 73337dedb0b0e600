//! Facts about a fault that need no function: the clauses that it breaks, its place, and the sides on which it is one.

use super::{Carried, Fault, Returned};
use crate::facts::Side;
use crate::language::{Clauses, Group, Language, Register};

/// The clauses of the group of a register; `None` where it is in no group.
fn group(groups: &[Group], register: Register) -> Option<Clauses> {
    groups.iter().find(|group| group.registers.contains(&register)).map(|group| group.clauses)
}

impl Fault {
    /// True if it asks for a result by itself, so that a condition should not.
    pub fn is_of_result(&self) -> bool {
        matches!(
            self,
            Fault::ResultIn(..)
                | Fault::ResultSwapped
                | Fault::ResultComputed(..)
                | Fault::ResultExtended(_)
                | Fault::ResultAddress(_)
        )
    }

    /// True if a change on this side is a fault by itself: a caller need not extend what the called function extends.
    pub fn counts(&self, side: Side) -> bool {
        !self.needs_other_side() || side == Side::Callee
    }

    /// True if it is a fault only where the other side is changed as well: a called function need not extend what all its
    /// callers extend.
    pub fn needs_other_side(&self) -> bool {
        matches!(self, Fault::NobodyExtends(_) | Fault::NobodyExtendsAny)
    }

    /// True if a target has the registers, types and modes that it is about.
    pub fn is_there(&self, language: &dyn Language) -> bool {
        let roles = language.roles();
        let saved = |register| group(roles.saved, register).is_some();
        let has_reals = !roles.real_arguments.is_empty();
        match *self {
            Fault::Changed(r, ..)
            | Fault::RestoreLost(r, _)
            | Fault::NotSaved(r)
            | Fault::SaveLost(r)
            | Fault::RestoredFrom(r, _)
            | Fault::KeptBelow(r, _) => saved(r),
            Fault::AnyOf(registers, fault) => registers.iter().any(|r| fault(*r).is_there(language)),
            Fault::Reserved(r, _) | Fault::ReservedAtCall(r, _) => group(roles.reserved, r).is_some(),
            Fault::Exchanged(one, other) => saved(one) && saved(other),
            Fault::Kept(from, to) => saved(from) && group(roles.scratch, to).is_some(),
            Fault::Borrowed(registers) => registers.iter().all(|r| saved(*r) || roles.free.contains(r)),
            Fault::Extended(narrow, _) | Fault::ResultExtended(narrow) => {
                i64::from(narrow.bits) < 8 * language.word()
            }
            Fault::ResultNotExtended(bits, _) => i64::from(bits) < 8 * language.word(),
            Fault::RealsSwapped(_) | Fault::FirstIn(..) | Fault::RealResultsSwapped(_) => has_reals,
            Fault::ResultIn(Returned::Real | Returned::Mixed, _) => has_reals,
            Fault::ScratchDestroyed(_, is_of_reals) => has_reals || !is_of_reals,
            Fault::ModeChanged(n) => n < language.modes().len(),
            _ => true,
        }
    }

    /// Clauses that it breaks, as a person who knows the document would say; empty for a fault that breaks nothing.
    pub fn clauses(&self, language: &dyn Language) -> Clauses {
        let (roles, rules) = (language.roles(), language.rules());
        let of = |groups, register| group(groups, register).unwrap_or_default();
        match *self {
            Fault::Changed(r, ..)
            | Fault::RestoreLost(r, _)
            | Fault::NotSaved(r)
            | Fault::SaveLost(r)
            | Fault::RestoredFrom(r, _)
            | Fault::Exchanged(r, _) => of(roles.saved, r),
            Fault::AnyOf(registers, fault) => registers.first().map_or(&[], |r| fault(*r).clauses(language)),
            Fault::Reserved(r, _) | Fault::ReservedAtCall(r, _) => of(roles.reserved, r),
            Fault::Kept(_, to) => of(roles.scratch, to),
            Fault::ArgumentsSwapped(..)
            | Fault::ArgumentsShifted(..)
            | Fault::ArgumentFrom(..)
            | Fault::ArgumentReplaced(..)
            | Fault::ZeroSpreads => rules.argument,
            Fault::ArgumentComputed(_, _, Carried::Address) => rules.composite,
            Fault::ArgumentComputed(..) => rules.argument,
            Fault::ObjectWritten | Fault::ObjectChanged | Fault::OwnObject | Fault::ByAddress => {
                rules.composite
            }
            Fault::HalvesSwapped(_) | Fault::PairShifted(..) => rules.double_argument,
            Fault::RealsSwapped(_) | Fault::FirstIn(..) => rules.real_argument,
            Fault::StackArguments(_) => rules.stack_argument,
            Fault::Truth(..) => rules.boolean,
            Fault::NotExtended(..)
            | Fault::ExtensionForgotten(_)
            | Fault::NobodyExtends(_)
            | Fault::NobodyExtendsAny
            | Fault::Extended(..) => rules.extension,
            Fault::ResultIn(returned, _)
            | Fault::ResultComputed(returned, _)
            | Fault::ResultReplaced(returned, ..) => match returned {
                Returned::Word | Returned::Integer | Returned::LongOrInt => rules.word_result,
                Returned::Narrow => rules.narrow_result,
                Returned::Double => rules.double_result,
                Returned::Small => rules.small_result,
                Returned::Real | Returned::Mixed => rules.real_result,
            },
            Fault::PairIn(_) | Fault::ResultSwapped | Fault::SecondResult(true) => rules.double_result,
            Fault::RealResultsSwapped(_) => rules.real_result,
            Fault::ResultExtended(_) | Fault::ResultNotExtended(..) | Fault::ResultTruth(_) => {
                rules.narrow_result
            }
            Fault::ResultAddress(_)
            | Fault::ResultAddressSwapped
            | Fault::ResultAddressAgain
            | Fault::ResultThroughAddress
            | Fault::ResultElsewhere
            | Fault::ResultIncomplete => rules.memory_result,
            Fault::StackAtReturn(_) => rules.stack_at_return,
            Fault::StackAtCall(by) if i64::from(by) % roles.alignment != 0 => rules.alignment,
            Fault::StackAtCall(by) if by > 0 => rules.area,
            // More room than needed.
            Fault::StackAtCall(_) => &[],
            Fault::StackMoved(by) if i64::from(by) % roles.alignment != 0 => rules.alignment,
            Fault::StackMoved(_) => rules.limit,
            Fault::KeptBelow(..) => rules.below,
            Fault::Touched(at, _) if at < 0 => rules.below,
            Fault::Touched(_, true) => &[],
            Fault::Touched(..) => rules.callers_frame,
            Fault::LinkLost(_) => rules.link_at_return,
            Fault::LinkAtCall => rules.link_at_call,
            Fault::ReturnMoved(_) => rules.return_place,
            Fault::CallersCodeWritten => rules.stray_write,
            Fault::ModeChanged(_) => rules.modes,
            Fault::CalledTwice => rules.call,
            Fault::ReservedMemory(_) => rules.reserved_memory,
            Fault::OtherShift(_) => rules.bit_field,
            Fault::Option(fault, _) => fault.clauses,
            // Whoever does so breaks nothing.
            Fault::FreeDestroyed(_)
            | Fault::SecondResult(false)
            | Fault::ResultAddressLost
            | Fault::LargerFrame(_)
            | Fault::Borrowed(_)
            | Fault::OwnAreaWritten
            | Fault::ReturnThrough
            | Fault::ScratchDestroyed(..)
            | Fault::Idle => &[],
        }
    }

    /// The register that the report should name.
    pub fn place(&self, language: &dyn Language) -> Option<String> {
        match *self {
            Fault::Changed(r, ..) | Fault::RestoreLost(r, _) | Fault::Reserved(r, _) | Fault::SaveLost(r) => {
                Some(language.name(r))
            }
            Fault::RestoredFrom(r, _) | Fault::NotSaved(r) | Fault::ReservedAtCall(r, _) => {
                Some(language.name(r))
            }
            Fault::StackAtReturn(_) => Some("stack pointer".to_owned()),
            _ => None,
        }
    }
}

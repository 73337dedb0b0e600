//! When two disagreements are the same disagreement.

pub use crosscall_oracle::judge::precedence::{fingerprints as of, of_mismatch, sighted};

use crosscall_model::Pairing;
use crosscall_model::finding::{Expected, Fingerprint, Mismatch, MismatchKind, Violation};

/// The fault that a smaller case must still show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    fingerprint: Fingerprint,
    /// Demand of the document, or of what is known of the subject.
    demand: Option<Demand>,
    /// True if something that is known came before it.
    is_beside: bool,
}

/// A pairing of one subject, and one of two.
const ALL_SIDES: [Pairing; 2] = [Pairing::Callee, Pairing::Cross];

impl Fault {
    /// The fault that a violation shows; `is_beside` where something that is known comes before it.
    pub fn of(fingerprint: &Fingerprint, violation: &Violation, is_beside: bool) -> Fault {
        let demand = match fingerprint {
            Fingerprint::Mismatch(..) | Fingerprint::Between(..) => {
                violation.mismatches.iter().find(|m| is_of(m, fingerprint)).map(demand_of)
            }
            _ => None,
        };
        Fault { fingerprint: fingerprint.clone(), demand, is_beside }
    }

    /// Any fault with this fingerprint.
    pub(crate) fn any_of(fingerprint: &Fingerprint, is_beside: bool) -> Fault {
        Fault { fingerprint: fingerprint.clone(), demand: None, is_beside }
    }

    /// True if a violation shows it.
    pub fn is_in(&self, pairing: Pairing, violation: &Violation) -> bool {
        let own = violation.mismatches.iter().find(|m| is_of(m, &self.fingerprint));
        let is_there = of(pairing, violation).contains(&self.fingerprint) || self.is_beside && own.is_some();
        is_there && (self.demand.is_none() || self.demand == own.map(demand_of))
    }
}

/// Brings the contradiction that a fingerprint is of to the front of a violation.
pub(super) fn bring_forward(pairing: Pairing, violation: &mut Violation, fingerprint: &Fingerprint) {
    let of = |mismatch: &Mismatch| of_mismatch(pairing, mismatch) == *fingerprint;
    if let Some(at) = violation.mismatches.iter().position(of)
        && let Some(front) = violation.mismatches.get_mut(..=at)
    {
        front.rotate_right(1);
    }
}

/// True if a contradiction is the one that a fingerprint is made of.
fn is_of(mismatch: &Mismatch, fingerprint: &Fingerprint) -> bool {
    ALL_SIDES.iter().any(|pairing| of_mismatch(*pairing, mismatch) == *fingerprint)
}

/// Expectation of a contradiction without values and places: its sort, and what it says of types,
/// for a `_Bool` that is not extended is another matter than a `char`.
type Demand = (std::mem::Discriminant<Expected>, String);

fn demand_of(mismatch: &Mismatch) -> Demand {
    let of_types = match &mismatch.expected {
        Expected::Extended { c_type, signed, .. } => format!("{c_type} {signed}"),
        Expected::Filled { c_type, .. } => format!("{c_type} ones"),
        Expected::NoAddress(_, c_type) | Expected::Behind(_, c_type) => shape(c_type),
        Expected::Refusal(reason, _) => reason.clone(),
        Expected::Function(name) => name.clone(),
        Expected::Product(words) | Expected::KnownRelocation(words) => (*words).to_owned(),
        Expected::Element(kind, ..) => (*kind).to_owned(),
        Expected::NoWrite(area) => format!("{:?}", std::mem::discriminant(area)),
        _ => String::new(),
    };
    (std::mem::discriminant(&mismatch.expected), of_types)
}

/// A type in C without the numbers in it.
fn shape(c_type: &str) -> String {
    c_type.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// The kind of thing that a contradiction is about.
pub(super) fn kind_of(mismatch: &Mismatch) -> MismatchKind {
    MismatchKind::of(mismatch.target, &mismatch.topic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::Target;
    use crosscall_model::finding::{Datum, LayoutFact, Taking, Topic, ValueId};
    use crosscall_model::plan::Link;
    use crosscall_model::target::Register;

    #[test]
    fn kinds_do_not_depend_on_positions_and_names() {
        let narrow = |taking, inner| {
            Topic::Value(Datum { value: ValueId::Argument(3), path: ".m0".to_owned(), taking, inner })
        };
        let kinds = [
            (Target::Epiphany, Topic::part(ValueId::Argument(2), ".m0[1]".to_owned()), "argument"),
            (Target::Epiphany, Topic::value(ValueId::Unnamed(1)), "unnamed argument"),
            (Target::Epiphany, narrow(Taking::Widened, false), "argument as a wider integer"),
            (Target::Epiphany, narrow(Taking::Plain, true), "argument in the call of itself"),
            (Target::Epiphany, Topic::part(ValueId::Result, ".m1".to_owned()), "result"),
            (Target::Epiphany, Topic::CallersObject(ValueId::Argument(0)), "the caller's argument"),
            (Target::Epiphany, Topic::Kept(3), "value kept across the call"),
            (Target::Epiphany, Topic::Link(Link::Length(8)), "length of a value"),
            (Target::Epiphany, Topic::StackPointer, "stack pointer"),
            (Target::Epiphany, Topic::Layout(LayoutFact::Size("struct { char m0; }".to_owned())), "sizeof"),
            (Target::Epiphany, Topic::Layout(LayoutFact::Image(7)), "initialised object"),
            (Target::Epiphany, Topic::Row("R_EPIPHANY_SIMM11".to_owned()), "R_EPIPHANY_SIMM11"),
        ];
        for (target, topic, kind) in kinds {
            assert_eq!(MismatchKind::of(target, &topic).to_string(), kind);
        }
    }

    #[test]
    fn a_register_is_one_of_its_own_whatever_it_is_called_like() {
        // A vector register of the Nyuzi and an argument register of the IPU are no arguments.
        for target in Target::ALL {
            for (number, info) in (0..).zip(target.registers()) {
                let kind = MismatchKind::of(target, &Topic::Register(Register(number)));
                assert_eq!(kind.to_string(), format!("register {}", info.name));
            }
        }
    }
}

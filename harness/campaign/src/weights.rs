//! Weights of the parts of a run's time. A run has a round for each target and kind of cases; the time is shared out among
//! them by their weights.

use crosscall_model::{CaseKind, Target};
use std::str::FromStr;

/// Weight of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight {
    what: What,
    /// The weight; without one nothing is generated beyond what settles readings.
    weight: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// A kind of cases.
    CaseKind(CaseKind),
    /// Subjects that are not built in.
    Real,
    Target(Target),
}

/// The largest weight.
const LARGEST: u64 = 1000;

impl FromStr for Weight {
    type Err = String;

    fn from_str(text: &str) -> Result<Weight, String> {
        let wrong = || {
            let targets: Vec<&str> = Target::ALL.iter().map(|target| target.name()).collect();
            format!(
                "`{text}` is not a weight such as call=8: real, call, value, tool or a target ({}), and a number of at most {LARGEST}",
                targets.join(", ")
            )
        };
        let (name, number) = text.split_once('=').ok_or_else(wrong)?;
        let weight = number.parse().ok().filter(|number| *number <= LARGEST).ok_or_else(wrong)?;
        let matter = CaseKind::ALL.into_iter().find(|matter| matter.name() == name);
        let target = Target::ALL.into_iter().find(|target| target.name() == name);
        let what = match (name, matter, target) {
            ("real", ..) => What::Real,
            (_, Some(matter), _) => What::CaseKind(matter),
            (_, _, Some(target)) => What::Target(target),
            _ => return Err(wrong()),
        };
        Ok(Weight { what, weight })
    }
}

/// Weights of all parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Weights(Vec<Weight>);

impl Weights {
    /// The usual ones, and those that a person has given; of several for one thing the last counts.
    pub fn new(given: &[Weight]) -> Weights {
        Weights(given.to_vec())
    }

    fn given(&self, what: What) -> Option<u64> {
        self.0.iter().rfind(|weight| weight.what == what).map(|weight| weight.weight)
    }

    /// Weight of a round: calls before values and those before inputs of tools, and subjects that are not built in
    /// (`is_real`) before those that are.
    pub(crate) fn of_round(&self, target: Target, matter: CaseKind, is_real: bool) -> u64 {
        let usual = match matter {
            CaseKind::Call => 4,
            CaseKind::Value => 2,
            CaseKind::Tool => 1,
        };
        let of_kind = self.given(What::CaseKind(matter)).unwrap_or(usual);
        let of_real = if is_real { self.given(What::Real).unwrap_or(8) } else { 1 };
        of_kind * of_real * self.given(What::Target(target)).unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_usual_or_given() {
        let usual = Weights::default();
        let of = |weights: &Weights, matter, is_real| weights.of_round(Target::Nyuzi, matter, is_real);
        assert_eq!((of(&usual, CaseKind::Call, true), of(&usual, CaseKind::Call, false)), (32, 4));
        assert_eq!((of(&usual, CaseKind::Value, false), of(&usual, CaseKind::Tool, true)), (2, 8));
        let given: Vec<Weight> =
            ["real=2", "call=10", "call=3", "nyuzi=5", "tool=0"].map(|text| text.parse().unwrap()).to_vec();
        let given = Weights::new(&given);
        assert_eq!((of(&given, CaseKind::Call, true), of(&given, CaseKind::Tool, true)), (30, 0));
        assert_eq!(given.of_round(Target::Dpu, CaseKind::Call, true), 6);
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        for text in ["", "call", "call=", "call=-1", "call=1001", "gcc=3", "=3"] {
            assert!(text.parse::<Weight>().unwrap_err().contains("is not a weight such as call=8"), "{text}");
        }
    }
}

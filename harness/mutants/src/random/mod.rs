//! Faults at random: the instruction, the register and the condition of the signature are left to chance, and the clauses
//! that a fault breaks follow from what was chosen.
//!
//! A fault is made of its seed and its number alone, so that it is the same on every host, and the same whatever
//! others are made.

mod apply;
mod condition;
mod describe;
mod fault;
mod occasion;

pub(crate) use apply::{forget_extension, stack_arguments};
pub use condition::{Condition, Numbers, Sort};
pub use fault::{Carried, Fault, Returned};
pub use occasion::Occasion;

use super::edit::{Action, Edit, always};
use super::facts::Side;
use super::language::{self, Language};
use super::splice::Site;
use crosscall_model::Target;

/// A fault and the functions that it is made in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Generated {
    /// The fault.
    pub fault: Fault,
    /// The condition of the signature.
    pub condition: Condition,
}

impl Generated {
    /// A fault in every function that gives occasion.
    pub const fn always(fault: Fault) -> Generated {
        Generated { fault, condition: Condition::Always }
    }

    /// The edit that makes it on a side of a call. Kind, clauses and place follow from the fault.
    pub fn edit(self, side: Side, name: &'static str, text: &'static str, language: &dyn Language) -> Edit {
        Edit {
            name,
            kind: describe::kind(&self.fault),
            text,
            clauses: self.fault.clauses(language),
            side,
            place: self.fault.place(language).map_or("", kept),
            one_in: 1,
            when: always,
            action: Action::Fault(self),
        }
    }

    /// Makes it in a function; returns whether there was an occasion.
    pub(crate) fn apply(&self, site: &mut Site<'_>) -> bool {
        self.condition.holds(site.facts) && apply::apply(&self.fault, site)
    }
}

/// Beginning of the names of generated faults; the seed and the number follow.
const PREFIX: &str = "random-";

/// True if an edit of this name was generated.
pub fn is_name(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// The first `count` faults of a seed for compilers of a target; none where their text cannot be read.
pub fn edits(target: Target, seed: u64, count: u64) -> Vec<Edit> {
    let language = language::of(target);
    language.into_iter().flat_map(|l| (0..count).map(move |i| edit(l, seed, i))).collect()
}

/// The fault with this index of a seed.
fn edit(language: &dyn Language, seed: u64, index: u64) -> Edit {
    let mut numbers = Numbers::new(seed, index);
    let (side, fault) = Fault::draw(&mut numbers, language);
    let mut condition = Condition::draw(&mut numbers, !fault.is_of_result());
    let mut one_in = numbers.one(&[1, 1, 1, 2, 4, 8]).unwrap_or(1);
    if let Fault::Option(..) | Fault::CalledTwice = fault {
        (condition, one_in) = (Condition::Always, 1);
    }
    if side == Side::Whole {
        // Both sides have to be changed for the same functions, which are few enough.
        one_in = 1;
    }
    let rate = if one_in == 1 { String::new() } else { format!(", in one of {one_in}") };
    let what = describe::text(&fault, side, language);
    let text = match fault {
        Fault::Option(..) => what,
        _ => format!("{what}, {condition}{rate}"),
    };
    let (name, text) = (kept(format!("{PREFIX}{seed}-{index}")), kept(text));
    let made = Generated { fault, condition }.edit(side, name, text, language);
    let action = match fault {
        Fault::Option(option_fault, register) => {
            let name = register.map(|register| language.name(register)).unwrap_or_default();
            let option = kept(format!("{}{name}", option_fault.prefix));
            Action::OptionsFor(option, option_fault.occasion, register)
        }
        _ => made.action,
    };
    Edit { one_in, action, ..made }
}

/// A text that lives as long as the program, as the rows of tables do.
fn kept(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

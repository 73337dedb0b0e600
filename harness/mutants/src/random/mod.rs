//! Faults at random: the instruction, the register and the condition of the signature are left to chance, and the clauses
//! that a fault breaks follow from what was chosen.
//!
//! A fault is made of its seed and its number alone, so that it is the same on every host, and the same whatever
//! others are made.

mod draw;

use super::edit::{Action, Edit};
use super::facts::Side;
use super::fault::{self, Condition, Fault, Generated, kept};
use super::language::{self, Language};
use crosscall_model::Target;
use draw::Numbers;

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
    let (side, fault) = draw::fault(&mut numbers, language);
    let mut condition = draw::condition(&mut numbers, !fault.is_of_result());
    let mut one_in = numbers.one(&[1, 1, 1, 2, 4, 8]).unwrap_or(1);
    if let Fault::Option(..) | Fault::CalledTwice = fault {
        (condition, one_in) = (Condition::Always, 1);
    }
    if side == Side::Whole {
        // Both sides have to be changed for the same functions, which are few enough.
        one_in = 1;
    }
    let rate = if one_in == 1 { String::new() } else { format!(", in one of {one_in}") };
    let what = fault::text(&fault, side, language);
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

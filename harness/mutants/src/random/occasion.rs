//! Whether an option that makes a compiler treat a register as what it is not has made a difference that anybody could
//! see. A compiler may just as well not use the register any more.

use super::apply;
use crate::language::{Language, Register, Step};
use crate::listing::{self, Function, Piece};

/// What a function has to do for an option to break something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// Anything else than without the option.
    Any,
    /// To write a register and not to give it back.
    Unsaved,
    /// To use a register and to call.
    Relied,
}

impl Occasion {
    /// Whether a text in assembly that was made with the option does so somewhere.
    pub fn is_in(self, language: &dyn Language, register: Option<Register>, text: &str) -> bool {
        let Some(register) = register.filter(|_| self != Occasion::Any) else { return true };
        let functions = listing::read(text).into_iter().filter_map(|piece| match piece {
            Piece::Function(function) => Some(function),
            _ => None,
        });
        functions.into_iter().any(|function| match self {
            Occasion::Any => true,
            Occasion::Unsaved => apply::leaves_changed(language, &function, register),
            Occasion::Relied => relies_on(language, &function, register),
        })
    }
}

fn relies_on(language: &dyn Language, function: &Function, register: Register) -> bool {
    let lines = &function.lines;
    let calls = |i: usize| matches!(language.step(lines, i), Step::Call(call) if !call.is_last);
    (0..lines.len()).any(calls) && lines.iter().any(|line| language.mentions(line, register))
}

//! Occasions on which an option breaks something: it makes a compiler treat a register as what it is not, and the compiler
//! may just as well not use the register any more.

use super::saved;
use crate::language::{Language, Register, Step};
use crate::listing::{self, Function, Piece};

/// Condition of a function under which an option breaks something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// It is another one than without the option.
    Any,
    /// It writes a register and does not restore it.
    Unsaved,
    /// It uses a register and calls.
    Relied,
}

impl Occasion {
    /// True if some function of an assembly text that was made with the option meets it.
    pub fn is_in(self, language: &dyn Language, register: Option<Register>, text: &str) -> bool {
        let Some(register) = register.filter(|_| self != Occasion::Any) else { return true };
        let functions = listing::read(text).into_iter().filter_map(|piece| match piece {
            Piece::Function(function) => Some(function),
            _ => None,
        });
        functions.into_iter().any(|function| match self {
            Occasion::Any => true,
            Occasion::Unsaved => saved::leaves_changed(language, &function, register),
            Occasion::Relied => relies_on(language, &function, register),
        })
    }
}

fn relies_on(language: &dyn Language, function: &Function, register: Register) -> bool {
    let lines = &function.lines;
    let calls = |i: usize| matches!(language.step(lines, i), Step::Call(call) if !call.is_last);
    (0..lines.len()).any(calls) && lines.iter().any(|line| language.mentions(line, register))
}

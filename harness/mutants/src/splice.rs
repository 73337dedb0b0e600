//! Instructions that are put into a function where it begins, returns and calls.

use super::language::{self, Language, Step};
use super::listing::{Function, Line};

/// Lines of instructions.
pub fn lines<T: AsRef<str>>(code: &[T]) -> Vec<Line> {
    code.iter().map(|text| Line::code(text.as_ref())).collect()
}

/// Puts code at the beginning.
pub fn entry<T: AsRef<str>>(function: &mut Function, code: &[T]) -> bool {
    function.lines.splice(0..0, lines(code));
    !code.is_empty()
}

/// Which of a function's returns are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Which {
    /// All of them.
    All,
    /// The first in the text.
    First,
    /// The last in the text.
    Last,
}

impl Which {
    /// Those of some places that are meant.
    pub fn of(self, places: &[usize]) -> Vec<usize> {
        match self {
            Which::All => places.to_vec(),
            Which::First => places.first().copied().into_iter().collect(),
            Which::Last => places.last().copied().into_iter().collect(),
        }
    }
}

/// Places of a function's returns.
pub fn returns(language: &dyn Language, function: &Function) -> Vec<usize> {
    let is_return = |i: &usize| language.step(&function.lines, *i) == Step::Return;
    (0..function.lines.len()).filter(is_return).collect()
}

/// Puts code before returns, or in their place; tells whether there was one.
pub fn exits<T: AsRef<str>>(
    language: &dyn Language,
    function: &mut Function,
    which: Which,
    code: &[T],
    keep: bool,
) -> bool {
    let places = which.of(&returns(language, function));
    for i in places.iter().rev() {
        let end = if keep { *i } else { *i + 1 };
        function.lines.splice(*i..end, lines(code));
    }
    !places.is_empty()
}

/// Puts code before and after each call of the function under test of case `k`, or, where `keep` is not set, in its
/// place. Where the function ends with the call nothing comes after it, so such calls are left alone when something
/// has to. Before the call its address is in the first register of [`Roles::at_call`](language::Roles).
pub fn calls<T: AsRef<str>>(
    language: &dyn Language,
    function: &mut Function,
    k: usize,
    before: Option<&[T]>,
    after: Option<&[T]>,
    keep: bool,
) -> bool {
    let [address, ..] = language.roles().at_call;
    let mut out = Vec::with_capacity(function.lines.len() + 8);
    let mut any = false;
    let all = std::mem::take(&mut function.lines);
    for (i, line) in all.iter().enumerate() {
        let call = language::calls_subject(language, &all, i, k);
        let Some(call) = call.filter(|call| !call.is_last || after.is_none() && keep) else {
            out.push(line.clone());
            continue;
        };
        any = true;
        let through = call.through.filter(|_| before.is_some());
        if let Some(code) = before {
            out.extend(through.map(|from| Line::code(&language.copy(address, from))));
            out.extend(lines(code));
        }
        match (keep, through) {
            (false, _) => {}
            (true, None) => out.push(line.clone()),
            (true, Some(_)) => out.push(Line::code(&language.call_through(address, call.is_last))),
        }
        out.extend(after.map(lines).unwrap_or_default());
    }
    function.lines = out;
    any
}

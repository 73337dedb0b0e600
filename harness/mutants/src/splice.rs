//! Instructions that are put into a function where it begins, returns and calls.

use super::facts::{Facts, Side};
use super::language::{self, Language, Register, Step};
use super::listing::{Function, Line};

/// The instructions of a text in which they are parted by semicolons.
pub fn code(text: &str) -> Vec<&str> {
    text.split("; ").filter(|instruction| !instruction.is_empty()).collect()
}

/// Lines of instructions.
pub fn lines<T: AsRef<str>>(code: &[T]) -> Vec<Line> {
    code.iter().map(|text| Line::code(text.as_ref())).collect()
}

/// Selection of a function's returns.
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
    /// The selected ones of some places.
    pub fn of(self, places: &[usize]) -> Vec<usize> {
        match self {
            Which::All => places.to_vec(),
            Which::First => places.first().copied().into_iter().collect(),
            Which::Last => places.last().copied().into_iter().collect(),
        }
    }
}

/// A function in which an edit is made, and what is known of it. Methods that change it return whether there was an
/// occasion.
pub struct Site<'a> {
    /// The language that it is written in.
    pub language: &'a dyn Language,
    /// The function.
    pub function: &'a mut Function,
    /// The case that it belongs to, and its side of the call.
    pub facts: &'a Facts,
}

impl Site<'_> {
    /// Puts code at the beginning.
    pub fn entry<T: AsRef<str>>(&mut self, code: &[T]) -> bool {
        self.function.lines.splice(0..0, lines(code));
        !code.is_empty()
    }

    /// Puts code before returns.
    pub fn before_returns<T: AsRef<str>>(&mut self, which: Which, code: &[T]) -> bool {
        self.returns(which, code, 0)
    }

    /// Puts code in the place of each return.
    pub fn instead_of_returns<T: AsRef<str>>(&mut self, code: &[T]) -> bool {
        self.returns(Which::All, code, 1)
    }

    /// Puts code in the place of so many lines at returns.
    fn returns<T: AsRef<str>>(&mut self, which: Which, code: &[T], replaced: usize) -> bool {
        let all = &mut self.function.lines;
        let is_return = |i: &usize| self.language.step(all, *i) == Step::Return;
        let returns: Vec<usize> = (0..all.len()).filter(is_return).collect();
        for i in which.of(&returns).into_iter().rev() {
            all.splice(i..i + replaced, lines(code));
        }
        !returns.is_empty()
    }

    /// Puts code before each call of the function under test.
    pub fn before_call<T: AsRef<str>>(&mut self, code: &[T]) -> bool {
        self.calls(Some(code), None)
    }

    /// Puts code after each call of the function under test.
    pub fn after_call<T: AsRef<str>>(&mut self, code: &[T]) -> bool {
        self.calls(None, Some(code))
    }

    /// Puts code before and after each call of the function under test.
    pub fn around_call<T: AsRef<str>>(&mut self, before: &[T], after: &[T]) -> bool {
        self.calls(Some(before), Some(after))
    }

    /// Puts code around the calls of the function under test. Where the function ends with the call nothing comes after it,
    /// so such calls are left alone when something has to. Before the call its address is in the first register of
    /// [`Roles::at_call`](language::Roles).
    fn calls<T: AsRef<str>>(&mut self, before: Option<&[T]>, after: Option<&[T]>) -> bool {
        let language = self.language;
        let [address, ..] = language.roles().at_call;
        let mut out = Vec::with_capacity(self.function.lines.len() + 8);
        let mut any = false;
        let all = std::mem::take(&mut self.function.lines);
        for (i, line) in all.iter().enumerate() {
            let call = language::calls_subject(language, &all, i, self.facts.k);
            let Some(call) = call.filter(|call| !call.is_last || after.is_none()) else {
                out.push(line.clone());
                continue;
            };
            any = true;
            let through = call.through.filter(|_| before.is_some());
            if let Some(code) = before {
                out.extend(through.map(|from| Line::code(&language.copy(address, from))));
                out.extend(lines(code));
            }
            out.push(match through {
                None => line.clone(),
                Some(_) => Line::code(&language.call_through(address, call.is_last)),
            });
            out.extend(after.map(lines).unwrap_or_default());
        }
        self.function.lines = out;
        any
    }

    /// Puts code at the beginning and before each return.
    pub fn around<T: AsRef<str>>(&mut self, before: &[T], after: &[T]) -> bool {
        self.before_returns(Which::All, after) && self.entry(before)
    }

    /// Registers that are free where code is put into a function.
    pub fn spares(&self) -> [Register; 2] {
        let roles = self.language.roles();
        match self.facts.side {
            Side::Caller => [roles.at_call[1], roles.at_call[2]],
            _ => [roles.free[0], roles.free[1]],
        }
    }

    /// Puts code where arguments have been passed: at the beginning of a called function, before the call in a calling
    /// one. The code is given a register that is free there.
    pub fn at_arguments(&mut self, code: impl FnOnce(Register) -> Vec<String>) -> bool {
        let code = code(self.spares()[0]);
        if self.facts.side == Side::Caller { self.before_call(&code) } else { self.entry(&code) }
    }

    /// Puts code where a result is passed: before the returns of a called function, after the call in a calling one. The
    /// code is given a register that is free there.
    pub fn at_result(&mut self, code: impl FnOnce(Register) -> Vec<String>) -> bool {
        let code = code(self.spares()[0]);
        if self.facts.side == Side::Caller {
            self.after_call(&code)
        } else {
            self.before_returns(Which::All, &code)
        }
    }
}

//! Conditional assembly, loops and macros.

use std::rc::Rc;

use super::assembler::Assembler;
use super::cursor::{Cursor, goes_on_in_name, starts_name};
use super::diagnostics::Diagnostic;
use super::directives;
use super::source::Source;

type Done = Result<(), Diagnostic>;

/// One open `.if`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conditional {
    /// Statements are read now.
    pub(super) active: bool,
    /// Some branch was or is active, so that no further one may be.
    taken: bool,
    /// `.else` has been seen.
    last: bool,
}

/// Number of [`condition`]: not 0.
pub(super) const NE: u32 = 0;
/// Number of [`condition`]: 0.
pub(super) const EQ: u32 = 1;
/// Number of [`condition`]: below 0.
pub(super) const LT: u32 = 2;
/// Number of [`condition`]: 0 or below.
pub(super) const LE: u32 = 3;
/// Number of [`condition`]: above 0.
pub(super) const GT: u32 = 4;
/// Number of [`condition`]: 0 or above.
pub(super) const GE: u32 = 5;

/// Deepest nesting of conditionals.
const MOST_CONDITIONALS: usize = 1000;

fn open(asm: &mut Assembler<'_>, cursor: &Cursor<'_>, active: bool) -> Done {
    if asm.conditionals.len() >= MOST_CONDITIONALS {
        return Err(cursor.error(format!("conditionals nest deeper than {MOST_CONDITIONALS}")));
    }
    asm.conditionals.push(Conditional { active, taken: active, last: false });
    Ok(())
}

/// `.if`, `.ifeq`, ...: compares a value with 0.
pub(super) fn condition(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, number: u32) -> Done {
    // Opened before the value is read, so that the `.endif` finds it even if the value is wrong.
    open(asm, cursor, false)?;
    let value = asm.constant(cursor)?;
    cursor.expect_end()?;
    let active = match number {
        EQ => value == 0,
        LT => value < 0,
        LE => value <= 0,
        GT => value > 0,
        GE => value >= 0,
        _ => value != 0,
    };
    activate(asm, active);
    Ok(())
}

fn activate(asm: &mut Assembler<'_>, active: bool) {
    if let Some(conditional) = asm.conditionals.last_mut() {
        conditional.active = active;
        conditional.taken |= active;
    }
}

/// `.ifdef` (1) and `.ifndef` (0).
pub(super) fn defined(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, wanted: u32) -> Done {
    open(asm, cursor, false)?;
    let name = cursor.symbol_name()?;
    cursor.expect_end()?;
    let found = asm.symbols.find(&name).is_some_and(|id| asm.symbols.get(id).is_defined());
    activate(asm, found == (wanted != 0));
    Ok(())
}

/// `.ifb` (1) and `.ifnb` (0): whether anything stands behind it.
pub(super) fn blank(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, wanted: u32) -> Done {
    let blank = cursor.at_end();
    open(asm, cursor, blank == (wanted != 0))
}

/// `.ifc` (1) and `.ifnc` (0): whether two texts are the same. They are separated by a comma and taken as
/// they stand, quotes included, but for the blanks around them.
pub(super) fn same_text(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, wanted: u32) -> Done {
    open(asm, cursor, false)?;
    let mut quoted = false;
    let first = cursor.take_while(|byte| {
        quoted ^= byte == b'"';
        quoted || byte != b','
    });
    cursor.expect(b',')?;
    let same = first.trim() == cursor.rest().trim();
    activate(asm, same == (wanted != 0));
    Ok(())
}

/// `.ifeqs` (1) and `.ifnes` (0): whether two strings in double quotes are the same.
pub(super) fn same_string(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, wanted: u32) -> Done {
    open(asm, cursor, false)?;
    let first = cursor.string()?;
    cursor.expect(b',')?;
    let same = first == cursor.string()?;
    cursor.expect_end()?;
    activate(asm, same == (wanted != 0));
    Ok(())
}

/// `.else`.
pub(super) fn otherwise(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    match asm.conditionals.last_mut() {
        Some(conditional) if !conditional.last => {
            conditional.active = !conditional.taken;
            conditional.last = true;
            Ok(())
        }
        _ => Err(cursor.error("`.else` without `.if`")),
    }
}

/// `.elseif value`.
pub(super) fn otherwise_if(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    match asm.conditionals.last_mut() {
        Some(conditional) if !conditional.last => {
            conditional.active = false;
            if conditional.taken {
                return Ok(());
            }
        }
        _ => return Err(cursor.error("`.elseif` without `.if`")),
    }
    let value = asm.constant(cursor)?;
    cursor.expect_end()?;
    activate(asm, value != 0);
    Ok(())
}

/// `.endif`.
pub(super) fn end_if(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    match asm.conditionals.pop() {
        Some(_) => Ok(()),
        None => Err(cursor.error("`.endif` without `.if`")),
    }
}

impl Assembler<'_> {
    /// A statement in a branch that is not taken: only conditionals count, nested ones are skipped.
    pub(super) fn skipped_statement(&mut self, cursor: &mut Cursor<'_>) -> Done {
        let word = cursor.take_while(|byte| goes_on_in_name(byte) || byte == b'.');
        // The innermost open one may itself be nested in one that is not taken.
        let outer_active = self.conditionals.iter().rev().skip(1).all(|conditional| conditional.active);
        match word {
            ".else" if outer_active => otherwise(self, cursor, 0),
            ".elseif" if outer_active => otherwise_if(self, cursor, 0),
            ".endif" => end_if(self, cursor, 0),
            _ if word.starts_with(".if") => open(self, cursor, false),
            _ => Ok(()),
        }
    }

    /// For targets that read several lines as one statement, such as a bundle: does what a conditional
    /// directive in one of them says, or skips a line that is not taken. Returns whether it was one of these;
    /// otherwise the cursor has not moved.
    ///
    /// # Errors
    ///
    /// A mistake in the directive.
    pub fn conditional_line(&mut self, cursor: &mut Cursor<'_>) -> Result<bool, Diagnostic> {
        if self.conditionals.iter().any(|conditional| !conditional.active) {
            self.skipped_statement(cursor)?;
            return Ok(true);
        }
        let start = cursor.offset();
        let name = cursor.name().and_then(|word| word.strip_prefix('.')).unwrap_or("");
        if name.starts_with("if") || matches!(name, "else" | "elseif" | "endif") {
            directives::run(self, name, cursor, start)?;
            return Ok(true);
        }
        cursor.seek(start);
        Ok(false)
    }

    /// Replaces a macro call by the macro's body.
    pub(super) fn call_macro(&mut self, definition: &Rc<Macro>, cursor: &mut Cursor<'_>) -> Done {
        let arguments = definition.arguments(cursor)?;
        let text = substitute(&definition.body.text, &arguments, self.macro_calls);
        self.macro_calls += 1;
        let text = text.map_err(|message| cursor.error(message))?;
        let source =
            Source { text, name: definition.body.name.clone(), first_line: definition.body.first_line };
        self.reader.expand(source, 1, self.conditionals.len()).map_err(|message| cursor.error(message))
    }
}

/// A macro: its parameters with defaults, and its text.
#[derive(Debug)]
pub(super) struct Macro {
    parameters: Vec<(String, Option<String>)>,
    /// The last parameter is `:vararg`: it takes the rest of the call as it stands.
    takes_rest: bool,
    body: Source,
}

impl Macro {
    /// Reads the arguments of a call: by position, or as `name=value`.
    fn arguments(&self, cursor: &mut Cursor<'_>) -> Result<Vec<(String, String)>, Diagnostic> {
        let mut values: Vec<Option<String>> = vec![None; self.parameters.len()];
        let mut position = 0;
        while !cursor.at_end() {
            let at = cursor.clone();
            let start = cursor.offset();
            let name = cursor.name().unwrap_or("");
            let named = self.parameters.iter().position(|(parameter, _)| parameter == name);
            let index = match named {
                Some(index) if cursor.eat(b'=') => index,
                _ => {
                    cursor.seek(start);
                    position += 1;
                    position - 1
                }
            };
            let value = if self.takes_rest && index + 1 == values.len() {
                let rest = cursor.rest().trim().to_owned();
                cursor.seek(cursor.offset() + cursor.rest().len());
                rest
            } else {
                argument(cursor)
            };
            let Some(slot) = values.get_mut(index) else {
                return Err(at.error(format!("expected at most {} arguments", self.parameters.len())));
            };
            if !value.is_empty() {
                *slot = Some(value);
            }
            if !cursor.eat(b',') && cursor.offset() == start {
                return Err(cursor.expected("an argument"));
            }
        }
        let with_default = |((name, default), value): (&(String, Option<String>), Option<String>)| {
            (name.clone(), value.or_else(|| default.clone()).unwrap_or_default())
        };
        Ok(self.parameters.iter().zip(values).map(with_default).collect())
    }
}

/// Returns whether a blank stands before or behind an operator that cannot begin an operand, and so does not end
/// an argument of a macro.
fn beside_operator(text: &[u8], blank: usize) -> bool {
    const OPERATORS: [&[u8]; 7] = [b"|", b"&", b"^", b"*", b"/", b"<<", b">>"];
    let (before, behind) = text.split_at(blank);
    let (before, behind) = (before.trim_ascii_end(), behind.trim_ascii_start());
    OPERATORS.iter().any(|operator| before.ends_with(operator) || behind.starts_with(operator))
}

/// One argument: up to a comma or blank outside of parentheses and strings; quotes around it go.
fn argument(cursor: &mut Cursor<'_>) -> String {
    cursor.skip_blanks();
    let rest = cursor.rest().as_bytes();
    let mut depth = 0usize;
    let mut quoted = false;
    let mut end = rest.len();
    for (i, &byte) in rest.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'(' | b'[' | b'{' if !quoted => depth += 1,
            b')' | b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            b' ' | b'\t' if !quoted && depth == 0 && beside_operator(rest, i) => {}
            b',' | b' ' | b'\t' if !quoted && depth == 0 => {
                end = i;
                break;
            }
            _ => {}
        }
    }
    let text = cursor.rest().get(..end).unwrap_or("").to_owned();
    cursor.seek(cursor.offset() + end);
    match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(inner) => inner.to_owned(),
        None => text,
    }
}

/// Replaces `\name` by the argument of that name, `\@` by the number of the call, `\()` by nothing. A blank
/// behind the backslash is one that GNU cpp leaves where the name of a parameter is one of its macros too.
fn substitute(body: &str, arguments: &[(String, String)], call: u64) -> Result<String, String> {
    const LONGEST: usize = 1 << 20;
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let behind_blank = rest.trim_start_matches(' ');
        let is_parameter = |name: &str| arguments.iter().any(|(parameter, _)| parameter == name);
        if is_parameter(leading_name(behind_blank)) {
            rest = behind_blank;
        }
        let is_name = rest.bytes().next().is_some_and(starts_name);
        let length =
            rest.bytes().position(|byte| !goes_on_in_name(byte) || byte == b'.').unwrap_or(rest.len());
        if rest.starts_with('@') {
            out.push_str(&call.to_string());
            rest = &rest[1..];
        } else if rest.starts_with("()") {
            rest = &rest[2..];
        } else if let Some((_, value)) =
            arguments.iter().find(|(name, _)| is_name && rest.get(..length) == Some(name.as_str()))
        {
            out.push_str(value);
            rest = &rest[length..];
        } else {
            out.push('\\');
        }
        if out.len() > LONGEST {
            return Err(format!("the expansion is longer than {LONGEST} bytes"));
        }
    }
    out.push_str(rest);
    Ok(out)
}

/// The name that a text begins with, without dots.
fn leading_name(text: &str) -> &str {
    let length = text.bytes().position(|byte| !goes_on_in_name(byte) || byte == b'.').unwrap_or(text.len());
    text.get(..length).unwrap_or("")
}

/// The text up to the `end` that belongs to a `begin` already read.
fn body(
    asm: &mut Assembler<'_>,
    cursor: &Cursor<'_>,
    begin: &[&str],
    end: &str,
) -> Result<Source, Diagnostic> {
    let mut depth = 0usize;
    let target = asm.target;
    let source = asm.reader.take_until(|statement| {
        let word = statement.split_ascii_whitespace().next().unwrap_or("");
        if begin.contains(&word) {
            depth += 1;
        } else if word == end || (end == ".endm" && target.ends_macro(word)) {
            if depth == 0 {
                return true;
            }
            depth -= 1;
        }
        false
    });
    source.ok_or_else(|| cursor.error(format!("there is no `{end}` for this")))
}

/// Directives that end with `.endr`.
const LOOPS: &[&str] = &[".rept", ".irp", ".irpc"];

/// `.macro name parameters`.
pub(super) fn define(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    let at = cursor.clone();
    let Some(name) = cursor.name() else { return Err(cursor.expected("a macro name")) };
    let mut parameters = Vec::new();
    let mut takes_rest = false;
    cursor.eat(b',');
    while !cursor.at_end() {
        let Some(parameter) = cursor.name() else { return Err(cursor.expected("a parameter name")) };
        if cursor.eat(b':') {
            takes_rest = cursor.name() == Some("vararg");
        }
        let default = if cursor.eat(b'=') { Some(argument(cursor)) } else { None };
        parameters.push((parameter.to_owned(), default));
        cursor.eat(b',');
    }
    let body = body(asm, &at, &[".macro"], ".endm")?;
    asm.macros.insert(name.to_owned(), Rc::new(Macro { parameters, takes_rest, body }));
    Ok(())
}

/// `.purgem name`.
pub(super) fn forget(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    let name = cursor.name().unwrap_or("");
    match asm.macros.remove(name) {
        Some(_) => Ok(()),
        None => Err(cursor.error(format!("there is no macro `{name}`"))),
    }
}

/// `.exitm`.
pub(super) fn leave(asm: &mut Assembler<'_>, _: &mut Cursor<'_>, _: u32) -> Done {
    if let Some(conditionals) = asm.reader.leave() {
        asm.conditionals.truncate(conditionals);
    }
    Ok(())
}

/// `.endm` or `.endr` without its begin.
pub(super) fn stray(_: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    Err(cursor.error("this ends nothing"))
}

/// `.rept count`.
pub(super) fn repeat(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Done {
    let at = cursor.clone();
    let count = asm.constant(cursor);
    let body = body(asm, &at, LOOPS, ".endr")?;
    let count = u64::try_from(count?).map_err(|_| at.error("expected a count that is not negative"))?;
    asm.reader.expand(body, count, asm.conditionals.len()).map_err(|message| at.error(message))
}

/// `.irp name, values` and, with `characters` 1, `.irpc name, text`.
pub(super) fn repeat_for(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, characters: u32) -> Done {
    let at = cursor.clone();
    let name = cursor.name().unwrap_or("").to_owned();
    cursor.eat(b',');
    let mut values = Vec::new();
    if characters != 0 {
        values.extend(argument(cursor).chars().map(String::from));
    } else {
        while !cursor.at_end() {
            values.push(argument(cursor));
            cursor.eat(b',');
        }
    }
    let body = body(asm, &at, LOOPS, ".endr")?;
    let mut sources = Vec::with_capacity(values.len());
    let mut total = 0;
    for value in values {
        asm.macro_calls += 1;
        let text = substitute(&body.text, &[(name.clone(), value)], asm.macro_calls);
        let text = text.map_err(|message| at.error(message))?;
        total += text.len();
        if total > 1 << 24 {
            return Err(at.error("the loop makes more than 16 MiB of text"));
        }
        sources.push(Source { text, name: body.name.clone(), first_line: body.first_line });
    }
    asm.reader.expand_all(sources, asm.conditionals.len()).map_err(|message| at.error(message))
}

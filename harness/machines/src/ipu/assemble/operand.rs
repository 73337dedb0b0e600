//! Operands as text: registers, groups of registers, numbers, half literals, control registers.

use super::super::fields::{Mark, Operand, OperandKind};
use super::super::special::{self, User};
use super::Ipu;
use crate::asm::{Assembler, Cursor, Diagnostic, Expr, Failure};
use crate::ieee;

/// A register or group of registers as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Register {
    /// It belongs to the A file.
    is_a: bool,
    /// The number, of a group the first.
    number: u32,
    /// Number of registers.
    count: u32,
    /// `:B`, `:BL` or `:BU`.
    broadcast: Option<OperandKind>,
    /// The number is a multiple of the size of the group.
    aligned: bool,
}

impl Register {
    /// The name of a single register.
    pub(super) fn plain_name(&self) -> Option<String> {
        let file = if self.is_a { 'a' } else { 'm' };
        (self.count == 1 && self.broadcast.is_none()).then(|| format!("${file}{}", self.number))
    }

    fn kind(&self) -> Option<OperandKind> {
        match (self.is_a, self.count) {
            (false, 1) if self.broadcast.is_none() => Some(OperandKind::M),
            (false, 2) => Some(OperandKind::MPair),
            (true, 1) => Some(self.broadcast.unwrap_or(OperandKind::A)),
            (true, 2) => Some(OperandKind::APair),
            (true, 4) => Some(OperandKind::AQuad),
            _ => None,
        }
    }
}

/// A decimal number without sign and without needless zeros, up to a limit.
fn decimal(text: &str, most: u32) -> Option<u32> {
    let value: u32 = text.parse().ok()?;
    (value <= most
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text.len() == 1 || !text.starts_with('0')))
    .then_some(value)
}

/// The register or group of this name, without the dollar sign.
fn named(name: &str) -> Option<Register> {
    let register = |is_a, number, count| Register { is_a, number, count, broadcast: None, aligned: true };
    Some(match name {
        "bp" => register(false, 8, 1),
        "fp" => register(false, 9, 1),
        "lr" => register(false, special::LR.into(), 1),
        "sp" => register(false, special::SP.into(), 1),
        "mworker_base" => register(false, special::WORKER_BASE.into(), 1),
        "mvertex_base" => register(false, special::VERTEX_BASE.into(), 1),
        "mzero" => register(false, 15, 1),
        "azero" => register(true, 15, 1),
        "azeros" => register(true, 14, 2),
        _ => {
            if let Some(index) = name.strip_prefix("ap").and_then(|digits| decimal(digits, 15)) {
                // The pairs from 7 on are those that read zero.
                register(true, (2 * index).min(14), 2)
            } else if let Some(index) = name.strip_prefix("aq").and_then(|digits| decimal(digits, 15)) {
                register(true, (4 * index).min(12), 4)
            } else if let Some(number) = name.strip_prefix('m').and_then(|digits| decimal(digits, 15)) {
                register(false, number, 1)
            } else {
                register(true, name.strip_prefix('a').and_then(|digits| decimal(digits, 15))?, 1)
            }
        }
    })
}

/// Returns whether a byte may stand in the name of a register.
fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Reads a register or group of any kind; the cursor does not move when there is none.
pub(super) fn any_register(cursor: &mut Cursor<'_>) -> Option<Register> {
    let start = cursor.offset();
    let found = register_at(cursor);
    if found.is_none() {
        cursor.seek(start);
    }
    found
}

fn register_at(cursor: &mut Cursor<'_>) -> Option<Register> {
    if !cursor.eat(b'$') || !cursor.next_byte().is_some_and(in_name) {
        return None;
    }
    let mut register = named(cursor.take_while(in_name))?;
    // LLVM reads token by token: blanks may stand around the colon, as a preprocessor leaves them.
    let behind = cursor.offset();
    if cursor.next_byte() != Some(b':') || register.count != 1 {
        cursor.seek(behind);
        return Some(register);
    }
    cursor.bump();
    if !cursor.next_byte().is_some_and(in_name) {
        return None;
    }
    register.broadcast = match cursor.take_while(in_name) {
        "B" => Some(OperandKind::Both),
        "BL" => Some(OperandKind::Low),
        "BU" => Some(OperandKind::High),
        digits => {
            let last: u32 = digits.parse().ok()?;
            register.count = last.checked_sub(register.number)?.checked_add(1)?;
            if register.count == 1 {
                return None;
            }
            register.aligned = register.number.is_multiple_of(register.count);
            None
        }
    };
    register.kind().map(|_| register)
}

/// Name of an operand in messages.
fn wanted(operand: &Operand) -> String {
    let what = match operand.kind {
        OperandKind::M => "a register `$m0` to `$m15`",
        OperandKind::MPair => "a pair such as `$m2:3`",
        OperandKind::A => "a register `$a0` to `$a15`",
        OperandKind::APair => "a pair such as `$a2:3`",
        OperandKind::AQuad => "a group such as `$a4:7`",
        OperandKind::Low => "a register with `:BL`",
        OperandKind::High => "a register with `:BU`",
        OperandKind::Both => "a register with `:B`",
        OperandKind::Unsigned | OperandKind::Signed | OperandKind::Top | OperandKind::Code => "a number",
    };
    match operand.mark {
        Mark::None => what.to_owned(),
        mark => format!("{what} followed by `{}`", mark.text()),
    }
}

/// Place of a register that LLVM's parser takes in more ways than its tables say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The base of `stm32step`: `+=` may stand behind it. LLVM's table has no mark there, the vendor's
    /// documentation has.
    Stepping,
    /// Part of an address: LLVM takes the register's number, whatever its file.
    Address,
    /// None of these.
    Other,
}

/// Returns whether a register of kind `found` may stand where `operand` is wanted. `:B` and `:BL` are one code,
/// which LLVM's parser does not distinguish.
fn fits(found: Option<OperandKind>, operand: &Operand, place: Place) -> bool {
    let same_code = |kind| matches!(kind, OperandKind::Both | OperandKind::Low);
    found.is_some_and(|found| {
        found == operand.kind
            || same_code(found) && same_code(operand.kind)
            || place == Place::Address && (found, operand.kind) == (OperandKind::A, OperandKind::M)
    })
}

/// Reads what may stand behind a register that is changed by the way.
fn mark(cursor: &mut Cursor<'_>) -> Mark {
    const MARKS: [Mark; 4] = [Mark::Step, Mark::Increment, Mark::Shift, Mark::Next];
    MARKS.into_iter().find(|mark| cursor.eat_str(mark.text())).unwrap_or(Mark::None)
}

impl Ipu {
    /// Reads a register operand.
    pub(super) fn register(
        &self,
        operand: &Operand,
        place: Place,
        cursor: &mut Cursor<'_>,
    ) -> Result<u32, Failure> {
        cursor.skip_blanks();
        let at = cursor.clone();
        let expected = |cursor: &Cursor<'_>| Failure::at(cursor, at.expected(&wanted(operand)));
        let Some(register) = any_register(cursor) else { return Err(expected(cursor)) };
        if !fits(register.kind(), operand, place) {
            return Err(expected(&at));
        }
        let found = mark(cursor);
        if found != operand.mark && !(place == Place::Stepping && found == Mark::Step) {
            return Err(expected(cursor));
        }
        let mut number = register.number;
        if !register.aligned {
            if !self.any_operands.get() {
                let text =
                    format!("the first register of a group of {0} is a multiple of {0}", register.count);
                return Err(Failure { is_range: true, ..Failure::at(cursor, at.error(text)) });
            }
            number -= number % register.count;
        }
        Ok(number)
    }

    /// Reads a number; the error value is an expression that is not known yet, with its relocation.
    #[allow(clippy::type_complexity, reason = "a value, or what it will come from")]
    pub(super) fn number(
        &self,
        operand: &Operand,
        asm: &mut Assembler<'_>,
        cursor: &mut Cursor<'_>,
    ) -> Result<Result<u32, (u32, Expr)>, Failure> {
        cursor.skip_blanks();
        let at = cursor.clone();
        if any_register(&mut cursor.clone()).is_some() {
            return Err(Failure::at(cursor, at.expected(&wanted(operand))));
        }
        let expr = self.expression(asm, cursor).map_err(|diagnostic| Failure::at(cursor, diagnostic))?;
        let value = match (expr, operand.symbol) {
            // Upper bits may be written as a negative number.
            (Expr::Constant(value @ -0x8000_0000..0), _) if operand.kind == OperandKind::Top => {
                value & 0xffff_ffff
            }
            (Expr::Constant(value), _) => value,
            (expr, Some(kind)) => return Ok(Err((kind, expr))),
            (_, None) => {
                let text = "expected a number that is known here: this operand can hold no symbol";
                return Err(Failure { is_range: true, ..Failure::at(cursor, at.error(text)) });
            }
        };
        let (least, greatest) = operand.range();
        let unit = 1i64 << operand.zeros;
        if value < least || value > greatest || value % unit != 0 {
            let multiple = if unit > 1 { format!(", a multiple of {unit:#x}") } else { String::new() };
            let text = format!("expected a value of {least} to {greatest}{multiple}, found {value}");
            return Err(Failure { is_range: true, ..Failure::at(cursor, at.error(text)) });
        }
        Ok(Ok(value as u32))
    }

    /// Reads the constant of `sub d, s, constant`, which is stored with the other sign.
    pub(super) fn negated(
        &self,
        operand: &Operand,
        asm: &mut Assembler<'_>,
        cursor: &mut Cursor<'_>,
    ) -> Result<u32, Failure> {
        cursor.skip_blanks();
        let at = cursor.clone();
        if any_register(&mut cursor.clone()).is_some() {
            return Err(Failure::at(cursor, at.expected("a register or a number")));
        }
        let value =
            match self.expression(asm, cursor).map_err(|diagnostic| Failure::at(cursor, diagnostic))? {
                Expr::Constant(value) => value,
                _ => return Err(Failure::at(cursor, at.error("expected a number that is known here"))),
            };
        let (least, greatest) = operand.range();
        let negative = value.wrapping_neg();
        if negative < least + 1 || negative > greatest {
            let text = format!("expected a value of {} to {}, found {value}", -greatest, greatest);
            return Err(Failure { is_range: true, ..Failure::at(cursor, at.error(text)) });
        }
        Ok(negative as u32)
    }

    /// An expression, a half literal or a control register.
    fn expression(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<Expr, Diagnostic> {
        if let Some(half) = half_literal(cursor)? {
            return Ok(Expr::Constant(half.into()));
        }
        if cursor.next_byte() != Some(b'$') {
            return asm.expression(cursor);
        }
        let at = cursor.clone();
        cursor.bump();
        let name = cursor.take_while(in_name);
        match special::control(name) {
            Some((number, user)) => {
                let is_wrong = match user {
                    User::Both => false,
                    User::Worker => self.supervisor.get(),
                    User::Supervisor => !self.supervisor.get(),
                };
                if is_wrong && !self.any_mode.get() {
                    let mode = if self.supervisor.get() { "supervisor" } else { "worker" };
                    return Err(at.error(format!("control register `${name}` cannot be used in {mode} mode")));
                }
                Ok(Expr::Constant(number.into()))
            }
            None if name.is_empty() => Err(at.expected("a number")),
            None => Ok(asm.symbol(&format!("${name}"))),
        }
    }
}

/// A half-precision literal such as `1.5h`, `-2.0h` or `infh`, as its 16 bits. The cursor does not move
/// when there is none.
///
/// # Errors
///
/// A number with a point or exponent that lacks its `h`.
pub(super) fn half_literal(cursor: &mut Cursor<'_>) -> Result<Option<u16>, Diagnostic> {
    cursor.skip_blanks();
    let start = cursor.offset();
    let at = cursor.clone();
    let negative = cursor.eat(b'-');
    let sign = if negative { 0x8000 } else { 0 };
    let rest = cursor.rest().trim_start();
    let literal: String = {
        let mut previous = ' ';
        let goes_on = |&(index, next): &(usize, char)| {
            let sign_of_exponent = matches!(next, '+' | '-') && matches!(previous, 'e' | 'E') && index > 0;
            previous = next;
            next.is_ascii_alphanumeric() || next == '.' || sign_of_exponent
        };
        rest.char_indices().take_while(goes_on).map(|(_, next)| next).collect()
    };
    if literal == "infh" {
        cursor.eat_str("infh");
        return Ok(Some(sign | 0x7c00));
    }
    let is_real = literal.starts_with(|first: char| first.is_ascii_digit())
        && !literal.starts_with("0x")
        && !literal.starts_with("0b")
        && (literal.contains('.') || literal.bytes().any(|byte| matches!(byte, b'e' | b'E')));
    if !is_real {
        cursor.seek(start);
        return Ok(None);
    }
    let Some(Ok(value)) = literal.strip_suffix('h').map(str::parse::<f64>) else {
        return Err(at.error("expected a number with `h` at its end, such as `1.5h`"));
    };
    cursor.eat_str(&literal);
    Ok(Some(sign | ieee::double_to_half(value)))
}

//! Operands as they are written.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

use super::super::fields::most_shift;
use super::super::isa::{FLOAT_NUMBERED, FLOAT_REGISTERS, Instruction, NUMBERED, REGISTERS, ROUNDINGS};
use super::super::{constants, csr, disassemble, encode, fixups, vector};
use super::{Parsed, Riscv, Row};
use crate::asm::{Assembler, Cursor, Expr, Failure};

/// Registers by name: number, and whether it is a floating-point register.
static BY_NAME: LazyLock<FxHashMap<&'static str, (u8, bool)>> = LazyLock::new(|| {
    let lists = [(&REGISTERS, false), (&NUMBERED, false), (&FLOAT_REGISTERS, true), (&FLOAT_NUMBERED, true)];
    let all = lists.into_iter().flat_map(|(names, float)| {
        names.iter().enumerate().map(move |(number, name)| (*name, (number as u8, float)))
    });
    all.chain([("fp", (8, false))]).collect()
});

/// Operators in the place of a constant, and the relocations that they become in an upper part, as the constant of an
/// instruction and as the offset of a store.
#[rustfmt::skip]
const OPERATORS: &[(&str, [Option<u32>; 3])] = &[
    ("hi", [Some(fixups::R_HI20), None, None]),
    ("lo", [None, Some(fixups::R_LO12_I), Some(fixups::R_LO12_S)]),
    ("pcrel_hi", [Some(fixups::R_PCREL_HI20), None, None]),
    ("pcrel_lo", [None, Some(fixups::R_PCREL_LO12_I), Some(fixups::R_PCREL_LO12_S)]),
    ("got_pcrel_hi", [Some(fixups::R_GOT_HI20), None, None]),
    ("tprel_hi", [Some(fixups::R_TPREL_HI20), None, None]),
    ("tprel_lo", [None, Some(fixups::R_TPREL_LO12_I), Some(fixups::R_TPREL_LO12_S)]),
    ("tls_ie_pcrel_hi", [Some(fixups::R_TLS_GOT_HI20), None, None]),
    ("tls_gd_pcrel_hi", [Some(fixups::R_TLS_GD_HI20), None, None]),
];

/// A place for a constant: its index in a row of [`OPERATORS`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Upper = 0,
    Constant = 1,
    Store = 2,
}

impl Riscv {
    /// Reads the operands as one row has them.
    pub(super) fn attempt(
        &self,
        row: Row,
        asm: &mut Assembler<'_>,
        cursor: &mut Cursor<'_>,
    ) -> Result<Parsed, Failure> {
        let mut parsed = Parsed { instruction: row.start(), pending: None, target: None };
        let syntax = row.syntax();
        let mut letters = syntax.chars().peekable();
        while let Some(letter) = letters.next() {
            // A rounding mode may be left out.
            if letter == ',' && matches!(letters.peek(), Some('m' | 'M')) && cursor.at_end() {
                break;
            }
            self.operand(letter, row, &mut parsed, asm, cursor)?;
        }
        cursor.require_end()?;
        // The destination of many compressed instructions is a source too.
        if let Row::Short(_, short) = row
            && short.rd == short.rs1
        {
            parsed.instruction.rs1 = parsed.instruction.rd;
        }
        if parsed.pending.is_none() && parsed.target.is_none() {
            encode::encode(&parsed.instruction, self.xlen).ok_or_else(|| {
                Failure::at(cursor, cursor.error("an operand does not fit the instruction"))
            })?;
        }
        Ok(parsed)
    }

    fn operand(
        &self,
        letter: char,
        row: Row,
        parsed: &mut Parsed,
        asm: &mut Assembler<'_>,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), Failure> {
        let i = &mut parsed.instruction;
        match letter {
            'd' => i.rd = self.register(cursor)?,
            's' => i.rs1 = self.register(cursor)?,
            't' => i.rs2 = self.register(cursor)?,
            'D' => i.rd = float_register(cursor)?,
            'S' => i.rs1 = float_register(cursor)?,
            'T' => i.rs2 = float_register(cursor)?,
            'R' => i.rs3 = float_register(cursor)?,
            'W' => {
                i.rs1 = float_register(cursor)?;
                i.rs2 = i.rs1;
            }
            'j' => (i.imm, parsed.pending) = immediate(Place::Constant, asm, cursor)?,
            'u' => (i.imm, parsed.pending) = immediate(Place::Upper, asm, cursor)?,
            'o' | 'q' if self.is_bare_base(cursor) => {}
            'o' | 'i' if matches!(row, Row::Short(..)) => {
                i.imm = constant(asm, cursor, (i32::MIN.into(), i32::MAX.into()))? as i32;
            }
            'o' => (i.imm, parsed.pending) = immediate(Place::Constant, asm, cursor)?,
            'q' => (i.imm, parsed.pending) = immediate(Place::Store, asm, cursor)?,
            '0' if self.is_bare_base(cursor) => {}
            '0' => _ = constant(asm, cursor, (0, 0))?,
            '>' => i.imm = constant(asm, cursor, (0, most_shift(self.xlen).into()))? as i32,
            '<' => i.imm = constant(asm, cursor, (0, 31))? as i32,
            'Z' => i.rs1 = constant(asm, cursor, (0, 31))? as u8,
            'y' => i.imm = constant(asm, cursor, (0, 3))? as i32,
            'Y' => i.imm = constant(asm, cursor, (0, 10))? as i32,
            'f' if self.is_bare_base(cursor) => {}
            'f' => i.imm = constant(asm, cursor, (-0x800, 0x7ff))? as i32,
            'k' => i.rs1 = float_constant(cursor)?,
            'z' => named(cursor, "rtz")?,
            '1' => i.rs1 = vector_register(cursor)?,
            '2' => i.rs2 = vector_register(cursor)?,
            '3' => i.rd = vector_register(cursor)?,
            '5' => i.imm = constant(asm, cursor, (-16, 15))? as i32,
            'V' => named(cursor, "v0")?,
            'n' => i.mode = mask(cursor)?,
            'C' => i.imm = vector_kind(asm, cursor, 0x7ff)?,
            'c' => i.imm = vector_kind(asm, cursor, 0x3ff)?,
            'p' | 'a' => {
                value_start(cursor)?;
                let at = cursor.clone();
                let target = asm.expression(cursor).map_err(|diagnostic| Failure::at(&at, diagnostic))?;
                parsed.target = Some(target);
            }
            'E' => i.imm = control_register(asm, cursor)?,
            'P' => i.imm |= fence_set(asm, cursor)? << 4,
            'Q' => i.imm |= fence_set(asm, cursor)?,
            'm' | 'M' => i.mode = rounding(cursor)?,
            other => cursor.require(other as u8)?,
        }
        Ok(())
    }

    /// Reads a general register.
    pub(super) fn register(&self, cursor: &mut Cursor<'_>) -> Result<u8, Failure> {
        let last = if self.embedded.get() { 15 } else { 31 };
        cursor.skip_blanks();
        let at = cursor.clone();
        match cursor.name().and_then(register_number) {
            Some((number, false)) if number <= last => Ok(number),
            Some((_, false)) => {
                Err(Failure::at(&at, at.expected("a register that the base E has, x0 to x15")))
            }
            _ => Err(Failure::at(&at, at.expected("a general register"))),
        }
    }

    /// Returns whether a bracket with a register is next, without an offset before it.
    fn is_bare_base(&self, cursor: &Cursor<'_>) -> bool {
        let mut ahead = cursor.clone();
        ahead.eat(b'(') && ahead.name().is_some_and(|name| register_number(name).is_some())
    }
}

/// The number of a register's name and whether it is one of floating point.
pub(super) fn register_number(name: &str) -> Option<(u8, bool)> {
    BY_NAME.get(name).copied()
}

/// Reads a floating-point register.
pub(super) fn float_register(cursor: &mut Cursor<'_>) -> Result<u8, Failure> {
    cursor.skip_blanks();
    let at = cursor.clone();
    match cursor.name().and_then(register_number) {
        Some((number, true)) => Ok(number),
        _ => Err(Failure::at(&at, at.expected("a floating-point register"))),
    }
}

/// A register must not stand where a value begins.
fn value_start(cursor: &mut Cursor<'_>) -> Result<(), Failure> {
    cursor.skip_blanks();
    if cursor.clone().name().is_some_and(|name| register_number(name).is_some()) {
        return Err(Failure::at(cursor, cursor.expected("a value, not a register")));
    }
    Ok(())
}

/// Reads an expression whose value must be known, and checks it.
pub(super) fn constant(
    asm: &mut Assembler<'_>,
    cursor: &mut Cursor<'_>,
    (low, high): (i64, i64),
) -> Result<i64, Failure> {
    value_start(cursor)?;
    let at = cursor.clone();
    let value = asm.constant(cursor).map_err(|diagnostic| Failure::at(&at, diagnostic))?;
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    let diagnostic = at.error(format!("expected a value of {low} to {high}, found {value}"));
    Err(Failure::at(cursor, diagnostic))
}

/// A constant, and what becomes of one that is not known yet.
type Value = (i32, Option<(Expr, u32)>);

/// Reads a constant or an operator such as `%lo(symbol)`.
fn immediate(place: Place, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<Value, Failure> {
    value_start(cursor)?;
    if cursor.peek() == Some(b'%') {
        return operator(place, asm, cursor);
    }
    if place == Place::Upper {
        let value = constant(asm, cursor, (0, 0xf_ffff))?;
        return Ok((((value as u32) << 12) as i32, None));
    }
    Ok((constant(asm, cursor, (-0x800, 0x7ff))? as i32, None))
}

fn operator(place: Place, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<Value, Failure> {
    let at = cursor.clone();
    cursor.bump();
    let name = cursor.name().unwrap_or("");
    let found = OPERATORS.iter().find(|(known, _)| *known == name);
    let kind = found.and_then(|(_, kinds)| kinds.get(place as usize).copied().flatten());
    let Some(kind) = kind else {
        let fitting =
            OPERATORS.iter().filter(|(_, kinds)| kinds.get(place as usize).is_some_and(Option::is_some));
        let names: Vec<String> = fitting.map(|(name, _)| format!("%{name}")).collect();
        return Err(Failure::at(&at, at.expected(&format!("a number or one of {}", names.join(", ")))));
    };
    cursor.require(b'(')?;
    let inner = cursor.clone();
    let value = asm.expression(cursor).map_err(|diagnostic| Failure::at(&inner, diagnostic))?;
    cursor.require(b')')?;
    Ok((0, Some((value, kind))))
}

/// Reads the name or number of a control register.
fn control_register(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<i32, Failure> {
    let mut ahead = cursor.clone();
    if let Some(number) = ahead.name().and_then(csr::number_of) {
        *cursor = ahead;
        return Ok(number as i32);
    }
    let at = cursor.clone();
    constant(asm, cursor, (0, 0xfff)).map(|value| value as i32).map_err(|failure| Failure {
        diagnostic: at.expected("a control register or its number, 0 to 4095"),
        ..failure
    })
}

/// Reads a set of a fence: letters, or its bits.
fn fence_set(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<i32, Failure> {
    let mut ahead = cursor.clone();
    let at = ahead.clone();
    let Some(name) = ahead.name() else { return constant(asm, cursor, (0, 15)).map(|value| value as i32) };
    *cursor = ahead;
    let mut bits = 0;
    let mut places = disassemble::SET.into_iter().enumerate();
    for letter in name.chars() {
        let Some((place, _)) = places.find(|(_, known)| *known == letter) else {
            return Err(Failure::at(&at, at.expected("a set of a fence, such as `rw` or `iorw`")));
        };
        bits |= 8 >> place;
    }
    Ok(bits)
}

/// Reads a rounding mode.
fn rounding(cursor: &mut Cursor<'_>) -> Result<u8, Failure> {
    cursor.skip_blanks();
    let at = cursor.clone();
    let name = cursor.name().unwrap_or("");
    let mode = ROUNDINGS.iter().position(|known| *known == Some(name));
    mode.map(|mode| mode as u8)
        .ok_or_else(|| Failure::at(&at, at.expected("a rounding mode: rne, rtz, rdn, rup, rmm or dyn")))
}

/// Reads a name that is the only one that may stand here.
fn named(cursor: &mut Cursor<'_>, name: &str) -> Result<(), Failure> {
    cursor.skip_blanks();
    let at = cursor.clone();
    if cursor.name() == Some(name) {
        Ok(())
    } else {
        Err(Failure::at(&at, at.expected(&format!("`{name}`"))))
    }
}

/// Reads a vector register.
fn vector_register(cursor: &mut Cursor<'_>) -> Result<u8, Failure> {
    cursor.skip_blanks();
    let at = cursor.clone();
    let number = cursor.name().and_then(|name| name.strip_prefix('v')?.parse::<u8>().ok());
    let found = number.filter(|number| *number < 32);
    found.ok_or_else(|| Failure::at(&at, at.expected("a vector register")))
}

/// Reads a mask if there is one: 1 for none.
fn mask(cursor: &mut Cursor<'_>) -> Result<u8, Failure> {
    if cursor.at_end() {
        return Ok(1);
    }
    cursor.require(b',')?;
    named(cursor, "v0.t").map(|()| 0)
}

/// Reads a kind of vectors, as its bits or as words.
fn vector_kind(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, most: i64) -> Result<i32, Failure> {
    cursor.skip_blanks();
    let at = cursor.clone();
    if cursor.clone().name().is_none() {
        return constant(asm, cursor, (0, most)).map(|value| value as i32);
    }
    let text = cursor.take_while(|_| true);
    let kind = vector::kind::read(text);
    kind.map(|kind| kind as i32)
        .ok_or_else(|| Failure::at(&at, at.expected("a kind of vectors such as e32,m1,ta,ma")))
}

/// Reads a constant of `fli`.
fn float_constant(cursor: &mut Cursor<'_>) -> Result<u8, Failure> {
    cursor.skip_blanks();
    let at = cursor.clone();
    let text = cursor.take_while(|byte| byte != b',' && !byte.is_ascii_whitespace());
    let number = constants::number_of(text);
    number.ok_or_else(|| {
        Failure::at(&at, at.expected("a constant that `fli` has, such as 0.5, min, inf or nan"))
    })
}

impl Instruction {
    /// The instruction with this destination and first source.
    pub(super) const fn with(self, rd: u8, rs1: u8) -> Self {
        Self { rd, rs1, ..self }
    }
}

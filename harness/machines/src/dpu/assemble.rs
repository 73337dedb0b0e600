//! DPU assembly as the vendor's LLVM-based assembler reads it.
//!
//! An instruction takes the first form of its mnemonic that the operands fit; the forms of one mnemonic
//! differ in the shapes of their operands, so that at most one fits but for equal encodings.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::LazyLock;

use super::encode::encode;
use super::fixups;
use super::forms::{Form, aliases, forms};
use super::isa::{CONSTANTS, Instruction, OPERANDS};
use super::link::ABI_FLAGS;
use super::operands::{Operand, OperandKind, Registers};
use super::relocations as r;
use crate::asm::{
    self, AsmTarget, Assembler, BinaryOp, Cursor, Diagnostic, Diagnostics, Expr, Failure, Fixup,
    KeptInstructions, KeptStore, Syntax, Text, lower_case,
};
use crate::object_file::ObjectFile;

/// Assembles a text. `name` stands in messages and in the object file.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn assemble(name: &str, text: &str) -> Result<ObjectFile, Diagnostics> {
    assemble_text(Text::plain(name, text))
}

/// Assembles a text, with the lines of its code if they are asked for.
pub(super) fn assemble_text(text: Text<'_>) -> Result<ObjectFile, Diagnostics> {
    asm::assemble(&Dpu, text)
}

/// The target for the shared assembler.
pub struct Dpu;

static SYNTAX: Syntax = Syntax {
    comments: &["//"],
    // Line markers of the C preprocessor.
    line_comments: &["#"],
    text_align: 8,
    flags: ABI_FLAGS,
    ..Syntax::with_fixups(fixups::KINDS)
};

/// The slot of `nop`.
const NOP: [u8; 8] = 0x7c63_0000_0000_u64.to_le_bytes();

impl AsmTarget for Dpu {
    fn syntax(&self) -> &'static Syntax {
        &SYNTAX
    }

    fn instruction(
        &self,
        asm: &mut Assembler<'_>,
        mnemonic: &str,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), Diagnostic> {
        let name = &*lower_case(mnemonic);
        let mut ahead = cursor.clone();
        let (at_end, operands) = (ahead.at_end(), ahead.rest());
        // Nearest is if possible a form with as many operands as are written.
        let written = || if at_end { 0 } else { 1 + operands.matches(',').count() };
        let (_, parsed) = asm::first_fit(
            mnemonic,
            CANDIDATES.get(name),
            cursor,
            |form, cursor| attempt(form, asm, cursor),
            |_, form, failure| (form.operands.len() == written(), failure.is_range, failure.offset),
        )?;
        finish(parsed, asm, cursor)
    }

    fn kept(&self) -> Option<&'static KeptStore> {
        thread_local! { static KEPT: RefCell<KeptInstructions> = RefCell::default(); }
        Some(&KEPT)
    }

    fn pad_code(&self, padding: &mut [u8]) {
        padding.fill(0);
        let odd = padding.len() % NOP.len();
        for slot in padding.get_mut(odd..).unwrap_or_default().chunks_exact_mut(NOP.len()) {
            slot.copy_from_slice(&NOP);
        }
    }

    /// The vendor's assembler names every label itself.
    fn keeps_symbol(&self, _: u32) -> bool {
        true
    }
}

/// Forms by mnemonic, in the order in which they are tried.
static CANDIDATES: LazyLock<FxHashMap<&'static str, Vec<&'static Form>>> = LazyLock::new(|| {
    let mut table: FxHashMap<&'static str, Vec<&'static Form>> = FxHashMap::default();
    for form in forms().chain(aliases()) {
        table.entry(&form.mnemonic).or_default().push(form);
    }
    table
});

/// Operands that fit a form, but for values that are not known yet.
struct Parsed {
    instruction: Instruction,
    fixups: Vec<Fixup>,
}

/// Reads the operands as one form has them.
fn attempt(form: &'static Form, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<Parsed, Failure> {
    let instruction = Instruction { form, values: [0; OPERANDS] };
    let mut parsed = Parsed { instruction, fixups: Vec::new() };
    for (index, operand) in form.operands.iter().enumerate() {
        if index > 0 {
            cursor.require(b',')?;
        }
        cursor.skip_blanks();
        let at = cursor.clone();
        match value(operand, asm, cursor).map_err(|diagnostic| Failure::at(&at, diagnostic))? {
            Value::Known(value) => {
                if let OperandKind::Number { low, high, .. } = operand.kind
                    && !(low..=high).contains(&value)
                {
                    let diagnostic = at.error(format!("expected a value of {low} to {high}, found {value}"));
                    return Err(Failure { is_range: true, ..Failure::at(&at, diagnostic) });
                }
                if let Some(place) = parsed.instruction.values.get_mut(index) {
                    *place = value;
                }
            }
            Value::Later(fixup) => parsed.fixups.push(fixup),
        }
    }
    cursor.require_end()?;
    Ok(parsed)
}

/// Value of an operand.
enum Value {
    Known(i64),
    Later(Fixup),
}

fn value(operand: &Operand, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<Value, Diagnostic> {
    let at = cursor.clone();
    match operand.kind {
        OperandKind::NoDestination => match register_name(cursor) {
            Some("zero") => Ok(Value::Known(0)),
            _ => Err(at.expected("a register, or `zero` for no destination")),
        },
        OperandKind::Endian => {
            if cursor.eat_str("!little") {
                Ok(Value::Known(0))
            } else if cursor.eat_str("!big") {
                Ok(Value::Known(1))
            } else {
                Err(at.expected("`!little`, `!big` or an operand"))
            }
        }
        OperandKind::Register(registers) => {
            let number = register_name(cursor).and_then(|name| register_number(registers, name));
            number.map(Value::Known).ok_or_else(|| at.expected(what(registers)))
        }
        OperandKind::Condition(class) => {
            let prefix = usize::from(matches!(cursor.peek(), Some(b'?' | b'!')));
            (0..prefix).for_each(|_| cursor.bump());
            let choice = cursor.name().and_then(|name| class.named(name));
            choice.map(|choice| Value::Known(choice.code.into())).ok_or_else(|| {
                let names: Vec<&str> =
                    class.choices.iter().filter_map(|choice| choice.names.first().copied()).collect();
                at.expected(&format!("a condition: one of {}", names.join(" ")))
            })
        }
        OperandKind::Number { relocation, target, .. } => {
            if register_name(&mut cursor.clone()).is_some_and(is_register) {
                return Err(at.expected("a value, not a register"));
            }
            match asm.expression(cursor)? {
                Expr::Constant(value) => Ok(Value::Known(value)),
                value => {
                    if target && !is_instruction_place(&value) {
                        return Err(at.error("expected a place, or a place and 0 to 7 instructions more"));
                    }
                    Ok(Value::Later(Fixup { offset: 0, kind: relocation, value }))
                }
            }
        }
    }
}

/// Returns whether the linker gives a place in code the meaning that the writer has in mind: `label + n` is n
/// instructions further on for n up to 7 only.
fn is_instruction_place(value: &Expr) -> bool {
    match value {
        Expr::Binary(BinaryOp::Add, sides) => match &**sides {
            (_, Expr::Constant(more)) | (Expr::Constant(more), _) => (0..8).contains(more),
            _ => true,
        },
        Expr::Binary(BinaryOp::Subtract, sides) => {
            matches!(&**sides, (Expr::Symbol(_), Expr::Symbol(_)))
                || matches!(&**sides, (_, Expr::Constant(0)))
        }
        _ => true,
    }
}

/// Reads a name that may be a register's, with or without `%`.
fn register_name<'a>(cursor: &mut Cursor<'a>) -> Option<&'a str> {
    cursor.eat(b'%');
    cursor.name()
}

/// The number behind a letter: no sign, no leading zero.
fn numbered(name: &str, letter: char) -> Option<i64> {
    let digits = name.strip_prefix(letter)?;
    let plain =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|number| plain && *number < 24)
}

/// The number of a register that an operand can be.
fn register_number(registers: Registers, name: &str) -> Option<i64> {
    let constant = || CONSTANTS.iter().position(|known| *known == name).map(|index| index as i64 + 24);
    match registers {
        Registers::Work => numbered(name, 'r'),
        Registers::Any => numbered(name, 'r').or_else(constant),
        Registers::Constant => constant(),
        Registers::Pair => numbered(name, 'd').filter(|number| number % 2 == 0),
        Registers::Safe => numbered(name, 's'),
        Registers::SafeAny => numbered(name, 's').or_else(constant),
    }
}

/// Returns whether a name is any register's.
fn is_register(name: &str) -> bool {
    ['r', 'd', 's'].into_iter().any(|letter| numbered(name, letter).is_some()) || CONSTANTS.contains(&name)
}

/// The registers that an operand can be, for messages.
fn what(registers: Registers) -> &'static str {
    match registers {
        Registers::Work => "a register r0 to r23",
        Registers::Any => "a register r0 to r23, zero, one, lneg, mneg, id, id2, id4 or id8",
        Registers::Constant => "a constant register: zero, one, lneg, mneg, id, id2, id4 or id8",
        Registers::Pair => "a register pair d0, d2, ... d22",
        Registers::Safe => "a register s0 to s23",
        Registers::SafeAny => "a register s0 to s23, zero, one, lneg, mneg, id, id2, id4 or id8",
    }
}

/// Emits an instruction whose operands have been read.
fn finish(mut parsed: Parsed, asm: &mut Assembler<'_>, cursor: &Cursor<'_>) -> Result<(), Diagnostic> {
    // As the vendor's assembler orders the relocations of one instruction.
    parsed.fixups.sort_by_key(|fixup| fixup.kind != r::PC);
    let word = encode(&parsed.instruction).map_err(|error| cursor.error(error.to_string()))?;
    asm.emit(cursor, &word.to_le_bytes(), &parsed.fixups)
}

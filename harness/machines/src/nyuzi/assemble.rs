//! Nyuzi assembly as LLVM's integrated assembler reads it.
//!
//! Every instruction is one word. Of several forms of a mnemonic the one whose operands fit is taken.
//! See `docs/machines/nyuzi.md` for the few places where this assembler refuses what LLVM gets wrong.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::LazyLock;

use super::encode::encode;
use super::fields::{Field, Slot, bits};
use super::fixups;
use super::isa::{Form, Instruction, Op, Operand, RA, Shape, forms, scalar_name, vector_name};
use crate::asm::{
    self, AsmTarget, Assembler, Cursor, Diagnostic, Diagnostics, Expr, Failure, Fixup, KeptInstructions,
    KeptStore, Syntax, Text, lower_case,
};
use crate::object_file::ObjectFile;

/// Assembles a text. `name` stands in messages and in the object file.
///
/// # Errors
/// Everything that is wrong with the text, by line and column.
pub fn assemble(name: &str, text: &str) -> Result<ObjectFile, Diagnostics> {
    assemble_text(Text::plain(name, text))
}

/// Assembles a text, with the lines of its code if they are asked for.
pub(super) fn assemble_text(text: Text<'_>) -> Result<ObjectFile, Diagnostics> {
    asm::assemble(&Nyuzi, text)
}

/// The target for the shared assembler.
pub struct Nyuzi;

static SYNTAX: Syntax = Syntax { settles_globals: true, ..Syntax::with_fixups(fixups::KINDS) };

impl AsmTarget for Nyuzi {
    fn syntax(&self) -> &'static Syntax {
        &SYNTAX
    }

    fn kept(&self) -> Option<&'static KeptStore> {
        thread_local! { static KEPT: RefCell<KeptInstructions> = RefCell::default(); }
        Some(&KEPT)
    }

    fn instruction(
        &self,
        asm: &mut Assembler<'_>,
        mnemonic: &str,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), Diagnostic> {
        let name = &*lower_case(mnemonic);
        match name {
            "li" => return load_immediate(asm, cursor),
            "lea" => return load_address(asm, cursor),
            "ret" => {
                cursor.expect_end()?;
                let ret = Instruction { a: RA, ..Instruction::new(Op::BranchRegister, Shape::Register) };
                return emit(asm, cursor, &ret, None);
            }
            _ => {}
        }
        let (_, (instruction, value)) = asm::first_fit(
            mnemonic,
            BY_NAME.get(name),
            cursor,
            |form, cursor| attempt(form, asm, cursor),
            |_, _, failure| failure.offset,
        )?;
        emit(asm, cursor, &instruction, value)
    }

    /// `.word` and `.hword`, which other targets have, are none of LLVM's directives here.
    fn directive(
        &self,
        _: &mut Assembler<'_>,
        name: &str,
        cursor: &mut Cursor<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        let better = match name {
            "word" => ".long",
            "hword" => ".short",
            _ => return None,
        };
        Some(Err(cursor.error(format!("there is no directive `.{name}`; `{better}` is meant"))))
    }

    fn ends_macro(&self, directive: &str) -> bool {
        directive == ".endmacro"
    }

    fn keeps_symbol(&self, kind: u32) -> bool {
        kind == fixups::R_GOT
    }
}

/// The forms that a mnemonic can mean.
static BY_NAME: LazyLock<FxHashMap<String, Vec<&'static Form>>> = LazyLock::new(|| {
    let mut table: FxHashMap<String, Vec<&'static Form>> = FxHashMap::default();
    for form in forms() {
        table.entry(form.mnemonic()).or_default().push(form);
    }
    table
});

/// Registers by name: number, and whether it is a vector.
static REGISTERS: LazyLock<FxHashMap<&'static str, (u8, bool)>> = LazyLock::new(|| {
    let scalars = (0..32).map(|number| (scalar_name(number), (number, false)));
    scalars.chain((0..32).map(|number| (vector_name(number), (number, true)))).collect()
});

/// A value that is not known yet, and the relocation that it becomes.
type Pending = Option<(Expr, u32)>;

/// Reads the operands as one form has them.
fn attempt(
    form: &Form,
    asm: &mut Assembler<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<(Instruction, Pending), Failure> {
    let mut instruction = Instruction::new(form.op, form.shape);
    let mut pending = None;
    for (index, operand) in form.operands().iter().enumerate() {
        if index > 0 {
            cursor.require(b',')?;
        }
        match operand {
            Operand::Scalar(field) => {
                let number = register(cursor, false)?;
                store_register(&mut instruction, field, number);
            }
            Operand::Vector(field) => {
                let number = register(cursor, true)?;
                store_register(&mut instruction, field, number);
            }
            Operand::Immediate(field) => pending = immediate(form, field, &mut instruction, asm, cursor)?,
            Operand::Memory(field) => pending = memory(field, false, &mut instruction, asm, cursor)?,
            Operand::Lanes(field) => pending = memory(field, true, &mut instruction, asm, cursor)?,
            Operand::Target(field) => pending = target(field, &mut instruction, asm, cursor)?,
        }
    }
    cursor.require_end()?;
    instruction.spare = form.usual_spare(&instruction);
    Ok((instruction, pending))
}

fn store_register(instruction: &mut Instruction, field: &Field, number: u8) {
    match field.slot {
        Slot::D => instruction.d = number,
        Slot::A => instruction.a = number,
        Slot::B => instruction.b = number,
        _ => instruction.m = number,
    }
}

/// The number of a register's name and whether it is a vector.
fn register_number(name: &str) -> Option<(u8, bool)> {
    REGISTERS.get(name).copied()
}

/// Reads a register of one kind.
fn register(cursor: &mut Cursor<'_>, vector: bool) -> Result<u8, Failure> {
    cursor.skip_blanks();
    let at = cursor.clone();
    match cursor.name().and_then(register_number) {
        Some((number, is_vector)) if is_vector == vector => Ok(number),
        _ => {
            let what = if vector { "a vector register" } else { "a scalar register" };
            Err(Failure::at(&at, at.expected(what)))
        }
    }
}

/// The place at which a value begins; a register must not stand there.
fn value_start<'a>(cursor: &mut Cursor<'a>) -> Result<Cursor<'a>, Failure> {
    cursor.skip_blanks();
    if cursor.clone().name().is_some_and(|name| register_number(name).is_some()) {
        return Err(Failure::at(cursor, cursor.expected("a value, not a register")));
    }
    Ok(cursor.clone())
}

/// Reads `name(symbol)` if `name` is next with a bracket behind it.
fn operator(name: &str, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<Option<Expr>, Failure> {
    let mut ahead = cursor.clone();
    if !ahead.name().is_some_and(|found| found.eq_ignore_ascii_case(name)) || !ahead.eat(b'(') {
        return Ok(None);
    }
    *cursor = ahead;
    cursor.skip_blanks();
    let at = cursor.clone();
    let Some(symbol) = cursor.name() else { return Err(Failure::at(&at, at.expected("a symbol"))) };
    cursor.require(b')')?;
    Ok(Some(asm.symbol(symbol)))
}

/// Reads an expression whose value must be known, and checks it.
fn constant(
    asm: &mut Assembler<'_>,
    cursor: &mut Cursor<'_>,
    (low, high): (i64, i64),
) -> Result<i64, Failure> {
    cursor.skip_blanks();
    let at = cursor.clone();
    let value = asm.constant(cursor).map_err(|diagnostic| Failure::at(&at, diagnostic))?;
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    let diagnostic = at.error(format!("expected a value of {low} to {high}, found {value}"));
    Err(Failure::at(cursor, diagnostic))
}

/// Reads an immediate: a constant, or where the form has room for it `hi(symbol)` or `lo(symbol)`.
fn immediate(
    form: &Form,
    field: &Field,
    instruction: &mut Instruction,
    asm: &mut Assembler<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<Pending, Failure> {
    let at = value_start(cursor)?;
    let halves = [("hi", fixups::R_HI19, 19), ("lo", fixups::R_IMM_LO13, 14)];
    for (name, kind, width) in halves {
        let Some(value) = operator(name, asm, cursor)? else { continue };
        if form.shape == Shape::System || field.width() != width {
            let what = "a constant; `hi` belongs to `movehi`, `lo` to unmasked arithmetic";
            return Err(Failure::at(cursor, at.expected(what)));
        }
        return Ok(Some((value, kind)));
    }
    let (low, high, _) = field.range();
    instruction.imm = constant(asm, cursor, (low, high))? as i32;
    Ok(None)
}

/// Reads `offset(base)` or `got(symbol)(base)`.
fn memory(
    field: &Field,
    vector: bool,
    instruction: &mut Instruction,
    asm: &mut Assembler<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<Pending, Failure> {
    cursor.skip_blanks();
    let at = cursor.clone();
    let pending = operator("got", asm, cursor)?.map(|symbol| (symbol, fixups::R_GOT));
    if pending.is_some() && (vector || field.width() != 15) {
        return Err(Failure::at(
            &at,
            at.expected("an offset; only unmasked accesses with a scalar base take `got`"),
        ));
    }
    match cursor.next_byte() {
        _ if pending.is_some() => {}
        Some(b'0'..=b'9' | b'+' | b'-') => {
            let (low, high, _) = field.range();
            instruction.imm = constant(asm, cursor, (low, high))? as i32;
        }
        Some(b'(') => {}
        _ => return Err(Failure::at(&at, at.expected("an offset or `(`"))),
    }
    cursor.require(b'(')?;
    instruction.a = register(cursor, vector)?;
    cursor.require(b')')?;
    Ok(pending)
}

/// Reads a branch target. A bare number counts instructions, as in LLVM.
fn target(
    field: &Field,
    instruction: &mut Instruction,
    asm: &mut Assembler<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<Pending, Failure> {
    let at = value_start(cursor)?;
    let value = asm.expression(cursor).map_err(|diagnostic| Failure::at(&at, diagnostic))?;
    let Expr::Constant(number) = value else {
        let kind = if field.width() == 20 { fixups::R_BRANCH20 } else { fixups::R_BRANCH25 };
        return Ok(Some((value, kind)));
    };
    let (low, high, unit) = field.range();
    let (low, high) = (low / unit, high / unit);
    if !(low..=high).contains(&number) {
        let text = format!("expected a distance of {low} to {high} instructions, found {number}");
        return Err(Failure::at(cursor, at.error(text)));
    }
    instruction.imm = (number * unit) as i32;
    Ok(None)
}

/// Emits an instruction whose operands have been read.
fn emit(
    asm: &mut Assembler<'_>,
    cursor: &Cursor<'_>,
    instruction: &Instruction,
    value: Pending,
) -> Result<(), Diagnostic> {
    let word = encode(instruction).ok_or_else(|| cursor.error("an operand does not fit its field"))?;
    let fixup = value.map(|(value, kind)| Fixup { offset: 0, kind, value });
    asm.emit(cursor, &word.to_le_bytes(), fixup.as_slice())
}

/// `li register, constant`: one or two instructions, as LLVM chooses them.
fn load_immediate(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
    let d = register(cursor, false)?;
    cursor.expect(b',')?;
    let range = (i64::from(i32::MIN), i64::from(u32::MAX));
    let value = constant(asm, cursor, range)?;
    cursor.expect_end()?;
    let (low, high, _) = bits::IMM14.range();
    if (low..=high).contains(&value) {
        let small = Instruction { d, imm: value as i32, ..Instruction::new(Op::Move, Shape::SI) };
        return emit(asm, cursor, &small, None);
    }
    let upper = (value >> 13 & 0x7_ffff) as i32;
    emit(asm, cursor, &Instruction { d, imm: upper, ..Instruction::new(Op::Movehi, Shape::High) }, None)?;
    let lower = (value & 0x1fff) as i32;
    if lower == 0 {
        return Ok(());
    }
    emit(asm, cursor, &Instruction { d, a: d, imm: lower, ..Instruction::new(Op::Or, Shape::SSI) }, None)
}

/// `lea register, symbol` and `lea register, offset(base)`.
fn load_address(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
    let d = register(cursor, false)?;
    cursor.expect(b',')?;
    if matches!(cursor.next_byte(), Some(b'0'..=b'9' | b'+' | b'-' | b'(')) {
        let mut sum = Instruction { d, ..Instruction::new(Op::AddI, Shape::SSI) };
        memory(&bits::IMM14, false, &mut sum, asm, cursor)?;
        cursor.expect_end()?;
        return emit(asm, cursor, &sum, None);
    }
    let at = value_start(cursor)?;
    let value = asm.expression(cursor)?;
    cursor.expect_end()?;
    if matches!(value, Expr::Constant(_)) {
        return Err(at.expected("a symbol or an offset with a base; `li` loads constants"));
    }
    let upper = Instruction { d, ..Instruction::new(Op::Movehi, Shape::High) };
    let lower = Instruction { d, a: d, ..Instruction::new(Op::Or, Shape::SSI) };
    emit(asm, cursor, &upper, Some((value.clone(), fixups::R_HI19)))?;
    emit(asm, cursor, &lower, Some((value, fixups::R_IMM_LO13)))
}

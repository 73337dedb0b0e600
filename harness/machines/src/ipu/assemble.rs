//! IPU assembly as the vendor's LLVM assembler reads it.
//!
//! Of several forms of an instruction the first that the operands fit is taken; the rows of the table
//! stand in the order in which LLVM's matcher tries them. What differs on purpose is listed in
//! `docs/machines/ipu.md`.

mod bundle;
mod candidates;
mod operand;
mod repeat;

use std::cell::{Cell, RefCell};

use super::encode::encode;
use super::fixups;
use super::isa::{AUX, Instruction, Op, SUPERVISOR};
use crate::asm::{
    self, AsmTarget, Assembler, Cursor, Diagnostic, Diagnostics, Expr, Failure, Fixup, KeptInstructions,
    KeptStore, Syntax, Text,
};
use crate::object_file::ObjectFile;
use candidates::{CANDIDATES, Candidate};
use operand::{Place, half_literal};

/// `e_flags` of an object for `ipu2`.
pub const FLAGS: u32 = 2;

/// `sh_flags` of a section with code.
const EXECUTE: u64 = 4;

/// Assembles a text. `name` stands in messages and in the object file.
///
/// # Errors
///
/// Everything that is wrong with the text, by line and column.
pub fn assemble(name: &str, text: &str) -> Result<ObjectFile, Diagnostics> {
    assemble_text(Text::plain(name, text))
}

/// Assembles a text, with the lines of its code if they are asked for.
pub(super) fn assemble_text(text: Text<'_>) -> Result<ObjectFile, Diagnostics> {
    let target = Ipu::default();
    let mut object = asm::assemble(&target, text)?;
    for section in object.sections.iter_mut().filter(|section| section.flags & EXECUTE != 0) {
        // LLVM aligns `.text` to a word before the first line.
        let least = if target.optimize.get() && target.has_repeats.get() { 8 } else { 4 };
        section.align = section.align.max(least);
    }
    Ok(object)
}

/// The target for the shared assembler, with what directives have switched.
#[derive(Debug, Default)]
pub struct Ipu {
    /// `.supervisor`: what follows is for the supervisor.
    supervisor: Cell<bool>,
    /// `.allow_invalid_execution_mode`.
    any_mode: Cell<bool>,
    /// `.allow_invalid_operands`.
    any_operands: Cell<bool>,
    /// `.warn_on_invalid_bundles`.
    any_bundles: Cell<bool>,
    /// `.allow_invalid_repeat`, for the whole text.
    any_repeats: Cell<bool>,
    /// `.allow_optimizations`.
    optimize: Cell<bool>,
    /// There was a repeat.
    has_repeats: Cell<bool>,
}

static SYNTAX: Syntax = Syntax {
    bundle: Some((b'{', b'}')),
    ignores_sizes_of_unused_symbols: true,
    at_begins_names: true,
    data_fit: true,
    flags: FLAGS,
    ..Syntax::with_fixups(fixups::KINDS)
};

/// One instruction as it was read.
struct Parsed {
    instruction: Instruction,
    /// The value of an operand that is not known yet: its index, the relocation, the expression.
    value: Option<(usize, u32, Expr)>,
}

impl Parsed {
    fn word(&self, cursor: &Cursor<'_>) -> Result<u32, Diagnostic> {
        encode(&self.instruction).map_err(|error| cursor.error(error.to_string()))
    }

    /// The fixup for the value that is not known yet, at an offset.
    fn fixup(&self, offset: u32) -> Option<Fixup> {
        let (_, kind, value) = self.value.as_ref()?;
        Some(Fixup { offset, kind: *kind, value: value.clone() })
    }
}

impl AsmTarget for Ipu {
    fn syntax(&self) -> &'static Syntax {
        &SYNTAX
    }

    fn instruction(
        &self,
        asm: &mut Assembler<'_>,
        mnemonic: &str,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), Diagnostic> {
        if mnemonic.starts_with('{') {
            cursor.seek(cursor.offset().saturating_sub(mnemonic.len() - 1));
            return self.bundle(asm, cursor);
        }
        let mnemonic = mnemonic.to_ascii_lowercase();
        if mnemonic == "ldconst" {
            return self.load_constant(asm, cursor);
        }
        let at = cursor.clone();
        let parsed = self.read(asm, &mnemonic, cursor)?;
        if parsed.instruction.form.op == Op::Repeat {
            self.has_repeats.set(true);
            asm.mark();
        }
        let word = parsed.word(&at)?;
        let fixups: Vec<Fixup> = parsed.fixup(0).into_iter().collect();
        asm.emit(&at, &word.to_le_bytes(), &fixups)
    }

    fn directive(
        &self,
        asm: &mut Assembler<'_>,
        name: &str,
        cursor: &mut Cursor<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        let (switch, value) = match name {
            "worker" => (&self.supervisor, false),
            "supervisor" => (&self.supervisor, true),
            "allow_invalid_operands" => (&self.any_operands, true),
            "error_on_invalid_operands" => (&self.any_operands, false),
            "allow_invalid_execution_mode" => (&self.any_mode, true),
            "error_on_invalid_execution_mode" => (&self.any_mode, false),
            "warn_on_invalid_bundles" => (&self.any_bundles, true),
            "error_on_invalid_bundles" => (&self.any_bundles, false),
            "allow_invalid_repeat" => (&self.any_repeats, true),
            "allow_optimizations" => (&self.optimize, true),
            "half" => return Some(halves(asm, cursor)),
            _ => return None,
        };
        switch.set(value);
        Some(cursor.expect_end())
    }

    /// `@` and the relocation's name in LLVM: `.short (symbol+4)@relative@16@s2`.
    fn data_modifier(&self, cursor: &mut Cursor<'_>, bytes: u8) -> Option<Result<u32, Diagnostic>> {
        const MODIFIERS: &[(&str, u32, u8)] = &[
            ("@relative@16@s2", fixups::R_RELATIVE_16_S2, 2),
            ("@abs18@s2", fixups::R_18_S2, 4),
            ("@abs19@s2", fixups::R_19_S2, 4),
            ("@abs@21", fixups::R_21, 4),
        ];
        if cursor.next_byte() != Some(b'@') {
            return None;
        }
        let at = cursor.clone();
        let Some(&(text, kind, least)) = MODIFIERS.iter().find(|(text, ..)| cursor.eat_str(text)) else {
            let expected = "`@relative@16@s2`, `@abs18@s2`, `@abs19@s2` or `@abs@21`";
            return Some(Err(at.expected(expected)));
        };
        if bytes < least {
            return Some(Err(at.error(format!("`{text}` needs a datum of at least {least} bytes"))));
        }
        Some(Ok(kind))
    }

    /// For workers and for supervisors; while a directive allows what they do not have, nothing is kept.
    fn kept(&self) -> Option<&'static KeptStore> {
        thread_local! {
            static WORKER: RefCell<KeptInstructions> = RefCell::default();
            static SUPERVISOR: RefCell<KeptInstructions> = RefCell::default();
        }
        let lenient = [&self.any_mode, &self.any_operands, &self.any_bundles, &self.optimize];
        if lenient.iter().any(|switch| switch.get()) {
            return None;
        }
        Some(if self.supervisor.get() { &SUPERVISOR } else { &WORKER })
    }

    /// Zeros up to a multiple of 4, then `nop`.
    fn pad_code(&self, padding: &mut [u8]) {
        let odd = padding.len() % 4;
        let (zeros, nops) = padding.split_at_mut(odd);
        zeros.fill(0);
        for (byte, value) in nops.iter_mut().zip(0x19e0_0000u32.to_le_bytes().into_iter().cycle()) {
            *byte = value;
        }
    }

    fn check(&self, object: &ObjectFile, marks: &[(usize, u64)]) -> Vec<(usize, String)> {
        if self.any_repeats.get() { Vec::new() } else { repeat::check(object, marks, self.optimize.get()) }
    }
}

impl Ipu {
    /// Reads the operands of an instruction.
    fn read(
        &self,
        asm: &mut Assembler<'_>,
        mnemonic: &str,
        cursor: &mut Cursor<'_>,
    ) -> Result<Parsed, Diagnostic> {
        let (_, parsed) = asm::first_fit(
            mnemonic,
            CANDIDATES.get(mnemonic),
            cursor,
            |candidate, cursor| self.attempt(candidate, asm, cursor),
            |index, _, failure| (failure.offset, failure.is_range, index),
        )?;
        self.in_mode(mnemonic, parsed, cursor)
    }

    /// Refuses what the present mode does not have.
    fn in_mode(&self, mnemonic: &str, parsed: Parsed, cursor: &Cursor<'_>) -> Result<Parsed, Diagnostic> {
        let form = parsed.instruction.form;
        let supervisor = self.supervisor.get();
        let wrong = if supervisor { form.needs_worker() } else { form.is(SUPERVISOR) };
        if wrong && !self.any_mode.get() {
            let mode = if supervisor { "worker" } else { "supervisor" };
            return Err(cursor.error(format!("`{mnemonic}` with these operands needs {mode} mode")));
        }
        Ok(parsed)
    }

    /// Reads the operands as one candidate has them.
    fn attempt(
        &self,
        candidate: &Candidate,
        asm: &mut Assembler<'_>,
        cursor: &mut Cursor<'_>,
    ) -> Result<Parsed, Failure> {
        let form = candidate.form;
        let mut instruction = Instruction::new(form);
        instruction.values = candidate.preset;
        let mut unknown = None;
        for (position, &index) in candidate.written.iter().enumerate() {
            if position > 0 {
                cursor.require(b',')?;
            }
            let Some(operand) = form.operands.get(index) else { continue };
            let value = if operand.kind.is_register() {
                let place = match form.op {
                    Op::StoreBase if index == 1 => Place::Stepping,
                    Op::Load(_) | Op::Store(_) if index > 0 => Place::Address,
                    _ => Place::Other,
                };
                self.register(operand, place, cursor)?
            } else if candidate.negated {
                self.negated(operand, asm, cursor)?
            } else {
                self.number(operand, asm, cursor)?.unwrap_or_else(|(kind, expr)| {
                    unknown = Some((index, kind, expr));
                    0
                })
            };
            if let Some(place) = instruction.values.get_mut(index) {
                *place = value;
            }
        }
        cursor.require_end()?;
        if let Some((from, to)) = candidate.same {
            let value = instruction.values.get(from).copied().unwrap_or(0);
            if let Some(place) = instruction.values.get_mut(to) {
                *place = value;
            }
        }
        Ok(Parsed { instruction, value: unknown })
    }

    /// `ldconst register, number`: one or two instructions.
    fn load_constant(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let at = cursor.clone();
        let register = operand::any_register(cursor).ok_or_else(|| cursor.expected("a register"))?;
        cursor.expect(b',')?;
        cursor.skip_blanks();
        let number = cursor.clone();
        let value = match half_literal(cursor)? {
            Some(half) => half.into(),
            None => asm.constant(cursor)?,
        };
        cursor.expect_end()?;
        if value > u32::MAX.into() || value < i32::MIN.into() {
            return Err(number.error(format!("expected a constant of 32 bits, found {value}")));
        }
        let value = value as u32;
        let name = register.plain_name().ok_or_else(|| at.expected("a register"))?;
        let (low, high) = (value & 0xf_ffff, value & !0xf_ffff);
        self.line(asm, &at, "setzi", &format!("{name}, {low}"))?;
        if high != 0 {
            self.line(asm, &at, "or", &format!("{name}, {name}, {high}"))?;
        }
        Ok(())
    }

    /// Assembles a line of a macro instruction.
    fn line(
        &self,
        asm: &mut Assembler<'_>,
        at: &Cursor<'_>,
        mnemonic: &str,
        operands: &str,
    ) -> Result<(), Diagnostic> {
        let position = at.position();
        let mut inner = Cursor::new(operands, &position.file, position.line, position.column as usize);
        let parsed = self.read(asm, mnemonic, &mut inner);
        let parsed = parsed.map_err(|diagnostic| Diagnostic { position: at.position(), ..diagnostic })?;
        asm.emit(at, &parsed.word(at)?.to_le_bytes(), &[])
    }
}

/// `.half`: numbers of 16 bits or half literals.
fn halves(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
    loop {
        cursor.skip_blanks();
        let at = cursor.clone();
        match half_literal(cursor)? {
            Some(half) => asm.emit(&at, &half.to_le_bytes(), &[])?,
            None => {
                let value = asm.expression(cursor)?;
                asm.emit(&at, &[0, 0], &[Fixup { offset: 0, kind: fixups::R_16, value }])?;
            }
        }
        if !cursor.eat(b',') {
            return cursor.expect_end();
        }
    }
}

/// Returns whether an instruction goes to the auxiliary lane.
fn is_aux(parsed: &Parsed) -> bool {
    parsed.instruction.form.is(AUX)
}

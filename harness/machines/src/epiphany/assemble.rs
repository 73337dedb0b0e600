//! Epiphany assembly as GNU as 2.40 reads it.
//!
//! Of several forms of an instruction the first that the operands fit is taken; [`isa::FORMS`] has the
//! 16-bit forms first. Branches start short and grow. See `docs/machines.md` for the few places where
//! this assembler refuses what GNU as gets wrong.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::LazyLock;

use super::encode::encode_form;
use super::fixups;
use super::isa::{
    self, Access, Cond, FORMS, Form, Instruction, MNEMONIC_ALIASES, Op, REGISTER_ALIASES, SPECIALS,
};
use crate::asm::{
    self, AsmTarget, Assembler, Cursor, Diagnostic, Diagnostics, Expr, Failure, Fixup, FrameSyntax,
    KeptInstructions, KeptStore, Syntax, Text, Variant, lower_case,
};
use crate::object_file::ObjectFile;

/// Assembles a text. `name` stands in messages and in the object file.
pub fn assemble(name: &str, text: &str) -> Result<ObjectFile, Diagnostics> {
    assemble_text(Text::plain(name, text))
}

/// Assembles a text, with the lines of its code if they are asked for.
pub(super) fn assemble_text(text: Text<'_>) -> Result<ObjectFile, Diagnostics> {
    asm::assemble(&Epiphany, text)
}

/// The target for the shared assembler.
pub struct Epiphany;

static SYNTAX: Syntax = Syntax {
    comments: &[";", "//"],
    line_comments: &["#"],
    separators: b"`",
    immediate_prefix: Some(b'#'),
    dollar_hex: true,
    align_is_power: true,
    text_align: 2,
    pad_sections: true,
    relaxed_relocations_last: true,
    distance_from_section_start: true,
    ..Syntax::with_fixups(fixups::KINDS)
};

/// The numbers that GCC writes, which are those of the registers.
static FRAMES: FrameSyntax = FrameSyntax {
    number: |name| register_number(name).map(u16::from),
    stack_pointer: 13,
    return_register: 14,
};

impl AsmTarget for Epiphany {
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
        if matches!(name, "push" | "pop") && cursor.next_byte() == Some(b'{') {
            return stack_list(self, asm, cursor, name == "push");
        }
        let (candidate, parsed) = asm::first_fit(
            mnemonic,
            CANDIDATES.get(name),
            cursor,
            |candidate, cursor| attempt(candidate, asm, cursor),
            |index, _, failure| (failure.offset, failure.is_range, index),
        )?;
        finish(candidate, parsed, asm, cursor)
    }

    fn directive(
        &self,
        _: &mut Assembler<'_>,
        name: &str,
        _: &mut Cursor<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        matches!(name, "cpu" | "code" | "thumb_func").then_some(Ok(()))
    }

    fn frames(&self) -> Option<&'static FrameSyntax> {
        Some(&FRAMES)
    }

    /// A zero byte to reach an even address, one `nop` to reach a multiple of four, then zeros.
    fn pad_code(&self, padding: &mut [u8]) {
        padding.fill(0);
        let odd = padding.len() & 1;
        if padding.len() & 2 != 0 {
            padding[odd..odd + 2].copy_from_slice(&[0xa2, 0x01]);
        }
    }
}

/// A form under one of the names it can be written with.
struct Candidate {
    form: &'static Form,
    cond: Cond,
    access: Access,
    /// The name carries a size suffix, so that no other size may be taken.
    sized: bool,
    /// The operands are left out and have this value: `rts` is `jr lr`, `swi` alone is `swi 0`.
    fixed_rn: Option<u8>,
}

/// Forms by full mnemonic, in the order in which they are tried.
static CANDIDATES: LazyLock<FxHashMap<String, Vec<Candidate>>> = LazyLock::new(|| {
    let mut table: FxHashMap<String, Vec<Candidate>> = FxHashMap::default();
    let mut add = |name: String, candidate: Candidate| table.entry(name).or_default().push(candidate);
    let candidate = |form, cond, access, sized| Candidate { form, cond, access, sized, fixed_rn: None };
    for form in FORMS {
        // The tools cannot write the short form of `fabs`, though they know it.
        if (form.op, form.size) == (Op::Fabs, 2) {
            continue;
        }
        for (name, cond, access) in spellings(form) {
            let suffix = form.suffix.text();
            if !suffix.is_empty() {
                add(format!("{name}{suffix}"), candidate(form, cond, access, true));
            }
            add(name, candidate(form, cond, access, false));
        }
        if (form.op, form.size) == (Op::JumpRegister, 4) {
            let rts = Candidate { fixed_rn: Some(14), ..candidate(form, Cond::Always, Access::Word, true) };
            add("rts".to_owned(), rts);
        }
        if form.op == Op::Swi {
            let bare = Candidate { fixed_rn: Some(0), ..candidate(form, Cond::Always, Access::Word, true) };
            add("swi".to_owned(), bare);
        }
    }
    table
});

/// Every name of a form, with the condition and width that the name gives.
fn spellings(form: &Form) -> Vec<(String, Cond, Access)> {
    let (cond, access) = (Cond::Always, Access::Word);
    if form.mnemonic.contains("{c}") {
        return Cond::ALL.map(|(cond, suffix)| (form.mnemonic.replace("{c}", suffix), cond, access)).to_vec();
    }
    if form.mnemonic.contains("{z}") {
        let widths = Access::ALL.iter().filter(|(access, _)| form.allows(*access));
        return widths
            .map(|&(access, suffix)| (form.mnemonic.replace("{z}", suffix), cond, access))
            .collect();
    }
    let aliases = MNEMONIC_ALIASES.iter().filter(|(_, real)| *real == form.mnemonic).map(|&(alias, _)| alias);
    std::iter::once(form.mnemonic).chain(aliases).map(|name| (name.to_owned(), cond, access)).collect()
}

/// Which half of an address is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Low,
    High,
}

/// Operands that fit a form, but for a value that is not yet known.
struct Parsed {
    instruction: Instruction,
    value: Option<(Expr, Option<Half>)>,
}

/// Reads the operands as one form has them.
fn attempt(
    candidate: &Candidate,
    asm: &mut Assembler<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<Parsed, Failure> {
    let form = candidate.form;
    let mut instruction = Instruction::new(form.op, form.size);
    (instruction.cond, instruction.access) = (candidate.cond, candidate.access);
    let mut parsed = Parsed { instruction, value: None };
    if let Some(rn) = candidate.fixed_rn {
        parsed.instruction.rn = rn;
        cursor.require_end()?;
        return Ok(parsed);
    }
    let has_displacement = matches!(form.op, Op::LoadDisp | Op::StoreDisp);
    for letter in form.syntax.bytes() {
        let limit = if form.size == 2 { 8 } else { 64 };
        let instruction = &mut parsed.instruction;
        match letter {
            b'd' => instruction.rd = register(cursor, limit)?,
            b'n' => instruction.rn = register(cursor, limit)?,
            b'm' => instruction.rm = register(cursor, limit)?,
            b's' => instruction.special = special(cursor, form)?,
            b'+' => {
                cursor.eat(b'#');
                instruction.subtract = cursor.eat(b'-');
                if !instruction.subtract {
                    cursor.eat(b'+');
                }
            }
            b't' | b'i' => value(form, &mut parsed, asm, cursor)?,
            // `[rn]` is `[rn,#0]`.
            b',' if has_displacement && cursor.next_byte() == Some(b']') => {
                cursor.eat(b']');
                break;
            }
            _ => cursor.require(letter)?,
        }
    }
    cursor.require_end()?;
    Ok(parsed)
}

/// The number of a general register's name.
fn register_number(name: &str) -> Option<u8> {
    let number = match name.as_bytes() {
        [b'r' | b'R', ones @ b'0'..=b'9'] => ones - b'0',
        [b'r' | b'R', tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => 10 * (tens - b'0') + (ones - b'0'),
        _ => u8::MAX,
    };
    if number < 64 {
        return Some(number);
    }
    let alias = REGISTER_ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
    alias.map(|&(_, number)| number)
}

/// Reads a general register below `limit`.
fn register(cursor: &mut Cursor<'_>, limit: u8) -> Result<u8, Failure> {
    cursor.skip_blanks();
    let at = cursor.clone();
    match cursor.name().and_then(register_number) {
        Some(number) if number < limit => Ok(number),
        Some(_) => Err(Failure::at(&at, at.expected("one of the registers r0 to r7, for the 16-bit form"))),
        None => Err(Failure::at(&at, at.expected("a register"))),
    }
}

/// Reads a special register that the form can name.
fn special(cursor: &mut Cursor<'_>, form: &Form) -> Result<u8, Failure> {
    cursor.skip_blanks();
    let at = cursor.clone();
    let name = cursor.name().unwrap_or("");
    match SPECIALS.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)) {
        Some(&(number, _)) if form.size == 4 || number < 8 => Ok(number),
        _ => Err(Failure::at(&at, at.expected("a special register"))),
    }
}

/// Reads an immediate or a branch target. A constant is checked and stored; anything else is kept.
fn value(
    form: &Form,
    parsed: &mut Parsed,
    asm: &mut Assembler<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<(), Failure> {
    cursor.skip_blanks();
    let at = cursor.clone();
    let mut ahead = at.clone();
    ahead.take_while(|byte| matches!(byte, b'#' | b'+' | b'-'));
    if ahead.name().is_some_and(|name| register_number(name).is_some() || is_special(form, name)) {
        return Err(Failure::at(&at, at.expected("a value, not a register")));
    }
    let half = half(form, cursor)?;
    let expr = asm.expression(cursor).map_err(|diagnostic| Failure::at(&at, diagnostic))?;
    if half.is_some() {
        cursor.require(b')')?;
    }
    let Expr::Constant(number) = expr else {
        parsed.value = Some((expr, half));
        return Ok(());
    };
    let number = match half {
        Some(Half::Low) => number & 0xffff,
        Some(Half::High) => number >> 16 & 0xffff,
        None => number,
    };
    let out_of_range = || {
        let (low, high) = range(form);
        let diagnostic = at.error(format!("expected a value of {low} to {high}, found {number}"));
        Failure { offset: cursor.offset(), is_range: true, diagnostic }
    };
    store(form, &mut parsed.instruction, number).ok_or_else(out_of_range)
}

/// `mov` does not take a special register for the name of a symbol.
fn is_special(form: &Form, name: &str) -> bool {
    matches!(form.op, Op::MovImm | Op::Movt)
        && SPECIALS.iter().any(|(_, known)| known.eq_ignore_ascii_case(name))
}

/// Reads `%low(` or `%high(`, which only the long moves have.
fn half(form: &Form, cursor: &mut Cursor<'_>) -> Result<Option<Half>, Failure> {
    if cursor.next_byte() != Some(b'%') || matches!(cursor.peek_at(1), Some(b'0' | b'1')) {
        return Ok(None);
    }
    let at = cursor.clone();
    cursor.bump();
    let name = cursor.name().unwrap_or("");
    let half = if name.eq_ignore_ascii_case("low") {
        Half::Low
    } else if name.eq_ignore_ascii_case("high") {
        Half::High
    } else {
        return Err(Failure::at(cursor, at.expected("a value, `%low(` or `%high(`")));
    };
    if !matches!(form.op, Op::MovImm | Op::Movt) || form.size == 2 {
        return Err(Failure::at(
            &at,
            at.expected("a value; only the 32-bit `mov` and `movt` take a half of one"),
        ));
    }
    cursor.require(b'(')?;
    Ok(Some(half))
}

/// Smallest and largest value as written that a form takes.
fn range(form: &Form) -> (i64, i64) {
    match (form.op, form.size) {
        (Op::Branch | Op::BranchLink, 2) => (-256, 254),
        (Op::Branch | Op::BranchLink, _) => (-(1 << 24), (1 << 24) - 2),
        (Op::MovImm, 2) => (0, 255),
        // Negative numbers are taken for their 16 bits; `mov` does not extend the sign.
        (Op::MovImm | Op::Movt, _) => (-0x8000, 0xffff),
        (Op::AddImm | Op::SubImm, 2) => (-4, 3),
        (Op::AddImm | Op::SubImm, _) => (-1024, 1023),
        (Op::LslImm | Op::LsrImm | Op::AsrImm, _) => (0, 31),
        (Op::Trap, _) => (0, 63),
        (Op::Swi, _) => (0, 0),
        (_, 2) => (0, 7),
        _ => (0, 2047),
    }
}

/// Stores a value as written, if the form takes it.
fn store(form: &Form, instruction: &mut Instruction, number: i64) -> Option<()> {
    let (low, high) = range(form);
    if !(low..=high).contains(&number) {
        return None;
    }
    let number = number as i32;
    instruction.imm = match form.op {
        Op::MovImm | Op::Movt => number & 0xffff,
        _ if form.field(super::fields::Slot::Displacement).is_some() => {
            let bytes = number << instruction.access as u32;
            if instruction.subtract { -bytes } else { bytes }
        }
        _ => number,
    };
    (form.field(super::fields::Slot::Branch).is_none() || number & 1 == 0).then_some(())
}

/// Emits an instruction whose operands have been read.
fn finish(
    candidate: &Candidate,
    parsed: Parsed,
    asm: &mut Assembler<'_>,
    cursor: &Cursor<'_>,
) -> Result<(), Diagnostic> {
    let instruction = parsed.instruction;
    check_registers(&instruction).map_err(|message| cursor.error(message))?;
    let Some((value, half)) = parsed.value else {
        let bytes = bytes_of(&instruction, cursor)?;
        return asm.emit(cursor, &bytes, &[]);
    };
    // The sizes that the value may still choose from, and what becomes of it in each.
    let (short, long) = match instruction.op {
        Op::Branch | Op::BranchLink => (Some(fixups::R_SIMM8), Some(fixups::R_SIMM24)),
        // Which half is meant is said by the operator, and without one by the instruction.
        Op::MovImm => (None, Some(if half == Some(Half::High) { fixups::R_HIGH } else { fixups::R_LOW })),
        Op::Movt => (None, Some(if half == Some(Half::Low) { fixups::R_LOW } else { fixups::R_HIGH })),
        Op::AddImm | Op::SubImm => (None, Some(fixups::R_SIMM11)),
        Op::LslImm | Op::LsrImm | Op::AsrImm => (Some(fixups::SHIFT), Some(fixups::SHIFT)),
        Op::Trap | Op::Swi => (Some(fixups::TRAP), None),
        Op::LoadDisp | Op::StoreDisp => (Some(fixups::DISP3), Some(fixups::R_IMM11)),
        _ => (None, Some(fixups::R_IMM11)),
    };
    let may_grow = !candidate.sized && !matches!(short, Some(fixups::SHIFT | fixups::TRAP));
    let mut variants = Vec::new();
    for (size, kind) in [(2, short), (4, long)] {
        let Some(kind) = kind else { continue };
        if size == instruction.size || (may_grow && size > instruction.size) {
            let bytes = bytes_of(&Instruction { size, ..instruction }, cursor)?;
            let fixups = vec![Fixup { offset: 0, kind, value: value.clone() }];
            variants.push(Variant { bytes, fixups });
        }
    }
    match variants.as_slice() {
        [] => Err(cursor.error("the 16-bit form cannot take a value that is not known here")),
        [only] => asm.emit(cursor, &only.bytes, &only.fixups),
        _ => asm.emit_relaxable(cursor, variants),
    }
}

/// The encoding of an instruction whose operands have been checked.
fn bytes_of(instruction: &Instruction, cursor: &Cursor<'_>) -> Result<Vec<u8>, Diagnostic> {
    let form = Form::of(instruction.op, instruction.size);
    let word = form.and_then(|form| encode_form(form, instruction));
    let word = word.ok_or_else(|| cursor.error("an operand does not fit its field"))?;
    Ok(word.to_le_bytes()[..usize::from(instruction.size)].to_vec())
}

/// Refuses loads and stores that the hardware forbids.
fn check_registers(instruction: &Instruction) -> Result<(), &'static str> {
    let Instruction { op, rd, rn, .. } = *instruction;
    let is_memory = isa::is_load(op) || isa::is_store(op);
    let double = is_memory && instruction.access == Access::Double;
    if double && rd & 1 == 1 {
        return Err("expected an even register, the first of a pair");
    }
    let changes_base = matches!(op, Op::LoadPostDisp | Op::LoadPostIndex);
    if changes_base && (rd == rn || (double && rd + 1 == rn)) {
        return Err("the register that is loaded is also the base that is changed");
    }
    Ok(())
}

/// `push {list}` and `pop {list}`: stores or loads of r0 to r15 in ascending order, with r15 for scratch.
fn stack_list(
    target: &Epiphany,
    asm: &mut Assembler<'_>,
    cursor: &mut Cursor<'_>,
    push: bool,
) -> Result<(), Diagnostic> {
    cursor.bump();
    let mut list = Vec::new();
    loop {
        cursor.skip_blanks();
        let at = cursor.clone();
        let number = register(cursor, 64).map_err(|failure| failure.diagnostic)?;
        if number > 15 || list.last().is_some_and(|&last| last >= number) {
            return Err(at.expected("a register up to r15, higher than the one before"));
        }
        list.push(number);
        if !cursor.eat(b',') {
            break;
        }
    }
    cursor.expect(b'}')?;
    cursor.expect_end()?;
    let mut lines = vec![("mov", "r15,4".to_owned())];
    if push {
        lines.push(("sub", "sp,sp,r15".to_owned()));
        let last = list.pop();
        lines.extend(list.iter().map(|number| ("str", format!("r{number},[sp],-r15"))));
        lines.extend(last.iter().map(|number| ("str", format!("r{number},[sp]"))));
    } else {
        lines.extend(list.iter().rev().map(|number| ("ldr", format!("r{number},[sp],+r15"))));
    }
    let position = cursor.position();
    for (mnemonic, operands) in lines {
        let mut inner = Cursor::new(&operands, &position.file, position.line, 0);
        target.instruction(asm, mnemonic, &mut inner)?;
    }
    Ok(())
}

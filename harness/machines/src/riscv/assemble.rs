//! RISC-V assembly as GNU as 2.40 and LLVM read it.
//!
//! Instructions are compressed where `.option rvc`, or an `.attribute arch` with the extension C, says so, and never by
//! default; names such as `c.addi` are always understood. Relaxation by the linker is not asked for, so that distances within a
//! section are settled here. See `docs/machines/riscv.md` for what is left out.

mod branches;
mod directives;
mod operands;
mod pseudo;

use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::sync::LazyLock;

use super::alias::{ALIASES, Alias};
use super::arch::Extensions;
use super::encode::{compress, encode};
use super::fixups;
use super::flags;
use super::isa::{DYNAMIC, Extension, FORMS, Form, Instruction, Op, SHORTS, Short, Xlen};
use crate::asm::{
    self, AsmTarget, Assembler, Cursor, Diagnostic, Diagnostics, Expr, Fixup, FrameSyntax, Syntax, Text,
    lower_case,
};
use crate::object_file::ObjectFile;

/// Raw `sh_flags` bit of code.
const EXECUTE: u64 = 4;

/// Assembles a text. `name` stands in messages and in the object file.
///
/// The flags of the object are those that GNU as gives by default: the floating-point ABI follows from the architecture that
/// the text names, and is that of doubles where it names none.
///
/// # Errors
/// Everything that is wrong with the text, by line and column.
pub fn assemble(xlen: Xlen, name: &str, text: &str) -> Result<ObjectFile, Diagnostics> {
    assemble_text(xlen, Text::plain(name, text))
}

/// Assembles a text, with the lines of its code if they are asked for.
pub(super) fn assemble_text(xlen: Xlen, text: Text<'_>) -> Result<ObjectFile, Diagnostics> {
    let target = Riscv::new(xlen);
    let mut object = asm::assemble(&target, text)?;
    object.flags = target.flags();
    let align = if object.flags & flags::RVC != 0 { 2 } else { 4 };
    for section in object.sections.iter_mut().filter(|section| section.flags & EXECUTE != 0) {
        section.align = section.align.max(align);
    }
    Ok(object)
}

/// State that `.option` changes.
#[derive(Debug, Clone, Copy)]
struct Options {
    /// Extensions that the assembler may make use of by itself; names of instructions are always understood.
    extensions: Extensions,
    /// `la` loads addresses from the global offset table.
    position_independent: bool,
}

impl Options {
    /// Instructions are compressed.
    const fn compress(&self) -> bool {
        self.extensions.has(Extension::C)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { extensions: Extensions::ALL_LONG, position_independent: false }
    }
}

/// The target for the shared assembler.
struct Riscv {
    xlen: Xlen,
    options: Cell<Options>,
    /// Options that `.option push` has kept.
    kept: RefCell<Vec<Options>>,
    /// There are only the registers x0 to x15.
    embedded: Cell<bool>,
    /// Some code may lie at an address that is no multiple of 4.
    compressed: Cell<bool>,
    /// Bits of the floating-point ABI.
    float_abi: Cell<u32>,
    /// Number of labels made for pairs of relocations.
    labels: Cell<u32>,
}

static SYNTAX32: Syntax = syntax(Xlen::Rv32);
static SYNTAX64: Syntax = syntax(Xlen::Rv64);

const fn syntax(xlen: Xlen) -> Syntax {
    Syntax {
        comments: &["#", "//"],
        align_is_power: true,
        text_align: 1,
        settles_globals: true,
        wide_symbols: matches!(xlen, Xlen::Rv64),
        ..Syntax::with_fixups(xlen.fixup_kinds())
    }
}

/// A row of one of the tables of instructions.
#[derive(Debug, Clone, Copy)]
enum Row {
    /// An instruction of 32 bits, with the value of the field in its name.
    Form(&'static Form, u8),
    /// A pseudo-instruction.
    Alias(&'static Alias),
    /// A compressed instruction.
    Short(u8, &'static Short),
}

impl Row {
    fn syntax(self) -> &'static str {
        match self {
            Self::Form(form, _) => form.syntax,
            Self::Alias(alias) => alias.syntax,
            Self::Short(_, short) => short.syntax,
        }
    }

    /// The instruction without the operands that stand in the text.
    fn start(self) -> Instruction {
        let rounding = if self.syntax().contains('m') { DYNAMIC } else { 0 };
        match self {
            Self::Form(form, value) => {
                let mut instruction = Instruction { mode: rounding, ..Instruction::new(form.op) };
                if let Some(part) = form.name_part() {
                    part.field.read(part.field.insert(value.into()), &mut instruction);
                }
                instruction
            }
            Self::Alias(alias) => {
                let mut instruction = Instruction::new(alias.op);
                alias.apply(&mut instruction);
                instruction
            }
            Self::Short(row, short) => {
                // Registers and the constant that the name fixes; all others are read.
                let (rd, rs1, rs2) = (short.rd.read(0), short.rs1.read(0), short.rs2.read(0));
                let imm = short.imm.read(0);
                Instruction { short: Some(row), rd, rs1, rs2, imm, ..Instruction::new(short.op) }
            }
        }
    }
}

type Rows = FxHashMap<String, Vec<Row>>;

/// The rows that a name can mean on one width.
fn rows(xlen: Xlen) -> Rows {
    let mut table = Rows::default();
    for form in FORMS.iter().filter(|form| form.widths.has(xlen)) {
        let (sign, texts) = form.name_part().map_or(("", &[Some("")][..]), |part| (part.sign, part.texts));
        for (value, text) in texts.iter().enumerate().filter_map(|(value, text)| Some((value, (*text)?))) {
            let name =
                if sign.is_empty() { form.mnemonic.to_owned() } else { form.mnemonic.replace(sign, text) };
            table.entry(name).or_default().push(Row::Form(form, value as u8));
        }
    }
    let has_op = |op: Op| op.form().is_some_and(|form| form.widths.has(xlen));
    for alias in ALIASES.iter().filter(|alias| has_op(alias.op)) {
        table.entry(alias.mnemonic.to_owned()).or_default().push(Row::Alias(alias));
    }
    for (row, short) in SHORTS.iter().enumerate().filter(|(_, short)| short.widths.has(xlen)) {
        table.entry(short.mnemonic.to_owned()).or_default().push(Row::Short(row as u8, short));
    }
    table
}

static ROWS32: LazyLock<Rows> = LazyLock::new(|| rows(Xlen::Rv32));
static ROWS64: LazyLock<Rows> = LazyLock::new(|| rows(Xlen::Rv64));

/// An instruction whose operands have been read.
#[derive(Debug)]
struct Parsed {
    instruction: Instruction,
    /// A value that is not known yet, and the relocation that it becomes.
    pending: Option<(Expr, u32)>,
    /// Target of a branch or jump.
    target: Option<Expr>,
}

impl Riscv {
    fn new(xlen: Xlen) -> Self {
        Self {
            xlen,
            options: Cell::default(),
            kept: RefCell::default(),
            embedded: Cell::new(false),
            compressed: Cell::new(false),
            float_abi: Cell::new(flags::FLOAT_ABI_DOUBLE),
            labels: Cell::new(0),
        }
    }

    /// `e_flags` of what was assembled.
    fn flags(&self) -> u32 {
        let bit = |flag: &Cell<bool>, bit| if flag.get() { bit } else { 0 };
        self.float_abi.get() | bit(&self.compressed, flags::RVC) | bit(&self.embedded, flags::RVE)
    }

    /// The word of an instruction, compressed if that is asked for: its bytes and their number.
    fn encode(&self, instruction: &Instruction) -> Option<([u8; 4], usize)> {
        let word = encode(instruction, self.xlen)?.to_le_bytes();
        if instruction.short.is_some() {
            self.compressed.set(true);
            return Some((word, 2));
        }
        Some(match self.shortest(instruction) {
            Some((_, [a, b])) => ([a, b, 0, 0], 2),
            None => (word, 4),
        })
    }

    /// The compressed instruction with the effect of one of 32 bits, if compression is asked for: its row and bytes.
    fn shortest(&self, instruction: &Instruction) -> Option<(u8, [u8; 2])> {
        let options = self.options.get();
        if !options.compress() {
            return None;
        }
        let i = *instruction;
        // A copy can be written as either addition, and some operations have operands that change places.
        let copies = i.op == Op::Addi && i.imm == 0 && i.rs1 != 0;
        let copy = copies.then_some(Instruction { op: Op::Add, rs1: 0, rs2: i.rs1, ..i });
        let commutes = matches!(i.op, Op::Add | Op::And | Op::Or | Op::Xor | Op::Addw | Op::Mul);
        let swapped = commutes.then_some(Instruction { rs1: i.rs2, rs2: i.rs1, ..i });
        let ways = [Some(i), copy, swapped];
        let found = ways.into_iter().flatten().find_map(|way| compress(&way, self.xlen, options.extensions));
        found.map(|(row, word)| (row, word.to_le_bytes()))
    }

    /// Emits an instruction without symbols.
    fn put(
        &self,
        asm: &mut Assembler<'_>,
        cursor: &Cursor<'_>,
        instruction: &Instruction,
    ) -> Result<(), Diagnostic> {
        let encoded = self.encode(instruction);
        let (bytes, size) = encoded.ok_or_else(|| cursor.error("an operand does not fit its field"))?;
        asm.emit(cursor, bytes.get(..size).unwrap_or_default(), &[])
    }

    /// Emits an instruction of 32 bits with a relocation.
    fn put_pending(
        &self,
        asm: &mut Assembler<'_>,
        cursor: &Cursor<'_>,
        instruction: &Instruction,
        value: Expr,
        kind: u32,
    ) -> Result<(), Diagnostic> {
        let word = encode(instruction, self.xlen);
        let word = word.ok_or_else(|| cursor.error("an operand does not fit its field"))?;
        asm.emit(cursor, &word.to_le_bytes(), &[Fixup { offset: 0, kind, value }])
    }

    fn finish(&self, asm: &mut Assembler<'_>, cursor: &Cursor<'_>, parsed: Parsed) -> Result<(), Diagnostic> {
        let Parsed { instruction, pending, target } = parsed;
        match (target, pending) {
            (Some(target), _) => self.jump(asm, cursor, &instruction, target),
            (None, Some((value, kind))) => self.put_pending(asm, cursor, &instruction, value, kind),
            (None, None) => self.put(asm, cursor, &instruction),
        }
    }
}

/// "DWARF Register Numbers" of the psABI.
static FRAMES: FrameSyntax = FrameSyntax {
    number: |name| {
        let (number, is_float) = operands::register_number(name)?;
        Some(u16::from(number) + if is_float { 32 } else { 0 })
    },
    stack_pointer: 2,
    return_register: 1,
};

impl AsmTarget for Riscv {
    fn syntax(&self) -> &'static Syntax {
        match self.xlen {
            Xlen::Rv32 => &SYNTAX32,
            Xlen::Rv64 => &SYNTAX64,
        }
    }

    fn instruction(
        &self,
        asm: &mut Assembler<'_>,
        mnemonic: &str,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), Diagnostic> {
        let name = &*lower_case(mnemonic);
        if let Some(done) = self.pseudo(asm, name, cursor) {
            return done;
        }
        let rows: &Rows = match self.xlen {
            Xlen::Rv32 => &ROWS32,
            Xlen::Rv64 => &ROWS64,
        };
        let (_, parsed) = asm::first_fit(
            mnemonic,
            rows.get(name),
            cursor,
            |row, cursor| self.attempt(*row, asm, cursor),
            |_, _, failure| failure.offset,
        )?;
        self.finish(asm, cursor, parsed)
    }

    fn directive(
        &self,
        asm: &mut Assembler<'_>,
        name: &str,
        cursor: &mut Cursor<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        self.own_directive(asm, name, cursor)
    }

    fn data_modifier(&self, cursor: &mut Cursor<'_>, bytes: u8) -> Option<Result<u32, Diagnostic>> {
        let mut ahead = cursor.clone();
        if bytes != 4
            || !ahead.eat(b'@')
            || !ahead.name().is_some_and(|name| name.eq_ignore_ascii_case("plt"))
        {
            return None;
        }
        *cursor = ahead;
        Some(Ok(fixups::R_PLT32))
    }

    /// One byte that is no code, a compressed `nop`, and others, as GNU as has them.
    fn pad_code(&self, padding: &mut [u8]) {
        let whole = padding.len() & !1;
        let (odd, rest) = padding.split_at_mut(padding.len() - whole);
        odd.fill(0);
        let (short, rest) = rest.split_at_mut(whole % 4);
        short.copy_from_slice([1, 0].get(..short.len()).unwrap_or_default());
        for word in rest.chunks_exact_mut(4) {
            word.copy_from_slice(&[0x13, 0, 0, 0]);
        }
    }

    fn frames(&self) -> Option<&'static FrameSyntax> {
        Some(&FRAMES)
    }

    fn keeps_symbol(&self, kind: u32) -> bool {
        // A slot is one of a symbol, and a lower part names the place of its upper part.
        matches!(
            kind,
            fixups::R_PCREL_LO12_I
                | fixups::R_PCREL_LO12_S
                | fixups::R_GOT_HI20
                | fixups::R_TLS_GOT_HI20
                | fixups::R_TLS_GD_HI20
        )
    }
}

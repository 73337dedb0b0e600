//! Pseudo-instructions that become several instructions, or that are none.

use super::super::fixups;
use super::super::isa::{Extension, Instruction, Op, RA, Xlen};
use super::Riscv;
use super::operands::{constant, float_register};
use crate::asm::{Assembler, Cursor, Diagnostic, Expr, Fixup};

type Done = Result<(), Diagnostic>;

/// Register that `tail` uses: t1.
const T1: u8 = 6;
/// The word that means no instruction: `csrrw zero, cycle, zero`.
const UNIMP: [u8; 4] = 0xc000_1073u32.to_le_bytes();

/// Loads and stores that take a symbol in the place of an address: name, operation, and whether the register is one of floating
/// point. Stores and accesses to such registers need another one for the address.
#[rustfmt::skip]
const ACCESSES: &[(&str, Op, bool)] = &[
    ("lb", Op::Lb, false), ("lh", Op::Lh, false), ("lw", Op::Lw, false), ("ld", Op::Ld, false),
    ("lbu", Op::Lbu, false), ("lhu", Op::Lhu, false), ("lwu", Op::Lwu, false),
    ("sb", Op::Sb, false), ("sh", Op::Sh, false), ("sw", Op::Sw, false), ("sd", Op::Sd, false),
    ("flh", Op::Flh, true), ("flw", Op::Flw, true), ("fld", Op::Fld, true),
    ("fsh", Op::Fsh, true), ("fsw", Op::Fsw, true), ("fsd", Op::Fsd, true),
];

const fn is_store(op: Op) -> bool {
    matches!(op, Op::Sb | Op::Sh | Op::Sw | Op::Sd | Op::Fsh | Op::Fsw | Op::Fsd)
}

/// Copies of a narrower value that become two shifts where an extension is not there: name, width in bits, whether the sign is
/// copied, the extension that has the instruction.
#[rustfmt::skip]
const NARROW: &[(&str, i32, bool, Extension)] = &[
    ("sext.b", 8, true, Extension::Zbb), ("sext.h", 16, true, Extension::Zbb),
    ("zext.h", 16, false, Extension::Zbb), ("zext.w", 32, false, Extension::Zba),
];

impl Riscv {
    /// The load of an address.
    const fn load_address(&self) -> Op {
        match self.xlen {
            Xlen::Rv32 => Op::Lw,
            Xlen::Rv64 => Op::Ld,
        }
    }

    /// Assembles a pseudo-instruction; `None` for other names.
    pub(super) fn pseudo(
        &self,
        asm: &mut Assembler<'_>,
        name: &str,
        cursor: &mut Cursor<'_>,
    ) -> Option<Done> {
        let got = (fixups::R_GOT_HI20, self.load_address());
        let relative = (fixups::R_PCREL_HI20, Op::Addi);
        let usual = if self.options.get().position_independent { got } else { relative };
        Some(match name {
            "li" => self.load_immediate(asm, cursor),
            "la" => self.address(asm, cursor, usual),
            "lla" => self.address(asm, cursor, relative),
            "lga" => self.address(asm, cursor, got),
            "la.tls.ie" => self.address(asm, cursor, (fixups::R_TLS_GOT_HI20, self.load_address())),
            "la.tls.gd" => self.address(asm, cursor, (fixups::R_TLS_GD_HI20, Op::Addi)),
            "call" => self.call(asm, cursor),
            "tail" => self.tail(asm, cursor),
            "jump" => self.far_jump(asm, cursor),
            "unimp" | "c.unimp" => {
                let short = name == "c.unimp" || self.options.get().compress();
                let bytes = if short { &[0, 0][..] } else { &UNIMP[..] };
                if short {
                    self.compressed.set(true);
                }
                cursor.expect_end().and_then(|()| asm.emit(cursor, bytes, &[]))
            }
            "add" if cursor.rest().contains("%tprel_add") => self.add_thread_pointer(asm, cursor),
            _ => {
                if let Some((_, width, signed, extension)) = NARROW.iter().find(|(known, ..)| *known == name)
                {
                    let unused = self.xlen.bits() as i32 - width;
                    let one = self.options.get().extensions.has(*extension) || unused == 0;
                    return (!one).then(|| self.shifts(asm, cursor, unused, *signed));
                }
                let (_, op, float) = ACCESSES.iter().find(|(known, ..)| *known == name)?;
                let is_known = op.form().is_some_and(|form| form.widths.has(self.xlen));
                if cursor.rest().contains('(') || !is_known {
                    return None;
                }
                self.access(asm, cursor, *op, *float)
            }
        })
    }

    /// `li register, constant`: the instructions that GNU as chooses.
    fn load_immediate(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Done {
        let rd = self.register(cursor)?;
        cursor.expect(b',')?;
        let range = match self.xlen {
            Xlen::Rv32 => (i32::MIN.into(), u32::MAX.into()),
            Xlen::Rv64 => (i64::MIN, i64::MAX),
        };
        let value = constant(asm, cursor, range)?;
        cursor.expect_end()?;
        let value = if self.xlen == Xlen::Rv32 { (value as i32).into() } else { value };
        if (-0x800..0x800).contains(&value) {
            return self.put(
                asm,
                cursor,
                &Instruction { rd, imm: value as i32, ..Instruction::new(Op::Addi) },
            );
        }
        self.put_constant(asm, cursor, rd, value)
    }

    /// Loads a constant of any size.
    fn put_constant(&self, asm: &mut Assembler<'_>, cursor: &Cursor<'_>, rd: u8, value: i64) -> Done {
        let low = value << 52 >> 52;
        let upper = value.wrapping_sub(low);
        let add = |op, rs1, imm| Instruction { imm, ..Instruction::new(op).with(rd, rs1) };
        if i32::try_from(value).is_err() {
            let shift = 12 + (upper >> 12).trailing_zeros();
            self.put_constant(asm, cursor, rd, upper >> shift)?;
            self.put(asm, cursor, &add(Op::Slli, rd, shift as i32))?;
            return if low == 0 { Ok(()) } else { self.put(asm, cursor, &add(Op::Addi, rd, low as i32)) };
        }
        let base = if upper == 0 { 0 } else { rd };
        if upper != 0 {
            self.put(asm, cursor, &Instruction { rd, imm: upper as i32, ..Instruction::new(Op::Lui) })?;
        }
        let op = if self.xlen == Xlen::Rv64 { Op::Addiw } else { Op::Addi };
        if low == 0 && upper != 0 { Ok(()) } else { self.put(asm, cursor, &add(op, base, low as i32)) }
    }

    /// Copies a value to a register and its sign, or zeros, to the unused bits above it.
    fn shifts(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, unused: i32, signed: bool) -> Done {
        let rd = self.register(cursor)?;
        cursor.expect(b',')?;
        let rs1 = self.register(cursor)?;
        cursor.expect_end()?;
        let shift = |op, rs1| Instruction { imm: unused, ..Instruction::new(op).with(rd, rs1) };
        self.put(asm, cursor, &shift(Op::Slli, rs1))?;
        self.put(asm, cursor, &shift(if signed { Op::Srai } else { Op::Srli }, rd))
    }

    /// Reads a symbol, perhaps with `@plt` behind it.
    fn symbol(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<Expr, Diagnostic> {
        let value = asm.expression(cursor)?;
        let mut ahead = cursor.clone();
        if ahead.eat(b'@') && ahead.name().is_some_and(|name| name.eq_ignore_ascii_case("plt")) {
            *cursor = ahead;
        }
        Ok(value)
    }

    /// `auipc` and an instruction with the lower part, which names the place of the first.
    fn put_pair(
        &self,
        asm: &mut Assembler<'_>,
        cursor: &Cursor<'_>,
        (base, kind): (u8, u32),
        value: Expr,
        second: &Instruction,
    ) -> Done {
        let number = self.labels.get();
        self.labels.set(number + 1);
        let label = asm.define(cursor, &format!(".Lpcrel_hi{number}"))?;
        let first = Instruction { rd: base, ..Instruction::new(Op::Auipc) };
        self.put_pending(asm, cursor, &first, value, kind)?;
        let low = if is_store(second.op) { fixups::R_PCREL_LO12_S } else { fixups::R_PCREL_LO12_I };
        self.put_pending(asm, cursor, second, label, low)
    }

    /// `la register, symbol` and its like, with the relocation of the upper part and the operation of the lower one.
    fn address(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, (kind, op): (u32, Op)) -> Done {
        let rd = self.register(cursor)?;
        cursor.expect(b',')?;
        let value = Self::symbol(asm, cursor)?;
        cursor.expect_end()?;
        if let Expr::Constant(value) = value {
            return self.put_constant(asm, cursor, rd, value);
        }
        self.put_pair(asm, cursor, (rd, kind), value, &Instruction::new(op).with(rd, rd))
    }

    /// `lw register, symbol` and its like.
    fn access(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, op: Op, float: bool) -> Done {
        let register = if float { float_register(cursor)? } else { self.register(cursor)? };
        cursor.expect(b',')?;
        let value = Self::symbol(asm, cursor)?;
        let base = if float || is_store(op) {
            cursor.expect(b',')?;
            self.register(cursor)?
        } else {
            register
        };
        cursor.expect_end()?;
        let access = match is_store(op) {
            true => Instruction { rs2: register, ..Instruction::new(op).with(0, base) },
            false => Instruction::new(op).with(register, base),
        };
        self.put_pair(asm, cursor, (base, fixups::R_PCREL_HI20), value, &access)
    }

    /// `auipc` and `jalr`.
    fn put_call(
        &self,
        asm: &mut Assembler<'_>,
        cursor: &Cursor<'_>,
        base: u8,
        link: u8,
        value: Expr,
    ) -> Done {
        let first = Instruction { rd: base, ..Instruction::new(Op::Auipc) };
        let second = Instruction::new(Op::Jalr).with(link, base);
        let word = |instruction| super::encode(instruction, self.xlen).unwrap_or(0).to_le_bytes();
        let bytes = [word(&first), word(&second)].concat();
        asm.emit(cursor, &bytes, &[Fixup { offset: 0, kind: fixups::R_CALL_PLT, value }])
    }

    /// `call symbol` and `call register, symbol`.
    fn call(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Done {
        let mut ahead = cursor.clone();
        let link = match self.register(&mut ahead) {
            Ok(register) if ahead.eat(b',') => {
                *cursor = ahead;
                register
            }
            _ => RA,
        };
        let value = Self::symbol(asm, cursor)?;
        cursor.expect_end()?;
        self.put_call(asm, cursor, link, link, value)
    }

    /// `tail symbol`.
    fn tail(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Done {
        let value = Self::symbol(asm, cursor)?;
        cursor.expect_end()?;
        self.put_call(asm, cursor, T1, 0, value)
    }

    /// `jump symbol, register`.
    fn far_jump(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Done {
        let value = Self::symbol(asm, cursor)?;
        cursor.expect(b',')?;
        let base = self.register(cursor)?;
        cursor.expect_end()?;
        self.put_call(asm, cursor, base, 0, value)
    }

    /// `add register, register, tp, %tprel_add(symbol)`.
    fn add_thread_pointer(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Done {
        let rd = self.register(cursor)?;
        cursor.expect(b',')?;
        let rs1 = self.register(cursor)?;
        cursor.expect(b',')?;
        let rs2 = self.register(cursor)?;
        cursor.expect(b',')?;
        if !cursor.eat_str("%tprel_add") {
            return Err(cursor.expected("`%tprel_add(symbol)`"));
        }
        cursor.expect(b'(')?;
        let value = asm.expression(cursor)?;
        cursor.expect(b')')?;
        cursor.expect_end()?;
        let add = Instruction { rs2, ..Instruction::new(Op::Add).with(rd, rs1) };
        self.put_pending(asm, cursor, &add, value, fixups::R_TPREL_ADD)
    }
}

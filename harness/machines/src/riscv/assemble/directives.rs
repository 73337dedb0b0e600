//! Directives that only RISC-V has.

use super::super::arch::{self, Extensions};
use super::super::isa::Extension;
use super::super::{fixups, flags};
use super::Riscv;
use crate::asm::{Assembler, Cursor, Diagnostic, Expr, Fixup};

type Done = Result<(), Diagnostic>;

/// Number of the attribute `arch`.
const TAG_ARCH: i64 = 5;

impl Riscv {
    pub(super) fn own_directive(
        &self,
        asm: &mut Assembler<'_>,
        name: &str,
        cursor: &mut Cursor<'_>,
    ) -> Option<Done> {
        Some(match name {
            "option" => self.option(cursor),
            "attribute" => self.attribute(asm, cursor),
            "half" => data(asm, cursor, 2, None),
            "dword" => data(asm, cursor, 8, Some(fixups::R_64)),
            "dtprelword" => data(asm, cursor, 4, Some(fixups::R_TLS_DTPREL32)),
            "dtpreldword" => data(asm, cursor, 8, Some(fixups::R_TLS_DTPREL64)),
            "insn" => self.raw(asm, cursor),
            // A function of another calling convention: a word for dynamic linkers.
            "variant_cc" => cursor.symbol_name().and_then(|_| cursor.expect_end()),
            _ => return None,
        })
    }

    /// `.option`.
    fn option(&self, cursor: &mut Cursor<'_>) -> Done {
        cursor.skip_blanks();
        let at = cursor.clone();
        let mut options = self.options.get();
        match cursor.name().unwrap_or("") {
            "push" => self.kept.borrow_mut().push(options),
            "pop" => {
                options = self
                    .kept
                    .borrow_mut()
                    .pop()
                    .ok_or_else(|| at.error("`.option pop` without `.option push`"))?;
            }
            "rvc" => options.extensions = options.extensions.with(Extensions::C),
            "norvc" => options.extensions = options.extensions.without(Extensions::COMPRESSED),
            "pic" => options.position_independent = true,
            "nopic" => options.position_independent = false,
            // Nothing is left to the linker to be made shorter.
            "relax" | "norelax" | "csr-check" | "no-csr-check" => {}
            "arch" => {
                cursor.expect(b',')?;
                let list = cursor.take_while(|_| true);
                let parts = list.split(',').map(str::trim);
                options.extensions = parts.fold(options.extensions, arch::changed);
            }
            _ => {
                return Err(at.expected("push, pop, rvc, norvc, relax, norelax, pic, nopic or arch"));
            }
        }
        cursor.expect_end()?;
        if options.compress() {
            self.compressed.set(true);
        }
        self.options.set(options);
        Ok(())
    }

    /// `.attribute name, value`; only `arch` has an effect.
    fn attribute(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Done {
        let is_arch = match cursor.next_byte() {
            Some(b'0'..=b'9') => asm.constant(cursor)? == TAG_ARCH,
            _ => cursor.name().ok_or_else(|| cursor.expected("the name of an attribute"))? == "arch",
        };
        cursor.expect(b',')?;
        if cursor.next_byte() != Some(b'"') {
            asm.constant(cursor)?;
            return cursor.expect_end();
        }
        let at = cursor.clone();
        let text = cursor.string()?;
        cursor.expect_end()?;
        if !is_arch {
            return Ok(());
        }
        let arch = arch::parse(&String::from_utf8_lossy(&text));
        let arch = arch.ok_or_else(|| at.expected("an architecture such as \"rv64gc\""))?;
        if arch.xlen != self.xlen {
            let (found, wanted) = (arch.xlen.bits(), self.xlen.bits());
            return Err(at.error(format!("the text is for RV{found}, it is assembled for RV{wanted}")));
        }
        self.embedded.set(arch.embedded);
        let has = |extension| arch.extensions.has(extension);
        self.float_abi.set(if has(Extension::D) { flags::FLOAT_ABI_DOUBLE } else { flags::FLOAT_ABI_SOFT });
        self.compressed.set(self.compressed.get() || has(Extension::C));
        self.options.set(super::Options { extensions: arch.extensions, ..self.options.get() });
        Ok(())
    }

    /// `.insn value` and `.insn length, value`: an instruction by its bits.
    fn raw(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Done {
        cursor.skip_blanks();
        let at = cursor.clone();
        if !matches!(cursor.peek(), Some(b'0'..=b'9')) {
            return Err(at.expected("the bits of an instruction, or its length in bytes before them"));
        }
        let first = asm.constant(cursor)?;
        let (length, value) = match cursor.eat(b',') {
            true => (Some(first), asm.constant(cursor)?),
            false => (None, first),
        };
        cursor.expect_end()?;
        let size = if value & 3 == 3 { 4 } else { 2 };
        let fits = value >= 0 && value < 1 << (8 * size) && length.is_none_or(|length| length == size);
        if !fits {
            return Err(at.error("expected the bits of an instruction of 2 or 4 bytes"));
        }
        if size == 2 {
            self.compressed.set(true);
        }
        asm.emit(cursor, value.to_le_bytes().get(..size as usize).unwrap_or_default(), &[])
    }
}

/// Data of some size, with a relocation for symbols if there is one.
fn data(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, size: usize, kind: Option<u32>) -> Done {
    if cursor.at_end() {
        return Ok(());
    }
    loop {
        cursor.skip_blanks();
        let at = cursor.clone();
        let value = asm.expression(cursor)?;
        let bits = 8 * size;
        match (value, kind) {
            (Expr::Constant(value), _) => {
                if bits < 64 && !(-(1i64 << bits)..1i64 << bits).contains(&value) {
                    return Err(at.error(format!("expected a value of {bits} bits, found {value:#x}")));
                }
                asm.emit(&at, value.to_le_bytes().get(..size).unwrap_or_default(), &[])?;
            }
            (value, kind) => {
                // A number that is no relocation: the assembler must settle the value.
                let kind = kind.unwrap_or(u32::MAX - size as u32);
                asm.emit(&at, [0; 8].get(..size).unwrap_or_default(), &[Fixup { offset: 0, kind, value }])?;
            }
        }
        if !cursor.eat(b',') {
            return cursor.expect_end();
        }
    }
}

//! Execution bundles: `{ main ; aux }`, on one line or several.

use super::super::isa::{BUNDLED, Op, SOLO, SUPERVISOR, may_be_bundled};
use super::{Ipu, Parsed, is_aux, repeat};
use crate::asm::{Assembler, Cursor, Diagnostic, Fixup};

impl Ipu {
    /// Reads a bundle; the cursor is behind the opening brace.
    pub(super) fn bundle(&self, asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let at = cursor.clone();
        let start = cursor.offset();
        let rest = cursor.rest();
        let Some(length) = rest.find('}') else {
            return Err(at.error("the bundle has no closing `}`"));
        };
        let inside = rest.get(..length).unwrap_or("");
        if let Some(again) = inside.find('{') {
            cursor.seek(start + again);
            return Err(cursor.error("a bundle begins before the last one has ended"));
        }
        let mut parts: Vec<Parsed> = Vec::new();
        let mut offset = 0;
        for line in inside.split(['\n', ';']) {
            let blanks = line.len() - line.trim_start().len();
            let text = line.trim();
            cursor.seek(start + offset + blanks);
            if !text.is_empty() && !self.conditional(asm, text, cursor)? {
                if parts.len() == 2 {
                    return Err(cursor.error("a bundle has two instructions, this one has more"));
                }
                parts.push(self.half(asm, text, cursor)?);
            }
            offset += line.len() + 1;
        }
        cursor.seek(start + length);
        let end = cursor.clone();
        cursor.expect(b'}')?;
        cursor.expect_end()?;
        let (Some(mut main), Some(mut aux), None) = ({
            let mut parts = parts.into_iter();
            (parts.next(), parts.next(), parts.next())
        }) else {
            return Err(end.error("a bundle has two instructions, this one has fewer"));
        };
        if self.optimize.get() && is_aux(&main) && !is_aux(&aux) {
            std::mem::swap(&mut main, &mut aux);
        }
        self.check_bundle(&main, &aux, &at)?;
        self.emit_bundle(asm, &at, &main, &aux)
    }

    /// A line of the bundle that is a conditional directive, or that such a directive leaves out.
    fn conditional(
        &self,
        asm: &mut Assembler<'_>,
        text: &str,
        cursor: &Cursor<'_>,
    ) -> Result<bool, Diagnostic> {
        let position = cursor.position();
        let column = position.column.saturating_sub(1) as usize;
        asm.conditional_line(&mut Cursor::new(text, &position.file, position.line, column))
    }

    /// Reads one half; the cursor stands at its first byte.
    fn half(&self, asm: &mut Assembler<'_>, text: &str, cursor: &Cursor<'_>) -> Result<Parsed, Diagnostic> {
        let position = cursor.position();
        let column = position.column.saturating_sub(1) as usize;
        let mut inner = Cursor::new(text, &position.file, position.line, column);
        let mnemonic = inner.take_while(|byte| !byte.is_ascii_whitespace()).to_ascii_lowercase();
        if mnemonic == "ldconst" {
            return Err(cursor.error("`ldconst` may be two instructions and cannot be part of a bundle"));
        }
        self.read(asm, &mnemonic, &mut inner)
    }

    fn check_bundle(&self, main: &Parsed, aux: &Parsed, at: &Cursor<'_>) -> Result<(), Diagnostic> {
        for parsed in [main, aux] {
            if parsed.instruction.form.is(SOLO) {
                let mnemonic = parsed.instruction.form.mnemonic;
                return Err(at.error(format!("`{mnemonic}` cannot be part of a bundle")));
            }
        }
        if self.any_bundles.get() || may_be_bundled(&main.instruction, &aux.instruction) {
            return Ok(());
        }
        Err(at.error(match (is_aux(main), is_aux(aux)) {
            _ if main.instruction.form.is(SUPERVISOR) => "the supervisor has no bundles",
            (true, _) => "the first instruction of a bundle goes to the main lane",
            (false, false) => "the second instruction of a bundle goes to the auxiliary lane",
            (false, true) => "both instructions of the bundle write to the same register",
        }))
    }

    fn emit_bundle(
        &self,
        asm: &mut Assembler<'_>,
        at: &Cursor<'_>,
        main: &Parsed,
        aux: &Parsed,
    ) -> Result<(), Diagnostic> {
        let mut bytes = Vec::with_capacity(8);
        for parsed in [main, aux] {
            bytes.extend_from_slice(&(parsed.word(at)? | BUNDLED).to_le_bytes());
        }
        let fixups: Vec<Fixup> = main.fixup(0).into_iter().chain(aux.fixup(4)).collect();
        if main.instruction.form.op != Op::Repeat {
            return asm.emit(at, &bytes, &fixups);
        }
        self.has_repeats.set(true);
        asm.mark();
        if self.optimize.get() && repeat::is_fnop(&aux.instruction) {
            let alone = main.word(at)?.to_le_bytes().to_vec();
            let variants = repeat::variants(asm, bytes, fixups, alone, main.fixup(0));
            return asm.emit_relaxable(at, variants);
        }
        asm.emit(at, &bytes, &fixups)
    }
}

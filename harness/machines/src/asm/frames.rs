//! Call frame information of texts, from the directives `.cfi_*`: as instructions of DWARF, kept beside the object's sections
//! where lines are, so that code and data lie where they lie without it.

use super::assembler::Assembler;
use super::cursor::Cursor;
use super::diagnostics::Diagnostic;
use super::directives::{list, write_leb};
use super::evaluate::Evaluator;
use super::layout::Layout;
use super::symbols::{SymbolId, Value};
use crate::object_file::FrameTable;

/// Registers as call frame information has them.
#[derive(Debug)]
pub struct FrameSyntax {
    /// DWARF's number of a register by its name.
    pub number: fn(&str) -> Option<u16>,
    /// Number of the stack pointer, which is the frame address when a function is entered.
    pub stack_pointer: u16,
    /// Number of the register with the return address.
    pub return_register: u16,
}

/// Parts of an operand list: a register, an offset in bytes, an offset from the frame address's register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Register,
    Offset,
    FromBase,
}

use Part::{FromBase, Offset, Register};

/// Directives that are one instruction of DWARF: its opcode (the form with a signed offset that is not multiplied), and its
/// operands.
const PLAIN: [(&str, u8, &[Part]); 12] = [
    ("def_cfa", 0x12, &[Register, Offset]),
    ("def_cfa_offset", 0x13, &[Offset]),
    ("def_cfa_register", 0x0d, &[Register]),
    ("offset", 0x11, &[Register, Offset]),
    ("rel_offset", 0x11, &[Register, FromBase]),
    ("remember_state", 0x0a, &[]),
    ("register", 0x09, &[Register, Register]),
    ("restore", 0x06, &[Register]),
    ("restore_state", 0x0b, &[]),
    ("same_value", 0x08, &[Register]),
    ("undefined", 0x07, &[Register]),
    ("val_offset", 0x15, &[Register, Offset]),
];

/// `DW_CFA_advance_loc4`, `DW_CFA_def_cfa_offset_sf`.
const ADVANCE: u8 = 0x04;
const SET_OFFSET: u8 = 0x13;

/// Procedures with call frame information, as far as they were read.
#[derive(Debug, Default)]
pub(super) struct Frames {
    list: Vec<Procedure>,
    /// True between `.cfi_startproc` and `.cfi_endproc`, for the last of the list.
    is_open: bool,
}

#[derive(Debug)]
struct Procedure {
    start: SymbolId,
    end: SymbolId,
    return_register: u16,
    /// Instructions, each with its place.
    steps: Vec<(SymbolId, Vec<u8>)>,
    /// Offset of the frame address from its register, and those that are remembered.
    offset: i64,
    remembered: Vec<i64>,
    is_signal_frame: bool,
}

impl Frames {
    /// True if the text is within a procedure.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }
}

/// Runs `.cfi_NAME`. Where nobody asks for call frame information, and on targets whose registers have no names here, nothing
/// is read.
pub(super) fn run(asm: &mut Assembler<'_>, name: &str, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
    let Some(syntax) = asm.target.frames().filter(|_| asm.lines.is_some()) else { return Ok(()) };
    let at = cursor.clone();
    if name == "startproc" {
        if asm.frames.is_open {
            return Err(at.error("`.cfi_startproc` before the `.cfi_endproc` of the one before"));
        }
        let (start, mut steps) = (here(asm), Vec::new());
        // `simple` leaves out what is so at the beginning of every function.
        if !cursor.eat_str("simple") {
            let mut first = vec![0x12];
            write_leb(&mut first, syntax.stack_pointer.into(), false);
            first.push(0);
            steps.push((start, first));
        }
        asm.frames.is_open = true;
        asm.frames.list.push(Procedure {
            start,
            end: start,
            return_register: syntax.return_register,
            steps,
            offset: 0,
            remembered: Vec::new(),
            is_signal_frame: false,
        });
        return cursor.expect_end();
    }
    let plain = PLAIN.iter().find(|(known, ..)| *known == name);
    let is_other =
        ["endproc", "adjust_cfa_offset", "escape", "return_column", "signal_frame"].contains(&name);
    // What is said of sections, personalities and data of languages changes nothing about frames.
    if plain.is_none() && !is_other {
        return Ok(());
    }
    let place = here(asm);
    let Some(mut procedure) = asm.frames.list.pop().filter(|_| asm.frames.is_open) else {
        return Err(at.error(format!("`.cfi_{name}` outside of `.cfi_startproc` and `.cfi_endproc`")));
    };
    let done = match plain {
        Some((_, opcode, parts)) => procedure.plain(asm, cursor, (place, *opcode, parts)),
        None => procedure.other(asm, name, cursor, place),
    };
    asm.frames.is_open = name != "endproc";
    asm.frames.list.push(procedure);
    done
}

/// A symbol for the present place.
fn here(asm: &mut Assembler<'_>) -> SymbolId {
    let place = asm.place();
    asm.symbols.anonymous(Value::Label(place))
}

/// A register, by name or number.
fn register(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<u16, Diagnostic> {
    cursor.skip_blanks();
    let mut ahead = cursor.clone();
    let by_name = asm.target.frames().zip(ahead.name());
    if let Some(number) = by_name.and_then(|(syntax, name)| (syntax.number)(name)) {
        *cursor = ahead;
        return Ok(number);
    }
    let at = cursor.clone();
    let number = asm.constant(cursor).ok().and_then(|number| u16::try_from(number).ok());
    number.ok_or_else(|| at.expected("a register or its number in DWARF"))
}

impl Procedure {
    /// A directive that is one instruction; one with a register alone may have several.
    fn plain(
        &mut self,
        asm: &mut Assembler<'_>,
        cursor: &mut Cursor<'_>,
        (place, opcode, parts): (SymbolId, u8, &[Part]),
    ) -> Result<(), Diagnostic> {
        match (opcode, self.remembered.last()) {
            (0x0a, _) => self.remembered.push(self.offset),
            (0x0b, Some(offset)) => {
                self.offset = *offset;
                self.remembered.pop();
            }
            (0x0b, None) => return Err(cursor.error("`.cfi_restore_state` without `.cfi_remember_state`")),
            _ => {}
        }
        loop {
            let mut code = vec![opcode];
            for (number, part) in parts.iter().enumerate() {
                if number > 0 {
                    cursor.expect(b',')?;
                }
                match part {
                    Register => write_leb(&mut code, register(asm, cursor)?.into(), false),
                    Offset => write_leb(&mut code, asm.constant(cursor)?, true),
                    FromBase => write_leb(&mut code, asm.constant(cursor)?.wrapping_sub(self.offset), true),
                }
                if *part == Offset && matches!(opcode, 0x12 | SET_OFFSET) {
                    self.offset = last_number(&code);
                }
            }
            self.steps.push((place, code));
            if parts != [Register] || opcode == 0x0d || !cursor.eat(b',') {
                return cursor.expect_end();
            }
        }
    }

    fn other(
        &mut self,
        asm: &mut Assembler<'_>,
        name: &str,
        cursor: &mut Cursor<'_>,
        place: SymbolId,
    ) -> Result<(), Diagnostic> {
        match name {
            "adjust_cfa_offset" => {
                self.offset = self.offset.wrapping_add(asm.constant(cursor)?);
                let mut code = vec![SET_OFFSET];
                write_leb(&mut code, self.offset, true);
                self.steps.push((place, code));
            }
            "escape" => {
                let mut code = Vec::new();
                list(cursor, |cursor| {
                    code.push(asm.constant(cursor)? as u8);
                    Ok(())
                })?;
                self.steps.push((place, code));
            }
            "return_column" => self.return_register = register(asm, cursor)?,
            "signal_frame" => self.is_signal_frame = true,
            _ => self.end = place,
        }
        cursor.expect_end()
    }
}

/// The signed number with which an instruction ends.
fn last_number(code: &[u8]) -> i64 {
    let start = code.iter().rev().skip(1).take_while(|byte| **byte & 0x80 != 0).count() + 1;
    let bytes = code.get(code.len().saturating_sub(start)..).unwrap_or_default();
    let value = bytes.iter().rev().fold(0i64, |value, byte| value << 7 | i64::from(byte & 0x7f));
    let unused = 64u32.saturating_sub(7 * bytes.len() as u32);
    value << unused >> unused
}

/// The tables of all procedures of sections whose places are settled. Procedures of signal frames are left out: what is there
/// was no call.
pub(super) fn tables(asm: &Assembler<'_>, layout: &Layout) -> Vec<FrameTable> {
    let mut evaluator = Evaluator::new(&asm.symbols, layout);
    let mut place = |symbol: SymbolId| {
        let (section, offset) = evaluator.location(symbol)?;
        Some((section, u64::try_from(offset).ok()?))
    };
    let mut table = |procedure: &Procedure| {
        let (section, start) = place(procedure.start)?;
        let (_, end) = place(procedure.end).filter(|(home, _)| *home == section)?;
        let mut code = Vec::new();
        let mut at = start;
        for (symbol, step) in &procedure.steps {
            let (_, offset) = place(*symbol)?;
            if offset > at {
                code.push(ADVANCE);
                code.extend(u32::try_from(offset - at).ok()?.to_le_bytes());
                at = offset;
            }
            code.extend(step);
        }
        let (return_register, length) = (procedure.return_register, end.checked_sub(start)?);
        Some(FrameTable { section, start, length, return_register, code })
    };
    asm.frames.list.iter().filter(|procedure| !procedure.is_signal_frame).filter_map(&mut table).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_the_end() {
        for number in [0, 1, -1, 24, 63, 64, -64, -65, 4096, -1_000_000, i64::MAX, i64::MIN] {
            let mut code = vec![SET_OFFSET];
            write_leb(&mut code, number, true);
            assert_eq!(last_number(&code), number);
        }
    }
}

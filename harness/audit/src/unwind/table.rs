//! Rows of call frame information by address.

use super::Moments;
use super::claims::{REGISTERS, Watched};
use crate::debug::{Bytes, Sections, dwarf_register};
use crosscall_machines::debug_file::DebugFile;
use crosscall_model::Target;
use crosscall_model::plan::{Plan, StackRule};
use crosscall_model::target::Register;
use gimli::{
    BaseAddresses, CfaRule, CieOrFde, DebugFrame, EhFrame, FrameDescriptionEntry, LittleEndian, RegisterRule,
    UnwindContext, UnwindContextStorage, UnwindExpression, UnwindSection, UnwindTableRow, Vendor,
};
use std::ops::Range;
use std::sync::OnceLock;

/// Most rows, of a procedure and together, and most procedures that are kept.
const MOST_ROWS: usize = 1 << 20;
const MOST_ROWS_OF_ONE: usize = 1 << 16;
const MOST_PROCEDURES: usize = 1 << 18;

/// Most registers that functions give back: a bit of a mask for each.
const MOST_KEPT: usize = 64;

/// Most bytes of an expression.
const LONGEST_EXPRESSION: usize = 256;

/// Most states that a table remembers at one time.
const MOST_REMEMBERED: usize = 16;

/// A register that functions give back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// The register.
    pub register: Register,
    /// Number of its lowest bytes that are given back, at most 8.
    pub bytes: usize,
    /// DWARF's number.
    number: u16,
}

impl Kept {
    /// The bits that are given back.
    pub(super) fn mask(&self) -> u64 {
        if self.bytes >= 8 { u64::MAX } else { (1 << (8 * self.bytes)) - 1 }
    }
}

/// Registers and rules of a target that call frame information is about.
#[derive(Debug, Clone)]
pub struct Registers {
    pub(super) target: Target,
    /// Registers that functions give back.
    pub(crate) kept: Vec<Kept>,
    /// DWARF's number of the return address.
    return_column: u16,
    pub(super) stack: StackRule,
}

impl Registers {
    /// Those of a target by a plan of any call; `None` where the numbers of registers or what a frame address is are not known.
    pub fn of(target: Target, plan: &Plan) -> Option<Registers> {
        let return_column = match target {
            Target::Riscv(_) => 1,
            Target::X86_64 => 16,
            Target::Aarch64 => 30,
            Target::Epiphany => 14,
            _ => return None,
        };
        let number = |register: Register| {
            (0..=u16::from(u8::MAX)).find(|number| dwarf_register(target, *number) == Some(register))
        };
        let kept = plan.registers.iter().filter_map(|rule| {
            let is_other = rule.register != target.stack_pointer() && !rule.clauses.is_empty();
            let info = target.register(rule.register).filter(|_| is_other)?;
            let bytes = rule.preservation.demanded_bytes(info.bytes.into());
            let number = number(rule.register).filter(|number| *number != return_column)?;
            let is_kept = rule.preservation.is_preserved() && bytes <= 8;
            is_kept.then_some(Kept { register: rule.register, bytes, number })
        });
        let kept = kept.take(MOST_KEPT).collect();
        Some(Registers { target, kept, return_column, stack: plan.stack.clone() })
    }

    /// Register of the return address; `None` where that has none and lies in memory.
    pub(super) fn link(&self) -> Option<Register> {
        dwarf_register(self.target, self.return_column)
    }
}

/// An expression of DWARF.
pub(super) type Expression = Box<[u8]>;

/// Place of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FrameAddress {
    /// So many bytes from a register.
    From(Register, i64),
    Expression(Expression),
    /// It cannot be worked out here.
    Unknown,
}

/// Place of a register's value at entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Rule {
    /// In the register itself: `true` where a directive says it.
    Same(bool),
    /// Lost.
    Undefined,
    /// In memory, so many bytes from the frame address.
    Offset(i64),
    /// So much more than the frame address.
    Value(i64),
    /// In another register.
    Other(Register),
    /// In memory at the address that an expression gives.
    Expression(Expression),
    /// What an expression gives.
    ValueExpression(Expression),
    /// It cannot be worked out here.
    Unknown,
}

/// Claims about the state before some instructions.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(super) range: Range<u64>,
    /// Index of its procedure.
    pub(crate) procedure: u32,
    pub(super) cfa: FrameAddress,
    /// Rules for [`Registers::kept`], and for the return address.
    pub(super) rules: Box<[Rule]>,
    pub(super) back: Rule,
    /// Registers that are not said to be unchanged: a bit for each of [`Registers::kept`].
    pub(super) saved: u64,
    /// Registers of which the row before says something else.
    pub(super) changed: u64,
    /// First and last offset from the frame address of what is saved there; all where expressions say it.
    pub(super) reach: (i64, i64),
}

/// A procedure with call frame information.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Procedure {
    /// Address of its first instruction.
    pub(crate) start: u64,
    /// True if it is compared at calls alone.
    pub(super) at_calls: bool,
    /// True if that is so because a compiler has made it for calls.
    pub(crate) is_for_calls: bool,
    /// True if its return address is where the convention has it.
    pub(crate) is_usual: bool,
}

/// Call frame information of a program.
#[derive(Debug, Clone)]
pub struct Frames {
    pub(crate) registers: Registers,
    pub(crate) rows: Vec<Row>,
    pub(crate) procedures: Vec<Procedure>,
    /// Registers that the claims depend on, worked out once all are read.
    pub(super) watched: OnceLock<[Watched; REGISTERS]>,
}

impl Frames {
    /// That of a file, whose addresses are those of the program. `is_compiled` says that a compiler made it.
    pub fn of_program(
        registers: &Registers,
        file: &DebugFile,
        (is_compiled, moments): (bool, Moments),
    ) -> Frames {
        let mut frames = Frames::none(registers);
        let is_code = |address: u64| {
            file.code.iter().any(|(start, data)| address.wrapping_sub(*start) < data.len() as u64)
        };
        frames.read(file, (is_compiled, moments), &|address| is_code(address).then_some(address));
        frames
    }

    /// Nothing.
    pub(crate) fn none(registers: &Registers) -> Frames {
        let (rows, procedures, watched) = Default::default();
        Frames { registers: registers.clone(), rows, procedures, watched }
    }

    /// Adds what a file has; `placed` gives the address in the program for one in the file.
    pub(crate) fn read(
        &mut self,
        file: &DebugFile,
        (is_compiled, moments): (bool, Moments),
        placed: &dyn Fn(u64) -> Option<u64>,
    ) {
        if moments == Moments::Off {
            return;
        }
        let address_bytes = u8::try_from(self.registers.target.address_bytes()).unwrap_or(4);
        let sections = Sections::of(file);
        let mut reading = Reading { frames: self, is_compiled, moments, placed };
        let mut of_run = EhFrame::new(sections.bytes(".eh_frame").slice(), LittleEndian);
        of_run.set_address_size(address_bytes);
        let address = file.section(".eh_frame").map_or(0, |section| section.address);
        let is_arm = reading.frames.registers.target == Target::Aarch64;
        if is_arm {
            of_run.set_vendor(Vendor::AArch64);
        }
        reading.section(&of_run, &BaseAddresses::default().set_eh_frame(address));
        let mut of_debug = DebugFrame::new(sections.bytes(".debug_frame").slice(), LittleEndian);
        of_debug.set_address_size(address_bytes);
        if is_arm {
            of_debug.set_vendor(Vendor::AArch64);
        }
        reading.section(&of_debug, &BaseAddresses::default());
        self.settle();
    }

    /// Sorts the rows. Of two procedures for one address the first one counts.
    fn settle(&mut self) {
        self.rows.sort_by_key(|row| (row.range.start, row.procedure));
        let mut end = 0;
        self.rows.retain(|row| {
            let fits = row.range.start >= end;
            end = if fits { row.range.end } else { end };
            fits
        });
    }

    /// Number of the row for an instruction, or the range of addresses around it that have none.
    pub(super) fn at(&self, pc: u64) -> Result<usize, Range<u64>> {
        let behind = self.rows.partition_point(|row| row.range.start <= pc);
        let before = behind.checked_sub(1).and_then(|at| Some((at, self.rows.get(at)?)));
        match before {
            Some((at, row)) if row.range.contains(&pc) => Ok(at),
            _ => {
                let start = before.map_or(0, |(_, row)| row.range.end);
                Err(start..self.rows.get(behind).map_or(u64::MAX, |row| row.range.start))
            }
        }
    }

    /// The procedure of an instruction, with its number.
    pub(crate) fn procedure(&self, pc: u64) -> Option<(u32, Procedure)> {
        let number = self.rows.get(self.at(pc).ok()?)?.procedure;
        Some((number, *self.procedures.get(number as usize)?))
    }

    /// True if no function has any.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// Storage for the states that a table remembers.
struct Storage;

impl UnwindContextStorage<usize> for Storage {
    type Rules = Vec<(gimli::Register, RegisterRule<usize>)>;
    type Stack = Box<[UnwindTableRow<usize, Self>; MOST_REMEMBERED]>;
}

struct Reading<'r> {
    frames: &'r mut Frames,
    is_compiled: bool,
    moments: Moments,
    placed: &'r dyn Fn(u64) -> Option<u64>,
}

impl Reading<'_> {
    fn section<'s, S: UnwindSection<Bytes<'s>>>(&mut self, section: &S, bases: &BaseAddresses) {
        let mut context = UnwindContext::<usize, Storage>::new_in();
        let mut all = section.entries(bases);
        while let Ok(Some(entry)) = all.next() {
            let CieOrFde::Fde(partial) = entry else { continue };
            let whole = partial.parse(|section, bases, offset| section.cie_from_offset(bases, offset));
            if let Ok(whole) = whole
                && self.frames.procedures.len() < MOST_PROCEDURES
            {
                self.procedure(section, bases, &mut context, &whole);
            }
        }
    }

    /// Adds a procedure. One with a table that cannot be read is left out, and so are those of signal frames.
    fn procedure<'s, S: UnwindSection<Bytes<'s>>>(
        &mut self,
        section: &S,
        bases: &BaseAddresses,
        context: &mut UnwindContext<usize, Storage>,
        entry: &FrameDescriptionEntry<Bytes<'s>>,
    ) {
        let Some(start) = (self.placed)(entry.initial_address()) else { return };
        let number = self.frames.procedures.len() as u32;
        let moved = start.wrapping_sub(entry.initial_address());
        let mut rows: Vec<Row> = Vec::new();
        let Ok(mut table) = entry.rows(section, bases, context) else { return };
        let mut is_possible = true;
        loop {
            let row = match table.next_row() {
                Ok(Some(row)) if !entry.is_signal_trampoline() => row,
                Ok(None) => break,
                _ => return,
            };
            if rows.len() >= MOST_ROWS_OF_ONE || self.frames.rows.len() + rows.len() >= MOST_ROWS {
                return;
            }
            let range = row.start_address().wrapping_add(moved)..row.end_address().wrapping_add(moved);
            is_possible &= !self.is_below(row.cfa());
            if range.start < range.end {
                let mut row = self.row(section, number, range, row);
                if let Some(before) = rows.last() {
                    let differs = |(at, (one, other)): (usize, (&Rule, &Rule))| u64::from(one != other) << at;
                    row.changed = before.rules.iter().zip(&row.rules).enumerate().map(differs).sum();
                }
                rows.push(row);
            }
        }
        let is_usual = entry.cie().return_address_register().0 == self.frames.registers.return_column;
        let is_made_for_calls = || self.is_compiled && !(has_end(&rows) && is_possible);
        let is_for_calls = self.moments == Moments::Usual && is_made_for_calls();
        let at_calls = is_for_calls || self.moments == Moments::Calls;
        self.frames.procedures.push(Procedure { start, at_calls, is_for_calls, is_usual });
        self.frames.rows.append(&mut rows);
    }

    /// True for a frame address that no frame has: GCC loses count of what its routines that restore registers (`-msave-restore`
    /// of RISC-V) give up.
    fn is_below(&self, cfa: &CfaRule<usize>) -> bool {
        let target = self.frames.registers.target;
        let is_sp = |number: u16| dwarf_register(target, number) == Some(target.stack_pointer());
        let stack = &self.frames.registers.stack;
        matches!(cfa, CfaRule::RegisterAndOffset { register, offset } if *offset < 0 && is_sp(register.0))
            && stack.grows_down
    }

    fn row<'s, S: UnwindSection<Bytes<'s>>>(
        &self,
        section: &S,
        procedure: u32,
        range: Range<u64>,
        row: &UnwindTableRow<usize, Storage>,
    ) -> Row {
        let target = self.frames.registers.target;
        let expression = |expression: &UnwindExpression<usize>| -> Option<Expression> {
            let bytes = expression.get(section).ok()?.0;
            Some(bytes.slice().into()).filter(|bytes: &Expression| bytes.len() <= LONGEST_EXPRESSION)
        };
        let cfa = match row.cfa() {
            CfaRule::RegisterAndOffset { register, offset } => dwarf_register(target, register.0)
                .map_or(FrameAddress::Unknown, |register| FrameAddress::From(register, *offset)),
            CfaRule::Expression(of) => expression(of).map_or(FrameAddress::Unknown, FrameAddress::Expression),
        };
        let rule = |number: u16| {
            let found = row.registers().find(|(register, _)| register.0 == number);
            match found.map(|(_, rule)| rule) {
                None => Rule::Same(false),
                Some(RegisterRule::SameValue) => Rule::Same(true),
                Some(RegisterRule::Undefined) => Rule::Undefined,
                Some(RegisterRule::Offset(offset)) => Rule::Offset(*offset),
                Some(RegisterRule::ValOffset(offset)) => Rule::Value(*offset),
                Some(RegisterRule::Register(other)) => {
                    dwarf_register(target, other.0).map_or(Rule::Unknown, Rule::Other)
                }
                Some(RegisterRule::Expression(of)) => expression(of).map_or(Rule::Unknown, Rule::Expression),
                Some(RegisterRule::ValExpression(of)) => {
                    expression(of).map_or(Rule::Unknown, Rule::ValueExpression)
                }
                Some(_) => Rule::Unknown,
            }
        };
        let kept = &self.frames.registers.kept;
        let rules: Box<[Rule]> = kept.iter().map(|kept| rule(kept.number)).collect();
        let is_saved = |(at, rule): (usize, &Rule)| u64::from(!matches!(rule, Rule::Same(_))) << at;
        let saved = rules.iter().enumerate().map(is_saved).sum();
        let back = rule(self.frames.registers.return_column);
        let mut reach = (i64::MAX, i64::MIN);
        for rule in rules.iter().chain([&back]) {
            let (least, most) = match rule {
                Rule::Offset(offset) => (*offset, *offset),
                Rule::Expression(_) | Rule::ValueExpression(_) => (i64::MIN, i64::MAX),
                _ => continue,
            };
            reach = (reach.0.min(least), reach.1.max(most));
        }
        Row { range, procedure, cfa, rules, back, saved, changed: u64::MAX, reach }
    }
}

/// True if a table has rows for the end of a function that has moved its frame address: it is again where it was at the
/// beginning. One without them is of a function that never comes back, or a compiler has made it for calls alone.
fn has_end(rows: &[Row]) -> bool {
    let Some(first) = rows.first() else { return true };
    let moved = rows.iter().position(|row| row.cfa != first.cfa);
    moved.is_none_or(|moved| rows.iter().skip(moved).any(|row| row.cfa == first.cfa))
}

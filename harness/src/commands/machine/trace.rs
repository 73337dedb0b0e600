//! Output of `machine run --trace`: each instruction with what it stores and the registers that it changes.

use super::registers;
use crosscall_machines::executable::Executable;
use crosscall_machines::machine::{Observer, RegisterInfo, State};
use crosscall_machines::toolset::Toolset;
use crosscall_reports::printable::printable;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

/// Prints what is executed. The line of an instruction is complete when the next one begins.
pub(super) struct Trace<'a> {
    target: &'a dyn Toolset,
    program: &'a Executable,
    registers: &'static [RegisterInfo],
    /// Address and line of the instruction that is being executed.
    line: Option<(u64, String)>,
    /// Values of the registers when it began, as far as they matter.
    before: Vec<Vec<u8>>,
    /// Registers that it has written, with the low 64 bits of their new values.
    written: BTreeMap<u16, u64>,
    /// Memory that it has written: address and number of bytes.
    stores: Vec<(u64, u64)>,
}

/// Most stores of one instruction that are reported, and bytes of one that are shown.
const MOST_STORES: usize = 16;
const MOST_BYTES: u64 = 16;

impl<'a> Trace<'a> {
    /// Begins with the registers as they are.
    pub(super) fn new(
        target: &'a dyn Toolset,
        program: &'a Executable,
        registers: &'static [RegisterInfo],
        before: Vec<Vec<u8>>,
    ) -> Trace<'a> {
        Trace { target, program, registers, line: None, before, written: BTreeMap::new(), stores: Vec::new() }
    }

    /// Prints the instruction that is over.
    pub(super) fn finish(&mut self, state: &dyn State) {
        self.end_line(Some(state));
    }

    /// Without a state only registers of at most 64 bits are shown; the others come with the next line.
    fn end_line(&mut self, state: Option<&dyn State>) {
        let (mut changes, mut later) = (String::new(), BTreeMap::new());
        for (index, new) in std::mem::take(&mut self.written) {
            let place = usize::from(index);
            let (Some(info), Some(before)) = (self.registers.get(place), self.before.get_mut(place)) else {
                continue;
            };
            let after = match state {
                _ if info.bits <= 64 => {
                    new.to_le_bytes().into_iter().take(usize::from(info.bits.div_ceil(8))).collect()
                }
                Some(state) => registers::value(state, index),
                None => {
                    later.insert(index, new);
                    continue;
                }
            };
            if info.name != "pc" && *before != after {
                let separator = if changes.is_empty() { "" } else { ", " };
                let _ = write!(changes, "{separator}{} = {}", info.name, registers::shown(info, &after));
                *before = after;
            }
        }
        self.written = later;
        for (address, length) in std::mem::take(&mut self.stores) {
            let separator = if changes.is_empty() { "" } else { ", " };
            let _ = write!(changes, "{separator}[{address:#x}] = {}", stored(state, address, length));
        }
        if let Some((_, line)) = self.line.take() {
            let mut out = std::io::stderr().lock();
            let _ = match changes.is_empty() {
                true => writeln!(out, "{line}"),
                false => writeln!(out, "{line:<50}  {changes}"),
            };
        }
    }
}

impl Observer for Trace<'_> {
    fn step(&mut self, pc: u64, state: &dyn State) {
        self.finish(state);
        if let Some((symbol, 0)) = self.program.nearest_symbol(pc) {
            let _ = writeln!(std::io::stderr().lock(), "<{}>:", printable(symbol));
        }
        self.line = Some((
            pc,
            format!(
                "{pc:8x}:  {}",
                self.target.instruction_at(state, pc).unwrap_or_else(|| "(no memory)".to_owned())
            ),
        ));
    }

    fn register(&mut self, _pc: u64, register: u16, _old: u64, new: u64) {
        self.written.insert(register, new);
    }

    fn write(&mut self, _pc: u64, address: u64, length: u64, _state: &dyn State) {
        if self.stores.len() < MOST_STORES {
            self.stores.push((address, length));
        }
    }

    fn runtime_call(&mut self, pc: u64, name: &str) {
        // There is no instruction: its line is replaced.
        if self.line.as_ref().is_some_and(|(at, _)| *at != pc) {
            self.end_line(None);
        }
        self.line = Some((pc, format!("{pc:8x}:  (the host serves {name})")));
    }
}

/// Bytes that were stored; where memory cannot be seen any more, their number.
fn stored(state: Option<&dyn State>, address: u64, length: u64) -> String {
    let mut bytes = vec![0; length.min(MOST_BYTES) as usize];
    if state.is_none_or(|state| state.read(address, &mut bytes).is_err()) {
        return format!("{length} bytes");
    }
    let shown: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let more = if length > MOST_BYTES { format!(" … ({length} bytes)") } else { String::new() };
    format!("{}{more}", shown.join(" "))
}

//! Calls that leave the simulated program: `trap` and the runtime functions.

use super::super::runtime::{Answer, Served, argument, comparison_flags, served};
use super::super::special::{config, status};
use super::{Core, LR, OUTPUT_LIMIT, Trap};
use crate::machine::{FaultKind, Observer, Stop};
use crate::runtime::{Function, Meaning, Width, perform};
use crate::simulator::Port;

/// Error numbers of the reference simulator's host calls.
const EBADF: u32 = 9;
const ENOSYS: u32 = 88;

impl Core {
    /// `trap`: output, the end of the program, and refusals.
    pub(super) fn trap<O: Observer>(&mut self, number: u32, observer: &mut O) -> Result<(), Trap> {
        let exit = |code| Err(Trap::Stop(Box::new(Stop::Exit(code))));
        match number {
            0 => self.trap_write(observer),
            1 => self.answer(observer, 0, 0),
            2 | 7 => self.answer(observer, u32::MAX, ENOSYS),
            3 => exit(self.r[0] as i32),
            4 => {
                self.emit(b"pass\n");
                exit(0)
            }
            5 => {
                self.emit(b"fail\n");
                exit(1)
            }
            6 => self.answer(observer, u32::MAX, EBADF),
            _ => Err(Trap::fault(FaultKind::Unsupported, number, "no host call has this number")),
        }
    }

    /// Appends to the output, as far as there is room.
    fn emit(&mut self, bytes: &[u8]) {
        let room = OUTPUT_LIMIT.saturating_sub(self.base.output.len());
        self.base.output.extend_from_slice(bytes.get(..room.min(bytes.len())).unwrap_or_default());
    }

    /// Result of a host call in r0, error number in r3.
    fn answer<O: Observer>(&mut self, observer: &mut O, result: u32, error: u32) -> Result<(), Trap> {
        self.put(observer, 0, result);
        self.put(observer, 3, error);
        Ok(())
    }

    fn trap_write<O: Observer>(&mut self, observer: &mut O) -> Result<(), Trap> {
        let [file, address, length, ..] = self.r;
        if file != 1 && file != 2 {
            return self.answer(observer, u32::MAX, EBADF);
        }
        observer.read(self.pc.into(), address.into(), length.into());
        let bytes = self.base.memory.load_bytes(address.into(), length.into())?.to_vec();
        self.emit(&bytes);
        self.answer(observer, length, 0)
    }

    fn put<O: Observer>(&mut self, observer: &mut O, index: usize, value: u32) {
        let Some(register) = self.r.get_mut(index) else { return };
        observer.register(self.pc.into(), index as u16, (*register).into(), value.into());
        *register = value;
    }

    /// Serves a runtime function and returns to the caller.
    pub(super) fn serve<O: Observer>(&mut self, index: usize, observer: &mut O) -> Result<(), Trap> {
        let wild = Trap::fault(FaultKind::WildJump, self.pc, "no runtime function is served here");
        let function = served(index).ok_or(wild)?;
        observer.runtime_call(self.pc.into(), function.name());
        let target = self.r[LR];
        if target & 1 != 0 {
            return Err(Trap::fault(FaultKind::Misaligned, target, "return to an odd address"));
        }
        let no_answer =
            || Trap::fault(FaultKind::Runtime, self.pc, "a runtime function has no answer for its operands");
        match function {
            Served::Special(special) => {
                let (a, b) = (self.r[0], self.r[1]);
                let mut flags = UNSPECIFIED_FLAGS;
                match special.answer {
                    Answer::Integer(float_mode) => {
                        if float_mode && self.config & (config::INTEGER | config::TRUNCATE) != 0 {
                            let text = "a division function needs float mode with rounding to nearest";
                            return Err(Trap::fault(FaultKind::Runtime, self.config, text));
                        }
                        let result = (special.compute)(a.into(), b.into()).ok_or_else(no_answer)?;
                        self.poison(observer, special.clobbers);
                        self.put(observer, 0, result as u32);
                    }
                    Answer::Flags(comparison) => {
                        flags = comparison_flags(comparison, a, b);
                        self.poison(observer, special.clobbers);
                    }
                }
                if self.policy.poison.is_some() || matches!(special.answer, Answer::Flags(_)) {
                    self.status = self.status & !status::INTEGER | flags;
                }
            }
            Served::Normal(function) => self.serve_normal(function, observer)?,
        }
        self.pc = target;
        Ok(())
    }

    fn serve_normal<O: Observer>(&mut self, function: &Function, observer: &mut O) -> Result<(), Trap> {
        match function.meaning {
            Meaning::Abort => return Err(Trap::fault(FaultKind::Abort, self.r[LR], "abort was called")),
            Meaning::Memory(work) => {
                let [to, from, length, ..] = self.r.map(u64::from);
                let result = perform(work, [to, from, length], &mut Port { core: self, observer })?;
                self.poison(observer, self.policy.scratch);
                self.put(observer, 0, result as u32);
            }
            Meaning::Pure(operands, width, compute) => {
                let mut values = [0u64; 2];
                let mut next = 0;
                for (value, operand) in values.iter_mut().zip(operands) {
                    let place = argument(*operand, next);
                    let text = "the operands of a runtime function do not fit the argument registers";
                    let (first, behind) = place.ok_or(Trap::fault(FaultKind::Runtime, self.pc, text))?;
                    next = behind;
                    let part = |index: usize| self.r.get(index).copied().map_or(0, u64::from);
                    *value = part(first);
                    if *operand == Width::Double {
                        *value |= part(first + 1) << 32;
                    }
                }
                let text = "a runtime function has no answer for its operands";
                let result =
                    compute(values[0], values[1]).ok_or(Trap::fault(FaultKind::Runtime, self.pc, text))?;
                self.poison(observer, self.policy.scratch);
                self.put(observer, 0, result as u32);
                if width == Width::Double {
                    self.put(observer, 1, (result >> 32) as u32);
                }
            }
        }
        if self.policy.poison.is_some() {
            self.status = self.status & !status::INTEGER | UNSPECIFIED_FLAGS;
        }
        Ok(())
    }

    /// Fills registers that a function may clobber.
    fn poison<O: Observer>(&mut self, observer: &mut O, registers: u64) {
        let Some(pattern) = self.policy.poison else { return };
        for index in (0..64u32).filter(|index| registers >> index & 1 == 1) {
            self.put(observer, index as usize, pattern.wrapping_add(index));
        }
    }
}

/// The integer flags after a function that leaves them open: a combination that no comparison of
/// numbers gives.
const UNSPECIFIED_FLAGS: u32 = status::AZ | status::AN | status::AV;

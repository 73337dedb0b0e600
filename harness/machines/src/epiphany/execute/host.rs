//! Calls that leave the simulated program: `trap` and the runtime functions.

use super::super::runtime::{Answer, LIBRARY, Work, comparison_flags};
use super::super::special::{config, status};
use super::{Core, Trap};
use crate::machine::{FaultKind, Observer, Stop};
use crate::runtime::Library;
use crate::simulator::{Hosted, Outcome, no_answer};

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
                self.base.emit(b"pass\n");
                exit(0)
            }
            5 => {
                self.base.emit(b"fail\n");
                exit(1)
            }
            6 => self.answer(observer, u32::MAX, EBADF),
            _ => Err(Trap::fault(FaultKind::Unsupported, number, "no host call has this number")),
        }
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
        self.base.emit(&bytes);
        self.answer(observer, length, 0)
    }

    fn put<O: Observer>(&mut self, observer: &mut O, index: usize, value: u32) {
        let Some(register) = self.r.get_mut(index) else { return };
        observer.register(self.pc.into(), index as u16, (*register).into(), value.into());
        *register = value;
    }
}

impl Hosted for Core {
    type Work = Work;
    const ARGUMENTS: u16 = 4;
    const MISALIGNED_RETURN: &'static str = "return to an odd address";

    fn library() -> &'static Library<Work> {
        &LIBRARY
    }

    fn put_register<O: Observer>(&mut self, observer: &mut O, register: u16, value: u64) {
        self.put(observer, register.into(), value as u32);
    }

    fn perform_own<O: Observer>(&mut self, work: Work, _: &mut O) -> Result<Outcome, Trap> {
        let [a, b, ..] = self.r;
        let answer = match work.answer {
            Answer::Integer(float_mode) => {
                if float_mode && self.config & (config::INTEGER | config::TRUNCATE) != 0 {
                    let text = "a division function needs float mode with rounding to nearest";
                    return Err(Trap::fault(FaultKind::Runtime, self.config, text));
                }
                let answer = (work.compute)(a.into(), b.into()).ok_or_else(|| no_answer(self))?;
                if self.base.policy.poison.is_some() {
                    self.spoil_flags();
                }
                Some(answer)
            }
            Answer::Flags(comparison) => {
                self.status = self.status & !status::INTEGER | comparison_flags(comparison, a, b);
                None
            }
        };
        Ok(Outcome { clobbers: work.clobbers, first: 0, words: [answer, None] })
    }

    fn spoil_flags(&mut self) {
        self.status = self.status & !status::INTEGER | UNSPECIFIED_FLAGS;
    }
}

/// The integer flags after a function that leaves them open: a combination that no comparison of
/// numbers gives.
const UNSPECIFIED_FLAGS: u32 = status::AZ | status::AN | status::AV;

//! Calls of functions that the host serves: arguments, results, and the registers that a call leaves open.

use super::{Port, Processor, Trap, announce_jump};
use crate::machine::{FaultKind, Observer};
use crate::predecoded::{Entry as _, Sentinel};
use crate::runtime::{Function, Library, Meaning, Width, perform};

/// Result of a function, before it is put into registers.
#[derive(Debug)]
pub struct Outcome {
    /// Registers that the function may change beside its results: bit n for register n.
    pub clobbers: u64,
    /// Number of the register that receives the first word; the second one goes to the next register.
    pub first: u16,
    /// Words of the result.
    pub words: [Option<u64>; 2],
}

/// A processor's convention for functions that the host serves.
pub trait Hosted: Processor {
    /// Work of a function that only this target has.
    type Work: Copy + 'static;

    /// Number of registers, from register 0 on, that hold words of arguments.
    const ARGUMENTS: u16;
    /// Values of two words begin at an even register.
    const EVEN_PAIRS: bool = true;
    /// The upper word of a value of two words comes first.
    const HIGH_FIRST: bool = false;

    /// Text of the fault of a return to an address at which no instruction can lie.
    const MISALIGNED_RETURN: &'static str = "return to a misaligned address";

    /// The functions that are served.
    fn library() -> &'static Library<Self::Work>;

    /// The address that the value of the return register stands for.
    ///
    /// # Errors
    ///
    /// No instruction can lie there.
    fn return_target(&self, back: u64) -> Result<u64, Trap> {
        if !back.is_multiple_of(1 << Self::Entry::SHIFT) {
            return Err(Trap::fault(FaultKind::Misaligned, back, Self::MISALIGNED_RETURN));
        }
        Ok(back)
    }

    /// Where a function goes back to when its work is done, by the number of the register with that address, and the register that
    /// says so, if it is not on the stack.
    ///
    /// # Errors
    ///
    /// No instruction can lie there, or there is no stack.
    fn go_back<O: Observer>(&mut self, observer: &mut O, link: u16) -> Result<(u64, Option<u16>), Trap> {
        let _ = observer;
        Ok((self.return_target(self.value(link))?, Some(link)))
    }

    /// Writes a register as the program does; numbers that the program cannot write are ignored.
    fn put_register<O: Observer>(&mut self, observer: &mut O, register: u16, value: u64);

    /// Number of the register with the address to which a function that only this target has goes back when its work is done.
    fn link_register(work: Self::Work) -> u16 {
        let _ = work;
        Self::RETURN_REGISTER
    }

    /// Performs a function that only this target has.
    ///
    /// # Errors
    ///
    /// The function cannot complete.
    fn perform_own<O: Observer>(&mut self, work: Self::Work, observer: &mut O) -> Result<Outcome, Trap>;

    /// Performs a function that targets share.
    ///
    /// # Errors
    ///
    /// The function cannot complete.
    fn perform_shared<O: Observer>(
        &mut self,
        function: &Function,
        observer: &mut O,
    ) -> Result<Outcome, Trap> {
        perform_in_words(self, function, observer)
    }

    /// Numbers of the registers with the first word of the arguments and of the result.
    fn first_registers(&self, function: &Function) -> [u16; 2] {
        let _ = function;
        [0; 2]
    }

    /// Gives flags that a function leaves open a value that no caller may rely on.
    fn spoil_flags(&mut self) {}
}

/// A runtime function has no answer for its operands.
pub(crate) fn no_answer<C: Processor>(core: &C) -> Trap {
    Trap::fault(FaultKind::Runtime, core.address(), "a runtime function has no answer for its operands")
}

/// Executes an entry that is no instruction and gives the address of the next instruction.
///
/// # Errors
///
/// The run ends here.
pub fn execute_sentinel<C: Hosted, O: Observer>(
    core: &mut C,
    work: Sentinel,
    number: u32,
    observer: &mut O,
) -> Result<u64, Trap> {
    match work {
        Sentinel::Host => serve(core, number, observer),
        Sentinel::Breakpoint | Sentinel::Return => Err(Trap::breakpoint(core.address())),
        Sentinel::Illegal | Sentinel::Empty => Err(Trap::fault(FaultKind::Illegal, number, "no instruction")),
    }
}

/// Serves a runtime function and gives the address to which it returns.
fn serve<C: Hosted, O: Observer>(core: &mut C, slot: u32, observer: &mut O) -> Result<u64, Trap> {
    let pc = core.address();
    let wild = Trap::fault(FaultKind::WildJump, pc, "no runtime function is served here");
    let function = C::library().get(slot.into()).ok_or(wild)?;
    observer.runtime_call(pc, function.name());
    let (outcome, link) = match function {
        crate::runtime::Served::Own(own) => {
            (core.perform_own(own.work, observer)?, C::link_register(own.work))
        }
        crate::runtime::Served::Shared(function) => {
            (core.perform_shared(function, observer)?, C::RETURN_REGISTER)
        }
    };
    let (target, link) = core.go_back(observer, link)?;
    poison(core, observer, outcome.clobbers);
    for (register, word) in (outcome.first..).zip(outcome.words) {
        if let Some(word) = word {
            core.put_register(observer, register, word);
        }
    }
    announce_jump(core, observer, target, link);
    Ok(target)
}

/// Performs a shared function whose operands and result are words of 32 bits in general registers.
fn perform_in_words<C: Hosted, O: Observer>(
    core: &mut C,
    function: &Function,
    observer: &mut O,
) -> Result<Outcome, Trap> {
    let [arguments, result] = core.first_registers(function);
    let (first, words) = match function.meaning {
        Meaning::Abort(text) => {
            return Err(Trap::fault(FaultKind::Abort, core.value(C::RETURN_REGISTER), text));
        }
        Meaning::Memory(work) => {
            let operands = [0, 1, 2].map(|register| core.value(register));
            (0, [Some(perform(work, operands, &mut Port { core, observer })?), None])
        }
        Meaning::Pure(operands, width, compute) => {
            let mut values = [0; 2];
            let mut next = 0;
            for (value, &operand) in values.iter_mut().zip(operands) {
                let text = "the operands of a runtime function do not fit the argument registers";
                let place = argument::<C>(operand, next);
                let (at, behind) = place.ok_or(Trap::fault(FaultKind::Runtime, core.address(), text))?;
                next = behind;
                *value = core.value(arguments + at);
                if operand == Width::Double {
                    let other = core.value(arguments + at + 1);
                    *value = if C::HIGH_FIRST { *value << 32 | other } else { other << 32 | *value };
                }
            }
            let value = compute(values[0], values[1]).ok_or_else(|| no_answer(core))?;
            let (low, high) = (Some(value & 0xffff_ffff), Some(value >> 32));
            let words = match width {
                Width::Word => [low, None],
                Width::Double if C::HIGH_FIRST => [high, low],
                Width::Double => [low, high],
            };
            (result, words)
        }
    };
    if core.base().policy.poison.is_some() {
        core.spoil_flags();
    }
    Ok(Outcome { clobbers: core.base().policy.scratch, first, words })
}

/// The first of the argument registers that hold a value at place `next`, and the place behind it; `None` when the registers
/// are used up.
pub(crate) fn argument<C: Hosted>(width: Width, next: u16) -> Option<(u16, u16)> {
    let (first, size) = match width {
        Width::Word => (next, 1),
        Width::Double if C::EVEN_PAIRS => (next.next_multiple_of(2), 2),
        Width::Double => (next, 2),
    };
    (first + size <= C::ARGUMENTS).then_some((first, first + size))
}

/// Fills registers that a function may change: with the policy's pattern plus the register's number.
pub(crate) fn poison<C: Hosted, O: Observer>(core: &mut C, observer: &mut O, registers: u64) {
    let Some(pattern) = core.base().policy.poison else { return };
    for register in (0..64u16).filter(|register| registers >> register & 1 == 1) {
        core.put_register(observer, register, pattern.wrapping_add(register.into()));
    }
}

//! The part that all simulators share: loading a program, traps of instructions that did not complete, and the
//! addresses that the host serves. The run loop is in `processor`. A simulator in another crate implements [`Processor`] and
//! [`Hosted`] as those here do, and is a machine by that.

mod host;
mod processor;

use std::fmt::Write as _;

#[cfg(test)]
pub(crate) use host::argument;
pub(crate) use host::no_answer;
pub use host::{Hosted, Outcome, execute_sentinel};
pub(crate) use processor::fetch;
pub use processor::{Base, Port, Processor, announce_jump};

use crate::executable::{Executable, Segment};
use crate::machine::{Fault, FaultKind, LoadError, Stop};
use crate::memory::{AccessFault, Memory};
use crate::memory_map::{HostWindow, MemoryMap};

/// Reason why an instruction did not complete.
#[derive(Debug)]
pub enum Trap {
    /// A data access failed.
    Access(AccessFault),
    /// Something else went wrong: kind, address or word, text.
    Fault(FaultKind, u64, &'static str),
    /// The run ends without a fault.
    Stop(Box<Stop>),
    /// The instruction completed, and from now on several threads take turns.
    Several,
}

impl From<AccessFault> for Trap {
    fn from(fault: AccessFault) -> Self {
        Self::Access(fault)
    }
}

impl Trap {
    /// Something went wrong: kind, address or word, text.
    #[cold]
    pub fn fault(kind: FaultKind, address: impl Into<u64>, text: &'static str) -> Self {
        Self::Fault(kind, address.into(), text)
    }

    /// The run stops before the instruction at `pc`.
    #[cold]
    pub(crate) fn breakpoint(pc: u64) -> Self {
        Self::Stop(Box::new(Stop::Breakpoint(pc)))
    }

    /// The end of the run, when the instruction at `pc` did not complete.
    pub(crate) fn into_stop(self, pc: u64) -> Stop {
        match self {
            Self::Stop(stop) => *stop,
            Self::Several => Stop::Budget,
            Self::Access(fault) => {
                Stop::Fault(Fault { pc, kind: fault.kind, address: fault.address, text: fault.to_string() })
            }
            Self::Fault(kind, address, text) => {
                let mut text = text.to_string();
                // Writing to a string cannot fail.
                let _ = write!(text, " ({address:#x})");
                Stop::Fault(Fault { pc, kind, address, text })
            }
        }
    }
}

/// An address in the window of the host.
enum Served {
    /// The return address of a call made by the harness.
    Return,
    /// The runtime function with this number.
    Function(u64),
}

/// Meaning of `pc` in the host's window; `None` outside of it.
fn served(host: &HostWindow, pc: u64, is_served: impl Fn(u64) -> bool) -> Option<Result<Served, Trap>> {
    if !host.contains(pc) {
        return None;
    }
    Some(match host.slot_of(pc) {
        Some(0) => Ok(Served::Return),
        Some(slot) if is_served(slot - 1) => Ok(Served::Function(slot - 1)),
        _ => Err(Trap::fault(FaultKind::WildJump, pc, "no runtime function is served here")),
    })
}

/// The bytes of the instruction at an address, for processors whose instructions have 2 or 4: `size_of` says how many by the
/// first byte; behind a short instruction there are zeros. Writes to them are watched from now on.
///
/// # Errors
///
/// There is no code, or it ends inside the instruction.
pub(crate) fn read_halves(
    memory: &mut Memory,
    address: u64,
    size_of: fn(u8) -> usize,
) -> Result<[u8; 4], Trap> {
    if !memory.is_code(address, 2) {
        return Err(Trap::fault(FaultKind::WildJump, address, "there is no code here"));
    }
    let mut head = [0; 2];
    memory.read(address, &mut head)?;
    let mut bytes = [head[0], head[1], 0, 0];
    if size_of(head[0]) == 4 {
        if !memory.is_code(address, 4) {
            let text = "the instruction reaches over the end of the code";
            return Err(Trap::fault(FaultKind::WildJump, address, text));
        }
        memory.read(address, &mut bytes)?;
        memory.watch(address + 2);
    }
    memory.watch(address);
    Ok(bytes)
}

/// Clears memory and fills it with a program, which is then the state that a reset returns to.
///
/// # Errors
///
/// The program is for another processor, or lies outside of the machine's memory; memory is then as it was.
fn load_program(
    memory: &mut Memory,
    map: &MemoryMap,
    machine: u16,
    program: &Executable,
    is_code: impl Fn(&Segment) -> bool,
) -> Result<(), LoadError> {
    check_program(map, machine, program)?;
    memory.clear();
    for segment in &program.segments {
        // Nothing in clear memory is watched.
        let _ = memory.write(segment.address, &segment.data).map_err(|_| outside(segment))?;
        if is_code(segment) {
            memory.declare_code(segment.address, segment.memory_size);
        }
    }
    memory.seal();
    Ok(())
}

/// Checks that a program is for a machine and lies in its memory.
///
/// # Errors
///
/// [`LoadError::Machine`] for another machine's program, [`LoadError::Outside`] for a segment without memory.
fn check_program(map: &MemoryMap, machine: u16, program: &Executable) -> Result<(), LoadError> {
    if program.machine != machine {
        return Err(LoadError::Machine { found: program.machine, expected: machine });
    }
    for segment in &program.segments {
        let region = map.region_at(segment.address).ok_or(outside(segment))?;
        if segment.memory_size > region.size - (segment.address - region.base) {
            return Err(outside(segment));
        }
    }
    Ok(())
}

fn outside(segment: &Segment) -> LoadError {
    LoadError::Outside { address: segment.address, size: segment.memory_size }
}

//! What a machine saw while a case ran.

use crate::target::{Register, Target};

/// Registers and memory at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The target, which gives the order of the registers.
    pub target: Target,
    /// Address of the next instruction.
    pub pc: u64,
    /// Contents of every register of [`Target::registers`], least significant byte first, one after
    /// the other.
    pub registers: Vec<u8>,
    /// How many bytes each register holds that knows it, in the order of the registers; the others are left out.
    pub lengths: Vec<u16>,
    /// Writable memory: start address and bytes, in ascending order, not overlapping.
    pub memory: Vec<(u64, Vec<u8>)>,
}

impl Snapshot {
    /// Bytes of a register, least significant first; empty if there is no such register.
    pub fn register(&self, register: Register) -> &[u8] {
        let infos = self.target.registers();
        let index = usize::from(register.0);
        let start: usize = infos.iter().take(index).map(|r| usize::from(r.bytes)).sum();
        let len = infos.get(index).map_or(0, |r| usize::from(r.bytes));
        self.registers.get(start..start + len).unwrap_or_default()
    }

    /// How many bytes a register holds, where it knows that.
    pub fn length(&self, register: Register) -> Option<u16> {
        let (before, from) = self.target.registers().split_at_checked(register.0.into())?;
        let variable = from.first()?.variable;
        let number = before.iter().filter(|info| info.variable).count();
        variable.then(|| self.lengths.get(number).copied()).flatten()
    }

    /// A register's contents as a number; its lowest 64 bits when it is wider.
    pub fn register_value(&self, register: Register) -> u64 {
        number(self.register(register))
    }

    /// The stack pointer.
    pub fn sp(&self) -> u64 {
        self.register_value(self.target.stack_pointer())
    }

    /// `len` bytes at an address, if all of them were captured.
    pub fn read(&self, address: u64, len: usize) -> Option<&[u8]> {
        let after = self.memory.partition_point(|(start, _)| *start <= address);
        let (start, bytes) = self.memory.get(after.checked_sub(1)?)?;
        let from = usize::try_from(address - start).ok()?;
        bytes.get(from..from.checked_add(len)?)
    }
}

/// The number in little-endian bytes; only the first eight count.
pub fn number(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |n, b| n << 8 | u64::from(*b))
}

/// One thing that happened between entry and return, at a place in the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The stack pointer took a value.
    StackPointer {
        /// Address of the instruction.
        pc: u64,
        /// The new value.
        sp: u64,
    },
    /// Memory was written, by the subject's code or by a runtime function on its behalf.
    Write {
        /// Address of the instruction.
        pc: u64,
        /// Address of the first byte.
        address: u64,
        /// Number of bytes.
        len: u32,
        /// Stack pointer before the instruction.
        sp: u64,
    },
    /// Memory was read.
    Read {
        /// Address of the instruction.
        pc: u64,
        /// Address of the first byte.
        address: u64,
        /// Number of bytes.
        len: u32,
        /// Stack pointer before the instruction.
        sp: u64,
    },
    /// A register was written that the plan calls reserved.
    ReservedWrite {
        /// Address of the instruction.
        pc: u64,
        /// The register.
        register: Register,
    },
    /// A register that holds modes (see [`Target::mode_bits`]), or counts a hardware loop, was written.
    ModeWrite {
        /// Address of the instruction.
        pc: u64,
        /// The register.
        register: Register,
        /// The new value.
        value: u64,
    },
    /// A function was called.
    Call {
        /// Address of the instruction.
        pc: u64,
        /// Address called.
        target: u64,
        /// Address to return to.
        return_address: u64,
        /// Stack pointer at the call.
        sp: u64,
    },
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The function came back to its caller.
    Returned,
    /// The program ended itself.
    Exited,
    /// Control arrived somewhere else, or the machine stopped: address and reason.
    Fault {
        /// Address of the instruction.
        pc: u64,
        /// Reason, in words.
        reason: String,
    },
    /// The instruction budget was used up.
    Budget,
}

/// The address ranges and symbols that make an observation readable.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ground {
    /// The stack: lowest address and the address above its highest byte.
    pub stack: std::ops::Range<u64>,
    /// The stacks of other threads.
    pub other_stacks: Vec<std::ops::Range<u64>>,
    /// Code of the subject: only what happens there is held against it.
    pub subject_code: Vec<std::ops::Range<u64>>,
    /// Data outside the stack that the subject may write whatever a plan says: the slots of this case, and what
    /// its compiler made for itself. Writes there are no events.
    pub own_data: Vec<std::ops::Range<u64>>,
    /// What functions of the harness that the subject called left in those registers which the plan lets them
    /// destroy; other registers are listed too.
    pub destroyed: std::sync::Arc<Vec<(Register, Vec<u8>)>>,
    /// Registers that the object file of the function under test says it changes; `None` where it says nothing.
    pub declared: Option<std::sync::Arc<Vec<Register>>>,
    /// Those that the object file of the function that calls it, `call{k}`, says that one changes.
    pub declared_by_caller: Option<std::sync::Arc<Vec<Register>>>,
    /// Named addresses in ascending order (symbol, address), for messages.
    pub symbols: std::sync::Arc<Vec<(u64, String)>>,
}

/// Everything that was seen of one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// How it ended.
    pub end: End,
    /// Where a fault has ended the run: the address that could not be accessed or jumped to, and the state then.
    pub fault: Option<(u64, Snapshot)>,
    /// State at the callee's first instruction, if it was reached.
    pub entry: Option<Snapshot>,
    /// The same when a subject has called it for the second time, where that is looked at: there is a list of parameters
    /// that its callee may write.
    pub later_entry: Option<Snapshot>,
    /// State when control was back at the return address.
    pub exit: Option<Snapshot>,
    /// Where the subject is the caller: state at the first instruction of its function `call{k}`, and
    /// when control was back from that. (It is a callee too, of the start-up code.)
    pub outer_entry: Option<Snapshot>,
    /// See `outer_entry`.
    pub outer_exit: Option<Snapshot>,
    /// Address to which the callee has to return, where the harness saw the call.
    pub return_address: Option<u64>,
    /// Address to which the subject's `call{k}` has to return itself, where it is the caller.
    pub outer_return_address: Option<u64>,
    /// Events in subject code, in order; bounded, see `events_dropped`.
    pub events: Vec<Event>,
    /// Events left out because there were too many.
    pub events_dropped: u64,
    /// Bytes of each slot that the subject's callee filled, one for each leaf of the arguments (see
    /// [`crate::unit`]); empty when the subject is not the callee. A slot that was not reached is empty.
    pub received: Vec<Vec<u8>>,
    /// Bytes of each slot that the subject's caller filled: the leaves of the result, then the values
    /// that it kept alive across the call; empty when the subject is not the caller.
    pub returned: Vec<Vec<u8>>,
    /// How often the function of the harness was entered that the subject calls: `f{k}` of a caller, `clobber{k}` of a
    /// callee. `None` where nobody counted.
    pub calls: Option<u64>,
    /// Which way out the callee was told to take (see [`crate::unit`]).
    pub way: u8,
    /// Names for addresses.
    pub ground: Ground,
}

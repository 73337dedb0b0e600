//! Observations that a machine makes while a case runs.

use crate::plan::{Passed, Piece, Place, Transfer};
use crate::target::{Register, Target};

/// Registers and memory at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// Target, which defines the order of the registers.
    pub target: Target,
    /// Address of the next instruction.
    pub pc: u64,
    /// Contents of every register of [`Target::registers`], least significant byte first, one after
    /// the other.
    pub registers: Vec<u8>,
    /// Lengths in bytes of the registers of variable length, in the order of the registers; other registers are
    /// omitted.
    pub lengths: Vec<u16>,
    /// Writable memory: start address and bytes, in ascending order, not overlapping.
    pub memory: Vec<(u64, Vec<u8>)>,
}

impl Snapshot {
    /// Bytes of a register, least significant first; empty if there is no such register.
    pub fn register(&self, register: Register) -> &[u8] {
        let infos = self.target.registers();
        let index = usize::from(register.0);
        let start = self.target.register_starts().get(index).copied().unwrap_or_default();
        let len = infos.get(index).map_or(0, |r| usize::from(r.bytes));
        self.registers.get(start..start + len).unwrap_or_default()
    }

    /// Length in bytes of a register of variable length; `None` for other registers.
    pub fn length(&self, register: Register) -> Option<u16> {
        let (before, from) = self.target.registers().split_at_checked(register.0.into())?;
        let number = || before.iter().filter(|info| info.variable).count();
        from.first()?.variable.then(|| self.lengths.get(number()).copied()).flatten()
    }

    /// Contents of a register as a number; the lowest 64 bits of a wider one.
    pub fn register_value(&self, register: Register) -> u64 {
        number(self.register(register))
    }

    /// Stack pointer.
    pub fn sp(&self) -> u64 {
        self.register_value(self.target.stack_pointer())
    }

    /// Of the state at a function's first instruction, the stack pointer before the call, which it is again at the return.
    pub fn sp_before_call(&self) -> u64 {
        self.sp().wrapping_add(self.target.facts().call_pushes.into())
    }

    /// `len` bytes at an address, if all of them were captured.
    pub fn read(&self, address: u64, len: usize) -> Option<&[u8]> {
        let after = self.memory.partition_point(|(start, _)| *start <= address);
        let (start, bytes) = self.memory.get(after.checked_sub(1)?)?;
        let from = usize::try_from(address - start).ok()?;
        bytes.get(from..from.checked_add(len)?)
    }

    /// `len` bytes from a place on, if all of them were captured.
    pub fn bytes_at(&self, place: Place, len: usize) -> Option<&[u8]> {
        let address = match place {
            Place::Register { register, byte } => {
                let from = usize::from(byte);
                return self.register(register).get(from..from.checked_add(len)?);
            }
            Place::Stack { offset } => self.sp().wrapping_add_signed(offset),
            Place::Pointed { base, offset } => self.register_value(base).wrapping_add_signed(offset),
        };
        self.read(address, len)
    }

    /// Address that pieces hold, the lowest bits in the first one.
    pub fn pointer(&self, pieces: &[Piece]) -> Option<u64> {
        let mut bytes = Vec::new();
        for piece in pieces {
            bytes.extend(self.bytes_at(piece.place, piece.len as usize)?);
        }
        Some(number(&bytes))
    }

    /// Bytes of a value in its places here, 0 where it has none; the address of a value in memory was given at `entry`. `None`
    /// where nothing is passed, or where not all of it was captured.
    pub fn value(&self, passed: &Passed, entry: &Snapshot) -> Option<Vec<u8>> {
        let len = passed.image.bytes.len();
        match &passed.transfer {
            Transfer::Nothing => None,
            Transfer::Direct(pieces) => pieces.iter().try_fold(vec![0; len], |mut bytes, piece| {
                let (from, len) = (piece.offset as usize, piece.len as usize);
                let held = self.bytes_at(piece.place, len)?;
                bytes.get_mut(from..from.checked_add(len)?)?.copy_from_slice(held);
                Some(bytes)
            }),
            Transfer::ByReference { pointer, .. } => {
                self.read(entry.pointer(pointer)?, len).map(<[u8]>::to_vec)
            }
        }
    }
}

/// Number in little-endian bytes; bytes after the eighth are ignored.
pub fn number(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |n, b| n << 8 | u64::from(*b))
}

/// Number in little-endian bytes; bytes after the sixteenth are ignored.
pub fn wide_number(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |n, b| n << 8 | u128::from(*b))
}

/// Event between entry and return, at a place in the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The stack pointer took a value.
    StackPointer {
        /// Address of the instruction.
        pc: u64,
        /// New value.
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
    /// Memory was read that is beyond the stack pointer, or was when it was written last.
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
    /// A register was written that is reserved or fixed in the plan.
    ReservedWrite {
        /// Address of the instruction.
        pc: u64,
        /// Register that was written.
        register: Register,
    },
    /// A register that is reserved or fixed in the plan held something else at a call than before the subject first wrote it.
    ReservedAtCall {
        /// Address of the instruction that calls.
        pc: u64,
        /// The register.
        register: Register,
        /// Its value at the call.
        value: u64,
    },
    /// A register that holds modes (see [`Target::mode_bits`]), or counts a hardware loop, was written.
    ModeWrite {
        /// Address of the instruction.
        pc: u64,
        /// Register that was written.
        register: Register,
        /// New value.
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

/// Kinds of events that whoever executes a program reports. What it does not report is *not observed*: that there is no such
/// event says nothing then, neither for a clause nor against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sight {
    /// Each instruction before it is executed.
    pub steps: bool,
    /// Values that registers get: the stack pointer, reserved registers and modes.
    pub registers: bool,
    /// Data that is read.
    pub reads: bool,
    /// Data that is written.
    pub writes: bool,
    /// Calls of functions.
    pub calls: bool,
}

impl Sight {
    /// Everything, as simulators see it.
    pub const ALL: Sight = Sight { steps: true, registers: true, reads: true, writes: true, calls: true };
    /// Nothing between two stops, as where a processor itself executes the program.
    pub const STOPS: Sight =
        Sight { steps: false, registers: false, reads: false, writes: false, calls: false };
}

/// End of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The function returned to its caller.
    Returned,
    /// The program ended.
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

/// Addresses with their names, in ascending order. They are put in order when somebody asks for them: most observations
/// fit, and then nobody does.
#[derive(Clone)]
pub struct Names(std::sync::Arc<Ordered>);

type Ordered = std::sync::LazyLock<Vec<(u64, String)>, Box<dyn FnOnce() -> Vec<(u64, String)> + Send + Sync>>;

impl Names {
    /// The names that `list` gives, in whatever order.
    pub fn new(list: impl FnOnce() -> Vec<(u64, String)> + Send + Sync + 'static) -> Names {
        let ordered = move || {
            let mut list = list();
            list.sort_unstable();
            list
        };
        Names(std::sync::Arc::new(Ordered::new(Box::new(ordered))))
    }
}

impl std::ops::Deref for Names {
    type Target = [(u64, String)];

    fn deref(&self) -> &[(u64, String)] {
        &self.0
    }
}

impl Default for Names {
    fn default() -> Names {
        Names::new(Vec::new)
    }
}

impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        std::sync::Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl Eq for Names {}

impl std::fmt::Debug for Names {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&**self).finish()
    }
}

/// Address ranges and symbols that are needed to interpret an observation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ground {
    /// Stack: lowest address and the address above its highest byte.
    pub stack: std::ops::Range<u64>,
    /// Stacks of other threads.
    pub other_stacks: Vec<std::ops::Range<u64>>,
    /// Code of the subject; only events there are attributed to it.
    pub subject_code: Vec<std::ops::Range<u64>>,
    /// Data outside the stack that the subject may write whatever a plan demands: the slots of this case, and data
    /// that its compiler added. Writes to them are no events.
    pub own_data: Vec<std::ops::Range<u64>>,
    /// Contents that the harness's functions, called by the subject, left in the registers that the plan lets them
    /// destroy; other registers are listed as well.
    pub destroyed: std::sync::Arc<Vec<(Register, Vec<u8>)>>,
    /// Registers that the function under test changes according to its object file; `None` where that does not
    /// specify them.
    pub declared: Option<std::sync::Arc<Vec<Register>>>,
    /// Registers that the function that calls it, `call{k}`, changes according to its object file.
    pub declared_by_caller: Option<std::sync::Arc<Vec<Register>>>,
    /// Named addresses, for messages.
    pub symbols: Names,
}

/// Everything that was observed of one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// End of the run.
    pub end: End,
    /// Address that could not be accessed or jumped to, and the state then, where a fault ended the run.
    pub fault: Option<(u64, Snapshot)>,
    /// State at the callee's first instruction, if it was reached.
    pub entry: Option<Snapshot>,
    /// State at the callee's first instruction in the subject's second call, where that is checked: there is a list
    /// of parameters that its callee may write.
    pub later_entry: Option<Snapshot>,
    /// State when control was back at the return address.
    pub exit: Option<Snapshot>,
    /// State at the first instruction of the subject's function `call{k}`, where the subject is the caller. (It is a
    /// callee too, of the start-up code.)
    pub outer_entry: Option<Snapshot>,
    /// State when control was back from `call{k}`; see `outer_entry`.
    pub outer_exit: Option<Snapshot>,
    /// Address to which the callee has to return, where the harness saw the call.
    pub return_address: Option<u64>,
    /// Address to which the subject's `call{k}` has to return itself, where it is the caller.
    pub outer_return_address: Option<u64>,
    /// Kinds of events that can be among `events`.
    pub sight: Sight,
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
    /// Number of times that the harness's function was entered that the subject calls: `f{k}` for a caller,
    /// `clobber{k}` for a callee. `None` where calls were not counted.
    pub calls: Option<u64>,
    /// Exit that the callee had to take (see [`crate::unit`]).
    pub way: u8,
    /// Names for addresses.
    pub ground: Ground,
}

impl Observation {
    /// Observation of a run that ended so, in which nothing was recorded.
    pub fn new(end: End, ground: Ground) -> Observation {
        Observation {
            end,
            fault: None,
            entry: None,
            later_entry: None,
            exit: None,
            outer_entry: None,
            outer_exit: None,
            return_address: None,
            outer_return_address: None,
            sight: Sight::ALL,
            events: Vec::new(),
            events_dropped: 0,
            received: Vec::new(),
            returned: Vec::new(),
            calls: None,
            way: 0,
            ground,
        }
    }
}

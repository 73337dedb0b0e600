//! Calls that have not come back, and what registers held when they were made.

use super::rules::Mask;

/// A call that has not come back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// Address to which it comes back.
    pub(super) back: u64,
    /// Stack pointer that the function gives back: that of the call, before it pushed anything.
    pub(super) sp: u64,
    /// Address of the call instruction.
    pub(super) call: u64,
    /// First address of the function.
    pub(super) target: u64,
    /// Slots whose value at entry is in the log: a bit for each.
    pub(super) mask: u64,
    /// Position in the log from which on it is about this call.
    pub(super) log: u32,
    /// Position of the wide registers at entry among those that are kept.
    pub(super) wide: u32,
    /// Demands on the function.
    pub(super) kind: FrameKind,
    /// Number of the procedure whose call frame information is about this call, one more; 0 where it is not known.
    pub(super) procedure: u32,
}

/// Demands on a function that is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// All of the document.
    Function,
    /// None: declared to have a convention of its own.
    Private,
    /// None while it does not come back: the program's beginning, which nobody calls.
    Start,
}

/// Stack of calls on one stack of the program.
#[derive(Debug, Clone, Default)]
pub(super) struct Calls {
    /// Calls, the outermost first.
    pub(super) frames: Vec<Frame>,
    /// Old values of slots that were written, by call.
    pub(super) log: Vec<Old>,
    /// Contents of all wide registers at moments when they had changed.
    pub(super) wide: Vec<Vec<u8>>,
    /// Values that functions have left in wide registers and answered for: the register's position and its bytes.
    pub(super) excused: Vec<(usize, Vec<u8>)>,
    /// Values of the slots when the last call was made, where its function has gone to another stack.
    pub(super) held: Vec<u64>,
}

/// Contents of a slot before the first write in a call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Old {
    pub(super) slot: u8,
    pub(super) value: u64,
    /// Another value that is not held against the function: one that it called has left it there and answered for it.
    pub(super) excused: u64,
}

/// State of a thread.
#[derive(Debug, Clone)]
pub(super) struct Thread {
    pub(super) calls: Calls,
    /// Call stacks that the program has left for another stack.
    pub(super) parked: Vec<Calls>,
    pub(super) sp: u64,
    /// Stack pointer before its last change.
    pub(super) before: u64,
    /// Address furthest from the stack's beginning that the stack pointer had since it came to this stack.
    pub(super) reach: u64,
    /// First address beyond the stack pointer that is watched, and the number of bytes from there on.
    pub(super) window: (u64, u64),
    /// Registers that were written since they were destroyed last: a bit for each.
    pub(super) written: Mask,
    /// Last value of the register with the return address.
    pub(super) link: u64,
    /// Values of the slots, as far as they were written.
    pub(super) now: [u64; 64],
    /// Last instruction that wrote each slot.
    pub(super) writers: [u64; 64],
    /// True if a wide register was written since the last time when all were kept.
    pub(super) is_dirty: bool,
    /// True between a call and the first instruction of the function.
    pub(super) is_entering: bool,
    /// Writes beyond the stack pointer that are right if it moves past them next: the instruction, the address, the size.
    pub(super) early: Vec<(u64, u64, u64)>,
}

impl Thread {
    /// A thread that begins at `pc`, with a stack pointer.
    pub(super) fn new(pc: u64, back: u64, sp: u64, kind: FrameKind) -> Thread {
        let base = Frame { back, sp, call: 0, target: pc, mask: 0, log: 0, wide: 0, kind, procedure: 0 };
        Thread {
            calls: Calls { frames: vec![base], ..Calls::default() },
            parked: Vec::new(),
            sp,
            before: sp,
            reach: sp,
            window: (0, 0),
            written: Mask::MAX,
            link: 0,
            now: [0; 64],
            writers: [0; 64],
            is_dirty: true,
            is_entering: true,
            early: Vec::new(),
        }
    }
}

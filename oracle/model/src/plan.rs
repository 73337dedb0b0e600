//! A plan: what a document says about one case under one dialect. The oracle writes it, the generator
//! turns it into a probe, the judge holds an observation against it.
//!
//! What a plan does not speak of is not compared.

use crate::finding::ValueId;
use crate::layout::Image;
use crate::target::Register;

/// The id of a clause, such as `EPIPHANY-RET-04`.
pub type ClauseId = &'static str;

/// Whether a clause is among these. Most often it is, in the very place of the program where it was before; ids of one
/// document differ at their ends, where the others are looked at first.
pub fn has_clause(among: &[ClauseId], wanted: ClauseId) -> bool {
    if among.iter().any(|id| std::ptr::eq(*id, wanted)) {
        return true;
    }
    let is_wanted = |id: &ClauseId| id.len() == wanted.len() && id.bytes().rev().eq(wanted.bytes().rev());
    among.iter().any(is_wanted)
}

/// Adds clauses to a list that has each of its clauses once.
pub fn add_clauses(list: &mut Vec<ClauseId>, more: &[ClauseId]) {
    for clause in more {
        if !has_clause(list, clause) {
            list.push(clause);
        }
    }
}

/// A document's answer for one case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Plan {
    /// Arguments in the order of the signature, unnamed ones after the named. A hidden argument (the
    /// address for a result in memory) is not among them: see [`Transfer::ByReference`] of `result`.
    pub arguments: Vec<Passed>,
    /// The result, when there is one.
    pub result: Option<Passed>,
    /// What becomes of each register across the call, in the order of the target's registers.
    pub registers: Vec<RegisterRule>,
    /// Clauses by which a function leaves as they are, of the registers that it may destroy, all that its object file
    /// does not list among those that it changes; empty where no object file binds anybody so.
    pub declared_clauses: Vec<ClauseId>,
    /// Rules of the stack.
    pub stack: StackRule,
    /// Memory that compiled code must not write: half-open ranges of addresses, with their clauses.
    pub forbidden: Vec<(std::ops::Range<u64>, ClauseId)>,
    /// Clauses by which a function writes no memory outside the stack but what it was given to write; empty where
    /// that is not to be held against anybody.
    pub foreign_clauses: Vec<ClauseId>,
    /// What a caller leaves for its callee besides values, and where it is at the callee's first instruction.
    pub linkage: Vec<Linkage>,
    /// What each thread has for itself, where the document speaks of several.
    pub threads: Option<ThreadRule>,
    /// A list of parameters in memory, where the document has one.
    pub list: Option<ParameterList>,
    /// How the function ends.
    pub way_out: WayOut,
    /// Clause on the end of the function: for one that returns, that control is back at the return address.
    pub return_clause: ClauseId,
}

/// What a thread has for itself while others run the same functions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ThreadRule {
    /// Clauses by which each has registers of its own.
    pub register_clauses: Vec<ClauseId>,
    /// Clauses by which each has a stack of its own, where a function keeps what is its own.
    pub stack_clauses: Vec<ClauseId>,
    /// Clauses by which its stack is one area that does not grow by another.
    pub area_clauses: Vec<ClauseId>,
    /// Clauses by which nobody writes the stack of another thread.
    pub foreign_clauses: Vec<ClauseId>,
}

/// How a function ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum WayOut {
    /// Control goes back to the caller.
    #[default]
    Return,
    /// The program ends itself: there is no caller.
    Exit,
}

/// A list of parameters in memory whose address travels in a register.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ParameterList {
    /// The register that holds its address when the function is called.
    pub pointer: Register,
    /// Its size in bytes.
    pub bytes: u64,
    /// Alignment of its address in bytes.
    pub align: u64,
    /// Whether the callee may write it.
    pub callee_may_write: bool,
    /// Clauses that say so, the most telling first.
    pub clauses: Vec<ClauseId>,
    /// Clauses by which a caller may not count on its entries once the function that it called has had it, so that a
    /// second call has to find them written again; empty where nothing is said.
    pub spent_clauses: Vec<ClauseId>,
}

/// One thing by which the called function finds the way back.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Linkage {
    /// What it is.
    pub link: Link,
    /// Where it is.
    pub place: Place,
    /// Clauses that say so.
    pub clauses: Vec<ClauseId>,
}

/// What a caller leaves for its callee besides values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Link {
    /// The address to return to, as a pointer to code holds it (see
    /// [`Target::code_pointer`](crate::Target::code_pointer)).
    ReturnAddress,
    /// The address to which the caller itself will return, where callers save it for all to see.
    CallersReturnAddress,
    /// The stack pointer that the caller had when it was called.
    CallersStackPointer,
    /// The address to which the caller itself will return, in its frame: its place on the stack is counted from the stack
    /// pointer that the caller had when it was called.
    ReturnAddressInFrame,
    /// The stack pointer that the caller had when it was called, at a place that is counted from there.
    StackPointerInFrame,
    /// How many bytes there are of a value that travels by its address.
    Length(u64),
}

impl Link {
    /// Whether its place is counted from the stack pointer that the caller was entered with.
    pub fn is_in_frame(self) -> bool {
        matches!(self, Link::ReturnAddressInFrame | Link::StackPointerInFrame)
    }

    /// What it is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Link::ReturnAddress => "return address",
            Link::CallersReturnAddress => "caller's own return address",
            Link::CallersStackPointer => "caller's own stack pointer",
            Link::ReturnAddressInFrame => "caller's own return address (from its entry stack pointer on)",
            Link::StackPointerInFrame => "caller's own stack pointer (from its entry stack pointer on)",
            Link::Length(_) => "length of a value",
        }
    }
}

/// One value on its way.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Passed {
    /// Which value of the call it is.
    pub id: ValueId,
    /// The name that pictures have for it: that of its [`ValueId`], or the one that a person has given it.
    pub name: String,
    /// Spelling of its type in C.
    pub c_type: String,
    /// Its bytes in memory order under the document's layout; the filler in its padding is what a
    /// probe sends there.
    pub image: Image,
    /// Its scalars in the order of [`leaves`](crate::leaf::leaves), where it is a composite; empty otherwise.
    pub parts: Vec<Part>,
    /// The clause on the order of bytes, where the value has more than one.
    pub byte_order: Option<ClauseId>,
    /// Where the bytes travel.
    pub transfer: Transfer,
    /// Clauses that decided this, the most telling first.
    pub clauses: Vec<ClauseId>,
    /// Clauses about the bits above a narrow value ([`Piece::rest`]); empty where nothing is said.
    pub rest_clauses: Vec<ClauseId>,
}

/// A scalar inside a composite value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Part {
    /// Distance of its lowest bit from bit 0 of the value's first byte, counted upwards through the bytes.
    pub bit_offset: u64,
    /// Width in bits.
    pub bits: u64,
    /// Whether it is a bit-field.
    pub bit_field: bool,
    /// Of a bit-field, whether its highest bit is a sign, where the document says so or not, with the clauses that say
    /// it.
    pub sign: Option<(bool, Vec<ClauseId>)>,
    /// Clauses by which it lies there and not elsewhere inside the value, the most telling first; empty where it
    /// lies at the beginning, as it must.
    pub clauses: Vec<ClauseId>,
}

/// How a value travels.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Transfer {
    /// Nothing travels (an empty record under some readings).
    Nothing,
    /// The bytes themselves.
    Direct(Vec<Piece>),
    /// The address of the bytes.
    ByReference {
        /// Where the address travels when the function is called.
        pointer: Vec<Piece>,
        /// Where the same address must be at return, if the document says so.
        returned: Option<Vec<Piece>>,
        /// Required alignment of the address in bytes.
        align: u64,
        /// Whether the callee may write the bytes (an argument's copy; always so for a result).
        callee_may_write: bool,
    },
}

/// A run of bytes of a value in one place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Piece {
    /// First byte, counted from the start of the value in memory order.
    pub offset: u32,
    /// Number of bytes.
    pub len: u32,
    /// Where the first of them is.
    pub place: Place,
    /// What the rest of the register or slot holds, above the value's bytes.
    pub rest: Rest,
}

/// A place that can hold bytes at the call boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// In a register, from this byte on; byte 0 holds bits 0 to 7.
    Register {
        /// The register.
        register: Register,
        /// First byte inside it.
        byte: u16,
    },
    /// In memory, at this distance in bytes from the address that a register holds at the callee's first
    /// instruction.
    Pointed {
        /// The register.
        base: Register,
        /// Distance from the address in it.
        offset: i64,
    },
    /// On the stack, at this distance in bytes from the stack pointer at the callee's first
    /// instruction, upwards positive.
    Stack {
        /// Distance from the stack pointer at entry.
        offset: i64,
    },
}

/// The bits above a narrow value in its register or slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rest {
    /// There are none, or the document says nothing of them.
    Unspecified,
    /// Zero, up to this number of bytes counted from the piece's first byte.
    Zero(u16),
    /// None: the register knows how many bytes it holds, and holds this many.
    Length(u16),
    /// Copies of the value's highest bit, up to this number of bytes counted from the piece's first byte.
    Sign(u16),
}

/// What becomes of a register across a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RegisterRule {
    /// The register.
    pub register: Register,
    /// Its fate.
    pub fate: Fate,
    /// Clauses that say so; empty where nothing is said.
    pub clauses: &'static [ClauseId],
}

/// What a document says of a register across a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fate {
    /// At return it holds what it held at entry; a register of flags and modes, the modes; one that knows how many
    /// bytes it holds, as many. One that counts a hardware loop counts none over the caller's code.
    Preserved,
    /// The callee may leave anything in it; a probe destroys it.
    Scratch,
    /// Compiled code never writes it.
    Reserved,
    /// As the object file of the callee declares: [`Fate::Scratch`] where it says that the function changes the
    /// register, [`Fate::Preserved`] otherwise.
    Declared,
    /// The document says nothing that can be held against anybody; probes leave it alone.
    Unspecified,
}

/// Rules of the stack.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StackRule {
    /// Alignment of the stack pointer in bytes at all times, with its clauses.
    pub align_always: (u64, Vec<ClauseId>),
    /// Alignment of the stack pointer in bytes when a function is entered, with its clauses.
    pub align_at_call: (u64, Vec<ClauseId>),
    /// Whether the stack grows towards lower addresses.
    pub grows_down: bool,
    /// Clauses that say in which direction it grows and what the pointer addresses.
    pub direction_clauses: Vec<ClauseId>,
    /// Bytes from the stack pointer at entry upwards that the callee owns although no argument lies
    /// there (a save area).
    pub callee_area: u64,
    /// Bytes from the stack pointer at entry upwards that hold arguments and the callee's area.
    pub argument_bytes: u64,
    /// Of these, bytes at the stack pointer that stay the caller's, who keeps something else there; arguments lie beyond
    /// them.
    pub link_bytes: u64,
    /// Clauses on where on the stack arguments lie, the most telling first.
    pub argument_clauses: Vec<ClauseId>,
    /// Whether the callee may write the stack bytes of its arguments.
    pub callee_may_write_arguments: bool,
    /// Clauses on who owns the bytes from the entry stack pointer upwards.
    pub owner_clauses: Vec<ClauseId>,
    /// Whether anything beyond the stack pointer may be read or written, with the clauses.
    pub no_access_beyond: Option<Vec<ClauseId>>,
    /// Bytes just beyond the stack pointer in which code may keep something all the same: written right before
    /// the pointer moves past it, or read right after it moved back.
    pub kept_beyond: u64,
    /// Clauses by which the room for a result in memory is in the stack frame of the caller; empty where it may be
    /// anywhere.
    pub room_clauses: Vec<ClauseId>,
    /// Clauses by which that room overlaps nothing that is passed by its address; empty where nothing is said.
    pub apart_clauses: Vec<ClauseId>,
    /// Clauses by which a function that calls stores something on the stack before it moves the pointer; empty where
    /// the order does not matter.
    pub saved_first: Vec<ClauseId>,
    /// Clauses that say that the pointer stays within the stack.
    pub limit_clauses: Vec<ClauseId>,
    /// Clauses that say that the callee gives the stack pointer back as it got it.
    pub restored_clauses: Vec<ClauseId>,
}

//! Plans: the demands of a document on one case under one dialect. The oracle makes a plan, the generator turns it
//! into a probe, and the judge compares an observation with it.
//!
//! Anything that a plan does not mention is not compared.

use crate::finding::ValueId;
use crate::layout::Image;
use crate::target::{Register, Target};
use serde::{Deserialize, Serialize};

/// Id of a clause, such as `EPIPHANY-RET-04`.
pub type ClauseId = &'static str;

/// The position of a clause in a list. Usually the very same string constant is in the list, so addresses are compared
/// first; ids of one document differ at their ends, so the contents are compared from there.
#[inline]
fn find_clause(among: &[ClauseId], wanted: ClauseId) -> Option<usize> {
    let end = wanted.as_bytes().last_chunk::<2>();
    among.iter().position(|id| {
        let is_equal = || id.as_bytes().last_chunk::<2>() == end && *id == wanted;
        std::ptr::eq(*id, wanted) || id.len() == wanted.len() && is_equal()
    })
}

/// True if a list contains a clause.
#[inline]
pub fn has_clause(among: &[ClauseId], wanted: ClauseId) -> bool {
    find_clause(among, wanted).is_some()
}

/// Adds clauses to a list without duplicates.
pub fn add_clauses(list: &mut Vec<ClauseId>, more: &[ClauseId]) {
    if list.is_empty() {
        list.reserve(more.len());
    }
    // The same clauses are added again and again, and then stand one behind the other.
    let mut next = 0;
    for clause in more {
        let is_next = list.get(next).is_some_and(|id| std::ptr::eq(*id, *clause));
        let found = if is_next { Some(next) } else { find_clause(list, clause) };
        if found.is_none() {
            list.push(clause);
        }
        next = found.map_or(list.len(), |at| at + 1);
    }
}

/// Demands of a document on one case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Plan {
    /// Arguments in the order of the signature, unnamed ones after the named. A hidden argument (the
    /// address for a result in memory) is not among them: see [`Transfer::ByReference`] of `result`.
    pub arguments: Vec<Passed>,
    /// Result, if there is one.
    pub result: Option<Passed>,
    /// Rule for each register across the call, in the order of the target's registers.
    pub registers: Vec<RegisterRule>,
    /// Rules for registers that snapshots do not hold.
    pub unheld: &'static [UnheldRule],
    /// Clauses that require a function to preserve those scratch registers that its object file does not list among
    /// the changed ones; empty where object files do not bind functions in this way.
    pub declared_clauses: Vec<ClauseId>,
    /// Rules for the stack.
    pub stack: StackRule,
    /// Memory that compiled code must not write: half-open ranges of addresses, with their clauses.
    pub forbidden: Vec<(std::ops::Range<u64>, ClauseId)>,
    /// Clauses that forbid a function to write memory outside the stack other than the objects that it was given to
    /// write; empty where that is not checked.
    pub foreign_clauses: Vec<ClauseId>,
    /// Links that a caller passes to its callee in addition to values, with their places at the callee's first
    /// instruction.
    pub linkage: Vec<Linkage>,
    /// State that belongs to each thread, where the document defines several threads.
    pub threads: Option<ThreadRule>,
    /// List of parameters in memory, where the document has one.
    pub list: Option<ParameterList>,
    /// Way in which the function ends.
    pub way_out: WayOut,
    /// Clause about the end of the function: for one that returns, that control is back at the return address.
    pub return_clause: ClauseId,
}

impl Plan {
    /// A plan without values and links, of which no clause says anything but on registers and the stack.
    pub fn new(registers: Vec<RegisterRule>, stack: StackRule) -> Plan {
        Plan {
            arguments: Vec::new(),
            result: None,
            registers,
            unheld: &[],
            declared_clauses: Vec::new(),
            stack,
            forbidden: Vec::new(),
            foreign_clauses: Vec::new(),
            linkage: Vec::new(),
            threads: None,
            list: None,
            way_out: WayOut::Return,
            return_clause: "",
        }
    }
}

/// Rule on accesses beyond the stack pointer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BeyondRule {
    /// Clauses that demand this.
    pub clauses: Vec<ClauseId>,
    /// True if code may write there, as long as it never reads what it wrote: it may be gone.
    pub may_write: bool,
}

impl From<Vec<ClauseId>> for BeyondRule {
    /// No access at all.
    fn from(clauses: Vec<ClauseId>) -> BeyondRule {
        BeyondRule { clauses, may_write: false }
    }
}

/// State that belongs to a thread while other threads run the same functions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ThreadRule {
    /// Clauses that give each thread registers of its own.
    pub register_clauses: Vec<ClauseId>,
    /// Clauses that give each thread a stack of its own, for a function's private data.
    pub stack_clauses: Vec<ClauseId>,
    /// Clauses that make a thread's stack one contiguous area of fixed size.
    pub area_clauses: Vec<ClauseId>,
    /// Clauses that forbid writes to the stack of another thread.
    pub foreign_clauses: Vec<ClauseId>,
}

/// Way in which a function ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum WayOut {
    /// Control returns to the caller.
    #[default]
    Return,
    /// The program ends: there is no caller.
    Exit,
}

/// List of parameters in memory whose address is passed in a register.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ParameterList {
    /// Register that holds its address when the function is called.
    pub pointer: Register,
    /// Size in bytes.
    pub bytes: u64,
    /// Alignment of its address in bytes.
    pub align: u64,
    /// True if the callee may write it.
    pub callee_may_write: bool,
    /// Clauses that demand this, the most specific first.
    pub clauses: Vec<ClauseId>,
    /// Clauses by which a caller may not rely on the entries after a call, so that they have to be written again for
    /// a second call; empty where the document demands nothing.
    pub spent_clauses: Vec<ClauseId>,
}

/// Link that the called function needs to return, with its place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Linkage {
    /// Link that is passed.
    pub link: Link,
    /// Place of the link.
    pub place: Place,
    /// Clauses that demand this.
    pub clauses: Vec<ClauseId>,
}

/// Link that a caller passes to its callee in addition to values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Link {
    /// Return address, in the form that a pointer to code has (see
    /// [`Target::code_pointer`](crate::Target::code_pointer)).
    ReturnAddress,
    /// Return address of the caller itself, where the convention makes callers save it at a fixed place.
    CallersReturnAddress,
    /// Stack pointer at the caller's own entry.
    CallersStackPointer,
    /// Return address of the caller itself, in its frame, at a distance from the stack pointer at the caller's own
    /// entry.
    ReturnAddressInFrame,
    /// Stack pointer at the caller's own entry, at a distance from that stack pointer.
    StackPointerInFrame,
    /// In the frame pointer's register: the stack pointer at the caller's own entry, or what the register held there.
    FramePointer,
    /// In the frame pointer's register: the address of a record, at whichever place in the caller's frame, that begins with
    /// what the register held at the caller's own entry; or that itself.
    FrameRecord,
    /// Contents of the place's register at the caller's own entry, where it is the frame pointer.
    CallersFramePointer,
    /// Number of bytes of a value that is passed by address.
    Length(u64),
    /// In the lowest byte of its place a number of registers, which may be any from the first to the last of these.
    Count(u8, u8),
}

impl Link {
    /// True if its place is relative to the stack pointer at the caller's own entry.
    pub fn is_in_frame(self) -> bool {
        matches!(self, Link::ReturnAddressInFrame | Link::StackPointerInFrame)
    }

    /// Number of bytes of the link on a target.
    pub fn bytes(self, target: Target) -> usize {
        if matches!(self, Link::Count(..)) { 1 } else { target.address_bytes() }
    }

    /// Description of the link in English.
    pub fn words(self) -> &'static str {
        match self {
            Link::ReturnAddress => "return address",
            Link::CallersReturnAddress => "caller's own return address",
            Link::CallersStackPointer => "caller's own stack pointer",
            Link::ReturnAddressInFrame => "caller's own return address (from its entry stack pointer on)",
            Link::StackPointerInFrame => "caller's own stack pointer (from its entry stack pointer on)",
            Link::FramePointer => "frame pointer",
            Link::FrameRecord => "address of a frame record",
            Link::CallersFramePointer => "caller's own frame pointer",
            Link::Length(_) => "length of a value",
            Link::Count(..) => "number of registers that are used",
        }
    }
}

/// Value that is passed or returned.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Passed {
    /// Argument or result that it is.
    pub id: ValueId,
    /// Name of the value in diagrams: that of its [`ValueId`], or one that the user has given it.
    pub name: String,
    /// C spelling of its type.
    pub c_type: String,
    /// Its bytes in memory order under the document's layout; the filler in its padding is what a
    /// probe sends there.
    pub image: Image,
    /// Scalars in the order of [`leaves`](crate::leaf::leaves), for an aggregate; empty otherwise.
    pub parts: Vec<Part>,
    /// Width of the value in bits, if its bytes have more, which are copies of its sign or zeros.
    pub own_bits: Option<u32>,
    /// Clause about the byte order, where the value has more than one byte.
    pub byte_order: Option<ClauseId>,
    /// Way in which the bytes are passed.
    pub transfer: Transfer,
    /// Clauses that decide this, the most specific first.
    pub clauses: Vec<ClauseId>,
    /// Clauses about the bits above a narrow value ([`Piece::rest`], [`Passed::own_bits`]); empty where the document
    /// demands nothing.
    pub rest_clauses: Vec<ClauseId>,
    /// Clauses about the order of two members among their registers; empty where those on its place say it as well.
    pub order_clauses: Vec<ClauseId>,
    /// Clause by which each piece of [`Transfer::Direct`] is in its register and in no other of the same file; empty where
    /// [`Passed::clauses`] begin with those.
    pub register_clauses: Vec<ClauseId>,
}

impl Passed {
    /// A value under its usual name, of a type without a spelling, of which no clause says anything.
    pub fn new(id: ValueId, image: Image, transfer: Transfer) -> Passed {
        Passed {
            id,
            name: id.to_string(),
            c_type: String::new(),
            image,
            parts: Vec::new(),
            own_bits: None,
            byte_order: None,
            transfer,
            clauses: Vec::new(),
            rest_clauses: Vec::new(),
            order_clauses: Vec::new(),
            register_clauses: Vec::new(),
        }
    }

    /// Place where the value, or its address, begins.
    pub fn place(&self) -> Option<Place> {
        match &self.transfer {
            Transfer::Nothing => None,
            Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => {
                pieces.first().map(|piece| piece.place)
            }
        }
    }
}

/// Scalar inside an aggregate.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Part {
    /// Distance in bits of its lowest bit from bit 0 of the value's first byte, counted upwards through the bytes.
    pub bit_offset: u64,
    /// Width in bits.
    pub bits: u64,
    /// True for a bit-field.
    pub bit_field: bool,
    /// Signedness of a bit-field as the document defines it, with the clauses: true if its highest bit is a sign.
    pub sign: Option<(bool, Vec<ClauseId>)>,
    /// Clauses that decide its place inside the value, the most specific first; empty where it is at the beginning,
    /// as it must be.
    pub clauses: Vec<ClauseId>,
}

/// Way in which a value is passed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Transfer {
    /// No bytes are passed (an empty record under some readings).
    Nothing,
    /// By value, in pieces.
    Direct(Vec<Piece>),
    /// By the address of the bytes.
    ByReference {
        /// Places of the address when the function is called.
        pointer: Vec<Piece>,
        /// Places of the same address at return, if the document demands it there.
        returned: Option<Vec<Piece>>,
        /// Required alignment of the address in bytes.
        align: u64,
        /// True if the callee may write the bytes (an argument's copy; always true for a result).
        callee_may_write: bool,
    },
}

/// Consecutive bytes of a value in one place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Offset of the first byte in the value, in memory order.
    pub offset: u32,
    /// Number of bytes.
    pub len: u32,
    /// Place of the first byte.
    pub place: Place,
    /// Contents of the register or slot above the value's bytes.
    pub rest: Extension,
}

/// Place that can hold bytes at the call boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Place {
    /// Register, from the given byte on; byte 0 holds bits 0 to 7.
    Register {
        /// Register that holds the bytes.
        register: Register,
        /// Index of the first byte in the register.
        byte: u16,
    },
    /// Memory at a distance from the address that a register holds at the callee's first instruction.
    Pointed {
        /// Register that holds the address.
        base: Register,
        /// Distance in bytes from the address.
        offset: i64,
    },
    /// Stack memory at a distance from the stack pointer at the callee's first instruction, upwards positive.
    Stack {
        /// Distance in bytes from the stack pointer at entry.
        offset: i64,
    },
}

impl Place {
    /// Register that holds the bytes or their address; `None` on the stack.
    pub fn register(self) -> Option<Register> {
        match self {
            Place::Register { register, .. } | Place::Pointed { base: register, .. } => Some(register),
            Place::Stack { .. } => None,
        }
    }

    /// File of the register that holds the bytes themselves; `None` in memory.
    pub fn file(self, target: Target) -> Option<&'static str> {
        match self {
            Place::Register { register, .. } => target.register(register).map(|info| info.file),
            Place::Pointed { .. } | Place::Stack { .. } => None,
        }
    }
}

/// Bits above a narrow value in its register or slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extension {
    /// No bits, or bits that the document does not specify.
    Unspecified,
    /// Zeros, up to this number of bytes counted from the piece's first byte.
    Zero(u16),
    /// No bits: the register has a length of its own, which is this number of bytes.
    Length(u16),
    /// Copies of the value's highest bit, up to this number of bytes counted from the piece's first byte.
    Sign(u16),
    /// Ones, up to this number of bytes counted from the piece's first byte.
    Ones(u16),
}

/// Rule for a register across a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RegisterRule {
    /// Register that the rule is about.
    pub register: Register,
    /// Demand on the register.
    pub preservation: Preservation,
    /// Clauses that demand this; empty where the document does not mention the register.
    pub clauses: &'static [ClauseId],
}

/// Rule for a register across a call that snapshots do not hold: of an extension that no case uses, but a function may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnheldRule {
    /// The register in words, or several that no function sets alone.
    pub name: &'static str,
    /// Names of these registers in machines that have them.
    pub registers: &'static [&'static str],
    /// True for registers that are zero whenever a function is entered or left, and false for those that are scratch.
    pub is_zero: bool,
    /// Clauses that say so.
    pub clauses: &'static [ClauseId],
}

/// Demand of a document on a register across a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Preservation {
    /// Callee-saved: at return it holds its value from entry. Of a register of flags and modes, the modes are meant;
    /// of one with a length of its own, the length as well; one that counts a hardware loop counts no loop over the
    /// caller's code.
    Preserved,
    /// Callee-saved as far as this number of its lowest bytes; what is above them is free.
    PreservedLow(u16),
    /// Callee-saved, and at each call, too, it holds its value from entry: other functions count on it.
    Fixed,
    /// Caller-saved: the callee may leave any value in it, and a probe destroys it.
    Scratch,
    /// Reserved: compiled code never writes it.
    Reserved,
    /// As the object file of the callee declares: [`Preservation::Scratch`] if it lists the register as changed, else
    /// [`Preservation::Preserved`].
    Declared,
    /// No demand that can be checked; probes do not change it.
    Unspecified,
}

impl Preservation {
    /// True if the callee has to give the register back, or its lowest bytes.
    pub fn is_preserved(self) -> bool {
        matches!(self, Preservation::Preserved | Preservation::PreservedLow(_) | Preservation::Fixed)
    }

    /// Number of the register's lowest bytes that are demanded, of a register of `bytes` bytes.
    pub fn demanded_bytes(self, bytes: usize) -> usize {
        match self {
            Preservation::PreservedLow(low) => bytes.min(usize::from(low)),
            _ => bytes,
        }
    }
}

/// Rules for the stack.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StackRule {
    /// Alignment of the stack pointer in bytes at all times, with its clauses.
    pub align_always: (u64, Vec<ClauseId>),
    /// Alignment of the stack pointer in bytes when a function is entered, with its clauses.
    pub align_at_call: (u64, Vec<ClauseId>),
    /// Clause by which the pointer may be aligned otherwise where a function is called that only its own unit can call.
    pub private_calls: Option<ClauseId>,
    /// Alignment of the stack pointer in bytes when the function of the case is called, where its arguments demand more than
    /// any call does, with its clauses; 1 where they do not.
    pub align_for_arguments: (u64, Vec<ClauseId>),
    /// True if the stack grows to lower addresses.
    pub grows_down: bool,
    /// Clauses about the direction of growth and about the word that the stack pointer addresses.
    pub direction_clauses: Vec<ClauseId>,
    /// Number of bytes from the stack pointer at entry upwards that the callee owns although they hold no argument (a
    /// save area).
    pub callee_area: u64,
    /// Number of bytes from the stack pointer at entry upwards that hold arguments and the callee's area.
    pub argument_bytes: u64,
    /// Number of these bytes, at the stack pointer, that belong to the caller and hold other data; arguments are
    /// beyond them.
    pub link_bytes: u64,
    /// Clauses about the places of arguments on the stack, the most specific first.
    pub argument_clauses: Vec<ClauseId>,
    /// True if the callee may write the stack bytes of its arguments.
    pub callee_may_write_arguments: bool,
    /// Clauses about the owner of the bytes from the entry stack pointer upwards.
    pub owner_clauses: Vec<ClauseId>,
    /// Rule on accesses beyond the stack pointer; `None` where every one is allowed.
    pub no_access_beyond: Option<BeyondRule>,
    /// Number of bytes just beyond the stack pointer that code may write and read at any time until it calls a function, as if
    /// the pointer were beyond them (a red zone). What is said of accesses beyond the pointer is said of those beyond these.
    pub red_zone: u64,
    /// Number of bytes just beyond the stack pointer that code may use all the same: written right before the pointer
    /// moves past them, or read right after it has moved back.
    pub kept_beyond: u64,
    /// Clauses that demand that the space for a result in memory is in the caller's stack frame; empty where it may
    /// be anywhere.
    pub room_clauses: Vec<ClauseId>,
    /// Clauses that forbid that space to overlap an object that is passed by address; empty where the document
    /// demands nothing.
    pub apart_clauses: Vec<ClauseId>,
    /// Clauses about the alignment of an object that is passed by address; empty where those on its way say it as well.
    pub copy_align_clauses: Vec<ClauseId>,
    /// The same about the space for a result in memory.
    pub room_align_clauses: Vec<ClauseId>,
    /// Clauses that demand that a function with calls stores something on the stack before it moves the pointer;
    /// empty where the order does not matter.
    pub saved_first: Vec<ClauseId>,
    /// Clauses that keep the stack pointer within the stack.
    pub limit_clauses: Vec<ClauseId>,
    /// Clauses that demand that the callee restores the stack pointer.
    pub restored_clauses: Vec<ClauseId>,
}

impl StackRule {
    /// A stack of which a document says nothing yet.
    pub const UNSPECIFIED: StackRule = StackRule {
        align_always: (1, Vec::new()),
        align_at_call: (1, Vec::new()),
        private_calls: None,
        align_for_arguments: (1, Vec::new()),
        grows_down: true,
        direction_clauses: Vec::new(),
        callee_area: 0,
        argument_bytes: 0,
        link_bytes: 0,
        argument_clauses: Vec::new(),
        callee_may_write_arguments: false,
        owner_clauses: Vec::new(),
        no_access_beyond: None,
        red_zone: 0,
        kept_beyond: 0,
        room_clauses: Vec::new(),
        apart_clauses: Vec::new(),
        copy_align_clauses: Vec::new(),
        room_align_clauses: Vec::new(),
        saved_first: Vec::new(),
        limit_clauses: Vec::new(),
        restored_clauses: Vec::new(),
    };
}

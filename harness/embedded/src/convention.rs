//! What a target says: its tables, and the decisions that the lowering asks it for.
//!
//! The engines in this crate know C and how code is generated; they know no document. Every decision of one is
//! a method here, which a target's folder answers with the clause beside the branch.

use crosscall_model::{EnumType, Form, Record, RecordKind, Scalar, Target, Type};

use crate::asm::Asm;
use crate::emit::{Emit, Reg};
use crate::fault::{Fault, Mechanism};
use crate::laid::Laid;
use crate::places::{Assignment, Call, Returned, Way};
use crate::readings::{Choice, Readings};
use crate::{dpu, epiphany, forwardcom, ipu, nyuzi};

/// A target's tables, and the way to its convention.
pub(crate) struct Document {
    /// The open questions.
    pub(crate) choices: &'static [Choice],
    /// Where the dialect of the target's usual compiler differs from the default one.
    pub(crate) toolchain: &'static [(&'static str, u8)],
    /// The seeded faults.
    pub(crate) faults: &'static [Fault],
    /// The convention under some readings.
    pub(crate) convention: fn(&Readings, Option<Mechanism>) -> Box<dyn Convention>,
}

/// What a target's folder says: the one place in this crate that lists targets.
pub(crate) fn document(target: Target) -> &'static Document {
    match target {
        Target::Epiphany => &epiphany::DOCUMENT,
        Target::Nyuzi => &nyuzi::DOCUMENT,
        Target::Dpu => &dpu::DOCUMENT,
        Target::Ipu => &ipu::DOCUMENT,
        Target::ForwardCom => &forwardcom::DOCUMENT,
        #[cfg(feature = "invented")]
        Target::Invented => &crate::invented::DOCUMENT,
    }
}

/// A calling convention under one dialect, with what it does wrong on purpose.
pub(crate) trait Convention: Layout + Passing + Machine {
    /// The target.
    fn target(&self) -> Target;

    /// What the code does wrong.
    fn fault(&self) -> Option<Mechanism>;

    /// Whether there are functions that nobody calls and that end the program.
    fn has_vertices(&self) -> bool {
        false
    }

    /// Whether there are member functions, functions with two results and vectors of variable length.
    fn has_other_languages(&self) -> bool {
        false
    }
}

impl dyn Convention + '_ {
    /// The convention of code that calls, and of data.
    pub(crate) fn of_caller(readings: &Readings, fault: Option<&Fault>) -> Box<dyn Convention> {
        (document(readings.target()).convention)(readings, fault.map(|f| f.mechanism))
    }

    /// The convention of functions that are called.
    pub(crate) fn of_callee(readings: &Readings, fault: Option<&Fault>) -> Box<dyn Convention> {
        let mut readings = readings.clone();
        if let Some(Mechanism::CalleeReads(key, reading)) = fault.map(|f| f.mechanism) {
            // The table of faults names only what the table of choices has; a test holds it to that.
            let _ = readings.set(key, reading);
        }
        Self::of_caller(&readings, fault)
    }

    /// Whether the code commits this fault.
    pub(crate) fn breaks(&self, mechanism: Mechanism) -> bool {
        self.fault() == Some(mechanism)
    }

    /// Bytes of a word.
    pub(crate) fn word(&self) -> u32 {
        self.target().facts().word.into()
    }

    /// Whether the stack grows to lower addresses.
    pub(crate) fn grows_down(&self) -> bool {
        self.target().grows_down()
    }

    /// Bytes of a register.
    pub(crate) fn register_bytes(&self, r: Reg) -> u32 {
        self.target().register(r).map_or(self.word(), |info| info.bytes.into())
    }
}

/// Where data lie in memory. Sizes and alignments are in bytes.
pub(crate) trait Layout {
    /// The largest object.
    fn largest(&self) -> u64;
    /// A native type.
    fn native(&self, ty: Scalar) -> Laid;
    /// A pointer, to a function or to data.
    fn pointer(&self, function: bool) -> Laid;
    /// An enumeration.
    fn enumeration(&self, ty: &EnumType) -> Laid;
    /// Alignment of a complex value with these parts.
    fn complex_align(&self, part: &Laid) -> u32;
    /// Alignment of a vector of so many bytes.
    fn vector_align(&self, lane: &Laid, size: u32) -> u32;
    /// Alignment that a member of a record wants, given that of its type (1 in a packed one).
    fn member_align(&self, laid: &Laid, align: u32, packed: bool) -> u32;
    /// Whether members are padded to their alignment.
    fn pads(&self) -> bool;
    /// Alignment of a record whose members want `align` and use so many bits, attributes aside.
    fn record_align(&self, record: &Record, align: u32, bits: u64) -> u32;
    /// Whether a bit-field may cross the boundaries of its declared type.
    fn fields_cross(&self) -> bool;
    /// Whether unnamed bit-fields align their record.
    fn unnamed_fields_align(&self) -> bool;
    /// Whether a bit-field of this type is signed.
    fn field_is_signed(&self, ty: &Type, laid: &Laid) -> bool;
    /// The same of a bit-field of so many bits, where that makes a difference.
    fn field_of_bits_is_signed(&self, ty: &Type, laid: &Laid, _bits: u8) -> bool {
        self.field_is_signed(ty, laid)
    }
    /// Alignment of an object of a type that stands by itself.
    fn object_align(&self, laid: &Laid) -> u32;
    /// Whether a member of such a type aligns the record that it is in.
    fn aligns_record(&self, laid: &Laid) -> bool;
    /// Size of a record in which no bit belongs to anything.
    fn empty_size(&self, kind: RecordKind) -> u32;
}

/// How arguments and results travel.
pub(crate) trait Passing {
    /// Gives every argument its place.
    fn assign(&self, call: &Call<'_>) -> Assignment;
    /// Where a result is.
    fn returned(&self, result: Option<&Laid>) -> Returned;
    /// Where the result of a function that is written in a form is.
    fn returned_in(&self, result: Option<&Laid>, _ty: Option<&Type>, _form: Form) -> Returned {
        self.returned(result)
    }
    /// The scalar as which a value travels: of a record that travels like its only member, that member.
    fn travels_as<'l>(&self, laid: &'l Laid) -> &'l Laid {
        laid
    }
    /// What the address of a value that is passed by pointer is a multiple of.
    fn pointer_align(&self, laid: &Laid) -> u32;
    /// Whether the parts of a complex value are arguments of their own.
    fn parts_travel_alone(&self) -> bool;
    /// Whether the caller extends narrow arguments to a word, or else the callee.
    fn caller_extends(&self) -> bool;
    /// Whether the callee takes it for granted that a value of this type came extended in its register, once
    /// whoever extends has done so.
    fn counts_on_extension(&self, ty: &Type) -> bool;
    /// Whether a narrow argument with a sign is extended by it, or else with zeros.
    fn extends_by_sign(&self) -> bool {
        true
    }
    /// Whether only the lowest bit of a truth value counts.
    fn truth_is_lowest_bit(&self) -> bool {
        false
    }
    /// Numbers in the list of parameters beside what is passed, each with its distance from the beginning of the list.
    fn numbers_in_list(&self, _call: &Call<'_>, _ways: &[Way]) -> Vec<(u32, u32)> {
        Vec::new()
    }
    /// What the address of a value that the list of parameters leads to is a multiple of.
    fn listed_align(&self, laid: &Laid) -> u32 {
        self.pointer_align(laid)
    }
    /// Whether what the addresses in the list of parameters lead to belongs to the callee, whoever copies otherwise.
    fn gives_what_is_listed(&self) -> bool {
        false
    }
    /// Whether a narrow argument fills a whole word on the stack.
    fn extends_on_stack(&self) -> bool;
    /// Whether a callee that writes its parameters writes those, too, that only have their place on the stack.
    fn writes_slots(&self) -> bool;
    /// Whether the caller copies what it passes by pointer, or else the callee before it writes.
    fn caller_copies(&self) -> bool;
    /// Whether narrow results are extended by the signedness of their type, or else the other way.
    fn extends_results_exactly(&self) -> bool;
    /// Whether each of two results is extended as it would be alone.
    fn extends_each_result(&self) -> bool {
        false
    }
    /// Whether registers that know how many bytes they hold are longer than the arguments of a function of some form
    /// in them.
    fn lengthens(&self, _form: Form) -> bool {
        false
    }
    /// Whether the room for a result in memory is in the caller's frame, or else an object of its own.
    fn result_room_in_frame(&self) -> bool;
    /// The register in which the address of a result in memory is given back.
    fn returned_address(&self) -> AddressBack;
}

/// What a register holds when a function returns that stored its result in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AddressBack {
    /// The register.
    pub(crate) register: Reg,
    /// Whether it holds the address, or else anything.
    pub(crate) kept: bool,
}

/// Registers, the stack, and instructions.
pub(crate) trait Machine {
    /// Spells instructions.
    fn emit(&self) -> &'static dyn Emit;
    /// What registers are used for.
    fn roles(&self) -> Roles;
    /// Whether the callee saves a register.
    fn is_saved(&self, r: Reg) -> bool;
    /// Registers in which words survive a call, in the order in which they are taken.
    fn keepers(&self) -> Vec<Reg>;
    /// The register that keeps what an argument register brought where it has to survive a call, if one does.
    fn kept(&self, argument: Reg) -> Option<Reg>;
    /// Registers for the code's own work that the callee saves all the same, in every function.
    fn always_saved(&self) -> &'static [Reg] {
        &[]
    }
    /// How frames are made.
    fn frame(&self) -> FrameRules;
    /// What a function does that computes with floating values; `result` says that its result is one.
    fn compute_floating(&self, asm: &mut Asm, result: bool);
}

/// What generated code uses registers for. None of them carries an argument or a result, but for `own`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Roles {
    /// The stack pointer.
    pub(crate) sp: Reg,
    /// Holds the return address.
    pub(crate) link: Reg,
    /// The frame pointer.
    pub(crate) frame: Reg,
    /// Offsets and constants out of an instruction's range, and callees' addresses.
    pub(crate) scratch: Reg,
    /// Hold data. Where two registers can be loaded at once, the first two are such a pair.
    pub(crate) data: [Reg; 3],
    /// For values that are loaded and stored piece by piece.
    pub(crate) piece: Reg,
    /// Source address of a copy.
    pub(crate) from: Reg,
    /// Destination address of a copy.
    pub(crate) to: Reg,
    /// Address of a value that is read through a pointer.
    pub(crate) pointer: Reg,
    /// Address of an object of the function's own: of copies, of words to keep.
    pub(crate) address: Reg,
    /// Walks through the slots.
    pub(crate) slots: Reg,
    /// Address of the prepared result; of the words with which other functions are called.
    pub(crate) result: Reg,
    /// Address of the first of a caller's objects; may be a register that the callee saves.
    pub(crate) objects: Reg,
    /// The address of an argument's object on the way into the function that computes it.
    pub(crate) own_address: Reg,
    /// The same on the way out; it survives that function. Walks through unnamed arguments.
    pub(crate) computed: Reg,
    /// Walks through unnamed arguments where the register has to survive a call.
    pub(crate) kept_walk: Reg,
    /// Address for the result where it has to survive a call.
    pub(crate) kept_result: Reg,
    /// The return address where the link register has lost it.
    pub(crate) back: Reg,
    /// Registers in which the functions of a unit's own take their arguments. They keep all others, but for the
    /// third one for data.
    pub(crate) own: [Reg; 8],
}

/// How frames are made. Sizes are in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FrameRules {
    /// What the stack pointer is a multiple of inside a function that calls.
    pub(crate) align: u32,
    /// What it is known to be a multiple of when a function is entered.
    pub(crate) entry_align: u32,
    /// What sizes of frames are multiples of, but for `odd`; no object is aligned to more.
    pub(crate) round: u32,
    /// Added to every frame that is not empty, so that the stack pointer is a multiple of `align` only.
    pub(crate) odd: u32,
    /// What the stack pointer moves by in a first step of its own, where it moves.
    pub(crate) first_step: u32,
    /// Bytes at the stack pointer at entry that belong to the callee.
    pub(crate) area: u32,
    /// When a function points the frame pointer to its frame, and saves the caller's.
    pub(crate) frame_pointer: FramePointer,
    /// Whether the link register holds something else when a function returns, by another register.
    pub(crate) loses_link: bool,
    /// Whether such a function always has the return address in its frame, or else in that other register from
    /// the beginning where it makes no calls.
    pub(crate) stores_lost_link: bool,
    /// Whether the link register is stored beyond the stack pointer before that moves.
    pub(crate) link_beyond: bool,
    /// Whether a function stores something beyond its stack pointer, as where that memory is nobody else's.
    pub(crate) uses_beyond: bool,
    /// Whether return addresses are on a stack that nobody sees, so that there is no link register to keep.
    pub(crate) hidden_link: bool,
    /// What a function leaves for the ones that it calls, beside what the call itself leaves.
    pub(crate) leaves: Option<Leaves>,
    /// What a function that calls saves next to its stack pointer, for all to see.
    pub(crate) saved_words: Option<SavedWords>,
    /// The largest frame whose link register is stored by the instruction that moves the stack pointer; 0 where
    /// there is none.
    pub(crate) push: u32,
}

/// What is left at a call: the stack pointer that the caller itself was entered with, and what leads back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Leaves {
    /// A register that carries nothing at a call.
    pub(crate) temporary: Reg,
    /// Distance of the caller's own stack pointer from the stack pointer at the call.
    pub(crate) entry_pointer: i32,
}

/// Words that a function saves where it is entered, so that they are next to the stack pointer of its calls. They are a
/// part of what is passed to called functions ([`FrameRules::area`]).
#[derive(Debug, Clone, Copy)]
pub(crate) struct SavedWords {
    /// How many bytes beyond the stack pointer of a call, on the caller's side, the link register begins; none where it
    /// has another place in the frame.
    pub(crate) link: Option<u32>,
    /// The same for the stack pointer that the function was entered with, from which it is then restored.
    pub(crate) pointer: Option<u32>,
    /// Whether they are at the beginning of the frame instead, so many bytes from the stack pointer that the function was
    /// entered with.
    pub(crate) at_start: bool,
    /// Whether they are saved before the stack pointer moves.
    pub(crate) first: bool,
    /// A register that carries nothing at a call.
    pub(crate) temporary: Reg,
}

/// Which functions have a frame pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FramePointer {
    /// None.
    Never,
    /// Those with an array whose size is known only when the code runs.
    WithDynamic,
    /// All.
    Always,
}

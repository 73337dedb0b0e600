//! The interface between a target and the lowering: a target's tables, and a trait for every decision that the
//! lowering leaves to it.
//!
//! The engines in this crate know C and code generation; they know no document. Each decision of a document is a
//! method here, which a target's folder implements with the clause beside the branch.

use crosscall_model::{EnumType, Form, Record, Scalar, Target, Type};

use crate::asm::Asm;
use crate::dialect::Tables;
use crate::dpu::Dpu;
use crate::emit::{Emit, Reg};
use crate::epiphany::Epiphany;
use crate::fault::{Fault, Mechanism};
use crate::forwardcom::ForwardCom;
use crate::ipu::Ipu;
use crate::laid::{Laid, is_plain};
use crate::nyuzi::Nyuzi;
use crate::places::{Assignment, Call, PassMode, Returned};
use crate::readings::Readings;

/// Tables of a target; the one place in this crate that lists targets. Those of a document that was not read a second time are
/// empty.
pub(crate) const fn tables(target: Target) -> Tables {
    match target {
        Target::Epiphany => Tables::of::<Epiphany>(),
        Target::Nyuzi => Tables::of::<Nyuzi>(),
        Target::Dpu => Tables::of::<Dpu>(),
        Target::Ipu => Tables::of::<Ipu>(),
        Target::ForwardCom => Tables::of::<ForwardCom>(),
        Target::Riscv(abi) => crate::riscv::tables(abi),
        Target::X86_64 | Target::Aarch64 => Tables::NONE,
        #[cfg(feature = "invented")]
        Target::Invented => Tables::of::<crate::invented::Invented>(),
    }
}

/// Calling convention under one dialect, with an optional seeded fault.
pub(crate) trait Convention: Layout + Passing + Machine {
    /// Target of the convention.
    fn target(&self) -> Target;

    /// Seeded fault in force.
    fn fault(&self) -> Option<Mechanism>;

    /// True if the code commits this fault.
    fn breaks(&self, mechanism: Mechanism) -> bool {
        self.fault() == Some(mechanism)
    }

    /// True if there are vertices: functions that nobody calls and that end the program.
    fn has_vertices(&self) -> bool;

    /// True if there are member functions, functions with two results and vectors of variable length.
    fn has_other_languages(&self) -> bool;
}

impl dyn Convention + '_ {
    /// Convention of calling code and of data; none where the document was not read a second time.
    pub(crate) fn of_caller(readings: &Readings, fault: Option<&Fault>) -> Option<Box<dyn Convention>> {
        let make = tables(readings.target()).convention?;
        Some(make(readings, fault.map(|f| f.mechanism)))
    }

    /// Convention of called functions.
    pub(crate) fn of_callee(readings: &Readings, fault: Option<&Fault>) -> Option<Box<dyn Convention>> {
        let mut readings = readings.clone();
        if let Some(Mechanism::CalleeReads(key, reading)) = fault.map(|f| f.mechanism) {
            // The table of faults contains only keys of the table of choices, which a test checks.
            let _ = readings.set(key, reading);
        }
        Self::of_caller(&readings, fault)
    }

    /// Number of bytes of a word.
    pub(crate) fn word(&self) -> u32 {
        self.target().facts().word.into()
    }

    /// True if the stack grows to lower addresses.
    pub(crate) fn grows_down(&self) -> bool {
        self.target().grows_down()
    }

    /// Number of bytes of a register.
    pub(crate) fn register_bytes(&self, r: Reg) -> u32 {
        self.target().register(r).map_or(self.word(), |info| info.bytes.into())
    }
}

/// Layout of data in memory. Sizes and alignments are in bytes; the defaults are what most documents demand, and C
/// where they are silent.
pub(crate) trait Layout {
    /// Size of the largest object: what fits into the memory of a small machine beside all other data.
    fn largest(&self) -> u64 {
        1 << 20
    }
    /// Size of a native type.
    fn size(&self, ty: Scalar) -> u32;
    /// True if a native type is signed.
    fn is_signed(&self, ty: Scalar) -> bool;
    /// Alignment of a native type of `size` bytes.
    fn native_align(&self, _ty: Scalar, size: u32) -> u32 {
        size
    }
    /// Layout of a native type.
    fn native(&self, ty: Scalar) -> Laid {
        let size = self.size(ty);
        Laid { align: self.native_align(ty, size), ..Laid::native(ty, size, self.is_signed(ty)) }
    }
    /// Size and alignment in bytes of a bit-precise integer of so many bits, which no case of most targets has.
    fn bit_int(&self, bits: u32) -> (u32, u32) {
        let bytes = bits.div_ceil(8).next_power_of_two();
        (bytes, bytes)
    }
    /// Layout of an atomic type whose arithmetic type is laid out so.
    fn atomic(&self, plain: Laid) -> Laid {
        plain
    }
    /// Size of a pointer, to a function or to data.
    fn pointer(&self, _function: bool) -> u32 {
        4
    }
    /// Layout of an enumeration.
    fn enumeration(&self, ty: &EnumType) -> Laid;
    /// Alignment of a complex value with these parts.
    fn complex_align(&self, part: &Laid) -> u32 {
        part.align
    }
    /// Alignment of a vector of `size` bytes.
    fn vector_align(&self, lane: &Laid, size: u32) -> u32;
    /// Value of `_Alignof` for a type that is laid out so.
    fn alignof(&self, laid: &Laid) -> u32 {
        laid.align
    }

    /// Size in bytes of a vector whose number of lanes is no power of two, of which each lane takes its share of `lanes` bytes;
    /// `None` where compilers have no such vectors.
    fn odd_vector_size(&self, _lanes: u32) -> Option<u32> {
        None
    }
    /// Alignment that a record's member requires, given that of its type (1 in a packed record).
    fn member_align(&self, _laid: &Laid, align: u32, _packed: bool) -> u32 {
        align
    }
    /// True if members keep the alignment that an attribute asks for, whatever [`Layout::member_align`] says of others.
    fn obeys_attributes(&self) -> bool {
        false
    }
    /// True if the attributes of a record are forgotten where it is a member itself.
    fn forgets_attributes(&self, _laid: &Laid) -> bool {
        false
    }
    /// Alignment of a record whose members require `align` and occupy `bits` bits, without attributes.
    fn record_align(&self, _record: &Record, align: u32, _bits: u64) -> u32 {
        align
    }
    /// Rules for the members of records.
    fn records(&self) -> RecordRules;
    /// True if a bit-field of this type and width in bits is signed.
    fn field_is_signed(&self, ty: &Type, laid: &Laid, _bits: u32) -> bool {
        laid.is_signed() && !(self.records().plain_fields_unsigned && is_plain(ty))
    }
    /// Alignment of an object of this type that is no member.
    fn object_align(&self, laid: &Laid) -> u32 {
        laid.align
    }
    /// True if a member of this type contributes to the alignment of its record.
    fn aligns_record(&self, _laid: &Laid) -> bool {
        true
    }
}

/// Rules for the members of records.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordRules {
    /// True if members are padded to their alignment.
    pub(crate) pads: bool,
    /// True if a bit-field may cross the boundaries of its declared type.
    pub(crate) fields_cross: bool,
    /// True if unnamed bit-fields contribute to the alignment of their record.
    pub(crate) unnamed_fields_align: bool,
    /// True if bit-fields of types that say neither `signed` nor `unsigned` are unsigned.
    pub(crate) plain_fields_unsigned: bool,
    /// True if bit-fields of width zero contribute to the alignment of their record.
    pub(crate) zero_fields_align: bool,
    /// True if a bit-field of width zero at the end of a record makes it larger.
    pub(crate) zero_fields_extend: bool,
    /// True if bit-fields of packed records may cross the boundaries of their declared type.
    pub(crate) packed_fields_cross: bool,
    /// Size in bytes of a record without any bit that belongs to a member.
    pub(crate) empty_size: u32,
}

impl RecordRules {
    /// Rules of most documents.
    pub(crate) const USUAL: RecordRules = RecordRules {
        pads: true,
        fields_cross: false,
        unnamed_fields_align: false,
        plain_fields_unsigned: false,
        zero_fields_align: false,
        zero_fields_extend: true,
        packed_fields_cross: true,
        empty_size: 0,
    };
}

/// True if C makes a native type signed: every signed integer except `char` and `wchar_t`, which are the document's.
pub(crate) fn is_signed_in_c(ty: Scalar) -> bool {
    use Scalar::{Int, Int128, Long, LongLong, PointerDifference, Short, SignedChar};
    matches!(ty, SignedChar | Short | Int | Long | LongLong | PointerDifference | Int128)
}

/// Assignment of arguments and results to registers and memory. The defaults are what most documents demand.
pub(crate) trait Passing {
    /// Assigns every argument its place.
    fn assign(&self, call: &Call<'_>) -> Assignment;
    /// Place of the result of a function that is written in a given form.
    fn returned(&self, laid: &Laid, ty: &Type, form: Form) -> Returned;
    /// Duties of the two sides of a call.
    fn passing(&self) -> PassingRules;
    /// Scalar as which a value is passed: the only member of a record that is passed like it, else the value itself.
    fn passed_as<'l>(&self, laid: &'l Laid) -> &'l Laid {
        laid
    }
    /// True if a narrow integer is extended by its highest bit where it is passed in a word or returned in one.
    fn extends_signed(&self, laid: &Laid) -> bool {
        laid.is_signed()
    }
    /// Guaranteed alignment of the address for a result of this type in memory.
    fn result_align(&self, laid: &Laid) -> u32 {
        self.pointer_align(laid)
    }
    /// Guaranteed alignment of the address of a value that is passed by pointer.
    fn pointer_align(&self, laid: &Laid) -> u32 {
        laid.align
    }
    /// True if the callee relies on a value of this type being extended in its register, once the responsible side
    /// has extended it. The sign of plain `char` may be another one on the other side.
    fn counts_on_extension(&self, ty: &Type) -> bool {
        ty.scalar() != Some(Scalar::Char)
    }
    /// True if the alignment that a name gives an arithmetic type counts where a value of it is passed.
    fn typedef_alignment_counts(&self) -> bool {
        false
    }

    /// The same of a record.
    fn record_typedef_alignment_counts(&self) -> bool {
        self.typedef_alignment_counts()
    }
    /// Numbers in the list of parameters in addition to the arguments, each with its distance in bytes from the
    /// beginning of the list: (distance, number).
    fn numbers_in_list(&self, _call: &Call<'_>, _ways: &[PassMode]) -> Vec<(u32, u32)> {
        Vec::new()
    }
    /// Guaranteed alignment of the address of a value that the list of parameters points to.
    fn listed_align(&self, laid: &Laid) -> u32 {
        self.pointer_align(laid)
    }
    /// True if the registers with a length of their own (vectors of variable length) are longer than the arguments in
    /// them, in functions of this form.
    fn lengthens(&self, _form: Form) -> bool {
        false
    }
}

/// Complex values that travel as two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeparateParts {
    /// None.
    None,
    /// Complex values of two integers.
    OfIntegers,
    /// Complex values of two reals.
    OfReals,
    /// All.
    All,
}

impl SeparateParts {
    /// All or none.
    pub(crate) fn all_if(separate: bool) -> SeparateParts {
        if separate { SeparateParts::All } else { SeparateParts::None }
    }
}

/// Duties of the two sides of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PassingRules {
    /// Complex values of which the parts are passed as separate arguments.
    pub(crate) separate_parts: SeparateParts,
    /// True if the caller extends narrow arguments to a word; false if the callee does.
    pub(crate) caller_extends: bool,
    /// True if a signed narrow argument is sign-extended; false if it is zero-extended.
    pub(crate) extends_by_sign: bool,
    /// True if only the lowest bit of a `_Bool` is significant.
    pub(crate) truth_is_lowest_bit: bool,
    /// True if the objects that addresses in the list of parameters point to belong to the callee, whichever side
    /// copies elsewhere.
    pub(crate) callee_owns_listed: bool,
    /// True if a narrow argument occupies a whole word on the stack.
    pub(crate) extends_on_stack: bool,
    /// True if a callee that modifies its parameters also modifies those that only have their place on the stack.
    pub(crate) writes_slots: bool,
    /// True if the caller copies what it passes by pointer; false if the callee does before it writes.
    pub(crate) caller_copies: bool,
    /// True if narrow results are extended by the signedness of their type; false if by the opposite.
    pub(crate) extends_results_exactly: bool,
    /// True if each of two results is extended as a single result would be.
    pub(crate) extends_each_result: bool,
    /// True if the space for a result in memory is in the caller's frame; false if it is a separate object.
    pub(crate) result_room_in_frame: bool,
    /// True if the first register holds the address of a result in memory when the function returns; false if its
    /// value is unspecified.
    pub(crate) returns_address: bool,
}

impl PassingRules {
    /// True if complex values with these parts travel as two values.
    pub(crate) fn separates(&self, part: &Laid) -> bool {
        match self.separate_parts {
            SeparateParts::None => false,
            SeparateParts::OfIntegers => !part.is_floating(),
            SeparateParts::OfReals => part.is_floating(),
            SeparateParts::All => true,
        }
    }

    /// Rules of most documents.
    pub(crate) const USUAL: PassingRules = PassingRules {
        separate_parts: SeparateParts::None,
        caller_extends: true,
        extends_by_sign: true,
        truth_is_lowest_bit: false,
        callee_owns_listed: false,
        extends_on_stack: true,
        writes_slots: false,
        caller_copies: true,
        extends_results_exactly: true,
        extends_each_result: false,
        result_room_in_frame: true,
        returns_address: true,
    };
}

/// Registers, the stack frame and instructions.
pub(crate) trait Machine {
    /// Printer of instructions.
    fn emit(&self) -> &'static dyn Emit;
    /// Use of registers in generated code.
    fn roles(&self) -> Roles;
    /// True if a register is callee-saved.
    fn is_saved(&self, r: Reg) -> bool;
    /// Registers in which words survive a call, in order of preference.
    fn keepers(&self) -> Vec<Reg>;
    /// Register that holds the value of an argument register across a call, if there is one.
    fn kept(&self, argument: Reg) -> Option<Reg>;
    /// Registers for the code's own work that are callee-saved all the same, in every function.
    fn always_saved(&self) -> &'static [Reg] {
        &[]
    }
    /// Rules for stack frames.
    fn frame(&self) -> FrameRules;
    /// Emits what a function does that computes with floating values; `result` is true if its result is one. Emits
    /// nothing where the document does not mention modes.
    fn compute_floating(&self, _asm: &mut Asm, _result: bool) {}
    /// Emits code of every called function that borrows registers for a moment. Emits nothing where the document has
    /// no registers for that.
    fn borrow_registers(&self, _asm: &mut Asm) {}
}

/// Use of registers in generated code. None of them carries an argument or a result, except those in `own`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Roles {
    /// Stack pointer.
    pub(crate) sp: Reg,
    /// Link register: holds the return address.
    pub(crate) link: Reg,
    /// Frame pointer.
    pub(crate) frame: Reg,
    /// Scratch register: offsets and constants out of an instruction's range, and callees' addresses.
    pub(crate) scratch: Reg,
    /// Data registers. Where two registers can be loaded at once, the first two are such a pair.
    pub(crate) data: [Reg; 3],
    /// Register for values that are loaded and stored piece by piece.
    pub(crate) piece: Reg,
    /// Source address of a copy.
    pub(crate) from: Reg,
    /// Destination address of a copy.
    pub(crate) to: Reg,
    /// Address of a value that is read through a pointer.
    pub(crate) pointer: Reg,
    /// Address of an object of the function's own: copies, and words to keep across calls.
    pub(crate) address: Reg,
    /// Address of the current slot.
    pub(crate) slots: Reg,
    /// Address of the prepared result, and of the words with which other functions are called.
    pub(crate) result: Reg,
    /// Address of the first of a caller's objects; may be a callee-saved register.
    pub(crate) objects: Reg,
    /// Address of an argument's object, passed to the function that computes it.
    pub(crate) own_address: Reg,
    /// Address of an argument's object as that function returns it; survives the function. Also the pointer to
    /// unnamed arguments.
    pub(crate) computed: Reg,
    /// Pointer to unnamed arguments where it has to survive a call.
    pub(crate) kept_walk: Reg,
    /// Address for the result where it has to survive a call.
    pub(crate) kept_result: Reg,
    /// Return address where the link register has lost it.
    pub(crate) back: Reg,
    /// Registers in which the functions of a unit's own take their arguments. These functions preserve all other
    /// registers except the third data register.
    pub(crate) own: [Reg; 8],
}

/// Rules for stack frames. Sizes are in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FrameRules {
    /// Alignment of the stack pointer inside a function that makes calls.
    pub(crate) align: u32,
    /// Guaranteed alignment of the stack pointer when a function is entered.
    pub(crate) entry_align: u32,
    /// Granularity of frame sizes, apart from `odd`; no object has a greater alignment.
    pub(crate) round: u32,
    /// Number of bytes added to every frame that is not empty, so that the stack pointer is aligned to `align` and no
    /// more.
    pub(crate) odd: u32,
    /// Number of bytes by which the stack pointer moves in a separate first step, where it moves.
    pub(crate) first_step: u32,
    /// Number of bytes at the stack pointer at entry that belong to the callee.
    pub(crate) area: u32,
    /// Functions that save the caller's frame pointer and set up their own.
    pub(crate) frame_pointer: FramePointer,
    /// True if the frame pointer is the end of the frame next to the caller, beside the words of spilled argument
    /// registers, and the two words before it are the caller's frame pointer and the return address.
    pub(crate) frame_record: bool,
    /// True if the link register does not hold the return address when a function returns, so that it returns through
    /// another register.
    pub(crate) loses_link: bool,
    /// True if such a function always has the return address in its frame; false if it is in that other register from
    /// the beginning where the function makes no calls.
    pub(crate) stores_lost_link: bool,
    /// True if the link register is stored beyond the stack pointer before the stack pointer moves.
    pub(crate) link_beyond: bool,
    /// True if a function stores something beyond its stack pointer, as it may where that memory belongs to nobody
    /// else.
    pub(crate) uses_beyond: bool,
    /// True if return addresses are on a hidden stack, so that there is no link register to save.
    pub(crate) hidden_link: bool,
    /// Links that a function stores for its callees, in addition to those of the call instruction.
    pub(crate) passed_links: Option<PassedLinks>,
    /// Words that a function with calls saves next to its stack pointer, at places that are part of the convention.
    pub(crate) saved_words: Option<SavedWords>,
    /// Size of the largest frame whose link register is stored by the instruction that moves the stack pointer; 0
    /// where there is no such instruction.
    pub(crate) push: u32,
}

impl FrameRules {
    /// Rules of a stack that is aligned to `align` bytes at every call, and nothing else.
    pub(crate) const fn aligned(align: u32) -> FrameRules {
        FrameRules {
            align,
            entry_align: align,
            round: align,
            odd: 0,
            first_step: 0,
            area: 0,
            frame_pointer: FramePointer::Never,
            frame_record: false,
            loses_link: false,
            stores_lost_link: false,
            link_beyond: false,
            uses_beyond: false,
            hidden_link: false,
            passed_links: None,
            saved_words: None,
            push: 0,
        }
    }
}

/// Links that are stored at a call: the stack pointer at the caller's own entry, and the return link.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PassedLinks {
    /// Register without a value at a call.
    pub(crate) temporary: Reg,
    /// Distance in bytes of the place for the caller's own entry stack pointer from the stack pointer at the call.
    pub(crate) entry_pointer: i32,
}

/// Words that a function saves at its entry, so that they are next to the stack pointer of its calls. They are a part
/// of the area that is passed to called functions ([`FrameRules::area`]).
#[derive(Debug, Clone, Copy)]
pub(crate) struct SavedWords {
    /// Distance in bytes from the stack pointer of a call to the word with the link register, on the caller's side;
    /// none where the link register has another place in the frame.
    pub(crate) link: Option<u32>,
    /// Distance in bytes of the word with the stack pointer at entry, from which it is then restored.
    pub(crate) pointer: Option<u32>,
    /// True if the words are at the beginning of the frame instead, at these distances from the stack pointer at
    /// entry.
    pub(crate) at_start: bool,
    /// True if they are saved before the stack pointer moves.
    pub(crate) first: bool,
    /// Register without a value at a call.
    pub(crate) temporary: Reg,
}

/// Functions that have a frame pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FramePointer {
    /// No function.
    Never,
    /// Functions with an array of variable length.
    WithDynamic,
    /// Functions that make calls, and those with an array of variable length.
    WithCalls,
    /// All functions.
    Always,
}

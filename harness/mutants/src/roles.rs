//! The parts that a target's document gives registers, and the clauses that a person who knows the document would name for
//! faults.

use super::fault::Occasion;
use super::language::Register;

/// Clauses without the target's prefix.
pub type Clauses = &'static [&'static str];

/// Registers of one kind, and the clauses that speak of them.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// The registers.
    pub registers: &'static [Register],
    /// The clauses that a function breaks which treats them as what they are not.
    pub clauses: Clauses,
}

/// The parts that registers play in calls.
#[derive(Debug, Clone, Copy)]
pub struct Roles {
    /// The stack pointer.
    pub stack: Register,
    /// The register of the return address.
    pub link: Register,
    /// Registers that carry arguments, in their order.
    pub arguments: &'static [Register],
    /// Registers that carry reals as arguments, in their order; empty where reals travel as other values do.
    pub real_arguments: &'static [Register],
    /// The first two registers that carry a result.
    pub results: [Register; 2],
    /// Registers that functions preserve, by the document or by the compilers' own rule.
    pub saved: &'static [Group],
    /// Registers that calls destroy.
    pub scratch: &'static [Group],
    /// Registers that no function writes.
    pub reserved: &'static [Group],
    /// Registers without a part where a function begins or ends.
    pub free: [Register; 3],
    /// Registers without a part where a function is called; the first takes the address of the called function.
    pub at_call: [Register; 3],
    /// Alignment of the stack pointer in bytes.
    pub alignment: i64,
    /// Bytes at the stack pointer that belong to the called function.
    pub area: i64,
}

/// Clauses that a person who knows the document would name for a fault of each kind.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// An argument of a word that is not in its register.
    pub argument: Clauses,
    /// The words of an argument of two.
    pub double_argument: Clauses,
    /// A real that is passed in a register of its own; empty where none does.
    pub real_argument: Clauses,
    /// An argument on the stack that is elsewhere.
    pub stack_argument: Clauses,
    /// An unnamed argument that is elsewhere.
    pub unnamed: Clauses,
    /// The address of a composite argument.
    pub composite: Clauses,
    /// Bits above a narrow argument.
    pub extension: Clauses,
    /// The value of a `_Bool`.
    pub boolean: Clauses,
    /// A result of a word.
    pub word_result: Clauses,
    /// A result narrower than a word.
    pub narrow_result: Clauses,
    /// A result of two words.
    pub double_result: Clauses,
    /// A real that is returned in a register of its own; empty where none is.
    pub real_result: Clauses,
    /// A composite that is returned in a register.
    pub small_result: Clauses,
    /// A result in memory.
    pub memory_result: Clauses,
    /// The stack pointer at return.
    pub stack_at_return: Clauses,
    /// The alignment of the stack pointer.
    pub alignment: Clauses,
    /// A stack pointer that leaves the stack.
    pub limit: Clauses,
    /// An access below the stack pointer.
    pub below: Clauses,
    /// A write into the caller's frame.
    pub callers_frame: Clauses,
    /// The area at the stack pointer that belongs to the called function.
    pub area: Clauses,
    /// The register of the return address at return.
    pub link_at_return: Clauses,
    /// The return address at a call.
    pub link_at_call: Clauses,
    /// A return to another place.
    pub return_place: Clauses,
    /// Modes of the processor.
    pub modes: Clauses,
    /// A write of memory that is nobody's to write.
    pub stray_write: Clauses,
    /// Memory that is reserved.
    pub reserved_memory: Clauses,
    /// The called function, and the number of calls.
    pub call: Clauses,
    /// The sign of a bit-field.
    pub bit_field: Clauses,
}

/// A mode of the processor and the instructions that change it, in registers that are free at a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mode {
    /// Name of the mode.
    pub name: &'static str,
    /// Instructions that change it, parted by semicolons.
    pub code: &'static str,
}

/// A family of options that break something, one for each of its registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionFault {
    /// The option, to which the name of a register is added where there are registers.
    pub prefix: &'static str,
    /// The registers; empty for an option without.
    pub registers: &'static [Register],
    /// Clauses that it breaks.
    pub clauses: Clauses,
    /// Occasion on which it breaks them.
    pub occasion: Occasion,
    /// Description of its effect.
    pub text: &'static str,
}

//! Faults by their place: which register, which argument, which word of the stack. How one is spelled, the clauses that it
//! breaks, its kind and its description follow from what is known of a target's assembly language and document.

mod apply;
mod arguments;
mod clauses;
mod condition;
mod describe;
mod harmless;
mod occasion;
mod results;
mod saved;
pub(crate) mod shapes;
mod stack;

pub use condition::{Condition, Sort};
pub use occasion::Occasion;

pub(crate) use describe::text;
pub(crate) use results::returns;

use crate::edit::{Action, Edit, always};
use crate::facts::Side;
use crate::language::{Language, Operation, OptionFault, Register};
use crate::splice::{Site, Which};

/// A fault with everything that says where and how it is made.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// A saved register is another one at return.
    Changed(Register, Operation, Which),
    /// A saved register keeps the function's own value where it should be restored.
    RestoreLost(Register, Which),
    /// A saved register is neither saved nor restored.
    NotSaved(Register),
    /// Another value lies where a saved register was stored.
    SaveLost(Register),
    /// A saved register is restored from so many bytes further on.
    RestoredFrom(Register, i64),
    /// Two saved registers have each other's value at return.
    Exchanged(Register, Register),
    /// The first of some registers for which a fault has an occasion.
    AnyOf(&'static [Register], fn(Register) -> Fault),
    /// A saved register is kept so many bytes below the stack pointer.
    KeptBelow(Register, i64),
    /// A reserved register is written, and put back where the second is true.
    Reserved(Register, bool),
    /// A reserved register is so much more during a call.
    ReservedAtCall(Register, i32),
    /// A value that should survive a call is kept in a scratch register, in the place of a saved one.
    Kept(Register, Register),
    /// Two integers of one kind, by their places, are taken for each other.
    ArgumentsSwapped(u32, u32),
    /// The integers from a place on, so many at most, are so many places further on.
    ArgumentsShifted(u32, u32, i32),
    /// The two words of a value at a place are so many places further on.
    PairShifted(u32, i32),
    /// The integer at a place is taken from the register of another one.
    ArgumentFrom(u32, u32),
    /// An argument at a place is computed with.
    ArgumentComputed(u32, Operation, Carried),
    /// An integer at a place is the second number where it is the first.
    ArgumentReplaced(u32, i32, u32),
    /// Of two integers that are passed first the other is 0, too, where one is 0.
    ZeroSpreads,
    /// The words of an argument of two, at a place, are taken for each other.
    HalvesSwapped(u32),
    /// Arguments on the stack are looked for so many bytes further on, or lie there.
    StackArguments(i64),
    /// The `_Bool` at a place has this value where it is true.
    Truth(u32, u32),
    /// The bits above an argument at a place, which does not fill its word, are others.
    NotExtended(u32, Carried),
    /// The narrow argument at a place is taken as it is.
    ExtensionForgotten(u32),
    /// Neither side extends the narrow argument at a place.
    NobodyExtends(u32),
    /// Neither side extends any narrow argument.
    NobodyExtendsAny,
    /// The narrow argument at the first place is extended once more, by its sign or with zeros.
    Extended(Narrow, bool),
    /// The register of the place is another one, where nothing is passed.
    FreeDestroyed(u32),
    /// The called function writes the object of an argument that is passed by address first, and what was in it.
    ObjectWritten,
    /// The object of an argument that is passed by address first is another one at return.
    ObjectChanged,
    /// The caller's own object is passed in the place of the copy that is passed by address first.
    OwnObject,
    /// A record of at most a word that is passed first is passed by address.
    ByAddress,
    /// Two reals in the first two registers are exchanged.
    RealsSwapped(Reals),
    /// A real or an integer that is passed first is in another register.
    FirstIn(First, Register),
    /// A result of a kind is in another register.
    ResultIn(Returned, Register),
    /// A result of two words is in this register and the next one.
    PairIn(Register),
    /// The words of a result of two are taken for each other.
    ResultSwapped,
    /// Two reals in the first two registers of a result are exchanged.
    RealResultsSwapped(Reals),
    /// A result of a kind is computed with.
    ResultComputed(Returned, Operation),
    /// A result of a kind is the second number where it is the first.
    ResultReplaced(Returned, i32, u32),
    /// A narrow result is extended otherwise.
    ResultExtended(Narrow),
    /// The bits above a narrow result of the first to the second width are others.
    ResultNotExtended(u32, u32),
    /// A `_Bool` as a result has this value where it is true.
    ResultTruth(u32),
    /// The second register of results is another one, where it holds half of the result or, if this is false, nothing.
    SecondResult(bool),
    /// The address for a result in memory is so many bytes further on.
    ResultAddress(i32),
    /// The address for a result in memory is exchanged with the integer that is passed first.
    ResultAddressSwapped,
    /// The register of the address for a result in memory is another one at return.
    ResultAddressLost,
    /// The address of a result in memory is taken after a call from the register that it came in.
    ResultAddressAgain,
    /// The first word of a result in memory is taken from where the register of its address leads after the call.
    ResultThroughAddress,
    /// A result in memory is stored in memory of the called function.
    ResultElsewhere,
    /// The first byte of a result in memory is lost.
    ResultIncomplete,
    /// The stack pointer is so many bytes higher at return.
    StackAtReturn(i32),
    /// The stack pointer is so many bytes higher at calls, in functions that pass nothing on the stack.
    StackAtCall(i32),
    /// The stack pointer is moved so far and back.
    StackMoved(i32),
    /// The frame is so many bytes larger.
    LargerFrame(i32),
    /// Registers are saved, used and restored.
    Borrowed(&'static [Register]),
    /// A word so far from the stack pointer is written, or read where the second is true.
    Touched(i64, bool),
    /// The word at the beginning of what the called function may write of the stack is written at return.
    OwnAreaWritten,
    /// The register of the return address is another one at return.
    LinkLost(Operation),
    /// The register of the return address is computed with before the return.
    ReturnMoved(Operation),
    /// The return goes through another register.
    ReturnThrough,
    /// The byte at the return address is written, with the value that it has.
    CallersCodeWritten,
    /// The register of the return address leads elsewhere at a call.
    LinkAtCall,
    /// The mode with this number is another one at return.
    ModeChanged(usize),
    /// The function under test is called twice.
    CalledTwice,
    /// A word at a reserved address is written.
    ReservedMemory(u32),
    /// The shift to the right with this number, of those in a function, fills with the other kind of bits.
    OtherShift(usize),
    /// The compiler gets an option, with a register where it takes one.
    Option(&'static OptionFault, Option<Register>),
    /// Scratch registers that hold nothing, of reals or of all other values, are destroyed.
    ScratchDestroyed(Moment, bool),
    /// Instructions that do nothing are added.
    Idle,
}

/// Kind of an argument, as far as a fault in its value depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carried {
    /// A value of a word.
    Word,
    /// The address of a record.
    Address,
    /// A narrow integer.
    Narrow,
    /// A record of less than a word.
    Small,
}

/// Kind of a result, as far as a fault in it depends on that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returned {
    /// A value of a word.
    Word,
    /// A narrow integer.
    Narrow,
    /// An integer of a word, or a narrow one.
    Integer,
    /// An integer of 32 bits at least.
    LongOrInt,
    /// A value of two words.
    Double,
    /// A record in a register.
    Small,
    /// A real in a register of its own.
    Real,
    /// A structure of a real and an integer in a register each.
    Mixed,
}

/// A narrow integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Narrow {
    /// True for a signed type.
    pub signed: bool,
    /// Its width in bits.
    pub bits: u32,
}

/// Contents of the first two floating-point registers of arguments or of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reals {
    /// Two arguments of one type.
    Two,
    /// A structure of two reals.
    Structure,
    /// A complex number.
    Complex,
}

/// Argument that is passed first and alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum First {
    /// A real.
    Real,
    /// The real of a structure of a real and an integer.
    RealOfMixed,
    /// The integer of a structure of a real and an integer.
    IntegerOfMixed,
}

/// A moment of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The called function begins.
    Entry,
    /// The called function ends.
    Return,
    /// The function is called.
    Call,
}

/// A fault and the functions that it is made in.
#[derive(Debug, Clone, Copy)]
pub struct Generated {
    /// The fault.
    pub fault: Fault,
    /// The condition of the signature.
    pub condition: Condition,
}

impl Generated {
    /// A fault in every function that gives occasion.
    pub const fn always(fault: Fault) -> Generated {
        Generated { fault, condition: Condition::Always }
    }

    /// The edit that makes it on a side of a call. Kind, clauses and place follow from the fault.
    pub fn edit(self, side: Side, name: &'static str, text: &'static str, language: &dyn Language) -> Edit {
        Edit {
            name,
            kind: describe::kind(&self.fault),
            text,
            clauses: self.fault.clauses(language),
            side,
            place: self.fault.place(language).map_or("", kept),
            one_in: 1,
            when: always,
            action: Action::Fault(self),
        }
    }

    /// Makes it in a function; returns whether there was an occasion.
    pub(crate) fn apply(&self, site: &mut Site<'_>) -> bool {
        self.condition.holds(site.facts) && apply::apply(&self.fault, site)
    }
}

/// A text that lives as long as the program, as the rows of tables do.
pub(crate) fn kept(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

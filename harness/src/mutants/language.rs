//! What edits have to know of a target: how its compilers write instructions, which registers its document gives
//! which part, and which clause a person who knows the document would name for a fault.

use super::facts::Placement;
use super::listing::Line;
use super::random::Occasion;
use super::{epiphany, nyuzi};
use crosscall_model::Target;
use std::collections::BTreeMap;

/// Number of a register; each language counts its own.
pub type Register = u8;

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
    /// What the stack pointer is a multiple of, in bytes.
    pub alignment: i64,
    /// Bytes at the stack pointer that belong to the called function.
    pub area: i64,
}

/// What a person who knows the document would name for a fault of each kind.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// An argument of a word that is not in its register.
    pub argument: Clauses,
    /// The words of an argument of two.
    pub double_argument: Clauses,
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
    /// Memory that is reserved.
    pub reserved_memory: Clauses,
    /// What is called, and how often.
    pub call: Clauses,
    /// The sign of a bit-field.
    pub bit_field: Clauses,
}

/// A load or a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// The first register that is moved.
    pub register: Register,
    /// How many registers are moved, each of a word.
    pub count: u8,
    /// Bytes that are moved.
    pub width: i64,
    /// The register of the address.
    pub base: Register,
    /// Distance from it in bytes.
    pub offset: i64,
    /// What is added to the register of the address afterwards.
    pub step: Option<i64>,
}

impl Access {
    /// Whether a register is among those that are moved whole.
    pub fn moves(&self, register: Register) -> bool {
        self.width >= 4 && (self.register..self.register.saturating_add(self.count)).contains(&register)
    }
}

/// What an instruction does, as far as edits look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Registers are loaded.
    Load(Access),
    /// Registers are stored.
    Store(Access),
    /// A register is copied.
    Copy {
        /// The register that is written.
        to: Register,
        /// The register that is read.
        from: Register,
    },
    /// A number is added to a register.
    Add {
        /// The register that is written.
        to: Register,
        /// The register that is read.
        from: Register,
        /// The number; `None` where it is not known.
        by: Option<i64>,
    },
    /// The function returns.
    Return,
    /// A function is called.
    Call(Call),
    /// Anything else.
    Other,
}

/// A call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The symbol that is called, where it is known.
    pub symbol: Option<String>,
    /// The register that holds the address, where one does.
    pub through: Option<Register>,
    /// Whether the function ends with the call.
    pub is_last: bool,
}

/// What an instruction reads and writes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effects {
    /// Registers that are read.
    pub reads: Vec<Register>,
    /// Registers that are written.
    pub writes: Vec<Register>,
    /// Whether it does something else than writing registers.
    pub is_kept: bool,
}

/// An operation on a register with a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Addition.
    Add(i32),
    /// One bit becomes the opposite.
    Flip(u8),
    /// The register becomes the number.
    Set(u32),
    /// A shift to the left.
    Left(u8),
    /// A shift to the right that fills with zeros.
    Right(u8),
    /// A shift to the right that fills with the sign.
    RightSigned(u8),
}

/// The assembly language of a target, as its compilers write it.
pub trait Language: Sync {
    /// The register of this name.
    fn register(&self, name: &str) -> Option<Register>;

    /// The name of a register.
    fn name(&self, register: Register) -> String;

    /// What a line does.
    fn step(&self, lines: &[Line], i: usize) -> Step;

    /// What a line reads and writes; `None` where that is not known, and for labels.
    fn effects(&self, line: &Line) -> Option<Effects>;

    /// An instruction that copies a register.
    fn copy(&self, to: Register, from: Register) -> String;

    /// A register without a part where a function begins or ends, which holds what another one does.
    fn spare(&self, _like: Register) -> Register {
        self.roles().free[0]
    }

    /// Instructions for an operation on a register. The other register may be destroyed.
    fn operate(&self, operation: Operation, register: Register, other: Register) -> Vec<String>;

    /// An instruction that gives a register the bits that two others have in common.
    fn both(&self, to: Register, one: Register, other: Register) -> String;

    /// Whether an instruction shifts to the left.
    fn is_left_shift(&self, line: &Line) -> bool;

    /// An instruction that loads a word; `None` where the distance does not fit.
    fn load(&self, register: Register, base: Register, offset: i64) -> Option<String>;

    /// An instruction that stores a word; `None` where the distance does not fit.
    fn store(&self, register: Register, base: Register, offset: i64) -> Option<String>;

    /// The same load or store at another distance in bytes.
    fn with_offset(&self, line: &Line, offset: i64) -> Option<Line>;

    /// An instruction that calls the function whose address is in a register, or ends with it.
    fn call_through(&self, register: Register, is_last: bool) -> String;

    /// An instruction that jumps to the address in a register.
    fn jump(&self, register: Register) -> String;

    /// The same instruction with the other kind of shift to the right.
    fn other_shift(&self, line: &Line) -> Option<Line>;

    /// A line with some registers renamed.
    fn renamed(&self, line: &Line, names: &[(Register, Register)]) -> Line;

    /// Whether a register is mentioned, alone or as part of a pair.
    fn mentions(&self, line: &Line, register: Register) -> bool;

    /// Modes that a function could leave changed; see [`Mode`].
    fn modes(&self) -> &'static [Mode];

    /// The parts that registers play.
    fn roles(&self) -> &'static Roles;

    /// The clauses of faults.
    fn rules(&self) -> &'static Rules;

    /// How arguments are placed.
    fn placement(&self) -> &'static Placement;

    /// Options of compilers that change how they call.
    fn options(&self) -> &'static [OptionFault];
}

/// A mode of the processor and the instructions that change it, in registers that are free at a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mode {
    /// What is changed.
    pub name: &'static str,
    /// How.
    pub code: &'static [&'static str],
}

/// A family of options that break something, one for each of its registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionFault {
    /// The option, to which the name of a register is added where there are registers.
    pub prefix: &'static str,
    /// The registers; empty for an option without.
    pub registers: &'static [Register],
    /// What it breaks.
    pub clauses: Clauses,
    /// Where it breaks that.
    pub occasion: Occasion,
    /// What it does.
    pub text: &'static str,
}

/// The language of a target's compilers, where edits can read it.
pub fn of(target: Target) -> Option<&'static dyn Language> {
    match target {
        Target::Epiphany => Some(&epiphany::LANGUAGE),
        Target::Nyuzi => Some(&nyuzi::LANGUAGE),
        // No compiler of these could be looked at.
        Target::Dpu | Target::Ipu | Target::ForwardCom => None,
        #[cfg(feature = "invented")]
        Target::Invented => None,
    }
}

/// The symbol that a line calls if it is the function under test of a case, and whether the function ends so.
pub fn calls_subject(language: &dyn Language, lines: &[Line], i: usize, k: usize) -> Option<Call> {
    let Step::Call(call) = language.step(lines, i) else { return None };
    let symbol = call.symbol.as_deref()?;
    (symbol.trim_start_matches('_') == format!("f{k}")).then_some(call)
}

/// How far registers are above the stack pointer at entry, in bytes, before each line and behind the last.
pub type Heights = BTreeMap<Register, i64>;

/// Follows the stack pointer, and what is copied from it, from the beginning of a function. Behind a return what was
/// known before the epilogue is known again, as far as no label tells otherwise: compilers keep the frame the same
/// between its making and its end.
pub fn heights(language: &dyn Language, lines: &[Line]) -> Vec<Heights> {
    let mut now = Heights::from([(language.roles().stack, 0)]);
    let mut body = now.clone();
    let mut out = Vec::with_capacity(lines.len() + 1);
    for i in 0..lines.len() {
        out.push(now.clone());
        match language.step(lines, i) {
            Step::Copy { to, from } => {
                let height = now.get(&from).copied();
                put(&mut now, to, height);
            }
            Step::Add { to, from, by } => {
                let height = now.get(&from).copied().zip(by).map(|(height, by)| height + by);
                put(&mut now, to, height);
            }
            Step::Load(access) => {
                for register in access.register..access.register.saturating_add(access.count) {
                    now.remove(&register);
                }
                stepped(&mut now, &access);
            }
            Step::Store(access) => stepped(&mut now, &access),
            Step::Return => now.clone_from(&body),
            Step::Call(_) => {}
            Step::Other => {
                let effects = lines.get(i).and_then(|line| language.effects(line));
                for register in effects.into_iter().flat_map(|effects| effects.writes) {
                    now.remove(&register);
                }
            }
        }
        let depth = |heights: &Heights| heights.get(&language.roles().stack).copied().unwrap_or(0);
        if depth(&now) < depth(&body) {
            body.clone_from(&now);
        }
    }
    out.push(now);
    out
}

fn put(heights: &mut Heights, register: Register, height: Option<i64>) {
    match height {
        Some(height) => heights.insert(register, height),
        None => heights.remove(&register),
    };
}

fn stepped(heights: &mut Heights, access: &Access) {
    if let (Some(step), Some(height)) = (access.step, heights.get_mut(&access.base)) {
        *height += step;
    }
}

/// Where a load or store is, in bytes above the stack pointer at entry.
pub fn place(access: &Access, heights: &Heights) -> Option<i64> {
    heights.get(&access.base).map(|height| height + access.offset)
}

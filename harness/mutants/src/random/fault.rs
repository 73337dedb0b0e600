//! Generated faults, with the clauses that follow from them.

use super::condition::Numbers;
use crate::facts::Side;
use crate::language::{Clauses, Group, Language, Operation, OptionFault, Register};
use crate::splice::Which;

/// A fault with everything that was left to chance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    /// A saved register is another one at return.
    Changed(Register, Operation, Which),
    /// A saved register keeps the function's own value where it should be restored.
    RestoreLost(Register, Which),
    /// Another value lies where a saved register was stored.
    SaveLost(Register),
    /// A saved register is restored from so many bytes further on.
    RestoredFrom(Register, i64),
    /// Two saved registers have each other's value at return.
    Exchanged(Register, Register),
    /// A reserved register is written, and put back where the second is true.
    Reserved(Register, bool),
    /// A value that should survive a call is kept in a scratch register, in the place of a saved one.
    Kept(Register, Register),
    /// Two arguments of a word, by their places, are taken for each other.
    ArgumentsSwapped(u32, u32),
    /// The argument of a word at a place is taken from the register of another one.
    ArgumentFrom(u32, u32),
    /// An argument at a place is computed with.
    ArgumentComputed(u32, Operation, Carried),
    /// The words of an argument of two, at a place, are taken for each other.
    HalvesSwapped(u32),
    /// Arguments on the stack are looked for so many bytes further on, or lie there.
    StackArguments(i64),
    /// The `_Bool` at a place has this value where it is true.
    Truth(u32, u32),
    /// Neither side extends the narrow argument at a place.
    NobodyExtends(u32),
    /// A result of a kind is in another register.
    ResultIn(Returned, Register),
    /// The words of a result of two are taken for each other.
    ResultSwapped,
    /// A result of a kind is computed with.
    ResultComputed(Returned, Operation),
    /// A narrow result of this sign and width is extended otherwise.
    ResultExtended {
        /// True for a signed type.
        signed: bool,
        /// Its width in bits.
        bits: u32,
    },
    /// The address for a result in memory is so many bytes further on.
    ResultAddress(i32),
    /// The stack pointer is so many bytes higher at return.
    StackAtReturn(i32),
    /// The stack pointer is so many bytes higher at calls, in functions that pass nothing on the stack.
    StackAtCall(i32),
    /// The stack pointer is moved so far and back.
    StackMoved(i32),
    /// A word so far from the stack pointer is written, or read where the second is true.
    Touched(i64, bool),
    /// The register of the return address is another one at return.
    LinkLost(Operation),
    /// The return leads so many bytes further on.
    ReturnMoved(i32),
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
}

/// Kind of a result, as far as a fault in it depends on that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returned {
    /// A value of a word.
    Word,
    /// A narrow integer.
    Narrow,
    /// A value of two words.
    Double,
    /// A record in a register.
    Small,
}

impl Returned {
    const ALL: [Returned; 4] = [Returned::Word, Returned::Narrow, Returned::Double, Returned::Small];
}

/// A family of faults: how one is made at random. `None` where the target has nothing of the kind.
type Family = fn(&mut Numbers, &dyn Language) -> Option<(Side, Fault)>;

/// The families with their weights.
const FAMILIES: &[(usize, Family)] = &[
    (4, changed),
    (4, restores),
    (1, exchanged),
    (2, reserved),
    (3, kept),
    (4, arguments),
    (3, computed_argument),
    (2, |n, _| Some((side(n), Fault::HalvesSwapped(small(n, 3))))),
    (3, |n, _| Some((side(n), Fault::StackArguments(n.one(&[4, -4, 8, -8, 12, 16])?)))),
    (1, |n, _| Some((Side::Caller, Fault::Truth(small(n, 4), n.one(&[2, 3, 0x80, 0xff])?)))),
    (1, |n, _| Some((Side::Whole, Fault::NobodyExtends(small(n, 4))))),
    (3, result_in),
    (2, |n, _| Some((side(n), Fault::ResultSwapped))),
    (3, computed_result),
    (2, extended_result),
    (2, |n, _| Some((side(n), Fault::ResultAddress(n.one(&[-8, -4, 4, 8, 16])?)))),
    (2, |n, _| Some((side(n), Fault::StackAtReturn(n.one(&[-16, -8, -4, 4, 8, 16, 64])?)))),
    (3, |n, _| Some((Side::Caller, Fault::StackAtCall(n.one(&[-12, -4, -4, 4, 8, 8])?)))),
    (1, |n, _| Some((side(n), Fault::StackMoved(n.one(&[-6, -2, -1, 0x10_0000, -0x10_0000])?)))),
    (2, touched),
    (1, |n, l| Some((side(n), Fault::LinkLost(operation(n, l)?)))),
    (1, |n, _| Some((Side::Callee, Fault::ReturnMoved(n.one(&[4, 8, -4])?)))),
    (2, |n, l| Some((side(n), Fault::ModeChanged(l.modes().len().checked_sub(1).map(|m| n.below(m + 1))?)))),
    (1, |_, _| Some((Side::Caller, Fault::CalledTwice))),
    (1, reserved_memory),
    (1, |n, _| Some((Side::Callee, Fault::OtherShift(n.below(4))))),
    (2, option),
];

impl Fault {
    /// A fault at random, with the side that it is made on.
    pub fn draw(numbers: &mut Numbers, language: &dyn Language) -> (Side, Fault) {
        let all: usize = FAMILIES.iter().map(|(weight, _)| weight).sum();
        loop {
            let mut at = numbers.below(all);
            for (weight, family) in FAMILIES {
                if at < *weight {
                    if let Some(drawn) = family(numbers, language) {
                        return drawn;
                    }
                    break;
                }
                at -= weight;
            }
        }
    }

    /// True if it asks for a result by itself, so that a condition should not.
    pub fn is_of_result(&self) -> bool {
        matches!(
            self,
            Fault::ResultIn(..)
                | Fault::ResultSwapped
                | Fault::ResultComputed(..)
                | Fault::ResultExtended { .. }
                | Fault::ResultAddress(_)
        )
    }

    /// True if a change on this side is a fault by itself: a caller need not extend what the called function extends.
    pub fn counts(&self, side: Side) -> bool {
        !matches!(self, Fault::NobodyExtends(_)) || side == Side::Callee
    }

    /// True if it is a fault only where the other side is changed as well: a called function need not extend what all its
    /// callers extend.
    pub fn needs_other_side(&self) -> bool {
        matches!(self, Fault::NobodyExtends(_))
    }

    /// Clauses that it breaks, as a person who knows the document would say; empty for a fault that breaks nothing.
    pub fn clauses(&self, language: &dyn Language) -> Clauses {
        let (roles, rules) = (language.roles(), language.rules());
        let of = |groups: &'static [Group], register: Register| {
            groups.iter().find(|g| g.registers.contains(&register)).map_or(&[][..], |g| g.clauses)
        };
        match *self {
            Fault::Changed(r, ..)
            | Fault::RestoreLost(r, _)
            | Fault::SaveLost(r)
            | Fault::RestoredFrom(r, _)
            | Fault::Exchanged(r, _) => of(roles.saved, r),
            Fault::Reserved(r, _) => of(roles.reserved, r),
            Fault::Kept(_, to) => of(roles.scratch, to),
            Fault::ArgumentsSwapped(..) | Fault::ArgumentFrom(..) => rules.argument,
            Fault::ArgumentComputed(_, _, Carried::Word | Carried::Narrow) => rules.argument,
            Fault::ArgumentComputed(_, _, Carried::Address) => rules.composite,
            Fault::HalvesSwapped(_) => rules.double_argument,
            Fault::StackArguments(_) => rules.stack_argument,
            Fault::Truth(..) => rules.boolean,
            Fault::NobodyExtends(_) => rules.extension,
            Fault::ResultIn(Returned::Word, _) | Fault::ResultComputed(Returned::Word, _) => {
                rules.word_result
            }
            Fault::ResultIn(Returned::Narrow, _) | Fault::ResultComputed(Returned::Narrow, _) => {
                rules.narrow_result
            }
            Fault::ResultIn(Returned::Double, _) | Fault::ResultComputed(Returned::Double, _) => {
                rules.double_result
            }
            Fault::ResultIn(Returned::Small, _) | Fault::ResultComputed(Returned::Small, _) => {
                rules.small_result
            }
            Fault::ResultSwapped => rules.double_result,
            Fault::ResultExtended { .. } => rules.narrow_result,
            Fault::ResultAddress(_) => rules.memory_result,
            Fault::StackAtReturn(_) => rules.stack_at_return,
            Fault::StackAtCall(by) if i64::from(by) % roles.alignment != 0 => rules.alignment,
            Fault::StackAtCall(by) if by > 0 => rules.area,
            // More room than needed.
            Fault::StackAtCall(_) => &[],
            Fault::StackMoved(by) if i64::from(by) % roles.alignment != 0 => rules.alignment,
            Fault::StackMoved(_) => rules.limit,
            Fault::Touched(at, _) if at < 0 => rules.below,
            Fault::Touched(_, true) => &[],
            Fault::Touched(..) => rules.callers_frame,
            Fault::LinkLost(_) => rules.link_at_return,
            Fault::ReturnMoved(_) => rules.return_place,
            Fault::ModeChanged(_) => rules.modes,
            Fault::CalledTwice => rules.call,
            Fault::ReservedMemory(_) => rules.reserved_memory,
            Fault::OtherShift(_) => rules.bit_field,
            Fault::Option(fault, _) => fault.clauses,
        }
    }

    /// The register that the report should name.
    pub fn place(&self, language: &dyn Language) -> Option<String> {
        match *self {
            Fault::Changed(r, ..) | Fault::RestoreLost(r, _) | Fault::Reserved(r, _) | Fault::SaveLost(r) => {
                Some(language.name(r))
            }
            Fault::RestoredFrom(r, _) => Some(language.name(r)),
            Fault::StackAtReturn(_) => Some("stack pointer".to_owned()),
            _ => None,
        }
    }
}

fn side(numbers: &mut Numbers) -> Side {
    if numbers.below(2) == 0 { Side::Callee } else { Side::Caller }
}

/// A number below `n`, mostly a small one.
fn small(numbers: &mut Numbers, n: usize) -> u32 {
    let (one, other) = (numbers.below(n), numbers.below(n));
    u32::try_from(one.min(other)).unwrap_or(0)
}

/// A register of one of some groups, each group as likely as another.
fn register(numbers: &mut Numbers, groups: &[Group]) -> Option<Register> {
    let group = numbers.one(groups)?;
    numbers.one(group.registers)
}

fn which(numbers: &mut Numbers) -> Which {
    numbers.one(&[Which::All, Which::All, Which::First, Which::Last]).unwrap_or(Which::All)
}

fn operation(numbers: &mut Numbers, _: &dyn Language) -> Option<Operation> {
    Some(match numbers.below(3) {
        0 => Operation::Set(u32::try_from(numbers.below(1 << 16)).ok()?),
        1 => Operation::Add(numbers.one(&[1, -1, 4, 8, 256])?),
        _ => Operation::Flip(u8::try_from(numbers.below(31)).ok()?),
    })
}

fn changed(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    let register = register(numbers, language.roles().saved)?;
    let operation = operation(numbers, language)?;
    Some((side(numbers), Fault::Changed(register, operation, which(numbers))))
}

fn restores(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    let register = register(numbers, language.roles().saved)?;
    let fault = match numbers.below(3) {
        0 => Fault::RestoreLost(register, which(numbers)),
        1 => Fault::SaveLost(register),
        _ => Fault::RestoredFrom(register, numbers.one(&[4, 8, -4])?),
    };
    Some((side(numbers), fault))
}

fn exchanged(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    let group = numbers.one(language.roles().saved)?;
    let (one, other) = (numbers.one(group.registers)?, numbers.one(group.registers)?);
    (one != other).then(|| (side(numbers), Fault::Exchanged(one, other)))
}

fn reserved(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    let register = register(numbers, language.roles().reserved)?;
    Some((side(numbers), Fault::Reserved(register, numbers.below(2) == 0)))
}

fn kept(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    // The compiler's first choice is most often in use.
    let saved = language.roles().saved.first()?;
    Some((
        side(numbers),
        Fault::Kept(numbers.one(saved.registers)?, register(numbers, language.roles().scratch)?),
    ))
}

fn arguments(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    let most = language.roles().arguments.len();
    let (one, other) = (small(numbers, most), small(numbers, most));
    let fault = match numbers.below(2) {
        0 => Fault::ArgumentsSwapped(one, other),
        _ => Fault::ArgumentFrom(one, other),
    };
    (one != other).then(|| (side(numbers), fault))
}

fn computed_argument(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    let at = small(numbers, language.roles().arguments.len());
    let carried = numbers.one(&[Carried::Word, Carried::Address, Carried::Narrow])?;
    let operation = match carried {
        Carried::Word => operation(numbers, language)?,
        Carried::Address => Operation::Add(numbers.one(&[4, 8, -4, 16])?),
        // A bit of the value itself: those above it may be free.
        Carried::Narrow => Operation::Flip(u8::try_from(numbers.below(7)).ok()?),
    };
    Some((side(numbers), Fault::ArgumentComputed(at, operation, carried)))
}

fn result_in(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    let returned = numbers.one(&Returned::ALL)?;
    let taken = if returned == Returned::Double { 2 } else { 1 };
    let others = language.roles().arguments.get(taken..)?;
    Some((side(numbers), Fault::ResultIn(returned, numbers.one(others)?)))
}

fn computed_result(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    let returned = numbers.one(&Returned::ALL)?;
    let operation = match returned {
        Returned::Word | Returned::Double => operation(numbers, language)?,
        // A bit of the value itself, which has a byte at least.
        Returned::Narrow | Returned::Small => Operation::Flip(u8::try_from(numbers.below(7)).ok()?),
    };
    Some((side(numbers), Fault::ResultComputed(returned, operation)))
}

fn extended_result(numbers: &mut Numbers, _: &dyn Language) -> Option<(Side, Fault)> {
    let (signed, bits) = (numbers.below(2) == 0, numbers.one(&[8, 16])?);
    Some((Side::Callee, Fault::ResultExtended { signed, bits }))
}

fn touched(numbers: &mut Numbers, _: &dyn Language) -> Option<(Side, Fault)> {
    let at = numbers.one(&[-4, -8, -16, -64, -128, 48, 64, 96])?;
    Some((side(numbers), Fault::Touched(at, numbers.below(3) == 0)))
}

fn reserved_memory(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    let at = u32::try_from(numbers.below(64) * 4).ok()?;
    (!language.rules().reserved_memory.is_empty()).then(|| (side(numbers), Fault::ReservedMemory(at)))
}

fn option(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    let options = language.options();
    let fault = options.get(numbers.below(options.len()))?;
    Some((Side::Whole, Fault::Option(fault, numbers.one(fault.registers))))
}

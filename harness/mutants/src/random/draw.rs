//! Choices of chance: numbers, and the faults and conditions that they make.

use crate::facts::Side;
use crate::fault::{Carried, Condition, Fault, Narrow, Returned, Sort};
use crate::language::{Group, Language, Operation, Register};
use crate::splice::Which;
use crosscall_generator::seed::SplitMix64;

/// Numbers at random, the same on every host.
#[derive(Debug, Clone)]
pub(super) struct Numbers(SplitMix64);

impl Numbers {
    /// The numbers for the fault with this index of a seed.
    pub(super) fn new(seed: u64, index: u64) -> Numbers {
        // Scattered first, so that the numbers of neighbouring seeds have nothing to do with each other.
        let mut of_seed = SplitMix64::new(seed);
        Numbers(SplitMix64::new(of_seed.next_u64() ^ SplitMix64::new(index).next_u64()))
    }

    /// A number below `n`; 0 where `n` is.
    pub(super) fn below(&mut self, n: usize) -> usize {
        let wide = u64::try_from(n.max(1)).unwrap_or(1);
        usize::try_from(self.0.next_u64() % wide).unwrap_or(0)
    }

    /// One of some values, if there is one.
    pub(super) fn one<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len())).copied()
    }
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
    (1, |n, _| Some((Side::Callee, Fault::ReturnMoved(Operation::Add(n.one(&[4, 8, -4])?))))),
    (2, |n, l| Some((side(n), Fault::ModeChanged(l.modes().len().checked_sub(1).map(|m| n.below(m + 1))?)))),
    (1, |_, _| Some((Side::Caller, Fault::CalledTwice))),
    (1, reserved_memory),
    (1, |n, _| Some((Side::Callee, Fault::OtherShift(n.below(4))))),
    (2, option),
];

/// A fault at random, with the side that it is made on.
pub(super) fn fault(numbers: &mut Numbers, language: &dyn Language) -> (Side, Fault) {
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

/// Kinds of parameters that conditions ask for.
const OF_PARAMETERS: [Sort; 6] =
    [Sort::Narrow, Sort::Word, Sort::Double, Sort::Floating, Sort::Pointer, Sort::Record];
const OF_RESULTS: [Sort; 6] =
    [Sort::Nothing, Sort::Narrow, Sort::Word, Sort::Double, Sort::Pointer, Sort::Record];

/// A condition at random. Where the fault asks for a result of its own, none about results.
pub(super) fn condition(numbers: &mut Numbers, of_results: bool) -> Condition {
    match numbers.below(14) {
        0..=3 => Condition::Always,
        4 if of_results => numbers.one(&OF_RESULTS).map_or(Condition::Always, Condition::Result),
        4 | 5 => numbers.one(&OF_PARAMETERS).map_or(Condition::Always, Condition::Parameter),
        6 => numbers.one(&OF_PARAMETERS).map_or(Condition::Always, Condition::First),
        7 => numbers.one(&OF_PARAMETERS).map_or(Condition::Always, Condition::Last),
        8 => Condition::AtLeast(2 + numbers.below(4)),
        9 => Condition::AtMost(1 + numbers.below(4)),
        10 => Condition::Fixed,
        11 => Condition::OnStack,
        12 => Condition::InRegisters,
        _ => Condition::Variadic,
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
        Carried::Narrow | Carried::Small => Operation::Flip(u8::try_from(numbers.below(7)).ok()?),
    };
    Some((side(numbers), Fault::ArgumentComputed(at, operation, carried)))
}

/// Kinds of results.
const RETURNED: [Returned; 4] = [Returned::Word, Returned::Narrow, Returned::Double, Returned::Small];

fn result_in(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    let returned = numbers.one(&RETURNED)?;
    let taken = if returned == Returned::Double { 2 } else { 1 };
    let others = language.roles().arguments.get(taken..)?;
    Some((side(numbers), Fault::ResultIn(returned, numbers.one(others)?)))
}

fn computed_result(numbers: &mut Numbers, language: &dyn Language) -> Option<(Side, Fault)> {
    let returned = numbers.one(&RETURNED)?;
    let operation = match returned {
        Returned::Word | Returned::Double => operation(numbers, language)?,
        // A bit of the value itself, which has a byte at least.
        _ => Operation::Flip(u8::try_from(numbers.below(7)).ok()?),
    };
    Some((side(numbers), Fault::ResultComputed(returned, operation)))
}

fn extended_result(numbers: &mut Numbers, _: &dyn Language) -> Option<(Side, Fault)> {
    let (signed, bits) = (numbers.below(2) == 0, numbers.one(&[8, 16])?);
    Some((Side::Callee, Fault::ResultExtended(Narrow { signed, bits })))
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

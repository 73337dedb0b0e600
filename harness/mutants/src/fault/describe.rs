//! A fault in words.

use super::{Carried, Fault, First, Moment, Reals, Returned};
use crate::facts::Side;
use crate::language::{Language, Operation, Register};
use crate::splice::Which;

/// Name of the kind of a fault.
pub(super) fn kind(fault: &Fault) -> &'static str {
    match fault {
        Fault::Changed(..) => "saved register changed",
        Fault::RestoreLost(..) => "restore left out",
        Fault::NotSaved(_) => "save left out",
        Fault::SaveLost(_) => "save lost",
        Fault::RestoredFrom(..) => "restore from elsewhere",
        Fault::Exchanged(..) => "saved registers exchanged",
        Fault::AnyOf(registers, fault) => registers.first().map_or("", |r| kind(&fault(*r))),
        Fault::KeptBelow(..) => "stack below the stack pointer relied on",
        Fault::Reserved(..) => "reserved register written",
        Fault::ReservedAtCall(..) => "reserved register changed at a call",
        Fault::Kept(..) => "value kept in a scratch register",
        Fault::ArgumentsSwapped(..) => "arguments exchanged",
        Fault::ArgumentsShifted(..) => "arguments shifted",
        Fault::PairShifted(..) => "pair at another place",
        Fault::ArgumentFrom(..) => "argument in another register",
        Fault::ArgumentComputed(_, _, Carried::Address) => "address of an argument computed with",
        Fault::ArgumentComputed(..) => "argument computed with",
        Fault::ArgumentReplaced(..) | Fault::ZeroSpreads => "argument with a special value",
        Fault::HalvesSwapped(_) => "words of an argument swapped",
        Fault::StackArguments(_) => "stack arguments elsewhere",
        Fault::Truth(..) => "_Bool with another value",
        Fault::NotExtended(..) | Fault::ExtensionForgotten(_) => "argument not extended",
        Fault::NobodyExtends(_) | Fault::NobodyExtendsAny => "nobody extends",
        Fault::Extended(..) => "argument extended otherwise",
        Fault::FreeDestroyed(_) => "free register destroyed",
        Fault::ObjectWritten | Fault::ObjectChanged => "caller's object written",
        Fault::OwnObject => "own object passed",
        Fault::ByAddress => "record by address",
        Fault::RealsSwapped(Reals::Two) => "reals exchanged",
        Fault::RealsSwapped(_) => "parts of a structure exchanged",
        Fault::FirstIn(First::Real, _) => "real in another register",
        Fault::FirstIn(..) => "part of a structure in another register",
        Fault::ResultIn(Returned::Real, _) => "real result in another register",
        Fault::ResultIn(Returned::Mixed, _) => "part of a result in another register",
        Fault::ResultIn(..) | Fault::PairIn(_) => "result in another register",
        Fault::ResultSwapped => "words of a result swapped",
        Fault::RealResultsSwapped(_) => "parts of a result exchanged",
        Fault::ResultComputed(..) => "result computed with",
        Fault::ResultReplaced(..) => "result with a special value",
        Fault::ResultExtended(_) => "result extended otherwise",
        Fault::ResultNotExtended(..) => "result not extended",
        Fault::ResultTruth(_) => "_Bool result with another value",
        Fault::SecondResult(_) => "half of a result lost",
        Fault::ResultAddress(_) => "address of a result elsewhere",
        Fault::ResultAddressSwapped => "address of a result exchanged",
        Fault::ResultAddressLost | Fault::ResultAddressAgain => "address of a result not kept",
        Fault::ResultThroughAddress => "address of a result relied on",
        Fault::ResultElsewhere => "result in memory elsewhere",
        Fault::ResultIncomplete => "result in memory incomplete",
        Fault::StackAtReturn(_) => "stack pointer at return",
        Fault::StackAtCall(_) => "stack pointer at a call",
        Fault::StackMoved(_) => "stack pointer moved",
        Fault::LargerFrame(_) | Fault::Borrowed(_) | Fault::OwnAreaWritten => "frame used",
        Fault::Touched(..) => "stack touched",
        Fault::LinkLost(_) => "link register lost",
        Fault::LinkAtCall => "link register wrong at a call",
        Fault::ReturnMoved(_) | Fault::ReturnThrough => "return elsewhere",
        Fault::CallersCodeWritten => "stray write",
        Fault::ModeChanged(_) => "mode changed",
        Fault::CalledTwice => "called twice",
        Fault::ReservedMemory(_) => "reserved memory written",
        Fault::OtherShift(_) => "sign of a bit-field",
        Fault::Option(..) => "option",
        Fault::ScratchDestroyed(..) => "scratch registers destroyed",
        Fault::Idle => "idle instructions",
    }
}

fn of_returned(returned: Returned) -> &'static str {
    match returned {
        Returned::Word => "a result of a word",
        Returned::Narrow => "a narrow result",
        Returned::Integer => "an integer result",
        Returned::LongOrInt => "an integer result of 32 bits or more",
        Returned::Double => "a result of two words",
        Returned::Small => "a small record as a result",
        Returned::Real => "a real result",
        Returned::Mixed => "the integer of a result of a real and an integer",
    }
}

fn of_reals(reals: Reals) -> &'static str {
    match reals {
        Reals::Two => "two reals",
        Reals::Structure => "the reals of a structure",
        Reals::Complex => "the parts of a complex number",
    }
}

fn of_first(first: First) -> &'static str {
    match first {
        First::Real => "an only real",
        First::RealOfMixed => "the real of an only structure of a real and an integer",
        First::IntegerOfMixed => "the integer of an only structure of a real and an integer",
    }
}

fn operation(operation: Operation) -> String {
    match operation {
        Operation::Add(n) => format!("changed by {n}"),
        Operation::Flip(bit) => format!("changed in bit {bit}"),
        Operation::Set(n) => format!("{n:#x}"),
        Operation::Left(_) | Operation::Right(_) | Operation::RightSigned(_) => "shifted".to_owned(),
    }
}

fn at(which: Which) -> &'static str {
    match which {
        Which::All => "at return",
        Which::First => "at the first return",
        Which::Last => "at the last return",
    }
}

/// The place with this number: a register, or a word of the stack.
fn place(language: &dyn Language, n: u32) -> String {
    let arguments = language.roles().arguments;
    match usize::try_from(n).ok().and_then(|n| arguments.get(n)) {
        Some(register) => language.name(*register),
        None => {
            format!("word {} of the stack arguments", n.saturating_sub(language.placement().registers) + 1)
        }
    }
}

/// Argument in a register, by the number of its place.
fn of_carried(language: &dyn Language, n: u32, carried: Carried) -> String {
    let what = match carried {
        Carried::Word => "the word",
        Carried::Address => "the address of a record",
        Carried::Narrow => "the narrow integer",
        Carried::Small => "the small record",
    };
    format!("{what} in {}", place(language, n))
}

/// Description of a fault in a line.
pub(crate) fn text(fault: &Fault, side: Side, language: &dyn Language) -> String {
    let name = |register: Register| language.name(register);
    let place = |n: u32| place(language, n);
    let calls = side == Side::Caller;
    match *fault {
        Fault::Changed(r, how, which) => format!("{} is {} {}", name(r), operation(how), at(which)),
        Fault::RestoreLost(r, which) => format!("{} is saved and not restored {}", name(r), at(which)),
        Fault::NotSaved(r) => format!("{} is neither saved nor restored", name(r)),
        Fault::SaveLost(r) => format!("something else lies where {} was saved", name(r)),
        Fault::RestoredFrom(r, by) => format!("{} is restored from {by} bytes further on", name(r)),
        Fault::Exchanged(a, b) => format!("{} and {} have each other's value at return", name(a), name(b)),
        Fault::AnyOf(registers, fault) => match registers {
            [first, .., last] => {
                format!("{}, or another one up to {}", text(&fault(*first), side, language), name(*last))
            }
            _ => String::new(),
        },
        Fault::KeptBelow(r, by) => format!("{} is kept {by} bytes below the stack pointer", name(r)),
        Fault::Reserved(r, true) => format!("{} is written and put back", name(r)),
        Fault::Reserved(r, false) => format!("{} is written", name(r)),
        Fault::ReservedAtCall(r, by) => format!("{} is {by} more at the call", name(r)),
        Fault::Kept(from, to) => format!("what {} is for is kept in {}", name(from), name(to)),
        Fault::ArgumentsSwapped(i, j) => format!("the words in {} and {} are exchanged", place(i), place(j)),
        Fault::ArgumentsShifted(first, most, by) => {
            format!("up to {most} integers from {} on are {by} places further on", place(first))
        }
        Fault::PairShifted(i, by) => format!("the two words in {} are {by} places further on", place(i)),
        Fault::ArgumentFrom(i, j) if calls => format!("the word for {} is put into {}", place(i), place(j)),
        Fault::ArgumentFrom(i, j) => format!("the word in {} is taken from {}", place(i), place(j)),
        Fault::ArgumentComputed(i, how, carried) => {
            format!("{} is {}", of_carried(language, i, carried), operation(how))
        }
        Fault::ArgumentReplaced(i, is, becomes) => {
            format!("the integer in {} is {becomes} where it is {is}", place(i))
        }
        Fault::ZeroSpreads => {
            format!("the integer in {} is 0, too, where the one in {} is 0", place(1), place(0))
        }
        Fault::HalvesSwapped(i) => format!("the words of the value that begins in {} are swapped", place(i)),
        Fault::StackArguments(by) if calls => format!("stack arguments lie {by} bytes further on"),
        Fault::StackArguments(by) => format!("stack arguments are looked for {by} bytes further on"),
        Fault::Truth(i, value) => format!("a true _Bool in {} is {value:#x}", place(i)),
        Fault::NotExtended(i, carried) => {
            format!("the bits above {} are anything", of_carried(language, i, carried))
        }
        Fault::ExtensionForgotten(i) => format!("a narrow integer in {} is taken as it is", place(i)),
        Fault::NobodyExtends(i) => format!("nobody extends a narrow integer in {}", place(i)),
        Fault::NobodyExtendsAny => "nobody extends narrow integers".to_owned(),
        Fault::Extended(narrow, by_sign) => {
            let sign = if narrow.signed { "a signed" } else { "an unsigned" };
            let how = if by_sign { "by its upper bit" } else { "with zeros" };
            format!("{sign} integer of {} bits in {} is extended {how}", narrow.bits, place(0))
        }
        Fault::FreeDestroyed(i) => format!("{} holds anything where nothing is passed in it", place(i)),
        Fault::ObjectWritten => {
            "the object of a record that is passed by address is written, and what was in it".to_owned()
        }
        Fault::ObjectChanged => {
            "the object of a record that is passed by address is another one at return".to_owned()
        }
        Fault::OwnObject => "the caller's own object is passed by address in the place of a copy".to_owned(),
        Fault::ByAddress => format!("a small record in {} is passed by address", place(0)),
        Fault::RealsSwapped(reals) => {
            format!("{} that are passed first are taken for each other", of_reals(reals))
        }
        Fault::FirstIn(first, to) if calls => format!("{} is in {}", of_first(first), name(to)),
        Fault::FirstIn(first, to) => format!("{} is taken from {}", of_first(first), name(to)),
        Fault::ResultIn(returned, to) if calls => {
            format!("{} is taken from {}", of_returned(returned), name(to))
        }
        Fault::ResultIn(returned, to) => format!("{} is in {}", of_returned(returned), name(to)),
        Fault::PairIn(to) => format!("a result of two words is in {} and {}", name(to), name(to + 1)),
        Fault::ResultSwapped => "the words of a result of two are swapped".to_owned(),
        Fault::RealResultsSwapped(reals) => {
            format!("{} that come back are taken for each other", of_reals(reals))
        }
        Fault::ResultComputed(returned, how) => format!("{} is {}", of_returned(returned), operation(how)),
        Fault::ResultReplaced(returned, is, becomes) => {
            format!("{} is {becomes} where it is {is}", of_returned(returned))
        }
        Fault::ResultExtended(narrow) => {
            let sign = if narrow.signed { "signed" } else { "unsigned" };
            format!("a result of {} bits, {sign}, is extended as if it were not", narrow.bits)
        }
        Fault::ResultNotExtended(from, to) if from == to => {
            format!("the bits above a result of {to} bits are anything")
        }
        Fault::ResultNotExtended(from, to) => {
            format!("the bits above a result of {from} to {to} bits are anything")
        }
        Fault::ResultTruth(value) => format!("a true _Bool as a result is {value:#x}"),
        Fault::SecondResult(true) => "the second word of a result of two is lost".to_owned(),
        Fault::SecondResult(false) => {
            "the second register of results is destroyed where it holds nothing".to_owned()
        }
        Fault::ResultAddress(by) => format!("the address for a result is {by} bytes further on"),
        Fault::ResultAddressSwapped => {
            "the address for a result in memory is exchanged with the integer that is passed first".to_owned()
        }
        Fault::ResultAddressLost => {
            format!(
                "{} is not the address of a result in memory at return",
                name(language.roles().results[0])
            )
        }
        Fault::ResultAddressAgain => {
            "the address of a result in memory is taken from its register again after a call".to_owned()
        }
        Fault::ResultThroughAddress => {
            "the first word of a result in memory is taken from where the register of its address leads"
                .to_owned()
        }
        Fault::ResultElsewhere => "a result in memory is stored in memory of the called function".to_owned(),
        Fault::ResultIncomplete => "the first byte of a result in memory is lost".to_owned(),
        Fault::StackAtReturn(by) => format!("the stack pointer is {by} bytes higher at return"),
        Fault::StackAtCall(by) => format!("the stack pointer is {by} bytes higher at the call"),
        Fault::StackMoved(by) => format!("the stack pointer is moved by {by} bytes and back"),
        Fault::LargerFrame(by) => format!("the frame is {by} bytes larger than it has to be"),
        Fault::Borrowed(registers) => {
            let names: Vec<String> = registers.iter().map(|r| name(*r)).collect();
            format!("{} saved, used and restored", names.join(" and "))
        }
        Fault::Touched(at, true) => format!("the word {at} bytes from the stack pointer is read"),
        Fault::Touched(at, false) => format!("the word {at} bytes from the stack pointer is written"),
        Fault::OwnAreaWritten => "the called function's own part of the stack above is written".to_owned(),
        Fault::LinkLost(how) => format!("the link register is {} at return", operation(how)),
        Fault::LinkAtCall => "the link register leads elsewhere at the call".to_owned(),
        Fault::ReturnMoved(Operation::Add(by)) => format!("the return leads {by} bytes further on"),
        Fault::ReturnMoved(how) => {
            format!("the return leads to where the link register is {}", operation(how))
        }
        Fault::ReturnThrough => "the return goes through another register".to_owned(),
        Fault::CallersCodeWritten => {
            "the byte at the return address is written, with the value that it has".to_owned()
        }
        Fault::ModeChanged(n) => {
            let mode = language.modes().get(n).map_or("a mode", |mode| mode.name);
            format!("{mode} is another one at return")
        }
        Fault::CalledTwice => "the function is called twice".to_owned(),
        Fault::ReservedMemory(at) => format!("the word at {at:#x} is written"),
        Fault::OtherShift(n) => {
            let nth = n + 1;
            format!(
                "shift {nth} to the right, in functions with bit-fields, fills with the other kind of bits"
            )
        }
        Fault::Option(option, register) => match register {
            Some(register) => format!("{} {}", name(register), option.text),
            None => option.text.to_owned(),
        },
        Fault::ScratchDestroyed(moment, is_of_reals) => {
            let when = match moment {
                Moment::Entry => "at entry",
                Moment::Return => "at return",
                Moment::Call => "at the call",
            };
            let of = if is_of_reals { " of reals" } else { "" };
            format!("scratch registers{of} that hold nothing are destroyed {when}")
        }
        Fault::Idle => "instructions that do nothing".to_owned(),
    }
}

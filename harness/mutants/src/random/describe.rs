//! A generated fault in words.

use super::fault::{Carried, Fault, Returned};
use crate::facts::Side;
use crate::language::{Language, Operation};
use crate::splice::Which;

/// Name of the kind of a fault.
pub(super) fn kind(fault: &Fault) -> &'static str {
    match fault {
        Fault::Changed(..) => "saved register changed",
        Fault::RestoreLost(..) => "restore left out",
        Fault::SaveLost(_) => "save lost",
        Fault::RestoredFrom(..) => "restore from elsewhere",
        Fault::Exchanged(..) => "saved registers exchanged",
        Fault::Reserved(..) => "reserved register written",
        Fault::Kept(..) => "value kept in a scratch register",
        Fault::ArgumentsSwapped(..) => "arguments exchanged",
        Fault::ArgumentFrom(..) => "argument in another register",
        Fault::ArgumentComputed(_, _, Carried::Address) => "address of an argument computed with",
        Fault::ArgumentComputed(..) => "argument computed with",
        Fault::HalvesSwapped(_) => "words of an argument swapped",
        Fault::StackArguments(_) => "stack arguments elsewhere",
        Fault::Truth(..) => "_Bool with another value",
        Fault::NobodyExtends(_) => "nobody extends",
        Fault::ResultIn(..) => "result in another register",
        Fault::ResultSwapped => "words of a result swapped",
        Fault::ResultComputed(..) => "result computed with",
        Fault::ResultExtended { .. } => "result extended otherwise",
        Fault::ResultAddress(_) => "address of a result elsewhere",
        Fault::StackAtReturn(_) => "stack pointer at return",
        Fault::StackAtCall(_) => "stack pointer at a call",
        Fault::StackMoved(_) => "stack pointer moved",
        Fault::Touched(..) => "stack touched",
        Fault::LinkLost(_) => "link register lost",
        Fault::ReturnMoved(_) => "return elsewhere",
        Fault::ModeChanged(_) => "mode changed",
        Fault::CalledTwice => "called twice",
        Fault::ReservedMemory(_) => "reserved memory written",
        Fault::OtherShift(_) => "sign of a bit-field",
        Fault::Option(..) => "option",
    }
}

fn of_returned(returned: Returned) -> &'static str {
    match returned {
        Returned::Word => "a result of a word",
        Returned::Narrow => "a narrow result",
        Returned::Double => "a result of two words",
        Returned::Small => "a small record as a result",
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

/// Description of a fault in a line.
pub(super) fn text(fault: &Fault, side: Side, language: &dyn Language) -> String {
    let name = |register| language.name(register);
    let place = |n: u32| {
        let register = usize::try_from(n).ok().and_then(|n| language.roles().arguments.get(n));
        register.map_or_else(|| format!("place {n}"), |r| name(*r))
    };
    let calls = side == Side::Caller;
    match *fault {
        Fault::Changed(r, how, which) => format!("{} is {} {}", name(r), operation(how), at(which)),
        Fault::RestoreLost(r, which) => format!("{} is saved and not restored {}", name(r), at(which)),
        Fault::SaveLost(r) => format!("something else lies where {} was saved", name(r)),
        Fault::RestoredFrom(r, by) => format!("{} is restored from {by} bytes further on", name(r)),
        Fault::Exchanged(a, b) => format!("{} and {} have each other's value at return", name(a), name(b)),
        Fault::Reserved(r, true) => format!("{} is written and put back", name(r)),
        Fault::Reserved(r, false) => format!("{} is written", name(r)),
        Fault::Kept(from, to) => format!("what {} is for is kept in {}", name(from), name(to)),
        Fault::ArgumentsSwapped(i, j) => format!("the words in {} and {} are exchanged", place(i), place(j)),
        Fault::ArgumentFrom(i, j) if calls => format!("the word for {} is put into {}", place(i), place(j)),
        Fault::ArgumentFrom(i, j) => format!("the word in {} is taken from {}", place(i), place(j)),
        Fault::ArgumentComputed(i, how, Carried::Address) => {
            format!("the address of a record in {} is {}", place(i), operation(how))
        }
        Fault::ArgumentComputed(i, how, Carried::Narrow) => {
            format!("the narrow integer in {} is {}", place(i), operation(how))
        }
        Fault::ArgumentComputed(i, how, Carried::Word) => {
            format!("the word in {} is {}", place(i), operation(how))
        }
        Fault::HalvesSwapped(i) => format!("the words of the value that begins in {} are swapped", place(i)),
        Fault::StackArguments(by) if calls => format!("stack arguments lie {by} bytes further on"),
        Fault::StackArguments(by) => format!("stack arguments are looked for {by} bytes further on"),
        Fault::Truth(i, value) => format!("a true _Bool in {} is {value:#x}", place(i)),
        Fault::NobodyExtends(i) => format!("nobody extends a narrow integer in {}", place(i)),
        Fault::ResultIn(returned, to) if calls => {
            format!("{} is taken from {}", of_returned(returned), name(to))
        }
        Fault::ResultIn(returned, to) => format!("{} is in {}", of_returned(returned), name(to)),
        Fault::ResultSwapped => "the words of a result of two are swapped".to_owned(),
        Fault::ResultComputed(returned, how) => format!("{} is {}", of_returned(returned), operation(how)),
        Fault::ResultExtended { signed, bits } => {
            let sign = if signed { "signed" } else { "unsigned" };
            format!("a result of {bits} bits, {sign}, is extended as if it were not")
        }
        Fault::ResultAddress(by) => format!("the address for a result is {by} bytes further on"),
        Fault::StackAtReturn(by) => format!("the stack pointer is {by} bytes higher at return"),
        Fault::StackAtCall(by) => format!("the stack pointer is {by} bytes higher at the call"),
        Fault::StackMoved(by) => format!("the stack pointer is moved by {by} bytes and back"),
        Fault::Touched(at, true) => format!("the word {at} bytes from the stack pointer is read"),
        Fault::Touched(at, false) => format!("the word {at} bytes from the stack pointer is written"),
        Fault::LinkLost(how) => format!("the link register is {} at return", operation(how)),
        Fault::ReturnMoved(by) => format!("the return leads {by} bytes further on"),
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
    }
}

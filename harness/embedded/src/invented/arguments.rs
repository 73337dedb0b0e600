//! Places of arguments and results: ARG and RET.

use crosscall_clauses::invented as names;
use crosscall_model::{Form, Type};

use super::Dialect;
use crate::convention::{Passing, PassingRules};
use crate::emit::Reg;
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape};
use crate::places::{Assignment, Call, List, Part, PassMode, Returned, Spot};

/// Registers for integers, r1 to r3 (ARG-01).
const WORDS: std::ops::Range<u16> = 1..4;
/// Vector registers for arguments, v0 to v3 (ARG-02).
const VECTORS: std::ops::Range<u16> = 32..36;
/// Number of bytes of a stack word and of an entry of the list.
const WORD: u32 = 8;
/// Register that holds the address of the list (ARG-03).
const LIST: Reg = Reg(0);
/// Register that holds the address of the list across calls.
const KEPT_LIST: Reg = Reg(15);
/// Alignment of the list in bytes (ARG-03).
const LIST_ALIGN: u32 = 16;

/// Free registers, and the sizes of list and stack.
struct Free {
    words: std::ops::Range<u16>,
    vectors: std::ops::Range<u16>,
    /// Number of bytes of the list.
    list: u32,
    /// Number of bytes of the stack, including the links that the caller stores there (STACK-02).
    stack: u32,
}

impl Passing for Dialect {
    fn assign(&self, call: &Call<'_>) -> Assignment {
        let skip = u16::from(self.breaks(Mechanism::ShiftArguments));
        let extra = if self.breaks(Mechanism::StackArgumentOffset) { WORD } else { 0 };
        let words = WORDS.start + skip..WORDS.end;
        let mut free = Free { words, vectors: VECTORS, list: 0, stack: WORD + extra };
        let named = call.arguments.iter().take(call.named).map(|laid| free.named(laid));
        let mut ways: Vec<PassMode> = named.collect();
        let unnamed_stack = free.distance();
        ways.extend(call.arguments.iter().skip(call.named).map(|laid| free.unnamed(laid)));
        // ARG-03 order: the list ascends, or descends.
        if self.is(names::ListOrder::Descending) {
            let whole = free.list;
            for (way, laid) in ways.iter_mut().zip(call.arguments) {
                turn(way, laid, whole);
            }
        }
        let list = List { register: LIST, kept: KEPT_LIST, bytes: free.list, align: LIST_ALIGN };
        Assignment {
            ways,
            // RET-03: a record is stored at the address in r4.
            result_pointer: call.memory_result.then_some(Spot::Register(Reg(4))),
            stack_bytes: free.stack,
            unnamed_stack,
            list: (free.list > 0).then_some(list),
            ..Assignment::default()
        }
    }

    fn returned(&self, laid: &Laid, _ty: &Type, _form: Form) -> Returned {
        let first = match class(laid) {
            // RET-03: a record is stored at the address in r4.
            ArgumentClass::Record => return Returned::Memory,
            // RET-01: integers are in r0.
            ArgumentClass::Integer => Reg(0),
            // RET-02: floating values, complex values and vectors are in v0.
            ArgumentClass::Vector => Reg(VECTORS.start),
        };
        Returned::Registers(vec![Part::new(0, laid.size, Spot::Register(first))])
    }

    fn counts_on_extension(&self, _ty: &Type) -> bool {
        // ARG-01 extension: the caller extends narrow integers, or nobody counts on what is above them.
        true
    }

    fn passing(&self) -> PassingRules {
        PassingRules {
            // ARG-01 extension: the caller extends narrow integers, or nobody counts on what is above them.
            caller_extends: self.is(names::NarrowArgument::CallerExtends),
            ..PassingRules::USUAL
        }
    }
}

/// Class of a value in the document.
enum ArgumentClass {
    /// Integer, pointer or address.
    Integer,
    /// Floating value, complex value or vector.
    Vector,
    /// Record.
    Record,
}

fn class(laid: &Laid) -> ArgumentClass {
    match laid.shape {
        Shape::Struct(_) | Shape::Union(_) | Shape::Array(..) => ArgumentClass::Record,
        Shape::Scalar { floating: false, .. } | Shape::BitInt { .. } => ArgumentClass::Integer,
        Shape::Scalar { .. } | Shape::Complex { .. } | Shape::Vector { .. } => ArgumentClass::Vector,
    }
}

impl Free {
    fn named(&mut self, laid: &Laid) -> PassMode {
        match class(laid) {
            ArgumentClass::Record => {
                // ARG-04: a record is passed by its address, like an integer.
                let register = self.words.next();
                PassMode::Pointer(self.place(register, WORD))
            }
            ArgumentClass::Integer => {
                let register = self.words.next();
                self.value(register, laid)
            }
            ArgumentClass::Vector => {
                let register = self.vectors.next();
                self.value(register, laid)
            }
        }
    }

    fn value(&mut self, register: Option<u16>, laid: &Laid) -> PassMode {
        PassMode::Value(vec![Part::new(0, laid.size, self.place(register, laid.size))])
    }

    /// Place in the given register, or else in the next entries of the list.
    fn place(&mut self, register: Option<u16>, size: u32) -> Spot {
        if let Some(register) = register {
            return Spot::Register(Reg(register));
        }
        let at = self.list;
        self.list += size.next_multiple_of(WORD);
        Spot::List(at)
    }

    /// PassMode of an unnamed argument (ARG-05).
    fn unnamed(&mut self, laid: &Laid) -> PassMode {
        let size = if matches!(class(laid), ArgumentClass::Record) { WORD } else { laid.size };
        self.stack += size.next_multiple_of(WORD);
        let spot = Spot::Stack(self.distance());
        match class(laid) {
            ArgumentClass::Record => PassMode::Pointer(spot),
            _ => PassMode::Value(vec![Part::new(0, laid.size, spot)]),
        }
    }

    /// Distance of the last stack argument from the stack pointer.
    fn distance(&self) -> i32 {
        i32::try_from(self.stack).map_or(i32::MIN, |bytes| -bytes)
    }
}

/// Mirrors a place in a list of `whole` bytes (ARG-03 order).
fn turn(way: &mut PassMode, laid: &Laid, whole: u32) {
    let size = if matches!(way, PassMode::Pointer(_)) { WORD } else { laid.size };
    if let Some(Spot::List(at)) = way.spots_mut().next() {
        *at = whole - *at - size.next_multiple_of(WORD);
    }
}

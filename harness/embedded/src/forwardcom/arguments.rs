//! Places of arguments: the document's section on function calls, with readings for its open questions.

use crosscall_clauses::forwardcom as names;
use crosscall_model::{Form, Scalar, Type};

use super::Dialect;
use super::classes::{ArgumentClass, ENTRY, Entry, class};
use super::results;
use crate::convention::{Passing, PassingRules};
use crate::emit::Reg;
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape};
use crate::places::{Assignment, Call, List, Part, PassMode, Returned, Spot};

/// Number of argument registers of each kind.
const REGISTERS: usize = 16;
/// Number of v0.
const FIRST_VECTOR: u16 = 32;
/// Register that holds the address of the list across calls.
const KEPT_LIST: Reg = Reg(27);

/// Classes of all arguments.
fn classes(call: &Call<'_>, dialect: &Dialect) -> Vec<ArgumentClass> {
    let all = call.arguments.iter().zip(call.types);
    all.map(|(laid, ty)| class(laid, ty, call.form, dialect)).collect()
}

impl Passing for Dialect {
    fn assign(&self, call: &Call<'_>) -> Assignment {
        assign(call, self)
    }

    fn returned(&self, laid: &Laid, ty: &Type, form: Form) -> Returned {
        results::returned(laid, ty, form, self)
    }

    fn counts_on_extension(&self, ty: &Type) -> bool {
        // S08 excludes plain char, and TYPE-16 `_Bool`.
        let is_left_out = matches!(ty.scalar(), Some(Scalar::Char | Scalar::Bool));
        self.is(names::NarrowInteger::SignExtended) && !is_left_out
    }

    fn numbers_in_list(&self, call: &Call<'_>, ways: &[PassMode]) -> Vec<(u32, u32)> {
        lengths(call, ways, self)
    }

    fn listed_align(&self, laid: &Laid) -> u32 {
        // LAYOUT-02: a vector is in memory as an array of 8 bytes or more.
        if laid.size >= 8 { laid.align.max(8) } else { laid.align }
    }

    fn lengthens(&self, form: Form) -> bool {
        // ARG-04 length; a vector of variable length has its own length (ARG-07).
        self.is(names::VectorRegisterLength::AtLeastValue) && form != Form::Variable
    }

    fn passing(&self) -> PassingRules {
        PassingRules {
            // S08: narrow integers have zeros above, copies of their sign, or anything.
            caller_extends: !self.is(names::NarrowInteger::Unspecified),
            // S08: narrow integers have zeros above, copies of their sign, or anything.
            extends_by_sign: !self.is(names::NarrowInteger::Zero),
            // TYPE-16: of a truth value the lowest bit counts.
            truth_is_lowest_bit: !self.errs("truth-whole"),
            // ARG-30: objects whose addresses are in the list belong to the called function.
            callee_owns_listed: !self.errs("listed-original"),
            // ARG-24 rest: above a narrow value in the list is what a register would have, or anything.
            extends_on_stack: !self.is(names::ListUpperBits::Unspecified),
            // S11: a callee that owns the objects may write them, so that the caller passes copies.
            caller_copies: self.is(names::ByAddressOwner::Callee),
            // RET-01, S08: unspecified bits get a value that is no extension.
            extends_results_exactly: !self.is(names::NarrowInteger::Unspecified),
            // RET-03, S08: each of two results is extended as a single one is.
            extends_each_result: !self.is(names::NarrowInteger::Unspecified),
            ..PassingRules::USUAL
        }
    }
}

/// Assigns every argument its place.
fn assign(call: &Call<'_>, dialect: &Dialect) -> Assignment {
    use ArgumentClass::{General, Memory, Nothing, Vector};
    let classes = classes(call, dialect);
    // VAR-01: unnamed arguments are in the list, whatever registers are left.
    let named = if dialect.errs("unnamed-in-registers") { classes.len() } else { call.named };
    // ARG-05, ARG-06: the arguments for registers of each file are counted separately.
    let of_file = |is_of_file: fn(&ArgumentClass) -> bool| -> Vec<usize> {
        (0..).zip(&classes).take(named).filter(|(_, class)| is_of_file(class)).map(|(i, _)| i).collect()
    };
    let vectors = of_file(|class| matches!(class, Vector(_)));
    let mut general = of_file(|class| matches!(class, General | Memory(_)));
    // S10: addresses take general registers in their order, or behind all other values.
    if dialect.is(names::AddressRegister::BehindOthers) {
        general.sort_by_key(|i| matches!(classes.get(*i), Some(Memory(_))));
    }
    // RET-04: the address of the result is the first general argument.
    let hidden = usize::from(call.memory_result);
    let count = general.len() + hidden;
    // ARG-22: the first 16 arguments for vector registers are in v0 to v15, the others in the list.
    let seventeen = dialect.errs("vectors-seventeen") && vectors.len() == REGISTERS + 1;
    let vector_room = if seventeen { REGISTERS + 1 } else { REGISTERS };
    // ARG-19: there is a list if one kind has more than 16 arguments, or if some are unnamed.
    let early = dialect.errs("list-early") && count >= REGISTERS;
    let list = call.variadic || count > REGISTERS || vectors.len() > vector_room || early;
    // ARG-20, ARG-21: with 16 arguments for general registers and a list, r15 holds its address.
    let full = count >= REGISTERS && !dialect.errs("list-sixteenth");
    let room = if list && full { REGISTERS - 1 } else { REGISTERS };
    // Number of an argument's register in its file; none for an argument in the list.
    let number = |i: usize, class: ArgumentClass| {
        let position = |all: &[usize]| all.iter().position(|j| *j == i);
        match class {
            Nothing => None,
            Vector(_) => position(&vectors).filter(|at| *at < vector_room),
            General | Memory(_) => position(&general).map(|at| at + hidden).filter(|at| *at < room),
        }
    };
    let pointer = match (list, full) {
        (false, _) => None,
        (true, true) => Some(REGISTERS - 1),
        // ARG-20 next: with fewer, the register behind theirs does: behind all of them, or behind those before the
        // list.
        (true, false) if dialect.is(names::ListRegister::BehindThoseBefore) => {
            let is_listed =
                |(i, class): &(usize, &ArgumentClass)| **class != Nothing && number(*i, **class).is_none();
            let first = (0..).zip(&classes).find(is_listed).map_or(classes.len(), |(i, _)| i);
            Some(hidden + general.iter().filter(|i| **i < first).count())
        }
        (true, false) => Some(count),
    };
    let shift = usize::from(dialect.breaks(Mechanism::ShiftArguments));
    let register = |at: usize| {
        let passed = !full && pointer.is_some_and(|pointer| at >= pointer);
        Spot::Register(reg(at + usize::from(passed) + shift))
    };
    let mut ways: Vec<PassMode> = vec![PassMode::Nothing; classes.len()];
    let mut bytes = 0;
    // ARG-23: the list is in the order of the function's definition.
    let mut order: Vec<usize> = (0..classes.len()).collect();
    if dialect.errs("list-by-kind") {
        order.sort_by_key(|i| (*i >= named, matches!(classes.get(*i), Some(Vector(_)))));
    }
    if dialect.errs("unnamed-first") {
        order.sort_by_key(|i| *i < named);
    }
    for i in order {
        let (Some(class), Some(laid), Some(way)) = (classes.get(i), call.arguments.get(i), ways.get_mut(i))
        else {
            continue;
        };
        *way = match (class, number(i, *class)) {
            (Nothing, _) => PassMode::Nothing,
            (_, None) => entry(*class, laid, &mut bytes, dialect),
            (General, Some(at)) => value(laid, register(at)),
            (Memory(_), Some(at)) => {
                let next = usize::from(dialect.errs("address-register") && !laid.is_record());
                PassMode::Pointer(register(at + next))
            }
            (Vector(_), Some(at)) => {
                let next = dialect.errs("vectors-next") && matches!(laid.shape, Shape::Vector { .. });
                value(laid, Spot::Register(Reg(FIRST_VECTOR + small(at + shift + usize::from(next)))))
            }
        };
    }
    let mut result_pointer = call.memory_result.then_some(Spot::Register(reg(shift)));
    if dialect.errs("result-behind") {
        behind(&mut result_pointer, &mut ways);
    }
    // ARG-33: the object of a member function is counted like any argument, behind the address for the result.
    if call.form == Form::Method && dialect.errs("object-first") && call.memory_result {
        behind(&mut result_pointer, &mut ways);
    }
    if call.form == Form::Method && dialect.errs("object-last") {
        last(&mut ways);
    }
    // ARG-19 empty: the address of a list without entries is passed to variadic functions, or is not.
    let empty_list = call.variadic && dialect.is(names::EmptyList::AddressPassed);
    let list = pointer.filter(|_| bytes > 0 || empty_list).map(|pointer| {
        let wrong = usize::from(dialect.errs("list-register"));
        List { register: reg(pointer + wrong), kept: KEPT_LIST, bytes, align: ENTRY }
    });
    Assignment { ways, result_pointer, list, ..Assignment::default() }
}

fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(0)
}

fn reg(number: usize) -> Reg {
    Reg(small(number))
}

fn value(laid: &Laid, spot: Spot) -> PassMode {
    PassMode::Value(vec![Part::new(0, laid.size, spot)])
}

/// Appends the entries of an argument to the list (ARG-25 to ARG-28).
fn entry(class: ArgumentClass, laid: &Laid, bytes: &mut u32, dialect: &Dialect) -> PassMode {
    let at = *bytes;
    let (entries, way) = match class {
        ArgumentClass::Nothing => (0, PassMode::Nothing),
        ArgumentClass::General | ArgumentClass::Vector(Entry::Value) => (1, value(laid, Spot::List(at))),
        ArgumentClass::Vector(Entry::Measured) | ArgumentClass::Memory(Entry::Measured) => {
            match dialect.errs("address-first") {
                true => (2, PassMode::Pointer(Spot::List(at))),
                false => (2, PassMode::Pointer(Spot::List(at + ENTRY))),
            }
        }
        ArgumentClass::Vector(Entry::Address) | ArgumentClass::Memory(_) => {
            (1, PassMode::Pointer(Spot::List(at)))
        }
    };
    let general = class == ArgumentClass::General;
    let float = matches!(laid.shape, Shape::Scalar { floating: true, .. });
    let step = match (general, float) {
        (true, _) if dialect.errs("list-close") && laid.size <= 2 => 2,
        (true, _) if dialect.errs("words-wide") => 2 * ENTRY,
        (_, true) if dialect.errs("floats-close") && laid.size <= 4 => 4,
        _ => ENTRY,
    };
    if dialect.errs("records-in-list") && matches!(class, ArgumentClass::Memory(_)) && laid.is_record() {
        *bytes += laid.size.next_multiple_of(ENTRY);
        return value(laid, Spot::List(at));
    }
    *bytes += entries * step;
    way
}

/// Exchanges the address of the result and the first argument, as a fault demands.
fn behind(result: &mut Option<Spot>, ways: &mut [PassMode]) {
    let mut spots = ways.iter_mut().flat_map(PassMode::spots_mut);
    let second = spots.find(|spot| **spot == Spot::Register(Reg(1)));
    if let (Some(result), Some(second)) = (result.as_mut(), second) {
        std::mem::swap(result, second);
    }
}

/// Exchanges the first argument and the last one in a general register, as a fault demands.
fn last(ways: &mut [PassMode]) {
    let [first, rest @ ..] = ways else { return };
    let general = |spot: &&mut Spot| matches!(spot, Spot::Register(r) if r.0 < FIRST_VECTOR);
    let last = rest.iter_mut().rev().flat_map(PassMode::spots_mut).find(general);
    if let (Some(one), Some(other)) = (first.spots_mut().next(), last) {
        std::mem::swap(one, other);
    }
}

/// Lengths of the arguments that have one in the list (ARG-27), each with its distance from the beginning: (distance,
/// length).
fn lengths(call: &Call<'_>, ways: &[PassMode], dialect: &Dialect) -> Vec<(u32, u32)> {
    let all = classes(call, dialect).into_iter().zip(call.arguments).zip(ways);
    let wrong = u32::from(dialect.errs("lanes-for-bytes"));
    let length = |((class, laid), way): ((ArgumentClass, &Laid), &PassMode)| match (class, way) {
        (
            ArgumentClass::Vector(Entry::Measured) | ArgumentClass::Memory(Entry::Measured),
            PassMode::Pointer(Spot::List(at)),
        ) => {
            let at = if dialect.errs("address-first") { at + ENTRY } else { at.checked_sub(ENTRY)? };
            Some((at, laid.size >> (2 * wrong)))
        }
        _ => None,
    };
    all.filter_map(length).collect()
}

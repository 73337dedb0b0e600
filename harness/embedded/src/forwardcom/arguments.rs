//! Places of arguments: the document's section on function calls, with readings for its open questions.

use crosscall_model::names::forwardcom as names;
use crosscall_model::{Form, Scalar, Type};

use super::Dialect;
use super::results;
use super::tuples::{Class, classify};
use crate::convention::{Passing, PassingRules};
use crate::emit::Reg;
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape};
use crate::places::{Assignment, Call, List, Part, Returned, Spot, Way};

/// Number of argument registers of each kind.
const REGISTERS: usize = 16;
/// Number of v0.
const FIRST_VECTOR: u16 = 32;
/// Number of bytes of an entry of the list (ARG-24).
const ENTRY: u32 = 8;
/// Register that holds the address of the list across calls.
const KEPT_LIST: Reg = Reg(27);
/// Size in bytes of the longest vector of fixed length in a register (ARG-04).
const MOST_VECTOR: u32 = 16;

/// Class of an argument or a result in the convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Value that is not passed.
    Nothing,
    /// Value in a general register.
    General,
    /// Value in a vector register.
    Vector(Entry),
    /// Value that fits no register.
    Memory(Entry),
}

/// Representation in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// Value.
    Value,
    /// Length and address.
    Measured,
    /// Address.
    Address,
}

/// Class of a type in a function of this form.
pub(super) fn kind(laid: &Laid, ty: &Type, form: Form, dialect: &Dialect) -> Kind {
    match (&laid.shape, ty) {
        (Shape::Scalar { floating: true, .. }, _) if dialect.errs("floats-general") => Kind::General,
        // ARG-04: floating numbers are in vector registers.
        (Shape::Scalar { floating: true, .. }, _) => Kind::Vector(Entry::Value),
        (_, Type::Scalar(Scalar::Bool)) if dialect.errs("truth-vector") => Kind::Vector(Entry::Value),
        // ARG-02: integers of up to 64 bits, pointers and truth values are in general registers.
        (Shape::Scalar { .. }, _) => Kind::General,
        // ARG-03, ARG-07: of variable length
        (Shape::Vector { .. }, _) if form == Form::Variable => Kind::Vector(Entry::Measured),
        (Shape::Vector { .. }, _) if laid.size <= MOST_VECTOR => Kind::Vector(measured(laid)),
        // ARG-27 long: a vector of more than 16 bytes is an address in the list, or a length and an address.
        (Shape::Vector { .. }, _) if dialect.is(names::LongVectorInList::TwoEntries) => {
            Kind::Memory(Entry::Measured)
        }
        (Shape::Vector { .. }, _) => Kind::Memory(Entry::Address),
        (Shape::Complex { .. }, _) => Kind::Vector(tuple(laid, dialect)),
        (_, Type::Record(record)) => match classify(record, laid.size, dialect) {
            Class::EmptyArgument => match dialect.of() {
                names::EmptyArgument::NotPassed => Kind::Nothing,
                names::EmptyArgument::EmptyTuple if laid.size <= MOST_VECTOR => {
                    Kind::Vector(tuple(laid, dialect))
                }
                names::EmptyArgument::EmptyTuple => Kind::Memory(Entry::Address),
                names::EmptyArgument::ByAddress => Kind::Memory(Entry::Address),
            },
            Class::Tuple if dialect.errs("tuples-general") && laid.size <= ENTRY => Kind::General,
            Class::Tuple => Kind::Vector(tuple(laid, dialect)),
            Class::General => Kind::General,
            Class::Memory => Kind::Memory(Entry::Address),
        },
        _ => Kind::Memory(Entry::Address),
    }
}

/// Representation of a value by its size (ARG-26, ARG-27).
fn measured(laid: &Laid) -> Entry {
    if laid.size <= ENTRY { Entry::Value } else { Entry::Measured }
}

/// Representation of a tuple (ARG-27 tuples).
fn tuple(laid: &Laid, dialect: &Dialect) -> Entry {
    match measured(laid) {
        Entry::Measured if dialect.is(names::LongTupleInList::ByAddress) => Entry::Address,
        entry => entry,
    }
}

/// Classes of all arguments.
fn kinds(call: &Call<'_>, dialect: &Dialect) -> Vec<Kind> {
    let all = call.arguments.iter().zip(call.types);
    all.map(|(laid, ty)| kind(laid, ty, call.form, dialect)).collect()
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
        let left_out = [Type::Scalar(Scalar::Char), Type::Scalar(Scalar::Bool)];
        self.is(names::NarrowInteger::SignExtended) && !left_out.contains(ty)
    }

    fn numbers_in_list(&self, call: &Call<'_>, ways: &[Way]) -> Vec<(u32, u32)> {
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
    let kinds = kinds(call, dialect);
    // VAR-01: unnamed arguments are in the list, whatever registers are left.
    let treated_as_named = if dialect.errs("unnamed-in-registers") { kinds.len() } else { call.named };
    let named = |i: &usize| *i < treated_as_named;
    let is_general = |i: &usize| matches!(kinds.get(*i), Some(Kind::General | Kind::Memory(_)));
    let is_address = |i: &usize| matches!(kinds.get(*i), Some(Kind::Memory(_)));
    let mut general: Vec<usize> = (0..kinds.len()).filter(named).filter(is_general).collect();
    // S10: addresses take general registers in their order, or behind all other values.
    if dialect.is(names::AddressRegister::BehindOthers) {
        general.sort_by_key(|i| is_address(i));
    }
    let vectors: Vec<usize> =
        (0..kinds.len()).filter(named).filter(|i| matches!(kinds.get(*i), Some(Kind::Vector(_)))).collect();
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
    let listed = |i: usize| {
        let behind =
            |all: &[usize], room: usize| all.iter().position(|j| *j == i).is_some_and(|at| at >= room);
        i >= treated_as_named || behind(&general, room - hidden) || behind(&vectors, vector_room)
    };
    let in_list: Vec<bool> =
        kinds.iter().enumerate().map(|(i, kind)| *kind != Kind::Nothing && listed(i)).collect();
    let first_listed = in_list.iter().position(|listed| *listed).unwrap_or(kinds.len());
    let pointer = match (list, full) {
        (false, _) => None,
        (true, true) => Some(REGISTERS - 1),
        // ARG-20 next: with fewer, the register behind theirs does: behind all of them, or behind those before the
        // list.
        (true, false) if dialect.is(names::ListRegister::BehindThoseBefore) => {
            Some(hidden + general.iter().filter(|i| **i < first_listed).count())
        }
        (true, false) => Some(count),
    };
    let shift = usize::from(dialect.breaks(Mechanism::ShiftArguments));
    let register = |at: usize| {
        let passed = !full && pointer.is_some_and(|pointer| at >= pointer);
        reg(at + usize::from(passed) + shift)
    };
    let mut ways: Vec<Way> = vec![Way::Nothing; kinds.len()];
    let mut bytes = 0;
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    let is_vector = |i: &usize| matches!(kinds.get(*i), Some(Kind::Vector(_)));
    if dialect.errs("list-by-kind") {
        order.sort_by_key(|i| (!named(i), is_vector(i)));
    }
    if dialect.errs("unnamed-first") {
        order.sort_by_key(named);
    }
    for i in order {
        let (Some(kind), Some(laid), Some(way)) = (kinds.get(i), call.arguments.get(i), ways.get_mut(i))
        else {
            continue;
        };
        if in_list.get(i) == Some(&true) {
            // ARG-23: the list is in the order of the function's definition.
            *way = entry(*kind, laid, &mut bytes, dialect);
            continue;
        }
        let at = |all: &[usize]| all.iter().position(|j| *j == i).unwrap_or(0);
        *way = match kind {
            Kind::Nothing => Way::Nothing,
            Kind::General => value(laid, Spot::Register(register(at(&general) + hidden))),
            Kind::Memory(_) => {
                let next = usize::from(dialect.errs("address-register") && !laid.is_record());
                Way::Pointer(Spot::Register(register(at(&general) + hidden + next)))
            }
            Kind::Vector(_) => {
                let next = dialect.errs("vectors-next") && matches!(laid.shape, Shape::Vector { .. });
                value(
                    laid,
                    Spot::Register(Reg(FIRST_VECTOR + small(at(&vectors) + shift + usize::from(next)))),
                )
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

fn value(laid: &Laid, spot: Spot) -> Way {
    Way::Value(vec![Part::new(0, laid.size, spot)])
}

/// Appends the entries of an argument to the list (ARG-25 to ARG-28).
fn entry(kind: Kind, laid: &Laid, bytes: &mut u32, dialect: &Dialect) -> Way {
    let at = *bytes;
    let (entries, way) = match kind {
        Kind::Nothing => (0, Way::Nothing),
        Kind::General | Kind::Vector(Entry::Value) => (1, value(laid, Spot::List(at))),
        Kind::Vector(Entry::Measured) | Kind::Memory(Entry::Measured) => {
            match dialect.errs("address-first") {
                true => (2, Way::Pointer(Spot::List(at))),
                false => (2, Way::Pointer(Spot::List(at + ENTRY))),
            }
        }
        Kind::Vector(Entry::Address) | Kind::Memory(_) => (1, Way::Pointer(Spot::List(at))),
    };
    let general = kind == Kind::General;
    let float = matches!(laid.shape, Shape::Scalar { floating: true, .. });
    let step = match (general, float) {
        (true, _) if dialect.errs("list-close") && laid.size <= 2 => 2,
        (true, _) if dialect.errs("words-wide") => 2 * ENTRY,
        (_, true) if dialect.errs("floats-close") && laid.size <= 4 => 4,
        _ => ENTRY,
    };
    if dialect.errs("records-in-list") && matches!(kind, Kind::Memory(_)) && laid.is_record() {
        *bytes += laid.size.next_multiple_of(ENTRY);
        return value(laid, Spot::List(at));
    }
    *bytes += entries * step;
    way
}

/// Exchanges the address of the result and the first argument, as a fault demands.
fn behind(result: &mut Option<Spot>, ways: &mut [Way]) {
    let mut spots = ways.iter_mut().flat_map(Way::spots_mut);
    let second = spots.find(|spot| **spot == Spot::Register(Reg(1)));
    if let (Some(result), Some(second)) = (result.as_mut(), second) {
        std::mem::swap(result, second);
    }
}

/// Exchanges the first argument and the last one in a general register, as a fault demands.
fn last(ways: &mut [Way]) {
    let [first, rest @ ..] = ways else { return };
    let general = |spot: &&mut Spot| matches!(spot, Spot::Register(r) if r.0 < FIRST_VECTOR);
    let last = rest.iter_mut().rev().flat_map(Way::spots_mut).find(general);
    if let (Some(one), Some(other)) = (first.spots_mut().next(), last) {
        std::mem::swap(one, other);
    }
}

/// Lengths of the arguments that have one in the list (ARG-27), each with its distance from the beginning: (distance,
/// length).
fn lengths(call: &Call<'_>, ways: &[Way], dialect: &Dialect) -> Vec<(u32, u32)> {
    let all = kinds(call, dialect).into_iter().zip(call.arguments).zip(ways);
    let wrong = u32::from(dialect.errs("lanes-for-bytes"));
    let length = |((kind, laid), way): ((Kind, &Laid), &Way)| match (kind, way) {
        (Kind::Vector(Entry::Measured) | Kind::Memory(Entry::Measured), Way::Pointer(Spot::List(at))) => {
            let at = if dialect.errs("address-first") { at + ENTRY } else { at.checked_sub(ENTRY)? };
            Some((at, laid.size >> (2 * wrong)))
        }
        _ => None,
    };
    all.filter_map(length).collect()
}

//! Places of arguments and results: 14.3.1 and 14.3.2, with readings for their open questions.

use crosscall_clauses::ipu as names;
use crosscall_model::{Form, Type};

use super::Dialect;
use super::free::{File, Free, MOST_WIDENED, Wants, in_lanes};
use super::registers::{FIRST_A, FIRST_M};
use crate::convention::{Passing, PassingRules, SeparateParts};
use crate::emit::Reg;
use crate::fault::Mechanism;
use crate::laid::{Laid, Place, Shape};
use crate::places::{Assignment, Call, Part, PassMode, Returned, Spot};

/// Size in bytes of the longest value in registers of its own.
const QUAD: u32 = 16;

/// Size in bytes of a piece of a longer vector.
const PIECE: u32 = 8;

/// Class of a value in the convention.
enum Passed {
    /// Value without bytes.
    Nothing,
    /// Number of equal parts, each a value of its own, from an offset in bytes on. A single value is one part.
    Parts(Wants, u32, u32),
    /// Value that is passed by address.
    Pointer,
}

impl Passing for Dialect {
    fn assign(&self, call: &Call<'_>) -> Assignment {
        let Call { arguments, named, variadic, memory_result, .. } = *call;
        let mut free = Free::new(self);
        if self.breaks(Mechanism::ShiftArguments) {
            free.shift();
        }
        // VAR-01 named: only unnamed arguments are on the stack, or all of a variadic function.
        let all_on_stack = variadic && self.is(names::VariadicNamed::OnStack);
        // VAR-01 position: the address for a result stays in its register then, or is on the stack with the others.
        let address_on_stack = all_on_stack && self.is(names::VariadicResultAddress::OnStack);
        let place_address = |free: &mut Free<'_>| {
            free.stack_only = address_on_stack;
            let spot = free.address();
            free.stack_only = all_on_stack;
            spot
        };
        // RET-05 place: the address for the result is the first argument, or the last named one.
        let address_last = self.is(names::ResultAddress::LastNamedParameter);
        let mut result_pointer = (memory_result && !address_last).then(|| place_address(&mut free));
        free.stack_only = all_on_stack;
        let mut ways: Vec<PassMode> =
            arguments.iter().take(named).map(|laid| argument(&mut free, laid, all_on_stack, self)).collect();
        if memory_result && address_last {
            result_pointer = Some(place_address(&mut free));
        }
        let first_unnamed = free.end();
        free.stack_only = variadic;
        ways.extend(arguments.iter().skip(named).map(|laid| argument(&mut free, laid, true, self)));
        let used = free.end();
        // STACK-04 area: the callee owns some bytes below the first stack argument, if there is any.
        let area = match self.of() {
            _ if used == 0 => 0,
            names::CalleeArea::Absent => 0,
            names::CalleeArea::EightBytes => 8,
            names::CalleeArea::SixteenBytes => 16,
        };
        let wrong = if self.breaks(Mechanism::StackArgumentOffset) { 4 } else { 0 };
        let by = i32::try_from(area + wrong).unwrap_or(0);
        for spot in ways.iter_mut().flat_map(PassMode::spots_mut).chain(&mut result_pointer) {
            if let Spot::Stack(at) = spot {
                *at += by;
            }
        }
        Assignment {
            ways,
            result_pointer,
            stack_bytes: if used > 0 { used + area + wrong } else { 0 },
            unnamed_stack: i32::try_from(first_unnamed + area + wrong).unwrap_or(i32::MAX),
            ..Assignment::default()
        }
    }

    fn returned(&self, laid: &Laid, _ty: &Type, _form: Form) -> Returned {
        returned(laid, self)
    }

    fn passed_as<'l>(&self, laid: &'l Laid) -> &'l Laid {
        // ARG-10, RET-04: a bit-field is alone in its container, and the bits beside it are unspecified.
        match only_member(laid, self) {
            Some((inner, _, false)) => inner,
            _ => laid,
        }
    }

    fn pointer_align(&self, laid: &Laid) -> u32 {
        // S15 align: what is passed by pointer has the alignment of its type, or of at most 8.
        if self.is(names::TemporaryAlign::EightAtMost) { laid.align.min(8) } else { laid.align }
    }

    fn counts_on_extension(&self, _ty: &Type) -> bool {
        // ARG-09: every scalar of less than 32 bits is extended, by its type.
        true
    }

    fn typedef_alignment_counts(&self) -> bool {
        // S28: that of the type without the typedef counts, or that of the typedef.
        self.is(names::AttributedScalar::Counted)
    }

    fn passing(&self) -> PassingRules {
        PassingRules {
            // S04 complex: a complex number is passed by pointer, or is two arguments.
            separate_parts: SeparateParts::all_if(self.is(names::ComplexPassing::TwoArguments)),
            // STACK-08 slots: a callee may write the stack places of its arguments, or they are not its own.
            writes_slots: self.is(names::StackSlotOwner::Callee),
            // RET-06, RET-07: memory that is not visible to others.
            result_room_in_frame: !self.breaks(Mechanism::RoomOutside),
            // S16 again: m0 holds the address of a result in memory at the return, or anything.
            returns_address: self.is(names::ResultAddressAtReturn::InM0),
            ..PassingRules::USUAL
        }
    }
}

fn argument(free: &mut Free<'_>, laid: &Laid, of_list: bool, dialect: &Dialect) -> PassMode {
    // S18: aggregates in a variable list are passed like others, or are on the stack themselves.
    if of_list && dialect.is(names::VariadicAggregate::ByValueOnStack) && laid.is_record() && laid.size > 0 {
        let spot = free.memory(laid.size, laid.align);
        return PassMode::Value(vec![Part::new(0, laid.size, spot)]);
    }
    match passed(laid, dialect) {
        Passed::Nothing => PassMode::Nothing,
        Passed::Pointer => PassMode::Pointer(free.address()),
        Passed::Parts(wants, count, from) => {
            let moved = |part: Part, i: u32| Part { offset: part.offset + i * wants.size + from, ..part };
            let parts =
                (0..count).flat_map(|i| free.value(&wants).into_iter().map(move |part| moved(part, i)));
            PassMode::Value(parts.collect())
        }
    }
}

/// Class of a type.
fn passed(laid: &Laid, dialect: &Dialect) -> Passed {
    // S28: that of the type without the typedef counts, or that of the typedef.
    let align = (laid.is_asked && dialect.is(names::AttributedScalar::Counted)).then_some(laid.align);
    let value = |file: File, size: u32| {
        Passed::Parts(Wants { file, size, vector: false, widened: false, align }, 1, 0)
    };
    match &laid.shape {
        Shape::Scalar { floating: false, .. } => value(File::M, laid.size),
        // TYPE-07: a double is in a pair of a registers, or of m registers.
        Shape::Scalar { .. } if laid.size > 4 && dialect.is(names::DoubleFile::IntegerPair) => {
            value(File::M, laid.size)
        }
        Shape::Scalar { .. } => value(File::A, laid.size),
        // S04 complex: a complex number is passed by pointer, or is two arguments.
        Shape::Complex { part, .. } if dialect.is(names::ComplexPassing::TwoArguments) => {
            match passed(part, dialect) {
                Passed::Parts(wants, _, from) => Passed::Parts(wants, 2, from),
                other => other,
            }
        }
        Shape::Complex { .. } => Passed::Pointer,
        // S04: vectors are in registers, or are passed by pointer.
        Shape::Vector { .. } if dialect.is(names::VectorPassing::ByPointer) => Passed::Pointer,
        // S04 wide: a vector of more than 128 bits is passed by pointer, or in pieces of 64 bits.
        Shape::Vector { .. } if laid.size > QUAD && dialect.is(names::WideVector::ByPointer) => {
            Passed::Pointer
        }
        Shape::Vector { lane, .. } => vector(laid, lane, dialect),
        _ if laid.size == 0 => {
            // S14: an empty record is not passed, or is by its address.
            if dialect.is(names::EmptyArgument::ByAddress) { Passed::Pointer } else { Passed::Nothing }
        }
        _ => match only_member(laid, dialect) {
            Some((inner, at, _)) => match passed(inner, dialect) {
                Passed::Parts(wants, count, from) => Passed::Parts(wants, count, from + at),
                other => other,
            },
            None if laid.size <= 8 && dialect.breaks(Mechanism::AggregateAsInteger) => {
                value(File::M, laid.size)
            }
            // ARG-11: any other aggregate is passed as a pointer to it.
            None => Passed::Pointer,
        },
    }
}

/// Class of a vector in registers.
fn vector(laid: &Laid, lane: &Laid, dialect: &Dialect) -> Passed {
    let file = match passed(lane, dialect) {
        // ARG-03 vectors: vectors of integers are in m registers, or in a registers.
        Passed::Parts(..) if !lane.is_floating() && dialect.is(names::IntegerVectorFile::Arithmetic) => {
            File::A
        }
        Passed::Parts(Wants { file, .. }, ..) => file,
        other => return other,
    };
    // S04 bytes: bytes of a vector lie as in memory, or two or four of them are widened to 16 bits each.
    let widened = dialect.is(names::ByteVectors::Widened) && lane.size == 1 && laid.size > 1;
    let wants = Wants { file, size: laid.size, vector: true, widened, align: None };
    match laid.size {
        // S04 wide: a vector of more than 128 bits is passed by pointer, or in pieces of 64 bits.
        size if size > QUAD => Passed::Parts(Wants { size: PIECE, ..wants }, size / PIECE, 0),
        _ => Passed::Parts(wants, 1, 0),
    }
}

/// Only member of a record, its distance from the record's first byte, and true if it is a bit-field (ARG-10).
fn only_member<'l>(laid: &'l Laid, dialect: &Dialect) -> Option<(&'l Laid, u32, bool)> {
    let members = match &laid.shape {
        Shape::Struct(members) => members,
        // ARG-10 union: a union of one member counts as the member, or no union does.
        Shape::Union(members) if dialect.is(names::SingleMemberUnion::AsMember) => members,
        _ => return None,
    };
    let named: Vec<&Place> = members.iter().filter(|member| member.named).collect();
    // ARG-10 zero: beside another member an array of no elements is none, unless it is a flexible array member.
    let counts = |member: &&&Place| {
        let is_bare = matches!(member.laid.shape, Shape::Array(_, 0)) && named.len() > 1;
        !is_bare || member.flexible || dialect.is(names::ZeroArrayMember::Counted)
    };
    let mut counted = named.iter().filter(counts);
    let (Some(member), None) = (counted.next(), counted.next()) else { return None };
    if member.field.is_some() {
        return container(member, laid.size, dialect).map(|at| (&member.laid, at, true));
    }
    let at = u32::try_from(member.bit_offset / 8).ok()?;
    let mut inner = &member.laid;
    while let Shape::Array(element, count) = &inner.shape {
        // ARG-10 array: an array of one element counts as the element, or no array does.
        if *count != 1 || !dialect.is(names::SingleElementArray::AsElement) {
            return None;
        }
        inner = element;
    }
    if !inner.is_record() {
        return Some((inner, at, false));
    }
    // ARG-10 nested: a single member counts through all levels, or on one level only.
    if !dialect.is(names::NestedAggregate::AnyDepth) {
        return None;
    }
    only_member(inner, dialect).map(|(inner, deeper, field)| (inner, at + deeper, field))
}

/// Offset of the container of a bit-field, if a whole one is around it (ARG-10 bit-field). In a packed record, a
/// bit-field may be in two containers.
fn container(member: &Place, size: u32, dialect: &Dialect) -> Option<u32> {
    let bytes = u32::try_from(member.bit_offset / 8).ok()?;
    let at = bytes - bytes % member.laid.size.max(1);
    let behind = at + member.laid.size;
    let is_inside = member.bit_offset + u64::from(member.field.unwrap_or(0)) <= 8 * u64::from(behind);
    (dialect.is(names::SingleBitField::AsContainer) && is_inside && behind <= size).then_some(at)
}

/// Place of a result (14.3.2).
fn returned(laid: &Laid, dialect: &Dialect) -> Returned {
    let (wants, count, from) = match passed(laid, dialect) {
        Passed::Nothing => return Returned::Nothing,
        Passed::Pointer => return Returned::Memory,
        Passed::Parts(wants, count, from) => (wants, count, from),
    };
    let in_memory = match (wants, count) {
        // S04 bytes: more than fit into the result registers.
        (Wants { widened: true, size, .. }, 1) if size > MOST_WIDENED => true,
        // S17: a result of 128 bits is in a quad of registers, or in memory.
        (Wants { size: 9.., .. }, 1) => dialect.is(names::QuadResult::InMemory),
        _ => wants.size * count > QUAD,
    };
    if in_memory {
        return Returned::Memory;
    }
    let first = match wants.file {
        File::A if count > 1 || !dialect.breaks(Mechanism::FloatingAsInteger) => FIRST_A,
        _ => FIRST_M,
    };
    // S04 bytes: bytes of a vector lie as in memory, or two or four of them are widened to 16 bits each.
    let bytes = if wants.widened { 2 } else { 4 };
    let words = wants.size.div_ceil(bytes);
    // RET-01: the words of 64 bits have the order of an argument's words.
    let swapped = words == 2 && dialect.is(names::PairOrder::LowerAddressInOdd);
    let part = |i: u32| {
        let (value, word) = (i / words, i % words);
        let number = value * words + if swapped { 1 - word } else { word };
        let (offset, len) = (value * wants.size + bytes * word, (wants.size - bytes * word).min(bytes));
        let spot = Spot::Register(Reg(first.0 + u16::try_from(number).unwrap_or(0)));
        if wants.widened { in_lanes(offset + from, len, spot) } else { Part::new(offset + from, len, spot) }
    };
    Returned::Registers((0..words * count).map(part).collect())
}

//! Places of arguments and results: the document's sections on argument passing, return values, variable arguments
//! and the organization of the stack.

use crosscall_clauses::dpu as names;
use crosscall_model::{Form, Type};

use super::Dialect;
use crate::convention::{Passing, PassingRules, SeparateParts};
use crate::emit::Reg;
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape};
use crate::places::{Assignment, Call, Part, PassMode, Returned, Spot, settle};

/// Number of argument registers, r0 to r7.
const REGISTERS: u16 = 8;
/// Number of bytes of a register.
const WORD: u32 = 4;
/// Number of bytes right below the stack pointer that hold the words saved by the caller (STACK-08).
const SAVED: u32 = 8;
/// Granularity in bytes of the stack arguments' area, that of the stack pointer.
const AREA: u32 = 8;

/// Free registers, and arguments on the stack. Stack locations are slot numbers until all slots are known.
struct Free<'d> {
    dialect: &'d Dialect,
    /// True for each of r0 to r7 that is taken.
    taken: [bool; REGISTERS as usize],
    /// First register above all that were taken or skipped.
    passed: u16,
    /// Size and alignment of each stack slot, in order.
    slots: Vec<(u32, u32)>,
    /// True if no further argument goes to registers.
    full: bool,
    /// True if the next argument goes to the part of the stack for variable arguments.
    variable: bool,
}

impl Passing for Dialect {
    fn assign(&self, call: &Call<'_>) -> Assignment {
        let Call { arguments, named, variadic, memory_result, .. } = *call;
        let mut free = Free {
            dialect: self,
            taken: [false; REGISTERS as usize],
            passed: 0,
            slots: Vec::new(),
            full: false,
            // VAR-02 named: only unnamed arguments are on the stack, or all of a variadic function.
            variable: variadic && self.is(names::VariadicNamed::OnStack),
        };
        if self.breaks(Mechanism::ShiftArguments) {
            free.take(0);
        }
        // RET-04 position: the address for the result is the first argument, or the last named one.
        let address_last = self.is(names::ResultAddress::LastNamedArgument) && named > 0;
        let mut result_pointer = (memory_result && !address_last).then(|| free.result_address());
        let mut ways: Vec<PassMode> = arguments.iter().take(named).map(|laid| free.argument(laid)).collect();
        if memory_result && address_last {
            result_pointer = Some(free.result_address());
        }
        let first_unnamed = free.slots.len();
        free.variable = variadic;
        ways.extend(arguments.iter().skip(named).map(|laid| free.argument(laid)));
        let (places, bytes) = free.settle(variadic);
        settle(ways.iter_mut().flat_map(PassMode::spots_mut).chain(&mut result_pointer), &places);
        Assignment {
            ways,
            result_pointer,
            stack_bytes: bytes + SAVED,
            unnamed_stack: places.get(first_unnamed).copied().unwrap_or(-(SAVED as i32)),
            ..Assignment::default()
        }
    }

    fn returned(&self, laid: &Laid, _ty: &Type, _form: Form) -> Returned {
        match &laid.shape {
            // S05 result: a complex result is a composite, or its parts are in registers from r0 on.
            Shape::Complex { part, .. } if self.is(names::ComplexResult::LikeArgumentParts) => {
                let mut parts = value(part, 0, 0);
                parts.extend(value(part, part.size, if part.size > WORD { 2 } else { 1 }));
                Returned::Registers(parts)
            }
            Shape::Scalar { .. } => Returned::Registers(value(laid, 0, 0)),
            // S15: for an empty composite an address is passed, or nothing.
            _ if laid.size == 0 && self.is(names::EmptyArgument::NotPassed) => Returned::Nothing,
            // RET-04: a composite is stored at an address that the caller passes.
            _ => Returned::Memory,
        }
    }

    fn pointer_align(&self, laid: &Laid) -> u32 {
        // S10: what is passed by reference has the alignment of its type, or of at most 8.
        if self.is(names::TemporaryAlign::EightAtMost) { laid.align.min(8) } else { laid.align }
    }

    fn typedef_alignment_counts(&self) -> bool {
        // S34: that of the type without the typedef counts, or that of the typedef.
        self.is(names::AttributedScalar::Counted)
    }

    fn passing(&self) -> PassingRules {
        PassingRules {
            // S05 argument: a complex argument is two arguments, the real part first, or a composite.
            separate_parts: SeparateParts::all_if(self.is(names::ComplexArgument::TwoArguments)),
            // ARG-02: the caller extends narrow arguments to a word, or the callee does.
            caller_extends: self.is(names::NarrowArgument::CallerExtends),
            // S16: a callee may write the stack places of its arguments, or they are not its own.
            writes_slots: self.is(names::StackSlotOwner::Callee),
            // ARG-05 copy: a callee that owns the objects may write them, so that the caller passes copies.
            caller_copies: self.is(names::ByReferenceOwner::Callee),
            // RET-01: a narrow result is extended by the signedness of its type, or either way.
            extends_results_exactly: self.is(names::NarrowResult::CalleeExtends),
            // RET-04 again: r0 holds the address of a result in memory at the return, or anything.
            returns_address: self.is(names::ResultAddressAtReturn::InR0),
            ..PassingRules::USUAL
        }
    }
}

impl Free<'_> {
    fn take(&mut self, register: u16) {
        if let Some(taken) = self.taken.get_mut(usize::from(register)) {
            *taken = true;
        }
        self.passed = self.passed.max(register + 1);
    }

    fn is_free(&self, register: u16) -> bool {
        self.taken.get(usize::from(register)) == Some(&false)
    }

    /// Place of the address of a result in memory.
    fn result_address(&mut self) -> Spot {
        // S19: where all arguments are on the stack, the address for a result is in r0, or there as well.
        if self.variable && !self.dialect.is(names::VariadicResultAddress::OnStack) {
            return Spot::Register(Reg(0));
        }
        self.word(WORD)
    }

    fn slot(&mut self, size: u32, align: u32) -> Spot {
        self.slots.push((size, align));
        Spot::Stack(i32::try_from(self.slots.len() - 1).unwrap_or(i32::MAX))
    }

    /// Place of a word (ARG-03), which is aligned to so many bytes on the stack.
    fn word(&mut self, align: u32) -> Spot {
        if !self.variable && !self.full {
            // ARG-03: whether a skipped register may still be used.
            let from = if self.dialect.is(names::BackFill::NextWord) { 0 } else { self.passed };
            if let Some(register) = (from..REGISTERS).find(|r| self.is_free(*r)) {
                self.take(register);
                return Spot::Register(Reg(register));
            }
        }
        self.slot(WORD, align.clamp(WORD, AREA))
    }

    /// Places of a double word whose bytes begin at `offset` of a value (ARG-04), and its alignment on the stack.
    fn double(&mut self, offset: u32, align: u32) -> Vec<Part> {
        if !self.variable && !self.full {
            // A pair begins with an even register.
            let step = if self.dialect.breaks(Mechanism::PairStart) { 1 } else { 2 };
            let start = self.passed.next_multiple_of(step);
            if start + 1 < REGISTERS {
                self.take(start);
                self.take(start + 1);
                // REG-19: the even register has the most significant half.
                let swapped = self.dialect.breaks(Mechanism::SwapHalves);
                let (low, high) = if swapped { (start, start + 1) } else { (start + 1, start) };
                let part = |offset, r| Part::new(offset, WORD, Spot::Register(Reg(r)));
                return vec![part(offset, low), part(offset + WORD, high)];
            }
            if self.passed + 1 == REGISTERS {
                // ARG-04: where only r7 is left, a double word is split, or is on the stack, alone or with all that
                // follow.
                match self.dialect.of() {
                    names::LastRegisterDouble::SplitWithStack => {
                        self.take(REGISTERS - 1);
                        let low = Part::new(offset, WORD, Spot::Register(Reg(REGISTERS - 1)));
                        return vec![low, Part::new(offset + WORD, WORD, self.slot(WORD, WORD))];
                    }
                    names::LastRegisterDouble::RestOnStack => self.full = true,
                    names::LastRegisterDouble::SkippedLikeAnyOther => self.passed = REGISTERS,
                }
            }
        }
        vec![Part::new(offset, 2 * WORD, self.slot(2 * WORD, align.clamp(WORD, AREA)))]
    }

    fn scalar(&mut self, laid: &Laid, offset: u32) -> Vec<Part> {
        // S14: floating values always on the stack
        let full = self.full;
        self.full |= laid.is_floating() && self.dialect.is(names::FloatArguments::OnStack);
        let stopped = self.full;
        let parts = match laid.size {
            0..=WORD => vec![Part::new(offset, laid.size, self.word(laid.align))],
            _ => self.double(offset, laid.align),
        };
        // The change applies to this value only, unless the stack closed the registers before.
        if stopped {
            self.full = full;
        }
        parts
    }

    fn argument(&mut self, laid: &Laid) -> PassMode {
        match &laid.shape {
            // S05 argument: a complex argument is two arguments, the real part first, or a composite.
            Shape::Complex { part, .. } if self.dialect.is(names::ComplexArgument::TwoArguments) => {
                let mut parts = self.scalar(part, 0);
                parts.extend(self.scalar(part, part.size));
                PassMode::Value(parts)
            }
            Shape::Scalar { .. } => PassMode::Value(self.scalar(laid, 0)),
            _ => self.composite(laid),
        }
    }

    /// PassMode of a composite (ARG-05, VAR-03).
    fn composite(&mut self, laid: &Laid) -> PassMode {
        if self.variable && !self.dialect.is(names::VariadicComposite::ByReference) {
            if laid.size == 0 {
                return PassMode::Nothing;
            }
            // VAR-03 slot: a composite on the stack has as many bytes as its type, or whole words.
            let least = if self.dialect.is(names::VariadicCompositeSlot::WholeWords) { WORD } else { 1 };
            let spot = self.slot(laid.size.next_multiple_of(least), laid.align.clamp(least, AREA));
            return PassMode::Value(vec![Part::new(0, laid.size, spot)]);
        }
        // S15: for an empty composite an address is passed, or nothing.
        if laid.size == 0 && !self.dialect.is(names::EmptyArgument::ByAddress) {
            return PassMode::Nothing;
        }
        PassMode::Pointer(self.word(WORD))
    }

    /// Distances of all slots from the stack pointer, and the size of their area in bytes.
    fn settle(&self, variadic: bool) -> (Vec<i32>, u32) {
        // ARG-06 order, VAR-02 order: the first stack argument is the lowest, or nearest to the stack pointer.
        let ascending = match variadic {
            true => self.dialect.is(names::VariadicOrder::Ascending),
            false => self.dialect.is(names::StackArgumentOrder::Ascending),
        };
        // ARG-06 padding: what rounds the area up is at its upper end, or at its lower one.
        let from_lowest = self.dialect.is(names::StackAreaPadding::UpperEnd);
        // Numbers of the slots, beginning at the end of the area that has no padding.
        let mut order: Vec<usize> = (0..self.slots.len()).collect();
        if ascending != from_lowest {
            order.reverse();
        }
        let mut bytes: u32 = 0;
        // Distance of each slot's lowest byte from that end.
        let mut distances = vec![0; order.len()];
        for i in order {
            let (Some((size, align)), Some(distance)) = (self.slots.get(i), distances.get_mut(i)) else {
                continue;
            };
            if from_lowest {
                *distance = bytes.next_multiple_of(*align);
                bytes = *distance + size;
            } else {
                bytes = (bytes + size).next_multiple_of(*align);
                *distance = bytes;
            }
        }
        let area = if from_lowest { bytes.next_multiple_of(AREA) } else { bytes };
        let wrong = if self.dialect.breaks(Mechanism::StackArgumentOffset) { WORD } else { 0 };
        let place = |distance: u32| {
            let below = if from_lowest { area - distance } else { distance };
            -i32::try_from(below + SAVED + wrong).unwrap_or(0)
        };
        (distances.into_iter().map(place).collect(), (area + wrong).next_multiple_of(AREA))
    }
}

/// Places of a scalar in registers from `first` on (RET-02, RET-03): of two, the first has the most significant half.
fn value(laid: &Laid, offset: u32, first: u16) -> Vec<Part> {
    let part = |offset, len, r| Part::new(offset, len, Spot::Register(Reg(r)));
    match laid.size {
        0..=WORD => vec![part(offset, laid.size, first)],
        _ => vec![part(offset, WORD, first + 1), part(offset + WORD, WORD, first)],
    }
}

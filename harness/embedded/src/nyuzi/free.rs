//! Registers and stack slots that are free while arguments are assigned their places.

use crosscall_clauses::nyuzi as names;

use super::Dialect;
use super::registers::{FIRST_SCALAR, FIRST_VECTOR};
use super::vectors::REGISTER;
use crate::emit::Reg;
use crate::fault::Mechanism;
use crate::places::{Part, Spot};

/// Number of arguments that are counted for registers (ARG-01).
const COUNTED: u16 = 8;

/// Class of the registers for an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RegisterClass {
    Scalar,
    Vector,
}

/// Free registers and stack slots. Stack locations are slot numbers until [`Free::settle`] computes their places.
pub(super) struct Free<'d> {
    dialect: &'d Dialect,
    /// Numbers of the next registers.
    scalar: u16,
    vector: u16,
    /// Numbers of further arguments that are counted.
    scalars_left: u16,
    vectors_left: u16,
    /// Scalar registers that were skipped, in ascending order.
    skipped: Vec<u16>,
    /// True if all further arguments go to the stack.
    pub(super) stack_only: bool,
    /// Granularity and least alignment of slots, in bytes.
    pub(super) least_slot: u32,
    /// Size and alignment of each slot, in bytes.
    slots: Vec<(u32, u32)>,
}

impl<'d> Free<'d> {
    pub(super) fn new(dialect: &'d Dialect) -> Free<'d> {
        Free {
            dialect,
            scalar: 0,
            vector: 0,
            scalars_left: COUNTED,
            vectors_left: COUNTED,
            skipped: Vec::new(),
            stack_only: false,
            least_slot: 1,
            slots: Vec::new(),
        }
    }

    /// Place of the address for the result: s0, whether it counts (RET-02) or not.
    pub(super) fn address(&mut self) -> Spot {
        let register = self.scalar;
        let counts = self.dialect.is(names::ResultAddressCount::FirstOfEight);
        self.pass(RegisterClass::Scalar, 1, u16::from(counts));
        if !counts && self.dialect.is(names::RegisterCount::SharedPlaces) {
            // Places are numbered as if the address were not there.
            self.vector = 0;
        }
        Spot::Register(Reg(FIRST_SCALAR.0 + register))
    }

    /// Makes the next scalar register unavailable.
    pub(super) fn shift(&mut self) {
        self.pass(RegisterClass::Scalar, 1, 1);
    }

    /// Advances by a number of registers, which count as `counted` arguments.
    fn pass(&mut self, class: RegisterClass, registers: u16, counted: u16) {
        // ARG-01 count: eight arguments of each class, or of both together, which may also share the numbers of
        // places.
        let (both_counts, both_numbers) = match self.dialect.of() {
            names::RegisterCount::TwoCounts => (false, false),
            names::RegisterCount::SharedArguments => (true, false),
            names::RegisterCount::SharedPlaces => (true, true),
        };
        if class == RegisterClass::Scalar || both_numbers {
            self.scalar += registers;
        }
        if class == RegisterClass::Vector || both_numbers {
            self.vector += registers;
        }
        if class == RegisterClass::Scalar || both_counts {
            self.scalars_left = self.scalars_left.saturating_sub(counted);
        }
        if class == RegisterClass::Vector || both_counts {
            self.vectors_left = self.vectors_left.saturating_sub(counted);
        }
    }

    /// Skips the next scalar register.
    fn skip(&mut self, counted: u16) {
        self.skipped.push(self.scalar);
        self.pass(RegisterClass::Scalar, 1, counted);
    }

    /// Allocates a stack slot.
    fn slot(&mut self, size: u32, align: u32) -> Spot {
        // S17 slot: an argument of a variadic function has its usual place on the stack, or a multiple of 8 bytes.
        let least = self.least_slot;
        self.slots.push((size.next_multiple_of(least), align.max(least)));
        Spot::Stack(i32::try_from(self.slots.len() - 1).unwrap_or(i32::MAX))
    }

    /// Place of a scalar of at most a word.
    pub(super) fn word(&mut self, size: u32, align: u32) -> Spot {
        if let Some(register) = self.word_register() {
            return Spot::Register(Reg(FIRST_SCALAR.0 + register));
        }
        // ARG-02 slot: on the stack, `char` and `short` have a word, or 1 and 2 bytes.
        if self.dialect.is(names::StackSlot::NaturalSize) {
            self.slot(size, align)
        } else {
            self.slot(4, align.max(4))
        }
    }

    fn word_register(&mut self) -> Option<u16> {
        if self.stack_only {
            return None;
        }
        // ARG-03 back-fill: a later scalar takes a skipped register, or it stays unused.
        if self.dialect.is(names::BackFill::LaterScalar) && !self.skipped.is_empty() {
            return Some(self.skipped.remove(0));
        }
        let register = self.scalar;
        (self.scalars_left > 0).then(|| {
            self.pass(RegisterClass::Scalar, 1, 1);
            register
        })
    }

    /// Places of a scalar of 8 bytes, whose bytes begin at `offset` (ARG-03). A typedef may demand an alignment on the stack.
    pub(super) fn double(&mut self, offset: u32, asked: Option<u32>) -> Vec<Part> {
        let dialect = self.dialect;
        let wide = dialect.wide();
        let part =
            |offset: u32, register: u16| Part::new(offset, 4, Spot::Register(Reg(FIRST_SCALAR.0 + register)));
        // ARG-03 start: a 64-bit value is in any two adjacent registers, or starts in an even one.
        let odd = !self.scalar.is_multiple_of(2);
        if !self.stack_only && self.scalars_left > 0 && odd && dialect.is(names::LongLongStart::EvenRegister)
        {
            // If a 64-bit value counts as one argument (ARG-01 wide), the skipped register does not count.
            self.skip(wide - 1);
        }
        let left = if self.stack_only { 0 } else { self.scalars_left };
        if left >= wide {
            let first = self.scalar;
            self.pass(RegisterClass::Scalar, 2, wide);
            let swapped = dialect.breaks(Mechanism::SwapHalves);
            let (low, high) = if swapped { (first + 1, first) } else { (first, first + 1) };
            return vec![part(offset, low), part(offset + 4, high)];
        }
        if left > 0 {
            // ARG-03 split: with one register left, a 64-bit value is split between it and the stack, or is on the
            // stack.
            if dialect.is(names::LongLongSplit::LastRegisterAndStack) {
                let first = self.scalar;
                self.pass(RegisterClass::Scalar, 1, 1);
                let rest = self.slot(4, 4);
                return vec![part(offset, first), Part::new(offset + 4, 4, rest)];
            }
            self.skip(1);
        }
        // ARG-02 stack: a 64-bit value on the stack is aligned to 8, or is two words.
        let align = if dialect.is(names::StackLongLongAlign::Eight) { 8 } else { 4 };
        let spot = self.slot(8, asked.map_or(align, |asked| asked.max(4)));
        vec![Part::new(offset, 8, spot)]
    }

    /// Place of a value that fills a vector register.
    pub(super) fn vector(&mut self) -> Spot {
        if self.stack_only || self.vectors_left == 0 {
            return self.slot(REGISTER, REGISTER);
        }
        let register = self.vector;
        self.pass(RegisterClass::Vector, 1, 1);
        Spot::Register(Reg(FIRST_VECTOR.0 + register))
    }

    /// Places of the words of a composite, each as a separate scalar (S09).
    pub(super) fn words(&mut self, size: u32) -> Vec<Part> {
        let words = size.div_ceil(4);
        let back_filled =
            if self.dialect.is(names::BackFill::LaterScalar) { self.skipped.len() as u32 } else { 0 };
        let registers = if self.stack_only { 0 } else { u32::from(self.scalars_left) + back_filled };
        // S09 split: a composite for which registers are too few takes those and the stack, or the stack only.
        if words > registers && !self.dialect.is(names::CompositeSplit::RegistersAndStack) && !self.stack_only
        {
            let skipped = std::mem::take(&mut self.skipped);
            let parts = (0..words).map(|i| {
                let spot = self.slot(4, 4);
                Part::new(4 * i, (size - 4 * i).min(4), spot)
            });
            let parts = parts.collect();
            self.skipped = skipped;
            while self.scalars_left > 0 {
                self.skip(1);
            }
            return parts;
        }
        (0..words).map(|i| Part::new(4 * i, (size - 4 * i).min(4), self.word(4, 4))).collect()
    }

    /// Stack location of a composite (S09).
    pub(super) fn composite(&mut self, size: u32, align: u32) -> Spot {
        let least = if self.dialect.is(names::StackSlot::NaturalSize) { 1 } else { 4 };
        self.slot(size.next_multiple_of(least), align.max(least))
    }

    /// Number of slots so far.
    pub(super) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// Places of the slots and the end of the last one, as distances from the stack pointer in bytes.
    pub(super) fn settle(&self) -> (Vec<i32>, u32) {
        let wrong = if self.dialect.breaks(Mechanism::StackArgumentOffset) { 4 } else { 0 };
        // S11 area: stack arguments start at the stack pointer, or above 64 bytes that belong to the callee.
        let mut end = self.dialect.area() + wrong;
        let mut places = vec![0; self.slots.len()];
        let mut place = |i: usize| {
            if let (Some((size, align)), Some(place)) = (self.slots.get(i), places.get_mut(i)) {
                let at = end.next_multiple_of(*align);
                *place = i32::try_from(at).unwrap_or(i32::MAX);
                end = at + size;
            }
        };
        // ARG-02 order: stack arguments ascend, or were pushed one by one, so that the last is nearest to sp.
        if self.dialect.is(names::StackArgumentOrder::PushedOneByOne) {
            (0..self.slots.len()).rev().for_each(&mut place);
        } else {
            (0..self.slots.len()).for_each(&mut place);
        }
        (places, end)
    }
}

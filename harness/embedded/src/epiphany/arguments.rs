//! Places of arguments: the document's procedure call standard, with readings for double words, composites, stack
//! slots and unnamed arguments.

use crosscall_model::names::epiphany::{ComplexArgument, CompositeArgument, CompositeSplit, VectorArgument};

use super::data::fills_machine_type;
use super::dialect::Dialect;
use crate::convention::Convention;
use crate::emit::Reg;
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape};
use crate::places::{Assignment, Call, Part, Spot, Way};

/// Number of argument registers, r0 upwards.
const REGISTERS: u16 = 4;

/// Free registers and stack bytes.
struct Free<'d> {
    dialect: &'d Dialect,
    /// Next register for a value of several registers, and for a word where nothing is back-filled.
    next: u16,
    /// True for each register that was skipped.
    skipped: [bool; REGISTERS as usize],
    /// Distance of the next free byte above the stack pointer.
    stack: u32,
    /// Distance of the first stack argument from the stack pointer.
    first_slot: u32,
    /// True if skipped registers may be used.
    back_fill: bool,
}

/// Assigns every argument its place. Unnamed arguments never use a skipped register: a callee that reads them in
/// order could not find them there.
pub(super) fn assign(call: &Call<'_>, dialect: &Dialect) -> Assignment {
    let Call { arguments, named, variadic, memory_result, .. } = *call;
    let first_slot = dialect.callee_area + if dialect.breaks(Mechanism::StackArgumentOffset) { 4 } else { 0 };
    let mut free = Free {
        dialect,
        next: u16::from(dialect.breaks(Mechanism::ShiftArguments)),
        skipped: [false; REGISTERS as usize],
        stack: first_slot,
        first_slot,
        back_fill: dialect.back_fill,
    };
    let mut result_pointer = None;
    if memory_result && dialect.result_pointer_first {
        result_pointer = Some(free.word());
    }
    let mut ways: Vec<Way> = arguments.iter().take(named).map(|laid| free.argument(laid)).collect();
    if memory_result && !dialect.result_pointer_first {
        result_pointer = Some(free.word());
    }
    let after_named = free.next;
    let unnamed_stack = distance(free.stack);
    let mut spill = REGISTERS..REGISTERS;
    if variadic {
        free.back_fill = false;
        // S14
        if dialect.unnamed_on_stack {
            free.next = REGISTERS;
        } else {
            spill.start = after_named;
        }
    }
    ways.extend(arguments.iter().skip(named).map(|laid| free.argument(laid)));
    let stack_bytes = free.stack.next_multiple_of(4);
    // REG-09
    let popped = if dialect.callee_pops && !variadic { stack_bytes.next_multiple_of(8) } else { 0 };
    Assignment { ways, result_pointer, stack_bytes, spill, popped, unnamed_stack, list: None }
}

/// Distance from the stack pointer as a signed number.
fn distance(bytes: u32) -> i32 {
    i32::try_from(bytes).unwrap_or(i32::MAX)
}

/// True if a composite is passed by value (S06).
fn passes_by_value(laid: &Laid, dialect: &Dialect) -> bool {
    match dialect.by_value {
        CompositeArgument::AlwaysByAddress => false,
        CompositeArgument::WordByValue => laid.size <= 4,
        CompositeArgument::NaturalModeByValue => fills_machine_type(laid),
        CompositeArgument::AlwaysByValue => true,
    }
}

impl Free<'_> {
    fn argument(&mut self, laid: &Laid) -> Way {
        if laid.is_record() {
            if laid.is_empty() {
                return if self.dialect.empty_by_pointer { Way::Pointer(self.word()) } else { Way::Nothing };
            }
            if !passes_by_value(laid, self.dialect) {
                return Way::Pointer(self.word());
            }
            if laid.size == 0 {
                return Way::Nothing;
            }
        }
        match &laid.shape {
            Shape::Complex { part, like } => match self.dialect.complex_argument {
                ComplexArgument::LikeStructure => return self.argument(like),
                ComplexArgument::TwoArguments => return Way::Value(self.two_values(part)),
                ComplexArgument::Words => {}
            },
            Shape::Vector { like, .. } => match self.dialect.vector_argument {
                VectorArgument::LikeStructure => return self.argument(like),
                VectorArgument::ByAddress => return Way::Pointer(self.word()),
                VectorArgument::Words => {}
            },
            _ => {}
        }
        let floating = laid.is_floating() || matches!(laid.shape, Shape::Complex { .. });
        if floating && self.dialect.floats_on_stack {
            let at = self.slot(laid.size, laid.align);
            return Way::Value(vec![Part::new(0, laid.size, Spot::Stack(at))]);
        }
        Way::Value(self.value(laid))
    }

    /// Places of both parts of a complex value.
    fn two_values(&mut self, part: &Laid) -> Vec<Part> {
        let mut parts = Vec::new();
        for half in 0..2 {
            if let Way::Value(places) = self.argument(part) {
                parts.extend(places.into_iter().map(|p| Part { offset: p.offset + half * part.size, ..p }));
            }
        }
        parts
    }

    /// Place of one word: an address.
    fn word(&mut self) -> Spot {
        match self.word_register() {
            Some(register) => Spot::Register(Reg(register)),
            None => Spot::Stack(self.slot(4, 4)),
        }
    }

    /// Register for a word.
    fn word_register(&mut self) -> Option<u16> {
        if self.back_fill
            && let Some(at) = self.skipped.iter().position(|s| *s)
        {
            if let Some(skipped) = self.skipped.get_mut(at) {
                *skipped = false;
            }
            return u16::try_from(at).ok();
        }
        if self.next < REGISTERS {
            self.next += 1;
            return Some(self.next - 1);
        }
        None
    }

    /// Allocates stack bytes for a value of this size and alignment, and returns their distance from the stack
    /// pointer.
    fn slot(&mut self, size: u32, align: u32) -> i32 {
        let natural = self.dialect.natural_slots;
        let align = if align >= 8 {
            self.dialect.stack_double_align
        } else if natural {
            align
        } else {
            4
        };
        let at = self.stack.next_multiple_of(align);
        self.stack = at + if natural { size } else { size.next_multiple_of(4) };
        distance(at)
    }

    /// Skips registers up to this one.
    fn skip_to(&mut self, register: u16) {
        for skipped in self.skipped.iter_mut().take(register.into()).skip(self.next.into()) {
            *skipped = true;
        }
        self.next = self.next.max(register);
    }

    fn value(&mut self, laid: &Laid) -> Vec<Part> {
        if laid.size <= 4 {
            let spot = match self.word_register() {
                Some(register) => Spot::Register(Reg(register)),
                None => Spot::Stack(self.slot(laid.size, laid.align)),
            };
            return vec![Part::new(0, laid.size, spot)];
        }
        let double = !laid.has_parts();
        let even = self.dialect.even_start != (double && self.dialect.breaks(Mechanism::PairStart));
        if laid.align >= 8 && even && self.next < REGISTERS {
            self.skip_to(self.next.next_multiple_of(2));
        } else if double && self.dialect.breaks(Mechanism::PairStart) && self.next.is_multiple_of(2) {
            self.skip_to((self.next + 1).min(REGISTERS));
        }
        let words = laid.size.div_ceil(4);
        let left = u32::from(REGISTERS - self.next);
        // The rest of a split value must be the first stack argument, so that its parts are adjacent where a callee
        // spills the registers.
        let may_split = if self.stack > self.first_slot {
            false
        } else if double {
            self.dialect.split_double
        } else if !laid.is_record() {
            self.dialect.split_vector && matches!(laid.shape, Shape::Vector { .. })
        } else {
            match self.dialect.split {
                CompositeSplit::Never => false,
                CompositeSplit::OfWords => laid.align >= 4,
                CompositeSplit::Always => true,
            }
        };
        let in_registers = if words <= left {
            words
        } else if may_split {
            left
        } else {
            0
        };
        let mut parts = Vec::new();
        for i in 0..in_registers {
            let offset = i * 4;
            let len = (laid.size - offset).min(4);
            parts.push(Part::new(offset, len, Spot::Register(Reg(self.next))));
            self.next += 1;
        }
        if in_registers < words {
            self.skip_to(REGISTERS);
            let offset = in_registers * 4;
            let len = laid.size - offset;
            let align = if in_registers == 0 { laid.align } else { 4 };
            let at = self.slot(len, align);
            parts.push(Part::new(offset, len, Spot::Stack(at)));
        }
        let high_first = double && self.dialect.low_first == self.dialect.breaks(Mechanism::SwapHalves);
        if high_first && in_registers > 0 {
            for part in &mut parts {
                part.offset = 4 - part.offset.min(4);
            }
        }
        parts
    }
}

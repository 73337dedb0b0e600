//! Where arguments travel: the document's procedure call standard, with the readings for double words,
//! composites, stack slots and unnamed arguments.

use super::dialect::{ByValue, ComplexArgument, Dialect, Split, VectorArgument};
use super::layout::fills_machine_type;
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape};

/// Number of argument registers, r0 upwards.
const REGISTERS: u8 = 4;

/// A place at the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// An argument register.
    Register(u8),
    /// On the stack, so many bytes above the stack pointer at entry.
    Stack(u32),
}

/// At most a word of a value and where it travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    /// First byte of the value.
    pub(crate) offset: u32,
    /// Number of bytes: up to 4 in a register, any number on the stack.
    pub(crate) len: u32,
    /// Where.
    pub(crate) spot: Spot,
}

/// How an argument travels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Way {
    /// Not at all.
    Nothing,
    /// The value itself.
    Value(Vec<Part>),
    /// The address of the value.
    Pointer(Spot),
}

/// Where everything travels at one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Assignment {
    /// One for each argument, unnamed ones after the named.
    pub(crate) ways: Vec<Way>,
    /// Where the address for a result in memory travels.
    pub(crate) result_pointer: Option<Spot>,
    /// Number of bytes above the entry stack pointer that are the callee's area and arguments.
    pub(crate) stack_bytes: u32,
    /// First register that no named argument (nor the result pointer) uses or skips.
    pub(crate) after_named: u8,
    /// Bytes of the stack that the callee removes when it returns.
    pub(crate) popped: u32,
    /// Distance from the entry stack pointer to the first byte behind the named stack arguments.
    pub(crate) named_stack_end: u32,
}

/// Registers and stack bytes that are still free.
struct Free<'d> {
    dialect: &'d Dialect,
    /// The next register for a value that takes several, and for a word where nothing is back-filled.
    next: u8,
    /// Registers that were skipped, by number.
    skipped: [bool; REGISTERS as usize],
    /// The next free byte above the stack pointer.
    stack: u32,
    /// Where the first stack argument goes.
    first_slot: u32,
    /// Whether skipped registers may be used.
    back_fill: bool,
}

/// Gives every argument its place.
///
/// `named` is the number of named arguments; `memory_result` says that the address for the result is
/// passed. Unnamed arguments never take a skipped register: a callee that walks through them in order
/// could not find them there.
pub(crate) fn assign(
    arguments: &[Laid],
    named: usize,
    variadic: bool,
    memory_result: bool,
    dialect: &Dialect,
) -> Assignment {
    let first_slot = dialect.callee_area + if dialect.breaks(Mechanism::StackArgumentOffset) { 4 } else { 0 };
    let mut free = Free {
        dialect,
        next: u8::from(dialect.breaks(Mechanism::ShiftArguments)),
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
    let named_stack_end = free.stack;
    if variadic {
        free.back_fill = false;
        if dialect.unnamed_on_stack {
            free.next = REGISTERS;
        }
    }
    ways.extend(arguments.iter().skip(named).map(|laid| free.argument(laid)));
    let stack_bytes = free.stack.next_multiple_of(4);
    if dialect.breaks(Mechanism::SwapArguments) {
        swap_neighbours(&mut ways);
    }
    let popped = if dialect.callee_pops && !variadic { stack_bytes.next_multiple_of(8) } else { 0 };
    Assignment { ways, result_pointer, stack_bytes, popped, after_named, named_stack_end }
}

/// Whether a composite is passed by value (S06).
fn passes_by_value(laid: &Laid, dialect: &Dialect) -> bool {
    match dialect.by_value {
        ByValue::Never => false,
        ByValue::SmallOrWordAligned => laid.size <= 4 || laid.align >= 4,
        ByValue::Natural => fills_machine_type(laid),
        ByValue::Always => true,
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
                ComplexArgument::Structure => return self.argument(like),
                ComplexArgument::TwoValues => return Way::Value(self.two_values(part)),
                ComplexArgument::Words => {}
            },
            Shape::Vector { like, .. } => match self.dialect.vector_argument {
                VectorArgument::Structure => return self.argument(like),
                VectorArgument::Address => return Way::Pointer(self.word()),
                VectorArgument::Words => {}
            },
            _ => {}
        }
        let floating = laid.is_floating() || matches!(laid.shape, Shape::Complex { .. });
        if floating && self.dialect.floats_on_stack {
            let at = self.slot(laid.size, laid.align);
            return Way::Value(vec![Part { offset: 0, len: laid.size, spot: Spot::Stack(at) }]);
        }
        Way::Value(self.value(laid))
    }

    /// Places for both parts of a complex value.
    fn two_values(&mut self, part: &Laid) -> Vec<Part> {
        let mut parts = Vec::new();
        for half in 0..2 {
            if let Way::Value(places) = self.argument(part) {
                parts.extend(places.into_iter().map(|p| Part { offset: p.offset + half * part.size, ..p }));
            }
        }
        parts
    }

    /// A place for one word: an address.
    fn word(&mut self) -> Spot {
        match self.word_register() {
            Some(register) => Spot::Register(register),
            None => Spot::Stack(self.slot(4, 4)),
        }
    }

    /// A register for a word.
    fn word_register(&mut self) -> Option<u8> {
        if self.back_fill
            && let Some(at) = self.skipped.iter().position(|s| *s)
        {
            if let Some(skipped) = self.skipped.get_mut(at) {
                *skipped = false;
            }
            return u8::try_from(at).ok();
        }
        if self.next < REGISTERS {
            self.next += 1;
            return Some(self.next - 1);
        }
        None
    }

    /// Stack bytes for a value, which has this size and alignment.
    fn slot(&mut self, size: u32, align: u32) -> u32 {
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
        at
    }

    /// Passes over registers up to this one.
    fn skip_to(&mut self, register: u8) {
        for skipped in self.skipped.iter_mut().take(register.into()).skip(self.next.into()) {
            *skipped = true;
        }
        self.next = self.next.max(register);
    }

    fn value(&mut self, laid: &Laid) -> Vec<Part> {
        if laid.size <= 4 {
            let spot = match self.word_register() {
                Some(register) => Spot::Register(register),
                None => Spot::Stack(self.slot(laid.size, laid.align)),
            };
            return vec![Part { offset: 0, len: laid.size, spot }];
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
        // The rest of a split value is the first thing on the stack, so that its parts join up where a
        // callee spills the registers.
        let may_split = if self.stack > self.first_slot {
            false
        } else if double {
            self.dialect.split_double
        } else if !laid.is_record() {
            self.dialect.split_vector && matches!(laid.shape, Shape::Vector { .. })
        } else {
            match self.dialect.split {
                Split::Never => false,
                Split::Words => laid.align >= 4,
                Split::Any => true,
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
            parts.push(Part { offset, len, spot: Spot::Register(self.next) });
            self.next += 1;
        }
        if in_registers < words {
            self.skip_to(REGISTERS);
            let offset = in_registers * 4;
            let len = laid.size - offset;
            let align = if in_registers == 0 { laid.align } else { 4 };
            let at = self.slot(len, align);
            parts.push(Part { offset, len, spot: Spot::Stack(at) });
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

/// Exchanges the places of the first two neighbours that are one part of one size each.
fn swap_neighbours(ways: &mut [Way]) {
    let single = |way: &Way| match way {
        Way::Value(parts) => match parts.as_slice() {
            [Part { spot: Spot::Register(_), .. }] => Some(0),
            [part] => Some(part.len),
            _ => None,
        },
        _ => None,
    };
    for i in 1..ways.len() {
        let Some([left, right]) = ways.get_mut(i - 1..=i) else { return };
        let (Some(l), Some(r)) = (single(left), single(right)) else { continue };
        if l != r {
            continue;
        }
        if let (Way::Value(l), Way::Value(r)) = (left, right)
            && let ([l], [r]) = (l.as_mut_slice(), r.as_mut_slice())
        {
            std::mem::swap(&mut l.spot, &mut r.spot);
        }
        return;
    }
}

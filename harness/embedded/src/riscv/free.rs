//! Registers and stack bytes that arguments have not taken yet, and the integer convention, which takes them.

use crosscall_clauses::riscv as names;
use crosscall_model::Type;

use super::Dialect;
use super::registers::A0;
use crate::convention::Passing as _;
use crate::emit::Reg;
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape};
use crate::places::{Part, PassMode, Spot};

/// Number of floating-point argument registers, fa0 upwards.
const FLOATS: u16 = 8;
/// Number of fa0.
const FA0: u16 = 10;

/// Free registers and stack bytes.
pub(super) struct Free<'d, const ABI: usize> {
    dialect: &'d Dialect<ABI>,
    /// Number of integer registers that are taken.
    integers: u16,
    /// Number of floating-point registers that are taken.
    floats: u16,
    /// Distance of the next free byte above the stack pointer.
    pub(super) stack: u32,
    /// True once unnamed arguments are passed.
    pub(super) variadic: bool,
}

impl<'d, const ABI: usize> Free<'d, ABI> {
    pub(super) fn new(dialect: &'d Dialect<ABI>) -> Free<'d, ABI> {
        let stack = if dialect.breaks(Mechanism::StackArgumentOffset) { dialect.xlen() } else { 0 };
        Free {
            dialect,
            integers: 0,
            floats: u16::from(dialect.errs("floats-shifted")),
            stack,
            variadic: false,
        }
    }

    /// Leaves an integer register unused, as a fault demands.
    pub(super) fn shift(&mut self) {
        self.integers += 1;
    }

    /// Integer registers that no argument has taken, as numbers of the target's registers.
    pub(super) fn rest(&self) -> std::ops::Range<u16> {
        let end = A0.0 + self.dialect.integer_registers();
        (A0.0 + self.integers).min(end)..end
    }

    /// Number of integer registers that are left.
    pub(super) fn integers_left(&self) -> u16 {
        self.dialect.integer_registers().saturating_sub(self.integers)
    }

    /// Number of floating-point registers that are left.
    pub(super) fn floats_left(&self) -> u16 {
        // ARG-30
        let all = if self.dialect.errs("float-register-less") { FLOATS - 1 } else { FLOATS };
        all.saturating_sub(self.floats)
    }

    /// Leaves the floating-point registers unused that are left.
    pub(super) fn skip_floats(&mut self) {
        self.floats = FLOATS;
    }

    /// Next floating-point register.
    pub(super) fn float(&mut self) -> Spot {
        self.floats += 1;
        Spot::Register(self.dialect.numbers().float(FA0 + self.floats - 1))
    }

    /// Next integer register.
    pub(super) fn integer(&mut self) -> Option<Spot> {
        (self.integers_left() > 0).then(|| {
            self.integers += 1;
            Spot::Register(Reg(A0.0 + self.integers - 1))
        })
    }

    /// Place of an address, or of anything of one word.
    pub(super) fn word(&mut self) -> Spot {
        let bytes = self.dialect.xlen();
        self.integer().unwrap_or_else(|| self.slot(bytes, bytes))
    }

    /// Takes stack bytes for a value of this size and alignment.
    pub(super) fn slot(&mut self, size: u32, align: u32) -> Spot {
        let word = self.dialect.xlen();
        // ARG-20: an argument is aligned as its type is, but to a word at least and to the stack's alignment at most.
        let most = if self.dialect.errs("stack-words") { word } else { self.dialect.stack_align() };
        let at = self.stack.next_multiple_of(align.clamp(word, most.max(word)));
        self.stack = at + size.next_multiple_of(word);
        // VAR-04: behind an unnamed argument on the stack, all others are there, too.
        if self.variadic && !self.dialect.errs("variadic-back-fill") {
            self.integers = self.dialect.integer_registers();
        }
        Spot::Stack(i32::try_from(at).unwrap_or(i32::MAX))
    }

    /// PassMode of a value by the integer convention.
    pub(super) fn by_integers(&mut self, ty: &Type, laid: &Laid) -> PassMode {
        let (dialect, word) = (self.dialect, self.dialect.xlen());
        if laid.is_record() && dialect.is_nothing(ty, laid) {
            // ARG-24: one with a flexible array may leave a word behind in which nothing is.
            if has_flexible(ty) && dialect.is(names::FlexibleAlone::Word) {
                self.word();
            }
            return PassMode::Nothing;
        }
        if matches!(laid.shape, Shape::Vector { .. }) && dialect.is(names::VectorArgument::ByAddress) {
            return PassMode::Pointer(self.word());
        }
        if laid.has_parts() && laid.size <= word && dialect.errs("small-by-address") {
            return PassMode::Pointer(self.word());
        }
        // ARG-28, S08: a complex number is one aggregate, or two integers.
        if let Shape::Complex { part, .. } = &laid.shape
            && dialect.passing().separates(part)
        {
            return self.two_values(ty, part);
        }
        // ARG-11, ARG-16, ARG-21: wider scalars and larger aggregates travel by address.
        let by_value = (laid.has_parts() && laid.size <= 4 * word && dialect.errs("large-by-value"))
            || (!laid.has_parts() && dialect.errs("wide-by-value"));
        match laid.size {
            // S15: an int can be aligned to two words.
            size if size <= word && self.variadic && laid.align >= 2 * word => self.at_even(laid),
            size if size <= word => self.one_word(laid),
            size if size <= 2 * word => self.two_words(laid),
            size if by_value => PassMode::Value(vec![Part::new(0, size, self.slot(size, laid.align))]),
            _ => PassMode::Pointer(self.word()),
        }
    }

    /// PassMode of an unnamed value of at most one word that is aligned to two (VAR-02, VAR-03).
    fn at_even(&mut self, laid: &Laid) -> PassMode {
        let exempt = self.dialect.abi().is_embedded && self.dialect.is(names::EmbeddedEvenPair::AnyRegister);
        if !exempt && !self.dialect.errs("variadic-odd") {
            self.integers = self.integers.next_multiple_of(2).min(self.dialect.integer_registers());
        }
        self.one_word(laid)
    }

    /// PassMode of a value of at most one word (ARG-02, ARG-17).
    fn one_word(&mut self, laid: &Laid) -> PassMode {
        if let Some(spot) = self.integer() {
            return PassMode::Value(vec![Part::new(0, laid.size, spot)]);
        }
        // ARG-03: on the stack there is the value itself.
        if !laid.has_parts() && self.dialect.errs("stack-by-address") {
            return PassMode::Pointer(self.word());
        }
        PassMode::Value(vec![Part::new(0, laid.size, self.slot(laid.size, laid.align))])
    }

    /// PassMode of a value of more than one word and at most two (ARG-13 to ARG-15, ARG-18).
    fn two_words(&mut self, laid: &Laid) -> PassMode {
        let (dialect, word) = (self.dialect, self.dialect.xlen());
        // ARG-27: a real travels as an aggregate does.
        let is_scalar = !laid.has_parts() && !laid.is_floating();
        let is_aligned = laid.align >= 2 * word;
        // VAR-02: an unnamed argument that is aligned to two words begins in an even register; S16: by ILP32E it need
        // not, or has to. ARG-13: a named one begins in any.
        let even = if self.variadic {
            let exempt = dialect.abi().is_embedded && dialect.is(names::EmbeddedEvenPair::AnyRegister);
            is_aligned && !exempt && !dialect.errs("variadic-odd")
        } else {
            is_scalar && dialect.is(names::NamedPair::EvenRegister)
        };
        if even && self.integers_left() > 0 {
            let alone = self.integers_left() == 1;
            if alone && dialect.errs("variadic-back-fill") {
                return PassMode::Value(vec![Part::new(0, laid.size, self.slot(laid.size, laid.align))]);
            }
            // VAR-03: where no such pair is left, the value is on the stack as a whole.
            if !(alone && dialect.errs("variadic-split")) {
                self.integers = self.integers.next_multiple_of(2).min(dialect.integer_registers());
            }
        }
        // ARG-15, ARG-18: with one register left a value is split, or goes to the stack.
        let splits = if is_scalar {
            dialect.is(names::LastRegisterScalar::Split)
        } else {
            dialect.is(names::LastRegisterAggregate::Split)
        };
        let rest = laid.size - word;
        let parts = match self.integers_left() {
            // ARG-14
            0 if is_scalar && dialect.errs("pair-by-address") => return PassMode::Pointer(self.word()),
            1 if !splits => {
                // The register stays unused: unnamed arguments behind it could not be found otherwise.
                self.integers = dialect.integer_registers();
                vec![Part::new(0, laid.size, self.slot(laid.size, laid.align))]
            }
            0 => vec![Part::new(0, laid.size, self.slot(laid.size, laid.align))],
            1 => {
                let first = self.word();
                vec![Part::new(0, word, first), Part::new(word, rest, self.slot(rest, word))]
            }
            _ => {
                let mut spots = [self.word(), self.word()];
                if dialect.breaks(Mechanism::SwapHalves) && is_scalar {
                    spots.reverse();
                }
                let [low, high] = spots;
                vec![Part::new(0, word, low), Part::new(word, rest, high)]
            }
        };
        PassMode::Value(parts)
    }

    /// PassMode of a complex value whose parts are two arguments, as a fault demands.
    fn two_values(&mut self, ty: &Type, part: &Laid) -> PassMode {
        let Type::Complex(of) = ty else { return PassMode::Nothing };
        let mut parts = Vec::new();
        for half in 0..2 {
            match self.by_integers(of.as_type(), part) {
                PassMode::Value(places) => parts
                    .extend(places.into_iter().map(|p| Part { offset: p.offset + half * part.size, ..p })),
                way => return way,
            }
        }
        PassMode::Value(parts)
    }
}

impl<const ABI: usize> Dialect<ABI> {
    /// Number of integer argument registers, a0 upwards (ARG-01, ARG-29).
    pub(super) fn integer_registers(&self) -> u16 {
        let all = if self.abi().is_embedded { 6 } else { 8 };
        all - u16::from(self.errs("register-less"))
    }

    /// True for a record that is not passed (ARG-24): one without a byte, or one without a named member as well.
    fn is_nothing(&self, ty: &Type, laid: &Laid) -> bool {
        if self.errs("empty-passed") {
            return false;
        }
        laid.size == 0 || (self.is(names::EmptyRecord::NoNamedMember) && !has_named(ty))
    }
}

/// True for a structure with a flexible array somewhere in it.
fn has_flexible(ty: &Type) -> bool {
    ty.record().is_some_and(|record| {
        record.flexible().is_some() || record.members.iter().any(|member| has_flexible(&member.ty))
    })
}

/// True for a type with a named member that is not empty itself, or without members.
fn has_named(ty: &Type) -> bool {
    match ty {
        Type::Record(record) => record.members.iter().any(|member| member.named && has_named(&member.ty)),
        Type::Array(element, len) => *len > 0 && has_named(element),
        _ => true,
    }
}

//! Use of narrow parameters on the called side: widened, compared, used as an index or in a selection.

use crosscall_model::unit::{FIRST_CASE, narrow, switch_constants};
use crosscall_model::{Case, Scalar, Type, Value};

use super::callee::Callee;
use super::held::{Held, extend};
use super::leaves::{keep_bits, load_double, store_long, store_register};
use crate::asm::Asm;
use crate::directives::Directives;
use crate::emit::{Access, Op};
use crate::laid::Laid;

/// Name of the table in which byte values are looked up.
fn table_name(with: &dyn Directives) -> String {
    format!("{}table", with.local_prefix())
}

/// Use of a narrow parameter.
enum Use {
    /// Index into the table.
    Index,
    /// Selection among these constants.
    Select(Vec<i64>),
}

impl Callee<'_> {
    /// Stores the three slots of each narrow parameter.
    pub(super) fn store_narrow(&self, asm: &mut Asm) {
        let [low, _, answer] = asm.roles.data;
        for (i, laid, value, _) in self.prepared.each().take(self.prepared.named()) {
            let Some(ty) = self.prepared.case.signature.parameters.get(i).filter(|ty| narrow(ty)) else {
                continue;
            };
            let Value::Bits(value) = value else { continue };
            let value = widened(*value as u64, laid);
            asm.comment(format_args!("arg{i}: widened, compared, used"));
            self.load_widened(asm, i, laid, ty);
            store_long(asm);
            compare(asm, value);
            store_register(asm, answer, 4);
            // The comparison has destroyed the value.
            self.load_widened(asm, i, laid, ty);
            match use_of(ty, value) {
                Use::Index => {
                    asm.address_of_own(answer, &table_name(asm.emit));
                    asm.operate(Op::Add, answer, answer, low);
                    asm.access(Access::Load, 1, answer, answer, 128);
                }
                Use::Select(constants) => select(asm, &constants),
            }
            store_register(asm, answer, 4);
        }
    }

    /// Loads a parameter as a `long long` into the data registers. Where the callee relies on the extension, the
    /// register is taken as it is.
    fn load_widened(&self, asm: &mut Asm, i: usize, laid: &Laid, ty: &Type) {
        let [low, high, _] = asm.roles.data;
        let mut whole = false;
        match self.held.get(i) {
            Some(Held::Word(r)) => {
                asm.copy_register(low, *r);
                whole = self.convention.counts_on_extension(ty);
            }
            Some(Held::Pair(l, h)) => {
                asm.copy_register(low, *l);
                asm.copy_register(high, *h);
            }
            Some(Held::Memory(home)) => {
                let from = self.frame.home(*home);
                let from = self.memory(asm, from);
                if laid.size > asm.word {
                    load_double(asm, from);
                } else {
                    asm.load(low, laid.size, from);
                }
            }
            _ => {}
        }
        if laid.size == 8 {
            return;
        }
        if ty.scalar() == Some(Scalar::Bool) && self.convention.passing().truth_is_lowest_bit {
            keep_bits(asm, low, 0, 1);
        } else if !whole {
            extend(asm, low, laid, laid.is_signed());
        }
        if asm.word >= 8 {
            return;
        }
        if laid.is_signed() {
            asm.operate_with(Op::ShiftRightSigned, high, low, 31);
        } else {
            asm.constant(high, 0);
        }
    }
}

/// Value extended by its highest bit where its type is signed, else with zeros.
fn widened(value: u64, laid: &Laid) -> i64 {
    let unused = 64u32.saturating_sub(laid.size * 8).min(63);
    let value = (value << unused).cast_signed();
    if laid.is_signed() { value >> unused } else { (value.cast_unsigned() >> unused).cast_signed() }
}

/// Use of a parameter of a type.
fn use_of(ty: &Type, value: i64) -> Use {
    match ty {
        Type::Enum(enumeration) => Use::Select(switch_constants(&enumeration.constants)),
        Type::Scalar(Scalar::Short | Scalar::UnsignedShort)
        | Type::Atomic(Scalar::Short | Scalar::UnsignedShort) => {
            Use::Select((-2..=2).map(|by| value.wrapping_add(by)).collect())
        }
        _ => Use::Index,
    }
}

/// Low and high word of a number.
fn words(value: i64) -> (u32, u32) {
    let value = value.cast_unsigned();
    (value as u32, (value >> 32) as u32)
}

/// Compares the value in the data registers with a number: puts 1 into the third of them where they are equal, 2
/// where the value is less and 4 where it is greater.
fn compare(asm: &mut Asm, value: i64) {
    let [data, _, answer] = asm.roles.data;
    let (different, done) = (asm.new_label(), asm.new_label());
    unless_equal(asm, value, true, different);
    asm.constant(answer, 1);
    asm.branch(done);
    asm.place_label(different);
    // Sign of the difference that was computed last: of the high words, or of the low ones.
    asm.operate_with(Op::ShiftRight, answer, answer, i64::from(8 * asm.word) - 1);
    asm.constant(data, 2);
    asm.operate(Op::Subtract, answer, data, answer);
    asm.constant(data, 1);
    asm.operate(Op::ShiftLeft, answer, data, answer);
    asm.place_label(done);
}

/// Branches to a label unless the value in the data registers equals a number; the third of them then holds a
/// difference, of the high words, which are compared first if `high_first`, or of the low words.
fn unless_equal(asm: &mut Asm, value: i64, high_first: bool, label: usize) {
    let [data, upper, answer] = asm.roles.data;
    if asm.word >= 8 {
        asm.emit.constant_long(&mut asm.text, answer, value.cast_unsigned());
        asm.operate(Op::Subtract, answer, data, answer);
        return asm.branch_not_zero(answer, label);
    }
    let (low, high) = words(value);
    let mut parts = [(data, low), (upper, high)];
    if high_first {
        parts.reverse();
    }
    for (part, constant) in parts {
        asm.constant(answer, constant);
        asm.operate(Op::Subtract, answer, part, answer);
        asm.branch_not_zero(answer, label);
    }
}

/// Puts the number of the switch case that the value in the data registers selects into the third of them.
fn select(asm: &mut Asm, constants: &[i64]) {
    let [_, _, answer] = asm.roles.data;
    let done = asm.new_label();
    for (constant, number) in constants.iter().zip(FIRST_CASE..) {
        let next = asm.new_label();
        unless_equal(asm, *constant, false, next);
        asm.constant(answer, number);
        asm.branch(done);
        asm.place_label(next);
    }
    asm.constant(answer, 0);
    asm.place_label(done);
}

/// True if the code for a case uses the table.
pub(super) fn looks_up(case: &Case) -> bool {
    let narrow = case.signature.parameters.iter().filter(|ty| narrow(ty));
    narrow.into_iter().any(|ty| matches!(use_of(ty, 0), Use::Index))
}

/// Writes the table of a unit: at index `i` from -128 to 255 it has the low byte of `i ^ 0x5a`.
pub(super) fn table(text: &mut String, with: &dyn Directives) {
    let bytes: Vec<u8> = (-128..256i32).map(|i| i as u8 ^ 0x5a).collect();
    with.table(text, &table_name(with), &bytes);
}

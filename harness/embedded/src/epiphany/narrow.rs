//! What the called side makes of its narrow parameters: widened, compared, used as an index or to select.

use crosscall_model::unit::{FIRST_CASE, narrow, switch_constants};
use crosscall_model::{Case, Scalar, Type, Value};

use super::asm::{Asm, DATA0, DATA1, DATA2, Reg};
use super::callee::{Callee, Held, extend};
use super::leaves::{load_double, store_pair, store_register};
use crate::data;
use crate::laid::Laid;

/// The table in which values of a byte are looked up.
const TABLE: &str = ".Ltable";

/// How a narrow parameter is used.
enum Use {
    /// As an index into the table.
    Index,
    /// To select among these constants.
    Select(Vec<i64>),
}

impl Callee<'_> {
    /// Stores the three slots of each narrow parameter.
    pub(super) fn store_narrow(&self, asm: &mut Asm, slots: Reg) {
        for (i, laid, value, _) in self.prepared.each().take(self.prepared.named()) {
            let Some(ty) = self.prepared.case.signature.parameters.get(i).filter(|ty| narrow(ty)) else {
                continue;
            };
            let Value::Bits(value) = value else { continue };
            let value = widened(*value, laid);
            asm.comment(format_args!("a{i}: widened, compared, used"));
            self.load_widened(asm, i, laid, ty);
            store_pair(asm, slots, DATA0, DATA1);
            compare(asm, value);
            store_register(asm, slots, DATA2, 4);
            // The comparison has used up the value.
            self.load_widened(asm, i, laid, ty);
            match use_of(ty, value) {
                Use::Index => {
                    asm.address_of(DATA2, TABLE);
                    asm.three("add", DATA2, DATA2, DATA0);
                    asm.access("ldr", 1, DATA2, DATA2, 128);
                }
                Use::Select(constants) => select(asm, &constants),
            }
            store_register(asm, slots, DATA2, 4);
        }
    }

    /// Loads a parameter as a `long long` into the data registers. Where the caller extends, what it brought
    /// in a register is taken as it is.
    fn load_widened(&self, asm: &mut Asm, i: usize, laid: &Laid, ty: &Type) {
        let mut whole = false;
        match self.held.get(i) {
            Some(Held::Word(r)) => {
                asm.copy_register(DATA0, *r);
                // The document's word on extension by the caller leaves plain char out.
                whole = *ty != Type::Scalar(Scalar::Char);
            }
            Some(Held::Pair(low, high)) => {
                asm.copy_register(DATA0, *low);
                asm.copy_register(DATA1, *high);
            }
            Some(held @ (Held::Frame(_) | Held::Incoming(_))) => {
                let from = match held {
                    Held::Frame(at) => self.frame.local(*at),
                    Held::Incoming(at) => self.frame.incoming((*at).into(), self.dialect),
                    _ => return,
                };
                let from = self.memory(asm, from);
                if laid.size == 8 {
                    load_double(asm, from);
                } else {
                    asm.load(DATA0, laid.size, from);
                }
            }
            _ => {}
        }
        if laid.size == 8 {
            return;
        }
        if !whole {
            extend(asm, DATA0, laid, laid.is_signed());
        }
        if laid.is_signed() {
            asm.immediate("asr", DATA1, DATA0, 31);
        } else {
            asm.constant(DATA1, 0);
        }
    }
}

/// A value with copies of its highest bit above it, where its type is signed.
fn widened(value: u64, laid: &Laid) -> i64 {
    let unused = 64u32.saturating_sub(laid.size * 8).min(63);
    let value = (value << unused).cast_signed();
    if laid.is_signed() { value >> unused } else { (value.cast_unsigned() >> unused).cast_signed() }
}

/// How a parameter of a type is used.
fn use_of(ty: &Type, value: i64) -> Use {
    match ty {
        Type::Enum(enumeration) => Use::Select(switch_constants(&enumeration.constants)),
        Type::Scalar(Scalar::Short | Scalar::UnsignedShort) => {
            Use::Select((-2..=2).map(|by| value.wrapping_add(by)).collect())
        }
        _ => Use::Index,
    }
}

/// The two words of a number.
fn words(value: i64) -> (u32, u32) {
    let value = value.cast_unsigned();
    (value as u32, (value >> 32) as u32)
}

/// Compares the value in the data registers with a number: 1 in [`DATA2`] where they are equal, else 2 or 4
/// where the value is less or greater.
fn compare(asm: &mut Asm, value: i64) {
    let (low, high) = words(value);
    let (different, done) = (asm.new_label(), asm.new_label());
    asm.constant(DATA2, high);
    asm.three("sub", DATA2, DATA1, DATA2);
    asm.branch("bne", different);
    asm.constant(DATA2, low);
    asm.three("sub", DATA2, DATA0, DATA2);
    asm.branch("bne", different);
    asm.constant(DATA2, 1);
    asm.branch("b", done);
    asm.place_label(different);
    // The sign of the difference that was found last: of the high words, or of the low ones.
    asm.immediate("lsr", DATA2, DATA2, 31);
    asm.constant(DATA0, 2);
    asm.three("sub", DATA2, DATA0, DATA2);
    asm.constant(DATA0, 1);
    asm.three("lsl", DATA2, DATA0, DATA2);
    asm.place_label(done);
}

/// Puts the number of the case to which the value in the data registers leads into [`DATA2`].
fn select(asm: &mut Asm, constants: &[i64]) {
    let done = asm.new_label();
    for (constant, number) in constants.iter().zip(FIRST_CASE..) {
        let (low, high) = words(*constant);
        let next = asm.new_label();
        asm.constant(DATA2, low);
        asm.three("sub", DATA2, DATA0, DATA2);
        asm.branch("bne", next);
        asm.constant(DATA2, high);
        asm.three("sub", DATA2, DATA1, DATA2);
        asm.branch("bne", next);
        asm.constant(DATA2, number);
        asm.branch("b", done);
        asm.place_label(next);
    }
    asm.constant(DATA2, 0);
    asm.place_label(done);
}

/// Whether the code for a case looks something up in the table.
pub(super) fn looks_up(case: &Case) -> bool {
    let narrow = case.signature.parameters.iter().filter(|ty| narrow(ty));
    narrow.into_iter().any(|ty| matches!(use_of(ty, 0), Use::Index))
}

/// The table of a unit: at index `i` from -128 to 255 stands the low byte of `i ^ 0x5a`.
pub(super) fn table(text: &mut String) {
    text.push_str(TABLE);
    text.push_str(":\n");
    let bytes: Vec<u8> = (-128..256i32).map(|i| i as u8 ^ 0x5a).collect();
    data::bytes(text, &bytes, 1);
}

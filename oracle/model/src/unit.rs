//! Contract between the two sides of a test program and the harness: the symbols that a translation unit defines, and
//! what it reads and writes. The C printer, the embedded code generator, the probes and the harness all keep to it.
//! Names are those of C; an object file may prefix them.
//!
//! A unit holds many cases; `k` is the position of a case in its batch.
//!
//! **Callee side** (`f.c`): defines `f{k}` with the case's signature. It
//! 1. loads `held{k}[0..held]` (`unsigned int`, defined and initialised by the unit with [`held_value`]);
//!    writes its parameters ([`Style::written`](crate::Style)): integers are combined with the word
//!    `mask{k}` by exclusive or, `_Bool` is negated, everything else replaced by an object of zeros;
//! 2. calls `clobber{k}` (`void (void)`, defined by the probe) if [`Style::calls`](crate::Style); with
//!    [`Style::rounds`](crate::Style) in a loop with that number of rounds, in which [`mix`] is applied to the
//!    words kept alive before each call;
//! 3. writes and reads back a local array if [`Style::locals`](crate::Style), and one of variable length
//!    (`size{k}`) if [`Style::dynamic`](crate::Style); the latter also exists during the calls;
//! 4. calls other functions of its own unit if [`Style::others`](crate::Style) (see [`other_value`]), restores
//!    its parameters, and calls itself with its own arguments if [`Style::recursive`](crate::Style), unless it
//!    was called by itself;
//! 5. fills the slots of `received{k}` as [`received_slots`] lists them (a nested function, or one that gets
//!    the `va_list`, does so for it where [`Style::form`](crate::Style) demands that);
//! 6. returns the object `result{k}`, which the unit defines and initialises with the case's value;
//!    with [`Style::tail`](crate::Style) by `return` of a call of a function of its unit that does so.
//!
//! With [`Style::returns`](crate::Style) the function has further exits: where the word `way{k}`, which the unit
//! defines as 0, is 1 it returns after step 1, and where it is 2 after step 4, with its parameters as they were. There,
//! too, it fills all slots and returns that object; the result of a later step is stored as its expected
//! number. The harness makes the function take each exit. A unit without `way{k}` has one exit.
//!
//! **Caller side** (`call.c`): defines `call{k}` (`void (void)`). It
//! 1. loads `keep{k}[0..live]` (`unsigned int`, defined and initialised by the unit with
//!    [`keep_value`]) if [`Style::live`](crate::Style) is not 0; makes an array of `size{k}` bytes if
//!    [`Style::dynamic`](crate::Style), and writes it;
//! 2. calls the undefined `f{k}` with the objects `arg{k}_{i}`, which the unit defines and initialises
//!    with the case's values; in a loop as the callee, and if
//!    [`Style::tail`](crate::Style) through a function of its unit with the same signature that does
//!    `return f{k}(…)` (not for variadic functions);
//! 3. fills the slots of `returned{k}` as [`returned_slots`] lists them.
//!
//! A **vertex** ([`Form::Vertex`](crate::Form)) is a callee that nobody calls: it does steps 1 to 5, does not call
//! itself, and then ends the program as its target ends one. It has no caller side.
//!
//! Both sides call through pointers that the unit defines if [`Style::pointer`](crate::Style). Functions
//! of a unit that are meant for calls only are never inlined.
//!
//! **Layout side** (`layout.c`): defines `layout{k}`, an array of `unsigned int` with one number for
//! each of [`layout_items`], and for each of the signature's types that carries a value (result first)
//! an object `image{k}_{i}` initialised with that value.
//!
//! For each bit-field among the leaves of such a type there is a further object `bits{k}_{i}_{j}` of the type, in
//! which all bits of that bit-field are set and everything else is zero: it shows the place of the bit-field.
//!
//! **Value side** (`value.c`): defines, for an expression ([`ValueCase`](crate::expression::ValueCase)), `value{k}`
//! (`void (void)`), which stores the expression's value in the object `valued{k}`. Operands that are objects are
//! `operand{k}_{i}`, with consecutive elements for every shape.
//!
//! A slot is [`SLOT_BYTES`] bytes long and has the same alignment. A leaf is stored at the slot's first byte in its
//! own type; a bit-field, converted to `unsigned long long`, of which only its width is significant.
//! Everything else has the length [`Holds::bytes`].

mod slots;

pub use slots::{ENDED, FIRST_CASE, Holds, Slot, narrow, received_slots, returned_slots, switch_constants};

use crate::case::{Case, Pairing};
use crate::ctype::{Member, Scalar, Type};
use crate::leaf::{Leaf, leaves};
use crate::value::Value;
use std::collections::BTreeSet;

/// Size and alignment of a slot in bytes.
pub const SLOT_BYTES: u64 = 16;

/// Symbol of the function under test.
pub fn callee(k: usize) -> String {
    format!("f{k}")
}

/// Symbol of the function that calls the function under test.
pub fn caller(k: usize) -> String {
    format!("call{k}")
}

/// Symbol of the function that a callee calls to have its scratch registers destroyed.
pub fn clobber(k: usize) -> String {
    format!("clobber{k}")
}

/// Symbol of the slots that a callee fills.
pub fn received(k: usize) -> String {
    format!("received{k}")
}

/// Symbol of the slots that a caller fills.
pub fn returned(k: usize) -> String {
    format!("returned{k}")
}

/// Symbol of the object that a callee returns.
pub fn result(k: usize) -> String {
    format!("result{k}")
}

/// Symbol of the object that is argument `i`.
pub fn argument(k: usize, i: usize) -> String {
    format!("arg{k}_{i}")
}

/// Symbol of the object with which a callee compares narrow parameter `i`; see [`Holds::Compared`].
pub fn compared(k: usize, i: usize) -> String {
    format!("pivot{k}_{i}")
}

/// Symbol of the words that a caller keeps alive.
pub fn keep(k: usize) -> String {
    format!("keep{k}")
}

/// Symbol of the words that a callee keeps alive.
pub fn held(k: usize) -> String {
    format!("held{k}")
}

/// Symbol of the layout constants.
pub fn layout(k: usize) -> String {
    format!("layout{k}")
}

/// Symbol of the initialised object of the `i`-th type that carries a value.
pub fn image(k: usize, i: usize) -> String {
    format!("image{k}_{i}")
}

/// Symbol of the object of the `i`-th type that carries a value in which only its `j`-th bit-field is not zero.
pub fn bits(k: usize, i: usize, j: usize) -> String {
    format!("bits{k}_{i}_{j}")
}

/// Symbol of the function that computes the value of an expression.
pub fn value_function(k: usize) -> String {
    format!("value{k}")
}

/// Symbol of the object that holds the value of an expression.
pub fn valued(k: usize) -> String {
    format!("valued{k}")
}

/// Symbol of the object that is operand `i` of an expression.
pub fn operand(k: usize, i: usize) -> String {
    format!("operand{k}_{i}")
}

/// Greatest number of bit-fields of a type that have an object of their own.
const MOST_BIT_FIELDS: usize = 12;

/// Values of the objects `bits{k}_{i}_{j}` for a type and its value, in the order of the leaves.
pub fn bit_field_values(ty: &Type, value: &Value) -> Vec<Value> {
    let leaves = leaves(ty, value);
    let fields = leaves.iter().enumerate().filter(|(_, leaf)| leaf.bits.is_some_and(|bits| bits > 0));
    let only = |(wanted, leaf): (usize, &Leaf<'_>)| {
        let ones = u128::MAX >> (128 - u32::from(leaf.bits.unwrap_or(1)).clamp(1, 128));
        let mut number = 0..;
        value.map_bits(&mut |_| if number.next() == Some(wanted) { ones } else { 0 })
    };
    fields.take(MOST_BIT_FIELDS).map(only).collect()
}

/// Symbol of the word that selects a callee's exit.
pub fn way(k: usize) -> String {
    format!("way{k}")
}

/// Number of times that the side under test calls the harness's function: `f{k}` for a caller, `clobber{k}` for a
/// callee that takes the given exit. `None` where it calls none.
pub fn calls(case: &Case, pairing: Pairing, way: u8) -> Option<u64> {
    let rounds = u64::from(case.style.rounds.max(1));
    match pairing {
        Pairing::Caller => Some(rounds),
        Pairing::Callee if !case.style.calls => None,
        // On the first of the other exits, it may return before or after its calls.
        Pairing::Callee if way == 1 => None,
        Pairing::Callee => Some(rounds * if case.style.recursive { 2 } else { 1 }),
        _ => None,
    }
}

/// Symbol of the place in a probe to which the function under test returns.
pub fn back(k: usize) -> String {
    format!("back{k}")
}

/// True if a name is that of an object in this contract, for any case; other objects may be data that a compiler
/// added.
pub fn is_object(name: &str) -> bool {
    let name = name.strip_prefix("call_").unwrap_or(name);
    let kind = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    let is_kind = matches!(
        kind,
        "received"
            | "returned"
            | "result"
            | "arg"
            | "keep"
            | "layout"
            | "image"
            | "held"
            | "mask"
            | "size"
            | "rounds"
            | "other"
            | "pivot"
            | "blank"
            | "way"
            | "to_clobber"
            | "to_f"
            | "table"
            | "valued"
            | "operand"
    );
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_kind
        && name.strip_prefix(kind).is_some_and(|rest| match rest.split_once('_') {
            Some((k, i)) => number(k) && number(i),
            None => number(rest),
        })
}

/// Value of `keep{k}[i]`.
pub fn keep_value(i: usize) -> u32 {
    0x6b00_0071 ^ (i as u32 & 0xff) << 8 ^ (i as u32 & 0xff) << 16
}

/// Value of `held{k}[i]`.
pub fn held_value(i: usize) -> u32 {
    0x6d00_0073 ^ (i as u32 & 0xff) << 8 ^ (i as u32 & 0xff) << 16
}

/// Changes the words kept alive as one round of the loop does: one after the other, each is combined with the next
/// one (the last one with the first) by `w = (w ^ next >> 3) + 0x1357`.
pub fn mix(words: &mut [u32]) {
    for i in 0..words.len() {
        let next = words.get((i + 1) % words.len()).copied().unwrap_or(0);
        if let Some(word) = words.get_mut(i) {
            *word = (*word ^ next >> 3).wrapping_add(0x1357);
        }
    }
}

/// Bytes that both sides write at the first and the last place of an array.
pub const ARRAY_BYTES: [u8; 2] = [0x51, 0x5a];

/// Value that is read back from an array: its last byte above its first (the same byte, written last, in an array of
/// one byte).
pub fn array_value(bytes: u16) -> u32 {
    let [first, last] = ARRAY_BYTES.map(u32::from);
    if bytes == 1 { last << 8 | last } else { last << 8 | first }
}

/// Words `other{k}[0..3]`, the arguments of the calls of other functions.
pub const OTHER_WORDS: [u32; 3] = [0x1b2c_3d4e, 0x5f60_7182, 0x93a4_b5c6];

/// Types that those functions use.
const OTHER_TYPES: [Scalar; 5] =
    [Scalar::UnsignedInt, Scalar::UnsignedLongLong, Scalar::LongLong, Scalar::UnsignedChar, Scalar::Short];

/// Result of the calls of other functions: `few(w0, many(w0, .. w2, w0, .. w2, w0, w1), wide(w1, w2, w0))` where
/// * `unsigned int few(unsigned int a, unsigned int b, unsigned long long c)` is
///   `(a ^ b) + (unsigned int)c - (unsigned int)(c >> 32)`;
/// * `unsigned int many(unsigned int a, .. h)` is `(a - b) ^ (c - d) ^ (e - f) ^ (g - h) ^ a >> 1`;
/// * `unsigned long long wide(unsigned char a, unsigned long long b, short c)` is `(b << 8) + a - c`, with its
///   arguments converted.
pub fn other_value() -> u32 {
    let [w0, w1, w2] = OTHER_WORDS;
    let many =
        w0.wrapping_sub(w1) ^ w2.wrapping_sub(w0) ^ w1.wrapping_sub(w2) ^ w0.wrapping_sub(w1) ^ w0 >> 1;
    let wide = (u64::from(w2) << 8)
        .wrapping_add(u64::from(w1 as u8))
        .wrapping_sub(i64::from(w0 as i16).cast_unsigned());
    (w0 ^ many).wrapping_add(wide as u32).wrapping_sub((wide >> 32) as u32)
}

/// Basic types that the code of a case uses: those of its values, of their parts, and of the functions of its own
/// unit that it calls.
pub fn basic_types(case: &Case) -> BTreeSet<Scalar> {
    let mut found = BTreeSet::new();
    for ty in case.signature.types() {
        ty.visit(&mut |inner| match inner {
            Type::Scalar(scalar)
            | Type::Aligned(scalar, _)
            | Type::Complex(scalar)
            | Type::Vector { element: scalar, .. } => {
                found.insert(*scalar);
            }
            _ => {}
        });
    }
    if case.style.others {
        found.extend(OTHER_TYPES);
    }
    found
}

/// Leaves of all arguments, with the index of the argument, in the order of `received{k}`.
pub fn argument_leaves(case: &Case) -> Vec<(usize, Leaf<'_>)> {
    let arguments = case.signature.arguments().zip(&case.arguments).enumerate();
    arguments.flat_map(|(i, (ty, value))| leaves(ty, value).into_iter().map(move |l| (i, l))).collect()
}

/// Leaves of the result: the first slots of `returned{k}`.
pub fn result_leaves(case: &Case) -> Vec<Leaf<'_>> {
    match (&case.signature.result, &case.result) {
        (Some(ty), Some(value)) => leaves(ty, value),
        _ => Vec::new(),
    }
}

/// Types that carry a value, each with it: the result if there is one, then the arguments. The order is that of
/// `image{k}_{i}`.
pub fn valued_types(case: &Case) -> Vec<(&Type, &Value)> {
    let result = case.signature.result.iter().zip(&case.result);
    result.chain(case.signature.arguments().zip(&case.arguments)).collect()
}

/// Number in `layout{k}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LayoutItem<'a> {
    /// `sizeof (T)`
    Size(&'a Type),
    /// `_Alignof (T)`
    Align(&'a Type),
    /// `offsetof (T, m{index})` of a named member that is not a bit-field.
    Offset(&'a Type, usize),
    /// `(T)-1 < 0`: 1 if the integer type is signed, else 0.
    Signed(&'a Type),
    /// 1 if the bit-field `m{index}`, all bits set, is less than 0, else 0.
    FieldSigned(&'a Type, usize),
}

/// Numbers of `layout{k}` in order: for each distinct type of the signature, outermost first.
pub fn layout_items(case: &Case) -> Vec<LayoutItem<'_>> {
    let mut types: Vec<&Type> = Vec::new();
    for ty in case.signature.types() {
        ty.visit(&mut |inner| {
            if !types.contains(&inner) {
                types.push(inner);
            }
        });
    }
    let mut items = Vec::new();
    for ty in types {
        items.push(LayoutItem::Size(ty));
        items.push(LayoutItem::Align(ty));
        match ty {
            Type::Record(record) => {
                let plain = record.members.iter().enumerate().filter(|(_, m)| m.named && m.bits.is_none());
                items.extend(plain.map(|(i, _)| LayoutItem::Offset(ty, i)));
                let signed = |m: &Member| m.named && m.bits.is_some() && m.ty != Scalar::Bool.into();
                let fields = record.members.iter().enumerate().filter(|(_, m)| signed(m));
                items.extend(fields.map(|(i, _)| LayoutItem::FieldSigned(ty, i)));
            }
            Type::Scalar(scalar) | Type::Aligned(scalar, _)
                if !scalar.is_floating() && *scalar != Scalar::Bool =>
            {
                items.push(LayoutItem::Signed(ty));
            }
            Type::BitInt(_) => items.push(LayoutItem::Signed(ty)),
            _ => {}
        }
    }
    items
}

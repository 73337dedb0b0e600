//! Rust units of a batch of cases, according to the contract in [`crosscall_model::unit`]: what [`crate::c_unit`] writes in C.
//!
//! A unit needs no library, not even `core`, so that it can be compiled for a target for which nothing is installed. All
//! objects with values are mutable statics with external linkage, so that a compiler cannot know their contents when a
//! function runs.

mod callee;
mod caller;
mod layout;
mod side;
mod slots;
pub mod standalone;
mod types;
mod value;

use crosscall_model::{Case, Form, Record, RecordKind, Scalar, Target, Type, c};
use std::fmt::Write;
use types::Types;

/// Callee side of a batch: pairs of a case's position and the case, of none of which Rust [`lacks`] anything.
pub fn callee_unit(cases: &[(usize, &Case)]) -> String {
    unit(cases, callee::case)
}

/// Caller side of a batch.
pub fn caller_unit(cases: &[(usize, &Case)]) -> String {
    unit(cases, caller::case)
}

/// Layout side of a batch.
pub fn layout_unit(cases: &[(usize, &Case)]) -> String {
    unit(cases, layout::case)
}

fn unit(cases: &[(usize, &Case)], write: fn(&mut String, usize, &Case)) -> String {
    let mut text = cases.first().map_or_else(String::new, |(_, case)| prelude(case.target));
    for (k, case) in cases {
        let _ = write!(text, "\n/* case {k}: {} */\n", c::signature(&case.signature, "f"));
        write(&mut text, *k, case);
    }
    text
}

/// Beginning of every unit: the items of `core` that its text uses, and the types of C whose definitions depend on the target.
pub fn prelude(target: Target) -> String {
    let (signed, unsigned) = if target.address_bytes() > 4 { ("i64", "u64") } else { ("i32", "u32") };
    let names = [("CHAR", character(target)), ("ULONG", unsigned), ("LONG", signed)];
    let text = include_str!("prelude.rs.in").to_owned();
    names.iter().fold(text, |text, (name, ty)| text.replace(&format!("= {name};"), &format!("= {ty};")))
}

/// The type of `core::ffi::c_char`.
fn character(target: Target) -> &'static str {
    match target {
        Target::Riscv(_) | Target::Aarch64 => "u8",
        _ => "i8",
    }
}

/// Name of a scalar type in Rust; `None` where it has none.
pub fn scalar_name(scalar: Scalar) -> Option<&'static str> {
    Some(match scalar {
        Scalar::Bool => "bool",
        Scalar::Char => "c_char",
        Scalar::SignedChar => "i8",
        Scalar::UnsignedChar => "u8",
        Scalar::Short => "i16",
        Scalar::UnsignedShort => "u16",
        Scalar::Int | Scalar::WideChar => "i32",
        Scalar::UnsignedInt => "u32",
        Scalar::Long => "c_long",
        Scalar::UnsignedLong => "c_ulong",
        Scalar::LongLong => "i64",
        Scalar::UnsignedLongLong => "u64",
        Scalar::Float => "f32",
        Scalar::Double => "f64",
        // On x86-64 Rust has no such type.
        Scalar::LongDouble => "f128",
        Scalar::Half => "f16",
        Scalar::Size => "usize",
        Scalar::PointerDifference => "isize",
        Scalar::Int128 => "i128",
        Scalar::UnsignedInt128 => "u128",
        Scalar::BrainHalf => return None,
    })
}

/// Side of a case for which a text is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// A function with the case's signature.
    Definition,
    /// Anything else.
    Use,
}

/// First need of a case for which Rust has no words, such as `bit-fields`; none of a case that it can say.
pub fn lacks(case: &Case, wanted: Wanted) -> Option<&'static str> {
    let form = match case.style.form {
        Form::Prototype => None,
        Form::Unprototyped => Some("functions without prototypes"),
        Form::VaListPassed | Form::VaListPointer => Some("`va_list`"),
        Form::Nested => Some("nested functions that use the outer one's variables"),
        _ => Some("words for this form of function"),
    };
    let definition = wanted == Wanted::Definition && case.signature.variadic.is_some();
    let unnamed = case.signature.variadic.iter().flatten();
    let mut missing = form.or_else(|| definition.then_some("definitions of variadic functions"));
    missing = missing.or_else(|| {
        // What is not promoted there: rustc refuses it.
        let is_function = |ty: &Type| *ty == Type::FunctionPointer;
        unnamed.clone().any(is_function).then_some("function pointers among unnamed arguments")
    });
    for ty in case.signature.types() {
        ty.visit(&mut |inner| missing = missing.or_else(|| type_lacks(case.target, inner)));
    }
    missing
}

fn type_lacks(target: Target, ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Scalar(scalar) if target.padded_float_bits(*scalar).is_some() => Some("`long double`"),
        // There it has no sign, and no name.
        Type::Scalar(Scalar::WideChar) if target == Target::Aarch64 => Some("`wchar_t`"),
        Type::Scalar(scalar) => scalar_name(*scalar).is_none().then_some("`__bf16`"),
        Type::Complex(_) => Some("complex types"),
        Type::Vector { .. } => Some("vectors of C"),
        Type::Atomic(_) => Some("atomic types as arguments"),
        Type::Aligned(..) => Some("scalar types with alignments of their own"),
        Type::BitInt(_) => Some("`_BitInt`"),
        Type::Record(record) => record_lacks(record),
        Type::Array(..) | Type::Enum(_) | Type::DataPointer | Type::FunctionPointer => None,
    }
}

fn record_lacks(record: &Record) -> Option<&'static str> {
    let has = |is: fn(&crosscall_model::Member) -> bool| record.members.iter().any(is);
    let holds_aligned = || {
        let mut found = false;
        record.members.iter().for_each(|member| {
            member.ty.visit(&mut |ty| found |= ty.record().is_some_and(|inner| inner.align.is_some()));
        });
        found
    };
    match () {
        () if has(|member| member.bits.is_some() || !member.named) => Some("bit-fields"),
        () if record.flexible().is_some() => Some("flexible array members"),
        () if has(|member| member.align.is_some()) => Some("members with alignments of their own"),
        () if record.name_align.is_some() => Some("records whose names have an alignment"),
        () if record.packed && record.align.is_some() => Some("packed records with an alignment"),
        () if record.packed && holds_aligned() => Some("packed records that hold aligned ones"),
        () if record.kind == RecordKind::Union && record.members.is_empty() => Some("empty unions"),
        () => None,
    }
}

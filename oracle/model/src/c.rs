//! Types and signatures as compact C on one line, with records in place.
//!
//! The unnamed arguments of one call of a variadic function follow the three dots: `int f(void *, ..., double, int)`
//! is a call of `int f(void *, ...)` that passes a `double` and an `int` after the named argument.

use std::fmt::Write;

use crate::ctype::{EnumType, Member, Record, RecordKind, Signature, Type};

/// Spelling of a type: `unsigned int`, `struct { char m0; long long m1; }`, `void (*)(void)`.
pub fn type_name(ty: &Type) -> String {
    declaration(ty, "")
}

/// Declaration of `name` with a type, without semicolon: `char a[3]`, `void (*f)(void)`.
pub fn declaration(ty: &Type, name: &str) -> String {
    match ty {
        Type::Scalar(scalar) => join(scalar.c_name(), name),
        Type::Enum(enumeration) => join(&enumeration_text(enumeration), name),
        Type::DataPointer => format!("void *{name}"),
        Type::FunctionPointer => format!("void (*{name})(void)"),
        Type::Complex(part) => join(&format!("{} _Complex", part.c_name()), name),
        Type::Vector { element, lanes } => {
            join(&format!("{} __attribute__((ext_vector_type({lanes})))", element.c_name()), name)
        }
        Type::Array(elem, len) => declaration(elem, &format!("{name}[{len}]")),
        Type::Record(record) => join(&record_text(record), name),
    }
}

/// Declaration of a function with a name, without semicolon: `long f(int, ..., double)`. The types after the three
/// dots are those that this call passes.
pub fn signature(signature: &Signature, name: &str) -> String {
    let mut parameters: Vec<String> = signature.parameters.iter().map(type_name).collect();
    if let Some(unnamed) = &signature.variadic {
        parameters.push("...".to_owned());
        parameters.extend(unnamed.iter().map(type_name));
    }
    if parameters.is_empty() {
        parameters.push("void".to_owned());
    }
    let call = format!("{name}({})", parameters.join(", "));
    match &signature.result {
        Some(ty) => declaration(ty, &call),
        None => format!("void {call}"),
    }
}

fn join(base: &str, name: &str) -> String {
    if name.is_empty() || name.starts_with('[') { format!("{base}{name}") } else { format!("{base} {name}") }
}

fn enumeration_text(enumeration: &EnumType) -> String {
    let constants: Vec<String> =
        enumeration.constants.iter().enumerate().map(|(i, value)| format!("e{i} = {value}")).collect();
    format!("enum {{ {} }}", constants.join(", "))
}

fn record_text(record: &Record) -> String {
    let mut text = String::from(match record.kind {
        RecordKind::Struct => "struct ",
        RecordKind::Union => "union ",
    });
    let attributes = attributes(record.packed, record.align);
    if !attributes.is_empty() {
        text += &attributes;
        text.push(' ');
    }
    text += "{ ";
    let flexible = record.flexible();
    for (i, member) in record.members.iter().enumerate() {
        text += &member_text(member, i, flexible == Some(i));
        text += "; ";
    }
    text.push('}');
    text
}

/// Declaration of a member without semicolon, named by its index.
fn member_text(member: &Member, index: usize, flexible: bool) -> String {
    let name = if member.named { format!("m{index}") } else { String::new() };
    let mut text = match &member.ty {
        Type::Array(elem, _) if flexible => declaration(elem, &format!("{name}[]")),
        ty => declaration(ty, &name),
    };
    if let Some(bits) = member.bits {
        let _ = write!(text, " : {bits}");
    }
    if member.align.is_some() {
        text.push(' ');
        text += &attributes(false, member.align);
    }
    text
}

/// Attributes of a record or member: `__attribute__((packed, aligned(8)))`, or nothing if there are none.
pub fn attributes(packed: bool, align: Option<u32>) -> String {
    match (packed, align) {
        (false, None) => String::new(),
        (true, None) => "__attribute__((packed))".to_owned(),
        (false, Some(n)) => format!("__attribute__((aligned({n})))"),
        (true, Some(n)) => format!("__attribute__((packed, aligned({n})))"),
    }
}

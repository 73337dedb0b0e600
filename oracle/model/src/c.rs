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
    let mut text = String::new();
    declare(&mut text, ty, name);
    text
}

/// Appends a declaration.
fn declare(text: &mut String, ty: &Type, name: &str) {
    match ty {
        Type::Scalar(scalar) => *text += scalar.c_name(),
        Type::Enum(enumeration) => enumerate(text, enumeration),
        Type::DataPointer => {
            *text += "void *";
            *text += name;
            return;
        }
        Type::FunctionPointer => {
            let _ = write!(text, "void (*{name})(void)");
            return;
        }
        Type::Complex(part) => {
            *text += part.c_name();
            *text += " _Complex";
        }
        Type::Vector { element, lanes } => {
            let _ = write!(text, "{} __attribute__((ext_vector_type({lanes})))", element.c_name());
        }
        Type::Array(elem, len) => return declare(text, elem, &format!("{name}[{len}]")),
        Type::Record(record) => {
            write_record(text, record);
            if let Some(align) = record.name_align {
                let _ = write!(text, " [[gnu::aligned({align})]]");
            }
        }
        Type::BitInt(integer) => *text += &integer.c_name(),
        Type::Atomic(scalar) => {
            *text += "_Atomic ";
            *text += scalar.c_name();
        }
        // Where C23 writes an attribute of a type; behind a declarator it would be the member's.
        Type::Aligned(scalar, align) => {
            let _ = write!(text, "{} [[gnu::aligned({align})]]", scalar.c_name());
        }
    }
    if !name.is_empty() && !name.starts_with('[') {
        text.push(' ');
    }
    *text += name;
}

/// Declaration of a function with a name, without semicolon: `long f(int, ..., double)`. The types after the three
/// dots are those that this call passes.
pub fn signature(signature: &Signature, name: &str) -> String {
    let mut call = format!("{name}(");
    let begun = call.len();
    let separate = |call: &mut String| *call += if call.len() > begun { ", " } else { "" };
    for ty in &signature.parameters {
        separate(&mut call);
        declare(&mut call, ty, "");
    }
    if let Some(unnamed) = &signature.variadic {
        separate(&mut call);
        call += "...";
        for ty in unnamed {
            separate(&mut call);
            declare(&mut call, ty, "");
        }
    }
    call += if call.len() > begun { ")" } else { "void)" };
    match &signature.result {
        Some(ty) => declaration(ty, &call),
        None => format!("void {call}"),
    }
}

fn enumerate(text: &mut String, enumeration: &EnumType) {
    *text += "enum { ";
    for (i, value) in enumeration.constants.iter().enumerate() {
        let _ = write!(text, "{}e{i} = {value}", if i > 0 { ", " } else { "" });
    }
    *text += " }";
}

fn write_record(text: &mut String, record: &Record) {
    *text += match record.kind {
        RecordKind::Struct => "struct ",
        RecordKind::Union => "union ",
    };
    let attributes = attributes(record.packed, record.align);
    if !attributes.is_empty() {
        *text += &attributes;
        text.push(' ');
    }
    *text += "{ ";
    let flexible = record.flexible();
    for (i, member) in record.members.iter().enumerate() {
        write_member(text, member, i, flexible == Some(i));
        *text += "; ";
    }
    text.push('}');
}

/// Declaration of a member without semicolon, named by its index.
fn write_member(text: &mut String, member: &Member, index: usize, flexible: bool) {
    let name = if member.named { format!("m{index}") } else { String::new() };
    match &member.ty {
        Type::Array(elem, _) if flexible => declare(text, elem, &format!("{name}[]")),
        ty => declare(text, ty, &name),
    }
    if let Some(bits) = member.bits {
        let _ = write!(text, " : {bits}");
    }
    if member.align.is_some() {
        text.push(' ');
        *text += &attributes(false, member.align);
    }
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

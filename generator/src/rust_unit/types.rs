//! Types of a case with names, each defined once and before its use.

use super::scalar_name;
use crate::unit_parts::named_types;
use crosscall_model::{Case, EnumType, Record, RecordKind, Target, Type, unit};
use std::fmt::Write;

/// Records and enumerations of one case, the inner ones first.
pub(super) struct Types<'a> {
    pub(super) target: Target,
    named: Vec<(&'a Type, String)>,
}

impl<'a> Types<'a> {
    pub(super) fn new(k: usize, case: &'a Case) -> Types<'a> {
        let is_named = |ty: &Type| matches!(ty, Type::Enum(_) | Type::Record(_));
        Types { target: case.target, named: named_types(k, case, is_named) }
    }

    /// Name of a type.
    pub(super) fn name(&self, ty: &Type) -> String {
        match ty {
            Type::Array(elem, len) => format!("[{}; {len}]", self.name(elem)),
            Type::Scalar(scalar) => scalar_name(*scalar).unwrap_or("unknown").to_owned(),
            Type::DataPointer => "*mut u8".to_owned(),
            Type::FunctionPointer => "function_pointer".to_owned(),
            _ => {
                let known = self.named.iter().find(|(known, _)| *known == ty);
                known.map_or_else(|| "unknown".to_owned(), |(_, name)| name.clone())
            }
        }
    }

    /// Definitions of all types.
    pub(super) fn define(&self) -> String {
        let mut text = String::new();
        for (ty, name) in &self.named {
            match ty {
                Type::Record(record) => self.define_record(&mut text, record, name),
                Type::Enum(enumeration) => define_enumeration(&mut text, enumeration, name),
                _ => continue,
            }
            let _ = writeln!(text, "impl Copy for {name} {{}}");
        }
        text
    }

    fn define_record(&self, text: &mut String, record: &Record, name: &str) {
        let keyword = match record.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        let packed = if record.packed { ", packed" } else { "" };
        let align = record.align.map_or_else(String::new, |align| format!(", align({align})"));
        let members = record.members.iter().enumerate();
        let members: Vec<String> =
            members.map(|(i, member)| format!("pub m{i}: {}", self.name(&member.ty))).collect();
        let members = members.join(", ");
        let _ = writeln!(text, "#[repr(C{packed}{align})] pub {keyword} {name} {{ {members} }}");
    }
}

/// Name of the variant of an enumeration with this value, of those that are different.
pub(super) fn variant(enumeration: &EnumType, value: i64) -> String {
    let different = unit::switch_constants(&enumeration.constants);
    format!("e{}", different.iter().position(|constant| *constant == value).unwrap_or(0))
}

fn define_enumeration(text: &mut String, enumeration: &EnumType, name: &str) {
    let constants = unit::switch_constants(&enumeration.constants).into_iter();
    let variants: Vec<String> =
        constants.map(|value| format!("{} = {value}", variant(enumeration, value))).collect();
    let _ = writeln!(text, "#[repr(C)] pub enum {name} {{ {} }}", variants.join(", "));
}

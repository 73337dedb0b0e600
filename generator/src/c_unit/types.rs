//! Types of a case with names, each defined once and before its use.

use std::fmt::Write;

use crate::unit_parts::named_types;
use crosscall_model::c::attributes;
use crosscall_model::{Case, EnumType, Record, RecordKind, Scalar, Target, Type};

/// Records, enumerations, vectors and types with alignments of their own of one case, the inner ones first.
pub(super) struct Types<'a> {
    pub(super) target: Target,
    named: Vec<(&'a Type, String)>,
    /// Enumerations that the default argument promotions must not change.
    unpromoted: Vec<&'a Type>,
}

impl<'a> Types<'a> {
    pub(super) fn new(k: usize, case: &'a Case) -> Types<'a> {
        let named = named_types(k, case, is_named);
        let signature = &case.signature;
        let unnamed = signature
            .variadic
            .iter()
            .flat_map(|unnamed| signature.parameters.last().into_iter().chain(unnamed));
        let unpromoted = unnamed.filter(|ty| matches!(ty, Type::Enum(_))).collect();
        Types { target: case.target, named, unpromoted }
    }

    fn tag(&self, ty: &Type) -> &str {
        self.named.iter().find(|(known, _)| *known == ty).map_or("unknown", |(_, tag)| tag)
    }

    /// Name of a type, as a cast or `sizeof` takes it.
    pub(super) fn name(&self, ty: &Type) -> String {
        self.declare(ty, "")
    }

    /// Declaration of a name with a type.
    pub(super) fn declare(&self, ty: &Type, name: &str) -> String {
        let base = match ty {
            Type::Array(elem, len) => return self.declare(elem, &format!("{name}[{len}]")),
            Type::Scalar(scalar) => scalar.c_name_without_header().to_owned(),
            Type::Complex(part) => format!("{} _Complex", part.c_name_without_header()),
            Type::BitInt(integer) => integer.c_name(),
            Type::Atomic(scalar) => format!("_Atomic {}", scalar.c_name_without_header()),
            Type::Vector { .. } | Type::Aligned(..) => self.tag(ty).to_owned(),
            Type::Record(record) if record.name_align.is_some() => self.tag(ty).to_owned(),
            Type::DataPointer => "void *".to_owned(),
            Type::FunctionPointer => "function_pointer".to_owned(),
            Type::Enum(_) => format!("enum {}", self.tag(ty)),
            Type::Record(record) => format!("{} {}", keyword(record.kind), self.tag(ty)),
        };
        let tight = name.is_empty() || name.starts_with('[') || base.ends_with('*');
        if tight { format!("{base}{name}") } else { format!("{base} {name}") }
    }

    /// Definitions of all types.
    pub(super) fn define(&self) -> String {
        let mut text = String::new();
        for (ty, tag) in &self.named {
            match ty {
                Type::Record(record) => self.define_record(&mut text, record, tag),
                Type::Enum(enumeration) => define_enumeration(&mut text, enumeration, tag),
                Type::Vector { element, lanes } => define_vector(&mut text, *element, *lanes, tag),
                Type::Aligned(scalar, align) => {
                    let (scalar, align) = (scalar.c_name_without_header(), attributes(false, Some(*align)));
                    let _ = writeln!(text, "typedef {scalar} {tag} {align};");
                }
                _ => {}
            }
        }
        // A narrower one would be promoted, and `va_arg` of it is undefined.
        for ty in &self.unpromoted {
            let name = self.name(ty);
            let _ = writeln!(text, "_Static_assert(sizeof({name}) >= sizeof(int), \"narrower than int\");");
        }
        text
    }

    fn define_record(&self, text: &mut String, record: &Record, tag: &str) {
        let flexible = record.flexible();
        let _ = writeln!(text, "{} {tag} {{", keyword(record.kind));
        for (i, member) in record.members.iter().enumerate() {
            let name = if member.named { format!("m{i}") } else { String::new() };
            let _ = match &member.ty {
                Type::Array(elem, _) if flexible == Some(i) => {
                    write!(text, "\t{}", self.declare(elem, &format!("{name}[]")))
                }
                ty => write!(text, "\t{}", self.declare(ty, &name)),
            };
            if let Some(bits) = member.bits {
                let _ = write!(text, " : {bits}");
            }
            let _ = writeln!(text, "{};", spaced(&attributes(false, member.align)));
        }
        let _ = writeln!(text, "}}{};", spaced(&attributes(record.packed, record.align)));
        if record.name_align.is_some() {
            let keyword = keyword(record.kind);
            let _ = writeln!(text, "typedef {keyword} {tag} {tag} {};", attributes(false, record.name_align));
        }
    }
}

/// Defines a vector type: GCC's attribute counts bytes; clang's own one counts lanes.
fn define_vector(text: &mut String, element: Scalar, lanes: u32, tag: &str) {
    let element = element.c_name_without_header();
    let _ = writeln!(text, "#ifdef __clang__");
    let _ = writeln!(text, "typedef {element} {tag} __attribute__((ext_vector_type({lanes})));");
    let _ = writeln!(text, "#else");
    let _ =
        writeln!(text, "typedef {element} {tag} __attribute__((vector_size({lanes} * sizeof ({element}))));");
    let _ = writeln!(text, "#endif");
}

fn define_enumeration(text: &mut String, enumeration: &EnumType, tag: &str) {
    let constants: Vec<String> = enumeration
        .constants
        .iter()
        .enumerate()
        .map(|(i, value)| match value {
            // The magnitude of this number has no literal.
            &i64::MIN => format!("{tag}_e{i} = {}ll - 1", i64::MIN + 1),
            value => format!("{tag}_e{i} = {value}"),
        })
        .collect();
    let _ = writeln!(text, "enum {tag} {{ {} }};", constants.join(", "));
}

fn keyword(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    }
}

fn spaced(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" {text}") }
}

/// True if a type has a name of its own.
fn is_named(ty: &Type) -> bool {
    matches!(ty, Type::Enum(_) | Type::Vector { .. } | Type::Aligned(..) | Type::Record(_))
}

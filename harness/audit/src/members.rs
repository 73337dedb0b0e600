//! Members of records that arguments point to or are, and elements of memory: what each of them means.

use super::meaning::{Element, Meaning, Memory};
use super::parameters::{About, Means, in_order, is_number};
use crosscall_declarations::{Written, WrittenRecord};
use crosscall_model::{RecordKind, Scalar, Type};

/// Members that have a meaning.
#[derive(Debug, Clone, Default)]
pub struct Members {
    /// In the order of the record.
    pub list: Vec<Member>,
    /// Positions in an order in which each comes behind those that it depends on.
    pub order: Vec<usize>,
    /// Names of integers without a meaning, which hold any number.
    pub free: Vec<String>,
}

/// Member of a record, or the element itself.
#[derive(Debug, Clone)]
pub struct Member {
    /// Name of the member: `p.next`; of an element, `p[]`.
    pub name: String,
    /// Type of the member.
    pub ty: Type,
    /// Distance from the beginning of the element, in bits, from the lowest bit of the first byte.
    pub bit_offset: u64,
    /// Width in bits.
    pub bits: u64,
    /// Path in the value, as [`Leaf::path`](crosscall_model::leaf::Leaf::path) has it.
    pub path: String,
    /// Meaning of the member.
    pub means: Means,
}

/// A scalar in a record.
struct Field<'t> {
    name: String,
    ty: &'t Type,
    bit_offset: u64,
    bits: u64,
    path: String,
    /// Declaration, as it was written.
    written: String,
}

/// Place in a record.
#[derive(Clone, Copy)]
struct Place<'a> {
    name: &'a str,
    path: &'a str,
    bit_offset: u64,
    /// Width of a bit-field; else that of the type.
    bits: Option<u64>,
    written: &'a str,
}

impl About<'_> {
    /// Meanings inside the elements of memory.
    pub(super) fn elements(
        &mut self,
        name: &str,
        element: Option<&Type>,
        memory: &Memory,
    ) -> Result<Members, String> {
        let byte = Type::Scalar(Scalar::UnsignedChar);
        let ty = element.unwrap_or(&byte);
        let words = match &memory.of {
            Element::Value(text) => text.as_str(),
            Element::Byte | Element::Character => "unsigned char",
        };
        let is_pointer = matches!(ty, Type::DataPointer | Type::FunctionPointer);
        if is_pointer || memory.each.is_some() {
            let Some(each) = memory.each.as_deref() else {
                return Err(format!(
                    "`{name}` leads to pointers: say what they are behind a comma, such as `each 16 bytes`, `each string`, or \
                     `each any` if the function does not follow them"
                ));
            };
            let of_element = format!("{name}[]");
            let means = self.one((&of_element, words), ty, each)?;
            let bits = self.layout(ty).size.saturating_mul(8);
            let (ty, path) = (ty.clone(), String::new());
            let member = Member { name: of_element, ty, bit_offset: 0, bits, path, means };
            return Ok(Members { list: vec![member], order: vec![0], free: Vec::new() });
        }
        let Some(ty) = element else { return self.no_members(name) };
        let written = self.asked(words).ok().and_then(|asked| asked.written.record);
        self.members((name, true), (ty, written.as_deref()))
    }

    /// Meanings inside a record that is passed by value.
    pub(super) fn record(&mut self, name: &str, (ty, written): (&Type, &Written)) -> Result<Members, String> {
        let record = written.record.clone();
        self.members((name, false), (ty, record.as_deref()))
    }

    fn no_members(&self, name: &str) -> Result<Members, String> {
        self.all_known(name, &[], false)?;
        Ok(Members::default())
    }

    /// Meanings inside a type; `is_followed` is true if pointers in it need one.
    fn members(
        &mut self,
        (name, is_followed): (&str, bool),
        (ty, written): (&Type, Option<&WrittenRecord>),
    ) -> Result<Members, String> {
        let mut fields = Vec::new();
        let place = Place { name, path: "", bit_offset: 0, bits: None, written: "" };
        self.fields(ty, written, place, &mut fields);
        // Elements that are no records have the meaning of what they are in.
        fields.retain(|field| field.name != name);
        self.all_known(name, &fields, true)?;
        let mut used: Vec<String> = Vec::new();
        for (_, meaning) in self.meanings {
            meaning.names(&mut |name| used.push(name.to_owned()));
        }
        let mut found = Members::default();
        for field in fields {
            let given = self.given(&field.name).cloned();
            let means = match (field.ty, given) {
                (_, Some(given)) => self.one((&field.name, &field.written), field.ty, &given)?,
                (Type::FunctionPointer, None) if is_followed => Means::Value(Meaning::Null),
                (Type::DataPointer, None) if is_followed => {
                    let member = &field.name;
                    return Err(format!(
                        "`{name}` points to records with pointers: say what `{member}` is, such as `{member}: 16 bytes`, \
                         `{member}: null`, or `{member}: any` if the function does not follow it"
                    ));
                }
                (ty, None) if is_number(ty) => {
                    if !used.contains(&field.name) {
                        found.free.push(field.name);
                        continue;
                    }
                    Means::Value(Meaning::Any)
                }
                (_, None) => continue,
            };
            let Field { name, ty, bit_offset, bits, path, .. } = field;
            found.list.push(Member { name, ty: ty.clone(), bit_offset, bits, path, means });
        }
        let all: Vec<(&str, &Means)> =
            found.list.iter().map(|member| (member.name.as_str(), &member.means)).collect();
        found.order = in_order(&all)?;
        Ok(found)
    }

    /// Checks that every member of `name` that was given a meaning is there.
    fn all_known(&self, name: &str, fields: &[Field<'_>], is_record: bool) -> Result<(), String> {
        let inner = |of: &str, name: &str| of.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        let is_known = |of: &str| {
            fields.iter().any(|field| {
                let is_pointer = *field.ty == Type::DataPointer;
                of == field.name || is_pointer && inner(of, &field.name)
            })
        };
        let mut names = self.meanings.iter().map(|(of, _)| of.as_str());
        let Some(unknown) = names.find(|of| inner(of, name) && !is_known(of)) else { return Ok(()) };
        let mut known: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        known.dedup();
        let known = match (is_record, known.is_empty()) {
            (false, _) => format!("`{name}` leads to no records"),
            (true, true) => "there are no numbers or pointers in it".to_owned(),
            (true, false) => format!("there are {}", known.join(", ")),
        };
        Err(format!("there is no member `{unknown}`; {known}"))
    }

    /// The numbers and pointers in a type, at their places.
    fn fields<'t>(
        &self,
        ty: &'t Type,
        written: Option<&WrittenRecord>,
        place: Place<'_>,
        found: &mut Vec<Field<'t>>,
    ) {
        match ty {
            Type::Array(element, length) => {
                let size = self.layout(element).size.saturating_mul(8);
                for index in 0..u64::from(*length) {
                    let bit_offset = place.bit_offset.saturating_add(index.saturating_mul(size));
                    let path = format!("{}[{index}]", place.path);
                    self.fields(element, written, Place { bit_offset, path: &path, ..place }, found);
                }
            }
            // Of a union nobody knows which member it is.
            Type::Record(record) if record.kind == RecordKind::Struct => {
                let places = self.layout(ty).members;
                for (number, (member, at)) in record.members.iter().zip(places).enumerate() {
                    let words = written.and_then(|written| written.members.get(number));
                    let plain = format!("m{number}");
                    let own = words.map_or(plain.as_str(), |words| words.name.as_str());
                    // Members of one without a name are its own.
                    let name = match own {
                        "" => place.name.to_owned(),
                        own => format!("{}.{own}", place.name),
                    };
                    let inner = Place {
                        name: &name,
                        path: &format!("{}.m{number}", place.path),
                        bit_offset: place.bit_offset.saturating_add(at.bit_offset),
                        bits: member.bits.map(u64::from),
                        written: words.map_or("", |words| words.text.as_str()),
                    };
                    if member.named {
                        self.fields(
                            &member.ty,
                            words.and_then(|words| words.record.as_deref()),
                            inner,
                            found,
                        );
                    }
                }
            }
            _ if is_number(ty) || matches!(ty, Type::DataPointer | Type::FunctionPointer) => {
                let bits = place.bits.unwrap_or_else(|| self.layout(ty).size.saturating_mul(8));
                found.push(Field {
                    name: place.name.to_owned(),
                    ty,
                    bit_offset: place.bit_offset,
                    bits,
                    path: place.path.to_owned(),
                    written: place.written.to_owned(),
                });
            }
            _ => {}
        }
    }
}

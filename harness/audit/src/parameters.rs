//! The parameters of a function with their meanings.

use super::meaning::{Access, Element, Meaning, Memory};
use crosscall_declarations::{Asked, Declaration, Written, WrittenRecord};
use crosscall_explain::dialect::Dialect;
use crosscall_explain::environment::UnderDialect;
use crosscall_explain::input::{Input, found};
use crosscall_model::finding::ValueId;
use crosscall_model::layout::Layout;
use crosscall_model::{RecordKind, Scalar, Target, Type};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_reports::nearest;

/// A parameter.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// Name of the parameter, or `arg0` for the first one that has none.
    pub name: String,
    /// Type of the parameter.
    pub ty: Type,
    /// Type of the parameter, as it was written.
    pub written: String,
    /// Meaning of the parameter.
    pub means: Means,
}

/// Meaning of a parameter, with everything that is known of the types.
#[derive(Debug, Clone)]
pub enum Means {
    /// A value: any one, a number in a range, or one of some.
    Value(Meaning),
    /// The address of memory.
    Memory {
        /// As it was described.
        memory: Memory,
        /// Type of an element; `None` for bytes.
        element: Option<Type>,
        /// Size of an element in bytes.
        size: u64,
        /// Alignment of the address in bytes.
        align: u64,
        /// Access that the function has to it.
        access: Access,
        /// Pointers inside of an element.
        inside: Vec<Inside>,
    },
    /// The address of a function of ours; the index of its signature among those of the audit.
    Function(usize),
}

/// A pointer inside of an element of memory.
#[derive(Debug, Clone)]
pub struct Inside {
    /// Name of the pointer: `p.next`.
    pub name: String,
    /// Distance of the pointer from the beginning of the element, in bytes.
    pub offset: u64,
    /// Meaning of the pointer: memory without pointers inside, any value, or null.
    pub means: Means,
}

/// All parameters, and in which order their values are generated.
#[derive(Debug, Clone)]
pub struct Parameters {
    /// In the order of the declaration.
    pub list: Vec<Parameter>,
    /// Positions in an order in which each comes behind those that it depends on.
    pub order: Vec<usize>,
    /// Declarations of the functions whose addresses are passed.
    pub functions: Vec<Declaration>,
}

/// Finds out what each parameter means.
///
/// # Errors
/// A meaning that does not fit, or one that is missing, with the way out.
pub fn resolve(
    target: Target,
    (declaration, source): (&Declaration, &Input),
    meanings: &[(String, Meaning)],
    dialect: &Dialect,
) -> Result<Parameters, String> {
    let names = names(declaration);
    for (name, meaning) in meanings {
        let known = |name: &str| names.iter().any(|known| known == name);
        let whole = name.split('.').next().unwrap_or(name);
        let mut unknown = (!known(whole)).then(|| whole.to_owned());
        meaning.names(&mut |other| {
            if !known(other) {
                unknown.get_or_insert(other.to_owned());
            }
        });
        if let Some(unknown) = unknown {
            let near = nearest(&unknown, names.iter().map(String::as_str));
            let hint = near.map_or_else(|| names.join(", "), |near| format!("did you mean {near}?"));
            return Err(format!("`{}` has no parameter `{unknown}`; {hint}", declaration.name));
        }
    }
    let about = About { target, source, dialect };
    let mut functions = Vec::new();
    let mut list = Vec::new();
    for ((name, written), ty) in
        names.iter().zip(&declaration.arguments).zip(declaration.signature.arguments())
    {
        // The last word counts.
        let given = meanings.iter().rev().find(|(of, _)| of == name).map(|(_, meaning)| meaning);
        let mut means = about.means(name, (ty, written), given, &mut functions)?;
        let mut of_members: Vec<&str> = meanings.iter().map(|(of, _)| of.as_str()).collect();
        of_members.retain(|of| of.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('.')));
        about.look_inside((name, &mut means), meanings, &of_members)?;
        list.push(Parameter {
            name: name.clone(),
            ty: ty.clone(),
            written: written.type_and_meaning(),
            means,
        });
    }
    let order = order(&list)?;
    Ok(Parameters { list, order, functions })
}

/// Names of a function's parameters; one that has none is `arg` and its number from 0.
pub fn names(declaration: &Declaration) -> Vec<String> {
    (0..).zip(&declaration.arguments).map(|(i, written)| name_of(i, written)).collect()
}

fn name_of(index: usize, written: &Written) -> String {
    if written.name.is_empty() { ValueId::Argument(index).to_string() } else { written.name.clone() }
}

/// Context in which types are looked up.
struct About<'a> {
    target: Target,
    source: &'a Input,
    dialect: &'a Dialect,
}

impl About<'_> {
    fn means(
        &self,
        name: &str,
        (ty, written): (&Type, &Written),
        given: Option<&Meaning>,
        functions: &mut Vec<Declaration>,
    ) -> Result<Means, String> {
        match (ty, given) {
            (Type::DataPointer, None) => Err(format!(
                "`{name}` is a pointer: say what it points to, such as `{name}: 64 bytes`, `{name}: 16 of int`, `{name}: \
                 string`, or `{name}: any` if the function does not follow it"
            )),
            (Type::FunctionPointer, None | Some(Meaning::Function)) => {
                functions.push(callback(written).map_err(|e| {
                    format!(
                        "`{name}` is a pointer to a function that cannot be made: {e}; `{name}: any` passes a number that the \
                         function does not call"
                    )
                })?);
                Ok(Means::Function(functions.len() - 1))
            }
            (Type::DataPointer, Some(Meaning::Memory(memory))) => self.memory(name, written, memory),
            (Type::DataPointer | Type::FunctionPointer, Some(meaning @ (Meaning::Null | Meaning::Any))) => {
                Ok(Means::Value(meaning.clone()))
            }
            (_, None) => Ok(Means::Value(Meaning::Any)),
            (_, Some(Meaning::Any)) => Ok(Means::Value(Meaning::Any)),
            (_, Some(meaning @ (Meaning::Range(_) | Meaning::OneOf(_)))) if is_number(ty) => {
                Ok(Means::Value(meaning.clone()))
            }
            (_, Some(_)) => {
                Err(format!("`{name}` is of type `{}`, to which this meaning does not fit", written.ty))
            }
        }
    }

    fn memory(&self, name: &str, written: &Written, memory: &Memory) -> Result<Means, String> {
        let target = pointee(&written.ty);
        let pointed = target.as_ref().and_then(|text| self.type_of(text).ok());
        let element = match &memory.of {
            Element::Byte | Element::Character => None,
            Element::Value(text) => Some(self.type_of(text).map_err(|e| format!("`{name}`: {e}"))?),
        };
        let size = element.as_ref().map_or(1, |ty| self.layout(ty).size.max(1));
        // What nobody knows is aligned as everything is.
        let usual = match (&element, &pointed, target.as_deref()) {
            (Some(ty), _, _) | (None, Some(ty), _) => self.layout(ty).align,
            (None, None, Some("void")) => 1,
            (None, None, _) => 8,
        };
        let constant = written
            .ty
            .split('*')
            .next()
            .is_some_and(|first| first.split_whitespace().any(|word| word == "const"));
        let usual_access = if constant { Access::In } else { Access::InOut };
        Ok(Means::Memory {
            memory: memory.clone(),
            element,
            size,
            align: memory.align.unwrap_or(usual).max(1),
            access: memory.access.unwrap_or(usual_access),
            inside: Vec::new(),
        })
    }

    /// Finds the pointers inside of the elements that a parameter points to, and what they mean.
    fn look_inside(
        &self,
        (name, means): (&str, &mut Means),
        meanings: &[(String, Meaning)],
        of_members: &[&str],
    ) -> Result<(), String> {
        let mut pointers = Vec::new();
        let mut found = Vec::new();
        if let Means::Memory { memory: Memory { of: Element::Value(text), .. }, element: Some(ty), .. } =
            means
        {
            let written = self.asked(text).ok().and_then(|asked| asked.written.record);
            self.pointers(ty, written.as_deref(), (0, name), &mut pointers);
        }
        for (member, offset, is_function) in pointers {
            let given = meanings.iter().rev().find(|(of, _)| *of == member).map(|(_, meaning)| meaning);
            let means = match given {
                Some(meaning @ (Meaning::Any | Meaning::Null)) => Means::Value(meaning.clone()),
                Some(Meaning::Memory(memory)) if !is_function => self.of_member(&member, memory)?,
                None if is_function => Means::Value(Meaning::Null),
                None => {
                    return Err(format!(
                        "`{name}` points to records with pointers: say what `{member}` is, such as `{member}: 16 bytes`, \
                         `{member}: null`, or `{member}: any` if the function does not follow it"
                    ));
                }
                Some(_) => {
                    return Err(format!("`{member}` is a pointer, to which this meaning does not fit"));
                }
            };
            found.push(Inside { name: member, offset, means });
        }
        if let Some(unknown) = of_members.iter().find(|of| !found.iter().any(|inside| inside.name == **of)) {
            let known: Vec<&str> = found.iter().map(|inside| inside.name.as_str()).collect();
            let known = if known.is_empty() { "none in it".to_owned() } else { known.join(", ") };
            return Err(format!("there is no pointer `{unknown}`; there is {known}"));
        }
        if let Means::Memory { inside, .. } = means {
            *inside = found;
        }
        Ok(())
    }

    /// Memory that a pointer inside of a record leads to.
    fn of_member(&self, name: &str, memory: &Memory) -> Result<Means, String> {
        let means = self.memory(name, &Written::default(), memory)?;
        let mut pointers = Vec::new();
        if let Means::Memory { element: Some(ty), .. } = &means {
            self.pointers(ty, None, (0, name), &mut pointers);
        }
        match pointers.is_empty() {
            true => Ok(means),
            false => Err(format!("`{name}` leads to records with pointers again; that is one step too far")),
        }
    }

    /// The pointers in a type, each with its name, its distance in bytes, and whether it is one to a function.
    fn pointers(
        &self,
        ty: &Type,
        written: Option<&WrittenRecord>,
        (at, name): (u64, &str),
        found: &mut Vec<(String, u64, bool)>,
    ) {
        match ty {
            Type::DataPointer | Type::FunctionPointer => {
                found.push((name.to_owned(), at, *ty == Type::FunctionPointer));
            }
            Type::Array(element, length) => {
                let size = self.layout(element).size;
                for index in 0..u64::from(*length) {
                    self.pointers(element, written, (at + index * size, name), found);
                }
            }
            // Of a union nobody knows which member it is.
            Type::Record(record) if record.kind == RecordKind::Struct => {
                let places = self.layout(ty).members;
                for (number, (member, place)) in record.members.iter().zip(places).enumerate() {
                    let words = written.and_then(|written| written.members.get(number));
                    let plain = format!("m{number}");
                    let own = words.map_or(plain.as_str(), |words| words.name.as_str());
                    let (name, at) = (format!("{name}.{own}"), at + place.bit_offset / 8);
                    let inner = words.and_then(|words| words.record.as_deref());
                    self.pointers(&member.ty, inner, (at, &name), found);
                }
            }
            _ => {}
        }
    }

    fn layout(&self, ty: &Type) -> Layout {
        abi::layout(self.target, ty, &mut Chooser::new(catalogue(self.target), self.dialect))
    }

    /// A type by its words, with the types of the source known.
    fn type_of(&self, text: &str) -> Result<Type, String> {
        self.asked(text).map(|asked| asked.ty)
    }

    fn asked(&self, text: &str) -> Result<Asked, String> {
        let environment = UnderDialect { target: self.target, dialect: self.dialect };
        let mut source = self.source.clone();
        // A declaration that somebody typed may lack its end.
        source.text.push_str("\n;");
        let asked = found(&source.asking(text), &environment, &[]);
        match asked.map(|found| found.asked) {
            Ok(Some(asked)) => Ok(asked),
            Ok(None) => Err(format!("`{text}` is no type")),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The words of the type that a pointer type points to, without qualifiers.
fn pointee(ty: &str) -> Option<String> {
    let text = match (ty.rfind('*'), ty.find('[')) {
        (Some(star), _) => ty.get(..star)?,
        (None, Some(bracket)) => ty.get(..bracket)?,
        (None, None) => return None,
    };
    let is_qualifier = |word: &str| matches!(word, "const" | "volatile" | "restrict" | "__restrict");
    let words: Vec<&str> = text.split_whitespace().filter(|word| !is_qualifier(word)).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The declaration of a function that a pointer such as `int (*)(const void *, int)` leads to.
fn callback(written: &Written) -> Result<Declaration, String> {
    let text = &written.ty;
    let marks = text.find("(*").and_then(|at| Some((at, at + text.get(at..)?.find(')')?)));
    let (open, close) = marks.ok_or_else(|| format!("`{text}` does not show its parameters"))?;
    let (result, parameters) =
        (text.get(..open).unwrap_or_default(), text.get(close + 1..).unwrap_or_default());
    let declaration = crosscall_declarations::parse(&format!("{result} callback{parameters}"));
    declaration.map_err(|e| e.to_string())
}

/// An order in which each parameter comes behind those whose values its own depends on.
fn order(list: &[Parameter]) -> Result<Vec<usize>, String> {
    let needs = |parameter: &Parameter| {
        let mut needed: Vec<usize> = Vec::new();
        let mut need = |name: &str| needed.extend(list.iter().position(|other| other.name == name));
        match &parameter.means {
            Means::Value(meaning) => meaning.names(&mut need),
            Means::Memory { memory, inside, .. } => {
                Meaning::Memory(memory.clone()).names(&mut need);
                for inside in inside {
                    if let Means::Memory { memory, .. } = &inside.means {
                        Meaning::Memory(memory.clone()).names(&mut need);
                    }
                }
            }
            Means::Function(_) => {}
        }
        needed
    };
    let needs: Vec<Vec<usize>> = list.iter().map(needs).collect();
    let mut order: Vec<usize> = Vec::new();
    while order.len() < list.len() {
        let is_ready = |at: &usize| {
            !order.contains(at) && needs.get(*at).is_some_and(|all| all.iter().all(|n| order.contains(n)))
        };
        match (0..list.len()).find(is_ready) {
            Some(next) => order.push(next),
            None => {
                let left = list.iter().enumerate().filter(|(at, _)| !order.contains(at));
                let names: Vec<&str> = left.map(|(_, parameter)| parameter.name.as_str()).collect();
                return Err(format!("the meanings of {} depend on each other in a circle", names.join(", ")));
            }
        }
    }
    Ok(order)
}

/// True for a type whose values are integers.
pub fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Enum(_)) || matches!(ty, Type::Scalar(scalar) if !scalar.is_floating())
}

/// Number that the lowest `width` bits are in an integer type.
pub fn number_of(ty: &Type, bits: u128, width: u32) -> i128 {
    let unused = 128 - width.clamp(1, 128);
    match is_unsigned(ty) {
        true => i128::try_from(bits).unwrap_or(i128::MAX),
        false => (bits << unused).cast_signed() >> unused,
    }
}

/// True for an integer type whose values are not negative.
fn is_unsigned(ty: &Type) -> bool {
    match ty {
        Type::Scalar(scalar) => scalar.is_unsigned() || *scalar == Scalar::Bool,
        Type::Enum(enumeration) => enumeration.constants.iter().all(|constant| *constant >= 0),
        _ => true,
    }
}

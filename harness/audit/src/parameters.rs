//! The parameters of a function with their meanings.

use super::meaning::{Access, Element, Meaning, Memory, Numbers, Within};
use super::members::Members;
use crosscall_declarations::{Asked, Declaration, Written};
use crosscall_explain::dialect::Dialect;
use crosscall_explain::environment::UnderDialect;
use crosscall_explain::input::{Input, found};
use crosscall_model::finding::ValueId;
use crosscall_model::layout::Layout;
use crosscall_model::{Scalar, Target, Type};
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

/// Meaning of a parameter or member, with everything that is known of the types.
#[derive(Debug, Clone)]
pub enum Means {
    /// A value: any one, one of some numbers, or null.
    Value(Meaning),
    /// A record by value, and what its members mean.
    Record(Members),
    /// The address of memory.
    Memory {
        /// As it was described.
        memory: Box<Memory>,
        /// Type of an element; `None` for bytes.
        element: Option<Type>,
        /// Size of an element in bytes.
        size: u64,
        /// Alignment of the address in bytes.
        align: u64,
        /// Access that the function has to it.
        access: Access,
        /// Meanings of members of an element, or of the element itself.
        inside: Members,
    },
    /// The address of an element of other memory.
    Within(Within),
    /// The address of a function of ours; the index of its signature among those of the audit.
    Function(usize),
}

impl Means {
    /// Calls `visit` with the name of every argument and member on which it depends.
    fn needs(&self, visit: &mut dyn FnMut(&str)) {
        match self {
            Means::Value(meaning) => meaning.names(visit),
            Means::Within(within) => Meaning::Within(within.clone()).names(visit),
            Means::Record(inside) => inside.list.iter().for_each(|member| member.means.needs(visit)),
            Means::Memory { memory, inside, .. } => {
                Meaning::Memory(memory.clone()).names(visit);
                inside.list.iter().for_each(|member| member.means.needs(visit));
            }
            Means::Function(_) => {}
        }
    }

    /// The members that have a meaning.
    pub fn inside(&self) -> Option<&Members> {
        match self {
            Means::Record(inside) | Means::Memory { inside, .. } => Some(inside),
            Means::Value(_) | Means::Within(_) | Means::Function(_) => None,
        }
    }

    /// Calls `visit` with the name of every member inside, at any depth.
    fn gives(&self, visit: &mut dyn FnMut(&str)) {
        for member in self.inside().iter().flat_map(|inside| &inside.list) {
            visit(&member.name);
            member.means.gives(visit);
        }
    }
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

impl Parameters {
    /// Positions of the parameters that a number may not exceed, as `p` for `n: 0..p`.
    pub(super) fn limits(&self, at: usize) -> Vec<usize> {
        let mut limits = Vec::new();
        if let Some(Means::Value(Meaning::Number(Numbers::Range { bounds, .. }))) =
            self.list.get(at).map(|parameter| &parameter.means)
        {
            bounds.high.names(&mut |name| {
                limits.extend(self.list.iter().position(|parameter| parameter.name == name));
            });
        }
        limits
    }

    /// An integer without a meaning in the record that has the pointer `name`: it may say how large the memory is that it
    /// leads to.
    pub(super) fn free_beside(&self, name: &str) -> Option<&str> {
        fn beside<'m>(members: &'m Members, name: &str) -> Option<&'m str> {
            let is_here = members.list.iter().any(|member| member.name == name);
            let here = members.free.first().filter(|_| is_here).map(String::as_str);
            here.or_else(|| members.list.iter().find_map(|member| beside(member.means.inside()?, name)))
        }
        self.list.iter().find_map(|parameter| beside(parameter.means.inside()?, name))
    }
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
        let known = |name: &str| {
            let whole = name.split('.').next().unwrap_or(name);
            (!names.iter().any(|known| known == whole)).then(|| whole.to_owned())
        };
        let mut unknown = known(name);
        meaning.names(&mut |other| unknown = unknown.take().or_else(|| known(other)));
        if let Some(unknown) = unknown {
            let near = nearest(&unknown, names.iter().map(String::as_str));
            let hint = near.map_or_else(|| names.join(", "), |near| format!("did you mean {near}?"));
            return Err(format!("`{}` has no parameter `{unknown}`; {hint}", declaration.name));
        }
    }
    let mut about = About { target, source, dialect, meanings, functions: Vec::new() };
    let mut list = Vec::new();
    for ((name, written), ty) in
        names.iter().zip(&declaration.arguments).zip(declaration.signature.arguments())
    {
        let means = about.means(name, (ty, written))?;
        list.push(Parameter {
            name: name.clone(),
            ty: ty.clone(),
            written: written.type_and_meaning(),
            means,
        });
    }
    let functions = about.functions;
    let all: Vec<(&str, &Means)> =
        list.iter().map(|parameter| (parameter.name.as_str(), &parameter.means)).collect();
    for (name, means) in &all {
        means_something(name, means, &all)?;
    }
    let order = in_order(&all)?;
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
pub(super) struct About<'a> {
    pub(super) target: Target,
    source: &'a Input,
    dialect: &'a Dialect,
    pub(super) meanings: &'a [(String, Meaning)],
    /// Declarations of the functions whose addresses are passed.
    functions: Vec<Declaration>,
}

impl About<'_> {
    /// The meaning that was given to a name; the last word counts.
    pub(super) fn given(&self, name: &str) -> Option<&Meaning> {
        self.meanings.iter().rev().find(|(of, _)| of == name).map(|(_, meaning)| meaning)
    }

    fn means(&mut self, name: &str, (ty, written): (&Type, &Written)) -> Result<Means, String> {
        let given = self.given(name).cloned();
        match (ty, given) {
            (Type::DataPointer, None) => Err(format!(
                "`{name}` is a pointer: say what it points to, such as `{name}: 64 bytes`, `{name}: 16 of int`, `{name}: \
                 string`, or `{name}: any` if the function does not follow it"
            )),
            (Type::FunctionPointer, None | Some(Meaning::Function)) => self.function(name, &written.ty),
            (Type::Record(_), None | Some(Meaning::Any)) => {
                self.record(name, (ty, written)).map(Means::Record)
            }
            (_, None) => Ok(Means::Value(Meaning::Any)),
            (_, Some(given)) => self.one((name, &written.ty), ty, &given),
        }
    }

    /// A meaning that was given to something of a scalar type, in the words `written`.
    pub(super) fn one(
        &mut self,
        (name, written): (&str, &str),
        ty: &Type,
        given: &Meaning,
    ) -> Result<Means, String> {
        let means = match (ty, given) {
            (Type::DataPointer, Meaning::Memory(memory)) => self.memory(name, written, memory)?,
            (Type::DataPointer, Meaning::Within(within)) => Means::Within(within.clone()),
            (Type::DataPointer | Type::FunctionPointer, Meaning::Null) => Means::Value(given.clone()),
            (Type::FunctionPointer, Meaning::Function) => self.function(name, written)?,
            (_, Meaning::Any) => Means::Value(Meaning::Any),
            (_, Meaning::Number(_)) if is_number(ty) => Means::Value(given.clone()),
            _ => return Err(format!("`{name}` is of type `{written}`, to which this meaning does not fit")),
        };
        let own =
            |used: &str| used == name || used.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        let mut is_circle = false;
        match &means {
            Means::Memory { memory, .. } => {
                memory.count.names(&mut |used| is_circle |= own(used));
                is_circle |= memory.shared.as_ref().is_some_and(|shared| own(&shared.with));
            }
            means => means.needs(&mut |used| is_circle |= own(used)),
        }
        if is_circle { Err(format!("the meaning of `{name}` depends on itself")) } else { Ok(means) }
    }

    /// A function of ours that is called through a pointer of this type.
    fn function(&mut self, name: &str, written: &str) -> Result<Means, String> {
        let declaration = callback(written).map_err(|e| {
            format!(
                "`{name}` is a pointer to a function that cannot be made: {e}; `{name}: any` passes a number that the function \
                 does not call"
            )
        })?;
        self.functions.push(declaration);
        Ok(Means::Function(self.functions.len() - 1))
    }

    fn memory(&mut self, name: &str, written: &str, memory: &Memory) -> Result<Means, String> {
        let target = pointee(written);
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
        let mut words = written.split('*').next().into_iter().flat_map(str::split_whitespace);
        let usual_access = if words.any(|word| word == "const") { Access::In } else { Access::InOut };
        Ok(Means::Memory {
            memory: Box::new(memory.clone()),
            size,
            align: memory.align.unwrap_or(usual).max(1),
            access: memory.access.unwrap_or(usual_access),
            inside: self.elements(name, element.as_ref(), memory)?,
            element,
        })
    }

    pub(super) fn layout(&self, ty: &Type) -> Layout {
        abi::layout(self.target, ty, &mut Chooser::new(catalogue(self.target), self.dialect))
    }

    /// A type by its words, with the types of the source known.
    fn type_of(&self, text: &str) -> Result<Type, String> {
        self.asked(text).map(|asked| asked.ty)
    }

    pub(super) fn asked(&self, text: &str) -> Result<Asked, String> {
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
fn callback(text: &str) -> Result<Declaration, String> {
    let marks = text.find("(*").and_then(|at| Some((at, at + text.get(at..)?.find(')')?)));
    let (open, close) = marks.ok_or_else(|| format!("`{text}` does not show its parameters"))?;
    let (result, parameters) =
        (text.get(..open).unwrap_or_default(), text.get(close + 1..).unwrap_or_default());
    let declaration = crosscall_declarations::parse(&format!("{result} callback{parameters}"));
    declaration.map_err(|e| e.to_string())
}

/// Checks that everything on which a meaning depends has one itself, and is memory where it has to be.
fn means_something(name: &str, means: &Means, all: &[(&str, &Means)]) -> Result<(), String> {
    let mut known: Vec<String> = Vec::new();
    for (of, means) in all {
        known.push((*of).to_owned());
        means.gives(&mut |member| known.push(member.to_owned()));
    }
    let mut unknown = None;
    means.needs(&mut |used| {
        if !known.iter().any(|name| name == used) {
            unknown.get_or_insert(used.to_owned());
        }
    });
    match unknown {
        None => Ok(()),
        Some(unknown) => {
            let near = nearest(&unknown, known.iter().map(String::as_str));
            let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            Err(format!(
                "`{name}` depends on `{unknown}`, which is no number and no pointer in a record{hint}"
            ))
        }
    }
}

/// An order in which each comes behind those others whose values its own depends on.
pub(super) fn in_order(all: &[(&str, &Means)]) -> Result<Vec<usize>, String> {
    let gives: Vec<Vec<String>> = all
        .iter()
        .map(|(name, means)| {
            let mut given = vec![(*name).to_owned()];
            means.gives(&mut |member| given.push(member.to_owned()));
            given
        })
        .collect();
    let needs = |(at, (_, means)): (usize, &(&str, &Means))| {
        let mut needed: Vec<usize> = Vec::new();
        means.needs(&mut |used| {
            let givers = gives.iter().enumerate().filter(|(_, given)| given.iter().any(|name| name == used));
            needed.extend(givers.map(|(giver, _)| giver).filter(|giver| *giver != at));
        });
        needed
    };
    let needs: Vec<Vec<usize>> = all.iter().enumerate().map(needs).collect();
    let mut order: Vec<usize> = Vec::new();
    while order.len() < all.len() {
        let is_ready = |at: &usize| {
            !order.contains(at) && needs.get(*at).is_some_and(|all| all.iter().all(|n| order.contains(n)))
        };
        match (0..all.len()).find(is_ready) {
            Some(next) => order.push(next),
            None => {
                let left = all.iter().enumerate().filter(|(at, _)| !order.contains(at));
                let names: Vec<&str> = left.map(|(_, (name, _))| *name).collect();
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

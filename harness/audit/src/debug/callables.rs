//! Functions that can be called by what debug information says of them, and those that cannot.

use super::Material;
use super::entries::Entries;
use super::functions::{Callable, functions};
use super::nodes::{Nodes, Sections};
use super::rulings::Rulings;
use super::types::Types;
use super::work::{Exhausted, Work};
use crosscall_explain::dialect::Dialect;
use crosscall_model::{Signature, Target, Type, c};

/// A function with its declaration, or the reason why it cannot be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// Name of the function, as in C.
    pub name: String,
    /// Declaration of the function in C, with bare types.
    pub prototype: Result<String, String>,
}

/// Functions of a file that other files can call, in their order.
pub fn described(target: Target, dialect: &Dialect, material: &Material) -> Vec<Described> {
    let file = &material.file;
    let sections = Sections::of(file);
    let mut rulings = Rulings { target, dialect, work: Work::new(super::MOST_STEPS) };
    let nodes = Nodes::read(&sections, &mut rulings.work);
    let callable = Callable::of(file);
    let mut entries = Entries::default();
    let mut types = Types::new(&nodes, &mut rulings, &mut entries, 0);
    let mut all: Vec<Described> = Vec::new();
    for at in functions(&nodes) {
        let is_of_c = nodes.list.get(at).is_some_and(|node| nodes.is_of_c(node));
        match of_function(&mut types, at, &callable, is_of_c) {
            Ok(Some(found)) if all.iter().all(|known| known.name != found.name) => all.push(found),
            Ok(_) => {}
            Err(Exhausted) => break,
        }
    }
    all
}

fn of_function(
    types: &mut Types<'_, '_, '_>,
    at: usize,
    callable: &Callable<'_>,
    is_of_c: bool,
) -> Result<Option<Described>, Exhausted> {
    let Some((name, signature)) = types.declared(at, callable)? else { return Ok(None) };
    let prototype = match signature {
        // Assemblers describe functions, too, without their types.
        _ if !is_of_c => Err(
            "it is written in another language than C, so that its types are not known; --prototype says \
                              what they are"
                .to_owned(),
        ),
        Err(reason) => Err(reason.to_string()),
        Ok(signature) => match obstacle(&signature) {
            Some(reason) => Err(reason.to_owned()),
            None => Ok(c::signature(&signature, &name)),
        },
    };
    Ok(Some(Described { name, prototype }))
}

/// Obstacle that keeps a function from being called without more being said of it.
fn obstacle(signature: &Signature) -> Option<&'static str> {
    let is_pointer = |ty: &Type| {
        let mut found = false;
        ty.visit(&mut |inner| found |= matches!(inner, Type::DataPointer));
        found
    };
    if signature.variadic.is_some() {
        Some("it has a variable number of arguments")
    } else if signature.parameters.iter().any(is_pointer) {
        Some("a parameter is a pointer to an unknown object; describe it with --prototype and --argument")
    } else {
        None
    }
}

//! Facts of a function that the author of an edit may use: the types in its declaration, and the places in which a
//! compiler of the target puts plain values.

use super::placement::Places;
use crosscall_model::Signature;
use std::collections::BTreeMap;

pub use super::placement::{Placement, TypeClass};

/// Side of a call on which a piece of a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The function under test.
    Callee,
    /// The function that calls it.
    Caller,
    /// Layout constants and initialised objects.
    Data,
    /// The compiler as a whole: its flags, or how it understands the source.
    Whole,
}

impl Side {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Side::Callee => "callee",
            Side::Caller => "caller",
            Side::Data => "data",
            Side::Whole => "whole",
        }
    }
}

/// Facts of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Number of its case in the unit.
    pub k: usize,
    /// Side of the call on which it is.
    pub side: Side,
    /// The declaration of the function under test, as the unit has it in a comment.
    pub text: String,
    /// The types of the function under test, where the declaration could be read.
    pub signature: Option<Signature>,
    /// For a layout unit: the expressions that its constants stand for.
    pub items: Vec<String>,
    /// Places that the target's compilers give values.
    pub placement: Placement,
}

impl Facts {
    /// Class of the result; `None` without a result.
    pub fn result(&self) -> Option<TypeClass> {
        self.signature.as_ref()?.result.as_ref().map(|ty| TypeClass::of(ty, &self.placement))
    }

    /// Places of the arguments.
    pub fn places(&self) -> Places {
        let signature = self.signature.as_ref();
        signature.map(|signature| Places::of(signature, &self.placement)).unwrap_or_default()
    }

    /// Classes of the arguments that travel in words, with the word at which each begins: the first words are the argument
    /// registers, the others lie on the stack. The list ends before the first argument whose class is not sure.
    pub fn arguments(&self) -> Vec<(TypeClass, u32)> {
        self.places().words
    }

    /// Words of arguments on the stack; `None` where the class of an argument is not sure.
    pub fn stack_words(&self) -> Option<u32> {
        let places = self.places();
        places.is_whole.then(|| places.stack_words(&self.placement))
    }

    /// True if the function takes unnamed arguments.
    pub fn is_variadic(&self) -> bool {
        self.signature.as_ref().is_some_and(|s| s.variadic.is_some())
    }

    /// A number that depends on the declaration only: rare edits go by it, so that a case behaves alike
    /// wherever in a unit it stands.
    pub fn draw(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in self.text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        hash ^ (hash >> 29)
    }
}

/// The facts of all functions of a unit, by their place in it. A unit in C says in a comment before each case
/// what it is.
pub fn read(c_text: &str, placement: &Placement) -> BTreeMap<usize, Facts> {
    let mut out = BTreeMap::new();
    let mut last = None;
    let mut in_layout = false;
    for line in c_text.lines() {
        if let Some((k, text)) = case_comment(line) {
            let signature = crosscall_declarations::parse(text).ok().map(|d| d.signature);
            let text = text.to_owned();
            let facts =
                Facts { k, side: Side::Data, text, signature, items: Vec::new(), placement: *placement };
            out.insert(k, facts);
            last = Some(k);
        } else if line.starts_with("unsigned int layout") {
            in_layout = true;
        } else if in_layout {
            let item = line.trim().trim_end_matches("};").trim().trim_end_matches(',');
            if let Some(facts) = last.and_then(|k| out.get_mut(&k)) {
                facts.items.push(item.to_owned());
            }
            in_layout = !line.trim_end().ends_with("};");
        }
    }
    out
}

/// `/* case 3: int f(void) */`
fn case_comment(line: &str) -> Option<(usize, &str)> {
    let inner = line.strip_prefix("/* case ")?.strip_suffix(" */")?;
    let (k, text) = inner.split_once(": ")?;
    Some((k.parse().ok()?, text))
}

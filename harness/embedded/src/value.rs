//! Functions that compute the value of expressions, written by hand for every operation.
//!
//! A target has a table of operations by name, each with the instructions that implement its C text. The function
//! around them loads the operands from their objects and stores the result; the contract is that of
//! [`crosscall_model::unit`].

use std::fmt::Write;

use crosscall_model::expression::{Operation, RESULT, Role, Shape, ValueCase};
use crosscall_model::{Target, unit};

use crate::Unsupported;
use crate::convention::{Convention, tables};
use crate::directives::Directives;
use crate::emit::Access;
use crate::readings::Readings;

/// Seeded fault in the value of expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueFault {
    /// Target whose code it changes.
    pub target: Target,
    /// Name on the command line; unique within the target.
    pub name: &'static str,
    /// Id of the clause that it breaks.
    pub clause: &'static str,
    /// Description of the mistake, in a sentence.
    pub description: &'static str,
    /// Instructions for the operations that it changes.
    pub(crate) instead: &'static [Lowered],
}

/// Fault of a target.
pub(crate) const fn fault(
    target: Target,
    name: &'static str,
    clause: &'static str,
    description: &'static str,
    instead: &'static [Lowered],
) -> ValueFault {
    ValueFault { target, name, clause, description, instead }
}

/// Name of an operation, and the instructions that compute it.
pub(crate) type Lowered = (&'static str, &'static str);

/// Expressions of a target.
///
/// Instructions are separated by `;`, and `@` in them stands for the number of the case. A word that begins with `$`
/// depends on a reading ([`Lowering::words`]); an instruction that begins with a word without a text is left out.
pub(crate) struct Lowering {
    /// Every operation: its name and its instructions.
    pub(crate) operations: &'static [&'static [Lowered]],
    /// Words that depend on readings.
    pub(crate) words: &'static [Word],
    /// Seeded faults.
    pub(crate) faults: &'static [ValueFault],
    /// Writes the instructions that an abbreviation stands for, given with the number of the case; returns false if
    /// the text is no abbreviation.
    pub(crate) expand: fn(&mut String, &str, usize) -> bool,
    /// Objects that instructions use, written once for a unit.
    pub(crate) constants: &'static str,
    /// Beginning and end of the function around the instructions.
    pub(crate) frame: [&'static str; 2],
    /// Loads the address of an object into the register for addresses.
    pub(crate) address: fn(&mut String, &str),
    /// Loads an operand from the object at that address, or stores the result there.
    pub(crate) access: fn(&mut String, &Transfer),
    /// Syntax of directives and names.
    pub(crate) directives: &'static dyn Directives,
}

/// Word of instructions that depends on a reading.
pub(crate) struct Word {
    /// Name, with the `$` before it.
    pub(crate) name: &'static str,
    /// Its text under the default reading.
    pub(crate) usual: &'static str,
    /// Question on which it depends, the number of the other reading, and its text under that one.
    pub(crate) other: (&'static str, u8, &'static str),
}

/// Operand that is loaded, or result that is stored.
pub(crate) struct Transfer {
    /// Direction.
    pub(crate) way: Access,
    /// Index of the operand; 0 for the result.
    pub(crate) index: usize,
    /// True if the operand is its object's address.
    pub(crate) by_address: bool,
    /// Type.
    pub(crate) shape: Shape,
    /// Size in bytes of the scalar, or of a vector's lane.
    pub(crate) size: u32,
}

impl ValueFault {
    /// Faults of a target, in the order of its table.
    pub fn of(target: Target) -> &'static [ValueFault] {
        tables(target).expressions.map_or(&[], |lowering| lowering.faults)
    }
}

/// Options for the code of expressions.
#[derive(Debug, Clone, Default)]
pub struct ValueOptions {
    /// Readings other than the default ones, each as its question and its number.
    pub readings: Vec<(&'static str, u8)>,
    /// Seeded fault.
    pub fault: Option<&'static ValueFault>,
}

/// Questions about expressions for which code can be generated in more than one way, each with the number of the
/// reading other than the default one.
pub fn value_readings(target: Target) -> Vec<(&'static str, u8)> {
    let words = tables(target).expressions.map_or(&[][..], |lowering| lowering.words);
    words.iter().map(|word| (word.other.0, word.other.1)).collect()
}

/// Assembly text of the value side of a batch: for each case its number `k`, its operation and the case.
///
/// # Errors
/// All cases that are not supported; nothing is generated then.
pub fn value_unit(
    cases: &[(usize, &Operation, &ValueCase)],
    options: &ValueOptions,
) -> Result<String, Vec<Unsupported>> {
    let mut text = String::new();
    let mut unsupported = Vec::new();
    for (k, operation, case) in cases {
        let lowering = tables(case.target).expressions.filter(|_| operation.fits(&case.operands));
        let code = lowering.and_then(|lowering| Some((lowering, code(lowering, operation.name, options)?)));
        let convention = <dyn Convention>::of_caller(&Readings::defaults(case.target), None);
        let Some(((lowering, code), convention)) = code.zip(convention) else {
            unsupported.push(Unsupported { k: *k, feature: format!("the value of {}", operation.name) });
            continue;
        };
        if text.is_empty() {
            text.push_str(lowering.constants);
        }
        let unit = ValueCode { k: *k, operation, lowering, convention: &*convention };
        unit.objects(&mut text, case);
        unit.function(&mut text, code, options);
    }
    if unsupported.is_empty() { Ok(text) } else { Err(unsupported) }
}

/// Instructions for an operation: those of the fault, else the usual ones.
fn code(lowering: &Lowering, name: &str, options: &ValueOptions) -> Option<&'static str> {
    let faulty = options.fault.map_or(&[][..], |fault| fault.instead);
    let usual = lowering.operations.iter().copied().flatten();
    faulty.iter().chain(usual).find(|(of, _)| *of == name).map(|(_, code)| *code)
}

/// Function and objects of one case.
struct ValueCode<'a> {
    k: usize,
    operation: &'a Operation,
    lowering: &'a Lowering,
    convention: &'a dyn Convention,
}

impl ValueCode<'_> {
    /// Writes the function: loads the operands, computes the value and stores it.
    fn function(&self, text: &mut String, code: &str, options: &ValueOptions) {
        let (lowering, operation) = (self.lowering, self.operation);
        let [[begin_section, end_section], ..] = lowering.directives.sections();
        let [begin, end] = lowering.frame;
        text.push_str(begin_section);
        lowering.directives.begin_function(text, &unit::value_function(self.k));
        text.push_str(begin);
        for (i, operand) in operation.operands.iter().enumerate() {
            (lowering.address)(text, &self.object_of(i));
            self.access(text, Access::Load, i, operand.role == Role::Memory, operand.shape);
        }
        self.instructions(text, code, options);
        if operation.operand(RESULT).is_none() {
            (lowering.address)(text, &unit::valued(self.k));
            self.access(text, Access::Store, 0, false, operation.result);
        }
        text.push_str(end);
        text.push_str(end_section);
    }

    fn access(&self, text: &mut String, way: Access, index: usize, by_address: bool, shape: Shape) {
        let size = self.convention.size(shape.element());
        (self.lowering.access)(text, &Transfer { way, index, by_address, shape, size });
    }

    /// Writes the instructions of an operation.
    fn instructions(&self, text: &mut String, code: &str, options: &ValueOptions) {
        for line in code.split(';').map(str::trim).filter(|line| !line.is_empty()) {
            let mut line = line.replace('@', &self.k.to_string());
            for Word { name, usual, other: (key, number, other) } in self.lowering.words {
                let meaning = if options.readings.contains(&(*key, *number)) { other } else { usual };
                if meaning.is_empty() && line.starts_with(name) {
                    line.clear();
                }
                line = line.replace(name, meaning);
            }
            if !line.is_empty() && !(self.lowering.expand)(text, &line, self.k) {
                let _ = writeln!(text, "{}{line}", if line.ends_with(':') { "" } else { "\t" });
            }
        }
    }

    /// Name of an operand's object.
    fn object_of(&self, i: usize) -> String {
        let is_result = self.operation.operands.get(i).is_some_and(|operand| operand.name == RESULT);
        if is_result { unit::valued(self.k) } else { unit::operand(self.k, i) }
    }

    /// Writes the objects of a case: its operands, and its result, filled with a pattern.
    fn objects(&self, text: &mut String, case: &ValueCase) {
        let directives = self.lowering.directives;
        let [_, [begin, end], _] = directives.sections();
        text.push_str(begin);
        for (i, (operand, values)) in self.operation.operands.iter().zip(&case.operands).enumerate() {
            self.object(text, &self.object_of(i));
            if let Role::Addresses(of) = operand.role {
                let name = match self.operation.operand(of) {
                    Some(at) if of != RESULT => unit::operand(self.k, at),
                    _ => unit::valued(self.k),
                };
                let (prefix, directive) = (directives.symbol_prefix(), directives.address_directive());
                for index in values {
                    let _ = writeln!(text, "\t{directive} {prefix}{name}+{}", index * 4);
                }
            } else {
                let size = self.convention.size(operand.shape.element());
                values.iter().for_each(|value| directives.number(text, *value, size));
            }
        }
        if self.operation.operand(RESULT).is_none() {
            self.object(text, &unit::valued(self.k));
            let size = self.convention.size(self.operation.result.element());
            let pattern = |_| directives.number(text, 0x5a5a_5a5a_5a5a_5a5a, size);
            (0..self.operation.result.len()).for_each(pattern);
        }
        text.push_str(end);
    }

    /// Begins an object, with the alignment of the widest type.
    fn object(&self, text: &mut String, name: &str) {
        self.lowering.directives.align(text, 64);
        self.lowering.directives.begin_object(text, name);
    }
}

/// True if a value is a vector.
pub(crate) fn is_vector(shape: Shape) -> bool {
    matches!(shape, Shape::Lanes(..))
}

//! Functions that compute the value of expressions, written by hand for every operation.
//!
//! A target has a table of operations by name, each with the instructions that implement its C text. The function
//! around them loads the operands from their objects and stores the result; the contract is that of
//! [`crosscall_model::unit`].

use std::fmt::Write;

use crosscall_model::expression::{Operation, RESULT, Role, Shape, ValueCase};
use crosscall_model::{Scalar, Target, unit};

use crate::Unsupported;
use crate::directives::Directives;
use crate::epiphany::value::EPIPHANY;
use crate::forwardcom::value::FORWARDCOM;
use crate::nyuzi::value::NYUZI;

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

/// Table of a target's expressions.
pub(crate) struct Lowering {
    /// Every operation: its name and its instructions.
    pub(crate) operations: &'static [&'static [Lowered]],
    /// Instructions under a reading other than the default one: its question, its number and the operations.
    pub(crate) readings: &'static [(&'static str, u8, &'static [Lowered])],
    /// Seeded faults.
    pub(crate) faults: &'static [ValueFault],
    /// Expands abbreviations in instructions.
    pub(crate) expand: fn(&str, usize) -> String,
    /// Objects that instructions use, written once for a unit.
    pub(crate) constants: &'static str,
    /// Writes the function around the instructions.
    pub(crate) function: fn(&mut String, usize, &Operation, &str),
    /// Number of bytes of a scalar.
    pub(crate) bytes: fn(Scalar) -> u32,
    /// Syntax of directives and names.
    pub(crate) directives: &'static dyn Directives,
}

/// Expressions of a target; none where nothing is written.
fn lowering(target: Target) -> Option<&'static Lowering> {
    match target {
        Target::Nyuzi => Some(&NYUZI),
        // The DPU's document does not mention expressions.
        Target::Dpu => None,
        Target::Epiphany => Some(&EPIPHANY),
        // The IPU's document does not mention expressions.
        Target::Ipu => None,
        Target::ForwardCom => Some(&FORWARDCOM),
        #[cfg(feature = "invented")]
        Target::Invented => None,
    }
}

impl ValueFault {
    /// Faults of a target, in the order of its table.
    pub fn of(target: Target) -> &'static [ValueFault] {
        lowering(target).map_or(&[], |lowering| lowering.faults)
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
    lowering(target)
        .map(|l| l.readings.iter().map(|(key, number, _)| (*key, *number)).collect())
        .unwrap_or_default()
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
        let lowering = lowering(case.target).filter(|_| operation.fits(&case.operands));
        let code = lowering.and_then(|lowering| Some((lowering, code(lowering, operation.name, options)?)));
        let Some((lowering, code)) = code else {
            unsupported.push(Unsupported { k: *k, feature: format!("the value of {}", operation.name) });
            continue;
        };
        if text.is_empty() {
            text.push_str(lowering.constants);
        }
        objects(&mut text, *k, operation, case, lowering);
        let [[begin, end], ..] = lowering.directives.sections();
        text.push_str(begin);
        lowering.directives.begin_function(&mut text, &unit::value_function(*k));
        (lowering.function)(&mut text, *k, operation, &(lowering.expand)(code, *k));
        text.push_str(end);
    }
    if unsupported.is_empty() { Ok(text) } else { Err(unsupported) }
}

/// Instructions for an operation: those of the fault, else those of a reading, else the usual ones.
fn code(lowering: &Lowering, name: &str, options: &ValueOptions) -> Option<&'static str> {
    let faulty = options.fault.map_or(&[][..], |fault| fault.instead);
    let read =
        lowering.readings.iter().filter(|(key, number, _)| options.readings.contains(&(*key, *number)));
    let read = read.flat_map(|(.., codes)| codes.iter());
    let usual = lowering.operations.iter().copied().flatten();
    faulty.iter().chain(read).chain(usual).find(|(of, _)| *of == name).map(|(_, code)| *code)
}

/// Writes the objects of a case: its operands, and its result, filled with a pattern.
fn objects(text: &mut String, k: usize, operation: &Operation, case: &ValueCase, lowering: &Lowering) {
    let directives = lowering.directives;
    let [_, [begin, end], _] = directives.sections();
    text.push_str(begin);
    let mut has_result = false;
    for (i, (operand, values)) in operation.operands.iter().zip(&case.operands).enumerate() {
        let is_result = operand.name == RESULT;
        has_result |= is_result;
        object(text, &if is_result { unit::valued(k) } else { unit::operand(k, i) }, lowering);
        if let Role::Addresses(of) = operand.role {
            let name = match operation.operand(of) {
                Some(at) if of != RESULT => unit::operand(k, at),
                _ => unit::valued(k),
            };
            for index in values {
                let (prefix, directive) =
                    (lowering.directives.symbol_prefix(), lowering.directives.address_directive());
                let _ = writeln!(text, "\t{directive} {prefix}{name}+{}", index * 4);
            }
        } else {
            let size = (lowering.bytes)(operand.shape.element());
            values.iter().for_each(|value| directives.number(text, *value, size));
        }
    }
    if !has_result {
        object(text, &unit::valued(k), lowering);
        let size = (lowering.bytes)(operation.result.element());
        (0..operation.result.len()).for_each(|_| directives.number(text, 0x5a5a_5a5a_5a5a_5a5a, size));
    }
    text.push_str(end);
}

/// Begins an object, with the alignment of the widest type.
fn object(text: &mut String, name: &str, lowering: &Lowering) {
    lowering.directives.align(text, 64);
    lowering.directives.begin_object(text, name);
}

/// Appends instructions, which are separated by `;`. `@` stands for the number of the case; `special` writes lines of
/// its own and returns true if it did.
pub(crate) fn lines(
    text: &mut String,
    code: &str,
    k: usize,
    special: &mut dyn FnMut(&mut String, &str) -> bool,
) {
    for line in code.split(';').map(str::trim).filter(|line| !line.is_empty()) {
        let line = line.replace('@', &k.to_string());
        if !special(text, &line) {
            let _ = writeln!(text, "{}{line}", if line.ends_with(':') { "" } else { "\t" });
        }
    }
}

/// True if a value is a vector.
pub(crate) fn is_vector(shape: Shape) -> bool {
    matches!(shape, Shape::Lanes(..))
}

//! Value side of a batch as C, according to the contract in [`crosscall_model::unit`].

use crate::c_unit::literal;
use crate::widths::{Widths, mask_of_word};
use crosscall_model::expression::{Operand, Operation, RESULT, Role, Shape, ValueCase};
use crosscall_model::{Scalar, Target, unit};
use std::fmt::Write;

/// Contents of the object for a result before it is assigned.
const BLANK: u64 = 0x5a5a_5a5a_5a5a_5a5a;

/// Value side (`value.c`) of a batch: pairs of a case's position and the case. Cases whose operation is not in the
/// table are left out.
pub fn unit(table: &[&'static Operation], cases: &[(usize, &ValueCase)], widths: &Widths) -> String {
    let mut text = String::new();
    for (element, lanes) in vectors(table) {
        define_vector(&mut text, element, lanes);
    }
    for (k, case) in cases {
        if let Some(operation) = Operation::find(table, &case.operation) {
            let printer = Printer { k: *k, case, operation, widths };
            let _ = write!(text, "\n/* case {k}: {case} */\n{}", printer.print());
        }
    }
    text
}

/// Vector types of a table, without duplicates.
fn vectors(table: &[&'static Operation]) -> Vec<(Scalar, u32)> {
    let mut found = Vec::new();
    for operation in table {
        let shapes = operation.operands.iter().map(|operand| operand.shape).chain([operation.result]);
        for shape in shapes {
            if let Shape::Lanes(element, lanes) = shape
                && !found.contains(&(element, lanes))
            {
                found.push((element, lanes));
            }
        }
    }
    found
}

fn vector_name(element: Scalar, lanes: u32) -> String {
    let element = if element == Scalar::UnsignedInt { "unsigned" } else { element.c_name() };
    format!("{}_x{lanes}", element.replace(' ', "_"))
}

fn define_vector(text: &mut String, element: Scalar, lanes: u32) {
    let (name, element) = (vector_name(element, lanes), element.c_name_without_header());
    let _ = writeln!(text, "typedef {element} {name} __attribute__((ext_vector_type({lanes})));");
}

struct Printer<'a> {
    k: usize,
    case: &'a ValueCase,
    operation: &'a Operation,
    widths: &'a Widths,
}

impl Printer<'_> {
    fn print(&self) -> String {
        let mut text = String::new();
        if self.operation.operand(RESULT).is_none() {
            let shape = self.operation.result;
            let bits = BLANK & mask_of_word(self.widths.scalar(shape.element()));
            let blank = vec![bits; shape.len() as usize];
            text += &self.object("", shape, &unit::valued(self.k), &blank);
        }
        for (i, (operand, values)) in self.operation.operands.iter().zip(&self.case.operands).enumerate() {
            text += &self.operand_object(i, operand, values);
        }
        let (name, body) = (unit::value_function(self.k), self.body());
        let _ = write!(text, "void {name}(void)\n{{\n\t{body}\n}}\n");
        text
    }

    /// Definition of an operand that is an object; empty for others.
    fn operand_object(&self, i: usize, operand: &Operand, values: &[u64]) -> String {
        let name = self.name(i, operand);
        match operand.role {
            Role::Memory => self.object("", operand.shape, &name, values),
            Role::Value if !self.case.folded => self.object("volatile ", operand.shape, &name, values),
            Role::Addresses(of) if !self.case.folded => {
                let list = self.addresses(of, values, "");
                let shape = self.shape_name(operand.shape);
                format!(
                    "volatile union {{ int *e[{}]; {shape} v; }} {name} = {{ {{ {list} }} }};\n",
                    values.len()
                )
            }
            Role::Value | Role::Constant | Role::Addresses(_) => String::new(),
        }
    }

    fn object(&self, qualifier: &str, shape: Shape, name: &str, values: &[u64]) -> String {
        let list = self.list(shape, values);
        let element = shape.element().c_name_without_header();
        match shape {
            Shape::One(_) => format!("{qualifier}{element} {name} = {list};\n"),
            Shape::Array(count) => format!("{qualifier}{element} {name}[{count}] = {{ {list} }};\n"),
            // The initial value does not depend on the initialisation of vectors.
            Shape::Lanes(_, lanes) => {
                let vector = self.shape_name(shape);
                format!(
                    "{qualifier}union {{ {element} e[{lanes}]; {vector} v; }} {name} = {{ {{ {list} }} }};\n"
                )
            }
        }
    }

    /// Statements with the operands in their places.
    fn body(&self) -> String {
        let mut text = String::new();
        let mut rest = self.operation.c;
        while let Some((before, behind)) = rest.split_once('{') {
            text += before;
            let place = behind.split_once('}').and_then(|(name, rest)| Some((self.place(name)?, rest)));
            match place {
                Some((operand, after)) => {
                    text += &operand;
                    rest = after;
                }
                None => {
                    text.push('{');
                    rest = behind;
                }
            }
        }
        text + rest
    }

    /// Text for a place in braces; `None` for braces that belong to C.
    fn place(&self, name: &str) -> Option<String> {
        let (name, as_list) = match name.strip_suffix(',') {
            Some(name) => (name, true),
            None => (name, false),
        };
        let mut letters = name.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
        let position = self.operation.operand(letter);
        let Some(i) = position else {
            let member = if matches!(self.operation.result, Shape::Lanes(..)) { ".v" } else { "" };
            return (letter == RESULT).then(|| format!("{}{member}", unit::valued(self.k)));
        };
        let (operand, values) = (self.operation.operands.get(i)?, self.case.operands.get(i)?);
        Some(if as_list { self.list(operand.shape, values) } else { self.expression(i, operand, values) })
    }

    fn expression(&self, i: usize, operand: &Operand, values: &[u64]) -> String {
        let object = match operand.shape {
            Shape::Lanes(..) => format!("{}.v", self.name(i, operand)),
            Shape::One(_) | Shape::Array(_) => self.name(i, operand),
        };
        let constants = |list: String| match operand.shape {
            Shape::Lanes(..) => format!("({}){{ {list} }}", self.shape_name(operand.shape)),
            Shape::One(_) | Shape::Array(_) => list,
        };
        match operand.role {
            Role::Memory => object,
            Role::Constant => constants(self.list(operand.shape, values)),
            Role::Value if self.case.folded => constants(self.list(operand.shape, values)),
            Role::Addresses(of) if self.case.folded => {
                constants(self.addresses(of, values, "(int)(__INTPTR_TYPE__)"))
            }
            Role::Value | Role::Addresses(_) => object,
        }
    }

    fn name(&self, i: usize, operand: &Operand) -> String {
        if operand.name == RESULT { unit::valued(self.k) } else { unit::operand(self.k, i) }
    }

    /// Addresses of elements of an operand.
    fn addresses(&self, of: char, indices: &[u64], cast: &str) -> String {
        let found = self.operation.operand(of).and_then(|i| Some((i, self.operation.operands.get(i)?)));
        let name = found.map(|(i, operand)| self.name(i, operand)).unwrap_or_default();
        indices.iter().map(|index| format!("{cast}&{name}[{index}]")).collect::<Vec<_>>().join(", ")
    }

    fn list(&self, shape: Shape, values: &[u64]) -> String {
        let target: Target = self.case.target;
        let one = |bits: &u64| literal(target, shape.element(), (*bits).into());
        values.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    fn shape_name(&self, shape: Shape) -> String {
        match shape {
            Shape::Lanes(element, lanes) => vector_name(element, lanes),
            Shape::One(scalar) => scalar.c_name_without_header().to_owned(),
            Shape::Array(_) => Scalar::Int.c_name().to_owned(),
        }
    }
}

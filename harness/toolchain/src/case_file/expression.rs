//! The table `[value]` of a case file: an expression with its operands.
//!
//! ```toml
//! [value]
//! operation = "add-ints"                  # a row of the target's table
//! operands = ["{0x1, 0x2}", "0x7"]        # bits of each element
//! constants = true                        # the operands are constants in the text; optional
//! ```

use super::value::elements;
use crate::cases::lexicon::lexicon;
use crosscall_model::expression::ValueCase;
use crosscall_model::{Target, Value};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    operation: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    operands: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    constants: bool,
}

impl Text {
    /// A case as text.
    pub(super) fn of(case: &ValueCase) -> Text {
        Text {
            operation: case.operation.clone(),
            operands: case.operand_values().iter().map(Value::to_string).collect(),
            constants: case.folded,
        }
    }

    /// The case of a target.
    pub(super) fn case(self, target: Target) -> Result<ValueCase, String> {
        let lexicon = lexicon(target);
        let mut case =
            ValueCase { target, operation: self.operation, operands: Vec::new(), folded: self.constants };
        let operation =
            lexicon.find(&case).ok_or_else(|| format!("{target} has no operation `{}`", case.operation))?;
        let (wants, has) = (operation.operands.len(), self.operands.len());
        if wants != has {
            return Err(format!("`{}` takes {wants} operands, {has} are given", case.operation));
        }
        for (operand, text) in operation.operands.iter().zip(&self.operands) {
            let width = lexicon.widths.scalar(operand.shape.element());
            case.operands.push(elements(text, operand, width)?);
        }
        Ok(case)
    }
}

#[cfg(test)]
mod tests {
    use crate::case_file::tests::{comes_back, is_refused_with};

    const GOOD: &str = r#"crosscall = 1
target = "nyuzi"

[value]
operation = "lane-of-ints"
operands = ["{0x0, 0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0x7, 0x8, 0x9, 0xa, 0xb, 0xc, 0xd, 0xe, 0xf}", "0x3"]
constants = true
"#;

    #[test]
    fn what_is_written_is_read() {
        for text in [GOOD.to_owned(), GOOD.replace("constants = true\n", "")] {
            comes_back(&text);
        }
    }

    #[test]
    fn mistakes_are_reported() {
        let mistakes = [
            ("lane-of-ints", "nothing", "nyuzi has no operation `nothing`"),
            (", \"0x3\"]", "]", "takes 2 operands, 1 are given"),
            ("\"0x3\"", "\"{0x3, 0x4}\"", "operand i is 1 number, not `{0x3, 0x4}`"),
            ("{0x0, ", "{", "is 16 numbers in braces"),
            ("{0x0, ", "{{0x0}, ", "is 16 numbers in braces"),
            ("0xf}", "0x100000000}", "0x100000000 does not fit the 32 bits of operand a"),
            ("[value]", "signature = \"void f(void)\"\n[value]", "one of a signature, a table `tool`"),
        ];
        is_refused_with(GOOD, &mistakes);
    }
}

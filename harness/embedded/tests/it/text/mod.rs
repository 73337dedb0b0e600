//! The generated text, as people read it in findings.

mod epiphany;
mod riscv;

use crosscall_embedded::Unsupported;
use crosscall_model::{Case, Scalar, Signature, Style, Target, Type, Value};
use expect_test::Expect;

fn case(result: Option<(Type, Value)>, arguments: Vec<(Type, Value)>, style: Style) -> Case {
    let (parameters, arguments) = arguments.into_iter().unzip();
    let (result_type, result) = result.unzip();
    let signature = Signature { result: result_type, parameters, variadic: None };
    Case { target: Target::Epiphany, signature, arguments, result, style }
}

fn scalar(scalar: Scalar, bits: u128) -> (Type, Value) {
    (scalar.into(), Value::Bits(bits))
}

fn pair() -> (Type, Value) {
    let ty = Type::structure([Type::from(Scalar::Char), Type::from(Scalar::LongLong)]);
    (ty, Value::List(vec![Value::Bits(0x11), Value::Bits(0x2222_3333_4444_5555)]))
}

/// Compares the code of a unit, without its data.
fn check(text: Result<String, Vec<Unsupported>>, expected: Expect) {
    let text = text.expect("supported");
    expected.assert_eq(text.split("\t.data\n").next().unwrap_or_default());
}

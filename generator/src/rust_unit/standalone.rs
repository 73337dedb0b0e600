//! A case as a unit in Rust of a program that is independent of crosscall: what [`crate::c_unit::standalone`] writes in C, with the same
//! symbols, so that each side can be in either language.

use super::callee::{parameters, results};
use super::prelude;
use super::side::object;
use super::types::Types;
use super::value::expression;
use crate::c_unit::standalone::VERDICT;
use crosscall_model::leaf::leaves;
use crosscall_model::{Case, Type, Value, unit};
use std::fmt::Write;

/// Position of the only case in its units.
const K: usize = 0;

/// Unit that defines the function and checks its arguments.
pub fn function(case: &Case) -> String {
    let types = Types::new(K, case);
    let mut text = prelude(case.target) + "\n" + &types.define() + &object("wrong", "i32", "0");
    if let (Some(ty), Some(value)) = (&case.signature.result, &case.result) {
        text += &object("result", &types.name(ty), &expression(&types, ty, value));
    }
    let mut body = String::new();
    for (i, (ty, value)) in case.signature.arguments().zip(&case.arguments).enumerate() {
        text += &object(&format!("want{i}"), &types.name(ty), &expression(&types, ty, value));
        body += &differs(&types, ty, value, &format!("arg{i}"), &format!("want{i}"), "wrong = 1");
    }
    let (f, list, result) = (unit::callee(K), parameters(&types, case, "arg", true), results(&types, case));
    let end = if case.signature.result.is_some() { "\tresult\n" } else { "" };
    text + &format!("\n#[no_mangle] pub unsafe extern \"C\" fn {f}({list}){result} {{\n{body}{end}}}\n")
}

/// Unit that calls the function according to its declaration, and checks the result.
pub fn caller(case: &Case) -> String {
    let types = Types::new(K, case);
    let mut text = prelude(case.target) + "\n" + &types.define();
    let (f, list, result) = (unit::callee(K), parameters(&types, case, "arg", true), results(&types, case));
    let _ = writeln!(text, "extern \"C\" {{ fn {f}({list}){result}; static mut wrong: i32; }}");
    text += &object(VERDICT, "i32", "0");
    let mut names = Vec::new();
    for (i, (ty, value)) in case.signature.arguments().zip(&case.arguments).enumerate() {
        names.push(format!("x{i}"));
        text += &object(&format!("x{i}"), &types.name(ty), &expression(&types, ty, value));
    }
    let mut check = String::new();
    if let (Some(ty), Some(value)) = (&case.signature.result, &case.result) {
        text += &object("want", &types.name(ty), &expression(&types, ty, value));
        check = differs(&types, ty, value, "r", "want", &format!("{VERDICT} = {VERDICT} | 2"));
    }
    let names = names.join(", ");
    text + &format!(
        "\n#[no_mangle] pub unsafe extern \"C\" fn main() -> i32 {{\n\tlet r = {f}({names});\n\tif wrong != 0 {{ {VERDICT} = {VERDICT} | 1; \
         }}\n{check}\t{VERDICT}\n}}\n"
    )
}

/// Statements that do something where the bits of the scalars of two values differ.
fn differs(types: &Types<'_>, ty: &Type, value: &Value, one: &str, other: &str, then: &str) -> String {
    let mut text = String::new();
    for leaf in leaves(ty, value) {
        let bits = |base: &str| {
            let value = leaf.expression(base);
            match leaf.ty {
                Type::Scalar(scalar) if scalar.is_floating() => {
                    let width = types.target.float_format(*scalar).bits();
                    format!("bits::<u{width}, {}> {{ value: {value} }}.bits", types.name(leaf.ty))
                }
                Type::Scalar(_) => value,
                Type::Enum(_) => format!("{value} as i64"),
                Type::DataPointer => format!("{value} as usize"),
                _ => format!("bits::<usize, {}> {{ value: {value} }}.bits", types.name(leaf.ty)),
            }
        };
        let _ = writeln!(text, "\tif ({}) != ({}) {{ {then}; }}", bits(one), bits(other));
    }
    text
}

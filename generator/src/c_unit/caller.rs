//! Caller side of a case.

use std::fmt::Write;

use crate::unit_parts::{Side, first_of_type};
use crosscall_model::unit::{self, Holds};
use crosscall_model::{Case, Form};

use super::callee::{NAME, declaration, header};
use super::slots::slots;
use super::style::read_array;
use super::types::Types;
use super::value::initialiser;

pub(super) fn case(text: &mut String, k: usize, case: &Case) {
    let types = Types::new(k, case);
    let style = case.style;
    let side = Side::caller(k, case);
    let slots = slots(k, unit::returned(k), unit::returned_slots(case));
    *text += &types.define();
    *text += &slots.define(&types);
    for (i, (ty, value)) in case.signature.arguments().zip(&case.arguments).enumerate() {
        let object = types.declare(ty, &unit::argument(k, i));
        let _ = writeln!(text, "{object} = {};", initialiser(&types, ty, value));
    }
    let words: Vec<u32> = (0..usize::from(style.live)).map(unit::keep_value).collect();
    *text += &side.define(&unit::keep(k), &words);
    let _ = writeln!(text, "{};", header(&types, k, case, None));
    let function = functions(text, &types, &side, case);
    let _ = writeln!(text, "void {}(void)\n{{", unit::caller(k));
    *text += &side.begin(&unit::keep(k), words.len());
    if let Some(ty) = &case.signature.result {
        let _ = writeln!(text, "\t{};", types.declare(ty, "r"));
    }
    *text += &side.others();
    let assign = if case.signature.result.is_some() { "r = " } else { "" };
    let mut call = format!("\t{assign}{function}({});\n", side.arguments(case).join(", "));
    if style.form == Form::Nested {
        // A statement after the call prevents that the call becomes a jump.
        *text += "\tvolatile int done = 0;\n";
        let _ = writeln!(text, "\t__attribute__((noinline)) void inner(void)\n\t{{\n{call}\tdone = 1;\n\t}}");
        "\tinner();\n".clone_into(&mut call);
    }
    *text += &side.around(words.len(), &call);
    for (i, holds) in slots.of(false) {
        let expression = match holds {
            Holds::Result(leaf) => leaf.expression("r"),
            Holds::Kept { index, .. } => format!("k{index}"),
            Holds::Dynamic(_) => read_array("dynamic", style.dynamic),
            Holds::Other(_) => "o".to_owned(),
            _ => continue,
        };
        let _ = writeln!(text, "\t{}", slots.store(i, holds, &expression));
    }
    *text += "}\n";
}

/// Writes the functions that the caller needs; returns the name by which it calls the function under test.
fn functions(text: &mut String, types: &Types<'_>, side: &Side, case: &Case) -> String {
    if case.style.computed {
        for (i, ty) in case.signature.arguments().enumerate() {
            if first_of_type(case, i) == i {
                let function = types.declare(ty, &format!("{}({})", side.same(i), types.declare(ty, "v")));
                let _ = writeln!(text, "__attribute__((noinline)) {function}\n{{\n\treturn v;\n}}");
            }
        }
    }
    let mut function = unit::callee(side.k);
    if case.style.pointer {
        let pointer = side.name("to_f");
        let object = declaration(types, case, &format!("(*{pointer})"), None);
        let _ = writeln!(text, "{object} = {function};");
        function = pointer;
    }
    if case.style.tail && case.signature.variadic.is_none() {
        let pass = side.name("pass");
        let names: Vec<String> = (0..case.arguments.len()).map(|i| format!("{NAME}{i}")).collect();
        let back = if case.signature.result.is_some() { "return " } else { "" };
        let head = declaration(types, case, &pass, Some(NAME));
        let list = names.join(", ");
        let _ = writeln!(text, "__attribute__((noinline)) {head}\n{{\n\t{back}{function}({list});\n}}");
        function = pass;
    }
    function
}

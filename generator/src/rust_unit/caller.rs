//! Caller side of a case.

use super::Types;
use super::callee::{parameters, results};
use super::side::{self, FUNCTION, object, read_array};
use super::slots;
use super::value::expression;
use crate::unit_parts::{Side, first_of_type};
use crosscall_model::Case;
use crosscall_model::unit::{self, Holds};
use std::fmt::Write;

pub(super) fn case(text: &mut String, k: usize, case: &Case) {
    let types = Types::new(k, case);
    let style = case.style;
    let side = Side::caller(k, case);
    let slots = slots::slots(k, unit::returned(k), unit::returned_slots(case));
    *text += &types.define();
    *text += &slots::define(&slots, &types);
    for (i, (ty, value)) in case.signature.arguments().zip(&case.arguments).enumerate() {
        *text += &object(&unit::argument(k, i), &types.name(ty), &expression(&types, ty, value));
    }
    let words: Vec<u32> = (0..usize::from(style.live)).map(unit::keep_value).collect();
    *text += &side::define(&side, &unit::keep(k), &words);
    let (f, result) = (unit::callee(k), results(&types, case));
    let _ = writeln!(text, "extern \"C\" {{ fn {f}({}){result}; }}", parameters(&types, case, "a", true));
    let function = functions(text, &types, &side, case);
    let _ = writeln!(text, "{FUNCTION} {}() {{", unit::caller(k));
    *text += &side::begin(&side, &unit::keep(k), words.len());
    *text += &side::others(&side);
    let call = format!("{function}({})", side.arguments(case).join(", "));
    let has_result = case.signature.result.is_some();
    if has_result && style.rounds > 0 {
        *text += "\tlet mut r;\n";
    }
    let assign = match (has_result, style.rounds > 0) {
        (true, true) => "r = ",
        (true, false) => "let r = ",
        (false, _) => "",
    };
    *text += &side::around(&side, words.len(), &format!("\t{assign}{call};\n"));
    for (i, holds) in slots.of(false) {
        let value = match holds {
            Holds::Result(leaf) => leaf.expression("r"),
            Holds::Kept { index, .. } => format!("k{index}"),
            Holds::Dynamic(_) => read_array("dynamic", style.dynamic),
            Holds::Other(_) => "o".to_owned(),
            _ => continue,
        };
        *text += &slots::store(&slots, None, i, holds, &value);
    }
    *text += "}\n";
}

/// Writes the functions that the caller needs; returns the name by which it calls the function under test.
fn functions(text: &mut String, types: &Types<'_>, side: &Side, case: &Case) -> String {
    if case.style.computed {
        for (i, ty) in case.signature.arguments().enumerate() {
            if first_of_type(case, i) == i {
                let (name, ty) = (side.same(i), types.name(ty));
                let _ = writeln!(text, "{FUNCTION} {name}(v: {ty}) -> {ty} {{\n\tv\n}}");
            }
        }
    }
    let mut function = unit::callee(side.k);
    let result = results(types, case);
    if case.style.pointer {
        let pointer = side.name("to_f");
        let list = parameters(types, case, "_", true);
        *text += &object(&pointer, &format!("unsafe extern \"C\" fn({list}){result}"), &function);
        function = pointer;
    }
    if case.style.tail && case.signature.variadic.is_none() {
        let pass = side.name("pass");
        let names: Vec<String> = (0..case.arguments.len()).map(|i| format!("a{i}")).collect();
        let list = parameters(types, case, "a", true);
        let _ =
            writeln!(text, "{FUNCTION} {pass}({list}){result} {{\n\t{function}({})\n}}", names.join(", "));
        function = pass;
    }
    function
}

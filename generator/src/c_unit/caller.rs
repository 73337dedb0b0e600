//! The caller side of a case.

use std::fmt::Write;

use crosscall_model::{Case, Form, unit};

use super::callee::header;
use super::slots::{KEPT, Slots};
use super::types::Types;
use super::value::initialiser;

pub(super) fn case(text: &mut String, k: usize, case: &Case) {
    let types = Types::new(k, case);
    let leaves = unit::result_leaves(case);
    let live = usize::from(case.style.live);
    let slots = Slots::new(k, unit::returned(k), &leaves, live);
    *text += &types.define();
    *text += &slots.define(&types);
    let arguments: Vec<String> = (0..case.arguments.len()).map(|i| unit::argument(k, i)).collect();
    for ((ty, value), name) in case.signature.arguments().zip(&case.arguments).zip(&arguments) {
        let _ = writeln!(text, "{} = {};", types.declare(ty, name), initialiser(&types, ty, value));
    }
    if live > 0 {
        let words: Vec<String> = (0..live).map(|i| format!("{:#x}u", unit::keep_value(i))).collect();
        let _ = writeln!(text, "unsigned int {}[{live}] = {{ {} }};", unit::keep(k), words.join(", "));
    }
    let _ = writeln!(text, "{};", header(&types, k, case, false));
    let _ = writeln!(text, "void {}(void)\n{{", unit::caller(k));
    for i in 0..live {
        let _ = writeln!(text, "\tunsigned int k{i} = {}[{i}];", unit::keep(k));
    }
    let call = format!("{}({})", unit::callee(k), arguments.join(", "));
    let nested = case.style.form == Form::Nested;
    match &case.signature.result {
        Some(ty) if nested => {
            let _ = writeln!(text, "\t{};", types.declare(ty, "r"));
            let _ = writeln!(text, "\t__attribute__((noinline)) void inner(void) {{ r = {call}; }}");
        }
        Some(ty) => {
            let _ = writeln!(text, "\t{} = {call};", types.declare(ty, "r"));
        }
        None if nested => {
            // Something is left to do behind the call, lest it becomes a jump.
            *text += "\tvolatile int done = 0;\n";
            let _ = writeln!(text, "\t__attribute__((noinline)) void inner(void) {{ {call}; done = 1; }}");
        }
        None => {
            let _ = writeln!(text, "\t{call};");
        }
    }
    if nested {
        *text += "\tinner();\n";
    }
    for (i, leaf) in leaves.iter().enumerate() {
        let _ = writeln!(text, "\t{}", slots.store(i, leaf, &format!("r{}", leaf.path)));
    }
    for i in 0..live {
        let _ = writeln!(text, "\t{} = k{i};", slots.place(leaves.len() + i, &KEPT));
    }
    *text += "}\n";
}

//! The callee side of a case.

use std::fmt::Write;

use crosscall_model::{Case, Type, unit};

use super::slots::Slots;
use super::types::Types;
use super::value::initialiser;

pub(super) fn case(text: &mut String, k: usize, case: &Case) {
    let types = Types::new(k, case);
    let leaves = unit::argument_leaves(case);
    let plain: Vec<_> = leaves.iter().map(|(_, leaf)| leaf.clone()).collect();
    let slots = Slots::new(k, unit::received(k), &plain, 0);
    *text += &types.define();
    *text += &slots.define(&types);
    if let (Some(ty), Some(value)) = (&case.signature.result, &case.result) {
        let object = types.declare(ty, &unit::result(k));
        let _ = writeln!(text, "{object} = {};", initialiser(&types, ty, value));
    }
    if case.style.calls {
        let _ = writeln!(text, "void {}(void);", unit::clobber(k));
    }
    let _ = writeln!(text, "{}\n{{", header(&types, k, case, true));
    body(text, &types, k, case);
    for (slot, (argument, leaf)) in leaves.iter().enumerate() {
        let named = *argument < case.signature.parameters.len();
        let base = if case.style.address_taken && named {
            format!("(*p{argument})")
        } else {
            format!("a{argument}")
        };
        let _ = writeln!(text, "\t{}", slots.store(slot, leaf, &format!("{base}{}", leaf.path)));
    }
    if case.signature.variadic.is_some() {
        *text += "\t__builtin_va_end(list);\n";
    }
    if case.signature.result.is_some() {
        let _ = writeln!(text, "\treturn {};", unit::result(k));
    }
    *text += "}\n";
}

/// The function's declaration, with or without names of parameters.
pub(super) fn header(types: &Types<'_>, k: usize, case: &Case, names: bool) -> String {
    let signature = &case.signature;
    let mut parameters: Vec<String> = signature
        .parameters
        .iter()
        .enumerate()
        .map(|(i, ty)| if names { types.declare(ty, &format!("a{i}")) } else { types.name(ty) })
        .collect();
    if signature.variadic.is_some() {
        parameters.push("...".to_owned());
    }
    if parameters.is_empty() {
        parameters.push("void".to_owned());
    }
    let call = format!("{}({})", unit::callee(k), parameters.join(", "));
    signature.result.as_ref().map_or_else(|| format!("void {call}"), |ty| types.declare(ty, &call))
}

/// Declarations, and everything that happens before the parameters are read.
fn body(text: &mut String, types: &Types<'_>, k: usize, case: &Case) {
    let signature = &case.signature;
    let named = signature.parameters.len();
    let locals = usize::from(case.style.locals);
    if locals > 0 {
        let _ = writeln!(text, "\tvolatile unsigned char local[{locals}];");
    }
    if case.style.address_taken {
        for (i, ty) in signature.parameters.iter().enumerate() {
            let _ = writeln!(text, "\t{} = &a{i};", types.declare(ty, &format!("*volatile p{i}")));
        }
    }
    let unnamed: Vec<(usize, &Type)> =
        signature.variadic.iter().flatten().enumerate().map(|(i, ty)| (named + i, ty)).collect();
    for (i, ty) in &unnamed {
        let _ = writeln!(text, "\t{};", types.declare(ty, &format!("a{i}")));
    }
    if signature.variadic.is_some() {
        *text += "\t__builtin_va_list list;\n";
    }
    if case.style.calls {
        let _ = writeln!(text, "\t{}();", unit::clobber(k));
    }
    if locals > 0 {
        let mut places = vec![0, locals / 2, locals - 1];
        places.dedup();
        for (i, place) in places.iter().enumerate() {
            let _ = writeln!(text, "\tlocal[{place}] = {:#x};", 0x51 + i);
        }
        for place in places {
            let _ = writeln!(text, "\t(void)local[{place}];");
        }
    }
    if signature.variadic.is_some() {
        let _ = writeln!(text, "\t__builtin_va_start(list, a{});", named.saturating_sub(1));
    }
    for (i, ty) in &unnamed {
        let _ = writeln!(text, "\ta{i} = __builtin_va_arg(list, {});", types.name(ty));
    }
}

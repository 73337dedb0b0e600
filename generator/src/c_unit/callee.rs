//! The callee side of a case.

use std::fmt::Write;

use crosscall_model::{Case, Form, Type, unit};

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
    let passed_on = matches!(case.style.form, Form::VaListPassed | Form::VaListPointer);
    let named = case.signature.parameters.len();
    let stores = |text: &mut String, unnamed: bool, indent: &str| {
        for (slot, (argument, leaf)) in leaves.iter().enumerate() {
            if passed_on && (*argument >= named) != unnamed {
                continue;
            }
            let base = if case.style.address_taken && *argument < named {
                format!("(*p{argument})")
            } else {
                format!("a{argument}")
            };
            let _ = writeln!(text, "{indent}{}", slots.store(slot, leaf, &format!("{base}{}", leaf.path)));
        }
    };
    if passed_on {
        let _ = writeln!(text, "static __attribute__((noinline)) void take{k}({})\n{{", list_parameter(case));
        take_unnamed(text, &types, case);
        stores(text, true, "\t");
        *text += "}\n";
    }
    let _ = writeln!(text, "{}\n{{", header(&types, k, case, true));
    body(text, &types, k, case);
    if case.style.form == Form::Nested {
        *text += "\t__attribute__((noinline)) void inner(void)\n\t{\n";
        stores(text, false, "\t\t");
        *text += "\t}\n\tinner();\n";
    } else {
        stores(text, false, "\t");
    }
    if passed_on {
        let _ = writeln!(text, "\ttake{k}({});", if by_address(case) { "&list" } else { "list" });
    }
    if case.signature.variadic.is_some() {
        *text += "\t__builtin_va_end(list);\n";
    }
    if case.signature.result.is_some() {
        let _ = writeln!(text, "\treturn {};", unit::result(k));
    }
    *text += "}\n";
}

/// Whether a `va_list` is handed on by its address.
fn by_address(case: &Case) -> bool {
    case.style.form == Form::VaListPointer
}

/// The parameter of the function that a `va_list` is handed on to.
fn list_parameter(case: &Case) -> &'static str {
    if by_address(case) { "__builtin_va_list *list" } else { "__builtin_va_list list" }
}

/// Unnamed arguments with their index among all.
fn unnamed(case: &Case) -> impl Iterator<Item = (usize, &Type)> {
    let named = case.signature.parameters.len();
    case.signature.variadic.iter().flatten().enumerate().map(move |(i, ty)| (named + i, ty))
}

/// The body of a function that takes the unnamed arguments from a `va_list` that it was handed.
fn take_unnamed(text: &mut String, types: &Types<'_>, case: &Case) {
    for (i, ty) in unnamed(case) {
        let _ = writeln!(text, "\t{};", types.declare(ty, &format!("a{i}")));
    }
    let list = if by_address(case) { "*list" } else { "list" };
    for (i, ty) in unnamed(case) {
        let _ = writeln!(text, "\ta{i} = __builtin_va_arg({list}, {});", types.name(ty));
    }
}

/// The function's declaration, with or without names of parameters.
pub(super) fn header(types: &Types<'_>, k: usize, case: &Case, names: bool) -> String {
    let signature = &case.signature;
    if case.style.form == Form::Unprototyped {
        return without_prototype(types, k, case, names);
    }
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

/// The same in the old form: no types between the parentheses, and for a definition the declarations of the
/// parameters behind them.
fn without_prototype(types: &Types<'_>, k: usize, case: &Case, names: bool) -> String {
    let signature = &case.signature;
    let list: Vec<String> = (0..signature.parameters.len()).map(|i| format!("a{i}")).collect();
    let call = format!("{}({})", unit::callee(k), if names { list.join(", ") } else { String::new() });
    let mut text =
        signature.result.as_ref().map_or_else(|| format!("void {call}"), |ty| types.declare(ty, &call));
    if names {
        for (ty, name) in signature.parameters.iter().zip(&list) {
            let _ = write!(text, "\n\t{};", types.declare(ty, name));
        }
    }
    text
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
    let passed_on = matches!(case.style.form, Form::VaListPassed | Form::VaListPointer);
    let unnamed: Vec<_> = unnamed(case).filter(|_| !passed_on).collect();
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

//! Callee side of a case.

use std::fmt::Write;

use crosscall_model::unit::{self, Holds};
use crosscall_model::{Case, Form, Scalar, Type};

use super::dialect::Dialect;
use super::slots::slots;
use super::style::{read_array, write_array};
use super::types::Types;
use super::value::initialiser;
use crate::unit_parts::{BEFORE_CALLS, BEHIND_CALLS, Side, Slots, is_bool, is_integer};

/// Name of the table in which byte values are looked up; its middle is index 0.
pub(super) const TABLE: &str = "table";

/// The callee of one case while it is written.
struct Callee<'a> {
    k: usize,
    case: &'a Case,
    types: Types<'a>,
    slots: Slots<'a>,
    side: Side,
}

pub(super) fn case(text: &mut String, k: usize, case: &Case) {
    let callee = Callee {
        k,
        case,
        types: Types::new(k, case),
        slots: slots(k, unit::received(k), unit::received_slots(case)),
        side: Side::callee(k, case),
    };
    callee.define(text);
    if callee.passes_va_list() {
        callee.define_reader(text);
    }
    let _ = writeln!(text, "{}\n{{", header(&callee.types, k, case, Some(NAME)));
    callee.begin(text);
    callee.return_before_calls(text);
    callee.calls(text);
    callee.return_behind_calls(text);
    callee.unnamed(text);
    callee.store(text);
    callee.end(text);
    *text += "}\n";
}

/// Name of a parameter in units, before its number. Recordings are looked up by the text of a unit, so it stays.
pub(super) const NAME: &str = "a";

/// Declaration of the function, with or without names of parameters.
pub(super) fn header(types: &Types<'_>, k: usize, case: &Case, names: Option<&str>) -> String {
    declaration(types, case, &unit::callee(k), names)
}

/// Declaration of a function with the case's types; the parameters have names if one is given, with their numbers behind it.
pub(super) fn declaration(types: &Types<'_>, case: &Case, name: &str, names: Option<&str>) -> String {
    let signature = &case.signature;
    if case.style.form == Form::Unprototyped {
        return without_prototype(types, case, name, names);
    }
    let mut parameters: Vec<String> = signature
        .parameters
        .iter()
        .enumerate()
        .map(|(i, ty)| names.map_or_else(|| types.name(ty), |of| types.declare(ty, &format!("{of}{i}"))))
        .collect();
    if signature.variadic.is_some() {
        parameters.push("...".to_owned());
    }
    if parameters.is_empty() {
        parameters.push("void".to_owned());
    }
    let call = format!("{name}({})", parameters.join(", "));
    let vertex = if case.style.form == Form::Vertex { Dialect::of(case.target).vertex } else { "" };
    let declared =
        signature.result.as_ref().map_or_else(|| format!("void {call}"), |ty| types.declare(ty, &call));
    format!("{vertex}{declared}")
}

/// Declaration without a prototype: no types between the parentheses, and for a definition the declarations of the
/// parameters after them.
fn without_prototype(types: &Types<'_>, case: &Case, name: &str, names: Option<&str>) -> String {
    let signature = &case.signature;
    let named = names.map(|of| (0..signature.parameters.len()).map(move |i| format!("{of}{i}")));
    let list: Vec<String> = named.into_iter().flatten().collect();
    let call = format!("{name}({})", list.join(", "));
    let mut text =
        signature.result.as_ref().map_or_else(|| format!("void {call}"), |ty| types.declare(ty, &call));
    for (ty, name) in signature.parameters.iter().zip(&list) {
        let _ = write!(text, "\n\t{};", types.declare(ty, name));
    }
    text
}

impl Callee<'_> {
    /// Writes types, objects and functions.
    fn define(&self, text: &mut String) {
        let (k, case, types) = (self.k, self.case, &self.types);
        *text += &types.define();
        *text += &self.slots.define(types);
        if let (Some(ty), Some(value)) = (&case.signature.result, &case.result) {
            let object = types.declare(ty, &unit::result(k));
            let _ = writeln!(text, "{object} = {};", initialiser(types, ty, value));
        }
        if case.style.calls {
            let clobber = unit::clobber(k);
            let _ = writeln!(text, "void {clobber}(void);");
            if case.style.pointer {
                let _ = writeln!(text, "void (*{})(void) = {clobber};", self.side.name("to_clobber"));
            }
        }
        let words: Vec<u32> = (0..usize::from(case.style.held)).map(unit::held_value).collect();
        *text += &self.side.define(&unit::held(k), &words);
        if case.style.written {
            let _ = writeln!(text, "volatile unsigned int {} = 0x5a3c6996u;", self.side.name("mask"));
            for (i, ty) in case.signature.parameters.iter().enumerate() {
                if !is_integer(ty) && !is_bool(ty) {
                    let _ = writeln!(text, "{};", types.declare(ty, &self.of_parameter("blank", i)));
                }
            }
        }
        for (_, holds) in self.slots.of(false) {
            if let Holds::Widened { argument, .. } = holds
                && let (Some(ty), Some(value)) =
                    (case.signature.parameters.get(*argument), case.arguments.get(*argument))
            {
                let object = types.declare(ty, &unit::compared(self.k, *argument));
                let _ = writeln!(text, "{object} = {};", initialiser(types, ty, value));
            }
        }
        if case.style.recursive {
            let _ = writeln!(text, "int {};", self.side.name("inside"));
            if case.style.pointer {
                let object = declaration(types, case, &format!("(*{})", self.side.name("to_f")), None);
                let _ = writeln!(text, "{};\n{object} = {};", header(types, k, case, None), unit::callee(k));
            }
        }
        if case.style.ways_out() > 1 {
            let _ = writeln!(text, "volatile unsigned int {} = 0;", unit::way(k));
        }
        if case.style.tail || case.style.ways_out() > BEHIND_CALLS {
            self.define_end(text);
        }
    }

    /// Writes the function whose call is the end of the callee.
    fn define_end(&self, text: &mut String) {
        let end = format!("{}(void)", self.side.name("end"));
        match &self.case.signature.result {
            Some(ty) => {
                let head = self.types.declare(ty, &end);
                let result = unit::result(self.k);
                let _ = writeln!(text, "__attribute__((noinline)) {head}\n{{\n\treturn {result};\n}}");
            }
            None => {
                let _ = writeln!(text, "__attribute__((noinline)) void {end}\n{{");
                if !self.case.style.tail {
                    let _ = writeln!(text, "\t(void){};", unit::way(self.k));
                }
                for (i, holds) in self.slots.of(false).filter(|(_, holds)| **holds == Holds::Ended) {
                    let ended = format!("{:#x}u", unit::ENDED);
                    let _ = writeln!(text, "\t{}", self.slots.store(i, holds, &ended));
                }
                *text += "}\n";
            }
        }
    }

    /// Name of an object that belongs to a parameter.
    fn of_parameter(&self, what: &str, i: usize) -> String {
        format!("{}_{i}", self.side.name(what))
    }

    /// Expression for an argument in the body.
    fn argument(&self, i: usize) -> String {
        let named = i < self.case.signature.parameters.len();
        if self.case.style.address_taken && named { format!("(*p{i})") } else { format!("a{i}") }
    }

    /// Writes declarations and their first values.
    fn begin(&self, text: &mut String) {
        let (signature, style) = (&self.case.signature, self.case.style);
        if style.locals > 0 {
            let _ = writeln!(text, "\tvolatile unsigned char local[{}];", style.locals);
        }
        if style.address_taken {
            for (i, ty) in signature.parameters.iter().enumerate() {
                let pointer = self.types.declare(ty, &format!("*volatile p{i}"));
                let _ = writeln!(text, "\t{pointer} = &a{i};");
            }
        }
        if self.reads_unnamed() {
            self.declare_unnamed(text);
        }
        if signature.variadic.is_some() {
            *text += "\t__builtin_va_list list;\n";
        }
        *text += &self.side.begin(&unit::held(self.k), style.held.into());
        if style.written {
            for (i, ty) in signature.parameters.iter().enumerate() {
                if !is_integer(ty) && !is_bool(ty) {
                    let old = self.types.declare(ty, &format!("w{i}"));
                    let _ = writeln!(text, "\t{old} = {};", self.argument(i));
                }
            }
            self.change(text, |i| self.of_parameter("blank", i));
        }
    }

    /// Writes code that changes each parameter; repeated with the old values, it restores them.
    fn change(&self, text: &mut String, other: impl Fn(usize) -> String) {
        let mask = self.side.name("mask");
        for (i, ty) in self.case.signature.parameters.iter().enumerate() {
            let a = self.argument(i);
            let _ = if is_integer(ty) {
                writeln!(text, "\t{a} = ({})({a} ^ {mask});", self.types.name(ty))
            } else if is_bool(ty) {
                writeln!(text, "\t{a} = !{a};")
            } else {
                writeln!(text, "\t{a} = {};", other(i))
            };
        }
    }

    fn unnamed_types(&self) -> impl Iterator<Item = (usize, &Type)> {
        let named = self.case.signature.parameters.len();
        let unnamed = self.case.signature.variadic.iter().flatten();
        unnamed.enumerate().map(move |(i, ty)| (named + i, ty))
    }

    /// Writes calls and arrays, and restores the parameters.
    fn calls(&self, text: &mut String) {
        let style = self.case.style;
        *text += &self.side.around(style.held.into(), &self.side.clobber());
        *text += &write_array("local", style.locals);
        *text += &self.side.others();
        if style.written {
            self.change(text, |i| format!("w{i}"));
        }
    }

    /// True if the `va_list` is passed to another function.
    fn passes_va_list(&self) -> bool {
        matches!(self.case.style.form, Form::VaListPassed | Form::VaListPointer)
    }

    /// True if the callee itself reads the unnamed arguments.
    fn reads_unnamed(&self) -> bool {
        !self.passes_va_list() || self.case.style.recursive
    }

    fn declare_unnamed(&self, text: &mut String) {
        for (i, ty) in self.unnamed_types() {
            let _ = writeln!(text, "\t{};", self.types.declare(ty, &format!("a{i}")));
        }
    }

    fn read_unnamed(&self, text: &mut String, list: &str) {
        for (i, ty) in self.unnamed_types() {
            let _ = writeln!(text, "\ta{i} = __builtin_va_arg({list}, {});", self.types.name(ty));
        }
    }

    /// Writes the function that reads the unnamed arguments from a `va_list` and stores them.
    fn define_reader(&self, text: &mut String) {
        let pointer = self.case.style.form == Form::VaListPointer;
        let star = if pointer { "*" } else { "" };
        let array = self.slots.parameter("to");
        let name = self.side.name("take");
        let _ = writeln!(
            text,
            "static __attribute__((noinline)) void {name}({array}, __builtin_va_list {star}list)\n{{"
        );
        self.declare_unnamed(text);
        self.read_unnamed(text, &format!("{star}list"));
        self.store_arguments(text, "to", true);
        *text += "}\n";
    }

    /// Writes `va_start`.
    fn start_list(&self, text: &mut String) {
        let last = self.case.signature.parameters.len().saturating_sub(1);
        let _ = writeln!(text, "\t__builtin_va_start(list, a{last});");
    }

    fn unnamed(&self, text: &mut String) {
        if self.case.signature.variadic.is_some() && self.reads_unnamed() {
            self.start_list(text);
            self.read_unnamed(text, "list");
            *text += "\t__builtin_va_end(list);\n";
        }
    }

    /// Writes code that stores the leaves of the named arguments, or of the unnamed ones.
    fn store_arguments(&self, text: &mut String, array: &str, unnamed: bool) {
        let named = self.case.signature.parameters.len();
        for (i, holds) in self.slots.of(false) {
            if let Holds::Argument { argument, leaf } = holds
                && (*argument >= named) == unnamed
            {
                let expression = leaf.expression(&self.argument(*argument));
                let _ = writeln!(text, "\t{}", self.slots.store_at(array, i, holds, &expression));
            }
        }
    }

    /// Writes code that fills the slots.
    fn store(&self, text: &mut String) {
        let mut array = unit::received(self.k);
        if self.case.style.recursive {
            array = "to".to_owned();
            self.recurse(text, &array);
        }
        let nested = self.case.style.form == Form::Nested;
        if nested {
            *text += "\t__attribute__((noinline)) void inner(void)\n\t{\n";
        }
        self.store_arguments(text, &array, false);
        if !self.passes_va_list() {
            self.store_arguments(text, &array, true);
        }
        self.store_others(text, &array, |_| true);
        if nested {
            *text += "\t}\n\tinner();\n";
        }
        self.pass_va_list(text, &array);
    }

    /// Writes the call that passes the `va_list`, where another function reads the unnamed arguments.
    fn pass_va_list(&self, text: &mut String, array: &str) {
        if self.passes_va_list() {
            self.start_list(text);
            let star = if self.case.style.form == Form::VaListPointer { "&" } else { "" };
            let name = self.side.name("take");
            let _ = writeln!(text, "\t{name}({array}, {star}list);\n\t__builtin_va_end(list);");
        }
    }

    /// Writes the exit before the calls. The expected results of the calls are stored as constants.
    fn return_before_calls(&self, text: &mut String) {
        if self.case.style.ways_out() <= BEFORE_CALLS {
            return;
        }
        let _ = writeln!(text, "\tif ({} == {BEFORE_CALLS}) {{", unit::way(self.k));
        if self.case.style.written {
            self.change(text, |i| format!("w{i}"));
        }
        self.fill(text, false);
        self.return_result(text, false);
    }

    /// Writes the exit after the calls: it returns by a call where the end has none, and without one where it has.
    fn return_behind_calls(&self, text: &mut String) {
        if self.case.style.ways_out() <= BEHIND_CALLS {
            return;
        }
        let _ = writeln!(text, "\tif ({} == {BEHIND_CALLS}) {{", unit::way(self.k));
        self.fill(text, true);
        self.return_result(text, !self.case.style.tail);
    }

    /// Writes code that fills all slots on an early exit.
    fn fill(&self, text: &mut String, has_called: bool) {
        let array = unit::received(self.k);
        self.unnamed(text);
        self.store_arguments(text, &array, false);
        if !self.passes_va_list() {
            self.store_arguments(text, &array, true);
        }
        let is_given = |holds: &Holds<'_>| {
            matches!(holds, Holds::Kept { .. } | Holds::Array(_) | Holds::Dynamic(_) | Holds::Other(_))
        };
        for (i, holds) in self.slots.of(false) {
            if *holds == Holds::Ended || !has_called && is_given(holds) {
                let number = format!("{:#x}u", holds.expected(true));
                let _ = writeln!(text, "\t{}", self.slots.store_at(&array, i, holds, &number));
            }
        }
        self.store_others(text, &array, |holds| has_called || !is_given(holds));
        self.pass_va_list(text, &array);
    }

    /// Writes the return, and closes the branch.
    fn return_result(&self, text: &mut String, by_call: bool) {
        let has_result = self.case.signature.result.is_some();
        let end = format!("{}()", self.side.name("end"));
        *text += &match (has_result, by_call) {
            (true, true) => format!("\treturn {end};\n"),
            (true, false) => format!("\treturn {};\n", unit::result(self.k)),
            (false, true) => format!("\t{end};\n\treturn;\n"),
            (false, false) => "\treturn;\n".to_owned(),
        };
        *text += "\t}\n";
    }

    /// Writes code that fills the wanted slots without those of arguments.
    fn store_others(&self, text: &mut String, array: &str, is_wanted: impl Fn(&Holds<'_>) -> bool) {
        for (i, holds) in self.slots.of(false).filter(|(_, holds)| is_wanted(holds)) {
            let expression = match holds {
                Holds::Widened { argument, .. } => self.argument(*argument),
                Holds::Compared { argument } => {
                    let (a, b) = (self.argument(*argument), unit::compared(self.k, *argument));
                    format!("({a} == {b}) | ({a} < {b}) << 1 | ({a} > {b}) << 2")
                }
                Holds::Used { argument, .. } => {
                    *text += &self.used(*argument, array, i, holds);
                    continue;
                }
                Holds::Kept { index, .. } => format!("k{index}"),
                Holds::Array(_) => read_array("local", self.case.style.locals),
                Holds::Dynamic(_) => read_array("dynamic", self.case.style.dynamic),
                Holds::Other(_) => "o".to_owned(),
                Holds::Argument { .. } | Holds::Result(_) | Holds::Ended => continue,
            };
            let _ = writeln!(text, "\t{}", self.slots.store_at(array, i, holds, &expression));
        }
    }

    /// Code for the use of a narrow parameter: as an index, or to select one of several cases.
    fn used(&self, argument: usize, array: &str, slot: usize, holds: &Holds<'_>) -> String {
        let a = self.argument(argument);
        let ty = self.case.signature.parameters.get(argument);
        let constants: Vec<String> = match ty {
            Some(Type::Enum(enumeration)) => {
                unit::switch_constants(&enumeration.constants).into_iter().map(constant).collect()
            }
            Some(ty @ Type::Scalar(Scalar::Short | Scalar::UnsignedShort)) => {
                let value = self.case.arguments.get(argument);
                let value = value.map_or_else(String::new, |value| initialiser(&self.types, ty, value));
                (-2..=2).map(|by| format!("{value} + ({by})")).collect()
            }
            _ => {
                let expression = format!("({TABLE} + 128)[{a}]");
                return format!("\t{}\n", self.slots.store_at(array, slot, holds, &expression));
            }
        };
        let store = |value: String| self.slots.store_at(array, slot, holds, &value);
        let mut text = format!("\tswitch ({a}) {{\n");
        for (case, number) in constants.iter().zip(unit::FIRST_CASE..) {
            let _ = writeln!(text, "\tcase {case}: {} break;", store(format!("{number:#x}")));
        }
        let _ = writeln!(text, "\tdefault: {}\n\t}}", store("0".to_owned()));
        text
    }

    /// Writes the recursive call, which only the outer activation makes; the inner one fills slots of its own.
    fn recurse(&self, text: &mut String, array: &str) {
        let (case, inside) = (self.case, self.side.name("inside"));
        let function = if case.style.pointer { self.side.name("to_f") } else { unit::callee(self.k) };
        let arguments: Vec<String> = (0..case.arguments.len()).map(|i| self.argument(i)).collect();
        let call = format!("{function}({})", arguments.join(", "));
        let first = self.slots.of(true).next().map_or(0, |(i, _)| i);
        let _ = writeln!(text, "\t{}", self.slots.pointer(array));
        let _ = writeln!(text, "\tif ({inside}) {{\n\t\t{array} += {first};\n\t}} else {{\n\t{inside} = 1;");
        let _ = match &case.signature.result {
            Some(ty) => writeln!(text, "\t{} = {call};", self.types.declare(ty, "r")),
            None => writeln!(text, "\t{call};"),
        };
        let _ = writeln!(text, "\t{inside} = 0;");
        for (i, holds) in self.slots.of(false) {
            if let Holds::Result(leaf) = holds {
                let _ = writeln!(text, "\t{}", self.slots.store(i, holds, &leaf.expression("r")));
            }
        }
        *text += "\t}\n";
    }

    fn end(&self, text: &mut String) {
        let back = if self.case.signature.result.is_some() { "return " } else { "" };
        if self.case.style.tail {
            let _ = writeln!(text, "\t{back}{}();", self.side.name("end"));
        } else if self.case.signature.result.is_some() {
            let _ = writeln!(text, "\treturn {};", unit::result(self.k));
        }
    }
}

/// C expression for a constant of an enumeration.
fn constant(value: i64) -> String {
    // The magnitude of the least number has no literal.
    if value == i64::MIN { format!("{}ll - 1", i64::MIN + 1) } else { format!("{value}ll") }
}

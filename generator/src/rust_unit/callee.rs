//! Callee side of a case.

use super::side::{self, FUNCTION, declare_array, object, read_array, write_array};
use super::slots;
use super::types::{Types, variant};
use super::value::{blank, expression};
use crate::unit_parts::{BEFORE_CALLS, BEHIND_CALLS, Side, Slots, is_bool, is_integer};
use crosscall_model::unit::{self, Holds};
use crosscall_model::{Case, Scalar, Type, Value};
use std::fmt::Write;

/// Name of the table in which byte values are looked up; index 0 is at [`MIDDLE`].
const TABLE: &str = "table";
const MIDDLE: u32 = 128;

/// The callee of one case while it is written.
struct Callee<'a> {
    k: usize,
    case: &'a Case,
    types: Types<'a>,
    slots: Slots<'a>,
    side: Side,
}

/// Parameters of a case's function; where Rust wants no name, `name` is `_`.
pub(super) fn parameters(types: &Types<'_>, case: &Case, name: &str, numbered: bool) -> String {
    let number = |i: usize| if numbered && !name.ends_with('_') { i.to_string() } else { String::new() };
    let own = case.signature.parameters.iter().enumerate();
    let mut all: Vec<String> =
        own.map(|(i, ty)| format!("{name}{}: {}", number(i), types.name(ty))).collect();
    if case.signature.variadic.is_some() {
        all.push("...".to_owned());
    }
    all.join(", ")
}

/// The result of a case's function behind its parameters.
pub(super) fn results(types: &Types<'_>, case: &Case) -> String {
    case.signature.result.as_ref().map_or_else(String::new, |ty| format!(" -> {}", types.name(ty)))
}

pub(super) fn case(text: &mut String, k: usize, case: &Case) {
    let callee = Callee {
        k,
        case,
        types: Types::new(k, case),
        slots: slots::slots(k, unit::received(k), unit::received_slots(case)),
        side: Side::callee(k, case),
    };
    callee.define(text);
    let (list, result) = (parameters(&callee.types, case, "mut a", true), results(&callee.types, case));
    let _ = writeln!(text, "{FUNCTION} {}({list}){result} {{", unit::callee(k));
    callee.begin(text);
    callee.return_early(text, BEFORE_CALLS);
    callee.calls(text);
    callee.return_early(text, BEHIND_CALLS);
    callee.store(text);
    let end = callee.end(case.style.tail);
    let _ = writeln!(text, "\t{end}\n}}");
}

impl Callee<'_> {
    /// Parameters with their types and values.
    fn parameters(&self) -> impl Iterator<Item = (usize, &Type, &Value)> {
        let own = self.case.signature.parameters.iter().zip(&self.case.arguments).enumerate();
        own.map(|(i, (ty, value))| (i, ty, value))
    }

    /// Writes types, objects and functions.
    fn define(&self, text: &mut String) {
        let (k, style, types) = (self.k, self.case.style, &self.types);
        *text += &types.define();
        *text += &slots::define(&self.slots, types);
        if let (Some(ty), Some(value)) = (&self.case.signature.result, &self.case.result) {
            *text += &object(&unit::result(k), &types.name(ty), &expression(types, ty, value));
        }
        if style.calls {
            let clobber = unit::clobber(k);
            let _ = writeln!(text, "extern \"C\" {{ fn {clobber}(); }}");
            if style.pointer {
                *text += &object(&self.side.name("to_clobber"), "unsafe extern \"C\" fn()", &clobber);
            }
        }
        let words: Vec<u32> = (0..usize::from(style.held)).map(unit::held_value).collect();
        *text += &side::define(&self.side, &unit::held(k), &words);
        if style.written {
            *text += &object(&self.side.name("mask"), "u32", "0x5a3c6996");
        }
        for (i, ty, value) in self.parameters() {
            if style.address_taken {
                let pointer = format!("*mut {}", types.name(ty));
                *text += &object(&self.of_parameter("at", i), &pointer, &format!("0usize as {pointer}"));
            }
            if style.written && !is_integer(ty) && !is_bool(ty) {
                let name = self.of_parameter("blank", i);
                *text += &object(&name, &types.name(ty), &blank(types, ty, value));
            }
        }
        for (_, holds) in self.slots.of(false) {
            match holds {
                Holds::Compared { argument } => {
                    if let Some((_, ty, value)) = self.parameters().nth(*argument) {
                        let name = unit::compared(k, *argument);
                        *text += &object(&name, &types.name(ty), &expression(types, ty, value));
                    }
                }
                Holds::Used { argument, .. } if self.is_looked_up(*argument) => {
                    let bytes: Vec<String> =
                        (0..384u32).map(|i| ((i.wrapping_sub(MIDDLE)) as u8 ^ 0x5a).to_string()).collect();
                    let name = self.of_parameter(TABLE, *argument);
                    *text +=
                        &object(&name, &format!("[u8; {}]", bytes.len()), &format!("[{}]", bytes.join(", ")));
                }
                _ => {}
            }
        }
        if style.recursive {
            *text += &object(&self.side.name("inside"), "u32", "0");
            if style.pointer {
                let list = parameters(types, self.case, "_", true);
                let ty = format!("unsafe extern \"C\" fn({list}){}", results(types, self.case));
                *text += &object(&self.side.name("to_f"), &ty, &unit::callee(k));
            }
        }
        if style.ways_out() > 1 {
            *text += &object(&unit::way(k), "u32", "0");
        }
        if style.tail || style.ways_out() > BEHIND_CALLS {
            self.define_end(text);
        }
    }

    /// Writes the function whose call is the end of the callee.
    fn define_end(&self, text: &mut String) {
        let (end, result) = (self.side.name("end"), results(&self.types, self.case));
        let _ = writeln!(text, "{FUNCTION} {end}(){result} {{");
        for (i, holds) in self.slots.of(false).filter(|(_, holds)| **holds == Holds::Ended) {
            *text += &slots::store(&self.slots, None, i, holds, &format!("{:#x}", unit::ENDED));
        }
        let _ = writeln!(text, "\t{}\n}}", self.end(false));
    }

    /// Expression by which the function or the one that it ends with returns.
    fn end(&self, by_call: bool) -> String {
        match by_call {
            true => format!("{}()", self.side.name("end")),
            false if self.case.signature.result.is_some() => unit::result(self.k),
            false => String::new(),
        }
    }

    /// Name of an object that belongs to a parameter.
    fn of_parameter(&self, what: &str, i: usize) -> String {
        format!("{}_{i}", self.side.name(what))
    }

    /// Expression for an argument in the body.
    fn argument(&self, i: usize) -> String {
        if self.case.style.address_taken { format!("(*p{i})") } else { format!("a{i}") }
    }

    /// Writes declarations and their first values.
    fn begin(&self, text: &mut String) {
        let style = self.case.style;
        *text += &declare_array("local", style.locals);
        for (i, ..) in self.parameters().filter(|_| style.address_taken) {
            let at = self.of_parameter("at", i);
            let _ = writeln!(
                text,
                "\tvolatile_store(&raw mut {at}, &raw mut a{i});\n\tlet p{i} = volatile_load(&raw const {at});"
            );
        }
        *text += &side::begin(&self.side, &unit::held(self.k), style.held.into());
        if style.written {
            for (i, ..) in self.parameters().filter(|(_, ty, _)| !is_integer(ty) && !is_bool(ty)) {
                let _ = writeln!(text, "\tlet w{i} = {};", self.argument(i));
            }
            self.change(text, |i| self.of_parameter("blank", i));
        }
    }

    /// Writes code that changes each parameter; repeated with the old values, it restores them.
    fn change(&self, text: &mut String, other: impl Fn(usize) -> String) {
        let mask = self.side.name("mask");
        for (i, ty, _) in self.parameters() {
            let a = self.argument(i);
            let changed = match () {
                () if is_integer(ty) => {
                    format!("{a} ^ volatile_load(&raw const {mask}) as {}", self.types.name(ty))
                }
                () if is_bool(ty) => format!("!{a}"),
                () => other(i),
            };
            let _ = writeln!(text, "\t{a} = {changed};");
        }
    }

    /// Writes calls and arrays, and restores the parameters.
    fn calls(&self, text: &mut String) {
        let style = self.case.style;
        *text += &side::around(&self.side, style.held.into(), &self.side.clobber());
        *text += &write_array("local", style.locals);
        *text += &side::others(&self.side);
        if style.written {
            self.change(text, |i| format!("w{i}"));
        }
    }

    /// Writes code that fills the slots.
    fn store(&self, text: &mut String) {
        let pointer = self.case.style.recursive.then_some("to");
        if pointer.is_some() {
            self.recurse(text);
        }
        self.fill(text, pointer, |_| None);
    }

    /// Writes the exit before or behind the calls. What is known later only is stored as a constant.
    fn return_early(&self, text: &mut String, exit: u8) {
        let style = self.case.style;
        if style.ways_out() <= exit {
            return;
        }
        let has_called = exit == BEHIND_CALLS;
        let _ = writeln!(text, "\tif volatile_load(&raw const {}) == {exit} {{", unit::way(self.k));
        if style.written && !has_called {
            self.change(text, |i| format!("w{i}"));
        }
        self.fill(text, None, |holds| {
            let is_later =
                matches!(holds, Holds::Kept { .. } | Holds::Array(_) | Holds::Dynamic(_) | Holds::Other(_));
            let is_known = *holds == Holds::Ended || !has_called && is_later;
            is_known.then(|| format!("{:#x}", holds.expected(true)))
        });
        let _ = writeln!(text, "\treturn {};\n\t}}", self.end(has_called && !style.tail));
    }

    /// Writes code that fills the slots, each by what `instead` says or by what it holds.
    fn fill(&self, text: &mut String, pointer: Option<&str>, instead: impl Fn(&Holds<'_>) -> Option<String>) {
        for (i, holds) in self.slots.of(false) {
            let value = match holds {
                holds if let Some(constant) = instead(holds) => constant,
                Holds::Argument { argument, leaf } => leaf.expression(&self.argument(*argument)),
                Holds::Widened { argument, .. } => self.argument(*argument),
                Holds::Compared { argument } => {
                    let ty = self.case.signature.parameters.get(*argument);
                    let number = if matches!(ty, Some(Type::Enum(_))) { " as i64" } else { "" };
                    let a = format!("({}{number})", self.argument(*argument));
                    let b = format!("({}{number})", unit::compared(self.k, *argument));
                    format!("({a} == {b}) as u32 | (({a} < {b}) as u32) << 1 | (({a} > {b}) as u32) << 2")
                }
                Holds::Used { argument, .. } => self.used(*argument),
                Holds::Kept { index, .. } => format!("k{index}"),
                Holds::Array(_) => read_array("local", self.case.style.locals),
                Holds::Dynamic(_) => read_array("dynamic", self.case.style.dynamic),
                Holds::Other(_) => "o".to_owned(),
                Holds::Result(_) | Holds::Ended => continue,
            };
            *text += &slots::store(&self.slots, pointer, i, holds, &value);
        }
    }

    /// True for a parameter that is used as an index.
    fn is_looked_up(&self, argument: usize) -> bool {
        use Scalar::{Bool, Char, SignedChar, UnsignedChar};
        let ty = self.case.signature.parameters.get(argument);
        matches!(ty, Some(Type::Scalar(Bool | Char | SignedChar | UnsignedChar)))
    }

    /// Expression for the use of a narrow parameter: as an index, or to select one of several cases.
    fn used(&self, argument: usize) -> String {
        let a = self.argument(argument);
        let Some((_, ty, value)) = self.parameters().nth(argument) else { return "0".to_owned() };
        let arms: Vec<String> = match (ty, value) {
            (Type::Enum(enumeration), _) => {
                let constants = unit::switch_constants(&enumeration.constants).into_iter();
                constants.map(|c| format!("{}::{}", self.types.name(ty), variant(enumeration, c))).collect()
            }
            (Type::Scalar(scalar @ (Scalar::Short | Scalar::UnsignedShort)), Value::Bits(bits)) => {
                let number = match scalar {
                    Scalar::Short => i64::from(*bits as i16),
                    _ => i64::from(*bits as u16),
                };
                (-2..=2).map(|by| (number + by).to_string()).collect()
            }
            _ => {
                let table = self.of_parameter(TABLE, argument);
                let wide =
                    if is_bool(ty) { format!("{a} as usize") } else { format!("{a} as isize as usize") };
                return format!("*((&raw const {table} as usize + {MIDDLE} + ({wide})) as *const u8) as u32");
            }
        };
        let mut text = match ty {
            Type::Enum(_) => format!("match {a} {{"),
            _ => format!("match {a} as i32 {{"),
        };
        for (arm, number) in arms.iter().zip(unit::FIRST_CASE..) {
            let _ = write!(text, " {arm} => {number:#x},");
        }
        text + " _ => 0 }"
    }

    /// Writes the recursive call, which only the outer activation makes; the inner one fills slots of its own.
    fn recurse(&self, text: &mut String) {
        let (case, inside) = (self.case, self.side.name("inside"));
        let function = if case.style.pointer { self.side.name("to_f") } else { unit::callee(self.k) };
        let arguments: Vec<String> = (0..case.arguments.len()).map(|i| self.argument(i)).collect();
        let call = format!("{function}({})", arguments.join(", "));
        let first = self.slots.of(true).next().map_or(0, |(i, _)| i as u64 * unit::SLOT_BYTES);
        let first = format!("(if {inside} != 0 {{ {first} }} else {{ 0 }})");
        let _ = writeln!(text, "\t{}", slots::pointer(&self.slots, "to", &first));
        let _ = writeln!(text, "\tif {inside} == 0 {{\n\t{inside} = 1;\n\tlet r = {call};\n\t{inside} = 0;");
        for (i, holds) in self.slots.of(false) {
            if let Holds::Result(leaf) = holds {
                *text += &slots::store(&self.slots, None, i, holds, &leaf.expression("r"));
            }
        }
        *text += "\t}\n";
    }
}

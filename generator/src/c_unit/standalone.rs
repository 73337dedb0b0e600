//! A case as a C program that is independent of crosscall, for a bug report.
//!
//! A call is in two units, so that nothing is inlined. One unit has the function's own types; it is the one that the
//! compiler is judged by. The other one has the call in plain words, which every compiler passes alike: the same
//! bytes, in the places that a document assigns. The program's `main` returns 0 if the two agree; 1 if arguments did
//! not arrive, 2 if the result did not, 3 for both; the same number is in the object `verdict`.

use super::callee::{declaration as declaration_of, header};
use super::layout::item_text;
use super::types::Types;
use super::value::initialiser;
use crosscall_model::leaf::{Leaf, leaves};
use crosscall_model::unit::{self, LayoutItem};
use crosscall_model::{Case, Scalar, Target, Type, Value};
use std::fmt::Write;

/// Position of the only case in its units.
const K: usize = 0;

/// Name of the object with the program's verdict.
pub const VERDICT: &str = "verdict";

/// Name of a function that reads an argument; see [`reader`].
pub const READ: &str = "read";

/// Name of a function that passes constant objects; see [`passer`].
pub const CALL: &str = "call";

/// Name of an argument in these programs, before its number: no target has registers of these names.
const NAME: &str = "arg";

/// Name of an argument, named or not, by its number from 0.
pub fn argument(index: usize) -> String {
    format!("{NAME}{index}")
}

/// Word that is passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// Bits, with a mask of the significant ones.
    Bits {
        /// Bits of the word.
        value: u64,
        /// Mask of the bits that are determined.
        mask: u64,
    },
    /// Address of an argument.
    Argument(usize),
    /// Address of the space for the result.
    Room,
}

/// Call in plain words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// Arguments, each an `unsigned int`.
    pub arguments: Vec<Word>,
    /// Type, bits and mask of significant bits of the result; none for a result in memory, or for no result.
    pub result: Option<(&'static str, u64, u64)>,
}

/// Unit that defines the function and checks its arguments.
pub fn function(case: &Case) -> String {
    let types = Types::new(K, case);
    let mut text = beginning(&types, case);
    text += "int wrong;\n";
    if case.signature.parameters.iter().any(unit::narrow) {
        text += "volatile long long wide;\n";
    }
    if let (Some(ty), Some(value)) = (&case.signature.result, &case.result) {
        text += &object(&types, ty, "result", value);
    }
    let named = case.signature.parameters.len();
    let arguments = || case.signature.arguments().zip(&case.arguments).enumerate();
    for (i, (ty, value)) in arguments() {
        text += &object(&types, ty, &format!("want{i}"), value);
    }
    let _ = writeln!(text, "\n{}\n{{", header(&types, K, case, Some(NAME)));
    if case.signature.variadic.is_some() {
        for (i, (ty, _)) in arguments().skip(named) {
            let _ = writeln!(text, "\t{};", types.declare(ty, &argument(i)));
        }
        let last = named.checked_sub(1).map_or_else(String::new, |last| format!(", {}", argument(last)));
        let _ = writeln!(text, "\t__builtin_va_list list;\n\t__builtin_va_start(list{last});");
        for (i, (ty, _)) in arguments().skip(named) {
            let _ = writeln!(text, "\t{} = __builtin_va_arg(list, {});", argument(i), types.name(ty));
        }
        text += "\t__builtin_va_end(list);\n";
    }
    for (i, (ty, value)) in arguments() {
        let mut argument = argument(i);
        if i < named && unit::narrow(ty) {
            // A function may rely on what its caller has done about the bits above a narrow value.
            let _ = writeln!(text, "\twide = {argument};");
            "wide".clone_into(&mut argument);
        }
        text += &differs(case.target, ty, value, &argument, &format!("want{i}"), "wrong = 1;");
    }
    if case.signature.result.is_some() {
        text += "\treturn result;\n";
    }
    text + "}\n"
}

/// Unit that calls the function according to its declaration, and checks the result.
pub fn caller(case: &Case) -> String {
    let types = Types::new(K, case);
    let mut text = beginning(&types, case);
    let _ = writeln!(text, "{};\nextern int wrong;\nint {VERDICT};", header(&types, K, case, None));
    let arguments = || case.signature.arguments().zip(&case.arguments).enumerate();
    for (i, (ty, value)) in arguments() {
        text += &object(&types, ty, &format!("x{i}"), value);
    }
    let names: Vec<String> = arguments().map(|(i, _)| format!("x{i}")).collect();
    let call = format!("{}({})", unit::callee(K), names.join(", "));
    match (&case.signature.result, &case.result) {
        (Some(ty), Some(value)) => {
            text += &object(&types, ty, "want", value);
            let _ = writeln!(text, "\nint main(void)\n{{\n\t{} = {call};", types.declare(ty, "r"));
            let _ = writeln!(text, "\tif (wrong)\n\t\t{VERDICT} |= 1;");
            text += &differs(case.target, ty, value, "r", "want", &format!("{VERDICT} |= 2;"));
        }
        _ => {
            let _ = writeln!(text, "\nint main(void)\n{{\n\t{call};\n\tif (wrong)\n\t\t{VERDICT} |= 1;");
        }
    }
    let _ = write!(text, "\treturn {VERDICT};\n}}\n");
    text
}

/// Unit that calls the function in plain words, and checks the result.
pub fn caller_in_words(case: &Case, words: &Words) -> String {
    let types = Types::new(K, case);
    let mut text = beginning(&types, case);
    let _ = writeln!(text, "{};\nextern int wrong;\nint {VERDICT};", declaration(words, false));
    let mut list = Vec::new();
    for word in &words.arguments {
        list.push(match word {
            Word::Bits { value, .. } => format!("{value:#x}u"),
            Word::Argument(i) => {
                let (ty, value) = (case.signature.arguments().nth(*i), case.arguments.get(*i));
                if let (Some(ty), Some(value)) = (ty, value) {
                    text += &object(&types, ty, &format!("x{i}"), value);
                }
                address(&format!("x{i}"))
            }
            Word::Room => address("room"),
        });
    }
    let room = words.arguments.contains(&Word::Room);
    let result = case.signature.result.as_ref().zip(case.result.as_ref());
    if let (true, Some((ty, value))) = (room, result) {
        let _ = writeln!(text, "{};", types.declare(ty, "room"));
        text += &object(&types, ty, "want", value);
    }
    let call = format!("{}({})", unit::callee(K), list.join(", "));
    text += "\nint main(void)\n{\n";
    match words.result {
        Some((ty, value, mask)) => {
            let _ = writeln!(text, "\t{ty} r = {call};\n\tif (wrong)\n\t\t{VERDICT} |= 1;");
            let _ = writeln!(text, "\tif ((r & {mask:#x}u) != {:#x}u)\n\t\t{VERDICT} |= 2;", value & mask);
        }
        None => {
            let _ = writeln!(text, "\t{call};\n\tif (wrong)\n\t\t{VERDICT} |= 1;");
        }
    }
    if let (true, Some((ty, value))) = (room, result) {
        text += &differs(case.target, ty, value, "room", "want", &format!("{VERDICT} |= 2;"));
    }
    let _ = write!(text, "\treturn {VERDICT};\n}}\n");
    text
}

/// Unit that defines the function in plain words, and checks them.
pub fn function_in_words(case: &Case, words: &Words) -> String {
    let types = Types::new(K, case);
    let mut text = beginning(&types, case);
    text += "int wrong;\n";
    let mut body = String::new();
    for (j, word) in words.arguments.iter().enumerate() {
        match word {
            Word::Bits { mask: 0, .. } => {}
            Word::Bits { value, mask } => {
                let value = value & mask;
                let _ = writeln!(body, "\tif ((w{j} & {mask:#x}u) != {value:#x}u)\n\t\twrong = 1;");
            }
            Word::Argument(i) => {
                let (ty, value) = (case.signature.arguments().nth(*i), case.arguments.get(*i));
                let (Some(ty), Some(value)) = (ty, value) else { continue };
                text += &object(&types, ty, &format!("want{i}"), value);
                let there = dereferenced(&types, ty, j);
                body += &differs(case.target, ty, value, &there, &format!("want{i}"), "wrong = 1;");
            }
            Word::Room => {
                let (Some(ty), Some(value)) = (&case.signature.result, &case.result) else { continue };
                text += &object(&types, ty, "result", value);
                let _ = writeln!(body, "\t{} = result;", dereferenced(&types, ty, j));
            }
        }
    }
    if let Some((_, value, _)) = words.result {
        let _ = writeln!(body, "\treturn {value:#x}u;");
    }
    let _ = write!(text, "\n{}\n{{\n{body}}}\n", declaration(words, true));
    text
}

/// Unit with a function that has the case's parameters and does nothing but return an expression of them; the case's result
/// is the type of the expression.
pub fn reader(case: &Case, expression: &str) -> String {
    let types = Types::new(K, case);
    let text = beginning(&types, case);
    format!("{text}\n{}\n{{\n\treturn {expression};\n}}\n", declaration_of(&types, case, READ, Some(NAME)))
        .trim_start()
        .to_owned()
}

/// Unit with a function that calls `f` with constant objects, and does nothing else.
pub fn passer(case: &Case) -> String {
    let types = Types::new(K, case);
    let mut text = beginning(&types, case);
    let _ = writeln!(text, "{};", declaration_of(&types, case, "f", None));
    let arguments = || case.signature.arguments().zip(&case.arguments).enumerate();
    for (i, (ty, value)) in arguments() {
        let _ = write!(text, "static const {}", object(&types, ty, &format!("x{i}"), value));
    }
    let names: Vec<String> = arguments().map(|(i, _)| format!("x{i}")).collect();
    let _ = write!(text, "\nvoid {CALL}(void)\n{{\n\tf({});\n}}\n", names.join(", "));
    text
}

/// Sizes, alignments, offsets and signs as static assertions, each with the expected number; and a `main` that
/// returns the number of bytes of initialised objects that differ from the expected ones. Numbers and bytes are in
/// the order of [`unit::layout_items`] and [`unit::valued_types`]; bytes have a mask of the significant bits.
pub fn layout(case: &Case, numbers: &[Option<u64>], images: &[(Vec<u8>, Vec<u8>)]) -> String {
    let types = Types::new(K, case);
    let mut text = beginning(&types, case);
    for (item, number) in unit::layout_items(case).iter().zip(numbers) {
        let Some(number) = number.filter(|_| !matches!(item, LayoutItem::FieldSigned(..))) else { continue };
        let tested = item_text(&types, K, 0, item);
        let _ = writeln!(text, "_Static_assert (({tested}) == {number}, \"{tested} is {number}\");");
    }
    let list = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:#04x}")).collect::<Vec<_>>().join(", ");
    let mut body = String::new();
    for (i, ((ty, value), (bytes, mask))) in unit::valued_types(case).into_iter().zip(images).enumerate() {
        if bytes.is_empty() {
            continue;
        }
        text += "\n";
        text += &object(&types, ty, &format!("object{i}"), value);
        let count = bytes.len();
        let _ = writeln!(text, "static const unsigned char want{i}[{count}] = {{ {} }};", list(bytes));
        let _ = writeln!(text, "static const unsigned char mask{i}[{count}] = {{ {} }};", list(mask));
        let _ = writeln!(
            body,
            "\tfor (i = 0; i < {count}; i++)\n\t\t{VERDICT} += ((((const unsigned char *)&object{i})[i] ^ want{i}[i]) & mask{i}[i]) != 0;"
        );
    }
    let _ = write!(
        text,
        "\nint {VERDICT};\n\nint main(void)\n{{\n\tunsigned int i = 0;\n{body}\t(void)i;\n\treturn {VERDICT};\n}}\n"
    );
    text
}

fn beginning(types: &Types<'_>, case: &Case) -> String {
    let mut text = String::new();
    let mut uses_functions = false;
    case.signature.types().for_each(|ty| ty.visit(&mut |ty| uses_functions |= *ty == Type::FunctionPointer));
    if uses_functions {
        text += "typedef void (*function_pointer)(void);\n";
    }
    text + &types.define()
}

fn object(types: &Types<'_>, ty: &Type, name: &str, value: &Value) -> String {
    format!("{} = {};\n", types.declare(ty, name), initialiser(types, ty, value))
}

fn address(name: &str) -> String {
    format!("(unsigned int)(__UINTPTR_TYPE__)&{name}")
}

fn dereferenced(types: &Types<'_>, ty: &Type, word: usize) -> String {
    format!("(*({})(__UINTPTR_TYPE__)w{word})", types.declare(ty, "*"))
}

fn declaration(words: &Words, names: bool) -> String {
    let parameter = |j: usize| if names { format!("unsigned int w{j}") } else { "unsigned int".to_owned() };
    let parameters: Vec<String> = (0..words.arguments.len()).map(parameter).collect();
    let list = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    let result = words.result.map_or("void", |(ty, ..)| ty);
    format!("{result} {}({list})", unit::callee(K))
}

/// Statements that do something where the scalars of two values differ. NaNs are left out, because they are equal to
/// nothing.
fn differs(target: Target, ty: &Type, value: &Value, one: &str, other: &str, then: &str) -> String {
    let mut text = String::new();
    for leaf in leaves(ty, value).iter().filter(|leaf| !is_no_number(target, leaf)) {
        let (one, other) = (leaf.expression(one), leaf.expression(other));
        let _ = writeln!(text, "\tif ({one} != {other})\n\t\t{then}");
    }
    text
}

fn is_no_number(target: Target, leaf: &Leaf<'_>) -> bool {
    let is_nan = |scalar: Scalar| scalar.is_floating() && target.float_format(scalar).is_nan(leaf.value);
    leaf.ty.scalar().is_some_and(is_nan)
}

//! Code in addition to passing values, as far as both sides have it in common.

use crate::unit_parts::Side;
use crosscall_model::unit;
use std::fmt::Write;

/// Definition of an object.
pub(super) fn object(name: &str, ty: &str, value: &str) -> String {
    format!("#[no_mangle] pub static mut {name}: {ty} = {value};\n")
}

/// Beginning of the definition of a function that is meant for calls only.
pub(super) const FUNCTION: &str = "#[no_mangle] #[inline(never)] pub unsafe extern \"C\" fn";

/// Objects and functions that the side's function uses. `kept` is the name of the words that it keeps.
pub(super) fn define(side: &Side, kept: &str, words: &[u32]) -> String {
    let mut text = String::new();
    let mut array = |name: &str, words: &[u32]| {
        let list: Vec<String> = words.iter().map(|word| format!("{word:#x}")).collect();
        text += &object(name, &format!("[u32; {}]", words.len()), &format!("[{}]", list.join(", ")));
    };
    if !words.is_empty() {
        array(kept, words);
    }
    if side.style.others {
        array(&side.name("other"), &unit::OTHER_WORDS);
        let (few, many, wide) = (side.name("few"), side.name("many"), side.name("wide"));
        let _ = writeln!(
            text,
            "{FUNCTION} {few}(a: u32, b: u32, c: u64) -> u32 {{\n\t(a ^ b) + c as u32 - (c >> 32) as u32\n}}\n\
             {FUNCTION} {many}(a: u32, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32) -> u32 {{\n\
             \t(a - b) ^ (c - d) ^ (e - f) ^ (g - h) ^ (a >> 1)\n}}\n\
             {FUNCTION} {wide}(a: u8, b: u64, c: i16) -> u64 {{\n\t(b << 8) + a as u64 - c as i64 as u64\n}}",
        );
    }
    if side.style.rounds > 0 {
        text += &object(&side.name("rounds"), "u32", &side.style.rounds.to_string());
    }
    text
}

/// Declarations of the words that are kept and of the second array, with their first values. Rust has no arrays of variable
/// length: it is one of that length.
pub(super) fn begin(side: &Side, kept: &str, words: usize) -> String {
    let mut text = String::new();
    for i in 0..words {
        let _ = writeln!(text, "\tlet mut k{i} = {kept}[{i}];");
    }
    text += &declare_array("dynamic", side.style.dynamic);
    if side.style.rounds > 0 {
        let _ = writeln!(text, "\tlet mut n = volatile_load(&raw const {});", side.name("rounds"));
    }
    text + &write_array("dynamic", side.style.dynamic)
}

/// Call with the loop around it, if there is one, and the code before it in each round.
pub(super) fn around(side: &Side, words: usize, call: &str) -> String {
    if side.style.rounds == 0 {
        return call.to_owned();
    }
    let mut text = String::from("\tloop {\n");
    for i in 0..words {
        let _ = writeln!(text, "\tk{i} = (k{i} ^ (k{} >> 3)) + 0x1357;", (i + 1) % words);
    }
    text + call + "\tn = n - 1;\n\tif n == 0 { break; }\n\t}\n"
}

/// Statement with the calls of other functions.
pub(super) fn others(side: &Side) -> String {
    if !side.style.others {
        return String::new();
    }
    let word = |i: usize, ty: &str| format!("{}[{i}]{ty}", side.name("other"));
    let (w0, w1, w2) = (word(0, ""), word(1, ""), word(2, ""));
    format!(
        "\tlet o = {}({w0}, {}({w0}, {w1}, {w2}, {w0}, {w1}, {w2}, {w0}, {w1}), {}({}, {}, {}));\n",
        side.name("few"),
        side.name("many"),
        side.name("wide"),
        word(1, " as u8"),
        word(2, " as u64"),
        word(0, " as i16"),
    )
}

/// Declaration of an array whose contents nobody has set.
pub(super) fn declare_array(name: &str, len: u16) -> String {
    if len == 0 { String::new() } else { format!("\tlet mut {name} = bytes::<{len}> {{ none: () }};\n") }
}

/// Statements that write an array.
pub(super) fn write_array(name: &str, len: u16) -> String {
    let Some(last) = len.checked_sub(1) else { return String::new() };
    let [first_byte, last_byte] = unit::ARRAY_BYTES;
    let store = |i: u16, byte: u8| format!("\tvolatile_store(&raw mut {name}.bytes[{i}], {byte:#x});\n");
    store(0, first_byte) + &store(last, last_byte)
}

/// Expression that reads an array back.
pub(super) fn read_array(name: &str, len: u16) -> String {
    let byte = |i: u16| format!("(volatile_load(&raw const {name}.bytes[{i}]) as u32)");
    format!("{} << 8 | {}", byte(len.saturating_sub(1)), byte(0))
}

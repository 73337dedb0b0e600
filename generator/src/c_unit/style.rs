//! Code in addition to passing values, as far as both sides have it in common.

use std::fmt::Write;

use crate::unit_parts::Side;
use crosscall_model::unit;

impl Side {
    /// Objects and functions that the side's function uses. `kept` is the name of the words that it keeps.
    pub(super) fn define(&self, kept: &str, words: &[u32]) -> String {
        let mut text = String::new();
        let list =
            |words: &[u32]| words.iter().map(|word| format!("{word:#x}u")).collect::<Vec<_>>().join(", ");
        if !words.is_empty() {
            let _ = writeln!(text, "unsigned int {kept}[{}] = {{ {} }};", words.len(), list(words));
        }
        let number = |text: &mut String, what: &str, value: u32| {
            let _ = writeln!(text, "volatile unsigned int {} = {value};", self.name(what));
        };
        if self.style.rounds > 0 {
            number(&mut text, "rounds", self.style.rounds.into());
        }
        if self.style.dynamic > 0 {
            number(&mut text, "size", self.style.dynamic.into());
        }
        if self.style.others {
            let _ = writeln!(
                text,
                "unsigned int {0}[3] = {{ {1} }};\n\
                 __attribute__((noinline)) unsigned int {2}(unsigned int a, unsigned int b, unsigned long long c)\n\
                 {{\n\treturn (a ^ b) + (unsigned int)c - (unsigned int)(c >> 32);\n}}\n\
                 __attribute__((noinline)) unsigned int {3}(unsigned int a, unsigned int b, unsigned int c,\n\
                 \tunsigned int d, unsigned int e, unsigned int f, unsigned int g, unsigned int h)\n\
                 {{\n\treturn (a - b) ^ (c - d) ^ (e - f) ^ (g - h) ^ a >> 1;\n}}\n\
                 __attribute__((noinline)) unsigned long long {4}(unsigned char a, unsigned long long b, short c)\n\
                 {{\n\treturn (b << 8) + a - (unsigned long long)(long long)c;\n}}",
                self.name("other"),
                list(&unit::OTHER_WORDS),
                self.name("few"),
                self.name("many"),
                self.name("wide"),
            );
        }
        text
    }

    /// Declarations of the words that are kept and of the array of variable length, with their first values.
    pub(super) fn begin(&self, kept: &str, words: usize) -> String {
        let mut text = String::new();
        for i in 0..words {
            let _ = writeln!(text, "\tunsigned int k{i} = {kept}[{i}];");
        }
        let dynamic = self.style.dynamic;
        if dynamic > 0 {
            let size = self.name("size");
            let _ = if self.style.has_variable_array() {
                writeln!(text, "\tvolatile unsigned char dynamic[{size}];")
            } else {
                writeln!(text, "\tvolatile unsigned char *dynamic = __builtin_alloca({size});")
            };
        }
        if self.style.rounds > 0 {
            let _ = writeln!(text, "\tunsigned int n = {};", self.name("rounds"));
        }
        if self.style.others {
            text += "\tunsigned int o;\n";
        }
        text + &write_array("dynamic", dynamic)
    }

    /// Call with the loop around it, if there is one, and the code before it in each round.
    pub(super) fn around(&self, words: usize, call: &str) -> String {
        if self.style.rounds == 0 {
            return call.to_owned();
        }
        let mut text = String::from("\tdo {\n");
        for i in 0..words {
            let _ = writeln!(text, "\tk{i} = (k{i} ^ k{} >> 3) + 0x1357u;", (i + 1) % words);
        }
        text + call + "\t} while (--n != 0);\n"
    }

    /// Statement with the calls of other functions.
    pub(super) fn others(&self) -> String {
        if !self.style.others {
            return String::new();
        }
        let word = |i: usize| format!("{}[{i}]", self.name("other"));
        let (w0, w1, w2) = (word(0), word(1), word(2));
        format!(
            "\to = {}({w0}, {}({w0}, {w1}, {w2}, {w0}, {w1}, {w2}, {w0}, {w1}), {}({w1}, {w2}, {w0}));\n",
            self.name("few"),
            self.name("many"),
            self.name("wide"),
        )
    }
}

/// Statements that write an array.
pub(super) fn write_array(name: &str, bytes: u16) -> String {
    let Some(last) = bytes.checked_sub(1) else { return String::new() };
    let [first_byte, last_byte] = unit::ARRAY_BYTES;
    format!("\t{name}[0] = {first_byte:#x};\n\t{name}[{last}] = {last_byte:#x};\n")
}

/// Expression that reads an array back.
pub(super) fn read_array(name: &str, bytes: u16) -> String {
    format!("(unsigned int){name}[{}] << 8 | {name}[0]", bytes.saturating_sub(1))
}

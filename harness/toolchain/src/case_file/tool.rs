//! The table `[tool]` of a case file: a statement, or an object file for a linker.
//!
//! ```toml
//! [tool]
//! statement = "add r0,r1,#-1025"
//! ```
//!
//! ```toml
//! [tool]
//! sections = [{ address = "0x100", bytes = "a2 01 e8 00 00 00" }]
//! symbols = [{ name = "x", value = "0x1234" }]
//! relocations = [{ section = 0, offset = 2, kind = 8, symbol = "x", addend = -4 }]
//! ```
//!
//! Another object beside it calls the first symbol, as `beside = { changes = [1, 0], expects = [3, 0] }` says by registers,
//! or defines it once more, with `beside = { weak = true }`, or is a program that calls a weak function which is defined
//! nowhere, with `beside = { nowhere = true }`, or is code with other flags in its file, with `beside = { flags = "0x5" }`. With
//! `beside = { starts = true }` there is no other object: the program is run from its first symbol.
//!
//! A symbol has a value of its own, or with `section` the distance from its beginning, or it is undefined, which
//! `weak` permits. A relocation whose symbol is `""` has none.

use crosscall_base::number::Hex;
use crosscall_base::serde_text;
use crosscall_model::tool::{
    Beside, Input, InputRelocation, InputSection, InputSymbol, LinkInput, NO_SYMBOL, SymbolAt, hex,
};
use serde::{Deserialize, Serialize};

/// The table.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Text {
    statement: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections: Vec<SectionText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    symbols: Vec<SymbolText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    relocations: Vec<RelocationText>,
    beside: Option<BesideText>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct BesideText {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    weak: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    nowhere: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    starts: bool,
    #[serde(with = "serde_text::option")]
    flags: Option<Hex>,
    changes: Option<[u32; 2]>,
    expects: Option<[u32; 2]>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionText {
    #[serde(with = "serde_text")]
    address: Hex,
    bytes: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SymbolText {
    name: String,
    section: Option<usize>,
    #[serde(default, with = "serde_text::option")]
    value: Option<Hex>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    weak: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RelocationText {
    section: usize,
    offset: u64,
    kind: u32,
    symbol: String,
    addend: i64,
}

impl Text {
    /// The table for an input.
    pub(super) fn of(input: &Input) -> Text {
        let link = match input {
            Input::Statement(text) => return Text { statement: Some(text.clone()), ..Text::default() },
            Input::Link(link) => link,
        };
        let section = |s: &InputSection| SectionText { address: Hex(s.address), bytes: hex(&s.bytes) };
        let symbol = |s: &InputSymbol| {
            let (section, value) = match s.place {
                SymbolAt::Absolute(value) => (None, Some(Hex(value))),
                SymbolAt::Section(section, offset) => (Some(section), Some(Hex(offset))),
                SymbolAt::Undefined | SymbolAt::Weak => (None, None),
            };
            SymbolText { name: s.name.clone(), section, value, weak: s.place == SymbolAt::Weak }
        };
        let relocation = |&InputRelocation { section, offset, kind, symbol, addend }: &InputRelocation| {
            let symbol = link.symbols.get(symbol).map(|s| s.name.clone()).unwrap_or_default();
            RelocationText { section, offset, kind, symbol, addend }
        };
        let beside = |beside| match beside {
            Beside::WeakAgain => BesideText { weak: true, ..BesideText::default() },
            Beside::CallsNowhere => BesideText { nowhere: true, ..BesideText::default() },
            Beside::Starts => BesideText { starts: true, ..BesideText::default() },
            Beside::Flagged { flags } => {
                BesideText { flags: Some(Hex(flags.into())), ..BesideText::default() }
            }
            Beside::Caller { changes, expects } => {
                BesideText { changes: Some(changes), expects, ..BesideText::default() }
            }
        };
        Text {
            statement: None,
            sections: link.sections.iter().map(section).collect(),
            symbols: link.symbols.iter().map(symbol).collect(),
            relocations: link.relocations.iter().map(relocation).collect(),
            beside: link.beside.map(beside),
        }
    }

    /// The input that the table describes.
    ///
    /// # Errors
    /// The mistake in it.
    pub(super) fn input(self) -> Result<Input, String> {
        if let Some(statement) = self.statement {
            if !(self.sections.is_empty() && self.symbols.is_empty() && self.relocations.is_empty()) {
                return Err("it is a statement or an object file, not both".to_owned());
            }
            if statement.contains(['\n', '\r']) {
                return Err("a statement is one line".to_owned());
            }
            return Ok(Input::Statement(statement));
        }
        let sections = self.sections.into_iter().map(section).collect::<Result<Vec<_>, _>>()?;
        if sections.is_empty() {
            return Err("it has neither a statement nor sections".to_owned());
        }
        let count = sections.len();
        let symbols = self.symbols.into_iter().map(|text| symbol(text, count));
        let symbols = symbols.collect::<Result<Vec<_>, _>>()?;
        let relocation = |RelocationText { section, offset, kind, symbol, addend }| {
            let symbol = match symbols.iter().position(|s| s.name == symbol) {
                Some(symbol) => symbol,
                None if symbol.is_empty() => NO_SYMBOL,
                None => return Err(format!("there is no symbol `{symbol}`")),
            };
            if section >= count {
                return Err(format!("there is no section {section}"));
            }
            Ok(InputRelocation { section, offset, kind, symbol, addend })
        };
        let relocations = self.relocations.into_iter().map(relocation).collect::<Result<Vec<_>, String>>()?;
        let beside = self.beside.map(beside).transpose()?;
        Ok(Input::Link(LinkInput { sections, symbols, relocations, beside }))
    }
}

fn beside(text: BesideText) -> Result<Beside, String> {
    let BesideText { weak, nowhere, starts, flags, changes, expects } = text;
    match (weak, nowhere, starts, flags, changes, expects) {
        (true, false, false, None, None, None) => Ok(Beside::WeakAgain),
        (false, true, false, None, None, None) => Ok(Beside::CallsNowhere),
        (false, false, true, None, None, None) => Ok(Beside::Starts),
        (false, false, false, Some(Hex(flags)), None, None) => match u32::try_from(flags) {
            Ok(flags) => Ok(Beside::Flagged { flags }),
            Err(_) => Err(format!("`flags` has 32 bits, and {flags:#x} has more")),
        },
        (false, false, false, None, Some(changes), expects) => Ok(Beside::Caller { changes, expects }),
        _ => Err("what is beside it is `weak`, calls `nowhere`, has `flags`, is a caller of what `changes` registers, or `starts` it"
            .to_owned()),
    }
}

fn section(SectionText { address: Hex(address), bytes }: SectionText) -> Result<InputSection, String> {
    let byte = |word: &str| {
        let byte = u8::from_str_radix(word, 16).ok().filter(|_| word.len() == 2);
        byte.ok_or_else(|| format!("`{word}` is not a byte of two hexadecimal digits"))
    };
    let bytes: Vec<u8> = bytes.split_whitespace().map(byte).collect::<Result<_, _>>()?;
    if bytes.is_empty() {
        return Err("a section has at least one byte".to_owned());
    }
    match address.checked_add(bytes.len() as u64) {
        Some(_) => Ok(InputSection { address, bytes }),
        None => Err(format!("the section at {address:#x} reaches over the end of memory")),
    }
}

fn symbol(text: SymbolText, sections: usize) -> Result<InputSymbol, String> {
    let SymbolText { name, section, value, weak } = text;
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return Err(format!("`{name}` is not a name of a symbol"));
    }
    let place = match (section, value, weak) {
        (None, Some(Hex(value)), false) => SymbolAt::Absolute(value),
        (Some(section), value, false) if section < sections => {
            SymbolAt::Section(section, value.map_or(0, |Hex(value)| value))
        }
        (None, None, false) => SymbolAt::Undefined,
        (None, None, true) => SymbolAt::Weak,
        (Some(section), _, false) => return Err(format!("there is no section {section}")),
        (.., true) => return Err(format!("`{name}` is weak: it has neither section nor value")),
    };
    Ok(InputSymbol { name, place })
}

#[cfg(test)]
mod tests {
    use crate::case_file::tests::{comes_back, is_refused_with};

    const LINK: &str = r#"crosscall = 1
target = "epiphany"

[[tool.sections]]
address = "0x100"
bytes = "a2 01 e8 00 00 00"

[[tool.sections]]
address = "0x200"
bytes = "5a"

[[tool.symbols]]
name = "x"
section = 1
value = "0x0"

[[tool.symbols]]
name = "y"
weak = true

[[tool.relocations]]
section = 0
offset = 2
kind = 8
symbol = "x"
addend = -4
"#;

    #[test]
    fn what_is_written_is_read() {
        let statement = "crosscall = 1\ntarget = \"epiphany\"\n\n[tool]\nstatement = \"add r0,r1,#-1025\"\n";
        let beside = |table: &str| format!("{LINK}\n[tool.beside]\n{table}\n");
        let besides = [
            beside("weak = true"),
            beside("starts = true"),
            beside("flags = \"0x5\""),
            beside("changes = [3, 0]\nexpects = [1, 4]"),
        ];
        for text in [statement, LINK].into_iter().chain(besides.iter().map(String::as_str)) {
            comes_back(text);
        }
    }

    #[test]
    fn mistakes_are_reported() {
        let mistakes = [
            ("\n[[", "\n[tool]\nstatement = \"nop\"\n[[", "a statement or an object file, not both"),
            ("symbol = \"x\"", "symbol = \"z\"", "there is no symbol `z`"),
            ("section = 1", "section = 2", "there is no section 2"),
            ("\"5a\"", "\"5\"", "`5` is not a byte"),
            ("\"5a\"", "\"\"", "at least one byte"),
            ("name = \"y\"", "name = \"y z\"", "`y z` is not a name"),
            ("weak = true", "weak = true\nvalue = \"1\"", "neither section nor value"),
            ("\"0x200\"", "\"two\"", "two"),
        ];
        is_refused_with(LINK, &mistakes);
        let none = "crosscall = 1\ntarget = \"epiphany\"\n[tool]\n";
        is_refused_with(none, &[("", "", "neither a statement nor sections")]);
    }
}

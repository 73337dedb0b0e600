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
//! nowhere, with `beside = { nowhere = true }`.
//!
//! A symbol has a value of its own, or with `section` the distance from its beginning, or it is undefined, which
//! `weak` permits.

use crate::number::number;
use crosscall_model::tool::{
    Beside, Input, InputRelocation, InputSection, InputSymbol, LinkInput, SymbolAt, hex,
};
use serde::{Deserialize, Serialize};

/// The table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Text {
    #[serde(skip_serializing_if = "Option::is_none")]
    statement: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections: Vec<SectionText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    symbols: Vec<SymbolText>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    relocations: Vec<RelocationText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beside: Option<BesideText>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BesideText {
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    weak: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    nowhere: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    changes: Option<[u32; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expects: Option<[u32; 2]>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionText {
    address: String,
    bytes: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SymbolText {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    section: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    weak: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
        let section = |s: &InputSection| SectionText { address: digits(s.address), bytes: hex(&s.bytes) };
        let symbol = |s: &InputSymbol| {
            let (section, value) = match s.place {
                SymbolAt::Absolute(value) => (None, Some(digits(value))),
                SymbolAt::Section(section, offset) => (Some(section), Some(digits(offset))),
                SymbolAt::Undefined | SymbolAt::Weak => (None, None),
            };
            SymbolText { name: s.name.clone(), section, value, weak: s.place == SymbolAt::Weak }
        };
        let name = |i: usize| link.symbols.get(i).map(|s| s.name.clone()).unwrap_or_default();
        let relocation = |r: &InputRelocation| RelocationText {
            section: r.section,
            offset: r.offset,
            kind: r.kind,
            symbol: name(r.symbol),
            addend: r.addend,
        };
        Text {
            statement: None,
            sections: link.sections.iter().map(section).collect(),
            symbols: link.symbols.iter().map(symbol).collect(),
            relocations: link.relocations.iter().map(relocation).collect(),
            beside: link.beside.map(|beside| match beside {
                Beside::WeakAgain => BesideText { weak: true, ..BesideText::default() },
                Beside::CallsNowhere => BesideText { nowhere: true, ..BesideText::default() },
                Beside::Caller { changes, expects } => {
                    BesideText { changes: Some(changes), expects, ..BesideText::default() }
                }
            }),
        }
    }

    /// The input that the table describes.
    ///
    /// # Errors
    /// What is wrong with it.
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
        let symbols =
            self.symbols.into_iter().map(|text| symbol(text, count)).collect::<Result<Vec<_>, _>>()?;
        let relocation = |text: RelocationText| {
            let symbol = symbols.iter().position(|s| s.name == text.symbol);
            let symbol = symbol.ok_or_else(|| format!("there is no symbol `{}`", text.symbol))?;
            let RelocationText { section, offset, kind, addend, .. } = text;
            if section >= count {
                return Err(format!("there is no section {section}"));
            }
            Ok(InputRelocation { section, offset, kind, symbol, addend })
        };
        let relocations = self.relocations.into_iter().map(relocation).collect::<Result<Vec<_>, String>>()?;
        let beside = self.beside.map(|text| match (text.weak, text.nowhere, text.changes) {
            (true, false, None) if text.expects.is_none() => Ok(Beside::WeakAgain),
            (false, true, None) if text.expects.is_none() => Ok(Beside::CallsNowhere),
            (false, false, Some(changes)) => Ok(Beside::Caller { changes, expects: text.expects }),
            _ => {
                let words = "what is beside it is `weak`, calls `nowhere`, or is a caller of what `changes` registers";
                Err(words.to_owned())
            }
        });
        Ok(Input::Link(LinkInput { sections, symbols, relocations, beside: beside.transpose()? }))
    }
}

fn digits(value: u64) -> String {
    format!("{value:#x}")
}

fn section(text: SectionText) -> Result<InputSection, String> {
    let byte = |word: &str| match word.len() {
        2 => {
            u8::from_str_radix(word, 16).map_err(|_| format!("`{word}` is no byte of two hexadecimal digits"))
        }
        _ => Err(format!("`{word}` is no byte of two hexadecimal digits")),
    };
    let bytes: Vec<u8> = text.bytes.split_whitespace().map(byte).collect::<Result<_, _>>()?;
    if bytes.is_empty() {
        return Err("a section has at least one byte".to_owned());
    }
    let address = number(&text.address)?;
    match address.checked_add(bytes.len() as u64) {
        Some(_) => Ok(InputSection { address, bytes }),
        None => Err(format!("the section at {} reaches over the end of memory", text.address)),
    }
}

fn symbol(text: SymbolText, sections: usize) -> Result<InputSymbol, String> {
    let is_name = !text.name.is_empty() && text.name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if !is_name {
        return Err(format!("`{}` is no name of a symbol", text.name));
    }
    let value = text.value.as_deref().map(number).transpose()?;
    let place = match (text.section, value, text.weak) {
        (None, Some(value), false) => SymbolAt::Absolute(value),
        (Some(section), value, false) if section < sections => SymbolAt::Section(section, value.unwrap_or(0)),
        (None, None, false) => SymbolAt::Undefined,
        (None, None, true) => SymbolAt::Weak,
        (Some(section), _, false) => return Err(format!("there is no section {section}")),
        (.., true) => return Err(format!("`{}` is weak: it has neither section nor value", text.name)),
    };
    Ok(InputSymbol { name: text.name, place })
}

#[cfg(test)]
mod tests {
    use crate::case_file::CaseFile;
    use std::path::Path;

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
        let besides = [beside("weak = true"), beside("changes = [3, 0]\nexpects = [1, 4]")];
        for text in [statement, LINK].into_iter().chain(besides.iter().map(String::as_str)) {
            let file = CaseFile::parse(text, Path::new("a.toml")).unwrap();
            assert_eq!(CaseFile::parse(&file.to_text(), Path::new("b.toml")).unwrap(), file);
            assert_eq!(file.to_text(), text);
        }
    }

    #[test]
    fn mistakes_are_told() {
        for (from, to, told) in [
            ("\n[[", "\n[tool]\nstatement = \"nop\"\n[[", "a statement or an object file, not both"),
            ("symbol = \"x\"", "symbol = \"z\"", "there is no symbol `z`"),
            ("section = 1", "section = 2", "there is no section 2"),
            ("\"5a\"", "\"5\"", "`5` is no byte"),
            ("\"5a\"", "\"\"", "at least one byte"),
            ("name = \"y\"", "name = \"y z\"", "`y z` is no name"),
            ("weak = true", "weak = true\nvalue = \"1\"", "neither section nor value"),
            ("\"0x200\"", "\"two\"", "two"),
        ] {
            let text = LINK.replacen(from, to, 1);
            let error = CaseFile::parse(&text, Path::new("a.toml")).unwrap_err();
            assert_eq!(error.exit_code(), 2);
            assert!(error.to_string().contains(told), "{error}");
        }
        let none = "crosscall = 1\ntarget = \"epiphany\"\n[tool]\n";
        let error = CaseFile::parse(none, Path::new("a.toml")).unwrap_err();
        assert!(error.to_string().contains("neither a statement nor sections"), "{error}");
    }
}

//! Helpers of the tests of assemblers and linkers: expectations in short words, and checks of a table.
//!
//! A row of a text file has a statement and what becomes of it, by the preferred readings: `mov r0,r1 | e2 04`. Behind a line
//! `under all readings` it has everything that may become of it, between semicolons. In the place of a statement there may be a
//! link, `link 11 at 2 in 00x8 to 0x405 -8`: type and offset of a relocation, the bytes of its section, eight zeros, and its
//! symbol's value and addend; `undefined`, `weak` and `the section 0x10` are symbols, too. The section is at 0x100.

use super::Except;
use super::table::lines;
use crosscall_model::Target;
use crosscall_model::tool::table::{File, Rule};
use crosscall_model::tool::{
    Expected, Input, InputRelocation, InputSection, InputSymbol, LinkInput, SymbolAt, ToolCase, ToolPlan, hex,
};
use crosscall_oracle::abi::{self, row_of};
use crosscall_oracle::choose::{Chooser, walk};
use crosscall_oracle::clause::{ChoiceIndex, catalogue};
use crosscall_oracle::knowledge::{AllReadings, Knowledge, WithDeviations};
use std::collections::BTreeSet;

/// The plan under the preferred readings.
pub(crate) fn plan(target: Target, input: Input) -> ToolPlan {
    let case = ToolCase { target, input };
    let all = AllReadings(catalogue(target));
    abi::tool_plan(&case, &mut Chooser::new(catalogue(target), &all)).expect("a table")
}

/// The plans under all readings, departures included.
pub(crate) fn plans(target: Target, input: Input) -> Vec<ToolPlan> {
    let case = ToolCase { target, input };
    let knowledge = Knowledge::new(catalogue(target));
    let plans = walk(catalogue(target), &WithDeviations(&knowledge), 100, |c| abi::tool_plan(&case, c));
    plans.into_iter().filter_map(|(_, plan)| plan).collect()
}

/// Expectations for an input under all readings, departures included.
pub(crate) fn said(target: Target, input: Input) -> BTreeSet<String> {
    plans(target, input).iter().map(|plan| in_words(&plan.expected)).collect()
}

/// Bytes and relocations, or that it is refused or open.
pub(crate) fn in_words(expected: &Expected) -> String {
    match expected {
        Expected::Refusal(_) => "refused".to_owned(),
        Expected::Open(_) => "open".to_owned(),
        Expected::Warned { .. } => "linked with a warning".to_owned(),
        Expected::ReturnsZero { .. } => "linked, and it returns 0".to_owned(),
        Expected::Returns { number } => format!("linked, and it returns {number:#x}"),
        Expected::Made { sections, relocations, .. } => {
            let relocations: String = relocations.iter().map(|r| format!(" {r}")).collect();
            sections.iter().map(|bytes| hex(bytes)).collect::<Vec<_>>().join(" | ") + &relocations
        }
    }
}

/// A section at 0x100 with these bytes and one relocation at an offset, of a symbol with a value.
pub(crate) fn link(bytes: &[u8], offset: u64, kind: u32, value: u64, addend: i64) -> LinkInput {
    LinkInput {
        sections: vec![InputSection { address: 0x100, bytes: bytes.to_vec() }],
        symbols: vec![InputSymbol { name: "x".to_owned(), place: SymbolAt::Absolute(value) }],
        relocations: vec![InputRelocation { section: 0, offset, kind, symbol: 0, addend }],
        beside: None,
    }
}

/// Statement or link of a row.
pub(crate) fn input(text: &str) -> Input {
    let words: Vec<&str> = text.split(' ').collect();
    let ["link", kind, "at", offset, "in", rest @ ..] = words.as_slice() else {
        return Input::Statement(text.to_owned());
    };
    let (bytes, symbol) = rest.split_at(rest.iter().position(|word| *word == "to").expect("a symbol"));
    let bytes = bytes.iter().flat_map(|byte| match byte.split_once('x') {
        Some((_, count)) => vec![0; count.parse().expect("a count")],
        None => vec![u8::from_str_radix(byte, 16).expect("a byte")],
    });
    let (place, addend) = match symbol[1..] {
        ["undefined"] => (SymbolAt::Undefined, None),
        ["weak"] => (SymbolAt::Weak, None),
        ["the", "section", at, ref addend @ ..] => (SymbolAt::Section(0, number(at)), addend.first()),
        [value, ref addend @ ..] => (SymbolAt::Absolute(number(value)), addend.first()),
        [] => panic!("{text}: no symbol"),
    };
    let addend = addend.map_or(0, |addend| {
        let amount = number(&addend[1..]).cast_signed();
        if addend.starts_with('-') { -amount } else { amount }
    });
    let mut input = link(&bytes.collect::<Vec<u8>>(), number(offset), number(kind) as u32, 0, addend);
    input.symbols[0].place = place;
    Input::Link(input)
}

/// A number as C writes it.
fn number(text: &str) -> u64 {
    let number =
        text.strip_prefix("0x").map_or_else(|| text.parse(), |digits| u64::from_str_radix(digits, 16));
    number.unwrap_or_else(|_| panic!("{text} is no number"))
}

/// Each row of a table is as it says. The rows that are not are told together.
pub(crate) fn assert_rows(target: Target, table: &str) {
    let (mut section, mut all) = (String::new(), false);
    let mut wrong = Vec::new();
    for line in lines(table) {
        if let Some(title) = line.strip_prefix("## ") {
            (section, all) = (title.to_owned(), false);
        } else if line == "under all readings" {
            all = true;
        } else {
            let (text, expected) = line.split_once(" | ").expect("two columns");
            let input = input(text.trim());
            let found =
                if all { said(target, input) } else { [in_words(&plan(target, input).expected)].into() };
            let expected: BTreeSet<String> = expected.split("; ").map(str::to_owned).collect();
            if found != expected {
                wrong.push(format!("{section}: {text}\n  is {found:?}\n not {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// Each row is found by a text of its own, each field is inside its word, and pieces do not overlap each other or the
/// fixed bits.
pub(crate) fn assert_sound(target: Target) {
    let table = abi::tool_table(target).expect("a table");
    for row in table.statements {
        let register = |(i, letter): (usize, char)| {
            let file: &File = table.registers.iter().find(|file| file.letters.contains(letter))?;
            let name = match file.names.first() {
                Some((name, _)) if file.count == 0 => (*name).to_owned(),
                _ => format!("{}{}", file.prefix, (8 + 2 * i) % usize::from(file.count)),
            };
            Some((format!("{{{letter}}}"), name))
        };
        let letters = table.registers.iter().flat_map(|file| file.letters.chars());
        let text = letters
            .enumerate()
            .filter_map(register)
            .fold(row.syntax.to_owned(), |text, (from, to)| text.replace(&from, &to));
        let text = text.replace("{s}", "status").replace("{i}", "1").replace("{o}", "+4");
        let text = text.replace("{x}", "x").replace("{y}", "x").replace("{{", "{").replace("}}", "}");
        let found = row_of(table, &text).map(|(found, _)| found.syntax);
        assert_eq!(found, Some(row.syntax), "{text}");
        for form in row.forms {
            let mut taken = 0;
            for (letter, field) in form.operands {
                assert_eq!(field.mask() & (taken | form.base), 0, "{}: {letter}", row.syntax);
                taken |= field.mask();
                assert!(row.syntax.contains(&format!("{{{letter}}}")), "{}: {letter}", row.syntax);
            }
            let word = taken | form.base;
            assert!(form.bytes == 8 || word >> (8 * form.bytes) == 0, "{}", row.syntax);
        }
        for rule in row.rules {
            let letter = match rule {
                Rule::Even(letter)
                | Rule::Unsaid(letter)
                | Rule::MayWrap(letter)
                | Rule::NotLoaded { loaded: letter, .. } => *letter,
                Rule::ReadOnly | Rule::NoSuchForm | Rule::Refused(_) => {
                    assert!(row.forms.is_empty(), "{}", row.syntax);
                    continue;
                }
                Rule::Unrelocatable => {
                    assert!(row.relocation.is_none(), "{}", row.syntax);
                    continue;
                }
            };
            assert!(row.syntax.contains(&format!("{{{letter}}}")), "{}", row.syntax);
        }
        assert!(!row.source.is_empty());
    }
    assert!(table.relocations.windows(2).all(|pair| pair[0].number < pair[1].number));
    for row in table.relocations {
        assert!([0, 8].contains(&row.bytes) || row.field.mask() >> (8 * row.bytes) == 0, "{}", row.name);
        assert!(catalogue(target).id(row.clause).is_some(), "{}", row.name);
    }
}

/// Every question about assemblers and linkers is asked of some of these inputs, and each of its readings makes
/// another plan than the first.
pub(crate) fn assert_distinguished(target: Target, inputs: &[&str]) {
    assert_distinguished_by(target, &inputs.iter().map(|text| input(text)).collect::<Vec<_>>());
}

/// The same of any inputs.
pub(crate) fn assert_distinguished_by(target: Target, inputs: &[Input]) {
    let catalogue = catalogue(target);
    let all = AllReadings(catalogue);
    let expected = |input: &Input, choice: ChoiceIndex, reading: usize| {
        let case = ToolCase { target, input: input.clone() };
        let permits = Except(&all, choice, reading as u8);
        abi::tool_plan(&case, &mut Chooser::new(catalogue, &permits)).expect("a table").expected
    };
    for choice in catalogue.choices() {
        let (clause, question) = catalogue.choice(choice);
        if !question.elsewhere.as_deref().is_some_and(|reason| reason.starts_with("only a")) {
            continue;
        }
        for (reading, text) in question.readings.iter().enumerate().skip(1) {
            let differs = |input: &Input| expected(input, choice, 0) != expected(input, choice, reading);
            assert!(
                inputs.iter().any(differs),
                "{} {}={}: no input shows it",
                clause.id,
                question.name,
                text.id
            );
        }
    }
}

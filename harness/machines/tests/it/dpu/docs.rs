//! The tables of DPU instructions and relocations in `docs/machines/dpu.md` say what the tables here, the
//! golden words and the execution vectors say. `UPDATE_EXPECT=1` writes them anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crosscall_machines::dpu::decode::decode;
use crosscall_machines::dpu::fixups::KINDS;
use crosscall_machines::dpu::forms::{Form, aliases, forms};
use crosscall_machines::dpu::operands::OperandKind;
use crosscall_machines::fixup::Bits;

use super::golden;
use super::vectors::TEXT;

const SEEN: &str = include_str!("../../vectors/dpu_forms_seen.txt");

/// Number of vectors that hold each form, and the fault that all of them end with, if they do.
fn executions() -> BTreeMap<String, (u32, Option<&'static str>)> {
    let mut found: BTreeMap<String, (u32, Option<&'static str>)> = BTreeMap::new();
    for line in TEXT.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let hex = line.split(' ').next().expect("bytes");
        let word = u64::from_str_radix(hex, 16).expect("hexadecimal").swap_bytes();
        let fault = line.split_once("fault=").map(|(_, kind)| kind.split(' ').next().unwrap_or(kind));
        let name = decode(word).expect("an instruction").form.signature();
        let entry = found.entry(name).or_insert((0, fault));
        entry.0 += 1;
        if entry.1 != fault {
            entry.1 = None;
        }
    }
    found
}

/// Number of golden words of each form.
fn goldens() -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    for (_, word) in golden::vectors() {
        let name = decode(word).expect("an instruction").form.signature();
        *found.entry(name).or_insert(0) += 1;
    }
    found
}

/// The mnemonic without `.s` and `.u`.
fn root(form: &'static Form) -> &'static str {
    form.mnemonic.trim_end_matches(".s").trim_end_matches(".u")
}

fn instructions() -> String {
    let (executions, goldens) = (executions(), goldens());
    let mut rows: BTreeMap<&str, Vec<&Form>> = BTreeMap::new();
    for form in forms() {
        rows.entry(root(form)).or_default().push(form);
    }
    let mut table = String::from(
        "\n| instruction | forms | golden words | execution vectors | forms in the vendor's code |\n|---|---|---|---|---|\n",
    );
    for (name, forms) in &rows {
        let mut by_suffix: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for form in forms {
            let shape = if form.shape.is_empty() { "-" } else { &form.shape };
            by_suffix.entry(&form.mnemonic[name.len()..]).or_default().push(shape);
        }
        let shapes: Vec<String> = by_suffix
            .iter()
            .map(|(suffix, shapes)| {
                format!(
                    "{}{}",
                    if suffix.is_empty() { String::new() } else { format!("`{suffix}` ") },
                    shapes.join(" ")
                )
            })
            .collect();
        let words: u32 = forms.iter().filter_map(|form| goldens.get(&form.signature())).sum();
        let states: Vec<(u32, Option<&str>)> =
            forms.iter().filter_map(|form| executions.get(&form.signature()).copied()).collect();
        assert_eq!(states.len(), forms.len(), "{name}: a form is not executed");
        let count: u32 = states.iter().map(|(count, _)| count).sum();
        let fault = states[0].1.filter(|fault| states.iter().all(|(_, other)| *other == Some(fault)));
        let fault = fault.map(|fault| format!(", fault `{fault}`")).unwrap_or_default();
        let seen = forms.iter().filter(|form| SEEN.lines().any(|line| line == form.signature())).count();
        let _ = writeln!(table, "| `{name}` | {} | {words} | {count}{fault} | {seen} |", shapes.join("; "));
    }
    table.push('\n');
    table
}

fn spellings() -> String {
    let mut rows: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for form in aliases() {
        // With a condition, for its code distinguishes forms.
        let code = form.operands.iter().find_map(|operand| match operand.kind {
            OperandKind::Condition(class) => Some(operand.layout.insert(class.choices[0].code.into())),
            _ => None,
        });
        let target = decode(form.base | code.unwrap_or(0)).map(|instruction| instruction.form.signature());
        let shape = if form.shape.is_empty() { "-" } else { &form.shape };
        let text = match target {
            Ok(target) => format!("{shape} is `{target}`"),
            Err(_) => shape.to_string(),
        };
        rows.entry(&form.mnemonic).or_default().push(text);
    }
    let mut table = String::from("\n| spelling | forms |\n|---|---|\n");
    for (name, texts) in rows {
        let _ = writeln!(table, "| `{name}` | {} |", texts.join("; "));
    }
    table.push('\n');
    table
}

fn relocations() -> String {
    let mut table = String::from("\n| number | name | changes |\n|---|---|---|\n");
    for known in KINDS {
        let what = match known.bits {
            _ if known.bytes == 0 => "nothing".to_string(),
            Bits::Whole | Bits::Computed(_) | Bits::Masked(..) => format!("{} bits of data", 8 * known.bytes),
            Bits::Spread(layout) => {
                let piece = |piece: &crosscall_machines::dpu::fields::Piece| {
                    let range = |low: u8| {
                        if piece.width == 1 {
                            low.to_string()
                        } else {
                            format!("{}:{low}", low + piece.width - 1)
                        }
                    };
                    format!("{}←{}", range(piece.word), range(piece.value))
                };
                format!("word bits {}", layout.pieces.iter().map(piece).collect::<Vec<_>>().join(", "))
            }
        };
        let _ = writeln!(table, "| {} | {} | {what} |", known.number, known.name);
    }
    table.push('\n');
    table
}

#[test]
fn the_page_has_the_tables() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/machines/dpu.md");
    let mut page = std::fs::read_to_string(&path).expect("docs/machines/dpu.md");
    for (name, table) in
        [("instructions", instructions()), ("spellings", spellings()), ("relocations", relocations())]
    {
        let (begin, end) = (format!("<!-- dpu {name}: begin -->\n"), format!("<!-- dpu {name}: end -->\n"));
        let (before, rest) = page.split_once(&begin).expect("the mark where the table begins");
        let (old, after) = rest.split_once(&end).expect("the mark where the table ends");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            page = format!("{before}{begin}{table}{end}{after}");
            std::fs::write(&path, &page).expect("write");
        } else {
            assert!(old == table, "docs/machines/dpu.md is out of date: run this test with UPDATE_EXPECT=1");
        }
    }
}

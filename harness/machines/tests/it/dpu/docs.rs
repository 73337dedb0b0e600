//! The tables of DPU instructions and relocations in `docs/machines/dpu.md` say what the tables here, the
//! golden words and the execution vectors say. `UPDATE_EXPECT=1` writes them anew.

use std::collections::BTreeMap;

use crate::support::pages::{execution, has_tables};
use crate::support::vectors::{first_bytes, lines};
use crosscall_machines::dpu::decode::decode;
use crosscall_machines::dpu::fixups::KINDS;
use crosscall_machines::dpu::forms::{Form, aliases, forms};
use crosscall_machines::dpu::operands::OperandKind;
use crosscall_machines::fixup::{Bits, FixupKind};

use super::golden;
use super::vectors::TEXT;

const SEEN: &str = include_str!("../../vectors/dpu_forms_seen.txt");

/// The lines of execution vectors that hold each form.
fn executions() -> BTreeMap<String, Vec<&'static str>> {
    let mut found: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for line in lines(TEXT) {
        let word = u64::from_le_bytes(first_bytes(line).try_into().expect("an instruction alone"));
        found.entry(decode(word).expect("an instruction").form.signature()).or_default().push(line);
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

fn instructions() -> Vec<String> {
    let (executions, goldens) = (executions(), goldens());
    let mut rows: BTreeMap<&str, Vec<&Form>> = BTreeMap::new();
    for form in forms() {
        rows.entry(root(form)).or_default().push(form);
    }
    let row = |(name, forms): (&&str, &Vec<&Form>)| {
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
        let executed: Vec<_> = forms.iter().filter_map(|form| executions.get(&form.signature())).collect();
        assert_eq!(executed.len(), forms.len(), "{name}: a form is not executed");
        let executed: Vec<&str> = executed.into_iter().flatten().copied().collect();
        let seen = forms.iter().filter(|form| SEEN.lines().any(|line| line == form.signature())).count();
        format!("`{name}` | {} | {words} | {} | {seen}", shapes.join("; "), execution(&executed))
    };
    rows.iter().map(row).collect()
}

fn spellings() -> Vec<String> {
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
    rows.iter().map(|(name, texts)| format!("`{name}` | {}", texts.join("; "))).collect()
}

fn relocations() -> Vec<String> {
    let row = |known: &FixupKind| {
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
        format!("{} | {} | {what}", known.number, known.name)
    };
    KINDS.iter().map(row).collect()
}

#[test]
fn the_page_has_the_tables() {
    let columns: &[&str] =
        &["instruction", "forms", "golden words", "execution vectors", "forms in the vendor's code"];
    let tables: [(&str, &[&str], Vec<String>); 3] = [
        ("instructions", columns, instructions()),
        ("spellings", &["spelling", "forms"], spellings()),
        ("relocations", &["number", "name", "changes"], relocations()),
    ];
    has_tables("dpu", &tables);
}

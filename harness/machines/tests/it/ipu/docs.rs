//! The tables in `docs/machines/ipu.md` say what the instruction table, the facts from LLVM's tests, the
//! execution vectors and the relocations say. `UPDATE_EXPECT=1` writes the instructions anew.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::golden::{ENCODINGS, TEXTS, encodings, lines, text_bytes};
use super::vectors::{TARGET, TEXT, forms_of};
use crate::support::vectors::parse;
use crosscall_machines::ipu::decode::decode_word;
use crosscall_machines::ipu::fields::{Operand, OperandKind};
use crosscall_machines::ipu::isa::{AUX, Form, SOLO, SUPERVISOR, forms};
use crosscall_machines::ipu::link::relocations;

const BEGIN: &str = "<!-- ipu instructions: begin -->\n";
const END: &str = "<!-- ipu instructions: end -->\n";

/// Spelling of an operand on the page.
fn operand_text(operand: &Operand) -> String {
    let name = match operand.kind {
        OperandKind::M => "m".to_owned(),
        OperandKind::MPair => "m:2".to_owned(),
        OperandKind::A => "a".to_owned(),
        OperandKind::APair => "a:2".to_owned(),
        OperandKind::AQuad => "a:4".to_owned(),
        OperandKind::Low => "a:BL".to_owned(),
        OperandKind::High => "a:BU".to_owned(),
        OperandKind::Both => "a:B".to_owned(),
        OperandKind::Unsigned => format!("u{}", operand.width()),
        OperandKind::Signed => format!("s{}", operand.width()),
        OperandKind::Top => "top12".to_owned(),
        OperandKind::Code => "t".to_owned(),
    };
    name + operand.mark.text()
}

fn syntax(form: &Form) -> String {
    form.operands.iter().map(operand_text).collect::<Vec<_>>().join(", ")
}

/// The lane that issues it, and the contexts that may execute it.
fn place(form: &Form) -> String {
    let lane = if form.is(AUX) { "aux" } else { "main" };
    let solo = if form.is(SOLO) { ", never bundled" } else { "" };
    let who = if form.is(SUPERVISOR) {
        ", supervisor"
    } else if form.needs_worker() {
        ", worker"
    } else {
        ""
    };
    format!("{lane}{solo}{who}")
}

/// Number of these byte strings that hold each form, in words that decode.
fn count(all: &[Vec<u8>], form: &Form) -> usize {
    let holds = |bytes: &&Vec<u8>| {
        bytes.chunks_exact(4).any(|word| {
            let word = u32::from_le_bytes(word.try_into().expect("four bytes"));
            decode_word(word).is_ok_and(|instruction| std::ptr::eq(instruction.form, form))
        })
    };
    all.iter().filter(holds).count()
}

/// For each line of vectors: the forms in it, and the fault it ends with.
fn vectors() -> Vec<(Vec<&'static Form>, Option<&'static str>)> {
    let texts: Vec<&'static str> = TEXT.lines().collect();
    let fault = |line: usize| {
        let (_, rest) = texts.get(line - 1)?.split_once("fault=")?;
        rest.split(' ').next()
    };
    let vectors = parse(TEXT, &TARGET).expect("the file is well formed");
    vectors.iter().map(|vector| (forms_of(&vector.bytes), fault(vector.line))).collect()
}

/// The number of vectors that hold a form, and the fault, if all of them end with one.
fn execution(form: &Form, vectors: &[(Vec<&Form>, Option<&str>)]) -> String {
    let holding = vectors.iter().filter(|(forms, _)| forms.iter().any(|one| std::ptr::eq(*one, form)));
    let faults: Vec<Option<&str>> = holding.map(|(_, fault)| *fault).collect();
    match faults.as_slice() {
        [Some(kind), rest @ ..] if rest.iter().all(|other| *other == Some(kind)) => {
            format!("{}, fault `{kind}`", faults.len())
        }
        _ => faults.len().to_string(),
    }
}

fn page() -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/machines/ipu.md");
    let text = std::fs::read_to_string(&path).expect("docs/machines/ipu.md");
    (path, text)
}

#[test]
fn the_page_has_the_instructions() {
    let vectors = vectors();
    let bytes: Vec<Vec<u8>> = encodings(ENCODINGS).map(|(_, bytes)| bytes).collect();
    let printed = lines(TEXTS).filter_map(|line| line.split_once(" | "));
    let printed: Vec<Vec<u8>> = printed.map(|(source, _)| text_bytes(source)).collect();
    let mut table = String::from(
        "\n| instruction | operands | lane, context | mask / value | LLVM's bytes | LLVM's text | execution vectors |\n|---|---|---|---|---|---|---|\n",
    );
    for form in forms() {
        let _ = writeln!(
            table,
            "| `{}` | `{}` | {} | {:x} / {:x} | {} | {} | {} |",
            form.mnemonic,
            syntax(form),
            place(form),
            form.mask(),
            form.value,
            count(&bytes, form),
            count(&printed, form),
            execution(form, &vectors),
        );
    }
    table.push('\n');
    let (path, page) = page();
    let (before, rest) = page.split_once(BEGIN).expect("the mark where the table begins");
    let (old, after) = rest.split_once(END).expect("the mark where the table ends");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}")).expect("write");
    } else {
        assert!(old == table, "docs/machines/ipu.md is out of date: run this test with UPDATE_EXPECT=1");
    }
}

#[test]
fn the_page_has_every_relocation() {
    let (_, page) = page();
    let rows: Vec<&str> = page.lines().filter(|line| line.contains("`R_COLOSSUS_")).collect();
    let wanted: Vec<String> =
        relocations().map(|(number, name)| format!("| {number} | `{name}` | ")).collect();
    assert_eq!(rows.len(), wanted.len());
    for (row, wanted) in rows.iter().zip(wanted) {
        assert!(row.starts_with(&wanted), "{row} should begin with {wanted}");
    }
}

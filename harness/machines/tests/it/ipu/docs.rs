//! The tables in `docs/machines/ipu.md` say what the instruction table, the facts from LLVM's tests, the
//! execution vectors and the relocations say. `UPDATE_EXPECT=1` writes the instructions anew.

use super::golden::{ENCODINGS, TEXTS, encodings, lines, text_bytes};
use super::vectors::{TEXT, forms_of};
use crate::support::{pages, vectors};
use crosscall_machines::ipu::decode::decode_word;
use crosscall_machines::ipu::fields::{Operand, OperandKind};
use crosscall_machines::ipu::isa::{AUX, Form, SOLO, SUPERVISOR, forms};
use crosscall_machines::ipu::link::relocations;

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

#[test]
fn the_page_has_the_instructions() {
    let executed: Vec<_> =
        vectors::lines(TEXT).map(|line| (forms_of(&vectors::first_bytes(line)), line)).collect();
    let encodings: Vec<Vec<u8>> = encodings(ENCODINGS).map(|(_, bytes)| bytes).collect();
    let printed = lines(TEXTS).filter_map(|line| line.split_once(" | "));
    let printed: Vec<Vec<u8>> = printed.map(|(source, _)| text_bytes(source)).collect();
    let row = |form: &'static Form| {
        let holding = executed.iter().filter(|(forms, _)| forms.iter().any(|one| std::ptr::eq(*one, form)));
        format!(
            "`{}` | `{}` | {} | {:x} / {:x} | {} | {} | {}",
            form.mnemonic,
            syntax(form),
            place(form),
            form.mask(),
            form.value,
            count(&encodings, form),
            count(&printed, form),
            pages::execution(&holding.map(|(_, line)| *line).collect::<Vec<_>>()),
        )
    };
    #[rustfmt::skip]
    let columns: &[&str] = &[
        "instruction", "operands", "lane, context", "mask / value", "LLVM's bytes", "LLVM's text", "execution vectors",
    ];
    pages::has_tables("ipu", &[("instructions", columns, forms().map(row).collect())]);
}

#[test]
fn the_page_has_every_relocation() {
    let page = pages::page("ipu");
    let rows: Vec<&str> = page.lines().filter(|line| line.contains("`R_COLOSSUS_")).collect();
    let wanted: Vec<String> =
        relocations().map(|(number, name)| format!("| {number} | `{name}` | ")).collect();
    assert_eq!(rows.len(), wanted.len());
    for (row, wanted) in rows.iter().zip(wanted) {
        assert!(row.starts_with(&wanted), "{row} should begin with {wanted}");
    }
}

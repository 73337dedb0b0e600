//! The tables in `docs/machines/forwardcom.md` say what the instruction table and the golden encodings say.
//! `UPDATE_EXPECT=1` writes them anew.

use std::fmt::Write;
use std::path::Path;

use crosscall_machines::forwardcom::decode;
use crosscall_machines::forwardcom::formats::{FORMATS, InstructionKind};
use crosscall_machines::forwardcom::isa::{Form, forms};
use crosscall_machines::forwardcom::relocation;

const ENCODINGS: &str = include_str!("../../vectors/forwardcom_encodings.txt");

/// Forms that the simulator refuses, whatever their operands.
fn is_refused(form: &Form) -> bool {
    matches!(form.id,
        0x37..=0x3F | 0x12030 | 0x1203A..=0x1203D | 0x18024..=0x18027 | 0x1803E | 0x4101E)
}

/// The formats that hold a form.
fn formats(form: &Form) -> String {
    let all =
        FORMATS.iter().filter(|format| format.kind == form.kind && format.kind != InstructionKind::Vacant);
    let many = all.clone().count();
    let holding: Vec<String> = match form.kind {
        InstructionKind::Single => {
            let tag = FORMATS.iter().find(|format| u64::from(format.tag) == form.formats);
            tag.into_iter().map(|format| format.name()).collect()
        }
        _ => all.filter(|format| form.in_format(format)).map(|format| format.name()).collect(),
    };
    if holding.len() == many { "all".to_owned() } else { holding.join(" ") }
}

fn replace(begin: &str, end: &str, table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/machines/forwardcom.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(begin).expect("the mark where the table begins");
    let (old, after) = rest.split_once(end).expect("the mark where the table ends");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, format!("{before}{begin}{table}{end}{after}")).expect("write");
    } else {
        assert!(old == table, "the page is out of date: run this test with UPDATE_EXPECT=1");
    }
}

#[test]
fn the_page_has_the_tables() {
    let lines = ENCODINGS.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let decoded: Vec<*const Form> = lines
        .filter_map(|line| {
            let hex = line.trim_start_matches('~').split('|').next()?.trim();
            let words: Vec<u8> = hex
                .split_whitespace()
                .filter_map(|word| u32::from_str_radix(word, 16).ok())
                .flat_map(u32::to_le_bytes)
                .collect();
            Some(std::ptr::from_ref(decode(&words).ok()?.form))
        })
        .collect();
    assert!(decoded.len() > 1800, "{} encodings", decoded.len());
    let mut table = String::from(
        "\n| instruction | formats | code | operands | encodings of forw | simulator |\n|---|---|---|---|---|---|\n",
    );
    for form in forms() {
        let count = decoded.iter().filter(|&&one| std::ptr::eq(one, form)).count();
        let code = if form.op2 == 0 { form.op1.to_string() } else { format!("{}.{}", form.op1, form.op2) };
        let simulated = if is_refused(form) { "refused" } else { "yes" };
        let _ = writeln!(
            table,
            "| `{}` | {} | {code} | {} | {count} | {simulated} |",
            form.name,
            formats(form),
            form.sources,
        );
    }
    table.push('\n');
    replace("<!-- forwardcom instructions: begin -->\n", "<!-- forwardcom instructions: end -->\n", &table);

    let mut table = String::from("\n| number | name |\n|---|---|\n");
    for (number, name) in relocation::all() {
        let _ = writeln!(table, "| {number:#x} | `{name}` |");
    }
    table.push('\n');
    replace("<!-- forwardcom relocations: begin -->\n", "<!-- forwardcom relocations: end -->\n", &table);
}

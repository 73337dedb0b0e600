//! The tables in `docs/machines/forwardcom.md` say what the instruction table and the golden encodings say.
//! `UPDATE_EXPECT=1` writes them anew.

use super::golden;
use crate::support::pages::has_tables;
use crosscall_machines::forwardcom::decode;
use crosscall_machines::forwardcom::formats::{FORMATS, InstructionKind};
use crosscall_machines::forwardcom::isa::{Form, forms};
use crosscall_machines::forwardcom::relocation;

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

#[test]
fn the_page_has_the_tables() {
    let decoded: Vec<*const Form> = golden::vectors()
        .filter_map(|(_, bytes)| Some(std::ptr::from_ref(decode(&bytes).ok()?.form)))
        .collect();
    assert!(decoded.len() > 1800, "{} encodings", decoded.len());
    let row = |form: &'static Form| {
        let count = decoded.iter().filter(|&&one| std::ptr::eq(one, form)).count();
        let code = if form.op2 == 0 { form.op1.to_string() } else { format!("{}.{}", form.op1, form.op2) };
        let simulated = if is_refused(form) { "refused" } else { "yes" };
        let (name, formats, sources) = (form.name, formats(form), form.sources);
        format!("`{name}` | {formats} | {code} | {sources} | {count} | {simulated}")
    };
    let columns: &[&str] = &["instruction", "formats", "code", "operands", "encodings of forw", "simulator"];
    let relocations = relocation::all().map(|(number, name)| format!("{number:#x} | `{name}`"));
    let tables = [
        ("instructions", columns, forms().map(row).collect()),
        ("relocations", &["number", "name"], relocations.collect()),
    ];
    has_tables("forwardcom", &tables);
}

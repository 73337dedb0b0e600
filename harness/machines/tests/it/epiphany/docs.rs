//! The table of Epiphany instructions on the page of the machine.

use super::vectors::TEXT;
use crate::support::pages::{execution, has_tables};
use crate::support::vectors::{first_bytes, lines};
use crosscall_machines::epiphany::decode;
use crosscall_machines::epiphany::isa::{FORMS, Form, MNEMONIC_ALIASES, Op, Suffix};

/// The operations with their sizes that are in the bytes of a line.
fn operations(line: &str) -> Vec<(Op, u8)> {
    let bytes = first_bytes(line);
    let mut rest = bytes.as_slice();
    let mut found = Vec::new();
    while let Ok(instruction) = decode(rest) {
        found.push((instruction.op, instruction.size));
        rest = &rest[usize::from(instruction.size)..];
    }
    found
}

#[test]
fn the_page_has_the_table() {
    let vectors: Vec<_> = lines(TEXT).map(|line| (operations(line), line)).collect();
    let row = |form: &&Form| {
        let suffix = match form.suffix {
            Suffix::None => String::new(),
            Suffix::Optional(suffix) | Suffix::Printed(suffix) => format!("({suffix})"),
        };
        let alias = MNEMONIC_ALIASES.iter().find(|(_, real)| *real == form.mnemonic);
        let alias = alias.map(|(alias, _)| format!(", `{alias}`")).unwrap_or_default();
        let text = if (form.op, form.size) == (Op::Fabs, 2) { "objdump" } else { "as, objdump" };
        let holding = vectors.iter().filter(|(operations, _)| operations.contains(&(form.op, form.size)));
        let execution = execution(&holding.map(|(_, line)| *line).collect::<Vec<_>>());
        let (mnemonic, syntax, bits) = (form.mnemonic, form.syntax, 8 * form.size);
        let (mask, value) = (form.mask, form.value);
        format!(
            "`{mnemonic}`{suffix}{alias} | `{syntax}` | {bits} | {mask:x} / {value:x} | {text} | {execution}"
        )
    };
    let mut forms: Vec<&Form> = FORMS.iter().collect();
    forms.sort_by_key(|form| (form.op, form.size));
    let columns: &[&str] =
        &["instruction", "operands", "bits", "mask / value", "text compared with", "execution vectors"];
    has_tables("epiphany", &[("instructions", columns, forms.iter().map(row).collect())]);
}

//! The table of Epiphany instructions in `docs/machines/epiphany.md` says what the instruction table and the
//! execution vectors say. `UPDATE_EXPECT=1` writes it anew.

use std::fmt::Write;
use std::path::Path;

use crosscall_machines::epiphany::decode;
use crosscall_machines::epiphany::isa::{FORMS, Form, MNEMONIC_ALIASES, Op, Suffix};

const VECTORS: &str = include_str!("../../vectors/epiphany.ins");
const BEGIN: &str = "<!-- epiphany instructions: begin -->\n";
const END: &str = "<!-- epiphany instructions: end -->\n";

/// The forms in one vector, and the fault it ends with.
type Vector = (Vec<(Op, u8)>, Option<&'static str>);

/// For each line of vectors: the instructions in it, and the fault it ends with.
fn vectors() -> Vec<Vector> {
    let lines = VECTORS.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let vector = |line: &'static str| {
        let hex: String = line.split('|').next()?.chars().filter(char::is_ascii_hexdigit).collect();
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).ok();
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map_while(byte).collect();
        let mut rest = bytes.as_slice();
        let mut forms = Vec::new();
        while let Ok(instruction) = decode(rest) {
            forms.push((instruction.op, instruction.size));
            rest = &rest[usize::from(instruction.size)..];
        }
        let fault = line.split_once("fault=").map(|(_, kind)| kind.split(' ').next().unwrap_or(kind));
        Some((forms, fault))
    };
    lines.filter_map(vector).collect()
}

/// The number of vectors that hold a form, and the fault, if all of them end with one.
fn execution(form: &Form, vectors: &[Vector]) -> String {
    let holding = vectors.iter().filter(|(forms, _)| forms.contains(&(form.op, form.size)));
    let faults: Vec<Option<&str>> = holding.map(|(_, fault)| *fault).collect();
    match faults.as_slice() {
        [Some(kind), rest @ ..] if rest.iter().all(|other| *other == Some(kind)) => {
            format!("{}, fault `{kind}`", faults.len())
        }
        _ => faults.len().to_string(),
    }
}

fn row(form: &Form, vectors: &[Vector]) -> String {
    let suffix = match form.suffix {
        Suffix::None => String::new(),
        Suffix::Optional(suffix) | Suffix::Printed(suffix) => format!("({suffix})"),
    };
    let alias = MNEMONIC_ALIASES.iter().find(|(_, real)| *real == form.mnemonic);
    let alias = alias.map(|(alias, _)| format!(", `{alias}`")).unwrap_or_default();
    let text = if (form.op, form.size) == (Op::Fabs, 2) { "objdump" } else { "as, objdump" };
    let execution = execution(form, vectors);
    format!(
        "| `{}`{suffix}{alias} | `{}` | {} | {:x} / {:x} | {text} | {execution} |\n",
        form.mnemonic,
        form.syntax,
        8 * form.size,
        form.mask,
        form.value,
    )
}

#[test]
fn the_page_has_the_table() {
    let vectors = vectors();
    let mut table = String::from(
        "\n| instruction | operands | bits | mask / value | text compared with | execution vectors |\n|---|---|---|---|---|---|\n",
    );
    let mut forms: Vec<&Form> = FORMS.iter().collect();
    forms.sort_by_key(|form| (form.op, form.size));
    for form in forms {
        let _ = write!(table, "{}", row(form, &vectors));
    }
    table.push('\n');
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/machines/epiphany.md");
    let page = std::fs::read_to_string(&path).expect("docs/machines.md");
    let (before, rest) = page.split_once(BEGIN).expect("the mark where the table begins");
    let (old, after) = rest.split_once(END).expect("the mark where the table ends");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}")).expect("write");
    } else {
        assert!(old == table, "docs/machines.md is out of date: run this test with UPDATE_EXPECT=1");
    }
}

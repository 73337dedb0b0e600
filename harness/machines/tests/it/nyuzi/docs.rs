//! The tables in `docs/machines/nyuzi.md` say what the instruction table, the encodings and the execution
//! vectors say. `UPDATE_EXPECT=1` writes them anew.

use std::fmt::Write;
use std::path::Path;

use crosscall_machines::link::LinkTarget;
use crosscall_machines::nyuzi::decode;
use crosscall_machines::nyuzi::fields::{Field, Slot};
use crosscall_machines::nyuzi::isa::{Form, Instruction, Op, Operand, forms};
use crosscall_machines::nyuzi::link::Nyuzi;

const ENCODINGS: &str = include_str!("../../vectors/nyuzi_encodings.txt");
const VECTORS: &str = include_str!("../../vectors/nyuzi.ins");

/// The instruction on each line of a vector file, whose first part are its bytes.
fn instructions(text: &'static str) -> Vec<(Instruction, &'static str)> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let one = |line: &'static str| {
        let hex: String = line.split('|').next()?.chars().filter(char::is_ascii_hexdigit).collect();
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).ok();
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map_while(byte).collect();
        Some((decode(&bytes).ok()?, line))
    };
    lines.filter_map(one).collect()
}

/// The operands as they are written.
fn operands(form: &Form) -> String {
    let letter = |field: &Field| match field.slot {
        Slot::D => 'd',
        Slot::A => 'a',
        Slot::B => 'b',
        _ => 'm',
    };
    let operand = |operand: &Operand| match operand {
        Operand::Scalar(field) => format!("s{}", letter(field)),
        Operand::Vector(field) => format!("v{}", letter(field)),
        Operand::Immediate(field) => format!("i{}", field.width()),
        Operand::Memory(field) => format!("o{}(sa)", field.width()),
        Operand::Lanes(field) => format!("o{}(va)", field.width()),
        Operand::Target(field) => format!("t{}", field.width()),
    };
    let list: Vec<String> = form.operands().iter().map(operand).collect();
    list.join(", ")
}

/// The run of the form on the reference emulator.
fn emulator(form: &Form) -> &'static str {
    match form.op {
        Op::Dtlbinsert | Op::Itlbinsert => "no",
        Op::Break | Op::Eret | Op::Syscall | Op::BranchRegister | Op::CallRegister => "programs",
        _ => "streams",
    }
}

fn instruction_table() -> String {
    let (encodings, vectors) = (instructions(ENCODINGS), instructions(VECTORS));
    let mut table = String::from(
        "\n| instruction | operands | mask / value | implemented | encodings of LLVM | execution vectors | emulator |\n|---|---|---|---|---|---|---|\n",
    );
    for form in forms() {
        let is_this = |(one, _): &&(Instruction, &str)| (one.op, one.shape) == (form.op, form.shape);
        let compared = encodings.iter().filter(is_this).count();
        let executed: Vec<_> = vectors.iter().filter(is_this).collect();
        let refused = executed
            .iter()
            .all(|(_, line)| line.contains("fault=unsupported") || line.contains("trap_cause=0x2 "));
        let _ = writeln!(
            table,
            "| `{}` | `{}` | {:08x} / {:08x} | {} | {compared} | {} | {} |",
            form.mnemonic(),
            operands(form),
            form.mask,
            form.value,
            if refused { "refused by the simulator" } else { "yes" },
            executed.len(),
            emulator(form),
        );
    }
    table.push('\n');
    table
}

fn relocation_table() -> String {
    let rows = [
        ("nothing", "formulae"),
        ("S + A, the whole word", "formulae, LLVM's tests"),
        ("(S + A - P) / 4 in bits 24..5, signed", "formulae, LLVM's tests"),
        ("(S + A - P) / 4 in bits 24..0, signed", "formulae, LLVM's tests"),
        ("(S + A) >> 13: its bits 4..0 in bits 4..0, 18..5 in bits 23..10", "formulae, LLVM's tests"),
        ("(S + A) & 0x1fff in bits 22..10", "formulae, LLVM's tests"),
        ("G + A in bits 24..10, signed; G is the offset of the symbol's slot", "formulae, LLVM's tests"),
    ];
    let mut table =
        String::from("\n| number | name | implemented | field | verified against |\n|---|---|---|---|---|\n");
    for (number, (formula, verified)) in rows.iter().enumerate() {
        let name = Nyuzi.relocation_name(number as u32).expect("every number has a name");
        let _ = writeln!(table, "| {number} | `{name}` | yes | {formula} | {verified} |");
    }
    assert_eq!(Nyuzi.relocation_name(rows.len() as u32), None, "a relocation is missing here");
    table.push('\n');
    table
}

#[test]
fn the_page_has_the_tables() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/machines/nyuzi.md");
    let old = std::fs::read_to_string(&path).expect("docs/machines/nyuzi.md");
    let mut page = old.clone();
    for (name, table) in [("instructions", instruction_table()), ("relocations", relocation_table())] {
        let (begin, end) =
            (format!("<!-- nyuzi {name}: begin -->\n"), format!("<!-- nyuzi {name}: end -->\n"));
        let (before, rest) = page.split_once(&begin).expect("the mark where the table begins");
        let (_, after) = rest.split_once(&end).expect("the mark where the table ends");
        page = format!("{before}{begin}{table}{end}{after}");
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, page).expect("write");
    } else {
        assert!(old == page, "docs/machines/nyuzi.md is out of date: run this test with UPDATE_EXPECT=1");
    }
}

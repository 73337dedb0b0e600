//! The tables in `docs/machines/nyuzi.md` say what the instruction table, the encodings and the execution
//! vectors say. `UPDATE_EXPECT=1` writes them anew.

use super::vectors::TEXT;
use crate::support::pages::has_tables;
use crate::support::vectors::{first_bytes, lines};
use crosscall_machines::link::LinkTarget;
use crosscall_machines::nyuzi::decode;
use crosscall_machines::nyuzi::fields::{Field, Slot};
use crosscall_machines::nyuzi::isa::{Form, Instruction, Op, Operand, forms};
use crosscall_machines::nyuzi::link::Nyuzi;

const ENCODINGS: &str = include_str!("../../vectors/nyuzi_encodings.txt");

/// The instruction on each line of a vector file, whose first part are its bytes.
fn instructions(text: &'static str) -> Vec<(Instruction, &'static str)> {
    lines(text).filter_map(|line| Some((decode(&first_bytes(line)).ok()?, line))).collect()
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

fn instruction_table() -> Vec<String> {
    let (encodings, vectors) = (instructions(ENCODINGS), instructions(TEXT));
    let row = |form: &Form| {
        let is_this = |(one, _): &&(Instruction, &str)| (one.op, one.shape) == (form.op, form.shape);
        let compared = encodings.iter().filter(is_this).count();
        let executed: Vec<_> = vectors.iter().filter(is_this).collect();
        let refused = executed
            .iter()
            .all(|(_, line)| line.contains("fault=unsupported") || line.contains("trap_cause=0x2 "));
        format!(
            "`{}` | `{}` | {:08x} / {:08x} | {} | {compared} | {} | {}",
            form.mnemonic(),
            operands(form),
            form.mask,
            form.value,
            if refused { "refused by the simulator" } else { "yes" },
            executed.len(),
            emulator(form),
        )
    };
    forms().iter().map(row).collect()
}

fn relocation_table() -> Vec<String> {
    let rows = [
        ("nothing", "formulae"),
        ("S + A, the whole word", "formulae, LLVM's tests"),
        ("(S + A - P) / 4 in bits 24..5, signed", "formulae, LLVM's tests"),
        ("(S + A - P) / 4 in bits 24..0, signed", "formulae, LLVM's tests"),
        ("(S + A) >> 13: its bits 4..0 in bits 4..0, 18..5 in bits 23..10", "formulae, LLVM's tests"),
        ("(S + A) & 0x1fff in bits 22..10", "formulae, LLVM's tests"),
        ("G + A in bits 24..10, signed; G is the offset of the symbol's slot", "formulae, LLVM's tests"),
    ];
    assert_eq!(Nyuzi.relocation_name(rows.len() as u32), None, "a relocation is missing here");
    let row = |(number, (formula, verified)): (usize, &(&str, &str))| {
        let name = Nyuzi.relocation_name(number as u32).expect("every number has a name");
        format!("{number} | `{name}` | yes | {formula} | {verified}")
    };
    rows.iter().enumerate().map(row).collect()
}

#[test]
fn the_page_has_the_tables() {
    #[rustfmt::skip]
    let columns: &[&str] = &[
        "instruction", "operands", "mask / value", "implemented", "encodings of LLVM", "execution vectors", "emulator",
    ];
    let of_relocations: &[&str] = &["number", "name", "implemented", "field", "verified against"];
    let tables =
        [("instructions", columns, instruction_table()), ("relocations", of_relocations, relocation_table())];
    has_tables("nyuzi", &tables);
}

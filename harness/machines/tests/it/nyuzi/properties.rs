//! Laws of the Nyuzi assembler and disassembler that need no other tool: random instructions go round,
//! random words decode without harm, and no text makes the assembler panic.

use crate::support::texts::{self, bytes_of, is_read_or_refused, random_text};
use crosscall_machines::listing::Style;
use crosscall_machines::nyuzi::decode::decode_form;
use crosscall_machines::nyuzi::encode::{encode, encode_word};
use crosscall_machines::nyuzi::fields::Slot;
use crosscall_machines::nyuzi::isa::{Form, Instruction, forms};
use crosscall_machines::nyuzi::{assemble, decode, disassemble};
use proptest::prelude::*;

/// A random instruction of a form, every operand within its field.
fn instruction(form: &'static Form) -> impl Strategy<Value = Instruction> {
    let fields: Vec<_> = form.fields().collect();
    let raw = proptest::collection::vec(any::<u32>(), fields.len());
    (raw, any::<bool>(), any::<u32>()).prop_map(move |(raw, usual, spare)| {
        let mut instruction = Instruction::new(form.op, form.shape);
        for (field, raw) in fields.iter().zip(raw) {
            let (low, high, unit) = field.range();
            let count = (high - low) / unit + 1;
            let value = low + unit * (i64::from(raw) % count);
            match field.slot {
                Slot::D => instruction.d = value as u8,
                Slot::A => instruction.a = value as u8,
                Slot::B => instruction.b = value as u8,
                Slot::M => instruction.m = value as u8,
                Slot::Signed | Slot::Unsigned | Slot::Branch => instruction.imm = value as i32,
            }
        }
        let bits = form.spare_bits();
        instruction.spare = if usual { form.usual_spare(&instruction) } else { spare & bits };
        instruction
    })
}

fn any_instruction() -> impl Strategy<Value = Instruction> {
    (0..forms().len()).prop_flat_map(|row| instruction(&forms()[row]))
}

/// Pieces of assembly, right and wrong, that random texts are made of.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "\n", "\n", "\n\t", " ", ",", ", ", ":", "#", "//", ";", "\"", "'", "\\", "(", ")", "[", "{", "}", "%", "$", ".",
    "+", "-", "*", "/", "<<", ">>", "==", "!", "~", "=", "@", "/*", "*/", "é", "\u{1f600}", "\0",
    "0", "1", "7", "0x", "0b1", "1f", "1b", "1:", "65536", "18446744073709551616", "-9223372036854775808", "1e9",
    "s0", "s27", "s28", "v0", "v31", "v32", "sp", "ra", "gp", "fp", "a", "b", ".L1", "label:", "_x",
    "move ", "move_mask ", "movehi ", "add_i ", "add_i_mask ", "load_32 ", "load_v_mask ", "store_sync ", "b ", "bz ",
    "call ", "ret", "nop", "li ", "lea ", "hi(", "lo(", "got(", "getlane ", "shuffle ", "cmpeq_i ", "getcr ", "syscall ",
    "load_gath ", "(gp)", "dflush ", "membar", "itlbinsert ",
    ".text", ".data ", ".bss", ".section ", ".word ", ".long ", ".short ", ".byte ", ".quad ", ".ascii ", ".asciz ",
    ".float ", ".double ", ".balign ", ".p2align ", ".align ", ".space ", ".fill ", ".skip ", ".zero ", ".org ", ".set ",
    ".equ ", ".comm ", ".lcomm ", ".global ", ".globl ", ".weak ", ".local ", ".type ", ".size ", ".file ", ".uleb128 ",
    ".macro m a b", ".endm", "m ", "\\a", "\\@", ".rept ", ".endr", ".irp a,1,2", ".if ", ".else", ".endif", ".end",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn instructions_go_round(instruction in any_instruction()) {
        let mut bytes = Vec::new();
        encode(&instruction, &mut bytes).expect("every operand is within its field");
        let (found, form) = decode_form(&bytes).expect("it was encoded");
        // The word 0 is read as `nop`.
        if bytes != [0; 4] {
            prop_assert_eq!(found, instruction);
        }
        let lines = disassemble(&bytes, 0x100, Style::Source);
        prop_assert_eq!(lines.len(), 1);
        // Data stands only for words that no assembler makes.
        let is_data = lines[0].text.starts_with('.');
        prop_assert_eq!(is_data, found.spare != form.usual_spare(&found));
        prop_assert_eq!(bytes_of("nyuzi", &lines[0].text), bytes, "{}", &lines[0].text);
    }

    #[test]
    fn words_that_decode_encode_back(word in any::<u32>()) {
        if let Ok(instruction) = decode(&word.to_le_bytes()) {
            prop_assert_eq!(encode_word(&instruction), Ok(word));
        }
    }

    #[test]
    fn any_bytes_print_and_assemble_back(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        texts::bytes_print_and_assemble_back("nyuzi", &bytes, 0)?;
        disassemble(&bytes, u64::MAX - 3, Style::Vendor);
    }

    #[test]
    fn no_text_makes_the_assembler_panic(text in random_text(PIECES)) {
        is_read_or_refused(&text, assemble("text", &text))?;
    }
}

#[test]
fn messages_say_where_and_what() {
    texts::messages_are(
        "nyuzi",
        &[
            ("nop\n add_i s0, s1, 8192", "text:2:16: expected a value of -8192 to 8191, found 8192"),
            ("add_i_mask v0, s1, v2, -257", "text:1:24: expected a value of -256 to 255, found -257"),
            ("load_32 s0, 16384(s1)", "text:1:13: expected a value of -16384 to 16383, found 16384"),
            ("load_gath_mask v0, s0, 512(v1)", "text:1:24: expected a value of -512 to 511, found 512"),
            ("movehi s0, 0x80000", "text:1:12: expected a value of 0 to 524287, found 524288"),
            ("load_32 s0, 32", "text:1:15: expected `(`, found the end of the statement"),
            ("load_32 s0, foo(s1)", "text:1:13: expected an offset or `(`, found `foo(s1)`"),
            ("load_32 s0, (v1)", "text:1:14: expected a scalar register, found `v1)`"),
            (
                "load_gath v0, got(x)(v1)",
                "text:1:15: expected an offset; only unmasked accesses with a scalar base take `got`, found `got(x)(v1)`",
            ),
            (" frob s1", "text:1:2: there is no instruction `frob`"),
            ("move s0", "text:1:8: expected `,`, found the end of the statement"),
            ("sub_i v0, s1, v2", "text:1:11: expected a vector register, found `s1`"),
            ("move s0, s28", "text:1:10: expected a scalar register, found `s28`"),
            ("movehi s0, x", "text:1:12: expected a value that is known here, without symbols defined later"),
            ("b v1", "text:1:3: expected a scalar register, found `v1`"),
            (".word 1", "text:1:6: there is no directive `.word`; `.long` is meant"),
            (".long a - .", "text:1:1: the target has no relocation for the distance to a symbol"),
            ("li s0, x", "text:1:8: expected a value that is known here, without symbols defined later"),
            ("lea s0, 5", "text:1:10: expected `(`, found the end of the statement"),
            (
                "add_i s0, s1, hi(x)",
                "text:1:15: expected a constant; `hi` belongs to `movehi`, `lo` to unmasked arithmetic, found `hi(x)`",
            ),
            (
                "bz s0, a\n.space 2097152\na:",
                "text:1:1: expected a value of -2097152 to 2097148, a multiple of 4, found 2097156",
            ),
            ("a:\na:", "text:2:3: `a` is defined a second time"),
            ("ret s0", "text:1:5: expected the end of the statement, found `s0`"),
        ],
    );
}

/// Lines of the kind that compilers write, many of them.
fn long_text(functions: u32) -> String {
    let mut text = String::from("\t.text\n\t.file \"long.c\"\n");
    for i in 0..functions {
        text += &format!("\t.globl f{i}\n\t.type f{i},@function\nf{i}:                 # @f{i}\n");
        text += "\tadd_i sp, sp, -64\n\tstore_32 ra, 60(sp)\n\tstore_32 s24, 56(sp)\n";
        text += &format!("\tmovehi s1, hi(.LC{i})\n\tor s1, s1, lo(.LC{i})\n\tload_32 s2, 4(s1)\n");
        text += &format!("\tcmpgt_i s3, s2, 100\n\tbz s3, .LBB{i}_1\n\tcall f{}\n.LBB{i}_1:\n", i / 2);
        text += "\tload_32 s24, 56(sp)\n\tload_32 ra, 60(sp)\n\tadd_i sp, sp, 64\n\tret\n";
        text += &format!(
            ".Lend{i}:\n\t.size f{i}, .Lend{i}-f{i}\n\t.data\n.LC{i}:\n\t.long f{i}, {i}\n\t.text\n"
        );
    }
    text
}

#[test]
fn assembling_is_quick() {
    texts::assembling_is_quick("nyuzi", &long_text(5_000));
}

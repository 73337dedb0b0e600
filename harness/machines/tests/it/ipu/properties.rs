//! Laws of the IPU assembler and disassembler that need no other tool: random instructions go round,
//! random words decode without harm, and no text makes the assembler panic.

use crate::support::texts::{self, bytes_of, is_read_or_refused, random_text};
use crosscall_machines::ipu::decode::{Issue, decode, decode_word};
use crosscall_machines::ipu::fields::OperandKind;
use crosscall_machines::ipu::isa::{AUX, Form, Instruction, SOLO, forms, may_be_bundled};
use crosscall_machines::ipu::{assemble, disassemble, encode};
use crosscall_machines::listing::Style;
use proptest::prelude::*;

/// A random instruction of a form, every operand within its field.
fn instruction(form: &'static Form) -> impl Strategy<Value = Instruction> {
    proptest::collection::vec(any::<u32>(), form.operands.len()).prop_map(move |raw| {
        let mut instruction = Instruction::new(form);
        for ((operand, raw), value) in form.operands.iter().zip(raw).zip(&mut instruction.values) {
            let unused = 32 - operand.width();
            *value = match operand.kind {
                OperandKind::MPair | OperandKind::APair => raw & 14,
                OperandKind::AQuad => raw & 12,
                OperandKind::Signed => ((raw << unused) as i32 >> unused) as u32,
                _ => (raw & (u32::MAX >> unused)) << operand.zeros,
            };
        }
        instruction
    })
}

fn any_instruction() -> impl Strategy<Value = Instruction> {
    let all: Vec<&'static Form> = forms().collect();
    (0..all.len()).prop_flat_map(move |row| instruction(all[row]))
}

fn of_lane(aux: bool) -> impl Strategy<Value = Instruction> {
    let all: Vec<&'static Form> = forms().filter(|form| form.is(AUX) == aux && !form.is(SOLO)).collect();
    (0..all.len()).prop_flat_map(move |row| instruction(all[row]))
}

/// Pieces of assembly, right and wrong, that random texts are made of.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "\n", "\n", "\n\t", " ", ",", ", ", ":", "#", ";", "//", "\"", "'", "\\", "(", ")", "{", "}", "{ ", " }", "%", "$", ".",
    "+", "-", "*", "/", "<<", ">>", "==", "!", "~", "=", "@", "+=", "++", "/*", "*/", "é", "\u{1f600}", "\0",
    "0", "1", "7", "0x", "0b1", "1f", "1b", "1:", "65536", "18446744073709551616", "-9223372036854775808", "1e9", "1.5h", "infh", "-infh", "1.",
    "$m0", "$m15", "$m16", "$a0", "$a7", "$a0:1", "$a4:7", "$m2:3", "$a1:2", "$a0:99999999999", "$ap7", "$aq3", "$azeros", "$sp", "$lr", ":BL", ":BU", ":B",
    "$PC", "$FP_CTL", "$CWEI_3_3", "$x", "a", "b", ".L1", "label:", "_x",
    "add ", "addz ", "sub ", "mov ", "zero ", "nop", "fnop", "ldconst ", "ld32 ", "ld64step ", "st32 ", "stm32step ", "bri ", "brz ", "call ", "br ", "rpt ",
    "rpt 3, 1", "{ rpt 3, 1 ; fnop }", "{ nop ; fnop }", "put ", "get ", "exitz ", "run ", "f32add ", "f16v4add ", "f32v2tof16 ", "swap16 ", "movnz ",
    ".supervisor\n", ".worker\n", ".allow_invalid_operands\n", ".allow_invalid_repeat\n", ".allow_optimizations\n", ".warn_on_invalid_bundles\n", ".half ",
    "@relative@16@s2", "@abs18@s2", "@abs@21",
    ".text", ".data ", ".bss", ".section ", ".long ", ".byte ", ".quad ", ".ascii ", ".float ",
    ".align ", ".p2align ", ".space ", ".fill ", ".org ", ".set ", ".equ ", ".comm ", ".globl ", ".type ", ".size ",
    ".macro m a b", ".endm", "m ", "\\a", "\\@", ".rept ", ".endr", ".irp a,1,2", ".if ", ".else", ".endif", ".subsection ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn instructions_go_round(instruction in any_instruction()) {
        let word = encode(&instruction).expect("every operand is within its field");
        prop_assert_eq!(decode_word(word), Ok(instruction));
        let bytes = word.to_le_bytes();
        let lines = disassemble(&bytes, 0x4c000, Style::Source);
        prop_assert_eq!(lines.len(), 1);
        prop_assert_eq!(bytes_of("ipu", &lines[0].text), bytes, "{}", &lines[0].text);
    }

    #[test]
    fn bundles_go_round(main in of_lane(false), aux in of_lane(true)) {
        let (mut main, mut aux) = (main, aux);
        (main.bundled, aux.bundled) = (true, true);
        let words = [encode(&main).expect("it fits"), encode(&aux).expect("it fits")];
        let bytes = words.map(u32::to_le_bytes).concat();
        if may_be_bundled(&main, &aux) {
            prop_assert_eq!(decode(&bytes), Ok(Issue::Bundle(main, aux)));
        }
        let source: String = disassemble(&bytes, 0, Style::Source).iter().map(|line| format!("{}\n", line.text)).collect();
        prop_assert_eq!(bytes_of("ipu", &source), bytes, "{}", source);
    }

    #[test]
    fn any_bytes_print_and_assemble_back(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        texts::bytes_print_and_assemble_back("ipu", &bytes, 0)?;
        let printed = disassemble(&bytes, u64::MAX - 3, Style::Vendor);
        prop_assert_eq!(printed.iter().map(|line| line.bytes.len()).sum::<usize>(), bytes.len());
    }

    #[test]
    fn no_text_makes_the_assembler_panic(text in random_text(PIECES)) {
        is_read_or_refused(&text, assemble("text", &text))?;
    }
}

/// Lines of the kind that compilers write, many of them.
fn long_text(functions: u32) -> String {
    let mut text = String::from("\t.text\n\t.allow_optimizations\n");
    for i in 0..functions {
        text +=
            &format!("\t.globl f{i}\n\t.p2align 2\n\t.type f{i},@function\nf{i}:\n\tadd $m11, $m11, -8\n");
        text += &format!("\tst32 $m10, $m11, $m15, 1\n\tsetzi $m0, .LC{i}\n\tld32 $m1, $m0, $m15, 3\n");
        text += &format!(
            "\tadd $m1, $m1, $m0\n\tbrz $m1, .L{i}\n\t{{\n\t\tld32 $a0, $m0, $m15, 1\n\t\tf32add $a1, $a2, $a3\n\t}}\n"
        );
        text +=
            &format!("\tcall $m10, f{}\n.L{i}:\n\tld32 $m10, $m11, $m15, 1\n\tadd $m11, $m11, 8\n", i / 2);
        text += &format!(
            "\tbr $m10\n\t.size f{i}, .-f{i}\n\t.data\n.LC{i}:\n\t.long f{i}, .L{i}, {i}\n\t.text\n"
        );
    }
    text
}

#[test]
fn assembling_is_quick() {
    assert!(texts::assembling_is_quick("ipu", &long_text(5_000)) > 50_000);
}

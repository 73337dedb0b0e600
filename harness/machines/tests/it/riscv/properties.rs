//! Laws of the RISC-V assembler and disassembler that need no other tool: random instructions go round, random bytes print and
//! assemble back, and no text makes the assembler panic.

use crate::support::texts::{self, bytes_of, bytes_print_and_assemble_back, is_read_or_refused, random_text};
use crosscall_machines::listing::Style;
use crosscall_machines::riscv::decode::{decode_short, decode_word};
use crosscall_machines::riscv::disassemble;
use crosscall_machines::riscv::isa::{FORMS, Form};
use crosscall_machines::riscv::{Instruction, Xlen, assemble, decode, encode};
use proptest::prelude::*;

fn xlen() -> impl Strategy<Value = Xlen> {
    prop_oneof![Just(Xlen::Rv32), Just(Xlen::Rv64)]
}

/// A random instruction of a width, from every row equally often, or compressed.
fn instruction() -> impl Strategy<Value = (Xlen, Instruction)> {
    let form = |xlen: Xlen, row: prop::sample::Index, bits: u32| {
        let forms: Vec<&Form> = FORMS.iter().filter(|form| form.widths.has(xlen)).collect();
        let form = forms[row.index(forms.len())];
        decode_word(form.value | bits & !form.mask, xlen)
    };
    (xlen(), any::<prop::sample::Index>(), any::<u32>(), any::<bool>()).prop_filter_map(
        "a word that is no instruction",
        move |(xlen, row, bits, short)| {
            let found = if short { decode_short(bits as u16, xlen) } else { form(xlen, row, bits) };
            found.map(|found| (xlen, found))
        },
    )
}

/// Pieces of assembly, right and wrong, that random texts are made of.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "\n", "\n", "\n\t", " ", ",", ":", "#", ";", "\"", "'", "\\", "(", ")", "%", "$", ".", "+", "-", "*", "@plt", "é", "\0",
    "0", "1", "7", "0x", "1f", "1b", "1:", "65536", "18446744073709551615", "-2048", "2047", "zero", "ra", "sp", "a0", "x31", "fp",
    "fa0", "ft11", "f31", "fcsr", "rtz", "dyn", "iorw", ".L1", "label:", "add ", "addi ", "lw ", "sd ", "flw ", "beq ", "bnez ",
    "j ", "jal ", "jalr ", "ret", "call ", "tail ", "la ", "lla ", "li ", "lui ", "auipc ", "%hi(", "%lo(", "%pcrel_hi(",
    "%pcrel_lo(", "%tprel_add(", "%got_pcrel_hi(", "c.addi ", "c.lwsp ", "c.j ", "fence ", "csrrw ", "amoadd.w.aq ", "fadd.s ",
    ".option ", "push", "pop", "rvc", "norvc", "pic", "arch, ", ".attribute ", "\"rv64gc\"", "\"rv32e\"", ".insn ", ".half ", ".dword ",
    ".text", ".data ", ".word ", ".balign ", ".align ", ".space ", ".set ", ".global ", ".macro m a", ".endm", "m ", ".rept ", ".endr",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn instructions_go_round((xlen, instruction) in instruction()) {
        let mut bytes = Vec::new();
        encode(&instruction, xlen, &mut bytes).expect("it was decoded");
        prop_assert_eq!(decode(&bytes, xlen), Ok(instruction));
        let lines = disassemble(&bytes, 0x100, Style::Source, xlen);
        prop_assert_eq!(lines.len(), 1);
        let target = if xlen == Xlen::Rv32 { "riscv32" } else { "riscv64" };
        prop_assert_eq!(bytes_of(target, &lines[0].text), bytes, "{}", &lines[0].text);
    }

    #[test]
    fn any_bytes_print_and_assemble_back(bytes in proptest::collection::vec(any::<u8>(), 0..80), address in any::<u64>()) {
        for target in ["riscv32", "riscv64"] {
            bytes_print_and_assemble_back(target, &bytes, address)?;
        }
    }

    #[test]
    fn no_text_makes_the_assembler_panic(text in random_text(PIECES)) {
        for xlen in Xlen::ALL {
            is_read_or_refused(&text, assemble(xlen, "text", &text))?;
        }
    }
}

#[test]
fn messages_say_where_and_what() {
    texts::messages_are(
        "riscv32",
        &[
            ("nop\n addi a0,a1,5000", "text:2:13: expected a value of -2048 to 2047, found 5000"),
            (" frob a1", "text:1:2: there is no instruction `frob`"),
            (" ld a0,0(a1)", "text:1:2: there is no instruction `ld`"),
            ("add a0,a1", "text:1:10: expected `,`, found the end of the statement"),
            ("add a0,a1,fa0", "text:1:11: expected a general register, found `fa0`"),
            (
                "fadd.s fa0,fa1,fa2,up",
                "text:1:20: expected a rounding mode: rne, rtz, rdn, rup, rmm or dyn, found `up`",
            ),
            ("slli a0,a0,32", "text:1:12: expected a value of 0 to 31, found 32"),
            (
                "lui a0,%lo(x)",
                "text:1:8: expected a number or one of %hi, %pcrel_hi, %got_pcrel_hi, %tprel_hi, %tls_ie_pcrel_hi, %tls_gd_pcrel_hi, found `%lo(x)`",
            ),
            (
                ".option rvd",
                "text:1:9: expected push, pop, rvc, norvc, relax, norelax, pic, nopic or arch, found `rvd`",
            ),
            (".option pop", "text:1:9: `.option pop` without `.option push`"),
            (".attribute arch, \"rv64gc\"", "text:1:18: the text is for RV64, it is assembled for RV32"),
            (
                ".attribute arch, \"rv32e\"\nadd a0,a1,a6",
                "text:2:11: expected a register that the base E has, x0 to x15, found `a6`",
            ),
            ("c.addi a0,32", "text:1:13: an operand does not fit the instruction"),
        ],
    );
}

/// Lines of the kind that compilers write, many of them.
fn long_text(functions: u32) -> String {
    let mut text = String::from(
        "\t.file \"long.c\"\n\t.option nopic\n\t.attribute arch, \"rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0\"\n\t.text\n",
    );
    for i in 0..functions {
        text += &format!(
            "\t.align 1\n\t.globl f{i}\n\t.type f{i}, @function\nf{i}:\n\taddi\tsp,sp,-32\n\tsd\tra,24(sp)\n"
        );
        text += &format!(
            "\tlui\ta5,%hi(.LC{i})\n\tlw\ta4,%lo(.LC{i})(a5)\n\taddw\ta4,a4,a0\n\tfld\tfa5,8(a1)\n\tfmadd.d\tfa0,fa5,fa5,fa0\n"
        );
        text += &format!(
            "\tbeq\ta4,zero,.L{i}\n\tli\ta0,1234567\n\tcall\tf{}\n.L{i}:\n\tld\tra,24(sp)\n\taddi\tsp,sp,32\n\tjr\tra\n",
            i / 2
        );
        text += &format!("\t.size f{i}, .-f{i}\n\t.data\n.LC{i}:\n\t.dword f{i},.L{i},{i}\n\t.text\n");
    }
    text
}

#[test]
fn assembling_is_quick() {
    texts::assembling_is_quick("riscv64", &long_text(5_000));
}

//! Laws of the DPU's assembler beside those of all targets: every spelling, messages, relocations, directives of the compiler.

use super::table::value_of;
use crate::support::random::Xorshift;
use crate::support::texts::{self, bytes_of};
use crosscall_machines::dpu::encode;
use crosscall_machines::dpu::forms::{aliases, forms};
use crosscall_machines::dpu::isa::{Instruction, OPERANDS};
use crosscall_machines::dpu::operands::OperandKind;
use crosscall_machines::dpu::{assemble, disassemble};

/// A bounds-checked access with endianness and a constant register looks like one without checks.
fn is_ambiguous(instruction: &Instruction) -> bool {
    let shape = instruction.form.shape.as_str();
    matches!(shape, "ersi" if instruction.values[2] >= 24)
        || matches!(shape, "esii" | "esir" if instruction.values[1] >= 24)
}

#[test]
fn every_spelling_is_read() {
    let mut random = Xorshift(3);
    for form in forms().chain(aliases()) {
        for _ in 0..10 {
            let mut values = [0; OPERANDS];
            for (value, operand) in values.iter_mut().zip(&form.operands) {
                *value = value_of(operand, &mut random);
            }
            let instruction = Instruction { form, values };
            // `mul_step` of `zero` is none, and codes of conditions that have a better one are read as that.
            let canonical = form.operands.iter().zip(&values).all(|(operand, value)| {
                !matches!(operand.kind, OperandKind::Condition(_)) || !(34..38).contains(value)
            });
            let Some(word) = encode(&instruction).ok().filter(|_| canonical && !is_ambiguous(&instruction))
            else {
                continue;
            };
            let text = disassemble::format(&instruction);
            assert_eq!(bytes_of("dpu", &text), word.to_le_bytes(), "{text}");
        }
    }
}

#[test]
fn messages_say_where_and_what() {
    texts::messages_are(
        "dpu",
        &[
            ("nop\n add r0, r1, 5000, z, 0x10", "text:2:14: expected a value of -128 to 127, found 5000"),
            (" frob r1", "text:1:2: there is no instruction `frob`"),
            ("move r0", "text:1:8: expected `,`, found the end of the statement"),
            ("ld d1, r0, 0", "text:1:4: expected a register pair d0, d2, ... d22, found `d1`"),
            ("lw r24, r0, 0", "text:1:4: expected a register r0 to r23, found `r24`"),
            ("jz r0, . + 8", "text:1:8: expected a place, or a place and 0 to 7 instructions more"),
            ("jump label - 1", "text:1:6: expected a place, or a place and 0 to 7 instructions more"),
            ("acquire r0, 0, xz, 5", "text:1:16: expected a condition: one of true z nz, found `xz`"),
            ("lsl r0, r1, 32", "text:1:13: expected a value of 0 to 31, found 32"),
            ("sw r0, 2048, 5", "text:1:8: expected a value of -2048 to 2047, found 2048"),
            (".frob 1", "text:1:1: there is no directive `.frob`"),
        ],
    );
}

#[test]
fn the_same_instruction_can_be_written_in_many_ways() {
    let same = [
        ("add r0, r1, r2", "ADD\t%r0 , %r1,r2 // sum"),
        ("add r0, r1, 3, nz, 0x10", "add r0, r1, 3, ?NZ, 16"),
        ("add r0, r1, 3, true, 0x10", "add r0, r1, 3, !t, 0x10"),
        ("sub zero, r1, r2, z, 0x10", "jeq r1, r2, 0x10"),
        ("lw !little, r0, r1, 4", "lw r0, r1, 4"),
        ("or r0, zero, 0xffffffff", "move r0, -1"),
        ("sb r0, 1, -1", "sb r0, 1, 255"),
        ("call zero, r23, 0", "jump r23"),
        ("nop\nnop", "nop; nop"),
    ];
    for (one, other) in same {
        assert_eq!(bytes_of("dpu", one), bytes_of("dpu", other), "{other}");
    }
}

#[test]
fn symbols_become_relocations_on_the_right_operand() {
    // Text, relocation numbers and addends; every symbol is undefined.
    let cases: &[(&str, &[(u32, i64)])] = &[
        ("call r23, printf", &[(138, 0)]),
        ("jump label", &[(141, 0)]),
        ("jump r3, table", &[(141, 0)]),
        ("move r0, symbol + 4", &[(142, 4)]),
        ("move.s d0, symbol", &[(142, 0)]),
        ("add.u d0, r1, symbol", &[(145, 0)]),
        ("add zero, r1, symbol", &[(143, 0)]),
        ("add r0, r1, symbol, false", &[(138, 0)]),
        ("add zero, r1, symbol, false", &[(140, 0)]),
        ("xor zero, r1, symbol, false", &[(141, 0)]),
        ("jeq r0, r1, label + 1", &[(128, 1)]),
        ("jeq r0, symbol, label", &[(128, 0), (132, 0)]),
        ("and zero, r0, symbol, z, label", &[(128, 0), (133, 0)]),
        ("add r0, r0, symbol, z, label", &[(128, 0), (131, 0)]),
        ("acquire zero, lock, nz, .", &[(128, 0), (137, 0)]),
        ("lw r0, zero, symbol", &[(138, 0)]),
        ("sw zero, symbol, r0", &[(139, 0)]),
        ("sd zero, symbol, 0", &[(135, 0)]),
        ("sw r0, 0, symbol", &[(136, 0)]),
        ("sb r0, 0, symbol", &[(134, 0)]),
        ("lsl r0, r1, symbol", &[(129, 0)]),
        ("ldma r0, r1, symbol", &[(130, 0)]),
        ("add s0, s1, symbol", &[(144, 0)]),
        (".byte symbol", &[(2, 0)]),
        (".short symbol", &[(3, 0)]),
        (".long symbol - 4", &[(1, -4)]),
        (".quad symbol", &[(4, 0)]),
    ];
    for (text, relocations) in cases {
        let object = assemble("text", text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<(u32, i64)> =
            object.sections[0].relocations.iter().map(|one| (one.kind, one.addend)).collect();
        assert_eq!(found, *relocations, "{text}");
    }
    // A local label is named itself, a place without a name by its section.
    let object = assemble("text", "nop\na: nop\njnz r0, a\njz r0, . + 1").expect("the text is right");
    let found: Vec<_> =
        object.sections[0].relocations.iter().map(|one| (one.offset, one.kind, one.addend)).collect();
    assert_eq!(found, [(16, 128, 0), (24, 128, 25)]);
    // Values that are known at last are stored.
    assert_eq!(bytes_of("dpu", "lsl r0, r1, x\nx = 3"), bytes_of("dpu", "lsl r0, r1, 3"));
    assert!(assemble("text", "lsl r0, r1, x\nx = 32").is_err());
}

/// Lines that the vendor's compiler writes around functions and data.
#[test]
fn directives_of_the_compiler_are_read() {
    let text = "\t.text\n\t.file\t\"a.c\"\n\t.section\t.text.main,\"ax\",@progbits\n\t.globl\tmain  // -- Begin function main
\t.type\tmain,@function\nmain:                                   // @main\n.Lfunc_begin0:\n\t.cfi_sections .debug_frame
\t.cfi_startproc\n// %bb.0:\n\tsd r22, 0, d22\n\tadd r22, r22, 8\n\t.cfi_def_cfa_offset -8\n\tcall r23, f
\tld d22, r22, -8\n\tjump r23\n.Lfunc_end0:\n\t.size\tmain, .Lfunc_end0-main\n\t.cfi_endproc
\t.section\t.stack_sizes,\"o\",@progbits,.text.main,unique,0\n\t.long\t.Lfunc_begin0\n\t.byte\t8
\t.section\t.text.main,\"ax\",@progbits\n                                        // -- End function
\t.type\tx,@object\n\t.section\t.bss.x,\"aw\",@nobits\n\t.globl\tx\n\t.p2align\t2\nx:\n\t.long\t0\n\t.size\tx, 4
\t.section\t.rodata.str1.1,\"aMS\",@progbits,1\n.L.str:\n\t.asciz\t\"a\"\n\t.section\t.debug_abbrev,\"\",@progbits\n\t.byte\t1
\t.ident\t\"clang version 12.0.0\"\n\t.section\t\".note.GNU-stack\",\"\",@progbits\n\t.addrsig\n\t.addrsig_sym main\n";
    let object = assemble("a.s", text).unwrap_or_else(|error| panic!("{error}"));
    let main = object.symbols.iter().find(|symbol| symbol.name == "main").expect("main");
    assert_eq!((main.size, main.kind), (40, 2));
    assert_eq!(object.flags, 0x0280_0000);
    let sizes = object.sections.iter().find(|section| section.name == ".stack_sizes").expect("sizes");
    assert_eq!((sizes.data.len(), sizes.relocations.len(), sizes.relocations[0].kind), (5, 1, 1));
}

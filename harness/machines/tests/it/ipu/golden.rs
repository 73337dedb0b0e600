//! Facts that the tests of the vendor's LLVM and lld state: printed forms, and source that is refused.

use crate::support::texts::{self, bytes_of};
use crosscall_machines::ipu::{assemble, disassemble};
use crosscall_machines::listing::Style;

pub(crate) const ENCODINGS: &str = include_str!("../../vectors/ipu_encodings.txt");
pub(crate) const TEXTS: &str = include_str!("../../vectors/ipu_texts.txt");
const REFUSED: &str = include_str!("../../vectors/ipu_refused.txt");

pub(crate) fn text_bytes(source: &str) -> Vec<u8> {
    bytes_of("ipu", source)
}

pub(crate) fn lines(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

pub(crate) use crate::support::texts::vectors as encodings;

fn printed(bytes: &[u8], style: Style) -> Vec<String> {
    disassemble(bytes, 0, style).into_iter().map(|line| line.text).collect()
}

#[test]
fn prints_what_llvm_prints() {
    for line in lines(TEXTS) {
        let (source, wanted) = line.split_once(" | ").expect("source | printed");
        let bytes = text_bytes(source);
        assert_eq!(printed(&bytes, Style::Vendor).join(" / "), wanted, "{source}");
        let again: String = printed(&bytes, Style::Source).iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(text_bytes(&again), bytes, "{source} became {again}");
    }
    assert!(lines(TEXTS).count() > 200);
}

#[test]
fn refuses_what_llvm_refuses() {
    for source in lines(REFUSED) {
        assert!(assemble("refused", source).is_err(), "{source} was taken");
    }
    assert!(lines(REFUSED).count() > 100);
}

/// `llvm/test/MC/Colossus/rpt_valid_sequences.s`, with the alignment that the test relies on written out.
#[test]
fn takes_the_repeats_that_llvm_takes() {
    for text in [
        "{ rpt 10, ((2f - 1f) / 8) - 1 ; fnop }\n1:\n.align 8\n{ add $m1, $m0, 5 ; fnop }\n2:",
        "{ rpt 10, 0 ; fnop }\n1:\n{ add $m1, $m0, 5 ; fnop }\n2:",
        "fnop\nrpt 10, 0\n1:\n{ add $m1, $m0, 5 ; fnop }\n2:",
        "{ rpt 10, ((2f - 1f) / 8) - 1 ; fnop }\n1:\n{ add $m1, $m0, 5 ; fnop }\n2:\nnop\nnop",
        "{ rpt 10, ((2f - 1f) / 8) - 1 ; fnop }\n1:\n{ add $m1, $m0, 5 ; fnop }\n2:\n{ bri 0x40000 ; fnop }",
        "{ rpt 10, ((2f - 1f) / 8) - 1 ; fnop }\n1:\n{ add $m1, $m0, 5 ; fnop }\n2:\n{ get $m1, 0 ; fnop }",
    ] {
        let text = format!(".align 8\n{text}");
        if let Err(diagnostics) = assemble("repeat", &text) {
            panic!("{text}: {diagnostics}");
        }
    }
}

/// `llvm/test/MC/Disassembler/Colossus`: LLVM prints bundles whatever the lanes, and refuses groups of
/// registers that do not start where they must.
#[test]
fn disassembles_words_as_llvm_does() {
    let word = |word: u32| word.to_le_bytes();
    let bundles = [
        ([0xc420_3011, 0xc450_6041], "{ add $m1, $m2, $m3 ; add $m4, $m5, $m6 }"),
        ([0xc410_2602, 0xc440_5632], "{ sub $m0, $m2, $m1 ; sub $m3, $m5, $m4 }"),
        ([0xc470_1061, 0xc450_6041], "{ add $m6, $m7, $m1 ; add $m4, $m5, $m6 }"),
    ];
    for (words, text) in bundles {
        let bytes = words.map(word).concat();
        assert_eq!(printed(&bytes, Style::Vendor), [text]);
        // No source gives them.
        assert!(printed(&bytes, Style::Source).iter().all(|line| line.starts_with(".long")));
    }
    for odd in (1..16).step_by(2) {
        let bytes = word(0x5f20_f000 | odd << 4);
        assert!(printed(&bytes, Style::Vendor)[0].starts_with(".long"), "{odd}");
    }
    for number in (0..16).filter(|number| number % 4 != 0) {
        let bytes = word(0x4d00_0805 | number << 4);
        assert!(printed(&bytes, Style::Vendor)[0].starts_with(".long"), "{number}");
    }
    for half in [1, 3, 5, 7] {
        let bytes = word(0x5640_2800 | half << 17);
        assert!(printed(&bytes, Style::Vendor)[0].starts_with(".long"), "{half}");
    }
}

/// A relocation: offset, number, symbol, addend.
type Found = (u64, u32, &'static str, i64);

/// Symbols: `symbol-variants.s`, `relocation_in_bundle.s`, `cmpult.s`, `run-fixup.s`, `setzi` of
/// `insn-good.s`.
#[test]
fn symbols_become_the_relocations_of_llvm() {
    let cases: &[(&str, &[Found])] = &[
        (
            ".globl defined_bar\ndefined_bar:\n.short (bar + 4)@relative@16@s2\n.long (bar + 4)@abs18@s2\n\
             .long (bar + 4)@abs19@s2\n.long (defined_bar + 4)@abs19@s2",
            &[(0, 6, "bar", 4), (2, 7, "bar", 4), (6, 8, "bar", 4), (10, 8, "defined_bar", 4)],
        ),
        (
            "nop\nnop\n{\n\tcall $m6, printstr\n\tsetzi $a0, picklerick\n}",
            &[(8, 8, "printstr", 0), (12, 3, "picklerick", 0)],
        ),
        ("cmpult $m0, $m0, foo", &[(0, 2, "foo", 0)]),
        (".supervisor\nrun $m0, $m1, vertex\n.set vertex, 262144", &[(0, 9, "", 262_144)]),
        (".globl Misc\nMisc:\nsetzi $m0, Misc\nsetzi $m0, Misc + 1", &[(0, 3, "Misc", 0), (4, 3, "Misc", 1)]),
        ("bri $abc", &[(0, 8, "$abc", 0)]),
        (
            ".quad foo@abs19@s2\n.quad foo\n.byte foo",
            &[(0, 8, "foo", 0), (8, 5, "foo", 0), (16, 1, "foo", 0)],
        ),
        (".long foo@abs@21\n.half foo+1", &[(0, 17, "foo", 0), (4, 2, "foo", 1)]),
    ];
    for (text, wanted) in cases {
        let object = assemble("symbols", text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let name = |index: usize| object.symbols[index].name.as_str();
        let section = &object.sections[0];
        let found: Vec<_> = section
            .relocations
            .iter()
            .map(|one| (one.offset, one.kind, one.symbol.map_or("", name), one.addend))
            .collect();
        assert_eq!(&found, wanted, "{text}");
        assert_eq!(object.flags, 2);
    }
}

#[test]
fn messages_say_where_and_what() {
    texts::messages_are(
        "ipu",
        &[
            ("nop\n add $m0, $m1, 70000", "text:2:16: expected a value of 0 to 65535, found 70000"),
            (" frob $m1", "text:1:2: there is no instruction `frob`"),
            ("add $m0", "text:1:8: expected `,`, found the end of the statement"),
            ("f32add $a0, $m1, $a2", "text:1:13: expected a register `$a0` to `$a15`, found `$m1`"),
            ("ld64 $a1:2, $m0, 0", "text:1:6: the first register of a group of 2 is a multiple of 2"),
            (
                "st32step $m0, $m1, $m2, 1",
                "text:1:20: expected a register `$m0` to `$m15` followed by `+=`, found `$m2`",
            ),
            ("{ nop\n nop ; nop }", "text:2:8: a bundle has two instructions, this one has more"),
            ("{ nop }", "text:1:7: a bundle has two instructions, this one has fewer"),
            ("{ nop ; nop }", "text:1:2: the second instruction of a bundle goes to the auxiliary lane"),
            ("{ fnop ; fnop }", "text:1:2: the first instruction of a bundle goes to the main lane"),
            (
                "{ ld32 $a1, $m0, 0 ; mov $a1, $a2 }",
                "text:1:2: both instructions of the bundle write to the same register",
            ),
            ("{ exitz $m0 ; fnop }", "text:1:2: `exitz` cannot be part of a bundle"),
            ("or $m0, $m1, 0x100001", "text:1:14: expected a value of 0 to 4095, found 1048577"),
            (
                "shl $m0, $m1, foo",
                "text:1:15: expected a number that is known here: this operand can hold no symbol",
            ),
            ("{ nop ; fnop", "text:1:2: the bundle has no closing `}`"),
            ("put $FP_ICTL, $m0", "text:1:5: control register `$FP_ICTL` cannot be used in worker mode"),
            (
                ".long a@got",
                "text:1:8: expected `@relative@16@s2`, `@abs18@s2`, `@abs19@s2` or `@abs@21`, found `@got`",
            ),
            (
                "nop\nrpt 1, 0\n{ nop ; fnop }",
                "text:2:1: the body of the repeat is not aligned to 8 bytes: bundle `rpt` with `fnop`, or add `.align 8`",
            ),
        ],
    );
}

/// After `.allow_optimizations`, which LLVM's own output begins with, a repeat is bundled or not as its
/// alignment needs.
#[test]
fn repeats_are_aligned_when_that_is_allowed() {
    for (before, size) in [("", 8), ("nop\n", 4)] {
        let text = format!(".allow_optimizations\n{before}{{ rpt 3, 0 ; fnop }}\n{{ nop ; fnop }}\nnop");
        let object = assemble("text", &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let section = &object.sections[0];
        assert_eq!(section.align, 8);
        assert_eq!(section.data.len(), if before.is_empty() { 0 } else { 4 } + size + 8 + 4, "{text}");
    }
}

/// Ways of writing that the vendor's kernels (graphcore/poplibs) have and LLVM's parser explains: tokens with
/// blanks between them, `:B` for `:BL` and the reverse, the zero register of the other file in an address,
/// upper bits as a negative number.
#[test]
fn takes_what_the_vendors_kernels_write() {
    let same = [
        ("st64 $a4: 5 , $m11 , $mzero , (8/2)", "st64 $a4:5, $m11, $m15, 4"),
        ("ld64step $a0 : 1, $mzero , $m7+= , 6", "ld64step $a0:1, $m15, $m7+=, 6"),
        ("f32v2mul $a0:1, $a4:BL, $a0:1", "f32v2mul $a0:1, $a4:B, $a0:1"),
        ("f16v4mul $a2:3, $a0:B, $a4:5", "f16v4mul $a2:3, $a0:BL, $a4:5"),
        ("ld32 $a0, $m4, $azero, 0", "ld32 $a0, $m4, $m15, 0"),
        ("or $m8, $mzero, (~((1 << 24) - 1))", "or $m8, $mzero, 0xff000000"),
    ];
    for (written, plain) in same {
        assert_eq!(text_bytes(written), text_bytes(plain), "{written}");
    }
    for wrong in ["f16v4mul $a2:3, $a0:BX, $a4:5", "add $m0, $azero, $m1", "or $m8, $mzero, -1"] {
        assert!(assemble("wrong", wrong).is_err(), "{wrong}");
    }
}

/// Conditional directives inside of a bundle, and the text conditions and macros that the kernels use.
#[test]
fn directives_choose_the_halves_of_a_bundle() {
    let text = "
        .extern other
        .macro LOAD TYPE, REST:vararg
        {
        .ifc \\TYPE, half
            ld64step $a4:5, $mzero, $m0+=, 6
        .else
            ld64step $a4:5, $mzero, $m0+=, 1
        .endif
            or64 \\REST
        }
        .endm
        LOAD half $a6:7, $a6:7, $a2:3
        LOAD float, $a6:7, $a6:7, $a2:3
        .ifnc \"a\", \"b\"
        nop
        .endif
        .ifeqs \"a\", \"b\"
        nop
        .endif
        .ifnes \"x,\", \"x,\"
        nop
        .endif
        ";
    let plain = "{ ld64step $a4:5, $m15, $m0+=, 6 ; or64 $a6:7, $a6:7, $a2:3 }
        { ld64step $a4:5, $m15, $m0+=, 1 ; or64 $a6:7, $a6:7, $a2:3 }
        nop";
    assert_eq!(text_bytes(text), text_bytes(plain));
}

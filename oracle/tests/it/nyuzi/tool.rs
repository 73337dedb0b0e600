//! Expected output of an assembler and a linker for the Nyuzi are to make of their input.

use crate::support::tool::{assert_distinguished, assert_sound, in_words};
use crosscall_model::Target;
use crosscall_model::tool::{Input, Made, Outcome, SymbolAt, ToolPlan};
use crosscall_oracle::judge::judge_tool;
use std::collections::BTreeSet;

fn plan(input: Input) -> ToolPlan {
    crate::support::tool::plan(Target::Nyuzi, input)
}

fn said(text: &str) -> BTreeSet<String> {
    crate::support::tool::said(Target::Nyuzi, Input::Statement(text.to_owned()))
}

/// Statements with their words, as LLVM's assembler tests have them or worked out by hand from the formats.
const WORDS: &[(&str, u32)] = &[
    ("nop", 0),
    ("move s7, s8", 0xc0f4_00e0),
    ("move v7, s8", 0xc4f4_00e0),
    ("move_mask v7, s9, v8", 0xd4f4_24e0),
    ("move s2, 72", 0x0f01_2040),
    ("move v3, 72", 0x2f01_2060),
    ("move s3, -1", 0x0fff_fc60),
    ("move_mask v4, s6, -3", 0x6ffe_9884),
    ("movehi s2, 371769", 0x4fb5_8459),
    ("or s0, s0, 8191", 0x007f_fc00),
    ("xor s1, s1, -1", 0x03ff_fc21),
    ("add_i sp, sp, -64", 0x05ff_03de),
    ("lea s0, 48(sp)", 0x0500_c01e),
    ("add_i s4, s5, s6", 0xc053_0085),
    ("add_i v8, v9, s10", 0xc455_0109),
    ("add_i_mask v12, s15, v13, s14", 0xc857_3d8d),
    ("add_i v16, v17, v18", 0xd059_0211),
    ("add_i_mask v20, s23, v21, v22", 0xd45b_5e95),
    ("add_i_mask v2, s4, v3, -79", 0x65d8_9043),
    ("sub_i s25, s26, 110", 0x0601_bb3a),
    ("shl s2, s3, 2", 0x0b00_0843),
    ("mulh_i s15, s16, s17", 0xc1f8_81f0),
    ("mulh_u s27, s0, -103", 0x08fe_6760),
    ("cmpeq_i s1, s2, s3", 0xc101_8022),
    ("cmpgt_i s7, v8, v9", 0xd124_80e8),
    ("cmplt_u s25, v26, 232", 0x3803_a33a),
    ("cmpge_f s6, s7, s8", 0xc2d4_00c7),
    ("cmpeq_f s1, v2, s3", 0xc701_8022),
    ("cmpne_f s1, v2, v3", 0xd311_8022),
    ("add_f s11, s12, s13", 0xc206_816c),
    ("mul_f v27, v0, s1", 0xc620_8360),
    ("sub_f_mask v19, s22, v20, v21", 0xd61a_da74),
    ("reciprocal s10, s11", 0xc1c5_8140),
    ("ftoi s13, s14", 0xc1b7_01a0),
    ("itof v22, s23", 0xc6ab_82c0),
    ("clz s1, s2", 0xc0c1_0020),
    ("ctz v4, v5", 0xd0e2_8080),
    ("sext_8 s16, s17", 0xc1d8_8200),
    ("sext_16 v19, v20", 0xd1ea_0260),
    ("shuffle v1, v2, v3", 0xd0d1_8022),
    ("shuffle_mask v1, s4, v2, v3", 0xd4d1_9022),
    ("getlane s4, v5, s6", 0xc5a3_0085),
    ("getlane s4, v5, 7", 0x3a00_1c85),
    ("load_u8 s1, 3(s2)", 0xa000_0c22),
    ("load_s8 s4, (s5)", 0xa200_0085),
    ("load_u16 s7, 9(s8)", 0xa400_24e8),
    ("load_s16 s10, 12(s11)", 0xa600_314b),
    ("load_32 ra, 60(sp)", 0xa800_f3fe),
    ("load_sync s16, (s17)", 0xaa00_0211),
    ("store_8 s19, 21(s20)", 0x8200_5674),
    ("store_16 s22, 24(s23)", 0x8600_62d7),
    ("store_32 s0, -4(s1)", 0x89ff_f001),
    ("store_sync s0, (s1)", 0x8a00_0001),
    ("load_v v1, 400(s2)", 0xae06_4022),
    ("store_v v26, 64(sp)", 0x8e01_035e),
    ("load_v_mask v1, s3, 400(s2)", 0xb0c8_0c22),
    ("store_v_mask v1, s3, -64(s2)", 0x91e0_0c22),
    ("load_gath v4, 120(v5)", 0xba01_e085),
    ("load_gath_mask v4, s6, 120(v5)", 0xbc3c_1885),
    ("store_scat v4, (v5)", 0x9a00_0085),
    ("store_scat_mask v4, s6, 120(v5)", 0x9c3c_1885),
    ("getcr s7, 9", 0xac00_00e9),
    ("setcr s11, 13", 0x8c00_016d),
    ("b .+0", 0xf600_0000),
    ("b .+8", 0xf600_0002),
    ("b .-4", 0xf7ff_ffff),
    ("bz s0,.+16", 0xf200_0080),
    ("bnz s1,.-8", 0xf5ff_ffc1),
    ("call .+12", 0xf800_0003),
    ("b s2", 0xf000_0002),
    ("call s3", 0xfc00_0063),
    ("ret", 0xf000_001f),
    ("eret", 0xfe00_0000),
    ("syscall 17", 0x0200_4400),
    ("break", 0xc3e0_0000),
    ("membar", 0xe800_0000),
    ("dflush s7", 0xe400_0007),
    ("dinvalidate s9", 0xe200_0009),
    ("dtlbinsert s1, s2", 0xe000_0041),
    ("itlbinsert s3, s4", 0xee00_0083),
];

#[test]
fn statements_have_the_words_of_the_instruction_set() {
    for (text, word) in WORDS {
        let bytes = crosscall_model::tool::hex(&word.to_le_bytes());
        assert_eq!(in_words(&plan(Input::Statement((*text).to_owned())).expected), bytes, "{text}");
    }
}

#[test]
fn what_nothing_says_is_asked() {
    let table = [
        // Immediates: the ends, and one beyond.
        ("add_i s0,s1,8191", vec!["01 fc 7f 05"]),
        ("add_i s0,s1,8192", vec!["01 00 80 05", "refused"]),
        ("add_i s0,s1,-8193", vec!["01 fc 7f 05", "refused"]),
        ("and_mask v0,s1,v0,-256", vec!["00 04 80 61"]),
        ("and_mask v0,s1,v0,256", vec!["00 04 80 61", "refused"]),
        ("movehi s1,524288", vec!["20 00 00 4f", "refused"]),
        ("load_32 s1,16384(s2)", vec!["22 00 00 a9", "refused"]),
        ("getcr s1,32", vec!["20 00 00 ac", "refused"]),
        // Loads of any word.
        ("li s1,-8192", vec!["20 00 80 0f"]),
        ("li s1,0x12342000", vec!["21 34 12 4f"]),
        ("li s1,4294967295", vec!["3f fc ff 4f 21 fc 7f 00"]),
        ("li s1,4294967296", vec!["open"]),
        // Branches: reach, and the middle of an instruction.
        ("bz s1,.+2097148", vec!["e1 ff ff f2"]),
        ("bz s1,.+2097152", vec!["01 00 00 f3", "refused"]),
        ("b .+2", vec!["00 00 00 f6", "refused"]),
        ("b .-1", vec!["00 00 00 f6", "ff ff ff f7", "refused"]),
        (".byte 256", vec!["00", "refused"]),
        (".short -32768", vec!["00 80"]),
        // Names.
        ("move ra,gp", vec!["e0 03 fe c0"]),
        ("move s0,s28", vec!["refused"]),
        ("add_i s28,s0,s1", vec!["refused"]),
        ("add_i v32,v0,v1", vec!["refused"]),
        ("add_i v0,v1,v32", vec!["open"]),
        ("add_i s0,v1,s2", vec!["open"]),
        ("move SP,s1", vec!["open"]),
        ("b s28", vec!["00 00 00 f6 relocation 3 at 0x0 for s28+0"]),
        // Symbols.
        ("movehi s1,hi(x)", vec!["20 00 00 4f relocation 4 at 0x0 for x+0"]),
        ("or s1,s2,lo(x)", vec!["22 00 00 00 relocation 5 at 0x0 for x+0"]),
        ("load_32 s1,got(x)(gp)", vec!["3c 00 00 a8 relocation 6 at 0x0 for x+0"]),
        ("bnz s1,x-4", vec!["01 00 00 f4 relocation 2 at 0x0 for x-4"]),
        (".long x+7", vec!["00 00 00 00 relocation 1 at 0x0 for x+7"]),
        (".long x-.", vec!["refused"]),
        (".byte x", vec!["refused"]),
        ("move s0,x", vec!["refused"]),
        ("movehi s0,lo(x)", vec!["refused"]),
        (".word 1", vec!["open"]),
    ];
    for (text, expected) in table {
        let expected: BTreeSet<String> = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(said(text), expected, "{text}");
    }
}

/// A word at 0x104 with a relocation; what comes of it under all readings.
fn linked(word: u32, kind: u32, value: u64, addend: i64) -> BTreeSet<String> {
    let mut bytes = vec![0; 4];
    bytes.extend(word.to_le_bytes());
    let input = Input::Link(crate::support::tool::link(&bytes, 4, kind, value, addend));
    let word = |words: String| match words.strip_prefix("00 00 00 00 ") {
        Some(bytes) => bytes.split(' ').rev().collect(),
        None => words,
    };
    crate::support::tool::said(Target::Nyuzi, input).into_iter().map(word).collect()
}

#[test]
fn relocations_follow_every_reading_of_the_documents_table() {
    let table = [
        (0, 0, 0x1234, 0, vec!["00000000", "refused"]),
        (0, 1, 0xffff_ffff, 2, vec!["00000001"]),
        // In instructions or in bytes, from the branch or from what is behind it.
        (0xf200_0001, 2, 0x114, 0, vec!["f2000081", "f2000061", "f2000201", "f2000181"]),
        (0xf600_0000, 3, 0x104, -4, vec!["f7ffffff", "f7fffffe", "f7fffffc", "f7fffff8"]),
        (0xf600_0000, 3, 0x106, 0, vec!["f6000000", "f7ffffff", "f6000002", "f7fffffe", "refused"]),
        (0xf600_0000, 3, 0x103, 0, vec!["f6000000", "f7ffffff", "f7fffffe", "f7fffffb", "refused"]),
        (0x4f00_0000, 4, 0xe756_d28a, 0, vec!["4fe75416", "4f073ab6"]),
        (0, 5, 0xe756_d28a, 0, vec!["004a2800", "00ca2800"]),
        (0, 5, 0x0fff, 0, vec!["003ffc00"]),
        (0xa800_0020, 6, 0xe756_d28a, 0, vec!["a8000020"]),
        (0, 7, 0, 0, vec!["refused"]),
    ];
    for (word, kind, value, addend, expected) in table {
        let expected: BTreeSet<String> = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(linked(word, kind, value, addend), expected, "{kind} {value:#x} {addend}");
    }
}

#[test]
fn branches_reach_as_far_as_their_fields() {
    let said = |kind: u32, value: u64| {
        in_words(&plan(Input::Link(crate::support::tool::link(&[0; 4], 0, kind, value, 0))).expected)
    };
    for (kind, reach) in [(2, 1u64 << 21), (3, 1 << 26)] {
        assert_ne!(said(kind, 0x100 + reach - 4), "refused");
        assert_eq!(said(kind, 0x100 + reach), "refused");
        assert_ne!(said(kind, (0x1_0000_0100 - reach) & 0xffff_ffff), "refused");
        assert_eq!(said(kind, (0x1_0000_00fc - reach) & 0xffff_ffff), "refused");
    }
    let mut input = crate::support::tool::link(&[0; 4], 0, 1, 0, 0);
    input.symbols[0].place = SymbolAt::Undefined;
    assert_eq!(in_words(&plan(Input::Link(input)).expected), "refused");
}

#[test]
fn each_row_is_blamed_under_its_clause() {
    let clause =
        |kind: u32| plan(Input::Link(crate::support::tool::link(&[0; 4], 0, kind, 0x100, 0))).clauses[0];
    let clauses: Vec<_> = (0..8).map(clause).collect();
    assert_eq!(
        clauses,
        [
            "NYUZI-S23",
            "NYUZI-OBJ-01",
            "NYUZI-OBJ-02",
            "NYUZI-OBJ-03",
            "NYUZI-OBJ-04",
            "NYUZI-OBJ-05",
            "NYUZI-OBJ-06",
            "NYUZI-S23"
        ]
    );
    let plan = plan(Input::Statement("nop".to_owned()));
    let wrong = |machine: u16, flags: u32| {
        let made = Made { machine, flags, sections: vec![vec![0; 4]], ..Made::default() };
        let mismatches = judge_tool(Target::Nyuzi, &plan, &Outcome::Made(made)).mismatches;
        mismatches.into_iter().map(|m| m.clauses[0]).collect::<Vec<_>>()
    };
    assert_eq!(wrong(9999, 0), Vec::<&str>::new());
    assert_eq!(wrong(243, 0), ["NYUZI-OBJ-07"]);
    assert_eq!(wrong(9999, 1), ["NYUZI-S23"]);
}

#[test]
fn rows_are_sound() {
    assert_sound(Target::Nyuzi);
}

#[test]
fn every_reading_predicts_something() {
    let statements = ["add_i s0,s1,8192", ".byte 256", ".byte -200", "b .+67108864", "b .-1"];
    let links: [(u32, u64, i64); 6] =
        [(2, 0x120, 0), (3, 0x103, 0), (4, 0xe756d28a, 0), (5, 0x1fff, 0), (0, 0x0, 0), (2, 0x200100, 0)];
    let statements = statements.iter().map(|text| Input::Statement((*text).to_owned()));
    let links = links.iter().map(|(kind, value, addend)| {
        Input::Link(crate::support::tool::link(&[0; 4], 0, *kind, *value, *addend))
    });
    let inputs: Vec<Input> = statements.chain(links).collect();
    assert_distinguished(Target::Nyuzi, &inputs);
}

//! Expected output of an assembler and a linker for the Epiphany are to make of their input.

use crate::support::tool::{assert_distinguished, assert_sound, in_words};
use crosscall_model::Target;
use crosscall_model::tool::{Expected, Input, Made, Outcome, SymbolAt, ToolCase, ToolPlan};
use crosscall_oracle::abi;
use crosscall_oracle::choose::walk;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::judge::judge_tool;
use crosscall_oracle::knowledge::Knowledge;
use std::collections::BTreeSet;

fn plan(input: Input) -> ToolPlan {
    crate::support::tool::plan(Target::Epiphany, input)
}

fn said(text: &str) -> BTreeSet<String> {
    crate::support::tool::said(Target::Epiphany, Input::Statement(text.to_owned()))
}

/// Statements with their bytes, as the architecture reference has them; taken down by hand.
const BYTES: &[(&str, &str)] = &[
    ("mov r0,r1", "e2 04"),
    ("mov r0,r9", "ef 04 02 04"),
    ("mov sp,fp", "ef ac 02 24"),
    ("mov r3,#255", "e3 7f"),
    ("mov r3,#256", "0b 60 12 00"),
    ("mov r8,#1", "2b 00 02 20"),
    ("mov r0,#0xffff", "eb 1f f2 0f"),
    ("mov r0,%low(0x12345678)", "0b 0f 62 05"),
    ("movt r0,%high(0x12345678)", "8b 06 22 11"),
    ("movt r1,#0", "0b 20 02 10"),
    ("moveq r1,r2", "02 28"),
    ("movgteu r1,r16", "3f 20 02 08"),
    ("movblt r40,r41", "cf 04 02 b4"),
    ("add r0,r1,r2", "1a 05"),
    ("add r0,r1,r10", "1f 05 8a 00"),
    ("add r0,r1,#3", "93 05"),
    ("add r0,r1,#4", "1b 06 00 00"),
    ("add r0,r1,#-4", "13 06"),
    ("add r0,r1,#-5", "9b 05 ff 00"),
    ("add r0,r1,#1023", "9b 07 7f 00"),
    ("add r0,r1,#-1024", "1b 04 80 00"),
    ("add sp,sp,#-16", "1b b4 fe 24"),
    ("sub r0,r1,#1", "b3 04"),
    ("sub r20,r21,#1000", "3b 94 7d 48"),
    ("and r1,r2,r3", "da 29"),
    ("orr r9,r10,r11", "ff 29 8a 24"),
    ("eor r60,r61,r62", "0f 97 8a ff"),
    ("lsl r0,r1,#31", "f6 07"),
    ("lsl r8,r1,#5", "bf 04 06 20"),
    ("lsr r40,r1,r2", "4f 05 0a a0"),
    ("asr r12,r1,#24", "0f 87 0e 20"),
    ("asr r1,r1,r2", "6a 25"),
    ("bitr r10,r11", "1f 4c 0e 24"),
    ("ldrb r0,[r1]", "04 04"),
    ("ldrb r0,[r1,#8]", "0c 04 01 00"),
    ("ldrh r0,[r1,#7]", "a4 07"),
    ("ldr r0,[r1,#-1]", "cc 04 00 01"),
    ("ldr r0,[sp,#2047]", "cc 17 ff 04"),
    ("ldrd r0,[r2,#3]", "e4 09"),
    ("ldrd r16,[r17,#-3]", "ec 05 00 49"),
    ("ldr r0,[r1,r2]", "41 05"),
    ("ldr r0,[r1,-r2]", "49 05 10 00"),
    ("ldr r0,[r1],r2", "45 05"),
    ("ldr r0,[r1],+r22", "4d 07 00 01"),
    ("ldr lr,[sp],#-2", "4c d5 00 27"),
    ("ldrd r4,[r8],#+5", "ec 82 00 06"),
    ("str r0,[r1,#7]", "d4 07"),
    ("str lr,[sp,#1]", "dc d4 00 24"),
    ("str lr,[sp],#-4", "5c d6 00 27"),
    ("str r4,[sp],r12", "5d 96 80 04"),
    ("strd r4,[sp],#-2", "7c 95 00 07"),
    ("strd lr,[sp,#10]", "7c d5 01 24"),
    ("strh r9,[r1,-r2]", "39 25 10 20"),
    ("movts config,r0", "02 01"),
    ("movts status,r9", "0f 25 02 20"),
    ("movfs r0,config", "12 01"),
    ("movfs r16,status", "1f 05 02 40"),
    ("movfs r0,coreid", "1f 05 32 00"),
    ("b.s .+4", "e0 02"),
    ("b.l .-6", "e8 fd ff ff"),
    ("beq.s .+10", "00 05"),
    ("bne.l .-6", "18 fd ff ff"),
    ("bl.l .+0x1000", "f8 00 08 00"),
    ("jr r3", "42 0d"),
    ("jr r20", "4f 11 02 08"),
    ("rts", "4f 19 02 04"),
    ("jalr r2", "52 09"),
    ("jalr r34", "5f 09 02 10"),
    ("fadd r0,r1,r2", "07 05"),
    ("fsub r16,r17,r18", "1f 05 07 49"),
    ("fmadd r0,r1,r2", "37 05"),
    ("imul r9,r10,r11", "af 29 87 24"),
    ("trap 3", "e2 0f"),
];

#[test]
fn statements_have_the_bytes_of_the_architecture_reference() {
    for (text, bytes) in BYTES {
        assert_eq!(in_words(&plan(Input::Statement((*text).to_owned())).expected), *bytes, "{text}");
    }
}

#[test]
fn what_nothing_says_is_asked() {
    let table = [
        // An addition that fits both encodings, one of them, none.
        ("add r0,r1,#3", vec!["93 05", "9b 05 00 00"]),
        ("add r0,r1,#1023", vec!["9b 07 7f 00"]),
        ("add r0,r1,#1024", vec!["1b 04 80 00", "refused"]),
        ("add r0,r1,#-1025", vec!["9b 07 7f 00", "refused"]),
        ("add r0, R8, 0x3", vec!["9b 01 00 04"]),
        // A zero with a minus.
        ("ldr r0,[r1,#-0]", vec!["44 04", "4c 04 00 00", "4c 04 00 01"]),
        ("ldr r9,[r1,#-0]", vec!["4c 24 00 20", "4c 24 00 21"]),
        ("add r0,r1,#4294967295", vec!["open"]),
        ("bne .+1", vec!["10 00", "18 00 00 00", "refused"]),
        (
            "beq.s x+300",
            vec!["00 00 relocation 7 at 0x0 for x+300", "00 96 relocation 7 at 0x0 for x+300", "refused"],
        ),
        ("ldr r0,[r1,#2048]", vec!["4c 04 00 00", "refused"]),
        // Pairs, and a base register that is loaded.
        ("mov r0,#-1", vec!["open"]),
        ("mov r0,#65536", vec!["0b 00 02 00", "refused"]),
        ("ldrd r1,[r2]", vec!["64 28", "6c 28 00 00", "refused"]),
        ("ldr r1,[r1],#1", vec!["cc 24 00 02", "refused"]),
        ("str r1,[r1],#1", vec!["dc 24 00 02"]),
        // Branches: reach and odd distances.
        ("b.s .+254", vec!["e0 7f"]),
        ("b.s .+256", vec!["e0 80", "refused"]),
        ("b.l .+3", vec!["e8 01 00 00", "refused"]),
        ("b.l .+16777215", vec!["e8 ff ff 7f", "refused"]),
        (".byte 256", vec!["00", "refused"]),
        (".byte -128", vec!["80"]),
        // Names.
        ("mov fp,#0", vec!["0b 60 02 20"]),
        ("add r0,r64,#1", vec!["refused"]),
        ("mov r0,r64", vec!["0b 00 02 00 relocation 10 at 0x0 for r64+0"]),
        ("add r0,r1,r64", vec!["open"]),
        ("movt r0,%high(x)", vec!["0b 00 02 10 relocation 9 at 0x0 for x+0"]),
        (
            ".word x-4-.",
            vec!["00 00 00 00 relocation 6 at 0x0 for x-4", "fc ff ff ff relocation 6 at 0x0 for x-4"],
        ),
        (
            "b.l x+2",
            vec!["e8 00 00 00 relocation 8 at 0x0 for x+2", "e8 01 00 00 relocation 8 at 0x0 for x+2"],
        ),
        ("frobnicate r0", vec!["open"]),
    ];
    for (text, expected) in table {
        let expected: BTreeSet<String> = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(said(text), expected, "{text}");
    }
}

/// A section with zeros, at 0x100, with one relocation at its byte 2 of a symbol with a value.
fn link(kind: u32, value: u64, addend: i64) -> crosscall_model::tool::LinkInput {
    crate::support::tool::link(&[0; 8], 2, kind, value, addend)
}

#[test]
fn relocations_follow_their_formulae() {
    let table = [
        (0, 0x1234_5678, 0, "00 00 00 00"),
        (1, 0xff, 0, "ff 00 00 00"),
        (1, 0xffff_ff80, 0, "80 00 00 00"),
        (1, 0x100, 0, "refused"),
        (2, 0xab00, 0xcd, "cd ab 00 00"),
        (3, 0xffff_ffff, 2, "01 00 00 00"),
        (4, 0x104, 0, "02 00 00 00"),
        (6, 0x100, 0, "fe ff ff ff"),
        (7, 0x102 + 254, 0, "00 7f 00 00"),
        (7, 0x102 - 256, 0, "00 80 00 00"),
        (7, 0x102 + 256, 0, "refused"),
        (8, 0x12a, 0, "00 14 00 00"),
        (8, 0x106, -8, "00 fe ff ff"),
        (8, 0x102, 1, "refused"),
        (9, 0x1234_fff0, 0x2_8000, "e0 06 20 01"),
        (10, 0x1234_fff0, 0x2_8000, "00 1e f0 07"),
        (11, 0, -1024, "00 00 80 00"),
        (11, 1023, 0, "80 03 7f 00"),
        (11, 1024, 0, "refused"),
        (12, 2047, 0, "80 03 ff 00"),
        (12, 0, -1, "refused"),
        (13, 0xa5, 0, "a0 14 00 00"),
        (14, 0, 0, "refused"),
    ];
    for (kind, value, addend, expected) in table {
        let plan = plan(Input::Link(link(kind, value, addend)));
        let said = in_words(&plan.expected);
        let field = if said == "refused" {
            said
        } else {
            said.split(' ').skip(2).take(4).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(field, expected, "{kind} {value:#x} {addend}");
    }
    let mut undefined = link(3, 0, 0);
    undefined.symbols[0].place = SymbolAt::Undefined;
    assert_eq!(in_words(&plan(Input::Link(undefined.clone())).expected), "refused");
    undefined.symbols[0].place = SymbolAt::Weak;
    assert_eq!(in_words(&plan(Input::Link(undefined)).expected), "00 00 00 00 00 00 00 00");
}

#[test]
fn only_what_is_expected_is_right() {
    let plan = plan(Input::Link(link(3, 1, 0)));
    let good = Made { machine: 0x1223, sections: vec![vec![0, 0, 1, 0, 0, 0, 0, 0]], ..Made::default() };
    let wrong = |made: &Made| {
        let judgement = judge_tool(Target::Epiphany, &plan, &Outcome::Made(made.clone()));
        judgement
            .mismatches
            .into_iter()
            .map(|m| format!("{} {}", m.clauses[0], m.words().subject))
            .collect::<Vec<_>>()
    };
    assert!(wrong(&good).is_empty());
    assert_eq!(wrong(&Made { flags: 1, ..good.clone() }), ["EPIPHANY-S18 header"]);
    assert_eq!(wrong(&Made { machine: 62, ..good.clone() }), ["EPIPHANY-S18 header"]);
    assert_eq!(wrong(&Made { sections: vec![vec![0; 8]], ..good }), ["EPIPHANY-S18 R_EPIPHANY_32"]);
    // A number that fits is no reason for a complaint; other words are the tool's own matter.
    let good = Made { sections: vec![vec![0, 0, 1, 0, 0, 0, 0, 0]], machine: 0x1223, ..Made::default() };
    let says = |words: &str| Made { words: vec![words.to_owned()], ..good.clone() };
    assert!(wrong(&says("warning: x is deprecated")).is_empty());
    assert_eq!(wrong(&says("warning: value truncated to 0x1")), ["EPIPHANY-S18 R_EPIPHANY_32"]);
    assert_eq!(
        wrong(&says("warning: internal error: out of range error")),
        ["EPIPHANY-S18 R_EPIPHANY_32: an error of the tool's own"]
    );
    let refused = judge_tool(Target::Epiphany, &plan, &Outcome::Refused("no".to_owned()));
    assert_eq!(refused.mismatches.len(), 1);
    assert!(refused.mismatches[0].words().expected.contains("binutils"), "the source is named");
}

/// A tool may say that it stores the low bits of a number that does not fit; an error of its own is wrong all the same.
#[test]
fn what_does_not_fit_may_be_complained_about() {
    let all = Knowledge::new(catalogue(Target::Epiphany));
    // An 11-bit immediate of an addition, and a value that has 12 bits.
    let mut input = link(11, 0x805, 0);
    input.sections[0].bytes = vec![0x1b, 0x04, 0x00, 0x00];
    input.relocations[0].offset = 0;
    let case = ToolCase { target: Target::Epiphany, input: Input::Link(input) };
    let plans = walk(catalogue(Target::Epiphany), &all, 100, |c| abi::tool_plan(&case, c).expect("a table"));
    let made = |plan: &&ToolPlan| matches!(plan.expected, Expected::Made { .. });
    let plan = plans.iter().map(|(_, plan)| plan).find(made).expect("the low bits are one reading");
    let Expected::Made { sections, .. } = &plan.expected else { unreachable!() };
    let printed = |words: &str| {
        let words = vec![words.to_owned()];
        let made = Made { machine: 0x1223, sections: sections.clone(), words, ..Made::default() };
        judge_tool(Target::Epiphany, plan, &Outcome::Made(made)).mismatches.len()
    };
    assert_eq!(printed("warning: value truncated"), 0);
    assert_eq!(printed("warning: internal error: out of range error"), 1);
    // An error of its own is no refusal that is expected.
    let refusal =
        plans.iter().map(|(_, plan)| plan).find(|plan| matches!(plan.expected, Expected::Refusal(_)));
    let words = vec!["warning: internal error: out of range error".to_owned()];
    let made = Made { machine: 0x1223, sections: sections.clone(), words, ..Made::default() };
    let judgement =
        judge_tool(Target::Epiphany, refusal.expect("a refusal is another"), &Outcome::Made(made));
    assert_eq!(judgement.mismatches[0].words().subject, "R_EPIPHANY_SIMM11: an error of the tool's own");
}

#[test]
fn rows_are_sound() {
    assert_sound(Target::Epiphany);
}

#[test]
fn every_reading_predicts_something() {
    let statements = [
        "add r0,r1,#1024",
        "add r0,r1,#3",
        "ldr r0,[r1,#2048]",
        ".byte 256",
        ".byte -200",
        "b.s .+256",
        "b .+16777216",
        "b.l .+3",
        "ldr r0,[r1,#-0]",
        "ldr r9,[r1,#-0]",
        "ldrd r1,[r2]",
        "ldr r1,[r1],#1",
        "b.l x+2",
        "b.s x+300",
        "mov r0,#65536",
    ];
    let links: [(u32, u64, i64); 6] =
        [(1, 0x100, 0), (1, 0xffff_ff38, 0), (8, 0x4000000, 0), (11, 0x400, 0), (8, 0x103, 0), (4, 0x104, 0)];
    let statements = statements.iter().map(|text| Input::Statement((*text).to_owned()));
    let links = links.iter().map(|(kind, value, addend)| Input::Link(link(*kind, *value, *addend)));
    let mut inputs: Vec<Input> = statements.chain(links).collect();
    // The old contents of a field are a question only where there are some.
    let mut full = link(3, 1, 0);
    full.sections[0].bytes = vec![1; 8];
    inputs.push(Input::Link(full));
    assert_distinguished(Target::Epiphany, &inputs);
}

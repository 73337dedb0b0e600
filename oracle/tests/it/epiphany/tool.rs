//! Expected output of an assembler and a linker for the Epiphany are to make of their input.

use crate::support::tool::{assert_distinguished, assert_rows, assert_sound, plan};
use crosscall_model::Target;
use crosscall_model::tool::{Expected, Input, Made, Outcome, ToolCase, ToolPlan};
use crosscall_oracle::abi;
use crosscall_oracle::choose::walk;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::judge::judge_tool;
use crosscall_oracle::knowledge::Knowledge;

#[test]
fn inputs_are_made_into_what_was_worked_out() {
    assert_rows(Target::Epiphany, include_str!("tool.txt"));
    assert_sound(Target::Epiphany);
}

/// A section with zeros, at 0x100, with one relocation at its byte 2 of a symbol with a value.
fn link(kind: u32, value: u64, addend: i64) -> crosscall_model::tool::LinkInput {
    crate::support::tool::link(&[0; 8], 2, kind, value, addend)
}

#[test]
fn only_what_is_expected_is_right() {
    let plan = plan(Target::Epiphany, Input::Link(link(3, 1, 0)));
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
fn every_reading_predicts_something() {
    assert_distinguished(
        Target::Epiphany,
        &[
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
            "link 1 at 2 in 00x8 to 0x100",
            "link 1 at 2 in 00x8 to 0xffffff38",
            "link 8 at 2 in 00x8 to 0x4000000",
            "link 11 at 2 in 00x8 to 0x400",
            "link 8 at 2 in 00x8 to 0x103",
            "link 4 at 2 in 00x8 to 0x104",
            // The old contents of a field are a question only where there are some.
            "link 3 at 2 in 01 01 01 01 01 01 01 01 to 0x1",
        ],
    );
}

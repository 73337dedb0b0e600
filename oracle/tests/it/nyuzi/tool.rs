//! Expected output of an assembler and a linker for the Nyuzi are to make of their input.

use crate::support::tool::{assert_distinguished, assert_rows, assert_sound};
use crosscall_model::Target;
use crosscall_model::tool::{Input, Made, Outcome, ToolPlan};
use crosscall_oracle::judge::judge_tool;

fn plan(input: Input) -> ToolPlan {
    crate::support::tool::plan(Target::Nyuzi, input)
}

#[test]
fn inputs_are_made_into_what_was_worked_out() {
    assert_rows(Target::Nyuzi, include_str!("tool.txt"));
    assert_sound(Target::Nyuzi);
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
fn every_reading_predicts_something() {
    assert_distinguished(
        Target::Nyuzi,
        &[
            "add_i s0,s1,8192",
            ".byte 256",
            ".byte -200",
            "b .+67108864",
            "b .-1",
            "link 2 at 0 in 00x4 to 0x120",
            "link 3 at 0 in 00x4 to 0x103",
            "link 4 at 0 in 00x4 to 0xe756d28a",
            "link 5 at 0 in 00x4 to 0x1fff",
            "link 0 at 0 in 00x4 to 0x0",
            "link 2 at 0 in 00x4 to 0x200100",
        ],
    );
}

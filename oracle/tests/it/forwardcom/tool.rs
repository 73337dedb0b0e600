//! Expected output of an assembler and a linker for ForwardCom are to make of their input. Words of code are those of
//! the worked encodings of the vendor's assembler.

use crate::support::tool::{assert_distinguished_by, assert_rows, assert_sound, link};
use crosscall_model::Target;
use crosscall_model::tool::{Beside, Input, InputSymbol, LinkInput, Made, Outcome, Ran, SymbolAt, ToolPlan};
use crosscall_oracle::judge::judge_tool;

fn plan(input: Input) -> ToolPlan {
    crate::support::tool::plan(Target::ForwardCom, input)
}

#[test]
fn inputs_are_made_into_what_was_worked_out() {
    assert_rows(Target::ForwardCom, include_str!("tool.txt"));
    assert_sound(Target::ForwardCom);
}

fn within(bytes: &[u8], kind: u32, at: u64, addend: i64) -> LinkInput {
    let symbols = vec![InputSymbol { name: "x".to_owned(), place: SymbolAt::Section(0, at) }];
    LinkInput { symbols, ..link(bytes, 0, kind, 0, addend) }
}

/// FORWARDCOM-OBJ-06, FORWARDCOM-OBJ-07, FORWARDCOM-LANG-16
#[test]
fn objects_beside() {
    let said = |beside: Beside| {
        let input = LinkInput { beside: Some(beside), relocations: Vec::new(), ..within(&[1; 4], 0, 0, 0) };
        let said = crate::support::tool::said(Target::ForwardCom, Input::Link(input));
        said.into_iter().collect::<Vec<_>>()
    };
    let caller = |changes, expects| said(Beside::Caller { changes, expects });
    let linked = "01 01 01 01";
    assert_eq!(caller([1, 2], Some([3, 2])), [linked]);
    let noticed = ["linked with a warning", "refused"];
    assert_eq!(caller([1, 2], Some([3, 1])), noticed);
    // The first method is assumed of a function of which nothing is known.
    assert_eq!(caller([0xffff, 0xffff], None), [linked]);
    assert_eq!(caller([0x1_0000, 0], None), noticed);
    assert_eq!(caller([0, 1 << 31], None), noticed);
    assert_eq!(said(Beside::CallsNowhere), ["linked, and it returns 0"]);
    assert_eq!(said(Beside::WeakAgain), [linked]);
}

#[test]
fn every_question_is_asked() {
    let texts = ["int8 256", "int64 r1=[r2+0x80000000]"].map(|text| Input::Statement(text.to_owned()));
    let beside = Beside::Caller { changes: [1, 0], expects: Some([2, 0]) };
    let linked =
        Input::Link(LinkInput { beside: Some(beside), relocations: Vec::new(), ..within(&[0; 4], 0, 0, 0) });
    assert_distinguished_by(Target::ForwardCom, &texts.into_iter().chain([linked]).collect::<Vec<_>>());
}

/// A discrepancy has to be noticed, with an error or a warning: silence is neither.
#[test]
fn silence_about_a_discrepancy_is_reported() {
    let beside = Some(Beside::Caller { changes: [0x1_0000, 0], expects: None });
    let input = LinkInput { beside, relocations: Vec::new(), ..within(&[1; 4], 0, 0, 0) };
    let plans = crate::support::tool::plans(Target::ForwardCom, Input::Link(input));
    assert_eq!(plans.len(), 2);
    let made = |said: &str| Made {
        machine: 0x6233,
        sections: vec![vec![1; 4]],
        words: Some(said.to_owned()).into_iter().filter(|said| !said.is_empty()).collect(),
        ..Made::default()
    };
    let fits = |outcome: &Outcome| {
        plans
            .iter()
            .filter(|plan| judge_tool(Target::ForwardCom, plan, outcome).mismatches.is_empty())
            .count()
    };
    assert_eq!(fits(&Outcome::Made(made(""))), 0);
    assert_eq!(fits(&Outcome::Made(made("warning: c0_x changes r16"))), 1);
    assert_eq!(fits(&Outcome::Refused("error 310".to_owned())), 1);
    let silent = judge_tool(Target::ForwardCom, &plans[0], &Outcome::Made(made("")));
    assert_eq!(silent.mismatches[0].clauses, ["FORWARDCOM-OBJ-07", "FORWARDCOM-REG-09"]);
}

/// The manual: a weak function that is not resolved returns zero.
#[test]
fn a_weak_function_that_is_nowhere_returns_zero() {
    let input =
        LinkInput { beside: Some(Beside::CallsNowhere), relocations: Vec::new(), ..within(&[1; 4], 0, 0, 0) };
    let plan = plan(Input::Link(input));
    let wrong = |ran: Option<Ran>| {
        let made = Made { machine: 0x6233, sections: vec![vec![1; 4]], ran, ..Made::default() };
        let judgement = judge_tool(Target::ForwardCom, &plan, &Outcome::Made(made));
        judgement.mismatches.iter().map(|m| m.clauses[0]).collect::<Vec<_>>()
    };
    assert_eq!(wrong(Some(Ran::Returned(vec![0, 0]))), Vec::<&str>::new());
    for ran in [Some(Ran::Returned(vec![0, 1])), Some(Ran::Stopped("no code".to_owned())), None] {
        assert_eq!(wrong(ran), ["FORWARDCOM-S22"]);
    }
}

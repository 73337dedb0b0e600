//! Expected output of an assembler and a linker for ForwardCom are to make of their input. Words of code are those of
//! the worked encodings of the vendor's assembler.

use crate::support::tool::{assert_distinguished, assert_sound, in_words, link};
use crosscall_model::Target;
use crosscall_model::tool::{
    Beside, Input, InputSymbol, LinkInput, Made, Outcome, Ran, SymbolAt, ToolPlan, hex,
};
use crosscall_oracle::judge::judge_tool;
use std::collections::BTreeSet;

fn plan(input: Input) -> ToolPlan {
    crate::support::tool::plan(Target::ForwardCom, input)
}

fn said(text: &str) -> BTreeSet<String> {
    crate::support::tool::said(Target::ForwardCom, Input::Statement(text.to_owned()))
}

const WORDS: &[(&str, &[u32])] = &[
    ("int64 r1 = r2", &[0x0041_62e2]),
    ("int8 r1=move(r2)", &[0x0041_02e2]),
    ("int64 r16=sp", &[0x0050_7fff]),
    ("int64 r1=add(r2, r3)", &[0x0101_62e3]),
    ("int32 r1=add(r2,r3)", &[0x0101_42e3]),
    ("int64 r1=shift_right_s(r2,r3)", &[0x0441_62e3]),
    ("int64 r1=add(r2,5)", &[0x0901_6205]),
    ("int64 r1=add(r2,1000)", &[0x8101_62e2, 0xe200_03e8]),
    ("int64 r1=add(r2,100000)", &[0x8101_62e2, 0xe205_0c35]),
    ("int64 r1=add(r1,1000)", &[0x4961_7d03]),
    ("int32 r1=add(r1,1000)", &[0x48c1_03e8]),
    ("int32 r1=add(r2,1000)", &[0x8101_42e2, 0xe200_03e8]),
    ("int64 r1=xor(r2,-1)", &[0x0b81_62ff]),
    ("int64 r1=move(0)", &[0x0841_6000]),
    ("int64 r1=move(-128)", &[0x0841_6080]),
    ("int64 r1=move(128)", &[0x4821_0080]),
    ("int64 r1=move(0xffff)", &[0x4861_ffff]),
    ("int64 r1=move(74565)", &[0x8041_e0e0, 0x0001_2345]),
    ("int64 r1=move(0x80000000)", &[0x48a1_011f]),
    ("int64 r1=move(0xffffffff)", &[0xc041_e0e0, 0xffff_ffff, 0]),
    ("int32 r1=move(0x12345678)", &[0x8041_c0e0, 0x1234_5678]),
    ("int32 r1=move(4660)", &[0x4801_1234]),
    ("int8 r1=move(200)", &[0x0841_00c8]),
    ("int8 r1=[r2]", &[0x0041_82ff]),
    ("int32 r1=[r2+4]", &[0x0841_c201]),
    ("int64 r1=[r2-1024]", &[0x0841_e280]),
    ("int64 r1=[r2+1024]", &[0x8041_62e0, 0x0000_0400]),
    ("int64 r1=[r2+4]", &[0x8041_62e0, 0x0000_0004]),
    ("int64 r1=[r2+0x12340]", &[0x8841_62e0, 0x0001_2340]),
    ("int64 [r2+8]=r1", &[0x0821_e201]),
    ("int64 [r2+4]=r1", &[0x8021_62e1, 0x0100_0004]),
    ("int64 [r2+0x12340]=r1", &[0x8821_62e1, 0x0001_2340]),
    ("int64 [sp+16]=r1", &[0x0821_ff02]),
    ("int64 r1=address([r2+0x18])", &[0x8c01_e2e0, 0x0000_0018]),
    ("double v1=add(v2,v3)", &[0x1101_c2e3]),
    ("float v1=mul(v2,v3)", &[0x1161_a2e3]),
    ("double v0=[r1+8,scalar]", &[0x3840_c101]),
    ("double v0=[r1,length=r2]", &[0x2040_c1e2]),
    ("double [r1+8,scalar]=v0", &[0x3820_c101]),
    ("double [r1,length=r2]=v0", &[0x2020_c1e2]),
    ("int64 r1=get_len(v2)", &[0x5001_62e2]),
    ("double v1=set_len(v2,r3)", &[0x5041_c2e3]),
    ("int64 v1=gp2vec(r2)", &[0x5801_6200]),
    ("int64 r1=vec2gp(v2)", &[0x5821_6200]),
    ("push(r16)", &[0x471f_f010]),
    ("pop(r5)", &[0x473f_e505]),
    ("push(v16)", &[0x5f1f_7010]),
    ("int64 r1=read_spec(numcontr)", &[0x4401_e000]),
    ("int64 numcontr=write_spec(r1)", &[0x4420_e100]),
    ("return", &[0x77c0_00e0]),
    ("jump (r1)", &[0x7f81_0000]),
    ("call (r3)", &[0x7fa3_0000]),
    ("sys_call(1,16)", &[0xa8e0_0010, 0x0000_0001]),
    ("nop", &[0]),
];

#[test]
fn statements() {
    for (text, words) in WORDS {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(in_words(&plan(Input::Statement((*text).to_owned())).expected), hex(&bytes), "{text}");
    }
    assert_sound(Target::ForwardCom);
}

#[test]
fn symbols() {
    let made = |text: &str| in_words(&plan(Input::Statement(text.to_owned())).expected);
    assert_eq!(made("call x"), "00 00 00 79 relocation 66306 at 0x0 for x-4");
    assert_eq!(made("int64 r1=address([x+8])"), "e0 fe 01 8c 00 00 00 00 relocation 66560 at 0x4 for x+4");
    assert_eq!(made("int32 r1=[x+8]"), "e0 5d 41 80 00 00 00 00 relocation 328192 at 0x4 for x+8");
}

#[test]
fn what_is_refused() {
    let only = |text: &str| said(text).into_iter().collect::<Vec<_>>();
    for text in [
        "int8 r1=move(256)",
        "int8 r1=move(-129)",
        "int32 r1=move(0x100000000)",
        "int64 r1=r32",
        "int64 r1=[r28+8]",
        "sys_call(1,65536)",
    ] {
        assert_eq!(only(text), ["refused"], "{text}");
    }
    assert_eq!(only("int8 256"), ["00", "refused"]);
    assert_eq!(only("int64 r1=[r2+0x80000000]"), ["e0 62 41 88 00 00 00 80", "refused"]);
    // A number that wraps may take the short form.
    assert_eq!(only("int64 r1=[r2+0xffffffff]"), ["e0 62 41 80 ff ff 00 00", "refused"]);
}

fn within(bytes: &[u8], kind: u32, at: u64, addend: i64) -> LinkInput {
    let symbols = vec![InputSymbol { name: "x".to_owned(), place: SymbolAt::Section(0, at) }];
    LinkInput { symbols, ..link(bytes, 0, kind, 0, addend) }
}

#[test]
fn relocations() {
    let made = |input: LinkInput| in_words(&plan(Input::Link(input)).expected);
    assert_eq!(made(link(&[0; 2], 0, 0x200, 0x7fff, 0)), "ff 7f");
    assert_eq!(made(link(&[0; 2], 0, 0x200, 0x8000, 0)), "refused");
    assert_eq!(made(link(&[0; 2], 0, 0x600, 0x1234_5678, 0)), "34 12");
    assert_eq!(made(link(&[0; 8], 0, 0x800, u64::MAX, -1)), "fe ff ff ff ff ff ff ff");
    // The greatest distance of a call, and one farther.
    let call = 0x7900_0000u32.to_le_bytes();
    assert_eq!(made(within(&call, 0x1_0302, 0, (0x7f_ffff << 2) - 4 + 4)), "ff ff 7f 79");
    assert_eq!(made(within(&call, 0x1_0302, 0, 0x80_0000 << 2)), "refused");
    assert_eq!(made(within(&call, 0x1_0302, 2, 0)), "refused", "not divisible");
    assert_eq!(made(within(&[0; 4], 0x4_0402, 0, 8)), "02 00 00 00");
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
    assert_distinguished(Target::ForwardCom, &texts.into_iter().chain([linked]).collect::<Vec<_>>());
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

//! Plans of RISC-V calls, beside the places of values (`calls.txt`).

use super::{ALL, DOCUMENT, ILP32, ILP32D, ILP32E, ILP32F, LP64, LP64D, LP64F};
use crate::support::Setting;
use crosscall_model::plan::{Link, Place, Plan, Preservation};
use crosscall_model::{Case, Form};
use crosscall_oracle::abi;

#[test]
fn functions_without_a_prototype() {
    let case = Case { ..LP64D.case_in(Form::Unprototyped, "void f(double, int)") };
    let planned = |readings| LP64D.places(&abi::plan(&case, &mut LP64D.chooser(readings)));
    assert_eq!(planned(&DOCUMENT), "a0 fa0, a1 a0/4 sign to 8");
    assert_eq!(planned(&LP64D.readings(&[("S11", "R2")])), "a0 a0, a1 a1/4 sign to 8");
}

fn plan_of(setting: &Setting, readings: &'static [(&'static str, &'static str)]) -> Plan {
    let readings = setting.readings(readings);
    abi::plan(&setting.case("void f(void)"), &mut setting.chooser(&readings))
}

/// Names of the registers with a fate.
fn with_fate(setting: &Setting, plan: &Plan, preservation: Preservation) -> String {
    let rules = plan.registers.iter().filter(|rule| rule.preservation == preservation);
    let name = |register| setting.target.register(register).map_or("", |info| info.name);
    rules.map(|rule| name(rule.register)).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_survives() {
    let saved = "s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11";
    let floats = saved.replace('s', "fs");
    for setting in [ILP32, LP64] {
        assert_eq!(
            with_fate(&setting, &plan_of(&setting, &[]), Preservation::Preserved),
            format!("{saved} fcsr")
        );
    }
    for setting in [ILP32D, LP64D] {
        let all = format!("{saved} {floats} fcsr");
        assert_eq!(with_fate(&setting, &plan_of(&setting, &[]), Preservation::Preserved), all);
    }
    for setting in [ILP32F, LP64F] {
        let plan = plan_of(&setting, &[]);
        assert_eq!(with_fate(&setting, &plan, Preservation::Preserved), format!("{saved} fcsr"));
        assert_eq!(with_fate(&setting, &plan, Preservation::PreservedLow(4)), floats);
    }
    assert_eq!(with_fate(&ILP32E, &plan_of(&ILP32E, &[]), Preservation::Preserved), "s0 s1 fcsr");
    for setting in ALL {
        assert_eq!(with_fate(&setting, &plan_of(&setting, &[]), Preservation::Reserved), "gp tp");
        let others = plan_of(&setting, &[("REG-11", "R2"), ("REG-21/mode", "R2")]);
        assert_eq!(with_fate(&setting, &others, Preservation::Reserved), "");
        assert_eq!(with_fate(&setting, &others, Preservation::Fixed), "gp tp");
        assert!(with_fate(&setting, &others, Preservation::Scratch).ends_with(" fcsr"));
        assert_eq!(with_fate(&setting, &others, Preservation::Unspecified), "ra sp");
    }
}

#[test]
fn the_stack() {
    for setting in ALL {
        let align = if setting.target == ILP32E.target { 4 } else { 16 };
        let of = |plan: &Plan| (plan.stack.align_always.0, plan.stack.align_at_call.0);
        assert_eq!(of(&plan_of(&setting, &[])), (align, align));
        assert_eq!(of(&plan_of(&setting, &[("STACK-10", "R2")])), (1, align));
        let may_write =
            |readings| plan_of(&setting, readings).stack.no_access_beyond.map(|rule| rule.may_write);
        assert_eq!(may_write(&[]), Some(false));
        assert_eq!(may_write(&[("STACK-14", "R2")]), Some(true));
    }
    assert_eq!(plan_of(&ILP32E, &[("STACK-15", "R2")]).stack.align_at_call.0, 8);
    let plan = abi::plan(&LP64.case("void f(8*long, char, long double)"), &mut LP64.chooser(&DOCUMENT));
    assert_eq!((plan.stack.argument_bytes, plan.stack.callee_may_write_arguments), (32, true));
}

#[test]
fn frame_records() {
    for setting in ALL {
        let pointer = i64::from(setting.word);
        let s0 = setting.target.registers().iter().position(|info| info.name == "s0").expect("a register");
        let s0 = crosscall_model::target::Register(s0 as u16);
        let in_s0 = Place::Register { register: s0, byte: 0 };
        let at = |offset| Place::Pointed { base: s0, offset };
        let links = |readings| {
            let plan = plan_of(&setting, readings);
            plan.linkage.iter().skip(1).map(|linkage| (linkage.link, linkage.place)).collect::<Vec<_>>()
        };
        assert_eq!(links(&[]), []);
        assert_eq!(links(&[("STACK-06", "R2")]), [(Link::FramePointer, in_s0)]);
        let record = [
            (Link::CallersStackPointer, in_s0),
            (Link::CallersReturnAddress, at(-pointer)),
            (Link::CallersFramePointer, at(-2 * pointer)),
        ];
        assert_eq!(links(&[("STACK-06", "R3")]), record);
    }
}

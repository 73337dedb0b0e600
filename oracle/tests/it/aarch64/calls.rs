//! Plans of AArch64's calls, beside the places of values (`calls.txt`).

use super::{AARCH64, DOCUMENT};
use crosscall_model::plan::{Link, Place, Plan, Preservation};
use crosscall_model::target::Register;
use crosscall_model::{Case, Form};
use crosscall_oracle::abi;

fn plan_of(readings: &'static [(&'static str, &'static str)], text: &str) -> Plan {
    let readings = AARCH64.readings(readings);
    abi::plan(&AARCH64.case(text), &mut AARCH64.chooser(&readings))
}

/// Names of the registers with a fate.
fn with_fate(plan: &Plan, preservation: Preservation) -> String {
    let rules = plan.registers.iter().filter(|rule| rule.preservation == preservation);
    let name = |register| AARCH64.target.register(register).map_or("", |info| info.name);
    rules.map(|rule| name(rule.register)).collect::<Vec<_>>().join(" ")
}

/// Only pure scalable types distinguish a call without a prototype (AARCH64-VAR-01).
#[test]
fn functions_without_a_prototype() {
    let case = Case { ..AARCH64.case_in(Form::Unprototyped, "void f(double, int)") };
    let plan = abi::plan(&case, &mut AARCH64.chooser(&DOCUMENT));
    assert_eq!(AARCH64.places(&plan), "a0 v0/8, a1 x0/4");
}

#[test]
fn what_survives() {
    let plan = plan_of(&[], "void f(void)");
    let saved = "x19 x20 x21 x22 x23 x24 x25 x26 x27 x28 x29 fpcr";
    assert_eq!(with_fate(&plan, Preservation::Preserved), saved);
    assert_eq!(with_fate(&plan, Preservation::PreservedLow(8)), "v8 v9 v10 v11 v12 v13 v14 v15");
    assert_eq!(with_fate(&plan, Preservation::Reserved), "x18");
    assert_eq!(with_fate(&plan, Preservation::Unspecified), "x30 sp");
    let free = plan_of(&[("REG-05", "R2"), ("REG-19", "R2")], "void f(void)");
    assert_eq!(with_fate(&free, Preservation::Reserved), "");
    assert!(with_fate(&free, Preservation::Scratch).ends_with("v31 nzcv fpcr fpsr"));
}

#[test]
fn the_stack() {
    let of = |plan: &Plan| (plan.stack.align_always.0, plan.stack.align_at_call.0);
    assert_eq!(of(&plan_of(&[], "void f(void)")), (1, 16));
    assert_eq!(of(&plan_of(&[("STACK-05", "R2")], "void f(void)")), (16, 16));
    let beyond =
        |readings| plan_of(readings, "void f(void)").stack.no_access_beyond.map(|rule| rule.may_write);
    assert_eq!((beyond(&[]), beyond(&[("STACK-03", "R2")])), (Some(false), None));
    let text = "void f(8*long, char, long double)";
    let plan = plan_of(&[], text);
    assert_eq!((plan.stack.argument_bytes, plan.stack.callee_may_write_arguments), (8, true));
    assert!(!plan_of(&[("ARG-05", "R2")], text).stack.callee_may_write_arguments);
    let apart =
        |readings| plan_of(readings, "struct { long a[3]; } f(struct { long a[3]; })").stack.apart_clauses;
    assert_eq!((apart(&[]), apart(&[("RET-05", "R2")])), (vec!["AARCH64-RET-05"], vec![]));
}

#[test]
fn frame_records() {
    let x29 = Register(29);
    let in_x29 = Place::Register { register: x29, byte: 0 };
    let links = |readings| {
        let plan = plan_of(readings, "void f(void)");
        plan.linkage.iter().skip(1).map(|linkage| (linkage.link, linkage.place)).collect::<Vec<_>>()
    };
    assert_eq!(links(&[]), []);
    assert_eq!(links(&[("STACK-14", "R2")]), [(Link::FrameRecord, in_x29)]);
    let record = [
        (Link::FrameRecord, in_x29),
        (Link::CallersFramePointer, Place::Pointed { base: x29, offset: 0 }),
        (Link::CallersReturnAddress, Place::Pointed { base: x29, offset: 8 }),
    ];
    assert_eq!(links(&[("STACK-14", "R3")]), record);
}

//! Plans of Nyuzi calls, beside the places of values (`calls.txt`).

use super::{DOCUMENT, NYUZI};
use crate::support::Readings;
use crosscall_model::plan::Preservation;
use crosscall_oracle::abi;

#[test]
fn registers() {
    let scalars = |special: &str| format!("{}pppp{special}", "s".repeat(24));
    let vectors = format!("{}{}", "s".repeat(26), "p".repeat(6));
    let expect = |readings: &Readings, special: &str| {
        assert_eq!(NYUZI.fates(readings), format!("{}{vectors}", scalars(special)));
    };
    expect(&DOCUMENT, "pr.p");
    expect(&NYUZI.readings(&[("NYUZI-REG-08", "R1")]), "pp.p");
    expect(&NYUZI.readings(&[("NYUZI-REG-02", "R2"), ("NYUZI-REG-04/link", "R2")]), ".r..");
}

#[test]
fn a_frame_pointer_where_one_is_needed() {
    let mut with = NYUZI.case("void f(void)");
    with.style.dynamic = 16;
    let plan = abi::plan(&with, &mut NYUZI.chooser(&DOCUMENT));
    assert_eq!(plan.registers[29].preservation, Preservation::Preserved);
}

#[test]
fn stack_rules() {
    let rule = |text: &str, permits: &Readings| {
        let stack = abi::plan(&NYUZI.case(text), &mut NYUZI.chooser(permits)).stack;
        (
            stack.align_always.0,
            stack.align_at_call.0,
            stack.callee_area,
            stack.argument_bytes,
            stack.callee_may_write_arguments,
            stack.no_access_beyond.is_some(),
        )
    };
    assert_eq!(rule("void f(int)", &DOCUMENT), (64, 64, 0, 0, false, true));
    assert_eq!(rule("void f(8*int, char)", &DOCUMENT), (64, 64, 0, 4, true, true));
    let other = NYUZI.readings(&[
        ("NYUZI-STACK-01/alignment", "R2"),
        ("NYUZI-S11/area", "R3"),
        ("NYUZI-S10/slots", "R4"),
        ("NYUZI-S19", "R2"),
    ]);
    assert_eq!(rule("void f(8*int, v, 8*v)", &other), (1, 64, 64, 128, false, false));
}

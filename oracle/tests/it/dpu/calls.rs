//! Plans of DPU calls, beside the places of values (`calls.txt`).

use super::{DOCUMENT, DPU};
use crosscall_model::plan::{Link, Place, Preservation};
use crosscall_oracle::abi;

#[test]
fn the_bytes_of_stack_arguments() {
    let plan = abi::plan(&DPU.case("void f(8*int, int, long, signed char)"), &mut DPU.chooser(&DOCUMENT));
    assert_eq!((plan.stack.argument_bytes, plan.stack.link_bytes, plan.stack.grows_down), (32, 8, false));
}

#[test]
fn what_survives() {
    let plan = abi::plan(&DPU.case("void f(void)"), &mut DPU.chooser(&DOCUMENT));
    let of = |preservation: Preservation| {
        let rules = plan.registers.iter().filter(|rule| rule.preservation == preservation);
        rules.map(|rule| rule.register.0).collect::<Vec<_>>()
    };
    assert_eq!(of(Preservation::Scratch), (0..14).chain([24]).collect::<Vec<_>>());
    assert_eq!(of(Preservation::Preserved), (14..22).chain([23]).collect::<Vec<_>>());
    let free = abi::plan(&DPU.case("void f(void)"), &mut DPU.chooser(&DPU.readings(&[("DPU-REG-08", "R1")])));
    assert_eq!(free.registers[23].preservation, Preservation::Unspecified);
}

/// Links that a caller leaves on the stack: the link that is 8 bytes below the stack pointer, and the one 4 bytes
/// below.
fn saved(readings: &'static [(&'static str, &'static str)]) -> [Option<(Link, &'static str)>; 2] {
    let readings = DPU.readings(readings);
    let plan = abi::plan(&DPU.case("void f(void)"), &mut DPU.chooser(&readings));
    [-8, -4].map(|at| {
        let word = plan.linkage.iter().find(|l| l.place == Place::Stack { offset: at });
        word.map(|l| (l.link, l.clauses[0]))
    })
}

#[test]
fn the_saved_pair() {
    use Link::{CallersReturnAddress as Address, CallersStackPointer as Pointer};
    assert_eq!(saved(&[]), [Some((Address, "DPU-STACK-09")), Some((Pointer, "DPU-STACK-10"))]);
    let swapped = [Some((Pointer, "DPU-STACK-09")), Some((Address, "DPU-STACK-10"))];
    assert_eq!(saved(&[("DPU-STACK-09", "R2")]), swapped);
    assert_eq!(saved(&[("DPU-CALL-03", "R2")]), [Some((Address, "DPU-STACK-09")), None]);
    assert_eq!(saved(&[("DPU-CALL-01", "R2")]), [None, Some((Pointer, "DPU-STACK-10"))]);
    assert_eq!(saved(&[("DPU-STACK-08", "R2")]), [None, None]);
    // At the beginning of the frame, where it is counted from the stack pointer at its entry.
    assert_eq!(saved(&[("DPU-CALL-04", "R2")]), [None, None]);
    let in_frame = |readings: &'static [(&'static str, &'static str)]| {
        let readings = DPU.readings(readings);
        let plan = abi::plan(&DPU.case("void f(void)"), &mut DPU.chooser(&readings));
        let links = plan.linkage.iter().filter(|l| l.link.is_in_frame());
        links.map(|l| (l.link, l.place, l.clauses[0])).collect::<Vec<_>>()
    };
    let at = |offset| Place::Stack { offset };
    use Link::{ReturnAddressInFrame, StackPointerInFrame};
    let plain = [(ReturnAddressInFrame, at(0), "DPU-CALL-04"), (StackPointerInFrame, at(4), "DPU-CALL-04")];
    assert_eq!(in_frame(&[("DPU-CALL-04", "R2")]), plain);
    let swapped = [(ReturnAddressInFrame, at(4), "DPU-CALL-04"), (StackPointerInFrame, at(0), "DPU-CALL-04")];
    assert_eq!(in_frame(&[("DPU-CALL-04", "R2"), ("DPU-STACK-09", "R2")]), swapped);
    assert_eq!(in_frame(&[]), []);
}

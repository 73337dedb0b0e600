//! Plans of IPU calls, beside the places of values (`calls.txt`).

use super::{DOCUMENT, IPU, vertex};
use crate::support::Readings;
use crosscall_model::Target;
use crosscall_model::plan::{Preservation, WayOut};
use crosscall_model::target::Register;
use crosscall_oracle::abi;

#[test]
fn the_words_of_a_pair() {
    let offsets = |permits: &Readings| {
        let plan = abi::plan(&IPU.case("long long f(long long)"), &mut IPU.chooser(permits));
        let all = plan.arguments.iter().chain(&plan.result);
        let offsets = |p: &crosscall_model::plan::Passed| match &p.transfer {
            crosscall_model::plan::Transfer::Direct(pieces) => pieces.iter().map(|p| p.offset).collect(),
            _ => Vec::new(),
        };
        all.map(offsets).collect::<Vec<_>>()
    };
    assert_eq!(offsets(&DOCUMENT), [[0, 4], [0, 4]]);
    assert_eq!(offsets(&IPU.readings(&[("ARG-06/order", "R2")])), [[4, 0], [4, 0]]);
}

#[test]
fn the_callees_area() {
    for (reading, owned) in [("R1", 0), ("R2", 8), ("R4", 16)] {
        let readings: &'static [(&str, &str)] = Box::leak(Box::new([("STACK-04/area", reading)]));
        let permits = IPU.readings(readings);
        let plan = abi::plan(&IPU.case("void f(int, int, int, int, int)"), &mut IPU.chooser(&permits));
        assert_eq!((plan.stack.callee_area, plan.stack.argument_bytes), (owned, owned + 4));
        assert_eq!(abi::plan(&IPU.case("void f(int)"), &mut IPU.chooser(&permits)).stack.callee_area, 0);
    }
}

/// Fates of registers, by their names.
fn fates(names: &[&str], vertex_too: bool) -> Vec<Preservation> {
    let plan =
        abi::plan(&if vertex_too { vertex() } else { IPU.case("void f(void)") }, &mut IPU.chooser(&DOCUMENT));
    let number =
        |name: &&str| Target::Ipu.registers().iter().position(|r| r.name == *name).expect("a register");
    let preservation = |name| plan.registers.iter().find(|r| r.register == Register(number(name) as u16));
    names.iter().map(|name| preservation(name).expect("a rule").preservation).collect()
}

#[test]
fn registers_across_a_call() {
    use Preservation::{Preserved, Scratch, Unspecified};
    assert_eq!(fates(&["m0", "m3", "m4", "m6", "m10", "a0", "a5"], false), [Scratch; 7]);
    assert_eq!(fates(&["m7", "m8", "m9", "a6", "a7"], false), [Preserved; 5]);
    assert_eq!(fates(&["m11", "m12", "m13", "m15", "a8", "a15", "fp_ctl"], false), [Unspecified; 7]);
    assert_eq!(fates(&["m0", "m6", "m10", "a0", "a5"], true), [Scratch; 5]);
    assert_eq!(fates(&["m7", "m9", "m11", "m12", "a6", "a7"], true), [Unspecified; 6]);
}

#[test]
fn a_vertex_ends_the_program() {
    let plan = abi::plan(&vertex(), &mut IPU.chooser(&DOCUMENT));
    assert_eq!((plan.way_out, plan.return_clause), (WayOut::Exit, "IPU-CALL-02"));
    assert!(plan.linkage.is_empty() && plan.stack.owner_clauses.is_empty());
    let plan = abi::plan(&IPU.case("void f(void)"), &mut IPU.chooser(&DOCUMENT));
    assert_eq!((plan.way_out, plan.return_clause), (WayOut::Return, "IPU-CALL-05"));
    assert_eq!(plan.linkage.len(), 1);
    assert_eq!(plan.stack.align_always, (8, vec!["IPU-STACK-01"]));
}

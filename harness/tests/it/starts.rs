//! A start in the way of the loader that the harness cannot make is no success.

use crate::common::{self, cases};
use crosscall_campaign::rerun::single::{Pair, run_one};
use crosscall_model::finding::Verdict;
use crosscall_model::{Pairing, Style, Target};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::Toolchain;

const TARGET: Target = Target::Epiphany;

fn verdict(declaration: &str, pairing: Pairing) -> Verdict {
    let case = cases::call(TARGET, declaration, 0x11, Style::PLAIN);
    let mut knowledge = Knowledge::new(catalogue(TARGET));
    let subject = Toolchain::embedded(TARGET);
    let pair = Pair { subject: &subject, partner: None, pairing };
    run_one(&case, pair, &mut knowledge, Effort::Usual, common::context())
        .expect("it runs")
        .expect("a result")
        .verdict
}

#[test]
fn what_the_loaders_memory_does_not_hold_is_untestable() {
    assert_eq!(verdict("void f(struct { char m0[60]; })", Pairing::Callee), Verdict::Conforms);
    // The callers' side needs no loader.
    let large = "void f(union { int m0; char m1[8000]; })";
    assert_eq!(verdict(large, Pairing::Caller), Verdict::Conforms);
    let reported = verdict(large, Pairing::Callee);
    let Verdict::Untestable(reason) = reported else { panic!("{reported:?}") };
    assert!(
        reason
            .contains("a start in the way of the loader: the arguments do not fit into the loader's memory"),
        "{reason}"
    );
}

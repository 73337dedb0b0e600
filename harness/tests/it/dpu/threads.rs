//! Functions in two threads of the DPU at once: the embedded code generator's run as they should, and each of its faults that
//! only a second thread shows is reported under its clause.

use crate::common::settled;
use crosscall_embedded::{Fault, Options};
use crosscall_engine::unit::Role;
use crosscall_engine::verdict::batch::Batch;
use crosscall_engine::verdict::calls::Calls;
use crosscall_model::finding::{Mismatch, Verdict};
use crosscall_model::plan::ClauseId;
use crosscall_model::{Case, Pairing, Target};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::cases::Source;
use std::collections::BTreeSet;
use std::sync::LazyLock;

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let source = Source::new(Target::Dpu, 1);
    (source.directed()..source.directed() + 48).map(|i| source.case(i)).collect()
});

/// Mismatches in some cases, and the clauses that were exercised.
fn judged(options: &Options, side: (Pairing, Role)) -> (Vec<Mismatch>, BTreeSet<ClauseId>) {
    let mut knowledge = Knowledge::new(catalogue(Target::Dpu));
    let (mut wrong, mut exercised) = (Vec::new(), BTreeSet::new());
    for batch in CASES.chunks(8) {
        let compiled = settled::compile(side.1, batch, options);
        let cases = Batch::new(batch);
        for (ks, object) in &compiled.objects {
            let mut calls = Calls::new(side.0, &cases, ks, object, &knowledge).expect("a program");
            for k in ks {
                let outcome = calls.judge(*k, &mut knowledge, Effort::Usual).expect("a test");
                exercised.extend(outcome.exercised);
                if let Verdict::Violates(violation) = outcome.verdict {
                    wrong.extend(violation.mismatches);
                }
            }
        }
    }
    (wrong, exercised)
}

#[test]
fn threads_do_not_disturb_each_other() {
    for side in [(Pairing::Callee, Role::Callee), (Pairing::Caller, Role::Caller)] {
        let (wrong, exercised) = judged(&Options::new(Target::Dpu), side);
        assert_eq!(wrong, Vec::new());
        for clause in ["DPU-REG-01", "DPU-STACK-01", "DPU-STACK-06", "DPU-STACK-07"] {
            assert!(exercised.contains(clause), "{clause}");
        }
    }
}

#[test]
fn what_threads_share_is_found() {
    for (name, subject) in [
        ("thread-number", "another thread than the first"),
        ("shared-object", "a thread beside another"),
        ("second-stack", "stack pointer"),
        ("other-stack", "a write"),
    ] {
        let fault = Fault::by_name(Target::Dpu, name).expect("a fault");
        let (wrong, _) = judged(&Options::with_fault(fault), (Pairing::Callee, Role::Callee));
        let reported = wrong.iter().find(|m| m.clauses.first() == Some(&fault.clause));
        assert_eq!(
            reported.map(|m| m.words().subject).as_deref(),
            Some(subject),
            "{name}: {:?}",
            wrong.first()
        );
    }
}

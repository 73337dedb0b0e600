//! A list of parameters belongs to the function that gets it: a caller that calls again has to write it again.

use crate::common::{cases, settled};
use crosscall_embedded::{Fault, Options};
use crosscall_engine::unit::Role;
use crosscall_engine::verdict::batch::Batch;
use crosscall_engine::verdict::calls::Calls;
use crosscall_model::finding::{Mismatch, Verdict};
use crosscall_model::plan::ClauseId;
use crosscall_model::{Case, Pairing, Style, Target};
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;

const TARGET: Target = Target::ForwardCom;

/// Functions with a list: of numbers, of unnamed arguments, of an address, of a length and an address.
const LISTED: [&str; 4] = [
    "void f(%, long, short)",
    "int f(int, ..., int, double)",
    "void f(%, struct { int a; float b; }, long)",
    "int f(int, ..., int __attribute__((ext_vector_type(4))))",
];

fn case(declaration: &str, rounds: u8) -> Case {
    let many = ["long"; 16].join(", ");
    cases::call(TARGET, &declaration.replace('%', &many), 0x10, Style { live: 3, rounds, ..Style::PLAIN })
}

fn judged(case: &Case, options: &Options, knowledge: &Knowledge) -> (Verdict, Vec<ClauseId>) {
    let cases = [case.clone()];
    let compiled = settled::compile(Role::Caller, &cases, options);
    let (_, object) = compiled.objects.first().expect("a unit");
    let (batch, mut knowledge) = (Batch::new(&cases), knowledge.clone());
    let mut calls = Calls::new(Pairing::Caller, &batch, &[0], object, &knowledge).expect("a program");
    let outcome = calls.judge(0, &mut knowledge, Effort::Usual).expect("a verdict");
    (outcome.verdict, outcome.exercised)
}

#[test]
fn a_caller_that_counts_on_its_list_is_found() {
    let options = Options::new(TARGET);
    let knowledge = settled::settle(&options);
    let fault = Fault::by_name(TARGET, "list-kept").expect("a fault");
    for declaration in LISTED {
        let case_of = |rounds| case(declaration, rounds);
        for rounds in [0, 1, 2, 4] {
            let (verdict, exercised) = judged(&case_of(rounds), &options, &knowledge);
            assert_eq!(verdict, Verdict::Conforms, "{declaration}, {rounds} rounds");
            // A function that is called once exercises nothing.
            assert_eq!(exercised.contains(&fault.clause), rounds > 1, "{declaration}, {rounds} rounds");
        }
        let broken = Options::with_fault(fault);
        assert_eq!(judged(&case_of(1), &broken, &knowledge).0, Verdict::Conforms, "{declaration}, one round");
        let (Verdict::Violates(violation), _) = judged(&case_of(2), &broken, &knowledge) else {
            panic!("{declaration}: not found");
        };
        let named = |m: &Mismatch| m.clauses.first() == Some(&fault.clause);
        assert!(violation.mismatches.iter().all(named), "{declaration}: {violation:#?}");
    }
}

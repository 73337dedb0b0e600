//! One dialect in force: what is known of the embedded subject once it has gone through the directed
//! cases of its target without a fault.

use crosscall_embedded::Options;
use crosscall_engine::machine;
use crosscall_engine::unit::{Compiled, Role};
use crosscall_engine::verdict;
use crosscall_engine::verdict::batch::Batch;
use crosscall_model::finding::Verdict;
use crosscall_model::{Case, Pairing, Target, c, unit};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::units::assembly_text;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The pairings in which the embedded subject takes part by itself, with the unit that each needs.
pub(crate) const PAIRINGS: [(Pairing, Role); 3] =
    [(Pairing::Layout, Role::Layout), (Pairing::Caller, Role::Caller), (Pairing::Callee, Role::Callee)];

/// Slots for which there is room in the data of one program, whose memory has 64 KiB on the smallest machine.
const MOST_SLOTS: usize = 512;

/// The object files of the embedded subject for all cases that it supports: so many that the data of each fit into memory.
pub(crate) fn compile(role: Role, cases: &[Case], options: &Options) -> Compiled {
    let mut compiled = Compiled::default();
    let (mut wanted, mut slots) = (Vec::new(), 0);
    for (k, case) in cases.iter().enumerate() {
        let more = unit::received_slots(case).len() + unit::returned_slots(case).len();
        if slots + more > MOST_SLOTS {
            compile_some(role, std::mem::take(&mut wanted), options, &mut compiled);
            slots = 0;
        }
        slots += more;
        wanted.push((k, case));
    }
    compile_some(role, wanted, options, &mut compiled);
    compiled
}

/// One object file for some cases.
fn compile_some(role: Role, mut wanted: Vec<(usize, &Case)>, options: &Options, compiled: &mut Compiled) {
    loop {
        match assembly_text(role, &wanted, options) {
            Ok(text) => {
                let object = machine::assemble(options.target, role.unit_name(), &text);
                let ks = wanted.iter().map(|(k, _)| *k).collect();
                compiled.objects.push((ks, object.expect("generated text is accepted")));
                return;
            }
            Err(unsupported) => wanted.retain(|(k, _)| unsupported.iter().all(|one| one.k != *k)),
        }
    }
}

/// Verdicts on all cases that the embedded subject supports, in one pairing.
pub(crate) fn verdicts(
    (pairing, role): (Pairing, Role),
    cases: &[Case],
    options: &Options,
    knowledge: &mut Knowledge,
    effort: Effort,
) -> Vec<verdict::CaseResult> {
    let compiled = compile(role, cases, options);
    let batch = Batch::new(cases);
    match pairing {
        Pairing::Layout => verdict::layout(&batch, &compiled, knowledge, &|_| effort),
        _ => verdict::calls(pairing, &batch, &compiled, knowledge, &|_| effort, &Default::default()),
    }
}

/// The directed cases of a target.
pub(crate) fn directed(target: Target) -> Vec<Case> {
    let source = Source::new(target, 0);
    (0..source.directed()).map(|i| source.case(i)).collect()
}

/// Knowledge about the embedded subject with these options, which must not contain a fault. It is computed once for all
/// tests.
pub(crate) fn settle(options: &Options) -> Knowledge {
    static SETTLED: Mutex<Vec<(Options, Arc<OnceLock<Knowledge>>)>> = Mutex::new(Vec::new());
    assert!(options.fault.is_none(), "a fault is no dialect");
    let knowledge = {
        let mut settled = SETTLED.lock().unwrap_or_else(PoisonError::into_inner);
        match settled.iter().find(|(known, _)| known == options) {
            Some((_, knowledge)) => Arc::clone(knowledge),
            None => {
                let knowledge = Arc::default();
                settled.push((options.clone(), Arc::clone(&knowledge)));
                knowledge
            }
        }
    };
    knowledge.get_or_init(|| run_directed(options)).clone()
}

fn run_directed(options: &Options) -> Knowledge {
    let mut knowledge = Knowledge::new(catalogue(options.target));
    let cases = directed(options.target);
    for pairing in PAIRINGS {
        for result in verdicts(pairing, &cases, options, &mut knowledge, Effort::Thorough) {
            let signature = c::signature(&cases[result.k].signature, "f");
            let what = || format!("{}, directed case {}: {signature}", result.pairing, result.k);
            assert_eq!(result.verdict, Verdict::Conforms, "{}", what());
        }
    }
    knowledge
}

/// Holds a subject to one reading where no run can: where one reading demands less than another, whoever
/// follows the stricter one fits both.
pub(crate) fn adopt(knowledge: &mut Knowledge, clause: &str, question: &str, reading: &str) {
    let catalogue = knowledge.catalogue();
    let choice = catalogue.find_choice(clause, question).expect("a question of the catalogue");
    let readings = &catalogue.choice(choice).1.readings;
    let position = readings.iter().position(|r| r.id == reading).expect("a reading of the question");
    let position = u8::try_from(position).expect("few readings");
    assert!(knowledge.possible(choice).contains(&position), "{clause}: {reading} is out of the question");
    knowledge.learn(&[[(choice, position)].into_iter().collect()]);
    assert_eq!(knowledge.possible(choice), [position]);
}

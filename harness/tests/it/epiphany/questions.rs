//! The first cases of a run settle the open questions, for each dialect of a subject.

use crate::common::settled;
use crosscall_campaign::rerun::again::SETTLING_CASES;
use crosscall_embedded::{Options, Readings};
use crosscall_model::{Case, Target};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_oracle::lessons::Lessons;
use crosscall_oracle::standing::{Unsettled, Why, unsettled};

const TARGET: Target = Target::Epiphany;

fn after(cases: &[Case], options: &Options) -> Vec<Unsettled> {
    let mut knowledge = Knowledge::new(catalogue(TARGET));
    for pairing in settled::PAIRINGS {
        settled::verdicts(pairing, cases, options, &mut knowledge, Effort::Thorough);
    }
    unsettled(&knowledge, &Lessons::default())
}

/// A sample of dialects: the default one, that of GCC, and some that differ from the default at a question on which
/// others depend.
fn dialects() -> Vec<Options> {
    let mut dialects =
        vec![Options::new(TARGET), Options { readings: Readings::toolchain(TARGET), ..Options::new(TARGET) }];
    for text in [
        "EPIPHANY-S06=1",
        "EPIPHANY-S06=2",
        "EPIPHANY-ARG-03 start=2",
        "EPIPHANY-S08 composite=3",
        "EPIPHANY-ARG-04=2",
    ] {
        let readings = Readings::parse(TARGET, text).expect("readings of the table");
        dialects.push(Options { readings, ..Options::new(TARGET) });
    }
    dialects
}

/// Questions left open after the first cases either do not come up at all or fit several readings. More cases change
/// nothing, as shown for the first two dialects.
#[test]
fn the_first_cases_settle_what_can_be_settled() {
    let all = settled::directed(TARGET);
    for (i, options) in dialects().iter().enumerate() {
        let first = after(&all[..SETTLING_CASES], options);
        let silent: Vec<_> = first.iter().filter(|q| q.why == Why::NotExercised).collect();
        assert!(silent.is_empty(), "{}: {silent:?}", options.readings);
        if i < 2 {
            assert_eq!(first, after(&all, options), "{}", options.readings);
        }
    }
}

/// Nothing is said to be left open that has an answer.
#[test]
fn an_answer_is_an_answer() {
    let all = settled::directed(TARGET);
    let mut options = Options::new(TARGET);
    options.readings.set("EPIPHANY-S02", 3).expect("a reading of the table");
    for options in [Options::new(TARGET), options] {
        let mut knowledge = Knowledge::new(catalogue(TARGET));
        settled::verdicts(
            settled::PAIRINGS[0],
            &all[..SETTLING_CASES],
            &options,
            &mut knowledge,
            Effort::Thorough,
        );
        let bit_fields =
            unsettled(&knowledge, &Lessons::default()).into_iter().find(|q| q.clause == "EPIPHANY-S02");
        assert_eq!(bit_fields, None, "{}", options.readings);
    }
}

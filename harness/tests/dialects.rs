//! Whatever the embedded code generator is told to follow is what is known of it in the end, from its behaviour alone; or
//! nothing that it does could tell it from a subject that follows another reading.

#[allow(dead_code)]
#[path = "mistakes/settled.rs"]
mod settled;

use crosscall_embedded::{Options, Readings};
use crosscall_model::Target;
use crosscall_model::finding::Verdict;
use crosscall_oracle::clause::{Choice, catalogue};
use crosscall_oracle::knowledge::Knowledge;

/// Targets whose dialects are told apart here.
const TARGETS: [Target; 1] = [Target::Ipu];

/// Cases in a program: the memory of a tile holds no more than a few hundred.
const BATCH: usize = 64;

/// What is known of a subject that was told this once it has gone through the directed cases of its target. It keeps to
/// all of them, or departs from the document as it was told to.
fn settle(options: &Options, told: &str) -> Knowledge {
    let mut knowledge = Knowledge::new(catalogue(options.target));
    for pairing in settled::PAIRINGS {
        for cases in settled::directed(options.target).chunks(BATCH) {
            for result in settled::verdicts(pairing, cases, options, &mut knowledge, true) {
                let is_right = match &result.verdict {
                    Verdict::Conforms => true,
                    Verdict::Violates(violation) => {
                        let departures = violation.deviations.iter();
                        departures.map(|(clause, reading)| format!("{clause}={reading}")).eq([told])
                    }
                    _ => false,
                };
                assert!(is_right, "{told}: {:?} {:?} {:?}", pairing.0, result.verdict, cases.get(result.k));
            }
        }
    }
    knowledge
}

/// Readings that fit another one as well, though neither only permits more, with the reason.
const FITS_OTHERS: &[(&str, &str)] = &[
    ("IPU-STACK-08 slots=R2", "a callee that leaves its arguments alone does what one may do that owns them"),
    ("IPU-S15 align=R1", "what is aligned to more than 8 is aligned to 8"),
];

/// Readings that the code generator does not follow everywhere, with the one that it is known for, and why.
const KNOWN_AS: &[(&str, &str, &str)] =
    &[("IPU-S05 upper=R2", "IPU-S05 upper=R3", "above a half on the stack it has zeros")];

/// Whether a subject that follows one reading of this question may do all that another one demands.
fn is_permission(choice: &Choice, answer: &str) -> bool {
    choice.presumed || FITS_OTHERS.iter().any(|(other, _)| *other == answer)
}

/// What is wrong with what is known of a subject that was told this.
fn wrong(target: Target, told: &str, knowledge: &Knowledge) -> Option<String> {
    let otherwise = KNOWN_AS.iter().find(|(other, ..)| *other == told);
    let answer = |text: &str| catalogue(target).find_answer(text).expect("an answer");
    let (question, reading) = answer(otherwise.map_or(told, |(_, known, _)| known));
    let possible = knowledge.possible(question);
    let departs = knowledge.deviation(question) == Some(reading);
    let fits = possible.contains(&reading) && is_permission(catalogue(target).choice(question).1, told);
    let exactly = possible == [reading];
    (if otherwise.is_some() { !exactly } else { !exactly && !departs && !fits })
        .then(|| format!("{told}: {possible:?}"))
}

#[test]
fn every_reading_is_known_from_what_it_does() {
    let mut all = Vec::new();
    for target in TARGETS {
        let default = settle(&Options::new(target), "");
        for choice in crosscall_embedded::choices(target) {
            for (reading, _) in choice.readings {
                let told = format!("{}=R{reading}", choice.key);
                if *reading == choice.default {
                    all.extend(wrong(target, &told, &default));
                    continue;
                }
                let readings = Readings::parse(target, &told).expect("a reading");
                let knowledge = settle(&Options { readings, ..Options::new(target) }, &told);
                all.extend(wrong(target, &told, &knowledge));
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

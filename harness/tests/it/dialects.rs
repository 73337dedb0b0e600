//! Each reading that the embedded code generator is told to follow is inferred from its behaviour alone, unless no
//! behaviour of it differs from that of a subject that follows another reading.

use crate::common::{self, settled};
use crosscall_embedded::{Options, Readings};
use crosscall_engine::unit::Role;
use crosscall_model::finding::Verdict;
use crosscall_model::{Case, Target};
use crosscall_oracle::clause::{Choice, catalogue};
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::units::assembly_text;

/// Cases in a program: the memory of a tile holds no more than a few hundred.
const BATCH: usize = 64;

/// Cases that come first, whatever a subject was told: those that decide most.
const FIRST: usize = 100;

/// Knowledge about a subject with these options after these cases. An error if the subject neither conforms nor
/// departs from the document exactly as it was told to.
fn settle(options: &Options, reported: &str, cases: &[Case]) -> Result<Knowledge, String> {
    let mut knowledge = Knowledge::new(catalogue(options.target));
    let reported_so = [same_departures(reported), vec![reported]].concat();
    for pairing in settled::PAIRINGS {
        for cases in cases.chunks(BATCH) {
            for result in settled::verdicts(pairing, cases, options, &mut knowledge, Effort::Thorough) {
                let is_right = match &result.verdict {
                    Verdict::Conforms => true,
                    Verdict::Violates(violation) => {
                        let departures = violation.deviations.iter();
                        // Questions are written behind a colon there, and behind a space by the code generator.
                        let departures = departures.map(|answer| answer.to_string().replace(':', " "));
                        let departures: Vec<String> = departures.collect();
                        departures.len() == 1 && reported_so.contains(&departures[0].as_str())
                    }
                    _ => false,
                };
                if !is_right {
                    let case = cases.get(result.k).map(|case| &case.signature);
                    return Err(format!("{reported}: {:?} {:?} {case:?}", pairing.0, result.verdict));
                }
            }
        }
    }
    Ok(knowledge)
}

/// Text of one case in every unit; `None` where the code generator does not support it.
type Texts = [Option<String>; 3];

fn texts(options: &Options, case: &Case) -> Texts {
    [Role::Layout, Role::Caller, Role::Callee].map(|role| assembly_text(role, &[(0, case)], options).ok())
}

/// The directed cases of a target, each with its text under the default dialect.
fn directed(target: Target) -> (Vec<Case>, Vec<Texts>) {
    let cases = settled::directed(target);
    let usual = cases.iter().map(|case| texts(&Options::new(target), case)).collect();
    (cases, usual)
}

/// The directed cases for which the code generator writes another text with these options, and the first ones.
fn telling(options: &Options, (cases, usual): &(Vec<Case>, Vec<Texts>)) -> Vec<Case> {
    let of_interest =
        |(k, (case, usual)): &(usize, (&Case, &Texts))| *k < FIRST || texts(options, case) != **usual;
    let all = cases.iter().zip(usual).enumerate();
    all.filter(of_interest).map(|(_, (case, _))| case.clone()).collect()
}

/// Description of a reading that was not inferred; `None` if it was, either from the cases that distinguish it or
/// from all directed ones.
fn wrong_when_reported(
    options: &Options,
    reported: &str,
    directed: &(Vec<Case>, Vec<Texts>),
) -> Option<String> {
    let wrong_in = |cases: &[Case]| match settle(options, reported, cases) {
        Ok(knowledge) => wrong(options.target, reported, &knowledge),
        Err(otherwise) => Some(otherwise),
    };
    wrong_in(&telling(options, directed)).and_then(|_| wrong_in(&directed.0))
}

/// Departures that a single case may be taken for as well: it shows no more than what both have in common.
const SAME_DEPARTURE: &[(&str, &str)] = &[
    // A return address that is not where the picture has it is not in the picture either way.
    ("DPU-STACK-08=R2", "DPU-CALL-01=R2"),
];

fn same_departures(reported: &str) -> Vec<&'static str> {
    SAME_DEPARTURE.iter().filter(|(one, _)| *one == reported).map(|(_, other)| *other).collect()
}

/// Readings that fit another one as well, though neither only permits more, with the reason.
const FITS_OTHERS: &[(&str, &str)] = &[
    ("IPU-STACK-08 slots=R2", "a callee that leaves its arguments alone does what one may do that owns them"),
    ("IPU-S15 align=R1", "what is aligned to more than 8 is aligned to 8"),
    ("DPU-S16=R2", "a callee that leaves its arguments alone does what one may do that owns them"),
    (
        "FORWARDCOM-ARG-24 rest=R2",
        "it may be that nothing has to be above narrow values anywhere, FORWARDCOM-S08=R1",
    ),
    ("FORWARDCOM-ARG-24 rest=R1", "who extends what is in the list has something there"),
    ("FORWARDCOM-S08=R2", "zeros are something"),
    ("FORWARDCOM-S08=R3", "copies of the sign are something"),
];

/// Readings that the code generator does not follow everywhere, with the one that it is known for, and why.
const KNOWN_AS: &[(&str, &str, &str)] =
    &[("IPU-S05 upper=R2", "IPU-S05 upper=R3", "above a half on the stack it has zeros")];

/// True if a subject that follows one reading of this question may satisfy another one as well.
fn is_permission(choice: &Choice, answer: &str) -> bool {
    choice.presumed || FITS_OTHERS.iter().any(|(other, _)| *other == answer)
}

/// Another answer that must be given for the question of this answer to come up; `None` where it comes up anyway.
fn needed(target: Target, reported: &str) -> Option<&'static str> {
    let (question, _) = catalogue(target).find_answer(reported)?;
    let only_with = &catalogue(target).choice(question).1.only_with;
    let usual = |answer: &&String| {
        let choices = crosscall_embedded::choices(target);
        choices.iter().any(|choice| **answer == format!("{}=R{}", choice.key, choice.default))
    };
    if only_with.iter().any(|answer| usual(&answer)) { None } else { only_with.first().map(String::as_str) }
}

/// Description of an inferred answer that is not the one the subject was told to follow.
fn wrong(target: Target, reported: &str, knowledge: &Knowledge) -> Option<String> {
    let otherwise = KNOWN_AS.iter().find(|(other, ..)| *other == reported);
    let answer = |text: &str| catalogue(target).find_answer(text).expect("an answer");
    let (question, reading) = answer(otherwise.map_or(reported, |(_, known, _)| known));
    let possible = knowledge.possible(question);
    let departures = same_departures(reported).into_iter().map(answer).chain([(question, reading)]);
    let departs = { departures }.any(|(question, reading)| knowledge.deviation(question) == Some(reading));
    let fits = possible.contains(&reading) && is_permission(catalogue(target).choice(question).1, reported);
    let exactly = possible == [reading];
    (if otherwise.is_some() { !exactly } else { !exactly && !departs && !fits })
        .then(|| format!("{reported}: {possible:?}"))
}

fn every_reading_is_known_from_what_it_does(target: Target) {
    let mut all = Vec::new();
    let directed = directed(target);
    let default =
        settle(&Options::new(target), "", &directed.0).unwrap_or_else(|otherwise| panic!("{otherwise}"));
    let of = |choice: &'static crosscall_embedded::Choice| {
        choice.readings.iter().map(move |reading| (choice, reading))
    };
    let answers = crosscall_embedded::choices(target).iter().flat_map(of);
    for (choice, reading) in answers.step_by(common::one_in(2)) {
        let reported = format!("{}=R{reading}", choice.key);
        let needed = needed(target, &reported);
        if *reading == choice.default && needed.is_none() {
            all.extend(wrong(target, &reported, &default));
            continue;
        }
        let readings = format!("{},{reported}", needed.unwrap_or_default());
        let readings = Readings::parse(target, &readings).expect("readings");
        all.extend(wrong_when_reported(&Options { readings, ..Options::new(target) }, &reported, &directed));
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn every_reading_of_the_ipu_is_known_from_what_it_does() {
    every_reading_is_known_from_what_it_does(Target::Ipu);
}

#[test]
fn every_reading_of_the_dpu_is_known_from_what_it_does() {
    every_reading_is_known_from_what_it_does(Target::Dpu);
}

#[test]
fn every_reading_of_forwardcom_is_known_from_what_it_does() {
    every_reading_is_known_from_what_it_does(Target::ForwardCom);
}

/// The code generator and the oracle have one reading of what an attribute changes about a member that is raised otherwise:
/// the directed cases, which have few attributes, do not show.
#[test]
fn members_that_ask_for_an_alignment_are_not_raised() {
    let target = Target::Epiphany;
    let source = Source::new(target, 1);
    let asks = |case: &Case| format!("{:?}", case.signature).contains("align: Some");
    let cases = (source.directed()..).map(|number| source.case(number)).filter(asks);
    let cases: Vec<Case> = cases.take(384).collect();
    let reported = "EPIPHANY-LAYOUT-10=R2";
    let readings = Readings::parse(target, reported).expect("readings");
    let settled = settle(&Options { readings, ..Options::new(target) }, reported, &cases);
    assert_eq!(settled.map(drop), Ok(()));
}

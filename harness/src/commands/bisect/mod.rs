//! `crosscall bisect`.

mod answer;
mod bucket;
mod list;
mod trial;

use super::session;
use crate::cli::{BisectArgs, Format};
use answer::Report;
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::{note, print};
use crosscall_base::process::folder;
use crosscall_campaign::archive;
use crosscall_campaign::bisection::{Answer, By, Conclusion, Step, next};
use crosscall_campaign::store::printable;
use crosscall_reports::json::pretty;
use crosscall_reports::outcome::{EXIT_CLEAN, EXIT_TOOL, EXIT_VIOLATIONS};
use list::Candidate;
use std::path::Path;
use trial::{Bench, Wanted};

/// Finds the compiler of a list since which a case shows its finding. The exit code is 0 where that is found, or none shows
/// it, 1 where all do, and 3 where it is not certain.
///
/// # Errors
/// [`Error::Input`] for a wrong file or selection.
pub fn run(args: &BisectArgs, config: Option<&Path>) -> Result<u8, Error> {
    let (all, bucket) = match &args.store {
        Some(store) => bucket::open(store, &args.case.to_string_lossy())?,
        None => (vec![archive::open(&args.case)?], None),
    };
    let Some(opened) = all.first() else { return Err(Error::Input("there is no case".to_owned())) };
    let known = session::known(args.known.as_deref())?;
    let candidates = list::candidates(args, opened.file.case.target(), config)?;
    let mut answers = given(args, &candidates)?;
    folder::sweep(&std::env::temp_dir());
    let mut wanted = Wanted::of(args, opened, bucket);
    let mut benches: Vec<Bench<'_>> =
        all.iter().map(|opened| Bench::new(args, opened, &known, &candidates)).collect();
    // What shows with the newest compiler is what is looked for, where nobody says it.
    let mut tried = 0usize;
    let conclusion = loop {
        if interrupt::signal().is_some() {
            return Err(Error::Tool("interrupted before there was an answer".to_owned()));
        }
        match next(&answers, args.all) {
            Step::Done(conclusion) => break conclusion,
            Step::Try(at) => {
                let Some(candidate) = candidates.get(at) else { break Conclusion::AllGood };
                let answer = match &candidate.unusable {
                    Some(reason) => Answer::Untestable(reason.clone()),
                    None => trial::with_each(&mut benches, candidate, &mut wanted)?,
                };
                tried += 1;
                if !args.quiet {
                    note(&format!("{tried}. {}: {}", candidate.name, printable(&answer::words(&answer))));
                }
                if let Some(place) = answers.get_mut(at) {
                    *place = Some((answer, By::Run));
                }
            }
        }
    };
    if interrupt::signal().is_some() {
        return Err(Error::Tool("interrupted before there was an answer".to_owned()));
    }
    let report = Report::of(&opened.path, &wanted, &candidates, &answers, &conclusion);
    print(&match args.format {
        Format::Text => report.text(),
        Format::Json => pretty(&report),
    })?;
    Ok(match conclusion {
        Conclusion::Since { .. } | Conclusion::AllGood => EXIT_CLEAN,
        Conclusion::AllBad => EXIT_VIOLATIONS,
        Conclusion::Unsure { .. } => EXIT_TOOL,
    })
}

/// The answers that a person gives.
fn given(args: &BisectArgs, candidates: &[Candidate]) -> Result<Vec<Option<(Answer, By)>>, Error> {
    let mut answers = vec![None; candidates.len()];
    let skipped = Answer::Untestable("skipped".to_owned());
    for (option, names, answer) in [
        ("--good", &args.good, Answer::Good),
        ("--bad", &args.bad, Answer::Bad),
        ("--skip", &args.skip, skipped),
    ] {
        for name in names {
            let at = candidates.iter().position(|candidate| candidate.name == *name);
            let Some(place) = at.and_then(|at| answers.get_mut(at)) else {
                let names: Vec<&str> = candidates.iter().map(|c| c.name.as_str()).collect();
                return Err(Error::Input(format!("{option} {name}: it is none of {}", names.join(", "))));
            };
            if place.is_some() {
                return Err(Error::Input(format!("{option} {name}: two answers are given for it")));
            }
            *place = Some((answer.clone(), By::Person));
        }
    }
    Ok(answers)
}

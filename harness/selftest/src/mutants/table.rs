//! Runs a table of mutants: each is tested, and the findings of its run are held against the clauses that it breaks.

use super::{Mutant, Mutation, Workbench};
use crosscall_base::error::Error;
use crosscall_base::progress::{Progress, Silent};
use crosscall_campaign::RunSettings;
use crosscall_model::finding::Finding;
use crosscall_reports::run::RunReport;
use crosscall_toolchain::Toolchain;
use serde::{Serialize, Serializer};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Outcome of a mutant under one seed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Trial {
    /// The seed.
    #[serde(serialize_with = "hexadecimal")]
    pub seed: u64,
    /// Cases of the run: fewer than asked for where the search ended when it had found the fault.
    pub cases: u64,
    /// Places that the mutant changed.
    pub changed: u64,
    /// Places that an edit fits and that do the same with it as without.
    #[serde(skip)]
    pub same: u64,
    /// Changed texts that the assembler refused.
    #[serde(skip)]
    pub refused: u64,
    /// Trials that could not be carried out, beyond those of the unchanged subject.
    pub lost: u64,
    /// Findings that the unchanged subject does not give, the first shown first.
    pub findings: Vec<NewFinding>,
}

/// A finding of a mutant that the unchanged subject does not give.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NewFinding {
    /// Clause, with the target's prefix; the kind of finding where it has none.
    pub clause: String,
    /// True if the mutant breaks the clause.
    pub right: bool,
    /// Pairing that showed it.
    pub pairing: String,
    /// Index of the case that first showed it.
    #[serde(rename = "case")]
    pub index: u64,
    /// Trials that showed it.
    #[serde(rename = "trials")]
    pub occurrences: u64,
    /// Description of what was expected and what was seen.
    pub text: String,
}

impl NewFinding {
    fn new(finding: &Finding, mutant: &Mutant) -> NewFinding {
        let first = finding.mismatches.first();
        let text = first.map(|m| {
            let crosscall_model::finding::words::Words { subject, expected, observed, inferred } = m.words();
            let inferred = inferred.map(|i| format!(" ({i})")).unwrap_or_default();
            format!("{subject}: expected {expected}, observed {observed}{inferred}")
        });
        NewFinding {
            clause: finding.clause().to_owned(),
            right: mutant.names(finding.clause()),
            pairing: finding.pairing.to_string(),
            index: finding.index,
            occurrences: finding.occurrences,
            text: text.unwrap_or_else(|| finding.fingerprint.clone()),
        }
    }
}

impl Trial {
    /// True if the first finding shown names a clause that the mutant breaks.
    fn is_right(&self) -> bool {
        self.findings.first().is_some_and(|first| first.right)
    }
}

fn hexadecimal<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{seed:#x}"))
}

/// Outcome of a mutant.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The mutant.
    pub mutant: Mutant,
    /// One for each seed.
    pub trials: Vec<Trial>,
}

impl Outcome {
    /// True if the mutant changed anything under some seed.
    pub fn had_occasion(&self) -> bool {
        self.trials.iter().any(|t| t.changed > 0)
    }

    /// True if an edit fitted under some seed, and changed nothing that anybody could see.
    pub fn is_neutral(&self) -> bool {
        !self.had_occasion() && self.trials.iter().any(|t| t.same > 0)
    }

    fn counted(&self) -> impl Iterator<Item = &Trial> {
        self.trials.iter().filter(|t| t.changed > 0)
    }

    /// True if the run under every seed that gave occasion found something.
    pub fn found(&self) -> bool {
        self.had_occasion() && self.counted().all(|t| !t.findings.is_empty())
    }

    /// True if the first finding shown names a clause of the mutant under every seed.
    pub(crate) fn first_is_right(&self) -> bool {
        self.found() && self.counted().all(Trial::is_right)
    }

    /// The first finding shown: of the first seed where it is not the right one, else of the first seed.
    pub fn first(&self) -> Option<&NewFinding> {
        let firsts = || self.counted().filter_map(|t| t.findings.first());
        firsts().find(|first| !first.right).or_else(|| firsts().next())
    }

    /// Findings under all seeds, and how many of them name a clause that the mutant breaks.
    pub fn findings(&self) -> (usize, usize) {
        let all = || self.trials.iter().flat_map(|t| &t.findings);
        (all().count(), all().filter(|finding| finding.right).count())
    }

    /// Cases until something was found, the median over the seeds.
    pub fn cases_median(&self) -> Option<u64> {
        let first = |t: &Trial| t.findings.iter().map(|f| f.index + 1).min();
        let mut cases: Vec<u64> = self.counted().filter_map(first).collect();
        cases.sort_unstable();
        cases.get(cases.len().saturating_sub(1) / 2).copied()
    }

    /// True if the first finding names the place that the mutant declares; `None` where it declares none or
    /// nothing was found.
    pub(crate) fn place_is_right(&self) -> Option<bool> {
        let first = self.first().filter(|_| !self.mutant.place.is_empty())?;
        let is_word = |c: char| c.is_ascii_alphanumeric();
        let wanted = self.mutant.place;
        let hit = first.text.match_indices(wanted).any(|(at, _)| {
            let (before, after) = (first.text.get(..at), first.text.get(at + wanted.len()..));
            !before.is_some_and(|b| b.ends_with(is_word)) && !after.is_some_and(|a| a.starts_with(is_word))
        });
        Some(hit)
    }

    /// True if this is as it should be: a fault is found under its own name, a harmless change is not.
    pub fn is_right(&self) -> bool {
        if self.mutant.is_harmless() {
            return self.findings().0 == 0;
        }
        !self.had_occasion() || self.first_is_right()
    }

    /// Changed texts that the assembler refused.
    pub fn refused(&self) -> u64 {
        self.trials.iter().map(|t| t.refused).sum()
    }
}

/// Extent of the search for a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// With all cases, so that everything that it causes is seen.
    Whole,
    /// With a small part of the cases first, and with more only until the fault is found under its own name.
    UntilFound,
}

impl Search {
    /// Numbers of cases to try one after the other, the last of them `cases`. Each run begins with the cases of
    /// the one before.
    fn steps(self, cases: u64) -> Vec<u64> {
        match self {
            Search::Whole => vec![cases],
            Search::UntilFound => {
                let mut steps = vec![cases / 16, cases / 4, cases];
                steps.retain(|step| *step > 0 || cases == 0);
                steps
            }
        }
    }
}

/// Runs each mutant of a subject, for each seed. `each` hears the outcome of every mutant when it is done.
///
/// # Errors
/// See [`crosscall_campaign::run`].
pub fn run(
    settings: &RunSettings,
    toolchain: &Toolchain,
    mutants: &[Mutant],
    seeds: &[u64],
    search: Search,
    progress: &dyn Progress,
    each: &dyn Fn(&Outcome),
) -> Result<Vec<Outcome>, Error> {
    progress.start(settings.cases * (1 + mutants.len() as u64) * seeds.len() as u64);
    let mut unchanged = Vec::new();
    for seed in seeds {
        let report = one(settings, toolchain.clone(), *seed)?;
        progress.advance(settings.cases, "unchanged");
        unchanged.push(Unchanged::new(*seed, &report));
    }
    let mut outcomes = Vec::new();
    for mutant in mutants {
        let mut trials = Vec::new();
        for unchanged in &unchanged {
            if settings.stop.load(Ordering::Relaxed) {
                return Ok(outcomes);
            }
            // A change that should not be found is looked at with all cases.
            let search = if mutant.is_harmless() { Search::Whole } else { search };
            let mut last = None;
            for cases in search.steps(settings.cases) {
                let trial =
                    try_one(&RunSettings { cases, ..settings.clone() }, toolchain, mutant, unchanged)?;
                let is_done = trial.is_right();
                last = Some(trial);
                if is_done || settings.stop.load(Ordering::Relaxed) {
                    break;
                }
            }
            trials.extend(last);
            progress.advance(settings.cases, mutant.name);
        }
        let outcome = Outcome { mutant: mutant.clone(), trials };
        each(&outcome);
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

/// Runs a mutant of a subject.
fn try_one(
    settings: &RunSettings,
    toolchain: &Toolchain,
    mutant: &Mutant,
    unchanged: &Unchanged,
) -> Result<Trial, Error> {
    let mutation = Mutation::new(mutant.clone(), Arc::clone(&unchanged.bench));
    let broken = Toolchain { hook: Some(Arc::new(mutation.clone())), ..toolchain.clone() };
    let pairings = mutant.pairings(&settings.pairings);
    let report = one(&RunSettings { pairings, ..settings.clone() }, broken, unchanged.seed)?;
    let new = report.findings().filter(|f| f.is_new() && !unchanged.new.contains(&f.fingerprint));
    Ok(Trial {
        seed: unchanged.seed,
        changed: mutation.changed(),
        same: mutation.same(),
        refused: mutation.refused(),
        findings: new.map(|finding| NewFinding::new(finding, mutant)).collect(),
        lost: report.counts().untestable().saturating_sub(unchanged.untestable),
        cases: settings.cases,
    })
}

/// Result of the unchanged subject under a seed.
struct Unchanged {
    seed: u64,
    bench: Arc<Workbench>,
    /// Fingerprints of its new findings.
    new: BTreeSet<String>,
    /// Trials that could not be carried out.
    untestable: u64,
}

impl Unchanged {
    fn new(seed: u64, report: &RunReport) -> Unchanged {
        let new = report.findings().filter(|f| f.is_new()).map(|f| f.fingerprint.clone()).collect();
        Unchanged { seed, bench: Arc::default(), new, untestable: report.counts().untestable() }
    }
}

fn one(settings: &RunSettings, toolchain: Toolchain, seed: u64) -> Result<RunReport, Error> {
    let settings = RunSettings { toolchains: vec![toolchain], seed, ..settings.clone() };
    crosscall_campaign::run(&settings, &Silent)
}

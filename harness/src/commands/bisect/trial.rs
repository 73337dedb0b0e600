//! The case with one compiler of the list.

use super::list::Candidate;
use crate::cli::BisectArgs;
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::process::Limits;
use crosscall_campaign::archive::Opened;
use crosscall_campaign::bisection::Answer;
use crosscall_campaign::known::Known;
use crosscall_campaign::rerun::retrial::{Retrial, trials};
use crosscall_model::Pairing;
use crosscall_model::finding::{Finding, FindingKind};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::compile::{FailureKind, compile};
use crosscall_toolchain::select::Inventory;
use crosscall_toolchain::units::CompileContext;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The finding that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    /// One entry of the list of known findings.
    Id(String),
    /// One by its fingerprint, with its words.
    Fingerprint(String, String),
    /// Any against a clause.
    Clause(String),
    /// Nobody has said which; what shows first is it.
    First,
}

impl Wanted {
    /// The finding that the command line or the case names.
    pub(super) fn of(args: &BisectArgs, opened: &Opened, bucket: Option<String>) -> Wanted {
        let clause = opened.file.found.as_ref().and_then(|found| found.clauses.first());
        match (args.fingerprint.clone().or(bucket), opened.entry, clause) {
            (Some(fingerprint), ..) => Wanted::Fingerprint(fingerprint.clone(), fingerprint),
            (None, Some(entry), _) => Wanted::Id(entry.id.clone()),
            (None, None, Some(clause)) => Wanted::Clause(clause.clone()),
            (None, None, None) => Wanted::First,
        }
    }

    fn is(&self, finding: &Finding) -> bool {
        match self {
            Wanted::Id(id) => finding.known.contains(id),
            Wanted::Fingerprint(fingerprint, _) => finding.fingerprint == *fingerprint,
            Wanted::Clause(clause) => finding.clause() == clause,
            Wanted::First => false,
        }
    }

    /// In words.
    pub(super) fn words(&self) -> String {
        match self {
            Wanted::Id(text) | Wanted::Fingerprint(_, text) | Wanted::Clause(text) => text.clone(),
            Wanted::First => "any finding".to_owned(),
        }
    }
}

/// The answer of a compiler to several cases of one cause: it shows the finding if one case shows it, and does not if none does.
///
/// # Errors
/// [`Error::Input`] for a case that is not for the compiler.
pub(super) fn with_each(
    benches: &mut [Bench<'_>],
    candidate: &Candidate,
    wanted: &mut Wanted,
) -> Result<Answer, Error> {
    let rank = |answer: &Answer| match answer {
        Answer::Bad => 0,
        Answer::Unrepeatable(_) => 1,
        Answer::Other(_) => 2,
        Answer::Untestable(_) => 3,
        Answer::Good => 4,
    };
    let mut all = Vec::new();
    for bench in benches {
        all.push(bench.twice(candidate, wanted)?);
        if all.last() == Some(&Answer::Bad) {
            break;
        }
    }
    let none = || Answer::Untestable("there is no case".to_owned());
    Ok(all.into_iter().min_by_key(rank).unwrap_or_else(none))
}

/// Everything that trying a compiler needs besides it.
pub(super) struct Bench<'a> {
    pairings: Vec<Pairing>,
    opened: &'a Opened,
    known: &'a Known,
    limits: Limits,
    work_dir: PathBuf,
    stop: Arc<AtomicBool>,
}

impl<'a> Bench<'a> {
    pub(super) fn new(
        args: &BisectArgs,
        opened: &'a Opened,
        known: &'a Known,
        candidates: &[Candidate],
    ) -> Bench<'a> {
        let mut pairings = args.pairing.clone();
        let of_file = opened.file.found.as_ref().and_then(|found| found.pairing);
        let is_between = opened.entry.is_some_and(|entry| entry.kind == FindingKind::Incompatibility);
        let has_partner = candidates.iter().any(|candidate| candidate.partner.is_some());
        if pairings.is_empty() && (is_between || has_partner || of_file == Some(Pairing::Cross)) {
            pairings.push(Pairing::Cross);
        }
        Bench {
            pairings,
            opened,
            known,
            limits: Limits { time: Duration::from_secs(args.timeout), ..Limits::default() },
            work_dir: std::env::temp_dir(),
            stop: interrupt::flag(),
        }
    }

    fn context(&self) -> CompileContext<'_> {
        CompileContext { work_dir: &self.work_dir, limits: &self.limits, stop: &self.stop }
    }

    /// The answer of two runs: one that does not come again is none.
    ///
    /// # Errors
    /// [`Error::Input`] where the case cannot be tried in the pairings.
    pub(super) fn twice(&self, candidate: &Candidate, wanted: &mut Wanted) -> Result<Answer, Error> {
        let mut retrial = Retrial::new(self.opened, self.known, self.context());
        let first = self.once(candidate, wanted, &mut retrial)?;
        if matches!(first, Answer::Untestable(_)) || interrupt::signal().is_some() {
            return Ok(first);
        }
        let again = self.once(candidate, wanted, &mut retrial)?;
        Ok(match first == again {
            true => first,
            false => Answer::Unrepeatable(format!(
                "one run says: {}; the other: {}",
                super::answer::words(&first),
                super::answer::words(&again)
            )),
        })
    }

    fn once(
        &self,
        candidate: &Candidate,
        wanted: &mut Wanted,
        retrial: &mut Retrial<'_>,
    ) -> Result<Answer, Error> {
        let Some(toolchain) = &candidate.toolchain else {
            return Ok(Answer::Untestable(candidate.unusable.clone().unwrap_or_default()));
        };
        let mut inventory = Inventory::default();
        let partner = candidate.partner.as_ref().filter(|partner| partner.name != toolchain.name);
        inventory.toolchains.extend(std::iter::once(toolchain).chain(partner).cloned());
        let mut names = vec![toolchain.name.clone()];
        if self.pairings.contains(&Pairing::Cross) {
            names.push(candidate.partner.as_ref().map_or_else(|| toolchain.name.clone(), |p| p.name.clone()));
        }
        let mut all: Vec<Finding> = Vec::new();
        let (mut conforms, mut untested) = (false, None);
        let mut tried = Vec::new();
        // In the other pairings the one that is called takes no part.
        let mut of = |pairings: &[Pairing], names: &[String]| -> Result<(), Error> {
            tried.extend(trials(self.opened, &inventory, pairings, names)?);
            Ok(())
        };
        let (cross, alone): (Vec<Pairing>, Vec<Pairing>) =
            self.pairings.iter().partition(|pairing| **pairing == Pairing::Cross);
        if !cross.is_empty() {
            of(&cross, &names)?;
        }
        if !alone.is_empty() || cross.is_empty() {
            of(&alone, &names[..1])?;
        }
        for (pairing, subjects) in tried {
            match retrial.once(pairing, &subjects) {
                Ok((outcome, _)) => {
                    let record = &outcome.tally.record;
                    conforms |= record.counts.conforming > 0;
                    if record.counts.failed + record.counts.unsupported > 0 {
                        let reason = record.untestable.keys().next().cloned();
                        untested = untested.or(reason.or_else(|| Some("no verdict".to_owned())));
                    }
                    all.extend(outcome.findings);
                }
                Err(Error::Input(message)) => return Err(Error::Input(message)),
                Err(error) => untested = untested.or(Some(error.to_string())),
            }
        }
        if all.iter().any(|finding| finding.kind == FindingKind::CompilerFault)
            && let Some(reason) = self.is_none(toolchain)
        {
            return Ok(Answer::Untestable(reason));
        }
        // From here on it is this one, and another one under the same clause is another one.
        let first = match wanted {
            Wanted::First => all.first(),
            Wanted::Clause(_) => all.iter().find(|finding| wanted.is(finding)),
            Wanted::Id(_) | Wanted::Fingerprint(..) => None,
        };
        if let Some(first) = first {
            *wanted = Wanted::Fingerprint(first.fingerprint.clone(), name(first));
        }
        Ok(if all.iter().any(|finding| wanted.is(finding)) {
            Answer::Bad
        } else if let Some(other) = all.first() {
            Answer::Other(name(other))
        } else if let Some(reason) = untested {
            Answer::Untestable(reason)
        } else if conforms {
            Answer::Good
        } else {
            Answer::Untestable("nothing was run".to_owned())
        })
    }

    /// Why a program is no compiler for the target: it makes no object file for it of the simplest source either.
    fn is_none(&self, toolchain: &Toolchain) -> Option<String> {
        let made = compile(toolchain, "int nothing;\n", "nothing", self.context());
        made.err().filter(|failure| failure.kind == FailureKind::BadObject).map(|failure| failure.to_string())
    }
}

/// A finding's name for people: its fingerprint, or of a fault of a compiler, whose fingerprint is its message without numbers,
/// the message itself.
fn name(finding: &Finding) -> String {
    let message = finding.mismatches.first().map(|mismatch| mismatch.words().observed);
    match (finding.kind, message) {
        (FindingKind::CompilerFault, Some(message)) => message,
        _ => finding.fingerprint.clone(),
    }
}

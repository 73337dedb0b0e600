//! Check for known findings that no longer show: the case of each that the run itself has not shown is run again.

use super::again::{self, FEW_CASES, Settled, Subjects};
use crate::archive;
use crate::known::versions::{Shown, Version, Versions};
use crate::known::{Entry, Known};
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_model::finding::FindingKind;
use crosscall_model::{About, CaseKind, Pairing};
use crosscall_reports::names::level;
use crosscall_reports::run::{Gone, RunReport};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::units::CompileContext;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

/// Time for all entries together: one part of so many of what the run itself took, and not less than the least.
const PART: u32 = 6;
const LEAST_TIME: Duration = Duration::from_secs(10);

/// So many times the bound of one compiler run is as long as a case may keep a subject: then it hangs, and is not asked
/// about other cases.
const PATIENCE: u32 = 4;

/// An entry that the run has not shown, with its case.
struct Wanted<'a> {
    entry: &'a Entry,
    case: About,
    trials: Vec<(Pairing, Subjects)>,
}

/// Result of the check.
#[derive(Debug, Default)]
pub struct Looked {
    /// The entries that do not show any longer.
    pub gone: Vec<Gone>,
    /// Ids of those whose cases show something else, which may hide them.
    pub masked: Vec<String>,
    /// Ids of those that were not tried, as there was no time left or their compilers hang.
    pub untried: Vec<String>,
}

/// Checks that the case of every strict entry that counts can be opened.
///
/// # Errors
/// [`Error::Input`] with the entry whose case cannot be.
pub fn check_strict(known: &Known) -> Result<(), Error> {
    for entry in known.counting().filter(|entry| entry.strict) {
        archive::open(Path::new(&entry.case)).map_err(|error| {
            let id = &entry.id;
            Error::Input(format!(
                "the known finding `{id}` is strict, and its case cannot be opened: {error}"
            ))
        })?;
    }
    Ok(())
}

/// Looks for the entries that do not show any longer, of those whose subjects took part in a run. `announce` hears how
/// many cases are going to be run again, and how long that may take.
pub fn look_again(
    report: &RunReport,
    toolchains: &[Toolchain],
    pairings: &[Pairing],
    known: &Known,
    context: CompileContext<'_>,
    announce: &dyn Fn(usize, Duration),
) -> Looked {
    let wanted = wanted(report, toolchains, pairings, known);
    let mut looked = Looked::default();
    if wanted.is_empty() {
        return looked;
    }
    let time = Duration::try_from_secs_f64(report.seconds).unwrap_or_default();
    let time = (time / PART).max(LEAST_TIME);
    announce(wanted.len(), time);
    let (begin, longest) = (Instant::now(), context.limits.time.saturating_mul(PATIENCE));
    let mut settled = Settled::default();
    let mut hanging: BTreeSet<String> = BTreeSet::new();
    for Wanted { entry, case, trials } in wanted {
        settled.turn_to(&case);
        let (mut tried, mut fixed) = (Vec::new(), Vec::new());
        let (mut seen, mut is_untried) = (Shown::Conforms, false);
        for (pairing, subjects) in &trials {
            if interrupt::signal().is_some() {
                return looked;
            }
            if begin.elapsed() >= time || subjects.names().iter().any(|name| hanging.contains(name)) {
                is_untried = true;
                continue;
            }
            let since = Instant::now();
            let shown = sight(entry, &case, *pairing, subjects, &mut settled, known, FEW_CASES, context);
            if since.elapsed() > longest && shown == Shown::Untested {
                hanging.extend(subjects.names());
            }
            if shown == Shown::Untested {
                continue;
            }
            tried.push(subjects.names().join(" calls "));
            seen = seen.max(shown);
            if seen == Shown::Shows {
                break;
            }
            fixed.push(fixed_in(entry, subjects));
        }
        let Entry { id, title, strict, .. } = entry;
        // A finding that some subject may still show is not gone.
        if seen == Shown::Shows || tried.is_empty() && !is_untried {
            continue;
        } else if seen == Shown::Other {
            looked.masked.push(id.clone());
        } else if is_untried {
            looked.untried.push(id.clone());
        } else {
            tried.dedup();
            looked.gone.push(Gone {
                id: id.clone(),
                title: title.clone(),
                toolchains: tried,
                strict: *strict,
                fixed_since: fixed_since(fixed),
            });
        }
    }
    looked
}

/// Runs of the cases of entries with every version of their compilers.
pub struct ByVersion<'a> {
    toolchains: &'a [Toolchain],
    known: &'a Known,
    settled: Settled,
    context: CompileContext<'a>,
}

impl<'a> ByVersion<'a> {
    /// With these subjects, and findings by the names that a list gives them.
    pub fn new(toolchains: &'a [Toolchain], known: &'a Known, context: CompileContext<'a>) -> ByVersion<'a> {
        ByVersion { toolchains, known, settled: Settled::default(), context }
    }

    /// Row of an entry in the table of versions; nothing of one whose case alone does not show it, or that takes compilers of two
    /// makers, and where a signal has ended it.
    pub fn of(&mut self, id: &str) -> Versions {
        let mut table = Versions::default();
        let Some(known) = self.known.led_by(id) else { return table };
        let takes_two = |entry: &Entry| entry.kind == FindingKind::Incompatibility && entry.with_others;
        let led = known.entries.first().filter(|entry| entry.repeats && !takes_two(entry));
        let Some(entry) = led else { return table };
        let Ok(opened) = archive::open(Path::new(&entry.case)) else { return table };
        let case = opened.file.case;
        let found = opened.file.found.unwrap_or_default();
        self.settled.turn_to(&case);
        let mut of_version: BTreeMap<Version, Vec<&Toolchain>> = BTreeMap::new();
        for subject in
            self.toolchains.iter().filter(|t| t.target == case.target() && entry.is_about(t.known_as()))
        {
            if let Some(version) = Version::of(&subject.compiler) {
                of_version.entry(version).or_default().push(subject);
            }
        }
        for (version, mut subjects) in of_version {
            // The level at which it was found comes first.
            subjects.sort_by_key(|t| !is_alike(t, &found.toolchains));
            let able: Vec<&Toolchain> = subjects.into_iter().filter(|t| t.has(&case)).collect();
            let mut seen = Shown::Untested;
            for pairing in showing(entry, found.pairing, case.matter()) {
                for (pairing, subjects) in trials(pairing, &able, &found.toolchains) {
                    let mut look = |patience| {
                        sight(
                            entry,
                            &case,
                            pairing,
                            &subjects,
                            &mut self.settled,
                            &known,
                            patience,
                            self.context,
                        )
                    };
                    let mut shown = look(FEW_CASES);
                    // That nothing shows, or something else, is believed where everything is known of the subject that can be,
                    // at the level at which it was found.
                    if shown != Shown::Shows && is_alike(&subjects.first, &found.toolchains) {
                        shown = look(usize::MAX);
                        seen = seen.max(shown);
                    }
                    if interrupt::signal().is_some() {
                        return table;
                    }
                    if shown == Shown::Shows {
                        seen = shown;
                        break;
                    }
                }
            }
            table.add(&entry.id, version, seen);
        }
        table
    }
}

/// The entries whose cases are run again, each with the trials that may show it.
fn wanted<'a>(
    report: &RunReport,
    toolchains: &[Toolchain],
    pairings: &[Pairing],
    known: &'a Known,
) -> Vec<Wanted<'a>> {
    let shown: BTreeSet<&str> =
        report.findings().flat_map(|found| &found.known).map(String::as_str).collect();
    // A subject with which nothing could be tested has nothing to say now either.
    let was_tested = |t: &&Toolchain| {
        let own = report.targets.iter().filter(|subject| subject.toolchain == t.name);
        own.map(|subject| subject.counts.run).sum::<u64>() > 0
    };
    let toolchains: Vec<&Toolchain> = toolchains.iter().filter(was_tested).collect();
    // An incompatibility of two subjects can depend on where the stack happens to lie: of those that stays
    // away nothing follows, unless a person says so.
    // Nothing follows either from that a case alone does not show what only its batch showed.
    let is_reported =
        |entry: &&Entry| (entry.strict || entry.kind != FindingKind::Incompatibility) && entry.repeats;
    let entries = known.counting().filter(|entry| !shown.contains(entry.id.as_str()));
    let of_entry = |entry: &'a Entry| {
        let mut subjects: Vec<&Toolchain> =
            toolchains.iter().copied().filter(|t| entry.is_about(t.known_as())).collect();
        if subjects.is_empty() {
            return None;
        }
        // A case that cannot be opened any more says nothing.
        let opened = archive::open(Path::new(&entry.case)).ok()?;
        subjects.retain(|t| t.target == opened.file.case.target() && t.has(&opened.file.case));
        let found = opened.file.found.unwrap_or_default();
        // A finding of one level need not show at another.
        subjects.retain(|t| is_alike(t, &found.toolchains));
        let wanted = showing(entry, found.pairing, opened.file.case.matter());
        // Where the case might show it in a pairing that nobody asked for, nothing follows from the others.
        if wanted.iter().any(|pairing| !pairings.contains(pairing)) {
            return None;
        }
        let trials: Vec<(Pairing, Subjects)> =
            wanted.into_iter().flat_map(|p| trials(p, &subjects, &found.toolchains)).collect();
        (!trials.is_empty()).then_some(Wanted { entry, case: opened.file.case, trials })
    };
    entries.filter(is_reported).filter_map(of_entry).collect()
}

/// The pairings in which a case about a matter may show an entry: the one in which it was found, else those of the entry, else
/// all.
fn showing(entry: &Entry, found: Option<Pairing>, matter: CaseKind) -> Vec<Pairing> {
    let may_show = |pairing: &Pairing| match entry.kind {
        FindingKind::Incompatibility => *pairing == Pairing::Cross,
        _ => *pairing != Pairing::Cross && (entry.pairings.is_empty() || entry.pairings.contains(pairing)),
    };
    let all: Vec<Pairing> =
        Pairing::ALL.into_iter().filter(|pairing| pairing.matter() == matter).filter(may_show).collect();
    // A compiler may break down over any unit that is made of the case.
    let found = found.filter(|_| entry.kind != FindingKind::CompilerFault);
    match found.filter(|found| all.contains(found)) {
        Some(found) => vec![found],
        None => all,
    }
}

/// Options of a compiler that do not change what a case shows, though they begin like those that do.
const HARMLESS: [&str; 5] = ["-march", "-mabi", "-mcmodel", "-mcpu", "-mtune"];

/// True if a subject is one of those with which something was found, or is run at the level of one of them and with no other
/// options that change code.
fn is_alike(subject: &Toolchain, found: &[String]) -> bool {
    let given = subject.cc.iter().rev().find(|word| word.starts_with("-O")).map(String::as_str);
    // A recording has no command, but a name.
    let of_name = level(&subject.name).filter(|_| subject.cc.is_empty()).map(|(_, level)| level);
    let own = given.or(of_name).unwrap_or("-O0");
    let changes = |word: &String| {
        (word.starts_with("-f") || word.starts_with("-m"))
            && !HARMLESS.iter().any(|own| word.starts_with(own))
    };
    let is_plain = !subject.cc.iter().any(changes);
    let is_like = |name: &String| match level(name) {
        _ if *name == subject.name => true,
        Some((_, level)) => is_plain && level == own,
        None => is_plain,
    };
    found.is_empty() || found.iter().any(is_like)
}

/// The subjects to try a case with, those that it was found with first.
fn trials(pairing: Pairing, subjects: &[&Toolchain], found: &[String]) -> Vec<(Pairing, Subjects)> {
    let mut subjects: Vec<&Toolchain> = subjects.iter().copied().filter(|t| t.takes_part(pairing)).collect();
    subjects.sort_by_key(|t| !found.contains(&t.name));
    let alone = |t: &&Toolchain| (pairing, Subjects { first: (*t).clone(), partner: None });
    match pairing {
        Pairing::Cross => again::every_two(&subjects),
        _ => subjects.iter().map(alone).collect(),
    }
}

/// The version in which a finding is fixed, if the case of an entry does not show it with some subjects: that of the subject
/// itself, if the table has shown the finding with older versions of its maker and with no newer one.
fn fixed_in(entry: &Entry, subjects: &Subjects) -> Option<Version> {
    let own = Version::of(&subjects.first.compiler)?;
    let last = Versions::built_in().ok()?.last_shown(&entry.id, &own.maker)?;
    (*last < own).then_some(own)
}

/// The first version without a finding, if its case conforms with all of these subjects and each is newer than every version
/// of its maker with which it showed.
fn fixed_since(versions: Vec<Option<Version>>) -> Option<String> {
    let versions: Vec<Version> = versions.into_iter().collect::<Option<_>>()?;
    let first = versions.iter().min()?;
    versions.iter().all(|other| other.maker == first.maker).then(|| first.to_string())
}

/// Sight of an entry in a case with some subjects, of which at most `patience` directed cases are asked about each question.
#[expect(clippy::too_many_arguments, reason = "a trial, and all under which it is judged")]
fn sight(
    entry: &Entry,
    case: &About,
    pairing: Pairing,
    subjects: &Subjects,
    settled: &mut Settled,
    known: &Known,
    patience: usize,
    context: CompileContext<'_>,
) -> Shown {
    let Ok(background) = settled.of(subjects, pairing, context, patience) else { return Shown::Untested };
    let Ok(outcome) = again::once(case, pairing, subjects, &background, known, context) else {
        return Shown::Untested;
    };
    // Entries of one case are forms in which it shows; the case alone has one of them.
    let forms: Vec<&str> = known
        .entries
        .iter()
        .filter(|other| other.case == entry.case)
        .map(|other| other.id.as_str())
        .collect();
    if outcome.findings.iter().flat_map(|found| &found.known).any(|id| forms.contains(&id.as_str())) {
        return Shown::Shows;
    }
    let counts = &outcome.tally.record.counts;
    match (outcome.findings.is_empty(), counts.conforming + counts.violations > 0) {
        (false, _) => Shown::Other,
        (true, true) => Shown::Conforms,
        (true, false) => Shown::Untested,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::Target;

    fn subject(name: &str, cc: &[&str]) -> Toolchain {
        let cc = cc.iter().map(|word| (*word).to_owned()).collect();
        Toolchain { name: name.to_owned(), cc, ..Toolchain::embedded(Target::Epiphany) }
    }

    #[test]
    fn another_level_says_nothing() {
        let found = ["epiphany-elf-gcc-O0".to_owned()];
        assert!(is_alike(&subject("epiphany-elf-gcc-O0", &["epiphany-elf-gcc", "-O0"]), &found));
        assert!(!is_alike(&subject("epiphany-elf-gcc-O2", &["epiphany-elf-gcc", "-O2"]), &found));
        // Names of a user's own say nothing; the last option counts, and without one there is no optimisation.
        assert!(is_alike(&subject("nightly", &["build/gcc", "-O2", "-O0"]), &found));
        assert!(is_alike(&subject("nightly", &["build/gcc"]), &found));
        assert!(!is_alike(&subject("nightly", &["build/gcc", "-O2"]), &found));
        // Other options may hide it, but where it was found with them.
        let more = ["build/gcc", "-O0", "-march=rv64gc", "-fpcc-struct-return"];
        assert!(!is_alike(&subject("nightly", &more), &found));
        assert!(is_alike(&subject("nightly", &more[..3]), &found));
        assert!(is_alike(&subject("epiphany-elf-gcc-O0", &more), &found));
        assert!(!is_alike(&subject("recorded-epiphany-elf-gcc-O2", &[]), &found));
        // An assembler has no levels, and a case may not say where it was found.
        assert!(is_alike(&subject("as", &[]), &["epiphany-elf-binutils".to_owned()]));
        assert!(is_alike(&subject("nightly", &["build/gcc", "-O2"]), &[]));
    }

    #[test]
    fn a_case_shows_an_entry_in_the_pairing_in_which_it_was_found() {
        use Pairing::{Callee, Caller, Cross};
        let of = |kind: FindingKind, pairings: &[Pairing], found: Option<Pairing>| {
            let entry = Entry { kind, pairings: pairings.to_vec(), ..Entry::default() };
            showing(&entry, found, CaseKind::Call)
        };
        let violation = FindingKind::Violation;
        assert_eq!(of(violation, &[Caller, Callee], Some(Callee)), [Callee]);
        assert_eq!(of(violation, &[], Some(Caller)), [Caller]);
        assert_eq!(of(violation, &[Caller, Callee], None), [Caller, Callee]);
        assert_eq!(of(violation, &[Caller], Some(Callee)), [Caller]);
        assert_eq!(of(FindingKind::Incompatibility, &[], Some(Caller)), [Cross]);
        let without_cross = Pairing::ALL.into_iter().filter(|p| p.matter() == CaseKind::Call && *p != Cross);
        assert_eq!(of(violation, &[], None), without_cross.collect::<Vec<_>>());
    }
}

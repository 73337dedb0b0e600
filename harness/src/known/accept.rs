//! Entries for what a run has found: a list that a person goes on with.
//!
//! An entry says exactly what was seen: with which subjects, in which pairing, of which register, member or place, and in
//! which way. What was seen alike by several subjects, or in several pairings, is one entry.

use super::{FORMAT, Known, today};
use crate::error::{Error, read_text};
use crate::store::write_atomically;
use crate::toolchain::Toolchain;
use crosscall_model::finding::Confirmed;
use crosscall_model::finding::{Finding, FindingKind, Sighting};
use crosscall_reports::run::RunReport;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;

/// What stands above a new list.
fn head() -> String {
    format!(
        "# Findings that were accepted with `crosscall run --accept`; `crosscall run --known FILE` is silent about them.\n\
         # Fill in each reason. The format is explained in docs/usage.md.\n\
         format = {FORMAT}\n\
         \n\
         # The findings that crosscall itself knows are known with this list, too.\n\
         built_in = true\n"
    )
}

/// An entry as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Written {
    id: String,
    title: String,
    reason: String,
    date: String,
    case: String,
    kind: &'static str,
    fingerprint: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pairings: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    compiler: String,
    toolchains: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<String>,
    #[serde(rename = "with", skip_serializing_if = "Vec::is_empty")]
    beside: Vec<String>,
    #[serde(skip_serializing_if = "is_true")]
    repeats: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it so")]
fn is_true(value: &bool) -> bool {
    *value
}

#[derive(Serialize)]
struct Lines {
    known: Vec<Written>,
}

/// Adds entries for the new findings of a report to a list, which is made if it is not there; the ids of the entries.
/// What is in the list stays as it is written.
///
/// # Errors
/// [`Error::Input`] where the list is wrong, [`Error::Store`] where it cannot be written.
pub fn accept(path: &Path, report: &RunReport, toolchains: &[Toolchain]) -> Result<Vec<String>, Error> {
    let (mut text, known) = match path.exists() {
        true => {
            let text = read_text(path)?;
            let known = Known::parse(&text, path)?;
            (if text.trim().is_empty() { head() } else { text }, known)
        }
        false => (head(), Known::default()),
    };
    let built_in = Known::built_in()?;
    let mut entries = joined(new_entries(report, toolchains, path));
    let mut ids: Vec<String> = Vec::new();
    for entry in &mut entries {
        let taken = |id: &String| {
            known.entries.iter().chain(&built_in.entries).any(|other| other.id == *id) || ids.contains(id)
        };
        let stem = &entry.id;
        let id = (1..).map(|n| format!("{stem}-{n:02}")).find(|id| !taken(id));
        entry.id = id.unwrap_or_else(|| stem.clone());
        ids.push(entry.id.clone());
    }
    if !entries.is_empty() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push('\n');
        let lines = Lines { known: entries };
        text += &toml::to_string(&lines).map_err(|e| Error::Store(format!("{}: {e}", path.display())))?;
    }
    // What was written is read, or it is of no use.
    Known::parse(&text, path)?;
    write_atomically(path, text.as_bytes())?;
    Ok(ids)
}

/// An entry for each way in which each new finding was seen, and those that follow from it.
fn new_entries(report: &RunReport, toolchains: &[Toolchain], list: &Path) -> Vec<Written> {
    let new = report.findings().filter(|f| f.is_new() && f.kind != FindingKind::NotRepeatable);
    let mut entries = Vec::new();
    for finding in new {
        let followers = finding.followers.iter().flat_map(|follower| &follower.sightings);
        for sighting in finding.sightings.iter().chain(followers) {
            let entry = written(finding, sighting, toolchains, list);
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
    }
    entries
}

/// Entries that differ in their subjects only, then those that differ in their pairings only, are one.
fn joined(entries: Vec<Written>) -> Vec<Written> {
    let by_subject = together(
        entries,
        |entry| Written {
            toolchains: Vec::new(),
            title: String::new(),
            case: String::new(),
            ..entry.clone()
        },
        |one, other| one.toolchains.extend(other.toolchains),
    );
    together(
        by_subject,
        |entry| Written { pairings: Vec::new(), title: String::new(), case: String::new(), ..entry.clone() },
        |one, other| one.pairings.extend(other.pairings),
    )
}

fn together(
    entries: Vec<Written>,
    rest: impl Fn(&Written) -> Written,
    join: impl Fn(&mut Written, Written),
) -> Vec<Written> {
    let mut out: Vec<(Written, Written)> = Vec::new();
    for entry in entries {
        let rest = rest(&entry);
        match out.iter_mut().find(|(known, _)| *known == rest) {
            Some((_, same)) => join(same, entry),
            None => out.push((rest, entry)),
        }
    }
    let sorted = |mut entry: Written| {
        for list in [&mut entry.toolchains, &mut entry.pairings] {
            let all: BTreeSet<String> = list.drain(..).collect();
            list.extend(all);
        }
        entry
    };
    out.into_iter().map(|(_, entry)| sorted(entry)).collect()
}

fn written(finding: &Finding, sighting: &Sighting, toolchains: &[Toolchain], list: &Path) -> Written {
    let compilers: BTreeSet<&str> = sighting
        .subjects
        .iter()
        .filter_map(|name| toolchains.iter().find(|t| t.name == *name))
        .map(|subject| subject.compiler.as_str())
        .collect();
    // Of two makers the names tell who is meant.
    let compiler = match compilers.first() {
        Some(one) if compilers.len() == 1 => (*one).to_owned(),
        _ => String::new(),
    };
    // What a compiler breaks down over is told by its fingerprint, which has its message.
    let is_fault = finding.kind == FindingKind::CompilerFault;
    let details = sighting.details.iter().filter(|_| !is_fault);
    let clause = sighting.fingerprint.split([':', '=']).next().unwrap_or_default();
    let name = if is_fault { finding.kind.name() } else { clause };
    Written {
        id: format!("ACCEPTED-{}", name.to_uppercase()),
        title: finding.headline(),
        reason: String::new(),
        date: today().to_string(),
        case: finding.case_path.as_deref().map(|path| beside(path, list)).unwrap_or_default(),
        kind: finding.kind.name(),
        fingerprint: sighting.fingerprint.clone(),
        pairings: sighting.pairing.iter().map(ToString::to_string).filter(|_| !is_fault).collect(),
        compiler,
        toolchains: vec![sighting.subjects.join(" calls ")],
        details: details.map(ToString::to_string).collect(),
        beside: sighting.with.iter().map(ToString::to_string).collect(),
        repeats: finding.confirmed != Confirmed::InItsBatch,
    }
}

/// A path as it is seen from the folder of a list, where it lies below that.
fn beside(path: &Path, list: &Path) -> String {
    let folder = list.parent().filter(|folder| !folder.as_os_str().is_empty());
    let inner = folder.and_then(|folder| path.strip_prefix(folder).ok());
    inner.unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::asked::Wrong;
    use crate::campaign::fingerprint;
    use crosscall_model::finding::{
        Expected, Found, Mismatch, Observed, Spot, Topic, ValueId, Violation, Whereabouts,
    };
    use crosscall_model::layout::Image;
    use crosscall_model::plan::Place;
    use crosscall_model::target::Register;
    use crosscall_model::{Pairing, Target};
    use crosscall_reports::sample;
    use expect_test::expect;

    /// A finding of a register that is not given back.
    fn lost_register(number: u16, toolchain: &str) -> Finding {
        let mut finding = sample::finding();
        finding.deviations.clear();
        let topic = Topic::Register(Register(number));
        let mismatch = Mismatch {
            clauses: vec!["EPIPHANY-REG-06"],
            topic,
            expected: Expected::Kept(vec![1, 2, 3, 4]),
            observed: Observed::Left(vec![5, 6, 7, 8]),
            found: None,
            ..finding.mismatches[0].clone()
        };
        finding.fingerprint = fingerprint::of_mismatch(Pairing::Callee, &mismatch).to_string();
        finding.sightings = vec![Sighting {
            pairing: Some(Pairing::Callee),
            subjects: vec![toolchain.to_owned()],
            fingerprint: finding.fingerprint.clone(),
            trials: 3,
            details: [mismatch.detail()].into(),
            with: ["EPIPHANY-RET-01:result; result, 4 bytes in r0; wrong bytes 0".parse().unwrap()].into(),
        }];
        finding.toolchains = vec![toolchain.to_owned()];
        finding.mismatches = vec![mismatch];
        finding
    }

    fn compiler(name: &str) -> Toolchain {
        Toolchain {
            name: name.to_owned(),
            compiler: "gcc 12.2.0 epiphany-elf".to_owned(),
            ..Toolchain::embedded(Target::Epiphany)
        }
    }

    #[test]
    fn a_list_that_is_written_is_read_and_grows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("accepted.toml");
        let toolchains = [compiler("epiphany-elf-gcc-O2"), compiler("epiphany-elf-gcc-Os")];
        let mut report = sample::report();
        report.targets[0].findings.extend([
            lost_register(5, "epiphany-elf-gcc-O2"),
            lost_register(5, "epiphany-elf-gcc-Os"),
            lost_register(6, "epiphany-elf-gcc-Os"),
        ]);
        let ids = accept(&path, &report, &toolchains).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        expect![[r##"
            # Findings that were accepted with `crosscall run --accept`; `crosscall run --known FILE` is silent about them.
            # Fill in each reason. The format is explained in docs/usage.md.
            format = 2

            # The findings that crosscall itself knows are known with this list, too.
            built_in = true

            [[known]]
            id = "ACCEPTED-EPIPHANY-RET-06-01"
            title = "EPIPHANY-RET-06, callee, epiphany-elf-gcc-O2: result expected 0x2122232412131415 in memory at 0x8f00, the address passed in r0, observed there: 0x5a5a5a5a5a5a5a5a"
            reason = ""
            date = "(today)"
            case = "reports/cases/epiphany/0123.toml"
            kind = "violation"
            fingerprint = "EPIPHANY-RET-06:memory=R5"
            pairings = ["callee", "caller"]
            compiler = "gcc 12.2.0 epiphany-elf"
            toolchains = ["epiphany-elf-gcc-O2"]

            [[known]]
            id = "ACCEPTED-EPIPHANY-REG-06-01"
            title = "EPIPHANY-RET-06, callee, epiphany-elf-gcc-O2: r5 expected still 0x04030201 at return, observed 0x08070605 at return"
            reason = ""
            date = "(today)"
            case = "reports/cases/epiphany/0123.toml"
            kind = "violation"
            fingerprint = "EPIPHANY-REG-06:register r5"
            pairings = ["callee"]
            compiler = "gcc 12.2.0 epiphany-elf"
            toolchains = ["epiphany-elf-gcc-O2", "epiphany-elf-gcc-Os"]
            details = ["register r5, 4 bytes unchanged; wrong bytes 0 1 2 3"]
            with = ["EPIPHANY-RET-01:result; result, 4 bytes in r0; wrong bytes 0"]

            [[known]]
            id = "ACCEPTED-EPIPHANY-REG-06-02"
            title = "EPIPHANY-RET-06, callee, epiphany-elf-gcc-Os: r6 expected still 0x04030201 at return, observed 0x08070605 at return"
            reason = ""
            date = "(today)"
            case = "reports/cases/epiphany/0123.toml"
            kind = "violation"
            fingerprint = "EPIPHANY-REG-06:register r6"
            pairings = ["callee"]
            compiler = "gcc 12.2.0 epiphany-elf"
            toolchains = ["epiphany-elf-gcc-Os"]
            details = ["register r6, 4 bytes unchanged; wrong bytes 0 1 2 3"]
            with = ["EPIPHANY-RET-01:result; result, 4 bytes in r0; wrong bytes 0"]
        "##]].assert_eq(&text.replace(&today().to_string(), "(today)"));
        assert_eq!(ids.len(), 3);
        let own = Known::parse(&text, &path).unwrap();
        assert_eq!(own.entries.len(), 3);
        // What a person wrote stays.
        std::fs::write(&path, text.replace("reason = \"\"", "reason = \"it is so\"")).unwrap();
        accept(&path, &report, &toolchains).unwrap();
        let again = std::fs::read_to_string(&path).unwrap();
        assert_eq!(again.matches("it is so").count(), 3);
    }

    #[test]
    fn what_was_accepted_is_known_and_its_neighbours_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("accepted.toml");
        let mut report = sample::report();
        report.targets[0].findings = vec![lost_register(5, "epiphany-elf-gcc-O2")];
        accept(&path, &report, &[compiler("epiphany-elf-gcc-O2")]).unwrap();
        let known = Known::read(&path).unwrap();
        let is_known = |finding: &Finding, pairing| {
            let subject = compiler(&finding.toolchains[0]);
            let violation = Violation { mismatches: finding.mismatches.clone(), ..Violation::default() };
            let subjects = [&subject];
            let wrong = Wrong {
                pairing: Some(pairing),
                subjects: &subjects,
                case: finding.case.by_ref(),
                violation: &violation,
            };
            wrong.named(&known).iter().all(|named| !named.known.is_empty())
        };
        let own = lost_register(5, "epiphany-elf-gcc-O2");
        assert!(is_known(&own, Pairing::Callee));
        assert!(!is_known(&lost_register(6, "epiphany-elf-gcc-O2"), Pairing::Callee), "another register");
        assert!(!is_known(&lost_register(5, "epiphany-elf-gcc-O1"), Pairing::Callee), "another level");
        assert!(!is_known(&own, Pairing::Caller), "another direction");
        let mut both = own.clone();
        both.mismatches.extend(lost_register(6, "epiphany-elf-gcc-O2").mismatches);
        assert!(!is_known(&both, Pairing::Callee), "another register in the same trial");
    }

    /// A fault that differs from each other one of the list below in one thing.
    struct Fault {
        name: &'static str,
        mismatch: Mismatch,
        pairing: Pairing,
        subjects: Vec<Toolchain>,
    }

    /// Faults under one clause, three or more for each thing in which they can differ.
    fn faults() -> Vec<Fault> {
        let one = || vec![compiler("epiphany-elf-gcc-O2")];
        let base = sample::finding().mismatches[0].clone();
        let place = |number| Place::Register { register: Register(number), byte: 0 };
        let value = |path: &str, bytes: usize, at: u16, wrong: &[usize], found: Option<u16>| {
            let expected: Vec<u8> = (1..=bytes as u8).collect();
            let mut held = expected.clone();
            wrong.iter().for_each(|byte| held[*byte] ^= 0x80);
            let image = Image { bytes: expected, mask: vec![0xff; bytes] };
            let found = found.map(|at| Found::In(Whereabouts::Copies(vec![Spot::Place(place(at))])));
            Mismatch {
                clauses: vec!["EPIPHANY-ARG-01"],
                topic: Topic::part(ValueId::Argument(0), path.to_owned()),
                expected: Expected::Value { image, places: vec![place(at)] },
                observed: Observed::Held(vec![Some(held)]),
                found,
                ..base.clone()
            }
        };
        let of = |name, mismatch, pairing, subjects| Fault { name, mismatch, pairing, subjects };
        let (callee, caller, cross) = (Pairing::Callee, Pairing::Caller, Pairing::Cross);
        let plain = || value("", 4, 1, &[0, 1, 2, 3], None);
        let mut all = vec![of("plain", plain(), callee, one())];
        for (name, number) in [("r5", 5), ("r6", 6), ("r7", 7), ("r9", 9)] {
            let finding = lost_register(number, "epiphany-elf-gcc-O2");
            all.push(of(name, finding.mismatches[0].clone(), callee, one()));
        }
        for (name, path) in [("m0", ".m0"), ("m1", ".m1"), ("m1[2]", ".m1[2]")] {
            all.push(of(name, value(path, 4, 1, &[0, 1, 2, 3], None), callee, one()));
        }
        all.push(of("1 byte", value("", 1, 1, &[0], None), callee, one()));
        all.push(of("2 bytes", value("", 2, 1, &[0, 1], None), callee, one()));
        all.push(of("8 bytes", value("", 8, 1, &[0, 1, 2, 3, 4, 5, 6, 7], None), callee, one()));
        for (name, at) in [("in r0", 0), ("in r2", 2), ("in r3", 3)] {
            all.push(of(name, value("", 4, at, &[0, 1, 2, 3], None), callee, one()));
        }
        for (name, found) in [("from r0", 0), ("from r4", 4), ("from r2", 2)] {
            all.push(of(name, value("", 4, 1, &[0, 1, 2, 3], Some(found)), callee, one()));
        }
        for (name, level) in
            [("-O0", "epiphany-elf-gcc-O0"), ("-O1", "epiphany-elf-gcc-O1"), ("-Os", "epiphany-elf-gcc-Os")]
        {
            all.push(of(name, plain(), callee, vec![compiler(level)]));
        }
        for (name, version) in [
            ("gcc 13", "gcc 13.1.0 epiphany-elf"),
            ("gcc 14", "gcc 14.1.0 epiphany-elf"),
            ("clang", "clang 9.0.0 epiphany-elf"),
        ] {
            let other = Toolchain { compiler: version.to_owned(), ..compiler("epiphany-elf-gcc-O2") };
            all.push(of(name, plain(), callee, vec![other]));
        }
        all.push(of("caller", plain(), caller, one()));
        for (name, from, to) in [
            ("O2 calls O0", "epiphany-elf-gcc-O2", "epiphany-elf-gcc-O0"),
            ("O0 calls O2", "epiphany-elf-gcc-O0", "epiphany-elf-gcc-O2"),
            ("O2 calls Os", "epiphany-elf-gcc-O2", "epiphany-elf-gcc-Os"),
        ] {
            all.push(of(name, plain(), cross, vec![compiler(from), compiler(to)]));
        }
        all
    }

    /// Bytes that are wrong in one fault and not in the other.
    fn bytes() -> Vec<Fault> {
        let mut all = Vec::new();
        for (name, byte) in [("byte 0", 0), ("byte 1", 1), ("byte 2", 2), ("byte 3", 3)] {
            let Some(mut fault) = faults().into_iter().next() else { continue };
            let Expected::Value { image, .. } = &fault.mismatch.expected else { continue };
            let mut held = image.bytes.clone();
            held[byte] ^= 0x80;
            fault.mismatch.observed = Observed::Held(vec![Some(held)]);
            all.push(Fault { name, ..fault });
        }
        all
    }

    fn violation(fault: &Fault) -> Violation {
        Violation { mismatches: vec![fault.mismatch.clone()], ..Violation::default() }
    }

    fn finding_of(fault: &Fault) -> Finding {
        let fingerprint = fingerprint::of_mismatch(fault.pairing, &fault.mismatch);
        let subjects: Vec<String> = fault.subjects.iter().map(|subject| subject.name.clone()).collect();
        Finding {
            kind: crate::campaign::tally::kind_of(&fingerprint),
            deviations: Vec::new(),
            toolchains: subjects.clone(),
            pairing: fault.pairing,
            sightings: vec![Sighting {
                pairing: Some(fault.pairing),
                subjects,
                fingerprint: fingerprint.to_string(),
                trials: 1,
                details: [fault.mismatch.detail()].into(),
                with: BTreeSet::new(),
            }],
            fingerprint: fingerprint.to_string(),
            mismatches: vec![fault.mismatch.clone()],
            ..sample::finding()
        }
    }

    /// Each of two faults that differ in one thing is found while the other is accepted, in both orders; and what was
    /// accepted is known.
    #[test]
    fn an_accepted_fault_hides_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let mut pairs = 0;
        for faults in [faults(), bytes()] {
            for (number, accepted) in faults.iter().enumerate() {
                let path = folder.path().join(format!("{number}-{}.toml", faults.len()));
                let mut report = sample::report();
                report.targets[0].findings = vec![finding_of(accepted)];
                accept(&path, &report, &accepted.subjects).unwrap();
                let known = Known::read(&path).unwrap();
                for other in &faults {
                    let subjects: Vec<&Toolchain> = other.subjects.iter().collect();
                    let (case, violation) = (sample::finding().case, violation(other));
                    let wrong = Wrong {
                        pairing: Some(other.pairing),
                        subjects: &subjects,
                        case: case.by_ref(),
                        violation: &violation,
                    };
                    let is_known = wrong.named(&known).iter().all(|named| !named.known.is_empty());
                    let text = std::fs::read_to_string(&path).unwrap();
                    assert_eq!(
                        is_known,
                        accepted.name == other.name,
                        "{} and {}: {text}",
                        accepted.name,
                        other.name
                    );
                    pairs += u64::from(accepted.name != other.name);
                }
            }
        }
        assert!(pairs > 500, "{pairs}");
    }
}

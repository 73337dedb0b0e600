//! Two versions of a library: what changes for those who were compiled with the older one.

use super::super::Examination;
use super::super::rulings::Rulings;
use super::super::together::gathered;
use super::super::work::{Exhausted, Work};
use super::alike::{Alike, Difference};
use super::one_link::base;
use super::shapes::Record;
use super::{EXAMPLES, Face, Interface};
use crate::Exception;
use crate::findings::{Sorted, sort};
use crosscall_base::pattern::fits;
use crosscall_model::counted;
use crosscall_model::plan::add_clauses;
use crosscall_reports::audit::layout::{Against, Disagreement, File, Kind, LeftOut, StaticAudit, Tally};
use std::collections::{BTreeMap, BTreeSet};

/// Why records are not compared.
const SUPPOSED: &str =
    "users of the library are taken to know only its address; --header says which headers they include";
const NOT_NAMED: &str = "it is declared in a file that --header does not name";

/// Endings of files that no other file includes.
const OF_UNITS: [&str; 7] = ["c", "cc", "cpp", "cxx", "C", "m", "i"];

/// Things of a kind that were compared or left out.
#[derive(Default)]
struct Sums {
    tallies: BTreeMap<Kind, Tally>,
    left_out: BTreeMap<(Kind, String), Vec<String>>,
}

impl Sums {
    fn count(&mut self, kind: Kind, is_same: bool) {
        let tally = self.tallies.entry(kind).or_default();
        match is_same {
            true => tally.agreed += 1,
            false => tally.disagreed += 1,
        }
    }

    fn leave_out(&mut self, kind: Kind, reason: &str, name: &str) {
        self.tallies.entry(kind).or_default().left_out += 1;
        self.left_out.entry((kind, reason.to_owned())).or_default().push(name.to_owned());
    }
}

/// Compares two versions. Where `headers` has names of files, with `*` for any text, users of the library see the records of these
/// files; otherwise those of all that can be included.
pub fn compared(
    before: Examination<'_>,
    now: Examination<'_>,
    headers: &[String],
    exceptions: &[Exception],
) -> StaticAudit {
    let (target, dialect) = (now.target, now.dialect);
    let mut rulings = Rulings { target, dialect, work: Work::new(now.steps) };
    let mut sums = Sums::default();
    let mut notes = gathered(&[before.notes, now.notes].concat());
    if before.interface.is_full || now.interface.is_full {
        notes.push("there are more declarations than are kept".to_owned());
    }
    let files = [before.files.as_slice(), now.files.as_slice()];
    let both = (&before.interface, &now.interface);
    let (found, is_over) = match changes(both, &files, headers, &mut rulings, &mut sums) {
        Ok(found) => (found, false),
        Err(Exhausted) => (Vec::new(), true),
    };
    if is_over {
        notes.push("there is more to compare than is compared".to_owned());
        sums = Sums::default();
    }
    let Sorted { findings: disagreements, accepted, idle: idle_exceptions } =
        sort(found, |found| found.name.as_str(), exceptions);
    let mut clauses = Vec::new();
    for found in disagreements.iter().chain(accepted.iter().map(|(found, _)| found)) {
        add_clauses(&mut clauses, &found.clauses);
    }
    clauses.sort_unstable();
    let left_out = sums.left_out.into_iter();
    let mut left_out: Vec<LeftOut> =
        left_out.map(|((kind, reason), names)| super::left_out(kind, reason, names)).collect();
    left_out.sort_by_key(|left_out| std::cmp::Reverse(left_out.count));
    let old: BTreeSet<&str> = names(&before.interface).collect();
    let added = names(&now.interface).filter(|name| !old.contains(name)).map(str::to_owned);
    let added: BTreeSet<String> = added.collect();
    StaticAudit {
        target,
        tallies: Kind::ALL
            .iter()
            .map(|kind| (*kind, sums.tallies.remove(kind).unwrap_or_default()))
            .collect(),
        disagreements,
        accepted,
        idle_exceptions,
        left_out,
        readings: Vec::new(),
        splits: Vec::new(),
        clauses,
        notes,
        files: now.files,
        against: Some(Against { files: before.files, added: added.into_iter().collect() }),
    }
}

/// Symbols that others use. Of inline functions of C++ each user has its own.
fn names(interface: &Interface) -> impl Iterator<Item = &str> {
    let of_all = interface.symbols.iter().filter(|symbol| !symbol.is_weak || !symbol.name.starts_with("_Z"));
    of_all.map(|symbol| symbol.name.as_str())
}

fn definitions(interface: &Interface) -> BTreeMap<&str, &Face> {
    let all = interface.faces.iter().rev().filter(|face| face.is_definition);
    all.map(|face| (face.symbol.as_str(), face)).collect()
}

fn changes(
    (before, now): (&Interface, &Interface),
    files: &[&[File]; 2],
    headers: &[String],
    rulings: &mut Rulings<'_>,
    sums: &mut Sums,
) -> Result<Vec<Disagreement>, Exhausted> {
    let is_hidden = |record: &Record| is_hidden(record, headers);
    let mut alike = Alike::new((before, now), rulings, (&is_hidden, headers.is_empty()));
    let (old, new) = (definitions(before), definitions(now));
    let there: BTreeSet<&str> = now.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    let mut found: Vec<Disagreement> = Vec::new();
    // Symbols whose types lead to a difference.
    let mut users: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    let all: BTreeSet<&str> = names(before).collect();
    for name in all {
        let is_there = there.contains(name);
        sums.count(Kind::Symbol, is_there);
        let (face, other) = (old.get(name), new.get(name));
        let kind = match face {
            Some(Face { call: None, .. }) => Kind::Variable,
            _ => Kind::Function,
        };
        if !is_there {
            let file = before.symbols.iter().find(|symbol| symbol.name == name).map(|symbol| symbol.file);
            found.push(removed(name, face.copied(), file_name(files[0], file)));
            continue;
        }
        let (Some(face), Some(other)) = (face, other) else {
            sums.leave_out(kind, "debug information does not have it in both versions", name);
            continue;
        };
        let compared = alike.faces(face, other)?;
        match &compared.left_out {
            Some(reason) if compared.own.is_empty() => sums.leave_out(kind, reason, name),
            _ => sums.count(kind, compared.own.is_empty()),
        }
        for number in compared.of_types {
            users.entry(number).or_default().push(name);
        }
        let file = file_name(files[1], Some(other.file));
        found.extend(compared.own.iter().map(|difference| reported(difference, file.clone(), None)));
    }
    let changed: BTreeSet<&str> = alike.found.iter().map(|difference| of_record(&difference.name)).collect();
    for name in &alike.compared {
        sums.count(Kind::Record, !changed.contains(name.as_str()));
    }
    let reason = if headers.is_empty() { SUPPOSED } else { NOT_NAMED };
    for name in &alike.hidden {
        sums.leave_out(Kind::Record, reason, name);
    }
    for (number, difference) in alike.found.iter().enumerate() {
        let users = users.get(&number).map_or(&[][..], Vec::as_slice);
        let examples = users.iter().take(EXAMPLES).copied().collect::<Vec<_>>().join(", ");
        let more = match users.len().saturating_sub(EXAMPLES) {
            0 => String::new(),
            more => format!(" and {}", counted(more as u64, "more symbol")),
        };
        let file = users.first().and_then(|name| new.get(name)).map(|face| face.file);
        let hint = (!users.is_empty()).then(|| format!("seen by users of {examples}{more}"));
        found.push(reported(difference, file_name(files[1], file), hint));
    }
    Ok(found)
}

/// Name of the record of which a finding is: that of a member has the member behind it.
fn of_record(name: &str) -> &str {
    match name.split_once(' ') {
        Some(("member", rest)) => rest.rsplit_once('.').map_or(rest, |(record, _)| record),
        Some((_, rest)) => rest,
        None => name,
    }
}

/// True for a record that users of the library know by its address alone.
fn is_hidden(record: &Record, headers: &[String]) -> bool {
    let Some(source) = &record.source else { return false };
    let name = base(source);
    match headers {
        [] => name.rsplit_once('.').is_some_and(|(_, ending)| OF_UNITS.contains(&ending)),
        _ => !headers.iter().any(|header| fits(header, name)),
    }
}

fn file_name(files: &[File], number: Option<u32>) -> String {
    number.and_then(|number| files.get(number as usize)).map_or(String::new(), |file| file.name.clone())
}

fn removed(name: &str, face: Option<&Face>, file: String) -> Disagreement {
    Disagreement {
        kind: Kind::Symbol,
        name: format!("symbol {name}"),
        clauses: Vec::new(),
        subject: format!("symbol `{name}`"),
        expected: face.map_or("it is there".to_owned(), |face| format!("`{}`", face.text)),
        observed: "no such symbol".to_owned(),
        source: face.and_then(|face| face.source.clone()),
        file,
        times: 1,
        hint: None,
    }
}

fn reported(difference: &Difference, file: String, hint: Option<String>) -> Disagreement {
    let Difference { kind, name, clauses, subject, before, now, sources: [_, source] } = difference.clone();
    Disagreement {
        kind,
        name,
        clauses,
        subject,
        expected: before,
        observed: now,
        source,
        file,
        times: 1,
        hint,
    }
}

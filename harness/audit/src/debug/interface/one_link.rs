//! Objects of one link that declare one function, variable or record in two ways.

use super::super::rulings::Rulings;
use super::super::work::Exhausted;
use super::alike::{Alike, Difference};
use super::shapes::{Id, Record};
use super::{Face, Interface};
use crosscall_reports::audit::Source;
use crosscall_reports::audit::layout::{Disagreement, File, Kind, LeftOut, Tally};
use std::collections::{BTreeMap, BTreeSet};

/// Reason for which a record of a header is not held against itself.
const READ_IN_TWO_WAYS: &str =
    "read with different macros, and in no type of a function or variable that several units share";

/// What two of them say.
#[derive(Debug, Default)]
pub(in super::super) struct Conflicts {
    pub(in super::super) found: Vec<Disagreement>,
    pub(in super::super) tally: Tally,
    pub(in super::super) left_out: Vec<LeftOut>,
}

/// Number of the link that a file is of: objects and libraries are of one, each program is one by itself.
pub(in super::super) fn link(is_linked: bool, file: u32) -> u32 {
    if is_linked { file.saturating_add(1) } else { 0 }
}

/// Holds declarations of one name against each other.
pub(in super::super) fn conflicts(
    interface: &Interface,
    files: &[File],
    rulings: &mut Rulings<'_>,
) -> Result<Conflicts, Exhausted> {
    let mut conflicts = Conflicts::default();
    let mut alike = Alike::new((interface, interface), rulings, (&|_| false, false));
    // Numbers of differences of types, with the files of both sides that show each first.
    let mut of_types: BTreeMap<usize, [u32; 2]> = BTreeMap::new();
    let mut left_out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    // What is defined weakly gives way to the other definition, whatever it is.
    let weak: BTreeSet<(&str, u32)> =
        interface.symbols.iter().filter(|symbol| symbol.is_weak).map(|s| (s.name.as_str(), s.file)).collect();
    for ((_, symbol), faces) in by_symbol(interface, files) {
        let Some((first, others)) = faces.split_first().filter(|(_, others)| !others.is_empty()) else {
            continue;
        };
        let (mut is_alike, mut is_compared) = (true, false);
        // Definitions come first. Two of one name are of different links.
        let definitions: Vec<&Face> = faces.iter().copied().filter(|face| face.is_definition).collect();
        let references = if definitions.is_empty() { vec![*first] } else { definitions };
        let gives_way = |face: &Face| weak.contains(&(symbol, face.file));
        for face in others.iter().filter(|face| !face.is_definition && !gives_way(face)) {
            let mut differing = None;
            for reference in &references {
                let compared = alike.faces(face, reference)?;
                match compared.left_out {
                    Some(reason) => left_out.entry(reason.to_string()).or_default().push(symbol.to_owned()),
                    None => is_compared = true,
                }
                if compared.own.is_empty() && compared.of_types.is_empty() {
                    differing = None;
                    break;
                }
                differing.get_or_insert((compared.own, compared.of_types, *reference));
            }
            let Some((own, types, reference)) = differing else { continue };
            is_alike = false;
            for number in types {
                of_types.entry(number).or_insert([face.file, reference.file]);
            }
            let places = [face.file, reference.file].map(|file| name_of(files, file));
            conflicts.found.extend(own.iter().map(|difference| reported(difference, &places)));
        }
        if is_compared || !is_alike {
            count(&mut conflicts.tally, is_alike);
        }
    }
    for ((_, name, place), group) in &by_name(interface) {
        let Some(((reference, known), others)) = group.split_first() else { continue };
        let mut numbers = Vec::new();
        for (other, record) in others {
            let differing = alike.types(*other, *reference)?;
            numbers.extend(differing.into_iter().map(|number| (number, [record.file, known.file])));
        }
        match (others.is_empty(), numbers.is_empty(), place) {
            (true, ..) => {}
            // In C, what no function or variable of both has is each one's own.
            (false, false, Some(_)) if !numbers.iter().any(|(number, _)| of_types.contains_key(number)) => {
                left_out.entry(READ_IN_TWO_WAYS.to_owned()).or_default().push((*name).to_owned());
            }
            (false, is_alike, _) => {
                count(&mut conflicts.tally, is_alike);
                for (number, files) in numbers {
                    of_types.entry(number).or_insert(files);
                }
            }
        }
    }
    for (number, both) in of_types {
        if let Some(difference) = alike.found.get(number) {
            conflicts.found.push(reported(difference, &both.map(|file| name_of(files, file))));
        }
    }
    conflicts.left_out = left_out
        .into_iter()
        .map(|(reason, mut names)| {
            names.dedup();
            super::left_out(Kind::Declaration, reason, names)
        })
        .collect();
    conflicts.tally.left_out = conflicts.left_out.iter().map(|left_out| left_out.count).sum();
    Ok(conflicts)
}

fn count(tally: &mut Tally, is_alike: bool) {
    match is_alike {
        true => tally.agreed += 1,
        false => tally.disagreed += 1,
    }
}

/// Declarations of each symbol of a link, definitions first.
fn by_symbol<'i>(interface: &'i Interface, files: &[File]) -> BTreeMap<(u32, &'i str), Vec<&'i Face>> {
    let mut all: BTreeMap<(u32, &str), Vec<&Face>> = BTreeMap::new();
    for face in &interface.faces {
        let is_linked = files.get(face.file as usize).is_some_and(|file| file.is_linked);
        all.entry((link(is_linked, face.file), face.symbol.as_str())).or_default().push(face);
    }
    for faces in all.values_mut() {
        faces.sort_by_key(|face| !face.is_definition);
    }
    all
}

/// What makes two records the same one: a name of C++, or a place in a file that both units have included.
type Same<'i> = (u32, &'i str, Option<(&'i str, u64)>);

/// Different records that ought to be the same.
fn by_name(interface: &Interface) -> BTreeMap<Same<'_>, Vec<(Id, &Record)>> {
    let mut all: BTreeMap<Same<'_>, Vec<(Id, &Record)>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (id, record) in interface.shapes.records() {
        if record.size.is_none() || record.name.is_empty() || !seen.insert((record.link, record.mark)) {
            continue;
        }
        let declared = record.source.as_ref().map(|source| (base(source), source.line));
        let place = match (record.is_of_program, record.is_cpp, declared) {
            (true, ..) => None,
            (false, false, Some(place)) => Some(place),
            _ => continue,
        };
        all.entry((record.link, record.name.as_str(), place)).or_default().push((id, record));
    }
    all
}

/// Name of a source file without its folders.
pub(super) fn base(source: &Source) -> &str {
    source.file.rsplit(['/', '\\']).next().unwrap_or(&source.file)
}

fn name_of(files: &[File], file: u32) -> String {
    files.get(file as usize).map_or(String::new(), |file| file.name.clone())
}

/// A difference in a report: what the side says that others go by is expected.
fn reported(difference: &Difference, [file, other]: &[String; 2]) -> Disagreement {
    let Difference { name, clauses, subject, before, now, sources: [source, other_source], .. } = difference;
    let placed = |words: &str, file: &str, source: &Option<Source>| match source {
        Some(source) => format!("{words}, as {file} has it ({source})"),
        None => format!("{words}, as {file} has it"),
    };
    Disagreement {
        kind: Kind::Declaration,
        name: format!("declared in two ways: {name}"),
        clauses: clauses.clone(),
        subject: subject.clone(),
        expected: placed(now, other, other_source),
        observed: placed(before, file, source),
        source: source.clone(),
        file: file.clone(),
        times: 1,
        hint: None,
    }
}

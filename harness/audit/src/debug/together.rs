//! All files together: what was compared, and which readings each file follows.

use super::entries::{Entry, Habit, Outcome, Wrong};
use super::interface::{Conflicts, conflicts};
use super::rulings::Rulings;
use super::work::{Exhausted, Work};
use super::{Examination, Note};
use crate::Exception;
use crate::findings::{Sorted, sort};
use crosscall_model::Target;
use crosscall_model::plan::add_clauses;
use crosscall_oracle::choose::Assignment;
use crosscall_oracle::clause::{ChoiceIndex, catalogue};
use crosscall_oracle::knowledge::Knowledge;
use crosscall_reports::audit::layout::{Disagreement, Kind, LeftOut, Side, Split, StaticAudit, Tally};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Names that are given of things that could not be compared for one reason.
const EXAMPLES: usize = 4;

/// Most reasons that are reported.
const MOST_REASONS: usize = 4096;

/// Files with the same remark from which on they are reported together.
const MANY_FILES: usize = 4;

/// The report.
pub(super) fn reported(examination: Examination<'_>, exceptions: &[Exception]) -> StaticAudit {
    let Examination { target, dialect, steps, entries, interface, files, notes } = examination;
    let mut notes = gathered(&notes);
    if entries.is_full {
        notes.push("there are more different things than are kept".to_owned());
    }
    let mut tallies: BTreeMap<Kind, Tally> = Kind::ALL.iter().map(|kind| (*kind, Tally::default())).collect();
    let mut found: Vec<Disagreement> = Vec::new();
    let mut left_out: BTreeMap<(Kind, Rc<str>), (u64, Vec<String>)> = BTreeMap::new();
    let file_name = |number: Option<&u32>| {
        let file = number.and_then(|number| files.get(*number as usize));
        file.map_or(String::new(), |file| file.name.clone())
    };
    let mut sorted: Vec<&Entry> = entries.list.iter().collect();
    sorted.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
    let suspected = suspected(&entries.list);
    for entry in sorted {
        let outcome = settle(&entry.outcome, &entries.habits, &suspected);
        count(&mut tallies, entry, &outcome);
        match outcome {
            Settled::Agrees => {}
            Settled::Disagrees(wrongs, hint) => {
                for wrong in wrongs {
                    found.push(Disagreement {
                        kind: wrong.kind,
                        name: wrong.name.clone(),
                        clauses: wrong.clauses.clone(),
                        subject: wrong.subject.clone(),
                        expected: wrong.expected.clone(),
                        observed: wrong.observed.clone(),
                        source: entry.source.clone(),
                        file: file_name(entry.files.first()),
                        times: entry.files.len() as u64,
                        hint: wrong.hint.clone().or_else(|| {
                            let excuse = hint?;
                            Some(format!("{excuse}; but several records are so, and none shows that the compiler usually does otherwise"))
                        }),
                    });
                }
            }
            Settled::LeftOut(reason) => {
                if left_out.len() < MOST_REASONS || left_out.contains_key(&(entry.kind, reason.clone())) {
                    let (count, examples) = left_out.entry((entry.kind, reason)).or_default();
                    *count += 1;
                    if examples.len() < EXAMPLES {
                        examples.push(entry.name.clone());
                    }
                }
            }
        }
    }
    let learnt = Learnt::of(target, &entries.list, files.len());
    found.append(&mut learnt.conflicts(&file_name));
    let mut rulings = Rulings { target, dialect, work: Work::new(steps) };
    let mut conflicts = conflicts(&interface, &files, &mut rulings).unwrap_or_else(|Exhausted| {
        notes.push("there are more declarations than are held against each other".to_owned());
        Conflicts::default()
    });
    found.append(&mut conflicts.found);
    tallies.insert(Kind::Declaration, conflicts.tally);
    let Sorted { findings: disagreements, accepted, idle: idle_exceptions } =
        sort(found, |found| found.name.as_str(), exceptions);
    let mut clauses = entries.clauses;
    for found in disagreements.iter().chain(accepted.iter().map(|(found, _)| found)) {
        add_clauses(&mut clauses, &found.clauses);
    }
    clauses.sort_unstable();
    let mut left_out: Vec<LeftOut> = left_out
        .into_iter()
        .map(|((kind, reason), (count, examples))| LeftOut {
            kind,
            reason: reason.to_string(),
            count,
            examples,
        })
        .collect();
    left_out.append(&mut conflicts.left_out);
    left_out.sort_by_key(|left_out| std::cmp::Reverse(left_out.count));
    let splits = learnt.splits(&file_name);
    StaticAudit {
        target,
        tallies: tallies.into_iter().collect(),
        disagreements,
        accepted,
        idle_exceptions,
        left_out,
        readings: learnt.readings(),
        splits,
        clauses,
        notes,
        files,
        against: None,
    }
}

/// Remarks in words, the same one about many files reported once, where it comes first.
pub(super) fn gathered(notes: &[Note]) -> Vec<String> {
    let mut by_text: HashMap<&str, Vec<&str>> = HashMap::new();
    for Note { file, text } in notes {
        by_text.entry(text).or_default().push(file);
    }
    let mut gathered = Vec::new();
    for note in notes {
        let Some(files) = by_text.get(note.text.as_str()) else { continue };
        if files.len() < MANY_FILES {
            gathered.push(note.to_string());
            continue;
        }
        let examples = files.iter().take(EXAMPLES).copied().collect::<Vec<_>>().join(", ");
        let rest = files.len().saturating_sub(EXAMPLES);
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        gathered.push(format!("{} files: {}: {examples}{more}", files.len(), note.text));
        by_text.remove(note.text.as_str());
    }
    gathered
}

/// Outcome for a thing after everything was seen.
enum Settled<'e> {
    Agrees,
    /// With what may explain it.
    Disagrees(&'e [Wrong], Option<&'e str>),
    LeftOut(Rc<str>),
}

/// Different records without which something is no habit of a compiler: lower alignments and sizes of enumerations, and gaps,
/// which bit-fields without names make, too.
const LOWERS: u64 = 3;
const SPREADS: u64 = 8;

/// How many different records are only excused if something is no habit of their compiler, by what that is.
fn suspected(entries: &[Entry]) -> HashMap<Habit, u64> {
    let mut suspected: HashMap<Habit, u64> = HashMap::new();
    for entry in entries {
        if let Outcome::Excused(contrary, ..) = &entry.outcome {
            for habit in contrary {
                *suspected.entry(*habit).or_default() += 1;
            }
        }
    }
    suspected
}

/// Final outcome: a disagreement is excused by something that debug information does not record, unless several records show
/// it, and none shows that it is no habit of the compiler.
fn settle<'e>(outcome: &'e Outcome, habits: &HashSet<Habit>, suspected: &HashMap<Habit, u64>) -> Settled<'e> {
    match outcome {
        Outcome::Agrees => Settled::Agrees,
        Outcome::Disagrees(wrongs) => Settled::Disagrees(wrongs, None),
        Outcome::LeftOut(reason) => Settled::LeftOut(reason.clone()),
        Outcome::Excused(contrary, reason, wrongs) => {
            let is_habit = |habit: &Habit| {
                let needed =
                    if matches!(habit, Habit::Aligns(_) | Habit::Enumerates) { LOWERS } else { SPREADS };
                !habits.contains(habit) && suspected.get(habit).is_some_and(|records| *records >= needed)
            };
            match contrary.iter().any(is_habit) {
                true => Settled::Disagrees(wrongs, Some(reason)),
                false => Settled::LeftOut(reason.clone()),
            }
        }
    }
}

/// Counts a thing and what is inside it.
fn count(tallies: &mut BTreeMap<Kind, Tally>, entry: &Entry, outcome: &Settled<'_>) {
    let inner_kind = match entry.kind {
        Kind::Record => Some(Kind::Member),
        Kind::Function => Some(Kind::Parameter),
        _ => None,
    };
    let mut tally = |kind: Kind, agreed: u64, disagreed: u64, left_out: u64| {
        let tally = tallies.entry(kind).or_default();
        tally.agreed += agreed;
        tally.disagreed += disagreed;
        tally.left_out += left_out;
    };
    let own = if entry.kind == Kind::Relocation { entry.inner } else { 1 };
    match outcome {
        Settled::Agrees => tally(entry.kind, own, 0, 0),
        Settled::Disagrees(..) => tally(entry.kind, 0, own, 0),
        Settled::LeftOut(_) => tally(entry.kind, 0, 0, own),
    }
    let Some(inner) = inner_kind else { return };
    match outcome {
        Settled::Agrees => tally(inner, entry.inner, 0, 0),
        Settled::Disagrees(wrongs, _) => {
            let wrong = wrongs.iter().filter(|wrong| wrong.kind == inner).count() as u64;
            tally(inner, entry.inner.saturating_sub(wrong), wrong, 0);
        }
        Settled::LeftOut(_) => tally(inner, 0, 0, entry.inner),
    }
}

/// Readings that files follow. Files that show the same are one group.
struct Learnt<'e> {
    target: Target,
    groups: Vec<Group<'e>>,
}

struct Group<'e> {
    /// Numbers of the files.
    files: Vec<u32>,
    knowledge: Knowledge,
    /// Things that fit no reading that the others leave.
    against: Vec<&'e Entry>,
}

/// Lessons of several things: for each the combinations of readings that fit.
type Taught<'e> = BTreeSet<&'e [Assignment]>;

/// Numbers of the files that teach the same, and of the things in them.
type Taken = (Vec<u32>, BTreeSet<usize>);

/// Most groups of files that are compared with each other.
const MOST_GROUPS: usize = 256;

impl<'e> Learnt<'e> {
    fn of(target: Target, entries: &'e [Entry], files: usize) -> Learnt<'e> {
        // What teaches something, by file.
        let mut of_files: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); files];
        for (number, entry) in entries.iter().enumerate().filter(|(_, entry)| teaches(target, &entry.fits)) {
            for file in &entry.files {
                if let Some(of_file) = of_files.get_mut(*file as usize) {
                    of_file.insert(number);
                }
            }
        }
        // Things that teach the same are one lesson.
        let mut lessons: BTreeMap<Taught<'_>, Taken> = BTreeMap::new();
        for (file, of_file) in (0u32..).zip(of_files) {
            let taught =
                of_file.iter().filter_map(|number| entries.get(*number)).map(|entry| entry.fits.as_slice());
            let (files, numbers) = lessons.entry(taught.collect()).or_default();
            files.push(file);
            numbers.extend(of_file);
        }
        let group = |(taught, (files, numbers)): (Taught<'_>, Taken)| {
            let mut knowledge = Knowledge::new(catalogue(target));
            let mut against: Vec<&Entry> = Vec::new();
            let mut refused: Vec<&[Assignment]> = Vec::new();
            for fits in taught {
                match fits.iter().any(|fit| knowledge.admits(fit)) {
                    true => knowledge.learn(fits),
                    false => refused.push(fits),
                }
            }
            let all = numbers.iter().filter_map(|number| entries.get(*number));
            against.extend(all.filter(|entry| refused.contains(&entry.fits.as_slice())));
            Group { files, knowledge, against }
        };
        Learnt { target, groups: lessons.into_iter().map(group).collect() }
    }

    /// Things in a file that follow another reading than the rest of it.
    fn conflicts(&self, file_name: &dyn Fn(Option<&u32>) -> String) -> Vec<Disagreement> {
        let catalogue = catalogue(self.target);
        let mut all = Vec::new();
        for group in &self.groups {
            for entry in &group.against {
                let choices: BTreeSet<ChoiceIndex> =
                    entry.fits.iter().flat_map(|fit| fit.keys().copied()).collect();
                let changed = choices.iter().filter(|choice| {
                    let possible = group.knowledge.possible(**choice);
                    !entry
                        .fits
                        .iter()
                        .any(|fit| fit.get(*choice).is_none_or(|reading| possible.contains(reading)))
                });
                let changed: Vec<ChoiceIndex> = changed.copied().collect();
                let answers = |reading: &dyn Fn(ChoiceIndex) -> Option<u8>| {
                    let named = changed.iter().filter_map(|choice| {
                        reading(*choice).map(|reading| catalogue.answer(*choice, reading).to_string())
                    });
                    named.collect::<Vec<_>>().join(", ")
                };
                let here = answers(&|choice| entry.fits.first().and_then(|fit| fit.get(&choice).copied()));
                let there = answers(&|choice| group.knowledge.possible(choice).first().copied());
                all.push(Disagreement {
                    kind: entry.kind,
                    name: format!("{} {}", singular(entry.kind), entry.name),
                    clauses: changed.iter().map(|choice| catalogue.choice_clause_id(*choice)).collect(),
                    subject: entry.name.clone(),
                    expected: format!("the interpretation that the rest of the file follows: {there}"),
                    observed: format!("another interpretation: {here}"),
                    source: entry.source.clone(),
                    file: file_name(group.files.first()),
                    times: group.files.len() as u64,
                    hint: None,
                });
            }
        }
        all
    }

    /// Questions that are settled by all files together, with the answers.
    fn readings(&self) -> Vec<crosscall_model::finding::Answer> {
        let catalogue = catalogue(self.target);
        let settled = |choice: &ChoiceIndex| {
            let asked = self.groups.iter().filter(|group| group.knowledge.asked(*choice) > 0);
            let mut common: Option<Vec<u8>> = None;
            for group in asked {
                let possible = group.knowledge.possible(*choice);
                common = Some(match common {
                    None => possible.to_vec(),
                    Some(common) => common.into_iter().filter(|reading| possible.contains(reading)).collect(),
                });
            }
            match common.as_deref() {
                Some([only]) => Some(catalogue.answer(*choice, *only)),
                _ => None,
            }
        };
        let open = |choice: &ChoiceIndex| {
            catalogue.choice(*choice).1.readings.iter().filter(|reading| !reading.deviation).count() > 1
        };
        catalogue.choices().filter(open).filter_map(|choice| settled(&choice)).collect()
    }

    /// Questions that some files answer in one way and others in another.
    fn splits(&self, file_name: &dyn Fn(Option<&u32>) -> String) -> Vec<Split> {
        let catalogue = catalogue(self.target);
        let groups = self.groups.get(..MOST_GROUPS).unwrap_or(&self.groups);
        let mut choices: BTreeSet<ChoiceIndex> = BTreeSet::new();
        for (number, one) in groups.iter().enumerate() {
            for other in groups.iter().skip(number + 1) {
                choices.extend(one.knowledge.incompatible(&other.knowledge).iter().map(|d| d.choice));
            }
        }
        let split = |choice: ChoiceIndex| {
            let mut sides: BTreeMap<&[u8], (Option<&u32>, usize)> = BTreeMap::new();
            for group in groups.iter().filter(|group| group.knowledge.asked(choice) > 0) {
                let (first, count) = sides.entry(group.knowledge.possible(choice)).or_insert((None, 0));
                *first = (*first).into_iter().chain(group.files.first()).min();
                *count += group.files.len();
            }
            let side = |(readings, (first, count)): (&[u8], (Option<&u32>, usize))| {
                let all = &catalogue.choice(choice).1.readings;
                let named = readings.iter().filter_map(|reading| all.get(usize::from(*reading)));
                let text = named.clone().next().map_or(String::new(), |reading| reading.text.clone());
                let answer = named.map(|reading| reading.id.as_str()).collect::<Vec<_>>().join("|");
                Side { answer, text, file: file_name(first), count }
            };
            Split { clause: catalogue.choice_clause_id(choice), sides: sides.into_iter().map(side).collect() }
        };
        choices.into_iter().map(split).collect()
    }
}

/// True if something is learnt from the combinations that fit: some reading of the document is not among them.
fn teaches(target: Target, fits: &[Assignment]) -> bool {
    let catalogue = catalogue(target);
    let choices: BTreeSet<ChoiceIndex> = fits.iter().flat_map(|fit| fit.keys().copied()).collect();
    choices.iter().any(|choice| {
        let readings = (0u8..).zip(&catalogue.choice(*choice).1.readings);
        let mut of_document =
            readings.filter(|(_, reading)| !reading.deviation).map(|(position, _)| position);
        of_document
            .any(|position| !fits.iter().any(|fit| fit.get(choice).is_none_or(|taken| *taken == position)))
    })
}

fn singular(kind: Kind) -> &'static str {
    match kind {
        Kind::BaseType => "base type",
        Kind::Enumeration => "enumeration",
        Kind::Record => "record",
        Kind::Member => "member",
        Kind::Function => "function",
        Kind::Parameter => "parameter",
        Kind::Frame => "frame",
        Kind::RegisterUse => "register use",
        Kind::Header => "header",
        Kind::Relocation => "relocation",
        Kind::Declaration => "declaration",
        Kind::Symbol => "symbol",
        Kind::Variable => "variable",
    }
}

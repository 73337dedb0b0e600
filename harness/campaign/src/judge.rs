//! The judge of a compiled batch, under what is known of the subjects before it.

use super::availability::Availability;
use super::basis::{Basis, Product};
use super::record::{Counts, Record};
use super::replaced::Watch;
use super::stored::{CampaignStore, Done, Settled};
use super::tally::{Key, Seen, TargetTally};
use super::{RunSettings, partner_of, report};
use crate::report_folder::ReportFolder;
use crosscall_base::error::Error;
use crosscall_base::progress::Progress;
use crosscall_engine::unit::{Compiled, Role};
use crosscall_engine::verdict::batch::Batch;
use crosscall_engine::verdict::{self, CaseResult, Layouts, between, special};
use crosscall_model::finding::{Answer, Fingerprint, Verdict};
use crosscall_model::{Case, CaseKind, Pairing, Target};
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_oracle::lessons::Lessons;
use crosscall_reports::json::finding_line;
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::{Toolchain, class, printer, units};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;

/// Everything that judging needs besides the batches and the counts.
#[derive(Clone, Copy)]
pub(super) struct JudgeContext<'a> {
    pub(super) settings: &'a RunSettings,
    pub(super) target: Target,
    pub(super) subjects: &'a [Toolchain],
    /// The calls. Directed ones come first, to learn from; the others are held against what was learnt.
    pub(super) source: &'a Source,
    pub(super) progress: &'a dyn Progress,
    pub(super) folder: Option<&'a ReportFolder>,
    pub(super) store: Option<&'a CampaignStore>,
    pub(super) availability: &'a Availability,
    pub(super) watch: &'a Watch,
}

impl JudgeContext<'_> {
    /// True if the user asks for trials in a pairing.
    pub(super) fn asks_for(&self, pairing: Pairing) -> bool {
        self.settings.pairings.contains(&pairing)
    }

    /// True if trials in a pairing are judged, if only to learn from them: calls are held against what is known of
    /// a subject's layout, and calls between subjects against what is known of how each of them calls.
    fn judges(&self, pairing: Pairing) -> bool {
        let calls = [Pairing::Caller, Pairing::Callee, Pairing::Cross];
        self.asks_for(pairing)
            || match pairing {
                Pairing::Layout => calls.into_iter().any(|p| self.asks_for(p)),
                Pairing::Caller | Pairing::Callee => self.asks_for(Pairing::Cross),
                Pairing::Cross | Pairing::Object | Pairing::Tool | Pairing::Value => false,
            }
    }

    /// Batches of a kind that an earlier run has stored.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) fn done(&self, matter: CaseKind) -> Result<Done, Error> {
        let cases = |number: u64| self.settings.size_of_batch(number);
        self.store.map_or(Ok(Done::default()), |store| {
            store.done(self.target, matter, self.settings.batch as u64, cases)
        })
    }

    /// Compares the record of a batch that settles what subjects do with the one that the store has of it.
    ///
    /// # Errors
    /// When it is another one though the subjects are the same, and when the store cannot be read.
    pub(super) fn compare(&self, (matter, number): (CaseKind, u64), record: &Record) -> Result<(), Error> {
        let cases = self.settings.size_of_batch(number);
        let Some(store) = self.store else { return Ok(()) };
        match store.compare(self.target, (matter, number), cases, record) {
            Err(Error::Changed(reason)) => {
                self.ask_who_they_are()?;
                if self.is_of_replaced(record) { Ok(()) } else { Err(Error::Changed(reason)) }
            }
            result => result,
        }
    }

    /// Asks the subjects who they are, where there is a store; see [`Watch::leave_out_others`].
    ///
    /// # Errors
    /// When the store cannot be written.
    pub(super) fn ask_who_they_are(&self) -> Result<(), Error> {
        let JudgeContext { target, subjects, availability, .. } = *self;
        self.store
            .map_or(Ok(()), |store| self.watch.leave_out_others((target, subjects), availability, store))
    }

    /// True if a subject that has become another one takes part in a record.
    fn is_of_replaced(&self, record: &Record) -> bool {
        let took_part = |counts: &Counts| counts.conforming + counts.violations > 0;
        let mut all = self.subjects.iter().zip(&record.subjects);
        all.any(|(subject, own)| took_part(&own.counts) && self.watch.has_replaced(&subject.name))
    }

    /// Number of the first random batch of a kind.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) fn begins_at(&self, matter: CaseKind) -> Result<u64, Error> {
        self.store.map_or(Ok(0), |store| store.begins_at(self.target, matter))
    }

    /// Stores what is known of each subject after the batches of a kind that settle it, with so many cases, which others
    /// may have followed.
    ///
    /// # Errors
    /// When the store has something else.
    pub(super) fn note_settled(
        &self,
        matter: CaseKind,
        (cases, followed): (u64, bool),
        known: &[Knowledge],
    ) -> Result<(), Error> {
        let Some(store) = self.store.filter(|_| !self.availability.lacks_any()) else { return Ok(()) };
        let settled = Settled { cases, followed, subjects: known.iter().map(Lessons::of).collect() };
        store.settle(self.target, matter, &settled)
    }

    /// Stores what is known of each subject after a batch that settles a kind.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub(super) fn note_halfway(
        &self,
        (matter, number): (CaseKind, u64),
        known: &[Knowledge],
    ) -> Result<(), Error> {
        let Some(store) = self.store.filter(|_| !self.availability.lacks_any()) else { return Ok(()) };
        store.put_halfway(self.target, matter, self.settings.cases_of_batch(number).end, known)
    }

    /// Number of the whole batches, of those that settle a kind, that need not be judged again, and what is known of each
    /// subject after them; see [`CampaignStore::halfway`].
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) fn halfway(
        &self,
        matter: CaseKind,
        settling: u64,
        nothing: &[Knowledge],
    ) -> Result<Option<(u64, Vec<Knowledge>)>, Error> {
        let Some(store) = self.store else { return Ok(None) };
        let Some((cases, known)) = store.halfway(self.target, matter)? else { return Ok(None) };
        let batches = self.settings.batches_of(cases);
        let ends = batches.checked_sub(1).map(|last| self.settings.cases_of_batch(last).end);
        let done = self.done(matter)?;
        let fits = ends == Some(cases)
            && batches <= settling
            && known.len() == nothing.len()
            && (0..batches).all(|number| done.contains(number));
        Ok(fits.then_some((batches, known)))
    }

    /// A result without the error that no subject is left: what was found until then is reported.
    pub(super) fn unless_all_are_lost(&self, result: Result<(), Error>) -> Result<(), Error> {
        match result {
            Err(Error::Tool(_)) if self.availability.lacks_all() => Ok(()),
            result => result,
        }
    }

    /// Adds the record of a batch to the sum, and to the store; reports what is found for the first time at once, and
    /// writes it down. A record in which a subject has become another one is left out.
    ///
    /// # Errors
    /// The first finding that cannot be written; the others are reported all the same. When no subject is left.
    pub(super) fn add(
        &self,
        sum: &mut Record,
        (matter, number): (CaseKind, u64),
        batch: Record,
    ) -> Result<(), Error> {
        let mut old: BTreeSet<Key> = BTreeSet::new();
        let mut result = Ok(());
        if let Some(store) = self.store {
            old = batch.found.keys().filter(|key| store.has(self.target, key)).cloned().collect();
            if old.len() < batch.found.len() || self.watch.is_due() {
                self.ask_who_they_are()?;
            }
            let is_of_replaced = self.is_of_replaced(&batch);
            if self.availability.lacks_all() && (is_of_replaced || !batch.is_complete) {
                return Err(Error::Tool("no subject is left".to_owned()));
            }
            if is_of_replaced {
                return Ok(());
            }
            let numbers = self.settings.cases_of_batch(number);
            result = store.put(self.target, (matter, number), numbers, &batch).map(|is_first| {
                if is_first {
                    self.watch.note_stored((matter, number));
                }
            });
            if let Some(limit) = self.settings.store_limit
                && store.with(|store| store.bytes())? > limit
            {
                self.settings.until.note_full();
            }
        }
        for key in sum.absorb(batch).into_iter().filter(|key| !old.contains(key)) {
            let Some(new) = sum.found.get(&key) else { continue };
            let mut finding = report::finding(new);
            report::describe(&mut finding, self.subjects.iter());
            self.progress.finding(&finding);
            let written = self.folder.map_or(Ok(()), |folder| folder.record(&finding_line(&finding)));
            result = result.and(written);
        }
        result
    }
}

/// A batch on its way from the compilers to the judge.
pub(super) struct CompiledBatch {
    pub(super) first: u64,
    pub(super) cases: Vec<Case>,
    /// For each subject, for each role that the pairings need.
    pub(super) compiled: Vec<Vec<(Role, Compiled)>>,
    /// True if every subject could be started.
    pub(super) is_complete: bool,
}

impl CompiledBatch {
    pub(super) fn unit(&self, subject: usize, role: Role) -> Option<&Compiled> {
        let units = self.compiled.get(subject)?;
        units.iter().find(|(r, _)| *r == role).map(|(_, compiled)| compiled)
    }
}

/// The judge of a batch of one target's calls.
struct Judge<'a> {
    context: JudgeContext<'a>,
    /// Knowledge of the subjects before the batch.
    known: &'a [Knowledge],
    /// Knowledge before the batch and what the batch adds to it, and its counts.
    tally: TargetTally,
}

impl Product for CompiledBatch {
    fn add_to(&self, basis: &mut Basis) {
        for (role, compiled) in self.compiled.iter().flatten() {
            role.hash(basis);
            compiled.add_to(basis);
        }
    }
}

/// Judges a batch under what is known of the subjects, and adds to that what the batch shows.
pub(super) fn judge(context: JudgeContext<'_>, known: &mut [Knowledge], work: &CompiledBatch) -> Record {
    let tally = TargetTally::under(context.target, context.subjects, known);
    let mut judge = Judge { context, known, tally };
    judge.judge(work);
    let Judge { tally, .. } = judge;
    Record { is_complete: work.is_complete, ..tally.finish(known, work.first) }
}

/// Failures of a batch that have reasons of their own: whatever else goes wrong with the same case of the same
/// subject may be a consequence.
#[derive(Default)]
struct Causes {
    /// By subject and position of the case.
    causes: BTreeMap<(usize, usize), Key>,
    /// By subject, the layouts that it was seen to have against the document.
    layouts: BTreeMap<usize, Layouts>,
    /// By subject and position of the case, what is wrong with its layout, where nobody asked for that: it is reported
    /// when a call goes wrong because of it.
    unasked_layouts: BTreeMap<(usize, usize), CaseResult>,
    /// By pairing and subject, the positions of the cases that conform.
    conforming: BTreeMap<(Pairing, usize), BTreeSet<usize>>,
    /// By subject and position of the case, calls of one subject alone that went wrong, where nobody asked for those: they
    /// are reported when a call between subjects goes wrong because of them.
    learnt: BTreeMap<(usize, usize), Vec<CaseResult>>,
}

impl Causes {
    /// Takes note of what has no name in the list of departures and so can have consequences.
    fn note(&mut self, subject: usize, k: usize, seen: &[Seen]) {
        if let Some(first) = seen.iter().find(|s| !s.key.fingerprint.is_departure()) {
            self.causes.entry((subject, k)).or_insert_with(|| first.key.clone());
        }
    }

    fn of(&self, subject: usize, k: usize) -> Option<&Key> {
        self.causes.get(&(subject, k))
    }
}

impl Judge<'_> {
    /// For each subject its layout first, then its calls, at last calls between subjects.
    fn judge(&mut self, work: &CompiledBatch) {
        let context = self.context;
        let batch = Batch::new(&work.cases);
        let mut found = Vec::new();
        let mut causes = Causes::default();
        for s in 0..context.subjects.len() {
            for pairing in [Pairing::Layout, Pairing::Caller, Pairing::Callee, Pairing::Object] {
                if context.judges(pairing) {
                    self.alone(work, &batch, (s, pairing), &mut causes, &mut found);
                }
            }
        }
        for pairing in [Pairing::Caller, Pairing::Callee] {
            if context.asks_for(pairing) && context.settings.values > 0 {
                self.with_special_values(work, &batch, pairing, &causes, &mut found);
            }
        }
        if let [first, _, ..] = self.tally.subjects.as_mut_slice() {
            first.record.layouts.compare(work, &batch, &first.knowledge);
        }
        for (s, subject) in context.subjects.iter().enumerate() {
            if context.asks_for(Pairing::Cross) {
                self.between(work, &batch, s, &mut causes, &mut found);
            }
            let Some(own) = self.tally.subjects.get_mut(s) else { continue };
            if !subject.takes_part(Pairing::Callee) {
                continue;
            }
            own.record.cases += work.cases.len() as u64;
            let units = work.compiled.get(s).into_iter().flatten();
            let only_to_learn = |role: Role| role == Role::Layout && !context.asks_for(Pairing::Layout);
            for (role, unit) in units.filter(|(role, _)| !only_to_learn(*role)) {
                found.extend(own.note_faults(&work.cases, work.first, *role, unit, &context.settings.known));
            }
            context.progress.advance(work.cases.len() as u64, &subject.name);
        }
        for case in &work.cases {
            self.tally.visited.note(case);
        }
        for seen in found {
            self.tally.add(seen, context.settings.seed);
        }
    }

    /// One subject by itself in one pairing.
    fn alone(
        &mut self,
        work: &CompiledBatch,
        batch: &Batch<'_>,
        (s, pairing): (usize, Pairing),
        causes: &mut Causes,
        found: &mut Vec<Seen>,
    ) {
        let context = self.context;
        let Some(role) = Role::of(pairing) else { return };
        let effort = |k: usize| Effort::to_learn(work.first + (k as u64) < context.source.directed());
        let Some((own, compiled)) = self.tally.subjects.get_mut(s).zip(work.unit(s, role)) else { return };
        let knowledge = &mut own.knowledge;
        let results = match pairing {
            Pairing::Layout => verdict::layout(batch, compiled, knowledge, &effort),
            Pairing::Object => verdict::object(&work.cases, compiled),
            _ => verdict::calls(
                pairing,
                batch,
                compiled,
                knowledge,
                &effort,
                causes.layouts.entry(s).or_default(),
            ),
        };
        let Some(subject) = context.subjects.get(s) else { return };
        for result in results {
            let Some(case) = work.cases.get(result.k) else { continue };
            let index = work.first + result.k as u64;
            let known = &context.settings.known;
            if !context.asks_for(pairing) {
                if pairing == Pairing::Layout {
                    let seen = result.layouts.clone().map(|seen| (result.k, seen));
                    causes.layouts.entry(s).or_default().extend(seen);
                    causes.unasked_layouts.insert((s, result.k), result);
                } else if matches!(result.verdict, Verdict::Violates(_)) {
                    causes.learnt.entry((s, result.k)).or_default().push(result);
                }
                continue;
            }
            if result.by_layout
                && let Some(layout) = causes.unasked_layouts.remove(&(s, result.k))
            {
                let seen = own.note_unasked(case.into(), index, &layout, &[subject], known);
                causes.note(s, result.k, &seen);
                found.extend(seen);
            }
            if matches!(result.verdict, Verdict::Conforms) && !result.by_layout {
                causes.conforming.entry((pairing, s)).or_default().insert(result.k);
            }
            let cause = causes.of(s, result.k).filter(|_| result.by_layout);
            let mut seen = own.note(case.into(), index, &result, &[subject], known, cause);
            if pairing == Pairing::Callee
                && result.settles
                && let Some((callers, before)) = work.unit(s, Role::Caller).zip(self.known.get(s))
                && let Some(both) =
                    verdict::behind_its_caller(batch, result.k, (callers, compiled), before.clone())
            {
                // Its caller conformed by the first reading, before any was settled.
                seen.extend(own.note_unasked(case.into(), index, &both, &[subject], known));
            }
            causes.layouts.entry(s).or_default().extend(result.layouts.map(|seen| (result.k, seen)));
            causes.note(s, result.k, &seen);
            found.extend(seen);
        }
    }

    /// Calls that conform, once more with each set of special values.
    fn with_special_values(
        &mut self,
        work: &CompiledBatch,
        written: &Batch<'_>,
        pairing: Pairing,
        causes: &Causes,
        found: &mut Vec<Seen>,
    ) {
        let context = self.context;
        let Some(role) = Role::of(pairing) else { return };
        let of_work = (work.first, work.cases.as_slice());
        let cases = special_sets(context.source, of_work, pairing, context.settings.values);
        let sets: Vec<Batch<'_>> = cases.iter().map(|cases| Batch::new(cases)).collect();
        for (s, subject) in context.subjects.iter().enumerate() {
            let Some(conforming) = causes.conforming.get(&(pairing, s)) else { continue };
            let (Some(compiled), Some(own)) = (work.unit(s, role), self.tally.subjects.get_mut(s)) else {
                continue;
            };
            let special = special::run(pairing, (written, &sets), compiled, conforming, &own.knowledge);
            own.record.counts.special_runs += special.runs;
            let unit = folded(subject, role, &work.cases, &special);
            found.extend(own.note_faults(&work.cases, work.first, role, &unit, &context.settings.known));
            for (set, result) in special.wrong {
                let Some(case) = cases.get(set).and_then(|cases| cases.get(result.k)) else { continue };
                let (index, known) = (work.first + result.k as u64, &context.settings.known);
                found.extend(own.note_instead(case.into(), index, &result, &[subject], known));
            }
        }
    }

    /// Calls of one subject to another.
    fn between(
        &mut self,
        work: &CompiledBatch,
        batch: &Batch<'_>,
        s: usize,
        causes: &mut Causes,
        found: &mut Vec<Seen>,
    ) {
        let context = self.context;
        let Some(subject) = context.subjects.get(s) else { return };
        // One that has recorded none of these cases is nobody's partner.
        let has_some = |p: usize| work.unit(p, Role::Callee).is_some_and(Compiled::has_some);
        let takes_part = |p: usize| context.subjects.get(p).is_some_and(|t| t.takes_part(Pairing::Cross));
        let calls = |p: &usize| takes_part(*p) && (*p == s || has_some(*p));
        let peers: Vec<usize> = (0..context.subjects.len()).filter(calls).collect();
        let Some(place) = peers.iter().position(|p| *p == s) else { return };
        let number = work.first / context.settings.batch.max(1) as u64;
        let Some(p) = partner_of(place, peers.len(), number).and_then(|p| peers.get(p).copied()) else {
            return;
        };
        let (Some(from), Some(to)) = (work.unit(s, Role::Caller), work.unit(p, Role::Callee)) else { return };
        let knowledge = |s: usize| self.tally.subjects.get(s).map(|subject| &subject.knowledge);
        let (Some(of_caller), Some(of_callee)) = (knowledge(s), knowledge(p)) else { return };
        let Some(partner) = context.subjects.get(p) else { return };
        let results = units::cross(batch, (subject, from, of_caller), (partner, to, of_callee));
        for mut result in results {
            let Some(case) = work.cases.get(result.k) else { continue };
            let index = work.first + result.k as u64;
            if class::is_one(subject, partner) {
                let k = result.k;
                for own in [s, p].into_iter().filter_map(|side| causes.learnt.get(&(side, k))).flatten() {
                    between::name_by_conventions(&mut result, own);
                }
            }
            let mut cause = causes.of(s, result.k).or_else(|| causes.of(p, result.k)).cloned();
            if cause.is_none()
                && let Verdict::Violates(violation) = &result.verdict
            {
                let sides = (s, p, result.k);
                cause = match violation.deviations.first() {
                    Some(answer) => self.departure((case, index), sides, answer, causes, found),
                    // Two levels of one compiler are a finding of their own.
                    None if class::is_one(subject, partner) => None,
                    None => self.alone_already(case, index, sides, causes, found),
                };
            }
            let Some(own) = self.tally.subjects.get_mut(s) else { return };
            let subjects = [subject, partner];
            let known = &context.settings.known;
            let seen = own.note(case.into(), index, &result, &subjects, known, cause.as_ref());
            // Values that are laid out otherwise than the document has them are looked for in the wrong places.
            let is_odd = |s: usize| causes.layouts.get(&s).is_some_and(|odd| odd.contains_key(&result.k));
            if class::disagrees(subject, partner, &result.verdict) && !is_odd(s) && !is_odd(p) {
                for key in cause.iter().chain(seen.iter().map(|seen| &seen.key)) {
                    let names = [subject.name.clone(), partner.name.clone()];
                    own.sightings(key, index, &names).with_itself += 1;
                }
            }
            found.extend(seen);
        }
    }

    /// The finding of a departure from the document that explains why subject `s` cannot call subject `p` in case `k`. Where
    /// nobody asked for the trial that shows it, it is reported now.
    fn departure(
        &mut self,
        (case, index): (&Case, u64),
        (s, p, k): (usize, usize, usize),
        answer: &Answer,
        causes: &Causes,
        found: &mut Vec<Seen>,
    ) -> Option<Key> {
        let context = self.context;
        let wanted = Fingerprint::Deviation(*answer);
        let reported = |subject: &usize| {
            let own = self.tally.subjects.get(*subject)?;
            own.record.found.keys().find(|key| key.fingerprint == wanted).cloned()
        };
        if let Some(key) = [s, p].iter().find_map(reported) {
            return Some(key);
        }
        for subject in [s, p] {
            let shows = |result: &CaseResult| match &result.verdict {
                Verdict::Violates(own) => own.deviations.contains(answer),
                _ => false,
            };
            let alone = causes.learnt.get(&(subject, k)).into_iter().flatten();
            let alone = alone.chain(causes.unasked_layouts.get(&(subject, k)));
            let Some(result) = { alone }.find(|result| shows(result)) else { continue };
            let (own, toolchain) = (self.tally.subjects.get_mut(subject)?, context.subjects.get(subject)?);
            let seen = own.note_unasked(case.into(), index, result, &[toolchain], &context.settings.known);
            let key = seen.iter().find(|seen| seen.key.fingerprint == wanted).map(|seen| seen.key.clone());
            found.extend(seen);
            if key.is_some() {
                return key;
            }
        }
        None
    }

    /// The finding of what subject `s` does wrong as a caller, or subject `p` when it is called, in a case in which the one
    /// cannot call the other: it is reported now, as nobody asked for the trial that shows it.
    fn alone_already(
        &mut self,
        case: &Case,
        index: u64,
        (s, p, k): (usize, usize, usize),
        causes: &Causes,
        found: &mut Vec<Seen>,
    ) -> Option<Key> {
        let context = self.context;
        let sides = [(s, Pairing::Caller), (p, Pairing::Callee)];
        let (subject, result) = sides.into_iter().find_map(|(subject, pairing)| {
            let shows = |result: &&CaseResult| match &result.verdict {
                Verdict::Violates(own) => {
                    result.pairing == pairing && own.deviations.is_empty() && !result.by_layout
                }
                _ => false,
            };
            Some((subject, causes.learnt.get(&(subject, k))?.iter().find(shows)?))
        })?;
        let (own, toolchain) = (self.tally.subjects.get_mut(subject)?, context.subjects.get(subject)?);
        let seen = own.note_unasked(case.into(), index, result, &[toolchain], &context.settings.known);
        let key = seen.first().map(|seen| seen.key.clone());
        found.extend(seen);
        key
    }
}

/// Cases, of which the first has a number, once more with each of the first sets of special values.
pub(crate) fn special_sets(
    source: &Source,
    (first, cases): (u64, &[Case]),
    pairing: Pairing,
    sets: u8,
) -> Vec<Vec<Case>> {
    let with_values = |set: u8| -> Vec<Case> {
        let with_values = (first..).zip(cases).map(|(index, case)| {
            let mut other = source.with_special_values(case, index, set);
            special::keep_written(pairing, case, &mut other);
            other
        });
        with_values.collect()
    };
    (0..sets).map(with_values).collect()
}

/// The faults of a printer that has the values of cases in its code.
pub(crate) fn folded(
    subject: &Toolchain,
    role: Role,
    cases: &[Case],
    special: &special::Special,
) -> Compiled {
    let fault = |k: &usize| Some((*k, printer::folds(subject, role, *k, cases.get(*k)?)?));
    Compiled { failures: special.folded.iter().filter_map(fault).collect(), ..Compiled::default() }
}

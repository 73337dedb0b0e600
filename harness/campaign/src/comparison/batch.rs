//! The batches of a comparison: compiled by both, and judged where their bytes differ.

use super::groups::{Groups, Sample};
use super::sums::{Class, Counts};
use super::trial::{self, Form, InBoth, Judged, Outcome};
use super::work::in_order;
use super::{Settings, readings, same};
use crosscall_base::error::Error;
use crosscall_base::progress::Progress;
use crosscall_engine::unit::{Compiled, Role};
use crosscall_engine::verdict::batch::Batch;
use crosscall_engine::verdict::between::{self, Dialect, Side};
use crosscall_engine::verdict::{self, CaseResult, Layouts};
use crosscall_model::Case;
use crosscall_model::finding::Fingerprint;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::capability::Capabilities;
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::units::{Sources, compile};
use crosscall_toolchain::{Toolchain, class};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// The units of a batch, in the order in which they are judged: calls are held against what is known of a layout.
const ROLES: [Role; 3] = [Role::Layout, Role::Caller, Role::Callee];

/// The old compiler and the new one, as indices.
const OLD: usize = 0;
const NEW: usize = 1;

/// The batches, and what they share.
pub(super) struct Batches<'a> {
    settings: &'a Settings,
    source: &'a Source,
    capabilities: &'a [Capabilities; 2],
    cases: u64,
    progress: &'a dyn Progress,
    /// The batches with the directed cases, which settle what each of the two is known to do.
    first: OnceLock<Vec<Arc<Units>>>,
    /// Knowledge of both, once something differs.
    known: OnceLock<[Knowledge; 2]>,
}

/// A batch as both compiled it.
struct Units {
    first: u64,
    cases: Vec<Case>,
    /// By role.
    of: [BTreeMap<Role, Compiled>; 2],
    /// By role, the cases of which all bytes are the same.
    same: BTreeMap<Role, BTreeSet<usize>>,
}

/// Outcome of the trials of a batch.
#[derive(Default)]
pub(super) struct Compared {
    pub(super) counts: Counts,
    pub(super) groups: Groups,
    pub(super) reasons: BTreeMap<String, u64>,
    pub(super) incidents: [u64; 2],
}

impl Units {
    fn has_object(&self, side: usize, role: Role, k: usize) -> bool {
        let unit = self.of.get(side).and_then(|units| units.get(&role));
        unit.is_some_and(|unit| unit.objects.iter().any(|(ks, _)| ks.contains(&k)))
    }

    fn is_same(&self, role: Role, k: usize) -> bool {
        self.same.get(&role).is_some_and(|same| same.contains(&k))
    }

    /// True if there is something to run because one of the two has other bytes.
    fn differs(&self, role: Role, k: usize) -> bool {
        !self.is_same(role, k) && (self.has_object(OLD, role, k) || self.has_object(NEW, role, k))
    }

    fn differs_anywhere(&self, role: Role) -> bool {
        (0..self.cases.len()).any(|k| self.differs(role, k))
    }
}

/// Outcomes of some trials, by the position of their case.
type Outcomes = BTreeMap<usize, Outcome>;

impl<'a> Batches<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        source: &'a Source,
        capabilities: &'a [Capabilities; 2],
        cases: u64,
        progress: &'a dyn Progress,
    ) -> Batches<'a> {
        let (first, known) = Default::default();
        Batches { settings, source, capabilities, cases, progress, first, known }
    }

    /// Compares all batches, and hands on what came of each in its order.
    pub(super) fn run(&self, take: &mut dyn FnMut(Compared)) -> Result<(), Error> {
        let size = self.settings.batch.max(1) as u64;
        let jobs = self.settings.jobs;
        let settling = self.source.directed().div_ceil(size);
        let mut first = Vec::new();
        in_order(jobs, settling, |number| self.compile(number), |units| first.push(Arc::new(units)))?;
        // Without all of them nothing is settled.
        if (first.len() as u64) < settling {
            return Ok(());
        }
        let first = self.first.get_or_init(|| first);
        let work = |number: u64| {
            let kept = usize::try_from(number).ok().and_then(|number| first.get(number).cloned());
            let units = match kept {
                Some(units) => Some(units),
                None => self.compile(number)?.map(Arc::new),
            };
            let compared = units.map(|units| {
                let compared = self.compare(&units);
                self.progress.advance(units.cases.len() as u64, &self.settings.new.name);
                compared
            });
            // What was stopped in the middle of its trials is not known to the end.
            Ok(compared.filter(|_| !self.settings.is_stopped()))
        };
        in_order(jobs, self.cases.div_ceil(size), work, take)
    }

    /// Knowledge of each of the two; nothing where no byte differs.
    pub(super) fn known(&self) -> Option<&[Knowledge; 2]> {
        self.known.get()
    }

    /// Compiles a batch with both; nothing where the user has interrupted.
    fn compile(&self, number: u64) -> Result<Option<Units>, Error> {
        let settings = self.settings;
        if settings.is_stopped() {
            return Ok(None);
        }
        let size = settings.batch.max(1) as u64;
        let first = number * size;
        let numbers = first..first.saturating_add(size).min(self.cases);
        let cases: Vec<Case> = numbers.map(|i| self.source.case(i)).collect();
        let sources = Sources::new(&cases);
        let mut of = [BTreeMap::new(), BTreeMap::new()];
        for ((units, subject), capabilities) in of.iter_mut().zip(settings.both()).zip(self.capabilities) {
            for role in ROLES {
                match compile(subject, role, &sources, capabilities, settings.compile_context()) {
                    Ok(unit) => drop(units.insert(role, unit)),
                    Err(_) if settings.is_stopped() => return Ok(None),
                    Err(error) => return Err(Error::Tool(format!("{}: {error}", subject.name))),
                }
            }
        }
        let [old, new] = &of;
        let target = settings.old.target;
        let same = |role: Role| {
            let units = old.get(&role).zip(new.get(&role));
            let mut same = units.map(|(old, new)| same::cases(target, role, old, new)).unwrap_or_default();
            same.retain(|k| *k < cases.len());
            (role, same)
        };
        let same = ROLES.map(same).into();
        Ok(Some(Units { first, cases, of, same }))
    }

    fn settled(&self) -> &[Knowledge; 2] {
        self.known.get_or_init(|| {
            let first = self.first.get().map(Vec::as_slice).unwrap_or_default();
            let is_same = |units: &Arc<Units>| ROLES.into_iter().all(|role| !units.differs_anywhere(role));
            std::thread::scope(|scope| {
                let new = scope.spawn(|| (!first.iter().all(is_same)).then(|| self.settle(NEW, first)));
                let old = self.settle(OLD, first);
                let new = new.join().ok().flatten().unwrap_or_else(|| old.clone());
                [old, new]
            })
        })
    }

    fn in_both(&self, fingerprint: &Fingerprint) -> bool {
        self.known().is_some_and(|known| readings::in_both(known, fingerprint))
    }

    /// Knowledge of a compiler from its directed cases, as campaigns learn it.
    fn settle(&self, side: usize, first: &[Arc<Units>]) -> Knowledge {
        let mut knowledge = Knowledge::new(catalogue(self.settings.old.target));
        for units in first {
            if self.settings.is_stopped() {
                break;
            }
            let batch = Batch::new(&units.cases);
            let effort = |k: usize| Effort::to_learn(units.first + (k as u64) < self.source.directed());
            self.alone(&batch, units, side, &mut knowledge, &effort, &ROLES);
        }
        knowledge.presume();
        knowledge
    }

    /// Results of one compiler by itself in the forms that some units are for.
    fn alone(
        &self,
        batch: &Batch<'_>,
        units: &Units,
        side: usize,
        knowledge: &mut Knowledge,
        effort: &dyn Fn(usize) -> Effort,
        roles: &[Role],
    ) -> BTreeMap<Form, Vec<CaseResult>> {
        let mut results = BTreeMap::new();
        let mut layouts = Layouts::default();
        let unit = |role: Role| units.of.get(side).and_then(|units| units.get(&role));
        if let Some(unit) = unit(Role::Layout).filter(|_| !roles.is_empty()) {
            let of_layout = verdict::layout(batch, unit, knowledge, effort);
            layouts.extend(of_layout.iter().filter_map(|r| Some((r.k, r.layouts.clone()?))));
            results.insert(Form::Layout, of_layout);
        }
        for (form, role) in [(Form::Caller, Role::Caller), (Form::Callee, Role::Callee)] {
            if let Some(unit) = unit(role).filter(|_| roles.contains(&role)) {
                let of_calls = verdict::calls(form.pairing(), batch, unit, knowledge, effort, &layouts);
                results.insert(form, of_calls);
            }
        }
        if let Some(unit) = unit(Role::Callee).filter(|_| roles.contains(&Role::Callee)) {
            results.insert(Form::Object, verdict::object(&units.cases, unit));
        }
        results
    }

    fn outcomes(&self, units: &Units, subjects: &[&Toolchain], results: Vec<CaseResult>) -> Outcomes {
        let outcome = |result: CaseResult| {
            let (k, case) = (result.k, units.cases.get(result.k)?);
            Some((k, Outcome::of(result, case, subjects, &self.settings.known)))
        };
        results.into_iter().filter_map(outcome).collect()
    }

    /// The trials of a batch.
    fn compare(&self, units: &Units) -> Compared {
        let settings = self.settings;
        let roles: Vec<Role> = ROLES.into_iter().filter(|role| units.differs_anywhere(*role)).collect();
        let mut compared = Compared::default();
        for (sum, of) in compared.incidents.iter_mut().zip(&units.of) {
            *sum += of.values().map(|unit| (unit.incidents.len() + unit.together.len()) as u64).sum::<u64>();
        }
        let batch = Batch::new(&units.cases);
        let mut judged: [BTreeMap<Form, Outcomes>; 2] = Default::default();
        for (side, subject) in settings.both().into_iter().enumerate() {
            // Of what is the same only the old one's verdict is wanted.
            let roles = if settings.judge_unchanged && side == OLD { ROLES.to_vec() } else { roles.clone() };
            let Some(own) = judged.get_mut(side) else { continue };
            if let Some(mut knowledge) =
                { !roles.is_empty() }.then(|| self.settled().get(side).cloned()).flatten()
            {
                let results = self.alone(&batch, units, side, &mut knowledge, &|_| Effort::Usual, &roles);
                for (form, results) in results {
                    own.insert(form, self.outcomes(units, &[subject], results));
                }
            }
            let rest = [Form::Layout, Form::Caller, Form::Callee, Form::Object];
            for form in rest.into_iter().filter(|form| !own.contains_key(form)).collect::<Vec<_>>() {
                let failures = units.of.get(side).and_then(|units| units.get(&form.role()));
                let failures =
                    failures.map(|unit| verdict::failures(form.pairing(), unit)).unwrap_or_default();
                own.insert(form, self.outcomes(units, &[subject], failures));
            }
        }
        let in_both: &InBoth<'_> = &|fingerprint| self.in_both(fingerprint);
        let [old, new] = &judged;
        for form in [Form::Layout, Form::Caller, Form::Callee, Form::Object] {
            let none = Outcomes::new();
            let (old, new) = (old.get(&form).unwrap_or(&none), new.get(&form).unwrap_or(&none));
            for k in 0..units.cases.len() {
                let result = if units.is_same(form.role(), k) {
                    let names =
                        old.get(&k).and_then(Outcome::names).and_then(|names| names.into_iter().next());
                    Judged { class: Class::Unchanged, old: names.clone(), new: names }
                } else {
                    match (old.get(&k), new.get(&k)) {
                        (Some(old), Some(new)) => trial::judge(old, new, in_both),
                        _ => Judged { class: Class::Failed, old: None, new: None },
                    }
                };
                compared.note(units, form, k, result, (old.get(&k), new.get(&k)));
            }
        }
        let mut own = None;
        for form in [Form::OldCallsNew, Form::NewCallsOld] {
            self.between(&batch, units, form, &judged, &mut own, &mut compared);
        }
        compared
    }

    /// Calls between the two in one direction; `own` are the old one's calls of itself, once they were wanted.
    fn between(
        &self,
        batch: &Batch<'_>,
        units: &Units,
        form: Form,
        judged: &[BTreeMap<Form, Outcomes>; 2],
        own: &mut Option<Outcomes>,
        compared: &mut Compared,
    ) {
        let in_both: &InBoth<'_> = &|fingerprint| self.in_both(fingerprint);
        let role = form.role();
        let (other, callers) = match form {
            Form::NewCallsOld => (Role::Callee, (NEW, OLD)),
            _ => (Role::Caller, (OLD, NEW)),
        };
        let mut mixed = Outcomes::new();
        let mut lost = BTreeSet::new();
        if units.differs_anywhere(role) {
            let results = self.cross(batch, units, callers);
            let old = &self.settings.old;
            lost.extend(results.iter().filter(|r| class::disagrees(old, old, &r.verdict)).map(|r| r.k));
            mixed = self.outcomes(units, &self.settings.both(), results);
        }
        let mut of_itself = |k: usize| {
            let old = &self.settings.old;
            let all = own.get_or_insert_with(|| {
                self.outcomes(units, &[old, old], self.cross(batch, units, (OLD, OLD)))
            });
            all.get(&k).cloned()
        };
        let alone = |side: usize, role: Role, k: usize| {
            let form = if role == Role::Caller { Form::Caller } else { Form::Callee };
            judged.get(side).and_then(|of| of.get(&form)?.get(&k)).cloned()
        };
        for k in 0..units.cases.len() {
            if !units.has_object(OLD, other, k) {
                // The old one's own side is missing.
                let Some(missing) = alone(OLD, other, k) else {
                    compared.note(
                        units,
                        form,
                        k,
                        Judged { class: Class::Failed, old: None, new: None },
                        (None, None),
                    );
                    continue;
                };
                let result = trial::judge(&missing, &missing, in_both);
                compared.note(units, form, k, result, (Some(&missing), Some(&missing)));
                continue;
            }
            if units.is_same(role, k) {
                let own = if self.settings.judge_unchanged { of_itself(k) } else { None };
                let names = own.as_ref().and_then(Outcome::names).and_then(|names| names.into_iter().next());
                let result = Judged { class: Class::Unchanged, old: names.clone(), new: names };
                compared.note(units, form, k, result, (own.as_ref(), own.as_ref()));
                continue;
            }
            let (old, new) = if units.differs(role, k) {
                let new = mixed.get(&k).cloned();
                let own = match &new {
                    Some(Outcome::Conforms) => Some(Outcome::Conforms),
                    _ => of_itself(k),
                };
                (own, new)
            } else {
                (alone(OLD, role, k), alone(NEW, role, k))
            };
            let result = match (&old, &new) {
                (Some(own), Some(mixed)) => trial::judge_between(own, mixed, lost.contains(&k), in_both),
                _ => Judged { class: Class::Failed, old: None, new: None },
            };
            compared.note(units, form, k, result, (old.as_ref(), new.as_ref()));
        }
    }

    /// Results of calls from one of the two to one of the two.
    fn cross(&self, batch: &Batch<'_>, units: &Units, (caller, callee): (usize, usize)) -> Vec<CaseResult> {
        let known = self.settled();
        // To the judge both are one compiler, which has to understand itself.
        let name = &self.settings.old.name;
        let side = |side: usize, role: Role| {
            let unit = units.of.get(side)?.get(&role)?;
            Some(Side { name, unit, knowledge: known.get(side)?, dialect: Dialect::Own })
        };
        match (side(caller, Role::Caller), side(callee, Role::Callee)) {
            (Some(caller), Some(callee)) => between::cross(batch, caller, callee, true),
            _ => Vec::new(),
        }
    }
}

impl Compared {
    /// Counts a trial, and keeps what is wrong with it.
    fn note(
        &mut self,
        units: &Units,
        form: Form,
        k: usize,
        judged: Judged,
        (old, new): (Option<&Outcome>, Option<&Outcome>),
    ) {
        self.counts.note(judged.class);
        if judged.class.is_untested() {
            let reason = new.and_then(Outcome::reason).or(old.and_then(Outcome::reason));
            let reason = reason.unwrap_or("no verdict").lines().next().unwrap_or_default();
            *self.reasons.entry(format!("{}: {reason}", form.words())).or_default() += 1;
            return;
        }
        let (Some(case), true) = (units.cases.get(k), judged.old.is_some() || judged.new.is_some()) else {
            return;
        };
        let sample = Sample {
            form,
            index: units.first + k as u64,
            case: case.clone(),
            old: old.cloned().unwrap_or(Outcome::Conforms),
            new: new.cloned().unwrap_or(Outcome::Conforms),
        };
        self.groups.add(judged, sample);
    }
}

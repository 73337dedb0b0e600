//! Programs with the probe for a single plan.

use super::batch::{Batch, Probed};
use crate::machine::TrialError;
use crate::trial::exchange::Exchange;
use crate::trial::program::Program;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Pairing;
use std::collections::VecDeque;
use std::rc::Rc;

/// Programs of an object file, each with one probe: the file is linked once, and probes take each other's place. A probe for
/// which there is no room in this way has a program that is linked for it.
pub(super) struct Own<'a> {
    object: &'a ObjectFile,
    exchange: Exchanged,
    /// Programs that were linked for a probe of the present case, the last ones that were asked for: plans that differ in
    /// what they demand alone come after each other.
    linked: VecDeque<(Rc<Probed>, Program)>,
}

/// The program in which probes take each other's place.
enum Exchanged {
    /// Nobody has asked for it.
    Unmade,
    /// There can be none.
    Impossible,
    /// With the probe that it has.
    Made(Box<Exchange>, Option<Rc<Probed>>),
}

/// Programs that were linked for a single plan and are kept.
const MOST_LINKED: usize = 8;

impl<'a> Own<'a> {
    /// No programs yet.
    pub(super) fn new(object: &'a ObjectFile) -> Own<'a> {
        Own { object, exchange: Exchanged::Unmade, linked: VecDeque::new() }
    }

    /// Forgets what belongs to one case.
    pub(super) fn begin(&mut self) {
        for (_, program) in self.linked.drain(..) {
            program.retire();
        }
    }

    /// The program that has a probe.
    ///
    /// # Errors
    /// When the probe cannot be assembled or the program cannot be linked.
    pub(super) fn program_for(
        &mut self,
        batch: &Batch<'_>,
        pairing: Pairing,
        probed: &Rc<Probed>,
    ) -> Result<&mut Program, TrialError> {
        if let Some(at) = self.linked.iter().position(|(of, _)| Rc::ptr_eq(of, probed)) {
            return Ok(&mut self.linked[at].1);
        }
        if self.exchanges_for(batch, pairing, probed)?
            && let Exchanged::Made(exchange, _) = &mut self.exchange
        {
            return Ok(exchange.program());
        }
        let probes = batch.assembled(pairing, std::slice::from_ref(probed))?;
        let program = Program::new(batch.target()?, &[self.object], &probes)?;
        if self.linked.len() >= MOST_LINKED
            && let Some((_, oldest)) = self.linked.pop_front()
        {
            oldest.retire();
        }
        self.linked.push_back((probed.clone(), program));
        let at = self.linked.len() - 1;
        Ok(&mut self.linked[at].1)
    }

    /// Puts a probe in the place of the last one; false where it has no room there.
    fn exchanges_for(
        &mut self,
        batch: &Batch<'_>,
        pairing: Pairing,
        probed: &Rc<Probed>,
    ) -> Result<bool, TrialError> {
        if matches!(self.exchange, Exchanged::Unmade) {
            let made = Exchange::new(batch.target()?, self.object)?;
            self.exchange = made.map_or(Exchanged::Impossible, |made| Exchanged::Made(Box::new(made), None));
        }
        let Exchanged::Made(exchange, has) = &mut self.exchange else { return Ok(false) };
        if has.as_ref().is_some_and(|has| Rc::ptr_eq(has, probed)) {
            return Ok(true);
        }
        let probes = batch.assembled(pairing, std::slice::from_ref(probed))?;
        *has = exchange.put(&probes).is_ok().then(|| probed.clone());
        Ok(has.is_some())
    }
}

impl Drop for Own<'_> {
    fn drop(&mut self) {
        self.begin();
        if let Exchanged::Made(exchange, _) = std::mem::replace(&mut self.exchange, Exchanged::Impossible) {
            exchange.retire();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{directed_cases, widths};
    use crate::process::Limits;
    use crate::toolchain::Toolchain;
    use crate::toolchain::capability::Capabilities;
    use crate::trial::run::run;
    use crate::units::{CompileContext, Role, Sources, compile};
    use crate::verdict::calls::leaf_sizes;
    use crosscall_generator::probe::{callee_probe, caller_probe};
    use crosscall_model::{Case, Target};
    use crosscall_oracle::abi;
    use crosscall_oracle::choose::walk;
    use crosscall_oracle::clause::catalogue;
    use crosscall_oracle::judge::judge;
    use crosscall_oracle::knowledge::{AllReadings, Knowledge};
    use std::sync::atomic::AtomicBool;

    /// Plans of each case.
    const PLANS: usize = 6;

    /// A probe that another plan has asked for is the plan's own, and where it is exchanged, the judge sees what it sees in
    /// a program that is linked for it.
    #[test]
    fn exchanged_probes_are_like_linked_ones() {
        for target in Target::ALL {
            let cases: Vec<Case> = directed_cases(target, &widths(target)).into_iter().step_by(9).collect();
            let batches = cases.chunks(32).flat_map(|cases| {
                [(Role::Caller, Pairing::Caller), (Role::Callee, Pairing::Callee)].map(|both| (cases, both))
            });
            let (mut tried, mut differ) = (0, 0);
            for (cases, (role, pairing)) in batches {
                let (of_these, other) = compare(cases, role, pairing);
                (tried, differ) = (tried + of_these, differ + other);
            }
            assert!(tried > 200, "{target}: {tried} plans");
            assert!(differ * 100 <= tried, "{target}: {differ} of {tried} plans");
        }
    }

    /// Compares both programs for some cases. Gives the number of plans, and of those that only one of the programs
    /// contradicts: whoever reads an address as a value reads another one in each, and a few bits of it can fit by chance.
    fn compare(cases: &[Case], role: Role, pairing: Pairing) -> (usize, usize) {
        let (limits, stop, work_dir) = (Limits::default(), AtomicBool::new(false), std::env::temp_dir());
        let context = CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop };
        let target = cases[0].target;
        let (subject, sources) = (Toolchain::embedded(target), Sources::new(cases));
        let unit = compile(&subject, role, &sources, &Capabilities::all(), context).unwrap();
        let (batch, clauses) = (Batch::new(cases), catalogue(target));
        let (mut tried, mut differ) = (0, 0);
        for (ks, object) in &unit.objects {
            let mut own = Own::new(object);
            for &k in ks {
                let case = &cases[k];
                let sizes = leaf_sizes(case, &Knowledge::new(clauses), None);
                for (_, plan) in walk(clauses, &AllReadings(clauses), PLANS, |c| abi::plan(case, c)) {
                    let probed = batch.probe(pairing, k, &plan).unwrap();
                    let probe = if pairing == Pairing::Caller { callee_probe } else { caller_probe };
                    assert_eq!(probed.probe, probe(k, case, &plan));
                    let seen = |program: &mut Program| {
                        let seen = run(program, k, pairing, &plan, &sizes).unwrap();
                        judge(case, pairing, &plan, &seen)
                    };
                    let exchanged = seen(own.program_for(&batch, pairing, &probed).unwrap());
                    let probes = batch.assembled(pairing, &[probed]).unwrap();
                    let linked = seen(&mut Program::new(target, &[object], &probes).unwrap());
                    tried += 1;
                    match (exchanged.mismatches.is_empty(), linked.mismatches.is_empty()) {
                        (true, true) => {
                            assert_eq!(exchanged.exercised, linked.exercised, "{target} {pairing}: {case:?}");
                        }
                        (false, false) => {}
                        _ => differ += 1,
                    }
                }
                own.begin();
            }
            assert_eq!(matches!(own.exchange, Exchanged::Impossible), target == Target::ForwardCom);
        }
        (tried, differ)
    }
}

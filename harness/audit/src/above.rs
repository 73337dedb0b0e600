//! Functions that go astray because they use the bits of a register above an argument: found by calling them with the argument
//! extended.

use super::Audit;
use super::depends::{Difference, cause};
use super::draw::Drawn;
use super::enter::open_above;
use super::poison::{Above, Lair};
use super::scene::Run;
use crosscall_engine::machine::TrialError;
use crosscall_model::plan::Plan;
use crosscall_model::target::Register;

/// Inputs with which a function goes astray and that are also tried with extended arguments.
const MOST_TRIED: u64 = 8;

/// Registers whose bits above an argument a function has been found to use: they are extended from then on, so that other
/// faults show.
#[derive(Debug, Clone, Default)]
pub(super) struct Extended {
    pub(super) registers: Vec<(Register, Above)>,
    tried: u64,
}

impl Audit<'_> {
    /// Finds out whether two runs, which went astray, would not have done so with extended arguments; then the bits above them
    /// are the finding, and the runs show nothing else.
    pub(super) fn is_misled(
        &mut self,
        plan: &Plan,
        drawn: &Drawn,
        seed: u64,
        runs: [&Run; 2],
    ) -> Result<bool, TrialError> {
        let Some(what) = runs.iter().find_map(|run| trouble(run)) else { return Ok(false) };
        let mut open: Vec<Register> = open_above(self.question.target, plan);
        open.retain(|register| !self.extended.registers.iter().any(|(extended, _)| extended == register));
        if open.is_empty() || self.extended.tried >= MOST_TRIED {
            return Ok(false);
        }
        self.extended.tried += 1;
        for above in [Above::Sign, Above::Zero] {
            let mut all = self.extended.registers.clone();
            all.extend(open.iter().map(|register| (*register, above)));
            if self.goes_astray(plan, drawn, seed, &all)? {
                continue;
            }
            let mut misleading = Vec::new();
            for register in &open {
                let others: Vec<_> = all.iter().copied().filter(|(other, _)| other != register).collect();
                if self.goes_astray(plan, drawn, seed, &others)? {
                    misleading.push(*register);
                }
            }
            // None by itself, but several together.
            if misleading.is_empty() {
                misleading = open;
            }
            for register in misleading {
                let about = (self.question.target, plan);
                let cause = cause(about, Lair::Above(register), &[what], &|_| String::new());
                if let Some(cause) = cause {
                    let fault = self.dependence(&cause, drawn, &[what]);
                    self.findings.add(&cause.name, || fault);
                }
                self.extended.registers.push((register, above));
            }
            return Ok(true);
        }
        Ok(false)
    }

    fn goes_astray(
        &mut self,
        plan: &Plan,
        drawn: &Drawn,
        seed: u64,
        extended: &[(Register, Above)],
    ) -> Result<bool, TrialError> {
        let runs = self.scene.pair(plan, drawn, seed, extended)?;
        Ok(runs.iter().any(|run| trouble(run).is_some()))
    }
}

/// Difference that a run makes which leaves its memory or does not come back; `None` for others.
fn trouble(run: &Run) -> Option<Difference> {
    match () {
        () if !run.strays.is_empty() => Some(Difference::Accesses),
        () if !run.left.returned || run.astray.is_some() => Some(Difference::End),
        () => None,
    }
}

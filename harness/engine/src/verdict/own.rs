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
pub struct Own<'a> {
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
    pub fn new(object: &'a ObjectFile) -> Own<'a> {
        Own { object, exchange: Exchanged::Unmade, linked: VecDeque::new() }
    }

    /// True unless probes cannot take each other's place in a program with the file.
    pub fn exchanges(&self) -> bool {
        !matches!(self.exchange, Exchanged::Impossible)
    }

    /// Forgets what belongs to one case.
    pub fn begin(&mut self) {
        for (_, program) in self.linked.drain(..) {
            program.retire();
        }
    }

    /// The program that has a probe.
    ///
    /// # Errors
    /// When the probe cannot be assembled or the program cannot be linked.
    pub fn program_for(
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
        let probes = batch.assembled(pairing, probed)?;
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
        let probes = batch.assembled(pairing, probed)?;
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

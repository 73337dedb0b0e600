//! Programs with the probe for a single plan.

use super::batch::Probed;
use crate::machine::TrialError;
use crate::trial::program::Program;
use crosscall_machines::object_file::ObjectFile;
use std::collections::VecDeque;
use std::rc::Rc;

/// Programs of an object file, each with one probe.
pub struct Own<'a> {
    object: &'a ObjectFile,
    /// The last ones that were asked for in the present case: plans that differ in what they demand alone come after each
    /// other.
    linked: VecDeque<(Rc<Probed>, Program)>,
}

/// Programs that are kept.
const MOST_LINKED: usize = 8;

impl<'a> Own<'a> {
    /// No programs yet.
    pub fn new(object: &'a ObjectFile) -> Own<'a> {
        Own { object, linked: VecDeque::new() }
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
    pub fn program_for(&mut self, probed: &Rc<Probed>) -> Result<&mut Program, TrialError> {
        if let Some(at) = self.linked.iter().position(|(of, _)| of.is_like(probed)) {
            return Ok(&mut self.linked[at].1);
        }
        let program = Program::new(probed.target(), &[self.object], &probed.objects()?)?;
        if self.linked.len() >= MOST_LINKED
            && let Some((_, oldest)) = self.linked.pop_front()
        {
            oldest.retire();
        }
        self.linked.push_back((probed.clone(), program));
        let at = self.linked.len() - 1;
        Ok(&mut self.linked[at].1)
    }
}

impl Drop for Own<'_> {
    fn drop(&mut self) {
        self.begin();
    }
}

//! Several tasklets: what each has for itself, and whose turn it is.
//!
//! One tasklet is shown: its registers are those of the core. While no other runs, nothing here is asked. When one
//! starts another, they take turns of one instruction each, in the order of their numbers.

use super::super::conditions::Cond;
use super::super::isa::Op;
use super::super::predecode::Entry;
use super::{Core, IRAM, TASKLETS, Trap};
use crate::machine::Stop;

/// State of a tasklet while another is shown.
#[derive(Debug, Clone, Copy)]
struct Own {
    /// r0 to r23.
    general: [u32; 24],
    zero: bool,
    carry: bool,
    pc: u64,
}

impl Own {
    /// A tasklet that has not run yet.
    const NEW: Own = Own { general: [0; 24], zero: false, carry: false, pc: IRAM };
}

/// The tasklets that are not shown.
#[derive(Debug, Clone)]
pub(super) struct Tasklets {
    /// By number; `None` for one that has not run yet.
    waiting: Box<[Option<Own>; TASKLETS as usize]>,
    /// True if others than the one that is shown run, too.
    several: bool,
    /// Number of turns in a row that were spent waiting for a taken lock.
    spent: u32,
    /// Address at which the tasklet whose turn it is began it.
    began: u64,
}

impl Default for Tasklets {
    fn default() -> Self {
        Self { waiting: Box::new([None; TASKLETS as usize]), several: false, spent: 0, began: 0 }
    }
}

impl Tasklets {
    /// Forgets all of them.
    pub(super) fn restart(&mut self) {
        self.waiting.fill(None);
        (self.several, self.spent) = (false, 0);
    }
}

impl Core {
    /// Returns whether other tasklets run, too.
    pub(super) fn has_several(&self) -> bool {
        self.tasklets.several
    }

    /// Shows another tasklet, with what it had when it was shown last. One that has not run yet takes what is shown.
    pub(super) fn show(&mut self, tasklet: u32) {
        let shown = self.tasklet();
        if tasklet == shown {
            return;
        }
        let mut own = Own { general: [0; 24], zero: self.zero, carry: self.carry, pc: self.pc };
        own.general.iter_mut().zip(&self.r).for_each(|(to, from)| *to = *from);
        if let Some(place) = self.tasklets.waiting.get_mut(shown as usize) {
            *place = Some(own);
        }
        if let Some(own) = self.tasklets.waiting.get_mut(tasklet as usize).and_then(Option::take) {
            self.r.iter_mut().zip(own.general).for_each(|(to, from)| *to = from);
            (self.zero, self.carry, self.pc) = (own.zero, own.carry, own.pc);
        }
        self.set_tasklet(tasklet);
    }

    /// Returns whether a tasklet runs: the one that is shown does, others when they were started.
    fn runs(&self, tasklet: u32) -> bool {
        tasklet == self.tasklet() || self.run_bits.get(tasklet as usize).is_some_and(|bit| *bit)
    }

    /// The running tasklet that comes behind another.
    fn behind(&self, tasklet: u32) -> Option<u32> {
        let shown_has_stopped = !self.run_bits.get(self.tasklet() as usize).is_some_and(|bit| *bit);
        let others = (1..=TASKLETS).map(|step| (tasklet + step) % TASKLETS);
        others.into_iter().find(|other| self.runs(*other) && !(shown_has_stopped && *other == self.tasklet()))
    }

    /// `boot` and `resume` have set the run bit of a tasklet that did not run: `boot` starts it at the first
    /// instruction, `resume` where it stopped.
    ///
    /// # Errors
    ///
    /// Always where there was one tasklet until now: the run loop then gives each its turn.
    pub(super) fn start_tasklet(&mut self, op: Op, tasklet: u32) -> Result<(), Trap> {
        let place = self.tasklets.waiting.get_mut(tasklet as usize);
        let Some(own) = place.map(|place| place.get_or_insert(Own::NEW)) else { return Ok(()) };
        if op == Op::Boot {
            own.pc = IRAM;
        }
        if std::mem::replace(&mut self.tasklets.several, true) {
            return Ok(());
        }
        self.tasklets.spent = 0;
        Err(Trap::Several)
    }

    /// `stop`: the tasklet stops, and goes on behind the instruction, or at its target, when it is resumed. The program
    /// ends with the last of them.
    ///
    /// # Errors
    ///
    /// The program has ended.
    pub(super) fn stop(&mut self, e: Entry) -> Result<(), Trap> {
        self.clear_run_bit()?;
        self.branch(e, e.cond != Cond::False);
        Ok(())
    }

    /// The tasklet that is shown does not run any more.
    ///
    /// # Errors
    ///
    /// It was the last one.
    pub(super) fn clear_run_bit(&mut self) -> Result<(), Trap> {
        let own = self.tasklet();
        if let Some(bit) = self.run_bits.get_mut(own as usize) {
            *bit = false;
        }
        if self.tasklets.several && self.behind(own).is_some() {
            return Ok(());
        }
        Err(Trap::Stop(Box::new(Stop::Exit(0))))
    }

    /// Shows the tasklet whose turn is next; says whether there are several still.
    pub(super) fn next_turn(&mut self) -> bool {
        if self.pc != self.tasklets.began {
            self.tasklets.spent = 0;
        }
        let shown = self.tasklet();
        let Some(next) = self.behind(shown) else {
            self.tasklets.several = false;
            return false;
        };
        self.show(next);
        self.tasklets.began = self.pc;
        self.tasklets.several = next != shown;
        self.tasklets.several
    }

    /// A turn was spent waiting for a taken lock; says whether nobody is left who could release it.
    pub(super) fn waits_for_ever(&mut self) -> bool {
        self.tasklets.spent += 1;
        !self.tasklets.several || self.tasklets.spent > TASKLETS
    }
}

//! Inputs that say nothing of a function, and why.

use super::Audit;
use super::draw::Drawn;
use super::scene::Run;
use crosscall_model::Target;
use crosscall_model::finding::{Mismatch, Topic};
use crosscall_model::observation::{End, Event};
use crosscall_model::target::Register;
use crosscall_oracle::judge::Judgement;

/// Most bytes by which a function goes beyond the end of the stack that are taken for a large frame, and not for a stack
/// pointer that is wrong.
const LARGEST_FRAME: u64 = 1 << 22;

/// Most bytes of thread-local storage on either side of the thread pointer.
const LARGEST_THREAD: u64 = 1 << 20;

/// The register that is the thread pointer.
fn thread_pointer(target: Target) -> Option<Register> {
    if matches!(target, Target::Riscv(_)) { target.register_named("tp") } else { None }
}

/// Inputs that were set aside.
#[derive(Debug, Clone, Default)]
pub(super) struct Aside {
    /// Number of them.
    pub(super) inputs: u64,
    /// Reason for the first one, or for the first one of the kind that counts most.
    first: String,
    kind: Kind,
}

/// Kinds of reasons; the last one counts most.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Arguments that nobody has described.
    #[default]
    Arguments,
    /// A function that nothing defines.
    Absent,
    /// The size of the stack.
    Stack,
    /// A change to another context.
    Context,
    /// Thread-local storage.
    Thread,
    /// An instruction that the machine does not execute.
    Instruction,
}

impl Aside {
    fn add(&mut self, kind: Kind, reason: String) {
        if self.inputs == 0 || kind == Kind::Instruction && kind != self.kind {
            (self.first, self.kind) = (reason, kind);
        }
        self.inputs += 1;
    }

    /// True if the function may do anything behind an instruction that was not executed.
    pub(super) fn is_cut_short(&self) -> bool {
        self.inputs > 0 && self.kind == Kind::Instruction
    }

    /// True if no more is known than that the function goes on in another context.
    pub(super) fn is_context(&self) -> bool {
        self.inputs > 0 && self.kind == Kind::Context
    }

    /// How many were set aside, and why.
    pub(super) fn words(&self) -> String {
        let Aside { inputs, first, kind } = self;
        let inputs = if *inputs == 1 { "an input was".to_owned() } else { format!("{inputs} inputs were") };
        match kind {
            Kind::Stack | Kind::Context | Kind::Thread | Kind::Instruction => {
                format!("{inputs} set aside: {first}")
            }
            Kind::Absent => format!(
                "{inputs} set aside, since a function is called that nothing defines, and nobody knows what it does: {first}; give the \
                 object or the library that has it"
            ),
            Kind::Arguments => format!(
                "{inputs} set aside, since the meaning of the arguments is unknown: {first}; describe it with --prototype and --argument"
            ),
        }
    }
}

/// True if control comes to an address from the instruction before it or by a jump, and not from a function of ours.
fn falls_through(run: &Run, to: u64) -> bool {
    run.ways.steps.iter().any(|(_, next)| *next == to)
}

impl Audit<'_> {
    /// Sets an input aside; true, as all do that ask for it.
    fn set_aside(&mut self, kind: Kind, reason: String, runs: [&Run; 2]) -> bool {
        self.aside.add(kind, reason);
        self.instructions += runs.iter().map(|run| run.instructions).sum::<u64>();
        true
    }

    /// Sets an input aside that says nothing of the function: it needs more of the stack than there is.
    pub(super) fn lacks_stack(&mut self, first: &Run, second: &Run) -> bool {
        let taken = [first, second].into_iter().find_map(|run| self.more_stack(run));
        let Some((taken, size)) = taken else { return false };
        let reason = format!("{taken} bytes of the stack are taken, and an audit has no more than {size}");
        self.set_aside(Kind::Stack, reason, [first, second])
    }

    /// Sets an input aside with which the function comes to an instruction that the machine does not execute.
    pub(super) fn lacks_instruction(&mut self, first: &Run, second: &Run) -> bool {
        let Some(reason) = [first, second].into_iter().find_map(|run| self.unexecuted(run)) else {
            return false;
        };
        self.set_aside(Kind::Instruction, reason, [first, second])
    }

    /// Sets an input aside with which the function does what no function of C does, or what it cannot do here: it goes on in
    /// another context, or uses thread-local storage.
    pub(super) fn leaves_its_call(&mut self, drawn: &Drawn, runs: [&Run; 2]) -> bool {
        let is_plain = !self.question.convention.leaves();
        let context = || runs.into_iter().filter(|_| is_plain).find_map(|run| self.other_context(drawn, run));
        let thread = || runs.into_iter().find_map(|run| self.thread_local(run));
        let Some((kind, reason)) = context()
            .map(|reason| (Kind::Context, reason))
            .or_else(|| thread().map(|reason| (Kind::Thread, reason)))
        else {
            return false;
        };
        self.set_aside(kind, reason, runs)
    }

    /// A function that nothing defines has come back to where the audited one has no instruction: it is one that does not
    /// return.
    pub(super) fn runs_out(&mut self, runs: [&Run; 2]) -> bool {
        let end = self.body.range.end;
        let last = self.body.lines.last().map(|line| line.address);
        let runs_out = |run: &&Run| {
            let ran = |address| run.ways.instructions.contains(&address);
            run.called_absent && ran(end) && last.is_some_and(ran) && !falls_through(run, end)
        };
        if !runs.iter().any(runs_out) {
            return false;
        }
        let reason = "it ends with the call of one, which does not come back, it seems";
        self.set_aside(Kind::Absent, reason.to_owned(), runs)
    }

    /// The access to thread-local storage that has ended a run, in words.
    fn thread_local(&self, run: &Run) -> Option<String> {
        let pointer = run.seen.entry.as_ref()?.register_value(thread_pointer(self.question.target)?);
        let at = run.left.fault?;
        let End::Fault { pc, .. } = &run.seen.end else { return None };
        let is_near = at.abs_diff(pointer) < LARGEST_THREAD;
        is_near
            .then(|| format!("there is no thread-local storage in an audit ({})", self.spot(*pc).in_full()))
    }

    /// The instruction that the machine does not execute at which a run has ended, in words.
    pub(super) fn unexecuted(&self, run: &Run) -> Option<String> {
        let (End::Fault { pc, .. }, Some(lacking)) = (&run.seen.end, &run.lacking) else { return None };
        let mut spot = self.spot(*pc);
        // The text of one that the assembler does not know either.
        let written = spot.source.as_ref().and_then(|source| self.question.material.written_at(source));
        let lacking = match written {
            Some(written) => {
                written.clone_into(&mut spot.text);
                "neither crosscall's assembler nor its machine has this instruction"
            }
            None => lacking.as_str(),
        };
        Some(format!("{lacking} ({})", spot.in_full()))
    }

    /// Sets an input aside that says nothing of the function: with arguments that nobody has described, or with what a function
    /// returned that nothing defines, it goes wrong in the same way whatever the poison is.
    pub(super) fn sets_aside(&mut self, drawn: &Drawn, runs: [&Run; 2], judged: &[Judgement; 2]) -> bool {
        let [first, second] = runs;
        let [of_first, of_second] = judged;
        let Some(reason) = self.wrong(drawn, first, of_first) else { return false };
        if self.wrong(drawn, second, of_second).as_ref() != Some(&reason) {
            return false;
        }
        let kind = if self.question.is_guessed { Kind::Arguments } else { Kind::Absent };
        self.set_aside(kind, reason, runs)
    }

    /// Fault of a run that other arguments could have led elsewhere.
    fn wrong(&self, drawn: &Drawn, run: &Run, judgement: &Judgement) -> Option<String> {
        let is_write = |mismatch: &&Mismatch| mismatch.topic == Topic::Write;
        let fault = if let Some(stray) = run.strays.first() {
            self.stray(drawn, stray).1
        } else if let Some((to, from)) = run.astray {
            self.astray(drawn, run, (to, from))
        } else if !matches!(run.seen.end, End::Returned | End::Exited) {
            self.stopped(drawn, run)
        } else {
            self.fault(judgement.mismatches.iter().find(is_write)?, drawn, run)
        };
        let place = fault.place.map_or(String::new(), |place| format!(" ({})", place.label()));
        Some(format!("{}{place}", fault.observed))
    }

    /// The bytes of the stack that a function has taken, and those that there are, where these do not suffice.
    fn more_stack(&self, run: &Run) -> Option<(u64, u64)> {
        let stack = &run.seen.ground.stack;
        let size = stack.end.checked_sub(stack.start)?;
        let down = self.plan.stack.grows_down;
        run.seen.events.iter().find_map(|event| {
            let Event::StackPointer { sp, .. } = event else { return None };
            let taken = if down { stack.end.checked_sub(*sp) } else { sp.checked_sub(stack.start) }?;
            (taken >= size && taken < LARGEST_FRAME).then_some((taken, size))
        })
    }
}

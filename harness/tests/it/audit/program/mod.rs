//! `crosscall audit PROGRAM`: each rule that a function of a program can break is found under its clause, with its function and
//! its call, on every target, and correct programs raise nothing.

mod callers;
mod command;
mod compiled;
mod control;
mod correct;
mod corrupters;
mod hostile;
mod named;
mod registers;
mod scratch;
mod vector;

use super::corrupters::most_plausible;
use crosscall_audit::Exception;
use crosscall_audit::debug::Lines;
use crosscall_audit::program::{BUDGET, Question, audit};
use crosscall_engine::machine;
use crosscall_explain::dialect::Dialect;
use crosscall_machines::executable::Executable;
use crosscall_machines::machine::Machine;
use crosscall_model::Target;
use crosscall_reports::audit::program::{AuditedProgram, ProgramEnd, ProgramFault, ProgramRan};

/// Targets with assembly.
pub(super) fn targets() -> impl Iterator<Item = Target> {
    let by_pcode = [Target::X86_64, Target::Aarch64].into_iter().filter(|_| cfg!(feature = "pcode"));
    crate::common::targets().filter(|target| *target != Target::Invented).chain(by_pcode)
}

/// A program with what is asked about it.
pub(super) struct Asked<'a> {
    pub(super) target: Target,
    pub(super) text: &'a str,
    /// Function that is the program's beginning.
    pub(super) entry: &'a str,
    pub(super) dialect: &'a str,
    pub(super) exceptions: &'a [&'a str],
    pub(super) budget: u64,
    pub(super) keeps_scratch: bool,
    pub(super) is_stripped: bool,
}

impl<'a> Asked<'a> {
    /// A program that begins with `main`.
    pub(super) fn plain(target: Target, text: &'a str) -> Asked<'a> {
        Asked {
            target,
            text,
            entry: "main",
            dialect: "",
            exceptions: &[],
            budget: BUDGET,
            keeps_scratch: false,
            is_stripped: false,
        }
    }

    fn program(&self) -> Executable {
        crosscall_toolchain::assembler::offer_those_on_path();
        let object = machine::assemble(self.target, "p.s", self.text);
        let object = object.unwrap_or_else(|e| panic!("{}: {e}\n{}", self.target, self.text));
        machine::link(self.target, &[&object])
            .unwrap_or_else(|e| panic!("{}: {e}\n{}", self.target, self.text))
    }

    pub(super) fn audit(&self) -> AuditedProgram {
        let mut program = self.program();
        let entry = program.address_of(&machine::symbol(self.target, self.entry)).unwrap();
        if self.is_stripped {
            program.globals.clear();
            program.locals.clear();
        }
        self.audit_of(program, entry)
    }

    /// Audits another program that begins at an address.
    pub(super) fn audit_of(&self, program: Executable, entry: u64) -> AuditedProgram {
        audit(&Question {
            target: self.target,
            name: "p.elf".to_owned(),
            program: &program,
            lines: &Lines::default(),
            frames: None,
            entry,
            prepare: &|machine| {
                at_start(self.target, machine);
                Ok(())
            },
            dialect: Dialect::parse(self.target, self.dialect).unwrap(),
            exceptions: self
                .exceptions
                .iter()
                .map(|finding| Exception { finding: (*finding).to_owned(), reason: "a test".to_owned() })
                .collect(),
            budget: self.budget,
            keeps_scratch: self.keeps_scratch,
            has_own_conventions: false,
        })
    }

    /// Results of the runs.
    pub(super) fn ran(&self) -> ProgramRan {
        match self.audit().end {
            ProgramEnd::Ran(ran) => *ran,
            ProgramEnd::NotTested(reason) => panic!("{}: not tested: {reason}\n{}", self.target, self.text),
        }
    }

    /// The same, with the most plausible reading of every question that the program has answered otherwise.
    pub(super) fn ran_strictly(&self) -> ProgramRan {
        let ran = self.ran();
        let dialect = most_plausible(self.target, &ran.readings);
        if dialect.is_empty() {
            return ran;
        }
        Asked { dialect: &dialect, ..*self }.ran()
    }
}

/// Sets the stack pointer as `machine run` does.
fn at_start(target: Target, machine: &mut dyn Machine) {
    let tools = machine::tools(target);
    let top = machine.memory_map().stack_top;
    let top = if tools.stack_grows_up() { top } else { top - 256 };
    let name = tools.stack_pointer();
    let is_it = |info: &crosscall_machines::machine::RegisterInfo| info.name == name || info.alias == name;
    let number = machine.registers().iter().position(is_it).unwrap();
    machine.set_register(u16::try_from(number).unwrap(), top);
}

/// Names of findings.
pub(super) fn names(found: &[ProgramFault]) -> Vec<&str> {
    found.iter().map(|found| found.fault.name.as_str()).collect()
}

/// The symbol of a function.
pub(super) fn symbol(target: Target, name: &str) -> String {
    machine::symbol(target, name)
}

//! `crosscall audit PROGRAM`: the command line and `[program]` of audit.toml as orders.

use super::super::machine::run::{entry, prepare};
use super::super::machine::tools::{Given, Loaded, abi_of};
use super::{dialect, exceptions, folder, moments, vector_bits};
use crate::cli::{AuditArgs, LinkingArgs, MachineRunArgs};
use crate::cli_values::argument;
use crosscall_audit::Exception;
use crosscall_audit::debug::Lines;
use crosscall_audit::file::{AuditFile, ProgramEntry};
use crosscall_audit::program::{self, BUDGET, Question};
use crosscall_audit::unwind::{COMPILERS, Frames};
use crosscall_base::error::Error;
use crosscall_base::target_word::TargetWord;
use crosscall_engine::machine;
use crosscall_explain::dialect::Dialect;
use crosscall_machines::executable::Executable;
use crosscall_model::Target;
use crosscall_reports::audit::program::AuditedProgram;

/// A compiler that gives functions of one unit conventions of their own names itself so in its objects.
const GCC: &[u8] = b"GCC: (";

/// A program that is asked for.
pub(super) struct Asked {
    target: Target,
    name: String,
    program: Executable,
    lines: Lines,
    frames: Option<Frames>,
    dialect: Dialect,
    exceptions: Vec<Exception>,
    budget: u64,
    keeps_scratch: bool,
    has_own_conventions: bool,
    /// Arguments for the program, as for `machine run`.
    run: MachineRunArgs,
}

/// The program of the file of the audit, or the one that the command line names; `None` where there is none.
///
/// # Errors
/// [`Error::Input`] for a file that is no program, and for options that are not for programs.
pub(super) fn asked(args: &AuditArgs, file: &AuditFile) -> Result<Option<Asked>, Error> {
    let (given, entry) = match &file.program {
        Some(entry) => (Given::read(&folder(args).join(&entry.file))?, entry.clone()),
        None => match args.object.as_slice() {
            [only] if is_asked(args) => {
                let given = Given::read(only)?;
                if !given.is_program() {
                    return Ok(None);
                }
                (given, ProgramEntry::default())
            }
            _ => return Ok(None),
        },
    };
    let target = match (args.target, &file.target) {
        (Some(word), _) => word.said(),
        (None, Some(name)) => TargetWord::of(name).map_err(Error::Input)?.said(),
        (None, None) => abi_of(None, std::slice::from_ref(&given))?,
    };
    let tools = machine::tools(target);
    let Loaded::Program(program) = given.load(tools)? else {
        return Err(Error::Input(format!("{}: is no linked program", given.name)));
    };
    // A program that can be run needs no debug information.
    let debug = tools.debug_of_program(&given.name, given.bytes()).ok();
    let lines = debug.as_ref().map(|debug| Lines::of(target, debug)).unwrap_or_default();
    let dialect = dialect(args, file, target)?;
    let is_compiled = COMPILERS.iter().any(|name| given.mentions(name));
    let frames =
        debug.and_then(|debug| program::frames(target, &dialect, &debug, (is_compiled, moments(args, file))));
    let mut exceptions = entry.except.clone();
    exceptions.extend(self::exceptions(args)?);
    let mut run = run_args(args);
    if run.linking.entry.is_none() {
        run.linking.entry = entry.entry.clone();
    }
    if run.arg.is_empty() {
        let words = entry.arguments.iter().map(|text| argument(text));
        run.arg =
            words.collect::<Result<_, String>>().map_err(|e| Error::Input(format!("[program]: {e}")))?;
    }
    if let Some(bits) = vector_bits(args, file, target)? {
        // It comes first: the registers are cleared by it.
        run.set.insert(0, ("vlenb".to_owned(), bits / 8));
    }
    let budget = args.budget.or(entry.budget).unwrap_or(BUDGET);
    Ok(Some(Asked {
        target,
        has_own_conventions: given.mentions(GCC),
        name: given.name,
        program,
        lines,
        frames,
        dialect,
        exceptions,
        budget,
        keeps_scratch: args.keep_scratch || entry.keep_scratch,
        run,
    }))
}

/// True if the command line does not ask for a function.
fn is_asked(args: &AuditArgs) -> bool {
    args.function.is_empty() && args.prototype.is_none()
}

/// Arguments that `machine run` would get.
fn run_args(args: &AuditArgs) -> MachineRunArgs {
    MachineRunArgs {
        linking: LinkingArgs { entry: args.entry.clone(), ..LinkingArgs::default() },
        load: args.load.clone(),
        arg: args.arg.clone(),
        set: args.set.clone(),
        ..MachineRunArgs::default()
    }
}

impl Asked {
    /// The target.
    pub(super) fn target(&self) -> Target {
        self.target
    }

    /// Audits the program.
    ///
    /// # Errors
    /// [`Error::Input`] for a first instruction, a register or memory that the program or the machine does not have.
    pub(super) fn audit(&self) -> Result<AuditedProgram, Error> {
        let tools = machine::tools(self.target);
        let entry = entry(&self.run, tools, &self.program)?;
        let mut probe = tools.machine().map_err(|e| Error::Tool(e.to_string()))?;
        if probe.load(&self.program).is_ok() {
            prepare(&self.run, tools, &self.program, &mut *probe)?;
        }
        drop(probe);
        let prepared = |machine: &mut dyn crosscall_machines::machine::Machine| {
            prepare(&self.run, tools, &self.program, machine).map_err(|e| e.to_string())
        };
        Ok(program::audit(&Question {
            target: self.target,
            name: self.name.clone(),
            program: &self.program,
            lines: &self.lines,
            frames: self.frames.as_ref(),
            entry,
            prepare: &prepared,
            dialect: self.dialect.clone(),
            exceptions: self.exceptions.clone(),
            budget: self.budget,
            keeps_scratch: self.keeps_scratch,
            has_own_conventions: self.has_own_conventions,
        }))
    }
}

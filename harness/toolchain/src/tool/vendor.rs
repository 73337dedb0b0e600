//! A vendor's assembler and linker as subjects: processes that get many cases at once.

use super::own::machine;
use super::{Attempt, files, words};
use crate::bisect::PATIENCE;
use crate::compile::{self, CompileFailure};
use crate::units::CompileContext;
use crate::{Toolchain, ToolchainKind, link};
use crosscall_base::process::Limits;
use crosscall_engine::machine;
use crosscall_engine::unit::Failure;
use crosscall_model::tool::{Input, LinkInput, Made, Outcome, ToolCase};

/// Name of a unit of statements.
const UNIT: &str = "statements";

/// The tool that a case is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tool {
    Assembler,
    Linker,
}

/// Gives cases to the tools, many together, but for those that go alone.
pub(super) fn run(
    subject: &Toolchain,
    cases: &[ToolCase],
    goes_alone: &dyn Fn(&ToolCase) -> bool,
    context: CompileContext<'_>,
) -> Result<Vec<Attempt>, CompileFailure> {
    let mut bench = Bench { subject, cases, context, tried: vec![None; cases.len()] };
    for tool in [Tool::Assembler, Tool::Linker] {
        let of_tool = |k: &usize| cases.get(*k).is_some_and(|case| tool_of(case) == tool);
        let all: Vec<usize> = (0..cases.len()).filter(of_tool).collect();
        let command = if tool == Tool::Assembler { &subject.as_ } else { &subject.ld };
        if command.is_empty() {
            let lacks = if tool == Tool::Assembler { "assembler" } else { "linker" };
            for k in all {
                let reason = format!("{} has no {lacks}", subject.name);
                bench.set(k, Attempt::Failed(Failure::Unsupported(reason)));
            }
            continue;
        }
        // A linker that says itself where sections lie puts those of several cases behind each other.
        let links_alone = tool == Tool::Linker && subject.kind == ToolchainKind::Forw;
        let goes_alone = |k: &usize| links_alone || cases.get(*k).is_some_and(goes_alone);
        let (alone, together): (Vec<usize>, Vec<usize>) = all.into_iter().partition(goes_alone);
        for ks in bench.apart(&together) {
            bench.descend(tool, &ks)?;
        }
        for k in alone {
            bench.descend(tool, &[k])?;
        }
    }
    let nothing = || Attempt::Failed(Failure::NotTried("it was given to no tool".to_owned()));
    Ok(bench.tried.into_iter().map(|tried| tried.unwrap_or_else(nothing)).collect())
}

fn tool_of(case: &ToolCase) -> Tool {
    match case.input {
        Input::Statement(_) => Tool::Assembler,
        Input::Link(_) => Tool::Linker,
    }
}

/// First address, and the one behind the last.
type Span = (u64, u64);

struct Bench<'a> {
    subject: &'a Toolchain,
    cases: &'a [ToolCase],
    context: CompileContext<'a>,
    tried: Vec<Option<Attempt>>,
}

impl Bench<'_> {
    fn set(&mut self, k: usize, tried: Attempt) {
        if let Some(place) = self.tried.get_mut(k) {
            *place = Some(tried);
        }
    }

    fn link_input(&self, k: usize) -> Option<&LinkInput> {
        match &self.cases.get(k)?.input {
            Input::Link(input) => Some(input),
            Input::Statement(_) => None,
        }
    }

    /// Cases whose sections do not overlap each other: each list can be linked at once.
    fn apart(&self, ks: &[usize]) -> Vec<Vec<usize>> {
        /// Distance in bytes between the sections of two cases.
        const GAP: u64 = 16;
        let mut groups: Vec<(Vec<usize>, Vec<Span>)> = Vec::new();
        for k in ks {
            let sections = self.link_input(*k).map_or(&[][..], |input| &input.sections);
            let own: Vec<Span> = sections
                .iter()
                .map(|s| {
                    (s.address.saturating_sub(GAP), s.address.saturating_add(s.bytes.len() as u64 + GAP))
                })
                .collect();
            let fits = |taken: &[Span]| {
                own.iter().all(|(from, to)| taken.iter().all(|(start, end)| to <= start || end <= from))
            };
            match groups.iter_mut().find(|(_, taken)| fits(taken)) {
                Some((group, taken)) => {
                    group.push(*k);
                    taken.extend(own);
                }
                None => groups.push((vec![*k], own)),
            }
        }
        groups.into_iter().map(|(group, _)| group).collect()
    }

    /// Gives cases to a tool, in halves where that fails.
    fn descend(&mut self, tool: Tool, ks: &[usize]) -> Result<(), CompileFailure> {
        let failure = match self.once(tool, ks, self.context.limits) {
            Ok(Some(made)) => {
                for (k, made) in made {
                    self.set(k, Attempt::Done(Outcome::Made(made)));
                }
                return Ok(());
            }
            Ok(None) => None,
            Err(failure) => Some(failure),
        };
        if let Some(failure) = failure {
            if !failure.kind.depends_on_source() {
                return Err(failure);
            }
            if let [k] = *ks {
                let tried = self.alone(tool, k, failure)?;
                self.set(k, tried);
                return Ok(());
            }
        }
        let (left, right) = ks.split_at(ks.len() / 2);
        self.descend(tool, left)?;
        self.descend(tool, right)
    }

    /// Answer for a case that failed alone. A fault must show twice, a time-out with more time.
    fn alone(&self, tool: Tool, k: usize, failure: CompileFailure) -> Result<Attempt, CompileFailure> {
        let refused =
            |failure: &CompileFailure| Attempt::Done(Outcome::Refused(failure.first_line().to_owned()));
        if !failure.kind.is_compiler_fault() {
            return Ok(refused(&failure));
        }
        match self.once(tool, &[k], &self.context.limits.longer(PATIENCE)) {
            Ok(made) => {
                let made = made.into_iter().flatten().next().map(|(_, made)| made).unwrap_or_default();
                Ok(Attempt::Done(Outcome::Made(made)))
            }
            Err(again) if !again.kind.depends_on_source() => Err(again),
            Err(again) if !again.kind.is_compiler_fault() => Ok(refused(&again)),
            Err(again) => {
                let source = self.cases.get(k).map(files::source).unwrap_or_default();
                Ok(Attempt::Failed(Failure::Fault { what: again.to_string(), source }))
            }
        }
    }

    /// `None` where several cases are too many to say what the tool's words are about.
    fn once(
        &self,
        tool: Tool,
        ks: &[usize],
        limits: &Limits,
    ) -> Result<Option<Vec<(usize, Made)>>, CompileFailure> {
        match tool {
            Tool::Assembler => self.assemble(ks, limits),
            Tool::Linker => self.link(ks, limits),
        }
    }

    fn assemble(&self, ks: &[usize], limits: &Limits) -> Result<Option<Vec<(usize, Made)>>, CompileFailure> {
        let statement = |k: &usize| match &self.cases.get(*k)?.input {
            Input::Statement(text) => Some((*k, text.as_str())),
            Input::Link(_) => None,
        };
        let statements: Vec<(usize, &str)> = ks.iter().filter_map(statement).collect();
        let text = files::text(self.subject.target, &statements);
        let context = CompileContext { limits, ..self.context };
        let unit = compile::assemble(self.subject, &text, UNIT, context)?;
        let machine = machine(&unit.object_bytes);
        let mut lines = None;
        let named_in = &mut |line: &str| {
            let number = words::line_of_source(line, &format!("{UNIT}.s"))?;
            let lines = lines.get_or_insert_with(|| files::lines(self.subject.target, &statements));
            lines.iter().find(|(_, at)| *at == number).map(|(k, _)| *k)
        };
        let Some(mut reported) = words::by_case(&unit.words, ks, named_in) else { return Ok(None) };
        let made = |k: &usize| {
            let words = reported.remove(k).unwrap_or_default();
            (*k, Made { words, ..files::assembled(*k, &unit.object, machine) })
        };
        Ok(Some(ks.iter().map(made).collect()))
    }

    fn link(&self, ks: &[usize], limits: &Limits) -> Result<Option<Vec<(usize, Made)>>, CompileFailure> {
        let tools = machine::tools(self.subject.target);
        let inputs: Vec<(usize, &LinkInput)> =
            ks.iter().filter_map(|k| Some((*k, self.link_input(*k)?))).collect();
        let flags = files::flags_given(self.subject.target);
        let mut objects = Vec::new();
        for (k, input) in &inputs {
            let object = match self.subject.kind {
                ToolchainKind::Forw => files::program_of(*k, input, flags),
                _ => files::object(*k, input, flags),
            };
            for object in std::iter::once(object).chain(files::beside(*k, input, flags)) {
                let bytes = tools.write_object(&object).map_err(|e| self.broken(&e.to_string()))?;
                objects.push((object.name, bytes));
            }
        }
        let script = files::script(&inputs);
        let context = CompileContext { limits, ..self.context };
        let (program, printed) = link::link(self.subject, &objects, &script, context)?;
        let Some(mut reported) = words::by_case(&printed, ks, &mut words::case_of_object) else {
            return Ok(None);
        };
        let program = tools.read_executable("program", &program);
        let program = program.map_err(|e| self.broken(&e.to_string()))?;
        let made = |(k, input): &(usize, &LinkInput)| {
            let words = reported.remove(k).unwrap_or_default();
            (*k, Made { words, ..files::linked(self.subject.target, input, &program) })
        };
        Ok(Some(inputs.iter().map(made).collect()))
    }

    /// A file that is none.
    fn broken(&self, reason: &str) -> CompileFailure {
        compile::bad_object(self.subject, reason)
    }
}

//! `crosscall audit`: a function of somebody's objects against the document, without a compiler and without expected values.
//!
//! The function is called as the document has it, with arguments that fit their meanings, and poison in everything else. What
//! it does is judged by the oracle (`conduct`); each input is run again with other poison, and what differs then has been
//! read though it was not given (`depends`). Inputs are generated until nothing new of the function runs (`draw`,
//! `coverage`).
//!
//! | file | contents |
//! |---|---|
//! | `material` | the objects, and the function in them |
//! | `amount`, `meaning`, `parameters`, `members` | what arguments mean |
//! | `draw`, `chance`, `place` | inputs from seeds: arguments and objects, random values, addresses |
//! | `poison`, `enter` | the state in which the function is entered |
//! | `scene`, `cast`, `eyes` | the program, functions of ours in it, and what is seen of a run |
//! | `unheld` | vector registers, which snapshots do not hold |
//! | `high` | addresses above 2^32 |
//! | `hung` | inputs without an end |
//! | `convention` | functions that are no functions of C |
//! | `conduct`, `depends`, `above`, `findings` | what is wrong |
//! | `absent` | functions that are called and that nothing defines |
//! | `coverage`, `directed` | what of the function ran, and inputs that take the other ways |
//! | `sources` | lines of the source |
//! | `unwind` | call frame information while a function runs |
//! | `file`, `contract` | `audit.toml`, and comments beside functions |
//! | `program` | whole programs, by running them |
//! | `debug` | objects and programs by what they say of themselves, without a run |

mod above;
mod absent;
pub mod amount;
mod aside;
mod cast;
mod chance;
pub mod conduct;
pub mod contract;
pub mod convention;
pub mod coverage;
pub mod debug;
mod depends;
mod directed;
pub mod draw;
mod enter;
mod eyes;
pub mod file;
mod findings;
mod high;
mod hung;
pub mod material;
pub mod meaning;
pub mod members;
pub mod parameters;
mod place;
mod poison;
pub mod program;
mod scene;
pub mod sources;
pub mod start;
mod unheld;
pub mod unwind;
mod words;

pub use findings::Exception;
pub use unheld::LENGTHS;

use above::Extended;
use aside::Aside;
use cast::Cast;
use chance::Dice;
use conduct::{Readings, name_of};
use convention::Convention;
use coverage::Body;
use crosscall_declarations::Declaration;
use crosscall_engine::machine::{self, TrialError};
use crosscall_engine::widths::type_widths;
use crosscall_explain::dialect::Dialect;
use crosscall_explain::input::Input;
use crosscall_explain::{case_of, plan_of};
use crosscall_generator::Widths;
use crosscall_generator::seed::SplitMix64;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::finding::{Topic, ValueId};
use crosscall_model::observation::End as RunEnd;
use crosscall_model::plan::{ClauseId, Plan, add_clauses};
use crosscall_model::{Case, Form, Target};
use crosscall_oracle::judge::Judgement;
use crosscall_reports::audit::{Audited, End, Ran, Source};
use depends::{Difference, cause, differences};
use directed::Directed;
use draw::{Drawing, Drawn, Gene, Genome};
use enter::lairs;
use eyes::Ways;
use findings::{Findings, sort};
use hung::Hung;
use material::Material;
use meaning::Meaning;
use parameters::{Parameters, resolve};
use poison::{Flipped, Poison};
use scene::{Run, Scene, fresh};
use sources::Sources;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// Order to audit one function.
#[derive(Debug, Clone)]
pub struct Question<'a> {
    /// The target.
    pub target: Target,
    /// The objects.
    pub material: &'a Material,
    /// Symbol of the function, as in C or as in the object file.
    pub symbol: String,
    /// Declaration of the function.
    pub declaration: Declaration,
    /// The text that the declaration is from.
    pub source: &'a Input,
    /// Meanings of its parameters; of several for one, the last.
    pub meanings: Vec<(String, Meaning)>,
    /// Readings that are asked for.
    pub dialect: Dialect,
    /// Findings that are as they should be.
    pub exceptions: Vec<Exception>,
    /// Another function that has to do the same: objects, and its symbol.
    pub same_as: Option<(&'a Material, String)>,
    /// True where nobody has said what the arguments mean: a run that leaves its memory or does not come back, which may be
    /// the fault of its arguments, is set aside.
    pub is_guessed: bool,
    /// Convention of the function.
    pub convention: Convention,
    /// Instructions at which call frame information is compared.
    pub cfi: unwind::Moments,
    /// Effort.
    pub effort: Effort,
}

/// Limits on what is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Seed of the inputs.
    pub seed: u64,
    /// Largest number of inputs.
    pub inputs: u64,
    /// Largest number of instructions of one run.
    pub budget: u64,
    /// Smallest part of the instructions that has to run, in percent.
    pub least_coverage: u32,
    /// Bits of a vector register, one of [`LENGTHS`], where the processor leaves that open; `None` where each has its turn.
    pub vector_bits: Option<u64>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            seed: 1,
            inputs: 4000,
            budget: crosscall_engine::trial::run::BUDGET,
            least_coverage: 50,
            vector_bits: None,
        }
    }
}

/// Inputs that are tried in any case.
const FEWEST: u64 = 128;

/// Inputs without anything new after which no more are tried, at least.
const PATIENCE: u64 = 400;

/// The same where something of the function has not run, as long as runs have not taken more instructions than these.
const LONG_PATIENCE: u64 = 1200;
const MOST_PATIENT: u64 = 100_000_000;

/// Inputs after which no more are tried where none of them came back.
const MOST_LOST: u64 = 32;

/// Modes in which inputs are also run: rounding in another direction.
fn modes(target: Target) -> u64 {
    match target {
        // Of MXCSR, and of the x87 control word.
        Target::X86_64 => 0x2000 | 0x800,
        Target::Aarch64 => 0x40_0000,
        _ => crosscall_generator::poison::MODES,
    }
}

/// Inputs of a function without parameters: only the poison differs.
const WITHOUT_PARAMETERS: u64 = 8;

/// Inputs whose dependence on poison is traced to its places.
const MOST_TRACED: u64 = 48;

/// Instructions of a run without an end up to which it is traced.
const MOST_ASTRAY: u64 = 4096;

/// Questions about places of arguments that are answered from what the function does.
const MOST_QUESTIONS: usize = 3;

/// Instructions of all runs of a function together after which no more inputs are tried.
const MOST_INSTRUCTIONS: u64 = 500_000_000;

/// Numbers that are tried because the function works with them, of all runs and of one.
const MOST_WORDS: usize = 1024;
const MOST_NEW_WORDS: usize = 16;

/// Every which input is also run with other modes.
const MODES_EVERY: u64 = 8;

impl Question<'_> {
    /// Looks for the function and for the meanings of its parameters.
    ///
    /// # Errors
    /// A message that says what is wrong with the question.
    pub fn check(&self) -> Result<(), String> {
        self.material.around(self.target, &self.symbol)?;
        if let Some((material, symbol)) = &self.same_as {
            material.around(self.target, symbol)?;
        }
        resolve(self.target, (&self.declaration, self.source), &self.meanings, &self.dialect).map(|_| ())
    }
}

/// Audits a function.
pub fn audit(question: &Question<'_>) -> Audited {
    let (object, end) = match question.material.around(question.target, &question.symbol) {
        Ok((objects, home)) => (home, best(question, &objects).unwrap_or_else(End::NotTested)),
        Err(reason) => (String::new(), End::NotTested(reason)),
    };
    Audited { name: question.symbol.clone(), prototype: question.declaration.text.clone(), object, end }
}

/// Audits a function under the reading of the places of its arguments that it follows. Where it uses what it was not given,
/// or does not come back, and the document can be read so that arguments are elsewhere, it may have looked for them there.
fn best(question: &Question<'_>, objects: &[ObjectFile]) -> Result<End, String> {
    let mut readings = Readings::new(question.target, &question.dialect);
    let sources = Sources::of(question.target, objects);
    let objects = (objects, &sources);
    let mut audit = Audit::begin(question, objects, readings.clone())?;
    let case = audit.case.clone();
    let mut wrong = audit.run_inputs(question.effort.inputs)?;
    if audit.aside.is_context() && audit.returned == 0 {
        // What else is wrong with it shows where that is taken to be on purpose.
        let convention = Convention { switches_stacks: true, ..question.convention };
        let assumed = Question { convention, ..question.clone() };
        let mut other = Audit::begin(&assumed, objects, readings)?;
        return if other.run_inputs(question.effort.inputs)? == 0 {
            Err(audit.aside.words())
        } else {
            other.aside = audit.aside;
            Ok(other.reported())
        };
    }
    for _ in 0..MOST_QUESTIONS {
        if wrong == 0 {
            break;
        }
        let mut found = None;
        for (choice, dialect) in readings.with_other_places(&case) {
            let mut other = readings.clone();
            other.follow(choice, dialect);
            let Ok(mut trial) = Audit::begin(question, objects, other.clone()) else { continue };
            let Ok(fewer) = trial.run_inputs(FEWEST) else { continue };
            if fewer < wrong {
                wrong = fewer;
                found = Some(other);
            }
        }
        let Some(other) = found else { break };
        readings = other;
        audit = Audit::begin(question, objects, readings.clone())?;
        wrong = audit.run_inputs(question.effort.inputs)?;
    }
    if wrong > 0 {
        let explains = |(dialect, answer, text)| {
            let mut trial = Audit::begin(question, objects, readings.under(dialect)).ok()?;
            (trial.run_inputs(FEWEST).ok()? == 0).then(|| format!("{answer}: {text}"))
        };
        let shown = || Audit::begin(question, objects, readings.clone())?.run_inputs(FEWEST);
        let departures = readings.with_departures(&case);
        // What so few inputs do not show, no departure explains.
        if !departures.is_empty() && shown()? == wrong {
            audit.departure = departures.into_iter().find_map(explains);
        }
    }
    Ok(audit.reported())
}

/// An audit that goes on.
struct Audit<'a> {
    question: &'a Question<'a>,
    parameters: Parameters,
    widths: Widths,
    case: Case,
    plan: Plan,
    scene: Scene,
    /// The same with memory at high addresses.
    high: Vec<Scene>,
    other: Option<Scene>,
    body: Body,
    sources: &'a Sources<'a>,
    dictionary: Vec<u64>,
    /// Values that registers got in the last run.
    values: BTreeSet<u64>,
    readings: Readings,
    /// A departure from the document that explains everything that is wrong.
    departure: Option<String>,
    /// The dialect in which the function is called.
    dialect: Dialect,
    inputs: u64,
    /// Runs that came back.
    returned: u64,
    instructions: u64,
    ways: Ways,
    findings: Findings,
    exercised: Vec<ClauseId>,
    deepest: u64,
    traced: u64,
    dropped: u64,
    beyond_comparison: bool,
    aside: Aside,
    hung: Hung,
    extended: Extended,
    directed: Directed,
    /// True if a function was called that nothing defines.
    calls_absent: bool,
}

/// Reasons are the user's to read.
fn reason(error: TrialError) -> String {
    error.to_string()
}

impl<'a> Audit<'a> {
    fn begin(
        question: &'a Question<'a>,
        (objects, sources): (&[ObjectFile], &'a Sources<'a>),
        readings: Readings,
    ) -> Result<Audit<'a>, String> {
        let Question { target, declaration, effort, .. } = question;
        let dialect = &readings.dialect.clone();
        if declaration.signature.variadic.is_some() {
            return Err("functions with a variable number of arguments are not audited".to_owned());
        }
        let parameters = resolve(*target, (declaration, question.source), &question.meanings, dialect)?;
        let case = case_of(Form::Prototype, *target, &declaration.signature);
        let (plan, _) = plan_of(&case, dialect);
        let plan = named(plan, &parameters);
        let with = (&parameters, dialect);
        let cast_of = |objects: &[ObjectFile]| Cast::of(objects, &case, &plan, with);
        let registers = unwind::Registers::of(*target, &plan);
        let framed = |mut scene: Scene| {
            let frames = registers.as_ref().map(|of| sources.frames(scene.stage(), of, question.cfi));
            scene.frames = frames.filter(|frames| !frames.is_empty());
            scene
        };
        let scene_of = |objects: &[ObjectFile], cast: &Arc<Cast>, avoid: &[Range<u64>]| {
            Scene::new(objects, cast, &plan, (avoid, effort, None))
        };
        let cast = cast_of(objects).map_err(reason)?;
        let high = high::memories(*target).iter().filter(|_| question.same_as.is_none());
        let high =
            high.filter_map(|memory| Scene::new(objects, &cast, &plan, (&[], effort, Some(*memory))).ok());
        let high = high.map(framed).collect();
        let scene = scene_of(objects, &cast, &[]).map_err(reason)?;
        let (scene, other) = match &question.same_as {
            None => (scene, None),
            Some((material, symbol)) => {
                let (others, _) = material.around(*target, symbol)?;
                // Both programs have the objects at the same addresses: where neither has anything else.
                let theirs = cast_of(&others).and_then(|cast| scene_of(&others, &cast, scene.occupied()));
                let theirs = theirs.map_err(|e| format!("{symbol}: {e}"))?;
                let ours = scene_of(objects, &cast, theirs.occupied()).map_err(reason)?;
                if theirs.arena() != ours.arena() {
                    return Err(format!(
                        "there is no memory that is free in the programs of both functions; {symbol}"
                    ));
                }
                (ours, Some(theirs))
            }
        };
        let scene = framed(scene);
        let body = Body::of(scene.stage(), scene.function());
        Ok(Audit {
            widths: type_widths(*target),
            dictionary: body.numbers(),
            values: BTreeSet::new(),
            departure: None,
            dialect: dialect.clone(),
            readings,
            inputs: 0,
            returned: 0,
            instructions: 0,
            ways: Ways::default(),
            findings: Findings::default(),
            exercised: Vec::new(),
            deepest: 0,
            traced: 0,
            dropped: 0,
            beyond_comparison: false,
            aside: Aside::default(),
            hung: Hung::default(),
            extended: Extended::default(),
            directed: Directed::default(),
            calls_absent: false,
            question,
            parameters,
            case,
            plan: question.convention.applied(plan),
            scene,
            high,
            other,
            body,
            sources,
        })
    }

    fn draw(&self, genome: &Genome) -> Option<Drawn> {
        let tools = machine::tools(self.question.target);
        let drawing = Drawing {
            target: self.question.target,
            parameters: &self.parameters,
            widths: &self.widths,
            dialect: &self.dialect,
            arena: self.scene.arena(),
            pointer: &|address| tools.machine_value(address),
            functions: &self.scene.functions,
            dictionary: &self.dictionary,
        };
        drawing.draw(genome)
    }

    /// Runs inputs until nothing new comes; says how much is wrong.
    fn run_inputs(&mut self, most: u64) -> Result<usize, String> {
        let count = self.parameters.list.len();
        let mut numbers = SplitMix64::new(self.question.effort.seed);
        let most = if count == 0 { WITHOUT_PARAMETERS } else { most };
        let mut corpus: Vec<Genome> = Vec::new();
        let (mut tried, mut news) = (0, 0);
        let mut is_whole = None;
        let is_patient = |inputs: u64, news: u64| inputs < FEWEST || inputs - news < PATIENCE.max(inputs / 3);
        while tried < most
            && self.instructions < MOST_INSTRUCTIONS
            && (is_patient(self.inputs, news) || self.goes_on(self.inputs - news, &mut is_whole))
        {
            tried += 1;
            let genome = self.directed.next().unwrap_or_else(|| next(&corpus, count, &mut numbers, tried));
            self.change_memory();
            let drawn = self.draw(&genome).filter(|drawn| !self.leads_into_code(drawn));
            let with_modes = self.inputs.is_multiple_of(MODES_EVERY);
            let pinned = drawn.as_ref().map(|drawn| genome.pinned(drawn));
            let is_new = drawn.as_ref().map(|drawn| {
                self.findings.next_input();
                self.one(drawn, &genome, with_modes)
            });
            self.change_memory();
            let Some(is_new) = is_new else { continue };
            if is_new.map_err(reason)? {
                (news, is_whole) = (self.inputs, None);
                corpus.extend(pinned);
            }
            self.inputs += 1;
            // It never comes back, whatever it is given.
            if self.inputs >= MOST_LOST && self.returned == 0 {
                break;
            }
        }
        if self.inputs == 0 {
            let arena = self.scene.arena();
            let room = arena.end - arena.start;
            return Err(format!(
                "no input could be made: the objects of the arguments do not fit into {room} bytes of memory, or no number in a \
                 range is a multiple of what it has to be"
            ));
        }
        Ok(self.findings.weight())
    }

    /// True if more inputs without anything new are tried, since something has not run. Whether all has is known until something
    /// new comes.
    fn goes_on(&self, without_news: u64, is_whole: &mut Option<bool>) -> bool {
        let coverage = || self.body.coverage(self.scene.stage(), &self.ways);
        without_news < LONG_PATIENCE
            && self.instructions < MOST_PATIENT
            && self.returned > 0
            && !*is_whole.get_or_insert_with(|| coverage().is_whole())
    }

    /// Runs one input in all ways; true if something of the function ran that had not run before.
    fn one(&mut self, drawn: &Drawn, genome: &Genome, other_modes: bool) -> Result<bool, TrialError> {
        let seed = genome.poison;
        let mut case = self.case.clone();
        case.arguments.clone_from(&drawn.values);
        let (plan, _) = plan_of(&case, &self.dialect);
        let plan = self.question.convention.applied(named(plan, &self.parameters));
        let [mut first, mut second] = self.scene.pair(&plan, drawn, seed, &self.extended.registers)?;
        if self.is_misled(&plan, drawn, seed, [&first, &second])? {
            [first, second] = self.scene.pair(&plan, drawn, seed, &self.extended.registers)?;
        }
        if self.lacks_stack(&first, &second)
            || self.runs_out([&first, &second])
            || self.lacks_instruction(&first, &second)
            || self.leaves_its_call(drawn, [&first, &second])
            || self.is_stopped_early([&first, &second])
        {
            return Ok(false);
        }
        let is_open = self.question.is_guessed || first.called_absent || second.called_absent;
        self.calls_absent |= first.called_absent || second.called_absent;
        let before = is_open.then(|| self.readings.clone());
        let judged = [&first, &second].map(|run| self.readings.judge(&case, &run.seen));
        if let Some(before) = before
            && self.sets_aside(drawn, [&first, &second], &judged)
        {
            self.readings = before;
            return Ok(false);
        }
        let [of_first, of_second] = judged;
        let is_new = self.look(drawn, &first, &of_first);
        self.look(drawn, &second, &of_second);
        self.directed.learn(&self.parameters, (drawn, genome), &first, &self.ways);
        if other_modes || is_new {
            let poison = Poison { seed, flipped: Flipped::Nowhere, extended: &self.extended.registers };
            let third = self.scene.run(&plan, drawn, poison, modes(self.question.target))?;
            if self.unexecuted(&third).is_none() {
                let judged = self.readings.judge(&case, &third.seen);
                self.look(drawn, &third, &judged);
            }
        }
        let differing = differences(&first.left, &second.left);
        // How a long way through memory ends, or one through code of others, says little, and takes long to find out.
        let is_short = [&first, &second]
            .iter()
            .all(|run| run.left.returned || run.astray.is_none() && run.instructions < MOST_ASTRAY);
        if !differing.is_empty() && is_short {
            self.trace(&plan, drawn, &first, seed, &differing)?;
        }
        if let Some(other) = &mut self.other {
            let poison = Poison { seed, flipped: Flipped::Nowhere, extended: &self.extended.registers };
            let theirs = other.run(&plan, drawn, poison, 0)?;
            self.compare(drawn, &first, &theirs);
        }
        Ok(is_new)
    }

    /// Takes note of what is wrong with a run, and of what ran; true if something ran that had not run before.
    fn look(&mut self, drawn: &Drawn, run: &Run, judgement: &Judgement) -> bool {
        add_clauses(&mut self.exercised, &judgement.exercised);
        self.dropped += run.seen.events_dropped;
        self.instructions += run.instructions;
        self.learn(run);
        let convention = self.question.convention;
        let comes_back = matches!(run.seen.end, RunEnd::Returned | RunEnd::Exited);
        if comes_back || convention.leaves() {
            self.returned += 1;
            self.deepest = self.deepest.max(run.deepest);
        }
        if convention.does_not_return && run.seen.end == RunEnd::Returned {
            let fault = self.comes_back(drawn);
            self.findings.add(findings::COMES_BACK, || fault);
        }
        for stray in &run.strays {
            let (name, fault) = self.stray(drawn, stray);
            self.findings.add(&name, || fault);
        }
        for (function, at, value) in &run.miscounts {
            let fault = self.miscount(drawn, *function, (*at, *value));
            self.findings.add(findings::MISCOUNT, || fault);
        }
        if let Some((name, fault)) = self.nonzero(drawn, run) {
            self.findings.add(&name, || fault);
        }
        let lost: Vec<String> = judgement.mismatches.iter().map(name_of).collect();
        for wrong in run.unwound.values() {
            if let Some(fault) = self.unwound(drawn, wrong, &lost) {
                self.findings.add(&fault.name.clone(), || fault);
            }
        }
        let arena = self.scene.arena();
        match (&run.cut, run.astray) {
            _ if convention.leaves() => {}
            (Some(what), _) => {
                let fault = self.cut(drawn, run, what);
                self.findings.add(high::CUT, || fault);
            }
            (None, Some(way)) => {
                let fault = self.astray(drawn, run, way);
                self.findings.add(findings::ASTRAY, || fault);
            }
            (None, None) => {}
        }
        for mismatch in judgement.mismatches.iter().filter(|mismatch| !convention.allows(mismatch)) {
            if mismatch.is_about_control() {
                if run.astray.is_none() && run.cut.is_none() {
                    let (name, fault) = self
                        .unset(drawn, run)
                        .unwrap_or_else(|| (findings::LOST.to_owned(), self.stopped(drawn, run)));
                    self.findings.add(&name, || fault);
                }
                continue;
            }
            // Reported with the object beside which it is.
            if let (Topic::Write, Some(at)) = (&mismatch.topic, words::written_at(mismatch))
                && arena.contains(&at)
                && !run.strays.is_empty()
            {
                continue;
            }
            let name = name_of(mismatch);
            let fault = self.fault(mismatch, drawn, run);
            self.findings.add(&name, || fault);
        }
        self.ways.add(&run.ways)
    }

    /// Takes note of numbers that the function works with.
    fn learn(&mut self, run: &Run) {
        // What is there whatever the input is.
        let stable = run.values.intersection(&self.values);
        let new = stable.filter(|value| !self.dictionary.contains(value));
        let room = MOST_WORDS.saturating_sub(self.dictionary.len());
        let new: Vec<u64> = new.take(room.min(MOST_NEW_WORDS)).copied().collect();
        self.dictionary.extend(new);
        self.values.clone_from(&run.values);
    }

    /// Finds out which poison a result depends on.
    fn trace(
        &mut self,
        plan: &Plan,
        drawn: &Drawn,
        first: &Run,
        seed: u64,
        differing: &[Difference],
    ) -> Result<(), TrialError> {
        self.traced += 1;
        if self.traced > MOST_TRACED {
            return Ok(());
        }
        let mut is_explained = false;
        let parameters = self.parameters.list.clone();
        for lair in lairs(plan, drawn).into_iter().chain(self.scene.unheld_lairs(plan)) {
            let extended = &self.extended.registers;
            let poison = Poison { seed, flipped: Flipped::Only(lair), extended };
            let run = self.scene.run(plan, drawn, poison, 0)?;
            let differing = differences(&first.left, &run.left);
            if differing.is_empty() {
                continue;
            }
            is_explained = true;
            if first.called_absent && absent::may_fill(lair)
                || self.only_saves(plan, lair, seed, [first, &run])
            {
                continue;
            }
            let name = |index: usize| parameters.get(index).map_or(String::new(), |p| p.name.clone());
            let about = (self.question.target, plan);
            // Padding of elements is copied with them.
            if let poison::Lair::Object(index) = lair
                && drawn.objects.iter().any(|o| o.parameter == index && o.access != meaning::Access::Out)
            {
                continue;
            }
            let Some(cause) = cause(about, lair, &differing, &name) else { continue };
            let fault = self.dependence(&cause, drawn, &differing);
            self.findings.add(&cause.name, || fault);
        }
        if !is_explained {
            let cause = depends::Cause {
                name: "depends on poison".to_owned(),
                what: "several things together that were not given".to_owned(),
                clauses: Vec::new(),
            };
            let fault = self.dependence(&cause, drawn, differing);
            self.findings.add(&cause.name, || fault);
        }
        Ok(())
    }

    /// True if a function has saved a register that it gives back in an object which it was given, as `setjmp` does.
    fn only_saves(&self, plan: &Plan, lair: poison::Lair, seed: u64, [one, other]: [&Run; 2]) -> bool {
        let poison::Lair::Register(register) = lair else { return false };
        let rule = plan.registers.iter().find(|rule| rule.register == register);
        let Some(rule) = rule.filter(|rule| rule.preservation.is_preserved()) else { return false };
        let bytes = self.question.target.register(register).map_or(0, |info| usize::from(info.bytes));
        let bytes = rule.preservation.demanded_bytes(bytes);
        let held = |flipped| {
            let extended = &self.extended.registers;
            Poison { seed, flipped, extended }.bytes(lair, 0, bytes)
        };
        if self.question.convention.saves_registers && one.left.result == other.left.result {
            return true;
        }
        let (of_one, of_other) = (held(Flipped::Nowhere), held(Flipped::Only(lair)));
        depends::is_only_saved(&one.left, &other.left, &of_one, &of_other)
    }

    /// Compares with the function that has to do the same.
    fn compare(&mut self, drawn: &Drawn, ours: &Run, theirs: &Run) {
        if !ours.left.returned || !theirs.left.returned {
            self.beyond_comparison |= !theirs.left.returned;
            return;
        }
        let (mut one, mut other) = (ours.left.clone(), theirs.left.clone());
        (one.own, other.own) = (Vec::new(), Vec::new());
        for difference in differences(&one, &other) {
            let (name, fault) = self.unequal(drawn, difference, &one, &other);
            self.findings.add(&name, || fault);
        }
    }

    fn reported(self) -> End {
        let target = self.question.target;
        let mut notes = Vec::new();
        if let Some(departure) = &self.departure {
            notes.push(format!(
                "one departure from the document explains all of this: {departure}. Compilers are known for it; --dialect asks \
                 for what they do"
            ));
        }
        if self.instructions >= MOST_INSTRUCTIONS {
            notes.push(format!("stopped after {} instructions of all runs together", self.instructions));
        }
        notes.extend(self.hung.words());
        notes.extend(self.question.convention.words(target));
        if self.dropped > 0 {
            notes.push(format!("{} events were too many to be looked at", self.dropped));
        }
        if self.beyond_comparison {
            notes.push("the function to compare with did not come back from some calls".to_owned());
        }
        if self.calls_absent {
            let names: Vec<String> =
                self.scene.cast.absent.functions.iter().map(|name| format!("`{name}`")).collect();
            notes.push(format!(
                "nothing that was given defines {}: functions of crosscall's stand in for what is called, which keep to the document \
                 and return 0 or 1",
                names.join(", ")
            ));
        }
        notes.extend(self.frames_note());
        let all = self.findings.into_list();
        let sorted = sort(all, |fault| fault.name.as_str(), &self.question.exceptions);
        if self.aside.inputs > 0 {
            let has_none = sorted.findings.is_empty() && sorted.accepted.is_empty();
            let is_untested = has_none && (self.returned == 0 || self.aside.is_cut_short());
            match (is_untested, self.aside.words()) {
                (true, words) => return End::NotTested(words),
                (false, words) => notes.push(words),
            }
        }
        let open = self.readings.with_other_places(&self.case);
        if !open.is_empty() && !sorted.findings.is_empty() {
            let clauses = self.readings.clauses(&open);
            let clauses: Vec<&str> = clauses.iter().map(|clause| target.short(clause)).collect();
            notes.push(format!(
                "the document leaves open where the arguments are, or what is above them, in {}: the function was called by the \
                 most plausible interpretation with which it works; --dialect asks for another one",
                clauses.join(", ")
            ));
        }
        let mut coverage = self.body.coverage(self.scene.stage(), &self.ways);
        let one_way = coverage.one_way.iter_mut().map(|(spot, _)| spot);
        for spot in coverage.missing.iter_mut().chain(one_way) {
            spot.source = source_at(&self.scene, self.sources, spot.address);
        }
        let mut clauses = self.exercised;
        if self.returned > 0 {
            add_clauses(&mut clauses, &self.scene.unheld_clauses(&self.plan));
        }
        clauses.sort_unstable();
        End::Ran(Box::new(Ran {
            source: source_at(&self.scene, self.sources, self.scene.function()),
            inputs: self.inputs,
            findings: sorted.findings,
            accepted: sorted.accepted,
            idle_exceptions: sorted.idle,
            coverage,
            least_coverage: self.question.effort.least_coverage,
            deepest_stack: self.deepest,
            readings: self.readings.followed,
            clauses,
            same_as: self.question.same_as.as_ref().map(|(_, symbol)| symbol.clone()),
            notes,
        }))
    }
}

/// The next seeds: those of an input that showed something new with a change, or new ones.
fn next(corpus: &[Genome], count: usize, numbers: &mut SplitMix64, turn: u64) -> Genome {
    let mut dice = Dice(SplitMix64::new(numbers.next_u64()));
    let old = if dice.one_in(3) { None } else { dice.pick(corpus).cloned() };
    let Some(mut genome) = old else { return fresh(count, numbers, turn) };
    genome.poison = numbers.next_u64();
    if turn < place::RESIDUES || dice.one_in(2) {
        genome.turn = turn;
    }
    for _ in 0..=dice.below(2) {
        let at = dice.below(count as u64) as usize;
        let from = dice.below(count as u64) as usize;
        let copied = genome.genes.get(from).map(|gene| gene.seed);
        let Some(gene) = genome.genes.get_mut(at) else { continue };
        match dice.below(6) {
            0 => *gene = Gene { seed: dice.number(), ..Gene::default() },
            1 => *gene = Gene { seed: copied.unwrap_or(gene.seed), forced: None, ..gene.clone() },
            _ => gene.edits.push((dice.number() as u32, dice.number() as u8)),
        }
    }
    genome
}

/// A plan with the parameters' own names.
fn named(mut plan: Plan, parameters: &Parameters) -> Plan {
    for (passed, parameter) in plan.arguments.iter_mut().zip(&parameters.list) {
        passed.name.clone_from(&parameter.name);
        passed.c_type.clone_from(&parameter.written);
    }
    plan
}

/// The line of the source of an instruction, where it is known.
fn source_at(scene: &Scene, sources: &Sources<'_>, address: u64) -> Option<Source> {
    let (object, section, offset) = scene.stage().origin(address)?;
    sources.line(object, section, offset)
}

/// Name of a value in messages.
fn name_of_value(parameters: &Parameters, value: ValueId) -> String {
    match value {
        ValueId::Argument(index) => parameters.list.get(index).map_or(value.to_string(), |p| p.name.clone()),
        ValueId::Unnamed(_) | ValueId::Result => value.to_string(),
    }
}

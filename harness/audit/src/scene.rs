//! The program around a function that is audited: objects, probe, functions of ours, and memory for arguments.

use super::Effort;
use super::absent;
use super::cast::{self, Cast};
use super::coverage::{self, Body};
use super::draw::{Drawn, Genome};
use super::enter::{StageFacts, enter};
use super::eyes::{Comparing, Counted, Eyes, NOWHERE, Stray, Ways};
use super::high;
use super::meaning::Access;
use super::poison::{Above, Flipped, Lair, Poison};
use super::unheld::{Nonzero, Unheld};
use super::unwind::{Cause, Following, Frames, Wrong};
use crosscall_engine::machine::TrialError;
use crosscall_engine::trial::entered::{Conditions, Hand, K, Stage};
use crosscall_generator::seed::SplitMix64;
use crosscall_machines::listing::Line;
use crosscall_machines::machine::Machine;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::observation::{End, Observation, Snapshot, number};
use crosscall_model::plan::{ClauseId, Link, Plan};
use crosscall_model::target::Register;
use crosscall_model::{Target, unit};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Sizes of the memory for objects that are tried, in bytes, and what is left free on both sides.
const ARENAS: [(u64, u64); 5] =
    [(1 << 20, 1 << 12), (1 << 18, 1 << 12), (1 << 16, 1 << 11), (1 << 14, 1 << 10), (1 << 12, 1 << 8)];

/// A function with all that is needed to run it.
#[derive(Debug)]
pub(super) struct Scene {
    stage: Stage,
    facts: StageFacts,
    /// Pointers to the functions of ours, for each of the parameters' functions.
    pub(super) functions: Vec<Vec<u64>>,
    /// Addresses of all these functions, and those that stand for functions which nothing defines.
    ours: Vec<u64>,
    /// Functions of ours, and what nothing defines.
    pub(super) cast: Arc<Cast>,
    /// Addresses of those that stand for functions which nothing defines.
    stand_ins: Vec<u64>,
    /// Conditional branches of the function that compare a register with another one or with zero.
    comparing: Comparing,
    /// Those of them that are told how many registers carry arguments.
    pub(super) counted: Vec<Counted>,
    /// Largest number of instructions of one run.
    pub(super) budget: u64,
    unheld: Unheld,
    /// Addresses that stand for those of code.
    far: Vec<(u64, u64)>,
    /// Address to which the function comes back.
    back: u64,
    /// Call frame information, where it is compared.
    pub(super) frames: Option<Frames>,
}

/// Record of one run.
pub(super) struct Run {
    /// Observation for the judge.
    pub(super) seen: Observation,
    /// Ways that were taken.
    pub(super) ways: Ways,
    /// Bytes of the stack that were used.
    pub(super) deepest: u64,
    /// Accesses beside objects.
    pub(super) strays: Vec<Stray>,
    /// Address of the instruction that has last written each register, by the machine's numbers.
    pub(super) writers: BTreeMap<u16, u64>,
    /// Values that registers got.
    pub(super) values: BTreeSet<u64>,
    /// Calls of functions of ours that are told a wrong number of registers.
    pub(super) miscounts: Vec<(usize, u64, u8)>,
    /// Address that control went to and that is neither code under test nor a function that it may call, and the
    /// instruction that it came from.
    pub(super) astray: Option<(u64, u64)>,
    /// Instructions that were executed.
    pub(super) instructions: u64,
    /// What the machine lacks for the run to go on, where that has ended it.
    pub(super) lacking: Option<String>,
    /// True if a function was called that nothing defines.
    pub(super) called_absent: bool,
    /// What a pointer led to that was used with its lowest 32 bits alone.
    pub(super) cut: Option<String>,
    /// Unequal values that branches have compared: the address of the branch, and both values.
    pub(super) compared: Vec<(u64, u64, u64)>,
    /// The place of the kind of vectors that it was stopped for, which it has not set.
    pub(super) unset: Option<Lair>,
    /// A register that has to be zero at calls and at return and was not.
    pub(super) nonzero: Option<Nonzero>,
    /// Wrong claims of its call frame information.
    pub(super) unwound: BTreeMap<Cause, Wrong>,
    /// State that the function left.
    pub(super) left: Left,
}

/// State that a function leaves behind, as far as callers look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Left {
    /// True if it came back.
    pub(super) returned: bool,
    /// Address that a fault is about which has ended it.
    pub(super) fault: Option<u64>,
    /// Bytes of the result that the type determines; others are zero.
    pub(super) result: Option<Vec<u8>>,
    /// Objects before and after.
    pub(super) objects: Vec<(Vec<u8>, Vec<u8>)>,
    /// Data of the function itself.
    pub(super) own: Vec<Vec<u8>>,
}

impl Scene {
    /// Links and loads everything. `avoid` is memory that arguments may not be in, beside what the program itself and its
    /// document keep for something else.
    ///
    /// # Errors
    /// The message of the assembler, the linker or the loader, or that there is no memory.
    pub(super) fn new(
        objects: &[ObjectFile],
        cast: &Arc<Cast>,
        plan: &Plan,
        (avoid, effort, memory): (&[Range<u64>], &Effort, Option<u64>),
    ) -> Result<Scene, TrialError> {
        let target = cast.target;
        let subjects: Vec<&ObjectFile> = objects.iter().collect();
        let stage = match memory {
            None => Stage::new(target, &subjects, &cast.probes)?,
            Some(memory) => {
                let high = Stage::high(target, &subjects, &cast.probes, (memory, high::SIZE));
                high.ok_or_else(|| TrialError::Failed("no memory is so high".to_owned()))??
            }
        };
        let mut avoid: Vec<Range<u64>> = avoid.to_vec();
        avoid.extend(plan.forbidden.iter().map(|(range, _)| range.clone()));
        let arena = ARENAS.iter().find_map(|(bytes, margin)| stage.free(*bytes, *margin, &avoid));
        let arena = arena.ok_or_else(|| {
            TrialError::Failed("the program leaves no room in memory for the objects of arguments".to_owned())
        })?;
        let facts = StageFacts::of(&stage, plan, arena);
        let address = |k| stage.address_of(&unit::callee(k)).unwrap_or(0);
        let of_one = |number| -> Vec<u64> {
            (0..cast::VARIANTS).map(|variant| address(cast::function_number(number, variant))).collect()
        };
        let counted = cast.linkages.iter().filter_map(|(k, linkage)| {
            let (Link::Count(least, most), register) = (linkage.link, linkage.place.register()?) else {
                return None;
            };
            let name = target.register(register)?.name;
            let (address, number) = (address(*k), stage.number_of(register));
            Some(Counted { address, number, name, range: (least, most), clauses: linkage.clauses.clone() })
        });
        let counted = counted.collect();
        let all: Vec<Vec<u64>> = (0..cast.functions).map(of_one).collect();
        let stand_ins: Vec<u64> = cast.stand_ins().map(address).collect();
        let ours = [all.concat(), stand_ins.clone()].concat();
        let back = stage.address_of(&unit::back(K)).unwrap_or(0);
        let far =
            memory.map_or_else(Vec::new, |memory| high::far(memory, &[vec![back], all.concat()].concat()));
        let pointer = |near: u64| match far.iter().find(|(_, of)| *of == near) {
            Some((far, _)) => *far,
            None => target.code_pointer(near),
        };
        let functions = all.iter().map(|one| one.iter().copied().map(pointer).collect()).collect();
        let unheld = Unheld::of(&stage, plan, effort.vector_bits);
        let mut scene = Scene {
            stage,
            facts,
            functions,
            ours,
            cast: cast.clone(),
            stand_ins,
            comparing: Comparing::new(),
            counted,
            budget: effort.budget,
            unheld,
            far,
            back,
            frames: None,
        };
        scene.comparing = comparing(&scene);
        Ok(scene)
    }

    /// The program.
    pub(super) fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Everything that the program occupies.
    pub(super) fn occupied(&self) -> &[Range<u64>] {
        self.stage.occupied()
    }

    /// Memory for objects.
    pub(super) fn arena(&self) -> Range<u64> {
        self.facts.arena.clone()
    }

    /// Address of the function's first instruction.
    pub(super) fn function(&self) -> u64 {
        self.stage.address_of(&unit::callee(K)).unwrap_or(0)
    }

    /// Places of registers that snapshots do not hold and that have poison.
    pub(super) fn unheld_lairs(&self, plan: &Plan) -> Vec<Lair> {
        self.unheld.lairs(plan)
    }

    /// Clauses on registers that snapshots do not hold, where the function uses such.
    pub(super) fn unheld_clauses(&self, plan: &Plan) -> Vec<ClauseId> {
        self.unheld.clauses(plan)
    }

    /// The machine's number of each register.
    pub(super) fn numbers(&self) -> &[u16] {
        &self.facts.numbers
    }

    /// Runs the function with an input and poison.
    ///
    /// # Errors
    /// When it cannot be entered.
    pub(super) fn run(
        &mut self,
        plan: &Plan,
        drawn: &Drawn,
        poison: Poison<'_>,
        modes: u64,
    ) -> Result<Run, TrialError> {
        let target = self.stage.target();
        let lent: Vec<Range<u64>> = drawn
            .objects
            .iter()
            .filter(|object| object.access != Access::In)
            .map(|object| object.range.clone())
            .collect();
        let code = self.stage.code().to_vec();
        let sp_number = self.stage.number_of(target.stack_pointer());
        let unit = u64::from(target.facts().least_store);
        let mut eyes = Eyes::new(
            &code,
            (self.facts.arena.clone(), &drawn.objects),
            unit,
            (sp_number, plan.stack.grows_down),
            (&self.ours, &self.stand_ins, self.stage.host()),
            &self.counted,
            (&self.comparing, self.unheld.followed()),
        );
        let function = self.frames.is_some().then(|| self.function());
        if let (Some(frames), Some(function)) = (&self.frames, function)
            && frames.procedure(function).is_some()
        {
            eyes.following = Some(Following::new(frames, &self.facts.numbers, function));
        }
        let served = poison.bytes(Lair::Served, 0, size_of::<u64>());
        let served = number(&served);
        let far = self.far.as_slice();
        let conditions =
            Conditions { modes, budget: self.budget, lent: &lent, ours: &self.ours, far, served };
        let absent = (self.stand_ins.as_slice(), &self.cast.results);
        let unheld = &self.unheld;
        let mut hand = Poisoner { facts: &self.facts, unheld, plan, drawn, poison, target, absent };
        let seen = self.stage.run(plan, &conditions, &mut hand, &mut eyes)?;
        let entry_sp = seen.entry.as_ref().map_or(0, Snapshot::sp);
        let deepest = eyes.depth(entry_sp, &self.stage.stack());
        // A function that uses more of the stack finds poison there from the next run on.
        self.facts.reach = self.facts.reach.max(deepest.saturating_mul(2));
        let Eyes {
            ways,
            strays,
            writers,
            values,
            miscounts,
            astray,
            last,
            called_absent,
            compared,
            unheld: followed,
            following,
            ..
        } = eyes;
        let unset = followed.unset(&seen.end);
        let at_return = || {
            let left = self.unheld.left(&self.stage).filter(|_| seen.end == End::Returned);
            left.map(|(number, rule, value)| Nonzero { rule, value, at: writers.get(&number).copied() })
        };
        let nonzero = followed.nonzero.or_else(at_return);
        let has_returned = matches!(seen.end, End::Returned);
        let unwound = following.map_or(BTreeMap::new(), |following| following.found(has_returned));
        let used = self.stage.fault_address().and_then(|address| self.cast.absent.used(address));
        let lacking = used.or_else(|| self.stage.lacking());
        let left = self.left(plan, drawn, poison, &seen);
        // What stands for code is no memory: beside it nothing can be executed.
        let beside = match seen.end {
            End::Fault { pc, .. } if last != NOWHERE && high::is_beside(pc, far) => Some((pc, last)),
            _ => None,
        };
        let astray = astray.or(beside);
        let wrong = astray.map(|(to, _)| to).or_else(|| self.stage.fault_address());
        let stack = self.stage.stack();
        let cut = wrong.and_then(|address| high::cut(address, drawn, &stack, (far, self.back)));
        let instructions = self.stage.instructions();
        Ok(Run {
            seen,
            ways,
            deepest,
            strays,
            writers,
            values,
            miscounts,
            astray,
            instructions,
            lacking,
            called_absent,
            cut,
            compared,
            unset,
            nonzero,
            unwound,
            left,
        })
    }

    /// Two runs of an input, between which every bit of poison differs.
    ///
    /// # Errors
    /// As for [`run`](Self::run).
    pub(super) fn pair(
        &mut self,
        plan: &Plan,
        drawn: &Drawn,
        seed: u64,
        extended: &[(Register, Above)],
    ) -> Result<[Run; 2], TrialError> {
        let mut run = |flipped| self.run(plan, drawn, Poison { seed, flipped, extended }, 0);
        Ok([run(Flipped::Nowhere)?, run(Flipped::Everywhere)?])
    }

    fn left(&self, plan: &Plan, drawn: &Drawn, poison: Poison<'_>, seen: &Observation) -> Left {
        let objects = drawn.objects.iter().map(|object| {
            let before = poison.around(Lair::Object(object.parameter), (&object.bytes, &object.mask));
            let after = self.stage.read(object.range.start, before.len()).unwrap_or_default();
            let valued = |bytes: Vec<u8>| -> Vec<u8> {
                bytes.iter().zip(&object.valued).map(|(byte, mask)| byte & mask).collect()
            };
            (valued(before), valued(after))
        });
        let own = self.stage.own_data().iter().map(|range| {
            let length = usize::try_from(range.end - range.start).unwrap_or(0);
            self.stage.read(range.start, length).unwrap_or_default()
        });
        Left {
            returned: matches!(seen.end, End::Returned | End::Exited),
            fault: self.stage.fault_address(),
            result: result(plan, seen),
            objects: objects.collect(),
            own: own.collect(),
        }
    }
}

/// Sets up one run.
struct Poisoner<'a> {
    facts: &'a StageFacts,
    unheld: &'a Unheld,
    plan: &'a Plan,
    drawn: &'a Drawn,
    poison: Poison<'a>,
    target: Target,
    /// Functions that stand for those which nothing defines, and registers in which they return values.
    absent: (&'a [u64], &'a BTreeSet<Register>),
}

impl Hand for Poisoner<'_> {
    fn enter(&mut self, machine: &mut dyn Machine, at: &Snapshot) -> Result<(), TrialError> {
        self.unheld.enter(machine, self.poison);
        enter(machine, self.facts, (self.plan, self.drawn), at, self.poison)
    }

    fn left(&mut self, machine: &mut dyn Machine) {
        self.unheld.leave(machine, self.poison);
    }

    fn leave(&mut self, function: u64, register: Register, bytes: &mut [u8]) {
        let (absent, results) = self.absent;
        if absent.contains(&function) && results.contains(&register) {
            let is_one = self.poison.seed & 1 == 1;
            absent::result(self.target, register, is_one, bytes);
            return;
        }
        for (at, byte) in (0..).zip(bytes) {
            *byte = self.poison.byte(Lair::Left(register), at);
        }
    }
}

/// Conditional branches of the function that compare a register with another one or with zero, where that is known.
fn comparing(scene: &Scene) -> Comparing {
    let stage = scene.stage();
    let target = stage.target();
    let number = |name: &str| Some(stage.number_of(target.register_named(name)?));
    let lines = Body::of(stage, scene.function()).lines;
    let of_line = |line: &Line| {
        let (one, other) = coverage::compared(target, &line.text)?;
        let other = if other == "zero" { None } else { Some(number(other)?) };
        Some((line.address, (number(one)?, other)))
    };
    lines.iter().filter_map(of_line).collect()
}

/// The determined bytes of a result.
fn result(plan: &Plan, seen: &Observation) -> Option<Vec<u8>> {
    let (entry, exit, result) = (seen.entry.as_ref()?, seen.exit.as_ref()?, plan.result.as_ref()?);
    let bytes = exit.value(result, entry)?;
    Some(bytes.iter().zip(&result.image.mask).map(|(byte, mask)| byte & mask).collect())
}

/// New seeds for every argument.
pub(super) fn fresh(count: usize, numbers: &mut SplitMix64, turn: u64) -> Genome {
    let gene = |_| super::draw::Gene { seed: numbers.next_u64(), ..super::draw::Gene::default() };
    let genes = (0..count).map(gene).collect();
    Genome { genes, poison: numbers.next_u64(), turn }
}

//! From cases to a subject's object files.

use crate::bisect::{self, compile_batch};
use crate::capability::Capabilities;
use crate::compile::{CompileFailure, FailureKind};
use crate::language::Language;
use crate::recorded::serve;
use crate::spelling::spelled;
use crate::{Toolchain, ToolchainKind, class, printer};
use crosscall_base::process::Limits;
use crosscall_embedded::{Options, Readings, Unsupported};
use crosscall_engine::machine;
use crosscall_engine::unit::{Compiled, Failure, Incident, Role};
use crosscall_engine::verdict::CaseResult;
use crosscall_engine::verdict::batch::Batch;
use crosscall_engine::verdict::between::{self, Dialect, Side};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Case;
use crosscall_model::object::ObjectForm;
use crosscall_oracle::knowledge::Knowledge;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Everything that compiling needs besides the cases.
#[derive(Debug, Clone, Copy)]
pub struct CompileContext<'a> {
    /// Folder for temporary folders.
    pub work_dir: &'a Path,
    /// Bounds of one compiler run.
    pub limits: &'a Limits,
    /// Set when the user interrupts.
    pub stop: &'a AtomicBool,
}

/// The text of a unit with the cases at these positions.
type Text = (Language, Role, Vec<usize>, String);

/// The cases of a batch with their units in the compilers' languages, each of which is written once for all subjects.
#[derive(Debug)]
pub struct Sources<'a> {
    cases: &'a [Case],
    kept: RefCell<Vec<Text>>,
    keys: RefCell<BTreeMap<(usize, Option<Role>), String>>,
}

impl<'a> Sources<'a> {
    /// Cases of which nothing is written yet.
    pub fn new(cases: &'a [Case]) -> Sources<'a> {
        Sources { cases, kept: RefCell::default(), keys: RefCell::default() }
    }

    /// The cases.
    pub fn cases(&self) -> &'a [Case] {
        self.cases
    }

    /// Digest of the case at a position.
    pub fn case_key(&self, k: usize) -> String {
        self.key(k, None, serve::case_key)
    }

    /// Digest of the text of the case at a position, by itself, in a role.
    pub fn text_key(&self, role: Role, k: usize) -> String {
        self.key(k, Some(role), |case| serve::text_key(role, case))
    }

    fn key(&self, k: usize, role: Option<Role>, of: impl Fn(&Case) -> String) -> String {
        let mut keys = self.keys.borrow_mut();
        let key = || self.cases.get(k).map(of).unwrap_or_default();
        keys.entry((k, role)).or_insert_with(key).clone()
    }

    /// The text of a unit with the cases at these positions.
    fn text(&self, language: Language, role: Role, wanted: &[usize]) -> String {
        let mut kept = self.kept.borrow_mut();
        let same = kept.iter().find(|(l, r, ks, _)| (*l, *r) == (language, role) && ks == wanted);
        if let Some((.., text)) = same {
            return text.clone();
        }
        let chosen: Vec<_> = wanted.iter().filter_map(|k| Some((*k, self.cases.get(*k)?))).collect();
        let text = language.text(role, &chosen);
        kept.push((language, role, wanted.to_vec(), text.clone()));
        text
    }
}

/// The text of a unit in assembly, by the embedded code generator.
///
/// # Errors
/// The construct in the cases that the code generator cannot write.
pub fn assembly_text(
    role: Role,
    cases: &[(usize, &Case)],
    options: &Options,
) -> Result<String, Vec<Unsupported>> {
    match role {
        Role::Callee => crosscall_embedded::callee_unit(cases, options),
        Role::Caller => crosscall_embedded::caller_unit(cases, options),
        Role::Layout => crosscall_embedded::layout_unit(cases, options),
    }
}

/// Writes the unit of cases in assembly text.
pub type InAssembly<'a> = dyn Fn(&[usize], bool) -> Result<String, Vec<Unsupported>> + 'a;

/// The same where there is one way only.
type OneWay<'a> = dyn Fn(&[usize]) -> Result<String, Vec<Unsupported>> + 'a;

/// Writer of the unit of some cases. A text for some of the cases names each of them as one for all of them does.
pub struct Writer<'a> {
    /// Name of the unit's files.
    pub unit_name: &'static str,
    /// In the language of a compiler.
    pub in_source: &'a dyn Fn(&[usize]) -> String,
    /// In assembly, by the embedded code generator; without the subject's fault where it `is_sound`.
    pub in_assembly: &'a InAssembly<'a>,
}

impl std::fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("unit_name", &self.unit_name).finish_non_exhaustive()
    }
}

/// Compiles the cases of a batch.
///
/// # Errors
/// A failure that has nothing to do with the cases: the compiler cannot be run, or the user interrupted.
pub fn compile(
    subject: &Toolchain,
    role: Role,
    sources: &Sources<'_>,
    capabilities: &Capabilities,
    context: CompileContext<'_>,
) -> Result<Compiled, CompileFailure> {
    let cases = sources.cases;
    if let Some(recorded) = &subject.recorded.0 {
        return Ok(recorded.compile(role, sources));
    }
    let mut compiled = Compiled::default();
    let mut indices = Vec::new();
    let language = subject.kind.written_in();
    for (k, case) in cases.iter().enumerate() {
        let lacks = || language.lacks(role, case);
        match capabilities.lacks(&subject.name, case).or_else(lacks) {
            Some(reason) => compiled.failures.push((k, Failure::Unsupported(reason))),
            None => indices.push(k),
        }
    }
    let options = subject.options();
    let sound = Options { fault: None, ..options.clone() };
    let in_assembly = |wanted: &[usize], is_sound: bool| {
        let chosen: Vec<_> = wanted.iter().filter_map(|k| Some((*k, cases.get(*k)?))).collect();
        assembly_text(role, &chosen, if is_sound { &sound } else { &options })
    };
    let in_source = |wanted: &[usize]| spelled(subject, sources.text(language, role, wanted), context);
    let writer = Writer { unit_name: role.unit_name(), in_source: &in_source, in_assembly: &in_assembly };
    write_and_compile(subject, indices, &writer, &mut compiled, context)?;
    if language == Language::Request {
        printer::hold_to_contract(subject, role, cases, &mut compiled);
    }
    Ok(compiled)
}

/// The embedded code generator's unit of cases under other readings than its own.
fn adapted(subject: &Toolchain, role: Role, cases: &[Case], readings: Readings) -> Compiled {
    let options = Options { readings, ..subject.options() };
    let mut compiled = Compiled::default();
    let in_assembly = |wanted: &[usize]| {
        let chosen: Vec<_> = wanted.iter().filter_map(|k| Some((*k, cases.get(*k)?))).collect();
        assembly_text(role, &chosen, &options)
    };
    let indices = (0..cases.len()).collect();
    embedded(subject, role.unit_name(), &in_assembly, indices, &mut compiled);
    compiled
}

/// A subject with its unit of a batch and what is known of it.
pub type Party<'a> = (&'a Toolchain, &'a Compiled, &'a Knowledge);

/// Verdicts on the calls from one subject to another.
pub fn cross(batch: &Batch<'_>, caller: Party<'_>, callee: Party<'_>) -> Vec<CaseResult> {
    let write_caller = |readings| adapted(caller.0, Role::Caller, batch.cases(), readings);
    let write_callee = |readings| adapted(callee.0, Role::Callee, batch.cases(), readings);
    let is_one = class::is_one(caller.0, callee.0);
    between::cross(batch, side(caller, &write_caller), side(callee, &write_callee), is_one)
}

fn side<'a>((subject, unit, knowledge): Party<'a>, write: &'a dyn Fn(Readings) -> Compiled) -> Side<'a> {
    let dialect = match subject.kind {
        ToolchainKind::Embedded => Dialect::Given(write),
        ToolchainKind::Forw => Dialect::None,
        _ => Dialect::Own,
    };
    Side { name: &subject.name, unit, knowledge, dialect }
}

/// Writes and compiles the cases at these positions.
///
/// # Errors
/// A failure that has nothing to do with the cases: the compiler cannot be run, or the user interrupted.
pub(crate) fn write_and_compile(
    subject: &Toolchain,
    indices: Vec<usize>,
    writer: &Writer<'_>,
    compiled: &mut Compiled,
    context: CompileContext<'_>,
) -> Result<(), CompileFailure> {
    if subject.kind == ToolchainKind::Embedded {
        let in_assembly = |ks: &[usize]| {
            let text = (writer.in_assembly)(ks, false);
            if let (Some(hook), Ok(text)) = (&subject.hook, &text)
                && let Ok(sound) = (writer.in_assembly)(ks, true)
            {
                hook.note_written(text, &sound);
            }
            text
        };
        embedded(subject, writer.unit_name, &in_assembly, indices, compiled);
        return Ok(());
    }
    let mut indices = indices;
    let as_text = |ks: &[usize]| (writer.in_assembly)(ks, true).unwrap_or_default();
    let render: &dyn Fn(&[usize]) -> String = match subject.kind {
        ToolchainKind::Forw => {
            leave_out_unsupported(writer, &mut indices, compiled);
            &as_text
        }
        _ => writer.in_source,
    };
    let bench = bisect::Bench::new(subject, writer.unit_name, context);
    // Units that are still to be compiled, the next one at the end.
    let mut units = vec![indices];
    while let Some(indices) = units.pop() {
        let batch = compile_batch(bench, &indices, render)?;
        for (mut ks, unit) in batch.units {
            ks.retain(|k| unit.refused.iter().all(|(refused, _)| refused != k));
            let reason = |reason: String| format!("{}: {reason}", subject.name);
            let refused = unit.refused.into_iter();
            compiled.failures.extend(refused.map(|(k, why)| (k, Failure::Unsupported(reason(why)))));
            if ks.is_empty() {
                continue;
            }
            if let Some(halves) = too_large(subject, &ks, &unit.object) {
                units.extend(halves.map(<[usize]>::to_vec));
                continue;
            }
            compiled.forms.extend(ObjectForm::of(&unit.object_bytes));
            compiled.objects.push((ks, unit.object));
            compiled.written.extend(Some(unit.object_bytes).filter(|_| !subject.emulator.is_empty()));
        }
        for (k, failure) in batch.failures {
            compiled.failures.push((k, describe(failure, || render(&[k]))));
        }
        for (ks, failure) in batch.together {
            let failure = describe(failure, || render(&ks));
            match failure {
                Failure::Fault { .. } => compiled.together.push((ks, failure)),
                _ => compiled.incidents.push(incident(&ks, "only together with others", failure)),
            }
        }
        for (ks, failure) in batch.unrepeated {
            let failure = describe(failure, || render(&ks));
            let when = "not again when the same was compiled once more";
            compiled.incidents.push(incident(&ks, when, failure));
        }
    }
    Ok(())
}

/// The cases of a unit in halves, the second one first, if it would leave no room for another one in the target's memory.
fn too_large<'k>(subject: &Toolchain, ks: &'k [usize], object: &ObjectFile) -> Option<[&'k [usize]; 2]> {
    let (first, second) = ks.split_at(ks.len() / 2);
    (!first.is_empty() && !machine::leaves_room(subject.target, object)).then_some([second, first])
}

/// Takes out the cases that the embedded code generator, whose text is assembled, cannot write.
fn leave_out_unsupported(writer: &Writer<'_>, indices: &mut Vec<usize>, compiled: &mut Compiled) {
    while let Err(unsupported) = (writer.in_assembly)(indices, true) {
        if !take_out(&unsupported, indices, compiled) {
            break;
        }
    }
}

/// Takes out the cases that are unsupported; whether any of them was there.
fn take_out(unsupported: &[Unsupported], indices: &mut Vec<usize>, compiled: &mut Compiled) -> bool {
    let before = indices.len();
    indices.retain(|k| unsupported.iter().all(|one| one.k != *k));
    // The same for every case: what is counted are reasons.
    let reason = |one: &Unsupported| format!("crosscall's code generator does not write {}", one.feature);
    let failure = |one: &Unsupported| (one.k, Failure::Unsupported(reason(one)));
    compiled.failures.extend(unsupported.iter().map(failure));
    indices.len() < before
}

/// A compiler's failure as that of a unit, whose text is `source`.
pub fn describe(failure: CompileFailure, source: impl Fn() -> String) -> Failure {
    match failure.kind {
        FailureKind::NotTried => Failure::NotTried(failure.to_string()),
        FailureKind::Rejected(_) | FailureKind::NotAssembled => {
            Failure::Rejected { what: failure.in_full(), source: source() }
        }
        _ => Failure::Fault { what: failure.to_string(), source: source() },
    }
}

/// Incident of a failure with the cases at `ks`, which came `when`.
pub fn incident(ks: &[usize], when: &str, failure: Failure) -> Incident {
    let (what, source) = match failure {
        Failure::Unsupported(what) | Failure::NotTried(what) | Failure::NotRecorded(what) => {
            (what, String::new())
        }
        Failure::Rejected { what, source } | Failure::Fault { what, source } => (what, source),
    };
    // The first line is what people see.
    let what = match what.split_once('\n') {
        Some((line, rest)) => format!("{line} ({when})\n{rest}"),
        None => format!("{what} ({when})"),
    };
    Incident { k: ks.first().copied().unwrap_or(0), what, source }
}

/// Writes cases in assembly, and assembles them: in so many units that each leaves room for others.
fn embedded(
    subject: &Toolchain,
    unit_name: &str,
    in_assembly: &OneWay<'_>,
    indices: Vec<usize>,
    compiled: &mut Compiled,
) {
    // Units that are still to be written, the next one at the end.
    let mut units = vec![indices];
    while let Some(mut indices) = units.pop() {
        if indices.is_empty() {
            continue;
        }
        let text = match in_assembly(&indices) {
            Ok(text) => text,
            Err(unsupported) => {
                if take_out(&unsupported, &mut indices, compiled) {
                    units.push(indices);
                }
                continue;
            }
        };
        match machine::assemble(subject.target, unit_name, &text) {
            Ok(object) => match too_large(subject, &indices, &object) {
                Some(halves) => units.extend(halves.map(<[usize]>::to_vec)),
                None => compiled.objects.push((indices, object)),
            },
            Err(error) => {
                let what = format!("{}: its assembly text is not accepted: {error}", subject.name);
                let fault = || Failure::Fault { what: what.clone(), source: text.clone() };
                compiled.failures.extend(indices.into_iter().map(|k| (k, fault())));
            }
        }
    }
}

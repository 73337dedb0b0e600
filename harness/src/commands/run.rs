//! `crosscall run`.

use super::heartbeat::{self, Pulse};
use super::session::{self, present_folder};
use super::{described, matrix, on_finding, page, stored};
use crate::cli::{BackendWord, FailOn, ProgramArgs, ReportFormat, RunArgs, Targets};
use crate::evidence;
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::{check_writable, note, print, write_atomically};
use crosscall_base::pattern::fits;
use crosscall_base::process::{Limits, folder};
use crosscall_base::progress::{Bar, Progress, Waiting};
use crosscall_campaign::RunSettings;
use crosscall_campaign::archive::{plain_titles, titles};
use crosscall_campaign::known::{Compilers, Entry, Known, Subject, accept};
use crosscall_campaign::report_folder::{REPORT, ReportFolder};
use crosscall_campaign::rerun::recheck;
use crosscall_campaign::shard::ShardChoice;
use crosscall_campaign::store::Reader;
use crosscall_campaign::stored::CampaignStore;
use crosscall_campaign::until::Until;
use crosscall_campaign::weights::Weights;
use crosscall_toolchain::Toolchain;

use crosscall_model::finding::Finding;
use crosscall_model::{Pairing, Target, counted};
use crosscall_reports::outcome::{EXIT_TOOL, EXIT_VIOLATIONS};
use crosscall_reports::picture::{Page, on_page};
use crosscall_reports::run::{LeftOut, Narrowed, RunReport, UNBOUNDED};
use crosscall_reports::screen::{self, Of};
use crosscall_reports::text::Shown;
use crosscall_reports::{dialect, github, json, junit, markdown, sarif, shell, text};
use crosscall_toolchain::usual::{self, Breadth};
use crosscall_toolchain::{config, identity};
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Cases for each target where nothing else is said: the directed ones of every target, and some random ones.
const CASES: u64 = 1500;

/// Runs a campaign and prints its report.
///
/// # Errors
/// [`Error::Input`] for a wrong selection, [`Error::Tool`] when a toolchain cannot be run,
/// [`Error::Store`] when results cannot be written; what was found until then is printed before.
pub fn run(args: &RunArgs, config: Option<&Path>) -> Result<u8, Error> {
    let origin = args.programs.origin();
    check_companions(args)?;
    check_output(args.output.as_deref())?;
    args.accept.as_deref().map_or(Ok(()), check_writable)?;
    if let Some(folder) = &args.report {
        ReportFolder::check_unused(folder)?;
    }
    let (settings, untested) = prepare(args, config)?;
    let on_finding = args.on_finding.as_deref().map(on_finding_command).transpose()?;
    let store = args.store.as_deref().map(|folder| stored::open(folder, &settings)).transpose()?;
    let report = execute(args, &settings, store.as_ref()).map(|report| RunReport {
        origin,
        left_out: [report.left_out, untested.left_out].concat(),
        narrowed: untested.narrowed,
        ..report
    });
    let code = report.and_then(|report| {
        finish(args, &settings, store.as_ref(), on_finding.as_deref(), report).map_err(Broken::from)
    });
    code.or_else(|broken| {
        if let Some(store) = &store {
            stored::fail(store, &settings.known, broken.exit_code(), &broken.error);
        }
        broken.result()
    })
}

/// A run that could not go on.
struct Broken {
    error: Error,
    /// True if something new was found before, and reported.
    has_found: bool,
}

impl From<Error> for Broken {
    fn from(error: Error) -> Broken {
        Broken { error, has_found: false }
    }
}

impl Broken {
    fn exit_code(&self) -> u8 {
        match self.error.exit_code() {
            EXIT_TOOL if self.has_found => EXIT_VIOLATIONS,
            code => code,
        }
    }

    /// The exit code, after the message, where findings count for more than the error.
    fn result(self) -> Result<u8, Error> {
        let code = self.exit_code();
        if code == self.error.exit_code() {
            return Err(self.error);
        }
        note(&format!("crosscall: {}", self.error));
        Ok(code)
    }
}

/// Settings of a run, and subjects that take no part.
///
/// # Errors
/// [`Error::Input`] for a wrong selection.
fn prepare(args: &RunArgs, config: Option<&Path>) -> Result<(RunSettings, Untested), Error> {
    let of_words = Targets::all(&args.target);
    let names: Vec<String> = described::names(&args.subject).chain(args.toolchain.iter().cloned()).collect();
    let breadth = match names.is_empty() {
        true => {
            Breadth { targets: !of_words.is_empty(), levels: args.all_levels, versions: args.all_versions }
        }
        false => Breadth::ALL,
    };
    let (mut inventory, _) = session::inventory_of(&of_words, &names, breadth, config)?;
    // Findings that were accepted before are known.
    let accepted = args.accept.as_deref().filter(|path| path.exists());
    let known = session::known(args.known.as_deref().or(accepted))?;
    recheck::check_strict(&known)?;
    inventory.add_recorded(&args.recorded)?;
    described::add(&args.subject, &of_words, &mut inventory)?;
    let selected = inventory.select(&of_words, &names)?;
    let (toolchains, narrowed) = match names.is_empty() {
        true => inventory.usual(selected, breadth),
        false => (selected, Vec::new()),
    };
    let mut targets: Vec<Target> =
        Target::ALL.into_iter().filter(|t| toolchains.iter().any(|c| c.target == *t)).collect();
    session::choose(&args.programs, &targets, config)?;
    if args.time.is_some() {
        // Should the time be too short for all, those matter most that have compilers, and the ABIs of most programs.
        targets.sort_by_key(|target| usual::rank(*target, &toolchains));
    }
    let wanted = |target: Target| of_words.is_empty() || of_words.contains(&target);
    // A user who names toolchains does not want to hear of others.
    let named = |name: &&String| names.is_empty() || names.iter().any(|pattern| fits(pattern, name));
    let missing = inventory.missing.iter().filter(|m| wanted(m.target) && (m.listed || !names.is_empty()));
    let left_out = missing
        .map(|m| LeftOut { toolchains: m.names.iter().filter(named).cloned().collect(), ..m.left_out() });
    let left_out = LeftOut::together(left_out.filter(|l| !l.toolchains.is_empty()));
    check_generator(args.generator)?;
    let shard = args.shard.shard(|name| std::env::var(name).ok()).map_err(Error::Input)?;
    if args.seed.drawn {
        note(&format!("seed: --seed {:#x} --generator {}", args.seed.value, crosscall_generator::VERSION));
    }
    let cases = args.cases.unwrap_or(if args.time.is_some() { UNBOUNDED } else { CASES });
    let settings = RunSettings {
        targets,
        toolchains,
        pairings: if args.pairing.is_empty() { Pairing::ALL.to_vec() } else { args.pairing.clone() },
        cases: cases.min(UNBOUNDED),
        until: Arc::new(Until::new(args.time, args.fail_fast)),
        seed: args.seed.value,
        batch: usize::try_from(args.batch).unwrap_or(usize::MAX),
        jobs: jobs(args.jobs),
        stop: interrupt::flag(),
        limits: Limits { time: Duration::from_secs(args.timeout), ..Limits::default() },
        work_dir: std::env::temp_dir(),
        values: args.values,
        minimise: usize::try_from(args.minimize).unwrap_or(usize::MAX),
        // A list of findings needs no smaller cases.
        minimise_known: args.all
            && (args.verbose || args.format != ReportFormat::Text || args.report.is_some()),
        report_dir: args.report.clone(),
        known,
        shard,
        weights: Weights::new(&args.weight),
        store_limit: args.store_limit,
    };
    Ok((settings, Untested { left_out, narrowed }))
}

/// Subjects that take no part in a run.
struct Untested {
    /// Subjects that cannot.
    left_out: Vec<LeftOut>,
    /// Subjects and levels that would, if they were asked for.
    narrowed: Vec<Narrowed>,
}

/// Runs the campaign, and looks again at known findings that it has not shown.
///
/// # Errors
/// When it could not go on; what was found until then is printed before.
fn execute(
    args: &RunArgs,
    settings: &RunSettings,
    store: Option<&CampaignStore>,
) -> Result<RunReport, Broken> {
    if args.verbose {
        note(&plan(settings));
    }
    for toolchain in &settings.toolchains {
        warn_of_unknown_machine(toolchain, &settings.known);
    }
    folder::sweep(&settings.work_dir);
    // All that a run with a time does has to be done in it.
    let _deadline = settings.until.deadline(&settings.stop);
    let until = Arc::clone(&settings.until);
    let bar = Bar::until(args.time);
    let progress = Collector { bar, until, quiet: args.quiet, verbose: args.verbose, ..Collector::default() };
    let _heartbeat = store
        .zip(args.store.as_deref())
        .map(|(store, folder)| heartbeat::start(folder, store.night(), &progress.pulse, args.time));
    let is_watched = args.quiet || std::io::stderr().is_terminal();
    let _aloud = (!is_watched).then(|| heartbeat::aloud(&progress.pulse, args.time));
    let result = stored::run(settings, store, &progress);
    progress.bar.clear();
    let mut report = match result {
        Ok(report) => report,
        Err(error) => {
            // Nothing that was already found is lost with the error.
            let found = progress.found.lock().unwrap_or_else(PoisonError::into_inner);
            let new: Vec<&Finding> = found.iter().filter(|f| f.is_new()).collect();
            for finding in &new {
                note(&text::finding(finding, &titles(&settings.known)));
            }
            return Err(Broken { error, has_found: !new.is_empty() });
        }
    };
    report.signal = interrupt::signal();
    report.interrupted |= report.signal.is_some();
    if let Err(sum) = report.check() {
        // A fault of this program, never of a compiler: do not pretend that the numbers mean something.
        return Err(Error::Tool(format!("the counts do not add up: {sum}; please report this")).into());
    }
    if report.signal.is_none() && report.counts().run > 0 {
        let RunSettings { toolchains, pairings, known, .. } = settings;
        let context = settings.compile_context();
        let waiting = Waiting::for_what("looking again at known findings");
        let announce = |count: usize, time: Duration| {
            let cases = counted(count, "known finding");
            let at_most = time.as_secs();
            waiting.say(&format!(
                "looking again at {cases} that the run has not shown: at most {at_most} s, or ^C"
            ));
        };
        let looked = recheck::look_again(&report, toolchains, pairings, known, context, &announce);
        drop(waiting);
        if args.verbose && !looked.untried.is_empty() {
            note(&format!(
                "not tried again, for want of time or as the compiler hangs: {}",
                looked.untried.join(", ")
            ));
        }
        if args.verbose && !looked.masked.is_empty() {
            note(&format!(
                "not told whether they are gone, as their cases show something else: {}",
                looked.masked.join(", ")
            ));
        }
        report.gone = looked.gone;
    }
    Ok(report)
}

/// Writes down and prints what came of a run, and ends its night; returns the exit code.
///
/// # Errors
/// When something cannot be written.
fn finish(
    args: &RunArgs,
    settings: &RunSettings,
    store: Option<&CampaignStore>,
    on_finding: Option<&[String]>,
    mut report: RunReport,
) -> Result<u8, Error> {
    if let Some(store) = store {
        report = stored::report(store, report, &settings.known)?;
    }
    let context = settings.compile_context();
    let waiting = Waiting::for_what("showing new findings on the processor");
    report.on_processor =
        matrix::on_processor(&report, &settings.toolchains, &settings.known, context, &|number, of| {
            waiting.say(&format!(
                "showing new finding {number} of {of} on the processor: ^C leaves out the rest"
            ));
        });
    drop(waiting);
    if args.report.is_none() {
        let folder = evidence::cases::FOLDER;
        // A program finds the path of each in the report.
        if evidence::cases::write(&mut report, Path::new(folder)) && args.format == ReportFormat::Text {
            note(&format!("the cases of new findings are in {folder} (--report DIR names another folder)"));
        }
    }
    let shown = Shape::of(args.verbose || args.output.is_some(), args.all, args.dialects);
    let rendered = |stores: &[&Reader]| match args.format {
        ReportFormat::Text if args.quiet => Ok(text::quiet(&report, &titles(&settings.known))),
        format => render(&report, format, shown, &settings.known, stores),
    };
    let output = args.output.as_deref();
    match store {
        Some(store) => deliver(output, &report, || store.with(|store| rendered(&[store])))?,
        None => deliver(output, &report, || rendered(&[]))?,
    }
    if let Some(folder) = &args.report {
        write_atomically(&folder.join(REPORT), json::render(&report).as_bytes())?;
        let place = folder.join(evidence::FOLDER);
        let context = settings.compile_context();
        matrix::keep_new(&report, &settings.toolchains, &settings.known, &place, context)?;
    }
    if let Some(list) = &args.accept {
        let subjects: Vec<_> = settings.toolchains.iter().map(Toolchain::known_as).collect();
        let ids = accept::accept(list, report.findings(), &subjects)?;
        note(&match ids.len() {
            0 => format!("{}: nothing new to accept", list.display()),
            _ => format!("{}: added {}; fill in the reasons", list.display(), ids.join(", ")),
        });
    }
    if let Some(command) = on_finding {
        // The end of the run's time stops no command.
        let stop = AtomicBool::new(interrupt::signal().is_some());
        on_finding::run(command, args.on_finding_time, &report, &stop)?;
    }
    match store {
        Some(store) => stored::end(store, &report, args.fail_on),
        None => Ok(report.exit_code()),
    }
}

/// The command for new findings; a program with a slash is looked for in the present folder.
fn on_finding_command(text: &str) -> Result<Vec<String>, Error> {
    on_finding::command(text, &present_folder()?)
}

/// Says that known findings are going to be new because a compiler does not say for which machine it is.
fn warn_of_unknown_machine(toolchain: &Toolchain, known: &Known) {
    let Some(compiler) = identity::without_machine(&toolchain.compiler) else { return };
    let meant = |entry: &&Entry| {
        let about = |compiler: &str| entry.is_about(Subject { compiler, ..toolchain.known_as() });
        let mut machines = entry.compilers.iter().filter_map(Compilers::machine);
        !about(&toolchain.compiler) && machines.any(|machine| about(&format!("{compiler} {machine}")))
    };
    let count = known.entries.iter().filter(meant).count();
    if count > 0 {
        note(&format!(
            "{}: it answers neither -dumpmachine nor -v, so that {count} entries of the list of known findings for {compiler} are \
             not about it; let it answer one of them",
            toolchain.name
        ));
    }
}

/// Announcement of a run.
fn plan(settings: &RunSettings) -> String {
    let mut out = String::new();
    for toolchain in &settings.toolchains {
        let command = if toolchain.cc.is_empty() { &toolchain.as_ } else { &toolchain.cc };
        let command = match &toolchain.recorded.0 {
            Some(recorded) => format!("{} cases", recorded.cases()),
            None => shell::command(command),
        };
        let _ = writeln!(out, "{}: {}; {command}", toolchain.name, toolchain.version);
    }
    let pairings: Vec<String> = settings.pairings.iter().map(ToString::to_string).collect();
    let cases = match settings.cases {
        UNBOUNDED => "as many cases as there is time for".to_owned(),
        cases => format!("{cases} cases for each target"),
    };
    let _ = write!(
        out,
        "{cases}, {} in a unit, {} units at a time; seed {:#x}, generator {}; pairings {}",
        settings.batch,
        settings.jobs,
        settings.seed,
        crosscall_generator::VERSION,
        pairings.join(", ")
    );
    out
}

/// Refuses options without those that they say more about: on the command line or in the table of a campaign.
///
/// # Errors
/// [`Error::Input`].
fn check_companions(args: &RunArgs) -> Result<(), Error> {
    let ProgramArgs { backend, linker } = &args.programs;
    let elsewhere = [("backend", *backend != BackendWord::BuiltIn), ("linker", linker.is_some())];
    if let Some((what, _)) = elsewhere.iter().find(|(_, other)| *other && args.store.is_some()) {
        return Err(Error::Input(format!("--{what}: verdicts of another {what} do not go into a --store")));
    }
    let (stored, timed) = ((args.store.is_some(), "--store DIR"), (args.time.is_some(), "--time TIME"));
    for (option, is_given, (has, companion)) in [
        ("--store-limit", args.store_limit.is_some(), stored),
        ("--fail-on new", args.fail_on == FailOn::New, stored),
        ("--shard", args.shard != ShardChoice::default(), stored),
        ("--weight", !args.weight.is_empty(), timed),
    ] {
        if is_given && !has {
            return Err(Error::Input(format!("{option}: needs {companion}")));
        }
    }
    Ok(())
}

/// Refuses a file for the report that is a folder, or that cannot be written, before there is a report.
///
/// # Errors
/// [`Error::Input`] for a folder, [`Error::Store`] for what cannot be written.
pub(super) fn check_output(output: Option<&Path>) -> Result<(), Error> {
    match output {
        Some(path) if path.is_dir() => {
            Err(Error::Input(format!("--output {}: is a folder; name a file in it", path.display())))
        }
        Some(path) => check_writable(path),
        None => Ok(()),
    }
}

/// Prints a report, or writes it into a file, and then says what it comes to. What cannot be written is printed.
///
/// # Errors
/// Errors of `rendered`, and [`Error::Store`].
pub(super) fn deliver(
    output: Option<&Path>,
    report: &RunReport,
    rendered: impl FnOnce() -> Result<String, Error>,
) -> Result<(), Error> {
    let Some(path) = output else { return print(&rendered()?) };
    let text = on_page(Page::PLAIN, rendered)?;
    if let Err(error) = write_atomically(path, text.as_bytes()) {
        // Hours of work are not lost with a place to put them.
        print(&text)?;
        return Err(error);
    }
    note(&format!("{}; the report is in {}", report.conclusion(), path.display()));
    Ok(())
}

/// The report in a form, with what stores know beyond it.
///
/// # Errors
/// [`Error::Store`] when a store cannot be read.
pub(super) fn render(
    report: &RunReport,
    format: ReportFormat,
    shape: Shape,
    known: &Known,
    stores: &[&Reader],
) -> Result<String, Error> {
    Ok(match format {
        ReportFormat::Html => page::html(report, known, stores)?,
        ReportFormat::Json => json::render(report),
        ReportFormat::Junit => junit::render(report, &titles(known)),
        ReportFormat::Github => github::render(report, &titles(known)),
        ReportFormat::Sarif => {
            let configuration = Some(Path::new(config::FILE_NAME)).filter(|path| path.is_file());
            sarif::render(report, &titles(known), configuration)
        }
        ReportFormat::Markdown => markdown::render(report, &titles(known)),
        ReportFormat::Text => match shape {
            Shape::Whole(shown) => text::render(report, &titles(known), shown),
            Shape::Screen { of, all, dialects } => {
                let screen = screen::render(report, &plain_titles(known), of, all);
                if dialects { dialect::tables(report) + &screen } else { screen }
            }
        },
    })
}

/// Amount of text in a report for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Everything.
    Whole(Shown),
    /// As much as fits a screen.
    Screen {
        /// Kind of work that it is about.
        of: Of,
        /// True if lists are not cut.
        all: bool,
        /// True if the readings of each subject come before it.
        dialects: bool,
    },
}

impl Shape {
    /// The text about many cases.
    pub(super) fn of(whole: bool, all: bool, dialects: bool) -> Shape {
        match whole {
            true => Shape::Whole(Shown { known: all, dialects }),
            false => Shape::Screen { of: Of::Run, all, dialects },
        }
    }
}

/// Batches at work at the same time.
pub(super) fn jobs(asked: Option<u64>) -> usize {
    match asked {
        Some(jobs) => usize::try_from(jobs).unwrap_or(usize::MAX).min(1024),
        // While one waits for a process to begin or end, another keeps the processor busy.
        None => std::thread::available_parallelism().map_or(1, usize::from) + 1,
    }
}

/// Shows progress and keeps what is found, for the case that the run ends with an error.
#[derive(Default)]
struct Collector {
    bar: Bar,
    /// Hears of new findings.
    until: Arc<Until>,
    /// Counts for the log of the store.
    pulse: Arc<Pulse>,
    /// True if there is no bar.
    quiet: bool,
    /// True if known findings are reported, too.
    verbose: bool,
    found: Mutex<Vec<Finding>>,
}

impl Progress for Collector {
    fn start(&self, total: u64) {
        if !self.quiet {
            self.bar.start(total);
        }
    }

    fn advance(&self, steps: u64, message: &str) {
        self.pulse.advance(steps);
        self.bar.advance(steps, message);
    }

    fn finding(&self, finding: &Finding) {
        self.pulse.finding(finding);
        if finding.is_new() {
            self.until.note_finding();
        } else if self.verbose {
            let ids = finding.known.join(", ");
            self.bar.line(&format!("known {ids}: {}", finding.headline()));
        }
        self.bar.finding(finding);
        self.found.lock().unwrap_or_else(PoisonError::into_inner).push(finding.clone());
    }
}

/// A seed of another version of the generator would give other cases without a word.
fn check_generator(reported: Option<u32>) -> Result<(), Error> {
    let own = crosscall_generator::VERSION;
    match reported.filter(|reported| *reported != own) {
        None => Ok(()),
        Some(reported) => Err(Error::Input(format!(
            "--generator {reported}: this crosscall makes the cases of generator version {own}, and a seed of version \
             {reported} would give others; use the release that reported the seed, or the case files that it wrote"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_toolchain::cases::Source;

    #[test]
    fn the_usual_number_of_cases_has_random_ones_for_every_built_in_target() {
        for target in Target::built_in() {
            let directed = Source::new(target, 1).directed();
            assert!(directed + 50 <= CASES, "{target}: {directed} directed cases");
        }
    }
}

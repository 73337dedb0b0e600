//! The store of a run: opening it, and the report from it.

use crate::cli::FailOn;
use crosscall_base::digest::Digest;
use crosscall_base::error::Error;
use crosscall_base::output::note;
use crosscall_base::progress::Progress;
use crosscall_campaign::buckets::{lists, states};
use crosscall_campaign::known::Known;
use crosscall_campaign::merge::{self, SHARD};
use crosscall_campaign::store::{Identity, Reader, Run, Store, printable};
use crosscall_campaign::stored::{self as campaign, CampaignStore, GONE, LEFT_OUT, PLAN, Plan};
use crosscall_campaign::{RunSettings, run_stored};
use crosscall_reports::buckets::Night;
use crosscall_reports::outcome::{EXIT_CLEAN, Outcome};
use crosscall_reports::run::{RunReport, UNBOUNDED};
use crosscall_reports::shell;
use crosscall_toolchain::worker::Workers;
use std::path::Path;

/// Key of the list of known findings in a store's identity.
const KNOWN: &str = "known findings";

/// Opens the store of a run, and begins a night in it.
pub(super) fn open(folder: &Path, settings: &RunSettings) -> Result<CampaignStore, Error> {
    let command: Vec<String> = std::env::args().collect();
    let run = Run::this(env!("CARGO_PKG_VERSION"), &shell::command(&command));
    let mut store = Store::open(folder, &identity(settings), &run)?;
    store.warnings().iter().for_each(|warning| note(warning));
    if let Some(last) = store.last_night()?.filter(|night| night.ended.is_none()) {
        let Run { host, process, started, .. } = &last.run;
        note(&format!(
            "{}: night {} (process {process} on {}, since {}) did not end by itself; what it stored is kept",
            folder.display(),
            last.number,
            printable(host),
            printable(started)
        ));
        // Its column is not the one of this night, whose report is not about it.
        if last.column != store.column()
            && let Err(error) =
                store.in_column(last.column, |store| merge::conclude(store, last.number, &settings.known))
        {
            note(&format!("{error}; what night {} has found has no state", last.number));
        }
    }
    // A run that is refused is no night.
    let plan: Option<Plan> = campaign::fact(&store, "", PLAN)?;
    if let Some(plan) = plan.filter(|plan| plan.cases > settings.cases) {
        let before = match plan.cases {
            UNBOUNDED => "without a number of cases; go on with --time".to_owned(),
            cases => format!("with --cases {cases}; ask for as many or more"),
        };
        return Err(Error::Input(format!("{}: has been run {before}", folder.display())));
    }
    if let Some(limit) = settings.store_limit {
        make_room(&mut store, limit)?;
    }
    let cut_off = store.last_night()?.filter(|night| night.was_cut_off());
    let continues = cut_off.is_some_and(|night| night.column == store.column());
    let night = store.begin_night()?;
    let store = CampaignStore::new(store, (night, continues), &settings.targets)?;
    store.begin(&Plan::of(settings))?;
    Ok(store)
}

/// Drops what earlier columns hold, the first ones first, until a store is no larger than it may be.
fn make_room(store: &mut Store, limit: u64) -> Result<(), Error> {
    for column in store.columns()? {
        if store.bytes()? <= limit {
            break;
        }
        if column.number != store.column() {
            store.drop_column(column.number)?;
        }
    }
    Ok(())
}

/// Runs the campaign; in a new column, where the subjects turn out to do something else than the store has of them.
pub(super) fn run(
    settings: &RunSettings,
    store: Option<&CampaignStore>,
    progress: &dyn Progress,
) -> Result<RunReport, Error> {
    match (run_stored(settings, store, progress), store) {
        (Err(Error::Changed(reason)), Some(store)) => {
            let column = store.begin_changed_column(&Plan::of(settings))?;
            note(&format!("{reason}; column {column} of the store begins with this night"));
            run_stored(settings, Some(store), progress)
        }
        (result, _) => result,
    }
}

/// Properties in which all nights of a store and all shards of a campaign agree, those with which a column begins, and those
/// of one night.
fn identity(settings: &RunSettings) -> Identity {
    let pairings: Vec<String> = settings.pairings.iter().map(ToString::to_string).collect();
    let mut identity = Identity::default()
        .fixed("seed", format!("{:#x}", settings.seed))
        .fixed("cases in a unit", settings.batch)
        .fixed("pairings", pairings.join(", "))
        .fixed(SHARD, settings.shard)
        .of_column("crosscall", env!("CARGO_PKG_VERSION"))
        .of_column("generator", crosscall_generator::VERSION)
        .of_column("sets of special values", settings.values)
        .of_column("smaller cases for a finding", settings.minimise)
        .of_column("known findings made smaller", settings.minimise_known)
        .of_column(KNOWN, digest(&settings.known))
        .noted("cases", settings.cases);
    let mut workers = Workers::default();
    for toolchain in &settings.toolchains {
        let flags = toolchain.cc.get(1..).unwrap_or_default().join(" ");
        let value = [toolchain.compiler.as_str(), &toolchain.version, &flags].join("; ");
        identity = identity.of_column(&format!("{}{}", states::SUBJECT, toolchain.name), value);
        if let Some(digest) = workers.digest(toolchain) {
            identity = identity.of_column(&format!("program of {}", toolchain.name), digest);
        }
    }
    identity
}

/// A digest of the contents of a list of known findings.
fn digest(known: &Known) -> String {
    Digest::of(format!("{:?}", known.entries).as_bytes()).text()
}

/// Refuses a list of known findings other than the one that stores were made with.
pub(super) fn check_known(stores: &[&Reader], known: &Known) -> Result<(), Error> {
    let own = digest(known);
    for store in stores {
        if store.identity()?.iter().any(|(key, value)| key == KNOWN && *value != own) {
            return Err(Error::Input(format!(
                "{}: was made with another list of known findings; name that with --known",
                store.folder().display()
            )));
        }
    }
    Ok(())
}

/// The report from the store, with what only the run itself knows.
pub(super) fn report(store: &CampaignStore, run: RunReport, known: &Known) -> Result<RunReport, Error> {
    store.keep(LEFT_OUT, &run.left_out)?;
    store.keep(GONE, &run.gone)?;
    let mut stored = store.with(|store| merge::report(&[store], known.clone(), true))?;
    let night = store.night();
    store.with(|store| states::note(store, night, &stored))?;
    stored.night = store.with(|store| lists::night(&[store], &stored))?;
    let RunReport { origin, seconds, compiler_seconds, interrupted, signal, enough, .. } = run;
    Ok(RunReport { origin, seconds, compiler_seconds, interrupted, signal, enough, ..stored })
}

/// Ends the night; returns the exit code of the run.
pub(super) fn end(store: &CampaignStore, report: &RunReport, fail_on: FailOn) -> Result<u8, Error> {
    let news = report.night.as_ref().map_or(0, Night::news);
    let is_old = report.outcome() == Outcome::New && news == 0 && fail_on == FailOn::New;
    let code = if is_old { EXIT_CLEAN } else { report.exit_code() };
    let night = store.night();
    store.with(|store| store.end_night(night, code, &report.conclusion()))?;
    Ok(code)
}

/// Ends the night of a run that could not go on, as far as it has come. Where the store cannot be written either, the night stays
/// open, which is noted when the next one begins.
pub(super) fn fail(store: &CampaignStore, known: &Known, exit_code: u8, error: &Error) {
    let night = store.night();
    let ended = store.with(|store| {
        merge::conclude(store, night, known)?;
        store.end_night(night, exit_code, &format!("it could not go on: {error}"))
    });
    if let Err(second) = ended {
        note(&second.to_string());
    }
}

//! `crosscall note`.

use crate::cli::NoteArgs;
use crosscall_base::error::Error;
use crosscall_base::output::print;
use crosscall_campaign::buckets::book::{buckets, named};
use crosscall_campaign::buckets::states::Retirement;
use crosscall_campaign::store::{Run, Store, now, printable};
use crosscall_reports::buckets::BucketState;
use crosscall_reports::outcome::EXIT_CLEAN;
use crosscall_reports::shell;

/// Writes a person's decision about a bucket into its history. It accepts nothing, and no exit code changes with it.
///
/// # Errors
/// [`Error::Input`] for what is no store, another bucket or a date that is none; [`Error::Store`] when another process writes
/// the store, or the disk fails.
pub fn run(args: &NoteArgs) -> Result<u8, Error> {
    let until = args.until.as_deref().map(last_day).transpose()?;
    let who = args.who.clone().or_else(|| std::env::var("USER").ok()).filter(|who| !who.trim().is_empty());
    let who = who.ok_or_else(|| Error::Input("say who you are with --who".to_owned()))?;
    if args.why.trim().is_empty() {
        return Err(Error::Input("--why: say the reason".to_owned()));
    }
    let retirement = Retirement { who, why: args.why.clone(), until, ended: args.reopen };
    let command: Vec<String> = std::env::args().collect();
    let run = Run::this(env!("CARGO_PKG_VERSION"), &shell::command(&command));
    let mut store = Store::open_again(&args.store, &run)?;
    let all = buckets(&store)?;
    let bucket = named(&all, &args.bucket)?;
    let subjects: Vec<&String> = bucket
        .subjects
        .keys()
        .filter(|name| args.toolchain.as_ref().is_none_or(|own| own == *name))
        .collect();
    if subjects.is_empty() {
        let name = args.toolchain.as_deref().map(printable).unwrap_or_default();
        return Err(Error::Input(format!("{name}: has not shown {}", printable(&bucket.name))));
    }
    let night = store.last_night()?.map_or(0, |night| night.number);
    let detail = serde_json::to_string(&retirement)
        .map_err(|e| Error::Store(format!("the note cannot be written down: {e}")))?;
    store.together(|store| {
        subjects.iter().try_for_each(|subject| {
            store.transition(night, (&bucket.name, subject), BucketState::Retired, &detail)
        })
    })?;
    print(&format!("{} {}: {retirement}\n", bucket.id, printable(&bucket.name)))?;
    Ok(EXIT_CLEAN)
}

/// The day that a person names, as it is stored.
///
/// # Errors
/// [`Error::Input`] for what is no day, and for one that is over.
fn last_day(until: &str) -> Result<String, Error> {
    let wrong = |why: String| Error::Input(format!("--until {}: {why}", printable(until)));
    let day = chrono::NaiveDate::parse_from_str(until, "%Y-%m-%d")
        .map_err(|_| wrong("is no day such as 2027-03-31".to_owned()))?;
    let (day, now) = (day.format("%Y-%m-%d").to_string(), now());
    match now.get(..10) {
        Some(today) if day.as_str() < today => Err(wrong(format!("is over; today is {today} in UTC"))),
        _ => Ok(day),
    }
}

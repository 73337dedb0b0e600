//! `crosscall report`.

use super::run::{Shape, check_output, deliver, render};
use super::session;
use crate::cli::ReportArgs;
use crosscall_base::error::Error;
use crosscall_campaign::buckets::lists;
use crosscall_campaign::merge;
use crosscall_campaign::store::{Reader, Store};
use crosscall_reports::origin::Origin;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Files that are open for each store: the database and the two beside it, and room for one more.
const FILES: u64 = 4;

/// Has the system allow as many open files as so many stores need, as far as it does.
fn allow_files(stores: usize) {
    const OTHERS: u64 = 64;
    let wanted = (stores as u64).saturating_mul(FILES).saturating_add(OTHERS);
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < wanted) {
        let current = Some(limit.maximum.map_or(wanted, |maximum| wanted.min(maximum)));
        // Where that is refused, opening the first file too many is an error that says so.
        let _ = setrlimit(Resource::Nofile, Rlimit { current, ..limit });
    }
}

/// Prints the report of a campaign from its stores; returns the exit code that the campaign as a whole has.
///
/// # Errors
/// [`Error::Input`] for what is no store, [`Error::Store`] when one cannot be read, or they do not make one campaign.
pub fn run(args: &ReportArgs) -> Result<u8, Error> {
    check_output(args.output.as_deref())?;
    let known = session::known(args.known.as_deref())?;
    allow_files(args.stores.len());
    let readers = args.stores.iter().map(|folder| Store::read(folder)).collect::<Result<Vec<Reader>, _>>()?;
    for reader in &readers {
        reader.check()?;
    }
    let readers: Vec<&Reader> = readers.iter().collect();
    super::stored::check_known(&readers, &known)?;
    let mut report = merge::report(&readers, known.clone(), args.partial)?;
    report.night = lists::night(&readers, &report)?;
    report.origin = Origin::now(crosscall_generator::VERSION);
    if let Err(sum) = report.check() {
        return Err(Error::Tool(format!("the counts do not add up: {sum}; please report this")));
    }
    let shape = Shape::of(args.verbose || args.output.is_some(), args.all, args.dialects);
    deliver(args.output.as_deref(), &report, || render(&report, args.format, shape, &known, &readers))?;
    Ok(report.exit_code())
}

//! `crosscall report`.

use super::run::render;
use super::session;
use crate::campaign::merge;
use crate::cli::ReportArgs;
use crate::error::Error;
use crate::output::print;
use crate::store::{Reader, Store};
use crosscall_reports::origin::Origin;
use crosscall_reports::text::Shown;

/// Prints the report of a campaign from its stores; returns the exit code that the campaign as a whole has.
///
/// # Errors
/// [`Error::Input`] for what is no store, [`Error::Store`] when one cannot be read, or they do not make one campaign.
pub fn run(args: &ReportArgs) -> Result<u8, Error> {
    let known = session::known(args.known.as_deref())?;
    let readers = args.stores.iter().map(|folder| Store::read(folder)).collect::<Result<Vec<Reader>, _>>()?;
    for reader in &readers {
        reader.check()?;
    }
    let readers: Vec<&Reader> = readers.iter().collect();
    super::stored::check_known(&readers, &known)?;
    let mut report = merge::report(&readers, known.clone(), args.partial)?;
    report.origin = Origin::now(crosscall_generator::VERSION);
    if let Err(sum) = report.check() {
        return Err(Error::Tool(format!("the counts do not add up: {sum}; please report this")));
    }
    let shown = Shown { known: args.all, dialects: args.dialects };
    print(&render(&report, args.format, shown, &known))?;
    Ok(report.exit_code())
}

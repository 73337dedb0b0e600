//! `crosscall machine compare`.

use crate::cli::CompareArgs;
use crate::reference::{self, Comparison, Shop};
use crosscall_base::error::{Error, read_text};
use crosscall_base::interrupt;
use crosscall_base::output::print;
use crosscall_base::process::folder::WorkFolder;
use crosscall_reports::outcome::{EXIT_CLEAN, EXIT_VIOLATIONS};
use crosscall_reports::picture::{Table, labelled};
use crosscall_toolchain::discover::Places;
use std::fmt::Write;
use std::path::Path;

/// Assembles and runs programs here and with the target's reference tool, and reports what differs.
///
/// # Errors
/// [`Error::Input`] for files that cannot be read, [`Error::Tool`] when there is no reference tool or one
/// of the two sides cannot do its part.
pub(super) fn run(args: &CompareArgs) -> Result<u8, Error> {
    let tools = args.target.0;
    let reference = reference::find(tools.name(), args.tool.as_deref(), &Places::from_environment())
        .map_err(|missing| Error::Tool(format!("{}; {}", missing.reason, missing.remedy)))?;
    let stop = interrupt::flag();
    let mut reported = Vec::new();
    for path in &args.file {
        let text = read_text(path)?;
        let name = path.display().to_string();
        let folder = WorkFolder::new(&std::env::temp_dir()).map_err(Error::Tool)?;
        let shop = Shop { folder: folder.path(), stop: &stop };
        let comparison = reference::compare(tools, &*reference, &name, &text, &shop)
            .map_err(|reason| Error::Tool(format!("{name}: {reason}")))?;
        reported.push((name, comparison));
    }
    print(&report(&reference.title(), &reported))?;
    let differs = reported.iter().flat_map(|(_, c)| &c.compared).any(|c| !c.differences.is_empty());
    Ok(if differs { EXIT_VIOLATIONS } else { EXIT_CLEAN })
}

fn report(title: &str, reported: &[(String, Comparison)]) -> String {
    let mut out = labelled(0, "against", 9, title);
    let mut table = Table::new(2, &["program", "instructions", "compared", "differences"]);
    for (name, comparison) in reported {
        let amounts = comparison.compared.iter().map(|c| match c.what {
            what if what == c.unit => format!("{} {what}", c.amount),
            what => format!("{} {} of {what}", c.amount, c.unit),
        });
        let differences: Vec<&str> =
            comparison.compared.iter().flat_map(|c| &c.differences).map(String::as_str).collect();
        let differences = if differences.is_empty() { "none".to_owned() } else { differences.join("; ") };
        let instructions = match comparison.instructions {
            0 => "not run".to_owned(),
            count => count.to_string(),
        };
        let amounts = amounts.collect::<Vec<_>>().join(", ");
        let name = Path::new(name).file_name().unwrap_or(name.as_ref()).to_string_lossy();
        table.row(&[&*name, &instructions, &amounts, &differences]);
    }
    out += &table.draw();
    let equal = |c: &Comparison| c.compared.iter().all(|c| c.differences.is_empty());
    let count = reported.iter().filter(|(_, c)| equal(c)).count();
    let instructions: u64 = reported.iter().map(|(_, c)| c.instructions).sum();
    let _ = writeln!(
        out,
        "{count} of {} programs are equal; {instructions} instructions were run",
        reported.len()
    );
    out
}

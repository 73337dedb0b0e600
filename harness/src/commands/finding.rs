//! `crosscall finding`.

use super::session;
use crate::cli::{FindingArgs, Format, Targets};
use crate::evidence::notes;
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::{check_writable, print};
use crosscall_base::process::Limits;
use crosscall_base::progress::Waiting;
use crosscall_campaign::archive;
use crosscall_campaign::known::versions::Versions;
use crosscall_campaign::known::{Entry, Known};
use crosscall_campaign::rerun::recheck::ByVersion;
use crosscall_model::finding::FindingKind;
use crosscall_model::{Target, counted};
use crosscall_reports::json::{FORMAT, pretty};
use crosscall_reports::outcome::EXIT_CLEAN;
use crosscall_reports::picture::{Table, labelled};
use crosscall_toolchain::units::CompileContext;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// Lists the findings that are written down, or shows what is written of some.
///
/// # Errors
/// [`Error::Input`] for an id that nobody has.
pub fn run(args: &FindingArgs, config: Option<&Path>) -> Result<u8, Error> {
    let mut chosen = Vec::new();
    for id in &args.id {
        match archive::entry(id)? {
            Some(entry) => chosen.push(entry),
            None => return Err(archive::unknown(id)?),
        }
    }
    let shows = !chosen.is_empty();
    if !shows {
        let targets = Targets::all(&args.target);
        let wanted = |entry: &&Entry| targets.is_empty() || is_of(entry, &targets);
        chosen = Known::built_in()?.entries.iter().filter(wanted).collect();
    }
    let versions = match args.tries {
        true => &tried(args, &chosen, config)?,
        false => Versions::built_in()?,
    };
    print(&match args.format {
        Format::Json => to_json(&chosen, versions),
        Format::Text if args.tries => by_version(&chosen, versions),
        Format::Text if shows => {
            chosen.iter().map(|entry| show(entry, versions)).collect::<Vec<_>>().join("\n")
        }
        Format::Text => list(&chosen),
    })?;
    Ok(EXIT_CLEAN)
}

/// The target of an entry's case.
fn target_of(entry: &Entry) -> Option<Target> {
    archive::open(Path::new(&entry.case)).ok().map(|opened| opened.file.case.target())
}

/// True if an entry is about the document of one of these targets; each document has its own folder of cases.
fn is_of(entry: &Entry, targets: &[Target]) -> bool {
    let folder = entry.case.split('/').nth(1);
    targets.iter().any(|target| folder == Some(target.document()))
}

fn list(entries: &[&Entry]) -> String {
    let mut table = Table::new(0, &["id", "compiler", "what it does"]);
    for entry in entries {
        table.row(&[&entry.id, &compilers(entry), &entry.title]);
    }
    if table.is_empty() {
        return "there are no known findings\n".to_owned();
    }
    let count = counted(entries.len(), "entry");
    let count = format!("\n{count}: one cause may show in several ways, each with an entry of its own.");
    table.draw() + &count + "\n`crosscall finding ID` shows one, `crosscall repro ID` runs its case again.\n"
}

/// The compilers that an entry is about, in words.
fn compilers(entry: &Entry) -> String {
    entry.compilers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Table of what the cases of entries show with each version of their compilers here, added to the table that is to be updated.
fn tried(args: &FindingArgs, entries: &[&Entry], config: Option<&Path>) -> Result<Versions, Error> {
    args.update.as_deref().map_or(Ok(()), check_writable)?;
    let mut before = args.update.as_deref().map_or(Ok(Versions::default()), Versions::read)?;
    let targets: BTreeSet<Target> = entries.iter().filter_map(|entry| target_of(entry)).collect();
    let targets: Vec<Target> = targets.into_iter().collect();
    let (inventory, _) = session::inventory_for(&targets, &args.toolchain, config)?;
    let toolchains = inventory.select(&targets, &args.toolchain)?;
    let (stop, limits, work_dir) = (interrupt::flag(), Limits::default(), std::env::temp_dir());
    let context = CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop };
    let waiting = Waiting::for_what("trying known findings");
    let mut by_version = ByVersion::new(&toolchains, Known::built_in()?, context);
    let mut table = Versions::default();
    for entry in entries {
        waiting.say(&format!("trying known findings: {}", entry.id));
        let own = by_version.of(&entry.id);
        if interrupt::signal().is_some() {
            break;
        }
        table.update(&own);
        // A long work loses nothing where it is ended.
        if let Some(path) = &args.update {
            before.update(&own);
            before.write(path)?;
        }
    }
    Ok(table)
}

/// A line for each entry and maker.
fn by_version(entries: &[&Entry], versions: &Versions) -> String {
    let mut table = Table::new(0, &["id", "tried with", "what it does"]);
    for entry in entries {
        for sentence in versions.sentences(&entry.id) {
            table.row(&[&entry.id, &sentence, &entry.title]);
        }
    }
    if table.is_empty() { "none of their compilers is here\n".to_owned() } else { table.draw() }
}

/// One entry with its page's section.
fn show(entry: &Entry, versions: &Versions) -> String {
    let mut out = format!("{}\n", entry.id);
    out += &labelled(2, "what", 10, &entry.title);
    if entry.kind != FindingKind::Violation {
        out += &labelled(2, "kind", 10, entry.kind.name());
    }
    out += &labelled(2, "compiler", 10, &compilers(entry));
    for sentence in versions.sentences(&entry.id) {
        out += &labelled(2, "tried", 10, &sentence);
    }
    for (name, text) in archive::row(&entry.document, &entry.id).iter().skip(1) {
        if name != "in a line" {
            out += &labelled(2, name, 10, text);
        }
    }
    out.push('\n');
    // The files that a page names are those of the project; what they hold is part of the program.
    out += notes::plain(&archive::section(&entry.document).unwrap_or_default(), "").trim_end();
    out += "\n\n";
    for (what, option) in [
        ("to see it again:", ""),
        ("to keep the evidence:", " --keep DIR"),
        ("to report it:", " --format issue"),
    ] {
        let _ = writeln!(out, "  {what:<22}crosscall repro {}{option}", entry.id);
    }
    out
}

fn to_json(entries: &[&Entry], versions: &Versions) -> String {
    let shown = |entry: &Entry| -> serde_json::Map<String, Value> {
        versions
            .of(&entry.id)
            .map(|(version, shown)| (version.to_string(), Value::from(shown.word())))
            .collect()
    };
    let value = |entry: &&Entry| {
        let row: serde_json::Map<String, Value> = archive::row(&entry.document, &entry.id)
            .into_iter()
            .skip(1)
            .map(|(name, text)| (name, Value::String(text)))
            .collect();
        json!({
            "id": entry.id,
            "title": entry.title,
            "kind": entry.kind.name(),
            "target": target_of(entry).map(|target| target.name()),
            "compiler": compilers(entry),
            "versions": shown(entry),
            "document": entry.document,
            "case": entry.case,
            "row": row,
            "section": archive::section(&entry.document),
        })
    };
    let all: Vec<Value> = entries.iter().map(value).collect();
    pretty(&json!({ "format": FORMAT, "findings": all }))
}

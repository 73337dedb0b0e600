//! `crosscall finding`.

use crate::cli::{FindingArgs, Format, Targets};
use crate::evidence::notes;
use crosscall_base::error::Error;
use crosscall_base::output::print;
use crosscall_campaign::archive;
use crosscall_campaign::known::{Entry, Known};
use crosscall_model::finding::FindingKind;
use crosscall_model::{Target, counted};
use crosscall_reports::json::{FORMAT, pretty};
use crosscall_reports::outcome::EXIT_CLEAN;
use crosscall_reports::picture::{Table, labelled};
use serde_json::{Value, json};
use std::fmt::Write;

/// Lists the findings that are written down, or shows what is written of some.
///
/// # Errors
/// [`Error::Input`] for an id that nobody has.
pub fn run(args: &FindingArgs) -> Result<u8, Error> {
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
        let wanted = |entry: &&Entry| targets.is_empty() || targets.contains(&target_of(entry));
        chosen = Known::built_in()?.entries.iter().filter(wanted).collect();
    }
    print(&match args.format {
        Format::Json => to_json(&chosen),
        Format::Text if shows => chosen.iter().map(|entry| show(entry)).collect::<Vec<_>>().join("\n"),
        Format::Text => list(&chosen),
    })?;
    Ok(EXIT_CLEAN)
}

/// The target whose findings an entry is among; each target has its own folder of cases.
fn target_of(entry: &Entry) -> Target {
    let is_its = |target: &Target| entry.case.split('/').nth(1) == Some(target.name());
    Target::ALL.into_iter().find(is_its).unwrap_or(Target::Epiphany)
}

fn list(entries: &[&Entry]) -> String {
    let mut table = Table::new(0, &["id", "compiler", "what it does"]);
    for entry in entries {
        table.row(&[&entry.id, &entry.compiler, &entry.title]);
    }
    if table.is_empty() {
        return "there are no known findings\n".to_owned();
    }
    let count = counted(entries.len(), "entry");
    let count = format!("\n{count}: one cause may show in several ways, each with an entry of its own.");
    table.draw() + &count + "\n`crosscall finding ID` shows one, `crosscall repro ID` runs its case again.\n"
}

/// One entry with its page's section.
fn show(entry: &Entry) -> String {
    let mut out = format!("{}\n", entry.id);
    out += &labelled(2, "what", 10, &entry.title);
    if entry.kind != FindingKind::Violation {
        out += &labelled(2, "kind", 10, entry.kind.name());
    }
    out += &labelled(2, "compiler", 10, &entry.compiler);
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

fn to_json(entries: &[&Entry]) -> String {
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
            "target": target_of(entry).name(),
            "compiler": entry.compiler,
            "document": entry.document,
            "case": entry.case,
            "row": row,
            "section": archive::section(&entry.document),
        })
    };
    let all: Vec<Value> = entries.iter().map(value).collect();
    pretty(&json!({ "format": FORMAT, "findings": all }))
}

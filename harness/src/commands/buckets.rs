//! `crosscall buckets`.

use super::status;
use crate::cli::{BucketsArgs, Format};
use crosscall_base::error::Error;
use crosscall_base::output::{describe, print, write_atomically};
use crosscall_campaign::buckets::KeptCase;
use crosscall_campaign::buckets::book::{Bucket, buckets, gone_together, named};
use crosscall_campaign::buckets::states::reported;
use crosscall_campaign::store::{Store, Transition, printable};
use crosscall_campaign::stored::{PLAN, fact};
use crosscall_model::counted;
use crosscall_reports::buckets::BucketState;
use crosscall_reports::json::{FORMAT, pretty};
use crosscall_reports::names::together;
use crosscall_reports::outcome::EXIT_CLEAN;
use crosscall_reports::picture::{Table, labelled};
use crosscall_reports::shell;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// Lists the buckets of a store, or shows one with its history and its cases.
///
/// # Errors
/// [`Error::Input`] for what is no store, and for a bucket that is not there; [`Error::Store`] when the store is damaged.
pub fn run(args: &BucketsArgs) -> Result<u8, Error> {
    let store = Store::read(&args.store)?;
    let all = buckets(&store)?;
    let Some(wanted) = &args.bucket else {
        print(&match args.format {
            Format::Text => list(&all, status::found(&store, fact(&store, "", PLAN)?.as_ref())?.0),
            Format::Json => {
                let others = gone_together(&all);
                let all: Vec<Value> =
                    all.iter().zip(&others).map(|(bucket, others)| value(bucket, others, &[])).collect();
                pretty(&json!({ "format": FORMAT, "buckets": all }))
            }
        })?;
        return Ok(EXIT_CLEAN);
    };
    let bucket = named(&all, wanted)?;
    let others = all.iter().zip(gone_together(&all)).find(|(other, _)| other.name == bucket.name);
    let others = others.map(|(_, others)| others).unwrap_or_default();
    let files = match &args.cases {
        Some(folder) => write(bucket, folder)?,
        None => Vec::new(),
    };
    print(&match args.format {
        Format::Text => detail(bucket, &others, &files),
        Format::Json => pretty(&json!({ "format": FORMAT, "bucket": value(bucket, &others, &files) })),
    })?;
    Ok(EXIT_CLEAN)
}

/// Writes the cases of a bucket into files; gives their paths in the order of the cases.
fn write(bucket: &Bucket, folder: &Path) -> Result<Vec<String>, Error> {
    std::fs::create_dir_all(folder).map_err(|e| Error::unwritable(folder, describe(&e)))?;
    let mut files = Vec::new();
    for (number, (_, _, case)) in (1..).zip(&bucket.cases) {
        let file = folder.join(format!("{}-{number}.toml", bucket.id));
        write_atomically(&file, case.case.as_bytes())?;
        files.push(file.display().to_string());
    }
    Ok(files)
}

/// All buckets in a table; where there are none, how many new findings there are all the same.
fn list(all: &[Bucket], found: usize) -> String {
    if all.is_empty() {
        return match found {
            0 => "no bucket: nothing new has been found\n".to_owned(),
            _ => format!(
                "no bucket yet: {} of nights that were cut off; it takes the end of a night, or the beginning of the next \
                 column, to run and sort them\n",
                counted(found as u64, "new finding")
            ),
        };
    }
    let mut table = Table::new(0, &["bucket", "state", "since night", "cause", "subjects"]);
    for bucket in all {
        let state = bucket.state();
        let since = bucket.subjects.values().filter(|current| current.observed == state);
        let subjects: Vec<String> = bucket.subjects.keys().map(|name| printable(name)).collect();
        table.row(&[
            bucket.id.clone(),
            state.map_or("none", BucketState::word).to_owned(),
            since.map(|current| current.since).max().unwrap_or(0).to_string(),
            printable(&bucket.name),
            together(&subjects),
        ]);
    }
    table.draw()
}

fn detail(bucket: &Bucket, others: &[&Bucket], files: &[String]) -> String {
    let line = |label: &str, text: &str| labelled(0, label, 10, text);
    let mut out = line("bucket", &format!("{} {}", bucket.id, printable(&bucket.name)));
    for (subject, current) in &bucket.subjects {
        let state = current.observed.map_or("none", BucketState::word);
        let mut text = format!("{}: {state} since night {}", printable(subject), current.since);
        if let Some(retired) = &current.retired {
            let _ = write!(text, "; {retired}");
        }
        out += &line("subject", &text);
    }
    for transition in &bucket.history {
        out += &line(&format!("night {}", transition.night), &words(transition));
    }
    for other in others {
        let what = format!(
            "{} {}: gone in the same nights, perhaps of the same cause",
            other.id,
            printable(&other.name)
        );
        out += &line("see also", &what);
    }
    for (at, (subject, ord, case)) in bucket.cases.iter().enumerate() {
        let what = if *ord == 0 { "smallest case" } else { "another case" };
        let among = match case.alone {
            Some(true) => "",
            Some(false) => ", which shows it among the other cases of its batch only",
            None => ", which was not run again yet",
        };
        out += &format!("\n{what} of {}{among}\n", printable(subject));
        match (files.get(at), case.file()) {
            (Some(file), Ok(read)) => {
                let found = read.found.unwrap_or_default();
                let mut command = vec!["crosscall".to_owned(), "repro".to_owned(), file.clone()];
                if let Some(pairing) = found.pairing {
                    command.extend(["--pairing".to_owned(), pairing.to_string()]);
                }
                for name in found.toolchains {
                    command.extend(["--toolchain".to_owned(), name]);
                }
                out += &format!("  {}\n", shell::command(&command));
            }
            _ => {
                for text in case.case.lines() {
                    out += format!("  {}", printable(text)).trim_end();
                    out.push('\n');
                }
            }
        }
    }
    out
}

/// A transition in words.
fn words(transition: &Transition) -> String {
    let Transition { subject, state, at, .. } = transition;
    let detail = reported(transition);
    let state = if *state == BucketState::Retired { String::new() } else { format!("{state}: ") };
    format!("{} {}: {state}{detail}", printable(at), printable(subject))
}

fn value(bucket: &Bucket, others: &[&Bucket], files: &[String]) -> Value {
    let (first, last) = bucket.nights();
    let subjects = bucket.subjects.iter().map(|(name, current)| {
        json!({
            "subject": printable(name),
            "state": current.observed.map(BucketState::word),
            "since": current.since,
            "detail": printable(&current.detail),
            "retired": current.retired.as_ref().map(ToString::to_string),
        })
    });
    let history = bucket.history.iter().map(|transition| {
        json!({
            "night": transition.night,
            "at": printable(&transition.at),
            "subject": printable(&transition.subject),
            "state": transition.state.word(),
            "detail": printable(&transition.detail),
        })
    });
    let cases = bucket.cases.iter().enumerate().map(|(at, (subject, ord, case))| {
        let KeptCase { case, shown, alone, beside } = case;
        json!({
            "subject": printable(subject),
            "place": ord,
            "case": case,
            "shown": printable(shown),
            "alone": alone,
            "beside": beside,
            "path": files.get(at),
        })
    });
    json!({
        "id": bucket.id,
        "bucket": printable(&bucket.name),
        "state": bucket.state().map(BucketState::word),
        "first_night": first,
        "last_change": last,
        "gone_together": others.iter().map(|other| &other.id).collect::<Vec<_>>(),
        "subjects": subjects.collect::<Vec<_>>(),
        "history": history.collect::<Vec<_>>(),
        "cases": cases.collect::<Vec<_>>(),
    })
}

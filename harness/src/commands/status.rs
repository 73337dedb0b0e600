//! `crosscall status`.

use crate::cli::{Format, StatusArgs};
use crosscall_base::error::Error;
use crosscall_base::output::print;
use crosscall_campaign::shard::Shard;
use crosscall_campaign::store::{LOG, Night, Reader, Store, now, printable};
use crosscall_campaign::stored::{PLAN, Plan, fact, settled_name};
use crosscall_model::CaseKind;
use crosscall_reports::json::{FORMAT, pretty};
use crosscall_reports::outcome::EXIT_CLEAN;
use crosscall_reports::picture::{Table, hanging, labelled};
use crosscall_reports::run::UNBOUNDED;
use rustix::fs::{Mode, OFlags};
use serde::Deserialize;
use serde_json::json;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// Lines of the log that are shown.
const LINES: usize = 5;

/// Part of the log that is read, from its end, in bytes.
const TAIL: u64 = 16 << 10;

/// Shows how far the campaign of a store is. Needs no lock, and writes nothing.
///
/// # Errors
/// [`Error::Input`] for what is no store, [`Error::Store`] when it is damaged.
pub fn run(args: &StatusArgs) -> Result<u8, Error> {
    let status = Status::read(&args.store)?;
    print(&match args.format {
        Format::Text => status.text(),
        Format::Json => status.json(),
    })?;
    Ok(EXIT_CLEAN)
}

/// Everything that is reported of a store, as it is at one moment.
struct Status {
    folder: String,
    /// The process that writes it.
    writer: Option<String>,
    /// The latest night.
    night: Option<Night>,
    shard: Shard,
    /// Size in bytes, without the log of the latest transactions.
    bytes: u64,
    rows: Vec<Row>,
    /// Numbers of disagreements that are new, and of those that a list knows.
    found: (usize, usize),
    /// Cases that the latest night has stored, and in how many seconds, where its end is known.
    tonight: (u64, Option<i64>),
    /// The last lines of the log.
    log: Vec<String>,
}

/// Cases of one target and kind.
struct Row {
    target: String,
    /// The kind; none if nothing of the target is stored yet.
    kind: Option<String>,
    /// Numbers of the batches and cases that are stored.
    done: Count,
    /// Numbers of all, where they have a bound that is known.
    of: Option<Count>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Count {
    batches: u64,
    cases: u64,
}

impl Status {
    fn read(folder: &Path) -> Result<Status, Error> {
        // Asked before and after: a run may begin or end meanwhile.
        let before = Store::writer(folder)?;
        let reader = Store::read(folder)?;
        let writer = before.or(Store::writer(folder)?);
        let plan: Option<Plan> = fact(&reader, "", PLAN)?;
        let shard = plan.as_ref().and_then(|plan| plan.shard.parse().ok()).unwrap_or_default();
        let night = reader.last_night()?;
        let mut tonight = (0, None);
        if let Some(night) = &night {
            let end = night.ended.clone().or_else(|| writer.as_ref().map(|_| now()));
            tonight.0 = reader.progress(Some(night.number))?.iter().map(|progress| progress.cases).sum();
            tonight.1 = end.and_then(|end| seconds_between(&night.run.started, &end));
        }
        let rows = rows(&reader, plan.as_ref(), shard)?;
        let found = found(&reader, plan.as_ref())?;
        let (folder, log) = (folder.display().to_string(), last_lines(&folder.join(LOG)));
        let bytes = reader.bytes()?;
        Ok(Status { folder, writer, night, shard, bytes, rows, found, tonight, log })
    }

    /// Cases that the latest night stores in a second.
    fn rate(&self) -> Option<f64> {
        let (cases, seconds) = self.tonight;
        Some(cases as f64 / seconds.filter(|seconds| *seconds > 0)? as f64)
    }

    /// State of the latest night, in one word.
    fn state(&self) -> &'static str {
        match &self.night {
            None => "empty",
            Some(night) if night.ended.is_some() => "ended",
            Some(_) if self.writer.is_some() => "running",
            Some(_) => "killed",
        }
    }

    fn text(&self) -> String {
        const LABEL: usize = 8;
        let line = |label: &str, text: &str| labelled(0, label, LABEL, text);
        let mut out = line("store", &format!("{}, {}", printable(&self.folder), size(self.bytes)));
        if !self.shard.is_whole() {
            out += &line("shard", &self.shard.to_string());
        }
        out += &line("writer", self.writer.as_deref().unwrap_or("none"));
        out += &line("night", &self.night_in_words());
        if let (Some(rate), (cases, _)) = (self.rate(), self.tonight) {
            out += &line("rate", &format!("{rate:.1} cases a second, {cases} in this night"));
        }
        let (new, known) = self.found;
        out += &line("found", &format!("{new} new, {known} known"));
        let mut table = Table::new(0, &["target", "kind", "batches", "cases"]);
        for Row { target, kind, done, of } in &self.rows {
            let part = |done: u64, of: Option<u64>| match of {
                Some(of) => format!("{done} of {of}"),
                None => done.to_string(),
            };
            table.row(&[
                printable(target),
                printable(kind.as_deref().unwrap_or("not begun")),
                part(done.batches, of.map(|of| of.batches)),
                part(done.cases, of.map(|of| of.cases)),
            ]);
        }
        if !table.is_empty() {
            out += &format!("\n{}", table.draw());
        }
        if !self.log.is_empty() {
            out.push('\n');
            self.log.iter().for_each(|line| out += &hanging("log  ", &printable(line)));
        }
        out
    }

    fn night_in_words(&self) -> String {
        let Some(night) = &self.night else { return "none has begun".to_owned() };
        let Night { number, run, ended, exit_code, why, .. } = night;
        let begun = format!(
            "{number}, since {} as process {} on {}",
            printable(&run.started),
            run.process,
            printable(&run.host)
        );
        match (ended, self.state()) {
            (Some(ended), _) => {
                let code = exit_code.map_or_else(|| "?".to_owned(), |code| code.to_string());
                let why = printable(why.as_deref().unwrap_or_default());
                format!("{begun}; ended {} with exit code {code}: {why}", printable(ended))
            }
            (None, "running") => begun,
            (None, _) => {
                format!("{begun}; was killed: what it stored is kept, and the same command continues")
            }
        }
    }

    fn json(&self) -> String {
        let night = self.night.as_ref().map(|night| {
            json!({
                "number": night.number,
                "host": printable(&night.run.host),
                "process": night.run.process,
                "version": printable(&night.run.version),
                "started": printable(&night.run.started),
                "ended": night.ended.as_deref().map(printable),
                "exit_code": night.exit_code,
                "why": night.why.as_deref().map(printable),
                "cases": self.tonight.0,
                "cases_per_second": self.rate(),
            })
        });
        let rows = self.rows.iter().map(|row| {
            json!({
                "target": printable(&row.target),
                "kind": row.kind.as_deref().map(printable),
                "batches": row.done.batches,
                "of_batches": row.of.map(|of| of.batches),
                "cases": row.done.cases,
                "of_cases": row.of.map(|of| of.cases),
            })
        });
        pretty(&json!({
            "format": FORMAT,
            "store": self.folder,
            "shard": self.shard.to_string(),
            "bytes": self.bytes,
            "state": self.state(),
            "writer": self.writer,
            "night": night,
            "found": { "new": self.found.0, "known": self.found.1 },
            "done": rows.collect::<Vec<_>>(),
            "log": self.log.iter().map(|line| printable(line)).collect::<Vec<_>>(),
        }))
    }
}

/// Numbers of disagreements in the present column that are new, and of those that a list knows.
///
/// # Errors
/// When the store cannot be read.
pub(super) fn found(reader: &Reader, plan: Option<&Plan>) -> Result<(usize, usize), Error> {
    let mut found = (0, 0);
    for target in plan.into_iter().flat_map(|plan| &plan.targets) {
        for (key, _) in reader.example_keys(target.name())? {
            match is_known(&key) {
                true => found.1 += 1,
                false => found.0 += 1,
            }
        }
    }
    Ok(found)
}

/// Stored cases of each target and kind; targets of which nothing is stored yet have a row, too.
fn rows(reader: &Reader, plan: Option<&Plan>, shard: Shard) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for progress in reader.progress(None)? {
        let of = match plan {
            Some(plan) => wanted(reader, plan, shard, &progress.target, &progress.matter)?,
            None => None,
        };
        let done = Count { batches: progress.batches, cases: progress.cases };
        rows.push(Row { target: progress.target, kind: Some(progress.matter), done, of });
    }
    for target in plan.iter().flat_map(|plan| &plan.targets).map(|target| target.name()) {
        if !rows.iter().any(|row| row.target == target) {
            let done = Count { batches: 0, cases: 0 };
            rows.push(Row { target: target.to_owned(), kind: None, done, of: None });
        }
    }
    Ok(rows)
}

/// Numbers of all batches and cases of a target and kind that belong into a store; none where there is no bound, or where
/// it is not settled yet which batches all shards have.
fn wanted(
    reader: &Reader,
    plan: &Plan,
    shard: Shard,
    target: &str,
    kind: &str,
) -> Result<Option<Count>, Error> {
    /// Fact that the first cases of a kind have settled.
    #[derive(Deserialize)]
    struct Settled {
        cases: u64,
    }
    if plan.cases >= UNBOUNDED || !CaseKind::ALL.iter().any(|matter| matter.name() == kind) {
        return Ok(None);
    }
    let settling = match shard.is_whole() {
        true => 0,
        false => match fact::<Settled>(reader, target, &settled_name(kind))? {
            Some(settled) => settled.cases,
            None => return Ok(None),
        },
    };
    Ok(Some(share(plan.cases, plan.batch.max(1) as u64, settling, shard)))
}

/// Batches and cases of a shard: those that settle readings, which are the first ones, and every N-th of the others.
fn share(cases: u64, batch: u64, settling: u64, shard: Shard) -> Count {
    let (all, settling) = (cases.div_ceil(batch), settling.min(cases).div_ceil(batch));
    let own = |before: u64| (before + shard.of() - shard.number()) / shard.of();
    let batches = settling + (own(all) - own(settling));
    let has_last = all > 0 && (all <= settling || shard.has(all - 1));
    let short = if has_last { all * batch - cases } else { 0 };
    Count { batches, cases: batches * batch - short }
}

/// True if the key of a disagreement names entries of a list of known findings.
fn is_known(key: &str) -> bool {
    #[derive(Deserialize)]
    struct Key {
        known: Vec<String>,
    }
    serde_json::from_str::<Key>(key).is_ok_and(|key| !key.known.is_empty())
}

/// Seconds between two moments as RFC 3339 has them; none if one is no moment, or the clock was set back.
fn seconds_between(begin: &str, end: &str) -> Option<i64> {
    let moment = |text: &str| chrono::DateTime::parse_from_rfc3339(text).ok();
    Some((moment(end)? - moment(begin)?).num_seconds()).filter(|seconds| *seconds >= 0)
}

/// The last lines of a file; none where there is no plain file.
fn last_lines(path: &Path) -> Vec<String> {
    let read = || -> std::io::Result<Vec<u8>> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let mut file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
        let data = file.metadata()?;
        if !data.is_file() {
            return Ok(Vec::new());
        }
        file.seek(SeekFrom::Start(data.len().saturating_sub(TAIL)))?;
        let mut text = Vec::new();
        file.take(TAIL).read_to_end(&mut text)?;
        Ok(text)
    };
    let text = read().unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    lines.iter().skip(lines.len().saturating_sub(LINES)).map(|line| (*line).to_owned()).collect()
}

/// A size in words.
fn size(bytes: u64) -> String {
    match bytes {
        0..0x10_0000 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        0x10_0000..0x4000_0000 => format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)),
        _ => format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_campaign::store::{BatchRow, Example, Identity, Run};
    use crosscall_model::{Pairing, Target};
    use crosscall_reports::picture::{Page, on_page};
    use expect_test::expect;

    fn run() -> Run {
        Run {
            host: "alpha\u{1b}[2J".to_owned(),
            process: 7,
            started: "2026-01-02T03:04:05Z".to_owned(),
            version: "0.1.0".to_owned(),
            command: "crosscall run".to_owned(),
        }
    }

    /// A store of shard 2/3 in its first night, with 1000 cases in units of 64.
    fn store(folder: &Path) -> Store {
        let mut store = Store::open(folder, &Identity::default().fixed("seed", 1), &run()).unwrap();
        store.begin_night().unwrap();
        let plan = Plan {
            targets: vec![Target::Epiphany, Target::Nyuzi],
            pairings: Pairing::ALL.to_vec(),
            cases: 1000,
            seed: 1,
            batch: 64,
            values: 0,
            shard: "2/3".to_owned(),
        };
        store.put_fact("", "plan", &serde_json::to_vec(&plan).unwrap()).unwrap();
        let settled = br#"{"cases": 256, "subjects": []}"#;
        store.put_fact("epiphany", "settled by cases of call", settled).unwrap();
        for number in [0, 1, 2, 3, 4, 7] {
            let known = if number == 0 { "\"EPIPHANY-GCC12-04\"" } else { "" };
            let key = format!("{{\"fingerprint\":\"{}\",\"known\":[{known}]}}", number / 3);
            let (target, matter) = ("epiphany".to_owned(), "call".to_owned());
            let row = BatchRow {
                target,
                matter,
                number,
                night: 1,
                cases: 64,
                complete: true,
                basis: String::new(),
                body: vec![1],
            };
            let example = Example { key, ord: 0, body: vec![2] };
            store.put_batch(&row, &[example]).unwrap();
        }
        std::fs::write(folder.join(LOG), "first\n2026-01-02T03:05:05Z \u{1b}[2J\nlast\n").unwrap();
        store
    }

    fn text(folder: &Path) -> String {
        let status = Status { folder: "nights".to_owned(), bytes: 150_000, ..Status::read(folder).unwrap() };
        on_page(Page::PLAIN, || status.text())
    }

    #[test]
    fn a_night_that_goes_on_ends_or_is_killed() {
        let folder = tempfile::tempdir().unwrap();
        let mut writing = store(folder.path());
        let running = Status::read(folder.path()).unwrap();
        assert_eq!(running.state(), "running");
        assert!(running.writer.as_ref().unwrap().contains("process 7 on alpha\\u{1b}[2J has used it since"));
        assert_eq!(running.tonight.0, 6 * 64);
        assert!(running.rate().is_some() && running.text().contains("rate"));
        writing.end_night(1, 1, "2 new findings\u{7}").unwrap();
        drop(writing);
        let ended = text(folder.path());
        assert!(ended.contains(" with exit code 1: 2 new findings\\u{7}\n"), "{ended}");
        let folder = tempfile::tempdir().unwrap();
        drop(store(folder.path()));
        expect![[r#"
            store   nights, 147 KiB
            shard   2/3
            writer  none
            night   1, since 2026-01-02T03:04:05Z as process 7 on alpha\u{1b}[2J; was killed: what it stored is
                    kept, and the same command continues
            found   3 new, 1 known

            target    kind       batches  cases
            --------  ---------  -------  ----------
            epiphany  call       6 of 8   384 of 512
            nyuzi     not begun  0        0

            log   first
            log   2026-01-02T03:05:05Z \u{1b}[2J
            log   last
        "#]].assert_eq(&text(folder.path()));
        let json =
            Status { folder: "nights".to_owned(), bytes: 1, ..Status::read(folder.path()).unwrap() }.json();
        expect![[r#"
            {
              "bytes": 1,
              "done": [
                {
                  "batches": 6,
                  "cases": 384,
                  "kind": "call",
                  "of_batches": 8,
                  "of_cases": 512,
                  "target": "epiphany"
                },
                {
                  "batches": 0,
                  "cases": 0,
                  "kind": null,
                  "of_batches": null,
                  "of_cases": null,
                  "target": "nyuzi"
                }
              ],
              "format": 3,
              "found": {
                "known": 1,
                "new": 3
              },
              "log": [
                "first",
                "2026-01-02T03:05:05Z \\u{1b}[2J",
                "last"
              ],
              "night": {
                "cases": 384,
                "cases_per_second": null,
                "ended": null,
                "exit_code": null,
                "host": "alpha\\u{1b}[2J",
                "number": 1,
                "process": 7,
                "started": "2026-01-02T03:04:05Z",
                "version": "0.1.0",
                "why": null
              },
              "shard": "2/3",
              "state": "killed",
              "store": "nights",
              "writer": null
            }
        "#]]
        .assert_eq(&json);
    }

    #[test]
    fn no_store_and_a_damaged_one_are_distinguished() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Status::read(folder.path()).err().unwrap().exit_code(), 2);
        let mut store = store(folder.path());
        store.put_fact("", "plan", b"\x1b[2J").unwrap();
        drop(store);
        let error = Status::read(folder.path()).err().unwrap();
        assert_eq!(error.exit_code(), 3);
        assert!(!error.to_string().contains('\u{1b}'), "{error}");
    }

    #[test]
    fn shards_have_all_cases_and_settling_batches_each() {
        for (cases, batch, settling) in
            [(1000, 64, 256), (1000, 64, 0), (10, 64, 300), (0, 64, 0), (64, 64, 64), (129, 64, 1)]
        {
            for of in 1..9 {
                let shards = (1..=of).filter_map(|number| Shard::new(number, of));
                for shard in shards {
                    let numbers = 0..u64::div_ceil(cases, batch);
                    let first = settling.min(cases).div_ceil(batch);
                    let own: Vec<u64> = numbers.filter(|n| *n < first || shard.has(*n)).collect();
                    let size = |n: &u64| (n * batch + batch).min(cases) - n * batch;
                    let expected = Count { batches: own.len() as u64, cases: own.iter().map(size).sum() };
                    assert_eq!(share(cases, batch, settling, shard), expected, "{cases} {settling} {shard}");
                }
            }
        }
    }
}

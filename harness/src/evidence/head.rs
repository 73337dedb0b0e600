//! Comment at the head of an evidence file: the finding, the commands that compile the file, and its origin.

use super::{Scene, trackers};
use crosscall_model::finding::{FindingKind, Mismatch};
use crosscall_model::{About, Value};
use crosscall_reports::{again, shell};

/// The head of a file in C, with the command that compiles it.
pub fn comment(scene: &Scene<'_>, commands: &[Vec<String>]) -> String {
    let finding = scene.finding;
    let mut lines = vec![title(scene), String::new()];
    if let Some(words) = finding.mismatches.first().map(Mismatch::words) {
        lines.push(format!("{} expected: {}", words.subject, words.expected));
        lines.push(format!("{} observed: {}", words.subject, words.seen()));
        lines.push(String::new());
    }
    for subject in scene.subjects() {
        lines.push(format!("compiler:  {} ({})", subject.version, subject.name));
    }
    for command in commands {
        lines.push(format!("command:   {}", shell::command(command)));
    }
    lines.push(origin(scene));
    lines.push(format!("again:     {}", again::command(finding)));
    if let About::Call(case) = &finding.case {
        for (i, value) in case.arguments.iter().enumerate() {
            lines.push(format!("argument {i}: {value}"));
        }
        lines.extend(case.result.as_ref().map(|value: &Value| format!("result:    {value}")));
    }
    let text: String = lines
        .iter()
        .flat_map(|line| line.split('\n'))
        .map(|line| format!(" * {line}"))
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect();
    format!("/*\n{} */\n", text.replace("*/", "* /"))
}

/// The versions and the seed.
fn origin(scene: &Scene<'_>) -> String {
    let own = env!("CARGO_PKG_VERSION");
    let generator = crosscall_generator::VERSION;
    match scene.finding.seed {
        0 => format!("crosscall: {own}, generator {generator}"),
        seed => {
            format!("crosscall: {own}, generator {generator}, seed {seed:#x}, case {}", scene.finding.index)
        }
    }
}

/// A finding in a line.
pub fn title(scene: &Scene<'_>) -> String {
    let finding = scene.finding;
    let (about, target) = (about(scene), finding.case.target());
    match finding.clauses.first() {
        Some(clause) if finding.kind != FindingKind::CompilerFault => {
            format!("[{target}] {about} ({clause})")
        }
        _ => format!("[{target}] {about}"),
    }
}

/// The title of an issue, for those who know nothing of clauses, as the tracker of who makes the subject has it.
pub fn plain_title(scene: &Scene<'_>) -> String {
    trackers::tag(scene.first, &scene.finding.case) + &about(scene)
}

fn about(scene: &Scene<'_>) -> String {
    let known = scene.finding.known.first().and_then(|id| crosscall_campaign::archive::entry(id).ok()?);
    known.map_or_else(|| in_a_line(scene), |entry| entry.title.clone())
}

fn in_a_line(scene: &Scene<'_>) -> String {
    let finding = scene.finding;
    let signature = finding.signature();
    match finding.mismatches.first().map(Mismatch::words) {
        Some(m) if finding.kind == FindingKind::CompilerFault => {
            let said = m.observed.lines().next().unwrap_or_default();
            format!("compiler fault on `{signature}`: {said}")
        }
        Some(m) => {
            format!("`{signature}`: {} expected {}, observed {}", m.subject, m.expected, m.seen())
        }
        None => format!("`{signature}`"),
    }
}

//! Findings of which a description of a processor is the only witness, seen on the processor itself or in qemu.

use super::{Scene, outside};
use crosscall_base::process::folder::WorkFolder;
use crosscall_base::process::{self, End, Limits};
use crosscall_engine::machine::backend;
use crosscall_reports::run::Seen;
use std::time::Duration;

/// Time for compilers, linker and program together.
const TIME: Duration = Duration::from_secs(60);

/// Exit codes of the script: as expected, not as expected, a program is missing.
const EXPECTED: i32 = 0;
const SHOWN: i32 = 1;
const MISSING: i32 = 77;

/// Result of the standalone program where crosscall has no part in it, with the script's last line; `None` for targets that have
/// a machine of crosscall's own.
pub fn on_processor(scene: &Scene<'_>) -> Option<(Seen, String)> {
    if !backend::is_described(scene.first.target) {
        return None;
    }
    let not_run = |why: &str| Some((Seen::NotRun, why.to_owned()));
    let program = match scene.program() {
        Ok(program) => program,
        Err(why) => return not_run(&format!("no program shows it without crosscall: {why}")),
    };
    let files = outside::files(scene, program);
    if files.is_empty() {
        return not_run("no compiler of C is there to build a program");
    }
    let Ok(folder) = WorkFolder::new(scene.context.work_dir) else {
        return not_run("there is no room for a program");
    };
    let texts = program.files.iter().map(|(name, text)| (*name, text.as_str()));
    for (name, text) in texts.chain(files.iter().map(|(name, text)| (*name, text.as_str()))) {
        if let Err(error) = std::fs::write(folder.path().join(name), text) {
            return not_run(&format!("{name} cannot be written: {error}"));
        }
    }
    let limits = Limits { time: TIME, ..scene.context.limits.clone() };
    let command = ["sh", outside::SCRIPT].map(str::to_owned);
    let ran = match process::run(&command, folder.path(), &limits, scene.context.stop) {
        Ok(ran) => ran,
        Err(error) => return not_run(&error.to_string()),
    };
    let (said, problem) = (ran.stdout.text(), ran.stderr.text());
    let seen = said.lines().find_map(|line| line.strip_prefix("seen: "));
    let last = || problem.lines().last().unwrap_or("it says nothing").to_owned();
    Some(match (ran.end, seen) {
        (End::Code(EXPECTED), Some(seen)) => (Seen::NotShown, seen.to_owned()),
        (End::Code(SHOWN), Some(seen)) => (Seen::Shown, seen.to_owned()),
        (End::Code(MISSING), _) => (Seen::NotRun, last()),
        (End::TimedOut, _) => (Seen::NotRun, format!("not at its end after {} s", TIME.as_secs())),
        (End::Interrupted, _) => (Seen::NotRun, "interrupted".to_owned()),
        _ => (Seen::NotRun, last()),
    })
}

/// The same as a sentence.
pub fn sentence(seen: Seen, said: &str) -> String {
    match seen {
        Seen::Shown => format!(
            "Compiled, linked and run without crosscall, on the processor or in qemu, it shows the same: {said}."
        ),
        Seen::NotShown => format!(
            "Compiled, linked and run without crosscall, on the processor or in qemu, it does not show it: {said}. crosscall's \
             description of the processor may be wrong; please report this."
        ),
        Seen::NotRun => format!("It was not run without crosscall: {said}."),
    }
}

//! Version and configuration of a tool, which its makers ask for first.

use crosscall_base::process::{self, End};
use crosscall_model::About;
use crosscall_model::tool::Input;
use crosscall_toolchain::language::Language;
use crosscall_toolchain::units::CompileContext;
use crosscall_toolchain::{Toolchain, ToolchainKind};

/// Lines of a configuration that are shown.
const MOST_LINES: usize = 24;

/// Lines that say where something lies on this machine, and those that say nothing.
const LOCAL: [&str; 8] = [
    "COLLECT_",
    "InstalledDir:",
    "Using built-in specs",
    "Reading specs",
    "Found candidate",
    "Selected ",
    "Candidate multilib",
    "OFFLOAD_",
];

/// The version of the program that is at fault: of the assembler or of the linker, where a case is about one of them.
pub fn version(subject: &Toolchain, case: &About, context: CompileContext<'_>) -> String {
    let command = match (case, subject.kind) {
        (About::Tool(case), ToolchainKind::Binutils) => match case.input {
            Input::Statement(_) => &subject.as_,
            Input::Link(_) => &subject.ld,
        },
        _ => return subject.version.clone(),
    };
    let said = answer(command, "--version", context);
    let first = said.as_deref().and_then(|text| text.lines().next()).map(str::trim);
    first.filter(|line| !line.is_empty()).map_or_else(|| subject.version.clone(), str::to_owned)
}

/// Configuration of a compiler in its own words; nothing where it does not answer.
pub fn configuration(subject: &Toolchain, context: CompileContext<'_>) -> Option<String> {
    let question = match subject.kind.language()? {
        Language::C => "-v",
        Language::Rust => "-vV",
        Language::Request => return None,
    };
    let said = answer(&subject.cc, question, context)?;
    let is_reported =
        |line: &&str| !line.trim().is_empty() && !LOCAL.iter().any(|start| line.starts_with(start));
    let lines: Vec<&str> = said.lines().filter(is_reported).take(MOST_LINES).collect();
    let text = lines.join("\n");
    let home = std::env::var("HOME").ok().filter(|home| home.len() > 1);
    let text = home.map_or_else(|| text.clone(), |home| text.replace(&home, "~"));
    (!text.is_empty()).then_some(text)
}

/// Everything that a program says when it is asked with an option; `None` where it fails.
fn answer(command: &[String], option: &str, context: CompileContext<'_>) -> Option<String> {
    if command.is_empty() {
        return None;
    }
    let words: Vec<String> = command.iter().cloned().chain([option.to_owned()]).collect();
    let ran = process::run(&words, context.work_dir, context.limits, context.stop).ok()?;
    (ran.end == End::Code(0)).then(|| ran.words())
}

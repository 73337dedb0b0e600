//! A text for the bug tracker of who makes a compiler, an assembler or a linker.

use super::{Scene, filecheck, head, input, makers, notes, outside, trackers};
use crosscall_base::hex;
use crosscall_campaign::archive;
use crosscall_model::expression::ValueCase;
use crosscall_model::finding::FindingKind;
use crosscall_model::tool::{Input, ToolCase};
use crosscall_model::{About, Pairing, c};
use crosscall_oracle::clause::{Strictness, catalogue, reading_of};
use crosscall_reports::{again, shell};
use crosscall_toolchain::compile::{Product, command_of};
use crosscall_toolchain::language::Language;
use crosscall_toolchain::{expression, tool};
use std::fmt::Write;

/// Subjects that show a finding, and those that do not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tried {
    /// Subjects that were tried, their versions, and what came of it.
    pub subjects: Vec<(String, String, String)>,
    /// Subjects that were not, with the reason.
    pub not_tried: Vec<(String, String)>,
}

/// Bytes of a file that are shown.
const MOST_BYTES: usize = 4096;

/// Contradictions that are told.
const MOST_MISMATCHES: usize = 6;

/// The text, in Markdown.
pub fn text(scene: &Scene<'_>, tried: &Tried) -> String {
    let finding = scene.finding;
    let mut out = format!("# {}\n\n", head::plain_title(scene));
    for subject in scene.subjects() {
        let version = makers::version(subject, &finding.case, scene.context);
        let _ = writeln!(out, "* Version: {version} (`{}`)", subject.compiler);
    }
    let _ = writeln!(out, "* Target: {}", trackers::target(finding.case.target()));
    if let Some((field, entry)) = trackers::filed(scene.first, &finding.case) {
        let _ = writeln!(out, "* {field}: {entry}");
    }
    let _ = writeln!(out, "* Kind: {}\n", kind(scene));
    out += &configurations(scene);
    out += &code(scene);
    out += &test(scene);
    out += "\n## Expected and observed\n\n";
    for mismatch in finding.mismatches.iter().take(MOST_MISMATCHES) {
        let words = mismatch.words();
        let _ = writeln!(
            out,
            "* {}\n  * expected: {}\n  * observed: {}",
            in_plain_words(scene, &words.subject),
            in_plain_words(scene, &words.expected),
            indented(&in_plain_words(scene, &words.seen()))
        );
    }
    if finding.mismatches.len() > MOST_MISMATCHES {
        let _ = writeln!(out, "* and {} more", finding.mismatches.len() - MOST_MISMATCHES);
    }
    if let Some(message) = finding.message.as_deref().filter(|m| !m.trim().is_empty()) {
        let lines: Vec<&str> = message.lines().take(12).collect();
        let _ = writeln!(out, "\nThe message:\n\n```\n{}\n```", lines.join("\n"));
    }
    out += &instruction(scene);
    out += &document(scene);
    out += &occurs(tried);
    out += &known(scene);
    out += "\n## To see it again\n\n";
    let _ = writeln!(
        out,
        "This was found with crosscall {}{}. There it is shown by `{}`, with these lines as `case.toml`:\n",
        env!("CARGO_PKG_VERSION"),
        clauses_in_a_word(scene),
        again::command_elsewhere(finding)
    );
    let _ =
        writeln!(out, "```toml\n{}```", crosscall_toolchain::case_file::CaseFile::identity(&finding.case));
    out
}

/// The clauses by the names that only crosscall has for them.
fn clauses_in_a_word(scene: &Scene<'_>) -> String {
    match scene.finding.clauses.first() {
        Some(clause) => format!(", which calls the rule {clause}"),
        None => String::new(),
    }
}

/// Words that somebody understands who knows nothing of how the finding was made: no names of clauses and readings, and
/// what fills registers and memory that carry nothing is called a filler.
pub(super) fn in_plain_words(scene: &Scene<'_>, text: &str) -> String {
    let mut text = text.replace("poison", "filler");
    for clause in &catalogue(scene.finding.case.target()).clauses {
        text = text.replace(&format!("{}: ", clause.id), "");
    }
    text.replace("the subject follows", "it follows")
}

/// Configurations of the compilers, in their own words.
fn configurations(scene: &Scene<'_>) -> String {
    let said: std::collections::BTreeSet<String> =
        scene.subjects().filter_map(|subject| makers::configuration(subject, scene.context)).collect();
    said.into_iter().map(|text| format!("```\n{text}\n```\n\n")).collect()
}

/// Lines of code before the instruction that did it, and behind it.
const AROUND: [usize; 2] = [6, 3];

/// The instruction that did it, with its neighbours.
fn instruction(scene: &Scene<'_>) -> String {
    let [before, behind] = AROUND;
    let lines = scene.listing().unwrap_or_default();
    let Some(shown) = lines.near_mark(before, behind) else { return String::new() };
    format!("\n## The instruction\n\n```\n{}\n```\n", in_plain_words(scene, &shown.join("\n")))
}

fn indented(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join("\n    ")
}

/// A command as others have it: without the folder of its program.
pub(super) fn plain(mut command: Vec<String>) -> Vec<String> {
    // An assignment of a variable may stand in front.
    let at = command.iter().position(|word| word != "env" && !word.contains('=')).unwrap_or_default();
    if let Some(program) = command.get_mut(at)
        && let Some(name) = std::path::Path::new(program).file_name()
    {
        *program = name.to_string_lossy().into_owned();
    }
    command
}

/// Kind of defect, in the words of a bug tracker.
fn kind(scene: &Scene<'_>) -> &'static str {
    match (scene.finding.kind, scene.finding.pairing) {
        (FindingKind::CompilerFault, _) => "the compiler stops, hangs or writes no object file",
        (FindingKind::NotRepeatable, _) => "not repeatable",
        (FindingKind::Incompatibility, _) => "code of two levels or compilers does not understand each other",
        (_, Pairing::Caller) => {
            "wrong code or another ABI: a function calls otherwise than the ABI document says"
        }
        (_, Pairing::Callee) => {
            "wrong code or another ABI: a function behaves otherwise than its callers expect by the ABI document"
        }
        (_, Pairing::Cross) => {
            "code of two compilers, or of two levels of one, does not understand each other"
        }
        (_, Pairing::Layout) => "another data layout than the ABI document says",
        (_, Pairing::Object) => "the form of the object file",
        (_, Pairing::Tool) if is_link(&scene.finding.case) => {
            "a linker makes other bytes, or takes or refuses its input"
        }
        (_, Pairing::Tool) => "an assembler makes other bytes, or takes or refuses its text",
        (_, Pairing::Value) => "wrong value of an expression",
    }
}

fn is_link(case: &About) -> bool {
    matches!(case, About::Tool(case) if matches!(case.input, Input::Link(_)))
}

/// The smallest text that shows it, with the commands.
fn code(scene: &Scene<'_>) -> String {
    let finding = scene.finding;
    let mut out = String::new();
    if let About::Tool(case) = &finding.case {
        out += "## Input\n\n";
        let _ = writeln!(out, "```\n{}```", tool::source(case));
        return out + &for_a_tool(scene, case);
    }
    out += "## Minimal C\n\n";
    if let About::Call(case) = &finding.case {
        let _ = writeln!(out, "```c\n{};\n```\n", c::signature(&case.signature, "f"));
        let style = case.style.to_string();
        if !style.is_empty() && case.style != crosscall_model::Style::PLAIN {
            let _ = writeln!(out, "What else the code around the call does: {style}.\n");
        }
    }
    let program = if finding.kind == FindingKind::CompilerFault { None } else { scene.program().ok() };
    match program {
        Some(program) => {
            for (name, text) in &program.files {
                let language = Language::of_file(name);
                let fence = language.map_or("", Language::fence);
                let _ = writeln!(out, "`{name}`:\n\n```{fence}\n{text}```\n");
                let of = scene
                    .compiler(name, program.companion.as_ref())
                    .ok()
                    .filter(|of| of.kind.is_compiler() && language.is_some());
                if let Some(of) = of {
                    let object = format!("{}.o", name.split('.').next().unwrap_or(name));
                    let command = command_of(of, name, Product::Object, &object);
                    let _ = writeln!(out, "Command: `{}`\n", shell::command(plain(command)));
                }
            }
            let _ = writeln!(out, "{}", program.says);
            if let Some(usage) = outside::usage(scene, program) {
                let _ = writeln!(out, "\n{usage}");
            }
        }
        None => {
            let source = finding.source.as_deref().unwrap_or_default();
            let language = scene.first.kind.written_in();
            let shown = if source.starts_with('{') { Language::Request } else { language.for_people() };
            let _ = writeln!(out, "```{}\n{source}```", shown.fence());
            if scene.first.kind.is_compiler() && language != Language::Request {
                let file = format!("case.{}", language.extension());
                let command = command_of(scene.first, &file, Product::Object, "case.o");
                let _ = writeln!(out, "\nCommand: `{}`", shell::command(plain(command)));
            } else if let About::Value(case) = &finding.case {
                out += &in_assembly(scene, case);
            }
        }
    }
    out
}

/// The test for FileCheck, or a sentence on why there is none, where somebody expects one.
fn test(scene: &Scene<'_>) -> String {
    match scene.test() {
        Some(test) => format!(
            "\n## Test\n\n{} The version of this text fails the test:\n\n```c\n{}```\n",
            test.says, test.text
        ),
        None if filecheck::is_asked_for(scene) => format!("\n{}\n", filecheck::NONE),
        None => String::new(),
    }
}

/// Input of a tool, its commands, and the command that shows the bytes.
fn for_a_tool(scene: &Scene<'_>, case: &ToolCase) -> String {
    let command = tool::command_of(scene.first, case);
    if command.is_empty() {
        return String::new();
    }
    let mut out = String::new();
    let files = tool::input_files(case);
    let mut commands = match input::in_assembly(scene, case) {
        Some(found) => {
            out += &file("input.s", found.text.as_bytes());
            out.extend(
                files.iter().filter(|(name, _)| !name.ends_with(".o")).map(|(n, bytes)| file(n, bytes)),
            );
            vec![found.assemble, found.link]
        }
        None => {
            out.extend(files.iter().map(|(name, bytes)| file(name, bytes)));
            vec![command]
        }
    };
    commands.extend(input::to_see(scene.first, case));
    out + &listed("Commands; the last one shows the bytes", commands)
}

/// An expression as a subject gets it that takes assembly text, and how its emulator runs it.
fn in_assembly(scene: &Scene<'_>, case: &ValueCase) -> String {
    let Some(text) = expression::assembly(scene.first, case) else { return String::new() };
    let mut out = "\nIt takes assembly text, as crosscall writes it for this.\n".to_owned()
        + &file("case.s", text.as_bytes());
    if let Some((start, commands)) = expression::emulated_by_hand(scene.first, case) {
        out += &file("start.s", start.as_bytes());
        out += &listed("Commands, after which `trace` ends with the bytes of the value", commands);
    }
    out
}

/// Commands below a heading, as others have them.
fn listed(heading: &str, commands: Vec<Vec<String>>) -> String {
    let lines: String = commands.into_iter().map(|words| shell::command(plain(words)) + "\n").collect();
    format!("\n{heading}:\n\n```\n{lines}```\n")
}

/// A file that a tool is given, so that whoever reads the text has it.
fn file(name: &str, bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => format!("\n`{name}`:\n\n```\n{}\n```\n", text.trim_end()),
        _ if bytes.len() > MOST_BYTES => {
            format!("\n`{name}` has {} bytes and is not shown here.\n", bytes.len())
        }
        _ => {
            let lines: Vec<String> = bytes.chunks(32).map(hex::bytes).collect();
            let lines = lines.join("\n");
            format!("\n`{name}`, as `xxd -r -p` makes it of these digits:\n\n```\n{lines}\n```\n")
        }
    }
}

/// The document and its section, in our words.
fn document(scene: &Scene<'_>) -> String {
    let finding = scene.finding;
    let catalogue = catalogue(finding.case.target());
    let mut out = String::new();
    for id in &finding.clauses {
        let Some(clause) = catalogue.clause(id) else { continue };
        let rule = notes::without_readings(&clause.rule);
        let _ = match clause.strict {
            Strictness::Silent => writeln!(
                out,
                "* The document does not settle this; what is expected is what other code of the same compiler does, or a table \
                 of the instruction set. In other words: {rule}"
            ),
            _ => writeln!(out, "* Section \"{}\". In other words: {rule}", clause.section),
        };
    }
    for answer in &finding.deviations {
        if let Some(found) = reading_of(finding.case.target(), answer) {
            let _ = writeln!(out, "* What it does instead: {}", notes::without_readings(&found.text));
        }
    }
    for answer in &finding.readings {
        if let Some(found) = reading_of(finding.case.target(), answer) {
            let text = notes::without_readings(&found.text);
            let _ = writeln!(out, "* Other interpretations are possible; this report assumes: {text}");
        }
    }
    if out.is_empty() {
        return out;
    }
    let link = catalogue.link.as_ref().map(|link| format!(", <{link}>")).unwrap_or_default();
    format!("\n## Document\n\n{}{link}.\n\n{out}", catalogue.document)
}

/// Table of the subjects that show it, and a list of those that were not tried.
fn occurs(tried: &Tried) -> String {
    let mut out = String::new();
    if !tried.subjects.is_empty() {
        out += "\n## Where it happens\n\n| subject | version | |\n|---|---|---|\n";
        for (name, version, what) in &tried.subjects {
            let _ = writeln!(out, "| `{name}` | {version} | {what} |");
        }
    }
    if !tried.not_tried.is_empty() {
        out += "\nNot tried:\n\n";
        for (name, why) in &tried.not_tried {
            let _ = writeln!(out, "* `{name}`: {why}");
        }
    }
    out
}

/// Sections of the pages that describe it.
fn known(scene: &Scene<'_>) -> String {
    let mut out = String::new();
    for id in scene.finding.known.iter() {
        let Ok(Some(entry)) = archive::entry(id) else { continue };
        let Some(section) = archive::section(&entry.document) else { continue };
        let body: String = section.lines().skip(1).map(|line| format!("{line}\n")).collect();
        let body = in_plain_words(
            scene,
            &notes::plain(&body, &format!("{}-", scene.finding.case.target().clause_prefix())),
        );
        let levels = archive::row(&entry.document, id).into_iter().find(|(name, _)| name == "levels");
        let levels = levels.map(|(_, text)| format!(" Levels: {text}.")).unwrap_or_default();
        let _ = writeln!(out, "\n## Notes\n\n{}.{levels}\n\n{}", entry.title, body.trim());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_base::process::Limits;
    use crosscall_model::Target;
    use crosscall_oracle::knowledge::Knowledge;
    use crosscall_reports::sample;
    use crosscall_toolchain::units::CompileContext;
    use crosscall_toolchain::{Toolchain, ToolchainKind};
    use expect_test::expect;
    use std::sync::atomic::AtomicBool;

    /// Issue text about a compiler that is not installed.
    fn text_of(finding: &crosscall_model::finding::Finding) -> String {
        let gcc = Toolchain {
            name: "epiphany-elf-gcc-O2".to_owned(),
            kind: ToolchainKind::Gcc,
            cc: vec!["/nowhere/epiphany-elf-gcc".to_owned(), "-O2".to_owned()],
            version: "epiphany-elf-gcc (GCC) 12.2.0".to_owned(),
            compiler: "gcc 12.2.0 epiphany-elf".to_owned(),
            ..Toolchain::embedded(Target::Epiphany)
        };
        let (limits, stop, work_dir) = (Limits::default(), AtomicBool::new(false), std::env::temp_dir());
        let scene = Scene {
            finding,
            first: &gcc,
            partner: None,
            companions: Vec::new(),
            knowledge: &Knowledge::new(catalogue(Target::Epiphany)),
            evidence: None,
            context: CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop },
            program: Default::default(),
            test: Default::default(),
        };
        let tried = Tried {
            subjects: vec![
                ("epiphany-elf-gcc-O0".to_owned(), gcc.version.clone(), "does not show it".to_owned()),
                ("epiphany-elf-gcc-O2".to_owned(), gcc.version.clone(), "shows it".to_owned()),
            ],
            not_tried: vec![("my-gcc".to_owned(), "it was not found".to_owned())],
        };
        text(&scene, &tried)
    }

    #[test]
    fn a_text_for_a_bug_tracker() {
        expect![[r##"
            # [epiphany] `struct { int m0; int m1; } f(int)`: result expected 0x2122232412131415 in memory at 0x8f00, the address passed in r0, observed there: 0x5a5a5a5a5a5a5a5a; found in r0:r1

            * Version: epiphany-elf-gcc (GCC) 12.2.0 (`gcc 12.2.0 epiphany-elf`)
            * Target: epiphany
            * Kind: wrong code or another ABI: a function behaves otherwise than its callers expect by the ABI document

            ## Minimal C

            ```c
            struct { int m0; int m1; } f(int);
            ```

            ```c
            struct s0 { int m0; int m1; };
            struct s0 f0(int a0);
            ```

            Command: `epiphany-elf-gcc -O2 -std=gnu11 -w -ffreestanding -c -o case.o case.c`

            ## Expected and observed

            * result
              * expected: 0x2122232412131415 in memory at 0x8f00, the address passed in r0
              * observed: there: 0x5a5a5a5a5a5a5a5a; found in r0:r1

            ## Document

            Epiphany Application Binary Interface (chapter of the Epiphany SDK documentation, Adapteva, 2008-2016), <http://adapteva.com/docs/epiphany_sdk_ref.pdf>.

            * Section "Subroutine Return Values". In other words: An aggregate larger than 4 bytes, or whose size one side cannot know, is stored at an address that is passed as an extra argument.
            * What it does instead: not those of 8 bytes that have a natural machine mode: they are returned in r0 and r1

            ## Where it happens

            | subject | version | |
            |---|---|---|
            | `epiphany-elf-gcc-O0` | epiphany-elf-gcc (GCC) 12.2.0 | does not show it |
            | `epiphany-elf-gcc-O2` | epiphany-elf-gcc (GCC) 12.2.0 | shows it |

            Not tried:

            * `my-gcc`: it was not found

            ## To see it again

            This was found with crosscall 0.1.0, which calls the rule EPIPHANY-RET-06. There it is shown by `crosscall repro case.toml --pairing callee --toolchain epiphany-elf-gcc-O2`, with these lines as `case.toml`:

            ```toml
            crosscall = 1
            target = "epiphany"
            signature = "struct { int m0; int m1; } f(int)"
            arguments = ["0x11"]
            result = "{0x12131415, 0x21222324}"
            ```
        "##]].assert_eq(&text_of(&sample::finding()));
    }

    #[test]
    fn a_text_about_a_fault_of_the_compiler() {
        let known = crosscall_model::finding::Finding { known: Vec::new(), ..sample::fault() };
        expect![[r##"
            # [epiphany] compiler fault on `struct { int m0; int m1; } f(int)`: internal compiler error

            * Version: epiphany-elf-gcc (GCC) 12.2.0 (`gcc 12.2.0 epiphany-elf`)
            * Target: epiphany
            * Kind: the compiler stops, hangs or writes no object file

            ## Minimal C

            ```c
            struct { int m0; int m1; } f(int);
            ```

            ```c
            struct s0 { int m0; int m1; };
            struct s0 f0(int a0);
            ```

            Command: `epiphany-elf-gcc -O2 -std=gnu11 -w -ffreestanding -c -o case.o case.c`

            ## Expected and observed

            * callee unit
              * expected: an object file
              * observed: internal compiler error

            The message:

            ```
            f.c:3: internal compiler error: in extract_insn, at recog.cc:2791
            ```

            ## Where it happens

            | subject | version | |
            |---|---|---|
            | `epiphany-elf-gcc-O0` | epiphany-elf-gcc (GCC) 12.2.0 | does not show it |
            | `epiphany-elf-gcc-O2` | epiphany-elf-gcc (GCC) 12.2.0 | shows it |

            Not tried:

            * `my-gcc`: it was not found

            ## To see it again

            This was found with crosscall 0.1.0. There it is shown by `crosscall repro case.toml --toolchain epiphany-elf-gcc-O2`, with these lines as `case.toml`:

            ```toml
            crosscall = 1
            target = "epiphany"
            signature = "struct { int m0; int m1; } f(int)"
            arguments = ["0x11"]
            result = "{0x12131415, 0x21222324}"
            ```
        "##]].assert_eq(&text_of(&known));
    }
}

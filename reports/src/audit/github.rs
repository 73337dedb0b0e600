//! An audit for the workflows of GitHub: an annotation for each finding, and for what was not tested. The last line says
//! how many functions and programs have which verdict.

use super::program::{self, AuditedProgram, ProgramEnd};
use super::{Audit, Audited, End, Fault, Source, Verdict, text};
use crate::picture::{Page, on_page};
use crate::printable::{printable, visible};
use crate::workflow::annotation;

/// The whole report.
pub fn render(audit: &Audit) -> String {
    let mut out = String::new();
    for function in &audit.functions {
        out += &of_function(audit, function);
    }
    for program in &audit.programs {
        out += &of_program(audit, program);
    }
    out + &text::conclusion(audit) + "\n"
}

fn of_function(audit: &Audit, function: &Audited) -> String {
    let start = match &function.end {
        End::Ran(ran) => ran.source.as_ref(),
        End::NotTested(_) => None,
    };
    let of = Of { name: &function.name, file: &function.object, start };
    let mut out = String::new();
    if let End::Ran(ran) = &function.end {
        for fault in &ran.findings {
            let message = on_page(Page::PLAIN, || text::of_fault(audit.target, fault));
            let title = format!("{}: {}: {}", fault.clause(), function.name, fault.name);
            out += &of.finding(&title, fault, &message);
        }
    }
    out += &of.untested(function.verdict(), function.reason());
    if let End::Ran(ran) = &function.end {
        if !ran.coverage.is_whole() {
            out +=
                &of.notice("not all of it ran", &on_page(Page::PLAIN, || text::of_coverage(&ran.coverage)));
        }
        out += &of.remarks(&ran.idle_exceptions, &ran.notes);
    }
    out
}

fn of_program(audit: &Audit, program: &AuditedProgram) -> String {
    let of = Of { name: &program.file, file: &program.file, start: None };
    let mut out = String::new();
    if let ProgramEnd::Ran(ran) = &program.end {
        for found in &ran.findings {
            let message = on_page(Page::PLAIN, || program::of_fault(audit.target, found));
            // The name begins with that of the function.
            let title = format!("{}: {}", found.fault.clause(), found.fault.name);
            out += &of.finding(&title, &found.fault, &message);
        }
    }
    out += &of.untested(program.verdict(), program.reason());
    if let ProgramEnd::Ran(ran) = &program.end {
        if !ran.not_called.is_empty() {
            out += &of.notice("not called", &on_page(Page::PLAIN, || program::not_called(&ran.not_called)));
        }
        out += &of.remarks(&ran.idle_exceptions, &ran.notes);
    }
    out
}

/// Item that annotations are about: a function or a program, its file, and its first line where that is known.
struct Of<'a> {
    name: &'a str,
    file: &'a str,
    start: Option<&'a Source>,
}

impl Of<'_> {
    /// A finding stands beside its instruction in the source.
    fn finding(&self, title: &str, fault: &Fault, message: &str) -> String {
        let why = match &fault.place {
            Some(_) => NO_LINE,
            None => "it is about no instruction",
        };
        let is_placed = fault.source().or(self.start).is_some();
        let message = if is_placed { message.to_owned() } else { without_line(message, why) };
        self.beside(fault.source(), "error", title, &message)
    }

    /// That it was not tested, where it was not.
    fn untested(&self, verdict: Verdict, reason: Option<String>) -> String {
        match verdict {
            Verdict::NotTested => {
                let title = format!("not tested: {}", self.name);
                let reason = without_line(&reason.unwrap_or_default(), "an instruction has one that has run");
                self.annotate("error", &title, &reason)
            }
            Verdict::Findings | Verdict::CleanAsFarAsItRan | Verdict::Clean => String::new(),
        }
    }

    fn notice(&self, what: &str, message: &str) -> String {
        self.annotate("notice", &format!("{what}: {}", self.name), message)
    }

    fn remarks(&self, idle: &[String], notes: &[String]) -> String {
        let annotate = |level: &str, what: &str, message: &str| {
            self.annotate(level, &format!("{what}: {}", self.name), message)
        };
        remarks(idle, notes, annotate)
    }

    fn annotate(&self, level: &str, title: &str, message: &str) -> String {
        self.beside(None, level, title, message)
    }

    /// Beside a line of the source, or else beside the first one, or else beside the file.
    fn beside(&self, source: Option<&Source>, level: &str, title: &str, message: &str) -> String {
        let file = (!self.file.is_empty()).then_some((self.file, None));
        let line = source.or(self.start).map(|source| (source.file.as_str(), Some(source.line)));
        annotate(level, title, line.or(file), message)
    }
}

/// Why a finding about an instruction has no line.
const NO_LINE: &str = "neither an assembler here nor debug information (-g) has one for this instruction";

/// A message that says why it stands beside no line.
pub(super) fn without_line(message: &str, why: &str) -> String {
    format!("{}\nno line: {why}", message.trim_end())
}

/// Exceptions that are not needed, and notes; `annotate` makes an annotation of a level, a title and a message.
pub(super) fn remarks(
    idle: &[String],
    notes: &[String],
    annotate: impl Fn(&str, &str, &str) -> String,
) -> String {
    let idle = idle.iter().map(|exception| format!("nothing shows `{exception}`"));
    let mut out: String =
        idle.map(|message| annotate("warning", "an exception that is not needed", &message)).collect();
    if !notes.is_empty() {
        out += &annotate("notice", "notes", &notes.join("\n"));
    }
    out
}

/// One annotation, in which nothing is hidden from a reader.
pub(super) fn annotate(
    level: &str,
    title: &str,
    beside: Option<(&str, Option<u64>)>,
    message: &str,
) -> String {
    let file = beside.map(|(file, _)| visible(file));
    let line = beside.and_then(|(_, line)| line);
    annotation(level, &printable(title), file.as_deref().map(|file| (file, line)), &visible(message))
}

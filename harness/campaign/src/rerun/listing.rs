//! The disassembly around a call, with the instruction marked that went wrong.

use super::single::{Pair, trace_one};
use crosscall_engine::machine;
use crosscall_engine::trial::program::Listed;
use crosscall_engine::unit::Role;
use crosscall_engine::verdict::calls::Traced;
use crosscall_machines::listing::Style;
use crosscall_machines::object_file::{ObjectFile, SymbolPlace};
use crosscall_model::finding::{Code, Mismatch, ValueId};
use crosscall_model::observation::End;
use crosscall_model::plan::Plan;
use crosscall_model::{Case, Pairing, Target, unit};
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::capability::Capabilities;
use crosscall_toolchain::units::{CompileContext, Sources, compile};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

/// Mark before the instruction that did it.
const MARK: &str = ">>";

/// Mark before instructions that were executed.
const EXECUTED: &str = " |";

/// Lines before the marked one that are shown [`around`] a call.
const BEFORE: usize = 20;

/// Lines behind it, to the end of the function. Of a longer one its last lines are shown, too: there it returns.
const BEHIND: usize = 160;
const LAST: usize = 8;

/// Sign in place of lines that are left out.
const LEFT_OUT: &str = "…";

/// A call that went wrong, to be looked at once more.
#[derive(Clone, Copy)]
pub struct Wrong<'a> {
    /// The case.
    pub case: &'a Case,
    /// The subjects.
    pub pair: Pair<'a>,
    /// The plan that it is held against.
    pub plan: &'a Plan,
    /// Contradictions, the one that counts most first.
    pub mismatches: &'a [Mismatch],
    /// Knowledge of the subject.
    pub knowledge: &'a Knowledge,
    /// Context of compilers.
    pub context: CompileContext<'a>,
}

/// Lines of a listing, with the number of the marked one.
#[derive(Debug, Default)]
pub struct Lines {
    lines: Vec<String>,
    marked: Option<usize>,
}

impl Lines {
    /// All lines, with a head that explains the marks.
    pub fn whole(&self, subject: &str) -> String {
        let mut out = format!(
            "{subject} as it lies in the program that was run. `{MARK}` is before the instruction that did it, `{}` before \
             those that were executed.\n",
            EXECUTED.trim()
        );
        if self.marked.is_none() {
            out += "No instruction stands out: see the states before and after.\n";
        }
        self.lines.iter().for_each(|line| out += &format!("{line}\n"));
        out
    }

    /// The marked line and its neighbours, so many before and behind it, of the same function; none where no line is marked.
    pub fn near_mark(&self, before: usize, behind: usize) -> Option<&[String]> {
        self.lines.get(self.near(self.marked?, before, behind))
    }

    /// A line and its neighbours of the same function.
    fn near(&self, at: usize, before: usize, behind: usize) -> Range<usize> {
        let Range { start, end } = self.function(at);
        at.saturating_sub(before).max(start)..at.saturating_add(behind + 1).min(end)
    }

    /// The lines of the function that a line is of: empty lines stand between functions.
    fn function(&self, at: usize) -> Range<usize> {
        let start = self.lines.iter().take(at).rposition(String::is_empty).map_or(0, |empty| empty + 1);
        let behind = self.lines.iter().skip(at).position(String::is_empty);
        start..behind.map_or(self.lines.len(), |empty| at + empty)
    }
}

/// Code around the call, of each side that a subject has written; empty where none of it can be made once more.
pub fn around(wrong: &Wrong<'_>) -> Vec<Code> {
    let Pair { subject, partner, pairing } = wrong.pair;
    let partner = partner.map_or(subject, |(partner, _)| partner);
    let sides: &[_] = match pairing {
        Pairing::Caller => &[(subject, Role::Caller)],
        Pairing::Callee => &[(subject, Role::Callee)],
        Pairing::Cross => &[(subject, Role::Caller), (partner, Role::Callee)],
        Pairing::Layout | Pairing::Object | Pairing::Tool | Pairing::Value => &[],
    };
    let code = |&(subject, role): &(&crosscall_toolchain::Toolchain, Role)| {
        let lines = match pairing {
            Pairing::Cross => {
                let sources = Sources::new(std::slice::from_ref(wrong.case));
                let unit = compile(subject, role, &sources, &Capabilities::all(), wrong.context).ok()?;
                at_call(role, subject.target, &unit.objects.first()?.1)
            }
            _ => executed(&trace(wrong).ok()?, wrong),
        };
        let side = if role == Role::Caller { "the caller" } else { "the callee" };
        Some(Code { title: format!("{}, {side}", subject.name), text: window(&lines) })
    };
    sides.iter().filter_map(code).collect()
}

/// The lines around the marked one, or the first ones, as text.
fn window(all: &Lines) -> String {
    let first = || all.lines.iter().position(|line| !line.is_empty());
    let Some(at) = all.marked.or_else(first) else { return String::new() };
    let (function, near) = (all.function(at), all.near(at, BEFORE, BEHIND));
    let last = function.end.saturating_sub(LAST).max(near.end);
    let before = (near.start > function.start).then_some(LEFT_OUT);
    let behind = (near.end < last).then_some(LEFT_OUT);
    let lines = |range: Range<usize>| all.lines.get(range).unwrap_or_default().iter().map(String::as_str);
    let shown = before.into_iter().chain(lines(near)).chain(behind).chain(lines(last..function.end));
    shown.map(|line| format!("{line}\n")).collect()
}

fn trace(wrong: &Wrong<'_>) -> Result<Traced, String> {
    let traced = trace_one(wrong.case, wrong.pair, wrong.plan, wrong.knowledge, wrong.context)?;
    traced.ok_or_else(|| "two subjects ran together".to_owned())
}

/// The code of a subject as it ran, with the instruction marked.
///
/// # Errors
/// Why there is none.
pub fn traced(wrong: &Wrong<'_>) -> Result<Lines, String> {
    Ok(executed(&trace(wrong)?, wrong))
}

/// All of a subject's code, with the marks of what was executed.
fn executed(traced: &Traced, wrong: &Wrong<'_>) -> Lines {
    let culprit = culprit(traced, wrong);
    let executed: BTreeSet<u64> = traced.steps.iter().map(|step| step.pc).collect();
    let mut all = Lines::default();
    for Listed { labels, line } in &traced.listing {
        for label in labels {
            all.lines.push(String::new());
            all.lines.push(format!("{:08x} <{label}>:", line.address));
        }
        let why = culprit.as_ref().filter(|(pc, _)| *pc == line.address).map(|(_, why)| why);
        let sign = match (why, executed.contains(&line.address)) {
            (Some(_), _) => MARK,
            (None, true) => EXECUTED,
            (None, false) => "",
        };
        let text = one_line(sign, line);
        match why {
            Some(why) => {
                all.marked = Some(all.lines.len());
                all.lines.push(format!("{text:<48}  <- {why}"));
            }
            None => all.lines.push(text),
        }
    }
    all
}

/// The code of one side of a call between two subjects: of the caller around the call, of the callee its beginning.
fn at_call(role: Role, target: Target, object: &ObjectFile) -> Lines {
    let callee = machine::symbol(target, &unit::callee(0));
    let lines: Vec<String> = of_object(target, object).lines().map(str::to_owned).collect();
    let is_call = |line: &String| line.split([' ', '+', '-']).any(|word| word == callee);
    let is_start = |line: &String| line.ends_with(&format!("<{callee}>:"));
    let marked = match role {
        Role::Caller => lines.iter().position(is_call),
        _ => lines.iter().position(is_start),
    };
    Lines { lines, marked }
}

fn one_line(sign: &str, line: &crosscall_machines::listing::Line) -> String {
    format!("{sign:<2} {}", line.in_columns()).trim_end().to_owned()
}

/// The address of the instruction that did it, and what it does.
fn culprit(traced: &Traced, wrong: &Wrong<'_>) -> Option<(u64, String)> {
    let seen = &traced.observation;
    let name = |number: u16| {
        let found = traced.registers.iter().find(|(_, n)| *n == number);
        let info = found
            .and_then(|(register, _)| wrong.pair.subject.target.registers().get(usize::from(register.0)));
        info.map_or("?", |info| info.name)
    };
    if let End::Fault { pc, reason } = &seen.end {
        // A jump to nowhere was made by the last instruction there was.
        let at = traced.steps.iter().rev().find(|step| step.pc == *pc).or(traced.steps.last())?;
        return Some((at.pc, format!("here the run ends: {reason}")));
    }
    let mismatch = wrong.mismatches.first()?;
    // Steps after the call do not pass arguments.
    let steps = match wrong.pair.pairing {
        Pairing::Caller => {
            let call =
                traced.steps.iter().position(|step| step.called.is_some() && step.called == traced.callee);
            traced.steps.get(..call.map_or(traced.steps.len(), |call| call + 1)).unwrap_or(&traced.steps)
        }
        _ => &traced.steps,
    };
    let words = mismatch.words();
    let reported = mismatch.addresses();
    // They may be those of the instruction itself, or the memory that it has touched.
    let named = reported.iter().find_map(|address| steps.iter().rev().find(|step| step.pc == *address));
    let touched = || {
        reported.iter().find_map(|address| {
            let touches = |(at, len): &(u64, u64)| (*at..at.saturating_add((*len).max(1))).contains(address);
            steps.iter().rev().find(|step| step.accesses.iter().any(touches))
        })
    };
    if let Some(step) = named.or_else(touched) {
        return Some((step.pc, format!("{}: {}", words.subject, words.observed)));
    }
    for named in mismatch.registers() {
        let of_machine = traced.registers.iter().filter(|(register, _)| named.contains(register));
        let wanted: Vec<u16> = of_machine.map(|(_, number)| *number).collect();
        let writes = |step: &&crosscall_engine::trial::steps::Step| {
            step.registers.iter().any(|(r, _)| wanted.contains(r))
        };
        if let Some(step) = steps.iter().rev().find(writes) {
            let (register, value) = step.registers.iter().find(|(r, _)| wanted.contains(r))?;
            return Some((step.pc, format!("the last one that writes {} ({value:#x})", name(*register))));
        }
    }
    let whole = &traced.steps;
    let call = whole.iter().position(|step| step.called.is_some() && step.called == traced.callee);
    match (wrong.pair.pairing, call) {
        (Pairing::Caller, Some(call)) => {
            let what = match mismatch.topic.of_value() {
                Some(ValueId::Result) => "the call; behind it the caller takes the result",
                _ => "the call",
            };
            whole.get(call).map(|step| (step.pc, what.to_owned()))
        }
        _ => whole.last().map(|step| (step.pc, "here control goes back".to_owned())),
    }
}

/// The code in an object file, where nothing runs.
pub fn of_object(target: Target, object: &ObjectFile) -> String {
    let tools = machine::tools(target);
    let mut out = String::new();
    for (index, section) in object.sections.iter().enumerate() {
        if section.flags & crosscall_machines::link::SECTION_EXECUTE == 0 || section.data.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\nsection {}", section.name);
        let inside =
            object.symbols.iter().filter(|s| s.place == SymbolPlace::Section(index) && !s.name.is_empty());
        let mut starts: Vec<u64> = inside.clone().map(|symbol| symbol.value).collect();
        starts.sort_unstable();
        starts.dedup();
        for line in tools.disassemble_from(&section.data, 0, &starts, Style::Vendor) {
            for symbol in inside.clone().filter(|symbol| symbol.value == line.address) {
                // A label of the compiler's own is inside of a function.
                let begins = if symbol.name.starts_with(['.', '$']) { "" } else { "\n" };
                let _ = writeln!(out, "{begins}{:08x} <{}>:", line.address, symbol.name);
            }
            let end = line.address + line.bytes.len() as u64;
            let relocations = section.relocations.iter().filter(|r| (line.address..end).contains(&r.offset));
            let notes: Vec<String> = relocations
                .map(|r| {
                    let symbol = r.symbol.and_then(|i| object.symbols.get(i)).map_or("", |s| s.name.as_str());
                    let kind =
                        tools.relocation_name(r.kind).map_or_else(|| r.kind.to_string(), str::to_owned);
                    format!("{kind} {symbol}{:+#x}", r.addend)
                })
                .collect();
            let text = one_line("", &line);
            let _ = writeln!(out, "{}", format!("{text:<48}  {}", notes.join(", ")).trim_end());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn unit(text: &str) -> ObjectFile {
        machine::assemble(Target::Epiphany, "unit", text).expect("an object file")
    }

    fn shown(role: Role, text: &str) -> String {
        window(&at_call(role, Target::Epiphany, &unit(text)))
    }

    #[test]
    fn a_caller_is_shown_around_its_call() {
        let far = "add r0,r0,#1\n".repeat(30);
        let text = format!(".global _other\n_other: rts\n.global _call0\n_call0: {far}bl _f0\nrts\n");
        let text = shown(Role::Caller, &text);
        assert!(text.starts_with("…\n") && text.contains("_f0"), "{text}");
        assert_eq!(text.lines().count(), 1 + BEFORE + 2, "{text}");
    }

    /// A function is shown to its return, wherever the call is.
    #[test]
    fn a_function_is_shown_to_its_end() {
        let shown = |behind: usize| {
            let far = "add r0,r0,#1\n".repeat(behind);
            shown(Role::Caller, &format!(".global _call0\n_call0: bl _f0\n{far}rts\n"))
        };
        for behind in [0, 7, 12, 100, BEHIND - 1, BEHIND, 1000] {
            let text = shown(behind);
            assert!(text.lines().last().unwrap().contains("rts"), "{behind}: {text}");
            assert_eq!(text.contains(LEFT_OUT), behind == 1000, "{behind}");
        }
        assert_eq!(shown(1000).lines().count(), 1 + 1 + BEHIND + 1 + LAST);
    }

    #[test]
    fn a_callee_is_shown_from_its_beginning() {
        expect![[r#"
            00000004 <_f0>:
                      4:  23 00        mov r0,0x1
                      6:  4f 19 02 04  rts
        "#]]
        .assert_eq(&shown(Role::Callee, ".global _helper\n_helper: rts\n.global _f0\n_f0: mov r0,#1\nrts\n"));
    }
}

//! The disassembly around a call, with the instruction marked that went wrong.

use super::Scene;
use crate::campaign::rerun::single::{Pair, trace_one};
use crate::machine;
use crate::trial::program::Listed;
use crate::verdict::calls::Traced;
use crosscall_machines::listing::Style;
use crosscall_machines::object_file::{ObjectFile, SymbolPlace};
use crosscall_model::finding::ValueId;
use crosscall_model::observation::End;
use crosscall_model::{About, Pairing};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Mark before the instruction that did it.
pub(super) const MARK: &str = ">>";

/// Mark before instructions that were executed.
const EXECUTED: &str = " |";

/// The code of a subject as it ran, with the instruction marked.
///
/// # Errors
/// Why there is none.
pub fn traced(scene: &Scene<'_>) -> Result<String, String> {
    let About::Call(case) = &scene.finding.case else { return Err("nothing runs".to_owned()) };
    let evidence = scene.evidence.ok_or_else(|| "nothing ran".to_owned())?;
    let pair = Pair { subject: scene.first, partner: None, pairing: scene.finding.pairing };
    let traced = trace_one(case, pair, &evidence.plan, scene.knowledge, scene.context)?;
    let traced = traced.ok_or_else(|| "two subjects ran together".to_owned())?;
    Ok(render(&traced, scene))
}

fn render(traced: &Traced, scene: &Scene<'_>) -> String {
    let marked = culprit(traced, scene);
    let executed: BTreeSet<u64> = traced.steps.iter().map(|step| step.pc).collect();
    let mut out = format!(
        "{} as it lies in the program that was run. `{MARK}` is before the instruction that did it, `{}` before those that \
         were executed.\n",
        scene.first.name,
        EXECUTED.trim()
    );
    if marked.is_none() {
        out += "No instruction stands out: see the states before and after.\n";
    }
    for Listed { labels, line } in &traced.listing {
        for label in labels {
            let _ = writeln!(out, "\n{:08x} <{label}>:", line.address);
        }
        let why = marked.as_ref().filter(|(pc, _)| *pc == line.address).map(|(_, why)| why);
        let sign = match (why, executed.contains(&line.address)) {
            (Some(_), _) => MARK,
            (None, true) => EXECUTED,
            (None, false) => "",
        };
        let text = one_line(sign, line);
        let _ = match why {
            Some(why) => writeln!(out, "{text:<48}  <- {why}"),
            None => writeln!(out, "{text}"),
        };
    }
    out
}

fn one_line(sign: &str, line: &crosscall_machines::listing::Line) -> String {
    format!("{sign:<2} {}", line.in_columns()).trim_end().to_owned()
}

/// The address of the instruction that did it, and what it does.
fn culprit(traced: &Traced, scene: &Scene<'_>) -> Option<(u64, String)> {
    let seen = &traced.observation;
    let name = |number: u16| {
        let found = traced.registers.iter().find(|(_, n)| *n == number);
        let info =
            found.and_then(|(register, _)| scene.first.target.registers().get(usize::from(register.0)));
        info.map_or("?", |info| info.name)
    };
    if let End::Fault { pc, reason } = &seen.end {
        // A jump to nowhere was made by the last instruction there was.
        let at = traced.steps.iter().rev().find(|step| step.pc == *pc).or(traced.steps.last())?;
        return Some((at.pc, format!("here the run ends: {reason}")));
    }
    let mismatch = scene.finding.mismatches.first()?;
    // Steps after the call do not pass arguments.
    let steps = match scene.finding.pairing {
        Pairing::Caller => {
            let call =
                traced.steps.iter().position(|step| step.called.is_some() && step.called == traced.callee);
            traced.steps.get(..call.map_or(traced.steps.len(), |call| call + 1)).unwrap_or(&traced.steps)
        }
        _ => &traced.steps,
    };
    let words = mismatch.words();
    let told = mismatch.addresses();
    // They may be those of the instruction itself, or the memory that it has touched.
    let named = told.iter().find_map(|address| steps.iter().rev().find(|step| step.pc == *address));
    let touched = || {
        told.iter().find_map(|address| {
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
        let writes =
            |step: &&crate::trial::steps::Step| step.registers.iter().any(|(r, _)| wanted.contains(r));
        if let Some(step) = steps.iter().rev().find(writes) {
            let (register, value) = step.registers.iter().find(|(r, _)| wanted.contains(r))?;
            return Some((step.pc, format!("the last one that writes {} ({value:#x})", name(*register))));
        }
    }
    let whole = &traced.steps;
    let call = whole.iter().position(|step| step.called.is_some() && step.called == traced.callee);
    match (scene.finding.pairing, call) {
        (Pairing::Caller, Some(call)) if mismatch.topic.of_value() == Some(ValueId::Result) => {
            let reads = whole.iter().skip(call + 1).find(|step| !step.accesses.is_empty());
            let taken = "the first access behind the call: here the caller takes the result from".to_owned();
            reads.map(|step| {
                let at: Vec<String> = step.accesses.iter().map(|(at, _)| format!("{at:#x}")).collect();
                (step.pc, format!("{taken} {}", at.join(", ")))
            })
        }
        (Pairing::Caller, Some(call)) => whole.get(call).map(|step| (step.pc, "the call".to_owned())),
        _ => whole.last().map(|step| (step.pc, "here control goes back".to_owned())),
    }
}

/// The code in an object file, where nothing runs.
pub fn of_object(target: crosscall_model::Target, object: &ObjectFile) -> String {
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
                let _ = writeln!(out, "\n{:08x} <{}>:", line.address, symbol.name);
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

//! Call frame information against the plan of a call: the register with the return address, the stack pointer from which
//! frames are found at the first instruction, and its alignment.

use super::entries::{Entries, Entry, Outcome, Wrong, key};
use super::functions::Callable;
use super::nodes::{Bytes, Sections};
use super::registers::{are_numbered, register};
use super::rulings::Rulings;
use super::work::Exhausted;
use crosscall_explain::{case_of_nothing, plan_of};
use crosscall_machines::debug_file::DebugFile;
use crosscall_model::plan::{Link, Linkage, Place, Plan};
use crosscall_reports::audit::layout::Kind;
use gimli::{
    BaseAddresses, CfaRule, CieOrFde, DebugFrame, EhFrame, FrameDescriptionEntry, LittleEndian,
    UnwindContext, UnwindSection,
};
use std::collections::HashSet;
use std::rc::Rc;

/// Most rows of a function's table that are read.
const MOST_ROWS: usize = 1 << 14;

/// Holds the call frame information of a file against the document.
pub(super) fn frames(
    file: (&DebugFile, u32),
    sections: &Sections<'_>,
    (callable, compiled): (&Callable<'_>, &HashSet<u64>),
    (rulings, entries): (&mut Rulings<'_>, &mut Entries),
) -> Result<(), Exhausted> {
    let (plan, _) = plan_of(&case_of_nothing(rulings.target), rulings.dialect);
    let address_bytes = u8::try_from(rulings.target.address_bytes()).unwrap_or(4);
    let mut reading = Reading { file: file.1, callable, compiled, plan: &plan, rulings, entries };
    let mut of_debug = DebugFrame::new(sections.bytes(".debug_frame").slice(), LittleEndian);
    of_debug.set_address_size(address_bytes);
    reading.section(&of_debug, &BaseAddresses::default())?;
    let mut of_run = EhFrame::new(sections.bytes(".eh_frame").slice(), LittleEndian);
    of_run.set_address_size(address_bytes);
    let address = file.0.section(".eh_frame").map_or(0, |section| section.address);
    reading.section(&of_run, &BaseAddresses::default().set_eh_frame(address))
}

struct Reading<'r, 'd> {
    file: u32,
    callable: &'r Callable<'r>,
    /// First addresses of functions that debug information describes: others may have conventions of their own.
    compiled: &'r HashSet<u64>,
    plan: &'r Plan,
    rulings: &'r mut Rulings<'d>,
    entries: &'r mut Entries,
}

impl Reading<'_, '_> {
    fn section<'s, S>(&mut self, section: &S, bases: &BaseAddresses) -> Result<(), Exhausted>
    where
        S: UnwindSection<Bytes<'s>>,
    {
        let mut context = UnwindContext::new();
        let mut all = section.entries(bases);
        loop {
            self.rulings.work.spend(16)?;
            match all.next() {
                Ok(Some(CieOrFde::Fde(partial))) => {
                    let whole =
                        partial.parse(|section, bases, offset| section.cie_from_offset(bases, offset));
                    if let Ok(whole) = whole {
                        self.function(section, bases, &mut context, &whole)?;
                    }
                }
                Ok(Some(CieOrFde::Cie(_))) => {}
                Ok(None) | Err(_) => return Ok(()),
            }
        }
    }

    /// Holds the register of return addresses against the document: the same for many functions, so it is one thing.
    fn return_register(&mut self, number: u16) {
        let target = self.rulings.target;
        let is_return = |linkage: &&Linkage| linkage.link == Link::ReturnAddress;
        let (Some(linkage), Some(seen)) =
            (self.plan.linkage.iter().find(is_return), register(target, number))
        else {
            return;
        };
        let Place::Register { register: wanted, .. } = linkage.place else { return };
        self.entries.exercise(&linkage.clauses);
        let key = key(("return address", number));
        if self.entries.known(Kind::Frame, key, self.file).is_some() {
            return;
        }
        let name = "return address".to_owned();
        let outcome = match wanted == seen || linkage.clauses.is_empty() {
            true => Outcome::Agrees,
            false if !are_numbered(target) => Outcome::LeftOut(Rc::from(format!(
                "the document has no numbers of registers for debug information, where {} has the return address",
                target.register_name(seen)
            ))),
            false => Outcome::Disagrees(vec![Wrong {
                kind: Kind::Frame,
                name: format!("frame {name}"),
                clauses: linkage.clauses.clone(),
                subject: "register of return addresses".to_owned(),
                expected: target.register_name(wanted),
                observed: target.register_name(seen),
                hint: Some(
                    "a debugger that follows the call frame information does not find callers".to_owned(),
                ),
            }]),
        };
        let files = vec![self.file];
        let entry =
            Entry { kind: Kind::Frame, name, outcome, fits: Rc::default(), inner: 0, source: None, files };
        self.entries.add(key, entry);
    }

    /// Holds the rows of a function against the document.
    fn function<'s, S>(
        &mut self,
        section: &S,
        bases: &BaseAddresses,
        context: &mut UnwindContext<usize>,
        entry: &FrameDescriptionEntry<Bytes<'s>>,
    ) -> Result<(), Exhausted>
    where
        S: UnwindSection<Bytes<'s>>,
    {
        let target = self.rulings.target;
        let start = entry.initial_address();
        let Some(name) = self.callable.at(start).filter(|_| self.compiled.contains(&start)) else {
            return Ok(());
        };
        let mut wrongs: Vec<Wrong> = Vec::new();
        let mut add = |clauses: &[&'static str], subject: String, expected: String, observed: String| {
            if wrongs.iter().all(|wrong| wrong.subject != subject) && !clauses.is_empty() {
                wrongs.push(Wrong {
                    kind: Kind::Frame,
                    name: format!("frame {name}"),
                    clauses: clauses.to_vec(),
                    subject,
                    expected,
                    observed,
                    hint: None,
                });
            }
        };
        let mut compared = false;
        let mut clauses = Vec::new();
        self.return_register(entry.cie().return_address_register().0);
        let Ok(mut table) = entry.rows(section, bases, context) else { return Ok(()) };
        let (align, align_clauses) = &self.plan.stack.align_always;
        for number in 0..MOST_ROWS {
            self.rulings.work.spend(8)?;
            let Ok(Some(row)) = table.next_row() else { break };
            let CfaRule::RegisterAndOffset { register: base, offset } = *row.cfa() else { continue };
            let Some(base) = register(target, base.0) else { continue };
            if base != target.stack_pointer() {
                continue;
            }
            compared = true;
            if *align > 1 {
                clauses.extend(align_clauses.iter().copied());
            }
            if number > 0 && offset.unsigned_abs() % (*align).max(1) != 0 {
                let subject = format!(
                    "distance of the stack pointer from its value at the first instruction of `{name}`"
                );
                let at = row.start_address().wrapping_sub(entry.initial_address());
                add(
                    align_clauses,
                    subject,
                    format!("a multiple of {align} bytes"),
                    format!("{offset} bytes from byte {at} on"),
                );
            }
        }
        if !compared {
            return Ok(());
        }
        self.entries.exercise(&clauses);
        let key = key((name, wrongs.iter().map(|wrong| wrong.observed.as_str()).collect::<Vec<_>>()));
        if self.entries.known(Kind::Frame, key, self.file).is_none() {
            let outcome = if wrongs.is_empty() { Outcome::Agrees } else { Outcome::Disagrees(wrongs) };
            self.entries.add(
                key,
                Entry {
                    kind: Kind::Frame,
                    name: name.to_owned(),
                    outcome,
                    fits: Rc::default(),
                    inner: 0,
                    source: None,
                    files: vec![self.file],
                },
            );
        }
        Ok(())
    }
}

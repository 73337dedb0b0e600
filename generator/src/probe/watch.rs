//! Probes that record what they observe, for a program that shows the state of registers and stack without crosscall.
//!
//! Such a program has the subject's unit, one of these probes, and a `main` in C that compares the records. The names
//! of the objects in C are below; each object of a stack pointer has two words, of which the second is the pointer.

use super::fill;
use super::loader::Moment;
use super::sides;
use super::spelling::{Source, Spelling};
use super::text::Text;
use super::{Probe, heading, record, spelling_of, whole};
use crosscall_model::plan::{Passed, Piece, Place, Plan, Preservation, Transfer, WayOut};
use crosscall_model::target::Register;
use crosscall_model::{Case, unit};
use std::collections::BTreeSet;

/// Position of the only case in its units.
const K: usize = 0;

/// Registers right before the call.
pub const AT_CALL: &str = "registers_at_call";
/// Registers right after the call.
pub const AT_RETURN: &str = "registers_at_return";
/// Registers at the first instruction of the function called.
pub const AT_ENTRY: &str = "registers_at_entry";
/// Stack pointer right before the call.
pub const POINTER_AT_CALL: &str = "sp_at_call";
/// Stack pointer right after the call.
pub const POINTER_AT_RETURN: &str = "sp_at_return";
/// Stack pointer at the first instruction of the called function.
pub const POINTER_AT_ENTRY: &str = "sp_at_entry";
/// Stack from that stack pointer on.
pub const STACK_AT_ENTRY: &str = "stack_at_entry";

/// Greatest number of bytes of the stack that are recorded.
const MOST_STACK: u64 = 256;

/// Probe with a description of its records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    /// Complete text.
    pub text: String,
    /// Registers, in ascending order, each with its distance in bytes from the beginning of the objects for registers.
    pub registers: Vec<(Register, u64)>,
    /// Distance of the first recorded byte of the stack from the stack pointer, and the number of bytes.
    pub stack: (i64, u64),
}

/// Caller of the subject's function that records the registers that the document protects, and those of the result,
/// before and after the call. Its own caller finds every protected register unchanged. `None` where it cannot be
/// written.
pub fn caller(case: &Case, plan: &Plan) -> Option<Watch> {
    if plan.way_out != WayOut::Return {
        return None;
    }
    let spelling = spelling_of(case.target);
    let of_result = passed_registers(plan.result.iter());
    let protected =
        registers_of(spelling, plan, &[Preservation::Preserved, Preservation::Fixed, Preservation::Reserved]);
    let shown: BTreeSet<Register> = protected.union(&of_result).copied().collect();
    let busy: BTreeSet<Register> = passed_registers(plan.arguments.iter().chain(&plan.result))
        .into_iter()
        .chain(pointers(plan))
        .collect();
    let base = free(spelling, plan, &busy).next()?;
    let kept = table(spelling, &protected);
    let seen = table(spelling, &shown);

    let mut text = Text::new(spelling, case.target);
    let (mut filling, objects) = fill::call(K, spelling.facts(), plan);
    let home = spelling.local("home");
    let own = spelling.local("own");
    text.function(&unit::caller(K));
    spelling.address(&mut text.code, base, &own);
    store(&mut text, base, &kept)?;
    spelling.address(&mut text.code, base, &home);
    spelling.save_links(&mut text.code, base);
    record::write(&mut text, plan);
    sides::make_stack(&mut text, K, plan, &mut filling);
    sides::pass_links(&mut text, &home, plan);
    save(&mut text, base, POINTER_AT_CALL);
    let has_content = record::pointer(plan);
    text.fill(&spelling.local("registers"), &mut filling, has_content.as_slice(), Moment::Call);
    spelling.address(&mut text.code, base, &spelling.symbol(AT_CALL));
    store(&mut text, base, &seen)?;
    spelling.pass_return_link(&mut text.code, &spelling.symbol(&unit::back(K)));
    text.call(&unit::callee(K));
    text.function(&unit::back(K));
    spelling.address(&mut text.code, base, &spelling.symbol(AT_RETURN));
    store(&mut text, base, &seen)?;
    save(&mut text, base, POINTER_AT_RETURN);
    spelling.address(&mut text.code, base, &own);
    for (register, offset) in &kept {
        let bytes = bytes_of(spelling, *register);
        let from = Source { base, offset: *offset };
        spelling.load(&mut text.code, *register, &from, usize::try_from(bytes).ok()?, None);
    }
    spelling.address(&mut text.code, base, &home);
    spelling.return_by_saved(&mut text.code, base);
    objects.iter().for_each(|object| text.object(object));
    pair(&mut text, &home, false);
    room(&mut text, &own, &kept, false);
    for name in [AT_CALL, AT_RETURN] {
        room(&mut text, &spelling.symbol(name), &seen, true);
    }
    for name in [POINTER_AT_CALL, POINTER_AT_RETURN] {
        pair(&mut text, &spelling.symbol(name), true);
    }
    let probe = heading(spelling, case, K, "calls the function").and(text.finish(filling));
    let probe =
        if case.style.calls { probe.and(sides::clobber(spelling, K, case.target, plan)) } else { probe };
    finished(probe, seen, (0, 0))
}

/// Function that the subject calls; it records the argument registers, the reserved registers, and the stack, and
/// then does what every callee's probe does. `None` where it cannot be written.
pub fn callee(case: &Case, plan: &Plan) -> Option<Watch> {
    let spelling = spelling_of(case.target);
    let mut shown = passed_registers(&plan.arguments);
    shown.extend(pointers(plan));
    shown.extend(registers_of(spelling, plan, &[Preservation::Reserved]));
    let shown: BTreeSet<Register> = shown.into_iter().filter(|r| spelling.is_loaded(*r)).collect();
    let busy: BTreeSet<Register> = shown.iter().copied().chain(sides::carriers(plan)).collect();
    let mut free = free(spelling, plan, &busy);
    let (base, between) = (free.next()?, free.next()?);
    let seen = table(spelling, &shown);
    let word = u64::from(spelling.facts().word);
    let bytes = plan.stack.argument_bytes.min(MOST_STACK).next_multiple_of(word);
    let lowest = if plan.stack.grows_down { 0 } else { -bytes.cast_signed() };
    let mut is_written = true;
    let mut probe = sides::callee_with(spelling, K, case, plan, |text| {
        spelling.address(&mut text.code, base, &spelling.symbol(AT_ENTRY));
        is_written = store(text, base, &seen).is_some();
        save(text, base, POINTER_AT_ENTRY);
        spelling.address(&mut text.code, base, &spelling.symbol(STACK_AT_ENTRY));
        for at in (0..bytes).step_by(usize::from(spelling.facts().word)) {
            spelling.load_from_stack(&mut text.code, between, lowest + at.cast_signed());
            is_written &= spelling.store(&mut text.code, between, &Source { base, offset: at });
        }
        room(text, &spelling.symbol(AT_ENTRY), &seen, true);
        pair(text, &spelling.symbol(POINTER_AT_ENTRY), true);
        spelling.label(&mut text.data, &spelling.symbol(STACK_AT_ENTRY), true, "");
        spelling.space(&mut text.data, bytes.max(word), Some(0), "");
    });
    if !is_written {
        return None;
    }
    let text = std::mem::take(&mut probe.text);
    probe.text = heading(spelling, case, K, "is called").text + &text;
    finished(probe, seen, (lowest, bytes))
}

fn finished(probe: Probe, registers: Vec<(Register, u64)>, stack: (i64, u64)) -> Option<Watch> {
    // The reader does not know how the finding was made.
    let text = whole(&[probe]).replace("poison_before_", "fill_before_").replace("poison", "filler");
    let is_refused = text.contains("\t.error ");
    (!is_refused).then_some(Watch { text, registers, stack })
}

/// Registers with one of these fates that can be loaded and stored.
fn registers_of(spelling: &dyn Spelling, plan: &Plan, fates: &[Preservation]) -> BTreeSet<Register> {
    let rules = plan.registers.iter().filter(|rule| fates.contains(&rule.preservation));
    rules.map(|rule| rule.register).filter(|r| spelling.is_loaded(*r)).collect()
}

/// Scratch registers that can hold an address, except `busy`.
fn free(
    spelling: &'static dyn Spelling,
    plan: &Plan,
    busy: &BTreeSet<Register>,
) -> impl Iterator<Item = Register> {
    let busy: Vec<Register> = busy.iter().copied().collect();
    let found = sides::temporaries(spelling, plan, &busy);
    found.into_iter().filter(move |r| spelling.is_base(*r))
}

/// Registers that carry values or their addresses.
fn passed_registers<'p>(passed: impl IntoIterator<Item = &'p Passed>) -> BTreeSet<Register> {
    let pieces = |passed: &Passed| -> Vec<Piece> {
        match &passed.transfer {
            Transfer::Nothing => Vec::new(),
            Transfer::Direct(pieces) => pieces.clone(),
            Transfer::ByReference { returned, pointer, .. } => {
                pointer.iter().chain(returned.iter().flatten()).cloned().collect()
            }
        }
    };
    passed.into_iter().flat_map(pieces).filter_map(|piece| piece.place.register()).collect()
}

/// Registers that carry links, the address of the list of parameters, or that of a result.
fn pointers(plan: &Plan) -> Vec<Register> {
    let linked = plan.linkage.iter().filter_map(|linkage| match linkage.place {
        Place::Register { register, .. } => Some(register),
        _ => None,
    });
    linked.chain(plan.list.as_ref().map(|list| list.pointer)).chain(sides::carriers(plan)).collect()
}

fn bytes_of(spelling: &dyn Spelling, register: Register) -> u64 {
    let info = spelling.facts().registers.get(usize::from(register.0));
    info.map_or(spelling.facts().word, |info| info.bytes).max(1).into()
}

/// Places for registers in an object, each aligned to its own width.
fn table(spelling: &dyn Spelling, registers: &BTreeSet<Register>) -> Vec<(Register, u64)> {
    let mut end = 0u64;
    let place = |register: &Register| {
        let bytes = bytes_of(spelling, *register);
        let at = end.next_multiple_of(bytes);
        end = at + bytes;
        (*register, at)
    };
    registers.iter().map(place).collect()
}

/// Stores the return address and the stack pointer in the object with a C name.
fn save(text: &mut Text<'_>, base: Register, name: &str) {
    text.spelling.address(&mut text.code, base, &text.spelling.symbol(name));
    text.spelling.save_links(&mut text.code, base);
}

/// Stores registers at an address.
fn store(text: &mut Text<'_>, base: Register, table: &[(Register, u64)]) -> Option<()> {
    let spelling = text.spelling;
    let one = |(register, offset): &(Register, u64)| {
        spelling.store(&mut text.code, *register, &Source { base, offset: *offset })
    };
    table.iter().all(one).then_some(())
}

/// Writes an object for registers.
fn room(text: &mut Text<'_>, label: &str, table: &[(Register, u64)], global: bool) {
    let spelling = text.spelling;
    let widest = table.iter().map(|(register, _)| bytes_of(spelling, *register)).fold(8, u64::max);
    let end = table.last().map_or(0, |(register, at)| at + bytes_of(spelling, *register));
    spelling.align(&mut text.data, widest);
    spelling.label(&mut text.data, label, global, "");
    spelling.space(&mut text.data, end.max(8), Some(0), "");
}

/// Writes an object of two words.
fn pair(text: &mut Text<'_>, label: &str, global: bool) {
    let spelling = text.spelling;
    spelling.align(&mut text.data, 8);
    spelling.label(&mut text.data, label, global, "");
    spelling.zero_words(&mut text.data, 2);
}

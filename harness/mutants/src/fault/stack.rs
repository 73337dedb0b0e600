//! Faults of the stack pointer, of the stack's contents and of the way to a function and back.

use crate::facts::Facts;
use crate::language::{self, Language, Operation, Register, Step, calls_subject};
use crate::listing::Line;
use crate::splice::{self, Site, Which};

/// Distance of the argument at a place from the stack pointer, at a call and where a function begins.
pub(super) fn argument(language: &dyn Language, place: u32) -> i64 {
    let word = i64::from(place) - i64::from(language.placement().registers);
    language.roles().area + language.word() * word
}

/// True if a function passes nothing on the stack.
pub(super) fn passes_nothing(facts: &Facts) -> bool {
    facts.stack_words() == Some(0) && !facts.is_variadic()
}

/// Instructions that make room on the stack, and that give it back.
pub(super) fn room(language: &dyn Language, bytes: i32, spare: Register) -> [Vec<String>; 2] {
    [-bytes, bytes].map(|by| language.operate(Operation::Add(by), language.roles().stack, spare))
}

/// A register is so much more during the call.
pub(super) fn around_call(site: &mut Site<'_>, register: Register, by: i32) -> bool {
    let (language, [spare, _]) = (site.language, site.spares());
    let [before, after] = [by, -by].map(|by| language.operate(Operation::Add(by), register, spare));
    site.around_call(&before, &after)
}

pub(super) fn larger_frame(site: &mut Site<'_>, by: i32) -> bool {
    let [before, after] = room(site.language, by, site.spares()[0]);
    passes_nothing(site.facts) && site.around(&before, &after)
}

/// A register is kept so many bytes below the stack pointer.
pub(super) fn kept_below(site: &mut Site<'_>, register: Register, by: i64) -> bool {
    let (language, stack) = (site.language, site.language.roles().stack);
    let code = language.store(register, stack, -by).zip(language.load(register, stack, -by));
    let code = code.filter(|_| passes_nothing(site.facts));
    code.is_some_and(|(store, load)| site.around(&[store], &[load]))
}

/// Room on the stack for registers, with the instructions that store and load them there.
struct Kept {
    bytes: i32,
    stores: Vec<String>,
    loads: Vec<String>,
}

impl Kept {
    /// Above the area that belongs to a called function.
    fn new(language: &dyn Language, registers: &[Register]) -> Option<Kept> {
        let roles = language.roles();
        let slot = language.word().max(language.placement().real.into());
        let bytes = roles.area + slot * i64::try_from(registers.len()).ok()?;
        let bytes = (bytes + roles.alignment - 1) / roles.alignment * roles.alignment;
        let slots = || registers.iter().zip((0_i64..).map(|n| roles.area + n * slot));
        let stores: Option<_> = slots().map(|(r, at)| language.store(*r, roles.stack, at)).collect();
        let loads: Option<_> = slots().map(|(r, at)| language.load(*r, roles.stack, at)).collect();
        Some(Kept { bytes: i32::try_from(bytes).ok()?, stores: stores?, loads: loads? })
    }
}

/// Registers are saved, used and restored.
pub(super) fn borrowed(site: &mut Site<'_>, registers: &[Register]) -> bool {
    let (language, [spare, other]) = (site.language, site.spares());
    let Some(kept) = Kept::new(language, registers) else { return false };
    let [down, up] = room(language, kept.bytes, spare);
    let used = registers.iter().flat_map(|register| language.set(*register, 85, other)).collect();
    site.entry(&[down, kept.stores, used, kept.loads, up].concat())
}

/// A word so far from the stack pointer is written or read.
pub(super) fn touched(site: &mut Site<'_>, at: i64, is_read: bool) -> bool {
    let (language, facts, roles) = (site.language, site.facts, site.language.roles());
    let [free, ..] = roles.free;
    let end = |words: u32| roles.area + language.word() * i64::from(words);
    let few = facts.stack_words().is_some_and(|words| end(words) <= at) && !facts.is_variadic();
    let code =
        if is_read { language.load(free, roles.stack, at) } else { language.store(free, roles.stack, at) };
    (at < 0 || few) && site.entry(code.as_slice())
}

/// The word at the stack pointer is written at return, where it belongs to the called function.
pub(super) fn own_area_written(site: &mut Site<'_>) -> bool {
    let (language, roles) = (site.language, site.language.roles());
    let has_argument = site.facts.stack_words().is_some_and(|words| words > 0) && !site.facts.is_variadic();
    let code = language.store(roles.free[0], roles.stack, 0).filter(|_| roles.area > 0 || has_argument);
    code.is_some_and(|code| site.before_returns(Which::All, &[code]))
}

/// Loads of stack arguments, at another distance.
pub(super) fn arguments(site: &mut Site<'_>, by: i64) -> bool {
    let (language, function) = (site.language, &mut *site.function);
    let area = language.roles().area;
    let heights = language::heights(language, &function.lines);
    let mut any = false;
    for (i, heights) in heights.iter().enumerate().take(function.lines.len()) {
        let Step::Load(access) = language.step(&function.lines, i) else { continue };
        let is_argument = language::place(&access, heights).is_some_and(|at| at >= area);
        if access.step.is_some() || !is_argument {
            continue;
        }
        let moved = function.lines.get(i).and_then(|line| language.with_offset(line, access.offset + by));
        if let (Some(moved), Some(line)) = (moved, function.lines.get_mut(i)) {
            *line = moved;
            any = true;
        }
    }
    any
}

/// The function under test is called once more before it is called, with the same arguments, where all of them are in
/// registers. Those are kept on the stack meanwhile.
pub(super) fn called_twice(site: &mut Site<'_>) -> bool {
    let [spare, _] = site.spares();
    let Site { language, function, facts } = site;
    let (language, roles) = (*language, language.roles());
    if !passes_nothing(facts) {
        return false;
    }
    let Some((i, call)) = call(language, &function.lines, facts.k) else { return false };
    let Some(line) = function.lines.get(i).cloned() else { return false };
    let arguments = roles.arguments.iter().chain(roles.real_arguments);
    let registers: Vec<Register> = arguments.copied().chain(call.through).collect();
    let Some(kept) = Kept::new(language, &registers) else { return false };
    let [down, up] = room(language, kept.bytes, spare);
    let [before, after] = [[down, kept.stores].concat(), [kept.loads, up].concat()];
    let lines = splice::lines(&before).into_iter().chain([line]).chain(splice::lines(&after));
    function.lines.splice(i..i, lines);
    true
}

/// The call of the function under test that another one does not end with, and its line.
fn call(language: &dyn Language, lines: &[Line], k: usize) -> Option<(usize, language::Call)> {
    (0..lines.len())
        .find_map(|i| Some((i, calls_subject(language, lines, i, k).filter(|call| !call.is_last)?)))
}

/// The call by a jump, with another address in the link register. What comes back goes there, so that nothing has to follow.
pub(super) fn link_at_call(site: &mut Site<'_>) -> bool {
    let Site { language, function, facts } = site;
    let [address, other, _] = language.roles().at_call;
    let Some((i, call)) = call(*language, &function.lines, facts.k) else { return false };
    let Some(symbol) = call.symbol else { return false };
    let mut code = language.address_of(address, &symbol);
    code.extend(language.set(language.roles().link, 0x400, other));
    code.push(language.jump(address));
    function.lines.splice(i..=i, splice::lines(&code));
    true
}

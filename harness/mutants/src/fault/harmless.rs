//! Changes of registers that hold nothing.

use super::Moment;
use crate::language::{Language, Register, Step};
use crate::splice::{Site, Which};

/// The registers that calls destroy, of reals or all others, and that hold nothing at a moment.
fn idle(language: &dyn Language, moment: Moment, of_reals: bool) -> Vec<Register> {
    let roles = language.roles();
    let arguments = roles.arguments.iter().chain(roles.real_arguments);
    let busy: Vec<Register> = match moment {
        Moment::Return => roles.results.iter().chain(roles.real_arguments.iter().take(2)).copied().collect(),
        Moment::Entry => arguments.copied().collect(),
        // The first register of a call may hold its address.
        Moment::Call => arguments.chain(roles.at_call.first()).copied().collect(),
    };
    let is_real = |register: &Register| language.spare(*register) != roles.free[0];
    let scratch = roles.scratch.iter().flat_map(|group| group.registers).copied();
    scratch.filter(|r| !busy.contains(r) && is_real(r) == of_reals).collect()
}

/// Scratch registers that hold nothing are destroyed.
pub(super) fn destroyed(site: &mut Site<'_>, moment: Moment, of_reals: bool) -> bool {
    let (language, [spare, _]) = (site.language, site.spares());
    let registers = idle(language, moment, of_reals);
    let code: Vec<String> =
        registers.into_iter().flat_map(|register| language.set(register, 85, spare)).collect();
    match moment {
        Moment::Entry => site.entry(&code),
        Moment::Return => site.before_returns(Which::All, &code),
        Moment::Call => site.before_call(&code),
    }
}

/// Puts code before each return that is given a register with the value that another one had where the function began. There
/// is an occasion where the function calls nothing, which would destroy it.
pub(super) fn around(
    site: &mut Site<'_>,
    register: Register,
    code: impl FnOnce(Register) -> Vec<String>,
) -> bool {
    let (language, lines) = (site.language, &site.function.lines);
    let calls = |i| matches!(language.step(lines, i), Step::Call(_));
    let mentions = |register: &Register| lines.iter().any(|line| language.mentions(line, *register));
    let mut free = idle(language, Moment::Entry, false);
    free.retain(|register| !site.spares().contains(register) && !mentions(register));
    let kept = free.last().copied().filter(|_| !(0..lines.len()).any(calls));
    kept.is_some_and(|kept| site.around(&[language.copy(kept, register)], &code(kept)))
}

//! Private functions of a unit that one side also calls, calls through pointers, and the objects that these need.

use crosscall_model::{Case, unit};

use super::frame::Planned;
use super::leaves::store_register;
use super::unit::Unit;
use crate::asm::{Asm, Mem};
use crate::emit::{Access, Op};

/// Writes the objects of one side, whose names begin with its prefix.
pub(super) fn objects(unit: &mut Unit, prefix: &str, k: usize, case: &Case) {
    if case.style.dynamic > 0 {
        unit.words(&format!("{prefix}size{k}"), std::iter::once(case.style.dynamic.into()));
    }
    if case.style.others {
        unit.words(&format!("{prefix}other{k}"), unit::OTHER_WORDS.into_iter());
    }
}

/// Loads the address of a function into the scratch register: directly, or from the object that holds it.
pub(super) fn function_address(asm: &mut Asm, function: &str, pointer: Option<&String>) {
    let to = asm.roles.scratch;
    match pointer {
        None => asm.address_of(to, function),
        Some(pointer) => {
            asm.address_of(to, pointer);
            asm.access(Access::Load, asm.word, to, to, 0);
        }
    }
}

/// Writes the private functions of one side. Their calling convention is private, too: arguments are passed word by
/// word in the registers [`Roles::own`](crate::convention::Roles), results in the first one or two of them.
pub(super) fn functions(unit: &mut Unit, prefix: &str, k: usize) {
    use Op::{Add, ExclusiveOr, Or, ShiftLeft, ShiftRight, ShiftRightSigned, Subtract};
    let mut function = |name: &str, body: &dyn Fn(&mut Asm)| {
        let name = format!("{prefix}{name}{k}");
        unit.function(&name, format_args!("a function of this unit's own"));
        unit.asm.on_ints(body);
        unit.asm.emit.ret(&mut unit.asm.text);
        unit.end_function(&name);
    };
    function("few", &|asm| {
        let [a, b, c, d, ..] = asm.roles.own;
        asm.operate(ExclusiveOr, a, a, b);
        asm.operate(Add, a, a, c);
        asm.operate(Subtract, a, a, d);
    });
    function("many", &|asm| {
        let [a, b, c, d, e, f, g, h] = asm.roles.own;
        let [.., half] = asm.roles.data;
        asm.operate_with(ShiftRight, half, a, 1);
        for (x, y) in [(a, b), (c, d), (e, f), (g, h)] {
            asm.operate(Subtract, x, x, y);
        }
        for x in [c, e, g, half] {
            asm.operate(ExclusiveOr, a, a, x);
        }
    });
    function("wide", &|asm| {
        // (b:c << 8) + a - d, where `a` is zero-extended and `d` sign-extended.
        let [a, b, c, d, e, f, ..] = asm.roles.own;
        let [.., borrow] = asm.roles.data;
        asm.operate_with(ShiftRight, e, b, 24);
        asm.operate_with(ShiftLeft, c, c, 8);
        asm.operate(Or, c, c, e);
        asm.operate_with(ShiftLeft, b, b, 8);
        asm.operate(Or, b, b, a);
        asm.operate_with(ShiftRightSigned, e, d, 31);
        asm.operate(Subtract, c, c, e);
        asm.operate(Subtract, f, b, d);
        let no_borrow = asm.new_label();
        asm.emit.branch_not_below(&mut asm.text, b, d, borrow, no_borrow);
        asm.operate_with(Subtract, c, c, 1);
        asm.place_label(no_borrow);
        asm.copy_register(a, f);
        asm.copy_register(b, c);
    });
}

/// Calls the private functions, with one call's result as another's argument, and stores the result at the given
/// offset in the frame. Only the frame and the callee-saved registers survive.
pub(super) fn call(asm: &mut Asm, prefix: &str, k: usize, to: u32, frame: &Planned<'_>) {
    use Op::{ShiftLeft, ShiftRight, ShiftRightSigned};
    let (words, scratch, own) = (asm.roles.result, asm.roles.scratch, asm.roles.own);
    let [a, b, c, d, ..] = own;
    let call = |asm: &mut Asm, name: &str, arguments: &[i64]| {
        asm.address_of(words, &format!("{prefix}other{k}"));
        for (r, word) in own.iter().zip(arguments) {
            asm.access(Access::Load, 4, *r, words, 4 * word);
        }
        if name == "wide" {
            // Converted to `unsigned char`, `unsigned long long` and `short`.
            asm.on_ints(|asm| {
                asm.operate_with(ShiftLeft, a, a, 24);
                asm.operate_with(ShiftRight, a, a, 24);
                asm.constant(c, 0);
                asm.operate_with(ShiftLeft, d, d, 16);
                asm.operate_with(ShiftRightSigned, d, d, 16);
            });
        }
        asm.address_of(scratch, &format!("{prefix}{name}{k}"));
        frame.call(asm, scratch);
    };
    call(asm, "many", &[0, 1, 2, 0, 1, 2, 0, 1]);
    asm.store(a, 4, frame.local(to));
    call(asm, "wide", &[1, 2, 2, 0]);
    // few(w0, many, low, high)
    asm.copy_register(d, b);
    asm.copy_register(c, a);
    asm.load(b, 4, frame.local(to));
    asm.address_of(words, &format!("{prefix}other{k}"));
    asm.access(Access::Load, 4, a, words, 0);
    asm.address_of(scratch, &format!("{prefix}few{k}"));
    frame.call(asm, scratch);
    asm.store(a, 4, frame.local(to));
}

/// Copies 4 bytes of the frame to the next slot.
pub(super) fn store_from_frame(asm: &mut Asm, from: Mem) {
    let [data, ..] = asm.roles.data;
    asm.load(data, 4, from);
    store_register(asm, data, 4);
}

//! Faults of the function that is called.

use super::moves::{A0, FA0, around, destroyed, nth, to_integers, to_real, unboxed};
use super::pick;
use super::rows::Part;
use super::rows::Scope::{Double, Every, Hard, Usual, Wide, WideDouble};
use crate::edit::Action::{Around, Body, Entry, Exit};
use crate::facts::Side::Callee;
use crate::facts::TypeClass;
use crate::language::{Operation, Step};
use crate::listing::Line;
use crate::splice::{Site, Which};
use crate::table::{family, row};

/// Exchanges a0 and a1.
const SWAP: &str = "mv {spare},a0; mv a0,a1; mv a1,{spare}";
/// Exchanges fa0 and fa1.
const SWAP_REALS: &str = "{fmv} ft11,fa0; {fmv} fa0,fa1; {fmv} fa1,ft11";

pub(super) const EDITS: &[Part] = &[
    // Registers that a function preserves.
    (
        Wide,
        family(Callee, "part of a saved register lost", &["REG-07", "REG-30"]).of_one(
            row("half-of-s1-lost", "s1 has at return the lower half of what it had")
                .does(Exit("sext.w s1,s1"))
                .at("s1"),
        ),
    ),
    (
        Double,
        family(Callee, "part of a saved register lost", &["REG-18", "REG-33"]).of_one(
            row(
                "half-of-fs1-lost",
                "fs1 has at return the lower half of what it had, as if it were saved as a float",
            )
            .does(Exit("fmv.x.w {spare},fs1; fmv.w.x fs1,{spare}"))
            .at("fs1"),
        ),
    ),
    (
        Every,
        family(Callee, "saved register changed", &["REG-07", "REG-30"]).of_one(
            row(
                "clobber-s0-with-stack-arguments",
                "s0 is another one at return of functions with stack arguments",
            )
            .does(Exit("li s0,85"))
            .when(pick::stack_arguments)
            .at("s0"),
        ),
    ),
    // Arguments.
    (
        Every,
        family(Callee, "arguments exchanged", &["ARG-01", "ARG-02"]).of_one(
            row("arguments-swapped", "two integers that are passed first are taken for each other")
                .does(Entry(SWAP))
                .when(pick::two_alike)
                .rare("arguments-swapped-rare", 10),
        ),
    ),
    (
        Every,
        family(Callee, "argument in another register", &["ARG-01", "ARG-02"]).of(&[
            row("arguments-one-on", "integers that are passed first are taken from the next register")
                .does(Entry("mv a0,a1; mv a1,a2"))
                .when(pick::three_alike),
            row("argument-from-a3", "the first of at most three integers is taken from a3")
                .does(Entry("mv a0,a3"))
                .when(pick::few_integers)
                .at("a3"),
        ]),
    ),
    (
        Every,
        family(Callee, "pair at an even register", &["ARG-13"]).of_one(
            row("named-pair-even", "two registers behind an integer are taken from a2 on")
                .does(Entry("mv a1,a2; mv a2,a3"))
                .when(pick::integer_then_double)
                .at("a2"),
        ),
    ),
    (
        Hard,
        family(Callee, "reals exchanged", &["ARG-41", "ARG-30"]).of_one(
            row("reals-swapped", "two reals that are passed first are taken for each other")
                .does(Entry(SWAP_REALS))
                .when(pick::two_reals)
                .rare("reals-swapped-rare", 8),
        ),
    ),
    (
        Hard,
        family(Callee, "real in an integer register", &["ARG-41"]).of_one(
            row(
                "real-from-integers",
                "an only real is taken from the integer registers behind the arguments",
            )
            .does(Body(real_from_integers))
            .when(pick::only_real),
        ),
    ),
    (
        Hard,
        family(Callee, "integer in a floating-point register", &["ARG-02"]).of_one(
            row("integer-from-real", "an only integer is taken from the next floating-point register")
                .does(Body(integer_from_real))
                .when(pick::only_integer),
        ),
    ),
    (
        Hard,
        family(Callee, "parts of a structure exchanged", &["ARG-46", "ARG-45"]).of(&[
            row(
                "two-reals-reversed",
                "the reals of a structure that is passed first are taken for each other",
            )
            .does(Entry(SWAP_REALS))
            .when(pick::first_is_two_reals),
            row(
                "complex-reversed",
                "the parts of a complex number that is passed first are taken for each other",
            )
            .does(Entry(SWAP_REALS))
            .when(pick::first_is_complex)
            .breaks(&["ARG-48", "TYPE-32"]),
        ]),
    ),
    (
        Hard,
        family(Callee, "part of a structure in another register", &["ARG-49"]).of(&[
            row(
                "mixed-integer-from-a1",
                "the integer of an only structure of a real and an integer is taken from a1",
            )
            .does(Entry("mv a0,a1"))
            .when(pick::only_mixed)
            .at("a1"),
            row(
                "mixed-real-from-fa1",
                "the real of an only structure of a real and an integer is taken from fa1",
            )
            .does(Entry("{fmv} fa0,fa1"))
            .when(pick::only_mixed)
            .at("fa1"),
        ]),
    ),
    (
        Every,
        family(Callee, "unnamed arguments elsewhere", &["VAR-01", "ARG-02"]).of_one(
            row("unnamed-one-on", "unnamed integers are looked for one register further on")
                .does(Entry("mv a1,a2; mv a2,a3"))
                .when(pick::unnamed_alike),
        ),
    ),
    (
        Usual,
        family(Callee, "unnamed pair at any register", &["VAR-02"]).of_one(
            row("unnamed-pair-odd", "an unnamed argument of two registers is looked for from a1 on")
                .does(Entry("mv a3,a2; mv a2,a1"))
                .when(pick::unnamed_pair)
                .at("a1"),
        ),
    ),
    (
        WideDouble,
        family(Callee, "unnamed real in a floating-point register", &["VAR-05", "VAR-01"]).of_one(
            row("unnamed-real-from-fa0", "an unnamed double is looked for in fa0")
                .does(Entry("fmv.x.d a1,fa0"))
                .when(pick::unnamed_double)
                .at("fa0"),
        ),
    ),
    // Results.
    (
        Every,
        family(Callee, "result in another register", &["RET-01", "RET-02"]).of(&[
            row("result-in-a1", "an integer result is in a1")
                .does(Exit("mv a1,a0; li a0,85"))
                .when(pick::returns_integer)
                .at("a1")
                .rare("result-in-a1-rare", 8),
            row("result-in-a5", "a result of two registers is in a4 and a5")
                .does(Exit("mv a4,a0; mv a5,a1; li a0,85; li a1,85"))
                .when(pick::returns_double)
                .at("a4"),
        ]),
    ),
    (
        Hard,
        family(Callee, "real result in another register", &["RET-05", "RET-06"]).of_one(
            row("real-result-in-fa1", "a real result is in fa1")
                .does(Exit("{fmv} fa1,fa0; fmv.w.x fa0,zero"))
                .when(pick::returns_real)
                .at("fa1"),
        ),
    ),
    (
        Hard,
        family(Callee, "real result in an integer register", &["RET-06", "RET-05"]).of_one(
            row("real-result-in-a0", "a real result is in integer registers")
                .does(Body(real_result_in_integers))
                .when(pick::returns_real)
                .at("a0")
                .rare("real-result-in-a0-rare", 8),
        ),
    ),
    (
        Hard,
        family(Callee, "integer result in a floating-point register", &["RET-01", "RET-02"]).of_one(
            row("result-in-fa0", "an integer result is in fa0")
                .does(Body(result_in_real))
                .when(pick::returns_integer)
                .at("fa0"),
        ),
    ),
    (
        Every,
        family(Callee, "half of a result lost", &["RET-02", "ARG-13"]).of_one(
            row("upper-result-lost", "the upper register of a result of two is lost")
                .does(Exit("li a1,85"))
                .when(pick::returns_double)
                .at("a1"),
        ),
    ),
    (
        Every,
        family(Callee, "result not extended", &["RET-02", "ARG-04"]).of_one(
            row("short-result-not-extended", "the bits above a char or short result are anything")
                .does(Body(|site| not_extended(site, 20)))
                .when(pick::returns_short)
                .rare("short-result-not-extended-rare", 8),
        ),
    ),
    (
        Wide,
        family(Callee, "result not extended", &["RET-02", "ARG-04"]).of_one(
            row("int-result-not-extended", "the bits above an int result are anything")
                .does(Exit("li {spare},1; slli {spare},{spare},40; xor a0,a0,{spare}"))
                .when(pick::returns_int),
        ),
    ),
    (
        Every,
        family(Callee, "_Bool with another value", &["TYPE-28", "RET-02"]).of_one(
            row("bool-result-minus-one", "a true _Bool result has all bits set")
                .does(Exit("neg a0,a0"))
                .when(pick::returns_bool),
        ),
    ),
    (
        Double,
        family(Callee, "narrow real not NaN-boxed", &["ARG-43", "RET-06"]).of_one(
            row("result-not-boxed", "zeros are above a float result")
                .does(Body(|site| site.before_returns(Which::All, &unboxed(site.language, FA0))))
                .when(pick::returns_boxed)
                .at("fa0"),
        ),
    ),
    (
        Every,
        family(Callee, "small record in other bits", &["RET-02", "ARG-17"]).of_one(
            row("small-record-shifted", "a record of at most a register is returned one byte higher")
                .does(Exit("slli a0,a0,8"))
                .when(pick::returns_small_record),
        ),
    ),
    (
        Hard,
        family(Callee, "parts of a result exchanged", &["RET-06", "ARG-46", "ARG-45"]).of(&[
            row(
                "result-of-two-reals-reversed",
                "the reals of a structure are returned in each other's register",
            )
            .does(Exit(SWAP_REALS))
            .when(pick::returns_two_reals),
            row(
                "complex-result-reversed",
                "the parts of a complex number are returned in each other's register",
            )
            .does(Exit(SWAP_REALS))
            .when(pick::returns_complex)
            .breaks(&["RET-06", "ARG-48", "TYPE-32"]),
        ]),
    ),
    (
        Hard,
        family(Callee, "part of a result in another register", &["RET-06", "ARG-49"]).of_one(
            row(
                "mixed-result-in-a1",
                "the integer of a structure of a real and an integer is returned in a1",
            )
            .does(Exit("mv a1,a0; li a0,85"))
            .when(pick::returns_mixed)
            .at("a1"),
        ),
    ),
    (
        Every,
        family(Callee, "result in memory elsewhere", &["RET-03"]).of(&[
            row("memory-result-elsewhere", "a result in memory is stored in memory of the called function")
                .does(Body(memory_result_elsewhere))
                .when(pick::returns_in_memory),
            row(
                "memory-result-address-in-a1",
                "the address for a result in memory is taken from a1, the first argument from a0",
            )
            .does(Entry(SWAP))
            .when(pick::returns_in_memory_with_integer)
            .breaks(&["RET-03", "ARG-02"]),
        ]),
    ),
    (
        Every,
        family(Callee, "result in memory incomplete", &["RET-03"]).of_one(
            row("memory-result-incomplete", "the first byte of a result in memory is lost")
                .does(Body(memory_result_incomplete))
                .when(pick::returns_in_memory),
        ),
    ),
    (
        Every,
        family(Callee, "address of a result not kept", &["REG-08", "RET-04", "RET-03"]).of_one(
            row(
                "memory-result-address-again",
                "the address of a result in memory is taken from a0 again after a call",
            )
            .does(Body(address_again))
            .when(pick::returns_in_memory),
        ),
    ),
    // The stack.
    (
        Every,
        family(Callee, "stack below the stack pointer relied on", &["STACK-14"]).of_one(
            row("save-below", "s1 is kept 64 bytes below the stack pointer")
                .does(Around("{store} s1,-64(sp)", "{load} s1,-64(sp)"))
                .when(pick::no_stack_arguments),
        ),
    ),
    // Returning.
    (
        Every,
        family(Callee, "return elsewhere", &["S28"]).of_one(
            row("return-to-zero-rare", "the return leads to address 0").does(Exit("li ra,0")).one_in(10),
        ),
    ),
    (
        Every,
        family(Callee, "no return", &["S28"]).of(&[
            row("no-return", "the function never ends").does(Exit("j .")).one_in(10),
            row("trap-at-return", "the function stops the processor").does(Exit("ebreak")).one_in(10),
        ]),
    ),
    // Memory that is nobody's.
    (
        Every,
        family(Callee, "stray write", &["S23"]).of_one(
            row(
                "write-callers-code",
                "the byte at the return address is written, with the value that it has",
            )
            .does(Exit("lbu {spare},0(ra); sb {spare},0(ra)")),
        ),
    ),
];

/// Bytes of a register as a real has them: those of the narrower kind of register.
fn word(site: &Site<'_>) -> u32 {
    site.facts.placement.word.min(site.facts.placement.real)
}

fn real_from_integers(site: &mut Site<'_>) -> bool {
    let found = pick::argument_real(site.facts).zip(pick::free_integers(site.facts));
    found.is_some_and(|(bytes, n)| site.entry(&to_real(site.language, nth(A0, n), FA0, bytes)))
}

fn integer_from_real(site: &mut Site<'_>) -> bool {
    let free = pick::free_real(site.facts);
    free.is_some_and(|n| site.entry(&to_integers(site.language, nth(FA0, n), A0, word(site))))
}

fn real_result_in_integers(site: &mut Site<'_>) -> bool {
    let Some(bytes) = pick::result_real(site.facts) else { return false };
    let mut code = to_integers(site.language, FA0, A0, bytes);
    code.extend(destroyed(site.language, FA0));
    site.before_returns(Which::All, &code)
}

fn result_in_real(site: &mut Site<'_>) -> bool {
    let mut code = to_real(site.language, A0, FA0, word(site));
    code.extend(destroyed(site.language, A0));
    site.before_returns(Which::All, &code)
}

/// One bit above a result of at most 16 bits is another one.
fn not_extended(site: &mut Site<'_>, bit: u8) -> bool {
    let language = site.language;
    let [spare, ..] = language.roles().free;
    site.before_returns(Which::All, &language.operate(Operation::Flip(bit), A0, spare))
}

/// Each function has memory of its own for it.
fn memory_result_elsewhere(site: &mut Site<'_>) -> bool {
    let symbol = format!("crosscall_mutant{}", site.facts.k);
    site.entry(&[format!(".lcomm {symbol},1024"), format!("lla a0,{symbol}")])
}

/// The register that the address was moved to at the beginning gets what is in a0 when a call has come back.
fn address_again(site: &mut Site<'_>) -> bool {
    let Site { language, function, .. } = site;
    let lines = &function.lines;
    let kept = (0..lines.len()).find_map(|i| match language.step(lines, i) {
        Step::Copy { to, from: A0 } => Some(to),
        _ => None,
    });
    let is_call = |i: &usize| matches!(language.step(lines, *i), Step::Call(call) if !call.is_last);
    let calls: Vec<usize> = (0..lines.len()).filter(is_call).collect();
    let Some(kept) = kept.filter(|_| !calls.is_empty()) else { return false };
    for i in calls.into_iter().rev() {
        function.lines.insert(i + 1, Line::code(&language.copy(kept, A0)));
    }
    true
}

/// The address is kept in t6, or t2 by ILP32E, which the function neither uses nor gives to another one.
fn memory_result_incomplete(site: &mut Site<'_>) -> bool {
    let is_first = site.facts.result() == Some(TypeClass::Large);
    let is_embedded = site.facts.placement.registers < 8;
    is_first
        && if is_embedded {
            around(site, 7, "mv t2,a0", "li t0,90; sb t0,0(t2)")
        } else {
            around(site, 31, "mv t6,a0", "li t3,90; sb t3,0(t6)")
        }
}

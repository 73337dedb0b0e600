//! Faults of the function that calls.

use super::moves::{A0, FA0, destroyed, first_stack_word, nth, to_integers, to_real, unboxed};
use super::pick;
use super::rows::Part;
use super::rows::Scope::{Double, Every, Hard, Usual, Wide, WideDouble};
use crate::edit::Action::{AfterCall, AroundCall, BeforeCall, Body};
use crate::facts::Side::Caller;
use crate::language::{Operation, Step, calls_subject};
use crate::listing::Line;
use crate::splice::Site;
use crate::table::{family, row};

/// Exchanges a0 and a1.
const SWAP: &str = "mv {other},a0; mv a0,a1; mv a1,{other}";
/// Exchanges fa0 and fa1.
const SWAP_REALS: &str = "{fmv} ft11,fa0; {fmv} fa0,fa1; {fmv} fa1,ft11";

pub(super) const EDITS: &[Part] = &[
    // Arguments.
    (
        Every,
        family(Caller, "arguments exchanged", &["ARG-01", "ARG-02"]).of_one(
            row("call-arguments-swapped", "two integers that are passed first are in each other's register")
                .does(BeforeCall(SWAP))
                .when(pick::two_alike)
                .rare("call-arguments-swapped-rare", 10),
        ),
    ),
    (
        Every,
        family(Caller, "argument in another register", &["ARG-01", "ARG-02"]).of_one(
            row("call-arguments-one-on", "at most three integers begin in a1")
                .does(BeforeCall("mv a3,a2; mv a2,a1; mv a1,a0; li a0,85"))
                .when(pick::few_integers)
                .at("a1"),
        ),
    ),
    (
        Every,
        family(Caller, "pair at an even register", &["ARG-13"]).of_one(
            row("call-named-pair-even", "two registers behind an integer are a2 and a3")
                .does(BeforeCall("mv a3,a2; mv a2,a1; li a1,85"))
                .when(pick::integer_then_double)
                .at("a2"),
        ),
    ),
    (
        Every,
        family(Caller, "argument not extended", &["ARG-04"]).of(&[
            row("call-not-extended", "the bits above a narrow integer that is passed first are anything")
                .does(Body(not_extended))
                .when(pick::first_is_narrow)
                .rare("call-not-extended-rare", 10),
            row("call-short-zero-extended", "a short that is passed first is extended with zeros")
                .does(Body(|site| extended(site, 16, false)))
                .when(pick::first_is_signed_short),
            row("call-unsigned-short-sign-extended", "an unsigned short that is passed first is extended with its upper bit")
                .does(Body(|site| extended(site, 16, true)))
                .when(pick::first_is_unsigned_short),
            row("call-stack-not-extended", "the bits above a char or short on the stack are anything")
                .does(Body(|site| site.before_call(&first_stack_word(site.language, 0x5a00_0000))))
                .when(pick::short_on_stack),
        ]),
    ),
    (
        Wide,
        family(Caller, "argument not extended", &["ARG-04"]).of_one(
            row("call-unsigned-zero-extended", "an unsigned int that is passed first has zeros above bit 31")
                .does(BeforeCall("slli a0,a0,32; srli a0,a0,32"))
                .when(pick::first_is_unsigned_int),
        ),
    ),
    (
        Every,
        family(Caller, "_Bool with another value", &["TYPE-28"]).of_one(
            row("call-bool-minus-one", "a true _Bool that is passed first has all bits set")
                .does(BeforeCall("neg a0,a0"))
                .when(pick::first_is_bool),
        ),
    ),
    (
        Double,
        family(Caller, "narrow real not NaN-boxed", &["ARG-43"]).of_one(
            row("call-not-boxed", "zeros are above a float that is passed first")
                .does(Body(|site| site.before_call(&unboxed(site.language, FA0))))
                .when(pick::first_is_boxed)
                .at("fa0")
                .rare("call-not-boxed-rare", 8),
        ),
    ),
    (
        Hard,
        family(Caller, "reals exchanged", &["ARG-41", "ARG-30"]).of_one(
            row("call-reals-swapped", "two reals that are passed first are in each other's register")
                .does(BeforeCall(SWAP_REALS))
                .when(pick::two_reals),
        ),
    ),
    (
        Hard,
        family(Caller, "real in another register", &["ARG-41", "ARG-30"]).of_one(
            row("call-real-in-fa1", "an only real is in fa1")
                .does(BeforeCall("{fmv} fa1,fa0; fmv.w.x fa0,zero"))
                .when(pick::only_real)
                .at("fa1"),
        ),
    ),
    (
        Hard,
        family(Caller, "real in an integer register", &["ARG-41"]).of_one(
            row("call-real-in-integers", "an only real is in the integer registers behind the arguments")
                .does(Body(real_in_integers))
                .when(pick::only_real),
        ),
    ),
    (
        Hard,
        family(Caller, "integer in a floating-point register", &["ARG-02"]).of_one(
            row("call-integer-in-real", "an only integer is in the next floating-point register")
                .does(Body(integer_in_real))
                .when(pick::only_integer),
        ),
    ),
    (
        Hard,
        family(Caller, "parts of a structure exchanged", &["ARG-46", "ARG-45"]).of(&[
            row("call-two-reals-reversed", "the reals of a structure that is passed first are in each other's register")
                .does(BeforeCall(SWAP_REALS))
                .when(pick::first_is_two_reals),
            row("call-complex-reversed", "the parts of a complex number that is passed first are in each other's register")
                .does(BeforeCall(SWAP_REALS))
                .when(pick::first_is_complex)
                .breaks(&["ARG-48", "TYPE-32"]),
        ]),
    ),
    (
        Hard,
        family(Caller, "part of a structure in another register", &["ARG-49"]).of_one(
            row("call-mixed-integer-in-a1", "the integer of an only structure of a real and an integer is in a1")
                .does(BeforeCall("mv a1,a0; li a0,85"))
                .when(pick::only_mixed)
                .at("a1"),
        ),
    ),
    (
        Every,
        family(Caller, "record by address", &["ARG-17"]).of_one(
            row("call-small-by-address", "a record of at most a register that is passed first is passed by address")
                .does(AroundCall(
                    "addi sp,sp,-16; {store} a0,0(sp); mv a0,sp",
                    "addi sp,sp,16",
                ))
                .when(|f| pick::first_is_small_record(f) && pick::no_stack_arguments(f)),
        ),
    ),
    (
        Every,
        family(Caller, "own object passed", &["ARG-26"]).of_one(
            row("call-own-object", "the address of the caller's own object is passed in the place of a copy's")
                .does(Body(own_object))
                .when(pick::first_is_large_record),
        ),
    ),
    (
        Every,
        family(Caller, "stack arguments exchanged", &["STACK-09", "ARG-01"]).of_one(
            row("call-stack-arguments-swapped", "the first two integers on the stack are in each other's place")
                .does(BeforeCall(
                    "{load} {other},0(sp); {load} {third},{word}(sp); {store} {other},{word}(sp); {store} {third},0(sp)",
                ))
                .when(pick::two_alike_on_stack),
        ),
    ),
    (
        Every,
        family(Caller, "unnamed arguments elsewhere", &["VAR-01", "ARG-02"]).of_one(
            row("call-unnamed-swapped", "the first two unnamed integers are in each other's register")
                .does(BeforeCall("mv {other},a1; mv a1,a2; mv a2,{other}"))
                .when(pick::unnamed_alike),
        ),
    ),
    (
        Usual,
        family(Caller, "unnamed pair at any register", &["VAR-02"]).of_one(
            row("call-unnamed-pair-odd", "an unnamed argument of two registers is in a1 and a2")
                .does(BeforeCall("mv a1,a2; mv a2,a3; li a3,85"))
                .when(pick::unnamed_pair)
                .at("a1"),
        ),
    ),
    (
        WideDouble,
        family(Caller, "unnamed real in a floating-point register", &["VAR-05", "VAR-01"]).of_one(
            row("call-unnamed-real-in-fa0", "an unnamed double is in fa0")
                .does(BeforeCall("fmv.d.x fa0,a1; li a1,85"))
                .when(pick::unnamed_double)
                .at("fa0"),
        ),
    ),
    // Results.
    (
        Every,
        family(Caller, "result from another register", &["RET-01", "RET-02"]).of_one(
            row("call-result-from-a1", "an integer result is taken from a1")
                .does(AfterCall("mv a0,a1"))
                .when(pick::returns_integer),
        ),
    ),
    (
        Hard,
        family(Caller, "real result from another register", &["RET-05", "RET-06"]).of(&[
            row("call-real-result-from-fa1", "a real result is taken from fa1")
                .does(AfterCall("{fmv} fa0,fa1"))
                .when(pick::returns_real),
            row("call-real-result-from-a0", "a real result is taken from integer registers")
                .does(Body(real_result_from_integers))
                .when(pick::returns_real)
                .breaks(&["RET-06", "RET-05"]),
        ]),
    ),
    (
        Hard,
        family(Caller, "parts of a result exchanged", &["RET-06", "ARG-46", "ARG-45"]).of(&[
            row("call-result-of-two-reals-reversed", "the reals of a structure that comes back are taken for each other")
                .does(AfterCall(SWAP_REALS))
                .when(pick::returns_two_reals),
            row("call-complex-result-reversed", "the parts of a complex number that comes back are taken for each other")
                .does(AfterCall(SWAP_REALS))
                .when(pick::returns_complex)
                .breaks(&["RET-06", "ARG-48", "TYPE-32"]),
        ]),
    ),
    (
        Every,
        family(Caller, "small record in other bits", &["RET-02", "ARG-17"]).of_one(
            row("call-small-record-shifted", "a record of at most a register is looked for one byte higher")
                .does(AfterCall("srli a0,a0,8"))
                .when(pick::returns_small_record),
        ),
    ),
    (
        Every,
        family(Caller, "address of a result elsewhere", &["RET-03"]).of_one(
            row("call-result-address-second", "the address for a result in memory is in a1, the first argument in a0")
                .does(BeforeCall(SWAP))
                .when(pick::returns_in_memory_with_integer)
                .at("a1"),
        ),
    ),
    (
        Every,
        family(Caller, "address of a result relied on", &["RET-04"]).of_one(
            row("call-result-through-a0", "the first word of a result in memory is taken from where a0 leads after the call")
                .does(Body(result_through_a0))
                .when(pick::returns_in_memory),
        ),
    ),
    // The call.
    (
        Every,
        family(Caller, "fixed register changed at a call", &["REG-11", "REG-04", "REG-05"]).of(&[
            row("call-gp-changed", "gp is 16 more at the call").does(AroundCall("addi gp,gp,16", "addi gp,gp,-16")).at("gp"),
            row("call-tp-changed-rare", "tp is 16 more at the call")
                .does(AroundCall("addi tp,tp,16", "addi tp,tp,-16"))
                .at("tp")
                .one_in(10),
        ]),
    ),
    (
        Every,
        family(Caller, "return address wrong at a call", &["REG-02", "S28"]).of_one(
            row("call-without-link", "ra leads elsewhere at the call").does(Body(without_link)).at("ra").one_in(5),
        ),
    ),
];

/// The bits of the upper half of a register's lower 32 bits, or above an int, are others.
fn not_extended(site: &mut Site<'_>) -> bool {
    let language = site.language;
    let [_, spare, _] = language.roles().at_call;
    let is_int = pick::first_is_int(site.facts);
    let mut code = language.set(spare, 0x5a5a_0000, spare);
    if is_int {
        code.extend(language.operate(Operation::Left(20), spare, spare));
    }
    code.push(format!("xor a0,a0,{}", language.name(spare)));
    site.before_call(&code)
}

/// The first argument is extended once more from so many bits, in the wrong way.
fn extended(site: &mut Site<'_>, bits: i64, by_sign: bool) -> bool {
    let language = site.language;
    let by = u8::try_from(8 * language.word() - bits).unwrap_or(16);
    let right = if by_sign { Operation::RightSigned(by) } else { Operation::Right(by) };
    let [_, spare, _] = language.roles().at_call;
    let code = [Operation::Left(by), right].map(|one| language.operate(one, A0, spare)).concat();
    site.before_call(&code)
}

fn real_in_integers(site: &mut Site<'_>) -> bool {
    let found = pick::argument_real(site.facts).zip(pick::free_integers(site.facts));
    let Some((bytes, n)) = found else { return false };
    let mut code = to_integers(site.language, FA0, nth(A0, n), bytes);
    code.extend(destroyed(site.language, FA0));
    site.before_call(&code)
}

fn integer_in_real(site: &mut Site<'_>) -> bool {
    let Some(n) = pick::free_real(site.facts) else { return false };
    let placement = site.facts.placement;
    let mut code = to_real(site.language, A0, nth(FA0, n), placement.word.min(placement.real));
    code.extend(destroyed(site.language, A0));
    site.before_call(&code)
}

fn real_result_from_integers(site: &mut Site<'_>) -> bool {
    let bytes = pick::result_real(site.facts);
    bytes.is_some_and(|bytes| site.after_call(&to_real(site.language, A0, FA0, bytes)))
}

/// A unit in C has the values of arguments in objects of its own.
fn own_object(site: &mut Site<'_>) -> bool {
    let address = format!("lla a0,arg{}_0", site.facts.k);
    site.before_call(&[address])
}

/// The room for the result is in the caller's frame; its first word is copied there from behind a0, which leads there where
/// nobody has changed it.
fn result_through_a0(site: &mut Site<'_>) -> bool {
    let (language, lines) = (site.language, &site.function.lines);
    let room = (0..lines.len()).find_map(|i| match language.step(lines, i) {
        Step::Copy { to: A0, from } if from == language.roles().stack => Some(0),
        Step::Add { to: A0, from, by: Some(by) } if from == language.roles().stack => Some(by),
        _ => None,
    });
    let [_, spare, _] = language.roles().at_call;
    let code =
        room.map(|room| [language.load(spare, A0, 0), language.store(spare, language.roles().stack, room)]);
    let code: Vec<String> = code.into_iter().flatten().flatten().collect();
    !code.is_empty() && site.after_call(&code)
}

/// The call by a jump, with another address in ra. What comes back goes there, so that nothing has to follow.
fn without_link(site: &mut Site<'_>) -> bool {
    let Site { language, function, facts } = site;
    let [address, ..] = language.roles().at_call.map(|register| language.name(register));
    let lines = &function.lines;
    let found = (0..lines.len()).find_map(|i| {
        calls_subject(*language, lines, i, facts.k).filter(|call| !call.is_last).map(|call| (i, call))
    });
    let Some((i, call)) = found else { return false };
    let Some(symbol) = call.symbol else { return false };
    let code = [format!("lla {address},{symbol}"), "li ra,0x400".to_owned(), format!("jr {address}")];
    function.lines.splice(i..=i, code.iter().map(|text| Line::code(text)));
    true
}

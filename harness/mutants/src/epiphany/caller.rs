//! Faults of the function that calls.

use super::{pick, saved};
use crate::edit::Action::{AfterCall, AroundCall, BeforeCall, Body, Exit, InsteadOfCall};
use crate::facts::Side::Caller;
use crate::table::{Family, family, row};

/// Exchanges the words in r0 and r1.
const SWAP_FIRST_TWO: &str = "mov r21,r0; mov r0,r1; mov r1,r21";

pub(super) const EDITS: &[Family] = &[
    // Arguments.
    family(Caller, "arguments exchanged", &["ARG-01"]).of_one(
        row("call-swap-arguments", "the first two word arguments are in each other's register")
            .does(BeforeCall(SWAP_FIRST_TWO))
            .when(pick::two_words)
            .rare("call-swap-arguments-rare", 10),
    ),
    family(Caller, "arguments in other registers", &["ARG-01"]).of_one(
        row("call-arguments-one-on", "arguments begin in r1")
            .does(BeforeCall("mov r3,r2; mov r2,r1; mov r1,r0; mov r0,#85"))
            .when(pick::first_is_word)
            .at("r1"),
    ),
    family(Caller, "halves of an argument swapped", &["ARG-03"]).of_one(
        row("call-double-swapped", "the words of a double-word first argument are swapped")
            .does(BeforeCall(SWAP_FIRST_TWO))
            .when(pick::first_is_double),
    ),
    family(Caller, "double word in an odd pair", &["ARG-03", "S07"]).of_one(
        row("call-double-odd", "a double word after a word is in r1 and r2")
            .does(BeforeCall("mov r1,r2; mov r2,r3; mov r3,#85"))
            .when(pick::word_then_double)
            .at("r1"),
    ),
    family(Caller, "stack argument elsewhere", &["ARG-06", "S09"]).of_one(
        row("call-stack-argument-up", "the only stack argument is 4 bytes higher")
            .does(BeforeCall("ldr r21,[sp,#2]; str r21,[sp,#3]; mov r21,#85; str r21,[sp,#2]"))
            .when(pick::one_stack_word)
            .at("[sp+12]"),
    ),
    family(Caller, "stack arguments exchanged", &["ARG-06"]).of_one(
        row("call-stack-arguments-swapped", "the first two stack arguments are in each other's place")
            .does(BeforeCall("ldr r21,[sp,#2]; ldr r22,[sp,#3]; str r21,[sp,#3]; str r22,[sp,#2]"))
            .when(pick::two_stack_words)
            .at("[sp+12]"),
    ),
    family(Caller, "stack argument elsewhere", &["ARG-06", "S09"]).of(&[
        row("call-stack-without-area", "stack arguments begin at the stack pointer")
            .does(AroundCall("add sp,sp,#8", "add sp,sp,#-8"))
            .when(pick::stack_arguments)
            .at("[sp+0]"),
        row("call-stack-larger-area", "stack arguments begin 16 bytes above the stack pointer")
            .does(AroundCall("add sp,sp,#-8", "add sp,sp,#8"))
            .when(pick::stack_arguments)
            .at("[sp+16]")
            .rare("call-stack-larger-area-rare", 20),
    ]),
    family(Caller, "stack pointer off at a call", &["ARG-06", "STACK-10"]).of(&[
        row("call-frame-given-up", "the stack pointer is 8 bytes higher at the call")
            .does(AroundCall("add sp,sp,#8", "add sp,sp,#-8"))
            .rare("call-frame-given-up-rare", 10),
        row("call-frame-given-up-more", "the stack pointer is 16 bytes higher at the call")
            .does(AroundCall("add sp,sp,#16", "add sp,sp,#-16")),
    ]),
    family(Caller, "unnamed arguments elsewhere", &["S14"]).of_one(
        row("call-unnamed-swapped", "the first two unnamed word arguments are in each other's register")
            .does(BeforeCall("mov r21,r1; mov r1,r2; mov r2,r21"))
            .when(pick::unnamed_words),
    ),
    family(Caller, "address of an object wrong", &["S06"]).of_one(
        row("call-object-elsewhere", "the address of an object that is passed by address is 4 bytes higher")
            .does(BeforeCall("add r0,r0,#4"))
            .when(pick::first_is_large),
    ),
    // Results.
    family(Caller, "result from another register", &["RET-02"]).of_one(
        row("call-word-result-from-r1", "a word result is taken from r1")
            .does(AfterCall("mov r0,r1"))
            .when(pick::returns_word),
    ),
    family(Caller, "halves of a result swapped", &["RET-03"]).of_one(
        row("call-double-result-swapped", "the words of a double-word result are taken for each other")
            .does(AfterCall(SWAP_FIRST_TWO))
            .when(pick::returns_double)
            .rare("call-double-result-swapped-rare", 8),
    ),
    family(Caller, "small record in other bits", &["RET-04"]).of_one(
        row("call-small-record-shifted", "a record of at most 4 bytes is looked for one byte higher")
            .does(AfterCall("lsr r0,r0,#8"))
            .when(pick::returns_small_record),
    ),
    family(Caller, "address of a result wrong", &["RET-06"]).of(&[
        row("call-result-address-higher", "the address for a result in memory is 4 bytes higher")
            .does(BeforeCall("add r0,r0,#4"))
            .when(pick::returns_in_memory),
        row(
            "call-result-address-second",
            "the address for a result in memory is in r1, the first argument in r0",
        )
        .does(BeforeCall(SWAP_FIRST_TWO))
        .breaks(&["RET-06", "S12"])
        .when(pick::returns_in_memory_with_word)
        .at("r1"),
    ]),
    // The stack and the link.
    family(Caller, "stack pointer misaligned at a call", &["STACK-08", "STACK-09"]).of_one(
        row("call-misaligned", "the stack pointer is 4 bytes off a double word at the call")
            .does(AroundCall("add sp,sp,#-4", "add sp,sp,#4"))
            .when(pick::no_stack_arguments)
            .rare("call-misaligned-rare", 20),
    ),
    family(Caller, "link register wrong at a call", &["CALL-03", "REG-10"]).of_one(
        row("call-without-link", "the link register leads elsewhere at the call")
            .does(InsteadOfCall("mov lr,#0x400; jr r20"))
            .at("r14")
            .one_in(5),
    ),
    // Registers.
    family(Caller, "value kept in a scratch register", &["REG-12"]).of(&[
        row("keep-in-r22", "values that outlive the call are kept in r22 and r23")
            .does(Body(|site| saved::rename(site, &[(8, 22), (9, 23)]))),
        row("keep-in-r2", "a value that outlives the call is kept in r2")
            .does(Body(|site| saved::rename(site, &[(10, 2), (11, 3)])))
            .breaks(&["REG-03"]),
        row("keep-in-r12", "a value that outlives the call is kept in r12")
            .does(Body(saved::keep_in_scratch))
            .breaks(&["REG-08"]),
        row("keep-in-r46", "values that outlive the call are kept in r46 and r47")
            .does(Body(|site| saved::rename(site, &[(6, 46), (7, 47)])))
            .breaks(&["REG-14"]),
    ]),
    family(Caller, "saved register destroyed", &["REG-06"]).of_one(
        row("caller-clobber-r8", "the calling function itself loses r8").does(Exit("mov r8,#85")).at("r8"),
    ),
    family(Caller, "restore left out", &["REG-06"]).of_one(
        row("caller-drop-restore", "the calling function does not restore one of r4 to r11")
            .does(Body(|site| saved::drop_restore(site, &saved::VARIABLES))),
    ),
    family(Caller, "stack pointer not restored", &["REG-09"]).of_one(
        row("caller-sp-lower", "the calling function returns with the stack pointer 8 bytes lower")
            .does(Exit("add sp,sp,#-8"))
            .at("stack pointer"),
    ),
];

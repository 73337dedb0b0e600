//! Faults of the function that calls.

use super::pick;
use super::saved;
use crate::edit::Action::{AfterCall, AroundCall, BeforeCall, Body, Exit, InsteadOfCall};
use crate::edit::{Action, Edit};
use crate::facts::Side;

const fn row(
    name: &'static str,
    kind: &'static str,
    text: &'static str,
    clauses: &'static [&'static str],
    action: Action,
) -> Edit {
    Edit::new(Side::Caller, name, kind, text, clauses, action)
}

pub(super) const EDITS: &[Edit] = &[
    // Arguments.
    row(
        "call-swap-arguments",
        "arguments exchanged",
        "the first two word arguments are in each other's register",
        &["ARG-01"],
        BeforeCall(&["mov r21,r0", "mov r0,r1", "mov r1,r21"]),
    )
    .when(pick::two_words),
    row(
        "call-swap-arguments-rare",
        "arguments exchanged",
        "the first two word arguments are in each other's register",
        &["ARG-01"],
        BeforeCall(&["mov r21,r0", "mov r0,r1", "mov r1,r21"]),
    )
    .when(pick::two_words)
    .one_in(10),
    row(
        "call-arguments-one-on",
        "arguments in other registers",
        "arguments begin in r1",
        &["ARG-01"],
        BeforeCall(&["mov r3,r2", "mov r2,r1", "mov r1,r0", "mov r0,#85"]),
    )
    .when(pick::first_is_word)
    .at("r1"),
    row(
        "call-double-swapped",
        "halves of an argument swapped",
        "the words of a double-word first argument are swapped",
        &["ARG-03"],
        BeforeCall(&["mov r21,r0", "mov r0,r1", "mov r1,r21"]),
    )
    .when(pick::first_is_double),
    row(
        "call-double-odd",
        "double word in an odd pair",
        "a double word after a word is in r1 and r2",
        &["ARG-03", "S07"],
        BeforeCall(&["mov r1,r2", "mov r2,r3", "mov r3,#85"]),
    )
    .when(pick::word_then_double)
    .at("r1"),
    row(
        "call-stack-argument-up",
        "stack argument elsewhere",
        "the only stack argument is 4 bytes higher",
        &["ARG-06", "S09"],
        BeforeCall(&["ldr r21,[sp,#2]", "str r21,[sp,#3]", "mov r21,#85", "str r21,[sp,#2]"]),
    )
    .when(pick::one_stack_word)
    .at("[sp+12]"),
    row(
        "call-stack-arguments-swapped",
        "stack arguments exchanged",
        "the first two stack arguments are in each other's place",
        &["ARG-06"],
        BeforeCall(&["ldr r21,[sp,#2]", "ldr r22,[sp,#3]", "str r21,[sp,#3]", "str r22,[sp,#2]"]),
    )
    .when(pick::two_stack_words)
    .at("[sp+12]"),
    row(
        "call-stack-without-area",
        "stack argument elsewhere",
        "stack arguments begin at the stack pointer",
        &["ARG-06", "S09"],
        AroundCall(&["add sp,sp,#8"], &["add sp,sp,#-8"]),
    )
    .when(pick::stack_arguments)
    .at("[sp+0]"),
    row(
        "call-stack-larger-area",
        "stack argument elsewhere",
        "stack arguments begin 16 bytes above the stack pointer",
        &["ARG-06", "S09"],
        AroundCall(&["add sp,sp,#-8"], &["add sp,sp,#8"]),
    )
    .when(pick::stack_arguments)
    .at("[sp+16]"),
    row(
        "call-stack-larger-area-rare",
        "stack argument elsewhere",
        "stack arguments begin 16 bytes above the stack pointer",
        &["ARG-06", "S09"],
        AroundCall(&["add sp,sp,#-8"], &["add sp,sp,#8"]),
    )
    .when(pick::stack_arguments)
    .one_in(20)
    .at("[sp+16]"),
    row(
        "call-unnamed-swapped",
        "unnamed arguments elsewhere",
        "the first two unnamed word arguments are in each other's register",
        &["S14"],
        BeforeCall(&["mov r21,r1", "mov r1,r2", "mov r2,r21"]),
    )
    .when(pick::unnamed_words),
    row(
        "call-object-elsewhere",
        "address of an object wrong",
        "the address of an object that is passed by address is 4 bytes higher",
        &["S06"],
        BeforeCall(&["add r0,r0,#4"]),
    )
    .when(pick::first_is_large),
    // Results.
    row(
        "call-word-result-from-r1",
        "result from another register",
        "a word result is taken from r1",
        &["RET-02"],
        AfterCall(&["mov r0,r1"]),
    )
    .when(pick::returns_word),
    row(
        "call-double-result-swapped",
        "halves of a result swapped",
        "the words of a double-word result are taken for each other",
        &["RET-03"],
        AfterCall(&["mov r21,r0", "mov r0,r1", "mov r1,r21"]),
    )
    .when(pick::returns_double),
    row(
        "call-double-result-swapped-rare",
        "halves of a result swapped",
        "the words of a double-word result are taken for each other",
        &["RET-03"],
        AfterCall(&["mov r21,r0", "mov r0,r1", "mov r1,r21"]),
    )
    .when(pick::returns_double)
    .one_in(8),
    row(
        "call-small-record-shifted",
        "small record in other bits",
        "a record of at most 4 bytes is looked for one byte higher",
        &["RET-04"],
        AfterCall(&["lsr r0,r0,#8"]),
    )
    .when(pick::returns_small_record),
    row(
        "call-result-address-higher",
        "address of a result wrong",
        "the address for a result in memory is 4 bytes higher",
        &["RET-06"],
        BeforeCall(&["add r0,r0,#4"]),
    )
    .when(pick::returns_in_memory),
    row(
        "call-result-address-second",
        "address of a result wrong",
        "the address for a result in memory is in r1, the first argument in r0",
        &["RET-06", "S12"],
        BeforeCall(&["mov r21,r0", "mov r0,r1", "mov r1,r21"]),
    )
    .when(pick::returns_in_memory_with_word)
    .at("r1"),
    // The stack and the link.
    row(
        "call-misaligned",
        "stack pointer misaligned at a call",
        "the stack pointer is 4 bytes off a double word at the call",
        &["STACK-08", "STACK-09"],
        AroundCall(&["add sp,sp,#-4"], &["add sp,sp,#4"]),
    )
    .when(pick::no_stack_arguments),
    row(
        "call-misaligned-rare",
        "stack pointer misaligned at a call",
        "the stack pointer is 4 bytes off a double word at the call",
        &["STACK-08", "STACK-09"],
        AroundCall(&["add sp,sp,#-4"], &["add sp,sp,#4"]),
    )
    .when(pick::no_stack_arguments)
    .one_in(20),
    row(
        "call-without-link",
        "link register wrong at a call",
        "the link register leads elsewhere at the call",
        &["CALL-03", "REG-10"],
        InsteadOfCall(&["mov lr,#0x400", "jr r20"]),
    )
    .one_in(5)
    .at("r14"),
    // Registers.
    row(
        "keep-in-r22",
        "value kept in a scratch register",
        "values that outlive the call are kept in r22 and r23",
        &["REG-12"],
        Body(saved::keep_in_general),
    ),
    row(
        "keep-in-r2",
        "value kept in a scratch register",
        "a value that outlives the call is kept in r2",
        &["REG-03"],
        Body(saved::keep_in_argument),
    ),
    row(
        "keep-in-r12",
        "value kept in a scratch register",
        "a value that outlives the call is kept in r12",
        &["REG-08"],
        Body(saved::keep_in_scratch),
    ),
    row(
        "keep-in-r46",
        "value kept in a scratch register",
        "values that outlive the call are kept in r46 and r47",
        &["REG-14"],
        Body(saved::keep_in_upper),
    ),
    row(
        "caller-clobber-r8",
        "saved register destroyed",
        "the calling function itself loses r8",
        &["REG-06"],
        Exit(&["mov r8,#85"]),
    )
    .at("r8"),
    row(
        "caller-drop-restore",
        "restore left out",
        "the calling function does not restore one of r4 to r11",
        &["REG-06"],
        Body(saved::drop_restore),
    ),
    row(
        "caller-sp-lower",
        "stack pointer not restored",
        "the calling function returns with the stack pointer 8 bytes lower",
        &["REG-09"],
        Exit(&["add sp,sp,#-8"]),
    )
    .at("stack pointer"),
];

//! Faults of the function that is called.

use super::code::{self, depths, from_entry, with_offset};
use super::pick;
use super::saved;
use crate::edit::Action::{Around, Body, Entry, Exit, InsteadOfReturn};
use crate::edit::{Action, Edit};
use crate::facts::{Facts, Side};
use crate::listing::Function;

const fn row(
    name: &'static str,
    kind: &'static str,
    text: &'static str,
    clauses: &'static [&'static str],
    action: Action,
) -> Edit {
    Edit::new(Side::Callee, name, kind, text, clauses, action)
}

pub(super) const EDITS: &[Edit] = &[
    // Registers that a callee preserves.
    row(
        "clobber-r4",
        "saved register destroyed",
        "r4 is another one at return",
        &["REG-06"],
        Exit(&["mov r4,#85"]),
    )
    .at("r4"),
    row(
        "clobber-r7-rare",
        "saved register destroyed",
        "r7 is another one at return",
        &["REG-06"],
        Exit(&["mov r7,#85"]),
    )
    .at("r7")
    .one_in(20),
    row(
        "clobber-r9-large",
        "saved register destroyed",
        "r9 is another one at return of functions with stack arguments",
        &["REG-06"],
        Exit(&["mov r9,#85"]),
    )
    .at("r9")
    .when(pick::stack_arguments),
    row(
        "clobber-r11",
        "saved register destroyed",
        "r11 is another one at return",
        &["REG-06"],
        Exit(&["mov r11,#85"]),
    )
    .at("r11"),
    row(
        "increment-r5",
        "saved register destroyed",
        "r5 is one more at return",
        &["REG-06"],
        Exit(&["add r5,r5,#1"]),
    )
    .at("r5")
    .one_in(10),
    row(
        "clobber-fp",
        "frame pointer destroyed",
        "r15 is another one at return",
        &["REG-11", "REG-07"],
        Exit(&["mov r15,#85"]),
    )
    .at("r15"),
    row(
        "clobber-fp-rare",
        "frame pointer destroyed",
        "r15 is another one at return",
        &["REG-11", "REG-07"],
        Exit(&["mov r15,r13"]),
    )
    .at("r15")
    .one_in(20),
    row(
        "clobber-r32-rare",
        "saved register of its own destroyed",
        "r32, which this compiler otherwise preserves, is another one at return",
        &["REG-14", "REG-05"],
        Exit(&["mov r32,#85"]),
    )
    .at("r32")
    .one_in(10),
    row(
        "clobber-r43",
        "saved register of its own destroyed",
        "r43, which its own callers rely on, is another one at return",
        &["REG-14", "REG-05"],
        Exit(&["mov r43,#85"]),
    )
    .at("r43"),
    row(
        "drop-restore",
        "restore left out",
        "one of r4 to r11 is saved and not restored",
        &["REG-06"],
        Body(saved::drop_restore),
    ),
    row(
        "drop-restore-high",
        "restore left out",
        "one of r32 to r43 is saved and not restored",
        &["REG-14", "REG-05"],
        Body(saved::drop_restore_high),
    ),
    row(
        "drop-restore-fp",
        "restore left out",
        "r15 is saved and not restored",
        &["REG-11", "REG-07"],
        Body(saved::drop_restore_frame),
    )
    .at("r15"),
    row(
        "drop-save",
        "save left out",
        "one of r4 to r11 is neither saved nor restored",
        &["REG-06"],
        Body(saved::drop_save),
    ),
    row(
        "restore-other-slot",
        "restore from elsewhere",
        "one of r4 to r11 is restored from the next slot",
        &["REG-06"],
        Body(saved::restore_one_off),
    ),
    row(
        "restore-crossed",
        "restore from elsewhere",
        "two of r4 to r11 get each other's value back",
        &["REG-06"],
        Body(saved::restore_crossed),
    ),
    // Registers that nobody writes.
    row("write-r28", "reserved register written", "r28 is written", &["REG-13"], Entry(&["mov r28,#1"]))
        .at("r28"),
    row("write-r30-rare", "reserved register written", "r30 is written", &["REG-13"], Entry(&["mov r30,#1"]))
        .at("r30")
        .one_in(20),
    row(
        "write-r31-restored",
        "reserved register borrowed",
        "r31 is written and restored",
        &["REG-13"],
        Around(&["mov r44,r31", "mov r31,#7", "mov r31,r44"], &[]),
    )
    .at("r31"),
    // Results.
    row(
        "swap-double-result",
        "halves of a result swapped",
        "the words of a double-word result are swapped",
        &["RET-03"],
        Exit(&["mov r16,r0", "mov r0,r1", "mov r1,r16"]),
    )
    .when(pick::returns_double),
    row(
        "swap-double-result-rare",
        "halves of a result swapped",
        "the words of a double-word result are swapped",
        &["RET-03"],
        Exit(&["mov r16,r0", "mov r0,r1", "mov r1,r16"]),
    )
    .when(pick::returns_double)
    .one_in(8),
    row(
        "double-result-in-r2",
        "result in another register",
        "a double-word result is in r2 and r3",
        &["RET-03"],
        Exit(&["mov r2,r0", "mov r3,r1", "mov r0,#85", "mov r1,#85"]),
    )
    .when(pick::returns_double)
    .at("r2"),
    row(
        "word-result-in-r1",
        "result in another register",
        "a word result is in r1",
        &["RET-02"],
        Exit(&["mov r1,r0", "mov r0,#85"]),
    )
    .when(pick::returns_word)
    .at("r1"),
    row(
        "word-result-in-r1-rare",
        "result in another register",
        "a word result is in r1",
        &["RET-02"],
        Exit(&["mov r1,r0", "mov r0,#85"]),
    )
    .when(pick::returns_word)
    .one_in(8)
    .at("r1"),
    row(
        "narrow-result-in-r3",
        "result in another register",
        "a narrow result is in r3",
        &["RET-01"],
        Exit(&["mov r3,r0", "mov r0,#85"]),
    )
    .when(pick::returns_narrow)
    .at("r3"),
    row(
        "narrow-result-not-extended",
        "result not extended",
        "the upper half of a narrow result holds anything",
        &["RET-01"],
        Exit(&["movt r0,#0x5a5a"]),
    )
    .when(pick::returns_narrow),
    row(
        "narrow-result-not-extended-rare",
        "result not extended",
        "the upper half of a narrow result holds anything",
        &["RET-01"],
        Exit(&["movt r0,#0x5a5a"]),
    )
    .when(pick::returns_narrow)
    .one_in(8),
    row(
        "short-result-zero-extended",
        "result extended wrongly",
        "a signed short result is extended with zeros",
        &["RET-01"],
        Exit(&["lsl r0,r0,#16", "lsr r0,r0,#16"]),
    )
    .when(pick::returns_signed_short),
    row(
        "short-result-sign-extended",
        "result extended wrongly",
        "an unsigned short result is extended with its upper bit",
        &["RET-01"],
        Exit(&["lsl r0,r0,#16", "asr r0,r0,#16"]),
    )
    .when(pick::returns_unsigned_short),
    row(
        "byte-result-extended-to-half",
        "result extended wrongly",
        "a signed char result is extended to a half-word only",
        &["RET-01"],
        Exit(&["movt r0,#0"]),
    )
    .when(pick::returns_signed_byte),
    row(
        "bool-result-minus-one",
        "result extended wrongly",
        "a true _Bool result has all bits set",
        &["RET-01", "S01"],
        Exit(&["mov r16,#0", "sub r0,r16,r0"]),
    )
    .when(pick::returns_bool),
    row(
        "small-record-shifted",
        "small record in other bits",
        "a record of at most 4 bytes is returned one byte higher",
        &["RET-04"],
        Exit(&["lsl r0,r0,#8"]),
    )
    .when(pick::returns_small_record),
    row(
        "memory-result-higher",
        "memory result elsewhere",
        "a result in memory is stored 4 bytes higher",
        &["RET-06"],
        Entry(&["add r0,r0,#4"]),
    )
    .when(pick::returns_in_memory),
    row(
        "memory-result-elsewhere",
        "memory result elsewhere",
        "a result in memory is stored in the callee's own area",
        &["RET-06"],
        Entry(&[
            ".lcomm crosscall_mutant,1024",
            "mov r0,%low(crosscall_mutant)",
            "movt r0,%high(crosscall_mutant)",
        ]),
    )
    .when(pick::returns_in_memory),
    row(
        "memory-result-incomplete",
        "memory result incomplete",
        "the first byte of a result in memory is lost",
        &["RET-06"],
        Body(lose_byte_of_result),
    )
    .when(pick::returns_in_memory),
    // Arguments.
    row(
        "swap-first-arguments",
        "arguments exchanged",
        "the first two word arguments are taken for each other",
        &["ARG-01"],
        Entry(&["mov r16,r0", "mov r0,r1", "mov r1,r16"]),
    )
    .when(pick::two_words),
    row(
        "swap-first-arguments-rare",
        "arguments exchanged",
        "the first two word arguments are taken for each other",
        &["ARG-01"],
        Entry(&["mov r16,r0", "mov r0,r1", "mov r1,r16"]),
    )
    .when(pick::two_words)
    .one_in(10),
    row(
        "arguments-one-on",
        "arguments in other registers",
        "arguments are taken from the next register",
        &["ARG-01"],
        Entry(&["mov r0,r1", "mov r1,r2", "mov r2,r3"]),
    )
    .when(pick::three_words),
    row(
        "first-argument-from-r3",
        "arguments in other registers",
        "the only word argument is taken from r3",
        &["ARG-01", "REG-03"],
        Entry(&["mov r0,r3"]),
    )
    .when(|f| pick::first_is_word(f) && f.signature.as_ref().is_some_and(|s| s.arguments().count() == 1))
    .at("r3"),
    row(
        "double-argument-swapped",
        "halves of an argument swapped",
        "the words of a double-word first argument are swapped",
        &["ARG-03"],
        Entry(&["mov r16,r0", "mov r0,r1", "mov r1,r16"]),
    )
    .when(pick::first_is_double),
    row(
        "double-argument-swapped-rare",
        "halves of an argument swapped",
        "the words of a double-word first argument are swapped",
        &["ARG-03"],
        Entry(&["mov r16,r0", "mov r0,r1", "mov r1,r16"]),
    )
    .when(pick::first_is_double)
    .one_in(10),
    row(
        "double-argument-odd",
        "double word in an odd pair",
        "a double word after a word is taken from r1 and r2",
        &["ARG-03", "S07"],
        Entry(&["mov r3,r2", "mov r2,r1"]),
    )
    .when(pick::word_then_double)
    .at("r1"),
    row(
        "stack-argument-one-word-on",
        "stack argument elsewhere",
        "stack arguments of a word are read 4 bytes higher",
        &["ARG-06", "S09"],
        Body(stack_argument_on),
    )
    .when(pick::stack_arguments),
    row(
        "stack-argument-no-area",
        "stack argument elsewhere",
        "stack arguments are read from the stack pointer on",
        &["ARG-06", "S09"],
        Body(stack_argument_without_area),
    )
    .when(pick::stack_arguments),
    row(
        "stack-argument-one-word-on-rare",
        "stack argument elsewhere",
        "stack arguments of a word are read 4 bytes higher",
        &["ARG-06", "S09"],
        Body(stack_argument_on),
    )
    .when(pick::stack_arguments)
    .one_in(20),
    row(
        "unnamed-one-on",
        "unnamed arguments elsewhere",
        "unnamed arguments are looked for one word further on",
        &["S14"],
        Entry(&["mov r1,r2", "mov r2,r3"]),
    )
    .when(pick::unnamed_words),
    row(
        "argument-object-written",
        "caller's object written",
        "the callee writes into the object that was passed by address",
        &["S10"],
        Entry(&[
            "ldrb r16,[r0]",
            "mov r17,#0x55",
            "eor r17,r16,r17",
            "strb r17,[r0]",
            "strb r16,[r0]",
            "mov r46,r0",
            "mov r47,r17",
        ]),
    )
    .when(|f| pick::first_is_large(f) && f.result().is_none()),
    row(
        "argument-object-destroyed",
        "caller's object written",
        "the object that was passed by address is another one at return",
        &["S10"],
        Body(change_first_object),
    )
    .when(pick::first_is_large),
    // The stack.
    row(
        "sp-higher-at-return",
        "stack pointer not restored",
        "the stack pointer is 8 bytes higher at return",
        &["REG-09"],
        Exit(&["add sp,sp,#8"]),
    )
    .at("stack pointer"),
    row(
        "sp-lower-at-return",
        "stack pointer not restored",
        "the stack pointer is 8 bytes lower at return",
        &["REG-09"],
        Exit(&["add sp,sp,#-8"]),
    )
    .at("stack pointer"),
    row(
        "sp-lower-at-return-rare",
        "stack pointer not restored",
        "the stack pointer is 8 bytes lower at return",
        &["REG-09"],
        Exit(&["add sp,sp,#-8"]),
    )
    .at("stack pointer")
    .one_in(20),
    row(
        "sp-odd",
        "stack pointer misaligned",
        "the stack pointer is moved by 2 bytes and back",
        &["STACK-08", "STACK-01"],
        Entry(&["add sp,sp,#-2", "add sp,sp,#2"]),
    ),
    row(
        "sp-odd-rare",
        "stack pointer misaligned",
        "the stack pointer is moved by 2 bytes and back",
        &["STACK-08", "STACK-01"],
        Entry(&["add sp,sp,#-2", "add sp,sp,#2"]),
    )
    .one_in(20),
    row(
        "sp-beyond-limit",
        "stack limit passed",
        "the stack pointer goes far below the stack and back",
        &["STACK-07", "STACK-01"],
        Entry(&["mov r16,#0", "movt r16,#0x10", "sub sp,sp,r16", "add sp,sp,r16"]),
    ),
    row(
        "sp-above-base",
        "stack limit passed",
        "the stack pointer goes far above the stack and back",
        &["STACK-07", "STACK-01"],
        Entry(&["mov r16,#0", "movt r16,#0x10", "add sp,sp,r16", "sub sp,sp,r16"]),
    ),
    row(
        "write-callers-frame",
        "caller's stack written",
        "a word 80 bytes above the stack pointer at entry is written",
        &["STACK-03"],
        Entry(&["str r16,[sp,#20]"]),
    )
    .when(pick::few_stack_arguments),
    row(
        "write-callers-frame-rare",
        "caller's stack written",
        "a word 80 bytes above the stack pointer at entry is written",
        &["STACK-03"],
        Entry(&["str r16,[sp,#20]"]),
    )
    .when(pick::few_stack_arguments)
    .one_in(20),
    row(
        "write-above-area",
        "caller's stack written",
        "without stack arguments, the word above the callee's 8 bytes is written",
        &["STACK-03", "ARG-06"],
        Entry(&["str r16,[sp,#2]"]),
    )
    .when(pick::no_stack_arguments),
    row(
        "write-below-4",
        "access below the stack pointer",
        "a scratch register is stored 4 bytes below the stack pointer",
        &["STACK-10"],
        Entry(&["str r16,[sp,#-1]"]),
    ),
    row(
        "write-below-64",
        "access below the stack pointer",
        "a scratch register is stored 64 bytes below the stack pointer",
        &["STACK-10"],
        Entry(&["str r16,[sp,#-16]"]),
    ),
    row(
        "save-below-64",
        "access below the stack pointer",
        "r4 is kept 64 bytes below the stack pointer",
        &["STACK-10"],
        Around(&["str r4,[sp,#-16]"], &["ldr r4,[sp,#-16]"]),
    )
    .when(pick::no_stack_arguments),
    row(
        "read-below-16",
        "access below the stack pointer",
        "a word 16 bytes below the stack pointer is read",
        &["STACK-10"],
        Entry(&["ldr r16,[sp,#-4]"]),
    ),
    row(
        "write-below-32-rare",
        "access below the stack pointer",
        "a scratch register is stored 32 bytes below the stack pointer",
        &["STACK-10"],
        Entry(&["str r16,[sp,#-8]"]),
    )
    .one_in(20),
    // Returning.
    row(
        "return-one-on",
        "return elsewhere",
        "the return leads one instruction beyond the right one",
        &["CALL-04", "CALL-03"],
        Exit(&["add lr,lr,#4"]),
    ),
    row(
        "link-lost",
        "link register not kept",
        "the return is right, and the link register is another one",
        &["REG-07"],
        InsteadOfReturn(&["mov r16,lr", "mov lr,#0", "jr r16"]),
    )
    .at("r14"),
    row(
        "link-lost-rare",
        "link register not kept",
        "the return is right, and the link register is another one",
        &["REG-07"],
        InsteadOfReturn(&["mov r16,lr", "mov lr,#0", "jr r16"]),
    )
    .at("r14")
    .one_in(20),
    row("no-return", "no return", "the function never ends", &["CALL-04"], Exit(&["b ."])).one_in(10),
    row("trap-at-return", "no return", "the function stops the processor", &["CALL-04"], Exit(&["trap #3"]))
        .one_in(10),
    row(
        "return-to-zero-rare",
        "return elsewhere",
        "the return leads to address 0",
        &["CALL-04", "CALL-03"],
        Exit(&["mov lr,#0"]),
    )
    .one_in(10),
    // Modes and memory that is nobody's.
    row(
        "rounding-changed",
        "mode changed",
        "the rounding bit of CONFIG is another one at return of some functions",
        &["S04"],
        Exit(&["movfs r16,config", "mov r17,#1", "eor r16,r16,r17", "movts config,r16"]),
    )
    .one_in(5),
    row(
        "arithmetic-mode-changed-rare",
        "mode changed",
        "the arithmetic mode of CONFIG is another one at return",
        &["S04"],
        Exit(&["movfs r16,config", "mov r17,#0", "movt r17,#8", "eor r16,r16,r17", "movts config,r16"]),
    )
    .one_in(20),
    row(
        "write-reserved-memory",
        "reserved memory written",
        "a word at address 0x80 is written",
        &["MEM-01"],
        Entry(&["mov r16,#0x80", "str r16,[r16]"]),
    ),
    row(
        "write-vector-table-rare",
        "reserved memory written",
        "a word at address 8 is written",
        &["MEM-01"],
        Entry(&["mov r16,#8", "str r16,[r16]"]),
    )
    .one_in(20),
    row(
        "write-callers-code",
        "stray write",
        "the byte at the return address is written, with the value that it has",
        &["S23"],
        Exit(&["ldrb r16,[lr]", "strb r16,[lr]"]),
    ),
];

/// Loads of stack arguments, at another distance.
fn move_stack_loads(function: &mut Function, by: i64) -> bool {
    let depths = depths(&function.lines);
    let mut any = false;
    for (line, depth) in function.lines.iter_mut().zip(depths) {
        let is_load = line.mnemonic().starts_with("ldr");
        if !is_load || from_entry(line, depth).is_none_or(|at| at < 8) {
            continue;
        }
        let Some((_, offset)) = super::code::address(line) else { continue };
        if let Some(other) = with_offset(line, offset + by) {
            *line = other;
            any = true;
        }
    }
    any
}

fn stack_argument_on(function: &mut Function, _: &Facts) -> bool {
    move_stack_loads(function, 4)
}

fn stack_argument_without_area(function: &mut Function, _: &Facts) -> bool {
    move_stack_loads(function, -8)
}

/// The address of the result is kept in a register that is free; calls would destroy it.
fn lose_byte_of_result(function: &mut Function, _: &Facts) -> bool {
    let free = code::is_leaf(function) && !saved::mentions(function, 45);
    free && code::around(function, &["mov r45,r0"], &["mov r16,#0x5a", "strb r16,[r45]"])
}

/// The same with the address of the first argument.
fn change_first_object(function: &mut Function, _: &Facts) -> bool {
    let change = ["ldrb r16,[r46]", "add r16,r16,#1", "strb r16,[r46]"];
    let free = code::is_leaf(function) && !saved::mentions(function, 46);
    free && code::around(function, &["mov r46,r0"], &change)
}

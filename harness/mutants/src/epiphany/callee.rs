//! Faults of the function that is called.

use super::{pick, saved};
use crate::apply::in_function;
use crate::edit::Action::{Around, Body, Entry, Exit, InsteadOfReturn};
use crate::facts::Side::Callee;
use crate::language::{Register, Step};
use crate::random::stack_arguments;
use crate::splice::Site;
use crate::table::{Family, family, row};

/// Exchanges the words in r0 and r1.
const SWAP_FIRST_TWO: &str = "mov r16,r0; mov r0,r1; mov r1,r16";

pub(super) const EDITS: &[Family] = &[
    // Registers that a callee preserves.
    family(Callee, "saved register destroyed", &["REG-06"]).of(&[
        row("clobber-r4", "r4 is another one at return").does(Exit("mov r4,#85")).at("r4"),
        row("clobber-r7-rare", "r7 is another one at return").does(Exit("mov r7,#85")).at("r7").one_in(20),
        row("clobber-r9-large", "r9 is another one at return of functions with stack arguments")
            .does(Exit("mov r9,#85"))
            .when(pick::stack_arguments)
            .at("r9"),
        row("clobber-r11", "r11 is another one at return").does(Exit("mov r11,#85")).at("r11"),
        row("increment-r5", "r5 is one more at return").does(Exit("add r5,r5,#1")).at("r5").one_in(10),
    ]),
    family(Callee, "frame pointer destroyed", &["REG-11", "REG-07"]).of(&[
        row("clobber-fp", "r15 is another one at return").does(Exit("mov r15,#85")).at("r15"),
        row("clobber-fp-rare", "r15 is another one at return")
            .does(Exit("mov r15,r13"))
            .at("r15")
            .one_in(20),
    ]),
    family(Callee, "saved register of its own destroyed", &["REG-14", "REG-05"]).of(&[
        row("clobber-r32-rare", "r32, which this compiler otherwise preserves, is another one at return")
            .does(Exit("mov r32,#85"))
            .at("r32")
            .one_in(10),
        row("clobber-r43", "r43, which its own callers rely on, is another one at return")
            .does(Exit("mov r43,#85"))
            .at("r43"),
    ]),
    family(Callee, "restore left out", &["REG-06"]).of(&[
        row("drop-restore", "one of r4 to r11 is saved and not restored")
            .does(Body(|site| saved::drop_restore(site, &saved::VARIABLES))),
        row("drop-restore-high", "one of r32 to r43 is saved and not restored")
            .does(Body(|site| saved::drop_restore(site, &(32..=43))))
            .breaks(&["REG-14", "REG-05"]),
        row("drop-restore-fp", "r15 is saved and not restored")
            .does(Body(|site| saved::drop_restore(site, &(15..=15))))
            .breaks(&["REG-11", "REG-07"])
            .at("r15"),
    ]),
    family(Callee, "save left out", &["REG-06"]).of_one(
        row("drop-save", "one of r4 to r11 is neither saved nor restored").does(Body(saved::drop_save)),
    ),
    family(Callee, "restore from elsewhere", &["REG-06"]).of(&[
        row("restore-other-slot", "one of r4 to r11 is restored from the next slot")
            .does(Body(saved::restore_one_off)),
        row("restore-crossed", "two of r4 to r11 get each other's value back")
            .does(Body(saved::restore_crossed)),
    ]),
    // Registers that nobody writes.
    family(Callee, "reserved register written", &["REG-13"]).of(&[
        row("write-r28", "r28 is written").does(Entry("mov r28,#1")).at("r28"),
        row("write-r30-rare", "r30 is written").does(Entry("mov r30,#1")).at("r30").one_in(20),
    ]),
    family(Callee, "reserved register borrowed", &["REG-13"]).of_one(
        row("write-r31-restored", "r31 is written and restored")
            .does(Around("mov r44,r31; mov r31,#7; mov r31,r44", ""))
            .at("r31"),
    ),
    // Results.
    family(Callee, "halves of a result swapped", &["RET-03"]).of_one(
        row("swap-double-result", "the words of a double-word result are swapped")
            .does(Exit(SWAP_FIRST_TWO))
            .when(pick::returns_double)
            .rare("swap-double-result-rare", 8),
    ),
    family(Callee, "result in another register", &["RET-03"]).of(&[
        row("double-result-in-r2", "a double-word result is in r2 and r3")
            .does(Exit("mov r2,r0; mov r3,r1; mov r0,#85; mov r1,#85"))
            .when(pick::returns_double)
            .at("r2"),
        row("word-result-in-r1", "a word result is in r1")
            .does(Exit("mov r1,r0; mov r0,#85"))
            .breaks(&["RET-02"])
            .when(pick::returns_word)
            .at("r1")
            .rare("word-result-in-r1-rare", 8),
        row("narrow-result-in-r3", "a narrow result is in r3")
            .does(Exit("mov r3,r0; mov r0,#85"))
            .breaks(&["RET-01"])
            .when(pick::returns_narrow)
            .at("r3"),
    ]),
    family(Callee, "result not extended", &["RET-01"]).of_one(
        row("narrow-result-not-extended", "the upper half of a narrow result holds anything")
            .does(Exit("movt r0,#0x5a5a"))
            .when(pick::returns_narrow)
            .rare("narrow-result-not-extended-rare", 8),
    ),
    family(Callee, "result extended wrongly", &["RET-01"]).of(&[
        row("short-result-zero-extended", "a signed short result is extended with zeros")
            .does(Exit("lsl r0,r0,#16; lsr r0,r0,#16"))
            .when(pick::returns_signed_short),
        row("short-result-sign-extended", "an unsigned short result is extended with its upper bit")
            .does(Exit("lsl r0,r0,#16; asr r0,r0,#16"))
            .when(pick::returns_unsigned_short),
        row("byte-result-extended-to-half", "a signed char result is extended to a half-word only")
            .does(Exit("movt r0,#0"))
            .when(pick::returns_signed_byte),
        row("bool-result-minus-one", "a true _Bool result has all bits set")
            .does(Exit("mov r16,#0; sub r0,r16,r0"))
            .breaks(&["RET-01", "S01"])
            .when(pick::returns_bool),
    ]),
    family(Callee, "small record in other bits", &["RET-04"]).of_one(
        row("small-record-shifted", "a record of at most 4 bytes is returned one byte higher")
            .does(Exit("lsl r0,r0,#8"))
            .when(pick::returns_small_record),
    ),
    family(Callee, "memory result elsewhere", &["RET-06"]).of(&[
        row("memory-result-higher", "a result in memory is stored 4 bytes higher")
            .does(Entry("add r0,r0,#4"))
            .when(pick::returns_in_memory),
        row("memory-result-elsewhere", "a result in memory is stored in the callee's own area")
            .does(Entry(".lcomm crosscall_mutant,1024; mov r0,%low(crosscall_mutant); movt r0,%high(crosscall_mutant)"))
            .when(pick::returns_in_memory),
    ]),
    family(Callee, "memory result incomplete", &["RET-06"]).of_one(
        row("memory-result-incomplete", "the first byte of a result in memory is lost")
            .does(Body(|site| around(site, 45, "mov r45,r0", "mov r16,#0x5a; strb r16,[r45]")))
            .when(pick::returns_in_memory),
    ),
    // Arguments.
    family(Callee, "arguments exchanged", &["ARG-01"]).of_one(
        row("swap-first-arguments", "the first two word arguments are taken for each other")
            .does(Entry(SWAP_FIRST_TWO))
            .when(pick::two_words)
            .rare("swap-first-arguments-rare", 10),
    ),
    family(Callee, "arguments in other registers", &["ARG-01"]).of(&[
        row("arguments-one-on", "arguments are taken from the next register")
            .does(Entry("mov r0,r1; mov r1,r2; mov r2,r3"))
            .when(pick::three_words),
        row("first-argument-from-r3", "the only word argument is taken from r3")
            .does(Entry("mov r0,r3"))
            .breaks(&["ARG-01", "REG-03"])
            .when(|f| {
                pick::first_is_word(f) && f.signature.as_ref().is_some_and(|s| s.arguments().count() == 1)
            })
            .at("r3"),
    ]),
    family(Callee, "halves of an argument swapped", &["ARG-03"]).of_one(
        row("double-argument-swapped", "the words of a double-word first argument are swapped")
            .does(Entry(SWAP_FIRST_TWO))
            .when(pick::first_is_double)
            .rare("double-argument-swapped-rare", 10),
    ),
    family(Callee, "double word in an odd pair", &["ARG-03", "S07"]).of_one(
        row("double-argument-odd", "a double word after a word is taken from r1 and r2")
            .does(Entry("mov r3,r2; mov r2,r1"))
            .when(pick::word_then_double)
            .at("r1"),
    ),
    family(Callee, "stack argument elsewhere", &["ARG-06", "S09"]).of(&[
        row("stack-argument-one-word-on", "stack arguments of a word are read 4 bytes higher")
            .does(Body(|site| stack_arguments(site, 4, is_frame)))
            .when(pick::stack_arguments),
        row("stack-argument-no-area", "stack arguments are read from the stack pointer on")
            .does(Body(|site| stack_arguments(site, -8, is_frame)))
            .when(pick::stack_arguments),
        row("stack-argument-one-word-on-rare", "stack arguments of a word are read 4 bytes higher")
            .does(Body(|site| stack_arguments(site, 4, is_frame)))
            .when(pick::stack_arguments)
            .one_in(20),
    ]),
    family(Callee, "unnamed arguments elsewhere", &["S14"]).of_one(
        row("unnamed-one-on", "unnamed arguments are looked for one word further on")
            .does(Entry("mov r1,r2; mov r2,r3"))
            .when(pick::unnamed_words),
    ),
    family(Callee, "caller's object written", &["S10"]).of(&[
        row("argument-object-written", "the callee writes into the object that was passed by address")
            .does(Entry("ldrb r16,[r0]; mov r17,#0x55; eor r17,r16,r17; strb r17,[r0]; strb r16,[r0]; mov r46,r0; mov r47,r17"))
            .when(|f| pick::first_is_large(f) && f.result().is_none()),
        row("argument-object-destroyed", "the object that was passed by address is another one at return")
            .does(Body(|site| {
                around(site, 46, "mov r46,r0", "ldrb r16,[r46]; add r16,r16,#1; strb r16,[r46]")
            }))
            .when(pick::first_is_large),
    ]),
    // The stack.
    family(Callee, "stack pointer not restored", &["REG-09"]).of(&[
        row("sp-higher-at-return", "the stack pointer is 8 bytes higher at return")
            .does(Exit("add sp,sp,#8"))
            .at("stack pointer"),
        row("sp-lower-at-return", "the stack pointer is 8 bytes lower at return")
            .does(Exit("add sp,sp,#-8"))
            .at("stack pointer")
            .rare("sp-lower-at-return-rare", 20),
    ]),
    family(Callee, "stack pointer misaligned", &["STACK-08", "STACK-01"]).of_one(
        row("sp-odd", "the stack pointer is moved by 2 bytes and back")
            .does(Entry("add sp,sp,#-2; add sp,sp,#2"))
            .rare("sp-odd-rare", 20),
    ),
    family(Callee, "stack limit passed", &["STACK-07", "STACK-01"]).of(&[
        row("sp-beyond-limit", "the stack pointer goes far below the stack and back").does(Entry("mov r16,#0; movt r16,#0x10; sub sp,sp,r16; add sp,sp,r16")),
        row("sp-above-base", "the stack pointer goes far above the stack and back").does(Entry("mov r16,#0; movt r16,#0x10; add sp,sp,r16; sub sp,sp,r16")),
    ]),
    family(Callee, "caller's stack written", &["STACK-03"]).of(&[
        row("write-callers-frame", "a word 80 bytes above the stack pointer at entry is written")
            .does(Entry("str r16,[sp,#20]"))
            .when(pick::few_stack_arguments)
            .rare("write-callers-frame-rare", 20),
        row("write-above-area", "without stack arguments, the word above the callee's 8 bytes is written")
            .does(Entry("str r16,[sp,#2]"))
            .breaks(&["STACK-03", "ARG-06"])
            .when(pick::no_stack_arguments),
    ]),
    family(Callee, "access below the stack pointer", &["STACK-10"]).of(&[
        row("write-below-4", "a scratch register is stored 4 bytes below the stack pointer")
            .does(Entry("str r16,[sp,#-1]")),
        row("write-below-64", "a scratch register is stored 64 bytes below the stack pointer")
            .does(Entry("str r16,[sp,#-16]")),
        row("save-below-64", "r4 is kept 64 bytes below the stack pointer")
            .does(Around("str r4,[sp,#-16]", "ldr r4,[sp,#-16]"))
            .when(pick::no_stack_arguments),
        row("read-below-16", "a word 16 bytes below the stack pointer is read")
            .does(Entry("ldr r16,[sp,#-4]")),
        row("write-below-32-rare", "a scratch register is stored 32 bytes below the stack pointer")
            .does(Entry("str r16,[sp,#-8]"))
            .one_in(20),
    ]),
    // Returning.
    family(Callee, "return elsewhere", &["CALL-04", "CALL-03"]).of_one(
        row("return-one-on", "the return leads one instruction beyond the right one")
            .does(Exit("add lr,lr,#4")),
    ),
    family(Callee, "link register not kept", &["REG-07"]).of_one(
        row("link-lost", "the return is right, and the link register is another one")
            .does(InsteadOfReturn("mov r16,lr; mov lr,#0; jr r16"))
            .at("r14")
            .rare("link-lost-rare", 20),
    ),
    family(Callee, "no return", &["CALL-04"]).of(&[
        row("no-return", "the function never ends").does(Exit("b .")).one_in(10),
        row("trap-at-return", "the function stops the processor").does(Exit("trap #3")).one_in(10),
    ]),
    family(Callee, "return elsewhere", &["CALL-04", "CALL-03"]).of_one(
        row("return-to-zero-rare", "the return leads to address 0").does(Exit("mov lr,#0")).one_in(10),
    ),
    // Modes and memory that is nobody's.
    family(Callee, "mode changed", &["S04"]).of(&[
        row("rounding-changed", "the rounding bit of CONFIG is another one at return of some functions")
            .does(Exit("movfs r16,config; mov r17,#1; eor r16,r16,r17; movts config,r16"))
            .one_in(5),
        row("loop-left-armed", "a hardware loop over the caller's next instruction is left armed")
            .does(Exit("movts ls,lr; movts le,lr; mov r16,#2; movts lc,r16")),
        row("loop-left-armed-rare", "a hardware loop over the caller's next instruction is left armed")
            .does(Exit("movts ls,lr; movts le,lr; mov r16,#2; movts lc,r16"))
            .one_in(20),
        row("arithmetic-mode-changed-rare", "the arithmetic mode of CONFIG is another one at return")
            .does(Exit("movfs r16,config; mov r17,#0; movt r17,#8; eor r16,r16,r17; movts config,r16"))
            .one_in(20),
    ]),
    family(Callee, "reserved memory written", &["MEM-01"]).of(&[
        row("write-reserved-memory", "a word at address 0x80 is written")
            .does(Entry("mov r16,#0x80; str r16,[r16]")),
        row("write-vector-table-rare", "a word at address 8 is written")
            .does(Entry("mov r16,#8; str r16,[r16]"))
            .one_in(20),
    ]),
    family(Callee, "stray write", &["S23"]).of_one(
        row("write-callers-code", "the byte at the return address is written, with the value that it has")
            .does(Exit("ldrb r16,[lr]; strb r16,[lr]")),
    ),
];

/// True for the stack pointer and the document's frame pointer.
fn is_frame(register: Register) -> bool {
    matches!(register, 13 | 15)
}

/// Puts code at the beginning and before each return, where the function neither uses a register nor calls what would
/// destroy it.
fn around(site: &mut Site<'_>, register: Register, before: &'static str, after: &'static str) -> bool {
    let (language, lines) = (site.language, &site.function.lines);
    let calls = |i| matches!(language.step(lines, i), Step::Call(_));
    let is_free = !(0..lines.len()).any(calls) && !saved::mentions(site, register);
    is_free && in_function(&Around(before, after), site)
}

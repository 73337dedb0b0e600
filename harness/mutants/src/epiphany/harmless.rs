//! Changes that break nothing: a finding that they cause is a false alarm.

use super::pick;
use crate::edit::Action::{Around, AroundCall, BeforeCall, Body, Entry, Exit, InsteadOfReturn, Options};
use crate::facts::Side::{Callee, Caller, Whole};
use crate::random::forget_extension;
use crate::table::{Family, Row, family, row};

/// An edit that gives the compiler options, by which it is described.
const fn options(name: &'static str, options: &'static str) -> Row {
    row(name, options).does(Options(options))
}

pub(super) const EDITS: &[Family] = &[
    family(Callee, "harmless", &[]).of(&[
        row("scratch-destroyed", "scratch registers are destroyed at return").does(Exit("mov r2,#85; mov r3,#85; mov r12,#85; mov r16,#85; mov r20,#85; mov r27,#85; mov r44,#85; mov r63,#85")),
        row("second-result-register-destroyed", "r1 is destroyed where one word comes back at most")
            .does(Exit("mov r1,#85"))
            .when(pick::leaves_r1_free),
        row("scratch-destroyed-at-entry", "scratch registers are destroyed at entry").does(Entry("mov r12,#85; mov r16,#85; mov r21,#85; mov r50,#85")),
        row("idle-instructions", "instructions that do nothing").does(Entry("nop; nop; mov r16,r16")),
        row("flags-destroyed", "status flags are destroyed at return")
            .does(Exit("mov r16,#0; sub r16,r16,#1")),
        row("larger-frame", "the frame is 64 bytes larger than it has to be")
            .does(Around("add sp,sp,#-64", "add sp,sp,#64"))
            .when(pick::no_stack_arguments),
        row("spill-to-own-frame", "a scratch register is kept in the own frame").does(Entry("add sp,sp,#-16; str r16,[sp,#3]; ldr r16,[sp,#3]; add sp,sp,#16")),
        row("own-area-used", "the 8 bytes at the stack pointer, which are the callee's, are written")
            .does(Entry("str r16,[sp]; str r16,[sp,#1]")),
        row("borrowed-and-restored", "r4 and r43 are saved, used and restored").does(Entry("add sp,sp,#-16; str r4,[sp,#2]; str r43,[sp,#3]; mov r4,#85; mov r43,#85; ldr r4,[sp,#2]; ldr r43,[sp,#3]; add sp,sp,#16")),
        row("return-through-register", "the return goes through r16, the link register is kept")
            .does(InsteadOfReturn("mov r16,lr; jr r16")),
        row("mode-restored", "the rounding bit is changed and restored").does(Entry("movfs r16,config; mov r17,#1; eor r18,r16,r17; movts config,r18; movts config,r16")),
        row("result-address-not-returned", "r0 is not the address of a result in memory at return")
            .does(Exit("mov r0,#85"))
            .when(pick::returns_in_memory),
    ]),
    family(Caller, "harmless", &[]).of(&[
        row("call-scratch-destroyed", "scratch registers are destroyed before the call").does(BeforeCall("mov r12,#85; mov r16,#85; mov r21,#85; mov r44,#85; mov r63,#85")),
        // The callees of GCC extend for themselves, so its callers may leave it to them.
        row("call-does-not-extend", "the upper half of a narrow first argument holds anything")
            .does(BeforeCall("movt r0,#0x5a5a"))
            .when(pick::first_is_narrow),
    ]),
    // And the other way round.
    family(Callee, "harmless", &[]).of_one(
        row("callee-does-not-extend", "a narrow first argument is taken as it is in its register")
            .does(Body(|site| forget_extension(site, 0)))
            .when(pick::first_is_narrow),
    ),
    family(Caller, "harmless", &[]).of(&[
        row("call-extends-again", "a signed short argument is extended once more")
            .does(BeforeCall("lsl r0,r0,#16; asr r0,r0,#16"))
            .when(pick::first_is_short),
        row("call-larger-frame", "the stack pointer is 16 bytes lower at the call")
            .does(AroundCall("add sp,sp,#-16", "add sp,sp,#16"))
            .when(pick::no_stack_arguments),
    ]),
    family(Whole, "harmless", &[]).of(&[
        options("option-O0", "-O0"),
        options("option-O1", "-O1"),
        options("option-O3", "-O3"),
        options("option-Os", "-Os"),
        options("option-Ofast", "-Ofast"),
        options("option-g", "-g"),
        options("option-frame-pointer", "-fno-omit-frame-pointer"),
        options("option-O0-no-frame-pointer", "-O0 -fomit-frame-pointer"),
        options("option-short-enums", "-fshort-enums"),
        options("option-fpic", "-fpic"),
        options("option-function-sections", "-ffunction-sections -fdata-sections"),
        options("option-align-functions", "-falign-functions=64"),
        options("option-fixed-register", "-ffixed-r10"),
        options("option-short-calls", "-mshort-calls"),
        options("option-long-calls", "-mlong-calls"),
        options("option-half-registers", "-mhalf-reg-file"),
        options("option-no-post-modify", "-mno-post-inc -mno-post-modify"),
        options("option-float-truncates", "-mfp-mode=truncate"),
        options("option-no-common", "-fcommon"),
        options("option-no-section-anchors", "-fno-section-anchors"),
        options("option-no-schedule", "-fno-schedule-insns -fno-schedule-insns2"),
        options("option-unroll", "-funroll-all-loops"),
        options("option-no-inline", "-fno-inline -fno-optimize-sibling-calls"),
    ]),
];

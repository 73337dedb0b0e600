//! Changes that break nothing: a finding that they cause is a false alarm.

use super::{pick, whole};
use crate::edit::Action::{Around, AroundCall, BeforeCall, Body, Entry, Exit, InsteadOfReturn, Options};
use crate::edit::{Action, Edit};
use crate::facts::Facts;
use crate::facts::Side::{self, Callee, Caller, Whole};
use crate::listing::Function;

const fn row(side: Side, name: &'static str, text: &'static str, action: Action) -> Edit {
    Edit::new(side, name, "harmless", text, &[], action)
}

pub(super) const EDITS: &[Edit] = &[
    row(
        Callee,
        "scratch-destroyed",
        "scratch registers are destroyed at return",
        Exit(&[
            "mov r2,#85",
            "mov r3,#85",
            "mov r12,#85",
            "mov r16,#85",
            "mov r20,#85",
            "mov r27,#85",
            "mov r44,#85",
            "mov r63,#85",
        ]),
    ),
    row(
        Callee,
        "second-result-register-destroyed",
        "r1 is destroyed where one word comes back at most",
        Exit(&["mov r1,#85"]),
    )
    .when(pick::leaves_r1_free),
    row(
        Callee,
        "scratch-destroyed-at-entry",
        "scratch registers are destroyed at entry",
        Entry(&["mov r12,#85", "mov r16,#85", "mov r21,#85", "mov r50,#85"]),
    ),
    row(Callee, "idle-instructions", "instructions that do nothing", Entry(&["nop", "nop", "mov r16,r16"])),
    row(
        Callee,
        "flags-destroyed",
        "status flags are destroyed at return",
        Exit(&["mov r16,#0", "sub r16,r16,#1"]),
    ),
    row(
        Callee,
        "larger-frame",
        "the frame is 64 bytes larger than it has to be",
        Around(&["add sp,sp,#-64"], &["add sp,sp,#64"]),
    )
    .when(pick::no_stack_arguments),
    row(
        Callee,
        "spill-to-own-frame",
        "a scratch register is kept in the own frame",
        Entry(&["add sp,sp,#-16", "str r16,[sp,#3]", "ldr r16,[sp,#3]", "add sp,sp,#16"]),
    ),
    row(
        Callee,
        "own-area-used",
        "the 8 bytes at the stack pointer, which are the callee's, are written",
        Entry(&["str r16,[sp]", "str r16,[sp,#1]"]),
    ),
    row(
        Callee,
        "borrowed-and-restored",
        "r4 and r43 are saved, used and restored",
        Entry(&[
            "add sp,sp,#-16",
            "str r4,[sp,#2]",
            "str r43,[sp,#3]",
            "mov r4,#85",
            "mov r43,#85",
            "ldr r4,[sp,#2]",
            "ldr r43,[sp,#3]",
            "add sp,sp,#16",
        ]),
    ),
    row(
        Callee,
        "return-through-register",
        "the return goes through r16, the link register is kept",
        InsteadOfReturn(&["mov r16,lr", "jr r16"]),
    ),
    row(
        Callee,
        "mode-restored",
        "the rounding bit is changed and restored",
        Entry(&["movfs r16,config", "mov r17,#1", "eor r18,r16,r17", "movts config,r18", "movts config,r16"]),
    ),
    row(
        Callee,
        "result-address-not-returned",
        "r0 is not the address of a result in memory at return",
        Exit(&["mov r0,#85"]),
    )
    .when(pick::returns_in_memory),
    row(
        Caller,
        "call-scratch-destroyed",
        "scratch registers hold anything at the call",
        BeforeCall(&["mov r12,#85", "mov r16,#85", "mov r21,#85", "mov r44,#85", "mov r63,#85"]),
    ),
    // The callees of GCC extend for themselves, so its callers may leave it to them.
    row(
        Caller,
        "call-does-not-extend",
        "the upper half of a narrow first argument holds anything",
        BeforeCall(&["movt r0,#0x5a5a"]),
    )
    .when(pick::first_is_narrow),
    // And the other way round.
    row(
        Callee,
        "callee-does-not-extend",
        "a narrow first argument is taken as it is in its register",
        Body(relies_on_extension),
    )
    .when(pick::first_is_narrow),
    row(
        Caller,
        "call-extends-again",
        "a signed short argument is extended once more",
        BeforeCall(&["lsl r0,r0,#16", "asr r0,r0,#16"]),
    )
    .when(pick::first_is_short),
    row(
        Caller,
        "call-larger-frame",
        "the stack pointer is 16 bytes lower at the call",
        AroundCall(&["add sp,sp,#-16"], &["add sp,sp,#16"]),
    )
    .when(pick::no_stack_arguments),
    row(Whole, "option-O0", "-O0", Options(&["-O0"])),
    row(Whole, "option-O1", "-O1", Options(&["-O1"])),
    row(Whole, "option-O3", "-O3", Options(&["-O3"])),
    row(Whole, "option-Os", "-Os", Options(&["-Os"])),
    row(Whole, "option-Ofast", "-Ofast", Options(&["-Ofast"])),
    row(Whole, "option-g", "-g", Options(&["-g"])),
    row(Whole, "option-frame-pointer", "-fno-omit-frame-pointer", Options(&["-fno-omit-frame-pointer"])),
    row(
        Whole,
        "option-O0-no-frame-pointer",
        "-O0 -fomit-frame-pointer",
        Options(&["-O0", "-fomit-frame-pointer"]),
    ),
    row(Whole, "option-short-enums", "-fshort-enums", Options(&["-fshort-enums"])),
    row(Whole, "option-fpic", "-fpic", Options(&["-fpic"])),
    row(
        Whole,
        "option-function-sections",
        "-ffunction-sections -fdata-sections",
        Options(&["-ffunction-sections", "-fdata-sections"]),
    ),
    row(Whole, "option-align-functions", "-falign-functions=64", Options(&["-falign-functions=64"])),
    row(Whole, "option-fixed-register", "-ffixed-r10", Options(&["-ffixed-r10"])),
    row(Whole, "option-short-calls", "-mshort-calls", Options(&["-mshort-calls"])),
    row(Whole, "option-long-calls", "-mlong-calls", Options(&["-mlong-calls"])),
    row(Whole, "option-half-registers", "-mhalf-reg-file", Options(&["-mhalf-reg-file"])),
    row(
        Whole,
        "option-no-post-modify",
        "-mno-post-inc -mno-post-modify",
        Options(&["-mno-post-inc", "-mno-post-modify"]),
    ),
    row(Whole, "option-float-truncates", "-mfp-mode=truncate", Options(&["-mfp-mode=truncate"])),
    row(Whole, "option-no-common", "-fcommon", Options(&["-fcommon"])),
    row(Whole, "option-no-section-anchors", "-fno-section-anchors", Options(&["-fno-section-anchors"])),
    row(
        Whole,
        "option-no-schedule",
        "-fno-schedule-insns -fno-schedule-insns2",
        Options(&["-fno-schedule-insns", "-fno-schedule-insns2"]),
    ),
    row(Whole, "option-unroll", "-funroll-all-loops", Options(&["-funroll-all-loops"])),
    row(
        Whole,
        "option-no-inline",
        "-fno-inline -fno-optimize-sibling-calls",
        Options(&["-fno-inline", "-fno-optimize-sibling-calls"]),
    ),
];

fn relies_on_extension(function: &mut Function, _: &Facts) -> bool {
    whole::forget_extensions(function)
}

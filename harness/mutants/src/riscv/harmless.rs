//! Changes that break nothing: a finding that they cause is a false alarm.

use super::pick;
use super::rows::Part;
use super::rows::Scope::{Embedded, Every, Hard, Usual};
use crate::edit::Action::{Around, BeforeCall, Entry, Exit, InsteadOfReturn, Options};
use crate::facts::Side::{Callee, Caller, Whole};
use crate::table::{Row, family, row};

/// An edit that gives the compiler options, by which it is described.
const fn options(name: &'static str, options: &'static str) -> Row {
    row(name, options).does(Options(options))
}

pub(super) const EDITS: &[Part] = &[
    (
        Usual,
        family(Callee, "harmless", &[]).of(&[
            row("scratch-destroyed", "temporaries and argument registers are destroyed at return").does(Exit(
                "li t0,85; li t1,85; li t2,85; li t3,85; li t4,85; li t5,85; li t6,85; li a2,85; li a3,85; li a4,85; \
                 li a5,85; li a6,85; li a7,85",
            )),
            row("scratch-destroyed-at-entry", "temporaries are destroyed at entry")
                .does(Entry("li t0,85; li t1,85; li t2,85; li t3,85; li t4,85; li t5,85; li t6,85")),
            row("borrowed-and-restored", "s5 and s11 are saved, used and restored").does(Entry(
                "addi sp,sp,-16; {store} s5,0(sp); {store} s11,{word}(sp); li s5,85; li s11,85; {load} s5,0(sp); \
                 {load} s11,{word}(sp); addi sp,sp,16",
            )),
        ]),
    ),
    (
        Embedded,
        family(Callee, "harmless", &[]).of_one(
            row("scratch-destroyed", "temporaries and argument registers are destroyed at return")
                .does(Exit("li t0,85; li t1,85; li t2,85; li a2,85; li a3,85; li a4,85; li a5,85")),
        ),
    ),
    (
        Hard,
        family(Callee, "harmless", &[]).of(&[
            row("real-scratch-destroyed", "floating-point temporaries and argument registers are destroyed at return")
                .does(Exit(
                    "fmv.w.x ft0,zero; fmv.w.x ft7,zero; fmv.w.x ft8,zero; fmv.w.x ft11,zero; fmv.w.x fa2,zero; \
                     fmv.w.x fa7,zero",
                )),
            row("real-borrowed-and-restored", "fs1 is saved, used and restored").does(Entry(
                "addi sp,sp,-16; {fstore} fs1,0(sp); fmv.w.x fs1,zero; {fload} fs1,0(sp); addi sp,sp,16",
            )),
            row("rounding-restored", "the rounding mode is changed and put back")
                .does(Entry("frrm {spare}; fsrmi 1; fsrm {spare}")),
            row("flags-raised", "exception flags are set at return").does(Exit("fsflagsi 31")),
        ]),
    ),
    (
        Every,
        family(Callee, "harmless", &[]).of(&[
            row("second-result-register-destroyed", "a1 is destroyed where one register comes back at most")
                .does(Exit("li a1,85"))
                .when(pick::leaves_a1_free),
            row("idle-instructions", "instructions that do nothing").does(Entry("nop; nop; mv {spare},{spare}")),
            row("larger-frame", "the frame is 64 bytes larger than it has to be")
                .does(Around("addi sp,sp,-64", "addi sp,sp,64"))
                .when(pick::no_stack_arguments),
            row("spill-to-own-frame", "a temporary is kept in the own frame").does(Entry(
                "addi sp,sp,-16; {store} {spare},{word}(sp); {load} {spare},{word}(sp); addi sp,sp,16",
            )),
            row("return-through-register", "the return goes through a temporary")
                .does(InsteadOfReturn("mv {spare},ra; jr {spare}")),
            row("result-address-not-returned", "a0 is not the address of a result in memory at return")
                .does(Exit("li a0,85"))
                .when(pick::returns_in_memory),
            row("own-argument-written", "the place of the first argument on the stack is written at return")
                .does(Exit("{store} zero,0(sp)"))
                .when(pick::stack_arguments),
            row("argument-object-written", "the object of an argument that is passed by address is written at entry, with the value that it has")
                .does(Entry("lbu {spare},0(a0); xori {other},{spare},85; sb {other},0(a0); sb {spare},0(a0)"))
                .when(pick::first_is_large_record),
            row("callee-extends-again", "a short that is passed first is extended once more")
                .does(Entry("slli a0,a0,{word shift}; srai a0,a0,{word shift}"))
                .when(pick::first_is_signed_short),
        ]),
    ),
    (
        Usual,
        family(Caller, "harmless", &[]).of_one(
            row("call-scratch-destroyed", "temporaries are destroyed before the call")
                .does(BeforeCall("li t0,85; li t2,85; li t3,85; li t4,85; li t5,85; li t6,85")),
        ),
    ),
    (
        Every,
        family(Caller, "harmless", &[]).of(&[
            row("call-extends-again", "a short that is passed first is extended once more")
                .does(BeforeCall("slli a0,a0,{word shift}; srai a0,a0,{word shift}"))
                .when(pick::first_is_signed_short),
            row("call-above-record", "the bits above a record of less than a register that is passed first are anything")
                .does(BeforeCall("li {other},1; slli {other},{other},{top bit}; xor a0,a0,{other}"))
                .when(pick::first_is_part_of_word),
            row("call-free-register-destroyed", "a3 holds anything where at most three integers are passed")
                .does(BeforeCall("li a3,85"))
                .when(pick::few_integers),
        ]),
    ),
    (
        Hard,
        family(Caller, "harmless", &[]).of_one(
            row("call-real-scratch-destroyed", "floating-point temporaries are destroyed before the call")
                .does(BeforeCall("fmv.w.x ft0,zero; fmv.w.x ft5,zero; fmv.w.x ft11,zero")),
        ),
    ),
    (
        Every,
        family(Whole, "harmless", &[]).of(&[
            options("option-O0", "-O0"),
            options("option-O1", "-O1"),
            options("option-O3", "-O3"),
            options("option-Os", "-Os"),
            options("option-g", "-g"),
            options("option-frame-pointer", "-fno-omit-frame-pointer"),
            options("option-O0-no-frame-pointer", "-O0 -fomit-frame-pointer"),
            options("option-short-enums", "-fshort-enums"),
            options("option-short-wchar", "-fshort-wchar"),
            options("option-fpic", "-fpic"),
            options("option-any-code-model", "-mcmodel=medany"),
            options("option-no-relax", "-mno-relax"),
            options("option-strict-align", "-mstrict-align"),
            options("option-other-processor", "-mtune=sifive-7-series"),
            options("option-function-sections", "-ffunction-sections -fdata-sections"),
            options("option-align-functions", "-falign-functions=64"),
            options("option-fixed-register", "-ffixed-x9"),
            options("option-common", "-fcommon"),
            options("option-no-section-anchors", "-fno-section-anchors"),
            options("option-no-schedule", "-fno-schedule-insns -fno-schedule-insns2"),
            options("option-unroll", "-funroll-loops"),
            options("option-no-inline", "-fno-inline -fno-optimize-sibling-calls"),
        ]),
    ),
];

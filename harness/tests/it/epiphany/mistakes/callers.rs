//! Mistakes of functions that call.

use super::table::{Mistake, Unit, mistake};
use crosscall_model::{Pairing, Style};

const WORDS: Unit = Unit {
    name: "words",
    pairing: Pairing::Caller,
    declaration: "int f(int, int, int, int, int, int)",
    style: Style { live: 2, ..Style::PLAIN },
    text: include_str!("words_caller.s"),
};

const PAIR: Unit = Unit {
    name: "pair",
    declaration: "long long f(int, long long)",
    style: Style { live: 0, ..WORDS.style },
    text: include_str!("pair_caller.s"),
    ..WORDS
};

const RECORD: Unit = Unit {
    name: "record",
    declaration: "void f(struct { char a; short b; int c; }, int)",
    text: include_str!("record_caller.s"),
    ..PAIR
};

const NARROW: Unit = Unit {
    name: "narrow",
    declaration: "short f(signed char, unsigned short)",
    text: include_str!("narrow_caller.s"),
    ..PAIR
};

const MEMORY: Unit = Unit {
    name: "memory",
    declaration: "struct { int a; int b; int c; } f(int)",
    text: include_str!("memory_caller.s"),
    ..PAIR
};

/// The call under test, which edits are put around.
const CALL: &str = "bl _f0";

/// Every mistake of a caller.
#[rustfmt::skip]
pub(crate) const MISTAKES: &[Mistake] = &[
    // Saved and reserved registers; the caller is a callee, too.
    mistake("r4 is not restored", &WORDS,
        &[("ldr r4,[sp,#4]", "nop")], "EPIPHANY-REG-06", "r4", ""),
    mistake("r10 is used and never saved", &PAIR,
        &[(CALL, "mov r10,r0\n\tbl _f0")], "EPIPHANY-REG-06", "r10", ""),
    mistake("r15 is used and never saved", &PAIR,
        &[(CALL, "mov r15,sp\n\tbl _f0")], "EPIPHANY-REG-07", "r15", ""),
    mistake("r28 is written", &WORDS,
        &[(CALL, "mov r28,#1\n\tbl _f0")], "EPIPHANY-REG-13", "r28", ""),
    mistake("r31 is written, and gets back what it held", &WORDS,
        &[(CALL, "mov r19,r31\n\tmov r31,r0\n\tmov r31,r19\n\tbl _f0")], "EPIPHANY-REG-13", "r31", ""),
    mistake("a value is kept in r12 across the call", &WORDS,
        &[("ldr r4,[r16]", "ldr r12,[r16]"), ("str r4,[r16,#4]", "str r12,[r16,#4]")],
        "EPIPHANY-REG-08", "value 0 kept across the call", "it was kept in r12"),
    mistake("a value is kept in r20 across the call", &WORDS,
        &[("ldr r4,[r16]", "ldr r20,[r16]"), ("str r4,[r16,#4]", "str r20,[r16,#4]")],
        "EPIPHANY-REG-12", "value 0 kept across the call", "it was kept in r20"),
    mistake("a value is kept in r40 across the call", &WORDS,
        &[("ldr r5,[r16,#1]", "ldr r40,[r16,#1]"), ("str r5,[r16,#8]", "str r40,[r16,#8]")],
        "EPIPHANY-REG-14", "value 1 kept across the call", "it was kept in r40"),

    // Modes.
    mistake("the rounding mode is changed and left so", &WORDS,
        &[(CALL, "mov r19,#0\n\tmovts config,r19\n\tbl _f0")], "EPIPHANY-S04", "config", ""),
    mistake("interrupts are held back and stay so", &WORDS,
        &[(CALL, "mov r19,#0x3f\n\tmovts imask,r19\n\tbl _f0")], "EPIPHANY-S04", "imask", ""),
    mistake("a hardware loop is left armed over the caller's next instruction", &WORDS,
        &[("rts", "movts ls,lr\n\tmovts le,lr\n\tmov r17,#2\n\tmovts lc,r17\n\trts")],
        "EPIPHANY-S04", "lc", ""),
    mistake("the function is called twice", &PAIR,
        &[(CALL, "bl _f0\n\tbl _f0")], "EPIPHANY-CALL-04", "calls", ""),

    // The stack pointer.
    mistake("the stack pointer is 8 bytes too low at return", &WORDS,
        &[("add sp,sp,#32", "add sp,sp,#24")], "EPIPHANY-REG-09", "stack pointer", ""),
    mistake("the stack pointer is a multiple of 4 only at the call", &WORDS,
        &[("sub sp,sp,#32", "sub sp,sp,#36"), ("add sp,sp,#32", "add sp,sp,#36")],
        "EPIPHANY-STACK-09", "stack pointer", ""),
    mistake("the stack pointer is odd for a while", &PAIR,
        &[(CALL, "add sp,sp,#2\n\tsub sp,sp,#2\n\tbl _f0")], "EPIPHANY-STACK-08", "stack pointer", ""),
    mistake("a register is kept below the stack pointer", &PAIR,
        &[("sub sp,sp,#8", "str r4,[sp,#-4]\n\tsub sp,sp,#8")], "EPIPHANY-STACK-10", "stack", ""),

    // Arguments.
    mistake("the first two arguments are swapped", &WORDS,
        &[("ldr r0,[r16]", "ldr r1,[r16]"), ("ldr r1,[r16,#1]", "ldr r0,[r16,#1]")],
        "EPIPHANY-ARG-01", "arg0", "found in r1"),
    mistake("the third and the fourth argument are swapped", &WORDS,
        &[("ldr r2,[r16,#2]", "ldr r3,[r16,#2]"), ("ldr r3,[r16,#3]", "ldr r2,[r16,#3]")],
        "EPIPHANY-ARG-01", "arg2", "found in r3"),
    mistake("the fourth argument and the first on the stack are swapped", &WORDS,
        &[("ldr r3,[r16,#3]", "ldr r3,[r16,#4]"), ("ldr r17,[r16,#4]", "ldr r17,[r16,#3]")],
        "EPIPHANY-ARG-01", "arg3", "found in [sp+0]"),
    mistake("the fourth argument is missing", &WORDS,
        &[("ldr r3,[r16,#3]", "nop")], "EPIPHANY-ARG-01", "arg3", ""),
    mistake("the arguments on the stack are swapped", &WORDS,
        &[("str r17,[sp]", "str r18,[sp]"), ("str r18,[sp,#1]", "str r17,[sp,#1]")],
        "EPIPHANY-ARG-06", "arg4", "found in [sp+4]"),
    mistake("an argument is 4 bytes too high on the stack", &WORDS,
        &[("str r18,[sp,#1]", "str r18,[sp,#2]")], "EPIPHANY-ARG-06", "arg5", "found in [sp+8]"),
    mistake("an argument for the stack stays in r18", &WORDS,
        &[("str r18,[sp,#1]", "nop")], "EPIPHANY-ARG-06", "arg5", "found in r18"),
    mistake("the halves of a double word are swapped", &PAIR,
        &[("ldr r2,[r16]", "ldr r3,[r16]"), ("ldr r3,[r16,#1]", "ldr r2,[r16,#1]")],
        "EPIPHANY-ARG-03", "arg1", "found in r3:r2"),
    mistake("a double word is passed in r1 and r2", &PAIR,
        &[("ldr r2,[r16]", "ldr r1,[r16]"), ("ldr r3,[r16,#1]", "ldr r2,[r16,#1]")],
        "EPIPHANY-ARG-03", "arg1", "found in r1:r2"),
    mistake("the high half of a double word is missing", &PAIR,
        &[("ldr r3,[r16,#1]", "mov r3,#0")], "EPIPHANY-ARG-03", "arg1", ""),

    // Bytes inside a structure.
    mistake("a structure is read from one byte behind its address", &RECORD,
        &[("ldr r1,[r16,#1]", "ldr r1,[r16,#1]\n\tlsr r0,r0,#8\n\tlsl r17,r1,#24\n\torr r0,r0,r17\n\tlsr r1,r1,#8")],
        "EPIPHANY-LAYOUT-01", "arg0", "its bytes from an offset of +1"),
    mistake("a structure is read from 2 bytes before its address", &RECORD,
        &[("ldr r1,[r16,#1]",
            "ldr r1,[r16,#1]\n\tlsl r1,r1,#16\n\tlsr r17,r0,#16\n\torr r1,r1,r17\n\tlsl r0,r0,#16")],
        "EPIPHANY-LAYOUT-01", "arg0", "its bytes from an offset of -2"),
    mistake("the words of a structure are swapped", &RECORD,
        &[("ldr r0,[r16]", "ldr r1,[r16]"), ("ldr r1,[r16,#1]", "ldr r0,[r16,#1]")],
        "EPIPHANY-S06", "arg0", "found in r1:r0"),
    mistake("a structure is passed one register too high", &RECORD,
        &[("ldr r0,[r16]\n\tldr r1,[r16,#1]", "ldr r1,[r16]\n\tldr r2,[r16,#1]"),
            ("ldr r2,[r16]\n\tbl", "ldr r3,[r16]\n\tbl")], "EPIPHANY-S06", "arg0", "found in r1:r2"),

    // Narrow arguments, where the caller is known to extend.
    mistake("a signed char is not extended", &NARROW,
        &[("asr r0,r0,#24", "lsr r0,r0,#24\n\tmovt r0,#0x5ca1")], "EPIPHANY-S05", "arg0", ""),
    mistake("a signed char is extended with zeros", &NARROW,
        &[("asr r0,r0,#24", "lsr r0,r0,#24")], "EPIPHANY-S05", "arg0", ""),
    mistake("an unsigned short is not extended", &NARROW,
        &[("ldrh r1,[r16,#1]", "ldrh r1,[r16,#1]\n\tmovt r1,#0x5ca1")], "EPIPHANY-S05", "arg1", ""),

    // Results.
    mistake("a word result is expected in r1", &WORDS,
        &[("str r0,[r16]", "str r1,[r16]")], "EPIPHANY-RET-02", "result", "the subject read it from r1"),
    mistake("the halves of a double word result are taken for each other", &PAIR,
        &[("str r0,[r16]", "str r1,[r16]"), ("str r1,[r16,#1]", "str r0,[r16,#1]")],
        "EPIPHANY-RET-03", "result", "the subject read it from r1:r0"),
    mistake("a short result is taken from the upper half of r0", &NARROW,
        &[("strh r0,[r16]", "lsr r0,r0,#16\n\tstrh r0,[r16]")], "EPIPHANY-RET-01", "result", ""),
    mistake("no address is passed for a result in memory", &MEMORY,
        &[("mov r0,sp", "mov r17,sp")], "EPIPHANY-RET-06", "address for the result", ""),
    mistake("the address for a result is the second argument", &MEMORY,
        &[("mov r0,sp", "mov r1,sp"), ("ldr r1,[r16]", "ldr r0,[r16]")], "EPIPHANY-RET-06", "arg0", "found in r0"),
    mistake("a member of the result is read 4 bytes too high", &MEMORY,
        &[("ldr r17,[sp]", "ldr r17,[sp,#1]")],
        "EPIPHANY-LAYOUT-01", "result.m0", "bytes 4 to 7 of result"),

    // Memory that is somebody else's, and control.
    mistake("a word is written above the caller's own frame", &WORDS,
        &[(CALL, "str r0,[sp,#8]\n\tbl _f0")], "EPIPHANY-STACK-03", "a write", ""),
    mistake("the object of an argument is written", &WORDS,
        &[("ldr r3,[r16,#3]", "ldr r3,[r16,#3]\n\tstr r3,[r16,#3]")], "EPIPHANY-S23", "a write", ""),
    mistake("the word behind the slots is written", &WORDS,
        &[("str r5,[r16,#8]", "str r5,[r16,#8]\n\tstr r5,[r16,#12]")], "EPIPHANY-S23", "a write", ""),
    mistake("a word of reserved memory is written", &WORDS,
        &[(CALL, "mov r19,#0x28\n\tstr r0,[r19]\n\tbl _f0")], "EPIPHANY-MEM-01", "a write", ""),
    mistake("a tail call with another address in r14 than the one to go home to", &RECORD,
        &[(CALL, "add sp,sp,#8\n\tmov lr,r16\n\tb _f0")], "EPIPHANY-CALL-03", "return address", ""),
    mistake("control returns one instruction behind the return address", &WORDS,
        &[("rts", "add r17,lr,#4\n\tjr r17")], "EPIPHANY-CALL-04", "control", ""),
    mistake("the return address is not saved from the call", &WORDS,
        &[("ldr lr,[sp,#6]", "nop")], "EPIPHANY-CALL-04", "control", ""),
];

/// Changes that are no mistakes.
#[rustfmt::skip]
pub(crate) const HARMLESS: &[Mistake] = &[
    mistake("anything is in the registers that carry nothing", &PAIR,
        &[(CALL, "mov r1,#1\n\tmov r12,#2\n\tmov r63,#3\n\tbl _f0")], "", "", ""),
    mistake("anything is in the padding of a structure", &RECORD,
        &[("0x80,0xa5,", "0x80,0x5a,")], "", "", ""),
    mistake("anything is above the arguments on the stack", &WORDS,
        &[(CALL, "str r16,[sp,#2]\n\tbl _f0")], "", "", ""),
    mistake("the call is made through a register", &PAIR,
        &[(CALL, "mov r17,%low(_f0)\n\tmovt r17,%high(_f0)\n\tjalr r17")], "", "", ""),
    mistake("a tail call takes the place of the last call", &RECORD,
        &[(CALL, "ldr lr,[sp]\n\tadd sp,sp,#8\n\tb _f0")], "", "", ""),
    mistake("the frame is larger than it has to be", &RECORD,
        &[("sub sp,sp,#8", "sub sp,sp,#64"), ("add sp,sp,#8", "add sp,sp,#64")], "", "", ""),
];

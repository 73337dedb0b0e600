//! Mistakes of functions that are called.

use super::table::{Mistake, Unit, mistake};
use crosscall_model::{Pairing, Style};

const WORDS: Unit = Unit {
    name: "words",
    pairing: Pairing::Callee,
    declaration: "int f(int, int, int, int, int, int)",
    style: Style { calls: true, ..Style::PLAIN },
    text: include_str!("words_callee.s"),
};

const PAIR: Unit = Unit {
    name: "pair",
    declaration: "long long f(int, long long)",
    style: Style { calls: false, ..WORDS.style },
    text: include_str!("pair_callee.s"),
    ..WORDS
};

const RECORD: Unit = Unit {
    name: "record",
    declaration: "void f(struct { char a; short b; int c; }, int)",
    text: include_str!("record_callee.s"),
    ..PAIR
};

const BITS: Unit = Unit {
    name: "bits",
    declaration: "void f(struct { unsigned m0 : 5; unsigned m1 : 11; int m2; })",
    text: include_str!("bits_callee.s"),
    ..PAIR
};

/// A callee that takes narrow parameters as its caller extended them.
pub(crate) const NARROW: Unit = Unit {
    name: "narrow",
    declaration: "short f(signed char, unsigned short)",
    text: include_str!("narrow_callee.s"),
    ..PAIR
};

const MEMORY: Unit = Unit {
    name: "memory",
    declaration: "struct { int a; int b; int c; } f(int)",
    text: include_str!("memory_callee.s"),
    ..PAIR
};

const SMALL: Unit = Unit {
    name: "small",
    declaration: "struct { char a; char b; char c; } f(void)",
    text: include_str!("small_callee.s"),
    ..PAIR
};

/// The call in the middle of the words unit, which edits are put around.
const CALL: &str = "bl _clobber0";

/// Every mistake of a callee.
#[rustfmt::skip]
pub(crate) const MISTAKES: &[Mistake] = &[
    // Saved and reserved registers.
    mistake("r5 is not restored", &WORDS,
        &[("ldr r5,[sp,#5]", "ldr r17,[sp,#5]")], "EPIPHANY-REG-06", "r5", ""),
    mistake("r4 is restored from the slot of r5", &WORDS,
        &[("ldr r4,[sp,#4]", "ldr r4,[sp,#5]")], "EPIPHANY-REG-06", "r4", ""),
    mistake("r8 is used and never saved", &WORDS,
        &[(CALL, "mov r8,r0\n\tbl _clobber0")], "EPIPHANY-REG-06", "r8", ""),
    mistake("r11 is used and never saved", &PAIR,
        &[("str r0,[r16]", "mov r11,r0\n\tstr r11,[r16]")], "EPIPHANY-REG-06", "r11", ""),
    mistake("r15 is used and never saved", &WORDS,
        &[(CALL, "mov r15,sp\n\tbl _clobber0")], "EPIPHANY-REG-07", "r15", ""),
    mistake("the return address goes to r17, and r14 keeps that of the inner call", &WORDS,
        &[("ldr lr,[sp,#2]", "ldr r17,[sp,#2]"), ("rts", "jr r17")], "EPIPHANY-REG-07", "r14 (lr)", ""),
    mistake("r28 is written", &WORDS,
        &[(CALL, "mov r28,#1\n\tbl _clobber0")], "EPIPHANY-REG-13", "r28", ""),
    mistake("r29 is written", &WORDS,
        &[(CALL, "mov r29,r4\n\tbl _clobber0")], "EPIPHANY-REG-13", "r29", ""),
    mistake("r30 is written", &PAIR,
        &[("ldr r0,[r16]", "ldr r30,[r16]\n\tmov r0,r30")], "EPIPHANY-REG-13", "r30", ""),
    mistake("r31 is written, and gets back what it held", &WORDS,
        &[(CALL, "mov r17,r31\n\tmov r31,#0\n\tmov r31,r17\n\tbl _clobber0")], "EPIPHANY-REG-13", "r31", ""),

    // Modes.
    mistake("the rounding mode is changed and left so", &WORDS,
        &[(CALL, "mov r17,#1\n\tmovts config,r17\n\tbl _clobber0")], "EPIPHANY-S04", "config", ""),
    mistake("interrupts are held back and stay so", &WORDS,
        &[(CALL, "mov r17,#0x3f\n\tmovts imask,r17\n\tbl _clobber0")], "EPIPHANY-S04", "imask", ""),
    mistake("integer arithmetic is left switched on", &PAIR,
        &[("str r0,[r16]", "mov r17,#0\n\tmovt r17,#8\n\tmovts config,r17\n\tstr r0,[r16]")],
        "EPIPHANY-S04", "config", ""),
    mistake("the modes are those of the start and not those at entry", &PAIR,
        &[("str r0,[r16]", "mov r17,#0\n\tmovts config,r17\n\tstr r0,[r16]")], "EPIPHANY-S04", "config", ""),
    mistake("a hardware loop is left armed over the caller's next instruction", &PAIR,
        &[("str r0,[r16]", "movts ls,lr\n\tmovts le,lr\n\tmov r17,#2\n\tmovts lc,r17\n\tstr r0,[r16]")],
        "EPIPHANY-S04", "lc", ""),
    mistake("interrupts stay off", &PAIR, &[("str r0,[r16]", "gid\n\tstr r0,[r16]")], "EPIPHANY-S04", "status", ""),

    // The stack pointer.
    mistake("the stack pointer is 8 bytes too low at return", &WORDS,
        &[("add sp,sp,#32", "add sp,sp,#24")], "EPIPHANY-REG-09", "stack pointer", ""),
    mistake("the stack pointer is not restored at all", &RECORD,
        &[("add sp,sp,#8", "nop")], "EPIPHANY-REG-09", "stack pointer", ""),
    mistake("the callee pops its stack arguments", &WORDS,
        &[("add sp,sp,#32", "add sp,sp,#40")], "EPIPHANY-REG-09", "stack pointer", ""),
    mistake("the stack pointer is a multiple of 4 only at a call", &WORDS,
        &[(CALL, "sub sp,sp,#4\n\tbl _clobber0\n\tadd sp,sp,#4")], "EPIPHANY-STACK-09", "stack pointer", ""),
    mistake("the stack pointer is odd for a while", &RECORD,
        &[("str r0,[sp]", "sub sp,sp,#6\n\tadd sp,sp,#6\n\tstr r0,[sp]")],
        "EPIPHANY-STACK-08", "stack pointer", ""),
    mistake("a register is kept below the stack pointer", &RECORD,
        &[("sub sp,sp,#8", "str r2,[sp,#-3]\n\tsub sp,sp,#8")], "EPIPHANY-STACK-10", "stack", ""),
    mistake("the frame is given back before it is read", &WORDS,
        &[("ldr lr,[sp,#2]", "add sp,sp,#32"), ("add sp,sp,#32\n\trts", "ldr lr,[sp,#-6]\n\trts")],
        "EPIPHANY-STACK-10", "stack", ""),

    // Arguments.
    mistake("the first two arguments are taken for each other", &WORDS,
        &[("mov r4,r0", "mov r4,r1"), ("mov r5,r1", "mov r5,r0")],
        "EPIPHANY-ARG-01", "arg0", "the subject read it from r1"),
    mistake("the third argument is taken for the fourth as well", &WORDS,
        &[("mov r7,r3", "mov r7,r2")], "EPIPHANY-ARG-01", "arg3", "the subject read it from r2"),
    mistake("the last register argument is looked for on the stack", &WORDS,
        &[("mov r7,r3", "ldr r7,[sp,#8]")], "EPIPHANY-ARG-01", "arg3", "the subject read it from [sp+0]"),
    mistake("an argument is not saved from an inner call", &WORDS,
        &[("str r6,[r16,#8]", "str r2,[r16,#8]")], "EPIPHANY-REG-03", "arg2", "it was kept in r2"),
    mistake("the arguments on the stack are taken for each other", &WORDS,
        &[("ldr r17,[sp,#8]", "ldr r17,[sp,#9]"), ("ldr r18,[sp,#9]", "ldr r18,[sp,#8]")],
        "EPIPHANY-ARG-06", "arg4", "the subject read it from [sp+4]"),
    mistake("an argument is looked for 4 bytes too high on the stack", &WORDS,
        &[("ldr r18,[sp,#9]", "ldr r18,[sp,#10]")],
        "EPIPHANY-ARG-06", "arg5", "the subject read it from [sp+8]"),
    mistake("the frame is forgotten in the distance of a stack argument", &WORDS,
        &[("ldr r17,[sp,#8]", "ldr r17,[sp]")], "EPIPHANY-ARG-06", "arg4", ""),
    mistake("the halves of a double word are swapped", &PAIR,
        &[("str r2,[r16,#4]", "str r3,[r16,#4]"), ("str r3,[r16,#5]", "str r2,[r16,#5]")],
        "EPIPHANY-ARG-03", "arg1", "the subject read it from r3:r2"),
    mistake("a double word is looked for in r1 and r2", &PAIR,
        &[("str r2,[r16,#4]", "str r1,[r16,#4]"), ("str r3,[r16,#5]", "str r2,[r16,#5]")],
        "EPIPHANY-ARG-03", "arg1", "the subject read it from r1:r2"),
    mistake("the high half of a double word is made up from the low one", &PAIR,
        &[("str r3,[r16,#5]", "asr r17,r2,#31\n\tstr r17,[r16,#5]")], "EPIPHANY-ARG-03", "arg1", ""),
    mistake("the address for the result is taken for the argument", &MEMORY,
        &[("str r1,[r16]", "str r0,[r16]")], "EPIPHANY-ARG-01", "arg0", "the subject read it from r0"),

    // Bytes inside a structure.
    mistake("a member is read 2 bytes too high", &RECORD,
        &[("ldrh r17,[sp,#1]", "ldrh r17,[sp,#2]")],
        "EPIPHANY-LAYOUT-01", "arg0.m1", "the subject read it from r1: bytes 4 to 5 of arg0"),
    mistake("a member is read one byte too low, as if there were no padding", &RECORD,
        &[("ldrh r17,[sp,#1]", "ldrb r17,[sp,#1]\n\tldrb r18,[sp,#2]\n\tlsl r18,r18,#8\n\torr r17,r17,r18")],
        "EPIPHANY-LAYOUT-01", "arg0.m1", "the subject read it from bytes 1 to 2 of arg0"),
    mistake("the first member is taken from its padding", &RECORD,
        &[("ldrb r17,[sp]", "ldrb r17,[sp,#1]")],
        "EPIPHANY-LAYOUT-01", "arg0.m0", ""),
    mistake("a word is read across the two words of the structure", &RECORD,
        &[("str r17,[r16,#8]", "ldrh r17,[sp,#1]\n\tldrh r18,[sp,#2]\n\tlsl r18,r18,#16\n\torr r17,r17,r18\n\tstr r17,[r16,#8]")],
        "EPIPHANY-LAYOUT-01", "arg0.m2", "bytes 2 to 5 of arg0"),
    mistake("the words of a structure are put down in the wrong order", &RECORD,
        &[("str r0,[sp]", "str r1,[sp]"), ("str r1,[sp,#1]", "str r0,[sp,#1]")],
        "EPIPHANY-S06", "arg0.m0", ""),

    // Memory that has no part in the call.
    mistake("the word behind the slots is written", &WORDS,
        &[("str r18,[r16,#20]", "str r18,[r16,#20]\n\tstr r18,[r16,#24]")], "EPIPHANY-S23", "a write", ""),
    mistake("the object that is returned is written, though with what it holds", &WORDS,
        &[("ldr r0,[r16]", "ldr r0,[r16]\n\tstr r0,[r16]")], "EPIPHANY-S23", "a write", ""),
    mistake("a word of the function's own code is written", &WORDS,
        &[(CALL, "mov r17,%low(_f0)\n\tmovt r17,%high(_f0)\n\tldr r18,[r17]\n\tstr r18,[r17]\n\tbl _clobber0")],
        "EPIPHANY-S23", "a write", ""),
    mistake("memory that nobody has named is written", &WORDS,
        &[(CALL, "mov r17,#0x7000\n\tstr r0,[r17]\n\tbl _clobber0")], "EPIPHANY-S23", "a write", ""),
    mistake("a runtime function writes one byte behind the slots", &PAIR,
        &[("str r0,[r16]", "sub sp,sp,#16\n\tstrd r0,[sp,#1]\n\tstr r2,[sp]\n\tstr lr,[sp,#3]\n\tmov r1,#0xe5\n\tmov r2,#1\n\tadd r0,r16,#64\n\tbl _memset\n\tldr lr,[sp,#3]\n\tldr r2,[sp]\n\tldrd r0,[sp,#1]\n\tadd sp,sp,#16\n\tstr r0,[r16]")],
        "EPIPHANY-S23", "a write", ""),

    mistake("two bit-fields are taken in the other order", &BITS,
        &[("lsl r17,r0,#27\t; m0", "lsl r17,r0,#16"), ("lsl r17,r0,#16\t; m1", "lsl r17,r0,#21")],
        "EPIPHANY-S02", "arg0.m0", ""),
    mistake("a bit-field is taken one bit too high", &BITS,
        &[("lsl r17,r0,#16\t; m1", "lsl r17,r0,#15")], "EPIPHANY-S02", "arg0.m1", ""),

    // Narrow arguments, where the caller is known to extend.
    mistake("a signed char is widened with zeros", &NARROW,
        &[("asr r17,r0,#31", "mov r17,#0")], "EPIPHANY-S05", "arg0 as a wider integer", ""),
    mistake("an unsigned short is taken for a signed one and compared so", &NARROW,
        &[("mov r17,#0x1211", "mov r17,#0x1211\n\tmovt r17,#0xffff")],
        "EPIPHANY-S05", "arg1 compared with its value", ""),

    // Results.
    mistake("a short result is extended with zeros", &NARROW,
        &[("asr r0,r0,#16", "lsr r0,r0,#16")], "EPIPHANY-RET-01", "result", ""),
    mistake("a short result is not extended", &NARROW,
        &[("asr r0,r0,#16", "lsr r0,r0,#16\n\tmovt r0,#0x5ca1")], "EPIPHANY-RET-01", "result", ""),
    mistake("a short result is in r1", &NARROW,
        &[("asr r0,r0,#16", "asr r1,r0,#16\n\tmov r0,#0")], "EPIPHANY-RET-01", "result", "found in r1"),
    mistake("a word result is in r1", &WORDS,
        &[("ldr r0,[r16]", "ldr r1,[r16]")], "EPIPHANY-RET-02", "result", "found in r1"),
    mistake("a word result is in r4, which is restored", &WORDS,
        &[("ldr r0,[r16]", "ldr r4,[r16]")], "EPIPHANY-RET-02", "result", ""),
    mistake("the address of a word result is returned", &WORDS,
        &[("ldr r0,[r16]", "mov r0,r16")], "EPIPHANY-RET-02", "result", "found in memory at the address in r0"),
    mistake("the halves of a double word result are swapped", &PAIR,
        &[("ldr r0,[r16]", "ldr r1,[r16]"), ("ldr r1,[r16,#1]", "ldr r0,[r16,#1]")],
        "EPIPHANY-RET-03", "result", "found in r1:r0"),
    mistake("a double word result is in r2 and r3", &PAIR,
        &[("ldr r0,[r16]", "ldr r2,[r16]"), ("ldr r1,[r16,#1]", "ldr r3,[r16,#1]")],
        "EPIPHANY-RET-03", "result", "found in r2:r3"),
    mistake("half of a double word result is missing", &PAIR,
        &[("ldr r1,[r16,#1]", "nop")], "EPIPHANY-RET-03", "result", ""),
    mistake("a small structure is at the top of r0", &SMALL,
        &[("ldr r0,[r16]", "ldr r0,[r16]\n\tlsl r0,r0,#8")], "EPIPHANY-RET-04", "result", "found in r0 byte 1"),
    mistake("a small structure is in r1", &SMALL,
        &[("ldr r0,[r16]", "ldr r1,[r16]")], "EPIPHANY-RET-04", "result", "found in r1"),
    mistake("a structure is stored 4 bytes above the address for it", &MEMORY,
        &[("str r17,[r0]", "str r17,[r0,#1]"), ("str r18,[r0,#1]", "str r18,[r0,#2]"),
            ("str r19,[r0,#2]", "str r19,[r0,#3]")], "EPIPHANY-RET-06", "result", ""),
    mistake("a structure of three words is returned in registers", &MEMORY,
        &[("str r17,[r0]", "mov r0,r17"), ("str r18,[r0,#1]", "mov r1,r18"), ("str r19,[r0,#2]", "mov r2,r19")],
        "EPIPHANY-RET-06", "result", "found in r0:r1:r2"),

    // Faults.
    mistake("a structure that travels by itself is taken for its address", &RECORD,
        &[("str r1,[sp,#1]", "ldr r17,[r1]\n\tstr r1,[sp,#1]")], "EPIPHANY-S06", "control", "which was in r1 at entry"),
    mistake("an address is looked for in a register that carries nothing", &RECORD,
        &[("str r1,[sp,#1]", "ldr r17,[r3]\n\tstr r1,[sp,#1]")], "EPIPHANY-CALL-04", "control", "which was in r3 at entry"),

    // Memory that is somebody else's, and control.
    mistake("a word is written above the frame and the arguments", &WORDS,
        &[(CALL, "str r4,[sp,#12]\n\tbl _clobber0")], "EPIPHANY-STACK-03", "a write", ""),
    mistake("the word above the frame of a function without stack arguments is written", &RECORD,
        &[("str r1,[sp,#1]", "str r1,[sp,#1]\n\tstr r2,[sp,#2]")], "EPIPHANY-STACK-03", "a write", ""),
    mistake("a word of reserved memory is written", &WORDS,
        &[(CALL, "mov r17,#0x80\n\tstr r4,[r17]\n\tbl _clobber0")], "EPIPHANY-MEM-01", "a write", ""),
    mistake("the first byte of memory is written: a null pointer", &PAIR,
        &[("str r0,[r16]", "mov r17,#0\n\tstrb r0,[r17]\n\tstr r0,[r16]")], "EPIPHANY-MEM-01", "a write", ""),
    mistake("the last word of reserved memory is written", &PAIR,
        &[("str r0,[r16]", "mov r17,#0xfc\n\tstr r0,[r17]\n\tstr r0,[r16]")], "EPIPHANY-MEM-01", "a write", ""),
    mistake("control returns one instruction behind the return address", &WORDS,
        &[("rts", "add r17,lr,#4\n\tjr r17")], "EPIPHANY-CALL-04", "control", ""),
    mistake("control returns two bytes behind the return address", &PAIR,
        &[("rts", "add r17,lr,#2\n\tjr r17")], "EPIPHANY-CALL-04", "control", ""),
    mistake("the return address is loaded from the wrong slot", &WORDS,
        &[("ldr lr,[sp,#2]", "ldr lr,[sp,#4]")], "EPIPHANY-CALL-04", "control", ""),
    mistake("the return address is not saved from an inner call", &WORDS,
        &[("ldr lr,[sp,#2]", "nop")], "EPIPHANY-CALL-04", "control", ""),
];

/// Changes that are no mistakes.
#[rustfmt::skip]
pub(crate) const HARMLESS: &[Mistake] = &[
    mistake("scratch registers are used as it pleases", &WORDS,
        &[(CALL, "mov r12,#1\n\tmov r27,#2\n\tmov r44,#3\n\tmov r63,#4\n\tbl _clobber0")], "", "", ""),
    mistake("anything is left in r1 to r3", &WORDS,
        &[("ldr r0,[r16]", "ldr r0,[r16]\n\tmov r1,#1\n\tmov r2,#2\n\tmov r3,#3")], "", "", ""),
    mistake("modes are changed and put back", &PAIR,
        &[("str r0,[r16]", "movfs r17,config\n\tgid\n\tmov r18,#1\n\tmovts config,r18\n\tmovts config,r17\n\tgie\n\tstr r0,[r16]")],
        "", "", ""),
    mistake("a hardware loop comes to its end", &PAIR,
        &[("str r0,[r16]", "mov r17,%low(.Llast)\n\tmovt r17,%high(.Llast)\n\tmovts ls,r17\n\tmovts le,r17\n\tmov r17,#3\n\tmovts lc,r17\n.Llast:\n\tmov r18,#1\n\tstr r0,[r16]")],
        "", "", ""),
    mistake("a hardware loop over the function's own code is left early", &PAIR,
        &[("str r0,[r16]", "mov r17,%low(_f0)\n\tmovt r17,%high(_f0)\n\tmovts le,r17\n\tmovts lc,r17\n\tstr r0,[r16]")],
        "", "", ""),
    mistake("anything is left in the flags", &PAIR,
        &[("str r0,[r16]", "sub r17,r17,r17\n\tstr r0,[r16]")], "", "", ""),
    mistake("control returns through another register", &WORDS,
        &[("rts", "mov r17,lr\n\tjr r17")], "", "", ""),
    mistake("the callee uses the slot of a stack argument", &WORDS,
        &[("str r17,[r16,#16]", "str r17,[r16,#16]\n\tstr r16,[sp,#8]")], "", "", ""),
    mistake("the frame is larger than it has to be", &RECORD,
        &[("sub sp,sp,#8", "sub sp,sp,#64"), ("add sp,sp,#8", "add sp,sp,#64")], "", "", ""),
    mistake("the unspecified byte above a small structure is something else", &SMALL,
        &[("ldr r0,[r16]", "ldr r0,[r16]\n\tmov r17,#0\n\tmovt r17,#0x7700\n\torr r0,r0,r17")], "", "", ""),
];

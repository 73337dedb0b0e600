//! Expressions on the Epiphany: a second reading of the document's table of types, as instructions.
//!
//! Operand i is in the register of twice its number, and in the next one as well if it has two words. The result is
//! left in r0, or in r0 and r1. r16 to r19 are free, and so is the stack from the second word on. Functions of the
//! runtime library follow the document's convention, or need no more than r0 and r1.

use std::fmt::Write;

use crosscall_model::Target;

use super::emit::Printer;
use crate::emit::Access;
use crate::value::{Lowered, Lowering, Transfer, ValueFault, fault};

/// Tables of the Epiphany.
pub(super) const EPIPHANY: Lowering = Lowering {
    operations: &[CODE],
    // The open questions are about departures from the document, which are faults here.
    words: &[],
    faults: FAULTS,
    expand,
    constants: "",
    frame: ["\tsub sp,sp,#32\n\tstr lr,[sp,#1]\n", "\tldr lr,[sp,#1]\n\tadd sp,sp,#32\n\tjr lr\n"],
    address,
    access,
    directives: &Printer,
};

#[rustfmt::skip]
const CODE: &[Lowered] = &[
    // TYPE-05 to TYPE-09
    ("int-from-char", "lsl r0,r0,#24; asr r0,r0,#24"),
    ("int-from-unsigned-char", "lsl r0,r0,#24; lsr r0,r0,#24"),
    ("int-from-signed-char", "lsl r0,r0,#24; asr r0,r0,#24"),
    ("int-from-short", "lsl r0,r0,#16; asr r0,r0,#16"),
    ("int-from-unsigned-short", "lsl r0,r0,#16; lsr r0,r0,#16"),
    // TYPE-10, TYPE-11, TYPE-13: one word, whatever the result is converted to.
    ("wide-from-int", "asr r1,r0,#31"),
    ("wide-from-int-product", "mov r1,r2; call __mulsi3; mov r1,#0"),
    ("wide-from-long-sum", "add r0,r0,r2; mov r1,#0"),
    ("divide-int", "mov r1,r2; call __divsi3"),
    ("remainder-unsigned", "mov r1,r2; call __umodsi3"),
    // TYPE-14, TYPE-15
    ("wide-add", "add r1,r1,r3; add r0,r0,r2; bltu .Ldone@; add r1,r1,#1; .Ldone@:"),
    ("wide-subtract", "sub r1,r1,r3; sub r0,r0,r2; bgteu .Ldone@; sub r1,r1,#1; .Ldone@:"),
    ("wide-multiply", "call __muldi3"),
    ("wide-left", "call __ashldi3"),
    ("wide-right", "call __ashrdi3"),
    // TYPE-16
    ("add-float", "mov r1,r2; call __addsf3"),
    ("multiply-float", "mov r1,r2; call __mulsf3"),
    ("int-from-float", "call __fixsfsi"),
    ("float-from-int", "call __floatsisf"),
    // TYPE-17
    ("add-double", "call __adddf3"),
    ("digits-of-double", "call __adddf3; call __fixdfsi"),
    // TYPE-01, TYPE-02
    ("lowest-byte", "str r0,[sp,#2]; ldrb r0,[sp,#8]"),
    ("highest-byte", "str r0,[sp,#2]; ldrb r0,[sp,#11]"),
];

const T: Target = Target::Epiphany;

#[rustfmt::skip]
const FAULTS: &[ValueFault] = &[
    fault(T, "bytes-reversed", "EPIPHANY-TYPE-02", "the highest byte of a word in memory stands first",
        &[("lowest-byte", "str r0,[sp,#2]; ldrb r0,[sp,#11]"), ("highest-byte", "str r0,[sp,#2]; ldrb r0,[sp,#8]")]),
    fault(T, "plain-char-wide", "EPIPHANY-TYPE-05", "what is converted to char keeps nine bits",
        &[("int-from-char", "lsl r0,r0,#23; asr r0,r0,#23")]),
    fault(T, "unsigned-char-extended", "EPIPHANY-TYPE-06", "an unsigned char is sign-extended",
        &[("int-from-unsigned-char", "lsl r0,r0,#24; asr r0,r0,#24")]),
    fault(T, "signed-char-cut", "EPIPHANY-TYPE-07", "a signed char is not sign-extended",
        &[("int-from-signed-char", "lsl r0,r0,#24; lsr r0,r0,#24")]),
    fault(T, "signed-short-cut", "EPIPHANY-TYPE-08", "a short is not sign-extended",
        &[("int-from-short", "lsl r0,r0,#16; lsr r0,r0,#16")]),
    fault(T, "unsigned-short-extended", "EPIPHANY-TYPE-09", "an unsigned short is sign-extended",
        &[("int-from-unsigned-short", "lsl r0,r0,#16; asr r0,r0,#16")]),
    fault(T, "int-unsigned", "EPIPHANY-TYPE-10", "an int has no sign when it becomes a long long or is divided",
        &[("wide-from-int", "mov r1,#0"), ("divide-int", "mov r1,r2; call __udivsi3")]),
    fault(T, "product-wide", "EPIPHANY-TYPE-11", "a product of unsigned ints keeps its upper word",
        &[("wide-from-int-product", "mov r1,#0; mov r3,#0; call __muldi3")]),
    fault(T, "sum-wide", "EPIPHANY-TYPE-13", "a sum of unsigned longs keeps its carry",
        &[("wide-from-long-sum", "add r0,r0,r2; mov r1,#0; bltu .Ldone@; mov r1,#1; .Ldone@:")]),
    fault(T, "wide-shift-unsigned", "EPIPHANY-TYPE-14", "a negative long long is shifted right without its sign",
        &[("wide-right", "call __lshrdi3")]),
    fault(T, "no-carry", "EPIPHANY-TYPE-15", "the words of a long long are added without a carry",
        &[("wide-add", "add r1,r1,r3; add r0,r0,r2")]),
    fault(T, "float-subtracted", "EPIPHANY-TYPE-16", "the second of two floats is taken off the first",
        &[("add-float", "mov r1,r2; call __subsf3")]),
    fault(T, "double-short", "EPIPHANY-TYPE-17", "a double has no more digits than a float",
        &[("digits-of-double", "str r2,[sp,#4]; str r3,[sp,#5]; call __truncdfsf2; str r0,[sp,#2]; ldr r0,[sp,#4]; \
            ldr r1,[sp,#5]; call __truncdfsf2; ldr r1,[sp,#2]; call __addsf3; call __fixsfsi")]),
];

/// Abbreviations: a line `call FUNCTION` calls a C function.
fn expand(text: &mut String, line: &str, _k: usize) -> bool {
    let Some(function) = line.strip_prefix("call ") else { return false };
    address(text, function);
    text.push_str("\tjalr r16\n");
    true
}

/// Loads the address of a C symbol into r16.
fn address(text: &mut String, symbol: &str) {
    let _ = write!(text, "\tmov r16,%low(_{symbol})\n\tmovt r16,%high(_{symbol})\n");
}

/// Loads or stores a value at r16, in one or two registers.
fn access(text: &mut String, transfer: &Transfer) {
    let name = if transfer.way == Access::Load { "ldr" } else { "str" };
    let suffix = match transfer.size {
        8 => "d",
        4 => "",
        2 => "h",
        _ => "b",
    };
    let _ = writeln!(text, "\t{name}{suffix} r{},[r16]", 2 * transfer.index);
}

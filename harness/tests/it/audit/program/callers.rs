//! Functions that call others and are right, in each target's assembly.

use super::super::corrupters::syntax;
use crosscall_model::Target;

/// Instructions that call a function that anybody can call.
pub(super) fn call(target: Target, function: &str) -> String {
    match target {
        Target::Epiphany => format!("\tbl _{function}\n"),
        Target::Nyuzi => format!("\tcall {function}\n"),
        Target::Dpu => format!("\tcall r23, {function}\n"),
        Target::Ipu => format!("\tcall $m10, {function}\n"),
        Target::ForwardCom => format!("\tcall _{function}\n"),
        Target::Riscv(_) => format!("\tcall {function}\n"),
        Target::X86_64 => format!("\tcall {function}\n"),
        Target::Aarch64 => format!("\tbl {function}\n"),
        Target::Invented => String::new(),
    }
}

/// Instructions that keep the way back on the stack, and those that get it again.
pub(super) fn frame(target: Target) -> (&'static str, &'static str) {
    match target {
        Target::Epiphany => {
            ("\tsub sp, sp, #16\n\tstr r14, [sp, #2]\n", "\tldr r14, [sp, #2]\n\tadd sp, sp, #16\n")
        }
        Target::Nyuzi => {
            ("\tsub_i sp, sp, 64\n\tstore_32 ra, 8(sp)\n", "\tload_32 ra, 8(sp)\n\tadd_i sp, sp, 64\n")
        }
        Target::Dpu => ("\tsw r22, 0, r23\n\tadd r22, r22, 8\n", "\tadd r22, r22, -8\n\tlw r23, r22, 0\n"),
        Target::Ipu => (
            "\tadd $m11, $m11, -8\n\tst32 $m10, $m11, $m15, 0\n",
            "\tld32 $m10, $m11, $m15, 0\n\tadd $m11, $m11, 8\n",
        ),
        Target::ForwardCom => ("\tint64 sp = sp - 16\n\tint64 [sp] = r31\n", "\tint64 sp = sp + 16\n"),
        Target::Riscv(_) if target.address_bytes() == 8 => {
            ("\taddi sp, sp, -16\n\tsd ra, 8(sp)\n", "\tld ra, 8(sp)\n\taddi sp, sp, 16\n")
        }
        Target::Riscv(_) => ("\taddi sp, sp, -16\n\tsw ra, 8(sp)\n", "\tlw ra, 8(sp)\n\taddi sp, sp, 16\n"),
        Target::X86_64 => ("\tsubq $8, %rsp\n", "\taddq $8, %rsp\n"),
        Target::Aarch64 => ("\tstp x29, x30, [sp, -16]!\n", "\tldp x29, x30, [sp], 16\n"),
        Target::Invented => ("", ""),
    }
}

/// A function with a frame.
pub(super) fn calling(target: Target, name: &str, code: &str) -> String {
    let (before, after) = frame(target);
    syntax(target).function(name, &format!("{before}{code}{after}"))
}

/// A program whose `main` calls `f` twice, which has this code.
pub(super) fn calling_f(target: Target, code: &str) -> String {
    let twice = call(target, "f").repeat(2);
    calling(target, "main", &twice) + &syntax(target).function("f", code) + &syntax(target).function("g", "")
}

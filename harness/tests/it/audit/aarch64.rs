//! Corrupters of AArch64, and functions with faults that libraries had.

use super::corrupters::{Corrupter, Syntax, corrupter};
use crosscall_model::Target;
use crosscall_model::target::Register;

pub(super) struct Aarch64;

impl Syntax for Aarch64 {
    fn function(&self, name: &str, code: &str) -> String {
        format!("\t.globl {name}\n{name}:\n{code}\tret\n")
    }

    fn overwrite(&self, register: Register) -> Option<String> {
        let info = Target::Aarch64.register(register)?;
        Some(match (info.file, info.name) {
            ("x", name) => format!("\tmov {name}, 1\n"),
            ("v", name) => format!("\tmovi {name}.16b, 1\n"),
            (_, "fpcr") => "\tmrs x9, fpcr\n\teor x9, x9, 0x400000\n\tmsr fpcr, x9\n".to_owned(),
            (_, "fpsr") => "\tmsr fpsr, xzr\n".to_owned(),
            _ => "\tcmp x0, 1\n".to_owned(),
        })
    }

    fn corrupters(&self) -> Vec<Corrupter> {
        let call = |code: &str| format!("\tmov x9, x30\n{code}\tmov x30, x9\n");
        vec![
            corrupter("access beyond the stack pointer", "AARCH64-STACK-03", "\tstr w0, [sp, -16]\n"),
            corrupter("stack pointer not restored", "AARCH64-REG-11", "\tsub sp, sp, 16\n"),
            corrupter("write to the caller's stack", "AARCH64-ARG-05", "\tstr x0, [sp, 16]\n"),
            corrupter(
                "stack pointer misaligned at a call",
                "AARCH64-STACK-06",
                &call("\tsub sp, sp, 8\n\tbl g\n\tadd sp, sp, 8\n"),
            ),
            corrupter("register x18", "AARCH64-REG-05", "\tmov x18, x0\n"),
            corrupter("register v8", "AARCH64-REG-15", "\tfmov d8, 1.0\n"),
            corrupter("register x29", "AARCH64-REG-09", "\tmov x29, sp\n"),
            corrupter("depends on x9", "AARCH64-REG-03", "\tmov w0, w9\n"),
            corrupter("depends on x19", "AARCH64-REG-08", "\tmov w0, w19\n"),
            corrupter("depends on x1", "AARCH64-REG-01", "\tadd w0, w0, w1\n").of("int f(int x)", &[]),
            corrupter("depends on v16", "AARCH64-REG-17", "\tfadd d0, d0, d16\n")
                .of("double f(double x)", &[]),
            corrupter(
                "depends on the unwritten stack",
                "",
                "\tsub sp, sp, 16\n\tldr w0, [sp, 8]\n\tadd sp, sp, 16\n",
            ),
            corrupter("depends on the caller's stack", "AARCH64-ARG-04", "\tldr w0, [sp, 24]\n"),
            corrupter("control goes elsewhere", "AARCH64-CALL-03", "\tadd x30, x30, 4\n"),
            corrupter("reads beside p", "", "\tldrb w1, [x0, 8]\n\tmov w0, 0\n"),
            corrupter("writes beside p", "AARCH64-S23", "\tstrb wzr, [x0, 7]\n"),
            corrupter("writes p", "AARCH64-S23", "\tstrb wzr, [x0, 3]\n"),
            corrupter("depends on the old contents of p", "", "\tldr w0, [x0]\n"),
            // The result in the wrong register.
            corrupter("depends on v0", "AARCH64-REG-14", "\tscvtf d1, w0\n").of("double f(int x)", &[]),
        ]
    }
}

#[cfg(feature = "pcode")]
mod faults {
    use super::super::repaired::{Repaired, catch_and_clear};
    use crosscall_model::Target;

    const CALLBACK: &str = "int f(int (*g)(int), int x)";

    /// Faults that hand-written libraries had, in functions made for this, and the same without them.
    #[rustfmt::skip]
    const FAULTS: &[Repaired] = &[
        // The low halves of v8 to v15.
        Repaired {
            prototype: "void f(float *p, int n)",
            arguments: &["p: 4..40 of float", "n: 4..p"],
            finding: ("register v8", "AARCH64-REG-15"),
            wrong: "1: ldr q8, [x0]; fneg v8.4s, v8.4s; str q8, [x0], 16; sub w1, w1, 4; cmp w1, 4; bge 1b",
            right: "stp d8, d9, [sp, -16]!; 1: ldr q8, [x0]; fneg v8.4s, v8.4s; str q8, [x0], 16; sub w1, w1, 4; cmp w1, 4; bge 1b; ldp d8, d9, [sp], 16",
        },
        // The upper half of an `int`, used as if it were extended.
        Repaired {
            prototype: "int f(int m, int n)",
            arguments: &["m: 0"],
            finding: ("depends on the bits above n", "AARCH64-ARG-13"),
            wrong: "lsr x0, x1, 1",
            right: "lsr w0, w1, 1",
        },
        // There is no red zone.
        Repaired {
            prototype: "int f(int x)",
            arguments: &[],
            finding: ("access beyond the stack pointer", "AARCH64-STACK-03"),
            wrong: "str w0, [sp, -16]; ldr w0, [sp, -16]",
            right: "str w0, [sp, -16]!; ldr w0, [sp], 16",
        },
        // A register of the platform.
        Repaired {
            prototype: "long f(long a, long b)",
            arguments: &[],
            finding: ("register x18", "AARCH64-REG-05"),
            wrong: "mul x18, x0, x1; add x0, x18, x1",
            right: "mul x17, x0, x1; add x0, x17, x1",
        },
        Repaired {
            prototype: "long f(long a, long b)",
            arguments: &[],
            finding: ("register x21", "AARCH64-REG-08"),
            wrong: "mov x21, x0; mul x0, x21, x1",
            right: "str x21, [sp, -16]!; mov x21, x0; mul x0, x21, x1; ldr x21, [sp], 16",
        },
        // Half of a register.
        Repaired {
            prototype: "int f(int a)",
            arguments: &[],
            finding: ("register x19", "AARCH64-REG-08"),
            wrong: "str w19, [sp, -16]!; add w19, w0, 1; mov w0, w19; ldr w19, [sp], 16",
            right: "str x19, [sp, -16]!; add w19, w0, 1; mov w0, w19; ldr x19, [sp], 16",
        },
        // A frame pointer that is not the caller's again.
        Repaired {
            prototype: CALLBACK,
            arguments: &[],
            finding: ("register x29", "AARCH64-REG-09"),
            wrong: "stp x29, x30, [sp, -16]!; mov x29, sp; mov x2, x0; mov w0, w1; blr x2; ldr x30, [sp, 8]; add sp, sp, 16",
            right: "stp x29, x30, [sp, -16]!; mov x29, sp; mov x2, x0; mov w0, w1; blr x2; ldp x29, x30, [sp], 16",
        },
        // Registers that a call may destroy.
        Repaired {
            prototype: CALLBACK,
            arguments: &[],
            finding: ("depends on what a call left in x12", "AARCH64-REG-03"),
            wrong: "str x30, [sp, -16]!; mov w12, w1; mov x2, x0; mov w0, w1; blr x2; add w0, w0, w12; ldr x30, [sp], 16",
            right: "stp x19, x30, [sp, -16]!; mov w19, w1; mov x2, x0; mov w0, w1; blr x2; add w0, w0, w19; ldp x19, x30, [sp], 16",
        },
        Repaired {
            prototype: CALLBACK,
            arguments: &[],
            finding: ("depends on what a call left in v17", "AARCH64-REG-17"),
            wrong: "str x30, [sp, -16]!; fmov s17, w1; mov x2, x0; mov w0, w1; blr x2; fmov w1, s17; add w0, w0, w1; ldr x30, [sp], 16",
            right: "stp x30, x1, [sp, -16]!; mov x2, x0; mov w0, w1; blr x2; ldp x30, x1, [sp], 16; add w0, w0, w1",
        },
        // Rounding towards zero.
        Repaired {
            prototype: "double f(double a, double b)",
            arguments: &[],
            finding: ("register fpcr", "AARCH64-REG-19"),
            wrong: "mrs x0, fpcr; orr x1, x0, 0xc00000; msr fpcr, x1; fdiv d0, d0, d1",
            right: "mrs x0, fpcr; orr x1, x0, 0xc00000; msr fpcr, x1; fdiv d0, d0, d1; msr fpcr, x0",
        },
        // What the register usually holds is not what it held.
        Repaired {
            prototype: "double f(double a, double b)",
            arguments: &[],
            finding: ("register fpcr", "AARCH64-REG-19"),
            wrong: "fdiv d0, d0, d1; msr fpcr, xzr",
            right: "fdiv d0, d0, d1",
        },
        Repaired {
            prototype: CALLBACK,
            arguments: &[],
            finding: ("stack pointer misaligned at a call", "AARCH64-STACK-06"),
            wrong: "str x30, [sp, -16]!; sub sp, sp, 8; mov x2, x0; mov w0, w1; blr x2; add sp, sp, 8; ldr x30, [sp], 16",
            right: "str x30, [sp, -16]!; mov x2, x0; mov w0, w1; blr x2; ldr x30, [sp], 16",
        },
        // The address for a result in memory is in x8, and not among the arguments.
        Repaired {
            prototype: "struct { long a[3]; } f(long *x)",
            arguments: &["x: 1 of long"],
            finding: ("writes beside x", "AARCH64-S23"),
            wrong: "ldr x1, [x0]; stp x1, x1, [x0]; str x1, [x0, 16]",
            right: "ldr x1, [x0]; stp x1, x1, [x8]; str x1, [x8, 16]",
        },
    ];

    #[test]
    fn each_is_found_and_its_correction_is_clean() {
        catch_and_clear(Target::Aarch64, FAULTS);
    }
}

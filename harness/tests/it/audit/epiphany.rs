//! Corrupters of the Epiphany.

use super::corrupters::{Corrupter, Syntax, corrupter};
use crosscall_model::Target;
use crosscall_model::target::Register;

pub(super) struct Epiphany;

impl Syntax for Epiphany {
    fn function(&self, name: &str, code: &str) -> String {
        format!("\t.global _{name}\n_{name}:\n{code}\trts\n")
    }

    fn overwrite(&self, register: Register) -> Option<String> {
        match Target::Epiphany.register(register)?.name {
            // The way back is in it.
            "r14" => Some("\tmov r12, r14\n\tmov r14, #1\n\tjr r12\n".to_owned()),
            "lc" => Some("\tmov r12, #3\n\tmovts lc, r12\n\tmov r12, #0\n\tmovts le, r12\n".to_owned()),
            "config" => Some(
                "\tmovfs r12, config\n\tmov r2, #1\n\teor r12, r12, r2\n\tmovts config, r12\n".to_owned(),
            ),
            "imask" => {
                Some("\tmovfs r12, imask\n\tmov r2, #2\n\teor r12, r12, r2\n\tmovts imask, r12\n".to_owned())
            }
            "status" | "le" => None,
            name => Some(format!("\tmov {name}, #1\n")),
        }
    }

    fn corrupters(&self) -> Vec<Corrupter> {
        vec![
            corrupter("stack pointer not restored", "EPIPHANY-REG-09", "\tsub sp, sp, #8\n"),
            corrupter(
                "access beyond the stack pointer",
                "EPIPHANY-STACK-10",
                "\tmov r1, sp\n\tsub r1, r1, #32\n\tstr r0, [r1]\n",
            ),
            corrupter("write to the caller's stack", "EPIPHANY-STACK-03", "\tstr r0, [sp, #10]\n"),
            corrupter(
                "stack pointer misaligned",
                "EPIPHANY-STACK-08",
                "\tmov r16, r14\n\tsub sp, sp, #10\n\tbl _g\n\tadd sp, sp, #10\n\tmov r14, r16\n",
            ),
            corrupter("depends on r16", "EPIPHANY-REG-12", "\tmov r0, r16\n"),
            corrupter("depends on r5", "EPIPHANY-REG-06", "\tmov r0, r5\n"),
            corrupter("depends on r1", "EPIPHANY-REG-03", "\tadd r0, r0, r1\n").of("int f(int x)", &[]),
            corrupter(
                "depends on the unwritten stack",
                "",
                "\tsub sp, sp, #16\n\tldr r0, [sp, #2]\n\tadd sp, sp, #16\n",
            ),
            corrupter("depends on the caller's stack", "EPIPHANY-ARG-06", "\tldr r0, [sp, #12]\n"),
            corrupter("control goes elsewhere", "EPIPHANY-CALL-04", "\tadd r14, r14, #4\n\tjr r14\n"),
            corrupter("reads beside p", "", "\tldrb r1, [r0, #8]\n\tmov r0, #0\n"),
            corrupter("writes beside p", "EPIPHANY-S23", "\tmov r1, #0\n\tstrb r1, [r0, #7]\n"),
            corrupter("writes p", "EPIPHANY-S23", "\tmov r1, #0\n\tstrb r1, [r0, #3]\n"),
            corrupter("depends on the old contents of p", "", "\tldr r0, [r0]\n"),
        ]
    }
}

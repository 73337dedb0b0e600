//! Corrupters of the DPU.

use super::corrupters::{Corrupter, Syntax, corrupter};
use crosscall_model::Target;
use crosscall_model::target::Register;

pub(super) struct Dpu;

impl Syntax for Dpu {
    fn function(&self, name: &str, code: &str) -> String {
        format!("\t.globl {name}\n{name}:\n{code}\tjump r23\n")
    }

    fn overwrite(&self, register: Register) -> Option<String> {
        Some(match Target::Dpu.register(register)?.name {
            "r23" => "\tmove r2, r23\n\tmove r23, 1\n\tjump r2\n".to_owned(),
            name => format!("\tmove {name}, 1\n"),
        })
    }

    fn corrupters(&self) -> Vec<Corrupter> {
        let (v, i) = ("void f(void)", "int f(void)");
        vec![
            corrupter(("access beyond the stack pointer", "DPU-S21"), v, &[], "\tsw r22, 64, r0\n"),
            corrupter(("stack pointer not restored", "DPU-CALL-02"), v, &[], "\tadd r22, r22, 8\n"),
            corrupter(("write to the caller's stack", "DPU-STACK-11"), v, &[], "\tsw r22, -16, r0\n"),
            corrupter(
                ("stack pointer misaligned", "DPU-STACK-05"),
                v,
                &[],
                "\tsw r22, 0, r23\n\tadd r22, r22, 4\n\tcall r23, g\n\tadd r22, r22, -4\n\tlw r23, r22, 0\n",
            ),
            corrupter(("depends on r9", "DPU-REG-05"), i, &[], "\tmove r0, r9\n"),
            corrupter(("depends on r15", "DPU-REG-06"), i, &[], "\tmove r0, r15\n"),
            corrupter(
                ("depends on the unwritten stack", ""),
                i,
                &[],
                "\tadd r22, r22, 16\n\tlw r0, r22, -12\n\tadd r22, r22, -16\n",
            ),
            corrupter(("depends on the caller's stack", "DPU-ARG-06"), i, &[], "\tlw r0, r22, -24\n"),
            corrupter(("control goes elsewhere", "DPU-S24"), v, &[], "\tadd r23, r23, 1\n"),
            corrupter(
                ("reads beside p", ""),
                "int f(const char *p)",
                &["p: 8 bytes"],
                "\tlbu r1, r0, 12\n\tmove r0, 0\n",
            ),
            corrupter(
                ("writes beside p", "DPU-S31"),
                "void f(char *p)",
                &["p: 1..8 bytes"],
                "\tmove r1, 0\n\tsb r0, 7, r1\n",
            ),
            corrupter(
                ("writes p", "DPU-S31"),
                "void f(const char *p)",
                &["p: 8 bytes"],
                "\tmove r1, 0\n\tsb r0, 3, r1\n",
            ),
            corrupter(
                ("depends on the old contents of p", ""),
                "int f(int *p)",
                &["p: 1 of int, out"],
                "\tlw r0, r0, 0\n",
            ),
        ]
    }
}

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
        vec![
            corrupter("access beyond the stack pointer", "DPU-S21", "\tsw r22, 64, r0\n"),
            corrupter("stack pointer not restored", "DPU-CALL-02", "\tadd r22, r22, 8\n"),
            corrupter("write to the caller's stack", "DPU-STACK-11", "\tsw r22, -16, r0\n"),
            corrupter(
                "stack pointer misaligned",
                "DPU-STACK-05",
                "\tsw r22, 0, r23\n\tadd r22, r22, 4\n\tcall r23, g\n\tadd r22, r22, -4\n\tlw r23, r22, 0\n",
            ),
            corrupter("depends on r9", "DPU-REG-05", "\tmove r0, r9\n"),
            corrupter("depends on r15", "DPU-REG-06", "\tmove r0, r15\n"),
            corrupter(
                "depends on the unwritten stack",
                "",
                "\tadd r22, r22, 16\n\tlw r0, r22, -12\n\tadd r22, r22, -16\n",
            ),
            corrupter("depends on the caller's stack", "DPU-ARG-06", "\tlw r0, r22, -24\n"),
            corrupter("control goes elsewhere", "DPU-S24", "\tadd r23, r23, 1\n"),
            corrupter("reads beside p", "", "\tlbu r1, r0, 12\n\tmove r0, 0\n"),
            corrupter("writes beside p", "DPU-S31", "\tmove r1, 0\n\tsb r0, 7, r1\n"),
            corrupter("writes p", "DPU-S31", "\tmove r1, 0\n\tsb r0, 3, r1\n"),
            corrupter("depends on the old contents of p", "", "\tlw r0, r0, 0\n"),
        ]
    }
}

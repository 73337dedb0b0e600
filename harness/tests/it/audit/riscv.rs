//! Corrupters of RISC-V, for each of its ABIs.

use super::corrupters::{Corrupter, Syntax, corrupter};
use crosscall_model::Target;
use crosscall_model::target::Register;
use crosscall_model::target::riscv::Abi;

pub(super) struct Riscv(Target);

static ALL: [Riscv; 7] = [
    Riscv(Target::Riscv(Abi::Ilp32e)),
    Riscv(Target::Riscv(Abi::Ilp32)),
    Riscv(Target::Riscv(Abi::Ilp32f)),
    Riscv(Target::Riscv(Abi::Ilp32d)),
    Riscv(Target::Riscv(Abi::Lp64)),
    Riscv(Target::Riscv(Abi::Lp64f)),
    Riscv(Target::Riscv(Abi::Lp64d)),
];

pub(super) fn syntax(target: Target) -> &'static dyn Syntax {
    ALL.iter().find(|of| of.0 == target).unwrap()
}

impl Syntax for Riscv {
    fn function(&self, name: &str, code: &str) -> String {
        format!("\t.globl {name}\n{name}:\n{code}\tret\n")
    }

    fn overwrite(&self, register: Register) -> Option<String> {
        let info = self.0.register(register)?;
        Some(match (info.file, info.name) {
            ("x", name) => format!("\tli {name}, 1\n"),
            ("f", name) => format!("\tfcvt.d.w {name}, zero\n\tfcvt.s.w {name}, zero\n"),
            _ => "\tfrrm t0\n\txori t0, t0, 1\n\tfsrm t0\n".to_owned(),
        })
    }

    fn corrupters(&self) -> Vec<Corrupter> {
        let Target::Riscv(abi) = self.0 else { return Vec::new() };
        let (load, store) = if abi.facts().xlen == 8 { ("ld", "sd") } else { ("lw", "sw") };
        let mut all = vec![
            corrupter("access beyond the stack pointer", "RISCV-STACK-14", "\tsw t0, -64(sp)\n"),
            corrupter("stack pointer not restored", "RISCV-REG-03", "\taddi sp, sp, -16\n"),
            corrupter("write to the caller's stack", "RISCV-STACK-09", &format!("\t{store} t0, 16(sp)\n")),
            corrupter(
                "stack pointer misaligned",
                "RISCV-STACK-10",
                "\tmv t0, ra\n\taddi sp, sp, -2\n\tcall g\n\taddi sp, sp, 2\n\tmv ra, t0\n",
            ),
            corrupter("depends on t0", "RISCV-REG-06", "\tmv a0, t0\n\tsext.w a0, a0\n"),
            corrupter("depends on s1", "RISCV-REG-07", "\tmv a0, s1\n\tsext.w a0, a0\n"),
            corrupter("depends on a1", "RISCV-REG-08", "\tadd a0, a0, a1\n\tsext.w a0, a0\n")
                .of("int f(int x)", &[]),
            corrupter(
                "depends on the unwritten stack",
                "",
                "\taddi sp, sp, -16\n\tlw a0, 4(sp)\n\taddi sp, sp, 16\n",
            ),
            corrupter(
                "depends on the caller's stack",
                "RISCV-STACK-09",
                &format!("\t{load} a0, 24(sp)\n\tsext.w a0, a0\n"),
            ),
            corrupter("control goes elsewhere", "RISCV-S28", "\taddi ra, ra, 4\n"),
            corrupter("reads beside p", "", "\tlbu a1, 8(a0)\n\tli a0, 0\n"),
            corrupter("writes beside p", "RISCV-S23", "\tsb zero, 7(a0)\n"),
            corrupter("writes p", "RISCV-S23", "\tsb zero, 3(a0)\n"),
            corrupter("depends on the old contents of p", "", "\tlw a0, 0(a0)\n"),
        ];
        if abi.facts().xlen == 8 {
            // The upper half of an int's register.
            all.push(
                corrupter("bits above result", "RISCV-ARG-04", "\tslli a0, a0, 1\n").of("int f(int x)", &[]),
            );
        }
        if abi.facts().xlen == 4 {
            all.iter_mut()
                .for_each(|corrupter| corrupter.code = corrupter.code.replace("\tsext.w a0, a0\n", ""));
        }
        all
    }
}

//! Corrupters of the Nyuzi.

use super::corrupters::{Corrupter, Syntax, corrupter};
use crosscall_model::Target;
use crosscall_model::target::Register;

pub(super) struct Nyuzi;

impl Syntax for Nyuzi {
    fn function(&self, name: &str, code: &str) -> String {
        format!("\t.globl {name}\n{name}:\n{code}\tret\n")
    }

    fn overwrite(&self, register: Register) -> Option<String> {
        let info = Target::Nyuzi.register(register)?;
        Some(match info.file {
            // The way back is in it.
            _ if info.name == "ra" => "\tmove s20, ra\n\tli ra, 1\n\tb s20\n".to_owned(),
            "v" => format!("\tli s20, 1\n\tmove {}, s20\n", info.name),
            _ => format!("\tli {}, 1\n", info.name),
        })
    }

    fn corrupters(&self) -> Vec<Corrupter> {
        vec![
            corrupter("access beyond the stack pointer", "NYUZI-S19", "\tstore_32 s0, -64(sp)\n"),
            corrupter("stack pointer not restored", "NYUZI-REG-09", "\tsub_i sp, sp, 64\n"),
            corrupter("write to the caller's stack", "NYUZI-S11", "\tstore_32 s0, 8(sp)\n"),
            corrupter(
                "stack pointer misaligned",
                "NYUZI-STACK-01",
                "\tmove s10, ra\n\tsub_i sp, sp, 4\n\tcall g\n\tadd_i sp, sp, 4\n\tmove ra, s10\n",
            ),
            corrupter("depends on s9", "NYUZI-REG-06", "\tmove s0, s9\n"),
            corrupter("depends on s25", "NYUZI-REG-01", "\tmove s0, s25\n"),
            corrupter("depends on v5", "NYUZI-REG-06", "\tgetlane s0, v5, 3\n"),
            corrupter(
                "depends on the unwritten stack",
                "",
                "\tsub_i sp, sp, 64\n\tload_32 s0, 4(sp)\n\tadd_i sp, sp, 64\n",
            ),
            corrupter("depends on the caller's stack", "NYUZI-ARG-02", "\tload_32 s0, 12(sp)\n"),
            corrupter("control goes elsewhere", "NYUZI-CALL-01", "\tadd_i ra, ra, 4\n"),
            corrupter("reads beside p", "", "\tload_u8 s1, 8(s0)\n\tli s0, 0\n"),
            corrupter("writes beside p", "NYUZI-S25", "\tli s1, 0\n\tstore_8 s1, 7(s0)\n"),
            corrupter("writes p", "NYUZI-S25", "\tli s1, 0\n\tstore_8 s1, 3(s0)\n"),
            corrupter("depends on the old contents of p", "", "\tload_32 s0, 0(s0)\n"),
        ]
    }
}

//! Corrupters of the IPU.

use super::corrupters::{Corrupter, Syntax, corrupter};
use crosscall_model::Target;
use crosscall_model::target::Register;

pub(super) struct Ipu;

impl Syntax for Ipu {
    fn function(&self, name: &str, code: &str) -> String {
        format!("\t.globl {name}\n{name}:\n{code}\tbr $m10\n")
    }

    fn overwrite(&self, register: Register) -> Option<String> {
        Some(match Target::Ipu.register(register)?.name {
            "m10" => return None,
            name => format!("\tsetzi ${name}, 1\n"),
        })
    }

    fn corrupters(&self) -> Vec<Corrupter> {
        vec![
            corrupter(
                "access beyond the stack pointer",
                "IPU-S19",
                "\tadd $m4, $m11, -64\n\tst32 $m0, $m4, $m15, 0\n",
            ),
            corrupter("stack pointer not restored", "IPU-CALL-04", "\tadd $m11, $m11, -8\n"),
            corrupter("write to the caller's stack", "IPU-STACK-07", "\tst32 $m0, $m11, $m15, 4\n"),
            corrupter(
                "stack pointer misaligned",
                "IPU-STACK-01",
                "\tmov $m4, $m10\n\tadd $m11, $m11, -4\n\tcall $m10, g\n\tadd $m11, $m11, 4\n\tmov $m10, $m4\n",
            ),
            corrupter("depends on m5", "IPU-REG-05", "\tmov $m0, $m5\n"),
            corrupter("depends on m7", "IPU-REG-06", "\tmov $m0, $m7\n"),
            corrupter("depends on a6", "IPU-REG-12", "\tmov $a0, $a6\n").of("float f(void)", &[]),
            corrupter(
                "depends on the unwritten stack",
                "",
                "\tadd $m11, $m11, -16\n\tld32 $m0, $m11, $m15, 1\n\tadd $m11, $m11, 16\n",
            ),
            corrupter("depends on the caller's stack", "IPU-STACK-04", "\tld32 $m0, $m11, $m15, 6\n"),
            corrupter("control goes elsewhere", "IPU-CALL-05", "\tadd $m10, $m10, 4\n"),
            corrupter("reads beside p", "", "\tld32 $m1, $m0, $m15, 2\n\tsetzi $m0, 0\n")
                .of("int f(const int *p)", &["p: 2 of int"]),
            corrupter("writes beside p", "IPU-S25", "\tst32 $m15, $m0, $m15, 1\n")
                .of("void f(int *p)", &["p: 1..2 of int"]),
            corrupter("writes p", "IPU-S25", "\tst32 $m15, $m0, $m15, 1\n")
                .of("void f(const int *p)", &["p: 2 of int"]),
            corrupter("depends on the old contents of p", "", "\tld32 $m0, $m0, $m15, 0\n"),
        ]
    }
}

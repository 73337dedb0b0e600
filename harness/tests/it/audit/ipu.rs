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
        let (v, i) = ("void f(void)", "int f(void)");
        vec![
            corrupter(
                ("access beyond the stack pointer", "IPU-S19"),
                v,
                &[],
                "\tadd $m4, $m11, -64\n\tst32 $m0, $m4, $m15, 0\n",
            ),
            corrupter(("stack pointer not restored", "IPU-CALL-04"), v, &[], "\tadd $m11, $m11, -8\n"),
            corrupter(("write to the caller's stack", "IPU-STACK-07"), v, &[], "\tst32 $m0, $m11, $m15, 4\n"),
            corrupter(
                ("stack pointer misaligned", "IPU-STACK-01"),
                v,
                &[],
                "\tmov $m4, $m10\n\tadd $m11, $m11, -4\n\tcall $m10, g\n\tadd $m11, $m11, 4\n\tmov $m10, $m4\n",
            ),
            corrupter(("depends on m5", "IPU-REG-05"), i, &[], "\tmov $m0, $m5\n"),
            corrupter(("depends on m7", "IPU-REG-06"), i, &[], "\tmov $m0, $m7\n"),
            corrupter(("depends on a6", "IPU-REG-12"), "float f(void)", &[], "\tmov $a0, $a6\n"),
            corrupter(
                ("depends on the unwritten stack", ""),
                i,
                &[],
                "\tadd $m11, $m11, -16\n\tld32 $m0, $m11, $m15, 1\n\tadd $m11, $m11, 16\n",
            ),
            corrupter(
                ("depends on the caller's stack", "IPU-STACK-04"),
                i,
                &[],
                "\tld32 $m0, $m11, $m15, 6\n",
            ),
            corrupter(("control goes elsewhere", "IPU-CALL-05"), v, &[], "\tadd $m10, $m10, 4\n"),
            corrupter(
                ("reads beside p", ""),
                "int f(const int *p)",
                &["p: 2 of int"],
                "\tld32 $m1, $m0, $m15, 2\n\tsetzi $m0, 0\n",
            ),
            corrupter(
                ("writes beside p", "IPU-S25"),
                "void f(int *p)",
                &["p: 1..2 of int"],
                "\tst32 $m15, $m0, $m15, 1\n",
            ),
            corrupter(
                ("writes p", "IPU-S25"),
                "void f(const int *p)",
                &["p: 2 of int"],
                "\tst32 $m15, $m0, $m15, 1\n",
            ),
            corrupter(
                ("depends on the old contents of p", ""),
                "int f(int *p)",
                &["p: 1 of int, out"],
                "\tld32 $m0, $m0, $m15, 0\n",
            ),
        ]
    }
}

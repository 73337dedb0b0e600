//! Occurrences and neighbours of the entries for Zig as a compiler for RISC-V.

use super::sight::Sight;
use super::table::Row;
use crosscall_model::Pairing::{Callee, Caller};
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Pairing, Target};

/// Compiler of the entries.
pub(crate) const ZIG: &str = "zig 0.17.1";

const MIXED: &str = "void f(struct { float m0; int m1; })";
const REALS: &str = "void f(struct { float m0; float m1; })";
const NESTED: &str = "void f(struct { struct { float m0; } m0; int m1; })";
const ELEMENTS: &str = "void f(struct { double m0[1]; })";
const PACKED: &str = "struct __attribute__((packed)) { char m0; float m1; } f(void)";
const BEHIND: &str = "void f(struct { char m0[5]; }, int)";

pub(crate) fn rows() -> Vec<Row> {
    vec![
        Row {
            id: "RISCV-ZIG-01",
            occurrences: vec![
                ("on the stack", seen(Caller, Abi::Lp64d, "RISCV-ARG-51", MIXED)),
                ("two reals", seen(Callee, Abi::Ilp32d, "RISCV-ARG-47", REALS)),
            ],
            neighbours: vec![
                ("where Zig looks into none", seen(Caller, Abi::Lp64f, "RISCV-ARG-47", MIXED)),
                ("without a real", seen(Caller, Abi::Lp64d, "RISCV-ARG-51", "void f(struct { int m0; })")),
                ("where both have registers", seen(Caller, Abi::Lp64d, "RISCV-ARG-49", MIXED)),
            ],
        },
        Row {
            id: "RISCV-ZIG-02",
            occurrences: vec![
                ("a structure", seen(Caller, Abi::Lp64d, "RISCV-ARG-49", NESTED)),
                ("an array", seen(Callee, Abi::Ilp32d, "RISCV-ARG-44", ELEMENTS)),
            ],
            neighbours: vec![
                ("without another in it", seen(Caller, Abi::Lp64d, "RISCV-ARG-49", MIXED)),
                ("by another ABI", seen(Caller, Abi::Lp64, "RISCV-ARG-49", NESTED)),
                ("another clause", seen(Caller, Abi::Lp64d, "RISCV-RET-01", NESTED)),
            ],
        },
        Row {
            id: "RISCV-ZIG-03",
            occurrences: vec![
                ("two members", seen(Caller, Abi::Lp64f, "RISCV-ARG-45", REALS)),
                ("as if a member were in the way", {
                    seen(Callee, Abi::Ilp32f, "RISCV-ARG-38", MIXED).departs("RISCV-ARG-38", "R2")
                }),
            ],
            neighbours: vec![
                ("with doubles", seen(Caller, Abi::Lp64d, "RISCV-ARG-45", REALS)),
                ("without a real", seen(Caller, Abi::Lp64f, "RISCV-ARG-45", "void f(struct { int m0; })")),
                ("another clause", seen(Caller, Abi::Lp64f, "RISCV-RET-01", REALS)),
            ],
        },
        Row {
            id: "RISCV-ZIG-04",
            occurrences: vec![
                ("behind it", seen(Caller, Abi::Ilp32, "RISCV-ARG-02", BEHIND)),
                ("on the stack", seen(Callee, Abi::Ilp32e, "RISCV-ARG-20", BEHIND)),
            ],
            neighbours: vec![
                ("with registers of 64 bits", seen(Caller, Abi::Lp64, "RISCV-ARG-02", BEHIND)),
                ("without a record", seen(Caller, Abi::Ilp32, "RISCV-ARG-02", "void f(int, int)")),
                ("another clause", seen(Caller, Abi::Ilp32, "RISCV-RET-01", BEHIND)),
            ],
        },
        Row {
            id: "RISCV-ZIG-05",
            occurrences: vec![
                ("taken over", seen(Caller, Abi::Lp64d, "RISCV-ARG-49", PACKED)),
                ("handed over", seen(Callee, Abi::Ilp32d, "RISCV-ARG-49", PACKED)),
            ],
            neighbours: vec![
                (
                    "not packed",
                    seen(Caller, Abi::Lp64d, "RISCV-ARG-49", "struct { char m0; float m1; } f(void)"),
                ),
                ("by another ABI", seen(Caller, Abi::Lp64, "RISCV-ARG-49", PACKED)),
                ("another clause", seen(Caller, Abi::Lp64d, "RISCV-RET-01", PACKED)),
            ],
        },
    ]
}

fn seen(pairing: Pairing, abi: Abi, clause: &'static str, declaration: &str) -> Sight {
    let sight = Sight::new(Some(pairing), declaration).by(ZIG).on(Target::Riscv(abi));
    let subject = if declaration.ends_with("f(void)") { "result" } else { "a0" };
    sight.sees(&[clause], subject, "fa0 holds 1", "a0 holds 1")
}

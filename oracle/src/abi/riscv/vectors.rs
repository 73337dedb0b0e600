//! Registers of the V extension across a call by the standard convention: RISCV-REG-22 to -28. No case has vectors in them.

use crosscall_clauses::riscv::clause;
use crosscall_model::plan::UnheldRule;

/// A vector register, by its only name.
const fn vector(name: &'static str, registers: &'static [&'static str]) -> UnheldRule {
    let clauses = &[clause::REG_22, clause::REG_25, clause::REG_28, clause::REG_29];
    UnheldRule { name, registers, is_zero: false, clauses }
}

/// A rounding mode, or flag, of fixed-point numbers.
const fn fixed_point(name: &'static str, registers: &'static [&'static str]) -> UnheldRule {
    UnheldRule { name, registers, is_zero: false, clauses: &[clause::REG_24] }
}

/// All of them.
#[rustfmt::skip]
pub(super) static UNHELD: &[UnheldRule] = &[
    UnheldRule {
        name: "vl and vtype",
        registers: &["vtype", "vl"],
        is_zero: false,
        clauses: &[clause::REG_23, clause::REG_28, clause::REG_29],
    },
    fixed_point("vxrm", &["vxrm"]),
    fixed_point("vxsat", &["vxsat"]),
    UnheldRule { name: "vstart", registers: &["vstart"], is_zero: true, clauses: &[clause::REG_26, clause::REG_27] },
    vector("v0", &["v0"]), vector("v1", &["v1"]), vector("v2", &["v2"]), vector("v3", &["v3"]),
    vector("v4", &["v4"]), vector("v5", &["v5"]), vector("v6", &["v6"]), vector("v7", &["v7"]),
    vector("v8", &["v8"]), vector("v9", &["v9"]), vector("v10", &["v10"]), vector("v11", &["v11"]),
    vector("v12", &["v12"]), vector("v13", &["v13"]), vector("v14", &["v14"]), vector("v15", &["v15"]),
    vector("v16", &["v16"]), vector("v17", &["v17"]), vector("v18", &["v18"]), vector("v19", &["v19"]),
    vector("v20", &["v20"]), vector("v21", &["v21"]), vector("v22", &["v22"]), vector("v23", &["v23"]),
    vector("v24", &["v24"]), vector("v25", &["v25"]), vector("v26", &["v26"]), vector("v27", &["v27"]),
    vector("v28", &["v28"]), vector("v29", &["v29"]), vector("v30", &["v30"]), vector("v31", &["v31"]),
];

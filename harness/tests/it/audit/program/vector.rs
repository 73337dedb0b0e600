//! Values that a program keeps in vector registers of RISC-V, or in their control, over a call.

use super::callers::{call, calling};
use super::{Asked, names};
use crate::common::RISCV;
use crosscall_reports::audit::program::ProgramFault;

const KIND: &str = "\tvsetivli zero, 4, e32, m1, ta, ma\n";
const USE: &str = "\tvmv.x.s a0, v8\n";

/// What is found in a program that calls a function between two parts.
fn found(before: &str, after: &str) -> Vec<ProgramFault> {
    let code = format!("{before}{}{after}", call(RISCV, "g"));
    let text = format!("\t.option arch, +v\n{}\t.globl g\ng:\tret\n", calling(RISCV, "main", &code));
    Asked::plain(RISCV, &text).ran().findings
}

#[test]
fn what_is_set_behind_a_call_is_no_finding() {
    let before = format!("{KIND}\tvmv.v.i v8, 3\n\tcsrwi vxrm, 2\n{USE}");
    let after = format!("\tcsrwi vxrm, 2\n{KIND}\tvmv.v.i v8, 7\n\tvaadd.vx v8, v8, zero\n{USE}");
    let findings = found(&before, &after);
    assert!(findings.is_empty(), "{findings:#?}");
}

#[test]
fn what_is_kept_over_a_call_is_found() {
    let round = "\tvmv.v.i v8, 9\n\tvaadd.vx v8, v8, zero\n";
    for (before, after, name, clause) in [
        (format!("{KIND}\tvmv.v.i v8, 3\n"), format!("{KIND}{USE}"), "v8", "RISCV-REG-22"),
        (KIND.to_owned(), format!("\tvmv.v.i v8, 3\n{USE}"), "vl and vtype", "RISCV-REG-23"),
        ("\tcsrwi vxrm, 2\n".to_owned(), format!("{KIND}{round}{USE}"), "vxrm", "RISCV-REG-24"),
        ("\tcsrwi vxsat, 0\n".to_owned(), "\tcsrr a0, vxsat\n".to_owned(), "vxsat", "RISCV-REG-24"),
    ] {
        let findings = found(&before, &after);
        assert_eq!(names(&findings), [format!("main: keeps {name} over a call")], "{findings:#?}");
        assert_eq!(findings[0].fault.clause(), clause, "{findings:#?}");
    }
}

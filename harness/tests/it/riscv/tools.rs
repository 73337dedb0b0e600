//! Assemblers and linkers for RISC-V that are here: GNU binutils and those of LLVM.

use crate::common::{self, campaigns};
use crosscall_model::Pairing;

/// Cases within which every relocation and every program comes up with some of its values.
const CASES: u64 = 300;

/// Their violations of the document are known, whichever ABI they are by.
#[test]
fn what_they_do_is_known() {
    let names = [
        "riscv64-binutils-lp64d",
        "riscv64-binutils-ilp32e",
        "llvm-14-ilp32d",
        "llvm-19-lp64d",
        "llvm-19-ilp32",
    ];
    for name in names.into_iter().step_by(common::one_in(5)).filter(|name| common::is_installed(name)) {
        let subject = common::installed_as(name).expect("it is installed");
        if !["2.40", "14.0.6", "19.1.7"].iter().any(|version| subject.version.contains(version)) {
            continue;
        }
        let settings = campaigns::settings(subject.target, vec![subject], &[Pairing::Tool], CASES);
        let report = campaigns::report(&settings);
        let new: Vec<&str> = report
            .findings()
            .filter(|finding| finding.is_new())
            .map(|finding| finding.fingerprint.as_str())
            .collect();
        assert_eq!(new, Vec::<&str>::new(), "{name}");
        let counts = report.targets.first().expect("a subject").counts;
        assert!(counts.conforming > CASES / 2, "{name}: {counts:?}");
        assert_eq!(counts.planned, CASES, "{name}");
    }
}

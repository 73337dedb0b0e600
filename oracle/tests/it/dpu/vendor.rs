//! Readings that binaries of the vendor's clang 10 and 12 show (`docs/findings/upmem-clang.md`): each is the first of its question,
//! unless the question is presumed, where the reading that demands most is the first.

use super::DPU;
use crosscall_oracle::clause::catalogue;

/// Clause, question and reading.
const SHOWN: &[(&str, &str, &str)] = &[
    ("DPU-TYPE-02", "", "R1"),
    ("DPU-TYPE-14", "", "R1"),
    ("DPU-REG-08", "", "R2"),
    ("DPU-ARG-02", "", "R1"),
    ("DPU-RET-01", "", "R1"),
    ("DPU-RET-04", "position", "R1"),
    ("DPU-RET-04", "again", "R5"),
    ("DPU-VAR-02", "named", "R1"),
    ("DPU-VAR-02", "order", "R4"),
    ("DPU-STACK-05", "", "R1"),
    ("DPU-STACK-08", "", "R1"),
    ("DPU-STACK-09", "", "R1"),
    ("DPU-CALL-01", "", "R1"),
    ("DPU-CALL-03", "", "R1"),
    ("DPU-CALL-04", "", "R1"),
    ("DPU-CALL-06", "", "R1"),
    ("DPU-S01", "", "R1"),
    ("DPU-S02", "", "R1"),
    ("DPU-S04", "size", "R1"),
    ("DPU-S04", "wchar", "R3"),
    ("DPU-S05", "result", "R4"),
    ("DPU-S14", "", "R1"),
    ("DPU-S21", "", "R1"),
];

/// Presumed questions at which the compilers make use of what the reading permits that demands less.
const PERMITTED: &[&str] = &["DPU-RET-04", "DPU-S21"];

#[test]
fn what_the_vendors_compilers_show_stands_first() {
    let catalogue = catalogue(DPU.target);
    for (clause, name, reading) in SHOWN {
        let index = catalogue.find_choice(clause, name).unwrap_or_else(|| panic!("{clause} {name}"));
        let (_, choice) = catalogue.choice(index);
        let place = choice.readings.iter().position(|one| one.id == *reading);
        match choice.presumed && PERMITTED.contains(clause) {
            false => assert_eq!(place, Some(0), "{clause} {name}"),
            true => assert_eq!(place, Some(1), "{clause} {name}: whoever never makes use of it fits both"),
        }
    }
}

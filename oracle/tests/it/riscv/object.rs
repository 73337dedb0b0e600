//! The form of object files.

use super::ALL;
use crosscall_oracle::abi::{self, HeaderField, HeaderRule};

/// Class, and the flags that are fixed.
#[test]
fn headers() {
    let shown = ALL.map(|setting| {
        let plan = abi::object_plan(setting.target);
        let of = |field: HeaderField| {
            let rules = plan.header.iter().filter(move |rule: &&HeaderRule| rule.field == field);
            rules.fold((0, 0), |(mask, value), rule| (mask | rule.mask, value | rule.value))
        };
        let ((_, class), (mask, flags)) = (of(HeaderField::Class), of(HeaderField::Flags));
        assert_eq!(mask, 0x00ff_fffe);
        (class, flags)
    });
    assert_eq!(shown, [(1, 8), (1, 0), (1, 2), (1, 4), (2, 0), (2, 2), (2, 4)]);
}

#[test]
fn relocations() {
    let plan = abi::object_plan(ALL[0].target);
    let clause =
        |number: u32| plan.relocations.iter().find(|(kind, _)| *kind == number).map(|(_, clause)| *clause);
    assert_eq!(clause(18), Some("RISCV-OBJ-21"));
    assert_eq!(clause(26), Some("RISCV-OBJ-24"));
    assert_eq!(clause(61), Some("RISCV-OBJ-18"));
    assert_eq!([13, 15, 42, 46, 50, 66, 190, 192].map(clause), [None; 8]);
}

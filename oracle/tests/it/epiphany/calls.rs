//! Plans of Epiphany calls, beside the places of values (`calls.txt`).

use super::{DOCUMENT, EPIPHANY, GCC};
use crate::support::Readings;
use crosscall_oracle::abi;

#[test]
fn registers() {
    let fates = |permits: &Readings| EPIPHANY.fates(permits);
    let low = "sssspppppppps.pp";
    assert_eq!(fates(&DOCUMENT), format!("{low}{}{}{}pppps", "s".repeat(12), "r".repeat(4), "s".repeat(32)));
    let saved = format!("{}{}", "p".repeat(12), "s".repeat(20));
    assert_eq!(fates(&GCC), format!("{low}{}{}{saved}pppps", "s".repeat(12), "r".repeat(4)));
    let reserved = fates(&EPIPHANY.readings(&[("EPIPHANY-REG-14", "R3"), ("EPIPHANY-REG-07/link", "R2")]));
    assert_eq!(reserved, format!("sssspppppppps..p{}{}pppps", "s".repeat(12), "r".repeat(36)));
    assert!(fates(&EPIPHANY.readings(&[("EPIPHANY-S04", "R2")])).ends_with("sss"));
}

#[test]
fn stack_rules() {
    let rule = |text: &str, permits: &Readings| {
        let stack = abi::plan(&EPIPHANY.case(text), &mut EPIPHANY.chooser(permits)).stack;
        (
            stack.align_always.0,
            stack.align_at_call.0,
            stack.callee_area,
            stack.argument_bytes,
            stack.callee_may_write_arguments,
        )
    };
    assert_eq!(rule("void f(int)", &DOCUMENT), (4, 8, 8, 8, false));
    assert_eq!(rule("void f(int, int, int, int, int)", &DOCUMENT), (4, 8, 8, 12, true));
    let other = EPIPHANY.readings(&[
        ("EPIPHANY-STACK-08/alignment", "R1"),
        ("EPIPHANY-ARG-06/area", "R1"),
        ("EPIPHANY-S10/slots", "R4"),
    ]);
    assert_eq!(rule("void f(int, int, int, int, int, double)", &other), (4, 4, 0, 16, false));
    let strict = EPIPHANY.readings(&[("EPIPHANY-STACK-08/alignment", "R2")]);
    assert_eq!(rule("void f(void)", &strict), (8, 8, 8, 8, false));
}

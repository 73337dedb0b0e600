//! Rules for code for the Epiphany.

use std::fmt::Write;

use crosscall_embedded::Readings;

use super::run::{Rules, gnu_function};

pub(crate) fn rules(readings: &Readings) -> Rules {
    let is = |key: &str, reading: u8| readings.get(key) == Some(reading);
    let (saved_high, unused_high) = (is("EPIPHANY-REG-14", 2), is("EPIPHANY-REG-14", 3));
    let constants = is("EPIPHANY-REG-13", 2);
    let mut clobber = "\tmov r12,%low(0xdeadc0de)\n\tmovt r12,%high(0xdeadc0de)\n".to_owned();
    if is("EPIPHANY-ARG-06 area", 2) {
        clobber.push_str("\tstr r12,[sp]\n\tstr r12,[sp,#1]\n");
    }
    let scratch = (0..4)
        .chain(16..28)
        .chain(if constants { 28..32 } else { 0..0 })
        .chain(if saved_high || unused_high { 0..0 } else { 32..44 })
        .chain(if unused_high { 0..0 } else { 44..64 });
    for r in scratch {
        let _ = writeln!(clobber, "\tmov r{r},r12");
    }
    let unwritten = (28..32).filter(|_| !constants).chain((32..64).filter(|_| unused_high));
    Rules {
        clobber,
        function: gnu_function,
        ret: "rts",
        saved: (4..12).chain([15]).chain(if saved_high { 32..44 } else { 0..0 }).collect(),
        saved_low: Vec::new(),
        unwritten: unwritten.collect(),
        aligned: (
            if is("EPIPHANY-STACK-08 alignment", 2) { 8 } else { 4 },
            if is("EPIPHANY-STACK-08 alignment", 1) { 4 } else { 8 },
        ),
        beyond: if is("EPIPHANY-STACK-10", 3) { 4 } else { 0 },
        reserved: 0x100,
        char_signed: is("EPIPHANY-TYPE-05", 1),
        enumeration: if is("EPIPHANY-S01 enum", 3) { 8 } else { 32 },
    }
}

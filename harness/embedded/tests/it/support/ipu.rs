//! Rules for code for the IPU.

use std::fmt::Write;

use crosscall_embedded::Readings;

use super::run::{Rules, gnu_function};

pub(crate) fn rules(readings: &Readings) -> Rules {
    let is = |key: &str, reading: u8| readings.get(key) == Some(reading);
    let mut clobber = String::new();
    for r in (0..7).map(|r| format!("$m{r}")).chain((0..6).map(|r| format!("$a{r}"))) {
        let _ = writeln!(clobber, "\tldconst {r}, 0xdeadc0de");
    }
    let saved = [(7, true), (8, is("IPU-REG-07", 1)), (9, is("IPU-REG-08", 1)), (22, true), (23, true)];
    for (r, _) in saved.iter().filter(|(_, saved)| !saved) {
        let _ = writeln!(clobber, "\tldconst $m{r}, 0xdeadc0de");
    }
    Rules {
        clobber,
        function: gnu_function,
        ret: "br $m10",
        saved: saved.iter().filter(|(_, saved)| *saved).map(|(r, _)| *r).collect(),
        saved_low: Vec::new(),
        unwritten: Vec::new(),
        aligned: (if is("IPU-STACK-01 alignment", 2) { 8 } else { 4 }, 8),
        beyond: if is("IPU-S19 below", 2) { 4 } else { 0 },
        reserved: 0,
        char_signed: true,
        enumeration: 32,
    }
}

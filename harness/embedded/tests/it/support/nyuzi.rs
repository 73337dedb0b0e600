//! Rules for code for the Nyuzi.

use std::fmt::Write;

use crosscall_embedded::Readings;

use super::run::{Rules, gnu_function};

pub(crate) fn rules(readings: &Readings) -> Rules {
    let is = |key: &str, reading: u8| readings.get(key) == Some(reading);
    let mut clobber = "\tli s23, 0xdeadc0de\n".to_owned();
    for r in 0..23 {
        let _ = writeln!(clobber, "\tmove s{r}, s23");
    }
    for r in 0..26 {
        let _ = writeln!(clobber, "\tmove v{r}, s23");
    }
    let gp_saved = is("NYUZI-REG-02", 1);
    if !gp_saved {
        clobber.push_str("\tmove gp, s23\n");
    }
    if is("NYUZI-S11 area", 3) {
        clobber.push_str("\tstore_32 s23, 0(sp)\n\tstore_32 s23, 60(sp)\n");
    }
    let saved = (24..28).chain([28].into_iter().filter(|_| gp_saved)).chain([29]).chain(58..64);
    Rules {
        clobber,
        function: gnu_function,
        ret: "ret",
        saved: saved.collect(),
        saved_low: Vec::new(),
        unwritten: if gp_saved && is("NYUZI-REG-07", 2) { vec![28] } else { Vec::new() },
        aligned: (if is("NYUZI-STACK-01 alignment", 1) { 64 } else { 1 }, 64),
        beyond: if is("NYUZI-S19", 2) { 4 } else { 0 },
        reserved: 0,
        char_signed: is("NYUZI-TYPE-01", 1),
        enumeration: if is("NYUZI-S03 enum", 4) { 8 } else { 32 },
    }
}

//! Rules for code for the DPU.

use std::fmt::Write;

use crosscall_embedded::Readings;

use super::run::{Rules, gnu_function};

pub(crate) fn rules(readings: &Readings) -> Rules {
    let is = |key: &str, reading: u8| readings.get(key) == Some(reading);
    let mut clobber = String::new();
    for r in 0..=13 {
        let _ = writeln!(clobber, "\tmove r{r}, 0xdeadc0de");
    }
    Rules {
        clobber,
        function: gnu_function,
        ret: "jump r23",
        saved: (14..=21).collect(),
        saved_low: Vec::new(),
        unwritten: Vec::new(),
        aligned: (if is("DPU-STACK-05", 1) { 8 } else { 1 }, 8),
        // A function stores the registers that it saves before it moves the pointer over them, however large its frame is.
        beyond: 0x1_0000,
        reserved: 0x10,
        char_signed: is("DPU-TYPE-02", 1),
        enumeration: if is("DPU-S02", 3) { 8 } else { 32 },
    }
}

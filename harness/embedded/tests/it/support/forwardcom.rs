//! Rules for code for ForwardCom.

use std::fmt::Write;

use crosscall_embedded::Readings;

use super::run::Rules;

/// A function of a file in ForwardCom's language.
fn function(name: &str, code: &str) -> String {
    format!("code section read execute ip\n{name} function public\n{code}code end\n")
}

pub(crate) fn rules(readings: &Readings) -> Rules {
    let is = |key: &str, reading: u8| readings.get(key) == Some(reading);
    let mut clobber = String::new();
    for r in 0..16 {
        let _ = writeln!(clobber, "\tint64 r{r} = 0xdeadc0de");
        let _ = writeln!(clobber, "\tint64 v{r} = gp2vec(r{r})");
    }
    Rules {
        clobber,
        function,
        ret: "return",
        // Vector registers are watched by the tests of the harness, with their lengths.
        saved: (16..31).collect(),
        saved_low: Vec::new(),
        unwritten: Vec::new(),
        aligned: (8, 8),
        beyond: if is("FORWARDCOM-S19 below", 4) { 16 } else { 0 },
        reserved: 0,
        char_signed: is("FORWARDCOM-S01 char", 3),
        enumeration: if is("FORWARDCOM-S01 enum", 6) { 8 } else { 32 },
    }
}

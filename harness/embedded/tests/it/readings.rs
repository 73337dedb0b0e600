//! Tables of readings and faults: consistent, printed and parsed.

use crosscall_embedded::{Fault, Options, Readings, choices};
use crosscall_model::Target;
use expect_test::expect;
use proptest::prelude::*;

use super::support::{self, Random};

const TARGET: Target = Target::Epiphany;

proptest! {
    #[test]
    fn printed_readings_are_parsed_to_the_same(seed: u64) {
        for target in Target::built_in() {
            let readings = support::readings(target, &mut Random::new(seed));
            prop_assert_eq!(Readings::parse(target, &readings.to_string()), Ok(readings));
        }
    }

    #[test]
    fn no_text_is_a_panic(text: String) {
        if let Ok(readings) = Readings::parse(TARGET, &text) {
            prop_assert_eq!(Readings::parse(TARGET, &readings.to_string()), Ok(readings));
        }
    }
}

#[test]
fn every_default_is_a_reading_and_every_key_is_there_once() {
    for target in Target::built_in() {
        let mut keys: Vec<&str> = choices(target).iter().map(|c| c.key).collect();
        keys.sort_unstable();
        let all = keys.len();
        keys.dedup();
        assert_eq!(keys.len(), all);
        for choice in choices(target) {
            assert!(choice.readings.contains(&choice.default), "{}", choice.key);
            assert!(choice.key.starts_with(target.clause_prefix()), "{}", choice.key);
        }
    }
}

#[test]
fn a_question_is_written_in_several_ways() {
    let written = ["EPIPHANY-ARG-03 start=R2", "EPIPHANY-ARG-03:start=R2", "EPIPHANY-ARG-03.start = 2"];
    for text in written {
        let readings = Readings::parse(TARGET, text).expect(text);
        assert_eq!(readings.get("EPIPHANY-ARG-03 start"), Some(2), "{text}");
        assert_eq!(readings.to_string(), written[0]);
    }
    assert!(Readings::parse(TARGET, "EPIPHANY-ARG-03start=R2").is_err());
}

#[test]
fn faults_have_names_of_their_own_and_needs_that_exist() {
    for fault in Fault::all() {
        assert_eq!(Fault::by_name(fault.target, fault.name), Ok(fault));
        let options = Options::with_fault(fault);
        for (key, reading) in fault.needs {
            assert_eq!(options.readings.get(key), Some(*reading), "{}", fault.name);
        }
        assert!(fault.clause.starts_with(fault.target.clause_prefix()), "{}", fault.name);
    }
}

#[test]
fn what_is_unknown_is_answered_with_what_is_known() {
    let first_words = |text: String| text.chars().take(160).collect::<String>();
    let unknown = Readings::parse(TARGET, "EPIPHANY-ARG-99=1").expect_err("unknown").to_string();
    expect!["`EPIPHANY-ARG-99` is not an open clause of epiphany; known: EPIPHANY-TYPE-05, EPIPHANY-TYPE-14 stack, EPIPHANY-LAYOUT-01, EPIPHANY-LAYOUT-02, EPIPHANY-LAYOUT-06"]
        .assert_eq(&first_words(unknown));
    let number = Readings::parse(TARGET, "EPIPHANY-S06=5").expect_err("no reading 4").to_string();
    expect!["EPIPHANY-S06 has no reading R5; known: R1, R2, R3, R4"].assert_eq(&number);
    let syntax = Readings::parse(TARGET, "EPIPHANY-S06=R2, EPIPHANY-S11").expect_err("no number").to_string();
    expect!["expected `clause=reading` and found `EPIPHANY-S11`"].assert_eq(&syntax);
    let fault = Fault::by_name(TARGET, "no-such").expect_err("unknown");
    expect!["unknown fault `no-such` for epiphany; known: saved-register, frame-pointer, constant-register, link-register, stack-pointer, stack-alignment, below-stack-pointe"]
        .assert_eq(&first_words(fault));
}

#[test]
fn the_compilers_dialect_reads() {
    expect!["EPIPHANY-TYPE-05=R2,EPIPHANY-LAYOUT-02=R2,EPIPHANY-LAYOUT-06=R2,EPIPHANY-LAYOUT-10=R2,EPIPHANY-REG-14=R2,EPIPHANY-ARG-06 area=R2,EPIPHANY-S06=R2,EPIPHANY-S10 copy=R2,EPIPHANY-S11=R2,EPIPHANY-RET-04=R2,EPIPHANY-RET-06 memory=R5,EPIPHANY-S24 argument=R7,EPIPHANY-S25 split=R2,EPIPHANY-STACK-10=R2"].assert_eq(&Readings::toolchain(TARGET).to_string());
    expect![[""]].assert_eq(&Readings::defaults(TARGET).to_string());
}

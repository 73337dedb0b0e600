//! Verdicts of the judge on registers that are demanded in part, on reals that are filled with ones, on a value that a case
//! cannot hold, and on frame records.

use super::{ILP32D, LP64D, LP64F};
use crate::support::Setting;
use crosscall_model::Pairing;
use crosscall_model::observation::{End, Event, Ground, Observation, Snapshot};
use crosscall_model::target::Register;
use crosscall_oracle::abi;
use crosscall_oracle::judge::judge;

/// The stack pointer when the function called is entered, and when its caller is.
const SP: u64 = 0x7000;
const OUTER_SP: u64 = 0x7080;

fn register(setting: &Setting, name: &str) -> Register {
    let position = setting.target.registers().iter().position(|info| info.name == name);
    Register(position.expect("a register") as u16)
}

/// Sets a register.
fn set(setting: &Setting, at: &mut Snapshot, name: &str, value: u64) {
    let number = usize::from(register(setting, name).0);
    let starts = setting.target.register_starts();
    let held = &mut at.registers[starts[number]..starts[number + 1]];
    let len = held.len();
    held.copy_from_slice(&value.to_le_bytes()[..len]);
}

/// Sets a word of memory.
fn store(setting: &Setting, at: &mut Snapshot, address: u64, value: u64) {
    let (start, memory) = &mut at.memory[0];
    let from = (address - *start) as usize;
    let len = setting.word as usize;
    memory[from..from + len].copy_from_slice(&value.to_le_bytes()[..len]);
}

/// Registers of no contents, and a stack.
fn state(setting: &Setting, sp: u64) -> Snapshot {
    let target = setting.target;
    let bytes = target.register_starts().last().copied().unwrap_or(0);
    let mut at = Snapshot {
        target,
        pc: 0x400,
        registers: vec![0; bytes],
        lengths: Vec::new(),
        memory: vec![(0x6000, vec![0; 0x2000])],
    };
    set(setting, &mut at, "sp", sp);
    at
}

/// First clauses of what is wrong when a function returns, without the target's name.
fn at_return(setting: &Setting, text: &str, change: impl FnOnce(&mut Snapshot)) -> Vec<&'static str> {
    let case = setting.case(text);
    let plan = abi::plan(&case, &mut setting.chooser(&super::DOCUMENT));
    let entry = state(setting, SP);
    let mut exit = entry.clone();
    change(&mut exit);
    let ground = Ground { stack: 0x6000..0x8000, ..Ground::default() };
    let seen =
        Observation { entry: Some(entry), exit: Some(exit), ..Observation::new(End::Returned, ground) };
    let judged = judge(&case, Pairing::Callee, &plan, &seen);
    judged.mismatches.iter().map(|mismatch| setting.target.short(mismatch.clauses[0])).collect()
}

#[test]
fn a_saved_floating_point_register_survives_as_far_as_the_abi_is_wide() {
    let none: [&str; 0] = [];
    let fs0 = |setting: &Setting, value| {
        at_return(setting, "void f(void)", |exit| set(setting, exit, "fs0", value))
    };
    assert_eq!(fs0(&LP64F, 0xffff_ffff_0000_0000), none);
    assert_eq!(fs0(&LP64F, 0x8000_0000), ["REG-18"]);
    assert_eq!(fs0(&LP64D, 0xffff_ffff_0000_0000), ["REG-18"]);
    assert_eq!(fs0(&super::LP64, 1), none);
    assert_eq!(fs0(&super::ILP32E, 1), none);
}

#[test]
fn the_rounding_mode_survives_and_the_flags_are_not_looked_at() {
    let fcsr = |value| at_return(&LP64D, "void f(void)", |exit| set(&LP64D, exit, "fcsr", value));
    assert_eq!(fcsr(0x1f), Vec::<&str>::new());
    assert_eq!(fcsr(0x20), ["REG-21"]);
}

#[test]
fn a_narrow_real_has_ones_above_it() {
    let text = "float f(void)";
    let low = match LP64D.case(text).result {
        Some(crosscall_model::Value::Bits(bits)) => bits as u64,
        _ => panic!("a float is a number"),
    };
    let fa0 = |value| at_return(&LP64D, text, |exit| set(&LP64D, exit, "fa0", value));
    assert_eq!(fa0(0xffff_ffff_0000_0000 | low), Vec::<&str>::new());
    assert_eq!(fa0(low), ["ARG-43"]);
    assert_eq!(fa0(0xffff_ffff_0000_0000), ["RET-06"]);
}

/// A case gives the value as a double, so that nothing of a `long double` is compared.
#[test]
fn nothing_is_said_of_the_value_of_a_long_double() {
    let case = LP64D.case("void f(long double)");
    let plan = abi::plan(&case, &mut LP64D.chooser(&super::DOCUMENT));
    let seen =
        Observation { received: vec![vec![0x55; 16]], ..Observation::new(End::Returned, Ground::default()) };
    let judged = judge(&case, Pairing::Callee, &plan, &seen);
    assert!(judged.mismatches.iter().all(|mismatch| !mismatch.clauses.contains(&"RISCV-ARG-13")));
}

/// First clauses of what is wrong with the links that a caller leaves.
fn at_call(
    setting: &Setting,
    readings: &'static [(&'static str, &'static str)],
    change: impl FnOnce(&mut Snapshot),
) -> Vec<&'static str> {
    let case = setting.case("void f(void)");
    let readings = setting.readings(readings);
    let plan = abi::plan(&case, &mut setting.chooser(&readings));
    let mut outer = state(setting, OUTER_SP);
    set(setting, &mut outer, "s0", 0x7100);
    let mut entry = state(setting, SP);
    set(setting, &mut entry, "s0", 0x7100);
    change(&mut entry);
    let ground = Ground { stack: 0x6000..0x8000, ..Ground::default() };
    let seen = Observation {
        outer_exit: Some(outer.clone()),
        outer_entry: Some(outer),
        entry: Some(entry),
        outer_return_address: Some(0x1400),
        ..Observation::new(End::Returned, ground)
    };
    let judged = judge(&case, Pairing::Caller, &plan, &seen);
    judged.mismatches.iter().map(|mismatch| setting.target.short(mismatch.clauses[0])).collect()
}

#[test]
fn frame_records() {
    let none: [&str; 0] = [];
    for setting in [LP64D, ILP32D] {
        let word = u64::from(setting.word);
        let record = |entry: &mut Snapshot| {
            set(&setting, entry, "s0", OUTER_SP);
            store(&setting, entry, OUTER_SP - word, 0x1400);
            store(&setting, entry, OUTER_SP - 2 * word, 0x7100);
        };
        for readings in [&[] as &[_], &[("STACK-06", "R2")], &[("STACK-06", "R3")]] {
            assert_eq!(at_call(&setting, readings, record), none, "a record");
        }
        // s0 as it was, and anything in s0.
        let kept = |readings| at_call(&setting, readings, |_| {});
        assert_eq!((kept(&[]), kept(&[("STACK-06", "R2")])), (vec![], vec![]));
        assert_eq!(kept(&[("STACK-06", "R3")]), ["STACK-04", "STACK-05", "STACK-05"]);
        let any = |readings| at_call(&setting, readings, |entry| set(&setting, entry, "s0", 0x1234));
        assert_eq!((any(&[]), any(&[("STACK-06", "R2")])), (vec![], vec!["STACK-04"]));
        let other_order = |entry: &mut Snapshot| {
            set(&setting, entry, "s0", OUTER_SP);
            store(&setting, entry, OUTER_SP - 2 * word, 0x1400);
            store(&setting, entry, OUTER_SP - word, 0x7100);
        };
        assert_eq!(at_call(&setting, &[("STACK-06", "R3")], other_order), ["STACK-05", "STACK-05"]);
    }
}

/// First clauses of what is wrong when a function is entered, without the target's name.
fn at_entry(setting: &Setting, text: &str, change: impl FnOnce(&mut Snapshot)) -> Vec<&'static str> {
    let case = setting.case(text);
    let plan = abi::plan(&case, &mut setting.chooser(&super::DOCUMENT));
    let mut entry = state(setting, SP);
    change(&mut entry);
    let ground = Ground { stack: 0x6000..0x8000, ..Ground::default() };
    let exit = entry.clone();
    let seen =
        Observation { entry: Some(entry), exit: Some(exit), ..Observation::new(End::Returned, ground) };
    let judged = judge(&case, Pairing::Caller, &plan, &seen);
    judged.mismatches.iter().map(|mismatch| setting.target.short(mismatch.clauses[0])).collect()
}

/// The bits of a case's only argument, or of the members of it.
fn bits(setting: &Setting, text: &str) -> Vec<u64> {
    let of = |value: &crosscall_model::Value| match value {
        crosscall_model::Value::Bits(bits) => *bits as u64,
        _ => panic!("a number"),
    };
    match &setting.case(text).arguments[..] {
        [crosscall_model::Value::List(members)] => members.iter().map(of).collect(),
        [one] => vec![of(one)],
        _ => panic!("one argument"),
    }
}

/// By the reading that a function may change gp for a while it holds its value again at each call.
#[test]
fn a_fixed_register_is_itself_at_calls() {
    let case = LP64D.case("void f(void)");
    let gp = register(&LP64D, "gp");
    let judged = |readings: &'static [(&'static str, &'static str)], events: &[Event]| {
        let readings = LP64D.readings(readings);
        let plan = abi::plan(&case, &mut LP64D.chooser(&readings));
        let at = state(&LP64D, SP);
        let ground = Ground { stack: 0x6000..0x8000, ..Ground::default() };
        let seen = Observation {
            outer_entry: Some(at.clone()),
            outer_exit: Some(at.clone()),
            entry: Some(at.clone()),
            exit: Some(at),
            events: events.to_vec(),
            ..Observation::new(End::Returned, ground)
        };
        let judged = judge(&case, Pairing::Caller, &plan, &seen);
        judged.mismatches.iter().map(|mismatch| LP64D.target.short(mismatch.clauses[0])).collect::<Vec<_>>()
    };
    let written = Event::ReservedWrite { pc: 0x410, register: gp };
    let at_call = Event::ReservedAtCall { pc: 0x414, register: gp, value: 16 };
    let none: [&str; 0] = [];
    assert_eq!(judged(&[("REG-11", "R2")], std::slice::from_ref(&written)), none);
    assert_eq!(judged(&[("REG-11", "R2")], &[written.clone(), at_call.clone()]), ["REG-11"]);
    assert_eq!(judged(&[], &[written, at_call]), ["REG-11"], "once");
}

#[test]
fn a_truth_value_that_is_neither_breaks_the_clause_on_truth_values() {
    for setting in [&LP64D, &ILP32D, &super::ILP32E] {
        let passed = |value| {
            at_entry(setting, "void f(_Bool)", |entry| set(setting, entry, "a0", value)).first().copied()
        };
        assert_eq!(passed(2), Some("TYPE-28"));
        assert_eq!(passed(bits(setting, "void f(_Bool)")[0]), None);
    }
}

#[test]
fn reals_in_each_others_register_are_no_matter_of_layout() {
    let text = "void f(struct { float m0; float m1; })";
    let boxed = |value: u64| 0xffff_ffff_0000_0000 | value;
    let [first, second] = bits(&LP64D, text)[..] else { panic!("two members") };
    let passed = |one, other| {
        at_entry(&LP64D, text, |entry| {
            set(&LP64D, entry, "fa0", boxed(one));
            set(&LP64D, entry, "fa1", boxed(other));
        })
    };
    assert_eq!(passed(first, second), Vec::<&str>::new());
    assert_eq!(passed(second, first).first(), Some(&"ARG-46"));
}

#[test]
fn a_small_record_that_is_wrong_breaks_the_clause_on_its_place() {
    let wrong =
        at_return(&LP64D, "struct { char m0[1]; } f(void)", |exit| set(&LP64D, exit, "a0", 0x1234_5600));
    assert_eq!(wrong, ["ARG-17"]);
}

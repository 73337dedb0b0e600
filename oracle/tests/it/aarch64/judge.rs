//! Verdicts of the judge on typical violations: the clause that an expert would name comes first.

use super::AARCH64;
use crosscall_model::Pairing;
use crosscall_model::finding::Mismatch;
use crosscall_model::observation::{End, Event, Ground, Observation, Snapshot};
use crosscall_model::plan::Plan;
use crosscall_model::target::Register;
use crosscall_model::{Case, Value};
use crosscall_oracle::abi;
use crosscall_oracle::judge::judge;

/// The stack pointer when the function called is entered, and when its caller is.
const SP: u64 = 0x7000;
const OUTER_SP: u64 = 0x7080;

/// Sets a register from its lowest byte on; the bytes above are zero.
fn set(at: &mut Snapshot, name: &str, value: u128) {
    let position = AARCH64.target.registers().iter().position(|info| info.name == name).expect("a register");
    let starts = AARCH64.target.register_starts();
    let held = &mut at.registers[starts[position]..starts[position + 1]];
    let len = held.len();
    held.copy_from_slice(&value.to_le_bytes()[..len]);
}

/// Sets a double word of memory.
fn store(at: &mut Snapshot, address: u64, value: u64) {
    let (start, memory) = &mut at.memory[0];
    let from = (address - *start) as usize;
    memory[from..from + 8].copy_from_slice(&value.to_le_bytes());
}

/// Registers of no contents, and a stack.
fn state(sp: u64) -> Snapshot {
    let target = AARCH64.target;
    let bytes = target.register_starts().last().copied().unwrap_or(0);
    let memory = vec![(0x6000, vec![0; 0x2000])];
    let mut at = Snapshot { target, pc: 0x400, registers: vec![0; bytes], lengths: Vec::new(), memory };
    set(&mut at, "sp", sp.into());
    at
}

fn ground() -> Ground {
    Ground { stack: 0x6000..0x8000, ..Ground::default() }
}

fn planned(case: &Case, readings: &'static [(&'static str, &'static str)]) -> Plan {
    let readings = AARCH64.readings(readings);
    abi::plan(case, &mut AARCH64.chooser(&readings))
}

/// First clauses of contradictions, without the target's name.
fn first(mismatches: &[Mismatch]) -> Vec<&'static str> {
    mismatches.iter().map(|mismatch| AARCH64.target.short(mismatch.clauses[0])).collect()
}

/// First clauses of what is wrong when a function returns.
fn at_return(text: &str, change: impl FnOnce(&mut Snapshot)) -> Vec<&'static str> {
    let case = AARCH64.case(text);
    let entry = state(SP);
    let mut exit = entry.clone();
    change(&mut exit);
    let seen =
        Observation { entry: Some(entry), exit: Some(exit), ..Observation::new(End::Returned, ground()) };
    first(&judge(&case, Pairing::Callee, &planned(&case, &[]), &seen).mismatches)
}

/// First clauses of what is wrong when a function is entered.
fn at_entry(text: &str, change: impl FnOnce(&mut Snapshot)) -> Vec<&'static str> {
    let case = AARCH64.case(text);
    let mut entry = state(SP);
    change(&mut entry);
    let exit = entry.clone();
    let seen =
        Observation { entry: Some(entry), exit: Some(exit), ..Observation::new(End::Returned, ground()) };
    first(&judge(&case, Pairing::Caller, &planned(&case, &[]), &seen).mismatches)
}

/// The bits of a function's arguments and of its result, each member by itself.
fn bits(text: &str) -> Vec<u128> {
    fn of(value: &Value, all: &mut Vec<u128>) {
        match value {
            Value::Bits(bits) => all.push(*bits),
            Value::List(values) => values.iter().for_each(|value| of(value, all)),
            Value::Member(_, value) => of(value, all),
        }
    }
    let mut all = Vec::new();
    let case = AARCH64.case(text);
    case.arguments.iter().chain(&case.result).for_each(|value| of(value, &mut all));
    all
}

const NONE: [&str; 0] = [];

#[test]
fn registers_that_survive() {
    let wrong = |name: &'static str, value| at_return("void f(void)", |exit| set(exit, name, value));
    assert_eq!(wrong("x19", 1), ["REG-08"]);
    assert_eq!(wrong("x29", 1), ["REG-09"]);
    assert_eq!(wrong("x18", 1), ["REG-05"]);
    assert_eq!(wrong("sp", 0x7010), ["REG-11"]);
    for free in ["x0", "x8", "x9", "x17", "x30", "v0", "v16", "nzcv", "fpsr"] {
        assert_eq!(wrong(free, 1), NONE, "{free}");
    }
}

#[test]
fn the_lower_halves_of_eight_simd_registers_survive() {
    let v8 = |value| at_return("void f(void)", |exit| set(exit, "v8", value));
    assert_eq!(v8(1 << 64), NONE);
    assert_eq!(v8(1), ["REG-15"]);
    assert_eq!(v8(1 << 63), ["REG-15"]);
}

#[test]
fn modes_of_floating_point_survive() {
    let fpcr = |value| at_return("void f(void)", |exit| set(exit, "fpcr", value));
    assert_eq!(fpcr(1 << 22), ["REG-19"]);
    assert_eq!(fpcr(1), NONE, "a reserved bit");
}

#[test]
fn arguments_in_other_registers() {
    let int = "void f(int)";
    assert_eq!(at_entry(int, |entry| set(entry, "x0", bits(int)[0])), NONE);
    assert_eq!(at_entry(int, |entry| set(entry, "x1", bits(int)[0])), ["ARG-25"]);
    let real = "void f(double)";
    assert_eq!(at_entry(real, |entry| set(entry, "v0", bits(real)[0])), NONE);
    assert_eq!(at_entry(real, |entry| set(entry, "x0", bits(real)[0])), ["ARG-15"]);
    let pair = "void f(long, __int128)";
    let passed = |low: &'static str, high: &'static str| {
        at_entry(pair, |entry| {
            let [first, second] = bits(pair)[..] else { panic!("two arguments") };
            set(entry, "x0", first);
            set(entry, low, second & u128::from(u64::MAX));
            set(entry, high, second >> 64);
        })
    };
    assert_eq!(passed("x2", "x3"), NONE);
    assert_eq!(passed("x1", "x2"), ["ARG-26"]);
}

#[test]
fn homogeneous_aggregates_in_other_registers() {
    let text = "void f(struct { float m0; float m1; })";
    let [first, second] = bits(text)[..] else { panic!("two members") };
    let passed = |one, other| {
        at_entry(text, |entry| {
            set(entry, "v0", one);
            set(entry, "v1", other);
        })
    };
    assert_eq!(passed(first, second), NONE);
    assert_eq!(passed(second, first).first(), Some(&"ARG-16"));
    assert_eq!(at_entry(text, |entry| set(entry, "x0", first | second << 32)), ["ARG-16"]);
    let composite = "void f(struct { float m0; int m1; })";
    let [first, second] = bits(composite)[..] else { panic!("two members") };
    assert_eq!(at_entry(composite, |entry| set(entry, "x0", first | second << 32)), NONE);
    let apart = |entry: &mut Snapshot| {
        set(entry, "v0", first);
        set(entry, "x0", second);
    };
    assert_eq!(at_entry(composite, apart), ["ARG-28"]);
}

/// The address for a result is in x0, and the arguments are one register further on.
#[test]
fn the_address_for_a_result_in_the_place_of_an_argument() {
    let text = "struct { long m0[3]; } f(long)";
    let passed = |address: &'static str, argument: &'static str| {
        at_entry(text, |entry| {
            set(entry, address, 0x7040);
            set(entry, argument, bits(text)[0]);
        })
    };
    assert_eq!(passed("x8", "x0").first(), None);
    assert_eq!(passed("x0", "x1").first(), Some(&"RET-04"));
}

#[test]
fn a_truth_value_that_is_neither_breaks_the_clause_on_truth_values() {
    let passed = |value| at_entry("void f(_Bool)", |entry| set(entry, "x0", value)).first().copied();
    assert_eq!(passed(2), Some("TYPE-02"));
    assert_eq!(passed(bits("void f(_Bool)")[0]), None);
}

#[test]
fn arguments_on_the_stack() {
    let text = "void f(8*long, int, int)";
    let passed = |distance: u64| {
        at_entry(text, |entry| {
            let all = bits(text);
            for (number, value) in all[..8].iter().enumerate() {
                set(entry, &format!("x{number}"), *value);
            }
            store(entry, SP, all[8] as u64);
            let word = entry.read(SP, 8).map(<[u8]>::to_vec).expect("a stack");
            let low = u64::from_le_bytes(word.try_into().expect("8 bytes"));
            match distance {
                4 => store(entry, SP, low | (all[9] as u64) << 32),
                _ => store(entry, SP + distance, all[9] as u64),
            }
        })
    };
    assert_eq!(passed(8), NONE);
    assert_eq!(passed(4), ["ARG-32"]);
}

#[test]
fn a_narrow_result_is_not_extended() {
    let wanted = match AARCH64.case("short f(void)").result {
        Some(Value::Bits(bits)) => bits,
        _ => panic!("a number"),
    };
    let x0 = |value| at_return("short f(void)", |exit| set(exit, "x0", value));
    assert_eq!(x0(0xdead_0000 | wanted), NONE);
    assert_eq!(x0(wanted ^ 1), ["RET-01"]);
}

/// Whatever a result is, that it is in registers of the right kind which are not its own is a matter of results.
#[test]
fn a_result_in_other_registers() {
    let text = "struct { int m0; char m1; } f(void)";
    let [first, second] = bits(text)[..] else { panic!("two members") };
    let whole = first | second << 32;
    assert_eq!(at_return(text, |exit| set(exit, "x0", whole)), NONE);
    assert_eq!(at_return(text, |exit| set(exit, "x1", whole)), ["RET-01"]);
    assert_eq!(at_return(text, |exit| set(exit, "v0", whole)), ["ARG-28"]);
    let text = "struct { double m[2]; } f(void)";
    let [first, second] = bits(text)[..] else { panic!("two members") };
    let passed = |one: &'static str, other: &'static str| {
        at_return(text, |exit| {
            set(exit, one, first);
            set(exit, other, second);
        })
    };
    assert_eq!(passed("v0", "v1"), NONE);
    assert_eq!(passed("v1", "v2"), ["RET-01"]);
    assert_eq!(passed("x0", "x1"), ["ARG-16"]);
}

/// First clauses of what is wrong with the links that a caller leaves.
fn at_call(
    readings: &'static [(&'static str, &'static str)],
    change: impl FnOnce(&mut Snapshot),
) -> Vec<&'static str> {
    let case = AARCH64.case("void f(void)");
    let mut outer = state(OUTER_SP);
    set(&mut outer, "x29", 0x7100);
    let mut entry = state(SP);
    set(&mut entry, "x29", 0x7100);
    change(&mut entry);
    let seen = Observation {
        outer_exit: Some(outer.clone()),
        outer_entry: Some(outer),
        entry: Some(entry),
        outer_return_address: Some(0x1400),
        ..Observation::new(End::Returned, ground())
    };
    first(&judge(&case, Pairing::Caller, &planned(&case, readings), &seen).mismatches)
}

/// A record may be anywhere in the frame.
#[test]
fn frame_records() {
    const ANY: &[(&str, &str)] = &[];
    const VALID: &[(&str, &str)] = &[("STACK-14", "R2")];
    const RECORD: &[(&str, &str)] = &[("STACK-14", "R3")];
    for place in [SP, SP + 0x30, OUTER_SP - 16] {
        let record = |entry: &mut Snapshot| {
            set(entry, "x29", place.into());
            store(entry, place, 0x7100);
            store(entry, place + 8, 0x1400);
        };
        for readings in [ANY, VALID, RECORD] {
            assert_eq!(at_call(readings, record), NONE, "{place:#x}");
        }
    }
    let kept = |readings| at_call(readings, |_| {});
    assert_eq!((kept(ANY), kept(VALID)), (vec![], vec![]));
    assert_eq!(kept(RECORD), ["STACK-09", "STACK-09"]);
    let any = |readings| at_call(readings, |entry| set(entry, "x29", 0x7010));
    assert_eq!((any(ANY), any(VALID)), (vec![], vec!["STACK-09"]));
}

#[test]
fn memory_below_the_stack_pointer() {
    let case = AARCH64.case("void f(void)");
    let judged = |event: Event| {
        let at = state(SP);
        let seen = Observation {
            entry: Some(at.clone()),
            exit: Some(at),
            events: vec![event],
            ..Observation::new(End::Returned, ground())
        };
        first(&judge(&case, Pairing::Callee, &planned(&case, &[]), &seen).mismatches)
    };
    let write = |address| Event::Write { pc: 0x410, address, len: 8, sp: SP };
    assert_eq!(judged(write(SP - 8)), ["STACK-03"]);
    assert_eq!(
        judged(Event::Call { pc: 0x410, target: 0x500, return_address: 0x414, sp: SP - 8 }),
        ["STACK-06"]
    );
    assert_eq!(judged(Event::StackPointer { pc: 0x410, sp: SP - 8 }), NONE);
    assert_eq!(judged(Event::ReservedWrite { pc: 0x410, register: Register(18) }), ["REG-05"]);
}

//! Verdicts of the judge on x86-64: what a call pushes, al, the red zone, numbers of x87, and the clause that is named first.

use super::{DOCUMENT, X86_64};
use crosscall_model::observation::{End, Event, Ground, Observation, Snapshot};
use crosscall_model::target::Register;
use crosscall_model::{Case, Pairing, Value};
use crosscall_oracle::abi;
use crosscall_oracle::judge::judge;

/// The stack pointer when the function called is entered: a multiple of 16 before the return address was pushed.
const SP: u64 = 0x6ff8;
/// The return address.
const BACK: u64 = 0x1400;
const STACK: std::ops::Range<u64> = 0x6000..0x8000;

fn register(name: &str) -> Register {
    let position = X86_64.target.registers().iter().position(|info| info.name == name);
    Register(position.expect("a register") as u16)
}

/// Sets the lowest bytes of a register.
fn set(at: &mut Snapshot, name: &str, bytes: &[u8]) {
    let from = X86_64.target.register_starts()[usize::from(register(name).0)];
    at.registers[from..from + bytes.len()].copy_from_slice(bytes);
}

/// Sets bytes of the stack, counted from the stack pointer.
fn store(at: &mut Snapshot, offset: i64, bytes: &[u8]) {
    let sp = at.sp();
    let (start, memory) = &mut at.memory[0];
    let from = (sp.wrapping_add_signed(offset) - *start) as usize;
    memory[from..from + bytes.len()].copy_from_slice(bytes);
}

/// Registers of no contents, and a stack with the return address.
fn at_entry() -> Snapshot {
    let target = X86_64.target;
    let bytes = target.register_starts().last().copied().unwrap_or(0);
    let mut at = Snapshot {
        target,
        pc: 0x400,
        registers: vec![0; bytes],
        lengths: Vec::new(),
        memory: vec![(STACK.start, vec![0; 0x2000])],
    };
    set(&mut at, "rsp", &SP.to_le_bytes());
    store(&mut at, 0, &BACK.to_le_bytes());
    at
}

fn first(
    case: &Case,
    pairing: Pairing,
    readings: &crate::support::Readings,
    seen: &Observation,
) -> Vec<&'static str> {
    let plan = abi::plan(case, &mut X86_64.chooser(readings));
    let judged = judge(case, pairing, &plan, seen);
    judged.mismatches.iter().map(|mismatch| X86_64.target.short(mismatch.clauses[0])).collect()
}

/// First clauses of what is wrong when a function returns.
fn at_return(
    text: &str,
    enter: impl FnOnce(&mut Snapshot),
    leave: impl FnOnce(&mut Snapshot),
) -> Vec<&'static str> {
    let mut entry = at_entry();
    enter(&mut entry);
    let mut exit = entry.clone();
    exit.pc = BACK;
    set(&mut exit, "rsp", &(SP + 8).to_le_bytes());
    leave(&mut exit);
    let ground = Ground { stack: STACK, ..Ground::default() };
    let seen = Observation {
        entry: Some(entry),
        exit: Some(exit),
        return_address: Some(BACK),
        ..Observation::new(End::Returned, ground)
    };
    first(&X86_64.case(text), Pairing::Callee, &DOCUMENT, &seen)
}

/// First clauses of what is wrong when a function is called.
fn at_call(text: &str, change: impl FnOnce(&mut Snapshot)) -> Vec<&'static str> {
    let mut entry = at_entry();
    change(&mut entry);
    let ground = Ground { stack: STACK, ..Ground::default() };
    let seen = Observation {
        entry: Some(entry),
        return_address: Some(BACK),
        ..Observation::new(End::Returned, ground)
    };
    first(&X86_64.case(text), Pairing::Caller, &DOCUMENT, &seen)
}

/// The numbers of a case's only argument, or of its result.
fn numbers(text: &str) -> Vec<u128> {
    fn collect(value: &Value, into: &mut Vec<u128>) {
        match value {
            Value::Bits(bits) => into.push(*bits),
            Value::List(items) => items.iter().for_each(|item| collect(item, into)),
            Value::Member(_, inner) => collect(inner, into),
        }
    }
    let (case, mut all) = (X86_64.case(text), Vec::new());
    case.arguments.iter().chain(&case.result).for_each(|value| collect(value, &mut all));
    all
}

const NONE: [&str; 0] = [];

#[test]
fn what_a_function_gives_back() {
    let text = "void f(void)";
    let kept =
        |name: &'static str, bytes: &'static [u8]| at_return(text, |_| {}, |exit| set(exit, name, bytes));
    assert_eq!(at_return(text, |_| {}, |_| {}), NONE);
    assert_eq!(kept("rbx", &[1]), ["REG-03"]);
    assert_eq!(kept("rbp", &[1]), ["REG-05"]);
    assert_eq!(kept("r12", &[1]), ["REG-04"]);
    assert_eq!(kept("r15", &[1]), ["REG-04"]);
    for name in ["rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm8", "xmm15", "st0", "st7"] {
        assert_eq!(kept(name, &[1]), NONE, "{name}");
    }
    // The direction, and any other flag.
    assert_eq!(kept("rflags", &[0, 4]), ["REG-18"]);
    assert_eq!(kept("rflags", &[0xd5, 0x08]), NONE);
    // A rounding mode, and flags.
    assert_eq!(kept("mxcsr", &[0, 0x60]), ["REG-20"]);
    assert_eq!(kept("mxcsr", &[0x3f, 0]), NONE);
    assert_eq!(kept("fpcw", &[0, 0x0c]), ["REG-22"]);
    assert_eq!(kept("fpsw", &[0xff, 0x47]), NONE);
}

/// The return takes the return address off the stack, and nothing else.
#[test]
fn the_stack_pointer_comes_back() {
    let text = "void f(7*long)";
    let back = |sp: u64| at_return(text, |_| {}, |exit| set(exit, "rsp", &sp.to_le_bytes()));
    assert_eq!(back(SP + 8), NONE);
    assert_eq!(back(SP), ["REG-06"]);
    assert_eq!(back(SP + 16), ["REG-06"]);
}

#[test]
fn a_number_of_x87_has_eighty_bits() {
    let text = "long double f(void)";
    let bytes = numbers(text)[0].to_le_bytes();
    let st0 = |bytes: &[u8]| at_return(text, |_| {}, |exit| set(exit, "st0", bytes));
    assert_eq!(st0(&bytes[..10]), NONE);
    assert_eq!(st0(&bytes[..8]), ["RET-08"]);
    let text = "void f(long double)";
    let bytes = numbers(text)[0].to_le_bytes();
    let on_stack = |at: i64, len: usize| at_call(text, |entry| store(entry, at, &bytes[..len]));
    assert_eq!(on_stack(8, 10), NONE);
    assert_eq!(on_stack(8, 16), NONE);
    assert_eq!(on_stack(0x18, 10), ["ARG-46"]);
    let text = "long double _Complex f(void)";
    let [re, im] = numbers(text)[..] else { panic!("two parts") };
    let parts = |re: u128, im: u128| {
        at_return(
            text,
            |_| {},
            |exit| {
                set(exit, "st0", &re.to_le_bytes()[..10]);
                set(exit, "st1", &im.to_le_bytes()[..10]);
            },
        )
    };
    assert_eq!(parts(re, im), NONE);
    assert_eq!(parts(im, re)[0], "RET-09");
}

#[test]
fn results_in_registers() {
    let text = "struct { double a; long b; } f(void)";
    let [a, b] = numbers(text)[..] else { panic!("two members") };
    let in_both = |vector: &'static str, integer: &'static str| {
        at_return(
            text,
            |_| {},
            |exit| {
                set(exit, vector, &a.to_le_bytes()[..8]);
                set(exit, integer, &b.to_le_bytes()[..8]);
            },
        )
    };
    assert_eq!(in_both("xmm0", "rax"), NONE);
    assert_eq!(in_both("xmm0", "rdx"), ["RET-05"]);
    let text = "long f(void)";
    let value = numbers(text)[0].to_le_bytes();
    assert_eq!(at_return(text, |_| {}, |exit| set(exit, "rdx", &value[..8])), ["RET-05"]);
}

/// The address of a result in memory is in rax again.
#[test]
fn the_address_of_a_result_comes_back() {
    let text = "struct { long a[3]; } f(void)";
    let room = 0x7800_u64;
    let values: Vec<u8> = numbers(text).iter().flat_map(|value| value.to_le_bytes()[..8].to_vec()).collect();
    let returned = |rax: u64| {
        at_return(
            text,
            |entry| set(entry, "rdi", &room.to_le_bytes()),
            |exit| {
                let (start, memory) = &mut exit.memory[0];
                memory[(room - *start) as usize..][..24].copy_from_slice(&values);
                set(exit, "rax", &rax.to_le_bytes());
            },
        )
    };
    assert_eq!(returned(room), NONE);
    assert_eq!(returned(room + 8), ["RET-04"]);
}

#[test]
fn arguments_in_other_places() {
    let text = "void f(struct { long a, b; })";
    let [a, b] = numbers(text)[..] else { panic!("two members") };
    let both = |first: &'static str, second: &'static str| {
        at_call(text, |entry| {
            set(entry, first, &a.to_le_bytes()[..8]);
            set(entry, second, &b.to_le_bytes()[..8]);
        })
    };
    assert_eq!(both("rdi", "rsi"), NONE);
    assert_eq!(both("rsi", "rdx"), ["ARG-38"]);
    assert_eq!(both("rsi", "rdi"), ["ARG-38"]);
    // Nothing of it is in registers of its kind.
    assert_eq!(both("xmm0", "xmm1"), ["ARG-25"]);
    let text = "void f(struct { float a, b; })";
    let [a, b] = numbers(text)[..] else { panic!("two members") };
    let apart = at_call(text, |entry| {
        set(entry, "xmm0", &a.to_le_bytes()[..4]);
        set(entry, "xmm1", &b.to_le_bytes()[..4]);
    });
    assert_eq!(apart, ["ARG-26"]);
    let text = "void f(struct __attribute__((packed)) { char a; long b; })";
    let [a, b] = numbers(text)[..] else { panic!("two members") };
    let bytes = [&a.to_le_bytes()[..1], &b.to_le_bytes()[..8]].concat();
    assert_eq!(at_call(text, |entry| store(entry, 8, &bytes)), NONE);
    let in_registers = at_call(text, |entry| {
        set(entry, "rdi", &bytes[..8]);
        set(entry, "rsi", &bytes[8..]);
    });
    assert_eq!(in_registers, ["ARG-21"]);
    let text = "void f(double)";
    let value = numbers(text)[0].to_le_bytes();
    assert_eq!(at_call(text, |entry| set(entry, "rdi", &value[..8])), ["ARG-40"]);
}

/// A truth value is 0 or 1 in its lowest byte, and what is above is anybody's.
#[test]
fn truth_values() {
    let passed = |bytes: &'static [u8]| at_call("void f(_Bool)", |entry| set(entry, "rdi", bytes));
    assert_eq!(passed(&[1, 0xaa, 0xaa]), NONE);
    assert_eq!(passed(&[2]), ["TYPE-32"]);
    let back = |bytes: &'static [u8]| at_return("_Bool f(void)", |_| {}, |exit| set(exit, "rax", bytes));
    assert_eq!(back(&[1, 0xaa]), NONE);
}

/// al is an upper bound of the number of vector registers.
#[test]
fn the_count_in_al() {
    let text = "void f(double, ..., double)";
    let values = numbers(text);
    let count = |al: u8| {
        at_call(text, |entry| {
            set(entry, "xmm0", &values[0].to_le_bytes()[..8]);
            set(entry, "xmm1", &values[1].to_le_bytes()[..8]);
            set(entry, "rax", &[al, 0xaa, 0xaa]);
        })
    };
    assert_eq!([2, 3, 8].map(count), [NONE; 3]);
    assert_eq!([0, 1, 9].map(count), [["VAR-02"]; 3]);
}

/// The stack pointer is aligned for an argument that is aligned to more than 16.
#[test]
fn alignment_for_an_argument() {
    let text = "void f(struct __attribute__((aligned(32))) { long a, b; })";
    let [a, b] = numbers(text)[..] else { panic!("two members") };
    let entered = |sp: u64| {
        at_call(text, |entry| {
            set(entry, "rsp", &sp.to_le_bytes());
            store(entry, 0, &BACK.to_le_bytes());
            store(entry, 8, &a.to_le_bytes()[..8]);
            store(entry, 16, &b.to_le_bytes()[..8]);
        })
    };
    assert_eq!(entered(0x6ff8), NONE);
    assert_eq!(entered(0x6fe8), ["STACK-05"]);
}

/// First clauses of what is wrong with accesses of a function.
fn accesses(readings: &'static [(&'static str, &'static str)], events: &[Event]) -> Vec<&'static str> {
    let entry = at_entry();
    let mut exit = entry.clone();
    exit.pc = BACK;
    set(&mut exit, "rsp", &(SP + 8).to_le_bytes());
    // A function that no other unit can call is called with any stack pointer.
    let ground =
        Ground { stack: STACK, subject_code: std::iter::once(0x400..0x900).collect(), ..Ground::default() };
    let seen = Observation {
        entry: Some(entry),
        exit: Some(exit),
        return_address: Some(BACK),
        events: events.to_vec(),
        ..Observation::new(End::Returned, ground)
    };
    first(&X86_64.case("void f(void)"), Pairing::Callee, &X86_64.readings(readings), &seen)
}

#[test]
fn the_red_zone() {
    let write = |below: u64| Event::Write { pc: 0x410, address: SP - below, len: 8, sp: SP };
    let read = |below: u64| Event::Read { pc: 0x414, address: SP - below, len: 8, sp: SP };
    assert_eq!(accesses(&[], &[write(128), read(128), write(8)]), NONE);
    assert_eq!(accesses(&[], &[write(129)]), ["STACK-09"]);
    assert_eq!(accesses(&[], &[read(136)]), ["STACK-09"]);
    let written_only = &[("STACK-09", "R2")];
    assert_eq!(accesses(written_only, &[write(128), read(128)]), NONE);
    assert_eq!(accesses(written_only, &[write(400)]), NONE);
    assert_eq!(accesses(written_only, &[write(400), read(400)]), ["STACK-09"]);
    // A call may destroy it.
    let call = Event::Call { pc: 0x412, target: 0x800, return_address: 0x417, sp: SP - 8 };
    let pushes = Event::StackPointer { pc: 0x412, sp: SP - 8 };
    for readings in [&[], written_only.as_slice()] {
        for below in [8, 16, 128] {
            let kept = [write(below), pushes.clone(), call.clone(), read(below)];
            assert_eq!(accesses(readings, &kept), ["STACK-09"], "{below}");
        }
        let again = [write(16), pushes.clone(), call.clone(), write(16), read(16)];
        assert_eq!(accesses(readings, &again), NONE);
        let frame = |sp| Event::StackPointer { pc: 0x411, sp };
        let inside = [write(16), frame(SP - 16), pushes.clone(), call.clone(), frame(SP), read(16)];
        assert_eq!(accesses(readings, &inside), NONE);
    }
    // Read when the pointer has moved on: written in the red zone, and beyond it.
    let later = |below: u64| Event::Read { pc: 0x414, address: SP - below, len: 8, sp: SP - 512 };
    let moved = Event::StackPointer { pc: 0x412, sp: SP - 512 };
    assert_eq!(accesses(written_only, &[write(64), moved.clone(), later(64)]), NONE);
    assert_eq!(accesses(written_only, &[write(400), moved.clone(), later(400)]), ["STACK-09"]);
}

/// The return address is the caller's, the arguments behind it are the function's.
#[test]
fn owners_of_the_stack() {
    let case = X86_64.case("void f(7*long)");
    let entry = at_entry();
    let written = |offset: u64| {
        let mut exit = entry.clone();
        exit.pc = BACK;
        set(&mut exit, "rsp", &(SP + 8).to_le_bytes());
        let ground = Ground { stack: STACK, ..Ground::default() };
        let seen = Observation {
            entry: Some(entry.clone()),
            exit: Some(exit),
            return_address: Some(BACK),
            events: vec![Event::Write { pc: 0x410, address: SP + offset, len: 8, sp: SP }],
            ..Observation::new(End::Returned, ground)
        };
        first(&case, Pairing::Callee, &DOCUMENT, &seen)
    };
    assert_eq!(written(8), NONE);
    assert_eq!(written(0), ["S25"]);
    assert_eq!(written(16), ["S25"]);
}

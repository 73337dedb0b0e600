//! Behaviour of the simulator beyond single instructions: calls, breakpoints, repeats, observers, changing code,
//! host calls, the supervisor, starting again.

use crate::support::calls::{self, Calls, address, sealed_contents_return, word};
use crate::support::log::Log;
use crosscall_machines::executable::Executable;
use crosscall_machines::ipu::execute::Tile;
use crosscall_machines::ipu::link::{HOST_WINDOW, MEMORY, STACK_TOP};
use crosscall_machines::ipu::runtime::{CALL_CLOBBERED, RuntimePolicy};
use crosscall_machines::machine::{FaultKind, Machine, State, Stop};

/// Numbers of registers.
const A0: u16 = 16;
const PC: u16 = 32;
const REPEAT_COUNT: u16 = 33;
const REPEAT_FIRST: u16 = 34;
const REPEAT_END: u16 = 35;
const FP_CTL: u16 = 37;
const MODE: u16 = 38;

fn program(text: &str) -> Executable {
    calls::program("ipu", text)
}

fn start(program: &Executable) -> Tile {
    calls::start(Tile::new().expect("the default memory map is valid"), program, 11)
}

/// A word of the code of a text.
fn code(text: &str, index: usize) -> u64 {
    let program = program(text);
    let bytes = program.segments.first().expect("the code").data.as_slice();
    let word = bytes.get(4 * index..4 * index + 4).expect("the word");
    u32::from_le_bytes(word.try_into().expect("four bytes")).into()
}

/// Calls `f` and expects this fault at the label `at`.
fn expect_fault(text: &str, at: &str, kind: FaultKind, message: &str) {
    let program = program(text);
    let found = calls::expect_fault(start(&program), &program, at, kind);
    assert!(found.starts_with(message), "{text}: {found}");
}

const SUM: &str = "
outer:  add $m11, $m11, -8
        st32 $m10, $m11, 0
        setzi $m0, 3
        setzi $m1, 4
        call $m10, sum
after:  add $m0, $m0, 1
        ld32 $m10, $m11, 0
        add $m11, $m11, 8
        br $m10
sum:    add $m11, $m11, -8
        st32 $m10, $m11, 0
        add $m0, $m0, $m1
        call $m10, leaf
        ld32 $m10, $m11, 0
        add $m11, $m11, 8
        br $m10
leaf:   shl $m0, $m0, 1
        br $m10
";

fn calls() -> Calls<Tile> {
    Calls {
        program: program(SUM),
        start,
        prefix: "",
        step: 4,
        wild: &[0x1234_5678],
        first: 0,
        stack: (11, STACK_TOP),
        link: Some((10, HOST_WINDOW.return_address())),
        instructions: (18, 4),
        magic: HOST_WINDOW.return_address(),
    }
}

calls::tests_of!(calls());

#[test]
fn the_program_counter_is_a_register_too() {
    calls().the_program_counter_is_a_register(PC, |address| address);
}

const REPEAT: &str = "
        .align 8
f:      zero $m0
        nop
        { rpt 3, 1 ; fnop }
first:  { add $m0, $m0, 1 ; fnop }
second: { shl $m0, $m0, 4 ; fnop }
behind: br $m10
";

#[test]
fn a_repeat_may_be_cut_anywhere() {
    let program = program(REPEAT);
    let (first, second, behind) =
        (address(&program, "first"), address(&program, "second"), address(&program, "behind"));
    let mut tile = start(&program);
    for cut in 0..=10 {
        tile.reset();
        let magic = tile.begin_call(address(&program, "f"));
        assert_eq!(tile.run(cut), Stop::Budget);
        assert_eq!(tile.instructions(), cut);
        if cut == 6 {
            // The second time, before its second bundle.
            assert_eq!((tile.pc(), tile.register(0)), (second, 0x11));
            assert_eq!(tile.register(REPEAT_COUNT), 2);
            assert_eq!((tile.register(REPEAT_FIRST), tile.register(REPEAT_END)), (first, behind));
        }
        assert_eq!(tile.run(100), Stop::Breakpoint(magic));
        assert_eq!((tile.register(0), tile.instructions()), (0x1110, 10));
        assert_eq!(tile.register(REPEAT_COUNT), 0);
    }
    // A breakpoint in the body is met each time.
    tile.reset();
    tile.set_breakpoints(&[second]);
    let magic = tile.begin_call(address(&program, "f"));
    for value in [1, 0x11, 0x111] {
        assert_eq!(tile.run(100), Stop::Breakpoint(second));
        assert_eq!(tile.register(0), value);
    }
    assert_eq!(tile.run(100), Stop::Breakpoint(magic));
}

#[test]
fn a_count_in_a_register_has_16_bits_and_may_be_zero() {
    let program = program(&REPEAT.replace("rpt 3,", "rpt $m1,"));
    let mut tile = start(&program);
    for (count, value, instructions) in [(0, 0, 4), (1, 0x10, 6), (0x1_0002, 0x110, 8), (0xffff_0000, 0, 4)] {
        tile.reset();
        tile.set_register(1, count);
        let magic = tile.begin_call(address(&program, "f"));
        assert_eq!(tile.run(100), Stop::Breakpoint(magic));
        assert_eq!((tile.register(0), tile.instructions()), (value, instructions), "{count:#x}");
    }
}

#[test]
fn observers_see_everything_in_order() {
    let program = program(
        "
f:      mov $m5, $m10
        { ld64step $a0:1, $m11, $mzero+=, 1 ; setzi $a2, 3 }
        st32 $m5, $m11, 1
        ld32step $m1, $m11, $m3+=, 2
        setzi $m0, 100
        setzi $m1, 7
        call $m10, __udivsi3
        br $m7
",
    );
    let f = address(&program, "f");
    let serve = address(&program, "__udivsi3");
    let mut expected: Vec<String> = Vec::new();
    let mut push = |text: &str| expected.push(text.to_string());
    let step = |offset: u64| format!("step {:x}", f + offset);
    let magic = HOST_WINDOW.return_address();
    push(&step(0));
    push(&format!("r5 0 -> {magic:x}"));
    push(&step(4));
    push("read e0000 8");
    push("r16 0 -> 0");
    push("r17 0 -> 0");
    push("r18 0 -> 3");
    push(&step(12));
    push("write e0004 4 over [00, 00, 00, 00]");
    push(&step(16));
    push("read e0000 4");
    push("r1 0 -> 0");
    push("r3 0 -> 8");
    push(&step(20));
    push("r0 0 -> 64");
    push(&step(24));
    push("r1 0 -> 7");
    push(&step(28));
    push(&format!("r10 {magic:x} -> {:x}", f + 32));
    push(&format!("call {serve:x} back to {:x}", f + 32));
    push(&format!("step {serve:x}"));
    push("runtime __udivsi3");
    for (register, old) in (0..7).zip([100, 7, 0, 8, 0, magic, 0]) {
        push(&format!("r{register} {old:x} -> bad0000{register:x}"));
    }
    push(&format!("r10 {:x} -> bad0000a", f + 32));
    for (register, old) in (16..22).zip([0, 0, 3, 0, 0, 0]) {
        push(&format!("r{register} {old:x} -> bad000{register:02x}"));
    }
    push("r0 bad00000 -> e");
    push(&step(32));
    let ready = || {
        let mut tile = start(&program);
        tile.begin_call(f);
        tile.set_register(7, magic);
        tile
    };
    calls::is_observed_as(ready, magic, &expected);
}

#[test]
fn changed_code_is_decoded_again() {
    // Goes round twice; the first time replaces an instruction and both halves of a bundle.
    let program = program(
        "
f:      zero $m0
        setzi $m9, 2
again:
patch:  add $m0, $m0, 1
bundle: { add $m1, $m1, 1 ; fnop }
        st32 $m2, $m3, 0
        st32 $m4, $m5, 0
        st32 $m6, $m7, 0
        add $m9, $m9, -1
        brnz $m9, again
        br $m10
        .bss
        .align 4
other:  .space 4
",
    );
    let mut tile = start(&program);
    let magic = tile.begin_call(address(&program, "f"));
    let changed = "{ add $m1, $m1, 0x20 ; setzi $a0, 5 }";
    let patch = address(&program, "patch");
    tile.set_register(2, code("add $m0, $m0, 2", 0));
    tile.set_register(3, patch);
    tile.set_register(4, code(changed, 0));
    tile.set_register(5, address(&program, "bundle"));
    tile.set_register(6, code(changed, 1));
    tile.set_register(7, address(&program, "bundle") + 4);
    assert_eq!(tile.run(100), Stop::Breakpoint(magic));
    assert_eq!((tile.register(0), tile.register(1), tile.register(A0)), (3, 0x21, 5));
    // A reset brings the old instructions back.
    tile.reset();
    for register in [3, 5, 7] {
        tile.set_register(register, address(&program, "other"));
    }
    tile.begin_call(address(&program, "f"));
    assert_eq!(tile.run(100), Stop::Breakpoint(magic));
    assert_eq!((tile.register(0), tile.register(1), tile.register(A0)), (2, 2, 0));
    // The host may change code too, at a breakpoint even.
    tile.set_breakpoints(&[patch]);
    tile.begin_call(address(&program, "f"));
    assert_eq!(tile.run(100), Stop::Breakpoint(patch));
    tile.write(patch, &(code("add $m0, $m0, 3", 0) as u32).to_le_bytes()).expect("code is memory");
    assert_eq!(tile.run(1), Stop::Budget);
    assert_eq!(tile.register(0), 3);
}

#[test]
fn a_reset_restores_memory_and_registers() {
    let program = program(
        "
f:      setzi $m0, count
        ld32 $m1, $m0, 0
        add $m1, $m1, 1
        st32 $m1, $m0, 0
        st32 $m1, $m11, 4
        setzi $a7, 9
        uput $FP_CTL, $a7
        br $m10
        .data
        .align 4
count:  .long 41
",
    );
    let mut tile = start(&program);
    let count = address(&program, "count");
    for _ in 0..3 {
        tile.reset();
        assert_eq!((word(&tile, count), word(&tile, STACK_TOP + 16)), (41, 0));
        assert_eq!((tile.pc(), tile.register(1), tile.register(12)), (program.entry, 0, STACK_TOP));
        assert_eq!((tile.register(A0 + 7), tile.register(FP_CTL)), (0, 0));
        tile.set_register(11, STACK_TOP);
        let magic = tile.begin_call(address(&program, "f"));
        assert_eq!(tile.run(100), Stop::Breakpoint(magic));
        assert_eq!((word(&tile, count), word(&tile, STACK_TOP + 16)), (42, 42));
        assert_eq!((tile.register(A0 + 7), tile.register(FP_CTL)), (9, 9));
        assert_eq!(tile.output(), b"");
    }
    sealed_contents_return(&mut tile, count);
}

#[test]
fn poisoned_registers_and_stack_show_what_a_function_touches() {
    // These read zero or do not exist.
    let absent = [14, 15, 24, 25, 26, 27, 28, 29, 30, 31];
    let stack = calls().poisoned_stack_after_a_call(32, &absent);
    assert_eq!(stack[..48], [0xA5; 48]);
    assert_eq!((&stack[52..56], &stack[60..]), (&[0xA5; 4][..], &[0xA5; 4][..]));
}

#[test]
fn registers_that_only_the_hardware_writes() {
    let program = program(
        "
f:      or $m0, $mworker_base, 1
        or $m1, $mvertex_base, 2
        mov $m2, $mzero
        mov $m3, $a15
        br $m10
",
    );
    let mut tile = start(&program);
    tile.set_register(12, 0x100);
    tile.set_register(13, 0x200);
    tile.set_register(15, 7);
    tile.set_register(A0 + 15, 7);
    let magic = tile.begin_call(address(&program, "f"));
    assert_eq!(tile.run(100), Stop::Breakpoint(magic));
    let values: Vec<u64> = (0..4).map(|index| tile.register(index)).collect();
    assert_eq!(values, [0x101, 0x202, 0, 0]);
}

/// Loads come before the store, memory before registers, and the addresses last.
#[test]
fn packed_accesses_are_observed() {
    let text = "f: ld2xst64pace $a0:3, $a2:3, $m2:3+=, $mzero, 0\nbr $m10\n";
    let program = program(text);
    let mut tile = start(&program);
    let end = tile.begin_call(address(&program, "f"));
    // Addresses 0x50000, 0x50010 and 0x50020; the low 11 bits of the third are 0x20, the others 0xa0.
    tile.set_register(2, 0x0405_0000);
    tile.set_register(3, 0x1405_0010);
    tile.write(0x5_0000, &[1, 0, 0, 0, 2, 0, 0, 0]).expect("memory");
    tile.write(0x5_0010, &[3, 0, 0, 0, 4, 0, 0, 0]).expect("memory");
    tile.set_register(A0 + 2, 5);
    let mut log = Log::default();
    assert_eq!(tile.run_with(10, &mut log), Stop::Breakpoint(end));
    let f = address(&program, "f");
    let expected = [
        format!("step {f:x}"),
        "read 50000 8".to_string(),
        "read 50010 8".to_string(),
        "write 50020 8 over [00, 00, 00, 00, 00, 00, 00, 00]".to_string(),
        "r16 0 -> 1".to_string(),
        "r17 0 -> 2".to_string(),
        "r18 5 -> 3".to_string(),
        "r19 0 -> 4".to_string(),
        "r2 4050000 -> 5050008".to_string(),
        "r3 14050010 -> 14050018".to_string(),
        format!("step {:x}", f + 4),
    ];
    assert_eq!(log.0, expected);
    assert_eq!(word(&tile, 0x5_0020), 5);
}

#[test]
fn faults_say_what_is_wrong() {
    let add = code("add $m0, $m0, 1", 0);
    let bundle = code("{ add $m0, $m0, 1 ; fnop }", 0);
    let cases: &[(&str, &str, FaultKind, &str)] = &[
        ("f: ld32 $m0, $mzero, 0", "f", FaultKind::Unmapped, "no memory for an access of 4 bytes at 0x0"),
        ("f: setzi $m1, 0x50002\nx: ld32 $m0, $m1, 0", "x", FaultKind::Misaligned, "misaligned access of"),
        ("f: setzi $m1, 0x50004\nx: st64 $a0:1, $m1, 0", "x", FaultKind::Misaligned, "misaligned access of"),
        (
            "f: setzi $m1, 0x50008\nx: ld128 $a0:3, $m1, $mzero, 0",
            "x",
            FaultKind::Misaligned,
            "misaligned access of",
        ),
        (
            "f: setzi $m1, 0x50001\nx: ldz16 $m1, $m1, $mzero, 0",
            "x",
            FaultKind::Misaligned,
            "misaligned access of",
        ),
        (
            "f: setzi $m1, 0x50002\nx: br $m1",
            "x",
            FaultKind::Misaligned,
            "jump to a misaligned address (0x50002)",
        ),
        ("f: setzi $m1, 0x80000\nbr $m1", "", FaultKind::WildJump, "there is no code here (0x80000)"),
        ("f: trap 3", "f", FaultKind::Exception, "the program executed `trap` (0x3)"),
        ("f: urand32 $a0", "f", FaultKind::Unsupported, "the random number generator is not simulated"),
        (
            "f: st64pace $a0:1, $m2:3+=, $mzero, 0x09",
            "f",
            FaultKind::Unsupported,
            "the upper bits of the constant must be 0",
        ),
        (
            ".align 8\nf: { rpt 2, 0 ; fnop }\nx: nop\nnop",
            "x",
            FaultKind::Exception,
            "the body of a repeat holds only bundles",
        ),
        (
            ".align 8\nf: { rpt 2, 0 ; fnop }\nx: { br $m10 ; fnop }",
            "x",
            FaultKind::Exception,
            "the body of a repeat cannot hold control and system instructions",
        ),
    ];
    for &(text, at, kind, message) in cases {
        let text = format!(".allow_invalid_repeat\n{text}\n");
        let text =
            if message.contains("repeat") { text } else { text.replace(".allow_invalid_repeat\n", "") };
        expect_fault(&text, at, kind, message);
    }
    let unknown = format!("f: .long 0xfffffff\n.long {add}\n");
    expect_fault(&unknown, "f", FaultKind::Illegal, "this word is no instruction (0xfffffff)");
    let half = format!("f: .long {bundle}, {add}\n");
    expect_fault(&half, "f", FaultKind::Illegal, "this word and the next are no bundle");
    let cut = format!("f: nop\nx: .long {bundle}\n");
    expect_fault(&cut, "x", FaultKind::WildJump, "the bundle reaches over the end of the code");
}

#[test]
fn the_supervisor_has_no_a_registers_and_reads_zero_as_worker_base() {
    let program = program(
        "
        .supervisor
f:      mov $m0, $mworker_base
        get $m1, $PC
        br $m10
        .worker
g:      setzi $a0, 1
        br $m10
h:      { nop ; fnop }
        br $m10
",
    );
    let mut tile = start(&program);
    tile.set_register(MODE, 1);
    assert_eq!(tile.register(MODE), 1);
    let f = address(&program, "f");
    let magic = tile.begin_call(f);
    assert_eq!(tile.run(100), Stop::Breakpoint(magic));
    assert_eq!((tile.register(0), tile.register(1)), (0, f + 4));
    for name in ["g", "h"] {
        tile.begin_call(address(&program, name));
        let Stop::Fault(fault) = tile.run(100) else { panic!("{name}") };
        assert_eq!((fault.kind, fault.pc), (FaultKind::Illegal, address(&program, name)));
        assert!(fault.text.starts_with("the supervisor cannot execute this instruction"), "{fault}");
    }
    tile.set_register(MODE, 0);
    assert_eq!(tile.register(12), STACK_TOP);
    tile.begin_call(address(&program, "g"));
    assert_eq!(tile.run(100), Stop::Breakpoint(magic));
    assert_eq!(tile.register(A0), 1);
}

#[test]
fn workers_run_one_after_the_other_and_the_supervisor_goes_on() {
    let program = program(
        "
        .supervisor
f:      setzi $m0, work
        setzi $m1, states
        setzi $m9, 77
        runall $m0, $m1, 2
        ld32 $m2, $m1, 0
        br $m10
        .worker
work:   ld32 $m0, $mvertex_base, 0
        add $m0, $m0, 1
        st32 $m0, $mvertex_base, 0
        mov $m9, $m0
        exitz $mzero
        .data
        .align 8
states: .long 10, 0, 20, 0, 30, 0, 40, 0, 50, 0, 60, 0, 70
",
    );
    let mut tile = start(&program);
    tile.set_register(MODE, 1);
    let magic = tile.begin_call(address(&program, "f"));
    let stop = tile.run(100);
    if let Stop::Fault(fault) = &stop {
        panic!("{fault}");
    }
    assert_eq!(stop, Stop::Breakpoint(magic));
    let states = address(&program, "states");
    let values: Vec<u32> = (0..7).map(|index| word(&tile, states + 8 * index)).collect();
    assert_eq!(values, [11, 21, 31, 41, 51, 61, 70]);
    assert_eq!((tile.register(MODE), tile.register(2), tile.register(9)), (1, 11, 77));
}

/// Calls a served function with these M registers and `$a0`.
fn serve(name: &str, supervisor: bool, m: [u64; 4], a0: u64) -> (Tile, Stop) {
    let program = program(&format!("f: setzi $m0, {name}\n"));
    let mut tile = start(&program);
    tile.set_supervisor(supervisor);
    let magic = tile.begin_call(address(&program, name));
    for index in 0..24 {
        if ![10, 11, 12, 13, 14, 15].contains(&index) {
            tile.set_register(index, 0x1111_0000 + u64::from(index));
        }
    }
    for (index, value) in (0..).zip(m) {
        tile.set_register(index, value);
    }
    tile.set_register(A0, a0);
    let stop = tile.run(1);
    if stop == Stop::Budget {
        assert_eq!(tile.pc(), magic, "{name}");
    }
    (tile, stop)
}

#[test]
fn served_functions_take_their_operands_by_the_calling_rules() {
    let one_and_a_half = (1.5f64.to_bits() & 0xffff_ffff, 1.5f64.to_bits() >> 32);
    let single = u64::from(1.5f32.to_bits());
    let big = 1_000_000_000_000_000_000u64;
    let small = 1_000_000_007u64;
    let low = |value: u64| value & 0xffff_ffff;
    let cases = [
        ("__divsi3", false, [-100i32 as u32 as u64, 7, 0, 0], 0, [-14i32 as u32 as u64, 0]),
        ("__umodsi3", false, [0xffff_ffff, 10, 0, 0], 0, [5, 0]),
        ("__supervisor_modsi3", true, [-100i32 as u32 as u64, 7, 0, 0], 0, [-2i32 as u32 as u64, 0]),
        ("__udivdi3", false, [low(big), big >> 32, small, 0], 0, [low(big / small), (big / small) >> 32]),
        ("__muldi3", false, [low(big), big >> 32, 3, 0], 0, [low(3 * big), (3 * big) >> 32]),
        ("__extendsfdf2", false, [0; 4], single, one_and_a_half.into()),
        ("__extendsfdf2", true, [single, 0, 0, 0], 0, one_and_a_half.into()),
        ("__fixdfsi", false, [one_and_a_half.0, one_and_a_half.1, 0, 0], 0, [1, 0]),
    ];
    for (name, supervisor, m, a0, result) in cases {
        let (tile, stop) = serve(name, supervisor, m, a0);
        assert_eq!(stop, Stop::Budget, "{name}");
        assert_eq!(tile.register(0), result[0], "{name}");
        if result[1] != 0 {
            assert_eq!(tile.register(1), result[1], "{name}");
        }
        // Registers that a call may change are filled; the others stay.
        for index in (2..10).chain(16..24) {
            let clobbered = CALL_CLOBBERED >> index & 1 == 1 && !(supervisor && index >= 16);
            let before = match index {
                2 | 3 => m[usize::from(index)],
                16 => a0,
                _ => 0x1111_0000 + u64::from(index),
            };
            let expected = if clobbered { 0xBAD0_0000 + u64::from(index) } else { before };
            assert_eq!(tile.register(index), expected, "{name}: {index}");
        }
    }
    let (tile, _) = serve("__truncdfsf2", false, [one_and_a_half.0, one_and_a_half.1, 0, 0], 0);
    assert_eq!(tile.register(A0), single);
    assert_eq!(tile.register(0), 0xBAD0_0000);
}

#[test]
fn poison_is_a_choice() {
    let program = program("f: br $m10\n");
    let mut tile = start(&program);
    tile.set_runtime_policy(RuntimePolicy { scratch: CALL_CLOBBERED, poison: None });
    tile.begin_call(address(&program, "f"));
    assert_eq!(tile.run(1), Stop::Budget);
    let mut program = super::machine::program("f: br $m10\n.globl g\ng: setzi $m0, __udivsi3\n");
    program.entry = address(&program, "__udivsi3");
    tile.load(&program).expect("it fits");
    tile.begin_call(program.entry);
    for (register, value) in [(0, 9), (1, 3), (2, 5)] {
        tile.set_register(register, value);
    }
    assert_eq!(tile.run(1), Stop::Budget);
    assert_eq!((tile.register(0), tile.register(1), tile.register(2)), (3, 3, 5));
}

#[test]
fn stores_of_less_than_a_word_are_served() {
    let place = MEMORY + 0x1000;
    let cases = [
        ("__st8", false, 1, 0x0403_dd01u32),
        ("__st16", false, 0, 0x0403_ccdd),
        ("__st16_misaligned", false, 1, 0x04cc_dd01),
        ("__st32_align1", false, 0, 0xaabb_ccdd),
        ("__supervisor_st16_misaligned", true, 1, 0x04cc_dd01),
        ("__st16f", false, 2, 0x3344_0201),
        ("__st32f_align2", false, 0, 0x1122_3344),
    ];
    for (name, supervisor, offset, expected) in cases {
        let program = program(&format!("f: setzi $m0, {name}\n"));
        let mut tile = start(&program);
        tile.set_supervisor(supervisor);
        tile.write(place, &[1, 2, 3, 4]).expect("memory");
        tile.begin_call(address(&program, name));
        tile.set_register(0, place + offset);
        tile.set_register(1, 0xaabb_ccdd);
        tile.set_register(A0, 0x1122_3344);
        assert_eq!(tile.run(1), Stop::Budget, "{name}");
        assert_eq!(word(&tile, place), expected, "{name}");
    }
}

#[test]
fn faults_of_the_runtime_are_clear() {
    let wild = 0x4000_0000;
    let cases: [(&str, [u64; 4], FaultKind, &str); 6] = [
        ("__udivsi3", [1, 0, 0, 0], FaultKind::Runtime, "no answer for its operands"),
        ("__supervisor_divsi3", [1, 0, 0, 0], FaultKind::Runtime, "no answer for its operands"),
        ("abort", [0; 4], FaultKind::Abort, "abort was called"),
        (
            "memcpy",
            [wild, wild, 16, 0],
            FaultKind::Unmapped,
            "no memory for an access of 16 bytes at 0x40000000",
        ),
        ("__st16", [MEMORY + 0x1001, 0, 0, 0], FaultKind::Misaligned, "misaligned address (0x4d001)"),
        ("__st8", [wild, 0, 0, 0], FaultKind::Unmapped, "no memory for an access of 1 byte at 0x40000000"),
    ];
    for (name, m, kind, text) in cases {
        let (tile, stop) = serve(name, false, m, 0);
        let Stop::Fault(fault) = stop else { panic!("{name}: {stop:?}") };
        assert_eq!((fault.kind, fault.pc), (kind, tile.pc()), "{name}: {fault}");
        assert!(fault.text.contains(text), "{name}: {fault}");
    }
    let (_, stop) = serve("__st16f", true, [MEMORY; 4], 0);
    let Stop::Fault(fault) = stop else { panic!("{stop:?}") };
    assert!(fault.text.contains("the supervisor has no A registers"), "{fault}");
}

//! Behaviour of the simulator beyond single instructions: calls, breakpoints, observers, changing code, memories,
//! host calls, starting again.

use crate::support::calls::{self, Calls, address, sealed_contents_return, word as read};
use crosscall_machines::dpu::execute::{Core, FLAGS, ID, PC};
use crosscall_machines::dpu::link::{ATOMIC, HOST_WINDOW, IRAM, MRAM, STACK_BASE, index_of_address};
use crosscall_machines::dpu::runtime::{CALL_CLOBBERED, RuntimePolicy};
use crosscall_machines::executable::Executable;
use crosscall_machines::machine::{FaultKind, Machine, State, Stop};

fn program(text: &str) -> Executable {
    calls::program("dpu", text)
}

fn start(program: &Executable) -> Core {
    calls::start(Core::new().expect("the default memory map is valid"), program, 22)
}

/// Calls `f` and expects this fault at the label `at`.
fn expect_fault(text: &str, at: &str, kind: FaultKind, message: &str) {
    let program = program(text);
    assert_eq!(calls::expect_fault(start(&program), &program, at, kind), message);
}

const SUM: &str = "
        .globl sum, leaf, after, outer
outer:  sd r22, 0, d22
        add r22, r22, 8
        move r0, 3
        move r1, 4
        call r23, sum
after:  add r0, r0, 1
        ld d22, r22, -8
        jump r23
sum:    sd r22, 0, d22
        add r22, r22, 8
        add r0, r0, r1
        call r23, leaf
        ld d22, r22, -8
        jump r23
leaf:   lsl r0, r0, 1
        jump r23
";

fn calls() -> Calls<Core> {
    Calls {
        program: program(SUM),
        start,
        prefix: "",
        step: 8,
        wild: &[0x1234_5678],
        first: 0,
        stack: (22, STACK_BASE),
        // The program sees the number of an instruction.
        link: Some((23, 0x8000)),
        instructions: (16, 4),
        magic: HOST_WINDOW.return_address(),
    }
}

calls::tests_of!(calls());

#[test]
fn the_program_counter_is_a_register_too() {
    calls().the_program_counter_is_a_register(PC, |address| index_of_address(address).into());
}

#[test]
fn observers_see_everything_in_order() {
    let program = program(
        "       .globl f
f:      move r15, r23
        sd r22, 0, d14
        lw r2, r22, 4
        acquire zero, 5, z, . + 1
        move r0, 100
        move r1, 7
        call r23, __udiv32
        jump r15
",
    );
    let f = address(&program, "f");
    let serve = program.address_of("__udiv32").expect("served");
    assert!(HOST_WINDOW.contains(serve));
    let step = |index: u64| format!("step {:x}", f + 8 * index);
    let expected = [
        step(0),
        "r15 0 -> 8000".to_string(),
        step(1),
        "write a000 8 over [00, 00, 00, 00, 00, 00, 00, 00]".to_string(),
        step(2),
        "read a004 4".to_string(),
        "r2 0 -> 0".to_string(),
        step(3),
        format!("read {:x} 1", ATOMIC + 5),
        format!("write {:x} 1 over [00]", ATOMIC + 5),
        step(4),
        "r0 0 -> 64".to_string(),
        step(5),
        "r1 0 -> 7".to_string(),
        step(6),
        format!("r23 8000 -> {:x}", index_of_address(f) + 7),
        format!("call {serve:x} back to {:x}", f + 56),
        format!("step {serve:x}"),
        "runtime __udiv32".to_string(),
        "r2 0 -> bad00002".to_string(),
        "r3 0 -> bad00003".to_string(),
        "r4 0 -> bad00004".to_string(),
        "r0 64 -> e".to_string(),
        "r1 7 -> 2".to_string(),
        step(7),
    ];
    let ready = || {
        let mut core = start(&program);
        core.begin_call(f);
        core
    };
    calls::is_observed_as(ready, HOST_WINDOW.return_address(), &expected);
}

#[test]
fn changed_code_is_decoded_again() {
    // Executes `add r0, r0, 1`, has DMA replace it by `add r0, r0, 2`, and goes round again.
    let program = program(
        "       .globl f, patch
f:      move r0, 0
        move r5, 2
        move r1, 2 * 8 * 0
        move r1, offset
        move r2, new
again:
patch:  add r0, r0, 1
        ldmai r1, r2, 0
        add r5, r5, -1, nz, again
        jump r23
        offset = 5 * 8
        .section .mram, \"aw\", @progbits
new:    .quad 0x0000000300200000
",
    );
    let mut core = start(&program);
    let magic = core.begin_call(address(&program, "f"));
    assert_eq!(address(&program, "patch"), IRAM + 40);
    assert_eq!(core.run(100), Stop::Breakpoint(magic));
    assert_eq!(core.register(0), 1 + 2);
    // A reset brings the old instruction back; the host may change code too, at a breakpoint even.
    core.reset();
    let patch = address(&program, "patch");
    core.set_breakpoints(&[patch]);
    core.begin_call(address(&program, "f"));
    assert_eq!(core.run(100), Stop::Breakpoint(patch));
    core.write(patch, &0x0003_0050_0000_u64.to_le_bytes()).expect("code is memory");
    assert_eq!(core.run(1), Stop::Budget);
    assert_eq!(core.register(0), 5);
}

#[test]
fn code_that_dma_brings_can_be_run_until_the_reset() {
    let program = program(
        "       .globl f
f:      move r1, 0x4000
        move r2, 0
        ldmai r1, r2, 1
        jump 0x800
        .section .mram, \"aw\", @progbits
        .quad 0x0000606300500000, 0x00008c5f00000000    // move r0, 5; jump r23
",
    );
    let mut core = start(&program);
    for _ in 0..2 {
        core.reset();
        let magic = core.begin_call(address(&program, "f"));
        assert_eq!(core.run(100), Stop::Breakpoint(magic));
        assert_eq!(core.register(0), 5);
    }
    core.reset();
    core.set_pc(IRAM + 0x4000);
    let Stop::Fault(fault) = core.run(1) else { panic!("there is no code any more") };
    assert_eq!(fault.kind, FaultKind::WildJump);
}

#[test]
fn a_reset_restores_memory_registers_and_bits() {
    let program = program(
        "       .globl f, word
f:      lw r0, zero, word
        add r0, r0, 1
        sw zero, word, r0
        sw r22, 8, r0
        acquire zero, 7, nz, . + 1
        move r1, word
        move r2, 64
        sdma r1, r2, 0
        sub zero, zero, 1, false
        jump r23
        .data
        .p2align 3
word:   .long 41, 0
",
    );
    let mut core = start(&program);
    let word = address(&program, "word");
    let places = [word, STACK_BASE + 8, ATOMIC + 4, MRAM + 64];
    for _ in 0..3 {
        core.reset();
        core.set_register(22, STACK_BASE);
        assert_eq!(places.map(|place| read(&core, place)), [41, 0, 0, 0]);
        assert_eq!((core.pc(), core.register(0), core.register(FLAGS)), (program.entry, 0, 0));
        let magic = core.begin_call(address(&program, "f"));
        assert_eq!(core.run(100), Stop::Breakpoint(magic));
        assert_eq!(places.map(|place| read(&core, place)), [42, 42, 0x0100_0000, 42]);
    }
    sealed_contents_return(&mut core, word);
}

#[test]
fn tasklets_have_numbers() {
    let program = program(
        "f: move r2, id2\n add r0, id, r2\n move r2, id8\n add r1, id4, r2\n sw_id zero, 16, 0\n jump r23",
    );
    let mut core = start(&program);
    for tasklet in [0, 5, 23] {
        core.reset();
        core.set_register(ID, tasklet);
        let magic = core.begin_call(address(&program, "f"));
        assert_eq!(core.run(10), Stop::Breakpoint(magic));
        assert_eq!((core.register(0), core.register(1)), (3 * tasklet, 12 * tasklet));
        let mut word = [0; 4];
        core.read(16, &mut word).expect("WRAM");
        assert_eq!(u64::from(u32::from_le_bytes(word)), tasklet);
    }
    core.set_register(ID, 24);
    assert_eq!(core.register(ID), 23, "there is no tasklet 24");
}

#[test]
fn each_tasklet_has_its_registers() {
    let program = program("f: add r1, r1, 1\n jump r23");
    let mut core = start(&program);
    let magic = core.begin_call(address(&program, "f"));
    core.set_register(1, 40);
    // One that has not run yet takes what is there.
    core.set_register(ID, 3);
    assert_eq!((core.register(1), core.pc()), (40, address(&program, "f")));
    core.set_register(1, 70);
    assert_eq!(core.run(10), Stop::Breakpoint(magic));
    core.set_register(ID, 0);
    assert_eq!((core.register(1), core.pc()), (40, address(&program, "f")));
    assert_eq!(core.run(10), Stop::Breakpoint(magic));
    assert_eq!(core.register(1), 41);
    core.set_register(ID, 3);
    assert_eq!(core.register(1), 71);
    core.reset();
    core.set_register(ID, 3);
    assert_eq!(core.register(1), 0);
}

#[test]
fn tasklets_take_turns() {
    // Each leaves its number in the next place: the first boots the others in the order of their numbers.
    let text = "boot_here: jnz id, other\nf: boot id, 2\n boot id, 1\nother: move r2, 3\n\
        next: acquire zero, 1, nz, .\n lw r0, zero, 64\n move r3, id\n sb r0, 68, r3\n add r0, r0, 1\n sw zero, 64, r0\n\
        release zero, 1, nz, . + 1\n add r2, r2, -1, nz, next\n stop";
    let program = program(text);
    let mut core = start(&program);
    core.begin_call(address(&program, "f"));
    assert_eq!(core.run(1000), Stop::Exit(0));
    let mut seen = [0; 9];
    core.read(68, &mut seen).expect("WRAM");
    assert_ne!(seen, [0, 0, 0, 1, 1, 1, 2, 2, 2], "one after the other");
    seen.sort_unstable();
    assert_eq!(seen, [0, 0, 0, 1, 1, 1, 2, 2, 2]);
    // As many instructions whether the run is in one piece or in many.
    let whole = core.instructions();
    core.reset();
    core.begin_call(address(&program, "f"));
    let mut stops = std::iter::repeat_with(|| core.run(7));
    assert_eq!(stops.find(|stop| *stop != Stop::Budget), Some(Stop::Exit(0)));
    assert_eq!(core.instructions(), whole);
}

#[test]
fn tasklets_that_all_wait_are_a_fault() {
    let text = "boot_here: acquire zero, 1, nz, .\n stop\nf: boot id, 1\n acquire zero, 1, nz, .\n";
    let program = program(&format!("{text} acquire zero, 1, nz, .\n stop"));
    let mut core = start(&program);
    core.begin_call(address(&program, "f"));
    let Stop::Fault(fault) = core.run(1000) else { panic!("nobody releases the lock") };
    assert_eq!(fault.kind, FaultKind::Idle);
}

#[test]
fn the_last_tasklet_ends_the_program() {
    // The second stops, is resumed behind its stop, and ends the program when the first has stopped long ago.
    let text = "boot_here: stop\n move r0, 5\n nop\n nop\n stop\nf: boot id, 1\n nop\n resume id, 1\n stop";
    let program = program(text);
    let mut core = start(&program);
    core.begin_call(address(&program, "f"));
    assert_eq!(core.run(1000), Stop::Exit(0));
    assert_eq!((core.register(ID), core.register(0)), (1, 5));
}

#[test]
fn the_counter_counts_what_it_is_asked_for() {
    // 16 instructions from one reading to the next.
    let text = "f: move r0, MODE\n time_cfg zero, r0\n .rept 31\n nop\n .endr\n time r0\n time r1\n jump r23";
    for (mode, values) in [(5, (2, 2)), (3, (22, 22)), (7, (0, 0)), (1, (0, 0))] {
        let program = program(&text.replace("MODE", &mode.to_string()));
        let mut core = start(&program);
        let magic = core.begin_call(address(&program, "f"));
        assert_eq!(core.run(100), Stop::Breakpoint(magic));
        let (first, second) = (core.register(0), core.register(1));
        assert!(
            first == values.0 && (second == values.1 || second == values.1 + 1),
            "{mode}: {first} {second}"
        );
    }
}

#[test]
fn faults_say_what_went_wrong() {
    let cases = [
        ("f: lw r0, zero, 18", FaultKind::Misaligned, "misaligned access of 4 bytes at 0x12"),
        ("f: ld d0, zero, 20", FaultKind::Misaligned, "misaligned access of 8 bytes at 0x14"),
        ("f: sh zero, 17, 5", FaultKind::Misaligned, "misaligned access of 2 bytes at 0x11"),
        ("f: lw r0, lneg, -3", FaultKind::Unmapped, "no memory for an access of 4 bytes at 0xfffffffc"),
        (
            "f: move r1, 0x10000\ng: sw r1, 0, r0",
            FaultKind::Unmapped,
            "no memory for an access of 4 bytes at 0x10000",
        ),
        (
            "f: move r1, 0x10000\n or r1, r1, 0x8000000\ng: lw r0, r1, 0",
            FaultKind::Forbidden,
            "forbidden access of 4 bytes at 0x8010000",
        ),
        (
            "f: move r1, 0x200020\ng: lw !little, r0, s1, 0",
            FaultKind::Forbidden,
            "the access is outside of its bounds (0x20)",
        ),
        (
            "f: move r1, 0xfff0\ng: add s0, s1, 16",
            FaultKind::Forbidden,
            "forbidden access of 1 byte at 0x10000",
        ),
        ("f: fault 2", FaultKind::Exception, "fault: division by zero (0x2)"),
        ("f: fault 77", FaultKind::Exception, "fault (0x4d)"),
        ("f: .quad 0x0000ffffffffffff", FaultKind::Illegal, "no instruction (0xffffffff)"),
        ("f: .quad 0x00017c6300000000", FaultKind::Illegal, "no instruction (0x0)"),
        (
            "f: acquire zero, 5, nz, .\ng: acquire zero, 5, nz, .",
            FaultKind::Idle,
            "a lock is taken already, and no other tasklet will release it (0xf0000005)",
        ),
        (
            "f: move r1, 0x4000000\ng: ldma zero, r1, 0",
            FaultKind::Unmapped,
            "no memory for an access of 8 bytes at 0xc000000",
        ),
        (
            "f: move r1, 0x3fffff8\ng: ldma zero, r1, 1",
            FaultKind::Unmapped,
            "no memory for an access of 16 bytes at 0xbfffff8",
        ),
        (
            "f: move r1, 0x70000000\n add r1, r1, 0x8000000\ng: ldma zero, r1, 0",
            FaultKind::Unmapped,
            "no memory for an access of 8 bytes at 0x80000000",
        ),
        (
            "f: move r0, 0x10000\ng: jump r0",
            FaultKind::WildJump,
            "jump beyond the last instruction there can be (0x80080000)",
        ),
    ];
    for (text, kind, message) in cases {
        let at = if text.contains("\ng:") { "g" } else { "f" };
        expect_fault(text, at, kind, message);
    }
    expect_fault("f: jump 0x7fff", "", FaultKind::WildJump, "there is no code here (0x8003fff8)");
    expect_fault(
        "f: jump 0x9fff",
        "",
        FaultKind::WildJump,
        "no runtime function is served here (0x8004fff8)",
    );
    expect_fault("f: nop", "", FaultKind::WildJump, "there is no code here (0x80000008)");
    let mut core = start(&program("f: nop"));
    core.set_pc(IRAM + 4);
    let Stop::Fault(fault) = core.run(1) else { panic!("no instruction starts there") };
    assert_eq!((fault.kind, fault.pc), (FaultKind::Misaligned, IRAM + 4));
}

#[test]
fn stop_ends_the_program() {
    let program = program("f: move r0, 3\n stop");
    let mut core = start(&program);
    core.begin_call(address(&program, "f"));
    assert_eq!(core.run(10), Stop::Exit(0));
    assert_eq!((core.register(0), core.instructions()), (3, 2));
}

#[test]
fn served_functions_keep_the_convention() {
    let text = "f: sd r22, 0, d22\n add r22, r22, 8\n call r23, FUNCTION\n ld d22, r22, -8\n jump r23";
    // Function, arguments in r0 and so on, results.
    let cases: &[(&str, &[u32], &[u32])] = &[
        ("__mulsi3", &[7, 6], &[42]),
        ("__div32", &[0xffff_fff9, 2], &[0xffff_fffd, 0xffff_ffff]),
        ("__divsi3", &[0xffff_fff9, 2], &[0xffff_fffd]),
        ("__muldi3", &[1, 2, 0, 3], &[3, 6]),
        ("__ashldi3", &[0, 1, 33], &[2, 0]),
        ("__cmpdi2", &[0, 1, 0xffff_ffff, 1], &[2]),
        ("__addsf3", &[0x3f80_0000, 0x4000_0000], &[0x4040_0000]),
        ("__adddf3", &[0x3ff0_0000, 0, 0x4000_0000, 0], &[0x4008_0000, 0]),
        ("__floatsidf", &[5], &[0x4014_0000, 0]),
        ("__truncdfsf2", &[0x4014_0000, 0], &[0x40a0_0000]),
        ("memset", &[64, 0x1ab, 3], &[64]),
    ];
    for (name, arguments, results) in cases {
        let program = program(&text.replace("FUNCTION", name));
        let mut core = start(&program);
        for index in 0..22 {
            core.set_register(index, 0xc0de_0000 + u64::from(index));
        }
        for (index, value) in arguments.iter().enumerate() {
            core.set_register(index as u16, (*value).into());
        }
        let magic = core.begin_call(address(&program, "f"));
        assert_eq!(core.run(10), Stop::Breakpoint(magic), "{name}");
        let found: Vec<u64> = (0..results.len()).map(|index| core.register(index as u16)).collect();
        assert_eq!(found, results.iter().map(|&value| u64::from(value)).collect::<Vec<_>>(), "{name}");
        for index in 0..22u16 {
            let is_free = CALL_CLOBBERED >> index & 1 == 1;
            let kept = core.register(index) == 0xc0de_0000 + u64::from(index);
            assert!(is_free || kept, "{name}: r{index}");
            let is_normal = !matches!(*name, "__mulsi3" | "__div32");
            assert!(!(is_normal && is_free && kept), "{name}: r{index} is not poisoned");
        }
        assert_eq!(core.register(22), STACK_BASE);
    }
    let program = program(&text.replace("FUNCTION", "__udiv32"));
    let mut core = start(&program);
    core.set_runtime_policy(RuntimePolicy { scratch: 0, poison: None });
    core.set_register(0, 5);
    core.begin_call(address(&program, "f"));
    let Stop::Fault(fault) = core.run(10) else { panic!("division by 0") };
    assert_eq!(fault.kind, FaultKind::Runtime);
}

#[test]
fn divisions_with_two_answers_store_the_remainder() {
    let text = "f: sd r22, 0, d22\n add r22, r22, 8\n call r23, FUNCTION\n ld d22, r22, -8\n jump r23";
    let cases: &[(&str, [u32; 2], u32, u32)] = &[
        ("__divmodsi4", [0xffff_fff9, 2], 0xffff_fffd, 0xffff_ffff),
        ("__udivmodsi4", [0xffff_fff9, 2], 0x7fff_fffc, 1),
    ];
    const PLACE: u64 = 0x200;
    for (name, [a, b], quotient, remainder) in cases {
        let program = program(&text.replace("FUNCTION", name));
        let mut core = start(&program);
        let mut call = |a: u32, b: u32| {
            [a.into(), b.into(), PLACE].iter().enumerate().for_each(|(r, v)| core.set_register(r as u16, *v));
            let magic = core.begin_call(address(&program, "f"));
            let stop = core.run(10);
            let mut stored = [0; 4];
            core.read(PLACE, &mut stored).expect("memory");
            (stop, magic, core.register(0), u32::from_le_bytes(stored), core.register(2))
        };
        let (stop, magic, first, stored, scratch) = call(*a, *b);
        assert_eq!(
            (stop, first, stored),
            (Stop::Breakpoint(magic), (*quotient).into(), *remainder),
            "{name}"
        );
        assert_ne!(scratch, PLACE, "{name}: r2 is poisoned");
        let (stop, ..) = call(1, 0);
        assert!(matches!(stop, Stop::Fault(fault) if fault.kind == FaultKind::Runtime), "{name}: by 0");
    }
}

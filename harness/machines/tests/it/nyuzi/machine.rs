//! Behaviour of the simulator beyond single instructions: breakpoints, observers, changing code, runtime
//! functions, traps, starting again.

use super::tools::{address, program, start};
use crate::support::calls::{self, Calls};
use crate::support::log::Log;
use crosscall_machines::machine::{FaultKind, Machine, RegisterClass, State, Stop};
use crosscall_machines::nyuzi::execute::Core;
use crosscall_machines::nyuzi::link::{HOST_WINDOW, STACK_TOP, link_options};
use crosscall_machines::nyuzi::runtime::{CALL_CLOBBERED, RuntimePolicy};

const RA: u16 = 31;
const SP: u16 = 30;

const SUM: &str = "
        .globl sum, leaf, after, outer
outer:  add_i sp, sp, -64
        store_32 ra, 60(sp)
        move s0, 3
        move s1, 4
        call sum
after:  add_i s0, s0, 1
        load_32 ra, 60(sp)
        add_i sp, sp, 64
        ret
sum:    add_i sp, sp, -64
        store_32 ra, 60(sp)
        add_i s0, s0, s1
        call leaf
        load_32 ra, 60(sp)
        add_i sp, sp, 64
        ret
leaf:   shl s0, s0, 1
        ret
";

fn calls() -> Calls<Core> {
    assert_eq!(STACK_TOP % 64, 0, "a vector can lie there");
    Calls {
        program: program(SUM),
        start,
        prefix: "",
        step: 4,
        wild: &[0x1234_5678, 0x1234_5679],
        first: 0,
        stack: (SP, STACK_TOP),
        link: Some((RA, HOST_WINDOW.return_address())),
        instructions: (18, 4),
        magic: HOST_WINDOW.return_address(),
    }
}

calls::tests_of!(calls());

#[test]
fn observers_see_everything_in_order() {
    let program = program(
        "       .globl f
f:      move s24, ra
        store_32 s24, -4(sp)
        load_v_mask v1, s2, -64(sp)
        store_v_mask v1, s2, -64(sp)
        load_gath_mask v3, s2, (v2)
        move s0, 100
        move s1, 7
        call __udivsi3
        b s24
",
    );
    let mut core = start(&program);
    core.set_runtime_policy(RuntimePolicy { scratch: 1 << 1 | 1 << 32, poison: Some(0xBAD0_0000) });
    core.set_register(2, 0b1_0000_0110);
    core.set_register_bytes(34, &[0, 0, 0x80, 0].repeat(16));
    let magic = core.begin_call(address(&program, "f"));
    let mut log = Log::default();
    assert_eq!(core.run_with(100, &mut log), Stop::Breakpoint(magic));
    let f = address(&program, "f");
    let divide = address(&program, "__udivsi3");
    let expected = [
        format!("step {f:x}"),
        format!("r24 0 -> {magic:x}"),
        format!("step {:x}", f + 4),
        "write effffc 4 over [00, 00, 00, 00]".to_string(),
        format!("step {:x}", f + 8),
        "read efffc4 8".to_string(),
        "read efffe0 4".to_string(),
        "r33 0 -> 0".to_string(),
        format!("step {:x}", f + 12),
        "write efffc4 8 over [00, 00, 00, 00, 00, 00, 00, 00]".to_string(),
        "write efffe0 4 over [00, 00, 00, 00]".to_string(),
        format!("step {:x}", f + 16),
        "read 800000 4".to_string(),
        "r35 0 -> 0".to_string(),
        "read 800000 4".to_string(),
        "r35 0 -> 0".to_string(),
        "read 800000 4".to_string(),
        "r35 0 -> 0".to_string(),
        format!("step {:x}", f + 20),
        "r0 0 -> 64".to_string(),
        format!("step {:x}", f + 24),
        "r1 0 -> 7".to_string(),
        format!("step {:x}", f + 28),
        format!("r31 {magic:x} -> {:x}", f + 32),
        format!("call {divide:x} back to {:x}", f + 32),
        format!("step {divide:x}"),
        "runtime __udivsi3".to_string(),
        "r1 7 -> bad00001".to_string(),
        "r32 0 -> bad00020bad00020".to_string(),
        "r0 64 -> e".to_string(),
        format!("step {:x}", f + 32),
    ];
    assert_eq!(log.0, expected);
    // The same without and with an observer known only at run time.
    let registers = |core: &Core| (0..80).map(|index| core.register(index)).collect::<Vec<_>>();
    let watched = registers(&core);
    for dynamic in [false, true] {
        core.reset();
        core.set_register(SP, STACK_TOP);
        core.set_register(2, 0b1_0000_0110);
        core.set_register_bytes(34, &[0, 0, 0x80, 0].repeat(16));
        core.begin_call(f);
        let mut log = Log::default();
        let stop = if dynamic { core.run_observed(100, &mut log) } else { core.run(100) };
        assert_eq!(stop, Stop::Breakpoint(magic));
        assert_eq!(registers(&core), watched);
        assert!(log.0.is_empty() || log.0 == expected);
    }
}

#[test]
fn registers_have_names_widths_and_values() {
    let mut core = Core::new().expect("the default memory map is valid");
    let registers = core.registers();
    assert_eq!(registers.len(), 82);
    for (index, info) in registers.iter().enumerate() {
        let same = registers.iter().filter(|other| other.name == info.name).count();
        assert_eq!(same, 1, "{}", info.name);
        assert_eq!(core.register_width(index as u16), info.bits);
        assert_eq!(info.class == RegisterClass::Vector, (32..64).contains(&index));
    }
    assert_eq!((registers[30].name, registers[30].alias), ("sp", "s30"));
    assert_eq!((registers[63].name, registers[63].bits), ("v31", 512));
    let bytes: Vec<u8> = (0..64).collect();
    core.set_register_bytes(40, &bytes);
    let mut found = [0; 64];
    assert_eq!(core.register_bytes(40, &mut found), 64);
    assert_eq!(found.to_vec(), bytes);
    assert_eq!(core.register(40), 0x0706_0504_0302_0100);
    let mut short = [0xff; 6];
    assert_eq!(core.register_bytes(40, &mut short), 64);
    assert_eq!(short, [0, 1, 2, 3, 4, 5]);
    core.set_register(40, 5);
    assert_eq!(core.register_bytes(40, &mut found), 64);
    assert_eq!((found[0], found[63]), (5, 0));
    for index in 64..82 {
        core.set_register(index, 3);
        assert_eq!(core.register(index), 3, "{}", registers[usize::from(index)].name);
    }
    core.set_register(500, 1);
    assert_eq!(
        (core.register(500), core.register_width(500), core.register_bytes(500, &mut found)),
        (0, 0, 0)
    );
}

#[test]
fn runtime_functions_compute_and_clobber() {
    let program = program(
        "       .globl f, out
f:      move s24, ra
        call s25
        b s24
        .bss
        .align 8
out:    .space 16
",
    );
    let served = link_options().served;
    let function = |name: &str| *served.get(name).unwrap_or_else(|| panic!("{name} is not served"));
    let out = address(&program, "out") as u32;
    let single = |value: f32| value.to_bits();
    type Case<'a> = (&'a str, &'a [u32], &'a [u32]);
    let (a, b, c) = (single(7.5), single(-2.0), single(0.25));
    let cases: [Case<'_>; 24] = [
        ("__udivsi3", &[100, 7], &[14]),
        ("__divsi3", &[0xffff_ff9c, 7], &[0xffff_fff2]),
        ("__umodsi3", &[100, 7], &[2]),
        ("__modsi3", &[0xffff_ff9c, 7], &[0xffff_fffe]),
        ("__udivdi3", &[0, 1, 3, 0], &[0x5555_5555, 0]),
        ("__divdi3", &[0, 0xffff_ffff, 3, 0], &[0xaaaa_aaab, 0xffff_ffff]),
        ("__umoddi3", &[5, 1, 0, 1], &[5, 0]),
        ("__moddi3", &[0xffff_fffb, 0xffff_ffff, 3, 0], &[0xffff_fffe, 0xffff_ffff]),
        // The amount is a single word behind the pair.
        ("__ashldi3", &[1, 0, 33], &[0, 2]),
        ("__lshrdi3", &[0, 0x8000_0000, 63], &[1, 0]),
        ("__ashrdi3", &[0, 0x8000_0000, 63], &[0xffff_ffff, 0xffff_ffff]),
        ("__floatdisf", &[0, 1], &[single(4_294_967_296.0)]),
        ("__floatundisf", &[0, 0x8000_0000], &[single(9_223_372_036_854_775_808.0)]),
        ("__fixsfdi", &[single(-3.9)], &[0xffff_fffd, 0xffff_ffff]),
        ("__fixunssfdi", &[single(8_589_934_592.0)], &[0, 2]),
        ("sqrtf", &[single(2.25)], &[single(1.5)]),
        ("floorf", &[b ^ 0x8000_0000 | 0x0020_0000], &[single(2.0)]),
        ("rintf", &[single(2.5)], &[single(2.0)]),
        ("roundf", &[single(2.5)], &[single(3.0)]),
        ("fmodf", &[a, b], &[single(1.5)]),
        ("fmaf", &[a, b, c], &[single(-14.75)]),
        ("fmaxf", &[a, b], &[a]),
        ("sqrtf", &[b], &[0x7fff_ffff]),
        ("__mulodi4", &[0, 1, 0, 1, out], &[0, 0]),
    ];
    let mut core = start(&program);
    for (name, operands, results) in cases {
        core.reset();
        core.set_register(SP, STACK_TOP);
        for index in 0..24 {
            core.set_register(index, 0x1111_0000 + u64::from(index));
        }
        for (index, operand) in operands.iter().enumerate() {
            core.set_register(index as u16, (*operand).into());
        }
        core.set_register(25, function(name));
        core.set_register(26, 26);
        core.set_register(63, 63);
        let magic = core.begin_call(address(&program, "f"));
        assert_eq!(core.run(10), Stop::Breakpoint(magic), "{name}");
        for (index, result) in results.iter().enumerate() {
            assert_eq!(core.register(index as u16), u64::from(*result), "{name}: result {index}");
        }
        for index in (0..64).filter(|index| usize::from(*index) >= results.len()) {
            let poison = 0xBAD0_0000 + u64::from(index);
            let expected = if index < 32 { poison } else { poison | poison << 32 };
            let clobbered = CALL_CLOBBERED >> index & 1 == 1;
            assert_eq!(core.register(index) == expected, clobbered, "{name}: register {index}");
        }
        assert_eq!((core.register(26), core.register(63), core.register(SP)), (26, 63, STACK_TOP));
    }
    let mut overflow = [0; 4];
    core.read(out.into(), &mut overflow).expect("it is memory");
    assert_eq!(overflow, [1, 0, 0, 0]);
}

#[test]
fn runtime_functions_on_memory() {
    let program = program(
        "       .globl f, cell, expected
f:      move s24, ra
        lea s0, cell
        li s1, 0xfffffff0
        move s2, 1
        call __sync_fetch_and_add_8
        lea s0, cell
        lea s1, expected
        move s2, 77
        move s3, 0
        call __atomic_compare_exchange_8
        move s25, s0
        lea s0, cell
        load_32 s1, (s0)
        load_32 s2, 4(s0)
        move s3, 88
        move s4, 99
        call __sync_val_compare_and_swap_8
        lea s0, cell + 1
        lea s1, cell
        move s2, 8
        call memmove
        lea s0, cell
        move s1, 0
        call __atomic_load_8
        b s24
        .data
        .align 8
cell:   .quad 0x2000000020, 0
expected: .quad 5
",
    );
    let mut core = start(&program);
    let magic = core.begin_call(address(&program, "f"));
    assert_eq!(core.run(100), Stop::Breakpoint(magic));
    let mut bytes = [0; 24];
    core.read(address(&program, "cell"), &mut bytes).expect("it is memory");
    // 0x2000000020 + 0x1fffffff0 = 0x2200000010 was found instead of 5, then exchanged, then moved by 1.
    assert_eq!(bytes[..9], [88, 88, 0, 0, 0, 99, 0, 0, 0]);
    assert_eq!(bytes[16..], [0x10, 0, 0, 0, 0x22, 0, 0, 0]);
    assert_eq!((core.register(25), core.register(0), core.register(1)), (0, 0x5858, 0x6300));
    core.reset();
    core.set_register(RA, magic);
    core.set_register(2, u32::MAX.into());
    core.set_pc(address(&program, "memmove"));
    let Stop::Fault(fault) = core.run(1) else { panic!("there is no such memory") };
    assert_eq!(fault.kind, FaultKind::Unmapped);
}

#[test]
fn runtime_functions_without_an_answer_are_faults() {
    let program = program(".globl f\nf: call __divsi3\n call abort\n");
    let mut core = start(&program);
    core.begin_call(address(&program, "f"));
    let Stop::Fault(fault) = core.run(10) else { panic!("a division by zero") };
    assert_eq!((fault.kind, fault.pc), (FaultKind::Runtime, address(&program, "__divsi3")));
    core.set_register(1, 3);
    let Stop::Fault(fault) = core.run(10) else { panic!("abort") };
    assert_eq!((fault.kind, fault.pc), (FaultKind::Abort, address(&program, "abort")));
}

#[test]
fn code_may_be_changed() {
    let program = program(
        "       .globl f, patched
f:      lea s2, patched
        lea s3, other
        load_32 s3, (s3)
        move s4, 2
patched: move s0, 1
        store_32 s3, (s2)
        sub_i s4, s4, 1
        bnz s4, patched
        ret
other:  move s0, 7
",
    );
    let mut core = start(&program);
    let f = address(&program, "f");
    let magic = core.begin_call(f);
    assert_eq!(core.run(100), Stop::Breakpoint(magic));
    assert_eq!(core.register(0), 7);
    // A reset brings the old code back; so does a write of the host change it.
    core.reset();
    core.begin_call(f);
    assert_eq!(core.run(7), Stop::Budget);
    assert_eq!(core.register(0), 1);
    let patched = address(&program, "patched");
    core.reset();
    core.write(patched, &[0x00, 0x24, 0x00, 0x0f]).expect("it is memory");
    core.begin_call(patched);
    assert_eq!(core.run(1), Stop::Budget);
    assert_eq!(core.register(0), 9);
    // By a block store too.
    core.reset();
    core.set_register_bytes(33, &[0x00, 0x24, 0x00, 0x0f].repeat(16));
    core.set_pc(patched);
    assert_eq!(core.run(1), Stop::Budget);
    assert_eq!(core.register(0), 1);
}

#[test]
fn faults_say_where_and_why() {
    let cases = [
        ("f: .long 0xfa000000", FaultKind::Illegal, 0, "no instruction has these bits (0xfa000000)"),
        ("f: break", FaultKind::Exception, 0, "a breakpoint, and there is no trap handler (0x1000)"),
        ("f: syscall 5", FaultKind::Exception, 0, "a system call, and there is no trap handler (0x5)"),
        ("f: move s0, 2; load_32 s1, (s0)", FaultKind::Misaligned, 4, "misaligned data access (0x2)"),
        (
            "f: move s0, 2; b s0",
            FaultKind::Misaligned,
            -1,
            "jump to an address that is not a multiple of 4 (0x2)",
        ),
        ("f: move s0, 64; b s0", FaultKind::WildJump, -1, "there is no code here (0x40)"),
        (
            "f: li s0, 0x2000000; store_v v0, (s0)",
            FaultKind::Unmapped,
            4,
            "no memory for an access of 64 bytes at 0x2000000",
        ),
        (
            "f: move s0, -4; load_32 s1, (s0)",
            FaultKind::Unsupported,
            4,
            "a device register that is not modelled (0xfffffffc)",
        ),
        (
            "f: move s0, 2; setcr s0, 4",
            FaultKind::Unsupported,
            4,
            "address translation is not modelled (0x2)",
        ),
        (
            "f: move s0, 0; setcr s0, 4; eret",
            FaultKind::Exception,
            8,
            "an instruction for supervisors only (0x1008)",
        ),
        ("f: dtlbinsert s0, s1", FaultKind::Unsupported, 0, "address translation is not modelled (0x1000)"),
    ];
    for (text, kind, offset, message) in cases {
        let program = program(text);
        let mut core = start(&program);
        core.set_pc(program.entry);
        let Stop::Fault(fault) = core.run(10) else { panic!("{text}") };
        assert_eq!((fault.kind, fault.text.as_str()), (kind, message), "{text}");
        assert_eq!(fault.pc, core.pc(), "{text}");
        if offset >= 0 {
            assert_eq!(fault.pc, program.entry.wrapping_add_signed(offset), "{text}");
        }
        // The same again: a fault changes nothing that matters.
        assert_eq!(core.run(10), Stop::Fault(fault), "{text}");
    }
}

#[test]
fn a_program_ends_itself_and_writes() {
    let program = program(
        "       .globl _start
_start: lea s0, text
        li s1, 0xffff0040
1:      load_u8 s2, (s0)
        bz s2, 3f
2:      load_32 s3, (s1)
        and s3, s3, 1
        bz s3, 2b
        store_32 s2, 8(s1)
        add_i s0, s0, 1
        b 1b
3:      move s0, -1
        setcr s0, 20
1:      b 1b
text:   .asciz \"hello\\n\"
",
    );
    let mut core = start(&program);
    for _ in 0..2 {
        assert_eq!(core.run(1000), Stop::Exit(0));
        assert_eq!(core.output(), b"hello\n");
        core.reset();
        assert!(core.output().is_empty());
        assert_eq!((core.pc(), core.instructions()), (program.entry, 0));
    }
}

/// A gather that traps in the middle goes on with the lane at fault.
#[test]
fn gathers_go_on_after_a_trap() {
    let program = program(
        "       .globl f, pointers, values
f:      lea s0, handler
        setcr s0, 1
        lea s1, pointers
        load_v v0, (s1)
        load_gath v1, (v0)
        move s2, 0
        setcr s2, 1
        ret
# Makes the address at fault a good one, in the lane at fault.
handler: getcr s3, 13
        getcr s4, 5
        and s4, s4, -4
        move s5, 1
        shl s5, s5, s3
        move_mask v0, s5, s4
        add_i s6, s6, 1
        eret
        .data
        .align 64
pointers: .long values, values + 4, values + 9, values + 12, values, values, values, values + 3
        .long values, values, values, values, values, values, values, values + 4
values: .long 100, 101, 102, 103
",
    );
    let mut core = start(&program);
    let magic = core.begin_call(address(&program, "f"));
    assert_eq!(core.run(100), Stop::Breakpoint(magic));
    let mut bytes = [0; 64];
    core.register_bytes(33, &mut bytes);
    let lanes: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|lane| u32::from_le_bytes(*lane)).collect();
    assert_eq!(lanes, [100, 101, 102, 103, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 101]);
    assert_eq!(core.register(6), 2, "two traps");
}

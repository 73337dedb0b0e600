//! Behaviour of the simulator beyond single instructions: breakpoints, observers, changing code,
//! interrupts, host calls, starting again.

use crate::support::calls::{self, Calls, address, sealed_contents_return, word as read};
use crosscall_machines::epiphany::assemble::assemble;
use crosscall_machines::epiphany::execute::Core;
use crosscall_machines::epiphany::link::{EXTERNAL, HOST_WINDOW, STACK_TOP, link, link_options};
use crosscall_machines::epiphany::runtime::{CALL_CLOBBERED, RuntimePolicy};
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{LinkOptions, Place};
use crosscall_machines::machine::{FaultKind, Machine, State, Stop};

/// Assembles and links with the default options.
fn program(text: &str) -> Executable {
    program_with(text, &link_options())
}

fn program_with(text: &str, options: &LinkOptions) -> Executable {
    let object = assemble("test.s", text).unwrap_or_else(|error| panic!("{error}"));
    link(&[object], options).unwrap_or_else(|error| panic!("{error}"))
}

fn start(program: &Executable) -> Core {
    super::tools::start(program)
}

const SUM: &str = "
        .global _sum, _leaf, _after, _outer
_outer: str lr,[sp],#-2
        mov r0,#3
        mov r1,#4
        bl _sum
_after: add r0,r0,#1
        ldr lr,[sp,#2]
        add sp,sp,#8
        rts
_sum:   str lr,[sp],#-2
        add r0,r0,r1
        bl _leaf
        ldr lr,[sp,#2]
        add sp,sp,#8
        rts
_leaf:  lsl r0,r0,#1
        rts
";

fn calls() -> Calls<Core> {
    Calls {
        program: program(SUM),
        start,
        prefix: "_",
        step: 2,
        wild: &[0x1234_5678],
        first: 0,
        stack: (13, STACK_TOP),
        link: Some((14, HOST_WINDOW.return_address())),
        instructions: (16, 3),
        magic: HOST_WINDOW.return_address(),
    }
}

calls::tests_of!(calls());

#[test]
fn observers_see_everything_in_order() {
    let program = program(
        "       .global _f
_f:     mov r5,lr
        strd r4,[sp,#1]
        ldr r1,[sp],#4
        mov r0,#100
        mov r1,#7
        mov r4,%low(___udivsi3)
        movt r4,%high(___udivsi3)
        jalr r4
        jr r5
",
    );
    let f = address(&program, "_f");
    let mut expected: Vec<String> = Vec::new();
    let mut push = |text: &str| expected.push(text.to_string());
    let step = |offset: u64| format!("step {:x}", f + offset);
    let magic = HOST_WINDOW.return_address();
    push(&step(0));
    push(&format!("r5 0 -> {magic:x}"));
    push(&step(4));
    push("write e0008 8 over [00, 00, 00, 00, 00, 00, 00, 00]");
    push(&step(8));
    push("read e0000 4");
    push("r1 0 -> 0");
    push("r13 e0000 -> e0010");
    push(&step(12));
    push("r0 0 -> 64");
    push(&step(14));
    push("r1 0 -> 7");
    let serve = program.address_of("___udivsi3").expect("served");
    push(&step(16));
    push(&format!("r4 0 -> {:x}", serve & 0xffff));
    push(&step(20));
    push(&format!("r4 {:x} -> {serve:x}", serve & 0xffff));
    push(&step(24));
    push(&format!("r14 {magic:x} -> {:x}", f + 26));
    push(&format!("call {serve:x} back to {:x}", f + 26));
    push(&format!("step {serve:x}"));
    push("runtime __udivsi3");
    push("r1 7 -> bad00001");
    push("r12 0 -> bad0000c");
    push(&format!("r14 {:x} -> bad0000e", f + 26));
    for register in 16..=18 {
        push(&format!("r{register} 0 -> bad000{register:02x}"));
    }
    push("r0 64 -> e");
    push(&step(26));
    let ready = || {
        let mut core = start(&program);
        core.begin_call(f);
        core
    };
    calls::is_observed_as(ready, magic, &expected);
}

#[test]
fn changed_code_is_decoded_again() {
    // Executes `add r0,r0,#1`, replaces it by `add r0,r0,#2`, and goes round again; and the same with
    // the second half of a long instruction.
    let program = program(
        "       .global _f, _patch, _long
_f:     mov r0,#0
        mov r5,#2
_again:
_patch: add r0,r0,#1
_long:  mov.l r1,#0x0101
        strh r2,[r3]
        strh r4,[r6]
        sub r5,r5,#1
        bne _again
        rts
",
    );
    let mut core = start(&program);
    let magic = core.begin_call(address(&program, "_f"));
    core.set_register(2, 0x0113);
    core.set_register(3, address(&program, "_patch"));
    core.set_register(4, 0x0022);
    core.set_register(6, address(&program, "_long") + 2);
    assert_eq!(core.run(100), Stop::Breakpoint(magic));
    assert_eq!((core.register(0), core.register(1)), (1 + 2, 0x0201));
    // A reset brings the old instructions back.
    core.reset();
    core.set_register(3, 0x1000);
    core.set_register(6, 0x1000);
    core.begin_call(address(&program, "_f"));
    assert_eq!(core.run(100), Stop::Breakpoint(magic));
    assert_eq!((core.register(0), core.register(1)), (2, 0x0101));
    // The host may change code too, at a breakpoint even.
    let patch = address(&program, "_patch");
    core.set_breakpoints(&[patch]);
    core.begin_call(address(&program, "_f"));
    assert_eq!(core.run(100), Stop::Breakpoint(patch));
    core.write(patch, &[0x93, 0x01]).expect("code is memory");
    assert_eq!(core.run(1), Stop::Budget);
    assert_eq!(core.register(0), 3);
}

#[test]
fn a_reset_restores_memory_registers_and_output() {
    let program = program(
        "       .global _f
_f:     mov r0,%low(_word)
        movt r0,%high(_word)
        ldr r1,[r0]
        add r1,r1,#1
        str r1,[r0]
        str r1,[sp,#-1]
        mov r0,#1
        mov r1,%low(_text)
        movt r1,%high(_text)
        mov r2,#3
        trap 0
        rts
        .data
_word:  .word 41
_text:  .ascii \"abc\"
        .global _word
",
    );
    let mut core = start(&program);
    let word = address(&program, "_word");
    for _ in 0..3 {
        core.reset();
        core.set_register(13, STACK_TOP);
        assert_eq!((read(&core, word), read(&core, STACK_TOP - 4), core.output()), (41, 0, &b""[..]));
        assert_eq!((core.pc(), core.register(65), core.register(1)), (program.entry, 1, 0));
        let magic = core.begin_call(address(&program, "_f"));
        assert_eq!(core.run(100), Stop::Breakpoint(magic));
        assert_eq!((read(&core, word), read(&core, STACK_TOP - 4)), (42, 42));
        assert_eq!(core.output(), b"abc");
        assert_eq!((core.register(0), core.register(3)), (3, 0));
    }
    sealed_contents_return(&mut core, word);
}

#[test]
fn poisoned_registers_and_stack_show_what_a_function_touches() {
    let stack = calls().poisoned_stack_after_a_call(64, &[]);
    // Two frames of eight bytes, the slots at their upper ends unused but for the link register.
    assert_eq!(stack[..56], [0xA5; 56]);
}

#[test]
fn interrupts_enter_their_vectors_and_return() {
    let text = "
        .section .vectors,\"ax\"
        .space 0x24
        b.l _user
        .text
        .global _f
_f:     mov r0,#0
        gid
        swi
        add r0,r0,#1
        gie
        add r0,r0,#2
        swi
        add r0,r0,#4
        rts
_user:  add r7,r7,#1
        movfs r8,status
        movfs r9,iret
        movfs r10,ipend
        rti
";
    let mut options = link_options();
    options
        .layout
        .insert(0, crosscall_machines::link::SectionRule::new(".vectors", &[".vectors"], Place::At(0)));
    // The vectors are out of reach of a branch into external memory.
    options.layout[1].place = Place::At(0x200);
    let program = program_with(text, &options);
    let mut core = start(&program);
    let f = address(&program, "_f");
    let magic = core.begin_call(f);
    assert_eq!(core.run(100), Stop::Breakpoint(magic));
    assert_eq!((core.register(0), core.register(7)), (7, 2));
    // In the handler: interrupts off and kernel mode, the return address, interrupt 9 pending.
    assert_eq!(core.register(8) & 0xf_0007, 0x1_0007);
    assert_eq!((core.register(9), core.register(10)), (f + 14, 0x200));
    assert_eq!(core.register(65) & 6, 0);
    // The flags of an interrupted computation are the handler's business: `add` has set them anew.
    let first = program.segments.first().expect("the vectors");
    assert_eq!((first.address, first.flags & 1), (0, 1));
}

#[test]
fn faults_of_the_runtime_are_clear() {
    let cases: [(&str, &str, FaultKind, &str); 5] = [
        ("___udivsi3", "mov r1,#0", FaultKind::Runtime, "no answer for its operands"),
        ("___divsi3", "movts config,r3", FaultKind::Runtime, "float mode"),
        ("_abort", "nop", FaultKind::Abort, "abort was called"),
        ("_memcpy", "mov r2,#16", FaultKind::Unmapped, "no memory for an access of 16 bytes at 0x40000000"),
        ("_memset", "mov r2,#1", FaultKind::Unmapped, "no memory for an access of 1 byte at 0x40000000"),
    ];
    for (name, prepare, kind, text) in cases {
        let source = format!("\t.global _f\n_f:\t{prepare}\n\tb {name}\n");
        let program = program(&source);
        let mut core = start(&program);
        for (index, value) in [(0, 0x4000_0000), (1, 0x4000_0000), (2, 0x4000_0000), (3, 0x8_0000u64)] {
            core.set_register(index, value);
        }
        core.begin_call(address(&program, "_f"));
        let Stop::Fault(fault) = core.run(100) else { panic!("{name} did not fail") };
        assert_eq!(fault.kind, kind, "{name}: {fault}");
        assert!(fault.text.contains(text), "{name}: {fault}");
        assert_eq!(fault.pc, address(&program, name));
    }
}

#[test]
fn memory_functions_do_what_the_c_library_does() {
    let program = program(
        "\t.global _f\n_f: b _memcpy\n b _memmove\n b _memset\n b _memcmp\n\t.data\n\t.global _data\n_data: .ascii \"hello, world\"\n .space 100\n",
    );
    let mut core = start(&program);
    let data = address(&program, "_data");
    let mut call = |name: &str, arguments: [u64; 3]| {
        let magic = core.begin_call(address(&program, name));
        for (index, argument) in arguments.iter().enumerate() {
            core.set_register(index as u16, *argument);
        }
        for index in 3..64 {
            core.set_register(index, if index == 14 { magic } else { 0x1111_0000 + u64::from(index) });
        }
        core.set_register(65, 1 | 1 << 6);
        assert_eq!(core.run(1), Stop::Budget);
        assert_eq!(core.pc(), magic);
        for index in 4..64u16 {
            let kept = CALL_CLOBBERED >> index & 1 == 0;
            let expected = if kept { 0x1111_0000 } else { 0xBAD0_0000 } + u64::from(index);
            assert_eq!(core.register(index), expected, "{name}: r{index}");
        }
        for index in 1..4u16 {
            assert_eq!(core.register(index), 0xBAD0_0000 + u64::from(index));
        }
        let mut bytes = [0; 20];
        core.read(data, &mut bytes).expect("memory");
        (core.register(0), String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_string())
    };
    assert_eq!(call("_memmove", [data + 2, data, 12]), (data + 2, "hehello, world".to_string()));
    assert_eq!(call("_memcpy", [data, data + 7, 3]), (data, ", wello, world".to_string()));
    assert_eq!(call("_memset", [data + 1, 0x12345678, 2]), (data + 1, ",xxello, world".to_string()));
    assert_eq!(call("_memcmp", [data, data + 7, 1]).0, 0);
    assert_eq!(call("_memcmp", [data, data + 6, 2]).0 as u32 as i32, i32::from(b',') - i32::from(b'o'));
    assert_eq!(call("_memcmp", [data, 3, 0]).0, 0);
    assert_eq!(call("_memcpy", [5, 3, 0]).0, 5);
}

#[test]
fn the_poison_can_be_chosen_or_left_out() {
    let program = program("\t.global _f\n_f: b ___adddf3\n");
    let mut core = start(&program);
    let adddf3 = address(&program, "___adddf3");
    let (one, two) = (1.5f64.to_bits(), (-4.25f64).to_bits());
    for poison in [None, Some(0x7700_0000)] {
        core.set_runtime_policy(RuntimePolicy { scratch: 1 << 2 | 1 << 40, poison });
        core.reset();
        let magic = core.begin_call(adddf3);
        for (index, value) in [(0, one), (1, one >> 32), (2, two), (3, two >> 32), (40, 5)] {
            core.set_register(index, value);
        }
        assert_eq!(core.run(10), Stop::Breakpoint(magic));
        let result = core.register(0) | core.register(1) << 32;
        assert_eq!(f64::from_bits(result), -2.75);
        let expected = if poison.is_some() { (0x7700_0002, 0x7700_0028) } else { (two & 0xffff_ffff, 5) };
        assert_eq!((core.register(2), core.register(40)), expected);
        assert_eq!(core.register(3), two >> 32);
    }
}

#[test]
fn comparison_functions_answer_in_the_flags() {
    let program = program("\t.global _f\n_f: b ___eqsf2\n b ___gtesf2\n b ___ordsf2\n b ___uneqsf2\n");
    let mut core = start(&program);
    let values =
        [0.0f32, -0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -f32::NAN, 1e-40, 3.4e38];
    for a in values {
        for b in values {
            let mut flags = |name: &str| {
                let magic = core.begin_call(address(&program, name));
                core.set_register(0, a.to_bits().into());
                core.set_register(1, b.to_bits().into());
                assert_eq!(core.run(10), Stop::Breakpoint(magic));
                assert_eq!((core.register(0), core.register(1)), (a.to_bits().into(), b.to_bits().into()));
                let status = core.register(65);
                (status >> 4 & 1 == 1, status >> 5 & 1 == 1, status >> 6 & 1 == 1, status >> 7 & 1 == 1)
            };
            let (zero, ..) = flags("___eqsf2");
            assert_eq!(zero, a == b, "{a} == {b}");
            let (zero, negative, _, overflow) = flags("___gtesf2");
            assert_eq!(!zero && negative == overflow, a > b, "{a} > {b}");
            assert_eq!(negative == overflow, a >= b, "{a} >= {b}");
            let (zero, _, carry, _) = flags("___ordsf2");
            assert_eq!(carry && !zero, a.is_nan() || b.is_nan(), "{a} and {b} unordered");
            let (zero, _, carry, _) = flags("___uneqsf2");
            let order = a.partial_cmp(&b);
            let unequal = order.is_some_and(|order| order.is_ne());
            assert_eq!(carry && !zero, unequal, "{a} < or > {b}");
        }
    }
}

#[test]
fn bkpt_stops_and_the_next_run_passes_it() {
    let program = program("\t.global _f\n_f: mov r0,#1\n bkpt\n add r0,r0,#1\n rts\n");
    let mut core = start(&program);
    let magic = core.begin_call(address(&program, "_f"));
    assert_eq!(core.run(100), Stop::Breakpoint(EXTERNAL + 2));
    assert_eq!(core.run(100), Stop::Breakpoint(magic));
    assert_eq!(core.register(0), 2);
}

#[test]
fn output_is_bounded_and_other_files_are_refused() {
    let program =
        program("\t.global _f\n_f: mov r0,#5\n trap 0\n mov r4,r0\n mov r0,#2\n trap 0\n b.s .-4\n");
    let mut core = start(&program);
    core.begin_call(address(&program, "_f"));
    core.set_register(1, EXTERNAL);
    core.set_register(2, 0x10000);
    assert_eq!(core.run(2_000), Stop::Budget);
    assert_eq!(core.register(4), 0xffff_ffff);
    assert_eq!(core.output().len(), 1 << 20);
}

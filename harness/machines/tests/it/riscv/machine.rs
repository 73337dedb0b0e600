//! Behaviour of the simulator beyond single instructions: breakpoints, observers, faults, changing code, control registers, the
//! base E, calls of the environment and of the host.

use crate::support::calls::{
    self, Calls, address, expect_fault, is_observed_as, program, sealed_contents_return, start, word,
};
use crosscall_machines::machine::{FaultKind, Machine, State, Stop};
use crosscall_machines::riscv::execute::{Core32, Core64};
use crosscall_machines::riscv::flags;
use crosscall_machines::riscv::link::{HOST_WINDOW, STACK_TOP};

const SP: u16 = 2;
const A0: u16 = 10;

fn core64() -> Core64 {
    Core64::new().expect("the map is sane")
}

fn core32() -> Core32 {
    Core32::new().expect("the map is sane")
}

const SUM: &str = "
        .global sum, leaf, after, outer
outer:  addi sp,sp,-16
        sw ra,12(sp)
        li a0,3
        li a1,4
        call sum
after:  addi a0,a0,1
        lw ra,12(sp)
        addi sp,sp,16
        ret
sum:    addi sp,sp,-16
        sw ra,12(sp)
        add a0,a0,a1
        call leaf
        lw ra,12(sp)
        addi sp,sp,16
        ret
leaf:   slli a0,a0,1
        ret
";

mod rv32 {
    use super::*;

    fn calls() -> Calls<Core32> {
        Calls {
            program: program("riscv32", SUM),
            start: |program| start(core32(), program, SP),
            prefix: "",
            step: 4,
            wild: &[0x1234_5678],
            first: A0,
            stack: (SP, STACK_TOP),
            link: Some((1, HOST_WINDOW.return_address())),
            instructions: (20, 5),
            magic: HOST_WINDOW.return_address(),
        }
    }

    calls::tests_of!(calls());
}

mod rv64 {
    use super::*;

    fn calls() -> Calls<Core64> {
        Calls {
            program: program("riscv64", SUM),
            start: |program| start(core64(), program, SP),
            prefix: "",
            step: 4,
            wild: &[0x1234_5678],
            first: A0,
            stack: (SP, STACK_TOP),
            link: Some((1, HOST_WINDOW.return_address())),
            instructions: (20, 5),
            magic: HOST_WINDOW.return_address(),
        }
    }

    calls::tests_of!(calls());
}

/// Calls `f` of a text with arguments, and gives the value of a0.
fn call<M: Machine>(mut machine: M, target: &str, text: &str, arguments: &[u64]) -> (Stop, u64) {
    let program = program(target, text);
    machine.load(&program).expect("it fits");
    machine.begin_call(address(&program, "f"));
    for (register, value) in (A0..).zip(arguments) {
        machine.set_register(register, *value);
    }
    let stop = machine.run(10_000);
    (stop, machine.register(A0))
}

/// The value of a0 after a call that returns.
fn result<M: Machine>(machine: M, target: &str, text: &str, arguments: &[u64]) -> u64 {
    let (stop, value) = call(machine, target, text, arguments);
    assert_eq!(stop, Stop::Breakpoint(HOST_WINDOW.return_address()), "{text}");
    value
}

#[test]
fn observers_see_everything_in_order() {
    let program = program(
        "riscv64",
        "\t.global f\nf:\tmv t1,ra\n\tsd a0,-8(sp)\n\tlw a1,-8(sp)\n\tlla t0,f+32\n\tjalr t0\n\tnop\n\tnop\n\tfcvt.d.w fa0,a1\n\tjr t1\n",
    );
    let f = address(&program, "f");
    let magic = HOST_WINDOW.return_address();
    let step = |offset: u64| format!("step {:x}", f + offset);
    let expected = vec![
        step(0),
        format!("r6 0 -> {magic:x}"),
        step(4),
        format!("write {:x} 8 over [00, 00, 00, 00, 00, 00, 00, 00]", STACK_TOP - 8),
        step(8),
        format!("read {:x} 4", STACK_TOP - 8),
        "r11 0 -> ffffffff80000001".to_owned(),
        step(12),
        format!("r5 0 -> {:x}", f + 12),
        step(16),
        format!("r5 {:x} -> {:x}", f + 12, f + 32),
        step(20),
        format!("r1 {magic:x} -> {:x}", f + 24),
        format!("call {:x} back to {:x}", f + 32, f + 24),
        step(32),
        "r42 0 -> c1dfffffffc00000".to_owned(),
        step(36),
    ];
    let ready = || {
        let mut core = start(core64(), &program, SP);
        core.begin_call(f);
        core.set_register(A0, 0x1_8000_0001);
        core
    };
    is_observed_as(ready, magic, &expected);
}

#[test]
fn faults_say_what_and_where() {
    let cases = [
        (
            "f:\tli a1,0\nat:\tlw a0,8(a1)",
            "at",
            FaultKind::Unmapped,
            "no memory for an access of 4 bytes at 0x8",
        ),
        (
            "f:\taddi a1,sp,-6\nat:\tamoadd.w a0,a0,(a1)",
            "at",
            FaultKind::Misaligned,
            "misaligned access of 4 bytes at 0x1f0fffa",
        ),
        ("f:\tnop\nat:\t.4byte 0", "at", FaultKind::Illegal, "no instruction (0x0)"),
        ("f:\tnop\nat:\t.4byte 0xffffffff", "at", FaultKind::Illegal, "no instruction (0xffffffff)"),
        ("f:\tnop\nat:\tebreak", "at", FaultKind::Exception, "breakpoint instruction (0x10004)"),
        (
            "f:\tli a7,1000\nat:\tecall",
            "at",
            FaultKind::Unsupported,
            "no call of the environment has this number (0x3e8)",
        ),
        (
            "f:\tfsrmi 5\nat:\tfadd.s fa0,fa0,fa0",
            "at",
            FaultKind::Illegal,
            "the rounding mode is reserved (0x5)",
        ),
        (
            "f:\tnop\nat:\tcsrr a0,mstatus",
            "at",
            FaultKind::Unsupported,
            "the control register is not modelled (0x300)",
        ),
        (
            "f:\tnop\nat:\tcsrw cycle,a0",
            "at",
            FaultKind::Illegal,
            "the control register cannot be written (0xc00)",
        ),
        ("f:\tli t0,0x12340\n\tjr t0", "", FaultKind::WildJump, "there is no code here (0x12340)"),
        ("f:\tcall abort", "", FaultKind::Abort, "abort was called (0x10008)"),
    ];
    for (text, at, kind, message) in cases {
        for target in ["riscv32", "riscv64"] {
            let program = program(target, &format!("\t.global f\n{text}\n"));
            let found = if target == "riscv32" {
                expect_fault(start(core32(), &program, SP), &program, at, kind)
            } else {
                expect_fault(start(core64(), &program, SP), &program, at, kind)
            };
            assert_eq!(found, message, "{target}: {text}");
        }
    }
    // An address of which the table of decoded instructions has only the lower half.
    let (stop, _) =
        call(core64(), "riscv64", "f:\tlla t0,f\n\tli t1,1\n\tslli t1,t1,32\n\tadd t0,t0,t1\n\tjr t0\n", &[]);
    assert!(matches!(stop, Stop::Fault(fault) if fault.kind == FaultKind::WildJump));
}

/// The flag is that of an ABI; the processor has all registers.
#[test]
fn code_of_the_abi_for_sixteen_registers_may_use_all() {
    let mut program = program("riscv32", "\t.global f\nf:\tmv a0,a5\nat:\tadd a0,a0,a6\n\tret\n");
    for flag in [0, flags::RVE] {
        program.flags |= flag;
        let mut core = core32();
        core.load(&program).expect("it fits");
        core.begin_call(address(&program, "f"));
        assert_eq!(core.run(10), Stop::Breakpoint(HOST_WINDOW.return_address()));
    }
}

#[test]
fn changed_code_is_decoded_again() {
    // The constant of the second `li` is changed after it was executed, in the middle of a page and of an instruction.
    let text = "
        .global f
f:      li a0,0
        lla t0,place
        li a2,2
again:
place:  addi a0,a0,1
        li t1,0x0075
        sh t1,2(t0)
        fence.i
        addi a2,a2,-1
        bnez a2,again
        ret
";
    assert_eq!(result(core64(), "riscv64", text, &[]), 8);
    assert_eq!(result(core32(), "riscv32", text, &[]), 8);
}

#[test]
fn counters_count_instructions() {
    let text = "f:\tnop\n\trdinstret a0\n\tnop\n\tnop\n\trdcycle a1\n\tsub a1,a1,a0\n\tslli a1,a1,8\n\tor a0,a0,a1\n\tret\n";
    assert_eq!(result(core64(), "riscv64", text, &[]), 0x301);
    assert_eq!(result(core32(), "riscv32", text, &[]), 0x301);
    assert_eq!(result(core32(), "riscv32", "f:\trdcycleh a0\n\tret\n", &[]), 0);
}

#[test]
fn the_host_serves_functions_in_the_convention_of_the_abi() {
    // Text of the attribute, function, arguments, result.
    let cases: [(&str, &str, &[u64], u64); 6] = [
        ("rv64imac", "__divdi3", &[100u64.wrapping_neg(), 7], 14u64.wrapping_neg()),
        ("rv64imac", "__addsf3", &[0x3f80_0000, 0xbf00_0000], 0x3f00_0000),
        ("rv64imac", "__negsf2", &[0x3f80_0000], 0xffff_ffff_bf80_0000),
        ("rv64imac", "__adddf3", &[0x3ff0_0000_0000_0000, 0x4000_0000_0000_0000], 0x4008_0000_0000_0000),
        ("rv32imac", "__adddf3", &[0, 0x3ff0_0000, 0, 0x3ff0_0000], 0),
        ("rv32imac", "__floatdidf", &[5, 0], 0),
    ];
    for (arch, function, arguments, expected) in cases {
        let text = format!(
            "\t.attribute arch, \"{arch}\"\nf:\taddi sp,sp,-16\n\tsw ra,0(sp)\n\tcall {function}\n\tlw ra,0(sp)\n\taddi sp,sp,16\n\tret\n"
        );
        let found = if arch.starts_with("rv32") {
            result(core32(), "riscv32", &text, arguments)
        } else {
            result(core64(), "riscv64", &text, arguments)
        };
        assert_eq!(found, expected, "{function}");
    }
    // With the ABI of doubles they come and go in floating-point registers.
    let text = "f:\taddi sp,sp,-16\n\tsw ra,0(sp)\n\tcall __floatdidf\n\tcall __fixdfdi\n\tlw ra,0(sp)\n\taddi sp,sp,16\n\tret\n";
    assert_eq!(result(core32(), "riscv32", text, &[12345, 0]), 12345);
}

#[test]
fn calls_of_the_environment_write_and_end() {
    let text = "
        .global _start
_start: li a0,1
        lla a1,text
        li a2,6
        li a7,64
        ecall
        mv s0,a0
        li a0,7
        li a7,64
        ecall
        sub a0,s0,a0
        li a7,93
        ecall
        .data
text:   .ascii \"hello\\n\"
";
    for target in ["riscv32", "riscv64"] {
        let program = program(target, text);
        let mut machine =
            crosscall_machines::toolset::find(target).expect("a target").machine().expect("a machine");
        machine.load(&program).expect("it fits");
        assert_eq!(machine.run(100), Stop::Exit(15));
        assert_eq!(machine.output(), b"hello\n");
        machine.reset();
        assert_eq!((machine.output(), machine.instructions()), (&b""[..], 0));
    }
}

#[test]
fn what_is_sealed_comes_back() {
    let program = program("riscv64", "\t.global f\nf:\tret\n\t.data\n\t.global d\nd:\t.word 77\n");
    let mut core = start(core64(), &program, SP);
    sealed_contents_return(&mut core, address(&program, "d"));
    assert_eq!(word(&core, address(&program, "d")), 77);
}

#[test]
fn registers_have_names_and_widths() {
    let (narrow, wide) = (core32(), core64());
    let info = |table: &[crosscall_machines::machine::RegisterInfo], index: usize| {
        (table[index].name, table[index].alias, table[index].bits)
    };
    assert_eq!(info(narrow.registers(), 10), ("a0", "x10", 32));
    assert_eq!(info(wide.registers(), 2), ("sp", "x2", 64));
    assert_eq!(info(narrow.registers(), 42), ("fa0", "f10", 64));
    assert_eq!(info(wide.registers(), 64), ("pc", "", 64));
    let mut core = core32();
    core.set_register(0, 5);
    core.set_register(5, 0xffff_ffff_8000_0000);
    core.set_register(65, 0x1ff);
    assert_eq!([0, 5, 65].map(|index| core.register(index)), [0, 0x8000_0000, 0xff]);
}

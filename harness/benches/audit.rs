//! The audit of a whole program beside the plain run of the same program, both from loading to the end: the ratio, which may
//! be at most 3. Both are measured turn about, and the least time of each counts.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark fails by a panic")]

use crosscall_audit::debug::Lines;
use crosscall_audit::program::{BUDGET, Question, audit};
use crosscall_engine::machine;
use crosscall_explain::dialect::Dialect;
use crosscall_machines::executable::Executable;
use crosscall_machines::machine::{Machine, Stop};
use crosscall_model::Target;
use crosscall_reports::audit::program::ProgramEnd;
use std::time::{Duration, Instant};

/// Times that each is measured.
const ROUNDS: usize = 7;

/// Largest ratio.
const MOST: f64 = 3.0;

/// Programs for RISC-V: hardly more than calls, and loops with a call now and then.
const PROGRAMS: [(&str, &str); 2] = [
    (
        "calls of fibonacci(27)",
        "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tli a0, 27\n\tcall fib\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\
         \tret\nfib:\tli t1, 2\n\tblt a0, t1, 1f\n\taddi sp, sp, -32\n\tsd ra, 24(sp)\n\tsd s1, 16(sp)\n\tsd s2, 8(sp)\n\
         \tmv s1, a0\n\taddi a0, a0, -1\n\tcall fib\n\tmv s2, a0\n\taddi a0, s1, -2\n\tcall fib\n\tadd a0, a0, s2\n\
         \tld s2, 8(sp)\n\tld s1, 16(sp)\n\tld ra, 24(sp)\n\taddi sp, sp, 32\n1:\tret\n",
    ),
    (
        "sums of 100 numbers, a call for each",
        "\t.globl main\nmain:\taddi sp, sp, -32\n\tsd ra, 24(sp)\n\tsd s1, 16(sp)\n\tsd s2, 8(sp)\n\tli s1, 20000\n\tli s2, 0\n\
         1:\tla a0, numbers\n\tli a1, 100\n\tcall sum\n\txor s2, s2, a0\n\taddi s1, s1, -1\n\tbnez s1, 1b\n\tmv a0, s2\n\
         \tld s2, 8(sp)\n\tld s1, 16(sp)\n\tld ra, 24(sp)\n\taddi sp, sp, 32\n\tret\n\
         sum:\tli a2, 0\n1:\tlw a3, 0(a0)\n\taddi a3, a3, 1\n\tsw a3, 0(a0)\n\taddw a2, a2, a3\n\taddi a0, a0, 4\n\taddi a1, a1, -1\n\
         \tbnez a1, 1b\n\tmv a0, a2\n\tret\n\t.bss\n\t.balign 8\nnumbers:\t.space 400\n",
    ),
];

fn target() -> Target {
    "riscv64-lp64d".parse().expect("it is a target")
}

fn start(machine: &mut dyn Machine) {
    /// The stack pointer of RISC-V, x2.
    const SP: u16 = 2;
    let top = machine.memory_map().stack_top - 256;
    machine.set_register(SP, top);
}

fn plain(program: &Executable) -> Duration {
    let began = Instant::now();
    let mut machine = machine::tools(target()).machine().expect("the memory map is valid");
    machine.load(program).expect("the program fits");
    start(&mut *machine);
    let back = machine.begin_call(program.entry);
    assert_eq!(machine.run(BUDGET), Stop::Breakpoint(back));
    began.elapsed()
}

fn audited(program: &Executable) -> Duration {
    let began = Instant::now();
    let question = Question {
        target: target(),
        name: "program".to_owned(),
        program,
        lines: &Lines::default(),
        frames: None,
        entry: program.entry,
        prepare: &|machine| {
            start(machine);
            Ok(())
        },
        dialect: Dialect::preferred(target()),
        exceptions: Vec::new(),
        budget: BUDGET,
        keeps_scratch: false,
        has_own_conventions: false,
    };
    let ProgramEnd::Ran(ran) = audit(&question).end else { panic!("it runs") };
    assert!(ran.findings.is_empty() && ran.returns > 0, "{ran:#?}");
    began.elapsed()
}

fn main() {
    for (name, text) in PROGRAMS {
        let object = machine::assemble(target(), "program", text).unwrap();
        let mut program = machine::link(target(), &[&object]).unwrap();
        program.entry = program.address_of("main").expect("it has a beginning");
        let rounds = (0..ROUNDS).map(|_| (plain(&program), audited(&program)));
        let least = rounds.reduce(|(plain, audited), more| (plain.min(more.0), audited.min(more.1)));
        let (plain, audited) = least.expect("there are rounds");
        let ratio = audited.as_secs_f64() / plain.as_secs_f64();
        println!("{name}: plain {plain:.1?}, audited {audited:.1?}, ratio {ratio:.2}");
        assert!(ratio <= MOST, "{name}: {ratio:.2} is more than {MOST}");
    }
}

//! Admission of the p-code backend: random instructions and programs beside the built-in machine, and what of them p-code does
//! not tell. CROSSCALL_PCODE_STEPS: instructions of each width.
#![cfg(feature = "pcode")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

mod aarch64;
mod compared;
mod functions;
mod machine;
mod referee;
mod x86_64;

use crosscall_machines::executable::{Executable, Segment};
use crosscall_machines::listing::Style;
use crosscall_machines::machine::{FaultKind, Machine, Observer, State, Stop};
use crosscall_machines::riscv::decode::{decode_short, decode_word};
use crosscall_machines::riscv::isa::{Extension, FORMS, SHORTS};
use crosscall_machines::riscv::link::MACHINE;
use crosscall_machines::riscv::toolset::{Riscv32, Riscv64};
use crosscall_machines::riscv::{Xlen, disassemble, encode};
use crosscall_machines::toolset::Toolset;
use crosscall_pcode::corrections::{self, CORRECTIONS};
use crosscall_pcode::lacking;
use referee::Random;
use std::collections::{BTreeMap, BTreeSet};

/// Where the instruction lies, and what it may access.
const CODE: u64 = 0x2_0000;
const DATA: u64 = 0x2_1000;
const DATA_SIZE: u64 = 0x2000;

/// Numbers at which arithmetic has its edges.
#[rustfmt::skip]
const EDGES: [u64; 30] = [
    0, 1, 2, 31, 32, 63, 64, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x7fff_ffff_ffff_ffff, 0x8000_0000_0000_0000, u64::MAX,
    0xffff_ffff_8000_0000, 0x3ff0_0000_0000_0000, 0x7fef_ffff_ffff_ffff, 0x0010_0000_0000_0000, 0x000f_ffff_ffff_ffff,
    0xfff0_0000_0000_0000, 0x7ff8_0000_0000_0000, 0x7ff0_0000_0000_0001, 0xffff_ffff_3f80_0000, 0xffff_ffff_7f7f_ffff,
    0xffff_ffff_0080_0000, 0xffff_ffff_007f_ffff, 0xffff_ffff_ff80_0000, 0xffff_ffff_7fa0_0000, 0xffff_ffff_4f00_0000,
    0xffff_ffff_cf00_0000, 0x41e0_0000_0000_0000,
];

fn value(random: &mut Random) -> u64 {
    let any = random.next();
    match random.below(8) {
        0 | 1 => EDGES[random.below(EDGES.len() as u64) as usize],
        2 => EDGES[random.below(EDGES.len() as u64) as usize] ^ 1 << random.below(64),
        3 => any >> 12 | (1000 + random.below(60)) << 52 | (any & 1) << 63,
        4 => 0xffff_ffff << 32 | any >> 41 | (100 + random.below(60)) << 23 | (any & 1) << 31,
        5 | 6 => (DATA + DATA_SIZE / 2).wrapping_add(random.below(64)),
        _ => any,
    }
}

/// What an observer is told.
#[derive(Debug, PartialEq)]
enum Event {
    Step(u64),
    Register(u16, u64, u64),
    Read(u64, u64),
    Write(u64, u64),
    Call(u64, u64, u64),
    Jump(u64, u64, Option<u16>),
}

#[derive(Default)]
struct Recorder(Vec<Event>);

impl Observer for Recorder {
    fn step(&mut self, pc: u64, _: &dyn State) {
        self.0.push(Event::Step(pc));
    }
    fn register(&mut self, _: u64, register: u16, old: u64, new: u64) {
        self.0.push(Event::Register(register, old, new));
    }
    fn read(&mut self, _: u64, address: u64, length: u64) {
        self.0.push(Event::Read(address, length));
    }
    fn write(&mut self, _: u64, address: u64, length: u64, _: &dyn State) {
        self.0.push(Event::Write(address, length));
    }
    fn call(&mut self, pc: u64, target: u64, back: u64) {
        self.0.push(Event::Call(pc, target, back));
    }
    fn jump(&mut self, pc: u64, target: u64, register: Option<u16>, _: &dyn State) {
        self.0.push(Event::Jump(pc, target, register));
    }
}

/// All that an instruction may have changed, and how the run of it ended.
#[derive(Debug, PartialEq)]
struct After {
    stop: (Option<u64>, Option<FaultKind>),
    registers: Vec<u64>,
    memory: Vec<u8>,
    events: Vec<Event>,
}

fn run(machine: &mut dyn Machine, instructions: u64) -> After {
    let mut recorder = Recorder::default();
    let stop = match machine.run_observed(instructions, &mut recorder) {
        Stop::Fault(fault) => (Some(fault.pc), Some(fault.kind)),
        Stop::Breakpoint(pc) => (Some(pc), None),
        Stop::Exit(_) | Stop::Budget => (None, None),
    };
    let registers = (0..machine.registers().len() as u16).map(|index| machine.register(index)).collect();
    let memory = machine.bytes(DATA, DATA_SIZE as usize).expect("memory").to_vec();
    After { stop, registers, memory, events: recorder.0 }
}

/// The events that both machines have to tell: not those of an access that failed, which the built-in machine does not announce
/// where it is atomic, nor a minimum or maximum that is there already, which p-code does not store again.
fn told<'a>(after: &'a After, text: &[String]) -> Vec<&'a Event> {
    let stores_less = text.iter().any(|line| line.starts_with("amomin") || line.starts_with("amomax"));
    let mut events: Vec<&Event> = after.events.iter().collect();
    if after.stop.1.is_some() {
        events.pop_if(|event| matches!(event, Event::Read(..) | Event::Write(..)));
    }
    events.retain(|event| !(stores_less && matches!(event, Event::Write(..))));
    events
}

/// The instruction that compilers write where control never comes: `csrrw x0, cycle, x0`.
const UNIMP: u32 = 0xc000_1073;

/// `csrrwi x0, fcsr, 0`, which other words are seldom.
const CLEARED: u32 = 0x0030_5073;

/// A random word that is an instruction, from every row of the table equally often.
fn random_word(random: &mut Random, xlen: Xlen) -> Vec<u8> {
    if random.below(128) == 0 {
        let word = if random.below(2) == 0 { UNIMP } else { CLEARED | (random.below(32) as u32) << 7 };
        return word.to_le_bytes().to_vec();
    }
    // Few are of extensions that the specification does not know, or that nobody has compared.
    let more = random.below(32) == 0;
    let is_wanted = |extension: Extension| more || is_compared(extension);
    loop {
        let any = random.next();
        let found = if random.below(4) == 0 {
            let row = &SHORTS[random.below(SHORTS.len() as u64) as usize];
            if !is_wanted(row.extension) {
                continue;
            }
            decode_short(row.value | any as u16 & !row.mask, xlen)
        } else {
            let form = &FORMS[random.below(FORMS.len() as u64) as usize];
            if !is_wanted(form.extension) {
                continue;
            }
            let control = [1, 2, 3, 0xc00, 0xc02, 0xc80].map(|number| number << 20 | any as u32 & 0xf_ffff);
            let bits = if form.extension == Extension::Zicsr {
                control[random.below(6) as usize]
            } else {
                any as u32
            };
            decode_word(form.value | bits & !form.mask, xlen)
        };
        if let Some((found, word)) = found.and_then(|found| Some((found, encode(&found, xlen)?))) {
            return word.to_le_bytes()[..found.size()].to_vec();
        }
    }
}

fn tools(xlen: Xlen) -> &'static dyn Toolset {
    if xlen == Xlen::Rv32 { &Riscv32 } else { &Riscv64 }
}

fn executable() -> Executable {
    let segment = |address, size: u64, flags| Segment {
        address,
        memory_size: size,
        data: vec![0; size as usize],
        flags,
    };
    Executable {
        machine: MACHINE,
        flags: 5,
        entry: CODE,
        segments: vec![segment(CODE, 0x100, 5), segment(DATA, DATA_SIZE, 6)],
        ..Executable::default()
    }
}

/// True for the extensions whose instructions were compared.
fn is_compared(extension: Extension) -> bool {
    use Extension::*;
    matches!(extension, I | M | A | F | D | Zfh | ZfhD | Zicsr | Zifencei | C | Cf | Cd)
}

/// True for instructions of the other extensions.
fn is_new(name: &str) -> bool {
    let forms = FORMS.iter().map(|form| (form.mnemonic, form.extension));
    let shorts = SHORTS.iter().map(|short| (short.mnemonic, short.extension));
    // The names of vector instructions, some of which have a number in them, begin like no other.
    name.starts_with('v')
        || forms.chain(shorts).any(|(own, extension)| own == name && !is_compared(extension))
}

/// True for instructions that only the built-in machine executes: on halves, conversions to doubles with a rounding mode that
/// they do not need, which the specification does not know, those of extensions that were not compared, and registers of control
/// that only RV32 has.
fn may_be_refused(name: &str) -> bool {
    name.contains(".h")
        || is_new(name)
        || matches!(name, "flh" | "fsh" | "fence.tso" | "fcvt.d.s" | "fcvt.d.w" | "fcvt.d.wu")
        || name.starts_with("csrr")
}

/// Both machines, with random states and instructions.
struct Both {
    xlen: Xlen,
    random: Random,
    built_in: Box<dyn Machine + Send>,
    pcode: Box<dyn Machine + Send>,
}

/// Outcome of some random instructions.
enum Outcome {
    /// The machines agree; the instructions.
    Same(Vec<String>),
    /// The name of the one that p-code does not execute.
    Refused(String),
    /// All that differs.
    Different(String),
}

impl Both {
    fn new(xlen: Xlen) -> Both {
        let random = Random(0x9e37_79b9_7f4a_7c15 ^ u64::from(xlen.bits()));
        let mut built_in = tools(xlen).machine().expect("a machine");
        let mut pcode = crosscall_pcode::machine(xlen).expect("a machine");
        for machine in [&mut built_in, &mut pcode] {
            machine.load(&executable()).expect("it fits");
        }
        Both { xlen, random, built_in, pcode }
    }

    /// One to three random instructions on a random state.
    fn step(&mut self) -> Outcome {
        let Both { xlen, random, built_in, pcode } = self;
        let bytes: Vec<u8> = (0..1 + random.below(3)).flat_map(|_| random_word(random, *xlen)).collect();
        let lines = disassemble(&bytes, CODE, Style::Vendor, *xlen);
        let text: Vec<String> = lines.iter().map(|line| line.text.trim().to_owned()).collect();
        let values: Vec<u64> = (0..64).map(|_| value(random)).collect();
        let status = random.below(5) << 5 | random.below(32);
        let data: Vec<u8> = (0..128).flat_map(|_| value(random).to_le_bytes()).collect();
        let [ours, theirs] = [built_in, pcode].map(|machine| {
            machine.reset();
            machine.write(CODE, &[0; 16]).expect("memory");
            machine.write(CODE, &bytes).expect("memory");
            machine.write(DATA + DATA_SIZE / 2 - 512, &data).expect("memory");
            for (index, value) in (0u16..).zip(&values) {
                machine.set_register(index, *value);
            }
            machine.set_register(65, status);
            machine.set_pc(CODE);
            run(&mut **machine, lines.len() as u64)
        });
        let mnemonic = |line: &String| line.split_whitespace().next().unwrap_or_default().to_owned();
        if theirs.stop.1 == Some(FaultKind::Unsupported) {
            let at = theirs.stop.0.map_or(0, |pc| (pc - CODE) as usize);
            let line = lines.iter().position(|line| line.address - CODE == at as u64);
            let from = bytes.get(at..).unwrap_or_default();
            if from.starts_with(&UNIMP.to_le_bytes()) {
                return Outcome::Refused("unimp".to_owned());
            }
            if lacking(*xlen, from).is_some() {
                // A jump may have led into an instruction.
                return Outcome::Refused(line.map_or("within.h".to_owned(), |line| mnemonic(&text[line])));
            }
        }
        let [ours_seen, theirs_seen] = [&ours, &theirs].map(|after| told(after, &text));
        let state = |after: &After| (after.stop, after.registers.clone(), after.memory.clone());
        if ours_seen == theirs_seen && state(&ours) == state(&theirs) {
            return Outcome::Same(text.iter().map(mnemonic).collect());
        }
        let mut report = format!("{text:?} {bytes:02x?} fcsr {status:#x}");
        report += &format!("\n    built in {:?}\n    p-code   {:?}", ours.stop, theirs.stop);
        report += &format!("\n    built in {:x?}\n    p-code   {:x?}", ours.events, theirs.events);
        for (index, (a, b)) in
            ours.registers.iter().zip(&theirs.registers).enumerate().filter(|(_, (a, b))| a != b)
        {
            report += &format!("\n    register {index}: {a:#x}, p-code {b:#x}");
        }
        Outcome::Different(report)
    }
}

#[test]
fn random_instructions_do_what_the_built_in_machine_does() {
    let steps: u64 =
        std::env::var("CROSSCALL_PCODE_STEPS").ok().and_then(|text| text.parse().ok()).unwrap_or(40_000);
    for xlen in Xlen::ALL {
        let mut both = Both::new(xlen);
        let mut refused: BTreeMap<String, u64> = BTreeMap::new();
        let (mut wrong, mut compared) = (0, BTreeSet::new());
        for step in 0..steps {
            match both.step() {
                Outcome::Same(names) => compared.extend(names),
                Outcome::Refused(name) => *refused.entry(name).or_default() += 1,
                Outcome::Different(report) => {
                    wrong += 1;
                    if wrong <= 20 {
                        println!("{xlen:?} step {step}: {report}");
                    }
                }
            }
        }
        println!("{xlen:?}: {steps} runs, {} instructions compared, refused: {refused:?}", compared.len());
        assert_eq!(wrong, 0, "{xlen:?}");
        let more: Vec<&String> = refused.keys().filter(|name| !may_be_refused(name)).collect();
        assert_eq!(more, Vec::<&String>::new(), "{xlen:?}");
    }
}

/// Without the correction of an instruction p-code does something else, or does not say what.
#[test]
fn every_correction_is_needed() {
    let shows = |xlen: Xlen| {
        let mut both = Both::new(xlen);
        (0..STEPS_WITHOUT).any(|_| match both.step() {
            Outcome::Same(_) => false,
            Outcome::Refused(name) => !may_be_refused(&name),
            Outcome::Different(_) => true,
        })
    };
    let mut unneeded = Vec::new();
    for name in CORRECTIONS.iter().flat_map(|row| row.names) {
        corrections::leave_out(Some(name));
        if !Xlen::ALL.into_iter().any(shows) {
            unneeded.push(*name);
        }
    }
    corrections::leave_out(None);
    assert_eq!(unneeded, Vec::<&str>::new());
}

/// Runs in which a missing correction has to show.
const STEPS_WITHOUT: u32 = 40_000;

/// Prints how fast both machines are: `cargo test --release -p crosscall-pcode --features pcode -- --ignored --nocapture`.
#[test]
#[ignore = "measures time"]
fn rates() {
    let text = "\t.global _start\n_start:\n\tli a0, 400000\n\tla a2, place\n1:\taddi a0, a0, -1\n\tadd a1, a1, a0\n\tsw a1, 0(a2)\n\
                \tlw a3, 0(a2)\n\tfcvt.d.w fa0, a0\n\tfadd.d fa1, fa1, fa0\n\tjal f\n\tbnez a0, 1b\n\tebreak\nf:\tret\n\t.data\nplace:\t.dword 0\n";
    for xlen in Xlen::ALL {
        let tools = tools(xlen);
        let object = tools.assemble("rates", text).expect("it assembles");
        let program = tools.link(&[&object], &tools.link_options()).expect("it links");
        let rate = |machine: &mut dyn Machine| {
            machine.load(&program).expect("it fits");
            let begin = std::time::Instant::now();
            let stop = machine.run(u64::MAX);
            assert!(matches!(stop, Stop::Fault(_)), "{stop:?}");
            machine.instructions() as f64 / begin.elapsed().as_secs_f64() / 1e6
        };
        let built_in = rate(&mut *tools.machine().expect("a machine"));
        let pcode = rate(&mut *crosscall_pcode::machine(xlen).expect("a machine"));
        println!(
            "{xlen:?}: built in {built_in:.1}, p-code {pcode:.1} million instructions a second: {:.1} times",
            built_in / pcode
        );
    }
}

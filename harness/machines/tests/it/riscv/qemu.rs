//! Random instructions on the simulator and on QEMU's user mode. Prints a line that starts with `skipped:` where QEMU is not
//! installed.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use super::tools::{emulator, is_known, random_programs};
use crate::support::emulated;
use crate::support::random::Xorshift;
use crosscall_machines::executable::Executable;
use crosscall_machines::listing::Style;
use crosscall_machines::machine::Stop;
use crosscall_machines::riscv::decode::decode_short;
use crosscall_machines::riscv::isa::{Extension, FORMS, SHORTS};
use crosscall_machines::riscv::{Instruction, Op, Xlen, disassemble, encode};
use crosscall_machines::toolset::Toolset;

/// Cases in one program.
const CASES: u64 = 200;
/// Bytes of a case: registers before, memory, registers after.
const STRIDE: i64 = 0x600;
/// Places in a case, counted from its middle.
const FLOATS: i64 = -0x300;
const INTEGERS: i64 = FLOATS + 0x100;
const STATUS: i64 = INTEGERS + 0x100;
const MEMORY: i64 = STATUS + 0x10;
const FLOATS_AFTER: i64 = 0;
const INTEGERS_AFTER: i64 = 0x100;
const STATUS_AFTER: i64 = 0x200;
/// Bytes of memory that instructions reach.
const MEMORY_SIZE: u64 = 0x40;
/// The register that addresses the case: s1.
const BASE: u8 = 9;

/// Numbers at which arithmetic has its edges.
#[rustfmt::skip]
const EDGES: [u64; 40] = [
    0, 1, 2, 3, 0x7f, 0x80, 0x7fff, 0x8000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000,
    0x7fff_ffff_ffff_ffff, 0x8000_0000_0000_0000, 0xffff_ffff_ffff_ffff, 0xffff_ffff_8000_0000,
    // Doubles: 1, -1.5, largest, smallest normal, below it, smallest, infinities, quiet and signalling.
    0x3ff0_0000_0000_0000, 0xbff8_0000_0000_0000, 0x7fef_ffff_ffff_ffff, 0x0010_0000_0000_0000, 0x000f_ffff_ffff_ffff,
    0x8000_0000_0000_0001, 0x7ff0_0000_0000_0000, 0xfff0_0000_0000_0000, 0x7ff8_0000_0000_0000, 0x7ff0_0000_0000_0001,
    // Singles in their boxes.
    0xffff_ffff_3f80_0000, 0xffff_ffff_7f7f_ffff, 0xffff_ffff_0080_0000, 0xffff_ffff_007f_ffff, 0xffff_ffff_ff80_0000,
    0xffff_ffff_7fa0_0000, 0xffff_ffff_4f00_0000,
    // Halves in their boxes.
    0xffff_ffff_ffff_3c00, 0xffff_ffff_ffff_7bff, 0xffff_ffff_ffff_0400, 0xffff_ffff_ffff_83ff, 0xffff_ffff_ffff_7c00,
    0xffff_ffff_ffff_7d00, 0xffff_ffff_ffff_f800,
];

/// The value of a register before a case.
fn value(random: &mut Xorshift) -> u64 {
    let any = random.next();
    match random.below(8) {
        0 | 1 => EDGES[random.below(EDGES.len() as u64) as usize],
        2 => EDGES[random.below(EDGES.len() as u64) as usize] ^ (1 << random.below(63)),
        3 => any,
        // Numbers of some size near to each other: doubles, singles, halves.
        4 => any >> 12 | (1000 + random.below(60)) << 52 | (any & 1) << 63,
        5 => 0xffff_ffff << 32 | (any >> 41) | (100 + random.below(60)) << 23 | (any & 1) << 31,
        6 => 0xffff_ffff_ffff << 16 | (any >> 54) | (5 + random.below(20)) << 10 | (any & 1) << 15,
        _ => 0xffff_ffff << 32 | any & 0xffff_ffff,
    }
}

/// A random instruction that a case may have.
fn instruction(random: &mut Xorshift, xlen: Xlen) -> Instruction {
    loop {
        let found = if random.below(5) == 0 { short(random, xlen) } else { long(random, xlen) };
        if let Some(found) = found.filter(|found| encode(found, xlen).is_some()) {
            return found;
        }
    }
}

fn leaves_base_alone(instruction: &Instruction) -> bool {
    let has_destination = instruction.op.form().is_some_and(|form| form.syntax.starts_with('d'));
    !(has_destination && instruction.rd == BASE)
}

fn long(random: &mut Xorshift, xlen: Xlen) -> Option<Instruction> {
    let form = &FORMS[random.below(FORMS.len() as u64) as usize];
    // Jumps are left to programs; the control registers and the environment are not the same.
    // QEMU 7.2 counts more than 32 zeros for `ctzw`, which has a test of its own.
    let others = matches!(form.op, Op::Jal | Op::Jalr | Op::Ecall | Op::Ebreak | Op::Auipc | Op::Ctzw)
        || form.syntax.contains('p')
        || matches!(form.extension, Extension::Zicsr | Extension::V);
    if others || !form.widths.has(xlen) || !is_known(form.extension) {
        return None;
    }
    let register = |random: &mut Xorshift| random.below(32) as u8;
    let mut i = Instruction::new(form.op);
    (i.rd, i.rs1, i.rs2, i.rs3) = (register(random), register(random), register(random), register(random));
    let amount = |random: &mut Xorshift, limit: u32| random.below(limit.into()) as i32;
    for letter in form.syntax.chars() {
        match letter {
            'j' => i.imm = amount(random, 4096) - 2048,
            '>' => i.imm = amount(random, xlen.bits()),
            '<' => i.imm = amount(random, 32),
            'y' => i.imm = amount(random, 4),
            'Y' => i.imm = amount(random, 11),
            'f' => i.imm = 32 * (amount(random, 128) - 64),
            'u' => i.imm = amount(random, 1 << 20) << 12,
            'P' => i.imm = 0xff,
            'm' | 'M' => i.mode = *[0, 1, 2, 3, 4, 7].get(random.below(6) as usize)?,
            'o' | 'q' => {
                i.rs1 = BASE;
                i.imm = MEMORY as i32 + 8 * amount(random, MEMORY_SIZE as u32 / 8);
            }
            // Operations on memory whose address the case has put there.
            '0' => i.rs1 = BASE,
            _ => {}
        }
    }
    if form.mnemonic.ends_with("{o}") {
        i.mode = random.below(4) as u8;
    }
    leaves_base_alone(&i).then_some(i)
}

fn short(random: &mut Xorshift, xlen: Xlen) -> Option<Instruction> {
    let row = &SHORTS[random.below(SHORTS.len() as u64) as usize];
    let word = row.value | random.next() as u16 & !row.mask;
    let i = decode_short(word, xlen)?;
    let jumps = matches!(i.op, Op::Jal | Op::Jalr | Op::Beq | Op::Bne | Op::Ebreak);
    let accesses = i.op.form()?.syntax.contains('(');
    (!jumps && !accesses && is_known(row.extension) && leaves_base_alone(&i)).then_some(i)
}

/// A program, and the text of the instructions of each case.
fn program(random: &mut Xorshift, xlen: Xlen) -> (String, Vec<String>) {
    let (load, store, size) = match xlen {
        Xlen::Rv32 => ("lw", "sw", 4),
        Xlen::Rv64 => ("ld", "sd", 8),
    };
    let mut text =
        format!("\t.global _start\n_start:\n\tla s1, cases\n\tli t0, {}\n\tadd s1, s1, t0\n", STRIDE / 2);
    let mut data = String::from("\t.data\n\t.balign 8\ncases:\n");
    let mut cases = Vec::new();
    for _ in 0..CASES {
        for index in 0..32 {
            let _ = writeln!(text, "\tfld f{index}, {}(s1)", FLOATS + 8 * index);
        }
        let _ = writeln!(text, "\t{load} t0, {STATUS}(s1)\n\tfscsr t0");
        for index in (1..32).filter(|index| *index != i64::from(BASE)) {
            let _ = writeln!(text, "\t{load} x{index}, {}(s1)", INTEGERS + size * index);
        }
        let mut code = String::new();
        for _ in 0..1 + random.below(4) {
            let i = instruction(random, xlen);
            let word = encode(&i, xlen).expect("it was encoded before").to_le_bytes();
            let bytes = &word[..i.size()];
            let atomic = i.op.form().is_some_and(|form| form.extension == Extension::A);
            let line = disassemble(bytes, 0, Style::Vendor, xlen).remove(0).text;
            let raw: Vec<String> = bytes.iter().map(|byte| format!("{byte:#x}")).collect();
            let raw = format!("\t.byte {}\n", raw.join(", "));
            if atomic {
                let _ = write!(text, "\taddi s1, s1, {MEMORY}\n{raw}\taddi s1, s1, {}\n", -MEMORY);
            } else {
                text += &raw;
            }
            let _ = writeln!(code, "{line}");
        }
        for index in (1..32).filter(|index| *index != i64::from(BASE)) {
            let _ = writeln!(text, "\t{store} x{index}, {}(s1)", INTEGERS_AFTER + size * index);
        }
        for index in 0..32 {
            let _ = writeln!(text, "\tfsd f{index}, {}(s1)", FLOATS_AFTER + 8 * index);
        }
        let _ = writeln!(
            text,
            "\tfrcsr t0\n\t{store} t0, {STATUS_AFTER}(s1)\n\tli t0, {STRIDE}\n\tadd s1, s1, t0"
        );
        cases.push(code);
        // What a case starts with.
        let words = STRIDE as u64 / 8;
        for word in 0..words {
            let place = 8 * word as i64 - STRIDE / 2;
            let word = match place {
                FLOATS..STATUS => value(random),
                STATUS => random.below(5) << 5 | random.below(32),
                MEMORY..0 => value(random),
                _ => 0,
            };
            let _ = writeln!(data, "\t.dword {word:#x}");
        }
    }
    let length = STRIDE as u64 * CASES;
    let _ = write!(
        text,
        "\tli a0, 1\n\tla a1, cases\n\tli a2, {length}\n\tli a7, 64\n\tecall\n\tli a0, 0\n\tli a7, 93\n\tecall\n"
    );
    (text + &data, cases)
}

/// Returns whether a case stores by a reservation of another width, which may succeed or fail.
fn has_two_widths(code: &str) -> bool {
    [("lr.w", "sc.d"), ("lr.d", "sc.w")]
        .iter()
        .any(|(load, store)| code.contains(load) && code.contains(store))
}

/// Output of a program on QEMU, and its status.
pub(crate) fn run_qemu(
    qemu: &Path,
    folder: &Path,
    tools: &dyn Toolset,
    program: &Executable,
) -> (Vec<u8>, Option<i32>) {
    let xlen = if tools.name() == "riscv32" { "rv32" } else { "rv64" };
    let mut command = Command::new(qemu);
    command.args(["-cpu", &format!("{xlen},Zfh=true,zkn=true,zks=true")]);
    emulated::run(&mut command, folder, tools.format(), program)
}

/// The 8 bytes at a place of a case.
fn at(output: &[u8], case: usize, place: i64) -> u64 {
    let start = case * STRIDE as usize + (place + STRIDE / 2) as usize;
    output
        .get(start..start + 8)
        .and_then(|bytes| bytes.first_chunk())
        .map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[test]
fn random_instructions_do_what_qemu_says() {
    let programs = random_programs();
    for xlen in Xlen::ALL {
        let Some((tools, qemu)) = emulator(xlen) else { return };
        let folder = tempfile::tempdir().expect("a folder");
        let mut wrong = 0;
        for seed in 0..programs {
            let mut random = Xorshift(0x9e37_79b9_7f4a_7c15 ^ seed << 20 ^ u64::from(xlen.bits()));
            let (text, cases) = program(&mut random, xlen);
            let object = tools.assemble("cases", &text).unwrap_or_else(|error| panic!("{error}"));
            let linked =
                tools.link(&[&object], &tools.link_options()).unwrap_or_else(|error| panic!("{error}"));
            let mut machine = tools.machine().expect("a machine");
            machine.load(&linked).expect("it fits");
            assert_eq!(machine.run(10_000_000), Stop::Exit(0));
            let ours = machine.output();
            let (theirs, status) = run_qemu(&qemu, folder.path(), tools, &linked);
            assert_eq!((status, theirs.len()), (Some(0), ours.len()));
            for (case, code) in cases.iter().enumerate() {
                let places = (0..STRIDE / 8).map(|word| 8 * word - STRIDE / 2);
                let different: Vec<i64> =
                    places.filter(|place| at(ours, case, *place) != at(&theirs, case, *place)).collect();
                if !different.is_empty() && !has_two_widths(code) {
                    wrong += 1;
                    if wrong < 20 {
                        println!(
                            "{xlen:?} seed {seed} case {case}, fcsr {:#x}:\n{code}",
                            at(ours, case, STATUS)
                        );
                        for place in different {
                            let (a, b) = (at(ours, case, place), at(&theirs, case, place));
                            println!("    {place:#x}: {a:#x}, QEMU {b:#x}");
                        }
                        let floats: Vec<String> = (0..32)
                            .map(|index| format!("f{index}={:x}", at(ours, case, FLOATS + 8 * index)))
                            .collect();
                        println!("    before: {}", floats.join(" "));
                    }
                }
            }
        }
        println!("{xlen:?}: {} cases compared", programs * CASES);
        assert_eq!(wrong, 0, "{xlen:?}");
    }
}

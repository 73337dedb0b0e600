//! Single instructions with random operands, run here and by the vendor's emulator: on registers, on memory and
//! jumps. A program is made of blocks. Each loads registers, executes one instruction and prints the registers
//! and the memory that it can have changed.

use crate::support::random::Xorshift;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::cases::{Case, Contents, Kindred, MEMORY_WORDS, MIDDLE, case};
use super::disassembly::pairs;
use super::tools::forw;
use crosscall_machines::executable::Executable;
use crosscall_machines::forwardcom::execute::Core;
use crosscall_machines::forwardcom::link::{link, link_options};
use crosscall_machines::forwardcom::{assemble, elf};
use crosscall_machines::machine::{FaultKind, Machine, Stop};

/// Blocks of one program.
const BLOCKS: usize = 16;
/// Bytes from the room for an instruction to where a jump goes: three words and what is behind them.
const TO_TARGET: u64 = 12 + 8;

/// The program's end: it prints from the stack pointer up to r20, then the block's memory at r14.
fn printing() -> String {
    format!(
        "
dump function
push(sp, r1, 7)
push(sp, v1, 4)
{}int64 r20 = r14 + {}
{}int64 r0 = 10
sys_call(1, 0x102)
return
dump end
",
        printing_up_to_r20("sp"),
        8 * MEMORY_WORDS,
        printing_up_to_r20("r14")
    )
}

/// A loop that prints the bytes from the address in a register up to that in r20, the low half of each first.
fn printing_up_to_r20(register: &str) -> String {
    format!(
        "while (int64 {register} < r20) {{
    int8 r21 = [{register}]
    int64 r22 = r21 & 15
    int64 r0 = r22 + 97
    sys_call(1, 0x102)
    int64 r22 = r21 >> 4
    int64 r0 = r22 & 15
    int64 r0 = r0 + 97
    sys_call(1, 0x102)
    int64 {register} = {register} + 1
}}
"
    )
}

/// Loads registers, leaves room for three words, and notes in r7 which way control goes on. In the emulator a write
/// to numcontr, threadp and datap changes r0, r1 and r2.
const BLOCK: &str = "
int64 r14 = address([memoryN])
int64 r10 = r14 + MIDDLE
int64 r12 = address([targetN])
int64 r13 = r12 - DISTANCE
int64 r11 = INDEX
int64 r8 = address([valuesN])
int64 r15 = read_spec(datap)
int64 threadp = write_spec(r10)
int64 datap = write_spec(r10)
int64 r9 = CONTROL
int64 numcontr = write_spec(r9)
int64 r1 = [r8]
int64 r2 = [r8 + 8]
int64 r3 = [r8 + 16]
int64 r4 = [r8 + 24]
int64 r5 = [r8 + 32]
int64 r6 = [r8 + 40]
int64 r9 = LENGTH1
int64 v1 = [r8 + 48, length = r9]
int64 r9 = LENGTH2
int64 v2 = [r8 + 112, length = r9]
int64 r9 = LENGTH3
int64 v3 = [r8 + 176, length = r9]
int64 r9 = LENGTH4
int64 v4 = [r8 + 240, length = r9]
int64 r7 = 0
int64 r20 = sp
nop
nop
nop
int64 r7 = r7 + 1
jump doneN
targetN: int64 r7 = r7 + 2
RETURN
doneN:
int64 r9 = 0x2001
int64 numcontr = write_spec(r9)
int64 r16 = r2
int64 datap = write_spec(r15)
int64 r2 = r16
call dump
";

/// The program that runs some cases, with the instructions and addresses put in.
fn program(cases: &[Case]) -> Executable {
    let list =
        |values: &[u64]| values.iter().map(|value| format!("{value:#x}")).collect::<Vec<_>>().join(", ");
    let mut data = String::from("data section read write datap\n");
    let mut code = String::from("code section read execute ip\n__entry_point function public\n");
    for (number, case) in cases.iter().enumerate() {
        data += &format!("memory{number}: int64 {}\n", list(&case.memory));
        data += &format!("values{number}: int64 {}\n", list(&case.values));
        let distance = match case.contents {
            Contents::Distance(distance, _) => 4 * distance,
            _ => 0,
        };
        let mut block = BLOCK
            .replace("INDEX", &case.index.to_string())
            .replace("DISTANCE", &format!("({distance})"))
            .replace("MIDDLE", &MIDDLE.to_string())
            .replace("CONTROL", &case.numcontr.to_string())
            .replace("RETURN", if case.is_call() { "return" } else { "nop" });
        for (index, length) in case.lengths.iter().enumerate() {
            block = block.replace(&format!("LENGTH{}", index + 1), &length.to_string());
        }
        for name in ["memory", "values", "target", "done"] {
            block = block.replace(&format!("{name}N"), &format!("{name}{number}"));
        }
        code += &block;
    }
    data += "data end\n";
    code += "int64 r0 = 0\nsys_call(1, 0x10)\n__entry_point end\n";
    code += &printing();
    code += "code end\n";
    let object = assemble("case", &(data + &code)).unwrap_or_else(|error| panic!("{error}"));
    let mut program = link(&[&object], &link_options()).expect("it can be linked");
    put_in(&mut program, cases);
    program
}

/// Puts the instructions in their places, and addresses of targets into memory.
fn put_in(program: &mut Executable, cases: &[Case]) {
    let mut targets = Vec::new();
    let code = program.segments.iter_mut().find(|part| part.flags & 1 != 0).expect("code");
    let mut at = 0;
    for case in cases {
        let is_room = |at: &usize| code.data[*at..*at + 12] == [0; 12];
        at = (at..code.data.len() - 12).step_by(4).find(is_room).expect("three nops");
        let i = &case.instruction;
        let target = code.address + at as u64 + TO_TARGET;
        let mut words = i.words;
        let jump = i.format.jump;
        if jump.size > 0 {
            words = words.with_bytes(jump.size, jump.at, (TO_TARGET - i.size() as u64) / 4);
        } else if case.kind == Kindred::Jump && i.format.tag == 0x311 {
            words = words.with_bytes(4, 8, target);
        }
        code.data[at..at + i.size()].copy_from_slice(&words.bytes()[..i.size()]);
        targets.push(target);
        // Behind the room: the instruction may hold zeros itself.
        at += 12;
    }
    let data = program.segments.iter_mut().find(|part| part.flags & 2 != 0 && !part.data.is_empty());
    let data = &mut data.expect("data").data;
    for (number, case) in cases.iter().enumerate() {
        let from = number * 8 * (MEMORY_WORDS + case.values.len());
        let memory = &mut data[from..from + 8 * MEMORY_WORDS];
        assert!(memory.starts_with(&case.memory[0].to_le_bytes()), "the data lie elsewhere");
        let (value, size) = match case.contents {
            Contents::Any => continue,
            Contents::Target => (targets[number], 8),
            Contents::Distance(distance, size) => (distance as u64, usize::from(size)),
        };
        for part in memory.chunks_exact_mut(size) {
            part.copy_from_slice(&value.to_le_bytes()[..size]);
        }
    }
}

/// The emulator's output, or `None` when it does not come to an end: some operands send it round for ever.
fn run_briefly(forw: &Path, folder: &Path, file: &str) -> Option<Vec<u8>> {
    let output = std::fs::File::create(folder.join("output")).expect("a file");
    let mut child = Command::new(forw)
        .args(["-emu", file])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(Stdio::null())
        .spawn()
        .expect("forw runs");
    let start = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if start.elapsed() > Duration::from_secs(20) {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    std::fs::read(folder.join("output")).ok()
}

/// Results of the cases.
#[derive(Debug, Default)]
struct Outcome {
    /// Equal, for registers, memory and jumps.
    equal: [usize; 3],
    /// Ended in a fault both here and there.
    faults: BTreeMap<&'static str, usize>,
    /// Refused here only.
    refused: BTreeMap<&'static str, usize>,
    /// Without an end there.
    hung: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
}

/// Runs cases here and there, and notes what came of each.
fn compare(forw: &Path, folder: &Path, cases: &[Case], outcome: &mut Outcome) {
    let mut rest = cases;
    while !rest.is_empty() {
        let program = program(rest);
        let mut core = Core::new().expect("the default map");
        core.load(&program).expect("it fits");
        let stop = core.run(10_000_000);
        let bytes = elf::write_executable(&program).expect("it can be written");
        std::fs::write(folder.join("case.ex"), bytes).expect("it can be written");
        let Some(there) = run_briefly(forw, folder, "case.ex") else {
            if let [one] = rest {
                *outcome.hung.entry(one.instruction.form.name).or_insert(0) += 1;
                return;
            }
            let (first, second) = rest.split_at(rest.len() / 2);
            compare(forw, folder, first, outcome);
            compare(forw, folder, second, outcome);
            return;
        };
        let (here, there) = (dumps(core.output()), dumps(&there));
        let both = here.len().min(there.len());
        for ((one, here), there) in rest.iter().zip(&here).zip(&there) {
            let (mut here, mut there) = (as_pushed(here), bytes_of(there));
            if let Some(number) = one.changes_length() {
                // The emulator sets the length of the first operand, which is no destination.
                for bytes in [&mut here, &mut there] {
                    without_vector(bytes, number);
                }
            }
            with_its_addresses(one, &mut here, &there);
            if here == there {
                outcome.equal[one.kind as usize] += 1;
            } else {
                outcome.wrong.push(difference(one, &here, &there));
            }
        }
        if let Some(one) = rest.get(both) {
            let name = one.instruction.form.name;
            let is_refused = matches!(&stop, Stop::Fault(fault) if fault.kind == FaultKind::Unsupported);
            if here.len() == both && is_refused && there.len() > both {
                *outcome.refused.entry(name).or_insert(0) += 1;
            } else if here.len() == there.len() {
                *outcome.faults.entry(name).or_insert(0) += 1;
            } else if rest.len() > 1 {
                // Once more without those in front.
                compare(forw, folder, std::slice::from_ref(one), outcome);
            } else {
                let ended = if here.len() == both { "here" } else { "there" };
                outcome.wrong.push(format!("{}: ends {ended} only: {stop:?}", shown(one)));
            }
        }
        rest = rest.get(both + 1..).unwrap_or_default();
    }
}

#[test]
fn single_instructions_do_what_they_do_in_the_emulator() {
    let Some(forw) = forw() else { return };
    let number = std::env::var("CROSSCALL_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(800);
    let seed = std::env::var("CROSSCALL_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1u64);
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Xorshift(0x9E37_79B9_7F4A_7C15 ^ seed << 7);
    let pairs = pairs();
    let cases: Vec<Case> = (0..number).map(|_| case(&mut random, &pairs)).collect();
    let mut outcome = Outcome::default();
    for some in cases.chunks(BLOCKS) {
        compare(&forw, folder.path(), some, &mut outcome);
    }
    let names: std::collections::BTreeSet<&str> =
        cases.iter().map(|case| case.instruction.form.name).collect();
    println!(
        "{:?} of {number} equal (registers, memory, jumps; {} names), {} differ; faults in both: {:?}; refused \
         here only: {:?}; without end there: {:?}",
        outcome.equal,
        names.len(),
        outcome.wrong.len(),
        outcome.faults,
        outcome.refused,
        outcome.hung
    );
    let shown: Vec<&str> = outcome.wrong.iter().take(200).map(String::as_str).collect();
    assert!(outcome.wrong.is_empty(), "{}", shown.join("\n"));
}

/// The parts of an output that end.
fn dumps(output: &[u8]) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<u8>> = output.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    parts.pop();
    parts
}

fn bytes_of(text: &[u8]) -> Vec<u8> {
    let digits = |pair: &[u8]| pair.iter().rev().fold(0, |sum, digit| sum << 4 | digit.wrapping_sub(97) & 15);
    text.chunks(2).map(digits).collect()
}

/// The emulator pushes zeros for what is left of a vector behind its last 8 bytes: the same is made of what was
/// printed here.
fn as_pushed(text: &[u8]) -> Vec<u8> {
    let mut bytes = bytes_of(text);
    let mut at = 0;
    for _ in 0..4 {
        let length = bytes.get(at).copied().map_or(0, usize::from);
        at += 8;
        if let Some(part) = bytes.get_mut(at + length / 8 * 8..at + length) {
            part.fill(0);
        }
        at += length.next_multiple_of(8);
    }
    bytes
}

/// The emulator counts the address in a NaN from the second word of an instruction of two, and from the third of
/// one of three words: such addresses are made equal.
fn with_its_addresses(case: &Case, here: &mut [u8], there: &[u8]) {
    let half = |part: &[u8]| u16::from_le_bytes([part[0], part[1]]);
    if case.instruction.is_half() {
        // The emulator compares the payloads of halves with their signs, and adds them before it rounds down.
        for (mine, theirs) in here.chunks_exact_mut(2).zip(there.chunks_exact(2)) {
            let (a, b) = (half(mine) & 0x7FFF, half(theirs) & 0x7FFF);
            if a > 0x7C00 && b > 0x7C00 || a == 0 && b == 0 {
                mine.copy_from_slice(theirs);
            }
        }
        return;
    }
    let more = case.instruction.size() as u64 / 4 - 1;
    let (size, exponent, up) = match case.instruction.operand_type {
        5 => (4, 0x7FC0_0000, 0),
        6 => (8, 0x7FF8_0000_0000_0000, 29),
        _ => return,
    };
    let number = |part: &[u8]| part.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    for (mine, theirs) in here.chunks_exact_mut(size).zip(there.chunks_exact(size)) {
        let (a, b) = (number(mine), number(theirs));
        if a & exponent == exponent && a.wrapping_add(more << up) == b {
            mine.copy_from_slice(theirs);
        }
    }
}

/// Takes a vector register out of what was printed, which begins with v4.
fn without_vector(bytes: &mut Vec<u8>, number: usize) {
    let size = |bytes: &[u8], at: usize| {
        8 + bytes.get(at).map_or(0, |&length| usize::from(length).next_multiple_of(8))
    };
    let at = (number..4).fold(0, |at, _| at + size(bytes, at));
    bytes.drain(at..(at + size(bytes, at)).min(bytes.len()));
}

fn shown(case: &Case) -> String {
    let i = &case.instruction;
    let text = crosscall_machines::forwardcom::disassemble::text(i, 0);
    format!("{} {text}, numcontr {:#x}, r11 {}", i.format.name(), case.numcontr, case.index)
}

/// Places in which the printed bytes differ.
fn difference(case: &Case, here: &[u8], there: &[u8]) -> String {
    let mut text = format!("{}: {} and {} bytes", shown(case), here.len(), there.len());
    let part = |bytes: &[u8], at: usize| {
        let part = bytes.get(at..(at + 8).min(bytes.len())).unwrap_or_default();
        part.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    for at in (0..here.len().max(there.len())).step_by(8) {
        let (a, b) = (part(here, at), part(there, at));
        if a != b && text.len() < 600 {
            text += &format!("\n  at {at}: here {a}, forw {b}");
        }
    }
    text += "\n ";
    for register in 0..4 {
        let values = &case.values[6 + 8 * register..][..(case.lengths[register] / 8) as usize];
        text += &format!(" v{} {values:x?}", register + 1);
    }
    text + &format!("\n  r {:x?}", &case.values[..6])
}

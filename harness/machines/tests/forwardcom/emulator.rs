//! Single instructions with random operands, run here and by the vendor's emulator. A program loads registers,
//! executes one instruction and prints all the registers that it can have changed.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::tools::{Random, forw};
use crosscall_machines::forwardcom::execute::Core;
use crosscall_machines::forwardcom::formats::Kind;
use crosscall_machines::forwardcom::link::{link, link_options};
use crosscall_machines::forwardcom::{Instruction, assemble, decode, elf};
use crosscall_machines::machine::{FaultKind, Machine, Stop};

/// Loads r1 to r6 and v1 to v4, leaves room for three words, and prints them. `LENGTHS` stands for the vectors'
/// lengths.
const PROGRAM: &str = "
data section read write datap
values: int64 VALUES
data end
code section read execute ip
__entry_point function public
int64 r8 = address([values])
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
int64 r20 = sp
nop
nop
nop
push(sp, r1, 6)
push(sp, v1, 4)
while (int64 sp < r20) {
    int8 r21 = [sp]
    int64 r22 = r21 & 15
    int64 r0 = r22 + 97
    sys_call(1, 0x102)
    int64 r22 = r21 >> 4
    int64 r0 = r22 & 15
    int64 r0 = r0 + 97
    sys_call(1, 0x102)
    int64 sp = sp + 1
}
int64 r0 = 0
sys_call(1, 0x10)
__entry_point end
code end
";

/// Instructions that are left out, with the reason in the page on this machine.
fn is_left_out(i: &Instruction) -> bool {
    let id = i.form.id;
    i.format.kind == Kind::Jump
        || i.format.has_memory()
        || !i.is_supported()
        // The emulator has 16-byte elements in some instructions only.
        || matches!(i.operand_type, 4 | 7)
        // It takes the first element for the fallback of all.
        || i.is_vector() && matches!(id, 7 | 0x50007 | 0x27..=0x29) && i.fallback().is_some()
        // It masks some vector instructions, or not, element by element, so that a part is not done.
        || i.mask().is_some() && i.is_vector() && matches!(id, 4 | 0x35 | 0x1200C | 0x1200D | 0x22603)
        // It rounds products before it adds.
        || matches!(id, 0x31 | 0x32) && i.operand_type > 4
        // It rounds subnormal halves down, and takes the sign of a saturated number from its low bits.
        || matches!(id, 0x5000B | 0x1300C)
        // It looks at the low byte of a count first.
        || id == 0x20 && (i.format.immediate.size == 0 || i.operand_type > 4)
        // Its constants are not lengths rounded to elements.
        || id == 0x1200D && i.format.tag != 0x130
        || id == 0x1200A
        // Constants without a meaning.
        || matches!(id, 0x13018 | 0xA0000) && i.words.0[0] & 0xFC != 0
        || id == 0x13018 && i.words.0[0] & 0xFF != 0
        // It reads operands that it has overwritten, or takes the last element for the first.
        || id == 0x22602
        || matches!(id, 0x22600 | 0x12012) && i.words.0[0] >> 16 & 31 == i.words.0[0] >> 8 & 31
        || id == 0x35 && i.is_vector() && i.format.immediate.size == 0
        // It converts the constant to the type first.
        || id == 0x26002 && i.operand_type > 4
        // It takes positive numbers for ones that do not fit.
        || id == 0x12004 && matches!(i.words.0[0] & 7, 4 | 5)
        // It has another address in a NaN of an instruction of several words, and rounds without a sign.
        || id == 0x12 && (i.size() > 4 || i.operand_type == 6)
        || id == 0x1201C && i.operand_type == 1
        || matches!(id, 0x31 | 0x32) && i.options() & 0x20 != 0
        || matches!(id, 0xF | 0x11) && i.options() != 0
        || id == 0x1300E && i.words.0[0] & 8 != 0
        // It gives tiny numbers a sign, or takes it.
        || id == 0x1300F
        || id == 0x22603 && i.options() & 3 != 0
        // Without a mask the emulator takes v7 for it.
        || matches!(id, 0x12009 | 0x1200A) && i.mask().is_none()
        || matches!(id,
            // Special registers, stacks, memory maps, ports, and what leaves nothing to see.
            0x18020..=0x18027 | 0x18038 | 0x18039 | 0x1803E | 0x1803F | 0x12030 | 0x1203A..=0x1203D | 0x1303A
            // The emulator reads RT and RS the other way round than the assembler writes them.
            | 0x1200E
            // The emulator changes a vector's length beside the result.
            | 0x12001 | 0x12003
            | 0x30000 | 0x30200 | 0x30300 | 0x3F | 0x37..=0x3E)
}

/// Words of an instruction on registers that the program loads.
fn instruction(random: &mut Random) -> Instruction {
    loop {
        let mut words = [random.next() as u32, random.next() as u32, random.next() as u32];
        let register = |random: &mut Random| 1 + random.below(4) as u32;
        words[0] = words[0] & !0x001F_1F1F
            | register(random) << 16
            | register(random) << 8
            | if random.below(2) == 0 { register(random) } else { words[0] & 0x1F };
        if random.below(2) == 0 {
            words[0] |= 0xE0;
        } else {
            words[0] = words[0] & !0xE0 | (register(random) & 3).max(1) << 5;
        }
        words[1] = words[1] & !0x1F00_0000 | register(random) << 24;
        if random.below(2) == 0 {
            // Small constants.
            words[1] &= 0x1F00_001F | words[1] & 0xE000_0000;
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let Ok(i) = decode(&bytes) else { continue };
        // RT as it came is for constants of templates B and C only.
        let is_constant = matches!(i.format.template.letter(), 'B' | 'C');
        if (is_constant || (1..=6).contains(&(words[0] & 0x1F))) && !is_left_out(&i) {
            return i;
        }
    }
}

/// Values with many special cases.
fn value(random: &mut Random) -> u64 {
    let any = random.next();
    match random.below(10) {
        0 => random.below(40),
        1 => (random.below(9) as i64 - 4) as u64,
        2 => u64::from((any as i16 as f32 / 16.0).to_bits()) * 0x1_0000_0001,
        3 => (any as i16 as f64 / 16.0).to_bits(),
        4 => 0x8000_0000_8000_0000 >> (8 * random.below(4)),
        5 => 0x7FFF_FFFF_7F80_0000,
        6 => 0x7FF0_0000_FFC0_0001,
        7 => any & 0x0001_0001_0001_0001 | 0x2000,
        8 => any & 0xFF01_FF01_FF01_FF01,
        _ => any,
    }
}

/// What the emulator prints, or `None` when it does not come to an end: some operands send it round for ever.
fn run_briefly(forw: &Path, folder: &Path, file: &str) -> Option<String> {
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
        if start.elapsed() > Duration::from_secs(2) {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    std::fs::read(folder.join("output")).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

#[test]
fn single_instructions_do_what_they_do_in_the_emulator() {
    let Some(forw) = forw() else { return };
    let number = std::env::var("CROSSCALL_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    let seed = std::env::var("CROSSCALL_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1u64);
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ seed << 7);
    let (mut equal, mut refused, mut hung) = (0, BTreeMap::new(), BTreeMap::new());
    let mut wrong = Vec::new();
    for _ in 0..number {
        let i = instruction(&mut random);
        let values: Vec<String> = (0..46).map(|_| format!("{:#x}", value(&mut random))).collect();
        let mut text = PROGRAM.replace("VALUES", &values.join(", "));
        for index in 1..=4 {
            let length = 8 * (1 + random.below(8));
            text = text.replace(&format!("LENGTH{index}"), &length.to_string());
        }
        let mut object = assemble("case", &text).unwrap_or_else(|error| panic!("{error}"));
        let code = object.sections.iter_mut().find(|section| section.name == "code").expect("code");
        let nops = code.data.chunks(4).collect::<Vec<_>>();
        let nops = nops.windows(3).position(|window| window == [[0; 4]; 3]).expect("three nops") * 4;
        code.data[nops..nops + i.size()].copy_from_slice(&i.words.bytes()[..i.size()]);
        let program = link(&[&object], &link_options()).expect("it can be linked");
        let mut core = Core::new().expect("the default map");
        core.load(&program).expect("it fits");
        let stop = core.run(1_000_000);
        let here = as_pushed(&String::from_utf8_lossy(core.output()));
        if matches!(&stop, Stop::Fault(fault) if fault.kind == FaultKind::Unsupported) {
            *refused.entry(i.form.name).or_insert(0) += 1;
            continue;
        }
        let bytes = elf::write_executable(&program).expect("it can be written");
        std::fs::write(folder.path().join("case.ex"), bytes).expect("it can be written");
        let Some(there) = run_briefly(&forw, folder.path(), "case.ex") else {
            *hung.entry(i.form.name).or_insert(0) += 1;
            continue;
        };
        if here == there.trim_end() {
            equal += 1;
        } else {
            let shown = crosscall_machines::forwardcom::disassemble::text(&i, 0);
            wrong.push(format!(
                "{} {shown} {stop:?}\n{}\n  here {here}\n  forw {there}",
                i.format.name(),
                differences(&here, &there)
            ));
        }
    }
    println!(
        "{equal} of {number} equal, {} differ, refused here: {refused:?}, without end there: {hung:?}",
        wrong.len()
    );
    let shown: Vec<&str> = wrong.iter().take(200).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{}", shown.join("\n"));
}

fn bytes(text: &str) -> Vec<u8> {
    let digits = |pair: &[u8]| pair.iter().rev().fold(0, |sum, digit| sum << 4 | digit.wrapping_sub(97) & 15);
    text.as_bytes().chunks(2).map(digits).collect()
}

/// The emulator pushes zeros for what is left of a vector behind its last 8 bytes: the same is made of what was
/// printed here.
fn as_pushed(text: &str) -> String {
    let mut bytes = bytes(text);
    let mut at = 0;
    for _ in 0..4 {
        let length = bytes.get(at).copied().map_or(0, usize::from);
        at += 8;
        if let Some(part) = bytes.get_mut(at + length / 8 * 8..at + length) {
            part.fill(0);
        }
        at += length.next_multiple_of(8);
    }
    bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]).map(|digit| char::from(97 + digit)).collect()
}

/// Where the printed bytes differ.
fn differences(here: &str, there: &str) -> String {
    let (a, b) = (bytes(here), bytes(there.trim_end()));
    let at = a.iter().zip(&b).position(|(x, y)| x != y).unwrap_or(0) / 8 * 8;
    let part = |bytes: &[u8]| {
        bytes
            .get(at..(at + 8).min(bytes.len()))
            .map(|part| part.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>())
    };
    format!("  {} and {} bytes, at {at}: here {:?}, forw {:?}", a.len(), b.len(), part(&a), part(&b))
}

//! The same programs on the simulator and on the reference emulator: random streams of all instructions,
//! and the programs in `programs/nyuzi`. All registers and the memory that they write must be equal at the
//! end. The environment variable NYUZI_EMULATOR names the emulator, NYUZI_EMULATOR_STREAMS the number of
//! streams (60 if unset), NYUZI_EMULATOR_SEED the first of them.

use std::collections::BTreeMap;

use super::tools::{Outcome, emulate, emulator, start};
use crate::support::random::Random;
use crosscall_machines::executable::{Executable, Segment};
use crosscall_machines::machine::{FaultKind, Machine, State, Stop};
use crosscall_machines::nyuzi::decode::decode_word;
use crosscall_machines::nyuzi::encode;
use crosscall_machines::nyuzi::execute::Core;
use crosscall_machines::nyuzi::isa::{Form, Instruction, Op, Operand, Shape, forms};
use crosscall_machines::nyuzi::link::{MACHINE, TEXT};

/// Address at which the streams read and write.
const DATA: u32 = 0x10_0000;
const DATA_SIZE: u32 = 0x1_0000;
/// The middle of it, so that every offset stays inside.
const MIDDLE: u32 = DATA + DATA_SIZE / 2;
/// Address of the registers' first values.
const VALUES: u32 = 0x20_0000;
/// Scalar registers from here to 27 hold addresses and are not written.
const FIRST_BASE: u8 = 24;
const LAST_BASE: u8 = 27;
/// Vector registers from here on hold addresses and are not written.
const FIRST_LANES: u8 = 28;

/// A value that finds corners: of integers, of singles, or any.
fn value(random: &mut Random) -> u32 {
    const CORNERS: [u32; 24] = [
        0,
        1,
        2,
        31,
        32,
        0xffff,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0001,
        0xffff_ffff,
        0xffff_fffe,
        0x3f80_0000,
        0xbf80_0000,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x7f80_0001,
        0x0000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x4f00_0000,
        0xcf00_0000,
        0x4eff_ffff,
        0x8000_0000,
    ];
    match random.below(4) {
        0 => *random.pick(&CORNERS),
        // A single of moderate size.
        1 => (random.next() & 0x807f_ffff) | ((100 + random.below(56)) << 23),
        2 => random.below(256),
        _ => random.next(),
    }
}

/// An operand field's register numbers and immediate, chosen so that the stream goes on.
fn instruction(form: &'static Form, left: u32, random: &mut Random) -> Option<Instruction> {
    let mut one = Instruction::new(form.op, form.shape);
    one.d = random.below(32) as u8;
    one.a = random.below(32) as u8;
    one.b = random.below(32) as u8;
    one.m = random.below(32) as u8;
    for operand in form.operands() {
        match operand {
            Operand::Immediate(field) => {
                let (low, high, _) = field.range();
                one.imm = match random.below(3) {
                    0 => *random.pick(&[low, high, 0, 1]) as i32,
                    _ => (low + i64::from(random.below((high - low + 1) as u32))) as i32,
                };
            }
            Operand::Memory(field) | Operand::Lanes(field) => {
                let (low, high, _) = field.range();
                let unit = match form.shape {
                    Shape::Block | Shape::MaskedBlock => 64,
                    _ => match form.op {
                        Op::LoadU8 | Op::LoadS8 | Op::Store8 => 1,
                        Op::LoadU16 | Op::LoadS16 | Op::Store16 => 2,
                        _ => 4,
                    },
                };
                let offset = low + i64::from(random.below((high - low + 1) as u32));
                // Now and then one that is not aligned, which ends the stream.
                let mask = if random.below(400) == 0 { !0 } else { !(unit - 1) };
                one.imm = (offset & mask) as i32;
                one.a = match operand {
                    Operand::Memory(_) => FIRST_BASE + random.below(4) as u8,
                    _ => FIRST_LANES + random.below(4) as u8,
                };
            }
            Operand::Target(_) => one.imm = 4 * (1 + random.below(left.clamp(1, 8))) as i32,
            _ => {}
        }
    }
    if matches!(form.op, Op::Dflush | Op::Dinvalidate) {
        // The emulator stops where such an address is no memory.
        one.a = FIRST_BASE + random.below(4) as u8;
    }
    let allowed = match form.op {
        // Instructions that leave the stream, switch modes or starts other threads; the cycle counter counts the
        // lanes of gathers there.
        Op::Break | Op::Syscall | Op::BranchRegister | Op::CallRegister | Op::Eret => false,
        Op::Dtlbinsert | Op::Itlbinsert => false,
        Op::Getcr => one.imm != 6,
        Op::Setcr => !matches!(one.imm, 1 | 4 | 20 | 21),
        _ => true,
    };
    // The first written operand is the destination; stores have none, but for the answer of `store_sync`.
    let is_store =
        matches!(form.op, Op::Store8 | Op::Store16 | Op::Store32 | Op::StoreV | Op::StoreScat | Op::Setcr);
    let spoils = match form.operands().first() {
        _ if is_store => false,
        Some(Operand::Scalar(_)) => (FIRST_BASE..=LAST_BASE).contains(&one.d),
        Some(Operand::Vector(_)) => one.d >= FIRST_LANES,
        _ => false,
    };
    if random.below(4) == 0 {
        one.spare = random.next() & form.spare_bits();
    } else {
        one.spare = form.usual_spare(&one);
    }
    // Only operands of the form count.
    let word = encode(&clean(&one, form))?;
    let one = decode_word(word).ok()?.0;
    (allowed && !spoils).then_some(one)
}

/// The instruction without registers that its form has no field for.
fn clean(one: &Instruction, form: &Form) -> Instruction {
    let mut kept = Instruction { imm: one.imm, spare: one.spare, ..Instruction::new(one.op, one.shape) };
    for field in form.fields() {
        use crosscall_machines::nyuzi::fields::Slot;
        match field.slot {
            Slot::D => kept.d = one.d,
            Slot::A => kept.a = one.a,
            Slot::B => kept.b = one.b,
            Slot::M => kept.m = one.m,
            _ => {}
        }
    }
    kept
}

fn word(op: Op, shape: Shape, set: impl Fn(&mut Instruction)) -> u32 {
    let mut one = Instruction::new(op, shape);
    set(&mut one);
    encode(&one).expect("the instruction can be encoded")
}

/// A program: registers are loaded with random values, then random instructions, then a breakpoint. Counts
/// the forms in it.
fn stream(seed: u64, length: u32, counts: &mut BTreeMap<(Op, Shape), u32>) -> Executable {
    let mut random = Random(seed);
    let mut words = vec![
        word(Op::Movehi, Shape::High, |one| one.imm = (VALUES >> 13) as i32),
        word(Op::Or, Shape::SSI, |one| one.imm = (VALUES & 0x1fff) as i32),
    ];
    for index in 0..32 {
        words.push(word(Op::LoadV, Shape::Block, |one| (one.d, one.imm) = (index, 64 * i32::from(index))));
    }
    for index in (0..32).rev() {
        let offset = 64 * 32 + 4 * i32::from(index);
        words.push(word(Op::Load32, Shape::Scalar, |one| (one.d, one.imm) = (index, offset)));
    }
    for position in 0..length {
        let one = loop {
            let form = &forms()[random.below(forms().len() as u32) as usize];
            if let Some(one) = instruction(form, length - position, &mut random) {
                break one;
            }
        };
        *counts.entry((one.op, one.shape)).or_default() += 1;
        words.push(encode(&one).expect("the instruction can be encoded"));
    }
    // Branches may go some instructions further than the end.
    words.extend([word(Op::Break, Shape::Break, |_| ()); 10]);
    let mut values = Vec::new();
    for index in 0..32 {
        for _ in 0..16 {
            values.push(if index >= u32::from(FIRST_LANES) {
                MIDDLE - 0x2000 + 4 * random.below(0x1000)
            } else {
                value(&mut random)
            });
        }
    }
    for index in 0..32 {
        let is_base = (FIRST_BASE..=LAST_BASE).contains(&index);
        values.push(if is_base { MIDDLE - 0x2000 + 64 * random.below(0x100) } else { value(&mut random) });
    }
    let data: Vec<u32> = (0..DATA_SIZE / 4).map(|_| value(&mut random)).collect();
    let segment = |address: u32, words: &[u32], flags| Segment {
        address: address.into(),
        data: words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        memory_size: 4 * words.len() as u64,
        flags,
    };
    Executable {
        machine: MACHINE,
        entry: TEXT,
        segments: vec![segment(TEXT as u32, &words, 5), segment(DATA, &data, 6), segment(VALUES, &values, 6)],
        ..Executable::default()
    }
}

/// Differences between the simulator's state and the emulator's.
pub(crate) fn differences(core: &Core, stop: &Stop, theirs: &Outcome, dump: (u32, u32)) -> Vec<String> {
    let mut wrong = Vec::new();
    let ours = match stop {
        Stop::Fault(fault) => {
            let kind = match fault.kind {
                FaultKind::Exception => "BREAKPOINT",
                FaultKind::Misaligned => "UNALIGNED_ACCESS",
                FaultKind::Illegal => "ILLEGAL_INSTRUCTION",
                _ => "another fault",
            };
            Some((kind.to_string(), fault.pc as u32))
        }
        _ => None,
    };
    if ours != theirs.fault {
        wrong.push(format!("ended with {stop:?}, the emulator with {:?}", theirs.fault));
    }
    for (index, theirs) in theirs.scalars.iter().enumerate() {
        let ours = core.register(index as u16) as u32;
        if ours != *theirs {
            wrong.push(format!("s{index} is {ours:#x}, the emulator has {theirs:#x}"));
        }
    }
    for (index, theirs) in theirs.vectors.iter().enumerate() {
        let mut bytes = [0; 64];
        core.register_bytes(32 + index as u16, &mut bytes);
        for (lane, (ours, theirs)) in bytes.as_chunks::<4>().0.iter().zip(theirs).enumerate() {
            let ours = u32::from_le_bytes(*ours);
            if ours != *theirs {
                wrong.push(format!("v{index}[{lane}] is {ours:#x}, the emulator has {theirs:#x}"));
            }
        }
    }
    let mut memory = vec![0; dump.1 as usize];
    core.read(dump.0.into(), &mut memory).expect("the range is memory");
    for (offset, (ours, theirs)) in memory.iter().zip(&theirs.memory).enumerate() {
        if ours != theirs {
            let address = dump.0 as usize + offset;
            wrong.push(format!("memory at {address:#x} is {ours:#x}, the emulator has {theirs:#x}"));
        }
    }
    wrong
}

fn variable(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

#[test]
fn random_streams_end_alike() {
    let Some(emulator) = emulator() else { return };
    let folder = tempfile::tempdir().expect("a temporary directory");
    let first = variable("NYUZI_EMULATOR_SEED", 1);
    let count = variable("NYUZI_EMULATOR_STREAMS", 60);
    let mut counts = BTreeMap::new();
    let mut ends = BTreeMap::new();
    let mut executed = 0;
    for seed in first..first + count {
        let program = stream(seed, 400, &mut counts);
        let mut core = start(&program);
        // The emulator does not set the stack pointer; the program loads all registers anyhow.
        core.set_register(30, 0);
        let stop = core.run(100_000);
        let theirs = emulate(&emulator, folder.path(), &program, (DATA, DATA_SIZE)).expect("it runs");
        let wrong = differences(&core, &stop, &theirs, (DATA, DATA_SIZE));
        assert!(wrong.is_empty(), "stream {seed}, {stop:?}:\n{}", wrong[..wrong.len().min(20)].join("\n"));
        executed += core.instructions();
        *ends.entry(theirs.fault.map(|(kind, _)| kind)).or_insert(0) += 1;
    }
    println!("{count} streams, {executed} instructions executed, ends {ends:?}");
    println!("{} of {} forms occurred", counts.len(), forms().len());
    // Of all forms but those that leave a stream.
    assert!(count < 60 || counts.len() >= forms().len() - 7, "{} forms", counts.len());
}

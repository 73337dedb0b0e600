//! The text of RISC-V is accepted by the GNU assembler, and both sides of a call understand each other on QEMU. Each is
//! skipped where the tool is not installed: the assembler, the linker, and QEMU for programs without a system.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use crosscall_embedded::{Fault, Options, Readings, Side, callee_unit, caller_unit, choices};
use crosscall_model::target::riscv::Abi;
use crosscall_model::unit::{Holds, SLOT_BYTES, Slot, received_slots, returned_slots};
use crosscall_model::{Case, Member, Record, RecordKind, Scalar, Signature, Style, Target, Type};

use expect_test::{Expect, expect};

use super::assemble::units;
use super::malformed::far_case;
use super::support::{self, Random};

const ASSEMBLER: &str = "riscv64-unknown-elf-as";
const LINKER: &str = "riscv64-unknown-elf-ld";

/// Greatest number of scalars in a case.
const MOST_SLOTS: usize = 600;
/// Number of seconds that a program may run.
const SECONDS: &str = "20";

fn target(abi: Abi) -> Target {
    Target::Riscv(abi)
}

fn emulator(abi: Abi) -> &'static str {
    if abi.facts().xlen == 8 { "qemu-riscv64" } else { "qemu-riscv32" }
}

/// True if all of these tools can be started; says what is missing.
fn installed(tools: &[&str]) -> bool {
    let missing = tools.iter().find(|tool| Command::new(tool).arg("--version").output().is_err());
    if let Some(missing) = missing {
        eprintln!("skipped: no {missing}");
    }
    missing.is_none()
}

/// Runs the GNU assembler; returns its messages where it is not content.
fn assemble(abi: Abi, folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let source = folder.join(name);
    std::fs::write(&source, text).expect("writable");
    let facts = abi.facts();
    let output = Command::new(ASSEMBLER)
        .arg(format!("-march=rv{}gc", 8 * facts.xlen))
        .arg(format!("-mabi={}", facts.name))
        .args(["--fatal-warnings", "-o"])
        .args([source.with_extension("o"), source])
        .output()
        .expect("starts");
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() && messages.is_empty() { Ok(()) } else { Err(messages) }
}

#[test]
fn any_case_is_accepted_by_the_gnu_assembler() {
    if !installed(&[ASSEMBLER]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for abi in Abi::ALL {
        for seed in 0..30 {
            for (name, text) in units(target(abi), seed) {
                if let Err(messages) = assemble(abi, folder.path(), name, &text) {
                    panic!("{abi:?}, seed {seed}, {name}: {messages}");
                }
            }
        }
    }
}

/// Registers that a called function preserves and that are looked at, integer ones and floating-point ones.
fn saved(abi: Abi) -> (Vec<String>, Vec<String>) {
    let facts = abi.facts();
    let integer = (0..if facts.is_embedded { 2 } else { 12 }).map(|i| format!("s{i}"));
    let fixed = ["gp", "tp"].map(str::to_owned);
    let floating = (0..if facts.flen > 0 { 12 } else { 0 }).map(|i| format!("fs{i}"));
    (integer.chain(fixed).collect(), floating.collect())
}

fn poison(at: usize) -> u32 {
    0x5050_0000 | at as u32
}

/// Function that destroys all that a called function may, and that ends the program if the stack pointer is not
/// aligned.
fn clobber(abi: Abi, readings: &Readings, k: usize) -> String {
    let facts = abi.facts();
    let align = match (facts.is_embedded, readings.get("RISCV-STACK-15")) {
        (true, Some(2)) => 8,
        (true, _) => 4,
        _ => 16,
    };
    let mut text =
        format!("\t.global clobber{k}\nclobber{k}:\n\tandi t0, sp, {}\n\tbnez t0, misaligned\n", align - 1);
    let high = if facts.is_embedded { 18..32 } else { 28..32 };
    for r in (5..8).chain(10..18).chain(high) {
        let _ = writeln!(text, "\tli x{r}, 0xdeadc0de");
    }
    let floats =
        if facts.flen > 0 { (0..8).chain(10..18).chain(28..32) } else { (0..32).chain(0..0).chain(0..0) };
    for f in floats {
        let _ = writeln!(text, "\tfmv.w.x f{f}, x5");
    }
    if facts.flen == 4 && facts.xlen == 8 {
        for f in (8..10).chain(18..28) {
            let _ = writeln!(
                text,
                "\tfmv.x.w x5, f{f}\n\tslli x5, x5, 32\n\tsrli x5, x5, 32\n\tfmv.d.x f{f}, x5"
            );
        }
    }
    text + "\tret\n"
}

/// Program that makes every call and writes the slots and what is in the preserved registers.
fn start(abi: Abi, cases: &[Case]) -> String {
    let (integer, floating) = saved(abi);
    let store = if abi.facts().xlen == 8 { "sd" } else { "sw" };
    let xlen = usize::from(abi.facts().xlen);
    let mut text = "\t.global _start\n_start:\n\tla sp, top\n".to_owned();
    let write = |text: &mut String, name: &str, bytes: usize| {
        let _ = write!(
            text,
            "\tli a0, 1\n\tla a1, {name}\n\tli a2, {bytes}\n\tli t0, 64\n\tmv x17, t0\n\tecall\n"
        );
    };
    for (k, case) in cases.iter().enumerate() {
        for (at, f) in floating.iter().enumerate() {
            let _ = write!(text, "\tli t0, {}\n\tfmv.w.x {f}, t0\n", poison(at + 32));
        }
        for (at, r) in integer.iter().enumerate() {
            let _ = writeln!(text, "\tli {r}, {}", poison(at));
        }
        let _ = write!(text, "\tcall call{k}\n\tla t0, registers\n");
        for (at, r) in integer.iter().enumerate() {
            let _ = writeln!(text, "\t{store} {r}, {}(t0)", at * xlen);
        }
        for (at, f) in floating.iter().enumerate() {
            let _ = writeln!(text, "\tfsw {f}, {}(t0)", (integer.len() + at) * xlen);
        }
        let _ =
            write!(text, "\tla t1, top\n\tsub t1, t1, sp\n\t{store} t1, {}(t0)\n\tla sp, top\n", 40 * xlen);
        write(&mut text, &format!("received{k}"), received_slots(case).len() * SLOT_BYTES as usize);
        write(&mut text, &format!("returned{k}"), returned_slots(case).len() * SLOT_BYTES as usize);
        write(&mut text, "registers", 41 * xlen);
    }
    text.push_str(
        "\tli a0, 0\nend:\n\tli t0, 93\n\tmv x17, t0\n\tecall\nmisaligned:\n\tli a0, 77\n\tj end\n",
    );
    let _ = write!(
        text,
        "\t.bss\n\t.balign 16\nregisters:\n\t.zero {}\n\t.balign 64\n\t.zero 1048576\ntop:\n\t.zero 4096\n",
        41 * xlen
    );
    text
}

/// Contents of a slot, and the mask of its bits that are looked at.
fn expected(slot: &Slot<'_>, readings: &Readings) -> (u128, u128) {
    let signed = readings.get("RISCV-TYPE-27") == Some(2);
    let value = slot.holds.expected(signed);
    let bits = match &slot.holds {
        Holds::Argument { leaf, .. } | Holds::Result(leaf) => match (leaf.bits, leaf.ty) {
            (Some(bits), _) => bits.into(),
            (None, Type::Enum(_)) if readings.get("RISCV-S02") == Some(3) => 8,
            (None, ty) => support::bits_of(readings.target(), ty),
        },
        other => 8 * other.bytes().unwrap_or(0) as u32,
    };
    let mask = u128::MAX.checked_shr(128 - bits).unwrap_or(0);
    (value & mask, mask)
}

/// Runs the cases; returns what is wrong.
fn run(folder: &Path, abi: Abi, cases: &[Case], callee: &Options, caller: &Options) -> Vec<String> {
    let batch: Vec<(usize, &Case)> = cases.iter().enumerate().collect();
    let stubs: String = (0..cases.len()).map(|k| clobber(abi, &callee.readings, k)).collect();
    let start = start(abi, cases);
    let texts = [
        ("f.s", callee_unit(&batch, callee).expect("supported")),
        ("call.s", caller_unit(&batch, caller).expect("supported")),
        ("start.s", format!("\t.text\n{stubs}{start}")),
    ];
    for (name, text) in &texts {
        if let Err(messages) = assemble(abi, folder, name, text) {
            panic!("{abi:?}, {name}: {messages}");
        }
    }
    let emulation = if abi.facts().xlen == 8 { "elf64lriscv" } else { "elf32lriscv" };
    let linked = Command::new(LINKER)
        .args(["-m", emulation, "--no-relax", "-o", "program", "f.o", "call.o", "start.o"])
        .current_dir(folder)
        .output()
        .expect("starts");
    assert!(linked.status.success(), "{}", String::from_utf8_lossy(&linked.stderr));
    let Output { status, stdout, .. } = Command::new("timeout")
        .args([SECONDS, emulator(abi), "./program"])
        .current_dir(folder)
        .output()
        .expect("starts");
    let mut wrong = Vec::new();
    if !status.success() {
        wrong.push(format!("{status}"));
    }
    let (integer, floating) = saved(abi);
    let xlen = usize::from(abi.facts().xlen);
    let mut at = 0;
    let mut next = |count: usize| {
        let bytes = stdout.get(at..at + count).map(<[u8]>::to_vec).unwrap_or_default();
        at += count;
        bytes
    };
    for (k, case) in cases.iter().enumerate() {
        let about = crosscall_model::c::signature(&case.signature, "f");
        for (array, slots) in [("received", received_slots(case)), ("returned", returned_slots(case))] {
            for (i, slot) in slots.iter().enumerate() {
                let (wanted, mask) = expected(slot, &callee.readings);
                let seen = <[u8; 16]>::try_from(next(SLOT_BYTES as usize)).map(u128::from_le_bytes);
                if seen.as_ref().map(|seen| seen & mask) != Ok(wanted) {
                    wrong.push(format!("{array}{k}[{i}] is {seen:x?}, not {wanted:#x}: {about}"));
                }
            }
        }
        for (i, name) in integer.iter().chain(&floating).enumerate() {
            let number = i.checked_sub(integer.len()).map_or(i, |float| float + 32);
            let seen = next(xlen);
            if !seen.starts_with(&poison(number).to_le_bytes()) {
                wrong.push(format!("case {k}: {name} is {seen:x?}: {about}"));
            }
        }
        next((40 - integer.len() - floating.len()) * xlen);
        let moved = next(xlen);
        if moved.iter().any(|byte| *byte != 0) {
            wrong.push(format!("case {k}: sp is lower by {moved:x?}: {about}"));
        }
    }
    wrong
}

fn cases(abi: Abi, random: &mut Random, count: usize) -> Vec<Case> {
    let is_small = |case: &Case| received_slots(case).len() < MOST_SLOTS;
    let cases = std::iter::repeat_with(|| support::case(target(abi), random));
    cases.filter(is_small).take(count).collect()
}

fn options(readings: Readings) -> Options {
    Options { target: readings.target(), readings, fault: None }
}

fn values_arrive(abi: Abi) {
    if !installed(&[ASSEMBLER, LINKER, emulator(abi)]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let readings = match seed {
            0..4 => Readings::defaults(target(abi)),
            4 => Readings::toolchain(target(abi)),
            _ => support::readings(target(abi), &mut random),
        };
        let options = options(readings);
        let mut cases = cases(abi, &mut random, 16);
        cases.extend((0..16).map(|_| small_case(abi, &mut random)));
        let wrong = run(folder.path(), abi, &cases, &options, &options);
        assert!(
            wrong.is_empty(),
            "{abi:?}, seed {seed}: {}: {:#?}",
            options.readings,
            &wrong[..wrong.len().min(6)]
        );
    }
}

fn frames_out_of_reach_of_displacements_work(abi: Abi) {
    if !installed(&[ASSEMBLER, LINKER, emulator(abi)]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for dialect in ["", "RISCV-ARG-26=2", "RISCV-STACK-06=3", "RISCV-STACK-10=2"] {
        for address_taken in [false, true] {
            let mut case = far_case(target(abi));
            case.style.address_taken = address_taken;
            let options = options(Readings::parse(target(abi), dialect).expect("known"));
            let wrong = run(folder.path(), abi, &[case], &options, &options);
            assert!(wrong.is_empty(), "{abi:?}, {dialect}: {:#?}", &wrong[..wrong.len().min(6)]);
        }
    }
}

macro_rules! for_each_abi {
    ($($name:ident $abi:ident),+ $(,)?) => {
        $(mod $name {
            #[test]
            fn values_arrive() {
                super::values_arrive(crosscall_model::target::riscv::Abi::$abi);
            }

            #[test]
            fn frames_out_of_reach_of_displacements_work() {
                super::frames_out_of_reach_of_displacements_work(crosscall_model::target::riscv::Abi::$abi);
            }
        })+
    };
}

for_each_abi!(
    ilp32e Ilp32e, ilp32 Ilp32, ilp32f Ilp32f, ilp32d Ilp32d, lp64 Lp64, lp64f Lp64f, lp64d Lp64d,
);

/// A type that travels in registers, as far as there are some.
fn small_type(random: &mut Random) -> Type {
    use Scalar::{Double, Float, Half, Int, Long, LongDouble, LongLong, Short, SignedChar, UnsignedInt};
    let record = |members: Vec<Member>, packed: bool| {
        Type::Record(Box::new(Record { packed, ..Record::new(RecordKind::Struct, members) }))
    };
    let plain = |scalar: Scalar| Member::plain(scalar.into());
    let field =
        |scalar: Scalar, bits: u8, named: bool| Member { named, ..Member::bit_field(scalar.into(), bits) };
    let union = |members: Vec<Member>| Type::Record(Box::new(Record::new(RecordKind::Union, members)));
    let empty = || record(Vec::new(), false);
    let real = |random: &mut Random| [Float, Double, Half, Float][random.below(4) as usize];
    let one = real(random);
    match random.below(27) {
        0..5 => one.into(),
        5 => [SignedChar, Short, UnsignedInt, Int, Long][random.below(5) as usize].into(),
        6 => LongLong.into(),
        7 => LongDouble.into(),
        8 => record(vec![plain(one)], false),
        9 => record(vec![plain(one), plain(real(random))], random.chance(50)),
        10 => record(vec![plain(one), plain(Int)], random.chance(50)),
        11 => record(vec![plain(SignedChar), plain(one)], random.chance(50)),
        12 => record(vec![field(Int, 5, true), plain(one)], false),
        13 => record(vec![plain(one), field(LongLong, 20, true)], false),
        14 => record(vec![Member::plain(Type::DataPointer), plain(one)], false),
        15 => record(vec![plain(one), Member::plain(union(Vec::new())), plain(one)], false),
        16 => record(vec![plain(one), field(Int, 0, false), plain(one)], false),
        17 => {
            record(vec![plain(one), Member::plain(Type::Array(Box::new(Int.into()), 0)), plain(one)], false)
        }
        18 => record(vec![plain(one), Member::plain(Type::Array(Box::new(empty()), 2)), plain(one)], false),
        19 => record(vec![plain(one), field(Int, 5, false)], false),
        20 => {
            record(vec![Member::plain(Type::Array(Box::new(Type::structure([Type::from(one)])), 2))], false)
        }
        21 => union(vec![plain(one)]),
        22 => Type::Complex(if random.chance(50) { Float } else { Double }),
        23 => Type::Vector { element: if random.chance(50) { Float } else { Int }, lanes: 2 },
        24 => Type::structure([Type::from(Long), Type::from(SignedChar)]),
        25 => record(vec![field(Int, 5, false)], false),
        _ => record(vec![field(Int, 3, false), field(Int, 6, true), plain(one)], true),
    }
}

/// A case whose arguments compete for registers.
fn small_case(abi: Abi, random: &mut Random) -> Case {
    let count = 1 + random.below(14);
    let parameters: Vec<Type> = (0..count).map(|_| small_type(random)).collect();
    let unnamed = |random: &mut Random| match small_type(random) {
        _ if random.chance(25) => Scalar::LongDouble.into(),
        Type::Scalar(Scalar::Float | Scalar::Half) => Scalar::Double.into(),
        Type::Scalar(Scalar::SignedChar | Scalar::Short) => Scalar::Int.into(),
        ty => ty,
    };
    let variadic = random.chance(25).then(|| (0..1 + random.below(8)).map(|_| unnamed(random)).collect());
    let signature = Signature { result: random.chance(80).then(|| small_type(random)), parameters, variadic };
    let arguments = signature.arguments().map(|ty| support::value(target(abi), ty, None, random)).collect();
    let result = signature.result.as_ref().map(|ty| support::value(target(abi), ty, None, random));
    let style = Style {
        calls: random.chance(50),
        live: if random.chance(50) { 20 } else { 0 },
        written: random.chance(30),
        address_taken: random.chance(20),
        ..Style::PLAIN
    };
    Case { target: target(abi), signature, arguments, result, style }
}

/// True if some case goes wrong when only one side follows these readings or commits this fault.
fn fails(folder: &Path, callee: &Options, caller: &Options, seed: u64) -> bool {
    let Target::Riscv(abi) = callee.target else { return false };
    let mut random = Random::new(seed);
    (0..5).any(|i| {
        let batch = if i == 4 {
            cases(abi, &mut random, 32)
        } else {
            (0..48).map(|_| small_case(abi, &mut random)).collect()
        };
        !run(folder, abi, &batch, callee, caller).is_empty()
    })
}

/// Faults and readings of one side that the other side does not notice by the values that it gets.
fn unnoticed(abi: Abi) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut silent = Vec::new();
    for fault in Fault::of(target(abi)) {
        let good = Options { fault: None, ..Options::with_fault(fault) };
        let bad = Options::with_fault(fault);
        let (callee, caller) = if fault.side == Side::Caller { (&good, &bad) } else { (&bad, &good) };
        if !fails(folder.path(), callee, caller, 7) {
            silent.push(fault.name.to_owned());
        }
    }
    let one = Options::new(target(abi));
    for choice in choices(target(abi)) {
        for (number, _) in choice.readings.iter().filter(|(n, _)| *n != choice.default) {
            let mut other = one.clone();
            other.readings.set(choice.key, *number).expect("a reading of the table");
            if !fails(folder.path(), &other, &one, 9) {
                silent.push(format!("{}=R{number}", choice.key));
            }
        }
    }
    silent
}

/// Compares what is not noticed with a list.
fn faults_and_readings_are_noticed(abi: Abi, but: &Expect) {
    if installed(&[ASSEMBLER, LINKER, emulator(abi)]) {
        let lines: String = unnoticed(abi).iter().map(|name| format!("{name}\n")).collect();
        but.assert_eq(&lines);
    }
}

// Three ABIs that differ in everything that ABIs differ in. The lists have what the other side does not look at, such
// as the bits above a number, and what needs an observer of single instructions or a rare occasion.

#[test]
fn faults_and_readings_are_noticed_by_ilp32e() {
    faults_and_readings_are_noticed(
        Abi::Ilp32e,
        &expect![[r#"
            other-way-out
            mode-left
            odd-stack
            stack-not-extended
            callers-object-modified
            result-not-extended
            copy-unaligned
            room-unaligned
            brain-half-size
            bit-int-word
            bit-int-alignment
            bit-int-loose
            atomic-alignment
            typedef-alignment
            complex-integer-parts
            difference-unsigned
            union-alignment
            unnamed-aligns
            zero-aligns
            RISCV-TYPE-27=R2
            RISCV-LAYOUT-03 alignof=R5
            RISCV-LAYOUT-04=R2
            RISCV-LAYOUT-14=R2
            RISCV-LAYOUT-15=R2
            RISCV-S02=R2
            RISCV-S03=R2
            RISCV-S04=R2
            RISCV-REG-11=R2
            RISCV-REG-21 mode=R2
            RISCV-REG-21 flags=R4
            RISCV-ARG-04=R2
            RISCV-ARG-24 flexible=R4
            RISCV-ARG-26=R2
            RISCV-RET-04=R2
            RISCV-STACK-06=R2
            RISCV-STACK-06=R3
            RISCV-STACK-10=R2
            RISCV-STACK-14=R2
            RISCV-S08=R2
            RISCV-S11=R2
            RISCV-S12 argument=R2
            RISCV-S12 result=R4
            RISCV-S13=R2
            RISCV-S14=R2
            RISCV-S15=R2
            RISCV-S15 record=R4
            RISCV-S17=R2
        "#]],
    );
}

#[test]
fn faults_and_readings_are_noticed_by_ilp32f() {
    faults_and_readings_are_noticed(
        Abi::Ilp32f,
        &expect![[r#"
            other-way-out
            mode-left
            odd-stack
            stack-not-extended
            callers-object-modified
            box-missing
            result-not-extended
            copy-unaligned
            room-unaligned
            brain-half-size
            bit-int-word
            bit-int-alignment
            bit-int-loose
            atomic-alignment
            typedef-alignment
            typedef-passed
            complex-integer-parts
            difference-unsigned
            union-alignment
            unnamed-aligns
            zero-aligns
            RISCV-TYPE-27=R2
            RISCV-LAYOUT-03 alignof=R5
            RISCV-LAYOUT-04=R2
            RISCV-LAYOUT-14=R2
            RISCV-LAYOUT-15=R2
            RISCV-S02=R2
            RISCV-S03=R2
            RISCV-S04=R2
            RISCV-REG-11=R2
            RISCV-REG-21 mode=R2
            RISCV-REG-21 flags=R4
            RISCV-ARG-04=R2
            RISCV-ARG-24 flexible=R4
            RISCV-ARG-26=R2
            RISCV-ARG-43 width=R2
            RISCV-ARG-43 members=R4
            RISCV-RET-04=R2
            RISCV-STACK-06=R2
            RISCV-STACK-06=R3
            RISCV-STACK-10=R2
            RISCV-STACK-14=R2
            RISCV-S01 member=R4
            RISCV-S07=R2
            RISCV-S08=R2
            RISCV-S11=R2
            RISCV-S12 argument=R2
            RISCV-S12 result=R4
            RISCV-S13=R2
            RISCV-S14=R2
            RISCV-S15=R2
            RISCV-S15 record=R4
        "#]],
    );
}

#[test]
fn faults_and_readings_are_noticed_by_lp64d() {
    faults_and_readings_are_noticed(
        Abi::Lp64d,
        &expect![[r#"
            other-way-out
            mode-left
            odd-stack
            unsigned-zero-extended
            stack-not-extended
            callers-object-modified
            box-missing
            result-not-extended
            copy-unaligned
            room-unaligned
            long-integer-size
            brain-half-size
            bit-int-word
            bit-int-alignment
            bit-int-loose
            atomic-alignment
            typedef-alignment
            typedef-passed
            complex-integer-parts
            difference-unsigned
            unnamed-aligns
            zero-aligns
            RISCV-TYPE-27=R2
            RISCV-LAYOUT-03 alignof=R5
            RISCV-LAYOUT-04=R2
            RISCV-LAYOUT-13=R2
            RISCV-LAYOUT-14=R2
            RISCV-LAYOUT-15=R2
            RISCV-S02=R2
            RISCV-S03=R2
            RISCV-S04=R2
            RISCV-REG-11=R2
            RISCV-REG-21 mode=R2
            RISCV-REG-21 flags=R4
            RISCV-ARG-04=R2
            RISCV-ARG-24 flexible=R4
            RISCV-ARG-26=R2
            RISCV-ARG-43 width=R2
            RISCV-ARG-43 members=R4
            RISCV-RET-04=R2
            RISCV-STACK-06=R2
            RISCV-STACK-06=R3
            RISCV-STACK-10=R2
            RISCV-STACK-14=R2
            RISCV-S01 member=R4
            RISCV-S07=R2
            RISCV-S08=R2
            RISCV-S11=R2
            RISCV-S12 argument=R2
            RISCV-S12 result=R4
            RISCV-S13=R2
            RISCV-S14=R2
            RISCV-S15=R2
            RISCV-S15 record=R4
        "#]],
    );
}

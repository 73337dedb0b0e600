//! Functions that compilers made, beside the host's processor and QEMU: `functions.c` at every level of optimisation.

use crate::referee::{AARCH64, Folder, Random, Tools, X86_64, has};
use crosscall_machines::executable::{Executable, Segment};
use crosscall_machines::machine::Stop;
use crosscall_machines::memory_map::{HostWindow, MemoryMap, Permissions, RegionSpec};
use crosscall_machines::runtime::FUNCTIONS;
use crosscall_pcode::processor::{self, Processor};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const BASE: u64 = 0x40_0000;
const SIZE: u64 = 32 << 20;
const IN: u64 = BASE + (16 << 20);
const OUT: u64 = IN + 0x1000;
const WINDOW: HostWindow = HostWindow { base: BASE + SIZE, size: 0x1000, slot: 16 };

fn map() -> MemoryMap {
    MemoryMap {
        regions: vec![
            RegionSpec::new("ram", BASE, SIZE, Permissions::ALL),
            RegionSpec::new("thread", 0x1_0000, 0x1000, Permissions::DATA),
        ],
        stack_top: BASE + SIZE,
        host: WINDOW,
    }
}

const SOURCE: &str = include_str!("functions.c");

fn names(is_x86: bool) -> Vec<&'static str> {
    let mut names: Vec<&str> =
        SOURCE.lines().filter_map(|line| line.strip_prefix("TEST(")?.split(')').next()).collect();
    names.retain(|name| is_x86 || !name.starts_with("t_long"));
    names
}

fn run(program: &str, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let output = Command::new(program).args(arguments).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(output.stdout)
}

/// The segments of a linked program.
fn program(bytes: &[u8]) -> Executable {
    let number = |at: usize, size: usize| {
        bytes[at..at + size].iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte))
    };
    let (first, count) = (number(32, 8) as usize, number(56, 2) as usize);
    let mut segments = Vec::new();
    for header in (0..count).map(|one| first + one * 56).filter(|header| number(*header, 4) == 1) {
        let (from, size) = (number(header + 8, 8) as usize, number(header + 32, 8) as usize);
        let data = bytes[from..from + size].to_vec();
        let flags = number(header + 4, 4) as u32;
        let memory_size = number(header + 40, 8);
        segments.push(Segment { address: number(header + 16, 8), memory_size, data, flags });
    }
    Executable { machine: number(18, 2) as u16, entry: BASE, segments, ..Executable::default() }
}

struct Setup {
    processor: Processor,
    tools: Tools,
    compilers: &'static [(&'static str, &'static [&'static str])],
    nm: &'static str,
}

fn all(setup: &Setup) {
    if !setup.tools.are_here() {
        return;
    }
    let is_x86 = setup.processor == Processor::X86_64;
    let names = names(is_x86);
    let folder = Folder::new(if is_x86 { "functions-x86" } else { "functions-aarch64" });
    let path = |name: &str| folder.0.join(name).to_str().expect("a name").to_owned();
    folder.file("functions.c", SOURCE);
    folder.file("tests.h", &names.iter().map(|name| format!("TEST({name})\n")).collect::<String>());
    folder.file("main.c", include_str!("functions_main.c"));
    let served = ["memcpy", "memmove", "memset", "memcmp", "__stack_chk_fail"].map(|name| {
        let slot = FUNCTIONS.iter().position(|function| function.name == name).expect("a function");
        format!("-Wl,--defsym={name}={:#x}", WINDOW.function_address(slot).expect("a slot"))
    });
    let mut random = Random(0x1234_5678_9abc_def1);
    let inputs: Vec<Vec<u8>> =
        (0..6).map(|_| (0..16).flat_map(|_| random.vector().to_le_bytes()).collect()).collect();
    let (mut right, mut instructions, mut wrong) = (0, 0, BTreeMap::<String, String>::new());
    let mut failures: BTreeMap<String, u32> = BTreeMap::new();
    for (compiler, flags) in setup.compilers.iter().filter(|(compiler, _)| has(compiler)) {
        for level in ["-O0", "-O1", "-O2", "-O3", "-Os"] {
            let label = format!("{compiler} {level}");
            let object = path("functions.o");
            let mut arguments = vec![
                "-w",
                "-c",
                level,
                "-fno-stack-protector",
                "-ffp-contract=off",
                "-fno-math-errno",
                "-o",
                &object,
            ];
            arguments.extend(*flags);
            let source = path("functions.c");
            arguments.push(&source);
            if let Err(error) = run(compiler, &arguments) {
                println!("{label}: {error}");
                continue;
            }
            let (native, linked, main) = (path("native"), path("linked"), path("main.c"));
            run(setup.tools.compiler, &["-w", "-no-pie", "-static", "-o", &native, &main, &object])
                .expect("it links");
            let mut arguments = vec![
                "-nostdlib",
                "-static",
                "-no-pie",
                "-Wl,-Ttext-segment=0x400000",
                "-Wl,--entry=0x400000",
                "-Wl,-z,noexecstack",
                "-Wl,-z,separate-code",
            ];
            arguments.extend(served.iter().map(String::as_str));
            arguments.extend(["-o", &linked, &object, "-lgcc"]);
            run(setup.tools.compiler, &arguments).expect("it links");
            let program = program(&std::fs::read(&linked).expect("a program"));
            let listing = run(setup.nm, &[&linked]).expect("symbols");
            let listing = String::from_utf8(listing).expect("text");
            let addresses: BTreeMap<&str, u64> = listing
                .lines()
                .filter_map(|line| {
                    let mut words = line.split_whitespace();
                    let address = u64::from_str_radix(words.next()?, 16).ok()?;
                    Some((words.nth(1)?, address))
                })
                .collect();
            let answers = setup.tools.ask(Path::new(&native), inputs.concat());
            let mut machine = processor::new_machine(setup.processor, map()).expect("a machine");
            machine.load(&program).expect("it fits");
            let mut answers = answers.chunks(256);
            for input in &inputs {
                for name in &names {
                    let answer = answers.next().expect("an answer");
                    machine.reset();
                    machine.write(IN, input).expect("memory");
                    let (arguments, stack) = if is_x86 { ([7, 6], 4) } else { ([0, 1], 31) };
                    machine.set_register(arguments[0], IN);
                    machine.set_register(arguments[1], OUT);
                    machine.set_register(stack, BASE + SIZE - 0x1000);
                    let back = machine.begin_call(addresses[name]);
                    let stop = machine.run(10_000_000);
                    instructions += machine.instructions();
                    let ours = machine.bytes(OUT, 256).expect("memory");
                    if stop == Stop::Breakpoint(back) && ours == answer {
                        right += 1;
                        continue;
                    }
                    let at = ours.iter().zip(answer).position(|(a, b)| a != b).unwrap_or(0) & !7;
                    let text = match &stop {
                        Stop::Fault(fault) => {
                            *failures.entry(fault.text.clone()).or_default() += 1;
                            format!("{fault}")
                        }
                        _ => format!(
                            "{stop:?}, at {at}: {:x?}, processor {:x?}",
                            &ours[at..at + 8],
                            &answer[at..at + 8]
                        ),
                    };
                    wrong.entry(format!("{label} {name}")).or_insert(text);
                }
            }
        }
    }
    println!(
        "{:?}: {right} calls right, {} wrong or refused, {instructions} instructions",
        setup.processor,
        wrong.len()
    );
    for (name, text) in &wrong {
        println!("WRONG {name}: {text}");
    }
    for (text, count) in &failures {
        println!("FAULT {count} {text}");
    }
    assert!(wrong.is_empty());
}

#[test]
fn compiled_functions_do_what_they_do_on_the_host() {
    all(&Setup {
        processor: Processor::X86_64,
        tools: X86_64,
        compilers: &[
            ("gcc", &[]),
            ("gcc", &["-fPIC", "-fstack-protector-all"]),
            ("clang-14", &["-fstack-protector-all"]),
            ("clang-19", &[]),
        ],
        nm: "nm",
    });
}

#[test]
fn compiled_functions_do_what_they_do_in_qemu() {
    all(&Setup {
        processor: Processor::Aarch64,
        tools: AARCH64,
        compilers: &[
            ("aarch64-linux-gnu-gcc", &[]),
            ("clang-14", &["--target=aarch64-linux-gnu"]),
            ("clang-19", &["--target=aarch64-linux-gnu"]),
        ],
        nm: "aarch64-linux-gnu-nm",
    });
}

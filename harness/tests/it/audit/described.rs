//! Debug information that compilers write for random declarations: nothing disagrees with the document but what is known of
//! them, where they are installed.

use crate::common::World;
use crosscall_generator::c_unit::callee_unit;
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use crosscall_toolchain::cases::Source;
use serde_json::Value;
use std::process::Command;

/// ABIs of RISC-V with the options that ask for them.
const ABIS: [(Abi, &str, &str); 7] = [
    (Abi::Ilp32e, "rv32emac", "ilp32e"),
    (Abi::Ilp32, "rv32imac", "ilp32"),
    (Abi::Ilp32f, "rv32imafc", "ilp32f"),
    (Abi::Ilp32d, "rv32imafdc", "ilp32d"),
    (Abi::Lp64, "rv64imac", "lp64"),
    (Abi::Lp64f, "rv64imafc", "lp64f"),
    (Abi::Lp64d, "rv64imafdc", "lp64d"),
];

/// Compilers of RISC-V, and of the processors that run Linux, with their triples for Clang.
const COMPILERS: [&str; 3] = ["riscv64-unknown-elf-gcc", "clang-14", "clang-19"];
const OTHERS: [(&str, Target, &str); 4] = [
    ("gcc", Target::X86_64, ""),
    ("clang-19", Target::X86_64, "x86_64-linux-gnu"),
    ("aarch64-linux-gnu-gcc", Target::Aarch64, ""),
    ("clang-19", Target::Aarch64, "aarch64-linux-gnu"),
];

/// Cases in a unit, and units of each compiler and ABI.
const CASES: u64 = 3;
const UNITS: u64 = 8;

/// RISCV-GCC-02 and RISCV-GCC-03 (docs/findings/riscv-gcc.md): empty unions, and arrays of empty records, count as members of
/// structures with two others, which are passed in other places for it; what comes behind them is elsewhere, too.
fn is_known(compiler: &str, target: Target, name: &str) -> bool {
    let has_floating_registers = !matches!(target, Target::Riscv(Abi::Ilp32e | Abi::Ilp32 | Abi::Lp64));
    compiler.ends_with("gcc") && has_floating_registers && name.starts_with("parameter ")
}

/// Compiles units of random declarations and audits the objects; returns how many members and parameters were as the document has
/// them, or nothing where the compiler is not installed or does not have the target.
fn audited(world: &World, (compiler, target): (&str, Target), options: &[String]) -> Option<u64> {
    let source = Source::new(target, 7);
    let mut objects = Vec::new();
    for unit in 0..UNITS {
        let first = source.directed() + unit * CASES;
        let cases: Vec<_> = (first..first + CASES).map(|number| source.case(number)).collect();
        let numbered: Vec<_> = cases.iter().enumerate().collect();
        let (text, object) = (format!("u{unit}.c"), format!("u{unit}.o"));
        world.write(&text, callee_unit(&numbered));
        let level = ["-O0", "-O1", "-O2", "-Os"][unit as usize % 4];
        let dwarf = ["-gdwarf-4", "-gdwarf-5"][unit as usize / 2 % 2];
        let mut command = Command::new(compiler);
        command.args(options).args([level, dwarf, "-w", "-ffreestanding", "-std=gnu11"]);
        command.args(["-c", &text, "-o", &object]);
        let Ok(made) = command.current_dir(world.path(".")).output() else { break };
        // A type that a compiler does not have.
        if made.status.success() {
            objects.push(object);
        }
    }
    if objects.is_empty() {
        println!("skipped: {compiler} is not installed, or does not have {target}");
        return None;
    }
    let mut words = vec!["audit", "--static", "--format", "json", "--target", target.name()];
    words.extend(objects.iter().map(String::as_str));
    let answer = world.run(&words);
    let report = answer.json();
    let found = report["disagreements"].as_array().expect("a list").iter();
    let new: Vec<&Value> = found
        .filter(|found| !is_known(compiler, target, found["name"].as_str().unwrap_or_default()))
        .collect();
    assert!(new.is_empty(), "{compiler} {target}: {new:#?}");
    assert_eq!(report["do_not_link"].as_array().map(Vec::len), Some(0), "{compiler} {target}");
    let members = report["compared"]["members"]["agreed"].as_u64().unwrap_or(0);
    let parameters = report["compared"]["parameters"]["agreed"].as_u64().unwrap_or(0);
    assert!(members > 0, "{compiler} {target}");
    Some(members + parameters)
}

#[test]
fn random_declarations_are_as_the_document_has_them() {
    let world = World::new();
    for compiler in COMPILERS {
        let mut all = Vec::new();
        for (abi, march, mabi) in ABIS {
            let target = Target::Riscv(abi);
            let mut options = vec![format!("-march={march}"), format!("-mabi={mabi}")];
            if compiler.starts_with("clang") {
                options.push(format!("--target={}-unknown-elf", &target.name()[..7]));
            }
            all.extend(audited(&world, (compiler, target), &options));
        }
        assert!(all.is_empty() || all.iter().sum::<u64>() > 0, "{compiler}: nothing was compared");
    }
}

/// On x86-64 and AArch64, where compilers give places behind the instructions that move a parameter.
#[test]
fn random_declarations_of_processors_that_run_linux() {
    let world = World::new();
    for (compiler, target, triple) in OTHERS {
        let options = if triple.is_empty() { Vec::new() } else { vec![format!("--target={triple}")] };
        let compared = audited(&world, (compiler, target), &options);
        assert!(compared.is_none_or(|compared| compared > 0), "{compiler} {target}: nothing was compared");
    }
}

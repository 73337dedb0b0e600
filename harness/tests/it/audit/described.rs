//! Debug information that compilers write for random declarations: nothing disagrees with the document but what is known of
//! them, where they are installed.

use crate::common::World;
use crosscall_generator::c_unit::callee_unit;
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use crosscall_toolchain::cases::Source;
use serde_json::Value;
use std::process::Command;

/// ABIs with the options that ask for them.
const ABIS: [(Abi, &str, &str); 7] = [
    (Abi::Ilp32e, "rv32emac", "ilp32e"),
    (Abi::Ilp32, "rv32imac", "ilp32"),
    (Abi::Ilp32f, "rv32imafc", "ilp32f"),
    (Abi::Ilp32d, "rv32imafdc", "ilp32d"),
    (Abi::Lp64, "rv64imac", "lp64"),
    (Abi::Lp64f, "rv64imafc", "lp64f"),
    (Abi::Lp64d, "rv64imafdc", "lp64d"),
];

const COMPILERS: [&str; 3] = ["riscv64-unknown-elf-gcc", "clang-14", "clang-19"];

/// Cases in a unit, and units of each compiler and ABI.
const CASES: u64 = 3;
const UNITS: u64 = 8;

/// RISCV-GCC-02 and RISCV-GCC-03 (docs/findings/riscv-gcc.md): empty unions, and arrays of empty records, count as members of
/// structures with two others, which are passed in other places for it; what comes behind them is elsewhere, too.
fn is_known(compiler: &str, target: Target, name: &str) -> bool {
    let has_floating_registers = !matches!(target, Target::Riscv(Abi::Ilp32e | Abi::Ilp32 | Abi::Lp64));
    compiler.ends_with("gcc") && has_floating_registers && name.starts_with("parameter ")
}

#[test]
fn random_declarations_are_as_the_document_has_them() {
    let world = World::new();
    for compiler in COMPILERS {
        let (mut compared, mut is_there) = (0, false);
        for (abi, march, mabi) in ABIS {
            let target = Target::Riscv(abi);
            let source = Source::new(target, 7);
            let mut objects = Vec::new();
            for unit in 0..UNITS {
                let first = source.directed() + unit * CASES;
                let cases: Vec<_> = (first..first + CASES).map(|number| source.case(number)).collect();
                let numbered: Vec<_> = cases.iter().enumerate().collect();
                world.write(&format!("u{unit}.c"), callee_unit(&numbered));
                let level = ["-O0", "-O1", "-O2", "-Os"][unit as usize % 4];
                let dwarf = ["-gdwarf-4", "-gdwarf-5"][unit as usize / 2 % 2];
                let mut command = Command::new(compiler);
                if compiler.starts_with("clang") {
                    command.arg(format!("--target={}-unknown-elf", &target.name()[..7]));
                }
                let (march, mabi) = (format!("-march={march}"), format!("-mabi={mabi}"));
                let (text, object) = (format!("u{unit}.c"), format!("u{unit}.o"));
                command.args([&march, &mabi, level, dwarf, "-w", "-ffreestanding", "-std=gnu11"]);
                command.args(["-c", &text, "-o", &object]);
                let Ok(made) = command.current_dir(world.path(".")).output() else { break };
                is_there = true;
                // A type that a compiler does not have.
                if made.status.success() {
                    objects.push(object);
                }
            }
            if objects.is_empty() {
                println!("skipped: {compiler} is not installed, or does not have {target}");
                continue;
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
            compared += members + parameters;
        }
        assert!(!is_there || compared > 0, "{compiler}: nothing was compared");
        println!("{compiler}: {compared} members and parameters");
    }
}

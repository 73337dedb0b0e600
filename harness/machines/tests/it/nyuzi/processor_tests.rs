//! The processor's own tests of its instruction set and of its traps, where the environment variable
//! NYUZI_PROCESSOR names a checkout of NyuziProcessor and a C preprocessor is installed: each is
//! preprocessed, assembled and linked here, and must print PASS on the simulator, and on the reference
//! emulator where NYUZI_EMULATOR names it.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::tools::{emulate, emulator, object, start};
use crosscall_machines::machine::{Machine, Stop};
use crosscall_machines::nyuzi::link::{link, link_options};

/// The tests that need one thread, no address translation and no interrupts.
const TESTS: [&str; 18] = [
    "isa/atomic.S",
    "isa/branch.S",
    "isa/compare_forms.S",
    "isa/float_arithmetic_form.S",
    "isa/float_functional.S",
    "isa/int_arithmetic_forms.S",
    "isa/load_store.S",
    "isa/shuffle.S",
    "isa/waw.S",
    "trap/breakpoint.S",
    "trap/dinvalidate_non_super.S",
    "trap/eret_non_super.S",
    "trap/getcr_non_super.S",
    "trap/illegal_instruction.S",
    "trap/setcr_non_super.S",
    "trap/syscall.S",
    "trap/unaligned_data_fault.S",
    "trap/unaligned_inst_fault.S",
];

fn preprocess(tests: &Path, path: &Path) -> Result<String, String> {
    let mut command = Command::new("cpp");
    command.args(["-undef", "-P", "-x", "assembler-with-cpp", "-D__NYUZI__"]);
    command.arg("-I").arg(tests).arg("-I").arg(path.parent().unwrap_or(tests)).arg(path);
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_processors_tests_pass() {
    let Some(checkout) = std::env::var_os("NYUZI_PROCESSOR").map(PathBuf::from) else {
        println!("skipped: NYUZI_PROCESSOR names no checkout");
        return;
    };
    let tests = checkout.join("tests");
    let emulator = emulator();
    let folder = tempfile::tempdir().expect("a temporary directory");
    let (mut instructions, mut failed) = (0, Vec::new());
    for name in TESTS {
        let text = match preprocess(&tests, &tests.join("core").join(name)) {
            Ok(text) => text,
            Err(error) => {
                println!("skipped: {name}: {error}");
                return;
            }
        };
        let program = link(&[object(name, &text)], &link_options()).expect("it links");
        let mut core = start(&program);
        core.set_register(30, 0);
        let stop = core.run(10_000_000);
        let output = String::from_utf8_lossy(core.output()).into_owned();
        println!("{name}: {} instructions, {stop:?}, {output:?}", core.instructions());
        if stop != Stop::Exit(0) || !output.contains("PASS") || output.contains("FAIL") {
            failed.push(format!("{name}: {stop:?}, {output:?}"));
        }
        instructions += core.instructions();
        if let Some(emulator) = &emulator {
            let theirs = emulate(emulator, folder.path(), &program, (0x1000, 4)).expect("it runs");
            let theirs = String::from_utf8_lossy(&theirs.output).into_owned();
            if !theirs.contains("PASS") || theirs.contains("FAIL") {
                failed.push(format!("{name} on the emulator: {theirs:?}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    println!("{} tests, {instructions} instructions, all pass", TESTS.len());
}

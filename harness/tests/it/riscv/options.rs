//! Compilers for RISC-V whose options ask for their own library, or for instructions that the machine lacks.

use crate::common::{Answer, RISCV, World, is_installed, one_in};

const GCC: &str = "riscv64-gcc-lp64d-O2";
const CLANG: &str = "clang-19-lp64d-O2";

/// A short run of a compiler by the ABI that its command names, LP64 or LP64D, with more options of `run`.
fn run(world: &World, command: &str, more: &[&str]) -> Answer {
    let subject = format!("x={command}");
    let target = if command.contains("-mabi=lp64d") { "riscv64-lp64d" } else { "riscv64-lp64" };
    let asked = ["run", "--target", target, "--subject", &subject, "--minimize", "0", "-q"];
    let pairings = ["--pairing", "caller", "--pairing", "callee", "--pairing", "cross"];
    world.run_at_home(&[&asked[..], &pairings, more].concat())
}

/// Trials of a run: those that were run, that failed, and that are unsupported; and the reasons.
fn counts(answer: &Answer) -> (u64, u64, u64, String) {
    let json = answer.json();
    let trials = &json["trials"];
    let count = |key: &str| trials[key].as_u64().unwrap();
    (count("run"), count("failed"), count("unsupported"), json["subjects"][0]["reasons"].to_string())
}

#[test]
#[ignore = "long: run at night"]
fn prologues_of_the_library_and_stack_protectors_are_served() {
    let world = World::new();
    #[rustfmt::skip]
    let cases = [
        (GCC, "riscv64-unknown-elf-gcc -march=rv64gc -mabi=lp64d -Os -msave-restore -fstack-protector-all"),
        (CLANG, "clang-19 --target=riscv64 -march=rv64gc -mabi=lp64d -Oz -msave-restore -fstack-protector-all"),
    ];
    for (needed, command) in cases.into_iter().filter(|(needed, _)| is_installed(needed)) {
        let answer = run(&world, command, &["--cases", "120", "--format", "json"]).exits(0);
        let (run, failed, unsupported, reasons) = counts(&answer);
        assert!(run > 300 && failed == 0, "{needed}: {run}, {failed}, {unsupported}: {reasons}");
    }
}

#[test]
fn instructions_that_the_machine_lacks_are_unsupported() {
    let world = World::new();
    if !is_installed(CLANG) {
        return;
    }
    let command = "clang-19 --target=riscv64 -march=rv64imac_zcmp -mabi=lp64 -Oz";
    let answer = run(&world, command, &["--cases", "300", "--format", "json"]).exits(0);
    let (run, failed, unsupported, reasons) = counts(&answer);
    assert!(run > 100 && failed == 0 && unsupported > 0, "{run}, {failed}, {reasons}");
    assert!(reasons.contains("`cm.push` (extension Zcmp)"), "{reasons}");
}

#[test]
fn newer_instructions_are_executed() {
    let world = World::new();
    #[rustfmt::skip]
    let cases = [
        (CLANG, "clang-19 --target=riscv64 -march=rv64gc_zba_zbb_zbs_zicond_zfa_zcb -mabi=lp64d -O2"),
        (CLANG, "clang-19 --target=riscv64 -march=rv64gcv -mabi=lp64d -O2"),
        (GCC, "riscv64-unknown-elf-gcc -march=rv64gc_zba_zbb_zbs -mabi=lp64d -O2"),
    ];
    let all = cases.into_iter().step_by(one_in(3));
    for (_, command) in all.filter(|(needed, _)| is_installed(needed)) {
        let answer = run(&world, command, &["--cases", "300", "--format", "json"]).exits(0);
        let (run, failed, _, reasons) = counts(&answer);
        assert!(run > 100 && failed == 0, "{command}: {run}, {failed}, {reasons}");
        assert!(!reasons.contains("(extension "), "{command}: {reasons}");
    }
}

/// Functions that nothing defines fail the trials, and with the object file that defines them do not.
#[test]
fn a_library_of_the_compilers_own() {
    if !is_installed(GCC) {
        return;
    }
    let world = World::new();
    let text = "\t.attribute arch, \"rv64gc\"\n\t.global __cyg_profile_func_enter, __cyg_profile_func_exit\n\
                __cyg_profile_func_enter:\n__cyg_profile_func_exit:\n\tret\n";
    world.object_for(RISCV, "hooks.o", text);
    let command = "riscv64-unknown-elf-gcc -march=rv64gc -mabi=lp64d -O2 -finstrument-functions";
    let without = run(&world, command, &["--cases", "10", "--format", "json"]);
    let (done, failed, ..) = counts(&without);
    assert!(done == 0 && failed > 0 && without.code == 3, "{without:?}");
    let with = run(&world, command, &["--cases", "10", "--format", "json", "--support", "hooks.o"]);
    let (done, failed, ..) = counts(&with);
    assert!(done > 0 && failed == 0 && with.code == 0, "{with:?}");
    let lost = run(&world, command, &["--cases", "10", "--support", "lost.o"]);
    assert!(lost.code == 3 && format!("{lost:?}").contains("lost.o: cannot be read"), "{lost:?}");
}

#[test]
fn versions_behind_a_dash_are_found() {
    let world = World::new();
    let script = |version: &str| {
        format!(
            "#!/bin/sh\ncase \"$*\" in *--version) echo '{version}';; *-dumpmachine) echo riscv64-linux-gnu;; esac\n"
        )
    };
    world.write_program("bin/riscv64-linux-gnu-gcc-16", script("gcc (GCC) 16.0.1"));
    world.write_program("bin/riscv64-linux-gnu-gcc-9", script("gcc (GCC) 9.3.0"));
    world.write_program("bin/clang-77", script("clang version 77.0.0"));
    std::os::unix::fs::symlink("riscv64-linux-gnu-gcc-16", world.path("bin/riscv64-linux-gnu-gcc")).unwrap();
    let path = world.path("bin").display().to_string();
    let mut command = world.command(&["doctor", "--target", "riscv64-lp64d", "--format", "json"]);
    let json = world.answer(command.env("PATH", path)).json();
    let toolchains = json["toolchains"].as_array().unwrap();
    let names: Vec<&str> = toolchains.iter().filter_map(|found| found["name"].as_str()).collect();
    let at_o2: Vec<&str> = names.iter().copied().filter(|name| name.ends_with("-O2")).collect();
    let found: Vec<&str> = at_o2.iter().copied().filter(|name| !name.starts_with("recorded-")).collect();
    assert_eq!(found, ["riscv64-linux-gcc-lp64d-O2", "riscv64-linux-gcc-9-lp64d-O2", "clang-77-lp64d-O2"]);
    assert!(toolchains.iter().all(|found| found["target"] == "riscv64-lp64d"), "{names:?}");
}

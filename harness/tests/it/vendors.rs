//! Compilers of vendors that cannot be had: a stand-in takes their place, checks the command line option by option and
//! answers with object files of the embedded code generator, with errors, crashes and silence.

use crate::common::{Answer, READ_ARGUMENTS, World};
use crosscall_model::{Case, Target};
use crosscall_toolchain::cases::Source;
use expect_test::{Expect, expect};

/// Cases in a run.
const CASES: usize = 2;

/// A vendor's kit.
struct Kit {
    target: Target,
    /// The compiler's file name.
    compiler: &'static str,
    /// Output for `--version`.
    version: &'static str,
    /// A subject.
    subject: &'static str,
    /// The variable that names the kit's folder.
    home: &'static str,
    /// Options that precede the names of files.
    options: &'static str,
}

const DPU: Kit = Kit {
    target: Target::Dpu,
    compiler: "dpu-upmem-dpurte-clang",
    version: "clang version 12.0.0 (upmem)",
    subject: "dpu-clang-O2",
    home: "UPMEM_HOME",
    options: "-O2 -std=gnu11 -w -ffreestanding -c",
};

const IPU: Kit = Kit {
    target: Target::Ipu,
    compiler: "popc",
    version: "POPLAR version 3.3.0 (de1f8de2a7)\nclang version 16.0.0 (2fce0648f3)",
    subject: "ipu-popc-O2",
    home: "POPLAR_SDK_ENABLED",
    options: "--target ipu2 -O2 -std=gnu11 -w -ffreestanding",
};

/// A kit in `sdk/bin` whose compiler does what the shell text says before it answers: `$source` is what it shall
/// compile, `$out` what it shall write, `$good` what it should write there.
fn world(kit: &Kit, misbehaviour: &str) -> World {
    let world = World::new();
    std::fs::create_dir_all(world.path("sdk/bin")).unwrap();
    let tools = crosscall_machines::toolset::find(kit.target.name()).unwrap();
    let object = |name: &str, text: &str| {
        let object = tools.assemble(name, text).unwrap_or_else(|e| panic!("{name}: {e}"));
        world.write(name, tools.write_object(&object).unwrap());
    };
    let source = Source::new(kit.target, 1);
    let cases: Vec<Case> = (0..CASES as u64).map(|i| source.case(i)).collect();
    let cases: Vec<(usize, &Case)> = cases.iter().enumerate().collect();
    let options = crosscall_embedded::Options::new(kit.target);
    object("capability.o", "\t.text\n\t.global nothing\nnothing:\n");
    object("callee.o", &crosscall_embedded::callee_unit(&cases, &options).unwrap());
    object("caller.o", &crosscall_embedded::caller_unit(&cases, &options).unwrap());
    object("layout.o", &crosscall_embedded::layout_unit(&cases, &options).unwrap());
    let head = "case \"$*\" in *--version) cat <<'END'\n";
    let script = format!(
        "#!/bin/sh\nhere={here:?}\n{head}{version}\nEND\nexit 0;; *-dumpmachine) exit 1;; esac\n\
         given=\"$*\"\n{READ_ARGUMENTS}\
         [ \"$given\" = \"{options} -o $out $source\" ] || {{ echo \"error: called with $given\" >&2; exit 1; }}\n\
         good=\"$here/${{source%.c}}.o\"\n{misbehaviour}\n\
         {{ {package}cat \"$good\"; }} > \"$out\"\n",
        here = world.path("").display().to_string(),
        version = kit.version,
        options = kit.options,
        package = if kit.compiler == "popc" { "echo 'a package'; " } else { "" },
    );
    program(&world, kit.compiler, &script);
    if kit.compiler == "popc" {
        let opener = "#!/bin/sh\n[ \"$1 $2\" = 'extract ipu2' ] || exit 9\nexec tail -n +2 \"$3\"\n";
        program(&world, "pop-objdump", opener);
    }
    world
}

fn program(world: &World, name: &str, script: &str) {
    world.write_program(&format!("sdk/bin/{name}"), script);
}

fn run(kit: &Kit, world: &World, arguments: &[&str]) -> Answer {
    world.answer(world.command(arguments).env(kit.home, world.path("sdk")))
}

/// Asserts the last line and the error output of a run.
fn ends_with(kit: &Kit, misbehaviour: &str, expected: &Expect) {
    said(kit, &world(kit, misbehaviour), expected);
}

fn said(kit: &Kit, world: &World, expected: &Expect) {
    #[rustfmt::skip]
    let answer = run(kit, world, &[
        "run", "--verbose", "--toolchain", kit.subject, "--minimize", "0", "--cases=2", "--timeout=60",
        "--pairing=caller", "--pairing=callee", "--pairing=layout",
    ]);
    expected.assert_eq(&format!("exit {}: {}\n{}", answer.code, answer.last_line(), answer.err));
}

#[test]
fn kits_are_found_by_the_variables_that_name_them() {
    for kit in [DPU, IPU] {
        let world = world(&kit, "");
        let answer = run(&kit, &world, &["doctor", "--verbose"]);
        let line = answer.out.lines().find(|line| line.contains(kit.subject)).unwrap_or_default().to_owned();
        assert!(line.contains(kit.version.lines().next().unwrap()), "{}: {}", kit.subject, answer.out);
        let without = world.answer(world.command(&["doctor", "--verbose"]).env_remove(kit.home));
        assert!(
            without.out.contains(kit.home)
                || without.out.contains("enable")
                || without.out.contains("upmem_env.sh"),
            "{}",
            without.out
        );
    }
}

#[test]
fn another_program_of_the_same_name_is_no_kit() {
    for version in ["popc 3.1, a compiler of POP-C++", "clang version 16.0.0", ""] {
        let world = World::new();
        world.write_program("elsewhere/popc", format!("#!/bin/sh\necho '{version}'\n"));
        let answer = world.run_with_path("elsewhere", &["doctor", "--verbose"]);
        assert!(answer.out.contains("ipu-popc was not found"), "{version}: {}", answer.out);
    }
}

#[test]
fn the_names_of_the_vendors_fork() {
    let world = World::new();
    let clang = "#!/bin/sh\ncase \"$*\" in \"--target=colossus -march=ipu2 \"*\"-x c -fsyntax-only /dev/null\") exit 0;; \
                 *--version) echo clang version 16.0.0;; *-dumpmachine) echo colossus-graphcore-unknown;; *) exit 1;; esac\n";
    for (name, text) in [("gc-clang", clang), ("gc-ld.lld", "#!/bin/sh\necho LLD 16.0.0\n")] {
        world.write_program(&format!("fork/{name}"), text);
    }
    let answer = world.run_with_path("fork", &["doctor", "--verbose"]);
    let line = |name: &str| answer.out.lines().find(|l| l.contains(name)).unwrap_or_default().to_owned();
    assert!(line("colossus-clang-O2").contains("clang version 16.0.0"), "{}", answer.out);
    assert!(line("colossus-llvm").contains("clang version 16.0.0"), "{}", answer.out);
}

#[test]
fn compilers_that_are_right() {
    ends_with(
        &DPU,
        "",
        &expect![[r#"
            exit 0: nothing new: 6 of 6 trials were run
            dpu-clang-O2: clang version 12.0.0 (upmem); sdk/bin/dpu-upmem-dpurte-clang -O2
            2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 9; pairings caller, callee, layout
        "#]],
    );
    ends_with(
        &IPU,
        "",
        &expect![[r#"
            exit 0: nothing new: 6 of 6 trials were run
            ipu-popc-O2: POPLAR version 3.3.0 (de1f8de2a7); sdk/bin/popc --target ipu2 -O2
            2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 9; pairings caller, callee, layout
        "#]],
    );
}

#[test]
fn warnings_change_nothing() {
    let warning = "echo 'warning: this chip is obsolete' >&2";
    ends_with(
        &DPU,
        warning,
        &expect![[r#"
            exit 0: nothing new: 6 of 6 trials were run
            dpu-clang-O2: clang version 12.0.0 (upmem); sdk/bin/dpu-upmem-dpurte-clang -O2
            2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 9; pairings caller, callee, layout
        "#]],
    );
    ends_with(
        &IPU,
        warning,
        &expect![[r#"
            exit 0: nothing new: 6 of 6 trials were run
            ipu-popc-O2: POPLAR version 3.3.0 (de1f8de2a7); sdk/bin/popc --target ipu2 -O2
            2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 9; pairings caller, callee, layout
        "#]],
    );
}

#[test]
fn compilers_that_refuse() {
    let refusal = "case $source in callee*) echo 'error: out of registers' >&2; exit 1;; esac";
    ends_with(
        &DPU,
        refusal,
        &expect![[r#"
            exit 3: 2 of 6 trials failed: rejected by the compiler; nothing new in the 4 that were run
            dpu-clang-O2: clang version 12.0.0 (upmem); sdk/bin/dpu-upmem-dpurte-clang -O2
            2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 9; pairings caller, callee, layout
        "#]],
    );
    ends_with(
        &IPU,
        refusal,
        &expect![[r#"
            exit 3: 2 of 6 trials failed: rejected by the compiler; nothing new in the 4 that were run
            ipu-popc-O2: POPLAR version 3.3.0 (de1f8de2a7); sdk/bin/popc --target ipu2 -O2
            2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 9; pairings caller, callee, layout
        "#]],
    );
}

#[test]
fn compilers_that_crash_or_are_silent() {
    let crash = "case $source in callee*) kill -SEGV $$;; esac";
    ends_with(
        &DPU,
        crash,
        &expect![[r#"
            exit 1: 1 new finding: 4 of 6 trials were run; 2 of 6 trials failed through faults of the compiler
            dpu-clang-O2: clang version 12.0.0 (upmem); sdk/bin/dpu-upmem-dpurte-clang -O2
            2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 9; pairings caller, callee, layout
            the cases of new findings are in crosscall-findings (--report DIR names another folder)
        "#]],
    );
    let silence = "case $source in callee*) exit 0;; esac";
    ends_with(
        &DPU,
        silence,
        &expect![[r#"
            exit 1: 1 new finding: 4 of 6 trials were run; 2 of 6 trials failed through faults of the compiler
            dpu-clang-O2: clang version 12.0.0 (upmem); sdk/bin/dpu-upmem-dpurte-clang -O2
            2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 9; pairings caller, callee, layout
            the cases of new findings are in crosscall-findings (--report DIR names another folder)
        "#]],
    );
}

#[test]
fn bitcode_for_the_linker_is_no_object() {
    let bitcode = "case $source in capability*) ;; *) printf 'BC\\300\\3361234' > \"$out\"; exit 0;; esac";
    ends_with(
        &DPU,
        bitcode,
        &expect![[r#"
            exit 1: 1 new finding: 0 of 6 trials were run; 6 of 6 trials failed through faults of the compiler
            dpu-clang-O2: clang version 12.0.0 (upmem); sdk/bin/dpu-upmem-dpurte-clang -O2
            2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 9; pairings caller, callee, layout
            the cases of new findings are in crosscall-findings (--report DIR names another folder)
        "#]],
    );
}

#[test]
fn a_kit_that_was_moved() {
    // The script is there, and the clang beside it is not.
    let moved = "echo \"$0: line 30: ./clang: No such file or directory\" >&2; exit 127";
    ends_with(
        &DPU,
        moved,
        &expect![[r#"
            exit 3: 
            dpu-clang-O2: clang version 12.0.0 (upmem); sdk/bin/dpu-upmem-dpurte-clang -O2
            2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 9; pairings caller, callee, layout
            crosscall: dpu-clang-O2: rejected the source (exit status 127): it does not even compile `int nothing;`: sdk/bin/dpu-upmem-dpurte-clang: line 30: ./clang: No such file or directory
        "#]],
    );
}

#[test]
fn a_package_that_cannot_be_opened() {
    let world = world(&IPU, "");
    program(&world, "pop-objdump", "#!/bin/sh\necho \"error: no object for $2 in $3\" >&2\nexit 2\n");
    said(
        &IPU,
        &world,
        &expect![[r#"
            exit 3: 
            ipu-popc-O2: POPLAR version 3.3.0 (de1f8de2a7); sdk/bin/popc --target ipu2 -O2
            2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 9; pairings caller, callee, layout
            crosscall: ipu-popc-O2: wrote an object file that cannot be used: `sdk/bin/pop-objdump extract ipu2` did not open it: it ended with status 2: error: no object for ipu2 in capability.o
        "#]],
    );
    std::fs::remove_file(world.path("sdk/bin/pop-objdump")).unwrap();
    said(
        &IPU,
        &world,
        &expect![[r#"
            exit 3: 
            ipu-popc-O2: POPLAR version 3.3.0 (de1f8de2a7); sdk/bin/popc --target ipu2 -O2
            2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 9; pairings caller, callee, layout
            crosscall: ipu-popc-O2: could not be run: its packages cannot be opened: cannot start `sdk/bin/pop-objdump`: No such file or directory (os error 2)
        "#]],
    );
}

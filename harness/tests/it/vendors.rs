//! Compilers of vendors that cannot be had: a stand-in takes their place, checks the command line option by option and
//! answers with object files of the embedded code generator, with errors, crashes and silence.

use crate::common::{Answer, READ_ARGUMENTS, World, units};
use crosscall_model::Target;

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
    /// Words among them that choose the subject.
    chosen: &'static str,
}

const DPU: Kit = Kit {
    target: Target::Dpu,
    compiler: "dpu-upmem-dpurte-clang",
    version: "clang version 12.0.0 (upmem)",
    subject: "dpu-clang-O2",
    home: "UPMEM_HOME",
    options: "-O2 -std=gnu11 -w -ffreestanding -c",
    chosen: "-O2",
};

const IPU: Kit = Kit {
    target: Target::Ipu,
    compiler: "popc",
    version: "POPLAR version 3.3.0 (de1f8de2a7)\nclang version 16.0.0 (2fce0648f3)",
    subject: "ipu-popc-O2",
    home: "POPLAR_SDK_ENABLED",
    options: "--target ipu2 -O2 -std=gnu11 -w -ffreestanding",
    chosen: "--target ipu2 -O2",
};

/// A kit in `sdk/bin` whose compiler does what the shell text says before it answers: `$source` is what it shall
/// compile, `$out` what it shall write, `$good` what it should write there.
fn world(kit: &Kit, misbehaviour: &str) -> World {
    let world = World::new();
    std::fs::create_dir_all(world.path("sdk/bin")).unwrap();
    units::write(&world, kit.target);
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

/// Asserts the last line and the error output of a run, in which the subject and what was asked for stand first.
#[track_caller]
fn ends_with(kit: &Kit, world: &World, code: i32, conclusion: &str, more: &str) {
    #[rustfmt::skip]
    let answer = run(kit, world, &[
        "run", "--verbose", "--toolchain", kit.subject, "--minimize", "0", "--cases=2", "--timeout=60",
        "--pairing=caller", "--pairing=callee", "--pairing=layout",
    ]);
    assert_eq!((answer.code, answer.last_line()), (code, conclusion), "{answer:?}");
    let first = format!(
        "{}: {}; sdk/bin/{} {}\n2 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 10; \
         pairings caller, callee, layout\n{more}",
        kit.subject,
        kit.version.lines().next().unwrap(),
        kit.compiler,
        kit.chosen
    );
    assert_eq!(answer.err, first);
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
    for kit in [DPU, IPU] {
        // Warnings change nothing.
        for warning in ["", "echo 'warning: this chip is obsolete' >&2"] {
            ends_with(&kit, &world(&kit, warning), 0, "nothing new: 6 of 6 trials were run", "");
        }
    }
}

#[test]
fn compilers_that_refuse() {
    let refusal = "case $source in callee*) echo 'error: out of registers' >&2; exit 1;; esac";
    let conclusion = "2 of 6 trials failed: rejected by the compiler; nothing new in the 4 that were run";
    for kit in [DPU, IPU] {
        ends_with(&kit, &world(&kit, refusal), 3, conclusion, "");
    }
}

/// Line about the folder in which a run keeps its findings.
const KEPT: &str =
    "the cases of new findings are in crosscall-findings (--report DIR names another folder)\n";

#[test]
fn compilers_that_crash_or_are_silent() {
    for fault in ["kill -SEGV $$", "exit 0"] {
        let world = world(&DPU, &format!("case $source in callee*) {fault};; esac"));
        let conclusion =
            "1 new finding: 4 of 6 trials were run; 2 of 6 trials failed through faults of the compiler";
        ends_with(&DPU, &world, 1, conclusion, KEPT);
    }
}

#[test]
fn bitcode_for_the_linker_is_no_object() {
    let bitcode = "case $source in capability*) ;; *) printf 'BC\\300\\3361234' > \"$out\"; exit 0;; esac";
    let conclusion =
        "1 new finding: 0 of 6 trials were run; 6 of 6 trials failed through faults of the compiler";
    ends_with(&DPU, &world(&DPU, bitcode), 1, conclusion, KEPT);
}

#[test]
fn a_kit_that_was_moved() {
    // The script is there, and the clang beside it is not.
    let moved = "echo \"$0: line 30: ./clang: No such file or directory\" >&2; exit 127";
    let said = "crosscall: dpu-clang-O2: rejected the source (exit status 127): it does not even compile `int nothing;`: \
                sdk/bin/dpu-upmem-dpurte-clang: line 30: ./clang: No such file or directory\n";
    ends_with(&DPU, &world(&DPU, moved), 3, "", said);
}

#[test]
fn a_package_that_cannot_be_opened() {
    let world = world(&IPU, "");
    program(&world, "pop-objdump", "#!/bin/sh\necho \"error: no object for $2 in $3\" >&2\nexit 2\n");
    let said = "crosscall: ipu-popc-O2: wrote an object file that cannot be used: `sdk/bin/pop-objdump extract ipu2` did not \
                open it: it ended with status 2: error: no object for ipu2 in capability.o\n";
    ends_with(&IPU, &world, 3, "", said);
    std::fs::remove_file(world.path("sdk/bin/pop-objdump")).unwrap();
    let said = "crosscall: ipu-popc-O2: could not be run: its packages cannot be opened: cannot start \
                `sdk/bin/pop-objdump`: No such file or directory (os error 2)\n";
    ends_with(&IPU, &world, 3, "", said);
}

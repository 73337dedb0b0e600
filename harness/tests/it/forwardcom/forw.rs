//! ForwardCom's `forw` as a subject. Where it is not installed, a stand-in has its command line, which is checked word by
//! word, and the project's own assembler, linker and simulator behind it.

use crate::common::{Answer, World, is_installed};

/// Output of the vendor's program for `--version`, which it does not know; it exits with 0 all the same.
const VERSION: &str = "\nBinary tools version 1.14 for ForwardCom instruction set.\n";

/// Makes the emulator's trace of the simulator's: results are of general registers only.
const TRACE: &str = r#"
BEGIN { print "Debug listing of program.ex\n" }
/^ +[0-9a-f]+:/ {
    print "0000 " $0
    if (match($0, / r[0-9]+ = /)) {
        name = substr($0, RSTART + 1, RLENGTH - 4)
        if (match($0, / r[0-9]+ = 0x[0-9a-f]+$/)) { split(substr($0, RSTART + 1), part, " = "); value[name] = part[2] }
        print "      " (name in value ? value[name] : "0x0")
    }
}
END { print "      system call: exit\n\n      7 instructions executed." }
"#;

/// A `forw` on PATH that does what the shell text says before it answers: `$1` is the command. Before the emulator answers
/// it does what the variable `emulated` says, with what the simulator did in the file `steps`.
fn world(misbehaviour: &str) -> World {
    let world = World::new();
    let script = format!(
        "#!/bin/sh\n\
         case \"$*\" in --version) echo '{VERSION}'; echo 'Error 103: Unknown command line option' >&2; exit 0;; esac\n\
         {misbehaviour}\n\
         case \"$1\" in\n\
         -ass) [ \"$4 $5 $#\" = '-O0 -debug=1 5' ] || {{ echo \"called with $*\" >&2; exit 9; }}\n\
           exec {crosscall} machine asm --target forwardcom --output \"$3\" \"$2\" ;;\n\
         -link) [ \"$2 $3\" = '-debug program' ] || {{ echo \"called with $*\" >&2; exit 9; }}\n\
           shift 3; exec {crosscall} machine link --target forwardcom --entry __entry_point --output program \"$@\" ;;\n\
         -emu) [ \"$*\" = '-emu program.ex -list=trace -maxlines=1000000' ] || {{ echo \"called with $*\" >&2; exit 9; }}\n\
           {crosscall} machine run --target forwardcom --entry __entry_point --trace program.ex 2> steps > /dev/null\n\
           eval \"$emulated\"\n\
           awk '{TRACE}' steps > trace; exit 0 ;;\n\
         esac\necho \"called with $*\" >&2; exit 9\n",
        crosscall = env!("CARGO_BIN_EXE_crosscall"),
    );
    world.write_program("bin/forw", script);
    world
}

fn run(world: &World, arguments: &[&str]) -> Answer {
    world.run_with_path("bin", arguments)
}

/// The exit code and the last line of a run.
fn ends_with(misbehaviour: &str, pairings: &[&str]) -> (i32, String) {
    let answer = answer(misbehaviour, "forw", pairings);
    (answer.code, last_line(&answer))
}

fn last_line(answer: &Answer) -> String {
    answer.out.lines().last().unwrap_or(&answer.err).to_owned()
}

fn answer(misbehaviour: &str, subject: &str, pairings: &[&str]) -> Answer {
    let pairings: Vec<String> = pairings.iter().map(|pairing| format!("--pairing={pairing}")).collect();
    let mut arguments =
        vec!["run", "--verbose", "--toolchain", subject, "--cases=24", "--minimize", "0", "--timeout=60"];
    arguments.extend(pairings.iter().map(String::as_str));
    run(&world(misbehaviour), &arguments)
}

/// The exit code, the last line, and all that is said of a run of values in the emulator, which does what the shell text
/// says.
fn emulated(misbehaviour: &str) -> (i32, String, String) {
    let misbehaviour = format!("emulated='{misbehaviour}'");
    let answer = answer(&misbehaviour, "forw-emu", &["value"]);
    (answer.code, last_line(&answer), answer.out + &answer.err)
}

#[test]
fn it_is_found_on_path() {
    let answer = run(&world(""), &["doctor", "--verbose"]);
    assert!(answer.out.contains("Binary tools version 1.14"), "{}", answer.out);
    let without = World::new().run(&["doctor"]);
    assert!(without.out.contains("build the binary tools of the ForwardCom project"), "{}", without.out);
}

#[test]
fn it_is_named_in_a_configuration() {
    let world = world("");
    let entry = "[[toolchain]]\nname = \"mine\"\ntarget = \"forwardcom\"\nkind = \"forw\"\n";
    world.write("crosscall.toml", format!("{entry}as = [\"bin/forw\"]\n"));
    world.run(&["run", "--toolchain", "mine", "--pairing=tool", "--cases=8"]).exits(0);
    world.write("crosscall.toml", entry);
    let answer = world.run(&["doctor"]);
    assert!(answer.code == 2 && answer.err.contains("as = [\"forw\"]"), "{}", answer.err);
}

#[test]
fn one_that_is_right_conforms() {
    let (code, last) = ends_with("", &["tool"]);
    assert_eq!((code, last.as_str()), (0, "nothing new: 24 of 24 trials were run"));
    let (code, last) = ends_with("", &["caller", "callee", "layout", "object", "value"]);
    assert!(code == 0 && last.starts_with("nothing new"), "{code}: {last}");
}

#[test]
fn warnings_change_nothing() {
    let (code, last) = ends_with("echo 'Warning 111: a relocation at load time' >&2", &["tool", "callee"]);
    assert!(code == 0 && last.starts_with("nothing new"), "{code}: {last}");
}

/// `forw` writes an object file even after it has reported an error.
#[test]
fn an_error_is_one_though_there_is_a_file() {
    let error =
        "[ $1 = -ass ] && { echo 'x.as:2:1: no version of this instruction fits' ; : > \"$3\"; exit 1; }";
    let (code, last) = ends_with(error, &["callee"]);
    assert!(code == 3 && last.contains("rejected"), "{code}: {last}");
    let (code, last) = ends_with(error, &["tool"]);
    assert!(code == 1 && last.contains("new finding"), "{code}: {last}");
}

#[test]
fn crashes_rubbish_and_silence_are_reported() {
    for misbehaviour in ["kill -SEGV $$", "[ $1 = -ass ] && { echo rubbish > \"$3\"; exit 0; }", "exit 0"] {
        let (code, last) = ends_with(misbehaviour, &["callee"]);
        assert!(code == 1 && last.contains("faults of the compiler"), "{misbehaviour}: {code}: {last}");
    }
}

#[test]
fn a_linker_that_crashes_is_reported() {
    let (code, last) = ends_with("[ $1 = -link ] && kill -SEGV $$", &["tool"]);
    assert!(code == 1 && last.contains("faults"), "{code}: {last}");
}

#[test]
fn values_run_in_its_emulator() {
    let (code, last, _) = emulated("");
    assert_eq!((code, last.as_str()), (0, "nothing new: 24 of 24 trials were run"));
    let calls = answer("", "forw-emu", &["callee"]);
    assert!(
        calls.code == 3 && calls.out.contains("emulators in the pairing value"),
        "{}{}",
        calls.out,
        calls.err
    );
}

#[test]
fn an_emulator_is_named_in_a_configuration() {
    let world = world("");
    let entry =
        "[[toolchain]]\nname = \"mine\"\ntarget = \"forwardcom\"\nkind = \"forw\"\nas = [\"bin/forw\"]\n";
    world.write("crosscall.toml", format!("{entry}emulator = [\"bin/forw\"]\n"));
    world.run(&["run", "--toolchain", "mine", "--pairing=value", "--cases=8"]).exits(0);
    // A program on PATH is started by its file's name: it looks for other files beside that.
    world.write("crosscall.toml", entry.replace("bin/forw", "forw") + "emulator = [\"forw\"]\n");
    let answer = run(&world, &["doctor", "--format=json"]);
    let file = world.path("bin/forw").display().to_string();
    assert!(answer.code == 0 && !answer.out.contains("[\"forw\"]"), "{file}: {}", answer.out);
}

#[test]
fn an_emulator_that_stops_a_program_is_reported_in_its_words() {
    let trap = "grep -q \"<_value1>:\" steps && { printf \"Debug listing of x\\n\\n0003  int32 r0 = move([r8])\\n    \
                Misaligned memory address. Terminating\\n\\n    1 instructions executed.\\n\" > trace; exit 0; }";
    let (code, last, all) = emulated(trap);
    assert!(code == 1 && last.starts_with("1 new finding: 24 of 24"), "{code}: {last}");
    assert!(all.contains("in the emulator: 0003 int32 r0 = move([r8]): Misaligned"), "{all}");
}

#[test]
fn crashes_rubbish_and_silence_of_an_emulator_are_reported() {
    for (misbehaviour, words) in [
        ("kill -SEGV $$", "killed by signal 11: in its emulator"),
        ("echo rubbish > trace; exit 0", "its emulator wrote a trace that cannot be used: the trace is none"),
        ("exit 0", "its emulator wrote no trace"),
        ("echo Error 5 >&2; exit 5", "its emulator ended with status 5: Error 5"),
    ] {
        let (code, last, all) = emulated(misbehaviour);
        assert!(code == 1 && last.contains("faults of the compiler"), "{misbehaviour}: {code}: {last}");
        let plain: Vec<&str> = all.split_whitespace().collect();
        assert!(plain.join(" ").contains(words), "{misbehaviour}: {all}");
    }
}

/// The others are run all the same.
#[test]
fn an_emulator_that_fails_with_one_case_fails_with_no_other() {
    let (code, last, all) = emulated("grep -q \"<_value5>:\" steps && kill -SEGV $$");
    assert!(code == 1 && last.contains("faults of the compiler"), "{code}: {last}");
    assert!(all.contains("23 conform, 0 violate; 0 skipped, 0 unsupported, 1 failed"), "{all}");
    let (code, last, all) =
        emulated("grep -q \"<_value5>:\" steps && grep -q \"<_value6>:\" steps && kill -SEGV $$");
    assert!(code == 1 && last.starts_with("1 new finding"), "{code}: {last}");
    assert!(all.contains("24 conform") && all.contains("killed by signal 11: in its emulator"), "{all}");
}

#[test]
fn an_emulator_that_hangs_is_killed() {
    let world = world("emulated='sleep 60'");
    #[rustfmt::skip]
    let answer = run(&world, &[
        "run", "--verbose", "--toolchain", "forw-emu", "--cases=8", "--minimize", "0", "--timeout=1", "--pairing=value",
    ]);
    let last = last_line(&answer);
    assert!(answer.code == 1 && last.contains("trials failed"), "{}: {last}{}", answer.code, answer.out);
    assert!(answer.out.contains("did not end in its time"), "{}", answer.out);
}

#[test]
fn an_emulator_that_loses_bits_is_found_out() {
    let (code, last, _) =
        emulated("sed -i \"s/r0 = 0x[0-9a-f]*$/r0 = 0x7/; s/r1 = 0x[0-9a-f]*$/r1 = 0x1/\" steps");
    assert!(code == 1 && last.contains("new findings"), "{code}: {last}");
}

/// A missing table of instructions is no fault of the program under test.
#[test]
fn one_without_its_table_of_instructions_is_not_tested() {
    let misbehaviour = "echo 'Error 107: Cannot read input file instruction_list.csv' >&2; exit 107";
    let answer = answer(misbehaviour, "forw", &["value"]);
    let text = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(answer.code == 3 && text.contains("copy it there"), "{answer:?}");
}

#[test]
fn the_real_emulator_does_what_is_written_of_it() {
    if !is_installed("forw-emu") {
        return;
    }
    let world = World::new();
    let answer = world.run_at_home(&["run", "--toolchain=forw-emu", "--pairing=value", "--cases=200"]);
    assert!(
        answer.code == 0 && last_line(&answer).contains("200 of 200 trials"),
        "{}{}",
        answer.out,
        answer.err
    );
    let answer = world.run_at_home(&["repro", "FORWARDCOM-FORW-02", "--format=issue"]);
    for words in ["observed: 0x7e01", "`start.s`", "float16 v0 = v0 + v1", "forw -emu program.ex -list=trace"]
    {
        assert!(answer.out.contains(words), "{words}: {}", answer.out);
    }
}

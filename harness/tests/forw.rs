//! ForwardCom's `forw` as a subject. It is not installed here: a stand-in has its command line, which is checked word by
//! word, and the project's own assembler and linker behind it.

mod common;

use common::{Answer, World};
use std::os::unix::fs::PermissionsExt;

/// What the vendor's program prints when it is asked for `--version`, which is no option of it: it ends with 0.
const VERSION: &str = "\nBinary tools version 1.14 for ForwardCom instruction set.\n";

/// A `forw` on PATH that does what the shell text says before it answers: `$1` is the command.
fn world(misbehaviour: &str) -> World {
    let world = World::new();
    std::fs::create_dir_all(world.path("bin")).unwrap();
    let script = format!(
        "#!/bin/sh\n\
         case \"$*\" in --version) echo '{VERSION}'; echo 'Error 103: Unknown command line option' >&2; exit 0;; esac\n\
         {misbehaviour}\n\
         case \"$1\" in\n\
         -ass) [ \"$4 $5 $#\" = '-O0 -debug=1 5' ] || {{ echo \"called with $*\" >&2; exit 9; }}\n\
           exec {crosscall} machine asm --target forwardcom --output \"$3\" \"$2\" ;;\n\
         -link) [ \"$2 $3\" = '-debug program' ] || {{ echo \"called with $*\" >&2; exit 9; }}\n\
           shift 3; exec {crosscall} machine link --target forwardcom --entry __entry_point --output program \"$@\" ;;\n\
         esac\necho \"called with $*\" >&2; exit 9\n",
        crosscall = env!("CARGO_BIN_EXE_crosscall"),
    );
    let file = world.write("bin/forw", script);
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
    world
}

fn run(world: &World, arguments: &[&str]) -> Answer {
    let path = format!("{}:/usr/bin:/bin", world.path("bin").display());
    Answer::of(world.command(arguments).env("PATH", path).output().unwrap(), &world.path(""))
}

/// The exit code and the last line of a run.
fn ends_with(misbehaviour: &str, pairings: &[&str]) -> (i32, String) {
    let pairings: Vec<String> = pairings.iter().map(|pairing| format!("--pairing={pairing}")).collect();
    let mut arguments = vec!["run", "--toolchain", "forw", "--cases=24", "--minimize", "0", "--timeout=60"];
    arguments.extend(pairings.iter().map(String::as_str));
    let answer = run(&world(misbehaviour), &arguments);
    (answer.code, answer.out.lines().last().unwrap_or(&answer.err).to_owned())
}

#[test]
fn it_is_found_on_path() {
    let answer = run(&world(""), &["doctor"]);
    assert!(answer.out.contains("Binary tools version 1.14"), "{}", answer.out);
    let without = World::new().run(&["doctor"]);
    assert!(without.out.contains("build the binary tools of the ForwardCom project"), "{}", without.out);
}

#[test]
fn it_is_named_in_a_configuration() {
    let world = world("");
    let entry = "[[toolchain]]\nname = \"mine\"\ntarget = \"forwardcom\"\nkind = \"forw\"\n";
    world.write("crosscall.toml", format!("{entry}as = [\"bin/forw\"]\n"));
    let answer = world.run(&["run", "--toolchain", "mine", "--pairing=tool", "--cases=8"]);
    assert_eq!(answer.code, 0, "{}{}", answer.out, answer.err);
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

/// It writes its object file also where it has reported an error.
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
fn crashes_rubbish_and_silence_are_told() {
    for misbehaviour in ["kill -SEGV $$", "[ $1 = -ass ] && { echo rubbish > \"$3\"; exit 0; }", "exit 0"] {
        let (code, last) = ends_with(misbehaviour, &["callee"]);
        assert!(code == 1 && last.contains("faults of the compiler"), "{misbehaviour}: {code}: {last}");
    }
}

#[test]
fn a_linker_that_crashes_is_told() {
    let (code, last) = ends_with("[ $1 = -link ] && kill -SEGV $$", &["tool"]);
    assert!(code == 1 && last.contains("faults"), "{code}: {last}");
}

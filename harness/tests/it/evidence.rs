//! Everything that a finding leaves for a person: its case, the evidence, a text for a bug tracker, an entry in a
//! list.

use crate::common::{self, Answer, World};
use expect_test::{expect, expect_file};
use std::process::Command;

const CASE: &str = "crosscall = 1\ntarget = \"epiphany\"\nsignature = \"long f(int)\"\narguments = [\"0x11\"]\nresult = \"0x33\"\n";

/// A world with a compiler that stops with an internal error, in a folder with a blank in its name.
fn crashing(what: &str) -> World {
    let world = World::new();
    std::fs::create_dir(world.path("a folder")).unwrap();
    let script = format!(
        "case \"$*\" in *--version*) echo 'fake gcc 1.0'; exit 0;; *-dump*) echo 1.0; exit 0;; esac\n\
         echo 'x.c:1: internal compiler error: {what}' >&2\nexit 4\n"
    );
    let script = world.write("fake.sh", script);
    world.configure("fake", "epiphany", "gcc", &["sh", &script.display().to_string()]);
    world
}

/// Answer to a printed command that is typed into a shell.
fn typed(world: &World, command: &str) -> Answer {
    let program = env!("CARGO_BIN_EXE_crosscall");
    let script = format!("crosscall() {{ '{program}' \"$@\"; }}\n{command}");
    let mut shell = world.command(&[]);
    let (folder, env): (_, Vec<_>) = (
        shell.get_current_dir().unwrap().to_owned(),
        shell.get_envs().filter_map(|(k, v)| Some((k.to_owned(), v?.to_owned()))).collect(),
    );
    shell = Command::new("bash");
    world.answer(shell.args(["-c", &script]).current_dir(folder).envs(env))
}

fn printed_command(answer: &Answer) -> String {
    let line = answer.out.lines().find_map(|line| line.trim().strip_prefix("reproduce: "));
    line.unwrap_or_else(|| panic!("no command: {answer:?}")).to_owned()
}

#[test]
fn findings_are_read_in_any_folder() {
    let world = World::new();
    for (width, expected) in
        [("80", expect_file!["pages/finding-80.txt"]), ("120", expect_file!["pages/finding-120.txt"])]
    {
        let show = |arguments: &[&str]| {
            let answer = world.answer(world.command(arguments).env("COLUMNS", width)).exits(0);
            answer.out
        };
        let list = show(&["finding", "--target", "nyuzi", "--target", "forwardcom"]);
        let one = show(&["finding", "epiphany-gcc12-04"]);
        expected.assert_eq(&format!("{list}\n----\n{one}"));
    }
    let all = world.run(&["finding", "--format", "json"]);
    let all = all.json();
    assert!(all["findings"].as_array().unwrap().len() > 40);
    expect![[r#"
        2
        crosscall: `EPIPHANY-GCC12-99` is neither a file nor the id of a finding that is known; did you mean `EPIPHANY-GCC12-19`?
    "#]].assert_eq(&world.run(&["finding", "EPIPHANY-GCC12-99"]).refusal());
    expect![[r#"
        2
        crosscall: `NYUZI-CLANG-01` is neither a file nor the id of a finding that is known; did you mean `NYUZI-CLANG9-01`?
    "#]].assert_eq(&world.run(&["repro", "NYUZI-CLANG-01"]).refusal());
    // The case of an entry is there; its compiler is not.
    expect![[r#"
        3
        crosscall: toolchain `forw` cannot be used: forw was not found; build the binary tools of the ForwardCom project and put forw on PATH, or name it in crosscall.toml
    "#]].assert_eq(&world.run(&["repro", "FORWARDCOM-FORW-01"]).refusal());
    world
        .run(&["repro", "corpus/forwardcom/forw-system-call.toml", "--toolchain", "embedded-forwardcom"])
        .exits(0);
}

/// An entry about two compilers that are not there is shown by their recordings, and a line says so.
#[test]
fn two_compilers_that_are_missing() {
    let named = ["--toolchain", "epiphany-elf-gcc-O2", "--toolchain", "epiphany-elf-gcc-O3"];
    for format in ["text", "issue"] {
        let repro = ["repro", "EPIPHANY-GCC12-12", "--format", format];
        let answer = World::new().run(&[repro.as_slice(), &named].concat()).exits(0);
        assert!(answer.err.contains("epiphany-elf-gcc-O3 is not installed"), "{answer:?}");
        let answer = World::new().run(&repro).exits(0);
        assert!(answer.out.contains("recorded-epiphany-elf-gcc-O"), "{answer:?}");
    }
}

#[test]
fn what_is_printed_can_be_typed() {
    let world = crashing("in one, at a.c:1");
    let run = ["run", "--toolchain", "fake", "--cases", "2", "--pairing", "value", "--minimize", "0"];
    world.run(&run).exits(3);
    world.write("my case.toml", CASE);
    let answer = world.run(&["repro", "my case.toml", "--toolchain", "fake"]).exits(1);
    let command = printed_command(&answer);
    assert_eq!(command, "crosscall repro 'my case.toml' --subject 'fake=sh fake.sh'");
    // Answers are shown without the folder of the test.
    let script = world.path("fake.sh").display().to_string();
    typed(&world, &command.replace("fake.sh", &script)).exits(1);
}

#[test]
fn evidence_of_a_fault_of_a_compiler() {
    let world = crashing("in one, at a.c:1");
    world.write("case.toml", CASE);
    let keep = |folder: &str| {
        world.run(&["repro", "case.toml", "--toolchain", "fake", "--pairing", "callee", "--keep", folder])
    };
    keep("a folder/evidence").exits(1);
    let read = |name: &str| world.read(&format!("a folder/evidence/{name}"));
    let strip = |text: String| text.replace(&world.path("").display().to_string(), "WORLD/");
    expect![[r#"
        # [epiphany] compiler fault on `long f(int)`: fake: internal compiler error: x.c:1: internal compiler error: in one, at a.c:1

        * callee unit expected an object file; observed fake: internal compiler error: x.c:1: internal compiler error: in one, at a.c:1

        | file | what it is |
        |---|---|
        | `issue.md` | a text for the bug tracker of who makes it |
        | `case.c` | the case in C, as the compiler gets it |
        | `case.toml` | the case for crosscall: `crosscall repro case.toml` |

        * case.s: fake: internal compiler error: x.c:1: internal compiler error: in one, at a.c:1
        * case.o: fake: internal compiler error: x.c:1: internal compiler error: in one, at a.c:1
        * state.txt: there are no two states to compare
        * There is no standalone program: nothing ran; nothing ran.
    "#]].assert_eq(&strip(read("README.md")));
    expect![[r#"
        /*
         * [epiphany] compiler fault on `long f(int)`: fake: internal compiler error: x.c:1: internal compiler error: in one, at a.c:1
         *
         * callee unit expected: an object file
         * callee unit observed: fake: internal compiler error: x.c:1: internal compiler error: in one, at a.c:1
         *
         * compiler:  fake gcc 1.0 (fake)
         * command:   sh WORLD/fake.sh -std=gnu11 -w -ffreestanding -c -o case.o case.c
         * command:   sh WORLD/fake.sh -std=gnu11 -w -ffreestanding -S -o case.s case.c
         * crosscall: 0.1.0, generator 10
         * again:     crosscall repro case.toml --subject 'fake=sh WORLD/fake.sh'
         * argument 0: 0x11
         * result:    0x33
         */
        typedef void (*function_pointer)(void);

        /* case 0: long f(int) */
        union slot0 {
        	char bytes[16];
        	int v0;
        } __attribute__((aligned(16)));
        union slot0 received0[1];
        long result0 = (long)0x33u;
        long f0(int a0)
        {
        	received0[0].v0 = a0;
        	return result0;
        }
    "#]].assert_eq(&strip(read("case.c")));
    let case = read("case.c");
    let (_, text) = case.split_once(" */\n").unwrap();
    expect![[r##"
        # [epiphany] compiler fault on `long f(int)`: fake: internal compiler error: x.c:1: internal compiler error: in one, at a.c:1

        * Version: fake gcc 1.0 (`gcc 1.0 1.0`)
        * Target: epiphany
        * Kind: the compiler stops, hangs or writes no object file

        ## Minimal C

        ```c
        long f(int);
        ```

        ```c
        (the C of case.c)
        ```

        Command: `sh WORLD/fake.sh -std=gnu11 -w -ffreestanding -c -o case.o case.c`

        ## Expected and observed

        * callee unit
          * expected: an object file
          * observed: fake: internal compiler error: x.c:1: internal compiler error: in one, at a.c:1

        The message:

        ```
        fake: internal compiler error: x.c:1: internal compiler error: in one, at a.c:1
        ```

        ## Where it happens

        | subject | version | |
        |---|---|---|
        | `fake` | fake gcc 1.0 | shows it |

        Not tried:

        * `epiphany-elf-gcc-O0`: epiphany-elf-gcc was not found
        * `epiphany-elf-gcc-O1`: epiphany-elf-gcc was not found
        * `epiphany-elf-gcc-O2`: epiphany-elf-gcc was not found
        * `epiphany-elf-gcc-O3`: epiphany-elf-gcc was not found
        * `epiphany-elf-gcc-Os`: epiphany-elf-gcc was not found

        ## To see it again

        This was found with crosscall 0.1.0. There it is shown by `crosscall repro case.toml --subject 'fake=sh WORLD/fake.sh'`, with these lines as `case.toml`:

        ```toml
        crosscall = 1
        target = "epiphany"
        signature = "long f(int)"
        arguments = ["0x11"]
        result = "0x33"
        ```
    "##]].assert_eq(&strip(read("issue.md")).replace(text, "(the C of case.c)\n"));
    assert!(world.run(&["repro", "a folder/evidence/case.toml"]).code == 1);
    // A folder with something in it is left alone; nothing else appears beside it.
    expect![[r#"
        2
        crosscall: a folder/evidence: is there and not empty; name a folder that is not
    "#]]
    .assert_eq(&keep("a folder/evidence").refusal());
    expect![[r#"
        2
        crosscall: case.toml: is there and not empty; name a folder that is not
    "#]]
    .assert_eq(&keep("case.toml").refusal());
    let inside: Vec<_> = std::fs::read_dir(world.path("a folder")).unwrap().collect();
    assert_eq!(inside.len(), 1);
}

#[test]
fn an_entry_that_no_longer_shows_is_reported() {
    let world = World::new();
    world.write("case.toml", CASE);
    let list = |strict: bool, more: &str| {
        format!(
            "format = 3\n[[known]]\nid = \"MINE-1\"\ntitle = \"it was wrong\"\nreason = \"\"\ncase = \"case.toml\"\n\
             fingerprint = \"EPIPHANY-RET-01:result\"\ncompiler = \"crosscall 0..\"\nstrict = {strict}\n{more}"
        )
    };
    #[rustfmt::skip]
    let run = [
        "run", "--verbose", "--toolchain=embedded-epiphany", "--pairing=callee", "--cases=3", "--known=list.toml",
    ];
    world.write("list.toml", list(false, "pairings = [\"callee\"]\n"));
    let answer = world.run(&run);
    let gone = answer.out.lines().skip_while(|line| !line.starts_with("gone")).take(2).collect::<Vec<_>>();
    expect![[r#"
        gone      MINE-1: it was wrong
                  fixed or not exercised: its case no longer shows it with embedded-epiphany"#]]
    .assert_eq(&gone.join("\n"));
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.err.contains("list.toml: 1 entry without a reason"), "{answer:?}");
    world.write("list.toml", list(true, "pairings = [\"callee\"]\n"));
    let answer = world.run(&run);
    expect![
        "no longer there, though the list says that it has to be: MINE-1; nothing new: 3 of 3 trials were run"
    ]
    .assert_eq(answer.last_line());
    assert_eq!(answer.code, 1, "{answer:?}");
    let json = world.run(&[&run[..], &["--format", "json"]].concat());
    let json = json.json();
    assert_eq!((&json["gone"][0]["id"], json["exit_code"].as_u64()), (&"MINE-1".into(), Some(1)));
    // Where it might show in a pairing that was not asked for, nothing is said, and nothing of one that counts no longer.
    let both = "pairings = [\"caller\", \"callee\"]\n";
    for more in [both, "", "pairings = [\"callee\"]\nuntil = \"2001-01-01\"\n"] {
        world.write("list.toml", list(true, more));
        let answer = world.run(&run);
        assert!(!answer.out.contains("gone") && answer.code == 0, "{more}: {answer:?}");
    }
    world.run(&[&run[..], &["--pairing", "caller"]].concat()).exits(0);
    world.write("list.toml", list(true, both));
    world.run(&[&run[..], &["--pairing", "caller"]].concat()).exits(1);
    // A case that cannot be opened says nothing, which a strict entry must not do.
    world.write("list.toml", list(true, both).replace("case.toml", "lost.toml"));
    let answer = world.run(&run);
    assert!(answer.code == 2 && answer.err.contains("`MINE-1` is strict"), "{answer:?}");
}

/// A finding in GCC is kept, reported, accepted, and known from then on; a similar one is not.
#[test]
fn what_gcc_does() {
    let subject = "epiphany-elf-gcc-O2";
    if !common::is_installed(subject) {
        return;
    }
    let world = World::new();
    let crosscall = |arguments: &[&str]| world.run_at_home(arguments);
    crosscall(&["repro", "EPIPHANY-GCC12-04", "--keep", "evidence"]).exits(0);
    let read = |name: &str| world.read(&format!("evidence/{name}"));
    for name in
        ["case.c", "case.s", "case.o", "disassembly.txt", "state.txt", "issue.md", "README.md", "case.toml"]
    {
        assert!(world.path("evidence").join(name).exists(), "{name}");
    }
    assert!(
        read("disassembly.txt").lines().any(|line| line.starts_with(">>")),
        "{}",
        read("disassembly.txt")
    );
    assert!(
        read("README.md").contains("`main` returns 2: the result does not arrive"),
        "{}",
        read("README.md")
    );
    let issue = read("issue.md");
    for level in ["O0", "O1", "O2", "O3", "Os"] {
        assert!(issue.contains(&format!("| `epiphany-elf-gcc-{level}` |")), "{issue}");
    }
    assert!(
        issue.contains("Subroutine Return Values") && !issue.contains("/bin/epiphany-elf-gcc"),
        "{issue}"
    );
    // The case of this entry shows another one as well; a text for a tracker is about one thing.
    let answer = crosscall(&["repro", "EPIPHANY-GCC12-02", "--format", "issue"]);
    let titles: Vec<&str> = answer.out.lines().filter(|line| line.starts_with("# ")).collect();
    assert!(matches!(titles[..], [title] if title.contains("unions of more than 32 bits")), "{titles:?}");

    // The text has GCC's own version and the guilty instruction, and no terms that only crosscall uses.
    let (text, again) = issue.split_once("## To see it again").unwrap();
    assert!(text.contains("Configured with: ") && !text.contains("COLLECT_GCC"), "{issue}");
    assert!(text.contains("## The instruction") && text.contains("\n>> "), "{issue}");
    assert!(text.contains("<http://adapteva.com/docs/epiphany_sdk_ref.pdf>"), "{issue}");
    for word in ["EPIPHANY-", "poison", "corpus/", "docs/findings", "generator", "subject follows"] {
        assert!(!text.contains(word), "{word}: {issue}");
    }
    assert!(again.contains("EPIPHANY-RET-04"), "{issue}");

    // A linker's input stands in the text: its maker has no crosscall. It is the linker's version, not the assembler's.
    let answer =
        crosscall(&["repro", "EPIPHANY-BINUTILS-01", "--format", "issue", "--keep", "link"]).exits(0);
    for part in [
        "Version: GNU ld (GNU Binutils)",
        "\t.hword x\n",
        "--defsym x=0x1234",
        "epiphany-elf-objdump -s -j .c0s0 program",
        "Kind: a linker",
    ] {
        assert!(answer.out.contains(part), "{part}: {answer:?}");
    }
    let script = world.read("link/script.ld");
    assert!(answer.out.contains(&script) && !world.path("link/input.o").exists(), "{answer:?}");
    // The commands do what they say: the bytes that the finding is about.
    let tools = common::installed_as("epiphany-elf-binutils").unwrap();
    let bin = std::path::Path::new(&tools.ld[0]).parent().unwrap().to_owned();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let run =
        Command::new("sh").arg("run.sh").current_dir(world.path("link")).env("PATH", &path).output().unwrap();
    let dump = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && dump.contains(" 0100 2012 "), "{run:?}");
    // Bytes that cannot be written as assembly text appear as numbers.
    let answer = crosscall(&["repro", "EPIPHANY-BINUTILS-12", "--format", "issue"]);
    assert!(answer.out.contains("7f454c46") && answer.out.contains("xxd -r -p"), "{answer:?}");

    world.write("none.toml", "");
    let run = |more: &[&str]| {
        let common =
            ["run", "--toolchain", subject, "--cases", "40", "--minimize", "20", "--pairing", "layout"];
        crosscall(&[&common, more].concat())
    };
    let first = run(&["--known", "none.toml", "--accept", "accepted.toml"]).exits(1);
    assert!(first.err.contains("the cases of new findings are in crosscall-findings"), "{first:?}");
    let command = printed_command(&first);
    assert!(command.contains("crosscall-findings/epiphany/"), "{command}");
    let list = world.read("accepted.toml");
    // Without the built-in list: only what was accepted is known.
    world.write("accepted.toml", list.replace("built_in = true", "built_in = false"));
    assert_eq!(run(&["--known", "accepted.toml"]).code, 0);
    let mut entries = list.split("[[known]]");
    let head = entries.next().unwrap_or_default().replace("built_in = true", "built_in = false");
    let fewer: Vec<&str> = entries.skip(1).collect();
    world.write(
        "fewer.toml",
        format!("{head}{}", fewer.iter().map(|e| format!("[[known]]{e}")).collect::<String>()),
    );
    assert_eq!(run(&["--known", "fewer.toml"]).code, 1, "the one that is left out is new");
}

/// Script of a compiler that edits each text that this command writes.
fn editing(gcc: &str, edit: &str) -> String {
    format!(
        "for a in \"$@\"; do case \"$a\" in --version|-v|-dump*|-print*|-fsyntax-only) exec {gcc} \"$@\";; esac; done\n\
         while [ $# -gt 0 ]; do case \"$1\" in -o) out=$2; shift;; -c|-S) mode=$1;; *.c) src=$1;; \
         *.s) exec {gcc} $rest -c -o \"$out\" \"$1\";; *) rest=\"$rest $1\";; esac; shift; done\n\
         {gcc} $rest -S -o \"$out.1.s\" \"$src\" || exit\n\
         sed -e '{edit}' \"$out.1.s\" > \"$out.2.s\"\n\
         if [ \"$mode\" = -S ]; then mv \"$out.2.s\" \"$out\"; else {gcc} $rest -c -o \"$out\" \"$out.2.s\"; fi\n"
    )
}

/// A GCC that leaves out an instruction of each text that it writes: a script in `world`.
fn broken_gcc(world: &World, name: &str, edit: &str) {
    let gcc = common::installed_as("epiphany-elf-gcc-O2").unwrap().cc.remove(0);
    world.write(&format!("{name}.sh"), editing(&gcc, edit));
}

fn name_it(world: &World, name: &str) {
    let script = world.path(&format!("{name}.sh")).display().to_string();
    world.configure(name, "epiphany", "gcc", &["sh", &script, "-O2"]);
}

const KEEPS: &str = "crosscall = 1\ntarget = \"epiphany\"\nsignature = \"void f(int, long long, short)\"\n\
    arguments = [\"0x4030201\", \"0x1918171615141312\", \"0x23\"]\n[style]\ncalls = true\n";

/// A register that is not restored is shown by a program that needs nothing of crosscall: a caller in assembly, which the
/// vendor's assembler takes.
#[test]
#[ignore = "long: run at night"]
fn a_register_that_is_not_restored() {
    if !common::is_installed("epiphany-elf-gcc-O2") {
        return;
    }
    let world = World::new();
    broken_gcc(&world, "mine", "/ldrd r6,\\[sp/d");
    name_it(&world, "mine");
    world.write("case.toml", KEEPS);
    let arguments =
        ["repro", "case.toml", "--toolchain=mine", "--pairing=callee", "--keep=kept", "--format=issue"];
    let answer = world.run_at_home(&arguments).exits(1);
    let read = |name: &str| world.read(&format!("kept/{name}"));
    let readme = read("README.md");
    assert!(readme.contains("It returns 2: r6 at return; r7 at return."), "{readme}");
    for part in ["`call.s`", "`main.c`", "## The instruction", "writes r6"] {
        assert!(answer.out.contains(part), "{part}: {answer:?}");
    }
    for word in ["poison", "EPIPHANY-REG"] {
        assert!(!answer.out.split("## To see it again").next().unwrap().contains(word), "{word}: {answer:?}");
    }
    let tools = common::installed_as("epiphany-elf-binutils").unwrap();
    let made = Command::new(&tools.as_[0])
        .args(["-o", "call.o", "standalone/call.s"])
        .current_dir(world.path("kept"))
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
}

/// Exit codes for `git bisect run`, without a compiler that works.
#[test]
fn exit_codes_for_a_bisection() {
    let world = crashing("in one, at a.c:1");
    world.write("case.toml", CASE);
    let code = |arguments: &[&str]| {
        let answer = world.run(&[&["repro"], arguments, &["--bisect"]].concat());
        (answer.code, answer.out)
    };
    assert_eq!(code(&["case.toml", "--toolchain", "fake"]), (1, "case.toml: shows\n".to_owned()));
    assert_eq!(
        code(&["case.toml", "--toolchain", "embedded-epiphany"]),
        (0, "case.toml: does not show\n".to_owned())
    );
    // A compiler that is not there may be there with another commit; a case that is not there will not.
    assert_eq!(code(&["EPIPHANY-GCC12-04"]).0, 125);
    assert_eq!(code(&["none.toml"]).0, 255);
    assert_eq!(code(&["case.toml", "--toolchain", "nobody"]).0, 255);
    // A case cannot show its clause with a compiler that fails before the call.
    world.write("told.toml", format!("{CASE}[found]\nclauses = [\"EPIPHANY-RET-01\"]\n"));
    let (number, text) = code(&["told.toml", "--toolchain", "fake", "--pairing", "callee"]);
    assert_eq!(number, 125, "{text}");
    assert!(text.starts_with("told.toml: could not be tested; what shows is compiler-fault"), "{text}");
    let quiet = world.run(&["repro", "case.toml", "--toolchain", "embedded-epiphany", "-q"]);
    assert_eq!((quiet.code, quiet.out.as_str()), (0, "case.toml: does not show\n"));
}

/// The example of the manual: five commits of a compiler, of which the second does not work and the fourth is broken.
#[test]
#[ignore = "long: run at night"]
fn git_finds_the_commit() {
    let has_git = Command::new("git").arg("--version").output().is_ok_and(|output| output.status.success());
    if !common::is_installed("epiphany-elf-gcc-O2") || !has_git {
        return;
    }
    let world = World::new();
    name_it(&world, "mine");
    world.write("case.toml", format!("{KEEPS}[found]\nclauses = [\"EPIPHANY-REG-06\"]\n"));
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let mut git = Command::new("git");
        git.args(identity)
            .args(arguments)
            .current_dir(world.path(""))
            .env("CROSSCALL", env!("CARGO_BIN_EXE_crosscall"));
        let output = git.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    git(&["init", "-q"]);
    let commit = |name: &str, write: &dyn Fn()| {
        write();
        world.write("NAME", name);
        git(&["add", "mine.sh", "NAME"]);
        git(&["commit", "-qm", name]);
    };
    commit("one", &|| broken_gcc(&world, "mine", "s/^;nothing$//"));
    commit("two", &|| drop(world.write("mine.sh", "exit 1\n")));
    commit("three", &|| broken_gcc(&world, "mine", "s/^;nothing at all$//"));
    commit("four", &|| broken_gcc(&world, "mine", "/ldrd r6,\\[sp/d"));
    commit("five", &|| broken_gcc(&world, "mine", "/ldrd r6, *\\[sp/d;/ldrd r6,\\[sp/d"));
    git(&["bisect", "start", "HEAD", "HEAD~4"]);
    let manual = include_str!("../../../docs/usage.md").split("<!-- bisect -->").nth(1).unwrap();
    let line = manual.lines().find_map(|line| line.strip_prefix("git bisect run sh -c ")).unwrap();
    let line = line
        .trim_matches('\'')
        .replace("make || exit 125; crosscall", "\"$CROSSCALL\"")
        .replace("/tmp/case.toml", "case.toml");
    assert!(line.starts_with("\"$CROSSCALL\" repro case.toml ") && line.contains("--bisect"), "{line}");
    let said = git(&["bisect", "run", "sh", "-c", &line]);
    assert!(said.contains("is the first bad commit") && said.contains("\n    four"), "{said}");
}

/// True if a program can be started; otherwise prints that the test was skipped.
fn is_there(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        println!("skipped: {program} is not installed");
    }
    is_there
}

/// Keeps the evidence of a finding by one subject in the folder `kept`, and returns the text for a tracker; `None` without
/// the subject.
fn kept(world: &World, name: &str, subject: &str, pairing: &str) -> Option<String> {
    if !common::is_installed(subject) {
        return None;
    }
    let arguments =
        ["repro", name, "--toolchain", subject, "--pairing", pairing, "--keep", "kept", "--format", "issue"];
    let answer = world.run_at_home(&arguments);
    assert!(world.path("kept/issue.md").exists(), "{answer:?}");
    Some(answer.out)
}

/// Exit code and words of the script of the standalone program, with compilers or tools in its environment.
fn outside(world: &World, variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let script = world.path("kept/standalone/run");
    let output = Command::new(script).envs(variables.iter().copied()).output().unwrap();
    (
        output.status.code(),
        [output.stdout, output.stderr].map(|b| String::from_utf8_lossy(&b).into_owned()).concat(),
    )
}

/// A program of two units in plain words: the caller's compiler is wrong, and another one is right.
#[test]
fn a_program_of_riscv_runs_without_crosscall() {
    let world = World::new();
    let Some(issue) = kept(&world, "RISCV-CLANG-16", "clang-19-lp64d-O2", "caller") else { return };
    let title =
        "# [RISCV][clang] a structure of nothing but a complex integer is taken apart into two registers";
    assert_eq!(issue.lines().next(), Some(title));
    for part in [
        "* Target: riscv64, ABI lp64d",
        "* Labels: `backend:RISC-V`",
        "`standalone/run` compiles these files",
    ] {
        assert!(issue.contains(part), "{part}: {issue}");
    }
    let readme = world.read("kept/README.md");
    assert!(readme.contains("| `standalone/run` |") && readme.contains("CALLER_CC="), "{readme}");
    let (code, said) = outside(&world, &[("QEMU", "no-such-emulator")]);
    assert!(code == Some(77) && said.starts_with("no-such-emulator is missing"), "{code:?}: {said}");
    let (code, said) = outside(&world, &[("CALLER_CC", "no-such-gcc -O2")]);
    assert!(code == Some(77) && said.starts_with("no-such-gcc is missing"), "{code:?}: {said}");
    let (code, said) = outside(&world, &[("LD", "no-such-linker")]);
    assert!(code == Some(77) && said.starts_with("a linker for RISC-V is missing"), "{code:?}: {said}");
    if !is_there("qemu-riscv64") {
        return;
    }
    let (code, said) = outside(&world, &[]);
    expect![[r#"
        expected: main returns 0: caller and called function understand each other
        seen: main returns 1: the arguments do not arrive
        with the compiler of the finding: arg0: expected 0x8281 in a0 (x10); observed there: 0x0081
    "#]]
    .assert_eq(&said);
    assert_eq!(code, Some(1), "{said}");
    // The commands of the text are those of the script.
    for line in issue.lines().filter_map(|line| line.strip_prefix("Command: `")) {
        let options = line.split(" -std=").next().unwrap();
        let script = world.read("kept/standalone/run");
        assert!(script.contains(&format!("'{options}'")), "{options}: {script}");
    }
    if is_there("riscv64-unknown-elf-gcc") {
        let (code, said) = outside(&world, &[("CALLER_CC", "riscv64-unknown-elf-gcc -O2")]);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.ends_with("seen: main returns 0\n"), "{said}");
        // What takes the arguments in plain words is the same by every compiler.
        assert_eq!(outside(&world, &[("CALLEE_CC", "riscv64-unknown-elf-gcc -O2")]).0, Some(1));
    }
}

/// A file in Rust and a file in C that do not understand each other, whoever of those that are there compiles the latter.
#[test]
fn a_program_in_two_languages_runs_without_crosscall() {
    let world = World::new();
    if !common::is_installed("clang-19-lp64d-O2") {
        return;
    }
    let Some(issue) = kept(&world, "RISCV-RUSTC-01", "rustc-lp64d-O2", "caller") else { return };
    assert_eq!(issue.lines().next(), Some("# a narrow argument on the stack is not extended"));
    for part in [
        "* Labels: `A-ffi`",
        "`caller.rs`:\n\n```rust\n",
        "`callee.c`:\n\n```c\n",
        "RUSTC_BOOTSTRAP=1 rustc ",
    ] {
        assert!(issue.contains(part), "{part}: {issue}");
    }
    assert!(world.read("kept/case.rs").contains("fn call0()") && world.path("kept/case.o").exists());
    if !is_there("qemu-riscv64") {
        return;
    }
    let (code, said) = outside(&world, &[]);
    expect![[r#"
        expected: main returns 0: caller and called function understand each other
        seen: main returns 1: the arguments do not arrive
        with the compiler of the finding: arg8: expected 0xffffffffffffff89 in [sp+0]: signed char sign-extended; observed there: 0x0000000000000089
    "#]]
    .assert_eq(&said);
    assert_eq!(code, Some(1), "{said}");
    if is_there("riscv64-unknown-elf-gcc") {
        let (code, said) = outside(&world, &[("CALLEE_CC", "riscv64-unknown-elf-gcc -O2")]);
        assert_eq!(code, Some(0), "{said}");
    }
}

/// The start is for each ABI: the one with few registers has the number of a call of Linux elsewhere.
#[test]
#[ignore = "long: run at night"]
fn a_program_of_riscv_with_few_registers() {
    let world = World::new();
    let case = "crosscall = 1\ntarget = \"riscv32-ilp32d\"\nsignature = \"void f(struct { unsigned char _Complex m0; })\"\n\
                arguments = [\"{{0x81, 0x82}}\"]\n";
    world.write("case.toml", case);
    let Some(issue) = kept(&world, "case.toml", "clang-19-ilp32d-O2", "caller") else { return };
    assert!(issue.contains("* Target: riscv32, ABI ilp32d"), "{issue}");
    if !is_there("qemu-riscv32") {
        return;
    }
    assert_eq!(outside(&world, &[]).0, Some(1));
    let small = "clang-19 --target=riscv32 -march=rv32emac -mabi=ilp32e";
    let (code, said) = outside(&world, &[("CALLER_CC", small), ("CALLEE_CC", small)]);
    assert_eq!(code, Some(0), "by that ABI nothing is wrong: {said}");
}

/// A GCC for the ABI with few registers that does not restore one of them; its counterpart in assembly has no register that such
/// a processor does not have.
#[test]
#[ignore = "long: run at night"]
fn a_register_of_few_that_is_not_restored() {
    if !common::is_installed("riscv64-gcc-ilp32e-O2") || !is_there("qemu-riscv32") {
        return;
    }
    let world = World::new();
    let gcc = "riscv64-unknown-elf-gcc";
    let script = editing(gcc, "/lw\ts0,/d");
    let script = world.write("mine.sh", script).display().to_string();
    world.configure(
        "mine",
        "riscv32-ilp32e",
        "gcc",
        &["sh", &script, "-march=rv32emac", "-mabi=ilp32e", "-O2"],
    );
    world.write("case.toml", KEEPS.replace("epiphany", "riscv32-ilp32e"));
    let arguments = ["repro", "case.toml", "--toolchain", "mine", "--pairing", "callee", "--keep", "kept"];
    world.run_at_home(&arguments).exits(1);
    let (code, said) = outside(&world, &[]);
    assert!(code == Some(1) && said.starts_with("s0 (x8) at return: expected 0x"), "{code:?}: {said}");
    let other = format!("{gcc} -march=rv32emac -mabi=ilp32e -O2");
    let (code, said) = outside(&world, &[("CALLEE_CC", &other)]);
    assert_eq!(code, Some(0), "{said}");
}

/// Where the counterpart is in assembly, the program says what was expected and what was seen.
#[test]
fn a_program_of_riscv_says_what_is_wrong() {
    let world = World::new();
    let Some(issue) = kept(&world, "RISCV-GCC-02", "riscv64-gcc-lp64d-O2", "caller") else { return };
    assert!(
        issue.starts_with("# [RISC-V] a structure with an empty union travels in integer registers\n"),
        "{issue}"
    );
    assert!(issue.contains("* Component: `target`") && !issue.contains("FileCheck"), "{issue}");
    if !is_there("qemu-riscv64") {
        return;
    }
    let (code, said) = outside(&world, &[]);
    expect![[r#"
        bytes 4 to 7 of arg0 at entry: expected 0xffffffff40070605, seen 0x0000000000000000
        expected: main returns 0: everything is where the document has it
        seen: main returns 1: not as the document has them: 1 of the things that are compared
    "#]]
    .assert_eq(&said);
    assert_eq!(code, Some(1), "{said}");
    if is_there("clang-19") {
        assert_eq!(outside(&world, &[("CALLER_CC", "clang-19 -O2")]).0, Some(0));
    }
}

/// Outcome of a kept test by LLVM's own FileCheck, with the options of its first line.
fn checked(world: &World, checker: &str, compiler: &str) -> bool {
    let test = world.read("kept/standalone/test.c");
    let run = test.lines().next().and_then(|line| line.strip_prefix("// RUN: ")).unwrap();
    let mut run = run.replace("%clang", compiler).replace("| FileCheck", &format!("| {checker}"));
    if compiler.contains("gcc") {
        let words: Vec<&str> = run.split(' ').filter(|word| !word.starts_with("--target=")).collect();
        run = words.join(" ");
    }
    let run = run.replace("%s", "test.c");
    let output =
        Command::new("sh").args(["-c", &run]).current_dir(world.path("kept/standalone")).output().unwrap();
    // An error of the compiler, or a text that FileCheck does not take, is no outcome.
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() || said.contains("test.c:") && said.contains("CHECK"), "{run}: {said}");
    assert!(!said.contains("is empty") && !said.contains("invalid"), "{run}: {said}");
    output.status.success()
}

/// The compiler of a finding fails the test for FileCheck, and one that is right passes it.
#[test]
fn a_test_for_filecheck() {
    let checkers = ["FileCheck", "FileCheck-14", "FileCheck-16", "FileCheck-19"];
    let checker = checkers.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok());
    let gcc = "riscv64-unknown-elf-gcc";
    let findings = [
        ("RISCV-CLANG-02", "clang-19", gcc),
        ("RISCV-CLANG-07", "clang-14", "clang-19"),
        ("RISCV-CLANG-16", "clang-19", gcc),
        ("RISCV-CLANG-19", "clang-19", gcc),
        ("RISCV-CLANG-04", "clang-16", "clang-19"),
    ];
    let wanted = if common::is_thorough() { findings.len() } else { 1 };
    for (id, wrong, right) in findings.into_iter().take(wanted) {
        let world = World::new();
        let Some(issue) = kept(&world, id, &format!("{wrong}-lp64d-O2"), "caller") else { continue };
        let test = world.read("kept/standalone/test.c");
        assert!(
            issue.contains(&test) && test.starts_with("// RUN: %clang --target=riscv64 "),
            "{id}: {issue}"
        );
        let Some(checker) = checker else {
            println!("skipped: FileCheck is not installed");
            continue;
        };
        assert!(!checked(&world, checker, wrong), "{id}: {wrong} passes {test}");
        if is_there(right) {
            assert!(checked(&world, checker, right), "{id}: {right} fails {test}");
        }
    }
    // What is wrong in the bits above a value is in no other place.
    let world = World::new();
    if let Some(issue) = kept(&world, "RISCV-CLANG-05", "clang-14-lp64d-O2", "caller") {
        assert!(issue.contains("there is no test for FileCheck"), "{issue}");
        assert!(!world.path("kept/standalone/test.c").exists());
    }
}

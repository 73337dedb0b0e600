//! Printers: compilers without a front end for C, which are given cases as data. `examples/printers/toy.py` is a whole one.

use crate::common::{Answer, RISCV, World};
use crosscall_engine::unit::Role;
use crosscall_model::{Case, Scalar, Signature, Style, Type, Value};
use crosscall_toolchain::language::Language;
use expect_test::{Expect, expect};

const TOY: &str = include_str!("../../../examples/printers/toy.py");

/// Narrow arguments on the stack as the toy compiler passes them, extended to eight bytes.
const EXTENDED: &str = "self.emit(f\"sd t0, {8 * (i - REGISTERS)}(sp)\")";
/// The same without the extension: rustc has this fault.
const UNEXTENDED: &str = "self.emit(f\"{STORES[ty['size']]} t0, {8 * (i - REGISTERS)}(sp)\")";

/// A world with a printer in it.
fn world(text: &str) -> World {
    let world = World::new();
    world.write("printer.py", text);
    world
}

#[rustfmt::skip]
const RUN: [&str; 9] = [
    "run", "--target", "riscv64-lp64d", "--printer", "toy=python3 printer.py", "--format", "json", "--minimize=0", "--jobs=1",
];

fn run(world: &World, more: &[&str]) -> Answer {
    world.run(&[&RUN[..], more].concat())
}

/// The one subject of a report.
fn subject(answer: &Answer) -> serde_json::Value {
    answer.json()["subjects"][0].clone()
}

#[test]
fn a_compiler_of_integers_conforms_and_says_what_it_does_not_compile() {
    let answer = run(&world(TOY), &["--cases=300"]).exits(0);
    let subject = subject(&answer);
    assert_eq!((&subject["subject"], &subject["version"]), (&"toy".into(), &"toy 1.0".into()));
    let (run, unsupported) = (&subject["trials"]["run"], &subject["trials"]["unsupported"]);
    assert!(run.as_u64() > Some(100) && unsupported.as_u64() > Some(100), "{}", subject["trials"]);
    assert_eq!(subject["trials"]["failed"], 0);
    for reason in
        ["toy: no values of kind struct", "toy: no constants of layouts", "toy: no variadic functions"]
    {
        assert!(answer.out.contains(reason), "no `{reason}`: {}", answer.out);
    }
}

#[test]
fn a_planted_fault_is_found_under_its_clause() {
    let faulty = TOY.replace(EXTENDED, UNEXTENDED);
    assert_ne!(faulty, TOY);
    let world = world(&faulty);
    let answer = run(&world, &["--cases=300", "--pairing=caller", "--report=found"]).exits(1);
    let subject = subject(&answer);
    let findings = subject["findings"].as_array().unwrap();
    let clauses: Vec<_> = findings.iter().map(|finding| finding["clauses"][0].as_str().unwrap()).collect();
    expect![[r#"["RISCV-ARG-04"]"#]].assert_eq(&format!("{clauses:?}"));
    // What is kept with it can be given to the printer again, and has its object file.
    let kept = world.path("found/evidence/riscv64-lp64d/RISCV-ARG-04-caller-toy");
    for file in ["case.json", "case.o"] {
        assert!(kept.join(file).is_file(), "no {file} in {}", kept.display());
    }
}

/// The toy's load of a result, and the value in its place.
const LOADED: &str =
    "self.emit(f\"la a0, {self.case['return']}\", f\"{load(self.types[self.case['result']])} a0, 0(a0)\")";
const IN_CODE: &str = "self.emit(f\"li a0, {next(o['value'] for o in self.case['objects'] if o['symbol'] == self.case['return'])}\")";

#[test]
fn values_have_to_be_loaded() {
    let faulty = TOY.replace(LOADED, IN_CODE);
    assert_ne!(faulty, TOY);
    let answer = run(&world(&faulty), &["--cases=200", "--pairing=callee"]).exits(1);
    assert!(answer.out.contains("has the values of the object in `return` in its code"), "{}", answer.out);
}

#[test]
fn a_unit_that_was_rejected_is_kept() {
    let begin = "    with open(request";
    let (head, _) = TOY.split_once(begin).unwrap();
    let world = world(&format!(
        "{head}    if request['cases']:\n        raise SystemExit('no such thing')\n\n\nmain()\n"
    ));
    let answer = world.run(&[
        "repro",
        "riscv64-lp64d/call/0@1",
        "--pairing=callee",
        "--printer",
        "toy=python3 printer.py",
        "--keep=refused",
    ]);
    assert!(answer.err.contains("the unit that was refused is in refused"), "{}{}", answer.out, answer.err);
    let kept = |name: &str| std::fs::read_to_string(world.path("refused").join(name)).unwrap();
    assert!(
        kept("unit.json").contains("\"role\": \"callee\"") && kept("message.txt").contains("no such thing")
    );
}

#[test]
fn names_are_given_one_by_one() {
    let unknown = World::new().run(&["run", "--toolchain", "embedded-dpu,embedded-ipu"]).exits(2);
    assert!(unknown.err.contains("names are given one by one"), "{}", unknown.err);
}

/// What a report says of a printer of which nothing can be used: exit code, findings, failed trials, what is left out.
fn said(answer: &Answer) -> String {
    let mut text = format!("exit {}\n", answer.code);
    if answer.out.is_empty() {
        return text + &answer.err;
    }
    let report = answer.json();
    let array = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let subject = &report["subjects"][0];
    for finding in array(&subject["findings"]) {
        text += &format!("{} {}: {}\n", finding["kind"], finding["trials"], finding["observed"]);
    }
    for failed in array(&subject["failures"]) {
        if failed["by_finding"] == false {
            text += &format!("failed {}: {}\n", failed["trials"], failed["message"]);
        }
    }
    for left_out in array(&report["left_out"]) {
        if left_out["wanted"] == true {
            text += &format!("left out: {}\n", left_out["reason"]);
        }
    }
    text + &answer.err
}

/// [`said`] of the toy compiler with the end of its work replaced, where it is asked for a case.
fn ends(end: &str, expected: &Expect) {
    let begin = "    with open(request";
    let (head, _) = TOY.split_once(begin).unwrap();
    let text = format!("{head}    if not request['cases']:\n        return\n{end}\n\n\nmain()\n");
    let answer = run(&world(&text), &["--cases=1", "--pairing=callee", "--timeout=1"]);
    expected.assert_eq(&said(&answer));
}

#[test]
fn hostile_and_wrong_answers() {
    ends(
        "    pass",
        &expect![[r#"
        exit 1
        "compiler-fault" 1: "toy: reported success and wrote no object file: there is no `unit.out`"
    "#]],
    );
    ends(
        "    open(request['output'], 'wb').write(b'\\x7fELF rubbish')",
        &expect![[r#"
        exit 1
        "compiler-fault" 1: "toy: wrote an object file that cannot be used: it is damaged: Invalid ELF header size or alignment (unknown ELF class)"
    "#]],
    );
    ends(
        "    open(request['output'], 'wb').write(bytes(range(256)))",
        &expect![[r#"
        exit 1
        "compiler-fault" 1: "toy: wrote an object file that cannot be used: it is damaged: it does not begin like an ELF file"
    "#]],
    );
    ends(
        "    open(request['output'], 'w').write('frobnicate a0\\n')",
        &expect![[r#"
        exit 3
        failed 1: "toy: wrote assembly text that crosscall's own assembler does not take: callee:1:1: there is no instruction `frobnicate`"
    "#]],
    );
    ends(
        "    open(request['output'], 'w').write('nop\\n')",
        &expect![[r#"
        exit 1
        "compiler-fault" 1: "toy: unit.out does not define the global symbol `f0`"
    "#]],
    );
    let answer = |json: &str| format!("    print({json:?})");
    ends(
        &answer("compiling f0"),
        &expect![[r#"
            exit 1
            "compiler-fault" 1: "toy: its answer on standard output cannot be used: `compiling f0` is no JSON (expected value at line 1 column 1); whatever else it has to say belongs on the error stream"
        "#]],
    );
    ends(
        &answer("{\"version\": 2}"),
        &expect![[r#"
        exit 1
        "compiler-fault" 1: "toy: its answer on standard output cannot be used: it is of version 2, and the request is of version 1"
    "#]],
    );
    ends(
        &answer("{\"version\": 1, \"refused\": [{\"case\": 999, \"reason\": \"I do not like it\"}]}"),
        &expect![[r#"
            exit 1
            "compiler-fault" 1: "toy: its answer on standard output cannot be used: it refuses case 999, which is not in the request"
        "#]],
    );
    ends(
        "    print('x' * 5_000_000)",
        &expect![[r#"
            exit 1
            "compiler-fault" 1: "toy: its answer on standard output cannot be used: it is longer than 1048576 bytes"
        "#]],
    );
    ends(
        "    sys.exit('something is wrong')",
        &expect![[r#"
        exit 3
        failed 1: "toy: rejected the source (exit status 1): something is wrong"
    "#]],
    );
    ends(
        "    import os; os.kill(os.getpid(), 11)",
        &expect![[r#"
        exit 1
        "compiler-fault" 1: "toy: killed by signal 11"
    "#]],
    );
    ends(
        "    while True: pass",
        &expect![[r#"
        exit 1
        "compiler-fault" 1: "toy: did not end in its time"
    "#]],
    );
    let clobber = "lines = ['.globl clobber0, f0, received0, result0', 'clobber0:', 'f0:', 'received0:', 'result0: nop']";
    ends(
        &format!("    {clobber}\n    open(request['output'], 'w').write('\\n'.join(lines))"),
        &expect![[r#"
            exit 1
            "compiler-fault" 1: "toy: unit.out defines `clobber0`, which is not a part of it"
        "#]],
    );
}

#[test]
fn a_printer_that_cannot_work_is_left_out() {
    let world = world("import nothing_of_this_name\n");
    expect![[r#"
        exit 3
        crosscall: toy: rejected the source (exit status 1): it does not even serve a request without cases: ModuleNotFoundError: No module named 'nothing_of_this_name'
    "#]].assert_eq(&said(&run(&world, &["--cases=1"])));
    let missing =
        world.run(&["run", "--target", "riscv64-lp64d", "--printer", "mine=no-such-printer", "--cases=1"]);
    expect![[r#"
        3
        crosscall: toolchain `mine` cannot be used: the program `no-such-printer` was not found; correct its `printer` in the command line
    "#]].assert_eq(&missing.refusal());
    let lines: [&[&str]; 4] = [
        &["run", "--target", "riscv64-lp64d", "--printer", "python3 mine.py"],
        &["run", "--target", "riscv64-lp64d", "--printer", "mine"],
        &["run", "--printer", "mine=python3 printer.py"],
        &["run", "--target", "riscv64", "--printer", "mine=python3 printer.py"],
    ];
    let all: Vec<String> = lines.iter().map(|line| world.run(line).refusal()).collect();
    expect![[r#"
        2
        crosscall: --printer python3 mine.py: there is no name in front of the command, such as --printer mine='python3 mine.py'
        2
        crosscall: --printer mine: its command is missing, such as --printer mine='python3 printer.py'
        2
        crosscall: --printer mine: a --target says what it compiles for
        2
        crosscall: --printer mine: a printer is for one ABI, such as --target riscv64-lp64
    "#]]
    .assert_eq(&all.concat());
}

/// The manual shows a request as it is written.
#[test]
fn the_manual_has_a_request() {
    let structure = Type::structure([Scalar::SignedChar.into(), Scalar::Float.into()]);
    let case = Case {
        target: RISCV,
        signature: Signature {
            result: Some(Scalar::UnsignedInt.into()),
            parameters: vec![Scalar::UnsignedShort.into(), structure],
            variadic: None,
        },
        arguments: vec![Value::Bits(0x8182), Value::List(vec![Value::Bits(0xf3), Value::Bits(0x4049_0fdb)])],
        result: Some(Value::Bits(0xa1a2_a3a4)),
        style: Style { calls: true, held: 1, ..Style::PLAIN },
    };
    let text = Language::Request.text(Role::Callee, &[(0, &case)]);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/printers.md");
    let manual = std::fs::read_to_string(path).unwrap();
    let (head, rest) = manual.split_once("<!-- request -->\n```json\n").unwrap();
    let (shown, tail) = rest.split_once("```\n<!-- end of request -->").unwrap();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let parts = [head, "<!-- request -->\n```json\n", &text, "```\n<!-- end of request -->", tail];
        std::fs::write(path, parts.concat()).unwrap();
    } else {
        assert_eq!(shown, text, "UPDATE_EXPECT=1 writes it");
    }
}

#[test]
fn a_configuration_has_printers() {
    let world = world(TOY);
    let entry = |more: &str| {
        let head = "[[toolchain]]\nname = \"mine\"\ntarget = \"riscv64-lp64d\"\nkind = \"printer\"\n";
        world.write("crosscall.toml", format!("{head}{more}\n"));
        world.run(&["run", "--toolchain", "mine", "--cases=5", "--quiet"]).refusal()
    };
    assert_eq!(entry("printer = [\"python3\", \"printer.py\"]"), "0\n");
    let all: String = [
        "",
        "cc = [\"python3\", \"printer.py\"]",
        "printer = [\"python3\", \"printer.py\"]\nemits = \"assembly\"",
    ]
    .map(entry)
    .concat();
    expect![[r#"
        2
        crosscall: crosscall.toml:1: toolchain `mine` needs its command, such as printer = ["python3", "printer.py"]
        2
        crosscall: crosscall.toml:1: kind printer has its command in `printer`, not in `cc`
        2
        crosscall: crosscall.toml:1: `emits` is not for kind printer: what it writes is seen by its first bytes
    "#]].assert_eq(&all);
}

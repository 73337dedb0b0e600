//! Printers: compilers without a front end for C, which are given cases as data. `examples/printers/toy.py` is a whole one.

use crate::common::{Answer, World};
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
    let answer = run(&world(&faulty), &["--cases=300", "--pairing=caller"]).exits(1);
    let subject = subject(&answer);
    let findings = subject["findings"].as_array().unwrap();
    let clauses: Vec<_> = findings.iter().map(|finding| finding["clauses"][0].as_str().unwrap()).collect();
    expect![""].assert_eq(&format!("{clauses:?}"));
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
    let answer = run(&world(&text), &["--cases=1", "--pairing=callee", "--timeout=2"]);
    expected.assert_eq(&said(&answer));
}

#[test]
fn hostile_and_wrong_answers() {
    ends("    pass", &expect![""]);
    ends("    open(request['output'], 'wb').write(b'\\x7fELF rubbish')", &expect![""]);
    ends("    open(request['output'], 'wb').write(bytes(range(256)))", &expect![""]);
    ends("    open(request['output'], 'w').write('frobnicate a0\\n')", &expect![""]);
    ends("    open(request['output'], 'w').write('nop\\n')", &expect![""]);
    let answer = |json: &str| format!("    print({json:?})");
    ends(&answer("compiling f0"), &expect![""]);
    ends(&answer("{\"version\": 2}"), &expect![""]);
    ends(
        &answer("{\"version\": 1, \"refused\": [{\"case\": 999, \"reason\": \"I do not like it\"}]}"),
        &expect![""],
    );
    ends("    print('x' * 5_000_000)", &expect![""]);
    ends("    sys.exit('something is wrong')", &expect![""]);
    ends("    import os; os.kill(os.getpid(), 11)", &expect![""]);
    ends("    while True: pass", &expect![""]);
    let clobber = "lines = ['.globl clobber0, f0, received0, result0', 'clobber0:', 'f0:', 'received0:', 'result0: nop']";
    ends(&format!("    {clobber}\n    open(request['output'], 'w').write('\\n'.join(lines))"), &expect![""]);
}

#[test]
fn a_printer_that_cannot_work_is_left_out() {
    let world = world("import nothing_of_this_name\n");
    expect![""].assert_eq(&said(&run(&world, &["--cases=1"])));
    let missing =
        world.run(&["run", "--target", "riscv64-lp64d", "--printer", "mine=no-such-printer", "--cases=1"]);
    expect![""].assert_eq(&missing.refusal());
    let lines: [&[&str]; 3] = [
        &["run", "--target", "riscv64-lp64d", "--printer", "mine"],
        &["run", "--printer", "mine=python3 printer.py"],
        &["run", "--target", "riscv64", "--printer", "mine=python3 printer.py"],
    ];
    let all: Vec<String> = lines.iter().map(|line| world.run(line).refusal()).collect();
    expect![""].assert_eq(&all.concat());
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
    expect![""].assert_eq(&all);
}

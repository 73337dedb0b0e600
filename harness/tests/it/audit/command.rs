//! The command itself: its inputs, forms and exit codes.

use crate::common::World;
use expect_test::expect;

const SUM: &str = "\t.globl sum\nsum:\tli a2, 0\n\tblez a1, 2f\n1:\tlw a3, 0(a0)\n\taddw a2, a2, a3\n\taddi a0, a0, 4\n\
                   \taddiw a1, a1, -1\n\tbnez a1, 1b\n2:\tmv a0, a2\n\tret\n";

const PROTOTYPE: &str = "int sum(const int *p, int n)";

fn audit<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["audit", "--target", "riscv64-lp64d"];
    arguments.extend(more);
    arguments
}

#[test]
fn one_command_of_one_line() {
    let world = World::new();
    world.write("sum.s", SUM);
    let line = ["sum.s", "--prototype", PROTOTYPE, "--argument", "p: 0..40 of int", "--argument", "n: 0..p"];
    let answer = world.run(&audit(&line)).exits(0);
    expect![[r#"
        sum: clean
          int sum(const int *p, int n)
          riscv64-lp64d, in sum.s

          401 inputs; deepest stack 0 bytes; 16 clauses put to the test
          9 of 9 instructions ran, 2 of 2 conditional branches went both ways
    "#]]
    .assert_eq(&answer.out);
}

#[test]
fn a_finding_says_everything() {
    let world = World::new();
    world.write("sum.s", SUM.replace("a2", "s1"));
    let line = ["sum.s", "--prototype", PROTOTYPE, "--argument", "p: 0..40 of int", "--argument", "n: 0..p"];
    let answer = world.run(&audit(&line)).exits(1);
    expect![[r#"
        sum: findings (1)
          int sum(const int *p, int n)
          riscv64-lp64d, in sum.s

          RISCV-REG-07  register s1
            subject    s1 (x9)
            expected   still 0xe6e4eae0e2ece1e1 at return
            observed   0x0000000000000000 at return
            where      sum at 0x10000: addi s1,zero,0 (sum.s:2)
            shown by   401 inputs; the first:
                         p = 0x1e07044: 8 bytes: ea 6e 67 10 98 dd 97 a5
                         n = 0
            RISCV-REG-07 (Integer Register Convention, row x8 - x9): A function preserves x8 and x9 (s0 and
            s1).

          401 inputs; deepest stack 0 bytes; 16 clauses put to the test
          9 of 9 instructions ran, 2 of 2 conditional branches went both ways
    "#]]
    .assert_eq(&answer.out);
    let json = world.run(&audit(&[&line[..], &["--format", "json"]].concat()));
    assert_eq!((json.code, &json.json()["functions"][0]["verdict"]), (1, &"findings".into()));
    let accepted =
        world.run(&audit(&[&line[..], &["--except", "register s1=its caller knows"]].concat())).exits(0);
    assert!(accepted.out.contains("accepted: register s1: its caller knows"), "{}", accepted.out);
    let junit = world.run(&audit(&[&line[..], &["--format", "junit", "--junit", "again.xml"]].concat()));
    assert!(junit.out.contains("<failure message=\"RISCV-REG-07"), "{}", junit.out);
    assert_eq!(world.read("again.xml"), junit.out);
}

#[test]
fn a_library_has_one_file() {
    let world = World::new();
    world.write("sum.s", SUM);
    world.write("other.s", SUM.replace("sum", "add").replace("a2, a2, a3", "a2, a2, a1"));
    world.write(
        "sum.h",
        "typedef int number;\nint sum(const number *p, int n);\nint add(const number *p, int n);\n",
    );
    world.write(
        "audit.toml",
        "target = \"riscv64-lp64d\"\nobjects = [\"sum.s\", \"other.s\"]\ndeclarations = [\"sum.h\"]\n\n[function.sum.arguments]\n\
         p = \"0..40 of number\"\nn = \"0..p\"\n\n[function.add]\narguments = { p = \"0..40 of number\", n = \"0..p\" }\n\
         same-as = \"sum.s:sum\"\n",
    );
    let answer = world.run(&["audit", "--file", "audit.toml"]).exits(1);
    assert!(answer.out.starts_with("add: findings (1)\n"), "{}", answer.out);
    assert!(answer.out.contains("other result") && answer.out.contains("sum: clean\n"), "{}", answer.out);
    assert!(answer.out.ends_with("2 functions: 1 findings, 1 clean\n"), "{}", answer.out);
    world.run(&["audit", "--file", "audit.toml", "--function", "s*"]).exits(0);
}

#[test]
fn mistakes_are_reported_with_the_way_out() {
    let world = World::new();
    world.write("sum.s", SUM);
    for (line, expected) in [
        (
            vec!["sum.s"],
            "say which function to audit, with --prototype 'int f(char *, int)', or with a comment beside it",
        ),
        (
            vec!["sum.s", "--prototype", "int som(int)"],
            "som: no object defines the function `som`; did you mean `sum`?",
        ),
        (vec!["sum.s", "--prototype", PROTOTYPE], "sum: `p` is a pointer: say what it points to"),
        (
            vec!["sum.s", "--prototype", PROTOTYPE, "--argument", "q: 8 bytes"],
            "sum: `sum` has no parameter `q`",
        ),
        (
            vec!["sum.s", "--prototype", PROTOTYPE, "--argument", "p: n bytes", "--argument", "n: 0..p"],
            "sum: the meanings of p, n depend on each other in a circle",
        ),
        (vec!["none.s", "--prototype", PROTOTYPE], "none.s: cannot be read"),
    ] {
        let answer = world.run(&audit(&line)).exits(2);
        assert!(answer.err.contains(expected), "{line:?}: {}", answer.err);
    }
    // A function that needs something which nobody gave cannot be tested.
    world.write("open.s", "\t.globl f\nf:\tla a0, elsewhere\n\tlw a0, 0(a0)\n\tret\n");
    let answer = world.run(&audit(&["open.s", "--prototype", "void f(void)"])).exits(3);
    assert!(answer.out.starts_with("f: not tested: ") && answer.out.contains("elsewhere"), "{}", answer.out);
}

#[test]
fn libraries_and_several_objects() {
    let world = World::new();
    world.write("main.s", "\t.globl f\nf:\ttail helper\n");
    world.write("helper.s", "\t.globl helper\nhelper:\tli s1, 0\n\tret\n");
    let answer = world.run(&audit(&["main.s", "helper.s", "--prototype", "void f(void)"])).exits(1);
    assert!(answer.out.contains("where      helper at"), "{}", answer.out);
}

/// Annotations, with the exit codes of the other forms; a comma in a file's name ends no property.
#[test]
fn annotations_for_github() {
    let world = World::new();
    world.write("sum,1.s", SUM);
    world.write("bad,2.s", SUM.replace("a2", "s1"));
    world.write("open.s", "\t.globl f\nf:\tla a0, elsewhere\n\tlw a0, 0(a0)\n\tret\n");
    let sum = |file: &'static str, n: &'static str| {
        let line = [file, "--prototype", PROTOTYPE, "--argument", "p: 2 of int", "--argument", n];
        world.run(&audit(&[&line[..], &["--format", "github"]].concat()))
    };
    let clean = sum("sum,1.s", "n: 0..p");
    assert_eq!((clean.code, clean.out.as_str()), (0, "1 function: 1 clean\n"));
    let in_part = sum("sum,1.s", "n: 1..2").exits(0);
    expect![[r#"
        ::notice file=sum%2C1.s,line=2,title=not all of it ran%3A sum::  9 of 9 instructions ran, 1 of 2 conditional branches went both ways%0A  branches that always went the same way:%0A    sum+0x4          bge zero,a1,0x1001c  (never taken; sum,1.s:3)
        1 function: 1 clean as far as it ran
    "#]]
    .assert_eq(&in_part.out);
    let found = sum("bad,2.s", "n: 0..p").exits(1);
    let start = "::error file=bad%2C2.s,line=2,title=RISCV-REG-07%3A sum%3A register s1::";
    assert!(found.out.starts_with(start) && found.out.contains("(bad,2.s:2)%0A"), "{}", found.out);
    assert!(found.out.ends_with("\n1 function: 1 findings\n"), "{}", found.out);
    let untested =
        world.run(&audit(&["open.s", "--prototype", "void f(void)", "--format", "github"])).exits(3);
    assert!(untested.out.starts_with("::error file=open.s,title=not tested%3A f::"), "{}", untested.out);
    assert!(untested.out.ends_with("\n1 function: 1 not tested\n"), "{}", untested.out);
}

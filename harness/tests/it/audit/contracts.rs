//! Contracts in comments of texts and headers.

use crate::common::World;

const SUM: &str = "# crosscall: int sum(const int *p,\n#                 int n)\n#   p: 0..40 of int\n#   n: 0..p\n\t.globl sum\n\
                   sum:\tli a2, 0\n1:\tblez a1, 2f\n\tlw a3, 0(a0)\n\taddw a2, a2, a3\n\taddi a0, a0, 4\n\taddiw a1, a1, -1\n\tj 1b\n\
                   2:\tmv a0, a2\n\tret\n\n/* crosscall: void clear(int *p)\n * p: 4 of int\n * except writes beside p = a guard word\n */\n\
                   \t.globl clear\nclear:\tsw zero, 16(a0)\n\tret\n";

const HEADER: &str = "#ifndef H\n#define H\n#include <stdint.h>\n#define WORDS 4\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\
                      struct span { const int32_t *data; int count; int words[WORDS]; };\n/* crosscall:\n *   s: 1 of struct span\n\
                      *   s.data: 0..9 of int\n *   s.count: 0..s.data\n */\nint total(const struct span *s);\nint other(void);\n#endif\n";

const TOTAL: &str = "\t.globl total\ntotal:\tld a1, 0(a0)\n\tlw a2, 8(a0)\n\tli a0, 0\n1:\tblez a2, 2f\n\tlw a3, 0(a1)\n\
                     \taddw a0, a0, a3\n\taddi a1, a1, 4\n\taddiw a2, a2, -1\n\tj 1b\n2:\tret\n";

const TARGET: [&str; 2] = ["--target", "riscv64-lp64d"];

/// Names of the functions with their verdicts.
fn verdicts(world: &World, words: &[&str], code: i32) -> Vec<(String, String)> {
    let report = world.run(&[&["audit", "--format", "json"], words].concat()).exits(code).json();
    let functions = report["functions"].as_array().unwrap().iter();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    functions.map(|function| (text(&function["name"]), text(&function["verdict"]))).collect()
}

fn clean(names: &[&str]) -> Vec<(String, String)> {
    names.iter().map(|name| ((*name).to_owned(), "clean".to_owned())).collect()
}

#[test]
fn texts_and_headers_say_it_all() {
    let world = World::new();
    for (name, text) in [("sum.s", SUM), ("total.s", TOTAL), ("total.h", HEADER)] {
        world.write(name, text);
    }
    let all = ["sum.s", "total.s", "total.h", TARGET[0], TARGET[1]];
    assert_eq!(verdicts(&world, &all, 0), clean(&["clear", "sum", "total"]));
    assert_eq!(verdicts(&world, &[&all[..], &["--function", "s*"]].concat(), 0), clean(&["sum"]));
    let wider = ["--function", "sum", "--argument", "n: 0..p+1"];
    assert_eq!(
        verdicts(&world, &[&all[..], &wider].concat(), 1),
        [("sum".to_owned(), "findings".to_owned())]
    );
    // A declaration on the command line is another question.
    let typed =
        ["sum.s", TARGET[0], TARGET[1], "--prototype", "void clear(int *p)", "--argument", "p: 5 of int"];
    assert_eq!(verdicts(&world, &typed, 0), clean(&["clear"]));
    let file = "target = \"riscv64-lp64d\"\nobjects = [\"sum.s\", \"total.s\"]\n[file]\nheader = \"total.h\"\n\
                [function.clear]\narguments = { p = \"5 of int\" }\n";
    world.write("audit.toml", file);
    let report = world.run(&["audit", "--file", "audit.toml", "--format", "json"]).exits(0).json();
    assert_eq!(report["functions"].as_array().unwrap().len(), 3);
    // With its table, nothing needs the contract's exception.
    assert_eq!(report["functions"][0]["idle_exceptions"][0], "writes beside p");
}

#[test]
fn mistakes_have_file_and_line() {
    let world = World::new();
    for (text, expected) in [
        ("\n# crosscall: int f(int n\nf:\tret\n", "f.s:2: contract: `int f(int n` has no end"),
        ("# crosscall: int f(int n)\n# m: 0..3\nf:\tret\n", "f.s:1: f: `f` has no parameter `m`; n"),
        (
            "# crosscall: int f(int n)\n# n: 0..\nf:\tret\n",
            "f.s:2: contract: `n: 0..`: expected a number or the name of another argument",
        ),
        (
            "f:\tret\n# crosscall:\n# n: 0..3\n",
            "f.s:2: contract: neither a declaration nor a label comes with it",
        ),
        ("# crosscall: nonsense f(\n# )\nf:\tret\n", "f.s:1: contract: "),
        (
            "f:\tret\n",
            "say which function to audit, with --prototype 'int f(char *, int)', or with a comment beside it",
        ),
    ] {
        world.write("f.s", text);
        let answer = world.run(&["audit", "f.s", TARGET[0], TARGET[1]]).exits(2);
        assert!(answer.err.contains(expected), "{text}: {}", answer.err);
    }
}

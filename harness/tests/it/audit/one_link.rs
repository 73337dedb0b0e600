//! Objects of one link that declare one function, variable or record in two ways, and those that do not.

use crate::common::World;
use serde_json::Value;
use std::process::Command;

/// Units with their names, and the names of what is reported.
struct Link {
    units: &'static [(&'static str, &'static str)],
    found: &'static [&'static str],
}

const LINKS: [Link; 14] = [
    Link {
        units: &[
            ("a.c", "int h(char *p, long n) { return p[n]; }"),
            ("b.c", "int h(char *, int); int g(char *p, int n) { return h(p, n); }"),
        ],
        found: &["declared in two ways: parameter h.n"],
    },
    Link {
        units: &[
            ("a.c", "int h(int n) { return n; }"),
            ("b.c", "double h(int); double g(void) { return h(3); }"),
        ],
        found: &["declared in two ways: result h"],
    },
    Link {
        units: &[
            ("a.c", "int h(int n, int m) { return n + m; }"),
            ("b.c", "int h(int); int g(void) { return h(3); }"),
        ],
        found: &["declared in two ways: function h"],
    },
    Link {
        units: &[("a.c", "long v = 3;"), ("b.c", "extern int v; int g(void) { return v; }")],
        found: &["declared in two ways: variable v"],
    },
    // A record that both reach through one function.
    Link {
        units: &[
            ("a.c", "struct s { int a; long b; }; long h(struct s *p) { return p->b; }"),
            (
                "b.c",
                "struct s { long b; int a; }; long h(struct s *); long g(struct s *p) { return h(p) + p->a; }",
            ),
        ],
        found: &["declared in two ways: member struct s.a", "declared in two ways: member struct s.b"],
    },
    // Two units that call what no unit defines.
    Link {
        units: &[
            ("a.c", "int h(long); int f(void) { return h(1); }"),
            ("b.c", "int h(double); int g(void) { return h(1); }"),
        ],
        found: &["declared in two ways: parameter h.0"],
    },
    // The same header, compiled in two ways.
    // A weak definition gives way to the other one, as that of a variable which musl's threads have.
    Link {
        units: &[
            (
                "a.c",
                "static void *dummy[1]; extern void *t[1] __attribute__((weak, alias(\"dummy\"))); void **f(void) { return t; }",
            ),
            ("b.c", "void *t[9]; void **g(void) { return t; }"),
        ],
        found: &[],
    },
    // In C, a record that no function of both units has is each one's own, though both have it from one line of a header.
    Link {
        units: &[
            ("a.c", "#define WIDE long\n#include \"s.h\"\nlong f(struct t *p) { return p->a; }"),
            ("b.c", "#define WIDE int\n#include \"s.h\"\nlong g(struct t *p) { return p->a; }"),
        ],
        found: &[],
    },
    Link {
        units: &[
            (
                "a.c",
                "#define WIDE long\n#include \"s.h\"\nlong g(struct t *p); long f(struct t *p) { return g(p) + p->a; }",
            ),
            ("b.c", "#define WIDE int\n#include \"s.h\"\nlong g(struct t *p) { return p->a; }"),
        ],
        found: &["declared in two ways: member struct t.a", "declared in two ways: record struct t"],
    },
    Link {
        units: &[
            ("a.cc", "namespace n { struct Q { int a; }; } int f(n::Q *q) { return q->a; }"),
            ("b.cc", "namespace n { struct Q { long a; }; } long g(n::Q *q) { return q->a; }"),
        ],
        found: &["declared in two ways: member struct n::Q.a", "declared in two ways: record struct n::Q"],
    },
    // What is no conflict: a private record of the same name, other words for the same call, an array without a length, a
    // result that is not used, a declaration without a prototype.
    Link {
        units: &[
            ("a.c", "struct s { int a; }; static struct s one; int f(void) { return one.a; }"),
            ("b.c", "struct s { long a, b; }; static struct s two; long g(void) { return two.b; }"),
        ],
        found: &[],
    },
    Link {
        units: &[
            ("a.c", "typedef int number; int t[3]; number h(const char *p, number n) { return p[n]; }"),
            (
                "b.c",
                "extern int t[]; void h(char *, int); int u(); int g(char *p) { h(p, t[0]); return u(2); }",
            ),
            ("c.c", "int u(int n) { return n; }"),
        ],
        found: &[],
    },
    Link {
        units: &[
            (
                "a.cc",
                "namespace { struct Q { int a; } q; } int f() { struct L { int b; } l = {q.a}; return l.b; }",
            ),
            (
                "b.cc",
                "namespace { struct Q { long a; } q; } long g() { struct L { long b; } l = {q.a}; return l.b; }",
            ),
        ],
        found: &[],
    },
    // Both forms of a constructor, and functions of one name with other parameters.
    Link {
        units: &[
            (
                "a.cc",
                "struct C { int a; C(int n) : a(n) {} C(long n) : a(n + 1) {} }; int k(int n) { return C(n).a; }",
            ),
            (
                "b.cc",
                "struct C { int a; C(int n) : a(n) {} C(long n) : a(n + 1) {} }; int k(long n) { return C(n).a; }",
            ),
        ],
        found: &[],
    },
];

/// Compilers of C and C++ with their target and options; a compiler writes down what it only declares from -O1 on.
const COMPILERS: [(&str, &str, &str, &[&str]); 4] = [
    ("gcc", "g++", "x86_64", &["-O0"]),
    ("gcc", "g++", "x86_64", &["-O2", "-gdwarf-4"]),
    ("clang-19", "clang++-19", "aarch64", &["-O1", "--target=aarch64-linux-gnu"]),
    (
        "riscv64-unknown-elf-gcc",
        "riscv64-unknown-elf-g++",
        "riscv64-lp64d",
        &["-O2", "-march=rv64gc", "-mabi=lp64d"],
    ),
];

fn compile(world: &World, compiler: &str, options: &[&str], name: &str) -> Option<String> {
    let object = format!("{name}.o");
    let mut command = Command::new(compiler);
    command.args(["-g", "-w", "-ffreestanding"]).args(options).args(["-c", name, "-o", &object]);
    let Ok(made) = command.current_dir(world.path(".")).output() else {
        println!("skipped: {compiler} is not installed");
        return None;
    };
    assert!(made.status.success(), "{compiler}: {}", String::from_utf8_lossy(&made.stderr));
    Some(object)
}

/// Reports of what disagrees.
fn found(report: &Value) -> Vec<&Value> {
    report["disagreements"].as_array().expect("a list").iter().collect()
}

#[test]
fn declarations_of_one_link() {
    let world = World::new();
    world.write("s.h", "struct t { WIDE a; };\n");
    for (c, cpp, target, options) in COMPILERS {
        for Link { units, found: expected } in &LINKS {
            let mut objects = Vec::new();
            for (name, text) in *units {
                world.write(name, text);
                let compiler = if name.ends_with(".cc") { cpp } else { c };
                objects.extend(compile(&world, compiler, options, name));
            }
            // Clang does not write down a variable that is only declared.
            let is_silent = c.starts_with("clang") && expected.iter().any(|name| name.contains("variable"));
            if objects.len() < units.len() || is_silent {
                continue;
            }
            let mut words = vec!["audit", "--static", "--target", target, "--format", "json"];
            words.extend(objects.iter().map(String::as_str));
            let answer = world.run(&words).exits(i32::from(!expected.is_empty()));
            let report = answer.json();
            let mut names: Vec<&str> = found(&report).iter().filter_map(|one| one["name"].as_str()).collect();
            names.sort_unstable();
            assert_eq!(names, *expected, "{c} {units:?}: {report:#}");
            for one in found(&report) {
                let sides =
                    [&one["expected"], &one["observed"]].map(|side| side.as_str().unwrap_or_default());
                let places = units
                    .iter()
                    .filter(|(name, _)| sides.iter().any(|side| side.contains(&format!("{name}.o"))));
                assert_eq!(places.count(), units.len(), "{one:#}");
            }
        }
    }
}

/// Two programs are two links: what the one declares is nothing to the other.
#[test]
fn programs_are_links_of_their_own() {
    let world = World::new();
    world.write("a.c", "struct s { int a; }; int h(struct s *p) { return p->a; }");
    world.write("b.c", "struct s { long a; }; int h(struct s *); int g(struct s *p) { return h(p); }");
    for name in ["a.c", "b.c"] {
        let mut command = Command::new("gcc");
        command.args(["-g", "-w", "-shared", "-fPIC", "-nostdlib", name, "-o", &format!("{name}.so")]);
        let Ok(made) = command.current_dir(world.path(".")).output() else {
            println!("skipped: gcc is not installed");
            return;
        };
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
    let words = ["audit", "--static", "--target", "x86_64", "a.c.so", "b.c.so"];
    world.run(&words).exits(0);
}

//! `crosscall audit --static --against OLD NEW`: what users of a library see of its next version, and nothing else.

use crate::common::World;
use serde_json::Value;
use std::process::Command;

const HEADER: &str = "\
struct point { int x; int y; };
struct list { struct list *next; struct point *points; int count; };
enum color { RED, GREEN, BLUE };
typedef struct { char kind; int size; } item;
union word { int number; char bytes[4]; };
struct hidden;
extern int limit;
extern int table[4];
int area(struct point p);
int total(const struct list *l, int n);
void paint(enum color c);
int pick(item *i, union word w);
void each(int (*visit)(struct point *));
struct hidden *make(void);
int gone(int n);
";

const UNIT: &str = "\
#include \"lib.h\"
struct hidden { int a; };
static struct hidden one;
int limit = 3;
int table[4];
static int helper(int n) { return n * limit; }
int area(struct point p) { return p.x * p.y; }
int total(const struct list *l, int n) { return l ? helper(n) : 0; }
void paint(enum color c) { table[0] = c; }
int pick(item *i, union word w) { return i->size + w.number; }
void each(int (*visit)(struct point *)) { visit(0); }
struct hidden *make(void) { return &one; }
int gone(int n) { table[1] = n != 0; __builtin_trap(); }
";

/// A change of the texts, and the names of what is reported.
struct Change {
    from: &'static str,
    to: &'static str,
    seen: &'static [&'static str],
}

const fn change(from: &'static str, to: &'static str, seen: &'static [&'static str]) -> Change {
    Change { from, to, seen }
}

const CHANGES: [Change; 25] = [
    // What is not seen.
    change("struct point p) { return p.x * p.y", "struct point q) { return q.x * q.y", &[]),
    change("return p.x * p.y", "return p.x + p.y", &[]),
    change("struct hidden { int a; }", "struct hidden { long a, b; }", &[]),
    change("static int helper(int n) { return n", "static int helper(long n) { return (int)n", &[]),
    change("int total(const struct list *l, int n)", "int total(struct list *l, int n)", &[]),
    change("int gone(int n) {", "int more(long n) { return (int)n; }\nint gone(int n) {", &[]),
    change("int count; };", "int length; };", &[]),
    change("GREEN, BLUE }", "GREEN, BLUE, BLACK }", &[]),
    change("void paint(enum color c)", "void paint(int c)", &[]),
    change("char bytes[4]; }", "char bytes[4]; short half; }", &[]),
    // What is seen.
    change("int gone(int n)", "int went(int n)", &["symbol gone"]),
    change("int gone(int n)", "int gone(char *n)", &["parameter gone.n"]),
    change("int gone(int n)", "int gone(int n, int m)", &["function gone"]),
    change("int gone(int n)", "void gone(int n)", &["result gone"]),
    change(
        "int total(const struct list *l, int n)",
        "int total(const struct list *l, long n)",
        &["parameter total.n"],
    ),
    change("int limit", "long limit", &["variable limit"]),
    change("int table[4]", "int table[8]", &["variable table"]),
    change("GREEN, BLUE }", "BLUE, GREEN }", &["enumeration enum color", "enumeration enum color"]),
    change("int x; int y; }", "int y; int x; }", &["member struct point.x", "member struct point.y"]),
    change("int x; int y; }", "int x; int y; int z[3]; }", &["parameter area.p", "record struct point"]),
    change(
        "int x; int y; }",
        "float x; float y; }",
        &["member struct point.x", "member struct point.y", "parameter area.p"],
    ),
    change("int count; };", "long count; };", &["member struct list.count"]),
    change(
        "char kind; int size; }",
        "long kind; int size; }",
        &["member item.kind", "member item.size", "record item"],
    ),
    change(
        "int number; char bytes[4]; }",
        "int number; char bytes[12]; }",
        &["member union word.bytes", "parameter pick.w", "record union word"],
    ),
    change("(*visit)(struct point *)", "(*visit)(struct list *)", &["parameter each.visit"]),
];

/// Compilers with their target and options.
const COMPILERS: [(&str, &str, &[&str]); 4] = [
    ("gcc", "x86_64", &["-O2"]),
    ("clang-19", "x86_64", &["-O0", "-gdwarf-4"]),
    ("aarch64-linux-gnu-gcc", "aarch64", &["-O1"]),
    ("riscv64-unknown-elf-gcc", "riscv64-lp64d", &["-O2", "-march=rv64gc", "-mabi=lp64d"]),
];

/// Compiles a unit; false where the compiler is not installed.
fn compile(world: &World, (compiler, options): (&str, &[&str]), source: &str, object: &str) -> bool {
    let mut command = Command::new(compiler);
    command.args(["-g", "-w", "-ffreestanding"]).args(options).args(["-c", source, "-o", object]);
    let Ok(made) = command.current_dir(world.path(".")).output() else {
        println!("skipped: {compiler} is not installed");
        return false;
    };
    assert!(made.status.success(), "{compiler}: {}", String::from_utf8_lossy(&made.stderr));
    true
}

/// Names of what is reported.
fn names(report: &Value) -> Vec<&str> {
    let found = report["disagreements"].as_array().expect("a list").iter();
    let mut names: Vec<&str> = found.filter_map(|found| found["name"].as_str()).collect();
    names.sort_unstable();
    names
}

#[test]
fn what_users_of_a_library_see() {
    let world = World::new();
    for (compiler, target, options) in COMPILERS {
        world.write("lib.h", HEADER);
        world.write("lib.c", UNIT);
        if !compile(&world, (compiler, options), "lib.c", "old.o") {
            continue;
        }
        for Change { from, to, seen } in &CHANGES {
            assert!(HEADER.contains(from) || UNIT.contains(from), "{from}");
            world.write("lib.h", HEADER.replace(from, to));
            world.write("lib.c", UNIT.replace(from, to));
            assert!(compile(&world, (compiler, options), "lib.c", "new.o"));
            let words =
                ["audit", "--static", "--target", target, "--format", "json", "--against", "old.o", "new.o"];
            let answer = world.run(&words).exits(i32::from(!seen.is_empty()));
            let report = answer.json();
            assert_eq!(names(&report), *seen, "{compiler}: `{from}` to `{to}`: {report:#}");
            let functions = report["compared"]["functions"]["agreed"].as_u64();
            assert!(functions >= Some(5), "{compiler}: {report:#}");
        }
    }
}

/// A record that has got too large for registers: the report says where it is now, and by which clause.
#[test]
fn a_record_moves_to_memory() {
    let world = World::new();
    world.write("lib.h", HEADER);
    world.write("lib.c", UNIT);
    let gcc = ("riscv64-unknown-elf-gcc", ["-march=rv64gc", "-mabi=lp64d"].as_slice());
    if !compile(&world, gcc, "lib.c", "old.o") {
        return;
    }
    world.write("lib.h", HEADER.replace("int x; int y; }", "int x; int y; int z[3]; }"));
    assert!(compile(&world, gcc, "lib.c", "new.o"));
    let words = ["audit", "--static", "--target", "riscv64-lp64d", "--against", "old.o", "new.o"];
    let answer = world.run(&words).exits(1);
    for part in [
        "findings (2)",
        "against the older version: 1 object",
        "parameter area.p",
        "before     8 bytes in a0 (x10)",
        "now        in memory, its address in a0 (x10)",
        "record struct point",
        "before     8 bytes",
        "now        20 bytes",
        "seen by users of area, each, total",
    ] {
        assert!(answer.out.contains(part), "{part}: {}", answer.out);
    }
    let accepted = [&words[..], &["--except", "*point=new", "--except", "parameter area.*=new"]].concat();
    assert!(world.run(&accepted).exits(0).out.contains("accepted: record struct point: new"));
    world.run(&["audit", "--static", "--target", "riscv64-lp64d", "--header", "a.h", "new.o"]).exits(2);
}

/// Records of headers that users of the library do not include are nothing to them.
#[test]
fn headers_that_users_see() {
    let world = World::new();
    let header =
        "struct state; struct stream { struct state *state; int fd; };\nint use(struct stream *s);\n";
    let private = "struct state { int a; };\n";
    let unit =
        "#include \"lib.h\"\n#include \"state.h\"\nint use(struct stream *s) { return s->state->a; }\n";
    for (name, text) in [("lib.h", header), ("state.h", private), ("lib.c", unit)] {
        world.write(name, text);
    }
    if !compile(&world, ("gcc", &[]), "lib.c", "old.o") {
        return;
    }
    world.write("state.h", "struct state { int b, a; };\n");
    assert!(compile(&world, ("gcc", &[]), "lib.c", "new.o"));
    let words =
        ["audit", "--static", "--target", "x86_64", "--format", "json", "--against", "old.o", "new.o"];
    let all = world.run(&words).exits(1).json();
    assert_eq!(names(&all), ["member struct state.a", "record struct state"]);
    let seen = world.run(&[&words[..], &["--header", "lib.*"]].concat()).exits(0).json();
    assert_eq!(seen["not_comparable"][0]["examples"][0], "struct state");
}

/// Without debug information only the names of symbols can be compared, which is no success.
#[test]
fn nothing_but_symbols() {
    let world = World::new();
    world.write("lib.c", "int f(int n) { return n; }\nint g;\n");
    if !compile(&world, ("gcc", &["-g0"]), "lib.c", "old.o") {
        return;
    }
    let words = ["audit", "--static", "--target", "x86_64", "--against", "old.o", "new.o"];
    assert!(compile(&world, ("gcc", &["-g0"]), "lib.c", "new.o"));
    let answer = world.run(&words).exits(3);
    assert!(answer.out.starts_with("not tested: nothing could be compared"), "{}", answer.out);
    world.write("lib.c", "int f(int n) { return n; }\n");
    assert!(compile(&world, ("gcc", &["-g0"]), "lib.c", "new.o"));
    assert!(world.run(&words).exits(1).out.contains("symbol g"));
}

//! Compilers that write something else than object files: assembly text, or packages with an object file inside.

use crate::common::World;
use crosscall_base::process::Limits;
use crosscall_model::Target;
use crosscall_toolchain::compile::{CompiledUnit, FailureKind, compile};
use crosscall_toolchain::emits::Emits;
use crosscall_toolchain::units::CompileContext;
use crosscall_toolchain::{Toolchain, ToolchainKind};
use expect_test::{Expect, expect};
use std::sync::atomic::AtomicBool;

/// A compiler that answers to the very command line `arguments` with the file `$here/answer`, and refuses every other.
fn subject(world: &World, arguments: &str, emits: Emits) -> Toolchain {
    let script = format!(
        "[ \"$*\" = '{arguments}' ] || {{ echo \"error: called with $*\" >&2; exit 1; }}\ncp {:?} unit.o\n",
        world.path("answer").display()
    );
    let script = world.write("compiler.sh", script);
    Toolchain {
        name: "stand-in".to_owned(),
        kind: ToolchainKind::Clang,
        cc: vec!["sh".to_owned(), script.display().to_string(), "-O2".to_owned()],
        emits,
        ..Toolchain::embedded(Target::Epiphany)
    }
}

fn made(world: &World, toolchain: &Toolchain) -> Result<CompiledUnit, String> {
    let stop = AtomicBool::new(false);
    let (work_dir, limits) = (world.path(""), Limits::default());
    let context = CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop };
    let made = compile(toolchain, "int f(void);\n", "unit", context);
    made.map_err(|failure| {
        assert!(!failure.kind.is_compiler_fault() || failure.kind == FailureKind::BadObject, "{failure}");
        failure.to_string()
    })
}

fn symbols(unit: &CompiledUnit) -> Vec<&str> {
    unit.object.symbols.iter().map(|symbol| symbol.name.as_str()).filter(|name| !name.is_empty()).collect()
}

fn fails(world: &World, toolchain: &Toolchain, expected: &Expect) {
    let text = made(world, toolchain).expect_err("it fails");
    expected.assert_eq(&text.replace(&world.path("").display().to_string(), "…/"));
}

const TEXT: &str = "\t.global _f\n_f:\tmov r0,#7\n\trts\n";

#[test]
fn text_is_assembled_by_our_own_assembler() {
    let world = World::new();
    let subject = subject(&world, "-O2 -std=gnu11 -w -ffreestanding -S -o unit.o unit.c", Emits::Assembly);
    world.write("answer", TEXT);
    let unit = made(&world, &subject).expect("an object");
    assert!(symbols(&unit).contains(&"_f"));
    assert_eq!(unit.object_bytes.get(..4), Some(&b"\x7fELF"[..]));
    world.write("answer", "_f:\tfrobnicate r0\n");
    fails(
        &world,
        &subject,
        &expect![
            "stand-in: wrote assembly text that crosscall's own assembler does not take: unit:1:5: there is no instruction `frobnicate`"
        ],
    );
    world.write("answer", [0xffu8, 0xfe]);
    fails(
        &world,
        &subject,
        &expect!["stand-in: wrote an object file that cannot be used: it is damaged: it is not valid UTF-8"],
    );
}

#[test]
fn text_is_assembled_by_the_toolchains_assembler() {
    let world = World::new();
    let object = world.object("assembled.o", TEXT);
    let script = format!(
        "[ \"$*\" = '-o unit.o unit.s' ] || exit 9\ngrep -q '^_f:' unit.s || exit 8\ncp {:?} unit.o\n",
        object.display()
    );
    let assembler = world.write("assembler.sh", script);
    let subject = Toolchain {
        as_: vec!["sh".to_owned(), assembler.display().to_string()],
        ..subject(&world, "-O2 -std=gnu11 -w -ffreestanding -S -o unit.o unit.c", Emits::Assembly)
    };
    world.write("answer", TEXT);
    assert!(symbols(&made(&world, &subject).expect("an object")).contains(&"_f"));
    world.write("answer", "nothing of that kind\n");
    fails(&world, &subject, &expect!["stand-in: rejected the source (exit status 8)"]);
}

#[test]
fn the_object_is_taken_out_of_a_package() {
    let world = World::new();
    let object = std::fs::read(world.object("inside.o", TEXT)).expect("an object");
    let open = |script: &str| {
        let opener = world.write("open.sh", script);
        Emits::Package(["sh", &opener.display().to_string(), "extract", "chip"].map(str::to_owned).to_vec())
    };
    let arguments = "-O2 -std=gnu11 -w -ffreestanding -o unit.o unit.c";
    let good = "[ \"$*\" = 'extract chip unit.o' ] || exit 9\ntail -n +2 unit.o\n";
    let package = [&b"a package\n"[..], &object].concat();
    world.write("answer", package);
    let unit = made(&world, &subject(&world, arguments, open(good))).expect("an object");
    assert_eq!(unit.object_bytes, object);
    fails(
        &world,
        &subject(&world, arguments, open("echo 'no such chip' >&2; exit 3\n")),
        &expect![
            "stand-in: wrote an object file that cannot be used: `sh …/open.sh extract chip` did not open it: it ended with status 3: no such chip"
        ],
    );
    fails(
        &world,
        &subject(&world, arguments, open("exit 0\n")),
        &expect!["stand-in: wrote an object file that cannot be used: it is empty"],
    );
    fails(
        &world,
        &subject(&world, arguments, Emits::Package(vec!["/nowhere/opener".to_owned()])),
        &expect![
            "stand-in: could not be run: its packages cannot be opened: cannot start `/nowhere/opener`: No such file or directory (os error 2)"
        ],
    );
}

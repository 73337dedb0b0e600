//! The command: what is printed, forms, exit codes, audit.toml, and files that are none.

use crate::common::World;
use expect_test::expect;

/// A function that loses s1, and one that keeps a value over its call.
const TEXT: &str = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tcall f\n\tcall f\n\tli t3, 0\n\tcall g\n\tmv a0, t3\n\
                    \tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n\
                    f:\tli s1, 1\n\tret\ng:\tret\nunused:\tret\n";

/// Writes and links a program.
fn program(world: &World, text: &str) {
    world.write("p.s", text);
    world.run(&["machine", "link", "--target", "riscv64", "p.s", "--entry", "main", "-o", "p.elf"]).exits(0);
}

const TARGET: [&str; 2] = ["--target", "riscv64-lp64d"];

fn audit<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["audit"], &TARGET[..], more].concat()
}

#[test]
fn a_finding_says_everything() {
    let world = World::new();
    program(&world, TEXT);
    let answer = world.run(&audit(&["p.elf"])).exits(1);
    expect![[r#"
        p.elf: findings (2)
          riscv64-lp64d, a whole program

          RISCV-REG-07  f: register s1
            subject    register s1 (x9), of f
            expected   0xd7c7f5e59383b1a1, as when it was called
            observed   0x1 at return
            where      f at 0x10034: addi s1,zero,1
            called at  main+0xc at 0x1000c: jalr ra,44(ra)
            seen       once
            RISCV-REG-07 (Integer Register Convention, row x8 - x9): A function preserves x8 and x9 (s0 and
            s1).

          RISCV-REG-10  main: keeps t3 over a call
            subject    register t3 (x28), of main
            expected   nothing is kept there over the call of g, which may destroy it
            observed   it is used behind the call: the program then comes back with 0xffefddcdbbab9989; by
                       itself with 0x0
            where      main+0x24 at 0x10024: addi a0,t3,0
            called at  main+0x20 at 0x10020: jalr ra,32(ra)
            seen       once
            RISCV-REG-10 (Integer Register Convention, row x28 - x31): x28 to x31 (t3 to t6) are
            temporaries, which a call need not preserve.
            If that is as it should be: if g has a convention of its own with its callers, accept `g: *`, or
            --keep-scratch for the whole program

          came back after 18 instructions; 3 calls, of which 3 came back, at most 1 at one time; scratch
          registers destroyed behind calls; 23 clauses put to the test
          3 of 4 functions were called
            not called: unused
    "#]]
    .assert_eq(&answer.out);
    let json = world.run(&audit(&["p.elf", "--format", "json"])).json();
    let program = &json["programs"][0];
    assert_eq!((&program["verdict"], &program["returns"]), (&"findings".into(), &3.into()));
    assert_eq!(program["findings"][0]["function"], "f");
    assert_eq!(program["findings"][0]["line"], serde_json::Value::Null);
    let junit = world.run(&audit(&["p.elf", "--format", "junit"]));
    assert!(junit.out.contains("<failure message=\"RISCV-REG-07: register s1"), "{}", junit.out);
}

#[test]
fn exceptions_and_switches() {
    let world = World::new();
    program(&world, TEXT);
    let kept = world
        .run(&audit(&["p.elf", "--keep-scratch", "--except", "f: register s1=its callers know"]))
        .exits(0);
    assert!(kept.out.contains("accepted: f: register s1: its callers know"), "{}", kept.out);
    assert!(kept.out.replace("\n ", "").contains("registers left alone"), "{}", kept.out);
    let idle = world.run(&audit(&["p.elf", "--except", "g: register s1=old"]));
    assert!(idle.out.contains("the exception `g: register s1` is not needed"), "{}", idle.out);
}

/// GCC may give functions of one file conventions of their own: what looks so is reported and no finding.
#[test]
fn code_of_gcc_is_reported() {
    let world = World::new();
    let text = TEXT.replace("\tli s1, 1\n", "") + "\t.data\n\t.asciz \"GCC: (GNU) 13\"\n";
    // A compiler would have said that these are functions.
    program(&world, &text);
    let answer = world.run(&audit(&["p.elf"])).exits(1);
    assert!(answer.out.contains("RISCV-REG-10  main: keeps t3 over a call"), "{}", answer.out);
    let typed = "\t.type main, @function\n\t.globl g\n\t.type g, @function\n";
    program(&world, &(typed.to_owned() + &text));
    let answer = world.run(&audit(&["p.elf"])).exits(0);
    assert!(
        answer.out.contains("note: main: keeps t3 over a call") && answer.out.contains("-fno-ipa-ra"),
        "{}",
        answer.out
    );
}

#[test]
fn a_program_has_a_table() {
    let world = World::new();
    program(&world, TEXT);
    let table = "target = \"riscv64-lp64d\"\n\n[program]\nfile = \"p.elf\"\narguments = [\"3\"]\n\n[[program.except]]\n\
                 finding = \"f: register s1\"\nreason = \"its callers know\"\n\n[[program.except]]\nfinding = \"g: *\"\n\
                 reason = \"leaves everything alone\"\n";
    world.write("audit.toml", table);
    world.run(&["audit", "--file", "audit.toml"]).exits(0);
    world.write("audit.toml", table.replace("its callers know", " "));
    let answer = world.run(&["audit", "--file", "audit.toml"]).exits(2);
    assert!(answer.err.contains("the exception `f: register s1` has no reason"), "{}", answer.err);
    world.write("audit.toml", table.replace("p.elf", "none.elf"));
    assert_eq!(world.run(&["audit", "--file", "audit.toml"]).code, 2);
}

/// The same words as for `machine run`, with the same effect.
#[test]
fn arguments_and_memory() {
    let world = World::new();
    let text = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tcall f\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n\
                f:\tlw a1, 0(a1)\n\tbeq a0, a1, 1f\n\tli s1, 0\n1:\tret\n\t.data\n\t.globl word\nword:\t.word 5\n";
    program(&world, text);
    world.run(&audit(&["p.elf", "--arg", "5", "--arg", "word"])).exits(0);
    world.run(&audit(&["p.elf", "--arg", "6", "--arg", "word"])).exits(1);
    let unknown = world.run(&audit(&["p.elf", "--arg", "6", "--arg", "wort"])).exits(2);
    assert!(unknown.err.contains("did you mean `word`?"), "{}", unknown.err);
}

#[test]
fn broken_files() {
    let world = World::new();
    program(&world, TEXT);
    let whole = std::fs::read(world.path("p.elf")).unwrap();
    for length in [17, 20, 40, 64, 100, whole.len() / 2, whole.len() - 1] {
        std::fs::write(world.path("broken.elf"), &whole[..length]).unwrap();
        let answer = world.run(&audit(&["broken.elf"]));
        assert!([0, 1, 2, 3].contains(&answer.code), "{length}: {}{}", answer.out, answer.err);
        assert!(!answer.err.contains("panicked"), "{length}: {}", answer.err);
    }
    // Every byte of the headers, changed.
    for at in 16..120 {
        let mut changed = whole.clone();
        changed[at] ^= 0x41;
        std::fs::write(world.path("broken.elf"), &changed).unwrap();
        let answer = world.run(&audit(&["broken.elf", "--budget", "100000"]));
        assert!([0, 1, 2, 3].contains(&answer.code), "{at}: {}{}", answer.out, answer.err);
        assert!(!answer.err.contains("panicked"), "{at}: {}", answer.err);
    }
    world.write("endless.s", "\t.globl main\nmain:\tj main\n");
    world.run(&["machine", "link", "--target", "riscv64", "endless.s", "-o", "endless.elf"]).exits(0);
    let answer = world.run(&audit(&["endless.elf", "--budget", "1000"])).exits(3);
    assert!(
        answer.out.contains("still running after 1000 instructions; --budget gives it more"),
        "{}",
        answer.out
    );
}

//! What the machine lacks is no fault of a function, and nothing that was tested.

use crate::common::World;

const TARGET: [&str; 3] = ["audit", "--target", "riscv64-lp64d"];

fn audit<'a>(file: &'a str, prototype: &'a str) -> Vec<&'a str> {
    [&TARGET[..], &[file, "--prototype", prototype]].concat()
}

/// Instructions and control registers that neither the assembler nor the machine has, beside a function without them.
#[test]
fn what_is_not_known_is_not_tested() {
    let world = World::new();
    world.write(
        "f.s",
        "\t.globl far\nfar:\tnop\n\tnear.to a0, a0\n\tret\n\t.globl good\ngood:\tli a0, 1\n\tret\n\t.globl hart\n\
         hart:\tcsrr a0, mhartid\n\tret\n\t.globl size\nsize:\tcsrr a0, nosuchcsr # unknown\n\tret\n\t.globl word\n\
         word:\t.4byte 0x0000106b\n\tret\n",
    );
    for (prototype, expected) in [
        (
            "int far(int x)",
            "far: not tested: 32 inputs were set aside: neither crosscall's assembler nor its machine has this instruction \
             (far+0x4: near.to a0, a0, f.s:3)",
        ),
        (
            "long hart(void)",
            "the control register is not modelled (0xf14) (hart: csrrs a0,mhartid,zero, f.s:9)",
        ),
        ("long size(void)", "(size: csrr a0, nosuchcsr, f.s:12)"),
        ("int word(void)", "no instruction (0x106b) (word: .4byte 0x106b, f.s:15)"),
    ] {
        let answer = world.run(&audit("f.s", prototype)).exits(3);
        assert!(answer.out.contains(expected), "{prototype}: {}", answer.out);
    }
    world.run(&audit("f.s", "int good(void)")).exits(0);
}

/// A trap on purpose, a word of zeros and a write of a counter are what they are.
#[test]
fn traps_are_findings() {
    let world = World::new();
    for code in ["unimp", ".2byte 0", ".4byte 0xffffffff", "csrw cycle, a0"] {
        world.write("f.s", format!("\t.globl f\nf:\t{code}\n\tret\n"));
        let answer = world.run(&audit("f.s", "void f(void)")).exits(1);
        assert!(answer.out.contains("does not come back"), "{code}: {}", answer.out);
    }
}

/// Other mistakes in a text are mistakes.
#[test]
fn mistakes_stay_mistakes() {
    let world = World::new();
    world.write("f.s", "\t.globl f\nf:\tnear.to a0\n\taddi a0, a0\n\tret\n");
    let answer = world.run(&audit("f.s", "void f(void)")).exits(2);
    assert!(answer.err.contains("there is no instruction `near.to`"), "{}", answer.err);
}

/// A function that is called and that nothing defines keeps to the document; what it writes and returns is nobody's fault.
#[test]
fn undefined_functions_keep_to_the_document() {
    let world = World::new();
    let around = |name: &str, code: &str| {
        format!(
            "\t.globl {name}\n{name}:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n{code}\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n"
        )
    };
    let text = around("asks", "\tmv a0, sp\n\tcall other\n\tlw a0, 0(sp)\n")
        + &around("follows", "\tcall other\n\tbeqz a0, 1f\n\tlw a0, 0(a0)\n1:\tsext.w a0, a0\n")
        + &around("keeps", "\tli t0, 5\n\tcall other\n\tmv a0, t0\n")
        + &around("loses", "\tli s1, 5\n\tcall other\n")
        + "\t.globl both\nboth:\tsd ra, 0(a0)\n\tsd s0, 8(a0)\n\tmv s0, a0\n\tcall other\n\tmv a0, s0\n\tld s0, 8(a0)\n\tld ra, 0(a0)\n\
           \ttail other\n"
        + "\t.globl jumps\njumps:\ttail other\n\t.globl ends\n\t.type ends, @function\nends:\taddi sp, sp, -16\n\tcall other\n\
           \t.size ends, .-ends\n\t.globl data\ndata:\tla a0, thing\n\tlw a0, 0(a0)\n\tret\n";
    world.write("f.s", text);
    for (prototype, code, expected) in [
        ("int asks(void)", 0, "note: nothing that was given defines `other`"),
        ("int follows(void)", 0, "since a function is called that nothing defines"),
        ("int jumps(void)", 0, "jumps: clean\n"),
        ("int both(long *p)", 0, "both: clean\n"),
        ("void ends(void)", 3, "it ends with the call of one, which does not come back, it seems"),
        ("int keeps(void)", 1, "depends on what a call left in t0"),
        ("void loses(void)", 1, "RISCV-REG-07  register s1"),
        (
            "int data(void)",
            3,
            "nothing that was given defines `thing`; give the object or the library that does (data+0x8",
        ),
    ] {
        let words = audit("f.s", prototype);
        let given: &[&str] =
            if prototype.contains("*p") { &["--argument", "p: 2 of long, out"] } else { &[] };
        let answer = world.run(&[&words, given].concat()).exits(code);
        assert!(answer.out.contains(expected), "{prototype}: {}", answer.out);
    }
}

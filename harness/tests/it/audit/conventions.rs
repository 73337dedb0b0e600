//! Functions that are none of C: what they do on purpose is no finding where somebody has said so, and is suggested where nobody
//! has.

use crate::common::{Answer, World};

const TEXT: &str = "\t.globl save\nsave:\tsd s0, 0(a0)\n\tjr t0\n\t.globl lost\nlost:\tmv s0, a0\n\tjr t0\n\t.globl leave\n\
                    leave:\tld ra, 0(a0)\n\tld s0, 16(a0)\n\tld sp, 8(a0)\n\tret\n\t.globl change\nchange:\tsd ra, 0(a0)\n\tsd sp, 8(a0)\n\
                    \tsd s0, 16(a0)\n\tld ra, 0(a1)\n\tld sp, 8(a1)\n\tld s0, 16(a1)\n\tret\n\t.globl beside\nbeside:\tsd s0, 24(a0)\n\
                    \tld ra, 0(a1)\n\tld sp, 8(a1)\n\tret\n\t.globl mangle\nmangle:\txor a1, s0, sp\n\tsd a1, 0(a0)\n\tli a0, 0\n\tret\n\
                    \t.globl back\nback:\tret\n\t.globl thread\nthread:\tlw a0, 16(tp)\n\tret\n";

fn audited(prototype: &str, convention: Option<&str>) -> Answer {
    let world = World::new();
    world.write("f.s", TEXT);
    let mut words = vec!["audit", "f.s", "--target", "riscv64-lp64d", "--prototype", prototype];
    words.extend(convention.iter().flat_map(|convention| ["--convention", convention]));
    for (name, meaning) in [("long *to", "to: 3 of long, out"), ("const long *from", "from: 3 of long")] {
        if prototype.contains(name) {
            words.extend(["--argument", meaning]);
        }
    }
    world.run(&words)
}

#[test]
fn another_register_for_the_return_address() {
    let save = "void save(long *to)";
    let answer = audited(save, None).exits(1);
    assert!(answer.out.contains("--convention 'returns by t0'"), "{}", answer.out);
    let answer = audited(save, Some("returns by t0")).exits(0);
    assert!(answer.out.contains("by its convention, it gets its return address in t0"), "{}", answer.out);
    // All else holds.
    let answer = audited("void lost(long x)", Some("returns by t0")).exits(1);
    assert!(answer.out.contains("RISCV-REG-07  register s0"), "{}", answer.out);
    audited("void back(void)", Some("returns by t0")).exits(1);
}

#[test]
fn other_contexts() {
    let leave = "void leave(const long *from)";
    let answer = audited(leave, None).exits(3);
    let expected = "it goes on with the stack and the address that `from` holds, and so in another context";
    let plain = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains(expected), "{plain}");
    audited(leave, Some("does not return")).exits(0);
    let answer = audited("void back(void)", Some("does not return")).exits(1);
    assert!(answer.out.contains("no clause  comes back"), "{}", answer.out);
    let change = "void change(long *to, const long *from)";
    audited(change, None).exits(3);
    audited(change, Some("switches stacks")).exits(0);
    // Memory is what it is.
    let beside = audited("void beside(long *to, const long *from)", Some("switches stacks")).exits(1);
    assert!(beside.out.contains("writes beside to"), "{}", beside.out);
    let mangle = "int mangle(long *to)";
    assert!(audited(mangle, None).exits(1).out.contains("depends on s0"));
    audited(mangle, Some("saves registers")).exits(0);
    let answer = audited("int thread(void)", None).exits(3);
    assert!(answer.out.contains("there is no thread-local storage in an audit (thread: "), "{}", answer.out);
}

#[test]
fn words_that_are_no_convention() {
    for (convention, expected) in [
        (
            "returns by f1",
            "crosscall: convention of back: riscv64-lp64d has no register `f1` for an address; did you mean fa1?",
        ),
        (
            "returns",
            "crosscall: convention of back: `returns` is no convention; there are `returns by REGISTER`, `does not return`, \
             `switches stacks`, `saves registers`",
        ),
    ] {
        let answer = audited("void back(void)", Some(convention)).exits(2);
        assert_eq!(answer.err.trim(), expected);
    }
}

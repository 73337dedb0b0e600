//! `crosscall machine`, from text to a run, and with garbage.

use crate::common::World;
use expect_test::expect;

const PROGRAM: &str = "
    .text
    .global _start
_start:
    mov r1, #40
    mov r2, #2
    add r0, r1, r2
    rts
    .global _forever
_forever:
    b _forever
";

/// A world with `a.s` assembled to `a.o`.
fn assembled() -> World {
    let world = World::new();
    world.write("a.s", PROGRAM);
    world.run(&["machine", "asm", "--target", "epiphany", "a.s"]).exits(0);
    world
}

#[test]
fn from_text_to_a_run() {
    let world = assembled();
    let listing = world.run(&["machine", "disasm", "--target", "epiphany", "a.o"]);
    expect![[r#"
        a.o: epiphany object

        section .text (14 bytes, aligned to 2)
        00000000 <_start>:
               0:  03 25        mov r1,0x28
               2:  43 40        mov r2,0x2
               4:  1a 05        add r0,r1,r2
               6:  4f 19 02 04  rts
        0000000a <_forever>:
               a:  e8 00 00 00  b a                                   R_EPIPHANY_SIMM24 _forever
    "#]]
    .assert_eq(&listing.out);
    world.run(&["machine", "link", "--target", "epiphany", "a.o", "-o", "a.elf"]).exits(0);
    for file in ["a.o", "a.elf"] {
        let run = world.run(&["machine", "run", "--target", "epiphany", "--format", "json", file]).exits(0);
        let value = run.json();
        assert_eq!(value["stop"], "returned");
        assert_eq!(value["registers"]["r0"], "0x2a");
        assert_eq!(value["instructions"], 4);
        assert!(value["pc"].is_string());
    }
    let program = world.run(&["machine", "disasm", "--target", "epiphany", "a.elf"]);
    assert!(program.out.contains("<_start>:"), "{}", program.out);
}

/// Names in an object file come from anywhere: no listing, no report and no trace obeys them.
#[test]
fn names_do_not_reach_the_terminal_as_they_are() {
    let world = World::new();
    let text = ".section \".text\u{1b}[1m\",\"ax\"\n.global _start\n_start:\n\"a\u{1b}[2J\":\nbl \"b\u{1b}c\"\n\"b\u{1b}c\":\nb \"b\u{1b}c\"\n";
    world.write("a.s", text);
    world.run(&["machine", "asm", "--target", "epiphany", "a.s"]).exits(0);
    let listing = world.run(&["machine", "disasm", "a.o"]);
    expect![[r#"
        a.o: epiphany object

        section .text\u{1b}[1m (4 bytes, aligned to 1)
        00000000 <a\u{1b}[2J>:
        00000000 <_start>:
               0:  f0 01        bl 2
        00000002 <b\u{1b}c>:
               2:  e0 00        b 2
    "#]]
    .assert_eq(&listing.out);
    let source = world.run(&["machine", "disasm", "--source", "a.o"]);
    let run = world.run(&["machine", "run", "--trace", "--budget", "3", "a.o"]);
    assert!(run.err.contains("<b\\u{1b}c>:") && run.out.contains("in b\\u{1b}c"), "{}{}", run.err, run.out);
    for text in [listing.out, source.out, run.out, run.err] {
        assert!(!text.contains('\u{1b}'), "{text}");
    }
}

/// `--source` gives a text that assembles to the same bytes, of an object and of a program.
#[test]
fn a_listing_as_source_assembles_again() {
    let world = World::new();
    world.write(
        "a.s",
        format!("{PROGRAM}table:\t.hword 0x001f\n_next:\trts\n\t.data\n\t.set B,-4\n\t.long B\n"),
    );
    let asm = |from: &str, to: &str| {
        world.run(&["machine", "asm", "--target", "epiphany", from, "-o", to]).exits(0);
    };
    asm("a.s", "a.o");
    world.run(&["machine", "link", "--target", "epiphany", "a.o", "-o", "a.elf"]).exits(0);
    let bytes = |name: &str, section: &str| {
        let tools = crosscall_machines::toolset::find("epiphany").unwrap();
        let object = tools.read_object(name, &std::fs::read(world.path(name)).unwrap()).unwrap();
        object.sections.into_iter().find(|s| s.name == section).unwrap().data
    };
    for (file, code, data) in [("a.o", ".text", ".data"), ("a.elf", "segment_8e000000", "segment_8e000400")] {
        let listing = world.run(&["machine", "disasm", "--target", "epiphany", "--source", file]).exits(0);
        assert!(listing.out.contains("_next:\n\trts"), "{}", listing.out);
        world.write("again.s", &listing.out);
        asm("again.s", "again.o");
        assert_eq!(bytes("again.o", code)[..16], bytes("a.o", ".text")[..16]);
        assert!(bytes("again.o", data).starts_with(&bytes("a.o", ".data")), "{file}");
    }
}

/// Of a library only what is needed is linked: a member that cannot be linked does no harm.
#[test]
fn libraries_give_what_is_needed() {
    let world = World::new();
    let texts = [
        ("main", "\t.global _start\n_start:\tb _answer\n"),
        ("unused", "\t.global _unused\n_unused:\tb _nowhere\n"),
        ("answer", "\t.global _answer\n_answer:\tmov r0,#42\n\trts\n"),
    ];
    let mut library = b"!<arch>\n".to_vec();
    for (name, text) in texts {
        world.write(&format!("{name}.s"), text);
        world.run(&["machine", "asm", "--target", "epiphany", &format!("{name}.s")]).exits(0);
        if name != "main" {
            let object = std::fs::read(world.path(&format!("{name}.o"))).unwrap();
            library.extend(format!("{:<48}{:<10}`\n", format!("{name}.o/"), object.len()).bytes());
            library.extend(object);
            library.resize(library.len().next_multiple_of(2), b'\n');
        }
    }
    std::fs::write(world.path("lib.a"), &library).unwrap();
    let run = world
        .run(&["machine", "run", "--target", "epiphany", "--format", "json", "main.o", "lib.a"])
        .exits(0);
    assert_eq!(run.json()["registers"]["r0"], "0x2a");
    let link = world
        .run(&["machine", "link", "--target", "epiphany", "--entry", "unused", "main.o", "lib.a"])
        .exits(3);
    assert!(link.err.contains("_nowhere") && link.err.contains("lib.a(unused.o)"), "{}", link.err);
    let listing = world.run(&["machine", "disasm", "--target", "epiphany", "lib.a"]);
    assert!(listing.out.contains("lib.a(answer.o): epiphany object"), "{}", listing.out);

    std::fs::write(world.path("short.a"), &library[..library.len() - 20]).unwrap();
    let short = world.run(&["machine", "run", "--target", "epiphany", "main.o", "short.a"]).exits(2);
    assert!(short.err.contains("short.a"), "{}", short.err);
}

#[test]
fn registers_dumps_and_traces() {
    let world = assembled();
    let line = ["--set=r5=0x77", "--dump=0x7000:4", "--dump=0xffff0000:4", "--trace"];
    let run = world.run(&[&["machine", "run", "a.o"][..], &line].concat());
    expect![[r#"
        returned
        4 instructions, pc 0x8dff0000 (where the call comes back to)
          r0  0x2a  r1  0x28  r2  0x2
        00007000  00 00 00 00
        0xffff0000: no memory there
    "#]]
    .assert_eq(&run.out);
    assert!(run.err.contains("<_start>:"), "{}", run.err);
    let wrong = world.run(&["machine", "run", "--target", "epiphany", "a.o", "--set", "q7=1"]);
    expect![[r#"
        2
        crosscall: --set: epiphany has no register `q7` (it has r0, r1, r2, r3, …)
    "#]]
    .assert_eq(&wrong.refusal());
    world.run(&["machine", "run", "--target", "epiphany", "a.o", "--dump", "0x100"]).exits(2);
    world.run(&["machine", "run", "--target", "epiphany", "a.o", "--dump", "0:0xffffffffff"]).exits(2);
}

#[test]
fn an_endless_loop_ends_with_the_budget() {
    let world = assembled();
    let arguments = [
        "machine", "run", "--target", "epiphany", "a.o", "--entry", "forever", "--budget", "1000",
        "--format", "json",
    ];
    let value = world.run(&arguments).exits(3).json();
    assert_eq!(value["stop"], "budget");
    assert_eq!(value["place"], "_forever");
    assert_eq!(value["instructions"], 1000);
}

#[test]
fn garbage_is_refused_and_never_a_panic() {
    let world = assembled();
    let good = std::fs::read(world.path("a.o")).unwrap();
    let mut random = 0x2545_f491_4f6c_dd1du64;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    for round in 0..60 {
        let bytes = match round % 3 {
            0 => (0..next() % 300).map(|_| next() as u8).collect(),
            1 => good[..(next() as usize) % good.len()].to_vec(),
            _ => {
                let mut bytes = good.clone();
                for _ in 0..4 {
                    let at = next() as usize % bytes.len();
                    bytes[at] = next() as u8;
                }
                bytes
            }
        };
        world.write("garbage.o", &bytes);
        for command in ["disasm", "link", "run"] {
            let mut arguments = vec!["machine", command, "--target", "epiphany", "garbage.o"];
            if command == "run" {
                arguments.extend(["--budget", "10000"]);
            }
            let answer = world.run(&arguments);
            let allowed = if round % 3 == 2 { &[0, 2, 3][..] } else { &[2, 3][..] };
            assert!(allowed.contains(&answer.code), "{command} in round {round}: {answer:?}");
            assert!(!answer.err.contains("panicked"), "{}", answer.err);
            assert!(
                answer.code == 0
                    || !answer.err.is_empty()
                    || answer.out.contains("fault")
                    || answer.out.contains("budget")
            );
        }
    }
}

#[test]
fn mistakes_in_a_text_are_named_with_their_place() {
    let world = World::new();
    let mut shown = String::new();
    world.write("a.s", "  mov r1, #1\n  fly r1\n");
    expect![[r#"
        2
        crosscall: a.s:2:3: there is no instruction `fly`
            fly r1
            ^
    "#]]
    .assert_eq(&world.run(&["machine", "asm", "--target", "epiphany", "a.s"]).refusal());
    assert_eq!(world.files(), ["a.s"]);
    for (target, text) in [
        ("dpu", "main:\tmove r0, 1\n\tfly r0, r0, 2\n"),
        ("nyuzi", "main:\tmove s0, 1\n\tadd_i s0, s0, q1\n"),
        ("ipu", "main:\n\tadd $m0, $m0, $q1\n"),
        ("forwardcom", "code section execute\nint64 r0 = 1\nint64 r0 = r77 + 1\ncode end\n"),
    ] {
        world.write("c.s", text);
        let reported = world.run(&["machine", "run", "--target", target, "c.s"]).exits(2);
        shown += &reported.err;
    }
    expect![[r#"
        crosscall: c.s:2:2: there is no instruction `fly`
           fly r0, r0, 2
           ^
        crosscall: c.s:2:16: expected a scalar register, found `q1`
           add_i s0, s0, q1
                         ^
        crosscall: c.s:2:16: expected a number that is known here: this operand can hold no symbol
           add $m0, $m0, $q1
                         ^
        crosscall: c.s:3:12: `r77` is not defined
          int64 r0 = r77 + 1
                     ^
    "#]]
    .assert_eq(&shown);
    world.write("b.s", "  .global _start\n_start: bl _nowhere\n");
    world.write("c.s", "");
    assert_eq!(world.run(&["machine", "asm", "--target", "epiphany", "b.s"]).code, 0);
    expect![[r#"
        3
        crosscall: linking: undefined symbol `_nowhere`, referred to by b.o(.text+0x0)
    "#]]
    .assert_eq(&world.run(&["machine", "link", "--target", "epiphany", "b.o"]).refusal());
}

/// Runs the comparison with GNU as, which may be missing.
#[test]
fn programs_are_compared_with_the_reference_tool() {
    let world = World::new();
    world.write("a.s", PROGRAM);
    let answer = world.run(&["machine", "compare", "--target", "epiphany", "a.s"]);
    if answer.code == 3 {
        assert!(answer.err.contains("epiphany-elf-as was not found"), "{}", answer.err);
        println!("skipped: epiphany-elf-as is not installed");
        return;
    }
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.contains("1 of 1 programs are equal"), "{}", answer.out);
    assert!(answer.out.contains("14 bytes of code and data"), "{}", answer.out);
}

/// A tool that is no assembler, one that is not there, and a target without any.
#[test]
fn a_comparison_that_cannot_be_made_says_why() {
    let world = World::new();
    world.write("a.s", PROGRAM);
    let compare = |more: &[&str]| world.run(&[&["machine", "compare", "a.s"], more].concat());
    let no_assembler = compare(&["--target", "epiphany", "--tool", "/bin/false"]).exits(3);
    assert!(no_assembler.err.contains("/bin/false ended with status 1"), "{}", no_assembler.err);
    let not_there = compare(&["--target", "epiphany", "--tool", "nothing"]).exits(3);
    assert!(not_there.err.contains("cannot start"), "{}", not_there.err);
}

/// Differences from another assembler's object are reported byte by byte.
#[test]
fn differences_are_reported() {
    let world = World::new();
    world.write("a.s", PROGRAM);
    world.write("b.s", PROGRAM.replace("#40", "#41"));
    assert_eq!(world.run(&["machine", "asm", "--target", "epiphany", "b.s"]).code, 0);
    let object = world.path("b.o");
    let script = format!("#!/bin/sh\ncp {} program.o\n", object.display());
    let tool = world.write_program("tool.sh", script);
    let tool = tool.display().to_string();
    let answer = world.run(&["machine", "compare", "--target", "epiphany", "--tool", &tool, "a.s"]).exits(1);
    assert!(answer.out.contains("at 0x8e000000 03 here, 23 there"), "{}", answer.out);
}

/// Adds up words in memory: a function with a pointer.
const SUM: &str = "
    .text
    .global _sum
_sum:
    mov r2, #0
.Lnext:
    ldr r3, [r0], #1
    add r2, r2, r3
    sub r1, r1, #1
    bne .Lnext
    mov r0, r2
    rts
    .data
    .global _numbers
_numbers:
    .space 16
";

#[test]
fn data_and_arguments_come_from_the_command_line() {
    let world = World::new();
    world.write("sum.s", SUM);
    let numbers: Vec<u8> = [1u32, 20, 300, 0x1000].iter().flat_map(|n| n.to_le_bytes()).collect();
    world.write("numbers.bin", numbers);
    let run = |more: &[&str]| {
        world.run(&[&["machine", "run", "--target", "epiphany", "sum.s", "--entry", "sum"], more].concat())
    };
    let all = run(&[
        "--load=numbers:numbers.bin",
        "--arg=numbers",
        "--arg=4",
        "--dump=numbers:4w",
        "--dump=numbers+4:6",
    ]);
    expect![[r#"
        returned
        19 instructions, pc 0x8dff0000 (where the call comes back to)
          r0      0x1141  r1  0x0  r2  0x1141  r3  0x1000
          status  0x51
        numbers:
        8e000400  00000001 00000014 0000012c 00001000
        numbers+0x4:
        8e000404  14 00 00 00 2c 01
    "#]]
    .assert_eq(&format!("{}{}", all.out, all.err));
    let last =
        run(&["--load", "numbers:numbers.bin", "--arg", "numbers+12", "--arg", "1", "--format", "json"]);
    assert_eq!(last.json()["registers"]["r0"], "0x1000");
    assert!(last.json()["changed"].as_array().unwrap().iter().any(|name| name == "r0"));
    assert_eq!(
        run(&["--arg", "0x100", "--arg", "1", "--set", "r1=2", "--format", "json"]).json()["stop"],
        "returned"
    );
    for (wrong, message) in [
        (&["--load", "0x1:none.bin"][..], "none.bin: cannot be read"),
        (&["--load", "0xfffffff0:numbers.bin"], "16 bytes at 0xfffffff0 are not all memory; there is "),
        (&["--arg", "nmubers"], "did you mean `_numbers`?"),
        (
            &["--arg", "1", "--arg", "1", "--arg", "1", "--arg", "1", "--arg", "1"],
            "at most 4 in registers (r0 to r3)",
        ),
        (&["--arg", "0x100000000"], "--arg: 0x100000000 has no room in r0, which has 32 bits"),
        (&["--dump", "somewhere:4"], "--dump: the program has no symbol `somewhere`"),
        (&["--set", "r99=1"], "epiphany has no register `r99` (did you mean `r9`?)"),
    ] {
        let answer = run(wrong).exits(2);
        assert!(answer.err.contains(message), "{}", answer.err);
    }
}

#[test]
fn a_trace_shows_what_changes() {
    let world = World::new();
    world.write("div.s", "\t.global _main\n_main:\tmov r0,#84\n\tmov r1,#2\n\tmov r2,lr\n\tbl ___udivsi3\n\tmov lr,r2\n\trts\n");
    let run = world.run(&["machine", "run", "--target", "epiphany", "div.s", "--trace"]);
    expect![[r#"
        <_main>:
        8e000000:  mov r0,0x54                              r0 = 0x54
        8e000002:  mov r1,0x2                               r1 = 0x2
        8e000004:  mov r2,lr                                r2 = 0x8dff0000
        8e000008:  bl 8dff0020                              r14 = 0x8e00000c
        8dff0020:  (the host serves __udivsi3)              r0 = 0x2a, r1 = 0xbad00001, r12 = 0xbad0000c, r14 = 0xbad0000e, r16 = 0xbad00010, r17 = 0xbad00011, r18 = 0xbad00012
        8e00000c:  mov lr,r2                                r14 = 0x8dff0000
        8e000010:  rts
        returned
        7 instructions, pc 0x8dff0000 (where the call comes back to)
          r0   0x2a        r1   0xbad00001  r2   0x8dff0000  r12     0xbad0000c
          r16  0xbad00010  r17  0xbad00011  r18  0xbad00012  status  0xb1
    "#]].assert_eq(&format!("{}{}", run.err, run.out));
}

/// Bytes that an instruction stores are shown with their address, the first byte first.
#[test]
fn a_trace_shows_what_is_stored() {
    let world = World::new();
    let text = "\t.globl main\nmain:\taddi sp, sp, -16\n\tli a0, 0x123\n\tsd a0, 8(sp)\n\tsb a0, 3(sp)\n\taddi sp, sp, 16\n\tret\n";
    world.write("store.s", text);
    let run = world.run(&["machine", "run", "--target", "riscv64", "store.s", "--trace"]);
    expect![[r#"
        <main>:
           10000:  addi sp,sp,-16                           sp = 0x1f0fef0
           10004:  addi a0,zero,291                         a0 = 0x123
           10008:  sd a0,8(sp)                              [0x1f0fef8] = 23 01 00 00 00 00 00 00
           1000c:  sb a0,3(sp)                              [0x1f0fef3] = 23
           10010:  addi sp,sp,16                            sp = 0x1f0ff00
           10014:  jalr zero,0(ra)
        returned
        6 instructions, pc 0x2010000 (where the call comes back to)
          a0  0x123
    "#]]
    .assert_eq(&format!("{}{}", run.err, run.out));
}

/// The check of `audit`, of one function with arguments that are given.
#[test]
fn a_function_is_checked() {
    let world = World::new();
    world.write(
        "f.s",
        "\t.globl f\nf:\tlw a2, 0(a0)\n\taddw a0, a2, a1\n\tli s1, 0\n\tret\n\t.globl g\ng:\taddw a0, a0, a1\n\tret\n",
    );
    let check = ["machine", "run", "--target", "riscv64", "f.s", "--check"];
    let with = |more: &[&str]| world.run(&[&check[..], more].concat());
    let answer = with(&["int f(int *, int)", "--argument", "arg0: 1 of int", "--arg", "-7"]).exits(1);
    expect![[r#"
        f: findings (1)
          int f(int *, int)
          riscv64-lp64d, in f.s

          RISCV-REG-07  register s1
            subject    s1 (x9)
            expected   still 0xe6e4eae0e2ece1e1 at return
            observed   0x0000000000000000 at return
            where      f+0x8 at 0x10008: addi s1,zero,0 (f.s:4)
            shown by   400 inputs; the first:
                         arg0 = 0x1e07044: 4 bytes: ea 6e 67 10
                         arg1 = -7
            RISCV-REG-07 (Integer Register Convention, row x8 - x9): A function preserves x8 and x9 (s0 and
            s1).

          400 inputs; deepest stack 0 bytes; 16 clauses put to the test
          4 of 4 instructions ran
    "#]]
    .assert_eq(&answer.out);
    let other = with(&["int h(int, int)", "--entry", "g", "--format", "json"]);
    assert_eq!((other.code, &other.json()["functions"][0]["name"]), (0, &"g".into()), "{}", other.out);
    for (wrong, message) in [
        (vec!["int f(int *, int)"], "`arg0` is a pointer: say what it points to"),
        (vec!["int f(int *, int)", "--arg", "f"], "--arg f: with --check memory is described"),
        (
            vec!["int g(int x, int y)", "--arg", "1", "--arg", "2", "--arg", "3"],
            "--arg: 3 words, but 2 parameters",
        ),
        (vec!["int g(int x, int y)", "--trace"], "cannot be used with"),
        (vec!["int g("], "the prototype: line 1, column 7"),
    ] {
        let answer = with(&wrong).exits(2);
        assert!(answer.err.contains(message), "{wrong:?}: {}", answer.err);
    }
}

/// Memory and registers that nobody has written hold poison, and those that somebody has do not.
#[test]
fn what_was_never_written_is_poison() {
    let world = World::new();
    world.write("f.s", "\t.global _f\n_f:\tldr r2,[sp,#-1]\n\tadd r0,r0,#1\n\tmov r1,r5\n\trts\n");
    let run = |more: &[&str]| {
        let line = ["machine", "run", "--target", "epiphany", "f.s", "--entry", "f"];
        let answer = world.run(&[&line[..], more].concat()).exits(0);
        answer.out
    };
    expect![[r#"
        returned
        4 instructions, pc 0x8dff0000 (where the call comes back to)
          r0  0x2
    "#]]
    .assert_eq(&run(&["--arg", "1"]));
    expect![[r#"
        returned
        4 instructions, pc 0x8dff0000 (where the call comes back to)
          r0  0x2  r1  0xe8e8ebe9  r2  0xe2eeece1
    "#]]
    .assert_eq(&run(&["--poison", "--arg", "1"]));
    expect![[r#"
        returned
        4 instructions, pc 0x8dff0000 (where the call comes back to)
          r0  0xe5ecece2  r1  0xe8e8ebe9  r2  0xe2eeece1  status  0x21
    "#]]
    .assert_eq(&run(&["--poison"]));
    expect![[r#"
        returned
        4 instructions, pc 0x8dff0000 (where the call comes back to)
          r0  0x2  r1  0x7  r2  0xe2eeece1
    "#]]
    .assert_eq(&run(&["--poison", "--set", "r5=7", "--arg", "1"]));
    // With --check it is always so.
    let check =
        ["machine", "run", "--target", "epiphany", "f.s", "--check", "int f(int x)", "--format", "json"];
    let (plain, poisoned) = (world.run(&check), world.run(&[&check[..], &["--poison"]].concat()));
    assert_eq!((plain.code, &plain.out), (1, &poisoned.out), "{}", poisoned.err);
}

/// On every machine a program that reads nothing runs as it does without poison, and registers that it leaves alone hold poison.
#[test]
fn poison_on_every_target() {
    for (target, name, text) in [
        ("epiphany", "r5", "\t.global _main\n_main:\trts\n"),
        ("nyuzi", "s9", "\t.globl main\nmain:\tret\n"),
        ("dpu", "r14", "\t.globl main\nmain:\tjump r23\n"),
        ("ipu", "m5", "\t.globl main\nmain:\tbr $m10\n"),
        (
            "forwardcom",
            "r20",
            "code section read execute ip\n_main function public\n\treturn\n_main end\ncode end\n",
        ),
        ("riscv32", "s3", "\t.globl main\nmain:\tret\n"),
        ("riscv64", "s3", "\t.globl main\nmain:\tret\n"),
    ] {
        let world = World::new();
        world.write("f.s", text);
        let run = |more: &[&str]| {
            let line =
                ["machine", "run", "--target", target, "f.s", "--registers", "all", "--format", "json"];
            let answer = world.run(&[&line[..], more].concat()).exits(0);
            answer.json()
        };
        let (plain, poisoned) = (run(&[]), run(&["--poison"]));
        assert_eq!(plain["stop"], poisoned["stop"], "{target}");
        assert_eq!(
            (&plain["registers"][name], &plain["changed"]),
            (&"0x0".into(), &poisoned["changed"]),
            "{target}"
        );
        let value = poisoned["registers"][name].as_str().unwrap();
        let digits = value.strip_prefix("0x").unwrap();
        assert!(
            digits.len() >= 8 && digits.bytes().step_by(2).all(|digit| digit == b'e'),
            "{target}: {value}"
        );
    }
}

/// Long registers are words with repetitions said once, and only what changed is shown.
#[test]
fn vectors_fit_the_page() {
    let world = World::new();
    let loop_and_vector =
        "\t.globl main\nmain:\tmove s0, 3\n\tmove v1, s0\nagain:\tsub_i s0, s0, 1\n\tbnz s0, again\n\tret\n";
    world.write("v.s", loop_and_vector);
    let run = |registers: &str| {
        world.run(&["machine", "run", "--target", "nyuzi", "v.s", "--registers", registers])
    };
    expect![[r#"
        returned
        9 instructions, pc 0x1000000 (where the call comes back to)
          v1  16*0x3
    "#]]
    .assert_eq(&run("changed").out);
    assert_eq!(run("none").out.lines().count(), 2);
    let all = run("all").out;
    assert!(all.lines().count() < 60 && all.contains("v31  16*0x0"), "{all}");
    assert!(all.lines().all(|line| line.chars().count() <= 100), "{all}");
    for (columns, lines) in [("80", 80), ("120", 120)] {
        let words = ["machine", "run", "--target", "nyuzi", "v.s", "--registers", "all"];
        let output = world.command(&words).env("COLUMNS", columns).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("v31") && text.lines().all(|line| line.chars().count() <= lines), "{text}");
    }
}

#[test]
fn the_target_is_what_the_file_says() {
    let world = assembled();
    for command in ["disasm", "run", "link"] {
        world.run(&["machine", command, "a.o"]).exits(0);
    }
    let refused = |arguments: &[&str], message: &str| {
        let answer = world.run(&[&["machine"], arguments].concat()).exits(2);
        assert!(answer.err.contains(message), "{}", answer.err);
    };
    refused(
        &["run", "a.s"],
        "a.s: no ELF file names the target; give it with --target (epiphany, nyuzi, dpu, ipu",
    );
    refused(&["disasm", "--target", "epiphany", "a.s"], "a.s: is a text; `machine asm` assembles it");
    let mut other = std::fs::read(world.path("a.o")).unwrap();
    other[18] = 62;
    other[19] = 0;
    world.write("host.o", &other);
    refused(&["disasm", "host.o"], "host.o: is for ELF machine 0x3e, which is none of epiphany");
    refused(&["run", "host.o", "--target", "epiphany"], "host.o");
    refused(&["asm", "--target", "epiphny", "a.s"], "a similar value exists: 'epiphany'");
}

#[test]
fn a_program_without_a_beginning_is_refused() {
    let world = World::new();
    world.write("f.s", "\t.global _f\n_f:\trts\n_local:\trts\n");
    expect![[r#"
        2
        crosscall: the program has no beginning: it has no global symbol _start or _main, --entry names its first function (it has _f)
    "#]].assert_eq(&world.run(&["machine", "run", "--target", "epiphany", "f.s"]).refusal());
    world.write("nothing.s", "main:\trts\n");
    expect![[r#"
        2
        crosscall: the program has no beginning: it has no global symbol _start or _main, nor any other, which the text must say (.global main); --entry names one that is local
    "#]].assert_eq(&world.run(&["machine", "run", "--target", "epiphany", "nothing.s"]).refusal());
    expect![[r#"
        0
        crosscall: the program begins at 0x8e000000, its first instruction, for it has no global symbol _start or _main; --entry names another
    "#]].assert_eq(&world.run(&["machine", "link", "--target", "epiphany", "f.s"]).refusal());
    for entry in ["f", "_f", "local"] {
        let answer = world.run(&["machine", "run", "--target", "epiphany", "f.s", "--entry", entry]);
        assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{entry}");
    }
    world.run(&["machine", "run", "--target", "epiphany", "f.s", "--entry", "g"]).exits(3);
}

#[test]
fn text_and_objects_go_through_pipes() {
    use std::io::Write;
    use std::process::Stdio;
    let world = World::new();
    let through = |arguments: &[&str], input: &[u8]| {
        let mut child = (world.command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap()
    };
    let object = through(&["machine", "asm", "--target", "epiphany", "-"], PROGRAM.as_bytes());
    assert!(object.stdout.starts_with(b"\x7fELF"));
    let program = through(&["machine", "link", "-", "-o", "-"], &object.stdout);
    assert!(program.stdout.starts_with(b"\x7fELF"));
    for file in [&object, &program] {
        let run = through(&["machine", "run", "-"], &file.stdout);
        assert!(String::from_utf8_lossy(&run.stdout).starts_with("returned\n4 instructions"), "{run:?}");
    }
    let text = through(&["machine", "run", "--target", "epiphany", "-"], PROGRAM.as_bytes());
    assert!(String::from_utf8_lossy(&text.stdout).starts_with("returned\n4 instructions"), "{text:?}");
    assert_eq!(world.files(), Vec::<String>::new());
}

/// The program's counter as the file counts, and as the processor does where that is something else.
#[test]
fn both_values_of_the_program_counter_are_reported() {
    let world = World::new();
    world.write("loop.s", "\t.globl main\nmain:\tmove r0, 1\n.Lhere:\tjump .Lhere\n");
    let run = world.run(&["machine", "run", "--target", "dpu", "loop.s", "--budget", "10"]);
    expect![[r#"
        budget: the instruction budget is used up; --budget gives more
        10 instructions, pc 0x80000008 (in .Lhere, 0x1 in the processor's own counting)
          r0  0x1
    "#]]
    .assert_eq(&run.out);
}

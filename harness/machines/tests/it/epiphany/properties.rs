//! Laws of the Epiphany's assembler beside those of all targets: absurd sizes, messages, speed, differences from GNU as.

use crate::support::texts;
use crosscall_machines::epiphany::assemble;

#[test]
fn absurd_sizes_are_refused_quickly() {
    let cases = [
        ".space 0x7fffffffffffffff",
        ".space 0xffffffff",
        ".fill 0xffffffff,8,1",
        ".rept 1000000000\n.endr",
        ".rept 1000000000\nnop\n.endr",
        ".macro m\nm\nm\n.endm\nm",
        ".org 0x7fffffff",
        ".balign 0x80000000\n.byte 1\n.balign 0x80000000",
        ".p2align 63",
        ".section a,\"a\"\n.balign 0x4000000\n.byte 1\n.section b,\"a\"\n.balign 0x4000000\n.byte 1",
        ".bss\n.space 0x7fffffffffffffff",
        ".comm a,0x7fffffffffffffff,8",
        ".set a,b\n.set b,a\n.word a",
        "a=b+b\nb=c+c\nc=d+d\nd=e+e\ne=f+f\nf=g+g\ng=h+h\nh=i+i\ni=j+j\nj=k+k\nk=l+l\nl=m+m\nm=n+n\n.word a",
        ".macro m a\n.irpc x,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nm \\a\\a\n.endr\n.endm\nm aaaaaaaaaaaaaaaaaaaa",
        "x:.org x+0x7ffffffffffffff0\n.org x-0x7ffffffffffffff0",
    ];
    for case in cases {
        let started = std::time::Instant::now();
        let result = assemble("case", case);
        let elapsed = started.elapsed();
        assert!(elapsed.as_secs() < 20, "{case} took {elapsed:?}");
        assert!(result.is_err(), "{case} was taken");
    }
    let deep = format!(".word {}1", "(".repeat(100_000));
    assert!(assemble("case", &deep).is_err());
    let long = format!(".word a{}", "+a".repeat(100_000));
    assert!(assemble("case", &long).is_err());
    let many = ".if 1\n".repeat(100_000);
    assert!(assemble("case", &many).is_err());
}

#[test]
fn messages_say_where_and_what() {
    texts::messages_are(
        "epiphany",
        &[
            ("nop\n add r0,r1,#5000", "text:2:12: expected a value of -1024 to 1023, found 5000"),
            (
                "add.s r8,r1,#1",
                "text:1:7: expected one of the registers r0 to r7, for the 16-bit form, found `r8`",
            ),
            (" frob r1", "text:1:2: there is no instruction `frob`"),
            ("mov r0", "text:1:7: expected `,`, found the end of the statement"),
            (".frob 1", "text:1:1: there is no directive `.frob`"),
            ("ldrd r1,[r2]", "text:1:13: expected an even register, the first of a pair"),
            ("a:\na:", "text:2:3: `a` is defined a second time"),
            (".byte 256+1", "text:1:7: expected a value of 8 bits, found 0x101"),
            (
                "b.s a\n.space 600\na:",
                "text:1:1: expected a value of -256 to 254, a multiple of 2, found 602",
            ),
            (".word a-b", "text:1:1: expected the difference of two symbols of one section"),
            (".quad a", "text:1:1: the target has no relocation for a datum of this size"),
            ("b 1f", "text:1:1: `1f` is used and no label `1:` follows"),
            (".space -1", "text:1:8: expected a size of 0 to 0x100000000, found -1"),
            (".word 1/0", "text:1:8: division by zero"),
            ("\tmov r0,%medium(a)", "text:1:9: expected a value, `%low(` or `%high(`, found `%medium(a)`"),
        ],
    );
}

/// Lines of the kind that compilers write.
const HEAD: &str = "\t.file \"long.c\"\n\t.text\n";
#[rustfmt::skip]
const FUNCTION: &str = concat!(
    "\t.balign 4\n\t.global _f{i}\n_f{i}:\n\tstr lr,[sp],#-4 ; save\n\tmov r0,%low(.LC{i})\n",
    "\tmovt r0,%high(.LC{i})\n\tldr r1,[r0,#3]\n\tadd r1,r1,r0\n\tsub r2,r1,#4\n\tbeq .L{i}\n",
    "\tldrd r4,[r0],#-2\n\tmov r16,#1234\n\tmovne r1,r2\n\tbl _f{half}\n.L{i}:\n",
    "\tldr lr,[sp,#4]\n\tadd sp,sp,#16\n\trts\n\t.size _f{i},.-_f{i}\n\t.data\n.LC{i}:\n",
    "\t.word _f{i},.L{i},{i}\n\t.text\n",
);

#[test]
fn assembling_is_quick() {
    texts::assembling_is_quick("epiphany", HEAD, FUNCTION);
}

/// In cases in which GNU as is wrong, the assembler does what `docs/machines.md` says.
#[test]
fn deliberate_differences_from_gnu_as() {
    for text in [
        "add r0,r1,#-1025",
        "sub r0,r1,#-2047",
        "mov r0,#65536",
        "movt r0,#-32769",
        "ldrd r1,[r2],r3",
        "b .+3",
        ".byte 300",
    ] {
        assert!(assemble("text", text).is_err(), "{text}");
    }
    // Text, bytes, relocation number and addend.
    let cases: &[(&str, &[u8], u32, i64)] = &[
        ("mov r0,%high(symbol+4)", &[0x0b, 0, 2, 0], 9, 4),
        ("movt r0,%low(symbol)", &[0x0b, 0, 2, 0x10], 10, 0),
        ("mov.l r0,symbol", &[0x0b, 0, 2, 0], 10, 0),
        ("label: add r0,r1,label+8", &[0x1b, 4, 0, 0], 11, 8),
        ("ldr r0,[r1,symbol]", &[0x4c, 4, 0, 0], 12, 0),
        ("b absolute\nabsolute=0x100", &[0xe8, 0, 0, 0], 8, 0x100),
    ];
    for &(text, bytes, kind, addend) in cases {
        let object = assemble("text", text).expect(text);
        let section = &object.sections[0];
        assert_eq!(section.data, bytes, "{text}");
        let relocation = &section.relocations[0];
        assert_eq!((relocation.kind, relocation.addend), (kind, addend), "{text}");
    }
}

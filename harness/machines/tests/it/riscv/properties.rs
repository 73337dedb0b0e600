//! Messages of the RISC-V assembler, and its speed.

use crate::support::texts;

#[test]
fn messages_say_where_and_what() {
    texts::messages_are(
        "riscv32",
        &[
            ("nop\n addi a0,a1,5000", "text:2:13: expected a value of -2048 to 2047, found 5000"),
            (" frob a1", "text:1:2: there is no instruction `frob`"),
            (" ld a0,0(a1)", "text:1:2: there is no instruction `ld`"),
            ("add a0,a1", "text:1:10: expected `,`, found the end of the statement"),
            ("add a0,a1,fa0", "text:1:11: expected a general register, found `fa0`"),
            (
                "fadd.s fa0,fa1,fa2,up",
                "text:1:20: expected a rounding mode: rne, rtz, rdn, rup, rmm or dyn, found `up`",
            ),
            ("slli a0,a0,32", "text:1:12: expected a value of 0 to 31, found 32"),
            (
                "lui a0,%lo(x)",
                "text:1:8: expected a number or one of %hi, %pcrel_hi, %got_pcrel_hi, %tprel_hi, %tls_ie_pcrel_hi, %tls_gd_pcrel_hi, found `%lo(x)`",
            ),
            (
                ".option rvd",
                "text:1:9: expected push, pop, rvc, norvc, relax, norelax, pic, nopic or arch, found `rvd`",
            ),
            (".option pop", "text:1:9: `.option pop` without `.option push`"),
            (".attribute arch, \"rv64gc\"", "text:1:18: the text is for RV64, it is assembled for RV32"),
            (
                ".attribute arch, \"rv32e\"\nadd a0,a1,a6",
                "text:2:11: expected a register that the base E has, x0 to x15, found `a6`",
            ),
            ("c.addi a0,32", "text:1:13: an operand does not fit the instruction"),
        ],
    );
}

/// Lines of the kind that compilers write.
const HEAD: &str = "\t.file \"long.c\"\n\t.option nopic\n\t.attribute arch, \"rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0\"\n\t.text\n";
#[rustfmt::skip]
const FUNCTION: &str = concat!(
    "\t.align 1\n\t.globl f{i}\n\t.type f{i}, @function\nf{i}:\n\taddi\tsp,sp,-32\n\tsd\tra,24(sp)\n",
    "\tlui\ta5,%hi(.LC{i})\n\tlw\ta4,%lo(.LC{i})(a5)\n\taddw\ta4,a4,a0\n\tfld\tfa5,8(a1)\n\tfmadd.d\tfa0,fa5,fa5,fa0\n",
    "\tbeq\ta4,zero,.L{i}\n\tli\ta0,1234567\n\tcall\tf{half}\n.L{i}:\n\tld\tra,24(sp)\n\taddi\tsp,sp,32\n\tjr\tra\n",
    "\t.size f{i}, .-f{i}\n\t.data\n.LC{i}:\n\t.dword f{i},.L{i},{i}\n\t.text\n",
);

#[test]
fn assembling_is_quick() {
    texts::assembling_is_quick("riscv64", HEAD, FUNCTION);
}

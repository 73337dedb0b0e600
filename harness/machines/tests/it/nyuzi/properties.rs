//! Messages of the Nyuzi's assembler, and its speed.

use crate::support::texts;

#[test]
fn messages_say_where_and_what() {
    texts::messages_are(
        "nyuzi",
        &[
            ("nop\n add_i s0, s1, 8192", "text:2:16: expected a value of -8192 to 8191, found 8192"),
            ("add_i_mask v0, s1, v2, -257", "text:1:24: expected a value of -256 to 255, found -257"),
            ("load_32 s0, 16384(s1)", "text:1:13: expected a value of -16384 to 16383, found 16384"),
            ("load_gath_mask v0, s0, 512(v1)", "text:1:24: expected a value of -512 to 511, found 512"),
            ("movehi s0, 0x80000", "text:1:12: expected a value of 0 to 524287, found 524288"),
            ("load_32 s0, 32", "text:1:15: expected `(`, found the end of the statement"),
            ("load_32 s0, foo(s1)", "text:1:13: expected an offset or `(`, found `foo(s1)`"),
            ("load_32 s0, (v1)", "text:1:14: expected a scalar register, found `v1)`"),
            (
                "load_gath v0, got(x)(v1)",
                "text:1:15: expected an offset; only unmasked accesses with a scalar base take `got`, found `got(x)(v1)`",
            ),
            (" frob s1", "text:1:2: there is no instruction `frob`"),
            ("move s0", "text:1:8: expected `,`, found the end of the statement"),
            ("sub_i v0, s1, v2", "text:1:11: expected a vector register, found `s1`"),
            ("move s0, s28", "text:1:10: expected a scalar register, found `s28`"),
            ("movehi s0, x", "text:1:12: expected a value that is known here, without symbols defined later"),
            ("b v1", "text:1:3: expected a scalar register, found `v1`"),
            (".word 1", "text:1:6: there is no directive `.word`; `.long` is meant"),
            (".long a - .", "text:1:1: the target has no relocation for the distance to a symbol"),
            ("li s0, x", "text:1:8: expected a value that is known here, without symbols defined later"),
            ("lea s0, 5", "text:1:10: expected `(`, found the end of the statement"),
            (
                "add_i s0, s1, hi(x)",
                "text:1:15: expected a constant; `hi` belongs to `movehi`, `lo` to unmasked arithmetic, found `hi(x)`",
            ),
            (
                "bz s0, a\n.space 2097152\na:",
                "text:1:1: expected a value of -2097152 to 2097148, a multiple of 4, found 2097156",
            ),
            ("a:\na:", "text:2:3: `a` is defined a second time"),
            ("ret s0", "text:1:5: expected the end of the statement, found `s0`"),
        ],
    );
}

/// Lines of the kind that compilers write.
const HEAD: &str = "\t.text\n\t.file \"long.c\"\n";
#[rustfmt::skip]
const FUNCTION: &str = concat!(
    "\t.globl f{i}\n\t.type f{i},@function\nf{i}:                 # @f{i}\n",
    "\tadd_i sp, sp, -64\n\tstore_32 ra, 60(sp)\n\tstore_32 s24, 56(sp)\n",
    "\tmovehi s1, hi(.LC{i})\n\tor s1, s1, lo(.LC{i})\n\tload_32 s2, 4(s1)\n",
    "\tcmpgt_i s3, s2, 100\n\tbz s3, .LBB{i}_1\n\tcall f{half}\n.LBB{i}_1:\n",
    "\tload_32 s24, 56(sp)\n\tload_32 ra, 60(sp)\n\tadd_i sp, sp, 64\n\tret\n",
    ".Lend{i}:\n\t.size f{i}, .Lend{i}-f{i}\n\t.data\n.LC{i}:\n\t.long f{i}, {i}\n\t.text\n",
);

#[test]
fn assembling_is_quick() {
    texts::assembling_is_quick("nyuzi", HEAD, FUNCTION);
}

//! Laws of the IPU's assembler and disassembler beside those of all targets: bundles, and the assembler's speed.

use crate::support::random::Random;
use crate::support::texts::{self, bytes_of};
use crosscall_machines::ipu::decode::{Issue, decode, decode_word};
use crosscall_machines::ipu::disassemble;
use crosscall_machines::ipu::isa::{AUX, BUNDLED, Form, SOLO, forms, may_be_bundled};
use crosscall_machines::listing::Style;

#[test]
fn bundles_go_round() {
    let of_lane = |aux| forms().filter(move |form| form.is(AUX) == aux && !form.is(SOLO)).collect();
    let (mains, auxes): (Vec<&Form>, Vec<&Form>) = (of_lane(false), of_lane(true));
    let mut random = Random(1);
    for _ in 0..4_000 {
        let words = [*random.pick(&mains), *random.pick(&auxes)]
            .map(|form| form.value | random.next() & !form.mask() | BUNDLED);
        let [Ok(main), Ok(aux)] = words.map(decode_word) else { continue };
        let bytes = words.map(u32::to_le_bytes).concat();
        if may_be_bundled(&main, &aux) {
            assert_eq!(decode(&bytes), Ok(Issue::Bundle(main, aux)));
        }
        let lines = disassemble(&bytes, 0, Style::Source);
        let source: String = lines.iter().map(|line| format!("{}\n", line.text)).collect();
        assert_eq!(bytes_of("ipu", &source), bytes, "{source}");
    }
}

/// Lines of the kind that compilers write.
const HEAD: &str = "\t.text\n\t.allow_optimizations\n";
#[rustfmt::skip]
const FUNCTION: &str = concat!(
    "\t.globl f{i}\n\t.p2align 2\n\t.type f{i},@function\nf{i}:\n\tadd $m11, $m11, -8\n",
    "\tst32 $m10, $m11, $m15, 1\n\tsetzi $m0, .LC{i}\n\tld32 $m1, $m0, $m15, 3\n",
    "\tadd $m1, $m1, $m0\n\tbrz $m1, .L{i}\n\t{\n\t\tld32 $a0, $m0, $m15, 1\n\t\tf32add $a1, $a2, $a3\n\t}\n",
    "\tcall $m10, f{half}\n.L{i}:\n\tld32 $m10, $m11, $m15, 1\n\tadd $m11, $m11, 8\n",
    "\tbr $m10\n\t.size f{i}, .-f{i}\n\t.data\n.LC{i}:\n\t.long f{i}, .L{i}, {i}\n\t.text\n",
);

#[test]
fn assembling_is_quick() {
    assert!(texts::assembling_is_quick("ipu", HEAD, FUNCTION) > 50_000);
}

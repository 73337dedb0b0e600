//! Laws of the RISC-V instruction tables beside those of all targets: of compressed instructions, and rows do not overlap.

use crate::laws::{Find, Found, Row, Set};
use crosscall_machines::riscv::decode::{decode, size_of};
use crosscall_machines::riscv::isa::{FORMS, Form, Instruction, SHORTS};
use crosscall_machines::riscv::{Op, Xlen, encode};

/// The instruction set of a width for the laws of all targets, without the rows of compressed instructions.
pub(crate) fn set(xlen: Xlen) -> Set {
    let row = |form: &Form| Row {
        name: format!("{:?}", form.op),
        value: form.value.into(),
        mask: form.mask.into(),
        operands: form.fields().map(|field| field.insert(u32::MAX).into()).collect(),
        size: 4,
    };
    let rows = FORMS.iter().filter(|form| form.widths.has(xlen)).map(row).collect();
    let (target, find): (_, Find) = match xlen {
        Xlen::Rv32 => ("riscv32", |bytes| found(bytes, Xlen::Rv32)),
        Xlen::Rv64 => ("riscv64", |bytes| found(bytes, Xlen::Rv64)),
    };
    let golden = match xlen {
        Xlen::Rv32 => concat!(
            include_str!("../../vectors/riscv32_encodings.txt"),
            include_str!("../../vectors/riscv32_encodings_scalar.txt"),
            include_str!("../../vectors/riscv_encodings_vector.txt")
        ),
        Xlen::Rv64 => concat!(
            include_str!("../../vectors/riscv64_encodings.txt"),
            include_str!("../../vectors/riscv64_encodings_scalar.txt"),
            include_str!("../../vectors/riscv_encodings_vector.txt")
        ),
    };
    Set { target, rows, find, golden, vectors: "", pieces: PIECES }
}

fn found(bytes: &[u8], xlen: Xlen) -> Option<Found> {
    let found = decode(bytes, xlen).ok()?;
    let word = encode(&found, xlen).expect("it was decoded").into();
    Some(Found { row: format!("{:?}", found.op), word, size: found.size() })
}

/// Pieces of assembly that random texts are made of.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "@plt", "18446744073709551615", "-2048", "2047", "zero", "ra", "sp", "a0", "x31", "fp",
    "fa0", "ft11", "f31", "fcsr", "rtz", "dyn", "iorw", "add ", "addi ", "lw ", "sd ", "flw ", "beq ", "bnez ",
    "j ", "jal ", "jalr ", "ret", "call ", "tail ", "la ", "lla ", "li ", "lui ", "auipc ", "%hi(", "%lo(", "%pcrel_hi(",
    "%pcrel_lo(", "%tprel_add(", "%got_pcrel_hi(", "c.addi ", "c.lwsp ", "c.j ", "fence ", "csrrw ", "amoadd.w.aq ", "fadd.s ",
    "vadd.vv ", "vle8.v ", "vsetvli ", "e8", "mf2", "ta", "v0.t", "v31", "rori ", "fli.d ", "min", "fcvtmod.w.d ", "aes32esi ", "prefetch.i ", "zext.w ", "c.lbu ", "+zcb", "-zba",
    ".option ", "push", "pop", "rvc", "norvc", "pic", "arch, ", ".attribute ", "\"rv64gc\"", "\"rv32e\"", ".insn ",
];

#[test]
fn every_bit_of_a_row_is_accounted_for() {
    for (place, form) in FORMS.iter().enumerate() {
        assert_eq!(form.op as usize, place, "{form:?}");
        assert_eq!(size_of(form.value as u8), 4, "{form:?}");
    }
    for short in SHORTS {
        assert_eq!(short.value & !short.mask, 0, "{short:?}");
        assert_eq!(size_of(short.value as u8), 2, "{short:?}");
        let mut covered = u64::from(short.mask) | short.imm.layout.mask();
        for register in [short.rd, short.rs1, short.rs2] {
            covered |= u64::from(register.bits(31));
        }
        assert_eq!(covered, 0xffff, "{short:?}: a bit is not accounted for");
    }
}

/// Two rows have no word in common, or the first is a special case of the second.
#[test]
fn no_word_has_two_rows() {
    for (i, form) in FORMS.iter().enumerate() {
        for other in &FORMS[..i] {
            let both = form.mask & other.mask;
            let apart = Xlen::ALL.iter().all(|xlen| !(form.widths.has(*xlen) && other.widths.has(*xlen)));
            let special = both == form.mask && both != other.mask;
            assert!(apart || special || form.value & both != other.value & both, "{form:?} and {other:?}");
        }
    }
}

#[test]
fn a_decoded_instruction_is_small() {
    assert!(size_of_val(&Instruction::new(Op::Add)) <= 16);
}

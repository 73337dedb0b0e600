//! Laws of the Nyuzi instruction table beside those of all targets: it is complete and unambiguous.

use super::golden::VECTORS;
use super::vectors::TEXT;
use crate::laws::{Found, Row, Set};
use crate::support::random::Random;
use crosscall_machines::listing::Style;
use crosscall_machines::nyuzi::decode::{decode_form, decode_word, form_of};
use crosscall_machines::nyuzi::isa::{Form, Instruction, forms};
use crosscall_machines::nyuzi::{disassemble, encode};

/// The instruction set for the laws of all targets.
pub(crate) fn set() -> Set {
    let name = |form: &Form| format!("{} {:?}", form.mnemonic(), form.shape);
    let row = |form: &Form| Row {
        name: name(form),
        value: form.value.into(),
        mask: form.mask.into(),
        operands: form
            .fields()
            .map(|field| field.insert(u32::MAX))
            .chain([form.spare_bits()])
            .map(u64::from)
            .collect(),
        size: 4,
    };
    let find = |bytes: &[u8]| {
        let (found, form) = decode_form(bytes).ok()?;
        let word = encode(&found).expect("it was decoded").into();
        Some(Found { row: format!("{} {:?}", form.mnemonic(), form.shape), word, size: 4 })
    };
    Set {
        target: "nyuzi",
        rows: forms().iter().map(row).collect(),
        find,
        golden: VECTORS,
        vectors: TEXT,
        pieces: PIECES,
    }
}

/// Pieces of assembly that random texts are made of.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "s0", "s27", "s28", "v0", "v31", "v32", "sp", "ra", "gp", "fp",
    "move ", "move_mask ", "movehi ", "add_i ", "add_i_mask ", "load_32 ", "load_v_mask ", "store_sync ", "b ", "bz ",
    "call ", "ret", "nop", "li ", "lea ", "hi(", "lo(", "got(", "getlane ", "shuffle ", "cmpeq_i ", "getcr ", "syscall ",
    "load_gath ", "(gp)", "dflush ", "membar", "itlbinsert ",
];

#[test]
fn forms_are_distinguished() {
    assert_eq!(forms().len(), 257);
    for form in forms() {
        let found = form_of(form.value).map(|found| (found.op, found.shape));
        // The word 0 is both `or s0, s0, 0` and `nop`.
        if form.value != 0 {
            assert_eq!(found, Some((form.op, form.shape)));
        }
        assert!(std::ptr::eq(Form::of(form.op, form.shape).expect("the form exists"), form));
    }
    for (i, form) in forms().iter().enumerate() {
        for other in &forms()[..i] {
            let common = form.mask & other.mask;
            let apart = form.value & common != other.value & common;
            assert!(apart || form.mask == u32::MAX, "{form:?} {other:?}");
        }
    }
}

/// Every word that is no instruction belongs to what the machine has no use for.
#[test]
fn words_without_instruction_are_the_reserved_ones() {
    let mut random = Random(7);
    let (mut known, mut unknown) = (0, 0);
    for _ in 0..300_000 {
        let word = random.next();
        match decode_word(word) {
            Ok((instruction, form)) => {
                assert_eq!((instruction.op, instruction.shape), (form.op, form.shape));
                // Data stands only for words that no assembler makes.
                let text = &disassemble(&word.to_le_bytes(), 0, Style::Source)[0].text;
                assert_eq!(
                    text.starts_with('.'),
                    instruction.spare != form.usual_spare(&instruction),
                    "{text}"
                );
                known += 1;
            }
            Err(_) => {
                assert!(is_reserved(word), "{word:#010x}");
                unknown += 1;
            }
        }
    }
    assert!(known > 100_000 && unknown > 10_000, "{known} {unknown}");
}

/// Words that no assembler makes, by the formats of the instruction set.
fn is_reserved(word: u32) -> bool {
    const UNARY: [u32; 8] = [0x0c, 0x0e, 0x0f, 0x1b, 0x1c, 0x1d, 0x1e, 0x2a];
    const INTEGER: [u32; 11] = [0, 1, 3, 5, 6, 7, 8, 9, 0xa, 0xb, 0x1f];
    const FLOAT: [u32; 3] = [0x20, 0x21, 0x22];
    let compare = |op: u32| (0x10..=0x19).contains(&op);
    match word >> 29 {
        0..4 => {
            let (format, op) = (word >> 29, word >> 24 & 31);
            let allowed = match format {
                2 => op == 0x0f,
                _ => {
                    INTEGER.contains(&op)
                        || op == 0x0f
                        || (compare(op) && format != 3)
                        || (op == 0x1a && format == 1)
                }
            };
            !(allowed || op == 2)
        }
        4 | 5 => {
            let (load, kind) = (word >> 29 & 1 == 1, word >> 25 & 15);
            matches!(kind, 9..=12 | 15) || (!load && matches!(kind, 0 | 2))
        }
        6 => {
            let (format, op) = (word >> 26 & 7, word >> 20 & 63);
            let arithmetic = INTEGER.contains(&op) || FLOAT.contains(&op) || UNARY.contains(&op);
            let compares = compare(op) || (0x2c..=0x31).contains(&op);
            let allowed = match format {
                0 => arithmetic || compares,
                1 => arithmetic || compares || op == 0x1a,
                4 => arithmetic || compares || op == 0x0d,
                2 => arithmetic,
                5 => arithmetic || op == 0x0d,
                _ => false,
            };
            !(allowed || op == 0x3e)
        }
        _ => word >> 28 == 15 && word >> 25 & 7 == 5,
    }
}

#[test]
fn a_decoded_instruction_is_small() {
    assert!(size_of::<Instruction>() <= 16);
}

//! Laws of the DPU's form tables beside those of all targets.

use super::vectors::TEXT;
use crate::laws::{Found, Row, Set};
use crate::support::random::Xorshift;
use crosscall_machines::dpu::conditions::CLASSES;
use crosscall_machines::dpu::decode::decode;
use crosscall_machines::dpu::encode::{SLOT, encode};
use crosscall_machines::dpu::forms::{Form, WORD, aliases, forms};
use crosscall_machines::dpu::operands::{Operand, OperandKind};

/// The instruction set for the laws of all targets.
pub(crate) fn set() -> Set {
    let row = |form: &'static Form| Row {
        name: form.signature(),
        value: form.base,
        mask: form.mask,
        operands: form.operands.iter().map(|operand| operand.layout.mask()).collect(),
        size: SLOT,
    };
    let find = |bytes: &[u8]| {
        let found = decode(u64::from_le_bytes(*bytes.first_chunk()?)).ok()?;
        Some(Found { row: found.form.signature(), word: encode(&found).expect("it was decoded"), size: SLOT })
    };
    Set { target: "dpu", rows: forms().map(row).collect(), find, golden: "", vectors: TEXT, pieces: PIECES }
}

/// Pieces of assembly that random texts are made of.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "r0", "r7", "r23", "r24", "d0", "d1", "d22", "s3", "zero", "one", "lneg", "id8",
    "true", "false", "z", "nz", "xgtu", "nc5", "?Z", "!little", "!big",
    "add ", "addc.s ", "sub ", "move ", "move.u ", "lw ", "sw ", "sd ", "jump ", "jeq ", "call ", "acquire ", "lsl_add ",
    "mul_step ", "ldma ", "nop", "stop", "time ", "and.s ", "hash ", "lbus ", ". + 9",
];

/// A random value that an operand can have.
pub(crate) fn value_of(operand: &Operand, random: &mut Xorshift) -> i64 {
    let number = random.next() >> 8;
    match operand.kind {
        OperandKind::NoDestination => 0,
        OperandKind::Endian => (number & 1) as i64,
        OperandKind::Register(registers) => {
            let all: Vec<u64> = (0..32).filter(|&number| registers.has(number)).collect();
            all[number as usize % all.len()] as i64
        }
        OperandKind::Number { bits, signed, .. } => {
            let raw = number & ((1 << bits) - 1);
            if signed { ((raw << (64 - bits)) as i64) >> (64 - bits) } else { raw as i64 }
        }
        OperandKind::Condition(class) => class.choices[number as usize % class.choices.len()].code.into(),
    }
}

#[test]
fn the_tables_have_every_form_once() {
    let (machine, others): (Vec<_>, Vec<_>) = (forms().collect(), aliases().collect());
    assert_eq!((machine.len(), others.len()), (973, 105));
    let mut signatures: Vec<String> = machine.iter().chain(&others).map(|form| form.signature()).collect();
    signatures.sort();
    signatures.dedup();
    assert_eq!(signatures.len(), 1078);
    for form in others {
        assert_eq!(form.base & !form.mask, 0, "{}: the base has bits of an operand", form.signature());
        let fields: u64 = form.operands.iter().map(|operand| operand.layout.mask()).sum();
        assert_eq!(fields, WORD & !form.mask, "{}: operands overlap", form.signature());
    }
}

#[test]
fn every_word_is_one_form_only() {
    let mut random = Xorshift(0x1234_5678_9abc_def1);
    for form in forms() {
        for _ in 0..200 {
            let mut word = form.base;
            for operand in &form.operands {
                word |= operand.layout.insert(value_of(operand, &mut random) as u64);
            }
            match decode(word) {
                Ok(found) => assert_eq!(found.form.signature(), form.signature(), "{word:#x}"),
                Err(_) => assert_eq!(form.mnemonic, "mul_step", "{word:#x} of {}", form.signature()),
            }
        }
    }
}

#[test]
fn an_alias_is_always_some_machine_form() {
    let mut random = Xorshift(77);
    for form in aliases() {
        for _ in 0..50 {
            let mut word = form.base;
            for operand in &form.operands {
                word |= operand.layout.insert(value_of(operand, &mut random) as u64);
            }
            match decode(word) {
                Ok(found) => assert_eq!(found.form.op, form.op, "{}", form.signature()),
                Err(_) => assert_eq!(form.mnemonic, "mul_step", "{word:#x} of {}", form.signature()),
            }
        }
    }
}

#[test]
fn condition_classes_have_no_code_twice() {
    for class in CLASSES {
        let mut codes: Vec<u8> = class.choices.iter().map(|choice| choice.code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), class.choices.len(), "{}", class.name);
        for choice in class.choices {
            for name in choice.names {
                let found = class.named(name).expect(name);
                assert_eq!(found.cond, choice.cond, "{} {name}", class.name);
            }
        }
    }
}

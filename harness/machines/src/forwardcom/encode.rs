//! Forms and formats to code words.

use super::fields::{Words, bits};
use super::formats::{Format, InstructionKind, Opj, Template};
use super::isa::Form;

/// The bits that choose format and operation.
pub fn base(format: &Format, form: &Form) -> Words {
    let (length, mode) = (u32::from(format.tag >> 8), u32::from(format.tag >> 4 & 15));
    let mut words = Words::default().with(bits::IL, length).with(bits::MODE, mode & 7);
    if mode >= 8 {
        words = words.with(bits::M, 1);
    }
    let single_row = matches!(format.tag, 0x258 | 0x259 | 0x25A | 0x318);
    if format.kind == InstructionKind::Jump
        && matches!(format.tag, 0x250..=0x257 | 0x310..=0x313)
        && !single_row
    {
        words = words.with(bits::OP1, u32::from(format.tag & 7));
    }
    let op1 = u32::from(form.op1);
    words = match format.opj {
        Opj::Op1 => words.with(bits::OP1, op1),
        Opj::Im1 => words.with(bits::IM1, op1),
        Opj::Im6 => words.with_bytes(1, 7, op1.into()),
        Opj::Fixed => words,
    };
    if format.template == Template::E {
        words = words.with(bits::MODE2, u32::from(format.tag & 15));
        if format.has_options() {
            words = words.with(bits::OP2, form.op2.into());
        }
    }
    words
}

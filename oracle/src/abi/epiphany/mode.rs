//! The natural machine mode of a type: whether it can be handled as one byte, half-word, word or
//! double word. The document does not know the notion; readings of EPIPHANY-S06, -RET-04 and -RET-06
//! that follow GCC rest on it. Its definition is that of GCC's `stor-layout.cc` for a machine that
//! requires alignment.

use super::layout::layout;
use super::rules::Rules;
use crosscall_model::Type;

/// How a type can be handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// As a machine type of this many bytes.
    Natural(u64),
    /// Only as a block of memory, for no other reason than its alignment.
    Unaligned,
    /// Only as a block of memory, and so is whatever contains it.
    Block,
}

/// Size in bytes of the machine type by which a type can be handled as a whole: 1, 2, 4 or 8.
pub(super) fn natural_mode(ty: &Type, rules: &mut Rules<'_, '_>) -> Option<u64> {
    let (mode, _) = rules.citing(|rules| mode(ty, rules));
    match mode {
        Mode::Natural(size) => Some(size),
        Mode::Unaligned | Mode::Block => None,
    }
}

fn mode(ty: &Type, rules: &mut Rules<'_, '_>) -> Mode {
    let whole = layout(ty, rules);
    let contains_block = match ty {
        // An array of one element is handled as its element is, and never as anything else.
        Type::Array(elem, 1) => mode(elem, rules) != Mode::Natural(whole.size),
        Type::Array(elem, _) => mode(elem, rules) == Mode::Block,
        Type::Record(record) => record
            .members
            .iter()
            .filter(|m| m.bits.is_none())
            .any(|m| layout(&m.ty, rules).size != 0 && mode(&m.ty, rules) == Mode::Block),
        _ => return Mode::Natural(whole.size),
    };
    match whole.size {
        _ if contains_block => Mode::Block,
        1 | 2 | 4 | 8 if whole.align >= whole.size => Mode::Natural(whole.size),
        1 | 2 | 4 | 8 => Mode::Unaligned,
        _ => Mode::Block,
    }
}

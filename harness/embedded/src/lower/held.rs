//! Locations of the parameters while a function's body runs.

use super::frame::{Frame, Planned};
use crate::asm::{Asm, Mem};
use crate::emit::Reg;
use crate::laid::Laid;
use crate::places::{Part, Spot, Way};

/// Location of a parameter while the body runs.
pub(super) enum Held {
    /// No location: it has no bytes.
    Nothing,
    /// Scalar of at most a word in a register.
    Word(Reg),
    /// Scalar of two words in two registers, the low word first.
    Pair(Reg, Reg),
    /// Frame, at this offset.
    Frame(u32),
    /// Register that is wider than a word, with a home in the frame at this offset.
    Wide(Reg, u32),
    /// Incoming stack location, at this distance from the entry stack pointer.
    Incoming(i32),
    /// Location in the list of parameters, at this distance from its beginning.
    Listed(u32),
    /// Memory at the address in a register.
    At(Reg),
    /// Memory at the address in the frame at this offset.
    AtFrame(u32),
    /// Memory at the address on the incoming stack.
    AtIncoming(i32),
    /// Memory at the address in the list of parameters.
    AtListed(u32),
    /// Unnamed argument, found with the moving pointer.
    Unnamed,
}

/// Chooses the location of a named parameter. `busy` is true if something comes between receiving and using it.
pub(super) fn hold(laid: &Laid, way: &Way, address_taken: bool, busy: bool, frame: &mut Frame<'_>) -> Held {
    let convention = frame.convention();
    let word = convention.word();
    let place = |r: Reg| if busy { convention.kept(r) } else { Some(r) };
    let keep = |frame: &mut Frame<'_>, to: Reg| {
        frame.save(to);
        to
    };
    match way {
        Way::Nothing => Held::Nothing,
        Way::Pointer(Spot::Stack(at)) => Held::AtIncoming(*at),
        Way::Pointer(Spot::List(at)) => Held::AtListed(*at),
        Way::Pointer(Spot::Register(r)) => match place(*r) {
            Some(to) if !(address_taken && busy) => Held::At(keep(frame, to)),
            _ => Held::AtFrame(frame.allocate(word, word)),
        },
        Way::Value(parts) => {
            if let [part] = parts.as_slice()
                && let Spot::Stack(at) = part.spot
            {
                // The bytes before the passed piece are never accessed.
                return Held::Incoming(at.saturating_sub_unsigned(part.offset));
            }
            if let [part] = parts.as_slice()
                && let Spot::List(at) = part.spot
            {
                return Held::Listed(at);
            }
            let align = convention.object_align(laid).max(word);
            let home = |frame: &mut Frame<'_>| frame.allocate(laid.size.next_multiple_of(word), align);
            let in_register = |part: &Part| match part.spot {
                Spot::Register(r) => place(r),
                Spot::Stack(_) | Spot::List(_) => None,
            };
            let registers: Option<Vec<Reg>> = parts.iter().map(in_register).collect();
            match registers.as_deref() {
                _ if address_taken => Held::Frame(home(frame)),
                Some([r]) if busy && convention.register_bytes(*r) > word => {
                    Held::Wide(keep(frame, *r), home(frame))
                }
                _ if laid.has_parts() => Held::Frame(home(frame)),
                Some([r]) => Held::Word(keep(frame, *r)),
                Some([a, b]) => {
                    let (a, b) = (keep(frame, *a), keep(frame, *b));
                    if parts.first().is_some_and(|one| one.offset == 0) {
                        Held::Pair(a, b)
                    } else {
                        Held::Pair(b, a)
                    }
                }
                _ if laid.size == 2 * word => Held::Frame(frame.allocate(2 * word, 2 * word)),
                _ => Held::Frame(home(frame)),
            }
        }
    }
}

/// Location of the address for a result in memory.
pub(super) fn hold_result_pointer(spot: Spot, busy: bool, frame: &mut Frame<'_>) -> Held {
    let kept = frame.convention().roles().kept_result;
    match spot {
        Spot::Register(_) if busy => {
            frame.save(kept);
            Held::At(kept)
        }
        Spot::Register(r) => Held::At(r),
        Spot::Stack(at) => Held::AtIncoming(at),
        Spot::List(at) => Held::AtListed(at),
    }
}

/// Memory operand of a value whose address is held; `list` is the list of parameters.
pub(super) fn pointed(
    asm: &mut Asm,
    held: &Held,
    laid: &Laid,
    frame: &Planned<'_>,
    list: Option<Mem>,
) -> Mem {
    let align = frame.convention().pointer_align(laid);
    let pointer = asm.roles.pointer;
    let base = match held {
        Held::At(r) => *r,
        Held::AtFrame(at) => {
            asm.load(pointer, asm.word, frame.local(*at));
            pointer
        }
        Held::AtIncoming(at) => {
            asm.load(pointer, asm.word, frame.incoming((*at).into()));
            pointer
        }
        Held::AtListed(at) => {
            if let Some(list) = list {
                asm.load(pointer, asm.word, list.at(*at));
            }
            pointer
        }
        _ => pointer,
    };
    Mem::of(base, align)
}

/// Extends a narrow scalar in a register to a word.
pub(super) fn extend(asm: &mut Asm, r: Reg, laid: &Laid, signed: bool) {
    use crate::emit::Op::{ShiftLeft, ShiftRight, ShiftRightSigned};
    // A wide register needs no extension: a register of variable length has nothing above its value.
    if laid.size < asm.word && !asm.is_wide(r) {
        let bits = i64::from((asm.word - laid.size) * 8);
        asm.operate_with(ShiftLeft, r, r, bits);
        asm.operate_with(if signed { ShiftRightSigned } else { ShiftRight }, r, r, bits);
    }
}

//! Locations of the parameters while a function's body runs.

use super::frame::{Frame, Home, Planned};
use crate::asm::{Asm, Mem};
use crate::emit::Reg;
use crate::laid::Laid;
use crate::places::{Part, PassMode, Spot};

/// Location of a parameter while the body runs.
pub(super) enum Held {
    /// No location: it has no bytes.
    Nothing,
    /// Scalar of at most a word in a register.
    Word(Reg),
    /// Scalar of two words in two registers, the low word first.
    Pair(Reg, Reg),
    /// Register that is wider than a word, with a home in the frame at this offset.
    Wide(Reg, u32),
    /// Memory.
    Memory(Home),
    /// Memory at the address in a register.
    Pointer(Reg),
    /// Memory at the address that is in memory.
    StoredPointer(Home),
    /// Unnamed argument, found with the moving pointer.
    Unnamed,
}

/// Chooses the location of a named parameter. `busy` is true if something comes between receiving and using it.
pub(super) fn hold(
    laid: &Laid,
    way: &PassMode,
    address_taken: bool,
    busy: bool,
    frame: &mut Frame<'_>,
) -> Held {
    let convention = frame.convention;
    let word = convention.word();
    let place = |r: Reg| if busy { convention.kept(r) } else { Some(r) };
    let keep = |frame: &mut Frame<'_>, to: Reg| {
        frame.save(to);
        to
    };
    match way {
        PassMode::Nothing => Held::Nothing,
        PassMode::Pointer(Spot::Register(r)) => match place(*r) {
            Some(to) if !(address_taken && busy) => Held::Pointer(keep(frame, to)),
            _ => Held::StoredPointer(Home::Frame(frame.allocate(word, word))),
        },
        PassMode::Pointer(spot) => Home::passed(*spot).map_or(Held::Nothing, Held::StoredPointer),
        PassMode::Value(parts) => {
            // The bytes before a passed piece are never accessed.
            match parts.as_slice() {
                [Part { spot: Spot::Stack(at), offset, .. }] => {
                    return Held::Memory(Home::Incoming(at.saturating_sub_unsigned(*offset)));
                }
                [Part { spot: Spot::List(at), .. }] => return Held::Memory(Home::Listed(*at)),
                _ => {}
            }
            let align = convention.object_align(laid).max(word);
            let home = |frame: &mut Frame<'_>| frame.allocate(laid.size.next_multiple_of(word), align);
            let in_frame = |at: u32| Held::Memory(Home::Frame(at));
            let in_register = |part: &Part| match part.spot {
                Spot::Register(r) => place(r),
                Spot::Stack(_) | Spot::List(_) => None,
            };
            let registers: Option<Vec<Reg>> = parts.iter().map(in_register).collect();
            match registers.as_deref() {
                _ if address_taken => in_frame(home(frame)),
                Some([r]) if busy && convention.register_bytes(*r) > word => {
                    Held::Wide(keep(frame, *r), home(frame))
                }
                _ if laid.has_parts() => in_frame(home(frame)),
                Some([r]) => Held::Word(keep(frame, *r)),
                Some([a, b]) => {
                    let (a, b) = (keep(frame, *a), keep(frame, *b));
                    if parts.first().is_some_and(|one| one.offset == 0) {
                        Held::Pair(a, b)
                    } else {
                        Held::Pair(b, a)
                    }
                }
                _ if laid.size == 2 * word => in_frame(frame.allocate(2 * word, 2 * word)),
                _ => in_frame(home(frame)),
            }
        }
    }
}

/// Location of the address for a result in memory.
pub(super) fn hold_result_pointer(spot: Spot, busy: bool, frame: &mut Frame<'_>) -> Held {
    let (kept, word) = (frame.convention.roles().kept_result, frame.convention.word());
    match Home::passed(spot) {
        Some(home) => Held::StoredPointer(home),
        None => Held::Pointer(match spot {
            Spot::Register(r) if !busy => r,
            // The register has another purpose in this function.
            _ if frame.saves(kept) => return Held::StoredPointer(Home::Frame(frame.allocate(word, word))),
            _ => {
                frame.save(kept);
                kept
            }
        }),
    }
}

/// Memory operand of a value whose address is held.
pub(super) fn pointed(asm: &mut Asm, held: &Held, laid: &Laid, frame: &Planned<'_>) -> Mem {
    let base = match held {
        Held::Pointer(r) => *r,
        Held::StoredPointer(home) => {
            asm.load(asm.roles.pointer, asm.word, frame.home(*home));
            asm.roles.pointer
        }
        _ => asm.roles.pointer,
    };
    Mem::of(base, frame.convention.pointer_align(laid))
}

/// Extends a narrow scalar in a register to a word.
pub(super) fn extend(asm: &mut Asm, r: Reg, laid: &Laid, signed: bool) {
    use crate::emit::Op::{ShiftLeft, ShiftRight, ShiftRightSigned};
    // A wide register needs no extension: a register of variable length has nothing above its value.
    if laid.size < asm.word && !asm.is_wide(r) && !asm.emit.is_floating(r) {
        let bits = i64::from((asm.word - laid.size) * 8);
        asm.operate_with(ShiftLeft, r, r, bits);
        asm.operate_with(if signed { ShiftRightSigned } else { ShiftRight }, r, r, bits);
    }
}

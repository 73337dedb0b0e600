//! Unnamed arguments, read as `va_arg` does: a pointer moves from the first place where one can be through the
//! spilled argument registers into the stack arguments.

use super::callee::Callee;
use super::unit::Prepared;
use crate::asm::{Asm, Mem, alignment};
use crate::emit::{Access, Reg};
use crate::laid::{Laid, Shape};
use crate::places::{Part, PassMode, Spot};

/// True if the pieces of an unnamed argument have to be copied together: they are not two words of a scalar, and are
/// not adjacent in memory order.
pub(super) fn is_apart(prepared: &Prepared<'_>, laid: &Laid, way: &PassMode) -> bool {
    let PassMode::Value(parts) = way else { return false };
    let alone =
        matches!(&laid.shape, Shape::Complex { part, .. } if prepared.convention.passing().separates(part));
    let start = |part: &Part| match part.spot {
        Spot::Stack(at) => Some(i64::from(at) - i64::from(part.offset)),
        Spot::Register(_) | Spot::List(_) => None,
    };
    let stack: Option<Vec<i64>> = parts.iter().map(start).collect();
    // Spilled registers are adjacent.
    let together = stack.is_none_or(|starts| starts.windows(2).all(|pair| matches!(pair, [a, b] if a == b)));
    laid.has_parts() && !alone && !together
}

impl Callee<'_> {
    /// Spills the argument registers that may hold unnamed arguments, and points to the first argument.
    pub(super) fn start_walk(&self, asm: &mut Asm) {
        for r in self.prepared.assignment.spill.clone().map(Reg) {
            let to = self.frame.incoming(self.walk_position(Spot::Register(r)));
            asm.access(Access::Store, asm.word, r, to.base, to.offset);
        }
        self.restart_walk(asm);
    }

    /// Points to the first place where an unnamed argument can be.
    pub(super) fn restart_walk(&self, asm: &mut Asm) {
        let start = match (self.unnamed_in_list(), self.frame.list) {
            (Some(at), Some(list)) => list.at(at),
            _ => self.frame.incoming(self.walk_start()),
        };
        asm.address(self.walk(asm), start);
    }

    /// Distance of the first unnamed argument from the beginning of the list of parameters, if it is there.
    fn unnamed_in_list(&self) -> Option<u32> {
        let ways = self.prepared.assignment.ways.iter().skip(self.prepared.named());
        ways.filter_map(|way| way.spots().next()).find_map(|spot| match spot {
            Spot::List(at) => Some(at),
            Spot::Register(_) | Spot::Stack(_) => None,
        })
    }

    /// Distance of the first place of unnamed arguments from the entry stack pointer, or from the beginning of the
    /// list of parameters.
    pub(super) fn walk_start(&self) -> i64 {
        if let Some(at) = self.unnamed_in_list() {
            return at.into();
        }
        let spill = &self.prepared.assignment.spill;
        if spill.is_empty() {
            self.prepared.assignment.unnamed_stack.into()
        } else {
            self.walk_position(Spot::Register(Reg(spill.start)))
        }
    }

    fn walk(&self, asm: &Asm) -> Reg {
        if self.busy { asm.roles.kept_walk } else { asm.roles.computed }
    }

    /// Distance from the entry stack pointer of the memory from which an argument at this place is read.
    fn walk_position(&self, spot: Spot) -> i64 {
        match spot {
            Spot::Register(r) => {
                let behind = i64::from(self.prepared.assignment.spill.end) - i64::from(r.0);
                i64::from(self.convention.frame().area) - behind * i64::from(self.convention.word())
            }
            Spot::Stack(at) => at.into(),
            Spot::List(at) => at.into(),
        }
    }

    /// Copies the pieces of the next unnamed argument together in the frame.
    pub(super) fn gather_unnamed(&self, asm: &mut Asm, parts: &[Part], at: u32, position: &mut i64) -> Mem {
        let home = self.frame.local(at);
        for part in parts {
            let from = self.walk_to(asm, part.spot, position);
            asm.copy(home.at(part.offset), from, part.len);
        }
        home
    }

    /// Moves the pointer to the memory from which an argument at this place is read.
    fn walk_to(&self, asm: &mut Asm, spot: Spot, position: &mut i64) -> Mem {
        let walk = self.walk(asm);
        let at = self.walk_position(spot);
        asm.add(walk, walk, at - *position);
        *position = at;
        Mem::of(walk, alignment(self.convention.frame().entry_align, at))
    }

    /// Moves the pointer to the next unnamed argument. Returns its memory operand, or loads two words that are not in
    /// memory order into the data registers.
    pub(super) fn next_unnamed(
        &self,
        asm: &mut Asm,
        way: &PassMode,
        laid: &Laid,
        position: &mut i64,
    ) -> Option<Mem> {
        match way {
            PassMode::Nothing => None,
            PassMode::Pointer(spot) => {
                let address = self.walk_to(asm, *spot, position);
                let pointer = asm.roles.pointer;
                asm.load(pointer, asm.word, address);
                Some(Mem::of(pointer, self.convention.pointer_align(laid)))
            }
            PassMode::Value(parts) => {
                let first = parts.first()?;
                let start = self.walk_to(asm, first.spot, position);
                let in_order = parts.iter().all(|part| {
                    let distance = self.walk_position(part.spot) - *position;
                    distance == i64::from(part.offset) - i64::from(first.offset)
                });
                if in_order {
                    // The part that is passed may begin in the middle of the value.
                    let before = i64::from(first.offset);
                    let align = alignment(start.align, before);
                    return Some(Mem { offset: start.offset - before, align, ..start });
                }
                let [low, high, _] = asm.roles.data;
                for part in parts {
                    let distance = self.walk_position(part.spot) - *position;
                    let data = if part.offset == 0 { low } else { high };
                    asm.access(Access::Load, asm.word, data, start.base, distance);
                }
                None
            }
        }
    }
}

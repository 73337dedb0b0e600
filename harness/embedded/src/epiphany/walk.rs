//! Unnamed arguments, found as `va_arg` finds them: a pointer walks from the first place where one can be
//! through the spilled argument registers into the stack arguments.

use super::arguments::{Spot, Way};
use super::asm::{Asm, DATA0, DATA1, Mem, Reg, alignment};
use super::callee::{Callee, pointer_align};
use super::dialect::Dialect;
use super::unit::Prepared;
use crate::laid::Laid;

/// Walks through unnamed arguments where nothing comes between.
const WALK: Reg = Reg(24);
/// Walks through unnamed arguments where the register has to survive a call.
pub(super) const KEPT_WALK: Reg = Reg(11);

impl Callee<'_> {
    /// Spills the argument registers that may hold unnamed arguments, and finds the first one.
    pub(super) fn start_walk(&self, asm: &mut Asm) {
        let first = self.prepared.assignment.after_named;
        if spills_registers(self.prepared, self.dialect) {
            for r in first..4 {
                let to = self.frame.incoming(walk_position(Spot::Register(r), self.dialect), self.dialect);
                asm.access("str", 4, Reg(r), to.base, to.offset);
            }
        }
        let start = self.frame.incoming(self.walk_start(), self.dialect);
        asm.address(self.walk(), start);
    }

    /// Distance of the first place where an unnamed argument can be from the entry stack pointer.
    pub(super) fn walk_start(&self) -> i64 {
        let assignment = &self.prepared.assignment;
        if spills_registers(self.prepared, self.dialect) && assignment.after_named < 4 {
            walk_position(Spot::Register(assignment.after_named), self.dialect)
        } else {
            assignment.named_stack_end.into()
        }
    }

    fn walk(&self) -> Reg {
        if self.busy { KEPT_WALK } else { WALK }
    }

    /// Steps to the next unnamed argument. Gives its bytes, or loads a double word whose words do not lie
    /// in memory order into the data registers.
    pub(super) fn next_unnamed(
        &self,
        asm: &mut Asm,
        way: &Way,
        laid: &Laid,
        position: &mut i64,
    ) -> Option<Mem> {
        let walk = self.walk();
        let here = |asm: &mut Asm, position: &mut i64, spot: Spot| {
            let at = walk_position(spot, self.dialect);
            asm.add(walk, walk, at - *position);
            *position = at;
            let align = alignment(self.dialect.entry_align(), at);
            Mem { base: walk, offset: 0, align }
        };
        match way {
            Way::Nothing => None,
            Way::Pointer(spot) => {
                let address = here(asm, position, *spot);
                asm.load(self.pointer(), 4, address);
                Some(Mem { base: self.pointer(), offset: 0, align: pointer_align(laid, self.dialect) })
            }
            Way::Value(parts) => {
                let start = here(asm, position, parts.first()?.spot);
                let in_order = parts.iter().all(|part| {
                    let distance = walk_position(part.spot, self.dialect) - *position;
                    distance == i64::from(part.offset)
                });
                if in_order {
                    return Some(start);
                }
                for part in parts {
                    let distance = walk_position(part.spot, self.dialect) - *position;
                    let data = if part.offset == 0 { DATA0 } else { DATA1 };
                    asm.access("ldr", 4, data, walk, distance);
                }
                None
            }
        }
    }
}

/// Whether argument registers are spilled next to the stack arguments.
pub(super) fn spills_registers(prepared: &Prepared<'_>, dialect: &Dialect) -> bool {
    prepared.case.signature.variadic.is_some()
        && !dialect.unnamed_on_stack
        && prepared.assignment.after_named < 4
}

/// Distance from the entry stack pointer of the place where a walk finds what travelled here.
fn walk_position(spot: Spot, dialect: &Dialect) -> i64 {
    match spot {
        Spot::Register(r) => i64::from(dialect.callee_area) - 16 + 4 * i64::from(r),
        Spot::Stack(at) => at.into(),
    }
}

//! Result of a callee.

use crosscall_model::unit;

use super::callee::{Callee, JUNK};
use super::held::{extend, pointed};
use crate::asm::{Asm, Mem};
use crate::emit::{Access, Op, Reg};
use crate::fault::Mechanism;
use crate::laid::{Laid, Place, Shape};
use crate::places::{Part, Returned};

impl Callee<'_> {
    /// Moves the prepared result to the place where it is returned.
    pub(super) fn return_result(&self, asm: &mut Asm) {
        let Some(laid) = &self.prepared.result else { return };
        let returned = &self.prepared.returned;
        if *returned == Returned::Nothing {
            return;
        }
        self.prepared.comment_result(asm, laid);
        let from = asm.roles.result;
        asm.address_of(from, &unit::result(self.prepared.k));
        let object = Mem::of(from, self.prepared.result_object_align());
        if *returned == Returned::Memory {
            return self.result_in_memory(asm, laid, object);
        }
        let parts: Vec<(Reg, &Part)> = returned.registers().collect();
        match parts.as_slice() {
            [(r, part)] if !laid.has_parts() => {
                self.result_word(asm, laid, *r, (part, object.at(part.offset)))
            }
            [(one, low), (two, high)] if !laid.has_parts() => {
                let swapped = self.convention.breaks(Mechanism::ResultHalves);
                let (one, two) = if swapped { (*two, *one) } else { (*one, *two) };
                asm.load(one, low.len, object.at(low.offset));
                asm.load(two, high.len, object.at(high.offset));
            }
            parts => {
                for (r, part) in parts {
                    asm.transfer_part(Access::Load, *r, part, object.at(part.offset));
                    if self.convention.breaks(Mechanism::ResultLength) {
                        asm.lengthen(*r, part.len, object.at(part.offset));
                    }
                    if laid.size < asm.word && self.convention.breaks(Mechanism::ResultShift) {
                        let up = i64::from(8 * (asm.word - laid.size));
                        asm.operate_with(Op::ShiftLeft, *r, *r, up);
                    }
                    if let Some(member) = self.result_alone(laid, part) {
                        self.extend_result(asm, *r, member);
                    }
                }
                let inner = self.convention.passed_as(laid);
                if let ([(r, _)], false) = (parts, inner.has_parts()) {
                    extend(
                        asm,
                        *r,
                        inner,
                        inner.is_signed() == self.convention.passing().extends_results_exactly,
                    );
                }
            }
        }
    }

    fn result_word(&self, asm: &mut Asm, laid: &Laid, r: Reg, (part, object): (&Part, Mem)) {
        let wrong = self.convention.breaks(Mechanism::ResultRegister);
        let to = if wrong { Reg(r.0 + 1) } else { r };
        if asm.emit.is_floating(to) || asm.is_wide(to) {
            asm.transfer_part(Access::Load, to, part, object);
        } else {
            asm.load(to, laid.size, object);
        }
        if self.convention.breaks(Mechanism::ResultLength) {
            asm.lengthen(to, laid.size, object);
        }
        self.extend_result(asm, to, laid);
        if laid.size < asm.word && !asm.is_wide(to) && self.convention.breaks(Mechanism::ResultExtension) {
            asm.emit.spoil_upper(&mut asm.text, to, JUNK);
        }
        if wrong {
            asm.constant(r, JUNK);
        }
    }

    fn extend_result(&self, asm: &mut Asm, r: Reg, laid: &Laid) {
        let by_sign = self.convention.extends_signed(laid) && self.convention.passing().extends_by_sign;
        extend(asm, r, laid, by_sign == self.convention.passing().extends_results_exactly);
    }

    /// Member of a structure that is returned as a separate result.
    fn result_alone<'l>(&self, laid: &'l Laid, part: &Part) -> Option<&'l Laid> {
        let Shape::Struct(places) = &laid.shape else { return None };
        let here =
            |place: &&Place| place.bit_offset == u64::from(part.offset) * 8 && place.laid.size == part.len;
        let place = places.iter().find(here).filter(|_| self.convention.passing().extends_each_result)?;
        (places.len() > 1 && !place.laid.has_parts()).then_some(&place.laid)
    }

    fn result_in_memory(&self, asm: &mut Asm, laid: &Laid, object: Mem) {
        let Some(held) = &self.result_pointer else { return };
        let at = pointed(asm, held, laid, &self.frame);
        let to = Mem { align: self.convention.result_align(laid), ..at };
        // The first register for arguments of private functions is the first one for results.
        let [first, ..] = asm.roles.own;
        let shifted = self.convention.breaks(Mechanism::ResultAddress);
        asm.copy(if shifted { to.at(asm.word) } else { to }, object, laid.size);
        if self.convention.passing().returns_address != self.convention.breaks(Mechanism::ResultPointer) {
            asm.copy_register(first, to.base);
        } else {
            asm.constant(first, JUNK);
        }
    }
}

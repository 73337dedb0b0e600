//! Faults of a callee that consist of a few instructions of their own.

use super::callee::{Callee, JUNK};
use super::unit::Unit;
use crate::asm::{Asm, Mem};
use crate::emit::{Access, Op, Reg};
use crate::fault::Mechanism;

/// Size and alignment in bytes of an object that a fault needs.
const OWN_BYTES: u32 = 16;

impl Callee<'_> {
    /// Emits the mistake of the fault in force.
    pub(super) fn mistakes(&self, asm: &mut Asm) {
        let Some(fault) = self.convention.fault() else { return };
        let (sp, [data, other, _]) = (asm.roles.sp, asm.roles.data);
        match fault {
            Mechanism::Changes(registers) => {
                if let Some(r) = registers.iter().cycle().nth(self.prepared.k % 4) {
                    asm.constant(Reg(*r), JUNK);
                }
            }
            Mechanism::FramePointer if !self.frame.saves(asm.roles.frame) => {
                asm.constant(asm.roles.frame, JUNK);
            }
            Mechanism::AboveFrame => self.write_above(asm),
            Mechanism::WritesList => {
                if let Some(list) = self.frame.list {
                    asm.constant(data, JUNK);
                    asm.store(data, 1, list);
                }
            }
            Mechanism::BeyondLimit(bytes) => {
                asm.constant(data, bytes);
                let down = self.frame.down;
                let (away, back) = if down { (Op::Subtract, Op::Add) } else { (Op::Add, Op::Subtract) };
                asm.operate(away, sp, sp, data);
                asm.operate(back, sp, sp, data);
            }
            Mechanism::SecondStack => {
                asm.copy_register(data, sp);
                asm.address_of_own(other, &self.own_object());
                asm.copy_register(sp, other);
                asm.copy_register(sp, data);
            }
            Mechanism::SharedObject if self.shares_object() => {
                asm.address_of_own(data, &self.own_object());
                asm.store(sp, asm.word, Mem::of(data, asm.word));
            }
            Mechanism::OtherStack(bytes) if self.frame.size > 0 && !self.frame.down => {
                asm.constant(data, 0);
                asm.emit.add_thread_number(&mut asm.text, data);
                asm.operate_with(Op::ShiftLeft, data, data, bytes.trailing_zeros().into());
                asm.operate(Op::Subtract, data, sp, data);
                let offset = -i64::from(asm.word);
                asm.access(Access::Load, asm.word, other, sp, offset);
                asm.access(Access::Store, asm.word, other, data, offset);
            }
            Mechanism::ThreadNumber => {
                if let Some(r) = self.spared(sp) {
                    asm.emit.add_thread_number(&mut asm.text, r);
                }
            }
            Mechanism::StrayWrite => {
                let code = Mem::of(asm.roles.link, 1);
                asm.load(data, 1, code);
                asm.store(data, 1, code);
            }
            Mechanism::OddStack => {
                asm.add(sp, sp, -1);
                asm.add(sp, sp, 1);
            }
            Mechanism::ReservedMemory(address) => {
                asm.constant(other, address);
                asm.access(Access::Store, 4, other, other, 0);
            }
            _ => {}
        }
    }

    /// Emits the mistake that comes before the epilogue.
    pub(super) fn mistakes_at_end(&self, asm: &mut Asm) {
        if self.convention.breaks(Mechanism::SharedObject) && self.shares_object() {
            let [data, ..] = asm.roles.data;
            asm.address_of_own(data, &self.own_object());
            asm.load(asm.roles.sp, asm.word, Mem::of(data, asm.word));
        }
    }

    /// Emits code that replaces the value in a register if it is exactly this one.
    pub(super) fn mistake_value(&self, asm: &mut Asm, r: Reg, value: u32) {
        let [data, ..] = asm.roles.data;
        asm.constant(data, value);
        asm.operate(Op::ExclusiveOr, data, data, r);
        asm.emit.test(&mut asm.text, data);
        let other = asm.new_label();
        asm.branch_not_zero(data, other);
        asm.constant(r, JUNK);
        asm.place_label(other);
    }

    /// Emits the mistake on an early exit.
    pub(super) fn mistakes_at_early_exit(&self, asm: &mut Asm) {
        if !self.convention.breaks(Mechanism::OtherWayOut) {
            return;
        }
        if let Some(r) = self.spared(asm.roles.sp) {
            asm.constant(r, JUNK);
        }
    }

    /// First callee-saved register, other than the stack pointer, that the function does not use.
    fn spared(&self, sp: Reg) -> Option<Reg> {
        let count = self.convention.target().registers().len() as u16;
        let mut registers = (0..count).map(Reg).filter(|r| *r != sp);
        registers.find(|r| self.convention.is_saved(*r) && !self.frame.saves(*r))
    }

    /// True if the stack pointer is the same after receiving the parameters and before the epilogue, and nothing
    /// between changes the object.
    fn shares_object(&self) -> bool {
        self.dynamic.is_none() && self.again.is_none()
    }

    /// Name of the object that a fault needs.
    fn own_object(&self) -> String {
        format!("own_of{}", self.prepared.k)
    }

    /// Writes the object that a fault needs.
    pub(super) fn fault_object(&self, unit: &mut Unit) {
        if [Mechanism::SecondStack, Mechanism::SharedObject]
            .iter()
            .any(|fault| self.convention.breaks(*fault))
        {
            unit.zeros(&self.own_object(), OWN_BYTES, OWN_BYTES);
        }
    }

    /// Writes a word of the caller's frame, beyond the arguments.
    fn write_above(&self, asm: &mut Asm) {
        let word = i64::from(asm.word);
        let arguments = self.prepared.assignment.stack_bytes.next_multiple_of(2 * asm.word);
        let beyond = i64::from(arguments) + 2 * word;
        let to = self.frame.incoming(if self.frame.down { beyond } else { -beyond - word });
        let [data, ..] = asm.roles.data;
        asm.constant(data, JUNK);
        asm.access(Access::Store, asm.word, data, to.base, to.offset);
    }
}

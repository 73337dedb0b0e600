//! The faults of a callee that are a few instructions of their own.

use super::callee::{Callee, JUNK};
use crate::asm::{Asm, Mem};
use crate::emit::{Access, Op, Reg};
use crate::fault::Mechanism;

impl Callee<'_> {
    /// Does what the fault in force says.
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
                if let Some(list) = self.list {
                    asm.constant(data, JUNK);
                    asm.store(data, 1, list);
                }
            }
            Mechanism::BeyondLimit(bytes) => {
                asm.constant(data, bytes);
                let down = self.frame.grows_down();
                let (away, back) = if down { (Op::Subtract, Op::Add) } else { (Op::Add, Op::Subtract) };
                asm.operate(away, sp, sp, data);
                asm.operate(back, sp, sp, data);
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

    /// Writes a word of the caller's frame, beyond the arguments.
    fn write_above(&self, asm: &mut Asm) {
        let word = i64::from(asm.word);
        let arguments = self.prepared.assignment.stack_bytes.next_multiple_of(2 * asm.word);
        let beyond = i64::from(arguments) + 2 * word;
        let to = self.frame.incoming(if self.frame.grows_down() { beyond } else { -beyond - word });
        let [data, ..] = asm.roles.data;
        asm.constant(data, JUNK);
        asm.access(Access::Store, asm.word, data, to.base, to.offset);
    }
}

//! Atomic memory operations. There is one hardware thread, so that each is a load and a store.

use super::super::isa::Op;
use super::super::predecode::Entry;
use super::Core;
use crate::machine::{FaultKind, Observer};
use crate::simulator::{Processor, Trap};

/// The value that an operation stores, by what was there and the operand, both extended by their sign.
fn combined(op: Op, old: u64, operand: u64) -> Option<u64> {
    let (signed_old, signed) = (old as i64, operand as i64);
    Some(match op {
        Op::AmoSwapW | Op::AmoSwapD => operand,
        Op::AmoAddW | Op::AmoAddD => old.wrapping_add(operand),
        Op::AmoXorW | Op::AmoXorD => old ^ operand,
        Op::AmoAndW | Op::AmoAndD => old & operand,
        Op::AmoOrW | Op::AmoOrD => old | operand,
        Op::AmoMinW | Op::AmoMinD => signed_old.min(signed) as u64,
        Op::AmoMaxW | Op::AmoMaxD => signed_old.max(signed) as u64,
        // Extension by the sign keeps the order without sign.
        Op::AmoMinuW | Op::AmoMinuD => old.min(operand),
        Op::AmoMaxuW | Op::AmoMaxuD => old.max(operand),
        _ => return None,
    })
}

/// Returns whether an operation is on 8 bytes.
fn is_double(op: Op) -> bool {
    op.form().is_some_and(|form| form.value >> 12 & 7 == 3)
}

impl<const XLEN: u32> Core<XLEN> {
    pub(super) fn atomic<O: Observer>(&mut self, op: Op, e: Entry, observer: &mut O) -> Result<(), Trap> {
        if is_double(op) {
            self.atomic_of(op, e, observer, i64::from_le_bytes, i64::to_le_bytes)
        } else {
            self.atomic_of(
                op,
                e,
                observer,
                |bytes| i32::from_le_bytes(bytes).into(),
                |value| (value as i32).to_le_bytes(),
            )
        }
    }

    fn atomic_of<const N: usize, O: Observer>(
        &mut self,
        op: Op,
        e: Entry,
        observer: &mut O,
        read: fn([u8; N]) -> i64,
        write: fn(i64) -> [u8; N],
    ) -> Result<(), Trap> {
        let address = Self::unsigned(self.x(e.rs1));
        // Unlike other accesses these have to be aligned.
        let old = read(self.base.memory.load::<N>(address)?);
        match op {
            Op::LrW | Op::LrD => {
                observer.read(self.pc, address, N as u64);
                self.reservation = Some((address, N));
                self.set(observer, e.rd, old as u64);
            }
            Op::ScW | Op::ScD => {
                let succeeds = self.reservation.take() == Some((address, N));
                if succeeds {
                    let bytes = write(self.x(e.rs2) as i64);
                    self.write_memory(observer, address, bytes)?;
                }
                self.set(observer, e.rd, (!succeeds).into());
            }
            _ => {
                observer.read(self.pc, address, N as u64);
                let operand = read(write(self.x(e.rs2) as i64));
                let new = combined(op, old as u64, operand as u64);
                let new = new.ok_or_else(|| Trap::fault(FaultKind::Illegal, self.pc, "no instruction"))?;
                self.write_memory(observer, address, write(new as i64))?;
                self.set(observer, e.rd, old as u64);
            }
        }
        Ok(())
    }
}

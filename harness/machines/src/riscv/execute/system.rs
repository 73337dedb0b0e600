//! Control registers, and calls of the environment as Linux and newlib number them.

use super::super::csr::{
    CYCLE, FCSR, FFLAGS, FRM, INSTRET, TIME, UPPER_HALF, VCSR, VL, VLENB, VSTART, VTYPE, VXRM, VXSAT,
};
use super::super::float::flags;
use super::super::isa::Op;
use super::super::predecode::Entry;
use super::super::runtime::A0;
use super::super::special;
use super::{Core, Semantics};
use crate::machine::{FaultKind, Observer, Stop};
use crate::simulator::{Processor, Trap};

/// Register with the number of a call of the environment: a7.
const A7: u8 = 17;
/// That register of the base E: t0.
const T0: u8 = 5;
/// Numbers of calls of the environment.
const WRITE: u64 = 64;
const EXIT: u64 = 93;
const EXIT_GROUP: u64 = 94;
/// Error numbers.
const EBADF: i64 = 9;

impl<const XLEN: u32, S: Semantics> Core<XLEN, S> {
    /// The value of a control register; `None` where there is none. `count` is the number of instructions executed.
    fn read_control(&self, number: u32, count: u64) -> Option<u64> {
        Some(match number {
            FFLAGS => self.fflags.into(),
            FRM => self.frm.into(),
            FCSR => self.fcsr().into(),
            VSTART => self.vectors.start,
            VXSAT => self.vectors.saturated.into(),
            VXRM => self.vectors.rounding.into(),
            VCSR => u64::from(self.vectors.rounding) << 1 | u64::from(self.vectors.saturated),
            VL => self.vectors.count,
            VTYPE => self.vectors.kind_bits(XLEN),
            VLENB => self.vectors.length() as u64,
            CYCLE | TIME | INSTRET => count,
            _ if XLEN == 32 && matches!(number.wrapping_sub(UPPER_HALF), CYCLE | TIME | INSTRET) => {
                count >> 32
            }
            _ => return None,
        })
    }

    /// Writes a control register; `None` where there is none that can be written.
    fn write_control(&mut self, number: u32, value: u64) -> Option<()> {
        match number {
            FFLAGS => self.fflags = value as u32 & flags::ALL,
            FRM => self.frm = (value & 7) as u8,
            FCSR => self.set_fcsr(value as u32),
            VSTART => self.vectors.start = value % self.vectors.bits(),
            VXSAT => self.vectors.saturated = value & 1 == 1,
            VXRM => self.vectors.rounding = (value & 3) as u8,
            VCSR => {
                self.vectors.saturated = value & 1 == 1;
                self.vectors.rounding = (value >> 1 & 3) as u8;
            }
            _ => return None,
        }
        Some(())
    }

    /// `ecall`: output and the end of the program.
    ///
    /// # Errors
    /// The program ends, or the host has no such call.
    #[cold]
    pub fn environment_call<O: Observer>(&mut self, observer: &mut O) -> Result<(), Trap> {
        let is_embedded = self.flags & super::flags::RVE != 0;
        let number = Self::unsigned(self.x(if is_embedded { T0 } else { A7 }));
        let [first, address, length] = [0, 1, 2].map(|place| self.value(A0 + place));
        match number {
            WRITE if first == 1 || first == 2 => {
                observer.read(self.pc, address, length);
                let bytes = self.base.memory.load_bytes(address, length)?.to_vec();
                self.base.emit(&bytes);
                self.set(observer, A0 as u8, length);
                Ok(())
            }
            WRITE => {
                self.set(observer, A0 as u8, -EBADF as u64);
                Ok(())
            }
            EXIT | EXIT_GROUP => Err(Trap::Stop(Box::new(Stop::Exit(first as u8 as i32)))),
            _ => {
                Err(Trap::fault(FaultKind::Unsupported, number, "no call of the environment has this number"))
            }
        }
    }
}

impl<const XLEN: u32> Core<XLEN> {
    /// `csrrw` and its like; `left` is what is left of the run's budget.
    pub(super) fn control<O: Observer>(
        &mut self,
        op: Op,
        e: Entry,
        left: u64,
        observer: &mut O,
    ) -> Result<(), Trap> {
        let number = e.imm as u32;
        let count = self.count(left);
        let missing = || Trap::fault(FaultKind::Unsupported, number, "the control register is not modelled");
        let old = self.read_control(number, count).ok_or_else(missing)?;
        let operand = match op {
            Op::Csrrw | Op::Csrrs | Op::Csrrc => self.x(e.rs1),
            _ => e.rs1.into(),
        };
        let new = match op {
            Op::Csrrw | Op::Csrrwi => Some(operand),
            // Nothing is written where no bit can change, so that read-only registers can be read.
            _ if e.rs1 == 0 => None,
            Op::Csrrs | Op::Csrrsi => Some(old | operand),
            _ => Some(old & !operand),
        };
        if let Some(new) = new {
            let refused =
                || Trap::fault(FaultKind::Illegal, number, "the control register cannot be written");
            let before = self.fcsr();
            let of_vectors = matches!(number, VSTART | VXSAT | VXRM | VCSR);
            let modes = [special::VSTART, special::VXSAT, special::VXRM].map(|register| self.value(register));
            let modes = modes.into_iter().take(if of_vectors { 3 } else { 0 });
            self.write_control(number, new).ok_or_else(refused)?;
            observer.register(self.pc, special::FCSR, before.into(), self.fcsr().into());
            for (register, old) in (special::VSTART..).zip(modes) {
                observer.register(self.pc, register, old, self.value(register));
            }
        }
        self.set(observer, e.rd, old);
        Ok(())
    }
}

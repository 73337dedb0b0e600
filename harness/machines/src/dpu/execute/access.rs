//! Loads and stores of WRAM.

use super::super::isa::Op;
use super::super::predecode::{Code, Entry, IMMEDIATE};
use super::alu::Sum;
use super::operate::Test;
use super::{Core, Trap};
use crate::machine::{FaultKind, Observer};
use crate::memory::AccessFault;
use crate::simulator::Processor;

impl Core {
    /// The address of an access of `size` bytes.
    #[inline(always)]
    fn address(&self, e: Entry, size: u32) -> Result<u64, Trap> {
        let base = self.reg(e.ra);
        if e.safe {
            return Self::checked_address(base, e.offset, size);
        }
        Ok(base.wrapping_add(e.offset).into())
    }

    /// The address of a bounds-checked access: the upper half of the base is the limit of the lower one.
    /// Bytes lie below the limit; of larger data the address behind it does.
    #[cold]
    fn checked_address(base: u32, offset: u32, size: u32) -> Result<u64, Trap> {
        let address = (base & 0xffff).wrapping_add(offset);
        let behind = if size == 1 { address } else { address.wrapping_add(size) };
        let beyond = behind.wrapping_sub(base >> 16);
        if beyond >> 31 == 0 {
            let kind = FaultKind::Forbidden;
            return Err(Trap::fault(kind, address, "the access is outside of its bounds"));
        }
        Ok(address.into())
    }

    #[inline(always)]
    fn read_memory<const N: usize, O: Observer>(
        &mut self,
        observer: &mut O,
        e: Entry,
    ) -> Result<[u8; N], Trap> {
        let address = self.address(e, N as u32)?;
        observer.read(self.pc, address, N as u64);
        let mut bytes = self.base.memory.load::<N>(address)?;
        if e.big {
            bytes.reverse();
        }
        Ok(bytes)
    }

    #[inline(always)]
    pub(super) fn load<const N: usize, O: Observer>(
        &mut self,
        e: Entry,
        observer: &mut O,
        signed: bool,
    ) -> Result<(), Trap> {
        let bytes = self.read_memory::<N, O>(observer, e)?;
        let mut wide = [0; 4];
        wide.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        let unused = 32 - 8 * N as u32;
        let value = u32::from_le_bytes(wide);
        let value = if signed { ((value << unused) as i32 >> unused) as u32 } else { value };
        self.put(observer, e, value);
        self.next();
        Ok(())
    }

    #[inline(always)]
    pub(super) fn load_pair<O: Observer>(&mut self, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let value = u64::from_le_bytes(self.read_memory::<8, O>(observer, e)?);
        self.set_pair(observer, e.dest, (value >> 32) as u32, value as u32);
        self.next();
        Ok(())
    }

    #[inline(always)]
    pub(super) fn store<const N: usize, O: Observer>(
        &mut self,
        e: Entry,
        observer: &mut O,
    ) -> Result<(), Trap> {
        let address = self.address(e, N as u32)?;
        let mut value = if e.rb != IMMEDIATE {
            let pair = N == 8;
            let (high, low) = if pair { (self.reg(e.rb), self.reg(e.rb + 1)) } else { (0, self.reg(e.rb)) };
            u64::from(high) << 32 | u64::from(low)
        } else {
            // Immediates of 8 and 16 bits are extended with their sign.
            i64::from(e.imm as i32) as u64
        };
        if matches!(e.code, Code::Op(Op::SbId | Op::ShId | Op::SwId | Op::SdId)) {
            value |= u64::from(self.tasklet());
        }
        let mut bytes = [0; N];
        bytes.iter_mut().zip(value.to_le_bytes()).for_each(|(to, from)| *to = from);
        if e.big {
            bytes.reverse();
        }
        self.write_memory(observer, address, bytes)?;
        self.next();
        Ok(())
    }

    /// A bounds-checked addition or subtraction of an address: it may not leave its 16 bits.
    #[cold]
    pub(super) fn safe_sum<O: Observer>(&mut self, e: Entry, observer: &mut O, sum: Sum) -> Result<(), Trap> {
        let (a, b) = (self.reg(e.ra), if e.rb == IMMEDIATE { e.imm } else { self.reg(e.rb) });
        let moved = match e.code {
            Code::Op(Op::Sub) => (a & 0xffff).wrapping_sub(b),
            _ => (a & 0xffff).wrapping_add(b),
        };
        if moved >> 16 != 0 {
            let fault = AccessFault { kind: FaultKind::Forbidden, address: moved.into(), length: 1 };
            return Err(fault.into());
        }
        let Sum { value, carry, overflow, carries } = sum;
        self.finish(e, observer, Test { x: value, a, b, carry, overflow, carries });
        self.carry = carry;
        Ok(())
    }
}

//! The work of each scalar instruction, and the way to the others.

use super::super::float;
use super::super::isa::{Op, RA};
use super::super::predecode::{Code, Entry};
use super::super::special::TrapKind;
use super::{Core, NO_LINE};
use crate::machine::{FaultKind, Observer};
use crate::predecoded::Sentinel;
use crate::simulator::{Processor, Trap, announce_jump, execute_sentinel};

/// The result of an operation on one element, comparisons aside.
#[inline(always)]
pub(super) fn compute(op: Op, a: u32, b: u32) -> u32 {
    match op {
        Op::Or => a | b,
        Op::And => a & b,
        Op::Xor => a ^ b,
        Op::AddI => a.wrapping_add(b),
        Op::SubI => a.wrapping_sub(b),
        Op::MullI => a.wrapping_mul(b),
        Op::MulhU => ((u64::from(a) * u64::from(b)) >> 32) as u32,
        Op::MulhI => ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32,
        Op::Ashr => (a as i32 >> (b & 31)) as u32,
        Op::Shr => a >> (b & 31),
        Op::Shl => a << (b & 31),
        Op::AddF => float::add(a, b),
        Op::SubF => float::subtract(a, b),
        Op::MulF => float::multiply(a, b),
        Op::Clz => b.leading_zeros(),
        Op::Ctz => b.trailing_zeros(),
        Op::Ftoi => float::to_integer(b),
        Op::Reciprocal => float::reciprocal(b),
        Op::Sext8 => b as i8 as u32,
        Op::Sext16 => b as i16 as u32,
        Op::Itof => float::from_integer(b),
        // `move`; other operations do not come here.
        _ => b,
    }
}

/// Returns whether a comparison of two elements holds.
#[inline(always)]
pub(super) fn compare(op: Op, a: u32, b: u32) -> bool {
    let (fa, fb) = (f32::from_bits(a), f32::from_bits(b));
    match op {
        Op::CmpEqI => a == b,
        Op::CmpNeI => a != b,
        Op::CmpGtI => a as i32 > b as i32,
        Op::CmpGeI => a as i32 >= b as i32,
        Op::CmpLtI => (a as i32) < b as i32,
        Op::CmpLeI => a as i32 <= b as i32,
        Op::CmpGtU => a > b,
        Op::CmpGeU => a >= b,
        Op::CmpLtU => a < b,
        Op::CmpLeU => a <= b,
        Op::CmpGtF => fa > fb,
        Op::CmpGeF => fa >= fb,
        Op::CmpLtF => fa < fb,
        Op::CmpLeF => fa <= fb,
        Op::CmpEqF => fa == fb,
        // `cmpne_f`; other operations do not come here.
        _ => fa != fb,
    }
}

/// Result of a scalar comparison.
fn truth(holds: bool) -> u32 {
    if holds { 0xffff } else { 0 }
}

impl Core {
    #[inline(always)]
    pub(super) fn scalar(&self, index: u8) -> u32 {
        self.s[usize::from(index & 31)]
    }

    #[inline(always)]
    pub(super) fn set<O: Observer>(&mut self, observer: &mut O, index: u8, value: u32) {
        let register = &mut self.s[usize::from(index & 31)];
        observer.register(self.pc.into(), (index & 31).into(), (*register).into(), value.into());
        *register = value;
    }

    /// Executes one decoded instruction and moves the program counter. On an error the program
    /// counter still addresses the instruction.
    #[inline(always)]
    pub(super) fn execute<O: Observer>(&mut self, e: Entry, left: u64, observer: &mut O) -> Result<(), Trap> {
        let pc = self.pc;
        let next = pc.wrapping_add(4);
        match e.code {
            Code::Add => {
                let value = self.scalar(e.a).wrapping_add(self.scalar(e.b));
                self.set(observer, e.d, value);
            }
            Code::AddImmediate => {
                let value = self.scalar(e.a).wrapping_add(e.imm);
                self.set(observer, e.d, value);
            }
            Code::Copy => {
                let value = self.scalar(e.b);
                self.set(observer, e.d, value);
            }
            Code::Constant => self.set(observer, e.d, e.imm),
            Code::Scalar => {
                let value = compute(e.op, self.scalar(e.a), self.scalar(e.b));
                self.set(observer, e.d, value);
            }
            Code::ScalarImmediate => {
                let value = compute(e.op, self.scalar(e.a), e.imm);
                self.set(observer, e.d, value);
            }
            Code::Compare => {
                let value = truth(compare(e.op, self.scalar(e.a), self.scalar(e.b)));
                self.set(observer, e.d, value);
            }
            Code::CompareImmediate => {
                let value = truth(compare(e.op, self.scalar(e.a), e.imm));
                self.set(observer, e.d, value);
            }
            Code::Op(Op::Load32) => return self.load::<4, O>(observer, e, u32::from_le_bytes),
            Code::Op(Op::LoadU8) => return self.load::<1, O>(observer, e, |[byte]| byte.into()),
            Code::Op(Op::LoadS8) => return self.load::<1, O>(observer, e, |[byte]| byte as i8 as u32),
            Code::Op(Op::LoadU16) => {
                return self.load::<2, O>(observer, e, |bytes| u16::from_le_bytes(bytes).into());
            }
            Code::Op(Op::LoadS16) => {
                return self.load::<2, O>(observer, e, |bytes| i16::from_le_bytes(bytes) as u32);
            }
            Code::Op(Op::Store32) => return self.store::<4, O>(observer, e),
            Code::Op(Op::Store8) => return self.store::<1, O>(observer, e),
            Code::Op(Op::Store16) => return self.store::<2, O>(observer, e),
            Code::Op(Op::Bz) => {
                self.pc = if self.scalar(e.a) == 0 { pc.wrapping_add(e.imm) } else { next };
                return Ok(());
            }
            Code::Op(Op::Bnz) => {
                self.pc = if self.scalar(e.a) != 0 { pc.wrapping_add(e.imm) } else { next };
                return Ok(());
            }
            Code::Op(Op::Branch) => {
                self.pc = pc.wrapping_add(e.imm);
                return Ok(());
            }
            Code::Op(Op::BranchRegister) => {
                let target = self.scalar(e.a);
                announce_jump(self, observer, target.into(), Some(e.a.into()));
                self.pc = target;
                return Ok(());
            }
            Code::Op(Op::Call) => {
                self.call(observer, pc.wrapping_add(e.imm));
                return Ok(());
            }
            Code::Op(Op::CallRegister) => {
                self.call(observer, self.scalar(e.a));
                return Ok(());
            }
            _ => return self.execute_rare(e, left, observer),
        }
        self.pc = next;
        Ok(())
    }

    /// The instructions that compiled scalar code uses seldom.
    #[inline(never)]
    fn execute_rare<O: Observer>(&mut self, e: Entry, left: u64, observer: &mut O) -> Result<(), Trap> {
        match e.code {
            Code::Op(Op::LoadSync) => return self.load_sync(observer, e),
            Code::Op(Op::StoreSync) => return self.store_sync(observer, e),
            Code::Op(Op::LoadV) => return self.load_block(observer, e),
            Code::Op(Op::StoreV) => return self.store_block(observer, e),
            Code::Op(Op::LoadGath) => return self.gather(observer, e),
            Code::Op(Op::StoreScat) => return self.scatter(observer, e),
            Code::Op(Op::Getcr) => return self.get_control(e, left, observer),
            Code::Op(Op::Setcr) => return self.set_control(e, observer),
            // Cache control that only a supervisor may do, without effect here.
            Code::Op(Op::Dinvalidate | Op::Tlbinval | Op::Tlbinvalall) => {
                if !self.supervise()? {
                    return Ok(());
                }
            }
            Code::Op(Op::Dtlbinsert | Op::Itlbinsert) => {
                if self.supervise()? {
                    let text = "address translation is not modelled";
                    return Err(Trap::fault(FaultKind::Unsupported, self.pc, text));
                }
                return Ok(());
            }
            Code::Op(Op::Eret) => return self.return_from_trap(),
            Code::Op(Op::Break) => {
                let fault = (FaultKind::Exception, self.pc, "a breakpoint, and there is no trap handler");
                return self.trap(TrapKind::Breakpoint, 0, 0, fault);
            }
            Code::Op(Op::Syscall) => {
                let number = e.imm & 0x3fff;
                let fault = (FaultKind::Exception, number, "a system call, and there is no trap handler");
                return self.trap(TrapKind::Syscall, 0, 0, fault);
            }
            Code::Sentinel(Sentinel::Illegal) => return self.illegal(e.imm),
            Code::Sentinel(work) => {
                self.pc = execute_sentinel(self, work, e.imm, observer)? as u32;
                return Ok(());
            }
            // `nop` and cache control that anyone may do, without effect here.
            Code::Op(_) => {}
            _ => self.execute_vector(observer, e),
        }
        self.pc = self.pc.wrapping_add(4);
        Ok(())
    }

    fn call<O: Observer>(&mut self, observer: &mut O, target: u32) {
        let next = self.pc.wrapping_add(4);
        self.set(observer, RA, next);
        observer.call(self.pc.into(), target.into(), next.into());
        self.pc = target;
    }

    #[inline(always)]
    fn load<const N: usize, O: Observer>(
        &mut self,
        observer: &mut O,
        e: Entry,
        extend: impl Fn([u8; N]) -> u32,
    ) -> Result<(), Trap> {
        let address = self.scalar(e.a).wrapping_add(e.imm);
        if address as usize & (N - 1) != 0 {
            return self.misaligned(address, false);
        }
        observer.read(self.pc.into(), address.into(), N as u64);
        let value = match self.base.memory.load::<N>(address.into()) {
            Ok(bytes) => extend(bytes),
            Err(fault) => self.load_device(address, N, fault)?,
        };
        self.set(observer, e.d, value);
        self.pc = self.pc.wrapping_add(4);
        Ok(())
    }

    #[inline(always)]
    fn store<const N: usize, O: Observer>(&mut self, observer: &mut O, e: Entry) -> Result<(), Trap> {
        let address = self.scalar(e.a).wrapping_add(e.imm);
        if address as usize & (N - 1) != 0 {
            return self.misaligned(address, true);
        }
        let value = self.scalar(e.d);
        let mut bytes = [0; N];
        bytes.copy_from_slice(value.to_le_bytes().first_chunk::<N>().unwrap_or(&[0; N]));
        match self.write_memory(observer, address.into(), bytes) {
            Ok(()) => {}
            Err(fault) => self.store_device(address, value, N, fault)?,
        }
        self.pc = self.pc.wrapping_add(4);
        Ok(())
    }

    fn load_sync<O: Observer>(&mut self, observer: &mut O, e: Entry) -> Result<(), Trap> {
        let address = self.scalar(e.a).wrapping_add(e.imm);
        if address & 3 != 0 {
            return self.misaligned(address, false);
        }
        observer.read(self.pc.into(), address.into(), 4);
        let value = u32::from_le_bytes(self.base.memory.load(address.into())?);
        self.link = address >> super::LINE_SHIFT;
        self.set(observer, e.d, value);
        self.pc = self.pc.wrapping_add(4);
        Ok(())
    }

    fn store_sync<O: Observer>(&mut self, observer: &mut O, e: Entry) -> Result<(), Trap> {
        let address = self.scalar(e.a).wrapping_add(e.imm);
        if address & 3 != 0 {
            return self.misaligned(address, true);
        }
        let value = self.scalar(e.d);
        let holds = self.link != NO_LINE && self.link == address >> super::LINE_SHIFT;
        if holds {
            self.write_memory(observer, address.into(), value.to_le_bytes())?;
        }
        self.set(observer, e.d, holds.into());
        self.pc = self.pc.wrapping_add(4);
        Ok(())
    }
}

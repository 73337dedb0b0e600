//! The work of each instruction.

use super::super::float::{self, Outcome, Rounding};
use super::super::isa::{Access, Cond, Op};
use super::super::predecode::{Code, Entry};
use super::super::special::{config, interrupt, number, register_of, status};
use super::{Core, LR, Trap};
use crate::machine::{FaultKind, Observer, Stop};
use crate::simulator::{Processor, announce_jump, execute_sentinel};

/// Use of an index register or displacement in an address.
#[derive(Clone, Copy)]
enum Mode {
    /// The address is base plus offset.
    Offset,
    /// The address is the base, which is then moved by the offset.
    Post,
}

impl Core {
    #[inline(always)]
    fn reg(&self, index: u8) -> u32 {
        self.r[usize::from(index & 63)]
    }

    #[inline(always)]
    fn set<O: Observer>(&mut self, observer: &mut O, index: u8, value: u32) {
        let register = &mut self.r[usize::from(index & 63)];
        observer.register(self.pc.into(), (index & 63).into(), (*register).into(), value.into());
        *register = value;
    }

    /// Executes one decoded instruction and moves the program counter. On an error the program
    /// counter still addresses the instruction.
    #[inline(always)]
    pub(super) fn execute<O: Observer>(&mut self, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let pc = self.pc;
        let next = pc.wrapping_add(e.size.into());
        let imm = e.imm;
        let Code::Op(op) = e.code else { return self.execute_other(e, observer) };
        match op {
            Op::Branch => {
                self.pc = if self.passes(e) { pc.wrapping_add(imm) } else { next };
                return Ok(());
            }
            Op::BranchLink => return self.call(observer, next, pc.wrapping_add(imm)),
            Op::JumpRegister => {
                let target = self.reg(e.rn);
                announce_jump(self, observer, target.into(), Some(e.rn.into()));
                return self.jump(target);
            }
            Op::JumpLink => return self.call(observer, next, self.reg(e.rn)),
            Op::Mov => {
                if self.passes(e) {
                    self.set(observer, e.rd, self.reg(e.rn));
                }
            }
            Op::MovImm => self.set(observer, e.rd, imm),
            Op::Movt => self.set(observer, e.rd, self.reg(e.rd) & 0xffff | imm << 16),
            Op::Add => self.add(observer, e.rd, self.reg(e.rn), self.reg(e.rm)),
            Op::AddImm => self.add(observer, e.rd, self.reg(e.rn), imm),
            Op::Sub => self.sub(observer, e.rd, self.reg(e.rn), self.reg(e.rm)),
            Op::SubImm => self.sub(observer, e.rd, self.reg(e.rn), imm),
            Op::And => self.logic(observer, e.rd, self.reg(e.rn) & self.reg(e.rm)),
            Op::Orr => self.logic(observer, e.rd, self.reg(e.rn) | self.reg(e.rm)),
            Op::Eor => self.logic(observer, e.rd, self.reg(e.rn) ^ self.reg(e.rm)),
            Op::Lsl => self.logic(observer, e.rd, self.reg(e.rn) << (self.reg(e.rm) & 31)),
            Op::LslImm => self.logic(observer, e.rd, self.reg(e.rn) << (imm & 31)),
            Op::Lsr => self.logic(observer, e.rd, self.reg(e.rn) >> (self.reg(e.rm) & 31)),
            Op::LsrImm => self.logic(observer, e.rd, self.reg(e.rn) >> (imm & 31)),
            Op::Asr => self.logic(observer, e.rd, (self.reg(e.rn) as i32 >> (self.reg(e.rm) & 31)) as u32),
            Op::AsrImm => self.logic(observer, e.rd, (self.reg(e.rn) as i32 >> (imm & 31)) as u32),
            Op::Bitr => self.logic(observer, e.rd, self.reg(e.rn).reverse_bits()),
            Op::LoadDisp => self.transfer::<false, O>(observer, e, imm, Mode::Offset)?,
            Op::LoadIndex => self.transfer::<false, O>(observer, e, self.index(e), Mode::Offset)?,
            Op::LoadPostDisp => self.transfer::<false, O>(observer, e, imm, Mode::Post)?,
            Op::LoadPostIndex => self.transfer::<false, O>(observer, e, self.index(e), Mode::Post)?,
            Op::StoreDisp => self.transfer::<true, O>(observer, e, imm, Mode::Offset)?,
            Op::StoreIndex => self.transfer::<true, O>(observer, e, self.index(e), Mode::Offset)?,
            Op::StorePostDisp => self.transfer::<true, O>(observer, e, imm, Mode::Post)?,
            Op::StorePostIndex => self.transfer::<true, O>(observer, e, self.index(e), Mode::Post)?,
            Op::TestSet => match e.access {
                Access::Byte => self.test_set::<1, O>(observer, e)?,
                Access::Half => self.test_set::<2, O>(observer, e)?,
                Access::Word => self.test_set::<4, O>(observer, e)?,
                Access::Double => return Err(Trap::fault(FaultKind::Illegal, e.imm, "no instruction")),
            },
            Op::Fadd | Op::Fsub | Op::Fmul | Op::Fmadd | Op::Fmsub => {
                let (rd, rn, rm) = (self.reg(e.rd), self.reg(e.rn), self.reg(e.rm));
                if self.config & config::INTEGER != 0 {
                    self.integer_mode(observer, op, e, rd, rn, rm);
                } else {
                    let outcome = self.float_mode(op, rd, rn, rm);
                    self.float_result(observer, e.rd, outcome);
                    if self.config & config::EXCEPTIONS != 0 {
                        return self.fpu_exception(next);
                    }
                }
            }
            Op::Float | Op::Fix | Op::Fabs => self.convert(observer, op, e)?,
            Op::Nop | Op::Snop | Op::Mbkpt | Op::Sync => {}
            _ => return self.execute_rare(op, e, observer, next),
        }
        self.pc = next;
        Ok(())
    }

    /// Entries that are no instruction.
    #[cold]
    #[inline(never)]
    fn execute_other<O: Observer>(&mut self, e: Entry, observer: &mut O) -> Result<(), Trap> {
        match e.code {
            Code::Sentinel(work) => {
                self.pc = execute_sentinel(self, work, e.imm, observer)? as u32;
                Ok(())
            }
            _ => {
                let text = "the instruction has no defined result with these registers";
                Err(Trap::fault(FaultKind::Illegal, e.imm, text))
            }
        }
    }

    /// The instructions that compiled code hardly uses.
    #[inline(never)]
    fn execute_rare<O: Observer>(
        &mut self,
        op: Op,
        e: Entry,
        observer: &mut O,
        next: u32,
    ) -> Result<(), Trap> {
        let fault = |kind, text| Err(Trap::fault(kind, e.imm, text));
        match op {
            Op::MovFromSpecial => {
                let value = self.read_special(e.imm as u8);
                self.set(observer, e.rd, value);
            }
            Op::MovToSpecial => {
                let special = e.imm as u8;
                let (old, value) = (self.read_special(special), self.reg(e.rd));
                if let Some(register) = register_of(special) {
                    observer.register(self.pc.into(), register, old.into(), value.into());
                }
                if special == number::PC {
                    return self.jump(value);
                }
                self.write_special(special, value);
                self.pc = next;
                return self.interrupts();
            }
            Op::Gie => {
                self.status &= !status::GID;
                self.pc = next;
                return self.interrupts();
            }
            Op::Gid => self.status |= status::GID,
            Op::Wand => {
                self.status |= status::WAND;
                *self.special_mut(number::ILAT) |= 1 << interrupt::WAND;
                return self.raise(next, "wand interrupt without a handler");
            }
            Op::Swi => {
                self.status = self.status & !(15 << status::EXCAUSE_SHIFT) | 1 << status::EXCAUSE_SHIFT;
                *self.special_mut(number::ILAT) |= 1 << interrupt::USER;
                return self.raise(next, "software interrupt without a handler");
            }
            Op::Rti => {
                let pending = *self.special_mut(number::IPEND);
                *self.special_mut(number::IPEND) = pending & pending.wrapping_sub(1);
                self.status &= !(status::GID | status::KM);
                self.jump(self.read_special(number::IRET))?;
                return self.interrupts();
            }
            Op::Idle => {
                if !self.deliverable() {
                    return fault(FaultKind::Idle, "idle, and no interrupt can come");
                }
                self.pc = next;
                return self.interrupts();
            }
            Op::Trap => {
                self.trap(e.imm, observer)?;
            }
            Op::Bkpt => return Err(Trap::Stop(Box::new(Stop::Breakpoint(self.pc.into())))),
            Op::Frecip | Op::Fsqrt | Op::Fext | Op::Fdep | Op::Lfsr => {
                return fault(FaultKind::Unsupported, "the instruction has no public definition");
            }
            // `unimpl`; other operations do not come here.
            _ => return fault(FaultKind::Illegal, "unimpl"),
        }
        self.pc = next;
        Ok(())
    }

    /// Returns whether the condition of a branch or move holds.
    #[inline(always)]
    fn passes(&self, e: Entry) -> bool {
        e.cond == Cond::Always as u8 || self.holds(e.cond)
    }

    /// Returns whether a condition holds.
    #[inline(always)]
    fn holds(&self, condition: u8) -> bool {
        let bit = |mask: u32| self.status & mask != 0;
        let (z, n, c, v) = (bit(status::AZ), bit(status::AN), bit(status::AC), bit(status::AV));
        let (bz, bn) = (bit(status::BZ), bit(status::BN));
        match condition {
            0 => z,
            1 => !z,
            2 => c && !z,
            3 => c,
            4 => !c || z,
            5 => !c,
            6 => !z && v == n,
            7 => v == n,
            8 => v != n,
            9 => z || v != n,
            10 => bz,
            11 => !bz,
            12 => bn && !bz,
            13 => bn || bz,
            _ => true,
        }
    }

    #[inline(always)]
    pub(super) fn jump(&mut self, target: u32) -> Result<(), Trap> {
        if target & 1 != 0 {
            return Err(Trap::fault(FaultKind::Misaligned, target, "jump to an odd address"));
        }
        self.pc = target;
        Ok(())
    }

    #[inline(always)]
    fn call<O: Observer>(&mut self, observer: &mut O, next: u32, target: u32) -> Result<(), Trap> {
        let pc = self.pc;
        if target & 1 != 0 {
            return Err(Trap::fault(FaultKind::Misaligned, target, "call of an odd address"));
        }
        self.set(observer, LR as u8, next);
        observer.call(pc.into(), target.into(), next.into());
        self.pc = target;
        Ok(())
    }

    #[inline(always)]
    fn integer_flags(&mut self, result: u32, carry: bool, overflow: bool) {
        self.status = self.status & !status::INTEGER
            | u32::from(result == 0) << 4
            | (result >> 31) << 5
            | u32::from(carry) << 6
            | u32::from(overflow) << 7
            | u32::from(overflow) << 12;
    }

    #[inline(always)]
    fn add<O: Observer>(&mut self, observer: &mut O, rd: u8, a: u32, b: u32) {
        let (result, carry) = a.overflowing_add(b);
        self.integer_flags(result, carry, (!(a ^ b) & (a ^ result)) >> 31 != 0);
        self.set(observer, rd, result);
    }

    #[inline(always)]
    fn sub<O: Observer>(&mut self, observer: &mut O, rd: u8, a: u32, b: u32) {
        let (result, borrow) = a.overflowing_sub(b);
        self.integer_flags(result, !borrow, ((a ^ b) & (a ^ result)) >> 31 != 0);
        self.set(observer, rd, result);
    }

    #[inline(always)]
    fn logic<O: Observer>(&mut self, observer: &mut O, rd: u8, result: u32) {
        self.integer_flags(result, false, false);
        self.set(observer, rd, result);
    }

    /// The signed distance that an index register stands for.
    #[inline(always)]
    fn index(&self, e: Entry) -> u32 {
        let rm = self.reg(e.rm);
        if e.cond != 0 { rm.wrapping_neg() } else { rm }
    }

    #[inline(always)]
    fn load<const N: usize, O: Observer>(&mut self, observer: &mut O, address: u32) -> Result<[u8; N], Trap> {
        observer.read(self.pc.into(), address.into(), N as u64);
        match self.base.memory.load::<N>(address.into()) {
            Ok(bytes) => Ok(bytes),
            Err(fault) => {
                let mut bytes = [0; N];
                self.load_slow(address, &mut bytes, fault)?;
                Ok(bytes)
            }
        }
    }

    #[inline(always)]
    fn store<const N: usize, O: Observer>(
        &mut self,
        observer: &mut O,
        address: u32,
        bytes: [u8; N],
    ) -> Result<(), Trap> {
        match self.write_memory(observer, address.into(), bytes) {
            Ok(()) => Ok(()),
            Err(fault) => self.store_slow(address, &bytes, fault),
        }
    }

    /// The address of an access, and the sum of base and offset.
    #[inline(always)]
    fn place(&self, e: Entry, offset: u32, mode: Mode) -> (u32, u32) {
        let base = self.reg(e.rn);
        let moved = base.wrapping_add(offset);
        match mode {
            Mode::Offset => (moved, moved),
            Mode::Post => (base, moved),
        }
    }

    /// A load, or with `STORE` a store.
    #[inline(always)]
    fn transfer<const STORE: bool, O: Observer>(
        &mut self,
        observer: &mut O,
        e: Entry,
        offset: u32,
        mode: Mode,
    ) -> Result<(), Trap> {
        let (address, moved) = self.place(e, offset, mode);
        match e.access {
            Access::Byte => self.transfer_at::<1, STORE, O>(observer, e, address)?,
            Access::Half => self.transfer_at::<2, STORE, O>(observer, e, address)?,
            Access::Word => self.transfer_at::<4, STORE, O>(observer, e, address)?,
            Access::Double => self.transfer_at::<8, STORE, O>(observer, e, address)?,
        }
        if matches!(mode, Mode::Post) {
            self.set(observer, e.rn, moved);
        }
        Ok(())
    }

    #[inline(always)]
    fn transfer_at<const N: usize, const STORE: bool, O: Observer>(
        &mut self,
        observer: &mut O,
        e: Entry,
        address: u32,
    ) -> Result<(), Trap> {
        if STORE {
            let high = if N == 8 { self.reg(e.rd + 1) } else { 0 };
            let value = u64::from(self.reg(e.rd)) | u64::from(high) << 32;
            let mut bytes = [0; N];
            for (to, from) in bytes.iter_mut().zip(value.to_le_bytes()) {
                *to = from;
            }
            return self.store(observer, address, bytes);
        }
        let bytes = self.load::<N, O>(observer, address)?;
        let mut wide = [0; 8];
        for (to, from) in wide.iter_mut().zip(bytes) {
            *to = from;
        }
        let value = u64::from_le_bytes(wide);
        self.set(observer, e.rd, value as u32);
        if N == 8 {
            self.set(observer, e.rd + 1, (value >> 32) as u32);
        }
        Ok(())
    }

    #[inline(never)]
    fn test_set<const N: usize, O: Observer>(&mut self, observer: &mut O, e: Entry) -> Result<(), Trap> {
        let address = self.reg(e.rn).wrapping_add(self.index(e));
        let bytes = self.load::<N, O>(observer, address)?;
        let mut wide = [0; 4];
        for (to, from) in wide.iter_mut().zip(bytes) {
            *to = from;
        }
        let old = u32::from_le_bytes(wide);
        if old == 0 {
            let mut new = [0; N];
            for (to, from) in new.iter_mut().zip(self.reg(e.rd).to_le_bytes()) {
                *to = from;
            }
            self.store(observer, address, new)?;
        }
        self.set(observer, e.rd, old);
        Ok(())
    }

    fn rounding(&self) -> Rounding {
        if self.config & config::TRUNCATE != 0 { Rounding::Truncate } else { Rounding::Nearest }
    }

    #[inline(never)]
    fn float_mode(&self, op: Op, rd: u32, rn: u32, rm: u32) -> Outcome {
        let rounding = self.rounding();
        match op {
            Op::Fadd => float::add(rn, rm, rounding),
            Op::Fsub => float::subtract(rn, rm, rounding),
            Op::Fmul => float::multiply(rn, rm, rounding),
            Op::Fmadd => float::multiply_add(rd, rn, rm, rounding),
            _ => float::multiply_subtract(rd, rn, rm, rounding),
        }
    }

    fn float_result<O: Observer>(&mut self, observer: &mut O, rd: u8, outcome: Outcome) {
        self.fpu_flags(outcome.bits & 0x7fff_ffff == 0, outcome.bits);
        let bit = |condition: bool, mask: u32| if condition { mask } else { 0 };
        self.status = self.status & !status::BV
            | bit(outcome.overflow, status::BV | status::BVS)
            | bit(outcome.underflow, status::BUS)
            | bit(outcome.invalid, status::BIS);
        self.set(observer, rd, outcome.bits);
    }

    /// Goes on behind a floating-point instruction while some of its exceptions are enabled.
    #[cold]
    fn fpu_exception(&mut self, next: u32) -> Result<(), Trap> {
        let sticky = self.status / status::BIS;
        let enabled = (self.config & config::EXCEPTIONS) / config::EXCEPTION_INVALID;
        if sticky & enabled == 0 {
            self.pc = next;
            return Ok(());
        }
        self.status = self.status & !(15 << status::EXCAUSE_SHIFT) | 3 << status::EXCAUSE_SHIFT;
        *self.special_mut(number::ILAT) |= 1 << interrupt::EXCEPTION;
        self.raise(next, "floating-point exception without a handler")
    }

    /// Sets BZ and BN.
    fn fpu_flags(&mut self, zero: bool, result: u32) {
        self.status = self.status & !(status::BZ | status::BN) | u32::from(zero) << 8 | (result >> 31) << 9;
    }

    fn integer_mode<O: Observer>(&mut self, observer: &mut O, op: Op, e: Entry, rd: u32, rn: u32, rm: u32) {
        let result = match op {
            Op::Fadd => rn.wrapping_add(rm),
            Op::Fsub => rn.wrapping_sub(rm),
            Op::Fmul => rn.wrapping_mul(rm),
            Op::Fmadd => rd.wrapping_add(rn.wrapping_mul(rm)),
            _ => rd.wrapping_sub(rn.wrapping_mul(rm)),
        };
        self.fpu_flags(result == 0, result);
        self.status &= !status::BV;
        self.set(observer, e.rd, result);
    }

    /// `float`, `fix` and `fabs`.
    #[inline(never)]
    fn convert<O: Observer>(&mut self, observer: &mut O, op: Op, e: Entry) -> Result<(), Trap> {
        if self.config & config::INTEGER != 0 {
            return Err(Trap::fault(FaultKind::Illegal, self.config, "float, fix or fabs in integer mode"));
        }
        let rn = self.reg(e.rn);
        let bits = match op {
            Op::Float => float::float(rn, self.rounding()).bits,
            Op::Fix => {
                self.status &= !status::BV;
                float::fix(rn, self.rounding()).bits
            }
            _ => float::absolute(rn),
        };
        self.fpu_flags(bits == 0, bits);
        self.set(observer, e.rd, bits);
        Ok(())
    }

    /// Writes a special register as an instruction does.
    pub(super) fn write_special(&mut self, special: u8, value: u32) {
        let value = match special {
            number::STATUS => self.status & status::FIXED | value & !status::FIXED,
            _ => value,
        };
        self.store_special(special, value);
    }

    /// Returns whether some interrupt is waiting, not masked, and more urgent than what is being served.
    fn deliverable(&mut self) -> bool {
        let waiting = *self.special_mut(number::ILAT) & !*self.special_mut(number::IMASK);
        let serving = *self.special_mut(number::IPEND);
        let known = waiting & ((1 << interrupt::COUNT) - 1);
        known != 0 && known.trailing_zeros() < serving.trailing_zeros()
    }

    /// Enters the handler of the most urgent interrupt, if one may be delivered now.
    fn interrupts(&mut self) -> Result<(), Trap> {
        if self.status & status::GID != 0 || !self.deliverable() {
            return Ok(());
        }
        let waiting = *self.special_mut(number::ILAT) & !*self.special_mut(number::IMASK);
        let interrupt = waiting.trailing_zeros();
        *self.special_mut(number::ILAT) &= !(1 << interrupt);
        *self.special_mut(number::IPEND) |= 1 << interrupt;
        *self.special_mut(number::IRET) = self.pc;
        self.status |= status::GID | status::KM | status::CAI;
        self.pc = interrupt * 4;
        Ok(())
    }

    /// Goes on behind an instruction that has latched an interrupt; a fault when the interrupt
    /// would be delivered to a vector without code.
    fn raise(&mut self, next: u32, text: &'static str) -> Result<(), Trap> {
        let waiting = *self.special_mut(number::ILAT) & !*self.special_mut(number::IMASK);
        let vector = waiting.trailing_zeros() * 4;
        let delivered = self.status & status::GID == 0 && self.deliverable();
        if delivered && !self.base.memory.is_code(vector.into(), 2) {
            return Err(Trap::fault(FaultKind::Exception, vector, text));
        }
        self.pc = next;
        self.interrupts()
    }
}

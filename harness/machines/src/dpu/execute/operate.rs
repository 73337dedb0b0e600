//! Effect of each instruction on registers, flags and the program counter.

use super::super::conditions::Cond;
use super::super::isa::Op;
use super::super::link::{address_of_index, index_of_address};
use super::super::predecode::{Action, Code, Entry, Extend, IMMEDIATE};
use super::alu::{self, Sum};
use super::{Core, Trap};
use crate::machine::{FaultKind, Observer};
use crate::simulator::{announce_jump, execute_sentinel};

/// The facts that a condition tests.
#[derive(Clone, Copy)]
pub(super) struct Test {
    /// The result.
    pub(super) x: u32,
    /// The first source.
    pub(super) a: u32,
    /// The second source; for bit counts the greatest result there is.
    pub(super) b: u32,
    pub(super) carry: bool,
    pub(super) overflow: bool,
    pub(super) carries: u32,
}

impl Test {
    /// For operations without carry.
    #[inline(always)]
    pub(super) const fn plain(x: u32, a: u32, b: u32) -> Self {
        Self { x, a, b, carry: false, overflow: false, carries: 0 }
    }
}

impl Core {
    #[inline(always)]
    pub(super) fn reg(&self, index: u8) -> u32 {
        self.r[usize::from(index & 31)]
    }

    #[inline(always)]
    fn second(&self, e: Entry) -> u32 {
        if e.rb == IMMEDIATE { e.imm } else { self.reg(e.rb) }
    }

    /// Writes one of r0 to r23.
    #[inline(always)]
    pub(super) fn set<O: Observer>(&mut self, observer: &mut O, index: u8, value: u32) {
        if let Some(register) = self.r[..24].get_mut(usize::from(index)) {
            observer.register(self.pc, index.into(), (*register).into(), value.into());
            *register = value;
        }
    }

    /// Writes a pair.
    #[inline(always)]
    pub(super) fn set_pair<O: Observer>(&mut self, observer: &mut O, index: u8, high: u32, low: u32) {
        self.set(observer, index, high);
        self.set(observer, index + 1, low);
    }

    /// Executes one decoded instruction and moves the program counter. On an error the program
    /// counter still addresses the instruction.
    #[inline(always)]
    pub(super) fn execute<O: Observer>(&mut self, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let Code::Op(op) = e.code else { return self.execute_rare(e, observer) };
        match op {
            Op::Add => self.sum(e, observer, alu::add(self.reg(e.ra), self.second(e), false)),
            Op::Sub => {
                let (a, b) = self.difference(e);
                self.sum(e, observer, alu::subtract(a, b, true))
            }
            Op::Addc => self.sum(e, observer, alu::add(self.reg(e.ra), self.second(e), self.carry)),
            Op::Subc => {
                let (a, b) = self.difference(e);
                self.sum(e, observer, alu::subtract(a, b, self.carry))
            }
            Op::Rsub => self.sum(e, observer, alu::subtract(self.second(e), self.reg(e.ra), true)),
            Op::Rsubc => self.sum(e, observer, alu::subtract(self.second(e), self.reg(e.ra), self.carry)),
            Op::And => self.logic(Op::And, e, observer),
            Op::Or => self.logic(Op::Or, e, observer),
            Op::Xor => self.logic(Op::Xor, e, observer),
            Op::Nand => self.logic(Op::Nand, e, observer),
            Op::Nor => self.logic(Op::Nor, e, observer),
            Op::Nxor => self.logic(Op::Nxor, e, observer),
            Op::Andn => self.logic(Op::Andn, e, observer),
            Op::Orn => self.logic(Op::Orn, e, observer),
            Op::Lsl => self.shift(Op::Lsl, e, observer),
            Op::Lsr => self.shift(Op::Lsr, e, observer),
            Op::Asr => self.shift(Op::Asr, e, observer),
            Op::Rol | Op::Ror | Op::Lslx | Op::Lsrx | Op::Lsl1 | Op::Lsr1 | Op::Lsl1x | Op::Lsr1x => {
                self.shift(op, e, observer)
            }
            Op::Lw => self.load::<4, O>(e, observer, false),
            Op::Lbu => self.load::<1, O>(e, observer, false),
            Op::Lbs => self.load::<1, O>(e, observer, true),
            Op::Lhu => self.load::<2, O>(e, observer, false),
            Op::Lhs => self.load::<2, O>(e, observer, true),
            Op::Ld => self.load_pair(e, observer),
            Op::Sb | Op::SbId => self.store::<1, O>(e, observer),
            Op::Sh | Op::ShId => self.store::<2, O>(e, observer),
            Op::Sw | Op::SwId => self.store::<4, O>(e, observer),
            Op::Sd | Op::SdId => self.store::<8, O>(e, observer),
            Op::Call => self.call(e, observer),
            Op::Cao | Op::Clo | Op::Cls | Op::Clz | Op::Extsb | Op::Extsh | Op::Extub | Op::Extuh => {
                let a = self.reg(e.ra);
                let most = if op == Op::Cls { 31 } else { 32 };
                self.finish(e, observer, Test::plain(alu::unary(op, a), a, most));
                Ok(())
            }
            _ => self.execute_rare(e, observer),
        }
    }

    /// The operations that compiled code uses less, and the ends of a run.
    #[inline(never)]
    fn execute_rare<O: Observer>(&mut self, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let op = match e.code {
            Code::Op(op) => op,
            Code::Sentinel(work) => {
                self.pc = execute_sentinel(self, work, e.imm, observer)?;
                return Ok(());
            }
        };
        match op {
            Op::LslAdd | Op::LslSub | Op::LsrAdd | Op::RolAdd => self.shift_and_add(op, e, observer),
            Op::Cmpb4 => {
                let (a, b) = (self.reg(e.ra), self.second(e));
                self.finish(e, observer, Test::plain(alu::compare_bytes(a, b), a, b));
            }
            Op::Hash => {
                let (a, b) = (self.reg(e.ra), self.second(e));
                self.finish(e, observer, Test::plain(alu::hash(a, b), a, b));
            }
            Op::Sats => {
                let a = self.reg(e.ra);
                self.finish(e, observer, Test::plain(alu::saturate(a), a, 0));
            }
            Op::Movd | Op::Swapd => {
                let (mut high, mut low) = (self.reg(e.rb), self.reg(e.rb + 1));
                if op == Op::Swapd {
                    std::mem::swap(&mut high, &mut low);
                }
                self.set_pair(observer, e.dest, high, low);
                self.branch(e, e.cond == Cond::True);
            }
            Op::MulStep => self.multiply_step(e, observer),
            Op::DivStep => self.divide_step(e, observer),
            Op::Nop | Op::Tell => self.next(),
            Op::Ldma | Op::Ldmai | Op::Sdma => return self.transfer(op, e, observer),
            Op::Acquire | Op::Release => return self.atomic(op, e, observer),
            Op::Boot | Op::Resume | Op::ClrRun | Op::ReadRun => return self.run_bit(op, e),
            Op::Time | Op::TimeCfg => self.time(op, e, observer),
            Op::Stop => return self.stop(e),
            Op::Fault => {
                let text = fault_text(e.imm);
                return Err(Trap::fault(FaultKind::Exception, e.imm, text));
            }
            _ => {
                let (a, b) = (self.reg(e.ra), self.second(e));
                self.finish(e, observer, Test::plain(alu::multiply(op, a, b), a, b));
            }
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn next(&mut self) {
        self.pc += 8;
    }

    /// Goes to the target or on.
    #[inline(always)]
    pub(super) fn branch(&mut self, e: Entry, taken: bool) {
        self.pc = if taken { address_of_index(e.target.into()) } else { self.pc + 8 };
    }

    /// Minuend and subtrahend of `sub` and `subc`.
    #[inline(always)]
    fn difference(&self, e: Entry) -> (u32, u32) {
        let (a, b) = (self.reg(e.ra), self.second(e));
        if e.swapped { (b, a) } else { (a, b) }
    }

    #[inline(always)]
    fn logic<O: Observer>(&mut self, op: Op, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let (a, b) = (self.reg(e.ra), self.second(e));
        self.finish(e, observer, Test::plain(alu::logic(op, a, b), a, b));
        Ok(())
    }

    #[inline(always)]
    fn shift<O: Observer>(&mut self, op: Op, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let (a, b) = (self.reg(e.ra), self.second(e));
        self.finish(e, observer, Test::plain(alu::shift(op, a, b), a, b));
        Ok(())
    }

    #[inline(always)]
    fn sum<O: Observer>(&mut self, e: Entry, observer: &mut O, sum: Sum) -> Result<(), Trap> {
        let Sum { value, carry, overflow, carries } = sum;
        if e.safe {
            return self.safe_sum(e, observer, sum);
        }
        let (a, b) = (self.reg(e.ra), self.second(e));
        self.finish(e, observer, Test { x: value, a, b, carry, overflow, carries });
        self.carry = carry;
        Ok(())
    }

    /// Destination, branch and zero flag of an operation with a result. Most have a register as their
    /// destination and no condition.
    #[inline(always)]
    pub(super) fn finish<O: Observer>(&mut self, e: Entry, observer: &mut O, test: Test) {
        if e.action == Action::Plain && e.extend == Extend::Word {
            self.set(observer, e.dest, test.x);
            self.zero = test.x == 0;
            self.next();
        } else {
            self.finish_any(e, observer, test);
        }
    }

    /// Writes a result to the destination, which may be a pair or none.
    #[inline(always)]
    pub(super) fn put<O: Observer>(&mut self, observer: &mut O, e: Entry, value: u32) {
        match e.extend {
            Extend::None => {}
            Extend::Word => self.set(observer, e.dest, value),
            Extend::Unsigned => self.set_pair(observer, e.dest, 0, value),
            Extend::Signed => self.set_pair(observer, e.dest, (value as i32 >> 31) as u32, value),
        }
    }

    /// [`Self::finish`] for all forms.
    #[inline(never)]
    fn finish_any<O: Observer>(&mut self, e: Entry, observer: &mut O, test: Test) {
        let mut result = test.x;
        let mut taken = false;
        match e.action {
            Action::Plain => {}
            Action::Set => result = self.holds(e.cond, test).into(),
            Action::Branch => taken = self.holds(e.cond, test),
        }
        self.put(observer, e, result);
        self.zero = test.x == 0;
        self.branch(e, taken);
    }

    /// Returns whether a condition holds.
    pub(super) fn holds(&self, cond: Cond, t: Test) -> bool {
        let (zero, negative) = (t.x == 0, t.x >> 31 != 0);
        let chained = zero && self.zero;
        let less = negative != t.overflow;
        let no_carry_into = |bit: u32| t.carries >> bit & 1 == 0;
        match cond {
            Cond::False => false,
            Cond::True => true,
            Cond::Z => zero,
            Cond::Nz => !zero,
            Cond::Xz => chained,
            Cond::Xnz => !chained,
            Cond::Pl => !negative,
            Cond::Mi => negative,
            Cond::Sz => t.a == 0,
            Cond::Snz => t.a != 0,
            Cond::Spl => t.a >> 31 == 0,
            Cond::Smi => t.a >> 31 != 0,
            Cond::Ov => t.overflow,
            Cond::Nov => !t.overflow,
            Cond::C | Cond::Geu => t.carry,
            Cond::Nc | Cond::Ltu => !t.carry,
            Cond::Nc5 => no_carry_into(5),
            Cond::Nc6 => no_carry_into(6),
            Cond::Nc7 => no_carry_into(7),
            Cond::Nc8 => no_carry_into(8),
            Cond::Nc9 => no_carry_into(9),
            Cond::Nc10 => no_carry_into(10),
            Cond::Nc11 => no_carry_into(11),
            Cond::Nc12 => no_carry_into(12),
            Cond::Nc13 => no_carry_into(13),
            Cond::Nc14 => no_carry_into(14),
            Cond::Lts => less,
            Cond::Ges => !less,
            Cond::Les => less || zero,
            Cond::Gts => !less && !zero,
            Cond::Leu => !t.carry || zero,
            Cond::Gtu => t.carry && !zero,
            Cond::Xles => less || chained,
            Cond::Xgts => !less && !chained,
            Cond::Xleu => !t.carry || chained,
            Cond::Xgtu => t.carry && !chained,
            Cond::E => t.x & 1 == 0,
            Cond::O => t.x & 1 != 0,
            Cond::Se => t.a & 1 == 0,
            Cond::So => t.a & 1 != 0,
            Cond::Nsh32 => t.b & 32 == 0,
            Cond::Sh32 => t.b & 32 != 0,
            Cond::Small => (t.a | t.b) & 0xff00 == 0,
            Cond::Large => (t.a | t.b) & 0xff00 != 0,
            Cond::Max => t.x == t.b,
            Cond::Nmax => t.x != t.b,
        }
    }

    /// `lsl_add` and its relatives.
    fn shift_and_add<O: Observer>(&mut self, op: Op, e: Entry, observer: &mut O) {
        let (a, b) = (self.reg(e.ra), self.reg(e.rb));
        let kind = match op {
            Op::LsrAdd => Op::Lsr,
            Op::RolAdd => Op::Rol,
            _ => Op::Lsl,
        };
        let shifted = alu::shift(kind, a, e.shift.into());
        let x = if op == Op::LslSub { b.wrapping_sub(shifted) } else { b.wrapping_add(shifted) };
        self.finish(e, observer, Test::plain(x, a, b));
        self.zero = shifted == 0;
    }

    fn multiply_step<O: Observer>(&mut self, e: Entry, observer: &mut O) {
        let (a, high, low) = (self.reg(e.ra), self.reg(e.rb), self.reg(e.rb + 1));
        let x = high >> 1;
        let taken = e.action == Action::Branch && self.holds(e.cond, Test::plain(x, a, 0));
        self.set(observer, e.dest, x);
        if high & 1 != 0 {
            self.set(observer, e.dest + 1, low.wrapping_add(a << e.shift));
        }
        self.zero = x == 0;
        self.branch(e, taken);
    }

    fn divide_step<O: Observer>(&mut self, e: Entry, observer: &mut O) {
        let (a, high, low) = (self.reg(e.ra), self.reg(e.rb), self.reg(e.rb + 1));
        let subtrahend = a << e.shift;
        let taken = e.action == Action::Branch && self.holds(e.cond, Test::plain(0, a, 0));
        if low >= subtrahend {
            self.set_pair(observer, e.dest, high << 1 | 1, low - subtrahend);
        } else {
            self.set(observer, e.dest, high << 1);
        }
        self.branch(e, taken);
    }

    #[inline(always)]
    fn call<O: Observer>(&mut self, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let offset = if e.rb == IMMEDIATE { e.offset } else { self.reg(e.rb) };
        let index = self.reg(e.ra).wrapping_add(offset);
        let target = address_of_index(index);
        if index > 0xffff {
            return Err(Trap::fault(
                FaultKind::WildJump,
                target,
                "jump beyond the last instruction there can be",
            ));
        }
        if e.extend == Extend::Word {
            let back = self.pc + 8;
            self.set(observer, e.dest, index_of_address(back));
            observer.call(self.pc, target, back);
        } else {
            announce_jump(self, observer, target, Some(e.ra.into()));
        }
        self.pc = target;
        Ok(())
    }
}

/// Meaning of the codes of `fault` in the vendor's library.
const fn fault_text(code: u32) -> &'static str {
    match code {
        1 => "fault: the heap is full",
        2 => "fault: division by zero",
        3 => "fault: an assertion failed",
        4 => "fault: the program halted",
        5 => "fault: output buffer overflow",
        8 => "fault: misaligned MRAM access",
        _ => "fault",
    }
}

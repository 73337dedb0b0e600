//! The work of instructions on integers, of jumps, loads and stores.

use super::super::isa::{Op, RA};
use super::super::predecode::{Code, Entry};
use super::{Core, aes, bits, digests, sm4};
use crate::machine::{FaultKind, Observer};
use crate::simulator::{Trap, announce_jump};

/// The second register for return addresses: t0.
const ALTERNATE_LINK: u8 = 5;

impl<const XLEN: u32> Core<XLEN> {
    /// Address of a load or store.
    #[inline(always)]
    pub(super) fn place(&self, e: Entry) -> u64 {
        Self::unsigned(self.x(e.rs1).wrapping_add_signed(e.imm.into()))
    }

    #[inline(always)]
    fn load<const N: usize, O: Observer>(
        &mut self,
        observer: &mut O,
        e: Entry,
        value: fn([u8; N]) -> u64,
    ) -> Result<(), Trap> {
        let bytes = self.read::<N, O>(observer, self.place(e))?;
        self.set(observer, e.rd, value(bytes));
        Ok(())
    }

    #[inline(always)]
    fn store<const N: usize, O: Observer>(&mut self, observer: &mut O, e: Entry) -> Result<(), Trap> {
        let bytes = self.x(e.rs2).to_le_bytes();
        let bytes = bytes.first_chunk::<N>().copied().unwrap_or([0; N]);
        self.write(observer, self.place(e), bytes)
    }

    #[inline(always)]
    fn branch(&mut self, e: Entry, taken: bool) -> Result<(), Trap> {
        let distance = if taken { e.imm.into() } else { i64::from(e.size) };
        self.pc = Self::unsigned(self.pc.wrapping_add_signed(distance));
        Ok(())
    }

    /// Goes on behind an instruction.
    #[inline(always)]
    fn go_on(&mut self, e: Entry) -> Result<(), Trap> {
        self.branch(e, false)
    }

    #[inline(always)]
    fn jump<O: Observer>(&mut self, observer: &mut O, e: Entry, target: u64) -> Result<(), Trap> {
        let (pc, target) = (self.pc, Self::unsigned(target & !1));
        let back = Self::unsigned(pc.wrapping_add(e.size.into()));
        self.set(observer, e.rd, back);
        if e.rd == RA || e.rd == ALTERNATE_LINK {
            observer.call(pc, target, back);
        }
        self.pc = target;
        Ok(())
    }

    /// Executes one decoded instruction and moves the program counter. On an error the program counter still addresses the
    /// instruction. `left` is what is left of the run's budget.
    #[inline(always)]
    pub(super) fn execute<O: Observer>(&mut self, e: Entry, left: u64, observer: &mut O) -> Result<(), Trap> {
        let Code::Op(op) = e.code else { return self.execute_other(e, observer) };
        let (a, b, imm) = (self.x(e.rs1), self.x(e.rs2), i64::from(e.imm) as u64);
        let value = match op {
            Op::Addi => a.wrapping_add(imm),
            Op::Add => a.wrapping_add(b),
            Op::Sub => a.wrapping_sub(b),
            Op::Lui => imm,
            Op::Auipc => self.pc.wrapping_add(imm),
            Op::Andi => a & imm,
            Op::Ori => a | imm,
            Op::Xori => a ^ imm,
            Op::And => a & b,
            Op::Or => a | b,
            Op::Xor => a ^ b,
            Op::Slti => ((a as i64) < imm as i64).into(),
            Op::Sltiu => (a < imm).into(),
            Op::Slt => ((a as i64) < b as i64).into(),
            Op::Sltu => (a < b).into(),
            Op::Slli => a << (imm & 63),
            Op::Srli => Self::unsigned(a) >> (imm & 63),
            Op::Srai => (a as i64 >> (imm & 63)) as u64,
            Op::Sll => a << (b & Self::SHIFT),
            Op::Srl => Self::unsigned(a) >> (b & Self::SHIFT),
            Op::Sra => (a as i64 >> (b & Self::SHIFT)) as u64,
            Op::Addiw => word(a.wrapping_add(imm)),
            Op::Addw => word(a.wrapping_add(b)),
            Op::Subw => word(a.wrapping_sub(b)),
            Op::Slliw => word(a << (imm & 31)),
            Op::Srliw => word(u64::from(a as u32 >> (imm & 31))),
            Op::Sraiw => (a as i32 >> (imm & 31)) as u64,
            Op::Sllw => word(a << (b & 31)),
            Op::Srlw => word(u64::from(a as u32 >> (b & 31))),
            Op::Sraw => (a as i32 >> (b & 31)) as u64,
            Op::Mul => a.wrapping_mul(b),
            Op::Beq => return self.branch(e, a == b),
            Op::Bne => return self.branch(e, a != b),
            Op::Blt => return self.branch(e, (a as i64) < b as i64),
            Op::Bge => return self.branch(e, a as i64 >= b as i64),
            Op::Bltu => return self.branch(e, a < b),
            Op::Bgeu => return self.branch(e, a >= b),
            Op::Jal => return self.jump(observer, e, self.pc.wrapping_add(imm)),
            Op::Jalr if e.rd == 0 => {
                let target = Self::unsigned(a.wrapping_add(imm) & !1);
                announce_jump(self, observer, target, Some(e.rs1.into()));
                self.pc = target;
                return Ok(());
            }
            Op::Jalr => return self.jump(observer, e, a.wrapping_add(imm)),
            Op::Lw | Op::Ld | Op::Lb | Op::Lh | Op::Lbu | Op::Lhu | Op::Lwu => {
                match op {
                    Op::Lw => self.load(observer, e, |bytes| i32::from_le_bytes(bytes) as u64)?,
                    Op::Ld => self.load(observer, e, u64::from_le_bytes)?,
                    Op::Lb => self.load(observer, e, |bytes| i8::from_le_bytes(bytes) as u64)?,
                    Op::Lh => self.load(observer, e, |bytes| i16::from_le_bytes(bytes) as u64)?,
                    Op::Lbu => self.load(observer, e, |bytes| u8::from_le_bytes(bytes).into())?,
                    Op::Lhu => self.load(observer, e, |bytes| u16::from_le_bytes(bytes).into())?,
                    _ => self.load(observer, e, |bytes| u32::from_le_bytes(bytes).into())?,
                }
                return self.go_on(e);
            }
            Op::Sb | Op::Sh | Op::Sw | Op::Sd => {
                match op {
                    Op::Sb => self.store::<1, O>(observer, e)?,
                    Op::Sh => self.store::<2, O>(observer, e)?,
                    Op::Sw => self.store::<4, O>(observer, e)?,
                    _ => self.store::<8, O>(observer, e)?,
                }
                return self.go_on(e);
            }
            _ => return self.execute_rare(op, e, left, observer),
        };
        self.set(observer, e.rd, value);
        self.go_on(e)
    }

    /// Bits of the amount of a shift that count.
    const SHIFT: u64 = XLEN as u64 - 1;

    /// Multiplications, divisions and instructions that programs seldom execute.
    #[inline(never)]
    fn execute_rare<O: Observer>(
        &mut self,
        op: Op,
        e: Entry,
        left: u64,
        observer: &mut O,
    ) -> Result<(), Trap> {
        let (a, b) = (self.x(e.rs1), self.x(e.rs2));
        let (signed_a, signed_b) = (i128::from(a as i64), i128::from(b as i64));
        let (unsigned_a, unsigned_b) = (Self::unsigned(a), Self::unsigned(b));
        let value = match op {
            Op::Mulh => ((signed_a * signed_b) >> XLEN) as u64,
            Op::Mulhsu => ((signed_a * i128::from(unsigned_b)) >> XLEN) as u64,
            Op::Mulhu => ((u128::from(unsigned_a) * u128::from(unsigned_b)) >> XLEN) as u64,
            Op::Div => divide(a, b),
            Op::Divu => unsigned_a.checked_div(unsigned_b).unwrap_or(u64::MAX),
            Op::Rem => remainder(a, b),
            Op::Remu => unsigned_a.checked_rem(unsigned_b).unwrap_or(a),
            Op::Mulw => word(a.wrapping_mul(b)),
            Op::Divw => word(divide(word(a), word(b))),
            Op::Divuw => (a as u32).checked_div(b as u32).map_or(u64::MAX, |value| word(value.into())),
            Op::Remw => word(remainder(word(a), word(b))),
            Op::Remuw => word((a as u32).checked_rem(b as u32).unwrap_or(a as u32).into()),
            Op::Fence
            | Op::FenceTso
            | Op::FenceI
            | Op::Pause
            | Op::PrefetchI
            | Op::PrefetchR
            | Op::PrefetchW => {
                return self.go_on(e);
            }
            Op::Csrrw | Op::Csrrs | Op::Csrrc | Op::Csrrwi | Op::Csrrsi | Op::Csrrci => {
                self.control(op, e, left, observer)?;
                return self.go_on(e);
            }
            Op::Ecall => {
                self.environment_call(observer)?;
                return self.go_on(e);
            }
            Op::Ebreak => return Err(Trap::fault(FaultKind::Exception, self.pc, "breakpoint instruction")),
            _ => match extended::<XLEN>(op, a, b, i64::from(e.imm) as u64) {
                Some(value) => value,
                None => {
                    if op.is_vector() {
                        self.vector(op, e, observer)?;
                    } else {
                        self.atomic(op, e, observer)?;
                    }
                    return self.go_on(e);
                }
            },
        };
        self.set(observer, e.rd, value);
        self.go_on(e)
    }

    /// Entries that are no instruction, and instructions on floating-point numbers.
    #[inline(never)]
    fn execute_other<O: Observer>(&mut self, e: Entry, observer: &mut O) -> Result<(), Trap> {
        match e.code {
            Code::Sentinel(work) => {
                self.sentinel(work, e.imm as u32, observer)?;
            }
            Code::Float(work, width) => {
                self.float(work, width, e, observer)?;
                return self.go_on(e);
            }
            Code::Op(_) => {}
        }
        Ok(())
    }
}

/// The result of an instruction on bits, or for ciphers and digests; `None` for all others.
fn extended<const XLEN: u32>(op: Op, a: u64, b: u64, imm: u64) -> Option<u64> {
    bits::value::<XLEN>(op, a, b, imm)
        .or_else(|| aes::value(op, a, b, imm))
        .or_else(|| digests::value(op, a, b))
        .or_else(|| sm4::value(op, a, b, imm))
}

/// The low 32 bits, extended by their sign.
#[inline(always)]
const fn word(value: u64) -> u64 {
    value as i32 as i64 as u64
}

/// A quotient, of a division by 0 all ones.
fn divide(a: u64, b: u64) -> u64 {
    if b == 0 { u64::MAX } else { (a as i64).wrapping_div(b as i64) as u64 }
}

/// A remainder, of a division by 0 the dividend.
fn remainder(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { (a as i64).wrapping_rem(b as i64) as u64 }
}

//! The work of the instructions of the main lane.

use super::super::isa::{Bits, Data, Int};
use super::super::predecode::{Code, Entry};
use super::super::special::LR;
use super::{Tile, Trap};
use crate::machine::{FaultKind, Observer};
use crate::predecoded::Sentinel;
use crate::simulator::{Processor, announce_jump, execute_sentinel};

/// Result of an operation on two words.
///
/// Shifts by more than 31, which compilers do not make, shift everything out.
#[inline(always)]
pub(super) fn int(op: Int, x: u32, y: u32) -> u32 {
    let [x0, x1, x2, x3] = x.to_le_bytes();
    let [y0, y1, y2, y3] = y.to_le_bytes();
    match op {
        Int::Add => x.wrapping_add(y),
        Int::Sub => x.wrapping_sub(y),
        Int::Mul => x.wrapping_mul(y),
        Int::Max => (x as i32).max(y as i32) as u32,
        Int::Min => (x as i32).min(y as i32) as u32,
        Int::And => x & y,
        Int::Andc => x & !y,
        Int::Or => x | y,
        Int::Xor => x ^ y,
        Int::Xnor => !(x ^ y),
        Int::Shl => x.checked_shl(y).unwrap_or(0),
        Int::Shr => x.checked_shr(y).unwrap_or(0),
        Int::Shrs => (x as i32 >> y.min(31)) as u32,
        Int::CmpEq => (x == y).into(),
        Int::CmpNe => (x != y).into(),
        Int::CmpSlt => ((x as i32) < y as i32).into(),
        Int::CmpUlt => (x < y).into(),
        Int::Roll16 => x >> 16 | y << 16,
        Int::Shuf8x8hi => u32::from_le_bytes([x2, y2, x3, y3]),
        Int::Shuf8x8lo => u32::from_le_bytes([x0, y0, x1, y1]),
        Int::Sort4x16hi => x >> 16 | y & 0xffff_0000,
        Int::Sort4x16lo => x & 0xffff | y << 16,
        Int::Sort8x8hi => u32::from_le_bytes([x1, x3, y1, y3]),
        Int::Sort8x8lo => u32::from_le_bytes([x0, x2, y0, y2]),
        Int::Roll8l => x >> 24 | y << 8,
        Int::Roll8r => x >> 8 | y << 24,
    }
}

/// Result of an operation on one word.
pub(super) fn bits(op: Bits, x: u32) -> u32 {
    let [x0, x1, x2, x3] = x.to_le_bytes();
    match op {
        // The most negative number has no magnitude; the vendor's compiler says that 0 comes out.
        Bits::Abs => (x as i32).checked_abs().unwrap_or(0) as u32,
        Bits::Bitrev8 => x.reverse_bits().swap_bytes(),
        Bits::Clz => x.leading_zeros(),
        Bits::Cms => (x ^ (x as i32 >> 31) as u32).leading_zeros() - 1,
        Bits::Popc => x.count_ones(),
        Bits::Sort8 => u32::from_le_bytes([x0, x2, x1, x3]),
        Bits::Swap8 => u32::from_le_bytes([x1, x0, x3, x2]),
        Bits::Not => !x,
    }
}

impl Tile {
    /// Executes what an entry stands for and gives the next program counter. On an error the program
    /// counter still addresses the instruction.
    #[inline(always)]
    pub(super) fn execute<O: Observer>(&mut self, e: Entry, observer: &mut O) -> Result<u32, Trap> {
        match e.code {
            Code::Bundle => self.bundle(e.imm, observer),
            _ => self.main(e, self.pc.wrapping_add(4), observer),
        }
    }

    /// Both halves read registers and memory before either writes.
    fn bundle<O: Observer>(&mut self, index: u32, observer: &mut O) -> Result<u32, Trap> {
        let next = self.pc.wrapping_add(8);
        let missing = Trap::fault(FaultKind::Illegal, self.pc, "the bundle is gone");
        let Some(detail) = self.base.cache.detail(index) else { return Err(missing) };
        let result = match &detail.aux {
            Some(aux) => self.aux(aux)?,
            None => return Err(missing),
        };
        let target = match &detail.rare {
            Some(main) => self.rare(main, next, observer)?,
            None => self.main(detail.main, next, observer)?,
        };
        self.commit(&result, observer);
        Ok(target)
    }

    #[inline(always)]
    fn main<O: Observer>(&mut self, e: Entry, next: u32, observer: &mut O) -> Result<u32, Trap> {
        match e.code {
            Code::IntReg(op) => self.set_m(observer, e.a, int(op, self.m(e.b), self.m(e.c))),
            Code::IntImm(op) => self.set_m(observer, e.a, int(op, self.m(e.b), e.imm)),
            Code::IntLeft(op) => self.set_m(observer, e.a, int(op, e.imm, self.m(e.b))),
            Code::Bits(op) => self.set_m(observer, e.a, bits(op, self.m(e.b))),
            Code::Set => self.set_m(observer, e.a, e.imm),
            Code::MoveIf => {
                if self.m(e.b) != 0 {
                    self.set_m(observer, e.a, self.m(e.c));
                }
            }
            Code::Copy => self.set_m(observer, e.a, self.a(e.b)),
            Code::LoadImm(data) => self.load_to(observer, e, data, self.address(e, e.imm))?,
            Code::LoadReg(data) => self.load_to(observer, e, data, self.address(e, self.offset(e, data)))?,
            Code::LoadStepImm(data) => self.stepping(observer, e, data, e.imm, Self::load_to)?,
            Code::LoadStepReg(data) => {
                self.stepping(observer, e, data, self.offset(e, data), Self::load_to)?
            }
            Code::StoreImm(data) => self.store_from(observer, e, data, self.address(e, e.imm))?,
            Code::StoreReg(data) => {
                self.store_from(observer, e, data, self.address(e, self.offset(e, data)))?;
            }
            Code::StoreStepImm(data) => self.stepping(observer, e, data, e.imm, Self::store_from)?,
            Code::StoreStepReg(data) => {
                self.stepping(observer, e, data, self.offset(e, data), Self::store_from)?
            }
            Code::StoreBase => {
                let (address, stride) = (self.m(e.b), self.m(e.c));
                self.store_from(observer, e, Data::Word, address)?;
                self.set_m(observer, e.b, address.wrapping_add(stride.wrapping_mul(4)));
            }
            Code::Jump => return Ok(e.imm),
            Code::JumpRegister => {
                let target = self.m(e.a);
                if target & 3 != 0 {
                    return Err(Trap::fault(FaultKind::Misaligned, target, "jump to a misaligned address"));
                }
                // There is no call by a register: code sets the link register itself, and branches.
                if self.m(LR) == next && target != next {
                    observer.call(self.pc.into(), target.into(), next.into());
                } else {
                    announce_jump(self, observer, target.into(), Some(e.a.into()));
                }
                return Ok(target);
            }
            Code::Branch(test) => return Ok(if test.holds(self.m(e.a)) { e.imm } else { next }),
            Code::CountDown => {
                let count = self.m(e.a);
                if count == 0 {
                    return Ok(next);
                }
                self.set_m(observer, e.a, count.wrapping_sub(1));
                return Ok(e.imm);
            }
            Code::Call => {
                self.set_m(observer, e.a, next);
                observer.call(self.pc.into(), e.imm.into(), next.into());
                return Ok(e.imm);
            }
            _ => return self.others(e, next, observer),
        }
        Ok(next)
    }

    /// The instructions that compiled code hardly uses, and the ends of a run.
    #[inline(never)]
    fn others<O: Observer>(&mut self, e: Entry, next: u32, observer: &mut O) -> Result<u32, Trap> {
        let fault = |kind, text| Err(Trap::fault(kind, e.imm, text));
        match e.code {
            Code::Rare => match self.base.cache.detail(e.imm).and_then(|detail| detail.rare) {
                Some(main) => self.rare(&main, next, observer),
                None => fault(FaultKind::Illegal, "the instruction is gone"),
            },
            Code::Aux => match self.base.cache.detail(e.imm).and_then(|detail| detail.aux) {
                Some(aux) => {
                    let result = self.aux(&aux)?;
                    self.commit(&result, observer);
                    Ok(next)
                }
                None => fault(FaultKind::Illegal, "the instruction is gone"),
            },
            Code::BadBundle => fault(FaultKind::Illegal, "this word and the next are no bundle"),
            Code::Sentinel(work) if work != Sentinel::Illegal => {
                Ok(execute_sentinel(self, work, e.imm, observer)? as u32)
            }
            _ => fault(FaultKind::Illegal, "this word is no instruction"),
        }
    }

    /// Base, delta and offset.
    #[inline(always)]
    fn address(&self, e: Entry, offset: u32) -> u32 {
        self.m(e.b).wrapping_add(self.m(e.c)).wrapping_add(offset)
    }

    /// A register offset or stride in bytes.
    #[inline(always)]
    fn offset(&self, e: Entry, data: Data) -> u32 {
        self.m(e.d).wrapping_mul(data.bytes())
    }

    /// Loads into the register or group `e.a`, of the A file if `e.file`.
    #[inline(always)]
    pub(super) fn load_to<O: Observer>(
        &mut self,
        observer: &mut O,
        e: Entry,
        data: Data,
        address: u32,
    ) -> Result<(), Trap> {
        let value = match data {
            Data::Pair | Data::Quad => return self.load_group(observer, e.a, data, address),
            Data::Word => u32::from_le_bytes(self.base.memory.load(address.into())?),
            Data::Byte => u32::from(self.base.memory.load::<1>(address.into())?[0]),
            Data::SignedByte => i32::from(self.base.memory.load::<1>(address.into())?[0] as i8) as u32,
            Data::Half => u32::from(u16::from_le_bytes(self.base.memory.load(address.into())?)),
            Data::SignedHalf => i32::from(i16::from_le_bytes(self.base.memory.load(address.into())?)) as u32,
            Data::BothHalves => {
                u32::from(u16::from_le_bytes(self.base.memory.load(address.into())?)) * 0x1_0001
            }
        };
        observer.read(self.pc.into(), address.into(), data.bytes().into());
        if e.file {
            self.set_a(observer, e.a, value);
        } else {
            self.set_m(observer, e.a, value);
        }
        Ok(())
    }

    /// Loads a pair or a quad of A registers.
    pub(super) fn load_group<O: Observer>(
        &mut self,
        observer: &mut O,
        to: u8,
        data: Data,
        address: u32,
    ) -> Result<(), Trap> {
        let words = self.words(data, address)?;
        observer.read(self.pc.into(), address.into(), data.bytes().into());
        for (index, word) in words.iter().enumerate().take(data.bytes() as usize / 4) {
            self.set_a(observer, to.wrapping_add(index as u8), *word);
        }
        Ok(())
    }

    /// Reads 8 or 16 bytes, which must lie at a multiple of their size.
    pub(super) fn words(&self, data: Data, address: u32) -> Result<[u32; 4], Trap> {
        if data == Data::Quad && address & 15 != 0 {
            return Err(Trap::fault(FaultKind::Misaligned, address, "misaligned access of 16 bytes"));
        }
        let low = u64::from_le_bytes(self.base.memory.load(address.into())?);
        let high = match data {
            Data::Quad => u64::from_le_bytes(self.base.memory.load(u64::from(address) + 8)?),
            _ => 0,
        };
        Ok([low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32])
    }

    /// Performs an access with base and delta; then the delta advances.
    #[inline(always)]
    fn stepping<O: Observer>(
        &mut self,
        observer: &mut O,
        e: Entry,
        data: Data,
        step: u32,
        access: impl FnOnce(&mut Self, &mut O, Entry, Data, u32) -> Result<(), Trap>,
    ) -> Result<(), Trap> {
        let delta = self.m(e.c);
        access(self, observer, e, data, self.m(e.b).wrapping_add(delta))?;
        self.set_m(observer, e.c, delta.wrapping_add(step));
        Ok(())
    }

    /// Stores the register or pair `e.a`.
    #[inline(always)]
    fn store_from<O: Observer>(
        &mut self,
        observer: &mut O,
        e: Entry,
        data: Data,
        address: u32,
    ) -> Result<(), Trap> {
        if data == Data::Pair {
            return self.store_pair(observer, e.a, address);
        }
        let value = if e.file { self.a(e.a) } else { self.m(e.a) };
        Ok(self.write_memory(observer, address.into(), value.to_le_bytes())?)
    }

    /// Stores a pair of A registers.
    #[inline(always)]
    pub(super) fn store_pair<O: Observer>(
        &mut self,
        observer: &mut O,
        from: u8,
        address: u32,
    ) -> Result<(), Trap> {
        let value = u64::from(self.a(from)) | u64::from(self.a(from | 1)) << 32;
        Ok(self.write_memory(observer, address.into(), value.to_le_bytes())?)
    }
}

//! The work of vector instructions.

use super::super::isa::Op;
use super::super::predecode::{Code, Entry, NO_MASK};
use super::super::special::FIRST_VECTOR;
use super::operate::{compare, compute};
use super::{Core, LANES, LINE_SHIFT, Vector};
use crate::machine::Observer;
use crate::runtime::MemoryPort;
use crate::simulator::{Port, Processor, Trap};

/// The mask in which every lane takes part.
const ALL_LANES: u32 = 0xffff;

/// Returns whether a lane takes part.
fn enabled(mask: u32, lane: usize) -> bool {
    mask >> lane & 1 == 1
}

impl Core {
    fn vector(&self, index: u8) -> &Vector {
        &self.v[usize::from(index & 31)]
    }

    /// The lanes that take part.
    fn mask(&self, e: Entry) -> u32 {
        if e.m == NO_MASK { ALL_LANES } else { self.scalar(e.m) & ALL_LANES }
    }

    /// Writes the lanes of a register that the mask names.
    fn set_vector<O: Observer>(&mut self, observer: &mut O, index: u8, mask: u32, value: &Vector) {
        let register = &mut self.v[usize::from(index & 31)];
        let mut new = *register;
        for (lane, (to, from)) in new.iter_mut().zip(value).enumerate() {
            if enabled(mask, lane) {
                *to = *from;
            }
        }
        let low = |vector: &Vector| u64::from(vector[0]) | u64::from(vector[1]) << 32;
        observer.register(self.pc.into(), FIRST_VECTOR + u16::from(index & 31), low(register), low(&new));
        *register = new;
    }

    /// Writes all lanes of a register.
    pub(super) fn fill_vector<O: Observer>(&mut self, observer: &mut O, index: u8, value: &Vector) {
        self.set_vector(observer, index, ALL_LANES, value);
    }

    /// Instructions on vector registers, memory aside.
    pub(super) fn execute_vector<O: Observer>(&mut self, observer: &mut O, e: Entry) {
        let a = *self.vector(e.a);
        match e.code {
            Code::VectorScalar | Code::VectorImmediate | Code::Vector => {
                let b = self.second(e);
                let value = lanes(e.op, &a, &b);
                self.set_vector(observer, e.d, self.mask(e), &value);
            }
            Code::CompareVectorScalar | Code::CompareVectorImmediate | Code::CompareVector => {
                let b = self.second(e);
                let lane = |lane: usize| u32::from(compare(e.op, a[lane], b[lane])) << lane;
                let value = (0..LANES).fold(0, |mask, index| mask | lane(index));
                self.set(observer, e.d, value);
            }
            Code::Getlane => self.set(observer, e.d, a[self.scalar(e.b) as usize % LANES]),
            Code::GetlaneImmediate => self.set(observer, e.d, a[e.imm as usize % LANES]),
            Code::Shuffle => {
                let value = self.vector(e.b).map(|index| a[index as usize % LANES]);
                self.set_vector(observer, e.d, self.mask(e), &value);
            }
            _ => {}
        }
    }

    /// The second operand of every lane.
    fn second(&self, e: Entry) -> Vector {
        match e.code {
            Code::VectorScalar | Code::CompareVectorScalar => [self.scalar(e.b); LANES],
            Code::VectorImmediate | Code::CompareVectorImmediate => [e.imm; LANES],
            _ => *self.vector(e.b),
        }
    }

    /// The address of a block access; `None` when it has trapped.
    fn block_address(&mut self, e: Entry, store: bool) -> Result<Option<u32>, Trap> {
        let address = self.scalar(e.a).wrapping_add(e.imm);
        if address & ((1 << LINE_SHIFT) - 1) != 0 {
            return self.misaligned(address, store).map(|()| None);
        }
        Ok(Some(address))
    }

    pub(super) fn load_block<O: Observer>(&mut self, observer: &mut O, e: Entry) -> Result<(), Trap> {
        let Some(address) = self.block_address(e, false)? else { return Ok(()) };
        let mask = self.mask(e);
        for (first, count) in runs(mask) {
            observer.read(self.pc.into(), (address + 4 * first as u32).into(), 4 * count as u64);
        }
        let mut value = [0; LANES];
        let bytes = self.base.memory.load_bytes(address.into(), 4 * LANES as u64)?;
        for (lane, bytes) in value.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *lane = u32::from_le_bytes(*bytes);
        }
        self.set_vector(observer, e.d, mask, &value);
        self.pc = self.pc.wrapping_add(4);
        Ok(())
    }

    pub(super) fn store_block<O: Observer>(&mut self, observer: &mut O, e: Entry) -> Result<(), Trap> {
        let Some(address) = self.block_address(e, true)? else { return Ok(()) };
        let mut bytes = [0; 4 * LANES];
        for (to, lane) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(self.vector(e.d)) {
            *to = lane.to_le_bytes();
        }
        for (first, count) in runs(self.mask(e)) {
            let at = address + 4 * first as u32;
            let part = bytes.get(4 * first..4 * (first + count)).unwrap_or_default();
            Port { core: self, observer }.store(at.into(), part)?;
        }
        self.pc = self.pc.wrapping_add(4);
        Ok(())
    }

    /// The address of the lane at which a gather or scatter is; `None` when that lane takes no part.
    fn lane_address(&self, e: Entry, mask: u32) -> Option<u32> {
        let lane = self.lane as usize % LANES;
        enabled(mask, lane).then(|| self.vector(e.a)[lane].wrapping_add(e.imm))
    }

    /// Lane by lane: when one traps, those before it are done, and the instruction goes on with it later.
    pub(super) fn gather<O: Observer>(&mut self, observer: &mut O, e: Entry) -> Result<(), Trap> {
        let mask = self.mask(e);
        while (self.lane as usize) < LANES {
            if let Some(address) = self.lane_address(e, mask) {
                if address & 3 != 0 {
                    return self.misaligned(address, false);
                }
                observer.read(self.pc.into(), address.into(), 4);
                let value = u32::from_le_bytes(self.base.memory.load(address.into())?);
                self.set_vector(observer, e.d, 1 << self.lane, &[value; LANES]);
            }
            self.lane += 1;
        }
        self.lane = 0;
        self.pc = self.pc.wrapping_add(4);
        Ok(())
    }

    pub(super) fn scatter<O: Observer>(&mut self, observer: &mut O, e: Entry) -> Result<(), Trap> {
        let mask = self.mask(e);
        while (self.lane as usize) < LANES {
            if let Some(address) = self.lane_address(e, mask) {
                if address & 3 != 0 {
                    return self.misaligned(address, true);
                }
                let value = self.vector(e.d)[self.lane as usize % LANES];
                self.write_memory(observer, address.into(), value.to_le_bytes())?;
            }
            self.lane += 1;
        }
        self.lane = 0;
        self.pc = self.pc.wrapping_add(4);
        Ok(())
    }
}

/// An operation on all lanes. The operation is selected once, not for every lane.
fn lanes(op: Op, a: &Vector, b: &Vector) -> Vector {
    macro_rules! each {
        ($($op:ident)*) => {
            match op {
                $(Op::$op => std::array::from_fn(|lane| compute(Op::$op, a[lane], b[lane])),)*
                _ => std::array::from_fn(|lane| compute(op, a[lane], b[lane])),
            }
        };
    }
    each!(Or And Xor AddI SubI MullI Ashr Shr Shl AddF SubF MulF Move)
}

/// First lane and length of each run of neighbouring lanes in a mask.
fn runs(mask: u32) -> impl Iterator<Item = (usize, usize)> {
    let mut rest = mask & ALL_LANES;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let first = rest.trailing_zeros();
        let count = (rest >> first).trailing_ones();
        rest &= !(((1u32 << count) - 1) << first);
        Some((first as usize, count as usize))
    })
}

//! The core as the run loop sees it.

use super::super::decode::{decode, size_of};
use super::super::isa::{Op, RA, SP};
use super::super::lacking;
use super::super::link::MACHINE;
use super::super::predecode::{Code, Entry};
use super::super::runtime::LIBRARY;
use super::super::special::{
    AGNOSTIC, FCSR, FIRST_FLOAT, FIRST_VECTOR, PC, VL, VLENB, VSTART, VTYPE, VXRM, VXSAT, registers,
};
use super::super::vector::Vectors;
use super::{BuiltIn, Core, Semantics};
use crate::executable::Executable;
use crate::machine::{FaultKind, Observer, RegisterInfo};
use crate::predecoded::{Entry as _, Sentinel};
use crate::simulator::{Base, Processor, Trap, read_halves};

impl<const XLEN: u32, S: Semantics> Processor for Core<XLEN, S> {
    type Entry = S::Entry;
    const MACHINE: u16 = MACHINE;
    const MISALIGNED_START: Option<&'static str> = Some("jump to an odd address");
    const RETURN_REGISTER: u16 = RA as u16;

    fn table() -> &'static [RegisterInfo] {
        registers(Self::WIDTH)
    }

    fn base(&self) -> &Base<S::Entry> {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base<S::Entry> {
        &mut self.base
    }

    fn begin(&mut self, program: &Executable) {
        self.flags = program.flags;
        let taken = program.foreign.iter().map(|(code, name)| (code.clone(), lacking::taken(name)));
        self.taken = taken.filter(|(_, taken)| !taken.is_empty()).collect();
    }

    fn restart(&mut self) {
        self.x = [0; 32];
        self.x[usize::from(SP)] = Self::narrow(self.base.map.stack_top);
        self.f = [0; 32];
        self.pc = Self::unsigned(self.base.entry);
        self.fflags = 0;
        self.frm = 0;
        self.vectors = Vectors::default();
        self.reservation = None;
        self.semantics.restart();
    }

    fn value(&self, index: u16) -> u64 {
        match index {
            0..32 => Self::unsigned(self.x(index as u8)),
            FIRST_FLOAT..64 => self.f(index as u8),
            PC => self.pc,
            FCSR => self.fcsr().into(),
            FIRST_VECTOR..VL => self.vectors.low((index - FIRST_VECTOR) as u8),
            VL => self.vectors.count,
            VTYPE => self.vectors.kind_bits(XLEN),
            VSTART => self.vectors.start,
            VXSAT => self.vectors.saturated.into(),
            VXRM => self.vectors.rounding.into(),
            VLENB => self.vectors.length() as u64,
            AGNOSTIC => self.vectors.agnostic.into(),
            _ => 0,
        }
    }

    fn set_value(&mut self, index: u16, value: u64) {
        match index {
            1..32 => self.x[usize::from(index & 31)] = Self::narrow(value),
            FIRST_FLOAT..64 => self.f[usize::from(index & 31)] = value,
            PC => self.pc = Self::unsigned(value),
            FCSR => self.set_fcsr(value as u32),
            VL => self.vectors.set_count(value),
            VTYPE => self.vectors.set_kind_bits(Self::unsigned(value)),
            VSTART => self.vectors.start = value % self.vectors.bits(),
            VXSAT => self.vectors.saturated = value & 1 == 1,
            VXRM => self.vectors.rounding = (value & 3) as u8,
            VLENB => self.vectors.set_length(value),
            AGNOSTIC => self.vectors.agnostic = value & 1 == 1,
            _ => {}
        }
    }

    fn wide(&self, index: u16, out: &mut [u8]) -> Option<usize> {
        let register = self.vectors.register(vector(index)?);
        out.iter_mut().zip(register).for_each(|(to, from)| *to = *from);
        Some(register.len())
    }

    fn set_wide(&mut self, index: u16, bytes: &[u8]) -> bool {
        let number = vector(index);
        if let Some(number) = number {
            self.vectors.set_register(number, bytes);
        }
        number.is_some()
    }

    fn address(&self) -> u64 {
        self.pc
    }

    fn go_to(&mut self, address: u64) {
        self.pc = Self::unsigned(address);
    }

    /// There is no code beyond 2^32, whose addresses the table of decoded instructions does not distinguish.
    #[inline(always)]
    fn cached(&self) -> S::Entry {
        self.base.cached(self.pc)
    }

    fn serves(number: u64) -> bool {
        LIBRARY.get(number).is_some()
    }

    fn decode_at(&mut self, address: u64) -> Result<S::Entry, Trap> {
        if u32::try_from(address).is_err() {
            return Err(Trap::fault(FaultKind::WildJump, address, "there is no code here"));
        }
        let bytes = read_halves(&mut self.base.memory, address, size_of)?;
        S::decode(self, address, bytes)
    }

    #[inline(always)]
    fn step<O: Observer>(&mut self, entry: S::Entry, left: u64, observer: &mut O) -> Result<(), Trap> {
        self.announce(entry, observer);
        S::execute(self, entry, left, observer)
    }
}

impl Semantics for BuiltIn {
    type Entry = Entry;

    fn decode<const XLEN: u32>(core: &mut Core<XLEN>, address: u64, bytes: [u8; 4]) -> Result<Entry, Trap> {
        let word = u32::from_le_bytes(bytes);
        let illegal = Entry::sentinel(Sentinel::Illegal, word);
        let Ok(instruction) = decode(&bytes, Core::<XLEN>::WIDTH) else {
            return Ok(if is_fence(word) {
                Entry { size: 4, ..Entry::plain(Code::Op(Op::Fence), 0) }
            } else {
                illegal
            });
        };
        let extension = lacking::extension_of(&instruction);
        if core.taken_at(address).any(|taken| extension == Some(taken)) {
            return Ok(illegal);
        }
        Ok(Entry::of(&instruction))
    }

    #[inline(always)]
    fn execute<const XLEN: u32, O: Observer>(
        core: &mut Core<XLEN>,
        entry: Entry,
        left: u64,
        observer: &mut O,
    ) -> Result<(), Trap> {
        core.execute(entry, left, observer)
    }
}

/// Number of a vector register among them.
fn vector(index: u16) -> Option<u8> {
    (FIRST_VECTOR..VL).contains(&index).then(|| (index - FIRST_VECTOR) as u8)
}

/// Returns whether a word is a fence with fields that a later version may give a meaning, which the manual says to ignore.
const fn is_fence(word: u32) -> bool {
    matches!(word & 0x707f, 0x000f | 0x100f)
}

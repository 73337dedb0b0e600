//! The simulator: registers, memory, and the loop that executes decoded instructions.
//!
//! The simulation is functional: one core in one thread, no timing. Vector registers hold at most 1024 bits, as in the
//! reference emulator. What operations do is in `alu` and `float`; instructions in full in
//! `general`, `jump` and `vector`; system registers and calls in `system`.

mod alu;
mod exact;
mod float;
mod general;
mod host;
mod jump;
mod pairs;
mod processor;
mod system;
mod vector;

use super::loader::{STACK_TOP, memory_map};
use super::predecode::{Code, Entry};
use super::runtime::POLICY;
use crate::machine::{FaultKind, Observer, RegisterClass, RegisterInfo};
use crate::memory_map::MapError;
use crate::simulator::{Base, Processor, Trap, announce_jump};

/// Longest vector in bytes.
pub const MAX_VECTOR: usize = 128;
/// Deepest nesting of calls.
const CALL_DEPTH: usize = 1 << 20;
/// Most bytes of output that are kept.
const OUTPUT_LIMIT: usize = 1 << 20;
/// Numeric control register at start: every element enabled, subnormal numbers supported.
const NUMCONTR: u64 = 0x2001;
/// Places of threadp and datap among the registers.
const THREADP: usize = 32;
const DATAP: usize = 33;
/// Numbers of the special registers for the harness.
const FIRST_SPECIAL: u16 = 64;

/// One vector register. Bytes behind the length are 0.
#[derive(Debug, Clone, Copy)]
struct Vector {
    bytes: [u8; MAX_VECTOR],
    length: usize,
}

impl Vector {
    const EMPTY: Self = Self { bytes: [0; MAX_VECTOR], length: 0 };

    /// The element of `size` bytes (at most 16) at byte `at`, 0 where the register ends.
    fn get(&self, at: usize, size: usize) -> u128 {
        match self.bytes.get(at..at.saturating_add(size)) {
            Some(bytes) if at + size <= self.length => number(bytes),
            _ => 0,
        }
    }

    /// The first element of `size` bytes as far as it exists: bytes behind the length read as 0.
    fn first(&self, size: usize) -> u128 {
        self.bytes.get(..size).map_or(0, number)
    }

    /// Sets an element of at most 16 bytes that lies within the length.
    fn set(&mut self, at: usize, size: usize, value: u128) {
        if at.saturating_add(size) > self.length {
            return;
        }
        if let Some(bytes) = self.bytes.get_mut(at..at + size) {
            for (to, from) in bytes.iter_mut().zip(value.to_le_bytes()) {
                *to = from;
            }
        }
    }

    /// An empty register of some length, at most the longest there is.
    fn of_length(length: u64) -> Self {
        Self { length: length.min(MAX_VECTOR as u64) as usize, ..Self::EMPTY }
    }

    /// Sets the length; bytes that this adds or cuts off are 0.
    fn resized(mut self, length: u64) -> Self {
        self.length = length.min(MAX_VECTOR as u64) as usize;
        if let Some(rest) = self.bytes.get_mut(self.length..) {
            rest.fill(0);
        }
        self
    }
}

/// A number of at most 16 bytes.
fn number(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u128::from(byte))
}

/// One simulated ForwardCom core.
#[derive(Debug)]
pub struct Core {
    base: Base<Entry>,
    /// r0 to r31, threadp, datap, 0.
    /// With places that nothing uses, so that no number of a register lies outside.
    r: [u64; 64],
    v: Box<[Vector; 32]>,
    numcontr: u64,
    capabilities: [u64; 16],
    call_stack: Vec<u64>,
    pc: u32,
    /// threadp and datap at start.
    pointers: [u64; 2],
}

impl Core {
    /// A core with the default memory map. Code is executed below 0x800_0000 only.
    ///
    /// # Errors
    ///
    /// Never with the map as it is; the type is that of any map.
    pub fn new() -> Result<Self, MapError> {
        let mut core = Self {
            base: Base::new(memory_map(), POLICY, 0)?,
            r: [0; 64],
            v: Box::new([Vector::EMPTY; 32]),
            numcontr: NUMCONTR,
            capabilities: [0; 16],
            call_stack: Vec::new(),
            pc: 0,
            pointers: [0, STACK_TOP],
        };
        core.restart();
        Ok(core)
    }

    /// The control register has 32 bits; bit 0, which enables every element without a mask, stays set.
    fn set_numcontr(&mut self, value: u64) {
        self.numcontr = value & 0xFFFF_FFFF | 1;
    }

    /// A general register, threadp, datap or 0.
    #[inline(always)]
    fn r(&self, index: u8) -> u64 {
        self.r[usize::from(index & 63)]
    }

    /// Sets a general register.
    #[inline(always)]
    fn put<O: Observer>(&mut self, observer: &mut O, index: u8, value: u64) {
        let register = &mut self.r[usize::from(index & 31)];
        observer.register(self.pc.into(), (index & 31).into(), *register, value);
        *register = value;
    }

    fn vector(&self, index: u8) -> &Vector {
        // The array has a place for every number.
        &self.v[usize::from(index & 31)]
    }

    fn put_vector<O: Observer>(&mut self, observer: &mut O, index: u8, value: Vector) {
        let register = &mut self.v[usize::from(index & 31)];
        let (old, new) = (register.get(0, 8) as u64, value.get(0, 8) as u64);
        *register = value;
        observer.register(self.pc.into(), 32 + u16::from(index & 31), old, new);
    }

    /// Executes one instruction.
    #[inline(always)]
    fn step_entry<O: Observer>(&mut self, entry: Entry, observer: &mut O) -> Result<(), Trap> {
        if entry.code as u8 > Code::Host as u8 {
            observer.step(self.pc.into(), &*self);
        }
        let next = self.pc.wrapping_add(entry.size.into());
        let unused = entry.unused & 63;
        let bits = 64 - u32::from(unused);
        let low = |value: u64| value << unused >> unused;
        let signed = |value: u64| (value << unused) as i64 >> unused;
        let a = self.r(entry.ra);
        let b = self.r(entry.rb).wrapping_add(entry.imm);
        let result = match entry.code {
            Code::Move => b,
            Code::Add => a.wrapping_add(b),
            Code::Sub => a.wrapping_sub(b),
            Code::Mul => a.wrapping_mul(b),
            Code::And => a & b,
            Code::Or => a | b,
            Code::Xor => a ^ b,
            Code::ShiftLeft => {
                if low(b) < bits.into() {
                    a << (b & 63)
                } else {
                    0
                }
            }
            Code::ShiftRight => {
                if low(b) < bits.into() {
                    low(a) >> (b & 63)
                } else {
                    0
                }
            }
            Code::ShiftRightSigned => (signed(a) >> low(b).min(u64::from(bits) - 1)) as u64,
            Code::Load => {
                let index = self.r(entry.rb) << (entry.condition & 3);
                let address = a.wrapping_add(index).wrapping_add(entry.imm);
                self.load_value(observer, address, usize::from(entry.width))?
            }
            Code::Store => {
                let index = self.r(entry.rb) << (entry.condition & 3);
                let address = a.wrapping_add(index).wrapping_add(entry.imm);
                self.store_value(observer, address, usize::from(entry.width), self.r(entry.rd))?;
                self.pc = next;
                return Ok(());
            }
            Code::CompareJump => {
                let (a, b) = (low(a), low(b));
                let (x, y) = (signed(a), signed(b));
                let taken = match entry.condition >> 1 {
                    0 => a == b,
                    1 => x < y,
                    2 => x > y,
                    3 => a < b,
                    _ => a > b,
                };
                self.pc = if taken != (entry.condition & 1 != 0) { entry.target } else { next };
                return Ok(());
            }
            Code::AddJump | Code::SubJump => {
                // In the highest bits, so that what does not fit does not fit the whole.
                let (a, b) = (a << unused, b << unused);
                let (x, y) = (a as i64, b as i64);
                let ((result, carry), overflow) = match entry.code {
                    Code::SubJump => (a.overflowing_sub(b), x.checked_sub(y).is_none()),
                    _ => (a.overflowing_add(b), x.checked_add(y).is_none()),
                };
                let taken = jump::holds(entry.condition, result == 0, (result as i64) < 0, overflow, carry);
                self.put(observer, entry.rd, result >> unused);
                self.pc = if taken { entry.target } else { next };
                return Ok(());
            }
            Code::IncrementJump => {
                let result = low(a.wrapping_add(1));
                let (x, y) = (signed(result), signed(b));
                let taken = if entry.condition & 2 == 0 { x < y } else { x > y };
                self.put(observer, entry.rd, result);
                self.pc = if taken != (entry.condition & 1 != 0) { entry.target } else { next };
                return Ok(());
            }
            Code::Jump => {
                self.pc = entry.target;
                return Ok(());
            }
            Code::Call => return self.enter(observer, entry.target.into(), next),
            Code::ReturnTop => return self.leave(observer),
            _ => return self.rare(entry.code, entry.imm, observer),
        };
        self.put(observer, entry.rd, low(result));
        self.pc = next;
        Ok(())
    }

    /// Executes what has no short form. Two parts of an entry and not the whole: it then stays in registers.
    #[inline(never)]
    fn rare<O: Observer>(&mut self, code: Code, imm: u64, observer: &mut O) -> Result<(), Trap> {
        let pc = u64::from(self.pc);
        match code {
            Code::BreakpointHere | Code::Stop => Err(Trap::breakpoint(pc)),
            Code::Host => self.serve(imm as usize, observer),
            Code::General => match self.base.cache.detail(imm as u32) {
                Some(general) => self.execute(&general, observer),
                None => Err(Trap::fault(FaultKind::Illegal, 0u64, "the instruction is not decoded")),
            },
            _ => Err(Trap::fault(FaultKind::Illegal, imm, "no such instruction")),
        }
    }

    /// Calls: the return address goes to the call stack, which programs cannot see.
    fn enter<O: Observer>(&mut self, observer: &mut O, target: u64, next: u32) -> Result<(), Trap> {
        if self.call_stack.len() >= CALL_DEPTH {
            return Err(Trap::fault(FaultKind::Exception, target, "the call stack is full"));
        }
        let target = self.jump_target(target)?;
        observer.call(self.pc.into(), target.into(), next.into());
        self.call_stack.push(next.into());
        self.pc = target;
        Ok(())
    }

    fn leave<O: Observer>(&mut self, observer: &mut O) -> Result<(), Trap> {
        let empty = Trap::fault(FaultKind::Exception, self.pc, "return with an empty call stack");
        let target = self.call_stack.last().copied().ok_or(empty)?;
        let next = self.jump_target(target)?;
        announce_jump(self, observer, target, None);
        self.pc = next;
        self.call_stack.pop();
        Ok(())
    }

    /// Checks the target of a jump.
    fn jump_target(&self, target: u64) -> Result<u32, Trap> {
        match u32::try_from(target) {
            Ok(target) if target & 3 == 0 => Ok(target),
            Ok(_) => Err(Trap::fault(FaultKind::Misaligned, target, "jump to an odd address")),
            Err(_) => Err(Trap::fault(FaultKind::WildJump, target, "jump beyond the memory")),
        }
    }

    /// Loads `1 << log` bytes.
    #[inline(always)]
    fn load_value<O: Observer>(&self, observer: &mut O, address: u64, log: usize) -> Result<u64, Trap> {
        observer.read(self.pc.into(), address, 1 << log);
        Ok(match log {
            0 => u8::from_le_bytes(self.base.memory.load(address)?).into(),
            1 => u16::from_le_bytes(self.base.memory.load(address)?).into(),
            2 => u32::from_le_bytes(self.base.memory.load(address)?).into(),
            _ => u64::from_le_bytes(self.base.memory.load(address)?),
        })
    }

    /// Stores `1 << log` bytes.
    #[inline(always)]
    fn store_value<O: Observer>(
        &mut self,
        observer: &mut O,
        address: u64,
        log: usize,
        value: u64,
    ) -> Result<(), Trap> {
        match log {
            0 => self.write_memory(observer, address, (value as u8).to_le_bytes())?,
            1 => self.write_memory(observer, address, (value as u16).to_le_bytes())?,
            2 => self.write_memory(observer, address, (value as u32).to_le_bytes())?,
            _ => self.write_memory(observer, address, value.to_le_bytes())?,
        }
        Ok(())
    }
}

const fn register(name: &'static str, alias: &'static str, bits: u16, class: RegisterClass) -> RegisterInfo {
    RegisterInfo { name, alias, bits, class }
}

/// All registers: r0 to r31, v0 to v31, numcontr, threadp, datap.
static REGISTERS: [RegisterInfo; 67] = {
    const NAMES: [&str; 67] = [
        "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
        "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29",
        "r30", "r31", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",
        "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27",
        "v28", "v29", "v30", "v31", "numcontr", "threadp", "datap",
    ];
    let mut table = [register("", "", 64, RegisterClass::Special); 67];
    let mut at = 0;
    while at < 67 {
        let (bits, class) = match at {
            0..32 => (64, RegisterClass::General),
            32..64 => (8 * MAX_VECTOR as u16, RegisterClass::Vector),
            _ => (64, RegisterClass::Special),
        };
        table[at] = register(NAMES[at], if at == 31 { "sp" } else { "" }, bits, class);
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zero_register_is_behind_the_pointers() {
        assert_eq!(usize::from(super::super::predecode::ZERO), DATAP + 1);
    }
}

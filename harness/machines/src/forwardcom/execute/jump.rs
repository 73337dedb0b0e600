//! Control transfer in full.

use super::super::formats::source;
use super::super::isa::id;
use super::super::predecode::{General, element_size};
use super::alu::{compare, low, signed, tested, width};
use super::float::Precision;
use super::general::{extended, unsupported};
use super::{Core, MAX_VECTOR, Trap, Vector};
use crate::machine::{FaultKind, Observer, Stop};

/// True if a jump with an addition or a subtraction is taken. The condition is the operation code: 0 zero,
/// 2 negative, 4 positive, 6 signed overflow, 8 carry or borrow; odd ones the opposite.
#[inline(always)]
pub(super) fn holds(condition: u8, zero: bool, negative: bool, overflow: bool, carry: bool) -> bool {
    let holds = match condition >> 1 {
        0 => zero,
        1 => negative,
        2 => !negative && !zero,
        3 => overflow,
        _ => carry,
    };
    holds != (condition & 1 != 0)
}

/// True if a floating-point comparison jumps. Codes from 32 on do not jump for NaN, those below do; 22 and
/// 23 test for NaN alone.
fn compares(precision: Precision, code: u8, a: u64, b: u64) -> bool {
    let unordered = precision.is_nan(a) || precision.is_nan(b);
    if code & 0x3E == 22 {
        return unordered == (code & 1 == 0);
    }
    if unordered {
        return code < 32;
    }
    let (mut x, mut y) = (precision.wide(a), precision.wide(b));
    let mut condition = code & 0xE;
    if condition >= 6 {
        (x, y) = (x.abs(), y.abs());
        condition -= 4;
    }
    let taken = match condition {
        0 => x == y,
        2 => x < y,
        _ => x > y,
    };
    taken != (code & 1 != 0)
}

impl Core {
    /// Executes a jump, a call, a return, a trap or a system call.
    pub(super) fn execute_jump<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let i = &g.instruction;
        let next = self.pc.wrapping_add(i.size() as u32);
        let name = i.form.name;
        match name {
            "jump" | "call" | "jump_relative" | "call_relative" => {
                let target = self.target(g, next, observer)?;
                if name.starts_with("call") {
                    return self.enter(observer, target, next);
                }
                self.pc = self.jump_target(target)?;
                return Ok(());
            }
            "return" => return self.leave(observer),
            "sys_return" => {
                let text = "return from a system call that was not made";
                return Err(Trap::fault(FaultKind::Unsupported, self.pc, text));
            }
            "sys_call" => {
                self.system_call(g, observer)?;
                self.pc = next;
                return Ok(());
            }
            "breakpoint" => return Err(Trap::Stop(Box::new(Stop::Breakpoint(self.pc.into())))),
            "filler" => {
                return Err(Trap::fault(FaultKind::Exception, self.pc, "control ran into filler"));
            }
            "trap" => {
                return Err(Trap::fault(FaultKind::Exception, i.words.unsigned(2, 0), "trap"));
            }
            "compare_trap_uabove" => {
                let value = u64::from(self.r(g.rd) as u32);
                if value > i.words.unsigned(4, 4) {
                    let text = "compare_trap: the limit is exceeded";
                    return Err(Trap::fault(FaultKind::Exception, value, text));
                }
                self.pc = next;
                return Ok(());
            }
            _ => {}
        }
        let taken = self.arithmetic_jump(g, observer)?;
        let distance = i.jump_distance().unwrap_or(0);
        self.pc = if taken { next.wrapping_add(distance as u32) } else { next };
        Ok(())
    }

    fn target<O: Observer>(&self, g: &General, next: u32, observer: &mut O) -> Result<u64, Trap> {
        let i = &g.instruction;
        if let Some(distance) = i.jump_distance() {
            return Ok(u64::from(next).wrapping_add(distance as u64));
        }
        if i.form.name.ends_with("relative") {
            let bits = width(i.operand_type);
            let place = self.place(g)?;
            let offset = self.load_element(observer, place.address, element_size(i).min(8))?;
            return Ok(self.r(g.rd).wrapping_add((signed(offset, bits) as u64) << 2));
        }
        if i.format.has_memory() {
            let place = self.place(g)?;
            return self.load_value(observer, place.address, 3);
        }
        Ok(if i.format.tag == 0x311 { i.words.unsigned(8, 4) } else { self.r(g.rd) })
    }

    /// An operand of arithmetic with a jump. Of a register in the place of the destination, where the first
    /// source of most forms stands, the bytes that exist are seen, so that `float v1 & 1` tests bit 0 of a
    /// vector of one byte; an element of another register that does not exist in full is 0.
    fn jump_operand<O: Observer>(
        &self,
        g: &General,
        index: usize,
        vector: bool,
        observer: &mut O,
    ) -> Result<u128, Trap> {
        let i = &g.instruction;
        let size = element_size(i);
        let (field, number) = g.sources.get(index).copied().unwrap_or((0, 0));
        let value = match field {
            source::IMMEDIATE => extended(g.constant),
            source::MEMORY => {
                let place = self.place(g)?;
                self.load_element(observer, place.address, size)?
            }
            _ if vector && number == g.rd => self.vector(number).first(size as usize),
            _ if vector => self.vector(number).get(0, size as usize),
            _ => self.r(number).into(),
        };
        Ok(low(value, width(i.operand_type)))
    }

    /// Does the arithmetic, and says whether to jump.
    fn arithmetic_jump<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<bool, Trap> {
        let i = &g.instruction;
        let bits = width(i.operand_type);
        // There are no general registers of 128 bits.
        let vector = i.is_vector() || bits > 64;
        if i.operand_type == 7 {
            return Err(unsupported(g));
        }
        let a = self.jump_operand(g, 1, vector, observer)?;
        let b = self.jump_operand(g, 2, vector, observer)?;
        let (result, taken) = jump_result(g, a, b, bits).ok_or_else(|| unsupported(g))?;
        match result {
            None => {}
            Some(result) if vector => {
                let mut value = Vector::of_length(element_size(i));
                value.set(0, value.length, result);
                self.put_vector(observer, g.rd, value);
            }
            Some(result) => self.put(observer, g.rd, low(result, bits) as u64),
        }
        Ok(taken)
    }
}

/// The result of arithmetic with a jump, if it has one, and whether the jump is taken; `None` where the operation
/// does not exist for the type.
fn jump_result(g: &General, a: u128, b: u128, bits: u32) -> Option<(Option<u128>, bool)> {
    let i = &g.instruction;
    let (operation, code) = (i.form.id & 0xFF, i.form.op1);
    let plain = low(if g.has_constant { extended(g.raw) } else { b }, bits);
    let (result, taken) = match (operation, Precision::of(i.operand_type)) {
        (id::FP_CATEGORY, Some(precision)) => (None, precision.category(a as u64) & plain as u8 != 0),
        (id::COMPARE, Some(precision)) => return Some((None, compares(precision, code, a as u64, b as u64))),
        (id::COMPARE, None) => {
            // Equal, signed below and above, unsigned below and above.
            let condition = [0, 2, 4, 8 | 2, 8 | 4].get(usize::from(code >> 1 & 7))?;
            (None, compare(*condition, a, b, bits))
        }
        (id::ADD | id::SUB, _) => {
            // In the highest bits, so that what does not fit does not fit the whole.
            let (a, b) = (a << (128 - bits), b << (128 - bits));
            let (x, y) = (a as i128, b as i128);
            let ((result, carry), overflow) = match operation {
                id::SUB => (a.overflowing_sub(b), x.checked_sub(y).is_none()),
                _ => (a.overflowing_add(b), x.checked_add(y).is_none()),
            };
            let taken = holds(code & 15, result == 0, (result as i128) < 0, overflow, carry);
            return Some((Some(result >> (128 - bits)), taken));
        }
        (id::AND, _) => (Some(a & plain), a & plain == 0),
        (id::OR, _) => (Some(a | plain), a | plain == 0),
        (id::XOR, _) => (Some(a ^ plain), a == plain),
        (id::TEST_BIT | id::TEST_BITS_AND | id::TEST_BITS_OR, _) => (None, tested(operation, a, plain, bits)),
        (id::INCREMENT, _) => {
            let result = low(a.wrapping_add(1), bits);
            (Some(result), compare(if code & 2 == 0 { 2 } else { 4 }, result, b, bits))
        }
        (id::SUB_MAXLEN, _) if bits <= 64 => {
            let result = a.wrapping_sub(MAX_VECTOR as u128);
            (Some(result), signed(result, bits) > 0)
        }
        _ => return None,
    };
    Some((result, taken != (code & 1 != 0)))
}

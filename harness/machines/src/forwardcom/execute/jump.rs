//! Control transfer in full.

use super::super::formats::source;
use super::super::predecode::{General, element_size};
use super::alu::{low, signed, width};
use super::float::Precision;
use super::general::unsupported;
use super::{Core, MAX_VECTOR, Trap, Vector};
use crate::machine::{FaultKind, Observer, Stop};

/// The result of an addition or a subtraction, and whether the jump is taken. The condition is the operation
/// code: 0 zero, 2 negative, 4 positive, 6 signed overflow, 8 carry or borrow; odd ones the opposite.
#[inline(always)]
pub(super) fn add_or_subtract(subtract: bool, condition: u8, a: u64, b: u64, bits: u32) -> (u64, bool) {
    let (a, b) = (low(a, bits), low(b, bits));
    let sign = 1u64 << (bits - 1);
    let result = low(if subtract { a.wrapping_sub(b) } else { a.wrapping_add(b) }, bits);
    let taken = match condition >> 1 {
        0 => result == 0,
        1 => result & sign != 0,
        2 => result & sign == 0 && result != 0,
        3 if subtract => (a ^ b) & (a ^ result) & sign != 0,
        3 => !(a ^ b) & (a ^ result) & sign != 0,
        _ if subtract => result > a,
        _ => result < a,
    };
    (result, taken != (condition & 1 != 0))
}

/// Whether a floating-point comparison jumps. Codes from 32 on do not jump for NaN, those below do; 22 and
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
            "return" => return self.leave(),
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
                if low(self.r(g.rd), 32) > i.words.unsigned(4, 4) {
                    let text = "compare_trap: the limit is exceeded";
                    return Err(Trap::fault(FaultKind::Exception, low(self.r(g.rd), 32), text));
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
            let offset = self.load_element(observer, place.address, element_size(i))?;
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
    ) -> Result<u64, Trap> {
        let i = &g.instruction;
        let size = element_size(i);
        let (field, number) = g.sources.get(index).copied().unwrap_or((0, 0));
        Ok(match field {
            source::IMMEDIATE => g.constant,
            source::MEMORY => {
                let place = self.place(g)?;
                self.load_element(observer, place.address, size)?
            }
            _ if vector && number == g.rd => self.vector(number).first(size as usize),
            _ if vector => self.vector(number).get(0, size.min(8) as usize),
            _ => low(self.r(number), width(i.operand_type)),
        })
    }

    /// Does the arithmetic, and says whether to jump.
    fn arithmetic_jump<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<bool, Trap> {
        let i = &g.instruction;
        let code = i.form.op1;
        let vector = i.is_vector();
        let bits = width(i.operand_type);
        if i.operand_type == 7 {
            return Err(unsupported(g));
        }
        if i.operand_type == 4 {
            return self.wide_jump(g, observer);
        }
        let a = self.jump_operand(g, 1, vector, observer)?;
        let b = self.jump_operand(g, 2, vector, observer)?;
        let plain = low(if g.has_constant { g.raw } else { b }, bits);
        let opposite = code & 1 != 0;
        if let Some(precision) = Precision::of(i.operand_type) {
            match i.form.id & 0xFF {
                0x54 => return Ok((precision.category(a) & plain as u8 != 0) != opposite),
                7 => return Ok(compares(precision, code, a, b)),
                _ => {}
            }
        }
        let (result, taken) = match i.form.id & 0xFF {
            7 => {
                let (a, b) = (low(a, bits), low(b, bits));
                let taken = match code >> 1 & 7 {
                    0 => a == b,
                    1 => signed(a, bits) < signed(b, bits),
                    2 => signed(a, bits) > signed(b, bits),
                    3 => a < b,
                    _ => a > b,
                };
                return Ok(taken != opposite);
            }
            8 => add_or_subtract(false, code - 16, a, b, bits),
            9 => add_or_subtract(true, code, a, b, bits),
            0x1A => (a & plain, (low(a & plain, bits) == 0) != opposite),
            0x1B => (a | plain, (low(a | plain, bits) == 0) != opposite),
            0x1C => (a ^ plain, (low(a ^ plain, bits) == 0) != opposite),
            0x27 => return Ok((plain < bits.into() && a >> plain & 1 != 0) != opposite),
            0x28 => return Ok((a & plain == plain) != opposite),
            0x29 => return Ok((a & plain != 0) != opposite),
            0x51 => {
                let result = low(a.wrapping_add(1), bits);
                let (x, y) = (signed(result, bits), signed(b, bits));
                let taken = if code & 2 == 0 { x < y } else { x > y };
                (result, taken != opposite)
            }
            0x52 => {
                let result = a.wrapping_sub(MAX_VECTOR as u64);
                (result, (signed(result, bits) > 0) != opposite)
            }
            _ => return Err(unsupported(g)),
        };
        if vector {
            let mut value = Vector::of_length(element_size(i));
            value.set(0, value.length, result);
            self.put_vector(observer, g.rd, value);
        } else {
            self.put(observer, g.rd, low(result, bits));
        }
        Ok(taken)
    }

    /// Arithmetic on 128 bits with a jump.
    fn wide_jump<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<bool, Trap> {
        let i = &g.instruction;
        let mut operand = |index: usize| {
            let (field, number) = g.sources.get(index).copied().unwrap_or((0, 0));
            Ok::<u128, Trap>(match field {
                source::IMMEDIATE => i128::from(g.constant as i64) as u128,
                source::MEMORY => {
                    let place = self.place(g)?;
                    let lower = self.load_element(observer, place.address, 8)?;
                    let upper = self.load_element(observer, place.address.wrapping_add(8), 8)?;
                    u128::from(lower) | u128::from(upper) << 64
                }
                _ if number == g.rd => self.vector(number).first_wide(),
                _ => self.vector(number).get_wide(0, 16),
            })
        };
        let (a, b) = (operand(1)?, operand(2)?);
        let (result, taken) =
            super::wide::jump(i.form.id & 0xFF, i.form.op1, a, b).ok_or_else(|| unsupported(g))?;
        if let Some(result) = result {
            let mut value = Vector::of_length(16);
            value.set_wide(0, 16, result);
            self.put_vector(observer, g.rd, value);
        }
        Ok(taken)
    }
}

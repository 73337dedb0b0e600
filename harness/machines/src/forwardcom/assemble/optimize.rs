//! Optimizations, from level 1 on.

use super::combine::{is_zero, negated};
use super::expression::Constant;
use super::reach::fits;
use super::token::Type;
use super::{Assembler, Code, Target};
use crate::forwardcom::isa::id;

/// The constant negated.
fn negate(code: &mut Code) {
    code.operands.constant = code.operands.constant.as_ref().map(negated);
}

/// The negated constant fits what the constant was noted to fit negated.
fn mark_negated(code: &mut Code) {
    code.fit_number |= (code.fit_number & fits::NEGATED) >> 1;
}

fn int32_or_less(one: Type) -> bool {
    !one.float && (one.code == 2 || one.code < 2 && one.plus)
}

impl Assembler {
    /// Replaces an instruction by one that is shorter or faster.
    pub(super) fn optimize(&self, code: &mut Code) {
        let number = code.operands.instruction.unwrap_or(0);
        let one = code.data_type.unwrap_or_default();
        let symbol = code.operands.symbol.is_some();
        if number & id::JUMP_BIT != 0 {
            self.optimize_jump(code, number, one);
        } else {
            if let (Some(value), false) = (code.operands.as_int(), symbol) {
                self.optimize_int(code, number, one, value);
            }
            if let (Some(Constant::Float(_)), id::SUB) = (&code.operands.constant, number)
                && code.fit_number & fits::F16 != 0
                && one.float
                && code.operands.memory.is_none_or(|memory| !memory.has_offset && memory.symbol.is_none())
            {
                code.operands.instruction = Some(id::ADD);
                negate(code);
            }
        }
        let number = code.operands.instruction.unwrap_or(0);
        if number == id::SUB_REV && one.float && is_zero(&code.operands) && code.operands.registers.len() == 1
        {
            // -v is the sign bit turned round.
            code.operands.instruction = Some(id::TOGGLE_BIT);
            code.operands.constant = Some(Constant::Int(i64::from(8 * one.size()) - 1));
            return;
        }
        if matches!(number, id::MUL | id::DIV) && !symbol {
            self.optimize_product(code, number, one);
        }
    }

    fn optimize_jump(&self, code: &mut Code, number: u32, one: Type) {
        let Some(value) = code.operands.as_int().filter(|_| code.operands.symbol.is_none()) else { return };
        if number & 0xFF == id::SUB && (-0x7F..=0x80).contains(&value) && int32_or_less(one) {
            negate(code);
            code.operands.instruction = Some(turn(number ^ (id::SUB ^ id::ADD)));
        }
        let number = code.operands.instruction.unwrap_or(0);
        if code.fit_number & (fits::NEG16 | fits::NEG32) != 0 && number & 0xFE == id::ADD {
            negate(code);
            code.operands.instruction = Some(turn(number ^ (id::SUB ^ id::ADD)));
            mark_negated(code);
        }
    }

    fn optimize_int(&self, code: &mut Code, number: u32, one: Type, value: i64) {
        use fits::*;
        let fit = code.fit_number;
        let has = |flags: u32| fit & flags != 0;
        let vector = code.uses_vectors(false);
        let same = matches!(code.target, Target::Register(target) if code.operands.registers.first() == Some(&target));
        let bits = value as u64;
        let wide = !one.float && one.code == 3;
        let set = |code: &mut Code, number: u32, value: u32| {
            code.operands.instruction = Some(number);
            code.operands.constant = Some(Constant::Int(value.into()));
            code.fit_number = I8 | I16 | I32;
        };
        if number & !1 == id::ADD && has(NEG8) {
            code.operands.instruction = Some(number ^ (id::ADD ^ id::SUB));
            negate(code);
            mark_negated(code);
        } else if number == id::SUB
            && has(I16_SHIFT16 | I16)
            && !has(I8)
            && bits as u32 != 0x8000_0000
            && bits as u32 != 0xFFFF_8000
            && same
            && !vector
            && int32_or_less(one)
        {
            code.operands.instruction = Some(id::ADD);
            negate(code);
        } else if number == id::SUB
            && has(I8_SHIFT)
            && !has(I8)
            && !one.float
            && same
            && (one.code >= 2 || one.plus)
        {
            code.operands.instruction = Some(id::ADD);
            negate(code);
            code.fit_number &= !(I16 | I16_SHIFT16 | I32_SHIFT32);
        } else if number == id::SUB
            && has(I32_SHIFT32)
            && !has(I16_SHIFT | I32)
            && (wide || one.plus)
            && !one.float
        {
            code.operands.instruction = Some(id::ADD);
            negate(code);
        } else if matches!(number, id::MOVE | id::AND) && has(U32) && !has(I32 | I16_SHIFT) && wide && !vector
        {
            // The upper half becomes zero.
            code.data_type = Some(Type::int(2));
        } else if number == id::OR && bits.is_power_of_two() && !has(I8) {
            set(code, id::SET_BIT, bits.trailing_zeros());
        } else if number == id::AND && (!bits).is_power_of_two() && !has(I8) {
            set(code, id::CLEAR_BIT, (!bits).trailing_zeros());
        } else if number == id::XOR && bits.is_power_of_two() && !has(I8) {
            set(code, id::TOGGLE_BIT, bits.trailing_zeros());
        }
    }

    /// Products and quotients of powers of 2.
    fn optimize_product(&self, code: &mut Code, number: u32, one: Type) {
        if !one.float {
            let Some(value) = code.operands.as_int().filter(|&value| value > 0) else { return };
            if !(value as u64).is_power_of_two() {
                return;
            }
            let count = Some(Constant::Int(value.trailing_zeros().into()));
            if number == id::MUL {
                code.operands.instruction = Some(id::SHIFT_LEFT);
                code.operands.constant = count;
            } else if one.unsigned {
                code.operands.instruction = Some(id::SHIFT_RIGHT_U);
                code.operands.constant = count;
            }
            return;
        }
        let Some(value) = code.operands.constant.as_ref().and_then(Constant::number) else { return };
        let bits = value.to_bits();
        let exponent = (bits >> 52 & 0x7FF) as i64;
        if value <= 0.0 || bits & ((1 << 52) - 1) != 0 || exponent == 0 || exponent == 0x7FF {
            return;
        }
        let power = if number == id::DIV { 0x3FF - exponent } else { exponent - 0x3FF };
        if power >= 0 || self.options.optimize >= 3 {
            code.operands.instruction = Some(id::SHIFT_LEFT);
            code.operands.constant = Some(Constant::Int(power));
            code.fit_number = if power > -128 && power < 127 { fits::I8 } else { fits::I16 };
        } else if number == id::DIV {
            code.operands.instruction = Some(id::MUL);
            code.operands.constant = Some(Constant::Float(1.0 / value));
        }
    }

    /// Makes one instruction of a jump and the arithmetic before it, where the jump tests its result.
    pub(super) fn merge_jump(&mut self, code: &mut Code) {
        if self.options.optimize == 0 || code.label.is_some() {
            return;
        }
        let Some(before) = self.last_code() else { return };
        let plain = before.section == code.section
            && before.label.is_none()
            && before.operands.memory.is_none()
            && before.operands.symbol.is_none()
            && before.operands.mask.is_none()
            && !before.operands.has_options
            && before.jump.is_none();
        let (Some(number), Some(jump)) = (before.operands.instruction, code.operands.instruction) else {
            return;
        };
        let tested = match before.target {
            Target::Register(target) => code.operands.registers.first() == Some(&target),
            _ => false,
        };
        let (Some(first), Some(second)) = (before.data_type, code.data_type) else { return };
        if !plain || !tested || first.float != second.float {
            return;
        }
        let wider = first.code > second.code && !second.plus;
        let narrower = first.code < second.code && !first.plus;
        if wider || narrower {
            return;
        }
        let mut one = if first.code < second.code { second } else { first };
        one.unsigned |= second.unsigned;
        let constant = before.operands.as_int();
        if !one.float && before.operands.constant.is_some() {
            let value = constant.unwrap_or(0);
            let fits = if one.unsigned { u32::try_from(value).is_ok() } else { i32::try_from(value).is_ok() };
            if !fits {
                return;
            }
        }
        let against_zero = code.operands.as_int() == Some(0) && code.operands.symbol.is_none();
        let condition = jump & 0xFF_FF00;
        let mut merged = before.clone();
        match number {
            id::ADD | id::SUB if !one.float => {
                let signed = matches!(jump & 0xFF_FE00, id::JUMP_POSITIVE | id::JUMP_NEGATIVE);
                let compares = jump & 0xFF == id::COMPARE;
                if number == id::ADD && constant == Some(1) && !one.unsigned && signed && compares {
                    merged.operands.instruction = Some(condition | id::INCREMENT);
                    merged.operands.constant.clone_from(&code.operands.constant);
                    merged.operands.symbol = code.operands.symbol;
                    merged.operands.memory = code.operands.memory;
                    merged.operands.registers.extend(code.operands.registers.iter().skip(1));
                } else if against_zero && compares && !one.unsigned {
                    merged.operands.instruction = Some(number | condition);
                } else {
                    return;
                }
            }
            id::AND | id::OR | id::XOR
                if against_zero && jump & !id::INVERT == id::JUMP_ZERO | id::COMPARE =>
            {
                merged.operands.instruction = Some(number | condition);
            }
            _ => return,
        }
        merged.data_type = Some(one);
        merged.jump = code.jump;
        merged.fitted = None;
        merged.token = code.token;
        (merged.size, merged.slack, merged.uncertain) = (0, 0, false);
        self.code.pop();
        *code = merged;
    }
}

/// The condition turned round where it is carry, which becomes borrow.
fn turn(number: u32) -> u32 {
    if number & 0xFF_FF00 == id::JUMP_CARRY { number ^ id::INVERT } else { number }
}

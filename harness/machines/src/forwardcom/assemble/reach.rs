//! How many bits constants and distances need.

use super::expression::Constant;
use super::{Assembler, Code, SymbolKind};
use crate::forwardcom::elf::flags as section_flag;

/// What a number fits.
pub(super) mod fits {
    /// Signed 8 bits.
    pub(in super::super) const I8: u32 = 1 << 4;
    /// Its negation is signed 8 bits.
    pub(in super::super) const NEG8: u32 = 1 << 5;
    /// Unsigned 8 bits.
    pub(in super::super) const U8: u32 = 1 << 6;
    /// Signed 8 bits, shifted left.
    pub(in super::super) const I8_SHIFT: u32 = 1 << 7;
    pub(in super::super) const I16: u32 = 1 << 8;
    pub(in super::super) const NEG16: u32 = 1 << 9;
    pub(in super::super) const U16: u32 = 1 << 10;
    pub(in super::super) const I16_SHIFT: u32 = 1 << 11;
    /// Signed 16 bits, shifted left by 16.
    pub(in super::super) const I16_SHIFT16: u32 = 1 << 12;
    pub(in super::super) const I24: u32 = 1 << 14;
    pub(in super::super) const I32: u32 = 1 << 16;
    pub(in super::super) const NEG32: u32 = 1 << 17;
    pub(in super::super) const U32: u32 = 1 << 18;
    pub(in super::super) const I32_SHIFT: u32 = 1 << 19;
    /// 32 bits, shifted left by 32.
    pub(in super::super) const I32_SHIFT32: u32 = 1 << 20;
    /// Half, single, double precision without loss.
    pub(in super::super) const F16: u32 = 1 << 24;
    pub(in super::super) const F32: u32 = 1 << 25;
    pub(in super::super) const F64: u32 = 1 << 26;
    /// The negated constant fits better.
    pub(in super::super) const NEGATED: u32 = NEG8 | NEG16 | NEG32;
}

/// What an integer fits.
pub(super) fn integer(value: i64) -> u32 {
    use fits::*;
    if value == i64::MIN {
        return 0;
    }
    let magnitude = value.unsigned_abs();
    let (low, high) =
        if magnitude == 0 { (0, 0) } else { (magnitude.trailing_zeros(), 63 - magnitude.leading_zeros()) };
    let bits = high - low + 1;
    let mut fit = 0;
    let mut when = |condition: bool, flag: u32| {
        if condition {
            fit |= flag;
        }
    };
    if value >= 0 {
        when(value < 0x80, I8 | I8_SHIFT);
        when(value == 0x80, NEG8);
        when(value <= 0xFF, U8);
        when(value < 0x8000, I16 | I16_SHIFT16);
        when(value == 0x8000, NEG16);
        when(value <= 0xFFFF, U16);
        when(high < 31, I32);
        when(high < 32, U32);
        when(value == 0x8000_0000, NEG32);
        when(bits < 16 && low >= 16 && high < 31, I16_SHIFT16);
    } else {
        when(magnitude <= 0x80, I8 | I8_SHIFT);
        when(magnitude <= 0x8000, I16 | I16_SHIFT16);
        when(magnitude <= 0x8000_0000, I32);
        when(bits < 16 && low >= 16 && high <= 31, I16_SHIFT16);
    }
    when(bits < 8, I8_SHIFT);
    when(bits < 16, I16_SHIFT);
    when(bits < 32, I32_SHIFT);
    when(low >= 32, I32_SHIFT32);
    fit
}

/// What a floating-point number fits.
pub(super) fn float(value: f64) -> u32 {
    use fits::*;
    if value == 0.0 {
        return I8 | F16 | F32 | F64;
    }
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7FF) as i32;
    let finite = exponent != 0x7FF;
    let power = exponent - 0x3FF;
    let mut fit = F64;
    if bits & ((1 << 42) - 1) == 0 && (!finite || (-14..=15).contains(&power)) {
        fit |= F16;
    }
    if bits & ((1 << 29) - 1) == 0 && (!finite || (-126..=127).contains(&power)) {
        fit |= F32;
    }
    if fit & F16 != 0 && finite && value.fract() == 0.0 && (-128.0..128.0).contains(&value) {
        fit |= I8;
    }
    fit
}

/// What a relocated field must hold if nothing is farther away than this.
fn relocated(distance: u64, with_24: bool) -> u32 {
    let mut fit = 0;
    for (limit, flag) in [(7, fits::I8), (15, fits::I16), (23, fits::I24), (31, fits::I32)] {
        if distance <= 1 << limit && (flag != fits::I24 || with_24) {
            fit |= flag;
        }
    }
    fit
}

/// What a distance fits, and whether that may change when it grows by `slack`.
fn distance(value: i64, slack: i64, widths: &[(u32, u32)]) -> (u32, bool) {
    let inside = |value: i64, bits: u32| value >= -(1 << (bits - 1)) && value < 1 << (bits - 1);
    let mut fit = 0;
    let mut uncertain = false;
    for &(bits, flag) in widths {
        if inside(value, bits) {
            fit |= flag;
            uncertain |= !inside(value.saturating_add(slack), bits);
        }
    }
    (fit, uncertain)
}

/// Without the narrowest width.
fn larger(fit: u32) -> u32 {
    fit & fit.wrapping_sub(1) | fits::I32
}

impl Assembler {
    /// How far away a symbol may be.
    fn reach_of(&self, symbol: usize) -> u64 {
        let Some(one) = self.symbols.get(symbol) else { return self.data_size };
        let attributes = match one.section.and_then(|index| self.sections.get(index)) {
            Some(section) => section.flags,
            None => one.attributes,
        };
        if attributes & (section_flag::EXECUTE | section_flag::IP) != 0 {
            self.code_size
        } else {
            self.data_size
        }
    }

    /// Notes what the immediate operand fits.
    pub(super) fn fit_constant(&self, code: &mut Code) {
        let float_type = code.data_type.is_some_and(|one| one.float);
        let Some(symbol) = code.operands.symbol else {
            code.fit_number = match &code.operands.constant {
                Some(Constant::Int(value)) if float_type => self.fit_float(code, *value as f64),
                Some(Constant::Float(value)) if float_type => self.fit_float(code, *value),
                Some(Constant::Int(value)) => integer(*value),
                Some(Constant::Float(value)) => float(*value),
                _ => 0,
            };
            return;
        };
        let target = self.symbols.get(symbol.target);
        if let Some(reference) = symbol.reference {
            let other = self.symbols.get(reference);
            let local = target.zip(other).is_some_and(|(a, b)| {
                a.section == b.section && a.section.is_some() && a.binding == 0 && b.binding == 0
            });
            if !local {
                let reach = self.reach_of(symbol.target) / symbol.scale.max(1) as u64;
                code.fit_number = relocated(reach, false);
                return;
            }
            let (a, b) = target.zip(other).map_or((0, 0), |(a, b)| (a.value as i64, b.value as i64));
            let known = target.zip(other).is_some_and(|(a, b)| a.known && b.known);
            if !known {
                code.fit_number = fits::I8 | fits::I16 | fits::I32;
                code.slack += 1;
                code.uncertain = true;
                return;
            }
            let slack = target.zip(other).map_or(0, |(a, b)| i64::from(a.slack) - i64::from(b.slack));
            let value = a.wrapping_sub(b) / symbol.scale.max(1) + code.operands.as_int().unwrap_or(0);
            let widths = [(8, fits::I8), (16, fits::I16), (32, fits::I32)];
            let (fit, uncertain) = distance(value, slack, &widths);
            self.settle_fit(code, fit, uncertain, |code| &mut code.fit_number);
            return;
        }
        let reach = match target.map(|target| target.kind) {
            Some(SymbolKind::Constant) => 0x1000_0000,
            _ => self.reach_of(symbol.target),
        };
        code.fit_number = relocated(reach, false);
    }

    fn fit_float(&self, code: &Code, value: f64) -> u32 {
        let double = code.data_type.is_some_and(|one| one.code >= 6);
        float(value) | if double { 0 } else { fits::F32 }
    }

    fn settle_fit(&self, code: &mut Code, fit: u32, uncertain: bool, place: impl Fn(&mut Code) -> &mut u32) {
        if uncertain && code.prefer_large {
            *place(code) = larger(fit);
        } else {
            *place(code) = fit;
            code.slack += u32::from(uncertain);
        }
        code.uncertain = true;
    }

    /// Notes what the offset of the memory operand and the jump distance fit.
    pub(super) fn fit_address(&self, code: &mut Code) {
        self.fit_memory(code);
        self.fit_jump(code);
    }

    fn fit_memory(&self, code: &mut Code) {
        let Some(memory) = code.operands.memory else { return };
        let Some(symbol) = memory.symbol else {
            let (fit, _) = distance(memory.offset, 0, &[(8, fits::I8), (16, fits::I16), (32, fits::I32)]);
            code.fit_address = fit;
            return;
        };
        let target = self.symbols.get(symbol);
        if let Some(reference) = memory.reference {
            let scale = memory.symbol_scale.unwrap_or(1).max(1);
            let other = self.symbols.get(reference);
            let local = target.zip(other).filter(|(a, b)| {
                a.section == b.section && a.section.is_some() && a.binding == 0 && b.binding == 0
            });
            match local {
                None => code.fit_address = relocated(self.reach_of(symbol) / scale as u64, false),
                Some((a, b)) if a.known && b.known => {
                    let value = (a.value as i64).wrapping_sub(b.value as i64) / scale + memory.offset;
                    let slack = i64::from(a.slack) - i64::from(b.slack);
                    let widths = [(8, fits::I8), (16, fits::I16), (32, fits::I32)];
                    let (fit, uncertain) = distance(value, slack, &widths);
                    self.settle_fit(code, fit, uncertain, |code| &mut code.fit_address);
                }
                Some(_) => {
                    code.fit_address = fits::I8 | fits::I16 | fits::I32;
                    code.slack += 1;
                    code.uncertain = true;
                }
            }
            return;
        }
        let section = target.and_then(|target| target.section);
        let by_ip = section
            .and_then(|index| self.sections.get(index))
            .is_some_and(|section| section.flags & section_flag::IP != 0);
        let (Some(target), true) = (target, by_ip) else {
            let constant = target.is_some_and(|target| target.kind == SymbolKind::Constant);
            let reach = if constant { self.data_size } else { self.reach_of(symbol) };
            code.fit_address = relocated(reach, false);
            return;
        };
        if section != Some(code.section) || target.binding != 0 {
            // The vendor's tool takes the reach of the jump for that of the address too.
            let reach = if code.jump.is_some() { self.code_size >> 2 } else { self.code_size };
            code.fit_address = relocated(reach, true);
        } else if !target.known || code.size == 0 {
            code.fit_address = fits::I16 | fits::I24 | fits::I32;
            code.slack += 1;
            code.uncertain = true;
        } else {
            let end = code.address + 4 * u64::from(code.size);
            let value = (target.value as i64).wrapping_sub(end as i64) + memory.offset;
            let slack = self.slack_of(code, target);
            let widths = [(16, fits::I16), (24, fits::I24), (32, fits::I32)];
            let (fit, uncertain) = distance(value, slack, &widths);
            self.settle_fit(code, fit, uncertain, |code| &mut code.fit_address);
        }
    }

    /// By how many bytes a distance may still grow, as the vendor's tool counts it.
    fn slack_of(&self, code: &Code, target: &super::Symbol) -> i64 {
        let present = self.sections.get(code.section).map_or(0, |section| section.slack);
        i64::from(target.slack) - i64::from(present)
    }

    fn fit_jump(&self, code: &mut Code) {
        let Some((Some(symbol), offset)) = code.jump else {
            if let Some((None, offset)) = code.jump {
                let widths = [(8, fits::I8), (16, fits::I16), (24, fits::I24), (32, fits::I32)];
                code.fit_jump = distance(offset >> 2, 0, &widths).0;
            }
            return;
        };
        let Some(target) = self.symbols.get(symbol) else { return };
        if target.section != Some(code.section) || target.binding != 0 {
            code.fit_jump = relocated(self.code_size >> 2, true);
        } else if !target.known || code.size == 0 {
            code.fit_jump = fits::I16 | fits::I24 | fits::I32;
            code.slack += 1;
            code.uncertain = true;
        } else {
            let end = code.address + 4 * u64::from(code.size);
            let value = ((target.value as i64).wrapping_sub(end as i64) >> 2) + offset;
            let slack = self.slack_of(code, target);
            let widths = [(8, fits::I8), (16, fits::I16), (24, fits::I24), (32, fits::I32)];
            let (fit, uncertain) = distance(value, slack, &widths);
            self.settle_fit(code, fit, uncertain, |code| &mut code.fit_jump);
        }
    }
}

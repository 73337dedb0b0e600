//! Sizes of the fields that constants and distances need.

use super::expression::Constant;
use super::{Assembler, Code, SymbolKind};
use crate::forwardcom::elf::flags as section_flag;

/// Kinds of fields, as a set of bits.
pub(super) mod fits {
    /// Signed 8 bits.
    pub(in super::super) const I8: u32 = 1 << 4;
    /// Unsigned 8 bits.
    pub(in super::super) const U8: u32 = 1 << 6;
    /// Signed 8 bits, shifted left.
    pub(in super::super) const I8_SHIFT: u32 = 1 << 7;
    pub(in super::super) const I16: u32 = 1 << 8;
    pub(in super::super) const U16: u32 = 1 << 10;
    pub(in super::super) const I16_SHIFT: u32 = 1 << 11;
    /// Signed 16 bits, shifted left by 16.
    pub(in super::super) const I16_SHIFT16: u32 = 1 << 12;
    pub(in super::super) const I24: u32 = 1 << 14;
    pub(in super::super) const I32: u32 = 1 << 16;
    pub(in super::super) const U32: u32 = 1 << 18;
    pub(in super::super) const I32_SHIFT: u32 = 1 << 19;
    /// 32 bits, shifted left by 32.
    pub(in super::super) const I32_SHIFT32: u32 = 1 << 20;
    /// Half, single, double precision without loss.
    pub(in super::super) const F16: u32 = 1 << 24;
    pub(in super::super) const F32: u32 = 1 << 25;
    pub(in super::super) const F64: u32 = 1 << 26;
}

/// The fields that hold an integer.
pub(super) fn integer(value: i64) -> u32 {
    use fits::*;
    if value == i64::MIN {
        return 0;
    }
    let magnitude = value.unsigned_abs();
    let (low, high) =
        if magnitude == 0 { (0, 0) } else { (magnitude.trailing_zeros(), 63 - magnitude.leading_zeros()) };
    let bits = high - low + 1;
    let signed = |width: u32| value >> (width - 1) == value >> 63;
    let unsigned = |width: u32| (0..1 << width).contains(&value);
    let conditions = [
        (signed(8), I8 | I8_SHIFT),
        (unsigned(8), U8),
        (signed(16), I16 | I16_SHIFT16),
        (unsigned(16), U16),
        (signed(32), I32),
        (unsigned(32), U32),
        (bits < 8, I8_SHIFT),
        (bits < 16, I16_SHIFT),
        (bits < 32, I32_SHIFT),
        // The reach of negative numbers is one bit longer here.
        (bits < 16 && low >= 16 && high < 31 + u32::from(value < 0), I16_SHIFT16),
        (low >= 32, I32_SHIFT32),
    ];
    conditions.iter().fold(0, |fit, (holds, flag)| if *holds { fit | flag } else { fit })
}

/// The fields that hold a floating-point number.
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

/// The member of an instruction that one of its numbers is noted in.
type Slot = fn(&mut Code) -> &mut u32;

/// Widths of signed fields in bits with their flags.
const WIDTHS: [(u32, u32); 4] = [(8, fits::I8), (16, fits::I16), (24, fits::I24), (32, fits::I32)];
const NO_24: [(u32, u32); 3] = [(8, fits::I8), (16, fits::I16), (32, fits::I32)];
const NO_8: [(u32, u32); 3] = [(16, fits::I16), (24, fits::I24), (32, fits::I32)];

/// The fields that hold every distance up to a limit in bytes.
fn relocated(distance: u64, with_24: bool) -> u32 {
    let mut fit = 0;
    for (bits, flag) in WIDTHS {
        if distance <= 1 << (bits - 1) && (flag != fits::I24 || with_24) {
            fit |= flag;
        }
    }
    fit
}

/// The fields that hold a distance; true if one of them may not when the distance grows by `slack`.
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

/// Notes the fields for a distance that is not known yet.
fn unknown_fit(code: &mut Code, place: Slot, fit: u32) {
    *place(code) = fit;
    code.slack += 1;
    code.uncertain = true;
}

/// Without the narrowest width.
fn larger(fit: u32) -> u32 {
    fit & fit.wrapping_sub(1) | fits::I32
}

impl Assembler {
    /// Largest distance of a symbol in bytes.
    fn reach_of(&self, symbol: usize) -> u64 {
        let Some(one) = self.symbols.get(symbol) else { return self.data_size };
        if self.flags_of(one) & (section_flag::EXECUTE | section_flag::IP) != 0 {
            self.code_size
        } else {
            self.data_size
        }
    }

    /// Notes what the immediate operand fits.
    pub(super) fn fit_constant(&self, code: &mut Code) {
        let float_type = code.data_type.is_some_and(|one| one.float);
        let Some(symbol) = code.operands.symbol else {
            let singles = code.data_type.is_some_and(|one| one.float && one.code < 6);
            let number = code.operands.constant.as_ref().and_then(Constant::number);
            code.fit_number = match (&code.operands.constant, number) {
                (Some(Constant::Int(value)), _) if !float_type => integer(*value),
                // Of a constant of single precision only what fits is kept.
                (_, Some(value)) => float(value) | if singles { fits::F32 } else { 0 },
                _ => 0,
            };
            return;
        };
        if let Some(reference) = symbol.reference {
            let addend = code.operands.as_int().unwrap_or(0);
            let place: Slot = |code| &mut code.fit_number;
            self.fit_difference(code, (symbol.target, reference, symbol.scale), addend, place);
            return;
        }
        let target = self.symbols.get(symbol.target);
        let reach = match target.map(|target| target.kind) {
            Some(SymbolKind::Constant) => 0x1000_0000,
            _ => self.reach_of(symbol.target),
        };
        code.fit_number = relocated(reach, false);
    }

    /// Notes what the distance of two symbols fits: target, reference and unit.
    fn fit_difference(
        &self,
        code: &mut Code,
        (target, reference, scale): (usize, usize, i64),
        addend: i64,
        place: Slot,
    ) {
        let Some((a, b)) = self.near(target, reference) else {
            *place(code) = relocated(self.reach_of(target) / scale.max(1) as u64, false);
            return;
        };
        if a.known && b.known {
            let value = self.distance(target, reference, scale).unwrap_or(0) + addend;
            self.settle_fit(code, value, i64::from(a.slack) - i64::from(b.slack), &NO_24, place);
        } else {
            unknown_fit(code, place, fits::I8 | fits::I16 | fits::I32);
        }
    }

    /// Notes what a distance fits that may still grow by `slack`.
    fn settle_fit(&self, code: &mut Code, value: i64, slack: i64, widths: &[(u32, u32)], place: Slot) {
        let (fit, uncertain) = distance(value, slack, widths);
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
            code.fit_address = distance(memory.offset, 0, &NO_24).0;
            return;
        };
        if let Some(reference) = memory.reference {
            let scale = memory.symbol_scale.unwrap_or(1);
            let place: Slot = |code| &mut code.fit_address;
            self.fit_difference(code, (symbol, reference, scale), memory.offset, place);
            return;
        }
        let target = self.symbols.get(symbol);
        let section = target.and_then(|target| self.section_of(target));
        let by_ip = section.is_some_and(|section| section.flags & section_flag::IP != 0);
        let (Some(target), true) = (target, by_ip) else {
            let constant = target.is_some_and(|target| target.kind == SymbolKind::Constant);
            let reach = if constant { self.data_size } else { self.reach_of(symbol) };
            code.fit_address = relocated(reach, false);
            return;
        };
        if target.section != Some(code.section) || target.binding != 0 {
            // The vendor's tool takes the reach of the jump for that of the address too.
            let reach = if code.jump.is_some() { self.code_size >> 2 } else { self.code_size };
            code.fit_address = relocated(reach, true);
        } else {
            let place: Slot = |code| &mut code.fit_address;
            self.fit_distance(code, target, 0, memory.offset, &NO_8, place);
        }
    }

    /// Notes what the distance of a symbol from the end of the instruction fits, in units of `1 << shift` bytes.
    fn fit_distance(
        &self,
        code: &mut Code,
        target: &super::Symbol,
        shift: u32,
        offset: i64,
        widths: &[(u32, u32)],
        place: Slot,
    ) {
        if !target.known || code.size == 0 {
            return unknown_fit(code, place, fits::I16 | fits::I24 | fits::I32);
        }
        let end = code.address + 4 * u64::from(code.size);
        let value = ((target.value as i64).wrapping_sub(end as i64) >> shift) + offset;
        let slack = self.slack_of(code, target);
        self.settle_fit(code, value, slack, widths, place);
    }

    /// By how many bytes a distance may still grow, as the vendor's tool counts it.
    fn slack_of(&self, code: &Code, target: &super::Symbol) -> i64 {
        let present = self.sections.get(code.section).map_or(0, |section| section.slack);
        i64::from(target.slack) - i64::from(present)
    }

    fn fit_jump(&self, code: &mut Code) {
        let (symbol, offset) = match code.jump {
            Some((Some(symbol), offset)) => (symbol, offset),
            Some((None, offset)) => return code.fit_jump = distance(offset >> 2, 0, &WIDTHS).0,
            None => return,
        };
        let Some(target) = self.symbols.get(symbol) else { return };
        if target.section != Some(code.section) || target.binding != 0 {
            code.fit_jump = relocated(self.code_size >> 2, true);
        } else {
            self.fit_distance(code, target, 2, offset, &WIDTHS, |code| &mut code.fit_jump);
        }
    }
}

//! The work of the instructions of the auxiliary lane. They see the A file and the upper control registers.

use super::super::fields::OperandKind;
use super::super::float::{
    CLEAR_ACCUMULATORS, EXCEPTIONS, NAN_ON_OVERFLOW, ROUNDING_SHIFT, STOCHASTIC, Unit, class16, class32,
    fraction16, fraction32, greatest, least,
};
use super::super::isa::{Convert, Float, Instruction, Lanes, Op, Unmodelled, Wide, Width};
use super::super::special::{FIRST_SPECIAL, upper};
use super::accumulators::Accumulators;
use super::main_lane::{bits, int};
use super::{Tile, Trap};
use crate::ieee;
use crate::machine::{FaultKind, Observer};

/// Writes of an auxiliary instruction, which happen when its bundle is done.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct AuxResult {
    /// The first A register and how many.
    to: u8,
    count: u8,
    words: [u32; 4],
    /// An upper control register and its value.
    control: Option<(u8, u32)>,
    /// Exceptions for `$FP_STS`.
    events: u32,
    /// The accumulators, where they change.
    accumulators: Option<Accumulators>,
}

fn unsupported<T>(text: &'static str, what: u32) -> Result<T, Trap> {
    Err(Trap::fault(FaultKind::Unsupported, what, text))
}

/// Why an instruction is not simulated.
pub(super) fn reason(why: Unmodelled) -> &'static str {
    match why {
        Unmodelled::Pipeline => "the order in which values pass along the accumulators is not public in full",
        Unmodelled::Random => "the random number generator is not simulated",
        Unmodelled::Exchange => "there are no other tiles to exchange data with",
        Unmodelled::Step => "how this instruction steps through memory is not public",
    }
}

/// The halves of a word, the low one first.
pub(super) fn halves(word: u32) -> [u16; 2] {
    [word as u16, (word >> 16) as u16]
}

/// A word of two halves.
pub(super) fn word([low, high]: [u16; 2]) -> u32 {
    u32::from(low) | u32::from(high) << 16
}

/// The result of an operation on the two halves of two words.
fn by_halves(x: u32, y: u32, mut work: impl FnMut(u16, u16) -> u16) -> u32 {
    let ([a, b], [c, d]) = (halves(x), halves(y));
    word([work(a, c), work(b, d)])
}

impl Tile {
    /// The words that an operand stands for: of a register or group its values, of a number the number.
    fn source(&self, instruction: &Instruction, index: usize) -> [u32; 4] {
        let value = instruction.values.get(index).copied().unwrap_or(0);
        let register = |offset: u32| self.a((value + offset) as u8);
        match instruction.form.operands.get(index).map(|operand| operand.kind) {
            Some(OperandKind::A) => [register(0), 0, 0, 0],
            Some(OperandKind::APair) => [register(0), register(1), 0, 0],
            Some(OperandKind::AQuad) => [register(0), register(1), register(2), register(3)],
            Some(OperandKind::Low) => [word([register(0) as u16; 2]); 4],
            Some(OperandKind::High) => [word([(register(0) >> 16) as u16; 2]); 4],
            Some(OperandKind::Both) => [register(0); 4],
            _ => [value, 0, 0, 0],
        }
    }

    /// Returns whether a result is rounded to nearest even, as it is here.
    fn rounds_to_nearest(&self) -> bool {
        self.fp_control & (STOCHASTIC | 7 << ROUNDING_SHIFT) == 0
    }

    /// Result of an auxiliary instruction; nothing is written yet.
    pub(super) fn aux(&mut self, instruction: &Instruction) -> Result<AuxResult, Trap> {
        let first = instruction.form.operands.first();
        let mut result = AuxResult {
            to: instruction.values[0] as u8,
            count: first.map_or(0, |operand| operand.kind.registers() as u8),
            ..AuxResult::default()
        };
        let (x, y) = (self.source(instruction, 1), self.source(instruction, 2));
        let mut unit = Unit { nan_on_overflow: self.fp_control & NAN_ON_OVERFLOW != 0, ..Unit::default() };
        let op = instruction.form.op;
        let rounds = match op {
            Op::Float(float, _) => !matches!(
                float,
                Float::Min
                    | Float::Max
                    | Float::AbsMax
                    | Float::CmpEq
                    | Float::CmpNe
                    | Float::CmpLt
                    | Float::CmpLe
                    | Float::CmpGt
                    | Float::CmpGe
            ),
            Op::Function(..)
            | Op::Accumulate(..)
            | Op::MultiplyAccumulate(_)
            | Op::ShiftAccumulators(Width::Half)
            | Op::GetAccumulators
            | Op::Mix
            | Op::ScaleAndAdd => true,
            Op::Convert(convert) => !matches!(
                convert,
                Convert::F32ToI32
                    | Convert::F32ToU32
                    | Convert::F16ToF32
                    | Convert::F16x2ToF32x2
                    | Convert::MaxF16x2
                    | Convert::MaxF16x4
            ),
            _ => false,
        };
        if rounds && !self.rounds_to_nearest() {
            return unsupported("only rounding to nearest even is simulated", self.fp_control);
        }
        match op {
            Op::Set => result.words[0] = x[0],
            Op::Int(op) => result.words[0] = int(op, x[0], y[0]),
            Op::Bits(op) => result.words[0] = bits(op, x[0]),
            Op::Wide(op) => result.words = wide(op, x, y),
            Op::Not64 => result.words = [!x[0], !x[1], 0, 0],
            Op::Float(op, lanes) => result.words = arithmetic(&mut unit, op, lanes, x, y),
            Op::Clamp(lanes) => result.words = clamp(&mut unit, lanes, x, y),
            Op::Function(function, lanes) => {
                result.words[0] = match lanes {
                    Lanes::F16x2 => by_halves(x[0], 0, |half, _| {
                        let wide = unit.function(function, ieee::half_to_single(half));
                        unit.narrow(wide)
                    }),
                    _ => unit.function(function, x[0]),
                };
            }
            Op::Convert(convert) => result.words = self.convert(&mut unit, convert, x)?,
            Op::RoundInt => match unit.round(x[0], y[0]) {
                Some(value) => result.words[0] = value,
                None => return unsupported("there is no rounding mode of this number", y[0]),
            },
            Op::GetUpper => result.words[0] = self.get_upper(x[0] as u8)?,
            Op::PutUpper => {
                result.count = 0;
                result.control = Some((instruction.values[0] as u8, x[0]));
                self.check_upper(instruction.values[0] as u8)?;
            }
            Op::Class(lanes) => result.words[0] = classes(lanes, x),
            Op::Accumulate(..)
            | Op::MultiplyAccumulate(_)
            | Op::ShiftAccumulators(_)
            | Op::GetAccumulators
            | Op::Mix
            | Op::ScaleAndAdd => self.accumulate(instruction, &mut unit, &mut result)?,
            Op::Unmodelled(why) => return unsupported(reason(why), self.pc),
            _ => return unsupported("this instruction is not simulated", self.pc),
        }
        result.events = unit.events;
        if unit.events & self.fp_control & EXCEPTIONS != 0 {
            let text = "floating-point exception: the events of $FP_STS are";
            return Err(Trap::fault(FaultKind::Exception, unit.events, text));
        }
        Ok(result)
    }

    /// The instructions that work on the accumulators.
    fn accumulate(
        &self,
        instruction: &Instruction,
        unit: &mut Unit,
        result: &mut AuxResult,
    ) -> Result<(), Trap> {
        let [x, y, z] = [0, 1, 2].map(|index| self.source(instruction, index));
        let scale = self.stored.get(256 + usize::from(upper::TAS)).copied().unwrap_or(0);
        let mut all = self.accumulators;
        match instruction.form.op {
            Op::Accumulate(term, width) => {
                all.accumulate(unit, term, width, x.get(..usize::from(result.count)).unwrap_or_default());
                result.count = 0;
            }
            Op::MultiplyAccumulate(lanes) => {
                all.multiply(unit, lanes, x, y);
                result.count = 0;
            }
            Op::ShiftAccumulators(width) => {
                if z[0] > 1 {
                    return unsupported("only the first two chains of accumulators are known", z[0]);
                }
                let odd = z[0] == 1;
                result.words = match width {
                    Width::Half => {
                        let taken = all.shift(odd, halves(y[0]).map(ieee::half_to_single));
                        [word(taken.map(|sum| unit.narrow(sum))), 0, 0, 0]
                    }
                    Width::Single => {
                        let [low, high] = all.shift(odd, [y[0], y[1]]);
                        [low, high, 0, 0]
                    }
                };
            }
            Op::Mix => result.words = all.mix(unit, scale, y, z),
            Op::ScaleAndAdd => result.words = all.scale_and_add(unit, scale, y, z),
            _ => result.words = all.as_halves(unit),
        }
        result.accumulators = Some(all);
        Ok(())
    }

    /// Writes what an auxiliary instruction gave.
    pub(super) fn commit<O: Observer>(&mut self, result: &AuxResult, observer: &mut O) {
        for (index, value) in result.words.iter().enumerate().take(usize::from(result.count)) {
            self.set_a(observer, result.to.wrapping_add(index as u8), *value);
        }
        let status = self.fp_status | result.events;
        if status != self.fp_status {
            let number = FIRST_SPECIAL as u16 + 4;
            observer.register(self.pc.into(), number, self.fp_status.into(), status.into());
            self.fp_status = status;
        }
        if let Some(accumulators) = result.accumulators {
            self.accumulators = accumulators;
        }
        if let Some((number, value)) = result.control {
            self.put_upper(number, value, observer);
        }
    }

    fn convert(&self, unit: &mut Unit, convert: Convert, x: [u32; 4]) -> Result<[u32; 4], Trap> {
        let one = |value: u32| [value, 0, 0, 0];
        let mode = self.fp_control >> ROUNDING_SHIFT & 7;
        let mut integer = |signed| match unit.to_integer(x[0], signed, mode) {
            Some(value) => Ok(one(value)),
            None => unsupported("there is no rounding mode of this number", mode),
        };
        Ok(match convert {
            Convert::U32ToF32 => one((x[0] as f32).to_bits()),
            Convert::I32ToF32 => one((x[0] as i32 as f32).to_bits()),
            Convert::F32ToI32 => return integer(true),
            Convert::F32ToU32 => return integer(false),
            Convert::F16ToF32 => one(ieee::half_to_single(x[0] as u16)),
            Convert::F16x2ToF32x2 => {
                let [low, high] = halves(x[0]).map(ieee::half_to_single);
                [low, high, 0, 0]
            }
            Convert::F32ToF16 => one(word([unit.narrow(x[0]); 2])),
            Convert::F32x2ToF16x2 => one(word([unit.narrow(x[0]), unit.narrow(x[1])])),
            Convert::F32x4ToF16x4 => {
                let low = word([unit.narrow(x[0]), unit.narrow(x[1])]);
                let high = word([unit.narrow(x[2]), unit.narrow(x[3])]);
                [low, high, 0, 0]
            }
            Convert::SumF16x2 => one(sum(unit, x[0])),
            Convert::SumF16x4 => [sum(unit, x[0]), sum(unit, x[1]), 0, 0],
            Convert::MaxF16x2 => one(word([greater_half(unit, x[0]); 2])),
            Convert::FractionF32 => one(fraction32(x[0])),
            Convert::FractionF32x2 => [fraction32(x[0]), fraction32(x[1]), 0, 0],
            Convert::FractionF16x2 => one(word(halves(x[0]).map(fraction16))),
            Convert::FractionF16x4 => {
                let [low, high] = [x[0], x[1]].map(|x| word(halves(x).map(fraction16)));
                [low, high, 0, 0]
            }
            Convert::MaxF16x4 => one(word([greater_half(unit, x[0]), greater_half(unit, x[1])])),
        })
    }

    fn get_upper(&self, number: u8) -> Result<u32, Trap> {
        self.check_upper(number)?;
        Ok(match number {
            upper::FP_STS => self.fp_status,
            upper::FP_CLR => 0,
            upper::FP_CTL => self.fp_control,
            _ => self.stored.get(256 + usize::from(number)).copied().unwrap_or(0),
        })
    }

    fn check_upper(&self, number: u8) -> Result<(), Trap> {
        if number > upper::TAS {
            let text = "there is no upper control register of this number";
            return Err(Trap::fault(FaultKind::Exception, number, text));
        }
        Ok(())
    }

    fn put_upper<O: Observer>(&mut self, number: u8, value: u32, observer: &mut O) {
        if number == upper::FP_CLR && value & CLEAR_ACCUMULATORS != 0 {
            self.accumulators = Accumulators::default();
        }
        let (index, old, new) = match number {
            upper::FP_STS => (4, self.fp_status, value & EXCEPTIONS),
            upper::FP_CLR => (4, self.fp_status, self.fp_status & !value),
            upper::FP_CTL => (5, self.fp_control, value),
            _ => {
                if let Some(place) = self.stored.get_mut(256 + usize::from(number)) {
                    *place = value;
                }
                return;
            }
        };
        observer.register(self.pc.into(), FIRST_SPECIAL as u16 + index, old.into(), new.into());
        if index == 4 {
            self.fp_status = new;
        } else {
            self.fp_control = new;
        }
    }
}

/// The classes of elements, one byte each.
fn classes(lanes: Lanes, x: [u32; 4]) -> u32 {
    let single = |x: u32| class32(x);
    let [a, b] = halves(x[0]).map(class16);
    let [c, d] = halves(x[1]).map(class16);
    u32::from_le_bytes(match lanes {
        Lanes::F32 => [single(x[0]), 0, 0, 0],
        Lanes::F32x2 => [single(x[0]), single(x[1]), 0, 0],
        Lanes::F16x2 => [a, b, 0, 0],
        Lanes::F16x4 => [a, b, c, d],
    })
}

fn sum(unit: &mut Unit, x: u32) -> u32 {
    let [low, high] = halves(x).map(ieee::half_to_single);
    unit.single(Float::Add, low, high)
}

fn greater_half(unit: &mut Unit, x: u32) -> u16 {
    let [low, high] = halves(x);
    unit.half(Float::Max, low, high)
}

fn wide(op: Wide, x: [u32; 4], y: [u32; 4]) -> [u32; 4] {
    let each = |work: fn(u32, u32) -> u32| [work(x[0], y[0]), work(x[1], y[1]), 0, 0];
    match op {
        Wide::And64 => each(|a, b| a & b),
        Wide::Andc64 => each(|a, b| a & !b),
        Wide::Or64 => each(|a, b| a | b),
        Wide::Roll32 => [x[1], y[0], 0, 0],
        Wide::Sort4x32hi => [x[1], y[1], 0, 0],
        Wide::Sort4x32lo => [x[0], y[0], 0, 0],
    }
}

fn arithmetic(unit: &mut Unit, op: Float, lanes: Lanes, x: [u32; 4], y: [u32; 4]) -> [u32; 4] {
    match lanes {
        Lanes::F32 => [unit.single(op, x[0], y[0]), 0, 0, 0],
        Lanes::F32x2 => [unit.single(op, x[0], y[0]), unit.single(op, x[1], y[1]), 0, 0],
        Lanes::F16x2 => [by_halves(x[0], y[0], |a, b| unit.half(op, a, b)), 0, 0, 0],
        Lanes::F16x4 => {
            let low = by_halves(x[0], y[0], |a, b| unit.half(op, a, b));
            [low, by_halves(x[1], y[1], |a, b| unit.half(op, a, b)), 0, 0]
        }
    }
}

/// The bounds stand in a pair for singles, in the halves of a register for halves; the lower comes first.
fn clamp(unit: &mut Unit, lanes: Lanes, x: [u32; 4], bounds: [u32; 4]) -> [u32; 4] {
    let single = |x: u32| least(greatest(x, bounds[0]), bounds[1]);
    let [low, high] = halves(bounds[0]);
    let mut half = |a: u16, _: u16| {
        let raised = unit.half(Float::Max, a, low);
        unit.half(Float::Min, raised, high)
    };
    match lanes {
        Lanes::F32 => [single(x[0]), 0, 0, 0],
        Lanes::F32x2 => [single(x[0]), single(x[1]), 0, 0],
        Lanes::F16x2 => [by_halves(x[0], 0, half), 0, 0, 0],
        Lanes::F16x4 => {
            let words = [x[0], x[1]].map(|x| by_halves(x, 0, &mut half));
            [words[0], words[1], 0, 0]
        }
    }
}

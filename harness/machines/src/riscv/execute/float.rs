//! The work of instructions on floating-point numbers.

use rustc_apfloat::Round;
use rustc_apfloat::ieee::{Double, Half, Single};

use super::super::float::{self, Format, Outcome};
use super::super::isa::DYNAMIC;
use super::super::predecode::{Entry, Width, Work};
use super::Core;
use crate::machine::{FaultKind, Observer};
use crate::simulator::Trap;

/// The bits above a number of a format, all ones around a number that is narrower than its register.
const fn above<F: Format>() -> u64 {
    if F::WIDTH < 64 { u64::MAX << F::WIDTH } else { 0 }
}

impl<const XLEN: u32> Core<XLEN> {
    /// The number in a register; none where the bits above are not all ones.
    pub(super) fn number<F: Format>(&self, index: u8) -> u64 {
        let bits = self.f(index);
        if bits & above::<F>() == above::<F>() { bits & !above::<F>() } else { F::NAN.bits() }
    }

    fn put<F: Format, O: Observer>(&mut self, observer: &mut O, index: u8, value: u64) {
        self.set_float(observer, index, value | above::<F>());
    }

    /// The rounding mode of an instruction.
    fn round(&self, e: Entry) -> Result<Round, Trap> {
        let code = if e.mode == DYNAMIC { self.frm } else { e.mode };
        float::rounding(code)
            .ok_or_else(|| Trap::fault(FaultKind::Illegal, code, "the rounding mode is reserved"))
    }

    pub(super) fn float<O: Observer>(
        &mut self,
        work: Work,
        width: Width,
        e: Entry,
        observer: &mut O,
    ) -> Result<(), Trap> {
        match width {
            Width::Half => self.float_of::<Half, 2, O>(work, e, observer),
            Width::Single => self.float_of::<Single, 4, O>(work, e, observer),
            Width::Double => self.float_of::<Double, 8, O>(work, e, observer),
        }
    }

    fn float_of<F: Format, const N: usize, O: Observer>(
        &mut self,
        work: Work,
        e: Entry,
        observer: &mut O,
    ) -> Result<(), Trap> {
        let sign = 1 << (F::WIDTH - 1);
        let signed = |core: &Self, change: fn(u64, u64) -> u64| {
            let (a, b) = (core.number::<F>(e.rs1), core.number::<F>(e.rs2));
            a & !sign | change(a, b) & sign
        };
        match work {
            Work::Load => {
                let bytes = self.read::<N, O>(observer, self.place(e))?;
                let value = bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
                self.put::<F, O>(observer, e.rd, value);
            }
            Work::Store => {
                let bytes = self.f(e.rs2).to_le_bytes();
                let bytes = bytes.first_chunk::<N>().copied().unwrap_or([0; N]);
                self.write(observer, self.place(e), bytes)?;
            }
            Work::Sign => self.put::<F, O>(observer, e.rd, signed(self, |_, b| b)),
            Work::SignNegated => self.put::<F, O>(observer, e.rd, signed(self, |_, b| !b)),
            Work::SignProduct => self.put::<F, O>(observer, e.rd, signed(self, |a, b| a ^ b)),
            Work::BitsIn => self.put::<F, O>(observer, e.rd, self.x(e.rs1) & !above::<F>()),
            Work::BitsOut => {
                let unused = 64 - F::WIDTH;
                self.set(observer, e.rd, ((self.f(e.rs1) << unused) as i64 >> unused) as u64);
            }
            Work::UpperBitsOut => self.set(observer, e.rd, (self.f(e.rs1) as i64 >> 32) as u64),
            Work::ToModularWord => {
                let value = self.raise(float::to_modular_word::<F>(self.number::<F>(e.rs1)));
                self.set(observer, e.rd, value);
            }
            Work::Classify => self.set(observer, e.rd, float::classify::<F>(self.number::<F>(e.rs1))),
            Work::Compare(relation) => {
                let (a, b) = (self.number::<F>(e.rs1), self.number::<F>(e.rs2));
                let value = self.raise(float::compare::<F>(relation, a, b));
                self.set(observer, e.rd, value);
            }
            Work::ToInteger(integer) => {
                let outcome = float::to_integer::<F>(self.number::<F>(e.rs1), integer, self.round(e)?);
                let value = self.raise(outcome);
                let value = if integer.bits == 32 { value as i32 as i64 as u64 } else { value };
                self.set(observer, e.rd, value);
            }
            _ => {
                let outcome = self.computed::<F>(work, e)?;
                let value = self.raise(outcome);
                self.put::<F, O>(observer, e.rd, value);
            }
        }
        Ok(())
    }

    /// The outcome of work whose result is a number.
    fn computed<F: Format>(&self, work: Work, e: Entry) -> Result<Outcome, Trap> {
        let (a, b) = (self.number::<F>(e.rs1), self.number::<F>(e.rs2));
        Ok(match work {
            Work::Extreme(greater) => float::extreme::<F>(a, b, greater),
            Work::ExtremeOfNumbers(greater) => float::extreme_of_numbers::<F>(a, b, greater),
            Work::Integral(tells) => float::integral::<F>(a, self.round(e)?, tells),
            Work::Constant => (float::constant::<F>(e.rs1), 0),
            Work::HalvesIn => (self.x(e.rs1) & 0xffff_ffff | self.x(e.rs2) << 32, 0),
            Work::Arithmetic(work) => float::arithmetic::<F>(work, a, b, self.round(e)?),
            Work::MultiplyAdd(negate) => {
                float::multiply_add::<F>([a, b, self.number::<F>(e.rs3)], negate, self.round(e)?)
            }
            Work::SquareRoot => float::square_root::<F>(a, self.round(e)?),
            Work::FromInteger(integer) => float::from_integer::<F>(self.x(e.rs1), integer, self.round(e)?),
            Work::Convert(Width::Half) => {
                float::convert::<Half, F>(self.number::<Half>(e.rs1), self.round(e)?)
            }
            Work::Convert(Width::Single) => {
                float::convert::<Single, F>(self.number::<Single>(e.rs1), self.round(e)?)
            }
            Work::Convert(Width::Double) => {
                float::convert::<Double, F>(self.number::<Double>(e.rs1), self.round(e)?)
            }
            // All other work was done before.
            _ => (0, 0),
        })
    }

    /// Notes the exceptions of an outcome and gives its value.
    fn raise(&mut self, (value, raised): Outcome) -> u64 {
        self.fflags |= raised;
        value
    }
}

//! Vector instructions: their accesses to memory and to other registers. `vector` has the rest.

use rustc_apfloat::ieee::Single;

use super::super::float;
use super::super::isa::Op;
use super::super::predecode::Entry;
use super::super::special;
use super::super::vector::kind::Kind;
use super::super::vector::memory::Access;
use super::super::vector::{Group, Operands, Reserved, Source, UNSET};
use super::Core;
use crate::machine::{FaultKind, Observer};
use crate::simulator::Trap;

/// Text of the fault of an instruction of the extension Zvfh.
const HALVES: &str = "there are no vectors of floating-point numbers of 16 bits";

impl<const XLEN: u32> Core<XLEN> {
    /// Executes a vector instruction.
    pub(super) fn vector<O: Observer>(&mut self, op: Op, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let masked = e.mode == 0 && op.form().is_some_and(|form| form.syntax.contains('n'));
        if matches!(op, Op::Vsetvli | Op::Vsetivli | Op::Vsetvl) {
            self.configure(op, e, observer);
            return Ok(());
        }
        let (kind, text) = match self.vectors.kind {
            None => (FaultKind::Illegal, UNSET),
            Some(kind) if op.is_on_floats() && kind.width <= 16 => (FaultKind::Unsupported, HALVES),
            Some(_) => (FaultKind::Illegal, "the vector instruction is reserved here"),
        };
        let reserved = |Reserved| Trap::fault(kind, e.rd, text);
        let mask = self.vectors.mask_bits(masked);
        if let Some(access) = self.vectors.access(op, [e.rd, e.rs2], e.rs3 + 1, masked) {
            let outcome = self.access(access.map_err(reserved)?, e, observer);
            self.vectors.fill_agnostic(op, &mask);
            self.tell(observer);
            return outcome;
        }
        let source = op.vector_source();
        let (scalar, place) = match source {
            Source::Constant if op.form().is_some_and(|form| form.syntax.contains('Z')) => {
                (e.rs1.into(), e.rs1.into())
            }
            Source::Constant => (i64::from(e.imm) as u64, 0),
            _ => (self.x(e.rs1), Self::unsigned(self.x(e.rs1))),
        };
        let mut operands = Operands { rd: e.rd, rs1: e.rs1, rs2: e.rs2, masked, source, scalar, place };
        if op.is_on_floats() {
            let round = float::rounding(self.frm)
                .ok_or_else(|| Trap::fault(FaultKind::Illegal, self.frm, "the rounding mode is reserved"))?;
            let is_double = self.vectors.kind.is_some_and(|kind| kind.width == 64);
            if source == Source::Scalar {
                operands.scalar = if is_double { self.f(e.rs1) } else { self.number::<Single>(e.rs1) };
            }
            if let Some(outcome) = self.vectors.operate_on_floats(op, &operands, round) {
                let (value, raised) = outcome.map_err(reserved)?;
                self.fflags |= raised;
                if let Some(value) = value {
                    let above = if is_double { 0 } else { u64::MAX << 32 };
                    self.set_float(observer, e.rd, value | above);
                }
                self.vectors.fill_agnostic(op, &mask);
                self.tell(observer);
                return Ok(());
            }
            self.vectors.require_floats().map_err(reserved)?;
        }
        let saturated = self.vectors.saturated;
        if let Some(value) = self.vectors.operate(op, &operands).map_err(reserved)? {
            self.set(observer, e.rd, value);
        }
        self.vectors.fill_agnostic(op, &mask);
        self.tell(observer);
        if self.vectors.saturated != saturated {
            observer.register(self.pc, special::VXSAT, saturated.into(), self.vectors.saturated.into());
        }
        Ok(())
    }

    /// Notifies the observer of vector registers that were written.
    fn tell<O: Observer>(&mut self, observer: &mut O) {
        while let Some((register, before, now)) = self.vectors.take_written() {
            observer.register(self.pc, special::FIRST_VECTOR + u16::from(register), before, now);
        }
    }

    /// `vsetvli` and its like.
    fn configure<O: Observer>(&mut self, op: Op, e: Entry, observer: &mut O) {
        let bits = if op == Op::Vsetvl { Self::unsigned(self.x(e.rs2)) } else { e.imm as u64 };
        let asked = match (op, e.rs1, e.rd) {
            (Op::Vsetivli, number, _) => number.into(),
            (_, 0, 0) => self.vectors.count,
            (_, 0, _) => u64::MAX,
            (_, register, _) => Self::unsigned(self.x(register)),
        };
        let before = (self.vectors.kind_bits(XLEN), self.vectors.count);
        self.vectors.configure(Kind::of(bits), asked);
        observer.register(self.pc, special::VTYPE, before.0, self.vectors.kind_bits(XLEN));
        observer.register(self.pc, special::VL, before.1, self.vectors.count);
        self.vectors.start = 0;
        self.set(observer, e.rd, self.vectors.count);
    }

    /// Loads or stores elements.
    fn access<O: Observer>(&mut self, access: Access, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let (base, stride) = (self.x(e.rs1), self.x(e.rs2));
        for field in if access.stores { 0..0 } else { 0..access.fields } {
            self.vectors.touch(access.field(field));
        }
        for element in &access.elements {
            let address = Self::unsigned(base.wrapping_add(self.vectors.distance(&access, *element, stride)));
            // What may end the vector is no access of the program's: it may lead anywhere.
            let outcome = match access.ends_at_fault && *element > 0 {
                true => self.access_element(&access, *element, address, &mut ()),
                false => self.access_element(&access, *element, address, observer),
            };
            match outcome {
                Err(_) if access.ends_at_fault && *element > 0 => {
                    observer.register(self.pc, special::VL, self.vectors.count, *element);
                    self.vectors.count = *element;
                    break;
                }
                Err(trap) => {
                    self.vectors.start = *element;
                    return Err(trap);
                }
                Ok(()) => {}
            }
        }
        self.vectors.start = 0;
        Ok(())
    }

    /// Loads or stores an element with all its fields.
    fn access_element<O: Observer>(
        &mut self,
        access: &Access,
        element: u64,
        address: u64,
        observer: &mut O,
    ) -> Result<(), Trap> {
        for field in 0..access.fields {
            let data = access.field(field);
            let address = Self::unsigned(address.wrapping_add(u64::from(field) * u64::from(data.width / 8)));
            self.access_field(access.stores, data, element, address, observer)?;
        }
        Ok(())
    }

    fn access_field<O: Observer>(
        &mut self,
        stores: bool,
        data: Group,
        element: u64,
        address: u64,
        observer: &mut O,
    ) -> Result<(), Trap> {
        macro_rules! access {
            ($value:ty) => {
                if stores {
                    let value = self.vectors.get(data, element) as $value;
                    self.write(observer, address, value.to_le_bytes())?;
                } else {
                    let value = <$value>::from_le_bytes(self.read(observer, address)?);
                    self.vectors.set(data, element, value.into());
                }
            };
        }
        match data.width {
            8 => access!(u8),
            16 => access!(u16),
            32 => access!(u32),
            _ => access!(u64),
        }
        Ok(())
    }
}

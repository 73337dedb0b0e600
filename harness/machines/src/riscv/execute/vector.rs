//! Vector instructions: their accesses to memory and to other registers. `vector` has the rest.

use super::super::isa::Op;
use super::super::predecode::Entry;
use super::super::vector::kind::Kind;
use super::super::vector::memory::Access;
use super::super::vector::{Group, Operands, Reserved, Source};
use super::Core;
use crate::machine::{FaultKind, Observer};
use crate::simulator::Trap;

impl<const XLEN: u32> Core<XLEN> {
    /// Executes a vector instruction.
    pub(super) fn vector<O: Observer>(&mut self, op: Op, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let masked = e.mode == 0 && op.form().is_some_and(|form| form.syntax.contains('n'));
        if matches!(op, Op::Vsetvli | Op::Vsetivli | Op::Vsetvl) {
            self.configure(op, e, observer);
            return Ok(());
        }
        let reserved =
            |Reserved| Trap::fault(FaultKind::Illegal, e.rd, "the vector instruction is reserved here");
        if let Some(access) = self.vectors.access(op, [e.rd, e.rs2], e.rs3 + 1, masked) {
            return self.access(access.map_err(reserved)?, e, observer);
        }
        let source = op.vector_source();
        let (scalar, place) = match source {
            Source::Constant if op.form().is_some_and(|form| form.syntax.contains('Z')) => {
                (e.rs1.into(), e.rs1.into())
            }
            Source::Constant => (i64::from(e.imm) as u64, 0),
            _ => (self.x(e.rs1), Self::unsigned(self.x(e.rs1))),
        };
        let operands = Operands { rd: e.rd, rs1: e.rs1, rs2: e.rs2, masked, source, scalar, place };
        if let Some(value) = self.vectors.operate(op, &operands).map_err(reserved)? {
            self.set(observer, e.rd, value);
        }
        Ok(())
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
        self.vectors.configure(Kind::of(bits), asked);
        self.vectors.start = 0;
        self.set(observer, e.rd, self.vectors.count);
    }

    /// Loads or stores elements.
    fn access<O: Observer>(&mut self, access: Access, e: Entry, observer: &mut O) -> Result<(), Trap> {
        let (base, stride) = (self.x(e.rs1), self.x(e.rs2));
        for element in &access.elements {
            let address = Self::unsigned(base.wrapping_add(self.vectors.distance(&access, *element, stride)));
            match self.access_element(&access, *element, address, observer) {
                Err(_) if access.ends_at_fault && *element > 0 => {
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

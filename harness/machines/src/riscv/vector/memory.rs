//! Loads and stores of vectors: which elements they access, and where.

use super::super::isa::Op;
use super::registers::{Group, Vectors};
use super::{Checked, Reserved, require};

/// Opcodes.
const LOAD: u32 = 0x07;
const STORE: u32 = 0x27;

/// How addresses follow from elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// One behind the other.
    Unit,
    /// As that, and where the first is there what cannot be loaded ends the vector.
    UnitUntilFault,
    /// So many whole registers.
    Whole(u8),
    /// A mask, as bytes.
    Mask,
    /// At distances that are all the same.
    Strided,
    /// At distances in a vector.
    Indexed,
}

/// An access of a vector.
#[derive(Debug)]
pub(in super::super) struct Access {
    pub(in super::super) stores: bool,
    /// What is loaded or stored; of segments the first field.
    pub(in super::super) data: Group,
    /// Number of fields in a segment.
    pub(in super::super) fields: u8,
    /// The elements that are accessed.
    pub(in super::super) elements: Vec<u64>,
    /// What cannot be loaded ends the vector.
    pub(in super::super) ends_at_fault: bool,
    mode: Mode,
    /// Distances from the address.
    index: Option<Group>,
}

/// Width of elements in memory, or of distances, by the function in the encoding.
fn width(function: u32) -> Option<u32> {
    [(0, 8), (5, 16), (6, 32), (7, 64)].iter().find(|(code, _)| *code == function).map(|(_, width)| *width)
}

/// The addressing mode in the encoding, by its fields `mop`, `lumop` and `nf`.
fn mode(value: u32) -> Option<Mode> {
    match (value >> 26 & 3, value >> 20 & 31) {
        (0, 0) => Some(Mode::Unit),
        (0, 8) => Some(Mode::Whole((value >> 29) as u8 + 1)),
        (0, 11) => Some(Mode::Mask),
        (0, 16) => Some(Mode::UnitUntilFault),
        (2, _) => Some(Mode::Strided),
        (1 | 3, _) => Some(Mode::Indexed),
        _ => None,
    }
}

impl Access {
    /// The group of a field of segments.
    pub(in super::super) fn field(&self, field: u8) -> Group {
        Group { first: self.data.first + field * self.data.registers(), ..self.data }
    }
}

impl Vectors {
    /// The access of a load or store to or from `rd`, with distances in `rs2`, of segments of some fields; `None` for other
    /// operations.
    ///
    /// # Errors
    /// It is reserved.
    pub(in super::super) fn access(
        &self,
        op: Op,
        [rd, rs2]: [u8; 2],
        fields: u8,
        masked: bool,
    ) -> Option<Checked<Access>> {
        let value = op.form()?.value;
        if !matches!(value & 0x7f, LOAD | STORE) {
            return None;
        }
        Some(self.access_of(value, [rd, rs2], fields, masked))
    }

    fn access_of(&self, value: u32, [rd, rs2]: [u8; 2], fields: u8, masked: bool) -> Checked<Access> {
        let stores = value & 0x7f == STORE;
        let width = width(value >> 12 & 7).ok_or(Reserved)?;
        let mode = mode(value).ok_or(Reserved)?;
        require(stores || !masked || rd != 0)?;
        let mut index = None;
        let (data, elements) = match mode {
            Mode::Whole(registers) => {
                require(rd.is_multiple_of(registers))?;
                let data = Group { first: rd, width, size: registers.trailing_zeros() as i32 };
                let count = u64::from(registers) * self.bits() / u64::from(width);
                (data, (self.start..count).collect())
            }
            Mode::Mask => {
                self.kind()?;
                (Self::single(rd, width), (self.start..self.count.div_ceil(8)).collect())
            }
            Mode::Indexed => {
                let data = self.group(rd, 0)?;
                let distances = self.group_of(rs2, width)?;
                if !stores {
                    data.may_be_made_of(distances)?;
                }
                index = Some(distances);
                (data, self.active(masked))
            }
            Mode::Unit | Mode::UnitUntilFault | Mode::Strided => {
                (self.group_of(rd, width)?, self.active(masked))
            }
        };
        let access = Access {
            stores,
            data,
            fields,
            elements,
            ends_at_fault: mode == Mode::UnitUntilFault,
            mode,
            index,
        };
        if fields > 1 {
            let registers = fields * data.registers();
            require(registers <= 8 && rd + registers <= 32)?;
            let apart = |index: Group| (0..fields).all(|field| !access.field(field).overlaps(index));
            require(stores || index.is_none_or(apart))?;
        }
        Ok(access)
    }

    /// The distance of an element from the address of an access, with the distance of two elements if they have one.
    pub(in super::super) fn distance(&self, access: &Access, element: u64, stride: u64) -> u64 {
        match (access.mode, access.index) {
            (Mode::Strided, _) => element.wrapping_mul(stride),
            (_, Some(index)) => self.get(index, element),
            _ => element.wrapping_mul(u64::from(access.data.width / 8) * u64::from(access.fields)),
        }
    }
}

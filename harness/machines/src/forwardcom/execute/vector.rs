//! Instructions that treat vectors as a whole: what each of them is, and those on single registers and
//! elements in memory. Moves of elements are in `moves`, masks in `masks`, conversions in `convert`.

mod convert;
mod masks;
mod moves;

use super::super::fields::bits as field;
use super::super::formats::Format;
use super::super::isa::id;
use super::super::predecode::{General, element_size};
use super::general::unsupported;
use super::{Core, MAX_VECTOR, Trap, Vector, number};
use crate::machine::Observer;

/// The operands of an instruction as most of those here read them.
struct Operands<'a> {
    g: &'a General,
    /// Bytes of an element.
    size: usize,
    rs: &'a Vector,
    rt: &'a Vector,
    ru: &'a Vector,
    rd: &'a Vector,
    /// The general registers of the same numbers as `rs` and `rt`.
    count_s: u64,
    count_t: u64,
    mask: Option<&'a Vector>,
    fallback: Option<&'a Vector>,
    numcontr: u64,
    im1: u8,
    /// Word number of the instruction, which the NaN of an exception holds.
    word_number: u64,
}

impl<'a> Operands<'a> {
    fn of(core: &'a Core, g: &'a General) -> Self {
        let i = &g.instruction;
        Self {
            g,
            size: element_size(i) as usize,
            rs: core.vector(g.rs),
            rt: core.vector(g.rt),
            ru: core.vector(g.ru),
            rd: core.vector(g.rd),
            count_s: core.r(g.rs),
            count_t: core.r(g.rt),
            mask: i.mask().map(|mask| core.vector(mask)),
            fallback: g.fallback.map(|register| core.vector(register)),
            numcontr: core.numcontr,
            im1: i.words.get(field::IM1) as u8,
            word_number: core.word_number(),
        }
    }

    fn format(&self) -> &'static Format {
        self.g.instruction.format
    }

    fn operand_type(&self) -> u8 {
        self.g.instruction.operand_type
    }

    /// Bytes of an element that one access reaches.
    fn step(&self) -> usize {
        self.size.min(8)
    }

    /// The element of the mask at byte `at`, or the control register.
    fn mask_bits(&self, at: usize) -> u64 {
        self.mask.map_or(self.numcontr, |mask| mask.get(at, self.step()) as u64)
    }

    /// True if the element at byte `at` is to be computed.
    fn enabled(&self, at: usize) -> bool {
        self.mask_bits(at) & 1 != 0
    }

    /// A length of whole elements, at most the longest.
    fn limited(&self, length: u64) -> u64 {
        let size = self.size as u64;
        length.min(MAX_VECTOR as u64) / size * size
    }

    /// Offsets of the elements of a vector in bytes.
    fn places(&self, length: usize) -> impl Iterator<Item = usize> + use<> {
        (0..length).step_by(self.size)
    }

    /// Number of whole elements of a vector.
    fn count(&self, vector: &Vector) -> usize {
        vector.length / self.size
    }

    /// One element alone.
    fn scalar(&self, value: u64) -> Vector {
        let mut result = Vector::of_length(self.size as u64);
        result.set(0, self.step(), value.into());
        result
    }

    /// Puts the fallback, or 0, where no element is to be computed.
    fn fall_back(&self, result: &mut Vector) {
        for at in self.places(result.length).filter(|&at| !self.enabled(at)) {
            copy(self.fallback.unwrap_or(&Vector::EMPTY), at, result, at, self.size);
        }
    }

    fn unsupported(&self) -> Trap {
        unsupported(self.g)
    }

    /// The number of the element that `insert` and `extract` name.
    fn index(&self) -> u64 {
        if self.format().tag == 0x130 { self.im1.into() } else { self.count_t }
    }
}

impl Core {
    /// Executes an instruction if it is one of these; says whether it was.
    pub(super) fn execute_vector<O: Observer>(
        &mut self,
        g: &General,
        observer: &mut O,
    ) -> Result<bool, Trap> {
        let o = Operands::of(self, g);
        let result = match g.instruction.form.id {
            id::GET_LEN | id::GET_NUM => {
                let divisor = if g.instruction.form.id == id::GET_NUM { o.size } else { 1 };
                let number = (o.rt.length / divisor) as u64;
                self.put(observer, g.rd, number);
                return Ok(true);
            }
            id::VEC2GP => {
                let value = o.rs.first(o.step()) as u64;
                self.put(observer, g.rd, value);
                return Ok(true);
            }
            // One element, which the first of the mask enables.
            id::READ_INSERT | id::EXTRACT_STORE if !o.enabled(0) => return Ok(true),
            id::READ_INSERT => self.read_insert(g, observer)?,
            id::EXTRACT_STORE => return self.extract_store(g, observer).map(|()| true),
            id::PUSH => return self.push_vectors(g, observer).map(|()| true),
            id::POP => return self.pop_vectors(g, observer).map(|()| true),
            // Registers RD to IM1.
            id::CLEAR => {
                for register in g.rd..=(o.im1 & 31) {
                    self.put_vector(observer, register, Vector::EMPTY);
                }
                return Ok(true);
            }
            id::SET_LEN => o.rs.resized(o.count_t),
            id::SET_NUM => o.rs.resized(o.count_t.saturating_mul(o.size as u64)),
            id::INSERT => moves::insert(&o),
            id::EXTRACT => moves::extract(&o),
            id::BROAD => moves::broad(&o),
            id::BROADCAST_MAX => moves::broadcast(&o, MAX_VECTOR as u64, None),
            // The first two by bytes, the others by elements.
            id::SHIFT_EXPAND => moves::shift_expand(&o),
            id::SHIFT_REDUCE => moves::shift_reduce(&o),
            id::SHIFT_UP => moves::shifted(o.rs, o.rs.length as u64, bounded(o.count_t, o.size) as isize),
            id::SHIFT_DOWN => {
                moves::shifted(o.rs, o.rs.length as u64, -(bounded(o.count_t, o.size) as isize))
            }
            id::GP2VEC => o.scalar(o.count_s),
            id::LOAD_HI => moves::upper(&o, None),
            id::INSERT_HI => moves::upper(&o, Some(o.rt)),
            id::REPLACE => moves::replace(&o, |_| true),
            id::REPLACE_EVEN => moves::replace(&o, |odd| !odd),
            id::REPLACE_ODD => moves::replace(&o, |odd| odd),
            id::CONCATENATE => moves::concatenate(&o),
            id::PERMUTE => moves::permute(&o)?,
            id::INTERLEAVE => moves::interleave(&o),
            id::REPEAT_BLOCK => moves::repeat_block(&o)?,
            id::REPEAT_WITHIN_BLOCKS => moves::repeat_within_blocks(&o)?,
            id::COMPRESS_SPARSE => masks::compress_sparse(&o),
            id::EXPAND_SPARSE => masks::expand_sparse(&o),
            id::BITS2BOOL => masks::bits2bool(&o),
            id::BOOL2BITS => masks::bool2bits(&o),
            id::BOOL_REDUCE => masks::bool_reduce(&o)?,
            id::FP_CATEGORY_REDUCE => masks::category_reduce(&o)?,
            id::MAKE_MASK => masks::make_mask(&o),
            id::MASK_LENGTH => masks::mask_length(&o),
            id::COMPRESS => convert::compress(&o).ok_or_else(|| o.unsupported())?,
            id::EXPAND => convert::expand(&o).ok_or_else(|| o.unsupported())?,
            id::MAKE_SEQUENCE => convert::make_sequence(&o)?,
            id::FLOAT2INT => {
                convert::each(&o, |value| convert::to_integer(value, o.size, o.im1, o.numcontr))?
            }
            id::INT2FLOAT => {
                convert::each(&o, |value| convert::to_float(value, o.size, o.im1, o.word_number))?
            }
            id::ROUND2N => convert::round_to_power(&o)?,
            _ => return Ok(false),
        };
        self.put_vector(observer, g.rd, result);
        Ok(true)
    }

    /// `read_insert`: an element from memory.
    fn read_insert<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<Vector, Trap> {
        let place = self.place(g)?;
        let size = element_size(&g.instruction);
        let value = self.load_element(observer, place.address, size.min(8))?;
        let mut result = *self.vector(g.rd);
        result.set(bounded(self.r(g.rt), size as usize), size.min(8) as usize, value);
        Ok(result)
    }

    /// `extract_store`: an element to memory.
    fn extract_store<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let place = self.place(g)?;
        let size = element_size(&g.instruction) as usize;
        let step = size.min(8);
        let value = self.vector(g.rd).get(bounded(self.r(g.rt), size), step) as u64;
        self.store_value(observer, place.address, step.trailing_zeros() as usize, value)
    }

    /// Each register goes with its length below it; the first register is pushed first.
    fn push_vectors<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let mut pointer = self.r(g.rd);
        for register in stacked(g)? {
            let vector = *self.vector(register);
            pointer = pointer.wrapping_sub(vector.length.next_multiple_of(8) as u64);
            for at in (0..vector.length).step_by(8) {
                let value = vector.bytes.get(at..at + 8).map_or(0, number) as u64;
                self.store_value(observer, pointer.wrapping_add(at as u64), 3, value)?;
            }
            pointer = pointer.wrapping_sub(8);
            self.store_value(observer, pointer, 3, vector.length as u64)?;
        }
        self.put(observer, g.rd, pointer);
        Ok(())
    }

    fn pop_vectors<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let mut pointer = self.r(g.rd);
        for register in stacked(g)?.rev() {
            let length = self.load_value(observer, pointer, 3)?;
            if length > MAX_VECTOR as u64 {
                return Err(unsupported(g));
            }
            pointer = pointer.wrapping_add(8);
            let whole = length.next_multiple_of(8);
            let mut vector = Vector::of_length(whole);
            for at in (0..whole).step_by(8) {
                let value = self.load_value(observer, pointer.wrapping_add(at), 3)?;
                vector.set(at as usize, 8, value.into());
            }
            pointer = pointer.wrapping_add(whole);
            self.put_vector(observer, register, vector.resized(length));
        }
        self.put(observer, g.rd, pointer);
        Ok(())
    }
}

/// The registers that a push or a pop names.
fn stacked(g: &General) -> Result<std::ops::RangeInclusive<u8>, Trap> {
    let last = g.instruction.words.get(field::IM1) as u8;
    if last < 32 { Ok(g.rs..=last) } else { Err(unsupported(g)) }
}

/// A number of elements in bytes, limited to what no register holds.
fn bounded(count: u64, size: usize) -> usize {
    count.saturating_mul(size as u64).min(MAX_VECTOR as u64) as usize
}

/// Copies an element, whole or not at all.
fn copy(from: &Vector, at: usize, to: &mut Vector, place: usize, size: usize) {
    to.set(place, size, from.get(at, size));
}

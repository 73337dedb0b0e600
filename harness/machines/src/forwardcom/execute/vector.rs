//! Instructions that treat vectors as a whole: what each of them is, and those on single registers and
//! elements in memory. Moves of elements are in `moves`, masks in `masks`, conversions in `convert`.

mod convert;
mod masks;
mod moves;

use super::super::fields::bits as field;
use super::super::formats::Format;
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
    /// Where the instruction is, for the numbers that say where an exception was.
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

    /// Whether the element at byte `at` is to be computed.
    fn enabled(&self, at: usize) -> bool {
        self.mask_bits(at) & 1 != 0
    }

    /// A length of whole elements, at most the longest.
    fn limited(&self, length: u64) -> u64 {
        let size = self.size as u64;
        length.min(MAX_VECTOR as u64) / size * size
    }

    /// Where the elements of a vector begin.
    fn places(&self, length: usize) -> impl Iterator<Item = usize> + use<> {
        (0..length).step_by(self.size)
    }

    /// How many whole elements a vector has.
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
            // get_len, get_num
            0x12001 | 0x12003 => {
                let divisor = if g.instruction.form.id == 0x12003 { o.size } else { 1 };
                let number = (o.rt.length / divisor) as u64;
                self.put(observer, g.rd, number);
                return Ok(true);
            }
            // vec2gp
            0x13001 => {
                let value = o.rs.first(o.step()) as u64;
                self.put(observer, g.rd, value);
                return Ok(true);
            }
            // read_insert, extract_store: one element, which the first of the mask enables
            0x25A18 | 0x25A20 if !o.enabled(0) => return Ok(true),
            0x25A18 => self.read_insert(g, observer)?,
            0x25A20 => return self.extract_store(g, observer).map(|()| true),
            0x18038 => return self.push_vectors(g, observer).map(|()| true),
            0x18039 => return self.pop_vectors(g, observer).map(|()| true),
            // clear: registers RD to IM1
            0x1303A => {
                for register in g.rd..=(o.im1 & 31) {
                    self.put_vector(observer, register, Vector::EMPTY);
                }
                return Ok(true);
            }
            // set_len, set_num
            0x12000 => o.rs.resized(o.count_t),
            0x12002 => o.rs.resized(o.count_t.saturating_mul(o.size as u64)),
            0x1200C => moves::insert(&o),
            0x1200B => moves::extract(&o),
            // broad, broadcast_max
            0x1200D => moves::broad(&o),
            0x13013 => moves::broadcast(&o, MAX_VECTOR as u64, None),
            // shift_expand, shift_reduce by bytes; shift_up, shift_down by elements
            0x12012 => moves::shift_expand(&o),
            0x12013 => moves::shift_reduce(&o),
            0x12014 => moves::shifted(o.rs, o.rs.length as u64, bounded(o.count_t, o.size) as isize),
            0x12015 => moves::shifted(o.rs, o.rs.length as u64, -(bounded(o.count_t, o.size) as isize)),
            // gp2vec
            0x13000 => o.scalar(o.count_s),
            // load_hi, insert_hi
            0x26000 => moves::upper(&o, None),
            0x29001 => moves::upper(&o, Some(o.rt)),
            // replace, replace_even, replace_odd
            0xA0001 => moves::replace(&o, |_| true),
            0x26004 => moves::replace(&o, |odd| !odd),
            0x26005 => moves::replace(&o, |odd| odd),
            0x22600 => moves::concatenate(&o),
            0x22601 => moves::permute(&o)?,
            0x22602 => moves::interleave(&o),
            0x22708 => moves::repeat_block(&o)?,
            0x22709 => moves::repeat_within_blocks(&o)?,
            0x12009 => masks::compress_sparse(&o),
            0x1200A => masks::expand_sparse(&o),
            0x1200E => masks::bits2bool(&o),
            0x1301A => masks::bool2bits(&o),
            0x1301B => masks::bool_reduce(&o)?,
            0x1301C => masks::category_reduce(&o)?,
            0x26002 => masks::make_mask(&o),
            0x28701 => masks::mask_length(&o),
            0x12004 => convert::compress(&o)?,
            0x12007 => convert::expand(&o)?,
            0x13004 => convert::make_sequence(&o)?,
            // float2int, int2float
            0x1300C => convert::each(&o, |value| convert::to_integer(value, o.size, o.im1, o.numcontr))?,
            0x1300D => convert::each(&o, |value| convert::to_float(value, o.size, o.im1, o.word_number))?,
            0x1300F => convert::round_to_power(&o)?,
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
        let last = g.instruction.words.get(field::IM1) as u8;
        if last & 0xE0 != 0 {
            return Err(unsupported(g));
        }
        let mut pointer = self.r(g.rd);
        for register in g.rs..=last {
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
        let last = g.instruction.words.get(field::IM1) as u8;
        if last & 0xE0 != 0 {
            return Err(unsupported(g));
        }
        let mut pointer = self.r(g.rd);
        for register in (g.rs..=last).rev() {
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

/// A number of elements in bytes, limited to what no register holds.
fn bounded(count: u64, size: usize) -> usize {
    count.saturating_mul(size as u64).min(MAX_VECTOR as u64) as usize
}

/// Copies an element, whole or not at all.
fn copy(from: &Vector, at: usize, to: &mut Vector, place: usize, size: usize) {
    to.set(place, size, from.get(at, size));
}

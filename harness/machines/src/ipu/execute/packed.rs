//! Packed addresses: three addresses of 21 bits in a pair of M registers, and the loads and stores that step
//! through memory by them.
//!
//! The first address is the low 21 bits of the even register, the second those of the odd one; the third lies
//! in the bits above, its low 11 bits in the even register. (Which part lies where is not public.) A stride
//! register holds three signed strides of 10 bits. Two bits of the instruction for each address choose its
//! step: 1, or one of the strides; the unit is 8 bytes.

use super::super::isa::{Data, Pace};
use super::{Tile, Trap};
use crate::machine::{FaultKind, Observer};

/// Bits of an address.
const ADDRESS: u32 = 0x1f_ffff;
/// Bits of the third address that lie in the even register, and where.
const LOW_PART: u32 = 0x7ff;
const PART_SHIFT: u32 = 21;

/// Packs three addresses; bits beyond the 21st are dropped.
fn pack([first, second, third]: [u32; 3]) -> [u32; 2] {
    let third = third & ADDRESS;
    [first & ADDRESS | (third & LOW_PART) << PART_SHIFT, second & ADDRESS | third >> 11 << PART_SHIFT]
}

/// The three addresses of a pair.
fn unpack([low, high]: [u32; 2]) -> [u32; 3] {
    [low & ADDRESS, high & ADDRESS, (low >> PART_SHIFT | high >> PART_SHIFT << 11) & ADDRESS]
}

/// A step in bytes, chosen by two bits.
fn step(strides: u32, choice: u32) -> u32 {
    match choice & 3 {
        0 => 8,
        field => {
            let shift = 10 * (field - 1);
            // The field's sign comes in from the left.
            let stride = (strides << (22 - shift)) as i32 >> 22;
            (stride * 8) as u32
        }
    }
}

impl Tile {
    /// `tapack`.
    pub(super) fn pack_addresses<O: Observer>(&mut self, observer: &mut O, to: u8, from: [u8; 3]) {
        let [low, high] = pack(from.map(|index| self.m(index)));
        self.set_m(observer, to, low);
        self.set_m(observer, to | 1, high);
    }

    /// A load or store by packed addresses; `registers` are those of the A file as the text names them, then
    /// come the pair of addresses, the strides and the choices of steps.
    pub(super) fn pace<O: Observer>(
        &mut self,
        observer: &mut O,
        pace: Pace,
        registers: [u8; 2],
        pair: u8,
        strides: u8,
        choices: u32,
    ) -> Result<(), Trap> {
        let (addresses, strides) = (unpack([self.m(pair), self.m(pair | 1)]), self.m(strides));
        let [first, second, third] = addresses;
        // The two lowest bits belong to the first address that is used, the next to the second.
        let used: &[usize] = match pace {
            Pace::Store => &[2],
            Pace::LoadTwo => &[0, 1],
            Pace::LoadStore => &[0, 2],
            Pace::LoadTwoStore => &[0, 1, 2],
        };
        let upper = choices >> (2 * used.len());
        // Kernels repeat the bits of the only address above them, so that it does not matter which ones are read.
        let is_repeated = matches!(pace, Pace::Store) && upper == choices & 3;
        if upper != 0 && !is_repeated {
            let text = "the upper bits of the constant must be 0";
            return Err(Trap::fault(FaultKind::Unsupported, choices, text));
        }
        let [one, other] = registers;
        match pace {
            Pace::Store => self.store_pair(observer, one, third)?,
            Pace::LoadTwo => {
                if one == other {
                    let text = "the two pairs of registers must be distinct";
                    return Err(Trap::fault(FaultKind::Exception, self.pc, text));
                }
                let loaded = [self.pair_at(observer, first)?, self.pair_at(observer, second)?];
                self.set_pair(observer, one, loaded[0]);
                self.set_pair(observer, other, loaded[1]);
            }
            Pace::LoadStore => {
                let loaded = self.pair_at(observer, first)?;
                self.store_pair(observer, other, third)?;
                self.set_pair(observer, one, loaded);
            }
            Pace::LoadTwoStore => {
                let loaded = [self.pair_at(observer, first)?, self.pair_at(observer, second)?];
                self.store_pair(observer, other, third)?;
                self.set_pair(observer, one, loaded[0]);
                self.set_pair(observer, one + 2, loaded[1]);
            }
        }
        let mut next = addresses;
        for (place, &index) in used.iter().enumerate() {
            if let Some(address) = next.get_mut(index) {
                *address = address.wrapping_add(step(strides, choices >> (2 * place)));
            }
        }
        let [low, high] = pack(next);
        self.set_m(observer, pair, low);
        self.set_m(observer, pair | 1, high);
        Ok(())
    }

    /// `ld64putcs` and `ld128putcs`: loads weights from where `$CCCSLOAD` points. They are not kept, as the
    /// instructions that multiply by them are not simulated.
    pub(super) fn load_weights<O: Observer>(
        &mut self,
        observer: &mut O,
        data: Data,
        address: u32,
    ) -> Result<(), Trap> {
        self.words(data, address)?;
        observer.read(self.pc.into(), address.into(), data.bytes().into());
        Ok(())
    }

    fn pair_at<O: Observer>(&self, observer: &mut O, address: u32) -> Result<[u32; 4], Trap> {
        let words = self.words(Data::Pair, address)?;
        observer.read(self.pc.into(), address.into(), 8);
        Ok(words)
    }

    fn set_pair<O: Observer>(&mut self, observer: &mut O, to: u8, words: [u32; 4]) {
        self.set_a(observer, to, words[0]);
        self.set_a(observer, to | 1, words[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_survive_packing() {
        for addresses in [[0, 0, 0], [0x1f_ffff; 3], [0x4_c000, 0x5_0008, 0x1a_5a58], [1, 2, 0x800]] {
            assert_eq!(unpack(pack(addresses)), addresses, "{addresses:x?}");
        }
        assert_eq!(unpack(pack([u32::MAX, 0x20_0000, 0xffe0_0001])), [0x1f_ffff, 0, 1]);
    }

    #[test]
    fn steps_are_signed_fields() {
        let strides = 5 | 0x3ff << 10 | 0x200 << 20;
        assert_eq!([0, 1, 2, 3].map(|choice| step(strides, choice) as i32), [8, 40, -8, -4096]);
    }
}

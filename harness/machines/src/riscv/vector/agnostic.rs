//! Elements that an instruction does not work on and about which nobody may care: a processor may leave them alone, or make them
//! ones.

use super::super::isa::Op;
use super::registers::{Group, Vectors};

/// Operations whose result is one element, beside reductions.
const SINGLE: [&str; 2] = ["vmv.s.x", "vfmv.s.f"];

/// Beginnings of the names of reductions.
const REDUCTIONS: [&str; 4] = ["vred", "vwred", "vfred", "vfwred"];

/// The load of a mask, as bytes.
const MASK_LOAD: &str = "vlm.v";

/// True for an operation that works on whole registers.
fn is_whole(name: &str) -> bool {
    let counts = |start: &str| {
        name.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    counts("vl") || counts("vmv")
}

impl Vectors {
    /// The mask that an instruction works by, before it may be overwritten.
    pub(in super::super) fn mask_bits(&self, masked: bool) -> Vec<bool> {
        if !self.agnostic || !masked {
            return Vec::new();
        }
        (0..self.bits()).map(|index| self.bit(0, index)).collect()
    }

    /// Makes agnostic elements ones behind an instruction, which worked by a mask.
    pub(in super::super) fn fill_agnostic(&mut self, op: Op, mask: &[bool]) {
        let touched = std::mem::take(&mut self.touched);
        let (head, own_tail) = (std::mem::take(&mut self.head), self.tail.take());
        let (Some(kind), Some(form)) = (self.kind.filter(|_| self.agnostic), op.form()) else { return };
        let name = form.mnemonic;
        if is_whole(name) || self.count == 0 {
            return;
        }
        let is_single = SINGLE.contains(&name) || REDUCTIONS.iter().any(|start| name.starts_with(start));
        for group in touched {
            let is_mask = group.width == 1;
            let all = u64::from(group.registers().max(1)) * self.bits() / u64::from(group.width);
            let tail = match name {
                _ if is_single => 1,
                MASK_LOAD => self.count.div_ceil(8),
                _ => own_tail.unwrap_or(self.count),
            };
            let left_out = (head..self.count).filter(|index| mask.get(*index as usize) == Some(&false));
            let left_out: Vec<u64> =
                if kind.is_mask_agnostic() && !is_single { left_out.collect() } else { Vec::new() };
            let behind =
                if is_mask || name == MASK_LOAD || kind.is_tail_agnostic() { tail..all } else { all..all };
            for index in left_out.into_iter().chain(behind) {
                match is_mask {
                    true => self.fill_bit(group, index),
                    false => self.put(group, index, u64::MAX),
                }
            }
        }
    }

    fn fill_bit(&mut self, group: Group, index: u64) {
        let bytes = Self::single(group.first, 8);
        let byte = self.get(bytes, index / 8) | 1 << (index % 8);
        self.put(bytes, index / 8, byte);
    }
}

//! Addresses: instructions grow and shrink with their distances until nothing changes.

use super::{Assembler, CODE_SIZE, Code, DATA_SIZE, Piece};

/// Most rounds. In the last two the larger size is taken where it is uncertain.
const MOST_ROUNDS: u32 = 10;

impl Assembler {
    pub(super) fn settle(&mut self) {
        for symbol in &mut self.symbols {
            // Labels get their places here, data has its places already.
            let code = symbol.section.and_then(|index| self.sections.get(index));
            if code.is_some_and(|section| section.flags & 1 != 0) {
                symbol.known = false;
            }
        }
        for round in 1..=MOST_ROUNDS {
            let (changed, uncertain) = self.round(round >= MOST_ROUNDS - 1);
            if !self.faults.is_empty() || !changed && (!uncertain || round >= 2) {
                return;
            }
        }
    }

    /// One round over all code; whether a size changed, and whether one may still change.
    fn round(&mut self, prefer_large: bool) -> (bool, bool) {
        (self.code_size, self.data_size) = (CODE_SIZE, DATA_SIZE);
        let (mut changed, mut uncertain) = (false, false);
        for section in self.sections.iter_mut().filter(|section| section.flags & 1 != 0) {
            (section.size, section.slack) = (0, 0);
        }
        let mut code = std::mem::take(&mut self.code);
        for piece in &mut code {
            let one = match piece {
                Piece::Read(one) => one,
                Piece::Known(known) => {
                    if let Some(section) = self.sections.get_mut(known.section as usize) {
                        section.size += known.encoding.bytes().len() as u64;
                    }
                    continue;
                }
            };
            let Some(section) = self.sections.get(one.section) else { continue };
            one.address = section.size;
            let slack = section.slack;
            if let Some(symbol) = one.label.and_then(|index| self.symbols.get_mut(index)) {
                (symbol.value, symbol.known, symbol.slack) = (one.address, true, slack);
                symbol.unit_size = 1;
            }
            let before = one.size;
            self.resize(one, prefer_large);
            changed |= one.size != before;
            if let Some(align) = one.align {
                let padding = (align as u32 >> 2).saturating_sub(1);
                if slack > 0 {
                    one.slack = padding.saturating_sub(one.size);
                }
            }
            uncertain |= one.slack > 0;
            if let Some(section) = self.sections.get_mut(one.section) {
                section.size += 4 * u64::from(one.size);
                section.slack += one.slack;
                if let Some(align) = one.align {
                    section.align_log = section.align_log.max(align.max(1).ilog2() as u8);
                }
            }
        }
        self.code = code;
        (changed, uncertain)
    }

    /// Fits an instruction again whose distances may have changed.
    fn resize(&mut self, code: &mut Code, prefer_large: bool) {
        if let Some(align) = code.align {
            code.size = (code.address.next_multiple_of(align.max(4)) - code.address) as u32 / 4;
            code.slack = 0;
            return;
        }
        if let Some((is_code, size)) = code.option {
            return self.set_size(is_code, size);
        }
        if !code.uncertain {
            return;
        }
        code.slack = 0;
        code.prefer_large = prefer_large;
        self.fit_constant(code);
        self.fit_address(code);
        if let Err(fault) = self.fit(code) {
            self.report(fault);
        }
    }
}

//! Layout of the sections: the sizes of the parts that depend on each other.
//!
//! The order in which parts grow is that of GNU as, so that the same instructions come out long where
//! there is a choice: section by section, each pass from the first part to the last, moving what follows
//! as it goes.

use super::assembler::{Assembler, MOST_BYTES, MOST_SPACE};
use super::directives::write_leb;
use super::evaluate::{Evaluator, Resolved, number};
use super::sections::{Fixup, Fragment, NOBITS, Place};
use super::settle::{Settled, settle};
use super::symbols::{SymbolTable, Value};
use super::target::AsmTarget;

/// Passes over one section before everything that may grow gets its largest size.
const MOST_PASSES: u32 = 60;
/// Rounds over all sections.
const MOST_ROUNDS: u32 = 10;

/// Offsets of all fragments.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// For each section the offset of each fragment and, last, the section's size.
    pub(super) starts: Vec<Vec<u64>>,
    /// For each section and fragment the number of parts before it that may absorb a movement.
    regions: Vec<Vec<u32>>,
    /// The pass in progress.
    pass: Option<Pass>,
}

/// Progress of a pass.
#[derive(Debug, Clone, Copy)]
struct Pass {
    section: usize,
    fragment: usize,
    /// Bytes by which what follows will move.
    stretch: i64,
}

impl Layout {
    /// Offset of a place in its section. What the pass in progress has not yet reached is taken to move
    /// like what it has reached, unless an alignment in between may absorb the movement.
    pub(super) fn offset(&self, place: Place) -> i64 {
        let starts = self.starts.get(place.section);
        let start = starts.and_then(|starts| starts.get(place.fragment).or(starts.last()));
        let offset = (start.copied().unwrap_or(0) as i64).wrapping_add(place.offset);
        match self.pass {
            Some(pass) if self.is_ahead(place) && (pass.stretch < 0 || self.in_region(place)) => {
                offset.wrapping_add(pass.stretch)
            }
            _ => offset,
        }
    }

    /// Returns whether the pass in progress has not yet reached a place.
    fn is_ahead(&self, place: Place) -> bool {
        self.pass.is_some_and(|pass| pass.section == place.section && place.fragment > pass.fragment)
    }

    /// Returns whether no alignment stands between the pass in progress and a place.
    fn in_region(&self, place: Place) -> bool {
        let region = |section: usize, fragment: usize| {
            self.regions.get(section).and_then(|regions| regions.get(fragment).or(regions.last()))
        };
        self.pass
            .is_some_and(|pass| region(pass.section, pass.fragment) == region(place.section, place.fragment))
    }
}

impl Assembler<'_> {
    /// Settles every size. Mistakes are collected.
    pub(super) fn lay_out(&mut self) -> Layout {
        let mut layout = Layout::default();
        for section in &mut self.sections {
            section.close();
            let mut region = 0;
            let regions = section.fragments.iter().map(|fragment| {
                let now = region;
                region += u32::from(matches!(fragment, Fragment::Align { .. } | Fragment::Org { .. }));
                now
            });
            let mut regions: Vec<u32> = regions.collect();
            regions.push(region);
            layout.starts.push(vec![0; regions.len()]);
            layout.regions.push(regions);
        }
        for section in 0..self.sections.len() {
            self.first_sizes(&layout, section);
        }
        for round in 0..MOST_ROUNDS {
            let before = layout.starts.clone();
            for section in 0..self.sections.len() {
                if round == 0 {
                    self.first_offsets(&mut layout, section);
                }
                if !self.relax(&mut layout, section) {
                    return layout;
                }
            }
            if layout.starts == before {
                break;
            }
        }
        self.check_total(&layout);
        layout
    }

    /// The object file must not be larger than all that may be emitted.
    fn check_total(&mut self, layout: &Layout) {
        let padded = self.target.syntax().pad_sections;
        let mut total = 0u64;
        for (section, starts) in self.sections.iter().zip(&layout.starts) {
            if section.kind != NOBITS {
                let size = starts.last().copied().unwrap_or(0);
                let align = if padded { section.align } else { 1 };
                total = total.saturating_add(size.checked_next_multiple_of(align).unwrap_or(u64::MAX));
            }
        }
        if total > MOST_BYTES {
            self.complain(self.origin, format!("the sections grow beyond {MOST_BYTES} bytes"));
        }
    }

    /// Gives instructions that will need a relocation the size that has one.
    fn first_sizes(&mut self, layout: &Layout, index: usize) {
        let mut evaluator = Evaluator::new(&self.symbols, layout);
        for fragment in &mut self.sections[index].fragments {
            let Fragment::Relax { variants, chosen, .. } = fragment else { continue };
            let settled = |fixup: &Fixup, evaluator: &mut Evaluator<'_>| {
                matches!(settle(self.target, evaluator, fixup, index, 0, 0), Ok(Settled::Value(_)))
            };
            while *chosen + 1 < variants.len()
                && !variants[*chosen].fixups.iter().all(|fixup| settled(fixup, &mut evaluator))
            {
                *chosen += 1;
            }
        }
    }

    /// Offsets from the first sizes of a section's parts.
    fn first_offsets(&mut self, layout: &mut Layout, index: usize) {
        let mut offset = 0u64;
        for fragment in 0..self.sections[index].fragments.len() {
            layout.starts[index][fragment] = offset;
            let size = match &self.sections[index].fragments[fragment] {
                Fragment::Org { .. } => 0,
                other => size_at(other, offset),
            };
            offset = offset.saturating_add(size);
        }
        if let Some(end) = layout.starts[index].last_mut() {
            *end = offset;
        }
    }

    /// Passes over a section until nothing grows. False when the section is too large.
    fn relax(&mut self, layout: &mut Layout, index: usize) -> bool {
        for pass in 0..2 * MOST_PASSES {
            let stretched = self.relax_once(layout, index, pass >= MOST_PASSES);
            let section = &self.sections[index];
            let size = layout.starts[index].last().copied().unwrap_or(0);
            let limit = if section.kind == NOBITS { 2 * MOST_SPACE } else { MOST_BYTES };
            if size > limit {
                let message =
                    format!("section `{}` grows to {size:#x} bytes, which is too large", section.name);
                self.complain(self.origin, message);
                return false;
            }
            if !stretched {
                return true;
            }
        }
        let message =
            format!("sizes in section `{}` depend on each other without end", self.sections[index].name);
        self.complain(self.origin, message);
        false
    }

    /// One pass over a section; true when some part changed its size.
    fn relax_once(&mut self, layout: &mut Layout, index: usize, to_the_end: bool) -> bool {
        let mut stretch = 0i64;
        let mut stretched = false;
        for fragment in 0..self.sections[index].fragments.len() {
            let was = layout.starts[index][fragment];
            let now = was.saturating_add_signed(stretch);
            layout.starts[index][fragment] = now;
            layout.pass = Some(Pass { section: index, fragment, stretch });
            let growth = match &self.sections[index].fragments[fragment] {
                Fragment::Bytes(_) | Fragment::Fill { .. } => 0,
                align @ Fragment::Align { .. } => size_at(align, now) as i64 - size_at(align, was) as i64,
                Fragment::Org { target, .. } => {
                    let value = Evaluator::new(&self.symbols, layout).value(target);
                    let target = value.ok().and_then(|value| self.org_target(layout, index, value));
                    let new = target.map_or(0, |target| target.saturating_sub(now));
                    let old = layout.starts[index][fragment + 1].saturating_sub(was);
                    (new as i64).wrapping_sub(old as i64)
                }
                Fragment::Relax { .. } | Fragment::Leb { .. } => {
                    self.grow(layout, index, fragment, to_the_end)
                }
            };
            stretch = stretch.saturating_add(growth);
            stretched |= growth != 0;
        }
        layout.pass = None;
        if let Some(end) = layout.starts[index].last_mut() {
            *end = end.saturating_add_signed(stretch);
        }
        stretched
    }

    /// Gives an instruction or a LEB128 number the size it needs; returns by how much it grew.
    fn grow(&mut self, layout: &Layout, index: usize, fragment: usize, to_the_end: bool) -> i64 {
        let offset = layout.starts[index][fragment];
        let mut evaluator = Evaluator::new(&self.symbols, layout);
        match &mut self.sections[index].fragments[fragment] {
            Fragment::Relax { variants, chosen, .. } => {
                let old = variants[*chosen].bytes.len();
                let place =
                    Spot { target: self.target, symbols: &self.symbols, layout, section: index, offset };
                while *chosen + 1 < variants.len()
                    && (to_the_end || !place.fits(&mut evaluator, &variants[*chosen].fixups, old))
                {
                    *chosen += 1;
                }
                variants[*chosen].bytes.len() as i64 - old as i64
            }
            Fragment::Leb { value, signed, size, .. } => {
                let value = evaluator.value(value).and_then(number).unwrap_or(0);
                let mut bytes = Vec::new();
                write_leb(&mut bytes, value, *signed);
                let old = *size;
                *size = if to_the_end { old.max(bytes.len() as u8) } else { bytes.len() as u8 };
                i64::from(*size) - i64::from(old)
            }
            _ => 0,
        }
    }

    /// The offset that an `.org` asks for: a number, or a place in the same section.
    pub(super) fn org_target(&self, layout: &Layout, section: usize, value: Resolved) -> Option<u64> {
        let offset = match value {
            Resolved { plus: None, minus: None, constant } => constant,
            Resolved { plus: Some(plus), minus: None, constant } => {
                let (home, at) = Evaluator::new(&self.symbols, layout).location(plus)?;
                (home == section).then(|| at.wrapping_add(constant))?
            }
            _ => return None,
        };
        u64::try_from(offset).ok()
    }
}

/// Size in bytes of a part at an offset, but for `.org`, whose size follows from its target alone.
fn size_at(fragment: &Fragment, offset: u64) -> u64 {
    match fragment {
        Fragment::Bytes(bytes) => bytes.data.len() as u64,
        Fragment::Fill { count, pattern } => count.saturating_mul(pattern.len() as u64),
        Fragment::Align { align, most, .. } => {
            let size = offset.checked_next_multiple_of(*align).map_or(0, |next| next - offset);
            if size > *most { 0 } else { size }
        }
        Fragment::Relax { variants, chosen, .. } => {
            variants.get(*chosen).map_or(0, |variant| variant.bytes.len() as u64)
        }
        Fragment::Leb { size, .. } => (*size).into(),
        Fragment::Org { .. } => 0,
    }
}

/// Place of an instruction during a pass.
struct Spot<'a> {
    target: &'a dyn AsmTarget,
    symbols: &'a SymbolTable,
    layout: &'a Layout,
    section: usize,
    offset: u64,
}

impl Spot<'_> {
    /// Returns whether the assembler can settle all fixups of an encoding of `size` bytes here.
    fn fits(&self, evaluator: &mut Evaluator<'_>, fixups: &[Fixup], size: usize) -> bool {
        fixups.iter().all(|fixup| {
            let at = self.offset + u64::from(fixup.offset);
            let settled = settle(self.target, evaluator, fixup, self.section, at, 0);
            match (settled, self.target.fixup_kind(fixup.kind)) {
                (Ok(Settled::Value(value)), Some(kind)) => {
                    kind.fits(value) || (value < size as i64 && self.seems_passed(evaluator, fixup))
                }
                _ => false,
            }
        })
    }

    /// Returns whether a fixup refers to a place ahead that seems to lie behind only because what stands between
    /// has moved already and the place itself has not.
    fn seems_passed(&self, evaluator: &mut Evaluator<'_>, fixup: &Fixup) -> bool {
        let plus = evaluator.value(&fixup.value).ok().and_then(|value| value.plus);
        let place = plus.and_then(|id| match self.symbols.get(id).value {
            Value::Label(place) => Some(place),
            _ => None,
        });
        place.is_some_and(|place| self.layout.is_ahead(place) && !self.layout.in_region(place))
    }
}

//! Where everything lies: sizes of the parts that depend on each other, and values of expressions.

use super::assembler::{Assembler, MOST_BYTES, MOST_SPACE};
use super::directives::{plain_bytes, write_leb};
use super::expr::{BinaryOp, Expr, UnaryOp};
use super::sections::{Fixup, Fragment, NOBITS, Place};
use super::symbols::{SymbolId, SymbolTable, Value};
use super::target::AsmTarget;
use crate::object_file::Binding;

/// Steps that the evaluation of one expression may take.
const MOST_STEPS: u32 = 10_000;
/// Symbols that may be defined by each other in a chain.
const DEEPEST: u32 = 200;
/// Rounds of growing before everything that still does not fit gets its largest size.
const MOST_ROUNDS: u32 = 60;

/// Offsets of all fragments.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// For each section the offset of each fragment and, last, the section's size.
    pub(super) starts: Vec<Vec<u64>>,
}

/// The value of an expression: `plus - minus + constant`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Resolved {
    pub(super) plus: Option<SymbolId>,
    pub(super) minus: Option<SymbolId>,
    pub(super) constant: i64,
}

impl Layout {
    /// Offset of a place in its section.
    pub(super) fn offset(&self, place: Place) -> i64 {
        let starts = self.starts.get(place.section);
        let start = starts.and_then(|starts| starts.get(place.fragment).or(starts.last()));
        (start.copied().unwrap_or(0) as i64).wrapping_add(place.offset)
    }
}

/// Evaluates expressions in a given layout.
pub(super) struct Evaluator<'a> {
    pub(super) symbols: &'a SymbolTable,
    pub(super) layout: &'a Layout,
    steps: u32,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(symbols: &'a SymbolTable, layout: &'a Layout) -> Evaluator<'a> {
        Evaluator { symbols, layout, steps: 0 }
    }

    /// The value of an expression, or a sentence that says why it has none.
    pub(super) fn value(&mut self, expr: &Expr) -> Result<Resolved, String> {
        self.steps = 0;
        self.expression(expr, 0)
    }

    /// The section and offset of a symbol that is a place, followed through assignments.
    pub(super) fn location(&mut self, id: SymbolId) -> Option<(usize, i64)> {
        match &self.symbols.get(id).value {
            Value::Label(place) => Some((place.section, self.layout.offset(*place))),
            Value::Section(section) => Some((*section, 0)),
            Value::Equated(expr) => {
                let value = self.expression(expr, 1).ok()?;
                match value {
                    Resolved { plus: Some(base), minus: None, constant } if base != id => {
                        let (section, offset) = self.location_of_label(base)?;
                        Some((section, offset.wrapping_add(constant)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn location_of_label(&self, id: SymbolId) -> Option<(usize, i64)> {
        match &self.symbols.get(id).value {
            Value::Label(place) => Some((place.section, self.layout.offset(*place))),
            Value::Section(section) => Some((*section, 0)),
            _ => None,
        }
    }

    fn expression(&mut self, expr: &Expr, depth: u32) -> Result<Resolved, String> {
        self.steps += 1;
        if self.steps > MOST_STEPS || depth > DEEPEST {
            return Err("the symbols in this expression are defined by each other without end".to_owned());
        }
        match expr {
            Expr::Constant(constant) => Ok(Resolved { constant: *constant, ..Resolved::default() }),
            Expr::Symbol(id) => self.symbol(*id, depth),
            Expr::Unary(op, inner) => {
                let inner = self.expression(inner, depth)?;
                match op {
                    UnaryOp::Negate => Ok(Resolved {
                        plus: inner.minus,
                        minus: inner.plus,
                        constant: inner.constant.wrapping_neg(),
                    }),
                    _ => Ok(Resolved { constant: op.apply(number(inner)?), ..Resolved::default() }),
                }
            }
            Expr::Binary(op, sides) => {
                let a = self.expression(&sides.0, depth)?;
                let b = self.expression(&sides.1, depth)?;
                self.join(*op, a, b)
            }
        }
    }

    fn symbol(&mut self, id: SymbolId, depth: u32) -> Result<Resolved, String> {
        let symbol = self.symbols.get(id);
        let itself = Resolved { plus: Some(id), ..Resolved::default() };
        let Value::Equated(expr) = &symbol.value else { return Ok(itself) };
        let value = self.expression(expr, depth + 1)?;
        let is_number = value.plus.is_none() && value.minus.is_none();
        // A symbol that the linker may replace stands for itself.
        Ok(if is_number || symbol.binding == Binding::Local { value } else { itself })
    }

    fn join(&mut self, op: BinaryOp, a: Resolved, b: Resolved) -> Result<Resolved, String> {
        match op {
            BinaryOp::Add => self.sum(a, b),
            BinaryOp::Subtract => {
                let constant = b.constant.wrapping_neg();
                self.sum(a, Resolved { plus: b.minus, minus: b.plus, constant })
            }
            _ => {
                let constant = op.apply(number(a)?, number(b)?).ok_or("division by zero")?;
                Ok(Resolved { constant, ..Resolved::default() })
            }
        }
    }

    /// Adds two values and removes what cancels.
    fn sum(&mut self, a: Resolved, b: Resolved) -> Result<Resolved, String> {
        let mut constant = a.constant.wrapping_add(b.constant);
        let mut plus = [a.plus, b.plus];
        let mut minus = [a.minus, b.minus];
        for p in &mut plus {
            for m in &mut minus {
                if let (Some(x), Some(y)) = (*p, *m)
                    && let Some(distance) = self.distance(x, y)
                {
                    constant = constant.wrapping_add(distance);
                    (*p, *m) = (None, None);
                }
            }
        }
        let one = |pair: [Option<SymbolId>; 2]| match pair {
            [Some(_), Some(_)] => Err("an expression can hold one symbol and subtract one".to_owned()),
            [a, b] => Ok(a.or(b)),
        };
        Ok(Resolved { plus: one(plus)?, minus: one(minus)?, constant })
    }

    /// `x - y`, when both lie in one section or are the same symbol.
    fn distance(&mut self, x: SymbolId, y: SymbolId) -> Option<i64> {
        if x == y {
            return Some(0);
        }
        let (section, offset) = self.location_of_label(x)?;
        let (other_section, other) = self.location_of_label(y)?;
        (section == other_section).then(|| offset.wrapping_sub(other))
    }

}

/// The value as a plain number.
pub(super) fn number(value: Resolved) -> Result<i64, String> {
    match value {
        Resolved { plus: None, minus: None, constant } => Ok(constant),
        _ => Err("expected a value without undefined symbols and symbols of other sections".to_owned()),
    }
}

/// What becomes of a fixup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
    /// The assembler stores this value.
    Value(i64),
    /// A relocation: number, symbol and addend.
    Relocation { kind: u32, symbol: Option<SymbolId>, addend: i64 },
}

/// Decides what becomes of a fixup at `offset` of `section`.
pub(super) fn settle(
    target: &dyn AsmTarget,
    evaluator: &mut Evaluator<'_>,
    fixup: &Fixup,
    section: usize,
    offset: u64,
    bytes: u8,
) -> Result<Settled, String> {
    let value = evaluator.value(&fixup.value)?;
    let kind = target.fixup_kind(fixup.kind);
    let pc_relative = kind.is_some_and(|kind| kind.pc_relative);
    let offset = offset as i64;
    let mut addend = value.constant;
    let mut number = fixup.kind;
    match value {
        Resolved { plus: None, minus: None, .. } if !pc_relative => {
            if kind.is_some() || plain_bytes(fixup.kind).is_some() {
                return Ok(Settled::Value(value.constant));
            }
        }
        Resolved { plus: Some(plus), minus: None, .. } if pc_relative => {
            let is_local = evaluator.symbols.get(plus).binding == Binding::Local;
            if let Some((home, at)) = evaluator.location(plus)
                && home == section
                && is_local
            {
                return Ok(Settled::Value(at.wrapping_add(value.constant).wrapping_sub(offset)));
            }
        }
        Resolved { minus: None, .. } => {}
        Resolved { minus: Some(minus), .. } => {
            let here = evaluator.location(minus).filter(|(home, _)| *home == section && !pc_relative);
            let Some((_, at)) = here else {
                return Err("expected the difference of two symbols of one section".to_owned());
            };
            let relative = target.data_fixup(bytes, true);
            number = relative.ok_or("the target has no relocation for the distance to a symbol")?;
            let base = if target.distance_from_section_start() { 0 } else { offset };
            addend = addend.wrapping_add(base).wrapping_sub(at);
        }
    }
    if plain_bytes(number).is_some() {
        return Err("the target has no relocation for a datum of this size".to_owned());
    }
    if target.fixup_kind(number).is_some_and(|kind| !kind.is_relocation) {
        return Err("expected a value that the assembler can work out, for no relocation fits here".to_owned());
    }
    Ok(Settled::Relocation { kind: number, symbol: value.plus, addend })
}

impl Assembler<'_> {
    /// Settles every size. Mistakes are collected.
    pub(super) fn lay_out(&mut self) -> Layout {
        for section in &mut self.sections {
            section.close();
        }
        let mut layout = Layout { starts: vec![Vec::new(); self.sections.len()] };
        for round in 0.. {
            if !self.place_fragments(&mut layout) || !self.grow(&layout, round >= MOST_ROUNDS) {
                break;
            }
        }
        layout
    }

    /// Computes all offsets from the present sizes. False when a section is too large.
    fn place_fragments(&mut self, layout: &mut Layout) -> bool {
        let mut total = 0u64;
        for index in 0..self.sections.len() {
            let mut starts = std::mem::take(&mut layout.starts[index]);
            let is_first = starts.is_empty();
            if is_first {
                starts.resize(self.sections[index].fragments.len() + 1, 0);
            }
            layout.starts[index] = starts;
            let mut offset = 0u64;
            for fragment in 0..self.sections[index].fragments.len() {
                layout.starts[index][fragment] = offset;
                let size = self.fragment_size(layout, index, fragment, offset);
                offset = offset.saturating_add(size);
            }
            if let Some(end) = layout.starts[index].last_mut() {
                *end = offset;
            }
            let section = &self.sections[index];
            let is_space = section.kind == NOBITS;
            total = total.saturating_add(if is_space { 0 } else { offset });
            if total > MOST_BYTES || offset > 2 * MOST_SPACE {
                let message = format!("section `{}` grows to {offset:#x} bytes, which is too large", section.name);
                self.complain(self.origin, message);
                return false;
            }
        }
        true
    }

    /// Size in bytes of a fragment at `offset`.
    fn fragment_size(&self, layout: &Layout, section: usize, fragment: usize, offset: u64) -> u64 {
        match &self.sections[section].fragments[fragment] {
            Fragment::Bytes(bytes) => bytes.data.len() as u64,
            Fragment::Fill { count, pattern } => count.saturating_mul(pattern.len() as u64),
            Fragment::Align { align, most, .. } => {
                let size = offset.next_multiple_of(*align) - offset;
                if size > *most { 0 } else { size }
            }
            Fragment::Org { target, .. } => {
                let value = Evaluator::new(&self.symbols, layout).value(target);
                let target = value.ok().and_then(|value| self.org_target(layout, section, value));
                target.map_or(0, |target| target.saturating_sub(offset))
            }
            Fragment::Relax { variants, chosen, .. } => {
                variants.get(*chosen).map_or(0, |variant| variant.bytes.len() as u64)
            }
            Fragment::Leb { size, .. } => (*size).into(),
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

    /// Grows what does not fit; false when everything does.
    fn grow(&mut self, layout: &Layout, to_the_end: bool) -> bool {
        let mut grew = false;
        let mut evaluator = Evaluator::new(&self.symbols, layout);
        for (index, section) in self.sections.iter_mut().enumerate() {
            for (fragment, &offset) in section.fragments.iter_mut().zip(&layout.starts[index]) {
                match fragment {
                    Fragment::Relax { variants, chosen, .. } => {
                        let last = variants.len().saturating_sub(1);
                        while *chosen < last
                            && (to_the_end
                                || !fits(self.target, &mut evaluator, &variants[*chosen].fixups, index, offset))
                        {
                            *chosen += 1;
                            grew = true;
                        }
                    }
                    Fragment::Leb { value, signed, size, .. } => {
                        let value = evaluator.value(value).and_then(number).unwrap_or(0);
                        let mut bytes = Vec::new();
                        write_leb(&mut bytes, value, *signed);
                        let needed = if to_the_end { 10 } else { bytes.len() as u8 };
                        if bytes.len() as u8 > *size {
                            *size = needed;
                            grew = true;
                        }
                    }
                    _ => {}
                }
            }
        }
        grew
    }
}

/// Whether the assembler can settle all fixups of a variant at `offset`.
fn fits(
    target: &dyn AsmTarget,
    evaluator: &mut Evaluator<'_>,
    fixups: &[Fixup],
    section: usize,
    offset: u64,
) -> bool {
    fixups.iter().all(|fixup| {
        let at = offset + u64::from(fixup.offset);
        let settled = settle(target, evaluator, fixup, section, at, 0);
        match (settled, target.fixup_kind(fixup.kind)) {
            (Ok(Settled::Value(value)), Some(kind)) => kind.fits(value),
            _ => false,
        }
    })
}

//! Values of expressions in a given layout.

use super::expr::{BinaryOp, Expr, UnaryOp};
use super::layout::Layout;
use super::symbols::{SymbolId, SymbolTable, Value};
use crate::object_file::Binding;

/// Steps that the evaluation of one expression may take.
const MOST_STEPS: u32 = 10_000;
/// Symbols that may be defined by each other in a chain.
const DEEPEST: u32 = 200;

/// The value of an expression: `plus - minus + constant`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Resolved {
    pub(super) plus: Option<SymbolId>,
    pub(super) minus: Option<SymbolId>,
    pub(super) constant: i64,
}

/// Evaluates expressions in a given layout.
pub(super) struct Evaluator<'a> {
    pub(super) symbols: &'a SymbolTable,
    layout: &'a Layout,
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

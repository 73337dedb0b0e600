//! Assembly-time assignments: lines that start with `%`.

use super::expression::{Constant, Expression, Mode};
use super::token::{Line, TokenKind, Type};
use super::{Assembler, Outcome, SymbolKind};

impl Assembler {
    /// `% [type] name = expression`, with other assignment operators, `++` and `--`.
    pub(super) fn assignment(&mut self, line: Line) -> Outcome<()> {
        let end = line.first + line.count;
        let mut at = line.first + 1;
        let mut wanted: Option<Type> = None;
        if let Some(&TokenKind::Type(one)) = self.kind(at)
            && !self.is_operator(at + 1, "=")
        {
            wanted = Some(one);
            at += 1;
        }
        let step_at = |this: &Self, at| ["++", "--"].into_iter().find(|&step| this.is_operator(at, step));
        let before = step_at(self, at);
        if before.is_some() {
            at += 1;
        }
        let symbol = match self.kind(at) {
            Some(&TokenKind::Symbol(index)) => index,
            Some(TokenKind::Name) => {
                let one = self.new_symbol(self.name_at(at), SymbolKind::Constant);
                self.define(super::Symbol { section: None, ..one }, at)?
            }
            _ => return self.fail(at, "expected a name"),
        };
        let is_variable = self.symbols.get(symbol).is_some_and(|one| {
            matches!(one.kind, SymbolKind::Constant | SymbolKind::Variable) && !one.external
        });
        if !is_variable {
            return self.fail(at, "this name is no assembly-time variable");
        }
        let name = at;
        at += 1;
        if let Some(step) = before.or_else(|| step_at(self, at)) {
            let old = self.old_value(symbol, name)?;
            let operator = if step == "++" { "+" } else { "-" };
            let value = self.combine(operator, old, Expression::int(1));
            let value = value.map_err(|message| self.fault_at(name, message))?;
            let last = at + usize::from(before.is_none());
            if !self.ends(last, end) {
                return self.fail(last, "unexpected");
            }
            return self.assign(symbol, value, wanted, name);
        }
        let operator = self.tokens.get(at).filter(|_| at < end).and_then(|token| token.operator());
        let Some(operator) = operator.and_then(|one| one.strip_suffix('=')) else {
            return self.fail(at, "expected `=`");
        };
        if !matches!(operator, "" | "+" | "-" | "*" | "/" | "&" | "|" | "^" | "<<" | ">>" | ">>>") {
            return self.fail(at, "expected an assignment");
        }
        let value = self.whole_expression(at + 1, end, Mode::default())?;
        let value = if operator.is_empty() {
            value
        } else {
            let old = self.old_value(symbol, name)?;
            self.combine(operator, old, value).map_err(|message| self.fault_at(at, message))?
        };
        self.assign(symbol, value, wanted, at + 1)
    }

    fn old_value(&self, symbol: usize, token: usize) -> Outcome<Expression> {
        let meaning = self.symbols.get(symbol).and_then(|symbol| symbol.meaning.clone());
        meaning.ok_or_else(|| self.fault_at(token, "this variable has no value yet"))
    }

    fn assign(
        &mut self,
        symbol: usize,
        mut value: Expression,
        wanted: Option<Type>,
        token: usize,
    ) -> Outcome<()> {
        if value.instruction.is_some() || value.setting.is_some() || value.mask.is_some() {
            return self.fail(token, "a variable cannot hold this");
        }
        if let (Some(wanted), Some(constant)) = (wanted, &value.constant) {
            value.constant = match (constant, wanted.float, wanted.string) {
                (Constant::Int(number), true, _) => Some(Constant::Float(*number as f64)),
                (Constant::Float(_), true, _) | (Constant::Text(_), _, true) => value.constant,
                (Constant::Int(_), false, false) => value.constant,
                _ => return self.fail(token, "the value has another type than the variable"),
            };
        }
        let Some(one) = self.symbols.get_mut(symbol) else { return Ok(()) };
        one.kind = if one.meaning.is_some() || one.type_name.is_some() || !value.is_constant() {
            SymbolKind::Variable
        } else {
            SymbolKind::Constant
        };
        one.type_name = value.type_name;
        if let Some(Constant::Int(number)) = value.constant {
            one.value = number as u64;
            one.known = true;
        } else if one.kind == SymbolKind::Constant {
            if let Some(Constant::Float(number)) = value.constant {
                one.value = number.to_bits();
            } else {
                one.kind = SymbolKind::Variable;
            }
        }
        one.meaning = value.type_name.is_none().then_some(value);
        Ok(())
    }
}

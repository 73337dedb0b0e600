//! Constant integer expressions, evaluated as C does on the target.

use crate::error::ParseError;
use crate::number::Literal;
use crate::parse::Parser;
use crate::token::{Token, TokenKind};
use crate::types::{CType, Object};
use crosscall_model::ctype::{Scalar, Type};
use crosscall_model::layout::Layout;

/// Integer value with its type, as far as arithmetic needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Integer {
    value: i128,
    /// Width of the type in bits, 32 or 64 after the promotions.
    bits: u32,
    signed: bool,
}

impl Integer {
    fn truth(value: bool) -> Integer {
        Integer { value: value.into(), bits: 32, signed: true }
    }

    /// Value in the range of an unsigned type; a signed value that does not fit is left for an error.
    fn wrapped(self) -> Integer {
        let mask = (1i128 << self.bits) - 1;
        if self.signed { self } else { Integer { value: self.value & mask, ..self } }
    }

    /// Value after a conversion to a type, which truncates it.
    fn converted(self, bits: u32, signed: bool) -> Integer {
        let mask = (1i128 << bits) - 1;
        let cut = self.value & mask;
        let value = if signed && cut >> (bits - 1) & 1 == 1 { cut - (1i128 << bits) } else { cut };
        Integer { value, bits, signed }
    }

    fn promoted(self) -> Integer {
        if self.bits < 32 { Integer { bits: 32, signed: true, ..self } } else { self }
    }

    /// Value shifted by fewer bits than the type has, otherwise none. A bit that reaches the sign behaves as it does with
    /// compilers.
    fn shifted(self, is_right: bool, by: Integer) -> Option<Integer> {
        let by = u32::try_from(by.value).ok().filter(|by| *by < self.bits)?;
        let value = if is_right { self.value >> by } else { self.value << by };
        Some(Integer { value, ..self }.converted(self.bits, self.signed))
    }

    fn fits(self) -> bool {
        !self.signed || (-(1i128 << (self.bits - 1))..1i128 << (self.bits - 1)).contains(&self.value)
    }
}

/// Binary operators by precedence, the highest first.
const LEVELS: &[&[&str]] = &[
    &["*", "/", "%"],
    &["+", "-"],
    &["<<", ">>"],
    &["<", "<=", ">", ">="],
    &["==", "!="],
    &["&"],
    &["^"],
    &["|"],
    &["&&"],
    &["||"],
];

impl<'a> Parser<'a> {
    /// Parses a constant expression whose value fits into 64 bits, signed.
    pub(crate) fn constant(&mut self) -> Result<i64, ParseError> {
        let token = self.peek();
        let value = self.conditional()?;
        i64::try_from(value.value).map_err(|_| self.error(token, "this constant needs more than 64 bits"))
    }

    fn conditional(&mut self) -> Result<Integer, ParseError> {
        self.enter()?;
        let condition = self.binary(LEVELS.len())?;
        let value = if self.accept("?") {
            let truth = condition.value != 0;
            let yes = self.when(truth, Parser::conditional)?;
            self.expect(":")?;
            let no = self.when(!truth, Parser::conditional)?;
            let (yes, no) = common(yes, no);
            if truth { yes } else { no }
        } else {
            condition
        };
        self.leave();
        Ok(value)
    }

    /// Parses a part that is evaluated only under a condition.
    fn when(
        &mut self,
        live: bool,
        read: impl FnOnce(&mut Parser<'a>) -> Result<Integer, ParseError>,
    ) -> Result<Integer, ParseError> {
        self.idle += u32::from(!live);
        let value = read(self);
        self.idle -= u32::from(!live);
        value
    }

    /// Parses operands joined by operators of the first `level` levels.
    fn binary(&mut self, level: usize) -> Result<Integer, ParseError> {
        let Some(below) = level.checked_sub(1) else { return self.unary() };
        let mut left = self.binary(below)?;
        loop {
            let token = self.peek();
            let TokenKind::Punct(operator) = token.kind else { return Ok(left) };
            if !LEVELS.get(below).is_some_and(|known| known.contains(&operator)) {
                return Ok(left);
            }
            self.next();
            left = match operator {
                "&&" | "||" => {
                    let decided = (left.value != 0) == (operator == "||");
                    let right = self.when(!decided, |parser| parser.binary(below))?;
                    let (l, r) = (left.value != 0, right.value != 0);
                    Integer::truth(if operator == "&&" { l && r } else { l || r })
                }
                _ => {
                    let right = self.binary(below)?;
                    self.operate(token, operator, left, right)?
                }
            };
        }
    }

    fn operate(
        &self,
        token: Token<'_>,
        operator: &str,
        left: Integer,
        right: Integer,
    ) -> Result<Integer, ParseError> {
        if matches!(operator, "<<" | ">>") {
            let left = left.promoted();
            let problem = "a shift by a negative number or by all bits and more";
            let shifted = left.shifted(operator == ">>", right);
            return shifted.map_or_else(|| self.undefined_here(token, problem, left), Ok);
        }
        let (left, right) = common(left, right);
        let (l, r) = (left.value, right.value);
        if matches!(operator, "/" | "%") && r == 0 {
            return self.undefined_here(token, "a division by zero", left);
        }
        let value = match operator {
            "<" => return Ok(Integer::truth(l < r)),
            "<=" => return Ok(Integer::truth(l <= r)),
            ">" => return Ok(Integer::truth(l > r)),
            ">=" => return Ok(Integer::truth(l >= r)),
            "==" => return Ok(Integer::truth(l == r)),
            "!=" => return Ok(Integer::truth(l != r)),
            // Both fit into 64 bits. Only the product of two unsigned numbers can exceed 128 bits, and only its
            // lowest 64 are used.
            "*" => l.wrapping_mul(r),
            "/" => l / r,
            "%" => l % r,
            "+" => l + r,
            "-" => l - r,
            "&" => l & r,
            "^" => l ^ r,
            _ => l | r,
        };
        self.checked(token, Integer { value, ..left })
    }

    /// Value in the range of its type: unsigned values wrap, for signed ones C defines no value.
    fn checked(&self, token: Token<'_>, value: Integer) -> Result<Integer, ParseError> {
        let value = value.wrapped();
        if value.fits() { Ok(value) } else { self.undefined_here(token, "an overflow", value) }
    }

    fn undefined_here(&self, token: Token<'_>, what: &str, other: Integer) -> Result<Integer, ParseError> {
        if self.idle > 0 {
            return Ok(Integer { value: 0, ..other });
        }
        self.fail(token, format!("C has no value for {what}"))
    }

    fn unary(&mut self) -> Result<Integer, ParseError> {
        self.enter()?;
        let token = self.peek();
        let value = match token.kind {
            TokenKind::Punct(operator @ ("+" | "-" | "~" | "!")) => {
                self.next();
                let operand = self.unary()?.promoted();
                match operator {
                    "-" => self.checked(token, Integer { value: -operand.value, ..operand })?,
                    "~" => self.checked(token, Integer { value: !operand.value, ..operand })?,
                    "!" => Integer::truth(operand.value == 0),
                    _ => operand,
                }
            }
            TokenKind::Punct("(") if self.parenthesised_type() => {
                self.next();
                let ty = self.type_name()?;
                self.expect(")")?;
                let operand = self.unary()?;
                self.cast(token, ty, operand)?
            }
            _ => self.primary()?,
        };
        self.leave();
        Ok(value)
    }

    fn primary(&mut self) -> Result<Integer, ParseError> {
        let token = self.peek();
        match token.kind {
            TokenKind::Number(literal) => {
                self.next();
                self.literal(token, literal)
            }
            TokenKind::Punct("(") => {
                self.next();
                let value = self.conditional()?;
                self.expect(")")?;
                Ok(value)
            }
            TokenKind::Word("sizeof") => {
                self.next();
                let size = self.size_of_operand()?;
                Ok(self.size(size))
            }
            TokenKind::Word("_Alignof" | "__alignof__" | "__alignof" | "alignof") => {
                self.next();
                self.expect("(")?;
                let ty = self.type_name()?;
                self.expect(")")?;
                let align = self.layout_of(token, ty)?.align;
                Ok(self.size(align))
            }
            TokenKind::Word("offsetof" | "__builtin_offsetof") => {
                self.next();
                let offset = self.offset()?;
                Ok(self.size(offset))
            }
            TokenKind::Word(name) => match self.constants.get(name) {
                Some(value) => {
                    let value = i128::from(*value);
                    let bits = if i32::try_from(value).is_ok() { 32 } else { 64 };
                    self.next();
                    Ok(Integer { value, bits, signed: true })
                }
                None if matches!(name, "true" | "false") => {
                    self.next();
                    Ok(Integer::truth(name == "true"))
                }
                None => Err(self.expected("an integer constant")),
            },
            TokenKind::Floating => {
                self.fail(token, "expected an integer constant; floating constants are not worked out here")
            }
            _ => Err(self.expected("an integer constant")),
        }
    }

    /// Type and value of a literal.
    fn literal(&self, token: Token<'_>, literal: Literal) -> Result<Integer, ParseError> {
        let value = i128::from(literal.value);
        if literal.character {
            let signed = self.environment.char_is_signed();
            return match signed {
                None if literal.value > 0x7f => self
                    .fail(token, "whether this is negative is the target's affair, which is not told here"),
                signed => {
                    let byte = Integer { value, bits: 32, signed: true };
                    let fits = literal.value <= 0xff;
                    Ok(if fits { byte.converted(8, signed.unwrap_or(true)).promoted() } else { byte })
                }
            };
        }
        let long = if literal.longs == 1 { self.bits_of(Scalar::Long) } else { 64 };
        let least = if literal.longs == 0 { 32 } else { long };
        for bits in [least, self.bits_of(Scalar::Long).max(least), 64] {
            for signed in [true, false] {
                let allowed = if signed { !literal.unsigned } else { literal.unsigned || !literal.decimal };
                let candidate = Integer { value, bits, signed };
                if allowed && value < 1i128 << bits && candidate.fits() {
                    return Ok(candidate);
                }
            }
        }
        // Compilers treat a decimal number beyond `long long` as unsigned.
        Ok(Integer { value, bits: 64, signed: false })
    }

    fn bits_of(&self, scalar: Scalar) -> u32 {
        let layout = self.environment.layout(&scalar.into());
        layout
            .and_then(|l| u32::try_from(l.size * 8).ok())
            .filter(|bits| matches!(bits, 32 | 64))
            .unwrap_or(64)
    }

    /// Number of bytes with the type of `sizeof`.
    fn size(&self, bytes: u64) -> Integer {
        Integer { value: bytes.into(), bits: self.bits_of(Scalar::Size), signed: false }
    }

    /// True if a type follows `(`.
    fn parenthesised_type(&self) -> bool {
        matches!(self.ahead(1).kind, TokenKind::Word(word) if self.starts_type(word))
    }

    /// Parses a type without a name, as in a cast.
    pub(crate) fn type_name(&mut self) -> Result<CType, ParseError> {
        let from = self.position;
        let base = self.specifiers(false)?;
        let at = self.peek();
        let declarator = self.declarator()?;
        if declarator.name.is_some() {
            return self.fail(at, "expected a type without a name");
        }
        let ty = self.build(base.ty, &declarator.derived)?;
        self.named_type = from..self.position;
        Ok(self.resolve(ty))
    }

    fn size_of_operand(&mut self) -> Result<u64, ParseError> {
        let token = self.peek();
        if self.at("(") && self.parenthesised_type() {
            self.next();
            let ty = self.type_name()?;
            self.expect(")")?;
            return Ok(self.layout_of(token, ty)?.size);
        }
        if let TokenKind::Text(characters) = token.kind {
            self.next();
            return Ok(characters + 1);
        }
        Ok(u64::from(self.when(false, Parser::unary)?.bits / 8))
    }

    /// Layout of a type on the target.
    pub(crate) fn layout_of(&mut self, token: Token<'_>, ty: CType) -> Result<Layout, ParseError> {
        self.measured = Some(ty.clone());
        let one = Layout { size: 1, align: 1, members: Vec::new() };
        match self.resolve(ty) {
            CType::Object(object) => self.object_layout(token, &object),
            // GNU C defines these sizes.
            CType::Void | CType::Function(_) => Ok(one),
            CType::Incomplete(tag, at) => Err(self.undefined(&tag, at)),
            CType::OpenArray(_) => self.fail(token, "an array without a length has no size"),
            CType::Bad(error) => Err((*error).clone()),
        }
    }

    pub(crate) fn object_layout(&self, token: Token<'_>, object: &Object) -> Result<Layout, ParseError> {
        let layout = self.environment.layout(&object.ty).ok_or_else(|| {
            let message = "the size of this type is the target's, which is not told here; write the number";
            self.error(token, message)
        })?;
        Ok(Layout { align: object.align.map_or(layout.align, u64::from), ..layout })
    }

    /// Parses `(type, member)` after `offsetof`.
    fn offset(&mut self) -> Result<u64, ParseError> {
        self.expect("(")?;
        let token = self.peek();
        let ty = self.type_name()?;
        let layout = self.layout_of(token, ty.clone())?;
        self.expect(",")?;
        let name = self.next();
        let (CType::Object(Object { record: Some(record), .. }), TokenKind::Word(member)) = (ty, name.kind)
        else {
            return self.fail(name, "expected a structure and the name of a member");
        };
        if !self.accept(")") {
            return Err(self.expected("`)`; members of members are not looked up here"));
        }
        let index = record.members.iter().position(|m| m.name == member);
        let place = index.and_then(|i| layout.members.get(i));
        place
            .map(|place| place.bit_offset / 8)
            .ok_or_else(|| self.error(name, format!("`{}` has no member of this name", record.title)))
    }

    fn cast(&self, token: Token<'_>, ty: CType, operand: Integer) -> Result<Integer, ParseError> {
        let CType::Object(object) = ty else {
            return self.fail(token, "only integers are worked out here");
        };
        let scalar = match *object.ty.unaligned() {
            Type::Scalar(scalar) if !scalar.is_floating() => scalar,
            // An enumeration is as wide as an `int` in every document's usual reading.
            Type::Enum(_) => Scalar::Int,
            _ => return self.fail(token, "only integers are worked out here"),
        };
        if scalar == Scalar::Bool {
            return Ok(Integer { value: (operand.value != 0).into(), bits: 8, signed: false });
        }
        let size = self.object_layout(token, &object)?.size;
        let bits = u32::try_from(size * 8).unwrap_or(64);
        let signed = match scalar {
            Scalar::Char => match self.environment.char_is_signed() {
                Some(signed) => signed,
                None if (0..=0x7f).contains(&operand.value) => true,
                None => {
                    return self.fail(
                        token,
                        "whether this is negative is the target's affair, which is not told here",
                    );
                }
            },
            other => !other.is_unsigned(),
        };
        Ok(operand.converted(bits.clamp(8, 64), signed))
    }
}

/// Both operands in their common type.
fn common(left: Integer, right: Integer) -> (Integer, Integer) {
    let (left, right) = (left.promoted(), right.promoted());
    let bits = left.bits.max(right.bits);
    let unsigned = |side: Integer| !side.signed && side.bits == bits;
    let signed = !(unsigned(left) || unsigned(right));
    (left.converted(bits, signed), right.converted(bits, signed))
}

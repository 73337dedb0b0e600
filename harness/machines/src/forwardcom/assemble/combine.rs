//! Operators: the constant, address or instruction that two operands become.

use super::Assembler;
use super::expression::{Constant, Expression, Extent, Fallback, Memory, SymbolValue};
use super::token::Setting;
use crate::forwardcom::isa::id;

/// A sentence about what is wrong, or a result.
type Result<T> = std::result::Result<T, &'static str>;

const WRONG_DIVISOR: &str = "the divisor must be 1, 2, 4, 8 or 16";
const DIVISION: &str = "division by 0";
const TOO_COMPLEX: &str = "this does not fit one instruction";
const TWO_MEMORIES: &str = "only one memory operand is possible";
const WRONG_TYPE: &str = "the operator does not apply to these operands";

/// An operand of a sum.
#[derive(Debug, Clone)]
struct Term {
    negative: bool,
    value: Expression,
}

/// Registers come first, then memory, then constants.
fn rank(value: &Expression) -> u8 {
    match value {
        one if one.memory.is_some() => 1,
        one if one.registers.is_empty() => 2,
        _ => 0,
    }
}

impl Term {
    fn rank(&self) -> u8 {
        rank(&self.value)
    }

    /// The constant with its sign.
    fn constant(&self) -> Result<Constant> {
        let constant = self.value.constant.as_ref().ok_or(WRONG_TYPE)?;
        Ok(if self.negative { negated(constant) } else { constant.clone() })
    }
}

/// A sum: at most one product of two factors, and terms.
#[derive(Debug, Clone, Default)]
struct Sum {
    product: Option<(bool, Vec<Expression>)>,
    terms: Vec<Term>,
}

/// The operands of an expression one by one: registers, memory, constant.
fn operands(value: &Expression) -> Vec<Expression> {
    let mut all: Vec<Expression> = value.registers.iter().copied().map(Expression::register).collect();
    all.extend(value.memory.map(Expression::memory));
    if value.constant.is_some() || value.symbol.is_some() {
        let (constant, symbol) = (value.constant.clone(), value.symbol);
        all.push(Expression { constant, symbol, ..Expression::default() });
    }
    all
}

/// True if the constant is 0 and not the offset of a symbol.
fn is_zero(value: &Expression) -> bool {
    match &value.constant {
        Some(Constant::Int(0)) => value.symbol.is_none(),
        Some(Constant::Float(number)) => number.to_bits() == 0,
        _ => false,
    }
}

fn negated(constant: &Constant) -> Constant {
    match constant {
        Constant::Int(value) => Constant::Int(value.wrapping_neg()),
        Constant::Float(value) => Constant::Float(-value),
        text => text.clone(),
    }
}

/// Takes an expression apart as a sum; `None` if it is none.
fn sum_of(value: &Expression) -> Option<Sum> {
    let all = operands(value);
    let bit = |number: u8| value.options >> number & 1 != 0;
    let signs: Vec<bool> = match value.instruction {
        None => vec![bit(0)],
        Some(id::ADD) => vec![false, false],
        Some(id::SUB) => vec![false, true],
        Some(id::SUB_REV) => vec![true, false],
        Some(id::ADD_ADD) => vec![bit(0), bit(1), bit(2)],
        Some(id::MUL) => return Some(Sum { product: Some((false, all)), terms: Vec::new() }),
        Some(which @ (id::MUL_ADD | id::MUL_ADD2)) => {
            let [a, b, c] = <[Expression; 3]>::try_from(all).ok()?;
            let (factors, term) = if which == id::MUL_ADD { (vec![a, b], c) } else { (vec![a, c], b) };
            let terms =
                if is_zero(&term) { Vec::new() } else { vec![Term { negative: bit(2), value: term }] };
            return Some(Sum { product: Some((bit(0), factors)), terms });
        }
        Some(_) => return None,
    };
    if signs.len() != all.len() {
        return None;
    }
    let many = all.len() > 1;
    let terms = signs
        .into_iter()
        .zip(all)
        .filter(|(_, value)| !(many && is_zero(value)))
        .map(|(negative, value)| Term { negative, value })
        .collect();
    Some(Sum { product: None, terms })
}

/// An instruction with these operands in this order.
fn instruction(number: u32, parts: &[&Expression], options: u8, has_options: bool) -> Expression {
    let mut out = Expression { instruction: Some(number), options, has_options, ..Expression::default() };
    for part in parts {
        out.registers.extend(&part.registers);
        out.memory = out.memory.or(part.memory);
        if part.constant.is_some() {
            out.constant.clone_from(&part.constant);
        }
        out.symbol = out.symbol.or(part.symbol);
    }
    out
}

/// The instruction for a sum.
fn instruction_of(mut sum: Sum) -> Result<Expression> {
    // Constants become one; alone it keeps its sign.
    let is_number = |term: &mut Term| {
        term.value.symbol.is_none()
            && matches!(term.value.constant, Some(Constant::Int(_) | Constant::Float(_)))
    };
    let mut numbers = sum.terms.extract_if(.., is_number).collect::<Vec<_>>().into_iter();
    if let Some(mut total) = numbers.next() {
        let mut is_sum = false;
        for term in numbers {
            let (before, number) = (total.constant()?, term.constant()?);
            let value = Expression::constant(constants("+", &before, &number)?);
            total = Term { negative: false, value };
            is_sum = true;
        }
        if !(is_sum && is_zero(&total.value)) {
            sum.terms.push(total);
        }
    }
    sum.terms.sort_by_key(Term::rank);
    let memories = sum.terms.iter().filter(|term| term.rank() == 1).count()
        + sum.product.iter().flat_map(|product| &product.1).filter(|one| one.memory.is_some()).count();
    if memories > 1 {
        return Err(TWO_MEMORIES);
    }
    let zero = Expression::int(0);
    if let Some((negative, factors)) = &sum.product {
        let [a, b] = factors.as_slice() else { return Err(TOO_COMPLEX) };
        let options = if *negative { 3 } else { 0 };
        return match sum.terms.as_slice() {
            [] if !negative => Ok(instruction(id::MUL, &[a, b], 0, false)),
            [] => Ok(instruction(id::MUL_ADD, &[a, b, &zero], options, true)),
            [term] => {
                let options = options | if term.negative { 0xC } else { 0 };
                if rank(b) > 0 && rank(b) == term.rank() {
                    return Err(TOO_COMPLEX);
                }
                // The addend stands in the middle where the second factor must come last.
                if rank(b) > term.rank() {
                    Ok(instruction(id::MUL_ADD2, &[a, &term.value, b], options, true))
                } else {
                    Ok(instruction(id::MUL_ADD, &[a, b, &term.value], options, true))
                }
            }
            _ => Err(TOO_COMPLEX),
        };
    }
    let folded = |term: &Term| {
        let mut value = term.value.clone();
        value.constant = value.constant.as_ref().map(negated);
        value
    };
    match sum.terms.as_slice() {
        [one] if !one.negative => Ok(one.value.clone()),
        [one] if one.rank() == 2 => Ok(folded(one)),
        [one] => Ok(instruction(id::SUB_REV, &[&one.value, &zero], 0, false)),
        [a, b] => {
            let (mut b, mut negative) = (b.clone(), b.negative);
            if b.rank() == 2 && negative && b.value.constant.is_some() {
                (b.value, negative) = (folded(&b), false);
            }
            Ok(match (a.negative, negative) {
                (false, false) => instruction(id::ADD, &[&a.value, &b.value], 0, false),
                (true, false) => instruction(id::SUB_REV, &[&a.value, &b.value], 0, false),
                (false, true) => instruction(id::SUB, &[&a.value, &b.value], 0, false),
                (true, true) => instruction(id::ADD_ADD, &[&a.value, &b.value, &zero], 3, true),
            })
        }
        [a, b, c] => {
            let options = u8::from(a.negative) | u8::from(b.negative) << 1 | u8::from(c.negative) << 2;
            Ok(instruction(id::ADD_ADD, &[&a.value, &b.value, &c.value], options, true))
        }
        _ => Err("too many operands for one instruction"),
    }
}

impl Assembler {
    /// The value of `-a`.
    pub(super) fn negate(&mut self, value: Expression) -> Result<Expression> {
        if let Some(memory) = value.memory
            && value.registers.is_empty()
            && value.instruction.is_none()
            && memory.has_offset
            && memory.is_number()
        {
            let memory = Memory { offset: memory.offset.wrapping_neg(), ..memory };
            return Ok(Expression { memory: Some(memory), ..value });
        }
        if !value.needs_code() {
            return match (&value.constant, value.symbol) {
                (Some(number @ (Constant::Int(_) | Constant::Float(_))), None) => {
                    Ok(Expression { constant: Some(negated(number)), ..value })
                }
                _ => Err(WRONG_TYPE),
            };
        }
        if value.instruction == Some(id::DIV) || value.instruction == Some(id::DIV_REV) {
            return match &value.constant {
                Some(number) => Ok(Expression { constant: Some(negated(number)), ..value }),
                None => Err(TOO_COMPLEX),
            };
        }
        let mut sum = sum_of(&value).ok_or(TOO_COMPLEX)?;
        if let Some((negative, factors)) = &mut sum.product {
            // The sign goes to a constant factor.
            match factors.iter_mut().find_map(|factor| factor.constant.as_mut()) {
                Some(number) if sum.terms.is_empty() => *number = negated(number),
                _ => *negative = !*negative,
            }
        }
        for term in &mut sum.terms {
            term.negative = !term.negative;
        }
        instruction_of(sum)
    }

    /// The value of `!a`.
    pub(super) fn invert(&mut self, mut value: Expression) -> Result<Expression> {
        let int = value.as_int().is_some();
        let one_register = !value.registers.is_empty();
        match value.instruction {
            Some(id::COMPARE) if one_register => {
                value.options ^= 1;
                if value.has_vector() && self.data_type.float {
                    value.options ^= 8;
                }
            }
            Some(id::AND) if one_register && int => value.options ^= 4,
            Some(id::TEST_BITS_AND) if one_register && int => value.options ^= 1,
            _ if value.needs_code() => {
                return Err("`!` is ambiguous here: compare with 0, or use `~`");
            }
            _ => return self.combine("==", Expression::int(0), value),
        }
        value.has_options = true;
        Ok(value)
    }

    /// The value of `a operator b`.
    pub(super) fn combine(&mut self, operator: &str, a: Expression, b: Expression) -> Result<Expression> {
        if a.unresolved || b.unresolved {
            return Ok(Expression { unresolved: true, ..Expression::default() });
        }
        if let Some(setting) = a.setting {
            return if operator == "=" { set(setting, b) } else { Err(WRONG_TYPE) };
        }
        let bare = |value: &Expression| value.registers.is_empty() && value.instruction.is_none();
        // Two memory operands are parts of one, unless both stood in brackets.
        if let (Some(x), Some(y)) = (a.memory, b.memory)
            && bare(&a)
            && bare(&b)
            && a.constant.is_none()
            && b.constant.is_none()
        {
            return combine_memory(operator, x, y).map(Expression::memory);
        }
        if let Some(x) = a.symbol.filter(|_| !a.needs_code() && !b.needs_code()) {
            return combine_symbols(operator, x, &a, &b);
        }
        if a.needs_code() || b.needs_code() {
            return self.combine_operands(operator, a, b);
        }
        if let Some(symbol) = b.symbol {
            return match operator {
                "+" => combine_symbols("+", symbol, &b, &a),
                _ => Err(WRONG_TYPE),
            };
        }
        match (&a.constant, &b.constant) {
            (Some(x), Some(y)) => constants(operator, x, y).map(Expression::constant),
            _ => Err(WRONG_TYPE),
        }
    }

    /// Operators on registers and memory, which become an instruction.
    fn combine_operands(&mut self, operator: &str, a: Expression, b: Expression) -> Result<Expression> {
        let nested =
            a.instruction.is_some() || b.instruction.is_some() || a.options & 1 != 0 || b.options & 1 != 0;
        if nested && let Some(result) = combine_nested(operator, &a, &b) {
            return result;
        }
        let constant_or_memory =
            |value: &Expression| value.constant.is_some() || value.symbol.is_some() || value.memory.is_some();
        let number = |value: &Expression| value.has_number() || value.symbol.is_some();
        let swapped = constant_or_memory(&a) && a.registers.is_empty() && !number(&b);
        let (first, second) = if swapped { (b, a) } else { (a, b) };
        if first.instruction.is_some() || second.instruction.is_some() {
            return Err(TOO_COMPLEX);
        }
        if first.memory.is_some() && second.memory.is_some() {
            return Err(TWO_MEMORIES);
        }
        let vector = first.has_vector();
        let plain = |number: u32| Ok(instruction(number, &[&first, &second], 0, false));
        let ordered = |number: u32| if swapped { Err(WRONG_TYPE) } else { plain(number) };
        let compare = |options: u8| {
            let options = options ^ u8::from(swapped);
            Ok(instruction(id::COMPARE, &[&first, &second], options, true))
        };
        match operator.trim_start_matches('u') {
            "+" => plain(id::ADD),
            "-" => plain(if swapped { id::SUB_REV } else { id::SUB }),
            "*" => plain(id::MUL),
            "/" => plain(if swapped { id::DIV_REV } else { id::DIV }),
            "%" => ordered(id::REM),
            "&" | "&&" => plain(id::AND),
            "|" | "||" => plain(id::OR),
            "^" | "^^" => plain(id::XOR),
            "<" => compare(2),
            "<=" => compare(5),
            ">" => compare(4),
            ">=" => compare(3),
            "==" => plain(id::COMPARE),
            "!=" => {
                // Numbers that cannot be compared are different.
                let unordered = if vector && self.data_type.float { 8 } else { 0 };
                Ok(instruction(id::COMPARE, &[&first, &second], 1 | unordered, true))
            }
            "<<" => ordered(id::SHIFT_LEFT),
            ">>" => ordered(id::SHIFT_RIGHT_S),
            ">>>" => ordered(id::SHIFT_RIGHT_U),
            _ => Err(WRONG_TYPE),
        }
    }
}

/// A scale times a number, or 2 to the power of that number for a shift; `None` if it is no factor that addresses have.
fn scaled(operator: &str, scale: i64, number: i64) -> Option<i64> {
    let factor = match operator {
        "*" | "/" => number,
        _ => 1i64.checked_shl(u32::try_from(number).unwrap_or(64)).unwrap_or(0),
    };
    Some(factor.wrapping_mul(scale)).filter(|scale| matches!(scale, 1 | 2 | 4 | 8 | 16))
}

/// Two parts of a memory operand.
fn combine_memory(operator: &str, a: Memory, b: Memory) -> Result<Memory> {
    if a.is_number() && b.is_number() && operator != "," {
        return match constants(operator, &Constant::Int(a.offset), &Constant::Int(b.offset))? {
            Constant::Int(offset) => Ok(Memory::number(offset)),
            _ => Err(WRONG_TYPE),
        };
    }
    let (mut a, mut b) = (a, b);
    match operator {
        "+" | "-" | "," => {}
        "*" | "<<" => {
            let (register, factor) = if b.base.is_some() || b.index.is_some() { (b, a) } else { (a, b) };
            let (number, scale) = match (register.index, register.base) {
                (Some((number, scale)), None) => (number, scale),
                (None, Some(base)) => (base.number, 1),
                _ => return Err(WRONG_TYPE),
            };
            let scale = scaled(operator, scale, factor.offset);
            let scale = scale.ok_or("the factor of an index must be 1, 2, 4, 8 or 16")?;
            return Ok(Memory { index: Some((number, scale)), ..Memory::default() });
        }
        "/" | ">>" if a.symbol.is_some() && b.is_number() => {
            let scale = scaled(operator, a.symbol_scale.unwrap_or(1), b.offset).ok_or(WRONG_DIVISOR)?;
            return Ok(Memory { symbol_scale: Some(scale), ..a });
        }
        _ => return Err(WRONG_TYPE),
    }
    if operator == "-" {
        if let Some(symbol) = b.symbol.take() {
            if a.symbol.is_none() || a.reference.is_some() || b.reference.is_some() {
                return Err("a symbol can only be subtracted from a symbol");
            }
            b.reference = Some(symbol);
        }
        if let Some(base) = b.base.take() {
            b.index = Some((base.number, -1));
        } else if b.index.is_some() {
            return Err("only a register itself can be subtracted");
        }
        b.offset = b.offset.wrapping_neg();
    } else if let (Some(first), Some(second)) = (a.base, b.base) {
        // The stack pointer cannot be an index.
        if second.base == 31 && second.is_general() && b.index.is_none() && a.index.is_none() {
            (a.index, a.base) = (Some((first.number, 1)), None);
        } else if b.index.is_none() && a.index.is_none() {
            (b.index, b.base) = (Some((second.number, 1)), None);
        } else {
            return Err("too many registers in an address");
        }
    }
    let twice = a.symbol.is_some() && b.symbol.is_some()
        || a.reference.is_some() && b.reference.is_some()
        || a.index.is_some() && b.index.is_some()
        || a.extent.is_some() && b.extent.is_some()
        || a.limit.is_some() && b.limit.is_some();
    if twice {
        return Err("something is said twice about this address");
    }
    let out = Memory {
        symbol: a.symbol.or(b.symbol),
        reference: a.reference.or(b.reference),
        symbol_scale: a.symbol_scale.or(b.symbol_scale),
        base: a.base.or(b.base),
        index: a.index.or(b.index),
        offset: a.offset.wrapping_add(b.offset),
        has_offset: a.has_offset || b.has_offset,
        limit: a.limit.or(b.limit),
        extent: a.extent.or(b.extent),
    };
    if out.limit.is_some() && out.has_offset {
        return Err("an address cannot have an offset and a limit");
    }
    if operator == ","
        && let (Some((index, scale)), Some(Extent::Length(length) | Extent::Broadcast(length))) =
            (out.index, out.extent)
    {
        if scale != -1 {
            return Err("an address cannot have an index and a length");
        }
        if index != length {
            return Err("the length must be the register that is subtracted");
        }
    }
    Ok(out)
}

/// Operators where an operand is an instruction already; `None` where it cannot be.
fn combine_nested(operator: &str, a: &Expression, b: &Expression) -> Option<Result<Expression>> {
    match operator {
        "+" | "-" => {
            let (mut sum, other) = (sum_of(a)?, sum_of(b)?);
            let minus = operator == "-";
            if sum.product.is_some() && other.product.is_some() {
                return Some(Err(TOO_COMPLEX));
            }
            if let Some((negative, factors)) = other.product {
                if sum.terms.iter().any(|term| term.value.has_vector()) {
                    let text =
                        "a vector addend must stand behind the product, as its length is that of the result";
                    return Some(Err(text));
                }
                sum.product = Some((negative != minus, factors));
            }
            sum.terms.extend(
                other.terms.into_iter().map(|term| Term { negative: term.negative != minus, ..term }),
            );
            Some(instruction_of(sum))
        }
        "*" => {
            let (x, y) = (sum_of(a)?, sum_of(b)?);
            let single = |sum: &Sum| match (&sum.product, sum.terms.as_slice()) {
                (None, [term]) => Some(term.clone()),
                _ => None,
            };
            let constant = |value: &Expression| value.is_constant().then(|| value.constant.clone()).flatten();
            match (single(&x), single(&y), &x.product, &y.product) {
                (Some(p), Some(q), ..) => {
                    let (p, q) = if p.rank() > q.rank() && !q.value.has_vector() { (q, p) } else { (p, q) };
                    let negative = p.negative != q.negative;
                    let mut factors = vec![p.value, q.value];
                    let mut product = negative;
                    if negative && let Some(number) = factors.iter_mut().find_map(|one| one.constant.as_mut())
                    {
                        (*number, product) = (negated(number), false);
                    }
                    Some(instruction_of(Sum { product: Some((product, factors)), terms: Vec::new() }))
                }
                // Constants of products become one.
                (Some(one), None, _, Some((negative, factors)))
                | (None, Some(one), Some((negative, factors)), _) => {
                    let number = constant(&one.value)?;
                    let mut factors = factors.clone();
                    let place = factors.iter_mut().find_map(|factor| factor.constant.as_mut())?;
                    *place = constants("*", place, &number).ok()?;
                    let product = Some((*negative, factors));
                    Some(instruction_of(Sum { product, terms: Vec::new() }))
                }
                _ => Some(Err(TOO_COMPLEX)),
            }
        }
        "==" | "!=" => {
            // (register & constant) == constant
            let (tested, number) = if a.instruction == Some(id::AND) { (a, b) } else { (b, a) };
            let same = tested.instruction == Some(id::AND)
                && number.is_constant()
                && tested.registers.len() == 1
                && tested.as_int().is_some()
                && tested.as_int() == number.as_int();
            let (instruction, options) = (Some(id::TEST_BITS_AND), u8::from(operator == "!="));
            same.then(|| Ok(Expression { instruction, options, has_options: true, ..tested.clone() }))
        }
        "&&" | "||" | "^" | "^^" => {
            // A comparison with one more boolean.
            let (compared, other) = if b.instruction.is_some() { (b, a) } else { (a, b) };
            let [register] = other.registers.as_slice() else { return None };
            if compared.instruction != Some(id::COMPARE)
                || other.instruction.is_some()
                || other.memory.is_some()
                || other.constant.is_some()
            {
                return None;
            }
            let bits = match operator {
                "&&" => 0x10,
                "||" => 0x20,
                _ => 0x30,
            };
            Some(Ok(Expression {
                options: compared.options | bits,
                has_options: true,
                fallback: Some(Fallback::Register(*register)),
                ..compared.clone()
            }))
        }
        _ => None,
    }
}

/// Symbols and numbers.
fn combine_symbols(operator: &str, x: SymbolValue, a: &Expression, b: &Expression) -> Result<Expression> {
    let offset = a.as_int().unwrap_or(0);
    let with = |symbol: SymbolValue, offset: i64| Expression {
        symbol: Some(symbol),
        constant: (offset != 0).then_some(Constant::Int(offset)),
        ..Expression::default()
    };
    match (operator, b.symbol, b.as_int()) {
        ("-", Some(y), _) if x.reference.is_none() && y.reference.is_none() && x.scale == y.scale => {
            let offset = offset.wrapping_sub(b.as_int().unwrap_or(0));
            Ok(with(SymbolValue { reference: Some(y.target), ..x }, offset))
        }
        ("+", None, Some(number)) => Ok(with(x, offset.wrapping_add(number))),
        ("-", None, Some(number)) => Ok(with(x, offset.wrapping_sub(number))),
        ("/" | ">>", None, Some(number)) if b.is_constant() => {
            let scale = scaled(operator, x.scale, number).ok_or(WRONG_DIVISOR)?;
            Ok(with(SymbolValue { scale, ..x }, offset))
        }
        _ => Err(WRONG_TYPE),
    }
}

/// `keyword = value`.
fn set(setting: Setting, value: Expression) -> Result<Expression> {
    let register = value.registers.first().copied().or(value.memory.and_then(|memory| memory.base));
    let general = register.filter(|register| register.is_general());
    let number =
        value.as_int().or(value.memory.filter(|memory| memory.has_offset).map(|memory| memory.offset));
    let extent = |extent: Extent| Expression::memory(Memory { extent: Some(extent), ..Memory::default() });
    let fallback = |one: Fallback| Expression { fallback: Some(one), ..Expression::default() };
    Ok(match (setting, general, register, number) {
        (Setting::Length, Some(one), ..) => extent(Extent::Length(one.number)),
        (Setting::Broadcast, Some(one), ..) => extent(Extent::Broadcast(one.number)),
        (Setting::Length | Setting::Broadcast, ..) => return Err("expected a general register"),
        (Setting::Limit, _, None, limit @ Some(_)) => {
            Expression::memory(Memory { limit, ..Memory::default() })
        }
        (Setting::Mask, _, mask @ Some(_), _) => Expression { mask, ..Expression::default() },
        (Setting::Mask, ..) => return Err("expected a register for the mask"),
        (Setting::Fallback, _, Some(one), _) if one.number != 31 => fallback(Fallback::Register(one)),
        (Setting::Fallback, _, None, Some(0)) => fallback(Fallback::Zero),
        (Setting::Fallback, ..) => return Err("the fallback must be a register from 0 to 30, or 0"),
        (Setting::Options, _, None, Some(bits)) => {
            Expression { options: bits as u8, has_options: true, ..Expression::default() }
        }
        _ => return Err(WRONG_TYPE),
    })
}

/// Comparisons; `None` for other operators.
fn comparison<T: PartialOrd>(operator: &str, x: T, y: T) -> Option<bool> {
    Some(match operator {
        "<" => x < y,
        "<=" => x <= y,
        ">" => x > y,
        ">=" => x >= y,
        "==" => x == y,
        "!=" => x != y,
        _ => return None,
    })
}

/// Operators on constants.
fn constants(operator: &str, a: &Constant, b: &Constant) -> Result<Constant> {
    let truth = |value: bool| Constant::Int(value.into());
    let (plain, unsigned) = match operator.strip_prefix('u') {
        Some(plain) => (plain, true),
        None => (operator, false),
    };
    match (a, b) {
        (Constant::Text(_), _) | (_, Constant::Text(_)) if operator == "+" => {
            Ok(Constant::Text([text_of(a), text_of(b)].concat().into()))
        }
        (Constant::Text(_), _) | (_, Constant::Text(_)) => Err(WRONG_TYPE),
        (Constant::Int(x), Constant::Int(y)) => {
            let (x, y) = (*x, *y);
            let (p, q) = (x as u64, y as u64);
            let compared = if unsigned { comparison(plain, p, q) } else { comparison(plain, x, y) };
            if let Some(holds) = compared {
                return Ok(truth(holds));
            }
            let shift = (q & 63) as u32;
            Ok(Constant::Int(match plain {
                "+" => x.wrapping_add(y),
                "-" => x.wrapping_sub(y),
                "*" => x.wrapping_mul(y),
                "/" | "%" if y == 0 => return Err(DIVISION),
                "/" if unsigned => (p / q) as i64,
                "%" if unsigned => (p % q) as i64,
                "/" => x.wrapping_div(y),
                "%" => x.wrapping_rem(y),
                "<<" => (p << shift) as i64,
                ">>" => x >> shift,
                ">>>" => (p >> shift) as i64,
                "&" => x & y,
                "|" => x | y,
                "^" => x ^ y,
                "&&" => i64::from(x != 0 && y != 0),
                "||" => i64::from(x != 0 || y != 0),
                "^^" => i64::from((x != 0) != (y != 0)),
                _ => return Err(WRONG_TYPE),
            }))
        }
        _ => {
            let (x, y) = (a.number().unwrap_or(0.0), b.number().unwrap_or(0.0));
            Ok(match plain {
                "+" => Constant::Float(x + y),
                "-" => Constant::Float(x - y),
                "*" => Constant::Float(x * y),
                "/" if y == 0.0 => return Err(DIVISION),
                "/" => Constant::Float(x / y),
                "&&" => truth(x != 0.0 && y != 0.0),
                "||" => truth(x != 0.0 || y != 0.0),
                _ => truth(comparison(plain, x, y).ok_or(WRONG_TYPE)?),
            })
        }
    }
}

/// A constant as a piece of a string.
fn text_of(constant: &Constant) -> Vec<u8> {
    match constant {
        Constant::Int(value) => value.to_string().into_bytes(),
        Constant::Float(value) => crate::forwardcom::number::print_general(*value, 6).into_bytes(),
        Constant::Text(text) => text.to_vec(),
    }
}

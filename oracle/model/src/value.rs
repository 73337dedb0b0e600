//! Values of C types, independent of any layout, and their text form in case files.

use crate::ctype::{RecordKind, Type};

/// A value of a C type. It has the shape of the type: see [`Value::fits`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// The bits of a scalar, enumeration, pointer or bit-field, right aligned. A floating value is
    /// given by its IEEE 754 encoding. Bits above the width of the type are zero.
    Bits(u64),
    /// Elements of an array, lanes of a vector, real and imaginary part, or the named members of a
    /// structure, in order.
    List(Vec<Value>),
    /// A union in which the member with this index (among all members) holds this value. An empty
    /// union is an empty [`Value::List`].
    Member(usize, Box<Value>),
}

impl Value {
    /// Whether the value has the shape of the type.
    pub fn fits(&self, ty: &Type) -> bool {
        match (ty, self) {
            (Type::Array(elem, len), Value::List(items)) => {
                items.len() == *len as usize && items.iter().all(|v| v.fits(elem))
            }
            (Type::Record(record), value) => match (record.kind, value) {
                (RecordKind::Struct, Value::List(items)) => {
                    let named: Vec<_> = record.members.iter().filter(|m| m.named).collect();
                    named.len() == items.len() && named.iter().zip(items).all(|(m, v)| v.fits(&m.ty))
                }
                (RecordKind::Union, Value::Member(index, inner)) => {
                    record.members.get(*index).is_some_and(|m| m.named && inner.fits(&m.ty))
                }
                (RecordKind::Union, Value::List(items)) => {
                    items.is_empty() && record.members.iter().all(|m| !m.named)
                }
                _ => false,
            },
            (Type::Complex(_) | Type::Vector { .. }, Value::List(items)) => {
                let count = ty.parts().map_or(0, |(_, count)| count as usize);
                items.len() == count && items.iter().all(|item| matches!(item, Value::Bits(_)))
            }
            (Type::Array(..) | Type::Complex(_) | Type::Vector { .. }, _) => false,
            (_, Value::Bits(_)) => true,
            _ => false,
        }
    }

    /// A value of the same shape with other bits in its scalars, which are visited in order of declaration.
    pub fn map_bits(&self, change: &mut dyn FnMut(u64) -> u64) -> Value {
        match self {
            Value::Bits(bits) => Value::Bits(change(*bits)),
            Value::List(items) => Value::List(items.iter().map(|item| item.map_bits(change)).collect()),
            Value::Member(index, inner) => Value::Member(*index, Box::new(inner.map_bits(change))),
        }
    }

    /// Parses the text that [`Value`]'s `Display` writes: `0x1f`, `{0x1, {0x2}}`, `.1=0x5`.
    ///
    /// # Errors
    /// A message that names the byte offset and what was expected there.
    pub fn parse(text: &str) -> Result<Value, String> {
        let mut parser = Parser { bytes: text.as_bytes(), at: 0, depth: 0 };
        let value = parser.value()?;
        parser.space();
        if parser.at == parser.bytes.len() { Ok(value) } else { Err(parser.expected("end of value")) }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Bits(bits) => write!(f, "{bits:#x}"),
            Value::List(items) => {
                f.write_str("{")?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str("}")
            }
            Value::Member(index, inner) => write!(f, ".{index}={inner}"),
        }
    }
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: u32,
}

impl Parser<'_> {
    const MAX_DEPTH: u32 = 64;

    fn space(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn expected(&self, what: &str) -> String {
        format!("expected {what} at byte {}", self.at)
    }

    fn value(&mut self) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > Self::MAX_DEPTH {
            return Err(format!("nested deeper than {} at byte {}", Self::MAX_DEPTH, self.at));
        }
        self.space();
        let value = match self.peek() {
            Some(b'{') => self.list()?,
            Some(b'.') => {
                self.at += 1;
                let index = self.number()?;
                self.space();
                if self.peek() != Some(b'=') {
                    return Err(self.expected("`=`"));
                }
                self.at += 1;
                let index = usize::try_from(index).map_err(|_| self.expected("a member index"))?;
                Value::Member(index, Box::new(self.value()?))
            }
            Some(b'0'..=b'9') => Value::Bits(self.number()?),
            _ => return Err(self.expected("a number, `{` or `.`")),
        };
        self.depth -= 1;
        Ok(value)
    }

    fn list(&mut self) -> Result<Value, String> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.space();
            if self.peek() == Some(b'}') {
                self.at += 1;
                return Ok(Value::List(items));
            }
            items.push(self.value()?);
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {}
                _ => return Err(self.expected("`,` or `}`")),
            }
        }
    }

    fn number(&mut self) -> Result<u64, String> {
        let start = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_alphanumeric()) {
            self.at += 1;
        }
        let text =
            std::str::from_utf8(self.bytes.get(start..self.at).unwrap_or_default()).unwrap_or_default();
        let parsed = match text.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => text.parse(),
        };
        parsed.map_err(|_| format!("expected a number of at most 64 bits at byte {start}"))
    }
}

//! Assembly text as a compiler writes it, cut into functions and objects that can be edited.
//!
//! Only the forms that GNU assemblers share are known here: labels at the beginning of a line, directives
//! with a dot, a mnemonic with operands that are parted by commas. What is not recognised is kept as it is.

use std::collections::BTreeSet;

/// A piece of assembly text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Lines that belong to nothing that is edited.
    Other(Vec<String>),
    /// A function.
    Function(Function),
    /// An initialised object.
    Object(Object),
}

/// The code between the label of a function and its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its symbol, as the assembler sees it.
    pub symbol: String,
    /// Its lines behind the label.
    pub lines: Vec<Line>,
}

/// The data after the label of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Its symbol, as the assembler sees it.
    pub symbol: String,
    /// Its contents.
    pub data: Vec<Datum>,
}

/// A part of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Datum {
    /// A byte.
    Byte(u8),
    /// A word of 4 bytes that only the linker knows.
    Word(String),
    /// A word of 8 bytes that only the linker knows.
    DoubleWord(String),
}

/// A line of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The text as it is written.
    pub text: String,
    /// Mnemonic and operands where it is an instruction.
    pub instruction: Option<(String, Vec<String>)>,
}

impl Line {
    /// Reads a line.
    pub fn new(text: &str) -> Line {
        let bare = uncommented(text);
        let is_code = text.starts_with([' ', '\t'])
            && bare.starts_with(|c: char| c.is_ascii_alphabetic())
            && !bare.ends_with(':');
        let instruction = is_code.then(|| {
            let (mnemonic, rest) = bare.split_once([' ', '\t']).unwrap_or((bare, ""));
            (mnemonic.to_owned(), operands(rest))
        });
        Line { text: text.to_owned(), instruction }
    }

    /// A new instruction.
    pub fn code(text: &str) -> Line {
        Line::new(&format!("\t{text}"))
    }

    /// The mnemonic of an instruction; empty for other lines.
    pub fn mnemonic(&self) -> &str {
        self.instruction.as_ref().map_or("", |(mnemonic, _)| mnemonic)
    }

    /// An operand of an instruction; empty where there is none.
    pub fn operand(&self, i: usize) -> &str {
        let operands = self.instruction.as_ref().map(|(_, operands)| operands.as_slice());
        operands.and_then(|o| o.get(i)).map_or("", String::as_str)
    }

    /// The instruction with some of its words replaced; other lines as they are.
    pub fn with_words(&self, replaced: &dyn Fn(&str) -> Option<String>) -> Line {
        if self.instruction.is_none() {
            return self.clone();
        }
        let mut text = String::new();
        let mut word = String::new();
        for c in self.text.chars().chain(['\n']) {
            if c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '%') {
                word.push(c);
                continue;
            }
            match replaced(&word) {
                Some(other) => text += &other,
                None => text += &word,
            }
            word.clear();
            if c != '\n' {
                text.push(c);
            }
        }
        Line::new(&text)
    }

    /// All operands of an instruction.
    pub fn operands(&self) -> &[String] {
        self.instruction.as_ref().map_or(&[], |(_, operands)| operands)
    }
}

/// A line without its comment: from `;` on, or from `#` on where no number follows.
fn uncommented(text: &str) -> &str {
    let text = text.split([';', '\n']).next().unwrap_or_default();
    text.split_once("# ").map_or(text, |(code, _)| code).trim()
}

/// Operands, parted by commas outside brackets.
fn operands(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut depth = 0_i32;
    for c in text.chars() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            ',' if depth <= 0 => {
                out.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = out.last_mut() {
            last.push(c);
        }
    }
    out.iter().map(|o| o.trim().to_owned()).filter(|o| !o.is_empty()).collect()
}

/// Cuts a text into pieces. Writing them down again gives a text that assembles to the same bytes.
pub fn read(text: &str) -> Vec<Piece> {
    let lines: Vec<&str> = text.lines().collect();
    let sized: BTreeSet<&str> = lines.iter().filter_map(|line| end_of(line)).collect();
    let mut pieces = Vec::new();
    let mut other: Vec<String> = Vec::new();
    let mut i = 0;
    while let Some(line) = lines.get(i) {
        i += 1;
        other.push((*line).to_owned());
        let label = if line.starts_with([' ', '\t']) { "" } else { uncommented(line) };
        let Some(symbol) = label.strip_suffix(':').filter(|s| is_symbol(s)) else { continue };
        if sized.contains(symbol) {
            let rest = lines.get(i..).unwrap_or_default();
            let Some(count) = rest.iter().position(|line| end_of(line) == Some(symbol)) else { continue };
            let lines = rest.iter().take(count).map(|line| Line::new(line)).collect();
            pieces.push(Piece::Other(std::mem::take(&mut other)));
            pieces.push(Piece::Function(Function { symbol: symbol.to_owned(), lines }));
            i += count;
            continue;
        }
        let mut data = Vec::new();
        // Data behind its last byte is room up to the next object.
        let size = lines.iter().find_map(|line| size_of(line, symbol)).unwrap_or(usize::MAX);
        while bytes_in(&data) < size
            && let Some(more) = lines.get(i).and_then(|line| data_of(line))
        {
            data.extend(more);
            i += 1;
        }
        if !data.is_empty() {
            pieces.push(Piece::Other(std::mem::take(&mut other)));
            pieces.push(Piece::Object(Object { symbol: symbol.to_owned(), data }));
        }
    }
    pieces.push(Piece::Other(other));
    pieces
}

fn is_symbol(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'$')
}

/// The size of an object, where a line gives it: `.size x, 4`.
fn size_of(line: &str, symbol: &str) -> Option<usize> {
    let (name, size) = line.trim().strip_prefix(".size")?.split_once(',')?;
    (name.trim() == symbol).then(|| size.trim().parse().ok())?
}

fn bytes_in(data: &[Datum]) -> usize {
    let bytes = |datum: &Datum| match datum {
        Datum::Byte(_) => 1,
        Datum::Word(_) => 4,
        Datum::DoubleWord(_) => 8,
    };
    data.iter().map(bytes).sum()
}

/// The symbol whose code ends with this line: `.size f, .-f`, or with a label for the dot.
fn end_of(line: &str) -> Option<&str> {
    let (symbol, size) = line.trim().strip_prefix(".size")?.trim().split_once(',')?;
    let (end, begin) = size.trim().split_once('-')?;
    (end.starts_with('.') && begin.trim() == symbol).then_some(symbol)
}

/// Data of a directive in an object; `None` for every other line.
fn data_of(line: &str) -> Option<Vec<Datum>> {
    let line = line.trim();
    let (directive, rest) = line.split_once([' ', '\t'])?;
    let rest = rest.trim();
    let bytes = |bytes: &[u8]| bytes.iter().map(|b| Datum::Byte(*b)).collect::<Vec<_>>();
    let width = match directive {
        ".byte" => 1,
        ".short" | ".hword" | ".2byte" => 2,
        ".word" | ".long" | ".4byte" => 4,
        ".quad" | ".dword" | ".8byte" => 8,
        ".zero" | ".skip" | ".space" => {
            return rest.parse().ok().filter(|n| *n <= 1 << 20).map(|n| bytes(&vec![0; n]));
        }
        ".ascii" => return string(rest).map(|b| bytes(&b)),
        ".string" | ".asciz" => {
            return string(rest).map(|mut b| {
                b.push(0);
                bytes(&b)
            });
        }
        _ => return None,
    };
    let mut data = Vec::new();
    // Compilers write beside a number what it is in hexadecimal.
    for item in operands(uncommented(rest)) {
        match (number(&item), width) {
            (Some(n), _) => data.extend(bytes(n.to_le_bytes().get(..width)?)),
            (None, 4) => data.push(Datum::Word(item)),
            (None, 8) => data.push(Datum::DoubleWord(item)),
            (None, _) => return None,
        }
    }
    Some(data)
}

/// A number as compilers write it.
pub fn number(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None => digits.parse::<i64>().ok(),
    }
    .map(|n| sign * n)
}

/// The lower 32 bits of a number as one with a sign.
pub(crate) fn wrapped(n: i64) -> i32 {
    let [a, b, c, d, ..] = n.to_le_bytes();
    i32::from_le_bytes([a, b, c, d])
}

/// The bytes of a string in quotes, with the escapes that compilers write.
fn string(text: &str) -> Option<Vec<u8>> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut out = Vec::new();
    let mut bytes = inner.bytes().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match bytes.next()? {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'b' => out.push(8),
            b'f' => out.push(12),
            digit @ b'0'..=b'7' => {
                let mut value = u32::from(digit - b'0');
                for _ in 0..2 {
                    let Some(next) = bytes.next_if(|b| (b'0'..=b'7').contains(b)) else { break };
                    value = value * 8 + u32::from(next - b'0');
                }
                out.push(u8::try_from(value & 0xff).ok()?);
            }
            other => out.push(other),
        }
    }
    Some(out)
}

/// Writes pieces down again.
pub fn write(pieces: &[Piece]) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    for piece in pieces {
        match piece {
            Piece::Other(lines) => lines.iter().for_each(|l| line(l)),
            Piece::Function(function) => function.lines.iter().for_each(|l| line(&l.text)),
            Piece::Object(object) => {
                for datum in &object.data {
                    match datum {
                        Datum::Byte(byte) => line(&format!("\t.byte\t{byte}")),
                        // LLVM's assembler for the Nyuzi has no `.word`; GNU as has both.
                        Datum::Word(symbol) => line(&format!("\t.long\t{symbol}")),
                        Datum::DoubleWord(symbol) => line(&format!("\t.quad\t{symbol}")),
                    }
                }
            }
        }
    }
    out
}

//! The assembler: ForwardCom's own language, as the vendor's `forw -ass` takes it.
//!
//! A text is cut into tokens and lines (`token`); a first pass over the lines runs assembly-time assignments
//! (`meta`), notes sections, functions, labels and external symbols (`declare`) and sizes data (`data`). The
//! second pass reads instructions (`statement`) and control structures (`control`) to a list of `Code`;
//! `fit` chooses the smallest encoding of each, again while distances change (`settle`); `emit` makes the
//! bytes, symbols and relocations.

mod check;
mod combine;
mod control;
mod data;
mod declare;
mod emit;
mod expression;
mod fit;
mod kept;
mod lines;
mod meta;
mod reach;
mod settle;
mod statement;
mod token;

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;

use crate::asm::{self, Diagnostic, Diagnostics, Encoding, Position};
use crate::object_file::ObjectFile;
use expression::{Expression, Mode};
use token::{Fault, Lexer, Line, Register, Token, TokenKind, Type};

/// Largest distance between code and code or constants in bytes, where no directive says otherwise, as forw's `-codesize`.
const CODE_SIZE: u64 = 1 << 24;
/// Largest distance between a data pointer and data in bytes, where no directive says otherwise, as forw's `-datasize`.
const DATA_SIZE: u64 = 1 << 15;

/// Assembles a text as `forw -ass -O0 -debug=1` does; `name` is used in messages.
///
/// # Errors
///
/// Everything that is wrong with the text, by line and column.
pub fn assemble(name: &str, text: &str) -> Result<ObjectFile, Diagnostics> {
    assemble_text(asm::Text::plain(name, text))
}

/// Assembles a text, with the lines of its code if they are asked for.
pub(super) fn assemble_text(text: asm::Text<'_>) -> Result<ObjectFile, Diagnostics> {
    let asm::Text { name, text, with_lines } = text;
    let Assembler { tokens, lines, classes, symbols, names, mut code, .. } = ROOM.take();
    let mut lexer = Lexer::new(text, tokens, lines);
    lexer.run();
    code.reserve(lexer.lines.len());
    let mut assembler = Assembler {
        text: text.to_owned(),
        file: name.into(),
        knows_lines: lexer.knows_lines,
        with_lines,
        code_size: CODE_SIZE,
        data_size: DATA_SIZE,
        tokens: lexer.tokens,
        lines: lexer.lines,
        faults: lexer.faults,
        classes,
        symbols,
        names,
        code,
        ..Assembler::default()
    };
    let object = assembler.run();
    let mut faults = std::mem::take(&mut assembler.faults);
    let (text, file) = (std::mem::take(&mut assembler.text), assembler.file.clone());
    ROOM.set(assembler.cleared());
    if faults.is_empty() {
        return Ok(object);
    }
    faults.truncate(MOST_DIAGNOSTICS);
    Err(Diagnostics(faults.iter().map(|fault| diagnostic(&text, &file, fault)).collect()))
}

thread_local! {
    /// An assembler without contents, whose lists keep their room: a long text needs megabytes, which the next one uses
    /// again.
    static ROOM: RefCell<Assembler> = RefCell::default();
}

/// Largest number of mistakes in one report.
const MOST_DIAGNOSTICS: usize = 100;
/// Largest section in bytes.
const MOST_DATA: u64 = 64 << 20;

fn diagnostic(text: &str, file: &Arc<str>, fault: &Fault) -> Diagnostic {
    let before = text.as_bytes().get(..fault.at).unwrap_or(text.as_bytes());
    let line = before.iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let column = (before.len() - start) as u32 + 1;
    Diagnostic { position: Position { file: file.clone(), line, column }, message: fault.message.clone() }
}

type Outcome<T> = Result<T, Fault>;

/// Kind of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum SymbolKind {
    /// Said to exist elsewhere, without a type.
    #[default]
    Unknown,
    Data,
    Code,
    /// A constant, assigned once.
    Constant,
    /// Assigned more than once, or no number.
    Variable,
    Section,
}

#[derive(Debug, Clone, Default)]
struct Symbol {
    name: String,
    kind: SymbolKind,
    section: Option<usize>,
    /// Attribute bits of the file.
    attributes: u32,
    /// Binding of the file.
    binding: u8,
    value: u64,
    unit_size: u32,
    unit_count: u32,
    registers: [u32; 2],
    /// True if the value is known, and by how much it may still grow.
    known: bool,
    slack: u32,
    external: bool,
    /// Value of an assembly-time variable.
    meaning: Option<Expression>,
    /// Type that the name stands for.
    type_name: Option<Type>,
}

#[derive(Debug, Clone, Default)]
struct Section {
    name: String,
    flags: u32,
    kind: u8,
    align_log: u8,
    size: u64,
    data: Vec<u8>,
    slack: u32,
    symbol: usize,
}

/// Kind of a line, which says how the second pass treats it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum LineClass {
    /// Nothing for the second pass.
    #[default]
    Done,
    Data,
    Code,
    Public,
    Function,
    Section,
    End,
    Options,
}

/// Destination of a result.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Target {
    #[default]
    None,
    Memory,
    Register(Register),
}

/// A piece of a code section.
#[derive(Debug)]
enum Piece {
    /// An instruction, label or directive that was read.
    Read(Box<Code>),
    /// An instruction that was assembled before, in a section.
    Known(Known),
}

/// An instruction that was assembled before.
#[derive(Debug, Clone, Copy)]
struct Known {
    section: u32,
    /// The first of its tokens.
    token: u32,
    encoding: Encoding,
}

/// One instruction, label or directive in a code section.
#[derive(Debug, Clone, Default)]
struct Code {
    operands: Expression,
    target: Target,
    data_type: Option<Type>,
    /// Target of a jump: a symbol and bytes to be added.
    jump: Option<(Option<usize>, i64)>,
    label: Option<usize>,
    section: usize,
    /// Token to point at in messages.
    token: usize,
    address: u64,
    /// Size in words, and by how many more words it may grow.
    size: u32,
    slack: u32,
    uncertain: bool,
    fit_number: u32,
    fit_address: u32,
    fit_jump: u32,
    /// Take the larger size where the reach is uncertain.
    prefer_large: bool,
    align: Option<u64>,
    /// A new value for the size of code (`true`) or data.
    option: Option<(bool, u64)>,
    fitted: Option<fit::Fitted>,
}

/// A relocation before symbols have their final numbers.
#[derive(Debug, Clone, Copy)]
struct Reloc {
    section: usize,
    offset: u64,
    kind: u32,
    symbol: usize,
    reference: Option<usize>,
    addend: i64,
}

#[derive(Default)]
struct Assembler {
    text: String,
    file: Arc<str>,
    /// True if lines that were assembled before are known again.
    knows_lines: bool,
    /// True if the lines of the code are asked for.
    with_lines: bool,
    code_size: u64,
    data_size: u64,
    tokens: Vec<Token>,
    lines: Vec<Line>,
    classes: Vec<(LineClass, Option<usize>)>,
    faults: Vec<Fault>,
    symbols: Vec<Symbol>,
    names: FxHashMap<String, usize>,
    sections: Vec<Section>,
    section: Option<usize>,
    /// Operand type of the present instruction.
    data_type: Type,
    code: Vec<Piece>,
    blocks: Vec<control::Open>,
    loops: u32,
    ifs: u32,
    relocations: Vec<Reloc>,
}

impl Assembler {
    fn run(&mut self) -> ObjectFile {
        self.declare();
        if self.faults.is_empty() {
            self.read_code();
        }
        if self.faults.is_empty() {
            self.settle();
        }
        if self.faults.is_empty() {
            return self.emit();
        }
        ObjectFile::default()
    }

    /// An assembler with nothing but the room of the lists that become long.
    fn cleared(mut self) -> Self {
        self.tokens.clear();
        self.lines.clear();
        self.classes.clear();
        self.symbols.clear();
        self.names.clear();
        self.code.clear();
        let Self { tokens, lines, classes, symbols, names, code, .. } = self;
        Self { tokens, lines, classes, symbols, names, code, ..Self::default() }
    }

    fn push_known(&mut self, section: usize, token: usize, encoding: Encoding) {
        let (section, token) = (section as u32, token as u32);
        self.code.push(Piece::Known(Known { section, token, encoding }));
    }

    fn push_code(&mut self, code: Code) {
        self.code.push(Piece::Read(Box::new(code)));
    }

    /// The last piece of code, if it was read.
    fn last_code(&self) -> Option<&Code> {
        match self.code.last() {
            Some(Piece::Read(code)) => Some(code),
            _ => None,
        }
    }

    fn text_of(&self, token: &Token) -> &str {
        self.text.get(token.at..token.at + token.length).unwrap_or("")
    }

    /// A mistake at a token.
    fn fault_at(&self, token: usize, message: &str) -> Fault {
        let last = self.tokens.last().map_or(0, |token| token.at + token.length);
        let at = self.tokens.get(token).map_or(last, |token| token.at);
        let message = match self.tokens.get(token) {
            Some(token) if message == "unexpected" => {
                format!("`{}` was not expected here", self.text_of(token))
            }
            _ => message.to_owned(),
        };
        Fault { at, message }
    }

    /// The failure of what is read at a token.
    fn fail<T>(&self, token: usize, message: &str) -> Outcome<T> {
        Err(self.fault_at(token, message))
    }

    /// The token behind an operator that must stand at `at`.
    fn expect(&self, at: usize, operator: &str) -> Outcome<usize> {
        if self.is_operator(at, operator) {
            Ok(at + 1)
        } else {
            self.fail(at, &format!("expected `{operator}`"))
        }
    }

    /// True if a statement ends at a token.
    fn ends(&self, at: usize, end: usize) -> bool {
        at >= end || self.is_operator(at, ";")
    }

    fn report(&mut self, fault: Fault) {
        if self.faults.len() <= MOST_DIAGNOSTICS {
            self.faults.push(fault);
        }
    }

    fn is_operator(&self, token: usize, operator: &str) -> bool {
        self.tokens.get(token).is_some_and(|token| token.is(operator))
    }

    fn kind(&self, token: usize) -> Option<&TokenKind> {
        self.tokens.get(token).map(|token| &token.kind)
    }

    /// Adds a symbol; `None` if the name is taken.
    fn add_symbol(&mut self, symbol: Symbol) -> Option<usize> {
        if self.names.contains_key(&symbol.name) {
            return None;
        }
        self.names.insert(symbol.name.clone(), self.symbols.len());
        self.symbols.push(symbol);
        Some(self.symbols.len() - 1)
    }

    /// Adds the symbol whose name stands at a token.
    fn define(&mut self, symbol: Symbol, token: usize) -> Outcome<usize> {
        self.add_symbol(symbol).ok_or_else(|| self.fault_at(token, "this name is defined already"))
    }

    fn new_symbol(&self, name: String, kind: SymbolKind) -> Symbol {
        Symbol { name, kind, section: self.section, ..Symbol::default() }
    }

    /// The text of a token.
    fn name_at(&self, token: usize) -> String {
        self.tokens.get(token).map(|token| self.text_of(token).to_owned()).unwrap_or_default()
    }

    /// The section that a symbol lies in.
    fn section_of(&self, symbol: &Symbol) -> Option<&Section> {
        self.sections.get(symbol.section?)
    }

    /// The section that is being read.
    fn present_section(&mut self) -> Option<&mut Section> {
        self.sections.get_mut(self.section?)
    }

    /// Flags of the present section.
    fn present_flags(&self) -> u32 {
        self.section.and_then(|index| self.sections.get(index)).map_or(0, |section| section.flags)
    }

    /// Two symbols of one section whose distance the assembler knows once their places are known.
    fn near(&self, target: usize, reference: usize) -> Option<(&Symbol, &Symbol)> {
        let (target, reference) = (self.symbols.get(target)?, self.symbols.get(reference)?);
        let is_local = |symbol: &Symbol| symbol.section.is_some() && symbol.binding == 0;
        let near = is_local(target) && is_local(reference) && target.section == reference.section;
        near.then_some((target, reference))
    }

    /// The distance of two such symbols in units of `scale` bytes.
    fn distance(&self, target: usize, reference: usize, scale: i64) -> Option<i64> {
        let (target, reference) = self.near(target, reference)?;
        Some((target.value as i64).wrapping_sub(reference.value as i64) / scale.max(1))
    }

    /// Flags of the section of a symbol, which say how it is addressed; those that were said of an external one.
    fn flags_of(&self, symbol: &Symbol) -> u32 {
        self.section_of(symbol).map_or(symbol.attributes, |section| section.flags)
    }

    /// Replaces known names on a line by what they stand for now; `late` leaves those out whose meaning may have been
    /// another one when the line was reached.
    fn resolve(&mut self, line: Line, late: bool) {
        for at in line.first..line.first + line.count {
            let Some(token) = self.tokens.get(at).filter(|token| matches!(token.kind, TokenKind::Name))
            else {
                continue;
            };
            let Some(&index) = self.names.get(self.text_of(token)) else { continue };
            let Some(symbol) = self.symbols.get(index) else { continue };
            let is_redefined = at == line.first + 1 && self.is_operator(line.first, "%");
            let kind = match (&symbol.meaning, symbol.type_name) {
                (None, None) => TokenKind::Symbol(index),
                _ if late => continue,
                _ if is_redefined => TokenKind::Symbol(index),
                (Some(meaning), _) => TokenKind::Value(meaning.clone().into()),
                (None, Some(one)) => TokenKind::Type(one),
            };
            if let Some(token) = self.tokens.get_mut(at) {
                token.kind = kind;
            }
        }
    }

    /// The value of a constant expression on the present line.
    fn constant(&mut self, first: usize, end: usize) -> Outcome<(i64, usize)> {
        // Most are a number alone.
        let opens = usize::from(self.is_operator(first, "("));
        let (at, last) = (first + opens, first + 2 * opens);
        if let Some(&TokenKind::Number(number)) = self.kind(at)
            && last + 1 == end
            && (opens == 0 || self.is_operator(last, ")"))
        {
            return Ok((number as i64, end));
        }
        let (value, next) = self.expression(first, end, Mode::default())?;
        match value.as_int() {
            Some(number) if value.is_constant() => Ok((number, next)),
            _ => self.fail(first, "expected an integer constant"),
        }
    }
}

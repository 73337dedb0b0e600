//! The assembler itself: reads statements, keeps sections and symbols.

use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use super::cursor::{Cursor, goes_on_in_name};
use super::diagnostics::{Diagnostic, Diagnostics, MOST_DIAGNOSTICS, Position};
use super::directives;
use super::expr::{BinaryOp, Expr, Names, parse};
use super::frames::Frames;
use super::kept::Encoding;
use super::macros::{Conditional, Macro};
use super::sections::{EXECUTE, known_section};
use super::sections::{
    Filling, Fixup, Fragment, LineMark, NOBITS, Origin, Place, PlacedFixup, Section, Variant,
};
use super::source::{Reader, Statement};
use super::symbols::{SymbolId, SymbolTable, Value};
use super::target::AsmTarget;

/// Bytes that all sections with contents may have together.
pub(super) const MOST_BYTES: u64 = 64 << 20;
/// Bytes of one section without contents, and the largest alignment.
pub(super) const MOST_SPACE: u64 = 1 << 32;
/// Repeated bytes up to this many are written out at once.
const SMALL_FILL: u64 = 4096;

/// An instruction with symbols: its bytes, and what is put into them.
type WithSymbols = (Encoding, Rc<[Fixup]>);

/// Counters that grow when an instruction is more than bytes that follow from its text.
struct Mileage {
    /// Questions asked, and those that were about symbols.
    asked: usize,
    asked_symbols: usize,
    section: usize,
    fragments: usize,
    fixups: usize,
    bytes: usize,
}

/// One assembly in progress.
pub struct Assembler<'t> {
    pub(super) target: &'t dyn AsmTarget,
    pub(super) reader: Reader,
    pub(super) symbols: SymbolTable,
    pub(super) sections: Vec<Section>,
    pub(super) section_names: FxHashMap<String, usize>,
    /// Index of each subsection, by section and number.
    pub(super) subsections: FxHashMap<(usize, u32), usize>,
    pub(super) current: usize,
    pub(super) previous: usize,
    pub(super) section_stack: Vec<(usize, usize)>,
    /// Name of the source file, from `.file`.
    pub(super) file_symbol: Option<String>,
    pub(super) macros: FxHashMap<String, Rc<Macro>>,
    pub(super) macro_calls: u64,
    pub(super) conditionals: Vec<Conditional>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Names of the source texts that [`Origin::file`] refers to.
    pub(super) files: Vec<Arc<str>>,
    /// Position of the statement being read.
    pub(super) origin: Origin,
    /// Bytes emitted so far.
    bytes: u64,
    /// Symbols of lower rank were made by the text; those of sections it only made by the way come later.
    pub(super) mentioned: u32,
    pub(super) ended: bool,
    /// Number of requests for anything beside a statement's own text: symbols, places, the section.
    asked: usize,
    /// Number of those requests that were for a symbol which is no number yet.
    asked_symbols: usize,
    /// Instructions with symbols that this text had before, by their text.
    with_symbols: FxHashMap<Box<str>, WithSymbols>,
    /// Places to be looked at again when the layout is known.
    pub(super) marks: Vec<(SymbolId, Origin)>,
    /// Lines of the code, in the order in which it was made; `None` where nobody asks for them.
    pub(super) lines: Option<Vec<LineMark>>,
    /// Call frame information, where lines are asked for.
    pub(super) frames: Frames,
}

impl<'t> Assembler<'t> {
    pub(super) fn new(target: &'t dyn AsmTarget, name: &str, text: &str) -> Assembler<'t> {
        let mut asm = Assembler {
            target,
            reader: Reader::new(target.syntax(), name, text),
            symbols: SymbolTable::default(),
            sections: Vec::new(),
            section_names: FxHashMap::default(),
            subsections: FxHashMap::default(),
            current: 0,
            previous: 0,
            section_stack: Vec::new(),
            file_symbol: None,
            macros: FxHashMap::default(),
            macro_calls: 0,
            conditionals: Vec::new(),
            diagnostics: Vec::new(),
            files: Vec::new(),
            origin: Origin { file: 0, line: 1, column: 1 },
            bytes: 0,
            mentioned: 0,
            ended: false,
            asked: 0,
            asked_symbols: 0,
            with_symbols: FxHashMap::default(),
            marks: Vec::new(),
            lines: None,
            frames: Frames::default(),
        };
        for name in [".text", ".data", ".bss"] {
            let (kind, flags) = known_section(name);
            let index = asm.add_section(name, kind, flags);
            asm.give_section_symbol(index);
        }
        asm
    }

    /// Reads the whole text; mistakes are collected.
    pub(super) fn read(&mut self) {
        while !self.ended && self.diagnostics.len() < MOST_DIAGNOSTICS {
            let Some(statement) = self.reader.next() else { break };
            if statement.text().trim_ascii().is_empty() {
                continue;
            }
            self.note_origin(&statement);
            let column = statement.start.saturating_sub(statement.line_start);
            let mut cursor = Cursor::new(statement.text(), &statement.source.name, statement.line, column);
            let before = self.lines.is_some().then(|| self.place());
            if let Err(diagnostic) = self.statement(&mut cursor) {
                self.diagnostics.push(diagnostic);
            }
            if let Some(before) = before {
                self.note_line(before);
            }
        }
        self.join_subsections();
        self.mentioned = self.symbols.next_rank();
        for index in 0..self.sections.len() {
            self.give_section_symbol(index);
        }
        if self.conditionals.pop().is_some() {
            self.complain(self.origin, "an `.if` has no `.endif`");
        }
        if self.frames.is_open() {
            self.complain(self.origin, "a `.cfi_startproc` has no `.cfi_endproc`");
        }
        let missing = self.symbols.missing_local_labels().min();
        if let Some(number) = missing {
            self.complain(self.origin, format!("`{number}f` is used and no label `{number}:` follows"));
        }
    }

    fn note_origin(&mut self, statement: &Statement) {
        let name = &statement.source.name;
        if !self.files.last().is_some_and(|last| Arc::ptr_eq(last, name)) {
            self.files.push(name.clone());
        }
        let blanks = statement.text().len() - statement.text().trim_ascii_start().len();
        self.origin = Origin {
            file: self.files.len() as u32 - 1,
            line: statement.line,
            column: (statement.start + blanks - statement.line_start.min(statement.start)) as u32 + 1,
        };
    }

    /// Notes the line of the present statement, if it has made code in the section that was current before.
    fn note_line(&mut self, before: Place) {
        let Some(section) = self.sections.get(before.section) else { return };
        if section.flags & EXECUTE == 0 || section.end() == (before.fragment, before.offset) {
            return;
        }
        let origin = self.origin;
        if let Some(lines) = &mut self.lines {
            lines.push(LineMark { place: before, origin });
        }
    }

    /// Notes a mistake at a place that was remembered.
    pub(super) fn complain(&mut self, origin: Origin, message: impl Into<String>) {
        let file = self.files.get(origin.file as usize).cloned().unwrap_or_else(|| "".into());
        let position = Position { file, line: origin.line, column: origin.column };
        self.diagnostics.push(Diagnostic { position, message: message.into() });
    }

    /// The mistakes found, if any.
    pub(super) fn take_diagnostics(&mut self) -> Result<(), Diagnostics> {
        if self.diagnostics.is_empty() {
            return Ok(());
        }
        self.diagnostics.truncate(MOST_DIAGNOSTICS);
        Err(Diagnostics(std::mem::take(&mut self.diagnostics)))
    }

    fn statement(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        if self.conditionals.iter().any(|conditional| !conditional.active) {
            return self.skipped_statement(cursor);
        }
        if let Some(result) = self.target.statement(self, cursor) {
            return result;
        }
        if let Some((known, fixups)) = self.known_instruction(cursor) {
            cursor.seek(cursor.offset() + cursor.rest().len());
            return self.emit(cursor, known.bytes(), fixups.as_deref().unwrap_or_default());
        }
        loop {
            if cursor.at_end() {
                return Ok(());
            }
            let start = cursor.offset();
            if cursor.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                self.local_label(cursor)?;
                continue;
            }
            let name = match cursor.peek() {
                Some(b'"') => Cow::Owned(cursor.symbol_name()?),
                _ => Cow::Borrowed(cursor.name().unwrap_or("")),
            };
            // A label's colon stands right behind its name or after blanks; `=` makes a symbol.
            match cursor.next_byte() {
                Some(b':') if !name.is_empty() => {
                    cursor.bump();
                    self.define_label(cursor, &name)?;
                    continue;
                }
                Some(b'=') if !name.is_empty() => {
                    cursor.bump();
                    cursor.eat(b'=');
                    return self.assignment(cursor, &name);
                }
                _ => {}
            }
            cursor.seek(start);
            return self.operation(cursor);
        }
    }

    /// A directive, a macro call or an instruction.
    fn operation(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let start = cursor.offset();
        let word = cursor.take_while(|byte| !byte.is_ascii_whitespace());
        if !self.macros.is_empty()
            && let Some(found) = self.macros.get(word).cloned()
        {
            return self.call_macro(&found, cursor);
        }
        let is_directive = word.starts_with('.');
        if is_directive {
            // The name of a directive may be followed directly by its operand: `.ascii"x"`.
            cursor.seek(start);
            cursor.bump();
            let name = cursor.take_while(goes_on_in_name);
            if let Some(result) = self.target.directive(self, name, cursor) {
                return result;
            }
            return directives::run(self, name, cursor, start);
        }
        let target = self.target;
        let Some(kept) = target.kept() else { return target.instruction(self, word, cursor) };
        let before = self.mileage();
        target.instruction(self, word, cursor)?;
        cursor.seek(start);
        let text = cursor.rest().trim_ascii();
        if let Some((encoding, fixups)) = self.made_since(before) {
            if fixups.is_empty() {
                kept.with_borrow_mut(|kept| kept.keep(text, encoding));
            } else {
                self.with_symbols.insert(text.into(), (encoding, fixups));
            }
        }
        Ok(())
    }

    /// The encoding of an instruction, if it follows from its text and the symbols in it. The distance of two symbols is
    /// a number where both have their places, so that there must be as many fixups as symbols.
    fn made_since(&self, before: Mileage) -> Option<WithSymbols> {
        let now = self.mileage();
        let symbols = now.asked_symbols - before.asked_symbols;
        let stayed = (now.section, now.fragments) == (before.section, before.fragments);
        if !stayed || now.asked - before.asked != symbols || now.fixups != before.fixups + symbols {
            return None;
        }
        let tail = &self.sections.get(now.section)?.tail;
        let encoding = Encoding::new(tail.data.get(before.bytes..)?)?;
        let placed = tail.fixups.get(before.fixups..)?;
        if !placed.iter().all(|placed| symbol_and_offset(&placed.fixup.value).is_some()) {
            return None;
        }
        let start = before.bytes as u32;
        let fixups = placed
            .iter()
            .map(|placed| Fixup { offset: placed.fixup.offset.wrapping_sub(start), ..placed.fixup.clone() });
        Some((encoding, fixups.collect()))
    }

    /// The encoding of a statement that is an instruction which was assembled before.
    fn known_instruction(&self, cursor: &Cursor<'_>) -> Option<(Encoding, Option<Rc<[Fixup]>>)> {
        let text = cursor.rest().trim_ascii();
        if text.starts_with('.') {
            return None;
        }
        let kept = self.target.kept().filter(|_| self.macros.is_empty())?;
        if self.sections[self.current].kind == NOBITS {
            return None;
        }
        if let Some(encoding) = kept.with_borrow(|kept| kept.get(text)) {
            return Some((encoding, None));
        }
        let (encoding, fixups) = self.with_symbols.get(text)?;
        Some((*encoding, Some(fixups.clone())))
    }

    fn mileage(&self) -> Mileage {
        let section = &self.sections[self.current];
        Mileage {
            asked: self.asked,
            asked_symbols: self.asked_symbols,
            section: self.current,
            fragments: section.fragments.len(),
            fixups: section.tail.fixups.len(),
            bytes: section.tail.data.len(),
        }
    }

    fn local_label(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let at = cursor.clone();
        let digits = cursor.take_while(|byte| byte.is_ascii_digit());
        if !cursor.eat(b':') {
            return Err(at.expected("a label, a directive or an instruction"));
        }
        let number = digits.parse().map_err(|_| at.error("the label's number does not fit 64 bits"))?;
        let id = self.symbols.define_local_label(number);
        self.symbols.get_mut(id).value = Value::Label(self.place());
        Ok(())
    }

    fn define_label(&mut self, cursor: &Cursor<'_>, name: &str) -> Result<(), Diagnostic> {
        let place = self.place();
        let id = self.symbols.named(name);
        let symbol = self.symbols.get_mut(id);
        if symbol.is_defined() {
            return Err(cursor.error(format!("`{name}` is defined a second time")));
        }
        symbol.value = Value::Label(place);
        Ok(())
    }

    fn assignment(&mut self, cursor: &mut Cursor<'_>, name: &str) -> Result<(), Diagnostic> {
        let value = self.expression(cursor)?;
        cursor.expect_end()?;
        self.equate(cursor, name, value)
    }

    /// Gives a symbol the value of an expression.
    pub(super) fn equate(&mut self, cursor: &Cursor<'_>, name: &str, value: Expr) -> Result<(), Diagnostic> {
        if name == "." {
            return self.set_location(cursor, value, 0);
        }
        // Statements that used it before may mean something else from here on.
        self.with_symbols.clear();
        let source = symbol_and_offset(&value).map(|(source, _)| self.symbols.get(source).clone());
        let value = match self.place_of(&value) {
            Some(place) => Value::Label(place),
            None => Value::Equated(value),
        };
        self.symbols.described(name);
        let id = self.symbols.named(name);
        if let (Some(source), Value::Label(_)) = (source, &value) {
            // A second name for a place also gets the type and size known so far.
            let symbol = self.symbols.get_mut(id);
            symbol.kind = if source.kind == 0 { symbol.kind } else { source.kind };
            symbol.size = source.size;
        }
        match self.symbols.get(id).value {
            Value::Undefined => self.symbols.get_mut(id).value = value,
            Value::Equated(Expr::Constant(_)) if matches!(value, Value::Equated(Expr::Constant(_))) => {
                self.symbols.get_mut(id).value = value;
            }
            Value::Equated(_) | Value::Label(_) => self.symbols.redefine(id, value),
            _ => return Err(cursor.error(format!("`{name}` is defined already and is no assigned symbol"))),
        }
        Ok(())
    }

    /// Moves on to an offset of the present section.
    pub(super) fn set_location(
        &mut self,
        cursor: &Cursor<'_>,
        target: Expr,
        fill: u8,
    ) -> Result<(), Diagnostic> {
        if let Expr::Constant(offset) = target
            && !(0..=MOST_SPACE as i64).contains(&offset)
        {
            return Err(cursor.error(format!("expected an offset of 0 to {MOST_SPACE:#x}, found {offset}")));
        }
        let origin = self.origin;
        self.section().push(Fragment::Org { target, fill, origin });
        Ok(())
    }

    // ---- what targets and directives use ----

    /// Reads an expression.
    pub fn expression(&mut self, cursor: &mut Cursor<'_>) -> Result<Expr, Diagnostic> {
        parse(cursor, self)
    }

    /// Reads an expression whose value must be known at once.
    pub fn constant(&mut self, cursor: &mut Cursor<'_>) -> Result<i64, Diagnostic> {
        cursor.skip_blanks();
        let at = cursor.clone();
        match self.expression(cursor)? {
            Expr::Constant(value) => Ok(value),
            _ => Err(at.error("expected a value that is known here, without symbols defined later")),
        }
    }

    /// Appends an instruction or data with fixups, whose offsets count from the first of `bytes`.
    pub fn emit(&mut self, cursor: &Cursor<'_>, bytes: &[u8], fixups: &[Fixup]) -> Result<(), Diagnostic> {
        self.charge(cursor, bytes.len() as u64)?;
        let origin = self.origin;
        let section = self.section();
        if section.kind == NOBITS && (!fixups.is_empty() || bytes.iter().any(|&byte| byte != 0)) {
            return Err(cursor.error(format!("section `{}` can hold no contents", section.name)));
        }
        let start = section.tail.data.len() as u32;
        section.tail.data.extend_from_slice(bytes);
        section.tail.fixups.extend(fixups.iter().map(|fixup| {
            let fixup = Fixup { offset: start + fixup.offset, ..fixup.clone() };
            PlacedFixup { fixup, origin }
        }));
        Ok(())
    }

    /// Appends an instruction that has encodings of several sizes, the shortest first. The first whose
    /// fixups all have values that fit is taken; the last one may also become relocations.
    pub fn emit_relaxable(&mut self, cursor: &Cursor<'_>, variants: Vec<Variant>) -> Result<(), Diagnostic> {
        let longest = variants.iter().map(|variant| variant.bytes.len()).max().unwrap_or(0);
        self.charge(cursor, longest as u64)?;
        if self.section().kind == NOBITS {
            return Err(cursor.error("this section can hold no contents"));
        }
        let origin = self.origin;
        self.section().push(Fragment::Relax { variants, chosen: 0, origin });
        Ok(())
    }

    /// Returns whether the present section holds code.
    pub fn in_code(&mut self) -> bool {
        self.asked += 1;
        self.sections[self.current].flags & EXECUTE != 0
    }

    /// Aligns the present place to `align` bytes (a power of two), with the target's code padding in
    /// code and zeros elsewhere, and raises the section's alignment.
    pub fn align(&mut self, align: u64) {
        let filling = if self.in_code() { Filling::Code } else { Filling::Pattern(Vec::new()) };
        self.align_with(align, filling, u64::MAX);
    }

    /// Remembers the present place, to which [`AsmTarget::check`] comes back when the layout is known.
    pub fn mark(&mut self) {
        self.asked += 1;
        let place = self.place();
        let symbol = self.symbols.anonymous(Value::Label(place));
        self.marks.push((symbol, self.origin));
    }

    /// An expression for the start of the present section.
    pub fn section_start(&mut self) -> Expr {
        self.asked += 1;
        let place = Place { section: self.current, fragment: 0, offset: 0 };
        Expr::Symbol(self.symbols.anonymous(Value::Label(place)))
    }

    /// An expression for the symbol of this name.
    pub fn symbol(&mut self, name: &str) -> Expr {
        self.asked += 1;
        let id = self.symbols.named(name);
        match self.symbols.get(id).value {
            Value::Equated(Expr::Constant(value)) => Expr::Constant(value),
            _ => {
                self.asked_symbols += 1;
                Expr::Symbol(id)
            }
        }
    }

    /// Defines a label at the present place, and gives the expression for it.
    ///
    /// # Errors
    /// The name is defined already.
    pub fn define(&mut self, cursor: &Cursor<'_>, name: &str) -> Result<Expr, Diagnostic> {
        self.define_label(cursor, name)?;
        Ok(self.symbol(name))
    }

    /// An expression for the present place.
    pub fn here(&mut self) -> Expr {
        self.asked += 1;
        let place = self.place();
        Expr::Symbol(self.symbols.anonymous(Value::Label(place)))
    }

    // ---- for directives ----

    pub(super) fn section(&mut self) -> &mut Section {
        &mut self.sections[self.current]
    }

    /// The present place.
    pub(super) fn place(&self) -> Place {
        let (fragment, offset) = self.sections[self.current].end();
        Place { section: self.current, fragment, offset }
    }

    /// Counts bytes against the limit.
    pub(super) fn charge(&mut self, cursor: &Cursor<'_>, bytes: u64) -> Result<(), Diagnostic> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes <= MOST_BYTES {
            return Ok(());
        }
        self.ended = true;
        Err(cursor.error(format!("the sections grow beyond {MOST_BYTES} bytes")))
    }

    /// Appends `count` times a pattern.
    pub(super) fn fill(&mut self, cursor: &Cursor<'_>, count: u64, pattern: &[u8]) -> Result<(), Diagnostic> {
        let total = count.saturating_mul(pattern.len() as u64);
        let is_space = self.section().kind == NOBITS;
        if is_space && pattern.iter().any(|&byte| byte != 0) {
            return Err(cursor.error(format!("section `{}` can hold no contents", self.section().name)));
        }
        if is_space && total > MOST_SPACE {
            return Err(cursor.error(format!("expected a size up to {MOST_SPACE:#x}, found {total:#x}")));
        }
        if !is_space {
            self.charge(cursor, total)?;
        }
        let section = self.section();
        if total <= SMALL_FILL {
            let bytes = pattern.iter().cycle().take(total as usize);
            section.tail.data.extend(bytes);
        } else {
            section.push(Fragment::Fill { count, pattern: pattern.to_vec() });
        }
        Ok(())
    }

    pub(super) fn align_with(&mut self, align: u64, filling: Filling, most: u64) {
        let origin = self.origin;
        let section = self.section();
        section.align = section.align.max(align);
        if align > 1 {
            section.push(Fragment::Align { align, filling, most, origin });
        }
    }

    pub(super) fn add_section(&mut self, name: &str, kind: u32, flags: u64) -> usize {
        let index = self.sections.len();
        self.sections.push(Section::new(name, kind, flags));
        self.section_names.insert(name.to_owned(), index);
        index
    }

    pub(super) fn give_section_symbol(&mut self, index: usize) {
        if self.sections[index].symbol.is_none() {
            self.sections[index].symbol = Some(self.symbols.anonymous(Value::Section(index)));
        }
    }

    pub(super) fn enter_section(&mut self, index: usize) {
        self.previous = std::mem::replace(&mut self.current, index);
    }

    /// The place that `label` or `label + constant` means.
    pub(super) fn place_of(&self, expr: &Expr) -> Option<Place> {
        let (id, offset) = symbol_and_offset(expr)?;
        match &self.symbols.get(id).value {
            Value::Label(place) => Some(Place { offset: place.offset.checked_add(offset)?, ..*place }),
            _ => None,
        }
    }

    /// Bytes from `b` to `a`, if nothing of unsettled size can come between.
    fn distance(&self, a: Place, b: Place) -> Option<i64> {
        if a.section != b.section {
            return None;
        }
        let (low, high) = (a.fragment.min(b.fragment), a.fragment.max(b.fragment));
        if high - low > 16 {
            return None;
        }
        let mut between = 0i64;
        for fragment in &self.sections[a.section].fragments[low..high] {
            between += match fragment {
                Fragment::Bytes(bytes) => bytes.data.len() as i64,
                Fragment::Fill { count, pattern } => (*count as i64).checked_mul(pattern.len() as i64)?,
                _ => return None,
            };
        }
        let offset = a.offset.checked_sub(b.offset)?;
        if a.fragment >= b.fragment { offset.checked_add(between) } else { offset.checked_sub(between) }
    }
}

/// The parts of `symbol`, `symbol + constant` or `symbol - constant`.
fn symbol_and_offset(expr: &Expr) -> Option<(SymbolId, i64)> {
    match expr {
        Expr::Symbol(id) => Some((*id, 0)),
        Expr::Binary(BinaryOp::Add, sides) => match &**sides {
            (a, Expr::Constant(b)) | (Expr::Constant(b), a) => {
                let (id, offset) = symbol_and_offset(a)?;
                Some((id, offset.checked_add(*b)?))
            }
            _ => None,
        },
        Expr::Binary(BinaryOp::Subtract, sides) => match &**sides {
            (a, Expr::Constant(b)) => {
                let (id, offset) = symbol_and_offset(a)?;
                Some((id, offset.checked_sub(*b)?))
            }
            _ => None,
        },
        _ => None,
    }
}

impl Names for Assembler<'_> {
    fn symbol(&mut self, name: &str) -> Expr {
        Assembler::symbol(self, name)
    }

    fn local_label(&mut self, number: u64, forward: bool) -> Option<Expr> {
        self.asked += 1;
        let id = if forward {
            self.symbols.next_local_label(number)
        } else {
            self.symbols.last_local_label(number)?
        };
        Some(Expr::Symbol(id))
    }

    fn here(&mut self) -> Expr {
        Assembler::here(self)
    }

    fn dollar_hex(&self) -> bool {
        self.target.syntax().dollar_hex
    }

    fn immediate_prefix(&self) -> Option<u8> {
        self.target.syntax().immediate_prefix
    }

    fn fold(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<i64> {
        if op != BinaryOp::Subtract {
            return None;
        }
        self.distance(self.place_of(a)?, self.place_of(b)?)
    }
}

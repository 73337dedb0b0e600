//! Source texts: comments removed, cut into statements, with macro expansions on a stack.

use std::rc::Rc;
use std::sync::Arc;

use super::syntax::Syntax;

/// One text to read from: the file, or the body of a macro or loop. Comments are blanked, so columns
/// are those of the original.
#[derive(Debug)]
pub(super) struct Source {
    /// Name for messages.
    pub(super) name: Arc<str>,
    /// The text without comments.
    pub(super) text: String,
    /// Line number of the first line.
    pub(super) first_line: u32,
}

/// One statement: a range of its source's text, without the newline or separator that ends it.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    pub(super) source: Rc<Source>,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) line: u32,
    /// Offset of the first byte of the statement's line, from which columns count.
    pub(super) line_start: usize,
}

impl Statement {
    /// The statement's text.
    pub(super) fn text(&self) -> &str {
        &self.source.text[self.start..self.end]
    }
}

/// A place in a source where reading goes on.
#[derive(Debug)]
struct Frame {
    source: Rc<Source>,
    offset: usize,
    line: u32,
    line_start: usize,
    /// Number of further times that the text is read from its start.
    repeats: u64,
    /// Texts to be read after this one, the last one first.
    later: Vec<Source>,
    /// Conditionals that were open when the expansion began.
    conditionals: usize,
}

/// Reads statements from the innermost source that has any left.
#[derive(Debug)]
pub(super) struct Reader {
    syntax: &'static Syntax,
    /// The bytes that mean something to [`cut`]: newlines, quotes, separators and brackets of bundles.
    marks: [bool; 256],
    frames: Vec<Frame>,
    /// Bytes of text that expansions may still add, which bounds time and memory.
    budget: u64,
}

/// Deepest nesting of expansions.
const MOST_FRAMES: usize = 64;
/// Bytes of text that all expansions together may make.
const MOST_EXPANSION: u64 = 16 << 20;

impl Reader {
    pub(super) fn new(syntax: &'static Syntax, name: &str, text: &str) -> Reader {
        let text = blank_comments(syntax, text);
        let source = Rc::new(Source { name: name.into(), text, first_line: 1 });
        let marks = table_of(
            b"\n\"'"
                .iter()
                .chain(syntax.separators)
                .copied()
                .chain(syntax.bundle.into_iter().flat_map(|(open, close)| [open, close])),
        );
        let mut reader = Reader { syntax, marks, frames: Vec::new(), budget: MOST_EXPANSION };
        reader.push_frame(source, 0, 0);
        reader
    }

    fn push_frame(&mut self, source: Rc<Source>, repeats: u64, conditionals: usize) {
        let line = source.first_line;
        let (offset, line_start, later) = (0, 0, Vec::new());
        self.frames.push(Frame { source, offset, line, line_start, repeats, later, conditionals });
    }

    /// Reads `source` `count` times before going on; `conditionals` are open now. Fails with a sentence
    /// when that is too much.
    pub(super) fn expand(&mut self, source: Source, count: u64, conditionals: usize) -> Result<(), String> {
        self.pay(count.saturating_mul(source.text.len() as u64 + 1))?;
        if count > 0 {
            self.push_frame(Rc::new(source), count - 1, conditionals);
        }
        Ok(())
    }

    /// Like [`Reader::expand`], once for each of several texts.
    pub(super) fn expand_all(&mut self, mut sources: Vec<Source>, conditionals: usize) -> Result<(), String> {
        self.pay(sources.iter().map(|source| source.text.len() as u64 + 1).sum())?;
        sources.reverse();
        if let Some(first) = sources.pop() {
            self.push_frame(Rc::new(first), 0, conditionals);
            if let Some(frame) = self.frames.last_mut() {
                frame.later = sources;
            }
        }
        Ok(())
    }

    /// Takes the cost of an expansion, in bytes of text, from what is left.
    fn pay(&mut self, cost: u64) -> Result<(), String> {
        if self.frames.len() >= MOST_FRAMES {
            return Err(format!("expansions nest deeper than {MOST_FRAMES}"));
        }
        if cost > self.budget {
            return Err(format!("expansions make more than {MOST_EXPANSION} bytes of text"));
        }
        self.budget -= cost;
        Ok(())
    }

    /// Leaves the innermost expansion, if there is one; gives the number of conditionals that were
    /// open when it began.
    pub(super) fn leave(&mut self) -> Option<usize> {
        if self.frames.len() > 1 { self.frames.pop().map(|frame| frame.conditionals) } else { None }
    }

    /// The next statement of any source.
    pub(super) fn next(&mut self) -> Option<Statement> {
        loop {
            let frame = self.frames.last_mut()?;
            if let Some(statement) = cut(self.syntax, &self.marks, frame) {
                return Some(statement);
            }
            if frame.repeats > 0 {
                frame.repeats -= 1;
                (frame.offset, frame.line, frame.line_start) = (0, frame.source.first_line, 0);
            } else if let Some(source) = frame.later.pop() {
                (frame.offset, frame.line, frame.line_start) = (0, source.first_line, 0);
                frame.source = Rc::new(source);
            } else {
                self.frames.pop();
            }
        }
    }

    /// Reads statements of the innermost source until `is_end` says stop, and gives the text between;
    /// `is_end` sees each statement in turn and is called with its trimmed text. `None` when the
    /// source ends first.
    pub(super) fn take_until(&mut self, mut is_end: impl FnMut(&str) -> bool) -> Option<Source> {
        let frame = self.frames.last_mut()?;
        let (from, first_line) = (frame.offset, frame.line);
        while let Some(statement) = cut(self.syntax, &self.marks, frame) {
            if is_end(statement.text().trim_ascii()) {
                let source = &statement.source;
                let text = source.text.get(from..statement.start).unwrap_or("").to_owned();
                return Some(Source { name: source.name.clone(), text, first_line });
            }
        }
        None
    }
}

/// Cuts the next statement out of a frame.
fn cut(syntax: &Syntax, marks: &[bool; 256], frame: &mut Frame) -> Option<Statement> {
    let bytes = frame.source.text.as_bytes();
    let start = frame.offset;
    if start >= bytes.len() {
        return None;
    }
    let (line, line_start) = (frame.line, frame.line_start);
    let mut at = start;
    let mut depth = 0usize;
    let mut end = bytes.len();
    let mut next = bytes.len();
    while at < bytes.len() {
        let byte = bytes[at];
        if !marks[usize::from(byte)] {
            at += 1;
            continue;
        }
        if byte == b'\n' {
            frame.line += 1;
            frame.line_start = at + 1;
            if depth == 0 {
                (end, next) = (at, at + 1);
                break;
            }
        } else if byte == b'"' {
            at = skip_string(bytes, at) - 1;
        } else if byte == b'\'' {
            at = skip_character(bytes, at) - 1;
        } else if syntax.separators.contains(&byte) && depth == 0 {
            (end, next) = (at, at + 1);
            break;
        } else if let Some((open, close)) = syntax.bundle {
            depth = if byte == open { depth + 1 } else { depth.saturating_sub((byte == close).into()) };
        }
        at += 1;
    }
    frame.offset = next;
    Some(Statement { source: frame.source.clone(), start, end, line, line_start })
}

/// Offset behind the string that starts at `at`: behind its closing quote, or at the end of its line.
fn skip_string(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' if bytes.get(at + 1).is_some_and(|&next| next != b'\n') => at += 2,
            _ => at += 1,
        }
    }
    at
}

/// Offset behind the character constant that starts at `at` (`'a`, `'a'` or `'\n`).
fn skip_character(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    if bytes.get(at) == Some(&b'\\') {
        at += 1;
    }
    if bytes.get(at).is_some_and(|&byte| byte != b'\n') {
        at += 1;
    }
    if bytes.get(at) == Some(&b'\'') { at + 1 } else { at }
}

/// The text with every comment turned into spaces; newlines stay.
fn blank_comments(syntax: &Syntax, text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut kept = 0;
    let mut at = 0;
    // Whether nothing but blanks stands before `kept` in its line.
    let mut begins_line = true;
    let special = special_bytes(syntax);
    while let Some(plain) = bytes[at..].iter().position(|byte| special[usize::from(*byte)]) {
        at += plain;
        let comment_end = match bytes[at] {
            b'"' => {
                at = skip_string(bytes, at);
                continue;
            }
            b'\'' => {
                at = skip_character(bytes, at);
                continue;
            }
            _ => {
                let last = bytes[kept..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
                let is_first = last.map_or(begins_line, |byte| *byte == b'\n');
                comment_at(syntax, bytes, at, is_first)
            }
        };
        let Some(end) = comment_end else {
            at += 1;
            continue;
        };
        out.push_str(text.get(kept..at).unwrap_or(""));
        for (number, line) in bytes[at..end].split(|&byte| byte == b'\n').enumerate() {
            out.extend((number > 0).then_some('\n'));
            out.extend(std::iter::repeat_n(" ", line.len()));
        }
        begins_line = bytes[at..end].contains(&b'\n');
        (at, kept) = (end, end);
    }
    out.push_str(text.get(kept..).unwrap_or(""));
    out
}

/// The bytes that mean something outside of strings and comments to [`blank_comments`]: quotes, and those that a comment
/// may start with.
fn special_bytes(syntax: &Syntax) -> [bool; 256] {
    let starts = syntax.comments.iter().chain(syntax.line_comments).filter_map(|start| start.bytes().next());
    table_of(starts.chain(*b"\"'/"))
}

/// A table in which these bytes are true.
fn table_of(bytes: impl Iterator<Item = u8>) -> [bool; 256] {
    let mut table = [false; 256];
    for byte in bytes {
        table[usize::from(byte)] = true;
    }
    table
}

/// End of the comment that starts at `at`, if one does.
fn comment_at(syntax: &Syntax, bytes: &[u8], at: usize, first: bool) -> Option<usize> {
    let rest = &bytes[at..];
    let starts = |list: &[&str]| list.iter().any(|start| rest.starts_with(start.as_bytes()));
    if syntax.block_comments && rest.starts_with(b"/*") {
        let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
        return Some(end.map_or(bytes.len(), |end| at + end + 4));
    }
    if starts(syntax.comments) || (first && starts(syntax.line_comments)) {
        return Some(at + rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    static SYNTAX: Syntax = Syntax {
        comments: &[";", "//"],
        line_comments: &["#"],
        separators: b"`",
        bundle: Some((b'{', b'}')),
        ..Syntax::with_fixups(&[])
    };

    fn statements(text: &str) -> Vec<(u32, String)> {
        let mut reader = Reader::new(&SYNTAX, "t", text);
        let mut all = Vec::new();
        while let Some(statement) = reader.next() {
            if !statement.text().trim().is_empty() {
                all.push((statement.line, statement.text().trim().to_owned()));
            }
        }
        all
    }

    #[test]
    fn comments_and_separators() {
        let text = "# c\n a #1 ; x\n b ` c // d\n\"q;`\" /* e\n f */ g\n{ a\n b }\n '; h\n";
        let got = statements(text);
        let want = [(2, "a #1"), (3, "b"), (3, "c"), (4, "\"q;`\""), (5, "g"), (6, "{ a\n b }"), (8, "'; h")];
        assert_eq!(got, want.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn unfinished_things_end() {
        for text in ["/* x", "\"abc", "'", "'\\", "{ a", "/*/", "\"\\"] {
            statements(text);
        }
    }
}

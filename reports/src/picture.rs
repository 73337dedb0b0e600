//! Text for people: wrapped paragraphs and tables that stay within a width, and colours where they are wanted.
//!
//! Everything is drawn on the [`Page`] of the thread that draws it. The program's main thread has the terminal's page; every
//! other thread, and every file that is written, has [`Page::PLAIN`].

pub mod style;

use std::cell::Cell;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::FileTypeExt;
use style::{FAINT, Style, TITLE, paint};
use unicode_width::UnicodeWidthStr;

/// Page on which text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Its width in columns.
    pub width: usize,
    /// True if colours are wanted.
    pub colours: bool,
}

impl Page {
    /// A pipe or a file.
    pub const PLAIN: Page = Page { width: 100, colours: false };
    /// The narrowest page: on a narrower terminal, lines are broken by the terminal.
    const NARROWEST: usize = 40;

    /// The page that the standard output is. `COLUMNS` counts more than what the terminal says of itself. A pipe, as to a
    /// pager, has the width of the terminal that errors are written to or that is typed on; without one, and in a file, it is
    /// that of [`Page::PLAIN`].
    pub fn of_stdout() -> Page {
        let stdout = std::io::stdout();
        let colours = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        let asked = std::env::var("COLUMNS").ok().and_then(|text| text.trim().parse().ok());
        let of_terminal = |size: Option<(terminal_size::Width, terminal_size::Height)>| {
            size.map(|(width, _)| usize::from(width.0))
        };
        let terminal = || {
            let behind_a_pipe = || {
                is_pipe(stdout.as_fd()).then_some(())?;
                of_terminal(terminal_size::terminal_size_of(std::io::stderr()))
                    .or_else(|| of_terminal(terminal_size::terminal_size_of(std::io::stdin())))
            };
            of_terminal(terminal_size::terminal_size_of(&stdout)).or_else(behind_a_pipe)
        };
        let width = asked.filter(|width| *width > 0).or_else(terminal).filter(|width| *width > 0);
        Page { width: width.unwrap_or(Page::PLAIN.width).max(Page::NARROWEST), colours }
    }
}

/// True for a pipe.
fn is_pipe(stream: BorrowedFd<'_>) -> bool {
    let file = stream.try_clone_to_owned().map(std::fs::File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|found| found.file_type().is_fifo())
}

thread_local! {
    static PAGE: Cell<Page> = const { Cell::new(Page::PLAIN) };
}

/// The page of this thread from now on.
pub fn use_page(page: Page) {
    PAGE.set(page);
}

/// Draws something on another page.
pub fn on_page<T>(page: Page, draw: impl FnOnce() -> T) -> T {
    let before = PAGE.replace(page);
    let drawn = draw();
    PAGE.set(before);
    drawn
}

/// The page that this thread draws on.
pub fn page() -> Page {
    PAGE.get()
}

/// The width of this thread's page, in columns.
pub fn width() -> usize {
    page().width
}

/// Columns that a text takes on a terminal.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// A text and as many blanks as fill it up to a width.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{:1$}", "", width.saturating_sub(columns(text)))
}

/// Breaks a text into lines of at most `width` columns, at blanks. A longer word stays whole, on a line of its own:
/// whoever copies a path or a number gets all of it.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    textwrap::wrap(&text, options).into_iter().map(String::from).collect()
}

/// A paragraph, indented by so many blanks.
pub fn paragraph(indent: usize, text: &str) -> String {
    labelled(indent, "", 0, text)
}

/// A paragraph behind a head and a blank, below which its lines begin.
pub fn hanging(head: &str, text: &str) -> String {
    labelled(0, head, columns(head) + 1, text)
}

/// A paragraph with a label before its first line: `label  text`, the rest indented below the text.
pub fn labelled(indent: usize, label: &str, label_width: usize, text: &str) -> String {
    let left = indent + label_width;
    let mut out = String::new();
    for (i, line) in wrap(text, width().saturating_sub(left)).iter().enumerate() {
        let head = if i == 0 { label } else { "" };
        let head = paint(TITLE, head) + &" ".repeat(label_width.saturating_sub(columns(head)));
        out += format!("{:indent$}{head}{line}", "").trim_end();
        out.push('\n');
    }
    out
}

/// A table of text. Columns are as wide as they need to be; the widest ones share what is left. Where even the longest
/// words of the columns do not fit beside each other, the cells of a row stand below each other.
#[derive(Debug, Clone, Default)]
pub struct Table {
    heading: Vec<String>,
    rows: Vec<Vec<String>>,
    indent: usize,
    styles: Vec<(usize, Style)>,
}

impl Table {
    /// A table with a heading, indented by so many blanks.
    pub fn new(indent: usize, heading: &[&str]) -> Table {
        let heading = heading.iter().map(|c| (*c).to_owned()).collect();
        Table { heading, indent, ..Table::default() }
    }

    /// The same, with a column in a colour.
    pub fn painted(mut self, column: usize, style: Style) -> Table {
        self.styles.push((column, style));
        self
    }

    /// Adds a row.
    pub fn row<S: AsRef<str>>(&mut self, cells: &[S]) {
        self.rows.push(cells.iter().map(|c| c.as_ref().to_owned()).collect());
    }

    /// True if there is no row below the heading.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Draws it; nothing where it has no rows.
    pub fn draw(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let columns = self.all().map(Vec::len).max().unwrap_or(0);
        let room = width().saturating_sub(self.indent + 2 * columns.saturating_sub(1));
        let natural: Vec<usize> = (0..columns).map(|c| self.widest(c, self::columns)).collect();
        let words: Vec<usize> = (0..columns).map(|c| self.widest(c, longest_word)).collect();
        match share(&natural, &words, room) {
            Some(widths) => self.side_by_side(&widths),
            None => self.one_below_the_other(),
        }
    }

    fn all(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.heading).filter(|heading| !heading.is_empty()).chain(&self.rows)
    }

    fn widest(&self, column: usize, measure: impl Fn(&str) -> usize) -> usize {
        self.all().filter_map(|row| row.get(column)).map(|cell| measure(cell)).max().unwrap_or(0).max(1)
    }

    fn style(&self, column: usize) -> Style {
        self.styles.iter().find(|(of, _)| *of == column).map_or(Style::new(), |(_, style)| *style)
    }

    fn side_by_side(&self, widths: &[usize]) -> String {
        let mut out = String::new();
        if !self.heading.is_empty() {
            out += &self.line(&self.heading, widths, &|_| TITLE);
            let rule: Vec<String> = widths.iter().map(|w| "-".repeat(*w)).collect();
            out += &format!("{:indent$}{}\n", "", paint(FAINT, &rule.join("  ")), indent = self.indent);
        }
        for row in &self.rows {
            out += &self.line(row, widths, &|column| self.style(column));
        }
        out
    }

    /// A row, of as many lines as its highest cell.
    fn line(&self, row: &[String], widths: &[usize], style: &dyn Fn(usize) -> Style) -> String {
        let cells: Vec<Vec<String>> =
            row.iter().zip(widths).map(|(cell, width)| wrap(cell, *width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let mut out = String::new();
        for line in 0..height {
            let mut text = " ".repeat(self.indent);
            // Blanks are written only before something.
            let mut owed = 0;
            for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
                let part = cell.get(line).map_or("", String::as_str);
                if !part.is_empty() {
                    text += &" ".repeat(owed);
                    text += &paint(style(column), part);
                    owed = 0;
                }
                owed += width.saturating_sub(columns(part)) + 2;
            }
            out += text.trim_end();
            out.push('\n');
        }
        out
    }

    /// The first cell of a row, and below it the others, each behind its column's heading.
    fn one_below_the_other(&self) -> String {
        let label_width =
            self.heading.iter().skip(1).map(|title| columns(title) + 2).max().unwrap_or(0).min(width() / 3);
        let mut out = String::new();
        for row in &self.rows {
            for (column, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                let title = self.heading.get(column).map_or("", String::as_str);
                out += &match column {
                    0 => paragraph(self.indent, cell),
                    _ if columns(title) + 2 > label_width && !title.is_empty() => {
                        paragraph(self.indent + 2, &format!("{title}:")) + &paragraph(self.indent + 4, cell)
                    }
                    _ => labelled(self.indent + 2, title, label_width, cell),
                };
            }
        }
        out
    }
}

fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(columns).max().unwrap_or(0)
}

/// Gives every column what it needs if there is room; otherwise narrow columns what they need, and wide ones equal parts
/// of the rest, but never less than the longest of their words. Nothing where these do not fit.
fn share(natural: &[usize], words: &[usize], room: usize) -> Option<Vec<usize>> {
    let with_cap = |cap: usize| -> Vec<usize> {
        natural.iter().zip(words).map(|(wanted, least)| (*wanted).min(cap.max(*least))).collect()
    };
    let widest = natural.iter().copied().max().unwrap_or(0);
    (0..=widest).rev().map(with_cap).find(|widths| widths.iter().sum::<usize>() <= room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use proptest::prelude::*;

    fn sample() -> Table {
        let mut table = Table::new(2, &["what", "expected", "observed"]).painted(2, style::BAD);
        table.row(&["a0", "r0", "r1"]);
        let long = "in memory at the address that the caller passes in r0 as a hidden first argument";
        table.row(&["result", long, "in r0:r1, as a scalar of the same size would be, low half first"]);
        table
    }

    fn at(width: usize, colours: bool, draw: impl FnOnce() -> String) -> String {
        on_page(Page { width, colours }, draw)
    }

    #[test]
    fn tables_wrap_their_widest_columns() {
        expect![[r#"
            table
              what    expected                                      observed
              ------  --------------------------------------------  --------------------------------------------
              a0      r0                                            r1
              result  in memory at the address that the caller      in r0:r1, as a scalar of the same size would
                      passes in r0 as a hidden first argument       be, low half first
        "#]]
        .assert_eq(&format!("table\n{}", sample().draw()));
    }

    #[test]
    fn a_narrow_table() {
        expect![[r#"
            table
              what    expected                  observed
              ------  ------------------------  ------------------------
              a0      r0                        r1
              result  in memory at the address  in r0:r1, as a scalar of
                      that the caller passes    the same size would be,
                      in r0 as a hidden first   low half first
                      argument
        "#]]
        .assert_eq(&format!("table\n{}", at(60, false, || sample().draw())));
    }

    #[test]
    fn a_word_that_does_not_fit_stays_whole() {
        let mut table = sample();
        let word = "0x".to_owned() + &"5a".repeat(40);
        table.row(&["a1", &word, "nothing"]);
        expect![[r#"
            table
              a0
                expected  r0
                observed  r1
              result
                expected  in memory at the address that the caller passes in
                          r0 as a hidden first argument
                observed  in r0:r1, as a scalar of the same size would be, low
                          half first
              a1
                expected  0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a
                observed  nothing
        "#]]
        .assert_eq(&format!("table\n{}", at(66, false, || table.draw())));
    }

    #[test]
    fn colours_take_no_room() {
        let painted = at(100, true, || sample().draw());
        assert!(painted.contains("\u{1b}["), "{painted}");
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), sample().draw());
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let mut table = Table::new(0, &["name", "next"]);
        table.row(&["漢字", "x"]);
        assert_eq!(table.draw(), "name  next\n----  ----\n漢字  x\n");
    }

    proptest! {
        #[test]
        fn wrapped_lines_keep_to_the_width_and_lose_nothing(text in "[a-zé ]{0,200}", width in 1usize..40) {
            let lines = wrap(&text, width);
            prop_assert!(lines.iter().all(|l| columns(l) <= width || !l.contains(' ')));
            prop_assert_eq!(lines.join(" "), text.split_whitespace().collect::<Vec<_>>().join(" "));
        }

        #[test]
        fn tables_keep_to_the_page_and_lose_nothing(
            cells in proptest::collection::vec("[a-z]{0,12}( [a-z]{1,12}){0,9}", 12),
            width in 40usize..160,
        ) {
            let mut table = Table::new(2, &["one", "two", "three", "four"]);
            cells.chunks(4).for_each(|row| table.row(row));
            let drawn = at(width, false, || table.draw());
            prop_assert!(drawn.lines().all(|line| columns(line) <= width), "{drawn}");
            let letters = |text: &str| {
                let mut all: Vec<char> = text.chars().filter(|c| c.is_ascii_lowercase()).collect();
                all.sort_unstable();
                all
            };
            let side_by_side = drawn.lines().nth(1).is_some_and(|rule| rule.contains("---"));
            if side_by_side {
                prop_assert_eq!(letters(&drawn), letters(&(cells.concat() + "onetwothreefour")));
            }
        }
    }
}

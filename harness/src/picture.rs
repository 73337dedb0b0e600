//! Text for people: wrapped paragraphs and tables that stay within a width.

/// Width of everything that is drawn, in characters.
pub const WIDTH: usize = 100;

/// Breaks a text into lines of at most `width` characters, at blanks; a longer word is cut.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let mut rest: Vec<char> = word.chars().collect();
        if used > 0 && used + 1 + rest.len() > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        while rest.len() > width {
            lines.push(rest.drain(..width).collect());
        }
        used += rest.len();
        line.extend(rest);
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// A paragraph with a label before its first line: `label  text`, the rest indented below the text.
pub fn labelled(indent: usize, label: &str, label_width: usize, text: &str) -> String {
    let left = indent + label_width;
    let mut out = String::new();
    for (i, line) in wrap(text, WIDTH.saturating_sub(left)).iter().enumerate() {
        let head = if i == 0 { label } else { "" };
        out += format!("{:indent$}{head:<label_width$}{line}", "").trim_end();
        out.push('\n');
    }
    out
}

/// A table of text. Columns are as wide as they need to be; the last ones share what is left.
#[derive(Debug, Clone, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
    heading: bool,
    indent: usize,
}

impl Table {
    /// A table with a heading, indented by so many blanks.
    pub fn new(indent: usize, heading: &[&str]) -> Table {
        let rows = if heading.is_empty() { Vec::new() } else { vec![owned(heading)] };
        Table { rows, heading: !heading.is_empty(), indent }
    }

    /// Adds a row.
    pub fn row<S: AsRef<str>>(&mut self, cells: &[S]) {
        self.rows.push(cells.iter().map(|c| c.as_ref().to_owned()).collect());
    }

    /// Whether there is no row but the heading.
    pub fn is_empty(&self) -> bool {
        self.rows.len() <= usize::from(self.heading)
    }

    /// Draws it.
    pub fn draw(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let natural: Vec<usize> = (0..columns).map(|c| self.natural_width(c)).collect();
        let room = WIDTH.saturating_sub(self.indent + 2 * columns.saturating_sub(1));
        let widths = share(&natural, room);
        let mut out = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            let cells: Vec<Vec<String>> =
                row.iter().zip(&widths).map(|(cell, width)| wrap(cell, *width)).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for line in 0..height {
                let mut text = " ".repeat(self.indent);
                for (cell, width) in cells.iter().zip(&widths) {
                    let part = cell.get(line).map_or("", String::as_str);
                    text += &format!("{part:<width$}  ");
                }
                out += text.trim_end();
                out.push('\n');
            }
            if number == 0 && self.heading {
                let rule: Vec<String> = widths.iter().map(|w| "-".repeat(*w)).collect();
                out += &format!("{:indent$}{}\n", "", rule.join("  "), indent = self.indent);
            }
        }
        out
    }

    fn natural_width(&self, column: usize) -> usize {
        self.rows.iter().filter_map(|r| r.get(column)).map(|c| c.chars().count()).max().unwrap_or(0).max(1)
    }
}

fn owned(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|c| (*c).to_owned()).collect()
}

/// Gives every column what it needs if there is room; otherwise narrow columns what they need, and wide
/// ones equal parts of the rest.
fn share(natural: &[usize], room: usize) -> Vec<usize> {
    let mut widths = natural.to_vec();
    let mut cap = natural.iter().copied().max().unwrap_or(0);
    while cap > 8 && widths.iter().sum::<usize>() > room {
        cap -= 1;
        widths = natural.iter().map(|w| (*w).min(cap)).collect();
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use proptest::prelude::*;

    #[test]
    fn tables_wrap_their_widest_columns() {
        let mut table = Table::new(2, &["what", "expected", "observed"]);
        table.row(&["a0", "r0", "r1"]);
        let long = "in memory at the address that the caller passes in r0 as a hidden first argument";
        table.row(&["result", long, "in r0:r1, as a scalar of the same size would be, low half first"]);
        expect![[r#"
            table
              what    expected                                      observed
              ------  --------------------------------------------  --------------------------------------------
              a0      r0                                            r1
              result  in memory at the address that the caller      in r0:r1, as a scalar of the same size would
                      passes in r0 as a hidden first argument       be, low half first
        "#]]
        .assert_eq(&format!("table\n{}", table.draw()));
    }

    proptest! {
        #[test]
        fn wrapped_lines_keep_to_the_width_and_lose_nothing(text in "[a-zé ]{0,200}", width in 1usize..40) {
            let lines = wrap(&text, width);
            prop_assert!(lines.iter().all(|l| l.chars().count() <= width));
            let bare = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(bare(&lines.concat()), bare(&text));
        }
    }
}

//! Lines of a preprocessor's output.

use crate::error::ParseError;

/// Demand of a `#pragma pack`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pack {
    /// `pack(n)`; 0 is no limit.
    Set(u32),
    /// `pack(push)` or `pack(push, n)`.
    Push(Option<u32>),
    /// `pack(pop)`.
    Pop,
}

/// Line that begins with `#`: its demand for packing, and its length in bytes.
pub(crate) fn line(text: &str, at: usize, rest: &str) -> Result<(Option<Pack>, usize), ParseError> {
    let line = rest.lines().next().unwrap_or_default();
    let mut words = line.trim_start_matches('#').split_whitespace();
    match words.next() {
        None | Some("ident" | "line" | "warning") => Ok((None, line.len())),
        Some(word) if word.starts_with(|c: char| c.is_ascii_digit()) => Ok((None, line.len())),
        Some("pragma") => {
            let what: String = words.collect();
            match what.strip_prefix("pack") {
                Some(arguments) => {
                    let pack = pack(arguments).ok_or_else(|| {
                        ParseError::new(
                            text,
                            at,
                            line.len(),
                            "this `#pragma pack` is not understood".to_owned(),
                        )
                    })?;
                    Ok((Some(pack), line.len()))
                }
                None => Ok((None, line.len())),
            }
        }
        Some(_) => {
            let message = "this line is for the preprocessor; give the text that it writes: \
                           `cc -E FILE | crosscall explain --function NAME … -`";
            Err(ParseError::new(text, at, line.len(), message))
        }
    }
}

fn pack(arguments: &str) -> Option<Pack> {
    let inner = arguments.strip_prefix('(')?.strip_suffix(')')?;
    let number = |text: &str| text.parse::<u32>().ok().filter(|n| n.is_power_of_two() && *n <= 16);
    Some(match inner {
        "" => Pack::Set(0),
        "push" => Pack::Push(None),
        "pop" => Pack::Pop,
        _ => match inner.strip_prefix("push,") {
            Some(value) => Pack::Push(Some(number(value)?)),
            None => Pack::Set(number(inner)?),
        },
    })
}

/// Lines of a text, and the line markers of a preprocessor in it.
#[derive(Debug)]
pub(crate) struct Lines {
    /// Byte offset at which each line begins.
    starts: Vec<usize>,
    /// For each marker the number of its line, from 0, with the file and the number that it gives to the next line.
    markers: Vec<(usize, String, usize)>,
}

impl Lines {
    pub(crate) fn of(text: &str) -> Lines {
        let (mut starts, mut markers, mut at) = (Vec::new(), Vec::new(), 0);
        for line in text.split('\n') {
            markers.extend(marker(line).map(|(file, number)| (starts.len(), file.to_owned(), number)));
            starts.push(at);
            at += line.len() + 1;
        }
        Lines { starts, markers }
    }

    /// Number of the line, from 0, that a byte offset is in, and the offset at which it begins.
    pub(crate) fn line(&self, at: usize) -> (usize, usize) {
        let number = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        (number, self.starts.get(number).copied().unwrap_or_default())
    }

    /// File and line of the original source for a line of a preprocessed text.
    pub(crate) fn origin(&self, line: usize) -> Option<(&str, usize)> {
        let before = self.markers.partition_point(|(marker, ..)| *marker < line);
        let (marker, file, number) = self.markers.get(before.checked_sub(1)?)?;
        Some((file, (number + line).saturating_sub(marker + 1)))
    }
}

/// File that a line marker names, and the number of the line after it.
fn marker(line: &str) -> Option<(&str, usize)> {
    let marker = line.trim_start().strip_prefix('#')?.trim_start();
    let marker = marker.strip_prefix("line").map_or(marker, str::trim_start);
    let (number, file) = marker.split_once(' ')?;
    let file = file.trim_start().strip_prefix('"')?.split('"').next()?;
    Some((file, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_say_where_a_line_comes_from() {
        let end = |text: &str| {
            let lines = Lines::of(text);
            let origin = lines.origin(lines.line(text.len()).0);
            origin.map(|(file, line)| format!("{file}:{line}")).unwrap_or_default()
        };
        let text = "# 1 \"a.c\"\n# 1 \"/usr/include/b.h\" 1 3 4\nint x;\n\nint";
        assert_eq!(end(text), "/usr/include/b.h:3");
        assert_eq!(end("int x;\nint"), "");
        assert_eq!(end("#line 7 \"c.y\"\nint"), "c.y:7");
        assert_eq!(Lines::of(text).line(8), (0, 0));
        assert_eq!(Lines::of(text).line(10), (1, 10));
    }
}

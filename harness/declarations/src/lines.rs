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

/// File and line of the original source for a place in a preprocessed text.
pub(crate) fn origin(before: &str) -> Option<(String, usize)> {
    let mut found: Option<(String, usize)> = None;
    for line in before.split('\n') {
        if let Some((_, number)) = &mut found {
            *number += 1;
        }
        let Some(marker) = line.trim_start().strip_prefix('#') else { continue };
        let marker = marker.trim_start();
        let marker = marker.strip_prefix("line").map_or(marker, str::trim_start);
        let Some((number, file)) = marker.split_once(' ') else { continue };
        let Some(file) = file.trim_start().strip_prefix('"').and_then(|f| f.split('"').next()) else {
            continue;
        };
        if let Ok(number) = number.parse::<usize>() {
            // The line after the marker has this number.
            found = Some((file.to_owned(), number.saturating_sub(1)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_say_where_a_line_comes_from() {
        let text = "# 1 \"a.c\"\n# 1 \"/usr/include/b.h\" 1 3 4\nint x;\n\nint";
        assert_eq!(origin(text), Some(("/usr/include/b.h".to_owned(), 3)));
        assert_eq!(origin("int x;\nint"), None);
        assert_eq!(origin("#line 7 \"c.y\"\nint"), Some(("c.y".to_owned(), 7)));
    }
}

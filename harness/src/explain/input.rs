//! What `explain` is given: a declaration, or a text with many of them.

use super::environment::Told;
use crate::error::{Error, nearest, read_bytes, read_stdin};
use crate::toolchain::select::fits;
use crosscall_model::c::{self, Function, ParseError, Source};
use std::path::Path;

/// Largest file that is read, in bytes.
const LIMIT: u64 = 16 << 20;
/// Most names that a message lists.
const LISTED: usize = 24;

/// A text, and where it is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The C.
    pub text: String,
    /// What messages call it.
    pub origin: String,
    /// Whether somebody typed it: all of it is meant then.
    pub typed: bool,
}

/// Gets the text: what is typed, the file of that name, or standard input for `-`.
///
/// # Errors
/// When it cannot be read.
pub fn input(argument: &str) -> Result<Input, Error> {
    let lossy = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    if argument == "-" {
        let origin = "standard input".to_owned();
        return Ok(Input { text: lossy(read_stdin(&origin, LIMIT)?), origin, typed: false });
    }
    let path = Path::new(argument);
    let like_c = argument.contains(|c: char| c.is_whitespace() || matches!(c, '(' | ';' | '{'));
    if !like_c && path.is_file() {
        let bytes = read_bytes(path, LIMIT)?;
        return Ok(Input { text: lossy(bytes), origin: argument.to_owned(), typed: false });
    }
    if !like_c && argument.contains(['.', '/']) {
        let message =
            format!("{argument}: there is no such file, and it is no declaration of a function either");
        return Err(Error::Input(message));
    }
    Ok(Input { text: argument.to_owned(), origin: "the declaration".to_owned(), typed: true })
}

/// The functions that are asked for: those whose names fit one of the patterns, or else the only one that there is.
///
/// # Errors
/// Where there is none, or none of this name, or several and none was chosen; where something that was typed is not understood.
pub fn functions(input: &Input, told: &Told<'_>, patterns: &[String]) -> Result<Vec<Function>, Error> {
    let wrong = |error: &ParseError| Error::Input(format!("{}: {error}", input.origin));
    let source = c::read(&input.text, told).map_err(|e| wrong(&e))?;
    if let (true, Some(error)) = (input.typed, &source.first_error) {
        return Err(wrong(error));
    }
    if patterns.is_empty() {
        return match source.functions.as_slice() {
            [only] => Ok(vec![only.clone()]),
            [] => Err(match source.first_error.as_ref().or(source.first_object.as_ref()) {
                Some(error) => wrong(error),
                None => {
                    let message = "there is no function in it; expected a declaration such as `int f(int)`";
                    Error::Input(format!("{}: {message}", input.origin))
                }
            }),
            several => Err(choose(input, several)),
        };
    }
    let mut chosen: Vec<Function> = Vec::new();
    for pattern in patterns {
        let before = chosen.len();
        let new = |function: &&Function| fits(pattern, &function.name);
        for function in source.functions.iter().filter(new) {
            if !chosen.iter().any(|known| known.name == function.name) {
                chosen.push(function.clone());
            }
        }
        if chosen.len() == before && !chosen.iter().any(|f| fits(pattern, &f.name)) {
            return Err(missing(input, pattern, &source));
        }
    }
    Ok(chosen)
}

fn choose(input: &Input, functions: &[Function]) -> Error {
    let names: Vec<&str> = functions.iter().map(|f| f.name.as_str()).collect();
    Error::Input(format!(
        "{}: there are {} functions; choose with --function NAME (`*` stands for any text): {}",
        input.origin,
        names.len(),
        listed(&names)
    ))
}

fn missing(input: &Input, pattern: &str, source: &Source) -> Error {
    let names: Vec<&str> = source.functions.iter().map(|f| f.name.as_str()).collect();
    let lower = pattern.to_lowercase();
    let mut near: Vec<&str> = nearest(pattern, names.iter().copied()).into_iter().collect();
    let alike = |name: &&str| lower.len() > 2 && name.to_lowercase().contains(&lower) && !near.contains(name);
    let more: Vec<&str> = names.iter().copied().filter(|name| alike(name)).take(5).collect();
    near.extend(more);
    let hint = match (near.is_empty(), names.is_empty()) {
        (false, _) => format!("did you mean {}?", near.join(", ")),
        (true, false) => format!("there are {}", listed(&names)),
        (true, true) => "there is no function at all in it".to_owned(),
    };
    Error::Input(format!("{}: no function `{pattern}`; {hint}", input.origin))
}

fn listed(names: &[&str]) -> String {
    let shown = names.iter().take(LISTED).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::dialect::Dialect;
    use crosscall_model::Target;
    use expect_test::{Expect, expect};

    const HEADER: &str = "# 1 \"/usr/include/z.h\" 1 3\ntypedef struct s s; struct s { s *next; };\n\
        extern int deflate(s *strm, int flush) __attribute__((nothrow));\nint deflateEnd(s *strm);\n\
        static inline int twice(int x) { return x << 1; /* } */ }\nint bad(nosuch x);\nextern int errno_;\n";

    fn found(text: &str, typed: bool, patterns: &[&str], expected: &Expect) {
        let dialect = Dialect::preferred(Target::Epiphany);
        let told = Told { target: Target::Epiphany, dialect: &dialect };
        let input = Input { text: text.to_owned(), origin: "z.h".to_owned(), typed };
        let patterns: Vec<String> = patterns.iter().map(|p| (*p).to_owned()).collect();
        let text = match functions(&input, &told, &patterns) {
            Ok(found) => found
                .iter()
                .map(|f| match &f.declaration {
                    Ok(declaration) => format!("{}\n", declaration.text),
                    Err(error) => format!("{error}\n"),
                })
                .collect(),
            Err(error) => format!("{error}\n"),
        };
        expected.assert_eq(&text);
    }

    #[test]
    fn functions_are_chosen_by_name() {
        found(
            HEADER,
            false,
            &["deflate"],
            &expect![[r#"
            int deflate(s *strm, int flush)
        "#]],
        );
        found(
            HEADER,
            false,
            &["deflate*", "twice"],
            &expect![[r#"
            int deflate(s *strm, int flush)
            int deflateEnd(s *strm)
            int twice(int x)
        "#]],
        );
        found(
            HEADER,
            false,
            &["bad"],
            &expect![[r#"
            /usr/include/z.h:5, column 9: expected a type, but `nosuch` is not known as one; declare it with `typedef` before
              int bad(nosuch x);
                      ^^^^^^
        "#]],
        );
        found(
            HEADER,
            false,
            &[],
            &expect![[r#"
            z.h: there are 4 functions; choose with --function NAME (`*` stands for any text): deflate, deflateEnd, twice, bad
        "#]],
        );
        found(
            HEADER,
            false,
            &["deflat"],
            &expect![[r#"
            z.h: no function `deflat`; did you mean deflate, deflateEnd?
        "#]],
        );
        found(
            HEADER,
            false,
            &["xyzzy"],
            &expect![[r#"
            z.h: no function `xyzzy`; there are deflate, deflateEnd, twice, bad
        "#]],
        );
        found(
            "extern int a;",
            false,
            &[],
            &expect![[r#"
            z.h: line 1, column 12: `a` is no function; expected `(` and parameters behind a name
              extern int a;
                         ^
        "#]],
        );
        found(
            "",
            false,
            &[],
            &expect![[r#"
            z.h: there is no function in it; expected a declaration such as `int f(int)`
        "#]],
        );
        found(
            "int f(int); int g(nosuch)",
            true,
            &["f"],
            &expect![[r#"
            z.h: line 1, column 19: expected a type, but `nosuch` is not known as one; declare it with `typedef` before
              int f(int); int g(nosuch)
                                ^^^^^^
        "#]],
        );
        found(
            "#include <stdint.h>\nint f(uint8_t);",
            false,
            &["f"],
            &expect![[r#"
            z.h: line 1, column 1: this line is for the preprocessor; give the text that it writes: `cc -E FILE | crosscall explain --function NAME … -`
              #include <stdint.h>
              ^^^^^^^^^^^^^^^^^^^
        "#]],
        );
    }
}

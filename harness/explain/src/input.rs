//! Input of `explain`: a declaration, a type, or a text with many of them.

use super::environment::UnderDialect;
use crosscall_base::error::{Error, read_bytes, read_stdin};
use crosscall_base::pattern::fits;
use crosscall_declarations::{Asked, Function, Given, OTHER, ParseError, Source};
use crosscall_reports::nearest;
use std::io::ErrorKind;
use std::path::Path;

/// Largest file that is read, in bytes.
pub const LIMIT: u64 = 16 << 20;
/// Most names that a message lists.
const LISTED: usize = 24;

/// A text, and where it is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The C.
    pub text: String,
    /// Its name in messages.
    pub origin: String,
    /// Facts about the text: all of what somebody typed is meant.
    pub given: Given,
    /// Notes about its origin.
    pub notes: Vec<String>,
    /// Headers that were named, as they were: their functions come first.
    pub headers: Vec<String>,
}

impl Input {
    /// A text that somebody typed.
    pub fn typed(text: &str) -> Input {
        let given = Given { typed_from: 0, ..Given::default() };
        Input { given, ..Input::read(text.to_owned(), "the declaration") }
    }

    /// A text that is read from somewhere.
    pub fn read(text: String, origin: &str) -> Input {
        let (notes, headers) = Default::default();
        Input { text, origin: origin.to_owned(), given: Given::default(), notes, headers }
    }

    /// True for a function of a header that was named, and not of one that it includes.
    fn is_of_named(&self, function: &Function) -> bool {
        let is_one = |header: &String| {
            let file = Path::new(function.file.as_deref().unwrap_or_default());
            file.ends_with(header) || std::path::absolute(header).is_ok_and(|header| header == file)
        };
        self.headers.iter().any(is_one)
    }

    /// The same with something behind it that somebody asks.
    pub fn asking(mut self, question: &str) -> Input {
        // Messages name the place in what was typed.
        self.text += "\n# 1 \"the question\"\n";
        self.given.typed_from = self.text.len();
        self.text += question;
        self
    }
}

/// Gets the text: what is typed, the file of that name, or standard input for `-`.
///
/// # Errors
/// When it cannot be read.
pub fn input(argument: &str) -> Result<Input, Error> {
    let lossy = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    if argument == "-" {
        let origin = "standard input";
        return Ok(Input::read(lossy(read_stdin(origin, LIMIT)?), origin));
    }
    let path = Path::new(argument);
    let like_c = argument.contains(|c: char| c.is_whitespace() || matches!(c, '(' | ';' | '{'));
    if like_c {
        return Ok(Input::typed(argument));
    }
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() && argument.contains(['.', '/']) => {
            Err(Error::Input(format!("{argument}: is a folder; name a file in it")))
        }
        Ok(found) if !found.is_dir() => Ok(Input::read(lossy(read_bytes(path, LIMIT)?), argument)),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(closed(path)),
        _ if argument.contains(['.', '/']) => {
            let message = format!("{argument}: is neither a file nor the declaration of a function");
            Err(Error::Input(message))
        }
        _ => Ok(Input::typed(argument)),
    }
}

/// The error about a file in a folder that may not be entered.
pub fn closed(path: &Path) -> Error {
    let above = path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    // The innermost folder that can be asked about is the one that lets nobody in.
    let folder = above.into_iter().find(|folder| folder.metadata().is_ok());
    Error::Input(match folder {
        Some(folder) => format!(
            "{}: permission denied: the folder {} may not be entered by this user",
            path.display(),
            folder.display()
        ),
        None => format!("{}: permission denied", path.display()),
    })
}

/// The functions or the type that are asked for.
#[derive(Debug)]
pub struct Found {
    /// The functions that are asked for.
    pub functions: Vec<Function>,
    /// The type that is asked for, where no function is.
    pub asked: Option<Asked>,
    /// Notes about the text as a whole.
    pub notes: Vec<String>,
}

/// Finds the functions whose names fit one of the patterns, or else the only function that there is, or a type.
///
/// # Errors
/// Where there is none, or none of this name, or several and none was chosen; where something that was typed is not understood.
pub fn found(input: &Input, environment: &UnderDialect<'_>, patterns: &[String]) -> Result<Found, Error> {
    let wrong = |error: &ParseError| Error::Input(format!("{}: {error}", input.origin));
    let mut source =
        crosscall_declarations::read_with(&input.text, &input.given, environment).map_err(|e| wrong(&e))?;
    source.functions.sort_by_cached_key(|function| !input.is_of_named(function));
    if let Some(error) = ParseError::together(&source.typed_errors) {
        return Err(wrong(&error));
    }
    let mut found = Found {
        functions: Vec::new(),
        asked: None,
        notes: [input.notes.clone(), notes(&source, environment)].concat(),
    };
    if !patterns.is_empty() {
        found.functions = fitting(input, &source, patterns)?;
        return Ok(found);
    }
    let typed: Vec<&Function> = source.functions.iter().filter(|f| f.at > input.given.typed_from).collect();
    let typed_none = typed.is_empty();
    let candidates = if typed_none { source.functions.iter().collect() } else { typed };
    let asked = source.asked.clone().filter(|_| typed_none);
    match (candidates.as_slice(), asked) {
        ([only], None) => found.functions.push((*only).clone()),
        ([], None) => {
            return Err(match source.first_error.as_ref().or(source.first_object.as_ref()) {
                Some(error) => wrong(error),
                None => {
                    let message = "there is no function in it; expected a declaration such as `int f(int)`";
                    Error::Input(format!("{}: {message}", input.origin))
                }
            });
        }
        (_, Some(asked)) => found.asked = Some(asked.map_err(|e| wrong(&e))?),
        (several, None) => return Err(choose(input, several)),
    }
    Ok(found)
}

/// Notes about a text that was made for another machine.
fn notes(source: &Source, environment: &UnderDialect<'_>) -> Vec<String> {
    let Some(machine) = &source.machine else { return Vec::new() };
    let (target, name) = (environment.target, &machine.name);
    let names: Vec<String> = source.contradictions.iter().map(|c| format!("`{}`", c.name)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    // The internal names of a C library add nothing.
    let own: Vec<&str> = names.iter().copied().filter(|name| !name.starts_with("`_")).collect();
    let names = if own.is_empty() { names } else { own };
    let otherwise = match names.as_slice() {
        [] => String::new(),
        _ => format!(", also those that it declares otherwise ({})", listed(&names)),
    };
    let there = match machine.name.as_str() {
        OTHER => "as that machine has it".to_owned(),
        _ => format!("as {name} has it"),
    };
    let seen = match machine.name.as_str() {
        OTHER => format!("{} cannot be on {target}, so the text is one for another machine", machine.seen),
        _ => format!("the text was preprocessed for {name}, not for {target} (seen in {})", machine.seen),
    };
    vec![format!(
        "{seen}: names of the C library mean here what they mean on {target}{otherwise}; what `#if` chose in its headers is \
         {there}"
    )]
}

fn fitting(input: &Input, source: &Source, patterns: &[String]) -> Result<Vec<Function>, Error> {
    let mut chosen: Vec<Function> = Vec::new();
    // Of a text, functions have different names.
    let mut is_chosen = vec![false; source.functions.len()];
    for pattern in patterns {
        let fitting = source.functions.iter().zip(&mut is_chosen).filter(|(f, _)| fits(pattern, &f.name));
        let mut is_missing = true;
        for (function, is_chosen) in fitting {
            is_missing = false;
            if !std::mem::replace(is_chosen, true) {
                chosen.push(function.clone());
            }
        }
        if is_missing {
            return Err(missing(input, pattern, source));
        }
    }
    Ok(chosen)
}

fn choose(input: &Input, functions: &[&Function]) -> Error {
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
    use crate::dialect::Dialect;
    use crosscall_model::Target;
    use expect_test::{Expect, expect};

    const HEADER: &str = "# 1 \"/usr/include/z.h\" 1 3\ntypedef struct s s; struct s { s *next; };\n\
        extern int deflate(s *strm, int flush) __attribute__((nothrow));\nint deflateEnd(s *strm);\n\
        static inline int twice(int x) { return x << 1; /* } */ }\nint bad(nosuch x);\nextern int errno_;\n";

    fn found(text: &str, typed: bool, patterns: &[&str], expected: &Expect) {
        let dialect = Dialect::preferred(Target::Epiphany);
        let environment = UnderDialect { target: Target::Epiphany, dialect: &dialect };
        let read = Input::read(text.to_owned(), "z.h");
        let input = if typed { Input { origin: "z.h".to_owned(), ..Input::typed(text) } } else { read };
        let patterns: Vec<String> = patterns.iter().map(|p| (*p).to_owned()).collect();
        let text = match super::found(&input, &environment, &patterns) {
            Ok(found) => found
                .functions
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
            z.h: line 1, column 12: `a` is not a function; expected `(` and parameters behind a name
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

    /// Functions of the header that was named come before those of the headers that it includes.
    #[test]
    fn the_header_that_was_named_comes_first() {
        let text = "# 1 \"headers.c\"\n# 1 \"/usr/include/time.h\" 1 3\n# 1 \"/usr/include/bits/types.h\" 1 3\nint inner(int);\n\
            # 2 \"/usr/include/time.h\" 2 3\nint clock(void);\nint time(int);\n# 2 \"headers.c\" 2\n";
        let dialect = Dialect::preferred(Target::Epiphany);
        let environment = UnderDialect { target: Target::Epiphany, dialect: &dialect };
        let names = |headers: &[&str]| {
            let headers = headers.iter().map(|header| (*header).to_owned()).collect();
            let input = Input { headers, ..Input::read(text.to_owned(), "time.h") };
            let found = super::found(&input, &environment, &["*".to_owned()]).unwrap();
            found.functions.into_iter().map(|function| function.name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(&[]), "inner clock time");
        assert_eq!(names(&["time.h"]), "clock time inner");
        assert_eq!(names(&["/usr/include/time.h"]), "clock time inner");
    }
}

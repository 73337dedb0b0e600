//! Case files: one case in one small text that is the same on every machine for ever.
//!
//! ```toml
//! crosscall = 1
//! target = "epiphany"
//! signature = "long f(int, struct { char m0; long long m1; })"
//! arguments = ["0x11", "{0x1, 0x2}"]
//! result = "0x33"
//!
//! [style]         # what else the code around the call does; optional
//! live = 3
//!
//! [found]         # where it came from; optional
//! pairing = "callee"
//! toolchains = ["epiphany-elf-gcc-O2"]
//! ```
//!
//! A case of an assembler or a linker has a table `[tool]` in place of a signature and values, which `tool.rs` reads; an
//! expression has a table `[value]`, which `expression.rs` reads.

mod expression;
mod floating;
mod tool;
mod value;

use crate::error::{Error, read_text};
use crosscall_model::tool::ToolCase;
use crosscall_model::{About, Case, Form, Pairing, Style, Target, Type, Value, c};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

/// Version of the format that this program reads and writes.
pub const FORMAT: i64 = 1;

/// A case with its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseFile {
    /// The case.
    pub case: About,
    /// Where it came from.
    pub found: Option<Found>,
}

/// Where a case came from: who did what when it was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// Who called whom.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "pairing_text")]
    pub pairing: Option<Pairing>,
    /// The subjects: one, or caller and callee.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub toolchains: Vec<String>,
    /// What the toolchains said about their versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
    /// Clauses that were contradicted, the most telling first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// What the document expects.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expected: String,
    /// What was there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub observed: String,
    /// Seed of the run that found it, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "seed_text")]
    pub seed: Option<u64>,
    /// Version of the generator that made the case of that seed; 1 where none is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generator: Option<u32>,
    /// Index of the case in that run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "crosscall")]
    _format: serde::de::IgnoredAny,
    target: Spanned<String>,
    signature: Option<Spanned<String>>,
    tool: Option<Spanned<tool::Text>>,
    value: Option<Spanned<expression::Text>>,
    #[serde(default)]
    arguments: Option<Spanned<Vec<Spanned<String>>>>,
    result: Option<Spanned<String>>,
    #[serde(default)]
    style: Option<Spanned<StyleText>>,
    found: Option<Found>,
}

#[derive(Serialize)]
struct FileOut<'a> {
    crosscall: i64,
    target: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<tool::Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<expression::Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    style: Option<StyleText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'a Found>,
}

#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct StyleText {
    #[serde(skip_serializing_if = "is_default")]
    calls: bool,
    #[serde(skip_serializing_if = "is_default", deserialize_with = "capped")]
    live: u8,
    #[serde(skip_serializing_if = "is_default", deserialize_with = "capped")]
    locals: u16,
    #[serde(skip_serializing_if = "is_default")]
    address_taken: bool,
    #[serde(skip_serializing_if = "is_default", deserialize_with = "capped")]
    held: u8,
    #[serde(skip_serializing_if = "is_default", deserialize_with = "capped")]
    rounds: u8,
    #[serde(skip_serializing_if = "is_default", deserialize_with = "capped")]
    dynamic: u16,
    #[serde(skip_serializing_if = "is_default")]
    written: bool,
    #[serde(skip_serializing_if = "is_default")]
    recursive: bool,
    #[serde(skip_serializing_if = "is_default")]
    pointer: bool,
    #[serde(skip_serializing_if = "is_default")]
    others: bool,
    #[serde(skip_serializing_if = "is_default")]
    tail: bool,
    #[serde(skip_serializing_if = "is_default")]
    computed: bool,
    #[serde(skip_serializing_if = "is_default", deserialize_with = "capped")]
    returns: u8,
    #[serde(skip_serializing_if = "is_default", with = "form_text")]
    form: Form,
}

/// The fields of [`Style`] and of [`StyleText`], which have the same names, from one to the other.
macro_rules! same_style {
    ($from:expr => $to:ident) => {{
        let from = $from;
        $to {
            calls: from.calls,
            live: from.live,
            locals: from.locals,
            address_taken: from.address_taken,
            held: from.held,
            rounds: from.rounds,
            dynamic: from.dynamic,
            written: from.written,
            recursive: from.recursive,
            pointer: from.pointer,
            others: from.others,
            tail: from.tail,
            computed: from.computed,
            returns: from.returns,
            form: from.form,
        }
    }};
}

/// The first number of a style that is too great: its name, and the greatest.
fn too_great(style: &StyleText) -> Option<(&'static str, u16)> {
    let numbers = [
        ("live", style.live.into(), Style::MOST_LIVE.into()),
        ("held", style.held.into(), Style::MOST_LIVE.into()),
        ("locals", style.locals, Style::MOST_LOCALS),
        ("rounds", style.rounds.into(), Style::MOST_ROUNDS.into()),
        ("dynamic", style.dynamic, Style::MOST_DYNAMIC),
        ("returns", style.returns.into(), Style::MOST_RETURNS.into()),
    ];
    numbers.into_iter().find(|(_, number, most)| number > most).map(|(name, _, most)| (name, most))
}

/// A number that is told to be too great ([`too_great`]) where the field has no room for it.
fn capped<'de, D: serde::Deserializer<'de>, T: TryFrom<u64>>(d: D) -> Result<T, D::Error> {
    struct Number;
    impl serde::de::Visitor<'_> for Number {
        type Value = u64;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a whole number from 0 on, without quotes")
        }

        fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<u64, E> {
            let wrong = || E::invalid_value(serde::de::Unexpected::Signed(number), &self);
            u64::try_from(number).map_err(|_| wrong())
        }

        fn visit_u64<E>(self, number: u64) -> Result<u64, E> {
            Ok(number)
        }
    }
    let number = d.deserialize_any(Number)?;
    let greatest = [number, u16::MAX.into(), u8::MAX.into()];
    let fits = greatest.into_iter().find_map(|number| T::try_from(number).ok());
    fits.ok_or_else(|| serde::de::Error::custom("no room for a number"))
}

/// Where a key of a table begins that begins at a place; that place itself, where it is not found.
fn place_of(text: &str, table: Range<usize>, key: &str) -> Range<usize> {
    let mut at = table.start;
    for line in text.get(table.start..).unwrap_or_default().split_inclusive('\n') {
        let rest = line.trim_start().strip_prefix(key).map(str::trim_start);
        if rest.is_some_and(|rest| rest.starts_with('=')) {
            return at..at + line.len();
        }
        at += line.len();
    }
    table
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

mod form_text {
    use crosscall_model::Form;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(form: &Form, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(form.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Form, D::Error> {
        String::deserialize(d)?.parse().map_err(D::Error::custom)
    }
}

mod pairing_text {
    use crosscall_model::Pairing;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(pairing: &Option<Pairing>, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(pairing.map_or("", Pairing::name))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Pairing>, D::Error> {
        String::deserialize(d)?.parse().map(Some).map_err(D::Error::custom)
    }
}

mod seed_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(seed: &Option<u64>, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&format!("{:#x}", seed.unwrap_or_default()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<u64>, D::Error> {
        let text = String::deserialize(d)?;
        crate::number::number(&text).map(Some).map_err(D::Error::custom)
    }
}

impl CaseFile {
    /// Reads a case file.
    ///
    /// # Errors
    /// [`Error::Input`] that names file, line and field, and the way out.
    pub fn read(path: &Path) -> Result<CaseFile, Error> {
        CaseFile::parse(&read_text(path)?, path)
    }

    /// Reads the text of a case file; `path` is for messages.
    ///
    /// # Errors
    /// See [`CaseFile::read`].
    pub fn parse(text: &str, path: &Path) -> Result<CaseFile, Error> {
        let wrong = |span: Range<usize>, message: String| {
            let line = 1 + text.bytes().take(span.start).filter(|b| *b == b'\n').count();
            Error::Input(format!("{}:{line}: {message}", path.display()))
        };
        check_format(text, &wrong)?;
        let file: File =
            toml::from_str(text).map_err(|e| wrong(e.span().unwrap_or(0..0), e.message().to_owned()))?;
        let target: Target = file.target.get_ref().parse().map_err(|e| wrong(file.target.span(), e))?;
        let text_of_signature = match (file.signature, file.tool, file.value) {
            (Some(signature), None, None) => signature,
            (None, Some(tool), None) => {
                let span = tool.span();
                let input = tool.into_inner().input().map_err(|e| wrong(span, format!("tool: {e}")))?;
                return Ok(CaseFile { case: About::Tool(ToolCase { target, input }), found: file.found });
            }
            (None, None, Some(value)) => {
                let span = value.span();
                let case = value.into_inner().case(target).map_err(|e| wrong(span, format!("value: {e}")))?;
                return Ok(CaseFile { case: About::Value(case), found: file.found });
            }
            (None, None, None) => return Err(wrong(0..0, "missing field `signature`".into())),
            (signature, tool, _) => {
                let spans = [signature.map(|s| s.span()), tool.map(|t| t.span())];
                let span = spans.into_iter().flatten().next().unwrap_or(0..0);
                let message = "a case has one of a signature, a table `tool` and a table `value`";
                return Err(wrong(span, message.into()));
            }
        };
        let declaration = c::parse(text_of_signature.get_ref())
            .map_err(|e| wrong(text_of_signature.span(), format!("signature: {e}")))?;
        let signature = declaration.signature;

        let given = file.arguments.as_ref().map_or(&[][..], |a| a.get_ref());
        let types: Vec<&Type> = signature.arguments().collect();
        if given.len() != types.len() {
            let span = file.arguments.as_ref().map_or(text_of_signature.span(), Spanned::span);
            let (has, wants) = (given.len(), types.len());
            return Err(wrong(span, format!("arguments: the function takes {wants}, {has} are given")));
        }
        let mut arguments = Vec::new();
        for (i, (text, ty)) in given.iter().zip(types).enumerate() {
            let value = value::read(text.get_ref(), ty, target)
                .map_err(|e| wrong(text.span(), format!("arguments: number {i}: {e}")))?;
            arguments.push(value);
        }
        let result = match (&file.result, &signature.result) {
            (None, None) => None,
            (Some(text), Some(ty)) => {
                let value = value::read(text.get_ref(), ty, target);
                Some(value.map_err(|e| wrong(text.span(), format!("result: {e}")))?)
            }
            (Some(text), None) => {
                return Err(wrong(text.span(), "result: the function returns void; remove it".into()));
            }
            (None, Some(_)) => {
                let message = "result: the function returns a value; give it, such as result = \"0x1\"";
                return Err(wrong(text_of_signature.span(), message.into()));
            }
        };
        let style_span = file.style.as_ref().map_or(0..0, Spanned::span);
        let style = file.style.map(Spanned::into_inner).unwrap_or_default();
        if let Some((name, most)) = too_great(&style) {
            let place = place_of(text, style_span, name);
            return Err(wrong(place, format!("style: {name} is at most {most}")));
        }
        let style = same_style!(style => Style);
        let case = Case { target, signature, arguments, result, style };
        Ok(CaseFile { case: About::Call(case), found: file.found })
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let empty = FileOut {
            crosscall: FORMAT,
            target: self.case.target().name(),
            signature: None,
            arguments: None,
            result: None,
            tool: None,
            value: None,
            style: None,
            found: self.found.as_ref(),
        };
        let out = match &self.case {
            About::Call(case) => {
                let style = same_style!(case.style => StyleText);
                FileOut {
                    signature: Some(c::signature(&case.signature, "f")),
                    arguments: Some(case.arguments.iter().map(Value::to_string).collect()),
                    result: case.result.as_ref().map(Value::to_string),
                    style: (!is_default(&style)).then_some(style),
                    ..empty
                }
            }
            About::Tool(case) => FileOut { tool: Some(tool::Text::of(&case.input)), ..empty },
            About::Value(case) => FileOut { value: Some(expression::Text::of(case)), ..empty },
        };
        // Strings, numbers and tables in this order always have a TOML form.
        toml::to_string(&out).unwrap_or_default()
    }

    /// The text without its history: what makes two cases the same.
    pub fn identity(case: &About) -> String {
        CaseFile { case: case.clone(), found: None }.to_text()
    }
}

/// The format version is looked at before anything else, so that a file of another version gets one
/// clear answer instead of complaints about its fields.
fn check_format(text: &str, wrong: &dyn Fn(Range<usize>, String) -> Error) -> Result<(), Error> {
    #[derive(Deserialize)]
    struct Only {
        crosscall: Option<Spanned<toml::Value>>,
    }
    let only: Only =
        toml::from_str(text).map_err(|e| wrong(e.span().unwrap_or(0..0), e.message().to_owned()))?;
    match only.crosscall {
        None => Err(wrong(0..0, format!("no case file: it does not say `crosscall = {FORMAT}`"))),
        Some(version) if version.get_ref().as_integer() == Some(FORMAT) => Ok(()),
        Some(version) if version.get_ref().as_str() == Some(&FORMAT.to_string()) => Err(wrong(
            version.span(),
            format!("the version is a number: write `crosscall = {FORMAT}`, without quotes"),
        )),
        Some(version) => {
            let found = version.get_ref().to_string();
            let message = format!(
                "case file of format {found}; this crosscall reads format {FORMAT}: use the release that wrote it"
            );
            Err(wrong(version.span(), message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    const GOOD: &str = r#"crosscall = 1
target = "epiphany"
signature = "long f(int, struct { char m0; long long m1; })"
arguments = ["0x11", "{0x1, 0x2}"]
result = "0x33"
"#;

    fn refused(text: &str, expected: &Expect) {
        let error = CaseFile::parse(text, Path::new("a.toml")).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        expected.assert_eq(&error.to_string());
    }

    #[test]
    fn what_is_written_is_read() {
        let mut file = CaseFile::parse(GOOD, Path::new("a.toml")).unwrap();
        assert_eq!(file.to_text(), GOOD);
        let About::Call(case) = &mut file.case else { panic!("a call") };
        case.style = Style { calls: true, live: 3, form: Form::Nested, ..Style::default() };
        file.found = Some(Found {
            pairing: Some(Pairing::Callee),
            toolchains: vec!["epiphany-elf-gcc-O2".into()],
            versions: vec!["gcc 12".into()],
            clauses: vec!["EPIPHANY-RET-06".into()],
            expected: "in \"memory\"".into(),
            observed: "r0:r1".into(),
            seed: Some(u64::MAX),
            generator: Some(2),
            index: Some(7),
        });
        expect![[r#"
            crosscall = 1
            target = "epiphany"
            signature = "long f(int, struct { char m0; long long m1; })"
            arguments = ["0x11", "{0x1, 0x2}"]
            result = "0x33"

            [style]
            calls = true
            live = 3
            form = "nested"

            [found]
            pairing = "callee"
            toolchains = ["epiphany-elf-gcc-O2"]
            versions = ["gcc 12"]
            clauses = ["EPIPHANY-RET-06"]
            expected = 'in "memory"'
            observed = "r0:r1"
            seed = "0xffffffffffffffff"
            generator = 2
            index = 7
        "#]]
        .assert_eq(&file.to_text());
        assert_eq!(CaseFile::parse(&file.to_text(), Path::new("a.toml")).unwrap(), file);
    }

    #[test]
    fn a_person_may_write_other_c() {
        let text = GOOD.replace(
            "long f(int, struct { char m0; long long m1; })",
            "long go(int n, struct s { char c; long long v; } x)",
        );
        let theirs = CaseFile::parse(&text, Path::new("a.toml")).unwrap();
        assert_eq!(theirs, CaseFile::parse(GOOD, Path::new("a.toml")).unwrap());
    }

    #[test]
    fn errors_name_file_line_field_and_way_out() {
        refused("", &expect!["a.toml:1: no case file: it does not say `crosscall = 1`"]);
        refused(
            &GOOD.replace("crosscall = 1", "crosscall = 2"),
            &expect![
                "a.toml:1: case file of format 2; this crosscall reads format 1: use the release that wrote it"
            ],
        );
        refused(
            &GOOD.replace("crosscall = 1", "crosscall = \"new\""),
            &expect![[
                r#"a.toml:1: case file of format "new"; this crosscall reads format 1: use the release that wrote it"#
            ]],
        );
        refused(
            &GOOD.replace("epiphany", "z80"),
            &expect!["a.toml:2: unknown target `z80`; known: epiphany, nyuzi, dpu, ipu, forwardcom"],
        );
        refused(
            &GOOD.replace("long f(int,", "long f(integer,"),
            &expect![[r#"
            a.toml:3: signature: line 1, column 8: expected a type, but `integer` is not known as one; declare it with `typedef` before
              long f(integer, struct { char m0; long long m1; })
                     ^^^^^^^"#]],
        );
        refused(
            &GOOD.replace("\"0x11\", ", ""),
            &expect!["a.toml:4: arguments: the function takes 2, 1 are given"],
        );
        refused(
            &GOOD.replace("{0x1, 0x2}", "{0x1}"),
            &expect![
                "a.toml:4: arguments: number 1: `{0x1}` is no value of type `struct { char m0; long long m1; }`"
            ],
        );
        refused(
            &GOOD.replace("{0x1, 0x2}", "{0x1, 0x}"),
            &expect!["a.toml:4: arguments: number 1: expected a number of at most 64 bits at byte 6"],
        );
        refused(
            &GOOD.replace("result = \"0x33\"\n", ""),
            &expect![[r#"a.toml:3: result: the function returns a value; give it, such as result = "0x1""#]],
        );
        refused(
            &GOOD.replace("long f", "void f"),
            &expect!["a.toml:5: result: the function returns void; remove it"],
        );
        refused(
            &GOOD.replace("char m0", "int m0 : 3").replace("{0x1", "{0x9"),
            &expect!["a.toml:4: arguments: number 1: 0x9 does not fit the 3 bits of `.m0`"],
        );
        refused(
            &GOOD.replace("crosscall = 1", "crosscall = \"1\""),
            &expect!["a.toml:1: the version is a number: write `crosscall = 1`, without quotes"],
        );
        refused(
            &GOOD.replace("{0x1,", "{0x12345,"),
            &expect!["a.toml:4: arguments: number 1: 0x12345 does not fit the 8 bits of `.m0`"],
        );
        refused(
            &GOOD.replace("{0x1,", "{1.5,"),
            &expect!["a.toml:4: arguments: number 1: `1.5` is a floating value, and `.m0` is of type `char`"],
        );
        refused(
            &GOOD.replace("0x33", "0x100000000"),
            &expect!["a.toml:5: result: 0x100000000 does not fit the 32 bits of `long`"],
        );
        refused(
            &format!("{GOOD}\n[style]\ncalls = true\nlive = 25\n"),
            &expect!["a.toml:9: style: live is at most 24"],
        );
        refused(
            &format!("{GOOD}\n[style]\nlive = 1000000\n"),
            &expect!["a.toml:8: style: live is at most 24"],
        );
        refused(
            &format!("{GOOD}\n[style]\nlocals = 1000000\n"),
            &expect!["a.toml:8: style: locals is at most 4096"],
        );
        refused(
            &format!("{GOOD}\n[style]\nlive = -1\n"),
            &expect![
                "a.toml:8: invalid value: integer `-1`, expected a whole number from 0 on, without quotes"
            ],
        );
        refused(
            &format!("{GOOD}\n[style]\nlive = \"3\"\n"),
            &expect![[
                r#"a.toml:8: invalid type: string "3", expected a whole number from 0 on, without quotes"#
            ]],
        );
        refused(&format!("{GOOD}style = {{ live = 99 }}\n"), &expect!["a.toml:6: style: live is at most 24"]);
        refused(
            &format!("{GOOD}\n[found]\npairing = \"both\"\n"),
            &expect![
                "a.toml:8: unknown pairing `both`; known: caller, callee, cross, layout, object, tool, value"
            ],
        );
        refused(
            &format!("{GOOD}\n[fund]\n"),
            &expect![
                "a.toml:7: unknown field `fund`, expected one of `crosscall`, `target`, `signature`, `tool`, `value`, `arguments`, `result`, `style`, `found`"
            ],
        );
        refused(&format!("{GOOD}target = 1\n"), &expect!["a.toml:6: duplicate key"]);
        refused("crosscall = ", &expect!["a.toml:1: string values must be quoted, expected literal string"]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(
            tail in "[ -~\n]{0,80}",
            at in 0usize..200,
            with in "[ -~\n]{0,6}",
        ) {
            let _ = CaseFile::parse(&tail, Path::new("a.toml"));
            let _ = CaseFile::parse(&format!("crosscall = 1\n{tail}"), Path::new("a.toml"));
            let at = at.min(GOOD.len());
            let _ = CaseFile::parse(&format!("{}{with}{}", &GOOD[..at], &GOOD[at..]), Path::new("a.toml"));
        }
    }
}

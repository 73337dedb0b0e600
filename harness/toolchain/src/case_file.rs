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

use crosscall_base::error::{Error, read_text};
use crosscall_base::number::Hex;
use crosscall_base::serde_text;
use crosscall_model::tool::ToolCase;
use crosscall_model::{About, Case, Form, Pairing, Style, Target, Type, c};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
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
    /// Its history.
    pub found: Option<Found>,
}

/// History of a case: the subjects, the disagreement and the run in which it was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Found {
    /// The pairing.
    #[serde(with = "serde_text::option")]
    pub pairing: Option<Pairing>,
    /// The subjects: one, or caller and callee.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub toolchains: Vec<String>,
    /// Versions of the toolchains, in their own words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
    /// Clauses that were contradicted, the most telling first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// Demand of the document, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub expected: String,
    /// Observation, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub observed: String,
    /// Seed of the run that found it, in hexadecimal.
    #[serde(with = "seed_text")]
    pub seed: Option<u64>,
    /// Version of the generator that made the case of that seed; 1 where none is given.
    pub generator: Option<u32>,
    /// Index of the case in that run.
    pub index: Option<u32>,
}

mod seed_text {
    use super::{Deserializer, Hex, Serializer, serde_text::option};

    pub(super) fn serialize<S: Serializer>(seed: &Option<u64>, s: S) -> Result<S::Ok, S::Error> {
        option::serialize(&seed.map(Hex), s)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<u64>, D::Error> {
        Ok(option::deserialize(d)?.map(|Hex(seed)| seed))
    }
}

/// The file. What depends on the target or on the signature keeps its place for messages.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    crosscall: i64,
    #[serde(with = "serde_text")]
    target: Target,
    signature: Option<Spanned<String>>,
    arguments: Option<Spanned<Vec<Spanned<String>>>>,
    result: Option<Spanned<String>>,
    tool: Option<Spanned<tool::Text>>,
    value: Option<Spanned<expression::Text>>,
    #[serde(default, with = "StyleText", skip_serializing_if = "is_default")]
    style: Style,
    found: Option<Found>,
}

const LIVE: u64 = Style::MOST_LIVE as u64;
const LOCALS: u64 = Style::MOST_LOCALS as u64;
const ROUNDS: u64 = Style::MOST_ROUNDS as u64;
const DYNAMIC: u64 = Style::MOST_DYNAMIC as u64;
const RETURNS: u64 = Style::MOST_RETURNS as u64;

/// The table `[style]`.
#[derive(Default, Serialize, Deserialize)]
#[serde(remote = "Style", default, deny_unknown_fields)]
struct StyleText {
    #[serde(skip_serializing_if = "is_default")]
    calls: bool,
    #[serde(skip_serializing_if = "is_default", deserialize_with = "at_most::<_, _, LIVE>")]
    live: u8,
    #[serde(skip_serializing_if = "is_default", deserialize_with = "at_most::<_, _, LOCALS>")]
    locals: u16,
    #[serde(skip_serializing_if = "is_default")]
    address_taken: bool,
    #[serde(skip_serializing_if = "is_default", deserialize_with = "at_most::<_, _, LIVE>")]
    held: u8,
    #[serde(skip_serializing_if = "is_default", deserialize_with = "at_most::<_, _, ROUNDS>")]
    rounds: u8,
    #[serde(skip_serializing_if = "is_default", deserialize_with = "at_most::<_, _, DYNAMIC>")]
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
    #[serde(skip_serializing_if = "is_default", deserialize_with = "at_most::<_, _, RETURNS>")]
    returns: u8,
    #[serde(
        skip_serializing_if = "is_default",
        serialize_with = "form_name",
        deserialize_with = "serde_text::deserialize"
    )]
    form: Form,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn form_name<S: Serializer>(form: &Form, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(form.name())
}

/// Reads a number of at most `MOST`.
fn at_most<'de, D: Deserializer<'de>, T: TryFrom<u64>, const MOST: u64>(d: D) -> Result<T, D::Error> {
    struct UpTo(u64);

    impl de::Visitor<'_> for UpTo {
        type Value = u64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a whole number from 0 to {}, without quotes", self.0)
        }

        fn visit_i64<E: de::Error>(self, number: i64) -> Result<u64, E> {
            let found = u64::try_from(number).ok().filter(|number| *number <= self.0);
            found.ok_or_else(|| E::invalid_value(de::Unexpected::Signed(number), &self))
        }
    }
    T::try_from(d.deserialize_i64(UpTo(MOST))?).map_err(|_| de::Error::custom("no room for a number"))
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A value that is written, and has no place yet.
fn unplaced<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

/// A mistake in a file: its place, and the way out.
type Mistake = (Range<usize>, String);

fn mistake(error: toml::de::Error) -> Mistake {
    (error.span().unwrap_or(0..0), error.message().to_owned())
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
        CaseFile::of(text).map_err(|(place, message)| Error::in_text(path, text, place.start, message))
    }

    fn of(text: &str) -> Result<CaseFile, Mistake> {
        check_format(text)?;
        let mut file: File = toml::from_str(text).map_err(mistake)?;
        let (target, found) = (file.target, file.found.take());
        let case = match (file.signature.take(), file.tool.take(), file.value.take()) {
            (Some(signature), None, None) => About::Call(file.call(&signature)?),
            (None, Some(tool), None) => {
                let place = tool.span();
                let input = tool.into_inner().input().map_err(|e| (place, format!("tool: {e}")))?;
                About::Tool(ToolCase { target, input })
            }
            (None, None, Some(value)) => {
                let place = value.span();
                About::Value(value.into_inner().case(target).map_err(|e| (place, format!("value: {e}")))?)
            }
            (None, None, None) => return Err((0..0, "missing field `signature`".to_owned())),
            (signature, tool, _) => {
                let place = signature.map(|s| s.span()).or(tool.map(|t| t.span())).unwrap_or(0..0);
                let message = "a case has one of a signature, a table `tool` and a table `value`";
                return Err((place, message.to_owned()));
            }
        };
        Ok(CaseFile { case, found })
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let mut file = File {
            crosscall: FORMAT,
            target: self.case.target(),
            signature: None,
            arguments: None,
            result: None,
            tool: None,
            value: None,
            style: Style::default(),
            found: self.found.clone(),
        };
        match &self.case {
            About::Call(case) => {
                let arguments = case.arguments.iter().map(|value| unplaced(value.to_string()));
                file.signature = Some(unplaced(c::signature(&case.signature, "f")));
                file.arguments = Some(unplaced(arguments.collect()));
                file.result = case.result.as_ref().map(|value| unplaced(value.to_string()));
                file.style = case.style;
            }
            About::Tool(case) => file.tool = Some(unplaced(tool::Text::of(&case.input))),
            About::Value(case) => file.value = Some(unplaced(expression::Text::of(case))),
        }
        // Strings, numbers and tables in this order always have a TOML form.
        toml::to_string(&file).unwrap_or_default()
    }

    /// The text without its history: what makes two cases the same.
    pub fn identity(case: &About) -> String {
        CaseFile { case: case.clone(), found: None }.to_text()
    }
}

impl File {
    /// The call of a file with this signature.
    fn call(self, text: &Spanned<String>) -> Result<Case, Mistake> {
        let File { target, style, .. } = self;
        let signature = crosscall_declarations::parse(text.get_ref())
            .map_err(|e| (text.span(), format!("signature: {e}")))?
            .signature;
        let given = self.arguments.as_ref().map_or(&[][..], |a| a.get_ref());
        let types: Vec<&Type> = signature.arguments().collect();
        if given.len() != types.len() {
            let place = self.arguments.as_ref().map_or(text.span(), Spanned::span);
            let (has, wants) = (given.len(), types.len());
            return Err((place, format!("arguments: the function takes {wants}, {has} are given")));
        }
        let value = |text: &Spanned<String>, ty: &Type, name: &str| {
            value::read(text.get_ref(), ty, target).map_err(|e| (text.span(), format!("{name}: {e}")))
        };
        let arguments = given.iter().zip(types).enumerate();
        let arguments = arguments.map(|(i, (text, ty))| value(text, ty, &format!("arguments: number {i}")));
        let arguments = arguments.collect::<Result<_, _>>()?;
        let result = match (&self.result, &signature.result) {
            (None, None) => None,
            (Some(text), Some(ty)) => Some(value(text, ty, "result")?),
            (Some(text), None) => {
                return Err((text.span(), "result: the function returns void; remove it".to_owned()));
            }
            (None, Some(_)) => {
                let message = "result: the function returns a value; give it, such as result = \"0x1\"";
                return Err((text.span(), message.to_owned()));
            }
        };
        Ok(Case { target, signature, arguments, result, style })
    }
}

/// The format version is looked at before anything else, so that a file of another version gets one
/// clear answer instead of complaints about its fields.
fn check_format(text: &str) -> Result<(), Mistake> {
    #[derive(Deserialize)]
    struct Only {
        crosscall: Option<Spanned<toml::Value>>,
    }
    let only: Only = toml::from_str(text).map_err(mistake)?;
    let Some(version) = only.crosscall else {
        return Err((0..0, format!("no case file: it does not say `crosscall = {FORMAT}`")));
    };
    let message = match version.get_ref() {
        toml::Value::Integer(FORMAT) => return Ok(()),
        toml::Value::String(text) if *text == FORMAT.to_string() => {
            format!("the version is a number: write `crosscall = {FORMAT}`, without quotes")
        }
        other => format!(
            "case file of format {other}; this crosscall reads format {FORMAT}: use the release that wrote it"
        ),
    };
    Err((version.span(), message))
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

    /// That a text is read, and written as it was.
    pub(super) fn comes_back(text: &str) {
        let file = CaseFile::parse(text, Path::new("a.toml")).unwrap();
        assert_eq!(CaseFile::parse(&file.to_text(), Path::new("b.toml")).unwrap(), file);
        assert_eq!(file.to_text(), text);
    }

    /// That a text which is good is refused with words such as these once something in it is replaced.
    pub(super) fn is_refused_with(good: &str, mistakes: &[(&str, &str, &str)]) {
        for (from, to, reported) in mistakes {
            let error = CaseFile::parse(&good.replacen(from, to, 1), Path::new("a.toml")).unwrap_err();
            assert_eq!(error.exit_code(), 2);
            assert!(error.to_string().contains(reported), "{error}");
        }
    }

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
            &expect![
                "a.toml:2: unknown target `z80`; known: epiphany, nyuzi, dpu, ipu, forwardcom, riscv32-ilp32e, riscv32-ilp32, riscv32-ilp32f, riscv32-ilp32d, riscv64-lp64, riscv64-lp64f, riscv64-lp64d, x86_64, aarch64"
            ],
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
                "a.toml:4: arguments: number 1: `{0x1}` is not a value of type `struct { char m0; long long m1; }`"
            ],
        );
        refused(
            &GOOD.replace("{0x1, 0x2}", "{0x1, 0x}"),
            &expect!["a.toml:4: arguments: number 1: expected a number of at most 128 bits at byte 6"],
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
            &expect![
                "a.toml:9: invalid value: integer `25`, expected a whole number from 0 to 24, without quotes"
            ],
        );
        refused(
            &format!("{GOOD}\n[style]\nlive = 1000000\n"),
            &expect![
                "a.toml:8: invalid value: integer `1000000`, expected a whole number from 0 to 24, without quotes"
            ],
        );
        refused(
            &format!("{GOOD}\n[style]\nlocals = 1000000\n"),
            &expect![
                "a.toml:8: invalid value: integer `1000000`, expected a whole number from 0 to 4096, without quotes"
            ],
        );
        refused(
            &format!("{GOOD}\n[style]\nlive = -1\n"),
            &expect![
                "a.toml:8: invalid value: integer `-1`, expected a whole number from 0 to 24, without quotes"
            ],
        );
        refused(
            &format!("{GOOD}\n[style]\nlive = \"3\"\n"),
            &expect![[
                r#"a.toml:8: invalid type: string "3", expected a whole number from 0 to 24, without quotes"#
            ]],
        );
        refused(
            &format!("{GOOD}style = {{ live = 99 }}\n"),
            &expect![
                "a.toml:6: invalid value: integer `99`, expected a whole number from 0 to 24, without quotes"
            ],
        );
        refused(
            &format!("{GOOD}\n[found]\npairing = \"both\"\n"),
            &expect![
                "a.toml:8: unknown pairing `both`; known: caller, callee, cross, layout, object, tool, value"
            ],
        );
        refused(
            &format!("{GOOD}\n[fund]\n"),
            &expect![
                "a.toml:7: unknown field `fund`, expected one of `crosscall`, `target`, `signature`, `arguments`, `result`, `tool`, `value`, `style`, `found`"
            ],
        );
        refused(&format!("{GOOD}target = 1\n"), &expect!["a.toml:6: duplicate key"]);
        refused("crosscall = ", &expect!["a.toml:1: string values must be quoted, expected literal string"]);
    }

    #[test]
    fn generated_cases_come_back() {
        let source = crate::cases::Source::new(Target::Epiphany, 7);
        for index in 0..600 {
            let file = CaseFile { case: About::Call(source.case(index)), found: None };
            let text = file.to_text();
            let read = CaseFile::parse(&text, Path::new("a.toml")).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(read, file, "{text}");
        }
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

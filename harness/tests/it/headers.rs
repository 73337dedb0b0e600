//! The functions of public headers: what a preprocessor makes of them for this host gives the same pictures as declarations
//! that somebody types for the target, and little is refused, each for a named cause.
//!
//! `cargo test -p crosscall headers:: -- --nocapture` prints the counts. Headers of packages that are not installed are
//! skipped; `headers/packages.txt` has all of them.

use crate::common::{self, host};
use crosscall_declarations::{Environment, Function, HeaderName, Source};
use crosscall_explain::dialect::Dialect;
use crosscall_explain::environment::UnderDialect;
use crosscall_explain::{Explanation, explain, text};
use crosscall_model::layout::Layout;
use crosscall_model::{Target, Type};
use std::collections::{BTreeMap, BTreeSet};

const PACKAGES: &str = include_str!("headers/packages.txt");
const TYPED: &str = include_str!("headers/typed.txt");

/// Reasons that are true: the documents or C itself have no such value.
const TRUE_REASONS: &[&str] = &[
    "`_Float128` is not drawn: the documents have no such floating type",
    "`_Float64x` is not drawn: the documents have no such floating type",
    "`__int128` is not drawn: how it travels is not worked out for this target",
];

/// A header of a list, with the options that it needs.
struct Header {
    package: &'static str,
    name: &'static str,
    options: Vec<&'static str>,
}

fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn headers() -> Vec<Header> {
    let header = |line: &'static str| {
        let mut words = line.split_whitespace();
        let (package, name) = (words.next().expect("a package"), words.next().expect("a header"));
        Header { package, name, options: words.collect() }
    };
    lines(PACKAGES).map(header).collect()
}

/// Output of the host's preprocessor for a header; `None` if the header is not installed.
fn preprocessed(header: &Header, more: &[&str]) -> Option<String> {
    // Some headers want these before them.
    let includes = format!("#include <stdio.h>\n#include <sys/types.h>\n#include <{}>\n", header.name);
    host::gcc(["-E"].iter().chain(&header.options).chain(more).copied(), &includes)
}

/// The target as somebody has it who types: what a text declares stands as it is declared.
struct Typed<'d>(UnderDialect<'d>);

impl Environment for Typed<'_> {
    fn layout(&self, ty: &Type) -> Option<Layout> {
        self.0.layout(ty)
    }

    fn char_is_signed(&self) -> Option<bool> {
        self.0.char_is_signed()
    }

    fn name(&self, name: &str) -> Option<HeaderName> {
        self.0.name(name)
    }
}

/// The text as somebody types it for the target: without line markers, and with the types that `headers/typed.txt` has for the
/// names of C, of POSIX and of libraries.
fn typed(text: &str, target: Target) -> String {
    let types: BTreeMap<&str, &str> = lines(TYPED)
        .filter_map(|line| {
            let (names, ty) = line.split_once('=')?;
            let (names, only) = names.trim().split_once('@').unwrap_or((names.trim(), target.name()));
            let other = only.split('|').all(|name| name.trim() != target.name());
            (!other).then(|| names.split_whitespace().map(move |name| (name, ty.trim())))
        })
        .flatten()
        .collect();
    let plain: Vec<&str> = text.lines().filter(|line| !line.starts_with("# ")).collect();
    // C says of this structure alone that its members are of a type of C's.
    let long = "{\n    long int quot;\n    long int rem;\n  } imaxdiv_t";
    let plain = plain.join("\n").replace(long, "{ intmax_t quot; intmax_t rem; } imaxdiv_t");
    let mut out = String::new();
    for (i, part) in plain.split("typedef ").enumerate() {
        if i == 0 {
            out += part;
            continue;
        }
        let (declared, rest) = part.split_once(';').unwrap_or((part, ""));
        let name = declared.rsplit([' ', '\n', '*']).next().unwrap_or_default();
        let bare = name.strip_prefix("__").unwrap_or(name);
        match types.get(name).or(types.get(bare).filter(|_| bare.ends_with("_t"))) {
            // A type with 64 in its name keeps 64 bits.
            Some(ty) if !declared.contains(['{', '(', '*']) && !declared.starts_with("__off64_t") => {
                out += &format!("typedef {ty} {name};{rest}");
            }
            _ => out += &format!("typedef {part}"),
        }
    }
    out
}

fn read(text: &str, environment: &dyn Environment) -> Source {
    crosscall_declarations::read(text, environment).unwrap_or_else(|error| panic!("{error}"))
}

fn drawn(target: Target, dialect: &Dialect, function: &Function) -> Option<Explanation> {
    let explanation = explain(target, function.declaration.as_ref().ok()?, dialect);
    // Notes about the text are not part of the picture.
    Some(Explanation { notes: Vec::new(), ..explanation })
}

/// Counts for a target.
#[derive(Default)]
struct Count {
    functions: usize,
    refused: BTreeMap<String, usize>,
    differences: Vec<String>,
}

#[test]
fn no_picture_differs_between_preprocessed_and_typed() {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut installed = 0;
    for (turn, header) in headers().into_iter().enumerate() {
        let Some(text) = preprocessed(&header, &[]) else {
            println!("skipped: {} of the Debian package {} is not installed", header.name, header.package);
            continue;
        };
        installed += 1;
        let mut new: BTreeSet<String> = BTreeSet::new();
        for target in common::targets_in_turn(turn) {
            let dialect = Dialect::preferred(target);
            let environment = UnderDialect { target, dialect: &dialect };
            let host = read(&text, &environment);
            let by_hand = read(&typed(&text, target), &Typed(environment));
            assert!(host.machine.is_some(), "{}: the text is the host's", header.name);
            let count = counts.entry(target.name()).or_default();
            let by_name: BTreeMap<&str, &Function> =
                by_hand.functions.iter().map(|f| (f.name.as_str(), f)).collect();
            for function in host.functions.iter().filter(|f| !seen.contains(&f.name)) {
                new.insert(function.name.clone());
                count.functions += 1;
                if let Err(error) = &function.declaration {
                    let cause = error.message.clone();
                    assert!(
                        TRUE_REASONS.iter().any(|known| cause.starts_with(known)),
                        "{}: {cause}",
                        function.name
                    );
                    *count.refused.entry(cause).or_default() += 1;
                    continue;
                }
                let first = drawn(target, &dialect, function);
                let second = by_name.get(function.name.as_str()).and_then(|f| drawn(target, &dialect, f));
                let picture = |one: &Option<Explanation>| one.as_ref().map(|one| text::brief(one, None));
                if format!("{first:?}") != format!("{second:?}") {
                    count.differences.push(format!(
                        "{}: {}\n{}\n{}",
                        header.name,
                        function.name,
                        picture(&first).unwrap_or_default(),
                        picture(&second).unwrap_or_default()
                    ));
                }
            }
        }
        seen.extend(new);
    }
    for (target, Count { functions, refused, differences }) in &counts {
        let sum: usize = refused.values().sum();
        println!(
            "{target}: {functions} functions of {installed} headers, {sum} refused, {} differ",
            differences.len()
        );
        refused.iter().for_each(|(cause, times)| println!("  {times} x {cause}"));
        assert!(sum * 20 <= *functions, "{target}: {sum} of {functions} are refused");
        assert!(differences.is_empty(), "{target}: {}", differences[..differences.len().min(5)].join("\n"));
    }
}

/// Bytes and place of every value, without names of types.
fn places(explanation: &Explanation) -> Vec<String> {
    let values = explanation.plan.arguments.iter().chain(&explanation.plan.result);
    values
        .map(|value| format!("{} {}", value.image.bytes.len(), text::travels(explanation.target, value)))
        .collect()
}

/// Independent of every table of names here: what the preprocessor makes of the same headers for a machine whose `long` and
/// pointers are as wide as the target's, taken as it stands.
#[test]
fn places_are_those_of_a_text_for_a_machine_of_the_same_widths() {
    let stubs = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(stubs.path().join("gnu")).expect("a folder");
    // glibc's list of functions that a library of this kind lacks, which is installed with that library only.
    std::fs::write(stubs.path().join("gnu/stubs-32.h"), "").expect("a file");
    let folder = stubs.path().display().to_string();
    let narrow = ["-m32", "-idirafter", &folder, "-idirafter", "/usr/include/x86_64-linux-gnu"];
    let known: BTreeSet<&str> = lines(include_str!("headers/host-made.txt")).collect();
    let (mut compared, mut seen) = (0, BTreeSet::new());
    let mut differences = Vec::new();
    for header in headers() {
        let (Some(wide), Some(narrow)) = (preprocessed(&header, &[]), preprocessed(&header, &narrow)) else {
            println!("skipped: {} for a machine of 32 bits", header.name);
            continue;
        };
        if known.contains(header.name)
            || narrow
                .lines()
                .any(|line| line.starts_with("# ") && line.contains("\"/usr/lib/x86_64-linux-gnu/"))
        {
            println!("skipped: {} has types of the machine that it was installed for", header.name);
            continue;
        }
        let narrow: Vec<&str> = narrow.lines().filter(|line| !line.starts_with("# ")).collect();
        let narrow = narrow.join("\n");
        let mut new = BTreeSet::new();
        for target in [Target::Epiphany, Target::Nyuzi, Target::Ipu] {
            let dialect = Dialect::preferred(target);
            let environment = UnderDialect { target, dialect: &dialect };
            let (wide, narrow) = (read(&wide, &environment), read(&narrow, &Typed(environment)));
            let by_name: BTreeMap<&str, &Function> =
                narrow.functions.iter().map(|f| (f.name.as_str(), f)).collect();
            for function in wide.functions.iter().filter(|f| !seen.contains(&f.name)) {
                new.insert(function.name.clone());
                let Some(other) = by_name.get(function.name.as_str()) else { continue };
                let one = drawn(target, &dialect, function);
                let Some((one, other)) = one.zip(drawn(target, &dialect, other)) else { continue };
                compared += 1;
                if places(&one) != places(&other) && !known.contains(function.name.as_str()) {
                    differences.push(format!(
                        "{target}: {}: {}\n  {:?}\n  {}\n  {:?}",
                        header.name,
                        one.declaration,
                        places(&one),
                        other.signature,
                        places(&other)
                    ));
                }
            }
        }
        seen.extend(new);
    }
    println!("{compared} pictures were compared, {} differ", differences.len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

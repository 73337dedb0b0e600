//! Message for an object file that needs something that nothing defines.

use super::TrialError;
use crosscall_machines::link::UndefinedSymbol;
use std::collections::BTreeSet;

/// Beginnings of the names of symbols that compilers call for under some option, without the underscores in
/// front: the option, and what to do.
const MADE_BY: &[(&str, &str, &str)] = &[
    ("gcov_", "--coverage or -fprofile-arcs", "leave it out"),
    ("llvm_profile_", "-fprofile-instr-generate", "leave it out"),
    ("cyg_profile_func_", "-finstrument-functions", "leave it out, or add -fno-instrument-functions"),
    ("asan_", "-fsanitize=address", "leave it out, or add -fno-sanitize=all"),
    ("ubsan_", "-fsanitize=undefined", "leave it out, or add -fno-sanitize=all"),
    ("tsan_", "-fsanitize=thread", "leave it out, or add -fno-sanitize=all"),
    ("sanitizer_", "-fsanitize", "leave it out, or add -fno-sanitize=all"),
    ("mcount", "-pg", "leave it out"),
    ("fentry__", "-pg", "leave it out"),
    ("morestack", "-fsplit-stack", "leave it out, or add -fno-split-stack"),
    ("emutls_", "-ftls-model or thread-local data", "leave it out"),
    ("tls_get_addr", "-ftls-model or thread-local data", "leave it out"),
    ("GLOBAL_OFFSET_TABLE_", "-fpic or -fpie", "leave it out, or add -fno-pic"),
];

/// Number of symbols that are named.
const MOST_NAMED: usize = 6;

/// Ends of the names of the functions by which compilers do what a processor has no instructions for, without the
/// number of operands: machine modes ("GCC Internals", chapter on the low-level runtime library).
const MODES: &[&str] =
    &["qi", "hi", "si", "di", "ti", "hf", "bf", "sf", "df", "xf", "tf", "sc", "dc", "xc", "tc"];

/// True if a symbol is a function of the library that a compiler brings with it: two underscores, small letters, a
/// machine mode, and the number of operands.
fn is_helper(name: &str) -> bool {
    let plain = name.trim_start_matches('_');
    let stem = plain.trim_end_matches(|c: char| c.is_ascii_digit());
    let has_mode = MODES.iter().any(|mode| stem.len() > mode.len() + 2 && stem.ends_with(mode));
    let is_plain = stem.bytes().all(|b| b.is_ascii_lowercase()) && plain.len() <= stem.len() + 1;
    name.len() >= plain.len() + 2 && has_mode && is_plain
}

/// Error for missing symbols: the trial is unsupported if all of them are helpers that are not served, and has failed otherwise.
pub(super) fn error(symbols: &[UndefinedSymbol]) -> TrialError {
    if symbols.is_empty() || !symbols.iter().all(|symbol| is_helper(&symbol.name)) {
        return TrialError::Failed(explain(symbols));
    }
    let names: BTreeSet<&str> = symbols.iter().map(|s| s.name.as_str()).collect();
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    TrialError::Unserved(format!("the object file needs {} of the compiler's own library", names.join(", ")))
}

/// The missing symbols, the option that they probably come from, and the way out, on one line.
pub(super) fn explain(symbols: &[UndefinedSymbol]) -> String {
    let names: Vec<&str> = symbols.iter().map(|s| s.name.as_str()).collect();
    let shown: Vec<String> = names.iter().take(MOST_NAMED).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let cause = names.iter().find_map(|name| {
        let plain = name.trim_start_matches('_');
        MADE_BY.iter().find(|(start, ..)| plain.starts_with(start))
    });
    let way_out = match cause {
        Some((_, option, remedy)) => format!("{option} asks for it; {remedy}"),
        None => "crosscall links no libraries; leave out what asks for it, or name a file that has it with --support".to_owned(),
    };
    format!("the object file cannot be linked, as nothing defines {}{more}: {way_out}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn is(names: &[&str], expected: &Expect) {
        expected.assert_eq(&explain(&symbols(names)));
    }

    fn symbols(names: &[&str]) -> Vec<UndefinedSymbol> {
        let symbol = |name: &&str| UndefinedSymbol { name: (*name).to_owned(), references: Vec::new() };
        names.iter().map(symbol).collect()
    }

    #[test]
    fn a_helper_that_is_not_served_is_unsupported() {
        let reported = |names: &[&str]| error(&symbols(names));
        let needs = |what: &str| {
            TrialError::Unserved(format!("the object file needs {what} of the compiler's own library"))
        };
        assert_eq!(reported(&["___mulsc3"]), needs("`___mulsc3`"));
        assert_eq!(reported(&["__powidf2", "__clzdi2", "__powidf2"]), needs("`__clzdi2`, `__powidf2`"));
        // Something else is missing besides; and names that are no helpers.
        for names in [
            &["___mulsc3", "_printf"][..],
            &["___gcov_init"],
            &["_mulsi"],
            &["__df"],
            &["__Addsi3"],
            &["__addsi34"],
        ] {
            assert_eq!(reported(names), TrialError::Failed(explain(&symbols(names))), "{names:?}");
        }
    }

    #[test]
    fn the_option_is_named() {
        is(
            &["___gcov_exit", "___gcov_init"],
            &expect![
                "the object file cannot be linked, as nothing defines `___gcov_exit`, `___gcov_init`: --coverage or -fprofile-arcs asks for it; leave it out"
            ],
        );
        is(
            &["_printf"],
            &expect![
                "the object file cannot be linked, as nothing defines `_printf`: crosscall links no libraries; leave out what asks for it, or name a file that has it with --support"
            ],
        );
        let many: Vec<String> = (0..9).map(|i| format!("s{i}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let reported = explain(&symbols(&many));
        assert!(reported.contains("`s5` and 3 more:"), "{reported}");
    }
}

//! Messages of a tool that refuses nothing, by the cases that they are about.

use std::collections::BTreeMap;

/// Most lines that are kept of a case.
const MOST_LINES: usize = 4;
/// Most characters that are kept of a line.
const MOST_CHARACTERS: usize = 200;

/// Warnings and errors by case, without the place that they are about. `None` where it is not said what an error of the
/// tool's own is about: then the cases are to be tried in smaller groups. What names no case is about none, but for the
/// error of a tool that has a single one.
pub(super) fn by_case(
    printed: &str,
    ks: &[usize],
    named_in: &mut dyn FnMut(&str) -> Option<usize>,
) -> Option<BTreeMap<usize, Vec<String>>> {
    let mut reported: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for line in printed.lines() {
        let lower = line.to_ascii_lowercase();
        let Some(at) = ["warning:", "error:"].into_iter().filter_map(|word| lower.find(word)).min() else {
            continue;
        };
        let k = match (named_in(line), ks) {
            (Some(k), _) if ks.contains(&k) => k,
            (_, [k]) if lower.contains("internal error") => *k,
            _ if lower.contains("internal error") => return None,
            _ => continue,
        };
        // Lower case has as many bytes in ASCII, and what stands before the word is cut off there.
        let words: String = line.get(at..).unwrap_or(line).chars().take(MOST_CHARACTERS).collect();
        let words = words.trim().replace(&format!("c{k}."), "c0.").replace(&format!(".c{k}s"), ".c0s");
        let own = reported.entry(k).or_default();
        if own.len() < MOST_LINES && !own.contains(&words) {
            own.push(words);
        }
    }
    Some(reported)
}

/// The case that a linker's line names by its object file, `c7.o`, or by a section, `.c7s0`.
pub(super) fn case_of_object(line: &str) -> Option<usize> {
    let starts = line.match_indices('c').map(|(at, _)| at);
    let number = |at: usize| {
        let before = line.get(..at)?.chars().next_back();
        let rest = line.get(at + 1..)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, behind) = rest.split_at_checked(digits)?;
        let is_object = behind.starts_with(".o") && !before.is_some_and(|c| c.is_ascii_alphanumeric());
        let is_section = before == Some('.') && behind.starts_with('s');
        (is_object || is_section).then(|| digits.parse().ok()).flatten()
    };
    { starts }.find_map(number)
}

/// The number of the line of a source that an assembler's line names: `statements.s:7:`.
pub(super) fn line_of_source(line: &str, source: &str) -> Option<usize> {
    let (_, rest) = line.split_once(source)?;
    let digits = rest.strip_prefix(':')?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits.get(..end)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LD: &str = "epiphany-elf-ld: c17.o: in function `s':\n\
                      (.c17s0+0x0): warning: internal error: out of range error\n\
                      epiphany-elf-ld: warning: cannot find entry symbol 0\n";

    fn reported(printed: &str, ks: &[usize]) -> Option<Vec<(usize, Vec<String>)>> {
        by_case(printed, ks, &mut case_of_object).map(|reported| reported.into_iter().collect())
    }

    #[test]
    fn words_belong_to_the_case_that_they_name() {
        let words = vec!["warning: internal error: out of range error".to_owned()];
        assert_eq!(reported(LD, &[3, 17]), Some(vec![(17, words.clone())]));
        assert_eq!(reported(&LD.repeat(3), &[17]), Some(vec![(17, words)]));
        assert_eq!(reported("ld: warning: cannot find entry symbol 0\n", &[1]), Some(Vec::new()));
        let lld = "ld.lld: warning: c2.o:(.c2s0+0x0): relocation R_X out of range: 300\n";
        let words = "warning: c0.o:(.c0s0+0x0): relocation R_X out of range: 300".to_owned();
        assert_eq!(reported(lld, &[2, 5]), Some(vec![(2, vec![words])]));
    }

    #[test]
    fn an_error_that_names_no_case_is_that_of_a_single_one() {
        let nameless = "ld: internal error: out of range error\n";
        assert_eq!(reported(nameless, &[1, 2]), None);
        assert_eq!(reported(nameless, &[2]).map(|reported| reported.len()), Some(1));
    }

    #[test]
    fn names_of_cases_are_found_and_no_others() {
        assert_eq!(case_of_object("x: c12.o: in"), Some(12));
        assert_eq!(case_of_object("(.c3s1+0x4)"), Some(3));
        for other in ["abc12.o", "libc.o", "c12.s", "exec3s1", "", "c", ".cs"] {
            assert_eq!(case_of_object(other), None, "{other}");
        }
        assert_eq!(line_of_source("statements.s:42: Warning: value", "statements.s"), Some(42));
        assert_eq!(line_of_source("other.s:42: Warning", "statements.s"), None);
    }
}

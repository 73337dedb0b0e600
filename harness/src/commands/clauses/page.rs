//! A page for those who write a document or a compiler: clause by clause, what each compiler does.

use crosscall_model::{Pairing, Target};
use crosscall_oracle::clause::{Choice, Clause, catalogue};
use crosscall_reports::json::{Coverage, FoundAt, SubjectCoverage};
use crosscall_reports::markup::plain;
use crosscall_reports::names;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A compiler at all its levels.
struct Compiler<'a> {
    name: &'a str,
    version: &'a str,
    /// Each level with what was seen of it; a subject without levels has an empty one.
    levels: Vec<(&'a str, &'a SubjectCoverage)>,
}

/// The page in Markdown.
pub(super) fn page(target: Target, shown: &[&Clause], coverage: &Coverage) -> String {
    let compilers = compilers(target, coverage);
    let mut out = format!("# {target}: who follows which clause\n\n");
    let _ = writeln!(out, "The document is {}.\n", catalogue(target).document);
    out += "| compiler | version | levels | trials |\n|---|---|---|---:|\n";
    for Compiler { name, version, levels } in &compilers {
        let trials: u64 = levels.iter().map(|(_, subject)| subject.trials.run).sum();
        let levels: Vec<&str> = levels.iter().map(|(level, _)| level.trim_start_matches('-')).collect();
        let cells = [plain(name), plain(version), plain(&levels.join(" ")), trials.to_string()];
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    out += LEGEND;
    let (observable, others): (Vec<&Clause>, Vec<&Clause>) = shown.iter().partition(|c| c.is_observable());
    let mut kind = "";
    for clause in observable {
        if kind_of(&clause.id) != kind {
            kind = kind_of(&clause.id);
            let _ = write!(out, "\n## {kind}\n\n| clause | rule |");
            out.extend(compilers.iter().map(|compiler| format!(" {} |", plain(compiler.name))));
            let _ = writeln!(out, "\n|---|---|{}", "---|".repeat(compilers.len()));
        }
        let _ = write!(out, "| {} | {} |", clause.id, rule(clause));
        out.extend(compilers.iter().map(|compiler| format!(" {} |", cell(clause, compiler))));
        out.push('\n');
    }
    if !others.is_empty() {
        let ids: Vec<&str> = others.iter().map(|clause| clause.id.as_str()).collect();
        let _ = writeln!(out, "\n## Not observable\n\nNo trial can contradict these: {}.", ids.join(", "));
    }
    out
}

/// Explanation of the cells.
const LEGEND: &str = "
A cell has the reading that a compiler follows, where the clause leaves one open, **in bold** if it is against the document; the
known findings that begin with the clause, but for those that show only between two compilers; and in how many trials the compiler
could have contradicted it. `new` is a finding that is not in the list. A dash says that no trial could tell.
";

fn compilers(target: Target, coverage: &Coverage) -> Vec<Compiler<'_>> {
    let mut all: Vec<Compiler<'_>> = Vec::new();
    for subject in coverage.subjects.iter().filter(|subject| subject.target == target.name()) {
        let (name, level) = names::level(&subject.subject).unwrap_or((&subject.subject, ""));
        match all.iter_mut().find(|compiler| compiler.name == name && compiler.version == subject.version) {
            Some(compiler) => compiler.levels.push((level, subject)),
            None => all.push(Compiler { name, version: &subject.version, levels: vec![(level, subject)] }),
        }
    }
    all
}

/// The part of an id between the target and the number: `ARG` of `RISCV-ARG-04`, `S` of `RISCV-S04`.
fn kind_of(id: &str) -> &str {
    let own = id.split_once('-').map_or(id, |(_, own)| own);
    own.split_once('-').map_or_else(|| own.trim_end_matches(|c: char| c.is_ascii_digit()), |(kind, _)| kind)
}

/// The rule with its version, its discussions and its readings.
fn rule(clause: &Clause) -> String {
    let mut out = plain(&clause.rule);
    for (name, text) in [("since", &clause.since), ("discussed", &clause.discussion)] {
        if !text.is_empty() {
            let _ = write!(out, "<br>*{name}: {}*", plain(text));
        }
    }
    for choice in &clause.choices {
        for reading in &choice.readings {
            let against = if reading.deviation { ", against the document" } else { "" };
            let name = question(choice);
            let _ = write!(out, "<br>{name}{}{against}: {}", reading.id, plain(&reading.text));
        }
    }
    out
}

/// The name of a question of several, with a blank behind it.
fn question(choice: &Choice) -> String {
    if choice.name.is_empty() { String::new() } else { format!("{} ", choice.name) }
}

/// Behaviour of a compiler at a clause.
fn cell(clause: &Clause, compiler: &Compiler<'_>) -> String {
    let mut parts: Vec<String> =
        clause.choices.iter().filter_map(|choice| reading(clause, choice, compiler)).collect();
    let subjects = || compiler.levels.iter().map(|(_, subject)| *subject);
    // What shows between two compilers is in the column of the one that shows it by itself.
    let is_own = |found: &&FoundAt| found.clause == clause.id && found.pairing != Pairing::Cross.name();
    let of_clause = || subjects().flat_map(|s| &s.findings).filter(is_own);
    let known: BTreeSet<&str> = of_clause().flat_map(|found| &found.known).map(String::as_str).collect();
    parts.extend(known.into_iter().map(plain));
    if of_clause().any(|found| found.known.is_empty()) {
        parts.push("new".to_owned());
    }
    let times: u64 = subjects().filter_map(|subject| subject.clauses.get(&clause.id)).sum();
    if times > 0 {
        parts.push(times.to_string());
    }
    if parts.is_empty() { "–".to_owned() } else { parts.join("<br>") }
}

/// The reading that a compiler follows, with its levels where they differ; `None` where no trial could show it.
fn reading(clause: &Clause, choice: &Choice, compiler: &Compiler<'_>) -> Option<String> {
    let key =
        if choice.name.is_empty() { clause.id.clone() } else { format!("{}:{}", clause.id, choice.name) };
    let mut followed: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (level, subject) in &compiler.levels {
        let against = subject.deviations.get(&key).map(|reading| format!("**{}**", plain(reading)));
        let usual = subject.dialect.get(&key).map(|readings| plain(&readings.replace('|', " or ")));
        if let Some(reading) = against.or(usual) {
            followed.entry(reading).or_default().push(level);
        }
    }
    let name = question(choice);
    match followed.len() {
        0 => None,
        1 => followed.into_keys().next().map(|reading| format!("{name}{reading}")),
        _ => {
            let one = |(reading, levels): (&String, &Vec<&str>)| {
                format!("{reading} ({})", plain(&levels.join(" ")))
            };
            Some(format!("{name}{}", followed.iter().map(one).collect::<Vec<_>>().join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_reports::json;
    use expect_test::expect;

    #[test]
    fn levels_share_a_column_and_say_where_they_differ() {
        let report = r#"{ "format": 3, "subjects": [
            { "subject": "gcc-O0", "target": "epiphany", "version": "1 | <b>", "trials": { "run": 10 },
              "clauses": { "EPIPHANY-RET-04": 4 }, "dialect": { "EPIPHANY-S06": "R1|R2" },
              "deviations": { "EPIPHANY-RET-04": "R2" },
              "findings": [{ "clause": "EPIPHANY-RET-04", "known": ["EPIPHANY-GCC12-04"] }] },
            { "subject": "gcc-O2", "target": "epiphany", "version": "1 | <b>", "trials": { "run": 20 },
              "clauses": { "EPIPHANY-RET-04": 3 }, "dialect": { "EPIPHANY-S06": "R2" }, "deviations": {},
              "findings": [{ "clause": "EPIPHANY-RET-04", "known": [] },
                           { "clause": "EPIPHANY-S06", "known": ["OTHER"], "pairing": "cross" }] },
            { "subject": "other", "target": "nyuzi", "version": "2", "trials": { "run": 1 } }] }"#;
        let coverage = json::coverage(report).expect("a report");
        let of = |id: &str| {
            let clause = catalogue(Target::Epiphany).clause(id).expect("a clause");
            compilers(Target::Epiphany, &coverage).iter().map(|c| cell(clause, c)).collect::<Vec<_>>()
        };
        assert_eq!(of("EPIPHANY-RET-04"), ["**R2**<br>EPIPHANY-GCC12-04<br>new<br>7"]);
        assert_eq!(of("EPIPHANY-S06"), ["R1 or R2 (-O0), R2 (-O2)"]);
        assert_eq!(of("EPIPHANY-REG-06"), ["–"]);
        let clauses: Vec<&Clause> = ["EPIPHANY-RET-04", "EPIPHANY-S06"]
            .iter()
            .filter_map(|id| catalogue(Target::Epiphany).clause(id))
            .collect();
        expect![[r#"
            # epiphany: who follows which clause

            The document is Epiphany Application Binary Interface (chapter of the Epiphany SDK documentation, Adapteva, 2008-2016).

            | compiler | version | levels | trials |
            |---|---|---|---:|
            | gcc | 1 &#124; &#60;b&#62; | O0 O2 | 30 |

            A cell has the reading that a compiler follows, where the clause leaves one open, **in bold** if it is against the document; the
            known findings that begin with the clause, but for those that show only between two compilers; and in how many trials the compiler
            could have contradicted it. `new` is a finding that is not in the list. A dash says that no trial could tell.

            ## RET

            | clause | rule | gcc |
            |---|---|---|
            | EPIPHANY-RET-04 | An aggregate of at most 4 bytes is returned in r0, with the bytes that r0 would have after a word was loaded from the aggregate's address: offset 0 in bits 7 to 0.<br>R1: every aggregate of at most 4 bytes, whatever its size and alignment<br>R2, against the document: only aggregates with a natural machine mode; others of at most 4 bytes are returned in memory | **R2**<br>EPIPHANY-GCC12-04<br>new<br>7 |

            ## S

            | clause | rule | gcc |
            |---|---|---|
            | EPIPHANY-S06 | Nothing is said of how aggregates are passed.<br>R2: aggregates with a natural machine mode (1, 2, 4 or 8 bytes, so aligned) like a scalar of that size, structures of nothing but a complex number by value, others by address<br>R1: always by address<br>R3: always by value, word by word<br>R4: aggregates of at most 4 bytes in a word, others by address, as results are | R1 or R2 (-O0), R2 (-O2) |
        "#]].assert_eq(&page(Target::Epiphany, &clauses, &coverage));
        assert_eq!((kind_of("RISCV-ARG-04"), kind_of("RISCV-S04"), kind_of("x")), ("ARG", "S", "x"));
    }
}

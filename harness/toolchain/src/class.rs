//! Classes of findings: what it takes to be sure of one. Nobody has to argue about a document where a compiler's own code
//! does not understand itself, so that such findings come first in every list.

use super::Toolchain;
use crosscall_model::finding::{Mismatch, Taking, Topic, Verdict};

/// True if two subjects are one compiler, at one level or two: the same program, which says the same of itself. A build of
/// the same version is another one.
pub fn is_one(one: &Toolchain, other: &Toolchain) -> bool {
    let is_known = !one.compiler.is_empty() && !one.compiler.contains('?');
    one.name == other.name
        || is_known && one.compiler == other.compiler && program(one).eq(program(other))
        || one.cc == other.cc && !one.cc.is_empty()
}

/// The words that start a compiler, without options.
fn program(subject: &Toolchain) -> impl Iterator<Item = &String> {
    subject.cc.iter().filter(|word| !word.starts_with('-'))
}

/// True if a call between two subjects shows that one compiler disagrees with itself: a value was lost between its own
/// functions, or they did not come back. Registers and stack that nobody misses are a matter of the document.
pub fn disagrees(one: &Toolchain, other: &Toolchain, verdict: &Verdict) -> bool {
    let Verdict::Violates(violation) = verdict else { return false };
    is_one(one, other) && violation.mismatches.iter().any(is_about_a_value)
}

fn is_about_a_value(mismatch: &Mismatch) -> bool {
    match &mismatch.topic {
        Topic::Value(datum) => datum.taking == Taking::Plain && !datum.inner,
        topic => matches!(topic, Topic::Kept(_) | Topic::Control),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::Target;
    use crosscall_model::finding::Finding;
    use crosscall_model::finding::{Expected, Observed, ValueId, Violation};
    use crosscall_model::target::Register;
    use crosscall_reports::known::Titles;
    use crosscall_reports::run::RunReport;
    use crosscall_reports::{github, json, junit, matrix, sample, text};

    fn subject(name: &str, compiler: &str, cc: &[&str]) -> Toolchain {
        let cc = cc.iter().map(|word| (*word).to_owned()).collect();
        let (name, compiler) = (name.to_owned(), compiler.to_owned());
        Toolchain { name, compiler, cc, ..Toolchain::embedded(Target::Epiphany) }
    }

    /// The finding that a report has last is first in every list once its compiler is seen to disagree with itself.
    #[test]
    fn it_comes_first_in_every_list() {
        let mut report = sample::report();
        let mut last = Finding {
            fingerprint: "z EPIPHANY-S06".to_owned(),
            clauses: vec!["EPIPHANY-S06"],
            deviations: Vec::new(),
            ..sample::finding()
        };
        let known = Titles::default();
        let lists = |report: &RunReport| {
            let texts = [
                text::render(report, &known, text::Shown::default()),
                matrix::matrices(report, &known),
                junit::render(report, &known),
                github::render(report, &known),
            ];
            texts.map(|text| {
                let first = |id: &str| text.find(id).unwrap_or_else(|| panic!("no {id}: {text}"));
                first("EPIPHANY-S06") < first("EPIPHANY-RET-06")
            })
        };
        report.targets[0].findings.push(last.clone());
        assert_eq!(lists(&report), [false; 4]);
        last.with_itself = 2;
        report.targets[0].findings.pop();
        report.targets[0].findings.push(last);
        assert_eq!(lists(&report), [true; 4]);
        assert!(json::render(&report).contains("\"class\": \"itself\""));
    }

    #[test]
    fn levels_of_a_compiler_are_one() {
        let gcc = |level: &str| subject(level, "gcc 12.2.0 epiphany-elf", &["gcc", level]);
        assert!(is_one(&gcc("-O0"), &gcc("-O2")));
        assert!(!is_one(&gcc("-O0"), &subject("other", "clang 9.0.0 epiphany", &["clang"])));
        let of_the_same_version = subject("mine-O2", "gcc 12.2.0 epiphany-elf", &["my-gcc", "-O2"]);
        assert!(!is_one(&gcc("-O2"), &of_the_same_version));
        // Silence of a compiler about itself is no proof.
        let unknown = |name: &str| subject(name, "gcc 12.2.0 ?", &[name]);
        assert!(!is_one(&unknown("one"), &unknown("other")));
        assert!(is_one(&unknown("one"), &unknown("one")));
    }

    #[test]
    fn a_lost_value_is_a_disagreement_and_a_register_that_nobody_misses_is_none() {
        let one = subject("one", "gcc 12.2.0 epiphany-elf", &["gcc"]);
        let shows = |topic: Topic| {
            let mismatch = Mismatch {
                target: Target::Epiphany,
                clauses: vec!["EPIPHANY-REG-04"],
                topic,
                expected: Expected::Number(2),
                observed: Observed::Number(1),
                found: None,
            };
            let violation = Violation { mismatches: vec![mismatch], ..Violation::default() };
            disagrees(&one, &one, &Verdict::Violates(violation))
        };
        assert!(shows(Topic::part(ValueId::Argument(1), ".m0".to_owned())));
        assert!(shows(Topic::Kept(3)));
        assert!(!shows(Topic::Register(Register(5))));
        assert!(!shows(Topic::StackPointer));
        assert!(!disagrees(&one, &one, &Verdict::Conforms));
    }
}

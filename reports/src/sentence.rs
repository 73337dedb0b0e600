//! A finding in one sentence: who does what, and what the document has instead.

use crate::blame::{Blame, names_of};
use crate::call::{Doing, Route};
use crate::dialect::Answer;
use crate::names;
use crate::run::{RunReport, SubjectReport};
use crosscall_model::finding::{Expected, Finding, FindingKind, Found, Mismatch, Taking, Topic};
use crosscall_model::{Pairing, Target, counted};
use std::collections::BTreeSet;

/// Characters of a part of a sentence that is somebody else's text.
const MOST: usize = 200;

/// The sentence, without a full stop, of a finding as several subjects show it; the first one speaks for all. Where some show
/// what is new, it says nothing of those that show what is known.
pub(crate) fn of(report: &RunReport, blame: &Blame<'_>, all: &[&Finding]) -> String {
    let all = &at_issue(all)[..];
    let Some(found) = all.first().copied() else { return String::new() };
    let guilty = guilty(blame, all);
    let subjects: BTreeSet<&str> = match guilty.is_empty() {
        true => all.iter().flat_map(|found| &found.toolchains).map(String::as_str).collect(),
        false => guilty.iter().copied().collect(),
    };
    let target = found.case.target();
    // In the order of the report, then those that it does not have.
    let mut subjects: Vec<&str> = subjects.into_iter().collect();
    subjects.sort_by_key(|name| {
        report.targets.iter().position(|subject| subject.toolchain == *name).unwrap_or(usize::MAX)
    });
    let who = who(report, target, &subjects);
    let Some(mismatch) = found.mismatches.first() else { return who };
    let with_itself: u64 = all.iter().map(|found| found.with_itself).sum();
    let mut out = match (found.kind, found.toolchains.as_slice()) {
        (FindingKind::CompilerFault, _) => format!("{who} {}", fault(mismatch)),
        // What is seen between two is said of both; one of them may be known to be at fault.
        (_, [caller, callee]) => {
            let alone = match guilty.is_empty() || with_itself > 0 {
                true => String::new(),
                false => format!("; {who} shows it without the other one, too"),
            };
            let side = |name: &str| self::who(report, target, &[name]);
            let words = mismatch.words();
            let (expected, seen) = (short(&words.expected), short(&words.seen()));
            format!(
                "{} and {}, which it calls, do not understand each other: {}: expected {expected}; observed {seen}{alone}",
                side(caller),
                side(callee),
                words.subject
            )
        }
        _ => format!(
            "{who}{} {}{}",
            role(found),
            does(found, mismatch, follows(report, found)),
            other_role(all)
        ),
    };
    if with_itself > 0 && found.toolchains.len() == 1 {
        let trials = counted(with_itself, "trial");
        out += &format!("; in {trials} its own functions do not understand each other");
    }
    if found.kind == FindingKind::NotRepeatable {
        out += ", though not every time";
    }
    out
}

/// The findings of subjects that show what is new; all where nothing is.
fn at_issue<'a>(all: &[&'a Finding]) -> Vec<&'a Finding> {
    let new: Vec<&Finding> = all.iter().copied().filter(|found| found.is_new()).collect();
    if new.is_empty() { all.to_vec() } else { new }
}

/// The subjects whose fault a finding is; none where it takes two to show it.
pub(crate) fn guilty<'a>(blame: &Blame<'a>, all: &[&'a Finding]) -> BTreeSet<&'a str> {
    at_issue(all).iter().copied().flat_map(names_of).flat_map(|name| blame.alone(name)).collect()
}

/// The readings that the first subject of a finding follows.
pub(crate) fn follows<'a>(report: &'a RunReport, found: &Finding) -> &'a [Answer] {
    let target = found.case.target();
    let is_it = |subject: &&SubjectReport| {
        subject.target == target && Some(&subject.toolchain) == found.toolchains.first()
    };
    report.targets.iter().find(is_it).map_or(&[], |subject| &subject.dialect)
}

/// Compilers with their versions and levels: `epiphany-elf-gcc 12.2.0 at -O2 and -O3`.
pub(crate) fn who(report: &RunReport, target: Target, subjects: &[&str]) -> String {
    let of_target = || report.targets.iter().filter(move |subject| subject.target == target);
    let mut groups: Vec<(String, &str, Vec<&str>)> = Vec::new();
    for name in subjects {
        let subject = of_target().find(|subject| subject.toolchain == *name);
        let parts = names::parts(name, target);
        let text = compiler(parts, target, name, subject);
        match groups.iter_mut().find(|(same, ..)| *same == text) {
            Some((.., levels)) => levels.extend(parts.level),
            None => groups.push((text, parts.compiler, parts.level.into_iter().collect())),
        }
    }
    let text = |(text, compiler, levels): &(String, &str, Vec<&str>)| {
        let tested = of_target().map(|subject| names::parts(&subject.toolchain, target));
        let tested: BTreeSet<&str> =
            tested.filter(|parts| parts.compiler == *compiler).filter_map(|parts| parts.level).collect();
        match levels.as_slice() {
            [] => text.clone(),
            all if all.len() > 2 && all.len() == tested.len() => format!("{text} at all levels"),
            some => format!("{text} at {}", listed(some)),
        }
    };
    let all: Vec<String> = groups.iter().map(text).collect();
    listed(&all.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A compiler by its name and its version: `epiphany-elf-gcc 12.2.0`, `mine (gcc 12.2.0)`.
fn compiler(parts: names::Parts<'_>, target: Target, name: &str, subject: Option<&SubjectReport>) -> String {
    if name == names::embedded(target) {
        return "the built-in code generator".to_owned();
    }
    let mut identity = subject.map(|subject| subject.compiler.split(' ')).into_iter().flatten();
    let (family, version) = (identity.next().unwrap_or_default(), identity.next().unwrap_or("?"));
    let recorded = if parts.is_recorded { " (recorded)" } else { "" };
    match version {
        "?" => format!("{}{recorded}", parts.compiler),
        _ if parts.compiler.contains(family) => format!("{} {version}{recorded}", parts.compiler),
        _ => format!("{} ({family} {version}){recorded}", parts.compiler),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(all: &[&str]) -> String {
    match all {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The other side of a call, where subjects show a finding on both.
fn other_role(all: &[&Finding]) -> &'static str {
    let is_shown = |pairing| {
        let mut sightings = all.iter().flat_map(|found| &found.sightings);
        sightings.any(|seen| seen.pairing == Some(pairing) && seen.trials > 0)
    };
    match all.first().map(|found| found.pairing) {
        Some(Pairing::Caller) if is_shown(Pairing::Callee) => "; as callee, too",
        Some(Pairing::Callee) if is_shown(Pairing::Caller) => "; as caller, too",
        _ => "",
    }
}

/// The side of a call on which a subject was tested, between commas.
fn role(found: &Finding) -> &'static str {
    match found.pairing {
        Pairing::Caller => ", as caller,",
        Pairing::Callee => ", as callee,",
        Pairing::Cross => ", in calls between compilers,",
        Pairing::Layout | Pairing::Object | Pairing::Tool | Pairing::Value => "",
    }
}

/// What a compiler or a tool does not bring about.
fn fault(mismatch: &Mismatch) -> String {
    let words = mismatch.words();
    format!("does not make {} of the {}: {}", words.expected, words.subject, short(&words.observed))
}

/// What a subject does, and what the document has instead.
fn does(found: &Finding, mismatch: &Mismatch, follows: &[Answer]) -> String {
    let clause = found.clause();
    let words = mismatch.words();
    let value = &words.subject;
    let general = || {
        let (expected, seen) = (short(&words.expected), short(&words.seen()));
        format!("has {value}: {seen}, where {clause} has {expected}")
    };
    match (&mismatch.topic, &mismatch.expected) {
        (Topic::Register(_), Expected::Kept(_)) => {
            format!("does not preserve {value}, which {clause} demands")
        }
        (Topic::Value(_), Expected::Extended { c_type, signed, .. }) if mismatch.found.is_none() => {
            let how = if *signed { "sign-extend" } else { "zero-extend" };
            format!("does not {how} {value} ({c_type}) as {clause} demands")
        }
        // The value is where it belongs; what is wrong is what is above it, or where its address leads.
        (Topic::Value(datum), _) if datum.taking != Taking::Plain => general(),
        (_, Expected::Filled { .. } | Expected::Reference { .. }) if mismatch.found.is_none() => general(),
        (Topic::Value(_), _) => match Route::of(found, mismatch, follows) {
            Some(route) => routed(&route, mismatch, clause, value).unwrap_or_else(general),
            None => general(),
        },
        _ => general(),
    }
}

/// Handling of a value that is not where it belongs; none where its way is not known.
fn routed(route: &Route, mismatch: &Mismatch, clause: &str, value: &str) -> Option<String> {
    let (mut belongs, mut instead) = (route.belongs(), route.instead());
    let mut part = "";
    if let Some((own, other)) = route.apart() {
        (belongs, instead, part) = (own, other, "part of ");
    }
    let verb = match (route.doing, route.is_result) {
        (Doing::Keeps, _) => {
            return Some(format!(
                "keeps {value} in {instead} across a call, which may change it by {clause}"
            ));
        }
        (Doing::Puts, false) => "passes",
        (Doing::Puts, true) => "returns",
        (Doing::Seeks, _) => "looks for",
    };
    let address =
        if matches!(mismatch.expected, Expected::Reference { .. }) { "the address of " } else { "" };
    match (belongs.is_empty(), instead.is_empty()) {
        (false, false) if belongs != instead => {
            Some(format!("{verb} {part}{value} in {instead}, where {clause} puts {address}it in {belongs}"))
        }
        (true, false) => Some(format!("{verb} {value} in {instead}, which contradicts {clause}")),
        (false, true) if mismatch.found.is_none() => Some(match route.doing {
            Doing::Seeks => format!("does not find {value}, which {clause} puts in {belongs}"),
            _ => {
                let verb = if route.is_result { "return" } else { "pass" };
                let (part, belongs) = match route.lost(mismatch) {
                    Some(lost) => ("part of ", lost),
                    None => ("", belongs),
                };
                format!("does not {verb} {part}{address}{value} in {belongs}, where {clause} puts it")
            }
        }),
        (false, true) if matches!(mismatch.found, Some(Found::Displaced(_))) => {
            Some(format!("{verb} other bytes of {value} in {belongs} than {clause} has there"))
        }
        _ => None,
    }
}

/// The first line of a text, cut where it is long.
fn short(text: &str) -> String {
    cut(text.lines().next().unwrap_or_default(), MOST)
}

/// A text, cut where it has more characters than `most`.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::sample as page;
    use crate::sample;
    use crosscall_model::finding::{Observed, Spot, ValueId, Whereabouts};
    use crosscall_model::plan::Place;
    use crosscall_model::target::Register;
    use expect_test::expect;

    /// The sentence about these findings, in a report in which their subjects show them.
    fn said(all: &[Finding]) -> String {
        let mut report = sample::several_subjects();
        report.targets.iter_mut().for_each(|subject| subject.findings.clear());
        for found in all {
            let subject = report.targets.iter_mut().find(|subject| subject.toolchain == found.toolchains[0]);
            subject.unwrap().findings.push(found.clone());
        }
        let all: Vec<&Finding> = all.iter().collect();
        format!("{}\n", of(&report, &Blame::of(&report), &all))
    }

    /// A finding as this subject shows it, or these two.
    fn with(found: Finding, names: &[&str]) -> Finding {
        let toolchains: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut found = Finding { toolchains, ..found };
        for seen in &mut found.sightings {
            seen.subjects.clone_from(&found.toolchains);
        }
        found
    }

    const O2: &str = "epiphany-elf-gcc-O2";
    const O3: &str = "epiphany-elf-gcc-O3";
    const OS: &str = "epiphany-elf-gcc-Os";

    #[test]
    fn who_does_what() {
        let argument = page::argument;
        let caller = argument();
        expect![[r#"
            epiphany-elf-gcc 12.2.0 at -O2 and -O3, as caller, passes part of arg3 in r3, where EPIPHANY-ARG-06 puts it in [sp+0]
        "#]]
        .assert_eq(&said(&[with(caller.clone(), &[O2]), with(caller.clone(), &[O3])]));
        expect![[r#"
            epiphany-elf-gcc 12.2.0 at all levels, as callee, returns result in r0:r1, where EPIPHANY-RET-06 puts it in memory at the address in r0; as caller, too
        "#]]
        .assert_eq(&said(&[O2, O3, OS].map(|name| with(sample::finding(), &[name]))));
        expect![[r#"
            epiphany-elf-gcc 12.2.0 at -O2, as callee, does not preserve r8, which EPIPHANY-REG-06 demands
        "#]]
        .assert_eq(&said(&[with(page::register(), &[O2])]));
        expect![[r#"
            epiphany-elf-gcc 12.2.0 at -O2 does not make an object file of the callee unit: internal compiler error
        "#]]
        .assert_eq(&said(&[with(sample::fault(), &[O2])]));

        let mut lost = caller.clone();
        lost.mismatches[0].found = None;
        expect![[r#"
            epiphany-elf-gcc 12.2.0 at -O2, as caller, does not pass part of arg3 in [sp+0] and [sp+4], where EPIPHANY-ARG-06 puts it
        "#]]
        .assert_eq(&said(&[with(lost, &[O2])]));

        let mut sought = Finding { pairing: Pairing::Callee, ..argument() };
        let r3 = Spot::Place(Place::Register { register: Register(3), byte: 0 });
        let mismatch = &mut sought.mismatches[0];
        mismatch.topic = Topic::value(ValueId::Argument(1));
        let r1 = Place::Register { register: Register(1), byte: 0 };
        mismatch.expected = Expected::Bits(2, 32, Some(r1));
        mismatch.observed = Observed::Bits(0, 32);
        let place = Some(Whereabouts::Copies(vec![r3]));
        mismatch.found = Some(Found::ReadFrom { place, inside: None });
        expect![[r#"
            epiphany-elf-gcc 12.2.0 at -O2, as callee, looks for arg1 in r3, where EPIPHANY-ARG-06 puts it in r1; as caller, too
        "#]]
        .assert_eq(&said(&[with(sought.clone(), &[O2])]));
        sought.mismatches[0].found = None;
        sought.with_itself = 4;
        expect![[r#"
            epiphany-elf-gcc 12.2.0 at -O2, as callee, does not find arg1, which EPIPHANY-ARG-06 puts in r1; as caller, too; in 4 trials its own functions do not understand each other
        "#]]
        .assert_eq(&said(&[with(sought.clone(), &[O2])]));
        // Its own bits are right: the place is not what is wrong.
        if let Topic::Value(datum) = &mut sought.mismatches[0].topic {
            datum.taking = Taking::Widened;
        }
        expect![[r#"
            epiphany-elf-gcc 12.2.0 at -O2, as callee, has arg1 as a wider integer: 0x00000000, where EPIPHANY-ARG-06 has 0x00000002; as caller, too
        "#]]
        .assert_eq(&said(&[Finding { with_itself: 0, ..with(sought, &[O2]) }]));
    }

    #[test]
    fn whose_fault_it_is_in_a_call_between_two() {
        let cross = Finding {
            pairing: Pairing::Cross,
            kind: FindingKind::Incompatibility,
            ..with(page::argument(), &[O2, O3])
        };
        expect![[r#"
            epiphany-elf-gcc 12.2.0 at -O2 and epiphany-elf-gcc 12.2.0 at -O3, which it calls, do not understand each other: arg3: expected a0 a1 a2 a3 a4 a5 a6 a7 a8 .. .. .. .. .. .. .. in [sp+0] and [sp+4] and [sp+8] and [sp+12]; observed there: 0x5a5a5a5a, 0x5a5a5a5a, 0xa8a8a8a8, 0x5a5a5a5a; found in r3 and [sp+4] and [sp+8] and [sp+12]
        "#]]
        .assert_eq(&said(std::slice::from_ref(&cross)));
        // They are two levels of one compiler: neither of them is innocent.
        let itself = Finding { with_itself: 3, ..cross.clone() };
        assert_eq!(said(&[itself]), said(std::slice::from_ref(&cross)));
        // One of them shows it by itself.
        let alone = with(page::argument(), &[O2]);
        expect![[r#"
            epiphany-elf-gcc 12.2.0 at -O2, as caller, passes part of arg3 in r3, where EPIPHANY-ARG-06 puts it in [sp+0]
        "#]]
        .assert_eq(&said(&[alone, cross]));
    }

    #[test]
    fn compilers_by_name_and_version() {
        let mut report = sample::several_subjects();
        report.targets[2].toolchain = "mine".to_owned();
        let target = report.targets[0].target;
        assert_eq!(
            who(&report, target, &[O2, "mine"]),
            "epiphany-elf-gcc 12.2.0 at -O2 and mine (gcc 12.2.0)"
        );
        assert_eq!(who(&report, target, &["embedded-epiphany"]), "the built-in code generator");
        assert_eq!(who(&report, target, &["other-O1"]), "other at -O1");
    }
}

//! The report for people: a summary of each subject, and a small picture of each finding.

use super::finding::{Dumps, Finding, FindingKind, departure};
use super::{Incompatible, RunReport, SubjectReport};
use crate::campaign::kinship::Follower;
use crate::campaign::tally::Confirmed;
use crate::case_file::CaseFile;
use crate::known::Known;
use crate::picture::style::{BAD, GOOD, ID, KNOWN, Style, TITLE, paint};
use crate::picture::{Table, columns, labelled, width, wrap};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::standing::Why;
use similar::{ChangeTag, TextDiff};
use std::fmt::Write;

/// Readings of a dialect shown on the terminal; all of them are in the JSON report.
const MOST_REASONS: usize = 5;
/// Sorts of failed trials of which the first case is shown.
const MOST_FAILURES: usize = 3;
/// Lines of a compiler's message that are shown.
const MOST_MESSAGE: usize = 6;
/// Lines of a source that are shown.
const MOST_SOURCE: usize = 60;

/// The whole report.
pub fn render(report: &RunReport, known: &Known) -> String {
    let mut out = String::new();
    out += &pictures(report.findings().filter(|f| f.known.is_none()), known);
    for subject in &report.targets {
        out += &summary(subject, known);
        out.push('\n');
    }
    for pair in &report.incompatible {
        out += &incompatible(pair);
        out.push('\n');
    }
    for left_out in &report.left_out {
        let names = left_out.toolchains.join(", ");
        out += &labelled(0, "left out", 10, &format!("{names}: {}", left_out.reason));
        out += &labelled(0, "", 10, &left_out.remedy);
    }
    out += &last_lines(report);
    out
}

/// The pictures of findings. What several subjects show in the same way is drawn once.
pub fn pictures<'a>(findings: impl Iterator<Item = &'a Finding>, known: &Known) -> String {
    let mut groups: Vec<(&Finding, Vec<String>)> = Vec::new();
    for found in findings {
        let same = |(first, _): &&mut (&Finding, Vec<String>)| {
            first.fingerprint == found.fingerprint && first.case.target() == found.case.target()
        };
        match groups.iter_mut().find(same) {
            Some((_, others)) => others.push(format!("{} ({})", found.subjects(), trials(found.occurrences))),
            None => groups.push((found, Vec::new())),
        }
    }
    let mut out = String::new();
    for (found, others) in groups {
        out += &finding(found, known);
        if !others.is_empty() {
            out += &labelled(2, "also", 6, &others.join(", "));
        }
        out.push('\n');
    }
    out
}

fn trials(count: u64) -> String {
    if count == 1 { "1 trial".to_owned() } else { format!("{count} trials") }
}

/// The end of the report: what it comes to.
fn last_lines(report: &RunReport) -> String {
    let counts = report.counts();
    let new = report.new_findings();
    let known = report.findings().count() - new;
    let mut out = String::new();
    if report.compiler_seconds > 0.0 {
        let _ = writeln!(out, "compilers: {:.1} s of processor time", report.compiler_seconds);
    }
    if report.interrupted {
        out += "interrupted: the report is about what was done until then\n";
    }
    let _ = writeln!(
        out,
        "{} trials in {:.1} s (seed {:#x}, generator {}): {} conform, {} violate, {} untestable; findings: {new} new, {known} known",
        counts.planned,
        report.seconds,
        report.seed,
        crosscall_generator::VERSION,
        counts.conforming,
        counts.violations,
        counts.untestable(),
    );
    out + &report.conclusion() + "\n"
}

/// Two groups of subjects side by side, with the questions that they answer differently.
fn incompatible(pair: &Incompatible) -> String {
    let mut out = paint(TITLE, &format!("{}  two dialects of the document", pair.target)) + "\n";
    out += &labelled(2, "one", 11, &pair.first.join(", "));
    out += &labelled(2, "other", 11, &pair.second.join(", "));
    let mut table = Table::new(2, &["", "one", "other"]);
    let prefix = format!("{}-", pair.target.clause_prefix());
    for answers in &pair.differences {
        let question = answers.question.strip_prefix(&prefix).unwrap_or(&answers.question);
        let texts = |readings: &[(String, String)]| {
            let texts: Vec<String> = readings.iter().map(|(id, text)| format!("{id}: {text}")).collect();
            texts.join(", or ")
        };
        table.row(&[question, &texts(&answers.first), &texts(&answers.second)]);
    }
    out + &table.draw()
}

/// Questions without a single answer, those that are left open for the same reason together.
fn unsettled(subject: &SubjectReport, prefix: &str) -> String {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for open in &subject.unsettled {
        let clause = open.clause.strip_prefix(prefix).unwrap_or(open.clause);
        let question = format!("{clause} {}", open.question).trim_end().to_owned();
        let why = match &open.why {
            Why::Several(readings) => format!("compatible with several readings: {}", readings.join(", ")),
            Why::DoesNotArise(reason) => format!("does not arise: {reason}"),
            Why::NotExercised => "not exercised: no case has spoken about it".to_owned(),
        };
        match lines.iter_mut().find(|(other, _)| *other == why) {
            Some((_, questions)) => questions.push(question),
            None => lines.push((why, vec![question])),
        }
    }
    let line = |(i, (why, questions)): (usize, &(String, Vec<String>))| {
        labelled(2, if i == 0 { "open" } else { "" }, 11, &format!("{}: {why}", questions.join(", ")))
    };
    lines.iter().enumerate().map(line).collect()
}

fn summary(subject: &SubjectReport, known: &Known) -> String {
    let counts = &subject.counts;
    let mut out = paint(TITLE, &format!("{}  {}", subject.target, subject.toolchain)) + "\n";
    let mut line = |label: &str, text: &str| out += &labelled(2, label, 11, text);
    if !subject.version.is_empty() {
        line("version", &subject.version);
    }
    let verdicts = format!(
        "{} of {}: {} conform, {} violate; {} skipped, {} unsupported, {} failed",
        counts.run,
        counts.planned,
        counts.conforming,
        counts.violations,
        counts.skipped,
        counts.unsupported,
        counts.failed
    );
    line("trials", &verdicts);
    let mut reasons: Vec<_> = subject.reasons.iter().collect();
    reasons.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), reason.as_str()));
    for (reason, count) in reasons.iter().take(MOST_REASONS) {
        line("", &format!("{count} times: {reason}"));
    }
    if reasons.len() > MOST_REASONS {
        line("", &format!("and {} more reasons", reasons.len() - MOST_REASONS));
    }
    let told = subject.failures.iter().filter(|f| !f.found);
    for (i, failed) in told.take(MOST_FAILURES).enumerate() {
        let label = if i == 0 { "failed" } else { "" };
        line(label, &format!("{}: case {}, {}", failed.pairing, failed.index, failed.signature()));
        // The first line stands among the reasons.
        for said in failed.message.lines().skip(1).filter(|l| !l.trim().is_empty()).take(MOST_MESSAGE) {
            line("", &format!("  {}", said.trim_end()));
        }
    }
    for (i, incident) in subject.incidents.iter().take(MOST_FAILURES).enumerate() {
        let times = if incident.times == 1 { "once".to_owned() } else { format!("{} times", incident.times) };
        line(if i == 0 { "unsteady" } else { "" }, &format!("{times}: {}", incident.reason));
    }
    line("coverage", &coverage(subject));
    if !subject.dialect.is_empty() {
        let prefix = format!("{}-", subject.target.clause_prefix());
        let readings = subject.dialect.iter().map(|(clause, reading)| {
            let clause = clause.strip_prefix(&prefix).unwrap_or(clause);
            format!("{clause}\u{a0}{}", reading.replace(' ', "\u{a0}"))
        });
        // A clause and its reading stay on one line.
        let text = readings.collect::<Vec<_>>().join(", ");
        out += &labelled(2, "dialect", 11, &text).replace('\u{a0}', " ");
        out += &unsettled(subject, &prefix);
    }
    let mut ids: Vec<(&str, u64)> = Vec::new();
    for (id, times) in subject.findings.iter().filter_map(|f| Some((f.known.as_deref()?, f.occurrences))) {
        match ids.iter_mut().find(|(known, _)| *known == id) {
            Some((_, sum)) => *sum += times,
            None => ids.push((id, times)),
        }
    }
    ids.sort_unstable();
    for (i, (id, times)) in ids.iter().enumerate() {
        let label = if i == 0 { "known" } else { "" };
        out += &labelled(2, label, 11, &format!("{} ({})", known_words(id, known), trials(*times)));
    }
    for (i, found) in subject.findings.iter().filter(|f| f.known.is_none()).enumerate() {
        let line = format!("{} ({})", found.fingerprint, trials(found.occurrences));
        out += &labelled(2, if i == 0 { "new" } else { "" }, 11, &line);
    }
    out
}

fn coverage(subject: &SubjectReport) -> String {
    let observable = catalogue(subject.target).clauses.iter().filter(|c| !c.observed.is_empty());
    let (all, seen) = observable
        .fold((0, 0), |(all, seen), c| (all + 1, seen + usize::from(subject.clauses.contains_key(&c.id))));
    let mut text = format!("{seen} of {all} observable clauses");
    if let Some(a) = subject.automaton {
        let _ = write!(
            text,
            "; argument automaton: {} of {} states, {} of {} transitions",
            a.states, a.all_states, a.transitions, a.all_transitions
        );
    }
    text
}

fn known_words(ids: &str, known: &Known) -> String {
    let word = |id: &str| match known.entry(id) {
        Some(entry) => format!("{id}: {}, see {}", entry.title, entry.document),
        None => id.to_owned(),
    };
    ids.split('+').map(word).collect::<Vec<_>>().join("; ")
}

/// The picture of one finding.
pub fn finding(found: &Finding, known: &Known) -> String {
    let (state, style) = if found.known.is_some() { ("known", KNOWN) } else { ("NEW", BAD.bold()) };
    let times = trials(found.occurrences);
    let rest = format!("{}  {}", found.pairing, found.subjects());
    let used = columns(state) + columns(found.clause()) + columns(&rest) + columns(&times) + 4;
    let gap = width().saturating_sub(used).max(2);
    let (state, clause) = (paint(style, state), paint(ID, found.clause()));
    let mut out = format!("{state}  {clause}  {rest}{:gap$}{times}\n\n", "");
    for line in wrap(&found.signature(), width().saturating_sub(2)) {
        let _ = writeln!(out, "  {line}");
    }
    out.push('\n');

    let mut table =
        Table::new(2, &["", expected_title(found), &observed_title(found)]).painted(1, GOOD).painted(2, BAD);
    for mismatch in &found.mismatches {
        let observed = match &mismatch.inferred {
            Some(inferred) => format!("{}; {inferred}", mismatch.observed),
            None => mismatch.observed.clone(),
        };
        table.row(&[&mismatch.subject, &mismatch.expected, &observed]);
    }
    if !table.is_empty() {
        out += &table.draw();
        out.push('\n');
    }
    out += &clause_words(found);
    out += &circumstances(found);
    if let Some(ids) = &found.known {
        out += &labelled(2, "known", 10, &known_words(ids, known));
    }
    if let Some(message) = &found.message {
        let lines: Vec<&str> = message.lines().filter(|l| !l.trim().is_empty()).take(8).collect();
        out += "  message\n";
        for line in lines {
            let _ = writeln!(out, "    {}", line.trim_end());
        }
    }
    if let Some(dumps) = &found.dumps {
        out += &difference(dumps);
    }
    if let Some(source) = &found.source {
        out += "  minimal case\n";
        let lines: Vec<&str> = source.lines().collect();
        for line in lines.iter().take(MOST_SOURCE) {
            out += format!("    {line}").trim_end();
            out.push('\n');
        }
        if lines.len() > MOST_SOURCE {
            let _ = writeln!(out, "    … {} more lines", lines.len() - MOST_SOURCE);
        }
    }
    if found.case_path.is_none() {
        out += "  case file, to be kept as case.toml\n";
        for line in CaseFile::identity(&found.case).lines() {
            out += format!("    {line}").trim_end();
            out.push('\n');
        }
    }
    let _ = writeln!(out, "  reproduce: {}", reproduce(found));
    out
}

/// Under what something is left over, how it was seen again, and what else goes wrong because of it.
fn circumstances(found: &Finding) -> String {
    let mut out = String::new();
    if !found.under.is_empty() {
        let known: Vec<String> = found.under.iter().map(|(id, reading)| departure(id, reading)).collect();
        out += &labelled(
            2,
            "",
            0,
            &format!("left over under what is known of the subject: {}", known.join(", ")),
        );
    }
    let again = match found.confirmed {
        Confirmed::Alone | Confirmed::Not | Confirmed::Chance => "",
        Confirmed::InItsBatch => {
            "seen again only when the case was compiled together with the others of its batch, not alone"
        }
        Confirmed::Gone => {
            "not seen again when the same cases were compiled and run once more: not repeatable"
        }
    };
    if !again.is_empty() {
        out += &labelled(2, "", 0, again);
    }
    if found.consequences > 0 {
        out += &labelled(2, "", 0, &consequences(found));
    }
    out
}

/// What goes wrong because of a finding.
fn consequences(found: &Finding) -> String {
    let mut text = format!("{} more go wrong because of it", trials(found.consequences));
    let told = |follower: &Follower| {
        let pairing = follower.pairing.map(|p| format!("{p}, ")).unwrap_or_default();
        let Follower { fingerprint, times, index, .. } = follower;
        format!("{fingerprint} ({pairing}{}, first in case {index})", trials(*times))
    };
    let all: Vec<String> = found.followers.iter().map(told).collect();
    if !all.is_empty() {
        text += &format!(", which by themselves would be called {}", all.join(", "));
    }
    text
}

fn expected_title(found: &Finding) -> &'static str {
    match found.kind {
        FindingKind::CompilerFault => "expected",
        _ => "the document expects",
    }
}

fn observed_title(found: &Finding) -> String {
    format!("{} does", found.subjects())
}

/// The clauses in our words, and the departures that explain the finding.
fn clause_words(found: &Finding) -> String {
    let catalogue = catalogue(found.case.target());
    let mut out = String::new();
    for id in &found.clauses {
        if let Some(clause) = catalogue.clause(id) {
            let _ = writeln!(out, "  {id} ({})", clause.section);
            out += &labelled(4, "", 0, &clause.rule);
        } else {
            let _ = writeln!(out, "  {id}");
        }
    }
    for (id, reading) in &found.deviations {
        let choices = catalogue.clause(id).map_or(&[][..], |c| &c.choices);
        // `R5` of the only question, or `name=R5` of one of several.
        let (name, reading_id) = reading.rsplit_once('=').unwrap_or(("", reading));
        let readings = choices.iter().filter(|c| name.is_empty() || c.name == name).flat_map(|c| &c.readings);
        let text =
            readings.filter(|r| r.id == reading_id).map(|r| r.text.as_str()).next().unwrap_or_default();
        out += &labelled(2, "", 0, &format!("explained by {}: {text}", departure(id, reading)));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// The command that shows the finding again.
pub fn reproduce(found: &Finding) -> String {
    let path = found.case_path.as_ref().map_or_else(|| "case.toml".to_owned(), |p| p.display().to_string());
    let mut command = format!("crosscall repro {path}");
    if found.kind != FindingKind::CompilerFault {
        let _ = write!(command, " --pairing {}", found.pairing);
    }
    for toolchain in &found.toolchains {
        let _ = write!(command, " --toolchain {toolchain}");
    }
    command
}

/// The lines in which two dumps differ, with one line around them.
fn difference(dumps: &Dumps) -> String {
    let (before, after) = (&dumps.before, &dumps.after);
    let diff = TextDiff::from_lines(&before.1, &after.1);
    let mut out = format!("  - {}\n  + {}\n", before.0, after.0);
    for (number, group) in diff.grouped_ops(1).iter().enumerate() {
        if number > 0 {
            out += "      …\n";
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let (sign, style) = match change.tag() {
                ChangeTag::Delete => ('-', GOOD),
                ChangeTag::Insert => ('+', BAD),
                ChangeTag::Equal => (' ', Style::new()),
            };
            let line = format!("    {sign} {}", change.value().trim_end());
            out += &(paint(style, &line) + "\n");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use expect_test::expect;

    #[test]
    fn a_clause_that_cannot_be_observed_does_not_count() {
        let report = sample::report();
        let mut subject = report.targets.into_iter().next().expect("a subject");
        let before = coverage(&subject);
        subject.clauses.insert("EPIPHANY-S19".to_owned(), 3);
        assert_eq!(coverage(&subject), before);
        subject.clauses.insert("EPIPHANY-TYPE-01".to_owned(), 3);
        assert_ne!(coverage(&subject), before);
    }

    #[test]
    fn picture_of_a_finding() {
        expect![[r#"
            NEW  EPIPHANY-RET-06  callee  epiphany-elf-gcc-O2                                          12 trials

              struct { int m0; int m1; } f(int)

                      the document expects                   epiphany-elf-gcc-O2 does
              ------  -------------------------------------  ---------------------------------------------------
              result  in memory at the address passed in r0  the memory still holds its poison; r0:r1 hold a
                                                             value; found in r0:r1

              EPIPHANY-RET-06 (Subroutine Return Values)
                A composite larger than 4 bytes, or whose size one side cannot know, is stored at an address
                that is passed as an extra argument.
              explained by EPIPHANY-RET-06=R5: not those of 8 bytes that have a natural machine mode: they are
              returned in r0 and r1

              - entry
              + return
                - r0 0x11
                - r1 0x5a5a5a5a
                + r0 0x12131415
                + r1 0x21222324
                  r4 0xa4a4a4a4
              minimal case
                struct s0 { int m0; int m1; };
                struct s0 f0(int a0);
              reproduce: crosscall repro reports/cases/epiphany/0123.toml --pairing callee --toolchain epiphany-elf-gcc-O2
        "#]].assert_eq(&finding(&sample::finding(), &Known::default()));
    }

    #[test]
    fn a_finding_that_is_kept_nowhere_shows_its_case() {
        let mut found = sample::finding();
        found.case_path = None;
        let text = finding(&found, &Known::default());
        let end = text.split("  case file").nth(1).unwrap_or_default();
        expect![[r#"
            , to be kept as case.toml
                crosscall = 1
                target = "epiphany"
                signature = "struct { int m0; int m1; } f(int)"
                arguments = ["0x11"]
                result = "{0x12131415, 0x21222324}"
              reproduce: crosscall repro case.toml --pairing callee --toolchain epiphany-elf-gcc-O2
        "#]]
        .assert_eq(end);
    }

    #[test]
    fn picture_of_a_compiler_fault() {
        expect![[r#"
            known  compiler-fault  callee  epiphany-elf-gcc-O2                                         12 trials

              struct { int m0; int m1; } f(int)

                        expected        epiphany-elf-gcc-O2 does
              --------  --------------  ------------------------
              compiler  an object file  internal compiler error

              known     ICE-1
              message
                f.c:3: internal compiler error: in extract_insn, at recog.cc:2791
              minimal case
                struct s0 { int m0; int m1; };
                struct s0 f0(int a0);
              reproduce: crosscall repro reports/cases/epiphany/0123.toml --toolchain epiphany-elf-gcc-O2
        "#]].assert_eq(&finding(&sample::fault(), &Known::default()));
    }

    #[test]
    fn the_whole_report() {
        let mut report = sample::report();
        report.interrupted = true;
        let mut second = report.targets[0].clone();
        second.toolchain = "epiphany-elf-gcc-O3".to_owned();
        second.findings.iter_mut().for_each(|f| f.toolchains = vec![second.toolchain.clone()]);
        report.targets.push(second);
        expect![[r#"
            NEW  EPIPHANY-RET-06  callee  epiphany-elf-gcc-O2                                          12 trials

              struct { int m0; int m1; } f(int)

                      the document expects                   epiphany-elf-gcc-O2 does
              ------  -------------------------------------  ---------------------------------------------------
              result  in memory at the address passed in r0  the memory still holds its poison; r0:r1 hold a
                                                             value; found in r0:r1

              EPIPHANY-RET-06 (Subroutine Return Values)
                A composite larger than 4 bytes, or whose size one side cannot know, is stored at an address
                that is passed as an extra argument.
              explained by EPIPHANY-RET-06=R5: not those of 8 bytes that have a natural machine mode: they are
              returned in r0 and r1

              - entry
              + return
                - r0 0x11
                - r1 0x5a5a5a5a
                + r0 0x12131415
                + r1 0x21222324
                  r4 0xa4a4a4a4
              minimal case
                struct s0 { int m0; int m1; };
                struct s0 f0(int a0);
              reproduce: crosscall repro reports/cases/epiphany/0123.toml --pairing callee --toolchain epiphany-elf-gcc-O2
              also  epiphany-elf-gcc-O3 (12 trials)

            epiphany  epiphany-elf-gcc-O2
              version    epiphany-elf-gcc (GCC) 12.2.0
              trials     1990 of 2000: 1978 conform, 12 violate; 1 skipped, 7 unsupported, 2 failed
                         7 times: no type _Float16
                         2 times: the linker ran out of room
              failed     callee: case 5, struct { int m0; int m1; } f(int)
                         more
              coverage   2 of 99 observable clauses; argument automaton: 14 of 16 states, 60 of 80 transitions
              dialect    S06 R3, S07 R1|R2
              open       RET-06 again: compatible with several readings: R3, R4
                         S07: compatible with several readings: R1, R2
                         S08 composite: does not arise: it comes up only with S06 R3
                         S10 copy, S11: not exercised: no case has spoken about it
              known      ICE-1 (12 trials)
              new        callee EPIPHANY-RET-06=R5 (12 trials)

            epiphany  epiphany-elf-gcc-O3
              version    epiphany-elf-gcc (GCC) 12.2.0
              trials     1990 of 2000: 1978 conform, 12 violate; 1 skipped, 7 unsupported, 2 failed
                         7 times: no type _Float16
                         2 times: the linker ran out of room
              failed     callee: case 5, struct { int m0; int m1; } f(int)
                         more
              coverage   2 of 99 observable clauses; argument automaton: 14 of 16 states, 60 of 80 transitions
              dialect    S06 R3, S07 R1|R2
              open       RET-06 again: compatible with several readings: R3, R4
                         S07: compatible with several readings: R1, R2
                         S08 composite: does not arise: it comes up only with S06 R3
                         S10 copy, S11: not exercised: no case has spoken about it
              known      ICE-1 (12 trials)
              new        callee EPIPHANY-RET-06=R5 (12 trials)

            epiphany  two dialects of the document
              one        epiphany-elf-gcc-O2
              other      embedded-epiphany
                                  one                                other
              ------------------  ---------------------------------  ---------------------------
              STACK-08 alignment  R3: 8 bytes at calls, 4 otherwise  R1: 4 bytes, or R2: 8 bytes

            left out  nyuzi-clang-O0, nyuzi-clang-O2: nyuzi-clang was not found
                      scripts/install-nyuzi-toolchain builds it
            compilers: 9.2 s of processor time
            interrupted: the report is about what was done until then
            4000 trials in 12.5 s (seed 0x1, generator 4): 3956 conform, 24 violate, 20 untestable; findings: 2 new, 2 known
            2 new findings: 3980 of 4000 trials were run; 4 of 4000 trials failed, 2 of them rejected by the compiler
        "#]].assert_eq(&render(&report, &Known::default()));
    }
}

//! The command that shows a finding again, on any machine with the same compilers: no configuration is needed.

use crate::run::{FailedTrials, RunReport, Started, SubjectReport};
use crate::shell;
use crosscall_model::finding::{Finding, FindingKind};

/// Name of the file with the case, in the command.
pub(crate) const CASE: &str = "case.toml";

/// The subjects of a finding, in its order, as they are started; those of which the report says nothing are left out.
pub(crate) fn started<'a>(report: &'a RunReport, found: &Finding) -> Vec<&'a Started> {
    let all = || report.targets.iter().filter(|subject| subject.target == found.case.target());
    let of = |name: &String| all().flat_map(|subject| &subject.started).find(|one| one.subject == *name);
    found.toolchains.iter().filter_map(of).collect()
}

/// The command, for the case in this file.
fn command_for(file: &str, found: &Finding) -> String {
    let mut words: Vec<String> = ["crosscall", "repro", file].map(str::to_owned).to_vec();
    if found.kind != FindingKind::CompilerFault {
        words.extend(["--pairing".to_owned(), found.pairing.to_string()]);
    }
    match found.described.is_empty() {
        true => {
            words.extend(found.toolchains.iter().flat_map(|name| ["--toolchain".to_owned(), name.clone()]))
        }
        false => words.extend(found.described.iter().cloned()),
    }
    shell::command(words)
}

/// The command, for the file of the case, or for `case.toml` where there is none.
pub fn command(found: &Finding) -> String {
    match &found.case_path {
        Some(path) => command_for(&path.display().to_string(), found),
        None => command_for(CASE, found),
    }
}

/// The command for somebody else, who keeps the text of the case in `case.toml`.
pub fn command_elsewhere(found: &Finding) -> String {
    command_for(CASE, found)
}

/// The command that tries the first of some trials again that failed since a compiler refused the source, and keeps that.
pub(crate) fn command_of_refused(seed: u64, subject: &SubjectReport, failed: &FailedTrials) -> String {
    let (target, kind) = (failed.case.target(), failed.case.matter().name());
    let case = format!("{target}/{kind}/{}@{seed:#x}", failed.index);
    let mut words: Vec<String> = ["crosscall", "repro", &case, "--pairing"].map(str::to_owned).to_vec();
    words.push(failed.pairing.to_string());
    let names = [subject.toolchain.clone()];
    let described = described(&names, &subject.started);
    match described.is_empty() {
        true => words.extend(names.into_iter().flat_map(|name| ["--toolchain".to_owned(), name])),
        false => words.extend(described),
    }
    words.extend(["--keep", "refused"].map(str::to_owned));
    shell::command(words)
}

/// The options that describe the subjects of a finding and name those that need no description; see [`Finding::described`].
pub fn described(toolchains: &[String], started: &[Started]) -> Vec<String> {
    let described = started.iter().filter_map(|one| Some((one, one.described.as_ref()?)));
    let mut described: Vec<(&Started, &Vec<String>)> = described.collect();
    // The same options are for all that are described; of others the command names what it can.
    let Some((_, options)) = described.first().copied() else { return Vec::new() };
    described.retain(|(_, own)| *own == options);
    described.dedup_by_key(|(one, _)| &one.subject);
    let mut words = Vec::new();
    for (one, _) in &described {
        words.extend(["--subject".to_owned(), format!("{}={}", one.subject, shell::command(&one.command))]);
    }
    words.extend(options.iter().cloned());
    let is_described = |name: &String| described.iter().any(|(one, _)| one.subject == *name);
    // Names say who calls whom, and who is tested beside those that are described.
    let is_same = described.len() == toolchains.len() && toolchains.iter().all(is_described);
    for name in toolchains.iter().filter(|_| !is_same) {
        words.extend(["--toolchain".to_owned(), name.clone()]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn who_is_described_and_who_is_named() {
        let mut report = sample::several_subjects();
        let mut found = sample::finding();
        let command = |report: &RunReport, found: &Finding| {
            let started: Vec<Started> = started(report, found).into_iter().cloned().collect();
            let described = described(&found.toolchains, &started);
            format!("{}\n", command_for(CASE, &Finding { described, ..found.clone() }))
        };
        expect![[r#"
            crosscall repro case.toml --pairing callee --toolchain epiphany-elf-gcc-O2
        "#]]
        .assert_eq(&command(&report, &found));
        let describe = |report: &mut RunReport, at: usize, options: &[&str]| {
            let started = &mut report.targets[at].started[0];
            started.command = vec!["/opt/my gcc".to_owned(), "-O2".to_owned()];
            started.described = Some(options.iter().map(|word| (*word).to_owned()).collect());
        };
        describe(&mut report, 0, &["--kind", "clang"]);
        expect![[r#"
            crosscall repro case.toml --pairing callee --subject 'epiphany-elf-gcc-O2='\''/opt/my gcc'\'' -O2' --kind clang
        "#]]
        .assert_eq(&command(&report, &found));
        // The caller is found by its name, the callee is described.
        found.pairing = crosscall_model::Pairing::Cross;
        found.toolchains.insert(0, "epiphany-elf-gcc-O3".to_owned());
        expect![[r#"
            crosscall repro case.toml --pairing cross --subject 'epiphany-elf-gcc-O2='\''/opt/my gcc'\'' -O2' --kind clang --toolchain epiphany-elf-gcc-O3 --toolchain epiphany-elf-gcc-O2
        "#]]
        .assert_eq(&command(&report, &found));
        describe(&mut report, 1, &["--kind", "clang"]);
        expect![[r#"
            crosscall repro case.toml --pairing cross --subject 'epiphany-elf-gcc-O3='\''/opt/my gcc'\'' -O2' --subject 'epiphany-elf-gcc-O2='\''/opt/my gcc'\'' -O2' --kind clang
        "#]]
        .assert_eq(&command(&report, &found));
        // A subject that calls itself is described once.
        found.toolchains = vec!["epiphany-elf-gcc-O2".to_owned(); 2];
        expect![[r#"
            crosscall repro case.toml --pairing cross --subject 'epiphany-elf-gcc-O2='\''/opt/my gcc'\'' -O2' --kind clang --toolchain epiphany-elf-gcc-O2 --toolchain epiphany-elf-gcc-O2
        "#]]
        .assert_eq(&command(&report, &found));
    }
}

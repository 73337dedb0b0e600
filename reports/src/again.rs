//! The command that shows a finding again on a machine with the same compilers and no configuration.

use crate::run::{RunReport, Started};
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

/// The command, for the case in [`CASE`].
pub(crate) fn command(report: &RunReport, found: &Finding) -> String {
    let described = started(report, found).into_iter().filter_map(|one| Some((one, one.described.as_ref()?)));
    let mut described: Vec<(&Started, &Vec<String>)> = described.collect();
    // The same options are for all that are described; of others the command names what it can.
    let options = described.first().map(|(_, options)| *options);
    described.retain(|(_, own)| Some(*own) == options);
    described.dedup_by_key(|(one, _)| &one.subject);
    let mut words: Vec<String> = ["crosscall", "repro", CASE].map(str::to_owned).to_vec();
    if found.kind != FindingKind::CompilerFault {
        words.extend(["--pairing".to_owned(), found.pairing.to_string()]);
    }
    for (one, _) in &described {
        words.extend(["--subject".to_owned(), format!("{}={}", one.subject, shell::command(&one.command))]);
    }
    words.extend(options.into_iter().flatten().cloned());
    let is_described = |name: &String| described.iter().any(|(one, _)| one.subject == *name);
    // Names say who calls whom, and who is tested beside those that are described.
    let is_same = described.len() == found.toolchains.len() && found.toolchains.iter().all(is_described);
    for name in found.toolchains.iter().filter(|_| !is_same) {
        words.extend(["--toolchain".to_owned(), name.clone()]);
    }
    shell::command(words)
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
        let command = |report: &RunReport, found: &Finding| format!("{}\n", command(report, found));
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

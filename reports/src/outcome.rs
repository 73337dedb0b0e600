//! Outcome of a run, and every exit code of the program.

use crate::buckets::Night;
use crate::run::RunReport;

/// Exit code: nothing new was found.
pub const EXIT_CLEAN: u8 = 0;
/// Exit code: violations that are not in the list of known ones.
pub const EXIT_VIOLATIONS: u8 = 1;
/// Exit code: the command line, a configuration or a case file is wrong.
pub const EXIT_INPUT: u8 = 2;
/// Exit code: a toolchain, a machine or the disk could not do its part, or nothing was tested.
pub const EXIT_TOOL: u8 = 3;
/// Exit code of a process that a signal asked to end, less the signal's number.
pub const EXIT_SIGNAL: u8 = 128;
/// Exit code of `repro --bisect`: this state cannot be tested, so that `git bisect run` tries another one.
pub const EXIT_SKIP: u8 = 125;
/// Exit code of `repro --bisect`: nothing can be tested, so that `git bisect run` ends.
pub const EXIT_ABORT: u8 = 255;

/// Exit code of a process that a signal asked to end: 129 after SIGHUP, 130 after SIGINT, 143 after SIGTERM.
pub fn signal_exit_code(signal: i32) -> u8 {
    u8::try_from(signal).map_or(EXIT_SIGNAL, |signal| EXIT_SIGNAL.saturating_add(signal))
}

/// Name of a signal that asks a process to end, by its number on Linux.
pub fn signal_name(signal: i32) -> &'static str {
    match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        15 => "SIGTERM",
        _ => "a signal",
    }
}

/// Overall result of a run; decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A signal stopped it.
    Stopped(i32),
    /// Something new was found, or is there still though this report does not show it.
    New,
    /// A subject answers a question of its document in several ways, though each batch of cases by itself conforms.
    Contradicted,
    /// Known findings that have to show do not.
    Gone,
    /// Nothing new, but trials failed and no finding says why.
    Failed,
    /// Not one trial was run.
    NothingTested,
    /// Nothing new, but not one trial was run with a subject that should have been tested.
    SomeNotTested,
    /// Nothing new.
    Clean,
}

impl Outcome {
    /// The outcome in a few words, as the title of a report.
    pub fn title(self) -> &'static str {
        match self {
            Outcome::Stopped(_) => "The run was stopped",
            Outcome::New => "There is something that no list accepts",
            Outcome::Contradicted => "A subject does not keep to one interpretation of its document",
            Outcome::Gone => "What has to show does not show any longer",
            Outcome::Failed => "Trials failed, and nothing says why",
            Outcome::NothingTested => "Nothing was tested",
            Outcome::SomeNotTested => "Some subjects were not tested",
            Outcome::Clean => "Nothing new",
        }
    }
}

impl RunReport {
    /// Overall result: the first of the following that holds.
    pub fn outcome(&self) -> Outcome {
        let counts = self.counts();
        if let Some(signal) = self.signal {
            Outcome::Stopped(signal)
        } else if self.new_findings() > 0 || self.open_elsewhere() > 0 {
            Outcome::New
        } else if self.contradicted().next().is_some() {
            Outcome::Contradicted
        } else if self.gone.iter().any(|gone| gone.strict) {
            Outcome::Gone
        } else if counts.unexplained() > 0 || (counts.judged() > 0 && self.incidents() > 0) {
            Outcome::Failed
        } else if counts.judged() == 0 {
            Outcome::NothingTested
        } else if self.targets.iter().any(|t| t.counts.planned > 0 && t.counts.judged() == 0)
            || self.left_out.iter().any(|l| l.wanted)
        {
            Outcome::SomeNotTested
        } else {
            Outcome::Clean
        }
    }

    /// Buckets of earlier nights that are there and are not in this report.
    fn open_elsewhere(&self) -> usize {
        self.night.as_ref().map_or(0, Night::open_elsewhere)
    }

    /// Exit code of a process that ends with this report.
    pub fn exit_code(&self) -> u8 {
        match self.outcome() {
            Outcome::Stopped(signal) => signal_exit_code(signal),
            Outcome::New | Outcome::Contradicted | Outcome::Gone => EXIT_VIOLATIONS,
            Outcome::Failed | Outcome::NothingTested | Outcome::SomeNotTested => EXIT_TOOL,
            Outcome::Clean => EXIT_CLEAN,
        }
    }

    /// The outcome in one line: how many of how many trials were run, and the reason for the exit code.
    pub fn conclusion(&self) -> String {
        let counts = self.counts();
        let of = |part: u64| format!("{part} of {} trials", counts.planned);
        let mut ran = of(counts.run) + " were run";
        if counts.unchanged > 0 {
            ran += &format!(", {} are unchanged", counts.unchanged);
        }
        let new = match self.new_findings() {
            0 => "nothing new".to_owned(),
            1 => "1 new finding".to_owned(),
            number => format!("{number} new findings"),
        };
        let failed = || match counts.rejected {
            0 => of(counts.unexplained()) + " failed",
            rejected if rejected == counts.unexplained() => {
                of(rejected) + " failed: rejected by the compiler"
            }
            rejected => {
                format!("{} failed, {rejected} of them rejected by the compiler", of(counts.unexplained()))
            }
        };
        match self.outcome() {
            Outcome::Stopped(signal) => format!("stopped by {}: {ran}; {new}", signal_name(signal)),
            Outcome::New => {
                let open = match self.open_elsewhere() {
                    0 => String::new(),
                    1 => ", 1 bucket of earlier nights is open still".to_owned(),
                    count => format!(", {count} buckets of earlier nights are open still"),
                };
                let mut text = format!("{new}{open}: {ran}");
                if counts.found > 0 {
                    text += &format!("; {} failed through faults of the compiler", of(counts.found));
                }
                if counts.unexplained() > 0 {
                    text += &format!("; {}", failed());
                }
                text
            }
            Outcome::Contradicted => {
                let all = self.contradicted().map(|(subject, question, ways)| {
                    format!("{} answers {question} in several ways: {ways}", subject.toolchain)
                });
                format!("{}; {new}: {ran}", all.collect::<Vec<_>>().join("; "))
            }
            Outcome::Gone => {
                let strict = self.gone.iter().filter(|gone| gone.strict).map(|gone| gone.id.as_str());
                let ids: Vec<&str> = strict.collect();
                format!(
                    "no longer there, though the list says that it has to be: {}; {new}: {ran}",
                    ids.join(", ")
                )
            }
            Outcome::Clean if counts.unsupported > 0 => {
                format!("{new}: {ran}; {} are unsupported", counts.unsupported)
            }
            Outcome::Clean => format!("{new}: {ran}"),
            Outcome::Failed if counts.unexplained() == 0 => {
                let times = match self.incidents() {
                    1 => "1 compilation".to_owned(),
                    times => format!("{times} compilations"),
                };
                format!("{times} failed, and not again; {new} in the {} that were run", of(counts.run))
            }
            Outcome::Failed if counts.judged() == 0 => failed() + "; nothing was tested",
            Outcome::Failed => format!("{}; {new} in the {} that were run", failed(), counts.run),
            Outcome::NothingTested => format!("nothing was tested: {ran}"),
            Outcome::SomeNotTested => {
                let idle = self.targets.iter().filter(|t| t.counts.planned > 0 && t.counts.judged() == 0);
                let idle = idle.map(|t| t.toolchain.as_str());
                let left_out = self.left_out.iter().filter(|l| l.wanted).flat_map(|l| &l.toolchains);
                let names: Vec<&str> = idle.chain(left_out.map(String::as_str)).collect();
                format!("{new}: {ran}, but none with {}", names.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{contradicted, incident, report};

    #[test]
    fn sums_are_checked() {
        let mut sample = report();
        sample.check().unwrap();
        assert_eq!(sample.exit_code(), 1);
        sample.targets[0].counts.conforming += 1;
        assert!(sample.check().is_err());
        sample.targets[0].counts.run += 1;
        assert!(sample.check().is_err());
    }

    #[test]
    fn the_exit_code_is_earned() {
        let mut sample = report();
        let code = |sample: &RunReport| (sample.exit_code(), sample.conclusion());
        let is = |sample: &RunReport, expected: u8, words: &str| {
            assert_eq!(code(sample), (expected, words.to_owned()));
        };
        let one = "1 new finding: 1990 of 2000 trials were run; 2 of 2000 trials failed, 1 of them rejected by the compiler";
        is(&sample, 1, one);
        sample.targets[0].findings.remove(0);
        let failed = "2 of 2000 trials failed, 1 of them rejected by the compiler; nothing new in the 1990 that were run";
        is(&sample, 3, failed);
        let counts = &mut sample.targets[0].counts;
        (counts.rejected, counts.found) = (0, 2);
        is(&sample, 0, "nothing new: 1990 of 2000 trials were run; 7 are unsupported");
        sample.targets[0].incidents.push(incident());
        let failed =
            "3 compilations failed, and not again; nothing new in the 1990 of 2000 trials that were run";
        is(&sample, 3, failed);
        sample.targets[0].incidents.clear();
        sample.left_out[0].wanted = true;
        let without =
            "nothing new: 1990 of 2000 trials were run, but none with nyuzi-clang-O0, nyuzi-clang-O2";
        is(&sample, 3, without);
        sample.targets[0].unsettled.push(contradicted());
        let ways = "epiphany-elf-gcc-O2 answers EPIPHANY-S10:slots in several ways: only R3 in the batch of case 640, only R1 or R4 in \
                    the batch of case 1280; nothing new: 1990 of 2000 trials were run";
        is(&sample, 1, ways);
        sample.signal = Some(15);
        is(&sample, 143, "stopped by SIGTERM: 1990 of 2000 trials were run; nothing new");
        is(&RunReport::default(), 3, "nothing was tested: 0 of 0 trials were run");
    }
}

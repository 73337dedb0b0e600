//! When, where and how a report came about.

use crate::shell;
use serde::{Deserialize, Serialize};

/// Origin of a report. Findings do not depend on it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// When the run began, as ISO 8601 has it, in UTC.
    pub date: String,
    /// The command line, quoted as for a shell.
    pub command: String,
    /// Version of the generator that made the cases: with another one a seed means other cases.
    pub generator: u32,
    /// The machine.
    pub host: Host,
    /// Who executed the programs, where it was not the simulator that is built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<String>,
    /// Whose linker linked the programs, where it was not the one that is built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linker: Option<String>,
}

/// The machine on which a run took place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// Its name.
    pub name: String,
    /// Its operating system, with the release.
    pub system: String,
    /// Its instruction set.
    pub architecture: String,
    /// Number of processors that this process may use.
    pub processors: usize,
}

impl Origin {
    /// Who executes and links, where that is not built in, as the rest of a line: `, backend pcode, linker llvm-19`.
    pub fn tools(&self) -> String {
        let named = |what: &str, name: &Option<String>| {
            name.as_ref().map(|name| format!(", {what} {name}")).unwrap_or_default()
        };
        named("backend", &self.backend) + &named("linker", &self.linker)
    }

    /// Origin of a run of this process that begins now, with cases of this version of the generator.
    pub fn now(generator: u32) -> Origin {
        let words: Vec<String> =
            std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let system = rustix::system::uname();
        let text = |word: &std::ffi::CStr| word.to_string_lossy().into_owned();
        Origin {
            date: date(std::time::SystemTime::now()),
            command: shell::command(words),
            generator,
            host: Host {
                name: text(system.nodename()),
                system: format!("{} {}", text(system.sysname()), text(system.release())),
                architecture: text(system.machine()),
                processors: std::thread::available_parallelism().map_or(1, usize::from),
            },
            backend: None,
            linker: None,
        }
    }
}

/// A moment to the second, as ISO 8601 has it, in UTC.
fn date(moment: std::time::SystemTime) -> String {
    let since = moment.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or(0);
    let moment = chrono::DateTime::from_timestamp(seconds, 0).unwrap_or_default().naive_utc();
    format!("{}T{}Z", moment.date(), moment.time())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn a_date_a_command_and_a_machine() {
        assert_eq!(date(UNIX_EPOCH + Duration::from_secs(1_700_000_001)), "2023-11-14T22:13:21Z");
        let origin = Origin::now(5);
        let own = std::env::args().next().unwrap();
        assert!(origin.command.contains(own.rsplit('/').next().unwrap()), "{}", origin.command);
        let Host { name, system, architecture, processors } = origin.host;
        assert!(!name.is_empty() && system.contains(' ') && processors > 0, "{system}");
        assert_eq!(architecture, std::env::consts::ARCH);
    }
}

//! Compilers of an entry of the list of known findings: a maker, a range of versions, and a pattern for the machine.

use crosscall_base::pattern::fits;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Versions of a compiler, for some machines such as `gcc 12..15 riscv*`, or for all: `gcc 12..15`.
///
/// `12` is 12 with all its releases, `12..15` every version from 12 to the last release of 15, and `12..` also every
/// newer one: the newest that was tried still shows the finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Compilers {
    /// Maker, as [`crosscall_toolchain::identity`] has it.
    maker: String,
    versions: Versions,
    /// Pattern for the machine; none for any.
    machine: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Versions {
    /// A version with its releases.
    One(String),
    /// The first and the last; without a last one all that are newer, too.
    Range(String, Option<String>),
}

/// Numbers of a version, up to the first that is none: `[9, 0, 0]` of `9.0.0svn`. Empty where it has none.
pub(crate) fn numbers(version: &str) -> Vec<u64> {
    let mut numbers = Vec::new();
    for part in version.split('.') {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match part.get(..digits).and_then(|digits| digits.parse().ok()) {
            Some(number) => numbers.push(number),
            None => break,
        }
        if digits < part.len() {
            break;
        }
    }
    numbers
}

/// True if a version is not older than another.
pub(crate) fn is_at_least(version: &str, other: &str) -> bool {
    numbers(version) >= numbers(other)
}

impl Versions {
    fn parse(text: &str) -> Option<Versions> {
        let is_number = |version: &str| {
            version.starts_with(|c: char| c.is_ascii_digit())
                && !version.ends_with('.')
                && !version.contains('*')
        };
        match text.split_once("..") {
            None if is_number(text) || text == "?" => Some(Versions::One(text.to_owned())),
            Some((from, "")) if is_number(from) => Some(Versions::Range(from.to_owned(), None)),
            Some((from, to)) if is_number(from) && is_number(to) && numbers(from) <= numbers(to) => {
                Some(Versions::Range(from.to_owned(), Some(to.to_owned())))
            }
            _ => None,
        }
    }

    fn admit(&self, version: &str) -> bool {
        let is_not_past = |last: &str| {
            let last = numbers(last);
            numbers(version).into_iter().take(last.len()).collect::<Vec<_>>() <= last
        };
        match self {
            Versions::One(own) if numbers(own).is_empty() || numbers(version).is_empty() => own == version,
            Versions::One(own) => numbers(version).starts_with(&numbers(own)),
            Versions::Range(from, to) => is_at_least(version, from) && to.as_deref().is_none_or(is_not_past),
        }
    }
}

/// Maker, version and machine of an identity; the machine is empty where it has none.
pub(crate) fn parts(compiler: &str) -> Option<(&str, &str, &str)> {
    let (maker, rest) = compiler.split_once(' ')?;
    let (version, machine) = rest.split_once(' ').unwrap_or((rest, ""));
    Some((maker, version, machine))
}

impl Compilers {
    /// True if it is about a compiler, given by its identity.
    pub fn admit(&self, compiler: &str) -> bool {
        self.admit_any_version(compiler)
            && parts(compiler).is_some_and(|(_, version, _)| self.versions.admit(version))
    }

    /// True if it is about a compiler, whatever version that has.
    pub fn admit_any_version(&self, compiler: &str) -> bool {
        let is_for = |machine: &str| self.machine.as_ref().is_none_or(|own| fits(own, machine));
        parts(compiler).is_some_and(|(maker, _, machine)| maker == self.maker && is_for(machine))
    }

    /// Machine, if it is one and no pattern for several.
    pub fn machine(&self) -> Option<&str> {
        self.machine.as_deref().filter(|machine| !machine.contains('*'))
    }

    /// Every version of these compilers.
    pub(crate) fn of_every_version(&self) -> Compilers {
        Compilers { versions: Versions::Range("0".to_owned(), None), ..self.clone() }
    }
}

impl TryFrom<String> for Compilers {
    type Error = String;

    fn try_from(text: String) -> Result<Compilers, String> {
        let wrong = || {
            format!(
                "`{text}` names no compiler; give its maker, its versions and perhaps its machine, such as `gcc 12..15`, \
                 `gcc 12 epiphany-elf` or `clang 14.. riscv*`"
            )
        };
        let (maker, versions, machine) = parts(&text).ok_or_else(wrong)?;
        if maker.is_empty() || maker.contains('*') {
            return Err(wrong());
        }
        let versions = Versions::parse(versions).ok_or_else(wrong)?;
        let machine = (!machine.is_empty()).then(|| machine.to_owned());
        Ok(Compilers { maker: maker.to_owned(), versions, machine })
    }
}

impl From<Compilers> for String {
    fn from(compilers: Compilers) -> String {
        compilers.to_string()
    }
}

impl fmt::Display for Compilers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Compilers { maker, versions, machine } = self;
        match versions {
            Versions::One(version) => write!(f, "{maker} {version}")?,
            Versions::Range(from, to) => write!(f, "{maker} {from}..{}", to.as_deref().unwrap_or_default())?,
        }
        machine.as_ref().map_or(Ok(()), |machine| write!(f, " {machine}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compilers(text: &str) -> Result<Compilers, String> {
        Compilers::try_from(text.to_owned())
    }

    #[test]
    fn versions_go_by_their_numbers() {
        let admits = |text: &str, compiler: &str| compilers(text).unwrap().admit(compiler);
        for (text, inside, outside) in [
            ("gcc 12 riscv*", &["12", "12.2.0", "12.4"][..], &["1.2", "11.4.0", "120.1", "13.1.0", "?"][..]),
            ("gcc 9..15 riscv*", &["9.0", "12.2.0", "15.3.0"], &["8.5.0", "16.0.0", "?"]),
            ("gcc 9.. riscv*", &["9.0.0svn", "24.0.0"], &["8.9", "?"]),
            ("gcc 2.40..2.44 riscv*", &["2.40", "2.40.90", "2.44.1"], &["2.39", "2.45", "2.4"]),
            ("gcc 12.2.0 riscv*", &["12.2.0"], &["12.2", "12.2.1"]),
            ("gcc ? riscv*", &["?"], &["12.2.0"]),
        ] {
            for version in inside {
                assert!(admits(text, &format!("gcc {version} riscv64-unknown-elf")), "{text}: {version}");
            }
            for version in outside {
                assert!(!admits(text, &format!("gcc {version} riscv64-unknown-elf")), "{text}: {version}");
            }
        }
        assert!(
            !admits("gcc 12 riscv*", "clang 12.0.0 riscv64") && !admits("gcc 12 riscv*", "gcc 12.2.0 avr")
        );
        assert!(
            !admits("gcc 12 riscv*", "")
                && admits("gcc 12", "gcc 12.2.0 avr")
                && admits("crosscall 0..", "crosscall 0.1.0")
        );
        assert!(admits("forw 1 forwardcom emulator", "forw 1.14 forwardcom emulator"));
        assert!(!admits("forw 1 forwardcom", "forw 1.14 forwardcom emulator"));
    }

    #[test]
    fn what_names_no_compiler_is_refused() {
        for text in [
            "",
            "*",
            "gcc",
            "gcc riscv*",
            "gcc * riscv*",
            "gcc 12.* riscv*",
            "* 12 riscv*",
            "gcc 15..12 riscv*",
            "gcc ..12 riscv*",
        ] {
            assert!(compilers(text).is_err(), "{text}");
        }
        for text in ["gcc 12 epiphany-elf", "gcc 12..15 riscv*", "clang 14.. riscv*", "gcc ? avr", "gcc 12.."]
        {
            assert_eq!(compilers(text).unwrap().to_string(), text);
        }
    }
}

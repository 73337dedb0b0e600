//! The names of architectures, such as `rv64imac_zicsr2p0`.

use super::isa::Xlen;

/// Meaning of the name of an architecture, as far as an assembler needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arch {
    /// Width of the registers.
    pub(super) xlen: Xlen,
    /// There are only 16 of them.
    pub(super) embedded: bool,
    /// Instructions may be compressed.
    pub(super) compressed: bool,
    /// There are registers of doubles.
    pub(super) doubles: bool,
}

/// Reads the name of an architecture.
pub(super) fn parse(name: &str) -> Option<Arch> {
    let (xlen, extensions) = extensions(name)?;
    let base = extensions.first().is_some_and(|first| matches!(first.as_str(), "i" | "e" | "g"));
    let mut arch = Arch { xlen, embedded: false, compressed: false, doubles: false };
    extensions.iter().for_each(|extension| arch.add(extension));
    base.then_some(arch)
}

/// The width and the extensions, without their versions, that the name of an architecture consists of.
pub(super) fn extensions(name: &str) -> Option<(Xlen, Vec<String>)> {
    let name = name.to_ascii_lowercase();
    let (xlen, rest) = match (name.strip_prefix("rv32"), name.strip_prefix("rv64")) {
        (Some(rest), _) => (Xlen::Rv32, rest),
        (_, Some(rest)) => (Xlen::Rv64, rest),
        _ => return None,
    };
    let mut parts = rest.split('_');
    let letters = parts.next().unwrap_or("");
    // A letter may have a version behind it, `2p1`, and names of several letters may follow without a sign between.
    let (single, more) = letters.split_at(letters.find(['z', 's', 'x']).unwrap_or(letters.len()));
    let starts = single.char_indices().filter(|(at, letter)| {
        let digit_before =
            at.checked_sub(1).and_then(|at| single.as_bytes().get(at)).is_some_and(u8::is_ascii_digit);
        letter.is_ascii_alphabetic() && !(*letter == 'p' && digit_before)
    });
    let letters = starts.map(|(_, letter)| letter.to_string());
    let names = std::iter::once(more).chain(parts).filter(|name| !name.is_empty());
    Some((xlen, letters.chain(names.map(|name| without_version(name).to_owned())).collect()))
}

/// The name of an extension without a version such as `1p0` behind it.
fn without_version(name: &str) -> &str {
    let without_digits = |name: &'_ str| name.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
    let minor = name.get(..without_digits(name)).unwrap_or(name);
    let major = minor.strip_suffix('p').filter(|major| minor != name && without_digits(major) < major.len());
    major.map_or(minor, |major| major.get(..without_digits(major)).unwrap_or(major))
}

impl Arch {
    /// Adds an extension by its name without a version.
    fn add(&mut self, extension: &str) {
        match extension {
            "e" => self.embedded = true,
            "c" | "zca" => self.compressed = true,
            "d" | "g" | "q" => self.doubles = true,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_without_versions() {
        let of = |name: &str| extensions(name).map(|(_, names)| names.join(" "));
        let cases = [
            ("rv64imac_zcmp", "i m a c zcmp"),
            (
                "rv32i2p1_m2p0_zcmp1p0_zicbop1p0_zve32x1p0_zvl128b1p0_za64rs",
                "i m zcmp zicbop zve32x zvl128b za64rs",
            ),
            ("rv64imaczba_zbb1", "i m a c zba zbb"),
        ];
        for (name, expected) in cases {
            assert_eq!(of(name).as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn names_are_read() {
        let with = |xlen, embedded, compressed, doubles| Some(Arch { xlen, embedded, compressed, doubles });
        let cases = [
            ("rv64gc", with(Xlen::Rv64, false, true, true)),
            (
                "rv32i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0",
                with(Xlen::Rv32, false, true, true),
            ),
            ("rv32emac", with(Xlen::Rv32, true, true, false)),
            ("rv64i2p0_m2p0_a2p0", with(Xlen::Rv64, false, false, false)),
            ("rv32imafd_zca", with(Xlen::Rv32, false, true, true)),
            ("rv128i", None),
            ("rv64m", None),
            ("x86", None),
        ];
        for (name, expected) in cases {
            assert_eq!(parse(name), expected, "{name}");
        }
    }
}

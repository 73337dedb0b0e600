//! The names of architectures, such as `rv64imac_zicsr2p0`.

use super::super::isa::Xlen;

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
    let name = name.to_ascii_lowercase();
    let (xlen, rest) = match (name.strip_prefix("rv32"), name.strip_prefix("rv64")) {
        (Some(rest), _) => (Xlen::Rv32, rest),
        (_, Some(rest)) => (Xlen::Rv64, rest),
        _ => return None,
    };
    let mut parts = rest.split('_');
    let mut arch = Arch { xlen, embedded: false, compressed: false, doubles: false };
    let letters = parts.next().unwrap_or("");
    // A letter may have a version behind it, `2p1`, and names of several letters may follow without a sign between.
    let single = letters.find(['z', 's', 'x']).map_or(letters, |at| letters.get(..at).unwrap_or(letters));
    let starts = single.char_indices().filter(|(at, letter)| {
        let digit_before =
            at.checked_sub(1).and_then(|at| single.as_bytes().get(at)).is_some_and(u8::is_ascii_digit);
        letter.is_ascii_alphabetic() && !(*letter == 'p' && digit_before)
    });
    let mut base = false;
    for (at, letter) in starts {
        base |= at == 0 && matches!(letter, 'i' | 'e' | 'g');
        arch.add(&letter.to_string());
    }
    for part in parts {
        arch.add(part.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == 'p'));
    }
    base.then_some(arch)
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

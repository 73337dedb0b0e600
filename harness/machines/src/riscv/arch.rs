//! The names of architectures, such as `rv64imac_zicsr2p0`.

use super::isa::{Extension, Xlen};

/// A set of extensions of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Extensions(u64);

impl Extensions {
    /// All but those of compressed instructions.
    pub(super) const ALL_LONG: Self = Self(!Self::COMPRESSED.0);
    /// The compressed instructions that there were first.
    pub(super) const C: Self = Self::of(&[Extension::C, Extension::Cf, Extension::Cd]);
    /// All of those of compressed instructions.
    pub(super) const COMPRESSED: Self = Self(Self::C.0 | Self::of(&[Extension::Zcb]).0);

    const fn of(list: &[Extension]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < list.len() {
            bits |= 1 << list[at] as u64;
            at += 1;
        }
        Self(bits)
    }

    pub(super) const fn has(self, extension: Extension) -> bool {
        self.0 >> extension as u64 & 1 == 1
    }

    pub(super) const fn with(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    pub(super) const fn without(self, fewer: Self) -> Self {
        Self(self.0 & !fewer.0)
    }
}

/// What a name of an extension stands for: extensions of the machine, and others by their names.
#[rustfmt::skip]
static NAMES: &[(&str, &[Extension], &[&str])] = {
    use Extension::*;
    &[
        ("g", &[], &["i", "m", "a", "f", "d", "zicsr", "zifencei"]),
        ("i", &[I], &[]), ("e", &[I], &[]), ("m", &[M], &[]), ("a", &[A], &[]),
        ("f", &[F], &["zicsr"]), ("d", &[D], &["f"]), ("q", &[], &["d"]), ("zfh", &[Zfh, ZfhD], &["f"]), ("zfa", &[Zfa], &["f"]),
        ("zicsr", &[Zicsr], &[]), ("zifencei", &[Zifencei], &[]), ("zicond", &[Zicond], &[]),
        ("zicbop", &[Zicbop], &[]), ("zihintpause", &[Zihintpause], &[]),
        ("c", &[C, Cf, Cd], &[]), ("zca", &[C], &[]), ("zcf", &[Cf], &["zca"]), ("zcd", &[Cd], &["zca"]), ("zcb", &[Zcb], &["zca"]),
        ("zce", &[], &["zcb"]),
        ("b", &[], &["zba", "zbb", "zbs"]),
        ("zba", &[Zba], &[]), ("zbb", &[Zbb], &[]), ("zbc", &[Zbc], &[]), ("zbs", &[Zbs], &[]),
        ("zk", &[], &["zkn"]),
        ("zkn", &[], &["zbkb", "zbkc", "zbkx", "zkne", "zknd", "zknh"]),
        ("zks", &[], &["zbkb", "zbkc", "zbkx", "zksed", "zksh"]),
        ("zbkb", &[Zbkb], &[]), ("zbkx", &[Zbkx], &[]), ("zknd", &[Zknd], &[]), ("zkne", &[Zkne], &[]), ("zknh", &[Zknh], &[]),
        ("zksed", &[Zksed], &[]), ("zksh", &[Zksh], &[]),
        ("v", &[V], &["d"]), ("zve32x", &[V], &["zicsr"]), ("zve64x", &[V], &["zicsr"]),
        ("zve32f", &[V], &["f"]), ("zve64f", &[V], &["f"]), ("zve64d", &[V], &["d"]),
    ]
};

/// The extensions of the machine that an extension by its name consists of or needs.
pub(super) fn implied(name: &str) -> Extensions {
    let Some((_, own, others)) = NAMES.iter().find(|(known, ..)| *known == name) else {
        return Extensions::default();
    };
    others.iter().fold(Extensions::of(own), |set, other| set.with(implied(other)))
}

/// Meaning of the name of an architecture, as far as an assembler needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arch {
    /// Width of the registers.
    pub(super) xlen: Xlen,
    /// There are only 16 of them.
    pub(super) embedded: bool,
    /// The extensions of the machine that it has.
    pub(super) extensions: Extensions,
}

/// Reads the name of an architecture.
pub(super) fn parse(name: &str) -> Option<Arch> {
    let (xlen, names) = extensions(name)?;
    let base = names.first().is_some_and(|first| matches!(first.as_str(), "i" | "e" | "g"));
    let embedded = names.iter().any(|name| name == "e");
    let extensions = names.iter().fold(Extensions::default(), |set, name| set.with(implied(name)));
    base.then_some(Arch { xlen, embedded, extensions })
}

/// The extensions after a part of `.option arch`: a name such as `+zba` or `-c`, or that of a whole architecture.
pub(super) fn changed(extensions: Extensions, part: &str) -> Extensions {
    match (part.strip_prefix('+'), part.strip_prefix('-'), parse(part)) {
        (Some(name), ..) => extensions.with(implied(without_version(name))),
        (_, Some(name), _) => extensions.without(own(without_version(name))),
        (.., Some(arch)) => arch.extensions,
        _ => extensions,
    }
}

/// The extensions that go with a name, but for those that it only needs.
fn own(name: &str) -> Extensions {
    let Some((_, own, others)) = NAMES.iter().find(|(known, ..)| *known == name) else {
        return Extensions::default();
    };
    if own.is_empty() {
        others.iter().fold(Extensions::default(), |set, other| set.with(implied(other)))
    } else {
        Extensions::of(own)
    }
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
        let with = |xlen, embedded, compressed, doubles| Some((xlen, embedded, compressed, doubles));
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
            let found = parse(name).map(|arch| {
                let has = |extension| arch.extensions.has(extension);
                (arch.xlen, arch.embedded, has(Extension::C), has(Extension::D))
            });
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn names_stand_for_others() {
        use Extension::*;
        let all = |name: &str| parse(name).map(|arch| arch.extensions);
        assert_eq!(all("rv64ib"), Some(Extensions::of(&[I, Zba, Zbb, Zbs])));
        let cryptography = &[I, Zbkb, Zbkx, Zkne, Zknd, Zknh, Zksed, Zksh];
        assert_eq!(all("rv32i_zkn1p0_zks1p0"), Some(Extensions::of(cryptography)));
        assert_eq!(all("rv32i_zcb"), Some(Extensions::of(&[I, C, Zcb])));
        assert_eq!(all("rv64i_zfa"), Some(Extensions::of(&[I, F, Zicsr, Zfa])));
    }

    #[test]
    fn options_change_extensions() {
        use Extension::*;
        let after = |list: &str| list.split(' ').fold(Extensions::default(), changed);
        assert_eq!(after("rv64i +zbb1p0 +zba"), Extensions::of(&[I, Zba, Zbb]));
        assert_eq!(after("+b -zbb"), Extensions::of(&[Zba, Zbs]));
        assert_eq!(after("+b -b +zcb -zcb"), Extensions::of(&[C]));
        assert_eq!(after("+c rv32i +unknown"), Extensions::of(&[I]));
    }
}

//! Compilers by the text in which they name themselves.

/// A compiler with its major version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Producer {
    Gcc(u32),
    Clang(u32),
    /// Another one, or one without a version.
    Other,
}

impl Producer {
    /// The compiler that a unit names.
    pub(super) fn of(producer: &[u8]) -> Producer {
        let reported = String::from_utf8_lossy(producer);
        let version = |text: &str| {
            let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<u32>().ok()
        };
        if let Some((_, rest)) = reported.split_once("clang version ") {
            return version(rest).map_or(Producer::Other, Producer::Clang);
        }
        let words = reported.strip_prefix("GNU C").and_then(|rest| rest.split(' ').skip(1).find_map(version));
        words.map_or(Producer::Other, Producer::Gcc)
    }
}

/// True if a producer says that the source is of a version of C in which enumerations can have fixed types.
pub(super) fn is_of_c23(producer: &[u8]) -> bool {
    let reported = String::from_utf8_lossy(producer);
    ["c23", "c2x", "gnu23", "gnu2x", "C23", "C2X"].iter().any(|version| reported.contains(version))
}

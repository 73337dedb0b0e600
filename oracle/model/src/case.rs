//! A case: what one test is about, without a word on how it is carried out.

use crate::ctype::Signature;
use crate::target::Target;
use crate::value::Value;

/// One signature with its values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Case {
    /// The processor.
    pub target: Target,
    /// Types of the function.
    pub signature: Signature,
    /// One value for each of [`Signature::arguments`], in that order.
    pub arguments: Vec<Value>,
    /// The value that the callee returns, when the function has a result.
    pub result: Option<Value>,
    /// What else the C code around the call does.
    pub style: Style,
}

/// What a subject's code does besides passing values on. Each of these puts pressure on a different
/// part of a compiler; none of them changes what the document says about the case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Style {
    /// The callee calls another function before it reads its parameters, so that they have to
    /// survive that call.
    pub calls: bool,
    /// How many word values the caller keeps alive across the call (0 to 16).
    pub live: u8,
    /// Size in bytes of a local array that the callee writes and reads (0 for none, at most 4096).
    pub locals: u16,
    /// The callee reads its parameters through their addresses.
    pub address_taken: bool,
}

/// Who calls whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pairing {
    /// The subject calls a probe.
    Caller,
    /// A probe calls the subject.
    Callee,
    /// One subject calls another.
    Cross,
    /// Constants are read from the subject's object file; nothing runs.
    Layout,
    /// Header, relocations, symbols and sections of the subject's object file; nothing runs.
    Object,
}

impl Pairing {
    /// Every pairing.
    pub const ALL: [Pairing; 5] =
        [Pairing::Caller, Pairing::Callee, Pairing::Cross, Pairing::Layout, Pairing::Object];

    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Pairing::Caller => "caller",
            Pairing::Callee => "callee",
            Pairing::Cross => "cross",
            Pairing::Layout => "layout",
            Pairing::Object => "object",
        }
    }
}

impl std::fmt::Display for Pairing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Pairing {
    type Err = String;

    fn from_str(text: &str) -> Result<Pairing, String> {
        Pairing::ALL.into_iter().find(|p| p.name() == text).ok_or_else(|| {
            let known: Vec<_> = Pairing::ALL.iter().map(|p| p.name()).collect();
            format!("unknown pairing `{text}`; known: {}", known.join(", "))
        })
    }
}

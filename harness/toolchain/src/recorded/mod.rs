//! Recorded compilers: the object files that a compiler made of our generated C, kept with what says where they come from. A
//! recorded compiler is a subject where the compiler itself cannot be had. It answers for its recorded cases and for no others.

pub mod file;
pub mod serve;
pub mod take;

use crate::{Toolchain, ToolchainKind};
use crosscall_engine::unit::Role;
use crosscall_model::Target;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// Beginning of the names of recorded subjects.
pub use crosscall_reports::names::RECORDED as PREFIX;

/// The recorded compilers that are part of the program, read once; their products are, when one of them is tested.
pub fn built_in() -> &'static [Arc<Recorded>] {
    static BUILT_IN: LazyLock<Vec<Arc<Recorded>>> = LazyLock::new(|| {
        // A test sees to it that each can be read.
        let read = |&(name, bytes): &(&'static str, &'static [u8])| {
            file::read_when_asked(Path::new(name), bytes).unwrap_or_default()
        };
        crosscall_corpus::recorded().iter().flat_map(read).map(Arc::new).collect()
    });
    &BUILT_IN
}

/// Everything that is known of one recorded compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// Name, identity and version.
    pub label: Label,
    /// Digest of the file that it was read from.
    pub digest: String,
    /// Answers to its cases.
    pub products: Products,
}

/// Name, identity and version of a recorded compiler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// Name of the subject that was recorded, such as `epiphany-elf-gcc-O2`.
    pub name: String,
    /// The target.
    pub target: Target,
    /// Identity of the compiler, such as `gcc 12.2.0 epiphany-elf`.
    pub compiler: String,
    /// First line of what the compiler said about its version.
    pub version: String,
    /// Day of the recording, such as `2026-11-25`.
    pub date: String,
}

/// Answers of one compiler out of those of a file, which are read when somebody asks for one.
#[derive(Clone)]
pub struct Products {
    of_file: Arc<WhenAsked>,
    at: usize,
}

type WhenAsked = LazyLock<Vec<Recordings>, Box<dyn FnOnce() -> Vec<Recordings> + Send + Sync>>;

impl From<Recordings> for Products {
    fn from(all: Recordings) -> Products {
        Products { of_file: Arc::new(WhenAsked::new(Box::new(|| vec![all]))), at: 0 }
    }
}

impl Deref for Products {
    type Target = Recordings;

    fn deref(&self) -> &Recordings {
        static NONE: Recordings = BTreeMap::new();
        self.of_file.get(self.at).unwrap_or(&NONE)
    }
}

impl PartialEq for Products {
    fn eq(&self, other: &Products) -> bool {
        **self == **other
    }
}

impl Eq for Products {}

impl std::fmt::Debug for Products {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

/// Answers of one compiler, by role and by the digest of the case.
pub type Recordings = BTreeMap<(Role, String), Recording>;

/// A compiler's answer to the unit of one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// Digest of the unit's text in C.
    pub text: String,
    /// The answer.
    pub product: Product,
}

/// Product of a compiler, or its refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Product {
    /// An object file, byte for byte.
    Object(Vec<u8>),
    /// The compiler lacks a feature, for this reason.
    Unsupported(String),
    /// Refusal, in the compiler's words.
    Rejected(String),
    /// Crash, hang or rubbish, in words.
    Fault(String),
}

/// The products of a subject, if it is recorded. They have no part in comparisons of subjects: version and digest distinguish
/// one recording from another.
#[derive(Debug, Clone, Default)]
pub struct RecordedProducts(pub Option<Arc<Recorded>>);

impl PartialEq for RecordedProducts {
    fn eq(&self, _: &RecordedProducts) -> bool {
        true
    }
}

impl Eq for RecordedProducts {}

impl Recorded {
    /// Number of its cases.
    pub fn cases(&self) -> usize {
        let mut keys: Vec<&str> = self.products.keys().map(|(_, case)| case.as_str()).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.len()
    }

    /// The subject that it is.
    pub fn subject(self: Arc<Recorded>) -> Toolchain {
        let Label { name, target, compiler, version, date } = &self.label;
        Toolchain {
            name: format!("{PREFIX}{name}"),
            kind: ToolchainKind::Recorded,
            compiler: compiler.clone(),
            version: format!("{version}, recorded on {date}"),
            recorded: RecordedProducts(Some(Arc::clone(&self))),
            ..Toolchain::embedded(*target)
        }
    }
}

//! Compilers as crosscall sees them: where they are, what they can do, how they are run.
//!
//! C text goes in, object files come out; assemblers and linkers are subjects as well. A compiler is never trusted: it may hang, crash, fork and
//! print without end, and none of that reaches further than this module.

pub mod answers;
pub mod assembler;
pub mod bisect;
pub mod capability;
pub mod case_file;
pub mod cases;
pub mod class;
pub mod compile;
pub mod config;
pub mod discover;
pub mod emits;
pub mod emulate;
pub mod expression;
pub mod hook;
pub mod identity;
pub mod language;
pub mod link;
pub mod linker;
pub mod named;
pub mod object;
pub mod printer;
pub mod recorded;
pub mod select;
pub mod spelling;
mod support;
mod suspects;
pub mod tool;
pub mod trace;
pub mod units;
pub mod usual;
mod waits;
pub mod worker;

use crate::recorded::RecordedProducts;
use compile::CompiledUnit;
use crosscall_embedded::{Options, ValueFault};
use crosscall_model::{About, CaseKind, Pairing, Target};
use emits::Emits;
use hook::Hook;
use identity::Subject;
use language::Language;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use waits::Waits;

/// A subject: a compiler with its flags, or the embedded code generator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toolchain {
    /// Its name on the command line and in reports, such as `epiphany-elf-gcc-O2`.
    pub name: String,
    /// The processor it compiles for.
    pub target: Target,
    /// Its kind: the command line that it understands.
    pub kind: ToolchainKind,
    /// Compiler or printer with its own flags; empty for the embedded code generator.
    pub cc: Vec<String>,
    /// Assembler with its own flags; empty when there is none.
    pub as_: Vec<String>,
    /// Linker with its own flags; empty when there is none.
    pub ld: Vec<String>,
    /// Emulator with its own flags: what the toolchain makes is run there. Empty when our own machine runs it.
    pub emulator: Vec<String>,
    /// Form of its output.
    pub emits: Emits,
    /// Object files and libraries with functions of the compiler's own, by their paths.
    #[serde(default)]
    pub support: Vec<String>,
    /// True if crosscall finds it by itself under its name.
    #[serde(default)]
    pub found: ByItself,
    /// First line of what it says about its version; empty when it was not asked.
    pub version: String,
    /// Changes its work; `None` for a subject as it is.
    #[serde(skip)]
    pub hook: Option<Arc<dyn Hook>>,
    /// Its products, where it is recorded.
    #[serde(skip)]
    pub recorded: RecordedProducts,
    /// Times of its runs.
    #[serde(skip)]
    pub waits: Waits,
    /// Its identity whatever its name, such as `gcc 12.2.0 epiphany-elf`; see [`identity`]. Empty when
    /// it was not asked.
    pub compiler: String,
}

/// Way in which crosscall came to a toolchain, which is no part of what the toolchain is: all of these are equal.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ByItself(pub bool);

impl PartialEq for ByItself {
    fn eq(&self, _: &ByItself) -> bool {
        true
    }
}

impl Eq for ByItself {}

/// Kind of a toolchain: the command line that it understands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolchainKind {
    /// GCC or a compiler with the same command line.
    Gcc,
    /// Clang or a compiler with the same command line.
    Clang,
    /// rustc, the compiler of Rust.
    Rustc,
    /// A command that is given cases as data, for compilers without a front end for C; see [`printer`].
    Printer,
    /// The ForwardCom assembler and linker, one program. In calls and values it assembles what the embedded code generator
    /// writes.
    Forw,
    /// An assembler and a linker with the command lines of GNU as and GNU ld.
    Binutils,
    /// crosscall's own code generator; no process is started.
    Embedded,
    /// Object files that a compiler wrote at another time; no process is started.
    Recorded,
}

impl ToolchainKind {
    /// Every kind.
    pub const ALL: [ToolchainKind; 8] = [
        ToolchainKind::Gcc,
        ToolchainKind::Clang,
        ToolchainKind::Rustc,
        ToolchainKind::Printer,
        ToolchainKind::Forw,
        ToolchainKind::Binutils,
        ToolchainKind::Embedded,
        ToolchainKind::Recorded,
    ];

    /// The name in `crosscall.toml` and in reports.
    pub fn name(self) -> &'static str {
        match self {
            ToolchainKind::Gcc => "gcc",
            ToolchainKind::Clang => "clang",
            ToolchainKind::Rustc => "rustc",
            ToolchainKind::Printer => "printer",
            ToolchainKind::Forw => "forw",
            ToolchainKind::Binutils => "binutils",
            ToolchainKind::Embedded => "embedded",
            ToolchainKind::Recorded => "recorded",
        }
    }

    /// The language that it compiles by starting a process; `None` for everything but compilers.
    pub const fn language(self) -> Option<Language> {
        match self {
            ToolchainKind::Gcc | ToolchainKind::Clang => Some(Language::C),
            ToolchainKind::Rustc => Some(Language::Rust),
            ToolchainKind::Printer => Some(Language::Request),
            _ => None,
        }
    }

    /// The language of its units; C for what is no compiler, as people are shown cases.
    pub fn written_in(self) -> Language {
        self.language().unwrap_or(Language::C)
    }

    /// True if it compiles text by starting a process.
    pub const fn is_compiler(self) -> bool {
        self.language().is_some()
    }

    /// True if it compiles C text by starting a process.
    pub const fn compiles_c(self) -> bool {
        matches!(self.language(), Some(Language::C))
    }

    /// True if one without an emulator is tested in a pairing: calls and values are for compilers, tools are assemblers and linkers.
    pub fn takes_part(self, pairing: Pairing) -> bool {
        match self {
            ToolchainKind::Gcc | ToolchainKind::Clang => pairing.matter() != CaseKind::Tool,
            ToolchainKind::Binutils => pairing.matter() == CaseKind::Tool,
            ToolchainKind::Forw | ToolchainKind::Embedded => true,
            ToolchainKind::Rustc | ToolchainKind::Printer | ToolchainKind::Recorded => {
                pairing.matter() == CaseKind::Call
            }
        }
    }
}

impl std::str::FromStr for ToolchainKind {
    type Err = String;

    fn from_str(text: &str) -> Result<ToolchainKind, String> {
        // Recorded compilers are in files of their own, and are never described.
        let described = || ToolchainKind::ALL.into_iter().filter(|kind| *kind != ToolchainKind::Recorded);
        described().find(|k| k.name() == text).ok_or_else(|| {
            let known: Vec<_> = described().map(ToolchainKind::name).collect();
            format!("unknown kind `{text}`; known: {}", known.join(", "))
        })
    }
}

/// Name of the embedded subject of a target.
pub use crosscall_reports::names::embedded as embedded_name;

impl Toolchain {
    /// The command that is asked for its version, with the key that it has in `crosscall.toml`.
    pub fn asked(&self) -> (&'static str, &[String]) {
        match self.kind {
            ToolchainKind::Binutils if self.as_.is_empty() => ("ld", &self.ld),
            ToolchainKind::Binutils | ToolchainKind::Forw => ("as", &self.as_),
            ToolchainKind::Printer => ("printer", &self.cc),
            _ => ("cc", &self.cc),
        }
    }

    /// True if it is tested in a pairing. One with an emulator is tested in values alone: what goes wrong there and not
    /// without the emulator is the emulator's.
    pub fn takes_part(&self, pairing: Pairing) -> bool {
        match self.emulator.is_empty() {
            true => self.kind.takes_part(pairing),
            false => pairing.matter() == CaseKind::Value,
        }
    }

    /// True unless it is recorded, and this case is not among its cases.
    pub fn has(&self, case: &About) -> bool {
        match (&self.recorded.0, case) {
            (None, _) => true,
            (Some(recorded), About::Call(case)) => recorded.has(case),
            (Some(_), _) => false,
        }
    }

    /// Options of the embedded code generator for this subject.
    pub fn options(&self) -> Options {
        self.hook.as_ref().map_or_else(|| Options::new(self.target), |hook| hook.options(self.target))
    }

    /// Mistake of the embedded code generator in the value of expressions, as this subject has it.
    pub fn value_fault(&self) -> Option<&'static ValueFault> {
        self.hook.as_ref().and_then(|hook| hook.value_fault())
    }

    /// Its description for lists of known findings.
    pub fn known_as(&self) -> Subject<'_> {
        Subject {
            name: &self.name,
            compiler: &self.compiler,
            options: self.cc.get(1..).unwrap_or_default(),
            is_embedded: self.kind == ToolchainKind::Embedded,
        }
    }

    /// The embedded code generator of a target.
    pub fn embedded(target: Target) -> Toolchain {
        Toolchain {
            name: embedded_name(target),
            target,
            kind: ToolchainKind::Embedded,
            cc: Vec::new(),
            as_: Vec::new(),
            ld: Vec::new(),
            emulator: Vec::new(),
            emits: Emits::Object,
            support: Vec::new(),
            found: ByItself(true),
            version: format!("crosscall {}", env!("CARGO_PKG_VERSION")),
            hook: None,
            waits: Waits::default(),
            recorded: RecordedProducts::default(),
            compiler: format!("crosscall {} {target}", env!("CARGO_PKG_VERSION")),
        }
    }
}

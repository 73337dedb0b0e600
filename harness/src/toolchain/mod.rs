//! Compilers as crosscall sees them: where they are, what they can do, how they are run.
//!
//! C text goes in, object files come out; assemblers and linkers are subjects as well. A compiler is never trusted: it may hang, crash, fork and
//! print without end, and none of that reaches further than this module.

pub mod bisect;
pub mod capability;
pub mod compile;
pub mod config;
pub mod discover;
pub mod emits;
pub mod emulate;
pub mod hook;
pub mod identity;
pub mod link;
pub mod named;
pub mod object;
pub mod select;
pub mod spelling;
pub mod trace;

use crate::known::Subject;
use compile::CompiledUnit;
use crosscall_embedded::{Options, ValueFault};
use crosscall_model::{Matter, Pairing, Target};
use emits::Emits;
use hook::Hook;
use std::sync::Arc;

/// A subject: a compiler with its flags, or the embedded code generator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolchain {
    /// Its name on the command line and in reports, such as `epiphany-elf-gcc-O2`.
    pub name: String,
    /// The processor it compiles for.
    pub target: Target,
    /// How it is driven.
    pub kind: Kind,
    /// Compiler with its own flags; empty for the embedded code generator.
    pub cc: Vec<String>,
    /// Assembler with its own flags; empty when there is none.
    pub as_: Vec<String>,
    /// Linker with its own flags; empty when there is none.
    pub ld: Vec<String>,
    /// Emulator with its own flags: what the toolchain makes is run there. Empty when our own machine runs it.
    pub emulator: Vec<String>,
    /// What it writes.
    pub emits: Emits,
    /// First line of what it says about its version; empty when it was not asked.
    pub version: String,
    /// Changes its work; `None` for a subject as it is.
    pub hook: Option<Arc<dyn Hook>>,
    /// What it says of itself whatever its name, such as `gcc 12.2.0 epiphany-elf`; see [`identity`]. Empty when
    /// it was not asked.
    pub compiler: String,
}

/// How a toolchain is driven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// GCC or a compiler with the same command line.
    Gcc,
    /// Clang or a compiler with the same command line.
    Clang,
    /// The ForwardCom assembler and linker, one program. In calls and values it assembles what the embedded code generator
    /// writes.
    Forw,
    /// An assembler and a linker with the command lines of GNU as and GNU ld.
    Binutils,
    /// crosscall's own code generator; no process is started.
    Embedded,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 5] = [Kind::Gcc, Kind::Clang, Kind::Forw, Kind::Binutils, Kind::Embedded];

    /// The name in `crosscall.toml` and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Gcc => "gcc",
            Kind::Clang => "clang",
            Kind::Forw => "forw",
            Kind::Binutils => "binutils",
            Kind::Embedded => "embedded",
        }
    }

    /// Whether it compiles C text by starting a process.
    pub const fn compiles_c(self) -> bool {
        matches!(self, Kind::Gcc | Kind::Clang)
    }

    /// Whether one without an emulator is tested in a pairing: calls and values are for what makes code, tools are assemblers and linkers.
    pub fn takes_part(self, pairing: Pairing) -> bool {
        match self {
            Kind::Gcc | Kind::Clang => pairing.matter() != Matter::Tool,
            Kind::Binutils => pairing.matter() == Matter::Tool,
            Kind::Forw | Kind::Embedded => true,
        }
    }
}

impl std::str::FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        Kind::ALL.into_iter().find(|k| k.name() == text).ok_or_else(|| {
            let known: Vec<_> = Kind::ALL.iter().map(|k| k.name()).collect();
            format!("unknown kind `{text}`; known: {}", known.join(", "))
        })
    }
}

/// Name of the embedded subject of a target.
pub fn embedded_name(target: Target) -> String {
    format!("embedded-{target}")
}

impl Toolchain {
    /// The command that is asked for its version, with the key that it has in `crosscall.toml`.
    pub fn asked(&self) -> (&'static str, &[String]) {
        match self.kind {
            Kind::Binutils if self.as_.is_empty() => ("ld", &self.ld),
            Kind::Binutils | Kind::Forw => ("as", &self.as_),
            _ => ("cc", &self.cc),
        }
    }

    /// Whether it is tested in a pairing. One with an emulator is tested in values alone: what goes wrong there and not
    /// without the emulator is the emulator's.
    pub fn takes_part(&self, pairing: Pairing) -> bool {
        match self.emulator.is_empty() {
            true => self.kind.takes_part(pairing),
            false => pairing.matter() == Matter::Value,
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
        Subject { name: &self.name, compiler: &self.compiler, is_embedded: self.kind == Kind::Embedded }
    }

    /// The embedded code generator of a target.
    pub fn embedded(target: Target) -> Toolchain {
        Toolchain {
            name: embedded_name(target),
            target,
            kind: Kind::Embedded,
            cc: Vec::new(),
            as_: Vec::new(),
            ld: Vec::new(),
            emulator: Vec::new(),
            emits: Emits::Object,
            version: format!("crosscall {}", env!("CARGO_PKG_VERSION")),
            hook: None,
            compiler: format!("crosscall {} {target}", env!("CARGO_PKG_VERSION")),
        }
    }
}

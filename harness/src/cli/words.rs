//! Values that are one word of a list: help and completions show the list, and a mistake is reported with the word that is
//! most like it.

use super::MachineTarget;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use crosscall_base::target_word::TargetWord;
use crosscall_engine::machine::backend::Backend;
use crosscall_explain::forms;
use crosscall_machines::toolset;
use crosscall_model::{Form, Pairing, Target};
use crosscall_reports::origin::Origin;
use std::collections::BTreeSet;
use std::str::FromStr;

/// Names of the targets that have a document, and of the machines that several of them share.
fn names() -> BTreeSet<&'static str> {
    Target::ALL.into_iter().flat_map(|target| [target.facts().machine, target.name()]).collect()
}

/// A target that has a document.
pub(super) fn target() -> impl TypedValueParser<Value = TargetWord> {
    PossibleValuesParser::new(names()).try_map(|word| TargetWord::of(&word))
}

/// Targets of one word of the command line: one of them, or those of a machine that several share.
#[derive(Debug, Clone)]
pub struct Targets(Vec<Target>);

impl Targets {
    /// The targets of all words, each once.
    pub fn all(words: &[Targets]) -> Vec<Target> {
        let mut all = Vec::new();
        for target in words.iter().flat_map(|word| &word.0) {
            if !all.contains(target) {
                all.push(*target);
            }
        }
        all
    }
}

impl FromStr for Targets {
    type Err = String;

    fn from_str(word: &str) -> Result<Targets, String> {
        let is_meant = |target: &Target| target.name() == word || target.facts().machine == word;
        let meant: Vec<Target> = Target::ALL.into_iter().filter(is_meant).collect();
        if meant.is_empty() { Err(format!("unknown target `{word}`")) } else { Ok(Targets(meant)) }
    }
}

/// One target or several with documents.
pub(super) fn targets() -> impl TypedValueParser<Value = Targets> {
    PossibleValuesParser::new(names()).try_map(|word| word.parse::<Targets>())
}

/// Options that say who makes and runs programs.
#[derive(Debug, clap::Args)]
pub struct ProgramArgs {
    /// Who executes the programs: the simulator that is built in, or `pcode`, one of RISC-V that follows a SLEIGH specification
    #[arg(long, value_name = "BACKEND", value_enum, default_value = "built-in")]
    pub backend: BackendWord,
    /// Who links the programs: the linkers of these subjects, such as `riscv64-binutils-*`, instead of the one that is built in
    #[arg(long, value_name = "NAME")]
    pub linker: Option<String>,
}

impl ProgramArgs {
    /// Origin of a report of this process that begins now.
    pub fn origin(&self) -> Origin {
        let (backend, linker) = (self.backend.name(), self.linker.clone());
        Origin { backend, linker, ..Origin::now(crosscall_generator::VERSION) }
    }
}

/// Who executes programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum BackendWord {
    /// The simulator that is built in
    BuiltIn,
    /// One of which SLEIGH p-code says what instructions do
    Pcode,
}

impl BackendWord {
    /// Its name where a report has to say it: for one that is not built in.
    pub fn name(self) -> Option<String> {
        (self == BackendWord::Pcode).then(|| "pcode".to_owned())
    }
}

impl From<BackendWord> for Backend {
    fn from(word: BackendWord) -> Backend {
        match word {
            BackendWord::BuiltIn => Backend::BuiltIn,
            BackendWord::Pcode => Backend::Pcode,
        }
    }
}

/// A target that has machines.
pub(super) fn machine_target() -> impl TypedValueParser<Value = MachineTarget> {
    PossibleValuesParser::new(toolset::ALL.map(|tools| tools.name()))
        .try_map(|name| name.parse::<MachineTarget>())
}

/// Forms of a function.
pub(super) fn form() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(forms::names()).try_map(|name| name.parse::<Form>())
}

/// The pairings.
pub(super) fn pairing() -> impl TypedValueParser<Value = Pairing> {
    PossibleValuesParser::new(Pairing::ALL.map(Pairing::name)).try_map(|name| name.parse::<Pairing>())
}

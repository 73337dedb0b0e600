//! `crosscall audit`: each rule that a function can break is found under its clause, and functions that break none raise
//! nothing.

mod aarch64;
mod cfi;
mod command;
mod compiled;
mod contracts;
mod conventions;
mod correct;
mod corrupters;
mod described;
mod directed;
mod dpu;
mod epiphany;
mod forwardcom;
mod guessed;
mod high;
mod ipu;
mod library;
mod meant;
mod nyuzi;
mod one_link;
mod program;
mod registers;
#[cfg(feature = "pcode")]
mod repaired;
mod riscv;
mod saved;
mod sound;
mod sources;
mod untested;
mod vector;
mod versions;
mod x86_64;

use crosscall_audit::convention::Convention;
use crosscall_audit::material::Material;
use crosscall_audit::meaning::named;
use crosscall_audit::unwind::Moments;
use crosscall_audit::{Effort, Question, audit};
use crosscall_engine::machine;
use crosscall_explain::dialect::Dialect;
use crosscall_explain::input::Input;
use crosscall_model::Target;
use crosscall_reports::audit::{Audited, End, Ran};

/// A function with what is asked about it.
pub(super) struct Asked<'a> {
    pub(super) target: Target,
    pub(super) text: &'a str,
    pub(super) prototype: &'a str,
    pub(super) arguments: &'a [&'a str],
    pub(super) dialect: &'a str,
    pub(super) inputs: u64,
    pub(super) seed: u64,
    pub(super) is_guessed: bool,
    pub(super) vector_bits: Option<u64>,
}

impl<'a> Asked<'a> {
    /// A function without parameters.
    pub(super) fn plain(target: Target, text: &'a str) -> Asked<'a> {
        let (prototype, arguments, dialect) = ("void f(void)", [].as_slice(), "");
        Asked {
            target,
            text,
            prototype,
            arguments,
            dialect,
            inputs: 300,
            seed: 1,
            is_guessed: false,
            vector_bits: None,
        }
    }

    /// Result of the audit.
    pub(super) fn audit(&self) -> Audited {
        crosscall_toolchain::assembler::offer_those_on_path();
        let object = machine::assemble_with_lines(self.target, "f.s", self.text);
        let object = object.unwrap_or_else(|e| panic!("{}: {e}\n{}", self.target, self.text));
        let material = Material { objects: vec![object], ..Material::default() };
        let declaration = crosscall_declarations::parse(self.prototype);
        let declaration = declaration.unwrap_or_else(|e| panic!("{}: {e}", self.prototype));
        let source = Input::typed(self.prototype);
        let meanings = self.arguments.iter().map(|text| named(text).unwrap()).collect();
        audit(&Question {
            target: self.target,
            material: &material,
            symbol: declaration.name.clone(),
            declaration,
            source: &source,
            meanings,
            dialect: Dialect::parse(self.target, self.dialect).unwrap(),
            exceptions: Vec::new(),
            same_as: None,
            cfi: Moments::default(),
            is_guessed: self.is_guessed,
            convention: Convention::default(),
            effort: Effort {
                inputs: self.inputs,
                seed: self.seed,
                vector_bits: self.vector_bits,
                ..Effort::default()
            },
        })
    }

    /// Results of the runs.
    pub(super) fn ran(&self) -> Ran {
        match self.audit().end {
            End::Ran(ran) => *ran,
            End::NotTested(reason) => panic!("{}: not tested: {reason}\n{}", self.target, self.text),
        }
    }
}

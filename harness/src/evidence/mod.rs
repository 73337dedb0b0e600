//! Evidence: what a person needs to look at a finding without crosscall, and to tell others of it.

pub mod cases;
pub mod confirm;
pub mod filecheck;
pub mod folder;
pub mod head;
pub mod input;
pub mod issue;
pub mod makers;
pub mod notes;
pub mod outside;
pub mod standalone;
pub mod state;
pub mod trackers;
pub mod units;
pub mod watched;
pub mod words;

use crosscall_campaign::rerun::listing;
use crosscall_campaign::rerun::single::Pair;
use crosscall_engine::verdict::Evidence;
use crosscall_model::About;
use crosscall_model::finding::Finding;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::language::Language;
use crosscall_toolchain::units::CompileContext;
use standalone::Program;
use std::cell::OnceCell;

/// Folder of the evidence in a report's folder.
pub const FOLDER: &str = "evidence";

/// A finding with everything that it can be shown again with.
#[derive(Debug)]
pub struct Scene<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// The subject that is judged.
    pub first: &'a Toolchain,
    /// The one that it calls in the pairing `cross`.
    pub partner: Option<&'a Toolchain>,
    /// Compilers of C for the counterpart, where a subject compiles another language.
    pub companions: Vec<&'a Toolchain>,
    /// Knowledge about the first.
    pub knowledge: &'a Knowledge,
    /// Observation and plan, where something ran.
    pub evidence: Option<&'a Evidence>,
    /// Folder and limits for compilations.
    pub context: CompileContext<'a>,
    /// The program that shows it, once somebody has asked for it; see [`Scene::program`].
    pub program: OnceCell<Result<Program, String>>,
    /// The test for FileCheck, once somebody has asked for it; see [`Scene::test`].
    pub test: OnceCell<Option<filecheck::Test>>,
}

impl<'a> Scene<'a> {
    /// The subject that is judged, and the one that it calls.
    pub fn subjects(&self) -> impl Iterator<Item = &'a Toolchain> {
        std::iter::once(self.first).chain(self.partner)
    }

    /// The compiler of a file of the program: of the called function's the one that is called, and a companion where a subject
    /// does not compile its language: a certain one, or the first.
    ///
    /// # Errors
    /// There is none, in words.
    pub fn compiler<'s>(
        &'s self,
        file: &str,
        companion: Option<&'s Toolchain>,
    ) -> Result<&'s Toolchain, String> {
        let called = self.partner.filter(|_| file.starts_with("callee."));
        let takes = |subject: &&Toolchain| Language::of_file(file) == Some(subject.kind.written_in());
        let found = Some(called.unwrap_or(self.first))
            .filter(takes)
            .or(self.partner.filter(takes))
            .or(companion)
            .or(self.companions.first().copied());
        found.ok_or_else(|| {
            format!("no compiler of C for {} is there to compile the other side", self.first.target)
        })
    }

    /// The code of the subject as it ran, with the instruction marked that did it.
    ///
    /// # Errors
    /// Why there is none.
    pub fn listing(&self) -> Result<listing::Lines, String> {
        let About::Call(case) = &self.finding.case else { return Err("nothing runs".to_owned()) };
        let evidence = self.evidence.ok_or_else(|| "nothing ran".to_owned())?;
        listing::traced(&listing::Wrong {
            case,
            pair: Pair { subject: self.first, partner: None, pairing: self.finding.pairing },
            plan: &evidence.plan,
            mismatches: &self.finding.mismatches,
            knowledge: self.knowledge,
            context: self.context,
        })
    }

    /// The test for FileCheck that the subject fails; it is made and tried once.
    pub fn test(&self) -> Option<&filecheck::Test> {
        self.test.get_or_init(|| filecheck::test(self)).as_ref()
    }

    /// The program that shows the finding without crosscall; it is made and tried once.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn program(&self) -> Result<&Program, &str> {
        self.program.get_or_init(|| standalone::program(self)).as_ref().map_err(String::as_str)
    }
}

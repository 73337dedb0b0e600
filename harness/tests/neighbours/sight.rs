//! What a campaign sees and asks the list of known findings about, made by hand.

use crosscall::campaign::fingerprint::{self, Fingerprint};
use crosscall::campaign::tally::kind_of;
use crosscall::known::{Known, Occurrence};
use crosscall::toolchain::{Kind, Toolchain};
use crosscall_model::expression::ValueCase;
use crosscall_model::finding::{Mismatch, Violation};
use crosscall_model::tool::{Input, ToolCase};
use crosscall_model::{About, Case, Pairing, Style, Target, c};
use std::collections::BTreeSet;

/// The compiler that the entries are about.
pub(crate) const COMPILER: &str = "gcc 12.2.0 epiphany-elf";

/// The assembler and linker that the entries are about.
pub(crate) const TOOLS: &str = "binutils 2.40 epiphany-elf";
/// The same for the Nyuzi.
pub(crate) const LLVM: &str = "clang 9.0.0 nyuzi-none-none";
/// The same for ForwardCom.
pub(crate) const FORW: &str = "forw 1.14 forwardcom";
/// The same where its emulator runs the code.
pub(crate) const FORW_EMULATOR: &str = "forw 1.14 forwardcom emulator";

/// One disagreement.
#[derive(Debug, Clone)]
pub(crate) struct Sight {
    /// What the compiler says of itself.
    pub(crate) compiler: &'static str,
    /// The same for the one that is called, between two.
    pub(crate) partner: &'static str,
    /// Who calls whom; `None` for a fault of the compiler.
    pub(crate) pairing: Option<Pairing>,
    /// The function's declaration, or what an assembler or a linker is given.
    pub(crate) declaration: String,
    /// Whether it is about an assembler or a linker.
    pub(crate) of_tools: bool,
    /// Whether it is about an expression, of which the declaration is the operation.
    pub(crate) of_constants: Option<bool>,
    /// How the function is written.
    pub(crate) style: Style,
    /// What is wrong.
    pub(crate) violation: Violation,
}

impl Sight {
    /// With GCC 12, in a plain style, and with nothing wrong yet.
    pub(crate) fn new(pairing: Option<Pairing>, declaration: &str) -> Sight {
        Sight {
            compiler: COMPILER,
            partner: COMPILER,
            pairing,
            declaration: declaration.to_owned(),
            of_tools: false,
            of_constants: None,
            style: Style::PLAIN,
            violation: Violation::default(),
        }
    }

    /// With GNU as and ld, which are given this.
    pub(crate) fn of_tools(given: &str) -> Sight {
        let seen = Sight::new(Some(Pairing::Tool), given);
        Sight { compiler: TOOLS, partner: TOOLS, of_tools: true, ..seen }
    }

    /// With an expression that gets its operands from objects, or of constants.
    pub(crate) fn of_expression(operation: &str, of_constants: bool) -> Sight {
        Sight { of_constants: Some(of_constants), ..Sight::new(Some(Pairing::Value), operation) }
    }

    /// A fault, and not a wrong answer.
    pub(crate) fn breaks_down(self) -> Sight {
        Sight { pairing: None, ..self }
    }

    /// A contradiction: clauses, the most telling first, what it is about, what is expected, what there is.
    pub(crate) fn sees(
        mut self,
        clauses: &[&'static str],
        subject: &str,
        expected: &str,
        observed: &str,
    ) -> Sight {
        self.violation.mismatches.push(Mismatch {
            clauses: clauses.to_vec(),
            subject: subject.to_owned(),
            expected: expected.to_owned(),
            observed: observed.to_owned(),
            inferred: None,
        });
        self
    }

    /// Explained by a departure from the document.
    pub(crate) fn departs(mut self, clause: &'static str, reading: &str) -> Sight {
        self.violation.deviations.push((clause, reading.to_owned()));
        self
    }

    /// Explained by another answer than before.
    pub(crate) fn changes(mut self, clause: &'static str, reading: &str) -> Sight {
        self.violation.changed.push((clause, reading.to_owned()));
        self
    }

    /// A call that is the last thing its caller does.
    pub(crate) fn tail(mut self) -> Sight {
        self.style.tail = true;
        self
    }

    /// A call whose arguments come from other calls.
    pub(crate) fn computed(mut self) -> Sight {
        self.style.computed = true;
        self
    }

    /// Whether two subjects take part.
    pub(crate) fn is_between_two(&self) -> bool {
        self.pairing == Some(Pairing::Cross)
    }

    /// The same with one more departure; `None` where no departure has explained it.
    pub(crate) fn with_another_departure(&self) -> Option<Sight> {
        let some = !self.violation.deviations.is_empty();
        some.then(|| self.clone().departs("EPIPHANY-RET-01", "R9"))
    }

    /// The entries that explain all that would be told of this; `None` when one thing in it is new.
    pub(crate) fn explained(&self, known: &Known) -> Option<String> {
        let subject = |compiler: &str| Toolchain {
            name: "nightly".to_owned(),
            kind: Kind::Gcc,
            compiler: compiler.to_owned(),
            ..Toolchain::embedded(Target::Epiphany)
        };
        let (first, partner) = (subject(self.compiler), subject(self.partner));
        let subjects: Vec<&Toolchain> =
            if self.is_between_two() { vec![&first, &partner] } else { vec![&first] };
        let case = self.about();
        let fingerprints = match self.pairing {
            Some(pairing) => fingerprint::of(pairing, &self.violation),
            None => vec![Fingerprint::Fault("internal compiler error".to_owned())],
        };
        assert!(!fingerprints.is_empty(), "nothing is wrong: {self:?}");
        let explain = |fingerprint: &Fingerprint| {
            known.explain(&Occurrence {
                kind: kind_of(fingerprint),
                fingerprint: &fingerprint.to_string(),
                subjects: &subjects,
                pairing: self.pairing,
                case: case.by_ref(),
                violation: &self.violation,
            })
        };
        let ids: BTreeSet<String> = fingerprints.iter().map(explain).collect::<Option<_>>()?;
        Some(ids.into_iter().collect::<Vec<_>>().join("+"))
    }

    fn about(&self) -> About {
        let target = Target::Epiphany;
        if self.of_tools {
            return About::Tool(ToolCase { target, input: Input::Statement(self.declaration.clone()) });
        }
        if let Some(folded) = self.of_constants {
            let operation = self.declaration.clone();
            return About::Value(ValueCase { target, operation, operands: vec![vec![1], vec![1]], folded });
        }
        let signature = c::parse(&self.declaration).expect("a declaration").signature;
        About::Call(Case { target, signature, arguments: Vec::new(), result: None, style: self.style })
    }
}

//! Handwritten results of a campaign, to be looked up in the list of known findings.

use crosscall_campaign::asked::Wrong;
use crosscall_campaign::fingerprint;
use crosscall_campaign::known::Known;
use crosscall_model::expression::ValueCase;
use crosscall_model::finding::Fingerprint;
use crosscall_model::finding::{
    Address, Answer, Datum, End, Expected, Found, LayoutFact, Mismatch, Observed, Reached, Topic, ValueId,
    Violation,
};
use crosscall_model::layout::Image;
use crosscall_model::plan::Place;
use crosscall_model::target::Register;
use crosscall_model::tool::{Input, Ran, ToolCase};
use crosscall_model::{About, Case, Pairing, Style, Target};
use crosscall_toolchain::{Toolchain, ToolchainKind};
use std::collections::BTreeSet;

/// The compiler that the entries are about.
pub(crate) const COMPILER: &str = "gcc 12.2.0 epiphany-elf";

/// The assembler and linker that the entries are about.
pub(crate) const TOOLS: &str = "binutils 2.40 epiphany-elf";
/// Assembler and linker of the entries for RISC-V.
pub(crate) const RISCV_TOOLS: &str = "binutils 2.40 riscv64-unknown-elf";
/// A newer version of them.
pub(crate) const RISCV_TOOLS_2_47: &str = "binutils 2.47 riscv64-unknown-elf";
/// Compiler of the entries for the Nyuzi.
pub(crate) const LLVM: &str = "clang 9.0.0 nyuzi-none-none";
/// Assembler and linker of the entries for ForwardCom.
pub(crate) const FORW: &str = "forw 1.14 forwardcom";
/// [`FORW`] where its emulator runs the code.
pub(crate) const FORW_EMULATOR: &str = "forw 1.14 forwardcom emulator";

/// One disagreement.
#[derive(Debug, Clone)]
pub(crate) struct Sight {
    /// Version of the compiler; of the caller's, where there are two.
    pub(crate) compiler: &'static str,
    /// Version of the callee's compiler, where there are two.
    pub(crate) partner: &'static str,
    /// Target of the case.
    pub(crate) target: Target,
    /// Sides of the call; `None` for a compiler fault.
    pub(crate) pairing: Option<Pairing>,
    /// The function's declaration, or what an assembler or a linker is given.
    pub(crate) declaration: String,
    /// True for a finding about an assembler or a linker.
    pub(crate) of_tools: bool,
    /// For a finding about an expression, whose operation is the declaration: true if the operands are constants.
    pub(crate) of_constants: Option<bool>,
    /// Style of the function.
    pub(crate) style: Style,
    /// Options of the compilers.
    pub(crate) options: &'static [&'static str],
    /// Mismatches and departures.
    pub(crate) violation: Violation,
}

impl Sight {
    /// With GCC 12, in a plain style, and with nothing wrong yet.
    pub(crate) fn new(pairing: Option<Pairing>, declaration: &str) -> Sight {
        Sight {
            compiler: COMPILER,
            partner: COMPILER,
            target: Target::Epiphany,
            pairing,
            declaration: declaration.to_owned(),
            of_tools: false,
            of_constants: None,
            style: Style::PLAIN,
            options: &[],
            violation: Violation::default(),
        }
    }

    /// With GNU as and ld, which are given this.
    pub(crate) fn of_tools(given: &str) -> Sight {
        let seen = Sight::new(Some(Pairing::Tool), given);
        Sight { of_tools: true, ..seen }.by(TOOLS)
    }

    /// The same seen of another compiler.
    pub(crate) fn by(self, compiler: &'static str) -> Sight {
        Sight { compiler, partner: compiler, ..self }
    }

    /// The same for another target.
    pub(crate) fn on(self, target: Target) -> Sight {
        Sight { target, ..self }
    }

    /// A unit at which the compiler stops with a message.
    pub(crate) fn stops(unit: &str, declaration: &str, message: &str) -> Sight {
        Sight::new(None, declaration).sees(&[], unit, "an object file", message)
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
        self,
        clauses: &[&'static str],
        subject: &str,
        expected: &str,
        observed: &str,
    ) -> Sight {
        self.sees_exactly(clauses, topic(subject), self::expected(expected), self::observed(observed))
    }

    /// [`Sight::sees`] with all data that the conditions of an entry use.
    pub(crate) fn sees_exactly(
        mut self,
        clauses: &[&'static str],
        topic: Topic,
        expected: Expected,
        observed: Observed,
    ) -> Sight {
        let target = self.target;
        let clauses = clauses.to_vec();
        self.violation.mismatches.push(Mismatch { target, clauses, topic, expected, observed, found: None });
        self
    }

    /// An argument whose address was passed, with other bytes behind it than there should be.
    pub(crate) fn sees_behind(self, clauses: &[&'static str], bytes: &[u8], there: &[u8]) -> Sight {
        let pointer = vec![Place::Register { register: Register(0), byte: 0 }];
        let held = Some(there.to_vec());
        let seen =
            Observed::Reference { pointer: pointer.clone(), to: Some(0xdfef8), held, misaligned: false };
        let wanted = Expected::Reference { pointer, image: image(bytes), align: 1 };
        self.sees_exactly(clauses, Topic::value(ValueId::Argument(0)), wanted, seen)
    }

    /// An argument with other bytes in its places than there should be.
    pub(crate) fn sees_there(self, clauses: &[&'static str], bytes: &[u8], there: &[u8]) -> Sight {
        let wanted = Expected::Value { image: image(bytes), places: Vec::new() };
        let seen = Observed::Held(vec![Some(there.to_vec())]);
        self.sees_exactly(clauses, Topic::value(ValueId::Argument(0)), wanted, seen)
    }

    /// The value of the last contradiction comes of a usual mistake.
    pub(crate) fn by_mistake(mut self, words: &str) -> Sight {
        if let Some(last) = self.violation.mismatches.last_mut() {
            last.found = Some(Found::Mistake(words.to_owned()));
        }
        self
    }

    /// Explained by a departure from the document.
    pub(crate) fn departs(mut self, clause: &'static str, reading: &str) -> Sight {
        self.violation.deviations.push(answer(clause, reading));
        self
    }

    /// Explained by another answer than before.
    pub(crate) fn changes(mut self, clause: &'static str, reading: &str) -> Sight {
        self.violation.changed.push(answer(clause, reading));
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

    /// With options of the compilers.
    pub(crate) fn with_options(self, options: &'static [&'static str]) -> Sight {
        Sight { options, ..self }
    }

    /// True if two subjects take part.
    pub(crate) fn is_between_two(&self) -> bool {
        self.pairing == Some(Pairing::Cross)
    }

    /// A copy with one more departure; `None` if there was none before.
    pub(crate) fn with_another_departure(&self) -> Option<Sight> {
        let some = !self.violation.deviations.is_empty();
        some.then(|| self.clone().departs("EPIPHANY-RET-01", "R9"))
    }

    /// What is near to every occurrence, with its name: the compiler breaks down instead, or it is a departure that nobody has
    /// seen yet, or, where it has no name of its own, a register is lost as well.
    pub(crate) fn neighbours(&self) -> Vec<(&'static str, Sight)> {
        if self.pairing.is_none() {
            return Vec::new();
        }
        let mut all = vec![("a compiler that breaks down", self.clone().breaks_down())];
        let Violation { mismatches, deviations, changed, .. } = &self.violation;
        if let Some(clause) = mismatches.last().and_then(|last| last.clauses.first().copied()) {
            let violation =
                Violation { deviations: Vec::new(), changed: Vec::new(), ..self.violation.clone() };
            let unnamed = Sight { violation, ..self.clone() };
            all.push(("an unknown departure", unnamed.departs(clause, "R9")));
            if deviations.is_empty() && changed.is_empty() {
                let register = match clause.split('-').next() {
                    Some("NYUZI") => "NYUZI-REG-05",
                    Some("RISCV") => "RISCV-REG-07",
                    Some("FORWARDCOM") => "FORWARDCOM-REG-02",
                    Some("X86") => "X86-REG-03",
                    Some("AARCH64") => "AARCH64-REG-08",
                    _ => "EPIPHANY-REG-05",
                };
                let lost = self.clone().sees(&[register], "r4", "as at entry", "0x0");
                all.push(("something else is wrong, too", lost));
            }
        }
        all
    }

    /// The entries that explain all that would be reported of this; `None` when one thing in it is new.
    pub(crate) fn explained(&self, known: &Known) -> Option<String> {
        let subject = |compiler: &str| Toolchain {
            name: "nightly".to_owned(),
            kind: ToolchainKind::Gcc,
            compiler: compiler.to_owned(),
            cc: ["nightly-cc"].iter().chain(self.options).map(|word| (*word).to_owned()).collect(),
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
        let (pairing, case, violation) = (self.pairing, case.by_ref(), &self.violation);
        let wrong = Wrong { pairing, subjects: &subjects, case, violation };
        let mut ids = BTreeSet::new();
        for fingerprint in &fingerprints {
            let known = wrong.known(known, fingerprint);
            if known.is_empty() {
                return None;
            }
            ids.extend(known);
        }
        Some(ids.into_iter().collect::<Vec<_>>().join("+"))
    }

    fn about(&self) -> About {
        let target = self.target;
        if self.of_tools {
            return About::Tool(ToolCase { target, input: Input::Statement(self.declaration.clone()) });
        }
        if let Some(folded) = self.of_constants {
            let operation = self.declaration.clone();
            return About::Value(ValueCase { target, operation, operands: vec![vec![1], vec![1]], folded });
        }
        let signature = crosscall_declarations::parse(&self.declaration).expect("a declaration").signature;
        About::Call(Case { target, signature, arguments: Vec::new(), result: None, style: self.style })
    }
}

/// The answer `R2`, or `memory=R2` where a clause has several questions.
fn answer(clause: &'static str, reading: &str) -> Answer {
    // Names of clauses and readings are static.
    let reading: &'static str = reading.to_owned().leak();
    let (question, reading) = reading.split_once('=').unwrap_or(("", reading));
    Answer { clause, question, reading }
}

fn image(bytes: &[u8]) -> Image {
    Image { bytes: bytes.to_vec(), mask: vec![0xff; bytes.len()] }
}

/// Expected value for some words: a value in memory, or one that no condition of an entry uses.
fn expected(words: &str) -> Expected {
    match words {
        "a refusal" => return Expected::Refusal(String::new(), ""),
        "a program that comes back with 0" => return Expected::ReturnsZero(""),
        _ => {}
    }
    let value = |(name, c_type): (&str, &str)| match topic(name) {
        Topic::Value(datum) => Some(Expected::Behind(datum.value, c_type.to_owned())),
        _ => None,
    };
    let behind = words.strip_suffix(" in memory, where its address says");
    let behind = behind.and_then(|words| words.split_once(": ")).and_then(value);
    behind.unwrap_or_else(|| Expected::Function(words.to_owned()))
}

/// Observed value for some words: a run that stopped, a refusal, or one that no condition of an entry uses.
fn observed(words: &str) -> Observed {
    let stop = words.strip_prefix("stopped at 0x").and_then(|rest| {
        let (head, reached) = rest.rsplit_once(" (")?;
        let (at, reason) = head.split_once(": ")?;
        let at = u64::from_str_radix(at.split(' ').next()?, 16).ok()?;
        let reached = match reached.trim_end_matches(')') {
            "before the call was reached" => Reached::BeforeCall,
            "after the call" => Reached::AfterCall,
            _ => Reached::InCallee,
        };
        Some(Observed::End(End::Fault(Address::bare(at), reason.to_owned()), reached))
    });
    let refused = || words.strip_prefix("refused: ").map(|words| Observed::Refused(words.to_owned()));
    let lost = || words.strip_prefix("it does not come back: ").map(|why| Ran::Stopped(why.to_owned()));
    let lost = || lost().map(|ran| Observed::Ran(Some(ran)));
    let is_accepted = words.starts_with("accepted: ");
    let accepted = || is_accepted.then(|| Observed::Accepted(vec![vec![0]], Vec::new(), Vec::new()));
    stop.or_else(refused)
        .or_else(lost)
        .or_else(accepted)
        .unwrap_or_else(|| Observed::Message(words.to_owned()))
}

/// Topic of the Epiphany for some words.
fn topic(words: &str) -> Topic {
    let part = |value: ValueId, rest: &str| Topic::part(value, rest.to_owned());
    let digits = |word: &str| word.bytes().take_while(u8::is_ascii_digit).count();
    let inner = |prefix: &str| words.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(')'));
    if let Some(words) = words.strip_suffix(" in the call of itself")
        && let Topic::Value(datum) = topic(words)
    {
        return Topic::Value(Datum { inner: true, ..datum });
    }
    if let Some(rest) =
        words.strip_prefix("result").filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    {
        return part(ValueId::Result, rest);
    }
    for (letter, of) in [("a", ValueId::Argument as fn(usize) -> ValueId), ("v", ValueId::Unnamed)] {
        if let Some(rest) = words.strip_prefix(letter)
            && let Ok(number) = rest[..digits(rest)].parse()
        {
            return part(of(number), &rest[digits(rest)..]);
        }
    }
    if let Some(number) = words.strip_prefix('r').and_then(|rest| rest.parse().ok()) {
        return Topic::Register(Register(number));
    }
    if let Some(ty) = inner("sizeof (") {
        return Topic::Layout(LayoutFact::Size(ty.to_owned()));
    }
    if let Some(ty) = inner("_Alignof (") {
        return Topic::Layout(LayoutFact::Align(ty.to_owned()));
    }
    if let Some((ty, member)) = inner("offsetof (").and_then(|inside| inside.rsplit_once(", m")) {
        return Topic::Layout(LayoutFact::Offset(ty.to_owned(), member.parse().expect("a member")));
    }
    for (sign, of) in [(")-1 < 0", LayoutFact::Signed as fn(String) -> LayoutFact)] {
        if let Some(ty) = words.strip_prefix('(').and_then(|rest| rest.strip_suffix(sign)) {
            return Topic::Layout(of(ty.to_owned()));
        }
    }
    if let Some(operation) = words.strip_prefix("value of ") {
        return Topic::Operation(operation.to_owned());
    }
    match words {
        "control" => Topic::Control,
        "stack pointer" => Topic::StackPointer,
        "a write" => Topic::Write,
        "stack" => Topic::Stack,
        row => Topic::Row(row.to_owned()),
    }
}

//! Behaviour of a compiler in a call, beside the document's.

use crosscall_campaign::rerun::single::{Call, Pair, run_one};
use crosscall_declarations::{Declaration, Written};
use crosscall_engine::widths::type_widths;
use crosscall_explain::dialect::Dialect;
use crosscall_explain::text::travels;
use crosscall_explain::{Explanation, plan_of};
use crosscall_generator::{valid, values};
use crosscall_model::finding::words::Words;
use crosscall_model::finding::{Answer, Mismatch, Topic, ValueId, Verdict};
use crosscall_model::plan::Plan;
use crosscall_model::{Case, Pairing, Style};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::{Knowledge, Predicted};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::units::CompileContext;
use std::collections::BTreeMap;

/// Behaviour of one compiler.
#[derive(Debug, Clone)]
pub struct Real {
    /// Its name.
    pub toolchain: String,
    /// Its version.
    pub version: String,
    /// Roles that were tried, in the order of [`SIDES`].
    pub sides: Vec<Side>,
    /// Names that the declaration has for the values.
    pub names: BTreeMap<ValueId, String>,
    /// Questions that it answers otherwise than the picture has them, and not against the document.
    pub readings: Vec<OtherReading>,
}

/// The compiler in one role.
#[derive(Debug, Clone)]
pub struct Side {
    /// The role.
    pub pairing: Pairing,
    /// Its departures from the picture, or the reason why it could not be tried.
    pub seen: Result<Vec<Mismatch>, String>,
    /// Contradictions of the document under the reading that is nearest to what was seen.
    pub against: Vec<Mismatch>,
    /// True if it contradicts every reading of the document; `None` where that could not be found out.
    pub violates: Option<bool>,
    /// Departures from the document that it always makes and that explain everything here.
    pub deviations: Vec<Answer>,
    /// Places of each argument, then of the result, by the readings and departures that the compiler is known to follow;
    /// empty where what was seen is not just that.
    pub travels: Vec<String>,
}

/// A question that the compiler answers otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherReading {
    /// `CLAUSE`, or `CLAUSE:question`.
    pub name: String,
    /// The reading of the picture.
    pub drawn: &'static str,
    /// The readings that the compiler may follow by what was seen.
    pub follows: Vec<&'static str>,
    /// Meaning of the first of them.
    pub text: &'static str,
}

/// The roles in which a compiler is tried.
pub const SIDES: [Pairing; 3] = [Pairing::Layout, Pairing::Caller, Pairing::Callee];

/// First byte of the values that are sent: each byte of them is another one.
const FIRST_BYTE: u8 = 0x11;

/// A compiler with what its answers to directed cases have shown of it.
#[derive(Clone)]
pub struct Subject {
    /// The compiler.
    pub toolchain: Toolchain,
    /// Knowledge about it.
    pub knowledge: Knowledge,
}

/// Tries the call with a compiler.
pub fn real(
    declaration: &Declaration,
    explanation: &Explanation,
    dialect: &Dialect,
    Subject { toolchain: subject, knowledge }: &Subject,
    context: CompileContext<'_>,
) -> Real {
    let target = explanation.target;
    let widths = type_widths(target);
    let signature = declaration.signature.clone();
    let (arguments, result) = values::fill(&signature, &widths, FIRST_BYTE);
    let case = Case {
        target,
        signature,
        arguments,
        result,
        style: Style { form: explanation.form, ..Style::default() },
    };
    let mut knowledge = knowledge.clone();
    let sides = match valid::check(&case, &widths) {
        Err(reason) => SIDES.map(|pairing| Side::untried(pairing, reason.clone())).to_vec(),
        Ok(()) => {
            let (plan, _) = plan_of(&case, dialect);
            let ids = plan.arguments.iter().map(|passed| passed.id);
            let mut names: Vec<Name<'_>> =
                ids.zip(&declaration.arguments).map(|(id, written)| Name { id, written }).collect();
            if let Some(written) = &declaration.result {
                names.push(Name { id: ValueId::Result, written });
            }
            SIDES
                .map(|pairing| side(&case, &plan, &names, subject, pairing, &mut knowledge, context))
                .to_vec()
        }
    };
    Real {
        toolchain: subject.name.clone(),
        version: subject.version.clone(),
        sides,
        names: explanation.plan.arguments.iter().map(|passed| (passed.id, passed.name.clone())).collect(),
        readings: other_readings(explanation, &knowledge),
    }
}

fn side(
    case: &Case,
    plan: &Plan,
    names: &[Name<'_>],
    subject: &Toolchain,
    pairing: Pairing,
    knowledge: &mut Knowledge,
    context: CompileContext<'_>,
) -> Side {
    let pair = Pair { subject, partner: None, pairing };
    let untried = |reason: String| Side::untried(pairing, reason);
    let verdict = match run_one(case, pair, knowledge, Effort::Thorough, context) {
        Err(reason) => return untried(reason),
        Ok(None) => return untried("nothing of it can be seen".to_owned()),
        Ok(Some(result)) => result.verdict,
    };
    let (violates, reported, deviations) = match verdict {
        Verdict::Untestable(reason) => return untried(reason),
        Verdict::Conforms => (false, Vec::new(), Vec::new()),
        Verdict::Violates(violation) => (true, violation.mismatches, violation.deviations),
    };
    // Constants are judged by themselves; of a call it is wanted what is otherwise than drawn.
    let call = (pairing != Pairing::Layout).then(|| Call::compile(case, pair, context));
    let seen = match &call {
        None => Ok(reported.clone()),
        Some(Ok(call)) => call.against(plan),
        Some(Err(reason)) => Err(reason.clone()),
    };
    let seen = seen.map(|list| list.into_iter().map(|mismatch| renamed(mismatch, names)).collect());
    let (followed, _) = plan_of(case, &Predicted(knowledge));
    let explains = |call: &Call<'_>| call.against(&followed).is_ok_and(|list| list.is_empty());
    let is_it = followed != *plan && matches!(&call, Some(Ok(call)) if explains(call));
    let followed = followed.arguments.iter().chain(&followed.result).filter(|_| is_it);
    Side {
        pairing,
        seen,
        against: reported.into_iter().map(|mismatch| renamed(mismatch, names)).collect(),
        violates: Some(violates),
        deviations,
        travels: followed.map(|passed| travels(case.target, passed)).collect(),
    }
}

impl Side {
    fn untried(pairing: Pairing, reason: String) -> Side {
        Side {
            pairing,
            seen: Err(reason),
            against: Vec::new(),
            violates: None,
            deviations: Vec::new(),
            travels: Vec::new(),
        }
    }
}

/// A value and its declaration.
struct Name<'a> {
    id: ValueId,
    written: &'a Written,
}

/// A contradiction with the names of the members that it is about as the declaration has them.
fn renamed(mut mismatch: Mismatch, names: &[Name<'_>]) -> Mismatch {
    if let Topic::Value(datum) = &mut mismatch.topic
        && let Some(name) = names.iter().find(|name| name.id == datum.value)
    {
        datum.path = members(&datum.path, name.written);
    }
    mismatch
}

/// A path such as `.m0[2].m1` with the names of the members that it goes through.
fn members(path: &str, written: &Written) -> String {
    let mut out = String::new();
    let mut record = written.record.clone();
    for (n, part) in path.split('.').enumerate() {
        if n > 0 {
            out.push('.');
        }
        let digits = part.strip_prefix('m').unwrap_or_default();
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (index, rest) = digits.split_at(end);
        let member = index.parse::<usize>().ok().and_then(|i| record.as_ref()?.members.get(i).cloned());
        match member {
            Some(member) if !member.name.is_empty() => {
                out += &member.name;
                out += rest;
                record = member.record;
            }
            Some(member) => {
                out += part;
                record = member.record;
            }
            None => out += part,
        }
    }
    out
}

fn other_readings(explanation: &Explanation, knowledge: &Knowledge) -> Vec<OtherReading> {
    let catalogue = catalogue(explanation.target);
    let other = |taken: &crosscall_explain::Taken| {
        let choice = catalogue.find_choice(taken.clause, taken.question)?;
        if knowledge.asked(choice) == 0 {
            return None;
        }
        let readings = &catalogue.choice(choice).1.readings;
        let possible = knowledge.possible(choice).iter();
        let follows: Vec<_> = possible.filter_map(|position| readings.get(usize::from(*position))).collect();
        let first = follows.first().filter(|_| !follows.iter().any(|r| r.id == taken.reading))?;
        Some(OtherReading {
            name: taken.name(),
            drawn: taken.reading,
            follows: follows.iter().map(|r| r.id.as_str()).collect(),
            text: &first.text,
        })
    };
    explanation.readings.iter().filter_map(other).collect()
}

impl Real {
    /// A contradiction in English, with the names of the declaration.
    pub fn words(&self, mismatch: &Mismatch) -> Words {
        mismatch.words_with(&|value| self.names.get(&value).cloned().unwrap_or_else(|| value.to_string()))
    }

    /// True if something could be tried.
    pub fn was_tried(&self) -> bool {
        self.sides.iter().any(|side| side.seen.is_ok())
    }
}

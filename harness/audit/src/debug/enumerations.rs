//! Enumerations against the document, where it is the document that decides on their size.
//!
//! The source may decide instead: it fixes the type (C++11, C23), or says `packed`. Debug information has the type of every
//! enumeration, fixed or not; that it was fixed is certain where the enumeration is scoped, or where the type is one that has
//! a name of the source's own, which no compiler chooses.

use super::entries::{Habit, Outcome, key};
use super::nodes::{Known as Unit, Node, text};
use super::producers::{Producer, is_of_c23};
use super::rulings::Ruling;
use super::types::{Found, Known, Seen, Types};
use super::work::Exhausted;
use crosscall_model::{EnumType, Scalar, Type};
use crosscall_oracle::abi::TypeFacts;
use crosscall_reports::audit::layout::Kind;
use gimli::constants as dw;
use std::rc::Rc;

/// Most constants of an enumeration.
const MOST_CONSTANTS: usize = 1 << 16;

/// Size of an `int` on every target, which no short enumeration exceeds without need.
const INT_BYTES: u64 = 4;

const SHORT_OR_FIXED: &str =
    "it is as small as a type that is fixed in the source, `packed` or -fshort-enums make it";
const SHORT: &str = "it is as small as `packed` or -fshort-enums make it";
const MAY_BE_FIXED: &str = "its type may be fixed in the source";

/// Freedom of a source to fix the types of enumerations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum MayFix {
    /// The compiler does not know of it.
    Never,
    /// The compiler takes it in every version of C.
    AsExtension,
    /// The language has it.
    ByLanguage,
}

impl MayFix {
    fn of(unit: &Unit<'_>) -> MayFix {
        match Producer::of(unit.producer) {
            _ if unit.is_of_cpp() || unit.is_of_c23() || is_of_c23(unit.producer) => MayFix::ByLanguage,
            Producer::Clang(_) => MayFix::AsExtension,
            Producer::Gcc(version) if version >= 13 => MayFix::AsExtension,
            Producer::Gcc(_) | Producer::Other => MayFix::Never,
        }
    }
}

/// Values of an enumeration.
struct Values {
    low: i64,
    high: i64,
    /// Name of the first constant.
    first: String,
}

impl Types<'_, '_, '_> {
    /// An enumeration.
    pub(super) fn enumeration(
        &mut self,
        at: usize,
        node: &Node<'_>,
        depth: usize,
    ) -> Result<Found, Exhausted> {
        let nodes = self.nodes;
        let Some(size) = node.size.filter(|_| !node.flags.declaration) else {
            return Ok(Err("an enumeration without constants".into()));
        };
        let values = self.values(at)?;
        let name = match (node.name, &values) {
            ([], Ok(values)) => format!("of {}", values.first),
            ([], Err(_)) => "without a name".to_owned(),
            (name, _) => text(name),
        };
        let is_fixed = node.flags.class
            || node
                .ty
                .and_then(|link| nodes.find(link))
                .and_then(|at| nodes.list.get(at))
                .is_some_and(|inner| inner.tag == dw::DW_TAG_typedef);
        let underlying = self.inner(at, depth)?;
        if is_fixed {
            return self.fixed(&name, size, underlying);
        }
        let Values { low, high, .. } = match values {
            Ok(values) => values,
            Err(reason) => return Ok(Err(reason)),
        };
        let ty = Type::Enum(EnumType { constants: if low == high { vec![low] } else { vec![low, high] } });
        let unit = nodes.unit_of(node);
        let may_fix = unit.map_or(MayFix::Never, MayFix::of);
        let is_short = unit.is_some_and(|unit| has_short_enumerations(unit.producer));
        let id = key((&ty, &name, size, may_fix, is_short));
        let outcome = match self.entries.known(Kind::Enumeration, id, self.file) {
            Some(entry) => entry.outcome.clone(),
            None => {
                let judged = self.judge_enumeration((&name, &ty), size, (low, high), (may_fix, is_short))?;
                let (outcome, ruling) = judged;
                let source = match outcome {
                    Outcome::Agrees => None,
                    _ => nodes.declared(node),
                };
                self.enter(Kind::Enumeration, id, &name, outcome.clone(), ruling, (0, source));
                outcome
            }
        };
        Ok(match outcome {
            Outcome::Agrees => self.known(ty, 1),
            Outcome::LeftOut(_) | Outcome::Excused(..) => match underlying {
                Ok(known) if matches!(*known.ty, Type::Scalar(_)) => Ok(known),
                _ => self.known(Type::Scalar(unsigned(size)), 1),
            },
            Outcome::Disagrees(_) => {
                Err(format!("enumeration `{name}` is not as the document has it").into())
            }
        })
    }

    /// Only the least and the greatest value decide.
    fn values(&mut self, at: usize) -> Result<Result<Values, Rc<str>>, Exhausted> {
        let nodes = self.nodes;
        let mut found: Option<Values> = None;
        for (number, child) in nodes.children(at).enumerate() {
            self.rulings.work.spend(1)?;
            let Some(constant) = nodes.list.get(child).filter(|c| c.tag == dw::DW_TAG_enumerator) else {
                continue;
            };
            let value = constant.value.and_then(|value| i64::try_from(value).ok());
            let Some(value) = value.filter(|_| number < MOST_CONSTANTS) else {
                return Ok(Err("an enumeration with very large constants".into()));
            };
            match &mut found {
                Some(found) => (found.low, found.high) = (found.low.min(value), found.high.max(value)),
                None => found = Some(Values { low: value, high: value, first: text(constant.name) }),
            }
        }
        Ok(found.ok_or_else(|| "an enumeration without constants".into()))
    }

    /// One whose type the source fixes is that type, and no question to the document.
    fn fixed(&mut self, name: &str, size: u64, underlying: Found) -> Result<Found, Exhausted> {
        let known = match underlying {
            Ok(known) => Known { raised: None, ..known },
            Err(reason) => return Ok(Err(reason)),
        };
        let of_type = self.rulings.usual(&known.ty, known.weight)?.size.value;
        let id = key(("fixed", &known.ty, name, size));
        if of_type != Some(size) {
            let reason: Rc<str> = "its type is fixed in the source, and has another size".into();
            self.leave_out(Kind::Enumeration, id, name, reason.clone());
            return Ok(Err(reason));
        }
        if self.entries.known(Kind::Enumeration, id, self.file).is_none() {
            self.enter(Kind::Enumeration, id, name, Outcome::Agrees, Ruling::default(), (0, None));
        }
        Ok(Ok(known))
    }

    /// Holds an enumeration against the document that may not be fixed.
    fn judge_enumeration(
        &mut self,
        (name, ty): (&str, &Type),
        size: u64,
        (low, high): (i64, i64),
        (may_fix, is_short): (MayFix, bool),
    ) -> Result<(Outcome, Ruling), Exhausted> {
        let wrong = |facts: &TypeFacts| usize::from(facts.size.value != Some(size));
        let ruling = self.rulings.rule(ty, 1, &wrong)?;
        let is_least = size == least_size(low, high);
        // Small for a reason that is not recorded; or not small though an option asks for it, so that the source does.
        let is_open = ruling.is_refused
            && match is_short {
                true => !is_least,
                false => is_least && size < INT_BYTES,
            };
        if ruling.is_fitting() && !is_open {
            self.entries.shows(Habit::Enumerates);
            self.entries.exercise(&ruling.clauses);
            return Ok((Outcome::Agrees, ruling));
        }
        let left_out = |reason: &str| Ok((Outcome::LeftOut(reason.into()), Ruling::default()));
        match may_fix {
            MayFix::Never if is_least => return left_out(SHORT),
            _ if is_least => return left_out(SHORT_OR_FIXED),
            MayFix::ByLanguage => return left_out(MAY_BE_FIXED),
            _ if is_short => return left_out(MAY_BE_FIXED),
            MayFix::Never | MayFix::AsExtension => {}
        }
        let hint = self.hint(ty, 1, &wrong)?;
        let seen = Seen { size, signed: None };
        let mut reported = seen.reported(name, ruling.nearest.as_ref(), hint);
        for wrong in &mut reported {
            wrong.kind = Kind::Enumeration;
            wrong.name = format!("enumeration {name}");
            wrong.subject = format!("size of enumeration `{name}`");
        }
        let outcome = match may_fix {
            MayFix::AsExtension => Outcome::Excused(vec![Habit::Enumerates], MAY_BE_FIXED.into(), reported),
            MayFix::Never | MayFix::ByLanguage => Outcome::Disagrees(reported),
        };
        Ok((outcome, ruling))
    }
}

/// The unsigned integer type with a size in bytes.
fn unsigned(size: u64) -> Scalar {
    match size {
        1 => Scalar::UnsignedChar,
        2 => Scalar::UnsignedShort,
        4 => Scalar::UnsignedInt,
        _ => Scalar::UnsignedLongLong,
    }
}

/// Size in bytes of the smallest integer type that holds these values.
fn least_size(low: i64, high: i64) -> u64 {
    let fits = |bits: u32| match low < 0 {
        true => low >= -(1 << (bits - 1)) && high < 1 << (bits - 1),
        false => high < 1 << bits,
    };
    [8, 16, 32].into_iter().find(|bits| fits(*bits)).map_or(8, |bits| u64::from(bits / 8))
}

/// True if a compiler writes down that it was asked for short enumerations.
fn has_short_enumerations(producer: &[u8]) -> bool {
    let reported = String::from_utf8_lossy(producer);
    let asked = |option: &str| reported.rfind(option);
    asked(" -fshort-enums") > asked(" -fno-short-enums")
}

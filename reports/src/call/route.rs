//! The way of a value through a call: where it belongs by the document, and where the subject has it instead.

use crate::dialect::Answer;
use crosscall_model::finding::words::name_whereabouts;
use crosscall_model::finding::{Expected, Finding, Found, Mismatch, Spot, Topic, ValueId, Whereabouts};
use crosscall_model::leaf::leaves;
use crosscall_model::plan::{Passed, Piece, Place, Transfer};
use crosscall_model::{About, Case, Pairing, Target, Type, Value};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, Permits};
use crosscall_oracle::clause::{Catalogue, ChoiceIndex, catalogue};

/// Handling of a value that is not where the document has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doing {
    /// Puts it into a place.
    Puts,
    /// Looks for it in a place.
    Seeks,
    /// Keeps it across a call in a place.
    Keeps,
}

/// A value that is not where it belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Route {
    target: Target,
    /// True for the result or a part of it.
    pub(crate) is_result: bool,
    /// Handling by the subject.
    pub(crate) doing: Doing,
    /// Places by the document; empty where they are not known.
    pub(crate) belongs: Vec<Spot>,
    /// Places instead; none where they are not known.
    pub(crate) instead: Option<Whereabouts>,
}

impl Route {
    /// The way of the value that a contradiction is about; `follows` are the readings that the subject follows.
    pub(crate) fn of(found: &Finding, mismatch: &Mismatch, follows: &[Answer]) -> Option<Route> {
        let Topic::Value(datum) = &mismatch.topic else { return None };
        let places = |places: &[Place]| places.iter().map(|place| Spot::Place(*place)).collect();
        let belongs: Vec<Spot> = match &mismatch.expected {
            Expected::Value { places: all, .. } | Expected::Reference { pointer: all, .. } => places(all),
            Expected::Extended { place, .. } | Expected::Filled { place, .. } => places(&[*place]),
            Expected::InMemory { pointer, .. } => pointer.iter().map(|place| Spot::Behind(*place)).collect(),
            // What a side of a call between two subjects expects of the other one is no matter of the document alone.
            Expected::Bits(..) | Expected::Bytes(_) if found.pairing != Pairing::Cross && !datum.inner => {
                planned(found, mismatch, datum.value, &datum.path, follows).unwrap_or_default()
            }
            Expected::Bits(..) | Expected::Bytes(_) => Vec::new(),
            _ => return None,
        };
        let seeks = matches!(mismatch.expected, Expected::Bits(..) | Expected::Bytes(_));
        let (doing, instead) = match &mismatch.found {
            Some(Found::KeptIn(places)) => (Doing::Keeps, Some(places)),
            Some(Found::ReadFrom { place: Some(places), .. } | Found::In(places)) => {
                (if seeks { Doing::Seeks } else { Doing::Puts }, Some(places))
            }
            _ => (if seeks { Doing::Seeks } else { Doing::Puts }, None),
        };
        let instead = instead.cloned();
        Some(Route {
            target: mismatch.target,
            is_result: datum.value == ValueId::Result,
            doing,
            belongs,
            instead,
        })
    }

    /// Names of the places by the document; empty where they are not known.
    pub(crate) fn belongs(&self) -> String {
        self.names(&self.belongs)
    }

    /// Names of the places instead; empty where they are not known.
    pub(crate) fn instead(&self) -> String {
        self.instead.as_ref().map(|place| name_whereabouts(self.target, place, " or ")).unwrap_or_default()
    }

    /// Names of places, each of a part of a value.
    fn names(&self, spots: &[Spot]) -> String {
        name_whereabouts(self.target, &Whereabouts::Words(spots.to_vec()), "")
    }

    /// Names of the places that do not hold what belongs there, where others do.
    pub(crate) fn lost(&self, mismatch: &Mismatch) -> Option<String> {
        let wrong = mismatch.wrong_places()?;
        let is_part = !wrong.is_empty() && wrong.len() < self.belongs.len();
        is_part.then(|| self.names(&wrong.into_iter().map(Spot::Place).collect::<Vec<_>>()))
    }

    /// The places that are not the same on both sides, where parts of a value are each in a place of their own: some of its parts
    /// are where they belong.
    pub(crate) fn apart(&self) -> Option<(String, String)> {
        let Some(Whereabouts::Words(spots)) = &self.instead else { return None };
        let other = || self.belongs.iter().zip(spots).filter(|(belongs, instead)| belongs != instead);
        let count = other().count();
        if spots.len() != self.belongs.len() || count == 0 || count == spots.len() {
            return None;
        }
        let (belongs, instead): (Vec<Spot>, Vec<Spot>) =
            other().map(|(belongs, instead)| (belongs.clone(), instead.clone())).unzip();
        Some((self.names(&belongs), self.names(&instead)))
    }
}

/// The readings that a finding rests on, then those that its subject follows, then the first one of the document.
struct Followed<'a> {
    catalogue: &'static Catalogue,
    found: &'a Finding,
    follows: &'a [Answer],
}

impl Permits for Followed<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let (clause, question) = self.catalogue.choice(choice);
        let is_it = |of: &str, name: &str| of == clause.id && name == question.name;
        let own = self.found.under.iter().chain(&self.found.readings);
        let own = own.filter(|answer| is_it(answer.clause, answer.question)).map(|answer| answer.reading);
        let follows = self.follows.iter().filter(|answer| is_it(answer.clause, answer.question));
        let wanted = own.chain(follows.flat_map(|answer| answer.readings.iter().copied())).next();
        let position =
            |is: &dyn Fn(&crosscall_oracle::clause::Reading) -> bool| question.readings.iter().position(is);
        let at = wanted.and_then(|id| position(&|reading| reading.id == id));
        let at = at.or_else(|| position(&|reading| !reading.deviation)).unwrap_or_default();
        vec![u8::try_from(at).unwrap_or_default()]
    }
}

/// The places of a value, or of a part of it, by the document.
fn planned(
    found: &Finding,
    mismatch: &Mismatch,
    value: ValueId,
    path: &str,
    follows: &[Answer],
) -> Option<Vec<Spot>> {
    let About::Call(case) = &found.case else { return None };
    let catalogue = catalogue(case.target);
    let permits = Followed { catalogue, found, follows };
    let plan = abi::plan(case, &mut Chooser::new(catalogue, &permits));
    let passed = plan.arguments.iter().chain(&plan.result).find(|passed| passed.id == value)?;
    // Under the readings that the judge knew it may have been elsewhere: then these are others.
    if let Expected::Bits(_, _, place) = &mismatch.expected
        && passed.place() != *place
    {
        return None;
    }
    let pieces = match &passed.transfer {
        Transfer::Nothing => return None,
        Transfer::ByReference { pointer, .. } => {
            return Some(pointer.iter().map(|piece| Spot::Behind(piece.place)).collect());
        }
        Transfer::Direct(pieces) => pieces,
    };
    let (first, end) = match path {
        "" => (0, u32::MAX),
        path => bytes_of(case, passed, value, path)?,
    };
    let covering = pieces.iter().filter_map(|piece| part(piece, first, end));
    Some(covering.map(Spot::Place).collect()).filter(|spots: &Vec<Spot>| !spots.is_empty())
}

/// The first byte of a part of a value, and the first one behind it.
fn bytes_of(case: &Case, passed: &Passed, value: ValueId, path: &str) -> Option<(u32, u32)> {
    let argument = |at: usize| Some((case.signature.arguments().nth(at)?, case.arguments.get(at)?));
    let (ty, contents): (&Type, &Value) = match value {
        ValueId::Argument(at) => argument(at)?,
        ValueId::Unnamed(at) => argument(case.signature.parameters.len().checked_add(at)?)?,
        ValueId::Result => (case.signature.result.as_ref()?, case.result.as_ref()?),
    };
    let at = leaves(ty, contents).iter().position(|leaf| leaf.path == path)?;
    let part = passed.parts.get(at)?;
    let byte = |bit: u64| u32::try_from(bit).ok();
    Some((byte(part.bit_offset / 8)?, byte((part.bit_offset + part.bits).div_ceil(8))?))
}

/// The place of the bytes of a piece from one byte of a value up to another one; none where it has none of them.
fn part(piece: &Piece, first: u32, end: u32) -> Option<Place> {
    let behind = piece.offset.saturating_add(piece.len);
    let skipped = first.saturating_sub(piece.offset);
    (first < behind && piece.offset < end).then_some(match piece.place {
        Place::Register { register, byte } => Place::Register {
            register,
            byte: byte.saturating_add(u16::try_from(skipped).unwrap_or_default()),
        },
        Place::Stack { offset } => Place::Stack { offset: offset.saturating_add(skipped.into()) },
        Place::Pointed { base, offset } => {
            Place::Pointed { base, offset: offset.saturating_add(skipped.into()) }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::Picture;
    use crate::page::sample;
    use crosscall_model::finding::Observed;
    use crosscall_model::target::riscv::Abi;

    const TARGET: Target = Target::Riscv(Abi::Lp64d);

    /// Finding of a callee that has read something instead of its last argument, which has two members and is on the stack, as the judge reports it.
    fn sought(path: &str, at: Option<i64>, from: Place) -> Finding {
        let longs = "long, ".repeat(8);
        let text = format!("void f({longs}struct {{ long m0; char m1; }})");
        let mut found = sample::argument();
        if let About::Call(case) = &mut found.case {
            case.target = TARGET;
            case.signature = crosscall_declarations::parse(&text).unwrap().signature;
            case.arguments = vec![Value::Bits(1); 8];
            case.arguments.push(Value::List(vec![Value::Bits(7), Value::Bits(8)]));
        }
        let mismatch = &mut found.mismatches[0];
        mismatch.target = TARGET;
        mismatch.topic = Topic::part(ValueId::Argument(8), path.to_owned());
        mismatch.expected = Expected::Bits(7, 64, at.map(|offset| Place::Stack { offset }));
        mismatch.observed = Observed::Bits(0, 64);
        let place = Some(Whereabouts::Copies(vec![Spot::Place(from)]));
        mismatch.found = Some(Found::ReadFrom { place, inside: None });
        found
    }

    #[test]
    fn a_value_that_is_sought_belongs_where_the_document_has_it() {
        let from = Place::Stack { offset: 16 };
        let route = |found: &Finding| Route::of(found, &found.mismatches[0], &[]).unwrap();
        let names = |found: &Finding| (route(found).belongs(), route(found).instead());
        let pair = |belongs: &str| (belongs.to_owned(), "[sp+16]".to_owned());
        assert_eq!(names(&sought("", Some(0), from)), pair("[sp+0]"));
        assert_eq!(names(&sought(".m0", Some(0), from)), pair("[sp+0]"));
        assert_eq!(names(&sought(".m1", Some(0), from)), pair("[sp+8]"));
        // The judge had it elsewhere: its readings are not these.
        assert_eq!(names(&sought("", Some(8), from)), pair(""));
        assert_eq!(names(&sought("", None, from)), pair(""));
        assert_eq!(route(&sought("", Some(0), from)).doing, Doing::Seeks);
        let both = Finding { pairing: Pairing::Cross, ..sought("", Some(0), from) };
        assert_eq!(names(&both), pair(""));
    }

    /// The place where it was looked for stands beside the right one.
    #[test]
    fn a_picture_of_what_is_sought() {
        let found = sought(".m1", Some(0), Place::Stack { offset: 16 });
        let picture = Picture::by_document(&found, &[]).unwrap();
        assert_eq!(picture.moved(), ["A from [sp+8] to [sp+16]"]);
        // Without the readings of a subject nobody knows where it belongs.
        assert_eq!(Picture::of(&found).unwrap().moved(), ["A from [sp+16] to arg8.m1"]);
    }

    #[test]
    fn only_the_parts_that_are_elsewhere() {
        let found = sample::argument();
        let route = Route::of(&found, &found.mismatches[0], &[]).unwrap();
        assert_eq!(route.apart(), Some(("[sp+0]".to_owned(), "r3".to_owned())));
        assert_eq!((route.doing, route.is_result), (Doing::Puts, false));
    }
}

//! Conditions of an entry on a contradiction: what was seen, in the words of the model's types.

use super::patterns::Patterns;
use crosscall_model::finding::{
    End, Expected, Found, Mismatch, MismatchKind, Observed, Reached, Topic, ValueId,
};
use crosscall_model::tool::Ran;
use serde::{Deserialize, Serialize};

/// Conditions, all of which have to fit. Each names what the cause of a finding shows in, and nothing more.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sight {
    /// The kind of thing that it is about, as fingerprints have it: `control`, `argument`, `register r5`.
    pub about: Option<String>,
    /// The value that a lost run has to do with: `argument`, `unnamed argument`, `result`.
    pub value: Option<String>,
    /// Patterns for the type in C of that value.
    #[serde(default, skip_serializing_if = "Patterns::is_empty", rename = "type")]
    pub c_type: Patterns,
    /// Patterns for the machine's reason why the run, or a linked program, stopped.
    #[serde(default, skip_serializing_if = "Patterns::is_empty")]
    pub stopped: Patterns,
    /// Addresses at which the run stopped; empty for any.
    #[serde(default)]
    pub at: Vec<u64>,
    /// Point that the run had reached: `before-call`, `in-callee`, `after-call`.
    pub reached: Option<ReachedName>,
    /// Lowest number of an element of an array or a vector, the value's first index.
    pub from_element: Option<u64>,
    /// True if it is about a value as a whole, and no part of one.
    #[serde(default)]
    pub whole: bool,
    /// The first so many bytes of the value expected were there, again and again.
    pub first_again: Option<usize>,
    /// The same so many bytes were there again and again, whichever.
    pub same_again: Option<usize>,
    /// True if the first byte of the value was right, and one behind it was not.
    #[serde(default)]
    pub begins_right: bool,
    /// The most bytes that an access beyond the stack pointer is away from it.
    pub beyond_at_most: Option<u64>,
    /// The usual mistake that a value comes of, in words.
    pub mistake: Option<String>,
    /// Patterns for the words in which a tool refused.
    #[serde(default, skip_serializing_if = "Patterns::is_empty")]
    pub refused: Patterns,
}

/// Point that a run had reached, as lists name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReachedName {
    /// The call was not reached.
    BeforeCall,
    /// The function called had not come back.
    InCallee,
    /// The function called had come back.
    AfterCall,
}

impl From<ReachedName> for Reached {
    fn from(name: ReachedName) -> Reached {
        match name {
            ReachedName::BeforeCall => Reached::BeforeCall,
            ReachedName::InCallee => Reached::InCallee,
            ReachedName::AfterCall => Reached::AfterCall,
        }
    }
}

impl Sight {
    /// True if a contradiction fits all conditions.
    pub fn fits(&self, mismatch: &Mismatch) -> bool {
        let kind = |topic: &Topic| MismatchKind::of(mismatch.target, topic).to_string();
        self.about.as_ref().is_none_or(|about| *about == kind(&mismatch.topic))
            && self.fits_value(mismatch, &kind)
            && self.fits_end(mismatch)
            && self.from_element.is_none_or(|least| element(&mismatch.topic).is_some_and(|n| n >= least))
            && (!self.whole || matches!(&mismatch.topic, Topic::Value(datum) if datum.path.is_empty()))
            && self.first_again.is_none_or(|len| is_first_again(mismatch, len))
            && self.same_again.is_none_or(|len| held(mismatch).is_some_and(|(_, seen)| repeats(&seen, len)))
            && (!self.begins_right || begins_right(mismatch))
            && self.beyond_at_most.is_none_or(|most| beyond(mismatch).is_some_and(|bytes| bytes <= most))
            && self
                .mistake
                .as_ref()
                .is_none_or(|mistake| mismatch.found == Some(Found::Mistake(mistake.clone())))
            && (self.refused.is_empty()
                || matches!(&mismatch.observed, Observed::Refused(words) if self.refused.admit(words)))
    }

    fn fits_value(&self, mismatch: &Mismatch, kind: &dyn Fn(&Topic) -> String) -> bool {
        let meant: Option<(ValueId, &String)> = match &mismatch.expected {
            Expected::Behind(value, c_type) | Expected::NoAddress(value, c_type) => Some((*value, c_type)),
            _ => None,
        };
        let value = |wanted: &String| meant.is_some_and(|(value, _)| *wanted == kind(&Topic::value(value)));
        self.value.as_ref().is_none_or(value)
            && (self.c_type.is_empty() || meant.is_some_and(|(_, c_type)| self.c_type.admit(c_type)))
    }

    fn fits_end(&self, mismatch: &Mismatch) -> bool {
        let (stop, reached) = match &mismatch.observed {
            Observed::End(End::Fault(at, reason), reached) => (Some((at.at, reason)), Some(*reached)),
            Observed::End(_, reached) => (None, Some(*reached)),
            Observed::Ran(Some(Ran::Stopped(reason))) | Observed::Stopped(reason) => {
                (Some((0, reason)), None)
            }
            _ => (None, None),
        };
        (self.stopped.is_empty() || stop.is_some_and(|(_, reason)| self.stopped.admit(reason)))
            && (self.at.is_empty() || stop.is_some_and(|(at, _)| self.at.contains(&at)))
            && self.reached.is_none_or(|wanted| reached == Some(wanted.into()))
    }
}

/// The distance in bytes between the stack pointer and an access to the stack.
fn beyond(mismatch: &Mismatch) -> Option<u64> {
    let Observed::Access { at, sp, .. } = &mismatch.observed else { return None };
    Some(at.abs_diff(*sp))
}

/// The first index in the path of a part of a value.
fn element(topic: &Topic) -> Option<u64> {
    let Topic::Value(datum) = topic else { return None };
    let (_, behind) = datum.path.split_once('[')?;
    behind.split_once(']')?.0.parse().ok()
}

/// True if the first byte of a value, the least significant one of a number, was right, and another one was not.
fn begins_right(mismatch: &Mismatch) -> bool {
    let (wanted, seen) = match (&mismatch.expected, &mismatch.observed) {
        (Expected::Bits(wanted, ..), Observed::Bits(seen, _)) => {
            (wanted.to_le_bytes().to_vec(), seen.to_le_bytes().to_vec())
        }
        _ => match held(mismatch) {
            Some((wanted, seen)) => (wanted.to_vec(), seen),
            None => return false,
        },
    };
    wanted.first() == seen.first() && !seen.starts_with(&wanted)
}

/// The bytes of a value that were expected, and those that were there.
fn held(mismatch: &Mismatch) -> Option<(&[u8], Vec<u8>)> {
    Some(match (&mismatch.expected, &mismatch.observed) {
        (Expected::Reference { image, .. }, Observed::Reference { held: Some(held), .. }) => {
            (&image.bytes, held.clone())
        }
        (Expected::Value { image, .. } | Expected::InMemory { image, .. }, Observed::Held(held)) => {
            (&image.bytes, held.iter().flatten().flatten().copied().collect())
        }
        _ => return None,
    })
}

/// True if bytes repeat the first `len` of them.
fn repeats(bytes: &[u8], len: usize) -> bool {
    let first = bytes.get(..len).filter(|first| !first.is_empty());
    first.is_some_and(|first| bytes.len() > len && bytes.chunks(len).all(|chunk| first.starts_with(chunk)))
}

/// True if the first bytes of the value expected fill all that was there.
fn is_first_again(mismatch: &Mismatch, len: usize) -> bool {
    let Some((wanted, seen)) = held(mismatch) else { return false };
    seen.len() == wanted.len() && wanted.get(..len) == seen.get(..len) && repeats(&seen, len)
}

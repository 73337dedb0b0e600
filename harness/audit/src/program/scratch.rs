//! Values that a program keeps in scratch registers over calls: found by destroying those registers behind calls, and by
//! destroying fewer and fewer until one return and as few registers as possible make the difference.

use super::rules::{MOST_DESTROYED, Mask, Rules};
use super::run::{Ended, Happening, Stage};
use super::symbols::Symbols;
use super::watch::{Destroying, Return};
use crosscall_machines::machine::Machine;
use std::collections::{BTreeMap, BTreeSet};

/// Most calls over which something is kept that are looked for.
const MOST_KEPT: usize = 8;

/// Instructions of all runs together after which no more are made.
const MOST_INSTRUCTIONS: u64 = 6_000_000_000;

/// A value that is kept over a call in scratch registers.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    /// The call that came back.
    pub(super) over: Return,
    /// Registers, as positions among those that are destroyed.
    pub(super) registers: Vec<usize>,
    /// How the program ends when they are destroyed.
    pub(super) ended: Ended,
    /// Address of the first instruction that uses one of them.
    pub(super) reader: Option<u64>,
}

/// All of them, and whether more may be there.
pub(super) type All = (Vec<Kept>, bool);

/// Looks for all of them. `plain` is how the program ends by itself.
///
/// # Errors
/// The machine cannot be prepared.
pub(super) fn find<M: Machine, const STEPS: bool>(
    stage: &mut Stage<'_, M>,
    about: (&Rules, &Symbols, &BTreeSet<u64>),
    plain: &Ended,
) -> Result<All, String> {
    let mut kept: Vec<Kept> = Vec::new();
    let mut spared: BTreeMap<u64, Mask> = BTreeMap::new();
    let began = stage.instructions;
    loop {
        let all = Destroying { spared: spared.clone(), ..Destroying::all() };
        let (ended, watch) = stage.watched::<STEPS>(about, all)?;
        if ended.is_like(plain) {
            return Ok((kept, false));
        }
        let is_enough = kept.len() >= MOST_KEPT || stage.instructions - began > MOST_INSTRUCTIONS;
        if is_enough || crosscall_base::interrupt::signal().is_some() {
            return Ok((kept, true));
        }
        let mut search = Search::<M, STEPS> { stage, about, plain, spared: &spared };
        let Some(found) = search.one(watch.counts.returns)? else { return Ok((kept, true)) };
        let bits = found.registers.iter().fold(0, |bits, at| bits | 1 << (at & 127));
        let known = spared.entry(found.over.back).or_default();
        if *known | bits == *known {
            return Ok((kept, true));
        }
        *known |= bits;
        kept.push(found);
    }
}

struct Search<'s, 'a, M, const STEPS: bool> {
    stage: &'s mut Stage<'a, M>,
    about: (&'s Rules, &'s Symbols, &'s BTreeSet<u64>),
    plain: &'s Ended,
    spared: &'s BTreeMap<u64, Mask>,
}

impl<M: Machine, const STEPS: bool> Search<'_, '_, M, STEPS> {
    fn destroying(&self, until: u64, last: Mask) -> Destroying {
        Destroying { until, spared: self.spared.clone(), last }
    }

    /// How the program ends where it is not as by itself, and the last return behind which registers were destroyed.
    fn differs(&mut self, until: u64, last: Mask) -> Result<Option<(Ended, Option<Return>)>, String> {
        let destroying = self.destroying(until, last);
        let (ended, watch) = self.stage.watched::<STEPS>(self.about, destroying)?;
        Ok((!ended.is_like(self.plain)).then_some((ended, watch.last)))
    }

    /// One of them, where `returns` calls came back.
    fn one(&mut self, returns: u64) -> Result<Option<Kept>, String> {
        let (mut right, mut wrong) = (0, returns);
        while wrong - right > 1 {
            let middle = right + (wrong - right) / 2;
            match self.differs(middle, Mask::MAX)? {
                Some(_) => wrong = middle,
                None => right = middle,
            }
        }
        let Some((mut ended, Some(over))) = self.differs(wrong, Mask::MAX)? else { return Ok(None) };
        let count = self.about.0.destroyed.len().min(MOST_DESTROYED);
        let mut registers: Vec<usize> = (0..count).collect();
        while registers.len() > 1 {
            let (one, other) = registers.split_at(registers.len() / 2);
            let bits = |part: &[usize]| part.iter().fold(0, |bits, at| bits | 1 << at);
            let (one, other) = (one.to_vec(), other.to_vec());
            if let Some((of_one, _)) = self.differs(wrong, bits(&one))? {
                (registers, ended) = (one, of_one);
            } else if let Some((of_other, _)) = self.differs(wrong, bits(&other))? {
                (registers, ended) = (other, of_other);
            } else {
                // Several together.
                break;
            }
        }
        let bits = registers.iter().fold(0, |bits, at| bits | 1 << at);
        let reader = self.reader(wrong, bits, &registers)?;
        Ok(Some(Kept { over, registers, ended, reader }))
    }

    /// The first instruction behind a return whose effect depends on registers that were destroyed there.
    fn reader(&mut self, until: u64, bits: Mask, registers: &[usize]) -> Result<Option<u64>, String> {
        let with = self.destroying(until, bits);
        let without = self.destroying(until, 0);
        let with = self.stage.recorded::<STEPS>(self.about, with)?;
        let without = self.stage.recorded::<STEPS>(self.about, without)?;
        let destroyed = &self.about.0.destroyed;
        let numbers: Vec<u16> =
            registers.iter().filter_map(|at| destroyed.get(*at)).map(|destroyed| destroyed.number).collect();
        let mut last = None;
        for (one, other) in with.iter().zip(&without) {
            match (*one, *other) {
                (Happening::Step(at), Happening::Step(or)) if at == or => last = Some(at),
                // A register that is saved and comes back with what it held.
                (Happening::Register(at, number, _), Happening::Register(or, same, _))
                    if at == or && number == same && numbers.contains(&number) => {}
                (one, other) if one == other => {}
                (Happening::Register(at, ..) | Happening::Access(at, _), _) => return Ok(Some(at)),
                (Happening::Step(_), _) => return Ok(last),
            }
        }
        Ok(if with.len() == without.len() { None } else { last })
    }
}

//! Addresses of objects: each alignment that they may have, and each order among them, in turn.

use super::draw::{GUARD, Object};
use crosscall_generator::seed::SplitMix64;
use std::ops::Range;

/// Distances from a multiple of this many bytes come in turn.
pub(super) const RESIDUES: u64 = 64;

/// Conditions on the address of an object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Footing {
    /// Alignment in bytes.
    pub(super) align: u64,
    /// An earlier object, by its position, from whose beginning it begins so many bytes away.
    pub(super) shared: Option<(usize, i64)>,
}

/// Gives objects their addresses; returns the first one behind them, or `None` where they do not fit.
pub(super) fn place(
    objects: &mut [Object],
    footings: &[Footing],
    arena: &Range<u64>,
    turn: u64,
) -> Option<u64> {
    let mut roots: Vec<usize> = Vec::new();
    let mut from_root: Vec<(usize, i64)> = Vec::new();
    for (at, footing) in footings.iter().enumerate() {
        let (root, distance) = match footing.shared {
            Some((other, shift)) => {
                let (root, distance) = from_root.get(other)?;
                (*root, distance.checked_add(shift)?)
            }
            None => (at, 0),
        };
        if root == at {
            roots.push(at);
        }
        from_root.push((root, distance));
    }
    let mut numbers = SplitMix64::new(turn);
    shuffle(&mut roots, &mut numbers);
    let mut end = arena.start;
    let mut last = 0;
    for root in roots {
        let align = footings.get(root)?.align;
        let residue = residue(turn, root, align, last, &mut numbers);
        let group: Vec<(usize, i64)> = from_root
            .iter()
            .enumerate()
            .filter(|(_, (of, _))| *of == root)
            .map(|(at, (_, d))| (at, *d))
            .collect();
        let beyond = group.iter().filter_map(|(at, _)| objects.get(*at)).map(|object| object.beyond).max()?;
        let lowest = group.iter().map(|(_, distance)| *distance).min()?;
        let from = end.checked_add(GUARD + beyond)?.checked_add(lowest.unsigned_abs())?;
        let turned = from.checked_next_multiple_of(align.max(RESIDUES))?.checked_add(residue)?;
        let tight = from.checked_next_multiple_of(align)?;
        let fits = |start: &u64| {
            let ends = group.iter().map(|(at, distance)| {
                let (object, footing) = (objects.get(*at)?, footings.get(*at)?);
                let start = start.checked_add_signed(*distance)?.checked_next_multiple_of(footing.align)?;
                Some((*at, start..start.checked_add(object.bytes.len() as u64)?))
            });
            let ranges: Vec<(usize, Range<u64>)> = ends.collect::<Option<_>>()?;
            let behind = ranges.iter().map(|(_, range)| range.end).max()?.checked_add(GUARD + beyond)?;
            (behind <= arena.end).then_some((ranges, behind))
        };
        let (ranges, behind) = [turned, tight].iter().find_map(fits)?;
        last = ranges.first()?.1.start % RESIDUES;
        for (at, range) in ranges {
            objects.get_mut(at)?.range = range;
        }
        end = behind;
    }
    Some(end)
}

/// Distance of an object from a multiple of 64 bytes, itself a multiple of its alignment: in the first turns each one, then
/// often none, or that of the object before it.
fn residue(turn: u64, number: usize, align: u64, last: u64, numbers: &mut SplitMix64) -> u64 {
    let choices = (RESIDUES / align).max(1);
    let each = turn.wrapping_mul(2 * number as u64 + 1).wrapping_add(turn / choices * number as u64)
        % choices
        * align;
    match numbers.next_u64() % 4 {
        // No more than it has to be.
        0 | 1 if align >= RESIDUES => align,
        _ if turn < RESIDUES => each,
        0 => 0,
        1 if last.is_multiple_of(align) => last,
        _ => each,
    }
}

/// Puts a list into a random order.
fn shuffle(list: &mut [usize], numbers: &mut SplitMix64) {
    for at in (1..list.len()).rev() {
        let other = numbers.next_u64() % (at as u64 + 1);
        list.swap(at, usize::try_from(other).unwrap_or(0));
    }
}

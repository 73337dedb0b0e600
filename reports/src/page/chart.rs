//! Drawings over nights: buckets that were found by so many cases, and the states of one bucket.

use super::{Bucket, PastNight, count, grouped};
use crate::buckets::BucketState;
use std::collections::BTreeMap;

/// Cases and buckets of all nights.
pub(super) struct OverTime {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The line, as steps.
    pub(super) path: String,
    /// Ends of nights on it.
    pub(super) points: Vec<(u32, u32)>,
    /// Places and texts of the marks below: powers of ten of cases.
    pub(super) across: Vec<(u32, String)>,
    /// Places and texts of the marks at the left: numbers of buckets.
    pub(super) up: Vec<(u32, String)>,
    /// Description of the chart, in words.
    pub(super) words: String,
    /// Nights as text: number, day, cases, all cases until then, new buckets, all buckets until then.
    pub(super) rows: Vec<[String; 6]>,
}

const WIDTH: u32 = 640;
const HEIGHT: u32 = 220;
const LEFT: u32 = 48;
const RIGHT: u32 = 16;
const TOP: u32 = 12;
const BOTTOM: u32 = 32;

/// Place between two others, of a part of the whole.
fn between(part: f64, from: u32, to: u32) -> u32 {
    let (from, to) = (f64::from(from), f64::from(to));
    (from + part.clamp(0.0, 1.0) * (to - from)).round() as u32
}

/// Cases and buckets over all nights; none before the first bucket.
pub(super) fn over_time(nights: &[PastNight]) -> Option<OverTime> {
    let mut sums: Vec<(u64, u64)> = Vec::new();
    let mut rows = Vec::new();
    let (mut cases, mut buckets) = (0_u64, 0_u64);
    for night in nights {
        cases = cases.saturating_add(night.cases);
        buckets = buckets.saturating_add(night.found);
        sums.push((cases, buckets));
        rows.push([
            grouped(night.number),
            night.date.split('T').next().unwrap_or_default().to_owned(),
            grouped(night.cases),
            grouped(cases),
            grouped(night.found),
            grouped(buckets),
        ]);
    }
    let first = sums.iter().map(|(cases, _)| *cases).find(|cases| *cases > 0)?;
    let low = first.ilog10();
    let high =
        if cases == 10_u64.pow(cases.ilog10()) { cases.ilog10() } else { cases.ilog10() + 1 }.max(low + 1);
    let across = |cases: u64| {
        let part = ((cases.max(1) as f64).log10() - f64::from(low)) / f64::from(high - low);
        between(part, LEFT, WIDTH - RIGHT)
    };
    let step = step(buckets);
    let top = buckets.div_ceil(step).max(1) * step;
    let up = |buckets: u64| between(buckets as f64 / top as f64, HEIGHT - BOTTOM, TOP);
    let mut path = String::new();
    let mut points = Vec::new();
    for (cases, buckets) in sums.iter().filter(|(cases, _)| *cases > 0) {
        let (x, y) = (across(*cases), up(*buckets));
        path += &if path.is_empty() { format!("M{x} {y}") } else { format!("H{x}V{y}") };
        points.push((x, y));
    }
    let last = nights.iter().rposition(|night| night.found > 0);
    let since: Vec<&PastNight> = nights.iter().skip(last.map_or(0, |last| last + 1)).collect();
    let without: u64 = since.iter().map(|night| night.cases).sum();
    let reported = format!("{} found by {}", count(buckets, "bucket"), count(cases, "case"));
    let words = match (since.len(), last) {
        (0, _) => {
            format!("{reported}; the last night has found {}", count(nights.last()?.found, "new bucket"))
        }
        (_, None) => return None,
        (nights, _) => format!(
            "{reported}; no new bucket in the last {} ({})",
            count(without, "case"),
            count(nights as u64, "night")
        ),
    };
    Some(OverTime {
        width: WIDTH,
        height: HEIGHT,
        path,
        points,
        across: (low..=high).map(|power| (across(10_u64.pow(power)), grouped(10_u64.pow(power)))).collect(),
        up: (0..=top / step).map(|mark| (up(mark * step), grouped(mark * step))).collect(),
        words,
        rows,
    })
}

/// A distance between marks so that there are at most five.
fn step(most: u64) -> u64 {
    let steps = (0..18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)));
    steps.into_iter().find(|step| most.div_ceil(*step) <= 5).unwrap_or(u64::MAX)
}

/// States of a bucket over nights.
pub(super) struct Strip {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) rows: Vec<StripRow>,
    /// Places and numbers of nights.
    pub(super) nights: Vec<(u32, String)>,
}

/// A subject.
pub(super) struct StripRow {
    pub(super) subject: String,
    pub(super) y: u32,
    pub(super) parts: Vec<StripPart>,
}

/// Nights in one state.
pub(super) struct StripPart {
    pub(super) x: u32,
    pub(super) width: u32,
    pub(super) class: &'static str,
    pub(super) letter: &'static str,
}

/// Subjects that are drawn.
const MOST_ROWS: usize = 12;
const NAME: u32 = 190;
const ROW: u32 = 26;

/// States of a bucket over nights; none where it has no history.
pub(super) fn strip(bucket: &Bucket, last: u64) -> Option<Strip> {
    let first = bucket.history.iter().map(|change| change.night).min()?;
    let newest = bucket.history.iter().map(|change| change.night).max()?;
    let end = last.max(newest) + 1;
    let place = |night: u64| {
        let part = night.saturating_sub(first) as f64 / (end - first).max(1) as f64;
        between(part, NAME, WIDTH - RIGHT)
    };
    let mut subjects: BTreeMap<&str, Vec<(u64, BucketState)>> = BTreeMap::new();
    for change in &bucket.history {
        subjects.entry(&change.subject).or_default().push((change.night, change.state));
    }
    let rows = subjects.into_iter().take(MOST_ROWS).zip(0_u32..).map(|((subject, changes), number)| {
        let ends = changes.iter().skip(1).map(|(night, _)| *night).chain([end]);
        let part = |((night, state), next): (&(u64, BucketState), u64)| {
            let (class, letter) = look(*state);
            StripPart { x: place(*night), width: place(next).saturating_sub(place(*night)), class, letter }
        };
        let parts = changes.iter().zip(ends).map(part).filter(|part| part.width > 0).collect();
        StripRow { subject: subject.to_owned(), y: number * ROW, parts }
    });
    let rows: Vec<StripRow> = rows.collect();
    let mut nights: Vec<u64> = bucket.history.iter().map(|change| change.night).chain([end - 1]).collect();
    nights.sort_unstable();
    nights.dedup();
    let height = ROW * u32::try_from(rows.len()).unwrap_or(0) + 22;
    // Numbers do not lie upon each other.
    let mut marks: Vec<(u32, String)> = Vec::new();
    for night in nights {
        let x = place(night);
        if marks.last().is_none_or(|(before, _)| x >= before + 36) {
            marks.push((x, night.to_string()));
        }
    }
    Some(Strip { width: WIDTH, height, rows, nights: marks })
}

/// Class and letter of a state.
fn look(state: BucketState) -> (&'static str, &'static str) {
    match state {
        BucketState::Open => ("open", "O"),
        BucketState::Changed => ("open", "C"),
        BucketState::Masked => ("other", "M"),
        BucketState::Fixed => ("gone", "G"),
        BucketState::Back => ("open", "B"),
        BucketState::Retired => ("other", "R"),
        BucketState::NotRepeatable => ("other", "N"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_few_and_round() {
        for (most, expected) in [(0, 1), (5, 1), (6, 2), (11, 5), (26, 10), (400, 100)] {
            assert_eq!(step(most), expected, "{most}");
        }
    }

    #[test]
    fn nights_without_a_bucket_are_reported() {
        let night = |number, cases, found| PastNight { number, cases, found, ..PastNight::default() };
        let words = |nights: &[PastNight]| over_time(nights).map(|time| time.words);
        assert_eq!(words(&[]), None);
        assert_eq!(words(&[night(1, 0, 0)]), None);
        assert_eq!(words(&[night(1, 10, 0)]), None);
        let all = [night(1, 1000, 2), night(2, 500, 1), night(3, 1500, 0), night(4, 10, 0)];
        assert_eq!(
            words(&all).unwrap(),
            "3 buckets found by 3,010 cases; no new bucket in the last 1,510 cases (2 nights)"
        );
        assert_eq!(
            words(&all[..2]).unwrap(),
            "3 buckets found by 1,500 cases; the last night has found 1 new bucket"
        );
    }
}

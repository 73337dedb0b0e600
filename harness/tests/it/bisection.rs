//! Since which compiler a finding shows: the search, and the command with compilers that are stand-ins.

use crosscall::bisection::{Answer, By, Conclusion, Step, Why, next};
use proptest::prelude::*;

/// What a compiler of a list would answer; nothing for one that cannot be tested.
type Truth = Vec<Option<bool>>;

fn answer(is_bad: Option<bool>) -> Answer {
    match is_bad {
        Some(true) => Answer::Bad,
        Some(false) => Answer::Good,
        None => Answer::Untestable("no".to_owned()),
    }
}

/// The conclusion, and how many were tried.
fn search(truth: &Truth, people: &[(usize, bool)], all: bool) -> (Conclusion, usize) {
    let mut answers = vec![None; truth.len()];
    for (at, is_bad) in people {
        answers[*at] = Some((answer(Some(*is_bad)), By::Person));
    }
    let mut tried = 0;
    loop {
        match next(&answers, all) {
            Step::Done(conclusion) => return (conclusion, tried),
            Step::Try(at) => {
                assert!(answers[at].is_none(), "{at} was tried before");
                answers[at] = Some((answer(truth[at]), By::Run));
                tried += 1;
            }
        }
    }
}

/// What is true of a list with a person's answers in it.
fn expected(truth: &Truth, people: &[(usize, bool)]) -> Option<Conclusion> {
    let mut all = truth.clone();
    people.iter().for_each(|(at, is_bad)| all[*at] = Some(*is_bad));
    let first_bad = all.iter().position(|one| *one == Some(true));
    let last_good = all.iter().rposition(|one| *one == Some(false));
    match (last_good, first_bad) {
        (Some(good), Some(bad)) if good + 1 == bad => {
            Some(Conclusion::Since { last_good: good, first_bad: bad })
        }
        (None, Some(0)) => Some(Conclusion::AllBad),
        (Some(good), None) if good + 1 == all.len() => Some(Conclusion::AllGood),
        _ => None,
    }
}

fn is_certain(conclusion: &Conclusion) -> bool {
    !matches!(conclusion, Conclusion::Unsure { .. })
}

/// A list that is good before a place and bad from it on, with some that cannot be tested.
fn monotone() -> impl Strategy<Value = Truth> {
    (1usize..40).prop_flat_map(|len| {
        (0..=len, proptest::collection::vec(prop::bool::weighted(0.2), len)).prop_map(|(place, gaps)| {
            gaps.iter().enumerate().map(|(at, is_gap)| (!is_gap).then_some(at >= place)).collect()
        })
    })
}

proptest! {
    #[test]
    fn the_exact_place_is_found(len in 1usize..200, place in 0usize..200) {
        let place = place.min(len);
        let truth: Truth = (0..len).map(|at| Some(at >= place)).collect();
        let (conclusion, tried) = search(&truth, &[], false);
        prop_assert_eq!(Some(conclusion), expected(&truth, &[]));
        prop_assert!(tried <= 3 + len.ilog2() as usize, "{} of {}", tried, len);
    }

    #[test]
    fn gaps_are_named(truth in monotone(), all: bool) {
        let (conclusion, _) = search(&truth, &[], all);
        match expected(&truth, &[]) {
            Some(certain) => prop_assert_eq!(conclusion, certain),
            None => match conclusion {
                Conclusion::Unsure { why: Why::Nothing, .. } => prop_assert!(truth.iter().all(Option::is_none)),
                Conclusion::Unsure { last_good, first_bad, why: Why::Gap(gap) } => {
                    prop_assert!(!gap.is_empty() && gap.iter().all(|at| truth[*at].is_none()));
                    prop_assert_eq!(last_good, truth.iter().rposition(|one| *one == Some(false)));
                    prop_assert_eq!(first_bad, truth.iter().position(|one| *one == Some(true)));
                }
                other => prop_assert!(false, "{:?}", other),
            },
        }
    }

    /// Whatever a person says: an answer that sounds certain fits everything that is known and that would be found.
    #[test]
    fn a_person_is_never_made_wrong(
        truth in monotone(),
        people in proptest::collection::vec((0usize..40, any::<bool>()), 0..4),
        all: bool,
    ) {
        let mut people: Vec<(usize, bool)> = people;
        people.retain(|(at, _)| *at < truth.len());
        people.sort_unstable();
        people.dedup_by_key(|(at, _)| *at);
        let (conclusion, _) = search(&truth, &people, all);
        match expected(&truth, &people) {
            Some(certain) => prop_assert_eq!(conclusion, certain),
            None => prop_assert!(!is_certain(&conclusion), "{:?}", conclusion),
        }
    }

    /// Of a list in no order nothing certain is said that its own answers contradict.
    #[test]
    fn a_list_in_no_order_is_told_where_all_are_tried(truth in proptest::collection::vec(any::<bool>(), 1..20)) {
        let truth: Truth = truth.into_iter().map(Some).collect();
        let (conclusion, _) = search(&truth, &[], true);
        match expected(&truth, &[]) {
            Some(certain) => prop_assert_eq!(conclusion, certain),
            None => {
                let is_told = matches!(&conclusion, Conclusion::Unsure { why: Why::NotMonotone { bad, good }, .. } if bad < good);
                prop_assert!(is_told, "{:?}", conclusion);
            }
        }
    }
}

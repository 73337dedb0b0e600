//! Search of the place in an ordered list of compilers from which on a finding shows: which one to try next, and what
//! follows from the answers. Where they do not say it for certain, the answer is *unsure*, with the reason.

/// Answer for one compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The finding does not show.
    Good,
    /// The finding shows.
    Bad,
    /// Another finding shows, in words; this one may hide behind it.
    Other(String),
    /// No test was possible, with the reason.
    Untestable(String),
    /// Two runs gave different answers.
    Unrepeatable(String),
}

/// Source of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// A run.
    Run,
    /// A person.
    Person,
}

/// Answers for the compilers that have one, oldest first.
pub type Answers = [Option<(Answer, By)>];

/// Next step of the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Try the compiler at this position, of which nothing is known.
    Try(usize),
    /// Nothing more.
    Done(Conclusion),
}

/// Conclusion from the answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// It shows from one on and not with the one before it.
    Since {
        /// Position of the last that does not show it.
        last_good: usize,
        /// Position of the first that shows it, the next one.
        first_bad: usize,
    },
    /// None shows it.
    AllGood,
    /// All show it.
    AllBad,
    /// It cannot be said for certain.
    Unsure {
        /// Position of the last that is known not to show it before any that does.
        last_good: Option<usize>,
        /// Position of the first that is known to show it.
        first_bad: Option<usize>,
        /// Why it cannot be said.
        why: Why,
    },
}

/// Reason for which no certain answer follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// One shows it, and a later one does not.
    NotMonotone {
        /// Position of the one that shows it.
        bad: usize,
        /// Position of the later one.
        good: usize,
    },
    /// These between the last good and the first bad, or at an end of the list, gave no answer.
    Gap(Vec<usize>),
    /// None gave an answer.
    Nothing,
}

/// The next step. With `all`, every compiler is tried; otherwise as few as the answer needs: both ends, then halves. An
/// answer that only a person gives is held against the next compiler that can be tried.
pub fn next(answers: &Answers, all: bool) -> Step {
    let untried = |at: &usize| answers.get(*at).is_some_and(Option::is_none);
    if let Some(at) = (0..answers.len()).find(|at| all && untried(at)) {
        return Step::Try(at);
    }
    if let Some(why) = contradiction(answers) {
        return Step::Done(unsure(answers, why));
    }
    // The ends: where one gives no answer, its neighbour is asked.
    let newest = (0..answers.len()).rev().find(|at| untried(at) || is_decided(answers, *at));
    let oldest = (0..answers.len()).find(|at| untried(at) || is_decided(answers, *at));
    let (Some(oldest), Some(newest)) = (oldest, newest) else {
        return Step::Done(unsure(answers, Why::Nothing));
    };
    if let Some(end) = [newest, oldest].into_iter().find(|at| untried(at)) {
        return Step::Try(end);
    }
    let (good, bad) = (last_good(answers), first_bad(answers));
    // Halves, as long as something between the two is not tried.
    if let (Some(good), Some(bad)) = (good, bad) {
        let middle = good + (bad - good) / 2;
        let between = (good + 1..bad).filter(untried);
        if let Some(at) = between.min_by_key(|at| at.abs_diff(middle)) {
            return Step::Try(at);
        }
    }
    if let Some(at) = neighbour(answers, good, bad) {
        return Step::Try(at);
    }
    Step::Done(conclusion(answers, good, bad))
}

/// The conclusion when nothing is left to try that could matter.
fn conclusion(answers: &Answers, good: Option<usize>, bad: Option<usize>) -> Conclusion {
    let undecided = |range: std::ops::Range<usize>| -> Vec<usize> {
        range
            .filter(|at| answers.get(*at).is_some_and(Option::is_some) && !is_decided(answers, *at))
            .collect()
    };
    let gap = match (good, bad) {
        (Some(good), Some(bad)) => undecided(good + 1..bad),
        (Some(good), None) => undecided(good + 1..answers.len()),
        (None, Some(bad)) => undecided(0..bad),
        (None, None) => return unsure(answers, Why::Nothing),
    };
    match (good, bad) {
        _ if !gap.is_empty() => unsure(answers, Why::Gap(gap)),
        (Some(last_good), Some(first_bad)) => Conclusion::Since { last_good, first_bad },
        (None, Some(_)) => Conclusion::AllBad,
        _ => Conclusion::AllGood,
    }
}

/// A compiler that has to be tried because the answer beside the place is a person's: the next newer one of a first bad, the
/// next older one of a last good. If a run's answer there is another one, the person's contradicts it.
fn neighbour(answers: &Answers, good: Option<usize>, bad: Option<usize>) -> Option<usize> {
    let is_of_person = |at: usize| matches!(answers.get(at), Some(Some((_, By::Person))));
    // As far as runs gave no answer, the one behind is asked.
    let first_open = |mut range: Box<dyn Iterator<Item = usize>>| {
        let at = range.find(|at| {
            !is_of_person(*at) && (is_decided(answers, *at) || answers.get(*at).is_some_and(Option::is_none))
        })?;
        answers.get(at).is_some_and(Option::is_none).then_some(at)
    };
    let newer = bad.filter(|at| is_of_person(*at)).and_then(|at| first_open(Box::new(at + 1..answers.len())));
    newer.or_else(|| good.filter(|at| is_of_person(*at)).and_then(|at| first_open(Box::new((0..at).rev()))))
}

fn is(answers: &Answers, at: usize, wanted: &Answer) -> bool {
    matches!(answers.get(at), Some(Some((answer, _))) if answer == wanted)
}

fn is_decided(answers: &Answers, at: usize) -> bool {
    is(answers, at, &Answer::Good) || is(answers, at, &Answer::Bad)
}

fn last_good(answers: &Answers) -> Option<usize> {
    (0..answers.len()).rev().find(|at| is(answers, *at, &Answer::Good))
}

fn first_bad(answers: &Answers) -> Option<usize> {
    (0..answers.len()).find(|at| is(answers, *at, &Answer::Bad))
}

/// One that shows it before one that does not.
fn contradiction(answers: &Answers) -> Option<Why> {
    let (bad, good) = (first_bad(answers)?, last_good(answers)?);
    (bad < good).then_some(Why::NotMonotone { bad, good })
}

fn unsure(answers: &Answers, why: Why) -> Conclusion {
    let first_bad = first_bad(answers);
    let before = |at: &usize| first_bad.is_none_or(|bad| *at < bad) && is(answers, *at, &Answer::Good);
    Conclusion::Unsure { last_good: (0..answers.len()).rev().find(before), first_bad, why }
}

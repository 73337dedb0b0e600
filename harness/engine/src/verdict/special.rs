//! Other values in what is compiled already: arguments and results of C units lie in initialised objects, whose bytes are
//! replaced. Compiling is what takes long, so that a case is run with several sets of values for one compilation.

use super::batch::Batch;
use super::calls::{Calls, leaf_sizes};
use super::{CaseResult, Evidence};
use crate::trial::program::Put;
use crate::unit::{Compiled, Role};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::finding::{Topic, Verdict};
use crosscall_model::{Case, Pairing, Scalar, Type, Value, unit};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::judge::judge;
use crosscall_oracle::knowledge::{Knowledge, Predicted};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Byte where a value has none.
const FILLER: u8 = 0;

/// Runs of a subject's cases with special values.
#[derive(Debug, Default)]
pub struct Special {
    /// Number of runs.
    pub runs: u64,
    /// Violations, at most one of a case, each with the number of its set.
    pub wrong: Vec<(usize, CaseResult)>,
    /// Cases whose values are in the code, so that others do not reach it. Their runs are not counted.
    pub folded: Vec<usize>,
}

/// Keeps the values of a case that its C text repeats as numbers in code: those among which a function selects by a
/// parameter of type `short`.
pub fn keep_written(pairing: Pairing, written: &Case, case: &mut Case) {
    if pairing != Pairing::Callee {
        return;
    }
    let is_written = |ty: &Type| matches!(ty, Type::Scalar(Scalar::Short | Scalar::UnsignedShort));
    let parameters = case.signature.parameters.iter().zip(&mut case.arguments).zip(&written.arguments);
    for ((_, value), old) in parameters.filter(|((ty, _), _)| is_written(ty)) {
        value.clone_from(old);
    }
}

/// Runs calls between the subject and its counterpart once more for each of some sets of values, each of which is a batch of
/// the same functions. A case is left out if its values have not changed, or the program has them elsewhere than in objects.
pub fn run(
    pairing: Pairing,
    (written, sets): (&Batch<'_>, &[Batch<'_>]),
    compiled: &Compiled,
    wanted: &BTreeSet<usize>,
    knowledge: &Knowledge,
) -> Special {
    let mut special = Special::default();
    for (ks, object) in &compiled.objects {
        let ks: Vec<usize> = ks.iter().filter(|k| wanted.contains(k)).copied().collect();
        if ks.is_empty() {
            continue;
        }
        // The program has been linked before: whatever is wrong with it is said.
        let Ok(mut calls) = Calls::new(pairing, written, &ks, object, knowledge) else { continue };
        for k in ks {
            let Some(case) = written.cases().get(k) else { continue };
            let sizes = leaf_sizes(case, knowledge, None);
            let before = special.runs;
            for (number, set) in sets.iter().enumerate() {
                let Some(puts) = puts(pairing, k, (written, set), knowledge) else { continue };
                let goes = calls.goes_as_likely(set, k, knowledge, &sizes, puts.clone());
                special.runs += u64::from(goes.is_ok());
                if goes != Ok(false) {
                    continue;
                }
                let Some(result) = judged(pairing, set, k, object, knowledge, puts) else { continue };
                if is_folded(written, &result, knowledge) {
                    special.runs = before;
                    special.folded.push(k);
                } else {
                    special.wrong.push((number, result));
                }
                break;
            }
        }
    }
    special
}

/// The violation of a case with other values, with a counterpart in assembly; `None` if there is none.
fn judged(
    pairing: Pairing,
    set: &Batch<'_>,
    k: usize,
    object: &ObjectFile,
    knowledge: &Knowledge,
    puts: Rc<Vec<Put>>,
) -> Option<CaseResult> {
    // Of values that are there by chance nothing is learnt.
    let mut copy = knowledge.clone();
    let mut calls = Calls::new(pairing, set, &[k], object, knowledge).ok()?.with_values(puts);
    let outcome = calls.judge(k, &mut copy, Effort::Usual);
    let result = CaseResult::of(k, pairing, outcome, |plan| calls.evidence(k, plan));
    matches!(result.verdict, Verdict::Violates(_)).then_some(result)
}

/// True if a violation shows the values of the case as it is written in all that is wrong: the compiler has not read them from
/// its objects.
fn is_folded(written: &Batch<'_>, result: &CaseResult, knowledge: &Knowledge) -> bool {
    let (Verdict::Violates(violation), Some(evidence)) = (&result.verdict, &result.evidence) else {
        return false;
    };
    let Evidence { observation, .. } = &**evidence;
    let (Some(case), Some(plan)) = (written.cases().get(result.k), written.likely_plan(knowledge, result.k))
    else {
        return false;
    };
    let as_written = judge(case, result.pairing, &plan.result, observation).mismatches;
    let is_value = |topic: &Topic| matches!(topic, Topic::Value(_));
    violation.mismatches.iter().all(|mismatch| {
        is_value(&mismatch.topic) && as_written.iter().all(|written| written.topic != mismatch.topic)
    })
}

/// What has to be put into the program so that case `k` has the values of a set; `None` if they are the same.
fn puts(
    pairing: Pairing,
    k: usize,
    (written, set): (&Batch<'_>, &Batch<'_>),
    knowledge: &Knowledge,
) -> Option<Rc<Vec<Put>>> {
    let (old, new) = (written.cases().get(k)?, set.cases().get(k)?);
    if old == new {
        return None;
    }
    let predicted = Predicted(knowledge);
    let mut chooser = Chooser::new(knowledge.catalogue(), &predicted);
    let mut image = |ty: &Type, value: &Value| abi::image(old.target, ty, value, FILLER, &mut chooser);
    // Bits of storage that a compiler leaves as they are have the values that it gave them, on which it may rely.
    let mut is_loose = |ty: &Type| {
        let mut loose = false;
        ty.visit(&mut |inner| {
            if matches!(inner, Type::BitInt(_)) {
                loose |= image(inner, &Value::Bits(0)).mask.iter().any(|mask| *mask != 0xff);
            }
        });
        loose
    };
    let both = objects(pairing, k, old).into_iter().zip(objects(pairing, k, new));
    let changed: Vec<_> = both.filter(|((_, _, old), (_, _, new))| old != new).collect();
    if changed.iter().any(|((_, ty, _), _)| is_loose(ty)) {
        return None;
    }
    let put = |((symbol, ty, old), (_, _, new)): ((String, &Type, &Value), (String, &Type, &Value))| Put {
        symbol,
        old: image(ty, old),
        new: image(ty, new),
    };
    Some(Rc::new(changed.into_iter().map(put).collect()))
}

/// The objects that the unit of a case initialises with its values: symbol, type and value.
fn objects(pairing: Pairing, k: usize, case: &Case) -> Vec<(String, &Type, &Value)> {
    let arguments = case.signature.arguments().zip(&case.arguments).enumerate();
    match Role::of(pairing) {
        Some(Role::Caller) => arguments.map(|(i, (ty, value))| (unit::argument(k, i), ty, value)).collect(),
        Some(Role::Callee) => {
            let result = case.signature.result.iter().zip(&case.result);
            let result = result.map(|(ty, value)| (unit::result(k), ty, value));
            let named = arguments.take(case.signature.parameters.len());
            let narrow = named.filter(|(_, (ty, _))| unit::narrow(ty));
            let compared = narrow.map(|(i, (ty, value))| (unit::compared(k, i), ty, value));
            result.chain(compared).collect()
        }
        Some(Role::Layout) | None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::{BitInt, Signature, Style, Target};
    use crosscall_oracle::clause::catalogue;

    /// A compiler that leaves the bits above a `_BitInt` in memory relies on those that it has put there.
    #[test]
    fn what_a_compiler_has_left_as_it_was_is_not_replaced() {
        let target = Target::ALL.into_iter().find(|target| target.name() == "riscv64-lp64d").unwrap();
        let signature = Signature {
            result: None,
            parameters: vec![Type::BitInt(BitInt { bits: 100, unsigned: false })],
            variadic: None,
        };
        let case = |value| {
            let (signature, arguments) = (signature.clone(), vec![Value::Bits(value)]);
            [Case { target, signature, arguments, result: None, style: Style::default() }]
        };
        let (written, set) = (case(1), case(0));
        let batches = (&Batch::new(&written), &Batch::new(&set));
        let mut knowledge = Knowledge::new(catalogue(target));
        assert!(puts(Pairing::Caller, 0, batches, &knowledge).is_some());
        knowledge.note_deviations(catalogue(target).find_answer("RISCV-LAYOUT-08=R2"));
        assert!(puts(Pairing::Caller, 0, batches, &knowledge).is_none());
    }
}

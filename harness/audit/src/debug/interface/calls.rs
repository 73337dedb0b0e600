//! Two declarations of one function under the document: what a caller that follows the one passes elsewhere than a function that
//! follows the other expects it.

use super::super::rulings::Rulings;
use super::super::work::Exhausted;
use super::Call;
use crosscall_explain::{case_of, plan_of};
use crosscall_model::plan::{ClauseId, Extension, Passed, Piece, Place, Plan, Transfer, add_clauses};
use crosscall_model::{Form, Target, counted};

/// Steps of work that a plan takes for each part of the signature's types.
const STEPS: u64 = 2000;

/// A value of a call, in two declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    Result,
    Parameter(usize),
}

/// A value that is passed in another way.
#[derive(Debug)]
pub(super) struct Moved {
    pub(super) value: Value,
    pub(super) before: String,
    pub(super) now: String,
    pub(super) clauses: Vec<ClauseId>,
}

/// Values that both declarations have and that are passed in different ways.
pub(super) fn moved(rulings: &mut Rulings<'_>, before: &Call, now: &Call) -> Result<Vec<Moved>, Exhausted> {
    if before.signature == now.signature {
        return Ok(Vec::new());
    }
    let (before, now) = (plan(rulings, before)?, plan(rulings, now)?);
    let results = before.result.as_ref().zip(now.result.as_ref()).map(|pair| (Value::Result, pair));
    let parameters = before.arguments.iter().zip(&now.arguments).enumerate();
    let parameters = parameters.map(|(number, pair)| (Value::Parameter(number), pair));
    let all = results.into_iter().chain(parameters);
    let differing = all.filter(|(_, (before, now))| before.transfer != now.transfer);
    Ok(differing.map(|(value, (before, now))| moved_value(rulings.target, value, before, now)).collect())
}

fn plan(rulings: &mut Rulings<'_>, call: &Call) -> Result<Plan, Exhausted> {
    rulings.work.spend(STEPS * (1 + call.weight as u64))?;
    Ok(plan_of(&case_of(Form::Prototype, rulings.target, &call.signature), rulings.dialect).0)
}

fn moved_value(target: Target, value: Value, before: &Passed, now: &Passed) -> Moved {
    let mut clauses = Vec::new();
    for passed in [now, before] {
        add_clauses(&mut clauses, &passed.clauses);
    }
    let words = [before, now].map(|passed| words(target, &passed.transfer));
    if words[0] == words[1] {
        // Only the bits above a narrow value.
        add_clauses(&mut clauses, &now.rest_clauses);
    }
    let [before, now] = words;
    Moved { value, before, now, clauses }
}

fn words(target: Target, transfer: &Transfer) -> String {
    match transfer {
        Transfer::Nothing => "not passed at all".to_owned(),
        Transfer::Direct(pieces) => pieces_in_words(target, pieces),
        Transfer::ByReference { pointer, .. } => {
            format!("in memory, its address in {}", places(target, pointer))
        }
    }
}

fn pieces_in_words(target: Target, pieces: &[Piece]) -> String {
    let bytes: u64 = pieces.iter().map(|piece| u64::from(piece.len)).sum();
    let extended = match pieces {
        [only] => match only.rest {
            Extension::Sign(_) => ", sign-extended",
            Extension::Zero(_) => ", zero-extended",
            _ => "",
        },
        _ => "",
    };
    format!("{} in {}{extended}", counted(bytes, "byte"), places(target, pieces))
}

fn places(target: Target, pieces: &[Piece]) -> String {
    let place = |piece: &Piece| match piece.place {
        Place::Register { register, .. } => target.register_name(register),
        Place::Pointed { base, offset } => {
            format!("memory {offset} bytes from the address in {}", target.register_name(base))
        }
        Place::Stack { offset } => format!("the stack, {offset} bytes above the stack pointer"),
    };
    pieces.iter().map(place).collect::<Vec<_>>().join(" and ")
}

//! The form of an object file: symbols, relocations, addresses that nothing may have.

use super::Judgement;
use crate::abi::{HeaderField, ObjectPlan, object_plan};
use crosscall_model::Target;
use crosscall_model::finding::{Expected, Observed, Topic};
use crosscall_model::object::{Object, ObjectPlace};

/// Holds an object file that defines the function `name` against what a document says of object files.
pub fn judge_object(target: Target, plan: &ObjectPlan, name: &str, object: &Object) -> Judgement {
    let mut judgement = Judgement::new(target);
    judge_function(plan, name, object, &mut judgement);
    judge_relocations(plan, object, &mut judgement);
    judge_header(plan, object, &mut judgement);
    judge_room(plan, name, object, &mut judgement);
    for (range, clause) in &plan.reserved {
        judgement.exercise(&[clause]);
        let placed = object.symbols.iter().find_map(|symbol| match symbol.place {
            ObjectPlace::Absolute(at) if symbol.size > 0 && range.contains(&at) => Some((symbol, at)),
            _ => None,
        });
        if let Some((symbol, at)) = placed {
            let observed = Observed::SymbolAt(symbol.name.clone(), at);
            judgement.contradict(&[clause], Topic::Symbol, Expected::NothingReserved, observed);
        }
    }
    judgement
}

/// Holds an object file's header and relocations against what a document says of object files.
pub fn judge_file(target: Target, object: &Object) -> Judgement {
    let (plan, mut judgement) = (object_plan(target), Judgement::new(target));
    judge_relocations(&plan, object, &mut judgement);
    judge_header(&plan, object, &mut judgement);
    judgement
}

/// The function is one that other object files can call.
fn judge_function(plan: &ObjectPlan, name: &str, object: &Object, judgement: &mut Judgement) {
    judgement.exercise(&plan.symbol_clauses);
    let defined = object.symbols.iter().find(|s| s.name == name && s.place != ObjectPlace::Undefined);
    let Some(symbol) = defined else {
        let expected = Expected::Function(name.to_owned());
        judgement.contradict(&plan.symbol_clauses, Topic::Symbol, expected, Observed::Nothing);
        return;
    };
    let section = match symbol.place {
        ObjectPlace::Section(index) => object.sections.get(index),
        _ => None,
    };
    if !symbol.visible || !section.is_some_and(|s| s.executable) {
        let observed = Observed::Binding(symbol.binding.to_string(), section.map(|s| s.name.clone()));
        let clauses = &plan.symbol_clauses;
        judgement.contradict(clauses, Topic::Symbol, Expected::GlobalCode, observed);
    }
}

/// True if an object file's header is as the document of a target demands it.
pub fn has_header_of(target: Target, object: &Object) -> bool {
    let mut judgement = Judgement::new(target);
    judge_header(&object_plan(target), object, &mut judgement);
    judgement.mismatches.is_empty()
}

/// Numbers of the header are those that the document has.
fn judge_header(plan: &ObjectPlan, object: &Object, judgement: &mut Judgement) {
    for rule in &plan.header {
        let found = match rule.field {
            HeaderField::Class => object.form.map(|form| form.class.into()),
            HeaderField::ByteOrder => object.form.map(|form| form.byte_order.into()),
            HeaderField::OsAbi => object.form.map(|form| form.os_abi.into()),
            HeaderField::Flags => Some(object.flags),
        };
        let Some(found) = found else { continue };
        judgement.exercise(rule.clauses);
        if found & rule.mask != rule.value {
            let topic = Topic::HeaderField(rule.field.name());
            let expected = Expected::Masked(rule.value, rule.mask);
            let observed = Observed::Address(found.into());
            judgement.contradict(rule.clauses, topic, expected, observed);
        }
    }
}

/// There is room for the function, where the file says how large it is. What else the file holds are other cases.
fn judge_room(plan: &ObjectPlan, name: &str, object: &Object, judgement: &mut Judgement) {
    let Some((most, clause)) = plan.most_code else { return };
    let Some(function) = object.symbols.iter().find(|s| s.name == name && s.size > 0) else { return };
    judgement.exercise(&[clause]);
    if function.size > most {
        let size = usize::try_from(function.size).unwrap_or(usize::MAX);
        let (expected, observed) = (Expected::AtMost(most), Observed::ByteCount(size));
        judgement.contradict(&[clause], Topic::Code, expected, observed);
    }
}

/// Every relocation has a number that is known, where the document has a table of them.
fn judge_relocations(plan: &ObjectPlan, object: &Object, judgement: &mut Judgement) {
    if plan.relocations.is_empty() {
        return;
    }
    for section in &object.sections {
        let mut unknown = None;
        for (offset, kind) in &section.relocations {
            match plan.relocations.iter().find(|(known, _)| known == kind) {
                Some((_, clause)) => judgement.exercise(&[clause]),
                None => unknown = unknown.or(Some((offset, kind))),
            }
        }
        if let Some((offset, kind)) = unknown {
            let observed = Observed::RelocationKind(*kind, section.name.clone(), *offset);
            let (clauses, of) = (&plan.relocation_clauses, Expected::KnownRelocation(plan.relocations_of));
            judgement.contradict(clauses, Topic::Relocation, of, observed);
        }
    }
}

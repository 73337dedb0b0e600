//! Structures that a document writes out field by field, against a compiler's layout of them.

use crosscall_generator::{Widths, values};
use crosscall_model::finding::{Expected, LayoutFact, Observed, Topic};
use crosscall_model::unit::{LayoutItem, layout_items};
use crosscall_model::{Case, Scalar, Signature, Style, Target};
use crosscall_oracle::abi::{DocumentedStruct, documented_structs};
use crosscall_oracle::judge::Judgement;

/// One case for each structure: a function that takes it.
pub fn cases(target: Target, width: &dyn Fn(Scalar) -> u32) -> Vec<Case> {
    let widths = Widths::new(target, width);
    let case = |structure: DocumentedStruct| {
        let signature = Signature { result: None, parameters: vec![structure.ty], variadic: None };
        let (arguments, result) = values::fill(&signature, &widths, 0x11);
        Case { target, signature, arguments, result, style: Style::default() }
    };
    documented_structs(target).into_iter().map(case).collect()
}

/// Judges the numbers of a case whose types include documented structures.
pub fn judge(case: &Case, numbers: &[u64], judgement: &mut Judgement) {
    if case.signature.parameters.len() != 1 {
        return;
    }
    for structure in documented_structs(case.target) {
        for (item, seen) in layout_items(case).iter().zip(numbers) {
            let expected = match item {
                LayoutItem::Size(ty) if **ty == structure.ty => Some(("size".to_owned(), structure.size)),
                LayoutItem::Align(ty) if **ty == structure.ty => {
                    structure.align.map(|align| ("alignment".to_owned(), align))
                }
                LayoutItem::Offset(ty, member) if **ty == structure.ty => {
                    structure.fields.get(*member).map(|(name, offset)| (format!("offset of {name}"), *offset))
                }
                _ => None,
            };
            let Some((what, value)) = expected else { continue };
            judgement.exercise(&structure.clauses);
            if value != *seen {
                let topic = Topic::Layout(LayoutFact::Documented(what, structure.name.to_string()));
                let (wanted, seen) = (Expected::Number(value), Observed::Number(*seen));
                judgement.contradict(&structure.clauses, topic, wanted, seen);
            }
        }
    }
}

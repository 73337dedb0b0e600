//! Layout of a type: size, alignment, the places of its members, and the clauses that say so.

use super::dialect::Dialect;
use super::text::{clauses_part, ids, notes_part, range, readings_part, record, title};
use super::{Taken, add_record, in_order, json, some_value, taken, with_layouts};
use crosscall_declarations::{Asked, WrittenRecord};
use crosscall_model::c::type_name;
use crosscall_model::layout::Layout;
use crosscall_model::plan::{ClauseId, add_clauses};
use crosscall_model::unit::{LayoutItem, layout_items};
use crosscall_model::{Case, Signature, Style, Target, Type};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_reports::picture::{Table, hanging};
use serde_json::{Value, json};
use std::rc::Rc;

/// Explanation of a type.
#[derive(Debug, Clone)]
pub struct TypeExplanation {
    /// The target.
    pub target: Target,
    /// The question.
    pub asked: Asked,
    /// Size, alignment, places of members and signs, each with its clauses.
    pub numbers: Vec<Number>,
    /// The record types in it, outermost first, with their layouts.
    pub records: Vec<(Rc<WrittenRecord>, Layout)>,
    /// The readings that were asked for, in the order of the clause file.
    pub readings: Vec<Taken>,
}

/// A number that the document gives of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// The question in C, such as `sizeof (T)`.
    pub item: String,
    /// The answer in words.
    pub value: String,
    /// Why.
    pub clauses: Vec<ClauseId>,
}

/// Works out the layout of a type.
pub fn explain_type(target: Target, asked: &Asked, dialect: &Dialect) -> TypeExplanation {
    let case = Case {
        target,
        signature: Signature { result: None, parameters: vec![asked.ty.clone()], variadic: None },
        arguments: vec![some_value(&asked.ty)],
        result: None,
        style: Style::default(),
    };
    let mut chooser = Chooser::new(catalogue(target), dialect);
    let plan = abi::layout_plan(&case, &mut chooser);
    let mut written = Vec::new();
    if let Some(record) = &asked.written.record {
        add_record(record, &mut written);
    }
    let items = layout_items(&case);
    let numbers = items.iter().zip(&plan.numbers).filter_map(|(item, number)| {
        let (item, value) = spelled(item, number.value?, &written, asked)?;
        Some(Number { item, value, clauses: number.clauses.clone() })
    });
    let numbers = numbers.collect();
    let records = with_layouts(written, &mut chooser, target);
    let readings = taken(target, &chooser.assignment());
    TypeExplanation { target, asked: asked.clone(), numbers, records, readings }
}

/// A number as C would ask for it, with the names that were written; none of what is inside and has no name of its own.
fn spelled(
    item: &LayoutItem<'_>,
    value: u64,
    records: &[Rc<WrittenRecord>],
    asked: &Asked,
) -> Option<(String, String)> {
    let name = |ty: &Type| match records.iter().find(|record| record.ty == *ty) {
        Some(record) => Some(record.title.clone()),
        None => (*ty == asked.ty).then(|| asked.written.ty.clone()),
    };
    let member = |ty: &Type, index: usize| {
        let record = records.iter().find(|record| record.ty == *ty)?;
        record.members.get(index).map(|member| member.name.clone()).filter(|name| !name.is_empty())
    };
    let sign = if value == 0 { "unsigned" } else { "signed" };
    Some(match item {
        LayoutItem::Size(ty) => (format!("sizeof ({})", name(ty)?), value.to_string()),
        LayoutItem::Align(ty) => (format!("_Alignof ({})", name(ty)?), value.to_string()),
        LayoutItem::Offset(ty, index) => {
            (format!("offsetof ({}, {})", name(ty)?, member(ty, *index)?), value.to_string())
        }
        LayoutItem::Signed(ty) => (format!("{} is", name(ty)?), sign.to_owned()),
        LayoutItem::FieldSigned(ty, index) => {
            (format!("the bit-field {} of {} is", member(ty, *index)?, name(ty)?), sign.to_owned())
        }
    })
}

/// Every clause that the explanation names, in the order of the clause file.
fn clauses_of(explanation: &TypeExplanation) -> Vec<&'static crosscall_oracle::clause::Clause> {
    let mut all: Vec<ClauseId> = Vec::new();
    explanation.numbers.iter().for_each(|number| add_clauses(&mut all, &number.clauses));
    in_order(explanation.target, &all)
}

/// The picture of a type; a brief one ends with the readings in force.
pub fn render(explanation: &TypeExplanation, brief: bool) -> String {
    let TypeExplanation { target, asked, numbers, records, readings } = explanation;
    let text = match &asked.value {
        Some((question, value)) => format!("{question} is {value}"),
        None => asked.written.type_and_meaning(),
    };
    let mut out = hanging(&format!("{target}:"), &text) + &notes_part(&asked.notes);
    if !records.is_empty() {
        out += &title("records in memory");
        records.iter().for_each(|(written, layout)| out += &record(written, layout));
    } else if let Some(size) = numbers.first().and_then(|number| number.value.parse::<u64>().ok()) {
        let mut table = Table::new(2, &["bytes", "holds"]);
        table.row(&[range(0, size.saturating_sub(1)), asked.written.type_and_meaning()]);
        out += &(title("in memory") + &table.draw());
    }
    let mut table = Table::new(2, &["what", "is", "clauses"]);
    for Number { item, value, clauses } in numbers {
        table.row(&[item.clone(), value.clone(), ids(*target, clauses)]);
    }
    out += &(title("numbers") + &table.draw());
    out += &readings_part(*target, readings);
    if brief {
        return out;
    }
    out + &clauses_part(*target, "clauses that lay it out", &clauses_of(explanation))
}

/// The explanation as one object.
pub fn object(explanation: &TypeExplanation) -> Value {
    let TypeExplanation { target, asked, numbers, records, readings } = explanation;
    json!({
        "target": target.name(),
        "type": type_name(&asked.ty),
        "written": asked.written.ty,
        "question": asked.value.as_ref().map(|(question, _)| question),
        "value": asked.value.as_ref().map(|(_, value)| value),
        "numbers": numbers.iter().map(|n| json!({
            "item": n.item, "value": n.value.parse::<u64>().map_or_else(|_| json!(n.value), |v| json!(v)),
            "clauses": n.clauses,
        })).collect::<Vec<_>>(),
        "records": records.iter().map(|(written, layout)| json::record(written, layout)).collect::<Vec<_>>(),
        "notes": asked.notes,
        "readings": readings.iter().map(json::taken).collect::<Vec<_>>(),
        "clauses": clauses_of(explanation).iter().map(|clause| json::clause(clause)).collect::<Vec<_>>(),
    })
}

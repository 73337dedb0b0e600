//! `crosscall explain`: where everything goes in a call of a C function, as the document says, under one
//! dialect.

pub mod dialect;
pub mod differences;
pub mod environment;
pub mod forms;
pub mod input;
pub mod json;
mod names;
pub mod text;
pub mod types;

use crosscall_declarations::{Declaration, Written, WrittenRecord};
use crosscall_model::layout::Layout;
use crosscall_model::plan::{ClauseId, Plan};
use crosscall_model::{Case, Form, RecordKind, Signature, Style, Target, Type, Value};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Assignment, Chooser, Permits};
use crosscall_oracle::clause::{Clause, catalogue};
use crosscall_reports::dialect::question;
use dialect::Dialect;
use std::rc::Rc;

/// Explanation of a call.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The target.
    pub target: Target,
    /// The declaration in C, as it was written.
    pub declaration: String,
    /// The same with the bare types.
    pub signature: String,
    /// Its form.
    pub form: Form,
    /// Notes about its text.
    pub notes: Vec<String>,
    /// Places of all values, with the names that were written.
    pub plan: Plan,
    /// The record types of the call, outermost first, with their layouts.
    pub records: Vec<(Rc<WrittenRecord>, Layout)>,
    /// The readings that were asked for, in the order of the clause file.
    pub readings: Vec<Taken>,
}

/// An open question and the reading in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Id of the clause.
    pub clause: ClauseId,
    /// Name of the question; empty where the clause has only one.
    pub question: &'static str,
    /// The question itself.
    pub asks: &'static str,
    /// Name of the reading, such as `R1`.
    pub reading: &'static str,
    /// Its meaning.
    pub text: &'static str,
    /// The other readings of the document.
    pub others: Vec<&'static str>,
}

impl Taken {
    /// `CLAUSE`, or `CLAUSE:question`.
    pub fn name(&self) -> String {
        question(self.clause, self.question)
    }
}

/// Works out where everything goes.
pub fn explain(target: Target, declaration: &Declaration, dialect: &Dialect) -> Explanation {
    explain_as(Form::Prototype, target, declaration, dialect)
}

/// Works out where everything goes for a function of some form; [`forms::check`] says whether it can have it.
pub fn explain_as(form: Form, target: Target, declaration: &Declaration, dialect: &Dialect) -> Explanation {
    let case = case_of(form, target, &declaration.signature);
    let (mut plan, mut assignment) = plan_of(&case, dialect);
    name_values(&mut plan, declaration);
    let mut chooser = Chooser::new(catalogue(target), dialect);
    let mut records = Vec::new();
    for written in declaration.result.iter().chain(&declaration.arguments) {
        if let Some(record) = &written.record {
            add_record(record, &mut records);
        }
    }
    let records = with_layouts(records, &mut chooser, target);
    assignment.extend(chooser.assignment());
    Explanation {
        target,
        declaration: declaration.text.clone(),
        signature: crosscall_model::c::signature(&declaration.signature, &declaration.name),
        notes: forms::note(form).map(str::to_owned).into_iter().chain(declaration.notes.clone()).collect(),
        form,
        plan,
        records,
        readings: taken(target, &assignment),
    }
}

/// Records with their layouts.
fn with_layouts(
    records: Vec<Rc<WrittenRecord>>,
    chooser: &mut Chooser<'_>,
    target: Target,
) -> Vec<(Rc<WrittenRecord>, Layout)> {
    let layout = |record: Rc<WrittenRecord>| {
        let layout = abi::layout(target, &record.ty, chooser);
        (record, layout)
    };
    records.into_iter().map(layout).collect()
}

/// Adds a record and those inside it, each once.
fn add_record(record: &Rc<WrittenRecord>, records: &mut Vec<Rc<WrittenRecord>>) {
    if records.iter().any(|known| Rc::ptr_eq(known, record) || known == record) {
        return;
    }
    records.push(record.clone());
    record.members.iter().filter_map(|member| member.record.as_ref()).for_each(|r| add_record(r, records));
}

/// Calls the values of a plan as the person did who wrote the declaration. One without a name, or with a name that another
/// one has, too, keeps that of the plan.
fn name_values(plan: &mut Plan, declaration: &Declaration) {
    let written = &declaration.arguments;
    let unique = |w: &Written| !w.name.is_empty() && written.iter().filter(|o| o.name == w.name).count() == 1;
    for (passed, written) in plan.arguments.iter_mut().zip(written) {
        passed.c_type = written.type_and_meaning();
        if unique(written) {
            passed.name.clone_from(&written.name);
        }
    }
    if let (Some(passed), Some(written)) = (&mut plan.result, &declaration.result) {
        passed.c_type = written.type_and_meaning();
    }
}

/// The plan of a case under a dialect, with the readings that it rests on.
pub fn plan_of(case: &Case, permits: &dyn Permits) -> (Plan, Assignment) {
    let mut chooser = Chooser::new(catalogue(case.target), permits);
    let plan = abi::plan(case, &mut chooser);
    (plan, chooser.assignment())
}

fn taken(target: Target, assignment: &Assignment) -> Vec<Taken> {
    let catalogue = catalogue(target);
    let one = |(choice, position): (&crosscall_oracle::clause::ChoiceIndex, &u8)| {
        let (_, question) = catalogue.choice(*choice);
        let reading = question.readings.get(usize::from(*position))?;
        let others = question.readings.iter().filter(|r| !r.deviation && r.id != reading.id);
        Some(Taken {
            clause: catalogue.choice_clause_id(*choice),
            question: &question.name,
            asks: &question.asks,
            reading: &reading.id,
            text: &reading.text,
            others: others.map(|r| r.id.as_str()).collect(),
        })
    };
    assignment.iter().filter_map(one).collect()
}

/// A case of a function without parameters and result.
pub fn case_of_nothing(target: Target) -> Case {
    case_of(Form::Prototype, target, &Signature { result: None, parameters: Vec::new(), variadic: None })
}

/// A case with values of no importance.
pub fn case_of(form: Form, target: Target, signature: &Signature) -> Case {
    Case {
        target,
        signature: signature.clone(),
        arguments: signature.arguments().map(some_value).collect(),
        result: signature.result.as_ref().map(some_value),
        style: Style { form, ..Style::default() },
    }
}

/// Some value of a type.
fn some_value(ty: &Type) -> Value {
    match ty {
        Type::Array(element, length) => Value::List((0..*length).map(|_| some_value(element)).collect()),
        Type::Record(record) => {
            let mut named = record.members.iter().enumerate().filter(|(_, m)| m.named);
            match record.kind {
                RecordKind::Struct => Value::List(named.map(|(_, m)| some_value(&m.ty)).collect()),
                RecordKind::Union => match named.next() {
                    Some((index, member)) => Value::Member(index, Box::new(some_value(&member.ty))),
                    None => Value::List(Vec::new()),
                },
            }
        }
        _ => Value::Bits(0),
    }
}

/// The clauses by which the values have their places, in the order of the clause file.
pub(crate) fn clauses_of_values(explanation: &Explanation) -> Vec<&'static Clause> {
    let plan = &explanation.plan;
    let values = plan.arguments.iter().chain(&plan.result);
    let ids: Vec<ClauseId> = values
        .flat_map(|p| p.clauses.iter().chain(&p.rest_clauses).copied())
        .chain(plan.linkage.iter().flat_map(|l| l.clauses.iter().copied()))
        .collect();
    in_order(explanation.target, &ids)
}

/// Every clause that the explanation names, in the order of the clause file.
pub(crate) fn clauses_of(explanation: &Explanation) -> Vec<&'static Clause> {
    let plan = &explanation.plan;
    let mut ids: Vec<ClauseId> = clauses_of_values(explanation).iter().map(|c| c.id.as_str()).collect();
    ids.extend(plan.registers.iter().flat_map(|r| r.clauses));
    ids.push(plan.return_clause);
    let stack = &plan.stack;
    ids.extend(stack.align_always.1.iter().chain(&stack.align_at_call.1));
    ids.extend(stack.direction_clauses.iter().chain(&stack.owner_clauses));
    ids.extend(stack.restored_clauses.iter());
    ids.extend(explanation.readings.iter().map(|t| t.clause));
    in_order(explanation.target, &ids)
}

fn in_order(target: Target, ids: &[ClauseId]) -> Vec<&'static Clause> {
    catalogue(target).clauses.iter().filter(|c| ids.contains(&c.id.as_str())).collect()
}

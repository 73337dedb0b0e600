//! Helpers shared by the tests of every target's clause file.

use super::sources::{named, rules_of};
use super::{Except, Preferred};
use crosscall_model::expression::ValueCase;
use crosscall_model::plan::{ClauseId, Passed, Plan};
use crosscall_model::{Case, Target};
use crosscall_oracle::abi::{self, LayoutPlan};
use crosscall_oracle::choose::{Assignment, Chooser, Permits, walk};
use crosscall_oracle::clause::{Catalogue, Observed, Reach, catalogue};
use crosscall_oracle::knowledge::{AllReadings, Knowledge, WithDeviations};
use std::collections::{BTreeMap, BTreeSet};

/// The clauses that the plans of a case name under some readings.
pub(crate) fn collect(case: &Case, permits: &dyn Permits, found: &mut BTreeSet<ClauseId>) {
    let chooser = || Chooser::new(catalogue(case.target), permits);
    collect_plan(&abi::plan(case, &mut chooser()), found);
    collect_layout(&abi::layout_plan(case, &mut chooser()), found);
}

/// The clauses that a plan names.
pub(crate) fn collect_plan(plan: &Plan, found: &mut BTreeSet<ClauseId>) {
    let values = plan.arguments.iter().chain(&plan.result);
    found.extend(values.flat_map(|p| p.clauses.iter().chain(&p.rest_clauses)));
    found.extend(plan.registers.iter().flat_map(|r| r.clauses));
    found.extend(plan.unheld.iter().flat_map(|r| r.clauses));
    found.extend(plan.forbidden.iter().map(|(_, clause)| clause));
    found.extend(plan.linkage.iter().flat_map(|l| &l.clauses));
    found.insert(plan.return_clause);
    let stack = &plan.stack;
    let lists = [
        &plan.foreign_clauses,
        &plan.declared_clauses,
        &stack.saved_first,
        &stack.argument_clauses,
        &stack.align_always.1,
        &stack.align_at_call.1,
        &stack.align_for_arguments.1,
        &stack.direction_clauses,
        &stack.owner_clauses,
        &stack.room_clauses,
        &stack.apart_clauses,
        &stack.limit_clauses,
        &stack.restored_clauses,
    ];
    found.extend(lists.into_iter().flatten());
    found.extend(stack.private_calls);
    found.extend(stack.no_access_beyond.iter().flat_map(|rule| &rule.clauses));
    found.extend(plan.list.iter().flat_map(|list| list.clauses.iter().chain(&list.spent_clauses)));
    if let Some(rule) = &plan.threads {
        let lists = [&rule.register_clauses, &rule.stack_clauses, &rule.area_clauses, &rule.foreign_clauses];
        found.extend(lists.into_iter().flatten());
    }
}

/// The clauses that a layout names.
pub(crate) fn collect_layout(plan: &LayoutPlan, found: &mut BTreeSet<ClauseId>) {
    let numbers = plan.numbers.iter().chain(&plan.objects);
    found.extend(numbers.flat_map(|n| &n.clauses));
    found.extend(plan.images.iter().flat_map(|expected| &expected.clauses));
}

/// The clauses on an object file, and on the value of every expression.
pub(crate) fn collect_others(target: Target, found: &mut BTreeSet<ClauseId>) {
    let object = abi::object_plan(target);
    found.extend(object.symbol_clauses.iter().chain(&object.relocation_clauses));
    found.extend(object.header.iter().flat_map(|rule| rule.clauses));
    found.extend(object.most_code.map(|(_, clause)| clause));
    found.extend(object.relocations.iter().map(|(_, clause)| clause));
    for operation in abi::value_table(target) {
        let operands = operation.operands.iter().map(|o| vec![1; o.shape.len() as usize]).collect();
        let operation = operation.name.to_owned();
        let case = ValueCase { target, operation, operands, folded: false };
        let plan = abi::value_plan(&case, &mut Chooser::new(catalogue(target), &Preferred));
        found.extend(plan.expect("a plan").clauses);
    }
}

/// Every clause that a call or a layout can show is among those found; no other one is, but for those that something
/// else shows; and every clause that rules name is.
pub(crate) fn assert_found(target: Target, found: &BTreeSet<ClauseId>) {
    assert_found_in(target, catalogue(target), found);
}

/// The same for the clauses of a catalogue.
pub(crate) fn assert_found_in(target: Target, clauses: &Catalogue, found: &BTreeSet<ClauseId>) {
    let by_a_call = |o: &Observed| {
        matches!(o, Observed::Layout | Observed::Entry | Observed::Exit | Observed::Trace | Observed::Start)
    };
    let otherwise = |o: &Observed| matches!(o, Observed::Object | Observed::Tool | Observed::Value);
    let shown = |id: &str, by: &dyn Fn(&Observed) -> bool| {
        clauses.clause(id).is_some_and(|c| c.observed.iter().any(by))
    };
    let all = clauses.clauses.iter().map(|c| c.id.as_str());
    let missing: Vec<_> = all.filter(|id| shown(id, &by_a_call) && !found.contains(id)).collect();
    assert_eq!(missing, Vec::<&str>::new());
    // What a rule only permits has nothing to show.
    let permits = |id: &str| clauses.clause(id).is_some_and(|c| c.reach == Reach::Permission);
    let unobservable = |id: &&&str| !shown(id, &by_a_call) && !shown(id, &otherwise) && !permits(id);
    assert_eq!(found.iter().filter(unobservable).collect::<Vec<_>>(), Vec::<&&str>::new());
    // What a name of a header is shows in no trial, nor that a va_list is open.
    let environment = abi::c_environment(target);
    let of_names = environment.said.iter().map(|(.., clause)| *clause).chain(environment.list_clause);
    let found: BTreeSet<&str> = found.iter().copied().chain(of_names).collect();
    assert_eq!(found, named(&rules_of(target), clauses), "named, but by no plan");
}

/// Every question that a call or a layout can answer is asked by some case, and each of its readings makes a difference
/// to a plan or a layout.
pub(crate) fn assert_readings_differ(target: Target, cases: &[Case]) {
    for (reading, shown) in differing(target, cases) {
        assert!(shown, "{reading}: no case shows it");
    }
}

/// Readings, and whether a case shows that they make a difference.
pub(crate) fn differing(target: Target, cases: &[Case]) -> BTreeMap<String, bool> {
    let mut differing = BTreeMap::new();
    let clauses = catalogue(target);
    let evaluate = |case: &Case, permits: &dyn Permits| {
        let mut of_plan = Chooser::new(clauses, permits);
        let mut of_layout = Chooser::new(clauses, permits);
        let plans = (abi::plan(case, &mut of_plan), abi::layout_plan(case, &mut of_layout));
        let asked: Assignment = of_plan.assignment().into_iter().chain(of_layout.assignment()).collect();
        (plans, asked)
    };
    for choice in clauses.choices() {
        let (clause, question) = clauses.choice(choice);
        if question.elsewhere.is_some() || clause.observed == [Observed::Value] {
            continue;
        }
        // The answer to another question without which this one does not come up.
        let needed = question.only_with.iter().filter_map(|answer| clauses.find_answer(answer));
        let bases = needed.map(|(other, reading)| Except(&Preferred, other, reading));
        let bases: Vec<_> = bases.chain([Except(&Preferred, choice, 0)]).collect();
        for (reading, text) in question.readings.iter().enumerate().skip(1) {
            let differs = |base: &Except<'_>, case: &Case| {
                let (first, asked) = evaluate(case, &Except(base, choice, 0));
                asked.contains_key(&choice) && first != evaluate(case, &Except(base, choice, reading as u8)).0
            };
            let shown = bases.iter().any(|base| cases.iter().any(|case| differs(base, case)));
            differing.insert(format!("{} {}={}", clause.id, question.name, text.id), shown);
        }
    }
    differing
}

/// The rules can be evaluated under every combination of readings, departures included.
pub(crate) fn assert_every_combination_is_a_plan(target: Target, cases: &[Case]) {
    let clauses = catalogue(target);
    let known = Knowledge::new(clauses);
    for case in cases {
        for permits in [&AllReadings(clauses) as &dyn Permits, &WithDeviations(&known)] {
            assert!(!walk(clauses, permits, 3000, |c| abi::plan(case, c)).is_empty());
        }
    }
}

/// The clauses that stand first for each value of a case, without the target's name.
pub(crate) fn first_clauses(case: &Case, permits: &dyn Permits) -> String {
    let plan = abi::plan(case, &mut Chooser::new(catalogue(case.target), permits));
    let values = plan.arguments.iter().chain(&plan.result);
    let first = |p: &Passed| {
        let first =
            p.clauses.first().map_or("", |clause| clause.split_once('-').map_or("", |(_, short)| short));
        first.to_owned()
    };
    values.map(first).collect::<Vec<_>>().join(" ")
}

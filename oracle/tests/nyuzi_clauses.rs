//! The clause file of the Nyuzi and the rules that refer to it.

mod nyuzi_support;

use crosscall_model::expression::ValueCase;
use crosscall_model::plan::{ClauseId, Plan};
use crosscall_model::tool::{Input, ToolCase};
use crosscall_model::{Case, Target};
use crosscall_oracle::abi::{self, LayoutPlan};
use crosscall_oracle::choose::{Assignment, Permits, walk};
use crosscall_oracle::clause::{Catalogue, ChoiceIndex, Observed, catalogue};
use crosscall_oracle::knowledge::{AllReadings, Knowledge, WithDeviations};
use nyuzi_support::{BACKEND, DOCUMENT, Readings, case, chooser};
use std::collections::BTreeSet;

fn clauses() -> &'static Catalogue {
    catalogue(Target::Nyuzi)
}

/// Whether a clause is a silent point: its id ends with S and two digits.
fn is_silent(id: &str) -> bool {
    id.rsplit_once('-').is_some_and(|(_, last)| last.starts_with('S'))
}

#[test]
fn the_catalogue_is_complete() {
    let (silent, spoken): (Vec<_>, Vec<_>) = clauses().clauses.iter().partition(|c| is_silent(&c.id));
    assert_eq!((spoken.len(), silent.len()), (78, 27));
    for clause in &clauses().clauses {
        assert!(!clause.section.is_empty() && !clause.rule.is_empty(), "{}", clause.id);
        assert_eq!(clause.observed.is_empty(), clause.unobservable.is_some(), "{}", clause.id);
        for other in &clause.decided_by {
            assert!(clauses().clause(other).is_some_and(|c| !c.choices.is_empty()), "{}: {other}", clause.id);
        }
        let mut names = BTreeSet::new();
        let mut readings = BTreeSet::new();
        for choice in &clause.choices {
            assert!(names.insert(&choice.name), "{}: two choices `{}`", clause.id, choice.name);
            assert!(choice.readings.len() > 1, "{}: a choice of one", clause.id);
            assert!(!choice.readings[0].deviation, "{}: a deviation stands first", clause.id);
            for answer in &choice.only_with {
                assert!(clauses().find_answer(answer).is_some(), "{}: {answer}", clause.id);
            }
            for reading in &choice.readings {
                assert!(readings.insert(&reading.id), "{}: {} stands twice", clause.id, reading.id);
            }
        }
    }
}

#[test]
fn every_named_clause_and_question_is_in_the_file() {
    let names = abi::names(Target::Nyuzi);
    for id in names.clauses {
        assert!(clauses().id(id).is_some(), "{id}");
    }
    for question in names.questions {
        assert!(clauses().find_choice(question.clause, question.name).is_some(), "{question:?}");
    }
}

/// Questions that no call and no layout can answer: they are about the linker.
fn is_asked_elsewhere(choice: ChoiceIndex) -> bool {
    clauses().choice(choice).1.elsewhere.is_some()
}

/// Questions that only the value of an expression answers.
fn is_about_values(choice: ChoiceIndex) -> bool {
    clauses().choice(choice).0.observed == [Observed::Value]
}

/// The clauses on the value of every expression.
fn collect_values(found: &mut BTreeSet<ClauseId>) {
    for operation in abi::value_table(Target::Nyuzi) {
        let operands = operation.operands.iter().map(|o| vec![1; o.shape.len() as usize]).collect();
        let operation = operation.name.to_owned();
        let case = ValueCase { target: Target::Nyuzi, operation, operands, folded: false };
        found.extend(abi::value_plan(&case, &mut chooser(&DOCUMENT)).expect("a plan").clauses);
    }
}

/// Questions that the rules for assemblers and linkers ask.
fn is_of_tools(choice: ChoiceIndex) -> bool {
    let (_, question) = clauses().choice(choice);
    question.elsewhere.as_deref().is_some_and(|reason| reason.starts_with("only a"))
}

/// Functions that together reach every rule.
const CASES: &[&str] = &[
    "void f(void)",
    "unsigned char f(char, unsigned short, signed char, long, unsigned long)",
    "unsigned long long f(int, long long, int, double, int, short)",
    "double f(7*int, long long, int, 9*v, int)",
    "void f(9*int, long long, char, short)",
    "float f(float, unsigned, ..., double, int, long long)",
    "struct { int a; } f(int, ..., v)",
    "struct { char a; short b; } f(struct { char a, b; }, struct { }, enum { A, B })",
    "struct { } f(void *, long double)",
    "struct { int a; } f(8*int)",
    "v f(int, v, struct { char a; v b; }, struct { v a[2]; })",
    "struct __attribute__((aligned(128))) { long long a; } f(6*int, struct { int a[5]; })",
    "union { char a[9]; short b; } f(int, short)",
    "void f(struct { int a : 3; unsigned : 9; char b : 7; long long : 0; short c; })",
    "float _Complex f(int, double _Complex, wchar_t)",
    "short __attribute__((vector_size(16))) f(int, short __attribute__((vector_size(16))))",
];

fn collect_plan(plan: &Plan, found: &mut BTreeSet<ClauseId>) {
    let values = plan.arguments.iter().chain(&plan.result);
    found.extend(values.flat_map(|p| p.clauses.iter().chain(&p.rest_clauses)));
    found.extend(plan.registers.iter().flat_map(|r| r.clauses));
    found.extend(plan.forbidden.iter().map(|(_, clause)| clause));
    found.extend(&plan.foreign_clauses);
    found.extend(plan.linkage.iter().flat_map(|l| &l.clauses));
    found.insert(plan.return_clause);
    let stack = &plan.stack;
    let lists = [
        &stack.align_always.1,
        &stack.align_at_call.1,
        &stack.direction_clauses,
        &stack.owner_clauses,
        &stack.room_clauses,
        &stack.limit_clauses,
        &stack.restored_clauses,
    ];
    found.extend(lists.into_iter().flatten());
    found.extend(stack.no_access_beyond.iter().flatten());
}

fn collect_layout(plan: &LayoutPlan, found: &mut BTreeSet<ClauseId>) {
    let numbers = plan.numbers.iter().chain(&plan.objects);
    found.extend(numbers.flat_map(|n| &n.clauses));
    found.extend(plan.images.iter().flat_map(|expected| &expected.clauses));
}

/// Every clause that a call or a layout can show is named by some plan or layout; no other one is, but for those
/// on object files and values.
#[test]
fn every_observable_clause_is_named_by_a_rule() {
    let mut found = BTreeSet::new();
    for text in CASES {
        let case = case(text);
        for permits in [&DOCUMENT, &BACKEND, &Readings(&[("NYUZI-S09", "R3")])] {
            collect_plan(&abi::plan(&case, &mut chooser(permits)), &mut found);
            collect_layout(&abi::layout_plan(&case, &mut chooser(permits)), &mut found);
        }
    }
    collect_values(&mut found);
    let object = abi::object_plan(Target::Nyuzi);
    found.extend(object.symbol_clauses.iter().chain(&object.relocation_clauses));
    found.extend(object.relocations.iter().map(|(_, clause)| clause));
    let nop = ToolCase { target: Target::Nyuzi, input: Input::Statement("nop".to_owned()) };
    let of_tools = abi::tool_plan(&nop, &mut chooser(&DOCUMENT)).expect("a table");
    found.extend(of_tools.clauses);
    found.extend([of_tools.machine.1, of_tools.flags.1]);
    let by_a_call = |o: &Observed| {
        matches!(o, Observed::Layout | Observed::Entry | Observed::Exit | Observed::Trace | Observed::Start)
    };
    let shown = |id: &str| clauses().clause(id).is_some_and(|c| c.observed.iter().any(by_a_call));
    let missing: Vec<_> = clauses()
        .clauses
        .iter()
        .map(|c| c.id.as_str())
        .filter(|id| shown(id) && !found.contains(id))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
    let otherwise = |o: &Observed| matches!(o, Observed::Object | Observed::Tool | Observed::Value);
    let shown_otherwise = |id: &str| clauses().clause(id).is_some_and(|c| c.observed.iter().any(otherwise));
    let unobservable: Vec<_> = found.iter().filter(|id| !shown(id) && !shown_otherwise(id)).collect();
    assert_eq!(unobservable, Vec::<&&str>::new());
    assert_eq!(found, abi::names(Target::Nyuzi).clauses.iter().copied().collect(), "named, but by no plan");
}

/// The preferred readings, with another one of a single question.
struct Except<'a>(&'a dyn Permits, ChoiceIndex, u8);

impl Permits for Except<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        if choice == self.1 { vec![self.2] } else { self.0.permitted(choice) }
    }
}

/// Every question is asked by some case, and each of its readings makes a difference to a plan or a layout.
#[test]
fn every_reading_predicts_something() {
    let cases: Vec<Case> = CASES.iter().map(|text| case(text)).collect();
    let evaluate = |case: &Case, permits: &dyn Permits| {
        let mut of_plan = chooser(permits);
        let mut of_layout = chooser(permits);
        let plans = (abi::plan(case, &mut of_plan), abi::layout_plan(case, &mut of_layout));
        let asked: Assignment = of_plan.assignment().into_iter().chain(of_layout.assignment()).collect();
        (plans, asked)
    };
    for choice in clauses().choices().filter(|c| !is_asked_elsewhere(*c) && !is_about_values(*c)) {
        let (clause, question) = clauses().choice(choice);
        // The answer to another question without which this one does not come up.
        let needed = question.only_with.iter().filter_map(|answer| clauses().find_answer(answer));
        let bases = needed.map(|(other, reading)| Except(&DOCUMENT, other, reading));
        let bases: Vec<_> = bases.chain([Except(&DOCUMENT, choice, 0)]).collect();
        for (reading, text) in question.readings.iter().enumerate().skip(1) {
            let differs = |base: &Except<'_>, case: &Case| {
                let (first, asked) = evaluate(case, &Except(base, choice, 0));
                asked.contains_key(&choice) && first != evaluate(case, &Except(base, choice, reading as u8)).0
            };
            let shown = bases.iter().any(|base| cases.iter().any(|case| differs(base, case)));
            assert!(shown, "{} {}={}: no case shows it", clause.id, question.name, text.id);
        }
    }
    let asked = abi::names(Target::Nyuzi).questions.len();
    let elsewhere = |choice: &ChoiceIndex| is_asked_elsewhere(*choice) && !is_of_tools(*choice);
    let elsewhere = clauses().choices().filter(elsewhere).count();
    assert_eq!(asked + elsewhere, clauses().choice_count(), "a choice that no rule asks");
}

/// The rules can be evaluated under every combination of readings, departures included.
#[test]
fn every_combination_is_a_plan() {
    let known = Knowledge::new(clauses());
    for text in CASES {
        let case = case(text);
        for permits in [&AllReadings(clauses()) as &dyn Permits, &WithDeviations(&known)] {
            assert!(!walk(clauses(), permits, 3000, |c| abi::plan(&case, c)).is_empty());
        }
    }
}

/// The clause that stands first for each value is the one that an expert would name.
#[test]
fn the_most_telling_clause_stands_first() {
    let first = |text: &str| {
        let plan = abi::plan(&case(text), &mut chooser(&DOCUMENT));
        let values = plan.arguments.iter().chain(&plan.result);
        let first = |p: &crosscall_model::plan::Passed| {
            p.clauses.first().map_or("", |c| c.trim_start_matches("NYUZI-"))
        };
        values.map(first).collect::<Vec<_>>().join(" ")
    };
    let table = [
        ("int f(int, long long, v)", "ARG-01 ARG-03 ARG-01 S14"),
        ("long long f(8*int, int)", "ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-02 ARG-03"),
        ("char f(float)", "ARG-01 S15"),
        ("struct { char a, b; } f(struct { char a; })", "S09 RET-01"),
        ("void f(int, ..., int)", "VAR-01 VAR-01"),
        ("struct { int a; } f(struct { })", "S12 RET-01"),
        ("float _Complex f(double _Complex)", "S13 S13"),
        ("v f(short __attribute__((vector_size(16))))", "LANG-05 S14"),
    ];
    for (text, expected) in table {
        assert_eq!(first(text), expected, "{text}");
    }
}

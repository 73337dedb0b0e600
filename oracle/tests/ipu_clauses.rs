//! The clause file of the IPU and the rules that refer to it.

mod ipu_support;

use crosscall_model::plan::{ClauseId, Plan};
use crosscall_model::tool::{Input, ToolCase};
use crosscall_model::{Case, Target};
use crosscall_oracle::abi::{self, LayoutPlan};
use crosscall_oracle::choose::{Assignment, Permits, walk};
use crosscall_oracle::clause::{Catalogue, ChoiceIndex, Observed, catalogue};
use crosscall_oracle::knowledge::{AllReadings, Knowledge, WithDeviations};
use ipu_support::{DOCUMENT, Readings, case, chooser, vertex};
use std::collections::BTreeSet;

fn clauses() -> &'static Catalogue {
    catalogue(Target::Ipu)
}

/// Whether a clause is a silent point: its id ends with S and two digits.
fn is_silent(id: &str) -> bool {
    id.rsplit_once('-').is_some_and(|(_, last)| last.starts_with('S'))
}

#[test]
fn the_catalogue_is_complete() {
    let (silent, spoken): (Vec<_>, Vec<_>) = clauses().clauses.iter().partition(|c| is_silent(&c.id));
    assert_eq!((spoken.len(), silent.len()), (75, 26));
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
    let names = abi::names(Target::Ipu);
    for id in names.clauses {
        assert!(clauses().id(id).is_some(), "{id}");
    }
    for question in names.questions {
        assert!(clauses().find_choice(question.clause, question.name).is_some(), "{question:?}");
    }
}

/// The clauses on the rows of the table of tools.
fn collect_tools(found: &mut BTreeSet<ClauseId>) {
    let table = abi::tool_table(Target::Ipu).expect("a table");
    found.extend([table.machine.1, table.flags.1, table.objects, table.language]);
    found.extend(table.relocations.iter().map(|row| row.clause));
    found.extend(table.statements.iter().flat_map(|row| row.clauses));
    // A row's clauses are told with what is expected of it.
    let exit = ToolCase { target: Target::Ipu, input: Input::Statement("exitz $m0".to_owned()) };
    let plan = abi::tool_plan(&exit, &mut chooser(&DOCUMENT)).expect("a table");
    assert_eq!(plan.clauses, ["IPU-CALL-02", "IPU-S24"]);
}

/// Functions that together reach every rule.
const CASES: &[&str] = &[
    "void f(void)",
    "unsigned char f(char, unsigned short, half, long, unsigned long, _Bool)",
    "unsigned long long f(int, long long, int, double, int, short)",
    "void f(int, int, int, long long, int)",
    "void f(int, int, int, int, char, i4, long long, int, float)",
    "void f(float, float, float, float, float, f2, float, f4, long double)",
    "half f(h2, h4, i2, f4)",
    "f4 f(float, ..., double, int, long long)",
    "struct { int a, b; } f(int, ..., struct { int a, b; }, int)",
    "struct { struct { float a; } a; } f(union { float a; }, struct { float a[1]; }, struct { int a : 5; })",
    "struct { int a, b; } f(int, struct { }, int, enum { A, B = 5000000000 })",
    "struct __attribute__((aligned(16))) { int a, b; } f(void (*)(void), void *)",
    "union { char a[9]; short b; } f(int, short, double)",
    "void f(struct { int a : 3; unsigned : 9; char b : 7; long long : 0; short c; })",
    "void f(struct { char a; enum { A, B = 4 } b : 3; int : 0; char c : 2; enum { C = -1 } d : 2; enum { E } e : 3; })",
    "void f(union { int a : 3; char b : 5; }, struct __attribute__((packed)) { int a : 3; int b : 30; })",
    "void f(struct { char a; int : 5; char b; }, struct { long long a : 40; char b; })",
    "float _Complex f(wchar_t, size_t, ptrdiff_t, struct { char a[3]; half b; f2 c; })",
    "void f(i8, f4, int)",
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
        &stack.apart_clauses,
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
/// on object files and tools.
#[test]
fn every_observable_clause_is_named_by_a_rule() {
    let mut found = BTreeSet::new();
    for text in CASES {
        let case = case(text);
        for permits in [&DOCUMENT, &Readings(&[("VAR-01/named", "R1")])] {
            collect_plan(&abi::plan(&case, &mut chooser(permits)), &mut found);
            collect_layout(&abi::layout_plan(&case, &mut chooser(permits)), &mut found);
        }
    }
    collect_plan(&abi::plan(&vertex(), &mut chooser(&DOCUMENT)), &mut found);
    let object = abi::object_plan(Target::Ipu);
    found.extend(object.symbol_clauses.iter().chain(&object.relocation_clauses));
    found.extend(object.relocations.iter().map(|(_, clause)| clause));
    collect_tools(&mut found);
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
    let otherwise = |o: &Observed| matches!(o, Observed::Object | Observed::Tool);
    let shown_otherwise = |id: &str| clauses().clause(id).is_some_and(|c| c.observed.iter().any(otherwise));
    let unobservable: Vec<_> = found.iter().filter(|id| !shown(id) && !shown_otherwise(id)).collect();
    assert_eq!(unobservable, Vec::<&&str>::new());
    assert_eq!(found, abi::names(Target::Ipu).clauses.iter().copied().collect(), "named, but by no plan");
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
    for choice in clauses().choices() {
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
    let asked = abi::names(Target::Ipu).questions.len();
    assert_eq!(asked, clauses().choice_count(), "a choice that no rule asks");
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
            p.clauses.first().map_or("", |c| c.trim_start_matches("IPU-"))
        };
        values.map(first).collect::<Vec<_>>().join(" ")
    };
    let table = [
        ("int f(int, long long, float)", "ARG-03 ARG-06 ARG-04 RET-01"),
        ("float f(int, int, int, int, int)", "ARG-03 ARG-03 ARG-03 ARG-03 ARG-05 RET-02"),
        ("half f(f4, half)", "S04 ARG-04 RET-02"),
        ("struct { char a, b; } f(struct { char a; })", "ARG-10 RET-05"),
        ("struct { float a; } f(struct { int a, b; })", "ARG-11 RET-04"),
        ("void f(int, ..., int)", "VAR-01 VAR-01"),
    ];
    for (text, expected) in table {
        assert_eq!(first(text), expected, "{text}");
    }
}

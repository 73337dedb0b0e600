//! The clause file of the DPU and the rules that refer to it.

mod dpu_support;

use crosscall_model::plan::{ClauseId, Plan};
use crosscall_model::tool::{
    Input, InputRelocation, InputSection, InputSymbol, LinkInput, SymbolAt, ToolCase,
};
use crosscall_model::{Case, Form, Target};
use crosscall_oracle::abi::{self, LayoutPlan};
use crosscall_oracle::choose::{Assignment, Permits, walk};
use crosscall_oracle::clause::{Catalogue, ChoiceIndex, Observed, catalogue};
use crosscall_oracle::knowledge::{AllReadings, Knowledge, WithDeviations};
use dpu_support::{BACKEND, DOCUMENT, Readings, case, chooser};
use std::collections::BTreeSet;

fn clauses() -> &'static Catalogue {
    catalogue(Target::Dpu)
}

/// Whether a clause is a silent point: its id ends with S and two digits.
fn is_silent(id: &str) -> bool {
    id.rsplit_once('-').is_some_and(|(_, last)| last.starts_with('S'))
}

#[test]
fn the_catalogue_is_complete() {
    let (silent, spoken): (Vec<_>, Vec<_>) = clauses().clauses.iter().partition(|c| is_silent(&c.id));
    assert_eq!((spoken.len(), silent.len()), (113, 32));
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
    let names = abi::names(Target::Dpu);
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

/// The clauses on every statement, and on addresses in every memory.
fn collect_tools(found: &mut BTreeSet<ClauseId>) {
    let mut plan = |input: Input| {
        let case = ToolCase { target: Target::Dpu, input };
        let plan = abi::tool_plan(&case, &mut chooser(&DOCUMENT)).expect("a table");
        found.extend(plan.clauses);
        found.extend([plan.machine.1, plan.flags.1]);
    };
    for row in abi::tool_table(Target::Dpu).expect("a table").statements {
        let letters =
            [("{d}", "r1"), ("{a}", "r2"), ("{m}", "r3"), ("{p}", "d2"), ("{q}", "d4"), ("{i}", "1")];
        let text = letters.into_iter().fold(row.syntax.to_owned(), |text, (from, to)| text.replace(from, to));
        plan(Input::Statement(text.replace("{x}", "x").replace("{y}", "x")));
    }
    plan(Input::Statement("ld d3,r0,0".to_owned()));
    for address in [0x40, 0x0800_0040, 0x8000_0040, 0xf000_0040] {
        let symbols = vec![InputSymbol { name: "x".to_owned(), place: SymbolAt::Absolute(address) }];
        let relocations = vec![InputRelocation { section: 0, offset: 0, kind: 1, symbol: 0, addend: 0 }];
        let sections = vec![InputSection { address: 0x100, bytes: vec![0; 4] }];
        plan(Input::Link(LinkInput { sections, symbols, relocations, beside: None }));
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
    "unsigned long long f(int, long long, int, double, int, short, unsigned, unsigned char)",
    "double f(7*int, long long, int, short)",
    "void f(8*int, int, char, long long, int)",
    "float f(float, unsigned, ..., double, int, struct { char a; }, struct { })",
    "struct { char a; short b; } f(struct { char a, b; }, struct { }, enum { A, B })",
    "struct { } f(void *, long double, size_t, _Bool)",
    "struct { int a; } f(8*int)",
    "struct { int a; } f(int, ..., int)",
    "void f(short, ..., int)",
    "void f(struct { enum { A, B } a : 3; })",
    "struct __attribute__((aligned(16))) { long long a; } f(6*int, struct { int a[5]; })",
    "union { char a[9]; short b; } f(int, short, void (*)(void))",
    "void f(struct { int a : 3; unsigned : 9; char b : 7; long long : 0; short c; })",
    "float _Complex f(int, double _Complex, wchar_t, enum { A = -1 })",
    "void f(struct { char a[3]; union { int b; } c; struct { short d; } e; })",
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
        &stack.saved_first,
        &stack.argument_clauses,
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
/// on object files.
#[test]
fn every_observable_clause_is_named_by_a_rule() {
    let mut found = BTreeSet::new();
    let mut unprototyped = case("void f(int)");
    unprototyped.style.form = Form::Unprototyped;
    unprototyped.style.dynamic = 1;
    collect_plan(&abi::plan(&unprototyped, &mut chooser(&DOCUMENT)), &mut found);
    for text in CASES {
        let case = case(text);
        for permits in [&DOCUMENT, &BACKEND, &Readings(&[("DPU-VAR-02/named", "R2")])] {
            collect_plan(&abi::plan(&case, &mut chooser(permits)), &mut found);
            collect_layout(&abi::layout_plan(&case, &mut chooser(permits)), &mut found);
        }
    }
    let object = abi::object_plan(Target::Dpu);
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
    let otherwise = |o: &Observed| matches!(o, Observed::Object | Observed::Tool | Observed::Value);
    let shown_otherwise = |id: &str| clauses().clause(id).is_some_and(|c| c.observed.iter().any(otherwise));
    let unobservable: Vec<_> = found.iter().filter(|id| !shown(id) && !shown_otherwise(id)).collect();
    assert_eq!(unobservable, Vec::<&&str>::new());
    assert_eq!(found, abi::names(Target::Dpu).clauses.iter().copied().collect(), "named, but by no plan");
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
    for choice in clauses().choices().filter(|c| !is_asked_elsewhere(*c)) {
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
    let asked = abi::names(Target::Dpu).questions.len();
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
            p.clauses.first().map_or("", |c| c.trim_start_matches("DPU-"))
        };
        values.map(first).collect::<Vec<_>>().join(" ")
    };
    let table = [
        ("int f(int, long long, struct { int a; })", "ARG-01 ARG-04 ARG-05 RET-02"),
        ("long long f(8*int, int)", "ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-01 ARG-06 RET-03"),
        ("char f(float)", "ARG-01 RET-01"),
        ("struct { char a, b; } f(struct { char a; })", "ARG-05 RET-04"),
        ("void f(int, ..., int, struct { int a; })", "VAR-02 VAR-02 VAR-02"),
        ("float _Complex f(double _Complex)", "S05 S05"),
    ];
    for (text, expected) in table {
        assert_eq!(first(text), expected, "{text}");
    }
}

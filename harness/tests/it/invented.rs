//! A target that is one file or folder in each room: what is rare in documents, carried out on a machine.

use crate::common::{campaigns, cases, settled};
use crosscall_base::progress::Silent;
use crosscall_campaign::RunSettings;
use crosscall_embedded::{Options, Readings};
use crosscall_engine::machine;
use crosscall_engine::verdict::batch::Batch;
use crosscall_engine::verdict::calls::Calls;
use crosscall_model::finding::Finding;
use crosscall_model::finding::{Verdict, Violation};
use crosscall_model::{Case, Form, Pairing, Style, Target, Value};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_selftest::mutants::table::Search;
use crosscall_selftest::mutants::{mutants_of, table};
use crosscall_toolchain::Toolchain;

const TARGET: Target = Target::Invented;

/// Cases of a campaign, the directed ones among them.
const CASES: u64 = 600;

/// The pairings about calls and data; nobody has written a table of what its assembler and linker are held to.
const PAIRINGS: [Pairing; 5] =
    [Pairing::Caller, Pairing::Callee, Pairing::Cross, Pairing::Layout, Pairing::Object];

/// The pairings in which a subject takes part by itself.
const ALONE: [Pairing; 4] = [Pairing::Caller, Pairing::Callee, Pairing::Layout, Pairing::Object];

/// A function whose arguments are in every place that the document has.
const MANY: &str = "long f(long, int, float, long, struct { char a; long b; }, long, ..., int)";

fn case(declaration: &str, form: Form) -> Case {
    cases::call(TARGET, declaration, 0x10, Style { form, ..Style::PLAIN })
}

/// The clauses and subjects of what is wrong, if anything is.
fn judge(pairing: Pairing, case: Case, text: &str) -> Vec<String> {
    let object = machine::assemble(TARGET, "by hand", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut knowledge = Knowledge::new(catalogue(TARGET));
    let cases = [case];
    let batch = Batch::new(&cases);
    let mut calls = Calls::new(pairing, &batch, &[0], &object, &knowledge).expect("a program");
    match calls.judge(0, &mut knowledge, Effort::Usual).expect("a verdict").verdict {
        Verdict::Violates(Violation { mismatches, .. }) => mismatches
            .iter()
            .map(|m| format!("{} {}", m.clauses[0].trim_start_matches("INVENTED-"), m.words().subject))
            .collect(),
        Verdict::Untestable(why) => panic!("{why}"),
        _ => Vec::new(),
    }
}

/// The values of a case in a text.
fn filled(text: &str, case: &Case) -> String {
    let bits = |value: &Value| match value {
        Value::Bits(bits) => vec![*bits],
        Value::List(parts) => {
            parts.iter().map(|part| if let Value::Bits(bits) = part { *bits } else { 0 }).collect()
        }
        Value::Member(..) => Vec::new(),
    };
    let mut text = text.to_owned();
    for (name, value) in ["a0", "a1", "a2", "a3", "a4", "a5", "v0"].into_iter().zip(&case.arguments) {
        for (name, bits) in [name.to_owned(), format!("{name}b")].into_iter().zip(bits(value)) {
            text = text.replace(&format!("@{name}@"), &format!("{bits:#x}"));
        }
    }
    let result = case.result.as_ref().and_then(|value| bits(value).first().copied());
    text.replace("@result@", &format!("{:#x}", result.unwrap_or(0)))
}

#[test]
fn a_function_by_hand() {
    let case = case(MANY, Form::Prototype);
    let text = filled(include_str!("invented/callee.s"), &case);
    let wrong = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        judge(Pairing::Callee, case.clone(), &text.replacen(from, to, 1))
    };
    let before_return = |what: &str| wrong("\treturn", &format!("\t{what}\n\treturn"));
    assert_eq!(wrong("", ""), Vec::<String>::new());
    assert_eq!(before_return("int64 r0 = r0 + 1"), ["RET-01 result"]);
    assert_eq!(before_return("int64 r9 = 1"), ["REG-01 r9"]);
    assert_eq!(before_return("clear(v9, 9)"), ["REG-01 v9"]);
    assert_eq!(before_return("int64 r17 = 1"), ["REG-02 r17"]);
    assert_eq!(before_return("clear(v31, 31)"), ["REG-02 v31"]);
    assert_eq!(wrong("0x10000, 0", "0, 0"), ["REG-02 r16"], "what is declared is what counts");
    assert_eq!(wrong(", reguse = 0x10000, 0", ""), Vec::<String>::new(), "and nothing else");
    assert_eq!(before_return("int64 r30 = 1"), ["REG-03 r30"]);
    assert_eq!(before_return("int64 r7 = 1"), Vec::<String>::new());
    assert_eq!(before_return("int64 sp = sp + 16"), ["STACK-01 stack pointer"]);
    assert_eq!(wrong("[r0]\n", "[r0]\n\tint64 [r0+8] = r7\n")[0], "ARG-03 the caller's parameter list");
    assert_eq!(wrong("[sp-16]", "[sp-24]"), ["ARG-05 variadic0"]);
    assert_eq!(wrong("[r0+8]", "[r0+16]"), ["ARG-03 arg5"]);
}

#[test]
fn a_caller_by_hand() {
    let case = case(MANY, Form::Prototype);
    let text = filled(include_str!("invented/caller.s"), &case);
    let wrong = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        judge(Pairing::Caller, case.clone(), &text.replacen(from, to, 1))
    };
    assert_eq!(wrong("", ""), Vec::<String>::new());
    assert_eq!(wrong("r5 >> 2", "r5 >> 1"), ["CALL-02 return address"]);
    assert_eq!(wrong("[sp-8] = r6", "[sp-8] = sp"), ["STACK-02 caller's own stack pointer"]);
    assert_eq!(wrong("float v0 = [r7, scalar]", "double v0 = [r7, scalar]"), ["ARG-02 arg2"]);
    assert_eq!(wrong("[sp-56] = r1", "[sp-56] = r3"), ["ARG-03 arg5"]);
    assert_eq!(wrong("[sp-16] = r1", "[sp-24] = r1"), ["ARG-05 variadic0"]);
    assert_eq!(wrong("[sp-48] = r1", "[sp-40] = r1"), ["ARG-04 arg4"]);
    let elsewhere = wrong("int64 r0 = sp - 64", "int64 r0 = sp - 56");
    assert!(elsewhere.contains(&"ARG-03 parameter list".to_owned()), "{elsewhere:?}");
    assert_eq!(wrong("int64 [r6] = r0", "int64 [r6] = r1"), ["RET-01 result"]);
    assert_eq!(wrong("int64 [r6] = r0", "int64 [r6] = r0\n\tint64 r20 = 1"), ["REG-02 r20"]);
}

#[test]
fn a_vertex_by_hand() {
    let text = include_str!("invented/vertex.s");
    let vertex = || case("void f(void)", Form::Vertex);
    assert_eq!(judge(Pairing::Callee, vertex(), text), Vec::<String>::new());
    let returns = text.replace("sys_call(1, 0x10)", "return");
    assert_eq!(judge(Pairing::Callee, vertex(), &returns), ["CALL-03 control"]);
    // A function with a caller does not end the program.
    let function = case("void f(void)", Form::Prototype);
    assert_eq!(judge(Pairing::Callee, function, text)[0], "CALL-01 control");
}

/// The embedded code generator conforms in every pairing; in the one of two subjects it calls itself.
#[test]
fn a_campaign() {
    let again = Toolchain { name: "again".to_owned(), ..Toolchain::embedded(TARGET) };
    let subjects = vec![Toolchain::embedded(TARGET), again];
    let report = campaigns::report(&campaigns::settings(TARGET, subjects, &PAIRINGS, CASES));
    let reported: Vec<String> = report.findings().map(reported).collect();
    assert!(reported.is_empty(), "{reported:#?}");
    for subject in &report.targets {
        let counts = subject.counts;
        assert_eq!(counts.planned, CASES * PAIRINGS.len() as u64, "{counts:?}");
        assert_eq!(counts.conforming, counts.run, "{counts:?}");
        assert_eq!((counts.failed, counts.skipped), (0, 0), "{counts:?}");
        assert!(counts.run > 9 * counts.planned / 10, "{counts:?}");
        let settled = ["INVENTED-ARG-01:extension=R1", "INVENTED-ARG-03:order=R1"];
        assert!(subject.dialect.iter().map(ToString::to_string).eq(settled));
    }
    let tested =
        |id: &str| report.targets.iter().any(|s| s.clauses.get(id).is_some_and(|trials| *trials > 0));
    let untested: Vec<_> = catalogue(TARGET).clauses.iter().filter(|c| !tested(&c.id)).collect();
    assert!(untested.is_empty(), "{untested:#?}");
}

/// Settings for the subject by itself, with findings left as they are.
fn settings_alone() -> RunSettings {
    RunSettings { minimise: 0, ..campaigns::settings(TARGET, Vec::new(), &ALONE, CASES) }
}

/// Each seeded fault is found, and what is found first names its clause.
#[test]
fn faults() {
    let subject = Toolchain::embedded(TARGET);
    let settings = settings_alone();
    let outcomes =
        table::run(&settings, &subject, &mutants_of(&subject), &[1], Search::Whole, &Silent, &|_| {})
            .expect("outcomes");
    let wrong = outcomes.iter().filter(|outcome| !outcome.had_occasion() || !outcome.is_right());
    let wrong: Vec<String> =
        wrong.map(|outcome| format!("{}: {:#?}", outcome.mutant.name, outcome.first())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(outcomes.len() > 30, "{}", outcomes.len());
}

/// A search that ends when a fault is found says of the fault what the whole search says, from fewer cases.
#[test]
fn faults_until_found() {
    let subject = Toolchain::embedded(TARGET);
    let settings = settings_alone();
    let edits: Vec<_> = mutants_of(&subject).into_iter().take(6).collect();
    let outcomes = table::run(&settings, &subject, &edits, &[1, 2], Search::UntilFound, &Silent, &|_| {})
        .expect("outcomes");
    assert_eq!(outcomes.len(), edits.len());
    let trials = || outcomes.iter().flat_map(|outcome| &outcome.trials);
    assert!(outcomes.iter().all(|outcome| outcome.is_right() && outcome.trials.len() == 2));
    assert!(trials().all(|trial| [CASES / 16, CASES / 4, CASES].contains(&trial.cases)));
    assert!(trials().any(|trial| trial.cases < CASES));
}

/// Each reading that the embedded code generator is told to follow is inferred.
#[test]
fn dialects() {
    for choice in crosscall_embedded::choices(TARGET) {
        for reading in choice.readings {
            let text = format!("{}=R{reading}", choice.key);
            let readings = Readings::parse(TARGET, &text).expect("a reading");
            let knowledge = settled::settle(&Options { readings, ..Options::new(TARGET) });
            let answer = catalogue(TARGET).find_answer(&text).expect("an answer");
            assert_eq!(knowledge.possible(answer.0), [answer.1], "{text}");
        }
    }
}

/// A finding in one line.
fn reported(finding: &Finding) -> String {
    let Finding { pairing, mismatches, message, occurrences, .. } = finding;
    let mismatches: Vec<String> = mismatches
        .iter()
        .map(|m| (&m.clauses, m.words()))
        .map(|(clauses, w)| format!("{clauses:?} {}: {} and not {}", w.subject, w.observed, w.expected))
        .collect();
    let (mismatches, message) = (mismatches.join("; "), message.as_deref().unwrap_or_default());
    format!("{pairing} {}: {mismatches} {message} ({occurrences})", finding.signature())
}

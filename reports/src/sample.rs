//! A report for tests.

#![expect(clippy::unwrap_used, reason = "only tests have it")]

use super::dialect::Answer as Answered;
use super::origin::Origin;
use super::run::{
    Answers, AutomatonCoverage, Counts, FailedTrials, Incident, Incompatible, LeftOut, Narrowed, RunReport,
    Started, SubjectReport, Untested,
};
use crate::run::{Drawn, Enough};
use crosscall_model::finding::Confirmed;
use crosscall_model::finding::{
    Answer, Expected, Found, Mismatch, Observed, Spot, Topic, ValueId, Whereabouts,
};
use crosscall_model::finding::{Code, Dumps, Finding, FindingKind, Sighting};
use crosscall_model::layout::Image;
use crosscall_model::plan::Place;
use crosscall_model::target::Register;
use crosscall_model::{About, Case, CaseKind, Pairing, Style, Target, Value};
use crosscall_oracle::standing::{Unsettled, Why};
use std::time::Duration;

fn subject() -> Vec<String> {
    vec!["epiphany-elf-gcc-O2".to_owned()]
}

/// Bytes of the result of the sample.
const VALUE: [u8; 8] = [0x15, 0x14, 0x13, 0x12, 0x24, 0x23, 0x22, 0x21];

fn sighting(pairing: Option<Pairing>, fingerprint: &str, trials: u64) -> Sighting {
    Sighting {
        pairing,
        subjects: subject(),
        fingerprint: fingerprint.to_owned(),
        trials,
        special: 0,
        details: Default::default(),
        with: Default::default(),
    }
}

/// A violation that two pairings show.
pub fn finding() -> Finding {
    let declaration = crosscall_declarations::parse("struct { int a; int b; } f(int)").unwrap();
    Finding {
        fingerprint: "EPIPHANY-RET-06:memory=R5".to_owned(),
        kind: FindingKind::Violation,
        clauses: vec!["EPIPHANY-RET-06"],
        pairing: Pairing::Callee,
        toolchains: vec!["epiphany-elf-gcc-O2".to_owned()],
        case: About::Call(Case {
            target: Target::Epiphany,
            signature: declaration.signature,
            arguments: vec![Value::Bits(0x11)],
            result: Some(Value::List(vec![Value::Bits(0x1213_1415), Value::Bits(0x2122_2324)])),
            style: Style::default(),
        }),
        mismatches: vec![Mismatch {
            target: Target::Epiphany,
            clauses: vec!["EPIPHANY-RET-06"],
            topic: Topic::value(ValueId::Result),
            expected: Expected::InMemory {
                image: Image { bytes: VALUE.to_vec(), mask: vec![0xff; 8] },
                at: 0x8f00,
                pointer: vec![Place::Register { register: Register(0), byte: 0 }],
            },
            observed: Observed::Held(vec![Some(vec![0x5a; 8])]),
            found: Some(Found::In(Whereabouts::Copies(vec![Spot::Run(vec![Register(0), Register(1)])]))),
        }],
        deviations: vec![Answer { clause: "EPIPHANY-RET-06", question: "memory", reading: "R5" }],
        under: Vec::new(),
        readings: Vec::new(),
        confirmed: Confirmed::Alone,
        special_values: Vec::new(),
        consequences: 0,
        with_itself: 0,
        is_anothers: false,
        followers: Vec::new(),
        generator: 5,
        case_text: "format = 5\n".to_owned(),
        seed: 1,
        index: 77,
        occurrences: 12,
        sightings: vec![
            sighting(Some(Pairing::Callee), "EPIPHANY-RET-06:memory=R5", 9),
            sighting(Some(Pairing::Caller), "EPIPHANY-RET-06:memory=R5", 3),
        ],
        described: Vec::new(),
        case_path: Some("reports/cases/epiphany/0123.toml".into()),
        known: Vec::new(),
        accepted: Vec::new(),
        source: Some("struct s0 { int m0; int m1; };\nstruct s0 f0(int a0);\n".to_owned()),
        message: None,
        dumps: Some(Dumps {
            before: ("entry".to_owned(), "r0 0x11\nr1 0x5a5a5a5a\nr4 0xa4a4a4a4\n".to_owned()),
            after: ("return".to_owned(), "r0 0x12131415\nr1 0x21222324\nr4 0xa4a4a4a4\n".to_owned()),
        }),
        code: vec![Code {
            title: "epiphany-elf-gcc-O2, the callee".to_owned(),
            text: "00000400 <cc0_f>:\n |      400  0b 00 02 12   mov r0,0x1415\n>>      40c  4f 19         rts   <- here control \
                   goes back\n"
                .to_owned(),
        }],
    }
}

/// A fault of a compiler.
pub fn fault() -> Finding {
    Finding {
        fingerprint: "crash".to_owned(),
        kind: FindingKind::CompilerFault,
        clauses: Vec::new(),
        mismatches: vec![Mismatch {
            target: Target::Epiphany,
            clauses: Vec::new(),
            topic: Topic::Tool("callee unit".to_owned()),
            expected: Expected::Product("an object file"),
            observed: Observed::Message("internal compiler error".to_owned()),
            found: None,
        }],
        deviations: Vec::new(),
        under: Vec::new(),
        readings: Vec::new(),
        confirmed: Confirmed::Not,
        consequences: 0,
        with_itself: 0,
        is_anothers: false,
        followers: Vec::new(),
        message: Some("f.c:3: internal compiler error: in extract_insn, at recog.cc:2791".to_owned()),
        dumps: None,
        code: Vec::new(),
        known: vec!["ICE-1".to_owned()],
        accepted: Vec::new(),
        sightings: vec![sighting(None, "compiler:crash", 12)],
        ..finding()
    }
}

/// A whole run with one of everything.
pub fn report() -> RunReport {
    RunReport {
        origin: Origin { generator: 5, ..Origin::default() },
        lacking: Vec::new(),
        night: None,
        narrowed: vec![Narrowed { what: "levels -O1 -O3".to_owned(), option: "--all-levels".to_owned() }],
        seed: 1,
        cases: 500,
        seconds: 12.5,
        compiler_seconds: 9.25,
        interrupted: false,
        signal: None,
        enough: Some(Enough::Time(Duration::from_secs(240))),
        drawn: vec![Drawn { target: Target::Epiphany, matter: CaseKind::Call, cases: 1000 }],
        targets: vec![SubjectReport {
            target: Target::Epiphany,
            toolchain: "epiphany-elf-gcc-O2".to_owned(),
            version: "epiphany-elf-gcc (GCC) 12.2.0".to_owned(),
            compiler: "gcc 12.2.0 epiphany-elf".to_owned(),
            started: vec![Started {
                subject: "epiphany-elf-gcc-O2".to_owned(),
                version: "epiphany-elf-gcc (GCC) 12.2.0".to_owned(),
                command: ["epiphany-elf-gcc", "-O2"].map(str::to_owned).to_vec(),
                described: None,
            }],
            counts: Counts {
                planned: 2000,
                run: 1990,
                skipped: 1,
                unsupported: 7,
                failed: 2,
                found: 0,
                rejected: 1,
                conforming: 1978,
                violations: 12,
                unchanged: 0,
                unchanged_violations: 0,
                special_runs: 0,
            },
            reasons: [("no type _Float16".to_owned(), 7), ("the linker ran out of room".to_owned(), 2)]
                .into(),
            failures: vec![FailedTrials {
                pairing: Pairing::Callee,
                reason: "epiphany-elf-gcc-O2: rejected the source (exit status 1): f.c:1: error: no"
                    .to_owned(),
                message: "epiphany-elf-gcc-O2: rejected the source (exit status 1): f.c:1: error: no\nmore"
                    .to_owned(),
                times: 1,
                case: finding().case,
                index: 5,
                source: Some("struct s0 f0(int a0);\n".to_owned()),
                found: false,
                rejected: true,
            }],
            incidents: Vec::new(),
            dialect: vec![
                answer("EPIPHANY-RET-06", "memory", &["R6"], &["R5"]),
                answer("EPIPHANY-S06", "", &["R3"], &[]),
                answer("EPIPHANY-REG-14", "", &["R1", "R3"], &[]),
            ],
            unsettled: vec![
                open("EPIPHANY-RET-06", "again", Why::Several(vec!["R3", "R4"])),
                open("EPIPHANY-REG-14", "", Why::Several(vec!["R1", "R3"])),
                open(
                    "EPIPHANY-S08",
                    "composite",
                    Why::DoesNotArise("it comes up only with S06 R3".to_owned()),
                ),
                open("EPIPHANY-S10", "copy", Why::NotExercised),
                open("EPIPHANY-S11", "", Why::NotExercised),
            ],
            clauses: [("EPIPHANY-ARG-01".to_owned(), 1500), ("EPIPHANY-RET-06".to_owned(), 40)].into(),
            automaton: Some(AutomatonCoverage {
                states: 14,
                all_states: 16,
                transitions: 60,
                all_transitions: 80,
            }),
            findings: vec![finding(), fault()],
        }],
        incompatible: vec![Incompatible {
            target: Target::Epiphany,
            first: vec!["epiphany-elf-gcc-O2".to_owned()],
            second: vec!["embedded-epiphany".to_owned()],
            differences: vec![Answers {
                question: "EPIPHANY-STACK-08:alignment".to_owned(),
                first: vec![("R3".to_owned(), "8 bytes at calls, 4 otherwise".to_owned())],
                second: vec![
                    ("R1".to_owned(), "4 bytes".to_owned()),
                    ("R2".to_owned(), "8 bytes".to_owned()),
                ],
            }],
        }],
        gone: Vec::new(),
        on_processor: Vec::new(),
        untested: vec![Untested {
            subject: "epiphany-elf-binutils".to_owned(),
            pairing: Pairing::Callee,
            reason: "no cases were asked for".to_owned(),
        }],
        left_out: vec![LeftOut {
            toolchains: vec!["nyuzi-clang-O0".to_owned(), "nyuzi-clang-O2".to_owned()],
            target: Some(Target::Nyuzi),
            reason: "nyuzi-clang was not found".to_owned(),
            remedy: "scripts/install-nyuzi-toolchain builds it".to_owned(),
            install: "scripts/install-nyuzi-toolchain".to_owned(),
            wanted: false,
        }],
    }
}

/// [`report`] without the states of the machine, which fill many lines.
pub fn report_without_dumps() -> RunReport {
    let mut report = report();
    for finding in report.targets.iter_mut().flat_map(|subject| &mut subject.findings) {
        finding.dumps = None;
    }
    report
}

/// Three levels of one compiler that show a new finding, two of them also a known one; the embedded code generator
/// shows nothing.
pub fn several_subjects() -> RunReport {
    let mut report = report();
    report.interrupted = true;
    report.lacking = lacking();
    let mut last = report.targets[0].clone();
    for (level, trials) in [("-O3", 4), ("-Os", 1)] {
        let mut subject = report.targets[0].clone();
        subject.toolchain = format!("epiphany-elf-gcc{level}");
        for started in &mut subject.started {
            started.subject.clone_from(&subject.toolchain);
            started.command = vec!["epiphany-elf-gcc".to_owned(), level.to_owned()];
        }
        for found in &mut subject.findings {
            found.toolchains = vec![subject.toolchain.clone()];
            found.occurrences = trials;
            let subjects = found.toolchains.clone();
            found.sightings = vec![Sighting { subjects, trials, ..found.sightings[0].clone() }];
        }
        report.targets.push(subject);
    }
    report.targets[2].findings.pop();
    last.toolchain = "embedded-epiphany".to_owned();
    last.findings.clear();
    last.started.clear();
    last.dialect.remove(0);
    last.dialect.remove(0);
    report.targets.push(last);
    report
}

/// Parts that a report is without, more than a title names.
pub fn lacking() -> Vec<String> {
    let of_targets = ["epiphany", "nyuzi", "dpu"].map(|target| format!("9 batches for {target} are missing"));
    std::iter::once("1 of 4 shards is missing: 3/4".to_owned()).chain(of_targets).collect()
}

/// A compilation that failed once.
pub fn incident() -> Incident {
    Incident {
        reason: "it broke down".to_owned(),
        message: String::new(),
        times: 3,
        index: 0,
        source: String::new(),
    }
}

fn answer(
    clause: &'static str,
    question: &'static str,
    readings: &[&'static str],
    deviations: &[&'static str],
) -> Answered {
    Answered { clause, question, readings: readings.to_vec(), deviations: deviations.to_vec() }
}

/// A question that a subject answers in several ways.
pub fn contradicted() -> Unsettled {
    open("EPIPHANY-S10", "slots", Why::Contradicted(vec![(vec!["R3"], 640), (vec!["R1", "R4"], 1280)]))
}

fn open(clause: &'static str, question: &'static str, why: Why) -> Unsettled {
    Unsettled { clause, question, why }
}

//! The forms of an audit, also of one in which everything that comes from outside is hostile.

use super::layout::{Disagreement, File, Kind, LeftOut, Side, Split, StaticAudit, Tally};
use super::program::{AuditedProgram, ProgramEnd, ProgramFault, ProgramRan};
use super::{Audit, Audited, Coverage, End, Fault, Ran, Source, Spot, github, json, junit, layout, text};
use crate::printable::visible;
use crate::workflow::tests::{Read, read};
use crosscall_model::Target;
use expect_test::expect;

fn target() -> Target {
    "riscv64-lp64d".parse().unwrap()
}

fn spot(file: &str, name: &str) -> Spot {
    Spot {
        address: 0x1_0004,
        symbol: Some((name.to_owned(), 4)),
        text: "addi s1,zero,0".to_owned(),
        source: Some(Source { file: file.to_owned(), line: 12 }),
    }
}

fn fault(name: &str, file: &str) -> Fault {
    Fault {
        name: name.to_owned(),
        clauses: vec!["RISCV-REG-07"],
        subject: "s1 (x9)".to_owned(),
        expected: "still 0x1 at return".to_owned(),
        observed: "0x0 at return".to_owned(),
        place: Some(spot(file, "sum")),
        input: vec!["n = 0".to_owned()],
        times: 401,
        hint: None,
        fix: None,
    }
}

/// An audit in which every name is `name`, every file `file` and every remark `text`.
fn audit(name: &str, file: &str, text: &str) -> Audit {
    let ran = Ran {
        source: Some(Source { file: file.to_owned(), line: 10 }),
        inputs: 401,
        findings: vec![
            fault(name, file),
            Fault {
                clauses: Vec::new(),
                place: None,
                hint: Some(text.to_owned()),
                fix: Some(text.to_owned()),
                ..fault(name, file)
            },
        ],
        accepted: vec![(fault(name, file), text.to_owned())],
        idle_exceptions: vec![name.to_owned()],
        coverage: Coverage {
            instructions: 10,
            run: 9,
            missing: vec![spot(file, name)],
            branches: (0, 1),
            one_way: vec![(spot(file, name), true)],
        },
        least_coverage: 50,
        deepest_stack: 16,
        readings: Vec::new(),
        clauses: vec!["RISCV-REG-07"],
        same_as: Some(name.to_owned()),
        notes: vec![text.to_owned()],
    };
    let function = |end: End| Audited {
        name: name.to_owned(),
        prototype: "int f(int)".to_owned(),
        object: file.to_owned(),
        end,
    };
    let of_program = ProgramRan {
        ended: "ended with exit status 0".to_owned(),
        returns: 1,
        functions: (1, 2),
        not_called: vec![name.to_owned()],
        findings: vec![ProgramFault {
            function: name.to_owned(),
            site: Some(spot(file, name)),
            other_sites: vec![spot(file, name)],
            fault: fault(&format!("{name}: register s1"), file),
        }],
        idle_exceptions: vec![name.to_owned()],
        notes: vec![text.to_owned()],
        ..ProgramRan::default()
    };
    let program = |end: ProgramEnd| AuditedProgram { file: file.to_owned(), end };
    Audit {
        target: target(),
        functions: vec![function(End::Ran(Box::new(ran))), function(End::NotTested(text.to_owned()))],
        programs: vec![
            program(ProgramEnd::Ran(Box::new(of_program))),
            program(ProgramEnd::NotTested(text.to_owned())),
        ],
    }
}

/// The same without a run.
fn static_audit(name: &str, file: &str, text: &str) -> StaticAudit {
    let found = |source: Option<Source>| Disagreement {
        kind: Kind::Member,
        name: name.to_owned(),
        clauses: vec!["RISCV-REG-07"],
        subject: name.to_owned(),
        expected: "byte 8".to_owned(),
        observed: "byte 4".to_owned(),
        source,
        file: file.to_owned(),
        times: 2,
        hint: Some(text.to_owned()),
    };
    let side = |answer: &str| Side {
        answer: answer.to_owned(),
        text: "so".to_owned(),
        file: file.to_owned(),
        count: 2,
    };
    StaticAudit {
        against: None,
        target: target(),
        files: vec![File { name: file.to_owned(), is_linked: false, units: 1 }],
        tallies: vec![(Kind::Member, Tally { agreed: 1, disagreed: 2, left_out: 1 })],
        disagreements: vec![found(Some(Source { file: file.to_owned(), line: 3 })), found(None)],
        accepted: vec![(found(None), text.to_owned())],
        idle_exceptions: vec![name.to_owned()],
        left_out: vec![LeftOut {
            kind: Kind::Record,
            reason: text.to_owned(),
            count: 1,
            examples: vec![name.to_owned()],
        }],
        readings: Vec::new(),
        splits: vec![Split { clause: "RISCV-REG-07", sides: vec![side("R1"), side("R2")] }],
        clauses: vec!["RISCV-REG-07"],
        notes: vec![text.to_owned()],
    }
}

#[test]
fn annotations() {
    expect![[r#"
        ::error file=sum.s,line=12,title=RISCV-REG-07%3A sum%3A sum::  RISCV-REG-07  sum%0A    subject    s1 (x9)%0A    expected   still 0x1 at return%0A    observed   0x0 at return%0A    where      sum+0x4 at 0x10004: addi s1,zero,0 (sum.s:12)%0A    shown by   401 inputs; the first:%0A                 n = 0%0A    RISCV-REG-07 (Integer Register Convention, row x8 - x9): A function preserves x8 and x9 (s0 and%0A    s1).
        ::error file=sum.s,line=10,title=no clause%3A sum%3A sum::  no clause  sum%0A    subject    s1 (x9)%0A    expected   still 0x1 at return%0A    observed   0x0 at return%0A    shown by   401 inputs; the first:%0A                 n = 0%0A    fix        it is so%0A    If that is as it should be: it is so
        ::notice file=sum.s,line=10,title=not all of it ran%3A sum::  9 of 10 instructions ran, 0 of 1 conditional branches went both ways%0A  not run:%0A    sum+0x4          addi s1,zero,0  (sum.s:12)%0A  branches that always went the same way:%0A    sum+0x4          addi s1,zero,0  (always taken; sum.s:12)
        ::warning file=sum.s,line=10,title=an exception that is not needed%3A sum::nothing shows `sum`
        ::notice file=sum.s,line=10,title=notes%3A sum::it is so
        ::error file=sum.s,title=not tested%3A sum::it is so%0Ano line: an instruction has one that has run
        ::error file=sum.s,line=12,title=RISCV-REG-07%3A sum%3A register s1::  RISCV-REG-07  sum: register s1%0A    subject    s1 (x9)%0A    expected   still 0x1 at return%0A    observed   0x0 at return%0A    where      sum+0x4 at 0x10004: addi s1,zero,0 (sum.s:12)%0A    called at  sum+0x4 at 0x10004: addi s1,zero,0 (sum.s:12)%0A    and at     sum+0x4%0A    seen       401 times%0A    RISCV-REG-07 (Integer Register Convention, row x8 - x9): A function preserves x8 and x9 (s0 and%0A    s1).
        ::notice file=sum.s,title=not called%3A sum.s::    not called: sum
        ::warning file=sum.s,title=an exception that is not needed%3A sum.s::nothing shows `sum`
        ::notice file=sum.s,title=notes%3A sum.s::it is so
        ::error file=sum.s,title=not tested%3A sum.s::it is so%0Ano line: an instruction has one that has run
        2 functions and 2 programs: 2 findings, 2 not tested
    "#]].assert_eq(&github::render(&audit("sum", "sum.s", "it is so")));
}

#[test]
fn annotations_without_a_run() {
    expect![[r#"
        ::error file=s.o,line=3,title=RISCV-REG-07%3A member struct s.b::  RISCV-REG-07  member struct s.b%0A    subject    member struct s.b%0A    expected   byte 8%0A    observed   byte 4%0A    source     s.o:3%0A    file       s.o and 1 more file%0A    RISCV-REG-07 (Integer Register Convention, row x8 - x9): A function preserves x8 and x9 (s0 and%0A    s1).%0A    it is so
        ::error file=s.o,title=RISCV-REG-07%3A member struct s.b::  RISCV-REG-07  member struct s.b%0A    subject    member struct s.b%0A    expected   byte 8%0A    observed   byte 4%0A    file       s.o and 1 more file%0A    RISCV-REG-07 (Integer Register Convention, row x8 - x9): A function preserves x8 and x9 (s0 and%0A    s1).%0A    it is so%0Ano line: debug information has none for this
        ::error file=s.o,title=RISCV-REG-07%3A do not link these::  do not link these: they follow different interpretations of the document%0A    RISCV-REG-07=R1  s.o and 1 more: so%0A    RISCV-REG-07=R2  s.o and 1 more: so
        ::notice title=not comparable::    1 records  it is so: member struct s.b
        ::warning title=an exception that is not needed::nothing shows `member struct s.b`
        ::notice title=notes::it is so
        findings (3)
    "#]].assert_eq(&layout::github::render(&static_audit("member struct s.b", "s.o", "it is so")));
}

#[test]
fn lines_of_the_source_in_a_text() {
    expect![[r#"
        sum: findings (2)
          int f(int)
          riscv64-lp64d, in sum.s

          RISCV-REG-07  sum
            subject    s1 (x9)
            expected   still 0x1 at return
            observed   0x0 at return
            where      sum+0x4 at 0x10004: addi s1,zero,0 (sum.s:12)
            shown by   401 inputs; the first:
                         n = 0
            RISCV-REG-07 (Integer Register Convention, row x8 - x9): A function preserves x8 and x9 (s0 and
            s1).

          no clause  sum
            subject    s1 (x9)
            expected   still 0x1 at return
            observed   0x0 at return
            shown by   401 inputs; the first:
                         n = 0
            fix        it is so
            If that is as it should be: it is so

          401 inputs, results compared with those of sum; deepest stack 16 bytes; 1 clause put to the test
          9 of 10 instructions ran, 0 of 1 conditional branches went both ways
          not run:
            sum+0x4          addi s1,zero,0  (sum.s:12)
          branches that always went the same way:
            sum+0x4          addi s1,zero,0  (always taken; sum.s:12)
          accepted: sum: it is so
          the exception `sum` is not needed: nothing shows it
          note: it is so

        sum: not tested: it is so
          int f(int)
          riscv64-lp64d, in sum.s

        sum.s: findings (1)
          riscv64-lp64d, a whole program

          RISCV-REG-07  sum: register s1
            subject    s1 (x9)
            expected   still 0x1 at return
            observed   0x0 at return
            where      sum+0x4 at 0x10004: addi s1,zero,0 (sum.s:12)
            called at  sum+0x4 at 0x10004: addi s1,zero,0 (sum.s:12)
            and at     sum+0x4
            seen       401 times
            RISCV-REG-07 (Integer Register Convention, row x8 - x9): A function preserves x8 and x9 (s0 and
            s1).

          ended with exit status 0 after 0 instructions; 0 calls, of which 1 came back, at most 0 at one
          time; scratch registers left alone; 0 clauses put to the test
          1 of 2 functions were called
            not called: sum
          the exception `sum` is not needed: nothing shows it
          note: it is so

        sum.s: not tested: it is so
          riscv64-lp64d, a whole program

        2 functions and 2 programs: 2 findings, 2 not tested
    "#]]
    .assert_eq(&text::render(&audit("sum", "sum.s", "it is so")));
}

#[test]
fn nothing_audited() {
    let nothing = Audit { target: target(), functions: Vec::new(), programs: Vec::new() };
    assert_eq!(github::render(&nothing), "nothing was audited\n");
}

/// The place of a finding is data; other keys stay as they were.
#[test]
fn the_source_in_json() {
    let value: serde_json::Value = serde_json::from_str(&json::render(&audit("sum", "a b.s", "so"))).unwrap();
    let place = &value["functions"][0]["findings"][0]["place"];
    assert_eq!(place["source"], serde_json::json!({ "file": "a b.s", "line": 12 }));
    assert_eq!(place["place"], "sum+0x4");
    let not_run = &value["functions"][0]["coverage"]["not_run"][0];
    assert_eq!(not_run["source"]["line"], 12);
    let found = &value["programs"][0]["findings"][0];
    assert_eq!((&found["line"], &found["call"]["source"]["line"]), (&"a b.s:12".into(), &12.into()));
    assert!(value["functions"][0]["findings"][1]["place"].is_null());
    assert!(junit::render(&audit("sum", "a b.s", "so")).contains("(a b.s:12)"));
}

/// Lines of tests in JUnit: of the first finding, or else of the function; no attributes where no line is known.
fn lines_in_junit(report: &str) -> Vec<(String, Option<String>)> {
    let of_test = |line: &str| {
        let value = |name: &str| {
            let (_, rest) = line.split_once(&format!(" {name}=\""))?;
            Some(rest.split_once('"')?.0.to_owned())
        };
        let place = value("file").map(|file| format!("{file}:{}", value("line").unwrap()));
        assert_eq!(place.is_some(), value("line").is_some(), "{line}");
        (value("name").unwrap(), place)
    };
    report.lines().filter(|line| line.contains("<testcase ")).map(of_test).collect()
}

#[test]
fn the_source_in_junit() {
    let mut asked = audit("sum", "a b.s", "so");
    let reported = |audit: &Audit| {
        let read = lines_in_junit(&junit::render(audit)).into_iter();
        read.map(|(name, place)| format!("{name} {}", place.unwrap_or_default())).collect::<Vec<_>>()
    };
    assert_eq!(reported(&asked), ["sum a b.s:12", "sum ", "a b.s a b.s:12", "a b.s "]);
    // Without a finding, or with one whose instruction nobody knows, it is the function's first line.
    if let End::Ran(ran) = &mut asked.functions[0].end {
        ran.findings.remove(0);
        assert!(ran.findings[0].place.is_none());
    }
    assert_eq!(reported(&asked)[0], "sum a b.s:10");
    if let End::Ran(ran) = &mut asked.functions[0].end {
        ran.findings.clear();
    }
    assert_eq!(reported(&asked)[0], "sum a b.s:10");
    let of_files = lines_in_junit(&layout::junit::render(&static_audit("member struct s.b", "s.c", "so")));
    let place = |line: &str| Some(line.to_owned());
    assert_eq!(of_files, [("members".to_owned(), place("s.c:3")), ("one dialect".to_owned(), None)]);
}

/// Every form names the same file and line.
#[test]
fn the_same_source_in_every_form() {
    let (run, of_files) = (audit("sum", "src/f.s", "so"), static_audit("member struct s.b", "src/f.h", "so"));
    for (forms, source, line) in [
        ([text::render(&run), json::render(&run), junit::render(&run), github::render(&run)], "src/f.s", 12),
        (
            [
                layout::text::render(&of_files),
                layout::json::render(&of_files),
                layout::junit::render(&of_files),
                layout::github::render(&of_files),
            ],
            "src/f.h",
            3,
        ),
    ] {
        let [text, json, junit, github] = forms;
        assert!(text.contains(&format!("{source}:{line}")), "{text}");
        assert!(json.contains(&format!("\"{source}:{line}\"")), "{json}");
        assert!(junit.contains(&format!(" file=\"{source}\" line=\"{line}\"")), "{junit}");
        assert!(github.contains(&format!("::error file={source},line={line},")), "{github}");
    }
}

/// Text from outside that wants to be a command, a property, another line, or something for a terminal.
const HOSTILE: [&str; 6] = [
    "a,line=1,title=b::error file=x",
    "one\r\n::error title=forged::forged\n::set-output name=x::y",
    "%0A::error::forged%2C%3A%25",
    "\u{1b}[2J\u{7}\u{202e}\u{2028}\u{9b}1m",
    "</failure><script>&amp;]]>",
    "::stop-commands::token",
];

/// A report of annotations: all but its last line.
fn annotated(report: &str) -> Vec<Read> {
    let lines: Vec<&str> = report.lines().collect();
    let (last, annotations) = lines.split_last().unwrap();
    assert!(!last.starts_with("::"), "{last}");
    annotations.iter().map(|line| read(line).unwrap_or_else(|| panic!("no annotation: {line}"))).collect()
}

#[test]
fn hostile_text_stays_where_it_is_put() {
    let usual = annotated(&github::render(&audit("sum", "sum.s", "so"))).len();
    let usual_static = annotated(&layout::github::render(&static_audit("sum", "sum.s", "so"))).len();
    for hostile in HOSTILE {
        let (run, of_files) = (audit(hostile, hostile, hostile), static_audit(hostile, hostile, hostile));
        let all = [github::render(&run), layout::github::render(&of_files)];
        for (report, usual) in all.iter().zip([usual, usual_static]) {
            let read = annotated(report);
            assert_eq!(read.len(), usual, "{hostile:?}");
            for Read { level, properties, message } in &read {
                assert!(["error", "warning", "notice"].contains(&level.as_str()), "{level}");
                let names: Vec<&str> = properties.iter().map(|(name, _)| name.as_str()).collect();
                let known = [vec!["title"], vec!["file", "title"], vec!["file", "line", "title"]];
                assert!(known.contains(&names), "{names:?}");
                let title = &properties.last().unwrap().1;
                assert!(!hides(title) && !title.contains('\n'), "{title:?}");
                assert!(!hides(message), "{message:?}");
                // The file is that of the report, whatever is in its name.
                assert!(properties.iter().all(|(name, file)| name != "file" || *file == visible(hostile)));
            }
        }
        for report in [text::render(&run), layout::text::render(&of_files)] {
            assert!(!hides(&report), "{report}");
        }
        for report in [junit::render(&run), layout::junit::render(&of_files)] {
            assert!(!report.contains("<script") && !report.contains('\u{1b}'), "{report}");
        }
        for report in [json::render(&run), layout::json::render(&of_files)] {
            serde_json::from_str::<serde_json::Value>(&report).unwrap();
        }
    }
}

/// True if a text has something that a terminal obeys or a reader cannot see.
fn hides(text: &str) -> bool {
    text.contains(['\u{1b}', '\u{7}', '\r', '\u{202e}', '\u{2028}', '\u{9b}'])
}

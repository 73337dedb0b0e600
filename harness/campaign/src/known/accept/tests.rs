//! Lists that are accepted: what is written, and that an entry hides its own finding alone.

use super::*;
use crate::asked::Wrong;
use crate::fingerprint;
use crosscall_model::finding::{
    Expected, Found, Mismatch, Observed, Spot, Topic, ValueId, Violation, Whereabouts,
};
use crosscall_model::layout::Image;
use crosscall_model::plan::Place;
use crosscall_model::target::Register;
use crosscall_model::{Pairing, Target};
use crosscall_reports::sample;
use crosscall_toolchain::Toolchain;
use expect_test::expect;

/// A finding of a register that is not given back.
fn lost_register(number: u16, toolchain: &str) -> Finding {
    let mut finding = sample::finding();
    finding.deviations.clear();
    let topic = Topic::Register(Register(number));
    let mismatch = Mismatch {
        clauses: vec!["EPIPHANY-REG-06"],
        topic,
        expected: Expected::Kept(vec![1, 2, 3, 4]),
        observed: Observed::Left(vec![5, 6, 7, 8]),
        found: None,
        ..finding.mismatches[0].clone()
    };
    finding.fingerprint = fingerprint::of_mismatch(Pairing::Callee, &mismatch).to_string();
    finding.sightings = vec![Sighting {
        pairing: Some(Pairing::Callee),
        subjects: vec![toolchain.to_owned()],
        fingerprint: finding.fingerprint.clone(),
        trials: 3,
        special: 0,
        details: [mismatch.detail()].into(),
        with: ["EPIPHANY-RET-01:result; result, 4 bytes in r0; wrong bytes 0".parse().unwrap()].into(),
    }];
    finding.toolchains = vec![toolchain.to_owned()];
    finding.mismatches = vec![mismatch];
    finding
}

fn compiler(name: &str) -> Toolchain {
    Toolchain {
        name: name.to_owned(),
        compiler: "gcc 12.2.0 epiphany-elf".to_owned(),
        ..Toolchain::embedded(Target::Epiphany)
    }
}

#[test]
fn a_list_that_is_written_is_read_and_grows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("accepted.toml");
    let toolchains = [compiler("epiphany-elf-gcc-O2"), compiler("epiphany-elf-gcc-Os")];
    let subjects = toolchains.each_ref().map(Toolchain::known_as);
    let mut report = sample::report();
    report.targets[0].findings.extend([
        lost_register(5, "epiphany-elf-gcc-O2"),
        lost_register(5, "epiphany-elf-gcc-Os"),
        lost_register(6, "epiphany-elf-gcc-Os"),
    ]);
    let ids = accept(&path, report.findings(), &subjects).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    expect![[r##"
        # Findings that were accepted with `crosscall run --accept`; `crosscall run --known FILE` is silent about them.
        # Fill in each reason. The format is explained in docs/usage.md.
        format = 3

        # The findings that crosscall itself knows are known with this list, too.
        built_in = true

        [[known]]
        id = "ACCEPTED-EPIPHANY-RET-06-01"
        title = "EPIPHANY-RET-06, callee, epiphany-elf-gcc-O2: result expected 0x2122232412131415 in memory at 0x8f00, the address passed in r0, observed there: 0x5a5a5a5a5a5a5a5a"
        reason = ""
        date = "(today)"
        case = "reports/cases/epiphany/0123.toml"
        kind = "violation"
        fingerprint = "EPIPHANY-RET-06:memory=R5"
        pairings = ["callee", "caller"]
        compiler = "gcc 12.2.0 epiphany-elf"
        toolchains = ["epiphany-elf-gcc-O2"]

        [[known]]
        id = "ACCEPTED-EPIPHANY-REG-06-01"
        title = "EPIPHANY-RET-06, callee, epiphany-elf-gcc-O2: r5 expected still 0x04030201 at return, observed 0x08070605 at return"
        reason = ""
        date = "(today)"
        case = "reports/cases/epiphany/0123.toml"
        kind = "violation"
        fingerprint = "EPIPHANY-REG-06:register r5"
        pairings = ["callee"]
        compiler = "gcc 12.2.0 epiphany-elf"
        toolchains = ["epiphany-elf-gcc-O2", "epiphany-elf-gcc-Os"]
        details = ["register r5, 4 bytes unchanged; wrong bytes 0 1 2 3"]
        with = ["EPIPHANY-RET-01:result; result, 4 bytes in r0; wrong bytes 0"]

        [[known]]
        id = "ACCEPTED-EPIPHANY-REG-06-02"
        title = "EPIPHANY-RET-06, callee, epiphany-elf-gcc-Os: r6 expected still 0x04030201 at return, observed 0x08070605 at return"
        reason = ""
        date = "(today)"
        case = "reports/cases/epiphany/0123.toml"
        kind = "violation"
        fingerprint = "EPIPHANY-REG-06:register r6"
        pairings = ["callee"]
        compiler = "gcc 12.2.0 epiphany-elf"
        toolchains = ["epiphany-elf-gcc-Os"]
        details = ["register r6, 4 bytes unchanged; wrong bytes 0 1 2 3"]
        with = ["EPIPHANY-RET-01:result; result, 4 bytes in r0; wrong bytes 0"]
    "##]].assert_eq(&text.replace(&today().to_string(), "(today)"));
    assert_eq!(ids.len(), 3);
    let own = Known::parse(&text, &path).unwrap();
    assert_eq!(own.entries.len(), 3);
    // What a person wrote stays.
    std::fs::write(&path, text.replace("reason = \"\"", "reason = \"it is so\"")).unwrap();
    accept(&path, report.findings(), &subjects).unwrap();
    let again = std::fs::read_to_string(&path).unwrap();
    assert_eq!(again.matches("it is so").count(), 3);
}

#[test]
fn what_was_accepted_is_known_and_its_neighbours_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("accepted.toml");
    let mut report = sample::report();
    report.targets[0].findings = vec![lost_register(5, "epiphany-elf-gcc-O2")];
    accept(&path, report.findings(), &[compiler("epiphany-elf-gcc-O2").known_as()]).unwrap();
    let known = Known::read(&path).unwrap();
    let is_known = |finding: &Finding, pairing| {
        let subject = compiler(&finding.toolchains[0]);
        let violation = Violation { mismatches: finding.mismatches.clone(), ..Violation::default() };
        let subjects = [&subject];
        let wrong = Wrong {
            pairing: Some(pairing),
            subjects: &subjects,
            case: finding.case.by_ref(),
            violation: &violation,
        };
        wrong.named(&known).iter().all(|named| !named.known.is_empty())
    };
    let own = lost_register(5, "epiphany-elf-gcc-O2");
    assert!(is_known(&own, Pairing::Callee));
    assert!(!is_known(&lost_register(6, "epiphany-elf-gcc-O2"), Pairing::Callee), "another register");
    assert!(!is_known(&lost_register(5, "epiphany-elf-gcc-O1"), Pairing::Callee), "another level");
    assert!(!is_known(&own, Pairing::Caller), "another direction");
    let mut both = own.clone();
    both.mismatches.extend(lost_register(6, "epiphany-elf-gcc-O2").mismatches);
    assert!(!is_known(&both, Pairing::Callee), "another register in the same trial");
}

/// A fault that differs from each other one of the list below in one thing.
struct Fault {
    name: &'static str,
    mismatch: Mismatch,
    pairing: Pairing,
    subjects: Vec<Toolchain>,
}

/// Faults under one clause, three or more for each thing in which they can differ.
fn faults() -> Vec<Fault> {
    let one = || vec![compiler("epiphany-elf-gcc-O2")];
    let base = sample::finding().mismatches[0].clone();
    let place = |number| Place::Register { register: Register(number), byte: 0 };
    let value = |path: &str, bytes: usize, at: u16, wrong: &[usize], found: Option<u16>| {
        let expected: Vec<u8> = (1..=bytes as u8).collect();
        let mut held = expected.clone();
        wrong.iter().for_each(|byte| held[*byte] ^= 0x80);
        let image = Image { bytes: expected, mask: vec![0xff; bytes] };
        let found = found.map(|at| Found::In(Whereabouts::Copies(vec![Spot::Place(place(at))])));
        Mismatch {
            clauses: vec!["EPIPHANY-ARG-01"],
            topic: Topic::part(ValueId::Argument(0), path.to_owned()),
            expected: Expected::Value { image, places: vec![place(at)] },
            observed: Observed::Held(vec![Some(held)]),
            found,
            ..base.clone()
        }
    };
    let of = |name, mismatch, pairing, subjects| Fault { name, mismatch, pairing, subjects };
    let (callee, caller, cross) = (Pairing::Callee, Pairing::Caller, Pairing::Cross);
    let plain = || value("", 4, 1, &[0, 1, 2, 3], None);
    let mut all = vec![of("plain", plain(), callee, one())];
    for (name, number) in [("r5", 5), ("r6", 6), ("r7", 7), ("r9", 9)] {
        let finding = lost_register(number, "epiphany-elf-gcc-O2");
        all.push(of(name, finding.mismatches[0].clone(), callee, one()));
    }
    for (name, path) in [("m0", ".m0"), ("m1", ".m1"), ("m1[2]", ".m1[2]")] {
        all.push(of(name, value(path, 4, 1, &[0, 1, 2, 3], None), callee, one()));
    }
    all.push(of("1 byte", value("", 1, 1, &[0], None), callee, one()));
    all.push(of("2 bytes", value("", 2, 1, &[0, 1], None), callee, one()));
    all.push(of("8 bytes", value("", 8, 1, &[0, 1, 2, 3, 4, 5, 6, 7], None), callee, one()));
    for (name, at) in [("in r0", 0), ("in r2", 2), ("in r3", 3)] {
        all.push(of(name, value("", 4, at, &[0, 1, 2, 3], None), callee, one()));
    }
    for (name, found) in [("from r0", 0), ("from r4", 4), ("from r2", 2)] {
        all.push(of(name, value("", 4, 1, &[0, 1, 2, 3], Some(found)), callee, one()));
    }
    for (name, level) in
        [("-O0", "epiphany-elf-gcc-O0"), ("-O1", "epiphany-elf-gcc-O1"), ("-Os", "epiphany-elf-gcc-Os")]
    {
        all.push(of(name, plain(), callee, vec![compiler(level)]));
    }
    for (name, version) in [
        ("gcc 13", "gcc 13.1.0 epiphany-elf"),
        ("gcc 14", "gcc 14.1.0 epiphany-elf"),
        ("clang", "clang 9.0.0 epiphany-elf"),
    ] {
        let other = Toolchain { compiler: version.to_owned(), ..compiler("epiphany-elf-gcc-O2") };
        all.push(of(name, plain(), callee, vec![other]));
    }
    // In C, where the place of what was lost is all that tells.
    let stack = |offset: i64| Place::Stack { offset };
    let register = |number: u16| Place::Register { register: Register(number), byte: 0 };
    for (name, place) in [
        ("in [sp+0]", stack(0)),
        ("in [sp+4]", stack(4)),
        ("in [sp+8]", stack(8)),
        ("belongs in r1", register(1)),
        ("belongs in r2", register(2)),
    ] {
        let lost = Mismatch {
            expected: Expected::Bits(1, 32, Some(place)),
            observed: Observed::Bits(0xe1e0_e0ed, 32),
            ..plain()
        };
        all.push(of(name, lost, callee, one()));
    }
    all.push(of("caller", plain(), caller, one()));
    for (name, from, to) in [
        ("O2 calls O0", "epiphany-elf-gcc-O2", "epiphany-elf-gcc-O0"),
        ("O0 calls O2", "epiphany-elf-gcc-O0", "epiphany-elf-gcc-O2"),
        ("O2 calls Os", "epiphany-elf-gcc-O2", "epiphany-elf-gcc-Os"),
    ] {
        all.push(of(name, plain(), cross, vec![compiler(from), compiler(to)]));
    }
    all
}

/// Bytes that are wrong in one fault and not in the other.
fn bytes() -> Vec<Fault> {
    let mut all = Vec::new();
    for (name, byte) in [("byte 0", 0), ("byte 1", 1), ("byte 2", 2), ("byte 3", 3)] {
        let Some(mut fault) = faults().into_iter().next() else { continue };
        let Expected::Value { image, .. } = &fault.mismatch.expected else { continue };
        let mut held = image.bytes.clone();
        held[byte] ^= 0x80;
        fault.mismatch.observed = Observed::Held(vec![Some(held)]);
        all.push(Fault { name, ..fault });
    }
    all
}

fn violation(fault: &Fault) -> Violation {
    Violation { mismatches: vec![fault.mismatch.clone()], ..Violation::default() }
}

fn finding_of(fault: &Fault) -> Finding {
    let fingerprint = fingerprint::of_mismatch(fault.pairing, &fault.mismatch);
    let subjects: Vec<String> = fault.subjects.iter().map(|subject| subject.name.clone()).collect();
    Finding {
        kind: crate::tally::kind_of(&fingerprint),
        deviations: Vec::new(),
        toolchains: subjects.clone(),
        pairing: fault.pairing,
        sightings: vec![Sighting {
            pairing: Some(fault.pairing),
            subjects,
            fingerprint: fingerprint.to_string(),
            trials: 1,
            special: 0,
            details: [fault.mismatch.detail()].into(),
            with: BTreeSet::new(),
        }],
        fingerprint: fingerprint.to_string(),
        mismatches: vec![fault.mismatch.clone()],
        ..sample::finding()
    }
}

/// Each of two faults that differ in one thing is found while the other is accepted, in both orders; and what was
/// accepted is known.
#[test]
fn an_accepted_fault_hides_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let mut pairs = 0;
    for faults in [faults(), bytes()] {
        for (number, accepted) in faults.iter().enumerate() {
            let path = folder.path().join(format!("{number}-{}.toml", faults.len()));
            let mut report = sample::report();
            report.targets[0].findings = vec![finding_of(accepted)];
            let subjects: Vec<_> = accepted.subjects.iter().map(Toolchain::known_as).collect();
            accept(&path, report.findings(), &subjects).unwrap();
            let known = Known::read(&path).unwrap();
            for other in &faults {
                let subjects: Vec<&Toolchain> = other.subjects.iter().collect();
                let (case, violation) = (sample::finding().case, violation(other));
                let wrong = Wrong {
                    pairing: Some(other.pairing),
                    subjects: &subjects,
                    case: case.by_ref(),
                    violation: &violation,
                };
                let is_known = wrong.named(&known).iter().all(|named| !named.known.is_empty());
                let text = std::fs::read_to_string(&path).unwrap();
                assert_eq!(
                    is_known,
                    accepted.name == other.name,
                    "{} and {}: {text}",
                    accepted.name,
                    other.name
                );
                pairs += u64::from(accepted.name != other.name);
            }
        }
    }
    assert!(pairs > 500, "{pairs}");
}

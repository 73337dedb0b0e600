//! Pages made up for tests: a small one, one of many buckets, and one in which every text from outside is hostile.

use super::{Bucket, Change, Page, PastNight, Standing};
use crate::buckets::{BucketLine, BucketState, Night};
use crate::known::Titles;
use crate::origin::Host;
use crate::run::{Gone, RunReport, Untested};
use crate::sample;
use crosscall_model::finding::{
    Confirmed, Expected, Finding, Follower, Found, Mismatch, Observed, Spot, Topic, ValueId, Whereabouts,
};
use crosscall_model::layout::Image;
use crosscall_model::plan::Place;
use crosscall_model::target::Register;
use crosscall_model::{About, Pairing, Target, Value};

/// Everything that a page borrows.
#[derive(Debug, Clone)]
pub struct Owned {
    /// The report.
    pub report: RunReport,
    /// Titles of known findings.
    pub known: Titles,
    /// The buckets as a store has them.
    pub buckets: Vec<Bucket>,
    /// Nights of a store.
    pub nights: Vec<PastNight>,
}

impl Owned {
    /// The page.
    pub fn page(&self) -> Page<'_> {
        Page {
            report: &self.report,
            known: &self.known,
            buckets: self.buckets.clone(),
            nights: self.nights.clone(),
            id,
        }
    }
}

/// A short name that follows from a bucket's name.
pub fn id(name: &str) -> String {
    let hash =
        name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

fn titles() -> Titles {
    let title = "It breaks down in extract_insn, see https://example.org/bugs/2791";
    Titles([("ICE-1".to_owned(), title.to_owned())].into())
}

/// A run without a store.
pub fn alone() -> Owned {
    Owned { report: report(), known: titles(), buckets: Vec::new(), nights: Vec::new() }
}

fn report() -> RunReport {
    let mut report = sample::several_subjects();
    report.interrupted = false;
    report.lacking.clear();
    report.origin.date = "2026-11-25T03:00:00Z".to_owned();
    report.origin.command = "crosscall run --store nights --time 8h".to_owned();
    let argument = argument();
    let register = register();
    for subject in report.targets.iter_mut().take(3) {
        subject.clauses.insert("EPIPHANY-ARG-06".to_owned(), 900);
        subject.clauses.insert("EPIPHANY-REG-06".to_owned(), 1200);
    }
    if let Some(subject) = report.targets.last_mut() {
        subject.clauses.insert("EPIPHANY-ARG-06".to_owned(), 900);
        subject.clauses.insert("EPIPHANY-REG-06".to_owned(), 1200);
    }
    if let Some(subject) = report.targets.get_mut(1) {
        let names = vec![subject.toolchain.clone()];
        for mut found in [argument, register] {
            found.toolchains.clone_from(&names);
            for seen in &mut found.sightings {
                seen.subjects.clone_from(&names);
                seen.trials = found.occurrences;
            }
            subject.findings.push(found);
        }
    }
    report
}

/// An argument that is in registers though it belongs onto the stack, in part.
pub fn argument() -> Finding {
    let declaration = crosscall_declarations::parse("void f(int, int, int, struct { long long a; char b; })");
    let mut found = sample::finding();
    if let (About::Call(case), Ok(declaration)) = (&mut found.case, declaration) {
        case.signature = declaration.signature;
        case.arguments = vec![Value::Bits(1), Value::Bits(2), Value::Bits(3)];
        case.result = None;
    }
    let mut mask = vec![0xff; 9];
    mask.resize(16, 0);
    let bytes: Vec<u8> = (0xa0..0xb0).collect();
    let stack = |offset| Place::Stack { offset };
    let register = |register| Place::Register { register: Register(register), byte: 0 };
    let held = |byte: u8| Some(vec![byte; 4]);
    found.pairing = Pairing::Caller;
    found.fingerprint = "EPIPHANY-ARG-06:argument".to_owned();
    found.clauses = vec!["EPIPHANY-ARG-06"];
    found.deviations.clear();
    found.occurrences = 309;
    found.consequences = 21;
    found.mismatches = vec![Mismatch {
        target: Target::Epiphany,
        clauses: vec!["EPIPHANY-ARG-06"],
        topic: Topic::value(ValueId::Argument(3)),
        expected: Expected::Value {
            image: Image { bytes, mask },
            places: vec![stack(0), stack(4), stack(8), stack(12)],
        },
        observed: Observed::Held(vec![held(0x5a), held(0x5a), held(0xa8), held(0x5a)]),
        found: Some(Found::In(Whereabouts::Words(vec![
            Spot::Place(register(3)),
            Spot::Place(stack(4)),
            Spot::Place(stack(8)),
            Spot::Place(stack(12)),
        ]))),
    }];
    found.source = Some(
        "struct s0 { long long m0; char m1; };\nvoid f0(int a0, int a1, int a2, struct s0 a3);\n".to_owned(),
    );
    found.sightings.truncate(1);
    found.sightings.iter_mut().for_each(|seen| seen.pairing = Some(found.pairing));
    found
}

/// A register that a function has to keep.
pub fn register() -> Finding {
    let mut found = argument();
    found.pairing = Pairing::Callee;
    found.fingerprint = "EPIPHANY-REG-06:register r8".to_owned();
    found.clauses = vec!["EPIPHANY-REG-06"];
    found.occurrences = 40;
    found.consequences = 0;
    found.mismatches = vec![Mismatch {
        target: Target::Epiphany,
        clauses: vec!["EPIPHANY-REG-06"],
        topic: Topic::Register(Register(8)),
        expected: Expected::Kept(vec![0xc8, 0xc8, 0xc8, 0xc8]),
        observed: Observed::Left(vec![0x11, 0x22, 0x33, 0x44]),
        found: None,
    }];
    found.sightings.iter_mut().for_each(|seen| seen.pairing = Some(found.pairing));
    found
}

/// A night of a store with seven of them.
pub fn small() -> Owned {
    let mut report = report();
    let line = |state, bucket: &str, subjects: &[&str], is_news| BucketLine {
        state,
        bucket: format!("epiphany {bucket}"),
        subjects: subjects.iter().map(|name| (*name).to_owned()).collect(),
        detail: String::new(),
        since: 7,
        is_news,
        is_reported: true,
        accepted: Vec::new(),
        untried: None,
        retired: None,
    };
    let all = ["epiphany-elf-gcc-O2", "epiphany-elf-gcc-O3", "epiphany-elf-gcc-Os"];
    let gone = BucketLine {
        detail: "callee: a0 expected in r0, observed in r1; its case conforms".to_owned(),
        ..line(BucketState::Fixed, "EPIPHANY-ARG-01:argument", &all[..2], false)
    };
    let accepted = BucketLine {
        accepted: vec!["ICE-1".to_owned()],
        ..line(BucketState::Open, "crash", &all[..2], false)
    };
    report.night = Some(Night {
        number: 7,
        column: 2,
        begins_column: false,
        changes: vec![
            line(BucketState::Open, "EPIPHANY-ARG-06:argument", &all[1..2], true),
            line(BucketState::Back, "EPIPHANY-REG-06:register r8", &all[1..2], true),
            gone,
        ],
        open: vec![line(BucketState::Open, "EPIPHANY-RET-06:memory=R5", &all, false), accepted],
    });
    let bucket = |name: &str, history: &[(u64, usize, BucketState)]| {
        let change = |(night, subject, state): &(u64, usize, BucketState)| Change {
            night: *night,
            date: format!("2026-11-{:02}T03:10:00Z", 18 + night),
            subject: all.get(*subject).copied().unwrap_or_default().to_owned(),
            state: *state,
            detail: "as the report of that night has it".to_owned(),
        };
        let history: Vec<Change> = history.iter().map(change).collect();
        let mut subjects: Vec<Standing> = Vec::new();
        for change in &history {
            subjects.retain(|standing| standing.subject != change.subject);
            subjects.push(Standing {
                subject: change.subject.clone(),
                state: Some(change.state),
                since: change.night,
                retired: None,
            });
        }
        Bucket { name: format!("epiphany {name}"), subjects, history, gone_together: Vec::new() }
    };
    use BucketState::{Back, Fixed, Open};
    let buckets = vec![
        bucket("EPIPHANY-ARG-06:argument", &[(7, 1, Open)]),
        bucket("EPIPHANY-REG-06:register r8", &[(2, 1, Open), (4, 1, Fixed), (7, 1, Back)]),
        bucket("EPIPHANY-ARG-01:argument", &[(1, 0, Open), (1, 1, Open), (7, 0, Fixed), (7, 1, Fixed)]),
        bucket("EPIPHANY-RET-06:memory=R5", &[(1, 0, Open), (1, 1, Open), (3, 2, Open)]),
    ];
    let night = |(number, (cases, found)): (u64, (u64, u64))| PastNight {
        number,
        column: if number < 5 { 1 } else { 2 },
        date: format!("2026-11-{:02}T03:00:00Z", 18 + number),
        cases,
        found,
    };
    let nights = [(800, 2), (9_000, 1), (40_000, 1), (42_000, 0), (400_000, 0), (390_000, 0), (20_000, 1)];
    Owned { report, known: titles(), buckets, nights: (1..).zip(nights).map(night).collect() }
}

/// Clauses of the many buckets.
const CLAUSES: [&str; 6] = [
    "EPIPHANY-ARG-01",
    "EPIPHANY-ARG-06",
    "EPIPHANY-RET-06",
    "EPIPHANY-REG-06",
    "EPIPHANY-STACK-08",
    "EPIPHANY-RET-04",
];

/// A run with so many different findings.
pub fn many(count: usize) -> Owned {
    let mut owned = small();
    let templates = [argument(), sample::finding(), register()];
    let mut bits = 1_u64;
    let mut next = |below: u64| {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (bits >> 33) % below
    };
    for number in 0..count {
        let at = number % 3;
        let Some(mut found) = templates.get(at).cloned() else { continue };
        let clause = CLAUSES.get(number % CLAUSES.len()).copied().unwrap_or_default();
        found.fingerprint = format!("{clause}:case {number}");
        found.clauses = vec![clause];
        found.index = next(1 << 32);
        found.occurrences = 1 + next(500);
        let seed = next(1 << 32);
        found.seed = seed;
        found.source = Some(format!(
            "struct s0 {{ long long m0; char m{}; }};\nvoid f0(int a0, struct s0 a{});\n",
            next(100),
            next(9)
        ));
        found.case_text = format!(
            "format = 5\nseed = {seed:#x}\narguments = [{}, {}, {}]\n",
            next(1 << 32),
            next(1 << 32),
            next(1 << 32)
        );
        found.case_path =
            Some(format!("reports/cases/epiphany/{:08x}{:08x}.toml", next(1 << 32), next(1 << 32)).into());
        for mismatch in &mut found.mismatches {
            let byte = |next: &mut dyn FnMut(u64) -> u64| u8::try_from(next(256)).unwrap_or(0);
            match &mut mismatch.expected {
                Expected::Value { image, .. } | Expected::InMemory { image, .. } => {
                    image.bytes.iter_mut().for_each(|of| *of = byte(&mut next));
                }
                Expected::Kept(bytes) => bytes.iter_mut().for_each(|of| *of = byte(&mut next)),
                _ => {}
            }
            if let Observed::Left(bytes) = &mut mismatch.observed {
                bytes.iter_mut().for_each(|of| *of = byte(&mut next));
            }
        }
        let subject = number % 3;
        if let Some(subject) = owned.report.targets.get_mut(subject) {
            found.toolchains = vec![subject.toolchain.clone()];
            subject.findings.push(found);
        }
    }
    owned
}

/// Text that somebody could put into a name, a message, a note, or C text.
pub const HOSTILE: &str = "</script><script>top.obeyed=1</script><img src=x onerror=\"top.obeyed=1\">]]><!--`'\"|\
                           \u{1b}[31m\u{202e}\u{2066}\u{200f}\u{2028}\r\n::error::@you javascript:top.obeyed=1 ${top.obeyed=1}";

/// A page every text of which is hostile.
pub fn hostile() -> Owned {
    let mut owned = small();
    let mut text = serde_json::to_value(&owned.report).unwrap_or_default();
    poison(&mut text, "");
    if let Ok(report) = serde_json::from_value(text) {
        owned.report = report;
    }
    let report = &mut owned.report;
    report.origin.host = Host { name: HOSTILE.to_owned(), ..Host::default() };
    report.origin.command = HOSTILE.to_owned();
    report.origin.date = HOSTILE.to_owned();
    report.lacking = vec![HOSTILE.to_owned()];
    report.gone = vec![Gone {
        id: HOSTILE.to_owned(),
        title: format!("javascript://{HOSTILE} https://a\"onclick=top.obeyed=1"),
        toolchains: vec![HOSTILE.to_owned()],
        strict: true,
        fixed_since: Some(HOSTILE.to_owned()),
    }];
    report.untested =
        vec![Untested { subject: HOSTILE.to_owned(), pairing: Pairing::Callee, reason: HOSTILE.to_owned() }];
    for subject in &mut report.targets {
        subject.toolchain = format!("{}{HOSTILE}", subject.toolchain);
        subject.version = HOSTILE.to_owned();
        subject.reasons = [(HOSTILE.to_owned(), 7)].into();
        for found in &mut subject.findings {
            found.fingerprint = format!("{}{HOSTILE}", found.fingerprint);
            found.toolchains = vec![subject.toolchain.clone()];
            found.source = Some(HOSTILE.to_owned());
            found.message = Some(HOSTILE.to_owned());
            found.case_text = HOSTILE.to_owned();
            found.case_path = Some(HOSTILE.into());
            found.confirmed = Confirmed::InItsBatch;
            found.with_itself = 1;
            found.followers = vec![Follower {
                fingerprint: crosscall_model::finding::Fingerprint::Fault(HOSTILE.to_owned()),
                pairing: None,
                times: 1,
                index: 0,
                sightings: Vec::new(),
            }];
            if !found.known.is_empty() {
                found.known = vec![HOSTILE.to_owned()];
            }
            found.sightings.iter_mut().for_each(|seen| seen.subjects = vec![HOSTILE.to_owned()]);
            if let Some(dumps) = &mut found.dumps {
                dumps.after = (HOSTILE.to_owned(), HOSTILE.to_owned());
            }
            if let Some(mismatch) = found.mismatches.first_mut() {
                mismatch.observed = Observed::Message(HOSTILE.to_owned());
                mismatch.found = Some(Found::Mistake(HOSTILE.to_owned()));
            }
        }
    }
    if let Some(night) = &mut report.night {
        for line in night.changes.iter_mut().chain(&mut night.open) {
            line.bucket = format!("{}{HOSTILE}", line.bucket);
            line.subjects = vec![HOSTILE.to_owned()];
            line.detail = HOSTILE.to_owned();
            line.untried = Some(HOSTILE.to_owned());
        }
    }
    for bucket in &mut owned.buckets {
        bucket.name += HOSTILE;
        bucket.gone_together = vec![HOSTILE.to_owned()];
        for standing in &mut bucket.subjects {
            standing.subject = HOSTILE.to_owned();
            standing.retired = Some(HOSTILE.to_owned());
        }
        for change in &mut bucket.history {
            change.subject = HOSTILE.to_owned();
            change.date = HOSTILE.to_owned();
            change.detail = HOSTILE.to_owned();
        }
    }
    owned.nights.iter_mut().for_each(|night| night.date = HOSTILE.to_owned());
    owned.known.0.insert(HOSTILE.to_owned(), format!("javascript:top.obeyed=1 javascript://x/ {HOSTILE}"));
    owned
}

/// Hostile reasons and messages, wherever the form of a report permits any text.
fn poison(value: &mut serde_json::Value, key: &str) {
    match value {
        serde_json::Value::String(text)
            if matches!(key, "reason" | "remedy" | "message" | "version" | "title") =>
        {
            *text = HOSTILE.to_owned();
        }
        serde_json::Value::Array(all) => all.iter_mut().for_each(|one| poison(one, key)),
        serde_json::Value::Object(all) => all.iter_mut().for_each(|(key, one)| poison(one, key)),
        _ => {}
    }
}

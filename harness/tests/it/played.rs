//! Counterparts: those that are played and those that are linked show the same of a subject.

use crate::common::context;
use crosscall_engine::trial::play::{Counterpart, stubs};
use crosscall_engine::trial::program::Program;
use crosscall_engine::trial::run::{run, run_way};
use crosscall_engine::unit::Role;
use crosscall_engine::verdict::batch::Batch;
use crosscall_engine::verdict::calls::leaf_sizes;
use crosscall_engine::verdict::own::Own;
use crosscall_engine::widths::widths;
use crosscall_generator::probe::{callee_probe, caller_probe};
use crosscall_model::observation::Observation;
use crosscall_model::target::Register;
use crosscall_model::{Case, Pairing, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::walk;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::judge::judge;
use crosscall_oracle::knowledge::{AllReadings, Knowledge};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::capability::Capabilities;
use crosscall_toolchain::cases::directed_cases;
use crosscall_toolchain::units::{Sources, compile};

/// Plans of each case.
const PLANS: usize = 6;

/// Where the other side is played, the subject meets what it meets in a program that is linked for a probe.
#[test]
fn played_counterparts_are_like_linked_ones() {
    for target in Target::built_in() {
        let cases: Vec<Case> = directed_cases(target, &widths(target)).into_iter().step_by(9).collect();
        let batches = cases.chunks(32).flat_map(|cases| {
            [(Role::Caller, Pairing::Caller), (Role::Callee, Pairing::Callee)].map(|both| (cases, both))
        });
        let mut sum = Sum::default();
        for (cases, (role, pairing)) in batches {
            sum.compare(cases, role, pairing);
        }
        let Sum { tried, differ, played, unlike } = sum;
        assert_eq!(unlike, Vec::<String>::new());
        assert!(tried > 200, "{target}: {tried} plans");
        assert!(differ * 100 <= tried, "{target}: {differ} of {tried} plans");
        assert!(played * 100 >= tried * 97, "{target}: {played} of {tried} plans are played");
    }
}

#[derive(Default)]
struct Sum {
    /// Number of plans.
    tried: usize,
    /// Of those, the ones that only one of the programs contradicts: whoever reads an address as a value reads another one in
    /// each, and a few bits of it can fit by chance.
    differ: usize,
    /// Plans that can be played.
    played: usize,
    /// Differences between what is played and a probe.
    unlike: Vec<String>,
}

impl Sum {
    fn compare(&mut self, cases: &[Case], role: Role, pairing: Pairing) {
        let target = cases[0].target;
        let (subject, sources) = (Toolchain::embedded(target), Sources::new(cases));
        let unit = compile(&subject, role, &sources, &Capabilities::all(), context()).unwrap();
        let (batch, clauses) = (Batch::new(cases), catalogue(target));
        for (ks, object) in &unit.objects {
            let mut own = Own::new(object);
            let others = stubs(target, pairing, ks).unwrap();
            let mut stage = Program::new(target, &[object], &[others]).unwrap();
            for &k in ks {
                let case = &cases[k];
                let sizes = leaf_sizes(case, &Knowledge::new(clauses), None);
                for (_, plan) in walk(clauses, &AllReadings(clauses), PLANS, |c| abi::plan(case, c)) {
                    let probed = batch.probe(pairing, k, &plan).unwrap();
                    let probe = if pairing == Pairing::Caller { callee_probe } else { caller_probe };
                    assert_eq!(probed.probe, probe(k, case, &plan));
                    let seen = |program: &mut Program| run(program, k, pairing, &plan, &sizes).unwrap();
                    let judged = |seen: &Observation| judge(case, pairing, &plan, seen);
                    let linked = seen(own.program_for(&probed).unwrap());
                    self.tried += 1;
                    let other = judged(&linked);
                    let Ok(counterpart) = Counterpart::of(pairing, k, case, &plan) else { continue };
                    let played = run_way(&mut stage, k, pairing, &plan, &sizes, (0, Some(&counterpart)));
                    // Without memory for a result only a probe can show what becomes of it.
                    let Ok(Some(played)) = played else { continue };
                    self.played += 1;
                    let own = judged(&played);
                    if other.mismatches.is_empty() {
                        let wrong = own.mismatches.first().map(|mismatch| format!("{mismatch:?}"));
                        let unlike = wrong.or_else(|| difference(&played, &linked));
                        let unlike = unlike.map(|what| {
                            format!("{target} {pairing}: {what} in {:?} {:?}", case.signature, case.style)
                        });
                        self.unlike.extend(unlike);
                    } else {
                        self.differ += usize::from(own.mismatches.is_empty());
                    }
                }
                own.begin();
            }
        }
    }
}

/// The first difference between two observations of the same call, in which addresses differ.
fn difference(played: &Observation, linked: &Observation) -> Option<String> {
    let compared = [
        (format!("{:?}", played.received), format!("{:?}", linked.received)),
        (format!("{:?}", played.returned), format!("{:?}", linked.returned)),
        (format!("{:?}", (played.calls, &played.end)), format!("{:?}", (linked.calls, &linked.end))),
        (format!("{} events", played.events.len()), format!("{} events", linked.events.len())),
    ];
    let different = compared.into_iter().find(|(one, other)| one != other);
    let mut found = different.map(|(one, other)| format!("{one} and {other}"));
    for (when, one, other) in [("entry", &played.entry, &linked.entry), ("exit", &played.exit, &linked.exit)]
    {
        let (Some(one), Some(other)) = (one, other) else { continue };
        let target = one.target;
        for (i, info) in (0u16..).zip(target.registers()) {
            let (a, b) = (one.register_value(Register(i)), other.register_value(Register(i)));
            let is_poison = |value: u64| value & 0xf0f0_f0f0 == 0xe0e0_e0e0;
            let is_wanted = Register(i) == target.stack_pointer() || is_poison(a) || is_poison(b);
            if a != b && is_wanted {
                found.get_or_insert(format!("{} at {when}: {a:#x} and {b:#x}", info.name));
            }
        }
    }
    found
}

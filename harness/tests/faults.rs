//! scratch
#[path = "mistakes/settled.rs"]
mod settled;
use crosscall::campaign::source::Source;
use crosscall_embedded::{Fault, Options};
use crosscall_model::finding::Verdict;
use crosscall_model::Target;
use std::time::Instant;
#[test]
fn measure() {
    let t = Instant::now();
    let options = Options::new(Target::Epiphany);
    let knowledge = settled::settle(&options);
    println!("settled in {:?}", t.elapsed());
    for (c, r) in knowledge.dialect() { println!("{c} {r}"); }
    let source = Source::new(Target::Epiphany, 1);
    let cases: Vec<_> = (0..source.directed() + 200).map(|i| source.case(i)).collect();
    for fault in Fault::all() {
        let options = Options::with_fault(fault);
        let knowledge = if fault.needs.is_empty() { knowledge.clone() } else {
            settled::settle(&Options { fault: None, ..options.clone() }) };
        println!("== {} {} {:?}", fault.name, fault.clause, fault.side);
        for pairing in settled::PAIRINGS {
            let t = Instant::now();
            let mut knowledge = knowledge.clone();
            let mut hist = std::collections::BTreeMap::<String, (usize, usize)>::new();
            let (mut v, mut named) = (0, 0);
            for r in settled::verdicts(pairing, &cases, &options, &mut knowledge, false) {
                if let Verdict::Violates { mismatches, deviations } = r.verdict {
                    v += 1;
                    if mismatches[0].clauses.contains(&fault.clause) { named += 1 }
                    let key = if deviations.is_empty() { mismatches[0].clauses[0].to_owned() } else { format!("dev {deviations:?}") };
                    hist.entry(key).or_insert((0, r.k)).0 += 1;
                } else if let Verdict::Untestable(why) = r.verdict { hist.entry(why).or_insert((0, r.k)).0 += 1; }
            }
            println!("  {:?}: {v} violate, {named} named in first; {hist:?} {:?}", pairing.0, t.elapsed());
        }
    }
}

//! Preferred alignments on the DPU. `layout.txt` has sizes, alignments and places.

use super::{DOCUMENT, DPU};
use crate::support::Readings;
use crosscall_oracle::abi;

/// A byte that stands by itself is aligned to a word by preference, one inside a record is not.
#[test]
fn preferred_alignments() {
    let objects = |permits: &Readings| {
        let case = DPU.case("void f(char, struct { char a; }, short, int)");
        let plan = abi::layout_plan(&case, &mut DPU.chooser(permits));
        plan.objects.iter().map(|o| (o.value, o.clauses[0])).collect::<Vec<_>>()
    };
    let preferred = [
        (Some(4), "DPU-TYPE-14"),
        (Some(1), "DPU-LAYOUT-01"),
        (Some(4), "DPU-TYPE-14"),
        (Some(4), "DPU-TYPE-06"),
    ];
    assert_eq!(objects(&DOCUMENT), preferred);
    let needed = objects(&DPU.readings(&[("DPU-TYPE-14", "R2")]));
    assert_eq!(
        needed.iter().map(|(align, _)| *align).collect::<Vec<_>>(),
        [Some(1), Some(1), Some(2), Some(4)]
    );
}

//! Reports for people of a comparison of the embedded code generator with one that has a fault.

use super::report::Report;
use super::{markdown, text};
use crosscall_base::process::Limits;
use crosscall_base::progress::Silent;
use crosscall_campaign::comparison::{Settings, compare};
use crosscall_campaign::known::Known;
use crosscall_embedded::Fault;
use crosscall_model::Target;
use crosscall_reports::origin::Origin;
use crosscall_selftest::mutants::Mutation;
use crosscall_toolchain::Toolchain;
use expect_test::expect_file;
use std::sync::Arc;

#[test]
fn reports_of_an_alteration() {
    let target = Target::Epiphany;
    let fault = Fault::by_name(target, "arguments-swapped").expect("a fault");
    let hook = Some(Arc::new(Mutation::new(fault, Arc::default())) as _);
    // Names and versions come from outside.
    let hostile = "1.0 | <b>`@all`\u{1b}[31m".to_owned();
    let settings = Settings {
        old: Toolchain { name: "old".to_owned(), ..Toolchain::embedded(target) },
        new: Toolchain { name: "new".to_owned(), version: hostile, hook, ..Toolchain::embedded(target) },
        cases: 0,
        seed: 1,
        batch: 64,
        jobs: 2,
        minimise: 40,
        judge_unchanged: false,
        stop: Arc::default(),
        limits: Limits::default(),
        work_dir: std::env::temp_dir(),
        known: Known::built_in().expect("the list of known findings").clone(),
    };
    let comparison = compare(&settings, &Silent).expect("a comparison");
    let mut report = Report::new(Origin { generator: 1, ..Origin::default() }, settings.seed);
    report.add(&settings, comparison, None).expect("nothing is written");
    report.finish(std::time::Duration::ZERO, None);
    assert_eq!(report.exit_code(), 1);
    let (shown, comment) = (text::render(&report, true), markdown::render(&report));
    assert!(!shown.contains('\u{1b}') && !comment.contains('\u{1b}'));
    expect_file!["tests/altered.txt"].assert_eq(&shown);
    expect_file!["tests/altered.md"].assert_eq(&comment);
}

//! Builds of GCC for the Epiphany, compared: the same at one level, one at two levels, and one that is broken on purpose.

use crate::common::{self, World};

const BROKEN: &str = include_str!("accepted/broken.py");

/// Answer for GCC at -O2 and the same with a fault, in the words of `broken.py`.
fn with_fault(fault: &str, more: &[&str]) -> Option<common::Answer> {
    let gcc = common::installed_as("epiphany-elf-gcc-O2")?.cc.first().cloned()?;
    let world = World::new();
    let script = world.write("broken.py", BROKEN);
    let command = |fault: &str| format!("python3 -I -S {} {gcc} {fault} -O2", script.display());
    let (old, new) = (command("none"), command(fault));
    #[rustfmt::skip]
    let arguments = [
        "compare", "--target=epiphany", "--old", &old, "--new", &new, "--cases=40", "--minimize=20",
    ];
    Some(world.run_at_home(&[&arguments, more].concat()))
}

#[test]
#[ignore = "long: run at night"]
fn one_compiler_is_unchanged() {
    let name = "epiphany-elf-gcc-O2";
    if !common::is_installed(name) {
        return;
    }
    let world = World::new();
    let json =
        world.run_at_home(&["compare", name, name, "--cases", "40", "--format", "json"]).exits(0).json();
    assert_eq!(json["counts"]["unchanged"], json["counts"]["planned"]);
}

/// Two levels of one compiler have other code and one ABI.
#[test]
fn levels_understand_each_other() {
    if !common::is_installed("epiphany-elf-gcc-O2") {
        return;
    }
    let world = World::new();
    let arguments =
        ["compare", "epiphany-elf-gcc-O1", "epiphany-elf-gcc-O2", "--cases", "40", "--format", "json"];
    let json = world.run_at_home(&arguments).json();
    let counts = &json["counts"];
    assert_eq!(counts["breaks"], 0, "{counts}");
    assert!(counts["same"].as_u64() > Some(1000), "{counts}");
    assert_eq!(json["comparisons"][0]["readings"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_fault_in_a_build_is_an_alteration() {
    let Some(answer) = with_fault("argument:2", &["--format", "json"]) else {
        println!("skipped: no GCC for the Epiphany");
        return;
    };
    assert_eq!(answer.code, 1, "{answer:?}");
    let json = answer.json();
    let differences = json["comparisons"][0]["differences"].as_array().cloned().unwrap_or_default();
    let altered = differences.iter().filter(|d| d["class"] == "breaks" || d["class"] == "new");
    let altered: Vec<(&str, &str, &str)> = altered
        .map(|d| {
            let text = |key: &str| d[key].as_str().unwrap_or_default();
            (text("class"), text("clause"), text("signature"))
        })
        .collect();
    assert_eq!(
        altered,
        [("breaks", "EPIPHANY-ARG-01", "void f(short)"), ("new", "EPIPHANY-ARG-01", "void f(short)")]
    );
    // What GCC does anyway is listed, and is not the change's.
    assert!(
        differences
            .iter()
            .any(|d| d["class"] == "kept" && d["known"] == serde_json::json!(["EPIPHANY-GCC12-01"]))
    );
}

#[test]
#[ignore = "long: run at night"]
fn a_comment_reports_it_once() {
    let Some(answer) = with_fault("result:4", &["--format", "markdown"]) else {
        println!("skipped: no GCC for the Epiphany");
        return;
    };
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(
        answer.out.starts_with("<!-- crosscall compare -->\n### This change alters the ABI\n"),
        "{}",
        answer.out
    );
    assert!(answer.out.contains("EPIPHANY-RET-02") && answer.out.len() < 60_000, "{}", answer.out);
}

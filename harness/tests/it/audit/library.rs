//! The libraries of `corpus/audit/`: every fault is found under its clause and in its line, and nothing is found in the
//! correct functions.

use crate::common::World;
use expect_test::expect;
use std::path::Path;

/// One line for each function: its verdict, and name, clause and line of each finding.
fn audited(target: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/audit").join(target).join("audit.toml");
    let answer = World::new().run(&["audit", "--file", file.to_str().unwrap(), "--format", "json"]);
    assert_eq!(answer.code, 1, "{}", answer.err);
    let report = answer.json();
    let mut told = String::new();
    for function in report["functions"].as_array().unwrap() {
        told += &format!("{}: {}", function["name"].as_str().unwrap(), function["verdict"].as_str().unwrap());
        for found in function["findings"].as_array().unwrap() {
            let clause = found["clauses"][0].as_str().unwrap_or("no clause");
            let place = found["place"].get("source").map_or(String::new(), |source| {
                let file = Path::new(source["file"].as_str().unwrap()).file_name().unwrap();
                format!(", {}:{}", file.display(), source["line"])
            });
            told += &format!("; {} ({clause}{place})", found["name"].as_str().unwrap());
        }
        told.push('\n');
    }
    told
}

#[test]
fn riscv() {
    expect![[""]].assert_eq(&audited("riscv"));
}

//! The libraries of `corpus/audit/`: every fault is found under its clause and in its line, and nothing is found in the
//! correct functions.

use crate::common::World;
use expect_test::expect;
use std::path::Path;

/// One line for each function: its verdict, and name, clause and line of each finding.
fn audited(target: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/audit").join(target).join("audit.toml");
    let report =
        World::new().run(&["audit", "--file", file.to_str().unwrap(), "--format", "json"]).exits(1).json();
    let mut reported = String::new();
    for function in report["functions"].as_array().unwrap() {
        reported +=
            &format!("{}: {}", function["name"].as_str().unwrap(), function["verdict"].as_str().unwrap());
        for found in function["findings"].as_array().unwrap() {
            let clause = found["clauses"][0].as_str().unwrap_or("no clause");
            let source = found["place"].get("source").filter(|source| !source.is_null());
            let place = source.map_or(String::new(), |source| {
                let file = Path::new(source["file"].as_str().unwrap()).file_name().unwrap();
                format!(", {}:{}", file.display(), source["line"])
            });
            reported += &format!("; {} ({clause}{place})", found["name"].as_str().unwrap());
        }
        reported.push('\n');
    }
    reported
}

/// The example of the page is what the program says.
#[test]
fn the_example_of_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = std::fs::read_to_string(root.join("docs/audit.md")).unwrap();
    let (_, example) = page.split_once("```text\n").unwrap();
    let (shown, _) = example.split_once("```").unwrap();
    let objects = ["corpus/audit/riscv/correct.s", "corpus/audit/riscv/faults.s"];
    let line = ["--target", "riscv64-lp64d", "--prototype", "int beyond_stack_pointer(int x)"];
    let world = World::new();
    let mut command = world.command(&[&["audit"], &objects[..], &line].concat());
    let answer = command.current_dir(root).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&answer.stdout), shown);
}

#[test]
fn riscv() {
    expect![[r#"
        above_argument: findings; depends on the bits above v (RISCV-ARG-17)
        above_result: findings; bits above result (RISCV-ARG-04)
        apply: clean
        beside_buffer: findings; writes beside to (RISCV-S23, faults.s:46)
        beyond_stack_pointer: findings; access beyond the stack pointer (RISCV-STACK-14, faults.s:66)
        const_buffer: findings; writes p (RISCV-S23, faults.s:57)
        copy: clean
        crooked_call: findings; stack pointer misaligned (RISCV-STACK-10, faults.s:23)
        lost_register: findings; register s1 (RISCV-REG-07, faults.s:8)
        lost_stack_pointer: findings; stack pointer not restored (RISCV-REG-03)
        mode_left: findings; register fcsr (RISCV-REG-21, faults.s:100)
        never_written: findings; depends on the unwritten stack (no clause)
        not_given: findings; depends on a1 (RISCV-REG-08)
        reserved_register: findings; register tp (RISCV-REG-11, faults.s:33)
        sum: clean
        twice: clean
        wrong_return: findings; control goes elsewhere (RISCV-S28, faults.s:95)
    "#]]
    .assert_eq(&audited("riscv"));
}

#[test]
fn epiphany() {
    expect![[r#"
        above_argument: findings; depends on the bits above v (EPIPHANY-S06)
        above_result: findings; bits above result (EPIPHANY-RET-01)
        apply: clean
        beside_buffer: findings; writes beside to (EPIPHANY-S23, faults.s:41)
        beyond_stack_pointer: findings; access beyond the stack pointer (EPIPHANY-STACK-10, faults.s:66)
        const_buffer: findings; writes p (EPIPHANY-S23, faults.s:55)
        crooked_call: findings; stack pointer misaligned (EPIPHANY-STACK-08, faults.s:24)
        lost_register: findings; register r4 (EPIPHANY-REG-06, faults.s:9)
        lost_stack_pointer: findings; stack pointer not restored (EPIPHANY-REG-09)
        mode_left: findings; register config (EPIPHANY-S04, faults.s:85)
        never_written: findings; depends on the unwritten stack (no clause)
        not_given: findings; depends on r1 (EPIPHANY-REG-03)
        reserved_register: findings; register r28 (EPIPHANY-REG-13, faults.s:91)
        sum: clean
        twice: clean
        wrong_return: findings; control goes elsewhere (EPIPHANY-CALL-04, faults.s:98)
    "#]]
    .assert_eq(&audited("epiphany"));
}

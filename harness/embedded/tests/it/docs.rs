//! Tables of `docs/embedded.md`, which are generated from the code:
//! `UPDATE_EXPECT=1 cargo test -p crosscall-embedded docs` rewrites them.

use std::fmt::Write;
use std::path::Path;

use crosscall_embedded::{Fault, Readings, ValueFault};
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;

fn readings_table(target: Target) -> String {
    let mut table = String::from("| clause | reading | what the code does |\n|---|---|---|\n");
    let compiler = Readings::toolchain(target);
    for (choice, followed) in compiler.iter() {
        for (number, text) in choice.readings {
            let mark = match *number {
                number if number == choice.default => " (default)",
                number if number == followed => " (compiler)",
                _ => "",
            };
            let _ = writeln!(table, "| {} | R{number}{mark} | {text} |", choice.key);
        }
    }
    table
}

fn faults_table(target: Target) -> String {
    let mut table = String::from("| fault | clause | code changed | what is wrong |\n|---|---|---|---|\n");
    for fault in Fault::of(target) {
        let _ = writeln!(table, "| {}", fault_cells(fault));
    }
    table
}

/// Cells of a fault, each with its end.
fn fault_cells(fault: &Fault) -> String {
    let needs: Vec<_> = fault.needs.iter().map(|(key, n)| format!("{key}=R{n}")).collect();
    let under = if needs.is_empty() { String::new() } else { format!(" (under {})", needs.join(", ")) };
    let side = format!("{:?}", fault.side).to_lowercase();
    format!("{} | {} | {side} | {}{under} |", fault.name, fault.clause, fault.description)
}

fn expressions_table(target: Target) -> String {
    let mut table = String::from("| fault | clause | what is wrong |\n|---|---|---|\n");
    for fault in ValueFault::of(target) {
        let _ = writeln!(table, "| {} | {} | {} |", fault.name, fault.clause, fault.description);
    }
    table
}

/// Cells of a table and the ABIs that have them, in the order in which they were first found.
#[derive(Default)]
struct Rows(Vec<(String, Vec<&'static str>)>);

impl Rows {
    fn add(&mut self, cells: String, abi: Abi) {
        let name = abi.facts().name;
        match self.0.iter_mut().find(|(other, _)| *other == cells) {
            Some((_, abis)) => abis.push(name),
            None => self.0.push((cells, vec![name])),
        }
    }

    /// Table with a last column for the ABIs.
    fn table(&self, head: &str) -> String {
        let rule = "---|".repeat(head.matches('|').count());
        let mut table = format!("| {head} ABIs |\n|{rule}---|\n");
        for (cells, abis) in &self.0 {
            let abis = if abis.len() == Abi::ALL.len() { "all".to_owned() } else { abis.join(", ") };
            let _ = writeln!(table, "| {cells} {abis} |");
        }
        table
    }
}

/// Tables of the readings and of the faults of RISC-V's ABIs.
fn riscv_tables() -> [(&'static str, String); 2] {
    let (mut readings, mut faults) = (Rows::default(), Rows::default());
    for abi in Abi::ALL {
        for (choice, followed) in Readings::toolchain(Target::Riscv(abi)).iter() {
            for (number, text) in choice.readings {
                let mark = match *number {
                    number if number == choice.default => " (default)",
                    number if number == followed => " (compiler)",
                    _ => "",
                };
                readings.add(format!("{} | R{number}{mark} | {text} |", choice.key), abi);
            }
        }
        for fault in Fault::of(Target::Riscv(abi)) {
            faults.add(fault_cells(fault), abi);
        }
    }
    [
        ("readings", readings.table("clause | reading | what the code does |")),
        ("faults", faults.table("fault | clause | code changed | what is wrong |")),
    ]
}

/// Replaces the table behind its mark.
fn replace(text: &mut String, mark: &str, table: &str) {
    let begin = format!("<!-- {mark} -->\n");
    let start = text.find(&begin).expect("the mark of a table") + begin.len();
    let length = text[start..].find("<!-- end -->").expect("the end of a table");
    text.replace_range(start..start + length, &format!("\n{table}\n"));
}

#[test]
fn the_documentation_has_the_tables_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/embedded.md");
    let old = std::fs::read_to_string(&path).expect("docs/embedded.md");
    let mut new = old.clone();
    for target in Target::ALL.into_iter().filter(|target| !matches!(target, Target::Riscv(_))) {
        let expressions = (!ValueFault::of(target).is_empty()).then(|| expressions_table(target));
        let tables = [("readings", readings_table(target)), ("faults", faults_table(target))];
        for (name, table) in tables.into_iter().chain(expressions.map(|table| ("expressions", table))) {
            replace(&mut new, &format!("{target} {name}"), &table);
        }
    }
    for (name, table) in riscv_tables() {
        replace(&mut new, &format!("riscv {name}"), &table);
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() && new != old {
        std::fs::write(&path, &new).expect("writable");
        return;
    }
    assert_eq!(old, new);
}

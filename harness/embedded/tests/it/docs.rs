//! Tables of `docs/embedded.md`, which are generated from the code:
//! `UPDATE_EXPECT=1 cargo test -p crosscall-embedded docs` rewrites them.

use std::fmt::Write;
use std::path::Path;

use crosscall_embedded::{Fault, Readings, ValueFault};
use crosscall_model::Target;

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
        let needs: Vec<_> = fault.needs.iter().map(|(key, n)| format!("{key}=R{n}")).collect();
        let under = if needs.is_empty() { String::new() } else { format!(" (under {})", needs.join(", ")) };
        let side = format!("{:?}", fault.side).to_lowercase();
        let _ =
            writeln!(table, "| {} | {} | {side} | {}{under} |", fault.name, fault.clause, fault.description);
    }
    table
}

fn expressions_table(target: Target) -> String {
    let mut table = String::from("| fault | clause | what is wrong |\n|---|---|---|\n");
    for fault in ValueFault::of(target) {
        let _ = writeln!(table, "| {} | {} | {} |", fault.name, fault.clause, fault.description);
    }
    table
}

#[test]
fn the_documentation_has_the_tables_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/embedded.md");
    let old = std::fs::read_to_string(&path).expect("docs/embedded.md");
    let mut new = old.clone();
    for target in Target::ALL {
        let expressions = (!ValueFault::of(target).is_empty()).then(|| expressions_table(target));
        let tables = [("readings", readings_table(target)), ("faults", faults_table(target))];
        for (name, table) in tables.into_iter().chain(expressions.map(|table| ("expressions", table))) {
            let begin = format!("<!-- {target} {name} -->\n");
            let start = new.find(&begin).expect("the mark of a table") + begin.len();
            let length = new[start..].find("<!-- end -->").expect("the end of a table");
            new.replace_range(start..start + length, &format!("\n{table}\n"));
        }
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() && new != old {
        std::fs::write(&path, &new).expect("writable");
        return;
    }
    assert_eq!(old, new);
}

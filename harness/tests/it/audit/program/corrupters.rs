//! Corrupters of everything that is no register, in a program that calls them.

use super::super::corrupters::{Corrupter, syntax};
use super::callers::calling_f;
use super::{Asked, names, symbol, targets};

/// Findings of a function that a program can have, too, with their names there.
const SHARED: [(&str, &str); 4] = [
    ("access beyond the stack pointer", "access beyond the stack pointer"),
    ("stack pointer not restored", "stack pointer not restored"),
    ("stack pointer misaligned", "stack pointer misaligned"),
    ("control goes elsewhere", "return address"),
];

#[test]
fn every_corrupter_is_caught() {
    let mut wrong = Vec::new();
    for target in targets() {
        let f = symbol(target, "f");
        let mut caught = 0;
        for Corrupter { code, prototype, finding, clause, .. } in syntax(target).corrupters() {
            let shared = SHARED.iter().find(|(of_function, _)| *of_function == finding);
            let (Some((_, finding)), "void f(void)") = (shared, prototype) else { continue };
            let text = calling_f(target, &code);
            let ran = Asked::plain(target, &text).ran_strictly();
            let wanted = format!("{f}: {finding}");
            let found = ran.findings.iter().find(|found| found.fault.name == wanted);
            let is_right = found.is_some_and(|found| {
                let site = found.site.as_ref().map(|site| site.label()).unwrap_or_default();
                found.fault.clause() == clause && site.starts_with(&symbol(target, "main"))
            });
            if is_right {
                caught += 1;
            } else {
                wrong.push(format!(
                    "{target}: wanted `{wanted}` under {clause}, got {:?} {:#?}\n{text}",
                    names(&ran.findings),
                    ran.findings
                ));
            }
        }
        println!("{target}: {caught} corrupters");
        assert!(caught >= 2 || !wrong.is_empty(), "{target}: {caught}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

//! A corrupter for each register that a function has to give back or may not write, in a program that calls it.

use super::super::corrupters::syntax;
use super::super::registers::{overwrite_saved, protected, rules};
use super::callers::calling_f;
use super::{Asked, names, symbol, targets};
use crosscall_model::Target;
use crosscall_model::plan::Preservation;

/// Overwrites one register after the other; says how many there were.
fn overwrite_each(target: Target) -> usize {
    let f = symbol(target, "f");
    let mut caught = 0;
    for (rule, name, code) in protected(target) {
        let text = calling_f(target, &code);
        let ran = Asked::plain(target, &text).ran_strictly();
        let wanted = format!("{f}: register {name}");
        assert_eq!(names(&ran.findings), [wanted], "{target}: {name}: {:#?}\n{text}", ran.findings);
        let found = &ran.findings[0];
        assert!(rule.clauses.contains(&found.fault.clause()), "{target}: {name}: {found:#?}");
        assert_eq!(found.function, f, "{target}: {name}");
        let site = found.site.as_ref().unwrap().label();
        assert!(site.starts_with(&symbol(target, "main")), "{target}: {name}: called at {site}");
        caught += 1;
    }
    println!("{target}: {caught} registers");
    caught
}

#[test]
fn each_is_caught() {
    for target in targets() {
        let least = match target {
            Target::Epiphany => 17,
            Target::Nyuzi => 12,
            Target::Dpu => 8,
            Target::Ipu => 3,
            Target::ForwardCom => 31,
            _ => 4,
        };
        assert!(overwrite_each(target) >= least, "{target}");
    }
}

/// Overwriting all that is free is no finding.
#[test]
fn free_ones_are_free() {
    for target in targets() {
        let rules = rules(target);
        let free = rules
            .iter()
            .filter(|rule| rule.preservation == Preservation::Scratch && target.is_general(rule.register));
        // The way back is in one on the IPU.
        let code: String = free.filter_map(|rule| syntax(target).overwrite(rule.register)).collect();
        let text = calling_f(target, &code);
        let ran = Asked::plain(target, &text).ran();
        assert!(ran.findings.is_empty(), "{target}: {:#?}\n{text}", ran.findings);
        assert_eq!((ran.calls, ran.returns), (2, 2), "{target}");
    }
}

/// Without symbols, functions have their addresses.
#[test]
fn a_stripped_program_has_addresses() {
    for target in targets() {
        let code = overwrite_saved(target);
        let text = calling_f(target, &code);
        let ran = Asked { is_stripped: true, ..Asked::plain(target, &text) }.ran();
        assert_eq!(ran.findings.len(), 1, "{target}: {:#?}", ran.findings);
        let found = &ran.findings[0];
        assert!(found.function.starts_with("0x"), "{target}: {found:#?}");
        assert!(found.site.as_ref().unwrap().symbol.is_none(), "{target}: {found:#?}");
    }
}

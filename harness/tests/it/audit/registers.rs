//! A corrupter for each register: whatever the document says has to be given back or may not be written, a function
//! overwrites, and nothing else.

use super::Asked;
use super::corrupters::{most_plausible, syntax};
use crate::common;
use crosscall_explain::case_of_nothing;
use crosscall_model::Target;
use crosscall_model::plan::{Preservation, RegisterRule};
use crosscall_model::target::Register;
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::AllReadings;

/// Rules of a function without parameters.
pub(super) fn rules(target: Target) -> Vec<RegisterRule> {
    let case = case_of_nothing(target);
    let all = AllReadings(catalogue(target));
    abi::plan(&case, &mut Chooser::new(catalogue(target), &all)).registers
}

/// Registers that a function has to give back or may not write: their rules, their names, and instructions that overwrite them.
pub(super) fn protected(target: Target) -> impl Iterator<Item = (RegisterRule, &'static str, String)> {
    let is_protected =
        |rule: &RegisterRule| rule.preservation.is_preserved() || rule.preservation == Preservation::Reserved;
    rules(target).into_iter().filter(move |rule| is_protected(rule) && !rule.clauses.is_empty()).filter_map(
        move |rule| {
            let name = target.register(rule.register).unwrap().name;
            let code = syntax(target).overwrite(rule.register);
            if code.is_none() {
                println!("{target}: no corrupter of {name}");
            }
            Some((rule, name, code?))
        },
    )
}

/// Instructions that overwrite a register that a function has to give back.
pub(super) fn overwrite_saved(target: Target) -> String {
    protected(target).find_map(|(rule, _, code)| rule.preservation.is_preserved().then_some(code)).unwrap()
}

/// Overwrites one register after the other; says how many there were.
fn overwrite_each(target: Target) -> usize {
    let mut caught = 0;
    for (rule, name, code) in protected(target) {
        let text = syntax(target).function("f", &code);
        let asked = Asked::plain(target, &text);
        let ran = asked.ran();
        // Where the document can be read in such a way that the function may, it follows that reading: with the other one
        // fixed it is a finding.
        let dialect = most_plausible(target, &ran.readings);
        let ran = if dialect.is_empty() { ran } else { Asked { dialect: &dialect, ..asked }.ran() };
        let found = ran.findings.iter().find(|fault| fault.name == format!("register {name}"));
        let found = found.unwrap_or_else(|| panic!("{target}: {name}: {:?}\n{text}", ran.findings));
        assert!(rule.clauses.contains(&found.clause()), "{target}: {name}: {found:?}");
        assert_eq!(ran.findings.len(), 1, "{target}: {name}: {:?}", ran.findings);
        caught += 1;
    }
    println!("{target}: {caught} registers");
    caught
}

/// Overwriting a register that is free is no finding.
fn overwrite_free(target: Target) {
    let free: Vec<Register> = rules(target)
        .iter()
        .filter(|rule| rule.preservation == Preservation::Scratch && target.is_general(rule.register))
        .map(|rule| rule.register)
        .collect();
    let code: String = free.iter().filter_map(|register| syntax(target).overwrite(*register)).collect();
    let text = syntax(target).function("f", &code);
    let ran = Asked::plain(target, &text).ran();
    assert_eq!(ran.findings, [], "{target}\n{text}");
}

#[test]
fn epiphany() {
    assert!(overwrite_each(Target::Epiphany) >= 17);
    overwrite_free(Target::Epiphany);
}

#[test]
fn nyuzi() {
    assert!(overwrite_each(Target::Nyuzi) >= 12);
    overwrite_free(Target::Nyuzi);
}

#[test]
fn dpu() {
    assert!(overwrite_each(Target::Dpu) >= 8);
    overwrite_free(Target::Dpu);
}

#[test]
fn ipu() {
    assert!(overwrite_each(Target::Ipu) >= 3);
    overwrite_free(Target::Ipu);
}

#[test]
fn forwardcom() {
    assert!(overwrite_each(Target::ForwardCom) >= 31);
    overwrite_free(Target::ForwardCom);
}

#[cfg(feature = "pcode")]
#[test]
fn x86_64() {
    assert!(overwrite_each(Target::X86_64) >= 9);
    overwrite_free(Target::X86_64);
}

#[cfg(feature = "pcode")]
#[test]
fn aarch64() {
    assert!(overwrite_each(Target::Aarch64) >= 21);
    overwrite_free(Target::Aarch64);
}

#[test]
fn riscv() {
    for target in common::targets().filter(|target| matches!(target, Target::Riscv(_))) {
        assert!(overwrite_each(target) >= 4);
        overwrite_free(target);
    }
}

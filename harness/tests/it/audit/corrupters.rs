//! Corrupters of everything that is no register: a table for each target, in one form.

use super::Asked;
use super::{aarch64, dpu, epiphany, forwardcom, ipu, nyuzi, riscv, x86_64};
use crate::common;
use crosscall_model::Target;
use crosscall_model::finding::Answer;
use crosscall_model::target::Register;
use crosscall_oracle::clause::catalogue;

/// Assembly of a target, as far as corrupters need it.
pub(super) trait Syntax {
    /// A function that any file can call: its instructions, and a return behind them.
    fn function(&self, name: &str, code: &str) -> String;

    /// Instructions that change a register and nothing else but free ones; `None` where there are none.
    fn overwrite(&self, register: Register) -> Option<String>;

    /// The corrupters.
    fn corrupters(&self) -> Vec<Corrupter>;
}

/// A function that breaks one rule.
pub(super) struct Corrupter {
    /// Its instructions, which may call `g`.
    pub(super) code: String,
    pub(super) prototype: &'static str,
    pub(super) arguments: &'static [&'static str],
    /// Name of the finding.
    pub(super) finding: &'static str,
    /// Its clause; empty where the document says nothing.
    pub(super) clause: &'static str,
}

/// A corrupter with the name and the clause of its finding, and the prototype that such a finding has on most targets.
pub(super) fn corrupter(finding: &'static str, clause: &'static str, code: &str) -> Corrupter {
    let (prototype, arguments): (_, &[_]) = match finding {
        "reads beside p" => ("int f(const char *p)", &["p: 8 bytes"]),
        "writes beside p" => ("void f(char *p)", &["p: 1..8 bytes"]),
        "writes p" => ("void f(const char *p)", &["p: 8 bytes"]),
        "depends on the old contents of p" => ("int f(int *p)", &["p: 1 of int, out"]),
        _ if finding.starts_with("depends on ") => ("int f(void)", &[]),
        _ => ("void f(void)", &[]),
    };
    Corrupter { code: code.to_owned(), prototype, arguments, finding, clause }
}

impl Corrupter {
    /// The same with another prototype.
    pub(super) fn of(self, prototype: &'static str, arguments: &'static [&'static str]) -> Corrupter {
        Corrupter { prototype, arguments, ..self }
    }
}

/// The assembly of a target.
pub(super) fn syntax(target: Target) -> &'static dyn Syntax {
    match target {
        Target::Epiphany => &epiphany::Epiphany,
        Target::Nyuzi => &nyuzi::Nyuzi,
        Target::Dpu => &dpu::Dpu,
        Target::Ipu => &ipu::Ipu,
        Target::ForwardCom => &forwardcom::ForwardCom,
        Target::Riscv(_) => riscv::syntax(target),
        Target::X86_64 => &x86_64::X86_64,
        Target::Aarch64 => &aarch64::Aarch64,
        Target::Invented => panic!("there is no assembly of it"),
    }
}

/// The most plausible readings of the questions that have been answered otherwise.
pub(super) fn most_plausible(target: Target, answers: &[Answer]) -> String {
    let first = |answer: &Answer| {
        let choice = catalogue(target).find_choice(answer.clause, answer.question).unwrap();
        format!("{}={}", answer.question(), catalogue(target).choice(choice).1.readings[0].id)
    };
    answers.iter().map(first).collect::<Vec<_>>().join(",")
}

/// Each is caught, by its name and under its clause.
pub(super) fn catch_all(target: Target) {
    let mut wrong = Vec::new();
    let syntax = syntax(target);
    let all = syntax.corrupters();
    for Corrupter { code, prototype, arguments, finding, clause } in &all {
        let text = syntax.function("f", code) + &syntax.function("g", "");
        let asked = Asked { prototype, arguments, ..Asked::plain(target, &text) };
        let mut ran = asked.ran();
        // Where a reading allows it, the function follows that reading; with the other one fixed it is a finding.
        let dialect = most_plausible(target, &ran.readings);
        if ran.findings.is_empty() && !dialect.is_empty() {
            ran = Asked { dialect: &dialect, ..asked }.ran();
        }
        let found = ran.findings.iter().find(|fault| fault.name == *finding);
        let clause = if clause.is_empty() { "no clause" } else { clause };
        if found.is_none_or(|found| found.clause() != clause) {
            let all: Vec<_> = ran.findings.iter().map(|f| (f.name.clone(), f.headline())).collect();
            wrong.push(format!(
                "wanted `{finding}` under {clause}, got {all:#?} with {:?}\n{text}",
                ran.readings
            ));
        }
    }
    println!("{target}: {} of {} corrupters", all.len() - wrong.len(), all.len());
    assert!(wrong.is_empty(), "{target}: {}", wrong.join("\n\n"));
}

#[test]
fn every_corrupter_is_caught_on_the_epiphany() {
    catch_all(Target::Epiphany);
}

#[test]
fn every_corrupter_is_caught_on_the_nyuzi() {
    catch_all(Target::Nyuzi);
}

#[test]
fn every_corrupter_is_caught_on_the_dpu() {
    catch_all(Target::Dpu);
}

#[test]
fn every_corrupter_is_caught_on_the_ipu() {
    catch_all(Target::Ipu);
}

#[test]
fn every_corrupter_is_caught_on_forwardcom() {
    catch_all(Target::ForwardCom);
}

#[cfg(feature = "pcode")]
#[test]
fn every_corrupter_is_caught_on_x86_64() {
    catch_all(Target::X86_64);
}

#[cfg(feature = "pcode")]
#[test]
fn every_corrupter_is_caught_on_aarch64() {
    catch_all(Target::Aarch64);
}

#[test]
fn every_corrupter_is_caught_on_risc_v() {
    for target in common::targets().filter(|target| matches!(target, Target::Riscv(_))) {
        catch_all(target);
    }
}

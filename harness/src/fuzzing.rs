//! The fuzz targets, independent of any fuzzing engine.

use crate::campaign::rerun::single::{Pair, run_one};
use crate::cases::widths;
use crate::process::Limits;
use crate::toolchain::Toolchain;
use crate::units::CompileContext;
use crosscall_machines::link::SECTION_EXECUTE;
use crosscall_machines::listing::Style;
use crosscall_machines::toolset::{self, Toolset};
use crosscall_model::finding::Verdict;
use crosscall_model::{Case, Pairing, Scalar, Target, c};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// Knowledge of the embedded subject after the directed cases: as in a campaign, a fuzz input is held
/// against one dialect.
fn settled(target: Target) -> Knowledge {
    static SETTLED: Mutex<BTreeMap<Target, Knowledge>> = Mutex::new(BTreeMap::new());
    // Whoever panicked, the map itself is whole.
    let mut settled = SETTLED.lock().unwrap_or_else(PoisonError::into_inner);
    settled.entry(target).or_insert_with(|| settle(target)).clone()
}

fn settle(target: Target) -> Knowledge {
    let mut knowledge = Knowledge::new(catalogue(target));
    let source = crate::cases::Source::new(target, 0);
    for i in 0..source.directed() {
        let case = source.case(i);
        for pairing in PAIRINGS {
            let _ = judge(&case, pairing, &mut knowledge, Effort::Thorough);
        }
    }
    knowledge
}

const PAIRINGS: [Pairing; 3] = [Pairing::Layout, Pairing::Caller, Pairing::Callee];

/// Makes a case of the bytes and runs it with the embedded subject in every pairing. The last byte says for which
/// target.
///
/// # Errors
/// The violation, in words. (Cases that cannot be tested are no errors.)
pub fn pipeline(bytes: &[u8]) -> Result<(), String> {
    let chosen = usize::from(bytes.last().copied().unwrap_or(0)) % Target::ALL.len();
    let Some(&target) = Target::ALL.get(chosen) else { return Ok(()) };
    let widths = widths(target);
    let width = |scalar: Scalar| widths.get(&scalar).copied().unwrap_or(32);
    let case = crosscall_generator::random::from_bytes(
        &mut arbitrary::Unstructured::new(bytes),
        &crosscall_generator::Config::of(target),
        target,
        &crosscall_generator::Widths::new(target, &width),
    );
    for pairing in PAIRINGS {
        let mut knowledge = settled(target);
        judge(&case, pairing, &mut knowledge, Effort::Usual)?;
    }
    Ok(())
}

fn judge(case: &Case, pairing: Pairing, knowledge: &mut Knowledge, effort: Effort) -> Result<(), String> {
    let stop = AtomicBool::new(false);
    let limits = Limits::default();
    let work_dir = std::env::temp_dir();
    let context = CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop };
    let subject = Toolchain::embedded(case.target);
    match run_one(case, Pair { subject: &subject, partner: None, pairing }, knowledge, effort, context)? {
        Some(result) => match result.verdict {
            Verdict::Violates(violation) => {
                let told: Vec<_> = violation
                    .mismatches
                    .iter()
                    .map(|m| {
                        let words = m.words();
                        format!(
                            "{}: {}: expected {}; observed {}",
                            m.clauses.join(" "),
                            words.subject,
                            words.expected,
                            words.observed
                        )
                    })
                    .collect();
                Err(format!("{pairing}: {}\n{}", c::signature(&case.signature, "f"), told.join("\n")))
            }
            _ => Ok(()),
        },
        None => Ok(()),
    }
}

/// Treats bytes as instructions, as text, and as an object file of a target; the first byte says of which.
///
/// # Errors
/// What does not survive.
pub fn machine_decode(bytes: &[u8]) -> Result<(), String> {
    let Some((&first, bytes)) = bytes.split_first() else { return Ok(()) };
    let Some(&target) = toolset::ALL.get(usize::from(first) % toolset::ALL.len()) else { return Ok(()) };
    instructions(target, bytes)?;
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = target.assemble("fuzz", text);
    }
    if let Ok(object) = target.read_object("fuzz", bytes) {
        let _ = target.link(&[&object], &target.link_options());
    }
    for member in target.read_library("fuzz", bytes).unwrap_or_default() {
        let _ = target.read_object(member.name, member.data);
    }
    let _ = target.read_executable("fuzz", bytes);
    Ok(())
}

/// Every instruction that decodes is printed, assembled and compared.
fn instructions(target: &dyn Toolset, bytes: &[u8]) -> Result<(), String> {
    let lines = target.disassemble(bytes, 0, Style::Source);
    let listed: Vec<u8> = lines.iter().flat_map(|line| line.bytes.clone()).collect();
    if listed != bytes {
        return Err(format!("{}: {bytes:02x?} were listed as {listed:02x?}", target.name()));
    }
    let (head, tail) = target.code_frame();
    if head.is_empty() {
        let text: String = lines.iter().map(|line| format!("{}\n", line.text)).collect();
        return reassembled(target, &text, bytes);
    }
    // Bits that an instruction ignores cannot be written down: the text of each
    // line must only lead to an answer.
    for line in lines {
        let _ = target.assemble("fuzz", &format!("{head}{}\n{tail}", line.text));
    }
    Ok(())
}

fn reassembled(target: &dyn Toolset, text: &str, bytes: &[u8]) -> Result<(), String> {
    let object = target.assemble("fuzz", text).map_err(|e| format!("{e}\nin\n{text}"))?;
    let code = object.sections.iter().find(|s| s.flags & SECTION_EXECUTE != 0);
    let again = code.map_or(&[][..], |s| s.data.as_slice());
    if again.get(..bytes.len()) != Some(bytes) {
        return Err(format!("{}: {bytes:02x?} became {again:02x?} by way of\n{text}", target.name()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

        /// The fuzz target's test, for every target equally often.
        #[test]
        fn bytes_survive_the_way_to_text_and_back(bytes in prop::collection::vec(any::<u8>(), 0..160)) {
            for number in 0..toolset::ALL.len() {
                let mut input = vec![u8::try_from(number).unwrap_or(0)];
                input.extend(&bytes);
                prop_assert_eq!(machine_decode(&input), Ok(()));
            }
        }
    }
}

//! The pairing `value`: the value of an expression in C.

use super::apart::Apart;
use crosscall_engine::unit::Attempts;
use crosscall_generator::expression::minimise;
use crosscall_model::expression::{ValueCase, ValueOutcome, ValuePlan};
use crosscall_model::{AboutRef, Pairing, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::judge::{Judgement, judge_value};
use crosscall_toolchain::cases::lexicon::lexicon;
use crosscall_toolchain::cases::numbered;
use crosscall_toolchain::compile::CompileFailure;
use crosscall_toolchain::units::CompileContext;
use crosscall_toolchain::{Toolchain, expression};

/// The pairing `value`.
#[derive(Debug)]
pub struct Values;

/// Rounds over all operations, with objects and with constants, until open questions are settled.
const ROUNDS: u64 = 2;

impl Apart for Values {
    type Case = ValueCase;
    type Outcome = ValueOutcome;
    type Plan = ValuePlan;

    const PAIRING: Pairing = Pairing::Value;
    const PRODUCT: &'static str = "an object file";

    fn settling(target: Target) -> u64 {
        lexicon(target).table.len() as u64 * 2 * ROUNDS
    }

    fn case(target: Target, seed: u64, index: u64) -> Option<ValueCase> {
        numbered::value(target, seed, index)
    }

    fn about(case: &ValueCase) -> AboutRef<'_> {
        case.into()
    }

    fn run(
        subject: &Toolchain,
        cases: &[ValueCase],
        context: CompileContext<'_>,
    ) -> Result<Attempts<ValueOutcome>, CompileFailure> {
        expression::run(subject, cases, context)
    }

    fn plan(case: &ValueCase, chooser: &mut Chooser<'_>) -> Option<ValuePlan> {
        abi::value_plan(case, chooser)
    }

    fn compare(target: Target, plan: &ValuePlan, outcome: &ValueOutcome) -> Judgement {
        judge_value(target, plan, outcome)
    }

    fn minimise(case: &ValueCase, shows: impl FnMut(&ValueCase) -> bool, tries: usize) -> ValueCase {
        let lexicon = lexicon(case.target);
        match lexicon.find(case) {
            Some(operation) => minimise(operation, case, &lexicon.widths, shows, tries),
            None => case.clone(),
        }
    }
}

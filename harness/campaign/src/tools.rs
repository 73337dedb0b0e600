//! The pairing `tool`: assemblers and linkers as subjects.

use super::apart::Apart;
use crosscall_engine::unit::{Attempts, Compiled};
use crosscall_generator::tool::shrink;
use crosscall_model::tool::table::Formula;
use crosscall_model::tool::{Expected, Input, Outcome, ToolCase, ToolPlan};
use crosscall_model::{AboutRef, Pairing, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::judge::{Judgement, judge_tool};
use crosscall_oracle::knowledge::AllReadings;
use crosscall_toolchain::cases::numbered;
use crosscall_toolchain::compile::CompileFailure;
use crosscall_toolchain::units::CompileContext;
use crosscall_toolchain::{Toolchain, tool};

/// The pairing `tool`.
#[derive(Debug)]
pub struct Tools;

impl Apart for Tools {
    type Case = ToolCase;
    type Outcome = Outcome;
    type Plan = ToolPlan;

    const PAIRING: Pairing = Pairing::Tool;
    const PRODUCT: &'static str = "a file, or a refusal";

    fn settling(_: Target) -> u64 {
        // Every row of a table comes up.
        1024
    }

    fn case(target: Target, seed: u64, index: u64) -> Option<ToolCase> {
        numbered::tool(target, seed, index)
    }

    fn about(case: &ToolCase) -> AboutRef<'_> {
        case.into()
    }

    fn run(
        subject: &Toolchain,
        cases: &[ToolCase],
        context: CompileContext<'_>,
    ) -> Result<Attempts<Outcome>, CompileFailure> {
        let tried = tool::run(subject, cases, &goes_alone, context)?;
        Ok(Attempts { attempts: tried, beside: Compiled::default() })
    }

    fn plan(case: &ToolCase, chooser: &mut Chooser<'_>) -> Option<ToolPlan> {
        abi::tool_plan(case, chooser)
    }

    fn compare(target: Target, plan: &ToolPlan, outcome: &Outcome) -> Judgement {
        judge_tool(target, plan, outcome)
    }

    fn minimise(case: &ToolCase, shows: impl FnMut(&ToolCase) -> bool, tries: usize) -> ToolCase {
        shrink::minimise(case, shows, tries)
    }
}

/// True if a case is not given to a tool together with others: it is likely to be refused, or what comes of it
/// depends on what else is there, as a slot in the global offset table does.
pub fn goes_alone(case: &ToolCase) -> bool {
    let catalogue = catalogue(case.target);
    let has_another = matches!(&case.input, Input::Link(link) if link.beside.is_some());
    if has_slots(case) || is_declared(case) || has_another {
        return true;
    }
    let plan = abi::tool_plan(case, &mut Chooser::new(catalogue, &AllReadings(catalogue)));
    plan.is_some_and(|plan| matches!(plan.expected, Expected::Refusal(_)))
}

/// True if a statement has a symbol that is announced in front of it: each as something else.
fn is_declared(case: &ToolCase) -> bool {
    let Input::Statement(text) = &case.input else { return false };
    let row = abi::tool_table(case.target).and_then(|table| abi::row_of(table, text));
    row.is_some_and(|(row, _)| !row.declaration.is_empty())
}

/// True if a case has something in the global offset table.
pub(crate) fn has_slots(case: &ToolCase) -> bool {
    let Input::Link(link) = &case.input else { return false };
    let rows = abi::tool_table(case.target).map_or(&[][..], |table| table.relocations);
    let is_slot = |kind: u32| rows.iter().any(|row| row.number == kind && row.formula == Formula::Slot);
    link.relocations.iter().any(|relocation| is_slot(relocation.kind))
}

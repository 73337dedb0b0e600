//! Functions of ours around the objects under test: whoever calls the audited function, and those that it may call. They are made once,
//! wherever the memory is that it runs with.

use super::absent::{self, Absent};
use super::parameters::Parameters;
use super::program;
use crosscall_engine::machine::{self, TrialError};
use crosscall_engine::trial::entered::K;
use crosscall_engine::widths::type_widths;
use crosscall_explain::dialect::Dialect;
use crosscall_explain::{case_of, case_of_nothing, plan_of};
use crosscall_generator::probe::{Probe, callee_probe, caller_probe};
use crosscall_generator::values::{ByteSupply, value};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::plan::{Linkage, Plan};
use crosscall_model::target::Register;
use crosscall_model::{Case, Form, Signature, Target, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Functions of ours for each parameter that is one: they return different values.
pub(super) const VARIANTS: usize = 4;

/// Functions of ours, assembled.
#[derive(Debug)]
pub(super) struct Cast {
    pub(super) target: Target,
    /// Their objects.
    pub(super) probes: Vec<Arc<ObjectFile>>,
    /// Number of parameters that are functions.
    pub(super) functions: usize,
    /// Links that callers owe to functions of ours, by the function's number.
    pub(super) linkages: Vec<(usize, Linkage)>,
    /// Symbols that the objects under test need and nothing defines.
    pub(super) absent: Absent,
    /// Registers in which functions return values, where some function is absent.
    pub(super) results: BTreeSet<Register>,
}

impl Cast {
    /// Assembles all that these objects need, of which one has a function with this plan.
    ///
    /// # Errors
    /// The message of the assembler, or that no probe can make the call.
    pub(super) fn of(
        objects: &[ObjectFile],
        case: &Case,
        plan: &Plan,
        (parameters, dialect): (&Parameters, &Dialect),
    ) -> Result<Arc<Cast>, TrialError> {
        let target = case.target;
        let functions = parameters.functions.len();
        let mut probes = vec![caller_probe(K, case, plan)];
        let mut linkages: Vec<(usize, Linkage)> = Vec::new();
        for (number, declaration) in parameters.functions.iter().enumerate() {
            for variant in 0..VARIANTS {
                let k = function_number(number, variant);
                let signature = &declaration.signature;
                let mut case = case_of(Form::Prototype, target, signature);
                case.result = result_of(target, signature, variant);
                let (plan, _) = plan_of(&case, dialect);
                linkages.extend(plan.linkage.iter().map(|linkage| (k, linkage.clone())));
                probes.push(callee_probe(k, &case, &plan));
            }
        }
        let absent = Absent::of(target, objects);
        let has_absent = !absent.functions.is_empty();
        let results = if has_absent { program::results(target, dialect) } else { BTreeSet::new() };
        let mut cast = Cast { target, probes: Vec::new(), functions, linkages, absent, results };
        for k in cast.stand_ins() {
            let case = case_of_nothing(target);
            probes.push(callee_probe(k, &case, &plan_of(&case, dialect).0));
        }
        for probe in &probes {
            if let Some(problem) = probe.text.lines().find(|line| line.contains("\t.error ")) {
                let problem = problem.trim().trim_start_matches(".error").trim();
                return Err(TrialError::Failed(format!("no probe can make this call: {problem}")));
            }
        }
        let probes: Vec<&Probe> = probes.iter().collect();
        cast.probes = machine::assemble_probes(target, &probes)?;
        let stand_ins: Vec<usize> = cast.stand_ins().collect();
        if let Some(first) = cast.probes.first_mut() {
            let first = Arc::make_mut(first);
            cast.absent.place(first);
            for (k, name) in stand_ins.into_iter().zip(&cast.absent.functions) {
                absent::name(target, first, k, name);
            }
        }
        Ok(Arc::new(cast))
    }

    /// Numbers of the functions of ours that stand for those which nothing defines.
    pub(super) fn stand_ins(&self) -> impl Iterator<Item = usize> + use<> {
        let functions = self.functions;
        (0..self.absent.functions.len()).map(move |at| function_number(functions + at, 0))
    }
}

/// Number of a function of ours.
pub(super) fn function_number(function: usize, variant: usize) -> usize {
    1 + function * VARIANTS + variant
}

/// The value that a function of ours returns.
fn result_of(target: Target, signature: &Signature, variant: usize) -> Option<Value> {
    let widths = type_widths(target);
    let ty = signature.result.as_ref()?;
    let plain = value(ty, &widths, &mut ByteSupply::new(variant as u8 * 16));
    let mask = crosscall_generator::widths::mask(widths.leaf(ty).unwrap_or(64).clamp(1, 128));
    Some(match (variant, &plain) {
        (0, Value::Bits(_)) => Value::Bits(0),
        (1, Value::Bits(_)) => Value::Bits(1),
        (2, Value::Bits(_)) if !matches!(ty, crosscall_model::Type::Scalar(s) if s.is_floating() || *s == crosscall_model::Scalar::Bool) => {
            Value::Bits(mask)
        }
        _ => plain,
    })
}

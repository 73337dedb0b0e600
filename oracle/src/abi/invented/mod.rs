//! The invented document: everything that is rare in others, at once. It shows what a target consists of, and the tests
//! of the shared rooms run against it.

mod arguments;
mod automaton;
mod data;
mod object;
mod slots;

use super::call;
use super::rules::Rules;
use super::{CEnvironment, Document, ObjectPlan};
use arguments::Call;
use crosscall_clauses::invented::clause;
use crosscall_model::plan::{
    Link, Linkage, ParameterList, Place, Plan, Preservation, RegisterRule, StackRule, WayOut,
};
use crosscall_model::target::Register;
use crosscall_model::{Case, Form, Target};

/// The document.
pub(super) struct Invented;

impl Document for Invented {
    fn c_environment(&self) -> CEnvironment {
        CEnvironment::without_compiler(&[], None)
    }

    /// INVENTED-TYPE-01.
    fn plain_char_is_signed(&self) -> bool {
        false
    }

    fn plan(&self, case: &Case, rules: &mut Rules<'_>) -> Plan {
        let call = arguments::assign(case, rules);
        let stack = stack(&call);
        let list = (call.list > 0).then(|| ParameterList {
            pointer: slots::LIST,
            bytes: call.list,
            align: 16,
            callee_may_write: false,
            clauses: vec![clause::ARG_03],
            spent_clauses: Vec::new(),
        });
        // INVENTED-CALL-03: nobody has called a vertex.
        let vertex = case.style.form == Form::Vertex;
        Plan {
            linkage: if vertex { Vec::new() } else { links() },
            list,
            way_out: if vertex { WayOut::Exit } else { WayOut::Return },
            ..call::plan(
                (call.arguments, call.result),
                fates(),
                stack,
                if vertex { clause::CALL_03 } else { clause::CALL_01 },
            )
        }
    }

    fn object(&self) -> ObjectPlan {
        object::plan()
    }
}

/// Links that a caller leaves for its callee (INVENTED-STACK-02, -CALL-02).
fn links() -> Vec<Linkage> {
    let behind = Place::Register { register: Register(5), byte: 0 };
    vec![
        Linkage {
            link: Link::CallersStackPointer,
            place: Place::Stack { offset: -8 },
            clauses: vec![clause::STACK_02],
        },
        Linkage { link: Link::ReturnAddress, place: behind, clauses: vec![clause::CALL_02] },
    ]
}

/// INVENTED-REG.
fn fates() -> Vec<RegisterRule> {
    call::registers_of_files(Target::Invented, |file, number| match (file, number % 32) {
        ("r", 31) => (Preservation::Unspecified, &[]),
        ("r", 30) => (Preservation::Reserved, &[clause::REG_03]),
        ("r" | "v", 8..=15) => (Preservation::Preserved, &[clause::REG_01]),
        ("r" | "v", 16..) => (Preservation::Declared, &[clause::REG_02]),
        ("r" | "v", _) => (Preservation::Scratch, &[clause::REG_04]),
        _ => (Preservation::Unspecified, &[]),
    })
}

/// INVENTED-STACK-01.
fn stack(call: &Call) -> StackRule {
    StackRule {
        align_always: (8, vec![clause::STACK_01]),
        align_at_call: (16, vec![clause::STACK_01]),
        grows_down: false,
        direction_clauses: vec![clause::STACK_01],
        argument_bytes: if call.stack > 0 { call.stack + 8 } else { 0 },
        argument_clauses: vec![clause::ARG_05],
        callee_may_write_arguments: true,
        owner_clauses: vec![clause::STACK_01, clause::ARG_05],
        no_access_beyond: Some(vec![clause::STACK_01].into()),
        limit_clauses: vec![clause::STACK_01],
        restored_clauses: vec![clause::STACK_01],
        ..call::UNSPECIFIED_STACK
    }
}

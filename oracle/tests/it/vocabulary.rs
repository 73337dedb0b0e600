//! Demands of plans beyond those that the Epiphany's document needs: a list of parameters in memory, functions that end
//! the program, registers whose fate an object file declares.

use crate::epiphany::{DOCUMENT, EPIPHANY};
use crosscall_model::finding::Mismatch;
use crosscall_model::observation::{End, Event, Ground, Observation, Snapshot};
use crosscall_model::plan::{Extension, ParameterList, Piece, Place, Plan, Preservation, Transfer, WayOut};
use crosscall_model::target::Register;
use crosscall_model::{Case, Pairing, Target};
use crosscall_oracle::abi;
use crosscall_oracle::judge::judge;
use std::sync::Arc;

const LIST: u64 = 0x5000;
const STACK: u64 = 0x7000;
const POINTER: Register = Register(9);
const KEPT: Register = Register(20);

fn planned(case: &Case) -> Plan {
    abi::plan(case, &mut EPIPHANY.chooser(&DOCUMENT))
}

/// The same with all arguments in a list of words, to which a register points.
fn in_a_list(case: &Case) -> Plan {
    let mut plan = planned(case);
    let mut bytes = 0;
    for passed in &mut plan.arguments {
        let len = passed.image.bytes.len() as u32;
        let place = Place::Pointed { base: POINTER, offset: bytes };
        passed.transfer =
            Transfer::Direct(vec![Piece { offset: 0, len, place, rest: Extension::Unspecified }]);
        bytes += 4;
    }
    let clauses = vec!["EPIPHANY-ARG-06"];
    plan.list = Some(ParameterList {
        pointer: POINTER,
        bytes: bytes as u64,
        align: 8,
        callee_may_write: false,
        clauses,
        spent_clauses: Vec::new(),
    });
    plan
}

fn snapshot(list: &[u8]) -> Snapshot {
    let target = Target::Epiphany;
    let mut registers = Vec::new();
    for (i, info) in target.registers().iter().enumerate() {
        let value = match Register(i as u16) {
            POINTER => LIST,
            sp if sp == target.stack_pointer() => STACK,
            _ => 0x0101_0000 + i as u64,
        };
        registers.extend(&value.to_le_bytes()[..usize::from(info.bytes)]);
    }
    let memory = vec![(LIST, list.to_vec()), (STACK, vec![0; 64])];
    Snapshot { target, pc: 0x200, registers, lengths: Vec::new(), memory }
}

fn seen(entry: Snapshot, exit: Snapshot, end: End) -> Observation {
    let ground = Ground { stack: STACK - 64..STACK + 64, ..Ground::default() };
    Observation { entry: Some(entry.clone()), exit: Some(exit.clone()), ..Observation::new(end, ground) }
}

fn reported(case: &Case, pairing: Pairing, plan: &Plan, seen: &Observation) -> Vec<String> {
    let judgement = judge(case, pairing, plan, seen);
    let line = |m: &Mismatch| format!("{}: {}: {}", m.clauses[0], m.words().subject, m.words().observed);
    judgement.mismatches.iter().map(line).collect()
}

fn list_of(plan: &Plan) -> Vec<u8> {
    plan.arguments.iter().flat_map(|passed| passed.image.bytes.clone()).collect()
}

#[test]
fn a_list_of_parameters() {
    let case = EPIPHANY.case("void f(int, unsigned, int)");
    let plan = in_a_list(&case);
    let list = list_of(&plan);
    let called = |list: &[u8]| {
        let state = snapshot(list);
        reported(&case, Pairing::Caller, &plan, &seen(state.clone(), state, End::Returned))
    };
    assert_eq!(called(&list), Vec::<String>::new());
    let mut swapped = list.clone();
    swapped.rotate_left(4);
    let reported_of = called(&swapped);
    assert_eq!(reported_of.len(), 3, "{reported_of:?}");
    assert!(reported_of[0].starts_with("EPIPHANY-ARG-01: arg0: there: 0x"), "{reported_of:?}");
    assert!(called(&list[..8]).iter().any(|m| m == "EPIPHANY-ARG-06: parameter list: it holds 0x5000"));
    // The callee may not write it.
    let (before, mut written) = (snapshot(&list), list.clone());
    written[5] ^= 1;
    let changed = seen(before, snapshot(&written), End::Returned);
    let found = reported(&case, Pairing::Callee, &plan, &changed);
    assert!(
        found.iter().any(|m| m.starts_with("EPIPHANY-ARG-06: the caller's parameter list: there: ")),
        "{found:?}"
    );
    let mut free = plan.clone();
    free.list.as_mut().expect("a list").callee_may_write = true;
    assert!(!reported(&case, Pairing::Callee, &free, &changed).iter().any(|m| m.contains("parameter list")));
}

/// A list that its callee may write is looked at when the function is called for the second time, and only where a
/// document says that nobody may count on it.
#[test]
fn a_list_of_a_second_call() {
    let case = EPIPHANY.case("void f(int, unsigned, int)");
    let mut plan = in_a_list(&case);
    let list = plan.list.as_mut().expect("a list");
    (list.callee_may_write, list.spent_clauses) = (true, vec!["EPIPHANY-ARG-07"]);
    let right = list_of(&plan);
    let called = |plan: &Plan, first: &[u8], later: &[u8]| {
        let mut seen = seen(snapshot(first), snapshot(first), End::Returned);
        seen.later_entry = Some(snapshot(later));
        let judgement = judge(&case, Pairing::Caller, plan, &seen);
        (reported(&case, Pairing::Caller, plan, &seen), judgement.exercised.contains(&"EPIPHANY-ARG-07"))
    };
    assert_eq!(called(&plan, &right, &right), (Vec::new(), true));
    let mut spent = right.clone();
    spent[4..8].fill(0xee);
    let (found, _) = called(&plan, &right, &spent);
    assert_eq!(found, ["EPIPHANY-ARG-07: arg1 at the second call: there: 0xeeeeeeee"]);
    // A contradiction that was noted before is noted once.
    let (found, _) = called(&plan, &spent, &spent);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("EPIPHANY-ARG-01: arg1: there: "), "{found:?}");
    let list = plan.list.as_mut().expect("a list");
    list.callee_may_write = false;
    assert_eq!(called(&plan, &right, &spent), (Vec::new(), false), "the caller's own");
}

/// A function may write its list where that is its own, wherever it lies.
#[test]
fn a_list_that_its_callee_writes() {
    let case = EPIPHANY.case("void f(int, unsigned, int)");
    let mut plan = in_a_list(&case);
    plan.foreign_clauses = vec!["EPIPHANY-S23"];
    let list = list_of(&plan);
    let mut writes = seen(snapshot(&list), snapshot(&list), End::Returned);
    writes.events.push(Event::Write { pc: 0x200, address: LIST + 4, len: 4, sp: STACK });
    let is_reported = |plan: &Plan| {
        reported(&case, Pairing::Callee, plan, &writes).iter().any(|line| line.starts_with("EPIPHANY-S23"))
    };
    assert!(is_reported(&plan), "the caller's own");
    plan.list.as_mut().expect("a list").callee_may_write = true;
    assert!(!is_reported(&plan));
}

#[test]
fn a_function_that_ends_the_program() {
    let case = EPIPHANY.case("void f(void)");
    let mut plan = planned(&case);
    plan.way_out = WayOut::Exit;
    let mut left = snapshot(&[]);
    left.registers.fill(0xee);
    let ended =
        |plan: &Plan, end| reported(&case, Pairing::Callee, plan, &seen(snapshot(&[]), left.clone(), end));
    assert_eq!(ended(&plan, End::Exited), Vec::<String>::new(), "nothing has to survive");
    let back = "EPIPHANY-CALL-04: control: came back to where it was called from (after the call)";
    assert_eq!(ended(&plan, End::Returned), [back]);
    plan.way_out = WayOut::Return;
    assert!(ended(&plan, End::Exited).iter().any(|m| m.contains("the program ended itself")));
}

#[test]
fn registers_that_an_object_file_declares() {
    let case = EPIPHANY.case("void f(void)");
    let mut plan = planned(&case);
    for rule in &mut plan.registers {
        if rule.register == KEPT {
            rule.preservation = Preservation::Declared;
        }
    }
    let mut after = snapshot(&[]);
    after.registers[usize::from(KEPT.0) * 4] ^= 0xff;
    let changed = |declared: Option<Vec<Register>>| {
        let mut seen = seen(snapshot(&[]), after.clone(), End::Returned);
        seen.ground.declared = declared.map(Arc::new);
        reported(&case, Pairing::Callee, &plan, &seen)
    };
    assert_eq!(changed(Some(vec![KEPT])), Vec::<String>::new());
    assert_eq!(changed(None), Vec::<String>::new(), "the file says nothing");
    assert_eq!(changed(Some(vec![Register(21)])), ["EPIPHANY-REG-12: r20: 0x010100eb at return"]);
}

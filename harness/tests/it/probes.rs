//! Each plan that a document makes for a case can be carried out by probes: both sides are written, and one calls the
//! other on the target's machine.

use crosscall_engine::machine;
use crosscall_engine::trial::program::stack_of;
use crosscall_generator::probe::{Probe, callee_probe, caller_probe};
use crosscall_machines::machine::Stop;
use crosscall_model::plan::Plan;
use crosscall_model::{Case, Form, Target, unit};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::AllReadings;
use crosscall_toolchain::cases::Source;

/// Random cases of each target.
const RANDOM: u64 = 500;

/// Cases in a program.
const BATCH: u64 = 50;

fn planned(case: &Case) -> Plan {
    let catalogue = catalogue(case.target);
    let all = AllReadings(catalogue);
    abi::plan(case, &mut Chooser::new(catalogue, &all))
}

/// Assembles and links some probes that call each other, and lets each call go there and back.
fn carry_out(target: Target, pairs: &[(usize, Case, [Probe; 2])]) {
    let probes: Vec<&Probe> = pairs.iter().flat_map(|(_, _, probes)| probes).collect();
    for (_, case, probes) in pairs {
        for probe in probes {
            assert!(!probe.text.contains(".error"), "{case:?}\n{}", probe.text);
        }
    }
    let objects = machine::assemble_probes(target, &probes).unwrap_or_else(|e| panic!("{e}"));
    let objects: Vec<_> = objects.iter().map(|object| &**object).collect();
    let program = machine::link(target, &objects).unwrap_or_else(|e| panic!("{e}"));
    let mut machine = machine::machine(target).expect("a machine");
    machine.load(&program).expect("it can be loaded");
    machine.seal();
    for (k, case, _) in pairs {
        machine.reset();
        let address =
            |name: String| program.address_of(&machine::symbol(target, &name)).expect("it is defined");
        let name = target.register(target.stack_pointer()).expect("a stack pointer").name;
        let sp = machine.registers().iter().position(|info| info.name == name).expect("a stack pointer");
        let stack = stack_of(target, &*machine);
        let top = if target.grows_down() { stack.end - 256 } else { stack.start + 256 };
        machine.set_register(u16::try_from(sp).expect("few registers"), top);
        let home = machine.begin_call(address(unit::caller(*k)));
        machine.set_breakpoints(&[address(unit::callee(*k)), address(unit::back(*k))]);
        for stop in [address(unit::callee(*k)), address(unit::back(*k)), home] {
            assert_eq!(machine.run(1_000_000), Stop::Breakpoint(stop), "{case:?}");
        }
    }
}

#[test]
fn every_plan_of_a_document_is_carried_out() {
    for target in Target::built_in().chain([Target::Invented]) {
        let source = Source::new(target, 3);
        let count = source.directed() + RANDOM;
        for first in (0..count).step_by(BATCH as usize) {
            let numbers = first..(first + BATCH).min(count);
            // A vertex has no caller, so that there is no probe for its other side.
            let pairs: Vec<_> = numbers
                .map(|number| ((number - first) as usize, source.case(number)))
                .filter(|(_, case)| case.style.form != Form::Vertex)
                .map(|(k, case)| {
                    let plan = planned(&case);
                    let probes = [caller_probe(k, &case, &plan), callee_probe(k, &case, &plan)];
                    (k, case, probes)
                })
                .collect();
            carry_out(target, &pairs);
        }
        println!("{target}: {count} cases, {} of them directed", source.directed());
    }
}

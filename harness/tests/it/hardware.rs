//! The model's description of each target's hardware agrees with the machine's: two separate descriptions, written
//! from the same manuals.

use crosscall_explain::dialect::Dialect;
use crosscall_explain::{case_of_nothing, plan_of};
use crosscall_machines::machine::RegisterClass;
use crosscall_machines::toolset;
use crosscall_model::target::{Facts, RegisterKind, Stack};
use crosscall_model::{Target, target::Register};
use std::collections::BTreeSet;

/// Registers that the base with 16 lacks. Code for its ABI may use them, and no rule speaks of them.
const BEYOND_EMBEDDED: [&str; 16] = [
    "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30",
    "x31",
];

fn each(mut check: impl FnMut(&Facts, &dyn toolset::Toolset)) {
    for facts in Target::built_in().map(Target::facts) {
        let tools = toolset::find(facts.machine).unwrap_or_else(|| panic!("no machine `{}`", facts.machine));
        check(facts, tools);
    }
    let used: BTreeSet<&str> = Target::built_in().map(|target| target.facts().machine).collect();
    assert_eq!(used, toolset::ALL.iter().map(|tools| tools.name()).collect());
}

#[test]
fn registers_have_their_machines_names_and_widths() {
    each(|facts, tools| {
        let machine = tools.machine().expect("a machine");
        for wanted in facts.registers {
            let Some(info) = machine.registers().iter().find(|info| info.name == wanted.name) else {
                panic!("the {} machine has no `{}`", facts.name, wanted.name);
            };
            let name = format!("{} {}", facts.name, wanted.name);
            match (wanted.kind, wanted.variable) {
                (RegisterKind::General, false) => {
                    assert_eq!(u32::from(wanted.bytes) * 8, u32::from(info.bits), "{name}");
                    assert_ne!(info.class, RegisterClass::Special, "{name}");
                }
                (RegisterKind::General, true) => assert!(u32::from(info.bits) >= u32::from(wanted.bytes) * 8),
                (RegisterKind::Special { .. } | RegisterKind::LoopCount { .. }, _) => {
                    assert_eq!(info.class, RegisterClass::Special, "{name}")
                }
            }
            assert_eq!(wanted.kind == RegisterKind::General, !wanted.file.is_empty(), "{name}");
        }
    });
}

#[test]
fn every_register_that_holds_values_is_in_the_model() {
    each(|facts, tools| {
        let machine = tools.machine().expect("a machine");
        let target = Target::built_in().find(|target| target.facts().name == facts.name).expect("its target");
        let (plan, _) = plan_of(&case_of_nothing(target), &Dialect::preferred(target));
        let unheld: Vec<&str> = plan.unheld.iter().flat_map(|rule| rule.registers).copied().collect();
        for info in machine.registers().iter().filter(|info| info.class != RegisterClass::Special) {
            let known = facts.registers.iter().any(|wanted| wanted.name == info.name);
            // A register that always reads as zero, and those that the base with 16 lacks.
            let left_out = match facts.name {
                "riscv32-ilp32e" => info.name == "zero" || BEYOND_EMBEDDED.contains(&info.alias),
                _ => facts.clause_prefix == "RISCV" && info.name == "zero",
            };
            // Vectors carry no value of a call; the rules of the plan have their names.
            let left_out = left_out || unheld.contains(&info.name);
            assert!(known != left_out, "the model of {} has no `{}`", facts.name, info.name);
        }
    });
}

#[test]
fn stacks_and_pointers_are_the_machines() {
    each(|facts, tools| {
        let Register(number) = facts.stack_pointer;
        let pointer = facts.registers.get(usize::from(number)).expect("a stack pointer");
        assert!([pointer.name, pointer.alias].contains(&tools.stack_pointer()), "{}", facts.name);
        assert_eq!(facts.stack == Stack::Upwards, tools.stack_grows_up(), "{}", facts.name);
        for address in [0, 8, 0x100].map(|offset| facts.code_base + offset) {
            let counted = address.wrapping_sub(facts.code_base) / u64::from(facts.code_unit);
            assert_eq!(counted, tools.machine_value(address), "{} {address:#x}", facts.name);
        }
    });
}

#[test]
fn registers_of_a_file_stand_together() {
    for facts in Target::ALL.map(Target::facts) {
        let mut files: Vec<&str> =
            facts.registers.iter().map(|info| info.file).filter(|file| !file.is_empty()).collect();
        files.dedup();
        let mut different = files.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(files.len(), different.len(), "{}: {files:?}", facts.name);
        assert!(facts.registers.len() <= 128, "poison tells 128 registers apart");
    }
}

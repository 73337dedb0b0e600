//! Object files that are right, for stand-ins of compilers.

use super::World;
use crosscall_embedded::Options;
use crosscall_engine::machine;
use crosscall_engine::unit::Role;
use crosscall_model::{Case, Target};
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::units::assembly_text;

/// Cases in the units.
const CASES: u64 = 2;

/// Writes `capability.o` for what a compiler is asked before a run, and one object file for each unit of the first two cases
/// of a run: `callee.o`, `caller.o` and `layout.o`.
pub(crate) fn write(world: &World, target: Target) {
    let source = Source::new(target, 1);
    let cases: Vec<Case> = (0..CASES).map(|i| source.case(i)).collect();
    let cases: Vec<(usize, &Case)> = cases.iter().enumerate().collect();
    let options = Options::new(target);
    let nothing = machine::symbol(target, "nothing");
    world.object_for(target, "capability.o", &format!("\t.text\n\t.global {nothing}\n{nothing}:\n"));
    for role in [Role::Callee, Role::Caller, Role::Layout] {
        let text = assembly_text(role, &cases, &options).unwrap();
        world.object_for(target, &format!("{}.o", role.unit_name()), &text);
    }
}

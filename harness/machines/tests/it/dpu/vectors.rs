//! Every DPU instruction against states that the vendor's functional simulator gives.

use crate::support::vectors::{Target, all_hold};
use crosscall_machines::dpu::execute::Core;
use crosscall_machines::dpu::link::{IRAM, MACHINE};

const TARGET: Target = Target {
    machine: MACHINE,
    address: IRAM + 0x800,
    status: "flags",
    flags: &[('Z', 0), ('C', 1)],
    status_always: 0,
};

pub(crate) const TEXT: &str = include_str!("../../vectors/dpu.ins");

#[test]
fn all_vectors() {
    let mut machine = Core::new().expect("the default memory map is valid");
    all_hold(TEXT, &TARGET, &mut machine, 3200);
}

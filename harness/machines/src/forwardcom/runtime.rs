//! Functions that the host serves, under ForwardCom's calling rules: integers and pointers in r0, r1, ..., the
//! result in r0. Most other services of a C library are system calls, see `system`.

use std::collections::BTreeMap;

use crate::memory_map::HostWindow;
pub use crate::runtime::RuntimePolicy;
use crate::runtime::{FUNCTIONS, Function, Meaning};

/// The functions with a calling rule here: those on memory, and `abort`.
pub(super) fn served(slot: usize) -> Option<&'static Function> {
    let ours = |function: &&Function| matches!(function.meaning, Meaning::Memory(_) | Meaning::Abort(_));
    FUNCTIONS.iter().filter(ours).nth(slot)
}

/// The symbols of all served functions and their addresses in a host window.
pub fn addresses(window: &HostWindow) -> BTreeMap<String, u64> {
    let entry = |slot: usize| Some((format!("_{}", served(slot)?.name), window.function_address(slot)?));
    (0..).map_while(entry).collect()
}

/// The standard register use: r0 to r15.
pub const POLICY: RuntimePolicy = RuntimePolicy { scratch: 0xFFFF, poison: Some(0xBAD0_0000_0000_0000) };

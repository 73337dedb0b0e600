//! Functions that the host serves, under ForwardCom's calling rules: integers and pointers in r0, r1, ..., the
//! result in r0. Most other services of a C library are system calls, see `system`.

use std::collections::BTreeMap;

use crate::memory_map::HostWindow;
use crate::runtime::{FUNCTIONS, Function, Meaning};

/// The functions with a calling rule here: those on memory, and `abort`.
pub(super) fn served(slot: usize) -> Option<&'static Function> {
    let ours = |function: &&Function| matches!(function.meaning, Meaning::Memory(_) | Meaning::Abort);
    FUNCTIONS.iter().filter(ours).nth(slot)
}

/// The symbols of all served functions and their addresses in a host window.
pub fn addresses(window: &HostWindow) -> BTreeMap<String, u64> {
    let entry = |slot: usize| Some((format!("_{}", served(slot)?.name), window.function_address(slot)?));
    (0..).map_while(entry).collect()
}

/// Treatment of the registers that host-served functions may clobber.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuntimePolicy {
    /// General registers that a function may change beside its result: bit n is r n.
    pub scratch: u32,
    /// Fill value of such registers: this plus the register's number. `None` leaves them.
    pub poison: Option<u64>,
}

impl Default for RuntimePolicy {
    /// The standard register use: r0 to r15.
    fn default() -> Self {
        Self { scratch: 0xFFFF, poison: Some(0xBAD0_0000_0000_0000) }
    }
}

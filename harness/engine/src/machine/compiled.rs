//! Work on the simulator of a target as the compiler knows it, so that an observer is compiled into its loop: chosen at run
//! time it would cost several times as much.

use super::riscv::xlen;
use super::sleigh;
use crosscall_machines::machine::Machine;
use crosscall_machines::memory_map::MapError;
use crosscall_machines::riscv::Xlen;
use crosscall_machines::{dpu, epiphany, forwardcom, ipu, nyuzi, riscv};
use crosscall_model::Target;

/// Something to be done with a machine.
pub trait Work {
    /// Result of the work.
    type Result;

    /// Does it. `STEPS` says that the observer has to see every instruction: the machine has threads, or registers wider than
    /// events show.
    fn on<M: Machine, const STEPS: bool>(self, machine: &mut M) -> Self::Result;
}

/// Does something with a new machine of a target.
///
/// # Errors
/// The machine cannot be made.
pub fn with_machine<W: Work>(target: Target, work: W) -> Result<W::Result, String> {
    match target {
        Target::Epiphany => go::<_, _, false>(epiphany::execute::Core::new(), work),
        Target::Nyuzi => go::<_, _, true>(nyuzi::execute::Core::new(), work),
        Target::Dpu => go::<_, _, true>(dpu::execute::Core::new(), work),
        Target::Ipu => go::<_, _, false>(ipu::execute::Tile::new(), work),
        Target::ForwardCom => go::<_, _, true>(forwardcom::execute::Core::new(), work),
        Target::Riscv(abi) => match xlen(abi) {
            Xlen::Rv32 => go::<_, _, false>(riscv::execute::Core32::new(), work),
            Xlen::Rv64 => go::<_, _, false>(riscv::execute::Core64::new(), work),
        },
        Target::X86_64 | Target::Aarch64 => sleigh::with_machine(target, work).map_err(|e| e.to_string()),
        #[cfg(feature = "invented")]
        Target::Invented => go::<_, _, true>(forwardcom::execute::Core::new(), work),
    }
}

fn go<W: Work, M: Machine, const STEPS: bool>(
    machine: Result<M, MapError>,
    work: W,
) -> Result<W::Result, String> {
    let mut machine = machine.map_err(|e| e.to_string())?;
    Ok(work.on::<M, STEPS>(&mut machine))
}

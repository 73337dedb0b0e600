//! RISC-V's ABIs on its two machines: assembly text does not say the ABI, so that the flags of what is assembled here are
//! those of the target.

use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::riscv::toolset::{Riscv32, Riscv64};
use crosscall_machines::riscv::{Xlen, flags};
use crosscall_machines::toolset::Toolset;
use crosscall_model::target::riscv::Abi;

/// The tools for an ABI: those of its width.
pub(super) fn tools(abi: Abi) -> &'static dyn Toolset {
    match xlen(abi) {
        Xlen::Rv32 => &Riscv32,
        Xlen::Rv64 => &Riscv64,
    }
}

/// The width of an ABI's registers.
pub(super) fn xlen(abi: Abi) -> Xlen {
    match abi.facts().xlen {
        4 => Xlen::Rv32,
        _ => Xlen::Rv64,
    }
}

/// Gives an object file the flags of an ABI.
pub(super) fn mark(abi: Abi, object: &mut ObjectFile) {
    object.flags = object.flags & !(flags::FLOAT_ABI | flags::RVE) | flags_of(abi);
}

/// True if flags are those of an ABI.
pub(super) fn has_flags(abi: Abi, file_flags: u32) -> bool {
    file_flags & (flags::FLOAT_ABI | flags::RVE) == flags_of(abi)
}

/// The flags that distinguish an ABI from others.
fn flags_of(abi: Abi) -> u32 {
    let facts = abi.facts();
    let floats = match facts.flen {
        0 => flags::FLOAT_ABI_SOFT,
        4 => flags::FLOAT_ABI_SINGLE,
        _ => flags::FLOAT_ABI_DOUBLE,
    };
    let base = if facts.is_embedded { flags::RVE } else { 0 };
    floats | base
}

//! The machine tools of every target, by name.

use crate::{dpu, epiphany, forwardcom, ipu, nyuzi, riscv};

pub use crate::tools::Toolset;

/// The toolset of every target, by name.
#[rustfmt::skip]
pub static ALL: [&dyn Toolset; 7] = [
    &epiphany::toolset::Epiphany,
    &nyuzi::toolset::Nyuzi,
    &dpu::toolset::Dpu,
    &ipu::toolset::Ipu,
    &forwardcom::toolset::ForwardCom,
    &riscv::toolset::Riscv32,
    &riscv::toolset::Riscv64,
];

/// The toolset of the target with this name.
pub fn find(name: &str) -> Option<&'static dyn Toolset> {
    ALL.into_iter().find(|tools| tools.name() == name)
}

//! Components of AArch64's cases: those of RISC-V with registers of 64 bits.

use super::{Repertoire, riscv};
use crate::directed::aarch64;

pub(super) static REPERTOIRE: Repertoire = Repertoire { settling: aarch64::settling, ..riscv::wide(8) };

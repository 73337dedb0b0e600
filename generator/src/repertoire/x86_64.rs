//! Components of x86-64's cases: those of RISC-V with registers of 64 bits, but for vectors that SSE has no registers for.

use super::{Repertoire, riscv};
use crate::directed::x86_64;

pub(super) static REPERTOIRE: Repertoire = Repertoire {
    vector_bits: &[64, 128, 32, 16, 128],
    most_vector_bits: 128,
    most_member_bits: 256,
    settling: x86_64::settling,
    ..riscv::wide(6)
};

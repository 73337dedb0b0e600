//! The fields of instructions: LLVM's description of the Nyuzi (`NyuziInstrFormats.td`) and the reference emulator.

use crate::abi::tool::fields::{bits, signed, unsigned, whole};
use crosscall_model::tool::table::Field;

/// The register that is written or stored.
pub(super) const D: Field = unsigned(&[bits(5, 0, 5)], 31);
/// The first source, or the base of an address.
pub(super) const N: Field = unsigned(&[bits(0, 0, 5)], 31);
/// The second source.
pub(super) const M: Field = unsigned(&[bits(15, 0, 5)], 31);
/// The register with the mask.
pub(super) const K: Field = unsigned(&[bits(10, 0, 5)], 31);
/// Two places that LLVM fills with one register: the second is one that the processor does not look at.
pub(super) const D_TWICE: Field = unsigned(&[bits(5, 0, 5), bits(0, 0, 5)], 31);
pub(super) const N_TWICE: Field = unsigned(&[bits(0, 0, 5), bits(5, 0, 5)], 31);
/// Immediates of arithmetic, without a mask and with one.
pub(super) const IMM14: Field = signed(&[bits(10, 0, 14)], -0x2000, 0x1fff, 1);
pub(super) const IMM9: Field = signed(&[bits(15, 0, 9)], -0x100, 0xff, 1);
/// The upper bits of a word in `movehi`, as they are written there.
pub(super) const IMM19: Field = unsigned(&[bits(0, 0, 5), bits(10, 5, 14)], 0x7_ffff);
/// Offsets of loads and stores in bytes, without a mask and with one.
pub(super) const OFF15: Field = signed(&[bits(10, 0, 15)], -0x4000, 0x3fff, 1);
pub(super) const OFF10: Field = signed(&[bits(15, 0, 10)], -0x200, 0x1ff, 1);
/// The number of a control register.
pub(super) const CONTROL: Field = unsigned(&[bits(0, 0, 5)], 31);
/// Distances of branches, written in bytes and stored in instructions.
pub(super) const NEAR: Field = signed(&[bits(5, 2, 20)], -(1 << 21), (1 << 21) - 4, 4);
pub(super) const FAR: Field = signed(&[bits(0, 2, 25)], -(1 << 26), (1 << 26) - 4, 4);
/// The same, stored in bytes (NYUZI-OBJ-02.R2).
pub(super) const NEAR_BYTES: Field = signed(&[bits(5, 0, 20)], -(1 << 19), (1 << 19) - 1, 1);
pub(super) const FAR_BYTES: Field = signed(&[bits(0, 0, 25)], -(1 << 24), (1 << 24) - 1, 1);
/// A word that is loaded by one `movehi`, for it has nothing below its upper 19 bits.
pub(super) const UPPER: Field =
    signed(&[bits(0, 13, 5), bits(10, 18, 14)], -0x8000_0000, 0xffff_ffff, 0x2000);
/// A word that is loaded by `movehi` and by `or` behind it, and the register of both.
pub(super) const BOTH: Field =
    signed(&[bits(0, 13, 5), bits(10, 18, 14), bits(42, 0, 13)], -0x8000_0000, 0xffff_ffff, 1);
pub(super) const D_BOTH: Field = unsigned(&[bits(5, 0, 5), bits(37, 0, 5), bits(32, 0, 5)], 31);
/// The upper 19 bits of an address: bits of the 19 (NYUZI-OBJ-04.R1), or of the instruction (R2).
pub(super) const HI19: Field = whole(&[bits(0, 13, 5), bits(10, 18, 14)]);
pub(super) const HI19_STRAIGHT: Field = whole(&[bits(0, 13, 19)]);
/// The lower 13 bits of an address (NYUZI-OBJ-05.R1), or with the highest of them once more (R2).
pub(super) const LO13: Field = whole(&[bits(10, 0, 13)]);
pub(super) const LO13_SIGNED: Field = whole(&[bits(10, 0, 13), bits(23, 12, 1)]);

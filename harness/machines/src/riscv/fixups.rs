//! RISC-V's relocations: the field of each and the values that fit.
//!
//! Numbers, names, fields and formulae are those of the psABI, "Relocations". What the table cannot say, such as the sums that
//! `ADD` and `SUB` relocations are, is in `link`.

use super::fields::{Field, bits, short};
use super::isa::{Immediate, Xlen};
use crate::fixup::{ANY32, Bits, FixupKind};

/// Absolute word.
pub const R_32: u32 = 1;
/// Absolute double word.
pub const R_64: u32 = 2;
/// Offset of a thread-local variable in its module, as debuggers need it.
pub const R_TLS_DTPREL32: u32 = 8;
/// As [`R_TLS_DTPREL32`], of 64 bits.
pub const R_TLS_DTPREL64: u32 = 9;
/// Branch.
pub const R_BRANCH: u32 = 16;
/// Jump.
pub const R_JAL: u32 = 17;
/// Call: `auipc` and `jalr`. An old number of [`R_CALL_PLT`].
pub const R_CALL: u32 = 18;
/// Call: `auipc` and `jalr`.
pub const R_CALL_PLT: u32 = 19;
/// Upper part of the distance to a slot of the global offset table.
pub const R_GOT_HI20: u32 = 20;
/// Upper part of the distance to a slot that holds an offset from the thread pointer.
pub const R_TLS_GOT_HI20: u32 = 21;
/// Upper part of the distance to a pair of slots for `__tls_get_addr`.
pub const R_TLS_GD_HI20: u32 = 22;
/// Upper part of a distance.
pub const R_PCREL_HI20: u32 = 23;
/// Lower part of the value of the upper part at the symbol.
pub const R_PCREL_LO12_I: u32 = 24;
/// As [`R_PCREL_LO12_I`], in a store.
pub const R_PCREL_LO12_S: u32 = 25;
/// Upper part of an address.
pub const R_HI20: u32 = 26;
/// Lower part of an address.
pub const R_LO12_I: u32 = 27;
/// As [`R_LO12_I`], in a store.
pub const R_LO12_S: u32 = 28;
/// Upper part of an offset from the thread pointer.
pub const R_TPREL_HI20: u32 = 29;
/// Lower part of an offset from the thread pointer.
pub const R_TPREL_LO12_I: u32 = 30;
/// As [`R_TPREL_LO12_I`], in a store.
pub const R_TPREL_LO12_S: u32 = 31;
/// The addition of the thread pointer, which stays as it is.
pub const R_TPREL_ADD: u32 = 32;
/// The first of the sums of 1, 2, 4 and 8 bytes.
pub const R_ADD8: u32 = 33;
/// The last one.
pub const R_ADD64: u32 = 36;
/// The first of the differences of 1, 2, 4 and 8 bytes.
pub const R_SUB8: u32 = 37;
/// The last one.
pub const R_SUB64: u32 = 40;
/// Distance to a slot of the global offset table, in a word.
pub const R_GOT32_PCREL: u32 = 41;
/// Alignment: so many bytes of `nop` as the addend says, of which the linker leaves those that are needed.
pub const R_ALIGN: u32 = 43;
/// Compressed branch.
pub const R_RVC_BRANCH: u32 = 44;
/// Compressed jump.
pub const R_RVC_JUMP: u32 = 45;
/// The instruction may be made shorter.
pub const R_RELAX: u32 = 51;
/// Difference of 6 bits.
pub const R_SUB6: u32 = 52;
/// Value of 6 bits.
pub const R_SET6: u32 = 53;
/// Value of 8 bits.
pub const R_SET8: u32 = 54;
/// Value of 16 bits.
pub const R_SET16: u32 = 55;
/// Value of 32 bits.
pub const R_SET32: u32 = 56;
/// Distance in a word.
pub const R_32_PCREL: u32 = 57;
/// Distance to a function in a word.
pub const R_PLT32: u32 = 59;
/// Value of a LEB128 number.
pub const R_SET_ULEB128: u32 = 60;
/// Difference of a LEB128 number.
pub const R_SUB_ULEB128: u32 = 61;

/// First number that only the assembler and the linker know among themselves.
const OWN: u32 = 0x1000;
/// Lower part of a distance, counted from the place of its upper part; the addend has the distance of the two in it.
pub(super) const PAIRED_LO12_I: u32 = OWN;
/// As [`PAIRED_LO12_I`], in a store.
pub(super) const PAIRED_LO12_S: u32 = OWN + 1;
/// As [`PAIRED_LO12_I`], of the distance to a slot of the global offset table.
pub(super) const PAIRED_GOT_LO12_I: u32 = OWN + 2;
/// As [`PAIRED_GOT_LO12_I`], in a store.
pub(super) const PAIRED_GOT_LO12_S: u32 = OWN + 3;
/// As [`PAIRED_GOT_LO12_I`], for a slot that holds an offset from the thread pointer.
pub(super) const PAIRED_TLS_GOT_LO12_I: u32 = OWN + 4;
/// As [`PAIRED_TLS_GOT_LO12_I`], in a store.
pub(super) const PAIRED_TLS_GOT_LO12_S: u32 = OWN + 5;

const ANY: (i64, i64) = (i64::MIN, i64::MAX);

/// Bits of the upper part in `lui` and `auipc`.
const UPPER: u64 = 0xffff_f000;

/// The upper part that goes with the lower part of a value.
fn upper(value: i64) -> u64 {
    value.wrapping_add(0x800) as u64 & UPPER
}

fn put(field: &Field, value: i64) -> u64 {
    field.insert(value as u32).into()
}

fn lower_i(value: i64) -> u64 {
    put(&bits::I, value)
}

fn lower_s(value: i64) -> u64 {
    put(&bits::S, value)
}

const fn field(
    number: u32,
    name: &'static str,
    bytes: u8,
    range: (i64, i64),
    bits: fn(i64) -> u64,
) -> FixupKind {
    FixupKind::field(number, name, bytes, range, Bits::Computed(bits))
}

/// A target of a branch or jump with this reach in bytes.
const fn branch(number: u32, name: &'static str, bytes: u8, reach: i64, bits: fn(i64) -> u64) -> FixupKind {
    field(number, name, bytes, (-reach, reach - 2), bits).relative().in_units_of(2)
}

const fn lower(number: u32, name: &'static str, bits: fn(i64) -> u64) -> FixupKind {
    field(number, name, 4, ANY, bits)
}

/// A lower part that its upper part decides: left to the linker.
const fn paired(number: u32, name: &'static str, bits: fn(i64) -> u64) -> FixupKind {
    lower(number, name, bits).relative().left_to_linker()
}

const fn in_place(number: u32, name: &'static str, bytes: u8) -> FixupKind {
    field(number, name, bytes, ANY, |value| value as u64).left_to_linker()
}

/// An upper part. On RV64 it is extended by its sign, which leaves the last 2 KiB below 2^31 out; on RV32 all values have one.
const fn high(number: u32, name: &'static str, xlen: Xlen) -> FixupKind {
    let range = match xlen {
        Xlen::Rv32 => ANY32,
        Xlen::Rv64 => (-0x8000_0800, 0x7fff_f7ff),
    };
    FixupKind::field(number, name, 4, range, Bits::Masked(UPPER, upper))
}

/// `auipc` and `jalr`.
const fn call(number: u32, name: &'static str, xlen: Xlen) -> FixupKind {
    let bits = Bits::Masked(UPPER | 0xfff0_0000 << 32, |value| upper(value) | lower_i(value) << 32);
    FixupKind { bytes: 8, bits, ..high(number, name, xlen) }.relative().left_to_linker()
}

fn short_bits(immediate: &Immediate, value: i64) -> u64 {
    immediate.bits(value as i32).into()
}

const COUNT: usize = 49;

#[rustfmt::skip]
const fn kinds(xlen: Xlen) -> [FixupKind; COUNT] {
    [
        FixupKind::none(0, "R_RISCV_NONE"),
        FixupKind::data(R_32, "R_RISCV_32", 4),
        FixupKind::data(R_64, "R_RISCV_64", 8),
        in_place(R_TLS_DTPREL32, "R_RISCV_TLS_DTPREL32", 4),
        in_place(R_TLS_DTPREL64, "R_RISCV_TLS_DTPREL64", 8),
        branch(R_BRANCH, "R_RISCV_BRANCH", 4, 1 << 12, |value| put(&bits::B, value >> 1)),
        branch(R_JAL, "R_RISCV_JAL", 4, 1 << 20, |value| put(&bits::J, value >> 1)),
        call(R_CALL, "R_RISCV_CALL", xlen),
        call(R_CALL_PLT, "R_RISCV_CALL_PLT", xlen),
        high(R_GOT_HI20, "R_RISCV_GOT_HI20", xlen).relative().left_to_linker(),
        high(R_TLS_GOT_HI20, "R_RISCV_TLS_GOT_HI20", xlen).relative().left_to_linker(),
        high(R_PCREL_HI20, "R_RISCV_PCREL_HI20", xlen).relative().left_to_linker(),
        lower(R_PCREL_LO12_I, "R_RISCV_PCREL_LO12_I", lower_i).left_to_linker(),
        lower(R_PCREL_LO12_S, "R_RISCV_PCREL_LO12_S", lower_s).left_to_linker(),
        high(R_HI20, "R_RISCV_HI20", xlen),
        lower(R_LO12_I, "R_RISCV_LO12_I", lower_i),
        lower(R_LO12_S, "R_RISCV_LO12_S", lower_s),
        high(R_TPREL_HI20, "R_RISCV_TPREL_HI20", xlen).left_to_linker(),
        lower(R_TPREL_LO12_I, "R_RISCV_TPREL_LO12_I", lower_i).left_to_linker(),
        lower(R_TPREL_LO12_S, "R_RISCV_TPREL_LO12_S", lower_s).left_to_linker(),
        FixupKind::none(R_TPREL_ADD, "R_RISCV_TPREL_ADD"),
        in_place(R_ADD8, "R_RISCV_ADD8", 1),
        in_place(R_ADD8 + 1, "R_RISCV_ADD16", 2),
        in_place(R_ADD8 + 2, "R_RISCV_ADD32", 4),
        in_place(R_ADD64, "R_RISCV_ADD64", 8),
        in_place(R_SUB8, "R_RISCV_SUB8", 1),
        in_place(R_SUB8 + 1, "R_RISCV_SUB16", 2),
        in_place(R_SUB8 + 2, "R_RISCV_SUB32", 4),
        in_place(R_SUB64, "R_RISCV_SUB64", 8),
        FixupKind { bytes: 4, range: SIGNED32, ..in_place(R_GOT32_PCREL, "R_RISCV_GOT32_PCREL", 4) }.relative(),
        FixupKind::none(R_ALIGN, "R_RISCV_ALIGN"),
        branch(R_RVC_BRANCH, "R_RISCV_RVC_BRANCH", 2, 1 << 8, |value| short_bits(&short::BRANCH, value)),
        branch(R_RVC_JUMP, "R_RISCV_RVC_JUMP", 2, 1 << 11, |value| short_bits(&short::JUMP, value)),
        FixupKind::none(R_RELAX, "R_RISCV_RELAX"),
        in_place(R_SUB6, "R_RISCV_SUB6", 1),
        field(R_SET6, "R_RISCV_SET6", 1, ANY, |value| value as u64 & 0x3f).left_to_linker(),
        in_place(R_SET8, "R_RISCV_SET8", 1),
        in_place(R_SET16, "R_RISCV_SET16", 2),
        in_place(R_SET32, "R_RISCV_SET32", 4),
        FixupKind { range: SIGNED32, ..FixupKind::data(R_32_PCREL, "R_RISCV_32_PCREL", 4) }.relative(),
        FixupKind { range: SIGNED32, ..in_place(R_PLT32, "R_RISCV_PLT32", 4) }.relative(),
        in_place(R_SET_ULEB128, "R_RISCV_SET_ULEB128", 0),
        in_place(R_SUB_ULEB128, "R_RISCV_SUB_ULEB128", 0),
        paired(PAIRED_LO12_I, "R_RISCV_PCREL_LO12_I", lower_i),
        paired(PAIRED_LO12_S, "R_RISCV_PCREL_LO12_S", lower_s),
        paired(PAIRED_GOT_LO12_I, "R_RISCV_PCREL_LO12_I", lower_i),
        paired(PAIRED_GOT_LO12_S, "R_RISCV_PCREL_LO12_S", lower_s),
        paired(PAIRED_TLS_GOT_LO12_I, "R_RISCV_PCREL_LO12_I", lower_i),
        paired(PAIRED_TLS_GOT_LO12_S, "R_RISCV_PCREL_LO12_S", lower_s),
    ]
}

const SIGNED32: (i64, i64) = (-0x8000_0000, 0x7fff_ffff);

static KINDS32: [FixupKind; COUNT] = kinds(Xlen::Rv32);
static KINDS64: [FixupKind; COUNT] = kinds(Xlen::Rv64);

impl Xlen {
    /// Every kind of relocation.
    pub const fn fixup_kinds(self) -> &'static [FixupKind] {
        match self {
            Self::Rv32 => &KINDS32,
            Self::Rv64 => &KINDS64,
        }
    }
}

//! The operands that instruction forms are made of.

use super::conditions::{self, ConditionSet};
use super::fields::{self, Layout};
use super::relocations as r;

/// The registers that an operand can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registers {
    /// r0 to r23.
    Work,
    /// r0 to r23 and the constant registers.
    Any,
    /// The constant registers only.
    Constant,
    /// d0, d2, ... d22: even register high, odd register low.
    Pair,
    /// r0 to r23 written s0 to s23: the bounds-checked forms.
    Safe,
    /// The same, or a constant register.
    SafeAny,
}

impl Registers {
    /// Returns whether a register number is one of them.
    pub const fn has(self, number: u64) -> bool {
        match self {
            Self::Work | Self::Safe => number < 24,
            Self::Any | Self::SafeAny => number < 32,
            Self::Constant => number >= 24 && number < 32,
            Self::Pair => number < 24 && number & 1 == 0,
        }
    }
}

/// Spelling of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperandKind {
    /// The word `zero` in place of a destination.
    NoDestination,
    /// `!little` or `!big`.
    Endian,
    /// A register.
    Register(Registers),
    /// A number of this many bits; `signed` ones are extended. Constants are accepted from `low` to
    /// `high`. The last field is the relocation that puts a symbol's value there.
    Number {
        /// Width in bits.
        bits: u8,
        /// True if it is extended with its sign.
        signed: bool,
        /// Least constant accepted.
        low: i64,
        /// Greatest constant accepted.
        high: i64,
        /// Number of its relocation.
        relocation: u32,
        /// It names an instruction: `. + n` counts instructions.
        target: bool,
    },
    /// A condition.
    Condition(&'static ConditionSet),
}

/// Purpose of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Endianness.
    Endian,
    /// No destination.
    None,
    /// Destination register.
    Rc,
    /// Destination pair.
    Dc,
    /// First source register.
    Ra,
    /// Second source register.
    Rb,
    /// Source pair.
    Db,
    /// Immediate.
    Imm,
    /// Offset of an address.
    Off,
    /// Shift amount.
    Shift,
    /// Condition.
    Cc,
    /// Branch target.
    Pc,
}

/// One operand of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand {
    /// Its purpose.
    pub role: Role,
    /// Its spelling.
    pub kind: OperandKind,
    /// Its place.
    pub layout: &'static Layout,
}

const fn register(role: Role, registers: Registers, layout: &'static Layout) -> Operand {
    Operand { role, kind: OperandKind::Register(registers), layout }
}

const fn condition(class: &'static ConditionSet, layout: &'static Layout) -> Operand {
    Operand { role: Role::Cc, kind: OperandKind::Condition(class), layout }
}

const fn signed(role: Role, bits: u8, relocation: u32, layout: &'static Layout) -> Operand {
    let (low, high) = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1);
    Operand {
        role,
        kind: OperandKind::Number { bits, signed: true, low, high, relocation, target: false },
        layout,
    }
}

/// A number that is read as signed and may be written as unsigned too.
const fn either(role: Role, bits: u8, relocation: u32, layout: &'static Layout) -> Operand {
    let (low, high) = (-(1 << (bits - 1)), (1 << bits) - 1);
    Operand {
        role,
        kind: OperandKind::Number { bits, signed: true, low, high, relocation, target: false },
        layout,
    }
}

const fn unsigned(role: Role, bits: u8, low: i64, relocation: u32, layout: &'static Layout) -> Operand {
    let high = (1 << bits) - 1;
    Operand {
        role,
        kind: OperandKind::Number { bits, signed: false, low, high, relocation, target: false },
        layout,
    }
}

const fn code(role: Role, bits: u8, relocation: u32, layout: &'static Layout) -> Operand {
    let high = (1 << bits) - 1;
    let kind = OperandKind::Number { bits, signed: false, low: 0, high, relocation, target: true };
    Operand { role, kind, layout }
}

const WORD_LOW: i64 = -(1 << 31);

/// The operands by the names that the tables use.
#[rustfmt::skip]
mod named {
    use super::*;
    macro_rules! operands {
        ($($name:ident = $value:expr;)*) => { $(pub(in super::super) const $name: Operand = $value;)* };
    }
    operands! {
        ZERO = Operand { role: Role::None, kind: OperandKind::NoDestination, layout: &fields::NOTHING };
        ENDIAN = Operand { role: Role::Endian, kind: OperandKind::Endian, layout: &fields::ENDIAN };
        RC = register(Role::Rc, Registers::Work, &fields::RC);
        RC_SPLIT = register(Role::Rc, Registers::Work, &fields::RC_SPLIT);
        SC = register(Role::Rc, Registers::Safe, &fields::RC_SPLIT);
        DC = register(Role::Dc, Registers::Pair, &fields::DC);
        DC_SPLIT = register(Role::Dc, Registers::Pair, &fields::DC_SPLIT);
        DC_FULL = register(Role::Dc, Registers::Pair, &fields::RC);
        RA = register(Role::Ra, Registers::Any, &fields::RA);
        RA_WORK = register(Role::Ra, Registers::Work, &fields::RA);
        RA_CONSTANT = register(Role::Ra, Registers::Constant, &fields::RA);
        RA_SWAPPED = register(Role::Ra, Registers::Work, &fields::RB);
        SA = register(Role::Ra, Registers::SafeAny, &fields::RA);
        SA_SWAPPED = register(Role::Ra, Registers::Safe, &fields::RB);
        RB = register(Role::Rb, Registers::Work, &fields::RB);
        RB_SWAPPED = register(Role::Rb, Registers::Work, &fields::RA);
        SB = register(Role::Rb, Registers::Safe, &fields::RA);
        DB = register(Role::Db, Registers::Pair, &fields::RB);
        SHIFT = unsigned(Role::Shift, 5, 0, r::IMM5, &fields::IMM5);
        DMA = unsigned(Role::Imm, 8, 0, r::IMM8_DMA, &fields::IMM8_DMA);
        U32 = unsigned(Role::Imm, 32, WORD_LOW, r::IMM32, &fields::IMM32);
        U32_PAIR = unsigned(Role::Imm, 32, WORD_LOW, r::IMM32_DUS_RB, &fields::IMM32_PAIR);
        U32_NO_DESTINATION = unsigned(Role::Imm, 32, WORD_LOW, r::IMM32_ZERO_RB, &fields::IMM32_NO_DESTINATION);
        S8 = signed(Role::Imm, 8, r::IMM24_PC, &fields::IMM8);
        S11 = signed(Role::Imm, 11, r::IMM27_PC, &fields::IMM11);
        S12 = signed(Role::Imm, 12, r::IMM28_PC_OPC8, &fields::IMM12);
        S17 = signed(Role::Imm, 17, r::IMM17_24, &fields::IMM17);
        S24 = signed(Role::Imm, 24, r::IMM24, &fields::IMM24);
        S27 = signed(Role::Imm, 27, r::IMM27, &fields::IMM27);
        S28 = signed(Role::Imm, 28, r::IMM28, &fields::IMM28);
        S8_STORE = either(Role::Imm, 8, r::IMM8_STR, &fields::IMM8_STORE);
        S16_STORE = either(Role::Imm, 16, r::IMM16_STR, &fields::IMM16_STORE);
        S16_ATOMIC = either(Role::Imm, 16, r::IMM16_ATM, &fields::IMM16_ATOMIC);
        OFF12 = signed(Role::Off, 12, r::IMM12_STR, &fields::IMM12_STORE);
        OFF24 = signed(Role::Off, 24, r::IMM24, &fields::IMM24);
        OFF24_STORE = signed(Role::Off, 24, r::IMM24_RB, &fields::IMM24_STORE);
        PC = code(Role::Pc, 16, r::PC, &fields::PC);
        TARGET24 = code(Role::Off, 24, r::IMM24, &fields::IMM24);
        TARGET28 = code(Role::Off, 28, r::IMM28, &fields::IMM28);
        CC_ADD_NZ = condition(&conditions::ADD_NZ, &fields::CC5);
        CC_ADD_SET = condition(&conditions::LOG_SET, &fields::CC5);
        CC_SUB_NZ = condition(&conditions::SUB_NZ, &fields::CC5);
        CC_SUB_NZ6 = condition(&conditions::SUB_NZ, &fields::CC6);
        CC_EXT_SUB_SET = condition(&conditions::EXT_SUB_SET, &fields::CC6);
        CC_SUB_SET = condition(&conditions::SUB_SET, &fields::CC5);
        CC_LOG_SET = condition(&conditions::LOG_SET, &fields::CC4);
        CC_LOG_NZ = condition(&conditions::LOG_NZ, &fields::CC4);
        CC_IMM_SHIFT_NZ = condition(&conditions::IMM_SHIFT_NZ, &fields::CC_SHIFT);
        CC_SHIFT_NZ = condition(&conditions::SHIFT_NZ, &fields::CC_SHIFT);
        CC_MUL_NZ = condition(&conditions::MUL_NZ, &fields::CC5);
        CC_COUNT_NZ = condition(&conditions::COUNT_NZ, &fields::CC4);
        CC_DIV = condition(&conditions::DIV, &fields::CC4);
        CC_DIV_NZ = condition(&conditions::DIV_NZ, &fields::CC4);
        CC_BOOT = condition(&conditions::BOOT, &fields::CC4);
        CC_ACQUIRE = condition(&conditions::ACQUIRE, &fields::CC2);
        CC_RELEASE = condition(&conditions::RELEASE, &fields::CC2);
        CC_TRUE = condition(&conditions::ALWAYS, &fields::CC4);
        CC_TRUE_FALSE = condition(&conditions::TRUE_FALSE, &fields::CC4);
        CC_FALSE = condition(&conditions::NEVER, &fields::NOTHING);
    }
}

pub(super) use named::*;
